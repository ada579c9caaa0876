"""Nobody reaches another's corpus through the store, whatever method, key or number they try."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from io import BytesIO
from itertools import count
from typing import Any, Literal
from zipfile import ZipFile

import pytest
from sqlalchemy import select, update

from segmetrics.corpus import Adjudication
from segmetrics.io import Choices, Source, read_sources
from segmetrics.settings import Mode
from segmetrics.store import (
    NotAllowed,
    NotHere,
    Right,
    Store,
    StoreError,
    Visitor,
    at,
    backup,
    checking,
    exporting,
)
from segmetrics.store import maintenance as keeping
from segmetrics.store.access import mark_of
from segmetrics.store.artifacts import Artifacts
from segmetrics.store.schema import METADATA, corpora, links
from segmetrics.store.sharing import Sharing
from segmetrics.store.values import Reviewed
from tests.support.known import known

CANARY = "canary"
NUMBERS = count()
OTHER = Source("mine.csv", b"item,coder,masses\nother,other,5 5\n")
REPORT = f"{CANARY} report".encode()
DECIDED = Adjudication(f"{CANARY} 1", 2, "reject", comment=f"{CANARY} comment")

Role = Literal["owner", "editor", "reader", "stranger", "gone", "nobody"]
MAY: dict[Role, tuple[Right, ...]] = {
    "owner": ("read", "edit", "own"),
    "editor": ("read", "edit"),
    "reader": ("read",),
    "stranger": (),
    "gone": (),
    "nobody": (),
}
# The people of mode accounts; "gone" was taken off again. With links there is no owner and
# editor: an edit link may do everything.
ROLES: dict[Mode, tuple[Role, ...]] = {
    "accounts": ("owner", "editor", "reader", "stranger", "gone", "nobody"),
    "links": ("owner", "reader", "stranger", "gone"),
}


@dataclass
class World:
    """Two corpora in a store: that which is tried for, with two rounds; and the stranger's."""

    store: Store
    mode: Mode
    file: Source
    visitors: dict[Role, Visitor]
    places: dict[Role, str]
    own: str
    work: int
    step: int
    link: int
    person: int
    digests: tuple[str, ...]
    keys: tuple[str, ...]

    @property
    def tables(self) -> dict[str, list[tuple[Any, ...]]]:
        """Everything that is in the store."""
        with self.store.database.reading() as connection:
            return {
                table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
                for table in METADATA.sorted_tables
            }


def codings(name: str, masses: str) -> Source:
    """A file of codings that no other is equal to."""
    text = f"item,coder,masses\n{name} 1,{name} {next(NUMBERS)},{masses}\n"
    return Source(f"{name}.csv", text.encode())


def kept(store: Store, visitor: Visitor, *uploaded: Source) -> str:
    """Keep a corpus whose import was accepted."""
    place = store.create(visitor, uploaded, title=uploaded[0].name)
    store.accept(visitor, place, read_sources(uploaded))
    return place


def world(store: Store, mode: Mode) -> World:
    """Make a store in which somebody may own, edit, read, or not reach a corpus."""
    numbers: dict[Role, int | None] = dict.fromkeys(MAY)
    if mode == "accounts":
        for role in ("owner", "editor", "reader", "stranger", "gone"):
            numbers[role] = store.person(f"subject {role}", f"{role}@example.org")
    visitors = {role: Visitor(mode=mode, person=number) for role, number in numbers.items()}
    owner, stranger = visitors["owner"], visitors["stranger"]
    file, later = codings(CANARY, "2 3"), codings(CANARY, "1 4")
    key = kept(store, owner, file)
    second = store.add_round(owner, key, (later,), name=f"{CANARY} round")
    store.accept(owner, second, read_sources((later,)))
    own = kept(store, stranger, codings("own", "3 2"))
    places: dict[Role, str] = dict.fromkeys(MAY, key)
    sharing = store.sharing
    if mode == "accounts":
        sharing.invite(owner, key, "editor@example.org", "edit")
        sharing.invite(owner, key, "reader@example.org", "read")
        sharing.invite(owner, key, "gone@example.org", "edit")
        sharing.dismiss(owner, key, numbers["gone"] or 0)
    else:
        places["reader"] = sharing.make_link(owner, key, "read")
        places["gone"] = sharing.make_link(owner, key, "edit")
        sharing.revoke(owner, key, sharing.links(owner, key)[-1].id)
    about = {"n": CANARY}
    work = store.artifacts.keep(owner, key, "report", REPORT, title=CANARY, about=about)
    saved = store.corpus(owner, key)
    with store.database.reading() as connection:
        inner = connection.scalars(select(corpora.c.key)).all()
    if mode == "links":
        places["stranger"] = inner[0]  # what the store calls it is no link
    step = known(saved.rounds[0].step)
    return World(
        store=store,
        mode=mode,
        file=file,
        visitors=visitors,
        places=places,
        own=own,
        work=work,
        step=step.id,
        link=sharing.links(owner, key)[0].id if mode == "links" else 0,
        person=numbers["reader"] or 0,
        digests=tuple(one.digest for one in saved.rounds if one.digest),
        keys=(key, *(one for one in inner if one != own)),
    )


@pytest.fixture(params=ROLES)
def there(request: pytest.FixtureRequest, store: Store) -> World:
    """Return a store with a corpus to try for, in each mode that has others."""
    return world(store, request.param)


@pytest.fixture
def lists(store: Store) -> World:
    """The same where corpora are listed."""
    return world(store, "accounts")


def drop_added(here: World, visitor: Visitor, place: str) -> None:
    """Take files back that were just added, by whoever may."""
    seen = Reviewed(files=(), decisions=(), accepted=None)
    with suppress(NotAllowed, NotHere):
        here.store.add_files(visitor, place, (OTHER,))
        seen = here.store.review(visitor, place)
    here.store.drop_added(visitor, place, seen=seen)


# What every method needs, and a call of it: with a visitor, and the place that is tried.
Call = Callable[[World, Visitor, str], object]
CASES: dict[str, tuple[Right, Call]] = {
    "Store.corpus": ("read", lambda w, v, p: w.store.corpus(v, p)),
    "Store.add_round": ("edit", lambda w, v, p: w.store.add_round(v, p, (OTHER,), name="x")),
    "Store.add_files": ("edit", lambda w, v, p: w.store.add_files(v, p, (OTHER,))),
    "Store.drop_added": ("edit", drop_added),
    "Store.rename": ("edit", lambda w, v, p: w.store.rename(v, p, "x", seen=w.file.name)),
    "Store.rename_round": ("edit", lambda w, v, p: w.store.rename_round(v, p, "x", seen="Round 1")),
    "Store.keep_settings": ("edit", lambda w, v, p: w.store.keep_settings(v, p, {"n": "3"})),
    "Store.delete": ("own", lambda w, v, p: w.store.delete(v, p)),
    "Store.delete_round": ("edit", lambda w, v, p: w.store.delete_round(v, p)),
    "Store.reading": ("read", lambda w, v, p: w.store.reading(v, p)),
    "Store.decisions": ("read", lambda w, v, p: w.store.decisions(v, p)),
    "Store.review": ("edit", lambda w, v, p: w.store.review(v, p)),
    "Store.note_read": ("edit", lambda w, v, p: w.store.note_read(v, p)),
    "Store.keep_review": (
        "edit",
        lambda w, v, p: w.store.keep_review(v, p, (("x", Choices()),), seen=()),
    ),
    "Store.accept": ("edit", lambda w, v, p: w.store.accept(v, p, read_sources((OTHER,)))),
    "Store.forget_files": ("edit", lambda w, v, p: w.store.forget_files(v, p)),
    "Store.decide": (
        "edit",
        lambda w, v, p: w.store.decide(
            v,
            p,
            digest=w.digests[0],
            item=DECIDED.item,
            places=(2,),
            seen=(),
            made=(DECIDED,),
            words="x",
        ),
    ),
    "Store.undo": ("edit", lambda w, v, p: w.store.undo(v, p, w.step)),
    "Sharing.links": ("own", lambda w, v, p: w.store.sharing.links(v, p)),
    "Sharing.make_link": ("own", lambda w, v, p: w.store.sharing.make_link(v, p, "edit")),
    "Sharing.revoke": ("own", lambda w, v, p: w.store.sharing.revoke(v, p, w.link)),
    "Sharing.members": ("own", lambda w, v, p: w.store.sharing.members(v, p)),
    "Sharing.invite": (
        "own",
        lambda w, v, p: w.store.sharing.invite(v, p, "stranger@example.org", "edit"),
    ),
    "Sharing.dismiss": ("own", lambda w, v, p: w.store.sharing.dismiss(v, p, w.person)),
    "Artifacts.keep": (
        "edit",
        lambda w, v, p: w.store.artifacts.keep(v, p, "report", b"x", title="x", about={}),
    ),
    "Artifacts.listed": ("read", lambda w, v, p: w.store.artifacts.listed(v, p)),
    "Artifacts.content": ("read", lambda w, v, p: w.store.artifacts.content(v, p, w.work)),
    "Artifacts.delete": ("edit", lambda w, v, p: w.store.artifacts.delete(v, p, w.work)),
    "export_corpus": ("read", lambda w, v, p: exporting.export_corpus(w.store, v, p)),
    "write_corpus": ("read", lambda w, v, p: exporting.write_corpus(w.store, v, p, BytesIO())),
}
# Those that name no corpus; each has a test of its own below.
OF_NO_CORPUS = {"Store.corpora", "Store.create", "export_person", "write_person"}
# Those that nobody asks for: they belong to the program, or to whoever runs the server.
OF_NOBODY = {
    "Store.open",
    "Store.close",
    "Store.ping",
    "Store.person",
    "drafts_size",
    "drop_drafts",
    "end_links",
    "Sharing.person",
    "Sharing.first_link",
    "backup",
    "check",
    "delete_person",
    "person_of",
    "restore",
    "vacuum",
}


def methods() -> Iterator[tuple[str, Any]]:
    """All that the store offers, by its name."""
    for part in (Store, Sharing, Artifacts):
        for name, found in inspect.getmembers(part, callable):
            if not name.startswith("_"):
                yield f"{part.__name__}.{name}", found
    for module in (backup, checking, exporting, keeping):
        for name, found in inspect.getmembers(module, inspect.isfunction):
            if not name.startswith("_") and found.__module__ == module.__name__:
                yield name, found


def test_every_method_is_tried() -> None:
    """A new method needs a case here, or it may be the way to another's corpus."""
    asked = {name for name, found in methods() if "visitor" in inspect.signature(found).parameters}
    assert asked == CASES.keys() | OF_NO_CORPUS
    assert {name for name, _ in methods()} - asked == OF_NOBODY


@pytest.mark.parametrize("mode", ROLES)
def test_nobody_may_do_more_than_they_may(store: Store, mode: Mode) -> None:
    here = world(store, mode)
    before = here.tables
    for role in ROLES[mode]:
        expected = NotAllowed if MAY[role] else NotHere
        for name, (need, call) in CASES.items():
            if need in MAY[role]:
                continue
            with pytest.raises(expected) as refused:
                call(here, here.visitors[role], here.places[role])
            assert type(refused.value) is expected, name
            assert CANARY not in str(refused.value), name
            assert here.tables == before, name


@pytest.mark.parametrize("mode", ROLES)
def test_those_who_may_can(mode: Mode) -> None:
    store = Store.open("sqlite://")
    for name, (need, call) in CASES.items():
        role = next(one for one in reversed(ROLES[mode]) if need in MAY[one])
        here = world(store, mode)
        before = here.tables
        call(here, here.visitors[role], here.places[role])
        writes = need != "read" and not name.endswith(READS) and name not in OF_OTHERS[mode]
        assert (here.tables != before) == writes, name


# What needs a right to write, and only shows something, or notes what is known of a round.
READS = (".review", ".note_read", ".links", ".members")
# What does nothing where there are only people, or only links.
OF_OTHERS: dict[Mode, set[str]] = {"accounts": {"Sharing.revoke"}, "links": {"Sharing.dismiss"}}


def guesses(here: World) -> list[str]:
    """What somebody may try who knows everything but the key: and that, changed a little."""
    tries = ["", " ", "%", "_", "*", "?", "~1", "~", "null", "None", "1", "0", "-1", "upload"]
    tries += ["files", "moonstone", "../..", "' OR '1'='1", "x' UNION SELECT * FROM corpora --"]
    tries += ["a" * 10**5, "\x00", "\ud800", "{0}", "%s", "$1", ":key", "?1", "é", "\u0661"]
    tries += [*here.digests, *(str(number) for number in range(-1, 20))]
    for key in here.keys:
        tries += [mark_of(key), key[:-1], key[1:], key + "A", key.swapcase(), f"{key}\n", f" {key}"]
        tries += [f"{key}\x00", f"{key}' --", f"{key}~", f"{key}~01", f"{key}~-1", f"{key}~1~2"]
        tries += [f"{key}/", f"../{key}", f"{key}~\u0662", f"{key}%00", "%" + key[1:]]
        tries += [key.encode().hex(), f"{key}?corpus={key}", f"{key}~9999999"]
    # Whoever knows a link has what it leads to; what the store calls a corpus is no link.
    for key in here.keys if here.mode == "accounts" else here.keys[1:]:
        tries += [at(key, number) for number in (1, 2, 3, 999999)]
    return tries


def test_no_guess_leads_to_a_corpus(there: World) -> None:
    before = there.tables
    tries = guesses(there)
    for number, (name, (_, call)) in enumerate(CASES.items()):
        for guess in tries if name == "Store.corpus" else tries[number % 8 :: 8]:
            with pytest.raises(NotHere) as refused:
                call(there, there.visitors["stranger"], guess)
            said = str(refused.value)
            assert CANARY not in said, name
            assert len(guess) < 9 or guess not in said, name
    assert there.tables == before


def test_a_corpus_of_another_is_as_one_that_never_was(there: World) -> None:
    stranger = there.visitors["stranger"]
    for _, call in CASES.values():
        answers = []
        for place in (there.places["gone"], "A" * len(there.places["gone"])):
            with pytest.raises(NotHere) as refused:
                call(there, stranger, place)
            answers.append(str(refused.value))
        assert answers[0] == answers[1]


def test_nothing_of_others_is_listed(there: World) -> None:
    for role, visitor in there.visitors.items():
        listed = [saved.key for saved in there.store.corpora(visitor)]
        if there.mode == "links":
            assert listed == []
        else:
            assert (there.keys[0] in listed) == bool(MAY[role])
            assert (there.own in listed) == (role == "stranger")


def test_nobody_who_is_not_signed_in_has_anything(lists: World) -> None:
    nobody = Visitor(mode="accounts")
    before = lists.tables
    with pytest.raises(NotAllowed):
        lists.store.create(nobody, (OTHER,), title="x")
    for export in (exporting.export_person, lambda s, v: exporting.write_person(s, v, BytesIO())):
        with pytest.raises(NotAllowed):
            export(lists.store, nobody)
    assert lists.tables == before


def test_an_export_holds_what_is_ones_own(lists: World) -> None:
    packed = ZipFile(BytesIO(exporting.export_person(lists.store, lists.visitors["stranger"])))
    content = b"".join(packed.read(name) for name in packed.namelist())
    assert b"own" in content
    assert CANARY.encode() not in content
    for role in ("editor", "reader"):
        packed = ZipFile(BytesIO(exporting.export_person(lists.store, lists.visitors[role])))
        assert not any(name.startswith("corpus-") for name in packed.namelist())
    packed = ZipFile(
        BytesIO(
            exporting.export_corpus(lists.store, lists.visitors["reader"], lists.places["reader"])
        )
    )
    assert not any("/files/" in name or "history" in name for name in packed.namelist())
    content = b"".join(packed.read(name) for name in packed.namelist())
    assert b"@example.org" not in content


def test_with_links_nobody_has_everything(store: Store) -> None:
    here = world(store, "links")
    for export in (exporting.export_person, lambda s, v: exporting.write_person(s, v, BytesIO())):
        with pytest.raises(NotAllowed):
            export(store, here.visitors["owner"])


def test_numbers_of_another_corpus_do_nothing_beside_ones_own(there: World) -> None:
    """Own corpus, own right, and the number of what belongs to another."""
    stranger, own, store = there.visitors["stranger"], there.own, there.store
    before = there.tables
    with pytest.raises(NotHere):
        store.artifacts.content(stranger, own, there.work)
    store.artifacts.delete(stranger, own, there.work)
    store.sharing.revoke(stranger, own, there.link)
    store.sharing.dismiss(stranger, own, there.person)
    with pytest.raises(StoreError):
        store.undo(stranger, own, there.step)
    with pytest.raises(StoreError):
        store.decide(
            stranger,
            own,
            digest=there.digests[0],
            item=DECIDED.item,
            places=(2,),
            seen=(),
            made=(DECIDED,),
            words="x",
        )
    assert there.tables == before


def test_bringing_the_same_codings_shows_nothing_of_the_others(there: World) -> None:
    """Codings are kept once, but who has them does not learn of each other."""
    store, stranger = there.store, there.visitors["stranger"]
    place = store.create(stranger, (there.file,), title="same")
    known = [*there.keys, *there.digests, there.places["reader"], there.places["gone"]]
    among = [one for one in known if there.mode == "accounts" or one != there.keys[0]]
    accepted = store.accept(stranger, place, read_sources((there.file,)), among=among)
    assert (accepted.place, accepted.again) == (place, False)
    saved = store.corpus(stranger, place)
    assert [one.number for one in saved.rounds] == [1]
    assert store.artifacts.listed(stranger, place) == ()
    assert store.decisions(stranger, place) == ()
    # What one deletes, the other keeps.
    assert store.delete(stranger, place) == ()
    assert store.reading(there.visitors["owner"], there.keys[0]).corpus is not None


def test_a_read_link_brings_no_right_to_write_by_the_same_codings(store: Store) -> None:
    here = world(store, "links")
    reader = here.visitors["reader"]
    place = store.create(reader, (here.file,), title="same")
    reading, among = read_sources((here.file,)), [here.places["reader"]]
    accepted = store.accept(reader, place, reading, among=among)
    assert (accepted.place, accepted.again) == (place, False)


def test_a_link_ends(store: Store) -> None:
    here = world(store, "links")
    past = datetime.now(UTC) - timedelta(seconds=1)
    with store.database.writing() as connection:
        connection.execute(update(links).values(expires=past))
    for role in ("owner", "reader"):
        for name, (_, call) in CASES.items():
            with pytest.raises(NotHere):
                call(here, here.visitors[role], here.places[role])
            assert name


def test_no_link_is_kept_as_it_is(store: Store) -> None:
    """Who reads the database, or a backup of it, cannot follow a link."""
    here = world(store, "links")
    content = repr(here.tables)
    for role in ("owner", "reader", "gone"):
        assert here.places[role] not in content


# People.


def test_the_same_name_at_another_provider_is_another_person(store: Store) -> None:
    one = store.person("https://one.example.org 7", "ann@example.org")
    assert store.person("https://two.example.org 7", "ann@example.org") != one
    assert store.person("https://one.example.org 7", "ann@example.org") == one
    assert store.person("https://one.example.org 7", None) == one


# Words of strangers.

HOSTILE = (
    "Robert'); DROP TABLE corpora;--",
    '" OR ""="',
    "%s %(x)s %d {0} {x!r} ${x} $1 :x ?",
    "<script>alert(1)</script>",
    "../../etc/passwd",
    "C:\\con\\nul",
    "\x00\x01\x7f\x1b[31m",
    "\u202eright to left\u2028",
    "",
    " ",
    "é e\u0301 \U0001f600",
    "null",
)


# Of titles and names, what acts upon other signs is left out.
LEFT = {"\x00\x01\x7f\x1b[31m": "[31m", "\u202eright to left\u2028": "right to left "}


def test_words_come_back_as_they_were(store: Store) -> None:
    for text in HOSTILE:
        _come_back(store, text)


def _come_back(store: Store, text: str) -> None:
    visitor = Visitor()
    file, title = codings(CANARY, "2 3"), text if text.strip() else "x"
    key = store.create(visitor, (Source(text, b"x"), file), title=title)
    second = store.add_round(visitor, key, (file,), name=title)
    reading = read_sources((file,))
    steps = ((text, Choices(items={text: text}, dropped=frozenset({(text, None)}))),)
    store.keep_review(visitor, key, steps, seen=())
    store.accept(visitor, key, reading, seen=steps)
    store.keep_settings(visitor, key, {"item": text, text: "x"})
    decided = Adjudication(DECIDED.item, 2, "reject", comment=text)
    digest = reading.corpus.codings_digest if reading.corpus else ""
    store.decide(
        visitor,
        key,
        digest=digest,
        item=DECIDED.item,
        places=(2,),
        seen=(),
        made=(decided,),
        words=text,
    )
    work = store.artifacts.keep(visitor, key, "report", b"x", title=title, about={text: text})

    saved, shown = store.corpus(visitor, key), LEFT.get(title, title)
    assert (saved.title, saved.settings) == (shown, {"item": text, text: "x"})
    assert saved.rounds[1].name == shown
    review = store.review(visitor, key)
    assert (review.files[0].name, review.decisions, review.accepted) == (text, steps, steps)
    assert store.decisions(visitor, key) == (decided,)
    (listed,) = store.artifacts.listed(visitor, key)
    assert (listed.id, listed.title, listed.about) == (work, shown, {text: text})
    step = known(saved.rounds[0].step)
    assert step.words == text
    packed = ZipFile(BytesIO(exporting.export_corpus(store, visitor, key)))
    for name in packed.namelist():
        assert not name.startswith(("/", "\\"))
        assert ".." not in name.split("/")
    store.rename(visitor, second, title, seen=shown)
    store.delete(visitor, key)
    assert store.corpora(visitor) == ()
