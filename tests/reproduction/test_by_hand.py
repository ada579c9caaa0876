"""Claims and curves of the papers, each computed a second time by plain Python.

Nothing of the package takes part in an expected value: segmentations are sets of places here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, permutations
from random import Random

import pytest

import segmetrics as sm
from segmetrics.io.document import Source
from segmetrics.reproduction.data import read_data
from segmetrics.reproduction.papers import reproduce
from segmetrics.reproduction.reproduced import Curves, Part
from segmetrics.tables.reproduction_tables import REPRODUCTION_FORMATS
from tests.support.known import known
from tests.support.project import MOONSTONE

Places = frozenset[int]


def places(masses: Sequence[int]) -> Places:
    return frozenset(accumulate(masses[:-1]))


def windows(places: Places, mass: int, size: int, beyond: int = 0) -> list[int]:
    """Count the boundaries in each window of so many places."""
    starts = range(1 - beyond, mass - size + beyond + 1)
    return [sum(at in places for at in range(start, start + size)) for start in starts]


def window_diff(hypothesis: Places, gold: Places, mass: int, size: int) -> Fraction:
    pairs = list(zip(windows(hypothesis, mass, size), windows(gold, mass, size), strict=True))
    return Fraction(sum(one != other for one, other in pairs), len(pairs))


@cache
def by_title(paper: str) -> dict[str, Part]:
    """The parts of a paper, from the complete corpus where it is beside the project."""
    there = MOONSTONE.is_file()
    data = read_data([Source(MOONSTONE.name, MOONSTONE.read_bytes())]) if there else None
    return {part.title: part for part in reproduce(paper, data, simulated=False)}


# Section 4.4 of Fournier & Inkpen (2012).


def chapter_values() -> dict[str, dict[str, Fraction]]:
    """Compute what Table 2 prints, and alpha, of every chapter as the paper had it."""
    found: dict[str, dict[str, Fraction]] = {
        name: {} for name in ("pi*_S", "kappa*_S", "bias", "1-WD", "pi*_B", "alpha")
    }
    for name, codings in json.loads(MOONSTONE.read_text(encoding="utf-8"))["items"].items():
        coders = list(codings.values())
        if name == "ch20":
            coders = [[*masses[:-1], masses[-1] + 1] for masses in coders]
        mass, n = sum(coders[0]), len(coders)
        placed = [places(masses) for masses in coders]
        pairs = list(combinations(placed, 2))
        rates = [Fraction(len(masses), mass - 1) for masses in coders]
        products = [x * y for x, y in combinations(rates, 2)]
        rate = Fraction(sum(rates), n)
        pi, kappa = rate * rate, Fraction(sum(products), len(products))
        costs = [near_and_full(*pair) for pair in pairs]
        s = 1 - Fraction(sum(map(sum, costs)), (mass - 1) * len(pairs))
        shared = [len(a & b) for a, b in pairs]
        edits = [
            (near + full, near, same) for (near, full), same in zip(costs, shared, strict=True)
        ]
        # A near miss costs 1/2 in B; all pairs are pooled.
        b = 1 - Fraction(
            sum(2 * count - near for count, near, _ in edits),
            2 * sum(count + same for count, _, same in edits),
        )
        # k is half the mean segment, halves rounded up; a window of k units has k - 1 places.
        distances = [
            window_diff(one, other, mass, max(2, (mass + segments) // (2 * segments)) - 1)
            for one, other in permutations(placed, 2)
            for segments in [len(other) + 1]
        ]
        marks = sum(map(len, placed))
        differing = sum(len(a ^ b) for a, b in pairs)
        expected = marks * (n * (mass - 1) - marks)
        total = n * (mass - 1)
        found["pi*_S"][name] = (s - pi) / (1 - pi)
        found["kappa*_S"][name] = (s - kappa) / (1 - kappa)
        found["bias"][name] = pi - kappa
        found["1-WD"][name] = 1 - Fraction(sum(distances), len(distances))
        found["pi*_B"][name] = (b - pi) / (1 - pi)
        found["alpha"][name] = 1 - Fraction(differing * (total - 1), (n - 1) * expected)
    return found


def near_and_full(one: Places, other: Places) -> tuple[int, int]:
    """Count near misses, of neighbours in place, and full misses."""
    wrong = sorted(one ^ other)
    near = at = 0
    while at < len(wrong):
        here = wrong[at : at + 2]
        if len(here) == 2 and here[1] - here[0] == 1 and (here[0] in one) != (here[1] in one):
            near, at = near + 1, at + 1
        at += 1
    return near, len(wrong) - 2 * near


@pytest.mark.usefixtures("complete_moonstone")
def test_a_claim_on_a_chapter_is_true_or_has_its_place_beside_it() -> None:
    values = chapter_values()
    ranks = {
        (f"chapter {name.removeprefix('ch')}", column): sum(x >= own for x in of_all.values())
        for column, of_all in values.items()
        for name, own in of_all.items()
    }
    for name, value in {"ch1": 0.7452, "ch17": 0.9447}.items():
        assert round(float(values["pi*_S"][name]), 4) == value
    claims = by_title("fournier2012")["Section 4.4, claims"]
    true = {
        "lowest of 20": lambda rank: rank == 20,
        "highest of 20": lambda rank: rank == 1,
        "lower half": lambda rank: rank > 10,
        "higher half": lambda rank: rank <= 10,
    }
    assert len(claims.rows) == 11
    for one in claims.rows:
        rank = ranks[one.row, one.column]
        holds = true[str(one.published)](rank)
        assert one.ours == (one.published if holds else f"place {rank} of 20"), one
        assert bool(one.reason) != holds
    false = [(one.row, one.column, one.ours) for one in claims.rows if one.outcome == "differs"]
    assert false == [
        ("chapter 17", "1-WD", "place 10 of 20"),
        ("chapter 19", "pi*_B", "place 19 of 20"),
        ("chapter 19", "alpha", "place 20 of 20"),
    ]


# Figures 5 and 10 of Fournier & Inkpen (2012).

TWO_OF_50 = frozenset({50})


def similar(one: Places, other: Places, mass: int) -> float:
    """Compute S with n = 2."""
    return 1 - sum(near_and_full(one, other)) / (mass - 1)


def one_minus_wd(hypothesis: Places, gold: Places, mass: int, k: int) -> float:
    """A window of k units has k - 1 places."""
    return float(1 - window_diff(hypothesis, gold, mass, k - 1))


def curves(title: str) -> Curves:
    return known(by_title("fournier2012")[title].curves)


def test_the_curves_of_figure_5a() -> None:
    drawn = curves("Figure 5a")
    assert drawn.places == tuple(range(11))
    for count in drawn.places:
        # As many on either side as can be, an equal share of the segment apart.
        left, right = count - count // 2, count // 2
        extra = {50 * at // (left + 1) for at in range(1, left + 1)}
        extra |= {50 + 50 * at // (right + 1) for at in range(1, right + 1)}
        hypothesis = TWO_OF_50 | extra
        assert len(hypothesis) == count + 1
        assert drawn.values["S"][count] == pytest.approx(1 - count / 99)
        expected = one_minus_wd(hypothesis, TWO_OF_50, 100, 25)
        assert drawn.values["1-WD"][count] == pytest.approx(expected)


def test_the_curves_of_figure_5b() -> None:
    drawn = curves("Figure 5b")
    # Potential boundaries that the two boundaries cost, 0 to 10 units apart.
    costs = {
        "S(n=3)": [0, 1, 1] + [2] * 8,
        "S(n=5, te)": [0, *(2 - 1 / 2**away for away in range(4))] + [2] * 6,
        "S(n=5, w_trp=0)": [0] * 5 + [2] * 6,
    }
    for name, cost in costs.items():
        assert drawn.values[name] == pytest.approx([1 - one / 99 for one in cost])
    moved = [frozenset({50 + away}) for away in range(11)]
    expected = [one_minus_wd(one, TWO_OF_50, 100, 25) for one in moved]
    assert drawn.values["1-WD"] == pytest.approx(expected)
    # The axis of the paper holds them, and would not hold those of two segments of 25 units.
    assert drawn.ends == (0.7, 1.0)
    assert min(expected) == pytest.approx(1 - 20 / 76)
    between_25 = one_minus_wd(frozenset({35}), frozenset({25}), 50, 13)
    assert round(between_25, 2) == 0.47
    # Amid four segments of 25 units 1-WD would lie on it too, and below every S.
    four = frozenset({25, 50, 75})
    amid = [one_minus_wd(four ^ {50} | {50 + away}, four, 100, 13) for away in range(11)]
    assert (amid[0], round(amid[10], 2)) == (1, 0.77)
    assert amid[1] < 1 - 2 / 99


def test_te_is_that_of_the_authors_first_program() -> None:
    """Its test of a scaled transposition, of 7 May 2012; te is its default."""
    pair = map(sm.Segmentation.from_masses, ([1, 4, 4], [1, 2, 6]))
    assert sm.s(*pair, n=5).value == 0.8125


def test_the_curves_of_figures_5c_and_10() -> None:
    drawn = curves("Figures 5c and 10")
    assert (drawn.places[0], drawn.places[-1], drawn.ends) == (4, 100, (0, 1))
    for at, mass in enumerate(drawn.places):
        quarter, k = mass // 4, max(2, mass // 4)
        gold, hypothesis = frozenset({quarter}), frozenset({quarter, 2 * quarter})
        assert drawn.values["S"][at] == pytest.approx(similar(hypothesis, gold, mass))
        expected = one_minus_wd(hypothesis, gold, mass, k)
        assert drawn.values["1-WD"][at] == pytest.approx(expected)
        assert drawn.values["k/m"][at] == k / mass
    # 24 of 76 windows hold the miss at 100 units; a third of them in an endless text.
    assert drawn.values["1-WD"][-1] == pytest.approx(52 / 76)
    endless = one_minus_wd(frozenset({500, 1000}), frozenset({500}), 2000, 500)
    assert endless == pytest.approx(2 / 3, abs=1e-3)


@pytest.mark.parametrize(
    ("title", "orders"),
    [
        ("Figure 5a", {"0": "S = 1-WD", "1 to 10": "S > 1-WD"}),
        (
            "Figure 5b",
            {
                "0": "S(n=5, w_trp=0) = S(n=5, te) = S(n=3) = 1-WD",
                "1": "S(n=5, w_trp=0) > S(n=5, te) = S(n=3) > 1-WD",
                "2": "S(n=5, w_trp=0) > S(n=3) > S(n=5, te) > 1-WD",
                "3 to 4": "S(n=5, w_trp=0) > S(n=5, te) > S(n=3) > 1-WD",
                "5 to 10": "S(n=5, w_trp=0) = S(n=5, te) = S(n=3) > 1-WD",
            },
        ),
        ("Figures 5c and 10", {"4 to 8": "S = 1-WD > k/m", "12 to 100": "S > 1-WD > k/m"}),
    ],
)
def test_curves_cross_where_their_rows_say(title: str, orders: dict[str, str]) -> None:
    part = by_title("fournier2012")[title]
    listed = {one.row.split(": ")[1]: one.ours for one in part.rows if one.column == "order"}
    assert listed == orders
    values = [one for one in part.rows if one.column == "value"]
    assert values
    assert {one.outcome for one in values} == {"equal"}


def test_the_curves_are_in_the_json_of_a_part() -> None:
    told = json.loads(REPRODUCTION_FORMATS["json"]([by_title("fournier2012")["Figure 5b"]]))
    (part,) = told["parts"]
    assert part["curves"]["values"]["S(n=5, w_trp=0)"][:6] == [1.0] * 5 + [1 - 2 / 99]


# Sections 3.2 and 3.3 of Scaiano & Inkpen (2012).

MORE, FEWER = 20, 18


def drawn_text(rng: Random, deviation: float) -> tuple[int, dict[str, Places]]:
    """Draw 40 segments of 40 units on average; 20 boundaries more, and 18 fewer."""
    shape, scale = (40 / deviation) ** 2, deviation**2 / 40
    sizes = [max(1, round(rng.gammavariate(shape, scale))) for _ in range(40)]
    mass, gold = sum(sizes), places(sizes)
    free = [at for at in range(1, mass) if at not in gold]
    more = gold | set(rng.sample(free, MORE))
    fewer = gold - set(rng.sample(sorted(gold), FEWER))
    return mass, {"gold": gold, f"{MORE} more": more, f"{FEWER} fewer": fewer}


@cache
def by_brute_force(deviation: int) -> dict[str, tuple[float, float]]:
    """Compute WindowDiff, and how often it counts an error as a share of k, over some texts.

    WinPR is asked for every error of every text: it counts k times.
    """
    rng = Random(deviation)
    found: dict[str, list[tuple[float, float]]] = {}
    for _ in range(60):
        mass, text = drawn_text(rng, deviation)
        k = max(2, round(mass / 80))
        gold = windows(text.pop("gold"), mass, k, beyond=k - 1)
        for name, hypothesis in text.items():
            errors = MORE if name.endswith("more") else FEWER
            off = [a - b for a, b in zip(windows(hypothesis, mass, k, k - 1), gold, strict=True)]
            assert sum(map(abs, off)) == k * errors
            inside = [bool(one) for one in off[k - 1 : -(k - 1)]]
            assert len(inside) == mass - k
            both = sum(inside) / len(inside), sum(inside) / (k * errors)
            found.setdefault(name, []).append(both)
    return {
        name: (sum(wd for wd, _ in of) / len(of), sum(one for _, one in of) / len(of))
        for name, of in found.items()
    }


@pytest.mark.parametrize("deviation", [10, 20, 60, 120])
def test_winpr_counts_errors_k_times_and_windowdiff_does_not(deviation: int) -> None:
    drawn = known(by_title("scaiano2012")["Section 3.2"].curves)
    at = drawn.places.index(deviation)
    for name, (_, expected) in by_brute_force(deviation).items():
        assert drawn.values[f"WinPR, {name}"][at] == 1
        # Both are means over some fifty texts, whose values spread by 0.1 at most.
        assert drawn.values[f"WindowDiff, {name}"][at] == pytest.approx(expected, abs=0.05)


def test_what_section_3_2_says_of_windowdiff() -> None:
    part = by_title("scaiano2012")["Section 3.2"]
    assert part.curves is not None
    assert part.curves.places == tuple(range(10, 121, 10))
    added, left_out = (
        part.curves.values[f"WindowDiff, {name}"] for name in ("20 more", "18 fewer")
    )
    assert added == pytest.approx([0.88] * 12, abs=0.02)
    assert (round(left_out[0], 1), round(left_out[-1], 1)) == (1.0, 0.5)
    *claims, missing = part.rows
    assert [one.ours for one in claims] == ["k times", "not k times"] * 2
    assert {one.outcome for one in claims} == {"equal"}
    assert (missing.outcome, missing.ours) == ("missing", None)


def test_what_section_3_3_prints() -> None:
    found = {(one.row, one.column): one for one in by_title("scaiano2012")["Section 3.3"].rows}
    exact = {
        ("20 more", "WinP"): (0.66, 39 / 59),
        ("20 more", "WinR"): (1, 1),
        ("18 fewer", "WinP"): (1, 1),
        ("18 fewer", "WinR"): (0.54, 21 / 39),
    }
    for key, (published, ours) in exact.items():
        assert found[key].published == published
        assert found[key].ours == pytest.approx(ours)
    # 20 at any of 1,560 free places: a window of 20 places holds 19.5 free ones on average.
    anywhere = 1 - (1 - 19.5 / 1560) ** 20
    for name in ("20 more", "18 fewer"):
        one = found[name, "WD at sd 20"]
        assert one.published == 0.22
        assert one.outcome in ("equal", "close")
        assert one.ours == pytest.approx(by_brute_force(20)[name][0], abs=0.01)
    assert found["20 more", "WD at sd 20"].ours == pytest.approx(anywhere, abs=0.01)
    # At other variances 18 fewer do not give what is printed.
    assert [round(by_brute_force(sd)["18 fewer"][0], 2) for sd in (10, 120)] == [0.23, 0.12]
