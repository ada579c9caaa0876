"""One item as the dashboard shows it: which pair, which part of it, S worked out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import cast

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.corpus import Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.agreement_view import number_links
from segmetrics.derivations.latex_formulas import fraction
from segmetrics.derivations.metric_derivation import cost_of_edits
from segmetrics.metrics.edits import EditKind
from segmetrics.metrics.similarity import Similarity
from segmetrics.metrics.windows import WindowErrors
from segmetrics.number_formats import p_in_sentence, read, short, shown
from segmetrics.phrases import capital
from segmetrics.reliability.chance_verdicts import VERDICT_WORDS
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.item_differences import Pair
from segmetrics.reliability.loss import Loss, LossPart
from segmetrics.reliability.reliability_table import ReliabilityRow, ReliabilityTable
from segmetrics.tables.agreement_columns import (
    Rated,
    agreement_columns,
    rated_reliability_columns,
    rated_rows,
)
from segmetrics.tables.browser import PageTable, page, span
from segmetrics.tables.columns import SCORE, Column, Table
from segmetrics.tables.reliability_columns import verdict_explained

# Parts of a bar that have a name of their own.
NAMED_PARTS = 6
KINDS = {
    EditKind.TRANSPOSITION: "near misses",
    EditKind.SUBSTITUTION: "full misses",
    EditKind.TYPE_SUBSTITUTION: "other types",
}
SHOWN_PAIRS = 15
WINDOW: Column[WindowErrors] = Column(
    "wd",
    lambda one: None if one.value is None else 1 - one.value,
    why=lambda one: one.undefined or f"{one.errors} of {one.windows} windows of size {one.k} err",
)
ABOUT_WINDOW = "1 − WindowDiff with the {} coder as reference"
PAIRS: Sequence[Column[Pair]] = (
    Column("pair", lambda one: f"{one.a}, {one.b}", "Pair of coders", left=True),
    SCORE.through(
        attrgetter("similarity"),
        key="s",
        heading="S",
        about="Segmentation similarity: 1 is identity",
        bar=True,
    ),
    Column(
        "near", attrgetter("similarity.edits.near_misses"), "Near", "Near misses (transpositions)"
    ),
    Column(
        "full", attrgetter("similarity.edits.full_misses"), "Full", "Full misses (substitutions)"
    ),
    WINDOW.through(attrgetter("forward"), heading="1−WD", about=ABOUT_WINDOW.format("second")),
    WINDOW.through(
        attrgetter("backward"),
        key="wd_reversed",
        heading="1−WD reversed",
        about=ABOUT_WINDOW.format("first"),
    ),
)


def loss_parts(loss: Loss) -> dict[str, list[tuple[str, float]]]:
    """Return a loss divided in several ways; the parts of each add up to it."""
    named: dict[str, dict[str, LossPart]] = {
        "by pair": {f"{a}, {b}": part for (a, b), part in loss.pairs.items()},
        "by coder": dict(loss.coders),
        "by place": {f"after {place:,}": part for (_, place), part in loss.places.items()},
    }
    kinds = [(KINDS[kind], part.of_s) for kind, part in loss.kinds.items()]
    return {"by kind": kinds} | {label: _largest(parts) for label, parts in named.items()}


def _largest(parts: Mapping[str, LossPart]) -> list[tuple[str, float]]:
    """Name the largest parts, and take the others together."""
    ranked = sorted(
        ((name, part.of_s) for name, part in parts.items() if part.of_s), key=lambda one: -one[1]
    )
    rest = ranked[NAMED_PARTS:]
    together = [(f"{len(rest):,} others", sum(value for _, value in rest))] if rest else []
    return ranked[:NAMED_PARTS] + together


def rests_on(found: Explanation) -> str:
    """Return the interval of an item and its chance level, or why there is none."""
    said = [
        f"95% interval of R over S, for other coders: {span(found.interval, short)}."
        if span(found.interval, short)
        else f"No interval: {found.interval.undefined}."
    ]
    level = found.shuffled
    if level and level.p is not None:
        said.append(
            f"Observed agreement {shown(level.observed)}, that of shuffled coders "
            f"{shown(level.shuffled)}: R {read(level.corrected)}, p {p_in_sentence(level.p)}."
        )
    elif level:
        said.append(f"No chance level: {level.undefined}.")
    return " ".join(said)


def section_links(item: Item, pair: Pair) -> list[Link]:
    """Link the parts of the page, which is long."""
    parts = {"What differs": "differs", f"Between {pair.a} and {pair.b}": "pair"}
    if item.texts:
        parts["The text"] = "text"
    parts |= {"Why it is low": "why", "All pairs": "pairs", "All metrics": "metrics"}
    return [Link(text, f"#{heading}") for text, heading in parts.items()]


def pair_table(pairs: list[Pair], view: UrlState) -> PageTable:
    """Return the table of pairs; each links to its pair. What 1 − WD opens is WindowDiff itself."""
    opens, item = Opens(view, "item"), view.item or ""

    def window(one: Pair, *, reverse: bool = False) -> dict[str, str]:
        a, b = (one.b, one.a) if reverse else (one.a, one.b)
        if (one.backward if reverse else one.forward).value is None:
            return {}
        return opens.to(pair_key("wd", a, b, item), f"WindowDiff of {a} against {b}")

    return page(
        Table(columns=PAIRS, rows=pairs[:SHOWN_PAIRS]),
        {
            "pair": lambda one: {"href": view.href("item", a=one.a, b=one.b)},
            "s": lambda one: opens.to(
                pair_key("s", one.a, one.b, item), f"S of {one.a} and {one.b}"
            ),
            "wd": window,
            "wd_reversed": partial(window, reverse=True),
        },
        chosen=lambda one: {one.a, one.b} == {view.a, view.b},
    )


def worked_out(found: Similarity) -> str:
    """Work S out in numbers, as LaTeX."""
    edits = found.edits
    places = edits.potential_boundaries
    given = r"\frac{\text{potential boundaries} - \text{edits}}{\text{potential boundaries}}"
    numbers = fraction(f"{places} - ({cost_of_edits(edits)})", places)
    return (
        f"S = {given} = {numbers} = {fraction(places - edits.cost, places)} = {shown(found.value)}"
    )


def item_table(table: AgreementTable, row: AgreementRow, view: UrlState) -> PageTable:
    """Show one item's row of the table for its own page."""
    columns = agreement_columns(table)
    links = number_links(columns, Opens(view, "item"))
    return page(Table(columns=columns, rows=[Rated(row)]), links)


def rated_row(
    item: str, table: AgreementTable, intervals: IntervalTable | None, found: ReliabilityTable
) -> Rated:
    """Return the row of an item with all that is known of it."""
    return next(one for one in rated_rows(table, intervals, found) if one.row.item == item)


def verdict_in_sentences(one: Rated) -> str:
    """Return the verdict on an item, R, and what that does not prove."""
    row = cast("ReliabilityRow", one.reliability)
    if row.verdict is None:
        return f"No verdict: {verdict_explained(row)}."
    ends = one.intervals.corrected if one.intervals else None
    around = f" [{short(ends.low)}, {short(ends.high)}]" if ends and ends.low is not None else ""
    return (
        f"{capital(VERDICT_WORDS[row.verdict])}: R = {short(row.corrected)}{around}. "
        f"{verdict_explained(row)}"
    )


def reliability_table(one: Rated, found: ReliabilityTable, view: UrlState) -> PageTable:
    """Show how reliable an item is, for its own page; its verdict stands in a sentence."""
    columns = [one for one in rated_reliability_columns(found) if one.name != "verdict"]
    return page(Table(columns=columns, rows=[one]), number_links(columns, Opens(view, "item")))


def expectation(row: AgreementRow) -> str:
    """Return what the coefficients of a row came from; empty if they are undefined."""
    if row.observed is None:
        return ""
    return (
        f"Observed agreement {shown(row.observed)}; expected agreement {shown(row.expected_pi)} "
        f"for pi, {shown(row.expected_kappa)} for kappa."
    )
