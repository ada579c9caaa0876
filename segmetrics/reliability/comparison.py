"""Whether agreement changed between two rounds of coding of the same items.

A *round* is a corpus: what coders made of items before and after a guideline change, a
training, a revision. Items are matched by name; what only one round has is named and not
compared. The *change* is the value after less the value before: positive if it rose.

Conventions
-----------
*Items.* The interval of an item's change speaks of other coders who might have coded it.
Where the same coders coded it in both rounds, each is left out of both at once, and the
jackknife is that of the change: what a coder does in both rounds cancels out. Where the
coders differ, the jackknife variances of the two rounds add, and the degrees of freedom
are Welch's, rounded down; if some of the coders are the same, the interval tends to be too
wide. Student's t as in `segmetrics.reliability.intervals`.

*Groups and corpus.* Each is pooled over the items that both rounds have, and the interval
speaks of other items that the same coders might have coded: a paired bootstrap, in which
each resample takes the same items of both rounds, by ``percentile``. Groups are compared if
they have the same of these items; the corpus is the mean over the groups of each round. Items
that share their group in both rounds are resampled together.

*Test.* The sign-flip test over items asks whether their pi* rises or falls on the mean by
more than chance would make it, if before and after could as well be exchanged.

An item whose text changed is compared all the same: agreement is a share of its places,
however many there are. Where one round has types or levels and the other has not, all
boundaries count as places alone.

Sources: Efron & Tibshirani (1993), chapters 11 (jackknife) and 13 (percentile); Welch (1947);
Edgington & Onghena (2007), sign flips.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isnan, nan

import numpy as np

from segmetrics.boundary_marks import plain, with_uncertain
from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable, agreement
from segmetrics.coefficients.boundary_decisions import alpha_of, tally_decisions
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.levels import NO_GROUP, Level
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, each_item, group_tallies, pooled
from segmetrics.coefficients.similarities import TYPED
from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.changes import (
    MEASURES,
    NO_CHANGE,
    Changed,
    ChangeRow,
    ChangeTable,
    ChangeTest,
    Measure,
    as_changed,
)
from segmetrics.reliability.intervals import (
    COLUMNS,
    GROUP_OF_ONE,
    ONE_ITEM,
    Interval,
    ResampleOptions,
    chunks_of,
    columns_of,
    drawn_weights,
    interval_over_coders,
    jackknife_variance,
    percentile_interval,
    without_each_coder,
)
from segmetrics.reliability.permutation import sign_flip
from segmetrics.reliability.progress import Progress, reported
from segmetrics.reliability.student_t import student_t

DEFAULT = ResampleOptions(resamples=2000, method="percentile")
"""Paired differences are near enough to symmetric for plain quantiles."""

# What is resampled, and how many values that makes.
POOLED = (*COLUMNS, *MEASURES)
# Beside the seed, so that these random numbers are not those of anything else.
STREAM = 50_021

CARRY = {"linear": "plain", "multiple": "with types", "hierarchical": "with levels"}
"""What boundaries of each kind are called."""

NO_ITEM = "no item is in both rounds"
NO_VALUE = "undefined over the items that both rounds have"
ONE_TOGETHER = "an item shares its coder groups with no other: an interval over items needs two"


def compare(
    before: Corpus,
    after: Corpus,
    options: AgreementOptions | None = None,
    resampling: ResampleOptions = DEFAULT,
    *,
    progress: Progress | None = None,
) -> ChangeTable:
    """Compare two rounds of coding of the same items.

    Parameters
    ----------
    before, after : Corpus
        The two rounds; items are matched by their names, coders too.
    options : AgreementOptions, optional
        How agreement is computed, in both.
    resampling : ResampleOptions, optional
        How intervals are made; their method is ``percentile``.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    ChangeTable

    Raises
    ------
    ValueError
        If another method of intervals is asked for.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> pilot = Corpus.from_masses({f"i{n}": {"x": [2, n], "y": [3, n - 1]} for n in range(4, 9)})
    >>> final = Corpus.from_masses({f"i{n}": {"x": [2, n], "y": [2, n]} for n in range(4, 9)})
    >>> table = compare(pilot, final)
    >>> round(table.corpus.pi_star.before, 2), round(table.corpus.pi_star.after, 2)
    (0.85, 1.0)
    >>> table.test.rose, table.test.items, table.test.p
    (5, 5, 0.0625)
    """
    if resampling.method != "percentile":
        raise ValueError(f"intervals of changes are percentile ones, got {resampling.method!r}")
    options = options or AgreementOptions()
    digests = before.codings_digest, after.codings_digest
    before, after, notes = of_one_kind(before, after, options)
    common = {
        name: place
        for place, name in enumerate(item.name for item in before.items if item.name in after)
    }
    first, second = (_Round.of(one, common, options) for one in (before, after))
    items = _item_rows(first, second, resampling.level)
    test = _test(items, np.random.default_rng([resampling.seed, STREAM]))
    over = _Over.both(first, second, resampling, progress)
    groups, ungrouped = over.group_rows(resampling.level)
    coders = [
        dict.fromkeys(c for name in common for c in one[name].coders) for one in (before, after)
    ]
    return ChangeTable(
        items=items,
        groups=groups,
        corpus=over.corpus_row(resampling.level),
        beside=over.beside(resampling.level),
        test=test,
        only_before=tuple(item.name for item in before.items if item.name not in common),
        only_after=tuple(item.name for item in after.items if item.name not in common),
        left=tuple(coder for coder in coders[0] if coder not in coders[1]),
        joined=tuple(coder for coder in coders[1] if coder not in coders[0]),
        notes=(*notes, *ungrouped),
        options=options,
        resampling=resampling,
        digests=digests,
    )


def of_one_kind(
    before: Corpus, after: Corpus, options: AgreementOptions
) -> tuple[Corpus, Corpus, tuple[str, ...]]:
    """Return two rounds with boundaries of one kind, and notes on how they differ."""
    before, after = (with_uncertain(one, options.uncertain) for one in (before, after))
    if before.kind != after.kind:
        said = (
            f"boundaries are {CARRY[before.kind]} before and {CARRY[after.kind]} after, so that "
            "they count as places alone"
        )
        return plain(before), plain(after), (said,)
    if options.similarity in TYPED and set(before.types) != set(after.types):
        alone = {
            "only before": sorted({*before.types} - {*after.types}),
            "only after": sorted({*after.types} - {*before.types}),
        }
        listed = (f"{when}: {', '.join(names)}" for when, names in alone.items() if names)
        return before, after, (f"the types of boundaries differ ({'; '.join(listed)})",)
    return before, after, ()


@dataclass(frozen=True)
class _Part:
    """A coder group of a round, with the items that both rounds have."""

    row: AgreementRow
    tallies: Mapping[str, GroupTally]
    similarity: str
    totals: Floats
    own: Ints
    common: Ints

    @property
    def group(self) -> CoderGroup:
        """The group."""
        return self.tallies[self.similarity].group

    @cached_property
    def of_items(self) -> Floats:
        """The columns of the common items: shape (4, items)."""
        return columns_of(each_item(self.tallies[self.similarity]))[:, self.own]

    @cached_property
    def left(self) -> Floats:
        """The columns of the common items without each coder: shape (coders, 4, items)."""
        return without_each_coder(self.tallies[self.similarity])[..., self.own]

    @cached_property
    def coded(self) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """Who coded which common item: shape (coders, items)."""
        tally = self.tallies[self.similarity]
        return tally.coder_sets[tally.coder_set][self.own].T

    def pool(self, weights: Floats) -> Floats:
        """Pool the group under weights of all N common items: shape (R, N) to (7, R)."""
        wide = np.zeros((len(weights), len(self.totals)))
        wide[:, self.own] = weights[:, self.common]
        found = {name: pooled(tally, wide) for name, tally in self.tallies.items()}
        over = [found[name].coefficients.pi for name in ("s", "b")]
        return np.vstack([columns_of(found[self.similarity]), *over, alpha_of(wide @ self.totals)])


@dataclass(frozen=True)
class _Round:
    """A round: its corpus, its agreement, and the groups that have common items."""

    corpus: Corpus
    table: AgreementTable
    common: Mapping[str, int]
    parts: Sequence[_Part]

    @classmethod
    def of(cls, corpus: Corpus, common: Mapping[str, int], options: AgreementOptions) -> _Round:
        table = agreement(corpus, options)
        by_similarity = {
            name: group_tallies(corpus, replace(options, similarity=name))
            for name in {options.similarity, "s", "b"}
        }
        totals = tally_decisions(corpus).totals
        parts = []
        for number, row in enumerate(table.groups):
            tallies = {name: found[number] for name, found in by_similarity.items()}
            places = tallies[options.similarity].items
            names = [corpus.items[place].name for place in places.tolist()]
            own = [place for place, name in enumerate(names) if name in common]
            if own:
                to = np.array([common[names[place]] for place in own])
                at = np.array(own)
                parts.append(_Part(row, tallies, options.similarity, totals[places], at, to))
        return cls(corpus, table, common, parts)

    @cached_property
    def rows(self) -> list[AgreementRow]:
        """The agreement of the common items, in their order."""
        named = {row.item: row for row in self.table.items}
        return [named[name] for name in self.common]

    @cached_property
    def place(self) -> Ints:
        """Where each common item is: number of its part, and its place there; (N, 2)."""
        found = np.empty((len(self.common), 2), dtype=np.int64)
        for number, part in enumerate(self.parts):
            found[part.common, 0] = number
            found[part.common, 1] = np.arange(len(part.common))
        return found


def _strata(first: _Round, second: _Round) -> list[tuple[int, int, Ints]]:
    """Divide the common items by their groups in both rounds: parts and items of each."""
    pairs = np.stack([first.place[:, 0], second.place[:, 0]], axis=1)
    kinds, number = np.unique(pairs, axis=0, return_inverse=True)
    order = np.argsort(number.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(number.ravel(), minlength=len(kinds)))
    parts = np.split(order, ends[:-1])
    return [(*kind, items) for kind, items in zip(kinds.tolist(), parts, strict=True)]


def _item_rows(first: _Round, second: _Round, level: float) -> tuple[ChangeRow, ...]:
    """Compare the common items, in their order."""
    found: dict[int, ChangeRow] = {}
    names = list(first.common)
    for number, other, items in _strata(first, second) if names else ():
        b, a = first.parts[number], second.parts[other]
        at, to = first.place[items, 1], second.place[items, 1]
        values = b.of_items[:, at], a.of_items[:, to]
        reach, paired = _reach(b, a, at, to, level)
        for column, place in enumerate(items.tolist()):
            rows = first.rows[place], second.rows[place]
            found[place] = _item_row(
                (first.corpus[names[place]], second.corpus[names[place]]),
                rows,
                [of[:, column].tolist() for of in (*values, reach)],
                bool(paired[column]),
            )
    return tuple(found[place] for place in range(len(names)))


def _reach(
    b: _Part, a: _Part, at: Ints, to: Ints, level: float
) -> tuple[Floats, np.ndarray[tuple[int, ...], np.dtype[np.bool_]]]:
    """Return how far intervals of items reach, (4, I), and where coders are the same, (I,)."""
    both = [
        (b.group.coders.index(coder), a.group.coders.index(coder))
        for coder in b.group.coders
        if coder in a.group.coders
    ]
    ours, theirs = np.array(both, dtype=np.int64).reshape(-1, 2).T
    left, coded = (b.left[..., at], a.left[..., to]), (b.coded[:, at], a.coded[:, to])
    sizes = [who.sum(axis=0) for who in coded]
    shared = coded[0][ours] & coded[1][theirs]
    paired = (sizes[0] == shared.sum(axis=0)) & (sizes[1] == sizes[0])
    with np.errstate(invalid="ignore", divide="ignore"):
        variances = [jackknife_variance(of, who) for of, who in zip(left, coded, strict=True)]
        apart = variances[0] + variances[1]
        shares = [v**2 / (size - 1) for v, size in zip(variances, sizes, strict=True)]
        welch = apart**2 / (shares[0] + shares[1])
        together = jackknife_variance(left[1][theirs] - left[0][ours], shared)
    variance = np.where(paired, together, apart)
    # Without any variance the degrees of freedom do not matter.
    welch = np.nan_to_num(np.floor(welch + NEGLIGIBLE), nan=1.0)
    degrees = np.maximum(np.where(paired, sizes[0] - 1, welch), 1).astype(int)
    quantile = {d: student_t((1 + level) / 2, d) for d in set(degrees.ravel().tolist())}
    reach: Floats = np.sqrt(variance) * np.vectorize(quantile.__getitem__)(degrees)
    return reach, paired


def _item_row(
    items: tuple[Item, Item],
    rows: tuple[AgreementRow, AgreementRow],
    found: Sequence[Sequence[float]],
    paired: bool,
) -> ChangeRow:
    """Compare an item, from the columns before, after, and how far intervals reach."""
    coders = min(row.coders for row in rows)
    columns = []
    for name, before, after, reach in zip(COLUMNS, *found, strict=True):
        change = after - before
        ends = change - reach, change + reach
        interval = interval_over_coders(change, *ends, coders, undefined=NO_CHANGE)
        if name == "one_minus_wd_mean" and interval.low is not None and interval.high is not None:
            interval = Interval(max(interval.low, -1.0), min(interval.high, 1.0))
        whys = [row.undefined.get(name, "") for row in rows]
        columns.append(as_changed(before, after, interval, whys))
    one, other = rows
    sizes = one.coders, other.coders, one.mass, other.mass
    return ChangeRow("item", one.item, 1, *sizes, paired, _note(*items), *columns)


def _note(before: Item, after: Item) -> str:
    """Describe what else changed on an item, or that nothing did."""
    said = []
    if before.mass != after.mass:
        said.append(f"the text changed: {before.mass:,} units before, {after.mass:,} after")
    elif before.texts and after.texts and before.texts != after.texts:
        units = sum(a != b for a, b in zip(before.texts, after.texts, strict=True))
        said.append(f"the text changed in {units:,} of {before.mass:,} units")
    left = [coder for coder in before.coders if coder not in after.codings]
    joined = [coder for coder in after.coders if coder not in before.codings]
    if len(left) == len(before.coders):
        said.append("coded by others")
    else:
        who = {"without": left, "with": joined}
        said += [f"{how} {', '.join(names)}" for how, names in who.items() if names]
    if not said and before.codings == after.codings:
        said.append("coded exactly as before")
    return "; ".join(said)


def _test(items: Sequence[ChangeRow], random: np.random.Generator) -> ChangeTest:
    """Test whether pi* of the items changed on the mean."""
    changes = np.array([row.pi_star.change for row in items if row.pi_star.change is not None])
    if not changes.size:
        return ChangeTest(0, 0, 0, None, None, exact=False)
    p, exact = sign_flip(changes, random)
    rose, fell = int((changes > NEGLIGIBLE).sum()), int((changes < -NEGLIGIBLE).sum())
    return ChangeTest(len(changes), rose, fell, float(changes.mean()), p, exact)


@dataclass(frozen=True)
class _Over:
    """Values of all groups of two rounds over the common items, and their resamples."""

    rounds: tuple[_Round, _Round]
    strata: Sequence[tuple[int, int, Ints]]
    values: tuple[Floats, Floats]
    draws: tuple[Floats, Floats]

    @classmethod
    def both(
        cls,
        first: _Round,
        second: _Round,
        options: ResampleOptions,
        progress: Progress | None,
    ) -> _Over:
        """Pool and resample both rounds."""
        rounds, count = (first, second), len(first.common)
        strata = _strata(first, second) if count else []
        values = tuple(_pooled(one, np.ones((1, count)))[..., 0] for one in rounds)
        chunks: tuple[list[Floats], list[Floats]] = ([], [])
        drawn = _weights(strata, count, options) if count > 1 else ()
        for weights in reported(drawn, progress, options.resamples, len):
            for found, one in zip(chunks, rounds, strict=True):
                found.append(_pooled(one, weights))
        draws = tuple(
            np.concatenate(found, axis=2) if found else np.zeros((len(one.parts), len(POOLED), 0))
            for found, one in zip(chunks, rounds, strict=True)
        )
        return cls(rounds, strata, (values[0], values[1]), (draws[0], draws[1]))

    def group_rows(self, level: float) -> tuple[tuple[ChangeRow, ...], tuple[str, ...]]:
        """Compare the groups that have the same items, and say how many have not."""
        first, second = self.rounds
        found = []
        for number, other, items in self.strata:
            b, a = first.parts[number], second.parts[other]
            if len(items) == len(b.common) == len(a.common):
                found.append(self._group_row(number, other, level))
        alone = len(first.parts) + len(second.parts) - 2 * len(found)
        said = f"coder groups that have other items in the other round: {alone:,}"
        return tuple(found), (f"{said}; they count for the corpus alone",) if alone else ()

    def _group_row(self, number: int, other: int, level: float) -> ChangeRow:
        parts = self.rounds[0].parts[number], self.rounds[1].parts[other]
        names = dict.fromkeys(part.group.name for part in parts)
        columns = []
        draws = self.draws[1][other] - self.draws[0][number]
        why = ONE_ITEM if len(parts[0].own) < 2 else ""
        for place, name in enumerate(COLUMNS):
            values = self.values[0][number, place], self.values[1][other, place]
            whys = [
                part.row.undefined.get(name, NO_VALUE) if isnan(value) else ""
                for part, value in zip(parts, values, strict=True)
            ]
            interval = percentile_interval(draws[place], level, undefined=why)
            columns.append(as_changed(*values, interval, whys))
        return self._row("group", ", then ".join(names), [[part] for part in parts], columns)

    def corpus_row(self, level: float) -> ChangeRow:
        """Compare the means over groups."""
        columns = [self._mean(place, level) for place in range(len(COLUMNS))]
        return self._row("corpus", "", [one.parts for one in self.rounds], columns)

    def beside(self, level: float) -> dict[Measure, Changed]:
        """Compare what stands beside the coefficients of the corpus."""
        return {name: self._mean(place, level) for place, name in enumerate(MEASURES, len(COLUMNS))}

    def _mean(self, place: int, level: float) -> Changed:
        """Compare the means over groups of one value."""
        if not self.strata:
            return Changed(None, None, None, Interval(None, None, NO_CHANGE), NO_ITEM)
        counted = [np.flatnonzero(~np.isnan(values[:, place])) for values in self.values]
        whys = ["" if len(which) else NO_GROUP for which in counted]
        before, after = (
            float(values[which, place].mean()) if len(which) else nan
            for values, which in zip(self.values, counted, strict=True)
        )
        if any(whys):
            return as_changed(before, after, Interval(None, None, NO_CHANGE), whys)
        earlier, later = (
            draws[which, place].mean(axis=0)
            for draws, which in zip(self.draws, counted, strict=True)
        )
        why = self._unresampled(*({*which.tolist()} for which in counted))
        interval = percentile_interval(later - earlier, level, undefined=why)
        return as_changed(before, after, interval, whys)

    def _unresampled(self, first: set[int], second: set[int]) -> str:
        """Return why the mean over these groups cannot be resampled, or nothing."""
        if len(self.rounds[0].common) < 2:
            return ONE_ITEM
        for number, other, items in self.strata:
            if len(items) < 2 and (number in first or other in second):
                whole = len(self.rounds[0].parts[number].common) == 1
                return GROUP_OF_ONE if whole else ONE_TOGETHER
        return ""

    def _row(
        self,
        level: Level,
        name: str,
        parts: Sequence[Sequence[_Part]],
        columns: Sequence[Changed],
    ) -> ChangeRow:
        sides = []
        for one, of in zip(self.rounds, parts, strict=True):
            rows = [one.rows[place] for part in of for place in part.common.tolist()]
            sides.append((sum(len(part.group.coders) for part in of), sum(r.mass for r in rows)))
        items = sum(len(part.common) for part in parts[0])
        (coders, mass), (others, units) = sides
        sizes = coders, others, mass, units
        return ChangeRow(level, name, items, *sizes, True, "", *columns)


def _pooled(one: _Round, weights: Floats) -> Floats:
    """Pool all groups of a round: shape (R, N) to (groups, 7, R)."""
    if not one.parts:
        return np.zeros((0, len(POOLED), len(weights)))
    return np.stack([part.pool(weights) for part in one.parts])


def _weights(
    strata: Sequence[tuple[int, int, Ints]], count: int, options: ResampleOptions
) -> Iterator[Floats]:
    """Draw the common items anew, those of each stratum by itself: chunks of (rows, N)."""
    randoms = [np.random.default_rng([options.seed, number]) for number in range(len(strata))]
    for rows in chunks_of(options, count):
        weights = np.empty((rows, count))
        for random, (_, _, items) in zip(randoms, strata, strict=True):
            weights[:, items] = drawn_weights(random, rows, len(items))
        yield weights
