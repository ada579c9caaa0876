"""Boundary edit distance: what turns one segmentation into another.

Conventions
-----------
*One type.* A boundary that both sides placed at one position is a *match*. Every other
boundary is unmatched, and costs either a *substitution* (a full miss: one side
has a boundary, the other has none) or, together with a neighbouring unmatched
boundary of the other side fewer than ``n`` positions away, a *transposition*
(a near miss). Operations do not overlap: in the list of unmatched boundaries of
both sides, a transposition joins two neighbours, and matched boundaries may lie
between them.

The operations are those of *minimum cost; among them, most transpositions; among
them, the left-most*. So the counts of near and full misses are reproducible,
which minimum cost alone does not ensure.

*Several types* have a rule of their own, see `segmetrics.metrics.typed_edits`.

*Names.* What the paper of 2012 calls a substitution, of a boundary for none, is an
*addition or deletion* in 2013; there a substitution is that of one type for another.
`EditKind.SUBSTITUTION` keeps the meaning of 2012 (a full miss) and has the name
`EditKind.ADDITION` too; that of 2013 is `EditKind.TYPE_SUBSTITUTION`.

Sources: Fournier & Inkpen (2012), section 3 for edits and equation 3 for the scaling of
transpositions; Fournier (2013), section 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal

from segmetrics.axis import on_axis, only_texts
from segmetrics.segmentation import MAX_MASS, SHORT, Positions, Segmentation, common_mass

# Weights have nine decimals and te is kept to 40 binary digits, so that sums are
# whole numbers: ties are ties whatever the order of adding, and the pair path and
# the batch path agree to the last bit.
DECIMALS = 10**9
TE_BITS = 40
# More than the transpositions that an item can hold.
COUNT = 1 << 40


NEAR = 2
"""The `n` of near misses unless it is said: their boundaries are less than `n` units apart."""

Scaling = Literal["te", "unscaled"]
"""Whether the cost of a transposition grows with its distance."""


class EditKind(StrEnum):
    """Kinds of edit operations.

    ``SUBSTITUTION`` is a full miss, a boundary for none (2012); ``ADDITION`` is another
    name for it (2013: addition or deletion). ``TYPE_SUBSTITUTION`` is a boundary of one
    type for one of another (2013: substitution). ``TRANSPOSITION`` is a near miss.
    """

    SUBSTITUTION = "substitution"
    ADDITION = "substitution"
    TRANSPOSITION = "transposition"
    TYPE_SUBSTITUTION = "type substitution"


def te(n: int, b: int) -> float:
    """Scale the cost of an n-wise transposition of b boundaries (2012, equation 3).

    It is the potential boundaries that the transposition costs, from ``b - 1`` for n = 2 towards
    `b`, as many substitutions, as n grows.

    Examples
    --------
    >>> [te(n, 2) for n in (2, 3, 4)]
    [1.0, 1.5, 1.75]
    """
    if n < 2 or b < 1:
        raise ValueError(f"te needs n >= 2 and b >= 1, got n = {n} and b = {b}")
    return float(b - (1 / b) ** (n - 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class EditModel:
    """What counts as a near miss, and what edits cost.

    Parameters
    ----------
    n : int, default 2
        Transposition window: a near miss spans at most `n` positions, so its
        two boundaries lie fewer than `n` positions apart. Under 1 nothing is one.
    substitution : float, default 1
        Weight of a substitution, in [0, 1]; rounded to nine decimals.
    transposition : float, default 1
        Weight of a transposition, in [0, 1]; rounded to nine decimals.
    scaling : {"te", "unscaled"}, default "te"
        ``"te"``: a transposition over d positions costs its weight times
        te(d + 1, 2) potential boundaries; ``"unscaled"``: its weight, whatever
        the distance.

    Raises
    ------
    ValueError
        If an option is out of its range.

    Examples
    --------
    >>> EditModel(n=4).transposition_cost(3)
    1.75
    """

    n: int = NEAR
    substitution: float = 1.0
    transposition: float = 1.0
    scaling: Scaling = "te"

    def __post_init__(self) -> None:
        if type(self.n) is not int or self.n < 1:
            raise ValueError(f"n is a whole number of at least 1, got {self.n!r}")
        for name in ("substitution", "transposition"):
            weight = getattr(self, name)
            if not 0 <= weight <= 1:
                raise ValueError(f"the weight of a {name} lies in [0, 1], got {weight!r}")
            object.__setattr__(self, name, round(float(weight), 9))
        if self.scaling not in ("te", "unscaled"):
            raise ValueError(f"scaling is 'te' or 'unscaled', got {self.scaling!r}")

    def transposition_cost(self, distance: int) -> float:
        """Cost of a transposition of two boundaries `distance` positions apart."""
        factor = te(distance + 1, 2) if self.scaling == "te" else 1.0
        return self.transposition * factor

    @property
    def whole_weights(self) -> tuple[int, int]:
        """The two weights in billionths."""
        return round(self.substitution * DECIMALS), round(self.transposition * DECIMALS)

    def discount(self, distance: int) -> int:
        """Take what a transposition costs below two potential boundaries, in 2**-40 of one."""
        if self.scaling == "unscaled":
            return 1 << TE_BITS
        return 1 << (TE_BITS + 1 - distance) if distance <= TE_BITS + 1 else 0

    def join_key(self, distance: int, *, bits: int = TE_BITS, count: int = COUNT) -> int:
        """Worth of joining two boundaries `distance` apart: what it saves, then that it is one.

        Of te so many binary digits are kept; `count` is more than the transpositions that a sum
        of keys can hold. The worth is at least 1, or 0 if two substitutions are cheaper.
        """
        substitution, transposition = self.whole_weights
        discount = self.discount(distance) >> (TE_BITS - bits)
        saved = (2 * (substitution - transposition) << bits) + transposition * discount
        return saved * count + 1 if saved >= 0 else 0

    def cost(self, unmatched: Any, joins: Any, discount: Any) -> Any:
        """Cost of editing `unmatched` boundaries, of which `joins` pairs are transposed.

        `discount` is the sum of what these pairs cost below two, see `discount`. Numbers,
        or arrays of them.
        """
        paired = 2 * joins
        return self.substitution * (unmatched - paired) + self.transposition * (
            paired - discount / (1 << TE_BITS)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LinearEditModel:
    """What counts as a near miss, and what edits cost, in the way of 2013.

    An addition or deletion costs 1, a transposition over d positions d/n.

    Parameters
    ----------
    n : int, default 2
        Transposition window, as in `EditModel`; at most `MAX_MASS`.

    Raises
    ------
    ValueError
        If n is out of its range.

    Examples
    --------
    >>> LinearEditModel(n=4).transposition_cost(3)
    0.75
    """

    n: int = NEAR

    def __post_init__(self) -> None:
        if type(self.n) is not int or not 1 <= self.n <= MAX_MASS:
            raise ValueError(f"n is a whole number from 1 to {MAX_MASS:,}, got {self.n!r}")

    @property
    def substitution(self) -> float:
        """Weight of a full miss, and of a substitution between types."""
        return 1.0

    def transposition_cost(self, distance: int) -> float:
        """Cost of a transposition of two boundaries `distance` positions apart."""
        return distance / self.n

    def discount(self, distance: int) -> int:
        """Take what a transposition costs below one full miss, in n-ths of one."""
        return self.n - distance

    def join_key(self, distance: int, *, count: int = COUNT) -> int:
        """Worth of joining two boundaries: what it saves in n-ths, then that it is one."""
        return (2 * self.n - distance) * count + 1

    def cost(self, unmatched: Any, joins: Any, discount: Any) -> Any:
        """Cost of editing `unmatched` boundaries, as `EditModel.cost`."""
        return unmatched - joins - discount / self.n


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit operation."""

    #: Substitution (a full miss), transposition (a near miss) or substitution between types.
    kind: EditKind
    #: The position of the full miss, or the two of the near miss, ascending; twice the position of
    #: a substitution between types.
    positions: tuple[int, ...]
    coders: tuple[str, ...]  #: who placed the boundary at each of these positions
    #: Its type at each of these positions; empty where types were not looked at.
    types: tuple[str, ...] = ()


@dataclass(frozen=True)
class BoundaryEdits:
    """The edits between two segmentations; every edit-based score reads this.

    Its positions and indices are kept as the boundaries of a segmentation are.
    """

    #: Places at which an edit could have been, counted once for each type.
    potential_boundaries: int
    #: Positions at which one side only has a boundary, ascending; with several types those of the
    #: first type, then those of the second, and so on.
    unmatched: Sequence[int]
    sides: Sequence[int]  #: whose boundary each of these is: 0 the first's, 1 the second's
    #: Indices into `unmatched`: each is joined with the next one by a transposition, all others are
    #: substitutions.
    joins: Sequence[int]
    #: Positions at which both sides have a boundary, in the order of `unmatched`.
    matches: Sequence[int]
    model: EditModel | LinearEditModel  #: the window and the costs behind the choice
    coders: tuple[str, str] = ("a", "b")  #: names of the two sides
    #: The types looked for, in order; empty where types were not looked at.
    types: tuple[str, ...] = ()
    #: The type of each unmatched boundary, as its place in `types`.
    unmatched_types: Sequence[int] = ()
    match_types: Sequence[int] = ()  #: the types of each match, likewise
    #: Indices into `unmatched`, the first side's boundary and the second's: they are a substitution
    #: between types.
    swaps: tuple[tuple[int, int], ...] = ()
    type_distance: int = 0  #: the sum of the distances of substitutions between types
    type_width: int = 1  #: the width of the scale, by which it costs

    def __post_init__(self) -> None:
        if self.potential_boundaries < SHORT:
            return
        for name in ("unmatched", "sides", "joins", "matches", "unmatched_types", "match_types"):
            object.__setattr__(self, name, Positions(getattr(self, name)))

    @property
    def near_misses(self) -> int:
        """Number of transpositions."""
        return len(self.joins)

    @property
    def type_substitutions(self) -> int:
        """Number of substitutions of one type for another."""
        return len(self.swaps)

    @property
    def full_misses(self) -> int:
        """Number of substitutions of a boundary for none: additions and deletions."""
        return len(self.unmatched) - 2 * len(self.joins) - 2 * len(self.swaps)

    @property
    def discount(self) -> int:
        """Sum of the discounts of the transpositions, see the model."""
        unmatched, model = tuple(self.unmatched), self.model
        return sum(model.discount(unmatched[i + 1] - unmatched[i]) for i in self.joins)

    @property
    def cost(self) -> float:
        """Potential boundaries that the edits cost, at least 0; 0 is identity."""
        alone = len(self.unmatched) - 2 * len(self.swaps)
        cost: float = self.model.cost(alone, len(self.joins), self.discount)
        if self.swaps:
            cost += self.model.substitution * (self.type_distance / self.type_width)
        return cost

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """The operations, from left to right; at one position in the order of types."""
        return self.edits_at(range(1, self.potential_boundaries + 1))

    def edits_at(self, places: range) -> tuple[Edit, ...]:
        """Return the operations that have a boundary at some places, in the order of `edits`."""
        at = self.unmatched
        pairs = {
            i: (i + 1, EditKind.TRANSPOSITION)
            for i in self.joins
            if at[i] in places or at[i + 1] in places
        }
        pairs |= {
            min(swap): (max(swap), EditKind.TYPE_SUBSTITUTION)
            for swap in self.swaps
            if at[swap[0]] in places
        }
        second = {other for other, _ in pairs.values()}
        edits: list[Edit] = []
        for first in range(len(self.unmatched)):
            if first in second:
                continue
            kind, members = EditKind.SUBSTITUTION, [first]
            if first in pairs:
                other, kind = pairs[first]
                members = [first, other]
            if not any(self.unmatched[i] in places for i in members):
                continue
            edits.append(
                Edit(
                    kind,
                    tuple(self.unmatched[i] for i in members),
                    tuple(self.coders[self.sides[i]] for i in members),
                    tuple(self.types[self.unmatched_types[i]] for i in members)
                    if self.types
                    else (),
                )
            )
        if self.types:
            edits.sort(key=lambda edit: edit.positions[0])
        return tuple(edits)


OF_RECORDINGS = only_texts(
    "b(..., n=SECONDS), whose result has the edits",
    "What edits cost depends on how many positions they span.",
)
"""Why there are no edits of recordings by these costs."""


@on_axis("boundary_edits", not_of=OF_RECORDINGS)
def boundary_edits(
    a: Segmentation,
    b: Segmentation,
    *,
    model: EditModel | LinearEditModel | None = None,
    coders: tuple[str, str] = ("a", "b"),
) -> BoundaryEdits:
    """Find the cheapest edits that turn one segmentation into the other.

    Source: Fournier & Inkpen (2012), section 3.

    Parameters
    ----------
    a, b : Segmentation
        Two segmentations of one item; types and levels are not looked at.
    model : EditModel or LinearEditModel, optional
        Window and costs; n = 2 and unit weights if left out.
    coders : pair of str, default ("a", "b")
        Names for the two sides in the operations.

    Returns
    -------
    BoundaryEdits
        Minimum cost, then most transpositions, then left-most.

    Raises
    ------
    ValueError
        If the two differ in mass.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> a = Segmentation.from_masses([1, 2, 2, 3, 3, 1, 2])
    >>> b = Segmentation.from_masses([1, 2, 1, 2, 6, 2])
    >>> found = boundary_edits(a, b)
    >>> found.full_misses, found.near_misses, found.cost
    (3, 1, 4.0)
    >>> found.edits[1]
    Edit(kind=<EditKind.SUBSTITUTION: 'substitution'>, positions=(6,), coders=('b',), types=())
    """
    common_mass(a, b)
    model = model or EditModel()
    placed = set(a.boundaries)
    unmatched = tuple(sorted(placed.symmetric_difference(b.boundaries)))
    sides = tuple([0 if position in placed else 1 for position in unmatched])
    matches = tuple([position for position in b.boundaries if position in placed])
    keys = join_keys(unmatched, sides, model)
    joins = tuple(best_joins(keys)) if any(keys) else ()
    return BoundaryEdits(a.mass - 1, unmatched, sides, joins, matches, model, coders)


def join_keys(
    unmatched: Sequence[int], sides: Sequence[int], model: EditModel | LinearEditModel
) -> list[int]:
    """Worth of joining each unmatched boundary with the next one, 0 where it may not be."""
    worth: dict[int, int] = {}
    keys, n = [], model.n
    for i in range(len(unmatched) - 1):
        distance = unmatched[i + 1] - unmatched[i]
        key = 0
        if distance < n and sides[i] != sides[i + 1]:
            if distance not in worth:
                worth[distance] = model.join_key(distance)
            key = worth[distance]
        keys.append(key)
    return keys


def mostly_one_way(found: BoundaryEdits) -> BoundaryEdits:
    """Return other edits of the same cost and counts, if more of their moves go one way.

    Of ``10, 12`` before and ``11`` after, either may be the one that was moved. Somebody whose
    other boundaries went one place to the left moved 12.

    >>> before = Segmentation.from_masses([7, 2, 2, 4])
    >>> found = boundary_edits(before, Segmentation.from_masses([6, 4, 5]))
    >>> [one.positions for one in found.edits if one.kind is EditKind.TRANSPOSITION]
    [(6, 7), (9, 10)]
    >>> [one.positions for one in mostly_one_way(found).edits[:2]]
    [(6, 7), (9,)]
    """
    keys = join_keys(found.unmatched, found.sides, found.model)
    last = len(keys) - 1
    joins = tuple(sorted(last - at for at in best_joins(keys[::-1])))

    def one_way(joined: Sequence[int]) -> int:
        return abs(sum(1 if found.sides[at] else -1 for at in joined))

    return replace(found, joins=joins) if one_way(joins) > one_way(found.joins) else found


def best_joins(keys: list[int]) -> list[int]:
    """Choose disjoint pairs of neighbours with the largest sum of keys, left-most on ties."""
    best = [0] * (len(keys) + 2)
    for i in range(len(keys) - 1, -1, -1):
        alone, joined = best[i + 1], best[i + 2] + keys[i]
        best[i] = joined if joined > alone else alone
    chosen, i = [], 0
    while i < len(keys):
        if keys[i] and best[i + 2] + keys[i] == best[i]:
            chosen.append(i)
            i += 1
        i += 1
    return chosen
