"""What a page costs the server at the limits of size: ``python -m benchmarks.page_memory``.

It starts the dashboard in mode ``links`` with a store of its own, and for each corpus a visitor
uploads it, accepts it, opens its import again and looks at all pages in one session. It prints for
each step by how much the memory of the server's own process rose above what it was when the
visitor came, at its highest and after it. What is computed apart counts where it is computed.
Visitors are clients that speak as browsers do, not browsers.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from benchmarks.verdict import judged
from segmetrics import Corpus, Item, Segmentation
from segmetrics.dashboard.server.page_list import PAGES
from segmetrics.io.write import WRITERS
from tests.support import probing
from tests.support.driving import running
from tests.support.probing import Answer, Probe

# Megabytes by which a page may raise the server's memory.
MOST = 100
# Seconds after which a server has freed what it does not need.
FREED, PATIENCE = 20, 900
TYPES = tuple(map(frozenset, ("a", "b", "ab")))


class Size(NamedTuple):
    """How large a corpus is, how many boundaries each coding has, and what they carry."""

    items: int
    coders: int
    units: int
    boundaries: int
    kind: str = "linear"


SIZES = {
    "few boundaries": Size(25, 2, 1_000_000, 20),
    "many boundaries": Size(10, 2, 1_000_000, 240_000),
    "every unit": Size(10, 2, 250_000, 249_999),
    "many coders": Size(5, 50, 100_000, 20_000),
    "many types": Size(10, 2, 250_000, 60_000, "multiple"),
}


class Rise(NamedTuple):
    """Megabytes that a step took at its highest, and that are left after it, and its seconds."""

    step: str
    peak: float
    left: float
    seconds: float

    def __str__(self) -> str:
        verdict = judged(self.peak < MOST)
        return f"{self.step:16}{self.peak:8.0f}{self.left:8.0f}{self.seconds:8.1f}  {verdict}"


def drawn(size: Size) -> Corpus:
    """Draw a corpus in which coders share half of their boundaries; the same at every call."""
    random = np.random.default_rng(2012)
    items = []
    for number in range(size.items):
        places = np.arange(1, size.units)
        shared = random.permutation(places)[: size.boundaries // 2]
        codings = {}
        for coder in range(size.coders):
            rest = np.setdiff1d(places, shared, assume_unique=True)
            own = random.permutation(rest)[: size.boundaries - len(shared)]
            placed = tuple(np.sort(np.concatenate([shared, own])).tolist())
            types = tuple(TYPES[at % len(TYPES)] for at in placed)
            codings[f"coder{coder}"] = Segmentation(
                size.units, placed, types if size.kind == "multiple" else None
            )
        items.append(Item(f"item{number}", codings))
    return Corpus(tuple(items))


def status(process: int, name: str) -> float:
    """Return a line of the memory of a process, in 10**6 bytes."""
    text = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    return int(text.split(f"{name}:")[1].split()[0]) * 1024 / 1e6


def watched(
    process: int, base: float, steps: Sequence[tuple[str, Callable[[], object]]]
) -> Iterator[Rise]:
    """Take steps; gives what each cost."""
    for name, step in steps:
        Path(f"/proc/{process}/clear_refs").write_text("5", encoding="ascii")
        begin = time.monotonic()
        step()
        peak, left = status(process, "VmHWM"), status(process, "VmRSS")
        yield Rise(name, peak - base, left - base, time.monotonic() - begin)


class Visit:
    """A visitor with a corpus."""

    def __init__(self, probe: Probe, corpus: Corpus, form: str) -> None:
        self.probe = probe
        self.content = WRITERS[form].write(corpus).content
        self.place = ""

    def upload(self) -> None:
        """Bring the file."""
        self.place = self.probe.bring("corpus.json", self.content, accepted=False)

    def look(self, page: str) -> Answer:
        """Look at a page."""
        answer = self.probe.look(page, corpus=self.place)
        if answer.of("exception"):
            raise SystemExit(f"{page}: {answer.of('exception')[0].message}")
        return answer

    @property
    def steps(self) -> list[tuple[str, Callable[[], object]]]:
        """Go the whole way."""
        others = [one for one in PAGES if one.of_corpus and one.name not in ("import", "overview")]
        return [
            ("upload", self.upload),
            ("import", lambda: self.look("import")),
            # This leads to the Overview, which is not counted here.
            ("accept", lambda: self.probe.accept(self.place)),
            ("overview", lambda: self.look("")),
            ("import again", lambda: self.look("import")),
            *((one.name, lambda page=one.address: self.look(page)) for one in others),
        ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and say whether every page stays under the most."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page_memory")
    parser.add_argument("sizes", nargs="*", default=list(SIZES), help=", ".join(SIZES))
    parser.add_argument("--format", default="segeval-json", help="of the file uploaded")
    given = parser.parse_args(arguments)
    probing.SECONDS = PATIENCE
    good = True
    for name in given.sizes:
        corpus = drawn(SIZES[name])
        with running(options=["--mode", "links"]) as server, Probe(server.address) as probe:
            for page in PAGES:  # what a page loads when it is shown first
                probe.look(page.address)
            time.sleep(FREED)
            base = status(server.process, "VmRSS")
            print(f"\n{name}: {SIZES[name]}; {base:.0f} MB before, in MB", flush=True)
            print(f"{'':16}{'highest':>8}{'after':>8}{'seconds':>8}", flush=True)
            for rise in watched(server.process, base, Visit(probe, corpus, given.format).steps):
                print(rise, flush=True)
                good &= rise.peak < MOST
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
