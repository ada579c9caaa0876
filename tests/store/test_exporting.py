"""Everything of a corpus or a person can be taken along, by those who may, on any system."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

from segmetrics.corpus import Corpus
from segmetrics.io import Source, read_sources
from segmetrics.store import NotAllowed, Store, Visitor
from segmetrics.store.exporting import export_corpus, export_person
from tests.support.kept_corpora import TABLE, keep_decided
from tests.support.known import known

if TYPE_CHECKING:
    from pathlib import Path

ME = Visitor()
HOSTILE = (
    "../../etc/passwd",
    "/etc/passwd",
    "C:\\Windows\\system.ini",
    "con.txt",
    "a:b*c?.csv",
    "x" * 400 + ".csv",
    "ü" * 200 + ".csv",
    "Ü.CSV",
    "ü.csv",
    "e\u0301.csv",
    "half \ud800 a sign.csv",
    "NUL \0 and\nlines\t.csv",
    "trailing. ",
    "folder/",
    "folder/inner.csv",
    "",
    "//",
    "🧵.csv",
    "..",
)


def keep(store: Store, visitor: Visitor = ME, title: str = "Interviews") -> str:
    """Keep a corpus with decisions, a report and a second round."""
    # The same codings twice would be kept once.
    table = TABLE.replace(b"ch2", b"ch of " + title.encode()) if title != "Interviews" else TABLE
    file = Source("codings/all.csv", table)
    place = keep_decided(store, visitor, file, title=title, comment="=HYPERLINK(1)")
    store.artifacts.keep(visitor, place, "report", b"<html> 2", title="a/b", about={"n": "3"})
    store.add_round(visitor, place, [file, file], name="later")
    return place


def found(store: Store, visitor: Visitor, place: str) -> Corpus:
    """Read a corpus that is in the store."""
    return known(store.reading(visitor, place).corpus)


def opened(archive: bytes) -> dict[str, bytes]:
    """Unpack an archive, none of whose names is there twice."""
    with ZipFile(BytesIO(archive)) as packed:
        names = packed.namelist()
        assert len({name.casefold() for name in names}) == len(names)
        return {name: packed.read(name) for name in names}


def test_an_export_has_everything_of_a_corpus(store: Store) -> None:
    place = keep(store)
    parts = opened(export_corpus(store, ME, place))
    codings = read_sources([Source("codings.json", parts["round-1/codings.json"])]).corpus
    assert codings == found(store, ME, place)
    assert len(codings.decisions) == 1
    assert parts["round-1/files/codings/all.csv"] == TABLE
    assert parts["round-2/files/codings/all.csv"] == TABLE
    assert parts["round-2/files-2/codings/all.csv"] == TABLE
    assert parts["round-1/decisions.csv"].decode().splitlines() == [
        "item,place,verdict,to,comment,along with",
        "ch1,3,accept,,'=HYPERLINK(1),",
    ]
    assert (
        "1. renamed anna to Anna B.\nIt was accepted with" in parts["round-1/import.txt"].decode()
    )
    assert "It was not accepted yet." in parts["round-2/import.txt"].decode()
    assert "accepted 3 of ch1" in parts["round-1/history.txt"].decode()
    assert parts["round-1/kept/report/a-b.html"] == b"<html>"
    assert parts["round-1/kept/report-2/a-b.html"] == b"<html> 2"
    described = json.loads(parts["corpus.json"])
    assert described["title"] == "Interviews"
    assert [one["name"] for one in described["rounds"]] == ["Round 1", "later"]
    assert "Corpus: Interviews\nRounds: 2\n" in parts["README.txt"].decode()


def test_names_are_safe_on_any_system(tmp_path: Path) -> None:
    store = Store.open("sqlite://")
    uploaded = [Source(name, str(place).encode()) for place, name in enumerate(HOSTILE)]
    place = store.create(ME, uploaded, title="\ud800\n=1+1 <b>")
    archive = export_corpus(store, ME, place)
    parts = opened(archive)
    for name in parts:
        for part in name.split("/"):
            assert part
            assert len(part.encode()) <= 255
            assert not re.search(r'[\x00-\x1f<>:"\\|?*\x7f]|^[. ]|[. ]$', part), part
            assert not re.fullmatch(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?", part), part
    with ZipFile(BytesIO(archive)) as packed:
        packed.extractall(tmp_path / "out")
    written = {
        str(file.relative_to(tmp_path / "out")): file.read_bytes()
        for file in (tmp_path / "out").rglob("*")
        if file.is_file()
    }
    assert written == parts
    described: list[dict[str, Any]] = json.loads(parts["corpus.json"])["rounds"][0]["files"]
    assert [one["name"] for one in described] == list(HOSTILE)
    contents = [parts[one["path"]] for one in described]
    assert contents == [source.content for source in uploaded]
    store.close()


def test_readers_get_what_they_may_see(store: Store) -> None:
    links = Visitor(mode="links")
    place = keep(store, links)
    reading = store.sharing.make_link(links, place, "read")
    parts = opened(export_corpus(store, links, reading))
    assert {name for name in parts if "round-1" in name} == {
        "round-1/codings.json",
        "round-1/decisions.csv",
        "round-1/kept/report/a-b.html",
        "round-1/kept/report-2/a-b.html",
    }
    assert "and not change it" in parts["README.txt"].decode()
    described = json.loads(parts["corpus.json"])
    assert not {"links", "people"} & set(described)
    assert not {"files", "history", "import"} & set(described["rounds"][0])
    everything = json.loads(opened(export_corpus(store, links, place))["corpus.json"])
    assert [link["right"] for link in everything["links"]] == ["edit", "read"]
    # No link leads anywhere for whoever has the archive.
    for key in (place, reading):
        assert key.encode() not in b"".join(opened(export_corpus(store, links, place)).values())


def test_a_person_takes_everything_along(store: Store) -> None:
    ann = Visitor(mode="accounts", person=store.person("ann", "ann@example.org"))
    ben = Visitor(mode="accounts", person=store.person("ben", "ben@example.org"))
    places = [keep(store, ann, "one"), keep(store, ann, "two")]
    shared = keep(store, ben, "of ben")
    keep(store, ben, "of ben alone")
    store.sharing.invite(ben, shared, "ann@example.org", "read")
    parts = opened(export_person(store, ann))
    titles = [json.loads(parts[f"corpus-{number}/corpus.json"])["title"] for number in (1, 2)]
    assert titles == ["one", "two"]
    assert parts["may-see.csv"].decode() == f"corpus,right,key\nof ben,read,{shared}\n"
    assert not any(name.startswith("corpus-3") for name in parts)
    assert b"of ben alone" not in b"".join(parts.values())
    alone = opened(export_corpus(store, ann, places[0]))
    assert {f"corpus-1/{name}": content for name, content in alone.items()} == {
        name: content for name, content in parts.items() if name.startswith("corpus-1/")
    }


def test_an_export_comes_back_as_the_corpus(store: Store) -> None:
    """Of several rounds the newest that was accepted; packed as a ZIP, or unpacked."""
    place = keep(store)
    content = export_corpus(store, ME, place)
    unpacked = [Source(name, content) for name, content in opened(content).items()]
    for given in ([Source("interviews.zip", content)], unpacked):
        reading = read_sources(given)
        assert reading.problems == ()
        assert reading.corpus == found(store, ME, place)
        (notice,) = reading.notices
        assert notice.what == (
            "everything of the corpus 'Interviews' as segmetrics kept it: the codings of round 1 "
            "are read, the newest of 2"
        )


def test_an_export_without_accepted_codings_comes_back_as_its_files(store: Store) -> None:
    place = store.create(ME, [Source("all.csv", TABLE)], title="Draft")
    reading = read_sources([Source("draft.zip", export_corpus(store, ME, place))])
    assert reading.problems == ()
    assert reading.corpus == read_sources([Source("all.csv", TABLE)]).corpus
    assert "the files that were uploaded are read" in reading.notices[0].what


def test_everything_of_a_person_comes_back_if_it_is_one_corpus(store: Store) -> None:
    ann = Visitor(mode="accounts", person=store.person("ann", "ann@example.org"))
    place = keep(store, ann, "one")
    reading = read_sources([Source("mine.zip", export_person(store, ann))])
    assert reading.problems == ()
    assert reading.corpus == found(store, ann, place)
    keep(store, ann, "two")
    reading = read_sources([Source("mine.zip", export_person(store, ann))])
    assert reading.corpus is None
    (problem,) = reading.problems
    assert problem.what == "2 corpora as segmetrics kept them: 'one', 'two'"
    assert problem.fix.startswith("bring one of them")


def test_where_nobody_logs_in_everything_is_ones_own() -> None:
    store = Store.open("sqlite://")
    keep(store)
    assert "corpus-1/corpus.json" in opened(export_person(store, ME))
    with pytest.raises(NotAllowed, match="by its link"):
        export_person(store, Visitor(mode="links"))
    with pytest.raises(NotAllowed, match="Sign in"):
        export_person(store, Visitor(mode="accounts"))
    store.close()
