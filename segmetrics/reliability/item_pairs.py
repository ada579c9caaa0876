"""The pairs of coders of an item: how alike the two are, and what they do differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.edits import BoundaryEdits
from segmetrics.metrics.registry import METRICS
from segmetrics.metrics.typed_edits import edits_between
from segmetrics.metrics.windows import window_diff
from segmetrics.reliability.progress import Progress
from segmetrics.segmentation import Segmentation


@dataclass(frozen=True)
class Pair:
    """Two coders of an item: how alike they are, and the edits between them."""

    a: str
    b: str
    value: float | None
    undefined: str | None
    edits: BoundaryEdits


def pairs_of(
    corpus: Corpus, item: Item, options: AgreementOptions, *, progress: Progress | None = None
) -> list[Pair]:
    """Compare all pairs of coders of an item, the least similar first."""
    coders = sorted(item.coders, key=lambda coder: coder == corpus.reference)
    pairs = []
    for a, b in combinations(coders, 2):
        one, other = item.codings[a], item.codings[b]
        found = edits_between(one, other, model=options.model, types=corpus.types, coders=(a, b))
        pairs.append(Pair(a, b, *_alike(one, other, options, corpus.types), found))
        if progress:
            progress(len(pairs) / max(1, len(coders) * (len(coders) - 1) // 2))
    return sorted(pairs, key=lambda pair: (pair.value is None, pair.value))


def _alike(
    one: Segmentation, other: Segmentation, options: AgreementOptions, types: Sequence[str]
) -> tuple[float | None, str | None]:
    """Return how alike two codings are over the similarity of the options, or why it is open."""
    if options.similarity == "wd":
        # The mean over both directions, as the table of agreement has it.
        errors = [window_diff(*pair, width=options.width) for pair in ((one, other), (other, one))]
        penalties = [found.value for found in errors if found.value is not None]
        if len(penalties) < len(errors):
            return None, next(found.undefined for found in errors if found.value is None)
        return 1 - sum(penalties) / len(penalties), None
    metric = METRICS[options.similarity]
    known = {"n": options.model.n, "types": ",".join(types) or None}
    chosen = {name: value for name, value in known.items() if name in metric.options}
    score = metric(one, other, **chosen)
    return score.value, score.undefined
