"""Agreement between people who segmented the same texts."""

from segmetrics.corpus import CoderGroup, Corpus, CorpusError, Item
from segmetrics.edits import BoundaryEdits, Edit, EditKind, EditModel, boundary_edits, te
from segmetrics.metrics.similarity import Similarity, similarity
from segmetrics.metrics.windows import WindowDiff, WindowWidth, window_diff, window_size
from segmetrics.segmentation import Segmentation, SegmentationError

__version__ = "0.1.0"

__all__ = [
    "BoundaryEdits",
    "CoderGroup",
    "Corpus",
    "CorpusError",
    "Edit",
    "EditKind",
    "EditModel",
    "Item",
    "Segmentation",
    "SegmentationError",
    "Similarity",
    "WindowDiff",
    "WindowWidth",
    "boundary_edits",
    "similarity",
    "te",
    "window_diff",
    "window_size",
]
