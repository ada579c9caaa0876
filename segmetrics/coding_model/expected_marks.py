"""What marks are expected to be, given parameters: the E step, over all sets of boundaries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from segmetrics.coding_model.boundary_chain import Weights, boundary_chain, chain_sum
from segmetrics.coding_model.packed_marks import Batch, PackedMarks
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.coder_parameters import GRADES, Parameters, logistic

LEAST = 1e-9
# Numbers of a chain that are computed at once.
MOST_AT_ONCE = 2_000_000


class Expected(NamedTuple):
    """What the marks are taken for, given parameters: the E step."""

    # Of each item, the log of how much likelier its marks are than if all were additions.
    log_likelihood: Floats
    boundaries: Floats  # shared boundaries expected, by item
    posterior: list[Floats]  # place x item: for each batch, how likely each place has one
    # Coder x grade: boundaries that a coder is expected to have reported, and missed.
    reported: Floats
    missed: Floats
    # Coder x displacement: reports by where the coder meant them, from `reach` places early to as
    # many late.
    shifted: Floats
    places: int  # potential boundaries in all


class Seen(NamedTuple):
    """What a pattern can be in a cell: the share of each displacement, and of those cut to 0.

    `found` has coder x left x right x pattern x displacement; `cut` has no pattern.
    """

    found: Floats
    cut: Floats


def displacements(shifts: Floats) -> Seen:
    """Share out reports by displacement, within each cell and for each pattern of marks."""
    wide = shifts.shape[1]
    reach = wide // 2
    where = np.arange(-reach, reach + 1)
    half = np.arange(reach + 1)
    within = (where >= -half[:, None, None]) & (where <= half[None, :, None])
    shares = shifts[:, None, None]
    cut = np.where(within, 0.0, shares)
    placed = np.where(within, shares, 0.0)
    placed[..., reach] += cut.sum(axis=-1)
    marked = (np.arange(2**wide)[:, None] >> np.arange(wide)) & 1
    return Seen(placed[..., None, :] * marked, cut)


class _Reading(NamedTuple):
    """What the patterns of each row say of a boundary there, given parameters.

    `hit` has coder x grade; `ratio` coder x grade x left x right x pattern; `weights` are left x
    right x row; `grade` grade x left x right x row.
    """

    parameters: Parameters
    hit: Floats
    seen: Seen
    ratio: Floats
    weights: Weights
    grade: Floats

    @classmethod
    def of(cls, marks: PackedMarks, parameters: Parameters) -> _Reading:
        added = np.clip(parameters.added, LEAST, 1 - LEAST)[:, None, None, None, None]
        hit = logistic(parameters.skill[:, None] + parameters.spread * GRADES)
        seen = displacements(parameters.shifts)
        reports = hit[:, :, None, None, None]
        ratio = 1 - reports + reports * seen.found.sum(axis=-1)[:, None] / added
        # Who did not code the item says nothing.
        logs = np.log(np.concatenate([ratio, np.ones((*ratio.shape[:-1], 1))], axis=4))
        by_row = np.zeros((*logs.shape[1:4], marks.rows))
        for some in marks.together:
            first, *others = logs[some.coders]
            for other in others:
                first = (first[..., None] + other[..., None, :]).reshape(*first.shape[:-1], -1)
            by_row += first.take(some.numbers, axis=-1)
        top = by_row.max(axis=0)
        grade = np.exp(by_row - top)
        both = grade.sum(axis=0)
        odds = np.log(parameters.rate) - np.log1p(-parameters.rate)
        weights = Weights.of(odds + top + np.log(both / 2))
        return cls(parameters, hit, seen, ratio, weights, grade / both)


def expect(marks: PackedMarks, parameters: Parameters) -> Expected:
    """Find what marks are expected to be."""
    return expect_each(marks, [parameters])[0]


def shares_near(marks: PackedMarks, parameters: Parameters) -> list[Floats]:
    """Return which share of many such coders would mark each place, or one within reach.

    For each batch, place x item. How prominent a boundary is tells how many of them find it; what
    they add by accident is as far as a new coder adds.
    """
    reading, reach = _Reading.of(marks, parameters), marks.reach
    prominent, lesser = reading.hit.mean(axis=0).tolist()
    by_accident = 1 - (1 - float(parameters.added.mean())) ** (2 * reach + 1)
    found = []
    for batch in marks.batches:
        cells = boundary_chain(_placed_weights([reading], batch), batch.places, reach).cells
        beyond = np.zeros((reach + 1, reach + 1, 1))
        grade = np.moveaxis(np.append(reading.grade[0], beyond, axis=-1)[..., batch.rows], 2, 0)
        both = np.stack([(cells * grade).sum(axis=(1, 2)), (cells * (1 - grade)).sum(axis=(1, 2))])
        wide = np.pad(both, ((0, 0), (reach, reach), (0, 0)))
        width = 2 * reach + 1
        near = np.stack([wide[:, at : at + both.shape[1]] for at in range(width)]).sum(axis=0)
        # One boundary that may lie at either place, and what exceeds one.
        many = near.sum(axis=0)
        finds = (prominent * near[0] + lesser * near[1]) / np.maximum(many, LEAST)
        missed = (1 - finds * np.minimum(many, 1)) * (1 - finds * np.clip(many - 1, 0, 1))
        found.append(1 - missed * (1 - by_accident))
    return found


def expect_each(marks: PackedMarks, many: Sequence[Parameters]) -> list[Expected]:
    """Find what marks are expected to be by each of several parameters, faster than in turn."""
    found: list[Expected] = []
    for some in _at_once(marks, many):
        found += _expect_at_once(marks, some)
    return found


def log_sums(marks: PackedMarks, many: Sequence[Parameters]) -> Floats:
    """Return the sum of `Expected.log_likelihood` by each of several parameters, and no more."""
    found = []
    for some in _at_once(marks, many):
        readings = [_Reading.of(marks, parameters) for parameters in some]
        none = np.log1p([-parameters.rate for parameters in some])
        total = np.zeros(len(some))
        for batch in marks.batches:
            weights, places = _placed_weights(readings, batch), np.tile(batch.places, len(some))
            sums = chain_sum(weights, places, marks.reach)
            total += sums.reshape(len(some), -1).sum(axis=1) + batch.places.sum() * none
        found.append(total)
    return np.concatenate(found)


def _at_once(marks: PackedMarks, many: Sequence[Parameters]) -> Iterator[Sequence[Parameters]]:
    """Yield as many of several parameters as are best computed at once."""
    size = sum(batch.rows.size for batch in marks.batches) * (marks.reach + 1) ** 2
    step = max(1, MOST_AT_ONCE // max(1, size))
    for begin in range(0, len(many), step):
        yield many[begin : begin + step]


def _placed_weights(readings: Sequence[_Reading], batch: Batch) -> Weights:
    """Lay out the weights of the places of a batch, item by reading."""
    length, width = batch.rows.shape
    half = len(readings[0].weights.shares)
    shares = np.empty((length, half, half, len(readings) * width))
    peak = np.empty((length, len(readings) * width))
    for number, (of_rows, peak_of_rows) in enumerate(one.weights for one in readings):
        columns = slice(number * width, (number + 1) * width)
        # Beyond the end is the row behind the others.
        for left, right in np.ndindex(half, half):
            shares[:, left, right, columns] = np.append(of_rows[left, right], 0.0)[batch.rows]
        peak[:, columns] = np.append(peak_of_rows, 0.0)[batch.rows]
    return Weights(shares, peak)


def _expect_at_once(marks: PackedMarks, many: Sequence[Parameters]) -> list[Expected]:
    readings = [_Reading.of(marks, parameters) for parameters in many]
    items = sum(len(batch.items) for batch in marks.batches)
    half, rows = marks.reach + 1, marks.rows
    cells = np.zeros((len(many), half, half, rows))
    boundaries, log_likelihood = np.zeros((2, len(many), items))
    posterior: list[list[Floats]] = [[] for _ in many]
    for batch in marks.batches:
        width = len(batch.items)
        weights, places = _placed_weights(readings, batch), np.tile(batch.places, len(many))
        chain = boundary_chain(weights, places, marks.reach)
        by_place = batch.rows.ravel()
        for number, reading in enumerate(readings):
            columns = slice(number * width, (number + 1) * width)
            likely = chain.cells[..., columns]
            here = likely.reshape(len(likely), -1, width).sum(axis=1)
            posterior[number].append(here)
            boundaries[number, batch.items] = here.sum(axis=0)
            none = batch.places * np.log1p(-reading.parameters.rate)
            log_likelihood[number, batch.items] = chain.log_sum[columns] + none
            for left, right in np.ndindex(half, half):
                cells[number, left, right] += np.bincount(
                    by_place, likely[:, left, right].ravel(), minlength=rows + 1
                )[:rows]
    total = sum(int(batch.places.sum()) for batch in marks.batches)
    return [
        Expected(
            log_likelihood[number],
            boundaries[number],
            posterior[number],
            *_reports(marks, reading, reading.grade * cells[number]),
            total,
        )
        for number, reading in enumerate(readings)
    ]


def _reports(
    marks: PackedMarks, reading: _Reading, weighed: Floats
) -> tuple[Floats, Floats, Floats]:
    """Count what each coder reported and missed, by grade, and how reports were displaced."""
    in_cell = reading.seen.found.sum(axis=-1)
    share = reading.seen.found / np.where(in_cell == 0, 1.0, in_cell)[..., None]
    # Of the reports in place some were meant elsewhere, beyond the cell.
    middle = reading.parameters.shifts[:, None, None, marks.reach]
    in_place = middle + reading.seen.cut.sum(axis=-1)
    cut, stay = reading.seen.cut / in_place[..., None], middle / in_place
    counted = _by_pattern(marks, weighed)
    not_reported = (1 - reading.hit)[:, :, None, None, None] / reading.ratio
    taken = counted * (1 - not_reported)
    missed = (counted * not_reported).sum(axis=(2, 3, 4))
    placed = np.einsum("culrk,clrkd->clrd", taken, share)
    still = placed[..., marks.reach].copy()
    placed[..., marks.reach] = still * stay
    shifted = (placed + still[..., None] * cut).sum(axis=(1, 2))
    return taken.sum(axis=(2, 3, 4)), missed, shifted


def _by_pattern(marks: PackedMarks, weighed: Floats) -> Floats:
    """Add up grade x left x right x row by each coder's pattern, but of those who are absent."""
    kinds, shape = marks.absent + 1, weighed.shape[:-1]
    found = []
    for some in marks.together:
        coders = some.coders.stop - some.coders.start
        counted = np.array(
            [
                np.bincount(some.numbers, one, minlength=kinds**coders)
                for one in weighed.reshape(-1, marks.rows)
            ]
        ).reshape(-1, *[kinds] * coders)
        for coder in range(1, coders + 1):
            others = tuple(other for other in range(1, coders + 1) if other != coder)
            found.append(counted.sum(axis=others).reshape(*shape, kinds))
    return np.array(found)[..., : marks.absent]
