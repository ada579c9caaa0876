"""Heat maps of recordings: the density of presses of each, and of each coder of one."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.recording_component import ShadedLine
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.press_computations import people_on
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import recording_item_words as words
from segmetrics.number_formats import clock
from segmetrics.reliability.press_density import PressDensity, press_density


def ordered(corpus: Corpus, order: str) -> list[Item]:
    """Order the recordings of a heat map: as in the corpus, or the longest first."""
    items = list(corpus.items)
    return sorted(items, key=lambda item: -item.mass) if order == "length" else items


def lines_of_recordings(corpus: Corpus, items: Sequence[Item], view: UrlState) -> list[ShadedLine]:
    """Return a line for each recording that somebody coded whose presses count."""
    return [
        ShadedLine(
            item.name,
            item.mass,
            _outline(corpus, item, coders, view),
            view.item_href(item.name, place=None),
            chosen=item.name == view.item,
        )
        for item in items
        if (coders := people_on(corpus, item))
    ]


def lines_of_coders(corpus: Corpus, item: Item, view: UrlState) -> list[ShadedLine]:
    """Return a line for each coder of a recording."""
    return [
        ShadedLine(
            coder,
            item.mass,
            _outline(corpus, item, (coder,), view),
            view.item_href(item.name, place=None),
        )
        for coder in item.coders
    ]


def _outline(corpus: Corpus, item: Item, coders: tuple[str, ...], view: UrlState) -> PressDensity:
    """Return the density of a recording, without its chance level."""
    key = ("outline", corpus.codings_digest, item.name, coders, view.kernel_width)
    return kept(
        key, lambda: press_density(item, width=view.kernel_width, coders=coders, shuffles=0)
    )


def label(lines: Sequence[ShadedLine], corpus: Corpus) -> str:
    """Return what the lines are, for who does not see them."""
    longest = max(line.duration for line in lines)
    return words.heat_maps(len(lines), clock(corpus.scale.seconds(longest) if corpus.scale else 0))
