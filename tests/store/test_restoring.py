"""An export comes back: every round with its codings, texts, decisions, files and reports."""

from __future__ import annotations

import json
from io import BytesIO
from typing import TYPE_CHECKING, Any
from zipfile import ZipFile

import pytest

from segmetrics.corpus import Adjudication, Corpus
from segmetrics.io import SAMPLES, Source, read_sources
from segmetrics.io.write import WRITERS
from segmetrics.store import NotAllowed, Store, StoreError, Visitor, at
from segmetrics.store.exporting import export_corpus, export_person
from segmetrics.store.restoring import is_export, restore
from tests.support.kept_corpora import TABLE, keep_decided
from tests.support.known import known

if TYPE_CHECKING:
    from collections.abc import Callable

ME = Visitor()
LATER = TABLE.replace(b"2 5", b"3 4")


def keep(store: Store, visitor: Visitor = ME, title: str = "Interviews") -> str:
    """Keep a corpus of three rounds, the second of them deleted, the last not accepted."""
    file = Source("codings/all.csv", TABLE.replace(b"ch2", title.encode()))
    place = keep_decided(store, visitor, file, title=title)
    store.keep_settings(visitor, place, {"n": "4", "similarity": "b"})
    gone = store.add_round(visitor, place, [file], name="gone")
    zipped = BytesIO()
    with ZipFile(zipped, "w") as inner:
        inner.writestr("later.csv", LATER)
    uploaded = [Source("later.zip", zipped.getvalue())]
    final = store.add_round(visitor, place, uploaded, name="final")
    store.accept(visitor, final, read_sources([Source("later.csv", LATER)]))
    store.add_round(visitor, place, [file, file], name="waits")
    store.delete_round(visitor, gone)
    return place


def everything(store: Store, visitor: Visitor, place: str) -> dict[str, Any]:
    """All that a visitor can ask the store about a corpus, but moments and keys."""
    saved = store.corpus(visitor, place)
    found: dict[str, Any] = {"title": saved.title, "settings": saved.settings}
    for one in saved.rounds:
        here = at(saved.key, one.number)
        reviewed = store.review(visitor, here)
        kept = store.artifacts.listed(visitor, here)
        found[str(one.number)] = {
            "name": one.name,
            "corpus": store.reading(visitor, here).corpus if one.digest else None,
            "decisions": store.decisions(visitor, here),
            "files": reviewed.files,
            "review": (reviewed.decisions, reviewed.accepted),
            "works": [
                (work.kind, work.title, work.about, store.artifacts.content(visitor, here, work.id))
                for work in kept
            ],
        }
    return found


def test_everything_comes_back_into_another_store(store: Store) -> None:
    place = keep(store)
    before = everything(store, ME, place)
    assert before["1"]["decisions"][0].comment == "because"
    assert set(before) == {"title", "settings", "1", "3", "4"}
    source = Source("Interviews.zip", export_corpus(store, ME, place))
    assert is_export(source)
    other = Store.open("sqlite://")
    (back,) = restore(other, ME, source)
    assert (back.title, back.rounds) == ("Interviews", 3)
    assert everything(other, ME, back.place) == before
    # A round added then has a number that none ever had.
    assert other.add_round(ME, back.place, [], name="") == at(back.place, 5)
    assert export_corpus(other, ME, back.place)
    other.close()


def test_an_import_that_waited_can_be_accepted_after_it_came_back() -> None:
    store, other = Store.open("sqlite://"), Store.open("sqlite://")
    place = keep(store)
    (back,) = restore(other, ME, Source("a.zip", export_corpus(store, ME, place)))
    waits = at(back.place, 4)
    other.accept(ME, waits, read_sources(other.review(ME, waits).files[:1]))
    assert other.reading(ME, waits).corpus is not None
    store.close()
    other.close()


def test_times_come_back_to_the_millisecond(store: Store) -> None:
    """From a table of presses, with a decision and settings, out as a ZIP and in again."""
    times = {
        "one": {"ann": [0.001, 12.345, 59.999], "ben": [12.344], "cy": [12.346, 30.0]},
        "two": {"ann": [1.5], "ben": [7199.999]},
    }
    durations = {"one": 60.0, "two": 7200.0}
    corpus = Corpus.from_times(times, durations=durations)
    content = WRITERS["segmetrics-json"].write(corpus).content
    file = Source("presses.json", content if isinstance(content, bytes) else content.encode())
    reading = read_sources([file])
    place = store.accept(ME, store.create(ME, [file], title="Films"), reading).place
    kept = known(store.reading(ME, place).corpus)
    store.decide(
        ME,
        place,
        digest=kept.codings_digest,
        item="one",
        places=[12345],
        seen=(),
        made=[Adjudication("one", 12345, "move", 12400, comment="a cut")],
        words="moved 12.345 of one",
    )
    store.keep_settings(ME, place, {"tolerance": "0.5", "kernel_width": "2"})
    before = everything(store, ME, place)
    (back,) = restore(store, ME, Source("a.zip", export_corpus(store, ME, place)))
    assert everything(store, ME, back.place) == before
    again = known(store.reading(ME, back.place).corpus)
    assert again.scale == corpus.scale
    for item in again.items:
        assert item.scale is not None
        assert item.scale.seconds(item.mass) == durations[item.name]
        found = {
            coder: [item.scale.seconds(place) for place in coding.boundaries]
            for coder, coding in item.codings.items()
        }
        assert found == times[item.name]


def test_texts_come_back(store: Store) -> None:
    sample = SAMPLES["dialogue"]
    file = Source("texts.json", sample.path.read_bytes())
    reading = sample.read()
    texts = [item.texts for item in known(reading.corpus).items]
    assert any(texts)
    place = store.create(ME, [file], title="With texts")
    store.accept(ME, place, reading)
    (back,) = restore(store, ME, Source("a.zip", export_corpus(store, ME, place)))
    again = known(store.reading(ME, back.place).corpus)
    assert [item.texts for item in again.items] == texts


def test_all_corpora_of_a_person_come_back_in_their_order() -> None:
    store, other = Store.open("sqlite://"), Store.open("sqlite://")
    titles = [f"Number {number}" for number in range(1, 12)]
    places = [keep(store, title=title) for title in titles]
    source = Source("mine.zip", export_person(store, ME))
    back = restore(other, ME, source)
    assert [one.title for one in back] == titles
    for one, place in zip(back, places, strict=True):
        assert everything(other, ME, one.place) == everything(store, ME, place)
    store.close()
    other.close()


def test_what_is_here_already_comes_back_beside_it(store: Store) -> None:
    place = keep(store)
    source = Source("a.zip", export_corpus(store, ME, place))
    (back,) = restore(store, ME, source)
    assert back.place != place
    assert len(store.corpora(ME)) == 2
    store.delete(ME, place)
    assert store.reading(ME, back.place).corpus is not None


def test_a_reader_s_export_comes_back_without_files() -> None:
    links = Visitor(mode="links")
    store = Store.open("sqlite://")
    place = keep(store, links)
    reading = store.sharing.make_link(links, place, "read")
    (back,) = restore(store, links, Source("a.zip", export_corpus(store, links, reading)))
    found = everything(store, links, back.place)
    assert found["1"]["files"] == ()
    assert found["1"]["corpus"] == store.reading(links, place).corpus
    assert store.corpus(links, back.place).may("own")
    store.close()


def test_only_who_is_known_keeps_something() -> None:
    store = Store.open("sqlite://")
    source = Source("a.zip", export_corpus(store, ME, keep(store)))
    with pytest.raises(NotAllowed):
        restore(store, Visitor(mode="accounts"), source)
    store.close()


def changed(archive: bytes, change: Callable[[dict[str, bytes]], None]) -> Source:
    """Pack an archive again after a change of its files."""
    with ZipFile(BytesIO(archive)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    change(parts)
    buffer = BytesIO()
    with ZipFile(buffer, "w") as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return Source("a.zip", buffer.getvalue())


def described(parts: dict[str, bytes], **more: Any) -> None:
    """Change what an archive says of its corpus."""
    parts["corpus.json"] = json.dumps(json.loads(parts["corpus.json"]) | more).encode()


HARM: dict[str, Callable[[dict[str, bytes]], None]] = {
    "no codings": lambda parts: parts.__delitem__("round-3/codings.json"),
    "other codings": lambda parts: parts.update(
        {"round-3/codings.json": parts["round-1/codings.json"]}
    ),
    "no file": lambda parts: parts.__delitem__("round-1/files/codings/all.csv"),
    "no JSON": lambda parts: parts.update({"corpus.json": b"{"}),
    "a list": lambda parts: parts.update({"corpus.json": b"[]"}),
    "no rounds": lambda parts: described(parts, rounds=[]),
    "a title of another kind": lambda parts: described(parts, title=5),
    "no settings": lambda parts: described(parts, settings=None),
    "a long title": lambda parts: described(parts, title="x" * 1000),
    "rounds twice": lambda parts: described(
        parts, rounds=json.loads(parts["corpus.json"])["rounds"] * 2
    ),
}


@pytest.mark.parametrize("harm", HARM)
def test_what_is_damaged_is_refused_and_nothing_of_it_kept(harm: str) -> None:
    store = Store.open("sqlite://")
    source = changed(export_corpus(store, ME, keep(store)), HARM[harm])
    before = len(store.corpora(ME))
    with pytest.raises(StoreError, match="Nothing was changed"):
        restore(store, ME, source)
    assert len(store.corpora(ME)) == before
    store.close()


def test_other_archives_are_no_exports() -> None:
    for names in (["codings.csv"], ["corpus.json"], ["my-corpus.json", "README.txt"]):
        buffer = BytesIO()
        with ZipFile(buffer, "w") as packed:
            for name in names:
                packed.writestr(name, b"{}")
        assert not is_export(Source("a.zip", buffer.getvalue()))
    assert not is_export(Source("a.csv", TABLE))
    assert not is_export(Source("a.zip", b"PK\x03\x04 and no more"))
