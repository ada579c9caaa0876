"""Build wheel and source distribution, and install each part of them where nothing else is.

``python -m tests.support.install_parts`` writes a row for each part: seconds of pip, packages,
megabytes, and what `import numpy`, `import segmetrics` and `segmetrics agreement` take. Then it
starts the dashboard from the wheel by one command, as ``uvx`` does. It needs an index of packages,
so `pytest` does not run it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.support.driving import free_port
from tests.support.installed import started
from tests.support.project import PROJECT
from tests.support.requirements import PARTS

SAMPLE = PROJECT / "data" / "moonstone.json"
TIMES = 9
HEAD = (
    "| part | of | install, s | packages | MB | import numpy, s | import segmetrics, s "
    "| agreement, s |\n"
)


def run(*words: str | Path, folder: Path) -> str:
    """Run a program in a folder, where nothing of this environment is found."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        list(map(str, words)), cwd=folder, env=outside, capture_output=True, text=True
    )
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return done.stdout


def build(target: str, folder: Path) -> Path:
    """Build a distribution of the project."""
    run(sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder, folder=PROJECT)
    (built,) = folder.glob("*.whl" if target == "wheel" else "*.tar.gz")
    return built


def seconds(*words: str | Path, folder: Path) -> float:
    """Return the median wall time of a program."""
    took = []
    for _ in range(TIMES):
        start = perf_counter()
        run(*words, folder=folder)
        took.append(perf_counter() - start)
    return median(took)


def megabytes(folder: Path) -> float:
    """Return the size of the files in a folder."""
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file()) / 1e6


def install(built: Path, extra: str, folder: Path) -> str:
    """Install a part in a new environment, check it, and return its row."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / "bin" / "python"
    (packages,) = (folder / "venv" / "lib").glob("*/site-packages")
    before = megabytes(packages)
    start = perf_counter()
    run(
        python, "-m", "pip", "install", "-q", f"{built}[{extra}]" if extra else built, folder=folder
    )
    took = perf_counter() - start
    size = megabytes(packages) - before
    count = len(run(python, "-m", "pip", "list", "--format=freeze", folder=folder).split()) - 2
    empty = folder / "empty"
    empty.mkdir()
    run(python, "-c", PARTS[extra], SAMPLE, folder=empty)
    bare = seconds(python, "-c", "pass", folder=empty)
    numpy, ours = (
        seconds(python, "-c", f"import {name}", folder=empty) - bare
        for name in ("numpy", "segmetrics")
    )
    agreed = seconds(python.with_name("segmetrics"), "agreement", SAMPLE, folder=empty)
    what = "wheel" if built.suffix == ".whl" else "sdist"
    numbers = f"{took:.1f} | {count} | {size:.0f} | {numpy:.3f} | {ours:.3f} | {agreed:.2f}"
    return f"| {extra or 'the library'} | {what} | {numbers} |\n"


def started_from(wheel: Path, folder: Path) -> float:
    """Return the seconds until the dashboard answers that `uvx` starts from the wheel."""
    venv.create(folder / "uv", with_pip=True)
    run(folder / "uv" / "bin" / "python", "-m", "pip", "install", "-q", "uv", folder=folder)
    port = str(free_port())
    start = perf_counter()
    command = ["tool", "run", "--no-cache", "--from", f"{wheel}[dashboard]", "segmetrics", "app"]
    options = ["--no-browser", "--port", port, "--mode", "ephemeral"]
    health = f"http://127.0.0.1:{port}/_stcore/health"
    with started(str(folder / "uv" / "bin" / "uv"), *command, *options, health=health):
        return perf_counter() - start


def main(words: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.install_parts")
    parser.add_argument("--extra", action="append", help="this part alone; may be repeated")
    chosen = parser.parse_args(words).extra or list(PARTS)
    sys.stdout.write(HEAD + "| --- " * (HEAD.count("|") - 1) + "|\n")
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for target in ("wheel", "sdist"):
            (folder / target).mkdir()
            built = build(target, folder / target)
            # What the source distribution installs is the same wheel; a test compares them.
            for extra in chosen if target == "wheel" else chosen[:1]:
                one = folder / f"{target}-{extra}"
                one.mkdir()
                sys.stdout.write(install(built, extra, one))
                sys.stdout.flush()
                shutil.rmtree(one)
        (wheel,) = (folder / "wheel").glob("*.whl")
        took = started_from(wheel, folder)
        sys.stdout.write(f"The dashboard from the wheel by uvx: {took:.1f} s\n")


if __name__ == "__main__":
    main()
