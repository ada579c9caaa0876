"""A report: what was computed from a corpus, ready to be written in any format.

Everything that a format shows is computed here, once; the formats only write. So they hold
the same numbers, and a report that is made again from the same files and options is equal.
What the contents do not ask for is not computed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, cast, get_args

from segmetrics.adjudication.adjudications import Consensus, consensus
from segmetrics.adjudication.gold import GoldOptions, gold
from segmetrics.adjudication.model_rule import ModelRefused
from segmetrics.boundary_marks import with_uncertain
from segmetrics.claims.cause_types import Causes
from segmetrics.claims.causes import causes
from segmetrics.claims.change_claims import NOTHING_MENDED, Mended, what_mended
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable, agreement
from segmetrics.coefficients.decision_table import DecisionTable, decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import RELIABILITY, Quantity, coefficient
from segmetrics.corpus import Corpus
from segmetrics.io import Reading
from segmetrics.io.recognition import recognised
from segmetrics.io.samples import sample_of
from segmetrics.phrases import capital, counted
from segmetrics.reliability.coder_findings import FindingTable, coder_findings
from segmetrics.reliability.decision_intervals import DecisionIntervalTable, decision_intervals
from segmetrics.reliability.explain import Explainer, Explanation
from segmetrics.reliability.fitted_coders import WIDEST, CoderModel, CoderModelOptions
from segmetrics.reliability.intervals import IntervalTable, intervals_beside
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.progress import Progress
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    reliability_of,
)
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import CodingRound, RoundsTable, trends
from segmetrics.reporting.coder_pairs import PairRow, pair_rows
from segmetrics.reporting.excerpts import Excerpt, excerpts_of
from segmetrics.reporting.recorded import RecordedOptions, RecordedResults, recorded_results
from segmetrics.reporting.results_paragraph import QUESTIONS, Question
from segmetrics.segmentation import MAX_MASS
from segmetrics.tables.plain import PROGRAM

CONTENTS: Mapping[str, str] = {
    "results": "Results in a paragraph",
    "agreement": "Agreement of items, groups and the corpus",
    "decisions": "Agreement of boundary decisions",
    "pairs": "Pairs of coders",
    "coders": "Each coder beside the others",
    "coder_model": "What each coder does",
    "ranked": "Items ranked by reliability",
    "heat_map": "Where coders placed boundaries",
    "why": "Why the least reliable items are low",
    "excerpts": "The text at the most disputed places",
    "consensus": "The consensus segmentation",
    "rounds": "Rounds of coding",
    "methods": "Methods and references",
}
"""What a report can hold, in the order in which it stands there; the signature always does."""

OF_RECORDINGS: Mapping[str, str] = {
    "results": CONTENTS["results"],
    "agreement": "Agreement on recordings",
    "coders": CONTENTS["coders"],
    "heat_map": "When boundaries come",
    "consensus": "The consensus in time",
    "rounds": CONTENTS["rounds"],
    "methods": CONTENTS["methods"],
}
"""What of this a report on recordings can hold, and what it is called there."""

MOST_WORST = 20
"""Items that a report explains at most."""

RankBy = Literal["corrected", "pi_star"]
RANKS: tuple[RankBy, ...] = get_args(RankBy)
"""By what items are ranked: chance-corrected agreement, or pi* as the papers have it."""

# Shares of the time that is gone when the table, reliability, intervals and rounds are there.
TABLES, RELIABLE, INTERVALS, ROUNDS = 0.1, 0.4, 0.6, 0.8
# Contents that say how reliable items are, that have intervals, and that go by the rank of items.
JUDGED = frozenset({"results", "agreement", "why"})
WITH_INTERVALS = ("results", "agreement", "decisions", "ranked", "coders", "coder_model")
BY_RANK = frozenset({"ranked", "heat_map", "why", "excerpts"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    """What a report holds, and how it is computed.

    Parameters
    ----------
    agreement : AgreementOptions, optional
        How agreement is computed.
    intervals : IntervalOptions or None
        How intervals are made; None for a report without them.
    contents : tuple of str
        Keys of `CONTENTS`; they stand in the order of `CONTENTS`.
    shuffling : ChanceOptions, optional
        How coders are shuffled for agreement beyond chance.
    rank_by : {"corrected", "pi_star"}
        Whether items are the less reliable the lower their chance-corrected agreement is, or
        the lower their pi*.
    worst : int, default 3
        Items that are explained, the least reliable first; 1 to 20.
    anonymous : bool, default False
        Whether coders are called by numbers instead of their names, everywhere in the report.
    gold : GoldOptions, optional
        By what rule the consensus segmentation is made.
    recorded : RecordedOptions, optional
        How recordings are measured, in the place of all of this but contents, names and question.
    question : {"these", "others"}
        What the paragraph of results tells first: whether these codings agree, or what other coders
        and items would give.

    Raises
    ------
    ValueError
        If there is no such content, order or question, no content at all, or `worst` or the
        near-miss window is out of its range.
    """

    agreement: AgreementOptions = field(default_factory=AgreementOptions)
    intervals: IntervalOptions | None = field(default_factory=IntervalOptions)
    contents: tuple[str, ...] = tuple(CONTENTS)
    shuffling: ChanceOptions = field(default_factory=ChanceOptions)
    rank_by: RankBy = "corrected"
    worst: int = 3
    anonymous: bool = False
    gold: GoldOptions = field(default_factory=GoldOptions)
    recorded: RecordedOptions = field(default_factory=RecordedOptions)
    question: Question = QUESTIONS[0]

    def __post_init__(self) -> None:
        unknown = [key for key in self.contents if key not in CONTENTS]
        if unknown:
            raise ValueError(
                f"a report holds {', '.join(CONTENTS)}; there is no content {unknown[0]!r}"
            )
        if not self.contents:
            raise ValueError(f"a report holds at least one of {', '.join(CONTENTS)}")
        if self.rank_by not in RANKS:
            raise ValueError(f"items are ranked by {' or '.join(RANKS)}, got {self.rank_by!r}")
        if self.question not in QUESTIONS:
            raise ValueError(f"the question is {' or '.join(QUESTIONS)}, got {self.question!r}")
        if type(self.worst) is not int or not 1 <= self.worst <= MOST_WORST:
            raise ValueError(f"a report explains 1 to {MOST_WORST} items, got {self.worst!r}")
        if self.agreement.model.n > MAX_MASS:
            # A limit of boundary similarity, which may stand beside another one.
            raise ValueError(f"n is at most {MAX_MASS:,}, got {self.agreement.model.n!r}")
        in_order = tuple(key for key in CONTENTS if key in self.contents)
        object.__setattr__(self, "contents", in_order)

    def holds(self, *contents: str) -> bool:
        """Return whether a report holds one of some contents."""
        return any(key in self.contents for key in contents)

    @property
    def ranks(self) -> bool:
        """Whether a report looks at the order of items."""
        return self.holds(*BY_RANK)

    @property
    def coder_model(self) -> CoderModelOptions:
        """How the model of the coders is fitted: its window is as wide as it allows."""
        n = min(self.agreement.model.n, WIDEST)
        return CoderModelOptions(n=n, level=self.intervals.level if self.intervals else 0.95)

    @property
    def shuffles(self) -> bool:
        """Whether a report needs chance-corrected agreement."""
        return self.holds(*JUDGED) or (self.ranks and self.rank_by == "corrected")


@dataclass(frozen=True)
class Report:
    """What was computed for a report; None or empty where the contents do not ask for it."""

    title: str  #: what it is about
    source: str  #: where the codings are from: a citation, or the files
    date: str  #: the day it was made, as 2026-01-31; the one thing in it that changes by itself
    program: str  #: name and version of the program that made it
    options: ReportOptions  #: what it holds
    #: The corpus as it was compared: uncertain boundaries treated, coders renamed if that was asked
    #: for.
    corpus: Corpus
    #: SHA-256 of names, codings, texts and roles of the corpus as it was read, before any of this.
    digest: str
    left_out: tuple[str, ...]  #: items that were left out because of a problem
    #: What was computed of recordings, of which there is nothing of the following.
    recorded: RecordedResults | None = None
    agreed: AgreementTable | None = None  #: agreement by the options
    #: Agreement beyond chance, alpha, pi* over B and the verdicts.
    reliability: ReliabilityTable | None = None
    #: Their intervals, for the agreement table and the ranked items.
    intervals: IntervalTable | None = None
    decisions: DecisionTable | None = None  #: agreement of boundary decisions
    decision_intervals: DecisionIntervalTable | None = None  #: their intervals
    #: All pairs of coders who coded an item together, in the order of the corpus.
    pairs: tuple[PairRow, ...] = ()
    worst: tuple[Explanation, ...] = ()  #: why the least reliable items are low, the worst first
    #: The text where these items are disputed most, item by item, the most costly first.
    excerpts: tuple[Excerpt, ...] = ()
    findings: FindingTable | None = None  #: each coder beside the others
    coder_model: CoderModel | None = None  #: what each coder does, by a model
    causes: Causes | None = None  #: who keeps agreement low, by what R is without it
    made: Consensus | None = None  #: the consensus segmentation, decisions included
    no_consensus: str = ""  #: why its rule gives none; empty if it does, or none was asked for
    rounds: RoundsTable | None = None  #: what agreement did over rounds of coding
    #: What became of coders who kept agreement low in the first round, in sentences.
    mended: Mended = NOTHING_MENDED

    def holds(self, *contents: str) -> bool:
        """Return whether it holds one of some contents."""
        return self.options.holds(*contents)

    @property
    def table(self) -> AgreementTable:
        """Agreement by the options, of a report on texts."""
        return cast("AgreementTable", self.agreed)

    @property
    def contents(self) -> Mapping[str, str]:
        """What it holds, key to title."""
        titles = contents_of(self.corpus)
        return {key: titles[key] for key in self.options.contents}

    @property
    def states_verdicts(self) -> bool:
        """Whether it says of items, or groups, whether they agree beyond chance."""
        by_verdict = self.holds("ranked") and self.options.rank_by == "corrected"
        return self.holds(*JUDGED) or by_verdict

    @property
    def ranked_by(self) -> Quantity:
        """The number by which items are ranked."""
        similarity = self.options.agreement.similarity
        if self.options.rank_by == "pi_star":
            return coefficient("pi_star", similarity)
        return RELIABILITY["corrected"].over(similarity)

    @property
    def ranked_how(self) -> str:
        """By what items are ranked before this number, as words in front of it."""
        return "verdict, then " if self.options.rank_by == "corrected" else ""

    @property
    def ranked_table(self) -> AgreementTable | ReliabilityTable:
        """The table that holds this number."""
        by_pi = self.options.rank_by == "pi_star"
        return self.table if by_pi or self.reliability is None else self.reliability

    @cached_property
    def ranked(self) -> tuple[AgreementRow | ReliabilityRow, ...]:
        """The items that have this number, the least reliable first."""
        return self.ranked_table.ranked(self.options.rank_by)

    @property
    def least_reliable(self) -> list[str]:
        """The names of the items that are explained."""
        return [row.item for row in self.ranked[: self.options.worst]]

    @cached_property
    def provenance(self) -> Mapping[str, str]:
        """By what it was made, to be made again: what it is called to what it was."""
        options, recorded = self.options, self.recorded
        made = {"Program": self.program, "Corpus (SHA-256)": self.digest}
        if recorded:
            made["Agreement"] = recorded.measured
            made |= {"Density of boundaries": recorded.density} if recorded.density else {}
        else:
            made["Agreement"] = options.agreement.signature
            made["Intervals"] = options.intervals.signature if options.intervals else "none"
        if self.reliability:
            made["R"] = f"over {self.reliability.options.similarity}, {self.reliability.name}"
            made["Chance"] = self.reliability.shuffling.signature
        if options.ranks and not recorded:
            made["Ranked by"] = f"{self.ranked_how}{self.ranked_by.plain}, the lowest first"
        if self.holds("why", "excerpts"):
            made["Least reliable items"] = str(options.worst)
        if self.coder_model:
            made["Model of coders"] = self.coder_model.options.signature
        if found := recorded.made if recorded else self.made:
            decided = counted(len(found.by_hand), "decision")
            made["Consensus"] = f"{found.options.signature}, {decided}"
        if followed := recorded.rounds if recorded else self.rounds:
            digests = (f"{one.name} {one.digest}" for one in followed.rounds)
            made["Rounds (SHA-256)"] = ", ".join(digests)
        if self.worst:
            made["Explanations"] = self.worst[0].signature
        made["Coders"] = "by number" if options.anonymous else "by name"
        made["Contents"] = ", ".join(options.contents)
        return made | {"Date": self.date}

    @property
    def signature(self) -> str:
        """The same in one line, without the date."""
        options = self.options
        measured = self.recorded.signature if self.recorded else options.agreement.signature
        parts = [self.program, measured, f"corpus={self.digest[:12]}"]
        if options.intervals:
            parts.append(options.intervals.signature)
        if self.reliability:
            parts.append(self.reliability.shuffling.signature)
        if options.rank_by != "corrected":
            parts.append(f"ranked by {self.ranked_by.plain}")
        if self.made:
            parts.append(f"{options.gold.signature}, decisions={len(self.made.by_hand)}")
        if options.anonymous:
            parts.append("coders by number")
        return ", ".join(parts)


def make_report(
    corpus: Corpus,
    options: ReportOptions | None = None,
    *,
    title: str,
    source: str = "",
    date: str,
    left_out: tuple[str, ...] = (),
    rounds: Sequence[CodingRound] = (),
    progress: Progress | None = None,
) -> Report:
    """Compute what a report holds.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : ReportOptions, optional
        What it holds, and how that is computed.
    title, source, date, left_out
        See `Report`.
    rounds : sequence of CodingRound, optional
        All rounds of coding in their order, this corpus among them; without two of them a
        report holds no rounds.
    progress : callable, optional
        Called with the share that is done; may raise to stop the computation.

    Returns
    -------
    Report

    Examples
    --------
    >>> masses = {"ch1": {"an1": [11, 2], "an2": [2, 1, 7, 2, 1], "an3": [9, 4]}}
    >>> report = make_report(
    ...     Corpus.from_masses(masses),
    ...     ReportOptions(contents=("pairs",), intervals=None),
    ...     title="Chapter 1",
    ...     date="2026-01-31",
    ... )
    >>> [(row.coder_a, row.coder_b, round(row.value, 4)) for row in report.pairs]
    [('an1', 'an2', 0.6667), ('an1', 'an3', 0.8333), ('an2', 'an3', 0.6667)]
    """
    options = _needed(options or ReportOptions(), corpus, rounds)
    progress = progress or (lambda _: None)
    digest = corpus.codings_digest
    if options.anonymous:
        rounds = _anonymised(rounds, corpus.coder_numbers)
        corpus = corpus.anonymised()
    about = Report(
        title=title,
        source=source,
        date=date,
        program=PROGRAM,
        options=options,
        corpus=corpus,
        digest=digest,
        left_out=left_out,
    )
    if corpus.scale is not None:
        rounds = rounds if options.holds("rounds") else ()
        recorded = recorded_results(
            corpus, options.recorded, options.contents, rounds, progress=progress
        )
        return replace(about, corpus=recorded.corpus, recorded=recorded)
    corpus = with_uncertain(corpus, options.agreement.uncertain)
    table = agreement(corpus, options.agreement)
    progress(TABLES)
    reliability = None
    if options.shuffles:
        part = _between(progress, TABLES, RELIABLE)
        reliability = reliability_of(corpus, options.agreement, options.shuffling, progress=part)
    around = None
    if options.intervals and options.holds("results", "agreement", "ranked"):
        around = intervals_beside(
            corpus,
            options.agreement,
            options.intervals,
            reliability.chance if reliability else None,
            progress=_between(progress, RELIABLE, INTERVALS),
        )
    decided, around_decisions = None, None
    if options.holds("decisions"):
        decided = decisions(corpus)
        if options.intervals:
            around_decisions = decision_intervals(corpus, options.intervals)
    progress(INTERVALS)
    followed = None
    if options.holds("rounds"):
        followed = trends(
            rounds,
            options.agreement,
            shuffling=options.shuffling,
            progress=_between(progress, INTERVALS, ROUNDS),
        )
    findings = coder_findings(corpus) if options.holds("coders", "coder_model") else None
    model = coder_model(corpus, options.coder_model) if options.holds("coder_model") else None
    made, no_consensus = _consensus(corpus, options, model)
    report = replace(
        about,
        corpus=corpus,
        agreed=table,
        reliability=reliability,
        intervals=around,
        decisions=decided,
        decision_intervals=around_decisions,
        pairs=pair_rows(corpus, options.agreement) if options.holds("pairs") else (),
        findings=findings,
        coder_model=model,
        causes=(
            causes(
                corpus, options.agreement, reliability=reliability, model=model, findings=findings
            )
            if model and reliability
            else None
        ),
        made=made,
        no_consensus=no_consensus,
        rounds=followed,
        mended=what_mended(rounds, followed) if model and followed else NOTHING_MENDED,
    )
    return replace(
        report,
        worst=_explained(report, _between(progress, ROUNDS, 1.0)),
        excerpts=_excerpts(report),
    )


def _consensus(
    corpus: Corpus, options: ReportOptions, model: CoderModel | None
) -> tuple[Consensus | None, str]:
    """Return the consensus segmentation, if it is asked for, or why its rule gives none."""
    if not options.holds("consensus"):
        return None, ""
    fits = model is not None and model.options.n == options.gold.n
    try:
        by_rule = gold(corpus, options.gold, model=model if fits else None)
        return consensus(corpus, options.gold, by_rule), ""
    except ModelRefused as refused:
        return None, f"{capital(str(refused))}."


def titled(reading: Reading, *, anonymous: bool = False, name: str = "") -> tuple[str, str]:
    """Return what a report on some codings is about, and where they are from.

    The name is that of their project, which an anonymous one does not tell.
    """
    corpus = reading.corpus
    sample = sample_of(corpus.codings_digest) if corpus else None
    if sample:
        return f"Agreement on {sample.title}", f"Source: {sample.source}."
    count = len(corpus) if corpus else 0
    noun = "recording" if corpus and corpus.scale else "item"
    title = f"Agreement on {counted(count, noun)}"
    if name and not anonymous:
        title = f"{name}: agreement on {counted(count, noun)}"
    kinds = []
    for one in recognised(reading):
        # A sheet is named codings.xlsx, sheet Anna.
        names = tuple(dict.fromkeys(place.partition(", sheet ")[0] for place in one.files))
        files = counted(len(names), "file")
        if len(names) == 1 and not anonymous:
            files = names[0].replace("\\", "/").rpartition("/")[2]
        kinds.append(f"{files} ({one.title})")
    return title, f"Source: {', '.join(kinds)}." if kinds else ""


def contents_of(corpus: Corpus) -> Mapping[str, str]:
    """Return what a report on a corpus can hold, key to title."""
    return CONTENTS if corpus.scale is None else OF_RECORDINGS


def _needed(options: ReportOptions, corpus: Corpus, rounds: Sequence[CodingRound]) -> ReportOptions:
    """Leave out the options that the contents do not look at, so that no report names them."""
    usual = ReportOptions()
    known = set(contents_of(corpus)) - ({"rounds"} if len(rounds) < 2 else set())
    contents = tuple(key for key in options.contents if key in known)
    if corpus.scale is not None:
        if not contents:
            held = ", ".join(OF_RECORDINGS)
            raise ValueError(f"a report on recordings holds at least one of {held}")
        return ReportOptions(
            intervals=None,
            contents=contents,
            anonymous=options.anonymous,
            recorded=options.recorded,
            question=options.question,
        )
    options = replace(options, contents=contents, recorded=usual.recorded)
    return replace(
        options,
        intervals=options.intervals if options.holds(*WITH_INTERVALS) else None,
        shuffling=options.shuffling
        if options.shuffles or options.holds("rounds")
        else usual.shuffling,
        rank_by=options.rank_by if options.ranks else usual.rank_by,
        worst=options.worst if options.holds("why", "excerpts") else usual.worst,
        gold=options.gold if options.holds("consensus") else usual.gold,
    )


def _anonymised(
    rounds: Sequence[CodingRound], numbers: Mapping[str, str]
) -> tuple[CodingRound, ...]:
    """Call the coders of rounds by the numbers that they have in the report, others by further."""
    numbers = dict(numbers)
    for one in rounds:
        for coder in one.corpus.coder_numbers:
            numbers.setdefault(coder, f"coder {len(numbers) + 1}")
    return tuple(replace(one, corpus=one.corpus.with_coder_names(numbers)) for one in rounds)


def _between(progress: Progress, low: float, high: float) -> Progress:
    """Report the progress of a part as that of the whole."""
    return lambda share: progress(low + (high - low) * share)


def _explained(report: Report, progress: Progress) -> tuple[Explanation, ...]:
    """Explain the least reliable items as the Item page does, if the report is to."""
    names = report.least_reliable if report.holds("why") else []
    if not names:
        return ()
    known = report.options.agreement, report.reliability, report.findings
    explainer = Explainer.of(report.corpus, *known)
    found = []
    for done, name in enumerate(names, 1):
        found.append(explainer.item(name))
        progress(done / len(names))
    return tuple(found)


def _excerpts(report: Report) -> tuple[Excerpt, ...]:
    """Return the text where the least reliable items are disputed, if the report is to hold it."""
    names = report.least_reliable if report.holds("excerpts") else []
    corpus, model = report.corpus, report.options.agreement.model
    return tuple(one for name in names for one in excerpts_of(corpus, corpus[name], model))
