"""The corpora that a visitor can look at: samples, files given at the start, saved ones."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from os.path import commonpath
from pathlib import Path, PurePosixPath

import streamlit as st

from segmetrics.boundary_marks import with_uncertain
from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.kept_codings import codings_read
from segmetrics.dashboard.frame.session_store import remember, saved_corpora, store, visitor
from segmetrics.dashboard.frame.text import download_name
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import shown
from segmetrics.dashboard.server.logs import log
from segmetrics.io import SAMPLES, Reading, Sample, Source, check
from segmetrics.io.files import sources_in
from segmetrics.io.problems import shortened
from segmetrics.io.recognition import recognised_line
from segmetrics.metrics.time.trimming import with_presses_counted
from segmetrics.paths import FILES_VARIABLE
from segmetrics.settings import settings_of
from segmetrics.store import NotHere, Round, Saved, StoreError, StoreFailed, at, place_of
from segmetrics.store.access import mark_of

FILES = "files"
"""Key of the files given at the start."""

ROUNDS = {"interviews": "interviews-2", "film": "film-coarse"}
"""Samples that are two rounds of the same items, the first to the second."""

MOST_LETTERS = 60
# What the name of a file ends with that is one round of several.
WHICH_ROUND = re.compile(
    r"(?i)[\s_.,-]+\(?(?:round|runde|rd|r|wave|welle|phase|pass|durchgang)[\s_.-]?\d{1,2}\)?\s*$"
)
# A name that says which round files are.
OF_ROUND = re.compile(
    r"(?i)(?<![^\W\d_])(?:round|runde|rd|r|wave|welle|durchgang)[\s_.-]?\d{1,2}\b"
)


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
            return words.SOURCE.format(self.sample.source)
        return recognised_line(self.reading) if self.reading else ""

    def mark_note(self, unit: str) -> str:
        """Say how places are named where marks of the files stand at the end of segments."""
        ends = self.reading is not None and self.reading.marks_end
        return words.MARKS_END.format(unit=unit) if ends else ""

    @property
    def corpus(self) -> Corpus | None:
        """The usable items, if there are any."""
        return self.reading.corpus if self.reading else None

    def named_by(self, view: UrlState) -> Corpus | None:
        """Return the usable items, with coder groups called as in a view."""
        return self.corpus.with_group_titles(view.group_titles) if self.corpus else None

    def counted_by(self, view: UrlState) -> Corpus | None:
        """Return the usable items as in a view: which boundaries count, names of coder groups."""
        corpus = self.named_by(view)
        if corpus is None or corpus.scale is None:
            return with_uncertain(corpus, view.uncertain) if corpus else None
        trim, gap = view.recording_options.trim, view.minimum_gap
        count = partial(with_presses_counted, corpus, trim=trim, minimum_gap=gap)
        # Decisions are no part of the digest.
        counted = kept(("presses", corpus.named_digest, trim, gap), count)
        return counted.with_decisions(corpus.decisions)

    def shown_by(self, view: UrlState) -> Corpus | None:
        """Return the usable items as in a view, with the coders whom it looks at."""
        corpus = self.counted_by(view)
        return shown(view, corpus).corpus if corpus else None

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
        if self.saved is None:
            return self.key
        several = len(self.saved.rounds) > 1 and self.round is not None
        of_round = self.round.name if several and self.round else ""
        title = self.saved.title
        return download_name(title, *([of_round] if of_round != title else []))

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


def looks_only(view: UrlState, found: SelectedCorpus) -> bool:
    """Return whether a view has other codings than there are, of which nothing is kept."""
    corpus = found.counted_by(view)
    return corpus is not None and shown(view, corpus).changed


def unasked() -> str:
    """Name the corpus that is shown if none is asked for."""
    return FILES if _given() else next(iter(SAMPLES))


def first_visit(view: UrlState) -> bool:
    """Return whether an address names no corpus, and the start named no files."""
    return not view.corpus and not _given()


def opened_with(saved: Saved) -> UrlState:
    """Return the view that a saved corpus opens with: its last round, as it was looked at last."""
    accepted = [one for one in saved.rounds if one.digest]
    last = (accepted or saved.rounds)[-1]
    return UrlState.read({**saved.settings, "corpus": at(saved.key, last.number)})


def last_project() -> UrlState | None:
    """Return the view of the project that the visitor worked on last; None if there is none."""
    accepted = (one for one in saved_corpora() if any(part.digest for part in one.rounds))
    last = next(accepted, None)
    return opened_with(last) if last else None


def available() -> dict[str, str]:
    """List what can be looked at, key to title: samples, and accepted rounds of saved corpora."""
    found = {FILES: words.GIVEN} if _given() else {}
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
        return SelectedCorpus(key=key, title=words.GIVEN, reading=_read_given(_given()))
    try:
        return _saved(key)
    except StoreError as error:
        if isinstance(error, StoreFailed):
            log("failed", error=error)
        return SelectedCorpus(key=key, title=words.NOT_OPEN, why=_why(error))


def _saved(key: str) -> SelectedCorpus:
    """Find a saved corpus; raises StoreError if the visitor does not reach it."""
    who = visitor()
    saved = store().corpus(who, key)
    found = place_of(key)
    one = saved.round(found[1]) if found else None
    if one is None:
        raise NotHere(words.NO_ROUND)
    remember(key)
    reading = None
    if one.digest is not None:
        mark = mark_of(key)
        of_round = f"reading {mark}", mark, one.digest, one.version
        reading = kept(of_round, lambda: store().reading(who, key, read=codings_read), alone=True)
    return SelectedCorpus(key=key, title=_title(saved, one), reading=reading, saved=saved)


def _why(error: StoreError) -> str:
    """Return why a corpus is not here."""
    if isinstance(error, NotHere) and settings_of().mode == "ephemeral":
        return words.NOT_KEPT
    return str(error)


def _title(saved: Saved, one: Round) -> str:
    """Return the title of a project; of several rounds, with the round and which it is."""
    title, rounds = shortened(saved.title, MOST_LETTERS), saved.rounds
    if len(rounds) < 2:
        return title
    name = shortened(one.name, MOST_LETTERS)
    # A project that is called as its first file has no name of its own.
    named = "" if saved.title == rounds[0].name else title
    return words.round_of(named, name, rounds.index(one) + 1, len(rounds))


def title_of(names: Sequence[str], *, known: Collection[str] = ()) -> str:
    """Return the title of a corpus, after its files, and with a number if another has it."""
    first = list(dict.fromkeys(_first(name) for name in names))
    title = words.title_of_files(shortened(first[0]), len(first) - 1)
    numbered = (f"{title} {number}" for number in range(2, len(known) + 2))
    return next(one for one in (title, *numbered) if one not in known)


def _first(name: str) -> str:
    """Return the folder of a file's name, or its name without an ending; none says which round."""
    folder, slash, _ = name.partition("/")
    found = folder if slash else PurePosixPath(name).stem
    found = WHICH_ROUND.sub("", found) or found
    return found if found.strip() else words.NAMELESS


def round_of(names: Sequence[str], saved: Saved | None = None) -> str:
    """Name a round after the folder of its files; empty if it has none of its own.

    The first round of a project has no other beside it: its folder has to say that it is a round.
    """
    folders = {name.rpartition("/")[0].partition("/")[0] for name in names}
    folder = folders.pop() if len(folders) == 1 else ""
    if saved is None:
        return folder if OF_ROUND.search(folder) else ""
    return "" if folder in (saved.title, *(one.name for one in saved.rounds)) else folder


def rounds_of(view: UrlState) -> tuple[RoundOpened, ...]:
    """List the rounds of the corpus of a view, in their order, with all coders as they are."""
    first = chosen(view)
    if first.saved is not None and len(_accepted(first.saved)) > 1:
        keys = [at(first.saved.key, one.number) for one in _accepted(first.saved)]
        found = [chosen(replace(view, corpus=key)) for key in keys]
        names = [one.name for one in _accepted(first.saved)]
    else:
        other = view.other or ROUNDS.get(first.key, "")
        keys = list(dict.fromkeys(filter(None, [first.key, other])))
        found = [chosen(replace(view, corpus=key)) for key in keys]
        names = [one.title for one in found]
    return tuple(
        RoundOpened(one.key, name, one.corpus) for one, name in zip(found, names, strict=True)
    )


def coders_of_first_round(view: UrlState) -> tuple[str, ...]:
    """Return the coders of the first of several rounds of a project."""
    found = chosen(view)
    if found.saved is None or len(rounds := _accepted(found.saved)) < 2:
        return ()
    first = chosen(replace(view, corpus=at(found.saved.key, rounds[0].number))).corpus
    return first.coders if first else ()


def two_rounds(view: UrlState) -> UrlState:
    """Return the view that compares two rounds: without a second, the one before and this one."""
    found = chosen(view)
    if view.other or found.saved is None or found.round is None:
        return replace(view, corpus=found.key)
    rounds = [at(found.saved.key, one.number) for one in _accepted(found.saved)]
    here = at(found.saved.key, found.round.number)
    if len(rounds) < 2 or here not in rounds:
        return replace(view, corpus=found.key)
    later = max(rounds.index(here), 1)
    return replace(view, corpus=rounds[later - 1], other=rounds[later])


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
