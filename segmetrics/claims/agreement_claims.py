"""What may be said of agreement on a corpus: its verdict, for whom it holds, and of which items.

Each kind is decided by one rule, here:

``verdict``
    the verdict on the corpus; of items and of groups a claim for each verdict that some have.
``no_verdict``
    rows that have none.
``no_interval``
    the corpus has a value, but no interval; only where intervals were asked for.
``only_these``
    rows that are beyond chance, but whose interval includes 0: it holds for these coders (and
    items), and others might agree no better than chance.
``others_may_be_lower``
    items well beyond chance, on which other coders may not be.
``outlying``
    items on which coders agree less than bad luck explains, by `segmetrics.influence`.
``lowest``
    the item of the lowest value, and those that cannot be told from it by the intervals; of the
    items that have one. Beside an outlying item, only that one is clearly the lowest: of the
    others it would say that they might be as low, though luck does not explain that one.
``one_item``
    all rests on one item.
``two_coders``
    more than half of the items that are compared, and more than one, have two coders only, though
    some have more: such items have no interval.
``differ``
    the groups of the least and of the highest value, if they differ by more than so many groups
    would by chance.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Literal, NamedTuple

from segmetrics.claims.verdict_rows import VerdictRow, VerdictTable
from segmetrics.coefficients.levels import Level
from segmetrics.reliability.chance_verdicts import (
    BEYOND,
    VERDICTS,
    ChanceVerdict,
    holds_here,
    surely_well,
)
from segmetrics.reliability.lowest_items import (
    among_the_lowest,
    by_value,
    has_interval,
    surely_below,
)

ClaimKind = Literal[
    "verdict",
    "no_verdict",
    "no_interval",
    "only_these",
    "others_may_be_lower",
    "outlying",
    "lowest",
    "one_item",
    "two_coders",
    "differ",
]


class Claim(NamedTuple):
    """What may be said of rows of one level, and the rows that it rests on."""

    kind: ClaimKind  #: what is claimed, see `segmetrics.claims.agreement_claims`
    level: Level  #: what the rows are about
    rows: tuple[VerdictRow, ...]  #: those of which it is said
    of: int  #: the rows that could have been among them

    @property
    def names(self) -> tuple[str, ...]:
        """Of whom it is said."""
        return tuple(row.name for row in self.rows)

    @property
    def verdict(self) -> ChanceVerdict | None:
        """The verdict that all rows have, of a claim about one."""
        return self.rows[0].verdict if self.kind == "verdict" else None

    def record(self) -> dict[str, object]:
        """Return the claim as JSON holds it."""
        verdict = {"verdict": self.verdict} if self.verdict else {}
        names = () if self.level == "corpus" else self.names
        about = {"level": self.level, "names": names, "of": self.of}
        return {"kind": self.kind, **verdict, **about}


class Claims(NamedTuple):
    """All that may be said of a corpus, and the rows that it rests on."""

    table: VerdictTable
    every: tuple[Claim, ...]

    def of(self, kind: ClaimKind, level: Level) -> tuple[Claim, ...]:
        """Return the claims of a kind on a level, in their order."""
        return tuple(one for one in self.every if one.kind == kind and one.level == level)

    def one(self, kind: ClaimKind, level: Level) -> Claim | None:
        """Return the claim of a kind on a level that is made at most once."""
        return next(iter(self.of(kind, level)), None)

    def with_verdict(self, level: Level, verdict: ChanceVerdict) -> Claim | None:
        """Return the claim that rows of a level have a verdict, if some have."""
        return next((one for one in self.of("verdict", level) if one.verdict == verdict), None)


def claims_on_agreement(table: VerdictTable, outlying: Collection[str] = ()) -> Claims:
    """Decide what may be said of agreement on a corpus.

    `outlying` are the items on which coders agree less than bad luck explains.
    """
    whole = (table.corpus,)
    made = [
        *_by_verdict("corpus", whole),
        *_known("no_interval", "corpus", filter(_without_interval, whole), 1),
        *_known("only_these", "corpus", filter(_only_these, whole), 1),
        *_by_verdict("group", table.groups),
        *_known("differ", "group", _apart(table.groups, table.level), len(table.groups)),
        *_on_items(table, outlying),
    ]
    return Claims(table, tuple(made))


def _on_items(table: VerdictTable, outlying: Collection[str]) -> Iterable[Claim]:
    """Return what may be said of items."""
    items = table.items
    beyond = [row for row in items if row.verdict in BEYOND]
    well = [row for row in items if row.verdict == "well_beyond_chance"]
    lower = [row for row in well if not surely_well(row.verdict, row.interval)]
    compared = [row for row in items if row.coders > 1]
    two = [row for row in compared if row.coders == 2]
    mostly = len(two) < len(compared) < 2 * len(two) and len(compared) > 1
    alone = items if len(items) == 1 and items[0].verdict else ()
    yield from _by_verdict("item", items)
    yield from _known("only_these", "item", filter(_only_these, beyond), len(beyond))
    yield from _known("others_may_be_lower", "item", lower, len(well))
    yield from _known("one_item", "item", alone, len(items))
    below = [row for row in items if row.name in outlying]
    yield from _known("outlying", "item", below, len(items))
    lowest = among_the_lowest(items, table.level)
    if below and len(lowest) > 1:
        lowest = ()
    yield from _known("lowest", "item", lowest, sum(map(has_interval, items)))
    yield from _known("two_coders", "item", two if mostly else (), len(compared))


def _by_verdict(level: Level, rows: Sequence[VerdictRow]) -> Iterable[Claim]:
    """Return which rows have which verdict, and which have none."""
    for verdict in VERDICTS:
        those = [row for row in rows if row.verdict == verdict]
        yield from _known("verdict", level, those, len(rows))
    yield from _known("no_verdict", level, [row for row in rows if not row.verdict], len(rows))


def _known(kind: ClaimKind, level: Level, rows: Iterable[VerdictRow], of: int) -> Iterable[Claim]:
    """Return a claim about rows, if there are any."""
    those = tuple(rows)
    return [Claim(kind, level, those, of)] if those else []


def _without_interval(row: VerdictRow) -> bool:
    return row.value is not None and row.interval is not None and bool(row.interval.undefined)


def _only_these(row: VerdictRow) -> bool:
    return holds_here(row.verdict, row.interval)


def _apart(groups: Sequence[VerdictRow], level: float | None) -> Sequence[VerdictRow]:
    """Return the lowest and the highest group, if they differ by more than any pair by chance."""
    known = by_value(groups)
    if len(known) < 2:
        return ()
    pairs = len(known) * (len(known) - 1)
    return (known[0], known[-1]) if surely_below(known[0], known[-1], pairs, level) else ()
