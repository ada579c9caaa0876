"""One item as the dashboard shows it: which pair, which part of it, S worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.corpus import Item
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results.agreement_view import row_cells
from segmetrics.derivations.latex_formulas import fraction
from segmetrics.derivations.metric_derivation import cost_of_edits
from segmetrics.metrics.edits import EditKind
from segmetrics.number_formats import read, short, shown
from segmetrics.reliability.item_differences import Pair
from segmetrics.tables.agreement_columns import Rated, agreement_columns
from segmetrics.tables.browser import Cell, Heading, TableRow, headings, span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from segmetrics.metrics.similarity import Similarity
    from segmetrics.metrics.windows import WindowErrors
    from segmetrics.reliability.explain import Explanation
    from segmetrics.reliability.loss import Loss, LossPart


# Parts of a bar that have a name of their own.
NAMED_PARTS = 6
KINDS = {
    EditKind.TRANSPOSITION: "near misses",
    EditKind.SUBSTITUTION: "full misses",
    EditKind.TYPE_SUBSTITUTION: "other types",
}
SHOWN_PAIRS = 15
PAIR_COLUMNS = (
    Heading("Pair of coders", numeric=False),
    Heading("S", title="Segmentation similarity: 1 is identity"),
    Heading("Near", title="Near misses (transpositions)"),
    Heading("Full", title="Full misses (substitutions)"),
    Heading("1−WD", title="1 − WindowDiff with the second coder as reference"),
    Heading("1−WD reversed", title="1 − WindowDiff with the first coder as reference"),
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
        f"95% interval of π* over S, over coders: {span(found.interval, short)}."
        if span(found.interval, short)
        else f"No interval: {found.interval.undefined}."
    ]
    level = found.shuffled
    if level and level.p is not None:
        said.append(
            f"Observed agreement {shown(level.observed)}, that of shuffled coders "
            f"{shown(level.shuffled)}: corrected {read(level.corrected)}, p = {shown(level.p)}."
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


def pair_rows(pairs: list[Pair], view: UrlState) -> list[TableRow]:
    """Return the rows of the table of pairs; each links to its pair."""
    rows = []
    opens = Opens(view, "item")
    for pair in pairs[:SHOWN_PAIRS]:
        edits = pair.similarity.edits
        chosen = {pair.a, pair.b} == {view.a, view.b}
        rows.append(
            TableRow(
                "item",
                [
                    Cell(f"{pair.a}, {pair.b}", href=view.href("item", a=pair.a, b=pair.b)),
                    Cell(
                        "undefined" if pair.similarity.undefined else shown(pair.similarity.value),
                        bar=pair.similarity.value,
                        title=pair.similarity.undefined,
                        href=opens.href(pair_key("s", pair.a, pair.b, view.item or "")),
                        opens=f"S of {pair.a} and {pair.b}",
                    ),
                    Cell(str(edits.near_misses)),
                    Cell(str(edits.full_misses)),
                    _window_cell(pair.forward, (pair.a, pair.b), opens),
                    _window_cell(pair.backward, (pair.b, pair.a), opens),
                ],
                chosen=chosen,
            )
        )
    return rows


def _window_cell(found: WindowErrors, pair: tuple[str, str], opens: Opens) -> Cell:
    """Show 1 - WindowDiff; what opens is WindowDiff itself."""
    if found.value is None:
        return Cell("undefined", title=found.undefined)
    counts = f"{found.errors} of {found.windows} windows of size {found.k} err"
    key = pair_key("wd", *pair, opens.view.item or "")
    named = f"WindowDiff of {pair[0]} against {pair[1]}"
    return Cell(shown(1 - found.value), title=counts, href=opens.href(key), opens=named)


def worked_out(found: Similarity) -> str:
    """Work S out in numbers, as LaTeX."""
    edits = found.edits
    places = edits.potential_boundaries
    given = r"\frac{\text{potential boundaries} - \text{edits}}{\text{potential boundaries}}"
    numbers = fraction(f"{places} - ({cost_of_edits(edits)})", places)
    return (
        f"S = {given} = {numbers} = {fraction(places - edits.cost, places)} = {shown(found.value)}"
    )


def item_table(
    table: AgreementTable, row: AgreementRow, view: UrlState
) -> tuple[list[Heading], TableRow]:
    """Show one item's row of the table for its own page."""
    columns = agreement_columns(table)
    return headings(columns), TableRow(
        "item", row_cells(columns, Rated(row), Opens(view, "item"), {})
    )


def expectation(row: AgreementRow) -> str:
    """Return what the coefficients of a row came from; empty if they are undefined."""
    if row.observed is None:
        return ""
    return (
        f"Observed agreement {shown(row.observed)}; expected agreement {shown(row.expected_pi)} "
        f"for pi, {shown(row.expected_kappa)} for kappa."
    )
