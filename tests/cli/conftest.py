"""Files that commands read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a file, in its folders, and return its path."""

    def write(name: str, content: str) -> str:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def mixed(write: Write) -> str:
    """Return a file with one item that is usable."""
    return write("mixed.csv", "item,coder,masses\nch1,x,5\nch1,y,0 5\nch2,x,2 1\nch2,y,1 2\n")
