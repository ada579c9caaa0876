"""HierPk and HierWD: windows that see a hierarchy, one level of the reference at a time.

Conventions
-----------
Both compare a hypothesis with a reference; they are penalties and not symmetric.
Boundaries carry levels of prominence, 1 the most prominent; without levels all
boundaries of a segmentation are equally prominent. Only the order of levels counts,
and each side has its own, so ranks will do as well. Types of boundaries are not looked at.

*Level by level*: R_i is the set of the reference's boundaries of level i or more
prominent. Against it stands H_i, the ``|R_i|`` most prominent positions of the
hypothesis, where a position without a boundary is the least prominent. Where several
equally prominent positions compete for the last places of H_i, the score is the exact
mean over every way to choose among them: the number of chosen positions in a window
has a hypergeometric distribution.

*Windows* hold k potential boundaries, ``k = floor(mass / (2 (|R_i| + 1)))`` and at
least 1. HierWD counts the windows in which R_i and H_i have different numbers of
boundaries, HierPk (which Carroll calls HierBeef) those in which one has a boundary and
the other has none.

*Edges*: potential boundaries form a ring of ``mass - 1``, and a window starts at each.
Every potential boundary is thus seen by k windows. WindowDiff and Pk do not go around:
their windows see the potential boundaries at both ends of a text less often, so that
an error there costs less.

*Mean*: each boundary of the reference counts once, with the score of its own level; a
level weighs as much as it brings new boundaries. This, not the plain mean over levels,
gives the figures that Carroll's tool published for its 66 articles.

Sources: Carroll (2010); Beeferman, Berger & Lafferty (1999); Pevzner & Hearst (2002).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Block, Floats, Ints, bits_of
from segmetrics.metrics.blocks.ring_windows import Choice, Comparison, Prominence, Rings, Target
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.segmentation import Segmentation, common_mass

BY_PLACE = only_texts(
    "pk and wd, with a window in seconds",
    "It goes through an item place by place, of which a time line has millions.",
)
NO_REFERENCE_BOUNDARY = "the reference has no boundary, hence no level to compare"


@dataclass(frozen=True, slots=True)
class LevelScore:
    """One level of a reference, and what of the hypothesis stands against it."""

    level: int  #: the level of the reference; 1 if its levels are ignored or it has none
    #: Share of windows that err, in [0, 1], 0 is perfect; expected, where positions tie.
    value: float
    errors: float  #: windows that err
    windows: int  #: windows looked at: one for each potential boundary
    k: int  #: window size in potential boundaries
    new_boundaries: int  #: boundaries of exactly this level: the weight of the level
    certain: int  #: positions sure to be in H_i
    tied: int  #: positions that compete
    drawn: int  #: how many of these H_i takes
    reference_positions: tuple[int, ...]  #: R_i

    @property
    def boundaries(self) -> int:
        """Boundaries that are compared on each side: ``|R_i| = |H_i|``."""
        return len(self.reference_positions)


@dataclass(frozen=True, slots=True)
class HierarchicalScore:
    """HierPk or HierWD of a hypothesis, level by level."""

    value: float | None  #: penalty in [0, 1], lower is better, 0 is perfect; None if undefined
    levels: tuple[LevelScore, ...]  #: the levels of the reference, the most prominent first
    undefined: str | None = None  #: why there is no value


@on_axis("hierpk", not_of=BY_PLACE)
def hierarchical_pk(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    ignore_reference_levels: bool = False,
    ignore_hypothesis_levels: bool = False,
) -> HierarchicalScore:
    """Compute HierPk (HierBeef) of a hypothesis against a reference.

    Source: Carroll (2010).

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item, with levels or without.
    ignore_reference_levels, ignore_hypothesis_levels : bool, default False
        Whether to take all boundaries of that side as equally prominent.

    Returns
    -------
    HierarchicalScore
        A penalty in [0, 1], lower is better, 0 is perfect. Undefined if the item has
        one unit, or the reference no boundary.

    Raises
    ------
    ValueError
        If the two differ in mass.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation(13, (3, 6, 10), levels=(2, 1, 2))
    >>> hypothesis = Segmentation(13, (3, 7, 10), levels=(2, 1, 2))
    >>> found = hierarchical_pk(hypothesis, reference)
    >>> [(level.k, level.errors) for level in found.levels], found.value
    ([(3, 2.0), (1, 2.0)], 0.16666666666666666)
    """
    return _score(
        "pk",
        _seen(hypothesis, ignore_hypothesis_levels),
        _seen(reference, ignore_reference_levels),
    )


@on_axis("hierwd", not_of=BY_PLACE)
def hierarchical_window_diff(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    ignore_reference_levels: bool = False,
    ignore_hypothesis_levels: bool = False,
) -> HierarchicalScore:
    """Compute HierWD of a hypothesis against a reference.

    Source: Carroll (2010).

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item, with levels or without.
    ignore_reference_levels, ignore_hypothesis_levels : bool, default False
        Whether to take all boundaries of that side as equally prominent.

    Returns
    -------
    HierarchicalScore
        A penalty in [0, 1], lower is better, 0 is perfect. Undefined if the item has
        one unit, or the reference no boundary.

    Raises
    ------
    ValueError
        If the two differ in mass.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation(9, (2, 5), levels=(2, 1))
    >>> hypothesis = Segmentation(9, (2, 5), levels=(1, 2))
    >>> found = hierarchical_window_diff(hypothesis, reference)
    >>> [level.value for level in found.levels], found.value
    ([0.5, 0.0], 0.25)
    >>> hierarchical_window_diff(hypothesis, reference, ignore_reference_levels=True).value
    0.0
    """
    return _score(
        "wd",
        _seen(hypothesis, ignore_hypothesis_levels),
        _seen(reference, ignore_reference_levels),
    )


def _seen(segmentation: Segmentation, ignore_levels: bool) -> Segmentation:
    """Take a segmentation as the options want it."""
    if ignore_levels and segmentation.levels is not None:
        return Segmentation(segmentation.mass, segmentation.boundaries)
    return segmentation


def _prominence(segmentation: Segmentation) -> tuple[Ints, list[int]]:
    """Return each potential boundary's rank of prominence, and the levels there are."""
    marks = segmentation.levels or (1,) * len(segmentation.boundaries)
    levels = sorted(set(marks))
    numbers = {level: number for number, level in enumerate(levels)}
    ranks = np.full(segmentation.potential_boundaries, len(levels), dtype=np.int64)
    ranks[np.array(segmentation.boundaries, dtype=np.int64) - 1] = [numbers[x] for x in marks]
    return ranks, levels


def _score(
    comparison: Comparison, hypothesis: Segmentation, reference: Segmentation
) -> HierarchicalScore:
    mass = common_mass(hypothesis, reference)
    if mass == 1:
        return HierarchicalScore(None, (), NO_PLACE)
    if not reference.boundaries:
        return HierarchicalScore(None, (), NO_REFERENCE_BOUNDARY)
    rings = Rings(np.array([mass - 1], dtype=np.int64))
    ranks, own_levels = _prominence(hypothesis)
    ours = Prominence(rings, ranks, np.array([len(own_levels)]))
    wanted, levels = _prominence(reference)
    total, found = np.zeros(1), []
    for step, level in enumerate(levels):
        target = Target(rings, wanted <= step)
        choice = Choice.most_prominent(ours, target.boundaries)
        errors = target.errors(comparison, ours, choice)
        new = int(np.count_nonzero(wanted == step))
        total += new * errors
        found.append(
            LevelScore(
                level=level,
                value=float(errors[0]) / (mass - 1),
                errors=float(errors[0]),
                windows=mass - 1,
                k=int(target.k[0]),
                new_boundaries=new,
                certain=int(choice.certain[0]),
                tied=int(choice.tied[0]),
                drawn=int(choice.drawn[0]),
                reference_positions=tuple((np.flatnonzero(target.inside) + 1).tolist()),
            )
        )
    value = float(total[0]) / ((mass - 1) * len(reference.boundaries))
    return HierarchicalScore(value, tuple(found))


def _batch(
    comparison: Comparison,
    block: Block,
    items: Sequence[Item],
    *,
    ignore_reference_levels: bool = False,
    ignore_hypothesis_levels: bool = False,
) -> Floats:
    """Compute all ordered pairs of a block, all items of a level at a time."""
    coders = range(len(block.coders))
    rows = {pair: row for row, pair in enumerate(permutations(coders, 2))}
    totals = np.zeros((len(rows), len(items)))
    rings = Rings(block.masses - 1)
    hypotheses = _block_prominence(block, items, rings, ignore_hypothesis_levels)
    references = hypotheses
    if ignore_reference_levels != ignore_hypothesis_levels:
        references = _block_prominence(block, items, rings, ignore_reference_levels)
    for reference, theirs in enumerate(references):
        bounded = theirs.ranks < rings.spread(theirs.depth)
        for step in range(int(theirs.depth.max(initial=0))):
            part, ours = rings, hypotheses
            within, new = bounded & (theirs.ranks <= step), bounded & (theirs.ranks == step)
            deep: Any = theirs.depth > step
            if 2 * np.count_nonzero(deep) < len(items):
                keep = np.flatnonzero(rings.spread(deep))
                part, within, new = Rings(rings.sizes[deep]), within[keep], new[keep]
                ours = [Prominence(part, one.ranks[keep], one.depth[deep]) for one in hypotheses]
            else:
                # Where an item has no such level, it has no new boundary either.
                deep = slice(None)
            target = Target(part, within)
            weight = np.bincount(part.item[new], minlength=len(part.sizes))
            for hypothesis in coders:
                if hypothesis != reference:
                    choice = Choice.most_prominent(ours[hypothesis], target.boundaries)
                    errors = target.errors(comparison, ours[hypothesis], choice)
                    totals[rows[hypothesis, reference], deep] += weight * errors
    against = [reference for _, reference in rows]
    with np.errstate(invalid="ignore"):
        values: Floats = totals / (rings.sizes * block.boundaries[against])
    return values


def _block_prominence(
    block: Block, items: Sequence[Item], rings: Rings, ignore_levels: bool
) -> list[Prominence]:
    """Return the prominence of all potential boundaries of each coder."""
    places = rings.place + rings.spread(64 * block.starts - rings.starts)
    found = []
    for row, coder in enumerate(block.coders):
        placed = np.flatnonzero(bits_of(block.words[row])[places])
        owner = rings.item[placed]
        codings = (_seen(item.codings[coder], ignore_levels) for item in items)
        marks = [mark for one in codings for mark in one.levels or (1,) * len(one.boundaries)]
        # Levels are numbers of any size, so they are numbered themselves.
        numbers = {level: number for number, level in enumerate(sorted(set(marks)))}
        numbered = np.array([numbers[mark] for mark in marks], dtype=np.int64)
        owner = rings.item[placed]
        known, ranked = np.unique(owner * len(numbers) + numbered, return_inverse=True)
        first = np.searchsorted(known, np.arange(len(items)) * len(numbers))
        depth = np.diff(first, append=len(known))
        ranks = rings.spread(depth)
        ranks[placed] = ranked - first[owner]
        found.append(Prominence(rings, ranks, depth))
    return found


_FLAWS = (
    "Level by level, the hypothesis is given as many boundaries as the reference has. Too many "
    "or too few cost nothing; only their places and their order count. Follows from the "
    "definition, Carroll (2010).",
    "A hypothesis without a boundary and one with a boundary everywhere score the same, about "
    "0.5: both leave the choice to chance. So 0.5 is the mark to beat, not 1. They are the "
    "baselines NONE and ALL of Carroll (2010).",
    "The end of the text is joined to its beginning, so a boundary near the end counts as "
    "close to one near the beginning. Follows from the ring of potential boundaries, Carroll "
    "(2010).",
)
_UNDEFINED = (NO_PLACE, NO_REFERENCE_BOUNDARY)
_MEAN = (
    r"\frac{1}{|R|} \sum_i \frac{|R_i| - |R_{i-1}|}{N - 1} \sum_{j=1}^{N-1} "
    r"\operatorname{E}\left[%s\right], "
    r"\quad k_i = \max\left(1, \left\lfloor \frac{N}{2(|R_i| + 1)} \right\rfloor\right)"
)

METRICS: tuple[Metric, ...] = (
    Metric(
        key="hierpk",
        name="HierPk",
        family="hierarchical",
        function=hierarchical_pk,
        penalty=True,
        symmetric=False,
        needs="levels",
        formula=_MEAN % r"(b(R_i, j, k_i) > 0) \neq (b(H_i, j, k_i) > 0)",
        citation=("Carroll (2010), HierBeef", "Beeferman, Berger & Lafferty (1999)"),
        rewards=(
            "Boundaries near those of the reference that are as prominent in comparison with "
            "the others."
        ),
        misses=(
            "How many boundaries the hypothesis has, and a second boundary in a window that "
            "has one already."
        ),
        flaws=(
            *_FLAWS,
            "As Pk, it overlooks a second boundary close to the first. Pevzner & Hearst (2002) "
            "describe it for Pk.",
        ),
        undefined=_UNDEFINED,
        batch=partial(_batch, "pk"),
    ),
    Metric(
        key="hierwd",
        name="HierWD",
        family="hierarchical",
        function=hierarchical_window_diff,
        penalty=True,
        symmetric=False,
        needs="levels",
        formula=_MEAN % r"b(R_i, j, k_i) \neq b(H_i, j, k_i)",
        citation=("Carroll (2010), HierWD", "Pevzner & Hearst (2002)"),
        rewards=(
            "Boundaries near those of the reference that are as prominent in comparison with "
            "the others."
        ),
        misses=(
            "How many boundaries the hypothesis has, and by how much the number in a window is "
            "wrong."
        ),
        flaws=_FLAWS,
        undefined=_UNDEFINED,
        batch=partial(_batch, "wd"),
    ),
)
