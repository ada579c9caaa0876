"""Two rounds of coding compared, as sentences, CSV, JSON and plain text.

CSV and JSON are at full precision; reasons of undefined values, the test, and pi* over S by any
similarity are in the JSON. The text is for reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.levels import row_title
from segmetrics.coefficients.quantities import coefficient
from segmetrics.number_formats import DASH, p_value, shown, signed
from segmetrics.phrases import capital, listed
from segmetrics.reliability.changes import COEFFICIENTS, Changed, ChangeRow, ChangeTable
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.reliability.leave_one_out import TABLE_COLUMNS
from segmetrics.tables.agreement_columns import column_name
from segmetrics.tables.columns import (
    PEOPLE,
    SHEETS,
    Column,
    Place,
    Table,
    by_reason,
    ends,
    fields,
    interval_text,
)
from segmetrics.tables.plain import PROGRAM, paragraphs, write_csv, write_json, write_text

IN_WORDS = {"alpha": "alpha", "bias": "bias"}
"""What coefficients are called that have no symbol of their own in words."""

# What sentences tell of the corpus, first what tells whether agreement changed.
TOLD = ("corrected", "alpha", "pi_b", "pi_s", "pi_star")
NOTES = {
    "corrected": "agreement beyond that of shuffled codings",
    "alpha": "boundary decisions, near misses count as misses",
    "pi_b": "only places with a boundary count",
    "pi_s": "all places that both leave alike count",
}


def _side(key: str, about: str = "", **more: Any) -> Column[Changed]:
    def why(one: Changed) -> str | None:
        return one.undefined if getattr(one, key) is None else None

    return Column(key, attrgetter(key), key, about, label=key.capitalize(), why=why, **more)


SIDES: Sequence[Column[Changed]] = (
    _side("before"),
    _side("after"),
    _side(
        "change",
        "After less before, and its interval",
        write=signed,
        interval=attrgetter("interval"),
        apart=True,
    ),
)

# What pages say of a side; of pi* and of 1 - WD.
ABOUT_SIDES = {
    "before": ("Multi-coder pi in the first round", "Mean of 1 − WindowDiff"),
    "after": ("Multi-coder pi in the second round", "Mean of 1 − WindowDiff"),
    "change": (
        "After less before: positive where agreement rose. Below, its interval",
        "After less before. Below, its interval",
    ),
}
# Names that a sentence lists.
NAMED = 8


def change_signature(table: ChangeTable) -> str:
    """Return the line that says what compared two rounds: program, options, both corpora."""
    options = table.interval_options
    before, after = (digest[:12] for digest in table.digests)
    shuffled = f"{table.shuffling.signature}; " if table.shuffling else ""
    return (
        f"{PROGRAM}, {table.options.signature}, {options.percent} intervals of changes "
        f"{options.population}, leaving out of both rounds at once; of items for other coders; "
        f"{shuffled}before={before}, after={after}"
    )


def change_in_words(table: ChangeTable) -> list[str]:
    """Answer whether it got better: a sentence about the corpus, its items, what stands beside."""
    if not table.items:
        return [
            "No item is in both rounds, so there is nothing to compare. Items are matched by "
            "their names."
        ]
    if all(row.note == "coded exactly as before" for row in table.items):
        return [f"Nothing changed: {_every(table)} coded exactly as before."]
    found = table.judged
    if found.change is None:
        return [f"Agreement over the corpus cannot be compared. {capital(found.undefined)}."]
    return list(filter(None, [_answer(table, found), _of_items(table), _beside(table)]))


def measures(similarity: str) -> dict[str, str]:
    """Name the coefficients of the corpus in their order, each once."""
    known = {key: coefficient(key, similarity) for key in COEFFICIENTS if key != f"pi_{similarity}"}
    named = {key: f"{of.symbol}{of.sub and f' over {of.sub}'}" for key, of in known.items()}
    return named | IN_WORDS


def _answer(table: ChangeTable, found: Changed) -> str:
    """Answer the question in one sentence."""
    named = measures(table.options.similarity)[table.judged_by]
    what = f"chance-corrected agreement {named}" if table.judged_by == "corrected" else named
    went = (
        f"{what} {_went(found.change or 0.0)} from "
        f"{shown(found.before)} to {shown(found.after)}, by {signed(found.change)}"
    )
    low, high, why = found.interval
    if low is None or high is None:
        return f"{went}; there is no interval: {why}."
    interval = (
        f"{table.interval_options.percent} interval {interval_text(found.interval, signed)}"
        f"{_tested(found)}"
    )
    if table.direction != "unclear":
        return f"Agreement got {table.direction}: {went} ({interval})."
    return f"It is not clear that agreement changed: {went} ({interval}; it holds 0)."


def _tested(found: Changed) -> str:
    return "" if found.p is None else f", p = {p_value(found.p)}"


def _every(table: ChangeTable) -> str:
    count = len(table.items)
    return "the one item of both rounds is" if count == 1 else f"all {count:,} items are"


def _went(change: float) -> str:
    if abs(change) <= NEGLIGIBLE:
        return "stayed as it was,"
    return "rose" if change > 0 else "fell"


def _of_items(table: ChangeTable) -> str:
    moved = table.moved
    if moved.items < 2:  # one item says no more than the corpus
        return ""
    same = moved.items - moved.rose - moved.fell
    unmoved = f", {same:,} stayed" if same else ""
    return (
        f"Of {moved.items:,} items, {moved.rose:,} rose and {moved.fell:,} fell{unmoved} in π* "
        f"over {table.options.similarity.upper()}; mean change {signed(moved.mean)}."
    )


def _beside(table: ChangeTable) -> str:
    """Return what the other coefficients of the corpus did, and whether they agree."""
    named, coefficients = measures(table.options.similarity), table.coefficients
    known = {
        named[key]: coefficients[key]
        for key in TOLD
        if key in named and key != table.judged_by and coefficients[key].change is not None
    }
    if not known:
        return ""
    went = [
        f"{name} from {shown(found.before)} to {shown(found.after)} ({signed(found.change)}"
        f"{_tested(found)})"
        for name, found in known.items()
    ]
    changes = [found.change or 0.0 for found in (table.judged, *known.values())]
    apart = max(changes) > NEGLIGIBLE and min(changes) < -NEGLIGIBLE
    warning = (
        " They do not go the same way, so do not rest on one of them: S takes every place that "
        "nobody marked for agreement, and rises where fewer boundaries are placed."
    )
    return f"Beside it, {'; '.join(went)}.{warning if apart else ''}"


def change_notes(table: ChangeTable) -> list[str]:
    """List what a reader should know: what is in one round alone, few items, undefined values."""
    notes = [
        f"{label} ({len(names):,}): {listed(names, NAMED)}."
        for label, names in (
            ("Items only before, not compared", table.only_before),
            ("Items only after, not compared", table.only_after),
            ("Coders only before", table.left),
            ("Coders only after", table.joined),
        )
        if names
    ]
    notes += [f"{capital(note)}." for note in table.notes]
    if table.left or table.joined:
        notes.append(
            "Where the coders differ, a change may come from who coded as much as from how; the "
            "intervals of such items take the rounds for independent."
        )
    notes += density_notes(table)
    if 1 < len(table.items) < FEW_ITEMS:
        notes.append(
            f"{len(table.items)} items: with so few, only a large change can be told from chance."
        )
    notes += judge_notes(table)
    reasons = by_reason(
        (row_label(row), row.pi_star.undefined or row.pi_star.interval.undefined)
        for row in (table.rows if table.items else ())
    )
    notes += [f"{capital(why)}: {listed(names, NAMED)}." for why, names in reasons.items()]
    return notes


def judge_notes(table: ChangeTable) -> list[str]:
    """Say so if the answer goes by alpha although codings were shuffled."""
    why = table.corpus.corrected.undefined
    if not (table.items and table.shuffling and why):
        return []
    return [
        f"Chance-corrected agreement is undefined ({why}), so that alpha tells whether agreement "
        "changed."
    ]


def density_notes(table: ChangeTable) -> list[str]:
    """Warn if boundaries got so much denser or sparser that coefficients may move by that alone."""
    if table.density is None or not table.denser:
        return []
    return [
        f"Boundaries are {shown(table.density)} times as dense after as before. Coefficients over "
        "S, and to a lesser degree over B, change with density alone: rest on alpha and on "
        "chance-corrected agreement."
    ]


def row_label(row: ChangeRow) -> str:
    """Name a row: the item, ``group an1-an4``, or ``corpus``."""
    return row_title(row.level, row.item)


def change_table(table: ChangeTable) -> Table[ChangeRow]:
    """Return two rounds: items, then groups, then the corpus, each before, after and changed."""
    columns = [
        *fields("level", "item", "items", "coders_before", "coders_after"),
        *fields("mass_before", "mass_after", "note"),
        *fields("paired", places=Place.JSON),
        Column[Any]("", row_label, places=Place.READING, left=True),
        *change_columns(table.options.similarity),
        Column[Any]("", lambda row: row.note, "also", places=Place.READING),
    ]
    return Table(columns=columns, rows=table.rows, level=lambda row: row.level)


def coefficient_table(table: ChangeTable) -> Table[str]:
    """Return the coefficients of the corpus before, after and changed, a line each."""
    named, found = measures(table.options.similarity), table.coefficients
    columns: list[Column[str]] = [
        Column(
            "name",
            named.__getitem__,
            "corpus",
            places=PEOPLE,
            label="Over the corpus",
            below=NOTES.get,
            left=True,
        ),
        *(side.through(found.__getitem__, places=PEOPLE) for side in SIDES),
        Column(
            "p",
            lambda key: found[key].p,
            "p",
            "Of the test that nothing changed, by the variance of the interval",
            places=PEOPLE,
            label="p",
            write=p_value,
            missing=DASH,
        ),
    ]
    return Table(columns=columns, rows=list(named))


def change_columns(similarity: str) -> list[Column[ChangeRow]]:
    """Return the columns of all coefficients."""
    return [
        column
        for field in ("corrected", "alpha", "pi_star_b", *TABLE_COLUMNS)
        for column in _columns_of(field, similarity)
    ]


def _columns_of(field: str, similarity: str) -> list[Column[ChangeRow]]:
    """Return the columns of a coefficient; only two of them are for reading."""
    stem, get = column_name(field, similarity), attrgetter(field)
    in_json = Column[Any](stem, lambda row: changed_data(get(row)), places=Place.JSON)
    address = {"pi_star": "", "one_minus_wd_mean": "wd_"}.get(field)
    found = []
    for side in SIDES:
        key = f"{stem}_{side.key}"
        if address is None:
            found.append(side.through(get, key=key, places=SHEETS))
            continue
        of = coefficient(field, similarity)
        found.append(
            side.through(
                get,
                key=key,
                places=SHEETS | PEOPLE,
                heading=f"{of.plain} {side.heading}" if side.key == "before" else side.heading,
                label=f"{of.symbol} {side.heading}",
                about=ABOUT_SIDES[side.key][bool(address)] + (f". Over {of.sub}" if of.sub else ""),
                field=f"{address}{side.key}",
            )
        )
    return [in_json, *found, *ends(found)]


def changed_data(found: Changed) -> dict[str, Any]:
    """Return a change as JSON holds it."""
    return {
        **{side.key: side.value(found) for side in SIDES},
        "change_low": found.interval.low,
        "change_high": found.interval.high,
        "p": found.p,
        "undefined": found.undefined or found.interval.undefined,
    }


def change_json(table: ChangeTable) -> str:
    """Write all that was found about two rounds as JSON."""
    first, second = table.digests
    return write_json(
        {
            "program": PROGRAM,
            "signature": change_signature(table),
            "before": {
                "sha256": first,
                "items_alone": table.only_before,
                "coders_alone": table.left,
            },
            "after": {
                "sha256": second,
                "items_alone": table.only_after,
                "coders_alone": table.joined,
            },
            "rows": change_table(table).records(),
            "coefficients": {
                name: changed_data(found) for name, found in table.coefficients.items()
            },
            "items": table.moved._asdict(),
            "density": table.density,
            "words": change_in_words(table),
            "notes": change_notes(table),
        }
    )


def change_text(table: ChangeTable) -> str:
    """Write two rounds for a terminal: the answer in words, a table, notes, signature."""
    return paragraphs(
        change_in_words(table),
        write_text(coefficient_table(table)) if table.items else [],
        write_text(change_table(table)) if table.items else [],
        change_notes(table),
        [change_signature(table)],
    )


CHANGE_FORMATS: Mapping[str, Callable[[ChangeTable], str]] = {
    "table": change_text,
    "csv": lambda table: write_csv(change_table(table)),
    "json": change_json,
}
