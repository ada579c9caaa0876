"""Pages launched through app.py, and what they show."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from streamlit.testing.v1 import AppTest
from streamlit.util import calc_hash

from segmetrics import Corpus
from segmetrics.dashboard.frame.session_store import store
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.io import Source, read_sources
from segmetrics.io.write import WRITERS
from segmetrics.store import Visitor
from tests.support.project import PROJECT

ADDRESSES = {info.name: info.address for info in PAGES}

GOOD = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch1,cy,7\nch2,ann,1 1 8\nch2,bob,10\n"

BROKEN = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 6\nch2,ann,1 x\nch3,ann,5 5\nch3,bob,4 6\n"

HOPELESS = b"item,coder,masses\nch1,ann,3 4\nch1,bob,2 6\n"


def saved(upload: bytes, title: str = "Codings", *, of: str = "") -> str:
    """Save an upload, or a further round of what is saved; accepted if anything is usable."""
    sources = [Source("codings.csv", upload)]
    if of:
        place = store().add_round(Visitor(), of, sources, name="")
    else:
        place = store().create(Visitor(), sources, title=title)
    reading = read_sources(sources)
    if reading.corpus is None:
        return place
    return store().accept(Visitor(), place, reading).place


def launch(name: str, upload: bytes | None = None, **query: str) -> AppTest:
    """Open a page of the app, on an upload if one is given."""
    app = AppTest.from_file(str(PROJECT / "app.py"), default_timeout=120)
    if upload is not None:
        query = {"corpus": saved(upload), **query}
    for parameter, value in query.items():
        app.query_params[parameter] = value
    # As a browser opens an address: `switch_page` would have to show the first page before.
    app._page_hash = calc_hash(ADDRESSES[name]) if ADDRESSES[name] else ""
    app.run()
    assert not app.exception
    return app


seen = lru_cache(maxsize=24)(launch)
"""Open a page for tests that only read what it shows: once for all of them."""


def opened(name: str, section: str, upload: bytes | None = None, **query: str) -> AppTest:
    """Open a page, and one of its sections."""
    app = launch(name, upload, **query)
    app.session_state[section] = True
    return app.run()


def follow(app: AppTest) -> None:
    """Go where a page goes by itself."""
    found = urlsplit(components(app)[-1]["href"])
    app.query_params.clear()
    for name, value in parse_qsl(found.query):
        app.query_params[name] = value
    address = found.path.removeprefix("./")
    (page,) = [name for name, one in ADDRESSES.items() if one == address]
    app.switch_page(f"pages/{page}_page.py").run()
    assert not app.exception


def components(app: AppTest) -> list[dict[str, Any]]:
    """Data of the browser components on a page."""
    return [json.loads(element.proto.json) for element in app.get("bidi_component")]


def table(app: AppTest, caption: str) -> dict[str, Any]:
    """Find a table by its caption."""
    (found,) = [data for data in components(app) if data.get("caption", "").startswith(caption)]
    return found


def cells(app: AppTest, caption: str) -> list[list[str]]:
    """Texts of a table."""
    return [[cell["text"] for cell in row["cells"]] for row in table(app, caption)["rows"]]


def column(found: dict[str, Any], heading: str) -> list[str]:
    """Texts of a column of a table."""
    place = [one["text"] for one in found["columns"]].index(heading)
    return [row["cells"][place]["text"] for row in found["rows"]]


def links(app: AppTest) -> dict[str, str]:
    """All links of the page below its frame, text to address."""
    shown = [data["links"] for data in components(app) if "links" in data]
    return {one["text"]: one["href"] for row in shown for one in row}


def place_of(app: AppTest) -> str:
    """Return the place of the corpus in the address."""
    found = app.query_params["corpus"]
    return found if isinstance(found, str) else found[0]


def as_file(corpus: Corpus) -> bytes:
    """Write a corpus as a file of the project's own."""
    content = WRITERS["segmetrics-json"].write(corpus).content
    return content if isinstance(content, bytes) else content.encode()


def texts(app: AppTest) -> str:
    """All that a page says: elements of streamlit's own, sentences whose terms are explained."""
    kinds = (app.title, app.header, app.markdown, app.caption, app.info, app.warning, app.error)
    said = [element.value.replace("\\", "") for kind in kinds for element in kind]
    paragraphs = (part for data in components(app) for part in data.get("paragraphs", ()))
    return "\n".join([*said, *("".join(text for text, _ in parts) for parts in paragraphs)])


def reading(app: AppTest) -> dict[str, Any]:
    """Data of the text on the Item page."""
    (found,) = [data for data in components(app) if data.get("label", "").startswith("Text of")]
    return found
