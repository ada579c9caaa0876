"""The text of an item: how much of it is shown at once, and the edits beside it."""

from __future__ import annotations

from dataclasses import dataclass

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.highlights import Seen, seen_edits
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.computations import edits_on
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words

# More than this is not sent to a browser at once.
MAX_UNITS = 20_000
MAX_LETTERS = 4_000_000


@dataclass(frozen=True)
class Readable:
    """The text of an item as the Item page shows it."""

    units: tuple[int, int]
    seen: Seen | None
    about: str
    links: list[Link]


def readable(
    corpus: Corpus, item: Item, pair: tuple[str, str] | None, view: UrlState
) -> Readable | None:
    """Prepare the text of an item, with the edits between a pair of its coders."""
    units = readable_units(item, view.place or view.start)
    if units is None:
        return None
    seen, about = None, words.ABOUT_TEXT
    if pair:
        seen = seen_edits(edits_on(corpus, item, pair, view.n), units, item.unit)
        about += words.ABOUT_PAIR.format(*pair)
    first, last = units
    links = []
    if first > 1:
        href = view.href("item", place=first - 1, start=None)
        links.append(Link(words.TEXT_BEFORE.format(item.unit, first - 1), href))
    if last < item.mass:
        href = view.href("item", place=last + 1, start=None)
        links.append(Link(words.TEXT_AFTER.format(item.unit, last + 1), href))
    return Readable(units, seen, about, links)


def readable_units(item: Item, unit: int | None) -> tuple[int, int] | None:
    """Choose the units whose text is shown: all but for the longest texts."""
    if item.texts is None:
        return None
    first, letters = 1, 0
    for at, text in enumerate(item.texts, 1):
        letters += len(text)
        full = at - first >= MAX_UNITS or letters > MAX_LETTERS
        # The last unit never stands alone: no place lies after it.
        if full and first < at < item.mass:
            if unit is None or unit < at:
                return first, at - 1
            first, letters = at, len(text)
    return first, item.mass
