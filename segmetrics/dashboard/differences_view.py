"""Where the coders of an item differ, in order of cost: each place, and who differs there."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from segmetrics.dashboard.components import Cell, Column, Link, TableRow
from segmetrics.dashboard.computing import kept
from segmetrics.edits import EditModel
from segmetrics.reliability.loss import disagreements, pair_edits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from segmetrics.corpus import Corpus, Item
    from segmetrics.dashboard.view import View
    from segmetrics.reliability.loss import PairEdit

__all__ = [
    "DIFFERENCE_COLUMNS",
    "Differing",
    "difference_links",
    "difference_rows",
    "differences",
    "differences_in_words",
]

DIFFERENCE_COLUMNS = (
    Column("Place", numeric=False),
    Column("Cost", title="In potential boundaries, over all pairs of coders"),
    Column("A boundary by", numeric=False),
    Column("Differs most", numeric=False, title="Leads to the coders, with the pair that differs"),
)
SHOWN_DIFFERENCES = 8


@dataclass(frozen=True)
class Differing:
    """A stretch of an item where coders differ.

    Parameters
    ----------
    first, last : int
        The first and the last place of its edits.
    cost : float
        What its edits cost, over all pairs of coders, in potential boundaries.
    marked : tuple of str
        The coders who placed a boundary there.
    coder : str
        The coder who differs most, of several the first.
    other : str
        The coder from whom that one differs most.
    alone : bool
        Whether nobody else differs as much as `coder`.
    pairs : frozenset
        All pairs who differ there.
    """

    first: int
    last: int
    cost: float
    marked: tuple[str, ...]
    coder: str
    other: str
    alone: bool
    pairs: frozenset[frozenset[str]]

    @property
    def who(self) -> str:
        """Who differs most: a coder, or where several do as much, two of them."""
        return self.coder if self.alone else f"{self.coder} and {self.other}"

    def holds(self, place: int | None) -> bool:
        """Say whether a place is in it."""
        return place is not None and self.first <= place <= self.last


def differences(corpus: Corpus, view: View) -> list[Differing]:
    """List the disagreements on the item of a view, the most costly first; see `kept`."""
    item = corpus[view.item or ""]
    key = ("differences", corpus.codings_digest, item.name, view.n)
    return kept(key, lambda: _differences(corpus, item, EditModel(n=view.n)))


def _differences(corpus: Corpus, item: Item, model: EditModel) -> list[Differing]:
    edits = sorted(pair_edits(corpus, item, model), key=lambda one: one.edit.positions)
    starts = [one.place for one in disagreements(item, edits)]
    parts: list[list[PairEdit]] = [[] for _ in starts]
    for one in edits:
        parts[bisect_right(starts, one.edit.positions[0]) - 1].append(one)
    return sorted(
        (_differing(item, part) for part in parts), key=lambda one: (-one.cost, one.first)
    )


def _differing(item: Item, edits: Sequence[PairEdit]) -> Differing:
    """Put the edits of a disagreement together."""
    places = [place for one in edits for place in one.edit.positions]
    first, last = min(places), max(places)
    of_pairs: defaultdict[tuple[str, str], float] = defaultdict(float)
    of_coders: defaultdict[str, float] = defaultdict(float)
    for one in edits:
        of_pairs[one.coders] += one.cost
        for coder in one.coders:
            of_coders[coder] += one.cost
    coder = max(of_coders, key=lambda name: of_coders[name])
    a, b = max((pair for pair in of_pairs if coder in pair), key=lambda pair: of_pairs[pair])
    marked = [
        name
        for name, coding in item.codings.items()
        if any(first <= place <= last for place in coding.boundaries)
    ]
    total = sum(one.cost for one in edits)
    other = b if coder == a else a
    alone = sum(cost == of_coders[coder] for cost in of_coders.values()) == 1
    pairs = frozenset(frozenset(pair) for pair in of_pairs)
    return Differing(first, last, total, tuple(marked), coder, other, alone, pairs)


def differences_in_words(found: Sequence[Differing], item: Item) -> str:
    """Say how many disagreements there are, and what they cost."""
    if not found:
        return "All coders agree at every place."
    cost = sum(one.cost for one in found)
    return (
        f"{len(found):,} {'disagreement' if len(found) == 1 else 'disagreements'} "
        f"over {item.mass - 1:,} potential boundaries, which cost {cost:g} potential boundaries "
        "over all pairs of coders. The most costly come first."
    )


def difference_links(found: Sequence[Differing], view: View, group: int) -> list[Link]:
    """Link the disagreements before and after the one that is shown, in order of cost.

    Parameters
    ----------
    found : sequence of Differing
        All of the item.
    view : View
        The view.
    group : int
        Coder group of the item, from 1.

    Returns
    -------
    list of Link
        At a disagreement, the last leads to the two coders who differ most there.
    """
    at = next((rank for rank, one in enumerate(found) if one.holds(view.place)), None)
    links = []
    if at:
        links.append(
            Link(f"← {_where(found[at - 1])}", _to(found[at - 1], view), title="More costly")
        )
    following = 0 if at is None else at + 1
    if following < len(found):
        text = "The most costly place" if at is None else _where(found[following])
        links.append(Link(f"{text} →", _to(found[following], view)))
    if at is not None:
        one = found[at]
        most = f"{one.coder} differs most here: {one.coder} and {one.other}"
        said = most if one.alone else f"Several differ alike here: {one.who}"
        links.append(Link(f"{said} on all items →", _to_coders(one, view, group)))
    return links


def difference_rows(found: Sequence[Differing], view: View, group: int) -> list[TableRow]:
    """List disagreements, the most costly first; the one that is shown is among them."""
    listed = [
        (rank, one)
        for rank, one in enumerate(found)
        if rank < SHOWN_DIFFERENCES or one.holds(view.place)
    ]
    most = found[0].cost if found else 1.0
    return [
        TableRow(
            "item",
            [
                Cell(_where(one), href=_to(one, view)),
                Cell(f"{one.cost:g}", bar=one.cost / most),
                Cell(", ".join(one.marked)),
                Cell(one.who, href=_to_coders(one, view, group)),
            ],
            chosen=one.holds(view.place),
        )
        for rank, one in listed
    ]


def _where(one: Differing) -> str:
    places = f"{one.first:,}" if one.first == one.last else f"{one.first:,} to {one.last:,}"
    return f"after unit {places}"


def _to(one: Differing, view: View) -> str:
    """Lead to a disagreement; the pair stays if the two differ there."""
    differ = {view.a, view.b} in one.pairs
    pair = (view.a, view.b) if differ else (one.coder, one.other)
    return view.href("item", place=one.first, start=None, a=pair[0], b=pair[1])


def _to_coders(one: Differing, view: View, group: int) -> str:
    """Lead to the coder who differs most, beside the one from whom that one differs most."""
    return view.href("coders", a=one.coder, b=one.other, group=group)
