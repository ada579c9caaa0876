"""A report as a value: what it holds, ready to be written in any format.

Everything that a format shows is there; the formats only write. So they hold the same numbers, and
a report that is made again from the same files and options is equal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, cast, get_args

from segmetrics.adjudication.adjudications import Consensus
from segmetrics.adjudication.gold import GoldOptions
from segmetrics.claims.cause_types import Causes
from segmetrics.claims.change_claims import NOTHING_MENDED, Mended
from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.decision_table import DecisionTable
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.quantities import RELIABILITY, Quantity, coefficient
from segmetrics.corpus import Corpus
from segmetrics.phrases import counted
from segmetrics.reliability.coder_findings import FindingTable
from segmetrics.reliability.decision_intervals import DecisionIntervalTable
from segmetrics.reliability.explain import Explanation
from segmetrics.reliability.fitted_coders import WIDEST, CoderModel, CoderModelOptions
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.reliability_table import ReliabilityRow, ReliabilityTable
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.reliability.trends import RoundsTable
from segmetrics.reporting.coder_pairs import PairRow
from segmetrics.reporting.excerpts import Excerpt
from segmetrics.reporting.recorded import RecordedOptions, RecordedResults
from segmetrics.reporting.results_paragraph import QUESTIONS, Question
from segmetrics.segmentation import MAX_MASS

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

# Contents that say how reliable items are, and that go by the rank of items.
JUDGED = frozenset({"results", "agreement", "why"})
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


def contents_of(corpus: Corpus) -> Mapping[str, str]:
    """Return what a report on a corpus can hold, key to title."""
    return CONTENTS if corpus.scale is None else OF_RECORDINGS
