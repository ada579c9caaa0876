"""Segmentation similarity S: the share of potential boundaries left unedited.

Conventions
-----------
S compares two segmentations of one item; it is symmetric and has no reference.

References
----------
Fournier, C. and Inkpen, D. (2012). Segmentation similarity and agreement.
NAACL-HLT 2012, equation 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from segmetrics.edits import BoundaryEdits, EditModel, boundary_edits

if TYPE_CHECKING:
    from segmetrics.segmentation import Segmentation

__all__ = ["NO_PLACE", "Similarity", "similarity"]

NO_PLACE = "an item of one unit has no potential boundary"


@dataclass(frozen=True, slots=True)
class Similarity:
    """S of two segmentations, with the edits it was read from.

    Parameters
    ----------
    value : float or None
        S in [0, 1], higher is more similar, 1 is identity; None if undefined.
    edits : BoundaryEdits
        The operations behind it.
    undefined : str or None
        Why there is no value.
    """

    value: float | None
    edits: BoundaryEdits
    undefined: str | None = None


def similarity(
    a: Segmentation,
    b: Segmentation,
    *,
    model: EditModel | None = None,
    coders: tuple[str, str] = ("a", "b"),
) -> Similarity:
    """Compute the segmentation similarity S of two segmentations.

    ``S = (mass - 1 - cost of the edits) / (mass - 1)``. Two segmentations
    without a boundary are identical: S = 1.

    Parameters
    ----------
    a, b : Segmentation
        Two segmentations of one item.
    model : EditModel, optional
        Window and costs of edits; n = 2 and unit weights if left out.
    coders : pair of str, default ("a", "b")
        Names for the two sides in the operations.

    Returns
    -------
    Similarity
        In [0, 1], higher is more similar, 1 is identity. Undefined for an item
        of one unit.

    Raises
    ------
    ValueError
        If the two differ in mass.

    References
    ----------
    Fournier & Inkpen (2012), equation 4.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> a = Segmentation.from_masses([6, 8])
    >>> b = Segmentation.from_masses([7, 7])
    >>> round(similarity(a, b).value, 4)
    0.9231
    """
    edits = boundary_edits(a, b, model=model, coders=coders)
    if edits.potential_boundaries == 0:
        return Similarity(None, edits, NO_PLACE)
    return Similarity(1 - edits.cost / edits.potential_boundaries, edits)
