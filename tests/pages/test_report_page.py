"""The Report page: what it offers, and that its files are those of the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from segmetrics.cli import main
from segmetrics.dashboard.frame import jobs
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.share import report_view
from segmetrics.dashboard.share.report_view import options_of, size_of, unknown_contents
from segmetrics.io import SAMPLES
from segmetrics.reporting import images
from segmetrics.reporting.report import CONTENTS
from segmetrics.reporting.report_formats import REPORT_FORMATS
from tests.support.pages import BROKEN, GOOD, HOPELESS, launch, texts

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest


def shown_page(app: AppTest) -> str:
    """The report that the page shows in its frame."""
    (frame,) = app.get("iframe")
    page: str = frame.proto.srcdoc
    return page


def labels(app: AppTest) -> list[str]:
    return [element.proto.label for element in app.get("download_button")]


def test_the_page_offers_every_format() -> None:
    found = labels(launch("report"))
    assert [label.split(" (")[0] for label in found] == [
        one.title for one in REPORT_FORMATS.values()
    ]
    assert found[0] == "HTML (2.0 MB)"


def test_what_is_seen_is_the_report() -> None:
    app = launch("report", GOOD)
    page = shown_page(app)
    assert page.startswith("<!DOCTYPE html>")
    for title in CONTENTS.values():
        assert f"<h2>{title}</h2>" in page
    assert "from leaving out each coder" in page
    assert "No interval for ch2: two coders only" in page
    assert "What went into it" in texts(app)
    assert "two-way jackknife" in texts(app)


def test_the_address_says_what_the_report_holds() -> None:
    app = launch(
        "report",
        GOOD,
        contents="pairs\nmethods",
        intervals="hidden",
        coders="numbered",
        similarity="b",
    )
    page = shown_page(app)
    assert "<h2>Pairs of coders</h2>" in page
    assert "<h2>Agreement of items" not in page
    assert "jackknife" not in page
    assert "ann" not in page.rpartition("</style>")[2].partition("<script")[0]
    assert "coder 1 and coder 2" in page
    assert "boundary similarity B" in page


def test_a_choice_is_written_to_the_address() -> None:
    app = launch("report", GOOD, contents="pairs\nmethods")
    app.pills(key="pick contents").set_value(["pairs"]).run()
    assert app.query_params["contents"] == "pairs"
    assert "<h2>Methods and references</h2>" not in shown_page(app)


def test_a_report_of_nothing_is_none() -> None:
    app = launch("report", GOOD, contents="")
    assert "Choose at least one thing" in texts(app)
    assert labels(app) == []
    assert not app.get("iframe")


def test_contents_that_there_are_none_of_are_named() -> None:
    app = launch("report", GOOD, contents="pairs\nfigures")
    assert "No report holds 'figures'" in app.warning[0].value.replace("\\", "")
    assert "<h2>Pairs of coders</h2>" in shown_page(app)


def test_items_left_out_are_named() -> None:
    app = launch("report", BROKEN)
    assert "ch1, ch2" in app.warning[0].value
    assert "Left out because of problems: ch1, ch2." in shown_page(app)


def test_without_a_usable_item_there_is_no_report() -> None:
    app = launch("report", HOPELESS)
    assert "waits for a decision" in app.info[0].value
    assert labels(app) == []


def test_a_missing_browser_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_view, "why_not_drawn", lambda: images.NO_BROWSER)
    said = texts(launch("report", GOOD))
    assert "Figures come as HTML here" in said
    assert images.NO_BROWSER in said


@pytest.mark.parametrize("key", SAMPLES)
@pytest.mark.parametrize(
    ("query", "arguments"),
    [
        ({}, []),
        (
            {"convention": "published", "n": "3", "width": "boundaries", "coders": "numbered"},
            ["--convention", "published", "--n", "3", "--window-diff", "boundaries", "--anonymous"],
        ),
        (
            {"contents": "agreement\nmethods", "intervals": "hidden", "similarity": "b"},
            ["--contents", "agreement", "methods", "--no-intervals", "--similarity", "b"],
        ),
        (
            {"contents": "agreement\nmethods", "over": "items"},
            ["--contents", "agreement", "methods", "--over", "items"],
        ),
    ],
)
def test_the_page_and_the_command_line_make_the_same_file(
    key: str, query: dict[str, str], arguments: list[str], tmp_path: Path, any_day: str
) -> None:
    written = tmp_path / "report.html"
    sample = SAMPLES[key].path
    assert main(["report", str(sample), "-o", str(written), "--date", any_day, *arguments]) == 0
    assert shown_page(launch("report", None, corpus=key, **query)) == written.read_text("utf-8")


@pytest.fixture
def any_day() -> str:
    """Return the day that the page's report bears."""
    from datetime import datetime

    return datetime.now().astimezone().date().isoformat()


def test_a_view_says_what_a_report_holds() -> None:
    view = UrlState(contents=("methods", "ranked"), intervals="hidden", coders="numbered", n=4)
    options = options_of(view)
    assert options is not None
    assert options.contents == ("ranked", "methods")
    assert options.intervals is None
    assert options.anonymous
    assert options.agreement.model.n == 4
    assert options_of(UrlState(contents=())) is None
    assert unknown_contents(UrlState(contents=("ranked", "plots"))) == ("plots",)


@pytest.mark.parametrize(
    ("count", "said"), [(0, "1 kB"), (999_499, "999 kB"), (1_000_000, "1.0 MB"), (2**22, "4.2 MB")]
)
def test_sizes_are_said_in_kilobytes_and_megabytes(count: int, said: str) -> None:
    assert size_of(bytes(count)) == said


def test_a_session_keeps_one_report() -> None:
    app = launch("report", GOOD)
    for how in ("hidden", "shown"):
        app.segmented_control(key="pick intervals").set_value(how).run()
        assert not app.exception
    names = [key[0] for key in app.session_state[jobs.STORE].held]
    assert names.count("report") == 1
