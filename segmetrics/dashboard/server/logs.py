"""What the server tells about its work, without a name, text or coding in it.

A line of the log says what happened in words and fields that are listed here, and in
numbers; there is no way to put anything else into it. What other libraries log is
reduced to the place in their code that logged it, and an exception to its kind and
the lines of code that it came through: their messages may quote what people uploaded.
"""

from __future__ import annotations

import hashlib
import json
import logging
import secrets
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TextIO, TypedDict, Unpack, get_args

from segmetrics.dashboard.server.job_labels import LABELS
from segmetrics.dashboard.server.page_list import PAGES, SIGN_IN
from segmetrics.dashboard.server.streamlit_internals import Purpose, session_id
from segmetrics.settings import Log, Mode

Event = Literal[
    "computed",
    "deleted",
    "failed",
    "import",
    "library",
    "page",
    "refused",
    "saved",
    "signed in",
    "signed out",
    "started",
    "stopped",
    "warned",
]
"""What happened. ``library`` is a warning or error that another library logged."""

Limit = Literal[
    "upload",
    "uploads",
    "drafts",
    "free",
    "message",
    "items",
    "units",
    "coders",
    "cells",
    "pairs",
    "compared",
    "memory",
    "worker",
    "reading",
    "computing",
    "age",
    "value",
]
"""What something was refused for: a limit; ``age``: so much is over its time that the clock may
be wrong; ``value``: a value that its widget does not offer."""

Command = Literal["segmetrics store vacuum --all-ended"]
"""The command by which a person does what the server does not do by itself."""

Check = Literal["host", "origin"]
"""What a request was refused for, before any page saw it."""

Result = Literal["done", "stopped", "failed", "kept", "conflict"]

EVENTS: tuple[str, ...] = get_args(Event)
WORDS = frozenset(
    word
    for words in (Limit, Check, Command, Result, Mode, Log, Purpose)
    for word in get_args(words)
).union(LABELS, (info.name for info in PAGES), [SIGN_IN])
"""Every word that a fact can be."""

OTHER = "other"
"""What stands in the log in the place of a word that is none of `WORDS`."""


class Facts(TypedDict, total=False):
    """What a line of the log can say besides its event."""

    page: str  # the name of one
    limit: Limit
    check: Check
    result: Result
    job: str  # the name of a job
    mode: Mode
    without: Purpose
    ms: int
    items: int
    units: int
    coders: int
    files: int
    bytes: int
    problems: int
    decisions: int
    rounds: int
    works: int
    sessions: int
    memory_mb: int
    count: int
    most: int
    again: bool
    command: Command


FIELDS = frozenset(Facts.__annotations__)
LEVELS: dict[str, int] = {
    "failed": logging.ERROR,
    "refused": logging.WARNING,
    "warned": logging.WARNING,
}
# Frames of an exception that a line holds, the innermost.
MOST_FRAMES = 12
SALT = secrets.token_bytes(16)
"""New in each process, so that a mark says nothing once the server has stopped."""

_LOGGER = logging.getLogger("segmetrics")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the log; only what was made here comes through as it is."""

    fields: dict[str, object]
    plain: bool

    def __str__(self) -> str:
        if not self.plain:
            return json.dumps(self.fields)
        time_, level, event, *facts = self.fields.items()
        words = [str(value) for _, value in (time_, level, event)]
        return " ".join([*words, *(f"{name}={_word(value)}" for name, value in facts)])


def _word(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


class _Form:
    """How lines are written; set once, when the server starts."""

    plain = True


def log(event: Event, *, error: BaseException | None = None, **facts: Unpack[Facts]) -> None:
    """Log that something happened."""
    _LOGGER.log(LEVELS.get(event, logging.INFO), _line(event, error, dict(facts)))


@contextmanager
def page_run(page: str, begun: float) -> Iterator[None]:
    """Log that a page ran, how long it took, and whether it broke off."""
    try:
        yield
    except Exception as error:
        log("failed", page=page, ms=_since(begun), error=error)
        raise
    except BaseException:  # the page ended itself, to go elsewhere or to say something
        log("page", page=page, ms=_since(begun))
        raise
    log("page", page=page, ms=_since(begun))


@contextmanager
def tried() -> Iterator[None]:
    """Log what fails of something that is done again and again: the next time may go well."""
    try:
        yield
    except Exception as error:
        log("failed", error=error)


def _since(begun: float) -> int:
    return round(1000 * (time.monotonic() - begun))


def session_mark() -> str:
    """Return what tells sessions of one run of the server apart, not which they are."""
    session = session_id()
    return session and hashlib.blake2b(session.encode(), key=SALT, digest_size=4).hexdigest()


def start(form: Log, stream: TextIO | None = None) -> None:
    """Restrict the log of this process to lines of this module."""
    _Form.plain = form == "plain"
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logging.getLogger().handlers = [handler]
    _LOGGER.setLevel(logging.INFO)
    logging.raiseExceptions = False  # it would print what could not be logged
    logging.setLogRecordFactory(_record)
    warnings.showwarning = _warned
    sys.excepthook = lambda _, error, __: log("failed", error=error)
    sys.unraisablehook = lambda found: log("failed", error=found.exc_value)
    threading.excepthook = lambda found: log("failed", error=found.exc_value)
    _quiet_server()


def _quiet_server() -> None:
    """Make uvicorn write bare lines, and only when something is wrong."""
    from uvicorn.config import LOGGING_CONFIG

    for formatter in LOGGING_CONFIG["formatters"].values():
        formatter["fmt"] = "%(message)s"
    for logger in LOGGING_CONFIG["loggers"].values():
        logger["level"] = "WARNING"


def _record(
    name: str, level: int, path: str, line: int, message: object, *more: Any
) -> logging.LogRecord:
    """Return a record that holds a line of this module, whatever was to be logged."""
    if not isinstance(message, _Line):
        exc_info = more[1]
        error = exc_info[1] if isinstance(exc_info, tuple) else None
        event: Event = "failed" if error else "library"
        message = _line(event, error, {}, level=level, at=f"{name}:{line}")
    return logging.LogRecord(name, level, path, line, message, (), None)


def _warned(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Log a warning by its kind and place."""
    del message, file, line
    at = f"{Path(filename).stem}:{lineno}"
    _LOGGER.warning(_line("warned", None, {}, kind=category.__qualname__, at=at))


def _line(
    event: str,
    error: BaseException | None,
    facts: dict[str, object],
    *,
    level: int | None = None,
    **places: str,
) -> _Line:
    """Return a line of nothing but what the log may hold."""
    known = event if event in EVENTS else OTHER
    level = LEVELS.get(known, logging.INFO) if level is None else level
    fields: dict[str, object] = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "level": logging.getLevelName(level).lower(),
        "event": known,
        **{name if name in FIELDS else OTHER: _fact(value) for name, value in facts.items()},
        **places,
    }
    mark = session_mark()
    if mark:
        fields["session"] = mark
    if error is not None:
        fields |= {"error": _kinds(error), "frames": _frames(error.__traceback__)}
    return _Line(fields, _Form.plain)


def _fact(value: object) -> object:
    """Return a value that the log may hold: a number or a listed word; else a placeholder."""
    if type(value) in (bool, int, float):
        return value
    return value if isinstance(value, str) and value in WORDS else OTHER


def _kinds(error: BaseException) -> list[str]:
    """Name the kind of an exception, and of those that led to it."""
    kinds: list[str] = []
    found: BaseException | None = error
    while found is not None and len(kinds) < MOST_FRAMES:
        kinds.append(type(found).__qualname__)
        found = found.__cause__ or (None if found.__suppress_context__ else found.__context__)
    return kinds


def _frames(trace: TracebackType | None) -> list[str]:
    """List the lines of code that an exception came through, the innermost last."""
    frames: list[str] = []
    while trace is not None:
        name = str(trace.tb_frame.f_globals.get("__name__", "__main__"))
        if name == "__main__":  # a page
            name = Path(trace.tb_frame.f_code.co_filename).stem
        frames.append(f"{name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return frames[-MOST_FRAMES:]
