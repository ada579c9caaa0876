"""Who a visitor is, and whose page is drawn next when a visitor has opened many."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import SimpleNamespace

import pytest
import streamlit as st

from segmetrics.dashboard.server import page_turns
from segmetrics.dashboard.server.auth import Person
from segmetrics.dashboard.server.page_turns import PageTurns, address_of, whose_turn

TAKES = 0.1
# Seconds that a page waits for another one that does not begin: far more than any machine needs.
PATIENCE = 30.0


class Pages:
    """Pages that visitors open at the same time."""

    def __init__(self, until: str = "") -> None:
        """Pages end only when the page `until` has begun, if one is named."""
        self.turns, self.until = PageTurns(), until
        self.come = threading.Event()
        self.begun: dict[str, float] = {}
        self.now: set[str] = set()
        self.at_once: dict[str, set[str]] = {}

    def draw(self, name: str, who: object) -> None:
        """Draw a page, and note with which others."""
        with self.turns.turn(who):
            self.begun[name] = time.monotonic()
            self.now.add(name)
            for other in tuple(self.now):
                self.at_once.setdefault(name, set()).add(other)
            if name == self.until:
                self.come.set()
            if self.until:
                self.come.wait(PATIENCE)
            time.sleep(TAKES)
            self.now.discard(name)

    @contextmanager
    def opened(self, **whose: object) -> Iterator[float]:
        """Open a page of each name, one after the other, and wait until all are drawn."""
        threads = [threading.Thread(target=self.draw, args=one) for one in whose.items()]
        begin = time.monotonic()
        for thread in threads:
            thread.start()
            time.sleep(TAKES / 50)
        yield begin
        for thread in threads:
            thread.join()


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_turns, "DRAWN", 60.0)
    monkeypatch.setattr(page_turns, "MOST", 60.0)


def test_one_visitor_s_pages_come_one_after_the_other_while_others_are_here() -> None:
    pages = Pages(until="y")
    with pages.opened(x="other", a="me", b="me", c="me", y="third"):
        pass
    assert [pages.at_once[name] & set("abc") for name in "abc"] == [{"a"}, {"b"}, {"c"}]
    assert sorted("abc", key=pages.begun.__getitem__) == ["a", "b", "c"]
    assert pages.begun["y"] < pages.begun["b"]


def test_who_is_alone_waits_for_nothing() -> None:
    pages = Pages(until="c")
    with pages.opened(a="me", b="me", c="me"):
        pass
    assert pages.at_once["c"] == set("abc")


def test_a_page_that_takes_long_lets_the_next_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_turns, "DRAWN", TAKES)
    pages = Pages(until="b")
    with pages.opened(x="other", a="me", b="me"):
        pass
    assert pages.come.is_set()
    assert TAKES * 0.9 < pages.begun["b"] - pages.begun["a"] < PATIENCE


def test_many_people_of_one_address_wait_for_a_while_at_most(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_turns, "MOST", 2 * TAKES)
    pages = Pages(until="n19")
    with pages.opened(x="other", **{f"n{number}": "me" for number in range(20)}) as begin:
        pass
    assert max(pages.begun.values()) - begin < PATIENCE


def test_a_page_that_breaks_off_holds_up_nobody() -> None:
    pages = Pages()
    with pages.turns.turn("other"):
        with suppress(ConnectionError), pages.turns.turn("me"):
            raise ConnectionError
        with pages.opened(a="me"):
            pass
    assert "a" in pages.begun


@pytest.mark.parametrize(
    ("mode", "person", "said", "found"),
    [
        ("accounts", Person("issuer ann"), "192.0.2.1", "issuer ann"),
        ("accounts", None, "192.0.2.1", "192.0.2.1"),
        ("links", Person("issuer ann"), "192.0.2.1", "192.0.2.1"),
        ("ephemeral", None, "", "203.0.113.7"),
        ("local", None, "192.0.2.1", "203.0.113.7"),
    ],
)
def test_a_visitor_is_an_account_else_an_address(
    mode: str, person: Person | None, said: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEGMETRICS_MODE", mode)
    monkeypatch.setattr(page_turns, "signed_in", lambda: person)
    headers = {"X-Forwarded-For": said} if said else {}
    monkeypatch.setattr(st, "context", SimpleNamespace(headers=headers, ip_address="203.0.113.7"))
    assert whose_turn() == found


@pytest.mark.parametrize(
    ("said", "address"),
    [("", ""), ("192.0.2.1", "192.0.2.1"), ("made up, 192.0.2.1 ", "192.0.2.1")],
)
def test_the_address_is_what_the_proxy_says(said: str, address: str) -> None:
    assert address_of(said) == address
