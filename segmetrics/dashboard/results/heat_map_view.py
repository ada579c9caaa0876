"""The heat maps: how they are drawn, the order of the items, the texts that a person points at."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.heat_map_component import UnitTexts, texts_id
from segmetrics.dashboard.components.small_multiples import (
    CellData,
    PanelText,
    cell_data,
    panel_data,
)
from segmetrics.dashboard.frame.selected_corpus import chosen
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import shown
from segmetrics.tables.columns import in_order

LONG, MANY = 500, 5_000
"""Places of an item, and of all items, up to which every place is shown unasked."""

READING = {
    "places": "Each row is an item, each cell a place between two units: the stronger its colour, "
    "the more coders placed a boundary there. A strong cell with empty neighbours is agreement; "
    "a smear of faint cells is one boundary that coders put in different places. Click a cell "
    "to see the item at that place.",
    "overview": "Each line is an item, and how many places one of its cells holds stands at its "
    "end. Cells of several places have a bar below them: strong cells over short bars are "
    "agreement; faint cells over long bars are boundaries that coders put in different places. "
    "Click a cell to see the item at its strongest place.",
    "multiples": "Each panel is an item, with its coders one below the other and the share of "
    "coders at the bottom. Ticks in one column are agreement. Click a panel to see the item at "
    "that place.",
}

# Texts are sent for this many units at a time, and no more of one than a tip can show
# of its beginning or its end.
UNITS, LETTERS = 50, 200


def suited_look(corpus: Corpus) -> tuple[str, str]:
    """Choose how the heat maps of a corpus are drawn as long as nobody has chosen."""
    longest = max(item.mass - 1 for item in corpus.items)
    places = sum(item.mass - 1 for item in corpus.items)
    if longest > LONG:
        return "overview", (
            f"A line for each item was chosen, as an item has {longest:,} places, more than {LONG}."
        )
    if places > MANY:
        return "overview", (
            f"A line for each item was chosen, as there are {places:,} places, more than {MANY:,}."
        )
    return "places", "Every place is shown, as there are few enough to see each."


def cells_of(corpus: Corpus, places: Sequence[int]) -> CellData:
    """Return the binned places of items, for the overview."""
    return cell_data([corpus.items[place] for place in places])


def panels_of(corpus: Corpus, places: Sequence[int]) -> CellData:
    """Return the binned places of items, for small multiples."""
    return panel_data([corpus.items[place] for place in places])


def panel_texts(table: AgreementTable, corpus: Corpus, places: Sequence[int]) -> list[PanelText]:
    """Write the agreement of each item beside its name; a dash and its reason if undefined."""
    row_of = {row.item: row for row in table.items}
    rows = [row_of[corpus.items[place].name] for place in places]
    over = table.options.similarity.upper()
    return [PanelText(shown(row.pi_star), over, row.undefined.get("pi_star", "")) for row in rows]


def item_order(corpus: Corpus, table: AgreementTable, order: str) -> list[int]:
    """Order the items of a heat map."""
    if order == "corpus":
        return list(range(len(corpus.items)))
    by, descending = ("pi_star", False) if order == "reliability" else ("mass", True)
    place_of = {item.name: place for place, item in enumerate(corpus.items)}
    rows = in_order(table.items, attrgetter(by), descending=descending)
    return [place_of[row.item] for row in rows]


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
