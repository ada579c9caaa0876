"""What coefficients of one group do with and without a segmenter, in words.

Whether it is as good as a person is said once, over all groups, by
`segmetrics.segmenters.kept_agreement`.

A coefficient *falls* (*rises*) if the whole interval of its change lies below (above) 0.
Where one falls, the segmenter agrees less than people do on the mean; how many of them agree
even less is said. If another one rises, the coefficients disagree. Only
pi* over S does not count for a segmenter: it rises for one that places next to nothing, as S
takes every place that nobody marks for agreement. Intervals over few items were not tried by
simulation, so that what they say of a fall or a rise is called a hint.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.number_formats import count
from segmetrics.phrases import joined
from segmetrics.reliability.changes import MEASURES, Measure
from segmetrics.reliability.intervals import FEW_ITEMS
from segmetrics.reliability.jackknife import Interval

NAMES: Mapping[Measure, str] = {one: QUANTITIES[one].name for one in MEASURES}
"""Names of the coefficients in sentences."""

# A segmenter that places less than this share of what a person places, places few.
FEW = 0.5


@dataclass(frozen=True, slots=True)
class Change:
    """What a segmenter does to a coefficient of a group of people."""

    people: float | None  #: the coefficient of the people alone; None if undefined
    joined: float | None  #: that with the segmenter among them
    #: The second less the first: negative if the segmenter agrees less than they do.
    change: float | None
    interval: Interval  #: of the change
    rank: int | None  #: rank among people and segmenter; 1 is the best
    of: int | None  #: how many have one
    undefined: str = ""  #: why there is no change, or empty

    @classmethod
    def none(cls, why: str, people: float | None = None, joined: float | None = None) -> Self:
        """Return a change that is undefined."""
        return cls(people, joined, None, Interval(None, None, why), None, None, why)

    @property
    def falls(self) -> bool:
        """Whether the whole interval lies below 0."""
        return self.interval.high is not None and self.interval.high < 0

    @property
    def rises(self) -> bool:
        """Whether the whole interval lies above 0."""
        return self.interval.low is not None and self.interval.low > 0


def verdict(
    changes: Mapping[Measure, Change],
    placed: float,
    by_people: float,
    *,
    items: int,
    saw_answers: bool = False,
) -> str:
    """Return what a segmenter does to the coefficients of a group, in words.

    Examples
    --------
    >>> rise = Change(0.5, 0.6, 0.1, Interval(0.05, 0.2), 1, 4)
    >>> verdict({"pi_b": rise, "alpha": rise}, 20, 21, items=30)
    'Agreement is higher with it: π* over B and α rise, and nothing falls.'
    """
    falls = [measure for measure, change in changes.items() if change.falls]
    rises = [measure for measure, change in changes.items() if change.rises]
    hint = f" (a hint, from {items} items only)" if items < FEW_ITEMS else ""
    if falls and rises and rises != ["pi_s"]:
        words = (
            f"The coefficients disagree{hint}: "
            f"with it, {_do(falls, 'fall')} and {_do(rises, 'rise')}."
        )
    elif falls:
        though = f", though {_do(rises, 'rise')}" if rises else ""
        below = _below([changes[measure] for measure in falls])
        words = f"{below}{hint}: {_do(falls, 'fall')}{though}."
    elif rises == ["pi_s"]:
        words = f"Agreement changes in one coefficient{hint}: only {_do(rises, 'rise')}."
    elif rises:
        words = f"Agreement is higher with it{hint}: {_do(rises, 'rise')}, and nothing falls."
    elif all(change.change is None for change in changes.values()):
        words = "Cannot be compared: no coefficient is defined with and without it."
    elif all(change.interval.low is None for change in changes.values()):
        words = "Changes cannot be judged: they have no intervals."
    else:
        words = (
            "No clear change of agreement with it: no coefficient changes by more than it would "
            "with other items."
        )
    if saw_answers and rises:
        words += " It is made of these people's own boundaries."
    if rises == ["pi_s"]:
        words += _why_s(placed, by_people)
    return words


def _below(falling: Sequence[Change]) -> str:
    """Return how bad a segmenter is with which coefficients fall: not all may be better."""
    others = (falling[0].of or 0) - 1
    worse = min((change.of or 0) - (change.rank or 0) for change in falling)
    if worse > 0:
        return (
            f"Agreement is lower with it, though {worse} of {others} people "
            f"{'agrees' if worse == 1 else 'agree'} even less"
        )
    return "Agreement is lower with it than among people"


def _do(measures: Sequence[Measure], verb: str) -> str:
    """Write what does something: one rises, several rise."""
    return f"{joined([NAMES[one] for one in measures])} {verb}{'s' * (len(measures) == 1)}"


def _why_s(placed: float, by_people: float) -> str:
    """Return why pi* over S may be higher with a segmenter that is no better for it."""
    few = ""
    if placed < FEW * by_people:
        few = (
            f"it places few boundaries ({count(placed)}, a person {count(by_people)} on "
            "average), and "
        )
    return (
        f" That {NAMES['pi_s']} rises is no merit: {few}S counts every place that nobody marks as "
        "agreement."
    )
