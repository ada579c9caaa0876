"""What the metrics say of a drawing: values, what changed them, and which they prefer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.drawing_component import Gauge
from segmetrics.dashboard.frame.metric_options import options_of
from segmetrics.dashboard.learn.laboratory_view import Drawing, changes
from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.metrics.metric import Metric, Score
from segmetrics.metrics.registry import FAMILIES, METRICS
from segmetrics.number_formats import read, signed
from segmetrics.segmentation import Segmentation
from segmetrics.tables.browser import Cell, Heading, TableRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from segmetrics.dashboard.frame.url_state import UrlState
    from segmetrics.reproduction.scenes import Printed


Pair = tuple[Segmentation, Segmentation]

SHORT: Mapping[str, str] = {
    "s": "S",
    "b": "B",
    "a": "A",
    "confusion": "F by edits",
    "wd_chance": "chance level",
    "wd_normalised": "WD against chance",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "ghd": "Hamming distance",
}
# Scores that are kept for all visitors; a drawing of six has about 150.
KEPT = 4096
# Values nearer than this are the same.
SAME = 1e-9
PARTS = {"tp": "TP", "tn": "TN", "fp": "FP", "fn": "FN"}


def in_short(metric: Metric) -> str:
    """Return the short name of a metric, for sentences."""
    return SHORT.get(metric.key, metric.name)


@lru_cache(maxsize=KEPT)
def _score(key: str, pair: Pair, n: int, width: WindowWidth) -> Score:
    """Compute a metric of a pair; gauges, tables and sentences ask for the same ones."""
    metric = METRICS[key]
    return metric(*pair, **options_of(metric, _Settings(n, width)))


class _Settings(NamedTuple):
    """What of a drawing decides the options of metrics."""

    n: int
    width: WindowWidth


def _both_ways(metric: Metric, pair: Pair, drawing: Drawing) -> tuple[Score, Score]:
    """Compute a metric of a pair, and of the same exchanged."""
    forward = _score(metric.key, pair, drawing.n, drawing.width)
    if metric.symmetric:
        return forward, forward
    return forward, _score(metric.key, pair[::-1], drawing.n, drawing.width)


def metric_columns(drawing: Drawing) -> list[Heading]:
    """Name the columns of `metric_rows`; those about the scene only if there is one."""
    columns = [
        Heading("Metric", numeric=False),
        Heading("Value"),
        Heading("Reversed", title="With the two exchanged; the same for a symmetric metric"),
    ]
    if drawing.start_pair:
        columns.append(Heading("Since the start", title="The change since the scene was opened"))
    if _printed(drawing):
        columns.append(Heading("Printed", title="What the paper prints of these two"))
    return [*columns, Heading("What it rewards", numeric=False)]


def metric_rows(drawing: Drawing, href: Callable[[str], str]) -> list[TableRow]:
    """Compute all metrics of the pair that is compared, family by family."""
    printed = _printed(drawing)
    blank = [Cell("")] * (len(metric_columns(drawing)) - 2)
    rows = []
    for family, about in FAMILIES.items():
        name, _, what = about.partition(": ")
        rows.append(TableRow("group", [Cell(name), *blank, Cell(what)]))
        for metric in METRICS.values():
            if metric.family == family:
                cells = _values(metric, drawing, printed)
                value = replace(
                    cells[0],
                    href=href(metric.key),
                    opens=f"{in_short(metric)} of {' and '.join(drawing.compared)}",
                )
                first = Cell(_title(metric), sub=metric.direction, title=metric.name)
                rewards = Cell(metric.rewards, sub=_reasons(metric, drawing))
                rows.append(TableRow("item", [first, value, *cells[1:], rewards]))
    return rows


def _reasons(metric: Metric, drawing: Drawing) -> str | None:
    """Return why a metric has no value, one way or reversed."""
    forward, backward = (one.undefined for one in _both_ways(metric, drawing.pair, drawing))
    said = [f"Undefined: {forward}."] if forward else []
    if backward and not metric.symmetric:
        said.append(f"Reversed, undefined: {backward}.")
    return " ".join(said) or None


def gauges(drawing: Drawing, before: Drawing | None, href: Callable[[str], str]) -> list[Gauge]:
    """Compute what stands below a drawing: the metrics, and how the last change moved them."""
    before = before if before and changes(before, drawing) else drawing
    found = []
    for metric in _scoring():
        now = _both_ways(metric, drawing.pair, drawing)[0]
        old = _both_ways(metric, before.pair, before)[0]
        found.append(
            Gauge(
                _title(metric),
                read(now.value),
                href(metric.key),
                now.undefined or f"{metric.name}, {metric.direction}",
                _share(metric, now.value),
                "" if _same(old.value, now.value) else _since(old, now).text,
            )
        )
    return found


def _title(metric: Metric) -> str:
    name = in_short(metric)
    return name[:1].upper() + name[1:]


def _values(metric: Metric, drawing: Drawing, printed: Sequence[Printed]) -> list[Cell]:
    forward, backward = _both_ways(metric, drawing.pair, drawing)
    cells = [
        Cell(read(forward.value), title=forward.undefined, bar=_share(metric, forward.value)),
        Cell("") if metric.symmetric else Cell(read(backward.value), title=backward.undefined),
    ]
    if drawing.start_pair:
        cells.append(_since(_both_ways(metric, drawing.start_pair, drawing)[0], forward))
    if printed:
        cells.append(_printed_cell([p for p in printed if p.metric == metric.key], drawing))
    return cells


def _share(metric: Metric, value: float | None) -> float | None:
    """Place a value on the range of its metric, if that has two ends."""
    if value is None or not (isfinite(metric.low) and isfinite(metric.high)):
        return None
    return (value - metric.low) / (metric.high - metric.low)


def _since(start: Score, now: Score) -> Cell:
    if start.value is None or now.value is None:
        if start.value is None and now.value is None:
            return Cell("")
        return Cell(f"was {read(start.value)}", title=start.undefined)
    change = now.value - start.value
    return Cell(f"{signed(change)}".replace("-", "−") if abs(change) > SAME else "0")


def _printed(drawing: Drawing) -> list[Printed]:
    """List what a paper prints of the two that are compared, as long as they are its own."""
    if drawing.scene is None or drawing.start_pair != drawing.pair:
        return []
    names = (drawing.hypothesis.name, drawing.reference.name)
    return [
        p
        for p in drawing.scene.printed
        if (p.hypothesis, p.reference) == names
        or (METRICS[p.metric].symmetric and (p.reference, p.hypothesis) == names)
    ]


def _printed_cell(printed: Sequence[Printed], drawing: Drawing) -> Cell:
    if not printed:
        return Cell("")
    texts = []
    for one in printed:
        value = one.computed(*drawing.pair)
        sign = "=" if value is not None and one.equals(value) else "≠"
        texts.append(f"{PARTS.get(one.options.get('part', ''), '')} {sign} {one.text}".strip())
    return Cell(", ".join(texts), sub=_setting(printed[0]))


def _setting(printed: Printed) -> str | None:
    """Return what a printed value is of, where it is not of the metric as it stands."""
    said = ["1 − the value"] if printed.complement else []
    options = printed.options
    if "k" in options:
        said.append(f"k = {options['k']}")
    if "width" in options:
        said.append(f"windows of {options['width']}")
    if "window" in options:
        said.append(f"window of {options['window']}")
    return ", ".join(said) or None


def known_differences(drawing: Drawing) -> list[str]:
    """Return why printed values of the pair are known to differ."""
    return [
        f"{PARTS.get(one.options.get('part', ''), in_short(METRICS[one.metric]))} is printed as "
        f"{one.text}: {one.differs}."
        for one in _printed(drawing)
        if one.differs
    ]


def reaction(before: Drawing, now: Drawing) -> str | None:
    """Return which metrics saw the last change and which did not."""
    what = changes(before, now)
    if what is None:
        return None
    saw: list[str] = []
    missed: list[str] = []
    for metric in _scoring():
        old, new = (_both_ways(metric, drawing.pair, drawing) for drawing in (before, now))
        same = all(_same(a.value, b.value) for a, b in zip(old, new, strict=True))
        (missed if same else saw).append(in_short(metric))
    if not saw:
        return f"{what}. No metric of these two changed."
    if not missed:
        return f"{what}. Every metric changed."
    return f"{what}. {_joined(saw)} changed; {_joined(missed)} did not."


def _scoring() -> list[Metric]:
    return [metric for metric in METRICS.values() if metric.scores]


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= SAME


def _joined(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


@dataclass(frozen=True, slots=True)
class Preference:
    """What a metric says of all segmentations against the reference."""

    metric: Metric
    scores: Mapping[str, Score]
    best: tuple[str, ...]


def preferences(drawing: Drawing) -> list[Preference]:
    """Compute which segmentation each metric finds closest to the reference."""
    others = [lane for lane in drawing.lanes if lane != drawing.reference]
    found = []
    for metric in _scoring():
        pairs = {lane.name: (lane.segmentation, drawing.reference.segmentation) for lane in others}
        scores = {
            name: _score(metric.key, pair, drawing.n, drawing.width) for name, pair in pairs.items()
        }
        known = {name: s.value for name, s in scores.items() if s.value is not None}
        top = (min if metric.penalty else max)(known.values(), default=None)
        best = tuple(name for name, value in known.items() if _same(value, top))
        found.append(Preference(metric, scores, best))
    return found


def preference_columns(drawing: Drawing) -> list[Heading]:
    """Name the columns of `preference_rows`."""
    others = [lane.name for lane in drawing.lanes if lane != drawing.reference]
    return [
        Heading("Metric", numeric=False),
        *map(Heading, others),
        Heading("Closest", title="The one that the metric finds closest to the reference"),
    ]


def preference_rows(found: Iterable[Preference]) -> list[TableRow]:
    """Write preferences as rows for `preference_columns`."""
    rows = []
    for one in found:
        values = [Cell(read(s.value), title=s.undefined) for s in one.scores.values()]
        name = Cell(_title(one.metric), sub=one.metric.direction)
        rows.append(TableRow("item", [name, *values, Cell(_closest(one))]))
    return rows


def _closest(found: Preference) -> str:
    if not found.best:
        return "undefined"
    known = sum(score.value is not None for score in found.scores.values())
    if known > 1 and len(found.best) == known:
        return "no difference"
    return _joined(found.best)


def preference_in_words(found: Sequence[Preference]) -> str:
    """Return which metrics prefer which segmentation."""
    by_choice: dict[str, list[str]] = {}
    for one in found:
        by_choice.setdefault(_closest(one), []).append(in_short(one.metric))
    undecided = by_choice.pop("no difference", [])
    by_choice.pop("undefined", None)
    said = [f"{choice} for {_joined(names)}" for choice, names in by_choice.items()]
    first = f"Closest is {'; '.join(said)}." if said else ""
    last = f"{_joined(undecided)} cannot tell them apart." if undecided else ""
    return f"{first} {last[:1].upper()}{last[1:]}".strip() or "No metric has a value."


def coefficient_columns(drawing: Drawing) -> list[Heading]:
    """Name the columns of `coefficient_rows`."""
    columns = [Heading("Coefficient", numeric=False), Heading("Value")]
    if drawing.changed:
        columns.append(Heading("Since the start", title="The change since the scene was opened"))
    return [*columns, Heading("What it is", numeric=False)]


def coefficient_rows(drawing: Drawing, view: UrlState) -> list[TableRow]:
    """Compute the coefficients of all segmentations together."""
    now = _coefficients({lane.name: lane.segmentation for lane in drawing.lanes}, view)
    start = (
        _coefficients(drawing.scene.segmentations, view)
        if drawing.scene and drawing.changed
        else None
    )
    rows = []
    for place, (name, about, score) in enumerate(now):
        cells = [Cell(name), Cell(read(score.value), title=score.undefined)]
        if start:
            cells.append(_since(start[place][2], score))
        reason = f" Undefined: {score.undefined}." if score.undefined else ""
        rows.append(TableRow("item", [*cells, Cell(about + reason)]))
    return rows


@dataclass(frozen=True, slots=True)
class _Coefficient:
    """A coefficient, or the reason why there is none."""

    value: float | None
    undefined: str | None


def _coefficients(
    lanes: Mapping[str, Segmentation], view: UrlState
) -> list[tuple[str, str, _Coefficient]]:
    """Name, explain and compute the coefficients of all segmentations."""
    corpus = Corpus.from_masses({"drawing": {name: s.masses for name, s in lanes.items()}})
    rows = {
        similarity: agreement(
            corpus,
            AgreementOptions(
                similarity=similarity, convention=view.convention, model=view.options.model
            ),
        ).items[0]
        for similarity in ("s", "b")
    }
    decided = decisions(corpus).items[0]
    return [
        (name, about, _Coefficient(getattr(row, column), row.undefined.get(column)))
        for name, about, row, column in (
            ("π* over S", "Agreement beyond chance, one rate for all.", rows["s"], "pi_star"),
            ("κ* over S", "The same, a rate for each coder.", rows["s"], "kappa_star"),
            ("π* over B", "Only places where somebody sees a boundary.", rows["b"], "pi_star"),
            ("Krippendorff's α", "Yes or no at each place; no near misses.", decided, "alpha"),
        )
    ]
