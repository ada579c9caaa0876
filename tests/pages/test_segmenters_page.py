"""The page Segmenters, launched through app.py."""

from __future__ import annotations

import pytest

from segmetrics import extras
from segmetrics.dashboard.results import segmenters_view
from tests.support.pages import components, launch, seen, table, texts
from tests.support.segmented import units_of

PAGE = "segmenters"
TWO = b"item,coder,masses\n" + b"".join(
    f"i{n},{coder},{masses}\n".encode()
    for n in range(3)
    for coder, masses in (("ann", "3 4 5"), ("bob", "2 5 5"), ("*robo*", "3 4 5"))
)


def cells(row: dict[str, object]) -> list[str]:
    found = row["cells"]
    assert isinstance(found, list)
    return [cell["text"] for cell in found]


def test_baselines_alone_are_shown_as_yardsticks_below_the_verdict_over_all_groups() -> None:
    app = seen(PAGE, corpus="moonstone")
    assert "you see baselines only" in texts(app)
    names = ["NONE", "ALL", "EVEN", "BIN", "RANDOM", "MAJORITY"]
    over_all = {cells(row)[0]: row for row in table(app, "Agreement that segmenters keep")["rows"]}
    assert list(over_all) == names
    assert cells(over_all["NONE"])[2:4] == ["0.0000", "0%"]
    assert {cells(row)[-1] for row in over_all.values()} == {"not as good", "no verdict"}
    assert cells(over_all["MAJORITY"])[-1] == "no verdict"
    assert "keeps less than 80% of the agreement among people" in texts(app)
    assert "the best that can be reached" not in texts(app)
    rows = table(app, "Segmenters beside an1-an4")["rows"]
    assert [cells(row)[0] for row in rows] == names
    assert cells(rows[0])[2:] == ["0.8206 → 0.8346", "0.2406 → 0.1675", "0.2018 → 0.1384"]
    assert rows[0]["cells"][2]["sub"] == "rank 2 of 5"
    assert "NONE: Not as good as a person" in texts(app).replace("**", "")
    assert "S counts every place that nobody marks" in texts(app)
    assert "baselines=NONE+ALL+EVEN+BIN+RANDOM+MAJORITY" in texts(app)


def test_coders_are_marked_as_automatic_and_kept_in_the_address() -> None:
    app = launch(PAGE, TWO)
    app.multiselect[0].set_value(["*robo*"]).run()
    assert not app.exception
    assert dict(app.query_params)["automatic"] == "*robo*"
    assert "added" not in app.query_params
    assert "only baselines" not in texts(app)
    rows = table(app, "Segmenters beside ann-bob")["rows"]
    assert [cells(row)[0] for row in rows][:2] == ["*robo*", "NONE"]
    tests = table(app, "Tests beside ann-bob")["rows"]
    assert cells(tests[0])[0] == "*robo* less NONE"
    app.multiselect[1].set_value(["NONE"]).run()
    assert (app.query_params["automatic"], app.query_params["added"]) == ("*robo*", "NONE")
    assert len(table(app, "Segmenters beside ann-bob")["rows"]) == 2


def test_the_address_decides() -> None:
    app = launch(PAGE, TWO, automatic="*robo*\nnobody", added="BIN\nMAGIC\nNONE")
    assert app.multiselect[0].value == ["*robo*"]
    assert app.multiselect[1].value == ["BIN", "NONE"]
    assert {one.proto.label for one in app.get("download_button")} == {"CSV", "JSON"}
    assert "The address calls nobody automatic" in texts(app)
    assert "The address adds MAGIC" in texts(app)


def test_nothing_to_compare_is_said() -> None:
    app = launch(PAGE, TWO, added="")
    assert "There is nothing to compare" in texts(app)
    alone = b"item,coder,masses\ni1,ann,3 4\n"
    assert "There is nothing to compare" in texts(launch(PAGE, alone))


def test_one_item_has_no_intervals_and_says_why() -> None:
    app = launch(PAGE, corpus="stargazer")
    assert "they have no intervals" in texts(app)
    assert texts(app).count("there is only one item") == 1


def test_types_are_said_not_to_count() -> None:
    assert "their types and levels do not count" in texts(launch(PAGE, corpus="dialogue"))
    assert "places alone" not in texts(seen(PAGE, corpus="moonstone"))


def test_texttiling_is_offered_where_there_are_texts() -> None:
    app = launch(PAGE, corpus="dialogue", added="TextTiling\nNONE")
    rows = table(app, "Segmenters beside ada to dov")["rows"]
    assert [cells(row)[0] for row in rows] == ["TextTiling", "NONE"]
    assert [row["cells"][0]["sub"].split(",")[0] for row in rows] == ["segmenter", "baseline"]
    app = launch(PAGE, corpus="moonstone", added="TextTiling\nNONE")
    assert "these items have none" in texts(app)
    assert app.multiselect[1].value == ["NONE"]


def test_without_nltk_the_page_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)
    said = texts(launch(PAGE, corpus="dialogue"))
    assert "pip install 'segmetrics[texttiling]'" in said
    assert "pip install" not in texts(launch(PAGE, corpus="moonstone"))


def test_items_that_texttiling_leaves_out_are_named() -> None:
    rows = ["item,unit,text,ann,bob"]
    for place, text in enumerate(units_of(1, 30)):
        label = "abc"[place // 10]
        rows += [
            f"{item},{place + 1},{words},{label},{label}"
            for item, words in (("long", text), ("short", "word"))
        ]
    app = launch(PAGE, "\n".join(rows).encode(), added="TextTiling")
    for button in app.button:  # a busy machine is asked before what takes longer
        if (button.key or "").startswith("compute"):
            app = button.click().run()
    assert "TextTiling leaves out short: its text is too short" in texts(app)


def test_the_near_miss_window_counts() -> None:
    near, far = (
        table(launch(PAGE, corpus="moonstone", n=n), "Segmenters beside an1")["rows"]
        for n in ("2", "6")
    )
    assert cells(near[0])[3] != cells(far[0])[3]
    assert cells(near[0])[4] == cells(far[0])[4]


def test_many_groups_are_cut_and_said_to_be() -> None:
    content = "item,coder,masses\n" + "".join(
        f"i{n},a{n},3 4\ni{n},b{n},2 5\n" for n in range(segmenters_view.SHOWN_GROUPS + 2)
    )
    app = launch(PAGE, content.encode(), added="NONE")
    shown = [data for data in components(app) if data.get("caption", "").startswith("Segmenters")]
    assert len(shown) == segmenters_view.SHOWN_GROUPS
    assert "The first 5 of 7 coder groups" in texts(app)
