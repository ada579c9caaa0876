"""How a component is registered: its JavaScript and style, with what several share."""

from __future__ import annotations

import re
from functools import cache, partial
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
# Figures, which can be had as pictures.
FIGURES = {
    *("coverage", "drawing", "heat_map", "item_list", "lanes", "multiples", "reading", "recording")
}
OF_PICTURES = {*FIGURES, "chart_picture"}
FILE_NAME = "name of files"
"""Key of the session: what files of the corpus on the page are called."""

MAIN = "export default function ("
# Those whose numbers open.
OF_NUMBERS = {"item_list", "table"}


def component(name: str) -> Any:
    """Return what shows a component; a figure is given what its pictures are called."""
    return partial(_with_picture, _registered(name)) if name in FIGURES else _registered(name)


def _with_picture(mount: Any, *, key: str, data: dict[str, Any], **more: Any) -> Any:
    return mount(key=key, data={**data, "picture": picture_name(key)}, **more)


def picture_name(key: str) -> str:
    """Return what the pictures of a figure are called, without their endings."""
    file = st.session_state.get(FILE_NAME) or "segmetrics"
    return "-".join([file, *re.findall(r"\w+", key)])


@cache
def _registered(name: str) -> Any:
    """Register a component once for each process."""
    shared = [
        *(("places", OF_PLACES), ("strips", OF_STRIPS)),
        *(
            ("pictures", OF_PICTURES),
            ("terms", OF_TERMS),
            ("openers", OF_NUMBERS),
            ("clock", OF_TIMES),
        ),
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
    if name in FIGURES:
        js = js.replace(MAIN, "function figure(") + "export default pictured(figure);"
    return st.components.v2.component(f"segmetrics_{name}", js=js, css=css)
