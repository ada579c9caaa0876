"""What the metrics say of a drawing: values, what changed them, and which they prefer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import isfinite
from operator import attrgetter
from typing import NamedTuple

from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.drawing_component import Gauge
from segmetrics.dashboard.frame.metric_options import options_of
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.learn import words
from segmetrics.dashboard.learn.laboratory_view import Drawing, changes
from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.metrics.metric import Metric, Score
from segmetrics.metrics.registry import FAMILIES, METRICS
from segmetrics.number_formats import read, signed
from segmetrics.phrases import capital, joined
from segmetrics.reproduction.scenes import Printed
from segmetrics.segmentation import Segmentation
from segmetrics.tables.browser import Cell, PageTable, TableRow, page
from segmetrics.tables.columns import SCORE, Column, Row, Scored, Table, of_field

Pair = tuple[Segmentation, Segmentation]

# Scores that are kept for all visitors; a drawing of six has about 150.
KEPT = 4096
# Values nearer than this are the same.
SAME = 1e-9


def in_short(metric: Metric) -> str:
    """Return the short name of a metric, for sentences."""
    return words.SHORT.get(metric.key, metric.name)


@lru_cache(maxsize=KEPT)
def _score(key: str, pair: Pair, n: int, width: WindowWidth) -> Score:
    """Compute a metric of a pair; gauges, tables and sentences ask for the same ones."""
    return METRICS[key](*pair, **options_of(key, n=n, width=width))


def _both_ways(metric: Metric, pair: Pair, drawing: Drawing) -> tuple[Score, Score]:
    """Compute a metric of a pair, and of the same exchanged."""
    forward = _score(metric.key, pair, drawing.n, drawing.width)
    if metric.symmetric:
        return forward, forward
    return forward, _score(metric.key, pair[::-1], drawing.n, drawing.width)


def _title(metric: Metric) -> str:
    return capital(in_short(metric))


METRIC: Column[Metric] = Column(
    "metric", _title, words.METRIC, below=attrgetter("direction"), left=True
)


def metric_table(drawing: Drawing, href: Callable[[str], str]) -> PageTable:
    """Compute all metrics of the pair that is compared, family by family."""

    def forward(metric: Metric) -> Score:
        return _both_ways(metric, drawing.pair, drawing)[0]

    def backward(metric: Metric) -> Score:
        return _both_ways(metric, drawing.pair, drawing)[1]

    columns: list[Column[Metric]] = [
        replace(METRIC, why=attrgetter("name")),
        SCORE.through(forward),
        Column(
            "reversed",
            lambda one: "" if one.symmetric else backward(one).value,
            words.REVERSED,
            words.REVERSED_ABOUT,
            why=lambda one: None if one.symmetric else backward(one).undefined,
        ),
    ]
    start = drawing.start_pair
    if start:
        columns.append(_since(lambda one: _both_ways(one, start, drawing)[0], forward))
    printed = _printed(drawing)
    if printed:
        columns.append(_of_paper(printed, drawing))
    reasons = partial(_reasons, drawing)
    columns.append(of_field("rewards", words.REWARDS, below=reasons, left=True))
    compared = " and ".join(drawing.compared)
    links = {
        "value": lambda one: {
            "href": href(one.key),
            "opens": words.VALUE_OF.format(metric=in_short(one), compared=compared),
            "bar": _share(one, forward(one).value),
        }
    }
    heads, _ = page(Table(columns=columns, rows=()))
    blank, rows = [Cell("")] * (len(columns) - 2), []
    for family, about in FAMILIES.items():
        name, _, what = about.partition(": ")
        rows.append(TableRow("group", [Cell(name), *blank, Cell(what)]))
        metrics = [metric for metric in METRICS.values() if metric.family == family]
        rows += page(Table(columns=columns, rows=metrics), links)[1]
    return heads, rows


def _since(start: Callable[[Row], Scored], now: Callable[[Row], Scored]) -> Column[Row]:
    """Return the column of the change of a value since the scene was opened."""
    return Column(
        "since",
        lambda row: _change(start(row), now(row)),
        *words.SINCE,
        why=lambda row: start(row).undefined if now(row).value is not None else None,
    )


def _of_paper(printed: Sequence[Printed], drawing: Drawing) -> Column[Metric]:
    """Return the column of what a paper prints."""

    def of(metric: Metric) -> list[Printed]:
        return [one for one in printed if one.metric == metric.key]

    return Column(
        "printed",
        lambda one: ", ".join(_beside_ours(found, drawing) for found in of(one)),
        *words.PRINTED,
        below=lambda one: _setting(of(one)),
    )


def _reasons(drawing: Drawing, metric: Metric) -> str | None:
    """Return why a metric has no value, one way or reversed."""
    forward, backward = (one.undefined for one in _both_ways(metric, drawing.pair, drawing))
    said = [words.UNDEFINED_BECAUSE.format(forward)] if forward else []
    if backward and not metric.symmetric:
        said.append(words.UNDEFINED_REVERSED.format(backward))
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
                "" if _same(old.value, now.value) else _change(old, now),
            )
        )
    return found


def _share(metric: Metric, value: float | None) -> float | None:
    """Place a value on the range of its metric, if that has two ends."""
    if value is None or not (isfinite(metric.low) and isfinite(metric.high)):
        return None
    return (value - metric.low) / (metric.high - metric.low)


def _change(start: Scored, now: Scored) -> str:
    if start.value is None or now.value is None:
        if start.value is now.value:
            return ""
        return words.was(None if start.value is None else read(start.value))
    change = now.value - start.value
    return signed(change) if abs(change) > SAME else "0"


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


def _beside_ours(printed: Printed, drawing: Drawing) -> str:
    value = printed.computed(*drawing.pair)
    sign = "=" if value is not None and printed.equals(value) else "≠"
    return f"{printed.part} {sign} {printed.text}".strip()


def _setting(printed: Sequence[Printed]) -> str | None:
    """Return what printed values are of, where they are not of the metric as it stands."""
    if not printed:
        return None
    return words.setting(printed[0].options, complement=printed[0].complement) or None


def known_differences(drawing: Drawing) -> list[str]:
    """Return why printed values of the pair are known to differ."""
    return [
        words.PRINTED_AS.format(
            what=one.part or in_short(METRICS[one.metric]), printed=one.text, why=one.differs
        )
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
    return words.reaction(what, saw, missed)


def _scoring() -> list[Metric]:
    return [metric for metric in METRICS.values() if metric.scores]


def _same(one: float | None, other: float | None) -> bool:
    if one is None or other is None:
        return one is other
    return abs(one - other) <= SAME


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


def preference_table(found: Sequence[Preference]) -> PageTable:
    """Write what each metric says of all segmentations, and which is closest."""

    def score_of(name: str) -> Column[Preference]:
        return SCORE.through(lambda one: one.scores[name], heading=name)

    columns: list[Column[Preference]] = [
        METRIC.through(attrgetter("metric")),
        *map(score_of, found[0].scores),
        Column(
            "closest",
            _closest,
            *words.CLOSEST,
            why=lambda one: None if one.best else words.NONE_CLOSEST,
        ),
    ]
    return page(Table(columns=columns, rows=found))


def _closest(found: Preference) -> str | None:
    if not found.best:
        return None
    known = sum(score.value is not None for score in found.scores.values())
    if known > 1 and len(found.best) == known:
        return words.NO_DIFFERENCE
    return joined(found.best)


def preference_in_words(found: Sequence[Preference]) -> str:
    """Return which metrics prefer which segmentation."""
    by_choice: dict[str, list[str]] = {}
    for one in found:
        closest = _closest(one)
        if closest:
            by_choice.setdefault(closest, []).append(in_short(one.metric))
    undecided = by_choice.pop(words.NO_DIFFERENCE, [])
    return words.closest(by_choice, undecided)


def coefficient_table(drawing: Drawing, view: UrlState) -> PageTable:
    """Compute the coefficients of all segmentations together."""
    now = _coefficients({lane.name: lane.segmentation for lane in drawing.lanes}, view)
    columns: list[Column[str]] = [
        Column("name", str, words.COEFFICIENT, left=True),
        SCORE.through(now.__getitem__),
    ]
    if drawing.scene and drawing.changed:
        start = _coefficients(drawing.scene.segmentations, view)
        columns.append(_since(start.__getitem__, now.__getitem__))
    columns.append(Column("about", lambda name: _explained(now[name]), words.WHAT_IT_IS, left=True))
    return page(Table(columns=columns, rows=list(now)))


def _explained(one: _Coefficient) -> str:
    return (
        f"{one.about} {words.UNDEFINED_BECAUSE.format(one.undefined)}"
        if one.undefined
        else one.about
    )


class _Coefficient(NamedTuple):
    """A coefficient, or the reason why there is none."""

    about: str
    value: float | None
    undefined: str | None


def _coefficients(lanes: Mapping[str, Segmentation], view: UrlState) -> dict[str, _Coefficient]:
    """Compute the coefficients of all segmentations."""
    corpus = Corpus.from_masses({"drawing": {name: s.masses for name, s in lanes.items()}})
    options = partial(AgreementOptions, convention=view.convention, n=view.n)
    over_s, over_b = (
        agreement(corpus, options(similarity=similarity)).items[0] for similarity in ("s", "b")
    )
    decided = decisions(corpus).items[0]
    return {
        name: _Coefficient(about, getattr(row, column), row.undefined.get(column))
        for name, about, row, column in (
            ("π* over S", words.COEFFICIENTS["pi_s"], over_s, "pi_star"),
            ("κ* over S", words.COEFFICIENTS["kappa_s"], over_s, "kappa_star"),
            ("π* over B", words.COEFFICIENTS["pi_b"], over_b, "pi_star"),
            ("α", words.COEFFICIENTS["alpha"], decided, "alpha"),
        )
    }
