"""The Share page: what it offers, and that its files are those of the command line."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from plotly.offline import get_plotlyjs_version

from segmetrics import RecordingOptions, sample
from segmetrics.cli import main
from segmetrics.dashboard.frame import jobs
from segmetrics.dashboard.frame.session_store import store
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.share import report_view
from segmetrics.dashboard.share.report_view import in_megabytes, options_of, unknown_contents
from segmetrics.io import SAMPLES, Source, read_sources
from segmetrics.reporting.recorded import RecordedOptions
from segmetrics.reporting.report import CONTENTS, OF_RECORDINGS
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.settings import MODE_VARIABLE
from segmetrics.store import Visitor
from segmetrics.store.exporting import export_corpus
from tests.support.known import known
from tests.support.pages import BROKEN, GOOD, components, follow, launch, saved, table, texts
from tests.support.samples import TEXTS

if TYPE_CHECKING:
    from streamlit.testing.v1 import AppTest


FINE_COARSE_AND_TEXTS = ("film", "film-coarse", "stargazer")


def shown_page(app: AppTest) -> str:
    """The report that the page shows in its frame."""
    (frame,) = app.get("iframe")
    page: str = frame.proto.srcdoc
    return page


def labels(app: AppTest) -> list[str]:
    return [element.proto.label for element in app.get("download_button")]


def test_the_page_offers_every_format() -> None:
    found = labels(launch("share"))
    titles = [re.sub(r" \(\d\.\d MB\)", "", label) for label in found]
    assert sorted(titles) == sorted(one.title for one in REPORT_FORMATS.values())
    assert found[:2] == ["Word", "Appendix (Word)"]
    assert re.fullmatch(r"HTML \(\d\.\d MB\)", found[2])


def test_what_is_seen_is_the_report() -> None:
    app = launch("share", GOOD)
    page = shown_page(app)
    assert page.startswith("<!DOCTYPE html>")
    for key, title in CONTENTS.items():
        assert (f"<h2>{title}</h2>" in page) == (key != "rounds")
    assert "No interval for ch1, group ann to cy, corpus: three coders only" in page
    assert "No interval for ch2: two coders only" in page
    assert "from leaving out each coder" not in page
    four = launch("share", corpus="moonstone", contents="agreement\nmethods")
    assert "from leaving out each coder" in shown_page(four)
    assert "What went into it" in texts(app)
    assert "two-way jackknife" in texts(app)


def test_the_address_says_what_the_report_holds_and_a_choice_is_written_to_it() -> None:
    asked = {"contents": "pairs\nmethods", "intervals": "hidden", "coders": "numbered"}
    app = launch("share", GOOD, **asked, similarity="b")
    page = shown_page(app)
    assert "<h2>Pairs of coders</h2>" in page
    assert "<h2>Agreement of items" not in page
    assert "jackknife" not in page
    assert "ann" not in page.rpartition("</style>")[2].partition("<script")[0]
    assert "coder 1 and coder 2" in page
    assert "boundary similarity B" in page
    app.pills(key="pick contents").set_value(["pairs"]).run()
    assert app.query_params["contents"] == "pairs"
    assert "<h2>Methods and references</h2>" not in shown_page(app)


def test_a_report_of_nothing_is_none() -> None:
    app = launch("share", GOOD, contents="")
    assert "Choose at least one thing" in texts(app)
    assert labels(app) == []
    assert not app.get("iframe")


def test_a_large_report_is_shown_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_view, "LARGE", 1_000)
    app = launch("share", GOOD, contents="pairs")
    assert not app.get("iframe")
    assert labels(app)
    app.toggle[0].set_value(True).run()
    assert "<h2>Pairs of coders</h2>" in shown_page(app)


def test_contents_that_there_are_none_of_and_items_left_out_are_named() -> None:
    for content, query, warned in (
        (GOOD, {"contents": "pairs\nfigures"}, "No report holds 'figures'"),
        (
            GOOD,
            {"share": "100", "contents": "pairs\nconsensus"},
            "The report has no consensus segmentation",
        ),
        (BROKEN, {"contents": "pairs\nmethods"}, "ch1, ch2"),
    ):
        app = launch("share", content, **query)
        assert warned in app.warning[0].value.replace("\\", "")
        page = shown_page(app)
        assert "<h2>Pairs of coders</h2>" in page
        assert "<h2>The consensus segmentation</h2>" not in page
    assert "Left out because of problems: ch1, ch2." in page


# An address, and the words of the command line that ask for the same.
ASKED: list[tuple[dict[str, str], list[str]]] = [
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
]


@pytest.mark.parametrize(
    ("key", "query", "arguments"),
    [
        *((key, {}, []) for key in TEXTS),
        *(("dialogue", *asked) for asked in ASKED),
    ],
)
def test_the_page_and_the_command_line_make_the_same_file(
    key: str, query: dict[str, str], arguments: list[str], tmp_path: Path, any_day: str
) -> None:
    written = tmp_path / "report.html"
    sample = SAMPLES[key].path
    # The sample's word for a unit is not in its file.
    noun = ["--noun", SAMPLES[key].unit] if SAMPLES[key].unit else []
    to = ["-o", str(written), "--date", any_day]
    assert main(["report", str(sample), *to, *noun, *arguments]) == 0
    file = written.read_text("utf-8")
    shown = shown_page(launch("share", None, corpus=key, **query))
    # The library of the figures has an address of its own there.
    assert shown == re.sub(
        '<script type="text/plain" id="plotly">.*?</script>',
        f'<script src="./plotly-{get_plotlyjs_version()}.min.js"></script>',
        file,
    )
    assert len(shown) < 400_000


@pytest.fixture
def any_day() -> str:
    """Return the day that the page's report bears."""
    from datetime import datetime

    return datetime.now().astimezone().date().isoformat()


def test_a_view_says_what_a_report_holds() -> None:
    view = UrlState(contents=("methods", "ranked"), intervals="hidden", coders="numbered", n=4)
    texts_, films = sample("dialogue"), sample("film")
    options = known(options_of(view, texts_))
    assert options.contents == ("ranked", "methods")
    assert options.intervals is None
    assert options.anonymous
    assert options.agreement.model.n == 4
    assert options_of(UrlState(contents=()), texts_) is None
    view = replace(view, tolerance=0.5, trim_start=10.0, kernel_width=2.0)
    options = known(options_of(view, films))
    assert options.contents == ("methods",)
    measured = RecordingOptions(tolerance=0.5, trim=(10, 0))
    assert options.recorded == RecordedOptions(measured=measured, width=2.0)
    assert options_of(UrlState(contents=("pairs",)), films) is None
    assert unknown_contents(UrlState(contents=("ranked", "plots"))) == ("plots",)


@pytest.mark.parametrize(
    ("count", "said"), [(0, "1 kB"), (999_499, "999 kB"), (1_000_000, "1.0 MB"), (2**22, "4.2 MB")]
)
def test_sizes_are_said_in_kilobytes_and_megabytes(count: int, said: str) -> None:
    assert in_megabytes(count) == said


def test_a_session_keeps_one_report() -> None:
    app = launch("share", GOOD)
    for how in ("hidden", "shown"):
        app.segmented_control(key="pick intervals").set_value(how).run()
        assert not app.exception
    names = [key[0] for key in app.session_state[jobs.STORE].held]
    assert names.count("report") == 1


def test_the_report_calls_coder_groups_as_the_corpus_does_but_no_anonymous_one() -> None:
    titled = partial(launch, "share", corpus="moonstone", groups="an5\nStudents")
    assert "group Students" in shown_page(titled())
    assert "Students" not in shown_page(titled(coders="numbered"))


def test_the_paragraphs_for_a_paper_come_first_and_can_be_copied() -> None:
    app = launch("share", GOOD)
    sentence, results, methods = (element.value for element in app.code[:3])
    # Of codings that have no other round, none is named.
    assert sentence.startswith("Three coders segmented 2 items with 17 units; their chance-")
    assert "rounds of this project" not in texts(app)
    assert results.startswith("The corpus has 2 items with 17 units, segmented by 3 coders, who")
    assert methods.startswith("Inter-coder agreement was computed with segmetrics")
    # Those of the whole report stand in the report.
    assert "AC1 (Gwet, 2008)" not in methods
    assert "AC1 (Gwet, 2008)" in shown_page(app)
    page = shown_page(app)
    assert page.index("The corpus has 2 items") < page.index("<table")
    without = launch("share", GOOD, contents="pairs")
    assert not [element for element in without.code if "2 items with" in element.value]


def test_the_rounds_of_a_project_stand_in_its_report() -> None:
    place = saved(GOOD)
    final = saved(GOOD.replace(b"2 5", b"3 4"), of=place)
    app = launch("share", corpus=final)
    page = shown_page(app)
    assert "<h2>Rounds of coding</h2>" in page
    chosen = app.selectbox(key="round to share")
    assert (chosen.value, chosen.options) == (final, ["Round 1", "Round 2"])
    assert "segmented 2 items with 17 units (Round 2); their" in app.code[0].value
    first = chosen.set_value(place).run()
    assert first.query_params["corpus"] == place
    assert "(Round 1); their" in first.code[0].value
    # The sentence stands on the page alone, beside the paragraph that a report holds.
    assert "(Round 2); their" not in page
    assert "Round 1" in page
    # A sample is no project, though another one may be a round of it.
    assert "<h2>Rounds of coding</h2>" not in shown_page(launch("share", corpus="interviews"))


def test_on_one_s_own_machine_no_link_is_promised() -> None:
    said = texts(launch("share", GOOD))
    assert "a link works only here" in said
    assert "Send the report as HTML instead" in said
    assert "a link works only here" in texts(launch("share", corpus="stargazer"))


def test_a_colleague_s_page_answers_and_shows_nothing_else() -> None:
    place = saved(GOOD)
    app = launch("shared", corpus=place)
    said = texts(app)
    assert "Both items have too few places or boundaries to say anything." in said
    rows = table(app, "Items, those first that need work")["rows"]
    assert sorted(row["cells"][0]["text"] for row in rows) == ["ch1", "ch2"]
    assert labels(app) == ["The report (HTML)"]
    assert not app.pills
    assert not app.selectbox
    assert not app.button
    # No navigation stands above it: the answer, the way on, then the table.
    answer, more, way_on, items = components(app)
    assert answer["paragraphs"]
    assert more["paragraphs"]
    assert [link["text"] for link in way_on["links"]] == ["All pages of this project →"]
    assert items["caption"].startswith("Items")


def test_a_colleague_sees_the_settings_of_the_project() -> None:
    place = saved(GOOD)
    store().keep_settings(Visitor(), place, {"similarity": "b", "coders": "numbered"})
    app = launch("shared", corpus=place)
    (link,) = [data for data in components(app) if data.get("links")]
    assert "similarity=b" in link["links"][0]["href"]


def test_links_are_made_where_links_lead_somewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "links")
    visitor = Visitor(mode="links")
    place = store().create(visitor, [Source("a.csv", GOOD)], title="Shared")
    store().accept(visitor, place, read_sources([Source("a.csv", GOOD)]))
    app = launch("share", corpus=place)
    (button,) = [one for one in app.button if one.label == "Make a link to read"]
    button.click().run()
    assert not app.exception
    address = app.code[-1].value
    assert "/shared?corpus=" in address
    link = address.rpartition("=")[2]
    assert store().corpus(visitor, link).right == "read"
    opened = launch("shared", corpus=link)
    assert "Shared" in texts(opened)
    (button,) = [one for one in app.button if one.label == "I have copied it"]
    button.click().run()
    assert link not in "".join(element.value for element in app.code)


def test_everything_comes_back_by_the_upload() -> None:
    place = saved(GOOD, title="Interviews")
    saved(GOOD.replace(b"2 5", b"3 4"), of=place)
    archive = export_corpus(store(), Visitor(), place)
    store().delete(Visitor(), place)
    app = launch("projects")
    app.file_uploader[0].set_value([("Interviews.zip", archive, "application/zip")]).run()
    assert not app.exception
    (back,) = store().corpora(Visitor())
    assert (back.title, [one.digest is not None for one in back.rounds]) == (
        "Interviews",
        [True, True],
    )
    assert components(app)[-1] == {"href": f"./projects?corpus={back.key}"}
    follow(app)
    said = app.success[0].value.replace("\\", "")
    assert said.startswith("1 project came back, with 2 rounds: Interviews.")


def test_projects_do_not_come_back_among_other_files() -> None:
    place = saved(GOOD)
    archive = export_corpus(store(), Visitor(), place)
    app = launch("projects")
    files = [("all.zip", archive, "application/zip"), ("more.csv", GOOD, "text/csv")]
    app.file_uploader[0].set_value(files).run()
    assert len(store().corpora(Visitor())) == 1
    said = [element.value for element in (*app.error, *app.warning, *app.info)]
    assert any("Open the ZIP of the projects by itself" in one for one in said)


def test_what_the_report_tells_of_texts_and_people_is_said_and_can_be_left_out() -> None:
    app = launch("share", corpus="dialogue")
    assert "the report holds passages of the texts and the names of the coders." in texts(app)
    passage = "<h2>The text at the most disputed places</h2>"
    assert passage in shown_page(app)
    (leave_out,) = [one for one in app.button if one.label == "Leave the texts out"]
    leave_out.click().run()
    assert "the report holds the names of the coders." in texts(app)
    assert passage not in shown_page(app)
    (coders,) = [one for one in app.button_group if one.label == "Coders"]
    coders.set_value("numbered").run()
    assert "holds no passage of the texts and no name of a coder" in texts(app)
    (put_in,) = [one for one in app.button if one.label == "Put passages of the texts in"]
    put_in.click().run()
    assert passage in shown_page(app)


def test_recordings_leave_as_texts_do() -> None:
    app = launch("share", corpus="film")
    assert len(labels(app)) == len(REPORT_FORMATS)
    sentence, results_, methods_ = (element.value for element in app.code)
    assert sentence.startswith("10 coders segmented 1 recording (12:00 min); their F beyond chance")
    assert "95% CI" in results_
    assert "Zacks" in methods_
    page = shown_page(app)
    for key, title in OF_RECORDINGS.items():
        assert (f"<h2>{title}</h2>" in page) == (key != "rounds"), key
    (contents,) = [one for one in app.button_group if one.label == "Contents"]
    assert contents.options == list(OF_RECORDINGS.values())
    contents.set_value(["results"]).run()
    assert app.query_params["contents"] == "results"
    assert f"<h2>{OF_RECORDINGS['consensus']}</h2>" not in shown_page(app)


def test_a_colleague_s_page_answers_for_recordings() -> None:
    app = launch("shared", corpus="film", tolerance="0.5")
    assert "within 0.5 seconds" in texts(app)
    (row,) = table(app, "Recordings")["rows"]
    assert row["cells"][0]["text"] == "the lost key"
    assert labels(app) == ["The report (HTML)"]


def test_the_report_of_recordings_is_that_of_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_view, "today", lambda: "2026-01-31")
    view = UrlState(corpus="film", tolerance=1.0, trim_end=30.0, kernel_width=0.5)
    page = shown_page(launch("share", None, **view.query()))
    words = ["report", str(SAMPLES["film"].path), "-o", str(tmp_path / "r.md"), "--tolerance", "1"]
    options = ["--trim", "0", "30", "--width", "0.5", "--date", "2026-01-31"]
    assert main([*words, *options]) == 0
    signature = (tmp_path / "r.md").read_text(encoding="utf-8").rpartition("Signature: ")[2]
    assert signature.split("\n")[0] in page


def test_the_rounds_of_a_project_of_recordings_stand_in_its_report() -> None:
    fine, coarse, texts_ = (SAMPLES[key].path.read_bytes() for key in FINE_COARSE_AND_TEXTS)
    place = saved(fine)
    saved(coarse, of=place)
    # A round of texts is not compared with them.
    saved(texts_, of=place)
    app = launch("share", corpus=place)
    said = [element.value for element in app.code]
    assert len(said) == 4
    assert "boundaries a minute went from 3.3 to 0.9" in said[2]
    assert "<h2>Rounds of coding</h2>" in shown_page(app)


def test_who_keeps_agreement_low_is_said_before_the_paragraphs_that_are_copied() -> None:
    (said,) = (one.value for one in launch("share", corpus="interviews").info)
    assert said.startswith(
        "lou marks one place late, and max marks many places that hardly anybody else does"
    )
    assert "Decide what to do about it before you report them" in said
    assert not launch("share", corpus="moonstone").info
