"""What the dashboard needs of Streamlit's inside is there, named, and used in one module."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module

import pytest

from segmetrics.dashboard.server.streamlit_internals import USED, missing
from tests.support.project import PROJECT

# What Streamlit documents, what it exports for types, and the messages of its protocol.
OPEN = {
    "streamlit.delta_generator",
    "streamlit.errors",
    "streamlit.navigation.page",
    "streamlit.proto.BackMsg_pb2",
    "streamlit.proto.WidgetStates_pb2",
    "streamlit.runtime.uploaded_file_manager",
    "streamlit.starlette",
}
INTERNALS = PROJECT / "segmetrics/dashboard/server/streamlit_internals.py"
WITHOUT = """
import sys
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage
from streamlit.runtime import memory_media_file_storage
del memory_media_file_storage._PARTIAL_HASH_THRESHOLD
from segmetrics.dashboard.server.serving import main
sys.exit(main(["{}"]))
"""


def test_streamlit_has_all_that_is_used() -> None:
    assert missing() == ""


@pytest.mark.parametrize("name", [name for names in USED.values() for name in names])
def test_what_streamlit_has_no_more_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, _, path = name.partition(":")
    # What a class has from its making on cannot be taken away here: its class goes instead.
    owner, first = import_module(module), path.split(".")[0].removesuffix("()")
    monkeypatch.delattr(owner, first)
    assert f" has no {module}:{first}" in missing()


def test_the_server_says_in_a_sentence_what_streamlit_lacks() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], cwd=PROJECT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith("The dashboard was not started. Streamlit ")
    assert "has no streamlit.runtime.memory_media_file_storage:_PARTIAL_HASH_THRESHOLD" in (
        done.stderr
    )


def test_no_other_module_uses_the_inside_of_streamlit() -> None:
    for folder in ("segmetrics", "pages"):
        for file in (PROJECT / folder).rglob("*.py"):
            tree = ast.parse(file.read_text(encoding="utf-8"))
            names = {
                node.module or ""
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("streamlit")
            }
            assert file == INTERNALS or names <= OPEN, file
