"""Which coder of a group stands out by what the model says of them, and by what.

Conventions
-----------
h is a hit rate, f the share of other places that a coder marks, C the number of coders; "the
others" stands for the median of the others of the group. A coder is named for the first of these:

``early``, ``late``
    With the shifts of the panel moved by one place, the coder's marks are 2 C / 0.01 times as
    likely or more, and likelier than with as many moved one way as the other; and moving them back
    by a place raises kappa with more than half of the others. Where two of five are late, the
    others are early beside the panel, and yet in step.
``random``
    Were all marks the coder's own, they would be C / 0.01 times as likely or more as with the
    h and the shifts of the others, and less than `KNOWS_NOTHING` nats less likely than with those
    of the coder. The coder marks at least half as many places as the others, and kappa with them
    is less than half of theirs, whoever of them is left out.
``fewer``
    h is less than half of the others', clearly lower (one-sided, at level 0.02 / C), and the
    coder marks fewer places.
``own``
    More than half of the coder's marks are expected to be own ones, and f is clearly more than
    twice the others' (at level 0.02 / C).

Where two coders and at least `TWO_OF_FIVE` of them mark fewer, the group has two granularities, and
nobody is named for it; nor for marking more or less where coders are of two schools
(`segmetrics.reliability.schools`). Of three coders nobody is named. Where two of the coders agree
far better than any other two, and nobody is early or late, nobody else is named: the two may be the
better ones, or one saw the other's codings (`segmetrics.reliability.copies.far_beside_others`).
"""

from __future__ import annotations

from dataclasses import replace
from math import log
from statistics import NormalDist

import numpy as np

from segmetrics.coding_model.coder_fit import Fit, likelihoods
from segmetrics.coding_model.packed_marks import PackedMarks
from segmetrics.coding_model.standard_errors import StandardErrors
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.phrases import in_ten
from segmetrics.reliability.coder_parameters import Parameters, logistic, logit
from segmetrics.reliability.fitted_coders import CoderVerdict, VerdictKind
from segmetrics.reliability.pair_kappa import MarkedPlaces, least_apart, nearer_moved

LEVEL = 0.02
BY_ACCIDENT = 0.01
KNOWS_NOTHING = 3.0
A_PLACE_AWAY = 2.0
TWO_OF_FIVE = 0.4
CODERS_NEEDED = 4
APART = 0.5

TWO_GRANULARITIES = (
    "several coders find far fewer of the shared boundaries than the others: they may have looked "
    "for larger segments, so that nobody is named for it"
)


FINER, MOSTLY = 1.5, 0.75
"""A coder who has many of their own is fine who marks so many times what the others mark, and finds
that share of what they find at least."""
OF_A_FINE_CODER = ". Whether it is wrong to mark more depends on your guideline"


def coder_verdicts(
    marks: PackedMarks,
    fit: Fit,
    errors: StandardErrors,
    kappa: Floats,
    marked: MarkedPlaces,
    group: str,
) -> tuple[tuple[CoderVerdict, ...], bool]:
    """Return who stands out in a fitted group, and whether it has two granularities."""
    coders = marked.coders
    if len(coders) < CODERS_NEEDED:
        return (), False
    beside = _Beside(marks, fit, errors, kappa, marked)
    found = {place: beside.verdict(place) for place in range(len(coders))}
    fewer = [place for place, kind in found.items() if kind == "fewer"]
    granularities = len(fewer) >= max(2.0, TWO_OF_FIVE * len(coders))
    return (
        tuple(
            CoderVerdict(coders[place], group, kind, beside.evidence(place, kind))
            for place, kind in found.items()
            if kind is not None and not (granularities and kind == "fewer")
        ),
        granularities,
    )


class _Beside:
    """The coders of a group, each beside the median of the others."""

    def __init__(
        self,
        marks: PackedMarks,
        fit: Fit,
        errors: StandardErrors,
        kappa: Floats,
        places: MarkedPlaces,
    ) -> None:
        self.places = places
        self.apart = [least_apart(kappa, coder) for coder in range(len(kappa))]
        at = fit.parameters
        self.hits, self.added = at.hits, at.added
        self.marked = marks.marks.sum(axis=0) / marks.places.sum(axis=0)
        own = at.added * (1 - at.rate)
        self.own = own / (own + at.hits * at.rate)
        clearly = NormalDist().inv_cdf(1 - LEVEL / len(self.hits))
        self.most_hits = logistic(logit(self.hits) + clearly * errors.hits)
        self.least_added = logistic(logit(self.added) - clearly * errors.added)
        self.as_it_is = float(fit.log_likelihood.sum())
        shifts = fit.panel.shifts
        coders, many = range(len(self.hits)), []
        for coder in coders:
            other = _of_others(at.skill, coder)
            rate = (marks.marks[:, coder].sum() + 0.5) / (marks.places[:, coder].sum() + 1)
            early, late = _a_place_later(shifts[::-1])[::-1], _a_place_later(shifts)
            many += [
                _with(at, coder, shifts=shifts),
                _with(at, coder, shifts=early),
                _with(at, coder, shifts=late),
                _with(at, coder, shifts=(early + late) / 2),
                _with(at, coder, skill=other, shifts=shifts),
                _with(at, coder, skill=-20.0, added=rate),
            ]
        found = likelihoods(marks, many).reshape(len(self.hits), 6)
        self.in_place, self.early, self.late, self.either_way, self.like_others, self.alone = (
            found.T
        )

    def verdict(self, coder: int) -> VerdictKind | None:
        """Return the first rule that names a coder."""
        coders = len(self.hits)
        hits, added, marked = (
            _of_others(of_all, coder) for of_all in (self.hits, self.added, self.marked)
        )
        best = max(self.early[coder], self.late[coder])
        moved = best - self.in_place[coder]
        early = best == self.early[coder]
        if (
            moved > log(2 * coders / BY_ACCIDENT)
            and best > self.either_way[coder]
            and nearer_moved(self.places, coder, 1 if early else -1)
        ):
            return "early" if early else "late"
        alone = self.alone[coder]
        if (
            alone - self.like_others[coder] > log(coders / BY_ACCIDENT)
            and self.as_it_is - alone < KNOWS_NOTHING
            and moved < A_PLACE_AWAY
            and self.marked[coder] >= marked / 2
            and self.apart[coder] < APART
        ):
            return "random"
        if (
            self.hits[coder] < hits / 2
            and self.most_hits[coder] < hits
            and self.marked[coder] < marked
        ):
            return "fewer"
        if self.own[coder] > 0.5 and self.least_added[coder] > 2 * added:
            return "own"
        return None

    def _is_fine(self, coder: int) -> bool:
        """Return whether a coder marks far more, and what the others mark is mostly among it."""
        hits, marked = _of_others(self.hits, coder), _of_others(self.marked, coder)
        return bool(self.marked[coder] >= FINER * marked and self.hits[coder] >= MOSTLY * hits)

    def evidence(self, coder: int, verdict: VerdictKind) -> str:
        """Return why a coder is named."""
        if verdict == "random":
            return "marks places that have hardly to do with those of the others"
        if verdict == "fewer":
            own, others = _in_ten(self.hits, coder)
            return f"finds {own} shared boundaries, others {others}"
        if verdict == "own":
            fine = OF_A_FINE_CODER if self._is_fine(coder) else ""
            return f"marks many places that hardly anybody else does{fine}"
        return f"marks one place {verdict}"


def _in_ten(shares: Floats, coder: int) -> tuple[str, str]:
    """Return a share in words, for a coder and for the others."""
    return in_ten(float(shares[coder])), in_ten(_of_others(shares, coder))


def _of_others(values: Floats, coder: int) -> float:
    """Return the median of a value over the other coders."""
    return float(np.median(np.delete(values, coder)))


def _a_place_later(shifts: Floats) -> Floats:
    """Return the shares of shifts of somebody who is a place later; the last takes in the rest."""
    if len(shifts) == 1:
        return shifts
    later = np.concatenate([[0.0], shifts[:-1]])
    later[-1] += shifts[-1]
    # A mark at the earliest place is unlikely, not impossible.
    later += 0.01
    moved: Floats = later / later.sum()
    return moved


def _with(
    at: Parameters,
    coder: int,
    *,
    skill: float | None = None,
    added: float | None = None,
    shifts: Floats | None = None,
) -> Parameters:
    """Return parameters with some of one coder's replaced."""
    new = replace(at, skill=at.skill.copy(), added=at.added.copy(), shifts=at.shifts.copy())
    if skill is not None:
        new.skill[coder] = skill
    if added is not None:
        new.added[coder] = added
    if shifts is not None:
        new.shifts[coder] = shifts
    return new
