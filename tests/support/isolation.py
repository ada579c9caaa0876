"""The servers that are attacked, one for each mode and database, and what is tried for there.

Whatever belongs to the corpus that is tried for has `CANARY` in it: names, texts, title, files,
comments, what was kept beside it. Who tries is not the same in all modes:

- In ``links`` and ``accounts`` there are an owner, an editor, a reader and a stranger.
- In ``local`` whoever uses the machine is the owner; a stranger is a page of another site that the
  owner's browser shows. It gets no connection.
- In ``ephemeral`` a corpus is in the session of one page, which nobody shares; a stranger has
  another page, and the address of the first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import InvalidStatus

from segmetrics import Corpus
from segmetrics.corpus import Adjudication, Item
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.io import Source, read_sources
from segmetrics.io.write import WRITERS
from segmetrics.segmentation import Segmentation
from segmetrics.settings import Mode
from segmetrics.store import Right, Store, Visitor, at
from segmetrics.store.access import mark_of
from segmetrics.store.schema import METADATA, corpora
from tests.support import postgres
from tests.support.driving import running
from tests.support.oidc import Provider, providing
from tests.support.probing import Answer, Probe, sign_in

CANARY = "Zq7vx"
SECRET = CANARY.encode()
OF_CORPUS = [info.address for info in PAGES if info.of_corpus]
NUMBERS = count()
ELSEWHERE = "evil.example"
# Stands in the names of people, whom their own pages name.
PERSON = "Wk5zy"
PEOPLE = {
    name: {"name": f"{PERSON} {name}", "email": f"{name}@{PERSON}.example", "email_verified": True}
    for name in ("owner", "editor", "reader", "stranger")
}
# Says that she is the reader; nobody has seen that she is.
PEOPLE["liar"] = {**PEOPLE["reader"], "email_verified": False}

SHARED = ("links sqlite", f"accounts {postgres.DATABASES[-1]}")
"""Where others may be given a corpus; `tests.store.test_access` tries both on every database."""

KEPT = (*SHARED, "local sqlite")
"""Where a corpus is kept."""

ALONE = ("local sqlite", "ephemeral memory")
"""Where nobody is given a right: whoever sees a corpus may edit it."""

EVERYWHERE = (*KEPT, "ephemeral memory")


def among(*places: str) -> pytest.MarkDecorator:
    """Try something on some of the servers, each of which is started once."""
    return pytest.mark.parametrize("there", places, indirect=True)


def codings(name: str, *, later: bool = False) -> Source:
    """A file of codings with texts, which no other is equal to."""
    number = next(NUMBERS)
    masses = [[4, 4, 4], [4, 3, 5], [8, 4]] if later else [[4, 4, 4], [5, 3, 4], [4, 8]]
    items = []
    for place in (1, 2):
        coders = {
            f"{name} {coder}": Segmentation.from_masses(sizes)
            for coder, sizes in zip(("ann", "ben", "cy"), masses, strict=True)
        }
        texts = tuple(f"{name} text {number} {unit}" for unit in range(12))
        items.append(Item(f"{name} item {place}", coders, texts))
    return file_of(Corpus(tuple(items)), f"{name} file {number}.json")


def file_of(corpus: Corpus, name: str) -> Source:
    """Write a corpus as a file of the project's own."""
    return Source(name, WRITERS["segmetrics-json"].write(corpus).content)


def tells(answer: Answer) -> bool:
    """Whether an answer of the server has anything of the corpus in it."""
    return SECRET in answer.bytes


def in_turn(
    places: Sequence[str], pages: Iterable[str], *more: tuple[str, str]
) -> pytest.MarkDecorator:
    """Try something on each page, on one of the servers after the other."""
    pairs = [*zip(cycle(places), pages, strict=False), *more]
    return pytest.mark.parametrize(("there", "page"), pairs, indirect=["there"])


class Shut:
    """A page of another site, whose name leads to this machine: it gets no connection.

    It has the methods of a `Probe`; whatever it tries is refused, and it sees nothing.
    """

    session = ""

    def __init__(self, address: str) -> None:
        self.address = address
        self.called = f"{ELSEWHERE}:{address.rpartition(':')[2]}"

    def look(self, page: str = "", **query: str) -> Answer:
        """Try to open a page."""
        try:
            Probe(self.address, called=self.called).look(page, **query)
        except InvalidStatus as refused:
            assert refused.response.status_code == 403
            return Answer(())
        raise AssertionError("another site was let in")

    def act(self, *_: WidgetState, fragment: str = "") -> Answer:
        """Try to do something on a page."""
        del fragment
        return self.look()

    def press(self, _: Any) -> Answer:
        """Try to press a button."""
        return self.look()

    def download(self, _: str) -> str:
        """Try to get a file."""
        self.look()
        return ""


@dataclass
class There:
    """A server, its store, and whoever is known to it."""

    mode: Mode
    address: str
    store: Store
    log: Path
    people: dict[str, int] = field(default_factory=dict)
    cookies: dict[str, dict[str, str]] = field(default_factory=dict)
    # What must never be in the log: keys, and names of sessions.
    secrets: list[str] = field(default_factory=list)

    @property
    def another(self) -> str:
        """Somebody who is let in, and has another page than the owner."""
        return "owner" if self.mode == "local" else "stranger"

    def visitor(self, name: str = "owner") -> Visitor:
        """Who somebody is to the store."""
        return Visitor(mode=self.mode, person=self.people.get(name))

    @contextmanager
    def probe(self, name: str = "owner", **more: Any) -> Iterator[Any]:
        """Visit the server as somebody."""
        if self.mode == "local" and name == "stranger":
            yield Shut(self.address)
            return
        with Probe(self.address, cookies=self.cookies.get(name), **more) as probe:
            yield probe
            self.secrets.append(probe.session)

    @contextmanager
    def page_of(self, place: str) -> Iterator[Probe]:
        """Visit the server as whoever keeps a corpus."""
        del place
        with self.probe() as probe:
            yield probe

    def clear(self) -> None:
        """Delete all corpora."""
        with self.store.database.writing() as connection:
            connection.execute(delete(corpora))

    def keep(self, name: str = CANARY, *, who: str = "owner", draft: bool = False) -> str:
        """Keep a corpus of two rounds with all that can be there; gives its place."""
        visitor = self.visitor(who)
        files = codings(name), codings(name, later=True)
        reading = read_sources(files[:1])
        place = self.store.create(visitor, files[:1], title=f"{name} title {next(NUMBERS)}")
        self.secrets.append(place)
        if draft:
            return place
        assert reading.corpus is not None
        self.store.accept(visitor, place, reading)
        second = self.store.add_round(visitor, place, files[1:], name=f"{name} round")
        self.store.accept(visitor, second, read_sources(files[1:]))
        item = reading.corpus.items[0].name
        self.store.decide(
            visitor,
            place,
            digest=reading.corpus.codings_digest,
            item=item,
            places=(5,),
            seen=(),
            made=(Adjudication(item, 5, "reject", comment=f"{name} comment"),),
            words=f"{name} decided",
        )
        content = f"<p>{name} report".encode()
        self.store.artifacts.keep(visitor, place, "report", content, title=f"{name} work", about={})
        return place

    def keep_file(self, file: Source) -> str:
        """Keep a corpus of one file; gives its place."""
        place = self.store.create(self.visitor(), (file,), title=file.name)
        self.secrets.append(place)
        self.store.accept(self.visitor(), place, read_sources((file,)))
        return place

    def share(self, place: str, right: Right) -> str:
        """Let others reach a corpus, where there are any; gives the place by which they do."""
        if self.mode == "links":
            made = self.store.sharing.make_link(self.visitor(), place, right)
            self.secrets.append(made)
            return made
        if self.mode == "accounts":
            name = "editor" if right == "edit" else "reader"
            self.store.sharing.invite(self.visitor(), place, str(PEOPLE[name]["email"]), right)
        return place

    def take_back(self, place: str, right: Right) -> None:
        """Take back what was given last; where nothing is given, delete what was shown."""
        sharing = self.store.sharing
        if self.mode == "links":
            sharing.revoke(self.visitor(), place, sharing.links(self.visitor(), place)[-1].id)
        elif self.mode == "accounts":
            name = "editor" if right == "edit" else "reader"
            sharing.dismiss(self.visitor(), place, self.people[name])
        else:
            self.store.delete(self.visitor(), place)

    def guesses(self, place: str) -> list[str]:
        """What a stranger might try: all that is known of a corpus but the way to it."""
        saved = self.store.corpus(self.visitor(), place)
        with self.store.database.reading() as connection:
            newest = select(corpora.c.key).order_by(corpora.c.id.desc())
            inner = str(connection.scalars(newest).first())
        return [*changed(place), saved.rounds[0].digest or "", saved.title, inner, at(inner, 2)]

    @property
    def tables(self) -> dict[str, list[Any]]:
        """Everything that is in the store, but who reaches it."""
        with self.store.database.reading() as connection:
            return {
                table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
                for table in METADATA.sorted_tables
                if table.name not in ("links", "members", "people")
            }


def changed(place: str) -> list[str]:
    """Change a place a little."""
    tries = [mark_of(place), "1", place[:-1], "%", place.swapcase(), f"{place} ", f"{place}\x00"]
    return [*tries, "' OR 1=1 --", "../store.db"]


@dataclass
class Alone(There):
    """A server that keeps nothing: each corpus is in the page of its owner, which stays open."""

    opened: dict[str, Probe] = field(default_factory=dict)
    pages: ExitStack = field(default_factory=ExitStack)

    @contextmanager
    def probe(self, name: str = "owner", **more: Any) -> Iterator[Any]:
        """Visit the server; as the owner, on the page that has the newest corpus."""
        if self.opened and name != "stranger":
            yield list(self.opened.values())[-1]
            return
        with super().probe(name, **more) as probe:
            yield probe

    @contextmanager
    def page_of(self, place: str) -> Iterator[Probe]:
        """Go on with the page that has a corpus."""
        yield self.opened[place]

    def clear(self) -> None:
        """Close all pages."""
        self.pages.close()
        self.opened.clear()

    def keep(self, name: str = CANARY, *, who: str = "owner", draft: bool = False) -> str:
        """Open a file, and keep a report of it for as long as the page is open."""
        del who, draft
        place = self.keep_file(codings(name))
        (button,) = [
            one
            for one in self.opened[place].look("share", corpus=place).of("button")
            if one.label == "Keep this report"
        ]
        self.opened[place].press(button)
        return place

    def keep_file(self, file: Source) -> str:
        """Open a file; gives the place of its corpus."""
        probe = self.pages.enter_context(Probe(self.address))
        place = probe.bring(file.name, file.content)
        self.secrets += [place, probe.session]
        self.opened[place] = probe
        return place

    def guesses(self, place: str) -> list[str]:
        """What a stranger might try: the way itself, too."""
        return [*changed(place), place, at(place, 2)]

    @property
    def tables(self) -> dict[str, list[Any]]:
        """What the page of the owner shows on the page Saved."""
        ((place, probe),) = list(self.opened.items())[-1:]
        answer = probe.look("projects", corpus=place)
        words = [one.body for one in answer.of("markdown")]
        return {"words": words, "components": answer.components}


@contextmanager
def serving(place: str, folder: Path, request: pytest.FixtureRequest) -> Iterator[There]:
    """Run a server of a mode, with a store in a database."""
    word, _, database = place.partition(" ")
    mode: Mode = next(one for one in ("local", "links", "accounts", "ephemeral") if one == word)
    log = folder / "log"
    with ExitStack() as stack:
        environment = {"SEGMETRICS_MODE": word, "SEGMETRICS_LOG": "json"}
        url = f"sqlite:///{folder / 'store.db'}"
        if database == "postgresql":
            server: postgres.Server = request.getfixturevalue("postgresql")
            like = request.getfixturevalue("postgresql_template")
            url = stack.enter_context(server.database(like=like))
        if mode == "ephemeral":
            home = folder / "home"
            home.mkdir()
            environment |= {"HOME": str(home), "TMPDIR": str(home)}
            with running(environment=environment, log=log) as served, ExitStack() as pages:
                yield Alone(mode, served.address, Store.open("sqlite://"), log, pages=pages)
            return
        environment["SEGMETRICS_STORE"] = url
        provider = None
        if mode == "accounts":
            provider = stack.enter_context(providing(PEOPLE))
            environment |= provider.environment()
        served = stack.enter_context(running(environment=environment, log=log))
        there = There(mode, served.address, Store.open(url), log)
        stack.callback(there.store.close)
        if provider:
            sign_all_in(provider, there)
        yield there


def sign_all_in(provider: Provider, there: There) -> None:
    """Sign everybody in once."""
    provider.trust(there.address)
    for name, claims in PEOPLE.items():
        there.cookies[name] = sign_in(there.address, name)
        subject = f"{provider.issuer} number of {name}"
        email = str(claims["email"]) if claims["email_verified"] else None
        there.people[name] = there.store.person(subject, email)
