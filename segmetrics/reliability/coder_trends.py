"""Whether coders agree better with the others from round to round.

The agreement of a coder with the others is the observed agreement of the coder's pairs, pooled
over items: what they agree on over what they could, by the similarity of the options. It is not
corrected for chance, so that it rises by itself where fewer boundaries are placed, if the
similarity is S; the boundaries stand beside it. Its interval speaks of other items, coded by the
same people: each item is left out once, for a change out of both rounds at once; if the rounds
have no item in common, of each by itself, and the variances add. Where the people changed, a change
has no interval: the others may be the reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.coefficients.chance_corrected import observed_agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import group_tallies
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability import jackknife
from segmetrics.reliability.changes import Changed, as_changed

NOT_CODED = "coded none of these items"
ALONE = "coded none of these items together with somebody else"
OTHER_PEOPLE = "the others are not the same people in both rounds"
NO_SIMILARITY = "no pair of the coder has a value of the similarity"


class Valued(NamedTuple):
    """A value with its interval."""

    value: float | None  #: None if undefined
    interval: jackknife.Interval  #: around it
    undefined: str = ""  #: why there is no value, or empty


class CoderRound(NamedTuple):
    """A coder in a round, over the items that are compared."""

    items: int  #: items that the coder coded
    boundaries: int  #: boundaries placed there
    units: int  #: units of these items
    numerator: float  #: what the coder's pairs agree on; in places for S
    denominator: float  #: what they could agree on
    agreement: Valued  #: the first over the second: in [0, 1], higher is better, 1 is perfect


class RoundCoder(NamedTuple):
    """A coder in all rounds.

    The changes are those of the agreement with the others, in each step of the table.
    """

    coder: str
    rounds: tuple[CoderRound, ...]
    changes: tuple[Changed, ...]


def without_interval(why: str) -> Valued:
    """Return a value that is undefined."""
    return Valued(None, jackknife.Interval(None, None, jackknife.NO_VALUE), why)


def coders_over_rounds(
    corpora: Sequence[Corpus],
    pairs: Sequence[tuple[int, int]],
    options: AgreementOptions,
    level: float,
    *,
    changed: bool,
) -> tuple[RoundCoder, ...]:
    """Follow the coders over rounds of the same items, or of none in common.

    If the people changed, the change of a coder has no interval.
    """
    names = list(dict.fromkeys(coder for one in corpora for coder in one.coders))
    counted = [_of_pairs(one, names, options) for one in corpora]
    left = [_without_each_item(counts) for counts in counted]
    paired = len({tuple(item.name for item in one.items) for one in corpora}) == 1
    found = [
        [
            _coder(corpus, name, counts[..., place], rest[:, place], level)
            for place, name in enumerate(names)
        ]
        for corpus, counts, rest in zip(corpora, counted, left, strict=True)
    ]
    return tuple(
        RoundCoder(
            name,
            tuple(of[place] for of in found),
            tuple(
                _changed(
                    (found[b][place].agreement, found[a][place].agreement),
                    (left[b][:, place], left[a][:, place]),
                    (counted[b][2, :, place] > 0, counted[a][2, :, place] > 0),
                    None if changed else level,
                    paired=paired,
                )
                for b, a in pairs
            ),
        )
        for place, name in enumerate(names)
    )


def _of_pairs(corpus: Corpus, names: Sequence[str], options: AgreementOptions) -> Floats:
    """Sum over the pairs of each coder and item."""
    found = np.zeros((3, len(corpus), len(names)))
    for tally in group_tallies(corpus, options):
        columns = [names.index(coder) for coder in tally.group.coders]
        counts = tally.numerator, tally.denominator, tally.valued
        found[:, tally.items[:, np.newaxis], columns] = counts
    return found


def _without_each_item(counts: Floats) -> Floats:
    """Return the agreement of all coders without each item: shape (I, C)."""
    return observed_agreement(*(counts.sum(axis=1, keepdims=True) - counts))


def _coder(corpus: Corpus, name: str, counts: Floats, left: Floats, level: float) -> CoderRound:
    """Return what a coder did in a round, from counts of items and the agreement without each."""
    coded = [item for item in corpus.items if name in item.codings]
    sums = counts.sum(axis=1)
    value = float(observed_agreement(*sums[:, np.newaxis])[0])
    if isnan(value):
        together = any(len(item.codings) > 1 for item in coded)
        found = without_interval((NO_SIMILARITY if together else ALONE) if coded else NOT_CODED)
    else:
        estimate = jackknife.over_items(value, left[counts[2] > 0], scale=jackknife.SHARE)
        found = Valued(value, estimate.interval(level))
    return CoderRound(
        items=len(coded),
        boundaries=sum(len(item.codings[name].boundaries) for item in coded),
        units=sum(item.mass for item in coded),
        numerator=float(sums[0]),
        denominator=float(sums[1]),
        agreement=found,
    )


def _changed(
    rounds: tuple[Valued, Valued],
    left: tuple[Floats, Floats],
    counted: tuple[NDArray[np.bool_], NDArray[np.bool_]],
    level: float | None,
    *,
    paired: bool,
) -> Changed:
    """Compare a coder in two rounds, from the values without each item; perhaps no interval."""
    earlier, later = (nan if one.value is None else one.value for one in rounds)
    whys = [one.undefined for one in rounds]
    if level is None:
        return as_changed(earlier, later, jackknife.Interval(None, None, OTHER_PEOPLE), whys)
    if paired:
        without = (left[1] - left[0])[counted[0] | counted[1]]
        found = jackknife.over_items(later - earlier, without, scale=jackknife.AS_IT_IS)
    else:
        found = jackknife.difference_of(
            jackknife.over_items(earlier, left[0][counted[0]], scale=jackknife.AS_IT_IS),
            jackknife.over_items(later, left[1][counted[1]], scale=jackknife.AS_IT_IS),
        )
    return as_changed(earlier, later, found.interval(level), whys, found.p)
