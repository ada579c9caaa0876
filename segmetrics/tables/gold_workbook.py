"""A gold segmentation as an Excel workbook: segments with their texts, units, decisions.

The sheet *Gold* can be read again, as `segmetrics.io.formats.results` does; the sheet *Units* gives
it the text of each unit. Of recordings there are segments, boundaries and decisions, in seconds.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter, itemgetter, methodcaller
from typing import Any, NamedTuple

from segmetrics.adjudication.adjudications import Consensus, open_disputes
from segmetrics.adjudication.consensus_in_time import TimeBoundary, TimeConsensus
from segmetrics.adjudication.disputes import disputes
from segmetrics.adjudication.gold import (
    UNUSED,
    GoldBoundary,
    GoldItem,
    HandDecision,
    counted_elsewhere,
    marked,
    voters,
)
from segmetrics.adjudication.model_rule import roughly
from segmetrics.axis import Axis, axis_of
from segmetrics.corpus import Corpus, Item
from segmetrics.io.excel_files import MAX_ROWS
from segmetrics.phrases import counted, listed
from segmetrics.reliability.copies import copies_in
from segmetrics.tables.columns import SHEETS, Column, Table, fields
from segmetrics.tables.consensus_tables import (
    AGAINST_THE_RULE,
    BY_HAND,
    BY_RULE,
    consensus_signature,
    counts_twice,
    decided_by,
    effect_in_words,
    guessed,
    hand_decision_in_words,
    knows_probabilities,
    placed_boundaries,
    supported,
)
from segmetrics.tables.plain import PROGRAM
from segmetrics.tables.time_consensus_tables import (
    effect_in_seconds,
    left_out_places,
    time_boundary_table,
)
from segmetrics.tables.workbook import write_xlsx
from segmetrics.time_scale import TimeScale

RULES = {
    "pooled": "pooled: enough coders marked this place or one close to it",
    "majority": "majority: enough coders marked just this place",
    "medoid": "medoid: the coder of an item who is most like the others",
    "model": "model: likelier than not a boundary that the coders share, there or there and at "
    "near places together, by what each of them finds, adds and shifts",
}
OF_MANY = (
    "Share of many coders",
    "Which share of many coders like these would place this boundary (sheet Units), or begin the "
    "segment there (sheet Gold), or do so beside it, by a model of what each of them finds, adds "
    "and shifts: on average of places that are called the same. Empty where the model says nothing",
)
SHEETS_SAY = (
    (
        "Sheet Gold",
        "A row a segment. Text: its units, joined by blanks or line breaks where they bring none. "
        "Speakers, where the files name them: those of its units, in order of their first turn. "
        "Decided by: who placed the boundary where it begins, the rule or a person, and how many "
        "coders are behind it. Doubtful by the model: the model of the coders finds no boundary "
        "there, or likelier nearby, and nobody decided yet; look at these first. Labels by coders, "
        "where there are "
        "any: which labels (types) that boundary got, from how many coders, and from whom; a gold "
        "boundary itself has none",
    ),
    (
        "Sheet Units",
        "A row a unit. {}. 0: none. Empty: the coder did not code the item, or there is nothing to "
        "mark. Support: share of the voting coders behind the gold boundary",
    ),
    (
        "Sheet Decisions",
        "A row a decision about a disputed place, in the order in which they hold. Marked by: with "
        "the unit in brackets where a coder marked a place close by, and the unit of another gold "
        "boundary that this mark also counts for. A unit is the first of a segment, in every "
        "column. So none begins at: the units that begin no segment because of it",
    ),
)
IN_TIME = (
    "peaks above chance: the density of boundaries is above the level that independent people pass "
    "anywhere in any of these recordings in 5% of cases; the boundary lies at the median of those "
    "of the peak"
)
MARKS = {
    False: "Gold, and the column of each coder: 1 where a segment begins with the unit",
    True: "Gold, and the column of each coder: 1 where a segment ends with the unit, so that a "
    "boundary follows, as in the files",
}
"""What a 1 says in the sheet of units, by whether it stands at the end of a segment."""
GOLD_MARK = {False: "gold: segment begins here", True: "gold: boundary after"}
BY_NUMBER = "peaks that {} support; the boundary lies at the median of theirs"
BEGINS, BEGINS_IN_TIME = "start of the item", "start of the recording"
TOO_MANY = "Left out: a sheet of Excel has too few rows for so many units"


class GoldSegment(NamedTuple):
    """A gold segment of an item with its text."""

    item: str
    number: int
    first: int
    last: int
    text: str
    speakers: str
    decided_by: str
    labels: str
    share: float | None


class GoldUnit(NamedTuple):
    """A unit of an item, the place of its marks, and the coders who marked one there."""

    item: Item
    unit: int
    place: int
    gold: GoldBoundary | None
    share: float | None
    places: Mapping[str, frozenset[int]]

    @property
    def text(self) -> str:
        """The text of the unit; empty without texts."""
        return self.item.texts[self.unit - 1] if self.item.texts else ""

    @property
    def speaker(self) -> str:
        """Who speaks the unit; empty where the files do not say it."""
        return self.item.speakers[self.unit - 1] if self.item.speakers else ""

    @property
    def mark(self) -> int | None:
        """1 if the gold segmentation has a mark, else 0; None after the last unit."""
        return self._marked(self.gold is not None)

    def by(self, coder: str) -> int | None:
        """Return 1 if a coder has a mark, else 0; None without a coding or any place."""
        places = self.places.get(coder)
        return None if places is None else self._marked(self.place in places)

    def _marked(self, there: bool) -> int | None:
        """Return a mark as a number: every first segment begins with the first unit."""
        return None if self.place == self.item.mass else int(there or self.place == 0)


class GoldDecision(NamedTuple):
    """A decision about a place, who stands behind a boundary there, and what follows from it."""

    by_hand: HandDecision
    votes: Mapping[str, int]
    of: int
    ruled_out: Sequence[int]
    elsewhere: Mapping[tuple[int, int], Sequence[str]]


GOLD_COLUMNS: Sequence[Column[GoldSegment]] = (
    Column("item", attrgetter("item"), places=SHEETS),
    Column("segment", attrgetter("number"), places=SHEETS),
    Column("first unit", attrgetter("first"), places=SHEETS),
    Column("last unit", attrgetter("last"), places=SHEETS),
    Column("text", attrgetter("text"), places=SHEETS),
    Column("decided by", attrgetter("decided_by"), places=SHEETS),
)
SPEAKERS_OF_SEGMENT: Column[GoldSegment] = Column("speakers", attrgetter("speakers"), places=SHEETS)
SPEAKER_OF_UNIT: Column[GoldUnit] = Column("speaker", attrgetter("speaker"), places=SHEETS)
LABELS: Column[GoldSegment] = Column("labels by coders", attrgetter("labels"), places=SHEETS)
SHARE_OF_BEGIN: Column[GoldSegment] = Column(
    "share of many coders who would begin here or beside it",
    lambda one: roughly(one.share),
    places=SHEETS,
)
SHARE_OF_UNIT: Column[GoldUnit] = Column(
    "share of many coders here or beside it",
    lambda one: roughly(one.share),
    places=SHEETS,
)


def decision_columns(axis: Axis) -> Sequence[Column[GoldDecision]]:
    """Return the columns of decisions; a place is the unit that begins there."""
    return (
        Column("item", lambda one: one.by_hand.decision.item, places=SHEETS),
        Column("begins at unit", lambda one: one.by_hand.decision.place + 1, places=SHEETS),
        Column("votes", lambda one: f"{len(one.votes)} of {one.of}", places=SHEETS),
        Column("marked by", lambda one: ", ".join(_votes(one)), places=SHEETS),
        Column("decision", lambda one: hand_decision_in_words(one.by_hand, axis), places=SHEETS),
        Column(
            "so none begins at",
            lambda one: ", ".join(str(place + 1) for place in one.ruled_out),
            places=SHEETS,
        ),
        Column("comment", lambda one: one.by_hand.decision.comment, places=SHEETS),
    )


ABOUT: Sequence[Column[tuple[str, Any]]] = (
    Column("what", itemgetter(0), places=SHEETS),
    Column("value", itemgetter(1), places=SHEETS),
)


def gold_xlsx(
    made: Consensus | TimeConsensus, corpus: Corpus, *, date: str, ends: bool = False
) -> bytes:
    """Write a gold segmentation with texts, units and decisions as an Excel workbook.

    Equal days, such as ``2026-01-31``, give equal bytes. `ends` says that a mark of a unit stands
    where a segment ends, and not where one begins; see `segmetrics.io.readings.Reading.marks_end`.
    """
    if isinstance(made, TimeConsensus):
        tables = time_sheets(made, corpus, date=date)
    else:
        tables = gold_sheets(made, corpus, date=date, ends=ends)
    return write_xlsx(tables, title="Gold segmentation", program=PROGRAM, date=date)


def gold_sheets(
    made: Consensus, corpus: Corpus, *, date: str, ends: bool = False
) -> list[Table[Any]]:
    """Return the sheets: segments, units, decisions, and by what they were made."""
    by = {
        (one.item.item, one.boundary.place): decided_by(one)
        for one in placed_boundaries(made)
        if one.boundary
    }
    segments = [
        segment for found in made.items for segment in gold_segments(found, corpus[found.item], by)
    ]
    known = [SHARE_OF_BEGIN] if knows_probabilities(made) else []
    *first, last = GOLD_COLUMNS
    spoken = [SPEAKERS_OF_SEGMENT] if _names_speakers(corpus) else []
    columns = [*first, *spoken, last, *known, *([LABELS] if corpus.types else [])]
    fits = sum(item.mass for item in made.items) < MAX_ROWS
    return [
        Table(key="gold", columns=columns, rows=segments),
        *([_units(made, corpus, ends=ends)] if fits else []),
        Table(
            key="decisions",
            columns=decision_columns(axis_of(corpus)),
            rows=list(_decisions(made, corpus)),
        ),
        _about(made, corpus, date, fits=fits, ends=ends),
    ]


def _names_speakers(corpus: Corpus) -> bool:
    return any(item.speakers for item in corpus.items)


def gold_segments(
    found: GoldItem, item: Item, decided: Mapping[tuple[str, int], str]
) -> Iterator[GoldSegment]:
    """Yield the segments of an item with their texts and who `decided` where they begin."""
    first, by, labels, likely = 1, BEGINS, "", None
    words = item.between_words
    together = partial(_together, between="\n" if words is None else words)
    ends: Iterable[GoldBoundary | None] = chain(found.boundaries, [None])
    for number, boundary in enumerate(ends, 1):
        last = boundary.place if boundary else item.mass
        text = together((item.texts or ())[first - 1 : last])
        speakers = ", ".join(filter(None, dict.fromkeys((item.speakers or ())[first - 1 : last])))
        yield GoldSegment(item.name, number, first, last, text, speakers, by, labels, likely)
        if boundary:
            by = _placed_by(boundary, found, item, decided[item.name, boundary.place])
            first, labels = last + 1, _labels(boundary, item)
            likely = found.share(last)


def _together(texts: Sequence[str], between: str) -> str:
    """Join the texts of units; where one ends or begins with white space, with nothing more."""
    parts: list[str] = []
    for text in texts:
        if parts and text and not (parts[-1][-1:].isspace() or text[0].isspace()):
            parts.append(between)
        parts.append(text)
    return "".join(parts)


def _placed_by(boundary: GoldBoundary, found: GoldItem, item: Item, by: str) -> str:
    """Return who placed a gold boundary, the rule or a person, and who is behind it."""
    coders = f"{supported(boundary)} coders"
    if boundary.by_hand:
        return f"{by}, {effect_in_words(boundary.by_hand, axis_of(item))} ({coders})"
    return f"{by} ({found.medoid}, with {coders})" if found.medoid else f"{by} ({coders})"


def _labels(boundary: GoldBoundary, item: Item) -> str:
    """Return which labels the coders behind a boundary gave it, and who: those of most first."""
    given: dict[str, list[str]] = {}
    for coder, place in boundary.votes.items():
        coding = item.codings[coder]
        names = (coding.types or ())[bisect_left(coding.boundaries, place)] if coding.types else ()
        for name in sorted(names):
            given.setdefault(name, []).append(coder)
    by_most = sorted(given.items(), key=lambda one: -len(one[1]))
    return "; ".join(f"{name} {len(by)} ({', '.join(by)})" for name, by in by_most)


def _units(made: Consensus, corpus: Corpus, *, ends: bool) -> Table[GoldUnit]:
    columns: list[Column[GoldUnit]] = [
        Column("item", lambda one: one.item.name, places=SHEETS),
        Column("unit", lambda one: one.unit, places=SHEETS),
        Column("text", lambda one: one.text, places=SHEETS),
        *([SPEAKER_OF_UNIT] if _names_speakers(corpus) else []),
        Column(GOLD_MARK[ends], lambda one: one.mark, places=SHEETS),
        Column("support", lambda one: one.gold.support if one.gold else None, places=SHEETS),
        *([SHARE_OF_UNIT] if knows_probabilities(made) else []),
        *(Column(coder, methodcaller("by", coder), places=SHEETS) for coder in corpus.coders),
    ]
    return Table(key="units", columns=columns, rows=list(_unit_rows(made, corpus, ends=ends)))


def _unit_rows(made: Consensus, corpus: Corpus, *, ends: bool) -> Iterator[GoldUnit]:
    for found in made.items:
        item = corpus[found.item]
        golden = {one.place: one for one in found.boundaries}
        places = {coder: frozenset(one.boundaries) for coder, one in item.codings.items()}
        for unit in range(1, item.mass + 1):
            place = unit if ends else unit - 1
            share = found.share(place) if 0 < place < item.mass else None
            yield GoldUnit(item, unit, place, golden.get(place), share, places)


def _decisions(made: Consensus, corpus: Corpus) -> Iterator[GoldDecision]:
    boundaries = {item.item: item.boundaries for item in made.items}
    golden = {
        (item.item, one.place): one.votes
        for item in made.items
        for one in item.boundaries
        if one.by_hand and one.by_hand.decision.verdict == "accept"
    }
    others = [one for one in made.by_hand if one.decision.verdict != "accept"]
    found = disputes(corpus, n=made.options.n) if others else ()
    pooled: dict[tuple[str, int], Mapping[str, int]] = {}
    # A place may have a part in two disputes: that of more coders counts, as for a gold boundary.
    for one in sorted(found, key=lambda one: len(one.votes)):
        pooled[one.item, one.place] = one.votes
    for hand in made.by_hand:
        decision = hand.decision
        codings = voters(corpus, corpus[decision.item])
        at = decision.item, decision.place
        ruled_out = [one.place for one in made.decisions if (one.item, one.along_with) == at]
        # With those whose mark close by counted towards it: as the sheet Gold counts what was
        # accepted, and as the page Decide counts a dispute.
        votes = (golden if decision.verdict == "accept" else pooled).get(at)
        votes = votes or marked(codings, decision.place)
        about = {*votes.values(), decision.place}
        elsewhere = counted_elsewhere(about, boundaries[decision.item])
        yield GoldDecision(hand, votes, len(codings), ruled_out, elsewhere)


def _votes(one: GoldDecision) -> Iterator[str]:
    """Yield who stands behind a place; where they marked, and what it counts for, if elsewhere."""
    for coder, place in one.votes.items():
        said = [] if place == one.by_hand.decision.place else [str(place + 1)]
        said += [
            f"also counts for {boundary + 1}"
            for (mark, boundary), coders in one.elsewhere.items()
            if mark == place and coder in coders
        ]
        yield f"{coder} ({', '.join(said)})" if said else coder


UNCLEAR = "Decide by hand, as the model of the coders cannot tell places"
RULE_HAS_NONE, MOST_LISTED = "Of these, where the rule takes none", 50


def _doubtful(made: Consensus) -> list[tuple[str, str | int]]:
    """Return at how many disputes the rule answers against the model, and what shares are."""
    left_out = [
        f"{item} {Axis().at(one.likelier)}"
        for (item, _), one in made.doubts.items()
        if one.likelier and not one.taken
    ]
    none = [(RULE_HAS_NONE, listed(left_out, MOST_LISTED))] if left_out else []
    return [(AGAINST_THE_RULE, len(made.doubts)), *none, OF_MANY]


def _about(
    made: Consensus, corpus: Corpus, date: str, *, fits: bool, ends: bool
) -> Table[tuple[str, str | int]]:
    silent = [name for name in (corpus.reference, *corpus.automatic) if name is not None]
    options = made.options
    found = disputes(corpus, n=options.n)
    rows = _first_about(made, date, RULES[options.method])
    if "share" not in UNUSED[options.method]:
        than = options.threshold.replace("_", " ")
        rows.append(("Enough coders", f"{than} {options.share:.6g} of those of an item"))
    if "n" not in UNUSED[options.method]:
        places = f"fewer than {counted(options.n, 'place')} apart"
        rows.append(("Close to each other", places))
    rows += [
        ("Items", len(made.items)),
        ("Coders who vote", len(set(corpus.coders) - set(silent))),
        *([("Coders who do not vote", ", ".join(silent))] if silent else []),
        *([("Items that no person coded", ", ".join(made.without))] if made.without else []),
        ("Decisions", len(made.by_hand)),
        ("Disputed places", len(found)),
        ("Of these still open, which follow the rule", len(open_disputes(found, made.decisions))),
        *(_doubtful(made) if knows_probabilities(made) else []),
        *([(UNCLEAR, ", ".join(unclear))] if (unclear := guessed(made)) else []),
        *(
            [("Who counts twice", twice)]
            if (twice := counts_twice(made, corpus, copies_in(corpus)))
            else []
        ),
        SHEETS_SAY[0],
        ("Sheet Units", SHEETS_SAY[1][1].format(MARKS[ends]) if fits else TOO_MANY),
        SHEETS_SAY[2],
    ]
    return Table(key="about", columns=ABOUT, rows=rows)


def _first_about(made: Consensus | TimeConsensus, date: str, rule: str) -> list[tuple[str, Any]]:
    """Return by what a gold segmentation was made."""
    return [
        ("Program", PROGRAM),
        ("Signature", consensus_signature(made)),
        ("Date", date),
        ("Rule", rule),
    ]


class TimeSegment(NamedTuple):
    """A segment of the consensus of a recording, in seconds, and who stands behind its start."""

    item: str
    number: int
    start: float
    end: float
    begins: TimeBoundary | None


def time_segments(made: TimeConsensus) -> list[TimeSegment]:
    """Return the segments of the consensus of each recording."""
    found = []
    for item in made.items:
        inside = [one for one in made.boundaries if one.item == item.item]
        ends = [one.time for one in inside] + [made.scale.seconds(item.mass)]
        start = 0.0
        for number, (begins, end) in enumerate(zip(chain([None], inside), ends, strict=True), 1):
            found.append(TimeSegment(item.item, number, start, end, begins))
            start = end
    return found


def time_sheets(made: TimeConsensus, corpus: Corpus, *, date: str) -> list[Table[Any]]:
    """Return the sheets of recordings: segments, boundaries, decisions, and how they were made."""
    scale, enough = made.scale, made.options.enough
    segments: Sequence[Column[Any]] = (
        *GOLD_COLUMNS[:2],
        *fields("start", "end", places=SHEETS),
        Column("support", lambda one: one.begins.support if one.begins else None, places=SHEETS),
        Column("decided by", lambda one: _decided_by(one.begins, scale), places=SHEETS),
    )
    decisions: Sequence[Column[HandDecision]] = (
        Column("item", lambda one: one.decision.item, places=SHEETS),
        Column("time", lambda one: scale.seconds(one.decision.place), places=SHEETS),
        Column(
            "boundary at",
            lambda one: None if one.place is None else scale.seconds(one.place),
            places=SHEETS,
        ),
        Column("decision", lambda one: effect_in_seconds(one, scale), places=SHEETS),
        Column("comment", lambda one: one.decision.comment, places=SHEETS),
    )
    about: list[tuple[str, Any]] = [
        *_first_about(made, date, BY_NUMBER.format(enough) if enough else IN_TIME),
        ("Width of the kernel, seconds", made.options.width),
        ("Tolerance of support, seconds", made.options.reach),
        *(("Most coders mark, no boundary", one) for one in left_out_places(made)),
        ("Recordings", len(made.items)),
        ("Coders", len(corpus.coders)),
        ("Decisions", len(made.by_hand)),
        ("Times", "Seconds from the start of the recording"),
    ]
    return [
        Table(key="gold", columns=segments, rows=time_segments(made)),
        time_boundary_table(made),
        Table(key="decisions", columns=decisions, rows=list(made.by_hand)),
        Table(key="about", columns=ABOUT, rows=about),
    ]


def _decided_by(begins: TimeBoundary | None, scale: TimeScale) -> str:
    if begins is None:
        return BEGINS_IN_TIME
    coders = f"{supported(begins)} coders"
    if begins.by_hand:
        return f"{BY_HAND}, {effect_in_seconds(begins.by_hand, scale)} ({coders})"
    return f"{BY_RULE} ({coders})"
