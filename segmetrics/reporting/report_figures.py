"""The figures of a report, each with its title, what it shows in words, and its looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import plotly.graph_objects as go

from segmetrics.coefficients.quantities import coefficient
from segmetrics.number_formats import shown
from segmetrics.phrases import counted
from segmetrics.plots.heat_maps import (
    EXPORT_TEMPLATE,
    heat_map_figure,
    heat_map_items,
    ranked_figure,
)
from segmetrics.plots.palette import Theme, scale
from segmetrics.reporting.report import CONTENTS, Report
from segmetrics.tables.agreement_columns import footnotes

CLEAR = "rgba(0,0,0,0)"


@dataclass(frozen=True)
class ReportFigure:
    """A figure of a report; it is drawn when it is looked at."""

    key: str
    title: str
    about: str
    draw: Callable[[], go.Figure] | None

    @cached_property
    def figure(self) -> go.Figure:
        """The figure, with the template for print; without anything, if it has no `draw`."""
        found = self.draw() if self.draw else go.Figure()
        found.update_layout(template=EXPORT_TEMPLATE)
        for place, trace in enumerate(found.data):
            # Plotly would make up names, other ones each time.
            trace.uid = f"{self.key}{place}"
        return found


def figures_of(report: Report) -> tuple[ReportFigure, ...]:
    """List the figures that a report holds."""
    found = []
    if report.holds("ranked"):
        found.append(_ranked(report))
    if report.holds("heat_map"):
        found.append(_heat_map(report))
    return tuple(found)


def _ranked(report: Report) -> ReportFigure:
    ranked = report.ranked
    symbol = coefficient("pi_star", report.options.agreement.similarity).plain
    title = CONTENTS["ranked"]
    if not ranked:
        about = f"No item has a {symbol}: {'; '.join(footnotes(report.table))}."
        return ReportFigure("ranked", title, about, None)
    least, most = ranked[0], ranked[-1]
    about = (
        f"{symbol} of {counted(len(ranked), 'item')}, from "
        f"{shown(least.pi_star)} ({least.item}) to {shown(most.pi_star)} ({most.item})."
    )
    without = len(report.table.items) - len(ranked)
    if without:
        about += f" Items without a value: {without:,}."
    draw = partial(ranked_figure, report.corpus, report.table, report.intervals)
    return ReportFigure("ranked", title, about, draw)


def _heat_map(report: Report) -> ReportFigure:
    ranked = [row.item for row in report.ranked]
    others = [item.name for item in report.corpus.items if item.name not in set(ranked)]
    names = [*ranked, *others]
    drawn = heat_map_items(report.corpus, names)
    about = (
        "Each row is an item, the least reliable first; each cell is a place between two units, "
        "and its shade the share of coders who placed a boundary there."
    )
    if len(drawn) < len(names):
        about += f" The first {len(drawn):,} of {len(names):,} items."
    draw = partial(heat_map_figure, report.corpus, names)
    return ReportFigure("heat_map", CONTENTS["heat_map"], about, draw)


def page_template(theme: Theme) -> go.layout.Template:
    """Return the template of figures on a page."""
    found = go.layout.Template(EXPORT_TEMPLATE)
    axis = {"gridcolor": theme.line, "linecolor": theme.line}
    found.layout.update(
        font={"color": theme.ink, "size": 13},
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        colorscale={"sequential": scale(theme), "sequentialminus": scale(theme)},
        xaxis=axis,
        yaxis=axis,
        hoverlabel={"bgcolor": theme.ground, "font": {"color": theme.ink}},
    )
    found.data.heatmap = [go.Heatmap(colorscale=scale(theme))]
    return found
