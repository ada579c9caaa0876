"""Whose number of boundaries is odd: in one item alone, after some place, or as they come in pairs.

Conventions
-----------
All are counts, of texts and recordings alike, of a coder group; none says what they come from.

*One item alone.* How many boundaries a coder would have in an item follows from the coder's number
in all other items, and from how many the others have there for each of theirs in those. The number
there is stands beside that in a table of two rows and two columns (coder and others, the item and
all others), whose signed root of G² is a standard normal number, if boundaries are as many as by
chance (Poisson). Its variance is that of the same roots of all other coders, computed without the
coder, with `USUAL_DEGREES` earlier ones of variance 1; Student's t at `OF_NUMBERS` is corrected for
all coders and items, and the root is `BEYOND` times the largest of all others', as tails are
heavier in large corpora. Besides the number is `FAR` times what would be expected, or the other way
round, lies on the same side of the mean of the others, and differs more from it than that of the
coder's other items does, so that of two items the odd one is named.

*Stops.* A coder stops in an item after whose last boundary all others go on. If nobody stops, each
of the n boundaries of the coder lies up to there with the share of the others' that does, so that
the last one does by chance as often as the n-th power says. It is counted exactly, as the chance
that those after it are all of the others, at `OF_STOPS` corrected for all coders and items. Who
stops early has few by whom to tell: if that chance is `LEVEL` at most as it is, the boundaries of
all items of the coder are counted in it, as who marks as often as elsewhere would have some. Each
of the others has `GO_ON` boundaries after it at least (of three and more, one may have a single
one), and the coder had `BEFORE` up to there.

*In pairs.* A boundary of a recording follows another of the same coder if it comes within `SOON`
seconds after it. A coder has pairs if at least `MANY` of the boundaries do so, and clearly more
than `AS_OFTEN` times as many as of the others', or as would if so many lay anywhere: by an exact
binomial test at `LEVEL`, corrected for coders.

Sources: Agresti (2013), section 3.2, for G²; Bonferroni's rule.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from functools import cache, partial
from math import exp, lgamma, log, log1p, nan, sqrt
from typing import NamedTuple

import numpy as np

from segmetrics.axis import Unit, axis_of, scale_of
from segmetrics.corpus import CoderGroup, Corpus, Item
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import seconds, seconds_in_words
from segmetrics.phrases import counted, from_to
from segmetrics.reliability.student_t import student_t

LEVEL = 0.05
# Where false alarms are shared, numbers of boundaries in texts vary by more than chance: 5% would
# name somebody in 5 to 6% of corpora of twelve texts in which nobody is odd.
OF_NUMBERS: Mapping[Unit, float] = {"units": LEVEL / 2, "seconds": LEVEL}
# Where people have nothing in common, presses come in clusters: at 5% somebody would be said to
# stop in 6% of corpora of films.
OF_STOPS = 0.03
# As many as a coder of seven items has beside one other: fewer would have t's tails hide all.
USUAL_DEGREES = 6
# Twice or half of what is expected: less than that a person would not ask the coder about.
FAR, BEYOND = 2.0, 1.75
SOON, MANY, AS_OFTEN = 1.5, 0.2, 1.5
FEWEST_CODERS = 3
# Boundaries of each of the others after one who stops, as a single one may be anybody's addition;
# and of that one before, as who has one or two marked hardly anything there, and did not stop.
GO_ON, BEFORE = 2, 3
# Share of a sum from which on what is added to it changes nothing.
PRECISION = 1e-15


class OneItem(NamedTuple):
    """A coder whose number of boundaries is odd in one item alone."""

    coder: str
    item: str
    boundaries: int
    expected: float  # by the coder's other items, and by how many the others have here
    others: tuple[int, ...]  # boundaries of each of the others, the fewest first

    @property
    def words(self) -> str:
        """Return it as a sentence."""
        those = from_to(self.others[0], self.others[-1])
        far = "fewer" if self.boundaries < self.expected else "more"
        return (
            f"In {self.item}, {self.coder} has far {far} boundaries than usual: "
            f"{self.boundaries:,}, while the others have {those}."
        )

    @property
    def brief(self) -> str:
        """Return it in a word or two."""
        return "odd number"

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        those = from_to(self.others[0], self.others[-1])
        own = counted(self.boundaries, "boundary", "boundaries")
        return f"In {self.item} you have {own}, the others {those}. Was anything different there?"


class Stops(NamedTuple):
    """A coder who has no more boundaries in an item from some place on, though the others do."""

    coder: str
    item: str
    at: str  # the coder's last boundary: ``at 26:48``
    others: tuple[int, ...]  # boundaries of each of the others after it, the fewest first

    @property
    def words(self) -> str:
        """Return it as a sentence."""
        return (
            f"In {self.item}, the last boundary of {self.coder} is {self.at}: after it the others "
            f"have {self._number} each, {self.coder} none."
        )

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        return (
            f"In {self.item} your last boundary is {self.at}; the others have {self._number} each "
            "after it. Did you stop there?"
        )

    @property
    def brief(self) -> str:
        """Return it in a word or two."""
        return "stops"

    @property
    def _number(self) -> str:
        return from_to(self.others[0], self.others[-1])


class InPairs(NamedTuple):
    """A coder of recordings whose boundaries come in pairs."""

    coder: str
    follow: int  # boundaries that come within `SOON` after another of theirs
    boundaries: int
    others_follow: int
    others: int

    @property
    def words(self) -> str:
        """Return it as a sentence."""
        return (
            f"{self.coder}'s boundaries come in pairs: {self.follow:,} of {self.boundaries:,} "
            f"follow another within {seconds(SOON)}; of all others', {self.others_follow:,} of "
            f"{self.others:,}."
        )

    @property
    def asked(self) -> str:
        """Return it as a question to the coder."""
        return (
            f"{self.follow:,} of your {self.boundaries:,} boundaries come within "
            f"{seconds_in_words(SOON)} after another of yours. Did you press the key twice?"
        )


def odd_numbers(corpus: Corpus) -> tuple[OneItem, ...]:
    """Return whose number of boundaries is odd in one item alone, by group and coder."""
    cells = sum(len(item.codings) for item in corpus.items if len(item.codings) > 1)
    return tuple(one for group in corpus.groups for one in _of_group(corpus, group, cells))


def _of_group(corpus: Corpus, group: CoderGroup, cells: int) -> Iterator[OneItem]:
    """Find the odd items of the coders of a group."""
    items = [corpus[name] for name in group.items if len(corpus[name].codings) > 1]
    counts = np.array([[_count(item, coder) for item in items] for coder in group.coders])
    if len(group.coders) < FEWEST_CODERS or len(items) < 2:
        return
    roots, expected, means = _roots(counts)
    level = OF_NUMBERS[axis_of(corpus).unit] / cells
    for place, coder in enumerate(group.coders):
        rest = np.delete(counts, place, axis=0)
        squares = _roots(rest)[0] ** 2
        known = int((~np.isnan(squares)).sum())
        degrees = max(0, (len(rest) - 1) * (len(items) - 1) * known // max(1, rest.size))
        mean = float(np.nanmean(squares)) if known else 1.0
        variance = (USUAL_DEGREES + degrees * mean) / (USUAL_DEGREES + degrees)
        reach = max(
            student_t(1 - level / 2, USUAL_DEGREES + degrees) * variance**0.5,
            BEYOND * float(np.nanmax(np.sqrt(squares), initial=0.0)),
        )
        # Not if the others have boundaries here alone, nor beside one other.
        tellable = np.isfinite(expected[place]) & ((~np.isnan(rest)).sum(axis=0) > 1)
        for at in np.flatnonzero(tellable & (np.abs(roots[place]) > reach)).tolist():
            own, usual = counts[place, at], means[place, at]
            times = (own + 0.5) / (expected[place, at] + 0.5)
            beside = (own + 0.5) / (usual + 0.5)
            elsewhere = beside / times
            if max(times, 1 / times) < FAR or (times > 1) != (beside > 1):
                continue
            if max(beside, 1 / beside) <= max(elsewhere, 1 / elsewhere):
                continue
            others = np.delete(counts[:, at], place)
            yield OneItem(
                coder,
                items[at].name,
                int(own),
                float(expected[place, at]),
                tuple(sorted(int(one) for one in others[~np.isnan(others)])),
            )


def stops(corpus: Corpus) -> tuple[Stops, ...]:
    """Return who stops in an item while the others go on, by item."""
    cells = sum(len(item.codings) for item in corpus.items if len(item.codings) > 1)
    axis, found = axis_of(corpus), []
    in_all = cache(partial(_in_all, corpus))  # the same few coders, in item after item
    for item in corpus.items:
        for coder, coding in item.codings.items():
            theirs = [one.boundaries for name, one in item.codings.items() if name != coder]
            if len(theirs) < FEWEST_CODERS - 1 or len(coding.boundaries) < BEFORE:
                continue
            last = coding.boundaries[-1]
            after = sorted(len(one) - bisect_right(one, last) for one in theirs)
            # Of three others and more, one who marks little may have a single one.
            if not after[0] or after[len(after) > 2] < GO_ON:
                continue
            later, own = sum(after), len(coding.boundaries)
            here = _before_the_last(own, sum(map(len, theirs)), later)
            mine, every = in_all(coder, frozenset(item.codings.keys() - {coder}))
            by_chance = here if here > LEVEL else min(here, _before_the_last(mine, every, later))
            if by_chance < OF_STOPS / cells:
                found.append(Stops(coder, item.name, axis.at(last), tuple(after)))
    return tuple(found)


def _before_the_last(own: int, others: int, later: int) -> float:
    """Return the chance that so many later ones of all boundaries are of the others."""
    return exp(
        lgamma(others + 1)
        + lgamma(others - later + own + 1)
        - lgamma(others - later + 1)
        - lgamma(others + own + 1)
    )


def _in_all(corpus: Corpus, coder: str, others: frozenset[str]) -> tuple[int, int]:
    """Count boundaries of a coder, and those of others, in all items of the coder."""
    codings = [item.codings for item in corpus.items if coder in item.codings]
    own = sum(len(of[coder].boundaries) for of in codings)
    return own, sum(len(of[name].boundaries) for of in codings for name in others & of.keys())


def _count(item: Item, coder: str) -> float:
    return len(item.codings[coder].boundaries) if coder in item.codings else nan


def _roots(counts: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the signed root of G² of each coder and item, what is expected, and others' means.

    `counts` are coders x items, nan where nobody coded; so is what is undefined.
    """
    with np.errstate(invalid="ignore", divide="ignore"):
        coded = ~np.isnan(counts)
        placed = np.where(coded, counts, 0.0)
        others = coded.sum(axis=0) - coded
        here = np.where(coded & (others > 0), placed.sum(axis=0) - placed, 0.0)  # of the others
        mean = here / others
        whole = np.where(coded, mean, 0.0).sum(axis=1, keepdims=True)
        share = mean / whole
        total = placed.sum(axis=1, keepdims=True)
        expected = (total - placed) * share / (1 - share)
        there = here.sum(axis=1, keepdims=True) - here
        cells = np.stack([placed, total - placed, here, there])
        every = cells.sum(axis=0)
        rows = np.stack([cells[0] + cells[1], cells[2] + cells[3]])[[0, 0, 1, 1]]
        columns = np.stack([cells[0] + cells[2], cells[1] + cells[3]])[[0, 1, 0, 1]]
        independent = rows * columns / every
        terms = np.where(cells > 0, cells * np.log(cells / independent), 0.0)
        roots = np.sign(cells[0] - independent[0]) * np.sqrt(np.maximum(2 * terms.sum(axis=0), 0))
        defined = coded & (here + there > 0) & (total > 0) & (here + placed > 0)
    return np.where(defined, roots, nan), expected, mean


def in_pairs(corpus: Corpus) -> tuple[InPairs, ...]:
    """Return whose boundaries come in pairs in recordings, in the order of the corpus."""
    follow, placed, chance = np.zeros((3, len(corpus.coders)))
    rows = {coder: at for at, coder in enumerate(corpus.coders)}
    scale = scale_of(corpus)
    soon = scale.steps_within(SOON)
    for item in corpus.items:
        for coder, coding in item.codings.items():
            number = len(coding.boundaries)
            follow[rows[coder]] += int((np.diff(coding.boundaries) <= soon).sum())
            placed[rows[coder]] += number
            chance[rows[coder]] += number * (1 - exp(-soon * number / item.mass))
    found = []
    for coder, at in rows.items():
        others, theirs = placed.sum() - placed[at], follow.sum() - follow[at]
        if not others or not placed[at] or follow[at] < MANY * placed[at]:
            continue
        usual = AS_OFTEN * max(theirs / others, chance[at] / placed[at])
        if not usual * placed[at] < follow[at]:
            continue
        if binomial_tail(int(follow[at]), int(placed[at]), usual) < LEVEL / len(rows):
            found.append(InPairs(coder, *map(int, (follow[at], placed[at], theirs, others))))
    return tuple(found)


def well_below(number: int, of: int) -> float:
    """Return a share, lower by its standard error."""
    share = (number + 0.5) / (of + 1)
    return max(0.0, share - sqrt(share * (1 - share) / (of + 1)))


def binomial_tail(number: int, of: int, share: float) -> float:
    """Return the chance of so many or more, each with a share; 1 up to what that share gives."""
    if number <= of * share:
        return 1.0
    if not share:
        return 0.0
    ways = lgamma(of + 1) - lgamma(number + 1) - lgamma(of - number + 1)
    term = exp(ways + number * log(share) + (of - number) * log1p(-share))
    whole = term
    for more in range(number, of):
        term *= (of - more) / (more + 1) * share / (1 - share)
        whole += term
        if term < whole * PRECISION:
            break
    return whole
