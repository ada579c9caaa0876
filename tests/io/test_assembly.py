"""What a person decides about an import, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from segmetrics.io import Choices, Parsed, Reading, Source, assemble, parse_sources, read_sources
from segmetrics.io.known_formats import Format
from segmetrics.io.names import PatternError
from segmetrics.io.parts import AutomaticCoder, Coding, Extent, ReferenceCoder, Span, SpanCoding
from segmetrics.io.problems import Problem
from segmetrics.io.readings import Recognised
from segmetrics.segmentation import Segmentation
from tests.support.known import known
from tests.support.readings import pairs_of

TABLE = b"""item,coder,masses
ch1,anna,2 3
ch1,ben,1 4
ch2,anna,4
ch2,ben,5
ch2,carl,5
"""


def read(choices: Choices) -> Reading:
    return read_sources([Source("a.csv", TABLE)], choices)


def test_without_choices_the_item_with_a_problem_is_left_out() -> None:
    reading = read(Choices())
    assert pairs_of(reading) == {("ch1", "anna"): (2,), ("ch1", "ben"): (1,)}
    assert reading.left_out == ("ch2",)
    assert [p.what for p in reading.problems] == ["4 units, where 2 other coders have 5"]
    assert len(reading.codings) == 5


@pytest.mark.parametrize("dropped", [("ch2", "anna"), (None, "anna")])
def test_dropping_the_coding_in_question_saves_the_item(
    dropped: tuple[str | None, str | None],
) -> None:
    reading = read(Choices(dropped=frozenset({dropped})))
    assert reading.problems == ()
    assert known(reading.corpus)["ch2"].coders == ("ben", "carl")
    assert ("anna" in known(reading.corpus).coders) == (dropped[0] is not None)


def test_dropping_an_item_drops_its_problems() -> None:
    reading = read(Choices(dropped=frozenset({("ch2", None)})))
    assert reading.problems == ()
    assert reading.left_out == ()
    assert [item.name for item in known(reading.corpus).items] == ["ch1"]


def test_dropping_everything_leaves_nothing() -> None:
    reading = read(Choices(dropped=frozenset({("ch1", None), ("ch2", None)})))
    assert reading.corpus is None
    assert reading.problems == ()


def test_two_coders_of_one_name_are_one() -> None:
    """Carl coded only ch2, where Ben's coding is dropped."""
    choices = Choices(
        coders={"carl": "ben", "anna": "Anna"},
        items={"ch1": "Chapter 1"},
        dropped=frozenset({("ch2", "Anna")}),
    )
    reading = read(choices)
    (problem,) = reading.problems
    assert (problem.item, problem.coder) == ("ch2", "ben")
    assert problem.what == "this coder also coded the item in a.csv, row 5"
    assert pairs_of(reading) == {("Chapter 1", "Anna"): (2,), ("Chapter 1", "ben"): (1,)}


def test_roles_are_those_that_a_person_chose() -> None:
    dropped = frozenset({("ch2", "anna")})
    corpus = known(
        read(Choices(dropped=dropped, reference="ben", automatic=frozenset({"carl"}))).corpus
    )
    assert (corpus.reference, corpus.automatic) == ("ben", ("carl",))


def test_roles_that_files_name_hold_until_a_person_chooses() -> None:
    found = (
        Coding(file="a", item="i", coder="x", segmentation=Segmentation(3, (1,))),
        Coding(file="a", item="i", coder="y", segmentation=Segmentation(3, (2,))),
        ReferenceCoder("x"),
        AutomaticCoder("y"),
    )
    parsed = Parsed(("a",), (), found)
    corpus = known(assemble(parsed).corpus)
    assert (corpus.reference, corpus.automatic) == ("x", ("y",))
    renamed = known(assemble(parsed, Choices(coders={"x": "gold", "y": "tool"})).corpus)
    assert (renamed.reference, renamed.automatic) == ("gold", ("tool",))
    chosen = known(assemble(parsed, Choices(reference="", automatic=frozenset())).corpus)
    assert (chosen.reference, chosen.automatic) == (None, ())


def test_a_role_of_a_coder_who_is_gone_is_gone() -> None:
    reading = read(Choices(reference="carl", automatic=frozenset({"carl"})))
    assert (known(reading.corpus).reference, known(reading.corpus).automatic) == (None, ())


# --- names of files ------------------------------------------------------------------


def nothing(*_: object) -> Any:
    return None


FORM = Format("form", "a format", nothing, nothing, named_by=("coder", "item"))


def named(*files: str) -> Parsed:
    """Each file holds a coding of five units without names."""
    found = tuple(
        Coding(file=file, item=None, coder=None, segmentation=Segmentation(5, (place,)))
        for place, file in enumerate(files, 1)
    )
    return Parsed(files, tuple(Recognised(file, FORM, "a test") for file in files), found)


def test_names_of_files_name_item_and_coder() -> None:
    reading = assemble(named("anna/ch1.txt", "ben/ch1.txt"))
    assert pairs_of(reading) == {("ch1", "anna"): (1,), ("ch1", "ben"): (2,)}
    assert reading.patterns == {"form": "{coder}/{item}"}
    turned = assemble(named("anna/ch1.txt", "ben/ch1.txt"), Choices(pattern="{item}/{coder}"))
    assert pairs_of(turned) == {("anna", "ch1"): (1,), ("ben", "ch1"): (2,)}


def test_names_without_an_item_are_coders_of_one() -> None:
    assert pairs_of(assemble(named("anna.txt", "ben.txt"))) == {
        ("text", "anna"): (1,),
        ("text", "ben"): (2,),
    }
    assert set(pairs_of(assemble(named("talk/anna.txt", "talk/ben.txt")))) == {
        ("talk", "anna"),
        ("talk", "ben"),
    }


def test_a_name_that_does_not_fit_the_pattern_is_a_problem_of_its_file() -> None:
    reading = assemble(named("ch1_anna.txt", "ch2.txt"), Choices(pattern="{item}_{coder}"))
    assert pairs_of(reading) == {("ch1", "anna"): (1,)}
    assert "the name of the file does not fit the pattern {item}_{coder}" in [
        problem.what for problem in reading.problems if problem.file == "ch2.txt"
    ]


def test_a_pattern_without_sense_is_an_error() -> None:
    with pytest.raises(PatternError):
        assemble(named("ch1_anna.txt"), Choices(pattern="{who}"))


def test_a_problem_of_a_named_file_concerns_its_item() -> None:
    """The coding that could not be read is not passed over."""
    parsed = named("anna/ch1.txt", "ben/ch1.txt", "anna/ch2.txt")
    broken = Problem(file="ben/ch1.txt", what="broken", fix="mend it")
    found = (parsed.found[0], broken, parsed.found[2])
    reading = assemble(replace(parsed, found=found))
    assert reading.left_out == ("ch1",)
    (problem,) = reading.problems
    assert (problem.item, problem.coder) == ("ch1", "ben")
    without = assemble(replace(parsed, found=found), Choices(dropped=frozenset({("ch1", "ben")})))
    assert set(pairs_of(without)) == {("ch1", "anna"), ("ch2", "anna")}


# --- spans ---------------------------------------------------------------------------

STORY = "One day.\n\nIt rained. It poured.\n\nThen it stopped."


def spans(coder: str, *found: tuple[int, int, str], text: str = STORY) -> SpanCoding:
    extent = Extent(end=len(text), text=text)
    return SpanCoding(
        file=f"{coder}.txt",
        item="story",
        coder=coder,
        spans=tuple(Span(*span) for span in found),
        extent=extent,
    )


def assembled(*found: SpanCoding, choices: Choices | None = None) -> Reading:
    return assemble(Parsed(tuple(one.file for one in found), (), found), choices)


def test_the_coarsest_unit_into_which_all_edges_fit_is_taken() -> None:
    first = STORY.index("It rained")
    second = STORY.index("It poured")
    end = len(STORY)
    by_paragraph = assembled(spans("x", (0, first, ""), (first, end, "")))
    assert by_paragraph.unit == "paragraph"
    assert pairs_of(by_paragraph) == {("story", "x"): (1,)}
    by_sentence = assembled(
        spans("x", (0, first, ""), (first, end, "")), spans("y", (0, second, ""), (second, end, ""))
    )
    assert by_sentence.unit == "sentence"
    assert pairs_of(by_sentence) == {("story", "x"): (1,), ("story", "y"): (2,)}
    assert by_sentence.units == ("paragraph", "sentence", "word", "token", "character")
    assert known(by_sentence.corpus)["story"].texts == (
        "One day.",
        "It rained.",
        "It poured.",
        "Then it stopped.",
    )


def test_a_chosen_unit_moves_edges_and_says_so() -> None:
    second = STORY.index("It poured")
    reading = assembled(
        spans("x", (0, second, ""), (second, len(STORY), "")), choices=Choices(unit="paragraph")
    )
    assert reading.unit == "paragraph"
    assert any("within a unit" in notice.what for notice in reading.notices)
    assert reading.problems == ()


def test_labels_of_spans_become_types_for_all_coders_or_for_none() -> None:
    first, end = STORY.index("It rained"), len(STORY)
    x = spans("x", (0, first, "calm"), (first, end, "wet"))
    y = spans("y", (0, first, "wet"), (first, end, "wet"))
    typed = assembled(x, y)
    assert known(typed.corpus)["story"].codings["y"].types == (frozenset({"wet"}),)
    plain = assembled(x, y, choices=Choices(labels="none"))
    assert known(plain.corpus).kind == "linear"


def test_coders_who_saw_another_text_are_told_where_it_differs() -> None:
    other = STORY.replace("It poured.", "It poured. And how.")
    x = spans("x", (0, len(STORY), ""))
    z = spans("z", (0, len(STORY), ""))
    y = spans("y", (0, len(other), ""), text=other)
    reading = assembled(x, z, y, choices=Choices(unit="sentence"))
    (problem,) = reading.problems
    assert problem.coder == "y"
    assert problem.what == "5 units, where 2 other coders have 4; the texts first differ at unit 4"
    assert problem.text == "And how. / x: Then it stopped."


def test_a_unit_that_is_not_there_is_a_problem_of_the_item() -> None:
    reading = assembled(spans("x", (0, 5, "")), choices=Choices(unit="step"))
    (problem,) = reading.problems
    units = "paragraph, sentence, word, token, character"
    assert f"no unit 'step' here; there are {units}" in problem.what
    assert reading.left_out == ("story",)


def test_parsing_reports_its_progress() -> None:
    said: list[tuple[float, str]] = []
    sources = [Source("a.csv", TABLE), Source("b.csv", TABLE)]
    parse_sources(sources, progress=lambda share, name: said.append((share, name)))
    shares = [share for share, _ in said]
    assert {"a.csv", "b.csv"} <= {name for _, name in said}
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] <= 1


def test_a_coding_without_boundaries_is_of_the_kind_of_the_others() -> None:
    levelled = Segmentation(4, (1, 3), levels=(1, 2))
    found = (
        Coding(file="a", item="i", coder="x", segmentation=levelled),
        Coding(file="a", item="i", coder="y", segmentation=Segmentation(4, ())),
    )
    reading = assemble(Parsed(("a",), (), found))
    assert reading.problems == ()
    assert known(reading.corpus)["i"].codings["y"] == Segmentation(4, (), levels=())
