"""What agreement on recordings is computed from: sums over pairs, of recordings and of people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import nan

import numpy as np
from numpy.typing import ArrayLike, NDArray

from segmetrics.axis import scale_of
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.time.pairs_of_item import pairs_of_item
from segmetrics.reliability.pair_hit_rates import Floats, PairHitRates, pair_hit_rates
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.segmentation import Segmentation

Ints = NDArray[np.int64]

STRETCHES = 10
"""Stretches of a recording: what a person does in them tells how much it varies."""

AFFORDED = 3e8
"""Boundaries of both sides of all pairs, in all shuffles together."""

FEWEST = 9
"""Shuffles that are made of the largest corpus."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Of pairs: sums of values and of their counts, items and items x coders."""

    value: Floats
    count: Floats
    of_coders: Floats
    count_of_coders: Floats

    @classmethod
    def empty(cls, items: int, coders: int) -> Sums:
        """Return sums of nothing."""
        return cls(*(np.zeros(items) for _ in "vc"), *(np.zeros((items, coders)) for _ in "vc"))

    def of_items(self, places: Sequence[int]) -> Sums:
        """Return the sums of some items."""
        at = list(places)
        sums = (self.value, self.count, self.of_coders, self.count_of_coders)
        return Sums(*(one[at] for one in sums))

    def add(self, item: int, first: Ints, second: Ints, values: Floats) -> None:
        """Add the values of pairs of an item."""
        self.value[item] += values.sum()
        self.count[item] += len(values)
        for side in (first, second):
            np.add.at(self.of_coders[item], side, values)
            np.add.at(self.count_of_coders[item], side, 1)


@dataclass(frozen=True, slots=True)
class RecordingSums:
    """All sums of a corpus of recordings.

    `rates`, `chance` and `covering` are of pairs, `corrected` is F beyond chance over what there
    is beyond chance. `pair_value` and `pair_count` are sums of F over items, coders x coders.
    `later` (in seconds) and `near` are of ordered pairs, items x coders x coders. `own` counts
    boundaries that nobody else is near, and `every` all of them, items x coders x stretches.
    `shuffled` has the sums of F of independent people, items x shuffles; `places`
    says which row an item has.
    """

    rates: Sums
    chance: Sums
    covering: Sums
    pair_value: Floats
    pair_count: Floats
    later: Floats
    near: Floats
    own: Ints
    every: Ints
    deviation: Floats
    presses: Ints
    coded: NDArray[np.bool_]
    minutes: Floats
    shuffled: Floats
    places: Mapping[str, int]

    @property
    def shuffles(self) -> int:
        """How many times independent people were made."""
        return int(self.shuffled.shape[1])

    def several(self, places: Sequence[int] | None = None) -> bool:
        """Return whether any recording, or any of some, was segmented by two people."""
        counts = self.coded.sum(axis=1)
        return bool((counts if places is None else counts[list(places)]).max() > 1)

    @property
    def corrected(self) -> Sums:
        """F beyond chance, over perfect agreement beyond chance."""
        rates, chance = self.rates, self.chance
        return Sums(
            rates.value - chance.value,
            rates.count - chance.value,
            rates.of_coders - chance.of_coders,
            rates.count_of_coders - chance.of_coders,
        )


def recording_sums(corpus: Corpus, options: RecordingOptions) -> RecordingSums:
    """Sum over all pairs of a corpus of recordings."""
    scale = scale_of(corpus)
    names = {coder: place for place, coder in enumerate(corpus.coders)}
    items, coders = len(corpus), len(names)
    shuffles = afforded_shuffles(corpus, options.shuffles)
    step = scale.seconds(1)
    found = RecordingSums(
        rates=Sums.empty(items, coders),
        chance=Sums.empty(items, coders),
        covering=Sums.empty(items, coders),
        pair_value=np.zeros((coders, coders)),
        pair_count=np.zeros((coders, coders)),
        later=np.zeros((items, coders, coders)),
        near=np.zeros((items, coders, coders)),
        own=np.zeros((items, coders, STRETCHES), dtype=np.int64),
        every=np.zeros((items, coders, STRETCHES), dtype=np.int64),
        deviation=np.full(items, nan),
        presses=np.zeros((items, coders), dtype=np.int64),
        coded=np.zeros((items, coders), dtype=bool),
        minutes=np.array([scale.seconds(item.mass) / 60 for item in corpus.items]),
        shuffled=np.zeros((items, shuffles)),
        places={item.name: at for at, item in enumerate(corpus.items)},
    )
    steps = scale.steps_within(options.tolerance)
    several = []
    for at, item in enumerate(corpus.items):
        who = np.array([names[coder] for coder in item.codings])
        found.coded[at, who] = True
        found.presses[at, who] = [len(one.boundaries) for one in item.codings.values()]
        if len(who) < 2:
            continue
        several.append(at)
        pairs = pairs_of_item(item, steps)
        square = np.ix_(who, who)
        found.later[at][square], found.near[at][square] = pairs.later * step, pairs.near
        found.own[at, who] = _in_stretches(item, pairs.alone)
        found.every[at, who] = _in_stretches(
            item, [one.boundaries for one in item.codings.values()]
        )
        if pairs.distance is not None:
            found.deviation[at] = pairs.distance * step
        if found.presses[at].any():
            first, second = np.triu_indices(len(who), 1)
            both = (pairs.covering[first, second] + pairs.covering[second, first]) / 2
            found.covering.add(at, who[first], who[second], both)
    of_several = [corpus.items[at] for at in several]
    places = iter(several)
    for rates in pair_hit_rates(
        of_several, [steps], null=options.null, shuffles=shuffles, seed=options.seed
    ):
        _add_rates(found, rates, [next(places) for _ in rates.items], names)
    return found


def stretch_of(item: Item, places: ArrayLike) -> Ints:
    """Return in which stretch of a recording each place lies, from 0."""
    found: Ints = np.array(places, dtype=np.int64) * STRETCHES // item.mass
    return found


def _in_stretches(item: Item, places: Iterable[ArrayLike]) -> Ints:
    """Count places in each stretch of a recording, of each person."""
    return np.array([np.bincount(stretch_of(item, one), minlength=STRETCHES) for one in places])


def sums_without_stretches(corpus: Corpus, options: RecordingOptions) -> list[RecordingSums]:
    """Sum over all pairs without each of ten stretches of every recording in turn."""
    options = replace(options, shuffles=0)
    return [recording_sums(_without_stretch(corpus, part), options) for part in range(STRETCHES)]


def _without_stretch(corpus: Corpus, part: int) -> Corpus:
    """Return the recordings without the boundaries in one stretch of each."""
    items = []
    for item in corpus.items:
        codings = {}
        for coder, coding in item.codings.items():
            left = np.array(coding.boundaries)[stretch_of(item, coding.boundaries) != part]
            codings[coder] = Segmentation(item.mass, tuple(left.tolist()), scale=item.scale)
        items.append(Item(item.name, codings))
    return Corpus(tuple(items))


def afforded_shuffles(corpus: Corpus, shuffles: int, *, times: int = 1) -> int:
    """Return how many times independent people are made of a corpus, of so many at most."""
    presses = sum(
        (len(item.codings) - 1) * sum(len(one.boundaries) for one in item.codings.values())
        for item in corpus.items
    )
    return min(shuffles, max(FEWEST, int(AFFORDED / max(presses * times, 1))))


def _add_rates(
    found: RecordingSums, rates: PairHitRates, places: Sequence[int], names: dict[str, int]
) -> None:
    """Add F of the pairs of some items, and of independent people."""
    shuffles = found.shuffles
    observed, chance = np.zeros(len(rates.item)), np.zeros(len(rates.item))
    by_item = [np.flatnonzero(rates.item == at) for at in range(len(places))]
    for part in rates.parts:
        made = part.values
        start = part.versions.start
        if start == 0:
            observed[:] = made[:, 0]
            made, start = made[:, 1:], 1
        chance += made.sum(axis=1)
        for place, rows in zip(places, by_item, strict=True):
            found.shuffled[place, start - 1 : part.versions.stop - 1] = made[rows].sum(axis=0)
    chance /= max(shuffles, 1)
    for place, rows, item in zip(places, by_item, rates.items, strict=True):
        who = np.array([names[coder] for coder in item.codings])
        first, second = who[rates.first[rows]], who[rates.second[rows]]
        found.rates.add(place, first, second, observed[rows])
        found.chance.add(place, first, second, chance[rows])
        for one, other in ((first, second), (second, first)):
            np.add.at(found.pair_value, (one, other), observed[rows])
            np.add.at(found.pair_count, (one, other), 1)
