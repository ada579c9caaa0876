"""The Projects page: what is kept, who sees it, and that each may do what is theirs alone."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics.dashboard.frame import download_name, session_store
from segmetrics.dashboard.frame import sign_in as signing
from segmetrics.dashboard.frame import words as frame_words
from segmetrics.dashboard.projects import projects_view, words
from segmetrics.dashboard.server.auth import Person
from segmetrics.dashboard.server.shared_results import result_cache
from segmetrics.io import Source, read_sources
from segmetrics.io.problems import shortened
from segmetrics.reliability.chance_verdicts import verdict_in_words
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.settings import MODE_VARIABLE, STORE_VARIABLE, Mode
from segmetrics.store import Right, Store, StoreFailed, Visitor, at
from segmetrics.store.access import mark_of
from tests.support.known import known
from tests.support.pages import cells, components, launch, table, texts
from tests.support.reviews import press

GOOD = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch2,ann,1 1 8\nch2,bob,10\n"
OTHER = b"item,coder,masses\nch1,ann,3 4\nch1,bob,3 4\n"
HOSTILE = "<img src=x onerror=alert(1)> **b** $x$ [l](http://a.b) '; DROP TABLE corpora;-- %s{0}"
ANN, BOB = Person("id ann", "ann@example.org"), Person("id bob", "bob@example.org")


@dataclass
class Kept:
    """A store as the dashboard opens it, and what is in it."""

    store: Store
    visitor: Visitor

    def corpus(self, title: str = "Interviews", content: bytes = GOOD) -> str:
        """Save a corpus of one round; gives its key."""
        files = [Source("codings.csv", content)]
        key = self.store.create(self.visitor, files, title=title)
        self.store.accept(self.visitor, key, read_sources(files))
        return key

    def round(self, key: str, content: bytes = OTHER) -> str:
        """Save a further round of a corpus; gives its place."""
        files = [Source("again.csv", content)]
        place = self.store.add_round(self.visitor, key, files, name="after training")
        self.store.accept(self.visitor, place, read_sources(files))
        return place

    def work(self, place: str, title: str = "the report.html") -> int:
        """Keep a report beside a round."""
        return self.store.artifacts.keep(
            self.visitor, place, "report", b"<html>kept</html>", title=title, about={}
        )


@pytest.fixture
def keep(
    tmp_path: Path, sqlite_template: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[[Mode], Kept]:
    """Return what opens the store of this test in a mode; in accounts ann is signed in."""
    shutil.copy(sqlite_template, tmp_path / "store.db")
    monkeypatch.setenv(STORE_VARIABLE, f"sqlite:///{tmp_path / 'store.db'}")
    sign_in(monkeypatch, ANN)

    def opened(mode: Mode) -> Kept:
        monkeypatch.setenv(MODE_VARIABLE, mode)
        store = session_store.store()
        person = store.person(ANN.subject, ANN.email) if mode == "accounts" else None
        return Kept(store, Visitor(mode=mode, person=person))

    return opened


def sign_in(monkeypatch: pytest.MonkeyPatch, person: Person | None) -> None:
    """Let a person be signed in."""
    for module in (signing, session_store):
        monkeypatch.setattr(module, "signed_in", lambda: person)


def show(**query: str) -> AppTest:
    """Open the page."""
    return launch("projects", None, **query)


def said(app: AppTest) -> str:
    """All that a page says, what was done among it."""
    done = "\n".join(element.value for element in app.success).replace("\\", "")
    return f"{done}\n{texts(app)}"


def labels(app: AppTest) -> set[str]:
    """Labels of all buttons."""
    return {button.label for button in app.button}


def links(app: AppTest) -> list[str]:
    """Texts of the links of a page."""
    return [link["text"] for data in components(app)[1:] for link in data.get("links", ())]


# ----- the corpus at hand


def test_a_corpus_shows_its_rounds_and_opens_them(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    key = kept.corpus()
    place = kept.round(key)
    rows = cells(show(corpus=place), "Rounds")
    assert [row[:6] for row in rows] == [
        ["Round 1", "2", "2", "0", "accepted", "kept"],
        ["after training", "1", "2", "0", "accepted", "kept"],
    ]
    app = show(corpus=place)
    assert [row["chosen"] for row in table(app, "Rounds")["rows"]] == [False, True]
    assert {"Open after training →", "Review of after training →"} <= set(links(app))
    first = table(app, "Rounds")["rows"][0]["cells"]
    assert first[0]["href"].startswith("./?corpus=")
    assert first[6]["href"].startswith("./projects?corpus=")
    (project,) = table(app, "Projects")["rows"]
    assert [project["cells"][1][key] for key in ("text", "sub")] == ["1", "in after training"]


def test_what_has_no_corpus_yet_waits_for_a_decision(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    key = kept.store.create(kept.visitor, [Source("a.csv", GOOD)], title="Draft")
    app = show(corpus=key)
    (row,) = table(app, "Rounds")["rows"]
    assert [cell["text"] for cell in row["cells"][1:5]] == [
        "–",
        "–",
        "0",
        "waits for your decision",
    ]
    assert row["cells"][4]["href"] == f"./import?corpus={key}"
    (listed,) = table(app, "Unfinished imports")["rows"]
    assert listed["cells"][0]["href"] == f"./import?corpus={key}"
    assert "Nothing of yours is here yet" in texts(app)


def test_titles_and_names_are_changed_unless_somebody_else_did(
    keep: Callable[[Mode], Kept],
) -> None:
    kept = keep("local")
    key = kept.corpus()
    app = show(corpus=key)
    app.text_input("name of the project").set_value("  Pilot ").run()
    assert kept.store.corpus(kept.visitor, key).title == "Pilot"
    app.text_input("name of the round").set_value("before").run()
    assert kept.store.corpus(kept.visitor, key).rounds[0].name == "before"

    kept.store.rename(kept.visitor, key, "Theirs", seen="Pilot")
    app.text_input("name of the project").set_value("Mine").run()
    assert "Somebody else renamed the corpus meanwhile" in said(app)
    assert app.text_input("name of the project").value == "Theirs"
    app.text_input("name of the project").set_value("   ").run()
    assert "A title has 1 to 300 characters" in said(app)
    assert kept.store.corpus(kept.visitor, key).title == "Theirs"


def test_a_round_is_deleted_after_a_question(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    key = kept.corpus()
    place = kept.round(key)
    app = show(corpus=place)
    press(app, "Delete after training")
    assert len(kept.store.corpus(kept.visitor, key).rounds) == 2
    press(app, "Delete this round")
    assert [one.number for one in kept.store.corpus(kept.visitor, key).rounds] == [1]
    assert app.query_params["corpus"] == key
    assert "Delete Round 1" not in labels(app)


def test_what_was_kept_is_listed_and_deleted(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    key = kept.corpus()
    assert "no report is kept yet" in said(show(corpus=key))
    kept.work(key)
    app = show(corpus=key)
    assert cells(app, "Consensus")[0][:3] == ["1. the report.html", "Round 1", "report"]
    press(app, "Delete it", "Delete it for good")
    assert kept.store.artifacts.listed(kept.visitor, key) == ()


def test_a_round_that_is_gone_is_said(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    app = show(corpus=at(kept.corpus(), 7))
    assert "no such round" in said(app)
    assert cells(app, "Rounds")


# ----- ends of life


def test_a_deleted_corpus_is_gone_from_the_store_and_from_memory(
    keep: Callable[[Mode], Kept],
) -> None:
    kept = keep("local")
    key = kept.corpus()
    digest = kept.store.corpus(kept.visitor, key).rounds[0].digest
    assert digest
    app = show(corpus=key)
    visitor = result_cache().session()
    result_cache().once(visitor, ("probe", digest), lambda: "computed")
    press(app, "Delete this project")
    assert kept.store.corpora(kept.visitor)
    press(app, "Delete it for good")
    assert kept.store.corpora(kept.visitor) == ()
    kept_now = result_cache().keys()
    assert not [one for one in kept_now if digest in one]
    assert "corpus" not in app.query_params
    assert "Interviews was deleted" in said(app)
    assert "Nothing of yours is here yet" in said(app)


def test_nothing_of_a_deleted_draft_or_of_forgotten_files_stays_in_memory(
    keep: Callable[[Mode], Kept],
) -> None:
    kept = keep("local")
    draft = kept.store.create(kept.visitor, [Source("codings.csv", GOOD)], title="Draft")
    accepted = kept.corpus()
    visitor = result_cache().session()
    for place, *buttons in (
        (draft, "Delete this project", "Delete it for good"),
        (accepted, "Delete the uploaded files"),
    ):
        read = "import", mark_of(place)
        result_cache().once(visitor, read, lambda: "what was read")
        press(show(corpus=place), *buttons)
        left = result_cache().keys()
        assert read not in left


def test_a_corpus_that_somebody_else_deleted_is_said(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    key = kept.corpus()
    app = show(corpus=key)
    kept.store.delete(kept.visitor, key)
    app.text_input("name of the project").set_value("Mine").run()
    assert "There is no such corpus here" in said(app)
    assert not app.exception


@pytest.mark.parametrize("title", ["Interviews", HOSTILE, "../../etc/passwd", "con", "x" * 300, ""])
def test_a_file_is_called_after_the_corpus_as_any_system_takes_it(title: str) -> None:
    name = download_name(title, ending=".zip")
    assert name.endswith(".zip")
    assert re.fullmatch(r"[\w-]+\.zip", name)
    assert len(name.encode()) < 255
    assert name != "con.zip"


def test_a_file_of_a_round_is_called_after_project_and_round() -> None:
    name = download_name("Project “Äpfel” › Round 1 (1 of 2)", "gold", ending=".xlsx")
    assert name == "Project-Äpfel-Round-1-1-of-2-gold.xlsx"


# ----- lists


def test_all_saved_corpora_are_listed_in_pages(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    for number in range(43):
        kept.corpus(f"Corpus {number:02}", GOOD.replace(b"ann", b"ann%d" % number))
    names = [row[0] for row in cells(show(), "Projects")]
    assert names == [f"Corpus {number:02}" for number in range(42, 2, -1)]
    names = [row[0] for row in cells(show(page="2"), "Projects")]
    assert names == ["Corpus 02", "Corpus 01", "Corpus 00"]


def test_a_project_has_its_verdict_though_nobody_opened_it_since_the_start(
    keep: Callable[[Mode], Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep("local")
    codings = GOOD.replace(b"ann", b"zoe")
    key = kept.corpus(content=codings)
    corpus = known(read_sources([Source("codings.csv", codings)]).corpus)
    judged = verdict_in_words(reliability_of(corpus).corpus.verdict, "corpus")
    with monkeypatch.context() as without_time:
        without_time.setattr(projects_view, "JUDGING", 0.0)
        (row,) = table(show(), "Projects")["rows"]
        assert row["cells"][3]["text"] == "–"
        assert row["cells"][3]["title"] == words.NOT_YET_JUDGED
    assert cells(show(), "Projects")[0][3] == judged
    # By other settings it is another one.
    kept.store.keep_settings(kept.visitor, key, {"n": "7"})
    with monkeypatch.context() as without_time:
        without_time.setattr(projects_view, "JUDGING", 0.0)
        assert cells(show(), "Projects")[0][3] == "–"
    # Recordings have one too.
    film = {"name": "f", "mass": 60_000, "codings": {"a": [10_000, 30_000], "b": [10_000]}}
    film = {"format": "segmetrics", "version": 1, "kind": "linear", "resolution": 0.001} | {
        "items": [film]
    }
    kept.corpus("Film", json.dumps(film).encode())
    assert {row[0]: row[3] for row in cells(show(), "Projects")}["Film"] != "–"


def test_an_unfinished_import_is_discarded_from_the_list_or_kept(
    keep: Callable[[Mode], Kept],
) -> None:
    kept = keep("local")
    kept.corpus()
    kept.store.create(kept.visitor, [Source("a.csv", GOOD)], title="Draft")
    app = show()
    press(app, words.DISCARD, frame_words.KEEP_IT)
    assert [row[0] for row in cells(app, "Unfinished imports")] == ["Draft"]
    press(app, words.DISCARD, words.DELETE_FOR_GOOD)
    assert words.DISCARDED.format("Draft") in said(app)
    assert [one.title for one in kept.store.corpora(kept.visitor)] == ["Interviews"]


def test_the_list_opens_no_project_by_itself(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    key = kept.corpus()
    app = show()
    (trail,) = [data["trail"] for data in components(app) if "trail" in data]
    assert trail == []
    assert not any(
        link["current"] for data in components(app)[1:] for link in data.get("links", ())
    )
    assert not any(row["chosen"] for row in table(app, "Projects")["rows"])
    (trail,) = [data["trail"] for data in components(show(corpus=key)) if "trail" in data]
    assert [part["text"] for part in trail] == ["Interviews"]


@pytest.mark.parametrize("mode", ["local", "links", "accounts", "ephemeral"])
def test_an_empty_store_says_how_to_begin(
    keep: Callable[[Mode], Kept], mode: Mode, monkeypatch: pytest.MonkeyPatch
) -> None:
    if mode == "ephemeral":
        monkeypatch.delenv(STORE_VARIABLE)
        monkeypatch.setenv(MODE_VARIABLE, mode)
    else:
        keep(mode)
    app = show()
    assert "Nothing of yours is here yet" in said(app)
    assert app.file_uploader
    assert "The Moonstone" in links(app)


def test_what_is_open_for_a_session_is_said_to_be_on_no_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(STORE_VARIABLE, raising=False)
    monkeypatch.setenv(MODE_VARIABLE, "ephemeral")
    monkeypatch.chdir(tmp_path)
    kept = Kept(Store.open("sqlite://"), Visitor(mode="ephemeral"))
    key = kept.corpus()
    app = show()
    app.session_state[session_store.OWN] = kept.store
    app.query_params["corpus"] = key
    app.run()
    assert "nothing of it is written to disk" in said(app)
    press(app, "Delete this project", "Delete it for good")
    assert kept.store.corpora(kept.visitor) == ()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("title", ["\x00\x07\x1b[31m", "\u202e right", "a\nb" * 90, "\ud800 half"])
def test_no_title_breaks_the_page(keep: Callable[[Mode], Kept], title: str) -> None:
    kept = keep("local")
    key = kept.corpus(title)
    kept.work(key, title)
    app = show(corpus=key)
    assert cells(app, "Rounds")
    press(app, "Delete this project", "Delete it for good")
    assert kept.store.corpora(kept.visitor) == ()


def test_hostile_names_are_shown_as_they_are(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("local")
    key = kept.corpus(HOSTILE)
    kept.store.rename_round(kept.visitor, key, HOSTILE, seen="Round 1")
    kept.round(key)
    kept.work(key, HOSTILE)
    app = show(corpus=key)
    (title,) = [one.value for one in app.header if "<img" in one.value.replace("\\", "")]
    assert "**b**" not in title
    assert cells(app, "Rounds")[0][0] == HOSTILE
    assert cells(app, "Projects")[0][0] == shortened(HOSTILE)
    press(app, "Delete this project")
    (asked,) = [one.value for one in app.markdown if "for everybody who sees it" in one.value]
    assert "<img" not in asked.replace("\\<", "")


# ----- links


def reader_of(kept: Kept, key: str) -> str:
    """Make a link to read."""
    return kept.store.sharing.make_link(kept.visitor, key, "read")


def test_a_link_is_made_shown_until_it_was_copied_and_leads_there(
    keep: Callable[[Mode], Kept],
) -> None:
    kept = keep("links")
    app = show(corpus=kept.corpus())
    assert [row[0] for row in cells(app, "Links")] == ["1. to edit"]
    press(app, "Make a link to read")
    assert "cannot be shown again" in said(app)
    (code,) = app.code
    link = code.value.partition("?corpus=")[2]
    assert kept.store.corpus(kept.visitor, link).right == "read"
    press(app, "I have copied it")
    assert not app.code
    assert link not in json.dumps([components(app), said(app)])


def test_a_link_is_taken_back_but_not_the_last_to_edit(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("links")
    key = kept.corpus()
    link = reader_of(kept, key)
    app = show(corpus=key)
    assert "You cannot take back the only link to edit" in said(app)
    assert [one.partition(",")[0] for one in app.selectbox[0].options] == ["2. to read"]
    app.selectbox[0].select_index(0).run()
    press(app, "Take it back")
    assert "no such corpus here" in said(show(corpus=link))
    assert [row[0] for row in cells(app, "Links")] == ["1. to edit"]
    assert "Take it back" not in labels(app)


def test_ones_own_link_is_taken_back_after_a_question(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("links")
    key = kept.corpus()
    second = kept.store.sharing.make_link(kept.visitor, key, "edit")
    app = show(corpus=second)
    app.selectbox[0].select_index(1).run()
    press(app, "Take it back")
    assert kept.store.corpus(kept.visitor, second)
    press(app, "Take back my link")
    assert "Nobody can open the project by it" in said(app)
    assert "corpus" not in app.query_params
    assert kept.store.corpus(kept.visitor, key).right == "own"
    assert second not in json.dumps(components(app))


def test_a_link_that_leaked_is_exchanged_for_a_new_one(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("links")
    leaked = kept.corpus()
    app = show(corpus=leaked)
    press(app, "Make a link to edit")
    app.selectbox[0].select_index(0).run()
    press(app, "Take it back", "Take back my link")
    link = app.query_params["corpus"]
    assert kept.store.corpus(kept.visitor, link).right == "own"
    assert app.code[0].value.endswith(f"?corpus={link}")
    assert leaked not in json.dumps(components(app))
    assert len(kept.store.sharing.links(kept.visitor, link)) == 1


def test_who_came_by_a_link_to_read_looks_and_changes_nothing(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("links")
    key = kept.corpus()
    kept.round(key)
    kept.work(key)
    app = show(corpus=reader_of(kept, key))
    assert "You came by a link to read" in said(app)
    assert labels(app) == set()
    assert len(app.get("download_button")) == 2
    assert not app.text_input
    assert key not in json.dumps([components(app), said(app)])


# ----- accounts


def test_the_owner_invites_changes_and_removes(keep: Callable[[Mode], Kept]) -> None:
    kept = keep("accounts")
    key = kept.corpus()
    app = show(corpus=key)
    app.text_input("invited").set_value("bob@example.org")
    press(app, "Invite")
    assert cells(app, "People") == [
        ["ann@example.org", "do everything", "yes"],
        ["bob@example.org", "read", "not yet"],
    ]
    kept.store.person(BOB.subject, BOB.email)
    app = show(corpus=key)
    app.selectbox[0].select_index(0).run()
    press(app, "Let them edit")
    assert cells(app, "People")[1] == ["bob@example.org", "edit", "yes"]
    press(app, "Remove")
    assert cells(app, "People") == [["ann@example.org", "do everything", "yes"]]


@pytest.mark.parametrize("email", ["", "bob", "bob @example.org", "ann@example.org"])
def test_an_invitation_that_cannot_be_is_refused(keep: Callable[[Mode], Kept], email: str) -> None:
    kept = keep("accounts")
    app = show(corpus=kept.corpus())
    app.text_input("invited").set_value(email)
    press(app, "Invite")
    assert "no e-mail address" in said(app) or "the address of the owner" in said(app)
    assert len(cells(app, "People")) == 1


@pytest.mark.parametrize("right", ["read", "edit"])
def test_others_do_what_they_were_invited_to(
    keep: Callable[[Mode], Kept], monkeypatch: pytest.MonkeyPatch, right: Right
) -> None:
    kept = keep("accounts")
    key = kept.corpus()
    kept.round(key)
    kept.store.sharing.invite(kept.visitor, key, BOB.email, right)
    sign_in(monkeypatch, BOB)
    app = show(corpus=key)
    assert f"You were invited to {right} it" in said(app)
    assert bool(app.text_input) == (right == "edit")
    assert "Delete this project" not in labels(app)
    assert "Invite" not in labels(app)
    assert cells(app, "Projects")[0][-1] == right


def test_everything_of_a_person_is_deleted_and_nothing_else(
    keep: Callable[[Mode], Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep("accounts")
    theirs = kept.corpus("Of ann")
    kept.store.sharing.invite(kept.visitor, theirs, BOB.email, "edit")
    bob = Kept(
        kept.store, Visitor(mode="accounts", person=kept.store.person(BOB.subject, BOB.email))
    )
    bob.corpus("Of bob")
    sign_in(monkeypatch, BOB)
    app = show()
    press(app, "Delete everything of mine", "Delete everything of mine for good")
    assert [one.title for one in kept.store.corpora(bob.visitor)] == ["Of ann"]


def test_it_is_said_how_many_corpora_went_before_the_store_failed(
    keep: Callable[[Mode], Kept], monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = keep("accounts")
    for title in ("First", "Second", "Third"):
        kept.corpus(title, GOOD.replace(b"ann", title.encode()))
    asked: list[str] = []
    delete = Store.delete

    def fails(store: Store, visitor: Visitor, place: str) -> tuple[str, ...]:
        asked.append(place)
        if len(asked) == 3:
            raise StoreFailed("The disk is full. Nothing was changed.")
        return delete(store, visitor, place)

    monkeypatch.setattr(Store, "delete", fails)
    app = show()
    press(app, "Delete everything of mine", "Delete everything of mine for good")
    assert "2 of the 3 projects that you own were deleted. The next one was not: The disk" in said(
        app
    )
    assert "All projects" not in "".join(one.value for one in app.success)
    assert len(kept.store.corpora(kept.visitor)) == 1


@pytest.mark.parametrize(("right", "rounds", "offered"), [("edit", 1, False), ("edit", 2, True)])
def test_only_who_may_delete_a_draft_is_offered_to(
    keep: Callable[[Mode], Kept],
    monkeypatch: pytest.MonkeyPatch,
    right: Right,
    rounds: int,
    offered: bool,
) -> None:
    kept = keep("accounts")
    files = [Source("codings.csv", GOOD)]
    place = key = kept.store.create(kept.visitor, files, title="Draft")
    if rounds == 2:
        place = kept.store.add_round(kept.visitor, key, files, name="")
    kept.store.sharing.invite(kept.visitor, key, BOB.email, right)
    for page, label in (("data", "Discard it"), ("import", "Delete this import")):
        sign_in(monkeypatch, ANN)
        assert label in labels(launch(page, None, corpus=place))
        sign_in(monkeypatch, BOB)
        assert (label in labels(launch(page, None, corpus=place))) == offered
