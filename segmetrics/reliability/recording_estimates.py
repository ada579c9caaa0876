"""How far numbers of recordings vary: ratios of sums, without each person and each recording."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import nan

import numpy as np

from segmetrics.reliability import jackknife
from segmetrics.reliability.odd_counts import FEWEST_CODERS
from segmetrics.reliability.pair_hit_rates import SAME, Floats
from segmetrics.reliability.recording_sums import Ints, RecordingSums, Sums


def ratio(value: float, count: float) -> float:
    """Return a ratio of two sums; nan without a count."""
    return float(value / count) if count else nan


def _without(value: Floats, count: Floats, values: Floats, counts: Floats) -> Floats:
    """Return ratios of sums without each part that has a share in them."""
    has = counts > 0
    left: Floats = count - counts[has]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(left > SAME, (value - values[has]) / left, nan)


def over_both(sums: Sums, scale: jackknife.Scale) -> jackknife.Estimate:
    """Estimate how the ratio of all varies over people and recordings; of one, over people."""
    value, count = sums.value.sum(), sums.count.sum()
    people = _without(value, count, sums.of_coders.sum(axis=0), sums.count_of_coders.sum(axis=0))
    items = _without(value, count, sums.value, sums.count)
    return both_ways(ratio(value, count), people, items, scale)


def both_ways(
    value: float, people: Floats, items: Floats, scale: jackknife.Scale
) -> jackknife.Estimate:
    """Estimate how a value varies over people and recordings; of one recording, over people."""
    if len(items) == 1:
        return jackknife.over_coders(value, people, scale=scale)
    return jackknife.two_way(value, people, items, over="coders and items", scale=scale)


def beside_others(
    sums: RecordingSums, place: int, without_stretch: Sequence[RecordingSums]
) -> jackknife.Estimate:
    """Estimate F of a person with the others."""
    rates = sums.rates
    value, count = sums.pair_value[place], sums.pair_count[place]
    people = _without(value.sum(), count.sum(), value, count)
    items = _without(
        value.sum(), count.sum(), rates.of_coders[:, place], rates.count_of_coders[:, place]
    )
    return _of_person(_beside, sums, place, people, items, without_stretch, jackknife.SHARE)


def behind_others(
    sums: RecordingSums, place: int, without_stretch: Sequence[RecordingSums]
) -> jackknife.Estimate:
    """Estimate by how much F of a person with the others is above that among the others."""
    rates, values, counts = sums.rates, sums.pair_value, sums.pair_count
    own, owned = values[place].sum(), counts[place].sum()
    rest, rested = rates.value.sum() - own, rates.count.sum() - owned
    by_coder, counted = values.sum(axis=1), counts.sum(axis=1)
    others = np.flatnonzero(counts[place])
    mine, known = rates.of_coders[:, place], rates.count_of_coders[:, place]
    with np.errstate(invalid="ignore", divide="ignore"):
        people = (own - values[place]) / (owned - counts[place]) - (
            rest - (by_coder - values[place])
        ) / (rested - (counted - counts[place]))
        items = (own - mine) / (owned - known) - (rest - (rates.value - mine)) / (
            rested - (rates.count - known)
        )
    return _of_person(
        _behind, sums, place, people[others], items[known > 0], without_stretch, jackknife.AS_IT_IS
    )


def later_than_others(
    sums: RecordingSums, place: int, without_stretch: Sequence[RecordingSums]
) -> jackknife.Estimate:
    """Estimate by how many seconds the boundaries of a person come after near ones of others."""
    value, count = sums.later[:, place], sums.near[:, place]
    total, near = value.sum(), count.sum()
    people = _without(total, near, value.sum(axis=0), count.sum(axis=0))
    items = _without(total, near, value.sum(axis=1), count.sum(axis=1))
    return _of_person(_later, sums, place, people, items, without_stretch, jackknife.AS_IT_IS)


def alone_beside_others(sums: RecordingSums, place: int, times: float) -> jackknife.Estimate:
    """Estimate how far the share of boundaries that nobody else is near is above the others'.

    Theirs counts so many `times`. It is said of these people: stretches of all recordings at once
    are left out. Few recordings do not tell how much what is alone varies, and of whom it differs.
    """
    at = _met(sums, place)
    own, every = sums.own[at].sum(axis=0), sums.every[at].sum(axis=0)
    if (every.sum(axis=1) > 0).sum() < FEWEST_CODERS:
        return jackknife.Estimate(nan, jackknife.AS_IT_IS, undefined=jackknife.TWO_CODERS)
    whole = np.array([own[place], every[place], own.sum(axis=0), every.sum(axis=0)])
    whole[2:] -= whole[:2]
    total = whole.sum(axis=1, keepdims=True)
    with np.errstate(invalid="ignore", divide="ignore"):
        mine, presses, others, theirs = np.concatenate([total, total - whole], axis=1)
        above = mine / presses - times * others / theirs
    return jackknife.over_items(float(above[0]), above[1:], scale=jackknife.AS_IT_IS)


def alone_and_rest(sums: RecordingSums, place: int) -> tuple[float, float]:
    """Return the share of boundaries of a person that nobody else is near, and that of the others.

    Of the others it is that in the same recordings.
    """
    at = _met(sums, place)
    own, presses = sums.own[at].sum(axis=(0, 2)), sums.presses[at].sum(axis=0)
    rest = ratio(own.sum() - own[place], presses.sum() - presses[place])
    return ratio(own[place], presses[place]), rest


def least_alone(sums: RecordingSums, place: int) -> float:
    """Return the share of boundaries that nobody else is near without the recording of most."""
    at = _met(sums, place)
    own, presses = sums.own[at, place].sum(axis=1), sums.presses[at, place]
    if len(at) == 1:
        return ratio(own[0], presses[0])
    left = zip(own.sum() - own, presses.sum() - presses, strict=True)
    return min((ratio(mine, every) for mine, every in left), default=nan)


def _met(sums: RecordingSums, place: int) -> Ints:
    """Return the recordings of a person that somebody else segmented too."""
    found: Ints = np.flatnonzero(sums.coded[:, place] & (sums.coded.sum(axis=1) > 1))
    return found


def _of_person(
    value: Callable[[RecordingSums, int], float],
    sums: RecordingSums,
    place: int,
    people: Floats,
    items: Floats,
    without_stretch: Sequence[RecordingSums],
    scale: jackknife.Scale,
) -> jackknife.Estimate:
    """Estimate how a value of a person varies over the others and over recordings.

    Of a person with one recording stretches of time take the place of recordings: other people
    alone do not tell how much that person's own boundaries vary.
    """
    if len(items) == 1:
        items = np.array([value(one, place) for one in without_stretch])
    return jackknife.two_way(
        value(sums, place), people, items, over="coders and items", scale=scale
    )


def _beside(sums: RecordingSums, place: int) -> float:
    return ratio(sums.pair_value[place].sum(), sums.pair_count[place].sum())


def _behind(sums: RecordingSums, place: int) -> float:
    own, owned = sums.pair_value[place].sum(), sums.pair_count[place].sum()
    return _beside(sums, place) - ratio(
        sums.rates.value.sum() - own, sums.rates.count.sum() - owned
    )


def _later(sums: RecordingSums, place: int) -> float:
    return ratio(sums.later[:, place].sum(), sums.near[:, place].sum())


def mean_over_items(values: Floats, scale: jackknife.Scale) -> jackknife.Estimate:
    """Estimate how the mean of values of recordings varies over them."""
    count = len(values)
    if not count:
        return jackknife.Estimate(nan, scale, undefined=jackknife.NO_VALUE)
    left = (values.sum() - values) / max(count - 1, 1)
    return jackknife.over_items(float(values.mean()), left, scale=scale)
