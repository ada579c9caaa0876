"""The commands freeze and compare."""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
import traceback
from difflib import unified_diff
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.net import __doc__ as about
from tests.net.commands import OTHER_COMMANDS, RANDOM_AT_ONCE, command_lines, commands, values_of
from tests.net.corpora import CORPORA, PROJECT, RANDOM, gaps, lay_out
from tests.net.dashboard import HASHES, learn_pages, page, style, use_store
from tests.net.outputs import normalised
from tests.net.pages import (
    COMPARE,
    HAVE_NUMBERS,
    IN_GROUPS,
    OF_ROUNDS,
    OTHER_QUERIES,
    QUERIES,
    ROUNDS,
    deciding,
    dialogs,
    importing,
    save_gaps,
    scenes,
    sharing,
    storing,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from multiprocessing.connection import Connection

# Lines of each difference that are printed, and characters of each line.
SHOWN_LINES, SHOWN_WIDTH = 20, 220


class Job(NamedTuple):
    """One frozen output: its name, and how it is made."""

    name: str
    make: Callable[[], str]


def jobs(gaps_key: str) -> Iterator[Job]:
    """Return all outputs in their order."""
    for key in CORPORA:
        for name, lines in command_lines(key):
            yield Job(f"command.{key}.{name}", partial(commands, lines))
    for name, lines in OTHER_COMMANDS.items():
        yield Job(f"command.{name}", partial(commands, lines))
    for first in RANDOM[::RANDOM_AT_ONCE]:
        name = f"command.random-{first:03}"
        yield Job(name, partial(values_of, RANDOM[first : first + RANDOM_AT_ONCE]))
    yield Job("command.store", storing)
    for key in CORPORA:
        query = {"corpus": gaps_key if key == "gaps" else key}
        for title in HASHES:
            yield Job(f"page.{key}.{title}", partial(page, title, query))
            if title in HAVE_NUMBERS:
                yield Job(f"page.{key}.{title}.numbers", partial(dialogs, title, query))
            for name, more in QUERIES.get(title, []):
                asked = query | more
                yield Job(
                    f"page.{key}.{title}.{name.replace(' ', '-')}", partial(page, title, asked)
                )
    for number, one in enumerate(json.loads(gaps())["items"], 1):
        query = {"corpus": gaps_key, "item": one["name"]}
        yield Job(f"page.gaps.item.item-{number}", partial(page, "item", query))
        yield Job(
            f"page.gaps.consensus.item-{number}", partial(page, "decide", query | {"scope": "item"})
        )
    for title, name, query in OTHER_QUERIES:
        yield Job(f"page.{title}.{name}", partial(page, title, query))
    for title in (COMPARE, ROUNDS):
        yield Job(f"page.{title}.interviews.numbers", partial(dialogs, title, OF_ROUNDS))
    yield Job("page.overview.group-2.numbers", partial(dialogs, "overview", IN_GROUPS))
    yield Job("page.style", style)
    yield Job("page.laboratory.scenes", scenes)
    for name in (
        "gaps.json",
        "dialogue.json",
        "broken.csv",
        "hopeless.csv",
        "automatic.csv",
        "strange.bin",
    ):
        yield Job(f"page.importing.{name}", partial(importing, name))
    yield Job("page.deciding", deciding)
    for mode in ("links", "accounts", "ephemeral"):
        yield Job(f"page.sharing.{mode}", partial(sharing, mode))


def in_a_folder(make: Callable[[], Any], store: Path | None, send: Connection) -> None:
    """Make something in a folder of its own, in this process, and send it."""
    with tempfile.TemporaryDirectory(prefix="net-") as name:
        folder = Path(name).resolve()
        lay_out(folder)
        os.chdir(folder)
        if store:
            shutil.copy(store, folder / "store.db")
        use_store(folder / "store.db")
        try:
            found = make()
            send.send(normalised(found) if isinstance(found, str) else found)
        except BaseException:
            send.send(normalised(f"NOT MADE\n{traceback.format_exc()}"))
        os.chdir("/")


def apart(make: Callable[[], Any], store: Path | None = None) -> Any:
    """Make something in a process of its own, so that nothing of it is there for the next."""
    context = multiprocessing.get_context("fork")
    receive, send = context.Pipe(duplex=False)
    process = context.Process(target=in_a_folder, args=(make, store, send))
    process.start()
    send.close()
    try:
        return receive.recv()
    except EOFError:
        return "NOT MADE: the process ended\n"
    finally:
        process.join()


def made(only: str) -> Iterator[tuple[str, str, float]]:
    """Return all outputs whose names match: name, text, seconds."""
    with tempfile.TemporaryDirectory(prefix="net-") as name:
        store = Path(name) / "gaps.db"
        use_store(Path(name) / "none.db")
        learn_pages()
        found = apart(partial(save_gaps, store))
        if isinstance(found, str):
            print("The corpus with gaps could not be saved, so its pages are not shown.", found)
            store.touch()
            found = {"key": "not-saved"}
        for job in jobs(found["key"]):
            if fnmatch(job.name, only):
                start = time.monotonic()
                text = apart(job.make, store).replace(found["key"], "KEY")
                yield job.name, text, time.monotonic() - start


def differences(before: str, after: str, name: str) -> list[str]:
    """Return the first lines in which two texts differ."""
    lines = unified_diff(
        before.splitlines(), after.splitlines(), f"frozen/{name}", f"now/{name}", lineterm="", n=1
    )
    if before.splitlines() == after.splitlines():
        return [f"frozen/{name} differs in the ends of its lines"]
    found = [line[:SHOWN_WIDTH] for line, _ in zip(lines, range(SHOWN_LINES + 1), strict=False)]
    return [*found[:SHOWN_LINES], "..."] if len(found) > SHOWN_LINES else found


def main() -> int:
    """Freeze all outputs, or compare them with those that were frozen."""
    parser = argparse.ArgumentParser(prog="python -m tests.net", description=about)
    parser.add_argument("do", choices=("freeze", "compare"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="*", metavar="GLOB", help="names of outputs")
    given = parser.parse_args()
    import segmetrics

    if not Path(segmetrics.__file__).is_relative_to(PROJECT):
        sys.exit(f"{segmetrics.__file__} is not of {PROJECT}.")
    folder: Path = given.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    known = {path.stem: path for path in folder.glob("*.txt") if fnmatch(path.stem, given.only)}
    took: dict[str, float] = {}
    differ = 0
    for name, text, seconds in made(given.only):
        took[name] = seconds
        path = folder / f"{name}.txt"
        if text.startswith("NOT MADE"):
            print(f"not made: {name}\n{text}")
        if given.do == "freeze":
            path.write_bytes(text.encode("utf-8", "backslashreplace"))
            known.pop(name, None)
            continue
        frozen = known.pop(name, None)
        new = text.encode("utf-8", "backslashreplace")
        if frozen is None:
            print(f"new: {name}")
        elif frozen.read_bytes() != new:
            print(*differences(frozen.read_text(encoding="utf-8"), new.decode(), name), sep="\n")
        else:
            continue
        differ += 1
    for name, path in known.items():
        if given.do == "freeze":
            path.unlink()
        else:
            print(f"missing: {name}")
            differ += 1
    slow = sorted(took, key=took.__getitem__, reverse=True)[:5]
    print(
        f"{len(took)} outputs in {sum(took.values()):.0f} s; the slowest:",
        *(f"{n} {took[n]:.1f} s" for n in slow),
        sep="\n  ",
    )
    if given.do == "compare":
        print(f"{differ} differ" if differ else "No difference.")
    return int(differ > 0)


if __name__ == "__main__":
    for variable in [name for name in os.environ if name.startswith("SEGMETRICS_")]:
        del os.environ[variable]
    sys.path.insert(0, str(PROJECT))
    logging.disable(logging.ERROR)
    os.environ |= {
        "PYTHONPATH": str(PROJECT),
        "COLUMNS": "100",
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
    }
    time.tzset()
    sys.exit(main())
