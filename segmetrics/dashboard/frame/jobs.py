"""The way from a page to a result: at once where it is short, else with progress and a stop.

A page's script runs from top to bottom, and any click starts it anew. While a job shows its
progress, such a click ends it at once, so that *Stop* needs no code of its own; so does closing
the page. A job that takes longer than `SHORT`, on a server for others longer than `NOTICED`, is
done in a process of its own, see `segmetrics.dashboard.server.worker`; its result is kept for all
visitors, see `segmetrics.dashboard.server.result_cache`.

How long a job takes is measured while it runs, see `segmetrics.dashboard.server.job_times`. One
that nobody asked for ends as soon as its progress says that it takes longer than a visitor should
wait for it; its page offers to start it.

`obtained` returns the result of a `Job`, or raises `Refused`. The others say what a page does
then: one that `needed` it ends, one that `computed` it on request goes on without.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, is_dataclass, replace
from functools import cached_property, partial
from inspect import signature, unwrap
from math import ceil, inf
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

import streamlit as st
from streamlit.errors import StreamlitDuplicateElementKey

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.text import escape_markdown
from segmetrics.dashboard.server import visitor_limits
from segmetrics.dashboard.server.job_labels import LABELS
from segmetrics.dashboard.server.job_times import job_times
from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.server.object_size import size_of
from segmetrics.dashboard.server.page_turns import whose_turn
from segmetrics.dashboard.server.result_cache import MISSING, Key, Session, TooLargeError, Waiting
from segmetrics.dashboard.server.shared_results import result_cache
from segmetrics.dashboard.server.tasks import at_once
from segmetrics.dashboard.server.visitor_limits import MEGABYTE, duration
from segmetrics.dashboard.server.worker import BEAT, Bounds, WorkEnded, run
from segmetrics.io.problems import shortened
from segmetrics.phrases import capital
from segmetrics.settings import Work, settings_of

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

Found = TypeVar("Found")

Of = Corpus | Item | Sequence[Corpus] | int
"""What a result is of: corpora, an item, or a number of bytes."""

SHORT = 1.0
"""Seconds up to which a computation is done in this process, and starts unasked."""

PATIENT = 10.0
"""Seconds up to which one starts unasked that the first numbers of a page are made of."""

# Seconds from which on progress tells how long the whole takes.
TELLING = 0.5
# Sizes up to which a job is done in this process: one whose time nobody knows, and any.
SURELY_SHORT, AT_ONCE = 800_000, 20_000_000

# Seconds up to which the first numbers of a page wait for what is drawn beside them.
AT_A_GLANCE = 0.1
# Seconds from which on a short job is done apart where a server has many visitors: a thread that
# computes holds up the pages of all others.
NOTICED = 0.05
# What is short goes round by visitor, as what is long does.
BRIEF = "brief"

# Key of the session.
STORE = "computed"
# Key of the session: what was ended at a limit, and the sentence that said so.
ENDED = "ended at a limit"


class Refused(Exception):
    """Something is more than one visitor may ask for; the message is a sentence that says so."""

    def __init__(self, sentence: str, *, final: bool = True) -> None:
        super().__init__(sentence)
        self.final = final


def _takes_progress(task: Callable[..., object]) -> bool:
    """Return whether a task can be called with ``progress``; `signature` takes a millisecond."""
    while isinstance(task, partial):
        task = task.func
    code = getattr(unwrap(task), "__code__", None)
    if code is None:
        return "progress" in signature(task).parameters
    return "progress" in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]


@dataclass(frozen=True)
class Job(Generic[Found]):
    """What a result depends on, what computes it, what people call it, and of what it is.

    The task is called with ``progress``, if it takes that. People call it as `LABELS` has it by the
    first part of its key, if there is no other `label`. What it is `of` is a corpus or several, an
    item, or a number of bytes. Of jobs that are `alone`, a visitor holds only the last result of
    each name. One that takes up to `unasked` seconds starts without a click.
    """

    key: Key
    task: Callable[..., Found]
    _: KW_ONLY
    label: str = ""
    of: Of = ()
    alone: bool = False
    work: Work = "computing"
    unasked: float = SHORT

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", self.label or LABELS[str(self.key[0])])
        if not _takes_progress(self.task):
            object.__setattr__(self, "task", partial(at_once, self.task))

    @cached_property
    def size(self) -> int:
        """How much there is to do."""
        return _size(self.of)

    @property
    def kind(self) -> tuple[Hashable, ...]:
        """What jobs have in common of which a larger one takes as much longer."""
        return self.key[0], _typed(self.of), *(part for part in self.key if is_dataclass(part))

    @property
    def seconds(self) -> float | None:
        """How long it will take, if one like it has run."""
        return job_times.expected(self.kind, self.size)

    @property
    def long(self) -> bool:
        """Whether it is done in a process of its own."""
        if self.work == "reading" or self.size > AT_ONCE:
            return True
        return self.size > SURELY_SHORT if self.seconds is None else self.seconds > SHORT

    @property
    def doing(self) -> str:
        """What is shown while it is done."""
        return words.DOING.format(self.label) if self.work == "computing" else capital(self.label)

    def needed(self) -> Found:
        """Return the result, see `obtained`; end the page if there is none."""
        try:
            return obtained(self)
        except Refused as refusal:
            st.error(str(refusal))
            st.stop()

    def soon(self) -> Found | None:
        """Return the result if it is at hand or soon is; else None, and `fill_in` ends the page."""
        waits = self.long or (self.seconds or 0.0) > AT_A_GLANCE
        return at_hand(self.key) if waits else self.glanced()

    def fill_in(self, place: DeltaGenerator) -> None:
        """Compute what a page was drawn without, with its progress at a place; draw it again."""
        if at_hand(self.key) is None and self.computed(place) is not None:
            st.rerun()

    def computed(self, place: DeltaGenerator | None = None) -> Found | None:
        """Return the result of a job, which a person starts and can stop if it is long."""
        try:
            found: Found = result_cache().find(_session(), self.key)
            if found is not MISSING:
                return found
            if self.starts_unasked:
                with suppress(_Longer):
                    return obtained(self, place, patience=self.unasked)
            _refuse_too_long(self)
            place = place or st.empty()
            about = None if self.seconds is None else words.TAKES.format(duration(self.seconds))
            if not place.button(
                words.COMPUTE.format(self.label), key=f"compute {self.key}", help=about
            ):
                return None
            return _done(self, place, on_stop=_look)
        except StreamlitDuplicateElementKey:  # two parts of a page need it: its button is above
            (place or st.empty()).caption(words.NEEDS.format(self.label))
            return None
        except Refused as refusal:
            st.error(str(refusal))
            return None

    def glanced(self) -> Found | None:
        """Return the result if it is at hand, or starts unasked and is not refused; else None."""
        if not self.starts_unasked:
            found: Found | None = at_hand(self.key)
            return found
        try:
            return obtained(self, patience=self.unasked)
        except (Refused, _Longer):
            return None

    @property
    def starts_unasked(self) -> bool:
        """Whether it may be short enough to start without a click; if it is not, it is ended.

        How long a smaller one took says too little: much of it does not grow with its size.
        """
        return self.unasked > 0 and job_times.at_least(self.kind, self.size) <= self.unasked


def job(name: str, compute: Callable[..., Found], /, *given: Any, **named: Any) -> Job[Found]:
    """Return the job that computes something of what is given, all of which is its key."""
    corpora = tuple(one for one in given if isinstance(one, Corpus))
    items = tuple(one for one in given if isinstance(one, Item))
    key = [_in_key(one) for one in given]
    task = partial(compute, *given, **named)
    return Job((name, *key, *sorted(named.items())), task, of=items[0] if items else corpora)


def _in_key(given: Any) -> Hashable:
    if isinstance(given, Corpus):
        return given.named_digest
    return given.name if isinstance(given, Item) else given


def _size(of: Of) -> int:
    """Return how much there is to compare: each coder's units with those of each other."""
    if isinstance(of, int):
        return of
    if isinstance(of, Item):
        return _size_of_item(of)
    if isinstance(of, Corpus):
        return kept(("size", of.codings_digest), lambda: sum(map(_size_of_item, of.items)))
    return sum(map(_size, of))


def _typed(of: Of) -> bool:
    """Return whether boundaries have types, which take longer to compare."""
    if isinstance(of, int):
        return False
    if isinstance(of, Item):
        return any(coding.types for coding in of.codings.values())
    return bool(of.types) if isinstance(of, Corpus) else any(map(_typed, of))


def _size_of_item(item: Item) -> int:
    coders = len(item.codings)
    marks = sum(len(coding.boundaries) for coding in item.codings.values())
    # What recordings cost grows with their boundaries, not with their steps.
    units = item.mass * coders if item.scale is None else marks
    return units * coders


def _session() -> Session:
    """Return this session's part of the result cache; it ends with the session."""
    session: Session = st.session_state.get(STORE) or result_cache().session(whose_turn())
    st.session_state[STORE] = session
    return session


def _look(*_: object) -> None:
    """Make streamlit end a page that was left, which it does when its state is read."""
    st.session_state.get(STORE)


def obtained(
    job: Job[Found], place: DeltaGenerator | None = None, *, patience: float = inf
) -> Found:
    """Return the result of a job, which starts unasked; raise `Refused` if it is too much.

    Raise `_Longer` if it takes longer than so many seconds of patience.
    """
    found: Found = result_cache().find(_session(), job.key)
    if found is not MISSING:
        return found
    # What was ended at a limit would be ended there again, with every click.
    ended: dict[Key, str] = st.session_state.setdefault(ENDED, {})
    if job.key in ended:
        raise Refused(ended[job.key])
    _refuse_too_long(job)
    try:
        return _done(job, place, patience=patience)
    except Refused as refusal:
        if refusal.final:
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


def let_go(digest: str) -> None:
    """Hold no more what this session opened of something; who asks for it again waits for it."""
    result_cache().let_go(_session(), digest)


def too_large(value: object, what: str) -> str:
    """Return why something is more than one visitor may hold; empty if it is not."""
    size, share = size_of(value), result_cache().share
    return visitor_limits.too_large(what, size, share) if size > share else ""


def _refuse_too_long(job: Job[Found]) -> None:
    """Raise `Refused` if a job would take longer than one visitor may ask for."""
    least = job_times.at_least(job.kind, job.size)
    refused = visitor_limits.too_long(job.label, least, settings_of().limits)
    if refused:
        raise Refused(refused)


def _done(
    job: Job[Found],
    place: DeltaGenerator | None = None,
    *,
    on_stop: Callable[[], None] | None = None,
    patience: float = inf,
) -> Found:
    """Run a job; a long one in a process of its own, with its progress shown meanwhile."""
    begin = time.monotonic()
    found: Any = MISSING
    if not job.long:
        # No place for a bar: it would be gone with the next run, and what has the focus with it.
        watch = _Watch(job, SHORT, _look)
        compute = watch.here
        if settings_of().mode != "local" and (job.seconds or 0.0) > NOTICED:
            brief = replace(_bounds(job, SHORT), brief=True)
            compute = partial(run, job.task, brief, beat=watch)
        try:
            found = watch.once(compute, _look, slot=BRIEF)
        except _Longer:
            pass
        except WorkEnded as ended:
            if ended.why != "time":
                raise _refused(job, ended) from None
    if found is MISSING:
        if job_times.at_least(job.kind, job.size) > patience:
            raise _Longer
        found = _done_apart(job, place or st.empty(), on_stop, patience)
    log("computed", job=str(job.key[0]), ms=round(1000 * (time.monotonic() - begin)))
    return cast("Found", found)


def _done_apart(
    job: Job[Found], place: DeltaGenerator, on_stop: Callable[[], None] | None, patience: float
) -> Found:
    limits = settings_of().limits
    most = limits.seconds(job.work)
    bounds = _bounds(job, patience)
    with place.container():
        bar = _Bar(st.progress(0.0, job.doing), job.doing)
        if on_stop:
            st.button(words.STOP, key=f"stop {job.key[0]}", on_click=on_stop)
    watch = _Watch(job, patience, bar)
    try:
        return watch.once(partial(run, job.task, bounds, beat=watch), bar.wait, slot=job.work)
    except WorkEnded as ended:
        if ended.why == "time":
            watch.seconds = bounds.seconds + SHORT
            watch.record()
            if patience < most:
                raise _Longer from None
        raise _refused(job, ended) from None
    finally:
        place.empty()


def _bounds(job: Job[Found], patience: float) -> Bounds:
    """Return what a job may use in a process of its own."""
    limits = settings_of().limits
    return Bounds(
        memory=limits.worker * MEGABYTE,
        seconds=ceil(min(limits.seconds(job.work), patience)),
        result=limits.memory * MEGABYTE,
    )


def _refused(job: Job[Found], ended: WorkEnded) -> Refused:
    """Return what is said of a job that was ended at a limit."""
    why = visitor_limits.why_ended(job.label, job.work, ended.why, settings_of().limits)
    return Refused(why, final=ended.why != "broken")


class _Longer(Exception):
    """A job takes longer than somebody should wait who did not ask for it."""


class _Watch(Generic[Found]):
    """Hear how far a job is, and end it once that tells that it takes too long.

    Seconds are those of the processor, so that a busy machine changes no page.
    """

    def __init__(self, job: Job[Found], most: float, told: Callable[..., None]) -> None:
        self.job, self.most, self.told = job, most, told
        self.seconds = 0.0

    def here(self) -> Found:
        """Run the job in this process."""
        begin = time.thread_time()

        def progress(*said: Any) -> None:
            self(*said, seconds=time.thread_time() - begin)

        found = self.job.task(progress=progress)
        self.seconds = time.thread_time() - begin
        return found

    def once(self, compute: Callable[[], Found], wait: Waiting, *, slot: str = "") -> Found:
        """Run the job in its turn, and record how long it took."""

        def timed() -> Found:
            found = compute()
            self.record()
            return found

        job = self.job
        return _once(job.key, timed, job.label, slot=slot, alone=job.alone, waiting=wait)

    def __call__(self, share: float | None = None, *of: str, seconds: float | None = None) -> None:
        """Tell whoever waits; record the time that it would take, if that is too long."""
        self.told(share, *of)
        if seconds is None:
            return
        # What is done first may take longer than the rest: nothing is told from too little, and
        # nothing is refused by what was told, but by what was measured.
        whole = seconds / share if share and seconds >= TELLING else seconds
        self.seconds = min(whole, settings_of().limits.seconds(self.job.work))
        if self.seconds > self.most:
            self.record()
            raise _Longer

    def record(self) -> None:
        """Note how long the job takes."""
        job_times.record(self.job.kind, self.job.size, self.seconds)


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
            label = f"{self.label}: {escape_markdown(shortened(of))}" if of else self.label
            self.bar.progress(min(1.0, max(0.0, share)), label)

    def wait(self, before: int) -> None:
        """Show that other work comes first."""
        self.bar.progress(0.0, words.waits(self.label, before))
