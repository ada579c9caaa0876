"""Whether coders agree better with the others from round to round.

The agreement of a coder with the others is the observed agreement of the coder's pairs, pooled
over items: what they agree on over what they could, by the similarity of the options. It is not
corrected for chance, so that it rises by itself where fewer boundaries are placed, if the
similarity is S; the boundaries stand beside it. For its interval all items are drawn anew
together, the same in all rounds, so that differences are paired.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple

import numpy as np

from segmetrics.coefficients.chance_corrected import observed_agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import group_tallies
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.changes import Changed, as_changed
from segmetrics.reliability.intervals import (
    NO_VALUE,
    ONE_ITEM,
    Interval,
    ResampleOptions,
    percentile_interval,
    weights_of,
)
from segmetrics.reliability.progress import Progress, reported

NOT_CODED = "coded none of these items"


ALONE = "coded none of these items together with somebody else"


NO_SIMILARITY = "no pair of the coder has a value of the similarity"


class Valued(NamedTuple):
    """A value with its interval.

    Parameters
    ----------
    value : float or None
        None if undefined.
    interval : Interval
        Around it.
    undefined : str
        Why there is no value, or empty.
    """

    value: float | None
    interval: Interval
    undefined: str = ""


class CoderRound(NamedTuple):
    """A coder in a round, over the items that all rounds have.

    Parameters
    ----------
    items, boundaries, units : int
        Items that the coder coded; boundaries placed there; units of these items.
    numerator, denominator : float
        What the coder's pairs agree on, and what they could; in places for S.
    agreement : Valued
        The first over the second: in [0, 1], higher is better, 1 is perfect.
    """

    items: int
    boundaries: int
    units: int
    numerator: float
    denominator: float
    agreement: Valued


class RoundCoder(NamedTuple):
    """A coder in all rounds.

    The changes are those of the agreement with the others, in each step of the table.
    """

    coder: str
    rounds: tuple[CoderRound, ...]
    changes: tuple[Changed, ...]


def without_interval(why: str) -> Valued:
    """Return a value that is undefined."""
    return Valued(None, Interval(None, None, NO_VALUE), why)


def coders_over_rounds(
    corpora: Sequence[Corpus],
    pairs: Sequence[tuple[int, int]],
    options: AgreementOptions,
    resampling: ResampleOptions,
    progress: Progress | None,
) -> tuple[RoundCoder, ...]:
    """Follow the coders over rounds of the same items."""
    names = list(dict.fromkeys(coder for one in corpora for coder in one.coders))
    counted = [_of_pairs(one, names, options) for one in corpora]
    draws = _resampled(counted, resampling, progress)
    found: list[list[CoderRound]] = []
    for corpus, counts, drawn in zip(corpora, counted, draws, strict=True):
        sums = counts.sum(axis=1)
        columns = zip(
            names,
            sums.T,
            observed_agreement(*sums),
            (counts[2] > 0).sum(axis=0),
            drawn.T,
            strict=True,
        )
        found.append([_coder(corpus, *column, resampling.level) for column in columns])
    return tuple(
        RoundCoder(
            name,
            tuple(of[place] for of in found),
            tuple(
                _changed(
                    found[b][place].agreement,
                    found[a][place].agreement,
                    draws[a][:, place] - draws[b][:, place],
                    resampling.level,
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


def _resampled(
    counted: Sequence[Floats],
    resampling: ResampleOptions,
    progress: Progress | None,
) -> list[Floats]:
    """Resample the agreement of all coders with the same items in all rounds: (R, C) each."""
    count = counted[0].shape[1] if counted else 0
    draws: list[list[Floats]] = [[np.zeros((0, of.shape[2]))] for of in counted]
    drawn = weights_of(count, resampling) if count > 1 else ()
    for weights in reported(drawn, progress, resampling.resamples, len):
        for found, of in zip(draws, counted, strict=True):
            found.append(observed_agreement(*(weights @ of)))
    return [np.concatenate(found) for found in draws]


def _coder(
    corpus: Corpus, name: str, sums: Floats, share: float, items: int, drawn: Floats, level: float
) -> CoderRound:
    """Return what a coder did in a round."""
    coded = [item for item in corpus.items if name in item.codings]
    numerator, denominator, _ = sums.tolist()
    if isnan(share):
        together = any(len(item.codings) > 1 for item in coded)
        found = without_interval((NO_SIMILARITY if together else ALONE) if coded else NOT_CODED)
    else:
        why = ONE_ITEM if items < 2 else ""
        found = Valued(float(share), percentile_interval(drawn, level, undefined=why))
    return CoderRound(
        items=len(coded),
        boundaries=sum(len(item.codings[name].boundaries) for item in coded),
        units=sum(item.mass for item in coded),
        numerator=numerator,
        denominator=denominator,
        agreement=found,
    )


def _changed(before: Valued, after: Valued, draws: Floats, level: float) -> Changed:
    """Compare a coder in two rounds, from the differences of the same resamples."""
    why = before.interval.undefined or after.interval.undefined
    interval = percentile_interval(draws, level, undefined=why)
    earlier, later = (nan if one.value is None else one.value for one in (before, after))
    return as_changed(earlier, later, interval, (before.undefined, after.undefined))
