"""A disk that is soon full."""

from __future__ import annotations

import os
import shutil
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def small_disk(folder: Path, size: str = "12m") -> Iterator[bool]:
    """Make a folder a disk of its own, if we may; gives whether we may."""
    folder.mkdir()
    done = (
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)],
            capture_output=True,
            check=False,
        )
        if os.geteuid() == 0 and shutil.which("mount")
        else None
    )
    try:
        yield done is not None and done.returncode == 0
    finally:
        if done is not None and done.returncode == 0:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)


def mount(folder: Path, how: str) -> None:
    """Mount a small disk once more, to read (``ro``) or to write (``rw``)."""
    subprocess.run(["mount", "-o", f"remount,{how}", str(folder)], check=True)
