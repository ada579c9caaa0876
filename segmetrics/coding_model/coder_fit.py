"""Fit what each coder of a group does to the boundaries that they share, by EM."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from segmetrics.coding_model.expected_marks import LEAST, Expected, expect, log_sums
from segmetrics.coding_model.packed_marks import PackedMarks
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.coder_parameters import GRADES, Parameters, logistic, logit
from segmetrics.reliability.progress import Progress, part_of

PANEL_HITS, PANEL_ADDED = (3.0, 5.0), (0.03, 1.0)
"""What is believed of a panel before it is seen: a mean, times how many coders it is worth."""

HITS_WORTH = 4.0
"""Shared boundaries that the belief in the panel's hit rate is worth, for each coder."""

RATE_PRIOR = (1.0, 8.0)
IN_PLACE, PANEL_SHIFTS = 0.8, 10.0
"""Share of reports believed to be in place, and reports that this belief is worth."""

FIRST_WORTH, USUAL_WORTH, LEAST_WORTH, MOST_WORTH = 20.0, 60.0, 10.0, 150.0
"""Reports that the belief in the panel's shifts is worth for each coder: in a first fit, then as
much as coders are alike in that fit; what is usual, at least and at most."""

WORTH_KNOWN = 200.0
"""How much is known of their likeness before: pairs of reports of a coder, times how often two
differ."""

SPREAD, SPREAD_ERROR, SPREAD_MOST = 0.75, 0.35, 1.5
"""How much prominence matters, on the scale of log odds; looser, and the lesser grade would take
false alarms for boundaries."""


class Panel(NamedTuple):
    """What is believed of a coder of this group: mean hit rate, share added, and shifts.

    `shifts_worth` says how many reports the belief in shifts is worth.
    """

    hits: float
    added: float
    shifts: Floats
    shifts_worth: float


def _added_alone(marks: PackedMarks, added: Floats) -> Floats:
    """Return the logarithm of the probability of each item's marks, were all of them additions."""
    log: Floats = marks.marks @ np.log(added) + (marks.places - marks.marks) @ np.log1p(-added)
    return log


def marks_log_likelihood(marks: PackedMarks, parameters: Parameters) -> Floats:
    """Return the logarithm of the probability of the marks of each item."""
    found: Floats = expect(marks, parameters).log_likelihood + _added_alone(marks, parameters.added)
    return found


def likelihoods(marks: PackedMarks, many: Sequence[Parameters]) -> Floats:
    """Return the logarithm of the probability of all marks by each of several parameters."""
    gained = log_sums(marks, many)
    alone = np.array([_added_alone(marks, at.added).sum() for at in many])
    found: Floats = gained + alone
    return found


def independent(marks: PackedMarks) -> Floats:
    """Return the log likelihood of each item if coders marked places at rates of their own."""
    rates = np.clip(marks.marks.sum(axis=0) / marks.places.sum(axis=0), LEAST, 1 - LEAST)
    return _added_alone(marks, rates)


def believed(parameters: Parameters, shifted: Floats, shifts_worth: float = FIRST_WORTH) -> Panel:
    """Return what the group's coders lead one to believe of any of them."""
    hits, added = logistic(parameters.skill), parameters.added
    (first_hits, hits_worth), (first_added, added_worth) = PANEL_HITS, PANEL_ADDED
    return Panel(
        float((first_hits + hits.sum()) / (hits_worth + len(hits))),
        float((first_added + added.sum()) / (added_worth + len(added))),
        _alike_shifts(shifted),
        shifts_worth,
    )


def _alike_shifts(shifted: Floats) -> Floats:
    """Return the shares of shifts of a panel, early and late alike."""
    counts = shifted.sum(axis=0)
    all_counts = PANEL_SHIFTS * _shift_shares(len(counts) // 2) + (counts + counts[::-1]) / 2
    shares: Floats = all_counts / all_counts.sum()
    return shares


def _worth_of_shifts(shifted: Floats, shifts: Floats) -> float:
    """Return how many reports a belief in the panel's shifts is worth: its coders' likeness.

    Two reports of one coder are alike more often than those of two coders by a share of
    1 / (worth + 1), which is estimated by moments. The counts are of a fit that believes little:
    those of one that believes much would confirm it.
    """
    counts = shifted.sum(axis=1, keepdims=True)
    beyond = ((shifted - counts * shifts) ** 2 - counts * shifts * (1 - shifts)).sum()
    pairs = (counts * np.maximum(counts - 1, 0)).sum() * (shifts * (1 - shifts)).sum()
    alike = (beyond + WORTH_KNOWN / (USUAL_WORTH + 1)) / (pairs + WORTH_KNOWN)
    return float(1 / np.clip(alike, 1 / (MOST_WORTH + 1), 1 / (LEAST_WORTH + 1)) - 1)


def _shift_shares(reach: int) -> Floats:
    """Return what is believed of shifts before anything is seen."""
    if not reach:
        return np.ones(1)
    aside = np.full(reach, (1 - IN_PLACE) / 2 / reach)
    return np.concatenate([aside, [IN_PLACE], aside])


def improved(
    marks: PackedMarks, parameters: Parameters, expected: Expected, panel: Panel
) -> Parameters:
    """Return the parameters that fit best what the marks are expected to be: the M step."""
    reported, missed = expected.reported, expected.missed
    all_reports = reported.sum(axis=1)
    placed, places = marks.marks.sum(axis=0), marks.places.sum(axis=0)
    added = (np.maximum(placed - all_reports, 0) + 1) / (places - all_reports + 1 / panel.added)
    low, high = RATE_PRIOR
    rate = (expected.boundaries.sum() + low) / (expected.places + low + high)
    shifts = expected.shifted + panel.shifts_worth * panel.shifts
    skill, spread = parameters.skill, parameters.spread
    count = reported + missed
    for _ in range(3):
        hit = logistic(skill[:, None] + spread * GRADES)
        mean = logistic(skill)
        slope = (reported - count * hit).sum(axis=1) + HITS_WORTH * (panel.hits - mean)
        bend = (count * hit * (1 - hit)).sum(axis=1) + HITS_WORTH * mean * (1 - mean)
        skill = skill + np.clip(slope / bend, -1, 1)
        hit = logistic(skill[:, None] + spread * GRADES)
        slope_s = ((reported - count * hit) * GRADES).sum() - (spread - SPREAD) / SPREAD_ERROR**2
        bend_s = (count * hit * (1 - hit)).sum() + SPREAD_ERROR**-2
        spread = float(np.clip(spread + slope_s / bend_s, 0, SPREAD_MOST))
    return Parameters(skill, added, float(rate), shifts / shifts.sum(axis=1, keepdims=True), spread)


def slopes(marks: PackedMarks, parameters: Parameters, expected: Expected, panel: Panel) -> Floats:
    """Return the slope of the log posterior, on the scales of `Parameters.vector`."""
    reported, missed = expected.reported, expected.missed
    count = reported + missed
    hit = logistic(parameters.skill[:, None] + parameters.spread * GRADES)
    of_skill = (reported - count * hit).sum(axis=1)
    of_skill += HITS_WORTH * (panel.hits - logistic(parameters.skill))
    all_reports = reported.sum(axis=1)
    placed, places = marks.marks.sum(axis=0), marks.places.sum(axis=0)
    of_added = placed - all_reports + 1
    of_added = of_added - (places - all_reports + 1 / panel.added) * parameters.added
    counts = expected.shifted + panel.shifts_worth * panel.shifts
    of_shifts = counts - counts.sum(axis=1, keepdims=True) * parameters.shifts
    of_shifts = np.delete(of_shifts, marks.reach, axis=1).ravel()
    low, high = RATE_PRIOR
    of_rate = expected.boundaries.sum() + low - (expected.places + low + high) * parameters.rate
    of_spread = ((reported - count * hit) * GRADES).sum()
    of_spread -= (parameters.spread - SPREAD) / SPREAD_ERROR**2
    found: Floats = np.concatenate([of_skill, of_added, of_shifts, [of_rate, of_spread]])
    return found


@dataclass(frozen=True, slots=True)
class Fit:
    """The parameters of a group, what its marks are then expected to be, and how it went."""

    parameters: Parameters
    panel: Panel
    expected: Expected
    log_likelihood: Floats
    steps: int
    converged: bool


MOST_STEPS, ROUGHLY, NEAR = 200, 0.05, 1e-4
REMEMBERED = 8
"""Steps by which the next one is made longer."""

LONGEST, MOST_TIMES = 1.0, 1024.0
"""How far a step goes at most, on the scales of `Parameters.vector`, and how many times as far as
one of EM where earlier steps show nothing."""

LEAST_SIGNAL = 5.0
"""Nats above independence below which coders are hardly more together than by chance."""

PATIENCE, LEAST_RISE = 10, 0.5
"""A fit that is still below after twice as many steps, and rose by less nats in the last of them,
stays below."""


def first_parameters(marks: PackedMarks) -> Parameters:
    """Return where the fit begins: everybody alike but for their rates."""
    rates = marks.marks.sum(axis=0) / marks.places.sum(axis=0)
    coders = len(rates)
    shifts = np.tile(_shift_shares(marks.reach), (coders, 1))
    mean = float(np.clip(rates.mean(), 1e-3, 0.9))
    added = np.clip(0.4 * rates, 1e-4, 0.9)
    return Parameters(np.full(coders, float(logit(0.6))), added, mean, shifts, SPREAD)


def fit_coders(
    marks: PackedMarks,
    progress: Progress | None = None,
    *,
    begin: Parameters | None = None,
    near: float = NEAR,
    least_signal: float = -np.inf,
) -> Fit:
    """Fit the coders of a group: the same marks give the same fit, sooner if it begins near it.

    Without the least signal nobody asks for the parameters, and the fit ends once that is clear.
    """
    begin = begin or first_parameters(marks)
    least = float(independent(marks).sum()) + least_signal
    rough = _settled(marks, begin, FIRST_WORTH, ROUGHLY, least, part_of(progress, 0, 2))
    worth = _worth_of_shifts(rough.expected.shifted, rough.panel.shifts)
    return _settled(marks, rough.parameters, worth, near, least, part_of(progress, 1, 2))


def _settled(
    marks: PackedMarks,
    parameters: Parameters,
    shifts_worth: float,
    near: float,
    least: float,
    progress: Progress | None,
) -> Fit:
    """Go on with the fit until a step is as small as asked for, or it stays below the least."""
    panel = believed(parameters, np.zeros_like(parameters.shifts), shifts_worth)
    longer = _LongerSteps()
    step, moved = 0, np.inf
    heights: list[float] = []
    while step < MOST_STEPS and moved > near:
        expected = expect(marks, parameters)
        alone = _added_alone(marks, parameters.added)
        heights.append(float((expected.log_likelihood + alone).sum()))
        if _stays_below(heights, least):
            break
        panel = believed(parameters, expected.shifted, shifts_worth)
        better = improved(marks, parameters, expected, panel)
        vector = parameters.vector
        moved = float(np.abs(better.vector - vector).max())
        parameters = better if moved <= near else better.at(longer.next(vector, better.vector))
        step += 1
        if progress:
            progress(step / (step + 20))
    expected = expect(marks, parameters)
    log_likelihood = expected.log_likelihood + _added_alone(marks, parameters.added)
    return Fit(parameters, panel, expected, log_likelihood, step, moved <= near)


def _stays_below(heights: Sequence[float], least: float) -> bool:
    """Return whether the logarithm of the likelihood is below the least, and rises no more."""
    if len(heights) < 2 * PATIENCE or heights[-1] >= least:
        return False
    return heights[-1] - heights[-PATIENCE] < LEAST_RISE


class _LongerSteps:
    """Steps that go farther than those of EM, in the direction that earlier ones show.

    Where a step of EM is long, or far longer than the one before, earlier ones show nothing: it is
    taken as it is, and they are forgotten. Where they lead back, against a step of EM, that is
    taken several times as long, since EM alone never makes the fit worse. Source: Walker & Ni
    (2011), Anderson acceleration.
    """

    def __init__(self) -> None:
        self.came_from: list[Floats] = []
        self.led_to: list[Floats] = []
        self.last = np.inf
        self.times = 1.0

    def next(self, here: Floats, there: Floats) -> Floats:
        """Return where to go from a place that EM would leave for another."""
        wrong = there - here
        last, self.last = self.last, float(np.abs(wrong).max())
        if self.last > min(LONGEST, 2 * last):
            self.came_from, self.led_to = [], []
        self.came_from = [*self.came_from[-REMEMBERED:], here]
        self.led_to = [*self.led_to[-REMEMBERED:], there]
        if len(self.led_to) == 1:
            return there
        goals = np.array(self.led_to)
        errors = goals - np.array(self.came_from)
        shares = np.linalg.lstsq(np.diff(errors, axis=0).T, wrong, rcond=1e-8)[0]
        ahead: Floats = there - shares @ np.diff(goals, axis=0)
        if (ahead - here) @ wrong > 0:
            self.times = max(self.times / 2, 1.0)
        else:
            self.times = min(self.times * 2, MOST_TIMES)
            ahead = here + self.times * wrong
        ahead = here + np.clip(ahead - here, -LONGEST, LONGEST)
        ahead[-1] = np.clip(ahead[-1], 0, SPREAD_MOST)
        return ahead
