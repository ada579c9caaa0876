"""The review of an import as tests open it: with files, or with what was read of none."""

from __future__ import annotations

import base64

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics import Corpus
from segmetrics.dashboard.data import import_state
from segmetrics.dashboard.frame import jobs
from segmetrics.dashboard.frame.session_store import store
from segmetrics.io import Choices, Reading, Source, assemble, parse_sources
from segmetrics.io.parts import Extent, Span, SpanCoding
from segmetrics.io.readings import Parsed
from segmetrics.store import Reviewed, Visitor
from tests.support.known import known
from tests.support.pages import components, follow, launch, place_of


def reviewed(*files: tuple[str, bytes]) -> AppTest:
    """Upload files on the Import page."""
    app = launch("import")
    app.file_uploader[0].set_value([(name, content, "") for name, content in files]).run()
    assert not app.exception
    follow(app)
    return app


def kept(app: AppTest) -> Reviewed:
    """The review that a page shows, as it is kept."""
    return store().review(Visitor(), place_of(app))


def choices_of(app: AppTest) -> Choices:
    """What was decided about an import, all decisions together."""
    decisions = kept(app).decisions
    return decisions[-1].choices if decisions else Choices()


def reading_of(app: AppTest) -> Reading:
    """What would be accepted, or what was."""
    choices = choices_of(app)
    parsed = PARSED.get(place_of(app)) or parse_sources(kept(app).files, choices)
    return assemble(parsed, choices)


def accepted(app: AppTest) -> Corpus:
    """What was accepted."""
    return known(store().reading(Visitor(), place_of(app)).corpus)


def names(app: AppTest) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Items and coders of the corpus that would be accepted."""
    corpus = reading_of(app).corpus
    assert isinstance(corpus, Corpus)
    return tuple(item.name for item in corpus.items), corpus.coders


def press(app: AppTest, label: str, *more: str) -> None:
    """Press the button whose label starts with some words, and those of its dialog."""
    for one in (label, *more):
        (button,) = [b for b in app.button if b.label.replace("\\", "").startswith(one)]
        button.click().run()
        assert not app.exception


def links(app: AppTest) -> list[dict[str, str]]:
    """All links of components."""
    return [one for data in components(app) for one in data.get("links", ())]


def picture(app: AppTest) -> dict[tuple[str, str], str]:
    """States in the picture, by item and coder."""
    (data,) = [data for data in components(app) if "cells" in data and "items" in data]
    states = iter(base64.b64decode(data["cells"]))
    return {
        (item, coder): data["states"][next(states)]
        for coder in data["coders"]
        for item in data["items"]
    }


def spans(extent: Extent, *codings: tuple[str, tuple[Span, ...]]) -> Parsed:
    """Return spans of one item, a coder each."""
    found = [
        SpanCoding(file=f"{coder}.ann", item="talk", coder=coder, spans=marked, extent=extent)
        for coder, marked in codings
    ]
    return Parsed(tuple(one.file for one in found), (), tuple(found))


# What was read without files, by its place.
PARSED: dict[str, Parsed] = {}


def open_review(parsed: Parsed) -> AppTest:
    """Open the Import page on what was read."""
    place = store().create(Visitor(), [Source("none", b"")], title="Spans")
    PARSED[place] = parsed
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            import_state,
            "read_apart",
            lambda job, **_: jobs.kept(job.key, lambda: (parsed, assemble(parsed))),
        )
        return launch("import", corpus=place)
