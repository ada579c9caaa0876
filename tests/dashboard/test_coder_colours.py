"""Colours belong to the coders of a project, whoever is left out and in whichever round."""

from __future__ import annotations

from typing import Any

import pytest

from segmetrics import Corpus
from segmetrics.dashboard.components import lane_components, registration

ITEM = {"ann": [2, 3], "bob": [3, 2], "cleo": [5]}


def test_a_coder_keeps_the_colour_without_another_and_in_the_next_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[list[int]] = []

    def component(_: str) -> Any:
        return lambda *, key, data: drawn.append([one["coder"] for one in data["lanes"]])

    def draw(coders: str) -> None:
        codings = {name: ITEM.get(name, [1, 4]) for name in coders.split()}
        (item,) = Corpus.from_masses({"a": codings}).items
        lane_components.strips(item, window=(1, 5), place=None, marked=(), href="", key="k")

    monkeypatch.setattr("streamlit.session_state", {})
    monkeypatch.setattr(lane_components, "component", component)
    registration.know_coders("project", ITEM)
    draw("ann bob cleo")
    registration.know_coders("project", ITEM)
    draw("ann cleo")
    draw("dan bob cleo")
    registration.know_coders("another", ["cleo"])
    draw("cleo dan")
    assert drawn == [[0, 1, 2], [0, 2], [3, 1, 2], [0, 1]]
