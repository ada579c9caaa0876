"""A corpus: items, the coders who coded them, and the gaps between.

Not every coder codes every item. Coders who coded an item together are
linked; a *coder group* is a connected component of these links. Agreement is
pooled within a group, never across groups.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from segmetrics.segmentation import Segmentation

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["CoderGroup", "Corpus", "CorpusError", "Item"]


class CorpusError(ValueError):
    """The parts do not make a corpus; the message says why."""


@dataclass(frozen=True)
class Item:
    """One text and what each of its coders made of it.

    Parameters
    ----------
    name : str
        Name of the item, unique in its corpus.
    codings : mapping of str to Segmentation
        The segmentation of each coder; all of the same mass, at least one.
    texts : tuple of str, optional
        The text of each unit.

    Raises
    ------
    CorpusError
        If there is no coding, masses differ, or texts are not one a unit.

    Examples
    --------
    >>> ch1 = Item.from_masses("ch1", {"an1": [11, 2], "an3": [9, 4]})
    >>> ch1.mass, ch1.coders
    (13, ('an1', 'an3'))
    """

    name: str
    codings: Mapping[str, Segmentation]
    texts: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if not self.codings:
            raise CorpusError(f"item {self.name!r} has no coding")
        object.__setattr__(self, "codings", dict(self.codings))
        counts = {s.mass for s in self.codings.values()}
        if len(counts) > 1:
            units = ", ".join(f"{coder}: {s.mass}" for coder, s in self.codings.items())
            raise CorpusError(f"item {self.name!r}: units differ between coders ({units})")
        if self.texts is not None and len(self.texts) != self.mass:
            raise CorpusError(
                f"item {self.name!r} has {self.mass} units, but texts for {len(self.texts)}"
            )

    @classmethod
    def from_masses(cls, name: str, masses: Mapping[str, Iterable[int]]) -> Item:
        """Build an item from the segment sizes of each coder.

        Parameters
        ----------
        name : str
            Name of the item.
        masses : mapping of str to iterable of int
            Coder to segment sizes.

        Returns
        -------
        Item

        Raises
        ------
        SegmentationError, CorpusError
            If the sizes make no segmentation, or the units differ.
        """
        return cls(name, {coder: Segmentation.from_masses(m) for coder, m in masses.items()})

    @property
    def mass(self) -> int:
        """Number of units."""
        return next(iter(self.codings.values())).mass

    @property
    def coders(self) -> tuple[str, ...]:
        """The coders of this item."""
        return tuple(self.codings)


@dataclass(frozen=True)
class CoderGroup:
    """Coders linked by items that they coded together.

    Parameters
    ----------
    coders : tuple of str
        The coders, in the order of the corpus.
    items : tuple of str
        Names of the items that they coded.
    """

    coders: tuple[str, ...]
    items: tuple[str, ...]

    @property
    def name(self) -> str:
        """A short label: the first and the last coder, ``an1-an4``."""
        return self.coders[0] if len(self.coders) == 1 else f"{self.coders[0]}-{self.coders[-1]}"


@dataclass(frozen=True)
class Corpus:
    """Items with their codings.

    Parameters
    ----------
    items : tuple of Item
        At least one; no name twice.

    Raises
    ------
    CorpusError
        If there is no item, or a name comes twice.

    Examples
    --------
    >>> corpus = Corpus.from_masses({"ch1": {"an1": [11, 2], "an3": [9, 4]}})
    >>> corpus.coders
    ('an1', 'an3')
    >>> [group.name for group in corpus.groups]
    ['an1-an3']
    """

    items: tuple[Item, ...]

    def __post_init__(self) -> None:
        if not self.items:
            raise CorpusError("a corpus has at least one item")
        name, times = Counter(item.name for item in self.items).most_common(1)[0]
        if times > 1:
            raise CorpusError(f"item {name!r} is given {times} times")

    @classmethod
    def from_masses(cls, masses: Mapping[str, Mapping[str, Iterable[int]]]) -> Corpus:
        """Build a corpus from segment sizes.

        Parameters
        ----------
        masses : mapping
            Item name to coder to segment sizes.

        Returns
        -------
        Corpus

        Raises
        ------
        SegmentationError, CorpusError
            If the sizes make no corpus.
        """
        return cls(tuple(Item.from_masses(name, codings) for name, codings in masses.items()))

    @cached_property
    def coders(self) -> tuple[str, ...]:
        """All coders, in the order in which they first appear."""
        return tuple(dict.fromkeys(coder for item in self.items for coder in item.codings))

    @cached_property
    def groups(self) -> tuple[CoderGroup, ...]:
        """Coder groups, in the order of their first item."""
        leader = {coder: coder for coder in self.coders}

        def find(coder: str) -> str:
            while leader[coder] != coder:
                leader[coder] = coder = leader[leader[coder]]
            return coder

        for codings in {item.coders for item in self.items}:
            for coder in codings[1:]:
                leader[find(coder)] = find(codings[0])
        coders: dict[str, list[str]] = {}
        for coder in self.coders:
            coders.setdefault(find(coder), []).append(coder)
        items: dict[str, list[str]] = {}
        for item in self.items:
            items.setdefault(find(item.coders[0]), []).append(item.name)
        return tuple(CoderGroup(tuple(coders[root]), tuple(names)) for root, names in items.items())

    @cached_property
    def digest(self) -> str:
        """SHA-256 of names, codings and texts: equal for equal corpora, whatever the file was."""
        described: list[object] = []
        boundaries: list[tuple[int, ...]] = []
        for item in self.items:
            described += (item.name, item.mass, item.coders, item.texts)
            for coder, segmentation in item.codings.items():
                boundaries.append(segmentation.boundaries)
                if segmentation.types is not None or segmentation.levels is not None:
                    types = [sorted(names) for names in segmentation.types or ()]
                    described += (coder, types, segmentation.levels)
        sha = hashlib.sha256(repr(described).encode("utf-8", "surrogatepass"))
        for numbers in (map(len, boundaries), chain.from_iterable(boundaries)):
            content = array("I", numbers)
            if sys.byteorder == "big":
                content.byteswap()
            sha.update(content.tobytes())
        return sha.hexdigest()

    def __getitem__(self, name: str) -> Item:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def _by_name(self) -> dict[str, Item]:
        return {item.name: item for item in self.items}
