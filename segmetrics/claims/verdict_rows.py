"""The rows that claims rest on, the same for texts and for recordings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from segmetrics.axis import NOUNS, Unit
from segmetrics.coefficients.agreement_table import AgreementRow, AgreementTable
from segmetrics.coefficients.levels import Level, LevelTable
from segmetrics.corpus import Corpus
from segmetrics.number_formats import of_level
from segmetrics.reliability.chance_verdicts import ChanceVerdict, urgency
from segmetrics.reliability.intervals import IntervalRow, IntervalTable
from segmetrics.reliability.jackknife import Interval, Over
from segmetrics.reliability.recording_agreement import (
    NO_CHANCE,
    RecordingAgreement,
    RecordingRow,
)
from segmetrics.reliability.reliability_table import ReliabilityRow, ReliabilityTable


class VerdictRow(NamedTuple):
    """Chance-corrected agreement on an item, in a group or the corpus, and its verdict."""

    level: Level  #: what the row is about
    name: str  #: name of the item or of the group; empty for the corpus
    coders: int  #: its coders
    value: float | None  #: agreement corrected for chance; 1 is perfect, 0 is chance
    #: Where that may lie with other coders and items; None where nobody asked for it.
    interval: Interval | None
    p: float | None  #: its p-value, adjusted for the rows of its level
    verdict: ChanceVerdict | None  #: see `segmetrics.reliability.chance_verdicts`
    undefined: str  #: why there is no verdict, or else no value; empty if there are both


@dataclass(frozen=True)
class VerdictTable(LevelTable[VerdictRow]):
    """A row for each item and each coder group, and one for the corpus."""

    unit: Unit  #: what lengths are counted in: of texts, or of recordings
    symbol: str  #: what the value is called in sentences
    level: float | None  #: the level of intervals; None without intervals
    over: Over  #: what intervals take to be drawn by chance

    @property
    def noun(self) -> str:
        """What an item is called."""
        return NOUNS[self.unit].item

    @property
    def percent(self) -> str:
        """The level of intervals in words: ``95%``; empty without intervals."""
        return "" if self.level is None else of_level(self.level)

    @property
    def others(self) -> str:
        """Of whom intervals speak; a single item tells nothing of other ones."""
        if self.over == "items":
            return f"these coders on other {self.noun}s"
        return "other coders" if len(self.items) == 1 else f"other coders and other {self.noun}s"

    @property
    def needs_work_first(self) -> list[VerdictRow]:
        """The items, those first that need work."""
        return sorted(self.items, key=lambda row: urgency(row.verdict, row.value))


class Coders(NamedTuple):
    """How many coders a row has."""

    coders: int


def coders_of(corpus: Corpus) -> LevelTable[Coders]:
    """Return how many coders each item, each group and the corpus has."""
    return LevelTable(
        tuple(Coders(len(item.codings)) for item in corpus.items),
        tuple(Coders(len(group.coders)) for group in corpus.groups),
        Coders(len(corpus.coders)),
    )


def verdicts_on_texts(
    table: AgreementTable | LevelTable[Coders],
    found: ReliabilityTable,
    intervals: IntervalTable | None = None,
) -> VerdictTable:
    """Return the rows of a corpus of texts, with the intervals if there are any."""
    levels = (
        _rows(table.items, found.items, intervals.items if intervals else None),
        _rows(table.groups, found.groups, intervals.groups if intervals else None),
        _rows([table.corpus], [found.corpus], [intervals.corpus] if intervals else None),
    )
    options = intervals.options if intervals else None
    return VerdictTable(
        levels[0],
        levels[1],
        levels[2][0],
        "units",
        "R",
        options.level if options else None,
        options.over if options else "coders and items",
    )


def _rows(
    sizes: Sequence[AgreementRow | Coders],
    found: Sequence[ReliabilityRow],
    intervals: Sequence[IntervalRow] | None,
) -> tuple[VerdictRow, ...]:
    """Return the rows of one level."""
    ends = [row.corrected for row in intervals] if intervals else [None] * len(found)
    return tuple(
        VerdictRow(
            row.level,
            row.item,
            size.coders,
            row.corrected,
            end,
            row.corrected_p_adjusted,
            row.verdict,
            row.undefined.get("verdict", row.undefined.get("corrected", "")),
        )
        for size, row, end in zip(sizes, found, ends, strict=True)
    )


def verdicts_on_recordings(found: RecordingAgreement) -> VerdictTable:
    """Return the rows of a corpus of recordings."""
    return VerdictTable(
        tuple(map(_of_recording, found.items)),
        tuple(map(_of_recording, found.groups)),
        _of_recording(found.corpus),
        "seconds",
        "F beyond chance",
        found.options.level,
        "coders and items",
    )


def _of_recording(row: RecordingRow) -> VerdictRow:
    return VerdictRow(
        row.level,
        row.item or row.group,
        row.coders,
        row.corrected,
        row.corrected_interval,
        row.p_adjusted,
        row.verdict,
        "" if row.verdict else row.undefined.get("value", NO_CHANCE),
    )
