"""What the tour tells a newcomer: low reliability and its origin, on one item of a sample."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from segmetrics.corpus import Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import count, in_sentence, shown
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.item_differences import Pair

SAMPLE = "moonstone"
"""Key of the sample that the tour goes through: of its items the least reliable one."""

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


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
    edits = pair.similarity.edits
    first, second = (len(item.codings[coder].boundaries) for coder in (pair.a, pair.b))
    row, shuffled = found.over_s, found.shuffled
    chance = "How much of that chance would reach cannot be told here."
    if shuffled and shuffled.shuffled is not None and shuffled.corrected is not None:
        chance = (
            "No. Boundaries are rare, so most places are empty for everybody, and agreeing on "
            "empty places is easy: with each person's segments **put in random order**, S is still "
            f"**{in_sentence(shuffled.shuffled)}** on average. Of what could be agreed on beyond "
            "that, they "
            f"reach **{count(100 * shuffled.corrected)}%**. That is low reliability: not that they "
            "differ, but that they agree little more than people who were not reading."
        )
    return Tour(
        coded=(
            f"{_number(len(item.codings)).capitalize()} people read the same chapter, "
            f"{item.mass} paragraphs long, and marked where its subject changes. Each row below is "
            f"one of them. Of the {item.mass - 1} places between two paragraphs, "
            f"{_number(len(votes))} were marked by somebody, and {_number(unanimous)} by everybody."
        ),
        compared=(
            "No two of them place boundaries more differently. "
            f"One placed {_number(first)}, the other {_number(second)}. "
            "Boundaries next to each other are a **near miss** (a blue curve): both saw a change, "
            "and put it one paragraph apart. A boundary that the other has nowhere near is a "
            f"**full miss** (an orange cross). Here: {_number(edits.near_misses)} near and "
            f"{_number(edits.full_misses)} full."
        ),
        scored=(
            "Segmentation similarity S counts the places that need no edit. Over all pairs of the "
            f"{_number(len(item.codings))} it is **{shown(row.observed)}**, and $\\pi^*_S$, "
            f"which takes off what its formula expects of single places, **{shown(row.pi_star)}**. "
            "Is that good?"
        ),
        chance=chance,
        origin=_origin(item, found),
    )


def _origin(item: Item, found: Explanation) -> str:
    """Return where the disagreement of an item comes from, in two sentences."""
    segments = sorted(
        ((len(coding.boundaries) + 1, coder) for coder, coding in item.codings.items()),
        reverse=True,
    )
    (most, finest), (least, coarsest) = segments[0], segments[-1]
    misses = [escape_markdown(one.text) for one in found.sentences if one.cause == "misses"]
    return " ".join(
        [
            "They do not cut equally finely: "
            f"{escape_markdown(finest)} made {_number(most)} segments of it, "
            f"{escape_markdown(coarsest)} {_number(least)}. "
            "Whoever cuts finer has boundaries that the "
            "others have nowhere near.",
            *misses,
        ]
    )


def places(found: Explanation, item: Item, view: UrlState) -> list[Link]:
    """Link the places where people disagree, those that cost most first."""
    most = sorted(found.disagreements, key=lambda one: -sum(one.costs.values()))
    return [
        Link(f"after paragraph {one.place}", view.href("item", item=item.name, place=one.place))
        for one in most[:5]
    ]


def onward(view: UrlState) -> list[Link]:
    """Link what a newcomer may want next."""
    return [
        Link("Which items are unreliable?", view.href("agreement")),
        Link("Who differs from whom?", view.href("coders")),
        Link("Which metric should I trust?", view.href("laboratory")),
        Link("Open your own codings", view.href("")),
    ]


def _number(count: int) -> str:
    """Write a small number as a word."""
    return NUMBERS[count] if count < len(NUMBERS) else f"{count:,}"
