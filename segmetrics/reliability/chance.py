"""The chance level of a similarity, found by shuffling.

Expected agreement of pi* and kappa* comes from a formula for single places, which knows
neither windows nor near misses nor the sizes of segments. Here chance is what the same
similarity gives when coders keep their habits but lose the text:

``sizes``
    Each coder keeps the sizes of their segments, in random order.
``places``
    Each coder keeps their number of boundaries, at random places.

Conventions
-----------
Every coder is shuffled by themselves, all orders (or choices of places) being as likely.
*Shuffled agreement* is the mean over shuffles of observed agreement; the *corrected*
coefficient is (observed - shuffled) / (1 - shuffled), the p-value the share of shuffles
that agree at least as much as the coders do, with the coders themselves counted as one:
(1 + those) / (1 + shuffles). The randomised p-value counts shuffles that agree just as
much by a random share, which makes it uniform where there is nothing but chance.

Boundaries count as places alone: types and levels are not looked at, in observed
agreement neither.

Shuffled agreement is exact where it can be: in closed form for WindowDiff at random
places, by enumeration for S, A and WindowDiff where coders have few arrangements. All
else is a mean over random shuffles, with its standard error.

Sources: Edgington & Onghena (2007); Phipson & Smyth (2010).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb, factorial, inf, isnan, nan, prod, sqrt
from typing import Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from segmetrics.boundary_marks import plain, with_uncertain
from segmetrics.coefficients.agreement_table import NO_VALUE
from segmetrics.coefficients.chance_corrected import (
    NEGLIGIBLE,
    ONE_CODER,
    Coefficients,
    observed_agreement,
)
from segmetrics.coefficients.levels import Level
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import each_item, group_tallies, pooled
from segmetrics.coefficients.similarities import pair_ratios
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks import Block
from segmetrics.metrics.blocks.packing import Floats, Ints, pack
from segmetrics.metrics.blocks.window_blocks import window_span
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.metrics.window_chance import wd_chance
from segmetrics.metrics.windows import window_size
from segmetrics.reliability.progress import Progress, part_of
from segmetrics.rows import WithRows
from segmetrics.segmentation import Segmentation

Null = Literal["sizes", "places"]
NULLS: tuple[Null, ...] = get_args(Null)

# Arrangements of a pair of coders up to which all are looked at.
ENUMERATED = 20_000
# Similarities that are a mean over a fixed number of places, so that pairs can be
# averaged one by one.
LINEAR = ("s", "a", "wd")
# Units of a chunk of shuffles, all coders of an item together.
CHUNK_UNITS = 1 << 21
MAX_SHUFFLES = 100_000
ALWAYS_SAME = "every shuffle agrees perfectly, so there is nothing above chance to reach"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceOptions:
    """How coders are shuffled; goes with every number as its signature.

    Parameters
    ----------
    null : {"sizes", "places"}, default "sizes"
        What a coder keeps.
    shuffles : int, default 1000
        Shuffles of each item.
    seed : int, default 0
        Seed of the random numbers.

    Raises
    ------
    ValueError
        If an option is out of its range.
    """

    null: Null = "sizes"
    shuffles: int = 1000
    seed: int = 0

    def __post_init__(self) -> None:
        if self.null not in NULLS:
            raise ValueError(f"null is one of {', '.join(NULLS)}, got {self.null!r}")
        if not 10 <= self.shuffles <= MAX_SHUFFLES:
            raise ValueError(f"shuffles are 10 to {MAX_SHUFFLES:,}, got {self.shuffles}")
        if self.seed < 0:
            raise ValueError(f"a seed is at least 0, got {self.seed}")

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        return f"chance by shuffling {self.null}, {self.shuffles} shuffles, seed={self.seed}"


class ChanceRow(NamedTuple):
    """Agreement on an item or in a coder group beside its chance level.

    Parameters
    ----------
    level : {"item", "group"}
        What the row is about.
    item : str
        Name of the item or the group.
    observed : float or None
        Observed agreement, in [0, 1].
    shuffled : float or None
        Its mean over shuffles, in [0, 1].
    error : float or None
        Standard error of this mean; 0 where it is exact.
    corrected : float or None
        (observed - shuffled) / (1 - shuffled): at most 1, higher is better, 0 is chance.
    p, p_randomised : float or None
        Share of shuffles that agree at least as much; the second breaks ties at random.
    expected_pi : float or None
        The expected agreement of pi*, to compare.
    undefined : str
        Why there is no value, or empty.
    """

    level: Level
    item: str
    observed: float | None
    shuffled: float | None
    error: float | None
    corrected: float | None
    p: float | None
    p_randomised: float | None
    expected_pi: float | None
    undefined: str = ""


@dataclass(frozen=True)
class ChanceTable(WithRows):
    """Chance levels of a corpus.

    Parameters
    ----------
    items, groups : tuple of ChanceRow
        A row an item, in the order of the corpus; a row a group.
    options : AgreementOptions
        How agreement was computed.
    shuffling : ChanceOptions
        How coders were shuffled.
    """

    items: tuple[ChanceRow, ...]
    groups: tuple[ChanceRow, ...]
    options: AgreementOptions
    shuffling: ChanceOptions

    @property
    def rows(self) -> tuple[ChanceRow, ...]:
        """Items, then groups."""
        return (*self.items, *self.groups)


def chance(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    shuffling: ChanceOptions | None = None,
    *,
    progress: Progress | None = None,
) -> ChanceTable:
    """Find the chance level of a similarity for each item and coder group.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        Similarity, window width and costs.
    shuffling : ChanceOptions, optional
        What coders keep, and how often they are shuffled.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    ChanceTable

    Examples
    --------
    >>> corpus = Corpus.from_masses({"a": {"x": [1, 3], "y": [1, 3]}})
    >>> row = chance(corpus).items[0]
    >>> row.observed, row.error  # of both orders of each coder's segments, half agree
    (1.0, 0.0)
    >>> round(row.shuffled, 4)
    0.6667
    """
    options = options or AgreementOptions()
    shuffling = shuffling or ChanceOptions()
    corpus = plain(with_uncertain(corpus, options.uncertain))
    rows: dict[int, ChanceRow] = {}
    groups: list[ChanceRow] = []
    for tally in group_tallies(corpus, options):
        items = [corpus.items[place] for place in tally.items.tolist()]
        found = each_item(tally).coefficients
        together = _Shuffles.none(shuffling.shuffles)
        for number, (place, item) in enumerate(zip(tally.items.tolist(), items, strict=True)):
            report = part_of(progress, len(rows), len(corpus.items))
            # An item is shuffled alike whatever other items are looked at.
            random = np.random.default_rng([shuffling.seed, item.stream])
            shuffles = _shuffled(item, options, shuffling, random, report)
            rows[place] = _row("item", item.name, [item], found, number, shuffles, random)
            together = together.beside(shuffles)
            if report:
                report(1.0)
        random = np.random.default_rng([shuffling.seed, len(corpus.items), len(groups)])
        found = pooled(tally).coefficients
        groups.append(_row("group", tally.group.name, items, found, 0, together, random))
    return ChanceTable(
        items=tuple(rows[place] for place in range(len(corpus.items))),
        groups=tuple(groups),
        options=options,
        shuffling=shuffling,
    )


@dataclass(frozen=True)
class _Shuffles:
    """What R shuffles of an item agree on, or of several items together."""

    numerator: Floats
    denominator: Floats
    known: NDArray[np.bool_]
    exact_numerator: float
    exact_denominator: float

    @property
    def values(self) -> Floats:
        """Observed agreement of the shuffles that have a value, pooled as ever."""
        return observed_agreement(self.numerator, self.denominator, self.known)[self.known]

    @property
    def mean(self) -> tuple[float, float]:
        """The mean of the values, and its standard error; 0 if the mean is exact."""
        if not isnan(self.exact_numerator):
            return self.exact_numerator / self.exact_denominator, 0.0
        values = self.values
        error = values.std(ddof=1) / sqrt(values.size) if values.size > 1 else inf
        return float(values.mean()), float(error)

    @classmethod
    def none(cls, shuffles: int) -> _Shuffles:
        """Begin with nothing to compare."""
        nothing = np.zeros(shuffles)
        return cls(nothing, nothing, nothing > 0, 0.0, 0.0)

    def beside(self, others: _Shuffles) -> _Shuffles:
        """Return these shuffles joined with those of other items."""
        return _Shuffles(
            self.numerator + others.numerator,
            self.denominator + others.denominator,
            self.known | others.known,
            self.exact_numerator + others.exact_numerator,
            self.exact_denominator + others.exact_denominator,
        )


def _row(
    level: Level,
    name: str,
    items: Sequence[Item],
    found: Coefficients,
    place: int,
    shuffles: _Shuffles,
    random: np.random.Generator,
) -> ChanceRow:
    """Compare observed agreement with that of shuffles."""
    observed, expected = float(found.observed[place]), float(found.expected_pi[place])
    expected_pi = None if isnan(expected) else expected
    if isnan(observed) or not shuffles.known.any():
        why = _why_undefined(items)
        return ChanceRow(level, name, None, None, None, None, None, None, expected_pi, why)
    shuffled, error = shuffles.mean
    values = shuffles.values
    alike = int((np.abs(values - observed) <= NEGLIGIBLE).sum())
    above = int((values > observed + NEGLIGIBLE).sum())
    share = float(random.random()) * (1 + alike)
    perfect = shuffled > 1 - NEGLIGIBLE
    return ChanceRow(
        level=level,
        item=name,
        observed=observed,
        shuffled=shuffled,
        error=error,
        corrected=None if perfect else (observed - shuffled) / (1 - shuffled),
        p=(1 + above + alike) / (1 + values.size),
        p_randomised=(above + share) / (1 + values.size),
        expected_pi=expected_pi,
        undefined=ALWAYS_SAME if perfect else "",
    )


def _why_undefined(items: Sequence[Item]) -> str:
    """Return why there is nothing to compare on some items."""
    compared = [item.mass for item in items if len(item.codings) > 1]
    if not compared:
        return ONE_CODER
    return NO_PLACE if max(compared) < 2 else NO_VALUE


def _shuffled(
    item: Item,
    options: AgreementOptions,
    shuffling: ChanceOptions,
    random: np.random.Generator,
    progress: Progress | None,
) -> _Shuffles:
    """Shuffle the coders of an item."""
    if len(item.codings) < 2 or item.mass < 2:
        return _Shuffles.none(shuffling.shuffles)
    parts = []
    rows = max(1, CHUNK_UNITS // (item.mass * len(item.codings)))
    for start in range(0, shuffling.shuffles, rows):
        if progress:
            progress(start / shuffling.shuffles)
        block = _block(item, shuffling.null, min(rows, shuffling.shuffles - start), random)
        parts.append(_compared(block, options))
    numerator, denominator, known = (np.concatenate(part) for part in zip(*parts, strict=True))
    if not known.any():
        return _Shuffles.none(shuffling.shuffles)
    # Where the mean is exact, all shuffles have the same denominator.
    mean, weight = _exact(item, options, shuffling.null), float(denominator[0])
    return _Shuffles(numerator, denominator, known, nan if mean is None else mean * weight, weight)


def _compared(block: Block, options: AgreementOptions) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Compare all pairs on all items of a block: sums over pairs, (I,) each."""
    ratios = pair_ratios(
        options.similarity,
        block,
        (),
        model=options.model,
        width=options.width,
        halves=options.halves,
    )
    known: NDArray[np.bool_] = np.any(ratios.known, axis=0)
    return ratios.numerator.sum(axis=0), ratios.denominator.sum(axis=0), known


def _block(item: Item, null: Null, shuffles: int, random: np.random.Generator) -> Block:
    """Pack shuffles of an item side by side."""
    positions: list[Ints] = []
    for coding in item.codings.values():
        count = len(coding.boundaries)
        if null == "sizes":
            sizes = np.broadcast_to(np.array(coding.masses), (shuffles, count + 1))
            placed = np.cumsum(random.permuted(sizes, axis=1), axis=1)[:, :-1]
        else:
            keys = random.random((shuffles, item.mass - 1))
            placed = 1 + np.argpartition(keys, max(count - 1, 0), axis=1)[:, :count]
        positions.append(placed)
    return _packed(tuple(item.codings), item.mass, positions)


def _packed(coders: tuple[str, ...], mass: int, positions: Sequence[Ints]) -> Block:
    """Pack arrangements of each coder, as many for one as for another."""
    rows = len(positions[0])
    counts = np.repeat([placed.shape[1] for placed in positions], rows)
    flat = np.concatenate([placed.ravel() for placed in positions]).astype(np.int64)
    return pack(coders, np.arange(rows), np.full(rows, mass), counts, flat)


def _exact(item: Item, options: AgreementOptions, null: Null) -> float | None:
    """Compute shuffled agreement exactly, or None if that is not possible or too much."""
    if options.similarity not in LINEAR:
        return None
    codings = list(item.codings.values())
    if options.similarity == "wd" and null == "places":
        levels = [
            wd_chance(hypothesis, reference, window=_span(reference, options)).value
            for hypothesis, reference in permutations(codings, 2)
        ]
        values = [1 - level for level in levels if level is not None]
        return sum(values) / len(values) if values else None
    known: dict[tuple[object, object], float] = {}
    means = []
    for a, b in combinations(codings, 2):
        first, second = sorted((_kept(a, null), _kept(b, null)))
        if (first, second) not in known:
            mean = _enumerated(a, b, options, null)
            if mean is None:
                return None
            known[first, second] = mean
        means.append(known[first, second])
    return sum(means) / len(means)


def _span(reference: Segmentation, options: AgreementOptions) -> int:
    """Return the potential boundaries in a window, by the window rule."""
    return window_span(window_size(reference, halves=options.halves), options.width)


def _kept(coding: Segmentation, null: Null) -> tuple[int, ...]:
    """Return what shuffling keeps of a coding."""
    return tuple(sorted(coding.masses)) if null == "sizes" else (len(coding.boundaries),)


def _enumerated(
    a: Segmentation, b: Segmentation, options: AgreementOptions, null: Null
) -> float | None:
    """Average over all arrangements of two coders, or None if they are too many or no value."""
    if prod(_arrangements(coding, null) for coding in (a, b)) > ENUMERATED:
        return None
    ours, theirs = (np.array(list(_all(coding, null)), dtype=np.int64) for coding in (a, b))
    pairs = (np.repeat(ours, len(theirs), axis=0), np.tile(theirs, (len(ours), 1)))
    block = _packed(("a", "b"), a.mass, pairs)
    numerator, denominator, known = _compared(block, options)
    every = known.all() and denominator.all()
    return float(numerator.sum() / denominator.sum()) if every else None


def _arrangements(coding: Segmentation, null: Null) -> int:
    """Count the different arrangements of a coder."""
    if null == "places":
        return comb(coding.mass - 1, len(coding.boundaries))
    sizes = Counter(coding.masses)
    if len(coding.masses) > 40:  # far too many, unless all are alike
        return 1 if len(sizes) == 1 else ENUMERATED + 1
    return factorial(len(coding.masses)) // prod(factorial(times) for times in sizes.values())


def _all(coding: Segmentation, null: Null) -> Iterator[tuple[int, ...]]:
    """Yield the different arrangements of a coder's segments, as positions."""
    if null == "places":
        yield from combinations(range(1, coding.mass), len(coding.boundaries))
        return
    if len(set(coding.masses)) == 1:
        yield coding.boundaries
        return

    def orders(left: Counter[int], placed: tuple[int, ...], at: int) -> Iterator[tuple[int, ...]]:
        for size in [size for size, times in left.items() if times]:
            if at + size == coding.mass:
                yield placed
                continue
            left[size] -= 1
            yield from orders(left, (*placed, at + size), at + size)
            left[size] += 1

    yield from orders(Counter(coding.masses), (), 0)
