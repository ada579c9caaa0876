"""Reliability of boundary decisions: each potential boundary is a yes or a no of each coder.

These measures look at one place at a time and know no near misses: two boundaries
one unit apart are two disagreements. Percentage agreement is near 1 wherever boundaries
are few, as almost every decision is a no; alpha and kappa correct for that.

Conventions
-----------
A *unit of analysis* is one potential boundary of one item, a *decision* what one coder
did there. A potential boundary that fewer than two coders decided on counts nowhere.
A majority is one of the coders who coded the item.

*Alpha* is Krippendorff's, with the nominal difference: with n decisions, of which
n_c have the value c, and m_u decisions at place u, of which n_uc have the value c,

    alpha = 1 - (n - 1) sum_u [P_u / (m_u - 1)] / P

where ``P_u = sum_{c<k} n_uc n_uk`` counts the pairs of different values at u and
``P = sum_{c<k} n_c n_k`` those among all decisions. The values are boundary and no
boundary or, on request, the set of types that a coder placed there as one value (so a
set that overlaps another is as different from it as one that does not).

*Fleiss' kappa* and *Gwet's AC1* start from the share of agreeing pairs of decisions at a place,
averaged over places, ``P_a``, and from the mean share p of boundaries at a place:

    kappa = (P_a - P_e) / (1 - P_e),  P_e = p^2 + (1 - p)^2
    AC1 = (P_a - P_e) / (1 - P_e),    P_e = 2 p (1 - p)

With gaps a place counts once, however many coders decided there (Gwet 2014). AC1's expected
agreement is least where boundaries are rare, so it is high there, as the percentage is.

*Percentage agreement* is the share of decisions that agree with the majority of their
place; where a place is tied, half of them do.

*Mean kappa after Hearst* is Cohen's kappa of each coder against the majority of the
coders, averaged over coders. How many coders make a majority boundary, and whether
the coder is one of them, are options: a coder who is counted agrees with the majority
more easily, and reaches more than 0 at random too.

*Mean kappa after Siegel & Castellan* is the same with a kappa whose expected agreement pools
the marginals of the coder and the majority (Scott's pi). Their kappa of *many* coders is that
of Fleiss.

Sources: Krippendorff (2011); Passonneau & Litman (1993); Hearst (1997); Litman & Passonneau
(1995); Fleiss (1971); Gwet (2008); Gwet (2014); Siegel & Castellan (1988).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from types import MappingProxyType
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks import Block, blocks
from segmetrics.metrics.blocks.packing import Floats, Ints, bits_of

Threshold = Literal["at_least", "more_than"]
Values = Literal["boundary", "types"]
THRESHOLDS: tuple[Threshold, ...] = get_args(Threshold)
VALUES: tuple[Values, ...] = get_args(Values)

# A share such as 3/7 is not exact in binary; this finds the fraction that was meant.
LARGEST_DENOMINATOR = 10**6

NO_VARIATION = "everybody decided the same everywhere, so there is nothing to measure"


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionOptions:
    """How decisions are compared; goes with every number as its signature.

    Parameters
    ----------
    values : {"boundary", "types"}, default "boundary"
        What alpha compares: boundary against none, or the sets of types, which a corpus
        must then have. Percentage and kappa always compare boundary against none.
    share : float, default 0.5
        Share of the coders that makes a majority boundary, for kappa; taken as the
        nearest fraction with a denominator of up to a million, so 3/7 of seven is three.
    threshold : {"more_than", "at_least"}, default "more_than"
        Whether a majority boundary needs more coders than this share, or just as many.
    self_included : bool, default True
        Whether a coder counts in the majority that the coder is compared with.

    Raises
    ------
    ValueError
        If an option is none of its choices, or no count of coders fits the share.

    Notes
    -----
    Passonneau & Litman (1993) took four of seven coders for a boundary, which is the
    default; Litman & Passonneau (1995) three of seven: ``share=3 / 7`` and ``at_least``.
    """

    values: Values = "boundary"
    share: float = 0.5
    threshold: Threshold = "more_than"
    self_included: bool = True

    def __post_init__(self) -> None:
        if self.values not in VALUES:
            raise ValueError(f"values is one of {', '.join(VALUES)}, got {self.values!r}")
        if self.threshold not in THRESHOLDS:
            raise ValueError(f"threshold is one of {', '.join(THRESHOLDS)}, got {self.threshold!r}")
        if not 0 <= self.share <= 1:
            raise ValueError(f"share lies in [0, 1], got {self.share!r}")
        if self.threshold == "at_least" and self._share == 0:
            raise ValueError("with 'at_least', a share of 0 would make every place a boundary")
        if self.threshold == "more_than" and self._share == 1:
            raise ValueError("with 'more_than', a share of 1 would make no place a boundary")

    @property
    def _share(self) -> Fraction:
        return Fraction(self.share).limit_denominator(LARGEST_DENOMINATOR)

    def needed(self, coders: int) -> int:
        """Coders, of `coders`, who make a majority boundary; at least 1."""
        votes = self._share * coders
        return ceil(votes) if self.threshold == "at_least" else floor(votes) + 1

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        than = self.threshold.replace("_", " ")
        own = "included" if self.self_included else "excluded"
        return f"alpha over {self.values}, majority={than} {self._share}, self {own}"


@dataclass(frozen=True)
class DecisionTally:
    """Sufficient statistics of N items: everything adds up over items.

    All but mean kappas come from sums of `totals`, and the percentage of `with_majority` too; a
    coder's kappa comes from the sums of the last arrays over the entries of that coder.
    """

    coders: Ints  # of each item
    units: Ints  # potential boundaries that two coders or more decided on
    boundaries: Ints  # their boundaries there
    squares: Ints  # the boundaries at a place, squared, summed over places
    with_majority: Ints  # decisions that agree with the majority of their place
    # An entry is a coding of an item that two coded, by its places in a corpus; sorted by both.
    item: Ints
    coder: Ints
    places: Ints  # potential boundaries of the item
    placed: Ints  # boundaries of the coder
    shared: Ints  # boundaries of all coders where the coder has one
    majority: Ints  # boundaries of the majority that the coder is compared with
    both: Ints  # boundaries of both at one place

    @cached_property
    def totals(self) -> Floats:
        """What each item adds to alpha, Fleiss' kappa and AC1: shape (N, 6)."""
        return _totals(self.coders, self.units, self.boundaries, self.squares)

    @cached_property
    def _totals_without(self) -> Floats:
        """The totals of the item of each entry without the coder of the entry."""
        return _totals(
            self.coders[self.item] - 1,
            self.places,
            self.boundaries[self.item] - self.placed,
            # Where the coder has one, v boundaries become v - 1.
            self.squares[self.item] - 2 * self.shared + self.placed,
        )

    def without(self, coder: int) -> Floats:
        """Return the totals of the items without the codings of a coder."""
        at = self.coder == coder
        found = self.totals.copy()
        found[self.item[at]] = self._totals_without[at]
        return found


def _totals(coders: Ints, units: Ints, boundaries: Ints, squares: Ints) -> Floats:
    """Return what items add to coefficients; those that fewer than two coded add nothing."""
    unlike = coders * boundaries - squares  # with v of c coders at a place, v (c - v)
    found: Floats = np.column_stack(
        (
            units,
            units * coders,
            boundaries,
            unlike / np.maximum(coders - 1, 1),
            2 * unlike / np.maximum(coders * (coders - 1), 1),
            boundaries / np.maximum(coders, 1),
        )
    )
    found[coders < 2] = 0
    return found


def alpha_of(totals: Floats) -> Floats:
    """Compute alpha over boundary and no boundary from sums of `DecisionTally.totals`."""
    return alpha_parts(totals[..., 1], totals[..., 3], binary_pairs(totals))[0]


def fleiss_of(totals: Floats) -> Floats:
    """Compute Fleiss' kappa from sums of `DecisionTally.totals`."""
    units, unlike, yes = totals[..., 0], totals[..., 4], totals[..., 5]
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = 2 * yes * (units - yes) / units  # pairs that differ, were all decisions alike
        return np.where(expected > 0, 1 - unlike / expected, np.nan)


def ac1_of(totals: Floats) -> Floats:
    """Compute Gwet's AC1 from sums of `DecisionTally.totals`."""
    units, unlike, yes = totals[..., 0], totals[..., 4], totals[..., 5]
    with np.errstate(invalid="ignore", divide="ignore"):
        expected = 2 * yes * (units - yes) / units
        return np.where(units > 0, 1 - unlike / (units - expected), np.nan)


OF_DECISIONS: Mapping[str, Callable[[Floats], Floats]] = MappingProxyType(
    {"alpha": alpha_of, "fleiss": fleiss_of, "ac1": ac1_of}
)
"""The columns of the table of decisions that leaving out can tell, from the sums."""


def pooled_kappa_of(places: Ints, placed: Ints, majority: Ints, both: Ints) -> Floats:
    """Compute Siegel & Castellan's kappa of two sides, which pools their marginals."""
    boundaries = placed + majority
    # As in `kappa_of`, whole numbers until the division.
    with np.errstate(invalid="ignore", divide="ignore"):
        unlike: Floats = (
            2 * places * (boundaries - 2 * both) / (boundaries * (2 * places - boundaries))
        )
    return 1 - unlike


def kappa_of(places: Ints, placed: Ints, majority: Ints, both: Ints) -> Floats:
    """Compute Cohen's kappa of yes and no decisions of two sides."""
    # (P_o - P_e) / (1 - P_e), multiplied out: whole numbers until the division.
    joint = placed * majority
    with np.errstate(invalid="ignore"):
        kappa: Floats = 2 * (places * both - joint) / (places * (placed + majority) - 2 * joint)
    return kappa


def tally_decisions(corpus: Corpus, options: DecisionOptions | None = None) -> DecisionTally:
    """Count decisions item by item."""
    options = options or DecisionOptions()
    place_of = {coder: place for place, coder in enumerate(corpus.coders)}
    of_items = np.zeros((5, len(corpus)), dtype=np.int64)
    entries = [np.zeros((7, 0), dtype=np.int64)]
    for block in blocks(corpus):
        size = len(block.coders)
        of_items[0, block.items] = size
        if size > 1:
            votes = _votes(block)
            of_items[1:, block.items] = _of_places(block, votes)
            who = np.array([place_of[coder] for coder in block.coders])
            rows = np.broadcast_arrays(
                block.items,
                who[:, np.newaxis],
                block.masses - 1,
                block.boundaries,
                _shared(block, votes),
                *_against_majority(block, votes, options),
            )
            entries.append(np.stack(rows).reshape(len(rows), -1))
    found = np.concatenate(entries, axis=1)
    return DecisionTally(*of_items, *found[:, np.lexsort((found[1], found[0]))])


def _votes(block: Block) -> NDArray[np.unsignedinteger]:
    """Count the coders who placed a boundary, for each bit of the block."""
    kind = np.min_scalar_type(len(block.coders))
    votes = np.zeros(64 * block.words.shape[1], dtype=kind)
    for words in block.words:
        votes += bits_of(words)
    return votes


def _summed(block: Block, of_bits: NDArray[np.integer]) -> Ints:
    """Sum over the bits of each item."""
    found: Ints = np.add.reduceat(of_bits, 64 * block.starts, dtype=np.int64)
    return found


def _of_places(block: Block, votes: NDArray[np.unsignedinteger]) -> tuple[Ints, Ints, Ints, Ints]:
    """Count places, boundaries, their squares and decisions with the majority: (I,) each."""
    size, places = len(block.coders), block.masses - 1
    # A majority has the votes or lacks them; where there is no place, it would lack all.
    bits = 64 * np.diff(block.starts, append=block.words.shape[1])
    with_majority = _summed(block, np.maximum(votes, size - votes)) - size * (bits - places)
    squares = _summed(block, np.square(votes, dtype=np.int64))
    return places, _summed(block, votes), squares, with_majority


def _shared(block: Block, votes: NDArray[np.unsignedinteger]) -> Ints:
    """Sum the votes at the boundaries of each coder and item: (C, I)."""
    return np.stack([_summed(block, bits_of(words) * votes) for words in block.words])


def _against_majority(
    block: Block, votes: NDArray[np.unsignedinteger], options: DecisionOptions
) -> tuple[Ints, Ints]:
    """Count the majority's boundaries, and those it shares with the coder: (C, I) each."""
    needed = options.needed(len(block.coders) - (not options.self_included))
    # A coder who is left out takes a vote along, so where the coder has a boundary, one
    # vote more is needed. Padding has no vote, and at least one is always needed.
    with_vote = _packed_bits(votes >= needed + (not options.self_included))
    without = _packed_bits(votes >= needed)
    both = block.count(block.words & with_vote)
    majority = both + block.count(without) - block.count(block.words & without)
    return majority, both


def _packed_bits(marks: NDArray[np.bool_]) -> NDArray[np.uint64]:
    return np.packbits(marks, bitorder="little").view("<u8")


@dataclass(frozen=True)
class TypeSets:
    """The sets of types in the items that two coders or more coded, one entry a boundary."""

    item: Ints
    place: Ints  # a number for each potential boundary of the corpus
    value: Ints  # a number for each set
    values: int

    @classmethod
    def of(cls, corpus: Corpus) -> TypeSets:
        """Count the sets of types of a corpus, and number them."""
        number: dict[frozenset[str], int] = {}
        value: list[int] = []
        place: list[Ints] = [np.zeros(0, dtype=np.int64)]
        start, lengths = 0, []
        for item in corpus.items:
            before = len(value)
            for coding in item.codings.values() if len(item.codings) > 1 else ():
                place.append(np.array(coding.boundaries, dtype=np.int64) + start)
                value += [number.setdefault(names, len(number)) for names in coding.types or ()]
            lengths.append(len(value) - before)
            start += item.mass
        return cls(
            item=np.repeat(np.arange(len(corpus)), lengths),
            place=np.concatenate(place),
            value=np.array(value, dtype=np.int64),
            values=max(len(number), 1),
        )

    def unlike(self, coders: Ints) -> Floats:
        """Sum the pairs of different decisions of each item, each over one less than its coders."""
        _, first, at = np.unique(self.place, return_index=True, return_inverse=True)
        item = self.item[first]
        pairs = np.zeros(len(coders))
        np.add.at(pairs, item, self._pairs(at, coders[item]))
        return pairs / np.maximum(coders - 1, 1)

    def pairs(self, part_of: Ints, taken: Floats) -> Floats:
        """Count the pairs of different ones among the `taken` decisions of each part."""
        return self._pairs(part_of[self.item], taken)

    def _pairs(self, at: Ints, taken: Ints | Floats) -> Floats:
        cells, counts = np.unique(at * self.values + self.value, return_counts=True)
        cells //= self.values
        marked, squares = np.zeros(len(taken)), np.zeros(len(taken))
        np.add.at(marked, cells, counts)
        np.add.at(squares, cells, counts * counts)
        # What is not marked has one value more: no boundary.
        return (taken - marked) * marked + (marked * marked - squares) / 2


def binary_pairs(totals: Floats) -> Floats:
    """Count the pairs of a boundary and none among all decisions."""
    taken, yes = totals[..., 1], totals[..., 2]
    pairs: Floats = yes * (taken - yes)
    return pairs


def alpha_parts(taken: Floats, unlike: Floats, pairs: Floats) -> tuple[Floats, Floats, Floats]:
    """Compute alpha, observed and expected disagreement; NaN where undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        alpha = np.where(pairs > 0, 1 - (taken - 1) * unlike / pairs, np.nan)
        observed = 2 * unlike / taken
        expected = 2 * pairs / (taken * (taken - 1))
    return alpha, observed, expected
