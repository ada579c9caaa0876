"""Numbers that open: how each is called in the address, and the link that opens it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode

from segmetrics.coefficients.levels import Level, row_in_words
from segmetrics.coefficients.quantities import Quantity
from segmetrics.dashboard.frame.url_state import UrlState

BETWEEN = "\n"
"""Between the names of a pair and its item; hardly ever a part of one."""


def number_key(column: str, level: str, row: str = "", *, similarity: str = "") -> str:
    """Name a number of a table of agreement or of decisions."""
    return f"{similarity}{'.' * bool(similarity)}{column} {level} {row}"


def pair_key(metric: str, a: str, b: str, item: str) -> str:
    """Name the value of a metric of two coders on an item."""
    return f"{metric} pair {BETWEEN.join((a, b, item))}"


def parts_of(key: str) -> tuple[str, str, str]:
    """Return the parts of a number's key, whatever it holds."""
    column, _, rest = key.partition(" ")
    level, _, row = rest.partition(" ")
    return column, level, row


@dataclass(frozen=True)
class Opens:
    """Links that open numbers on a page."""

    view: UrlState
    address: str

    @cached_property
    def _base(self) -> str:
        href = self.view.href(self.address)
        return f"{href}{'&' if '?' in href else '?'}"

    def href(self, key: str) -> str:
        """Return the link that opens a number."""
        return self._base + urlencode({"number": key})

    def quantity(self, of: Quantity, level: Level, name: str) -> dict[str, str]:
        """Return where a number of a row of a table leads, and what opens there."""
        key = number_key(of.column, level, name, similarity=of.similarity)
        return self.to(key, f"{of.name} of {row_in_words(level, name)}")

    def to(self, key: str, what: str) -> dict[str, str]:
        """Return where the cell of a number leads, and what opens there."""
        return {"href": self.href(key), "opens": what}
