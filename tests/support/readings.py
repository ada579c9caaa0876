"""What tests of readers share: files that are read, and what came of them."""

from __future__ import annotations

import argparse
import json
import re
import shlex
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from segmetrics.cli.reading import add_choices
from segmetrics.corpus import Corpus
from segmetrics.io import Choices, Problem, Reading, Source, read_sources
from tests.support.known import known
from tests.support.recordings import length, places


class Wrong(NamedTuple):
    """Rows of which one is wrong: its number, whose it is, and what a message says of it."""

    rows: list[str]
    row: int
    coder: str | None
    what: str


def content_of(held: object) -> bytes:
    """Return the content of a file: bytes and texts as they are, all else as JSON."""
    if isinstance(held, bytes):
        return held
    return (held if isinstance(held, str) else json.dumps(held)).encode()


def read(*files: tuple[str, object], **choices: Any) -> Reading:
    """Read files under choices; commands take what messages propose, as it is printed."""
    sources = [Source(name, content_of(held)) for name, held in files]
    reading = read_sources(sources, Choices(**choices))
    for message in (*reading.problems, *reading.notices):
        for words in proposals(message.command):
            _commands().parse_args(words)
    return reading


def proposals(command: str) -> list[list[str]]:
    """Return each option with each value that a message proposes: first, or in quotes."""
    found: list[list[str]] = []
    for part in re.split(r"(?=--[a-z])", command)[1:]:
        flag, _, rest = part.partition(" ")
        first, *_ = shlex.split(rest) or [""]
        values = dict.fromkeys([first.rstrip(","), *re.findall(r'"([^"]*)"', rest)])
        found += [[flag, value] for value in values if value and "NAME=" not in value]
    return found


@cache
def _commands() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(exit_on_error=False)
    add_choices(parser)
    return parser


def table(*rows: str) -> str:
    """Return the lines of a table."""
    return "\n".join([*rows, ""])


def corpus_of(reading: Reading) -> Corpus:
    """Return a corpus without any problem."""
    assert reading.problems == ()
    assert reading.left_out == ()
    return known(reading.corpus)


def masses_of(reading: Reading) -> dict[str, dict[str, tuple[int, ...]]]:
    """Return the segment sizes of each item and coder."""
    items = reading.corpus.items if reading.corpus else ()
    return {item.name: {c: s.masses for c, s in item.codings.items()} for item in items}


def boundaries_of(reading: Reading) -> dict[str, dict[str, Sequence[int]]]:
    """Return the boundaries of each item and coder, of files without a problem."""
    assert reading.problems == ()
    return {
        item.name: {coder: found.boundaries for coder, found in item.codings.items()}
        for item in known(reading.corpus).items
    }


def pairs_of(reading: Reading) -> dict[tuple[str, str], Sequence[int]]:
    """Return the boundaries of each coding of a corpus, by item and coder."""
    return {
        (item.name, coder): coding.boundaries
        for item in known(reading.corpus).items
        for coder, coding in item.codings.items()
    }


def times_of(reading: Reading) -> dict[str, dict[str, tuple[float, ...]]]:
    """Return the times of boundaries of each recording and coder, of files without a problem."""
    assert reading.problems == ()
    return {item.name: places(item) for item in known(reading.corpus).items}


def sized_of(reading: Reading) -> dict[str, tuple[float, dict[str, tuple[float, ...]]]]:
    """Return how long each item is, and its boundaries by coder, of files without a problem."""
    assert reading.problems == ()
    return {item.name: (length(item), places(item)) for item in known(reading.corpus).items}


def the_problem(reading: Reading) -> Problem:
    """Return the only problem, which says what to do."""
    (problem,) = reading.problems
    assert problem.fix
    return problem


def bad_alone(reading: Reading, what: str, **where: object) -> None:
    """The item ``bad`` alone is left out, for one problem that says where and what."""
    problem = the_problem(reading)
    assert {name: getattr(problem, name) for name in where} == where
    assert (problem.item, reading.left_out) == ("bad", ("bad",))
    assert what in problem.what


def said(reading: Reading) -> list[str]:
    """Return what all notices say."""
    return [notice.what for notice in reading.notices]
