"""Results of all visitors in one place: shared, bounded, forgotten; and turns at heavy work."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from segmetrics.dashboard.server.object_size import size_of
from segmetrics.dashboard.server.result_cache import (
    MISSING,
    MOST_HELD,
    ResultCache,
    Session,
    TooLargeError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ONE, OTHER = "a" * 64, "b" * 64
PATIENCE = 10


def made(share: int = 10_000, total: int = 40_000, slots: int = 1) -> ResultCache:
    return ResultCache(share=share, total=total, slots=slots)


def load(size: int) -> bytes:
    """Make a value of about so many bytes."""
    return bytes(size)


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as found:
        yield found


class Gate:
    """A computation that begins, and ends when it is told to."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.end = threading.Event()

    def __call__(self) -> str:
        self.begun.set()
        assert self.end.wait(PATIENCE)
        return "done"


@contextmanager
def working(
    pool: ThreadPoolExecutor,
    cache: ResultCache,
    visitor: Session | None = None,
    slot: str = "computing",
    compute: Callable[[Gate], str] = Gate.__call__,
) -> Iterator[Future[str]]:
    """Have work done of somebody, until the end of the block."""
    gate = Gate()
    who = visitor or cache.session()
    running = pool.submit(cache.once, who, ("first", ONE), partial(compute, gate), slot=slot)
    assert gate.begun.wait(PATIENCE)
    yield running
    gate.end.set()
    with suppress(InterruptedError):
        assert running.result(PATIENCE) == "done"


def waiting_for(
    pool: ThreadPoolExecutor,
    cache: ResultCache,
    visitor: Session,
    name: str,
    compute: Callable[[], object],
    slot: str = "computing",
) -> tuple[Future[Any], int]:
    """Have somebody wait for a result; gives how many were before, too."""
    before, told = list[int](), threading.Event()

    def wait(ahead: int) -> None:
        before.append(ahead)
        told.set()

    asked = pool.submit(cache.once, visitor, (name, ONE), compute, slot=slot, waiting=wait)
    assert told.wait(PATIENCE)
    return asked, before[0]


def test_a_result_is_computed_once_for_all_visitors() -> None:
    cache = made()
    one, other = cache.session(), cache.session()
    assert cache.once(one, ("table", ONE), lambda: "first") == "first"
    assert cache.once(other, ("table", ONE), lambda: "second") == "first"
    assert cache.find(other, ("table", OTHER)) is MISSING


def test_none_is_a_result() -> None:
    cache = made()
    visitor = cache.session()
    assert cache.once(visitor, ("number", ONE), lambda: None) is None
    assert cache.find(visitor, ("number", ONE)) is None


def test_what_fails_is_not_kept() -> None:
    cache = made()
    visitor = cache.session()
    with pytest.raises(ZeroDivisionError):
        cache.once(visitor, ("table", ONE), lambda: 1 / 0)
    assert cache.once(visitor, ("table", ONE), lambda: 2.0) == 2.0


def test_over_the_share_the_oldest_results_go() -> None:
    cache = made(share=10_000)
    visitor = cache.session()
    for number in range(4):
        cache.once(visitor, (number, ONE), lambda: load(3000))
        cache.find(visitor, (0, ONE))
    assert set(visitor.held) == {(2, ONE), (3, ONE), (0, ONE)}
    assert cache.size <= 10_000
    assert len(cache.keys()) == 3


def test_a_visitor_holds_a_number_of_results() -> None:
    cache = made()
    visitor = cache.session()
    for number in range(100):
        cache.once(visitor, (number, ONE), lambda: None)
    assert set(visitor.held) == {(n, ONE) for n in range(100 - MOST_HELD, 100)}


def test_what_another_holds_stays() -> None:
    cache = made(share=10_000)
    one, other = cache.session(), cache.session()
    cache.once(one, ("table", ONE), lambda: load(6000))
    cache.once(other, ("table", ONE), lambda: load(6000))
    cache.once(one, ("chance", ONE), lambda: load(6000))
    assert set(one.held) == {("chance", ONE)}
    assert cache.keys() == (("table", ONE), ("chance", ONE))
    del other
    assert cache.keys() == (("chance", ONE),)
    del one
    assert (cache.keys(), cache.size) == ((), 0)


def test_there_is_a_total_of_all_visitors() -> None:
    cache = made(share=10_000, total=15_000)
    visitors = [cache.session() for _ in range(5)]
    for number, visitor in enumerate(visitors):
        cache.once(visitor, (number, ONE), lambda: load(4000))
    assert cache.keys() == ((2, ONE), (3, ONE), (4, ONE))


def test_what_is_too_large_is_refused_and_displaces_nothing() -> None:
    cache = made(share=10_000)
    visitor = cache.session()
    cache.once(visitor, ("small", ONE), lambda: load(5000))
    with pytest.raises(TooLargeError) as refused:
        cache.once(visitor, ("large", ONE), lambda: load(20_000))
    assert refused.value.size > refused.value.share == 10_000
    assert cache.keys() == (("small", ONE),)


def test_a_result_may_take_the_place_of_others_of_its_name() -> None:
    cache = made()
    visitor = cache.session()
    cache.once(visitor, ("table", ONE), lambda: 1)
    for options in range(3):
        cache.once(visitor, ("report", ONE, options), lambda: 2, alone=True)
    assert cache.keys() == (("table", ONE), ("report", ONE, 2))


def test_forgetting_a_corpus_takes_all_of_it_from_everybody() -> None:
    cache = made()
    one, other, third = cache.session(), cache.session(), cache.session()
    part = "c" * 64
    cache.once(one, ("change", OTHER, ONE), lambda: 1)
    cache.once(other, ("group", ONE, 0), lambda: part)
    cache.once(other, ("table", part), lambda: 2)
    cache.once(third, ("table", OTHER), lambda: 3)
    cache.forget(ONE)
    assert cache.keys() == (("table", OTHER),)
    assert len(one.held) == len(other.held) == 0


def test_what_is_being_computed_of_a_forgotten_corpus_is_not_kept(pool: ThreadPoolExecutor) -> None:
    cache = made()
    visitor = cache.session()
    with working(pool, cache, visitor, slot=""):
        cache.forget(ONE)
    assert len(cache.keys()) == 0


def test_who_left_keeps_nothing(pool: ThreadPoolExecutor) -> None:
    cache, gate = made(), Gate()
    visitor = cache.session()
    running = pool.submit(cache.once, visitor, ("table", ONE), gate)
    assert gate.begun.wait(PATIENCE)
    del visitor
    gate.end.set()
    assert running.result(PATIENCE) == "done"
    pool.shutdown()  # its thread has let go of the visitor too
    assert len(cache.keys()) == 0


@pytest.mark.parametrize("slot", ["", "computing"])
def test_the_same_asked_for_at_once_is_computed_once(pool: ThreadPoolExecutor, slot: str) -> None:
    cache = made(slots=3)
    visitor = cache.session()  # who holds what was computed
    with working(pool, cache, visitor, slot=slot):
        later, _ = waiting_for(pool, cache, cache.session(), "first", lambda: "again", slot)
    assert later.result(PATIENCE) == "done"


def test_who_waits_takes_over_what_was_stopped(pool: ThreadPoolExecutor) -> None:
    cache = made()

    def stopped(gate: Gate) -> str:
        gate()
        raise InterruptedError

    with working(pool, cache, compute=stopped) as first:
        later, _ = waiting_for(pool, cache, cache.session(), "first", lambda: "mine")
    with pytest.raises(InterruptedError):
        first.result(PATIENCE)
    assert later.result(PATIENCE) == "mine"


def test_work_of_another_kind_does_not_wait(pool: ThreadPoolExecutor) -> None:
    cache = made(slots=1)
    with working(pool, cache) as running:
        read = cache.once(cache.session(), ("files", ONE), lambda: "read", slot="reading")
        assert (read, running.done()) == ("read", False)


def test_heavy_work_is_done_one_after_the_other_as_it_was_asked_for(
    pool: ThreadPoolExecutor,
) -> None:
    cache, order = made(slots=1), list[str]()
    names = ("second", "third", "fourth")
    with working(pool, cache):
        queued = [
            waiting_for(pool, cache, cache.session(), name, partial(order.append, name))
            for name in names
        ]
        assert [before for _, before in queued] == [1, 2, 3]
        assert cache.once(cache.session(), ("light", ONE), lambda: "at once") == "at once"
        assert order == []
    for one, _ in queued:
        one.result(PATIENCE)
    assert order == [*names]


@pytest.mark.parametrize("sessions", [1, 2])
def test_one_visitor_leaves_a_slot_for_others(pool: ThreadPoolExecutor, sessions: int) -> None:
    """However many sessions are theirs, if somebody else was at work."""
    cache = made(slots=2)
    modest = cache.session("modest")
    if sessions > 1:
        cache.once(modest, ("before", ONE), lambda: "quick", slot="computing")
    greedy = [cache.session("greedy") for _ in range(sessions)]
    done = threading.Event()
    with working(pool, cache, greedy[0]):
        second, _ = waiting_for(pool, cache, greedy[-1], "second", done.set)
        theirs = pool.submit(cache.once, modest, ("theirs", ONE), lambda: "quick", slot="computing")
        assert theirs.result(PATIENCE) == "quick"
        assert not done.is_set()
    second.result(PATIENCE)
    assert done.is_set()


def test_who_gives_up_waiting_leaves_the_queue(pool: ThreadPoolExecutor) -> None:
    cache = made()

    def give_up(before: int) -> None:
        raise InterruptedError(before)

    with working(pool, cache), pytest.raises(InterruptedError, match="1"):
        cache.once(cache.session(), ("second", ONE), int, slot="computing", waiting=give_up)
    assert cache.once(cache.session(), ("next", ONE), lambda: "now", slot="computing") == "now"


def test_nothing_is_lost_with_many_at_once(pool: ThreadPoolExecutor) -> None:
    cache = made(share=200_000, total=10**6, slots=2)
    computed: list[int] = []

    def compute(number: int) -> int:
        computed.append(number)
        return number

    visitors = [cache.session() for _ in range(8)]

    def visit(seed: int) -> None:
        visitor = visitors[seed]
        for number in np.random.default_rng(seed).permutation(40).tolist():
            slot = "computing" if number % 2 == 0 else ""
            found = cache.once(visitor, (number, ONE), partial(compute, number), slot=slot)
            assert found == number

    list(pool.map(visit, range(8)))
    assert sorted(computed) == list(range(40))


@dataclass(frozen=True, slots=True)
class Slotted:
    text: str
    numbers: tuple[int, ...]


@pytest.mark.parametrize(
    ("value", "about"),
    [
        (np.zeros((1000, 100)), 800_000),
        (np.zeros((1000, 100))[5], 800_000),
        ([np.zeros(1000)] * 50, 8_000),
        ("x" * 50_000, 50_000),
        ({"a": "x" * 50_000, "b": bytes(50_000)}, 100_000),
        (Slotted("x" * 50_000, ()), 50_000),
        (tuple(Slotted("x" * 1000, ()) for _ in range(100)), 5_500),
        (tuple("x" * 1000 + str(n) for n in range(20_000)), 20_000 * 1060),
    ],
)
def test_sizes_are_estimated(value: object, about: int) -> None:
    assert about == pytest.approx(size_of(value), rel=0.1, abs=2000)


def test_what_refers_to_itself_has_a_size() -> None:
    value: list[object] = []
    value.append(value)
    assert 0 < size_of(value) < 500


def test_a_corpus_takes_more_the_more_it_holds() -> None:
    from benchmarks.corpora import random_masses
    from segmetrics import Corpus

    small, large = (Corpus.from_masses(random_masses(n, 50, 50)) for n in (100, 400))
    assert 3.5 < size_of(large) / size_of(small) < 4.5


def test_turns_go_round_by_visitor(pool: ThreadPoolExecutor) -> None:
    """Ann asks with three pages, then Bob and Cem with one each: Ann's others wait for theirs."""
    cache, order = made(), list[str]()
    with working(pool, cache, cache.session("dora")):
        asked = [
            waiting_for(
                pool, cache, cache.session(name.split()[0]), name, partial(order.append, name)
            )
            for name in ("ann 1", "ann 2", "ann 3", "bob 1", "cem 1")
        ]
    for one, _ in asked:
        one.result(PATIENCE)
    assert [before for _, before in asked] == [1, 2, 3, 2, 3]
    assert order == ["ann 1", "bob 1", "cem 1", "ann 2", "ann 3"]


@pytest.mark.parametrize("elsewhere", ["nobody", "opened", "idle"])
def test_who_is_alone_at_work_has_all_slots(
    pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch, elsewhere: str
) -> None:
    cache = made(slots=2)
    visitor = None if elsewhere == "nobody" else cache.session("another")
    if visitor and elsewhere == "idle":
        cache.once(visitor, ("before", ONE), lambda: "quick", slot="computing")
        later = time.monotonic() + 61
        monkeypatch.setattr(time, "monotonic", lambda: later)
    with working(pool, cache, cache.session("class")):
        other = cache.session("class")
        assert cache.once(other, ("second", ONE), lambda: "quick", slot="computing") == "quick"
