"""Who coded what: a state for each coder and item, of a corpus or of what is still being read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import on_axis
from segmetrics.corpus import Corpus
from segmetrics.metrics.blocks.packing import Ints
from segmetrics.phrases import joined

State = Literal["coded", "left", "problem", "duplicate", "dropped", "missing"]
STATES: Mapping[State, str] = {
    "coded": "coded",
    "left": "left out with its item",
    "problem": "with a problem",
    "duplicate": "given twice",
    "dropped": "left out by you",
    "missing": "not coded",
}
"""What can be of a coding, in the order of the legend."""

NAMED = 3
"""Missing codings that are named."""


@dataclass(frozen=True)
class Coverage:
    """Who coded what, and what became of it."""

    items: tuple[str, ...]  #: the names of all items
    coders: tuple[str, ...]  #: those of all coders
    #: Item and coder to a key of `STATES`; a pair that is not there is missing.
    states: Mapping[tuple[str, str], State]

    @property
    def possible(self) -> int:
        """How many codings there would be without gaps."""
        return len(self.items) * len(self.coders)

    @property
    def counts(self) -> dict[State, int]:
        """How many codings are in each state."""
        known = Counter(self.states.values())
        known["missing"] = self.possible - len(self.states)
        return {state: known[state] for state in STATES}

    @property
    def cells(self) -> NDArray[np.uint8]:
        """The states as numbers of `STATES`: shape (coders, items)."""
        number = {state: place for place, state in enumerate(STATES)}
        row = {coder: place for place, coder in enumerate(self.coders)}
        column = {item: place for place, item in enumerate(self.items)}
        found = np.full((len(row), len(column)), number["missing"], np.uint8)
        for (item, coder), state in self.states.items():
            found[row[coder], column[item]] = number[state]
        return found

    @property
    def coded(self) -> NDArray[np.bool_]:
        """Whether a coder coded an item: shape (coders, items)."""
        coded: NDArray[np.bool_] = self.cells == list(STATES).index("coded")
        return coded

    @property
    def shared(self) -> Ints:
        """Items that two coders both coded, shape (C, C); on the diagonal all of a coder."""
        coded: Ints = self.coded.astype(np.int64)
        shared: Ints = coded @ coded.T
        return shared

    @property
    def gaps(self) -> str:
        """Who did not code what, if that are few; else empty."""
        if not 0 < self.counts["missing"] <= NAMED:
            return ""
        pairs = (pair for pair in product(self.items, self.coders) if pair not in self.states)
        return joined([f"{coder} in {item}" for item, coder in pairs])

    @property
    def in_words(self) -> tuple[str, ...]:
        """How many codings are in each state, and which few are missing."""
        said = [f"{count:,} {STATES[state]}" for state, count in self.counts.items()]
        return (*said[:-1], f"{said[-1]}: {self.gaps}" if self.gaps else said[-1])


@on_axis("coverage")
def coverage(corpus: Corpus) -> Coverage:
    """Return who coded what, coder group by coder group.

    Parameters
    ----------
    corpus : Corpus
        Items, coders, and gaps.

    Returns
    -------
    Coverage

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> corpus = Corpus.from_masses({"a": {"x": [4], "y": [4]}, "b": {"y": [2, 1]}})
    >>> coverage(corpus).shared.tolist()
    [[1, 1], [1, 2]]
    """
    groups = corpus.groups
    return Coverage(
        tuple(name for group in groups for name in group.items),
        tuple(coder for group in groups for coder in group.coders),
        {(item.name, coder): "coded" for item in corpus.items for coder in item.coders},
    )
