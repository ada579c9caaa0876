"""One case: the files that are read together, and what has to come out."""

from __future__ import annotations

import re
import time
import warnings
from dataclasses import dataclass
from random import Random

from segmetrics.io import Choices, Reading, Source, assemble, parse_sources, read_sources
from segmetrics.segmentation import Segmentation
from tests.fuzz.material import good_files, packed
from tests.fuzz.mutations import mutated

# What breaks a line or cannot be written, said independently of what the readers do.
NO_LINE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
NAMES = (
    "",
    "..",
    "/x",
    "a\0b.csv",
    "x\n.txt",
    "\u202ea.json",
    "é.csv",
    "y" * 300,
    "a b (1).ann",
    ".ann",
)
CHOICES = (
    Choices(unit="word", labels="types"),
    Choices(unit="character", labels="none"),
    Choices(unit="step", step=0.001),
    Choices(pattern="{item}/{coder}"),
    Choices(pattern="*{coder}", dropped=frozenset({("ch1", None), (None, "anna")})),
    Choices(coders={"anna": "x", "ben": "x"}, items={"chapter1": "chapter2"}, reference="x"),
    Choices(reference="anna", automatic=frozenset({"ben"})),
)


class Finding(Exception):
    """Reading gave something else than a corpus or problems."""


@dataclass(frozen=True)
class Outcome:
    """What a case gave: formats, what came out, and seconds of computing."""

    formats: str
    result: str
    seconds: float


def sources_of(seed: int, number: int) -> list[Source]:
    """Make the files of a case."""
    chance = Random(f"{seed}:{number}")
    files = good_files()
    names = list(files)
    at = chance.randrange(len(names))
    count = chance.choice((1, 1, 1, 2, 3, 4))
    # Neighbours are of one kind and belong together; now and then they are of any.
    near = [names[(at + step) % len(names)] for step in range(count)]
    chosen = near if chance.random() < 0.7 else chance.choices(names, k=count)
    made = {}
    for place, name in enumerate(chosen):
        content = files[name]
        if not place or chance.random() < 0.5:
            content = mutated(chance, content, files[chance.choice(names)])
        if chance.random() < 0.03:
            name = chance.choice(NAMES)
        elif chance.random() < 0.1:  # a format's file under the name of another
            name = chance.choice(names)
        made[name] = content
    if chance.random() < 0.15:
        archive = packed(made)
        if chance.random() < 0.3:
            archive = mutated(chance, archive, archive)
        return [Source("upload.zip", archive)]
    return [Source(name, content) for name, content in made.items()]


def _contents(reading: Reading) -> dict[str, dict[str, Segmentation]]:
    """Return the codings that were read, whatever their order."""
    items = () if reading.corpus is None else reading.corpus.items
    return {item.name: dict(item.codings) for item in items}


def run(seed: int, number: int) -> Outcome:
    """Read the files of a case.

    Raises
    ------
    Finding
        If something else comes out than a corpus or problems; whatever reading raises.
    """
    sources = sources_of(seed, number)
    begin = time.process_time()
    with warnings.catch_warnings(action="error"):
        parsed = parse_sources(sources)
        choices = CHOICES[number % len(CHOICES)] if number % 5 == 0 else None
        reading = assemble(parsed, choices)
    taken = time.process_time() - begin
    turns = number % 10 == 1 and len(sources) > 1
    if turns and _contents(read_sources(sources[::-1])) != _contents(read_sources(sources)):
        raise Finding("another order of the files gives another corpus")
    for said in (*reading.problems, *reading.notices, *reading.recognised):
        if NO_LINE.search(str(said)):
            raise Finding(f"no printable line: {str(said)!r}")
    problems, corpus = reading.problems, reading.corpus
    kept = _contents(reading).keys()
    if kept & {*reading.left_out, *(one.item for one in problems)} or not all(map(str.strip, kept)):
        raise Finding(f"an item with a problem was kept, or one without a name: {[*kept]}")
    if any(NO_LINE.search(name) for name in (*kept, *reading.left_out)):
        raise Finding(f"a name that cannot be shown: {[*kept, *reading.left_out]}")
    if not problems and corpus is None and choices is None:
        raise Finding(f"neither corpus nor problem: {[one.name for one in sources]}")
    formats = sorted({one.format.key for one in reading.recognised}) or ["none"]
    result = "problems" if corpus is None else "corpus with problems" if problems else "corpus"
    return Outcome("+".join(formats[:1]) if len(formats) == 1 else "several", result, taken)
