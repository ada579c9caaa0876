"""How far people agree on recordings: each recording, each person, and all of them.

Conventions
-----------
*F.* The mean hit rate over pairs of people, as in `hit_rate_curve`; of all recordings together the
mean over their pairs. *Corrected* F is ``(F - chance) / (1 - chance)`` with the chance level of
each pair: 0 is chance, 1 is perfect.

*Intervals.* They speak of other people and other recordings, by the two-way jackknife of
`segmetrics.reliability.jackknife`; of one recording, of other people. The chance level of a pair
is made once, and stays. Deviations and rates have intervals for other recordings alone. What a
person does in one recording alone varies over the others and over ten stretches of time.

*p.* How often independent people agree as well: the people are counted among them. Of a corpus so
large that fewer than 99 are made, it follows from Student's t with their mean and spread. Those
of recordings, and those of groups, are adjusted by Benjamini & Hochberg (1995), and verdicts are
those of `segmetrics.reliability.chance_verdicts`.

*Early and late.* Each boundary that has one of another person within the tolerance is set beside
the nearest; how much later it comes is averaged, and tells who is early or late. By how much is too
small so: `segmetrics.reliability.lags` has it, and of one who is far off it tells whether, too,
whatever the tolerance is. Half of the people are later than the others.
Of one whose boundaries come in pairs nothing is said: the second of a pair comes later by itself.

*Many of their own.* A boundary is a person's own if nobody else has one within the tolerance, in a
recording that others segmented too. Somebody has many if it is `MANY` of theirs or more, whichever
recording is left out, and clearly more than `AS_OFTEN` times the share of all others in the same
recordings, by ten stretches of them: it is a count of these people, and two recordings tell little
of others. Of one whose near boundaries lie more than `LATE` of the tolerance early or late on
average nothing is said: the others mark there too, at another time.

*Verdicts on people* take intervals for all people together, as wide as Bonferroni's rule asks, so
that of corpora of equal people about 5% name somebody
(``python -m benchmarks.recording_intervals``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import nan
from typing import ClassVar, Literal, TypeVar

import numpy as np

from segmetrics.axis import on_axis
from segmetrics.coefficients.chance_corrected import mean_of_known, value_or_none
from segmetrics.coefficients.levels import Level
from segmetrics.corpus import Corpus
from segmetrics.metrics.counts import NOBODY
from segmetrics.metrics.time.group_agreement import segmentation_agreement
from segmetrics.metrics.time.trimming import cut_to_trim, with_presses_counted
from segmetrics.reliability.chance_verdicts import ChanceVerdict, verdict_of
from segmetrics.reliability.fading import Fades, fading
from segmetrics.reliability.intervals import given
from segmetrics.reliability.jackknife import (
    AT_LEAST_ZERO,
    AT_MOST_ONE,
    NO_VALUE,
    SHARE,
    Estimate,
    Interval,
    over_items,
)
from segmetrics.reliability.lags import Lag, lags
from segmetrics.reliability.multiple_tests import after_benjamini_hochberg
from segmetrics.reliability.odd_counts import InPairs, in_pairs
from segmetrics.reliability.odd_places import OddItem, odd_items
from segmetrics.reliability.pair_hit_rates import ENOUGH, SAME, Floats, p_of_shuffles
from segmetrics.reliability.recording_estimates import (
    alone_and_rest,
    alone_beside_others,
    behind_others,
    beside_others,
    later_than_others,
    least_alone,
    mean_over_items,
    over_both,
    ratio,
)
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.recording_sums import (
    RecordingSums,
    recording_sums,
    sums_without_stretches,
)
from segmetrics.rows import WithRows

Standing = Literal["less", "more"]
Timing = Literal["early", "late"]
Side = TypeVar("Side")
STANDINGS: tuple[Standing, Standing] = ("less", "more")
TIMINGS: tuple[Timing, Timing] = ("early", "late")

MANY, AS_OFTEN = 0.3, 1.5
"""The share of boundaries that are a person's own from which on it is much, and how many times that
of the others it is at least."""

LATE = 0.2
"""Share of the tolerance from which on one who marks early or late may have few of their own."""

ONE_PERSON = "one person only: nobody to agree with"
NO_NEAR = "no boundary has one of another person within the tolerance"
NO_OTHER = "only one person marked"
NO_BINS = "everybody's bins, or those of all others, are alike"
NO_CHANCE = "no chance level was computed"
ONLY_CHANCE = "independent people agree perfectly too"

_NONE = Interval(None, None, NO_VALUE)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingRow:
    """How far people agree on a recording, or on all of them."""

    item: str  #: name of the recording; empty for several
    seconds: float  #: how long it lasts, without what is trimmed
    coders: int  #: how many people
    presses: int  #: their boundaries that count
    value: float | None  #: the mean F of all pairs at the tolerance, 0 to 1, higher is better
    value_interval: Interval  #: where it may lie with other people (and other recordings)
    chance: float | None  #: the mean F of independent people
    p_value: float | None  #: how often independent people agree as well
    p_adjusted: float | None = None  #: the same adjusted over recordings, or over groups
    corrected: float | None  #: F beyond chance: 0 is chance, 1 is perfect
    corrected_interval: Interval  #: where that may lie
    #: Whether people agree beyond chance, see `segmetrics.reliability.chance_verdicts`.
    verdict: ChanceVerdict | None = None
    covering: float | None  #: the mean covering of people by each other, more than 0, at most 1
    #: Seconds from a boundary to the nearest one of another person, in the median; over all
    #: recordings the mean of that.
    deviation: float | None
    deviation_interval: Interval = _NONE  #: of all recordings, where it may lie with others
    rate: float  #: boundaries a minute of a person, on average
    agreement: float | None  #: the mean segmentation agreement of people, 0 to 1
    #: Why there is no value, by its name.
    undefined: Mapping[str, str] = field(default_factory=dict)
    #: Name of the coder group whose recordings these are; empty for a recording, and for all.
    group: str = ""

    @property
    def level(self) -> Level:
        """What the row is about: a recording, a coder group, or all recordings."""
        return "item" if self.item else "group" if self.group else "corpus"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingCoder:
    """What a person did beside the others."""

    coder: str  #: the person
    items: int  #: recordings that the person segmented
    presses: int  #: boundaries that count
    rate: float  #: boundaries a minute
    rate_interval: Interval  #: where it may lie with other recordings
    value: float | None  #: the mean F with each other person, 0 to 1, higher is better
    #: Where it may lie with other people beside the person, and other recordings.
    value_interval: Interval
    #: Whether the person agrees less, or more, with the others than they with each other.
    standing: Standing | None
    agreement: float | None  #: segmentation agreement, the mean over recordings
    correlation: float | None  #: the correlation that it puts between its limits, likewise
    agreement_interval: Interval  #: where segmentation agreement may lie with other recordings
    #: By how many seconds boundaries come after those of the others, see
    #: `segmetrics.reliability.lags`; below 0 before.
    later: float | None
    later_interval: Interval  #: where that may lie
    timing: Timing | None  #: which of the two the person is
    alone: float | None  #: share of the person's boundaries that nobody else has one near
    others_alone: float | None  #: that of all others in the same recordings
    own: bool  #: whether the person clearly has many of their own
    #: How many boundaries follow another of the person, if they come in pairs.
    in_pairs: InPairs | None
    #: Recordings in which alone the person's boundaries are odd, how many or where, see
    #: `segmetrics.reliability.odd_places`.
    odd_items: tuple[OddItem, ...]
    #: How the person marks less and less in the course of the recordings, if so.
    fades: Fades | None
    undefined: Mapping[str, str]  #: why there is no value, by its name

    @property
    def stands_out(self) -> bool:
        """Whether anything is said of the person that others may need to look at."""
        return self.standing == "less" or bool(self.timing or self.own or self.counts)

    @property
    def counts(self) -> tuple[InPairs | OddItem | Fades, ...]:
        """What is odd about how many boundaries the person has, or where."""
        return tuple(one for one in (self.in_pairs, *self.odd_items, self.fades) if one)


@dataclass(frozen=True)
class RecordingAgreement(WithRows):
    """How far people agree on recordings."""

    items: tuple[RecordingRow, ...]  #: a row a recording
    corpus: RecordingRow  #: all of them
    coders: tuple[RecordingCoder, ...]  #: a row a person
    options: RecordingOptions  #: how it was measured
    shuffles: int  #: how many times independent people were made
    groups: tuple[RecordingRow, ...] = ()  #: a row a coder group, if there are several

    parts: ClassVar[tuple[str, ...]] = ("rows", "coders")

    @property
    def rows(self) -> tuple[RecordingRow, ...]:
        """Recordings, then coder groups, then all of them."""
        return (*self.items, *self.groups, self.corpus)


@on_axis("agreement", only="seconds")
def recording_agreement(
    corpus: Corpus, options: RecordingOptions | None = None
) -> RecordingAgreement:
    """Analyse how far people agree on recordings, with chance levels and intervals.

    Sources: those of `hit_rate_curve`, `segmentation_agreement` and `covering`; Efron &
    Tibshirani (1993), chapter 11, for intervals.

    Parameters
    ----------
    corpus : Corpus
        Recordings, see `Corpus.from_times`.
    options : RecordingOptions, optional
        How it is measured.

    Returns
    -------
    RecordingAgreement
        A row for each recording, for each of several coder groups, for all, and for each person.
        What is undefined is None, with its reason beside it.

    Raises
    ------
    CorpusError
        If the items are no recordings.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_times(
    ...     {"film": {"anna": [12.4, 31, 58.2], "ben": [12.9, 30.2, 59], "cleo": [11, 45.5]}},
    ...     durations={"film": 90},
    ... )
    >>> found = recording_agreement(corpus, RecordingOptions(tolerance=1))
    >>> film = found.items[0]  # Anna and Ben share all boundaries, and Cleo none with either
    >>> round(film.value, 4), round(film.deviation, 4)
    (0.3333, 1.65)
    >>> [(row.coder, round(row.rate, 2), row.value) for row in found.coders]
    [('anna', 2.0, 0.5), ('ben', 2.0, 0.5), ('cleo', 1.33, 0.0)]
    """
    options = options or RecordingOptions()
    corpus = counted_and_cut(corpus, options)
    sums = recording_sums(corpus, options)
    agreed = _Agreed.of(corpus, options)
    rows = [
        _row([place], len(item.codings), sums, agreed, options, item=item.name)
        for place, item in enumerate(corpus.items)
    ]
    # Where somebody has one recording, stretches of it say how much that person varies.
    once = (sums.coded.sum(axis=0) == 1).any() and sums.several()
    stretches = sums_without_stretches(corpus, options) if once else []
    pairs, odd = {one.coder: one for one in in_pairs(corpus)}, odd_items(corpus)
    fades = fading(corpus)
    rows_of_coders = (
        _row_of_coder(corpus, place, sums, stretches, agreed, options, lag)
        for place, lag in enumerate(lags(corpus, options.tolerance))
    )
    coders = tuple(
        replace(
            row,
            timing=None if row.coder in pairs else row.timing,
            in_pairs=pairs.get(row.coder),
            odd_items=tuple(one for one in odd if one.coder == row.coder),
            fades=fades.get(row.coder),
        )
        for row in rows_of_coders
    )
    whole = _row(range(len(corpus)), len(corpus.coders), sums, agreed, options)
    several = corpus.groups if len(corpus.groups) > 1 else ()
    places = [[sums.places[name] for name in group.items] for group in several]
    groups = [
        _row(at, len(group.coders), sums, agreed, options, group=group.name)
        for at, group in zip(places, several, strict=True)
    ]
    (whole,) = _judged([whole], [sums.shuffled.sum(axis=0)])
    return RecordingAgreement(
        _judged(rows, sums.shuffled),
        whole,
        coders,
        options,
        sums.shuffles,
        _judged(groups, [sums.shuffled[at].sum(axis=0) for at in places]),
    )


def _judged(
    rows: Sequence[RecordingRow], shuffled: Floats | Sequence[Floats]
) -> tuple[RecordingRow, ...]:
    """Return the rows of a level with their p-values adjusted and their verdicts."""
    adjusted = after_benjamini_hochberg([row.p_value for row in rows])
    return tuple(
        replace(row, p_adjusted=p, verdict=verdict_of(row.corrected, p, _least(reached)))
        for row, p, reached in zip(rows, adjusted, shuffled, strict=True)
    )


def counted_and_cut(corpus: Corpus, options: RecordingOptions) -> Corpus:
    """Return the recordings without what is trimmed, and the boundaries that count."""
    counted = with_presses_counted(corpus, trim=options.trim, minimum_gap=options.minimum_gap)
    return cut_to_trim(counted, trim=options.trim)


@dataclass(frozen=True, slots=True)
class _Agreed:
    """Segmentation agreement and its correlation, items x coders; nan where undefined."""

    value: Floats
    correlation: Floats
    why: Mapping[str, str]

    @classmethod
    def of(cls, corpus: Corpus, options: RecordingOptions) -> _Agreed:
        items = {item.name: at for at, item in enumerate(corpus.items)}
        coders = {coder: at for at, coder in enumerate(corpus.coders)}
        value = np.full((len(items), len(coders)), nan)
        correlation = value.copy()
        why = {}
        for row in segmentation_agreement(corpus, bin_width=options.bin_width):
            if row.value is None or row.correlation is None:
                why[row.coder] = row.undefined or ""
            else:
                at = items[row.item], coders[row.coder]
                value[at], correlation[at] = row.value, row.correlation
        return cls(value, correlation, why)


def _row(
    places: Sequence[int],
    coders: int,
    sums: RecordingSums,
    agreed: _Agreed,
    options: RecordingOptions,
    *,
    item: str = "",
    group: str = "",
) -> RecordingRow:
    """Return the row of a recording, or of several together: those of a coder group, or all."""
    at = list(places)
    rates, chances, coverings = (
        one.of_items(at) for one in (sums.rates, sums.chance, sums.covering)
    )
    value = over_both(rates, SHARE)
    corrected = _beyond(over_both(sums.corrected.of_items(at), AT_MOST_ONE), sums)
    chance = ratio(chances.value.sum(), chances.count.sum())
    deviations = sums.deviation[at]
    deviation = mean_over_items(deviations[~np.isnan(deviations)], AT_LEAST_ZERO)
    minutes, presses = sums.minutes[at], sums.presses[at]
    together = sums.coded[at][sums.coded[at].sum(axis=1) > 1]
    compared = int(together.any(axis=0).sum())
    row = RecordingRow(
        item=item,
        seconds=60 * float(minutes.sum()),
        coders=coders,
        presses=int(presses.sum()),
        value=value_or_none(value.value),
        value_interval=given(value.interval(options.level), compared),
        chance=value_or_none(chance) if sums.shuffles else None,
        p_value=_p(value.value, rates.value.sum(), sums.shuffled[at].sum(axis=0), options),
        corrected=value_or_none(corrected.value),
        corrected_interval=given(corrected.interval(options.level), compared),
        covering=value_or_none(ratio(coverings.value.sum(), coverings.count.sum())),
        deviation=value_or_none(deviation.value),
        deviation_interval=deviation.interval(options.level),
        rate=float(presses.sum() / (minutes[:, np.newaxis] * sums.coded[at]).sum()),
        agreement=mean_of_known(agreed.value[at]),
        group=group,
    )
    return _with_reasons(row, alone=not sums.several(at), shuffles=sums.shuffles)


def _beyond(corrected: Estimate, sums: RecordingSums) -> Estimate:
    """Return F beyond chance, of which there is none without a chance level."""
    return corrected if sums.shuffles else Estimate(nan, AT_MOST_ONE, undefined=NO_CHANCE)


def _with_reasons(row: RecordingRow, *, alone: bool, shuffles: int) -> RecordingRow:
    """Return a row with the reasons of what it does not have."""
    none = ONE_PERSON if alone else NOBODY
    of_chance = NO_CHANCE if not shuffles else ONLY_CHANCE
    whys = {
        "value": none,
        "corrected": none if row.value is None else of_chance,
        "covering": none,
        "deviation": none if row.value is None else NO_OTHER,
        "agreement": none if row.value is None else NO_BINS,
    }
    return replace(row, undefined=reasons_of(row, whys))


def reasons_of(row: object, whys: Mapping[str, str]) -> dict[str, str]:
    """Return the reasons of the values that a row does not have."""
    return {name: why for name, why in whys.items() if getattr(row, name) is None}


def _row_of_coder(
    corpus: Corpus,
    place: int,
    sums: RecordingSums,
    stretches: Sequence[RecordingSums],
    agreed: _Agreed,
    options: RecordingOptions,
    lag: Lag,
) -> RecordingCoder:
    coder, coded = corpus.coders[place], sums.coded[:, place]
    presses, minutes = sums.presses[coded, place], sums.minutes[coded]
    rate = float(presses.sum() / minutes.sum())
    with np.errstate(invalid="ignore", divide="ignore"):
        rates = (presses.sum() - presses) / (minutes.sum() - minutes)
    value = beside_others(sums, place, stretches)
    behind = behind_others(sums, place, stretches)
    later = later_than_others(sums, place, stretches)
    alone, rest = alone_and_rest(sums, place)
    beyond = alone_beside_others(sums, place, AS_OFTEN)
    known = agreed.value[~np.isnan(agreed.value[:, place]), place]
    agreement = mean_over_items(known, SHARE)
    # Wide enough for all people together.
    together = 1 - (1 - options.level) / len(corpus.coders)
    nobody = not (sums.coded[coded].sum(axis=1) > 1).any()
    timing = _side_of((lag.estimate if lag.far else later).interval(together), TIMINGS)
    # Of three people nothing tells whether one is far late: own boundaries are said then.
    late = (lag.far and timing is not None) or abs(later.value) > LATE * options.tolerance
    row = RecordingCoder(
        coder=coder,
        items=int(coded.sum()),
        presses=int(presses.sum()),
        rate=rate,
        rate_interval=over_items(rate, rates, scale=AT_LEAST_ZERO).interval(options.level),
        value=value_or_none(value.value),
        value_interval=value.interval(options.level),
        standing=_side_of(behind.interval(together), STANDINGS),
        agreement=value_or_none(agreement.value),
        correlation=mean_of_known(agreed.correlation[:, place]),
        agreement_interval=agreement.interval(options.level),
        later=value_or_none(lag.estimate.value),
        later_interval=lag.estimate.interval(options.level),
        timing=timing,
        alone=value_or_none(alone),
        others_alone=value_or_none(rest),
        own=least_alone(sums, place) >= MANY
        and _side_of(beyond.interval(together), STANDINGS) == "more"
        and not late,
        in_pairs=None,
        odd_items=(),
        fades=None,
        undefined={},
    )
    whys = {
        "value": ONE_PERSON if nobody else NOBODY,
        "agreement": agreed.why.get(coder, ""),
        "correlation": agreed.why.get(coder, ""),
        "later": NO_NEAR,
    }
    return replace(row, undefined=reasons_of(row, whys))


def _side_of(ends: Interval, sides: tuple[Side, Side]) -> Side | None:
    """Return on which side of 0 a person clearly is: the first is below."""
    below, above = sides
    if ends.high is not None and ends.high < 0:
        return below
    return above if ends.low is not None and ends.low > 0 else None


def _p(mean: float, value: float, shuffled: Floats, options: RecordingOptions) -> float | None:
    """Return how often independent people reach a sum as high; None without any."""
    made = len(shuffled)
    if not made or np.isnan(mean):
        return None
    if made < min(ENOUGH, options.shuffles):
        return p_of_shuffles(value, shuffled)
    return (1 + int((shuffled >= value - SAME).sum())) / (1 + made)


def _least(shuffled: Floats) -> float:
    """Return the p-value of the highest agreement that independent people show."""
    if not len(shuffled):
        return 1.0
    return int((shuffled >= shuffled.max() - SAME).sum()) / (1 + len(shuffled))
