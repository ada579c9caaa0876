"""What the review of an import asks, what each answer changes, and how it is taken back."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics.dashboard.data import words as import_words
from segmetrics.dashboard.data.import_view import coverage_of
from segmetrics.dashboard.data.name_questions import pattern_in_words
from segmetrics.dashboard.frame.session_store import store
from segmetrics.io import Source
from segmetrics.io.known_formats import Format
from segmetrics.io.parts import Coding, Extent, Span, SpanCoding
from segmetrics.io.readings import Parsed, Recognised
from segmetrics.segmentation import Segmentation
from segmetrics.store import Visitor
from segmetrics.time_scale import TimeScale
from tests.support.known import known
from tests.support.pages import components, launch, place_of, saved, table, texts
from tests.support.reviews import (
    accepted,
    choices_of,
    names,
    open_review,
    press,
    reading_of,
    reviewed,
    spans,
)
from tests.support.workbooks import packed, workbook

# No text is that of two files: folders may be coders, or classes of texts that one person coded.
CLASSES = tuple(
    (
        f"study/{folder}/{name}.ref",
        f"==========\n{name} one\n==========\n{name} two\n==========\n".encode(),
    )
    for folder, name in (("news", "rain"), ("news", "sun"), ("tales", "fox"), ("tales", "owl"))
)
# Columns under names that no reader knows, with a mark at the last unit of a segment.
MARKS = (
    b"Talk,Nr,Mood,Words,Anna,Ben,Cy\n"
    b"rain,1,sad,One.,,,\nrain,2,sad,Two.,v,,v\nrain,3,glad,Three.,,v,\nrain,4,sad,Four.,v,v,v\n"
    b"sun,1,sad,Five.,v,v,v\nsun,2,glad,Six.,,,v\nsun,3,sad,Seven.,v,v,v\n"
)
TEXT = "One day. It rained. The next day it did not."


def answers(app: AppTest, choice: str) -> list[str]:
    """The answers to a question, as they are shown."""
    return [one.replace("\\", "") for one in app.radio(key=f"answer {choice}").options]


def accept_button(app: AppTest) -> bool:
    """Whether what was read can be accepted."""
    (button,) = [one for one in app.button if one.label.startswith("Accept")]
    return not button.disabled


def layers() -> Parsed:
    """Two layers of which either can hold the segments."""
    extent = Extent(end=len(TEXT), text=TEXT)
    marked: dict[str, dict[str, tuple[Span, ...]]] = {
        "voices": {"ann": (Span(0, 19), Span(20, 44)), "bob": (Span(0, 8), Span(9, 44))},
        "moods": {"ann": (Span(0, 8), Span(9, 44)), "bob": (Span(0, 8), Span(9, 19), Span(20, 44))},
    }
    found = [
        replace(part, layer=f"de.study.{layer}")
        for layer, of_coders in marked.items()
        for part in spans(extent, *of_coders.items()).found
        if isinstance(part, SpanCoding)
    ]
    return Parsed(("a.xmi",), (), tuple(found))


def test_whose_codings_are_is_asked_before_anything_else() -> None:
    app = reviewed(*CLASSES)
    assert app.radio[0].key == "answer pattern"
    assert app.radio[0].value is None
    assert "Who coded what?" in texts(app)
    assert not [one for one in components(app) if one.get("caption") == "Problems"]  # not twice
    assert "Answer the question above first." in app.info[0].value.replace("\\", "")
    assert not accept_button(app)
    assert {
        "Each file is another item, all by one coder",
        "A folder for each coder, a file for each item",
    } <= set(answers(app, "pattern"))


def test_it_is_asked_whether_coders_of_one_name_are_one_person() -> None:
    table = b"paragraph,an1,an2\n1,1,1\n2,1,2\n3,2,2\n"
    app = reviewed(*((f"study/{name}.csv", table) for name in ("north/ch1", "south/ch2")))
    assert "Is an1 of one group the same person as an1 of another?" in texts(app)
    assert app.radio(key="answer same_names").value == "one"  # as it is published
    assert answers(app, "same_names") == ["One person each", "Another person in each group"]
    assert accept_button(app)
    app.radio(key="answer same_names").set_value("many").run()
    assert names(app) == (
        ("ch1", "ch2"),
        ("an1 (north)", "an2 (north)", "an1 (south)", "an2 (south)"),
    )
    assert "--same-names many" in app.code[0].value


def test_names_alike_are_asked_about_with_how_many_items_have_both_at_most() -> None:
    rows = "item,coder,masses\nt1,kim,2 3\nt1,Kim,4 1\nt2,Kim,5\n"
    app = reviewed(("a.csv", rows.encode()))
    assert "Are kim and Kim one person?" in texts(app)
    assert "are spelled nearly alike, and hardly any item has both names." in texts(app)
    assert app.radio(key="answer coders").value == "two"


def test_of_two_forms_of_a_coding_one_is_chosen() -> None:
    first, other = (f"item,coder,masses\nch1,an1,{sizes}\n".encode() for sizes in ("3 4", "2 2 3"))
    app = reviewed(("a.csv", first), ("b.tsv", other.replace(b",", b"\t")))
    assert answers(app, "dropped_files") == ["Those of a.csv", "Those of b.tsv"]
    assert "Answer the question above first" in app.info[0].value
    assert not app.error
    app.radio(key="answer dropped_files").set_value(frozenset({"a.csv"})).run()
    assert choices_of(app).dropped_files == frozenset({"a.csv"})
    assert reading_of(app).problems == ()
    assert "--drop-file a.csv" in app.code[0].value


def test_two_workbooks_with_the_same_sheets_and_coders_are_rounds_and_one_is_read_first() -> None:
    def round_of(*marks: tuple[str, str]) -> bytes:
        sheets = {
            name: [["Paragraph", "Ann", "Ben"], *((f"{name} {n}", *m) for n, m in enumerate(marks))]
            for name in ("rain", "sun")
        }
        return packed(workbook(sheets))

    blank, both = ("", ""), ("x", "x")
    first = round_of(blank, both, blank, ("x", ""), blank, ("", "x"), blank, blank)
    second = round_of(blank, blank, both, blank, ("x", ""), blank, blank, blank)
    app = reviewed(("round 1.xlsx", first), ("round 2.xlsx", second))
    app.radio(key="answer marks").set_value("first").run()
    assert "These look like two rounds: round 1.xlsx and round 2.xlsx" in texts(app)
    assert answers(app, "dropped_files") == ["Read only round 1.xlsx", "Read only round 2.xlsx"]
    assert not any("with a problem" in button.label for button in app.button)
    app.radio(key="answer dropped_files").set_value(frozenset({"round 2.xlsx"})).run()
    assert names(app) == (("rain", "sun"), ("Ann", "Ben"))
    assert accept_button(app)


def test_of_two_rounds_in_one_folder_one_is_chosen() -> None:
    rows = ["1,1,1", "2,0,0", "3,1,0", *(f"{n},0,1" for n in range(4, 12))]
    files = [
        (f"T{at} {name}.csv", "\n".join(["unit,ann,ben", *rows[: at + 4], ""]).encode())
        for at in range(1, 5)
        for name in ("before", "after")
    ]
    app = reviewed(*files)
    assert "Which round is this?" in texts(app)
    assert answers(app, "condition") == [
        "This round is after",
        "This round is before",
        "Each is an item of its own",
    ]
    app.radio(key="answer condition").set_value("before").run()
    assert choices_of(app).condition == "before"
    assert "4 items" in app.success[0].value
    place = place_of(app)
    press(app, "Accept")
    assert [one.name for one in store().corpus(Visitor(), place).rounds] == ["before"]


def test_labels_of_points_that_are_no_boundaries_are_left_out() -> None:
    rows = [(name, at, kind) for name in "ab" for at, kind in enumerate(["start", *["cut"] * 3])]
    table = b"item,coder,begin,end,label\n" + b"".join(
        b"film,%s,%d,%d,%s\n" % (name.encode(), 9 * at + 1, 9 * at + 1, kind.encode())
        for name, at, kind in rows
    )
    app = reviewed(("a.csv", table))
    app.text_input(key="durations 0").set_value("1:00").run()
    (labels,) = (one for one in app.multiselect if one.label == "These labels are no boundaries")
    assert labels.options == ["start", "cut"]
    assert "8 boundaries" in app.success[0].value
    labels.set_value(["start"]).run()
    assert choices_of(app).dropped_labels == frozenset({"start"})
    assert "6 boundaries" in app.success[0].value


def test_of_two_codings_by_one_coder_in_one_file_the_first_or_the_last_counts() -> None:
    table = b"item,coder,masses\nch1,anna,2 3\nch1,ben,4 1\nch1,anna,1 4\n"
    app = reviewed(("a.csv", table))
    assert answers(app, "twice") == ["The first", "The last", "All together"]
    app.radio(key="answer twice").set_value("last").run()
    assert choices_of(app).twice == "last"
    assert reading_of(app).problems == ()
    assert "--twice last" in app.code[0].value
    assert accept_button(app)


def test_dates_of_repeated_codings_are_shown_where_the_file_has_them() -> None:
    def annotation(end: int, changed: str) -> dict[str, object]:
        value = {"start": 0, "end": end, "labels": ["A"]}
        result = [{"type": "labels", "to_name": "text", "value": value}]
        return {"completed_by": "ann", "result": result, "updated_at": changed}

    works = [annotation(3, "2024-04-15T21:35:56Z"), annotation(7, "2024-03-14T19:46:28Z")]
    task = {"id": 5, "data": {"text": "One two three."}, "annotations": works}
    app = reviewed(("a.json", json.dumps([task]).encode()))
    said = texts(app).replace("\\", "")
    assert "task 5 by ann: 2024-03-14 19:46, then 2024-04-15 21:35" in said


def test_an_answer_about_names_decides_and_can_be_taken_back() -> None:
    app = reviewed(*CLASSES)
    app.radio(key="answer pattern").set_value("{coder}/{item}").run()
    assert choices_of(app).pattern == "{coder}/{item}"
    assert names(app) == (("fox", "owl", "rain", "sun"), ("tales", "news"))
    assert (
        "Decided so far: Who coded what? A folder for each coder, a file for each item."
        in texts(app)
    )
    assert "--pattern '{coder}/{item}'" in app.code[0].value
    assert app.radio[0].value == "{coder}/{item}"  # still there, and marked
    press(app, "Undo")
    assert app.radio[0].value is None
    assert not accept_button(app)
    app.radio(key="answer pattern").set_value("{item}").run()
    app.radio(key="answer pattern").set_value("{item}/{item}").run()
    assert names(app) == (("news/rain", "news/sun", "tales/fox", "tales/owl"), ("study",))
    press(app, "Start again")
    assert choices_of(app).pattern == ""
    app.radio(key="answer pattern").set_value("{item}").run()
    assert "Every item has only one coder" in app.success[0].value
    press(app, "Accept 4 items")
    assert accepted(app).coders == ("study",)


def test_other_readings_of_names_are_one_click_away_where_nothing_is_asked() -> None:
    named = Format("x", "x", lambda *_: None, lambda *_: iter(()), ("coder", "item"))
    found = tuple(
        Coding(file=f"{item}/{coder}.x", item=None, coder=None, segmentation=Segmentation(mass, ()))
        for item, mass in (("rain", 5), ("sun", 5), ("fox", 6))
        for coder in ("ann", "bob")
    )
    files = tuple(part.file for part in found)
    app = open_review(Parsed(files, tuple(Recognised(one, named, "tests") for one in files), found))
    assert names(app) == (("fox", "rain", "sun"), ("ann", "bob"))
    assert accept_button(app)
    assert "Answer what is asked" not in texts(app)
    shown = app.radio(key="answer pattern")
    assert shown.value == "{item}/{coder}"
    assert shown.options[0] == "A folder for each item, a file for each coder"
    shown.set_value("{coder}/{item}").run()
    assert reading_of(app).patterns == {"x": "{coder}/{item}"}
    press(app, "Undo")
    assert names(app)[1] == ("ann", "bob")


def test_the_only_reading_of_names_is_told_without_a_choice() -> None:
    files = [
        (f"{item}/{coder}.ref", f"==========\n{item} a\n{cut}{item} b\n==========\n".encode())
        for item in ("rain", "sun")
        for coder, cut in (("ann", ""), ("bob", "==========\n"))
    ]
    app = reviewed(*files)
    assert names(app) == (("rain", "sun"), ("ann", "bob"))
    assert not app.radio
    said = texts(app)
    assert "A folder for each item, a file for each coder" in said
    assert "rain/ann.ref is item rain by coder ann. 2 items of 2 coders, whose texts agree." in said


def test_the_layer_is_asked_with_the_size_of_each() -> None:
    app = open_review(layers())
    assert answers(app, "layer")[:2] == ["moods", "voices"]
    assert not accept_button(app)
    app.radio(key="answer layer").set_value("de.study.voices").run()
    (coding,) = [one for one in reading_of(app).codings if one.coder == "ann"]
    assert coding.segmentation == Segmentation(3, (2,))  # after "One day. It rained."
    assert "Decided so far: Which layer holds the segments? voices." in texts(app)
    assert "--layer de.study.voices" in app.code[0].value
    press(app, "Undo")
    assert app.radio(key="answer layer").value is None
    assert not accept_button(app)


def text_grid(**tiers: list[tuple[float, str]]) -> bytes:
    """Write a TextGrid of four seconds: each interval by its end and its label."""
    lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', "", "0", "4", "<exists>"]
    lines.append(str(len(tiers)))
    for name, intervals in tiers.items():
        lines += ['"IntervalTier"', f'"{name}"', "0", "4", str(len(intervals))]
        for (begin, _), (end, label) in pairwise([(0.0, ""), *intervals]):
            lines += [str(begin), str(end), f'"{label}"']
    return "\n".join(lines).encode()


LEVELS = text_grid(
    words=[(1, "a"), (2, "b"), (3, "c"), (4, "d")],
    sounds=[(0.5, "p"), (1, "t"), (1.5, "k"), (2, "s"), (3, "f"), (4, "m")],
)


def test_tiers_that_are_levels_are_asked_and_can_be_coders_or_count_together() -> None:
    app = reviewed(("talk.TextGrid", LEVELS))
    assert answers(app, "layer") == [
        "Each tier is another coder",
        "sounds",
        "words",
        "All of them together",
    ]
    assert "Which tier holds the segments?" in texts(app)
    assert not accept_button(app)
    app.radio(key="answer layer").set_value("words").run()
    assert names(app)[0] == ("talk",)
    assert [one.segmentation.boundaries for one in reading_of(app).codings] == [(1000, 2000, 3000)]
    app.radio(key="answer layer").set_value("each tier is a coder").run()
    assert names(app) == (("talk",), ("words", "sounds"))
    assert app.radio(key="answer layer").value == "each tier is a coder"
    app.radio(key="answer layer").set_value("sounds").run()
    assert choices_of(app).pattern == ""
    (together,) = [box for box in app.multiselect if box.label == "Several together"]
    together.set_value(["sounds", "words"]).run()
    assert choices_of(app).layer == "sounds,words"
    assert [one.segmentation.boundaries for one in reading_of(app).codings] == [
        (500, 1000, 1500, 2000, 3000)
    ]
    press(app, "Undo", "Undo", "Undo", "Undo")
    assert app.radio(key="answer layer").value is None


def test_the_length_of_a_unit_is_asked_if_every_one_merges_boundaries() -> None:
    day = 86_400_000  # too long for times to less than a hundredth of a second
    marked = (Span(0, 1000), Span(1000, 1004), Span(1004, 5000), Span(5000, day))
    app = open_review(spans(Extent(end=day), ("ann", marked)))
    assert answers(app, "step") == ["1 second", "0.1 seconds", "0.01 seconds"]
    assert not accept_button(app)
    app.radio(key="answer step").set_value(1.0).run()
    assert reading_of(app).codings[0].segmentation == Segmentation(86_400, (1, 5))
    assert accept_button(app)
    press(app, "Undo")
    assert not accept_button(app)


def test_a_length_of_a_unit_that_the_files_allow_is_offered_with_what_it_merges() -> None:
    marked = (Span(0, 1000), Span(1000, 1300), Span(1300, 9000))
    app = open_review(spans(Extent(end=9000), ("ann", marked)))
    app.selectbox(key="unit").set_value("step").run()
    shown = app.radio(key="answer step")
    assert shown.value == 0.1
    assert answers(app, "step")[:2] == ["1 second", "0.1 seconds"]
    shown.set_value(1.0).run()
    assert reading_of(app).codings[0].segmentation == Segmentation(9, (1,))
    assert accept_button(app)


PRESSES = "coder,item,press time\nanna,talk,400\nanna,talk,900\nben,talk,{}\n"


def test_what_times_count_is_asked_and_a_rate_of_frames_can_be_written() -> None:
    app = reviewed(("presses.csv", PRESSES.format(1500).encode()))
    assert answers(app, "times")[:2] == ["Seconds", "Milliseconds"]
    assert "answer durations" not in [one.key for one in app.radio]  # in what, is not known
    app.radio(key="answer times").set_value("milliseconds").run()
    assert not accept_button(app)
    app.radio(key="answer durations").set_value("last").run()
    assert reading_of(app).codings[0].segmentation == Segmentation(
        1501, (400, 900), scale=TimeScale()
    )
    assert accept_button(app)
    (rate,) = [box for box in app.text_input if box.label == "Another rate of frames"]
    rate.set_value("a few").run()
    assert "Write seconds, milliseconds, minutes, or frames a second such as 25 fps." in texts(app)
    (rate,) = [box for box in app.text_input if box.label == "Another rate of frames"]
    rate.set_value("50 fps").run()
    assert reading_of(app).codings[0].segmentation.boundaries == (8000, 18_000)
    assert app.radio(key="answer times").value == "50 fps"


def test_each_of_several_recordings_has_a_box_for_its_length() -> None:
    rows = "coder,item,press time\nanna,talk,1.5\nben,talk,2.5\nanna,walk,30.5\nben,walk,31.5\n"
    app = reviewed(("presses.csv", rows.encode()))
    for item, written in (("talk", "soon"), ("talk", "1:00"), ("walk", "2:00")):
        (box,) = [one for one in app.text_input if one.label == item]
        box.set_value(written).run()
        if written == "soon":
            assert "no length such as 2:00" in texts(app) or "Write a length" in texts(app)
    assert {one.item: one.segmentation.mass for one in reading_of(app).codings} == {
        "talk": 60_000,
        "walk": 120_000,
    }
    assert [one.value for one in app.text_input if one.label in ("talk", "walk")] == [
        "1:00",
        "2:00",
    ]
    assert "--duration 'talk=1:00, walk=2:00'" in app.code[0].value
    assert accept_button(app)


SLIP = b"""Name,Text,Where does a new topic begin? (paragraph numbers)
Ruth,Marta,"6, 11, 29"
Mei,Marta,"6, 21, 25 and 92"
Ruth,Tomas,"5, 10"
Mei,Tomas,"5, 30"
"""


def test_a_number_behind_the_end_of_a_text_is_named_with_whose_it_is_and_can_be_left_out() -> None:
    app = reviewed(("form.csv", SLIP))
    (lengths,) = [box for box in app.text_input if box.label == "Or write their lengths"]
    assert lengths.placeholder == "24"
    lengths.set_value("Marta=32, Tomas=38").run()
    assert "Marta ends after 32 paragraphs, but Mei gives 92 (row 3)." in texts(app)
    states = coverage_of(reading_of(app)).states
    assert (states["Marta", "Mei"], states["Marta", "Ruth"]) == ("problem", "left")
    assert accept_button(app)  # of Tomas alone
    assert answers(app, "durations")[1:] == ["Leave out the coding of Marta by Mei"]
    app.radio(key="answer durations").set_value(("Marta", "Mei")).run()
    assert not app.exception
    assert reading_of(app).problems == ()
    corpus = reading_of(app).corpus
    assert corpus is not None
    assert {item.name: (item.mass, item.coders) for item in corpus.items} == {
        "Marta": (32, ("Ruth",)),
        "Tomas": (38, ("Ruth", "Mei")),
    }
    assert "lengths: Marta=32, Tomas=38" in texts(app)


CONDITIONS = """participant,film,condition,rt_s
anna,talk,coarse,50.5
anna,talk,fine,20
anna,talk,fine,49.5
ben,talk,coarse,52.5
ben,talk,fine,22
ben,talk,fine,51.5
"""


def test_what_conditions_are_is_asked() -> None:
    app = reviewed(("presses.csv", CONDITIONS.encode()))
    app.radio(key="answer durations").set_value("last").run()
    assert {one.item for one in reading_of(app).codings} == {"talk / coarse", "talk / fine"}
    assert answers(app, "condition")[:2] == ["This round is coarse", "This round is fine"]
    assert not accept_button(app)
    app.radio(key="answer condition").set_value("coarse").run()
    assert [one.segmentation.boundaries for one in reading_of(app).codings] == [
        (50_500,),
        (52_500,),
    ]
    assert {one.item for one in reading_of(app).codings} == {"talk"}
    assert "--condition coarse" in app.code[0].value
    assert accept_button(app)
    app.radio(key="answer condition").set_value(("item", "condition")).run()
    assert {one.item for one in reading_of(app).codings} == {"talk / coarse", "talk / fine"}
    assert accept_button(app)


def test_how_long_a_recording_is_is_asked_and_can_be_written() -> None:
    app = reviewed(("presses.csv", PRESSES.format("1500.5").encode()))
    assert "last boundary of any coder: talk at 25:00.500" in texts(app)
    assert not accept_button(app)
    app.radio(key="answer durations").set_value("last").run()
    assert reading_of(app).codings[1].segmentation == Segmentation(
        1_500_501, (1_500_500,), scale=TimeScale()
    )
    assert accept_button(app)
    (lengths,) = [box for box in app.text_input if box.label == "Or write their lengths"]
    lengths.set_value("20:00").run()
    assert "ends at 20:00, but ben has a boundary at 25:00.500" in texts(app)
    assert not accept_button(app)
    (lengths,) = [box for box in app.text_input if box.label == "Or write their lengths"]
    lengths.set_value("talk=26:00").run()
    assert reading_of(app).codings[1].segmentation == Segmentation(
        1_560_000, (1_500_500,), scale=TimeScale()
    )
    assert "--duration talk=26:00" in app.code[0].value
    shown = table(app, "The first times of 3 at which somebody has a boundary")
    assert [row["cells"][0]["text"] for row in shown["rows"]] == ["6:40", "15:00", "25:00.500"]
    assert "26:00, times to 0.1 s" in texts(app)
    assert accept_button(app)


@pytest.mark.parametrize(
    ("pattern", "words"),
    [
        ("{item}", "Each file is another item, all by one coder"),
        ("{item}/*", "Each file is another item, all by one coder"),
        (
            "{item}/{item}",
            "Each file is another item, all by one coder; folder and file name it together",
        ),
        ("{coder}", "Each file is by another coder, all of one text"),
        ("{item}-{coder}", "The name of each file says both: item-coder"),
        ("{coder}/{item}", "A folder for each coder, a file for each item"),
        ("{item}/*/{coder}", "A folder for each item, a file for each coder"),
        ("{coder}/{item}/*", "A folder for each coder, a folder for each item"),
        ("{item}/{item}_{coder}", "A folder for each item, a file for each item_coder"),
    ],
)
def test_patterns_are_told_in_words(pattern: str, words: str) -> None:
    assert pattern_in_words(pattern) == words


def test_sheets_that_may_be_coders_or_items_are_asked_about_as_sheets() -> None:
    marked = {"Interview 1": 3, "Interview 2": 2}
    sheets = {
        name: [("Paragraph", "New topic"), *((n, "x" if n == at else "") for n in range(1, 6))]
        for name, at in marked.items()
    }
    app = reviewed(("study.xlsx", packed(workbook(sheets))))
    assert "The names of the sheets can be read in several ways" in texts(app)
    assert not accept_button(app)
    app.radio(key="answer pattern").set_value("{item}").run()
    decided = "Decided so far: Who coded what? Each sheet is another item, all by one coder."
    assert decided in texts(app)
    assert names(app) == (("Interview 1", "Interview 2"), ("study",))
    app.radio(key="answer pattern").set_value("{coder}").run()
    assert names(app) == (("study",), ("Interview 1", "Interview 2"))
    corpus = known(reading_of(app).corpus)
    assert [one.boundaries for one in corpus.items[0].codings.values()] == [(2,), (1,)]


def columns_shown(app: AppTest) -> dict[str, tuple[str, str]]:
    """Role of each column of the table that is shown, and why."""
    (data,) = [data for data in components(app) if "options" in data]
    return {one["name"]: (one["value"], one["why"]) for one in data["columns"]}


def set_several(app: AppTest, names: list[str], role: str) -> None:
    """Give some columns a role by the form below the table."""
    (which,) = [box for box in app.multiselect if box.label == "Several columns at once"]
    which.set_value(names)
    (what,) = [box for box in app.selectbox if box.label == "hold"]
    what.set_value(role)
    press(app, "Set")


def test_columns_that_no_reader_knows_are_asked_with_the_first_rows() -> None:
    app = reviewed(("marks.csv", MARKS))
    (data,) = [data for data in components(app) if "options" in data]
    assert [one["name"] for one in data["columns"]][:3] == ["Talk", "Nr", "Mood"]
    assert data["rows"][1] == ["rain", "2", "sad", "Two.", "v", "", "v"]
    assert "What do the columns hold?" in texts(app)
    assert not accept_button(app)


def test_roles_of_columns_are_chosen_with_their_effect_and_taken_back() -> None:
    app = reviewed(("marks.csv", MARKS))
    set_several(app, ["Mood"], "ignore")
    set_several(app, ["Talk"], "item")
    set_several(app, ["Nr"], "unit")
    set_several(app, ["Words"], "text")
    assert not accept_button(app)
    set_several(app, ["Anna", "Ben", "Cy"], "last")
    assert names(app) == (("rain", "sun"), ("Anna", "Ben", "Cy"))
    codings = {(one.item, one.coder): one.segmentation for one in reading_of(app).codings}
    assert codings == {
        ("rain", "Anna"): Segmentation(4, (2,)),
        ("rain", "Ben"): Segmentation(4, (3,)),
        ("rain", "Cy"): Segmentation(4, (2,)),
        ("sun", "Anna"): Segmentation(3, (1,)),
        ("sun", "Ben"): Segmentation(3, (1,)),
        ("sun", "Cy"): Segmentation(3, (1, 2)),
    }
    assert "This gives 2 items, 3 coders and 7 boundaries (7 units)." in texts(app)
    assert "Decided so far: column Mood: ignore; " in texts(app)
    assert "--columns" in app.code[0].value
    assert columns_shown(app)["Anna"] == ("last", "chosen")
    press(app, "Undo")
    assert columns_shown(app)["Anna"][1] != "chosen"
    assert columns_shown(app)["Talk"] == ("item", "chosen")
    press(app, "Start again")
    assert choices_of(app).columns == {}
    assert not accept_button(app)


def test_the_end_at_which_marks_stand_is_asked_if_nothing_shows_it() -> None:
    app = reviewed(("talk.csv", b"Nr,Anna,Ben\n1,,\n2,x,\n3,,x\n4,,\n"))
    assert app.radio[0].key == "answer marks"
    assert texts(app).count("nswer the question above first") == 2
    assert "could be read" not in texts(app)
    assert app.radio[0].value is None
    assert not accept_button(app)
    app.radio(key="answer marks").set_value("first").run()
    assert {one.coder: one.segmentation for one in reading_of(app).codings} == {
        "Anna": Segmentation(4, (1,)),
        "Ben": Segmentation(4, (2,)),
    }
    assert "Decided so far: Where do the marks stand? At the first unit of a segment." in texts(app)
    app.radio(key="answer marks").set_value("last").run()
    assert {one.coder: one.segmentation.boundaries for one in reading_of(app).codings} == {
        "Anna": (2,),
        "Ben": (3,),
    }
    assert accept_button(app)
    press(app, "Undo", "Undo")
    assert app.radio(key="answer marks").value is None
    assert not accept_button(app)


def test_a_sign_unlike_the_other_marks_is_asked_about() -> None:
    marks = ["", "x", "", "x", "", "x", "", "(x)", "", "x", "", "x", ""]
    rows = "\n".join(f"{at},{mark},{'x' * (mark != '')}" for at, mark in enumerate(marks, 1))
    app = reviewed(("t.csv", f"Nr,Anna,Ben\n{rows}\n".encode()))
    app.radio(key="answer marks").set_value("last").run()
    assert "Is “(x)” a mark?" in texts(app) + str([one.label for one in app.radio])
    assert accept_button(app)
    app.radio(key="answer sign (x)").set_value("no").run()
    found = {one.coder: one.segmentation.boundaries for one in reading_of(app).codings}
    assert found == {"Anna": (2, 4, 6, 10, 12), "Ben": (2, 4, 6, 8, 10, 12)}
    app.radio(key="answer sign (x)").set_value("yes").run()
    assert choices_of(app).dropped_labels == frozenset()


def test_what_words_say_that_deny_has_to_be_answered() -> None:
    marks = [*["", "x", "", "", "", "x"] * 4, "no new topic just a joke", "", "x", ""]
    plain = ["x" * (one == "x") for one in marks]
    rows = "\n".join(
        f"{at},{a},{b},{b}" for at, (a, b) in enumerate(zip(marks, plain, strict=True), 1)
    )
    app = reviewed(("t.csv", f"Nr,Anna,Ben,Cy\n{rows}\n".encode()))
    app.radio(key="answer marks").set_value("first").run()
    key = "answer sign no new topic just a joke"
    assert app.radio(key=key).value is None and not accept_button(app)
    for answer, is_mark in {"yes": True, "no": False}.items():
        app.radio(key=key).set_value(answer).run()
        found = {one.coder: one.segmentation.boundaries for one in reading_of(app).codings}
        assert (24 in found["Anna"]) is is_mark
        assert 24 not in found["Ben"]
        assert accept_button(app) and app.radio(key=key).value == answer


def test_a_coding_whose_last_rows_are_blank_where_others_have_0_can_be_left_out() -> None:
    flags = ["0", "1", "0", "0", "0", "1", "0", "0"]
    pairs = zip([*flags, *flags], [*flags, *[""] * 8], strict=True)
    rows = "\n".join(f"{n},{ada},{ben},{ada}" for n, (ada, ben) in enumerate(pairs, 1))
    app = reviewed(("t.csv", f"Nr,Ada,Ben,Cy\n{rows}\n".encode()))
    app.radio(key="answer marks").set_value("first").run()
    assert "Were the last rows coded?" in texts(app) + str([one.label for one in app.radio])
    asked = app.radio(key="answer sign blank to the end")
    assert asked.value is None and not accept_button(app)
    asked.set_value(("t", "Ben")).run()
    assert {one.coder for one in reading_of(app).codings} == {"Ada", "Cy"}
    assert accept_button(app)


def test_words_that_fill_rows_are_no_marks_and_the_coding_can_be_left_out() -> None:
    """A merged cell says that the rest follows: its rows have no boundary, or nobody coded them."""
    marks = ["", "x", "", "x", "", "", "x", "", ""]
    filled = [*marks[:4], *["rest follows"] * 5]
    rows = "\n".join(
        f"{at},{one},{other},{one}"
        for at, (one, other) in enumerate(zip(marks, filled, strict=True), 1)
    )
    app = reviewed(("t.csv", f"Nr,Anna,Ben,Cy\n{rows}\n".encode()))
    app.radio(key="answer marks").set_value("first").run()
    asked = app.radio(key="answer sign rest follows")
    assert asked.value is None and not accept_button(app)
    asked.set_value("no").run()
    found = {one.coder: one.segmentation.boundaries for one in reading_of(app).codings}
    assert found == {"Anna": (1, 3, 6), "Ben": (1, 3), "Cy": (1, 3, 6)}
    press(app, "Undo")
    app.radio(key="answer sign rest follows").set_value(("t", "Ben")).run()
    assert {one.coder for one in reading_of(app).codings} == {"Anna", "Cy"}
    assert accept_button(app)


def test_who_marks_after_the_end_that_a_file_gives_is_named_and_the_length_can_be_said() -> None:
    presses = "film;viewer;time_mm_ss\n" + "".join(
        f"Kiosk;{who};00:{at}\n" for who in "abc" for at in (10 + ord(who) % 5, 40)
    )
    late = f"{presses}Kiosk;d;00:12\nKiosk;d;01:09\n"
    app = reviewed(("keys.csv", late.encode()), ("lengths.txt", b"Kiosk 1:00\n"))
    assert "Kiosk ends at 1:00, but d has a boundary at 1:09" in texts(app)
    asked = app.radio(key="answer durations")
    assert [*asked.options] == ["Leave out the coding of Kiosk by d"]
    asked.set_value(("Kiosk", "d")).run()
    assert set(known(reading_of(app).corpus)["Kiosk"].coders) == {"a", "b", "c"}
    assert accept_button(app)


def test_who_alone_marks_the_other_edge_of_each_text_is_asked_about() -> None:
    sheet = b"Nr,Anna,Ben,Cy\n1,,,x\n2,x,x,\n3,,,x\n4,,,\n"
    app = reviewed(*((f"t{at}.csv", sheet) for at in (1, 2, 3)))
    app.radio(key="answer marks").set_value("last").run()
    assert "Cy marks the first unit of every item, and nobody else has a mark there" in texts(app)
    assert app.radio(key="answer end Cy").value == "last"
    assert accept_button(app)
    app.radio(key="answer end Cy").set_value("first").run()
    found = {one.coder: one.segmentation.boundaries for one in reading_of(app).codings}
    assert found == {"Anna": (2,), "Ben": (2,), "Cy": (2,)}
    assert app.radio(key="answer marks").value == "last"
    app.radio(key="answer end Cy").set_value("last").run()
    assert choices_of(app).columns["Cy"] == "last"


def test_what_is_wrong_with_codings_is_offered_once_no_question_is_open() -> None:
    numbers = b"unit,Dora,Emil,Cy\n1,1,1,1\n2,1,2,1\n3,2,2,2\n4,2,,2\n"
    app = reviewed(("talk.csv", b"Nr,Anna,Ben\n1,,\n2,x,\n3,,x\n4,,\n"), ("walk.csv", numbers))
    assert app.radio[0].key == "answer marks"
    assert "with a problem" not in str([one.label for one in app.button])
    assert "are empty" not in texts(app)
    app.radio(key="answer marks").set_value("first").run()
    assert "Leave out the 1 coding with a problem, keep the others" in [b.label for b in app.button]


def test_who_has_no_mark_in_a_text_can_be_said_to_have_found_no_boundary() -> None:
    app = reviewed(
        ("t1.csv", b"Nr,Anna,Ben\n1,,\n2,x,\n3,,x\n4,,\n"),
        ("t2.csv", b"Nr,Anna,Ben\n1,,\n2,x,\n3,,\n4,,\n"),
    )
    app.radio(key="answer marks").set_value("first").run()
    assert "There is no mark of Ben in t2, which is read as not coded" in texts(app)
    assert accept_button(app)
    app.multiselect(key="found none").set_value([("t2", "Ben")]).run()
    assert not app.exception
    assert {(one.item, one.coder) for one in reading_of(app).codings} == {
        (item, coder) for item in ("t1", "t2") for coder in ("Anna", "Ben")
    }
    assert "coded without a boundary: t2=Ben" in texts(app)
    press(app, "Undo")
    assert len(reading_of(app).codings) == 3


def test_columns_that_were_read_surely_can_still_be_changed() -> None:
    table = b"item,coder,masses,note\nrain,ann,2 3,x\nrain,bob,1 4,y\n"
    app = reviewed(("c.csv", table))
    assert accept_button(app)
    assert "Answer what is asked" not in texts(app)
    assert [one.label for one in app.expander if "columns" in one.label] == [
        "How the columns were read"
    ]
    assert columns_shown(app)["masses"][0] == "sizes"


def test_what_columns_would_give_is_told_before_they_are_confirmed() -> None:
    rows = [f"{n},{mood},{n % 3}" for n, mood in enumerate(["sad", "sad", "glad", "glad"] * 2, 1)]
    app = reviewed(("a.csv", "\n".join(["Nr,Mood,Score", *rows, ""]).encode()))
    assert not accept_button(app)
    assert "These columns give 1 item, 1 coder and 3 boundaries (8 units)." in texts(app)
    press(app, "Yes, these columns are right")
    assert "This gives 1 item, 1 coder and 3 boundaries (8 units)." in texts(app)
    assert len(reading_of(app).codings) == 1


def test_why_a_table_of_marks_gives_nothing_is_the_first_thing_that_is_wrong() -> None:
    app = reviewed(("a.csv", b"item,unit,anna,ben\nrain,1,a,a\nrain,1,b,b\n"))
    assert ("No codings yet: unit 1 is given twice, first in row 2. Keep one of the two") in texts(
        app
    )
    assert "say which columns hold boundaries" not in texts(app)


def test_a_table_in_which_nothing_is_seen_is_not_confirmed_with_others_and_can_be_left_out() -> (
    None
):
    units = b"who;place;said\n" + b"".join(f"a;{n};{n // 3}\n".encode() for n in range(9))
    other = b"speed,colour\n" + b"".join(f"{3 * n % 7},c{n}\n".encode() for n in range(9))
    app = reviewed(("codings.csv", units), ("list.csv", other))
    label = r"Leave list\.csv out, if it has no codings"
    assert [one.label for one in app.button if "no codings" in one.label] == [label]
    assert not accept_button(app)
    if [one for one in app.button if one.label == "Yes, these columns are right"]:
        press(app, "Yes, these columns are right")
    assert "speed" not in choices_of(app).columns
    press(app, "Leave list.csv out")
    assert choices_of(app).dropped_files == frozenset({"list.csv"})
    assert not [one for one in app.button if one.label.startswith("Leave list")]


def test_columns_without_a_role_that_gives_segments_are_asked_for_one() -> None:
    app = reviewed(("marks.csv", MARKS))
    set_several(app, ["Talk", "Mood", "Words", "Anna", "Ben", "Cy"], "ignore")
    assert "say which columns hold boundaries, segments or times" in texts(app)


def test_where_marks_were_read_to_stand_is_told_before_accepting() -> None:
    app = reviewed(("talk.csv", b"Nr,Anna,Ben\n1,x,x\n2,x,\n3,,x\n4,,\n"))
    assert accept_button(app)
    shown = [one.value.replace("\\", "") for one in app.markdown]
    (said,) = [one for one in shown if "segment begins at each" in one]
    assert said.startswith("A segment begins at each marked unit: the first unit of every coding")
    assert said.endswith("say so under “How the columns were read”.")


def test_what_is_wrong_or_asked_names_no_option_of_the_command_line() -> None:
    sizes = [f"item,coder,masses\nch1,an1,{one}\n".encode() for one in ("3 4", "2 2 3")]
    for files in (
        CLASSES,
        (("marks.csv", MARKS),),
        (("talk.csv", b"Nr,Anna,Ben\n1,,\n2,x,\n3,,x\n4,,\n"),),
        (("a.csv", sizes[0]), ("b.csv", sizes[1])),
        (("c.csv", "item,coder,masses\nrain,Jürgen,2 3\n".encode("cp1252")),),
    ):
        app = reviewed(*files)
        assert any(problem.command.startswith("--") for problem in reading_of(app).problems)
        assert "--" not in texts(app)
        assert "--" not in str(components(app))


def test_a_word_tells_how_the_letters_of_a_file_are_saved() -> None:
    table = "item,coder,masses\nrain,Jürgen,2 3\nrain,Ann,1 4\n".encode("cp1252")
    app = reviewed(("c.csv", table))
    assert not accept_button(app)
    assert answers(app, "encoding")[0] == "Jürgen"
    assert len(set(answers(app, "encoding"))) == len(answers(app, "encoding"))
    app.radio(key="answer encoding").set_value("cp1252").run()
    assert names(app) == (("rain",), ("Jürgen", "Ann"))
    assert "--encoding cp1252" in app.code[0].value
    press(app, "Undo")
    assert not accept_button(app)


FORM = "\n".join(
    [
        "Zeitstempel;Dein Name;Interview;Wo endet ein Thema und beginnt ein neues? (Absatz)",
        '1.3.2026;Anna;I1;"3, 7"',
        '1.3.2026;Ben;I1;"3, 8"',
        '1.3.2026;Anna;I2;"2, 5"',
        '1.3.2026;Ben;I2;"2, 5, 6"',
        "",
    ]
).encode()


def test_what_numbers_in_lists_are_and_how_many_units_there_are_are_two_answers() -> None:
    app = reviewed(("form.csv", FORM))
    assert not accept_button(app)
    assert answers(app, "positions")[0] == "The fifth unit begins a segment"
    app.radio(key="answer positions").set_value("begin").run()
    assert columns_shown(app)["Interview"][0] == "item"
    assert not accept_button(app)
    written = app.text_input(key="durations 1")
    written.set_value("I1=9, I2=6").run()
    assert "2 items of 6 to 9 units, " in app.success[0].value
    assert "--duration 'I1=9, I2=6'" in app.code[0].value
    codings = {(one.item, one.coder): one.segmentation for one in reading_of(app).codings}
    assert codings == {
        ("I1", "Anna"): Segmentation(9, (2, 6)),
        ("I1", "Ben"): Segmentation(9, (2, 7)),
        ("I2", "Anna"): Segmentation(6, (1, 4)),
        ("I2", "Ben"): Segmentation(6, (1, 4, 5)),
    }
    press(app, "Accept 2 items")


KIMS = b"item,coder,masses\ni1,Kim,2 3\ni2,Kim,2 3\ni3,kim,1 4\ni1,Lea,5\ni2,Lea,5\ni3,Lea,5\n"


def test_two_names_of_an_item_become_one_item_with_one_answer() -> None:
    rows = b"OH03,Kim,2 3\noh03,Lea,1 4\nOH03 The switchboard,Ben,5\nOH03,Max,5\n"
    app = reviewed(("a.csv", b"item,coder,masses\n" + rows))
    assert answers(app, "items oh03") == ["One item, OH03", "Two items"]
    app.radio(key="answer items oh03").set_value("one").run()
    assert names(app)[0] == ("OH03", "OH03 The switchboard")
    app.radio(key="answer items OH03 The switchboard").set_value("one").run()
    assert names(app) == (("OH03",), ("Kim", "Lea", "Ben", "Max"))
    press(app, "Undo", "Undo")
    assert len(names(app)[0]) == 3


def test_two_spellings_of_a_name_become_one_person_with_one_answer() -> None:
    app = reviewed(("a.csv", KIMS))
    assert not accept_button(app)
    assert answers(app, "coders") == ["One person, Kim", "Two people"]
    assert app.radio(key="answer coders").value is None  # nothing is chosen before
    app.radio(key="answer coders").set_value("one").run()
    assert not app.exception
    assert names(app)[1] == ("Kim", "Lea")
    assert accept_button(app)
    press(app, "Undo")
    assert names(app)[1] == ("Kim", "Lea", "kim")


def test_an_answer_about_one_pair_of_names_is_none_about_another() -> None:
    rows = KIMS + b"i1,Max 1,1 4\ni2,Max 1,1 4\ni3,Max-1,1 4\n"
    app = reviewed(("a.csv", rows))
    assert set(names(app)[1]) == {"Kim", "kim", "Max 1", "Lea", "Max-1"}
    app.radio(key="answer coders kim").set_value("two").run()
    assert set(names(app)[1]) == {"Kim", "Max 1", "Lea", "kim", "Max-1"}
    app.radio(key="answer coders Max-1").set_value("one").run()
    assert set(names(app)[1]) == {"Kim", "Max 1", "Lea", "kim"}
    assert app.radio(key="answer coders kim").value == "two"


def test_a_further_round_has_as_many_units_as_the_first_and_is_asked_about_new_items_alone() -> (
    None
):
    first = saved(b"item,coder,masses\nI1,Anna,4 5\nI1,Ben,3 6\nI2,Anna,6\nI2,Ben,1 5\n")
    rows = FORM.replace(
        b"Wo endet ein Thema und beginnt ein neues? (Absatz)",
        b"At which line does a part begin?",
    )
    place = store().add_round(Visitor(), first, [Source("form.csv", rows)], name="")
    app = launch("import", corpus=place)
    assert "2 items have as many units as in the round before." in texts(app)
    assert not [one for one in app.text_input if (one.key or "").startswith("durations")]
    press(app, "Accept 2 items")
    assert [item.mass for item in known(store().reading(Visitor(), place).corpus).items] == [9, 6]
    more = store().add_round(
        Visitor(), first, [Source("form.csv", rows + b'1.3.2026;Anna;I3;"2, 5"\n')], name=""
    )
    app = launch("import", corpus=more)
    assert not accept_button(app)
    assert "How many units does each item have?" in texts(app)
    assert "how many lines I3 has" in texts(app)


def test_sheets_with_two_headings_and_as_many_rows_are_two_tables_to_choose() -> None:
    heads = {"A1": ("Anna", "Ben"), "A2": ("Anna", "Ben"), "B1": ("Ben", "Anna")}
    heads["B2"] = heads["B1"]
    rows = [["x" if n in (3, 7) else "", "x" if n in (4, 7) else ""] for n in range(9)]
    sheets: dict[str, list[list[Any]]] = {
        name: [
            ["no", "text", *head],
            *([n + 1, f"Paragraph {n} of the text {name}.", *row] for n, row in enumerate(rows)),
        ]
        for name, head in heads.items()
    }
    app = reviewed(("all.xlsx", packed(workbook(sheets))))
    (menu,) = [one for one in app.selectbox if one.label == "Table"]
    assert menu.options == [
        f"2 sheets of all.xlsx with the same columns, from sheet {first} of all.xlsx on (18 rows)"
        for first in ("A1", "B1")
    ]


def test_lengths_that_are_added_one_by_one_are_said_once() -> None:
    steps = ["Left out a.csv.", "lengths: v1=3", "lengths: v1=3, v2=4"]
    assert import_words.decided(steps) == "Decided so far: Left out a.csv; lengths: v1=3, v2=4."
