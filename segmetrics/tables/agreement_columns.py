"""The agreement table: its columns, its notes and its formats, for every reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from functools import partial
from operator import attrgetter
from typing import Any, NamedTuple

from segmetrics.claims.agreement_claims import claims_on_agreement
from segmetrics.claims.sentences import sentences_on_agreement
from segmetrics.claims.verdict_rows import verdicts_on_texts
from segmetrics.coefficients.agreement_table import LEVELS, AgreementRow, AgreementTable
from segmetrics.coefficients.decision_table import DecisionAgreement
from segmetrics.coefficients.levels import row_title
from segmetrics.coefficients.quantities import (
    NOT_ADJUSTED,
    RELIABILITY,
    Quantity,
    coefficient,
    similarity_name,
    with_intervals,
)
from segmetrics.number_formats import p_value, short, shown
from segmetrics.phrases import counted, listed
from segmetrics.reliability.chance_verdicts import (
    RULE,
    VERDICT_EXPLANATIONS,
    WELL_BEYOND,
    verdict_in_words,
)
from segmetrics.reliability.decision_intervals import DecisionIntervalTable
from segmetrics.reliability.intervals import MANY_ITEMS, IntervalTable
from segmetrics.reliability.reliability_table import ReliabilityRow, ReliabilityTable
from segmetrics.reliability.schools import Schools
from segmetrics.tables.columns import (
    FILES,
    PEOPLE,
    Column,
    Place,
    Row,
    Table,
    collected,
    ends,
    fields,
    spreads,
)
from segmetrics.tables.markup import latex, latex_table, markdown_list, markdown_table
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_rows, write_text

NAMED_BY_SIMILARITY = ("pi_star", "kappa_star", "bias")
"""Fields that bear their similarity in files, as ``pi_star_s``."""


class Rated(NamedTuple):
    """A row of a table with its intervals, and with its reliability, if there are any."""

    row: Any
    intervals: Any = None
    reliability: Any = None


def column_name(field: str, similarity: str) -> str:
    """Name the column of a field: coefficients bear their similarity, as ``pi_star_s``."""
    stem = field.removesuffix("_sd")
    return f"{stem}_{similarity}{field[len(stem) :]}" if stem in NAMED_BY_SIMILARITY else field


def agreement_columns(table: AgreementTable) -> tuple[Column[Rated], ...]:
    """Declare the columns for reading: all that is said of them, but for their intervals."""
    column = partial(_column, similarity=table.options.similarity)
    counted = "segments" if table.options.convention == "published" else "boundaries"
    return (
        column("pi_star", rated=True, bar=True),
        column("kappa_star", rated=True),
        column("bias", "bias", "Bias", rated=True, write_ends=shown),
        column("one_minus_wd_mean", latex=r"$1-\mathit{WD}$", rated=True),
        column("one_minus_wd_sd", "+/-", r"$\pm$", "± sd"),
        *([column(LEVELS, latex=r"$1-\mathit{HierWD}$")] if table.has_levels else []),
        column("coders", "coders", "Coders"),
        column("boundaries", counted, counted.capitalize(), key=counted),
        column("mass", "mass", "Mass", "Units"),
        column("near_misses", "near", "Near"),
        column("full_misses", "full", "Full"),
    )


def _column(
    field: str,
    heading: str = "",
    latex: str = "",
    label: str = "",
    *,
    similarity: str,
    key: str = "",
    rated: bool = False,
    write_ends: Callable[[Any], str] = short,
    bar: bool = False,
) -> Column[Rated]:
    """Declare the column of a field, a coefficient unless it has a heading of its own.

    `key` is its name in files, if it is not that of the field; `rated` says that its values may
    have intervals.
    """
    of, more = coefficient(field, similarity), dict[str, Any]()
    if field in NAMED_BY_SIMILARITY:
        more["sd"] = attrgetter(f"row.{field}_sd")
    if rated:
        more["interval"] = lambda one: one.intervals and getattr(one.intervals, field)
    return Column(
        key or column_name(field, similarity),
        attrgetter(f"row.{field}"),
        heading or of.plain,
        of.about,
        latex=latex or rf"${of.latex}_{{{of.sub}}}$",
        label=label or (latex if heading else of.symbol),
        sub=of.sub or None,
        why=lambda one: one.row.undefined.get(field),
        write_ends=write_ends,
        field=field,
        bar=bar,
        **more,
    )


def agreement_table(
    table: AgreementTable,
    intervals: IntervalTable | None = None,
    reliability: ReliabilityTable | None = None,
    *,
    schools: Sequence[Schools] = (),
    in_report: bool = False,
) -> Table[Rated]:
    """Return the table of a corpus: items, then groups, then the corpus.

    `schools` are the coder groups some of whom segment finely and some coarsely.
    """
    declared = (*rated_reliability_columns(reliability), *agreement_columns(table))
    named = partial(column_name, similarity=table.options.similarity)
    of_row = partial(fields, of="row.")
    in_json = [
        *of_row("observed", "expected_pi", "expected_kappa", places=Place.JSON),
        Column[Rated](
            "undefined",
            lambda one: {
                **(one.reliability.undefined if one.reliability else {}),
                **{named(field): why for field, why in one.row.undefined.items()},
            },
            places=Place.JSON,
        ),
        *of_row("note", places=Place.JSON),
    ]
    name = Column[Rated](
        "",
        lambda one: row_name(one.row),
        "item" if in_report else "",
        places=Place.READING,
        latex="",
        left=True,
    )
    columns = [*of_row("level", "item"), name, *declared, *spreads(declared), *in_json]
    if intervals:
        columns += ends(declared)
        columns.append(Column("no_interval", partial(no_intervals, declared), places=Place.JSON))
    if in_report:
        columns.append(Column("note", partial(_said, declared), places=Place.SHEET))
    options, model = table.options, table.options.model
    claims = None
    if reliability:
        claims = claims_on_agreement(verdicts_on_texts(table, reliability, intervals))
    said = sentences_on_agreement(claims) if claims else []
    return Table(
        columns=columns,
        rows=rated_rows(table, intervals, reliability),
        key="agreement",
        lead=" ".join([*said, *(one.words for one in schools)]),
        notes=tuple(notes_of(table, intervals, reliability)),
        caption=caption(table.corpus.coders, len(table.items), intervals),
        signature=signature(table, intervals, reliability),
        level=lambda one: one.row.level,
        around={
            "program": PROGRAM,
            "signature": signature(table, intervals, reliability),
            "claims": [one.record() for one in claims.every] if claims else [],
            "schools": [one._asdict() for one in schools],
            "options": {
                "similarity": options.similarity,
                "uncertain": options.uncertain,
                "convention": options.convention,
                "window_diff": options.width,
                "n": model.n,
                "substitution_weight": model.substitution,
                "transposition_weight": model.transposition,
                "transposition_scaling": model.scaling,
            },
            "corpus": {"sha256": table.digest},
            **({"intervals": asdict(intervals.options)} if intervals else {}),
            **(
                {"R": reliability.name, "shuffling": asdict(reliability.shuffling)}
                if reliability
                else {}
            ),
        },
    )


def rated_rows(
    table: AgreementTable, intervals: IntervalTable | None, reliability: ReliabilityTable | None
) -> list[Rated]:
    """Return the rows of a table with all that is known of them."""
    none = [None] * len(table.rows)
    around = intervals.rows if intervals else none
    judged = reliability.rows if reliability else none
    return list(map(Rated, table.rows, around, judged))


def rated_reliability_columns(found: ReliabilityTable | None) -> list[Column[Rated]]:
    """Return the columns of how reliable rows are, if that is known."""
    return [*reliability_columns(found.options.similarity)] if found else []


def reliability_columns(similarity: str) -> tuple[Column[Rated], ...]:
    """Declare the columns of how reliable a row is; R is over a similarity."""
    beside = with_intervals(similarity)
    return (
        _coefficient("corrected", beside.pop("corrected"), bar=True, limits=(WELL_BEYOND,)),
        Column(
            "corrected_p",
            attrgetter("reliability.corrected_p"),
            NOT_ADJUSTED,
            RELIABILITY["corrected_p"].about,
            latex="$p$",
            write=p_value,
            why=lambda one: one.reliability.undefined.get("corrected_p"),
        ),
        Column(
            "corrected_p_adjusted", attrgetter("reliability.corrected_p_adjusted"), places=FILES
        ),
        *(_coefficient(key, of) for key, of in beside.items()),
        Column("verdict", attrgetter("reliability.verdict"), places=FILES),
        Column(
            "verdict",
            lambda one: verdict_in_words(
                one.reliability.verdict,
                one.reliability.level,
                one.intervals and one.intervals.corrected,
            ),
            "verdict",
            "Whether coders agree beyond chance, adjusted for the number of items",
            places=PEOPLE,
            label="Verdict",
            why=lambda one: verdict_explained(one.reliability),
            left=True,
        ),
    )


def _coefficient(
    key: str, of: Quantity, *, bar: bool = False, limits: Sequence[float] = ()
) -> Column[Rated]:
    """Declare the column of a coefficient that may have an interval."""
    return Column(
        key,
        attrgetter(f"reliability.{key}"),
        of.plain,
        of.about,
        latex=f"${of.latex}{'_' * bool(of.sub)}{of.sub}$",
        label=of.symbol,
        sub=of.sub or None,
        interval=lambda one: one.intervals and getattr(one.intervals, key),
        why=lambda one: one.reliability.undefined.get(key),
        limits=limits,
        write_ends=short,
        bar=bar,
    )


def verdict_explained(row: ReliabilityRow) -> str:
    """Return what the verdict on a row means, or why there is none."""
    if row.verdict is None:
        return row.undefined.get("verdict", "")
    return VERDICT_EXPLANATIONS["units"][row.verdict]


def verdict_note(found: ReliabilityTable) -> str:
    """Return by what rule verdicts are given, and what they do not prove; empty without any."""
    judged = sum(row.verdict is not None for row in found.items)
    if not judged:
        return ""
    return (
        f"R is over {similarity_name(found.options.similarity)} ({found.name}). Verdicts: "
        f"{RULE.format(number=counted(judged, 'item'))}. A habit that coders share counts as "
        "agreement. Where chance cannot be ruled out, coders may still agree"
    )


def parts(table: Table[Row]) -> list[Table[Row]]:
    """Return the table of how reliable rows are, if it has one, and that of the papers."""
    of_reliability = {column.key for column in reliability_columns("s")}
    if "corrected" not in (column.key for column in table.columns):
        return [table]

    def is_ours(column: Column[Row]) -> bool:
        # Over B, pi* itself is a column of the papers' table.
        return column.key in of_reliability and column.field != "pi_star"

    ours = [one for one in table.columns if one.left or is_ours(one)]
    theirs = [one for one in table.columns if not is_ours(one)]
    return [
        replace(table, columns=ours, notes=(), key="reliability"),
        replace(table, columns=theirs),
    ]


def no_intervals(columns: Sequence[Column[Row]], one: Row) -> dict[str, str]:
    """Return which values of a row have no interval, and why."""
    return {column.key: why for column in columns if (why := _no_interval(column, one))}


def _no_interval(column: Column[Row], one: Row) -> str:
    """Return why a value has no interval; empty if it has one, or never has any."""
    found = column.interval(one)
    return found.undefined if found else ""


def _said(columns: Sequence[Column[Rated]], one: Rated) -> str:
    """Return the reasons of a row in one cell."""
    whys = dict.fromkeys(why for column in columns if (why := _no_interval(column, one)))
    return "; ".join([*all_reasons(one), *(f"no interval: {why}" for why in whys)])


def signature(
    table: AgreementTable,
    intervals: IntervalTable | None = None,
    reliability: ReliabilityTable | None = None,
) -> str:
    """Return by what a table was computed: program, options, corpus, intervals, shuffles."""
    around = f", {intervals.options.signature}" if intervals else ""
    shuffled = f", {reliability.shuffling.signature}" if reliability else ""
    return f"{PROGRAM}, {table.options.signature}, corpus={table.digest[:12]}{around}{shuffled}"


def caption(
    coders: int, items: int, intervals: IntervalTable | DecisionIntervalTable | None
) -> str:
    """Return how many coders and items a table is about, and what its intervals are."""
    brackets = f"; in brackets {intervals.options.signature}" if intervals else ""
    return f"{counted(coders, 'coder')}, {counted(items, 'item')}{brackets}"


def row_name(row: AgreementRow | DecisionAgreement) -> str:
    """Name a row: the item, ``group an1-an4``, or ``corpus``."""
    return row_title(row.level, row.item)


def notes_of(
    table: AgreementTable,
    intervals: IntervalTable | None = None,
    reliability: ReliabilityTable | None = None,
) -> list[str]:
    """List what a reader of a table should know, one line each."""
    judged = verdict_note(reliability) if reliability else ""
    return [
        *footnotes(table, reliability),
        *interval_notes(table, intervals, reliability),
        *([judged] if judged else []),
    ]


def footnotes(table: AgreementTable, reliability: ReliabilityTable | None = None) -> list[str]:
    """Collect the reasons of undefined values and the notes, one line each."""
    rows = rated_rows(table, None, reliability)
    return collected((row_name(one.row), why) for one in rows for why in all_reasons(one))


def all_reasons(one: Rated) -> list[str]:
    """List why values of a row are undefined, and its note, each once."""
    whys = one.reliability.undefined.values() if one.reliability else ()
    return list(dict.fromkeys([*whys, *reasons(one.row)]))


def reasons(row: AgreementRow | DecisionAgreement) -> list[str]:
    """List why values of a row are undefined, and its note, each once."""
    return list(dict.fromkeys([*row.undefined.values(), *([row.note] if row.note else [])]))


def interval_notes(
    table: AgreementTable,
    intervals: IntervalTable | None,
    reliability: ReliabilityTable | None = None,
) -> list[str]:
    """List why values have no interval, and which more items would hardly narrow."""
    if intervals is None:
        return []
    declared = (*rated_reliability_columns(reliability), *agreement_columns(table))
    rows = rated_rows(table, intervals, reliability)
    return [*missing_intervals(declared, rows), *size_notes(intervals, "pi_star")]


def missing_intervals(columns: Sequence[Column[Any]], rows: Iterable[Any]) -> list[str]:
    """List why values of rows of a table have no interval, a line a reason."""
    by_values: dict[str, list[tuple[str, str]]] = {}
    for one in rows:
        known = [column for column in columns if column.value(one) is not None]
        known = [column for column in known if column.interval(one) is not None]
        without: dict[str, list[str]] = {}
        for column in known:
            if why := _no_interval(column, one):
                without.setdefault(why, []).append(column.title)
        for why, headings in sorted(without.items()):
            some = f"of {listed(headings)} " if len(headings) < len(known) else ""
            by_values.setdefault(some, []).append((row_name(one.row), why))
    return [
        f"No interval {some}for {note}"
        for some, whys in by_values.items()
        for note in collected(whys)
    ]


def size_notes(intervals: IntervalTable | DecisionIntervalTable, column: str) -> list[str]:
    """List the groups whose intervals of a column more items would hardly narrow."""
    if intervals.options.over == "items":
        return []
    many = [
        f"{row_title(row.level, row.item)} ({counted(row.items, 'item')}, "
        f"{counted(row.coders, 'coder')})"
        for row in intervals.groups
        if getattr(row, column).low is not None and row.items > MANY_ITEMS
    ]
    few = f"More than {MANY_ITEMS} items: only more coders would make these intervals much narrower"
    return [f"{few}: {listed(many)}"] if many else []


def _text(table: Table[Any]) -> str:
    tables = [write_text(part, ruled=True) for part in parts(table)]
    return paragraphs([table.lead], *tables, [*table.notes, table.signature])


def _markdown(table: Table[Any]) -> str:
    tables = [markdown_table(part, escaped=False) for part in parts(table)]
    return paragraphs(*tables, markdown_list(table.notes), [f"`{table.signature}`"])


def _latex(table: Table[Any]) -> str:
    notes = "".join(f"{latex(note)}. " for note in table.notes)
    below = f"{notes}Computed with {latex(table.signature)}."
    *ours, theirs = parts(table)
    about = f"{latex(table.caption)}."
    tables = [latex_table(part, caption=f"Agreement beyond chance: {about}") for part in ours]
    return paragraphs(*tables, latex_table(theirs, caption=f"Agreement: {about}", below=below))


AGREEMENT_FORMATS: Mapping[str, Callable[[Table[Any]], str]] = {
    "table": _text,
    "csv": write_csv,
    "json": write_rows,
    "markdown": _markdown,
    "latex": _latex,
}
