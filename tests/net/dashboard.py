"""The dashboard without a browser: opens pages, and writes what they show as text."""

from __future__ import annotations

import base64
import json
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

from tests.net.corpora import PROJECT
from tests.net.outputs import as_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from streamlit.testing.v1 import AppTest

HASHES: dict[str, str] = {}
"""Title of each page to what streamlit knows it by."""

downloads: list[tuple[str, Any]] = []
"""Files that the page which was run last offers."""

# What of an element nobody sees: numbers and addresses that streamlit gives it.
UNSEEN = {
    "id",
    "element_id",
    "form_id",
    "url",
    "deferred_file_id",
    "component_name",
    "html_content",
    "js_content",
    "css_content",
    "js_source_path",
    "css_source_path",
    "isolate_styles",
}


def open_app() -> AppTest:
    """Make a new session of the dashboard."""
    from streamlit.testing.v1 import AppTest

    return AppTest.from_file(str(PROJECT / "app.py"), default_timeout=120)


def learn_pages() -> None:
    """Find the pages, and load their modules, without opening a corpus."""
    app = open_app()
    app.query_params["corpus"] = "nothing"
    app.run()
    for key, info in app._registered_pages.items():
        HASHES[str(info["page_name"]).partition(" · ")[0].lower().replace(" ", "-")] = str(key)
    for title in HASHES:
        opened(title, {"corpus": "nothing"}, expand=False)


def offer(label: str, data: Any, file_name: str = "", *more: Any, **options: Any) -> Any:
    """Stand for `streamlit.download_button`, and keep what it offers."""
    downloads.append((str(file_name), data))
    return ORIGINAL["download_button"](label, data, file_name, *more, **options)


ORIGINAL: dict[str, Any] = {}


def run(app: AppTest) -> AppTest:
    """Run the page of a session."""
    import streamlit as st

    ORIGINAL.setdefault("download_button", st.download_button)
    downloads.clear()
    with patch.object(st, "download_button", offer):
        return app.run()


def opened(title: str, query: dict[str, str], *, expand: bool = True) -> AppTest:
    """Open a page under an address, with all that can be unfolded."""
    from streamlit.runtime.state.common import user_key_from_element_id

    app = open_app()
    app._page_hash = HASHES[title]
    app.query_params.update(query)
    run(app)
    for _ in range(3 * expand):
        keys = {
            user_key_from_element_id(one.proto.id) for one in app.get("expander") if one.proto.id
        }
        closed = [key for key in keys if key and not app.session_state[key]]
        if not closed:
            break
        for key in sorted(closed):
            app.session_state[key] = True
        run(app)
    return app


def shown(node: Any, depth: int = 0) -> Iterator[str]:
    """Return the elements of a page in their order, with all that one sees of them."""
    from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped]

    proto = getattr(node, "proto", None)
    inner = dict(getattr(node, "children", {}))
    if getattr(node, "type", "") == "empty":  # where a slow computation showed its progress
        return
    indent = "  " * depth
    if hasattr(proto, "DESCRIPTOR"):
        fields = MessageToDict(proto, preserving_proto_field_name=True)
        if str(fields.get("body", "")).startswith("<style>"):
            return
        yield f"{indent}{node.type}"
        if node.type in {"dataframe", "table"}:
            fields = {"csv": node.value.to_csv()}
        yield from written(without(fields), indent + "    ")
    elif depth:
        yield f"{indent}{node.type}"
    for key in sorted(inner):
        yield from shown(inner[key], depth + 1)


def without(value: Any) -> Any:
    """Leave out what nobody sees of an element; JSON and numbers inside it are read."""
    if isinstance(value, dict):
        if set(value) >= {"dtype", "bdata"}:
            return numbers_in(value)
        return {name: without(one) for name, one in sorted(value.items()) if name not in UNSEEN}
    if isinstance(value, list):
        return [without(one) for one in value]
    if isinstance(value, str) and value[:1] in {"{", "["}:
        try:
            return without(json.loads(value))
        except ValueError:
            return value
    return value


def numbers_in(packed: dict[str, Any]) -> Any:
    """Unpack an array of a figure."""
    import numpy as np

    found = np.frombuffer(base64.b64decode(packed["bdata"]), dtype=packed["dtype"])
    shape = str(packed.get("shape", "")).split(",")
    return found.reshape([int(one) for one in shape] if shape != [""] else -1).tolist()


def written(value: Any, indent: str) -> Iterator[str]:
    """Write the fields of an element, a line for each."""
    for name, one in value.items():
        text = one if isinstance(one, str) else json.dumps(one, ensure_ascii=False, indent=1)
        if name in {"srcdoc", "body"}:
            text = text.replace("><", ">\n<")
        first, *rest = text.splitlines() or [""]
        yield f"{indent}{name}: {first}"
        yield from (f"{indent}  {line}" for line in rest)


def page_text(app: AppTest) -> str:
    """Write all that a page shows and offers."""
    lines = list(shown(app._tree))
    address = {name: value for name, value in app.query_params.items() if name != "corpus"}
    lines.append(f"address: {json.dumps(address, ensure_ascii=False, sort_keys=True)}")
    for name, data in downloads:
        if name.endswith(".figures.zip"):  # a browser draws them
            continue
        content = data() if callable(data) else data
        content = content.encode() if isinstance(content, str) else content
        lines.append(f"download {name}\n{as_text(name, content)}")
    return "\n".join(lines) + "\n"


def style() -> str:
    """Write the style sheets of the pages, without their comments."""
    sheets = (str(one.proto.body) for one in opened("data", {}).get("html"))
    return "\n".join(re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL) for sheet in sheets)


def data_of(app: AppTest) -> Iterator[dict[str, Any]]:
    """Return what the browser components of a page are sent."""
    for element in app.get("bidi_component"):
        found = json.loads(element.proto.json or "{}")
        if isinstance(found, dict):
            yield found


def addresses(value: Any) -> Iterator[str]:
    """Find all addresses in what components are sent."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for one in value:
            yield from addresses(one)
    elif isinstance(value, str) and value.startswith("./"):
        yield value


def page(title: str, query: dict[str, str], *hidden: str) -> str:
    """Open a page and write all that it shows."""
    return page_text(opened(title, query))


def follow(app: AppTest) -> AppTest:
    """Go where a page goes by itself."""
    (*_, address) = [str(data["href"]) for data in data_of(app) if "href" in data]
    found = urlsplit(address)
    (info,) = [
        key
        for key, one in app._registered_pages.items()
        if one.get("url_pathname") == found.path.removeprefix("./")
    ]
    app._page_hash = info
    app.query_params.clear()
    app.query_params.update(dict(parse_qsl(found.query)))
    return run(app)


def press(app: AppTest, label: str) -> AppTest:
    """Press the first button whose label starts with some words."""
    next(one for one in app.button if one.label.replace("\\", "").startswith(label)).click()
    return run(app)


def key_of(app: AppTest) -> str:
    """Find the key of the saved corpus that a page shows."""
    found = app.query_params["corpus"]
    return str(found if isinstance(found, str) else found[0])


def uploaded(*names: str) -> AppTest:
    """Upload files on the Import page; the page then shows what was read."""
    app = opened("import", {"corpus": ""}, expand=False)
    files = [(name, Path(name).read_bytes(), "") for name in names]
    app.file_uploader[0].set_value(files)
    return follow(run(app))


def use_store(path: Path) -> None:
    """Keep what pages save in a file."""
    os.environ["SEGMETRICS_STORE"] = f"sqlite:///{path}"
