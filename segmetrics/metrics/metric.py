"""What is known of a metric: its function, and what a user must know to read it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Protocol, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from segmetrics.axis import AxisRule, axis_of, rule_of
from segmetrics.corpus import Corpus, Item
from segmetrics.metrics.blocks import Block, blocks
from segmetrics.segmentation import Segmentation


class Score(Protocol):
    """What every metric gives: a value, or the reason why there is none."""

    @property
    def value(self) -> float | None:
        """The score; None if it is undefined."""

    @property
    def undefined(self) -> str | None:
        """Why there is no value."""


BatchFunction = Callable[..., NDArray[np.float64]]
"""``batch(block, items, **options)``: the values of all pairs of coders of a block.

`items` are the block's items. The result has a row for each pair and a column for
each item, NaN where undefined. Rows follow ``itertools.combinations`` of the block's
coders for a symmetric metric, ``itertools.permutations`` (hypothesis, reference) for
one with a direction. Types are not looked at, and their options not given.
"""


class PairValues(NamedTuple):
    """Values of pairs of coders on items: shape (pairs, items), NaN where undefined.

    The pairs are those of `BatchFunction`, by name.
    """

    pairs: list[tuple[str, str]]
    items: list[Item]
    values: NDArray[np.float64]


TYPE_OPTIONS = frozenset({"ordinal", "types"})
"""Options of metrics that look at the types of boundaries."""


class MetricOptionError(ValueError):
    """An option that a metric does not have, or a value that it cannot take."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a metric, as its function declares it.

    A value is of one of its kinds, with NoneType also left open, or one of its choices, if it has
    names for them.
    """

    name: str
    kinds: tuple[type, ...]
    choices: tuple[str, ...]
    default: object

    def parse(self, text: str) -> object:
        """Read a value from text."""
        if self.choices:
            if text in self.choices:
                return text
            raise MetricOptionError(
                f"{self.name} is one of {', '.join(self.choices)}, got {text!r}"
            )
        if bool in self.kinds and text.lower() in ("true", "false"):
            return text.lower() == "true"
        for kind in (int, float):
            if kind in self.kinds:
                try:
                    return kind(text)
                except ValueError:
                    continue
        if str in self.kinds:
            return text
        names = " or ".join(kind.__name__ for kind in self.kinds if kind is not NoneType)
        raise MetricOptionError(f"{self.name} is a value of type {names}, got {text!r}")


@dataclass(frozen=True, kw_only=True)
class Metric:
    """A metric of two segmentations."""

    key: str  #: its name on the command line
    name: str  #: its name for people
    family: str  #: a key of `segmetrics.metrics.registry.FAMILIES`
    #: ``function(a, b, **options)``, or ``function(hypothesis, reference, **options)`` if it has a
    #: direction. Options are keyword-only and annotated.
    function: Callable[..., Score]
    penalty: bool  #: whether lower is better; the perfect score is then 0, else 1
    symmetric: bool  #: whether the two can be exchanged
    formula: str  #: LaTeX
    citation: tuple[str, ...]  #: works it is from, ``Author (year), equation``
    rewards: str  #: in plain words, what it rewards
    misses: str  #: what it does not see
    #: Whether it scores the two; a level to compare with does not, and has no better.
    scores: bool = True
    low: float = 0.0  #: the least value that there can be
    high: float = 1.0  #: the greatest
    reversible: bool = True  #: whether reversing the text leaves the value
    #: What the boundaries must carry for it to tell more than without.
    needs: Literal["types", "levels"] | None = None
    flaws: tuple[str, ...] = ()  #: known flaws, with who described them
    undefined: tuple[str, ...] = ()  #: when it has no value
    batch: BatchFunction | None = None  #: all pairs of a block at once

    @property
    def perfect(self) -> float | None:
        """The value of identity; None if it is no score."""
        if not self.scores:
            return None
        return self.low if self.penalty else self.high

    @property
    def axes(self) -> AxisRule:
        """On which axes it is defined, and which of its options are lengths."""
        return rule_of(self.function)

    @property
    def off_time(self) -> str:
        """Why it is not defined for recordings, and what there is for them; empty where it is."""
        return self.axes.not_of.get("seconds", "")

    @property
    def on_time(self) -> bool:
        """Whether it can be computed of boundaries in time."""
        return not self.off_time

    @property
    def time_options(self) -> tuple[str, ...]:
        """Its options that are lengths; for recordings they are seconds, and have no default."""
        return tuple(self.axes.lengths)

    @property
    def time_line(self) -> str:
        """Whether it makes sense on a time line, with what it then needs, or why not."""
        if not self.on_time:
            return f"no. {self.off_time}"
        seconds = f"; {', '.join(self.time_options)} in seconds" if self.time_options else ""
        return f"yes{seconds}"

    @property
    def direction(self) -> str:
        """Whether lower or higher is better."""
        if not self.scores:
            return "neither is better"
        return "lower is better" if self.penalty else "higher is better"

    @property
    def reversal(self) -> str:
        """What reversing the text does to the value."""
        if not self.reversible:
            return "can change the value"
        return "leaves the value" + (
            "; with several types it can change it" * (self.needs == "types")
        )

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """The options of the function, by name."""
        hints = get_type_hints(self.function)
        found = {}
        for parameter in inspect.signature(self.function).parameters.values():
            if parameter.kind is parameter.KEYWORD_ONLY:
                kinds, choices = _kinds(hints[parameter.name])
                name = parameter.name
                found[name] = Option(name, kinds, choices, parameter.default)
        return found

    def parse(self, given: Mapping[str, str]) -> dict[str, Any]:
        """Read options from text."""
        for name in given:
            if name not in self.options:
                known = f"its options: {', '.join(self.options)}" if self.options else "it has none"
                raise MetricOptionError(f"{self.key} has no option {name}; {known}")
        return {name: self.options[name].parse(text) for name, text in given.items()}

    def of_corpus(self, corpus: Corpus, **options: Any) -> Iterator[PairValues]:
        """Compute the values of all pairs of coders, for items that the same coders coded at once.

        Recordings go item by item and pair by pair: what that costs grows with the boundaries, not
        with the steps.
        """
        axis = axis_of(corpus)
        if axis.scale is None:
            for block in blocks(corpus):
                items = [corpus.items[place] for place in block.items.tolist()]
                pairs = [(block.coders[a], block.coders[b]) for a, b in pairs_of(block, self)]
                yield PairValues(pairs, items, self.values(block, items, **options))
            return
        self.axes.positions(axis, options)  # refuses what cannot be, also where there is no pair
        order = {coder: place for place, coder in enumerate(corpus.coders)}
        for item in corpus.items:
            coders = sorted(item.coders, key=order.__getitem__)
            pairs = list((combinations if self.symmetric else permutations)(coders, 2))
            found = [self(item.codings[a], item.codings[b], **options).value for a, b in pairs]
            yield PairValues(pairs, [item], np.array(found, dtype=float).reshape(-1, 1))

    def values(self, block: Block, items: Sequence[Item], **options: Any) -> NDArray[np.float64]:
        """Compute the values of all pairs of a block, see `BatchFunction`."""
        rows, by_pair = pairs_of(block, self), list(range(len(items)))
        found = np.full((len(rows), len(items)), np.nan)
        if self.batch is not None:
            untyped = options
            if self.needs == "types":
                untyped = {name: options[name] for name in options.keys() - TYPE_OPTIONS}
            found = self.batch(block, items, **untyped)
            by_pair = self._typed(block, items, options)
        for column in by_pair:
            codings = items[column].codings
            for row, (a, b) in enumerate(rows):
                one, other = codings[block.coders[a]], codings[block.coders[b]]
                value = self.function(one, other, **options).value
                found[row, column] = np.nan if value is None else value
        return found

    def _typed(self, block: Block, items: Sequence[Item], options: Mapping[str, Any]) -> list[int]:
        """Return the items in which types are looked at, as no batch does."""
        if self.needs != "types":
            return []
        if options.get("types") is not None:
            return list(range(len(items)))
        return [
            column
            for column, item in enumerate(items)
            if any(item.codings[coder].types is not None for coder in block.coders)
        ]

    def __call__(self, a: Segmentation, b: Segmentation, **options: Any) -> Score:
        """Compute the metric of two segmentations."""
        return self.function(a, b, **options)


def pairs_of(block: Block, metric: Metric) -> list[tuple[int, int]]:
    """List the pairs of a block's coders in the order of a metric's rows."""
    pairs = combinations if metric.symmetric else permutations
    return list(pairs(range(len(block.coders)), 2))


def _kinds(hint: Any) -> tuple[tuple[type, ...], tuple[str, ...]]:
    """Read an annotation: the types it allows, or the choices it names."""
    if get_origin(hint) is Literal:
        return (str,), get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        return get_args(hint), ()
    return (hint,), ()
