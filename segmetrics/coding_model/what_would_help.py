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

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import hypot
from statistics import NormalDist
from typing import NamedTuple

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
from segmetrics.coding_model.coder_model import coder_model, people_of
from segmetrics.coding_model.simulated_marks import simulate_marks
from segmetrics.coefficients.boundary_decisions import alpha_of, tally_decisions
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE, mean_of_known, or_none
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import group_tallies, pooled_in
from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.coder_parameters import Parameters
from segmetrics.reliability.fitted_coders import NO_PERSON, WIDEST, CoderModel, CoderModelOptions
from segmetrics.reliability.helpful_changes import (
    CHANGES,
    TRAINED,
    Coefficients,
    Simulated,
    SimulatedChange,
    WhatWouldHelp,
)
from segmetrics.reliability.progress import Progress, part_of, reported
from segmetrics.reliability.shuffle_tests import FIRST
from segmetrics.reliability.shuffled_agreement import shuffled
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.segmentation import Segmentation

MOST, FEWEST, ALL_ITEMS = 50, 10, 400
"""How many times a group is simulated: less often, where it has many items and so varies little."""

MOST_ITEMS = 40
"""Items of a simulated corpus. Of more a sample is drawn, and the spread is that of as many."""

SHUFFLES = 20
"""Shuffles of a simulated corpus: their noise is averaged over all simulations."""

OFF = 0.6
"""Share of a change by which it is usually off, where coders are not as the model takes them."""


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
    (at_hand,) = _of_each(simulation.corpus, [0] * items, options, FIRST, 0)
    observed = Coefficients(*or_none(at_hand))
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
        drawn = [self._drawn(kind, number) for number in reported(range(count), progress, count)]
        together = Corpus(tuple(item for items in drawn for item in items))
        which = [number for number, items in enumerate(drawn) for _ in items]
        return _of_each(together, which, self.options, SHUFFLES, self.seed)

    def _drawn(self, kind: _Kind, number: int) -> list[Item]:
        """Draw the items of one corpus; the same number draws the same for all kinds."""
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
                items.append(Item(f"{number} {row} {time}", codings))
        return items


def _of_each(
    together: Corpus, which: Sequence[int], options: AgreementOptions, shuffles: int, seed: int
) -> Floats:
    """Return R, alpha and pi* of corpora of one group, whose items stand together: (R, 3).

    `which` says of each item in which corpus it is. Where coders of all fall into parts that share
    no item, it is the mean over these.
    """
    of, count = np.array(which), which[-1] + 1
    levels = np.zeros(len(of))
    for found in shuffled(
        together.items,
        range(len(of)),
        options,
        ChanceOptions().null,
        shuffles,
        seed=[seed],
        together=True,
    ):
        levels[found.at] = [level.mean for level in found.levels]
    totals = tally_decisions(together).totals
    groups = zip(
        group_tallies(together, options),
        group_tallies(together, replace(options, similarity="s")),
        strict=True,
    )
    parts = []
    for tally, over_s in groups:
        part = of[tally.items]
        observed = pooled_in(tally, part, count).coefficients.observed
        decided, compared, expected = np.zeros((count, totals.shape[1])), *np.zeros((2, count))
        whole = tally.total(tally.denominator)
        np.add.at(decided, part, totals[tally.items])
        np.add.at(compared, part, whole)
        np.add.at(expected, part, whole * levels[tally.items])
        pi = pooled_in(over_s, part, count).coefficients.pi
        with np.errstate(invalid="ignore", divide="ignore"):
            shuffled_level = np.where(compared > 0, expected / compared, 1.0)
            above = (observed - shuffled_level) / (1 - shuffled_level)
        reached = shuffled_level > 1 - NEGLIGIBLE  # there is nothing above chance to reach
        parts.append((np.where(reached, np.nan, above), alpha_of(decided), pi))
    each = np.array(parts)
    known = (~np.isnan(each)).sum(axis=0)
    return np.where(known, np.nansum(each, axis=0) / np.maximum(known, 1), np.nan).T


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
