"""What pages compute of a corpus: each thing once, by what it depends on.

Each function declares a `Job`: what its result depends on, what computes it, and about how long
that takes, see `segmetrics.dashboard.frame.jobs`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from segmetrics.adjudication.adjudications import Consensus
from segmetrics.adjudication.disputes import Dispute, disputes
from segmetrics.adjudication.gold import GoldItem, GoldOptions, gold
from segmetrics.adjudication.gold_agreement import CoderAgreement, agreement_with
from segmetrics.boundary_marks import Uncertain
from segmetrics.coefficients.agreement_table import AgreementTable, agreement
from segmetrics.coefficients.decision_table import DecisionTable, decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.heat_map_component import HeatMapData, heat_map_data
from segmetrics.dashboard.frame.jobs import PATIENT, Job, kept
from segmetrics.dashboard.server import tasks
from segmetrics.io import Reading
from segmetrics.io.write import CannotWrite, Written
from segmetrics.metrics.edits import EditModel
from segmetrics.metrics.metric import Metric
from segmetrics.reliability import reliability_table as reliability
from segmetrics.reliability.chance import ChanceTable
from segmetrics.reliability.coder_findings import FindingTable, coder_findings
from segmetrics.reliability.coders import (
    CoderGranularity,
    CoderMatrix,
    PairItem,
    coder_granularity,
    coder_matrix,
    pair_items,
)
from segmetrics.reliability.decision_intervals import DecisionIntervalTable, decision_intervals
from segmetrics.reliability.explain import Explainer, Explanation
from segmetrics.reliability.influence import InfluenceTable, influence
from segmetrics.reliability.intervals import IntervalTable, intervals
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.planning import Plan, plan
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reliability.shuffling import NULLS, ChanceOptions, Null
from segmetrics.reliability.window_scan import WindowPoint, window_scan
from segmetrics.reporting.report import Report, ReportOptions, titled

# How much work is done in a second, as measured on one core. First on 1,000 items of 6 coders
# and 100 units:
LEFT_OUT = 1e6  # squared coders x items
BESIDE = 3e3  # pairs of coders that are set beside the others
SHUFFLED = 1e9  # units of all pairs x shuffles
ARRANGED = 5e6  # codings x shuffles
ENUMERATED = 1e3  # items, some of whose shuffles are all looked at
COMPARED = 3e7  # units of all pairs
# Of a table of agreement, on 1,400 coders of one item, and on 100,000 items of two coders:
TABLED = 6e7  # units of all pairs
CODINGS = 7e4  # codings
MATCHED = 4e5  # boundaries of both sides of all pairs, typed or of a window that is not USUAL
DECIDED = 4e4  # items, for the measures of boundary decisions
# Of a consensus and its disputes, on these items, and on one with a million boundaries:
GOLDEN = 1.2e4  # items
VOTED = 2.5e5  # boundaries, where coders vote
ALIKE = 2e6  # boundaries of both sides of all pairs, where a medoid is sought
DISPUTED = 1.2e5  # boundaries
# Of lists, explanations and files:
COMPARISONS = 1e4  # pairs of codings that are compared one by one
EDITS = 1e5  # boundaries of both sides of such pairs
EXPLAINED = 8e7  # squared items, as each is compared with all others
WRITTEN = 800  # items, in the page of a report
FILED = 2e6  # units of all codings, in a file

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
    pairs = [count * (count - 1) // 2 for count in codings]
    return CorpusSize(
        items=len(items),
        codings=sum(codings),
        boundaries=sum(boundaries),
        cells=sum(item.mass * count for item, count in zip(items, codings, strict=True)),
        pairs=sum(pairs),
        compared=sum(item.mass * count for item, count in zip(items, pairs, strict=True)),
        met=sum((k - 1) * count for k, count in zip(codings, boundaries, strict=True)),
    )


def table_of(corpus: Corpus, options: AgreementOptions) -> AgreementTable:
    """Compute the agreement of a corpus, see `needed`."""
    return Job(
        ("agreement", corpus.codings_digest, options),
        partial(tasks.at_once, agreement, corpus, options),
        label="the agreement",
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
        ("decisions", corpus.codings_digest),
        partial(tasks.at_once, decisions, corpus),
        label="the agreement of decisions",
        seconds=extent.items / DECIDED + extent.cells / COMPARED,
    ).needed()


def decision_intervals_of(corpus: Corpus, chosen: IntervalOptions) -> Job[DecisionIntervalTable]:
    """Return the job that puts intervals around coefficients of boundary decisions."""
    extent = extent_of(corpus)
    return Job(
        ("decision intervals", corpus.codings_digest, chosen),
        partial(decision_intervals, corpus, chosen),
        label="intervals of decisions",
        seconds=extent.compared / COMPARED + _without_coders(corpus) / LEFT_OUT,
    )


def heat_map_of(corpus: Corpus) -> HeatMapData:
    """Pack the boundaries of a corpus for the heat map, once."""
    return kept(("heat map", corpus.codings_digest), lambda: heat_map_data(corpus))


def item_heat_map(item: Item) -> HeatMapData:
    """Pack the boundaries of one item for its heat map."""
    return heat_map_data(Corpus((item,)))


def gold_of(corpus: Corpus, options: GoldOptions) -> tuple[GoldItem, ...]:
    """Return the gold segmentation of a corpus without its decisions, see `needed`."""
    extent = extent_of(corpus)
    voting = extent.met / ALIKE if options.method == "medoid" else extent.boundaries / VOTED
    return Job(
        ("gold", corpus.codings_digest, options),
        partial(tasks.at_once, gold, corpus, options),
        label="the consensus",
        seconds=extent.items / GOLDEN + voting,
    ).needed()


def disputes_of(corpus: Corpus, n: int) -> tuple[Dispute, ...]:
    """Find the disputed places of a corpus, see `needed`."""
    extent = extent_of(corpus)
    return Job(
        ("disputes", corpus.codings_digest, n),
        partial(tasks.at_once, disputes, corpus, n=n),
        label="the disputed places",
        seconds=extent.items / GOLDEN + extent.boundaries / DISPUTED,
    ).needed()


def gold_agreement_of(
    made: Consensus, corpus: Corpus, options: AgreementOptions, item: Item | None = None
) -> tuple[CoderAgreement, ...]:
    """Compare a consensus with each coder, on all items or on one, see `needed`."""
    extent = extent_of(corpus) if item is None else extent_of_item(item)
    part = corpus if item is None else corpus.select(items=[item.name])
    golden = {one.item: one.segmentation for one in made.items if one.item in part}
    name = "" if item is None else item.name
    given = corpus.codings_digest, corpus.decisions, made.options, options, name
    return Job(
        ("gold agreement", *given),
        partial(tasks.at_once, agreement_with, golden, part, options),
        label="the agreement with the consensus",
        seconds=3 * extent.compared / TABLED + 3 * extent.codings / CODINGS,
    ).needed()


def written(corpus: Corpus, key: str) -> Written | CannotWrite:
    """Write a corpus in a format, see `needed`."""
    return Job(
        ("written", corpus.codings_digest, corpus.digest, key),
        partial(tasks.file_of, corpus, key),
        label="the file",
        seconds=extent_of(corpus).cells / FILED,
        alone=True,
    ).needed()


def _slower(corpus: Corpus) -> float:
    """Return how many times as long it takes to compare codings of a corpus, for its types."""
    return TYPED if corpus.types else 1.0


def reliability_of(corpus: Corpus, options: AgreementOptions) -> Job[ReliabilityTable]:
    """Return the job that tells how far agreement is beyond chance."""
    shuffled = seconds_of_shuffling(corpus, options, ChanceOptions().shuffles)
    return Job(
        ("reliability", corpus.codings_digest, options),
        partial(reliability.reliability_of, corpus, options),
        label="agreement beyond chance",
        seconds=shuffled + 2 * seconds_of_agreement(corpus, options),
        unasked=PATIENT,
    )


def seconds_of_shuffling(corpus: Corpus, options: AgreementOptions, shuffles: int) -> float:
    """Estimate how long it takes to shuffle all coders of a corpus so many times."""
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
        ("intervals", corpus.codings_digest, options, chosen, found is not None),
        partial(intervals, corpus, options, chosen, chance=found.chance if found else None),
        label="intervals",
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
    shuffles = sum(shuffling.shuffles for shuffling in asked)
    return Job(
        ("chance", corpus.codings_digest, options, *asked),
        partial(tasks.chance_levels, corpus, options, asked),
        label="other chance levels",
        seconds=seconds_of_shuffling(corpus, options, shuffles),
    ).computed()


def scan_of(corpus: Corpus, options: AgreementOptions) -> tuple[WindowPoint, ...] | None:
    """Compute misses and pi* for each near-miss window, see `computed`."""
    options = replace(options, model=EditModel())
    return Job(
        ("windows", corpus.codings_digest, options),
        partial(window_scan, corpus, options),
        label="misses for each near-miss window",
        seconds=10 * extent_of(corpus).compared * _slower(corpus) / COMPARED,
    ).computed()


def explanation_of(corpus: Corpus, options: AgreementOptions, item: Item) -> Explanation | None:
    """Explain the agreement on an item, see `computed`."""
    explainer = _explainer_of(corpus, options)
    if explainer is None:
        return None
    options = explainer.options
    return Job(
        ("explanation", corpus.codings_digest, options, item.name),
        partial(tasks.at_once, explainer.item, item.name),
        label="the reasons for this item",
        seconds=seconds_of_edits(corpus, item),
    ).computed()


def group_explanation_of(
    corpus: Corpus, options: AgreementOptions, place: int
) -> Explanation | None:
    """Explain the agreement of a coder group, see `computed`."""
    explainer = _explainer_of(corpus, options)
    if explainer is None:
        return None
    options = explainer.options
    group = group_of(corpus, place)
    slower = _slower(corpus)
    return Job(
        ("group explanation", corpus.codings_digest, options, place),
        partial(explainer.group, place),
        label="the reasons for this group",
        seconds=slower * extent_of(group).compared / COMPARED,
    ).computed()


def _explainer_of(corpus: Corpus, options: AgreementOptions) -> Explainer | None:
    """Prepare explanations, which are over S, see `computed`."""
    over_s = replace(options, similarity="s")
    shuffled = reliability_of(corpus, over_s)
    # A page that is over S offers to compute this where it shows it.
    judged = shuffled.glanced() if options == over_s else shuffled.computed()
    options = over_s
    if judged is None:
        return None
    slower = _slower(corpus)
    return Job(
        ("explainer", corpus.codings_digest, options),
        partial(tasks.at_once, Explainer.of, corpus, options, judged),
        label="the reasons",
        seconds=seconds_of_intervals(corpus, options)
        + 2 * slower * extent_of(corpus).compared / COMPARED
        + len(corpus) ** 2 / EXPLAINED,
    ).computed()


def report_of(
    reading: Reading, corpus: Corpus, options: ReportOptions, date: str
) -> tuple[Report, bytes] | None:
    """Return the report of a corpus and its page, see `computed`; only the last is kept."""
    # Nothing in a report depends on decisions about disputes, so it is not to hold them.
    corpus = corpus.with_decisions(())
    title, source = titled(reading, anonymous=options.anonymous)
    # Over what was chosen, over B, and decisions.
    seconds = len(corpus) / WRITTEN + 3 * seconds_of_agreement(corpus, options.agreement)
    if options.shuffles:
        shuffles = options.shuffling.shuffles
        seconds += seconds_of_shuffling(corpus, options.agreement, shuffles)
    if options.intervals:
        seconds += seconds_of_intervals(corpus, options.agreement)
    if "why" in options.contents:
        seconds += seconds_of_intervals(corpus, options.agreement)
        seconds += 2 * _slower(corpus) * extent_of(corpus).compared / COMPARED
        seconds += len(corpus) ** 2 / EXPLAINED

    return Job(
        ("report", corpus.codings_digest, options, title, source, date, reading.left_out),
        partial(
            tasks.report_and_page,
            corpus,
            options,
            title=title,
            source=source,
            date=date,
            left_out=reading.left_out,
        ),
        label="the report",
        seconds=seconds,
        alone=True,
    ).computed()


def findings_of(corpus: Corpus, uncertain: Uncertain) -> FindingTable | None:
    """Find the coders of a corpus who stand out, see `computed`."""
    extent = extent_of(corpus)
    pairs = sum(len(group.coders) ** 2 for group in corpus.groups) / 2
    return Job(
        ("findings", corpus.codings_digest, uncertain),
        partial(coder_findings, corpus, uncertain=uncertain),
        label="what each coder does beside the others",
        seconds=pairs / BESIDE + extent.codings / CODINGS + extent.compared / COMPARED,
    ).computed()


def influence_of(corpus: Corpus, options: AgreementOptions) -> InfluenceTable | None:
    """Leave out each coder and each item of a corpus, see `computed`."""
    judged = reliability_of(corpus, options).computed()
    if judged is None:
        return None
    return Job(
        ("influence", corpus.codings_digest, options),
        partial(influence, corpus, options, judged.chance),
        label="the influence of coders",
        seconds=2 * seconds_of_agreement(corpus, options) + 3 * _without_coders(corpus) / LEFT_OUT,
    ).computed()


def plan_of(corpus: Corpus, options: AgreementOptions, group: int) -> Plan | None:
    """Find how many coders or items a coder group would need, see `computed`."""
    return Job(
        ("planning", corpus.codings_digest, options, group),
        partial(tasks.at_once, plan, corpus, options, group),
        label="the widths of larger corpora",
        seconds=seconds_of_intervals(corpus, options),
    ).computed()


def matrix_of(corpus: Corpus, metric: Metric, options: Mapping[str, Any]) -> CoderMatrix | None:
    """Compare all coders of a corpus by a metric, see `computed`."""
    slower = 1.0 if metric.batch and not corpus.types else ONE_BY_ONE
    return Job(
        ("matrix", corpus.codings_digest, metric.key, *sorted(options.items())),
        partial(coder_matrix, corpus, metric.key, **options),
        label="the matrix",
        seconds=2 * slower * extent_of(corpus).compared / COMPARED,
    ).computed()


def group_of(corpus: Corpus, place: int) -> Corpus:
    """Return a corpus of the items of one coder group, without decisions, see `kept`."""

    def part() -> Corpus:
        groups = corpus.groups
        items = corpus if len(groups) == 1 else corpus.select(items=groups[place].items)
        return items.with_decisions(())

    return kept(("group", corpus.codings_digest, place), part)


def granularity_of(corpus: Corpus) -> tuple[CoderGranularity, ...]:
    """Measure how finely each coder codes, see `kept`."""
    return kept(("granularity", corpus.codings_digest), lambda: coder_granularity(corpus))


def pair_items_of(
    corpus: Corpus, pair: tuple[str, str], metric: Metric, n: int, options: Mapping[str, Any]
) -> tuple[PairItem, ...]:
    """List the items on which two coders differ, see `kept`."""
    return kept(
        ("pair", corpus.codings_digest, pair, metric.key, n, *sorted(options.items())),
        lambda: pair_items(corpus, *pair, metric.key, model=EditModel(n=n), **options),
    )
