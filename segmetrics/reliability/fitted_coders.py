"""What a model says of the coders of a corpus: who does what, and how sure each boundary is.

Pages, reports and rules read it here, whatever fits it; `segmetrics.coding_model` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from segmetrics.metrics.edits import NEAR
from segmetrics.number_formats import percent
from segmetrics.reliability.coder_findings import Side
from segmetrics.reliability.coder_parameters import Parameters
from segmetrics.rows import WithRows

WIDEST = 4
"""The widest near-miss window that the model takes."""

LEAST_NATS = 3.0
"""Gain of an item from which on its codings tell where boundaries are. In simulated projects 0 to 3
of 100 items on which everybody guesses reach it, and of the others about those whose agreement is
beyond chance."""

NO_PERSON = "no coder is a person"
THREE_CODERS = "three coders: one who is often wrong can hardly be told from one who is often right"

VerdictKind = Literal["early", "late", "random", "fewer", "own"]
"""By what a coder stands out, see `segmetrics.coding_model.coder_verdicts`."""

SIDES: Mapping[VerdictKind, Side] = {"early": "early", "late": "late"}
"""The verdicts that are about a side."""

ONE_ITEM = "{}. Without {}, this would not be said"
"""What is said of a coder who would not be named without one item."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CoderModelOptions:
    """How the model is fitted.

    Parameters
    ----------
    n : int
        Near-miss window: boundaries fewer than n places apart may be one that moved; 1 to 4.
    level : float
        Share of the intervals, between 0 and 1.
    seed : int
        Of the simulated groups that tell whether two coders are too much alike.
    held_out : bool
        Whether to find what the model saves on codings that it did not see, which asks for up to
        60 more fits of a group.
    """

    n: int = NEAR
    level: float = 0.95
    seed: int = 0
    held_out: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.n <= WIDEST:
            raise ValueError(f"n is 1 to {WIDEST} in the model of coders, got {self.n}")
        if not 0 < self.level < 1:
            raise ValueError(f"a level lies between 0 and 1, got {self.level}")
        if self.seed < 0:
            raise ValueError(f"a seed is 0 or more, got {self.seed}")

    @property
    def signature(self) -> str:
        """The options in a line."""
        return f"coder model n={self.n}, {percent(self.level)} intervals, seed={self.seed}"


class CoderVerdict(NamedTuple):
    """A coder who stands out."""

    coder: str  #: the coder
    group: str  #: the group of the coder
    #: By what: boundaries one place early or late, at random, fewer than the others, or many of
    #: their own.
    verdict: VerdictKind
    evidence: str  #: why, as a sentence about the coder without subject and full stop
    item: str = ""  #: the one item without which nothing would be said; empty if there is none

    @property
    def words(self) -> str:
        """What is said about the coder, as a sentence."""
        return f"{self.coder} {self.evidence}."


class AlikePair(NamedTuple):
    """How many places two coders mark alike, and what coders like them would."""

    coders: tuple[str, str]  #: both
    alike: int  #: places that both mark
    explained: float  #: as many as coders like them would, working apart
    share: float  #: of the marks that each has on items of both: their geometric mean over the two
    #: How many standard deviations more they mark alike than simulated coders, and than the pair in
    #: the middle of the group where that does so, too.
    z: float


class Saved(NamedTuple):
    """Bits a place that are saved, and their standard error over items; None with one item."""

    bits: float
    error: float | None


class HeldOut(NamedTuple):
    """Bits a place that codings cost which were held out, and what is saved."""

    codings: int  #: codings that were held out
    places: int  #: their places
    alone: float  #: bits a place by the rates of coders alone
    #: What the model without near misses saves against rates alone: above 0, it tells something.
    exact: Saved
    kernel: Saved  #: what the kernel of the others saves
    model: Saved  #: what the model saves
    over_exact: Saved  #: what the model saves against that without near misses, coding by coding
    over_kernel: Saved  #: against the kernel of the others


class Estimated(NamedTuple):
    """A value with its interval, or why there is none."""

    value: float | None
    low: float | None
    high: float | None
    undefined: str = ""


class ModelledCoder(NamedTuple):
    """What a coder does."""

    coder: str  #: the coder
    group: str  #: the group of the coder
    hits: Estimated  #: share of the shared boundaries that the coder reports, 0 to 1
    added: Estimated  #: boundaries of their own for each 100 other places
    shifted: Estimated  #: share of the reports that are not in place, 0 to 1
    late: Estimated  #: share of those that come late, 0 to 1; one half has no direction


class ModelledItem(NamedTuple):
    """What an item holds."""

    item: str  #: the item
    group: str  #: the group that it belongs to
    boundaries: Estimated  #: shared boundaries
    #: Nats by which the model tells its codings better than rates of coders alone.
    gain: float | None
    #: For each place, how likely it has a shared boundary; empty where the model is refused.
    support: tuple[float, ...]
    #: For each place, which share of many coders like these would mark it, or one fewer than n
    #: places away; empty where the model is refused.
    shares: tuple[float, ...] = ()

    @property
    def guessed(self) -> bool:
        """Whether the coders are hardly more together here than by chance.

        What the model calls likely on such an item is what it learnt from the others.
        """
        return bool(self.support) and self.gain is not None and self.gain < LEAST_NATS


@dataclass(frozen=True, slots=True)
class ModelledGroup:
    """A fitted group, or why there is no fit."""

    group: str  #: its name
    items: int  #: how many items
    coders: int  #: how many coders
    refusal: str = ""  #: why nothing is said; empty if something is
    warnings: tuple[str, ...] = ()  #: what to keep in mind
    rate: float | None = None  #: share of places with a shared boundary
    gain: float | None = None  #: nats above independence
    #: The pair that is most alike, beyond what the fit explains; of a refused group only if named.
    alike: AlikePair | None = None
    parameters: Parameters | None = None  #: all that was fitted
    #: What the model saves on codings that it did not see, if that was asked for.
    held_out: HeldOut | None = None


@dataclass(frozen=True, slots=True)
class CoderModel(WithRows):
    """The model of each group: its coders, its items, and the coders who stand out."""

    parts: ClassVar[tuple[str, ...]] = ("coders", "items", "groups", "verdicts")

    coders: tuple[ModelledCoder, ...]
    items: tuple[ModelledItem, ...]
    groups: tuple[ModelledGroup, ...]
    options: CoderModelOptions
    verdicts: tuple[CoderVerdict, ...] = ()

    @property
    def held_out(self) -> HeldOut | None:
        """What the model saves on codings that it did not see, over all groups."""
        return of_all_groups([one.held_out for one in self.groups if one.held_out is not None])


def of_all_groups(groups: Sequence[HeldOut]) -> HeldOut | None:
    """Return the figures of several groups as one; None without a group."""
    if not groups:
        return None
    shares = np.array([one.places for one in groups]) / sum(one.places for one in groups)

    def saved(parts: Sequence[Saved]) -> Saved:
        known = [part.error for part in parts if part.error is not None]
        error = float(np.hypot.reduce(shares * known)) if len(known) == len(parts) else None
        return Saved(float(shares @ [part.bits for part in parts]), error)

    return HeldOut(
        sum(one.codings for one in groups),
        sum(one.places for one in groups),
        float(shares @ [one.alone for one in groups]),
        saved([one.exact for one in groups]),
        saved([one.kernel for one in groups]),
        saved([one.model for one in groups]),
        saved([one.over_exact for one in groups]),
        saved([one.over_kernel for one in groups]),
    )
