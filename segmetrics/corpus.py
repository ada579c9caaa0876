"""A corpus: items, the coders who coded them, and the gaps between.

Not every coder codes every item. Coders who coded an item together are
linked; a *coder group* is a connected component of these links. Agreement is
pooled within a group, never across groups.

Conventions
-----------
All codings of a corpus are of one *kind*: ``"linear"`` (boundaries alone),
``"multiple"`` (each boundary has types) or ``"hierarchical"`` (each has a level).
A coding without a boundary has a kind too: its types or levels are ``()``, or None.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Literal, get_args
from zlib import crc32

from segmetrics.segmentation import Segmentation

Kind = Literal["linear", "multiple", "hierarchical"]
"""What boundaries carry: nothing, types, or a level."""


Verdict = Literal["accept", "reject", "move"]
"""What was decided about a boundary; see `Adjudication`."""


class CorpusError(ValueError):
    """The parts do not make a corpus; the message says why."""


class AdjudicationError(ValueError):
    """A decision about a boundary makes no sense; the message says why."""


@dataclass(frozen=True, slots=True)
class Adjudication:
    """What a person decided about a disputed place.

    Parameters
    ----------
    item : str
        Name of the item.
    place : int
        The place, a potential boundary.
    verdict : {"accept", "reject", "move"}
        Whether there is a boundary, there is none, or it is at another place.
    to : int, optional
        Where it goes, for ``move``.
    comment : str
        Why, in the person's words, or empty.

    Raises
    ------
    AdjudicationError
        If the verdict is none of the three, or does not fit `to`.
    """

    item: str
    place: int
    verdict: Verdict
    to: int | None = None
    comment: str = ""

    def __post_init__(self) -> None:
        if self.verdict not in get_args(Verdict):
            raise AdjudicationError(
                f"a verdict is one of {', '.join(get_args(Verdict))}, got {self.verdict!r}"
            )
        if (self.verdict == "move") != (self.to is not None):
            raise AdjudicationError("a boundary is moved to a place, and only a moved one has one")

    @property
    def places(self) -> tuple[int, ...]:
        """The place that it is about, and where its boundary goes."""
        return (self.place,) if self.to is None else (self.place, self.to)


def kind_of(segmentation: Segmentation) -> Kind:
    """Return what the boundaries of a segmentation carry."""
    if segmentation.types is not None:
        return "multiple"
    return "linear" if segmentation.levels is None else "hierarchical"


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
        """Build an item from the segment sizes of each coder."""
        return cls(name, {coder: Segmentation.from_masses(m) for coder, m in masses.items()})

    @property
    def mass(self) -> int:
        """Number of units."""
        return next(iter(self.codings.values())).mass

    @property
    def coders(self) -> tuple[str, ...]:
        """The coders of this item."""
        return tuple(self.codings)

    @property
    def stream(self) -> int:
        """A number of its name alone, to draw alike whatever other items there are."""
        return crc32(self.name.encode("utf-8", "surrogatepass"))


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
        At least one; no name twice; all codings of one kind.
    reference : str, optional
        The coder whose codings are the reference.
    automatic : tuple of str
        The coders that are automatic segmenters; all others are people.
    decisions : tuple of Adjudication
        What was decided about disputed places, in order.

    Raises
    ------
    CorpusError
        If there is no item, a name comes twice, kinds differ, the reference or an
        automatic segmenter coded nothing, or a decision is about no place of an item.

    Examples
    --------
    >>> corpus = Corpus.from_masses({"ch1": {"an1": [11, 2], "an3": [9, 4]}})
    >>> corpus.coders
    ('an1', 'an3')
    >>> [group.name for group in corpus.groups]
    ['an1-an3']
    """

    items: tuple[Item, ...]
    reference: str | None = None
    automatic: tuple[str, ...] = ()
    decisions: tuple[Adjudication, ...] = ()

    def __post_init__(self) -> None:
        if not self.items:
            raise CorpusError("a corpus has at least one item")
        name, times = Counter(item.name for item in self.items).most_common(1)[0]
        if times > 1:
            raise CorpusError(f"item {name!r} is given {times} times")
        for item in self.items:
            for coder, segmentation in item.codings.items():
                if kind_of(segmentation) != self.kind:
                    raise CorpusError(
                        f"item {item.name!r}: the coding of {coder!r} is "
                        f"{kind_of(segmentation)}, and that of {self.items[0].coders[0]!r} in "
                        f"item {self.items[0].name!r} {self.kind}"
                    )
        if self.reference is not None and self.reference not in self.coders:
            raise CorpusError(f"the reference coder {self.reference!r} coded no item")
        for coder in self.automatic:
            if coder not in self.coders:
                raise CorpusError(f"the automatic segmenter {coder!r} coded no item")
        for decision in self.decisions:
            mass = self[decision.item].mass if decision.item in self else 0
            for place in decision.places:
                if not 0 < place < mass:
                    raise CorpusError(
                        f"a decision about place {place} of item {decision.item!r}, "
                        "which has no such place"
                    )
        in_order = tuple(coder for coder in self.coders if coder in self.automatic)
        object.__setattr__(self, "automatic", in_order)

    @classmethod
    def from_masses(cls, masses: Mapping[str, Mapping[str, Iterable[int]]]) -> Corpus:
        """Build a corpus from segment sizes: item name to coder to sizes."""
        return cls(tuple(Item.from_masses(name, codings) for name, codings in masses.items()))

    def select(
        self, *, items: Iterable[str] | None = None, coders: Iterable[str] | None = None
    ) -> Corpus:
        """Keep some items and some coders.

        Parameters
        ----------
        items : iterable of str, optional
            Names of the items to keep, in their new order; all if left out.
        coders : iterable of str, optional
            The coders to keep, whose order stays; all if left out. An item that none of
            them coded is left out.

        Returns
        -------
        Corpus
            Coders and items that are kept keep their roles, texts and decisions.

        Raises
        ------
        CorpusError
            If there is no such item or coder, or nothing is left.

        Examples
        --------
        >>> corpus = Corpus.from_masses({"a": {"x": [4, 6], "y": [5, 5]}, "b": {"y": [3, 3]}})
        >>> [item.name for item in corpus.select(coders=["x"]).items]
        ['a']
        >>> corpus.select(items=["b", "a"]).coders
        ('y', 'x')
        """
        kept = self.items if items is None else tuple(map(self._named, items))
        if coders is not None:
            chosen = set(coders)
            for coder in chosen.difference(self.coders):
                raise CorpusError(f"there is no coder {coder!r}")
            by_item = [
                {coder: coding for coder, coding in item.codings.items() if coder in chosen}
                for item in kept
            ]
            kept = tuple(
                replace(item, codings=codings)
                for item, codings in zip(kept, by_item, strict=True)
                if codings
            )
        names = {item.name for item in kept}
        left = {coder for item in kept for coder in item.codings}
        return Corpus(
            kept,
            reference=self.reference if self.reference in left else None,
            automatic=tuple(coder for coder in self.automatic if coder in left),
            decisions=tuple(one for one in self.decisions if one.item in names),
        )

    def _named(self, name: str) -> Item:
        if name not in self:
            raise CorpusError(f"there is no item {name!r}")
        return self[name]

    def with_decisions(self, decisions: Iterable[Adjudication]) -> Corpus:
        """Return the same corpus with other decisions: all of them, in order."""
        changed = replace(self, decisions=tuple(decisions))
        # The codings are the same, and long texts take their time.
        changed.__dict__["codings_digest"] = self.codings_digest
        return changed

    def anonymised(self) -> Corpus:
        """Return the same corpus with numbers for the names of its coders.

        The numbers, and the order of the coders with them, follow from a hash of each
        coder's name and codings, so that neither tells the order of the names; equal
        corpora give equal numbers. Comments on decisions are left out, as they may name
        somebody. Names of items, texts and types stay as they are.

        Examples
        --------
        >>> corpus = Corpus.from_masses({"ch1": {"anna": [11, 2], "ben": [9, 4]}})
        >>> corpus.anonymised().coders
        ('coder 1', 'coder 2')
        """
        numbers = {
            coder: f"coder {place}"
            for place, coder in enumerate(sorted(self.coders, key=self._mark), 1)
        }
        items = (
            replace(
                item,
                codings={
                    number: item.codings[coder]
                    for coder, number in numbers.items()
                    if coder in item.codings
                },
            )
            for item in self.items
        )
        return replace(
            self,
            items=tuple(items),
            reference=None if self.reference is None else numbers[self.reference],
            automatic=tuple(numbers[coder] for coder in self.automatic),
            decisions=tuple(replace(one, comment="") for one in self.decisions),
        )

    def _mark(self, coder: str) -> str:
        """Hash what a coder is called and did: nobody finds it without knowing both."""
        codings = [(item.name, item.codings.get(coder)) for item in self.items]
        boundaries = [(name, coding and coding.boundaries) for name, coding in codings]
        described = repr((self.codings_digest, coder, boundaries))
        return hashlib.sha256(described.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def coders(self) -> tuple[str, ...]:
        """All coders, in the order in which they first appear."""
        return tuple(dict.fromkeys(coder for item in self.items for coder in item.codings))

    @cached_property
    def kind(self) -> Kind:
        """What the boundaries carry, the same in all codings."""
        return kind_of(next(iter(self.items[0].codings.values())))

    @cached_property
    def types(self) -> tuple[str, ...]:
        """All types, in the order in which they first appear; at one boundary from a to z."""
        marks = (s.types or () for item in self.items for s in item.codings.values())
        return tuple(
            dict.fromkeys(name for names in chain.from_iterable(marks) for name in sorted(names))
        )

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
        """SHA-256 of names, codings, texts, roles and decisions: equal for equal corpora.

        It does not depend on the file that a corpus was read from.
        """
        if not self.decisions:
            return self.codings_digest
        decisions = [astuple(decision) for decision in self.decisions]
        described = repr((self.codings_digest, decisions))
        return hashlib.sha256(described.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def codings_digest(self) -> str:
        """SHA-256 of names, codings, texts and roles, without decisions."""
        described: list[object] = []
        boundaries: list[tuple[int, ...]] = []
        for item in self.items:
            described += (item.name, item.mass, item.coders, item.texts)
            for coder, segmentation in item.codings.items():
                boundaries.append(segmentation.boundaries)
                if segmentation.types is not None or segmentation.levels is not None:
                    types = [sorted(names) for names in segmentation.types or ()]
                    described += (coder, types, segmentation.levels)
        if self.reference is not None:
            described.append(("reference", self.reference))
        if self.automatic:
            described.append(("automatic", self.automatic))
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
