"""What the coders of a corpus do on average, to say in words how good a coefficient is."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from segmetrics.coefficients.chance_corrected import mean_of
from segmetrics.number_formats import count, rate
from segmetrics.phrases import HARDLY_ANY, in_ten, spelled
from segmetrics.reliability.fitted_coders import CoderModel


class PanelAverage(NamedTuple):
    """Means over the coders of whom the model says something."""

    hits: float  #: share of the shared boundaries that a coder finds
    added: float  #: boundaries of their own for each 100 other places
    #: Share of the reports that are not in place; None where nothing counts as shifted.
    shifted: float | None

    def words(self, unit: str = "unit") -> str:
        """Return what these coders do, as the end of a sentence about coders.

        Examples
        --------
        >>> PanelAverage(0.62, 2.1, None).words("paragraph")
        'mark 6 in 10 boundaries that the group shares, and 2 others per 100 paragraphs'
        """
        added = (count if self.added >= 1 else rate)(self.added)
        adding = f"{added} others per 100 {unit}s" if float(added) else "hardly any others"
        found = f"mark {in_ten(self.hits)} boundaries that the group shares"
        beside = ""
        if self.shifted is not None and self.shifted >= HARDLY_ANY:
            beside = f" (one in {spelled(round(1 / self.shifted))} of them one place off)"
        return f"{found}{beside}, and {adding}"


def panel_average(model: CoderModel, coders: Collection[str] | None = None) -> PanelAverage | None:
    """Return what coders do on average; None where the model says nothing of any of them.

    >>> import segmetrics as sm
    >>> panel_average(sm.coder_model(sm.sample("stargazer"))).words("line").partition(" (")[0]
    'mark 6 in 10 boundaries that the group shares'
    """
    rows = [row for row in model.coders if coders is None or row.coder in coders]
    hits, added, shifted = (
        mean_of(one.value for one in values)
        for values in (
            [row.hits for row in rows],
            [row.added for row in rows],
            [row.shifted for row in rows],
        )
    )
    return None if hits is None or added is None else PanelAverage(hits, added, shifted)
