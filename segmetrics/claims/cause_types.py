"""What is found of low agreement: who causes it, by what, and which items are fine without them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from segmetrics.axis import Unit
from segmetrics.claims.remedies import Remedy, Suspect, Trait
from segmetrics.reliability.fitted_coders import VerdictKind
from segmetrics.reliability.odd_places import OutOfStep
from segmetrics.rows import WithRows

VERDICTS: Mapping[Trait, VerdictKind] = {
    "early": "early",
    "late": "late",
    "own": "own",
    "much": "own",
    "full": "own",
    "empty": "fewer",
    "random": "random",
    "disagrees": "random",
    "fewer": "fewer",
    "little": "fewer",
    "less": "random",
}
"""What the model of the coders would call each trait."""


class Cause(NamedTuple):
    """A coder who keeps agreement low."""

    coder: str  #: the coder
    trait: Trait  #: by what the coder stands out
    remedy: Remedy  #: what is changed of the coder's boundaries
    corrected: float  #: R of the group after that
    by: float = 0.0  #: how far boundaries are moved, places or seconds
    but_in: tuple[str, ...] = ()  #: items in which they stay, as they fit no worse there
    uncoded: tuple[str, ...] = ()  #: items that the coder did not code


class Slip(NamedTuple):
    """A coder whose boundaries lie earlier or later in one item alone."""

    found: OutOfStep  #: the coder, the item, and how far the boundaries are to be moved there
    corrected: float  #: R of the group after that


class Fall(NamedTuple):
    """An item on which R is lower once those who are late or early elsewhere are moved."""

    item: str  #: its name
    now: float  #: R of the item without the moves
    then: float  #: R of it after the moves
    coders: tuple[str, ...]  #: who is moved there
    without: tuple[str, ...] = ()  #: who is left out there, before the moves and after


class GroupCauses(NamedTuple):
    """What keeps agreement of a coder group low."""

    group: str  #: its name
    corrected: float | None  #: R as it is; of recordings F beyond chance
    causes: tuple[Cause, ...] = ()  #: coders, the largest gain first
    together: float | None = None  #: R after all remedies, of two and more causes
    cleared: tuple[str, ...] = ()  #: items that need no work but for those coders
    eased: tuple[str, ...] = ()  #: items on which agreement may be chance, but for those coders
    fine: tuple[str, ...] = ()  #: other items that are well beyond chance as they were coded
    open: tuple[str, ...] = ()  #: items that need work whatever those coders do
    unit: Unit = "units"  #: what boundaries are moved by, of texts or of recordings
    #: Coders of texts whose boundaries are to be moved in one item alone, which raises R.
    slips: tuple[Slip, ...] = ()
    #: Those of whose item agreement is well beyond chance then, be the rise of R small or not.
    mended: tuple[Slip, ...] = ()
    #: Items of texts on which moving those coders lowers R all the same.
    falls: tuple[Fall, ...] = ()

    @property
    def mended_items(self) -> tuple[str, ...]:
        """The items that need no work but for a slip there."""
        return tuple(one.found.item for one in self.mended)


@dataclass(frozen=True)
class Causes(WithRows):
    """What keeps agreement low, group by group."""

    #: A row for each coder group, in the order of the corpus; of recordings one for all.
    rows: tuple[GroupCauses, ...]

    @property
    def cleared(self) -> frozenset[str]:
        """The items that need no work but for coders who stand out."""
        return frozenset(name for row in self.rows for name in row.cleared)

    @property
    def not_to_blame(self) -> frozenset[str]:
        """The items that need no work, or less, but for coders who stand out."""
        more = (name for row in self.rows for name in (*row.eased, *row.mended_items))
        return self.cleared.union(more)

    @property
    def coders(self) -> frozenset[str]:
        """Who keeps agreement low."""
        return frozenset(one.coder for row in self.rows for one in row.causes)

    @property
    def moves(self) -> dict[str, Suspect]:
        """Whose boundaries are moved, and how."""
        return {
            one.coder: Suspect(one.trait, one.remedy, one.by, one.but_in)
            for row in self.rows
            for one in row.causes
            if one.by
        }

    def besides(self, coders: Collection[str]) -> Causes:
        """Return what is found of others, where some are shown otherwise than they coded."""
        return replace(self, rows=tuple(_besides(row, coders) for row in self.rows))

    def of_group(self, name: str) -> GroupCauses:
        """Return the row of a group, without a cause if there is none."""
        return next((row for row in self.rows if row.group == name), GroupCauses(name, None))


def _besides(row: GroupCauses, coders: Collection[str]) -> GroupCauses:
    causes = tuple(one for one in row.causes if one.coder not in coders)
    slips, mended = (
        tuple(one for one in of if one.found.coder not in coders) for of in (row.slips, row.mended)
    )
    if len(causes) == len(row.causes):
        return row._replace(slips=slips, mended=mended)
    # What all changes together do is not known of some of them.
    bare = GroupCauses(row.group, row.corrected, unit=row.unit)
    return bare._replace(causes=causes, slips=slips, mended=mended)


NO_CAUSES = Causes(())
