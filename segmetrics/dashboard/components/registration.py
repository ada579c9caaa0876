"""How a component is registered: its JavaScript and style, with what several share."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

HERE = Path(__file__).parent
# Those that show places and texts share more than the others.
OF_PLACES = {
    *("coverage", "drawing", "heat_map", "item_list", "lanes", "multiples", "place", "reading"),
    *("recording", "texts"),
}
# Those that draw segmentations as strips.
OF_STRIPS = {"drawing", "lanes"}
# Those that explain terms.
OF_TERMS = {"item_list", "prose", "table"}
# Those that write times.
OF_TIMES = {"item_list", "recording"}
# Those whose numbers open.
OF_NUMBERS = {"item_list", "table"}


@cache
def component(name: str) -> Any:
    """Register a component once for each process."""
    shared = [
        *(("places", OF_PLACES), ("strips", OF_STRIPS)),
        *(("terms", OF_TERMS), ("openers", OF_NUMBERS), ("clock", OF_TIMES)),
    ]
    parts = ("common", *(part for part, users in shared if name in users), name)
    js, css = (
        "".join(
            file.read_text(encoding="utf-8")
            for file in (HERE / f"{part}.{kind}" for part in parts)
            if file.is_file()
        )
        for kind in ("js", "css")
    )
    return st.components.v2.component(f"segmetrics_{name}", js=js, css=css)
