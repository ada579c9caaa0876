"""Check what is said of coders who know nothing of the text, and print the tables.

Run ``python -m benchmarks.chance_level`` from the root of the project; ``--quick`` does a tenth of
the items. First, what coders who place boundaries at random reach under each coefficient; then, how
often agreement beyond chance is claimed of coders with other habits, who know nothing of the text
either; last, of coders who know nothing but share a habit. All is seeded: the tables are the same
at every call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp, nan, sqrt
from typing import NamedTuple

import numpy as np

from benchmarks.simulated_coders import tenth
from segmetrics import Corpus, Item, Segmentation
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.chance_corrected import NEGLIGIBLE
from segmetrics.coefficients.decision_table import decisions
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.metrics.blocks.packing import Floats, Ints
from segmetrics.reliability.chance import ChanceRow, chance
from segmetrics.reliability.chance_verdicts import SIGNIFICANCE
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reliability.shuffled_agreement import shuffled
from segmetrics.reliability.shuffling import NULLS, ChanceOptions, Null

RATES = (0.05, 0.1, 0.2, 0.5)
MASSES = (20, 60)
Habit = Callable[[np.random.Generator, int], Ints]
"""What makes the places (from 1) that a coder marks in a text of so many units."""


def placed_at(rate: float) -> Habit:
    """Return the habit of marking each place with the same probability."""
    return lambda random, mass: 1 + np.flatnonzero(random.random(mass - 1) < rate)


def of_sizes(
    draw: Callable[[np.random.Generator, int], Floats], *, from_the_start: bool = False
) -> Habit:
    """Return the habit of making one segment after the other, of random sizes."""

    def places(random: np.random.Generator, mass: int) -> Ints:
        sizes = np.maximum(1, np.rint(draw(random, 5 * mass))).astype(np.int64)
        # The text is cut out anywhere, so that no place of it is more likely than another.
        ends = np.cumsum(sizes)
        if not from_the_start:
            ends -= random.integers(ends[-1] - mass)
        found: Ints = ends[(ends > 0) & (ends < mass)]
        return found

    return places


def regular(random: np.random.Generator, count: int) -> Floats:
    """Draw sizes of about seven."""
    return random.normal(7, 1.5, count)


def heavy_tailed(random: np.random.Generator, count: int) -> Floats:
    """Draw sizes of which a few are very large."""
    return 1.5 * (1 + random.pareto(1.2, count))


def in_bursts(random: np.random.Generator, mass: int) -> Ints:
    """Mark places within bursts often, and rarely between them."""
    switches = random.random(mass - 1) < 0.1
    within = (np.cumsum(switches) + random.integers(2)) % 2 == 1
    return 1 + np.flatnonzero(random.random(mass - 1) < np.where(within, 0.4, 0.02))


def periodic(random: np.random.Generator, mass: int) -> Ints:
    """Mark each so many places, with a period and a first place of one's own."""
    period = int(random.integers(4, 12))
    return np.arange(random.integers(1, period + 1), mass, period)


HABITS: Mapping[str, Habit] = {
    "at random, 5%": placed_at(0.05),
    "at random, 10%": placed_at(0.1),
    "at random, 20%": placed_at(0.2),
    "regular": of_sizes(regular),
    "periodic": periodic,
    "bursty": in_bursts,
    "heavy-tailed": of_sizes(heavy_tailed),
}
"""Habits of coders who know nothing of the text, each for themselves."""


def ends_avoided(random: np.random.Generator, mass: int) -> Ints:
    """Mark no place in the first and the last seventh of a text."""
    places = placed_at(0.15)(random, mass)
    return places[(places > mass / 7) & (places < 6 * mass / 7)]


def opening_marked(random: np.random.Generator, mass: int) -> Ints:
    """Mark the second place always."""
    return np.union1d([2], placed_at(0.12)(random, mass))


def dense_in_the_middle(random: np.random.Generator, mass: int) -> Ints:
    """Mark the middle third more densely than the rest."""
    places = np.arange(1, mass)
    middle = (places > mass / 3) & (places < 2 * mass / 3)
    return places[random.random(mass - 1) < np.where(middle, 0.4, 0.05)]


SHARED_HABITS: Mapping[str, Habit] = {
    "ends avoided": ends_avoided,
    "an opening always marked": opening_marked,
    "a dense middle": dense_in_the_middle,
    "regular from the start": of_sizes(regular, from_the_start=True),
    "heavy-tailed from the start": of_sizes(heavy_tailed, from_the_start=True),
}
"""Habits that all coders share, who know nothing of the text else."""


def corpus_of(
    habit: Habit,
    *,
    items: int,
    coders: int,
    seed: int,
    masses: tuple[int, int] = MASSES,
) -> Corpus:
    """Draw texts, and what coders of a habit make of them."""
    random = np.random.default_rng([seed, items, coders])
    drawn = []
    for number, mass in enumerate(random.integers(*masses, items, endpoint=True).tolist()):
        codings = {
            f"c{coder}": Segmentation(mass, tuple(habit(random, mass).tolist()))
            for coder in range(coders)
        }
        drawn.append(Item(f"i{number}", codings))
    return Corpus(tuple(drawn))


class Reached(NamedTuple):
    """What random coders reach on a corpus, and the shares of its items that are said to agree."""

    pi_star_s: float | None
    kappa_star_s: float | None
    pi_star_b: float | None
    pi_star_f1: float | None
    pi_star_a: float | None
    pi_star_wd: float | None
    one_minus_wd: float | None
    ac1: float | None
    alpha: float | None
    corrected: float | None
    corrected_b: float | None
    at_most_5: float
    beyond: float
    too_short: float


def reached(rate: float, *, items: int = 300, coders: int = 4, seed: int = 1) -> Reached:
    """Compute each coefficient for coders who mark each place at a rate."""
    corpus = corpus_of(placed_at(rate), items=items, coders=coders, seed=seed, masses=(40, 40))
    over = {
        key: agreement(corpus, AgreementOptions(similarity=key)).corpus
        for key in ("s", "b", "f1", "a", "wd")
    }
    found = reliability_of(corpus)
    over_b = chance(corpus, AgreementOptions(similarity="b")).corpus
    verdicts = [row.verdict for row in found.items]
    return Reached(
        over["s"].pi_star,
        over["s"].kappa_star,
        over["b"].pi_star,
        over["f1"].pi_star,
        over["a"].pi_star,
        over["wd"].pi_star,
        over["s"].one_minus_wd_mean,
        decisions(corpus).corpus.ac1,
        found.corpus.alpha,
        found.corpus.corrected,
        over_b.corrected,
        share_at_most([row.corrected_p for row in found.items], SIGNIFICANCE),
        sum(verdict in ("beyond_chance", "well_beyond_chance") for verdict in verdicts) / items,
        verdicts.count("too_short") / items,
    )


def share_at_most(p_values: list[float | None], level: float) -> float:
    """Return the share of p-values up to a level; what has none is not rejected."""
    return sum(p is not None and p <= level for p in p_values) / len(p_values)


def rejections(
    habit: Habit, null: Null, *, items: int, coders: int, seed: int = 2, similarity: str = "s"
) -> float:
    """Return the share of items on which coders are said to agree at 5%, each by itself."""
    corpus = corpus_of(habit, items=items, coders=coders, seed=seed)
    options = AgreementOptions(similarity=similarity)
    found = chance(corpus, options, ChanceOptions(null=null, shuffles=199, seed=seed))
    return share_at_most([row.p for row in found.items], SIGNIFICANCE)


def null_p_values(
    corpora: int, null: Null, options: AgreementOptions, *, items: int = 3, shuffles: int = 199
) -> tuple[Floats, Floats]:
    """Return of each corpus the p-value of its group, and the randomised one of its first item."""
    found = []
    for seed in range(corpora):
        corpus = corpus_of(placed_at(0.13), items=items, coders=3, seed=seed, masses=(10, 60))
        shuffling = ChanceOptions(null=null, shuffles=shuffles, seed=seed)
        table = chance(corpus, options, shuffling)
        randomised = randomised_p(corpus.items[0], table.items[0], options, shuffling)
        found.append((table.groups[0].p, randomised))
    plain, broken = np.array(found, dtype=float).T
    return plain, broken


def randomised_p(
    item: Item, row: ChanceRow, options: AgreementOptions, shuffling: ChanceOptions
) -> float:
    """Return the p-value that counts shuffles that agree just as much by a random share.

    It is uniform where there is nothing but chance.
    """
    ring, seed = shuffling.null == "ring", [shuffling.seed]
    drawn = shuffled(
        [item], [0], options, shuffling.null, shuffling.shuffles or 199, seed=seed, together=ring
    )
    for part in drawn:
        if row.observed is not None:
            above = (part.values > row.observed + NEGLIGIBLE).sum()
            alike = (np.abs(part.values - row.observed) <= NEGLIGIBLE).sum()
            share = np.random.default_rng([shuffling.seed, item.stream, 1]).random()
            return float((above + share * (1 + alike)) / (1 + part.values.size))
    return nan


def uniform_p(values: Floats) -> float:
    """Test whether values are uniform on [0, 1], by Kolmogorov and Smirnov.

    The p-value is that of the limit distribution, with the correction for the number of values of
    Stephens, M. A. (1970), Journal of the Royal Statistical Society B 32(1).
    """
    ordered, size = np.sort(values), len(values)
    steps = np.arange(size + 1) / size
    distance = max((steps[1:] - ordered).max(), (ordered - steps[:-1]).max())
    scaled = distance * (sqrt(size) + 0.12 + 0.11 / sqrt(size))
    tail = 2 * sum((-1) ** (k - 1) * exp(-2 * (k * scaled) ** 2) for k in range(1, 101))
    return float(min(1.0, max(0.0, tail)))


def show_reached(items: int) -> None:
    """Print what random coders reach by rate and coefficient."""
    print(f"\nFour coders who mark each place at a rate, {items:,} items of 40 units")
    names = (
        "pi*_S",
        "kappa*_S",
        "pi*_B",
        "pi*_F1",
        "pi*_A",
        "pi*_WD",
        "1-WD",
        "AC1",
        "alpha",
        "R_S",
        "R_B",
    )
    shares = ("p<=.05", "beyond", "too short")
    print("rate " + " ".join(f"{name:>9}" for name in (*names, *shares)))
    for rate in RATES:
        *values, at_most, beyond, short = reached(rate, items=items)
        cells = " ".join(f"{one:9.3f}" for one in values if one is not None)
        print(f"{rate:4.0%} {cells} {at_most:9.1%} {beyond:9.1%} {short:9.1%}", flush=True)


def show_rejections(items: int) -> None:
    """Print how often coders who know nothing of the text are said to agree."""
    for coders in (2, 4):
        print(f"\nItems with p <= .05, {coders} coders, each for themselves, {items:,} items")
        print(f"{'':26}" + " ".join(f"{null:>9}" for null in NULLS))
        for name, habit in HABITS.items():
            shares = [rejections(habit, null, items=items, coders=coders) for null in NULLS]
            print(f"{name:26}" + " ".join(f"{share:9.1%}" for share in shares), flush=True)
    print(f"\nItems with p <= .05, 5 coders with a shared habit, {items:,} items")
    for name, habit in SHARED_HABITS.items():
        shares = [rejections(habit, null, items=items, coders=5) for null in NULLS]
        print(f"{name:26}" + " ".join(f"{share:9.1%}" for share in shares), flush=True)


def show_groups(corpora: int) -> None:
    """Print whether p-values of groups are honest where there is nothing but chance."""
    print(f"\np-values of {corpora:,} groups of 3 items and 3 random coders")
    print("similarity null      p<=.01  p<=.05  p<=.10  uniform by Kolmogorov-Smirnov: p")
    for similarity in ("s", "b"):
        options = AgreementOptions(similarity=similarity)
        for null in NULLS:
            plain, randomised = null_p_values(corpora, null, options)
            shares = "  ".join(f"{(plain <= a).mean():6.3f}" for a in (0.01, 0.05, 0.1))
            print(f"{similarity:10} {null:9} {shares}  {uniform_p(randomised):.3f}", flush=True)


def show(share: int) -> None:
    """Print all tables, with one in so many of the trials."""
    show_reached(300)
    show_rejections(2000 // share)
    show_groups(1000 // share)


def main() -> None:
    """Print all tables."""
    show(tenth("chance_level", __doc__))


if __name__ == "__main__":
    main()
