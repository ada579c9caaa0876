"""What can go wrong with the store; every message is a sentence for people."""

from __future__ import annotations


class StoreError(Exception):
    """Something was not done, and nothing was changed; the message says why and what to do."""


class NotHere(StoreError):
    """There is no such corpus for this visitor: none at all, deleted, or somebody else's."""


class NotAllowed(StoreError):
    """The visitor may look at the corpus, but not do this."""


class ChangedMeanwhile(StoreError):
    """Somebody else changed the same thing since the visitor saw it; nothing was overwritten."""


class StoreFailed(StoreError):
    """The database did not do its work: full, read-only, out of reach, or damaged."""


class StoreFull(StoreFailed):
    """The disk of the store has no room, or hardly any."""
