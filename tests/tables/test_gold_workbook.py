"""The workbook of a gold segmentation: what its sheets say, and that it comes back."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook

from segmetrics import Corpus, sample
from segmetrics.adjudication.adjudications import consensus, settle
from segmetrics.adjudication.disputes import disputes
from segmetrics.adjudication.gold import METHODS, GoldOptions, HandDecision, gold
from segmetrics.adjudication.model_rule import roughly
from segmetrics.axis import Axis
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.corpus import Adjudication, Item
from segmetrics.io import Reading, Source, read_sources
from segmetrics.io.choices import Choices
from segmetrics.io.column_roles import Role
from segmetrics.segmentation import Segmentation
from segmetrics.tables import gold_workbook
from segmetrics.tables.consensus_tables import (
    AGAINST_THE_RULE,
    hand_decision_in_words,
    outcome_in_words,
)
from segmetrics.tables.gold_workbook import RULE_HAS_NONE, gold_xlsx
from tests.support.known import known
from tests.support.modelled import planted
from tests.support.workbooks import packed

DATE = "2026-01-31"
TALK = ("Hello there.", "How are you?", "=1+1 is two.", "Well, bye.", "Bye now.")
# Two mark 2 and one 3; a and b mark 4.
CODINGS = {"a": Segmentation(5, (2, 4)), "b": Segmentation(5, (2, 4)), "c": Segmentation(5, (3,))}
CORPUS = Corpus(
    (
        Item("talk", CODINGS, TALK),
        Item("short", {"a": Segmentation(2, ()), "b": Segmentation(2, (1,))}),
    ),
    decisions=(Adjudication("talk", 4, "reject", comment="=still the same"),),
)


def cells(corpus: Corpus, options: GoldOptions | None = None) -> dict[str, list[tuple[Any, ...]]]:
    content = gold_xlsx(consensus(corpus, options), corpus, date=DATE)
    book = load_workbook(BytesIO(content))
    return {sheet.title: list(sheet.iter_rows(values_only=True)) for sheet in book}


def back(content: bytes) -> Reading:
    return read_sources([Source("gold.xlsx", content)])


def test_the_sheet_of_segments() -> None:
    assert cells(CORPUS)["Gold"] == [
        ("item", "segment", "first unit", "last unit", "text", "decided by"),
        ("talk", 1, 1, 2, "Hello there.\nHow are you?", "start of the item"),
        ("talk", 2, 3, 5, "=1+1 is two.\nWell, bye.\nBye now.", "the rule (3 of 3 coders)"),
        ("short", 1, 1, 2, None, "start of the item"),
    ]


def test_who_speaks_stands_beside_the_text() -> None:
    spoken = Item("talk", CODINGS, TALK, speakers=("Mo", "Mo", "Lu", "", "Mo"))
    corpus = Corpus((spoken, CORPUS.items[1]))
    found = cells(corpus)
    assert [row[4:6] for row in found["Gold"][:3]] == [
        ("text", "speakers"),
        ("Hello there.\nHow are you?", "Mo"),
        ("=1+1 is two.\nWell, bye.", "Lu"),
    ]
    said = [row[2:4] for row in found["Units"]]
    assert said[:3] == [("text", "speaker"), (TALK[0], "Mo"), (TALK[1], "Mo")]
    assert said[-1] == (None, None)
    reading = back(gold_xlsx(consensus(corpus), corpus, date=DATE))
    assert known(reading.corpus)["talk"].texts == TALK


def test_labels_that_coders_gave_a_gold_boundary_are_counted() -> None:
    date, time, place = frozenset({"Date"}), frozenset({"Time"}), frozenset({"Place"})
    codings = {
        "a": Segmentation(6, (2, 4), types=(time, date | place)),
        "b": Segmentation(6, (2, 4), types=(date, date)),
        # Its boundary after 3 counts towards the one after 2.
        "c": Segmentation(6, (3,), types=(date,)),
    }
    gold = cells(Corpus((Item("i", codings),)))["Gold"]
    assert [row[3] for row in gold] == ["last unit", 2, 4, 6]
    assert [row[6] for row in gold] == [
        "labels by coders",
        None,
        "Date 2 (b, c); Time 1 (a)",
        "Date 2 (a, b); Place 1 (a)",
    ]
    assert "labels by coders" not in cells(CORPUS)["Gold"][0]


def units_of(*, ends: bool) -> list[tuple[Any, ...]]:
    content = gold_xlsx(consensus(CORPUS), CORPUS, date=DATE, ends=ends)
    return list(load_workbook(BytesIO(content))["Units"].iter_rows(values_only=True))


def test_marks_of_units_begin_segments_and_tell_no_boundary_from_no_coding() -> None:
    assert units_of(ends=False) == [
        ("item", "unit", "text", "gold: segment begins here", "support", "a", "b", "c"),
        ("talk", 1, TALK[0], 1, None, 1, 1, 1),
        ("talk", 2, TALK[1], 0, None, 0, 0, 0),
        ("talk", 3, TALK[2], 1, 1, 1, 1, 0),
        ("talk", 4, TALK[3], 0, None, 0, 0, 1),
        ("talk", 5, TALK[4], 0, None, 1, 1, 0),
        ("short", 1, None, 1, None, 1, 1, None),
        ("short", 2, None, 0, None, 0, 1, None),
    ]


def test_marks_of_units_end_segments_where_those_of_the_files_do() -> None:
    assert units_of(ends=True) == [
        ("item", "unit", "text", "gold: boundary after", "support", "a", "b", "c"),
        ("talk", 1, TALK[0], 0, None, 0, 0, 0),
        ("talk", 2, TALK[1], 1, 1, 1, 1, 0),
        ("talk", 3, TALK[2], 0, None, 0, 0, 1),
        ("talk", 4, TALK[3], 0, None, 1, 1, 0),
        ("talk", 5, TALK[4], None, None, None, None, None),
        ("short", 1, None, 0, None, 0, 1, None),
        ("short", 2, None, None, None, None, None, None),
    ]


@pytest.mark.parametrize(
    ("a", "b", "ends", "names"),
    [
        # What begins with a 1 in all columns begins segments; words say that others end them.
        ((1, 0, 1, 0), (1, 0, 0, 0), False, ("a", "b")),
        ((0, 1, 0, 1), (0, 0, 1, 1), True, ("end a", "end b")),
        # Where nothing shows it a person says it.
        ((0, 1, 0, 0), (0, 0, 1, 0), True, ("a", "b")),
    ],
)
def test_a_gold_sheet_marks_what_the_file_of_a_person_marked(
    a: tuple[int, ...], b: tuple[int, ...], ends: bool, names: tuple[str, str]
) -> None:
    lines = [f"{unit},text {unit},{a[unit - 1]},{b[unit - 1]}" for unit in range(1, len(a) + 1)]
    file = "\n".join([f"unit,text,{','.join(names)}", *lines]).encode()
    sources = [Source("talk.csv", file)]
    reading = read_sources(sources)
    if reading.corpus is None:
        columns: dict[str, Role] = dict.fromkeys(names, "last")
        reading = read_sources(sources, Choices(columns=columns))
    assert reading.marks_end == ends
    corpus = known(reading.corpus)
    content = gold_xlsx(consensus(corpus), corpus, date=DATE, ends=ends)
    head, *rows = load_workbook(BytesIO(content))["Units"].iter_rows(values_only=True)
    for coder, marks in zip(names, (a, b), strict=True):
        column = [row[head.index(coder)] for row in rows]
        assert column[: len(marks) - ends] == list(marks)[: len(marks) - ends]


def test_the_sheet_of_decisions() -> None:
    decisions = [
        Adjudication("talk", 4, "reject"),
        Adjudication("talk", 2, "move", 1, "an earlier start"),
        Adjudication("short", 1, "accept"),
    ]
    found = cells(CORPUS.with_decisions(decisions))
    assert found["Decisions"] == [
        (
            *("item", "begins at unit", "votes", "marked by", "decision", "so none begins at"),
            "comment",
        ),
        ("talk", 5, "2 of 3", "a, b", "no boundary, without the one before unit 5", None, None),
        (
            "talk",
            3,
            "3 of 3",
            "a, b, c (4)",
            "boundary before unit 2, moved from the one before unit 3",
            None,
            "an earlier start",
        ),
        ("short", 2, "1 of 2", "b", "boundary before unit 2, where the rule has none", None, None),
    ]
    assert [row[5] for row in found["Gold"][1:]] == [
        "start of the item",
        "by hand, moved from the one before unit 3 (0 of 3 coders)",
        "start of the item",
        "by hand, where the rule has none (1 of 2 coders)",
    ]


@pytest.mark.parametrize(
    ("decision", "by_rule", "said"),
    [
        (
            Adjudication("a", 4, "reject"),
            (4, 5),
            "no boundary, without the ones before paragraph 5 and before paragraph 6",
        ),
        (
            Adjudication("a", 4, "accept"),
            (4, 5),
            "boundary before paragraph 5, without the one before paragraph 6",
        ),
    ],
)
def test_a_decision_tells_all_places_that_it_loses_and_none_that_it_keeps(
    decision: Adjudication, by_rule: tuple[int, ...], said: str
) -> None:
    axis = Axis(called="paragraph")
    assert hand_decision_in_words(HandDecision(decision, by_rule), axis) == said
    assert outcome_in_words((4, 5), axis) == ("boundary before paragraph 5 and before paragraph 6")


def test_the_sheet_of_decisions_names_what_a_mark_also_counts_for() -> None:
    places = {"a": (4, 5), "b": (4,), "c": (5,), "d": (4, 6), "e": (4,)}
    item = Item("i", {coder: Segmentation(10, found) for coder, found in places.items()})
    corpus = Corpus((item,))
    (dispute,) = [one for one in disputes(corpus) if one.places == (5, 6)]

    def marked_by(at: int | None) -> str:
        found = cells(corpus.with_decisions(settle(dispute, at)))["Decisions"]
        return str(found[1][3])

    assert marked_by(None) == "a, c (also counts for 5), d (7)"
    assert marked_by(6) == "a (6), c (6, also counts for 5), d"


def test_of_two_disputes_at_a_place_a_decision_has_the_votes_of_that_of_more_coders() -> None:
    # c answers the dispute of all six by 5, in their middle; its 4 is one more, of a, b and c.
    places = {"a": (4,), "b": (4,), "c": (4, 5), "d": (5,), "e": (6,), "f": (6,)}
    item = Item("i", {coder: Segmentation(10, found) for coder, found in places.items()})
    corpus = Corpus((item,), decisions=(Adjudication("i", 4, "reject"),))
    assert [(one.place, len(one.votes)) for one in disputes(corpus, n=3)] == [(4, 6), (4, 3)]
    decision = cells(corpus, GoldOptions(n=3))["Decisions"][1]
    assert decision[2:4] == ("6 of 6", "a, b, c (6), d (6), e (7), f (7)")


def test_the_sheet_about_says_by_what_it_was_made() -> None:
    about = dict(cells(CORPUS)["About"])
    assert about["Date"] == DATE
    assert about["Signature"].endswith(
        f"consensus=pooled, more than 0.5 of the coders, n=2, decisions=1, "
        f"corpus={CORPUS.codings_digest[:12]}"
    )
    assert (about["Items"], about["Coders who vote"], about["Decisions"]) == (2, 3, 1)
    # After 2 or 3 all agree that there is one, yet not where; after 4 it is decided.
    assert about["Disputed places"] == 3
    assert about["Of these still open, which follow the rule"] == 2
    medoid = dict(cells(CORPUS, GoldOptions(method="medoid"))["About"])
    assert "Enough coders" not in medoid
    machine = Corpus(CORPUS.items, reference="b", automatic=("c",))
    assert dict(cells(machine)["About"])["Coders who do not vote"] == "b, c"


def test_no_text_is_a_formula() -> None:
    book = load_workbook(BytesIO(gold_xlsx(consensus(CORPUS), CORPUS, date=DATE)))
    found = [
        cell
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str)
    ]
    assert {cell.data_type for cell in found} == {"s"}
    assert all(cell.quotePrefix for cell in found)
    assert sum(cell.value.startswith("=") for cell in found) == 2 + 1


def test_words_are_joined_by_blanks_and_what_ends_with_white_space_by_nothing() -> None:
    def text(*units: str) -> str:
        coding = {"a": Segmentation(len(units), ())}
        return str(cells(Corpus((Item("i", coding, units),)))["Gold"][1][4])

    assert text("to", "be", "or not") == "to be or not"
    assert text("It rained. ", "We stayed in.") == "It rained. We stayed in."
    assert text("First paragraph here.", "", "Second one.") == "First paragraph here.\nSecond one."


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("key", ["interviews", "moonstone", "dialogue", "outline"])
def test_the_gold_comes_back_with_its_texts(key: str, method: Any) -> None:
    corpus = sample(key)
    made = consensus(corpus, GoldOptions(method=method))
    reading = back(gold_xlsx(made, corpus, date=DATE))
    assert reading.problems == ()
    assert reading.corpus is not None
    assert reading.corpus.coders == ("consensus",)
    for one in made.items:
        assert reading.corpus[one.item].codings["consensus"] == one.segmentation
        assert reading.corpus[one.item].texts == corpus[one.item].texts


def test_a_text_that_looks_like_a_formula_comes_back() -> None:
    reading = back(gold_xlsx(consensus(CORPUS), CORPUS, date=DATE))
    assert known(reading.corpus)["talk"].texts == TALK


def edited(**changes: Any) -> Reading:
    """Read the workbook after cells of its sheet Gold were changed, or sheets taken out."""
    book = load_workbook(BytesIO(gold_xlsx(consensus(CORPUS), CORPUS, date=DATE)))
    for place, value in changes.items():
        if value is None:
            del book[place]
        else:
            book["Gold"][place] = value
    return back(packed(book))


def test_a_boundary_moved_in_excel_is_read() -> None:
    reading = edited(D2=3, C3=4)
    assert known(reading.corpus)["talk"].codings["consensus"].boundaries == (3,)


def test_a_gap_between_segments_is_a_problem_with_its_row() -> None:
    reading = edited(D2=1)
    (problem,) = reading.problems
    assert (problem.file, problem.row, problem.item) == ("gold.xlsx, sheet Gold", 3, "talk")
    assert problem.what == "a segment of units 3 to 5, where one from unit 2 on belongs"


def test_the_sheet_of_segments_is_enough() -> None:
    reading = edited(Units=None, Decisions=None, About=None)
    assert reading.corpus is not None
    assert reading.corpus["talk"].codings["consensus"].masses == (2, 3)
    assert reading.corpus["talk"].texts is None


def test_units_that_no_sheet_holds_are_left_out_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gold_workbook, "MAX_ROWS", 7)
    found = cells(CORPUS)
    assert "Units" not in found
    assert dict(found["About"])["Sheet Units"].startswith("Left out")
    monkeypatch.setattr(gold_workbook, "MAX_ROWS", 8)
    assert len(cells(CORPUS)["Units"]) == 8


def test_equal_days_give_equal_bytes() -> None:
    made = consensus(CORPUS)
    assert gold_xlsx(made, CORPUS, date=DATE) == gold_xlsx(made, CORPUS, date=DATE)


def test_the_sheets_count_a_decision_and_its_votes_alike() -> None:
    near = Corpus.from_masses({"t": {"a": [4, 6], "b": [4, 6], "c": [5, 5]}})
    (dispute,) = disputes(near)
    found = cells(near.with_decisions(settle(dispute, 4)))
    row = ("t", 5, "3 of 3", "a, b, c (6)", "boundary before unit 5, as by the rule", "6", None)
    assert found["Decisions"][1:] == [row]
    assert [line[5] for line in found["Gold"][1:]][1] == "by hand, as by the rule (3 of 3 coders)"
    assert dict(found["About"])["Decisions"] == 1
    for where, said in (
        (None, "no boundary, without the one before unit 5"),
        (8, "boundary before unit 9, moved from the one before unit 5"),
    ):
        found = cells(near.with_decisions(settle(dispute, where)))
        assert found["Decisions"][1:] == [("t", 5, "3 of 3", "a, b, c (6)", said, "6", None)]


def test_what_the_rule_takes_against_the_model_is_marked() -> None:
    corpus = planted(items=4, seed=3)
    made = consensus(corpus, None, gold(corpus, model=coder_model(corpus)))
    book = load_workbook(BytesIO(gold_xlsx(made, corpus, date=DATE)))
    rows = list(book["Gold"].iter_rows(values_only=True))
    said = {(row[0], row[2] - 1): row[5] for row in rows[1:] if row[2] > 1}
    found = {
        at for at, words in said.items() if words.startswith("the rule, doubtful by the model (")
    }
    taken = {(item, at) for (item, _), one in made.doubts.items() for at in one.taken}
    assert found == taken != set()
    about = dict(book["About"].iter_rows(values_only=True))
    assert about[AGAINST_THE_RULE] == len(made.doubts)
    none = [one.likelier for one in made.doubts.values() if not one.taken]
    assert len(taken) < len(made.doubts) and none
    assert all(f"before unit {place + 1}" in about[RULE_HAS_NONE] for place in none if place)


def test_what_many_coders_would_do_stands_in_the_sheets_and_the_workbook_comes_back() -> None:
    corpus = planted(items=4, seed=1)
    made = consensus(corpus, GoldOptions(method="model"))
    sheets = cells(corpus, GoldOptions(method="model"))
    gold, units = sheets["Gold"], sheets["Units"]
    assert gold[0][6] == "share of many coders who would begin here or beside it"
    share = "share of many coders here or beside it"
    assert units[0][3:6] == ("gold: segment begins here", "support", share)
    likely = {item.item: item.shares for item in made.items}
    for item, unit, _, _, _, chance, *_ in units[1:]:
        assert chance == (roughly(likely[item][unit - 2]) if unit > 1 else None)
    for item, _, first, _, _, _, chance in gold[1:]:
        assert chance == (roughly(likely[item][first - 2]) if first > 1 else None)
    about = dict(sheets["About"])
    assert about["Rule"].startswith("model: likelier than not")
    assert "Enough coders" not in about and "Share of many coders" in about
    assert about[AGAINST_THE_RULE] == 0
    assert "Share of many coders" not in dict(cells(corpus)["About"])
    found = known(back(gold_xlsx(made, corpus, date=DATE)).corpus)
    assert {one.name: one.codings["consensus"] for one in found.items} == {
        one.item: one.segmentation for one in made.items
    }
