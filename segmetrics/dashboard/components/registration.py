"""How a component is registered: its JavaScript and style, with what several share."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import streamlit as st
from numpy.typing import NDArray

HERE = Path(__file__).parent
# Those that show places and texts share more than the others.
OF_PLACES = {
    *("coverage", "drawing", "heat_map", "item_list", "lanes", "multiples", "place", "reading"),
    *("recording", "texts"),
}
# Those that draw segmentations as strips.
OF_STRIPS = {"drawing", "lanes"}
# Those that are drawn on a canvas that scrolls.
OF_SCROLLED = {"coverage", "heat_map"}
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
SEEN = "who is seen"
"""Key of the session: whom the page looks at, as its pictures say it; empty for all coders."""
CODERS = "coders of the project"
"""Key of the session: the project on the page, and the place of each of its coders in the order in
which they were first seen, by which they are coloured wherever they are shown."""

MAIN = "export default function ("
# Those whose numbers open.
OF_NUMBERS = {"item_list", "table"}


def component(name: str) -> Any:
    """Return what shows a component; a figure is given what its pictures are called."""
    return partial(_with_picture, _registered(name)) if name in FIGURES else _registered(name)


def _with_picture(mount: Any, *, key: str, data: dict[str, Any], **more: Any) -> Any:
    return mount(key=key, data={**data, "picture": picture(key)}, **more)


def picture(key: str) -> dict[str, str]:
    """Return what the pictures of a figure are called, without their endings, and what they say."""
    file = st.session_state.get(FILE_NAME) or "segmetrics"
    name = "-".join([file, *re.findall(r"\w+", key)])
    return {"name": name, "seen": st.session_state.get(SEEN, "")}


def packed(numbers: NDArray[Any]) -> str:
    """Return numbers as a browser unpacks them."""
    return base64.b64encode(numbers.tobytes()).decode("ascii")


def sent(key: str, trigger: str) -> Any:
    """Return what the browser sent of a component, which may be anything; empty if nothing."""
    found = st.session_state.get(key, {}).get(trigger)
    return found if isinstance(found, dict) else {}


def know_coders(
    project: str, coders: Iterable[str], first: Callable[[], Iterable[str]] = tuple
) -> None:
    """Note coders of the project on the page, before any is left out.

    Those of the `first` round come first, so that colours do not hang on the page that one opens.
    """
    known, _ = st.session_state.get(CODERS, ("", {}))
    if known != project:
        st.session_state[CODERS] = project, {}
        coder_places(first())
    coder_places(coders)


def coder_places(coders: Iterable[str]) -> list[int]:
    """Return by which place in the project each coder is coloured."""
    _, places = st.session_state.setdefault(CODERS, ("", {}))
    return [places.setdefault(coder, len(places)) for coder in coders]


@cache
def _registered(name: str) -> Any:
    """Register a component once for each process."""
    shared = [
        *(("places", OF_PLACES), ("strips", OF_STRIPS), ("scrolled", OF_SCROLLED)),
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
