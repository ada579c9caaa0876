"""Find how often each kind of claim is false, and how often it is made where it is true.

Run ``python -m benchmarks.claims`` from the root of the project. The worlds are those of
`benchmarks.worlds`, of which the truth is known and which share nothing with the models of the
project. ``--corpora`` says how many corpora a cell has, ``--only`` takes worlds whose names hold a
word, ``--size`` takes sizes, and ``--write FILE`` puts the table between the marks of a file.
``--shares`` sets the share of coders that the model expects beside that of 200 further coders. All
is seeded.

A kind of claim is *false* in a corpus if it is made of somebody or something that it is not true
of; *found*, if it is made of somebody or something that it is true of.
"""

from __future__ import annotations

import argparse
import math
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np

import segmetrics as sm
from benchmarks.worlds import FILMS, TEXTS, Project, Role, Sizes, Times, Traits, World
from segmetrics.adjudication.gold import gold, pools
from segmetrics.claims.agreement_claims import claims_on_agreement
from segmetrics.claims.verdict_rows import verdicts_on_recordings, verdicts_on_texts
from segmetrics.coding_model.coder_model import CoderModel
from segmetrics.reliability.chance_verdicts import BEYOND
from segmetrics.reliability.pair_kappa import near_copies
from segmetrics.reliability.reliability_table import ReliabilityTable, reliability_of

SIZES = ((6, 4), (12, 5), (30, 8))
"""Items and coders of a corpus."""

FILM_SIZES = ((2, 5), (6, 8))

LITTLE_LAG = 0.1
"""Seconds of lag behind others below which nobody is late."""

MISSES, ADDS, RATE, HARDLY = 0.75, 1.5, 1.3, 0.6
"""Who finds fewer than that share of what others find marks fewer; who adds so many times what
others add has marks of their own; whose marks are so many times those of others marks at another
rate; of whose marks less than that share of what others' are is on breaks marks at random."""

BLURRED: frozenset[Role] = frozenset({"random", "careless", "fine", "lazy", "fatigued"})


class Seen(NamedTuple):
    """A claim that was made, or could have been: of which kind, whether it is true, and made."""

    kind: str
    true: bool
    made: bool


def corpus_of(found: Project) -> sm.Corpus:
    """Return the corpus of a project."""
    if found.seconds:
        films = cast("Times", found.codings)
        return sm.Corpus.from_times(films, durations=dict.fromkeys(films, found.seconds))
    return sm.Corpus.from_masses(cast("Sizes", found.codings))


def true_of(coder: str, found: Project) -> set[str]:
    """Return what is true of a coder, of all that is said of coders."""
    role = found.roles[coder]
    if not found.related:
        return set()
    true: set[str] = set()
    if role in ("late", "early"):
        true |= {role, "shifted", "disagrees", "less"}
    if role in ("random", "careless"):
        true |= {"random", "own", "disagrees", "less"}
    if role in BLURRED:
        true |= {"disagrees", "less"}
    others = [traits for name, traits in found.traits.items() if name != coder]
    if others:
        own = found.traits[coder]
        hits = float(np.median([one.hits for one in others]))
        added = float(np.median([one.added for one in others]))
        if own.hits < MISSES * hits:
            true |= {"fewer", "less", "empty", "disagrees"}
        if own.added > ADDS * added:
            true |= {"own"}
        density = 0.17
        shared, usual = (
            density * of.hits / (density * of.hits + (1 - density) * of.added + 1e-9)
            for of in (own, Traits(hits, added))
        )
        if shared < HARDLY * usual:
            true |= {"random", "own", "disagrees", "less"}
        rates = [density * hits + added, density * own.hits + own.added]
        if max(rates) > RATE * min(rates):
            true |= {"rate"}
    if found.lags:
        lags = [lag for name, lag in found.lags.items() if name != coder]
        behind = found.lags[coder] - float(np.median(lags))
        if abs(behind) > LITTLE_LAG:
            true |= {"late"} if behind > 0 else {"early"}
    return true


def of_coders(kind: str, said: Mapping[str, str], found: Project) -> Iterator[Seen]:
    """Yield what is said of coders, and that nothing is said of one who deserves it."""
    for coder, role in found.roles.items():
        what = said.get(coder)
        if what is not None:
            yield Seen(kind, true=what in true_of(coder, found), made=True)
        elif role not in ("good", "copier") and found.related:
            yield Seen(kind, true=True, made=False)


def of_texts(found: Project, corpus: sm.Corpus) -> Iterator[Seen]:
    """Yield what is claimed of a corpus of texts."""
    judged = reliability_of(corpus)
    around = sm.intervals(corpus, chance=judged.chance)
    influence = sm.influence(corpus)
    outlying = [row.item for row in influence.items if row.outlying]
    claims = claims_on_agreement(verdicts_on_texts(sm.agreement(corpus), judged, around), outlying)
    beyond = claims.table.corpus.verdict in BEYOND
    yield Seen("agreement beyond chance", true=found.related, made=beyond)
    for row in claims.table.items:
        made = row.verdict in BEYOND
        clear = found.related and row.name not in found.guessed
        yield Seen("an item beyond chance", true=clear, made=made)
        if len(claims.table.items) > 1:
            yield Seen(
                "an item below the others",
                true=row.name in found.guessed,
                made=row.name in outlying,
            )
    findings = sm.coder_findings(corpus).rows
    yield from of_coders(
        "a coder stands out",
        {row.coder: row.finding for row in findings if row.stands_out},
        found,
    )
    sides = {row.coder: row.side for row in findings if row.side != "none"}
    yield from of_sides("a coder is early or late by near misses", sides, found)
    copies = near_copies(corpus.items, corpus.coders)
    copied = "copier" in found.roles.values()
    yield Seen("two coders are nearly copies", true=copied, made=copies is not None)
    model = sm.coder_model(corpus)
    yield from of_coders(
        "a coder, by the model", {one.coder: one.verdict for one in model.verdicts}, found
    )
    yield from of_causes(found, corpus, judged, model)


def of_sides(kind: str, said: Mapping[str, str], found: Project) -> Iterator[Seen]:
    """Yield who is said to be early or late."""
    for coder, role in found.roles.items():
        what = said.get(coder)
        if what is not None:
            yield Seen(kind, true=what in true_of(coder, found), made=True)
        elif role in ("early", "late"):
            yield Seen(kind, true=True, made=False)


def of_causes(
    found: Project, corpus: sm.Corpus, judged: ReliabilityTable, model: CoderModel
) -> Iterator[Seen]:
    """Yield who is said to keep agreement low, and which items are said to need no work."""
    causes = sm.causes(corpus, reliability=judged, model=model)
    said = {one.coder: one.trait for row in causes.rows for one in row.causes}
    yield from of_coders("a coder keeps agreement low", said, found)
    for name in causes.cleared:
        clear = found.related and name not in found.guessed
        yield Seen("an item needs no work without them", true=clear, made=True)


def of_films(found: Project, corpus: sm.Corpus) -> Iterator[Seen]:
    """Yield what is claimed of a corpus of films."""
    agreed = sm.agreement(corpus, sm.RecordingOptions(tolerance=1.5))
    claims = claims_on_agreement(verdicts_on_recordings(agreed))
    made = claims.table.corpus.verdict in BEYOND
    yield Seen("agreement beyond chance", true=found.related, made=made)
    for row in claims.table.items:
        yield Seen("an item beyond chance", true=found.related, made=row.verdict in BEYOND)
    less = {row.coder: "less" for row in agreed.coders if row.standing == "less"}
    yield from of_coders("a coder agrees less", less, found)
    sides = {row.coder: row.timing for row in agreed.coders if row.timing}
    yield from of_sides("a coder is early or late", sides, found)


class Cell(NamedTuple):
    """A kind of claim in a world: corpora with a false one, and what was found of what is true."""

    corpora: int
    false: int
    could: int
    found: int
    true: int

    @property
    def rate(self) -> float:
        """Share of corpora with a false claim."""
        return self.false / self.corpora

    @property
    def power(self) -> float | None:
        """Share of what is true that is claimed."""
        return self.found / self.true if self.true else None


def cells(world: World, name: str, items: int, coders: int, corpora: int) -> dict[str, Cell]:
    """Count the claims of each kind over the corpora of a world."""
    false: Counter[str] = Counter()
    could: Counter[str] = Counter()
    found: Counter[str] = Counter()
    true: Counter[str] = Counter()
    kinds: dict[str, None] = {}
    for number in range(corpora):
        random = np.random.default_rng([zlib.crc32(name.encode()), items, coders, number])
        drawn = world(random, items, coders)
        corpus = corpus_of(drawn)
        said = list((of_films if drawn.seconds else of_texts)(drawn, corpus))
        wrong: dict[str, bool] = defaultdict(bool)
        for one in said:
            kinds[one.kind] = None
            if one.true:
                true[one.kind] += 1
                found[one.kind] += one.made
            else:
                wrong[one.kind] |= one.made
                could[one.kind] += 1
        false.update(kind for kind, made in wrong.items() if made)
    return {
        kind: Cell(corpora, false[kind], could[kind], found[kind], true[kind]) for kind in kinds
    }


def percent(share: float | None) -> str:
    """Return a share in per cent."""
    return "" if share is None else f"{100 * share:.1f}"


def error(cell: Cell) -> float:
    """Return the Monte Carlo error of a false rate."""
    return math.sqrt(max(cell.rate, 1 / cell.corpora) * (1 - cell.rate) / cell.corpora)


OF_TEXTS = (
    "agreement beyond chance",
    "an item beyond chance",
    "an item below the others",
    "a coder stands out",
    "a coder is early or late by near misses",
    "a coder, by the model",
    "a coder keeps agreement low",
    "two coders are nearly copies",
)
OF_FILMS = (
    "agreement beyond chance",
    "an item beyond chance",
    "a coder agrees less",
    "a coder is early or late",
)
"""The kinds of claims, in the order of the columns."""


def lines(
    worlds: Mapping[str, World], kinds: Sequence[str], size: tuple[int, int], corpora: int
) -> Iterator[str]:
    """Yield the table of all worlds for a size, a line for each world."""
    yield f"| {size[0]} x {size[1]} | {' | '.join(kinds)} |"
    yield f"| --- |{' --- |' * len(kinds)}"
    for name, world in worlds.items():
        found = cells(world, name, *size, corpora)
        yield f"| {name} | {' | '.join(_told(found.get(kind)) for kind in kinds)} |"


def _told(cell: Cell | None) -> str:
    """Return the false rate with its error, and the power where somebody deserves the claim."""
    if cell is None:
        return "0"
    false = f"{percent(cell.rate)} ± {percent(error(cell))}" if cell.could else ""
    found = f"found {cell.power:.0%}" if cell.power is not None else ""
    return ", ".join(filter(None, (false or "0", found)))


BINS = ((0.0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01))
"""Shares that are set beside what a panel does, from and below."""


def shares_and_panels(
    world: World, items: int, coders: int, corpora: int
) -> list[tuple[float, float]]:
    """Return which share of many coders the model expects near marked places, and which does so."""
    found: list[tuple[float, float]] = []
    for number in range(corpora):
        drawn = world(np.random.default_rng([7, number]), items, coders)
        if drawn.panel is None:
            continue
        corpus = corpus_of(drawn)
        for item in gold(corpus, model=sm.coder_model(corpus)):
            panel = drawn.panel(item.item) if item.shares else ()
            for pool in pools(corpus[item.item].codings, 2) if item.shares else ():
                place = sorted(pool.values())[(len(pool) - 1) // 2]
                found.append((item.shares[place - 1], float(panel[place - 1])))
    return found


def shares(items: int, coders: int, corpora: int, only: str) -> Iterator[str]:
    """Yield the share of a panel near places of which the model expects some share."""
    heads = [f"{100 * low:.0f}% to {min(100, 100 * high):.0f}%" for low, high in BINS]
    yield f"| world | {' | '.join(heads)} |"
    yield f"| --- |{' --- |' * len(heads)}"
    for name, world in TEXTS.items():
        said = shares_and_panels(world, items, coders, corpora) if only in name else []
        told = []
        for low, high in BINS:
            here = np.array([one for one in said if low <= one[0] < high])
            if len(here) < FEWEST_PLACES:
                told.append("")
                continue
            expected, observed = 100 * here.mean(axis=0)
            told.append(f"{expected:.0f}: {observed:.0f} ({len(here):,})")
        if any(told):
            yield f"| {name} | {' | '.join(told)} |"


FEWEST_PLACES = 20
"""Places of a world with about the same share, fewer of which tell nothing."""


def put(lines: Sequence[str], file: Path) -> None:
    """Put a table between the marks of a file."""
    text = file.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    if not after:
        raise SystemExit(f"{file} has no place for the table: {BEGIN} and {END} are missing")
    written = "\n".join([before + BEGIN, "", *lines, "", END + after])
    file.write_text(written, encoding="utf-8")


BEGIN, END = "<!-- the table -->", "<!-- its end -->"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims", description=__doc__)
    parser.add_argument("--corpora", type=int, default=300, help="corpora of each cell")
    parser.add_argument("--only", default="", help="worlds whose names hold this")
    parser.add_argument("--size", type=int, choices=(1, 2, 3), help="the first, second or third")
    parser.add_argument("--films", action="store_true", help="films alone")
    parser.add_argument("--texts", action="store_true", help="texts alone")
    parser.add_argument(
        "--shares", action="store_true", help="those that the model expects instead"
    )
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table there, too")
    given = parser.parse_args()
    if given.shares:
        for line in shares(*SIZES[1], given.corpora, given.only):
            print(line, flush=True)
        return
    said = []
    for worlds, kinds, sizes, left_out in (
        (TEXTS, OF_TEXTS, SIZES, given.films),
        (FILMS, OF_FILMS, FILM_SIZES, given.texts),
    ):
        chosen = {name: world for name, world in worlds.items() if given.only in name}
        for size in () if left_out else sizes:
            if given.size and size != sizes[min(given.size, len(sizes)) - 1]:
                continue
            for line in ["", *lines(chosen, kinds, size, given.corpora)]:
                print(line, flush=True)
                said.append(line)
    if given.write:
        put(said, given.write)


if __name__ == "__main__":
    main()
