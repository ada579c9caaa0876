"""People who do things at once: nothing is lost, doubled or done by who may not any more."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select, text

from segmetrics.corpus import Adjudication, Corpus
from segmetrics.io import read_sources
from segmetrics.store import (
    ChangedMeanwhile,
    NotAllowed,
    NotHere,
    Store,
    StoreError,
    StoreFailed,
    Visitor,
)
from segmetrics.store.access import reach
from segmetrics.store.schema import codings, links, members, people, rounds, steps
from tests.support.known import known
from tests.support.make_store_fixture import TABLE, accept, keep

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.postgres import Server

LOCAL = Visitor()
LINKS = Visitor(mode="links")
CORPUS = Corpus.from_masses({"ch1": {"an1": [30], "an2": [9, 21]}})
READING = replace(read_sources([TABLE]), corpus=CORPUS)
AT_ONCE = 6


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Do things at once; gives what each returned, or the `StoreError` that it raised."""
    start = threading.Barrier(len(calls))

    def do(call: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return call()
        except StoreError as error:
            return error

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(do, calls))


def count(store: Store, table: Any) -> int:
    with store.database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(table)) or 0


def decide(store: Store, key: str, place: int, seen: tuple[Adjudication, ...] = ()) -> Adjudication:
    made = Adjudication("ch1", place, "accept", None, str(threading.get_ident()))
    store.decide(
        LOCAL,
        key,
        digest=CORPUS.codings_digest,
        item="ch1",
        places=[place],
        seen=seen,
        made=[made],
        words=str(place),
    )
    return made


def test_the_same_codings_accepted_at_once_are_kept_once(store: Store) -> None:
    drafts = [store.create(LOCAL, [TABLE], title=str(number)) for number in range(AT_ONCE)]
    done = at_once(*[partial(store.accept, LOCAL, key, READING) for key in drafts])
    assert sorted(one.again for one in done) == [False] + [True] * (AT_ONCE - 1)
    assert len({one.place for one in done}) == 1
    assert [one.key for one in store.corpora(LOCAL)] == [done[0].place]
    assert (count(store, codings), count(store, rounds)) == (1, 1)


def test_decisions_about_several_places_at_once_are_all_kept(store: Store) -> None:
    key = keep(store, LOCAL, CORPUS, "x")
    made = at_once(*[partial(decide, store, key, place) for place in range(1, AT_ONCE + 1)])
    assert set(store.decisions(LOCAL, key)) == set(made)
    assert store.corpus(LOCAL, key).rounds[0].version == 2 + AT_ONCE


def test_of_decisions_about_one_place_at_once_one_is_kept(store: Store) -> None:
    key = keep(store, LOCAL, CORPUS, "x")
    done = at_once(*[lambda: decide(store, key, 9)] * AT_ONCE)
    kept = [one for one in done if isinstance(one, Adjudication)]
    assert store.decisions(LOCAL, key) == tuple(kept)
    assert len(kept) == 1
    assert sum(isinstance(one, ChangedMeanwhile) for one in done) == AT_ONCE - 1


def test_of_undos_at_once_one_is_done(store: Store) -> None:
    key = keep(store, LOCAL, CORPUS, "x")
    first = decide(store, key, 1)
    decide(store, key, 2)
    step = known(store.corpus(LOCAL, key).rounds[0].step)
    done = at_once(*[lambda: store.undo(LOCAL, key, step.id)] * AT_ONCE)
    assert sum(isinstance(one, ChangedMeanwhile) for one in done) == AT_ONCE - 1
    assert store.decisions(LOCAL, key) == (first,)


def test_a_corpus_deleted_while_others_save_is_gone_and_whole_until_then(store: Store) -> None:
    stays = keep(store, LOCAL, Corpus.from_masses({"a": {"b": [2, 3]}}), "stays")
    key = keep(store, LOCAL, CORPUS, "x")
    second = store.add_round(LOCAL, key, [TABLE], name="second")
    done = at_once(
        lambda: decide(store, key, 1),
        lambda: store.delete(LOCAL, key),
        lambda: accept(store, LOCAL, second, CORPUS),
        lambda: store.artifacts.keep(LOCAL, key, "report", b"x", title="x", about={}),
        lambda: store.add_round(LOCAL, key, [TABLE], name="third"),
        lambda: store.delete(LOCAL, key),
    )
    errors = [one for one in done if isinstance(one, StoreError)]
    assert all(isinstance(one, NotHere) for one in errors), errors
    assert len(store.corpora(LOCAL)) == 1
    assert (count(store, codings), count(store, rounds), count(store, steps)) == (1, 1, 1)
    assert store.reading(LOCAL, stays).corpus


def test_codings_accepted_while_others_delete_them_stay(store: Store) -> None:
    people_ = [Visitor(mode="accounts", person=store.person(name, None)) for name in "ab"]
    for _ in range(4):
        old = keep(store, people_[0], CORPUS, "x")
        new = store.create(people_[1], [TABLE], title="x")
        deleted, accepted = at_once(
            partial(store.delete, people_[0], old), partial(store.accept, people_[1], new, READING)
        )
        assert isinstance(deleted, tuple)
        assert store.reading(people_[1], accepted.place).corpus == CORPUS
        store.delete(people_[1], accepted.place)
    assert count(store, codings) == 0


def test_rounds_added_at_once_have_numbers_of_their_own(store: Store) -> None:
    key = keep(store, LOCAL, CORPUS, "x")
    added = at_once(*[lambda: store.add_round(LOCAL, key, [TABLE], name="")] * AT_ONCE)
    assert sorted(added) == [f"{key}~{number}" for number in range(2, AT_ONCE + 2)]
    store.delete_round(LOCAL, f"{key}~{AT_ONCE + 1}")
    assert store.add_round(LOCAL, key, [TABLE], name="") == f"{key}~{AT_ONCE + 2}"


def test_logging_in_at_once_makes_one_person(store: Store) -> None:
    done = at_once(*[lambda: store.person("ann", "ann@example.org")] * AT_ONCE)
    assert len(set(done)) == 1
    assert count(store, people) == 1


def test_inviting_at_once_makes_one_member(store: Store) -> None:
    ann = Visitor(mode="accounts", person=store.person("ann", "ann@example.org"))
    key = keep(store, ann, CORPUS, "x")
    invite = partial(store.sharing.invite, ann, key, "ben@example.org", "read")
    login = partial(store.person, "ben", "ben@example.org")
    done = at_once(invite, invite, login, login)
    assert not [one for one in done if isinstance(one, StoreError)]
    assert (count(store, members), count(store, people)) == (1, 2)
    assert len(store.corpora(Visitor(mode="accounts", person=done[2]))) == 1


def wait_for(work: Callable[[], Any], store: Store, change: Callable[[Any], None]) -> Any:
    """Begin work while somebody else has changed something, and has not ended yet."""
    done: list[Any] = []
    with store.database.writing() as connection:
        change(connection)
        other = threading.Thread(target=lambda: done.extend(at_once(work)))
        other.start()
        time.sleep(0.3)
        assert not done
    other.join()
    return done[0]


def test_who_waited_while_the_link_was_taken_back_changes_nothing(store: Store) -> None:
    key = keep(store, LINKS, CORPUS, "x")
    other = store.sharing.make_link(LINKS, key, "edit")

    def revoke(connection: Any) -> None:
        mine = reach(connection, LINKS, other, "own", lock=True).link
        connection.execute(links.delete().where(links.c.id != mine))

    done = wait_for(lambda: store.rename(LINKS, key, "y", seen="x"), store, revoke)
    assert isinstance(done, NotHere)
    assert store.corpus(LINKS, other).title == "x"


def test_who_waited_while_the_right_was_lessened_changes_nothing(store: Store) -> None:
    ann = Visitor(mode="accounts", person=store.person("ann", "ann@example.org"))
    ben = Visitor(mode="accounts", person=store.person("ben", "ben@example.org"))
    key = keep(store, ann, CORPUS, "x")
    store.sharing.invite(ann, key, "ben@example.org", "edit")

    def lessen(connection: Any) -> None:
        reach(connection, ann, key, "own", lock=True)
        connection.execute(members.update().values(right="read"))

    done = wait_for(lambda: store.rename(ben, key, "y", seen="x"), store, lessen)
    assert isinstance(done, NotAllowed)
    assert store.corpus(ann, key).title == "x"


def test_who_is_deleted_keeps_nothing(store: Store) -> None:
    ben = Visitor(mode="accounts", person=store.person("ben", None))
    with store.database.writing() as connection:
        connection.execute(people.delete())
    with pytest.raises(ChangedMeanwhile, match="Nothing was changed"):
        store.create(ben, [TABLE], title="x")
    assert store.person("ben", None) != ben.person


def test_a_reader_sees_one_state(store: Store) -> None:
    key = keep(store, LOCAL, CORPUS, "x")
    with store.database.reading() as connection:
        query = select(rounds.c.version)
        before = connection.scalar(query)
        with ThreadPoolExecutor(1) as thread:
            thread.submit(decide, store, key, 1).result()
        assert connection.scalar(query) == before


def test_nobody_writes_while_reading(postgresql: Server) -> None:
    with postgresql.database() as url:
        store = Store.open(url)
        with pytest.raises(StoreFailed, match="read-only"), store.database.reading() as connection:
            connection.execute(people.delete())
        store.close()


@pytest.mark.parametrize(
    "what",
    [
        test_decisions_about_several_places_at_once_are_all_kept,
        test_of_decisions_about_one_place_at_once_one_is_kept,
        test_of_undos_at_once_one_is_done,
        test_rounds_added_at_once_have_numbers_of_their_own,
        test_logging_in_at_once_makes_one_person,
    ],
)
def test_a_store_in_memory_serves_threads_too(what: Callable[[Store], None]) -> None:
    store = Store.open("sqlite://")
    what(store)
    store.close()


# ----- a database that goes away


def test_a_connection_that_was_lost_is_made_again(postgresql: Server) -> None:
    with postgresql.database() as url:
        store = Store.open(url)
        key = keep(store, LOCAL, CORPUS, "x")
        ours = f"datname = '{url.rpartition('/')[2]}'"
        cut = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {ours}"
        postgresql.execute(cut)
        assert store.corpus(LOCAL, key).title == "x"  # nobody notices between two actions
        with (
            pytest.raises(StoreFailed, match=r"does not answer.*Nothing was changed"),
            store.database.writing() as connection,
        ):
            connection.execute(rounds.update().values(version=99))
            postgresql.execute(cut)
            connection.execute(rounds.update().values(version=99))
        with (
            pytest.raises(StoreFailed, match="Look whether it is there"),
            store.database.writing() as connection,
        ):
            connection.execute(text("SELECT 1"))
            postgresql.execute(cut)
        assert store.corpus(LOCAL, key).rounds[0].version == 2
        decide(store, key, 1)
        store.close()


def test_who_holds_the_store_up_is_not_waited_for_without_end(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = keep(store, LOCAL, CORPUS, "x")
    impatient = Store.open(store.database.url.render_as_string(hide_password=False))
    with impatient.database.writing() as connection:
        how = "PRAGMA busy_timeout = 100" if store.database.is_sqlite else "SET lock_timeout = 100"
        connection.exec_driver_sql(how)
    with store.database.writing() as connection:
        reach(connection, LOCAL, key, "own", lock=True)
        with pytest.raises(StoreFailed, match=r"busy.*Do it again.*Nothing was changed"):
            impatient.rename(LOCAL, key, "y", seen="x")
    impatient.rename(LOCAL, key, "y", seen="x")
    impatient.close()
