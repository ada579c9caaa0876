"""How many coders or items would make an interval narrow enough.

Corpora of another size are drawn from the corpus at hand: items of a coder group with
replacement, and its coders with replacement too. A coder who is drawn twice stands for two
people who place boundaries at the same rate and agree with others as that coder does;
with each other they are not compared. For each size many such corpora are drawn; the
*width* is that between the quantiles of their pi*.

This takes the items and coders at hand for typical, and cannot see what it has no example
of: with fewer than about ten items or four coders it is a hint. With the numbers at hand
it is wider than the interval over items alone, as other coders could have been asked too.

Source: Davison & Hinkley (1997), chapter 2 (resampling as a model of the sampling).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.chance_corrected import ONE_CODER, correct_for_chance
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import BlockTally, GroupTally, block_tallies, group_tallies
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.intervals import ResampleOptions, percentile_interval
from segmetrics.reliability.progress import Progress, reported
from segmetrics.rows import WithRows

MAX_PLANNED = 10_000
"""Items or coders that can be planned for."""

DEFAULT = ResampleOptions(resamples=1000, method="percentile")
# Items times pairs of coders that are held at once.
MAX_CELLS = 2_000_000
TOO_MANY = "too many items and pairs of coders to draw corpora from"
FEW_VALUES = "pi* of most corpora of this size has no value"


class PlanPoint(NamedTuple):
    """What a corpus of some size would show.

    Most such corpora have a pi* between low and high, which lie a width apart.
    """

    items: int
    coders: int
    low: float
    high: float
    width: float


@dataclass(frozen=True)
class Plan(WithRows):
    """Widths of the interval of pi* of a coder group, for corpora of several sizes.

    Parameters
    ----------
    group : str
        Name of the group.
    by_items, by_coders : tuple of PlanPoint
        With the coders at hand and other numbers of items; with the items at hand and
        other numbers of coders.
    now : PlanPoint or None
        The size at hand; None if undefined.
    options : ResampleOptions
        How corpora were drawn.
    undefined : str
        Why there is no plan, or empty.
    """

    parts = ("by_items", "by_coders")

    group: str
    by_items: tuple[PlanPoint, ...]
    by_coders: tuple[PlanPoint, ...]
    now: PlanPoint | None
    options: ResampleOptions
    undefined: str = ""

    def items_for(self, width: float) -> int | None:
        """Find the fewest items, of those tried, that make the interval as narrow as wished."""
        return next((point.items for point in self.by_items if point.width <= width), None)

    def coders_for(self, width: float) -> int | None:
        """Find the fewest coders, of those tried, that make the interval as narrow as wished."""
        return next((point.coders for point in self.by_coders if point.width <= width), None)


def plan(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    group: int = 0,
    *,
    items: Iterable[int] | None = None,
    coders: Iterable[int] | None = None,
    resampling: ResampleOptions = DEFAULT,
    progress: Progress | None = None,
) -> Plan:
    """Find how wide the interval of pi* would be with other numbers of items and coders.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How agreement is computed.
    group : int, default 0
        Which of its coder groups, by its place in ``corpus.groups``.
    items, coders : iterable of int, optional
        The numbers to try; from half to eight times those at hand if left out.
    resampling : ResampleOptions, optional
        How many corpora are drawn for each size; the method is not looked at.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        If a number is out of its range.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> masses = {f"i{n}": {"x": [2, n + 1], "y": [3, n], "z": [2, n, 1]} for n in range(1, 13)}
    >>> found = plan(Corpus.from_masses(masses), items=[12, 1200])
    >>> few, many = found.by_items
    >>> many.width < few.width
    True
    """
    options = options or AgreementOptions()
    corpus = with_uncertain(corpus, options.uncertain)
    tallies = list(block_tallies(corpus, options))
    tally = group_tallies(corpus, options, tallies)[group]
    count, size = len(tally.items), len(tally.group.coders)
    sizes = [_tried(items, count, 1), _tried(coders, size, 2)]
    if size < 2 or count * size * (size - 1) > 2 * MAX_CELLS:
        why = ONE_CODER if size < 2 else TOO_MANY
        return Plan(tally.group.name, (), (), None, resampling, why)
    draws = _Draws.of(tally, tallies)
    asked = [(count, size), *((m, size) for m in sizes[0]), *((count, k) for k in sizes[1])]
    points: list[PlanPoint | None] = []
    for m, k in reported(asked, progress, len(asked)):
        random = np.random.default_rng([resampling.seed, m, k])
        points.append(draws.point(m, k, resampling, random))
    now, rest = points[0], points[1:]
    found = [point for point in rest[: len(sizes[0])] if point]
    others = [point for point in rest[len(sizes[0]) :] if point]
    why = "" if now else FEW_VALUES
    return Plan(tally.group.name, tuple(found), tuple(others), now, resampling, why)


def _tried(numbers: Iterable[int] | None, at_hand: int, least: int) -> list[int]:
    """List the numbers of items or coders to try."""
    if numbers is None:
        steps = (0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8)
        return sorted({max(least, min(MAX_PLANNED, round(at_hand * step))) for step in steps})
    tried = sorted(set(numbers))
    if not all(least <= number <= MAX_PLANNED for number in tried):
        raise ValueError(f"numbers to plan for are {least} to {MAX_PLANNED:,}, got {tried}")
    return tried


@dataclass(frozen=True)
class _Draws:
    """What corpora are drawn from: I items, P pairs of C coders."""

    tally: GroupTally
    numerator: Floats
    denominator: Floats
    valued: Floats

    @classmethod
    def of(cls, tally: GroupTally, tallies: Iterable[BlockTally]) -> _Draws:
        coders = tally.group.coders
        place_of = {coder: place for place, coder in enumerate(coders)}
        row_of = {item: row for row, item in enumerate(tally.items.tolist())}
        found = np.zeros((3, len(row_of), len(coders), len(coders)))
        for part in tallies:
            if part.block.coders[0] not in place_of:
                continue
            rows = np.array([row_of[item] for item in part.block.items.tolist()])[:, np.newaxis]
            who = np.array([place_of[coder] for coder in part.block.coders])
            # The coders of a block are in the order of the group, so that first < second.
            first, second = (who[side] for side in np.triu_indices(len(who), 1))
            ratios = part.ratios
            for place, values in enumerate((ratios.numerator, ratios.denominator, ratios.known)):
                found[place, rows, first, second] = values.T
        first, second = np.triu_indices(len(coders), 1)
        return cls(tally, *found[:, :, first, second])

    def point(
        self, items: int, coders: int, options: ResampleOptions, random: np.random.Generator
    ) -> PlanPoint | None:
        """Draw corpora of one size; None if most have no value."""
        values = self.values(
            _counts(len(self.tally.items), items, options.resamples, random),
            _counts(len(self.tally.group.coders), coders, options.resamples, random),
        )
        low, high, *_ = percentile_interval(values, options.level)
        if low is None or high is None:
            return None
        return PlanPoint(items, coders, low, high, high - low)

    def values(self, items: Floats, coders: Floats) -> Floats:
        """Compute pi* of R corpora: how often items (R, I) and coders (R, C) are in them."""
        tally = self.tally
        first, second = np.triu_indices(coders.shape[1], 1)
        times = coders[:, first] * coders[:, second]
        places = tally.coded * tally.places[:, np.newaxis].astype(float)
        marks = np.where(tally.coded[:, np.newaxis], tally.marks, 0.0)
        if tally.convention == "published":
            marks = marks / np.maximum(places, 1)[:, np.newaxis]
            places = tally.coded.astype(float)
        counted = np.concatenate((places[:, np.newaxis], marks), axis=1)
        decisions, *of_types = self._in_pairs(counted, items, coders)
        numerator, denominator, valued = (
            ((items @ part) * times).sum(axis=1)
            for part in (self.numerator, self.denominator, self.valued)
        )
        with np.errstate(invalid="ignore", divide="ignore"):
            expected = sum((of_type / decisions) ** 2 for of_type in of_types)
        return correct_for_chance(
            numerator=numerator,
            denominator=denominator,
            valued=valued,
            expected_pi=expected,
            expected_kappa=expected,
        ).pi

    def _in_pairs(self, counted: Floats, items: Floats, coders: Floats) -> Floats:
        """Sum what codings have (I, K, C) over the pairs of R corpora: shape (K, R).

        Copies of a coder are no pair, as for observed agreement.
        """
        found = np.zeros((counted.shape[1], len(items)))
        for place, coder_set in enumerate(self.tally.coder_sets):
            rows = self.tally.coder_set == place
            here = coders * coder_set
            pairs = here * (here.sum(axis=1, keepdims=True) - here)
            for kind, of_codings in enumerate(counted[rows].swapaxes(0, 1)):
                found[kind] += ((items[:, rows] @ of_codings) * pairs).sum(axis=1)
        return found


def _counts(of: int, drawn: int, rows: int, random: np.random.Generator) -> Floats:
    """Draw with replacement, `rows` times: how often each was drawn, shape (rows, of)."""
    counts: Floats = random.multinomial(drawn, np.full(of, 1 / of), rows).astype(float)
    return counts
