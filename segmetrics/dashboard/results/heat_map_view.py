"""The heat maps: how they are drawn, the order of the items, the texts that a person points at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segmetrics.axis import Axis
from segmetrics.claims.verdict_rows import VerdictTable
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components import small_multiples
from segmetrics.dashboard.components.heat_map_component import UnitTexts, texts_id
from segmetrics.dashboard.components.recording_component import ShadedLine
from segmetrics.dashboard.frame.computations import people_on
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.selected_corpus import chosen
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words
from segmetrics.number_formats import DASH, clock, shown
from segmetrics.phrases import counted, plural
from segmetrics.reliability.chance_verdicts import urgency
from segmetrics.reliability.press_density import press_density
from segmetrics.tables.columns import in_order

LONG, MANY = 500, 5_000
"""Places of an item, and of all items, up to which every place is shown unasked."""

# Texts are sent for this many units at a time, and no more of one than a tip can show
# of its beginning or its end.
UNITS, LETTERS = 50, 200


def suited_look(corpus: Corpus) -> tuple[str, str]:
    """Choose how the heat maps of a corpus are drawn as long as nobody has chosen."""
    longest = max(item.mass - 1 for item in corpus.items)
    places = sum(item.mass - 1 for item in corpus.items)
    if longest > LONG:
        return "overview", words.LONG_ITEM.format(places=longest, most=LONG)
    if places > MANY:
        return "overview", words.MANY_PLACES.format(places=places, most=MANY)
    return "places", words.FEW_PLACES


def reading(corpus: Corpus, look: str) -> str:
    """Return how a heat map is to be read; of bars it speaks only where there are some."""
    whole = look == "overview" and small_multiples.a_cell_each(corpus.items)
    said = words.READING_OF_LINES if whole else words.READING[look]
    return said.format(units=plural(corpus.unit))


def panel_texts(
    verdicts: VerdictTable | None, similarity: str, places: Sequence[int]
) -> list[small_multiples.PanelText]:
    """Write R of each item beside its name; a dash and its reason if undefined."""
    over = similarity.upper()
    if verdicts is None:
        return [small_multiples.PanelText(DASH, over, words.NOT_COMPUTED)] * len(places)
    rows = [verdicts.items[place] for place in places]
    return [small_multiples.PanelText(shown(row.value), over, row.undefined) for row in rows]


def item_order(corpus: Corpus, verdicts: VerdictTable | None, order: str) -> list[int]:
    """Order the items of a heat map; as in the corpus if it is not known how reliable they are."""
    places = range(len(corpus.items))
    if order == "length":
        return in_order(places, lambda place: corpus.items[place].mass, descending=True)
    if order == "reliability" and verdicts:
        rows = verdicts.items
        return sorted(places, key=lambda at: urgency(rows[at].verdict, rows[at].value))
    return list(places)


def texts_near(corpus: Corpus, item: str, place: int) -> UnitTexts | None:
    """Return the texts around a place, shortened for a tooltip."""
    if item not in corpus:
        return None
    found = corpus[item]
    if found.texts is None or not 0 < place < found.mass:
        return None
    start = (place - 1) // UNITS * UNITS
    texts = [_ends(text) for text in found.texts[start : start + UNITS + 1]]
    return UnitTexts(texts_id(found) or "", start + 1, texts)


def texts_asked(view: UrlState, item: str, place: int) -> UnitTexts | None:
    """Return the texts around a place (see `texts_near`), as long as the corpus is open."""
    corpus = chosen(view).corpus
    return texts_near(corpus, item, place) if corpus else None


def _ends(text: str) -> str:
    """Return the beginning and the end of a long text."""
    return text if len(text) <= 2 * LETTERS else f"{text[:LETTERS]} … {text[-LETTERS:]}"


def lines_of_recordings(corpus: Corpus, items: Sequence[Item], view: UrlState) -> list[ShadedLine]:
    """Return a line for each recording that somebody coded whose boundaries count."""
    coders = {item.name: people_on(corpus, item) for item in items}
    lines = [_line(corpus, item, coders[item.name], view) for item in items if coders[item.name]]
    return [replace(one, chosen=one.name == view.item) for one in lines]


def lines_of_coders(corpus: Corpus, item: Item, view: UrlState) -> list[ShadedLine]:
    """Return a line for each coder of a recording."""
    return [replace(_line(corpus, item, (one,), view), name=one) for one in item.coders]


def _line(corpus: Corpus, item: Item, coders: tuple[str, ...], view: UrlState) -> ShadedLine:
    """Return the line of a recording: its density without its chance level."""
    width = view.kernel_width
    key = ("outline", corpus.called_digest, item.name, coders, width)
    curve = kept(key, lambda: press_density(item, width=width, coders=coders, shuffles=0))
    return ShadedLine(item.name, item.mass, curve, view.item_href(item.name, place=None))


def label(lines: Sequence[ShadedLine], corpus: Corpus) -> str:
    """Return what the lines are, for who does not see them."""
    longest = max(line.duration for line in lines)
    length = clock(Axis(corpus.scale).length(longest))
    return words.HEAT_MAPS.format(counted(len(lines), "line"), length)
