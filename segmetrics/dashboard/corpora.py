"""The corpora that a visitor can look at: samples, files given at the start, uploads."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import streamlit as st

from segmetrics.agreement.decisions import DecisionTable, decisions
from segmetrics.agreement.table import AgreementOptions, AgreementTable, agreement
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components import HeatMapData, heat_map_data
from segmetrics.dashboard.import_state import Review
from segmetrics.dashboard.text import literal
from segmetrics.dashboard.view import View
from segmetrics.io import SAMPLES, Parsed, Reading, Sample, parse_sources, read_files
from segmetrics.io.files import sources_in
from segmetrics.io.problems import shortened
from segmetrics.io.recognition import recognised_line
from segmetrics.io.write import WRITERS, CannotWrite, Written
from segmetrics.paths import FILES_VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from segmetrics.corpus import Decision

__all__ = [
    "FILES",
    "MOST_UPLOADS",
    "UPLOAD",
    "Chosen",
    "accept",
    "accepted_key",
    "available",
    "chosen",
    "decisions_of",
    "discard",
    "forget",
    "heat_map_of",
    "keep_decisions",
    "open_review",
    "review",
    "review_given",
    "table_of",
    "then",
    "uploads",
    "was_accepted",
    "what_stays",
    "written",
]

UPLOAD, FILES = "upload", "files"
MOST_UPLOADS = 4
"""Uploads that a session keeps; the oldest goes first."""

# Keys of uploads, in addresses and in the session: upload, upload-2, ...
UPLOADS = re.compile(rf"{UPLOAD}(?:-([1-9][0-9]{{0,8}}))?")
# Keys of the session: the review that is open, the one that was accepted last and the
# upload that it became, and the page that is opened after accepting.
REVIEW, ACCEPTED, ACCEPTED_AS, THEN = "review", "accepted review", "accepted as", "then"


@dataclass(frozen=True)
class Chosen:
    """The corpus that a view shows.

    Parameters
    ----------
    key, title : str
        Its name in addresses, and for people.
    reading : Reading or None
        What was read; None if there is no such corpus in this session.
    sample : Sample or None
        The sample that it is, if it is one.
    """

    key: str
    title: str
    reading: Reading | None
    sample: Sample | None = None

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


def available() -> dict[str, str]:
    """List the corpora of this session, key to title; the first is shown unasked."""
    found = {FILES: "Files given at the start"} if _given() else {}
    found |= {key: sample.title for key, sample in SAMPLES.items()}
    return found | uploads()


def uploads() -> dict[str, str]:
    """List the uploads of this session, key to title, the oldest first."""
    keys = [key for key in st.session_state if isinstance(key, str) and UPLOADS.fullmatch(key)]
    return {key: _title(key) for key in sorted(keys, key=_number)}


def _number(key: str) -> int:
    """Find the number of an upload, from 1; 0 for any other key."""
    found = UPLOADS.fullmatch(key)
    return int(found[1] or 1) if found else 0


def _title(key: str) -> str:
    """Call an upload by its number and its files."""
    number, reading = _number(key), st.session_state[key]
    names = list(dict.fromkeys(one.file.split("/")[0] for one in reading.recognised))
    title = "Your upload" if number == 1 else f"Your upload {number}"
    more = f" and {len(names) - 1:,} more" if len(names) > 1 else ""
    return f"{title}: {shortened(names[0])}{more}" if names else title


def chosen(view: View) -> Chosen:
    """Find the corpus of a view."""
    key = view.corpus or next(iter(available()))
    sample = SAMPLES.get(key)
    title = sample.title if sample else available().get(key, "Not open here")
    return Chosen(key, title, _reading(key), sample)


def _reading(key: str) -> Reading | None:
    """Find a corpus; in this session somebody may have decided about its disputes."""
    reading: Reading | None = st.session_state.get(_kept(key))
    if reading is None and key in SAMPLES:
        return _read_sample(key)
    if reading is None and key == FILES and _given():
        return _read_given(_given())
    return reading


def _kept(key: str) -> str:
    """Name the place in the session of what differs from what was read."""
    return key if UPLOADS.fullmatch(key) else f"decided {key}"


def keep_decisions(key: str, made: Iterable[Decision]) -> None:
    """Give a corpus other decisions about its disputes, in this session.

    Parameters
    ----------
    key : str
        Key of the corpus.
    made : iterable of Decision
        All decisions, in order.
    """
    reading = _reading(key)
    if reading is not None and reading.corpus is not None:
        decided = replace(reading, corpus=reading.corpus.with_decisions(made))
        st.session_state[_kept(key)] = decided


def open_review(parsed: Parsed, *, then: str = "agreement") -> None:
    """Begin the review of files that were read; what was accepted before stays.

    Parameters
    ----------
    parsed : Parsed
        What was read.
    then : str, default "agreement"
        Address of the page that is opened when it is accepted.
    """
    st.session_state[REVIEW] = Review(parsed)
    st.session_state[THEN] = then


def then() -> str:
    """Say which page is opened when the review is accepted."""
    address: str = st.session_state.get(THEN, "agreement")
    return address


def review_given() -> None:
    """Begin the review of the files that the dashboard was started with."""
    open_review(parse_sources(sources_in(_given())))


def review() -> Review | None:
    """Find the review that is open in this session; it may be that of the accepted upload."""
    found: Review | None = st.session_state.get(REVIEW)
    return found


def was_accepted(found: Review) -> bool:
    """Say whether an upload of this session is what a review makes of its files now."""
    return st.session_state.get(ACCEPTED) is found and found.accepted == found.decisions


def accepted_key(found: Review) -> str | None:
    """Name the upload that a review became when it was accepted; None if it was not."""
    key: str | None = st.session_state.get(ACCEPTED_AS)
    return key if st.session_state.get(ACCEPTED) is found else None


def accept(found: Review, *, shown: str = "") -> str:
    """Make what a review gives an upload of this session; a review accepted again stays one.

    Parameters
    ----------
    found : Review
        The review.
    shown : str
        Key of the corpus that the visitor looks at; it is not forgotten.

    Returns
    -------
    str
        Key of the upload.
    """
    again = accepted_key(found)
    key = again or _next_key()
    before: Reading | None = st.session_state.get(key)
    if not again:
        _let_go_of_codings()
    found.accepted = found.decisions
    st.session_state[ACCEPTED], st.session_state[ACCEPTED_AS] = found, key
    st.session_state[key] = found.reading
    if again and before is not None and before.corpus is not None:
        _take_over(key, before.corpus.decisions, found.reading.corpus)
    if len(uploads()) > MOST_UPLOADS:
        oldest, title = _oldest(shown)
        forget(oldest)
        st.toast(literal(f"{title} was forgotten: {MOST_UPLOADS} uploads are kept."))
    return key


def _let_go_of_codings() -> None:
    """Keep of the upload accepted last what is looked at; all that was read is for its review."""
    key = st.session_state.get(ACCEPTED_AS)
    if key is not None:
        st.session_state[key] = replace(st.session_state[key], codings=())


def _oldest(shown: str) -> tuple[str, str]:
    """Find the oldest upload that nobody looks at: its key and its title."""
    return next((key, title) for key, title in uploads().items() if key != shown)


def what_stays(found: Review, *, shown: str = "") -> str:
    """Say what becomes of earlier uploads when a review is accepted, see `accept`."""
    if accepted_key(found):
        return "Until you accept, your upload stays what you accepted before."
    if len(uploads()) < MOST_UPLOADS:
        return "When you accept, your earlier uploads stay open beside it."
    return (
        f"You have {MOST_UPLOADS} uploads, as many as are kept. When you accept, the oldest that "
        f"you are not looking at is forgotten: {_oldest(shown)[1]}."
    )


def _next_key() -> str:
    """Make the key of an upload that comes after the newest."""
    number = 1 + max(map(_number, uploads()), default=0)
    return UPLOAD if number == 1 else f"{UPLOAD}-{number}"


def _take_over(key: str, made: Sequence[Decision], corpus: Corpus | None) -> None:
    """Keep decisions about disputes whose places are still there, and say if some are not."""
    masses = {item.name: item.mass for item in corpus.items} if corpus else {}
    fit = [one for one in made if max(one.places) < masses.get(one.item, 0)]
    if len(fit) < len(made):
        lost = len(made) - len(fit)
        st.toast(f"Decisions about places that are gone now, and were left out: {lost:,}.")
    keep_decisions(key, fit)


def forget(key: str) -> None:
    """Forget an upload of this session, and its review with its files.

    Parameters
    ----------
    key : str
        Key of the upload.
    """
    st.session_state.pop(key, None)
    if st.session_state.get(ACCEPTED_AS) != key:
        return
    opened = review()
    if opened is not None and was_accepted(opened):
        del st.session_state[REVIEW]
    del st.session_state[ACCEPTED], st.session_state[ACCEPTED_AS]


def discard(found: Review) -> None:
    """Go back to what was accepted last; if that is what is shown, forget it and its files."""
    key = accepted_key(found)
    if key and was_accepted(found):
        forget(key)
        return
    del st.session_state[REVIEW]
    accepted: Review | None = st.session_state.get(ACCEPTED)
    if accepted is not None:
        accepted.decisions = accepted.accepted or ()
        st.session_state[REVIEW] = accepted


def table_of(corpus: Corpus, options: AgreementOptions) -> AgreementTable:
    """Compute the agreement of a corpus, once for each session and setting."""
    return _table(corpus, corpus.codings_digest, options)


def decisions_of(corpus: Corpus) -> DecisionTable:
    """Compute the measures of boundary decisions, once for each session."""
    return _decisions(corpus, corpus.codings_digest)


@st.cache_resource(scope="session", max_entries=4, show_spinner=False)
def _decisions(_corpus: Corpus, digest: str) -> DecisionTable:
    del digest
    return decisions(_corpus)


def heat_map_of(corpus: Corpus) -> HeatMapData:
    """Pack the boundaries of a corpus for the heat map, once for each session."""
    return _heat_map(corpus, corpus.codings_digest)


@st.cache_resource(scope="session", max_entries=2, show_spinner=False)
def _heat_map(_corpus: Corpus, digest: str) -> HeatMapData:
    del digest
    return heat_map_data(_corpus)


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _table(_corpus: Corpus, digest: str, options: AgreementOptions) -> AgreementTable:
    del digest  # the key of the cache; the corpus itself would be slow to hash
    return agreement(_corpus, options)


def written(corpus: Corpus, key: str) -> Written | CannotWrite:
    """Write a corpus in a format, once as long as no other is asked for.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    key : str
        Key of the format in `WRITERS`.

    Returns
    -------
    Written or CannotWrite
        The file, or why there is none.
    """
    return _written(corpus, corpus.digest, key)


@st.cache_resource(scope="session", max_entries=1, show_spinner="Writing the file")
def _written(_corpus: Corpus, digest: str, key: str) -> Written | CannotWrite:
    del digest
    try:
        return WRITERS[key].write(_corpus)
    except CannotWrite as error:
        return error


def _given() -> tuple[str, ...]:
    """List the files that the dashboard was started with."""
    return tuple(json.loads(os.environ.get(FILES_VARIABLE, "[]")))


@st.cache_resource(show_spinner=False)
def _read_sample(key: str) -> Reading:
    return SAMPLES[key].read()


@st.cache_resource(show_spinner=False)
def _read_given(files: tuple[str, ...]) -> Reading:
    return read_files(files)
