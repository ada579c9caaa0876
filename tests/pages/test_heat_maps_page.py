"""The Heat maps page: what it draws by itself, and the numbers that the browser is sent."""

from __future__ import annotations

import base64
import json
import random
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest

from segmetrics import Corpus, Item, Segmentation, sample
from segmetrics.dashboard.components.small_multiples import CellData, cell_data, panel_data
from segmetrics.dashboard.results.heat_map_view import LONG, MANY, reading, suited_look
from segmetrics.reliability.reliability_table import reliability_of
from tests.support.pages import components, launch, texts


def random_items(count: int, mass: int, coders: int, density: float) -> list[Item]:
    draw = random.Random(count * mass)
    return [
        Item(
            f"i{number}",
            {
                f"c{coder}": Segmentation(
                    mass, tuple(at for at in range(1, mass) if draw.random() < density)
                )
                for coder in range(coders)
            },
        )
        for number in range(count)
    ]


def numbers(data: CellData) -> list[int]:
    content = base64.b64decode(data.cells)
    return [int(one) for one in np.frombuffer(content, dtype="<u2" if data.wide else "u1")]


def drawn(app: Any) -> dict[str, Any]:
    (found,) = [one for one in components(app) if "items" in one and "href" in one]
    return found


def chosen_look(app: Any) -> str:
    (control,) = [one for one in app.button_group if one.label == "Show"]
    return str(control.value)


def csv(count: int, mass: int) -> bytes:
    lines = [f"i{number},{who},{mass - 1} 1" for number in range(count) for who in "ab"]
    return ("item,coder,masses\n" + "\n".join(lines) + "\n").encode()


@pytest.mark.parametrize(
    ("count", "mass", "look", "said"),
    [
        (1, 13, "places", "as there are few enough"),
        (2, LONG + 1, "places", "as there are few enough"),
        (2, LONG + 2, "overview", "an item has 501 places, more than 500"),
        (10, MANY // 10 + 1, "places", "as there are few enough"),
        (11, MANY // 10 + 1, "overview", "there are 5,500 places, more than 5,000"),
    ],
)
def test_the_shape_of_the_corpus_decides_and_that_is_said(
    count: int, mass: int, look: str, said: str
) -> None:
    app = launch("heat_maps", csv(count, mass))
    assert chosen_look(app) == look
    assert said in texts(app)


def test_bars_are_explained_where_there_are_some() -> None:
    """A bar says how full a cell of several places is; a cell of one has none."""
    for corpus in (sample("moonstone"), Corpus(tuple(random_items(2, 90_000, 2, 0.01)))):
        sizes = {item["size"] for item in cell_data(corpus.items).items}
        assert ("bars" in reading(corpus, "overview")) == (sizes != {1})
        assert "bars" not in reading(corpus, "places")


@pytest.mark.parametrize("look", ["places", "overview", "multiples"])
def test_what_a_person_chose_stays(look: str) -> None:
    app = launch("heat_maps", corpus="moonstone", look=look)
    assert chosen_look(app) == look
    assert "few enough" not in texts(app)
    query = dict(parse_qsl(urlsplit(drawn(app)["href"]).query))
    assert query == {"corpus": "moonstone", "look": look}


@pytest.mark.parametrize(
    ("look", "order"),
    [("places", "length"), ("overview", "corpus"), ("multiples", "reliability")],
)
def test_every_look_keeps_the_order(look: str, order: str) -> None:
    found = drawn(launch("heat_maps", corpus="moonstone", look=look, order=order))
    names = [item["name"] for item in found["items"]]
    corpus = sample("moonstone")
    value_of = {row.item: row.corrected or 0 for row in reliability_of(corpus).items}
    if order == "corpus":
        assert names == [item.name for item in corpus.items]
    elif order == "reliability":
        assert names == sorted(names, key=value_of.__getitem__)
    else:
        masses = [corpus[name].mass for name in names]
        assert masses == sorted(masses, reverse=True)


@pytest.mark.parametrize(
    ("mass", "coders", "density"),
    [(1, 2, 0.5), (2, 3, 0.5), (13, 4, 0.2), (121, 2, 0.1), (122, 3, 0.1), (40_000, 2, 0.01)],
)
def test_the_numbers_that_are_sent_are_those_of_counting(
    mass: int, coders: int, density: float
) -> None:
    items = random_items(3, mass, coders, density)
    for data, lanes in ((cell_data(items), False), (panel_data(items), True)):
        found = numbers(data)
        fullest, most = 0.0, 0
        for item, sent in zip(items, data.items, strict=True):
            size, cells, at = sent["size"], sent["cells"], sent["offset"]
            assert (sent["name"], sent["mass"]) == (item.name, mass)
            assert cells == -(-(mass - 1) // size)
            marks = [{*coding.boundaries} for coding in item.codings.values()]
            for cell in range(cells):
                held = range(cell * size + 1, min(mass, (cell + 1) * size + 1))
                placed = [sum(place in of for of in marks) for place in held]
                values = found[at + cell :: cells][: 3 if size > 1 else 1]
                assert values[0] == max(placed)
                if size > 1:
                    assert placed[values[1]] == max(placed)
                    assert values[2] == np.count_nonzero(placed)
                    fullest = max(fullest, values[2] / len(held))
                for row, of in enumerate(marks if lanes else ()):
                    own = len({*held} & of)
                    assert found[at + ((3 if size > 1 else 1) + row) * cells + cell] == own
                    most = max(most, own)
        assert data.fullest == pytest.approx(fullest)
        assert data.most == most
    assert data.wide is (max(found, default=0) > 255)


def test_data_stay_small_however_many_items_there_are() -> None:
    items = random_items(40, 1000, 2, 0.02) * 25
    data = cell_data(items)
    assert len(data.cells) < 300_000
    assert len(items) == len(data.items)
    assert {item["size"] for item in data.items} == {-(-999 // 60)}
    short = random_items(10, 100, 2, 0.1) * 100
    assert {item["size"] for item in cell_data(short).items} == {1}


def test_a_panel_names_its_value_or_why_there_is_none() -> None:
    upload = b"item,coder,masses\nx,a,3 4\nx,b,2 5\nalone,a,3 4\n"
    by_name = {
        one["name"]: one for one in drawn(launch("heat_maps", upload, look="multiples"))["items"]
    }
    corpus = Corpus.from_masses({"x": {"a": [3, 4], "b": [2, 5]}})
    expected = reliability_of(corpus).items[0].corrected
    assert by_name["x"]["value"] == f"{expected:.4f}"
    assert (by_name["alone"]["value"], by_name["alone"]["title"]) == (
        "–",
        "one coder only: agreement needs two",
    )


def test_many_panels_come_in_pages() -> None:
    upload = csv(81, 5)
    for page, first, last, current in (
        ("1", 1, 40, "1–40"),
        ("2", 41, 80, "41–80"),
        ("3", 81, 81, "81"),
        ("99", 81, 81, "81"),
    ):
        app = launch("heat_maps", upload, look="multiples", page=page)
        names = [item["name"] for item in drawn(app)["items"]]
        assert names == [f"i{number - 1}" for number in range(first, last + 1)]
        (links,) = (data["links"] for data in components(app) if "links" in data)
        assert [link["text"] for link in links] == ["1–40", "41–80", "81"]
        assert [link["text"] for link in links if link["current"]] == [current]


def test_a_unit_is_equally_wide_on_request() -> None:
    for scale, same in (("fitted", False), ("same", True)):
        app = launch("heat_maps", corpus="moonstone", look="multiples", scale=scale)
        assert drawn(app)["same"] is same


def test_texts_are_only_named() -> None:
    for look in ("places", "overview", "multiples"):
        bare = drawn(launch("heat_maps", corpus="moonstone", look=look))
        assert all("texts" not in item for item in bare["items"])
        app = launch("heat_maps", corpus="outline", look=look)
        assert all(item["texts"] for item in drawn(app)["items"])
        corpus = sample("outline")
        sent = json.dumps(components(app))
        assert not [text for item in corpus.items for text in item.texts or () if text in sent]


def test_the_look_of_any_corpus_can_be_named() -> None:
    assert suited_look(Corpus(tuple(random_items(1, 1, 2, 0))))[0] == "places"
