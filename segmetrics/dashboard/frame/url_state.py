"""What the address says: the corpus, the item, the pair, the settings.

The query parameters are the one place where the state of the dashboard lives, so
a link reopens the same view and the browser's Back undoes the last step. Widgets
are set from it before they are drawn, and write to it when they change.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self, get_args
from urllib.parse import urlencode

from segmetrics.adjudication.gold import METHODS, UNUSED, GoldOptions, Method
from segmetrics.adjudication.press_peaks import BEYOND_CHANCE
from segmetrics.boundary_marks import Uncertain
from segmetrics.coefficients.boundary_decisions import THRESHOLDS, Threshold
from segmetrics.coefficients.chance_corrected import CONVENTIONS, Convention
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.words import UNCERTAIN_WORDS
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.io import SAMPLES
from segmetrics.io.limits import MAX_NAME
from segmetrics.metrics.blocks.window_blocks import WIDTHS, WindowWidth
from segmetrics.metrics.edits import NEAR
from segmetrics.metrics.registry import METRICS
from segmetrics.number_formats import plain_seconds
from segmetrics.reliability.coders import KAPPA
from segmetrics.reliability.jackknife import IntervalOptions, Over
from segmetrics.reliability.pair_hit_rates import TimeNull
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reporting.report import CONTENTS
from segmetrics.reporting.results_paragraph import QUESTIONS, Question
from segmetrics.reproduction import PAPERS
from segmetrics.segmenters.baselines import BASELINES
from segmetrics.store import place_of

MAX_WINDOW = 100
INTERVALS = ("shown", "hidden")
BY_SIMILARITY = "similarity"
"""Coders are compared by the similarity of the view."""

# Between the names of a list; no name that the readers take has it.
BETWEEN = "\n"
# Characters of all parameters together; more would stand in every link of a page.
LONGEST = 5000
BILLION = 10**9
LENGTH_OF_TIME = re.compile(r"[0-9]{1,5}(\.[0-9]{1,3})?")


def _text(default: str | None = "", *, most: int = MAX_NAME, of_corpus: bool = False) -> Any:
    """Declare a text of at most so many characters; `of_corpus`: it means something in one only."""
    return field(default=default, metadata={"text": most, "of_corpus": of_corpus})


def _names(default: Any, *, setting: bool = True, of_corpus: bool = False) -> Any:
    """Declare a list of names; a `setting` is how a corpus is looked at, whatever of it."""
    more = {"setting": setting, "of_corpus": of_corpus}
    return field(default=default, metadata={"names": 1000, **more})


def _number(
    default: int | None, low: int, high: int, *, setting: bool = False, of_corpus: bool = False
) -> Any:
    more = {"setting": setting, "of_corpus": of_corpus}
    return field(default=default, metadata={"number": (low, high), **more})


def _seconds(
    default: float, low: float, high: float, *, setting: bool = True, of_corpus: bool = False
) -> Any:
    """Declare a length of time, usually a setting of recordings, to a millisecond."""
    more = {"setting": setting, "of_corpus": of_corpus}
    return field(default=default, metadata={"seconds": (low, high), **more})


def _choice(default: str, choices: Collection[str], *, setting: bool = True) -> Any:
    return field(default=default, metadata={"choice": choices, "setting": setting})


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlState:
    """One view of the dashboard: each query parameter, with what it may be."""

    corpus: str = _text()
    item: str | None = _text(None, of_corpus=True)
    a: str | None = _text(None, of_corpus=True)
    b: str | None = _text(None, of_corpus=True)
    place: int | None = _number(None, 1, BILLION - 1, of_corpus=True)
    start: int | None = _number(None, 1, BILLION - 1, of_corpus=True)
    n: int = _number(NEAR, 2, MAX_WINDOW, setting=True)
    convention: Convention = _choice("defined", CONVENTIONS)
    width: WindowWidth = _choice("units", WIDTHS)
    face: str = _choice("do", words.FACES)
    # Who is looked at: coders, each with what changes of them; by how many units or seconds.
    who: tuple[str, ...] = _names((), setting=False, of_corpus=True)
    by: float = _seconds(1.0, 0.001, 600.0, setting=False, of_corpus=True)
    sort: str = _text()
    page: int = _number(1, 1, 10**6, of_corpus=True)
    order: str = _choice("corpus", words.ORDERS)
    similarity: str = _choice("s", SIMILARITIES)
    uncertain: Uncertain = _choice("type", UNCERTAIN_WORDS)
    sees: str = _choice("edits", words.SEES)
    intervals: str = _choice("shown", INTERVALS)
    over: Over = _choice("coders and items", words.POPULATIONS)
    question: Question = _choice(QUESTIONS[0], words.QUESTIONS)
    metric: str = _choice(KAPPA, (KAPPA, BY_SIMILARITY, *METRICS))
    group: int | None = _number(None, 0, 10**6, of_corpus=True)
    groups: tuple[str, ...] = _names((), of_corpus=True)
    wish: int = _number(20, 1, 100, setting=True)
    # Of recordings.
    tolerance: float = _seconds(RecordingOptions().tolerance, 0.001, 600.0)
    null: TimeNull = _choice(RecordingOptions().null, get_args(TimeNull))
    bin_width: float = _seconds(RecordingOptions().bin_width, 0.01, 600.0)
    trim_start: float = _seconds(0.0, 0.0, 86_400.0)
    trim_end: float = _seconds(0.0, 0.0, 86_400.0)
    minimum_gap: float = _seconds(RecordingOptions().minimum_gap, 0.0, 600.0)
    kernel_width: float = _seconds(1.0, 0.01, 600.0)
    least: int | None = _number(None, BEYOND_CHANCE, 1000, setting=True)
    automatic: tuple[str, ...] | None = _names(None, of_corpus=True)
    added: tuple[str, ...] = _names(BASELINES)
    method: Method = _choice("pooled", METHODS)
    worklist: str = _choice("disputed", words.WORKLISTS)
    share: int = _number(50, 1, 100, setting=True)
    threshold: Threshold = _choice("more_than", THRESHOLDS)
    items_by: str = _choice("corrected", words.MEASURES)
    scope: str = _choice("all", words.SCOPES, setting=False)
    # What is opened: it holds three names at most.
    number: str = _text(most=3 * MAX_NAME + 100, of_corpus=True)
    look: str = _choice("", words.LOOKS)
    scale: str = _choice("fitted", words.SCALES)
    other: str = _text()
    scene: str = _text()
    hypothesis: str | None = _text(None)
    reference: str | None = _text(None)
    # Drawings of the Laboratory take about 800 characters.
    drawn: tuple[str, ...] = _names((), setting=False)
    paper: str = _choice("fournier2012", PAPERS, setting=False)
    contents: tuple[str, ...] = _names(tuple(CONTENTS))
    coders: str = _choice("named", words.NAMES)
    notes: tuple[str, ...] = ()

    @classmethod
    def read(cls, query: Mapping[str, str]) -> Self:
        """Read a view from query parameters; what cannot be used is left out and noted."""
        wrong = _too_long(query)
        values: dict[str, Any] = {
            name: query[name] for name in TEXTS if query.get(name) and name not in wrong
        }
        for name in LISTS:
            if name in query and name not in wrong:
                values[name] = tuple(filter(None, query[name].split(BETWEEN)))
        for name in filter(query.__contains__, NUMBERS):
            text, (low, high) = query[name], NUMBERS[name]
            if text.isascii() and text.isdecimal() and len(text) < 10 and low <= int(text) <= high:
                values[name] = int(text)
            else:
                wrong[name] = words.NO_NUMBER.format(low=low, high=high)
        for name in filter(query.__contains__, SECONDS):
            text, (least, most) = query[name], SECONDS[name]
            if LENGTH_OF_TIME.fullmatch(text) and least <= float(text) <= most:
                values[name] = float(text)
            else:
                wrong[name] = words.no_seconds(least, most)
        for name in filter(query.__contains__, CHOICES):
            if query[name] in CHOICES[name]:
                values[name] = query[name]
            else:
                wrong[name] = words.NONE_OF.format(", ".join(CHOICES[name]))
        notes = [words.NOT_USED.format(name, query[name][:20], why) for name, why in wrong.items()]
        return cls(**values, notes=tuple(notes))

    def query(self) -> dict[str, str]:
        """Write the query parameters; what has its default is left out."""
        return {
            field.name: _written(value)
            for field in fields(self)
            if field.name != "notes" and (value := getattr(self, field.name)) != field.default
        }

    @property
    def too_long(self) -> str:
        """Why an address cannot say all of this view, as a sentence; empty if it can."""
        return " ".join(
            words.DOES_NOT_FIT.format(name=name, why=why)
            for name, why in _too_long(self.query()).items()
        )

    def href(self, address: str, /, **changes: Any) -> str:
        """Return a link to a page with this view after some changes; an opened number closes."""
        gone: dict[str, Any] = {"number": ""}
        if changes.get("item", self.item) != self.item:
            gone["group"] = None  # that of the other item
        view = replace(self, **{**gone, **changes})
        if address not in OF_TWO and not view._of_one_corpus():
            view = replace(view, other="")
        query = urlencode(view.query())
        return f"./{address}?{query}" if query else f"./{address}"

    def _of_one_corpus(self) -> bool:
        """Return whether the other corpus has no link: a sample, or a round of the same corpus."""
        found, own = place_of(self.other), place_of(self.corpus)
        return self.other in SAMPLES or (found and found[0]) == (own and own[0])

    def item_href(self, item: str, /, **changes: Any) -> str:
        """Return the link to an item; the place stays if it is the chosen item."""
        gone: dict[str, Any] = {} if item == self.item else {"place": None, "start": None}
        return self.href("item", **{**gone, **changes, "item": item})

    def coders_href(self, /, **changes: Any) -> str:
        """Return the link to the coders of a group; a pair chosen elsewhere stays behind."""
        return self.href("coders", **{"a": None, "b": None, **changes})

    def of_corpus(self, key: str) -> Self:
        """Return the view of another corpus: settings stay, what belongs to this corpus goes."""
        gone: dict[str, Any] = {name: getattr(type(self)(), name) for name in OF_A_CORPUS}
        return replace(self, **{**gone, "corpus": key})

    @property
    def settings(self) -> dict[str, str]:
        """The settings that are kept with a corpus, as query parameters."""
        return {name: value for name, value in self.query().items() if name in OF_SETTINGS}

    @property
    def options(self) -> AgreementOptions:
        """The settings as options of the agreement table."""
        return AgreementOptions(
            similarity=self.similarity,
            uncertain=self.uncertain,
            convention=self.convention,
            width=self.width,
            n=self.n,
        )

    @property
    def recording_options(self) -> RecordingOptions:
        """The settings as options of the analysis of recordings."""
        return RecordingOptions(
            tolerance=self.tolerance,
            null=self.null,
            bin_width=self.bin_width,
            trim=(self.trim_start, self.trim_end),
            minimum_gap=self.minimum_gap,
        )

    @property
    def group_titles(self) -> dict[str, str]:
        """What coder groups are called, each by one of its coders."""
        return dict(zip(self.groups[::2], self.groups[1::2], strict=False))

    @property
    def interval_options(self) -> IntervalOptions:
        """The settings as options of intervals."""
        return IntervalOptions(over=self.over)

    @property
    def gold_options(self) -> GoldOptions:
        """The settings as options of a consensus; raises ValueError if no count fits."""
        if "share" in UNUSED[self.method]:
            return GoldOptions(method=self.method, n=self.n)
        pooled: dict[str, Any] = {"n": self.n} if self.method == "pooled" else {}
        share, threshold = self.share / 100, self.threshold
        return GoldOptions(method=self.method, share=share, threshold=threshold, **pooled)


def _written(value: Any) -> str:
    """Write a value of a query parameter."""
    if isinstance(value, float):
        return plain_seconds(value)
    return BETWEEN.join(value) if isinstance(value, tuple) else str(value)


def _too_long(query: Mapping[str, str]) -> dict[str, str]:
    """Find the parameters that are too long to stand in every link of a page, each with why."""
    room, wrong = LONGEST, {}
    for name, most in LENGTHS_OF.items():
        length = len(query.get(name, ""))
        if length > most:
            wrong[name] = words.TOO_MANY_CHARACTERS.format(length=length, most=most)
        elif length > room:
            wrong[name] = words.TOO_MANY_IN_ALL.format(length=length, most=LONGEST)
        else:
            room -= length
    return wrong


def _declared(kind: str) -> dict[str, Any]:
    return {one.name: one.metadata[kind] for one in fields(UrlState) if one.metadata.get(kind)}


OF_TWO = {info.address for info in PAGES if info.of_two}
OF_A_CORPUS, OF_SETTINGS = _declared("of_corpus"), _declared("setting")
TEXTS, LISTS = _declared("text"), _declared("names")
LENGTHS_OF: Mapping[str, int] = TEXTS | LISTS
NUMBERS: Mapping[str, tuple[int, int]] = _declared("number")
SECONDS: Mapping[str, tuple[float, float]] = _declared("seconds")
CHOICES: Mapping[str, Sequence[str] | Mapping[str, str]] = _declared("choice")
