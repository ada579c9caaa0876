"""The corpora that a visitor can look at: samples, files given at the start, saved ones."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os.path import commonpath
from pathlib import Path, PurePosixPath

import streamlit as st

from segmetrics.boundary_marks import with_uncertain
from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.session_store import (
    remember,
    saved_corpora,
    store,
    visitor,
)
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server.logs import log
from segmetrics.io import SAMPLES, Reading, Sample, Source, check
from segmetrics.io.files import sources_in
from segmetrics.io.names import file_name
from segmetrics.io.problems import shortened
from segmetrics.io.recognition import recognised_line
from segmetrics.paths import FILES_VARIABLE
from segmetrics.settings import settings_of
from segmetrics.store import NotHere, Round, Saved, StoreError, StoreFailed, at, place_of
from segmetrics.store.access import mark_of

FILES = "files"
"""Key of the files given at the start."""

NOT_OPEN = "Not open here"
"""Title of a corpus that a visitor does not reach."""

ROUNDS = ("interviews", "interviews-2")
"""Samples that are two rounds of the same items."""

NO_ROUND = "There is no such round of this corpus; it may have been deleted."
NOT_KEPT = (
    "What this address leads to is not open any more: this server keeps nothing, and what you "
    "open goes when its page is closed, reloaded or cut off for a moment. Open the files again."
)
MOST_LETTERS = 60
# What files without a name of their own are called.
NAMELESS = "Upload"


@dataclass(frozen=True, kw_only=True)
class SelectedCorpus:
    """The corpus that a view shows."""

    key: str
    title: str
    reading: Reading | None = None
    sample: Sample | None = None
    saved: Saved | None = None
    why: str = ""

    @property
    def source(self) -> str:
        """Where the codings are from: the citation of a sample, else what was read."""
        if self.sample:
            return f"Source: {self.sample.source}."
        return recognised_line(self.reading) if self.reading else ""

    @property
    def corpus(self) -> Corpus | None:
        """The usable items, if there are any."""
        return self.reading.corpus if self.reading else None

    def counted_by(self, view: UrlState) -> Corpus | None:
        """Return the usable items, with uncertain boundaries as a view counts them."""
        return with_uncertain(self.corpus, view.uncertain) if self.corpus else None

    @property
    def place(self) -> str:
        """Where it is in the store; empty if it is not there."""
        return self.key if self.saved else ""

    @property
    def may_edit(self) -> bool:
        """Whether the visitor may change it in the store."""
        return self.saved is not None and self.saved.may("edit")

    @property
    def round(self) -> Round | None:
        """The round of the saved corpus that it is."""
        found = place_of(self.key)
        return self.saved.round(found[1]) if self.saved and found else None

    @property
    def file_name(self) -> str:
        """What files of it are called, without an ending; an address may be a secret."""
        return file_name(self.title) if self.saved else self.key

    @property
    def sources(self) -> tuple[Source, ...]:
        """The files of a sample, or those given at the start."""
        if self.sample:
            return (Source(self.sample.path.name, self.sample.path.read_bytes()),)
        return _given_sources() if self.key == FILES else ()


@dataclass(frozen=True, slots=True)
class RoundOpened:
    """A round of the corpus that a view shows."""

    key: str
    name: str
    corpus: Corpus | None


def unasked() -> str:
    """Name the corpus that is shown if none is asked for."""
    return FILES if _given() else next(iter(SAMPLES))


def available() -> dict[str, str]:
    """List what can be looked at, key to title: samples, and accepted rounds of saved corpora."""
    found = {FILES: "Files given at the start"} if _given() else {}
    found |= {key: sample.title for key, sample in SAMPLES.items()}
    return found | {
        at(saved.key, one.number): _title(saved, one)
        for saved in saved_corpora()
        for one in saved.rounds
        if one.digest
    }


def chosen(view: UrlState) -> SelectedCorpus:
    """Find the corpus of a view, as it is now."""
    key = view.corpus or unasked()
    if key in SAMPLES:
        return SelectedCorpus(
            key=key, title=SAMPLES[key].title, reading=_read_sample(key), sample=SAMPLES[key]
        )
    if key == FILES and _given():
        return SelectedCorpus(
            key=key, title="Files given at the start", reading=_read_given(_given())
        )
    try:
        return _saved(key)
    except StoreError as error:
        if isinstance(error, StoreFailed):
            log("failed", error=error)
        return SelectedCorpus(key=key, title=NOT_OPEN, why=_why(error))


def _saved(key: str) -> SelectedCorpus:
    """Find a saved corpus; raises StoreError if the visitor does not reach it."""
    who = visitor()
    saved = store().corpus(who, key)
    found = place_of(key)
    one = saved.round(found[1]) if found else None
    if one is None:
        raise NotHere(NO_ROUND)
    remember(key)
    reading = None
    if one.digest is not None:
        mark = mark_of(key)
        of_round = f"reading {mark}", mark, one.digest, one.version
        reading = kept(of_round, lambda: store().reading(who, key), alone=True)
    return SelectedCorpus(key=key, title=_title(saved, one), reading=reading, saved=saved)


def _why(error: StoreError) -> str:
    """Return why a corpus is not here."""
    if isinstance(error, NotHere) and settings_of().mode == "ephemeral":
        return NOT_KEPT
    return str(error)


def _title(saved: Saved, one: Round) -> str:
    title = shortened(saved.title, MOST_LETTERS)
    return f"{title}, {shortened(one.name, MOST_LETTERS)}" if len(saved.rounds) > 1 else title


def title_of(names: Sequence[str]) -> str:
    """Return the title of a corpus, after its files."""
    first = list(dict.fromkeys(_first(name) for name in names))
    more = f" and {len(first) - 1:,} more" if len(first) > 1 else ""
    return f"{shortened(first[0])}{more}"


def _first(name: str) -> str:
    """Return the folder of a file's name, or without one the name without its ending."""
    folder, slash, _ = name.partition("/")
    found = folder if slash else PurePosixPath(name).stem
    return found if found.strip() else NAMELESS


def rounds_of(view: UrlState) -> tuple[RoundOpened, ...]:
    """List the rounds of the corpus of a view, in their order."""
    first = chosen(view)
    if first.saved is not None and len(_accepted(first.saved)) > 1:
        keys = [at(first.saved.key, one.number) for one in _accepted(first.saved)]
        found = [chosen(replace(view, corpus=key)) for key in keys]
        names = [one.name for one in _accepted(first.saved)]
    else:
        others = [view.other] if view.other else list(ROUNDS[1:]) * (first.key == ROUNDS[0])
        keys = list(dict.fromkeys([first.key, *others]))
        found = [chosen(replace(view, corpus=key)) for key in keys]
        names = [one.title for one in found]
    return tuple(
        RoundOpened(one.key, name, one.corpus) for one, name in zip(found, names, strict=True)
    )


def _accepted(saved: Saved) -> list[Round]:
    return [one for one in saved.rounds if one.digest]


# ----- samples, and files given at the start


def _given() -> tuple[str, ...]:
    """List the files that the dashboard was started with."""
    return tuple(json.loads(os.environ.get(FILES_VARIABLE, "[]")))


def not_opened() -> tuple[str, ...]:
    """Return which of these files cannot be opened, or are left aside, and why."""
    found = (one for one in sources_in(_given()) if not isinstance(one, Source))
    return tuple(f"{one.file}: {one.what}" for one in found)


def _given_sources() -> tuple[Source, ...]:
    """Open these files, by names that do not tell where on this machine they are."""
    found = [one for one in sources_in(_given()) if isinstance(one, Source)]
    paths = {one.name: Path(one.name) for one in found if Path(one.name).is_absolute()}
    above = commonpath([path.parent for path in paths.values()]) if paths else ""
    short = {name: str(path.relative_to(above)) for name, path in paths.items()}
    return tuple(Source(short.get(one.name, one.name), one.content) for one in found)


@st.cache_resource(show_spinner=False)
def _read_sample(key: str) -> Reading:
    return SAMPLES[key].read()


@st.cache_resource(show_spinner=False)
def _read_given(files: tuple[str, ...]) -> Reading:
    return check(*files)
