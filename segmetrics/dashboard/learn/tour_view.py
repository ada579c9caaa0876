"""What the tour tells a newcomer: low reliability and its origin, on one item of a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from segmetrics.adjudication.differing_places import Differing
from segmetrics.corpus import Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.learn import words
from segmetrics.phrases import begins
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.item_pairs import Pair

SAMPLE = "interviews"
"""Key of the sample that the tour goes through: of its items the least reliable one."""


@dataclass(frozen=True)
class Tour:
    """The paragraphs of the tour, as Markdown."""

    coded: str
    compared: str
    scored: str
    chance: str
    origin: str


def tour(item: Item, pair: Pair, found: Explanation) -> Tour:
    """Return the paragraphs of the tour on one item."""
    votes = Counter(place for one in item.codings.values() for place in one.boundaries)
    unanimous = sum(count == len(item.codings) for count in votes.values())
    edits = pair.edits
    first, second = (len(item.codings[coder].boundaries) for coder in (pair.a, pair.b))
    people, shuffled = len(item.codings), found.shuffled
    chance = words.NO_CHANCE
    if shuffled and shuffled.shuffled is not None and shuffled.corrected is not None:
        chance = words.chance(shuffled.shuffled, shuffled.corrected)
    return Tour(
        coded=words.coded(people, item.mass, item.unit, len(votes), unanimous),
        compared=words.compared(first, second, edits.near_misses, edits.full_misses, item.unit),
        scored=words.scored(people, found.over_s.observed),
        chance=chance,
        origin=_origin(item, found),
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


def places(found: Sequence[Differing], view: UrlState, unit: str) -> list[Link]:
    """Link the first places where people disagree."""
    return [
        Link(begins([one.place], unit), view.href("item", place=one.place)) for one in found[:5]
    ]


def onward(view: UrlState) -> list[Link]:
    """Link what a newcomer may want next."""
    return [
        Link(words.ONWARD_ITEMS, view.href("")),
        Link(words.ONWARD_CODERS, view.coders_href()),
        Link(words.ONWARD_METRICS, view.href("laboratory")),
        Link(words.ONWARD_OWN, view.href("projects")),
    ]
