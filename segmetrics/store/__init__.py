"""The store: corpora with their rounds, decisions, consensus segmentations and reports."""

from segmetrics.store.errors import ChangedMeanwhile, NotAllowed, NotHere, StoreError, StoreFailed
from segmetrics.store.store import Store
from segmetrics.store.values import (
    RIGHTS,
    Accepted,
    Link,
    Member,
    Removed,
    Reviewed,
    Right,
    Round,
    Saved,
    Step,
    Visitor,
    Work,
    at,
    place_of,
)

__all__ = [
    "RIGHTS",
    "Accepted",
    "ChangedMeanwhile",
    "Link",
    "Member",
    "NotAllowed",
    "NotHere",
    "Removed",
    "Reviewed",
    "Right",
    "Round",
    "Saved",
    "Step",
    "Store",
    "StoreError",
    "StoreFailed",
    "Visitor",
    "Work",
    "at",
    "place_of",
]
