"""The store keeps what was accepted, for those who may see it, and deletes what is deleted."""

from __future__ import annotations

import gc
import random
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import MetaData, func, select, text, update

from segmetrics.corpus import Adjudication, Corpus
from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.settings import MODES, Mode
from segmetrics.store import (
    ChangedMeanwhile,
    NotAllowed,
    NotHere,
    Removed,
    Store,
    StoreError,
    StoreFailed,
    Visitor,
    access,
    at,
    corpus_rows,
    history,
    place_of,
)
from segmetrics.store.checking import check
from segmetrics.store.maintenance import drop_drafts, end_links
from segmetrics.store.schema import codings, rounds, works
from segmetrics.store.serialization import packed, words_of
from tests.support.known import known
from tests.support.make_store_fixture import (
    HOSTILE,
    TABLE,
    accept,
    hostile_corpus,
    keep,
    typed_corpus,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCAL = Visitor()
SMALL = Corpus.from_masses({"ch1": {"an1": [11, 2], "an2": [9, 4]}, "ch2": {"an1": [3, 3, 3]}})
OTHER = Corpus.from_masses({"ch1": {"an1": [4, 2], "an2": [3, 3]}})


def visitor_of(store: Store, mode: Mode) -> Visitor:
    return Visitor(mode=mode, person=store.person("ann", None) if mode == "accounts" else None)


def decide(
    store: Store,
    place: str,
    *made: Adjudication,
    seen: tuple[Adjudication, ...] = (),
    item: str = "ch1",
) -> None:
    places = {place for one in (*made, *seen) for place in one.places}
    digest = store.corpus(LOCAL, place).rounds[0].digest
    assert digest
    store.decide(
        LOCAL, place, digest=digest, item=item, places=places, seen=seen, made=made, words="decided"
    )


def counts(store: Store) -> dict[str, int]:
    """Count the rows of every table that the database has."""
    tables = MetaData()
    with store.database.reading() as connection:
        tables.reflect(connection)
        return {
            name: connection.scalar(select(func.count()).select_from(table)) or 0
            for name, table in tables.tables.items()
            if name != "alembic_version"
        }


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    """Let some days pass."""
    moment = access.now() + timedelta(days=days)
    for module in (
        "access",
        "artifacts",
        "garbage",
        "history",
        "maintenance",
        "sharing",
        "store",
        "corpus_rows",
    ):
        monkeypatch.setattr(f"segmetrics.store.{module}.now", lambda: moment)


# ----- keeping and finding


def test_a_new_store_is_empty(store: Store) -> None:
    assert store.corpora(LOCAL) == ()
    store.ping()


def test_a_store_without_a_table_does_not_answer(store_url: str) -> None:
    store = Store.open(store_url)
    with store.database.writing() as connection:
        works.drop(connection)
    with pytest.raises(StoreFailed):
        store.ping()
    store.close()


def test_a_round_is_named_by_how_many_there_are_and_an_address_is_used_once(store: Store) -> None:
    key = store.create(LOCAL, [TABLE], title="x")

    def added(name: str = "") -> str:
        return store.add_round(LOCAL, key, [TABLE], name=name)

    discarded = added()
    store.delete_round(LOCAL, discarded)
    assert (discarded, added()) == (f"{key}~2", f"{key}~3")
    assert [one.name for one in store.corpus(LOCAL, key).rounds] == ["Round 1", "Round 2"]
    added("Round 4"), added()
    assert [one.name for one in store.corpus(LOCAL, key).rounds[2:]] == ["Round 4", "Round 5"]


@pytest.mark.parametrize("mode", MODES)
def test_what_was_accepted_is_found_again(store: Store, mode: Mode) -> None:
    visitor = visitor_of(store, mode)
    key = store.create(visitor, [TABLE], title="A corpus")
    draft = store.corpus(visitor, key)
    assert [(one.number, one.digest, one.pending, one.files) for one in draft.rounds] == [
        (1, None, True, True)
    ]
    with pytest.raises(NotHere, match="not accepted yet"):
        store.reading(visitor, key)
    accept(store, visitor, key, SMALL)
    second = store.add_round(visitor, key, [TABLE], name="After training")
    accept(store, visitor, second, typed_corpus())
    saved = store.corpus(visitor, second)
    assert (saved.key, saved.title, saved.right) == (key, "A corpus", "own")
    assert [(one.name, one.items, one.coders, one.decided) for one in saved.rounds] == [
        ("Round 1", 2, 2, 0),
        ("After training", 1, 2, 0),
    ]
    assert store.reading(visitor, key).corpus == SMALL
    assert store.reading(visitor, second).corpus == typed_corpus()
    listed = () if mode == "links" else (saved,)
    assert store.corpora(visitor) == listed


def test_problems_and_notices_are_found_again(store: Store) -> None:
    reading = read_sources(
        [Source("codings.csv", b"item,coder,masses\nch1,an1,3 4\nch1,an2,2 6\nch2,an1,2 2\n")]
    )
    assert reading.problems
    key = store.create(LOCAL, [TABLE], title="x")
    store.accept(LOCAL, key, reading)
    # What the files said one by one is read from them again, if anybody asks.
    assert store.reading(LOCAL, key) == replace(reading, codings=(), tables=())


def test_the_same_codings_are_kept_once(store: Store) -> None:
    first = keep(store, LOCAL, SMALL, "first")
    second = store.create(LOCAL, [TABLE], title="second")
    done = store.accept(LOCAL, second, replace(read_sources([TABLE]), corpus=SMALL))
    assert (done.place, done.again) == (first, True)
    assert [one.title for one in store.corpora(LOCAL)] == ["first"]
    assert counts(store)["codings"] == 1


def test_with_links_only_what_the_visitor_knows_is_the_same(store: Store) -> None:
    links = Visitor(mode="links")
    first = keep(store, links, SMALL, "first")
    reading = replace(read_sources([TABLE]), corpus=SMALL)
    second = store.create(links, [TABLE], title="second")
    assert not store.accept(links, second, reading).again
    third = store.create(links, [TABLE], title="third")
    # A link that only looks would give away less than what was accepted.
    looking = store.sharing.make_link(links, first, "read")
    done = store.accept(links, third, reading, among=[looking, f"{first}~2", "none", "\0"])
    assert (done.place, done.again) == (first, True)


def test_nobody_is_led_to_the_codings_of_somebody_else(store: Store) -> None:
    ann = Visitor(mode="accounts", person=store.person("ann", "ann@example.org"))
    ben = Visitor(mode="accounts", person=store.person("ben", "ben@example.org"))
    place = keep(store, ann, SMALL, "Ann's")
    store.sharing.invite(ann, place, "ben@example.org", "edit")
    own = store.create(ben, [TABLE], title="Ben's")
    assert not store.accept(ben, own, replace(read_sources([TABLE]), corpus=SMALL)).again
    assert counts(store)["codings"] == 1
    assert store.delete(ann, place) == ()
    assert store.reading(ben, own).corpus == SMALL


def test_a_draft_with_another_round_stays(store: Store) -> None:
    keep(store, LOCAL, SMALL, "first")
    second = store.create(LOCAL, [TABLE], title="second")
    accept(store, LOCAL, store.add_round(LOCAL, second, [TABLE], name="final"), OTHER)
    assert accept(store, LOCAL, second, SMALL) == second
    assert store.reading(LOCAL, at(second, 2)).corpus == OTHER


def test_a_corpus_that_was_accepted_before_stays(store: Store) -> None:
    first = keep(store, LOCAL, SMALL, "first")
    report = store.artifacts.keep(LOCAL, first, "report", b"<html>", title="report", about={})
    step = store.corpus(LOCAL, first).rounds[0].step
    assert step
    store.undo(LOCAL, first, step.id)
    keep(store, LOCAL, SMALL, "second")
    assert accept(store, LOCAL, first, SMALL) == first
    assert store.artifacts.content(LOCAL, first, report) == b"<html>"


def test_an_editor_who_has_the_same_takes_nothing_from_the_owner(store: Store) -> None:
    ann = Visitor(mode="accounts", person=store.person("ann", "ann@example.org"))
    ben = Visitor(mode="accounts", person=store.person("ben", "ben@example.org"))
    keep(store, ben, SMALL, "Ben's")
    draft = store.create(ann, [TABLE], title="Ann's")
    store.sharing.invite(ann, draft, "ben@example.org", "edit")
    assert accept(store, ben, draft, SMALL) == draft
    assert store.reading(ann, draft).corpus == SMALL


def test_no_codings_are_left_over_when_steps_are_forgotten(store: Store) -> None:
    place = keep(store, LOCAL, SMALL, "x")
    for corpus in (OTHER, typed_corpus()):
        accept(store, LOCAL, place, corpus)
    for _ in range(2):
        step = store.corpus(LOCAL, place).rounds[0].step
        assert step
        store.undo(LOCAL, place, step.id)
    decide(store, place, Adjudication("ch1", 11, "accept"))
    assert check(store.database).problems == ()


# ----- texts


def test_hostile_texts_come_back_as_they_were(store: Store) -> None:
    for text_ in (*HOSTILE, "x" * 300, "\U0010ffff" * 300, "\ud800" * 300):
        file = Source(f"{text_}.csv", text_.encode("utf-8", "surrogatepass"))
        key = store.create(LOCAL, [file], title=text_)
        accept(store, LOCAL, key, hostile_corpus())
        second = store.add_round(LOCAL, key, [file], name=text_)
        choices = Choices(items={text_: text_}, dropped=frozenset({(text_, text_)}))
        store.keep_review(LOCAL, second, [(text_, choices)], seen=())
        store.artifacts.keep(LOCAL, key, "report", b"", title=text_, about={text_: text_})
        store.keep_settings(LOCAL, key, {text_: text_})
        saved = store.corpus(LOCAL, key)
        shown = text_.replace("\ud800", "\ufffd").replace("\0", "").replace("\u202e", "")
        assert (saved.title, saved.rounds[1].name) == (shown, shown)
        assert saved.settings == {text_: text_}
        review = store.review(LOCAL, second)
        assert review.files == (file,)
        assert review.decisions == ((text_, choices),)
        work = store.artifacts.listed(LOCAL, key)[0]
        assert (work.title, work.about) == (shown, {text_: text_})
        assert store.reading(LOCAL, key).corpus == hostile_corpus()
        store.delete(LOCAL, key)
    assert set(counts(store).values()) == {0}


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("\u202egpj.exe", "gpj.exe"),
        ("one\ntwo\u2028three", "one two three"),
        ("\u2066a\u2069 \x1b[31mb\x9b", "a [31mb"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),  # a joiner within a word
    ],
)
def test_titles_and_names_have_no_signs_that_act_upon_others(
    store: Store, typed: str, kept: str
) -> None:
    key = store.create(LOCAL, [TABLE], title=typed)
    assert store.corpus(LOCAL, key).title == kept
    store.rename(LOCAL, key, f"2 {typed}", seen=kept)
    store.rename_round(LOCAL, key, typed, seen="Round 1")
    store.add_round(LOCAL, key, [TABLE], name=typed)
    store.artifacts.keep(LOCAL, key, "report", b"", title=typed, about={})
    saved = store.corpus(LOCAL, key)
    assert (saved.title, *(one.name for one in saved.rounds)) == (f"2 {kept}", kept, kept)
    assert store.artifacts.listed(LOCAL, key)[0].title == kept
    with pytest.raises(StoreError, match="this one has 0"):
        store.rename(LOCAL, key, "\u202e\u2066\0", seen=saved.title)


@pytest.mark.parametrize("length", [0, 301, 10**6])
def test_texts_have_a_length(store: Store, length: int) -> None:
    key = store.create(LOCAL, [TABLE], title="title")
    bad = "🧵" * length
    said = rf"has 1 to 300 characters, and this one has {length:,}\. Nothing was changed\."
    before = counts(store), store.corpus(LOCAL, key)
    with pytest.raises(StoreError, match=f"A title {said}"):
        store.create(LOCAL, [TABLE], title=bad)
    with pytest.raises(StoreError, match=f"A title {said}"):
        store.rename(LOCAL, key, bad, seen="title")
    with pytest.raises(StoreError, match=f"A title {said}"):
        store.artifacts.keep(LOCAL, key, "report", b"", title=bad, about={})
    with pytest.raises(StoreError, match=f"The name of a round {said}"):
        store.rename_round(LOCAL, key, bad, seen="Round 1")
    if length:
        with pytest.raises(StoreError, match=f"The name of a round {said}"):
            store.add_round(LOCAL, key, [TABLE], name=bad)
        with pytest.raises(StoreError, match="too long to be kept"):
            store.keep_settings(LOCAL, key, {"n": "x" * 20_000})
    assert (counts(store), store.corpus(LOCAL, key)) == before


def test_a_comment_has_a_length(store: Store) -> None:
    key = keep(store, LOCAL, SMALL, "x")
    with pytest.raises(StoreError, match="A comment has 0 to 10,000 characters"):
        decide(store, key, Adjudication("ch1", 11, "accept", None, "x" * 10_001))
    assert store.decisions(LOCAL, key) == ()


NO_PLACES = (
    *HOSTILE,
    "",
    "~",
    "~1",
    "key~",
    "key~0",
    "key~01",
    "key~٢",
    "key~2\n",
    "ké",
    "key/../x",
    "key~9999999",
    "x" * 101,
    "x" * 10**6,
)


@pytest.mark.parametrize("place", NO_PLACES)
def test_what_is_no_place_is_known(place: str) -> None:
    assert place_of(place) is None


@given(st.from_regex(r"[A-Za-z0-9_-]{1,100}", fullmatch=True), st.integers(1, 999_999))
def test_places_are_read_as_they_are_written(key: str, number: int) -> None:
    assert place_of(at(key, number)) == (key, number)


# ----- decisions and undo


@pytest.fixture
def in_memory() -> Iterator[Store]:
    store = Store.open("sqlite://")
    yield store
    store.close()


SPOTS = st.tuples(st.sampled_from(["ch1", "ch2"]), st.integers(1, 8))
ACTIONS = st.lists(st.one_of(st.just("undo"), SPOTS, SPOTS), max_size=25)
TINY = Corpus.from_masses({"ch1": {"an1": [9], "an2": [4, 5]}, "ch2": {"an1": [9]}})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTIONS, st.integers(0, 99))
def test_undo_brings_back_exactly_what_was(in_memory: Store, actions: list[Any], seed: int) -> None:
    key = keep(in_memory, LOCAL, TINY, "x")
    try:
        decide_and_undo(in_memory, key, actions, random.Random(seed))
    finally:
        in_memory.delete(LOCAL, key)


def decide_and_undo(store: Store, key: str, actions: list[Any], chance: random.Random) -> None:
    states: list[tuple[Adjudication, ...]] = []
    for action in [*actions, *["undo"] * len(actions)]:
        now_there = store.decisions(LOCAL, key)
        if action == "undo":
            step = known(store.corpus(LOCAL, key).rounds[0].step)
            assert (step.kind == "decide") == bool(states)
            if states:
                store.undo(LOCAL, key, step.id)
                assert store.decisions(LOCAL, key) == states.pop()
            continue
        item, place = action
        about = {place}
        for one in now_there:
            if one.item == item and place in one.places:
                about.update(one.places)
        seen = tuple(
            one for one in now_there if one.item == item and not about.isdisjoint(one.places)
        )
        made = [
            Adjudication(item, place, "accept", None, str(chance.random())),
            Adjudication(item, place, "move", place % 8 + 1),
        ][: chance.randrange(3)]
        states.append(now_there)
        store.decide(
            LOCAL,
            key,
            digest=TINY.codings_digest,
            item=item,
            places=about,
            seen=seen,
            made=made,
            words="x",
        )
        rest = [one for one in now_there if one not in seen]
        assert store.decisions(LOCAL, key) == (*rest, *made)


def test_an_accepted_import_is_undone_with_what_was_lost_by_it(store: Store) -> None:
    key = keep(store, LOCAL, SMALL, "x")
    kept, lost = Adjudication("ch1", 4, "reject"), Adjudication("ch1", 11, "accept")
    decide(store, key, lost)
    decide(store, key, kept)
    done = store.accept(LOCAL, key, replace(read_sources([TABLE]), corpus=OTHER))
    assert done.lost == (lost,)
    assert store.decisions(LOCAL, key) == (kept,)
    step = known(store.corpus(LOCAL, key).rounds[0].step)
    assert (step.words, step.kind) == ("accepted the import", "accept")
    store.undo(LOCAL, key, step.id)
    assert store.decisions(LOCAL, key) == (lost, kept)
    reading = store.reading(LOCAL, key)
    assert reading.corpus == SMALL.with_decisions((lost, kept))
    # What was taken back is nowhere any more.
    assert counts(store)["codings"] == 1


def test_conflicts_are_noticed_and_overwrite_nothing(store: Store) -> None:
    key = keep(store, LOCAL, SMALL, "x")
    mine, theirs = Adjudication("ch1", 4, "accept"), Adjudication("ch1", 4, "reject")
    decide(store, key, theirs)
    step = known(store.corpus(LOCAL, key).rounds[0].step)
    with pytest.raises(ChangedMeanwhile, match="decided about ch1"):
        decide(store, key, mine)
    with pytest.raises(ChangedMeanwhile, match="renamed the corpus"):
        store.rename(LOCAL, key, "mine", seen="what it was")
    with pytest.raises(ChangedMeanwhile, match="renamed the round"):
        store.rename_round(LOCAL, key, "mine", seen="what it was")
    with pytest.raises(ChangedMeanwhile, match="decided about this import"):
        store.keep_review(LOCAL, key, [], seen=[("x", Choices())])
    with pytest.raises(ChangedMeanwhile, match="decided about this import"):
        store.accept(LOCAL, key, read_sources([TABLE]), seen=[("x", Choices())])
    with pytest.raises(ChangedMeanwhile, match="changed this round"):
        store.undo(LOCAL, key, step.id - 1)
    with pytest.raises(ChangedMeanwhile, match="changed the codings"):
        store.decide(
            LOCAL, key, digest="0", item="ch1", places=[4], seen=[], made=[mine], words="x"
        )
    assert store.decisions(LOCAL, key) == (theirs,)
    saved = store.corpus(LOCAL, key)
    assert (saved.title, saved.rounds[0].name, saved.rounds[0].step) == ("x", "Round 1", step)
    store.undo(LOCAL, key, step.id)
    with pytest.raises(ChangedMeanwhile, match="changed this round"):
        store.undo(LOCAL, key, step.id)


def test_a_review_of_an_earlier_version_can_be_continued(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is decided about an import has more parts today than when the review was kept."""
    steps = [("steps of a second", Choices(step=1.0))]
    key = store.create(LOCAL, [TABLE], title="a review")
    whole = words_of
    monkeypatch.setattr(
        corpus_rows,
        "words_of",
        lambda choices: {
            name: word
            for name, word in whole(choices).items()
            if name not in ("times", "durations")
        },
    )
    store.keep_review(LOCAL, key, steps, seen=())
    monkeypatch.undo()
    store.keep_review(LOCAL, key, [*steps, ("times", Choices(times="seconds"))], seen=steps)
    assert len(store.review(LOCAL, key).decisions) == 2


def test_old_steps_are_forgotten_with_their_codings(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "MOST_STEPS", 5)
    key = keep(store, LOCAL, SMALL, "x")
    accept(store, LOCAL, key, OTHER)
    assert counts(store)["codings"] == 2
    made = [Adjudication("ch1", 1 + number % 3, "accept", None, str(number)) for number in range(8)]
    for number, one in enumerate(made):
        decide(store, key, one, seen=tuple(made[number - 3 : number - 2]) if number > 2 else ())
    assert counts(store)["steps"] == 5
    # Nothing can bring the first codings back.
    assert counts(store)["codings"] == 1
    undone = 0
    while step := store.corpus(LOCAL, key).rounds[0].step:
        store.undo(LOCAL, key, step.id)
        undone += 1
    assert undone == 5
    assert store.decisions(LOCAL, key) == tuple(made[:3])
    assert counts(store)["codings"] == 1
    # A further step is the only one: what was undone is forgotten.
    decide(store, key, Adjudication("ch1", 5, "reject"))
    assert counts(store)["steps"] == 1


# ----- ends of life


@pytest.mark.parametrize("mode", MODES)
def test_delete_deletes_everything(store: Store, mode: Mode) -> None:
    visitor = visitor_of(store, mode)
    empty = counts(store)
    key = keep(store, visitor, SMALL, "x")
    second = store.add_round(visitor, key, [TABLE], name="second")
    accept(store, visitor, second, OTHER)
    accept(store, visitor, second, typed_corpus())
    store.artifacts.keep(visitor, second, "report", b"report", title="x", about={})
    if mode == "links":
        store.sharing.make_link(visitor, key, "read")
    if mode == "accounts":
        store.sharing.invite(visitor, key, "ben@example.org", "edit")
    assert min(counts(store)[table] for table in ("files", "steps", "works", "codings")) > 0
    # The second round has other codings now, and before its last step.
    gone = store.delete_round(visitor, second)
    assert set(gone) == {OTHER.codings_digest, typed_corpus().codings_digest}
    with pytest.raises(NotAllowed, match="delete the corpus instead"):
        store.delete_round(visitor, key)
    assert store.delete(visitor, key) == (SMALL.codings_digest,)
    assert counts(store) == empty
    with pytest.raises(NotHere):
        store.corpus(visitor, key)


def test_codings_that_somebody_else_has_stay(store: Store) -> None:
    people = [
        Visitor(mode="accounts", person=store.person(name, f"{name}@example.org"))
        for name in ("ann", "ben")
    ]
    places = [keep(store, one, SMALL, "x") for one in people]
    assert store.delete(people[0], places[0]) == ()
    assert store.reading(people[1], places[1]).corpus == SMALL
    assert store.delete(people[1], places[1]) == (SMALL.codings_digest,)


def test_what_was_deleted_is_in_no_file(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'store.db'}")
    stays = keep(store, LOCAL, SMALL, "stays")
    chance = random.Random(7)
    canary = "canary" + "".join(chance.choices("abcdefghij", k=40))
    texts = tuple("".join(chance.choices("abcdefghijklmnopq ", k=400)) for _ in range(20))
    item = Corpus.from_masses({canary: {canary: [11, 9]}}).items[0]
    corpus = Corpus((replace(item, texts=texts),))
    key = store.create(LOCAL, [Source(canary, chance.randbytes(50_000))], title=canary)
    accept(store, LOCAL, key, corpus)
    store.artifacts.keep(LOCAL, key, "report", chance.randbytes(9000), title=canary, about={})
    store.rename(LOCAL, key, canary[::-1], seen=canary)
    with store.database.reading() as connection:
        pieces = [
            bytes(blob)[start : start + 24]
            for blob in connection.scalars(
                text(
                    "SELECT content FROM files UNION ALL SELECT document FROM codings "
                    "UNION ALL SELECT document FROM works"
                )
            )
            for start in range(40, len(blob) - 60, 500)
            if len(blob) > 1000
        ]
    pieces += [canary.encode(), canary[::-1].encode(), key.encode()]
    assert len(pieces) > 100

    def found() -> set[bytes]:
        content = b"\n".join(file.read_bytes() for file in tmp_path.iterdir())
        return {piece for piece in pieces if piece in content}

    assert found() == set(pieces)
    store.delete(LOCAL, key)
    assert found() == set()
    assert store.reading(LOCAL, stays).corpus == SMALL
    store.close()


def test_only_the_owner_of_the_file_reads_it(tmp_path: Path) -> None:
    store = Store.open(f"sqlite:///{tmp_path / 'new' / 'store.db'}")
    keep(store, LOCAL, SMALL, "x")
    files = list((tmp_path / "new").iterdir())
    assert len(files) == 4
    assert {file.stat().st_mode & 0o077 for file in (tmp_path / "new", *files)} == {0}
    store.close()


def test_drafts_that_nobody_looks_after_are_dropped(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted = keep(store, LOCAL, SMALL, "accepted")
    store.add_round(LOCAL, accepted, [TABLE], name="a draft beside")
    undone = keep(store, LOCAL, OTHER, "undone")
    step = known(store.corpus(LOCAL, undone).rounds[0].step)
    store.undo(LOCAL, undone, step.id)
    old = store.create(LOCAL, [TABLE], title="old")
    looked_after = store.create(LOCAL, [TABLE], title="looked after")
    later(monkeypatch, 20)
    store.keep_review(LOCAL, looked_after, [("x", Choices())], seen=())
    later(monkeypatch, 15)
    dropped = drop_drafts(store, timedelta(days=30))
    assert (dropped.corpora, dropped.rounds, dropped.links, dropped.digests) == (1, 1, 0, ())
    assert {one.key for one in store.corpora(LOCAL)} == {accepted, undone, looked_after}
    assert len(store.corpus(LOCAL, accepted).rounds) == 1
    with pytest.raises(NotHere):
        store.corpus(LOCAL, old)
    assert drop_drafts(store, timedelta(days=30)).corpora == 0


def test_corpora_end_with_their_links(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    links = Visitor(mode="links")
    store = Store.open(store_url, link_days=30)
    ends = keep(store, links, SMALL, "ends")
    stays = keep(store, links, OTHER, "stays")
    local = keep(store, LOCAL, typed_corpus(), "no links")
    revoked = keep(store, links, hostile_corpus(), "revoked")
    (only,) = store.sharing.links(links, revoked)
    store.sharing.revoke(links, revoked, only.id)
    later(monkeypatch, 20)
    further = store.sharing.make_link(links, stays, "edit")
    removed = end_links(store)
    assert (removed.corpora, removed.links) == (1, 0)
    assert removed.digests == (hostile_corpus().codings_digest,)
    later(monkeypatch, 16)
    with pytest.raises(NotHere):
        store.corpus(links, ends)
    with pytest.raises(NotHere):
        store.corpus(links, stays)
    # For a week they open nothing, and are still there.
    assert end_links(store) == Removed()
    later(monkeypatch, 2)
    removed = end_links(store)
    assert (removed.corpora, removed.rounds, removed.links) == (1, 0, 2)
    assert removed.digests == (SMALL.codings_digest,)
    assert store.reading(links, further).corpus == OTHER
    assert store.reading(LOCAL, local).corpus == typed_corpus()
    assert counts(store)["corpora"] == 2
    store.close()


def test_a_clock_that_jumps_deletes_no_store(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = Visitor(mode="links")
    store = Store.open(store_url, link_days=30)
    for number in range(6):
        store.create(linked, [TABLE], title=f"{number}")
    endless = Store.open(store_url)
    lasting = endless.create(linked, [TABLE], title="without an end")
    endless.close()
    revoked = store.create(linked, [TABLE], title="taken back")
    (only,) = store.sharing.links(linked, revoked)
    store.sharing.revoke(linked, revoked, only.id)
    later(monkeypatch, 400)
    removed = end_links(store)
    assert (removed.held, removed.corpora, removed.links) == (6, 1, 0)
    assert drop_drafts(store, timedelta(days=30)).held == 7
    assert counts(store)["corpora"] == counts(store)["links"] == 7
    # A person who says that the clock is right is believed.
    removed = end_links(store, sure=True)
    assert (removed.held, removed.corpora, removed.links) == (0, 6, 6)
    assert store.corpus(linked, lasting).title == "without an end"
    store.close()


@pytest.mark.parametrize(("ended", "others", "held"), [(5, 0, 0), (6, 18, 0), (6, 17, 6)])
def test_a_handful_or_a_quarter_goes_at_once(
    store_url: str, ended: int, others: int, held: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = Visitor(mode="links")
    store, lasting = Store.open(store_url, link_days=30), Store.open(store_url)
    for number in range(ended):
        store.create(linked, [TABLE], title=f"{number}")
    for number in range(others):
        lasting.create(linked, [TABLE], title=f"{number}")
    later(monkeypatch, 38)
    removed = end_links(store)
    assert (removed.corpora, removed.held) == (ended - held, held)
    store.close()
    lasting.close()


def test_nothing_goes_by_a_clock_that_is_behind_what_was_kept(
    store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = Visitor(mode="links")
    store = Store.open(store_url, link_days=1)
    store.create(linked, [TABLE], title="ended")
    later(monkeypatch, 40)
    store.create(linked, [TABLE], title="later")
    later(monkeypatch, -1)
    assert end_links(store) == drop_drafts(store, timedelta(days=30)) == Removed(held=1)
    later(monkeypatch, 1)
    assert end_links(store).corpora == 1
    store.close()


def test_forgotten_files_are_gone_and_the_codings_stay(store: Store) -> None:
    key = keep(store, LOCAL, SMALL, "x")
    store.keep_review(LOCAL, key, [("x", Choices())], seen=())
    assert store.corpus(LOCAL, key).rounds[0].pending
    store.forget_files(LOCAL, key)
    described = store.corpus(LOCAL, key).rounds[0]
    assert (described.files, described.pending) == (False, False)
    assert store.review(LOCAL, key).files == ()
    assert store.reading(LOCAL, key).corpus == SMALL


def test_files_that_were_added_go_and_what_was_accepted_is_as_before(store: Store) -> None:
    key = keep(store, LOCAL, SMALL, "x")
    before, decided = store.review(LOCAL, key), [("x", Choices())]
    for _ in range(2):
        store.add_files(LOCAL, key, [TABLE])
    store.keep_review(LOCAL, key, decided, seen=())
    waits = store.review(LOCAL, key)
    assert (waits.added, waits.accepted) == (2, None)
    assert len(waits.files) == len(before.files) + 2
    assert store.corpus(LOCAL, key).rounds[0].pending
    assert check(store.database).problems == ()
    assert store.reading(LOCAL, key).corpus == SMALL
    store.drop_added(LOCAL, key, seen=waits)
    assert store.review(LOCAL, key) == before
    assert not store.corpus(LOCAL, key).rounds[0].pending
    with pytest.raises(ChangedMeanwhile):
        store.drop_added(LOCAL, key, seen=waits)
    # Once they are accepted too, there is nothing to take back; once forgotten, neither.
    store.add_files(LOCAL, key, [TABLE])
    store.forget_files(LOCAL, key)
    assert store.review(LOCAL, key) == replace(before, files=())
    store.add_files(LOCAL, key, [TABLE])
    store.accept(LOCAL, key, Reading(SMALL))
    assert not store.review(LOCAL, key).added


def test_undo_leads_to_no_added_files_once_they_are_forgotten(store: Store) -> None:
    key = keep(store, LOCAL, SMALL, "x")
    store.add_files(LOCAL, key, [TABLE])
    store.accept(LOCAL, key, Reading(OTHER))
    store.forget_files(LOCAL, key)
    store.undo(LOCAL, key, known(store.corpus(LOCAL, key).rounds[0].step).id)
    back = store.review(LOCAL, key)
    assert (back.accepted, back.added) == ((), 0)
    # What comes now is all that can be taken back.
    store.add_files(LOCAL, key, [TABLE, TABLE])
    seen = store.review(LOCAL, key)
    assert seen.added == 2
    store.drop_added(LOCAL, key, seen=seen)
    assert store.review(LOCAL, key) == back
    assert store.reading(LOCAL, key).corpus == SMALL


def test_files_and_decisions_that_a_colleague_added_since_stay(store: Store) -> None:
    key, decided = keep(store, LOCAL, SMALL, "x"), [("x", Choices())]
    store.add_files(LOCAL, key, [TABLE])
    seen = store.review(LOCAL, key, with_files=False)
    store.add_files(LOCAL, key, [TABLE])
    with pytest.raises(ChangedMeanwhile, match="added files"):
        store.drop_added(LOCAL, key, seen=seen)
    seen = store.review(LOCAL, key, with_files=False)
    store.keep_review(LOCAL, key, decided, seen=())
    with pytest.raises(ChangedMeanwhile, match="decided"):
        store.drop_added(LOCAL, key, seen=seen)
    there = store.review(LOCAL, key)
    assert (there.added, there.decisions) == (2, tuple(decided))


def test_kept_works_belong_to_their_round(store: Store) -> None:
    key = keep(store, LOCAL, SMALL, "x")
    other = keep(store, LOCAL, OTHER, "y")
    work = store.artifacts.keep(LOCAL, key, "report", b"<html>", title="x", about={"n": "2"})
    assert store.artifacts.keep(LOCAL, key, "report", b"<html>", title="again", about={}) == work
    assert store.artifacts.content(LOCAL, key, work) == b"<html>"
    with pytest.raises(NotHere):
        store.artifacts.content(LOCAL, other, work)
    store.artifacts.delete(LOCAL, other, work)
    assert len(store.artifacts.listed(LOCAL, key)) == 1
    store.artifacts.delete(LOCAL, key, work)
    with pytest.raises(NotHere):
        store.artifacts.content(LOCAL, key, work)


# ----- what goes wrong


@pytest.mark.parametrize("damage", [b"", b"\0", "cut", "other"])
def test_damaged_codings_are_never_shown(store: Store, damage: str | bytes) -> None:
    key = keep(store, LOCAL, SMALL, "x")
    keep(store, LOCAL, OTHER, "y")
    with store.database.writing() as connection:
        documents = {row.digest: row.document for row in connection.execute(select(codings)).all()}
        document = documents[SMALL.codings_digest]
        content = {"cut": document[:-9], "other": documents[OTHER.codings_digest]}.get(
            str(damage), damage
        )
        connection.execute(
            update(codings).where(codings.c.digest == SMALL.codings_digest).values(document=content)
        )
    with pytest.raises(StoreFailed, match="part of the store is damaged"):
        store.reading(LOCAL, key)


def test_codings_that_no_file_holds_are_refused(store: Store) -> None:
    key = store.create(LOCAL, [TABLE], title="x")
    with pytest.raises(StoreError, match=r"cannot be kept: the name of an item .*Nothing was"):
        accept(store, LOCAL, key, Corpus.from_masses({"\ud800": {"an1": [3, 4]}}))
    assert store.corpus(LOCAL, key).rounds[0].digest is None


@pytest.mark.parametrize(
    "url",
    [
        "",
        "nothing",
        "mysql://x/y",
        "postgresql+psycopg://x/y",
        "postgresql://x/y?sslmode=perhaps",
        "postgresql://x/y?options=-cfoo",
        "postgresql://x:port/y",
        "sqlite+aiosqlite:///x",
    ],
)
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(StoreFailed, match="The address of the store cannot be used"):
        Store.open(url)


def test_a_server_that_is_not_there_is_named() -> None:
    with pytest.raises(StoreFailed, match="The store does not answer"):
        Store.open("postgresql://postgres@127.0.0.1:1/postgres")


def test_what_the_database_says_is_never_shown(store: Store) -> None:
    with pytest.raises(StoreFailed) as caught, store.database.writing() as connection:
        connection.execute(text("SELECT secret FROM nowhere"))
    assert "secret" not in str(caught.value)
    with store.database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(rounds)) == 0


def test_what_was_kept_stays_in_no_statement(store: Store) -> None:
    content = random.Random(7).randbytes(100_000)
    place = store.create(LOCAL, [Source("a.csv", content)], title="a")
    kept = packed(content)
    assert [one.content for one in store.review(LOCAL, place).files] == [content]
    holders = (one for one in gc.get_objects() if isinstance(one, dict) and one is not locals())
    values = [value for holder in holders for value in tuple(holder.values())]
    assert not any(isinstance(value, bytes) and value == kept for value in values)
