"""What a Dockerfile says, the libraries of a part alone, and a server as a program."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import distribution
from pathlib import Path

from tests.support.driving import answered
from tests.support.make_container_pins import closure
from tests.support.requirements import requirements


def instructions(dockerfile: str) -> list[tuple[str, str]]:
    """The instructions of a Dockerfile, continued lines joined."""
    text = re.sub(r"^#.*\n|^\n", "", dockerfile, flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in text.splitlines()]


def link_libraries(place: Path, extra: str) -> None:
    """Put what a part asks for into a folder, as links."""
    for name in closure(requirements(*([extra] if extra else []))):
        found = distribution(name)
        tops = {file.parts[0] for file in found.files or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            if not (place / top).exists():
                (place / top).symlink_to(Path(str(found.locate_file(top))))


@contextmanager
def started(*command: str, health: str) -> Iterator[None]:
    """Run a server until the end of the block, and wait until it answers."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            answered(health)
            yield
        finally:
            server.terminate()
