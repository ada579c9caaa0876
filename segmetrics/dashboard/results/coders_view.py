"""The coders of a group as the dashboard shows them: who differs from whom, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.coefficients.quantities import BY_SHUFFLING
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.derivation_links import Opens, pair_key
from segmetrics.dashboard.frame.metric_options import title_of
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import in_sentence, percent, rate, short, shown, signed
from segmetrics.phrases import counted, listed
from segmetrics.reliability.coder_findings import CoderFinding, Finding
from segmetrics.reliability.coders import CoderGranularity, CoderMatrix, PairItem, PairMean
from segmetrics.reliability.influence import CoderInfluence, ItemInfluence
from segmetrics.reliability.planning import Plan, PlanPoint
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import SCORE, Column, Table
from segmetrics.tables.plain import PROGRAM

# Items from which nearly every coder who marks at random was named, in simulations.
ENOUGH = 20
WISHES = (2, 5, 10, 15, 20, 30, 40)
"""Widths of an interval that can be wished for, in hundredths."""

SHOWN_PAIRS = 8

SHOWN_ITEMS, SHOWN_PLACES, SHOWN_NAMES, SHOWN_LEFT_OUT = 8, 10, 5, 20
# A drift with a p-value above this, corrected for looking at all coders, is not named.
DRIFTS = 0.05
# Below these numbers a plan is a hint.
PLAN_ITEMS, PLAN_CODERS = 10, 4

FINDING_RULES = (
    "A coder is named who placed nothing or everything, who agrees clearly better if moved by one "
    "place, who agrees far less with the others than they do among themselves, or whose rate of "
    "boundaries is out of line. This looks at boundary decisions, whatever the similarity."
)
LEFT_OUT_INTERVALS = (
    "95% jackknife intervals: without a coder for other items, without an item for other coders"
)
BY_ONE_PLACE = "Near misses by one place, over all pairs"
NO_BOUNDARY = "the coder placed no boundary on these items"
NOTHING_TO_COMPARE = "there is nothing to compare with"

CODERS: Sequence[Column[CoderGranularity]] = (
    Column("coder", lambda row: row.coder, "Coder", left=True),
    Column("items", lambda row: row.items, "Items", "Items that the coder coded"),
    Column("segments", lambda row: row.segments, "Segments", "Over all items of the coder"),
    Column(
        "per_100_units",
        lambda row: row.per_100_units,
        "per 100 units",
        "Segments per 100 units, over all items of the coder",
        write=rate,
    ),
    Column(
        "mean_segment",
        lambda row: row.mean_segment,
        "Mean size",
        "Units of a segment on average",
        write=rate,
    ),
    Column(
        "drift",
        lambda row: row.drift.slope,
        "Drift",
        "Change of the logarithm (base 2) of the coder's segments over the mean of the "
        "others, from item to item: above 0 the coder gets finer. Below it the 95% interval",
        write=signed,
        interval=lambda row: row.drift,
        write_ends=signed,
    ),
    Column(
        "p",
        lambda row: row.drift.p,
        "p",
        "That of the drift, for this coder alone (Kendall)",
        why=lambda row: row.drift.undefined,
    ),
)
NAMES: Mapping[Finding, str] = {
    "none": "",
    "empty": "nothing placed",
    "full": "everything marked",
    "shifted": "shifted by one",
    "disagrees": "disagrees",
    "rate": "rate out of line",
}
FINDINGS: Sequence[Column[CoderFinding]] = (
    Column("coder", lambda row: row.coder, "Coder", left=True),
    Column(
        "boundaries",
        lambda row: row.boundaries,
        "Boundaries",
        "On the items that others coded too",
        below=lambda row: counted(row.items, "item"),
    ),
    Column(
        "rate_ratio",
        lambda row: row.rate_ratio,
        "Rate",
        "Boundaries of the coder for each of the others' on the same items: above 1 the coder "
        "is finer. Below it the 95% interval. Coders who are twice as fine are common",
        write=short,
        interval=lambda row: row.rate_interval,
        write_ends=short,
        why=lambda _: NOTHING_TO_COMPARE,
    ),
    Column(
        "alone",
        lambda row: row.alone,
        "Alone",
        "Share of the coder's boundaries where nobody else has one",
        write=percent,
        why=lambda _: NO_BOUNDARY,
    ),
    Column(
        "early",
        lambda row: row.early,
        "Early",
        f"{BY_ONE_PLACE}: the coder's boundary lies before the other",
    ),
    Column(
        "late",
        lambda row: row.late,
        "Late",
        f"{BY_ONE_PLACE}: the coder's boundary lies behind the other",
    ),
    Column(
        "kappa",
        lambda row: row.kappa,
        "κ",
        "Kappa of boundary decisions with the others; below it that of the others' pairs",
        below=lambda row: None if row.others is None else f"others {shown(row.others)}",
        why=lambda _: NOTHING_TO_COMPARE,
    ),
    Column(
        "finding",
        lambda row: NAMES[row.finding],
        "Finding",
        below=lambda row: row.evidence,
        left=True,
    ),
)
INFLUENCE: Sequence[Column[CoderInfluence]] = (
    Column("coder", lambda row: row.coder, "Left out", left=True),
    Column(
        "value",
        lambda row: row.value,
        "R",
        "Agreement beyond chance of the others",
        why=lambda row: row.interval.undefined if row.value is None else None,
    ),
    Column(
        "change",
        lambda row: row.change,
        "Change",
        "Above 0, the others agree better; below it the interval",
        write=signed,
        interval=lambda row: row.interval,
        write_ends=signed,
    ),
)
LEFT_OUT: Sequence[Column[ItemInfluence]] = (
    Column("item", lambda row: row.item, "Left out", left=True),
    Column("own", lambda row: row.own, "Own R", "Agreement beyond chance on the item by itself"),
    Column(
        "change",
        lambda row: row.change,
        "Change",
        "Above 0, the other items of its group agree better; below it the interval",
        write=signed,
        interval=lambda row: row.interval,
        write_ends=signed,
    ),
    Column(
        "misses",
        lambda row: row.misses,
        "Misses",
        "Near and full misses, and how many its boundaries lead one to expect",
        below=lambda row: f"{rate(row.misses_expected)} expected",
    ),
    Column("verdict", lambda row: "outlying" if row.outlying else "", "Verdict", left=True),
)
PAIRS: Sequence[Column[PairMean]] = (
    Column("pair", lambda row: ", ".join(row.coders), "Pair of coders", left=True),
    Column(
        "mean",
        lambda row: row.value,
        "Mean",
        "The metric of the two: its mean over items, and both directions",
    ),
    Column("items", lambda row: row.items, "Items", "Items on which it has a value"),
)
PAIR_ITEMS: Sequence[Column[PairItem]] = (
    Column("item", lambda row: row.item, "Item", left=True),
    SCORE.through(lambda row: row, about="The metric of the two on this item"),
    Column(
        "edits",
        lambda row: len(row.edits),
        "Edits",
        "Near and full misses, and substitutions of types",
    ),
    Column(
        "where",
        lambda row: listed([f"{place:,}" for place in _places(row)], SHOWN_PLACES),
        "Where",
        "Units after which they differ",
        left=True,
    ),
)


def metric_in_words(matrix: CoderMatrix) -> str:
    """Return how to read a matrix."""
    metric = METRICS[matrix.metric]
    low, high = (f"{bound:g}".replace("inf", "∞") for bound in (metric.low, metric.high))
    direction = (
        "It is symmetric."
        if metric.symmetric
        else "Rows are hypotheses and columns references, so the two halves differ."
    )
    return (
        f"{title_of(metric)}, {low} to {high}, {metric.direction}: the mean over the items that "
        f"both coded. {direction} Coders alike stand side by side (average linkage)."
    )


def matrix_signature(matrix: CoderMatrix, options: Mapping[str, object], corpus: Corpus) -> str:
    """Return the line that says what a matrix was computed with."""
    said = ", ".join(f"{name}={value}" for name, value in options.items())
    return f"{PROGRAM}, {matrix.metric}({said}), mean over items, corpus={corpus.digest[:12]}"


def apart_in_words(matrix: CoderMatrix) -> str:
    """Return which two coders agree least."""
    pairs = matrix.pairs
    if not pairs:
        return "No two coders have a value of this metric."
    (a, b), value, items = pairs[0]
    said = f"{a} and {b} agree least: {shown(value)} over {counted(items, 'item')}."
    if len(pairs) > 1:
        (c, d), best, _ = pairs[-1]
        said += f" The most alike are {c} and {d}, with {shown(best)}."
    return said


def chosen_pair(matrix: CoderMatrix, view: UrlState) -> tuple[str, str] | None:
    """Choose the two coders to look at: those of the view, else those who agree least."""
    if view.a in matrix.coders and view.b in matrix.coders and view.a != view.b:
        return view.a or "", view.b or ""
    return matrix.pairs[0].coders if matrix.pairs else None


def pair_table(matrix: CoderMatrix, pair: tuple[str, str], view: UrlState) -> PageTable:
    """List the pairs of coders, those who agree least first; the chosen one is among them."""
    chosen = [
        row
        for rank, row in enumerate(matrix.pairs)
        if rank < SHOWN_PAIRS or set(row.coders) == set(pair)
    ]
    return page(
        Table(columns=PAIRS, rows=chosen),
        {"pair": lambda row: {"href": view.href("coders", a=row.coders[0], b=row.coders[1])}},
        chosen=lambda row: set(row.coders) == set(pair),
    )


def _places(found: PairItem) -> list[int]:
    """List the units after which two coders differ on an item."""
    return sorted({place for edit in found.edits for place in edit.positions})


def pair_item_table(pair: tuple[str, str], items: Sequence[PairItem], view: UrlState) -> PageTable:
    """List the items on which two coders differ most; each leads to the two on its page.

    The chosen item is among them, if both coded it.
    """
    a, b = pair
    opens, metric = Opens(view, "coders"), title_of(METRICS[view.metric])

    def to_item(row: PairItem) -> dict[str, str]:
        # The chosen place stays, if it is on this item.
        first = min(_places(row), default=None)
        place = view.place if row.item == view.item and view.place else first
        return {"href": view.href("item", item=row.item, a=a, b=b, start=None, place=place)}

    def to_number(row: PairItem) -> dict[str, str]:
        named = f"{metric} of {a} and {b} on {row.item}"
        return opens.to(pair_key(view.metric, a, b, row.item), named)

    shown = [row for rank, row in enumerate(items) if rank < SHOWN_ITEMS or row.item == view.item]
    return page(
        Table(columns=PAIR_ITEMS, rows=shown),
        {"item": to_item, "value": to_number},
        chosen=lambda row: row.item == view.item,
    )


def back_links(view: UrlState, corpus: Corpus) -> list[Link]:
    """Link back to the chosen item, at the chosen place; nothing if there is none."""
    if view.item is None or view.item not in corpus:
        return []
    where = f", after unit {view.place:,}" if view.place else ""
    return [Link(f"← Back to {view.item}{where}", view.href("item"))]


def coder_table(coders: Sequence[CoderGranularity]) -> PageTable:
    """List how finely each coder codes."""
    return page(Table(columns=CODERS, rows=coders))


def drifts_in_words(coders: Sequence[CoderGranularity]) -> str:
    """Return who drifts, if the numbers bear it, or why that cannot be said."""
    known = [row for row in coders if row.drift.p is not None]
    if not known:
        why = next((row.drift.undefined for row in coders), "")
        return f"No drift is looked for: {why}." if why else ""
    found = [
        f"{row.coder} gets {'finer' if (row.drift.slope or 0) > 0 else 'coarser'}"
        for row in known
        if row.drift.p is not None and row.drift.p * len(known) < DRIFTS
    ]
    if not found:
        return "No coder is found to get finer or coarser over the order of the items."
    return (
        f"Over the order of the items, beside the others, {listed(found, SHOWN_NAMES)} "
        f"(p below {DRIFTS:g}, corrected for {len(known):,} coders)."
    )


def influence_table(found: Sequence[CoderInfluence]) -> PageTable:
    """List what the others' agreement is without each coder."""
    return page(Table(columns=INFLUENCE, rows=found))


def left_out_table(items: Sequence[ItemInfluence], view: UrlState) -> PageTable:
    """List the items without which the group agrees better, those that change most first."""
    known = [row for row in items if row.change is not None]
    known.sort(key=lambda row: row.change or 0.0, reverse=True)
    opens = Opens(view, "coders")
    return page(
        Table(columns=LEFT_OUT, rows=known[:SHOWN_LEFT_OUT]),
        {
            "item": lambda row: {"href": view.item_href(row.item)},
            "own": lambda row: opens.quantity(BY_SHUFFLING["corrected"], "item", row.item),
        },
        chosen=lambda row: row.item == view.item,
    )


def finding_table(found: Sequence[CoderFinding]) -> PageTable:
    """List the coders, each beside the others."""
    return page(Table(columns=FINDINGS, rows=found))


def findings_in_words(found: Sequence[CoderFinding], items: int) -> list[str]:
    """Name the coders who stand out, or say that none does, or why that cannot be told."""
    said = [row.words for row in found if row.stands_out]
    if said:
        return said
    why = next((row.evidence for row in found if row.evidence), "")
    if why:
        return [f"No coder can be named: {why}."]
    few = f" With {counted(items, 'item')}, one who does is often missed." if items < ENOUGH else ""
    return [f"No coder stands out.{few}"]


def changes_without_coders(coders: Sequence[CoderInfluence]) -> list[str]:
    """Return without whom the others agree better, or why nobody can be left out."""
    known = [row for row in coders if row.change is not None]
    if not known:
        return [f"No coder can be left out: {row.interval.undefined}." for row in coders[:1]]
    most = max(known, key=lambda row: row.change or 0.0)
    said = [
        f"Without {most.coder}, R of the others changes most upwards, by {signed(most.change)}."
    ]
    why = next((row.interval.undefined for row in known if row.interval.undefined), "")
    if why:
        said.append(f"No interval of a change: {why}.")
    return said


def outlying_items(items: Sequence[ItemInfluence]) -> list[str]:
    """Name outlying items with the evidence."""
    known = [row for row in items if row.change is not None]
    if not known:
        return [f"No item can be left out: {row.interval.undefined}." for row in items[:1]]
    said = []
    why = next((row.interval.undefined for row in known if row.interval.undefined), "")
    if why:
        said.append(f"No interval of the change without an item: {why}.")
    odd = [row.item for row in items if row.outlying]
    if odd:
        said.append(f"Outlying items, below what the others agree on: {listed(odd, SHOWN_NAMES)}.")
    return said


def plan_in_words(plan: Plan, width: float) -> list[str]:
    """Return how many items or coders make the interval of pi* as narrow as wished."""
    if plan.undefined or plan.now is None:
        return [f"Nothing can be planned: {plan.undefined}."]
    now = plan.now
    said = [
        f"With {now.coders:,} coders and {counted(now.items, 'item')} the interval of π* is "
        f"{in_sentence(now.low)} to {in_sentence(now.high)}: {in_sentence(now.width)} wide, as "
        "items and coders might both have been others."
    ]
    if now.width <= width:
        said.append(f"That is no wider than {width:g} already.")
    else:
        items = _needed(plan.items_for(width), "items", plan.by_items)
        coders = _needed(plan.coders_for(width), "coders", plan.by_coders)
        said.append(
            f"For a width of {width:g}: {items} with the coders at hand; {coders} with the items "
            "at hand."
        )
    if now.items < PLAN_ITEMS or now.coders < PLAN_CODERS:
        said.append(
            f"This is a hint only: with fewer than {PLAN_ITEMS} items or {PLAN_CODERS} coders, "
            "little is known of what others would be like."
        )
    return said


def _needed(number: int | None, what: str, tried: Sequence[PlanPoint]) -> str:
    if number is not None:
        return f"about {number:,} {what}"
    most = max((getattr(point, what) for point in tried), default=0)
    return f"more than {most:,} {what}"
