"""What the dashboard needs of Streamlit's inside is there, named, and used in one module."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module

import pytest

from segmetrics.dashboard.server.streamlit_internals import USED, has, lacking, missing
from tests.support.project import PROJECT, imports_of
from tests.support.without_parts import hidden_parts, refused_without, shown_without

# What Streamlit documents; other parts are imported where only a type checker looks.
OPEN = {"streamlit.errors", "streamlit.starlette"}
INTERNALS = PROJECT / "segmetrics/dashboard/server/streamlit_internals.py"


@pytest.fixture(autouse=True)
def looked_for_anew() -> Iterator[None]:
    """Look for the parts in each test, and after the last one."""
    lacking.cache_clear()
    yield
    lacking.cache_clear()


def test_streamlit_has_all_that_is_used() -> None:
    assert missing() == ""


@pytest.mark.parametrize("name", [name for names in USED.values() for name in names])
def test_what_streamlit_has_no_more_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _, path = name.partition(":")
    # What a class has from its making on cannot be taken away here: its class goes instead.
    owner, first = import_module(module), path.split(".")[0].removesuffix("()")
    monkeypatch.delattr(owner, first)
    purposes = [purpose for purpose, names in USED.items() if name in names]
    assert not any(map(has, purposes))
    assert all(f"{module}:{first}" in lacking()[purpose] for purpose in purposes)
    assert all(f"is needed for {purpose}" in missing() for purpose in purposes)


def test_without_any_part_mode_local_shows_every_page_and_logs_what_is_left_out() -> None:
    failed, without = shown_without(hidden_parts()[-1])
    assert failed == []
    assert without == list(USED)


def test_a_server_for_others_says_in_a_sentence_what_streamlit_lacks() -> None:
    names = "streamlit.runtime.app_session", "streamlit.net_util:get_external_ip"
    status, said = refused_without(names)
    assert status == 2
    assert said.startswith("The dashboard was not started. Streamlit ")
    assert all(name in said for name in names)
    assert said.count("\n") == 1


def test_no_other_module_uses_the_inside_of_streamlit() -> None:
    for folder in ("segmetrics", "pages"):
        for file in (PROJECT / folder).rglob("*.py"):
            names = {
                node.module or ""
                for node in imports_of(file, types=False)
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("streamlit")
            }
            assert file == INTERNALS or names <= OPEN, file
