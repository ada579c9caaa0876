"""What pages compute of a corpus: each thing once, by what it depends on.

Each function declares a `Job`: what its result depends on, what computes it, and about how long
that takes, see `segmetrics.dashboard.frame.jobs`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import fsum
from typing import Any

from segmetrics.adjudication.gold import GoldOptions
from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.coding_model.coder_model import WIDEST, CoderModel, CoderModelOptions
from segmetrics.coding_model.coder_places import modelled_places
from segmetrics.coding_model.dependence import groups_drawn
from segmetrics.coding_model.held_out import FOLDS
from segmetrics.coding_model.what_would_help import (
    KINDS,
    MOST_ITEMS,
    SHUFFLES,
    WhatWouldHelp,
    simulations_of,
    what_would_help,
)
from segmetrics.coefficients.agreement_table import AgreementTable, agreement
from segmetrics.coefficients.decision_table import DecisionTable, decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.heat_map_component import HeatMapData, heat_map_data
from segmetrics.dashboard.frame import job_words
from segmetrics.dashboard.frame.jobs import PATIENT, Job, at_hand, kept
from segmetrics.dashboard.server import tasks
from segmetrics.dashboard.server.result_cache import Key
from segmetrics.io.write import CannotWrite, Written
from segmetrics.metrics.edits import EditModel
from segmetrics.metrics.metric import Metric
from segmetrics.reliability import reliability_table as reliability
from segmetrics.reliability.chance import ChanceTable, chance
from segmetrics.reliability.coder_cards import CoderCard, PlaceExample, coder_cards
from segmetrics.reliability.coder_findings import FindingTable, coder_findings
from segmetrics.reliability.coders import (
    CoderMatrix,
    PairItem,
    coder_matrix,
    kappa_matrix,
    pair_items,
)
from segmetrics.reliability.decision_intervals import DecisionIntervalTable, decision_intervals
from segmetrics.reliability.explain import Explainer, Explanation
from segmetrics.reliability.granularity import CoderGranularity, coder_granularity
from segmetrics.reliability.influence import InfluenceTable, influence
from segmetrics.reliability.intervals import IntervalTable, intervals_beside
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.many_shuffles import counts_bits
from segmetrics.reliability.planning import Plan, plan
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reliability.shuffle_tests import FIRST
from segmetrics.reliability.shuffling import NULLS, ChanceOptions, Null
from segmetrics.reliability.trends import CodingRound
from segmetrics.reliability.window_scan import WindowPoint, window_scan
from segmetrics.reporting.report import ReportOptions

# How much work is done in a second, as measured on one core. First on 1,000 items of 6 coders
# and 100 units:
LEFT_OUT = 1e6  # squared coders x items
BESIDE = 3e3  # pairs of coders that are set beside the others
SHUFFLED = 1e9  # units of all pairs x shuffles
ARRANGED = 5e6  # codings x shuffles
TOGETHER = 300  # shuffles one by one that take as long as those of many items at once
ENUMERATED = 1e3  # items, some of whose shuffles are all looked at
COMPARED = 3e7  # units of all pairs
# Of a table of agreement, on 1,400 coders of one item, and on 100,000 items of two coders:
TABLED = 6e7  # units of all pairs
CODINGS = 7e4  # codings
MATCHED = 4e5  # boundaries of both sides of all pairs, typed or of a window that is not USUAL
DECIDED = 4e4  # items, for the measures of boundary decisions
# Of a consensus, on these items, and on one with a million boundaries:
GOLDEN = 1.2e4  # items
VOTED = 2.5e5  # boundaries, where coders vote
ALIKE = 2e6  # boundaries of both sides of all pairs, where a medoid is sought
# Where a model of the coders is fitted:
FITTED = 1.2e6  # units of all codings
DIFFERED = 5e6  # units of all codings x coders
DRAWN = 6e7  # units of all codings of simulated groups
CHAINED = 1000  # units of the longest item of each coder group
JUDGED = 4e4  # the same x coders
VARIED = 7e3  # squared coders of each coder group, as all are looked at for each one's errors
# Where it is fitted again without some codings:
REFITTED = 4e5  # units of all codings
CHAINED_AGAIN = 1200  # units of the longest item of each coder group
SIMULATED = 700  # items that are drawn from it
# Of lists, explanations and files:
COMPARISONS = 1e4  # pairs of codings that are compared one by one
EDITS = 1e5  # boundaries of both sides of such pairs
EXPLAINED = 8e7  # squared items, as each is compared with all others
FILED = 2e6  # units of all codings, in a file
SHEETED = 2e5  # cells of a workbook
PLACED = 3e6  # units of all codings, among which places of coders are chosen

BRIEF = 2.0
"""Seconds up to which what stands on the cards of coders starts unasked."""

# The near-miss window whose matching needs no time worth counting.
USUAL = EditModel().n

# How many times as long it takes
ALIGNED = 15.0  # to shuffle, and compare by alignment
WINDOWED = 5.0  # by windows
WIDE = 6.0  # by a near-miss window that is not `USUAL`
TABLE_ALIGNED = 70.0  # to fill a table by alignment
TYPED = 30.0  # to compare boundaries that have types
ONE_BY_ONE = 30.0  # to compare by a metric that knows no batches


@dataclass(frozen=True, slots=True)
class CorpusSize:
    """How much there is of a corpus."""

    items: int
    codings: int
    boundaries: int
    cells: int
    pairs: int
    compared: int
    met: int


def extent_of(corpus: Corpus) -> CorpusSize:
    """Count what there is of a corpus, see `kept`."""
    return kept(("extent", corpus.codings_digest), lambda: _extent(corpus.items))


def extent_of_item(item: Item) -> CorpusSize:
    """Count what there is of an item."""
    return _extent((item,))


def seconds_of_edits(corpus: Corpus, item: Item) -> float:
    """Estimate how long it takes to list the edits of all pairs of an item."""
    extent = extent_of_item(item)
    return _slower(corpus) * (extent.pairs / COMPARISONS + extent.met / EDITS)


def _extent(items: Sequence[Item]) -> CorpusSize:
    codings = [len(item.codings) for item in items]
    boundaries = [sum(len(one.boundaries) for one in item.codings.values()) for item in items]
    # What recordings cost grows with their boundaries, not with their steps.
    lengths = [
        item.mass if item.scale is None else 1 + marks // len(item.codings)
        for item, marks in zip(items, boundaries, strict=True)
    ]
    pairs = [count * (count - 1) // 2 for count in codings]
    return CorpusSize(
        items=len(items),
        codings=sum(codings),
        boundaries=sum(boundaries),
        cells=sum(length * count for length, count in zip(lengths, codings, strict=True)),
        pairs=sum(pairs),
        compared=sum(length * count for length, count in zip(lengths, pairs, strict=True)),
        met=sum((k - 1) * count for k, count in zip(codings, boundaries, strict=True)),
    )


def table_of(corpus: Corpus, options: AgreementOptions) -> AgreementTable:
    """Compute the agreement of a corpus, see `needed`."""
    return Job(
        ("agreement", corpus.named_digest, options),
        partial(tasks.at_once, agreement, corpus, options),
        label=job_words.AGREEMENT,
        seconds=seconds_of_agreement(corpus, options),
    ).needed()


def seconds_of_agreement(corpus: Corpus, options: AgreementOptions) -> float:
    """Estimate how long it takes to compare all coders of a corpus once."""
    extent = extent_of(corpus)
    slower = (TABLE_ALIGNED if options.similarity == "a" else 1.0) * _slower(corpus)
    matched = extent.met / MATCHED if corpus.types or options.model.n > USUAL else 0.0
    return max(slower * extent.compared / TABLED, matched) + extent.codings / CODINGS


def decisions_of(corpus: Corpus) -> DecisionTable:
    """Compute the measures of boundary decisions, see `needed`."""
    extent = extent_of(corpus)
    return Job(
        ("decisions", corpus.named_digest),
        partial(tasks.at_once, decisions, corpus),
        label=job_words.DECISIONS,
        seconds=extent.items / DECIDED + extent.cells / COMPARED,
    ).needed()


def decision_intervals_of(corpus: Corpus, chosen: IntervalOptions) -> Job[DecisionIntervalTable]:
    """Return the job that puts intervals around coefficients of boundary decisions."""
    extent = extent_of(corpus)
    return Job(
        ("decision intervals", corpus.named_digest, chosen),
        partial(decision_intervals, corpus, chosen),
        label=job_words.DECISION_INTERVALS,
        seconds=extent.compared / COMPARED + _without_coders(corpus) / LEFT_OUT,
    )


def heat_map_of(corpus: Corpus) -> HeatMapData:
    """Pack the boundaries of a corpus for the heat map, once."""
    return kept(("heat map", corpus.codings_digest), lambda: heat_map_data(corpus))


def item_heat_map(item: Item) -> HeatMapData:
    """Pack the boundaries of one item for its heat map."""
    return heat_map_data(Corpus((item,)))


def seconds_of_gold(corpus: Corpus, options: GoldOptions) -> float:
    """Estimate how long it takes to make one segmentation of many."""
    extent = extent_of(corpus)
    voting = extent.met / ALIKE if options.method == "medoid" else extent.boundaries / VOTED
    fitting = seconds_of_model(corpus) if options.method == "model" else 0.0
    return extent.items / GOLDEN + voting + fitting


def seconds_of_model(corpus: Corpus) -> float:
    """Estimate how long it takes to fit the model of what each coder does, see `kept`."""
    return kept(("seconds of model", corpus.codings_digest), lambda: _seconds_of_model(corpus))


def _seconds_of_model(corpus: Corpus) -> float:
    seconds = 0.0
    for coders, longest, _, cells in _group_sizes(corpus):
        seconds += cells / FITTED + cells * coders / DIFFERED
        seconds += cells * groups_drawn(cells) / DRAWN
        seconds += longest / CHAINED + longest * coders / JUDGED + coders * coders / VARIED
    return seconds


def seconds_of_held_out(corpus: Corpus) -> float:
    """Estimate how long it takes to fit the model without codings, and to tell these."""
    return fsum(
        min(codings, FOLDS) * (cells / REFITTED + longest / CHAINED_AGAIN)
        for _, longest, codings, cells in _group_sizes(corpus)
    )


def _group_sizes(corpus: Corpus) -> Iterator[tuple[int, int, int, int]]:
    """Yield of each group its coders, units of its longest item, codings, and units of them all."""
    for group in corpus.groups:
        items = [corpus[name] for name in group.items]
        codings = sum(len(item.codings) for item in items)
        cells = sum(item.mass * len(item.codings) for item in items)
        yield len(group.coders), max(item.mass for item in items), codings, cells


def written(corpus: Corpus, key: str) -> Written | CannotWrite:
    """Write a corpus in a format, see `needed`."""
    return Job(
        ("written", corpus.codings_digest, corpus.digest, key),
        partial(tasks.file_of, corpus, key),
        label=job_words.FILE,
        seconds=extent_of(corpus).cells / FILED,
        alone=True,
    ).needed()


def _slower(corpus: Corpus) -> float:
    """Return how many times as long it takes to compare codings of a corpus, for its types."""
    return TYPED if corpus.types else 1.0


def reliability_of(corpus: Corpus, options: AgreementOptions) -> Job[ReliabilityTable]:
    """Return the job that tells how far agreement is beyond chance."""
    shuffled = seconds_of_shuffling(corpus, options)
    return Job(
        _reliability_key(corpus.named_digest, options),
        partial(reliability.reliability_of, corpus, options),
        label=job_words.BEYOND_CHANCE,
        seconds=shuffled + 2 * seconds_of_agreement(corpus, options),
        unasked=PATIENT,
    )


def reliability_at_hand(digest: str, options: AgreementOptions) -> ReliabilityTable | None:
    """Return how far agreement of a corpus is beyond chance, if somebody has computed it here."""
    found: ReliabilityTable | None = at_hand(_reliability_key(digest, options))
    return found


def _reliability_key(digest: str, options: AgreementOptions) -> Key:
    return "reliability", digest, options


def chance_of(corpus: Corpus, options: AgreementOptions) -> ChanceTable:
    """Return what shuffled codings of a corpus reach; see `Job.needed`."""
    return reliability_of(corpus, options).needed().chance


def seconds_of_shuffling(
    corpus: Corpus, options: AgreementOptions, shuffles: int | None = None
) -> float:
    """Estimate how long it takes to shuffle all coders of a corpus, so many times or as needed."""
    if shuffles is None:
        shuffles = TOGETHER if counts_bits(options) else FIRST
    extent = extent_of(corpus)
    slower = {"a": ALIGNED, "wd": WINDOWED}.get(options.similarity, 1.0)
    slower *= WIDE if options.model.n > USUAL else 1.0
    each = extent.codings / ARRANGED + extent.compared / SHUFFLED
    return slower * (shuffles * each + extent.items / ENUMERATED)


def intervals_of(
    corpus: Corpus,
    options: AgreementOptions,
    found: ReliabilityTable | None = None,
    chosen: IntervalOptions | None = None,
) -> Job[IntervalTable]:
    """Return the job that puts intervals around agreement; around R if it is known."""
    chosen = chosen or IntervalOptions()
    return Job(
        ("intervals", corpus.named_digest, options, chosen, found is not None),
        partial(intervals_beside, corpus, options, chosen, found.chance if found else None),
        label=job_words.INTERVALS,
        seconds=seconds_of_intervals(corpus, options),
    )


def seconds_of_intervals(corpus: Corpus, options: AgreementOptions) -> float:
    """Estimate how long intervals take: over the similarity and over B, without each coder."""
    return 2 * seconds_of_agreement(corpus, options) + _without_coders(corpus) / LEFT_OUT


def _without_coders(corpus: Corpus) -> int:
    """Count how many coders of items are looked at if each is left out once."""
    return sum(len(group.items) * len(group.coders) ** 2 for group in corpus.groups)


def other_chance_of(corpus: Corpus, options: AgreementOptions) -> Mapping[Null, ChanceTable] | None:
    """Find the chance levels of a corpus under other nulls than that of verdicts."""
    asked = [ChanceOptions(null=null) for null in NULLS if null != ChanceOptions().null]
    return Job(
        ("chance", corpus.named_digest, options, *asked),
        partial(tasks.chance_levels, corpus, options, asked),
        label=job_words.OTHER_LEVELS,
        seconds=seconds_of_shuffling(corpus, options, FIRST * len(asked)),
    ).computed()


def anchored_of(item: Item, options: AgreementOptions) -> Job[ChanceTable]:
    """Return the job that shuffles an item whose first and last segments stay in place."""
    alone, shuffling = Corpus((item,)), ChanceOptions(null="anchored")
    return Job(
        ("anchored", alone.codings_digest, options),
        partial(chance, alone, options, shuffling),
        label=job_words.ANCHORED,
        seconds=seconds_of_shuffling(alone, options, FIRST),
    )


def scan_of(corpus: Corpus, options: AgreementOptions) -> tuple[WindowPoint, ...] | None:
    """Compute misses and pi* for each near-miss window, see `computed`."""
    options = replace(options, n=USUAL)
    return Job(
        ("windows", corpus.codings_digest, options),
        partial(window_scan, corpus, options),
        label=job_words.WINDOWS,
        seconds=10 * extent_of(corpus).compared * _slower(corpus) / COMPARED,
    ).computed()


def explanation_of(corpus: Corpus, options: AgreementOptions, item: Item) -> Explanation | None:
    """Explain the agreement on an item, see `computed`."""
    explainer = _explainer_of(corpus, options)
    if explainer is None:
        return None
    return Job(
        ("explanation", corpus.named_digest, options, item.name),
        partial(tasks.at_once, explainer.item, item.name),
        label=job_words.REASONS_OF_ITEM,
        seconds=seconds_of_edits(corpus, item),
    ).computed()


def group_explanation_of(
    corpus: Corpus, options: AgreementOptions, place: int
) -> Explanation | None:
    """Explain the agreement of a coder group, see `computed`."""
    explainer = _explainer_of(corpus, options)
    if explainer is None:
        return None
    group = group_of(corpus, place)
    slower = _slower(corpus)
    return Job(
        ("group explanation", corpus.named_digest, options, place),
        partial(explainer.group, place),
        label=job_words.REASONS_OF_GROUP,
        seconds=slower * extent_of(group).compared / COMPARED,
    ).computed()


def _explainer_of(corpus: Corpus, options: AgreementOptions) -> Explainer | None:
    """Prepare explanations, see `computed`; None until agreement beyond chance is known."""
    judged = reliability_of(corpus, options).glanced()
    if judged is None:
        return None
    slower = _slower(corpus)
    return Job(
        ("explainer", corpus.named_digest, options),
        partial(tasks.at_once, Explainer.of, corpus, options, judged),
        label=job_words.REASONS,
        seconds=seconds_of_intervals(corpus, options)
        + 2 * slower * extent_of(corpus).compared / COMPARED
        + len(corpus) ** 2 / EXPLAINED,
    ).computed()


def seconds_of_report(
    corpus: Corpus, options: ReportOptions, rounds: Sequence[CodingRound]
) -> float:
    """Estimate how long a report on texts takes."""
    # Over what was chosen, over B, and decisions.
    seconds = 3 * seconds_of_agreement(corpus, options.agreement)
    if options.shuffles:
        seconds += seconds_of_shuffling(corpus, options.agreement, options.shuffling.shuffles)
    if options.intervals:
        seconds += seconds_of_intervals(corpus, options.agreement)
    if "why" in options.contents:
        seconds += seconds_of_intervals(corpus, options.agreement)
        seconds += 2 * _slower(corpus) * extent_of(corpus).compared / COMPARED
        seconds += len(corpus) ** 2 / EXPLAINED
    if options.holds("consensus"):
        seconds += seconds_of_gold(corpus, options.gold)
    if options.holds("coder_model"):
        seconds += seconds_of_model(corpus)
    if options.holds("coders"):
        seconds += sum(len(group.coders) ** 2 for group in corpus.groups) / 2 / BESIDE
    for one in rounds:
        # Over the common items, over its own, and in two steps.
        often = options.shuffling.shuffles
        seconds += 4 * seconds_of_shuffling(one.corpus, options.agreement, often)
        seconds += 4 * seconds_of_intervals(one.corpus, options.agreement)
    return seconds


def findings_of(corpus: Corpus, uncertain: Uncertain) -> Job[FindingTable]:
    """Return the job that finds the coders of a corpus who stand out."""
    extent = extent_of(corpus)
    pairs = sum(len(group.coders) ** 2 for group in corpus.groups) / 2
    return Job(
        ("findings", corpus.named_digest, uncertain),
        partial(coder_findings, corpus, uncertain=uncertain),
        label=job_words.CODERS_BESIDE_OTHERS,
        seconds=pairs / BESIDE + extent.codings / CODINGS + extent.compared / COMPARED,
    )


def influence_of(
    corpus: Corpus, options: AgreementOptions, judged: ReliabilityTable
) -> Job[InfluenceTable]:
    """Return the job that leaves out each coder and each item of a corpus."""
    return Job(
        ("influence", corpus.named_digest, options),
        partial(influence, corpus, options, judged.chance),
        label=job_words.INFLUENCE,
        seconds=2 * seconds_of_agreement(corpus, options) + 3 * _without_coders(corpus) / LEFT_OUT,
    )


def what_would_help_of(
    corpus: Corpus, options: AgreementOptions, group: int
) -> WhatWouldHelp | None:
    """Simulate changes of a coder group, see `computed`; at once where its model is refused."""
    within = group_of(corpus, group)
    fit = coder_model_of(within, options.uncertain, options.model.n)
    if len(corpus.groups) > 1:
        fit = replace(fit, label=job_words.GROUP_MODEL)
    model = fit.computed()
    if model is None:
        return None
    drawn = KINDS * simulations_of(len(within)) * min(MOST_ITEMS, len(within))
    shuffles = SHUFFLES * drawn // len(within) + TOGETHER
    spoken = any(one.parameters for one in model.groups)
    return Job(
        ("what would help", corpus.named_digest, options, group),
        partial(what_would_help, within, options, 0, model),
        label="what would help most",
        seconds=spoken * (drawn / SIMULATED + seconds_of_shuffling(within, options, shuffles)),
    ).computed()


def plan_of(corpus: Corpus, options: AgreementOptions, group: int) -> Plan | None:
    """Find how many coders or items a coder group would need, see `computed`."""
    judged = reliability_of(corpus, options).computed()
    if judged is None:
        return None
    return Job(
        ("planning", corpus.named_digest, options, group),
        partial(tasks.at_once, plan, corpus, options, group, judged.chance),
        label=job_words.PLAN,
        seconds=seconds_of_intervals(corpus, options),
    ).computed()


def cards_of(
    corpus: Corpus, uncertain: Uncertain, n: int, place: int
) -> tuple[CoderCard, ...] | None:
    """Return the cards of the coders of a group, see `computed`."""
    findings = findings_of(corpus, uncertain).computed()
    if findings is None:
        return None
    group = group_of(corpus, place)
    rows = [row for row in findings.rows if row.coder in group.coders]
    extent = extent_of(group)
    return Job(
        ("cards", corpus.named_digest, uncertain, n, place),
        partial(tasks.at_once, coder_cards, group, rows, n=n),
        label=job_words.CARDS,
        seconds=extent.met / EDITS + extent.compared / COMPARED,
    ).computed()


def coder_model_of(
    corpus: Corpus, uncertain: Uncertain, n: int, *, held_out: bool = False
) -> Job[CoderModel]:
    """Return the job that fits what each coder does; its window is as wide as the model allows."""
    options = CoderModelOptions(n=min(n, WIDEST), held_out=held_out)
    told = seconds_of_held_out(corpus) if held_out else 0.0
    return Job(
        ("coder model", corpus.named_digest, uncertain, options),
        partial(tasks.coder_model_of, corpus, uncertain, options),
        label=job_words.MODEL_SAVES if held_out else job_words.CODER_MODEL,
        seconds=seconds_of_model(corpus) + told,
        unasked=0.0 if held_out else BRIEF,
    )


def modelled_places_of(
    corpus: Corpus, model: CoderModel, uncertain: Uncertain, place: int
) -> Mapping[str, tuple[PlaceExample, ...]]:
    """Choose the places that show what the model says of the coders of a group, see `glanced`."""
    group = group_of(corpus, place)
    job = Job(
        ("modelled places", corpus.named_digest, uncertain, model.options.n, place),
        partial(tasks.at_once, modelled_places, with_uncertain(group, uncertain), model),
        label=job_words.PLACES,
        seconds=extent_of(group).cells / PLACED,
    )
    return job.glanced() or {}


def kappa_matrix_of(corpus: Corpus) -> CoderMatrix | None:
    """Compare all coders of a corpus by kappa of boundary decisions, see `computed`."""
    return Job(
        ("kappa matrix", corpus.codings_digest),
        partial(tasks.at_once, kappa_matrix, corpus),
        label=job_words.MATRIX,
        seconds=2 * extent_of(corpus).compared / COMPARED,
    ).computed()


def matrix_of(corpus: Corpus, metric: Metric, options: Mapping[str, Any]) -> CoderMatrix | None:
    """Compare all coders of a corpus by a metric, see `computed`."""
    slower = 1.0 if metric.batch and not corpus.types else ONE_BY_ONE
    return Job(
        ("matrix", corpus.codings_digest, metric.key, *sorted(options.items())),
        partial(coder_matrix, corpus, metric.key, **options),
        label=job_words.MATRIX,
        seconds=2 * slower * extent_of(corpus).compared / COMPARED,
    ).computed()


def group_of(corpus: Corpus, place: int) -> Corpus:
    """Return a corpus of the items of one coder group, without decisions, see `kept`."""

    def part() -> Corpus:
        groups = corpus.groups
        items = corpus if len(groups) == 1 else corpus.select(items=groups[place].items)
        return items.with_decisions(())

    return kept(("group", corpus.named_digest, place), part)


def granularity_of(corpus: Corpus) -> tuple[CoderGranularity, ...]:
    """Measure how finely each coder codes, see `kept`."""
    return kept(("granularity", corpus.codings_digest), lambda: coder_granularity(corpus))


def pair_items_of(
    corpus: Corpus, pair: tuple[str, str], metric: str, n: int, options: Mapping[str, Any]
) -> tuple[PairItem, ...]:
    """List the items on which two coders differ, by a metric or by kappa, see `kept`."""
    return kept(
        ("pair", corpus.codings_digest, pair, metric, n, *sorted(options.items())),
        lambda: pair_items(corpus, *pair, metric, model=EditModel(n=n), **options),
    )
