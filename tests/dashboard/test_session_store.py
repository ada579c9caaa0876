"""The store as pages reach it: which one, by whom, in every mode, and when it fails."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit import context
from streamlit.testing.v1 import AppTest

from segmetrics.dashboard.data import import_state
from segmetrics.dashboard.frame import jobs, kept_codings, session_store
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus, rounds_of
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server import tasks
from segmetrics.dashboard.server.auth import Person
from segmetrics.dashboard.server.shared_results import result_cache
from segmetrics.dashboard.server.worker import WorkEnded, run
from segmetrics.io import SAMPLES
from segmetrics.settings import LIMITS, LINK_DAYS_VARIABLE, MODE_VARIABLE, STORE_VARIABLE
from segmetrics.store import Store, StoreFailed, Visitor
from tests.support.pages import (
    GOOD,
    HOPELESS,
    components,
    follow,
    launch,
    links,
    place_of,
    saved,
    table,
    texts,
)

LOCAL = Visitor()
FAILS = "of the store cannot be made"
OTHER = GOOD.replace(b"ch1", b"chapter 1")


def projects(app: AppTest) -> dict[str, str]:
    """Titles and links of the projects that are listed."""
    listed = [one for one in components(app) if one.get("caption") == "Projects"]
    rows = [row["cells"][0] for data in listed for row in data["rows"]]
    return {cell["text"]: cell["href"] for cell in rows}


def papers_of(app: AppTest) -> list[dict[str, Any]]:
    """Rows of the table for a reviewer."""
    app.query_params["face"] = "reviewer"
    rows: list[dict[str, Any]] = table(app.run(), "Agreement")["rows"]
    return rows


def upload(content: bytes = GOOD) -> AppTest:
    """Upload a file on the page Projects, and accept what was read of it."""
    app = launch("projects")
    app.file_uploader[0].set_value([("codings.csv", content, "")]).run()
    follow(app)
    (accept,) = [one for one in app.button if one.label.startswith("Accept")]
    accept.click().run()
    follow(app)
    return app


# ----- what is kept


def test_many_codings_are_written_and_read_in_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[str] = []

    def noted(task: Any, *given: Any, **more: Any) -> Any:
        done.append(task.func.__name__ if task.func is tasks.read else task.args[0].func.__name__)
        return run(task, *given, **more)

    monkeypatch.setattr(jobs, "run", noted)
    monkeypatch.setattr(kept_codings, "FEW_KEPT", 0)
    monkeypatch.setattr(kept_codings, "FEW_HELD", 0)
    monkeypatch.setattr(import_state, "LARGE", 0)
    app = upload()
    assert done == ["read", "document_of"]
    place = place_of(app)
    held = result_cache().keys()
    assert not [key for key in held if key[0] == "import"]
    # Whoever accepted them has them; somebody else reads them.
    assert "ch1" in str(components(app))
    result_cache().clear()
    somebody = launch("overview", corpus=place)
    assert "ch1" in str(components(somebody))
    assert done[2:] == ["corpus_of"]
    assert "Accepted. Which items are unreliable? →" in links(launch("import", corpus=place))
    assert done[3:] == ["read"]


def test_codings_that_take_too_much_to_be_kept_are_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ended(task: Any, *given: Any, **more: Any) -> Any:
        if task.func is tasks.read:
            return run(task, *given, **more)
        raise WorkEnded("memory")

    monkeypatch.setattr(jobs, "run", ended)
    monkeypatch.setattr(kept_codings, "FEW_HELD", 0)
    app = launch("projects")
    app.file_uploader[0].set_value([("codings.csv", OTHER + b"ch9,ann,4 5\n", "")]).run()
    follow(app)
    (accept,) = [one for one in app.button if one.label.startswith("Accept")]
    accept.click().run()
    assert not app.exception
    (said,) = [one.value for one in app.warning]
    assert said.startswith("Keeping the codings would take more than the 1,000 MB of memory")
    (accept,) = [one for one in app.button if one.label.startswith("Accept")]


def test_what_was_opened_is_there_in_another_session_with_its_settings() -> None:
    app = upload()
    app.slider(key="pick n").set_value(4).run()
    place = place_of(app)
    assert session_store.store().corpus(LOCAL, place).settings == {"n": "4"}
    assert projects(launch("projects"))["codings"] == f"./?corpus={place}&n=4"


def test_settings_of_recordings_are_kept_with_the_corpus_too() -> None:
    place = saved(SAMPLES["film"].path.read_bytes())
    app = launch("overview", corpus=place)
    app.number_input(key="pick tolerance").set_value(0.5).run()
    app.number_input(key="pick trim_start").set_value(20.0).run()
    kept = {"tolerance": "0.5", "trim_start": "20"}
    assert session_store.store().corpus(LOCAL, place).settings == kept
    (link,) = [link for name, link in projects(launch("projects")).items() if place in link]
    assert parse_qs(urlsplit(link).query).items() >= {k: [v] for k, v in kept.items()}.items()


def test_a_saved_corpus_is_linked_with_its_automatic_coders() -> None:
    place = saved(GOOD)
    session_store.store().keep_settings(LOCAL, place, {"automatic": "cy"})
    assert projects(launch("projects"))["Codings"] == f"./?corpus={place}&automatic=cy"


def test_settings_of_a_link_are_not_kept_before_somebody_changes_them() -> None:
    place = saved(GOOD)
    app = launch("overview", corpus=place, n="7")
    assert session_store.store().corpus(LOCAL, place).settings == {}
    app.slider(key="pick n").set_value(2).run()
    app.slider(key="pick n").set_value(3).run()
    assert session_store.store().corpus(LOCAL, place).settings == {"n": "3"}
    # What is chosen in a corpus is no setting.
    app.query_params["item"] = "ch1"
    app.run()
    assert session_store.store().corpus(LOCAL, place).settings == {"n": "3"}


def test_the_last_project_opens_where_no_corpus_is_asked_for() -> None:
    """It takes the place of the address that names none, so that Back does not come there."""
    first, last = saved(GOOD, "First"), saved(OTHER, "Last")
    saved(HOPELESS, "Not accepted")
    session_store.store().keep_settings(LOCAL, last, {"n": "4"})
    for page, address in (("overview", ""), ("data", "data"), ("item", "item")):
        found = components(launch(page))[-1]
        assert found == {"href": f"./{address}?corpus={last}&n=4", "instead": True}
    assert "instead" not in components(launch("overview", corpus=first))[-1]
    for page in ("projects", "import", "tour"):
        assert "instead" not in components(launch(page))[-1]


def test_a_first_visit_opens_a_sample_and_says_what_this_is() -> None:
    app = launch("overview")
    assert "how far they agree" in texts(app)
    assert {"./projects", "./tour"} <= set(links(app).values())
    assert components(app)[1]["trail"][0]["text"] == "The Moonstone"
    assert "how far they agree" not in texts(launch("overview", corpus="moonstone"))


def test_the_rounds_of_a_corpus_are_those_that_were_accepted() -> None:
    first = saved(GOOD, "Study")
    assert [one.key for one in rounds_of(UrlState(corpus=first))] == [first]
    second = saved(OTHER, of=first)
    saved(HOPELESS, of=first)
    for place in (first, second):
        found = rounds_of(UrlState(corpus=place))
        assert [(one.key, one.name) for one in found] == [(first, "Round 1"), (second, "Round 2")]
        assert [len(one.corpus or ()) for one in found] == [2, 2]
    sample = [one.key for one in rounds_of(UrlState(corpus="interviews"))]
    assert sample == ["interviews", "interviews-2"]
    assert [one.key for one in rounds_of(UrlState(corpus="moonstone"))] == ["moonstone"]
    pair = rounds_of(UrlState(corpus="moonstone", other=second))
    assert [one.key for one in pair] == ["moonstone", second]


def test_files_are_not_named_by_an_address_that_may_be_secret() -> None:
    place = saved(GOOD, "A/B: 100%")
    found = SelectedCorpus(
        key=place, title="A/B: 100%", saved=session_store.store().corpus(LOCAL, place)
    )
    assert found.file_name == "A-B-100"
    assert SelectedCorpus(key="moonstone", title="The Moonstone").file_name == "moonstone"


def test_a_report_is_kept_beside_its_corpus() -> None:
    place = saved(GOOD)
    app = launch("share", corpus=place, contents="agreement", intervals="hidden")
    (keep,) = [one for one in app.button if one.label == "Keep this report"]
    keep.click().run()
    assert not app.exception
    (work,) = session_store.store().artifacts.listed(LOCAL, place)
    assert work.title == f"Report of {datetime.now().astimezone().date().isoformat()}"
    assert b"<html" in session_store.store().artifacts.content(LOCAL, place, work.id)
    sample = launch("share", corpus="moonstone", contents="agreement", intervals="hidden")
    assert "Keep this report" not in [one.label for one in sample.button]


# ----- modes


def test_where_nothing_is_kept_each_session_is_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "ephemeral")
    app = upload()
    assert papers_of(app)
    place = place_of(app)
    app.switch_page("pages/projects_page.py").run()
    assert "Nothing is kept on this server" in texts(app)
    assert "Open in this session" in [one.value for one in app.header]
    other = launch("overview", corpus=place)
    assert "This server keeps nothing" in texts(other)
    monkeypatch.setenv(MODE_VARIABLE, "local")
    assert session_store.store().corpora(LOCAL) == ()


def test_with_links_the_address_is_the_only_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "links")
    app = upload()
    assert "Only this address leads to this project: bookmark it." in texts(app)
    place = place_of(app)
    assert papers_of(launch("overview", corpus=place))
    assert "codings" not in projects(launch("projects"))
    # The same files once more, in the session that came by the address.
    app.switch_page("pages/import_page.py").run()
    (which,) = [one for one in app.button_group if one.label == "What they are"]
    which.set_value("A new project").run()
    app.file_uploader[0].set_value([("again.csv", GOOD, "")]).run()
    follow(app)
    (accept,) = [one for one in app.button if one.label.startswith("Accept")]
    accept.click().run()
    follow(app)
    assert "You have this corpus already; here it is." in texts(app)
    assert place_of(app) == place


@pytest.mark.parametrize("days", [None, "1", "90"])
def test_with_links_it_is_said_how_long_a_copy_is_there(
    days: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "links")
    said = {
        None: "",
        "1": "It is kept for 1 day; then its links end, and a week later it is deleted.",
        "90": "It is kept for 90 days; then its links end, and a week later it is deleted.",
    }[days]
    if days:
        monkeypatch.setenv(LINK_DAYS_VARIABLE, days)
    app = launch("decide", corpus="dialogue")
    (reject,) = [one for one in app.button if one.label.lower().endswith("no boundary here")]
    reject.click().run()
    assert not app.exception
    assert "A copy of Dialogue (made up) was made. Your decisions are kept in it." in texts(app)
    assert "Only this address leads to this project: bookmark it." in texts(app)
    assert ("then its links end" in texts(app)) == bool(days)
    assert said in texts(app)
    assert session_store.keeps().endswith(said or "reaches it.")


def test_what_is_kept_in_another_database_is_not_said_to_be_on_this_computer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv(MODE_VARIABLE, raising=False)
    assert "on the computer on which this dashboard was started" in session_store.keeps()
    monkeypatch.setenv(STORE_VARIABLE, "postgresql://ann@example.org/corpora")
    assert "on the computer" not in session_store.keeps()
    assert "until you delete it" in session_store.keeps()


def test_where_nothing_is_kept_a_session_holds_as_much_as_it_may(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "ephemeral")
    monkeypatch.setenv(LIMITS["memory"], "1")
    large = random.Random(1).randbytes(600_000)
    app = launch("projects")
    app.file_uploader[0].set_value([("first.csv", large, "")]).run()
    follow(app)
    app.switch_page("pages/projects_page.py").run()
    app.file_uploader[0].set_value([("second.csv", large, "")]).run()
    assert "These files are 0.6 MB, and what you opened before takes" in texts(app)
    assert "This server holds 1 MB for one session" in texts(app)
    # What is deleted makes room.
    app.query_params.clear()
    own: Store = app.session_state[session_store.OWN]
    (first,) = own.corpora(Visitor(mode="ephemeral"))
    own.delete(Visitor(mode="ephemeral"), first.key)
    app.switch_page("pages/projects_page.py").run()
    app.file_uploader[0].set_value([("second.csv", large, "")]).run()
    assert [one.title for one in own.corpora(Visitor(mode="ephemeral"))] == ["second"]


def test_a_reader_keeps_no_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "links")
    owner = Visitor(mode="links")
    place = place_of(upload())
    link = session_store.store().sharing.make_link(owner, place, "read")
    app = launch("overview", corpus=link)
    app.slider(key="pick n").set_value(5).run()
    assert session_store.store().corpus(owner, place).settings == {}
    assert not app.warning


def test_with_accounts_a_person_is_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MODE_VARIABLE, "accounts")
    ann, bob = Person("https://id 1", "ann@example.org"), Person("https://id 2", "bob@example.org")
    here = [ann]
    for module in ("frame.session_store", "frame.sign_in"):
        monkeypatch.setattr(f"segmetrics.dashboard.{module}.signed_in", lambda: here[0])
    app = upload()
    place = place_of(app)
    assert papers_of(app)
    here[0] = bob
    assert "There is no such corpus here" in texts(launch("overview", corpus=place))
    # The page that is still open asks anew, too.
    app.run()
    assert "There is no such corpus here" in texts(app)


# ----- a store that fails


@pytest.mark.parametrize("page", ["data", "overview", "compare", "import", "projects"])
def test_samples_work_without_a_store(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STORE_VARIABLE, "sqlite:////proc/nothing/store.db")
    with pytest.raises(StoreFailed):
        session_store.store()
    app = launch(page, corpus="moonstone")
    assert not app.exception
    assert app.title[0].value
    if page in ("compare", "projects"):
        assert FAILS in texts(app)
    assert FAILS in texts(launch(page, corpus="elsewhere"))


def test_an_upload_that_cannot_be_kept_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(STORE_VARIABLE, "sqlite:////proc/nothing/store.db")
    app = launch("projects")
    app.file_uploader[0].set_value([("codings.csv", GOOD, "")]).run()
    assert not app.exception
    assert texts(app).count(FAILS) == 2
    assert not app.file_uploader[0].value


# ----- what is said


def test_moments_are_said_as_short_as_they_can_be() -> None:
    now = datetime.now(UTC)
    assert session_store.when(now) == f"{now:%H:%M}"
    assert session_store.when(datetime(2020, 3, 1, 9, 5, tzinfo=UTC)) == "1 March 2020"
    week = now - timedelta(days=7)
    assert session_store.when(week) == f"{week.day} {week:%B, %H:%M}"


def test_what_was_said_goes_with_what_is_done_next() -> None:
    place = saved(GOOD)
    app = launch("decide", corpus=place)
    (keep,) = [one for one in app.button if one.label == "Keep this consensus"]
    keep.click().run()
    assert "This consensus was kept" in app.success[0].value
    app.run()  # a page may run once more by itself
    assert app.success
    (reject,) = [one for one in app.button if one.label.lower().endswith("no boundary here")]
    reject.click().run()
    assert "was kept" not in "".join(one.value for one in app.success)


@pytest.mark.parametrize(
    "zone",
    ["a/" * 300_000 + "a", "x" * 500_000, "../../etc/passwd", "Europe", "a\0b", "Mars/Olympus"],
)
def test_a_time_zone_that_is_none_is_left_alone(zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(context), "timezone", zone)
    assert session_store.when(datetime(2020, 1, 2, 13, 4, tzinfo=UTC)) == "2 January 2020"
