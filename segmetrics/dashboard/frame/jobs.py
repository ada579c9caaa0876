"""The way from a page to a result: at once where it is short, else with progress and a stop.

A page's script runs from top to bottom, and any click starts it anew. While a job shows its
progress, such a click ends it at once, so that *Stop* needs no code of its own; so does closing
the page. A job that takes longer than `SHORT` is done in a process of its own, see
`segmetrics.dashboard.server.worker`; its result is kept for all visitors, see
`segmetrics.dashboard.server.result_cache`.

`obtained` returns the result of a `Job`, or raises `Refused`. The others say what a page does
then: one that `needed` it ends, one that `computed` it on request goes on without.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import KW_ONLY, dataclass
from functools import partial
from typing import Any, Generic, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.errors import StreamlitDuplicateElementKey

from segmetrics.dashboard.frame import job_words as words
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.server import visitor_limits
from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.server.object_size import size_of
from segmetrics.dashboard.server.result_cache import MISSING, Key, Session, TooLargeError
from segmetrics.dashboard.server.shared_results import result_cache
from segmetrics.dashboard.server.visitor_limits import MEGABYTE, duration
from segmetrics.dashboard.server.worker import BEAT, Bounds, WorkEnded, run
from segmetrics.io.problems import shortened
from segmetrics.phrases import capital
from segmetrics.settings import Work, settings_of

Found = TypeVar("Found")

SHORT = 1.0
"""Seconds up to which a computation is done in this process, and starts unasked."""

PATIENT = 10.0
"""Seconds up to which one starts unasked that the first numbers of a page are made of."""

# Key of the session.
STORE = "computed"
# Key of the session: what was ended at a limit, and the sentence that said so.
ENDED = "ended at a limit"


class Refused(Exception):  # noqa: N818 - it is said, not raised to a person
    """Something is more than one visitor may ask for; the message is a sentence that says so."""

    def __init__(self, sentence: str, *, final: bool = True) -> None:
        super().__init__(sentence)
        self.final = final


@dataclass(frozen=True)
class Job(Generic[Found]):
    """What a result depends on, what computes it, what people call it, and how long it takes.

    The task is called with ``progress``. Of jobs that are `alone`, a visitor holds only the last
    result of each name. How long ``reading`` takes nobody can know before. A long
    one of up to `unasked` seconds starts without a click all the same.
    """

    key: Key
    task: Callable[..., Found]
    _: KW_ONLY
    label: str
    seconds: float = 0.0
    alone: bool = False
    work: Work = "computing"
    unasked: float = 0.0

    @property
    def long(self) -> bool:
        """Whether it is done in a process of its own."""
        return self.work == "reading" or self.seconds > SHORT

    @property
    def doing(self) -> str:
        """What is shown while it is done."""
        return words.doing(self.label) if self.work == "computing" else capital(self.label)

    def needed(self) -> Found:
        """Return the result, see `obtained`; end the page if there is none."""
        try:
            return obtained(self)
        except Refused as refusal:
            st.error(str(refusal))
            st.stop()

    def computed(self) -> Found | None:
        """Return the result of a job, which a person starts and can stop if it is long."""
        try:
            if self.starts_unasked:
                return obtained(self)
            found: Found = result_cache().find(_session(), self.key)
            if found is not MISSING:
                return found
            _refuse_too_long(self)
            place, about = st.empty(), words.takes(duration(self.seconds))
            if not place.button(words.compute(self.label), key=f"compute {self.key}", help=about):
                return None
            return _done(self, place, on_stop=_look)
        except StreamlitDuplicateElementKey:  # two parts of a page need it: its button is above
            place.caption(words.needs(self.label))
            return None
        except Refused as refusal:
            st.error(str(refusal))
            return None

    def glanced(self) -> Found | None:
        """Return the result if it is at hand, or starts unasked and is not refused; else None."""
        try:
            found: Found | None = obtained(self) if self.starts_unasked else at_hand(self.key)
        except Refused:
            return None
        return found

    @property
    def starts_unasked(self) -> bool:
        """Whether it is short enough to start without a click."""
        return not self.long or self.seconds <= self.unasked


def _session() -> Session:
    """Return this session's part of the result cache; it ends with the session."""
    session: Session = st.session_state.get(STORE) or result_cache().session()
    st.session_state[STORE] = session
    return session


def _look(*_: object) -> None:
    """Make streamlit end a page that was left, which it does when its state is read."""
    st.session_state.get(STORE)


def obtained(job: Job[Found]) -> Found:
    """Return the result of a job, which starts unasked; raise `Refused` if it is too much."""
    found: Found = result_cache().find(_session(), job.key)
    if found is not MISSING:
        return found
    # What was ended at a limit would be ended there again, with every click.
    ended: dict[Key, str] = st.session_state.setdefault(ENDED, {})
    if job.key in ended:
        raise Refused(ended[job.key])
    _refuse_too_long(job)
    try:
        return _done(job)
    except Refused as refusal:
        if refusal.final and job.long:
            ended[job.key] = str(refusal)
        raise


def read_apart(job: Job[Found], *, on_stop: Callable[[], None]) -> Found:
    """Return what reading files gives; `on_stop` runs if the visitor stops it."""
    return _done(job, on_stop=on_stop)


def kept(key: Key, compute: Callable[[], Found], *, alone: bool = False) -> Found:
    """Return something short that a page shows, computed once."""
    try:
        return _once(key, compute, words.WHAT_IS_SHOWN, alone=alone, waiting=_look)
    except Refused as refusal:
        st.error(str(refusal))
        st.stop()


def at_hand(key: Key) -> Any:
    """Return a result if somebody has computed it, else None."""
    found = result_cache().find(_session(), key)
    return None if found is MISSING else found


def forget(digest: str) -> None:
    """Forget all that was computed of a corpus, for everybody."""
    result_cache().forget(digest)


def too_large(value: object, what: str) -> str:
    """Return why something is more than one visitor may hold; empty if it is not."""
    size, share = size_of(value), result_cache().share
    return visitor_limits.too_large(what, size, share) if size > share else ""


def _refuse_too_long(job: Job[Found]) -> None:
    """Raise `Refused` if a job would take longer than one visitor may ask for."""
    refused = visitor_limits.too_long(job.label, job.seconds, settings_of().limits)
    if refused:
        raise Refused(refused)


def _done(
    job: Job[Found],
    place: DeltaGenerator | None = None,
    *,
    on_stop: Callable[[], None] | None = None,
) -> Found:
    """Run a job; a long one in a process of its own, with its progress shown meanwhile."""
    begin = time.monotonic()
    if job.long:
        found = _done_apart(job, place or st.empty(), on_stop)
    else:
        # No place for a bar: it would be gone with the next run, and what has the focus with it.
        short = partial(job.task, progress=_look)
        found = _once(job.key, short, job.label, alone=job.alone, waiting=_look)
    log("computed", ms=round(1000 * (time.monotonic() - begin)))
    return found


def _done_apart(
    job: Job[Found], place: DeltaGenerator, on_stop: Callable[[], None] | None
) -> Found:
    limits = settings_of().limits
    bounds = Bounds(
        memory=limits.worker * MEGABYTE,
        seconds=limits.seconds(job.work),
        result=limits.memory * MEGABYTE,
    )
    with place.container():
        bar = _Bar(st.progress(0.0, job.doing), job.doing)
        if on_stop:
            st.button(words.STOP, key=f"stop {job.key[0]}", on_click=on_stop)
    compute = partial(run, job.task, bounds, beat=bar)
    try:
        return _once(job.key, compute, job.label, slot=job.work, alone=job.alone, waiting=bar.wait)
    except WorkEnded as ended:
        why = visitor_limits.why_ended(job.label, job.work, ended.why, limits)
        raise Refused(why, final=ended.why != "broken") from None
    finally:
        place.empty()


def _once(key: Key, compute: Callable[[], Found], what: str, **how: Any) -> Found:
    """Compute something once; raise `Refused` if it is more than one visitor may hold."""
    try:
        return result_cache().once(_session(), key, compute, **how)
    except TooLargeError as error:
        raise Refused(visitor_limits.too_large(what, error.size, error.share)) from None


class _Bar:
    """Show how much is done, not more often than a person can see."""

    def __init__(self, bar: DeltaGenerator, label: str) -> None:
        self.bar = bar
        self.label = label
        self.last = time.monotonic()

    def __call__(self, share: float | None = None, of: str = "") -> None:
        """Show how much is done, and of what; without a share it only is a sign of life."""
        now = time.monotonic()
        if share is None:
            _look()
        elif now - self.last >= BEAT:
            self.last = now
            label = (
                words.doing_with(self.label, escape_markdown(shortened(of))) if of else self.label
            )
            self.bar.progress(min(1.0, max(0.0, share)), label)

    def wait(self, before: int) -> None:
        """Show that other work comes first."""
        self.bar.progress(0.0, words.waits(self.label, before))
