"""The Laboratory as a page: scenes, printed values, what is wrong with an address."""

from __future__ import annotations

from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics.metrics.registry import METRICS
from tests.support.pages import components, launch, table, texts


def drawing(app: AppTest) -> dict[str, Any]:
    (found,) = [data for data in components(app) if "gauges" in data]
    return found


def printed(app: AppTest) -> dict[str, str]:
    """What the page shows of printed values: metric to text."""
    shown = table(app, "All metrics")
    titles = [column["text"] for column in shown["columns"]]
    place = titles.index("Printed")
    rows = [row["cells"] for row in shown["rows"] if row["level"] == "item"]
    return {cells[0]["text"]: cells[place]["text"] for cells in rows if cells[place]["text"]}


def test_the_first_visit_shows_a_scene_with_what_is_printed_of_it() -> None:
    app = launch("laboratory")
    assert "Fournier & Inkpen (2012), Figure 3" in texts(app)
    assert printed(app) == {"S": "= 9/13", "WindowDiff": "= 0.6154"}
    shown = drawing(app)
    assert shown["counts"] == {"match": [3, 3], "transposition": [1, 1], "substitution": [3, 3]}
    assert len(shown["gauges"]) == sum(metric.scores for metric in METRICS.values())
    assert len(table(app, "All metrics")["rows"]) > len(METRICS)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"scene": "nowhere"}, "there is no scene 'nowhere'"),
        ({"drawn": "2 x\n4"}, "A: segment size 'x' is not a whole number"),
        ({"drawn": "4\n5"}, "A has 4 units and B 5"),
        ({"drawn": "99\n99"}, "99 units; a drawing has 2 to 60"),
    ],
)
def test_a_broken_address_is_said_and_the_scenes_stay(query: dict[str, Any], said: str) -> None:
    app = launch("laboratory", **query)
    assert said in app.error[0].value.replace("\\", "")
    links = [link["text"] for data in components(app)[1:] for link in data.get("links", ())]
    assert "Figure 12" in links


def test_the_pair_is_drawn_first_and_chosen_among_more_than_two() -> None:
    app = launch("laboratory", scene="diaz2022_figure16", width="boundaries", hypothesis="h3")
    assert [lane["name"] for lane in drawing(app)["lanes"]] == ["h3", "reference", "h1", "h2"]
    app.selectbox(key="pick hypothesis").set_value("h2").run()
    assert [lane["name"] for lane in drawing(app)["lanes"]] == ["h2", "reference", "h1", "h3"]
    assert printed(app) == {"B": "= 0.75", "WindowDiff": "= 0.88", "A": "= 0.79"}
    assert "is closest by" in texts(app)


def test_a_metric_opens_with_its_numbers_and_flaws() -> None:
    app = launch("laboratory", scene="fournier2012_figure7", number="wd")
    (dialog,) = app.get("dialog")
    latex = "".join(element.value for element in dialog.latex)
    assert r"\frac{2}{13}" in latex
    said = "".join(element.value for element in dialog.markdown).replace("\\", "")
    assert all(flaw in said for flaw in METRICS["wd"].flaws)
    (about,) = [
        link["href"]
        for data in components(app)[1:]
        for link in data.get("links", ())
        if link["text"] == "All about it"
    ]
    assert about.startswith("./metrics?")
    assert "number=wd" in about


def test_a_metric_that_does_not_exist_does_not_open() -> None:
    app = launch("laboratory", number="nothing")
    assert "which is no number of this drawing" in app.warning[0].value.replace("\\", "")
    assert not app.get("dialog")


def test_the_window_and_the_convention_count() -> None:
    narrow = launch("laboratory", scene="fournier2012_figure5b", hypothesis="3 away")
    wide = launch("laboratory", scene="fournier2012_figure5b", hypothesis="3 away", n="4")
    assert drawing(narrow)["counts"]["transposition"] == [0, 0]
    assert drawing(wide)["counts"]["transposition"] == [1, 1]
    values = [
        table(launch("laboratory", convention=convention), "Coefficients")["rows"][0]["cells"][1]
        for convention in ("defined", "published")
    ]
    assert values[0]["text"] != values[1]["text"]


def test_segment_sizes_can_be_written() -> None:
    app = launch("laboratory", scene="near_miss")
    (field,) = app.text_area
    assert field.value == "4 4 4\n4 5 3"
    field.set_value("4 4 4\n\n 12 \n6,6").run()
    assert app.query_params["drawn"] == "4 4 4\n12\n6,6"
    lanes = drawing(app)["lanes"]
    assert [lane["boundaries"] for lane in lanes] == [[], [4, 8], [6]]
    assert app.text_area[0].value == "4 4 4\n12\n6,6"
