"""What an address says is read again as it was written, and is never long."""

from __future__ import annotations

from dataclasses import fields
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from segmetrics.adjudication.gold import METHODS
from segmetrics.dashboard.frame.derivation_links import number_key, pair_key
from segmetrics.dashboard.frame.url_state import LENGTHS_OF, LISTS, LONGEST, TEXTS, UrlState
from segmetrics.dashboard.learn.laboratory_view import (
    MAX_LANES,
    MAX_MASS,
    drawing_of,
    pair_links,
    text_links,
)
from segmetrics.io import SAMPLES
from segmetrics.io.limits import MAX_NAME
from segmetrics.io.problems import wrong_name
from segmetrics.reporting.report import CONTENTS
from segmetrics.reproduction.scenes import SCENES
from segmetrics.segmenters.baselines import BASELINES
from segmetrics.store import at
from tests.support.pages import launch, table, texts

# Names that readers take: up to 300 characters of any script.
NAMES = st.one_of(
    st.text(min_size=1, max_size=MAX_NAME), st.text("語é 🙂a", min_size=MAX_NAME, max_size=MAX_NAME)
).filter(lambda name: wrong_name(name) is None)
PLACES = st.sampled_from([*SAMPLES, "files", at("k" * 100, 999_999)])
NUMBERS = st.one_of(
    st.builds(pair_key, st.just("window_diff"), NAMES, NAMES, NAMES),
    st.builds(number_key, st.just("r12-r13.agreement"), st.just("coder"), NAMES),
)
VIEWS = st.builds(
    UrlState,
    corpus=PLACES,
    other=PLACES,
    item=NAMES,
    a=NAMES,
    b=NAMES,
    number=NUMBERS,
    sort=st.sampled_from(["", "-pi_star", "item"]),
    scene=st.sampled_from(["", *SCENES]),
    drawn=st.lists(
        st.just(" ".join(["1"] * MAX_MASS)), min_size=2, max_size=MAX_LANES, unique=False
    ).map(tuple),
    added=st.lists(st.sampled_from(BASELINES), unique=True).map(tuple),
    automatic=st.one_of(
        st.none(), st.lists(NAMES.filter(lambda name: len(name) < 90), max_size=10).map(tuple)
    ),
    contents=st.lists(st.sampled_from(tuple(CONTENTS)), unique=True).map(tuple),
    method=st.sampled_from(METHODS),
    place=st.one_of(st.none(), st.integers(1, 10**9 - 1)),
    n=st.integers(2, 100),
    tolerance=st.integers(1, 600_000).map(lambda milliseconds: milliseconds / 1000),
    trim_start=st.integers(0, 9_000).map(float),
)
QUERIES = st.dictionaries(
    st.sampled_from([field.name for field in fields(UrlState)]),
    st.one_of(
        st.text(max_size=20),
        st.builds(lambda text, times: text * times, st.text(max_size=9), st.integers(1, 2000)),
    ),
)


@given(VIEWS)
def test_whatever_the_pages_make_is_read_again(view: UrlState) -> None:
    assert not view.too_long
    assert UrlState.read(view.query()) == view


@given(QUERIES)
def test_what_anybody_writes_is_bounded_and_read_again(query: dict[str, str]) -> None:
    found = UrlState.read(query)
    written = found.query()
    free = sum(len(written.get(name, "")) for name in (*TEXTS, *LISTS))
    assert free <= LONGEST
    assert UrlState.read(written).query() == written
    assert not UrlState.read(written).notes


@pytest.mark.parametrize("text", ["0", "-1", "nan", "1e2", "601", "0.0005", "3 s", "٣"])
def test_a_tolerance_that_is_none_is_noted(text: str) -> None:
    found = UrlState.read({"tolerance": text})
    assert found.tolerance == UrlState().tolerance
    assert "no number of seconds from 0.001 to 600" in found.notes[0]


@pytest.mark.parametrize("name", LENGTHS_OF)
def test_a_parameter_that_is_too_long_is_left_out_and_noted(name: str) -> None:
    most = LENGTHS_OF[name]
    assert not UrlState.read({name: "x" * most}).notes
    found = UrlState.read({name: "x" * (most + 1), "n": "5"})
    assert found.query() == {"n": "5"}
    assert found.notes == (
        f"The address says {name} = '{'x' * 20}', which has {most + 1:,} characters, where "
        f"{most:,} are read; it was not used.",
    )


def test_all_parameters_together_are_bounded() -> None:
    query = {name: "x" * most for name, most in LENGTHS_OF.items()}
    found = UrlState.read(query)
    assert sum(map(len, found.query().values())) <= LONGEST
    assert found.item == query["item"]
    left_out = [name for name in query if name not in found.query()]
    assert len(found.notes) == len(left_out)
    assert all("where all together may have 5,000" in note for note in found.notes)


def test_the_largest_drawing_fits() -> None:
    views = [
        UrlState(drawn=(" ".join(["1"] * (MAX_MASS - 1)),) * lanes) for lanes in (5, MAX_LANES)
    ]
    for scene in SCENES:
        start = drawing_of(UrlState(scene=scene))
        more = MAX_LANES - 1 - len(start.lanes)
        views.append(
            UrlState(scene=scene, drawn=(*start.entries, *[" ".join(["1"] * start.mass)] * more))
        )
    for view in views:
        drawing = drawing_of(view)
        for link in (*pair_links(drawing, view), *text_links(drawing, view)):
            assert not UrlState.read(dict(parse_qsl(urlsplit(link.href).query))).notes


# ----- on the pages


def size_of(app: AppTest) -> int:
    """Characters that a page sends for its components, links among them."""
    return sum(len(element.proto.json) for element in app.get("bidi_component"))


@pytest.mark.parametrize("page", ["overview", "item", "decide"])
def test_a_long_parameter_makes_no_page_large(page: str) -> None:
    usual = size_of(launch(page, corpus="moonstone"))
    for name in ("item", "hypothesis", "automatic", "drawn"):
        app = launch(page, None, **{"corpus": "moonstone", name: "x" * 480_000})
        assert size_of(app) < 1.2 * usual
        assert f"The address says {name} = 'xxxx" in texts(app)


def crowd(coders: int, length: int) -> bytes:
    """A corpus of one item, of many coders with long names."""
    names = [f"{number:06}".rjust(length, "x") for number in range(coders)]
    sizes = ["3 4 5", "4 3 5", "7 5", "3 9"]
    rows = [f"ch1,{name},{sizes[number % 4]}" for number, name in enumerate(names)]
    return "\n".join(["item,coder,masses", *rows, ""]).encode()


def test_a_choice_that_does_not_fit_into_the_address_is_refused_in_words() -> None:
    app = launch("segmenters", crowd(5, 290))
    (chosen,) = (one for one in app.multiselect if one.label == "Which coders are programs")
    two, four = chosen.options[:2], chosen.options[:4]
    chosen.set_value(two).run()
    assert not app.exception
    assert app.query_params["automatic"] == "\n".join(two)
    (chosen,) = (one for one in app.multiselect if one.label == "Which coders are programs")
    chosen.set_value(four).run()
    assert app.query_params["automatic"] == "\n".join(two)
    said = texts(app)
    assert (
        "This does not fit into the address of the page: automatic has 1,163 characters, where "
        "1,000 are read. Nothing was changed."
    ) in said


def test_a_drawing_that_does_not_fit_into_the_address_is_refused_in_words() -> None:
    app = launch("laboratory")
    (field,) = app.text_area
    before = field.value
    field.set_value("1 " * 100_000).run()
    assert not app.exception
    assert "drawn" not in app.query_params
    assert app.text_area[0].value == before
    assert "drawn has 1,999 characters, where 1,000 are read. Nothing was changed." in texts(app)


def test_the_link_of_a_dispute_is_short_however_many_voted() -> None:
    app = launch("decide", crowd(80, 100))
    opened: list[Any] = [
        cell["href"]
        for row in table(app, "Disputed places")["rows"]
        for cell in row["cells"]
        if cell.get("opens")
    ]
    assert opened
    assert max(map(len, opened)) < 1000
