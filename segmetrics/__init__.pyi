from collections.abc import Iterable, Sequence
from typing import Any, overload

from segmetrics.adjudication.adjudications import Consensus
from segmetrics.adjudication.adjudications import settle as settle
from segmetrics.adjudication.consensus_in_time import TimeConsensus
from segmetrics.adjudication.disputes import disputes as disputes
from segmetrics.adjudication.gold import GoldItem
from segmetrics.adjudication.gold import GoldOptions as GoldOptions
from segmetrics.adjudication.gold import with_gold as with_gold
from segmetrics.adjudication.gold_agreement import agreement_with as agreement_with
from segmetrics.adjudication.press_peaks import PressPeak
from segmetrics.adjudication.press_peaks import TimeConsensusOptions as TimeConsensusOptions
from segmetrics.adjudication.press_peaks import press_peaks as press_peaks
from segmetrics.adjudication.rules import compare_rules as compare_rules
from segmetrics.boundary_marks import of_type as of_type
from segmetrics.boundary_marks import with_uncertain as with_uncertain
from segmetrics.claims.cause_types import Causes
from segmetrics.coding_model.coder_model import coder_model as coder_model
from segmetrics.coding_model.what_would_help import what_would_help as what_would_help
from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.agreement_table import pair_agreement as pair_agreement
from segmetrics.coefficients.boundary_decisions import DecisionOptions as DecisionOptions
from segmetrics.coefficients.decision_table import decisions as decisions
from segmetrics.coefficients.options import AgreementOptions as AgreementOptions
from segmetrics.coefficients.pairwise import pairwise as pairwise
from segmetrics.corpus import CoderGroup as CoderGroup
from segmetrics.corpus import Corpus as Corpus
from segmetrics.corpus import CorpusError as CorpusError
from segmetrics.corpus import Item as Item
from segmetrics.io.choices import Choices as Choices
from segmetrics.io.read import check as check
from segmetrics.io.read import read as read
from segmetrics.io.samples import SAMPLES as SAMPLES
from segmetrics.io.samples import sample as sample
from segmetrics.io.write import write as write
from segmetrics.metrics.alignment import alignment_similarity
from segmetrics.metrics.confusion import boundary_confusion
from segmetrics.metrics.counts import f1 as f1
from segmetrics.metrics.counts import ghd as ghd
from segmetrics.metrics.counts import precision as precision
from segmetrics.metrics.counts import recall as recall
from segmetrics.metrics.edits import EditModel as EditModel
from segmetrics.metrics.edits import boundary_edits as boundary_edits
from segmetrics.metrics.hierarchical import hierarchical_pk, hierarchical_window_diff
from segmetrics.metrics.registry import METRICS as METRICS
from segmetrics.metrics.similarity import boundary_similarity, segmentation_similarity
from segmetrics.metrics.time.covering import covering as covering
from segmetrics.metrics.time.deviation import boundary_deviation as boundary_deviation
from segmetrics.metrics.time.group_agreement import segmentation_agreement as segmentation_agreement
from segmetrics.metrics.time.hit_rate import hit_rate as hit_rate
from segmetrics.metrics.time.labels import label_agreement as label_agreement
from segmetrics.metrics.time.references import against_references as against_references
from segmetrics.metrics.typed_edits import typed_edits as typed_edits
from segmetrics.metrics.window_chance import wd_chance as wd_chance
from segmetrics.metrics.window_chance import wd_normalised as wd_normalised
from segmetrics.metrics.windows import pk as pk
from segmetrics.metrics.windows import window_diff
from segmetrics.metrics.winpr import winpr as winpr
from segmetrics.reliability.chance import chance as chance
from segmetrics.reliability.changes import ChangeTable
from segmetrics.reliability.coder_findings import coder_findings as coder_findings
from segmetrics.reliability.coders import coder_matrix as coder_matrix
from segmetrics.reliability.coverage import coverage as coverage
from segmetrics.reliability.decision_intervals import decision_intervals as decision_intervals
from segmetrics.reliability.explain import explain as explain
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.reliability.fitted_coders import CoderModelOptions as CoderModelOptions
from segmetrics.reliability.grain_alignment import grain_alignment as grain_alignment
from segmetrics.reliability.granularity import coder_granularity as coder_granularity
from segmetrics.reliability.hit_rate_curve import hit_rate_curve as hit_rate_curve
from segmetrics.reliability.influence import influence as influence
from segmetrics.reliability.intervals import intervals as intervals
from segmetrics.reliability.jackknife import IntervalOptions as IntervalOptions
from segmetrics.reliability.planning import plan as plan
from segmetrics.reliability.press_density import press_density as press_density
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.recording_agreement import RecordingAgreement
from segmetrics.reliability.recording_changes import RecordingChanges, RecordingRounds
from segmetrics.reliability.recording_options import RecordingOptions as RecordingOptions
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reliability.reliability_table import reliability_of as reliability_of
from segmetrics.reliability.shuffling import ChanceOptions as ChanceOptions
from segmetrics.reliability.trends import CodingRound as CodingRound
from segmetrics.reliability.trends import RoundsTable
from segmetrics.reporting.methods import methods as methods
from segmetrics.reporting.report import ReportOptions as ReportOptions
from segmetrics.reporting.report_formats import report as report
from segmetrics.reproduction.open_corpora import open_corpora as open_corpora
from segmetrics.reproduction.papers import reproduce as reproduce
from segmetrics.segmentation import Segmentation as Segmentation
from segmetrics.segmentation import SegmentationError as SegmentationError
from segmetrics.segmenters.baselines import with_baselines as with_baselines
from segmetrics.segmenters.people_comparison import compare_segmenters as compare_segmenters
from segmetrics.segmenters.texttiling import with_texttiling as with_texttiling
from segmetrics.time_scale import TimeScale as TimeScale
from segmetrics.times import time_coding as time_coding

__all__: list[str]
__version__: str

a = alignment_similarity
b = boundary_similarity
confusion = boundary_confusion
hierpk = hierarchical_pk
hierwd = hierarchical_window_diff
s = segmentation_similarity
wd = window_diff

# Of texts or of recordings, which the options tell type checkers.
@overload
def agreement(corpus: Corpus, options: AgreementOptions) -> AgreementTable: ...
@overload
def agreement(corpus: Corpus, options: RecordingOptions) -> RecordingAgreement: ...
@overload
def agreement(corpus: Corpus, options: None = None) -> Any: ...
@overload
def causes(
    corpus: Corpus,
    options: AgreementOptions,
    *,
    reliability: ReliabilityTable | None = None,
    model: CoderModel | None = None,
    progress: Progress | None = None,
) -> Causes: ...
@overload
def causes(
    corpus: Corpus, options: RecordingOptions, *, agreed: RecordingAgreement | None = None
) -> Causes: ...
@overload
def causes(corpus: Corpus, options: None = None, **others: Any) -> Causes: ...
@overload
def compare(
    before: Corpus,
    after: Corpus,
    options: AgreementOptions,
    interval_options: IntervalOptions = ...,
    *,
    shuffling: ChanceOptions | None = None,
    progress: Progress | None = None,
) -> ChangeTable: ...
@overload
def compare(before: Corpus, after: Corpus, options: RecordingOptions) -> RecordingChanges: ...
@overload
def compare(before: Corpus, after: Corpus, options: None = None, **others: Any) -> Any: ...
@overload
def consensus(
    corpus: Corpus, options: GoldOptions, items: Iterable[GoldItem] | None = None
) -> Consensus: ...
@overload
def consensus(
    corpus: Corpus, options: TimeConsensusOptions, peaks: Iterable[PressPeak] | None = None
) -> TimeConsensus: ...
@overload
def consensus(corpus: Corpus, options: None = None, **others: Any) -> Any: ...
@overload
def trends(
    named: Sequence[CodingRound],
    options: AgreementOptions,
    interval_options: IntervalOptions = ...,
    *,
    shuffling: ChanceOptions | None = None,
    progress: Progress | None = None,
) -> RoundsTable: ...
@overload
def trends(named: Sequence[CodingRound], options: RecordingOptions) -> RecordingRounds: ...
@overload
def trends(named: Sequence[CodingRound], options: None = None, **others: Any) -> Any: ...
