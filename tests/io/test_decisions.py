"""Decisions about disputed places in the project's own JSON: out, back, and what is wrong."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus
from segmetrics.corpus import Adjudication, AdjudicationError, CorpusError, Verdict
from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.write import WRITERS, CannotWrite
from tests.support.known import known

BASE = Corpus.from_masses({"ch1": {"ann": [4, 6], "bob": [5, 5]}, "ch2": {"ann": [3, 3]}})
PROJECT_JSON = WRITERS["segmetrics-json"]


def read(content: bytes | str | dict[str, Any], choices: Choices | None = None) -> Reading:
    if isinstance(content, dict):
        content = json.dumps(content)
    if isinstance(content, str):
        content = content.encode()
    return read_sources([Source("a.json", content)], choices)


def holding(*decisions: object) -> dict[str, Any]:
    """Write a file with an item of ten units, and something for decisions."""
    codings = {"ann": [4], "bob": [5]}
    items = [{"name": "ch1", "mass": 10, "codings": codings}]
    head = {"format": "segmetrics", "version": 1, "kind": "linear"}
    return {**head, "items": items, "decisions": list(decisions)}


@st.composite
def decided(draw: st.DrawFn) -> Adjudication:
    item, last = draw(st.sampled_from([("ch1", 9), ("ch2", 5)]))
    place = st.integers(1, last)
    verdict: Verdict = draw(st.sampled_from(["accept", "reject", "move"]))
    comment = draw(st.text(st.characters(exclude_categories=["Cs"])))
    to = draw(place) if verdict == "move" else None
    return Adjudication(item, draw(place), verdict, to, comment)


@given(st.lists(decided(), max_size=5))
def test_decisions_go_out_and_come_back(decisions: list[Adjudication]) -> None:
    corpus = BASE.with_decisions(decisions)
    written = PROJECT_JSON.write(corpus)
    assert written.lost == ()
    reading = read(written.content)
    assert not reading.problems
    assert not reading.notices
    assert reading.corpus == corpus
    assert known(reading.corpus).digest == corpus.digest


def test_the_words_of_a_decision_are_those_of_the_format() -> None:
    corpus = BASE.with_decisions([Adjudication("ch1", 4, "move", 5, "a new scene")])
    assert json.loads(PROJECT_JSON.write(corpus).content)["decisions"] == [
        {"item": "ch1", "place": 4, "verdict": "move", "to": 5, "comment": "a new scene"}
    ]


@pytest.mark.parametrize("key", ["segeval-json", "long-csv", "choi"])
def test_other_formats_say_that_they_lose_decisions(key: str) -> None:
    corpus = BASE.with_decisions([Adjudication("ch1", 4, "accept")])
    assert "1 decision about disputed places" in WRITERS[key].write(corpus).lost


def test_a_comment_that_no_file_can_hold_is_refused() -> None:
    corpus = BASE.with_decisions([Adjudication("ch1", 4, "accept", comment="\ud800")])
    with pytest.raises(CannotWrite, match="comment of a decision"):
        PROJECT_JSON.write(corpus)


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        ("accept", "decision 1: 'accept', not an object"),
        ({"item": "ch9", "place": 4, "verdict": "accept"}, "'ch9' is no item of the file"),
        ({"item": ["ch1"], "place": 4, "verdict": "accept"}, "is no item of the file"),
        ({"place": 4, "verdict": "accept"}, "is no item of the file"),
        ({"item": "ch1", "place": 10, "verdict": "accept"}, "10 is no place between two units"),
        ({"item": "ch1", "place": 0, "verdict": "accept"}, "0 is no place between two units"),
        ({"item": "ch1", "place": "4", "verdict": "accept"}, "'4' is no place between two units"),
        ({"item": "ch1", "place": True, "verdict": "accept"}, "is no place between two units"),
        ({"item": "ch1", "place": 4, "verdict": "perhaps"}, "one of accept, reject, move"),
        ({"item": "ch1", "place": 4}, "one of accept, reject, move, got None"),
        ({"item": "ch1", "place": 4, "verdict": ["accept"]}, "one of accept, reject, move"),
        ({"item": "ch1", "place": 4, "verdict": "move"}, "only a moved one has one"),
        ({"item": "ch1", "place": 4, "verdict": "move", "to": 10}, "10 is no place between"),
        ({"item": "ch1", "place": 4, "verdict": "reject", "to": 5}, "only a moved one has one"),
        ({"item": "ch1", "place": 4, "verdict": "accept", "comment": 5}, "no text that can be"),
    ],
)
def test_a_wrong_decision_is_named_and_the_others_are_kept(decision: object, message: str) -> None:
    good = {"item": "ch1", "place": 5, "verdict": "reject"}
    reading = read(holding(decision, good))
    (problem,) = reading.problems
    assert message.replace("'", '"') in problem.what.replace("'", '"')
    assert problem.what.startswith("decision 1: ")
    assert problem.fix.startswith("write {")
    assert known(reading.corpus).decisions == (Adjudication("ch1", 5, "reject"),)


def test_decisions_follow_a_renamed_item_and_go_with_a_dropped_one() -> None:
    content = PROJECT_JSON.write(BASE.with_decisions([Adjudication("ch1", 4, "accept")])).content
    renamed = known(read(content, Choices(items={"ch1": "one"})).corpus)
    assert renamed.decisions == (Adjudication("one", 4, "accept"),)
    dropped = known(read(content, Choices(dropped=frozenset([("ch1", None)]))).corpus)
    assert dropped.decisions == ()


def test_decisions_without_their_item_or_place_are_named() -> None:
    """Another file says that the item is shorter; who coded the long one is left out."""
    long = PROJECT_JSON.write(BASE.with_decisions([Adjudication("ch1", 8, "accept")])).content
    short = b"item,coder,masses\nch1,cy,2 3\nch1,dan,1 4\n"
    sources = [Source("a.json", long), Source("b.csv", short)]
    both = read_sources(sources)
    assert both.left_out == ("ch1",)
    assert [str(one) for one in both.notices] == [
        "a.json, item ch1: not used: 1 decision about it, for the item is left out."
    ]
    only = read_sources(sources, Choices(dropped=frozenset([(None, "ann"), (None, "bob")])))
    assert known(only.corpus)["ch1"].mass == 5
    assert known(only.corpus).decisions == ()
    assert [one.what for one in only.notices] == [
        "not used: 1 decision about it, for the item has no such place"
    ]


def test_decisions_change_the_digest_of_a_corpus_and_not_that_of_its_codings() -> None:
    different = (
        (),
        (Adjudication("ch1", 4, "accept"),),
        (Adjudication("ch1", 5, "accept"),),
        (Adjudication("ch2", 4, "accept"),),
        (Adjudication("ch1", 4, "reject"),),
        (Adjudication("ch1", 4, "move", 5),),
        (Adjudication("ch1", 4, "accept", comment="why"),),
        (Adjudication("ch1", 4, "accept"), Adjudication("ch1", 4, "accept")),
    )
    corpora = [BASE.with_decisions(decisions) for decisions in different]
    assert len({corpus.digest for corpus in corpora}) == len(different)
    assert {corpus.codings_digest for corpus in corpora} == {BASE.digest}
    # What is carried over is what would be computed anew.
    assert all(
        Corpus(BASE.items, decisions=corpus.decisions).digest == corpus.digest for corpus in corpora
    )


def test_a_decision_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(AdjudicationError, match="one of accept, reject, move"):
        Adjudication("ch1", 4, "perhaps")  # type: ignore[arg-type]
    with pytest.raises(AdjudicationError, match="only a moved one"):
        Adjudication("ch1", 4, "move")
    with pytest.raises(CorpusError, match="no such place"):
        BASE.with_decisions([Adjudication("ch1", 10, "accept")])
