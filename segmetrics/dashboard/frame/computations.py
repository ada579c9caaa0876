"""What pages compute of a corpus: each thing once, by what it depends on.

Each function declares a `Job`: what its result depends on, what computes it, and of what, see
`segmetrics.dashboard.frame.jobs`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal

from segmetrics.adjudication.gold import voters
from segmetrics.adjudication.press_peaks import (
    FEW_CODERS,
    FoundPeaks,
    PressPeak,
    TimeConsensusOptions,
    peaks_and_chance,
)
from segmetrics.axis import scale_of
from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.claims.cause_types import NO_CAUSES, Causes
from segmetrics.claims.causes import causes, causes_in_recordings
from segmetrics.claims.coder_habits import rates_seen
from segmetrics.claims.verdict_rows import (
    VerdictTable,
    coders_of,
    verdicts_on_recordings,
    verdicts_on_texts,
)
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coding_model.coder_places import modelled_places
from segmetrics.coding_model.what_would_help import what_would_help
from segmetrics.coefficients.agreement_table import AgreementTable, agreement
from segmetrics.coefficients.decision_table import DecisionTable, decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.heat_map_component import HeatMapData, heat_map_data
from segmetrics.dashboard.components.highlights import edits_of
from segmetrics.dashboard.components.item_list_component import Strips
from segmetrics.dashboard.components.item_list_component import strips_of as strips_of_items
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.jobs import PATIENT, SHORT, Job, job, kept
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import moved_in
from segmetrics.dashboard.server import tasks
from segmetrics.io.write import CannotWrite, Written
from segmetrics.metrics.edits import NEAR, BoundaryEdits, EditModel
from segmetrics.reliability import reliability_table as reliability
from segmetrics.reliability.chance import ChanceTable, chance
from segmetrics.reliability.coder_cards import CoderCard, PlaceExample, coder_cards
from segmetrics.reliability.coder_findings import FindingTable, coder_findings
from segmetrics.reliability.coders import (
    KAPPA,
    CoderMatrix,
    ItemOfCoders,
    PairItem,
    coder_matrix,
    kappa_matrix,
    pair_items,
)
from segmetrics.reliability.decision_intervals import DecisionIntervalTable, decision_intervals
from segmetrics.reliability.explain import Explainer, Explanation, Grounds
from segmetrics.reliability.fitted_coders import WIDEST, CoderModel, CoderModelOptions
from segmetrics.reliability.granularity import CoderGranularity, coder_granularity
from segmetrics.reliability.helpful_changes import WhatWouldHelp
from segmetrics.reliability.hit_rate_curve import TolerancePoint
from segmetrics.reliability.influence import InfluenceTable, influence
from segmetrics.reliability.intervals import IntervalTable, intervals_beside
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.odd_places import OddItem, odd_items
from segmetrics.reliability.planning import Plan, plan
from segmetrics.reliability.press_density import PressDensity, press_density
from segmetrics.reliability.recording_agreement import RecordingAgreement, recording_agreement
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reliability.schools import Schools, schools_in
from segmetrics.reliability.shuffling import NULLS, ChanceOptions, Null
from segmetrics.reliability.window_scan import WindowPoint, window_scan
from segmetrics.reporting.recorded import RecordedOptions, curve_over_tolerances, why_too_fine
from segmetrics.rows import Rows

BRIEF = 2.0
"""Seconds up to which what stands on the cards of coders starts unasked."""


def table_of(corpus: Corpus, options: AgreementOptions) -> AgreementTable:
    """Compute the agreement of a corpus, see `needed`."""
    return job("agreement", agreement, corpus, options).needed()


def agreement_of(corpus: Corpus, options: RecordingOptions) -> Job[RecordingAgreement]:
    """Return the job that analyses recordings, whose boundaries are those that count."""
    found = job("recording agreement", recording_agreement, corpus, options)
    return replace(found, unasked=PATIENT)


def curve_of(corpus: Corpus, options: RecordingOptions) -> Job[Rows[TolerancePoint]]:
    """Return the job that computes F over tolerances, beside that of chance.

    The corpus holds the boundaries that count under the options.
    """
    return replace(job("curve", curve_over_tolerances, corpus, options), unasked=PATIENT)


def strips_of(corpus: Corpus, tolerance: float) -> Strips:
    """Return the strips of the list of items, see `kept`."""
    steps = corpus.scale.steps_within(tolerance) if corpus.scale else None
    return kept(
        ("strips", corpus.codings_digest, steps), lambda: strips_of_items(corpus.items, steps)
    )


def verdicts_of(
    corpus: Corpus,
    view: UrlState,
    how: Literal["soon", "glanced", "computed"] = "glanced",
    *,
    patience: float = PATIENT,
) -> VerdictTable | None:
    """Return the verdicts on a corpus, obtained as the method of a job says."""
    if corpus.scale is not None:
        found = replace(agreement_of(corpus, view.recording_options), unasked=patience)
        agreed = getattr(found, how)()
        return verdicts_on_recordings(agreed) if agreed else None
    judged = getattr(replace(reliability_of(corpus, view.options), unasked=patience), how)()
    return verdicts_on_texts(coders_of(corpus), judged) if judged else None


def decisions_of(corpus: Corpus) -> DecisionTable:
    """Compute the measures of boundary decisions, see `needed`."""
    return job("decisions", decisions, corpus).needed()


def decision_intervals_of(corpus: Corpus, chosen: IntervalOptions) -> Job[DecisionIntervalTable]:
    """Return the job that puts intervals around coefficients of boundary decisions."""
    return job("decision intervals", decision_intervals, corpus, chosen)


def heat_map_of(corpus: Corpus) -> HeatMapData:
    """Pack the boundaries of a corpus for the heat map, once."""
    return kept(("heat map", corpus.called_digest), lambda: heat_map_data(corpus))


def item_heat_map(item: Item) -> HeatMapData:
    """Pack the boundaries of one item for its heat map."""
    return heat_map_data(Corpus((item,)))


def written(corpus: Corpus, key: str) -> Written | CannotWrite:
    """Write a corpus in a format, see `needed`."""
    return Job(
        ("written", corpus.codings_digest, corpus.digest, key),
        partial(tasks.file_of, corpus, key),
        of=corpus,
        alone=True,
    ).needed()


def reliability_of(corpus: Corpus, options: AgreementOptions) -> Job[ReliabilityTable]:
    """Return the job that tells how far agreement is beyond chance."""
    found = job("reliability", reliability.reliability_of, corpus, options)
    return replace(found, unasked=PATIENT)


def chance_of(corpus: Corpus, options: AgreementOptions) -> ChanceTable:
    """Return what shuffled codings of a corpus reach; see `Job.needed`."""
    return reliability_of(corpus, options).needed().chance


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
        of=corpus,
    )


def other_chance_of(corpus: Corpus, options: AgreementOptions) -> Mapping[Null, ChanceTable] | None:
    """Find the chance levels of a corpus under other nulls than that of verdicts."""
    asked = tuple(ChanceOptions(null=null) for null in NULLS if null != ChanceOptions().null)
    return job("chance", tasks.chance_levels, corpus, options, asked).computed()


def anchored_of(item: Item, options: AgreementOptions) -> Job[ChanceTable]:
    """Return the job that shuffles an item whose first and last segments stay in place."""
    return job("anchored", chance, Corpus((item,)), options, ChanceOptions(null="anchored"))


def scan_of(corpus: Corpus, options: AgreementOptions) -> tuple[WindowPoint, ...] | None:
    """Compute misses and pi* for each near-miss window, see `computed`."""
    return job("windows", window_scan, corpus, replace(options, n=NEAR)).computed()


def explanation_of(corpus: Corpus, options: AgreementOptions, of: str | int) -> Explanation | None:
    """Explain the agreement on an item, or of the coder group at a place, see `computed`."""
    judged = reliability_of(corpus, options).glanced()
    if judged is None:
        return None
    key = corpus.named_digest, options
    prepare = partial(Grounds.of, corpus, options, judged)
    grounds = Job(("grounds", *key), prepare, of=corpus).computed()
    if grounds is None:
        return None
    explainer = Explainer(corpus, grounds)
    if isinstance(of, int):
        explain, group = partial(explainer.group, of), group_of(corpus, of)
        return Job(("group explanation", *key, of), explain, of=group).computed()
    explain = partial(explainer.item, of)
    return Job(("explanation", *key, of), explain, of=corpus[of]).computed()


def findings_of(corpus: Corpus, uncertain: Uncertain) -> Job[FindingTable]:
    """Return the job that finds the coders of a corpus who stand out."""
    return job("findings", coder_findings, corpus, uncertain=uncertain)


def rates_of(corpus: Corpus, uncertain: Uncertain, named: Collection[str]) -> list[str]:
    """Tell who marks far more or less often than others, of those not named, as far as is known."""
    found = findings_of(corpus, uncertain).glanced()
    return rates_seen(corpus, found, named) if found else []


def influence_of(
    corpus: Corpus, options: AgreementOptions, judged: ReliabilityTable
) -> Job[InfluenceTable]:
    """Return the job that leaves out each coder and each item of a corpus."""
    return job("influence", partial(influence, by_shuffling=judged.chance), corpus, options)


def model_at_a_glance(corpus: Corpus, view: UrlState) -> CoderModel | None:
    """Return the model of the coders, but for a fit that takes long until somebody asks for it."""
    return replace(coder_model_of(corpus, view.uncertain, view.n), unasked=SHORT).glanced()


def causes_at_a_glance(
    corpus: Corpus, view: UrlState, judged: ReliabilityTable | None, model: CoderModel | None
) -> Causes:
    """Tell who keeps agreement low, as far as that is known."""
    if judged is None or model is None:
        return NO_CAUSES
    found = Job(
        ("causes", corpus.named_digest, view.options, model.options),
        partial(causes, corpus, view.options, reliability=judged, model=model),
        of=corpus,
    )
    return (found.glanced() or NO_CAUSES).besides(moved_in(view))


def odd_items_of(corpus: Corpus, whole: Corpus | None = None) -> tuple[OddItem, ...]:
    """Tell whose boundaries are odd in one item alone, how many or where, as far as is known.

    Of coders who are shown as they came it is told by the whole corpus, whoever is left out.
    """
    every = whole or corpus
    found = job("odd items", odd_items, every).glanced() or ()
    if every is corpus:
        return found
    shown = {
        (coder, item.name)
        for item in corpus.items
        for coder, coding in item.codings.items()
        if item.name in every and every[item.name].codings.get(coder) == coding
    }
    return tuple(one for one in found if (one.coder, one.item) in shown)


def schools_of(corpus: Corpus, uncertain: Uncertain) -> tuple[Schools, ...]:
    """Tell of texts who segments finely and who coarsely, see `kept`."""
    key = ("schools", corpus.named_digest, uncertain)
    return kept(key, lambda: schools_in(with_uncertain(corpus, uncertain)))


def causes_in_recordings_of(corpus: Corpus, view: UrlState, agreed: RecordingAgreement) -> Causes:
    """Tell who keeps agreement on recordings low, as far as that is known."""
    tell = partial(causes_in_recordings, agreed=agreed)
    found = job("causes", tell, corpus, agreed.options).glanced() or NO_CAUSES
    return found.besides(moved_in(view))


def what_would_help_of(
    corpus: Corpus, options: AgreementOptions, group: int
) -> WhatWouldHelp | None:
    """Simulate changes of a coder group, see `computed`; at once where its model is refused."""
    within = group_of(corpus, group)
    fit = coder_model_of(within, options.uncertain, options.model.n)
    if len(corpus.groups) > 1:
        fit = replace(fit, label=words.GROUP_MODEL)
    model = fit.computed()
    if model is None:
        return None
    return job("what would help", partial(what_would_help, model=model), within, options).computed()


def plan_of(corpus: Corpus, options: AgreementOptions, group: int) -> Plan | None:
    """Find how many coders or items a coder group would need, see `computed`."""
    judged = reliability_of(corpus, options).computed()
    if judged is None:
        return None
    find = partial(plan, by_shuffling=judged.chance)
    return job("planning", find, corpus, options, group).computed()


def cards_of(
    corpus: Corpus, uncertain: Uncertain, n: int, place: int
) -> tuple[CoderCard, ...] | None:
    """Return the cards of the coders of a group, see `computed`."""
    findings = findings_of(corpus, uncertain).computed()
    if findings is None:
        return None
    group = group_of(corpus, place)
    rows = [row for row in findings.rows if row.coder in group.coders]
    return Job(
        ("cards", corpus.named_digest, uncertain, n, place),
        partial(coder_cards, group, rows, n=n),
        of=group,
    ).computed()


def coder_model_of(
    corpus: Corpus, uncertain: Uncertain, n: int, *, held_out: bool = False
) -> Job[CoderModel]:
    """Return the job that fits what each coder does; its window is as wide as the model allows."""
    options = CoderModelOptions(n=min(n, WIDEST), held_out=held_out)
    found = Job(
        ("coder model", corpus.named_digest, uncertain, options),
        partial(coder_model, with_uncertain(corpus, uncertain), options),
        of=corpus,
    )
    if held_out:
        return replace(found, label=words.MODEL_SAVES, unasked=0.0)
    return replace(found, unasked=BRIEF)


def modelled_places_of(
    corpus: Corpus, model: CoderModel, uncertain: Uncertain, place: int
) -> Mapping[str, tuple[PlaceExample, ...]]:
    """Choose the places that show what the model says of the coders of a group, see `glanced`."""
    group = group_of(corpus, place)
    found = Job(
        ("modelled places", corpus.named_digest, uncertain, model.options.n, place),
        partial(modelled_places, with_uncertain(group, uncertain), model),
        of=group,
    )
    return found.glanced() or {}


def matrix_of(corpus: Corpus, by: str, options: Mapping[str, Any]) -> CoderMatrix | None:
    """Compare all coders of a corpus by kappa of boundary decisions or a metric, see `computed`."""
    if by == KAPPA:
        return job("kappa matrix", kappa_matrix, corpus).computed()
    return job("matrix", coder_matrix, corpus, by, **options).computed()


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
    """List the items on which two coders differ, by a metric or by kappa, see `needed`."""
    given = {**options, "model": EditModel(n=n)}
    return job("pair items", pair_items, corpus, *pair, metric, **given).needed()


def on_items_of(corpus: Corpus, most: int) -> list[ItemOfCoders]:
    """Set each coder beside the others on each of the first items, see `needed`."""
    return job("on items", tasks.on_items, corpus, most).needed()


def edits_on(corpus: Corpus, item: Item, pair: tuple[str, str], n: int) -> BoundaryEdits:
    """Find the edits between two coders of an item, see `needed`."""
    a, b = (item.codings[coder] for coder in pair)
    return Job(
        ("edits", corpus.codings_digest, item.name, pair, n),
        partial(edits_of(a, b), a, b, model=EditModel(n=n), coders=pair),
        of=replace(item, codings={pair[0]: a, pair[1]: b}),
    ).needed()


# ----- the density of boundaries of recordings, and its peaks


def recorded_options(view: UrlState) -> RecordedOptions:
    """Return the settings as options of all that is measured of recordings."""
    return RecordedOptions(
        measured=view.recording_options, width=view.kernel_width, least=view.least
    )


def time_options(view: UrlState) -> TimeConsensusOptions:
    """Return the settings as options of a consensus of recordings."""
    return recorded_options(view).peaks


def too_narrow(corpus: Corpus, view: UrlState) -> str:
    """Return why a kernel is too narrow for the longest recording; empty if it is not."""
    return why_too_fine(corpus, view.kernel_width)


def people_on(corpus: Corpus, item: Item) -> tuple[str, ...]:
    """Name the coders of a recording whose boundaries count: no reference and no segmenter."""
    return tuple(voters(corpus, item))


def peaks_of_corpus(corpus: Corpus, view: UrlState) -> Job[FoundPeaks]:
    """Return the job that finds the peaks of all recordings, and what chance reaches in each."""
    options = replace(time_options(view), least=None)
    return replace(job("all peaks", peaks_and_chance, corpus, options), unasked=PATIENT)


def density_of(
    corpus: Corpus, item: Item, view: UrlState, found: FoundPeaks
) -> PressDensity | None:
    """Return the density of a recording with its chance level; None if nothing of it counts."""
    greatest, options = found.greatest.get(item.name), time_options(view)
    if greatest is None:
        return None
    key = ("density", corpus.codings_digest, item.name, options)

    def dense() -> PressDensity:
        alone = press_density(
            item,
            width=options.width,
            coders=people_on(corpus, item),
            trim=options.trim,
            shuffles=0,
            level=options.level,
        )
        return replace(alone, greatest=greatest)

    return kept(key, dense)


def worth_showing(peaks: Sequence[PressPeak]) -> list[PressPeak]:
    """Leave out what one coder alone marked, unless there are few coders."""
    return [one for one in peaks if len(one.votes) > 1 or one.of <= FEW_CODERS]


def peak_near(item: Item, peaks: Sequence[PressPeak], view: UrlState) -> PressPeak | None:
    """Return the peak that a chosen place belongs to."""
    if view.place is None:
        return None
    place, reach = view.place, scale_of(item).steps_within(time_options(view).reach)
    near = [one for one in worth_showing(peaks) if abs(one.place - place) <= reach]
    return min(near, key=lambda one: abs(one.place - place), default=None)
