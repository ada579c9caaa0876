"""What changed between two rounds of coding: a value, a row, the table.

The *change* is the value after less the value before: positive if it rose. How it is computed is
said in `segmetrics.reliability.comparison`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, get_args

import numpy as np

from segmetrics.coefficients.chance_corrected import NEGLIGIBLE, or_none
from segmetrics.coefficients.levels import Level, LevelTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import of_corpus, with_intervals
from segmetrics.reliability.coded_rounds import Compared
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.reliability.jackknife import Interval, IntervalOptions
from segmetrics.reliability.leave_one_out import TABLE_COLUMNS
from segmetrics.reliability.shuffling import ChanceOptions

Direction = Literal["better", "worse", "unclear", "unknown"]
"""Where agreement went; unknown if a value or an interval is undefined."""

Way = Literal["rose", "fell", "same", "chance"]
"""What an item did; by chance if the higher agreement of both rounds may be chance."""

Measure = Literal["pi_s", "pi_b", "alpha"]
MEASURES: tuple[Measure, ...] = get_args(Measure)
"""What segmenters are compared by: no similarity tells all."""

OF_CORPUS = {of_corpus(column): column for column in (*with_intervals(), *TABLE_COLUMNS)}
"""Keys of the coefficients of the corpus and their columns, but for pi* over S."""

FURTHER = ("pi_star", "kappa_star", "pi_s", "bias", "one_minus_wd_mean")
COEFFICIENTS = (*map(of_corpus, with_intervals()), *FURTHER)
"""Those and pi* over S, those first that change less with density alone."""

Judge = Literal["corrected", "alpha"]
"""What tells whether agreement changed."""

ALIKE_DENSITIES = 2 / 3, 3 / 2
"""Ratios of boundary rates between which two rounds can be compared without a warning."""

NO_CHANGE = "there is no change to put an interval around"

UNSEEN = 0.005
"""A change that two decimals do not show: agreement stayed about the same."""

LEAST_OF_ITEM = 0.05
"""A change of an item too small to speak of: one boundary that moves makes as much in 30 places."""


class Changed(NamedTuple):
    """A value before and after."""

    before: float | None  #: the value in the first round; None if undefined
    after: float | None  #: that in the second
    #: After less before: positive if it rose; None if one of them is undefined.
    change: float | None
    interval: Interval  #: of the change
    undefined: str = ""  #: why there is no change, and in which round, or empty
    #: Of the two-sided test that nothing changed, by the variance of the interval; None of items,
    #: and where nothing varies.
    p: float | None = None


class ChangeRow(NamedTuple):
    """What changed on one item, in one coder group, or over the corpus."""

    level: Level  #: what the row is about
    item: str  #: name of the item or group; empty for the corpus
    items: int  #: items of both rounds that the row is about
    coders_before: int  #: coders in the first round
    coders_after: int  #: in the second
    mass_before: int  #: units in the first round
    mass_after: int  #: in the second
    #: Whether the intervals are of pairs: of items, if the same coders coded them; of groups and
    #: the corpus, if there are items of both rounds.
    paired: bool
    #: What else changed: the text, the coders; or that nothing did. May be empty.
    note: str
    pi_star: Changed  #: pi* of the agreement table
    kappa_star: Changed  #: its kappa*
    bias: Changed  #: its bias
    one_minus_wd_mean: Changed  #: its mean of 1 - WindowDiff
    alpha: Changed  #: Krippendorff's alpha
    pi_star_b: Changed  #: pi* over B
    corrected: Changed  #: R, chance-corrected agreement


class ItemsMoved(NamedTuple):
    """How many items rose and fell, by what tells whether agreement changed."""

    items: int  #: items where that is defined in both rounds: the sum of the next four
    rose: int  #: items where it rose to more than chance
    fell: int  #: those where it fell from more than chance
    same: int  #: those where the change is too small to speak of
    #: Those where the higher of both may be chance, so that nothing is said of a change.
    chance: int
    mean: float | None  #: mean change; None without items


@dataclass(frozen=True)
class ChangeTable(LevelTable[ChangeRow]):
    """What changed between two rounds: of the items and coder groups of both, and of the corpus.

    The row of the corpus is over the items of both; without any, over all items of each round.
    """

    pi_s: Changed  #: pi* over S of the corpus, whatever the similarity
    options: AgreementOptions  #: how agreement was computed
    shuffling: ChanceOptions  #: how codings were shuffled for chance-corrected agreement
    interval_options: IntervalOptions  #: how intervals were made
    #: How many times as many boundaries a place has after as before; None without any before.
    density: float | None = None
    only_before: tuple[str, ...] = ()  #: items of the first round alone
    only_after: tuple[str, ...] = ()  #: items of the second alone
    #: Which coders are compared on which items, and why.
    compared: Compared = field(default_factory=Compared)
    #: The coefficients of each round by all its codings, without a test; empty where the same
    #: people, or all, are compared.
    everybody: tuple[Mapping[str, float | None], ...] = ()
    #: Items on which agreement may be chance, in each round.
    may_be_chance: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    #: What tells whether agreement changed over the corpus, without each coder in turn, the same in
    #: both rounds. Empty where it would leave a single coder, or the test is of other coders too,
    #: which takes each of them out itself.
    without_coder: Mapping[str, Changed] = field(default_factory=dict)
    #: What is not quite alike in the two rounds, sentences without their full stop.
    notes: tuple[str, ...] = ()
    digests: tuple[str, str] = ("", "")  #: SHA-256 of the two corpora

    @property
    def other_items(self) -> bool:
        """Whether the rounds have no item in common, so that the corpus alone is compared."""
        return not self.items

    @property
    def coefficients(self) -> dict[str, Changed]:
        """The coefficients of the corpus by their keys."""
        found = {key: getattr(self.corpus, column) for key, column in OF_CORPUS.items()}
        found["pi_s"] = self.pi_s
        return {key: found[key] for key in COEFFICIENTS}

    @property
    def judged_by(self) -> Judge:
        """Chance-corrected agreement; alpha where that is undefined."""
        return "alpha" if self.corpus.corrected.change is None else "corrected"

    @property
    def judged(self) -> Changed:
        """What tells whether agreement changed over the corpus."""
        return self.coefficients[self.judged_by]

    @property
    def moved(self) -> ItemsMoved:
        """How many items rose and fell, and by more than `LEAST_OF_ITEM`."""
        ways = Counter(map(self.way, self.items))
        found = (getattr(row, self.judged_by).change for row in self.items)
        changes = [change for change in found if change is not None]
        mean = sum(changes) / len(changes) if changes else None
        return ItemsMoved(
            len(changes), ways["rose"], ways["fell"], ways["same"], ways["chance"], mean
        )

    def way(self, row: ChangeRow) -> Way | None:
        """Return what an item did; None if that is not known, and of groups and the corpus."""
        change = getattr(row, self.judged_by).change
        if change is None or row.level != "item":
            return None
        if abs(change) < UNSEEN:
            return "same"
        before, after = self.may_be_chance
        if row.item in (after if change > 0 else before):
            return "chance"
        if abs(change) < LEAST_OF_ITEM:
            return "same"
        return "rose" if change > 0 else "fell"

    @property
    def by_chance(self) -> tuple[str, ...]:
        """The items on which the higher agreement of both rounds may be chance."""
        return tuple(row.item for row in self.items if self.way(row) == "chance")

    @property
    def direction(self) -> Direction:
        """Where agreement went over the corpus, if the intervals of R and of alpha lie there.

        Unclear with fewer items in a round than intervals were tried with. Where one of the two is
        undefined, or has no interval, the other tells.
        """
        return "unclear" if self.by_one_alone else self._direction_by(self.judged)

    @property
    def by_one_alone(self) -> bool:
        """Whether what tells where agreement went is beyond chance, and alpha's change is not.

        A test of one of them at 5% is false in about 5% of rounds in which nothing changed.
        """
        found, beside = map(self._direction_by, (self.judged, self.corpus.alpha))
        return found in ("better", "worse") and beside not in (found, "unknown")

    def _direction_by(self, found: Changed) -> Direction:
        """Return where agreement went by one coefficient."""
        direction = direction_of(found.interval)
        items = len(self.items) or min(len(self.only_before), len(self.only_after))
        return "unclear" if direction != "unknown" and items < FEW_ITEMS else direction

    @property
    def denser(self) -> bool:
        """Whether boundaries are so much denser or sparser that coefficients may move by it."""
        least, most = ALIKE_DENSITIES
        return self.density is not None and not least <= self.density <= most


def direction_of(interval: Interval) -> Direction:
    """Return where a value went, by the interval of its change."""
    low, high, _ = interval
    if low is None or high is None:
        return "unknown"
    if low > NEGLIGIBLE:
        return "better"
    return "worse" if high < -NEGLIGIBLE else "unclear"


def as_changed(
    before: float,
    after: float,
    interval: Interval,
    whys: Sequence[str],
    p: float | None = None,
) -> Changed:
    """Return a value before and after, with the reasons of each round if it is NaN."""
    reasons = {when: why for when, why in zip(("before", "after"), whys, strict=True) if why}
    undefined = "; ".join(f"{when}: {why}" for when, why in reasons.items())
    if len(reasons) == 2 and whys[0] == whys[1]:
        undefined = whys[0]
    earlier, later, difference = or_none(np.array([before, after, after - before]))
    return Changed(
        earlier,
        later,
        difference,
        interval if difference is not None else Interval(None, None, NO_CHANGE),
        undefined if difference is None else "",
        p if difference is not None else None,
    )


def within(name: str, found: Interval) -> Interval:
    """Return an interval that does not reach beyond what a change of shares can be."""
    if name != "one_minus_wd_mean" or found.low is None or found.high is None:
        return found
    return Interval(max(found.low, -1.0), min(found.high, 1.0))
