"""The review of an import: what it shows, each decision, undo, accept, discard."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus, Segmentation, TimeScale
from segmetrics.dashboard.components.registration import CODERS
from segmetrics.dashboard.data import import_state
from segmetrics.dashboard.data.import_state import Review, renamed
from segmetrics.dashboard.data.import_view import coverage_of, file_table, unit_table
from segmetrics.dashboard.frame import drafts
from segmetrics.dashboard.frame.drafts import draft
from segmetrics.dashboard.frame.jobs import Refused
from segmetrics.dashboard.frame.selected_corpus import title_of
from segmetrics.dashboard.frame.session_store import store
from segmetrics.dashboard.server.shared_results import result_cache
from segmetrics.io import Choices, Reading, Source, assemble, parse_sources, read_sources
from segmetrics.io.choices import OPTIONS
from segmetrics.io.known_formats import Format
from segmetrics.io.parts import Coding, Extent, Span
from segmetrics.io.readings import Parsed, Recognised
from segmetrics.io.recognition import recognised
from segmetrics.io.samples import DATA
from segmetrics.io.write import WRITERS
from segmetrics.paths import FILES_VARIABLE
from segmetrics.reliability.coverage import STATES, Coverage
from segmetrics.settings import LIMITS
from segmetrics.store import Visitor
from segmetrics.tables.plain import write_csv
from segmetrics.tables.problem_tables import problem_table
from tests.support.known import known
from tests.support.pages import cells, components, follow, launch, place_of, saved, table, texts
from tests.support.recordings import OF_TIMES
from tests.support.reviews import (
    accepted,
    choices_of,
    kept,
    links,
    names,
    open_review,
    picture,
    press,
    reading_of,
    reviewed,
    spans,
)

GOOD = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch2,ann,1 1 8\nch2,bob,10\n"
BROKEN = (
    b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch1,cy,2 6\n"
    b"ch2,ann,1 x\nch2,bob,4 6\nch3,ann,5 5\nch3,bob,4 6\n"
)
HOPELESS = b"item,coder,masses\nch1,ann,3 x\n"


TEXT = "One day. It rained.\n\nThe next day. It did not. We went out."
MARKED = spans(
    Extent(end=len(TEXT), text=TEXT),
    ("ann", (Span(0, 19, "a"), Span(21, 59, "b"))),
    ("bob", (Span(0, 34, "a"), Span(35, 59, "b"))),
)


def test_an_upload_on_the_projects_page_leads_to_its_review() -> None:
    app = launch("projects", corpus="stargazer")
    app.file_uploader[0].set_value([("codings.csv", GOOD, "text/csv")]).run()
    assert not app.exception
    (draft,) = store().corpora(Visitor())
    assert components(app)[-1] == {"href": f"./import?corpus={draft.key}"}
    assert (draft.title, draft.rounds[0].digest) == ("codings", None)
    assert not app.file_uploader
    app.run()
    assert not app.file_uploader[0].value
    (row,) = table(app, "Unfinished imports")["rows"]
    assert row["cells"][0]["text"] == "codings"
    assert row["cells"][0]["href"] == f"./import?corpus={draft.key}"


def test_files_of_the_system_are_passed_over() -> None:
    app = launch("projects")
    system = [(name, b"\0", "") for name in (".DS_Store", "Thumbs.db", "._codings.csv")]
    app.file_uploader[0].set_value(system).run()
    assert "Choose the files with codings" in texts(app)
    assert store().corpora(Visitor()) == ()
    app.file_uploader[0].set_value([*system, ("codings.csv", GOOD, "")]).run()
    follow(app)
    assert [one.name for one in kept(app).files] == ["codings.csv"]


def test_a_clean_upload_is_accepted_with_one_click() -> None:
    app = reviewed(("codings.csv", GOOD))
    assert app.success[0].value.replace("\\", "") == (
        "Everything could be read: 2 items of 7 to 10 units, 2 coders, 4 codings, 4 boundaries."
    )
    press(app, "Accept 2 items")
    assert components(app)[-1] == {"href": f"./?corpus={place_of(app)}"}
    expected = known(read_sources([Source("codings.csv", GOOD)]).corpus)
    assert accepted(app).digest == expected.digest
    follow(app)
    app.query_params["face"] = "reviewer"
    assert [row["cells"][0]["text"] for row in table(app.run(), "Agreement")["rows"][:2]] == [
        "ch1",
        "ch2",
    ]


def test_what_a_unit_is_called_is_guessed_shown_and_changed() -> None:
    absatz = b"item,Absatz,ann,bob\ni,1,1,1\ni,2,0,0\ni,3,1,0\ni,4,0,1\n"

    def field(app: AppTest) -> Any:
        (found,) = [one for one in app.text_input if one.label == "A unit is called"]
        return found

    app = reviewed(("codings.csv", absatz))
    assert field(app).placeholder == "paragraph"
    field(app).set_value("turn").run()
    assert not app.exception
    assert field(app).placeholder == "turn"
    press(app, "Accept 1 item")
    assert accepted(app).unit == "turn"
    follow(app)
    assert "turn" in str(components(app))


def test_what_nothing_asks_about_is_offered_where_it_means_something() -> None:
    def offered(name: str) -> set[str]:
        app = reviewed((name, (DATA / "templates" / name).read_bytes()))
        known = {option.title for option in OPTIONS if option.plain}
        return {one.label for one in (*app.text_input, *app.selectbox)} & known

    assert offered("units.csv") == {"A unit is called"}
    assert offered("interview.eaf") == {"Labels of segments are"}


def test_the_review_says_what_was_recognised_and_what_is_in_it() -> None:
    app = reviewed(("a.csv", GOOD), ("ch3.tsv", b"Coder\tMasses\nann\t2\t3\nbob\t5\n"))
    said = texts(app)
    assert "a.csv: long table" in said
    assert "ch3.tsv: segeval TSV" in said
    assert "**Items** 3: ch1, ch2, ch3" in said
    assert "**Coders** 2: ann, bob" in said
    assert "**Units** 22, 5 to 10 per item" in said  # 7, 10 and 5
    assert "**Boundaries** 5" in said and "plain" not in said
    assert "**Texts** no" in said


def test_files_of_one_format_are_told_together() -> None:
    app = reviewed(*((f"{n}.csv", b"item,coder,masses\ni%d,a,2 3\n" % n) for n in range(12)))
    assert app.expander[0].label.replace("\\", "").startswith("12 files: long table (")
    assert app.expander[0].text[0].value.split("\n") == [f"{n}.csv" for n in range(12)]


def test_types_levels_and_texts_are_named() -> None:
    content = json.dumps(
        {
            "segmentation_type": "multiple",
            "items": {"t": {"ann": {"mass": 3, "boundaries": [[1, ["topic"]], [2, ["aside"]]]}}},
            "texts": {"t": ["Red", "Green", "Blue"]},
        }
    ).encode()
    app = reviewed(("t.json", content))
    said = texts(app)
    assert "**Boundaries** 2, with 2 types: aside, topic" in said
    assert "**Texts** yes" in said
    inside = cells(app, "The first units")
    # The topic ends with the first unit, so that the second begins a segment.
    assert inside == [["1", "", "Red"], ["2", "ann (topic)", "Green"], ["3", "ann (aside)", "Blue"]]


def test_texts_in_files_beside_the_codings_are_counted() -> None:
    codings = b"item,coder,masses\nch1,ann,1 2\nch1,bob,3\nch2,ann,2 2\nch2,bob,4\n"
    app = reviewed(("codings.csv", codings), ("ch1.txt", b"One day.\nIt rained.\nAll day.\n"))
    assert "**Texts** of 1 of 2 items" in texts(app)


def test_the_picture_tells_what_became_of_each_coding() -> None:
    twice = b"ch4,ann,2 2\nch4,ann,2 2\nch4,bob,4\n"
    app = reviewed(("codings.csv", BROKEN + twice))
    assert picture(app) == {
        ("ch1", "ann"): "left",
        ("ch1", "bob"): "left",
        ("ch1", "cy"): "problem",
        ("ch2", "ann"): "problem",
        ("ch2", "bob"): "left",
        ("ch2", "cy"): "missing",
        ("ch3", "ann"): "coded",
        ("ch3", "bob"): "coded",
        ("ch3", "cy"): "missing",
        ("ch4", "ann"): "duplicate",
        ("ch4", "bob"): "left",
        ("ch4", "cy"): "missing",
    }
    (data,) = [data for data in components(app) if "cells" in data and "items" in data]
    assert dict(zip(data["states"], data["counts"], strict=True)) == {
        "coded": 2, "left": 4, "problem": 2, "duplicate": 1, "dropped": 0, "missing": 3,
    }  # fmt: skip


def test_a_corpus_too_large_for_a_picture_is_counted() -> None:
    lines = [f"i{n},c{n},2 3" for n in range(1001)]
    app = reviewed(("large.csv", "\n".join(["item,coder,masses", *lines]).encode()))
    assert "1,001 coded" in texts(app)
    assert "1,001,000 not coded" in texts(app)


def test_problems_are_listed_with_place_and_what_to_do() -> None:
    app = reviewed(("codings.csv", BROKEN))
    assert "2 problems; left out: ch1, ch2" in texts(app)
    rows = table(app, "Problems")["rows"]
    assert [[cell.get("sub") for cell in row["cells"][:2]] for row in rows] == [
        ["row 4", "coder cy"],
        ["row 5", "coder ann"],
    ]
    assert rows[0]["cells"][2]["text"] == "8 units, where 2 other coders have 7"
    assert rows[1]["cells"][3]["text"]


def test_where_texts_first_differ_is_shown() -> None:
    lines = [
        "item,coder,unit,segment,text",
        *(f"t,ann,{unit},1,{text}" for unit, text in enumerate(["Red", "Green", "Blue"], 1)),
        *(f"t,bob,{unit},1,{text}" for unit, text in enumerate(["Red", "Blue"], 1)),
    ]
    app = reviewed(("t.csv", "\n".join(lines).encode()))
    (row,) = table(app, "Problems")["rows"]
    assert "the texts first differ at unit 2" in row["cells"][2]["text"]
    assert row["cells"][2]["sub"] == "Green / bob: Blue"


def test_ten_thousand_problems_are_counted_and_the_first_shown() -> None:
    lines = [f"i{n},a,1 x" for n in range(10_000)]
    app = reviewed(("many.csv", "\n".join(["item,coder,masses", *lines]).encode()))
    assert len(table(app, "Problems")["rows"]) == 100
    assert "The first 100 of 10,000 problems" in texts(app)
    assert "10,000 × correct the cell" in texts(app)
    rows = csv.reader(io.StringIO(write_csv(problem_table(reading_of(app).problems))))
    assert len(list(rows)) == 10_001


def test_the_table_of_problems_holds_no_formula() -> None:
    reading = read_sources([Source("c.csv", b"item,coder,masses\n=1+1,@a,1 x\n-2,b,3 4\n")])
    header, row = csv.reader(io.StringIO(write_csv(problem_table(reading.problems))))
    assert header == ["kind", "file", "row", "item", "coder", "what", "text", "what to do"]
    assert row[:5] == ["problem", "c.csv", "2", "'=1+1", "'@a"]


def test_notices_are_shown_quietly() -> None:
    app = reviewed(("c.csv", b"item,coder,masses,mood\nch1,ann,3 4,good\nch1,bob,2 5,\n"))
    notices = reading_of(app).notices
    assert notices
    assert any(e.label.startswith(f"{len(notices)} notice") for e in app.expander)
    assert len(table(app, "Notices")["rows"]) == len(notices)


def tasks(*coders: str, number: int = 1) -> bytes:
    """Write an export of Label Studio: each coder marks three words, and something unread."""
    spans: tuple[dict[str, object], ...] = (
        {"start": 4, "end": 7, "labels": ["A"]},
        {"start": 8, "end": 13, "labels": ["B"]},
        {"start": 15, "end": 19, "labels": ["A"]},
    )
    results: list[dict[str, object]] = [
        {"type": "labels", "to_name": "text", "value": span} for span in spans
    ]
    results.append({"type": "taxonomy", "value": {"taxonomy": [["x"]]}})
    works = [{"completed_by": coder, "result": results} for coder in coders]
    data = {"text": "One two three. Four five."}
    records = [{"id": n, "data": data, "annotations": works} for n in range(number)]
    return json.dumps(records).encode()


def test_what_is_not_read_stands_outside_the_notices() -> None:
    app = reviewed(("tasks.json", tasks("ann", "bob")))
    assert app.success[0].value.startswith(r"Read\:")
    assert "tasks.json: not read: taxonomy results (2)." in texts(app)


def test_notices_that_differ_in_numbers_alone_are_one_line() -> None:
    app = reviewed(("tasks.json", tasks("ann", "bob", number=3)))
    notices = reading_of(app).notices
    gaps = [notice for notice in notices if "gaps between" in notice.what]
    assert len(gaps) == 6
    lines = table(app, "Notices")["rows"]
    assert len(lines) == len(notices) - 5
    assert any("; 5 more like it" in json.dumps(line) for line in lines)


def test_the_end_of_a_span_is_not_counted_as_a_type() -> None:
    app = reviewed(("tasks.json", tasks("ann", "bob")))
    said = next(said for said in texts(app).split("  ") if "**Boundaries**" in said)
    assert "with 2 types: A, B, and where a span only ends" in said


def test_files_without_a_coding_say_what_to_do() -> None:
    app = reviewed(("a.txt", b"A text of one line, without any coding. It goes on.\n"))
    assert app.error[0].value.startswith("No coding was found in these files")


def test_the_page_data_says_that_one_coder_is_not_enough() -> None:
    app = launch("data", corpus=saved(b"item,coder,masses\nch1,ann,3 4\nch2,ann,2 5\n"))
    assert not app.success
    assert "each has only one coder" in app.warning[0].value


def test_nothing_usable_cannot_be_accepted() -> None:
    app = reviewed(("codings.csv", HOPELESS))
    assert app.error[0].value.startswith("No item can be used yet")
    (button,) = [b for b in app.button if b.label == "Accept"]
    assert button.disabled


@pytest.mark.parametrize("content", [b"", b"\x00\xff\x00", b"hello", b"{", b"item,coder,masses\n"])
def test_empty_and_unreadable_files_are_problems(content: bytes) -> None:
    app = reviewed(("odd.csv", content))
    assert app.error
    assert table(app, "Problems")["rows"]


def test_without_files_the_page_explains_itself() -> None:
    app = launch("import")
    assert "Nothing becomes a project before you accept it" in texts(app)
    assert not app.button
    assert "There is no such corpus" in texts(launch("import", corpus="nothing"))


def test_coders_items_and_single_codings_are_left_out_and_brought_back() -> None:
    app = reviewed(("codings.csv", BROKEN))
    app.multiselect(key="out coders").set_value(["cy"]).run()
    assert names(app) == (("ch1", "ch3"), ("ann", "bob"))
    assert "Decided so far: left out coder cy." in texts(app)
    assert picture(app)["ch1", "cy"] == "dropped"
    app.multiselect(key="out coders").set_value([]).run()
    assert names(app)[0] == ("ch3",)
    assert "left out coder cy; brought back coder cy" in texts(app)
    app.session_state["coverage"] = {"picked": {"item": "ch1", "coder": "cy"}}
    app.run()
    press(app, "Leave out the coding of ch1 by cy")
    assert names(app)[0] == ("ch1", "ch3")
    app.multiselect(key="out items").set_value(["ch1", "ch2"]).run()
    assert reading_of(app).problems == ()
    assert names(app) == (("ch3",), ("ann", "bob"))
    press(app, "Start again")
    assert kept(app).decisions == ()
    assert names(app) == (("ch3",), ("ann", "bob"))


def test_only_what_has_an_effect_is_offered_for_a_chosen_coding() -> None:
    app = reviewed(("codings.csv", BROKEN))

    def offered(*picked: str) -> list[str]:
        if picked:
            app.session_state["coverage"] = {
                "picked": dict(zip(("item", "coder"), picked, strict=True))
            }
            app.run()
        return [b.label for b in app.button if b.label.startswith(("Leave out", "Bring back"))][1:]

    assert offered("ch3", "cy") == ["Leave out coder cy", "Leave out item ch3"]  # not coded
    assert "Leave out coder cy" in offered("ch1", "cy")
    press(app, "Leave out coder cy")
    assert offered() == ["Bring back coder cy", "Leave out item ch1"]
    press(app, "Bring back coder cy")
    assert choices_of(app) == Choices()
    # What the browser sends is not trusted.
    for sent in ({"picked": {"item": "none such", "coder": 7}}, {"picked": None}, {}):
        app.session_state["coverage"] = sent
        app.run()
        assert not app.exception
        assert "Click a coding" in texts(app)


def test_all_codings_with_a_problem_are_left_out_at_once() -> None:
    app = reviewed(("codings.csv", BROKEN))
    main = [button.label for button in app.button if button.proto.type == "primary"]
    assert main == ["Leave out the 2 codings with a problem, keep the others"]
    press(app, "Leave out the 2 codings with a problem")
    assert names(app) == (("ch1", "ch2", "ch3"), ("ann", "bob"))
    assert reading_of(app).problems == ()


def rename(app: AppTest, what: str, old: list[str], new: str) -> None:
    (chosen,) = [box for box in app.multiselect if box.label == f"Rename or merge {what}"]
    chosen.set_value(old)
    (name,) = [box for box in app.text_input if (box.key or "").startswith(f"new {what}")]
    name.set_value(new)
    (button,) = [
        b for b in app.button if b.label == "Rename" and b.form_id.startswith(f"rename {what}")
    ]
    button.click().run()
    assert not app.exception


def test_coders_are_renamed_and_a_merger_that_collides_is_taken_back() -> None:
    app = reviewed(("codings.csv", GOOD))
    for new, said in ((" ", "is empty"), ("x" * 301, "301 characters")):
        rename(app, "coders", ["ann"], new)
        assert said in app.error[0].value
        assert names(app)[1] == ("ann", "bob")
    rename(app, "coders", ["ann"], "Anna")
    assert names(app) == (("ch1", "ch2"), ("Anna", "bob"))
    assert "renamed coder ann as Anna" in texts(app)
    press(app, "Undo")
    rename(app, "coders", ["ann", "bob"], "both")
    assert reading_of(app).corpus is None
    assert {problem.what for problem in reading_of(app).problems} == {
        "this coder also coded the item in codings.csv, row 2",
        "this coder also coded the item in codings.csv, row 4",
    }
    press(app, "Undo")
    assert names(app)[1] == ("ann", "bob")
    assert "Decided" not in texts(app)


def test_items_of_two_files_are_merged() -> None:
    one, other = b"item,coder,masses\nch1,ann,3 4\n", b"item,coder,masses\nchapter 1,bob,2 5\n"
    app = reviewed(("a.csv", one), ("b.csv", other))
    assert len(names(app)[0]) == 2
    rename(app, "items", ["chapter 1"], "ch1")
    assert names(app) == (("ch1",), ("ann", "bob"))
    assert "merged item chapter 1 as ch1" in texts(app)


def test_reference_and_automatic_coders_are_marked() -> None:
    app = reviewed(("codings.csv", GOOD))
    app.selectbox(key="reference").set_value("bob").run()
    app.multiselect(key="automatic").set_value(["ann"]).run()
    corpus = known(reading_of(app).corpus)
    assert (corpus.reference, corpus.automatic) == ("bob", ("ann",))
    rename(app, "coders", ["bob"], "Bob")
    corpus = known(reading_of(app).corpus)
    assert corpus.reference == "Bob"


def test_who_is_called_a_reference_is_offered_as_one_and_can_be_none_again() -> None:
    app = reviewed(("codings.csv", GOOD.replace(b"bob", b"Gold Standard")))
    assert known(reading_of(app).corpus).reference is None
    assert "By its name, Gold Standard may be a reference" in texts(app)
    app.button(key="make reference").click().run()
    assert known(reading_of(app).corpus).reference == "Gold Standard"
    assert "By its name" not in texts(app)
    assert "By its name" not in texts(reviewed(("codings.csv", GOOD)))
    of_file = {"has_reference_coder": True, "items": {"t": {"reference": [2, 3], "zed": [1, 4]}}}
    app = reviewed(("t.json", json.dumps(of_file).encode()))
    assert app.selectbox(key="reference").value == "reference"
    app.selectbox(key="reference").set_value("").run()
    assert known(reading_of(app).corpus).reference is None


def test_the_unit_is_chosen_with_the_split_in_sight() -> None:
    app = open_review(MARKED)
    assert app.selectbox(key="unit").value == ""
    app.selectbox(key="unit").set_value("sentence").run()
    rows = cells(app, "The first units")
    assert rows == [
        ["1", "", "One day."],
        ["2", "", "It rained."],
        ["3", "ann (b)", "The next day."],
        ["4", "bob (b)", "It did not."],
        ["5", "", "We went out."],
    ]
    app.selectbox(key="labels").set_value("none").run()
    corpus = known(reading_of(app).corpus)
    assert corpus.kind == "linear"
    app.selectbox(key="unit").set_value("word").run()
    assert reading_of(app).codings[0].segmentation == Segmentation(13, (4,))


def test_the_step_of_a_recording_is_chosen() -> None:
    marked = ("ann", (Span(0, 4000), Span(4000, 9000))), ("bob", (Span(0, 9000),))
    app = open_review(spans(Extent(end=9000), *marked))
    assert reading_of(app).codings[0].segmentation == Segmentation(9000, (4000,), scale=TimeScale())
    app.selectbox(key="unit").set_value("step").run()
    assert reading_of(app).codings[0].segmentation == Segmentation(9, (4,))
    app.number_input(key="step").set_value(2.0).run()
    assert reading_of(app).codings[0].segmentation == Segmentation(5, (2,))
    rows = cells(app, "The first units")
    assert rows[2] == ["3", "ann", "4 to 6 s"]
    assert "5 (steps of 2 s)" in texts(app)


def test_the_look_inside_begins_anew_where_the_item_became_shorter() -> None:
    app = open_review(spans(Extent(end=90_000), ("ann", (Span(0, 4000), Span(4000, 90_000)))))
    app.selectbox(key="unit").set_value("step").run()
    (first,) = [one for one in app.number_input if one.label == "From unit"]
    first.set_value(80).run()
    assert cells(app, "Units 80 and after")[0][0] == "80"
    app.number_input(key="step").set_value(5.0).run()
    assert not app.exception
    assert cells(app, "The first units")[0][0] == "1"


def test_any_part_of_a_long_item_can_be_looked_at() -> None:
    app = reviewed(("c.csv", b"item,coder,masses\nch1,ann,30 20 50\nch1,bob,31 69\nch2,ann,3\n"))
    assert [row[0] for row in cells(app, "The first units")] == [str(n) for n in range(1, 16)]
    app.number_input(key="from unit of ch1").set_value(30).run()
    rows = cells(app, "Units 30 and after")
    assert [row[:2] for row in rows[:3]] == [["30", ""], ["31", "ann"], ["32", "bob"]]
    app.number_input(key="from unit of ch1").set_value(99).run()
    assert [row[0] for row in cells(app, "Units 99 and after")] == ["99", "100"]
    app.selectbox(key="look inside").set_value("ch2").run()
    assert len(cells(app, "The first units")) == 3


def test_the_pattern_of_file_names_is_shown_and_chosen() -> None:
    named = Format("x", "x", lambda *_: None, lambda *_: iter(()), ("coder", "item"))
    files = ("ann/ch1.txt", "bob/ch1.txt")
    found = tuple(
        Coding(file=file, item=None, coder=None, segmentation=Segmentation(5, (place,)))
        for place, file in enumerate(files, 1)
    )
    parsed = Parsed(files, tuple(Recognised(file, named, "tests") for file in files), found)
    app = open_review(parsed)
    assert cells(app, "What the names") == [
        ["ann/ch1.txt", "ann", "ch1"],
        ["bob/ch1.txt", "bob", "ch1"],
    ]
    app.text_input(key="pattern 0").set_value("{item}/{who}").run()
    assert "{who} in a pattern" in texts(app)
    assert names(app) == (("ch1",), ("ann", "bob"))
    app.text_input(key="pattern 0").set_value("{item}/{coder}").run()
    assert cells(app, "What the names") == [
        ["ann/ch1.txt", "ch1", "ann"],
        ["bob/ch1.txt", "ch1", "bob"],
    ]
    assert "names of files: {item}/{coder}" in texts(app)
    assert "changes nothing" not in texts(app)
    press(app, "Undo")
    assert names(app) == (("ch1",), ("ann", "bob"))
    app.text_input(key="pattern 0").set_value("{coder}/{item}").run()
    assert (
        "With the pattern {coder}/{item}, items and coders are called as they are without it"
        in texts(app)
    )


def test_a_pattern_that_was_kept_and_is_none_any_more_is_not_used() -> None:
    """Earlier versions kept any number of stars, and matching them could take for ever."""

    def opened(place: str, pattern: str) -> AppTest:
        step = "names of files", Choices(pattern=pattern)
        store().keep_review(Visitor(), place, [step], seen=())
        return launch("import", corpus=place)

    files = [
        (f"{coder}/{'a' * 240}.choi", b"==========\nx\n==========\n") for coder in ("ann", "ben")
    ]
    app = opened(place_of(reviewed(*files)), pattern := "*" * 30 + "{item}!")
    (said,) = [one.value.replace("\\", "") for one in app.warning if "is not used" in one.value]
    assert pattern in said
    assert "at most 20 stars, and this one 30" in said
    assert [coder for _, coder, _ in cells(app, "What the names of files say")] == ["ann", "ben"]
    own = opened(place_of(reviewed(("codings.csv", GOOD))), "{coder}")
    assert "{coder} changes nothing: the files say themselves" in texts(own)


def back(app: AppTest, page: str = "import") -> None:
    """Open another page of the same corpus."""
    app.switch_page(f"pages/{page}_page.py").run()
    assert not app.exception


def test_the_name_of_a_project_is_asked_before_it_is_accepted() -> None:
    app = reviewed(("Pilot study.csv", GOOD))
    (field,) = [one for one in app.text_input if one.label == "Name of the project"]
    assert field.value == "Pilot study"
    field.set_value("Interviews of May").run()
    press(app, "Accept")
    assert [one.title for one in store().corpora(Visitor())] == ["Interviews of May"]
    back(app)
    assert "Name of the project" not in [one.label for one in app.text_input]


def test_a_new_review_leaves_what_was_accepted() -> None:
    app = reviewed(("codings.csv", GOOD))
    press(app, "Accept")
    first = place_of(app)
    back(app)
    (which,) = [one for one in app.button_group if one.label == "What they are"]
    which.set_value("A new project").run()
    app.file_uploader[0].set_value([("other.csv", BROKEN, "")]).run()
    follow(app)
    assert place_of(app) != first
    assert store().reading(Visitor(), first).corpus is not None
    press(app, "Delete this import")
    follow(app)
    assert [one.key for one in store().corpora(Visitor())] == [first]


def test_a_review_can_be_opened_again_with_its_decisions() -> None:
    app = reviewed(("codings.csv", BROKEN))
    app.multiselect(key="out coders").set_value(["cy"]).run()
    press(app, "Accept 2 of 3 items")
    back(app, "data")
    (link,) = [one for one in links(app) if one["text"] == "Review the import again"]
    assert link["href"] == f"./import?corpus={place_of(app)}"
    back(app)
    app.multiselect(key="out items").set_value(["ch1"]).run()
    press(app, "Discard the changes")
    assert names(app)[0] == ("ch1", "ch3")
    assert "Decided so far: left out coder cy." in texts(app)
    press(app, "Undo")
    assert "stays as you accepted it before" in texts(app)
    assert len(accepted(app)) == 2
    press(app, "Accept 1 of 3 items")
    assert len(accepted(app)) == 1
    assert len(store().corpora(Visitor())) == 1


def test_an_accepted_import_is_undone_on_the_data_page() -> None:
    app = reviewed(("codings.csv", GOOD))
    press(app, "Accept")
    back(app, "data")
    press(app, "Undo: accepted the import, ")
    assert "This import is not accepted" in texts(app)
    press(app, "Discard it")
    assert "will be deleted for everybody who sees it" in texts(app)
    assert store().corpora(Visitor())
    press(app, "Delete it for good")
    assert store().corpora(Visitor()) == ()
    assert "corpus" not in app.query_params


def test_the_files_of_an_accepted_import_can_be_forgotten() -> None:
    app = reviewed(("codings.csv", GOOD))
    press(app, "Accept")
    back(app)
    press(app, "Delete the uploaded files")
    assert "The files of this round were deleted" in texts(app)
    assert len(accepted(app)) == 2
    assert kept(app).files == ()
    back(app, "data")
    assert "Review the import again" not in [one["text"] for one in links(app)]


def test_discarding_the_first_import_leaves_nothing() -> None:
    app = reviewed(("codings.csv", GOOD))
    press(app, "Delete this import")
    assert store().corpora(Visitor()) == ()
    follow(app)
    assert app.title[0].value == "Projects"


def test_the_same_codings_once_more_lead_to_those_that_are_there() -> None:
    first = saved(GOOD)
    app = reviewed(("again.csv", GOOD))
    press(app, "Accept")
    assert components(app)[-1] == {"href": f"./?corpus={first}"}
    follow(app)
    assert "You have this corpus already; here it is." in texts(app)
    assert [one.key for one in store().corpora(Visitor())] == [first]


def test_another_round_is_matched_with_the_first_and_leads_to_the_rounds() -> None:
    first = saved(GOOD, "Study")
    app = launch("data", corpus=first)
    (which,) = [one for one in app.button_group if one.label == "What they are"]
    which.set_value("Another round").run()
    final = GOOD.replace(b"ch1,bob,2 5", b"ch1,bob,3 4").replace(b"ann", b"Ann")
    app.file_uploader[0].set_value([("final.csv", final, "")]).run()
    follow(app)
    assert place_of(app) == f"{first}~2"
    assert "2 of 2 items and 1 of 2 coders are in Round 1 too." in texts(app)
    labels = [one.label for one in app.button]
    assert labels.index("Rename all as suggested") < labels.index("Accept 2 items")
    press(app, "Rename all as suggested")
    press(app, "Accept 2 items")
    assert components(app)[-1] == {"href": f"./rounds?corpus={first}~2"}
    assert accepted(app).coders == ("ann", "bob")
    back(app, "data")
    assert app.header[0].value.replace("\\", "") == "Project Study › Round 2 (2 of 2)"
    rounds = [(one["text"], one["href"]) for one in links(app) if one["text"].startswith("Round ")]
    assert rounds == [
        ("Round 1", f"./data?corpus={first}"),
        ("Round 2", f"./data?corpus={first}~2"),
    ]


def test_a_coder_has_one_colour_in_all_rounds_on_whichever_page_one_begins() -> None:
    first = saved(GOOD, "Study")
    lines = GOOD.splitlines()
    second = saved(b"\n".join([lines[0], *reversed(lines[1:])]), of=first)
    for key in (first, second):
        _, places = launch("overview", corpus=key).session_state[CODERS]
        assert list(places) == ["ann", "bob"]


def test_another_round_of_the_same_form_is_read_as_the_first_by_one_button() -> None:
    marks = b"Nr,Anna,Ben\n1,,\n2,x,\n3,,x\n4,,\n"
    app = reviewed(("Runde 1/talk.csv", marks))
    assert not [one for one in app.button if one.label.startswith("Use the settings of")]
    app.radio(key="answer marks").set_value("first").run()
    press(app, "Accept")
    first = place_of(app)
    app = launch("data", corpus=first)
    (which,) = [one for one in app.button_group if one.label == "What they are"]
    which.set_value("Another round").run()
    # Ben left, and Cleo is new.
    after = marks.replace(b"2,x", b"2,").replace(b"Ben", b"Cleo").replace(b"1,,", b"1,x,")
    app.file_uploader[0].set_value([("Nachher/talk.csv", after, "")]).run()
    follow(app)
    press(app, "Use the settings of Runde 1")
    assert choices_of(app).columns == {"Anna": "first", "Cleo": "first"}
    press(app, "Accept 1 item")
    back(app, "data")
    assert app.header[0].value.replace("\\", "") == "Nachher (2 of 2)"


def test_settings_that_say_nothing_of_what_is_asked_are_not_offered() -> None:
    """One person was written in two ways in the first round, and another one in the second."""
    app = reviewed(("first.csv", GOOD.replace(b"ch2,ann", b"ch2,Ann")))
    app.radio(key="answer coders").set_value("one").run()
    press(app, "Accept")
    app = launch("data", corpus=place_of(app))
    (which,) = [one for one in app.button_group if one.label == "What they are"]
    which.set_value("Another round").run()
    app.file_uploader[0].set_value([("n.csv", GOOD.replace(b"ch2,bob", b"ch2,Bob"), "")]).run()
    follow(app)
    assert "answer coders" in [one.key for one in app.radio]
    assert not [one for one in app.button if one.label.startswith("Use the settings of")]


def test_texts_are_added_to_what_was_accepted() -> None:
    units = b"item,coder,unit,segment\n" + b"".join(
        b"talk,%s,%d,%d\n" % (coder, unit, unit > last)
        for coder, last in ((b"ann", 2), (b"bob", 3))
        for unit in range(1, 5)
    )
    place = saved(units)
    before = known(store().reading(Visitor(), place).corpus)
    assert before["talk"].texts is None
    app = launch("import", corpus=place)
    (which,) = [one for one in app.button_group if one.label == "What they are"]
    assert which.value == "Add to these files (texts, more coders)"
    app.file_uploader[0].set_value([("talk.txt", b"Hello.\nHow are you?\nFine.\nBye.\n", "")]).run()
    assert place_of(app) == place
    assert "Until you accept, the project stays as you accepted it before." in texts(app)
    assert store().reading(Visitor(), place).corpus == before
    press(app, "Accept")
    app = launch("import", corpus=place)
    inside = cells(app, "The first units")
    assert [text for *_, text in inside] == ["Hello.", "How are you?", "Fine.", "Bye."]
    item = accepted(app)["talk"]
    assert item.texts == ("Hello.", "How are you?", "Fine.", "Bye.")
    assert {name: one.masses for name, one in item.codings.items()} == {
        "ann": (2, 2),
        "bob": (3, 1),
    }


def test_files_that_were_added_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also after decisions about them, and after more files."""
    place = saved(GOOD)
    before, was = store().review(Visitor(), place), store().reading(Visitor(), place)
    other = GOOD.replace(b"ann", b"eve").replace(b"ch1", b"ch one").replace(b"bob", b"Bob")
    app = launch("import", corpus=place)
    app.file_uploader[0].set_value([("form.csv", other, "")]).run()
    decided = [("called eve ann", Choices(coders={"eve": "ann"}))]
    store().keep_review(Visitor(), place, decided, seen=())
    store().add_files(Visitor(), place, [Source("more.csv", other)])
    app = launch("import", corpus=place)
    # What was done last was no decision, so the button of the last decision says which that is.
    labels = [one.label.replace("\\", "") for one in app.button]
    assert [one for one in labels if one.startswith("Undo")] == ["Undo: called eve ann"]
    press(app, "Discard the changes and 2 added files")
    assert "2 added files and what was decided since are deleted for good" in texts(app)
    assert store().review(Visitor(), place).added == 2
    logged: list[tuple[str, dict[str, int]]] = []
    monkeypatch.setattr(drafts, "log", lambda what, **about: logged.append((what, about)))
    released: list[str] = []
    monkeypatch.setattr(drafts, "release_draft", released.append)
    press(app, "Delete them for good")
    assert (logged, released) == ([("deleted", {"files": 2})], [place])
    assert store().review(Visitor(), place) == before
    assert store().reading(Visitor(), place).corpus == was.corpus
    assert not [one for one in app.button if one.label.startswith("Discard the changes")]


def stopped(place: str) -> AppTest:
    """Open the review of files whose reading was stopped."""
    app = launch("data")
    app.session_state["stopped"] = place
    app.query_params["corpus"] = place
    back(app)
    assert "You stopped the reading of the files" in texts(app)
    return app


def test_added_files_whose_reading_was_stopped_can_be_taken_back() -> None:
    place = saved(GOOD)
    store().add_files(Visitor(), place, [Source("form.csv", GOOD)])
    app = stopped(place)
    press(app, "Discard the changes", "Delete them for good")
    assert store().review(Visitor(), place).added == 0
    assert "You stopped the reading of the files" not in texts(app)
    assert not app.error


def test_a_round_that_waits_is_discarded_alone() -> None:
    first = saved(GOOD)
    second = saved(HOPELESS, of=first)
    app = launch("import", corpus=second)
    press(app, "Delete this import", "Delete this round")
    assert components(app)[-1] == {"href": f"./?corpus={first}"}
    assert [one.number for one in store().corpus(Visitor(), first).rounds] == [1]


@pytest.mark.parametrize("page", ["import", "data"])
def test_what_was_accepted_or_has_something_beside_it_is_discarded_after_a_question(
    page: str,
) -> None:
    if page == "import":
        place = saved(GOOD)
        store().undo(Visitor(), place, known(store().corpus(Visitor(), place).rounds[0].step).id)
    else:
        place = saved(HOPELESS)
        store().artifacts.keep(Visitor(), place, "report", b"<html>", title="report", about={})
    app = launch(page, corpus=place)
    press(app, {"import": "Delete this import", "data": "Discard it"}[page])
    assert "will be deleted for everybody who sees it" in texts(app)
    assert store().corpora(Visitor())
    press(app, "Delete it for good")
    assert store().corpora(Visitor()) == ()


def test_what_somebody_else_accepted_meanwhile_is_not_discarded() -> None:
    place = store().create(Visitor(), [Source("codings.csv", GOOD)], title="Draft")
    app = launch("data", corpus=place)
    store().accept(Visitor(), place, read_sources([Source("codings.csv", GOOD)]))
    press(app, "Discard it")
    assert "Nothing was deleted: look again." in texts(app)
    assert len(accepted(app)) == 2


def test_an_accepted_import_whose_reading_was_stopped_is_not_discarded() -> None:
    labels = [one.label for one in stopped(saved(GOOD)).button]
    assert "Read them" in labels
    assert "Delete this import" not in labels


def test_what_somebody_else_decided_is_not_overwritten() -> None:
    app = reviewed(("codings.csv", BROKEN))
    choices = Choices(dropped=frozenset({(None, "cy")}))
    store().keep_review(Visitor(), place_of(app), [("left out coder cy", choices)], seen=[])
    app.multiselect(key="out items").set_value(["ch3"]).run()
    assert not app.exception
    assert "Somebody else decided about this import meanwhile" in app.warning[0].value
    assert choices_of(app) == choices
    assert "Decided so far: left out coder cy." in texts(app)
    app.multiselect(key="out items").set_value(["ch3"]).run()
    assert choices_of(app).dropped == {(None, "cy"), ("ch3", None)}
    assert "meanwhile" not in texts(app)


def test_what_is_more_than_a_visitor_may_bring_is_not_accepted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(LIMITS["items"], "1")
    app = reviewed(("codings.csv", GOOD))
    assert "This corpus has 2 items; this server takes 1" in app.error[0].value
    (button,) = [b for b in app.button if b.label.startswith("Accept")]
    assert button.disabled
    app.multiselect(key="out items").set_value(["ch1"]).run()
    press(app, "Accept 1 item")
    monkeypatch.setenv(LIMITS["upload"], "1")
    app = launch("import")
    app.file_uploader[0].set_value([("large.csv", b"x" * 1_000_001, "")]).run()
    assert "These files are 1.0 MB; this server reads 1 MB" in texts(app)
    assert len(store().corpora(Visitor())) == 1


def test_reading_can_be_stopped_and_done_after_all() -> None:
    app = stopped(store().create(Visitor(), [Source("codings.csv", GOOD)], title="Codings"))
    press(app, "Read them")
    assert "Everything could be read" in app.success[0].value


def test_files_given_at_the_start_can_be_reviewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "codings.csv").write_bytes(BROKEN)
    monkeypatch.setenv(
        FILES_VARIABLE, json.dumps([str(tmp_path / "codings.csv"), str(tmp_path / "gone.csv")])
    )
    app = launch("data", corpus="files")
    press(app, "Review and decide")
    follow(app)
    assert "gone.csv: the file cannot be read" in texts(app)
    assert [one.name for one in kept(app).files] == ["codings.csv"]
    press(app, "Leave out the 2 codings with a problem")
    press(app, "Accept 3 items")
    assert len(accepted(app)) == 3


def test_the_corpus_is_downloaded_in_any_format() -> None:
    film = Corpus.from_times({"film": {"anna": [1.5], "ben": [2]}}, durations={"film": 9})
    recorded = WRITERS["segmetrics-json"].write(film).content
    for content, keys in ((recorded, OF_TIMES), (GOOD, WRITERS.keys() - OF_TIMES)):
        app = launch("data", content)
        for key in sorted(keys):
            (box,) = [box for box in app.selectbox if box.label == "Download it as"]
            box.set_value(key).run()
            assert not app.exception
            assert not app.error
            labels = [button.proto.label.replace("\\", "") for button in app.get("download_button")]
            assert f"Download Codings{WRITERS[key].ending}" in labels


def test_what_a_format_cannot_hold_is_said() -> None:
    app = launch("data", corpus="dialogue")  # boundaries with types
    (box,) = [box for box in app.selectbox if box.label == "Download it as"]
    box.set_value("choi").run()
    assert "separator lines cannot carry types" in texts(app)
    roles = {"segmentation_type": "linear", "has_reference_coder": True}
    upload = json.dumps({**roles, "items": {"t": {"reference": [2, 3], "zed": [1, 4]}}}).encode()
    app = launch("data", upload)
    (box,) = [box for box in app.selectbox if box.label == "Download it as"]
    box.set_value("long-csv").run()
    assert "Not in the file: that reference is the reference." in texts(app)


def test_uploaded_bytes_are_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    given_back: list[str] = []
    monkeypatch.setattr(
        MemoryUploadedFileManager,
        "remove_file",
        lambda self, session_id, file_id: given_back.append(file_id),
    )
    app = reviewed(("a.csv", GOOD), ("b.csv", b"item,coder,masses\nch9,ann,3 4\n"))
    assert len(set(given_back)) == 2
    assert app.file_uploader[0].value == []
    assert [one.name for one in kept(app).files] == ["a.csv", "b.csv"]


def test_names_from_files_are_shown_as_they_are() -> None:
    name = "<b>$x$</b> *s* :smile: [l](http://a.b)"
    app = reviewed((f"{name}.csv", f'item,coder,masses\n"{name}",ann,1 x\n'.encode()))
    app.session_state["coverage"] = {"picked": {"item": name, "coder": "ann"}}
    app.run()
    shown: list[str] = [b.label for b in app.button]
    for kind in (app.markdown, app.caption, app.error, app.warning):
        shown += [element.value for element in kind]
    mentioned = [text for text in shown if "smile" in text]
    assert mentioned
    assert all(r"\$x\$" in text and r"\:smile\:" in text for text in mentioned)


choices = st.builds(
    Choices,
    coders=st.dictionaries(st.sampled_from("abc"), st.sampled_from("abcd"), max_size=2),
    dropped=st.frozensets(
        st.tuples(st.one_of(st.none(), st.just("i")), st.sampled_from("abcd")), max_size=3
    ),
    reference=st.one_of(st.none(), st.sampled_from("abcd")),
    automatic=st.one_of(st.none(), st.frozensets(st.sampled_from("abcd"))),
)


@given(choices, st.sets(st.sampled_from("abcd"), min_size=1), st.sampled_from("abcde"))
def test_a_new_name_takes_over_all_that_was_said_of_the_old_ones(
    before: Choices, old: set[str], new: str
) -> None:
    after = renamed(before, "coders", old, new)

    def now(name: str) -> str:
        return new if name in old else name

    for original in "abc":
        shown = before.coders.get(original, original)
        assert after.coders.get(original, original) == now(shown)
    assert {coder for _, coder in after.dropped} == {now(c or "") for _, c in before.dropped}
    assert after.reference == (before.reference and now(before.reference))
    assert after.automatic == (
        None if before.automatic is None else {now(coder) for coder in before.automatic}
    )


@pytest.mark.parametrize(
    ("name", "title"),
    [
        *((name, "Upload") for name in (" .csv", "/x.csv", " /x.csv")),
        *(
            (f"hearings{end}.xlsx", "hearings")
            for end in (" round 1", "_r1", "-wave2", " (Runde 2)", ", Phase 1")
        ),
        *((f"{name}.csv", name) for name in ("round 1", "chapter 1", "tour1", "r1", "b r")),
    ],
)
def test_an_upload_has_a_title_which_is_that_of_none_of_its_rounds(name: str, title: str) -> None:
    assert title_of([name]) == title
    if title == "Upload":
        assert title_of([name, "b.csv"]) == "Upload and 1 more"
        place = draft([Source(name, GOOD)], title_of([name]))
        assert store().corpus(Visitor(), place).title == "Upload"
    if title == "hearings":
        assert title_of([name, "hearings round 3.xlsx"]) == "hearings"
        assert title_of([name], known=("hearings", "hearings 2")) == "hearings 3"


def test_a_decision_that_changes_nothing_or_gives_too_much_is_not_kept() -> None:
    parsed = parse_sources([Source("c.csv", GOOD)])

    def make(choices: Choices) -> tuple[Reading, Coverage]:
        if choices.dropped:
            raise Refused("The corpus of these files would take longer than this server allows.")
        reading = assemble(parsed, choices)
        return reading, coverage_of(reading)

    review = Review(make)
    for choices in (Choices(), Choices(dropped=frozenset({(None, "ann")}))):
        review.decide("out", choices)
        assert review.decisions == ()
        assert review.reading.corpus is not None


def test_a_kept_decision_whose_corpus_is_too_much_now_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server may give less than it did when it was decided."""
    app = reviewed(("c.csv", GOOD))
    place = place_of(app)
    out = Choices(dropped=frozenset({(None, "ann")}))
    store().keep_review(Visitor(), place, [("ann left out", out)], seen=[])
    result_cache().clear()
    too_long = "Making a corpus of the files takes longer than is given here."

    def obtained(*_: object, **__: object) -> NoReturn:
        raise Refused(too_long)

    monkeypatch.setattr(import_state, "obtained", obtained)
    app.run()
    assert not app.exception
    assert [one.value.replace("\\", "") for one in app.error] == [too_long]
    press(app, "Undo")
    assert not app.exception
    assert not app.error
    assert store().review(Visitor(), place).decisions == ()


def test_a_cell_of_the_picture_is_at_its_coder_and_item_where_a_person_looks_for_them() -> None:
    coverage = Coverage(("x", "y"), ("a", "b", "c"), {("y", "c"): "coded"})
    assert coverage.cells.tolist() == [[5, 5], [5, 5], [5, 0]]
    assert coverage.counts["missing"] == 5
    assert list(STATES)[5] == "missing"
    lines = [f"{item},{coder},2 3" for item in ("ch10", "ch2", "b", "ch02") for coder in "za"]
    reading = read_sources([Source("c.csv", "\n".join(["item,coder,masses", *lines]).encode())])
    coverage = coverage_of(reading)
    assert coverage.items == ("b", "ch02", "ch2", "ch10")
    assert coverage.coders == ("a", "z")


def test_who_gave_a_list_with_a_slip_has_coded_though_questions_are_open() -> None:
    heading = "Name,Text,In which paragraphs does a new topic begin?"
    rows = [f'{who},{text},"{of}"' for who, text, of in FORM]
    reading = read_sources([Source("form.csv", "\n".join([heading, *rows, ""]).encode())])
    assert "durations" in {one.asks for one in reading.problems}
    assert coverage_of(reading).states["T1", "Cy"] == "problem"


FORM = (
    *((who, text, "3, 7, 12") for who in ("Ann", "Ben") for text in ("T1", "T2")),
    *(("Cy", "T1", "3, 9, 4"), ("Cy", "T2", "3, 8")),
)


def test_an_empty_reading_has_an_empty_coverage() -> None:
    empty = Reading(None)
    assert coverage_of(empty).items == ()
    assert recognised(empty) == []
    assert file_table(empty)[1] == []
    assert unit_table(empty, "none")[1] == []
