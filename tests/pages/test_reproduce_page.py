"""The page Reproduce, launched through app.py."""

from __future__ import annotations

import csv
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.dashboard.learn import reproduce_view
from segmetrics.reproduction import PAPERS, fournier2012
from segmetrics.reproduction.papers import reproduce
from tests.support.figures import figure, figures
from tests.support.pages import GOOD, components, launch, links, texts
from tests.support.project import PROJECT
from tests.support.small_reproduction import complete_tables, small

PAGE = "reproduce"
HEADER = b"length,nSegments,instanceSpace,wdCount,bCount,zCount\n"
# What the paper counted for texts of 5 units.
VANISH = HEADER + b"5,2,4,2,0,0\n5,3,6,0,0,0\n5,4,4,0,0,0\n"


def cells(row: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(cell["text"], cell.get("sub")) for cell in row["cells"]]


def by_name(app: AppTest, caption: str) -> dict[str, list[tuple[str, str | None]]]:
    """Find a table by its whole caption: the cells of each row, by the row's name."""
    (found,) = [data for data in components(app) if data.get("caption") == caption]
    rows = [cells(row) for row in found["rows"]]
    return {row[0][0]: row[1:] for row in rows}


def captions(app: AppTest) -> set[str]:
    return {data["caption"] for data in components(app) if "caption" in data}


def named(app: AppTest, label: str) -> Any:
    (found,) = [button for button in app.button if button.label == label]
    return found


def test_table_2_is_shown_as_the_paper_prints_it() -> None:
    app = launch(PAGE)
    assert "Of 85 figures 84 are equal to every printed decimal" in texts(app)
    assert "1 is different for a documented reason" in texts(app)
    # The page must not take more than the published table and hold it for ours.
    with (PROJECT / "data" / "moonstone_published.csv").open(encoding="utf-8") as lines:
        published = {row["item"]: row for row in csv.DictReader(lines)}
    rows = by_name(app, "Table 2")
    assert list(rows) == [f"chapter {n}" for n in (1, 2, 3, 4, 5, 8, 10, 11)]
    for name, row in rows.items():
        facts = list(published[name.replace("chapter ", "ch")].values())[1:]
        assert row == [(fact, f"= {fact}") for fact in facts]
    rest_of = by_name(app, "Table 2, published figures alone")
    assert len(rest_of) == 12
    assert rest_of["chapter 7"][0] == ("–", "published 0.8132")
    assert "does not come with this program. Its authors publish it" in texts(app)


def test_the_simulation_of_table_1_runs_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fournier2012, "TRIALS", 4)
    monkeypatch.setattr(fournier2012, "HYPOTHESES", 2)
    app = launch(PAGE)
    assert "Without the simulation of Table 1" in texts(app)
    assert "Table 1" not in captions(app)
    named(app, "Compute the simulation of Table 1").click().run()
    assert not app.exception
    assert "compute them below" not in texts(app)
    row = by_name(app, "Table 1")["20 to 30 units, FN"]
    assert row[0][1] is not None
    assert row[0][1].lstrip("=≈≠ ").startswith("0.2340")


def test_every_paper_has_its_summary_and_its_command() -> None:
    for paper, name in PAPERS.items():
        app = launch(PAGE, paper=paper)
        assert app.button_group[0].value == paper
        assert f"segmetrics reproduce {paper}" in [code.value for code in app.code]
        assert name.split(" (")[0].split(" &")[0] in texts(app)
        assert "figure" in app.markdown[0].value


def test_the_paper_is_in_the_address_and_a_difference_is_shown_with_its_reason() -> None:
    """Whatever corpus is open."""
    app = launch(PAGE, GOOD)
    assert "Of 85 figures" in texts(app)
    assert links(app)["The bundled chapters on the Overview"].startswith("./?")
    assert "convention=published" in links(app)["The bundled chapters on the Overview"]
    app.button_group[0].set_value("scaiano2012").run()
    assert not app.exception
    assert app.query_params["paper"] == "scaiano2012"
    assert by_name(app, "Table 2")["c"][1] == ("39", "≠ 40, −1")
    assert "c: TN. The equations give 39" in texts(app)
    assert "segmetrics reproduce scaiano2012" in [code.value for code in app.code]


def test_carroll_says_what_it_needs_and_takes_it() -> None:
    app = launch(PAGE, paper="carroll2010")
    assert "No figure can be compared" in texts(app)
    assert "give the file with their levels and ranks" in texts(app)
    app.file_uploader[0].upload("small.json", small().content, "application/json").run()
    assert not app.exception
    assert by_name(app, "HierWD, reference levels")["Anvil"] == [("0.000", "= 0.000")]
    assert "segmetrics reproduce carroll2010 --data PATH" in [code.value for code in app.code]
    # It stays in the session, until it is forgotten.
    app.switch_page("pages/metrics_page.py").run()
    app.query_params["paper"] = "carroll2010"
    app.switch_page(f"pages/{PAGE}_page.py").run()
    assert "come from the files that you gave" in texts(app)
    named(app, "Forget them").click().run()
    assert "No figure can be compared" in texts(app)


@pytest.mark.parametrize(
    ("paper", "name", "content", "message"),
    [
        ("carroll2010", "*x*.json", b"{", "*x*.json"),
        ("carroll2010", "x.json", b"{}", "x.json: not the data of this paper"),
        ("carroll2010", "x.json", small(units=4).content, "item Anvil"),
        ("diaz2022", "cross.csv", HEADER + b"5,2,x,0,0,0\n", "row 2"),
        ("diaz2022", "cross.csv", b"a,b\n1,2\n", "not the data of this paper"),
        (
            "diaz2022",
            "cross.csv",
            bytes(1_200_000),
            "These files have 1.2 MB, and this page reads 1 MB",
        ),
    ],
)
def test_files_that_cannot_be_used_are_named(
    paper: str, name: str, content: bytes, message: str
) -> None:
    app = launch(PAGE, paper=paper)
    app.file_uploader[0].upload(name, content, "text/plain").run()
    assert not app.exception
    (error,) = app.error
    assert message in error.value.replace("\\", "")
    assert app.file_uploader


def test_published_counts_of_diaz_and_ouyang() -> None:
    app = launch(PAGE, paper="diaz2022")
    assert "Simulation vanish" not in captions(app)
    named(app, "Compute the simulations").click().run()
    assert by_name(app, "Simulation vanish")["5 units, 2 segments"][1] == ("2", None)
    app.file_uploader[0].upload("vanishtransp.csv", VANISH, "text/csv").run()
    named(app, "Compute the simulations").click().run()
    assert not app.exception
    assert by_name(app, "Simulation vanish")["5 units, 2 segments"][1] == ("2", "= 2")
    assert "12 equal, 660 not compared" in texts(app)
    (code,) = app.code
    assert code.value == "segmetrics reproduce diaz2022 --data PATH"


def test_the_complete_moonstone_is_dropped_as_tables(complete_moonstone: Corpus) -> None:
    app = launch(PAGE)
    for table in complete_tables(complete_moonstone):
        app.file_uploader[0].upload(table.name, table.content, "text/csv")
    app.run()
    assert not app.exception
    rows = by_name(app, "Table 2")
    assert len(rows) == 20
    assert rows["chapter 7"][3] == ("0.6945", "= 0.6945")
    assert rows["chapter 20, a paragraph added"][0] == ("0.8590", "= 0.8590")
    claimed = by_name(app, "Section 4.4, claims")["chapter 19"]
    assert claimed[0] == ("higher half", "= higher half")
    assert claimed[-1] == ("place 20 of 20", "≠ higher half")
    assert "chapter 19: π* over B, alpha. The chapter" in texts(app)
    assert by_name(app, "Section 4.4, corpus")["edits of all pairs"][-2:] == [
        ("1,039", "= 1,039"),
        ("212", "= 212"),
    ]
    assert "segmetrics reproduce fournier2012 --data PATH" in [code.value for code in app.code]


def test_what_the_paper_draws_is_drawn_on_its_axes() -> None:
    drawn = figures(launch(PAGE))
    assert [alt.split(":")[0] for alt in drawn] == ["Figure 5a", "Figure 5b", "Figures 5c and 10"]
    near = figure(launch(PAGE), "Figure 5b")
    low, high = near["layout"]["yaxis"]["range"]
    assert 0.65 < low < 0.7
    assert 1 < high < 1.05
    assert [trace["name"] for trace in near["data"]] == [
        "S(n=5, w_trp=0)",
        "S(n=5, te)",
        "S(n=3)",
        "1-WD",
    ]
    assert all(trace["x"] == list(range(11)) for trace in near["data"])


def test_the_order_of_cells_follows_the_columns() -> None:
    found = reproduce("fournier2012", simulated=False)
    (figures,) = [part for part in found if part.title == "Figures 3, 6, 7 and 8"]
    (columns, ours), (_, theirs) = reproduce_view.tables(figures)
    assert not theirs
    assert [len(row.cells) for row in ours] == [len(columns)] * 4
