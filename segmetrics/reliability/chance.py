"""The chance level of a similarity, found by shuffling.

Expected agreement of pi* and kappa* comes from a formula for single places, which knows
neither windows nor near misses nor the sizes of segments. Here chance is what the same
similarity gives when coders keep their habits but lose the text:

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
coders themselves counted as one: (1 + those) / (1 + shuffles). The *least p-value* is that
of the highest agreement among the shuffles and the coders: what these segments can reach at
best, but for agreement so rare that no shuffle shows it. A p-value of several items compares sums
over them, that of the corpus means over groups.

Boundaries count as places alone: types and levels are not looked at, in observed
agreement neither.

Shuffled agreement is exact where it can be: in closed form for WindowDiff at random
places, by enumeration for S, A and WindowDiff where coders have few arrangements. All
else is pooled over random shuffles, with its standard error. The shuffles of an item depend
on its name, its codings and the seed, neither on other items nor on the names of coders.

Sources: Berry & Mielke (1988); Edgington & Onghena (2007); Phipson & Smyth (2010).
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
from segmetrics.coefficients.chance_corrected import (
    NEGLIGIBLE,
    ONE_CODER,
    observed_agreement,
    value_or_none,
)
from segmetrics.coefficients.levels import NO_GROUP, Level, LevelTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, each_item, group_tallies, pooled
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.similarity import NO_PLACE
from segmetrics.reliability.progress import Progress, part_of
from segmetrics.reliability.shuffled_agreement import Shuffled, shuffled_item
from segmetrics.reliability.shuffling import ChanceOptions

ALWAYS_SAME = "every shuffle agrees perfectly, so there is nothing above chance to reach"


class ChanceRow(NamedTuple):
    """Agreement on an item, in a coder group or over the corpus beside its chance level.

    Parameters
    ----------
    level : {"item", "group", "corpus"}
        What the row is about.
    item : str
        Name of the item or the group; empty for the corpus.
    observed : float or None
        Observed agreement, in [0, 1].
    shuffled : float or None
        Agreement of shuffled coders, in [0, 1].
    error : float or None
        Its standard error; 0 where it is exact.
    corrected : float or None
        (observed - shuffled) / (1 - shuffled): at most 1, higher is better, 0 is what
        shuffled coders reach; for the corpus the mean over groups.
    p : float or None
        Share of shuffles that agree at least as much.
    p_least : float or None
        The p-value of the highest agreement seen among shuffles and coders.
    expected_pi : float or None
        The expected agreement of pi*, to compare.
    undefined : str
        Why there is no value, or empty.
    """

    level: Level
    item: str
    observed: float | None
    shuffled: float | None
    error: float | None
    corrected: float | None
    p: float | None
    p_least: float | None
    expected_pi: float | None
    undefined: str = ""


@dataclass(frozen=True)
class ChanceTable(LevelTable[ChanceRow]):
    """Chance levels of a corpus.

    Parameters
    ----------
    items, groups : tuple of ChanceRow
        A row an item, in the order of the corpus; a row a group.
    corpus : ChanceRow
        Means over groups.
    by_coder : tuple of ndarray, shape (I, C) each
        For each group, in the order of `groups`, what the pairs of each coder are expected to
        agree on: rows are its items and columns its coders, beside the numerators of its
        `GroupTally`. Half of a row's sum over that of its denominators is shuffled agreement.
    options : AgreementOptions
        How agreement was computed.
    shuffling : ChanceOptions
        How coders were shuffled.
    """

    by_coder: tuple[Floats, ...] = field(compare=False, repr=False)
    options: AgreementOptions
    shuffling: ChanceOptions


@on_axis("chance", not_of=only_texts("recording_agreement(corpus)"))
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
    >>> row.observed, row.error  # of both orders of each coder's segments, half agree
    (1.0, 0.0)
    >>> round(row.shuffled, 4)
    0.6667
    """
    options = options or AgreementOptions()
    shuffling = shuffling or ChanceOptions()
    corpus = plain(with_uncertain(corpus, options.uncertain))
    groups: list[_Group] = []
    done = 0
    for tally in group_tallies(corpus, options):
        groups.append(_group(corpus, tally, options, shuffling, done, progress))
        done += len(tally.items)
    rows = {place: row for group in groups for place, row in group.items.items()}
    return ChanceTable(
        items=tuple(rows[place] for place in range(len(corpus.items))),
        groups=tuple(group.row for group in groups),
        corpus=_corpus_row(groups),
        by_coder=tuple(group.by_coder for group in groups),
        options=options,
        shuffling=shuffling,
    )


@dataclass(frozen=True)
class _Group:
    """The rows of a coder group and of its items, by their places; and what they come from."""

    items: Mapping[int, ChanceRow]
    row: ChanceRow
    by_coder: Floats
    values: Floats


def _group(
    corpus: Corpus,
    tally: GroupTally,
    options: AgreementOptions,
    shuffling: ChanceOptions,
    done: int,
    progress: Progress | None,
) -> _Group:
    """Shuffle the coders of a group, item by item."""
    found, together = each_item(tally).coefficients, pooled(tally).coefficients
    place_of = {coder: place for place, coder in enumerate(tally.group.coders)}
    items = [corpus.items[place] for place in tally.items.tolist()]
    whole = tally.total(tally.denominator)
    rows: list[ChanceRow] = []
    by_coder = np.zeros_like(tally.numerator)
    errors = np.zeros(len(items))
    sums = np.zeros((3, shuffling.shuffles))
    for number, item in enumerate(items):
        report = part_of(progress, done + number, len(corpus.items))
        if report:
            report(0.0)
        # An item is shuffled alike whatever other items are looked at.
        of_item = np.random.default_rng([shuffling.seed, item.stream])
        shuffled = shuffled_item(item, options, shuffling, of_item, report)
        if shuffled:
            who = [place_of[coder] for coder in item.codings]
            expected = tally.denominator[number, who] * shuffled.of_coder
            # Where what there is to agree on differs between shuffles, parts need not add up.
            total = float(expected.sum()) / 2
            by_coder[number, who] = expected * (
                whole[number] * shuffled.mean / total if total else 1.0
            )
            errors[number] = whole[number] * shuffled.error
            sums += (shuffled.numerator, shuffled.denominator, shuffled.known)
        level = _Level("item", item.name, found.observed[number], found.expected_pi[number])
        rows.append(level.beside(shuffled) or level.without(_why_unvalue_or_none([item])))
    compared = float(whole.sum())
    values = observed_agreement(*sums)
    level = _Level("group", tally.group.name, together.observed[0], together.expected_pi[0])
    of_group = Shuffled(
        mean=float(by_coder.sum()) / 2 / compared if compared else 1.0,
        error=hypot(*errors) / compared if compared else 0.0,
        values=values,
    )
    row = level.beside(of_group) or level.without(_why_unvalue_or_none(items))
    return _Group(dict(zip(tally.items.tolist(), rows, strict=True)), row, by_coder, values)


def _corpus_row(groups: Sequence[_Group]) -> ChanceRow:
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
    shuffled = Shuffled(
        mean=_mean(group.row.shuffled for group in valued),
        error=hypot(*errors) / len(valued),
        values=np.mean([group.values for group in valued], axis=0),
    )
    row = level.beside(shuffled) or level.without(NO_GROUP)
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
        return ChanceRow(
            self.level, self.name, None, None, None, None, None, None, expected_pi, why
        )

    def beside(self, shuffled: Shuffled | None) -> ChanceRow | None:
        """Compare what was observed with shuffles; None if there is nothing to compare."""
        values = shuffled.values[~np.isnan(shuffled.values)] if shuffled else np.zeros(0)
        observed = float(self.observed)
        if shuffled is None or isnan(observed) or not values.size:
            return None
        as_high = int((values >= observed - NEGLIGIBLE).sum())
        highest = max(float(values.max()), observed)
        at_most = int((values > highest - NEGLIGIBLE).sum()) + (observed > highest - NEGLIGIBLE)
        perfect = shuffled.mean > 1 - NEGLIGIBLE
        corrected = None if perfect else (observed - shuffled.mean) / (1 - shuffled.mean)
        return ChanceRow(
            level=self.level,
            item=self.name,
            observed=observed,
            shuffled=shuffled.mean,
            error=shuffled.error,
            corrected=corrected,
            p=(1 + as_high) / (1 + values.size),
            p_least=at_most / (1 + values.size),
            expected_pi=value_or_none(self.expected_pi),
            undefined=ALWAYS_SAME if perfect else "",
        )


def _why_unvalue_or_none(items: Sequence[Item]) -> str:
    """Return why there is nothing to compare on some items."""
    compared = [item.mass for item in items if len(item.codings) > 1]
    if not compared:
        return ONE_CODER
    return NO_PLACE if max(compared) < 2 else NO_VALUE
