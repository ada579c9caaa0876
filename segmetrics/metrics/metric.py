"""What is known of a metric: its function, and what a user must know to read it."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, permutations
from types import NoneType, UnionType
from typing import Any, Literal, Protocol, Union, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from segmetrics.corpus import Item
from segmetrics.metrics.blocks import Block
from segmetrics.segmentation import Segmentation
from segmetrics.time_scale import TimeScale


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

BY_PLACE = "It goes through an item place by place, of which a time line has millions."
"""Why a metric that would make sense on a time line is not computed there."""

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
    """A metric of two segmentations.

    Parameters
    ----------
    key : str
        Its name on the command line.
    name : str
        Its name for people.
    family : str
        A key of `segmetrics.metrics.registry.FAMILIES`.
    function : callable
        ``function(a, b, **options)``, or ``function(hypothesis, reference, **options)``
        if it has a direction. Options are keyword-only and annotated.
    penalty : bool
        Whether lower is better; the perfect score is then 0, else 1.
    symmetric : bool
        Whether the two can be exchanged.
    scores : bool
        Whether it scores the two; a level to compare with does not, and has no better.
    low, high : float
        Range of the value.
    reversible : bool
        Whether reversing the text leaves the value.
    needs : {"types", "levels"}, optional
        What the boundaries must carry for it to tell more than without.
    formula : str
        LaTeX.
    citation : tuple of str
        Works it is from, ``Author (year), equation``.
    rewards, misses : str
        In plain words, what it rewards, and what it does not see.
    flaws : tuple of str
        Known flaws, with who described them.
    undefined : tuple of str
        When it has no value.
    off_time : str
        Why it makes no sense on a time line, or costs what a recording lasts; empty where it
        makes sense.
    time_options : tuple of str
        Its options that count positions; on a time line they are seconds, and have no default.
    batch : callable, optional
        All pairs of a block at once.
    """

    key: str
    name: str
    family: str
    function: Callable[..., Score]
    penalty: bool
    symmetric: bool
    formula: str
    citation: tuple[str, ...]
    rewards: str
    misses: str
    scores: bool = True
    low: float = 0.0
    high: float = 1.0
    reversible: bool = True
    needs: Literal["types", "levels"] | None = None
    flaws: tuple[str, ...] = ()
    undefined: tuple[str, ...] = ()
    off_time: str = ""
    time_options: tuple[str, ...] = ()
    batch: BatchFunction | None = None

    @property
    def perfect(self) -> float | None:
        """The value of identity; None if it is no score."""
        if not self.scores:
            return None
        return self.low if self.penalty else self.high

    @property
    def on_time(self) -> bool:
        """Whether it can be computed of boundaries in time."""
        return not self.off_time

    @property
    def time_line(self) -> str:
        """Whether it makes sense on a time line, with what it then needs, or why not."""
        if not self.on_time:
            return f"no. {self.off_time}"
        seconds = f"; {', '.join(self.time_options)} in seconds" if self.time_options else ""
        return f"yes{seconds}"

    def in_steps(self, options: Mapping[str, Any], scale: TimeScale) -> dict[str, Any]:
        """Return options for a time line, those in seconds as steps of its scale."""
        if not self.on_time:
            raise MetricOptionError(f"{self.key} is no metric for a time line. {self.off_time}")
        for name in self.time_options:
            if name not in options:
                raise MetricOptionError(f"on a time line {self.key} needs {name}, in seconds")
        return {
            name: scale.steps(value) if name in self.time_options else value
            for name, value in options.items()
        }

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
        return {name: self._parsed(name, text) for name, text in given.items()}

    def _parsed(self, name: str, text: str) -> object:
        """Read an option; what counts positions may be seconds, with fractions."""
        option = self.options[name]
        if name in self.time_options and "." in text:
            option = replace(option, kinds=(float,))
        return option.parse(text)

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
