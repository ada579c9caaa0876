"""Where the numbers of two rounds of coding come from.

A value before or after is derived as a number of the agreement of that round over what is compared
of it. Where a group by itself carries fewer types, it is given without its counts. The corpus of
one group is derived as that group.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

from segmetrics.coefficients.levels import row_in_words
from segmetrics.coefficients.quantities import QUANTITIES, coefficient
from segmetrics.corpus import Corpus
from segmetrics.derivations.corpus_derivation import ChanceOf, corpus_derivation, same_value
from segmetrics.derivations.derivation import Count, Derivation, Working, interval_sentence
from segmetrics.derivations.latex_formulas import difference
from segmetrics.reliability.changes import Changed, ChangeRow, ChangeTable
from segmetrics.reliability.comparison import of_one_kind, two_comparable
from segmetrics.reliability.leave_one_out import COLUMNS

Side = Literal["before", "after", "change"]
SIDES: tuple[Side, ...] = get_args(Side)
"""The values of a number of two rounds."""

RISE = "The value after, less the value before: above 0 where agreement rose."
APART = (
    "By itself this group has fewer types of boundaries than its round, so its counts are "
    "not shown."
)
OF_PAIRS = "by leaving each coder out of both rounds at once, Student's t"
OF_OTHERS = "by leaving out each coder of each round, as the people changed; Student's t"


def change_derivation(
    rounds: tuple[Corpus, Corpus],
    table: ChangeTable,
    measure: str,
    side: Side,
    level: str = "corpus",
    name: str = "",
    *,
    chance_of: ChanceOf,
) -> Derivation:
    """Return where a number of two rounds comes from; raises KeyError if there is none."""
    row = {(str(one.level), one.item): one for one in table.rows}[level, name]
    of_row = {column: getattr(row, column) for column in COLUMNS}
    found = (table.coefficients if level == "corpus" else of_row)[measure]
    titled = coefficient(measure, table.options.similarity)
    title = f"{titled.name} of {row_in_words(row.level, row.item)}"
    if side != "change":
        return _of_round(rounds, table, row, measure, side, found, title, chance_of)
    items = [("Items of both rounds", row.items)]
    if table.other_items:
        items = [("Items before", len(table.only_before)), ("Items after", len(table.only_after))]
    counts = (
        *items,
        ("Coders before", row.coders_before),
        ("Coders after", row.coders_after),
    )
    confidence = table.interval_options.level
    return Derivation.of(
        rise(found, counts),
        found.change,
        name=f"Change of {title}",
        about=RISE,
        convention=interval_sentence(found.interval, confidence, _how(table, row)),
        undefined=found.undefined,
    )


def rise(found: Changed, counts: Sequence[Count] = ()) -> Working:
    """Return the working of a change from one round to another."""
    inserted = difference(found.after, found.before)
    return Working(r"\text{after} - \text{before}", inserted, counts)


def _how(table: ChangeTable, row: ChangeRow) -> str:
    """Write how the interval of a change was made."""
    if row.level != "item":
        of = "each round by itself" if table.other_items else "both rounds at once"
        if table.compared.whose == "changed" and not table.other_items:
            of += " what both have"
        return f"{table.interval_options.population}, leaving out of {of}"
    return OF_PAIRS if row.paired else OF_OTHERS


def _of_round(
    rounds: tuple[Corpus, Corpus],
    table: ChangeTable,
    row: ChangeRow,
    measure: str,
    side: Side,
    changed: Changed,
    title: str,
    chance_of: ChanceOf,
) -> Derivation:
    """Derive a value of one round, as a number of its agreement."""
    before, after, _ = of_one_kind(*rounds, table.options)
    parts, _ = two_comparable(before, after)
    value: float | None = getattr(changed, side)
    name = f"{title}, {side}"
    of_row = _looked_at(parts[side == "after"], row, side)
    found = _derived(of_row, table, row, measure, chance_of)
    if found and same_value(found.value, value):
        return replace(found, name=name)
    return Derivation(
        name=name,
        about=found.about if found else f"{QUANTITIES[measure].name} of this round.",
        value=value,
        formula=found.formula if found else rf"\text{{{side}}}",
        convention="" if value is None else APART,
        undefined=changed.undefined if value is None else "",
    )


def _looked_at(part: Corpus, row: ChangeRow, side: Side) -> Corpus:
    """Return what a row is about, of what is compared of a round; of an item, all of it."""
    if row.level != "group":
        return part
    named = (group for group in part.groups if _is_of(row.item, group.name, side))
    return part.select(items=next(named).items)


def _is_of(name: str, group: str, side: Side) -> bool:
    """Return whether a group of both rounds, ``x-y, then x-z``, is this one in a round."""
    return name == group or (
        name.startswith(f"{group}, then ") if side == "before" else name.endswith(f", then {group}")
    )


def _derived(
    corpus: Corpus,
    table: ChangeTable,
    row: ChangeRow,
    measure: str,
    chance_of: ChanceOf,
) -> Derivation | None:
    """Derive a number of a corpus; None if it has no such row."""
    if row.level == "group" and len(corpus.groups) != 1:
        return None
    level, name = ("item", row.item) if row.level == "item" else ("corpus", "")
    quantity = QUANTITIES[measure]
    return corpus_derivation(
        corpus,
        table.options,
        quantity,
        level,
        name,
        as_group=True,
        chance_of=chance_of,
    )
