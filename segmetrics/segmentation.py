"""One segmentation: what one coder made of one item.

Conventions
-----------
An item has a *mass*: the number of units (paragraphs, sentences, words,
seconds) that cannot be split. Between its units lie ``mass - 1`` *potential
boundaries*, numbered ``1 .. mass - 1``; position ``p`` lies after unit ``p``.
The two edges of the text are not boundaries. A boundary may carry a set of
unordered types, or a level of prominence (1 is the most prominent).

The units of a recording are steps of time, and a segmentation of one says by its *scale*
how long a step lasts; that of a text has none.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import accumulate, pairwise
from operator import ge, index
from pickle import PickleBuffer
from typing import TYPE_CHECKING, Any, overload

from segmetrics.time_scale import TimeScale

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

MAX_MASS = 10_000_000
"""Units that an item may have; more is taken for a mistake, not for a text."""

SHORT = 64
"""Units of an item whose positions stay a tuple: quicker, and rarely larger than `Positions`."""

_INT_ONLY = {int}
BITS: Mapping[str, Any] = {"0": 0, "1": 1}


class SegmentationError(ValueError):
    """What was given is not a segmentation; the message says why."""


class Positions(Sequence[int]):
    """The positions of many boundaries: a sequence that never changes, of four bytes for each.

    It equals the tuple of the same positions, is shown and sorted out by sets as that is, and a
    slice of it is one.

    Parameters
    ----------
    positions : iterable of int, or bytes
        The positions, each at most `MAX_MASS`, or what pickling made of them.
    """

    __slots__ = ("_packed",)

    def __init__(self, positions: Iterable[int] | bytes) -> None:
        self._packed = array("i", positions)

    def __len__(self) -> int:
        return len(self._packed)

    def __iter__(self) -> Iterator[int]:
        return iter(self._packed)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...
    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        return tuple(self._packed[at]) if isinstance(at, slice) else self._packed[at]

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        import numpy as np

        return np.array(self._packed, dtype=np.int64 if dtype is None else dtype)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Positions):
            return self._packed == other._packed
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        # A buffer is written as it is, without a copy that stays until all is written.
        written = PickleBuffer(self._packed) if protocol >= 5 else self._packed.tobytes()
        return Positions, (written,)


@dataclass(frozen=True, slots=True)
class Segmentation:
    """The boundaries that one coder placed in one item.

    The value is checked when it is built and never changes afterwards. Use
    :meth:`from_masses`, :meth:`from_positions`, :meth:`from_bits` or
    :meth:`from_labels` to build one from data of another shape.

    Parameters
    ----------
    mass : int
        Units of the item, 1 to `MAX_MASS`.
    boundaries : Sequence of int
        Positions of the boundaries, ascending, each in ``1 .. mass - 1``. Those of long
        items are kept as `Positions`, which equal the tuple of the same numbers.
    types : tuple of frozenset of str, optional
        The set of boundary types at each boundary, in the same order.
    levels : tuple of int, optional
        The level of prominence of each boundary, in the same order; 1 is the
        most prominent. A segmentation has types or levels, not both.
    scale : TimeScale, optional
        What a unit lasts, if the item is a recording; `time_coding` and
        `Corpus.from_times` set it.

    Raises
    ------
    SegmentationError
        If the parts do not make a segmentation.

    Examples
    --------
    >>> Segmentation(13, (2, 10, 12)).masses
    (2, 8, 2, 1)
    >>> Segmentation.from_masses([2, 8, 2, 1]) == Segmentation(13, (2, 10, 12))
    True
    """

    mass: int
    boundaries: Sequence[int]
    types: tuple[frozenset[str], ...] | None = None
    levels: tuple[int, ...] | None = None
    scale: TimeScale | None = None

    def __post_init__(self) -> None:
        mass, boundaries = self.mass, self.boundaries
        if type(mass) is not int or not 1 <= mass <= MAX_MASS:
            raise SegmentationError(_wrong_mass(mass))
        if not isinstance(boundaries, (tuple, Positions)):
            raise SegmentationError("boundaries are a tuple; from_positions takes any iterable")
        if boundaries:
            if set(map(type, boundaries)) != _INT_ONLY:
                raise SegmentationError(_not_whole(boundaries, "boundary position"))
            if (
                boundaries[0] < 1
                or boundaries[-1] >= mass
                or any(map(ge, boundaries, boundaries[1:]))
            ):
                raise SegmentationError(_wrong_boundaries(mass, boundaries))
        if mass > SHORT:
            object.__setattr__(self, "boundaries", Positions(boundaries))
        if self.types is not None or self.levels is not None:
            self._check_marks()

    def _check_marks(self) -> None:
        if self.types is not None and self.levels is not None:
            raise SegmentationError("boundaries carry either types or levels, not both")
        marks: Sequence[object] = self.types if self.types is not None else self.levels or ()
        if len(marks) != len(self.boundaries):
            raise SegmentationError(
                f"{len(self.boundaries)} boundaries, but types or levels for {len(marks)}"
            )
        if self.types is not None and not all(
            isinstance(names, frozenset) and names for names in self.types
        ):
            raise SegmentationError("the types of a boundary are a frozenset of at least one")
        if self.types is not None:
            # Of equal sets one is kept: there are many boundaries and few types.
            each = {names: names for names in self.types}
            object.__setattr__(self, "types", tuple([each[names] for names in self.types]))
        if self.levels is not None and any(type(x) is not int or x < 1 for x in self.levels):
            raise SegmentationError("a level is a whole number of at least 1")

    def __reduce__(self) -> tuple[Any, ...]:
        return _checked, (self.mass, self.boundaries, self.types, self.levels, self.scale)

    def __copy__(self) -> Segmentation:
        return self

    @classmethod
    def from_masses(cls, masses: Iterable[int]) -> Segmentation:
        """Build a segmentation from its segment sizes.

        Parameters
        ----------
        masses : iterable of int
            Units of each segment from the first to the last, each at least 1.

        Raises
        ------
        SegmentationError
            If there is no segment, or a size is not a whole number of at
            least 1, or the sum exceeds `MAX_MASS`.

        Examples
        --------
        >>> Segmentation.from_masses([11, 2])
        Segmentation(mass=13, boundaries=(11,), types=None, levels=None, scale=None)
        """
        masses = tuple(masses)
        if not masses:
            raise SegmentationError("no segment: an item has at least one unit")
        if set(map(type, masses)) != _INT_ONLY:
            masses = _whole(masses, "segment size")
        if min(masses) < 1:
            wrong = next(m for m in masses if m < 1)
            raise SegmentationError(
                f"segment size {_short(wrong)}: a segment has at least one unit"
            )
        ends = tuple(accumulate(masses))
        if ends[-1] > MAX_MASS:
            raise SegmentationError(_wrong_mass(ends[-1]))
        # Sums of whole numbers from 1 on ascend: there is nothing left to check.
        places, mass = ends[:-1], ends[-1]
        return _checked(mass, Positions(places) if mass > SHORT else places)

    @classmethod
    def from_positions(cls, mass: int, positions: Iterable[int]) -> Segmentation:
        """Build a segmentation from the positions of its boundaries.

        Parameters
        ----------
        mass : int
            Units of the item.
        positions : iterable of int
            Positions in any order, each in ``1 .. mass - 1``, none twice.

        Raises
        ------
        SegmentationError
            If a position is outside the text, twice, or not a whole number.

        Examples
        --------
        >>> Segmentation.from_positions(13, [12, 2, 10]).masses
        (2, 8, 2, 1)
        """
        (whole_mass,) = _whole([mass], "mass")
        return cls(whole_mass, tuple(sorted(_whole(positions, "boundary position"))))

    @classmethod
    def from_bits(cls, bits: Iterable[bool | int] | str) -> Segmentation:
        """Build a segmentation from one bit for each potential boundary.

        Parameters
        ----------
        bits : iterable of bool or of 0 and 1
            ``mass - 1`` bits; a 1 is a boundary. A text of them will do.

        Raises
        ------
        SegmentationError
            If something else than 0 and 1 is given.

        Examples
        --------
        >>> Segmentation.from_bits([0, 1, 0]).masses
        (2, 2)
        >>> Segmentation.from_bits("010").masses
        (2, 2)
        """
        bits = [BITS.get(bit, bit) for bit in bits] if isinstance(bits, str) else list(bits)
        for bit in bits:
            if bit not in (0, 1):
                raise SegmentationError(f"{_short(bit)}: a potential boundary is 0 or 1")
        return cls(len(bits) + 1, tuple(p for p, bit in enumerate(bits, 1) if bit))

    @classmethod
    def from_labels(cls, labels: Iterable[Hashable]) -> Segmentation:
        """Build a segmentation from the segment label of each unit.

        A boundary lies wherever two neighbouring units differ in their label.
        Labels are compared by equality, so a label may come back later for
        another segment, but two neighbouring segments need different ones.

        Parameters
        ----------
        labels : iterable
            One label for each unit.

        Raises
        ------
        SegmentationError
            If there is no unit.

        Examples
        --------
        >>> Segmentation.from_labels("aabbba").masses
        (2, 3, 1)
        """
        labels = list(labels)
        return cls(len(labels), tuple(p for p, (x, y) in enumerate(pairwise(labels), 1) if x != y))

    @property
    def masses(self) -> tuple[int, ...]:
        """Units of each segment, from the first to the last."""
        ends = (0, *self.boundaries, self.mass)
        return tuple(right - left for left, right in pairwise(ends))

    @property
    def bits(self) -> tuple[int, ...]:
        """One 0 or 1 for each potential boundary."""
        bits = [0] * (self.mass - 1)
        for position in self.boundaries:
            bits[position - 1] = 1
        return tuple(bits)

    @property
    def segments(self) -> int:
        """Number of segments: boundaries + 1."""
        return len(self.boundaries) + 1

    @property
    def potential_boundaries(self) -> int:
        """Number of places between two units: ``mass - 1``."""
        return self.mass - 1


# What fills a new segmentation without looking for each name.
_SLOTS = [getattr(Segmentation, one.name).__set__ for one in fields(Segmentation)]


def _checked(
    mass: int,
    boundaries: Sequence[int],
    types: tuple[frozenset[str], ...] | None = None,
    levels: tuple[int, ...] | None = None,
    scale: TimeScale | None = None,
) -> Segmentation:
    """Return a segmentation of parts of which nothing is left to check."""
    found = object.__new__(Segmentation)
    of_mass, of_boundaries, of_types, of_levels, of_scale = _SLOTS
    of_mass(found, mass)
    of_boundaries(found, boundaries)
    of_types(found, types)
    of_levels(found, levels)
    of_scale(found, scale)
    return found


def packed(positions: Sequence[int]) -> array[int]:
    """Return positions as an array of C integers, which nobody changes."""
    return positions._packed if isinstance(positions, Positions) else array("i", positions)


def common_mass(a: Segmentation, b: Segmentation) -> int:
    """Return the units of two segmentations of one item, which have as many."""
    if a.mass != b.mass:
        raise ValueError(f"two segmentations of one item: masses {a.mass} and {b.mass} differ")
    return a.mass


def _whole(values: Iterable[Any], what: str) -> tuple[int, ...]:
    """Return whole numbers of any integer type (numpy's too), but no bool."""
    values = tuple(values)
    if any(isinstance(value, bool) for value in values):
        raise SegmentationError(_not_whole(values, what))
    try:
        return tuple(map(index, values))
    except TypeError:
        raise SegmentationError(_not_whole(values, what)) from None


def _not_whole(values: Iterable[object], what: str) -> str:
    for value in values:
        if isinstance(value, bool) or not hasattr(value, "__index__"):
            return f"{what} {_short(value)} is not a whole number"
    return f"each {what} is an int of Python's own; from_positions takes any integer type"


def _wrong_mass(mass: object) -> str:
    if type(mass) is not int:
        return f"mass {_short(mass)} is not a whole number"
    if mass < 1:
        return f"mass {_short(mass)}: an item has at least one unit"
    return f"mass {_short(mass)} is too large to be real (the limit is {MAX_MASS:,} units)"


def _wrong_boundaries(mass: int, boundaries: Sequence[int]) -> str:
    for position in boundaries:
        if not 1 <= position < mass:
            if mass == 1:
                return (
                    f"boundary at {_short(position)}, but an item of one unit has no place for one"
                )
            return f"boundary at {_short(position)} lies outside the text (1 to {mass - 1})"
    for left, right in pairwise(boundaries):
        if left == right:
            return f"boundary at {left} is given twice"
    return "boundary positions are not in ascending order"


def _short(value: object, limit: int = 24) -> str:
    """Show a value from a stranger's file in a message without filling the screen."""
    if type(value) is int and value.bit_length() > 80:
        return "of more than 24 digits"
    text = repr(value)
    return text if len(text) <= limit else text[: limit - 1] + "…"
