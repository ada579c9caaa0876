"""Figures of recordings: agreement over tolerances, and the density of boundaries."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from segmetrics.adjudication.consensus_in_time import TimeBoundary
from segmetrics.number_formats import HOVER_ROUGH, clock
from segmetrics.plots.heat_maps import HIGHER, laid_out, plain_names
from segmetrics.plots.palette import BAND, NEAR, OTHER, REFERENCE, VALUE
from segmetrics.reliability.hit_rate_curve import TolerancePoint
from segmetrics.reliability.press_density import PressDensity

MOST_RECORDINGS = 12
"""Recordings whose density a figure draws."""

# Pixels of a row and between rows, points of a curve, letters of a name, marks of an axis with the
# seconds that may lie between two.
ROW, GAP, POINTS, LONGEST_NAME, MOST_MARKS = 130, 44, 1500, 60, 9
STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200)


def curve_figure(points: Sequence[TolerancePoint], tolerance: float) -> go.Figure:
    """Draw F over tolerances above the band of independent people; the chosen one is marked."""
    figure = go.Figure()
    known = [point for point in points if point.value is not None]
    across = [point.tolerance for point in known]
    if any(point.chance is not None for point in known):
        for name, ends in (("", "high"), ("independent people", "low")):
            figure.add_scatter(
                x=across,
                y=[getattr(point, ends) for point in known],
                name=name,
                mode="lines",
                line={"width": 0},
                fill="tonexty" if name else None,
                fillcolor=BAND,
                showlegend=bool(name),
                hoverinfo="skip",
            )
        figure.add_scatter(
            x=across,
            y=[point.chance for point in known],
            name="their mean",
            mode="lines",
            line={"color": REFERENCE, "dash": "dot", "width": 2},
            hovertemplate=f"within %{{x}} s: %{{y:{HOVER_ROUGH}}}<extra>chance</extra>",
        )
    figure.add_scatter(
        x=across,
        y=[point.value for point in known],
        name="coders",
        mode="lines+markers",
        line={"color": VALUE, "width": 2},
        marker={"symbol": OTHER.symbol, "size": 8},
        cliponaxis=False,
        hovertemplate=f"within %{{x}} s: %{{y:{HOVER_ROUGH}}}<extra>F</extra>",
    )
    figure.add_vline(x=tolerance, line={"color": REFERENCE, "width": 1})
    figure.update_xaxes(title_text="tolerance (seconds)", zeroline=False, rangemode="tozero")
    figure.update_yaxes(title_text=f"mean F ({HIGHER})", range=[0, 1], zeroline=False)
    laid_out(figure, 320, legend=True)
    return figure.update_layout(legend={"traceorder": "normal"})


def density_figure(
    densities: Sequence[PressDensity], boundaries: Sequence[Sequence[TimeBoundary]]
) -> go.Figure:
    """Draw the density of boundaries of each recording, a row each, with its consensus as marks."""
    figure = make_subplots(
        rows=len(densities),
        shared_xaxes=True,
        vertical_spacing=GAP / (ROW * len(densities)),
        subplot_titles=plain_names([one.item for one in densities], LONGEST_NAME),
    )
    longest = max(one.times[-1] for one in densities)
    marks = _minutes(longest)
    for row, (one, found) in enumerate(zip(densities, boundaries, strict=True), 1):
        times, heights = _thinned(one)
        figure.add_scatter(
            x=times,
            y=heights,
            name="boundaries a minute of a coder",
            mode="lines",
            line={"color": VALUE, "width": 1},
            fill="tozeroy",
            showlegend=row == 1,
            hoverinfo="skip",
            row=row,
            col=1,
        )
        if one.chance is not None:
            figure.add_scatter(
                x=[0, one.times[-1]],
                y=[60 * one.chance] * 2,
                name="chance level",
                mode="lines",
                line={"color": REFERENCE, "dash": "dot", "width": 1.5},
                showlegend=row == 1,
                hoverinfo="skip",
                row=row,
                col=1,
            )
        figure.add_trace(_consensus(found, max(heights)), row=row, col=1)
        figure.data[-1].showlegend = row == 1
    figure.update_xaxes(
        tickvals=marks,
        ticktext=[clock(mark) for mark in marks],
        range=[0, longest],
        zeroline=False,
        showgrid=False,
    )
    figure.update_yaxes(rangemode="tozero", zeroline=False, nticks=3)
    figure.update_annotations(x=0, xanchor="left", font={"size": 12})
    height = 90 + ROW * len(densities)
    laid_out(figure, height, legend=True)
    # Above the names of the recordings.
    legend = {"yref": "container", "y": 1, "yanchor": "top"}
    return figure.update_layout(margin={"t": 60}, legend=legend)


def _consensus(boundaries: Sequence[TimeBoundary], top: float) -> go.Scatter:
    """Return the boundaries of a consensus as marks above a density."""
    after = [0.0 if one.high is None else one.high - one.time for one in boundaries]
    before = [0.0 if one.low is None else one.time - one.low for one in boundaries]
    return go.Scatter(
        x=[one.time for one in boundaries],
        y=[1.08 * top] * len(boundaries),
        name="consensus",
        mode="markers",
        marker={"symbol": "triangle-down", "size": 8, "color": NEAR},
        error_x={"array": after, "arrayminus": before, "thickness": 1.5, "width": 3},
        text=[f"{clock(one.time, 1)}: {len(one.votes)} of {one.of} coders" for one in boundaries],
        hovertemplate="%{text}<extra></extra>",
        cliponaxis=False,
    )


def _thinned(one: PressDensity) -> tuple[list[float], list[float]]:
    """Return a curve of at most so many points in boundaries a minute, peaks kept."""
    width = -(-len(one.times) // POINTS)
    places = range(len(one.times))
    parts = [places[at : at + width] for at in places[::width]]
    kept = [max(part, key=one.density.__getitem__) for part in parts]
    return [round(one.times[at], 3) for at in kept], [round(60 * one.density[at], 4) for at in kept]


def _minutes(longest: float) -> list[int]:
    """Return where the axis of a recording has marks: about eight, at whole steps of a clock."""
    step = next((one for one in STEPS if longest / one <= MOST_MARKS), STEPS[-1])
    return list(range(0, int(longest) + 1, step))
