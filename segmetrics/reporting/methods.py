"""The methods of a report in words, for a paper: what was really computed, and nothing else.

Works are named in brackets, as ``(Fournier & Inkpen, 2012)``; what is named here is what
`segmetrics.reporting.bibliography.cited` lists.
"""

from __future__ import annotations

from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.coefficients.levels import Level
from segmetrics.coefficients.similarities import SIMILARITIES, TYPED
from segmetrics.metrics.edits import EditModel
from segmetrics.number_formats import count, short
from segmetrics.phrases import counted
from segmetrics.reliability.chance_verdicts import SIGNIFICANCE, WELL_BEYOND
from segmetrics.reliability.narrative import ALPHA, SHUFFLED
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reporting.excerpts import MOST
from segmetrics.reporting.report import Report

SOURCES = {
    "a": " (Diaz & Ouyang, 2022)",
    "f1": " (van Rijsbergen, 1979)",
    "wd": " (Pevzner & Hearst, 2002)",
}
CONVENTIONS = {
    "defined": "boundaries over potential boundaries (their equations 8 and 11)",
    "published": "segments over potential boundaries, as in their Table 2",
}
DECISIONS = (
    "At each potential boundary every coder decides whether there is a boundary; over these "
    "decisions, of whatever type and with no regard to near misses, stand nominal alpha "
    "(Krippendorff, 2011), Fleiss' kappa (Fleiss, 1971), AC1 (Gwet, 2008) and percentage agreement "
    "with the majority (Passonneau & Litman, 1993), and the means over coders of kappa (Hearst, "
    "1997) and of K, which pools marginals (Siegel & Castellan, 1988), against the majority, in "
    "which each coder counts."
)
WIDTHS = {"units": "windows of k units", "boundaries": "windows of k potential boundaries"}


def methods(report: Report) -> str:
    """Describe in a paragraph how a report was computed, for a paper.

    Parameters
    ----------
    report : Report
        The report.

    Returns
    -------
    str
        What was really computed, and nothing else, with its sources.

    Examples
    --------
    >>> from segmetrics.corpus import Corpus
    >>> from segmetrics.reporting.report import make_report
    >>> corpus = Corpus.from_masses({"ch1": {"ann": [2, 3], "ben": [5]}})
    >>> methods(make_report(corpus, title="Chapter 1", date="2026-01-31"))[:25]
    'Inter-coder agreement was'
    """
    said = statements(report)
    if report.options.anonymous:
        said.append(
            "Coders are called by numbers, whose order says nothing about their names; names of "
            "items and texts were left as they are."
        )
    if report.left_out:
        count = len(report.left_out)
        said.append(
            f"{counted(count, 'item')} could not be used and "
            f"{'was' if count == 1 else 'were'} left out: {', '.join(report.left_out)}."
        )
    return " ".join(said)


def statements(report: Report) -> list[str]:
    """Describe how a report was computed, statement by statement."""
    parts = [_coefficients(report), *_marks(report)]
    if report.reliability:
        parts += _beyond_chance(report, report.reliability)
    if report.holds("agreement"):
        parts += _table(report)
    if report.decisions:
        parts.append(DECISIONS)
    if report.options.ranks:
        parts.append(f"Items are ranked by {_ranked_by(report)}, the lowest first.")
    if report.pairs:
        parts.append(_pairs(report))
    parts += _intervals(report)
    if report.worst:
        parts += _explanations(report)
    if report.excerpts:
        parts.append(
            f"The excerpts are the places of the {_least(report)} whose disagreements cost most "
            f"in S, at most {MOST} of each; edits of pairs of coders that overlap in the text are "
            "one disagreement."
        )
    return parts + _caution(report)


def _coefficients(report: Report) -> str:
    """Return what agreement was computed over, and how."""
    options = report.options.agreement
    kappa = " and kappa" if report.holds("agreement") else ""
    pooling = ""
    if report.holds("agreement", "ranked"):
        pooling = (
            " Coefficients of a coder group are pooled over its items; corpus figures are the "
            "mean and the population standard deviation over groups."
        )
    return (
        f"Inter-coder agreement was computed with {report.program} as multi-coder pi{kappa} "
        f"(Fournier & Inkpen, 2012) over {_similarity(report)}; expected agreement counts "
        f"{CONVENTIONS[options.convention]}.{pooling}"
    )


def _similarity(report: Report) -> str:
    options = report.options.agreement
    if options.similarity == "s":
        return f"segmentation similarity S, with {_edits(options.model)}"
    if options.similarity == "b":
        return (
            "boundary similarity B (Fournier, 2013), with near misses of fewer "
            f"than n = {options.model.n} positions that cost their distance over n"
        )
    windows = f", with {_windows(report)}" if options.similarity == "wd" else ""
    name = SIMILARITIES[options.similarity] + SOURCES[options.similarity]
    return f"{name}{windows}, of which pairs without a value are left out"


def _edits(model: EditModel) -> str:
    scaling = " scaled by te (equation 3)" if model.scaling == "te" else ", not scaled by distance"
    return (
        f"near misses of fewer than n = {model.n} positions, weights of {model.substitution:g} for "
        f"substitutions and {model.transposition:g} for transpositions{scaling}"
    )


def _windows(report: Report) -> str:
    options = report.options.agreement
    return (
        f"{WIDTHS[options.width]}, k being half the mean segment of the reference, rounded half "
        f"{'up' if options.halves == 'up' else 'to even'}, at least 2"
    )


def _marks(report: Report) -> list[str]:
    """Return what became of what boundaries carry beside their place."""
    options, corpus = report.options.agreement, report.corpus
    said = {
        "type": [],
        "ignore": ["Boundaries marked as uncertain were left out."],
        "boundary": ["Boundaries marked as uncertain count as if their coder had been sure."],
    }[options.uncertain]
    if corpus.kind == "hierarchical":
        said.append("Levels of boundaries were not looked at.")
    if corpus.types and options.similarity in TYPED:
        own = ", uncertain being a type of its own" if UNCERTAIN in corpus.types else ""
        said.append(
            f"Boundaries were compared with their types{own}: one of another type is no match."
        )
    elif corpus.types:
        said.append("Types of boundaries were not looked at.")
    return said


def _table(report: Report) -> list[str]:
    """Return what else stands in the agreement table."""
    options = report.options.agreement
    near = f", with near misses of fewer than n = {options.model.n} positions"
    beside = (
        "" if options.similarity == "b" else " and pi over boundary similarity B (Fournier, 2013)"
    )
    said = [
        "Beside it stand nominal alpha of boundary decisions (Krippendorff, 2011), which knows "
        f"neither near misses nor types{beside and f',{beside}{near}'}.",
        "Bias is expected agreement of pi less that of kappa (Artstein & Poesio, 2008).",
        f"WindowDiff (Pevzner & Hearst, 2002) is given as the mean of 1 - WindowDiff over ordered "
        f"pairs of coders, with {_windows(report)}.",
    ]
    return said + _misses(report)


def _misses(report: Report) -> list[str]:
    options = report.options.agreement
    if options.similarity == "s":
        return []
    return [f"Near and full misses are counted with {_edits(options.model)}."]


def _beyond_chance(report: Report, found: ReliabilityTable) -> list[str]:
    """Return how agreement beyond chance was found, and judged as far as it was."""
    alone = SIMILARITIES[found.options.similarity]
    said = [
        f"Chance-corrected agreement R (Berry & Mielke, 1988) over {alone} is what coders agree on "
        "beyond shuffled coders, as a share of what there is to agree on beyond them; to shuffle, "
        f"{SHUFFLED[found.shuffling.null]}, {count(found.shuffling.shuffles)} times, "
        f"seed {found.shuffling.seed}."
    ]
    judged = [row for row in found.rows if row.verdict is not None]
    if not judged or not report.states_verdicts:
        return said
    said.append(
        "Its p-value is the share of shuffles that agree at least as much, the coders themselves "
        "counted as one (Phipson & Smyth, 2010). At a p-value of at most "
        f"{short(SIGNIFICANCE)}, adjusted for the number of items, or of groups (Benjamini & "
        "Hochberg, 1995), agreement is called beyond chance, and well beyond chance if R is at "
        f"least {short(WELL_BEYOND)}, a convention for kappa (Fleiss, 1981)."
    )
    if any(row.verdict == "too_short" for row in judged):
        said.append(
            "It is called too short to say where even the highest agreement among the shuffles has "
            f"a p-value above {short(SIGNIFICANCE)} (Tarone, 1990)."
        )
    return said


def _ranked_by(report: Report) -> str:
    return "pi" if report.options.rank_by == "pi_star" else "R"


def _pairs(report: Report) -> str:
    name = SIMILARITIES[report.options.agreement.similarity]
    counted = "" if report.holds("agreement") else "".join(f" {one}" for one in _misses(report))
    return (
        f"Pairs of coders are compared by {name}, its unweighted mean over the items that both "
        f"coded.{counted}"
    )


def _intervals(report: Report) -> list[str]:
    """Return how intervals were made, as far as there are any."""
    options = report.options.intervals
    if options is None:
        return []
    levels: set[Level] = set()
    if report.intervals:
        levels |= {one.level for one in report.intervals.rows if one.pi_star.low is not None}
    if report.decision_intervals:
        found = report.decision_intervals.rows
        levels |= {one.level for one in found if one.alpha.low is not None}
    said = []
    bias = ", of bias on that of its square root" if report.holds("agreement") else ""
    if levels & {"group", "corpus"}:
        if options.over == "items":
            how = "jackknife"
            which = "other items that the same coders might have coded, from leaving out each item"
        else:
            how = "two-way jackknife"
            which = "other coders and other items, from leaving out each coder and each item"
        said.append(
            f"The {options.percent} intervals of groups and the corpus are {how} intervals (Efron "
            f"& Tibshirani, 1993) for {which}, on the scale of -log(1 - value){bias}, by Student's "
            "t with estimated degrees of freedom (Satterthwaite, 1946)."
        )
    if "item" in levels:
        said.append(
            f"The {options.percent} intervals of items are jackknife intervals (Efron & "
            "Tibshirani, 1993) for other coders, from leaving out each."
        )
    return said


def _least(report: Report) -> str:
    count = min(report.options.worst, len(report.ranked))
    return f"{count:,} least reliable items" if count > 1 else "least reliable item"


def _explanations(report: Report) -> list[str]:
    """Return how items were explained."""
    said = [
        f"The {_least(report)} {'are' if len(report.worst) > 1 else 'is'} explained by taking "
        "1 - S apart, edit by edit, beside pi over boundary similarity B (Fournier, 2013) and "
        "nominal alpha of boundary decisions (Krippendorff, 2011)."
    ]
    if any(one.rest and one.rest.value is not None for one in report.worst):
        said.append(
            "An item is called less reliable than the others of its group if it has more misses "
            "for its boundaries than they, by a test for several outliers (Rosner, 1983)."
        )
    if any(one.interval.low is not None for one in report.worst):
        said.append(
            "Intervals of R of items in explanations are 95% jackknife intervals (Efron & "
            "Tibshirani, 1993) from leaving out each coder."
        )
    if any(one.loss and one.loss.total.edits for one in report.worst):
        said.append(
            "A coder, or a stretch of the text, is singled out only where a randomization test "
            "(Edgington & Onghena, 2007) gives p below 0.01."
        )
    if any(one.granularity for one in report.worst):
        said.append(
            "Coders are said to place boundaries more finely or coarsely than the others, or at "
            f"different rates, only where a two-sided binomial test gives p of at most {ALPHA:g}, "
            "multiplied by the number of coders: of the boundaries of all coders, how many are "
            "the coder's, were all of them as likely to be anyone's."
        )
    return said


def _caution(report: Report) -> list[str]:
    """Return how S misleads where boundaries are few, if pi over it is shown."""
    shown = report.holds("agreement") or (
        report.holds("ranked") and report.options.rank_by == "pi_star"
    )
    if report.options.agreement.similarity != "s" or not shown:
        return []
    read = "; they are to be read beside R, alpha and pi over B" if report.reliability else ""
    return [f"Where boundaries are few, S and pi over it are high for anyone{read}."]
