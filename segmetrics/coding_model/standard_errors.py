"""How sure what a fit says is: standard errors after Laplace."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np

from segmetrics.coding_model.coder_fit import FIRST_WORTH, PANEL_SHIFTS, Fit, Panel, slopes
from segmetrics.coding_model.expected_marks import expect, expect_each
from segmetrics.coding_model.packed_marks import PackedMarks
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.coder_parameters import Parameters, logistic, logit

FLAT = 1e-6
"""Curvature that is 0 but for rounding, as along a parameter without any data."""


class StandardErrors(NamedTuple):
    """Standard errors of each coder's parameters, as log odds, and the log odds of shifts.

    They are NaN where the likelihood does not bend down along the parameter, so that nothing is
    clear of it.

    `means` are the parameters with the mean hit rates and additions instead of the likeliest. By
    these, places have a boundary more nearly as often as is said: the mean of a share whose log
    odds are uncertain is not the likeliest.
    """

    hits: Floats
    added: Floats
    moved_at: Floats
    moved: Floats
    late_at: Floats
    late: Floats
    means: Parameters


def covariance(marks: PackedMarks, fit: Fit, width: float = 1e-4) -> Floats:
    """Return the covariance of the parameters' vector, after Laplace.

    What is believed of hits and additions is held. The shifts of the panel are as uncertain as the
    coders leave them, and are believed as little as in the first fit: how alike coders are is an
    estimate, and intervals that took it for known held the shifts of half of the coders. Where the
    posterior does not bend down in all directions then, they are believed as in the last fit, which
    is at its top.
    """
    vector = fit.parameters.vector
    moved = [fit.parameters.at(vector + width * one) for one in np.eye(len(vector))]
    found = [*zip(moved, expect_each(marks, moved), strict=True)]
    for panel in (fit.panel._replace(shifts_worth=FIRST_WORTH), fit.panel):
        ends = np.array([slopes(marks, at, expected, panel) for at, expected in found])
        bend = (slopes(marks, fit.parameters, fit.expected, panel) - ends) / width
        whole = _with_uncertain_shifts((bend + bend.T) / 2, fit.parameters.shifts, panel)
        if np.linalg.eigvalsh(whole)[0] > -FLAT:
            break
    covariances = np.linalg.pinv(whole, hermitian=True)[: len(vector), : len(vector)]
    return covariances.astype(np.float64)


def _with_uncertain_shifts(bend: Floats, shifts: Floats, panel: Panel) -> Floats:
    """Return the curvature of the log posterior, with the shifts of the panel as parameters.

    These stand behind the others: log odds against no shift by distance, early and late alike. A
    coder is taken for normally distributed about them.
    """
    coders, wide = shifts.shape
    reach = wide // 2
    sides = np.vstack([np.eye(reach)[::-1], np.eye(reach)])
    across = np.zeros((len(bend), reach))
    of_coders = [panel.shifts_worth * _of_one_report(one) @ sides for one in shifts]
    across[2 * coders : 2 * coders * (1 + reach)] = -np.concatenate(of_coders)
    known = PANEL_SHIFTS * _of_one_report(panel.shifts) @ sides + sum(of_coders)
    return np.block([[bend, across], [across.T, sides.T @ known]])


def _of_one_report(shifts: Floats) -> Floats:
    """Return the curvature that a report adds, along the log odds of shifts against none."""
    aside = np.delete(shifts, len(shifts) // 2)
    curvature: Floats = np.diag(aside) - np.outer(aside, aside)
    return curvature


def standard_errors(marks: PackedMarks, fit: Fit) -> StandardErrors:
    """Find standard errors, by the slope of each share along the parameters' vector."""
    found = covariance(marks, fit)
    vector = fit.parameters.vector
    count = len(fit.parameters.skill)

    def all_odds(at: Parameters) -> Floats:
        reach = at.shifts.shape[1] // 2
        early, late = at.shifts[:, :reach].sum(axis=1), at.shifts[:, reach + 1 :].sum(axis=1)
        if not reach:
            early = late = np.full(count, 1e-9)
        values: Floats = logit(
            np.concatenate([at.hits, at.added, early + late, late / (early + late)])
        )
        return values

    now = all_odds(fit.parameters)
    slope = np.empty((len(now), len(vector)))
    step = 1e-5
    for place in range(len(vector)):
        moved = vector.copy()
        moved[place] += step
        slope[:, place] = (all_odds(fit.parameters.at(moved)) - now) / step
    variances = np.einsum("ij,jk,ik->i", slope, found, slope)
    errors = np.sqrt(np.where(variances < 0, np.nan, variances))
    hits, added, shifted, late = errors.reshape(4, count)
    moved_at, late_at = now[2 * count : 3 * count], now[3 * count :]
    spread = np.sqrt(np.maximum(np.diag(found), 0))
    shares = _mean_shares(vector[: 2 * count], spread[: 2 * count])
    means = replace(fit.parameters, skill=logit(shares[:count]), added=shares[count:])
    return StandardErrors(hits, added, moved_at, shifted, late_at, late, means)


def _mean_shares(odds: Floats, errors: Floats) -> Floats:
    """Return the means of shares whose log odds are normally distributed."""
    at, weights = np.polynomial.hermite_e.hermegauss(9)
    shares: Floats = logistic(odds[:, None] + errors[:, None] * at) @ (weights / weights.sum())
    return shares


def spread_of_counts(marks: PackedMarks, parameters: Parameters) -> Floats:
    """Return the standard deviation of each item's number of shared boundaries.

    The slope of the expected number along the log odds of the rate is its variance.
    """
    step = 1e-3
    odds = logit(parameters.rate)
    ends = []
    for sign in (-1, 1):
        rate = float(logistic(np.array(odds + sign * step)))
        ends.append(expect(marks, replace(parameters, rate=rate)).boundaries)
    spread: Floats = np.sqrt(np.maximum((ends[1] - ends[0]) / (2 * step), 0))
    return spread
