"""What changed between two rounds of the same recordings, or between two grains.

Conventions
-----------
Recordings count that are in both rounds, and of each the coders who segmented it in both, see
`segmetrics.reliability.coded_rounds`. A change is that of the whole; each coder is left out of both
rounds, and each recording, and the change without them gives the interval (see
`segmetrics.reliability.jackknife`). If the people changed, all count, each coder is left out of one
round alone, and the variances of both rounds add. Of one recording the interval speaks of other
coders alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isnan
from typing import NamedTuple

import numpy as np

from segmetrics.axis import on_axis
from segmetrics.corpus import Corpus
from segmetrics.metrics.counts import NOBODY
from segmetrics.reliability.changes import Changed, as_changed
from segmetrics.reliability.coded_rounds import Compared, comparable
from segmetrics.reliability.jackknife import (
    AS_IT_IS,
    Estimate,
    difference_of,
    over_coders,
    over_items,
)
from segmetrics.reliability.pair_hit_rates import SAME, Floats
from segmetrics.reliability.recording_agreement import (
    ONLY_CHANCE,
    RecordingAgreement,
    counted_and_cut,
    recording_agreement,
)
from segmetrics.reliability.recording_estimates import both_ways, ratio
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.recording_sums import RecordingSums, Sums, recording_sums
from segmetrics.reliability.trends import CodingRound, refuse_names
from segmetrics.rows import WithRows

NOTHING_SHARED = "no recording is in both rounds with two coders in each"


@dataclass(frozen=True)
class RecordingChanges(WithRows):
    """What changed between two rounds of recordings."""

    parts = ("coefficients",)

    #: ``value``, ``corrected`` and ``rate``: F, F beyond chance, boundaries a minute.
    coefficients: Mapping[str, Changed]
    items: tuple[str, ...]  #: the recordings that are compared
    compared: Compared  #: which coders are compared on which of them, and why
    options: RecordingOptions  #: how it was measured
    undefined: str | None = None  #: why nothing can be compared

    @property
    def coders(self) -> tuple[str, ...]:
        """The coders who are compared; if the people changed, those who are in both rounds."""
        return self.compared.coders


class RecordingRound(NamedTuple):
    """A round of recordings."""

    name: str  #: name of the round
    digest: str  #: SHA-256 of its codings
    agreement: RecordingAgreement  #: agreement in it, by all its codings


class RecordingStep(NamedTuple):
    """What changed from a round to the next."""

    before: str  #: what the first round is called
    after: str  #: what the second is called
    changes: RecordingChanges  #: what changed


@dataclass(frozen=True)
class RecordingRounds(WithRows):
    """What agreement on recordings did over rounds."""

    parts = ("rounds", "steps")

    rounds: tuple[RecordingRound, ...]  #: agreement in each round
    steps: tuple[RecordingStep, ...]  #: what changed from each round to the next


@on_axis("trends", only="seconds")
def recording_trends(
    named: Sequence[CodingRound], options: RecordingOptions | None = None
) -> RecordingRounds:
    """Follow agreement on recordings over rounds, of each step over the coders who are in both.

    Parameters
    ----------
    named : sequence of CodingRound
        At least two, in their order; recordings and coders are matched by their names.
    options : RecordingOptions, optional
        How all are measured.

    Returns
    -------
    RecordingRounds

    Raises
    ------
    ValueError
        If there are fewer than two rounds, or two have one name.

    Examples
    --------
    >>> from segmetrics import sample
    >>> films = [CodingRound(key, sample(key)) for key in ("film", "film-coarse")]
    >>> found = recording_trends(films)
    >>> [round(one.agreement.corpus.value, 2) for one in found.rounds]
    [0.64, 0.54]
    >>> [(step.after, round(step.changes.coefficients["value"].change, 2)) for step in found.steps]
    [('film-coarse', -0.1)]
    """
    refuse_names([one.name for one in named])
    options = options or RecordingOptions()
    return RecordingRounds(
        tuple(
            RecordingRound(
                one.name, one.corpus.codings_digest, recording_agreement(one.corpus, options)
            )
            for one in named
        ),
        tuple(
            RecordingStep(
                one.name, other.name, recording_changes(one.corpus, other.corpus, options)
            )
            for one, other in pairwise(named)
        ),
    )


@on_axis("compare", only="seconds")
def recording_changes(
    before: Corpus, after: Corpus, options: RecordingOptions | None = None
) -> RecordingChanges:
    """Compare two rounds of the same recordings, on each over the coders who segmented it in both.

    If fewer than two coders are left, all count, each round by its own.

    Parameters
    ----------
    before, after : Corpus
        Recordings, see `Corpus.from_times`.
    options : RecordingOptions, optional
        How both are measured.

    Returns
    -------
    RecordingChanges

    Raises
    ------
    AxisError
        If the items of one of the two are no recordings.

    Examples
    --------
    >>> from segmetrics import sample
    >>> found = recording_changes(sample("film"), sample("film-coarse"))
    >>> rate = found.coefficients["rate"]
    >>> round(rate.before, 2), round(rate.after, 2), rate.interval.high < 0
    (3.29, 0.87, True)
    """
    options = options or RecordingOptions()
    items = tuple(item.name for item in before.items if item.name in after)
    shared = comparable((before, after)) if items else None
    if shared is None:
        return RecordingChanges({}, (), Compared(), options, NOTHING_SHARED)
    parts, compared = shared
    if not all(any(len(item.codings) > 1 for item in part.items) for part in parts):
        return RecordingChanges({}, items, compared, options, NOTHING_SHARED)
    items = tuple(item.name for item in parts[0].items)
    coders = tuple(dict.fromkeys(coder for part in parts for coder in part.coders))
    both = [_Aligned.of(part, items, coders, options) for part in parts]
    estimate = _of_others if compared.whose == "changed" else _of_the_same
    changed = {}
    for key in ("value", "corrected", "rate"):
        one, other = (getattr(side, key) for side in both)
        found = estimate(one, other)
        ends = found.interval(options.level)
        values = _of_all(one), _of_all(other)
        whys = [
            "" if not isnan(value) else NOBODY if isnan(_of_all(side.value)) else ONLY_CHANCE
            for value, side in zip(values, both, strict=True)
        ]
        changed[key] = as_changed(*values, ends, whys, found.p)
    return RecordingChanges(changed, items, compared, options)


@dataclass(frozen=True, slots=True)
class _Aligned:
    """The sums of a round, in the order of the recordings and coders of both."""

    value: Sums
    corrected: Sums
    rate: Sums

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        items: Sequence[str],
        coders: Sequence[str],
        options: RecordingOptions,
    ) -> _Aligned:
        part = counted_and_cut(corpus, options)
        sums = recording_sums(part, options)
        at = {item.name: place for place, item in enumerate(part.items)}
        who = {coder: place for place, coder in enumerate(part.coders)}

        def aligned(of: Sums) -> Sums:
            found = Sums.empty(len(items), len(coders))
            rows = [row for row, name in enumerate(items) if name in at]
            columns = [column for column, coder in enumerate(coders) if coder in who]
            from_rows = [at[items[row]] for row in rows]
            to = np.ix_(rows, columns)
            taken = np.ix_(from_rows, [who[coders[column]] for column in columns])
            found.of_coders[to] = of.of_coders[taken]
            found.count_of_coders[to] = of.count_of_coders[taken]
            found.value[rows], found.count[rows] = of.value[from_rows], of.count[from_rows]
            return found

        return cls(aligned(sums.rates), aligned(sums.corrected), aligned(_presses(sums)))


def _presses(sums: RecordingSums) -> Sums:
    """Return boundaries and minutes as sums of people."""
    minutes = sums.minutes[:, np.newaxis] * sums.coded
    presses = sums.presses.astype(float)
    return Sums(presses.sum(axis=1), minutes.sum(axis=1), presses, minutes)


def _of_the_same(before: Sums, after: Sums) -> Estimate:
    """Estimate how the change varies over coders, and over recordings if there are several."""
    value = _of_all(after) - _of_all(before)
    coders = _without_coders(after) - _without_coders(before)
    return both_ways(value, coders, _without_items(after) - _without_items(before), AS_IT_IS)


def _of_others(before: Sums, after: Sums) -> Estimate:
    """Estimate the same where the people changed: each round has coders of its own."""
    sides = [
        over_coders(
            _of_all(of), _without_coders(of)[of.count_of_coders.any(axis=0)], scale=AS_IT_IS
        )
        for of in (before, after)
    ]
    found = difference_of(*sides)
    if found.undefined or len(before.value) < 2:
        return found
    items = over_items(found.value, _without_items(after) - _without_items(before), scale=AS_IT_IS)
    return replace(found, variances=(*found.variances, *items.variances), undefined=items.undefined)


def _of_all(of: Sums) -> float:
    return ratio(of.value.sum(), of.count.sum())


def _without_coders(of: Sums) -> Floats:
    value = of.value.sum() - of.of_coders.sum(axis=0)
    return _divided(value, of.count.sum() - of.count_of_coders.sum(axis=0))


def _without_items(of: Sums) -> Floats:
    return _divided(of.value.sum() - of.value, of.count.sum() - of.count)


def _divided(value: Floats, count: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(count > SAME, value / count, np.nan)
