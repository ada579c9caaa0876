"""Where codings lie: on the units of a text, or on the time of a recording.

Conventions
-----------
A length that a function takes or gives, such as a tolerance or a window, is one of *units* for
texts and of *seconds* for recordings; inside, a function counts positions. `on_axis` declares once
which options and which values of a function are lengths, and of what the function is not defined.
It refuses codings of two axes, and what makes no sense on the axis of the codings; it says what
to use there, and what to give where something else than codings was given. Where texts and
recordings are computed by a function each, `by_axis` makes one of the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import lru_cache, wraps
from inspect import signature
from math import isfinite
from typing import Any, Literal, NamedTuple, ParamSpec, TypeVar

from segmetrics.corpus import UNIT, Corpus, CorpusError, Item
from segmetrics.number_formats import clock
from segmetrics.phrases import before, counted, cut, joined, plural
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import TimeScale, scale_called

P = ParamSpec("P")
R = TypeVar("R")

Unit = Literal["units", "seconds"]
"""What lengths on an axis are counted in."""

ITEMS: Mapping[Unit, str] = {"units": "texts", "seconds": "recordings"}
"""What items on an axis are called."""


class Nouns(NamedTuple):
    """What things on an axis are called in sentences.

    `habit` is one that all coders may share, `by_chance` whom they are compared with.
    """

    item: str
    habit: str
    by_chance: str


NOUNS: Mapping[Unit, Nouns] = {
    "units": Nouns("item", "a boundary after every opening", "shuffled coders"),
    "seconds": Nouns("recording", "a boundary after every cut", "independent people"),
}
"""The words for texts and for recordings."""

Length = int | float
"""A length on an axis: a number of units or of seconds."""

Scale = TimeScale | None

CODINGS = (Segmentation, Corpus, Item)

COUNTS_PLACES = (
    "It counts every place where a boundary could be, of which a time line has millions, so that "
    "people would agree whatever they did."
)
"""Why most of what is defined for texts says nothing of recordings."""


NO_RECORDINGS = "the items are no recordings; Corpus.from_times makes some"


class AxisError(CorpusError):
    """Codings lie on different axes, or on one on which what was asked makes no sense."""


@dataclass(frozen=True, slots=True)
class Axis:
    """Where codings lie: on the units of a text, or on time."""

    scale: Scale = None  # what a position lasts, of recordings
    called: str = UNIT  # what a unit is called, of texts

    @property
    def unit(self) -> Unit:
        """What lengths are counted in."""
        return "units" if self.scale is None else "seconds"

    @property
    def counted_in(self) -> str:
        """What people call several of the units that lengths are counted in."""
        return plural(self.called) if self.scale is None else self.unit

    @property
    def items(self) -> str:
        """What items are called."""
        return ITEMS[self.unit]

    @property
    def lengths(self) -> TimeScale:
        """The scale on which positions have their lengths: a unit is 1 long."""
        return self.scale or TimeScale(1)

    def positions(self, name: str, length: Length) -> int:
        """Return a length that is an option as positions, at least one."""
        if self.scale is None:
            return whole(name, length)
        steps = _steps(self.scale, self.checked(name, length))
        if not steps:
            raise ValueError(
                f"{name} lasts at least a step of the recording, {self.scale.resolution:g} s, "
                f"got {length!r}"
            )
        return steps

    def positions_within(self, name: str, length: Length) -> int:
        """Return the most positions that are no longer than a length, which is at least 0."""
        return self.lengths.steps_within(self.checked(name, length))

    def checked(self, name: str, length: Length) -> Length:
        """Return a length that is an option, if it is one."""
        if not (isfinite(length) and length >= 0):
            raise ValueError(f"{name} is a number of {self.unit} from 0 on, got {length!r}")
        return length

    def bins(self, item: Item, width: Length) -> tuple[int, list[list[int]]]:
        """Return how many bins of equal width an item has, and in which the boundaries lie.

        A recording is cut at its start, into bins of which the last may be shorter. A text is cut
        into as many of its places as the width says, since it has none at its start.
        """
        boundaries = [coding.boundaries for coding in item.codings.values()]
        if self.scale is not None:
            if not (isfinite(width) and width > 0):
                raise ValueError(f"a bin is a number of seconds above 0 wide, got {width!r}")
            (number,) = self.scale.bins_before([item.mass], width)
            return number, [self.scale.bins(places, width) for places in boundaries]
        units = whole("the width of a bin", width)
        if units < 1:
            raise ValueError(f"a bin is a number of units above 0 wide, got {width!r}")
        bins = [[(place - 1) // units for place in places] for places in boundaries]
        return -(-(item.mass - 1) // units), bins

    def place(self, *places: int) -> str:
        """Name places, several of them as alternatives: ``before paragraph 12``, ``12:04.5``."""
        if self.scale is None:
            return before(places, self.called)
        return " or ".join(self.times(places))

    def at(self, *places: int) -> str:
        """Say where something is, within a sentence: ``before paragraph 12``, ``at 12:04.5``."""
        return self.place(*places) if self.scale is None else f"at {self.place(*places)}"

    def at_each(self, places: Iterable[int]) -> str:
        """Say where all of several things are: ``before unit 5 and before unit 6``."""
        return joined([self.at(place) for place in places])

    def first(self, positions: int) -> str:
        """Name the beginning of an item: ``the first 34 paragraphs``, ``the first 4:59``."""
        if self.scale is None:
            return f"the first {counted(positions, self.called)}"
        return f"the first {clock(self.length(positions))}"

    def times(self, places: Iterable[int]) -> list[str]:
        """Return when the places of a recording are, to a tenth of a second."""
        return [clock(self.length(place), 1) for place in places]

    def length(self, positions: float) -> float:
        """Return how long so many positions are."""
        return positions if self.scale is None else self.scale.seconds(positions)


def whole(name: str, length: Length) -> int:
    """Return a length of a text as the whole number that it must be."""
    if not isinstance(length, int) or isinstance(length, bool):
        raise ValueError(f"{name} is a whole number of units, got {length!r}")
    return length


@lru_cache(maxsize=1024)
def _steps(scale: TimeScale, length: Length) -> int:
    return scale.steps(length)


def axis_of(*given: object) -> Axis:
    """Return the axis on which codings, items and corpora lie.

    Raises
    ------
    AxisError
        If they lie on different ones. Corpora of recordings may differ in their scale, as each is
        measured in seconds.
    """
    found = list(_codings(given))
    scales = dict.fromkeys(one.scale for one in found)
    alone = {one.scale for one in found if not isinstance(one, Corpus)}
    if len(alone) > 1 or len({scale is None for scale in scales}) > 1:
        one, other, *_ = map(scale_called, scales)
        raise AxisError(
            f"codings in {one} and codings in {other} lie on different axes and cannot be "
            "compared; make those of recordings with one TimeScale"
        )
    called = next((one.unit for one in found if not isinstance(one, Segmentation)), UNIT)
    return Axis(next(iter(scales), None), called)


def scale_of(found: Item | Corpus) -> TimeScale:
    """Return what a position of recordings lasts; refuse texts."""
    if found.scale is None:
        raise AxisError(NO_RECORDINGS)
    return found.scale


def _codings(given: Iterable[object]) -> Iterator[Segmentation | Item | Corpus]:
    """Find all codings in what a function was given; rounds hold a corpus each."""
    for value in given:
        if isinstance(value, CODINGS):
            yield value
        elif isinstance(value, Mapping):
            yield from _codings(value.values())
        elif isinstance(value, Sequence) and not isinstance(value, str):
            yield from _codings(getattr(one, "corpus", None) for one in value)


@dataclass(frozen=True, slots=True)
class LengthOption:
    """An option that is a length."""

    default: Unit  # the unit that its default is in; on the other axis it must be given
    # Whether it is the most that counts, so that it is rounded down to positions.
    within: bool = False
    # Whether the function takes it as it is given, since it need be no whole positions.
    kept: bool = False

    def read(self, axis: Axis, name: str, value: Length | None) -> Any:
        """Return the value that the function takes."""
        if value is None or self.kept:
            return value
        return (axis.positions_within if self.within else axis.positions)(name, value)


IN_UNITS = LengthOption("units")
"""A length whose default is one of units, such as n."""

TOLERANCE = LengthOption("seconds", within=True)
"""The most that two boundaries may be apart; its default is one of seconds."""


@dataclass(frozen=True, kw_only=True)
class AxisRule:
    """What a function declares by `on_axis`."""

    name: str  # what users call the function
    # The options that are lengths.
    lengths: Mapping[str, LengthOption] = field(default_factory=dict)
    gives: tuple[str, ...] = ()  # the fields of its result that are lengths
    # The options that make sense for texts alone, with the values that they have for recordings.
    of_units: Mapping[str, object] = field(default_factory=dict)
    # Where it is not defined, with the reason and what to use there.
    not_of: Mapping[Unit, str] = field(default_factory=dict)
    # The axis that it is for, where another function does the same on the other, see `by_axis`.
    only: Unit | None = None
    # The classes of its parameters that are codings, or options.
    takes: Mapping[str, type] = field(default_factory=dict)
    defaults: Mapping[str, Any] = field(default_factory=dict)  # the defaults of its options

    @property
    def plain(self) -> bool:
        """Whether codings of texts go to the function as they are."""
        in_seconds = any(one.default == "seconds" for one in self.lengths.values())
        return not in_seconds and "units" not in self.not_of

    def positions(self, axis: Axis, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return options as the function takes them, the lengths among them in positions."""
        if axis.unit in self.not_of:
            why = self.not_of[axis.unit]
            raise AxisError(f"{self.name} is not defined for {axis.items}. {why}")
        if self.only not in (None, axis.unit):
            raise AxisError(f"this is for {ITEMS[self.only]}; take segmetrics.{self.name}")
        only_units = self.of_units if axis.unit == "seconds" else {}
        for name in only_units:
            if name in options:
                raise AxisError(f"{self.name} has no option {name} for recordings")
        read = {}
        for name, length in self.lengths.items():
            left = name not in options if length.kept else options.get(name) is None
            if left and length.default != axis.unit:
                raise AxisError(f"for {axis.items} {self.name} needs {name}, in {axis.unit}")
            value = self.defaults.get(name) if left else options[name]
            read[name] = length.read(axis, name, value)
        return {**options, **only_units, **read}

    def given(self, axis: Axis, result: R) -> R:
        """Return a result with its lengths in units or seconds, for the positions that it has."""
        if axis.scale is None or not self.gives:
            return result
        found = {name: getattr(result, name) for name in self.gives}
        lengths = {name: axis.length(one) for name, one in found.items() if one is not None}
        return replace(result, **lengths)  # type: ignore[type-var]

    def check(self, given: Mapping[str, object]) -> None:
        """Raise TypeError, which says what to give, if something else than codings is given."""
        for name, kind in self.takes.items():
            value = given.get(name)
            if name not in given or isinstance(value, kind):
                continue
            if value is not None or kind in CODINGS:
                raise TypeError(f"{self.name}: {_wanted(name, kind, value, self.only)}")


def on_axis(
    name: str,
    *,
    lengths: Mapping[str, LengthOption] | None = None,
    gives: Sequence[str] = (),
    of_units: Mapping[str, object] | None = None,
    not_of: Mapping[Unit, str] | None = None,
    only: Unit | None = None,
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Declare on which axes a function is defined, see `AxisRule`."""

    def declare(function: Callable[P, R]) -> Callable[P, R]:
        parameters = function.__code__.co_varnames[: function.__code__.co_argcount]
        rule = AxisRule(
            name=name,
            lengths=lengths or {},
            gives=tuple(gives),
            of_units=of_units or {},
            not_of=not_of or {},
            only=only,
            takes=_kinds(function),
            defaults=function.__kwdefaults__ or {},
        )
        plain = rule.plain and [*rule.takes.values()][:2] == [Segmentation, Segmentation]

        @wraps(function)
        def checked(*args: P.args, **options: P.kwargs) -> R:
            # Two codings of a text, which are compared a million times.
            if plain and len(args) == 2:
                one, other = args
                if type(one) is type(other) is Segmentation and one.scale is other.scale is None:
                    return function(*args, **options)
            given = dict(zip(parameters, args, strict=False)) | options
            rule.check(given)
            axis = axis_of(*given.values())
            return rule.given(axis, function(*args, **rule.positions(axis, options)))

        checked.__dict__["axis_rule"] = rule
        return checked

    return declare


def by_axis(texts: Callable[..., Any], recordings: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function of the face that is one of these two, by where its codings lie."""
    name = rule_of(texts).name

    @wraps(texts)
    def chosen(*args: Any, **options: Any) -> Any:
        axis = axis_of(*args, *options.values())
        function = texts if axis.scale is None else recordings
        takes = signature(function)
        try:
            takes.bind(*args, **options)
        except TypeError as wrong:
            known = ", ".join(takes.parameters)
            raise TypeError(f"{name} for {axis.items} takes {known}: {wrong}") from None
        return function(*args, **options)

    chosen.__module__, chosen.__qualname__ = "segmetrics", name
    return chosen


def _kinds(function: Callable[..., object]) -> dict[str, type]:
    """Return the classes of the parameters that are codings, options or results."""
    found = {}
    for name, said in function.__annotations__.items():
        kind = function.__globals__.get(said.removesuffix(" | None"))
        if name != "return" and isinstance(kind, type) and is_dataclass(kind):
            found[name] = kind
    return found


def _wanted(name: str, kind: type, value: object, only: Unit | None) -> str:
    """Say what a parameter takes, and how it is made of what was given."""
    items = f" for {ITEMS[only]}" if only and kind not in CODINGS else ""
    found = f"{name} is {_with_article(kind)}{items}, got {cut(repr(value), 40)}"
    if kind is Segmentation:
        if isinstance(value, str):
            bits = bool(value) and not set(value) - {"0", "1"}
            return f"{found}; Segmentation.{'from_bits' if bits else 'from_labels'} makes one of it"
        if isinstance(value, (Item, Corpus)):
            return f"{found}; item.codings has the segmentations of an item"
        return (
            f"{found}; Segmentation.from_masses makes one of the sizes of its segments, "
            "from_positions of the places of its boundaries"
        )
    if kind is Corpus:
        if isinstance(value, Item):
            return f"{found}; Corpus((item,)) makes one of it"
        return f"{found}; read makes one of files, Corpus.from_masses of sizes of segments"
    if isinstance(value, str):
        option = fields(kind)[0].name
        return f"{found}; write {kind.__name__}({option}=...)"
    return found


def _with_article(kind: type) -> str:
    return f"a{'n' * (kind.__name__[0] in 'AEIO')} {kind.__name__}"


def rule_of(function: Callable[..., object]) -> AxisRule:
    """Return what a function declares by `on_axis`."""
    rule: AxisRule = function.__dict__["axis_rule"]
    return rule


def only_texts(instead: str, why: str = COUNTS_PLACES) -> dict[Unit, str]:
    """Say that something is defined for texts alone, and what there is for recordings."""
    return {"seconds": f"{why} For recordings there is {instead}."}


def only_recordings(instead: str) -> dict[Unit, str]:
    """Say that something is defined for recordings alone, and what there is for texts."""
    return {"units": f"Corpus.from_times makes recordings of times. For texts there is {instead}."}
