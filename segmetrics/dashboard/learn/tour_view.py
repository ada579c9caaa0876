"""What the tour tells a newcomer: low reliability and its origin, on one item of a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from segmetrics.adjudication.differing_places import Differing
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.selected_corpus import ROUNDS
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.learn import words
from segmetrics.dashboard.server.page_list import page_at
from segmetrics.phrases import before
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.item_pairs import Pair

SAMPLE = page_at("tour").sample
"""Key of the sample that the tour goes through: its least reliable item, then one habit."""


def tour(item: Item, pair: Pair, found: Explanation) -> tuple[str, str, str, str, str]:
    """Return the paragraphs of the tour on one item, as Markdown, in their order."""
    votes = Counter(place for one in item.codings.values() for place in one.boundaries)
    unanimous = sum(count == len(item.codings) for count in votes.values())
    edits = pair.edits
    first, second = (len(item.codings[coder].boundaries) for coder in (pair.a, pair.b))
    people, shuffled = len(item.codings), found.shuffled
    chance = words.NO_CHANCE
    if shuffled and shuffled.shuffled is not None and shuffled.corrected is not None:
        chance = words.chance(shuffled.shuffled, shuffled.corrected)
    return (
        words.coded(people, item.mass, item.unit, len(votes), unanimous),
        words.compared(first, second, edits.near_misses, edits.full_misses, item.unit),
        words.scored(people, found.over_s.observed),
        chance,
        _origin(item, found),
    )


def _origin(item: Item, found: Explanation) -> str:
    """Return where the disagreement of an item comes from."""
    segments = sorted(
        ((len(coding.boundaries) + 1, coder) for coder, coding in item.codings.items()),
        reverse=True,
    )
    (most, finest), (least, coarsest) = segments[0], segments[-1]
    said = words.origin(escape_markdown(finest), most, escape_markdown(coarsest), least)
    misses = [escape_markdown(one.text) for one in found.sentences if one.cause == "misses"]
    return " ".join([said, *misses])


@dataclass(frozen=True)
class Habit:
    """What a coder does in all texts, and the one that shows it best."""

    item: Item
    coder: str
    told: tuple[str, str, str]


def habit(corpus: Corpus, found: Sequence[CoderFinding]) -> Habit:
    """Return who is late, on the text where most boundaries are so, and who divides most finely."""
    late = next(one for one in found if one.side == "late")
    coder = late.coder
    coded = (item for item in corpus.items if coder in item.codings)
    item = max(coded, key=lambda one: _beside(one, coder))
    _, beside = _beside(item, coder)
    placed = len(item.codings[coder].boundaries)
    finest = max(found, key=lambda one: one.rate_ratio or 0.0)
    named, by_one = escape_markdown(coder), f"one {item.unit} "
    told = (
        words.habit(named, placed, beside, by_one + "after"),
        words.over_all(named, by_one + "back", late.kappa, late.kappa_moved),
        words.fine(escape_markdown(finest.coder), finest.rate_ratio),
    )
    return Habit(item, coder, told)


def _beside(item: Item, coder: str) -> tuple[float, int]:
    """Count boundaries of a coder behind places that most others marked instead: share, number."""
    own = {*item.codings[coder].boundaries}
    others = [{*coding.boundaries} for name, coding in item.codings.items() if name != coder]
    beside = sum(
        place - 1 not in own and 2 * sum(place - 1 in theirs for theirs in others) > len(others)
        for place in own
    )
    return (beside / len(own) if own else 0.0), beside


def places(found: Sequence[Differing], view: UrlState, unit: str) -> list[Link]:
    """Link the first places where people disagree."""
    return [
        Link(before([one.place], unit), view.href("item", place=one.place)) for one in found[:5]
    ]


def onward(view: UrlState) -> list[Link]:
    """Link what a newcomer may want next."""
    return [
        Link(words.ONWARD_ITEMS, view.href("")),
        Link(words.ONWARD_CODERS, view.coders_href()),
        Link(words.ONWARD_ROUNDS, view.href("rounds", other=ROUNDS[SAMPLE])),
        Link(words.ONWARD_METRICS, view.href("laboratory")),
        Link(words.ONWARD_OWN, view.href("projects")),
    ]
