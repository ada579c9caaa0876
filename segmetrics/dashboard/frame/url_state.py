"""What the address says: the corpus, the item, the pair, the settings.

The query parameters are the one place where the state of the dashboard lives, so
a link reopens the same view and the browser's Back undoes the last step. Widgets
are set from it before they are drawn, and write to it when they change.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Self, get_args
from urllib.parse import urlencode

from segmetrics.adjudication.gold import METHODS, GoldOptions, Method
from segmetrics.boundary_marks import Uncertain
from segmetrics.coefficients.boundary_decisions import THRESHOLDS, Threshold
from segmetrics.coefficients.chance_corrected import CONVENTIONS, Convention
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.dashboard.frame.page_list import PAGES
from segmetrics.io import SAMPLES
from segmetrics.io.limits import MAX_NAME
from segmetrics.metrics.blocks.window_blocks import WIDTHS, WindowWidth
from segmetrics.metrics.edits import EditModel
from segmetrics.metrics.registry import METRICS
from segmetrics.reliability.jackknife import IntervalOptions, Over
from segmetrics.reporting.report import CONTENTS
from segmetrics.reproduction import PAPERS
from segmetrics.segmenters.baselines import BASELINES
from segmetrics.store import place_of

MAX_WINDOW = 100
SEES = {
    "edits": "edits",
    "windows": "windows of WindowDiff",
    "alignment": "alignment of segments",
    "levels": "levels of the hierarchy",
}
INTERVALS = ("shown", "hidden")
POPULATIONS: Mapping[Over, str] = {
    "coders and items": "other coders and items",
    "items": "the same coders, other items",
}
LOOKS = {
    "places": "every place",
    "overview": "a line for each item",
    "multiples": "small multiples",
}
SCALES = {"fitted": "each as wide as its panel", "same": "equally wide units"}
NAMES = {"named": "by name", "numbered": "by number"}
SCOPES = {"all": "all items", "item": "this item"}
ORDERS = {
    "corpus": "as in the corpus",
    "reliability": "least reliable first",
    "length": "longest first",
}


# Between the names of a list; no name that the readers take has it.
BETWEEN = "\n"
# Characters of all parameters together; more would stand in every link of a page.
LONGEST = 5000
BILLION = 10**9


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
    n: int = _number(2, 2, MAX_WINDOW, setting=True)
    convention: Convention = _choice("defined", CONVENTIONS)
    width: WindowWidth = _choice("units", WIDTHS)
    sort: str = _text()
    page: int = _number(1, 1, 10**6, of_corpus=True)
    order: str = _choice("corpus", ORDERS)
    similarity: str = _choice("s", SIMILARITIES)
    uncertain: Uncertain = _choice("type", get_args(Uncertain))
    sees: str = _choice("edits", SEES)
    intervals: str = _choice("shown", INTERVALS)
    over: Over = _choice("coders and items", POPULATIONS)
    metric: str = _choice("s", tuple(METRICS))
    group: int = _number(1, 1, 10**6, of_corpus=True)
    wish: int = _number(10, 1, 100, setting=True)
    automatic: tuple[str, ...] | None = _names(None, of_corpus=True)
    added: tuple[str, ...] = _names(BASELINES)
    method: Method = _choice("majority", METHODS)
    share: int = _number(50, 1, 100, setting=True)
    threshold: Threshold = _choice("more_than", THRESHOLDS)
    scope: str = _choice("all", SCOPES, setting=False)
    # What is opened: it holds three names at most.
    number: str = _text(most=3 * MAX_NAME + 100, of_corpus=True)
    opened: str = _text()
    look: str = _choice("", LOOKS)
    scale: str = _choice("fitted", SCALES)
    other: str = _text()
    scene: str = _text()
    hypothesis: str | None = _text(None)
    reference: str | None = _text(None)
    # Drawings of the Laboratory take about 800 characters.
    drawn: tuple[str, ...] = _names((), setting=False)
    paper: str = _choice("fournier2012", PAPERS, setting=False)
    contents: tuple[str, ...] = _names(tuple(CONTENTS))
    coders: str = _choice("named", NAMES)
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
        notes = [
            f"The address says {name} = {query[name][:20]!r}, which {why}; it was not used."
            for name, why in wrong.items()
        ]
        for name, (low, high) in NUMBERS.items():
            if name not in query:
                continue
            text = query[name]
            if text.isascii() and text.isdecimal() and len(text) < 10 and low <= int(text) <= high:
                values[name] = int(text)
            else:
                notes.append(
                    f"The address says {name} = {text[:20]!r}, which is no number "
                    f"from {low} to {high}; it was not used."
                )
        for name, choices in CHOICES.items():
            if name not in query:
                continue
            if query[name] in choices:
                values[name] = query[name]
            else:
                notes.append(
                    f"The address says {name} = {query[name][:20]!r}, which is none of "
                    f"{', '.join(choices)}; it was not used."
                )
        return cls(**values, notes=tuple(notes))

    def query(self) -> dict[str, str]:
        """Write the query parameters; what has its default is left out."""
        return {
            field.name: BETWEEN.join(value) if isinstance(value, tuple) else str(value)
            for field in fields(self)
            if field.name != "notes" and (value := getattr(self, field.name)) != field.default
        }

    @property
    def too_long(self) -> str:
        """Why an address cannot say all of this view, as a sentence; empty if it can."""
        return " ".join(
            f"This does not fit into the address of the page: {name} {why}. Nothing was changed."
            for name, why in _too_long(self.query()).items()
        )

    def href(self, address: str, /, **changes: Any) -> str:
        """Return a link to a page with this view after some changes; an opened number closes."""
        view = replace(self, **{"number": "", **changes})
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
            model=EditModel(n=self.n),
        )

    @property
    def interval_options(self) -> IntervalOptions:
        """The settings as options of intervals."""
        return IntervalOptions(over=self.over)

    @property
    def gold_options(self) -> GoldOptions:
        """The settings as options of a consensus; raises ValueError if no count fits."""
        if self.method == "medoid":
            return GoldOptions(method="medoid", n=self.n)
        pooled: dict[str, Any] = {"n": self.n} if self.method == "pooled" else {}
        share, threshold = self.share / 100, self.threshold
        return GoldOptions(method=self.method, share=share, threshold=threshold, **pooled)


def _too_long(query: Mapping[str, str]) -> dict[str, str]:
    """Find the parameters that are too long to stand in every link of a page, each with why."""
    room, wrong = LONGEST, {}
    for name, most in LENGTHS_OF.items():
        length = len(query.get(name, ""))
        if length > most:
            wrong[name] = f"has {length:,} characters, where {most:,} are read"
        elif length > room:
            wrong[name] = f"has {length:,} characters, where all together may have {LONGEST:,}"
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
CHOICES: Mapping[str, Sequence[str] | Mapping[str, str]] = _declared("choice")
