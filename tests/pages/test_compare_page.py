"""The page Compare, and how two rounds come to be there, launched through app.py."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Item, Segmentation
from segmetrics.dashboard.frame.session_store import store
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.rounds.compare_view import (
    coder_changes,
    coder_table,
    placed,
    seen_changes,
)
from segmetrics.io import SAMPLES
from segmetrics.number_formats import DASH
from segmetrics.paths import FILES_VARIABLE
from segmetrics.reliability.comparison import compare
from segmetrics.reliability.shuffling import ChanceOptions
from segmetrics.store import Visitor
from segmetrics.tables.comparison_words import change_in_words
from tests.support.pages import HOPELESS, components, follow, launch, links, saved, table, texts

PAGE = "compare"
PILOT = b"item,coder,masses\n" + b"".join(
    f"i{n},{coder},{masses}\n".encode()
    for n in range(3)
    for coder, masses in (("ann", "3 4 5"), ("bob", "2 5 5"), ("*cy*", "7 5"))
)
FINAL = PILOT.replace(b"i0,bob,2 5 5", b"i0,bob,3 4 5").replace(b"7 5", b"3 4 5")


def cells(rows: list[dict[str, Any]]) -> list[list[str]]:
    return [[cell["text"] for cell in row["cells"]] for row in rows]


def example(**query: str) -> AppTest:
    return launch(PAGE, None, corpus="interviews", other="interviews-2", **query)


def press(app: AppTest, label: str) -> None:
    (button,) = [b for b in app.button if b.label.replace("\\", "").startswith(label)]
    button.click().run()
    assert not app.exception


def upload(app: AppTest, name: str, content: bytes) -> None:
    app.file_uploader[0].set_value([(name, content, "text/csv")]).run()
    assert not app.exception


# ----- the page


def test_without_a_second_round_the_page_says_what_to_bring() -> None:
    app = launch(PAGE, corpus="moonstone")
    assert "This page compares two rounds of coding, of the same items or of others" in texts(app)
    assert "Open the files of the first round" in texts(app)
    assert app.file_uploader
    (address,) = links(app).values()
    assert address == "./compare?corpus=interviews&other=interviews-2"
    assert "Choose the second round above" in texts(launch(PAGE, PILOT))


def test_the_answer_comes_first_and_everything_is_there() -> None:
    app = example()
    before, after = (SAMPLES[key].read().corpus for key in ("interviews", "interviews-2"))
    assert before is not None and after is not None
    expected = compare(before, after, shuffling=ChanceOptions())
    who, answer, *more = change_in_words(expected)
    assert app.markdown[0].value.replace("\\", "") == who
    assert app.header[0].value.replace("\\", "") == answer
    assert all(sentence in texts(app) for sentence in more)
    rows = table(app, "Items before and after")["rows"]
    by_change = sorted(expected.items, key=lambda row: row.corrected.change or 0)
    assert [line[0] for line in cells(rows)] == [*(row.item for row in by_change), "Corpus"]
    low, high = by_change[0].corrected.interval[:2]
    assert rows[0]["cells"][3]["range"] == f"{low:.4f} to {high:.4f}".replace("-", "−")
    notes = {line["cells"][0]["text"]: line["cells"][0].get("sub") for line in rows}
    assert notes["interview 6"] == "the text was revised: turn 23 is new"
    assert notes["interview 3"] == "without noa"
    corpus = table(app, "Coefficients of the corpus")["rows"]
    names = ["R over S", "α", "π* over B", "π* over S", "κ* over S", "Bias", "1−WD"]
    assert [line[0] for line in cells(corpus)] == names
    found = expected.corpus.corrected
    assert cells(corpus)[0][1] == f"{found.before:.4f}"
    assert (
        corpus[0]["cells"][3]["range"].replace("−", "-")
        == f"{found.interval.low:.4f} to {found.interval.high:.4f}"
    )
    assert cells(corpus)[0][4] == f"{found.p:.4f}"
    assert "Items only before, not compared (1): interview 9." in texts(app)
    assert {one.proto.label for one in app.get("download_button")} == {"CSV", "JSON"}
    assert len(app.get("plotly_chart")) == 1


def test_a_heading_sorts_upwards_downwards_and_as_at_first() -> None:
    app = example()
    heads = {one["text"]: one for one in table(app, "Items before")["columns"]}
    assert heads["R change"]["sorted"] == "ascending"
    assert "sort=-change" in heads["R change"]["href"]
    assert "sort=before" in heads["R before"]["href"]
    for sort, field in (("before", 1), ("-after", 2), ("-change", 3)):
        app = example(sort=sort)
        lines = cells(table(app, "Items before")["rows"])[:-1]
        values = [float(line[field].replace("−", "-")) for line in lines]
        assert values == sorted(values, reverse=sort.startswith("-"))
    heads = {one["text"]: one for one in table(app, "Items before")["columns"]}
    assert "sort" not in heads["R change"]["href"]
    names = [line[0] for line in cells(table(example(sort="item"), "Items before")["rows"])[:-1]]
    assert names == sorted(names)
    unknown = cells(table(example(sort="pi_star"), "Items before")["rows"])
    assert unknown == cells(table(example(), "Items before")["rows"])


def test_items_go_by_pi_on_request() -> None:
    app = example(items_by="pi_star", sort="item")
    shown = table(app, "Items before")
    assert [one["text"] for one in shown["columns"]][1:] == ["π* before", "π* after", "π* change"]
    before, after = (SAMPLES[key].read().corpus for key in ("interviews", "interviews-2"))
    assert before is not None and after is not None
    row = compare(before, after).items[0].pi_star
    assert cells(shown["rows"])[0][1:3] == [f"{row.before:.4f}", f"{row.after:.4f}"]


def test_an_item_shows_both_rounds_and_what_each_coder_changed() -> None:
    app = example(item="interview 4")
    strips = [data for data in components(app) if data.get("lanes")]
    assert len(strips) == 3
    names = [[lane["name"] for lane in data["lanes"]] for data in strips]
    assert names == [["kim", "lou", "max", "noa", "tom"]] * 2 + [["before", "after"]]
    rows = cells(table(app, "What each coder changed")["rows"])
    assert {line[0] for line in rows} == {"kim", "lou", "max", "noa", "tom"}
    # lou, who was late: after 4, 11, 16, 18, 24 before and 5, 10, 15, 16, 23 after.
    assert rows[0] == ["lou", "5", "5", "1", "3", "1", "1"]
    assert "lou: 1 kept, 3 moved, 1 gone, 1 new." in texts(app).replace("*", "")
    assert "next: interview 7" in links(app)
    assert "item" not in links(app)["← all 9 items"]
    assert "corpus=interviews-2" in links(app)["and after →"]
    assert not app.get("plotly_chart")
    other = example(item="interview 4", a="max")
    assert "max: 7 kept, 0 moved, 4 gone, 0 new." in texts(other).replace("*", "")
    marked = next(data["lanes"] for data in components(other) if data.get("lanes"))
    assert [lane["name"] for lane in marked if lane["marked"]] == ["max"]


def test_an_item_whose_text_was_revised_is_followed_by_its_text() -> None:
    app = example(item="interview 6", place="22")
    strips = [data for data in components(app) if data.get("lanes")]
    # Both rounds as they are, and a coder in both on the text of the second.
    assert [data["mass"] for data in strips] == [22, 23, 23]
    assert [data["place"] for data in strips[:2]] == [None, 22]
    assert "turn 23 is new" in texts(app)


def test_rounds_of_other_items_are_compared_as_wholes() -> None:
    app = launch(PAGE, corpus="moonstone", other="stargazer", number="corrected.change~corpus~")
    assert "Easier texts would look the same" in texts(app)
    assert table(app, "Coefficients of the corpus")["rows"]
    captions = [data["caption"] for data in components(app) if "rows" in data]
    assert "Items before and after" not in captions


def test_an_item_of_one_round_is_said() -> None:
    assert "interview 11 is not in both rounds" in texts(example(item="interview 11"))


def test_an_item_coded_by_others_has_no_boundary_to_follow() -> None:
    others = saved(b"item,coder,masses\ni1,dan,3 9\ni1,eve,4 8\n")
    app = launch(PAGE, PILOT, other=others, item="i1")
    assert "No coder coded this item in both rounds" in texts(app)


def test_the_rounds_can_be_exchanged() -> None:
    address = links(example())["Swap before and after"]
    assert address == "./compare?corpus=interviews-2&other=interviews"


def test_the_choosers_write_to_the_address() -> None:
    app = launch(PAGE, corpus="moonstone")
    first, second = app.selectbox(key="pick corpus"), app.selectbox(key="pick other")
    assert (first.label, first.value, second.label) == ("Before", "moonstone", "After")
    second.set_value("stargazer").run()
    assert dict(app.query_params)["other"] == "stargazer"
    assert "No item is in both rounds" in texts(app)


def test_settings_count() -> None:
    assert "similarity=s" in texts(example())
    app = example(similarity="b")
    assert "R over B rose" in texts(app)
    assert "similarity=b" in texts(app)


def test_types_are_compared_as_types() -> None:
    app = launch(PAGE, corpus="dialogue", other="dialogue", item="kitchen")
    assert "Before and after are the same corpus" in texts(app)
    columns = table(app, "What each coder changed")["columns"]
    assert columns[-1]["text"] == "Other type"


def test_a_second_round_that_cannot_be_compared_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("files", "nowhere"):
        app = launch(PAGE, corpus="moonstone", other=key)
        assert "There is no such corpus here" in texts(app)
        assert app.selectbox(key="pick other").value == key
    app = launch(PAGE, corpus="moonstone", other=saved(HOPELESS))
    assert "The second round is not accepted yet" in texts(app)
    (tmp_path / "c.csv").write_bytes(HOPELESS)
    monkeypatch.setenv(FILES_VARIABLE, json.dumps([str(tmp_path / "c.csv")]))
    app = launch(PAGE, corpus="moonstone", other="files")
    assert "No item of the second round can be used" in texts(app)


def test_one_coder_and_one_item_have_their_reasons() -> None:
    alone = b"item,coder,masses\ni1,ann,3 4\n"
    app = launch(PAGE, alone, other=saved(alone))
    assert "Nothing changed: the one item of both rounds is coded exactly as before." in texts(app)
    rows = table(app, "Items before and after")["rows"]
    assert rows[0]["cells"][3]["text"] == DASH
    assert "one coder only" in rows[0]["cells"][3]["title"]
    assert not app.get("plotly_chart")  # there is nothing to draw


def test_what_a_coder_changed_is_marked_in_words() -> None:
    before = Item("t", {"x": Segmentation(12, (2, 5, 9))})
    after = Item("t", {"x": Segmentation(12, (2, 6, 11))})
    (found,) = coder_changes(before, after, 2)
    assert found.sentence == "1 kept, 1 moved, 1 gone, 1 new."
    assert [mark.text for mark in seen_changes(found, (1, 12)).marks] == [
        "Kept: before unit 3",
        "Moved: was before unit 6, now before unit 7",
        "Gone: before unit 10",
        "New: before unit 12",
    ]
    back = coder_changes(after, before, 2)[0]
    assert back.places == {"moved": ["7 → 6"], "gone": ["12"], "new": ["10"], "retyped": []}
    assert coder_changes(before, before, 2)[0].sentence == "no boundary changed."
    assert coder_changes(before, after, 3)[0].places["moved"] == ["6 → 7", "10 → 12"]
    _, rows = coder_table(coder_changes(before, after, 2), UrlState(), "x", "turn")
    assert rows[0].cells[4].sub == "before turn 6 → 7"


def test_another_type_is_told_apart() -> None:
    one = Segmentation(9, (4,), types=(frozenset({"topic"}),))
    other = Segmentation(9, (4,), types=(frozenset({"task"}),))
    (found,) = coder_changes(Item("t", {"x": one}), Item("t", {"x": other}), 2)
    assert found.sentence == "0 kept, 0 moved, 0 gone, 0 new, 1 of another type."
    levels = Segmentation(9, (4,), levels=(1,))
    (found,) = coder_changes(Item("t", {"x": one}), Item("t", {"x": levels}), 2)
    assert found.sentence == "no boundary changed."


def test_hostile_names_are_shown_as_they_are() -> None:
    content = b'item,coder,masses\n"<b>$x$</b>",ann,3 4\n"<b>$x$</b>",bob,2 5\n'
    app = launch(PAGE, content, other=saved(content), item="<b>$x$</b>")
    name = app.header[1].value
    assert name.replace("\\", "") == "<b>$x$</b>"
    assert name.startswith("\\<") and "\\$" in name


# ----- several corpora, and rounds of one


def test_saved_corpora_and_their_rounds_can_be_chosen() -> None:
    pilot, final = saved(PILOT, "Pilot"), saved(FINAL, "Final")
    second = saved(FINAL, of=pilot)
    waiting = saved(HOPELESS, "Waits")
    app = launch(PAGE, corpus=pilot, other=second)
    before = app.selectbox(key="pick corpus")
    shown = [option.replace("\\", "") for option in before.options]
    assert shown[-3:] == [
        "Project Pilot › Round 1 (1 of 2)",
        "Project Pilot › Round 2 (2 of 2)",
        "Final",
    ]
    assert "Waits" not in shown
    assert table(app, "Items before and after")["rows"]
    assert launch(PAGE, corpus=waiting).selectbox(key="pick corpus").value == waiting
    before.set_value(final).run()
    assert app.query_params["corpus"] in (final, [final])


def test_of_two_rounds_the_earlier_one_is_before_whichever_is_open() -> None:
    """A project that is called as its first round is not named twice."""
    first = saved(PILOT, "Round 1")
    second = saved(FINAL, of=first)
    for opened in (first, second):
        app = launch(PAGE, corpus=opened)
        before, after = app.selectbox(key="pick corpus"), app.selectbox(key="pick other")
        assert (before.value, after.value) == (first, second)
        shown = [option.replace("\\", "") for option in before.options]
        assert shown[-2:] == ["Round 1 (1 of 2)", "Round 2 (2 of 2)"]
        assert table(app, "Items before and after")["rows"]


def test_a_corpus_of_several_files_has_a_short_title() -> None:
    app = launch("import")
    app.file_uploader[0].set_value([("a.csv", PILOT, ""), ("b.csv", b"x", "")]).run()
    follow(app)
    press(app, "Accept")
    follow(app)
    assert components(app)[1]["trail"][0]["text"] == "a and 1 more"


def test_both_rounds_can_be_uploaded_from_the_page() -> None:
    app = launch(PAGE)
    upload(app, "pilot.csv", PILOT)
    follow(app)
    press(app, "Accept")
    (pilot,) = store().corpora(Visitor())
    assert components(app)[-1] == {"href": f"./compare?corpus={pilot.key}"}
    follow(app)
    # What comes next is proposed as another round of the same corpus.
    upload(app, "final.csv", FINAL)
    follow(app)
    press(app, "Accept")
    second = quote(f"{pilot.key}~2")
    assert components(app)[-1] == {"href": f"./compare?corpus={pilot.key}&other={second}"}
    follow(app)
    assert table(app, "Items before and after")["rows"]
    (which,) = [one for one in app.button_group if one.label == "What they are"]
    which.set_value("A new project").run()
    upload(app, "third.csv", PILOT.replace(b"ann", b"dee"))
    follow(app)
    press(app, "Accept")
    (third,) = [one for one in store().corpora(Visitor()) if one.title == "third"]
    assert components(app)[-1] == {"href": f"./compare?corpus={pilot.key}&other={third.key}"}


def test_an_upload_elsewhere_leads_to_the_overview() -> None:
    app = launch(PAGE)
    upload(app, "pilot.csv", PILOT)
    follow(app)
    press(app, "Delete this import")
    app.switch_page("pages/import_page.py").run()
    upload(app, "pilot.csv", PILOT)
    follow(app)
    press(app, "Accept")
    (pilot,) = store().corpora(Visitor())
    assert components(app)[-1] == {"href": f"./?corpus={pilot.key}"}


@pytest.mark.parametrize(
    ("view", "expected"),
    [
        (UrlState(), UrlState(corpus="new")),
        (UrlState(corpus="moonstone", other="stargazer"), UrlState(corpus="new")),
        (UrlState(corpus="moonstone", other="mine"), UrlState(corpus="new", other="mine")),
        (UrlState(corpus="mine", item="i1", page=2), UrlState(corpus="mine", other="new")),
        (UrlState(corpus="mine"), UrlState(corpus="mine", other="new")),
        (UrlState(corpus="files", other="mine", n=3), UrlState(corpus="files", other="new", n=3)),
    ],
)
def test_an_upload_becomes_the_round_that_is_missing(view: UrlState, expected: UrlState) -> None:
    assert placed(view, "new") == expected


@pytest.mark.parametrize(
    ("address", "corpus", "other", "kept"),
    [
        ("compare", "mine", "yours", True),
        ("rounds", "mine", "yours", True),
        ("", "mine", "yours", False),
        ("", "moonstone", "yours", False),
        ("", "mine", "mine~2", True),
        ("", "mine", "interviews-2", True),
    ],
)
def test_an_address_that_may_be_shared_holds_no_link_to_another_corpus(
    address: str, corpus: str, other: str, kept: bool
) -> None:
    href = UrlState(corpus=corpus, other=other, n=3).href(address)
    assert (f"other={other}" in href) == kept
    assert f"corpus={corpus}" in href
