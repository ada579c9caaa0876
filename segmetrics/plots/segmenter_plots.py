"""Figures of segmenters beside people; see `segmetrics.plots.heat_maps` for colours."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.number_formats import signed
from segmetrics.plots.heat_maps import error_bars, laid_out, name_rows, plain_name
from segmetrics.plots.palette import REFERENCE, VALUE
from segmetrics.reliability.changes import MEASURES
from segmetrics.segmenters.people_comparison import Comparison
from segmetrics.tables.columns import interval_text


def changes_figure(comparisons: Sequence[Comparison]) -> go.Figure:
    """Draw what each segmenter of a group does to each coefficient, with intervals."""
    figure = make_subplots(
        rows=1,
        cols=len(MEASURES),
        shared_yaxes=True,
        horizontal_spacing=0.04,
    )
    rows = list(range(len(comparisons)))
    for column, measure in enumerate(MEASURES, 1):
        changes = [one.changes[measure] for one in comparisons]
        values = [change.change for change in changes]
        figure.add_scatter(
            x=values,
            y=rows,
            error_x=error_bars(values, [change.interval for change in changes], thin=False),
            mode="markers",
            marker={
                "size": 10,
                "symbol": ["circle-open" if one.baseline else "circle" for one in comparisons],
                "color": VALUE,
                "line": {"width": 2, "color": VALUE},
            },
            text=[
                f"{plain_name(one.segmenter)}: {signed(change.change)} "
                f"({interval_text(change.interval, signed)})"
                for one, change in zip(comparisons, changes, strict=True)
            ],
            hovertemplate="%{text}<extra></extra>",
            row=1,
            col=column,
        )
        figure.add_vline(x=0, line={"color": REFERENCE, "width": 1}, row=1, col=column)
        title = {"text": f"change of {QUANTITIES[measure].html}<br>(right: agrees better)"}
        figure.update_xaxes(title=title, zeroline=False, nticks=5, row=1, col=column)
    name_rows(
        figure, [one.segmenter + (", baseline" if one.baseline else "") for one in comparisons]
    )
    return laid_out(figure, 120 + 26 * len(rows), legend=False)
