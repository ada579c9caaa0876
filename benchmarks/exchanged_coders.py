"""Check that no comparison of two rounds says "better" because other people coded.

Run ``python -m benchmarks.exchanged_coders`` from the root of the project; ``--rounds`` says how
many pairs of rounds a cell has. Two rounds of the same texts, coded by people of one population:
nothing changes but who codes. Then the same people with half the noise. Texts and coders are drawn
here and share nothing with the project: a text is a row of topics whose breaks differ in strength,
a coder marks breaks by a habit of their own, some a unit away, and adds some more. All is seeded.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

import segmetrics as sm

Sizes = dict[str, dict[str, list[int]]]
"""Item to coder to segment sizes."""

DESIGNS = ((12, 4), (30, 4), (12, 8))
"""Items and coders."""


class Habit(NamedTuple):
    """What a coder does: how strong a break must be, and shares missed, a unit away, and added."""

    least: float
    missed: float
    away: float
    added: float


class Text(NamedTuple):
    """A text: its units, its breaks, how strong each is, and how hard it is to read."""

    units: int
    breaks: Sequence[int]
    strength: Sequence[float]
    hard: float


def texts(random: np.random.Generator, count: int) -> list[Text]:
    """Draw texts of 25 to 70 units, whose topics are 2 to about 20 units long."""
    found = []
    for units in random.integers(25, 71, count).tolist():
        ends = np.cumsum(2 + random.geometric(1 / random.uniform(3, 7), units))
        breaks = ends[ends < units].tolist()
        strength = random.beta(1.5, 1.2, len(breaks)).tolist()
        found.append(Text(units, breaks, strength, float(random.uniform(0.6, 1.4))))
    return found


def habits(random: np.random.Generator, count: int) -> list[Habit]:
    """Draw coders, who differ twofold and more in how much they mark, miss and add."""
    least = random.normal(0.35, 0.15, count)
    shares = np.exp(random.normal(0, 0.5, (count, 3))) * (0.25, 0.25, 0.05)
    return [Habit(low, *of) for low, of in zip(least.tolist(), shares.tolist(), strict=True)]


def sizes(random: np.random.Generator, text: Text, who: Habit, noise: float) -> list[int]:
    """Draw what a coder makes of a text, as sizes of segments."""
    hard = noise * text.hard
    marked = set()
    for place, strength in zip(text.breaks, text.strength, strict=True):
        seen = random.logistic(strength, 0.08) > who.least
        if seen and random.random() >= min(who.missed * hard, 0.9):
            astray = random.random() < who.away * hard
            marked.add(place + (int(random.choice((-1, 1))) if astray else 0))
    marked |= {place for place in range(1, text.units) if random.random() < who.added * hard}
    ends = [0, *sorted(marked & set(range(1, text.units))), text.units]
    return np.diff(ends).tolist()


def coded(
    random: np.random.Generator, of: Sequence[Text], who: Mapping[str, Habit], noise: float = 1.0
) -> Sizes:
    """Let all coders code all texts."""
    return {
        f"text {number}": {name: sizes(random, text, habit, noise) for name, habit in who.items()}
        for number, text in enumerate(of, 1)
    }


def two_rounds(
    random: np.random.Generator,
    items: int,
    coders: int,
    *,
    left: int = 0,
    joined: int = 0,
    noise: float = 1.0,
) -> tuple[Sizes, Sizes]:
    """Draw two rounds: some coders leave after the first, and others join for the second."""
    of, drawn = texts(random, items), habits(random, coders + joined)
    named = {f"coder {number}": habit for number, habit in enumerate(drawn, 1)}
    names = list(named)
    first = {name: named[name] for name in names[:coders]}
    second = {name: named[name] for name in [*names[left:coders], *names[coders:]]}
    return coded(random, of, first), coded(random, of, second, noise)


def directions(
    items: int, coders: int, rounds: int, *, left: int = 0, joined: int = 0, noise: float = 1.0
) -> Counter[str]:
    """Count where agreement went over so many pairs of rounds."""
    random = np.random.default_rng([items, coders, left, joined])
    found: Counter[str] = Counter()
    for _ in range(rounds):
        drawn = two_rounds(random, items, coders, left=left, joined=joined, noise=noise)
        before, after = map(sm.Corpus.from_masses, drawn)
        found[sm.compare(before, after).direction] += 1
    return found


ROWS = (
    ("the same coders", (0, 0), 1.0),
    ("one dropped", (1, 0), 1.0),
    ("one exchanged", (1, 1), 1.0),
    ("two exchanged", (2, 2), 1.0),
    ("all exchanged", (None, None), 1.0),
    ("same, half the noise", (0, 0), 0.5),
)
"""What a second round is: coders who left and joined, all if None, and noise."""


def show(rounds: int) -> None:
    """Print how often a comparison says better or worse."""
    print(f"called better or worse, in % of {rounds:,} pairs of rounds")
    print("second round".ljust(22) + "".join(f"{f'{i} x {c}':>10}" for i, c in DESIGNS))
    for name, share, noise in ROWS:
        print(name.ljust(22), end="", flush=True)
        for items, coders in DESIGNS:
            left, joined = (coders if one is None else one for one in share)
            found = directions(items, coders, rounds, left=left, joined=joined, noise=noise)
            called = found["better"] + found["worse"]
            print(f"{100 * called / rounds:10.1f}", end="", flush=True)
        print(flush=True)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.exchanged_coders")
    parser.add_argument("--rounds", type=int, default=1000, help="pairs of rounds of each cell")
    show(parser.parse_args().rounds)


if __name__ == "__main__":
    main()
