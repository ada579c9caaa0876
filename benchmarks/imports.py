"""How long an import takes, and how much memory: ``python -m benchmarks.imports``.

It writes a corpus of 1,000 items with their texts as a file of 50 MB in each format (an
archive unpacks to 50 MB; a workbook has 10 MB) and reads it in a process of its own.
``--quick`` takes a tenth. What an import costs other visitors of a dashboard is measured by
``python -m benchmarks.load --during-import``.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.import_files import FILES, file_of
from benchmarks.verdict import judged

MEGABYTES = 50.0
OF_EXCEL = 10.0
SECONDS, MEMORY = 10.0, 1000.0
ROOT = Path(__file__).parents[1]
# Formats whose time and memory have a target.
PROMISED = ("segmetrics-json", "long-table")


def write(kind: str, megabytes: float, folder: str) -> dict[str, Any]:
    """Write a file, in a process of its own."""
    name, content, units = file_of(kind, megabytes)
    path = Path(folder) / kind / name
    path.parent.mkdir()
    path.write_bytes(content)
    return {"path": str(path), "size": len(content), "units": units}


def read(path: str) -> dict[str, Any]:
    """Read a file, in a process of its own, and say what that took."""
    from segmetrics.io import assemble, parse_sources
    from segmetrics.io.files import sources_in

    begin = time.perf_counter()
    parsed = parse_sources(sources_in([path]))
    middle = time.perf_counter()
    reading = assemble(parsed)
    end = time.perf_counter()
    return {
        "parse": middle - begin,
        "assemble": end - middle,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6,
        "items": len(reading.corpus.items) if reading.corpus else 0,
        "problems": [str(problem) for problem in reading.problems[:3]],
    }


def in_process(*arguments: str) -> dict[str, Any]:
    """Run this module as a process, which inherits no memory of this one."""
    command = [sys.executable, "-m", "benchmarks.imports", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        return {"problems": [done.stderr.strip().splitlines()[-1]]}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def formats(kinds: list[str], scale: float, folder: str) -> None:
    """Print a row for each format."""
    print(f"{'format':17}{'MB':>6}{'units':>7}{'parse s':>9}{'build s':>9}{'peak MB':>9}  target")
    for kind in kinds:
        megabytes = (OF_EXCEL if kind == "excel" else MEGABYTES) * scale
        written = in_process("--write", kind, str(megabytes), folder)
        if "path" not in written:
            print(f"{kind:17}{written['problems'][0]}")
            continue
        found = in_process("--read", written["path"])
        if found.get("problems") or found["items"] != 1000:
            print(f"{kind:17}{found}")
            continue
        taken = found["parse"] + found["assemble"]
        target = judged(taken < SECONDS and found["memory"] < MEMORY) if kind in PROMISED else ""
        print(
            f"{kind:17}{written['size'] / 1e6:6.1f}{written['units']:7}{found['parse']:9.2f}"
            f"{found['assemble']:9.2f}{found['memory']:9.0f}  {target}"
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.imports", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="files of a tenth of the size")
    parser.add_argument("--format", action="append", choices=FILES, help="only this format")
    parser.add_argument("--write", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--read", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.write:
        kind, megabytes, folder = chosen.write
        print(json.dumps(write(kind, float(megabytes), folder)))
    elif chosen.read:
        print(json.dumps(read(chosen.read)))
    else:
        scale = 0.1 if chosen.quick else 1.0
        with tempfile.TemporaryDirectory() as folder:
            formats(chosen.format or list(FILES), scale, folder)


if __name__ == "__main__":
    main()
