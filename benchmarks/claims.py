"""Find how often each kind of claim is false, and how often it is made where it is true.

Run ``python -m benchmarks.claims`` from the root of the project. The worlds are those of
`benchmarks.worlds`, of which the truth is known and which share nothing with the models of the
project. ``--corpora`` says how many corpora a cell has; ``--of`` takes texts, films or rounds
alone, ``--only`` worlds whose names hold a word, ``--kind`` kinds of claims likewise, with those
that are computed beside them, ``--size`` one of the sizes, and ``--write`` puts the table into
``docs/claims.md``. What was counted stands in ``docs/claims.csv``, and each run adds what is not
there yet, until a cell has so many: one that was cut goes on where it was, and with ``--corpora 0``
the table is made of what there is. ``--keep FILE`` adds to another file, as for two runs at once,
whose lines can be put below the others. Lines of a kind whose rule becomes another are to be taken
out of the file; a higher ``--first`` counts it anew by corpora that nobody has seen. ``--shares``
sets the share of coders that the model expects beside that of 200 further coders. All is seeded.

A kind of claim is *false* in a corpus if it is made of somebody or something that it is not true
of; *found*, if it is made of somebody or something that it is true of.
"""

from __future__ import annotations

import argparse
import csv
import math
import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

import segmetrics as sm
from benchmarks.claim_truths import (
    REACH,
    VIEWERS,
    Seen,
    corpus_of,
    of_agreement,
    of_fading,
    of_films,
    of_findings,
    of_low_items,
    of_model,
    of_odd_items,
    of_old_files,
    of_rounds,
    of_schools,
)
from benchmarks.worlds import (
    FILMS,
    ROUNDS,
    TEXTS,
    Project,
    World,
    as_sizes,
    shares_near,
)
from segmetrics.adjudication.gold import gold, pools
from segmetrics.adjudication.model_rule import roughly
from segmetrics.reliability.planning import PlanPoint
from segmetrics.reliability.shuffling import ChanceOptions

SIZES = ((6, 4), (12, 5), (30, 8))
"""Items and coders of a corpus."""

FILM_SIZES = ((3, 5), (6, 5), (12, 5))

FEWEST = 10
"""Corpora fewer than which are not shown: they tell nothing of how often a claim is false."""

FIRST = 2_000
"""The number of the first corpus. By those with lower numbers rules were chosen."""


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


class Kinds(NamedTuple):
    """What is counted of texts, of films, or of rounds: in which worlds, of which sizes.

    The kinds of claims are in the order of the columns, and beside each other those that are
    computed together.
    """

    name: str
    worlds: Mapping[str, World]
    sizes: Sequence[tuple[int, int]]
    claims: Sequence[tuple[Callable[[Project], Iterator[Seen]], Sequence[str]]]

    @property
    def kinds(self) -> list[str]:
        """The kinds of claims."""
        return [kind for _, together in self.claims for kind in together]


Counts = Mapping[str, tuple[int, int, int, int]]
"""Of a corpus, kind to: whether one is false; how many could be; what is found; of what is true."""


def cells(of: Kinds, name: str, items: int, coders: int, corpora: int) -> dict[str, Cell]:
    """Count the claims of each kind over the corpora of a world."""
    numbers = range(corpora)
    many = [counted(of, name, items, coders, number, of.kinds) for number in numbers]
    none = (0, 0, 0, 0)
    return {
        kind: Cell(corpora, *np.sum([one.get(kind, none) for one in many], axis=0).tolist())
        for kind in of.kinds
    }


def counted(
    of: Kinds, name: str, items: int, coders: int, number: int, kinds: Collection[str]
) -> Counts:
    """Count the claims of some kinds, and of what is computed with them, in a corpus of a world."""
    random = np.random.default_rng([zlib.crc32(name.encode()), items, coders, number])
    drawn = of.worlds[name](random, items, coders)
    counts: dict[str, tuple[int, int, int, int]] = {}
    asked = (claims for claims, together in of.claims if {*kinds} & {*together})
    for one in (one for claims in asked for one in claims(drawn)):
        false, could, found, true = counts.get(one.kind, (0, 0, 0, 0))
        if one.true:
            counts[one.kind] = false, could, found + one.made, true + 1
        else:
            counts[one.kind] = false | one.made, could + 1, found, true
    return counts


Place = tuple[str, int, int, str, str]
"""Of what a cell is: texts, films or rounds; items; coders; the world; and the kind of claim."""


class Line(NamedTuple):
    """What the corpora with some numbers said, all from the first to the last."""

    first: int
    last: int
    false: int
    could: int
    found: int
    true: int

    def and_then(self, after: Line) -> Line:
        """Return this line with that of the numbers that follow."""
        counts = (a + b for a, b in zip(self[2:], after[2:], strict=True))
        return Line(self.first, after.last, *counts)


HEADS = ("of", "items", "coders", "world", "kind", *Line._fields)


class Kept:
    """What was counted, in a file that grows by a line for each kind and corpus."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.known: dict[Place, list[Line]] = defaultdict(list)
        for of, items, coders, world, kind, *line in _rows_of(file):
            place = of, int(items), int(coders), world, kind
            self.known[place].append(Line(*map(int, line)))

    def look(
        self,
        of: Kinds,
        size: tuple[int, int],
        name: str,
        number: int,
        kinds: Collection[str],
        most: int,
    ) -> None:
        """Look at a corpus, if some of the kinds were not, and in fewer corpora than so many."""
        places = [(of.name, *size, name, kind) for kind in kinds]
        anew = [
            place
            for place in places
            if not any(one.first <= number <= one.last for one in self.known.get(place, ()))
        ]
        anew = [place for place in anew if self.cell(*place).corpora < most]
        if not anew:
            return
        counts = counted(of, name, *size, number, [place[-1] for place in anew])
        found = {place: Line(number, number, *counts.get(place[-1], (0,) * 4)) for place in anew}
        for place, line in found.items():
            self.known[place].append(line)
        with self.file.open("a", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows((*at, *of) for at, of in found.items())

    def tidy(self) -> None:
        """Make one line of those whose numbers follow each other."""
        with self.file.open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(HEADS)
            for place, lines in sorted(self.known.items()):
                first, *rest = sorted(lines)
                tidied = [first]
                for line in rest:
                    if line.first <= tidied[-1].last:
                        raise SystemExit(f"{place}: corpus {line.first:,} was counted twice")
                    follows = line.first == tidied[-1].last + 1
                    tidied[-1:] = [tidied[-1].and_then(line)] if follows else [tidied[-1], line]
                writer.writerows((*place, *line) for line in tidied)

    def cell(self, *place: *Place) -> Cell:
        """Return what the corpora of a world and a size said of a kind."""
        lines = self.known.get(place, [])
        corpora = sum(one.last - one.first + 1 for one in lines)
        return Cell(corpora, *(sum(one[at] for one in lines) for at in range(2, 6)))


def _rows_of(file: Path) -> list[list[str]]:
    """Return the lines of a file but for its head, which stands wherever others were added."""
    if not file.exists():
        return []
    with file.open(encoding="utf-8", newline="") as opened:
        return [row for row in csv.reader(opened) if tuple(row) != HEADS]


def percent(share: float | None) -> str:
    """Return a share in per cent."""
    return "" if share is None else f"{100 * share:.1f}"


def error(cell: Cell) -> float:
    """Return the Monte Carlo error of a false rate."""
    return math.sqrt(max(cell.rate, 1 / cell.corpora) * (1 - cell.rate) / cell.corpora)


COUNTED = (
    Kinds(
        "texts",
        TEXTS,
        SIZES,
        (
            (
                of_agreement,
                (
                    "agreement beyond chance",
                    "an item beyond chance",
                    "an item below the others",
                    "which items are lowest",
                    "groups differ",
                ),
            ),
            (
                of_findings,
                (
                    "a coder stands out",
                    "a coder is early or late by near misses",
                    "two coders are nearly copies",
                ),
            ),
            (of_odd_items, ("a number is odd in one item", "out of step or unrelated in one item")),
            (of_fading, ("a coder marks less and less",)),
            (of_schools, ("some segment finely, others coarsely",)),
            (
                of_model,
                (
                    "a coder, by the model",
                    "a coder keeps agreement low",
                    "an item needs no work without them",
                ),
            ),
        ),
    ),
    Kinds(
        "films",
        FILMS,
        FILM_SIZES,
        (
            (
                of_films,
                (
                    "agreement beyond chance",
                    "an item beyond chance",
                    "a coder agrees less",
                    "a coder is early or late",
                    "a coder has many of their own",
                    "a coder keeps agreement low",
                    "boundaries come in pairs",
                ),
            ),
            (
                of_odd_items,
                (
                    "a number is odd in one item",
                    "a viewer stops",
                    "out of step or unrelated in one item",
                ),
            ),
            (of_fading, ("a coder marks less and less",)),
        ),
    ),
    Kinds(
        "rounds",
        ROUNDS,
        SIZES[:2],
        (
            (
                of_rounds,
                (
                    "agreement is better, or worse",
                    "most of it is one coder",
                    "a share of a rise is theirs",
                    "what is left of a change is beyond chance",
                    "a coder keeps agreement low no longer",
                    "a coder keeps agreement low in both",
                    "a coder keeps agreement low in the last",
                ),
            ),
            (of_low_items, ("an item is low in each",)),
            (of_old_files, ("a coding is that of the round before",)),
        ),
    ),
)
"""All that is counted."""


def lines(of: Kinds, size: tuple[int, int], kept: Kept) -> Iterator[str]:
    """Yield the table of all worlds for a size, a line for each world with its corpora."""
    yield f"| {of.name}, {size[0]} x {size[1]} | corpora | {' | '.join(of.kinds)} |"
    yield f"| --- | --- |{' --- |' * len(of.kinds)}"
    for name in of.worlds:
        found = [kept.cell(of.name, *size, name, kind) for kind in of.kinds]
        said = [cell.corpora for cell in found if cell.could or cell.true]
        if max(said, default=0) >= FEWEST:
            corpora = " to ".join(f"{each:,}" for each in sorted({min(said), max(said)}))
            yield f"| {name} | {corpora} | {' | '.join(map(_told, found))} |"


def _told(cell: Cell) -> str:
    """Return the false rate with its error, and the power where somebody deserves the claim."""
    if cell.corpora < FEWEST:
        return ""
    false = f"{percent(cell.rate)} ± {percent(error(cell))}" if cell.could else ""
    found = f"found {cell.power:.0%}" if cell.power is not None else ""
    return ", ".join(filter(None, (false or "0" * bool(found), found)))


BINS = {
    "fewer than a third": (0, 1 / 3),
    "fewer than half": (0, 1 / 2),
    "more than half": (1 / 2, 1),
}
"""What is said of shares, and between which of a panel it is so."""


def shares_and_panels(
    world: World, items: int, coders: int, corpora: int
) -> list[tuple[float, float, int]]:
    """Return which share of many coders is said, and which of a panel mark there; of what corpus.

    At the places that somebody marked, or beside which somebody did.
    """
    found: list[tuple[float, float, int]] = []
    for number in range(FIRST, FIRST + corpora):
        drawn = world(np.random.default_rng([7, number]), items, coders)
        if drawn.panel is None:
            continue
        corpus = corpus_of(drawn)
        for item in gold(corpus, model=sm.coder_model(corpus)):
            units = corpus[item.item].mass
            panel = shares_near(drawn.panel(item.item), units) if item.shares else ()
            for pool in pools(corpus[item.item].codings, 2) if item.shares else ():
                place = sorted(pool.values())[(len(pool) - 1) // 2]
                found.append((item.shares[place - 1], float(panel[place - 1]), number))
    return found


def shares(items: int, coders: int, corpora: int, only: str) -> Iterator[str]:
    """Yield the share of a panel near places of which the model expects some share."""
    yield f"| world | {' | '.join(BINS)} |"
    yield f"| --- |{' --- |' * len(BINS)}"
    for name, world in TEXTS.items():
        said = shares_and_panels(world, items, coders, corpora) if only in name else []
        told = []
        for words, (low, high) in BINS.items():
            here = np.array([one for one in said if roughly(one[0]) == words])
            if len(here) < FEWEST_PLACES:
                told.append("")
                continue
            observed = 100 * here[:, 1].mean()
            so = 100 * ((low <= here[:, 1]) & (here[:, 1] <= high)).mean()
            _, of = np.unique(here[:, 2], return_inverse=True)
            off = np.bincount(of, here[:, 1] - observed / 100)
            error = 100 * np.sqrt((off**2).sum()) / len(here)
            told.append(f"{observed:.0f} ± {error:.0f}; {so:.0f}% ({len(here):,})")
        if any(told):
            yield f"| {name} | {' | '.join(told)} |"


def places(world: World, items: int, coders: int, corpora: int) -> str:
    """Return how many places of a consensus of films many coders share, and intervals hold.

    That is half of the further coders who press at all within the tolerance of it, or more; there
    the place is the median of those who do.
    """
    shared: list[bool] = []
    held: list[bool] = []
    for number in range(FIRST, FIRST + corpora):
        drawn = world(np.random.default_rng([10, number]), items, coders)
        boundaries = sm.consensus(corpus_of(drawn)).boundaries
        presses = drawn.presses or (lambda _: [])
        panels = {film: presses(film) for film in {one.item for one in boundaries}}
        for one in boundaries:
            near = [min(own, key=lambda at: abs(at - one.time)) for own in panels[one.item] if own]
            near = [at for at in near if abs(at - one.time) <= REACH]
            shared.append(2 * len(near) > VIEWERS)
            if one.low is not None and one.high is not None:
                held.append(one.low <= float(np.median(near)) <= one.high)
    shown = f"{100 * np.mean(shared):.0f}% ({len(shared):,})" if shared else "none"
    return f"{shown} | {100 * np.mean(held):.0f}% ({len(held):,})" if held else f"{shown} |"


PLANNED_FROM = ((6, 4), (10, 4), (20, 6))
"""Items and coders that are planned from."""

PLANNED_IN = ("good coders", "coders who differ more", "shared false alarms", "two schools")


def planned(world: World, items: int, coders: int, corpora: int) -> Iterator[str]:
    """Yield how many ranges hold the usual width with twice the items, and with twice the coders.

    Before that the usual width, and where nine of ten planned widths lie.
    """
    for more_items, more_coders in ((2 * items, coders), (items, 2 * coders)):
        widths: list[float] = []
        points: list[PlanPoint] = []
        for number in range(corpora):
            random = np.random.default_rng([8, number])
            larger = sm.plan(corpus_of(world(random, more_items, more_coders))).now
            corpus = corpus_of(world(random, items, coders))
            found = sm.plan(corpus, items=[more_items], coders=[more_coders])
            points += found.by_coders if more_coders > coders else found.by_items
            widths += [larger.width] if larger else []
        usual = float(np.median(widths))
        few, many = np.quantile([one.width for one in points], (0.05, 0.95))
        hold = np.mean([one.narrowest <= usual <= one.widest for one in points])
        size = f"{items} x {coders} to {more_items} x {more_coders}"
        yield f"{size} | {usual:.2f} | {few:.2f} to {many:.2f} | {100 * hold:.0f}% ({len(points)})"


CHANGED_IN = (
    "good coders",
    "coders who differ more",
    "shared false alarms",
    "one lazy",
    "one fine",
)
FURTHER = 3
"""Corpora by coders who changed, of each corpus at hand."""


def changed(world: World, items: int, coders: int, corpora: int) -> Iterator[str]:
    """Yield how many ranges of what would help most hold R of new texts by coders who changed so.

    Before that the number of corpora, and the means of R at hand, of what is said of it, and of
    what it becomes.
    """
    seen: list[tuple[float, float, float, bool]] = []
    for number in range(FIRST, FIRST + corpora):
        random = np.random.default_rng([9, number])
        drawn = world(random, items, coders)
        found = sm.what_would_help(corpus_of(drawn), simulations=15)
        best, now = found.helps_most, found.observed.corrected
        if best is None or now is None or drawn.again is None:
            continue
        _, _, change, _, _, least, most = best.corrected
        weakest = next((name for name in drawn.roles if f"if {name} did" in best.words), "")
        for _ in range(FURTHER):
            new = sm.Corpus.from_masses(drawn.again(weakest))
            if not weakest:
                new = sm.Corpus(tuple(halved(best.what, item, random) for item in new.items))
            then = sm.chance(new, shuffling=ChanceOptions(shuffles=10)).corpus.corrected or 0.0
            held = least is not None and most is not None and least <= then <= most
            seen.append((now, now + (change or 0.0), then, held))
    at_hand, said, then, held = np.mean(seen, axis=0)
    count = len(seen) // FURTHER
    yield f"{count} | {at_hand:.2f} | {said:.2f} | {then:.2f} | {100 * held:.0f}%"


def halved(what: str, item: sm.Item, random: np.random.Generator) -> sm.Item:
    """Let coders find half of what several marked and they missed, or half less of other kinds."""
    marks = {coder: {*coding.boundaries} for coder, coding in item.codings.items()}
    for pool in pools(item.codings, 2):
        place = sorted(pool.values())[(len(pool) - 1) // 2]
        for coder, own in marks.items():
            at, shared = pool.get(coder), len(pool) > 1
            if random.random() < 1 / 2:
                continue
            if what == "misses" and shared and not own & {place - 1, place, place + 1}:
                own.add(place)
            if what == "additions" and not shared:
                own.discard(at or 0)
            if what == "shifts" and shared and at:
                marks[coder] = own - {at} | {place}
    return sm.Item(
        item.name,
        {
            coder: sm.Segmentation.from_masses(as_sizes(own, item.mass))
            for coder, own in marks.items()
        },
    )


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


HEAD = 2
"""Lines of a table without any world."""

FILE, PAGE = Path("docs/claims.csv"), Path("docs/claims.md")

BEGIN, END = "<!-- the table -->", "<!-- its end -->"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.claims", description=__doc__)
    parser.add_argument(
        "--corpora", type=int, default=300, help="corpora of a cell, with those of other numbers"
    )
    parser.add_argument("--first", type=int, default=FIRST, help="the number of the first")
    parser.add_argument("--only", default="", help="worlds whose names hold this")
    parser.add_argument("--kind", default="", help="kinds of claims that hold this")
    parser.add_argument("--size", type=int, choices=(1, 2, 3), help="the first, second or third")
    parser.add_argument(
        "--of", choices=[one.name for one in COUNTED], default="", help="these alone"
    )
    parser.add_argument(
        "--shares", action="store_true", help="those that the model expects instead"
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", default=FILE, help="what was counted")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE}, too")
    parser.add_argument("--plans", action="store_true", help="widths that are planned instead")
    parser.add_argument("--places", action="store_true", help="places of films instead")
    parser.add_argument("--changes", action="store_true", help="what would help instead")
    given = parser.parse_args()
    if given.plans:
        for name in PLANNED_IN:
            for size in PLANNED_FROM:
                for line in planned(TEXTS[name], *size, given.corpora):
                    print(f"| {name} | {line} |", flush=True)
        return
    if given.places:
        for name, world in FILMS.items():
            print(f"| {name} | {places(world, *FILM_SIZES[1], given.corpora)} |", flush=True)
        return
    if given.changes:
        for items, coders in SIZES[:2]:
            for name in CHANGED_IN:
                for line in changed(TEXTS[name], items, coders, given.corpora):
                    print(f"| {name}, {items} x {coders} | {line} |", flush=True)
        return
    if given.shares:
        for line in shares(*SIZES[1], given.corpora, given.only):
            print(line, flush=True)
        return
    kept, said = Kept(given.keep), list[str]()
    for of in COUNTED:
        if given.of not in ("", of.name):
            continue
        kinds = [
            kind
            for _, together in of.claims
            if any(given.kind in one for one in together)
            for kind in together
        ]
        for size in of.sizes[given.size - 1 : given.size] if given.size else of.sizes:
            for number in range(given.first, given.first + given.corpora):
                for name in of.worlds:
                    if given.only in name:
                        kept.look(of, size, name, number, kinds, given.corpora)
            table = list(lines(of, size, kept))
            said += ["", *table] * (len(table) > HEAD)
    kept.tidy()
    print("\n".join(said))
    if given.write:
        put([datetime.now(UTC).strftime("*%-d %B %Y*"), *said], PAGE)


if __name__ == "__main__":
    main()
