"""Figures and buttons of a page."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest


def figures(app: AppTest) -> dict[str, Any]:
    """The figures of a page by what they are said to show."""
    return {
        element.proto.alt: json.loads(element.proto.spec) for element in app.get("plotly_chart")
    }


def figure(app: AppTest, about: str) -> Any:
    (found,) = [spec for alt, spec in figures(app).items() if about in alt]
    return found


def buttons(app: AppTest) -> list[str]:
    return [button.label for button in app.button]
