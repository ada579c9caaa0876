"""The dashboard with a Streamlit that lacks parts: ``python -m tests.support.without_parts``.

It takes each part that `streamlit_internals.USED` names away in turn, then each module, then all:
in mode ``local`` every page is shown and one line of the log says what is left out, in mode
``links`` the server refuses to start, and names the part. Streamlit itself still finds
its parts; the package does not.
"""

from __future__ import annotations

import builtins
import importlib
import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory, TemporaryFile
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tests.support.driving import answered, free_port
from tests.support.probing import Probe
from tests.support.project import PROJECT

if TYPE_CHECKING:
    from pathlib import Path

ASKS = "segmetrics"


def hide(names: Collection[str]) -> None:
    """Hide modules, and parts of modules (``module:name``), from the package alone."""
    modules = {name for name in names if ":" not in name}
    parts = {tuple(name.split(":")) for name in names} - {(name,) for name in modules}
    imported, by_name = builtins.__import__, importlib.import_module

    def refuse(*asked: str) -> None:
        for name in asked:
            if any(f"{name}.".startswith(f"{hidden}.") for hidden in modules):
                raise ModuleNotFoundError(f"{name} is hidden", name=name)

    def import_(name: str, globals: Any = None, *given: Any, **more: Any) -> ModuleType:  # noqa: A002 - as Python calls it
        if _is_ours(globals):
            refuse(name, *(f"{name}.{one}" for one in [*given, None, None][1] or ()))
        return imported(name, globals, *given, **more)

    def import_module(name: str, package: str | None = None) -> ModuleType:
        if _is_ours(sys._getframe(1).f_globals):
            refuse(name)
        return by_name(name, package)

    class Lacking(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            hidden = (ModuleType.__getattribute__(self, "__name__"), name) in parts
            if hidden and _is_ours(sys._getframe(1).f_globals):
                raise AttributeError(f"{name} is hidden")
            return ModuleType.__getattribute__(self, name)

    for module, _ in parts:
        by_name(module).__class__ = Lacking
    builtins.__import__ = import_
    importlib.import_module = import_module


def _is_ours(scope: Any) -> bool:
    return str((scope or {}).get("__name__", "")).startswith(ASKS)


@contextmanager
def serving(names: Collection[str], mode: str, folder: Path | str) -> Iterator[tuple[str, Any]]:
    """Start a server without some parts; gives its address and its process, with its log."""
    port = free_port()
    options = {"server.port": port, "server.address": "127.0.0.1", "server.headless": True}
    options["browser.serverAddress"] = "127.0.0.1"
    command = [sys.executable, "-m", "tests.support.without_parts"]
    given = {"SEGMETRICS_MODE": mode, "SEGMETRICS_STORE": f"sqlite:///{folder}/store.db"}
    with (
        TemporaryFile() as log,
        subprocess.Popen(
            [*command, json.dumps([*names]), json.dumps(options)],
            cwd=PROJECT,
            env={**os.environ, **given, "SEGMETRICS_LOG": "json"},
            stdout=subprocess.DEVNULL,
            stderr=log,
        ) as process,
    ):
        process.log = log  # type: ignore[attr-defined]
        try:
            yield f"http://127.0.0.1:{port}", process
        finally:
            process.terminate()


def shown_without(names: Collection[str]) -> tuple[list[str], list[str]]:
    """Open every page in mode local; gives the pages that failed, and what is left out."""
    from segmetrics.dashboard.server.page_list import PAGES

    with TemporaryDirectory() as folder, serving(names, "local", folder) as (address, process):
        answered(f"{address}/health")
        failed = []
        with Probe(address) as probe:
            for page in PAGES:
                answer = probe.look(page.address, corpus="moonstone")
                if not answer.of("heading") or answer.of("exception"):
                    failed.append(page.name)
        process.terminate()
        process.wait()
        lines = [json.loads(line) for line in _log_of(process).splitlines()]
        failed += [str(line) for line in lines if line["event"] in ("failed", "library")]
        return failed, [line["without"] for line in lines if "without" in line]


def refused_without(names: Collection[str]) -> tuple[int, str]:
    """Start a server of links; gives its status and what it says."""
    with TemporaryDirectory() as folder, serving(names, "links", folder) as (_, process):
        return process.wait(60), _log_of(process)


def _log_of(process: Any) -> str:
    process.log.seek(0)
    return str(process.log.read(), "utf-8")


def hidden_parts() -> list[list[str]]:
    """List what is taken away: each part, each module of them, and all of them."""
    from segmetrics.dashboard.server.streamlit_internals import USED

    names = dict.fromkeys(name for names in USED.values() for name in names)
    # What a class has from its making on cannot be hidden: its class is.
    parts = dict.fromkeys(
        f"{module}:{path.split('.')[0].removesuffix('()')}"
        for module, _, path in (name.partition(":") for name in names)
    )
    modules = dict.fromkeys(name.partition(":")[0] for name in names)
    return [*([one] for one in parts), *([one] for one in modules), [*modules]]


def main() -> int:
    """Take away each part in turn, and say what came of it."""
    reached = True
    for names in hidden_parts():
        failed, without = shown_without(names)
        status, said = refused_without(names)
        good = not failed and bool(without) and status == 2 and said.count("\n") == 1
        good &= names[0].partition(":")[0] in said
        reached &= good
        what = names[0] if len(names) == 1 else "all of them"
        words = ["ok" if good else "FAILED", what, *without, *failed]
        sys.stdout.write("; ".join(words) + "\n")
        sys.stdout.flush()
    return 0 if reached else 1


if __name__ == "__main__":
    if len(sys.argv) == 1:
        sys.exit(main())
    hide(json.loads(sys.argv[1]))
    from segmetrics.dashboard.server import serving as server

    sys.exit(server.main(sys.argv[2:]))
