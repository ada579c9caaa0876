"""The drawings of papers, drawn again; see `segmetrics.plots.heat_maps` for colours."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from segmetrics.number_formats import HOVER
from segmetrics.plots.heat_maps import laid_out, plain_name
from segmetrics.plots.palette import GROUPS
from segmetrics.reproduction.reproduced import Curves


def curves_figure(curves: Curves) -> go.Figure:
    """Draw curves on the axes that they have in the paper; those that lie on others stay seen."""
    figure = go.Figure()
    drawn = zip(curves.values.items(), GROUPS, strict=False)
    for number, ((name, values), look) in enumerate(drawn):
        figure.add_scatter(
            x=curves.places,
            y=values,
            name=plain_name(name),
            mode="lines+markers",
            line={"color": look.colour, "dash": look.dash, "width": 2},
            # What is drawn later is smaller, so that a curve below another shows around it.
            marker={"symbol": look.symbol, "size": 12 - 2 * number, "color": look.colour},
            hovertemplate=f"{curves.across}: %{{x}}, %{{y:{HOVER}}}",
        )
    figure.update_xaxes(title_text=curves.across, range=_beyond(curves.places))
    figure.update_yaxes(title_text=curves.up, range=_beyond(curves.ends))
    figure.update_layout(xaxis_zeroline=False, yaxis_zeroline=False)
    return laid_out(figure, 340, legend=True)


def _beyond(marks: Sequence[float]) -> list[float]:
    """Leave room for what lies on the ends of an axis."""
    room = (marks[-1] - marks[0]) / 30
    return [marks[0] - room, marks[-1] + room]
