"""Fitted coders with one thing changed: what training, guidelines or another coder would alter."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.coder_parameters import GRADES, Parameters, logistic, logit

WIDEST, HALVINGS = 20.0, 60


def with_average_coder(parameters: Parameters) -> Parameters:
    """Return the coders and behind them one more, who is the average of them."""
    return Parameters(
        np.append(parameters.skill, parameters.skill.mean()),
        np.append(parameters.added, logistic(logit(parameters.added).mean())),
        parameters.rate,
        np.vstack([parameters.shifts, parameters.shifts.mean(axis=0)]),
        parameters.spread,
    )


def with_half_the_misses(parameters: Parameters) -> Parameters:
    """Return coders who find half of the shared boundaries that they miss now."""
    wanted = (1 + parameters.hits) / 2
    low, high = np.full((2, len(wanted)), [[-WIDEST], [WIDEST]])
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        hits = logistic(middle[:, None] + parameters.spread * GRADES).mean(axis=1)
        low, high = np.where(hits < wanted, middle, low), np.where(hits < wanted, high, middle)
    return replace(parameters, skill=(low + high) / 2)


def with_half_the_additions(parameters: Parameters) -> Parameters:
    """Return coders who add half as many boundaries of their own."""
    return replace(parameters, added=parameters.added / 2)


def with_half_the_shifts(parameters: Parameters) -> Parameters:
    """Return coders who put half as many of their boundaries beside the place."""
    shifts = parameters.shifts / 2
    shifts[:, shifts.shape[1] // 2] += 1 / 2
    return replace(parameters, shifts=shifts)


def weakest(parameters: Parameters) -> int:
    """Return which coder's boundaries are least those that the group shares, by F1 in place."""
    return int(np.argmin(shared_f1(parameters)))


def shared_f1(parameters: Parameters) -> Floats:
    """Return how well the boundaries of each coder and the shared ones cover each other.

    Each is F1, the share of both that stand at one place.
    """
    rate = parameters.rate
    in_place = rate * parameters.hits * parameters.shifts[:, parameters.shifts.shape[1] // 2]
    placed = rate * parameters.hits + (1 - rate) * parameters.added
    found: Floats = 2 * in_place / (rate + placed)
    return found


def with_weakest_as_median(parameters: Parameters) -> Parameters:
    """Return the coders with the weakest at the median of all in hits, additions and shifts."""
    coder = weakest(parameters)
    skill, added, shifts = (
        parameters.skill.copy(),
        parameters.added.copy(),
        parameters.shifts.copy(),
    )
    skill[coder] = np.median(skill)
    added[coder] = np.median(added)
    middle = np.median(shifts, axis=0)
    shifts[coder] = middle / middle.sum()
    return replace(parameters, skill=skill, added=added, shifts=shifts)
