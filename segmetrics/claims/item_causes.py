"""What items are once those who cause low agreement are remedied: cleared, eased, fine or open."""

from __future__ import annotations

from collections.abc import Sequence

from segmetrics.claims.cause_types import Cause, Fall, Slip
from segmetrics.claims.remedies import Suspect, moved_in, remedied
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.reliability.chance_verdicts import ChanceVerdict
from segmetrics.reliability.changes import LEAST_OF_ITEM
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    reliability_of,
)

NO_WORK: ChanceVerdict = "well_beyond_chance"
LESS_WORK: tuple[ChanceVerdict, ChanceVerdict] = ("not_distinguishable", "beyond_chance")
"""The verdict on an item that needs no work, and those before and after on one that needs less."""

ITEM_KINDS = ("cleared", "eased", "fine", "open")
"""What an item is once coders are remedied, see `segmetrics.claims.causes`."""

FEWEST_LEFT = 3
"""Coders of an item by whom it can be cleared of others."""

NEEDS_WORK: Sequence[ChanceVerdict | None] = ("not_distinguishable", "beyond_chance")


def items_after(
    corpus: Corpus,
    found: Sequence[Cause],
    slips: Sequence[Slip],
    options: AgreementOptions,
    reliability: ReliabilityTable,
) -> tuple[dict[str, tuple[str, ...]], tuple[Slip, ...], tuple[Fall, ...]]:
    """Return the items of each of `ITEM_KINDS`, slips without which theirs are fine, and falls.

    Whoever is late stays, moved; all others are left out: without the boundaries that one alone has
    coders agree better on any text. Without causes no item is eased, cleared, fine or open.
    """
    remedies = {one.coder: clearing(one) for one in found}
    changed = remedied(corpus, remedies, options.model.n) if found else None

    def rows_of(after: Corpus) -> dict[str, ReliabilityRow]:
        table = reliability_of(after, options, reliability.shuffling)
        enough = [row for row in table.items if len(after[row.item].codings) >= FEWEST_LEFT]
        return {row.item: row for row in enough}

    after, moved_back = rows_of(changed) if changed else {}, corpus
    left_out = {coder: remedy for coder, remedy in remedies.items() if not remedy.by}
    rest = remedied(corpus, left_out, options.model.n) if left_out and changed else None
    unmoved = rows_of(rest) if rest else {}
    for one in slips:
        moved_back = moved_in(moved_back, one.found)
    in_step = rows_of(moved_back) if slips else {}

    def clears(row: ReliabilityRow, then: ReliabilityRow | None) -> bool:
        if then is None or row.verdict not in NEEDS_WORK or then.verdict != NO_WORK:
            return False
        return not _lower(then, row)

    def becomes(row: ReliabilityRow) -> str:
        touched = remedies.keys() & {*corpus[row.item].codings}
        then = after.get(row.item) if touched else None
        if row.verdict == NO_WORK:
            return "fine"
        if clears(row, then):
            return "cleared"
        if row.item in of_slips or clears(row, unmoved.get(row.item)):
            return ""
        better = then is not None and not _lower(then, row)
        return "eased" if better and then and (row.verdict, then.verdict) == LESS_WORK else "open"

    known = {
        row.item: row
        for row in reliability.items
        if row.item in corpus and row.verdict in (NO_WORK, *NEEDS_WORK)
    }
    mended = [
        one
        for one in slips
        if (row := known.get(one.found.item)) and clears(row, in_step.get(one.found.item))
    ]
    of_slips = {one.found.item for one in mended}
    kinds = {name: becomes(row) for name, row in known.items()} if changed else {}
    of = {kind: tuple(name for name, one in kinds.items() if one == kind) for kind in ITEM_KINDS}
    kept = tuple(one for one in mended if one.found.item not in of["cleared"])

    def fall(row: ReliabilityRow) -> Fall | None:
        """Return by how much R of an item is lower for the moves, beside leaving others out."""
        touched = [coder for coder in remedies if coder in corpus[row.item].codings]
        moved = tuple(coder for coder in touched if remedies[coder].by)
        without = tuple(coder for coder in touched if not remedies[coder].by)
        before, then = unmoved.get(row.item) if without else row, after.get(row.item)
        now, falls_to = (one.corrected if one else None for one in (before, then))
        if not moved or now is None or falls_to is None or now - falls_to < LEAST_OF_ITEM:
            return None
        return Fall(row.item, now, falls_to, moved, without)

    falls = filter(None, (fall(row) for row in reliability.items if row.item in corpus))
    return of, kept, tuple(falls)


def _lower(then: ReliabilityRow, now: ReliabilityRow) -> bool:
    """Return whether R or alpha of an item is lower than it was."""
    both = ((then.corrected, now.corrected), (then.alpha, now.alpha))
    return any(a is not None and b is not None and a < b for a, b in both)


def clearing(cause: Cause) -> Suspect:
    """Return the remedy by which an item is cleared of a coder."""
    remedy = cause.remedy if cause.by else "left out"
    return Suspect(cause.trait, remedy, cause.by, cause.but_in)
