"""The figures of a report, each with its title, what it shows in words, and its looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from operator import attrgetter

import plotly.graph_objects as go

from segmetrics.number_formats import seconds, short
from segmetrics.phrases import counted, listed, plural
from segmetrics.plots import heat_maps
from segmetrics.plots.palette import Theme, scale
from segmetrics.plots.recording_plots import MOST_RECORDINGS, curve_figure, density_figure
from segmetrics.reliability.chance_verdicts import UNCLEAR, VERDICT_WORDS
from segmetrics.reporting.recorded import RecordedResults
from segmetrics.reporting.report import CONTENTS, OF_RECORDINGS, Report
from segmetrics.reporting.report_tables import OVER_TOLERANCES
from segmetrics.tables.columns import collected

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
        found.update_layout(template=heat_maps.EXPORT_TEMPLATE)
        for place, trace in enumerate(found.data):
            # Plotly would make up names, other ones each time.
            trace.uid = f"{self.key}{place}"
        return found


def figures_of(report: Report) -> tuple[ReportFigure, ...]:
    """List the figures that a report holds."""
    if report.recorded:
        return _of_recordings(report, report.recorded)
    found = []
    if report.holds("ranked"):
        found.append(_ranked(report))
    if report.holds("heat_map"):
        found.append(_heat_map(report))
    return tuple(found)


def _of_recordings(report: Report, recorded: RecordedResults) -> tuple[ReportFigure, ...]:
    """List the figures of a report on recordings."""
    found = []
    if report.holds("agreement"):
        found.append(_curve(recorded))
    if report.holds("heat_map"):
        found.append(_density(recorded))
    return tuple(found)


def _curve(recorded: RecordedResults) -> ReportFigure:
    known = [point for point in recorded.curve if point.value is not None]
    if not known:
        why = recorded.curve[0].undefined
        return ReportFigure("tolerances", OVER_TOLERANCES, f"F is undefined: {why}.", None)
    options = recorded.agreement.options
    about = (
        f"Mean F of all pairs over tolerances, from {short(known[0].value)} at "
        f"{seconds(known[0].tolerance)} to {short(known[-1].value)} at "
        f"{seconds(known[-1].tolerance)}."
    )
    if known[0].chance is not None:
        about += " The band holds the whole curve of independent coders in 95% of cases."
    draw = partial(curve_figure, recorded.curve, options.tolerance)
    return ReportFigure("tolerances", OVER_TOLERANCES, about, draw)


def _density(recorded: RecordedResults) -> ReportFigure:
    title, made = OF_RECORDINGS["heat_map"], recorded.made
    if recorded.too_fine or made is None:
        return ReportFigure("heat_map", title, f"No density: {recorded.too_fine}.", None)
    if not recorded.densities:
        return ReportFigure("heat_map", title, "Nobody whose boundaries count coded these.", None)
    drawn = recorded.densities[:MOST_RECORDINGS]
    of = "such corpora, everywhere" if len(recorded.densities) > 1 else "such recordings"
    about = (
        "How often a coder marks around each moment (curve, with a kernel of "
        f"{seconds(recorded.options.width)}), and the level that independent coders stay below "
        f"in 95% of {of} (dotted). Marks are the boundaries of the consensus, with the "
        "95% interval of their place."
    )
    if len(drawn) < len(recorded.densities):
        about += f" The first {len(drawn):,} of {len(recorded.densities):,} recordings."
    marks = [[one for one in made.boundaries if one.item == row.item] for row in drawn]
    draw = partial(density_figure, drawn, marks)
    return ReportFigure("heat_map", title, about, draw)


def _ranked(report: Report) -> ReportFigure:
    ranked, of, table = report.ranked, report.ranked_by, report.ranked_table
    title = CONTENTS["ranked"]
    if not ranked:
        whys = collected((row.item, row.undefined.get(of.column, "")) for row in table.items)
        return ReportFigure("ranked", title, f"No item has a {of.plain}: {'; '.join(whys)}.", None)
    value = attrgetter(of.column)
    least, most = min(ranked, key=value), max(ranked, key=value)
    about = (
        f"{of.symbol} of {counted(len(ranked), 'item')}, from "
        f"{short(value(least))} ({least.item}) to "
        f"{short(value(most))} ({most.item}). {_against_chance(report)}"
    )
    without = len(table.items) - len(ranked)
    if without:
        about += f"Items without a value: {without:,}. "
    if report.intervals:
        about += f"Bars are {report.intervals.options.signature}."
    draw = partial(heat_maps.ranked_figure, report.corpus, table, of, report.intervals)
    return ReportFigure("ranked", title, about.strip(), draw)


def _against_chance(report: Report) -> str:
    """Name the ranked items that cannot be told from chance, if items are ranked by that."""
    if report.reliability is None or report.options.rank_by != "corrected":
        return ""
    said = ""
    for verdict in UNCLEAR:
        rows = report.reliability.ranked(report.options.rank_by)
        names = [row.item for row in rows if row.verdict == verdict]
        if names:
            said += f"{VERDICT_WORDS[verdict].capitalize()}: {listed(names)}. "
    return said or "All agree beyond chance. "


def _heat_map(report: Report) -> ReportFigure:
    ranked = [row.item for row in report.ranked]
    others = [item.name for item in report.corpus.items if item.name not in set(ranked)]
    names = [*ranked, *others]
    drawn = heat_maps.heat_map_items(report.corpus, names)
    about = (
        "Each row is an item, the least reliable first. Each cell is a place between two "
        f"{plural(report.corpus.unit)}; its shade is the share of coders who placed a boundary "
        "there."
    )
    if len(drawn) < len(names):
        about += f" The first {len(drawn):,} of {len(names):,} items."
    draw = partial(heat_maps.heat_map_figure, report.corpus, names)
    return ReportFigure("heat_map", CONTENTS["heat_map"], about, draw)


def page_template(theme: Theme) -> go.layout.Template:
    """Return the template of figures on a page."""
    found = go.layout.Template(heat_maps.EXPORT_TEMPLATE)
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
