"""Agreement between people who segmented the same texts: all that a notebook needs.

``import segmetrics as sm`` is the one import. A name is loaded when it is first used, so that
the import itself takes no time. `__init__.pyi` has the same names for type checkers.
"""

from importlib import import_module
from typing import Any

__version__ = "0.3.0"

# The names of the face by the module that has them.
_NAMES = {
    "adjudication.adjudications": ["settle"],
    "adjudication.disputes": ["disputes"],
    "adjudication.gold": ["GoldOptions", "with_gold"],
    "adjudication.gold_agreement": ["agreement_with"],
    "adjudication.press_peaks": ["TimeConsensusOptions", "press_peaks"],
    "adjudication.rules": ["compare_rules"],
    "boundary_marks": ["of_type", "with_uncertain"],
    "claims.causes": ["causes"],
    "coding_model.coder_model": ["CoderModelOptions", "coder_model"],
    "coding_model.what_would_help": ["what_would_help"],
    "coefficients.agreement_table": ["pair_agreement"],
    "coefficients.boundary_decisions": ["DecisionOptions"],
    "coefficients.decision_table": ["decisions"],
    "coefficients.options": ["AgreementOptions"],
    "coefficients.pairwise": ["pairwise"],
    "corpus": ["CoderGroup", "Corpus", "CorpusError", "Item"],
    "io.choices": ["Choices"],
    "io.read": ["check", "read"],
    "io.samples": ["SAMPLES", "sample"],
    "io.write": ["write"],
    "metrics.edits": ["EditModel", "boundary_edits"],
    "metrics.registry": ["METRICS"],
    "metrics.time.covering": ["covering"],
    "metrics.time.deviation": ["boundary_deviation"],
    "metrics.time.group_agreement": ["segmentation_agreement"],
    "metrics.time.hit_rate": ["hit_rate"],
    "metrics.time.labels": ["label_agreement"],
    "metrics.time.references": ["against_references"],
    "metrics.typed_edits": ["typed_edits"],
    "reliability.chance": ["chance"],
    "reliability.coder_findings": ["coder_findings"],
    "reliability.coders": ["coder_matrix"],
    "reliability.coverage": ["coverage"],
    "reliability.decision_intervals": ["decision_intervals"],
    "reliability.explain": ["explain"],
    "reliability.grain_alignment": ["grain_alignment"],
    "reliability.granularity": ["coder_granularity"],
    "reliability.hit_rate_curve": ["hit_rate_curve"],
    "reliability.influence": ["influence"],
    "reliability.intervals": ["intervals"],
    "reliability.jackknife": ["IntervalOptions"],
    "reliability.planning": ["plan"],
    "reliability.press_density": ["press_density"],
    "reliability.recording_options": ["RecordingOptions"],
    "reliability.reliability_table": ["reliability_of"],
    "reliability.shuffling": ["ChanceOptions"],
    "reliability.trends": ["CodingRound"],
    "reporting.methods": ["methods"],
    "reporting.report": ["ReportOptions"],
    "reporting.report_formats": ["report"],
    "reproduction.open_corpora": ["open_corpora"],
    "reproduction.papers": ["reproduce"],
    "segmentation": ["Segmentation", "SegmentationError"],
    "segmenters.baselines": ["with_baselines"],
    "segmenters.people_comparison": ["compare_segmenters"],
    "segmenters.texttiling": ["with_texttiling"],
    "time_scale": ["TimeScale"],
    "times": ["time_coding"],
}
# The names that are two functions: that of texts, and that of recordings.
_BY_AXIS = {
    "agreement": (
        ("coefficients.agreement_table", "agreement"),
        ("reliability.recording_agreement", "recording_agreement"),
    ),
    "compare": (
        ("reliability.comparison", "compare"),
        ("reliability.recording_changes", "recording_changes"),
    ),
    "consensus": (
        ("adjudication.adjudications", "consensus"),
        ("adjudication.consensus_in_time", "consensus_in_time"),
    ),
    "trends": (
        ("reliability.trends", "trends"),
        ("reliability.recording_changes", "recording_trends"),
    ),
}
# The keys of metrics: as a function, each metric has the name of its key.
_METRICS = (
    "a",
    "b",
    "confusion",
    "f1",
    "ghd",
    "hierpk",
    "hierwd",
    "pk",
    "precision",
    "recall",
    "s",
    "wd",
    "wd_chance",
    "wd_normalised",
    "winpr",
)
_PLACES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted([*_PLACES, *_BY_AXIS, *_METRICS])


def __getattr__(name: str) -> Any:
    """Load a name when it is first used."""
    if name in _METRICS:
        found = _from("metrics.registry", "METRICS")[name].function
    elif name in _BY_AXIS:
        texts, recordings = _BY_AXIS[name]
        found = _from("axis", "by_axis")(_from(*texts), _from(*recordings))
    elif name in _PLACES:
        found = _from(_PLACES[name], name)
    else:
        raise AttributeError(f"module 'segmetrics' has no attribute {name!r}")
    globals()[name] = found
    return found


def _from(module: str, name: str) -> Any:
    return getattr(import_module(f"segmetrics.{module}"), name)


def __dir__() -> list[str]:
    """List the names of the face."""
    return [*__all__, "__version__"]
