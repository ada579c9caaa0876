"""The chance level of a similarity, found by shuffling.

Expected agreement of pi* and kappa* comes from a formula for single places, which knows
neither windows nor near misses nor the sizes of segments. Here chance is what the same
similarity gives when coders keep their habits but lose the text:

``ring``
    Each coder keeps the distances between their boundaries, in random order, and begins anywhere:
    the places of the text are a ring, whose last one lies beside its first.
``sizes``
    Each coder keeps the sizes of their segments, in random order.
``places``
    Each coder keeps their number of boundaries, at random places.
``anchored``
    Each coder keeps their first and their last segment in place, and the sizes of those
    between in random order: a shared habit of where to begin and to end is no agreement.

Conventions
-----------
Every coder is shuffled by themselves, all orders (or choices of places) being as likely.
*Shuffled agreement* is observed agreement pooled over shuffles: what pairs agree on over
what there is to agree on, which for S is the mean over shuffles. Over several items it
adds up what is expected of each item, given what there was to agree on. *Chance-corrected
agreement* R = (observed - shuffled) / (1 - shuffled) is Berry & Mielke's for the distance
1 - similarity: 0 is what shuffled coders reach, 1 is perfect. The corpus has the means over
its coder groups.

The p-value is the share of shuffles that agree at least as much as the coders do, with the
coders themselves counted as one: (1 + those) / (1 + shuffles), see
`segmetrics.reliability.shuffle_tests` for how often coders are shuffled, and for the second test
of ``ring``. The *least p-value* is that
of the highest agreement among the shuffles and the coders: what these codings can reach at
best, but for agreement so rare that no shuffle shows it. A p-value of several items compares sums
over them, that of the corpus means over groups.

Boundaries count as places alone: types and levels are not looked at, in observed
agreement neither.

Shuffled agreement is exact where it can be: in closed form for S and B on a ring (n up to 2) and
for WindowDiff at random places, by enumeration for S, A and WindowDiff where coders have few
arrangements. All else is pooled over random shuffles, with its standard error. The shuffles of an
item depend on its name, its codings and the seed, neither on other items nor on the names of
coders; how many there are depends on what the others show. On a ring and at random places each
place is as likely to hold a boundary, so that R over S without near misses (n = 1) is Conger's
(1980) kappa, pooled over pairs and items.

Sources: Berry & Mielke (1988); Conger (1980); Edgington & Onghena (2007); Phipson & Smyth (2010).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot, isnan, nan
from typing import NamedTuple

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import plain, with_uncertain
from segmetrics.coefficients.agreement_table import NO_VALUE
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE, ONE_CODER, value_or_none
from segmetrics.coefficients.levels import NO_GROUP, Level, LevelTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, each_item, group_tallies, pooled
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.shuffle_tests import ShuffleTest, ShuffleTests, shuffle_tests
from segmetrics.reliability.shuffled_agreement import ChanceLevel
from segmetrics.reliability.shuffling import ChanceOptions

ALWAYS_SAME = "every shuffle agrees perfectly, so there is nothing above chance to reach"


class ChanceRow(NamedTuple):
    """Agreement on an item, in a coder group or over the corpus beside its chance level."""

    level: Level  #: what the row is about
    item: str  #: name of the item or the group; empty for the corpus
    observed: float | None  #: observed agreement, in [0, 1]
    shuffled: float | None  #: agreement of shuffled coders, in [0, 1]
    error: float | None  #: its standard error; 0 where it is exact
    #: (observed - shuffled) / (1 - shuffled): at most 1, higher is better, 0 is what shuffled
    #: coders reach; for the corpus the mean over groups.
    corrected: float | None
    p: float | None  #: share of shuffles that agree at least as much
    p_least: float | None  #: the p-value of the highest agreement seen among shuffles and coders
    shuffles: int | None  #: how many shuffles `p` is a share of
    expected_pi: float | None  #: the expected agreement of pi*, to compare
    undefined: str = ""  #: why there is no value, or empty


@dataclass(frozen=True)
class ChanceTable(LevelTable[ChanceRow]):
    """Chance levels of a corpus, of which the row of the corpus has means over groups."""

    #: For each group, in the order of `groups`, what the pairs of each coder are expected to agree
    #: on: rows are its items and columns its coders, beside the numerators of its `GroupTally`.
    #: Shape (I, C) each. Half of a row's sum over that of its denominators is shuffled agreement.
    by_coder: tuple[Floats, ...] = field(compare=False, repr=False)
    options: AgreementOptions  #: how agreement was computed
    shuffling: ChanceOptions  #: how coders were shuffled


@on_axis("chance", not_of=only_texts("agreement(corpus)"))
def chance(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    shuffling: ChanceOptions | None = None,
    *,
    progress: Progress | None = None,
) -> ChanceTable:
    """Find the chance level of a similarity for each item, each coder group and the corpus.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        Similarity, window width and costs.
    shuffling : ChanceOptions, optional
        What coders keep, and how often they are shuffled.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    ChanceTable
        A row for each item, then each group, then the corpus.

    Examples
    --------
    >>> corpus = Corpus.from_masses({"a": {"x": [1, 3], "y": [1, 3]}})
    >>> row = chance(corpus).items[0]
    >>> row.observed, row.error  # of 3 x 3 places of both, 3 are the same and 4 neighbours
    (1.0, 0.0)
    >>> round(row.shuffled, 4)
    0.7037
    """
    options = options or AgreementOptions()
    shuffling = shuffling or ChanceOptions()
    corpus = plain(with_uncertain(corpus, options.uncertain))
    tallies = group_tallies(corpus, options)
    tested = shuffle_tests(corpus, tallies, options, shuffling, progress)
    groups = [_group(corpus, tally, tested, number) for number, tally in enumerate(tallies)]
    rows = {place: row for group in groups for place, row in group.items.items()}
    return ChanceTable(
        items=tuple(rows[place] for place in range(len(corpus.items))),
        groups=tuple(group.row for group in groups),
        corpus=_corpus_row(groups, tested.corpus),
        by_coder=tuple(group.by_coder for group in groups),
        options=options,
        shuffling=shuffling,
    )


@dataclass(frozen=True)
class _Group:
    """The rows of a coder group and of its items, by their places; and what is expected."""

    items: Mapping[int, ChanceRow]
    row: ChanceRow
    by_coder: Floats


def _group(corpus: Corpus, tally: GroupTally, tested: ShuffleTests, number: int) -> _Group:
    """Return the rows of a group and of its items."""
    found, together = each_item(tally).coefficients, pooled(tally).coefficients
    place_of = {coder: place for place, coder in enumerate(tally.group.coders)}
    whole = tally.total(tally.denominator)
    rows: dict[int, ChanceRow] = {}
    by_coder = np.zeros_like(tally.numerator)
    errors = np.zeros(len(tally.items))
    for row, place in enumerate(tally.items.tolist()):
        item, level = corpus.items[place], tested.levels.get(place)
        of_item = _Level("item", item.name, found.observed[row], found.expected_pi[row])
        rows[place] = of_item.beside(level, tested.items[place]) or of_item.without(
            _why_no_value([item])
        )
        if level:
            who = [place_of[coder] for coder in item.codings]
            expected = tally.denominator[row, who] * level.of_coder
            # Where what there is to agree on differs between shuffles, parts need not add up.
            total = float(expected.sum()) / 2
            by_coder[row, who] = expected * (whole[row] * level.mean / total if total else 1.0)
            errors[row] = whole[row] * level.error
    compared = float(whole.sum())
    mean = float(by_coder.sum()) / 2 / compared if compared else 1.0
    error = hypot(*errors) / compared if compared else 0.0
    of_group = _Level("group", tally.group.name, together.observed[0], together.expected_pi[0])
    row_of_group = of_group.beside(
        ChanceLevel(mean, error, np.zeros(0)), tested.groups[number]
    ) or of_group.without(_why_no_value([corpus.items[place] for place in rows]))
    return _Group(rows, row_of_group, by_coder)


def _corpus_row(groups: Sequence[_Group], tested: ShuffleTest | None) -> ChanceRow:
    """Return the means over the groups that have a value."""
    valued = [group for group in groups if group.row.observed is not None]
    errors = [group.row.error or 0.0 for group in valued]
    level = _Level(
        "corpus",
        "",
        _mean(group.row.observed for group in valued),
        _mean(group.row.expected_pi for group in valued),
    )
    if not valued:
        return level.without(NO_GROUP)
    mean = _mean(group.row.shuffled for group in valued)
    shuffled = ChanceLevel(mean, hypot(*errors) / len(valued), np.zeros(0))
    row = level.beside(shuffled, tested) or level.without(NO_GROUP)
    corrected = _mean(group.row.corrected for group in valued)
    return row._replace(
        corrected=value_or_none(corrected), undefined=ALWAYS_SAME if isnan(corrected) else ""
    )


def _mean(values: Iterable[float | None]) -> float:
    """Average what is known; NaN if nothing is."""
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else nan


class _Level(NamedTuple):
    """What a row is about, and what was observed there; NaN where undefined."""

    level: Level
    name: str
    observed: float
    expected_pi: float

    def without(self, why: str) -> ChanceRow:
        """Return a row without a chance level."""
        expected_pi = value_or_none(self.expected_pi)
        row = ChanceRow(self.level, self.name, None, None, None, None, None, None, None, None, why)
        return row._replace(expected_pi=expected_pi)

    def beside(self, level: ChanceLevel | None, tested: ShuffleTest | None) -> ChanceRow | None:
        """Compare what was observed with shuffles; None if there is nothing to compare."""
        observed = float(self.observed)
        if level is None or tested is None or isnan(observed):
            return None
        perfect = level.mean > 1 - NEGLIGIBLE
        return ChanceRow(
            level=self.level,
            item=self.name,
            observed=observed,
            shuffled=level.mean,
            error=level.error,
            corrected=None if perfect else (observed - level.mean) / (1 - level.mean),
            p=tested.p,
            p_least=tested.p_least,
            shuffles=tested.shuffles,
            expected_pi=value_or_none(self.expected_pi),
            undefined=ALWAYS_SAME if perfect else "",
        )


def _why_no_value(items: Sequence[Item]) -> str:
    """Return why there is nothing to compare on some items."""
    compared = [item.mass for item in items if len(item.codings) > 1]
    if not compared:
        return ONE_CODER
    return NO_PLACE if max(compared) < 2 else NO_VALUE
