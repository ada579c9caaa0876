"""Metrics that count boundaries: precision, recall, F1 and generalised Hamming distance.

Conventions
-----------
A boundary of the hypothesis is right if the reference has one at exactly that
position. *Precision* is the share of the hypothesis's boundaries that are right,
*recall* the share of the reference's boundaries that were found, *F1* their harmonic
mean; where one of the two is undefined for want of boundaries, nothing is found and F1 is 0.
The edges of the text are no boundaries.

The *generalised Hamming distance* is the least cost of turning the hypothesis into
the reference, where boundaries are inserted, deleted, or shifted at a cost for each
position. The default costs are those of NLTK.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Block, Floats, Ints
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.shift_chains import BlockChains, chain_cost, chains_of, reach_of
from segmetrics.segmentation import Segmentation, common_mass

NO_PRECISION = "the hypothesis has no boundary"
NO_RECALL = "the reference has no boundary"
NOBODY = "nobody placed a boundary"

MAX_COST = 1e9

EXACT_TIMES = only_texts(
    "hit_rate, with a tolerance in seconds", "Nobody marks the same millisecond twice."
)
STEP_BY_STEP = only_texts(
    "boundary_deviation, and b with n in seconds",
    "A shift costs something for each step, so it grows with the resolution.",
)


@dataclass(frozen=True, slots=True)
class BoundaryMatches:
    """A metric that counts boundaries, with those at exactly the same positions."""

    value: float | None  #: its value; None if undefined
    matches: int  #: positions at which both have a boundary
    #: Boundaries of the hypothesis; for a symmetric metric, of the first.
    hypothesis_boundaries: int
    reference_boundaries: int  #: those of the reference, or of the second
    undefined: str | None = None  #: why there is no value


@on_axis("precision", not_of=EXACT_TIMES)
def precision(hypothesis: Segmentation, reference: Segmentation) -> BoundaryMatches:
    """Compute boundary precision: the share of the hypothesis's boundaries that are right.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.

    Returns
    -------
    BoundaryMatches
        In [0, 1], higher is better, 1 is perfect. Undefined if the hypothesis has no
        boundary.

    Raises
    ------
    ValueError
        If the two differ in mass.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> hypothesis = Segmentation.from_masses([2, 2, 1, 5])
    >>> reference = Segmentation.from_masses([2, 3, 5])
    >>> round(precision(hypothesis, reference).value, 4), recall(hypothesis, reference).value
    (0.6667, 1.0)
    """
    matches, h, r = _counts(hypothesis, reference)
    if not h:
        return BoundaryMatches(None, matches, h, r, NO_PRECISION)
    return BoundaryMatches(matches / h, matches, h, r)


@on_axis("recall", not_of=EXACT_TIMES)
def recall(hypothesis: Segmentation, reference: Segmentation) -> BoundaryMatches:
    """Compute boundary recall: the share of the reference's boundaries that were found.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.

    Returns
    -------
    BoundaryMatches
        In [0, 1], higher is better, 1 is perfect. Undefined if the reference has no
        boundary.

    Raises
    ------
    ValueError
        If the two differ in mass.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> recall(Segmentation.from_masses([2, 8]), Segmentation.from_masses([2, 3, 5])).value
    0.5
    """
    matches, h, r = _counts(hypothesis, reference)
    if not r:
        return BoundaryMatches(None, matches, h, r, NO_RECALL)
    return BoundaryMatches(matches / r, matches, h, r)


@on_axis("f1", not_of=EXACT_TIMES)
def f1(a: Segmentation, b: Segmentation) -> BoundaryMatches:
    """Compute boundary F1: the harmonic mean of precision and recall.

    Parameters
    ----------
    a, b : Segmentation
        Two segmentations of one item.

    Returns
    -------
    BoundaryMatches
        In [0, 1], higher is better, 1 is perfect; 0 if one of the two alone has boundaries.
        Undefined if nobody placed a boundary.

    Raises
    ------
    ValueError
        If the two differ in mass.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> f1(Segmentation.from_masses([2, 2, 1, 5]), Segmentation.from_masses([2, 3, 5])).value
    0.8
    """
    matches, h, r = _counts(a, b)
    if not h + r:
        return BoundaryMatches(None, matches, h, r, NOBODY)
    return BoundaryMatches(2 * matches / (h + r), matches, h, r)


def _counts(a: Segmentation, b: Segmentation) -> tuple[int, int, int]:
    common_mass(a, b)
    shared = len(set(a.boundaries).intersection(b.boundaries))
    return shared, len(a.boundaries), len(b.boundaries)


def _block_counts(block: Block) -> tuple[Ints, Ints, Ints]:
    """Count matches and boundaries of all pairs: (C, C, I), (C, 1, I) and (1, C, I)."""
    matches = np.stack([block.count(words & block.words) for words in block.words])
    return matches, block.boundaries[:, np.newaxis], block.boundaries[np.newaxis]


def _precisions(block: Block, _items: Sequence[Item]) -> Floats:
    matches, h, _ = _block_counts(block)
    return _divided(matches, h)[~np.eye(len(matches), dtype=bool)]


def _recalls(block: Block, _items: Sequence[Item]) -> Floats:
    matches, _, r = _block_counts(block)
    return _divided(matches, r)[~np.eye(len(matches), dtype=bool)]


def _f1s(block: Block, _items: Sequence[Item]) -> Floats:
    matches, h, r = _block_counts(block)
    found = _divided(2 * matches, h + r)
    return found[np.triu_indices(len(matches), 1)]


def _divided(part: Ints, whole: Ints) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(whole > 0, part / whole, np.nan)


@on_axis("ghd", not_of=STEP_BY_STEP)
def ghd(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    ins: float = 2.0,
    delete: float = 2.0,
    shift: float = 1.0,
) -> BoundaryMatches:
    """Compute the generalised Hamming distance of a hypothesis from a reference.

    Source: Bookstein, Kulyukin & Raita (2002).

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    ins : float, default 2
        Cost of a boundary of the reference that has to be inserted, at least 0.
    delete : float, default 2
        Cost of a boundary of the hypothesis that has to be deleted, at least 0.
    shift : float, default 1
        Cost of shifting a boundary by one position, at least 0.

    Returns
    -------
    BoundaryMatches
        At least 0, lower is better, 0 is identity; it has no upper limit common to
        all texts. Symmetric if `ins` and `delete` are alike.

    Raises
    ------
    ValueError
        If the two differ in mass, or a cost is negative or not finite.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation.from_masses([2, 3, 5])
    >>> ghd(Segmentation.from_masses([3, 7]), reference).value  # a shift by 1, an insertion
    3.0
    """
    ins, delete, shift = _costs(ins, delete, shift)
    matches, h, r = _counts(hypothesis, reference)
    chains = chains_of(hypothesis, reference, reach_of(ins, delete, shift))
    value = sum((chain_cost(chain, ins, delete, shift) for chain in chains), 0.0)
    return BoundaryMatches(value, matches, h, r)


def _costs(ins: float, delete: float, shift: float) -> tuple[float, float, float]:
    """Return the three costs; raises ValueError if one is out of its range."""
    for name, cost in (("ins", ins), ("delete", delete), ("shift", shift)):
        if not (isfinite(cost) and cost >= 0):
            raise ValueError(f"the cost {name} is a number of at least 0, got {cost!r}")
        if cost > MAX_COST:
            raise ValueError(f"the cost {name} is at most {MAX_COST:g}, got {cost!r}")
    return float(ins), float(delete), float(shift)


def _ghds(
    block: Block,
    _items: Sequence[Item],
    *,
    ins: float = 2.0,
    delete: float = 2.0,
    shift: float = 1.0,
) -> Floats:
    """Compute the distance of all ordered pairs of a block."""
    ins, delete, shift = _costs(ins, delete, shift)
    coders = len(block.coders)
    found = np.zeros((coders, coders, len(block.items)))
    first, second = np.triu_indices(coders, 1)
    chains = BlockChains.of(block, first, second, reach_of(ins, delete, shift))
    found[first, second] = one_way = chains.costs(ins, delete, shift)
    # The other way round, what was inserted is deleted.
    found[second, first] = one_way if ins == delete else chains.costs(delete, ins, shift)
    return found[~np.eye(coders, dtype=bool)]


METRICS: tuple[Metric, ...] = (
    Metric(
        key="precision",
        name="Boundary precision",
        family="counts",
        function=precision,
        penalty=False,
        symmetric=False,
        formula=r"P = \frac{|H \cap R|}{|H|}",
        citation=("Passonneau & Litman (1993)", "Pevzner & Hearst (2002), section 1"),
        rewards=("Boundaries of the hypothesis at exactly the places where the reference has one."),
        misses="Missed boundaries, and how far off a wrong one is.",
        flaws=(
            "A near miss is as wrong as one far away (Pevzner & Hearst 2002).",
            "It rises if one places few boundaries, and only safe ones.",
        ),
        undefined=(NO_PRECISION,),
        batch=_precisions,
    ),
    Metric(
        key="recall",
        name="Boundary recall",
        family="counts",
        function=recall,
        penalty=False,
        symmetric=False,
        formula=r"R = \frac{|H \cap R|}{|R|}",
        citation=("Passonneau & Litman (1993)", "Pevzner & Hearst (2002), section 1"),
        rewards="Boundaries of the reference that were found at exactly their places.",
        misses="Extra boundaries, and how far off a wrong one is.",
        flaws=(
            "A near miss is as wrong as one far away (Pevzner & Hearst 2002).",
            "A boundary at every place makes it 1.",
        ),
        undefined=(NO_RECALL,),
        batch=_recalls,
    ),
    Metric(
        key="f1",
        name="Boundary F1",
        family="counts",
        function=f1,
        penalty=False,
        symmetric=True,
        formula=r"F_1 = \frac{2\,|A \cap B|}{|A| + |B|}",
        citation=("van Rijsbergen (1979), F measure", "Pevzner & Hearst (2002), section 1"),
        rewards="Boundaries that both sides placed at exactly the same places.",
        misses="How far off a wrong boundary is, and which side has too many or too few.",
        flaws=("A near miss is as wrong as one far away (Pevzner & Hearst 2002).",),
        undefined=(NOBODY,),
        batch=_f1s,
    ),
    Metric(
        key="ghd",
        name="Generalised Hamming distance",
        family="counts",
        function=ghd,
        penalty=True,
        symmetric=False,
        high=inf,
        formula=(
            r"\min_{M} \; c_{\mathrm{ins}} (|R| - |M|) + c_{\mathrm{del}} (|H| - |M|)"
            r" + c_{\mathrm{shift}} \sum_{(h, r) \in M} |h - r|"
        ),
        citation=("Bookstein, Kulyukin & Raita (2002)",),
        rewards=(
            "Few and short changes turn the hypothesis into the reference: a boundary that is "
            "slightly off costs less than a missed one."
        ),
        misses=(
            "How long the text is and how many boundaries it has: it is a cost, not a share, "
            "so texts cannot be compared by it."
        ),
        flaws=(
            "Three costs have to be chosen, and nothing in the data says how.",
            "It has no upper limit, so it says nothing without a comparison.",
        ),
        batch=_ghds,
    ),
)
