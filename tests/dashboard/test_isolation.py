"""One visitor tries to reach another's corpus, in every mode: nothing gets through.

The visitors speak with a server as browsers do (`tests.support.probing`), and send what browsers
never would. Each probe is tried in every mode, on one of the databases: that a mode is as tight on
the other is tried without a server, in `tests.store.test_access`. A probe that is made page by page
is tried on each page in one of the modes, since another probe looks at every page in every mode.
`tests.support.isolation` says who tries in which mode. Where a mode has nothing to try, its probe
is left out, for these reasons:

- Rights of readers and editors are tried in ``links`` and ``accounts``: nobody gives any in
  ``local``, where there is one person, nor in ``ephemeral``, where nobody else has the page.
- What was taken back in those was deleted in ``local``. In ``ephemeral`` it goes with the page,
  which `tests.test_ephemeral` closes.
- Whether a link can be found is tried in ``links``, an address that is not proved in
  ``accounts``.
"""

from __future__ import annotations

import json
import re
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import InvalidStatus

from segmetrics import Corpus
from segmetrics.corpus import Item
from segmetrics.dashboard.frame.words import FAILED
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.segmentation import MAX_MASS, Segmentation
from segmetrics.store import at
from tests.support.hostile_report import HOSTILE
from tests.support.isolation import (
    ALONE,
    CANARY,
    EVERYWHERE,
    KEPT,
    OF_CORPUS,
    PERSON,
    SECRET,
    SHARED,
    There,
    among,
    codings,
    file_of,
    in_turn,
    serving,
    tells,
)
from tests.support.probing import Answer, Probe, fetched

ADDRESSES = [info.address for info in PAGES]
OF_TWO = [info.address for info in PAGES if info.of_two]
# The button that downloads a large corpus; without a store nobody has named it.
LARGE = re.compile(r"Download (large|file).*json")
# What ends a visit, and with it what could be tried after.
LEAVING = ("Sign out", "Stop")
# Pages that show the item of the address.
OF_AN_ITEM = ("item", "decide", "heatmaps")
# Widgets that hold no value: they are pressed, or given a file.
PRESSED = ("button", "download_button", "file_uploader")
# Where those who may edit find buttons that write, and what these say.
WRITING = ["projects", "data", "import", "decide", "share"]
WRITES = re.compile(
    r"Accept|Delete|Keep|Rename|Undo|Discard|Forget|Make a link|Take back|Invite|Move"
    r"|Agree|[Bb]oundary|another round"
)


@pytest.fixture(scope="module")
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], There]]:
    """Return what runs a server of a mode and database, once for all probes."""
    with ExitStack() as stack:

        def run(place: str) -> There:
            folder = tmp_path_factory.mktemp("served")
            return stack.enter_context(serving(place, folder, request))

        yield cache(run)


@pytest.fixture
def there(request: pytest.FixtureRequest, servers: Callable[[str], There]) -> There:
    """Return the server of the mode and database that a probe asks for."""
    return servers(request.param)


@pytest.fixture(autouse=True)
def nothing_there(there: There) -> None:
    """Begin each probe without corpora."""
    there.clear()


def holds(content: bytes) -> bool:
    """Whether a file has anything of the corpus in it."""
    if not content.startswith(b"PK"):
        return SECRET in content
    with ZipFile(BytesIO(content)) as packed:
        return any(holds(packed.read(name)) for name in packed.namelist())


def is_whole(answer: Answer) -> bool:
    """Whether a page did not break off."""
    return not answer.of("exception") and FAILED not in answer.said


# Who has the right sees it: else nothing below would prove anything.


@among(*EVERYWHERE)
def test_those_who_may_look_see_it_on_every_page_and_get_what_it_offers_alone(
    there: There,
) -> None:
    """Whoever came by the number of a file gets nothing; in local it is a page of the same person.

    Nor does what a reader's page holds lead to the right to edit.
    """
    edit = there.keep()
    place = there.share(edit, "read") if there.mode in ("links", "accounts") else edit
    hidden = [edit, there.guesses(edit)[-2]] if there.mode == "links" else []
    nothing_to_show = {"import"}
    if there.mode == "ephemeral":  # where it has one round, and no title of its own
        nothing_to_show |= {"compare", "rounds", "projects"}
    with there.probe("reader") as probe, there.probe(there.another) as other:
        other.look("")
        for page in OF_CORPUS:
            answer = probe.look(page, corpus=place)
            assert is_whole(answer), page
            assert tells(answer) or page in nothing_to_show, page
            assert not [key for key in hidden if key.encode() in answer.bytes], page
            for button in answer.of("download_button"):
                if button.deferred_file_id:
                    assert not other.download(button.deferred_file_id), (page, button.label)
        offered = probe.look("share", corpus=place).of("download_button")
        url = probe.download(offered[0].deferred_file_id)
        assert holds(fetched(there.address, url)[2])
        if there.mode != "ephemeral":
            assert tells(probe.look("", corpus=at(place, 2)))


# Pages.


@among(*EVERYWHERE)
def test_no_page_shows_it_to_a_stranger(there: There) -> None:
    own = "moonstone" if there.mode == "ephemeral" else there.keep("mine", who="stranger")
    place = there.keep()
    tries = there.guesses(place)
    there.share(place, "read")
    with there.probe("stranger") as probe:
        for page in ADDRESSES:
            answer = probe.look(page, corpus=tries[-1], item="1", a="1", b="2", n="3")
            assert is_whole(answer), page
            assert not tells(answer), page
        for key in tries:
            assert not tells(probe.look("", corpus=key)) or CANARY in key, key
            for page in OF_TWO:
                answer = probe.look(page, corpus=own, other=key)
                assert not tells(answer) or CANARY in key, (page, key)
        assert not tells(probe.look("projects"))
        assert not tells(probe.look(""))


@among(SHARED[1])
def test_an_address_that_is_not_proved_is_nobodys(there: There) -> None:
    place = there.share(there.keep(), "read")
    with there.probe("liar") as probe:
        for page in ("", "data", "projects"):
            assert not tells(probe.look(page, corpus=place)), page


@among(*EVERYWHERE)
def test_asking_for_an_item_of_another_tells_nothing_of_it(there: There) -> None:
    """Whether there is such an item is nothing that a stranger may learn."""
    place = there.keep()
    tries = there.guesses(place)
    with there.probe("stranger") as probe:
        said = []
        for item in (f"{CANARY} item 1", f"{CANARY} item 9"):
            answer = probe.look("item", corpus=tries[-2], item=item)
            said.append((answer.said, [widget.label for _, widget in answer.widgets]))
        assert said[0] == said[1]


# Rights that are taken back while the page is open.


@among(*KEPT)
def test_what_was_taken_back_is_gone_with_the_next_action(there: There) -> None:
    place = there.keep()
    shared = there.share(place, "read")
    with there.probe("reader") as probe:
        assert tells(probe.look("", corpus=shared))
        report = probe.look("share", corpus=shared)
        assert report.media == []  # every file of it is made when it is asked for
        url = probe.download(report.of("download_button")[0].deferred_file_id)
        assert holds(fetched(there.address, url)[2])
        there.take_back(place, "read")
        for page in ADDRESSES:
            answer = probe.look(page, corpus=shared)
            assert is_whole(answer), page
            assert not tells(answer), page
        assert fetched(there.address, url)[0] == 404


@in_turn(KEPT, [page for page in OF_CORPUS if page != "import"])
def test_an_open_page_gives_nothing_any_more(there: There, page: str) -> None:
    """Neither files that are made when asked for, nor parts that run by themselves."""
    place = there.keep()
    shared = there.share(place, "read")
    asked = {"asked": {"item": f"{CANARY} item 1", "place": 4}}
    with there.probe("reader") as probe:
        answer = probe.look(page, corpus=shared)
        files = [one.deferred_file_id for one in answer.of("download_button")]
        there.take_back(place, "read")
        for file in filter(None, files):
            url = probe.download(file)
            assert not url or not holds(fetched(there.address, url)[2]), page
        for fragment, component in answer.fragments:
            state = WidgetState(id=component, json_value=json.dumps(asked))
            assert not tells(probe.act(state, fragment=fragment)), page


def pressed(there: There, page: str) -> list[tuple[str, ...]]:
    """The buttons of a page, each with those that come up in a dialog when it is pressed."""
    found: list[tuple[str, ...]] = []
    with there.probe("editor") as probe:
        many = len(buttons_of(probe.look(page, corpus=fresh(there))))
        for number in range(many):
            buttons = buttons_of(probe.look(page, corpus=fresh(there)))
            found.append((buttons[number].id,))
            after = buttons_of(probe.press(buttons[number]))
            known = {one.id for one in buttons}
            if after and all(one.id in known or "do it" in one.id for one in after):
                more = [one.id for one in after if "do it" in one.id]
                found.extend((buttons[number].id, one) for one in more)
    return found


def buttons_of(answer: Answer) -> list[Any]:
    """The buttons of a page, but the one after which there is nobody to press the others."""
    return [one for one in answer.of("button") if one.label not in LEAVING]


def fresh(there: There) -> str:
    """A new project that can be edited."""
    return there.share(there.keep(), "edit")


@in_turn(KEPT, WRITING, (SHARED[0], "share"))
def test_a_button_that_was_left_open_writes_nothing(there: There, page: str) -> None:
    offered = pressed(there, page)
    there.clear()
    place = there.keep()
    with there.probe("editor") as probe:
        for buttons in offered:
            if there.mode == "local":  # where the one before is deleted
                place = there.keep()
            widgets = probe.look(page, corpus=there.share(place, "edit")).widgets
            texts = [typed(kind, one) for kind, one in widgets if kind == "text_input"]
            for first in buttons[:-1]:
                probe.act(*texts, WidgetState(id=first, trigger_value=True))
            there.take_back(place, "edit")
            before = there.tables
            answer = probe.act(*texts, WidgetState(id=buttons[-1], trigger_value=True))
            assert there.tables == before, (page, buttons)
            assert is_whole(answer), (page, buttons)
            assert not tells(answer), (page, buttons)


@in_turn(SHARED, WRITING, (ALONE[-1], "decide"))
def test_what_is_on_the_page_of_another_does_nothing_on_ones_own(there: There, page: str) -> None:
    """Neither its buttons and fields, nor the parts of it that run by themselves."""
    place = there.keep()
    before = there.tables
    with there.probe("owner") as owner, there.probe("stranger") as stranger:
        answer = owner.look(page, corpus=place)
        assert is_whole(stranger.look(page, corpus=there.guesses(place)[-2]))
        for states in tried(answer):
            assert not tells(stranger.act(*states)), (page, states)
        for fragment, component in answer.fragments:
            state = WidgetState(id=component, json_value='{"picked": 1}')
            assert not tells(stranger.act(state, fragment=fragment)), page
    assert there.tables == before


# Those who may only read.


def typed(kind: str, widget: Any) -> WidgetState:
    """Some value for a widget, as nobody would choose it."""
    state = WidgetState(id=widget.id)
    if kind in ("button", "download_button"):
        state.trigger_value = True
    elif kind in ("text_input", "text_area", "selectbox"):
        state.string_value = "other"
    elif kind == "number_input":
        state.double_value = 3
    elif kind == "checkbox":
        state.bool_value = True
    elif kind == "slider":
        state.double_array_value.data.append(3)
    else:
        state.string_array_value.data.append("other")
    return state


def values_of(widgets: Iterable[tuple[str, Any]]) -> list[WidgetState]:
    """Some value for each widget that takes one, all at once."""
    return [typed(kind, widget) for kind, widget in widgets if kind not in PRESSED]


def tried(answer: Answer) -> list[list[WidgetState]]:
    """All values of a page at once, then each of its buttons."""
    buttons = [one for one in answer.widgets if one[0] in ("button", "download_button")]
    kept = [[typed(kind, one)] for kind, one in buttons if one.label not in LEAVING]
    return [values_of(answer.widgets), *kept]


@in_turn(SHARED, OF_CORPUS)
def test_a_reader_changes_nothing_and_has_no_button_that_writes(there: There, page: str) -> None:
    place = there.keep()
    edit, read = there.share(place, "edit"), there.share(place, "read")
    before = there.tables
    with there.probe("reader") as reader, there.probe("editor") as editor:
        theirs = reader.look(page, corpus=read).widgets
        answer = editor.look(page, corpus=edit)
        assert tells(answer) or page == "import"
        known = {widget.id for _, widget in theirs}
        tries = {widget.id: (kind, widget) for kind, widget in (*theirs, *answer.widgets)}
        reader.act(*values_of(tries.values()))
        assert there.tables == before
        buttons = [one for kind, one in tries.values() if kind == "button"]
        reader.act(*(typed("button", one) for one in buttons if one.id not in known))
        assert there.tables == before
        for button in buttons:
            if button.id not in known or button.label == "Sign out":
                continue
            assert not WRITES.search(button.label)
            reader.look(page, corpus=read)
            pressed = reader.act(typed("button", button))
            assert there.tables == before, button.label
            assert is_whole(pressed), button.label
        for fragment, component in reader.look(page, corpus=read).fragments:
            reader.act(WidgetState(id=component, json_value='{"picked": 1}'), fragment=fragment)
    assert there.tables == before


@among("links sqlite")
@pytest.mark.parametrize("page", OF_CORPUS)
def test_a_value_that_a_widget_does_not_offer_is_refused(there: There, page: str) -> None:
    """Nothing breaks off and nothing is decided; it is refused before mode and store matter."""
    place = there.keep()
    before, start = there.tables, there.log.stat().st_size
    with there.probe() as probe:
        widgets = probe.look(page, corpus=place).widgets
        chosen = [one for one in widgets if one[0] not in (*PRESSED, "text_input", "text_area")]
        for forged in (
            [typed(kind, widget) for kind, widget in chosen],
            [WidgetState(id=widget.id, string_value="other") for _, widget in chosen],
            [WidgetState(id=widget.id, double_value=1e300) for _, widget in chosen],
            [WidgetState(id=widget.id, trigger_value=True) for _, widget in chosen],
        ):
            assert is_whole(probe.act(*forged)), page
    lines = map(json.loads, there.log.read_text(encoding="utf-8")[start:].splitlines())
    wrong = [line for line in lines if line["event"] in ("failed", "library")]
    assert not wrong
    changed = {name for name, rows in there.tables.items() if rows != before[name]}
    assert changed <= {"corpora"}  # with which settings it was looked at last


@among(*SHARED)
def test_a_reader_adds_no_round(there: There) -> None:
    place = there.keep()
    read = there.share(place, "read")
    with there.probe("reader") as probe:
        (uploader,) = probe.look("projects", corpus=read).of("file_uploader")[:1]
        state = probe.upload(uploader, "mine.csv", b"item,coder,masses\none,a,2 3\none,b,3 2\n")
        probe.act(state)
    assert len(there.store.corpus(there.visitor(), place).rounds) == 2


# Uploads, files and sessions.


@among(*EVERYWHERE)
def test_the_upload_of_another_cannot_be_used(there: There) -> None:
    file = codings(CANARY)
    with there.probe("owner") as owner, there.probe(there.another) as stranger:
        (mine,) = owner.look("projects").of("file_uploader")[:1]
        (theirs,) = stranger.look("projects").of("file_uploader")[:1]
        state = owner.upload(mine, file.name, file.content)
        (info,) = state.file_uploader_state_value.uploaded_file_info
        stolen = WidgetState()
        stolen.CopyFrom(state)
        stolen.id = theirs.id
        known = stolen.file_uploader_state_value.uploaded_file_info[0]
        known.name, known.file_urls.upload_url = "file", ""
        answer = stranger.act(stolen)
        assert not tells(answer)
        assert not tells(stranger.look("import"))
        path = f"/_stcore/upload_file/{stranger.session}/{info.file_id}"
        stranger.request(path, method="DELETE")
        stranger.request(path)
        assert b"corpus=" in owner.act(state).bytes  # it is read, and kept as hers


@among(*EVERYWHERE)
def test_nobody_else_takes_up_a_session(there: There) -> None:
    """Where people have no names, the number of a session is what its browser alone knows."""
    place = there.keep()
    with there.probe("owner") as owner:
        assert tells(owner.look("", corpus=place))
        known = owner.session
        cookies = there.cookies.get("stranger")
        tries = [known[:-1], known.upper(), str(uuid.uuid4()), "*", "0"]
        if there.mode in ("accounts", "ephemeral"):
            tries.append(known)
        for session in tries:
            with Probe(there.address, session=session, cookies=cookies) as thief:
                answer = thief.look("", corpus=there.guesses(place)[0])
                assert thief.session not in (known, session), session
                assert not tells(answer), session
        assert tells(owner.look("", corpus=place))
        assert owner.session == known


PATHS = (
    *("/media/", "/media/0", "/media/..%2f..%2fstore.db", "/media/%00"),
    "/component/segmetrics_table/../../../store.db",
    *("/_stcore/bidi-components/segmetrics_table/..%2f..%2f..%2fpeople.py", "/_stcore/metrics"),
    *("/_stcore/host-config", "/_stcore/agent/openapi.json", "/_stcore/script-health-check"),
    *("/static/..%2f..%2f..%2fstore.db", "/app/static/store.db", "/store.db", "/log", "/health"),
    *("//store.db", "/..%5cstore.db", "/pages/data_page.py", "/?corpus=%00"),
)


@among(*EVERYWHERE)
def test_no_address_gives_a_file_and_programs_find_no_door_beside_the_pages(there: There) -> None:
    place = there.keep()
    with there.probe("owner") as probe:
        probe.look("share", corpus=place)
        for path in (*PATHS, f"/media/{place}", f"/{place}"):
            for method in ("GET", "HEAD", "PUT", "DELETE", "POST"):
                status, _, content = fetched(there.address, path, method=method)
                assert status < 500, (method, path, status)
                assert SECRET not in content, (method, path)
                assert b"SQLite format" not in content, (method, path)
                assert b"import " not in content or b"<html" in content, (method, path)
    body = json.dumps({"url": f"/?corpus={place}"}).encode()
    headers = {"Content-Type": "application/json"}
    for path in ("/_stcore/agent/interact", "/_stcore/agent/mcp"):
        status, _, content = fetched(there.address, path, method="POST", body=body, headers=headers)
        assert status >= 400
        assert SECRET not in content


@among(*EVERYWHERE)
def test_emptying_the_caches_harms_nobody(there: There) -> None:
    """Streamlit lets every visitor do that."""
    place = there.keep()
    with there.probe("owner") as owner, there.probe(there.another) as stranger:
        assert tells(owner.look("", corpus=place))
        stranger.look("")
        stranger.send(BackMsg(clear_cache=True))
        assert not tells(stranger.look(""))
        answer = owner.look("", corpus=place)
        assert is_whole(answer)
        assert tells(answer)


@among(SHARED[0], ALONE[-1])
def test_large_files_of_others_are_not_taken_for_ones_own(there: There) -> None:
    """Two files that are alike at their ends and in the middle are two files."""
    places = []
    for mark in (CANARY, "other"):
        items = [
            Item(
                f"item {number}",
                {"a": Segmentation.from_masses([2, 1]), "b": Segmentation.from_masses([1, 2])},
                tuple(f"{mark[:5]} {'x' * 900}" if number == 300 else "y" * 906 for _ in range(3)),
            )
            for number in range(1000)
        ]
        file = file_of(Corpus(tuple(items)), "large.json")
        places.append(there.keep_file(file))
    got = []
    with there.page_of(places[0]) as one, there.page_of(places[1]) as two:
        for probe, place in zip((one, two), places, strict=True):
            (form,) = [
                widget
                for kind, widget in probe.look("data", corpus=place).widgets
                if kind == "selectbox" and widget.label == "Download it as"
            ]
            chosen = next(option for option in form.options if "segmetrics" in option)
            answer = probe.act(WidgetState(id=form.id, string_value=chosen))
            (offered,) = [one for one in answer.of("download_button") if LARGE.fullmatch(one.label)]
            url = offered.url or probe.download(offered.deferred_file_id)
            got.append(fetched(there.address, url)[2])
    assert [SECRET in content for content in got] == [True, False]
    assert [b"other" in content for content in got] == [False, True]


@among("local sqlite")
@pytest.mark.parametrize("called", ["evil.example:{port}", "evil.example", "127.0.0.1.evil"])
def test_another_site_does_not_reach_what_is_kept_here(there: There, called: str) -> None:
    """A page of another site, whose name was bound to this machine after it was loaded."""
    place = there.keep()
    name = called.format(port=there.address.rpartition(":")[2])
    with pytest.raises(InvalidStatus, match="HTTP 403"):
        Probe(there.address, called=name)
    answer = fetched(there.address, f"/?corpus={place}", headers={"Host": name})
    assert SECRET not in answer[2]


# Names and texts that would be something else.

ROUGH = (
    *(name for name in HOSTILE if not re.search(r"[\x00-\x1f\x85\u2028\u2029]", name)),
    "Robert'); DROP TABLE corpora;--",
    "%s %(x)s {0} {x!r} ${x}",
    "../../etc/passwd",
    "C:\\con\\nul",
)


def rough() -> Corpus:
    items = []
    for place, name in enumerate(ROUGH):
        coders = {
            f"{name}{mark}": Segmentation.from_masses(sizes)
            for mark, sizes in (("", [2, 4]), ("'", [3, 3]), ("`", [6]))
        }
        texts = tuple(f"{name} {unit}" for unit in range(6)) if place % 2 else None
        items.append(Item(name, coders, texts))
    return Corpus(tuple(items))


def rough_recordings() -> Corpus:
    """Recordings of rough names whose longest has as many steps as there may be."""
    lengths = {name: MAX_MASS / 1000 if not place else 60.0 for place, name in enumerate(ROUGH)}
    times = {
        name: {f"{name}{mark}": pressed for mark, pressed in (("", [2, 4]), ("'", [3]), ("`", []))}
        for name in ROUGH
    }
    return Corpus.from_times(times, durations=lengths)


@pytest.mark.parametrize(
    ("there", "corpus"),
    [*zip(SHARED, (rough(), rough_recordings()), strict=True)],
    indirect=["there"],
    ids=["texts", "recordings"],
)
def test_rough_names_go_through_every_page_and_export(there: There, corpus: Corpus) -> None:
    file = file_of(corpus, f"{ROUGH[-1]}{ROUGH[6]}.json")
    place = there.keep_file(file)
    there.store.rename(there.visitor(), place, "<b>%s {0}</b> '); --", seen=file.name)
    there.secrets += [name for name in ROUGH if len(name) > 8]
    with there.probe() as probe:
        for page in OF_CORPUS:
            names = (ROUGH[0], ROUGH[6], ROUGH[-4]) if page in OF_AN_ITEM else ROUGH[6:7]
            for item in names:
                answer = probe.look(page, corpus=place, item=item, a=item, b=f"{item}'")
                assert is_whole(answer), (page, item)
            for button in answer.of("download_button"):
                if button.deferred_file_id and button.label != "Figures":
                    assert probe.download(button.deferred_file_id), (page, button.label)
        shown = probe.look("heatmaps", corpus=place)
        kind = "items" if corpus.scale is None else "shades"
        drawn, *_ = [one for one in shown.components if one.get(kind)]
        assert [one["name"] for one in drawn[kind]] == list(ROUGH)
    assert there.store.reading(there.visitor(), place).corpus == corpus


# What the servers wrote about all this.


@among(*EVERYWHERE)
def test_the_log_names_nobody_and_nothing(there: There) -> None:
    with there.probe() as probe:
        # A mistake that quotes what it was given; and an address that nobody has.
        wrong = probe.look("").of("slider")[:1]
        for widget in wrong:
            probe.act(WidgetState(id=widget.id, string_value=CANARY))
    fetched(there.address, f"/{CANARY}?corpus={CANARY}")
    text = there.log.read_text(encoding="utf-8")
    assert '"event": "page"' in text
    assert CANARY not in text
    assert PERSON not in text
    for secret in there.secrets:
        assert secret not in text
    for line in filter(None, text.splitlines()):
        assert isinstance(json.loads(line), dict)
