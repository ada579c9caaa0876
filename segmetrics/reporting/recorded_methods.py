"""The methods of a report on recordings, statement by statement: what was really computed."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.adjudication.press_peaks import LEAST_PRESSES
from segmetrics.number_formats import percent, seconds
from segmetrics.phrases import joined
from segmetrics.reliability.chance_verdicts import RULE_IN_PAPER
from segmetrics.reliability.pair_hit_rates import ENOUGH, TimeNull
from segmetrics.reliability.recording_sums import STRETCHES
from segmetrics.reporting.recorded import RecordedResults, shuffles_of_curve
from segmetrics.reporting.report import Report
from segmetrics.time_scale import step_of

INDEPENDENT: Mapping[TimeNull, str] = {
    "circular shift": "by moving all boundaries of each coder by one random length of time, what "
    "leaves at the end coming in at the start",
    "shuffled gaps": "by putting the gaps between the boundaries of each coder in random order",
    "shared pace": "by moving all boundaries of each coder by one random length on a clock that "
    "runs as fast as all coders together place boundaries at that time of the recording, counted "
    "minute by minute, what leaves at the end coming in at the start (Louis et al., 2010)",
}
COVERING = (
    "Covering is how well the segments of two coders overlap (Arbelaez et al., 2011), as for "
    "changepoints (van den Burg & Williams, 2020)."
)
ROUNDS = (
    "Changes between rounds are those over the recordings and coders that both rounds have; "
    "intervals and p-values come from leaving out each coder, and each recording, of both rounds "
    "at once (Efron & Tibshirani, 1993). They are not corrected for looking at several numbers."
)
CHANGED = "Where the people changed, all coders count, and each is left out of one round alone."


def recorded_statements(report: Report, found: RecordedResults) -> list[str]:
    """Describe how a report on recordings was computed."""
    said = _counted(report, found)
    if report.holds("results", "agreement", "coders", "rounds"):
        said += [*_agreement(found), *_chance(report, found)]
    if report.holds("results", "agreement"):
        said.append(
            "The distance of boundaries is the median one to the nearest boundary of another coder "
            "(Turnbull et al., 2007)."
        )
    if report.holds("agreement"):
        said.append(COVERING)
    if report.holds("results", "agreement", "coders"):
        said.append(_segmentation_agreement(found))
    if report.holds("coders"):
        said.append(
            "How early or late a coder is, is a mode of the differences to boundaries of each "
            "other coder: the mean of those within the tolerance of it (Fukunaga & Hostetler, "
            "1975)."
        )
    if report.holds("results", "coders"):
        said.append(
            "A coder is said to agree less, or more, with the others than those with each other, "
            "or to be early or late, where an interval wide enough for all coders together "
            "excludes 0."
        )
    if report.holds("results", "agreement", "coders"):
        said.append(_intervals(found))
    if report.holds("heat_map", "consensus") and found.densities:
        said += _density(report, found)
    if found.rounds and report.holds("rounds"):
        said.append(ROUNDS)
        if any(step.changes.compared.whose == "changed" for step in found.rounds.steps):
            said.append(CHANGED)
    return said


def _counted(report: Report, found: RecordedResults) -> list[str]:
    """Return what counts as a boundary."""
    options, scale = found.agreement.options, found.corpus.scale
    places = (
        at for item in found.corpus.items for one in item.codings.values() for at in one.boundaries
    )
    resolution = f", with a resolution of {seconds(step_of(places, scale))}" if scale else ""
    said = [
        f"Recordings were analysed with {report.program} on the times of boundaries{resolution}; "
        "the start and the end of a recording are no boundaries."
    ]
    if any(options.trim):
        lengths = zip(("start", "end"), options.trim, strict=True)
        parts = [f"{seconds(length)} at the {end}" for end, length in lengths if length]
        said.append(f"Of each recording, {joined(parts)} did not count.")
    if options.minimum_gap:
        said.append(
            f"Of two boundaries of a coder less than {seconds(options.minimum_gap)} apart only the "
            "first counts."
        )
    return said


def _agreement(found: RecordedResults) -> list[str]:
    """Return what F is."""
    within = seconds(found.agreement.options.tolerance)
    return [
        f"Two boundaries are the same if they lie at most {within} apart (Turnbull et al., 2007), "
        "each boundary being paired once, so that as many are paired as possible.",
        "F is the harmonic mean of precision and recall (van Rijsbergen, 1979) of a pair of "
        "coders; the mean over pairs of coders and recordings is given.",
    ]


def _chance(report: Report, found: RecordedResults) -> list[str]:
    """Return how independent coders are made, and what is said beside them."""
    options, shuffles = found.agreement.options, found.agreement.shuffles
    if not shuffles:
        return ["No chance level was computed."]
    said = [
        f"Independent coders were made {INDEPENDENT[options.null]}, {shuffles:,} times (seed "
        f"{options.seed}). F beyond chance is (F - chance) / (1 - chance), with the mean F of "
        "independent coders for chance."
    ]
    if not report.holds("results", "agreement"):
        return said
    if shuffles >= min(ENOUGH, options.shuffles):
        said.append(
            "Its p-value is the share of these cases in which F is at least as high, the coders "
            "themselves counted as one (Phipson & Smyth, 2010)."
        )
    else:
        said.append("Its p-value follows from their mean and spread, by Student's t.")
    if report.holds("agreement"):
        said.append(_over_tolerances(found))
    if len(found.agreement.items) > 1:
        said.append(
            "P-values of recordings are adjusted for their number (Benjamini & Hochberg, 1995)."
        )
    return [*said, RULE_IN_PAPER.format(corrected="F beyond chance")]


def _over_tolerances(found: RecordedResults) -> str:
    """Return how the curve is tested, whose shuffles may be fewer."""
    options = found.agreement.options
    made = shuffles_of_curve(found.corpus, options)
    if made < ENOUGH:
        adjusted = "follow from Student's t, adjusted for their number (Holm, 1979)"
    else:
        adjusted = "are adjusted by the greatest standardised F of each (Westfall & Young, 1993)"
    return (
        f"Over tolerances, {made:,} of these cases were compared: p-values {adjusted}; the band "
        f"holds the whole curve of independent coders in {percent(options.level)} of them."
    )


def _segmentation_agreement(found: RecordedResults) -> str:
    width = seconds(found.agreement.options.bin_width)
    return (
        "Segmentation agreement (Zacks et al., 2006; Kurby & Zacks, 2011) is the correlation of a "
        f"coder's bins of {width} with the share of the other coders who placed a boundary there, "
        "put between the least (0) and the greatest (1) correlation that as many bins allow."
    )


def _intervals(found: RecordedResults) -> str:
    level = percent(found.agreement.options.level)
    of = "each coder" if len(found.agreement.items) == 1 else "each coder and each recording"
    return (
        f"The {level} intervals are jackknife intervals (Efron & Tibshirani, 1993) from leaving "
        f"out {of}, by Student's t with estimated degrees of freedom (Satterthwaite, 1946); where "
        f"a coder has one recording, {STRETCHES} stretches of it take the place of recordings, and "
        f"for boundaries of a coder's own {STRETCHES} stretches of all recordings always do."
    )


def _density(report: Report, found: RecordedResults) -> list[str]:
    """Return how the density of boundaries and the consensus were found."""
    peaks = found.options.peaks
    together = (
        ", anywhere in any of the recordings (Westfall & Young, 1993)"
        if len(found.densities) > 1
        else ""
    )
    said = [
        "The density of boundaries over a recording is that of normal kernels (Silverman, 1986) "
        f"with a standard deviation of {seconds(peaks.width)}, over all coders (Huff, Meitz & "
        "Papenmeier, 2014).",
        "Its chance level is what the greatest density of independent coders, made "
        f"{INDEPENDENT[peaks.null]}, {peaks.shuffles} times (seed {peaks.seed}), exceeds in "
        f"{percent(1 - peaks.level)} of cases (Nichols & Holmes, 2002){together}.",
    ]
    if report.holds("consensus"):
        enough = found.options.peaks.enough
        which = f"at which {enough} have a boundary" if enough else "above that level"
        said += [
            f"The boundaries of the consensus are the peaks {which}, each at the median of "
            f"the nearest boundaries of those coders who have one within {seconds(peaks.reach)}.",
            f"With {LEAST_PRESSES} coders or more, its 95% interval follows from the order of "
            "these boundaries (Hettmansperger & Sheather, 1986).",
        ]
    return said
