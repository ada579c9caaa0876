"""Whether agreement changed between two rounds of coding.

A *round* is a corpus: what coders made of items before and after a guideline change, a
training, a revision. Items are matched by name; if some are in both rounds, what only one
round has is named and not compared. Coders are matched too, and of each item those count who coded
it in both rounds, see `segmetrics.reliability.coded_rounds`. The *change* is the value after less
the value before: positive if it rose.

Conventions
-----------
*Items.* The interval of an item's change speaks of other coders who might have coded it.
Where the same coders coded it in both rounds, each is left out of both at once, and the
jackknife is that of the change: what a coder does in both rounds cancels out. Where the
people changed, the jackknife variances of the two rounds add, and the degrees of freedom
are Welch's.

*Groups and corpus.* Each is pooled over the items that both rounds have. Each item is left out of
both rounds at once, which gives the variance of the change and Student's t: the interval speaks of
other items that the same coders might have coded. On request, and always where the people changed,
it speaks of other coders too: each coder is left out of both rounds at once if a group is made of
the same coders in both, else of each round by itself. Groups are compared if they have the same of
these items; the corpus is the mean over the groups of each round. Items that share their group in
both rounds vary together; the variances of all add, with Satterthwaite's degrees of freedom.

*Other items.* If no item is in both rounds, as where coders are trained on some texts and go on
with others, the corpus alone is compared: all items of one round with all of the other. The items
of each are left out by themselves, and the variances of the two rounds add, with Satterthwaite's
degrees of freedom, which are Welch's. That takes the items of both for a random choice from the
same kind of texts; where they are easier in one round, the change comes from them too.

*Test.* The p-value of a change is that of the same variance and degrees of freedom.

*Density.* Coefficients over S fall where boundaries get denser, even if coders agree as well as
before; alpha and chance-corrected agreement do not. So whether agreement changed is told by the
latter, and by alpha where that is undefined; the ratio of the boundary rates is told too. Items
rise and fall by the same measure.

An item whose text changed is compared all the same: agreement is a share of its places,
however many there are. Where one round has types or levels and the other has not, all
boundaries count as places alone.

Sources: Efron & Tibshirani (1993), chapter 11 (jackknife); Welch (1947); Satterthwaite (1946).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan, nan
from typing import cast

import numpy as np

from segmetrics.axis import on_axis
from segmetrics.boundary_marks import plain, with_uncertain
from segmetrics.coefficients.levels import Level
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import TYPED
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability import changes, coded_rounds
from segmetrics.reliability.chance import chance
from segmetrics.reliability.item_changes import item_rows
from segmetrics.reliability.jackknife import (
    AS_IT_IS,
    NO_REST,
    ONE_ITEM,
    TWO_CODERS,
    Estimate,
    Interval,
    IntervalOptions,
    of_a_group,
    variance_of,
)
from segmetrics.reliability.leave_one_out import COLUMNS, GroupCounts
from segmetrics.reliability.progress import Progress, part_of
from segmetrics.reliability.shuffling import ChanceOptions

DEFAULT = IntervalOptions(over="items")
"""Did it change for these coders? Other items tell."""

PLACES_ALONE = "boundaries are {}, so that they count as places alone"
CARRY = {"linear": "plain", "multiple": "with types", "hierarchical": "with levels"}
"""What boundaries of each kind are called."""

FEWEST = 3
"""Coders of both rounds from which on a change is computed without each of them."""

ONE_TOGETHER = (
    "an item shares its coder groups with no other: an interval for other items needs two"
)


@on_axis("compare", only="units")
def compare(
    before: Corpus,
    after: Corpus,
    options: AgreementOptions | None = None,
    interval_options: IntervalOptions = DEFAULT,
    *,
    shuffling: ChanceOptions | None = None,
    progress: Progress | None = None,
) -> changes.ChangeTable:
    """Compare two rounds of coding, on each item over the coders who coded it in both.

    If no item is in both rounds, they are compared over all items and the coders of both. If fewer
    than two coders are left, all codings are compared, and other coders are tested too.
    ``sm.compare`` takes recordings too, with `RecordingOptions`, see
    `segmetrics.reliability.recording_changes`.

    Parameters
    ----------
    before, after : Corpus
        The two rounds; items are matched by their names, coders too.
    options : AgreementOptions, optional
        How agreement is computed, in both.
    interval_options : IntervalOptions, optional
        The level of intervals, and whom those of groups and the corpus speak of; of other items
        if left out. Where the people changed it is always of other coders and other items.
    shuffling : ChanceOptions, optional
        How codings are shuffled for chance-corrected agreement.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    ChangeTable

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> pilot = Corpus.from_masses({f"i{n}": {"x": [2, n], "y": [3, n - 1]} for n in range(4, 9)})
    >>> final = Corpus.from_masses({f"i{n}": {"x": [2, n], "y": [2, n]} for n in range(4, 9)})
    >>> table = compare(pilot, final)
    >>> round(table.corpus.pi_star.before, 2), round(table.corpus.pi_star.after, 2)
    (0.85, 1.0)
    >>> table.judged_by, table.moved.rose, table.moved.items, table.direction
    ('corrected', 5, 5, 'better')
    """
    options, shuffling = options or AgreementOptions(), shuffling or ChanceOptions()
    digests = before.codings_digest, after.codings_digest
    before, after, notes = of_one_kind(before, after, options)
    parts, compared = two_comparable(before, after)
    corpora = (*parts, before, after) if compared.whose == "shared" else parts
    rounds = []
    for place, one in enumerate(corpora):
        part = part_of(progress, place, len(corpora))
        found = chance(one, options, shuffling, progress=part)
        unclear = coded_rounds.items_of_chance(found)
        rounds.append(coded_rounds.CodedRound.of(one, options, found.by_coder, unclear))
    table = compare_rounds(rounds[:2], compared, rounds[2:], options, interval_options, shuffling)
    if progress:
        progress(1.0)
    if not table.other_items:
        table = replace(
            table,
            only_before=tuple(item.name for item in before.items if item.name not in after),
            only_after=tuple(item.name for item in after.items if item.name not in before),
        )
    return replace(table, notes=(*notes, *table.notes), digests=digests)


def two_comparable(before: Corpus, after: Corpus) -> coded_rounds.Comparable:
    """Return what is compared of two rounds, with boundaries of one kind."""
    # Of two rounds either some items are in both, or none is.
    return cast("coded_rounds.Comparable", coded_rounds.comparable((before, after)))


def compare_rounds(
    rounds: Sequence[coded_rounds.CodedRound],
    compared: coded_rounds.Compared,
    whole: Sequence[coded_rounds.CodedRound],
    options: AgreementOptions,
    interval_options: IntervalOptions,
    shuffling: ChanceOptions,
) -> changes.ChangeTable:
    """Compare two rounds that have the same items, or none in common, beside the whole of both.

    The whole is told where the same people are compared and others are left out.
    """
    first, second = rounds
    names, other_names = (tuple(item.name for item in one.corpus.items) for one in rounds)
    apart = names != other_names
    strata = [] if apart else coded_rounds.strata_of(first, second)
    interval_options = compared.tested(interval_options)
    over = _Over((first, second), strata, interval_options)
    over_s = _Over((first.over_s, second.over_s), strata, interval_options)
    groups, notes = ((), ()) if apart else over.group_rows()
    table = changes.ChangeTable(
        items=()
        if apart
        else item_rows(over.rounds, strata, interval_options.level, compared.without),
        groups=groups,
        corpus=over.corpus_row(),
        pi_s=over_s.corpus_row().pi_star,
        options=options,
        shuffling=shuffling,
        interval_options=interval_options,
        density=over.density,
        only_before=names if apart else (),
        only_after=other_names if apart else (),
        compared=compared,
        everybody=tuple(one.coefficients for one in whole),
        may_be_chance=(first.may_be_chance, second.may_be_chance),
        notes=notes,
        digests=(first.corpus.codings_digest, second.corpus.codings_digest),
    )
    coders = [coder for coder in first.corpus.coders if coder in second.corpus.coders]
    if interval_options.over != "items" or len(coders) < FEWEST:
        return table
    place = COLUMNS.index(table.judged_by)
    return replace(table, without_coder={one: over.of_others(one).mean(place) for one in coders})


def in_one_kind(
    rounds: Sequence[Corpus], options: AgreementOptions
) -> tuple[list[Corpus], list[str]]:
    """Return rounds with boundaries of one kind, and of which those of each are if they differ."""
    found = [with_uncertain(one, options.uncertain) for one in rounds]
    if len({one.kind for one in found}) == 1:
        return found, []
    return [plain(one) for one in found], [CARRY[one.kind] for one in found]


def of_one_kind(
    before: Corpus, after: Corpus, options: AgreementOptions
) -> tuple[Corpus, Corpus, tuple[str, ...]]:
    """Return two rounds with boundaries of one kind, and notes on how they differ."""
    (before, after), kinds = in_one_kind((before, after), options)
    if kinds:
        return before, after, (PLACES_ALONE.format("{} before and {} after".format(*kinds)),)
    if options.similarity in TYPED and set(before.types) != set(after.types):
        alone = {
            "only before": sorted({*before.types} - {*after.types}),
            "only after": sorted({*after.types} - {*before.types}),
        }
        listed = (f"{when}: {', '.join(names)}" for when, names in alone.items() if names)
        return before, after, (f"the types of boundaries differ ({'; '.join(listed)})",)
    return before, after, ()


@dataclass(frozen=True)
class _Over:
    """Groups and corpus of two rounds, over the items that both have; without strata, over all."""

    rounds: tuple[coded_rounds.CodedRound, coded_rounds.CodedRound]
    strata: Sequence[tuple[int, int, Ints]]
    options: IntervalOptions

    def of_others(self, coder: str) -> _Over:
        """Return the same without a coder."""
        first, second = self.rounds
        return replace(self, rounds=(first.of_others(coder), second.of_others(coder)))

    @property
    def density(self) -> float | None:
        """How many times as many boundaries a place has after as before."""
        before, after = (one.boundary_rate for one in self.rounds)
        return after / before if before and after is not None else None

    def group_rows(self) -> tuple[tuple[changes.ChangeRow, ...], tuple[str, ...]]:
        """Compare the groups that have the same items, and say how many have not."""
        first, second = (one.groups for one in self.rounds)
        found = []
        for number, other, items in self.strata:
            sizes = {len(items), len(first[number].tally.items), len(second[other].tally.items)}
            if len(sizes) == 1:
                found.append(self._group_row(number, other))
        alone = len(first) + len(second) - 2 * len(found)
        said = f"coder groups that have other items in the other round: {alone:,}"
        return tuple(found), (f"{said}; they count for the corpus alone",) if alone else ()

    def _group_row(self, number: int, other: int) -> changes.ChangeRow:
        of = [one.table.groups[at] for one, at in zip(self.rounds, (number, other), strict=True)]
        columns = []
        for place, name in enumerate(COLUMNS):
            values = self.rounds[0].values[number, place], self.rounds[1].values[other, place]
            whys = [
                one.why(row, name) if isnan(value) else ""
                for one, row, value in zip(self.rounds, of, values, strict=True)
            ]
            columns.append(self._changed(place, {number: 1.0}, {other: 1.0}, whys))
        names = ", then ".join(dict.fromkeys(row.item for row in of))
        groups = self.rounds[0].groups[number], self.rounds[1].groups[other]
        return self._row("group", names, [[counts] for counts in groups], columns)

    def corpus_row(self) -> changes.ChangeRow:
        """Compare the means over groups."""
        columns = [self.mean(place) for place in range(len(COLUMNS))]
        return self._row("corpus", "", [one.groups for one in self.rounds], columns)

    def mean(self, place: int) -> changes.Changed:
        """Compare the means over groups of a column."""
        counted = [np.flatnonzero(~np.isnan(one.values[:, place])).tolist() for one in self.rounds]
        whys = [
            "" if which else one.why_nowhere(COLUMNS[place])
            for one, which in zip(self.rounds, counted, strict=True)
        ]
        before, after = (dict.fromkeys(which, 1 / max(len(which), 1)) for which in counted)
        return self._changed(place, before, after, whys)

    def _changed(
        self,
        place: int,
        before: Mapping[int, float],
        after: Mapping[int, float],
        whys: Sequence[str],
    ) -> changes.Changed:
        """Compare the weighted sums of a column over some groups of each round."""
        earlier, later = (
            sum((share * float(one.values[at, place]) for at, share in shares.items()), 0.0)
            if shares
            else nan
            for one, shares in zip(self.rounds, (before, after), strict=True)
        )
        if any(whys):
            return changes.as_changed(earlier, later, Interval(None, None, changes.NO_CHANGE), whys)
        found = self._estimate(place, before, after, later - earlier)
        interval = changes.within(COLUMNS[place], found.interval(self.options.level))
        return changes.as_changed(earlier, later, interval, whys, found.p)

    def _estimate(
        self, place: int, before: Mapping[int, float], after: Mapping[int, float], change: float
    ) -> Estimate:
        """Estimate how such a change varies."""
        without = self._without_items if self.strata else self._without_items_of_each
        why, left = without(place, before, after)
        if not why and self.options.over == "coders and items":
            why, of_coders = self._without_coders(place, before, after)
            left += of_coders
        if why:
            return Estimate(change, AS_IT_IS, undefined=why)
        return Estimate(change, AS_IT_IS, tuple(map(variance_of, left)))

    def _without_items(
        self, place: int, before: Mapping[int, float], after: Mapping[int, float]
    ) -> tuple[str, list[Floats]]:
        """Leave each item out of both rounds, those of each pair of groups together."""
        if len(self.rounds[0].corpus) < 2:
            return ONE_ITEM, []
        found = []
        for number, other, items in self.strata:
            sides = ((number, before, -1.0), (other, after, 1.0))
            if not any(at in shares for at, shares, _ in sides):
                continue
            pull, compared = np.zeros(len(items)), np.zeros(len(items), dtype=bool)
            for one, (at, shares, sign) in zip(self.rounds, sides, strict=True):
                counts, rows = one.groups[at], one.place[items, 1]
                if at in shares:
                    pull += sign * shares[at] * counts.without_item[rows, place]
                    compared |= counts.compared_items[rows]
            if compared.sum() < 2:
                alone = len(self.rounds[0].groups[number].tally.items) == 1
                of_all = len(before) > 1 or len(after) > 1
                why = of_a_group(ONE_ITEM) if of_all else ONE_ITEM
                return (why if alone else ONE_TOGETHER), []
            if np.isnan(pull[compared]).any():
                return NO_REST.format("items"), []
            found.append(pull[compared])
        return "", found

    def _without_items_of_each(
        self, place: int, before: Mapping[int, float], after: Mapping[int, float]
    ) -> tuple[str, list[Floats]]:
        """Leave each item out of the one round that has it, those of each group together."""
        found = []
        for one, shares in zip(self.rounds, (before, after), strict=True):
            for at, share in shares.items():
                counts = one.groups[at]
                pull = share * counts.without_item[counts.compared_items, place]
                if len(pull) < 2:
                    return (of_a_group(ONE_ITEM) if len(shares) > 1 else ONE_ITEM), []
                if np.isnan(pull).any():
                    return NO_REST.format("items"), []
                found.append(pull)
        return "", found

    def _without_coders(
        self, place: int, before: Mapping[int, float], after: Mapping[int, float]
    ) -> tuple[str, list[Floats]]:
        """Leave each coder out: of both rounds where a group is of the same coders in both."""
        pulls: dict[frozenset[str] | tuple[str, int], dict[str, float]] = {}
        groups = [
            {at: _coders_without(one.groups[at], place) for at in shares}
            for one, shares in zip(self.rounds, (before, after), strict=True)
        ]
        alike = {frozenset(of) for of in groups[0].values()} & {
            frozenset(of) for of in groups[1].values()
        }
        for sign, side, shares in ((-1.0, groups[0], before), (1.0, groups[1], after)):
            for at, left in side.items():
                key = frozenset(left)
                pull = pulls.setdefault(key if key in alike else (str(sign), at), {})
                for coder, value in left.items():
                    pull[coder] = pull.get(coder, 0.0) + sign * shares[at] * value
        found = [np.array(list(pull.values())) for pull in pulls.values()]
        if any(len(left) < 3 for left in found):
            return TWO_CODERS, []
        if any(np.isnan(left).any() for left in found):
            return NO_REST.format("coders"), []
        return "", found

    def _row(
        self,
        level: Level,
        name: str,
        groups: Sequence[Sequence[GroupCounts]],
        columns: Sequence[changes.Changed],
    ) -> changes.ChangeRow:
        sides = []
        for one, of in zip(self.rounds, groups, strict=True):
            places = [place for counts in of for place in counts.tally.items.tolist()]
            coders = sum(len(counts.tally.group.coders) for counts in of)
            sides.append((coders, sum(one.table.items[place].mass for place in places)))
        both = bool(self.strata)
        items = sum(len(counts.tally.items) for counts in groups[0]) if both else 0
        (coders, mass), (others, units) = sides
        sizes = coders, others, mass, units
        return changes.ChangeRow(level, name, items, *sizes, both, "", *columns)


def _coders_without(counts: GroupCounts, place: int) -> dict[str, float]:
    """Return a column of a group without each coder who is compared."""
    values = zip(
        counts.tally.group.coders,
        counts.without_coder[:, place].tolist(),
        counts.compared_coders.tolist(),
        strict=True,
    )
    return {coder: value for coder, value, compared in values if compared}
