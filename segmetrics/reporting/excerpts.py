"""The text around the places that coders dispute most, with everybody's boundaries.

The places and what each costs are those of `segmetrics.adjudication.differing_places`, so that the
excerpts of an item are what its loss is made of.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from segmetrics.adjudication.differing_places import Differing, differing_places
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.edits import EditKind, EditModel
from segmetrics.phrases import plural
from segmetrics.reliability.loss import PairEdit, pair_edits

Kind = Literal["same", "near", "full"]
"""What a boundary is to another coder; the names in `ComparedBoundary`."""

MOST = 3

AROUND = 2
"""Units that are shown before and after disputed places."""

# Units of an excerpt.
LONGEST = 12


class ComparedBoundary(NamedTuple):
    """A boundary of a coder, compared with all others who coded the item."""

    place: int
    same: int
    near: int
    full: int

    @property
    def kind(self) -> Kind:
        """What it is to most of the others; of two that are as many, the more alike."""
        counts: dict[Kind, int] = {"same": self.same, "near": self.near, "full": self.full}
        return max(counts, key=counts.__getitem__)


class Excerpt(NamedTuple):
    """The text around disputed places of an item."""

    item: str
    place: int
    last: int
    first: int
    units: int
    texts: tuple[str, ...]
    marks: Mapping[str, tuple[ComparedBoundary, ...]]
    cost: float
    edits: int
    unit: str

    @property
    def title(self) -> str:
        """The item, and the units that are shown."""
        last = self.first + self.units - 1
        return f"{self.item}, {plural(self.unit)} {self.first:,} to {last:,}"


def excerpts_of(corpus: Corpus, item: Item, model: EditModel) -> tuple[Excerpt, ...]:
    """Show the places of an item whose disagreements cost most."""
    marks = _marks(item, pair_edits(corpus, item, model))
    # Those that cost the same stay in the order of the text.
    found = sorted(differing_places(corpus, item, model), key=lambda one: (-one.cost, one.first))
    return tuple(_excerpt(item, one, marks) for one in found[:MOST])


def _excerpt(
    item: Item, differing: Differing, marks: Mapping[str, Sequence[ComparedBoundary]]
) -> Excerpt:
    first = max(1, differing.first - AROUND + 1)
    units = min(item.mass - first + 1, differing.last + AROUND - first + 1, LONGEST)
    texts = item.texts[first - 1 : first - 1 + units] if item.texts else ()
    return Excerpt(
        item=item.name,
        place=differing.first,
        last=differing.last,
        first=first,
        units=units,
        texts=texts,
        marks={
            coder: tuple(one for one in theirs if first <= one.place < first + units - 1)
            for coder, theirs in marks.items()
        },
        cost=differing.cost,
        edits=differing.edits,
        unit=item.unit,
    )


def _marks(item: Item, edits: Sequence[PairEdit]) -> dict[str, list[ComparedBoundary]]:
    """Compare every boundary of every coder with the other coders of the item."""
    against: dict[tuple[str, int, tuple[str, str]], Kind] = {}
    for one in edits:
        kind: Kind = "near" if one.edit.kind is EditKind.TRANSPOSITION else "full"
        for coder, place in zip(one.edit.coders, one.edit.positions, strict=True):
            # With several types at a place there may be several edits: the worst counts.
            if against.get((coder, place, one.coders)) != "full":
                against[coder, place, one.coders] = kind
    counts = Counter((coder, place, kind) for (coder, place, _), kind in against.items())
    found: dict[str, list[ComparedBoundary]] = {}
    for coder, coding in item.codings.items():
        found[coder] = []
        for place in coding.boundaries:
            near, full = counts[coder, place, "near"], counts[coder, place, "full"]
            found[coder].append(
                ComparedBoundary(place, len(item.codings) - 1 - near - full, near, full)
            )
    return found
