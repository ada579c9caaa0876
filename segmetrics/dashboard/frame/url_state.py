"""What the address says: the corpus, the item, the pair, the settings.

The query parameters are the one place where the state of the dashboard lives, so
a link reopens the same view and the browser's Back undoes the last step. Widgets
are set from it before they are drawn, and write to it when they change.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self, get_args
from urllib.parse import urlencode

from segmetrics.adjudication.gold import METHODS, GoldOptions, Method
from segmetrics.coefficients.boundary_decisions import THRESHOLDS, Threshold
from segmetrics.coefficients.chance_corrected import CONVENTIONS, Convention
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Uncertain
from segmetrics.dashboard.frame.page_list import PAGES
from segmetrics.io import SAMPLES
from segmetrics.io.limits import MAX_NAME
from segmetrics.metrics.blocks.window_blocks import WIDTHS, WindowWidth
from segmetrics.metrics.edits import EditModel
from segmetrics.metrics.registry import METRICS
from segmetrics.reporting.report import CONTENTS
from segmetrics.reproduction import PAPERS
from segmetrics.reproduction.diaz2022 import DEFAULT_LENGTH, LENGTHS
from segmetrics.segmenters.baselines import BASELINES
from segmetrics.store import place_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


MAX_WINDOW = 100
SEES = {
    "edits": "edits",
    "windows": "windows of WindowDiff",
    "alignment": "alignment of segments",
    "levels": "levels of the hierarchy",
}
INTERVALS = ("shown", "hidden")
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


@dataclass(frozen=True, slots=True, kw_only=True)
class UrlState:
    """One view of the dashboard."""

    corpus: str = ""
    item: str | None = None
    a: str | None = None
    b: str | None = None
    place: int | None = None
    start: int | None = None
    n: int = 2
    convention: Convention = "defined"
    width: WindowWidth = "units"
    sort: str = ""
    page: int = 1
    order: str = "corpus"
    similarity: str = "s"
    uncertain: Uncertain = "type"
    sees: str = "edits"
    intervals: str = "shown"
    metric: str = "s"
    group: int = 1
    wish: int = 10
    automatic: tuple[str, ...] | None = None
    added: tuple[str, ...] = BASELINES
    method: Method = "majority"
    share: int = 50
    threshold: Threshold = "more_than"
    scope: str = "all"
    number: str = ""
    opened: str = ""
    look: str = ""
    scale: str = "fitted"
    other: str = ""
    scene: str = ""
    hypothesis: str | None = None
    reference: str | None = None
    drawn: tuple[str, ...] = ()
    paper: str = "fournier2012"
    length: int = DEFAULT_LENGTH
    contents: tuple[str, ...] = tuple(CONTENTS)
    coders: str = "named"
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


OF_TWO = {info.address for info in PAGES if info.of_two}
# What means something in one corpus only.
OF_A_CORPUS = ("item", "a", "b", "place", "start", "page", "group", "automatic", "number")
# How a corpus is looked at, whatever of it.
OF_SETTINGS = {
    "n",
    "convention",
    "width",
    "similarity",
    "uncertain",
    "sees",
    "intervals",
    "metric",
    "wish",
    "automatic",
    "added",
    "method",
    "share",
    "threshold",
    "order",
    "look",
    "scale",
    "contents",
    "coders",
}
TEXTS = (
    "corpus",
    "item",
    "a",
    "b",
    "sort",
    "number",
    "opened",
    "other",
    "scene",
    "hypothesis",
    "reference",
)
LISTS = ("automatic", "added", "drawn", "contents")
# Between the names of a list; no name that the readers take has it.
BETWEEN = "\n"
# Characters of each parameter, and of all together; more would stand in every link of a page. A
# number that is opened holds three names at most; drawings of the Laboratory take about 800.
LENGTHS_OF = {
    **dict.fromkeys(TEXTS, MAX_NAME),
    "number": 3 * MAX_NAME + 100,
    **dict.fromkeys(LISTS, 1000),
}
LONGEST = 5000
NUMBERS = {
    "place": (1, 10**9 - 1),
    "start": (1, 10**9 - 1),
    "n": (2, MAX_WINDOW),
    "page": (1, 10**6),
    "group": (1, 10**6),
    "wish": (1, 100),
    "share": (1, 100),
    "length": (LENGTHS[0], LENGTHS[-1]),
}
CHOICES: Mapping[str, Sequence[str] | Mapping[str, str]] = {
    "convention": CONVENTIONS,
    "width": WIDTHS,
    "order": ORDERS,
    "similarity": SIMILARITIES,
    "sees": SEES,
    "intervals": INTERVALS,
    "metric": tuple(METRICS),
    "method": METHODS,
    "threshold": THRESHOLDS,
    "scope": SCOPES,
    "look": LOOKS,
    "scale": SCALES,
    "paper": PAPERS,
    "coders": NAMES,
    "uncertain": get_args(Uncertain),
}
