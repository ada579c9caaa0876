"""Check that no comparison of two rounds says "better" because other people coded.

Run ``python -m benchmarks.exchanged_coders`` from the root of the project; ``--rounds`` says how
many pairs of rounds a cell has. Two rounds of the same texts, coded by people of one population:
nothing changes but who codes. Then the same people with half the noise. Texts and coders are those
of `benchmarks.worlds`, which share nothing with the project. All is seeded.
"""

from __future__ import annotations

import argparse
from collections import Counter

import numpy as np

import segmetrics as sm
from benchmarks.worlds import Sizes, coded, habits, texts

DESIGNS = ((12, 4), (30, 4), (12, 8))
"""Items and coders."""


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
