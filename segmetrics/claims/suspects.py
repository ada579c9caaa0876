"""Who stands out and may make agreement low, by what, and which remedy each trait has.

See `segmetrics.claims.causes` for the conventions.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from math import inf

import numpy as np

from segmetrics.axis import axis_of
from segmetrics.claims.remedies import (
    DIRECTIONS,
    Remedy,
    Suspect,
    Suspects,
    Trait,
    away,
    fit_as_coded,
)
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.reliability.recording_agreement import LATE, RecordingAgreement, RecordingCoder
from segmetrics.reliability.schools import Schools

SURELY = 0.75
"""Standard errors by which a few coders are moved better than half of all."""

REMEDIES: Mapping[Trait, Remedy] = {
    "early": "later",
    "late": "earlier",
    "own": "without own",
    "much": "without own",
    "full": "left out",
    "empty": "left out",
    "random": "left out",
    "disagrees": "left out",
    "fewer": "left out",
    "little": "left out",
    "less": "left out",
}
"""The remedy for each trait."""


def suspects_in_texts(
    corpus: Corpus,
    findings: Sequence[CoderFinding],
    model: CoderModel,
    coders: Collection[str],
    schools: Schools | None,
) -> Suspects:
    """Return which of some coders of texts stand out, by what, and the remedy.

    The corpus is as it was coded, though findings may be of one in which others are remedied: so a
    view that moves somebody moves the same.
    """
    by_model = {one.coder: one.verdict for one in model.verdicts}
    found: dict[str, Suspect] = {}
    for row in findings:
        trait = by_model.get(row.coder) or _trait_of(row)
        if row.coder in coders and trait and not (schools and schools.explains(row.coder, trait)):
            remedy = REMEDIES[trait]
            by = 1.0 if remedy in DIRECTIONS else 0.0
            found[row.coder] = staying(corpus, row.coder, Suspect(trait, remedy, by))
    return found


def staying(corpus: Corpus, coder: str, one: Suspect) -> Suspect:
    """Return a suspect with the items in which boundaries stay as coded."""
    if one.remedy not in DIRECTIONS:
        return one
    step = DIRECTIONS[one.remedy] * axis_of(corpus).positions_within("by", one.by)
    return one._replace(but_in=fit_as_coded(corpus, coder, step))


def _trait_of(row: CoderFinding) -> Trait | None:
    """Return by what a coder stands out by a finding, if there is one."""
    if row.finding == "shifted":
        return "late" if row.late > row.early else "early"
    if row.finding == "rate":
        return "much" if (row.rate_ratio or 0) > 1 else "little"
    return None if row.finding == "none" else row.finding


def suspects_in_recordings(corpus: Corpus, agreed: RecordingAgreement) -> Suspects:
    """Return who stands out in recordings, by what, and the remedy, see `suspects_in_texts`."""
    found = ((row.coder, _suspect(row, agreed.options.tolerance)) for row in agreed.coders)
    return {coder: staying(corpus, coder, one) for coder, one in found if one}


def _suspect(row: RecordingCoder, tolerance: float) -> Suspect | None:
    late = abs(row.later or 0.0)
    if row.timing and late > LATE * tolerance:
        # Nobody knows it to a hundredth of several seconds.
        return Suspect(row.timing, REMEDIES[row.timing], round(late, 1 if late >= 1 else 2))
    if row.own or row.standing == "less":
        return Suspect("own" if row.own else "less", "left out")
    return None


def without_halves(corpus: Corpus, suspects: Suspects) -> Suspects:
    """Return the suspects but for those who are late, or early, as half of the coders are.

    The other half is as far from them: none of both is to blame.
    """
    axis = axis_of(corpus)
    return {
        coder: one
        for coder, one in suspects.items()
        if one.remedy not in DIRECTIONS
        or _apart(corpus, coder, DIRECTIONS[one.remedy] * axis.positions_within("by", one.by))
    }


def _apart(corpus: Corpus, coder: str, step: int) -> bool:
    """Return whether a coder is moved better alone, or with a few, than with half of all coders.

    A move is as good as the boundaries that it brings nearer to those of coders who stay are more
    than those that it brings away from them. It is better by `SURELY` standard errors of a sum of
    so many signs.
    """
    place = {name: at for at, name in enumerate(corpus.coders)}
    nearer, signs = np.zeros((2, len(place), len(place)))
    for item in corpus.items:
        marks = {name: np.array(one.boundaries) for name, one in item.codings.items()}
        for (one, own), (other, theirs) in permutations(marks.items(), 2):
            if own.size and theirs.size:
                gain = np.sign(away(own, theirs) - away(own + step, theirs))
                nearer[place[one], place[other]] += gain.sum()
                signs[place[one], place[other]] += np.abs(gain).sum()
    at = place[coder]
    with_coder = nearer.sum(axis=1) - nearer[:, at] - nearer[at]
    with_coder[at] = inf
    first, half = np.argsort(-with_coder, kind="stable"), (len(place) + 1) // 2

    def split(coders: int) -> Floats:
        weights = np.zeros_like(nearer)
        weights[np.ix_(first[:coders], first[coders:])] = 1
        return weights

    many = split(half)
    few = max(map(split, range(1, half)), key=lambda of: float((of * nearer).sum()), default=many)
    # What both moves have in common is gone.
    surely = SURELY * (np.abs(few - many) * signs).sum() ** 0.5
    return bool(((few - many) * nearer).sum() > surely)
