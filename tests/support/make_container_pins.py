"""Pin what the container installs: each file that it may take, by version and SHA-256.

``python -m tests.support.make_container_pins`` writes ``deploy/build-requirements.txt`` and
``deploy/image-requirements.txt`` again, with the versions of ``constraints.txt``. It asks pip
which files a Linux takes, for each Python and machine that the project supports.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from importlib.metadata import requires
from itertools import product
from typing import TYPE_CHECKING

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.project import PROJECT
from tests.support.requirements import PYPROJECT, requirements

if TYPE_CHECKING:
    from collections.abc import Iterable


PYTHONS = ("3.11", "3.12", "3.13")
MACHINES = ("x86_64", "aarch64")
FILES = {name: PROJECT / "deploy" / f"{name}-requirements.txt" for name in ("build", "image")}
# Versions of the C library, the newest first: Debian 13, on which the image stands, has 2.41.
LIBRARIES = (*(f"manylinux_2_{minor}" for minor in range(41, 16, -1)), "manylinux2014")
HEAD = "# What {what}. Made of constraints.txt by: python -m tests.support.make_container_pins\n"
WHAT = {"build": "the wheel is built with", "image": "the container runs"}


def constraints() -> dict[str, str]:
    """Return the version of each package, by its canonical name."""
    lines = (PROJECT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return {
        canonicalize_name(name): version for name, _, version in (x.partition("==") for x in lines)
    }


def roots(which: str) -> list[str]:
    """Return what pyproject.toml asks for: to build the wheel, or to run it with its extras."""
    if which == "build":
        return list(PYPROJECT["build-system"]["requires"])
    dockerfile = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
    (extras,) = re.findall(r"/wheel/\*\.whl\)\[([a-z,]+)\]", dockerfile)
    return requirements(*extras.split(","))


def closure(needed: Iterable[str]) -> set[str]:
    """Name all packages that some need on any of the Pythons and machines."""
    found: set[str] = set()
    known: set[tuple[str, frozenset[str]]] = set()
    open_ = [Requirement(one) for one in needed]
    while open_:
        one = open_.pop()
        name = canonicalize_name(one.name)
        found.add(name)
        if (name, frozenset(one.extras)) in known:
            continue
        known.add((name, frozenset(one.extras)))
        further = map(Requirement, requires(name) or ())
        open_ += [other for other in further if _is_needed(other, one.extras)]
    return found


def _is_needed(one: Requirement, extras: set[str]) -> bool:
    return one.marker is None or any(
        one.marker.evaluate(
            {
                "python_version": python,
                "python_full_version": f"{python}.0",
                "platform_machine": machine,
                "extra": extra,
            }
        )
        for python, machine, extra in product(PYTHONS, MACHINES, ["", *extras])
    )


def hashes(pins: list[str]) -> dict[str, set[str]]:
    """Ask pip which files it would install, and for their SHA-256."""
    found: dict[str, set[str]] = {}
    # What somebody built or keeps on this machine is not what others get.
    local = ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL")
    environment = {name: value for name, value in os.environ.items() if name not in local}
    environment["PIP_CONFIG_FILE"] = os.devnull
    with tempfile.TemporaryDirectory() as folder:
        for python, machine in product(PYTHONS, MACHINES):
            platforms = [f"--platform={library}_{machine}" for library in LIBRARIES]
            done = subprocess.run(
                [
                    *(sys.executable, "-m", "pip", "install", "--dry-run", "--quiet"),
                    *("--ignore-installed", "--no-deps", "--only-binary=:all:", "--report=-"),
                    *(f"--python-version={python}", f"--target={folder}", *platforms, *pins),
                ],
                env=environment,
                stdout=subprocess.PIPE,
                check=True,
            )
            for one in json.loads(done.stdout)["install"]:
                name = canonicalize_name(one["metadata"]["name"])
                digest = one["download_info"]["archive_info"]["hashes"]["sha256"]
                found.setdefault(name, set()).add(digest)
    return found


def main() -> None:
    """Write both files."""
    versions = constraints()
    for which, file in FILES.items():
        names = sorted(closure(roots(which)))
        of = hashes([f"{name}=={versions[name]}" for name in names])
        lines = [HEAD.format(what=WHAT[which])]
        for name in names:
            parts = (
                f"{name}=={versions[name]}",
                *(f"--hash=sha256:{one}" for one in sorted(of[name])),
            )
            lines.append(" \\\n    ".join(parts) + "\n")
        file.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
