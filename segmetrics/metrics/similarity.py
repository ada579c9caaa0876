"""Similarity of two segmentations by their boundary edits: S and B.

Conventions
-----------
S and B compare two segmentations of one item; they are symmetric and have no
reference. S is the share of potential boundaries left unedited (2012), B the share
of boundaries that need no edit, near misses counting in part (2013).

Boundaries may carry types, and each type is then a boundary of its own; the rules are
those of `segmetrics.metrics.edits`. S has ``t (mass - 1)`` potential boundaries, t being the
number of types. Without types there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from segmetrics.axis import IN_UNITS, Length, on_axis, only_texts, whole
from segmetrics.corpus import Item
from segmetrics.metrics.blocks import Block, block_edits
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.metrics.edits import (
    NEAR,
    BoundaryEdits,
    EditModel,
    LinearEditModel,
    Scaling,
    boundary_edits,
)
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.typed_edits import typed_edits
from segmetrics.segmentation import Segmentation

NO_PLACE = "an item of one unit has no potential boundary"


@dataclass(frozen=True, slots=True)
class Similarity:
    """S or B of two segmentations, with the edits it was read from."""

    #: The similarity in [0, 1], higher is more similar, 1 is identity; None if undefined.
    value: float | None
    edits: BoundaryEdits  #: the operations behind it
    undefined: str | None = None  #: why there is no value


@on_axis(
    "s",
    not_of=only_texts(
        "b, with n in seconds, and hit_rate",
        "Its potential boundaries are countless there, so it is 1 whatever people did.",
    ),
)
def segmentation_similarity(
    a: Segmentation,
    b: Segmentation,
    *,
    n: int = NEAR,
    substitution: float = 1.0,
    transposition: float = 1.0,
    scaling: Scaling = "te",
    ordinal: bool = False,
    types: str | None = None,
) -> Similarity:
    """Compute the segmentation similarity S of two segmentations, types included.

    ``S = (t (mass - 1) - cost of the edits) / (t (mass - 1))`` for t types. Two
    segmentations without a boundary are identical: S = 1.

    Source: Fournier & Inkpen (2012), equation 4.

    Parameters
    ----------
    a, b : Segmentation
        Two segmentations of one item.
    n : int, default 2
        Transposition window: a near miss spans at most `n` positions.
    substitution, transposition : float, default 1
        Weights of the edits, in [0, 1]. A substitution is a full miss, or one of one
        type for another.
    scaling : {"te", "unscaled"}, default "te"
        Whether a transposition costs more the farther it reaches, see `EditModel`.
    ordinal : bool, default False
        Whether types are a scale, so that a substitution between types costs less the
        nearer they are, see `segmetrics.metrics.typed_edits.typed_edits`.
    types : str, optional
        All types, in order, with commas between; those of the two segmentations if
        left out. Give it to count the same types for all items of a corpus.

    Returns
    -------
    Similarity
        In [0, 1], higher is more similar, 1 is identity. Undefined for an item
        of one unit.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> act, scene = frozenset({"act"}), frozenset({"scene"})
    >>> a = Segmentation(9, (3, 5), types=(act, scene))
    >>> b = Segmentation(9, (3,), types=(scene,))
    >>> segmentation_similarity(a, b).value  # 2 edits in 2 * 8 potential boundaries
    0.875
    """
    model = EditModel(n=n, substitution=substitution, transposition=transposition, scaling=scaling)
    edits = edits_of(a, b, model, ordinal, types)
    if edits.potential_boundaries == 0:
        return Similarity(None, edits, NO_PLACE)
    return Similarity(1 - edits.cost / edits.potential_boundaries, edits)


@on_axis("b", lengths={"n": IN_UNITS})
def boundary_similarity(
    a: Segmentation,
    b: Segmentation,
    *,
    n: Length = NEAR,
    ordinal: bool = False,
    types: str | None = None,
) -> Similarity:
    """Compute the boundary similarity B of two segmentations, types included.

    ``B = 1 - cost of the edits / (edits + matches)``. An addition or deletion costs 1,
    a transposition over d positions d/n, a substitution between types 1, or their
    distance if they are a scale. Two segmentations without a boundary are identical:
    B = 1.

    Source: Fournier (2013), section 4.

    Parameters
    ----------
    a, b : Segmentation
        Two segmentations of one item.
    n : int or float, default 2
        Transposition window: a near miss spans at most `n` units, so its two boundaries are less
        than `n` apart. For recordings it must be given, in seconds.
    ordinal : bool, default False
        Whether types are a scale, so that a substitution between types costs less the
        nearer they are, see `segmetrics.metrics.typed_edits.typed_edits`.
    types : str, optional
        All types, in order, with commas between; those of the two segmentations if
        left out.

    Returns
    -------
    Similarity
        In [0, 1], higher is more similar, 1 is identity. Undefined for an item
        of one unit.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> a = Segmentation.from_masses([2, 3, 6])
    >>> b = Segmentation.from_masses([2, 2, 7])
    >>> boundary_similarity(a, b).value  # a match, and a near miss that costs 1/2
    0.75
    """
    edits = edits_of(a, b, LinearEditModel(n=whole("n", n)), ordinal, types)
    if edits.potential_boundaries == 0:
        return Similarity(None, edits, NO_PLACE)
    # Two boundaries make one edit where they are transposed or substituted.
    counted = len(edits.unmatched) - edits.near_misses - edits.type_substitutions
    counted += len(edits.matches)
    return Similarity(1 - edits.cost / counted if counted else 1.0, edits)


def edits_of(
    a: Segmentation,
    b: Segmentation,
    model: EditModel | LinearEditModel,
    ordinal: bool,
    types: str | None,
) -> BoundaryEdits:
    """Find the edits behind a metric, in positions; without types by the quicker way to them."""
    if a.scale is not None:
        a, b = replace(a, scale=None), replace(b, scale=None)
    if types is None and a.types is None and b.types is None:
        return boundary_edits(a, b, model=model)
    return typed_edits(a, b, model=model, types=type_names(types), ordinal=ordinal)


def type_names(types: str | None) -> list[str] | None:
    """Read the option `types`: names with commas between."""
    return None if types is None else [name.strip() for name in types.split(",") if name.strip()]


def _block_s(block: Block, _items: Sequence[Item], **model: Any) -> Floats:
    """Compute S of all pairs of a block; the options are those of the edit model."""
    with np.errstate(invalid="ignore"):
        found: Floats = 1 - block_edits(block, EditModel(**model)).cost / (block.masses - 1)
    return found


def _block_b(block: Block, _items: Sequence[Item], *, n: int = NEAR) -> Floats:
    """Compute B of all pairs of a block."""
    edits = block_edits(block, LinearEditModel(n=n))
    found: Floats = 1 - edits.cost / np.maximum(1, edits.counted)
    found[:, block.masses == 1] = np.nan
    return found


_LEFT_MOST = (
    "With several types, ties between edits are broken from the left, so reversing the text "
    "can change the value (segmetrics.metrics.edits)."
)

S = Metric(
    key="s",
    name="segmentation similarity S",
    family="similarity",
    function=segmentation_similarity,
    penalty=False,
    symmetric=True,
    needs="types",
    formula=r"S = \frac{t (D - 1) - d(s_1, s_2)}{t (D - 1)}",
    citation=("Fournier & Inkpen (2012), equation 4",),
    rewards=(
        "Every place that both codings leave alike, empty places included. A near miss "
        "costs less than two full misses."
    ),
    misses=(
        "How rare boundaries are: where there are few, S is high even if no boundary is shared."
    ),
    flaws=(
        "It favours codings with few boundaries, or with boundaries close together (Fournier "
        "2013).",
        _LEFT_MOST,
    ),
    undefined=(NO_PLACE,),
    batch=_block_s,
)

B = Metric(
    key="b",
    name="boundary similarity B",
    family="similarity",
    function=boundary_similarity,
    penalty=False,
    symmetric=True,
    needs="types",
    formula=r"B = 1 - \frac{|A_e| + w_t(T_e, n) + w_s(S_e)}{|A_e| + |T_e| + |S_e| + |B_M|}, "
    r"\quad w_t(T_e, n) = \sum_{T_e} \frac{d}{n}",
    citation=("Fournier (2013), section 4",),
    rewards="Boundaries that both placed, and in part those placed close to each other.",
    misses=(
        "Places that both left empty, and how far off a boundary is beyond the window: "
        "there it is as wrong as one at the other end of the text."
    ),
    flaws=(
        "It can give two codings the same value where all people who were asked preferred one "
        "of them (Diaz & Ouyang 2022).",
        "A wider window can lower it: more near misses leave fewer edits to divide by (follows "
        "from the definition).",
        _LEFT_MOST,
    ),
    undefined=(NO_PLACE,),
    batch=_block_b,
)

METRICS: tuple[Metric, ...] = (S, B)
"""The metrics of this module."""
