"""How agreement is computed: the choices behind every coefficient."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import get_args

from segmetrics.boundary_marks import Uncertain
from segmetrics.coefficients.chance_corrected import CONVENTIONS, Convention
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.metrics.blocks.window_blocks import WIDTHS, Halves, WindowWidth
from segmetrics.metrics.edits import NEAR, EditModel, Scaling


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementOptions:
    """How agreement is computed; goes with every number as its signature.

    Parameters
    ----------
    similarity : str, default "s"
        Similarity behind the coefficients, see `segmetrics.coefficients.similarities`.
    convention : {"defined", "published"}, default "defined"
        What expected agreement counts, see `segmetrics.coefficients.chance_corrected`.
    width : {"units", "boundaries"}, default "units"
        Width of WindowDiff's window, see `segmetrics.metrics.windows`.
    n : int, default 2
        Near-miss window of ``s`` and ``b``: a near miss spans at most `n` units.
    substitution, transposition : float, default 1
        Weights of the edits of ``s``, in [0, 1].
    scaling : {"te", "unscaled"}, default "te"
        Whether a transposition of ``s`` costs more the farther it reaches, see `EditModel`.
    uncertain : {"type", "ignore", "boundary"}, default "type"
        What boundaries marked as uncertain count for, see `segmetrics.with_uncertain`.

    Raises
    ------
    ValueError
        If an option is none of its choices, or out of its range.

    Examples
    --------
    >>> AgreementOptions(similarity="b", n=4).model
    EditModel(n=4, substitution=1.0, transposition=1.0, scaling='te')
    """

    similarity: str = "s"
    convention: Convention = "defined"
    width: WindowWidth = "units"
    n: int = NEAR
    substitution: float = 1.0
    transposition: float = 1.0
    scaling: Scaling = "te"
    uncertain: Uncertain = "type"

    def __post_init__(self) -> None:
        for name, value, known in (
            ("uncertain", self.uncertain, get_args(Uncertain)),
            ("similarity", self.similarity, SIMILARITIES),
            ("convention", self.convention, CONVENTIONS),
            ("window width", self.width, WIDTHS),
        ):
            if value not in known:
                raise ValueError(f"{name} is one of {', '.join(known)}, got {value!r}")
        for name, value in asdict(self.model).items():
            object.__setattr__(self, name, value)  # weights as they are rounded there

    @property
    def model(self) -> EditModel:
        """The near-miss window and the costs of edits."""
        return _model(self.n, self.substitution, self.transposition, self.scaling)

    @property
    def halves(self) -> Halves:
        """How a half is rounded in the size of WindowDiff's window: up, as it was published."""
        return "up" if self.convention == "published" else "even"

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        model = self.model
        edits = (
            f"n={model.n}, w_sub={model.substitution:g}, "
            f"w_trp={model.transposition:g} ({model.scaling})"
        )
        if self.similarity != "s":
            edits = f"near and full misses with {edits}"
        own = f" (n={model.n}, transpositions d/n)" if self.similarity == "b" else ""
        uncertain = "" if self.uncertain == "type" else f", uncertain={self.uncertain}"
        return (
            f"similarity={self.similarity}{own}, convention={self.convention}, {edits}, "
            f"windowdiff={self.width}{uncertain}"
        )


@lru_cache(maxsize=64)
def _model(n: int, substitution: float, transposition: float, scaling: Scaling) -> EditModel:
    return EditModel(n=n, substitution=substitution, transposition=transposition, scaling=scaling)
