"""The store: corpora with their rounds, decisions, consensus segmentations and reports."""

from segmetrics.store.errors import ChangedMeanwhile, NotAllowed, NotHere, StoreError, StoreFailed
from segmetrics.store.store import Store
from segmetrics.store.values import (
    Accepted,
    Artifact,
    Member,
    Removed,
    Reviewed,
    ReviewStep,
    Right,
    Round,
    Saved,
    ShareLink,
    Visitor,
    at,
    place_of,
)
