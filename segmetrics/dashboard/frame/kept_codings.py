"""Codings as the store keeps them: read, and written, in a process of its own where they are many.

Here they would take several times their memory for a moment, and hold all visitors up.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame.jobs import Job, Refused, at_hand, kept, let_go, obtained
from segmetrics.dashboard.server.object_size import size_of
from segmetrics.dashboard.server.result_cache import Key
from segmetrics.store import StoreError
from segmetrics.store.serialization import corpus_of, document_of

Found = TypeVar("Found")

# Bytes of codings as they are kept, and in memory, up to which it takes an instant.
FEW_KEPT, FEW_HELD = 200_000, 4_000_000


def codings_read(document: bytes, digest: str) -> Corpus:
    """Read codings, as `corpus_of` does."""
    key = "codings", digest
    found: Corpus | None = at_hand(key)
    if found is not None:
        return found
    if len(document) <= FEW_KEPT:
        return corpus_of(document, digest)
    return _apart(key, partial(corpus_of, document, digest))


def codings_written(corpus: Corpus) -> bytes:
    """Write codings, as `document_of` does."""
    digest = corpus.called_digest
    if size_of(corpus) <= FEW_HELD:
        written = document_of(corpus)
    else:
        written = _apart(("written codings", digest), partial(document_of, corpus))
        let_go(digest)  # the store has it from now on
    # It was seen that these are the codings that will be read.
    kept(("codings", digest), partial(corpus.with_decisions, ()))
    return written


def _apart(key: Key, compute: Callable[[], Found]) -> Found:
    try:
        return obtained(Job(key, compute, alone=True, work="reading"))
    except Refused as refusal:
        raise StoreError(str(refusal)) from None
