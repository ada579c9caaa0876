"""One item as the dashboard shows it: what is said of it, its neighbours, its pairs of coders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter

from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import item_words as words
from segmetrics.dashboard.results.agreement_view import number_links
from segmetrics.dashboard.results.reliability_view import what_ends_hold
from segmetrics.derivations.latex_formulas import fraction
from segmetrics.derivations.metric_derivation import cost_of_edits
from segmetrics.metrics.edits import BoundaryEdits
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import between, short, shown
from segmetrics.phrases import told_apart
from segmetrics.reliability.chance import ChanceRow
from segmetrics.reliability.chance_verdicts import (
    BEYOND,
    HOLDS_HERE,
    ChanceVerdict,
    beside_verdict,
    of_these,
    verdict_sentence,
)
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.item_pairs import Pair
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.loss import Loss, LossPart
from segmetrics.reliability.narrative import Cause
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    needs_work_first,
)
from segmetrics.tables.agreement_columns import (
    Rated,
    agreement_columns,
    rated_reliability_columns,
    rated_rows,
)
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import SCORE, Column, Table
from segmetrics.tables.reliability_columns import verdict_explained

# Parts of a bar that have a name of their own.
NAMED_PARTS = 6
SHOWN_PAIRS = 8
# Letters of a coder's name where a pair has to fit into a bar.
LETTERS = 9
# Reasons that are shown at once.
REASONS = 4
ABOUT_COEFFICIENTS: Collection[Cause] = {"sparsity", "bias"}
TERMS = (
    *("R", "p", "chance", "shuffled", "near miss", "full miss", "interval"),
    *("α", "π* over B", "π* over S", "S", "B"),
)
"""Terms that the reasons explain."""
NEXT: Mapping[ChanceVerdict | None, str] = {
    "not_distinguishable": words.NEXT_THAT_NEEDS_WORK,
    "beyond_chance": words.NEXT_THAT_IS_LOW,
}
"""Verdicts of items that one would look at next, and how the link to one is called."""


def loss_parts(loss: Loss) -> dict[str, list[tuple[str, float]]]:
    """Return a loss divided in several ways; the parts of each add up to it."""
    coders = list(loss.coders)
    known = dict(zip(coders, told_apart(coders, LETTERS), strict=True))
    named: dict[str, dict[str, LossPart]] = {
        words.BY_PAIR: {f"{known[a]}, {known[b]}": part for (a, b), part in loss.pairs.items()},
        words.BY_CODER: dict(loss.coders),
        words.BY_PLACE: {
            words.AFTER.format(place): part for (_, place), part in loss.places.items()
        },
    }
    kinds = [(words.KINDS[kind], part.of_s) for kind, part in loss.kinds.items()]
    return {words.BY_KIND: kinds} | {label: _largest(parts) for label, parts in named.items()}


def _largest(parts: Mapping[str, LossPart]) -> list[tuple[str, float]]:
    """Name the largest parts, and take the others together."""
    ranked = sorted(
        ((name, part.of_s) for name, part in parts.items() if part.of_s), key=lambda one: -one[1]
    )
    rest = ranked[NAMED_PARTS:]
    together = [(words.OTHERS.format(len(rest)), sum(value for _, value in rest))] if rest else []
    return ranked[:NAMED_PARTS] + together


def reasons(found: Explanation) -> tuple[list[str], list[str]]:
    """Return the sentences that come first, and those that can wait: why coefficients differ."""
    first = [one.text for one in found.sentences if one.cause not in ABOUT_COEFFICIENTS][:REASONS]
    return first, [one.text for one in found.sentences if one.text not in first]


def short_verdict(row: ReliabilityRow, ends: Interval | None) -> str:
    """Return the verdict on an item whose reasons are not known, or why there is none."""
    if row.verdict is None:
        return words.NO_VERDICT.format(verdict_explained(row))
    said = verdict_sentence(row.verdict, row.corrected, on=words.ON_ITEM.format(row.item))
    around = between(ends.low, ends.high, short) if ends else ""
    r = beside_verdict(row.corrected, short)
    said = f"{said} (R {r}{around and f', 95% interval {around}'})."
    return f"{said} {HOLDS_HERE}" if of_these(row.verdict, row.level, ends) else said


def only_at_the_ends(row: ReliabilityRow, anchored: ChanceRow) -> str:
    """Return that first and last segments may hold what is beyond chance in an item; or empty."""
    held = what_ends_hold(anchored)
    if not held or anchored.p is None or row.verdict not in BEYOND:
        return ""
    return words.anchored(anchored.p) if held == "all" else words.ends_unclear(anchored.p)


def neighbours(corpus: Corpus, judged: ReliabilityTable | None, view: UrlState) -> list[Link]:
    """Link the items before and after the shown one, and the next one that needs work."""
    names = [item.name for item in corpus.items]
    at = names.index(view.item or "")
    links = []
    if at:
        links.append(Link(f"← {names[at - 1]}", _to_item(names[at - 1], view)))
    if at + 1 < len(names):
        links.append(Link(f"{names[at + 1]} →", _to_item(names[at + 1], view)))
    todo = {
        row.item: NEXT[row.verdict]
        for row in (needs_work_first(judged) if judged else ())
        if row.verdict in NEXT
    }
    order = list(todo)
    later = order[order.index(names[at]) + 1 :] if names[at] in todo else order
    if later:
        links.append(Link(todo[later[0]].format(later[0]), _to_item(later[0], view)))
    return links


def _to_item(name: str, view: UrlState) -> str:
    """Return the link to another item, whose pair is its own."""
    return view.item_href(name, a=None, b=None)


def pair_columns(similarity: str) -> Sequence[Column[Pair]]:
    """Return the columns of the table of pairs, over a similarity."""
    return (
        Column("pair", lambda one: f"{one.a}, {one.b}", words.PAIR_OF_CODERS, left=True),
        SCORE.through(
            lambda one: one,
            key="similarity",
            heading=similarity_name(similarity),
            about=words.similarity(SIMILARITIES[similarity]),
            bar=True,
        ),
        Column("near", attrgetter("edits.near_misses"), *words.NEAR),
        Column("full", attrgetter("edits.full_misses"), *words.FULL),
    )


def pair_table(pairs: Sequence[Pair], view: UrlState) -> PageTable:
    """Return the table of pairs; each links to its pair, and its similarity opens."""
    return page(
        Table(columns=pair_columns(view.similarity), rows=pairs[:SHOWN_PAIRS]),
        {
            "pair": lambda one: {"href": view.href("item", a=one.a, b=one.b)},
            "similarity": lambda one: _opens(one, view),
        },
        chosen=lambda one: {one.a, one.b} == {view.a, view.b},
    )


def _opens(pair: Pair, view: UrlState) -> dict[str, str]:
    """Return where the similarity of a pair opens; of 1 − WD, WindowDiff itself does."""
    if pair.value is None:
        return {}
    key = pair_key(view.similarity, pair.a, pair.b, view.item or "")
    name = METRICS[view.similarity].name
    return Opens(view, "item").to(key, words.VALUE_OF_PAIR.format(metric=name, a=pair.a, b=pair.b))


def pair_links(pair: Pair, view: UrlState) -> list[Link]:
    """Link what the shown pair's similarity is made of, and what all metrics say of the pair."""
    name = similarity_name(view.similarity)
    edits = pair.edits
    text = words.alike(
        f"{pair.a} and {pair.b}", name, pair.value, edits.near_misses, edits.full_misses
    )
    opened = _opens(pair, view)
    first = (
        [Link(text, opened["href"], title=words.OPENS.format(opened["opens"]))] if opened else []
    )
    return [*first, Link(words.ALL_METRICS, view.href("metrics"))]


def worked_out(edits: BoundaryEdits) -> str:
    """Work S out in numbers, as LaTeX."""
    places = edits.potential_boundaries
    given = r"\frac{\text{potential boundaries} - \text{edits}}{\text{potential boundaries}}"
    numbers = fraction(f"{places} - ({cost_of_edits(edits)})", places)
    value = shown((places - edits.cost) / places)
    return f"S = {given} = {numbers} = {fraction(places - edits.cost, places)} = {value}"


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


def reliability_table(one: Rated, found: ReliabilityTable, view: UrlState) -> PageTable:
    """Show how reliable an item is, for its own page; its verdict stands in a sentence."""
    columns = [one for one in rated_reliability_columns(found) if one.name != "verdict"]
    return page(Table(columns=columns, rows=[one]), number_links(columns, Opens(view, "item")))


def expectation(row: AgreementRow) -> str:
    """Return what the coefficients of a row came from; empty if they are undefined."""
    if row.observed is None:
        return ""
    return words.expected(row.observed, row.expected_pi, row.expected_kappa)
