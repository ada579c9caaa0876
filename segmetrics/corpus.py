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
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import astuple, dataclass, field, replace
from functools import cached_property, partial
from itertools import chain
from typing import Any, Literal, get_args
from zlib import crc32

from segmetrics.frames import FrameError, codings_in
from segmetrics.phrases import BriefError, natural_key
from segmetrics.segmentation import Segmentation, SegmentationError, packed
from segmetrics.time_scale import TimeScale, scale_called
from segmetrics.times import Beyond, time_coding

UNIT = "unit"
"""What a unit of a text is called where nobody says what it is."""

Kind = Literal["linear", "multiple", "hierarchical"]
"""What boundaries carry: nothing, types, or a level."""


Verdict = Literal["accept", "reject", "move"]
"""What was decided about a boundary; see `Adjudication`."""


RECORDINGS = (
    "The items are recordings. This counts every place where a boundary could be, of which a time "
    "line has millions, so that agreement would come out near 1 whatever people did. For "
    "recordings there are segmetrics agreement, coders, compare, consensus, grains, pairwise, "
    "rounds and report; in Python agreement, compare, consensus, hit_rate_curve, grain_alignment, "
    "and pairwise with b, pk, wd, winpr or a."
)
"""Why what counts places has nothing to say of recordings."""


class CorpusError(BriefError):
    """The parts do not make a corpus; the message says why.

    Parameters
    ----------
    message : str
        Why; of one that is very long the middle is left out.
    """


class AdjudicationError(BriefError):
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
    along_with : int, optional
        The other place that the person decided about, where this one follows from it: a boundary
        is at one place of a dispute, and so at none of its others.

    Raises
    ------
    AdjudicationError
        If the verdict is none of the three, does not fit `to`, or follows from itself.
    """

    item: str
    place: int
    verdict: Verdict
    to: int | None = None
    comment: str = ""
    along_with: int | None = None

    def __post_init__(self) -> None:
        if self.verdict not in get_args(Verdict):
            raise AdjudicationError(
                f"a verdict is one of {', '.join(get_args(Verdict))}, got {self.verdict!r}"
            )
        if (self.verdict == "move") != (self.to is not None):
            raise AdjudicationError("a boundary is moved to a place, and only a moved one has one")
        if self.along_with == self.place:
            raise AdjudicationError("a decision about a place follows from one about another")

    @property
    def places(self) -> tuple[int, ...]:
        """The place that it is about, and where its boundary goes."""
        return (self.place,) if self.to is None else (self.place, self.to)


def by_hand(decisions: Iterable[Adjudication]) -> tuple[Adjudication, ...]:
    """Return what a person decided, without what follows from it for the places beside."""
    return tuple(one for one in decisions if one.along_with is None)


def kind_of(segmentation: Segmentation) -> Kind:
    """Return what the boundaries of a segmentation carry."""
    if segmentation.types is not None:
        return "multiple"
    return "linear" if segmentation.levels is None else "hierarchical"


# Letters of a word and of a sign at most, on average; share of units that are one, if units are.
WORD, SIGN, SINGLE = 12, 1.5, 0.6


class _Shared:
    """What one thread may write down while another computes something of it for the first time."""

    def __getstate__(self) -> dict[str, Any]:
        return dict(self.__dict__)


@dataclass(frozen=True)
class Item(_Shared):
    """One text, or one recording, and what each of its coders made of it.

    Parameters
    ----------
    name : str
        Name of the item, unique in its corpus.
    codings : mapping of str to Segmentation
        The segmentation of each coder; all of the same mass and scale, at least one.
    texts : tuple of str, optional
        The text of each unit.
    speakers : tuple of str, optional
        Who speaks each unit, as the file says.
    unit : str
        What a unit is called, such as ``"paragraph"``.

    Raises
    ------
    CorpusError
        If there is no coding, masses or scales differ, or texts or speakers are not one a unit.

    Examples
    --------
    >>> ch1 = Item.from_masses("ch1", {"an1": [11, 2], "an3": [9, 4]})
    >>> ch1.mass, ch1.coders
    (13, ('an1', 'an3'))
    """

    name: str
    codings: Mapping[str, Segmentation]
    texts: tuple[str, ...] | None = None
    speakers: tuple[str, ...] | None = None
    unit: str = UNIT

    def __post_init__(self) -> None:
        if not self.codings:
            raise CorpusError(f"item {self.name!r} has no coding")
        object.__setattr__(self, "codings", dict(self.codings))
        counts = {s.mass for s in self.codings.values()}
        if len(counts) > 1:
            units = ", ".join(f"{coder}: {s.mass}" for coder, s in self.codings.items())
            raise CorpusError(f"item {self.name!r}: units differ between coders ({units})")
        if len({s.scale for s in self.codings.values()}) > 1:
            axes = ", ".join(f"{who}: {scale_called(s.scale)}" for who, s in self.codings.items())
            raise CorpusError(f"item {self.name!r}: scales differ between coders ({axes})")
        if self.texts is not None and len(self.texts) != self.mass:
            raise CorpusError(
                f"item {self.name!r} has {self.mass} units, but texts for {len(self.texts)}"
            )
        if self.speakers is not None and len(self.speakers) != self.mass:
            raise CorpusError(
                f"item {self.name!r} has {self.mass} units, but speakers of {len(self.speakers)}"
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
    def scale(self) -> TimeScale | None:
        """What a position lasts, if the item is a recording; its positions are steps of time."""
        return next(iter(self.codings.values())).scale

    @property
    def coders(self) -> tuple[str, ...]:
        """The coders of this item."""
        return tuple(self.codings)

    @cached_property
    def between_words(self) -> str | None:
        """What stands between its units if these are words or signs; None if they are not."""
        texts = [text.strip() for text in self.texts or ()]
        letters = sum(map(len, texts))
        single = sum(len(text.split()) == 1 for text in texts)
        if not letters or letters > WORD * len(texts) or single < SINGLE * len(texts):
            return None
        # Signs, as of Chinese, follow each other at once.
        return " " if letters > SIGN * len(texts) else ""

    @property
    def stream(self) -> int:
        """A number of its name alone, to draw alike whatever other items there are."""
        return crc32(self.name.encode("utf-8", "surrogatepass"))


def _each(
    item: str, by_coder: Mapping[str, Any], make: Callable[[Any], Segmentation]
) -> dict[str, Segmentation]:
    """Make the segmentation of each coder; what is wrong is said of item and coder."""
    found = {}
    for coder, given in by_coder.items():
        try:
            found[coder] = make(given)
        except SegmentationError as error:
            raise SegmentationError(f"item {item!r}, coder {coder!r}: {error}") from None
    return found


def refuse_recordings(items: Iterable[Item]) -> None:
    """Raise CorpusError if an item is a recording, for what counts places."""
    if any(item.scale is not None for item in items):
        raise CorpusError(RECORDINGS)


@dataclass(frozen=True)
class CoderGroup:
    """Coders linked by items that they coded together.

    Parameters
    ----------
    coders : tuple of str
        The coders, in the order of the corpus.
    items : tuple of str
        Names of the items that they coded.
    title : str
        What people call it, or empty.
    """

    coders: tuple[str, ...]
    items: tuple[str, ...]
    title: str = ""

    @property
    def name(self) -> str:
        """Its title, or the first and last of its coders, ``an1-an4``; of three ``Ann to Zoe``."""
        if self.title or len(self.coders) == 1:
            return self.title or self.coders[0]
        first, *others, last = sorted(self.coders, key=natural_key)
        # Between names of people a hyphen would make two of them, or one.
        numbered = any(sign.isdecimal() for sign in first + last)
        return f"{first} to {last}" if others and not numbered else f"{first}-{last}"


@dataclass(frozen=True)
class Corpus(_Shared):
    """Items with their codings.

    Parameters
    ----------
    items : tuple of Item
        At least one; no name twice; all codings of one kind; all of one time scale, or none.
    reference : str, optional
        The coder whose codings are the reference.
    automatic : tuple of str
        The coders that are automatic segmenters; all others are people.
    decisions : tuple of Adjudication
        What was decided about disputed places, in order.
    group_titles : mapping of str to str
        What people call the coder group of a coder, by coder; a title that two groups would
        have is that of neither.

    Raises
    ------
    CorpusError
        If there is no item, a name comes twice, kinds or scales differ, the reference or an
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
    group_titles: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.items:
            raise CorpusError("a corpus has at least one item")
        name, times = Counter(item.name for item in self.items).most_common(1)[0]
        if times > 1:
            raise CorpusError(f"item {name!r} is given {times} times")
        scale, kind = self.scale, self.kind
        for item in self.items:
            if item.scale != scale:
                raise CorpusError(
                    f"item {item.name!r} has {scale_called(item.scale)}, and item "
                    f"{self.items[0].name!r} {scale_called(scale)}"
                )
            for coder, segmentation in item.codings.items():
                if kind_of(segmentation) != kind:
                    raise CorpusError(
                        f"item {item.name!r}: the coding of {coder!r} is "
                        f"{kind_of(segmentation)}, and that of {self.items[0].coders[0]!r} in "
                        f"item {self.items[0].name!r} {kind}"
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

    @classmethod
    def from_positions(
        cls,
        positions: Mapping[str, Mapping[str, Iterable[int]]],
        *,
        masses: Mapping[str, int],
    ) -> Corpus:
        """Build a corpus from the positions of boundaries: item name to coder to positions.

        Parameters
        ----------
        positions : mapping of str to mapping of str to iterable of int
            After which units the boundaries are, in any order.
        masses : mapping of str to int
            How many units each item has.

        Raises
        ------
        CorpusError
            If an item has no mass.
        SegmentationError
            If a position is none of its item.

        Examples
        --------
        >>> corpus = Corpus.from_positions({"ch1": {"ann": [2, 5], "ben": []}}, masses={"ch1": 9})
        >>> corpus["ch1"].codings["ann"].masses
        (2, 3, 4)
        """
        items = []
        for name, by_coder in positions.items():
            if name not in masses:
                raise CorpusError(f"masses does not say how many units item {name!r} has")
            make = partial(Segmentation.from_positions, masses[name])
            items.append(Item(name, _each(name, by_coder, make)))
        return cls(tuple(items))

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        item: str = "item",
        coder: str = "coder",
        position: str | None = None,
        time: str | None = None,
        boundary: str | None = None,
        segment: str | None = None,
        size: str | None = None,
        masses: Mapping[str, int] | None = None,
        durations: Mapping[str, float] | None = None,
        scale: TimeScale | None = None,
    ) -> Corpus:
        """Build a corpus from a data frame with a row for each boundary, unit or segment.

        Parameters
        ----------
        frame : pandas.DataFrame or mapping of str to column
            The codings, of which items and coders keep the order.
        item, coder : str
            The columns that name the item and the coder of a row.
        position, time, boundary, segment, size : str, optional
            The column that says where boundaries are, one of these: of a row for each boundary
            its position, the number of units before it, or its time in seconds; of a row for each
            unit 1 if a boundary follows it, else 0, or the name of its segment; of a row for each
            segment its size in units. If none is given, a column has this name. A row without a
            position or time is of a coder who placed no boundary.
        masses : mapping of str to int, optional
            How many units each item has, with positions.
        durations : mapping of str to float, optional
            How many seconds each recording lasts, with times.
        scale : TimeScale, optional
            What a position of a recording lasts, with times; a millisecond if left out.

        Raises
        ------
        CorpusError
            If there are no such columns, or masses or durations do not go with them.
        SegmentationError
            If what a coder has is no segmentation.

        Examples
        --------
        >>> frame = {"text": ["a", "a", "a"], "who": ["ann", "ann", "ben"], "after": [2, 5, None]}
        >>> corpus = Corpus.from_frame(
        ...     frame, item="text", coder="who", position="after", masses={"a": 9}
        ... )
        >>> [coding.boundaries for coding in corpus["a"].codings.values()]
        [(2, 5), ()]
        """
        columns = {"position": position, "time": time, "boundary": boundary}
        try:
            says, found = codings_in(
                frame, item, coder, {**columns, "segment": segment, "size": size}
            )
        except FrameError as error:
            raise CorpusError(str(error)) from None
        for name, extent, wanted in (
            ("masses", masses, "position"),
            ("durations", durations, "time"),
            ("scale", scale, "time"),
        ):
            if extent is not None and says != wanted:
                raise CorpusError(f"{name}= goes with {wanted}=, and not with {says}=")
        if says == "position":
            return cls.from_positions(found, masses=masses or {})
        if says == "time":
            return cls.from_times(found, durations=durations or {}, scale=scale)
        made: dict[str, Callable[[Any], Segmentation]] = {
            "boundary": lambda bits: Segmentation.from_bits(bits[:-1]),
            "segment": Segmentation.from_labels,
            "size": Segmentation.from_masses,
        }
        return cls(tuple(Item(name, _each(name, of, made[says])) for name, of in found.items()))

    @classmethod
    def from_times(
        cls,
        times: Mapping[str, Mapping[str, Iterable[float]]],
        *,
        durations: Mapping[str, float],
        scale: TimeScale | None = None,
        trim: tuple[float, float] = (0.0, 0.0),
        minimum_gap: float = 0.0,
        beyond: Beyond = "refuse",
    ) -> Corpus:
        """Build a corpus of recordings from the times of boundaries, in seconds.

        Parameters
        ----------
        times : mapping of str to mapping of str to iterable of float
            Item name to coder to seconds from the start.
        durations : mapping of str to float
            How many seconds each item lasts.
        scale : TimeScale, optional
            What a position lasts; a millisecond if left out.
        trim, minimum_gap, beyond
            What does not count, see `time_coding`, which also says how many times
            each of them takes away.

        Raises
        ------
        CorpusError
            If an item has no duration.
        SegmentationError
            If a time is none of its recording.

        Examples
        --------
        >>> corpus = Corpus.from_times(
        ...     {"film": {"anna": [12.5, 30.0], "ben": [13.1]}}, durations={"film": 60}
        ... )
        >>> corpus["film"].codings["ben"].boundaries, corpus.scale
        ((13100,), TimeScale(resolution=0.001))
        """
        scale = scale or TimeScale()

        def coded(placed: Iterable[float], duration: float) -> Segmentation:
            return time_coding(
                placed,
                duration=duration,
                scale=scale,
                trim=trim,
                minimum_gap=minimum_gap,
                beyond=beyond,
            ).segmentation

        items = []
        for name, by_coder in times.items():
            if name not in durations:
                raise CorpusError(f"durations does not say how long item {name!r} lasts")
            codings = _each(name, by_coder, partial(coded, duration=durations[name]))
            items.append(Item(name, codings))
        return cls(tuple(items))

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
            group_titles=self.group_titles,
        )

    def _named(self, name: str) -> Item:
        if name not in self:
            raise CorpusError(f"there is no item {name!r}")
        return self[name]

    def with_decisions(self, decisions: Iterable[Adjudication]) -> Corpus:
        """Return the same corpus with other decisions: all of them, in order."""
        return self._coded_alike(decisions=tuple(decisions))

    def with_group_titles(self, titles: Mapping[str, str]) -> Corpus:
        """Return the same corpus with other titles of its coder groups, each by one of its coders.

        Examples
        --------
        >>> corpus = Corpus.from_masses({"ch1": {"an1": [11, 2], "an3": [9, 4]}})
        >>> [group.name for group in corpus.with_group_titles({"an3": "Students"}).groups]
        ['Students']
        """
        if titles == self.group_titles:
            return self
        return self._coded_alike(group_titles=dict(titles))

    def _coded_alike(self, **changes: Any) -> Corpus:
        changed = replace(self, **changes)
        # The codings are the same, and long texts take their time.
        changed.__dict__["codings_digest"] = self.codings_digest
        return changed

    def anonymised(self) -> Corpus:
        """Return the same corpus with numbers for the names of its coders.

        The numbers, and the order of the coders with them, follow from a hash of each
        coder's name and codings, so that neither tells the order of the names; equal
        corpora give equal numbers. Comments on decisions are left out, as they may name
        somebody, and so are titles of coder groups. Names of items, texts and types stay as
        they are.

        Examples
        --------
        >>> corpus = Corpus.from_masses({"ch1": {"anna": [11, 2], "ben": [9, 4]}})
        >>> corpus.anonymised().coders
        ('coder 1', 'coder 2')
        """
        return self.with_coder_names(self.coder_numbers)

    @property
    def coder_numbers(self) -> dict[str, str]:
        """The number that stands for each coder in `anonymised`."""
        return {
            coder: f"coder {place}"
            for place, coder in enumerate(sorted(self.coders, key=self._mark), 1)
        }

    def with_coder_names(self, names: Mapping[str, str]) -> Corpus:
        """Return the corpus with other names of its coders, in the order of the new names.

        Comments on decisions are left out, as they may name somebody.
        """
        items = (
            replace(
                item,
                codings={
                    name: item.codings[coder]
                    for coder, name in names.items()
                    if coder in item.codings
                },
            )
            for item in self.items
        )
        return replace(
            self,
            items=tuple(items),
            reference=None if self.reference is None else names[self.reference],
            automatic=tuple(names[coder] for coder in self.automatic),
            decisions=tuple(replace(one, comment="") for one in self.decisions),
            group_titles={},
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
    def people(self) -> tuple[str, ...]:
        """The coders but for automatic segmenters and the reference."""
        silent = {*self.automatic, self.reference}
        return tuple(coder for coder in self.coders if coder not in silent)

    @cached_property
    def kind(self) -> Kind:
        """What the boundaries carry, the same in all codings."""
        return kind_of(next(iter(self.items[0].codings.values())))

    @property
    def scale(self) -> TimeScale | None:
        """What a position lasts, if the items are recordings."""
        return self.items[0].scale

    @cached_property
    def unit(self) -> str:
        """What a unit of all items is called, such as ``"paragraph"``; else ``"unit"``."""
        called = {item.unit for item in self.items}
        return called.pop() if len(called) == 1 else UNIT

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
        titles = {
            find(coder): title for coder, title in self.group_titles.items() if coder in leader
        }
        found = {
            root: CoderGroup(tuple(coders[root]), tuple(names)) for root, names in items.items()
        }
        taken = Counter([*titles.values(), *(group.name for group in found.values())])
        return tuple(
            replace(group, title=titles[root])
            if root in titles and taken[titles[root]] == 1
            else group
            for root, group in found.items()
        )

    @cached_property
    def digest(self) -> str:
        """SHA-256 of names, codings, texts, roles and decisions: equal for equal corpora.

        It does not depend on the file that a corpus was read from.
        """
        if not self.decisions:
            return self.called_digest
        # What was settled by itself has one more field than before there was such a thing.
        decisions = [
            fields if fields[-1] is not None else fields[:-1]
            for fields in map(astuple, self.decisions)
        ]
        described = repr((self.called_digest, decisions))
        return hashlib.sha256(described.encode("utf-8", "surrogatepass")).hexdigest()

    @cached_property
    def called_digest(self) -> str:
        """SHA-256 of the codings and of what a unit is called, without decisions."""
        if self.unit == UNIT:
            return self.codings_digest
        return hashlib.sha256(repr((self.codings_digest, self.unit)).encode("utf-8")).hexdigest()

    @cached_property
    def codings_digest(self) -> str:
        """SHA-256 of names, codings, texts, speakers and roles, without decisions.

        What a unit is called changes no number, and is not in it.
        """
        sha = hashlib.sha256(b"[")
        for number, parts in enumerate(filter(None, self._described())):
            # Written as one list, of which no more than an item is in memory.
            said = f"{', ' if number else ''}{repr(parts)[1:-1]}"
            sha.update(said.encode("utf-8", "surrogatepass"))
        sha.update(b"]")
        boundaries = [one.boundaries for item in self.items for one in item.codings.values()]
        for numbers in (array("i", map(len, boundaries)), *map(packed, boundaries)):
            content = numbers[:]
            if sys.byteorder == "big":
                content.byteswap()
            sha.update(content)
        return sha.hexdigest()

    def _described(self) -> Iterator[list[object]]:
        """List what the digest is of besides the boundaries: of each item, then of all."""
        for item in self.items:
            parts: list[object] = [item.name, item.mass, item.coders, item.texts]
            if item.speakers is not None:
                parts.append(("speakers", item.speakers))
            if self.kind != "linear":
                for coder, coding in item.codings.items():
                    each = {names: sorted(names) for names in {*(coding.types or ())}}
                    types = [each[names] for names in coding.types or ()]
                    parts += (coder, types, coding.levels)
            yield parts
        of_all: dict[str, object] = {"reference": self.reference, "automatic": self.automatic}
        of_all["resolution"] = self.scale and self.scale.resolution
        yield [one for one in of_all.items() if one[1] not in (None, ())]

    @cached_property
    def named_digest(self) -> str:
        """SHA-256 of the codings and of what units and coder groups are called."""
        if not self.group_titles:
            return self.called_digest
        names = [group.name for group in self.groups]
        described = repr((self.called_digest, names))
        return hashlib.sha256(described.encode("utf-8", "surrogatepass")).hexdigest()

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __getitem__(self, name: str) -> Item:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __len__(self) -> int:
        return len(self.items)

    @cached_property
    def _by_name(self) -> dict[str, Item]:
        return {item.name: item for item in self.items}
