"""Is an automatic segmenter as good as a person? What agreement it leaves among people.

Fournier & Inkpen (2012, section 3.4) propose to add a segmenter to the people as one more
coder: if agreement falls, the segmenter is not one of them. Here each segmenter is added
by itself to each group of people, and three coefficients are compared with and without it:
pi* over S, pi* over B, and Krippendorff's alpha over boundary decisions. With S alone a
segmenter that places nothing can look good, since S takes every place that nobody marked
for agreement; see docs/segmenters.md.

Whether a segmenter is as good as a person is judged over all groups at once, by how much of
people's agreement it keeps (`segmetrics.segmenters.kept_agreement`).

Conventions
-----------
The *change* is the coefficient with the segmenter less that of the people alone, both on
the items that the segmenter coded: negative if it agrees less than they do. Its interval speaks
of other items, coded by the same people: each item is left out of both values in turn.

The *rank* of a segmenter is among people and segmenter together: 1 and one more for each
person without whom they would agree less than without the segmenter. 1 is the best. A
person who coded few of the items can change little, and so lies near the middle.

Two segmenters are compared over items, by their boundary similarity B to the people of an
item (pooled over these people): a sign-flip test of the mean difference, exact for up to 16
items. P-values are corrected after Holm for all tests of a group. Baselines are tested
against segmenters, but not against each other.

Boundaries count as places alone; types and levels are not looked at.

Sources: Fournier & Inkpen (2012), section 3.4; Holm (1979).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.boundary_marks import with_uncertain
from segmetrics.coefficients.boundary_decisions import alpha_of, tally_decisions
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE, observed_agreement, or_none
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.pooling import GroupTally, group_tallies
from segmetrics.corpus import CoderGroup, Corpus
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.reliability.changes import MEASURES, Measure
from segmetrics.reliability.jackknife import AS_IT_IS, Interval, IntervalOptions, over_items
from segmetrics.reliability.leave_one_out import ALL_BUT_EACH_ITEM, ALL_ITEMS, Part
from segmetrics.reliability.multiple_tests import after_holm
from segmetrics.reliability.permutation import sign_flip
from segmetrics.reliability.progress import Progress
from segmetrics.rows import WithRows
from segmetrics.segmenters.baselines import BASELINES, Baseline, baseline_names, with_baselines
from segmetrics.segmenters.kept_agreement import KeptAgreement, kept_agreement
from segmetrics.segmenters.verdicts import Change, verdict

# Beside the seed, so that these random numbers are not those of anything else.
STREAM = 34_002

NO_ITEM = "the segmenter coded no item together with two people of the group"
NO_VALUE = "the coefficient is undefined with or without the segmenter"

# Pools a part of the items, perhaps without a coder.
Pool = Callable[[Part, str | None], Floats]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A segmenter beside a group of people."""

    group: str  #: name of the group of people
    segmenter: str  #: the segmenter
    baseline: Baseline | None  #: which baseline it is, if it is one
    items: int  #: items of the group that it coded
    boundaries: int  #: boundaries that it placed there
    placed_by_people: float  #: boundaries that a person placed there, on the mean
    changes: Mapping[Measure, Change]  #: what it does to each measure
    words: str  #: what they say, in words

    @property
    def kind(self) -> str:
        """Whether it is a segmenter or a baseline."""
        return "baseline" if self.baseline else "segmenter"


class PairTest(NamedTuple):
    """Two segmenters compared over the items that both coded."""

    group: str  #: name of the group of people
    first: str  #: the one segmenter
    second: str  #: the other
    items: int  #: items that both coded, and on which B has a value
    #: Mean over items of B to the people of the first, less that of the second.
    difference: float | None
    p: float | None  #: of a two-sided sign-flip test
    p_holm: float | None  #: the same, corrected for all tests of the group
    exact: bool  #: whether all sign flips were tried


@dataclass(frozen=True)
class SegmenterTable(WithRows):
    """All segmenters of a corpus beside its people."""

    parts = ("kept", "comparisons", "tests")

    #: The verdict over all groups on each segmenter, the baselines last.
    kept: tuple[KeptAgreement, ...]
    comparisons: tuple[Comparison, ...]  #: by group and segmenter, the baselines last
    tests: tuple[PairTest, ...]  #: by group and pair of segmenters
    options: AgreementOptions  #: how agreement was computed
    level: float  #: level of the intervals
    baselines: tuple[Baseline, ...]  #: the baselines that were added
    seed: int  #: seed of ``RANDOM`` and of sign flips
    digest: str  #: SHA-256 of the corpus, without baselines


@on_axis("compare_segmenters", not_of=only_texts("against_references(segmenter, people)"))
def compare_segmenters(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    level: float = IntervalOptions().level,
    *,
    baselines: Sequence[Baseline] = BASELINES,
    seed: int = 0,
    progress: Progress | None = None,
) -> SegmenterTable:
    """Compare each automatic segmenter, and baselines, with each group of people.

    Parameters
    ----------
    corpus : Corpus
        The corpus; `Corpus.automatic` names the segmenters.
    options : AgreementOptions, optional
        Convention, near-miss window, costs, and what uncertain boundaries count for; the
        similarity and the width of WindowDiff's window do not matter here.
    level : float, default 0.95
        Share of the intervals that are to hold the true change.
    baselines : sequence of str
        Which baselines to add.
    seed : int, default 0
        Seed of ``RANDOM``, and of sign flips over more items than all flips are tried of.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    SegmenterTable
        Empty if there is no segmenter, or no group of two people or more.

    Raises
    ------
    ValueError
        If the seed is negative.

    Examples
    --------
    >>> masses = {f"i{n}": {"x": [3, n + 4, 5], "y": [3, n + 4, 5]} for n in range(6)}
    >>> found = compare_segmenters(Corpus.from_masses(masses), baselines=("ALL",))
    >>> for measure, change in found.comparisons[0].changes.items():
    ...     print(measure, round(change.people, 2), round(change.joined, 2), change.rank, change.of)
    pi_s 1.0 0.3 3 3
    pi_b 1.0 0.02 3 3
    alpha 1.0 -0.15 3 3
    """
    options = options or AgreementOptions()
    if seed < 0:
        raise ValueError(f"a seed is at least 0, got {seed}")
    digest = corpus.codings_digest
    corpus = with_uncertain(corpus, options.uncertain)
    named = baseline_names(corpus, baselines)
    corpus = with_baselines(corpus, baselines, seed=seed)
    groups = _people(corpus)
    segmenters = sorted(corpus.automatic, key=named.__contains__)
    comparisons: list[Comparison] = []
    tests: list[PairTest] = []
    beside: dict[str, list[tuple[str, Corpus]]] = {segmenter: [] for segmenter in segmenters}
    for number, group in enumerate(groups):
        near: dict[str, Mapping[str, float]] = {}
        for place, segmenter in enumerate(segmenters):
            joined = _joined(corpus, group, segmenter)
            found, near[segmenter] = _beside(
                joined, group, segmenter, named.get(segmenter), options, level
            )
            if joined:
                beside[segmenter].append((group.name, joined))
            comparisons.append(found)
            if progress:
                progress((number + (place + 1) / len(segmenters)) / len(groups))
        random = np.random.default_rng([seed, STREAM, number])
        tests += _tests(group.name, near, named, random)
    return SegmenterTable(
        kept=tuple(
            kept_agreement(segmenter, named.get(segmenter), found)
            for segmenter, found in (beside if groups else {}).items()
        ),
        comparisons=tuple(comparisons),
        tests=tuple(tests),
        options=options,
        level=level,
        baselines=tuple(baselines),
        seed=seed,
        digest=digest,
    )


def with_people(corpus: Corpus, table: SegmenterTable, comparison: Comparison) -> Corpus | None:
    """Return what a comparison was made of: the items of the segmenter, with it and the people."""
    corpus = with_uncertain(corpus, table.options.uncertain)
    corpus = with_baselines(corpus, table.baselines, seed=table.seed)
    (group,) = (one for one in _people(corpus) if one.name == comparison.group)
    return _joined(corpus, group, comparison.segmenter)


def _people(corpus: Corpus) -> tuple[CoderGroup, ...]:
    """Group the people of a corpus: those groups in which somebody can agree."""
    people = [coder for coder in corpus.coders if coder not in corpus.automatic]
    groups = corpus.select(coders=people).groups if people else ()
    return tuple(group for group in groups if len(group.coders) > 1)


def _beside(
    joined: Corpus | None,
    group: CoderGroup,
    segmenter: str,
    baseline: Baseline | None,
    options: AgreementOptions,
    level: float,
) -> tuple[Comparison, Mapping[str, float]]:
    """Compare a segmenter with a group; also give its B to the people on each item."""
    if joined is None:
        changes = dict.fromkeys(MEASURES, Change.none(NO_ITEM))
        words = f"Cannot be compared: {NO_ITEM}."
        return Comparison(group.name, segmenter, baseline, 0, 0, 0.0, changes, words), {}
    tallies = {
        similarity: group_tallies(joined, replace(options, similarity=similarity))[0]
        for similarity in ("s", "b")
    }
    changes = _changes(joined, tallies, segmenter, level)
    own = tallies["s"].group.coders.index(segmenter)
    placed = [sum(len(s.boundaries) for s in item.codings.values()) for item in joined.items]
    boundaries = [len(item.codings[segmenter].boundaries) for item in joined.items]
    by_people = sum(
        (total - mine) / (len(item.codings) - 1)
        for total, mine, item in zip(placed, boundaries, joined.items, strict=True)
    )
    found = Comparison(
        group.name,
        segmenter,
        baseline,
        len(joined.items),
        sum(boundaries),
        by_people,
        changes,
        verdict(
            changes,
            sum(boundaries),
            by_people,
            items=len(joined.items),
            saw_answers=baseline == "MAJORITY",
        ),
    )
    return found, _near(joined, tallies["b"], own)


def _joined(corpus: Corpus, group: CoderGroup, segmenter: str) -> Corpus | None:
    """Return the items of a group with a segmenter's codings; None if no two people share one."""
    items = [name for name in group.items if segmenter in corpus[name].codings]
    if not items:
        return None
    joined = corpus.select(items=items, coders=[*group.coders, segmenter])
    return joined if any(len(item.codings) > 2 for item in joined.items) else None


def _changes(
    joined: Corpus, tallies: Mapping[str, GroupTally], segmenter: str, level: float
) -> dict[Measure, Change]:
    """Compare the coefficients with and without a segmenter."""
    pools: dict[Measure, Pool] = {
        "pi_s": _pi(tallies["s"]),
        "pi_b": _pi(tallies["b"]),
        "alpha": _alpha(joined),
    }
    found: dict[Measure, Change] = {}
    for measure, pool in pools.items():
        without = {coder: float(pool(ALL_ITEMS, coder)[0]) for coder in joined.coders}
        whole = float(pool(ALL_ITEMS, None)[0])
        left = pool(ALL_BUT_EACH_ITEM, None) - pool(ALL_BUT_EACH_ITEM, segmenter)
        change = over_items(whole - without[segmenter], left, scale=AS_IT_IS)
        found[measure] = _change(without, whole, segmenter, change.interval(level))
    return found


def _pi(tally: GroupTally) -> Pool:
    place_of = {coder: place for place, coder in enumerate(tally.group.coders)}

    def pool(part: Part, without: str | None) -> Floats:
        place = None if without is None else place_of[without]
        return part.pool(tally, without=place).coefficients.pi

    return pool


def _alpha(joined: Corpus) -> Pool:
    decided = tally_decisions(joined)
    totals = {coder: decided.without(place) for place, coder in enumerate(joined.coders)}
    return lambda part, without: alpha_of(
        part.summed(decided.totals if without is None else totals[without])
    )


def _change(
    without: Mapping[str, float], joined: float, segmenter: str, interval: Interval
) -> Change:
    """Return the change of a coefficient, from its value with all coders and without each."""
    people = without[segmenter]
    if np.isnan(people) or np.isnan(joined):
        return Change.none(NO_VALUE, *or_none(np.array([people, joined])))
    known = [value for value in without.values() if not np.isnan(value)]
    better = sum(value < people - NEGLIGIBLE for value in known)
    return Change(people, joined, joined - people, interval, 1 + better, len(known))


def _near(joined: Corpus, tally: GroupTally, own: int) -> dict[str, float]:
    """Return the B of a segmenter to the people of each item, pooled over them."""
    columns = (tally.numerator, tally.denominator, tally.valued)
    near = or_none(observed_agreement(*(column[:, own] for column in columns)))
    return {
        item.name: value
        for item, value in zip(joined.items, near, strict=True)
        if value is not None
    }


def _tests(
    group: str,
    near: Mapping[str, Mapping[str, float]],
    baselines: Mapping[str, Baseline],
    random: np.random.Generator,
) -> list[PairTest]:
    """Test every pair of segmenters of a group of which one at least is no baseline."""
    tests = []
    for first, second in combinations((name for name in near if near[name]), 2):
        if first in baselines and second in baselines:
            continue
        both = [item for item in near[first] if item in near[second]]
        differences = np.array([near[first][item] - near[second][item] for item in both])
        if not both:
            tests.append(PairTest(group, first, second, 0, None, None, None, False))
            continue
        p, exact = sign_flip(differences, random)
        mean = float(differences.mean())
        tests.append(PairTest(group, first, second, len(both), mean, p, None, exact))
    by_holm = after_holm([test.p for test in tests])
    return [test._replace(p_holm=p) for test, p in zip(tests, by_holm, strict=True)]
