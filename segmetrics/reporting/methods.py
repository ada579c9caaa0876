"""The methods of a report in words, for a paper: what was really computed, and nothing else.

Works are named in brackets, as ``(Fournier & Inkpen, 2012)``; what is named here is what
`segmetrics.reporting.bibliography.cited` lists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from segmetrics.adjudication.gold import GoldOptions
from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.coefficients.levels import Level
from segmetrics.coefficients.similarities import SIMILARITIES, TYPED
from segmetrics.metrics.edits import EditModel
from segmetrics.number_formats import count, in_paper, percent
from segmetrics.phrases import capital, counted, joined
from segmetrics.reliability.chance_verdicts import RULE_IN_PAPER, SIGNIFICANCE
from segmetrics.reliability.coded_rounds import Whose
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.reliability.jackknife import Over
from segmetrics.reliability.narrative import ALPHA, APART_BY, APART_TIMES
from segmetrics.reliability.reliability_table import ReliabilityTable
from segmetrics.reliability.shuffle_tests import SECOND_TEST
from segmetrics.reliability.shuffling import NULLS, ChanceOptions
from segmetrics.reporting.excerpts import MOST
from segmetrics.reporting.recorded_methods import recorded_statements
from segmetrics.reporting.report import Report
from segmetrics.tables.coder_model_words import says_something

SOURCES = {
    "a": " (Diaz & Ouyang, 2022)",
    "f1": " (van Rijsbergen, 1979)",
    "wd": " (Pevzner & Hearst, 2002)",
}
TWO_QUESTIONS = (
    "P-values and verdicts are about the codings at hand, intervals about others; agreement can be "
    "beyond chance here while its interval includes 0."
)
CONVENTIONS = {
    "defined": "boundaries over potential boundaries (their equations 8 and 11)",
    "published": "segments over potential boundaries, as in their Table 2",
}
DECISIONS = (
    "At each potential boundary every coder decides whether there is a boundary, of whatever type; "
    "near misses do not count. Over these decisions are computed nominal α (Krippendorff, 2011), "
    "Fleiss' kappa (Fleiss, 1971), AC1 (Gwet, 2008) and percentage agreement with the majority "
    "(Passonneau & Litman, 1993). Two more kappas compare each coder with this majority, in which "
    "the coder counts too; their means over coders are given. Cohen's takes the marginals of "
    "either side (Hearst, 1997), and K pools them as Scott's pi does (Siegel & Castellan, 1988)."
)
CODERS = (
    "Each coder is compared with the others of the group by Cohen's kappa of boundary decisions, "
    "summed up over pairs, and by the number of boundaries for each of theirs. A coder is said to "
    "stand out who placed nothing or everything, or agrees clearly better when moved by one place. "
    "So is one who agrees far less with the others than they do among themselves, or whose rate of "
    "boundaries is out of line. Told besides is who marks less and less as items go on, or in one "
    "item has an odd number of boundaries, places them oddly or stops."
)
OF_RATES = (
    "Intervals of this rate are 95% jackknife intervals (Efron & Tibshirani, 1993) from leaving "
    "out stretches of text."
)
OVER_ROUNDS: Mapping[Whose, str] = {
    "same": "Rounds are compared over the items that all of them have",
    "shared": (
        "Rounds are compared over the items that all of them have, and on each over the coders who "
        "coded it in all of them"
    ),
    "changed": "As fewer than two coders coded the same in all rounds, all codings are compared",
}
ROUNDS: Mapping[Over, str] = {
    "items": (
        "Intervals and p-values of changes are those of the jackknife (Efron & Tibshirani, 1993), "
        "from leaving out each item of both rounds at once. They speak of other items that the "
        "same coders might have coded, and are not corrected for looking at several steps."
    ),
    "coders and items": (
        "Intervals and p-values of changes are those of the two-way jackknife (Efron & Tibshirani, "
        "1993), from leaving out each item of both rounds at once, and each coder. They speak of "
        "other coders and other items, and are not corrected for looking at several steps."
    ),
}
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
    >>> from segmetrics.reporting.make_report import make_report
    >>> corpus = Corpus.from_masses({"ch1": {"ann": [2, 3], "ben": [5]}})
    >>> methods(make_report(corpus, title="Chapter 1", date="2026-01-31"))[:25]
    'Inter-coder agreement was'
    """
    said = statements(report)
    if report.options.anonymous:
        said.append(
            "Coders are called by numbers, whose order says nothing about their names; names of "
            "items were kept."
        )
    if report.left_out:
        count = len(report.left_out)
        said.append(
            f"{counted(count, 'item')} could not be used and "
            f"{'was' if count == 1 else 'were'} left out: {', '.join(report.left_out)}."
        )
    return " ".join(said)


def methods_of_results(report: Report) -> str:
    """Describe how the results paragraph alone was computed, for a paper.

    Parameters
    ----------
    report : Report
        A report that holds the results.

    Returns
    -------
    str
        The methods of what the paragraph says, without those of the other tables and figures.
    """
    return methods(with_results(report, "results"))


def with_results(report: Report, *contents: str) -> Report:
    """Return a report with some of its contents alone, the paragraph of results among them."""
    decided = report.made is not None and report.made.decisions
    # That of recordings tells of every consensus.
    told = decided or (report.recorded is not None and report.holds("consensus"))
    # Of the model of coders a paper has no number.
    held = (*(key for key in contents if key != "coder_model"), *["consensus"] * bool(told))
    return replace(report, options=replace(report.options, contents=held))


def statements(report: Report) -> list[str]:
    """Describe how a report was computed, statement by statement."""
    if report.recorded:
        return recorded_statements(report, report.recorded)
    parts = [
        *(_beyond_chance(report, report.reliability) if report.reliability else []),
        *_coefficients(report),
        *_marks(report),
    ]
    if report.holds("results", "agreement"):
        parts += _table(report)
    if report.holds("decisions"):
        parts.append(DECISIONS)
    if report.findings and report.holds("coders"):
        parts.append(CODERS)
        around = (row.rate_interval for row in report.findings.rows)
        if report.options.intervals and any(one.low is not None for one in around):
            parts.append(OF_RATES)
    if report.coder_model and report.holds("coder_model"):
        parts += _coder_model(report.coder_model, intervals=report.options.intervals is not None)
    if report.options.ranks:
        parts.append(
            f"Items are ranked by {report.ranked_how}{report.ranked_by.symbol}, the lowest first."
        )
    if report.pairs and report.holds("pairs"):
        parts.append(_pairs(report))
    parts += _intervals(report)
    if report.worst and report.holds("why"):
        parts += _explanations(report)
    if report.excerpts and report.holds("excerpts"):
        parts.append(
            f"The excerpts are the places of the {_least(report)} whose disagreements cost most "
            f"in S, at most {MOST} of each. Edits of pairs of coders that overlap in the text are "
            "one disagreement."
        )
    if report.made and report.holds("consensus"):
        parts.append(_consensus(report.options.gold))
    if report.rounds and report.holds("rounds"):
        compared, over = report.rounds.compared, report.rounds.interval_options.over
        parts.append(f"{OVER_ROUNDS[compared.whose]}. {ROUNDS[over]}")
    return parts + _caution(report)


def _coder_model(model: CoderModel, *, intervals: bool) -> list[str]:
    """Return how the model of the coders was fitted, if it says something of a group."""
    if not says_something(model):
        return []
    options = model.options
    said = [
        "What each coder does is estimated by a model after Dawid and Skene (Dawid & Skene, 1979). "
        "Models of this kind are advised for annotations (Passonneau & Carpenter, 2014), and there "
        "are some of sequences (Simpson & Gurevych, 2019).",
        "A coder group shares boundaries; each coder finds some of them, puts some of these up to "
        f"{counted(options.n - 1, 'place')} early or late, and adds boundaries of their own.",
        "All sets of shared boundaries are summed over exactly. Parameters have weakly informative "
        "priors; their values are those of the highest posterior density.",
    ]
    if intervals:
        said.append(
            f"Their {percent(options.level)} intervals are normal approximations there, on the "
            "scale of log odds."
        )
    said.append(
        "Nothing is said of groups of fewer than three coders, nor of those whose coders are "
        "hardly more together than by chance. The same holds where two coders share more exact "
        f"places than in simulated groups (seed {options.seed})."
    )
    return said


def _consensus(options: GoldOptions) -> str:
    """Return by whom and how the consensus segmentation was made."""
    said = "In the consensus segmentation only people vote, no automatic segmenter and no reference"
    if options.method == "medoid":
        return f"{said}: it is the coding with the highest mean B (Fournier, 2013) with the others."
    if options.method == "model":
        return (
            f"{said}. A boundary stands where the posterior of a shared one is above one half, at "
            "a place or at near places together. The model has the hits, additions and shifts of "
            "each coder (after Dawid & Skene, 1979)."
        )
    return f"{said}, as in a majority of coders (Hearst, 1997)."


def _coefficients(report: Report) -> list[str]:
    """Return how the coefficients of the papers were computed."""
    both = report.holds("agreement")
    name = f"multi-coder π*{' and κ*' if both else ''} (Fournier & Inkpen, 2012)"
    if report.reliability is None:
        said = [f"{_computed(report)} as {name} over {_similarity(report)}."]
    else:
        said = [f"{capital(name)} {'are' if both else 'is'} over the same similarity."]
    counts = CONVENTIONS[report.options.agreement.convention]
    said.append(f"Expected agreement of {'the two' if both else 'π*'} counts {counts}.")
    if report.holds("results", "agreement", "ranked"):
        spread = " and the population standard deviation" if both else ""
        pooled = "Coefficients of a coder group are pooled over its items; corpus figures are the "
        several = len(report.corpus.groups) > 1
        said.append(
            f"{pooled}mean{spread} over groups."
            if several
            else "Coefficients of the corpus are pooled over its items."
        )
    return said


def _computed(report: Report) -> str:
    return f"Inter-coder agreement was computed with {report.program}"


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
    if not corpus.types:
        return said
    if options.similarity in TYPED:
        own = ", uncertain being a type of its own" if UNCERTAIN in corpus.types else ""
        said.append(
            "In π*, in misses and between two coders, boundaries were compared with their types "
            f"(labels){own}: one of another type is no match, and counts as a full miss."
        )
        if report.reliability:
            said.append("R and its p-value, α and WindowDiff looked at places alone.")
    elif report.reliability:
        said.append("Types (labels) of boundaries were looked at in π* over B alone.")
    else:
        said.append("Types (labels) of boundaries were not looked at.")
    return said


def _table(report: Report) -> list[str]:
    """Return what else stands in the agreement table."""
    options = report.options.agreement
    near = f", with near misses of fewer than n = {options.model.n} positions"
    coefficients = [
        *(["R"] if report.reliability else []),
        "π*",
        *(["κ*"] if report.holds("agreement") else []),
    ]
    over_b = (
        "" if options.similarity == "b" else " and π* over boundary similarity B (Fournier, 2013)"
    )
    said = [
        f"Beside {joined(coefficients)} stand nominal α of boundary decisions (Krippendorff, "
        f"2011), which counts a near miss as a miss, and no types{over_b and f',{over_b}{near}'}.",
        *(
            ["Bias is expected agreement of π* less that of κ* (Artstein & Poesio, 2008)."]
            if report.holds("agreement")
            else []
        ),
        f"WindowDiff (Pevzner & Hearst, 2002) is given as the mean of 1 − WindowDiff over ordered "
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
    null, kappa = found.shuffling.null, ""
    same_place = found.options.similarity == "s" and found.options.model.n == 1
    # With these each place is as likely to hold a boundary.
    if same_place and null in ("ring", "places"):
        kappa = (
            " As only the same place counts, R is kappa of boundary decisions (Conger, 1980), as "
            "it was found before (Hubert, 1977)."
        )
    own = "" if null == "places" else "; what counts as chance differs from theirs"
    said = [
        f"{_computed(report)} as chance-corrected agreement R ({found.name}) over "
        f"{_similarity(report)}.",
        "R is how far agreement lies above that of shuffled coders, as a share of the way from "
        f"there to perfect agreement, a known form (Berry & Mielke, 1988){own}.{kappa}",
        f"To shuffle, {NULLS[found.shuffling.null]}, {_often(found.shuffling)}, "
        f"seed {found.shuffling.seed}.",
    ]
    judged = [row for row in found.rows if row.verdict is not None]
    if not judged or not report.states_verdicts:
        return said
    said += [
        "Its p-value is the share of shuffles that agree at least as much, the observed codings "
        "being counted as one of them (Phipson & Smyth, 2010).",
        *([SECOND_TEST] if found.shuffling.null == "ring" else []),
        "It is adjusted for the number of items, or of groups (Benjamini & Hochberg, 1995).",
        RULE_IN_PAPER.format(corrected="R"),
    ]
    if any(row.verdict == "too_short" for row in judged):
        said.append(
            "There is too little to tell where even the highest agreement of the shuffles "
            f"has a p-value above {in_paper(SIGNIFICANCE)} (Tarone, 1990)."
        )
    return said


def _often(shuffling: ChanceOptions) -> str:
    """Return how often coders were shuffled."""
    if shuffling.shuffles is None:
        return "as often as needed (Besag & Clifford, 1991)"
    return f"{count(shuffling.shuffles)} times"


def _pairs(report: Report) -> str:
    name = SIMILARITIES[report.options.agreement.similarity]
    has_misses = report.holds("results", "agreement")
    counted = "" if has_misses else "".join(f" {one}" for one in _misses(report))
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
    if report.decision_intervals and report.holds("decisions"):
        found = report.decision_intervals.rows
        levels |= {one.level for one in found if one.alpha.low is not None}
    said = []
    if levels and report.reliability and report.states_verdicts:
        said.append(TWO_QUESTIONS)
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
            f"& Tibshirani, 1993) for {which}. They are made on the scale of −log(1 − "
            f"value){bias}, by Student's t with estimated degrees of freedom (Satterthwaite, 1946)."
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
        "1 − S apart, edit by edit. Beside it stand π* over boundary similarity B (Fournier, 2013) "
        "and nominal α of boundary decisions (Krippendorff, 2011)."
    ]
    if any(one.rest and one.rest.value is not None for one in report.worst):
        said.append(
            "An item is called less reliable than the others of its group if a test for several "
            "outliers (Rosner, 1983) finds too many misses for its boundaries."
        )
    if any(one.interval.low is not None for one in report.worst):
        said.append(
            "Intervals of R of items in explanations are 95% jackknife intervals (Efron & "
            "Tibshirani, 1993) from leaving out each coder."
        )
    if any(one.loss and one.loss.total.edits for one in report.worst):
        said.append(
            "A stretch of the text is singled out only where a randomization test (Edgington & "
            f"Onghena, 2007) gives p below {in_paper(ALPHA)}."
        )
    if any(one.cause == "granularity" for of in report.worst for one in of.sentences):
        said.append(
            f"A coder with at least {APART_TIMES} times as many boundaries on an item as each "
            f"other, and at least {APART_BY} more, is named without a test; so is one with as many "
            "times fewer."
        )
    return said


def _caution(report: Report) -> list[str]:
    """Return how S misleads where boundaries are few, if π* over it is shown."""
    shown = report.holds("results", "agreement") or (
        report.holds("ranked") and report.options.rank_by == "pi_star"
    )
    if report.options.agreement.similarity != "s" or not shown:
        return []
    read = "; they are to be read beside R, α and π* over B" if report.reliability else ""
    return [f"Where boundaries are few, S and π* over it are high for anyone{read}."]
