"""What agreement beyond chance owes to single coders and single items.

Each coder and each item is left out once; the *change* is the group's chance-corrected
agreement R without them, less R with them: a positive change says that the group agrees
better without. What shuffled codings agree on is counted once, for each pair, so that nothing is
shuffled again. The interval of the change without a coder is over items, each of which is left
out of both values in turn; that of the change without an item is over coders alike. Both are
jackknives with Student's t.

Conventions
-----------
Which coder stands out, and by what, is said in `segmetrics.reliability.coder_findings`.

An item is called *outlying* if it has more misses, near and full, than its boundaries lead
one to expect, and its own R is not as high as that of the others. What is expected is
its boundaries times the misses per boundary on the other items; the excess over the
square root of the boundaries is compared with that of the others by Student's t, corrected
for looking at all items of all groups. So that bad items do not hide each other, the worst is set
aside and the rest looked at again, up to a quarter of the items, and all are outlying up
to the last that stands out (Rosner). This looks at misses under any similarity.

Sources: Efron & Tibshirani (1993), chapter 11; Cook (1977), leaving out one case; Rosner (1983).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE, value_or_none
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, group_tallies
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.chance import ChanceTable, chance
from segmetrics.reliability.intervals import intervals_over_coders
from segmetrics.reliability.jackknife import (
    AS_IT_IS,
    TWO_CODERS,
    Interval,
    IntervalOptions,
    over_items,
)
from segmetrics.reliability.leave_one_out import (
    ALL_BUT_EACH_ITEM,
    ALL_ITEMS,
    EACH_ITEM,
    ShuffledTally,
    shuffled_tallies,
)
from segmetrics.reliability.progress import Progress, part_of, reported
from segmetrics.reliability.student_t import student_t
from segmetrics.rows import WithRows

# Items that it takes to compare one of them with the others.
FEWEST_ITEMS = 4
# Share of the items that may be called outlying: one in so many.
ONE_IN = 4

NO_CHANGE = "there is no value with or without the item"


class CoderInfluence(NamedTuple):
    """What a group's chance-corrected agreement R would be without a coder."""

    group: str  #: name of the group
    coder: str  #: the coder
    value: float | None  #: R of the group without the coder; None if undefined
    change: float | None  #: this less R of the whole group: positive if the others agree better
    interval: Interval  #: of the change, over items


class ItemInfluence(NamedTuple):
    """What a group's chance-corrected agreement R would be without an item."""

    group: str  #: name of the group
    item: str  #: the item
    own: float | None  #: R of the item; None if undefined
    value: float | None  #: R of the group without the item
    change: float | None  #: this less R of the whole group
    interval: Interval  #: of the change, over coders
    misses: int  #: near and full misses over all pairs of coders
    #: How many its boundaries lead one to expect, by the items that are not outlying.
    misses_expected: float
    outlying: bool  #: whether the item is outlying, see the module


@dataclass(frozen=True)
class InfluenceTable(WithRows):
    """The influence of all coders and items of a corpus."""

    parts = ("coders", "items")

    coders: tuple[CoderInfluence, ...]  #: by group, in the order of the corpus
    items: tuple[ItemInfluence, ...]  #: in the order of the corpus
    level: float  #: of the intervals


@on_axis("influence", not_of=only_texts("agreement(corpus).coders"))
def influence(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    by_shuffling: ChanceTable | None = None,
    *,
    level: float = IntervalOptions().level,
    progress: Progress | None = None,
) -> InfluenceTable:
    """Leave out each coder and each item.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How agreement is computed.
    by_shuffling : ChanceTable, optional
        What shuffled codings of the same corpus reach under the same options; found here if it
        is not given.
    level : float, default 0.95
        Of the intervals of changes.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    InfluenceTable

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> masses = {
    ...     f"i{n}": {"x": [3, n + 4], "y": [3, n + 4], "z": [3, n + 4], "odd": [1, 1, n + 4, 1]}
    ...     for n in range(6)
    ... }
    >>> found = influence(Corpus.from_masses(masses))
    >>> [(row.coder, round(row.change, 2)) for row in found.coders]
    [('x', -0.13), ('y', -0.13), ('z', -0.13), ('odd', 0.65)]
    """
    options = options or AgreementOptions()
    parts = 1 if by_shuffling else 2
    by_shuffling = by_shuffling or chance(corpus, options, progress=part_of(progress, 0, parts))
    corpus = with_uncertain(corpus, options.uncertain)
    shuffled = shuffled_tallies(corpus, options, by_shuffling.by_coder)
    found = (row for one in shuffled for row in _coders(one, level))
    count = sum(len(one.tally.group.coders) for one in shuffled)
    coders = list(reported(found, part_of(progress, parts - 1, parts), count))
    items = items_influence(corpus, group_tallies(corpus, options), shuffled, level)
    return InfluenceTable(tuple(coders), items, level)


def _coders(shuffled: ShuffledTally, level: float) -> Iterator[CoderInfluence]:
    """Leave out each coder of a group."""
    group = shuffled.tally.group
    whole = float(shuffled.corrected(ALL_ITEMS)[0])
    without_items = shuffled.corrected(ALL_BUT_EACH_ITEM)
    for place, name in enumerate(group.coders):
        value = float(shuffled.corrected(ALL_ITEMS, place)[0])
        left = shuffled.corrected(ALL_BUT_EACH_ITEM, place) - without_items
        interval = over_items(value - whole, left, scale=AS_IT_IS).interval(level)
        if len(group.coders) < 3:
            interval = Interval(None, None, TWO_CODERS)
        yield CoderInfluence(
            group.name, name, value_or_none(value), value_or_none(value - whole), interval
        )


def items_influence(
    corpus: Corpus,
    tallies: Sequence[GroupTally],
    shuffled: Sequence[ShuffledTally],
    level: float,
) -> tuple[ItemInfluence, ...]:
    """Leave out each item of a corpus, whose groups have these tallies; the first count misses."""
    found: dict[int, ItemInfluence] = {}
    for tally, beside in zip(tallies, shuffled, strict=True):
        places = tally.items.tolist()
        names = [corpus.items[place].name for place in places]
        found.update(zip(places, _items(tally, beside, names, level, len(tallies)), strict=True))
    return tuple(found[place] for place in range(len(corpus.items)))


def _items(
    tally: GroupTally, shuffled: ShuffledTally, names: Sequence[str], level: float, groups: int
) -> list[ItemInfluence]:
    """Leave out each item of a group, one of several, in the order of the tally."""
    values = shuffled.corrected(ALL_BUT_EACH_ITEM)
    changes = values - shuffled.corrected(ALL_ITEMS)[0]
    own = shuffled.corrected(EACH_ITEM)
    misses = tally.total(tally.near_misses + tally.full_misses)
    boundaries = _compared_boundaries(tally)
    # Where one of the two is undefined, the misses decide.
    outlying = _outlying(misses, boundaries, (1 - level) / groups) & ~(own >= values)
    usual = ~outlying
    expected = boundaries * misses[usual].sum() / max(boundaries[usual].sum(), 1.0)
    return [
        ItemInfluence(
            group=tally.group.name,
            item=name,
            own=value_or_none(own[place]),
            value=value_or_none(values[place]),
            change=value_or_none(changes[place]),
            interval=interval,
            misses=int(misses[place]),
            misses_expected=float(expected[place]),
            outlying=bool(outlying[place]),
        )
        for place, (name, interval) in enumerate(
            zip(names, _change_intervals(shuffled, changes, level), strict=True)
        )
    ]


def _change_intervals(shuffled: ShuffledTally, changes: Floats, level: float) -> list[Interval]:
    """Return intervals over coders of the change that leaving out each item makes."""
    coders = range(len(shuffled.tally.group.coders))
    left = np.stack(
        [
            shuffled.corrected(ALL_BUT_EACH_ITEM, place) - shuffled.corrected(ALL_ITEMS, place)
            for place in coders
        ]
    )
    # Each coder of the group is left out of all items at once.
    everyone = np.ones((len(changes), len(coders)), dtype=bool)
    rows = intervals_over_coders(
        changes[np.newaxis],
        left[:, np.newaxis],
        everyone,
        level,
        [AS_IT_IS],
        undefined=NO_CHANGE,
    )
    return [interval for (interval,) in rows]


def _compared_boundaries(tally: GroupTally) -> Floats:
    """Count the boundaries of both coders over all pairs, for each item."""
    coder_set = tally.coder_sets[tally.coder_set]
    marks = tally.marks
    if tally.convention == "published":
        marks = marks - coder_set[:, np.newaxis]  # segments are one more
    others = np.maximum(coder_set.sum(axis=1) - 1, 0)
    boundaries: Floats = marks.sum(axis=(1, 2)) * others
    return boundaries


def _outlying(misses: Floats, boundaries: Floats, by_chance: float) -> NDArray[np.bool_]:
    """Find the items that have too many misses for their boundaries."""
    left = np.flatnonzero(boundaries)
    worst_first: list[int] = []
    count = 0
    for _ in range(max(1, len(left) // ONE_IN)):
        if len(left) < FEWEST_ITEMS:
            break
        excess = _excess(misses[left], boundaries[left])
        worst = int(excess.argmax())
        worst_first.append(int(left[worst]))
        if excess[worst] > student_t(1 - by_chance / (2 * len(left)), len(left) - 2):
            count = len(worst_first)
        left = np.delete(left, worst)
    found = np.zeros(len(misses), dtype=bool)
    found[worst_first[:count]] = True
    return found


def _excess(misses: Floats, boundaries: Floats) -> Floats:
    """Compare the misses of each of n items with those of the others: t with n - 2 degrees."""
    others = len(misses) - 1
    rate = (misses.sum() - misses) / (boundaries.sum() - boundaries)
    excess = (misses - rate * boundaries) / np.sqrt(boundaries)
    mean = (excess.sum() - excess) / others
    squares = (excess**2).sum() - excess**2 - others * mean**2
    # Where all others are alike, any excess is infinite.
    error = np.sqrt(np.maximum(squares, 0) / (others - 1) * (1 + 1 / others))
    scores: Floats = (excess - mean) / np.maximum(error, NEGLIGIBLE)
    return scores
