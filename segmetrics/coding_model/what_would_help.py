"""What would help most: coders simulated as they were fitted, and again with one thing changed.

The group is simulated many times on new texts, of the lengths and gaps of those at hand, once as it
was fitted and once with each change. Both draw the same random numbers, so that their difference
shows the change rather than chance. What is compared are the coefficients that pages and reports
have: R, alpha and pi*_S.

The interval of a difference is that of the simulation alone: how sure the fitted parameters are, it
does not say. Where a coefficient would lie after a change has a *range*. Other texts vary what is
at hand as well as what comes, so that it takes in the spread of both; in worlds that share nothing
with the model (``python -m benchmarks.claims --changes``) a change was larger or smaller than said
by `OFF` of it, in the root mean square. Changes tell more than values: where simulated coders agree
otherwise than those at hand, it is said.

Source: Rubin (1984), for the comparison of simulated with observed values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import hypot
from statistics import NormalDist
from types import MappingProxyType
from typing import ClassVar, Literal, NamedTuple

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import plain, with_uncertain
from segmetrics.coding_model.changed_coders import (
    weakest,
    with_average_coder,
    with_half_the_additions,
    with_half_the_misses,
    with_half_the_shifts,
    with_weakest_as_median,
)
from segmetrics.coding_model.coder_model import (
    NO_PERSON,
    WIDEST,
    CoderModel,
    CoderModelOptions,
    coder_model,
    people_of,
)
from segmetrics.coding_model.parameters import Parameters
from segmetrics.coding_model.simulated_marks import simulate_marks
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.chance_corrected import mean_of_known
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import between, percent, short, told_apart
from segmetrics.reliability.chance import chance
from segmetrics.reliability.progress import Progress, part_of, reported
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.rows import WithRows
from segmetrics.segmentation import Segmentation

What = Literal["coder", "items", "misses", "additions", "shifts", "weakest"]
Compared = Literal["corrected", "alpha", "pi_s"]

MOST, FEWEST, ALL_ITEMS = 50, 10, 400
"""How many times a group is simulated: less often, where it has many items and so varies little."""

MOST_ITEMS = 40
"""Items of a simulated corpus. Of more a sample is drawn, and the spread is that of as many."""

SHUFFLES = 20
"""Shuffles of a simulated corpus: their noise is averaged over all simulations."""

CENTRAL, NOTICEABLE = 0.95, 0.05
"""Share of the simulated values within which an observed one counts as like them; and a difference
that is too small to speak of."""

OFF = 0.6
"""Share of a change by which it is usually off, where coders are not as the model takes them."""

CHANGES: Mapping[What, str] = MappingProxyType(
    {
        "misses": "if everybody found half of the shared boundaries that they miss now",
        "additions": "if everybody marked half as many places of their own",
        "shifts": "if everybody shifted half as many boundaries",
        "weakest": "if {} did as the middle one of them",
        "coder": "with one more coder, who is the average of them",
        "items": "with twice as many items of the same kind",
    }
)
"""What is changed, as the end of a sentence; the first four change what coders do."""

KINDS = len(CHANGES) + 2
"""Corpora that are simulated in one turn: as it is, with each change, and twice the items."""

TRAINED: tuple[What, ...] = ("misses", "additions", "shifts", "weakest")
"""What changes what the coders do, not how many there are."""


class Coefficients(NamedTuple):
    """What codings are compared by; None where it is undefined."""

    corrected: float | None  #: R, chance-corrected agreement over the chosen similarity
    alpha: float | None  #: Krippendorff's alpha of boundary decisions
    pi_s: float | None  #: pi* over S


UNKNOWN = Coefficients(None, None, None)


class Simulated(NamedTuple):
    """A coefficient of simulated codings."""

    value: float | None  #: its mean over the simulations; None where none has a value
    #: Its standard deviation between simulated corpora: what other items would do to it.
    spread: float | None
    change: float | None  #: how much the value lies above that of the coders as they were fitted
    #: The lower end of the interval of the change, for the simulation error alone.
    low: float | None
    high: float | None  #: the upper end
    #: The least that the coefficient of as many new texts by these coders would be after the
    #: change.
    least: float | None
    most: float | None  #: the most


class SimulatedChange(NamedTuple):
    """What one change would do."""

    what: What  #: what is changed
    words: str  #: the same as the end of a sentence
    corrected: Simulated  #: R
    alpha: Simulated  #: Krippendorff's alpha
    pi_s: Simulated  #: pi* over S


@dataclass(frozen=True, kw_only=True)
class WhatWouldHelp(WithRows):
    """What changes of coders and items would do to the agreement of a group."""

    parts: ClassVar[tuple[str, ...]] = ("changes",)

    group: str  #: name of the group
    #: What each change would do, that which raises agreement most first.
    changes: tuple[SimulatedChange, ...] = ()
    observed: Coefficients = UNKNOWN  #: what the codings at hand have
    now: Coefficients = UNKNOWN  #: the mean of codings that are simulated as the coders were fitted
    spread: Coefficients = UNKNOWN  #: the standard deviation of these between simulated corpora
    error: Coefficients = UNKNOWN  #: the standard error of their mean
    simulations: int = 0  #: how many corpora were simulated for each change
    level: float = 0.95  #: level of the intervals
    refusal: str = ""  #: why there is none of this, or empty

    @property
    def judged_by(self) -> Compared:
        """What tells which change helps most: R, or alpha where R is undefined."""
        return "alpha" if self.now.corrected is None else "corrected"

    @property
    def helps_most(self) -> SimulatedChange | None:
        """The change that raises agreement most.

        None if none does beyond the simulation error, or if there is nothing left to raise.
        """
        best = next((one for one in self.changes if one.what in TRAINED), None)
        observed = getattr(self.observed, self.judged_by)
        low = getattr(best, self.judged_by).low if best else None
        if low is None or low <= 0 or observed is None or 1 - observed < NOTICEABLE:
            return None
        return best

    @property
    def unlike(self) -> tuple[Compared, ...]:
        """The coefficients of which simulated coders rarely have the observed value."""
        quantile = NormalDist().inv_cdf((1 + CENTRAL) / 2)
        found: list[Compared] = []
        for name in ("corrected", "alpha", "pi_s"):
            seen, mean, spread, error = (
                getattr(of, name) for of in (self.observed, self.now, self.spread, self.error)
            )
            if None in (seen, mean, spread, error):
                continue
            if abs(seen - mean) > max(NOTICEABLE, quantile * hypot(spread, error)):
                found.append(name)
        return tuple(found)

    @property
    def words(self) -> tuple[str, ...]:
        """Sentences: what would help most, what would not, and what to keep in mind."""
        if self.refusal:
            return (f"What would help cannot be simulated: {self.refusal}.",)
        key = self.judged_by
        symbol, observed = QUANTITIES[key].name, getattr(self.observed, key)
        best = self.helps_most
        if best is None:
            said = [f"None of these changes of what coders do would raise {symbol} noticeably."]
        else:
            then = getattr(best, key)
            before, after = told_apart(observed, min(1.0, observed + then.change))
            within = between(then.least, then.most, short)
            new = f" ({within} in {percent(self.level)} of new codings)" if within else ""
            said = [f"{symbol} would rise most {best.words}: from {before} to about {after}{new}."]
        said.append(self._more(key, symbol))
        if key in self.unlike:
            simulated = short(getattr(self.now, key))
            said.append(
                f"The simulation is not exact: its coders reach {simulated}, yours "
                f"{short(observed)}. So trust the order of the changes more than their size."
            )
        return tuple(said)

    def _more(self, key: Compared, symbol: str) -> str:
        """Return what more coders and items would do, which is to make agreement better known."""
        by_what = {one.what: getattr(one, key) for one in self.changes}
        now, (coder, items) = getattr(self.spread, key), (by_what["coder"], by_what["items"])
        said = (
            f"One more coder or twice as many items would not make these coders agree better, "
            f"only make {symbol} better known."
        )
        if None in (now, coder.spread, items.spread) or short(2 * now) == short(0):
            return said
        quantile = NormalDist().inv_cdf((1 + self.level) / 2)
        reach, with_coder, with_items = (
            short(quantile * one) for one in (now, coder.spread, items.spread)
        )
        return (
            f"{said} For the same coders on other texts it varies by ±{reach} as it is, by "
            f"±{with_coder} with the coder, and by ±{with_items} with the items; for other coders "
            "it varies more."
        )


@on_axis("what_would_help", not_of=only_texts("agreement(corpus)"))
def what_would_help(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    group: int = 0,
    model: CoderModel | None = None,
    *,
    simulations: int | None = None,
    level: float = 0.95,
    seed: int = 0,
    progress: Progress | None = None,
) -> WhatWouldHelp:
    """Find what fewer misses, additions or shifts, another coder or more items would do.

    Parameters
    ----------
    corpus : Corpus
        The corpus; types and levels of boundaries are not looked at.
    options : AgreementOptions, optional
        How R and pi* are computed; the near-miss window is also that of the model, up to 4.
    group : int, default 0
        Which of the coder groups of people, by its place in ``model.groups``.
    model : CoderModel, optional
        What `segmetrics.coder_model` says of the corpus; fitted here if it is not given.
    simulations : int, optional
        How many corpora are simulated for each change; by the size of the corpus if left out.
    level : float, default 0.95
        Level of the intervals, which hold the simulation error.
    seed : int, default 0
        Of the random numbers.
    progress : callable, optional
        Is told the share that is done.

    Returns
    -------
    WhatWouldHelp
        What each change would do; or the reason of the model where it says nothing of the group.

    Raises
    ------
    ValueError
        If there are fewer than two simulations, a level is out of its range or a seed below 0.

    Examples
    --------
    >>> import segmetrics as sm
    >>> found = sm.what_would_help(sm.sample("moonstone"), simulations=10)
    >>> found.helps_most.what, found.unlike
    ('misses', ())
    """
    if simulations is not None and simulations < 2:
        raise ValueError(f"it takes two simulations, got {simulations}")
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, got {level}")
    if seed < 0:
        raise ValueError(f"a seed is 0 or more, got {seed}")
    options = options or AgreementOptions()
    people = people_of(plain(with_uncertain(corpus, options.uncertain)))
    if people is None:
        return WhatWouldHelp(group="", refusal=NO_PERSON, level=level)
    model = model or coder_model(people, CoderModelOptions(n=min(options.model.n, WIDEST)))
    fitted, coders = model.groups[group], people.groups[group]
    if fitted.parameters is None:
        return WhatWouldHelp(group=fitted.group, refusal=fitted.refusal, level=level)
    simulation = _Simulation.of(people, coders, options, seed)
    items = len(simulation.masses)
    count = simulations or simulations_of(items)
    kinds = _kinds(fitted.parameters)
    parts = {
        what: simulation.coefficients(kind, count, part_of(progress, place, len(kinds)))
        for place, (what, kind) in enumerate(kinds.items())
    }
    now = parts.pop("now")
    least = coders.coders[weakest(fitted.parameters)]
    fewer = (min(items, MOST_ITEMS) / items) ** 0.5
    observed = _of_one_group(simulation.corpus, options, ChanceOptions())
    changes = [
        SimulatedChange(
            what,
            CHANGES[what].format(least),
            *_beside(parts[what], now, observed, level=level, fewer=fewer),
        )
        for what in CHANGES
    ]
    found = WhatWouldHelp(
        group=fitted.group,
        observed=observed,
        now=Coefficients(*map(mean_of_known, now.T)),
        spread=Coefficients(*(_spread(values, fewer) for values in now.T)),
        error=Coefficients(*(_spread(values, count**-0.5) for values in now.T)),
        simulations=count,
        level=level,
    )
    return replace(found, changes=tuple(sorted(changes, key=lambda one: _rise(one, found))))


def simulations_of(items: int) -> int:
    """Return how many times a group of so many items is simulated unless said otherwise."""
    return int(np.clip(ALL_ITEMS // items, FEWEST, MOST))


class _Kind(NamedTuple):
    """Coders to simulate: the average one behind them is there if `one_more`."""

    parameters: Parameters
    one_more: bool = False
    times: int = 1


def _kinds(fitted: Parameters) -> dict[str, _Kind]:
    """Return the coders to simulate; the average one is always drawn, that all draw alike."""
    changed: dict[str, Callable[[Parameters], Parameters]] = {
        "misses": with_half_the_misses,
        "additions": with_half_the_additions,
        "shifts": with_half_the_shifts,
        "weakest": with_weakest_as_median,
    }
    all_coders = with_average_coder(fitted)
    kinds = {what: _Kind(with_average_coder(change(fitted))) for what, change in changed.items()}
    kinds["now"] = _Kind(all_coders)
    kinds["coder"] = _Kind(all_coders, one_more=True)
    kinds["items"] = _Kind(all_coders, times=2)
    return kinds


@dataclass(frozen=True)
class _Simulation:
    """The texts of a group, and who coded them."""

    corpus: Corpus
    coders: tuple[str, ...]
    masses: tuple[int, ...]
    coded: np.ndarray[tuple[int, int], np.dtype[np.bool_]]
    options: AgreementOptions
    seed: int

    @classmethod
    def of(
        cls, corpus: Corpus, group: CoderGroup, options: AgreementOptions, seed: int
    ) -> _Simulation:
        part = corpus.select(items=group.items)
        # Whatever it is called, no coder has a name that is not in the corpus.
        one_more = "".join(group.coders) + "+"
        return cls(
            part,
            (*group.coders, one_more),
            tuple(item.mass for item in part.items),
            np.array([[coder in item.codings for coder in group.coders] for item in part.items]),
            options,
            seed,
        )

    def coefficients(self, kind: _Kind, count: int, progress: Progress | None) -> Floats:
        """Return R, alpha and pi* of each of so many simulated corpora; NaN where undefined."""
        found = [
            _of_one_group(
                self._drawn(kind, number),
                self.options,
                ChanceOptions(shuffles=SHUFFLES, seed=self.seed + number),
            )
            for number in reported(range(count), progress, count)
        ]
        return np.array(found, dtype=float)

    def _drawn(self, kind: _Kind, number: int) -> Corpus:
        """Draw one corpus; the same number draws the same for all kinds."""
        random = np.random.default_rng([self.seed, number])
        coded = np.column_stack([self.coded, np.full(len(self.coded), kind.one_more)])
        by_mass: dict[int, list[int]] = {}
        for row in random.permutation(len(self.masses))[:MOST_ITEMS].tolist():
            by_mass.setdefault(self.masses[row], []).append(row)
        items = []
        for mass, rows in by_mass.items():
            drawn = simulate_marks(kind.parameters, mass - 1, kind.times * len(rows), random)
            for place, marks in enumerate(drawn):
                row, time = rows[place % len(rows)], place // len(rows)
                codings = {
                    coder: Segmentation(mass, tuple((np.flatnonzero(bits) + 1).tolist()))
                    for coder, bits, there in zip(self.coders, marks.T, coded[row], strict=True)
                    if there
                }
                items.append(Item(f"{row} {time}", codings))
        return Corpus(tuple(items))


def _of_one_group(
    corpus: Corpus, options: AgreementOptions, shuffling: ChanceOptions
) -> Coefficients:
    """Return the coefficients of a corpus of one coder group, or of the parts of one."""
    over_s = replace(options, similarity="s")
    return Coefficients(
        chance(corpus, options, shuffling).corpus.corrected,
        decisions(corpus).corpus.alpha,
        agreement(corpus, over_s).corpus.pi_star,
    )


def _beside(
    changed: Floats, now: Floats, observed: Coefficients, *, level: float, fewer: float
) -> list[Simulated]:
    """Compare simulated coefficients with those of the coders as they were fitted.

    `fewer` takes the spread of simulations with fewer items to that of all.
    """
    quantile = NormalDist().inv_cdf((1 + level) / 2)
    found = []
    for after, before, at_hand in zip(changed.T, now.T, observed, strict=True):
        differences = after - before
        change, spread = mean_of_known(differences), _spread(differences)
        spread_now, spread_then = _spread(before, fewer), _spread(after, fewer)
        low = high = least = most = None
        if change is not None and spread is not None:
            known = int((~np.isnan(differences)).sum())
            reach = quantile * spread / known**0.5
            low, high = change - reach, change + reach
            if at_hand is not None and spread_now is not None and spread_then is not None:
                reach = quantile * hypot(spread_now, spread_then, OFF * change)
                then = at_hand + change
                least, most = then - reach, min(1.0, then + reach)
        found.append(Simulated(mean_of_known(after), spread_then, change, low, high, least, most))
    return found


def _spread(values: Floats, times: float = 1.0) -> float | None:
    """Return a multiple of the standard deviation of what is known; None of fewer than two."""
    known = values[~np.isnan(values)]
    return times * float(known.std(ddof=1)) if len(known) > 1 else None


def _rise(one: SimulatedChange, found: WhatWouldHelp) -> tuple[bool, float]:
    """Return by what changes are sorted: what coders do, by what it raises; then their number."""
    change = getattr(one, found.judged_by).change
    return one.what not in TRAINED, -change if change is not None else np.inf
