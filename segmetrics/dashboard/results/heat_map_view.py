"""The heat maps: how they are drawn, the order of the items, the texts that a person points at."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.heat_map_component import UnitTexts, texts_id
from segmetrics.dashboard.components.small_multiples import (
    CellData,
    PanelText,
    a_cell_each,
    cell_data,
    panel_data,
)
from segmetrics.dashboard.frame.selected_corpus import chosen
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words
from segmetrics.number_formats import DASH, shown
from segmetrics.reliability.chance_verdicts import urgency
from segmetrics.reliability.reliability_table import ReliabilityTable
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
    whole = look == "overview" and a_cell_each(corpus.items)
    return words.READING_OF_LINES if whole else words.READING[look]


def cells_of(corpus: Corpus, places: Sequence[int]) -> CellData:
    """Return the binned places of items, for the overview."""
    return cell_data([corpus.items[place] for place in places])


def panels_of(corpus: Corpus, places: Sequence[int]) -> CellData:
    """Return the binned places of items, for small multiples."""
    return panel_data([corpus.items[place] for place in places])


def panel_texts(
    found: ReliabilityTable | None, options: AgreementOptions, places: Sequence[int]
) -> list[PanelText]:
    """Write R of each item beside its name; a dash and its reason if undefined."""
    over = options.similarity.upper()
    if found is None:
        return [PanelText(DASH, over, words.NOT_COMPUTED)] * len(places)
    rows = [found.items[place] for place in places]
    return [
        PanelText(shown(row.corrected), over, row.undefined.get("corrected", "")) for row in rows
    ]


def item_order(corpus: Corpus, found: ReliabilityTable | None, order: str) -> list[int]:
    """Order the items of a heat map; as in the corpus if it is not known how reliable they are."""
    places = range(len(corpus.items))
    if order == "length":
        return in_order(places, lambda place: corpus.items[place].mass, descending=True)
    if order == "reliability" and found:
        rows = found.items
        return sorted(places, key=lambda at: urgency(rows[at].verdict, rows[at].corrected))
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
