"""The papers' figures computed again, against the published ones."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from io import StringIO
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from segmetrics import Corpus, Item, Segmentation
from segmetrics.cli import main
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io.document import Source
from segmetrics.io.problems import Unreadable
from segmetrics.io.samples import SAMPLES
from segmetrics.metrics.alignment import alignment_similarity
from segmetrics.metrics.blocks.window_blocks import WindowWidth
from segmetrics.metrics.windows import window_diff
from segmetrics.reproduction import PAPERS, fournier2012, moonstone, scaiano2012
from segmetrics.reproduction.data import SIMULATIONS, PaperData, read_data
from segmetrics.reproduction.diaz2022_simulation import LENGTHS, simulate
from segmetrics.reproduction.papers import reproduce
from segmetrics.reproduction.reproduced import (
    OUTCOMES,
    Part,
    Reproduced,
    counts_of,
    summary_of,
    unexplained,
)
from segmetrics.tables.reproduction_tables import REPRODUCTION_FORMATS, difference, figure, reasons
from tests.support import every_segmentation
from tests.support.known import known
from tests.support.project import MOONSTONE, PROJECT, SIMULATED, WIKIPEDIA
from tests.support.small_reproduction import complete_tables, small

Key = tuple[str, str]


@cache
def parts_of(paper: str) -> tuple[Part, ...]:
    return reproduce(paper)


def source(path: Path) -> Source:
    return Source(path.name, path.read_bytes())


def part(paper: str, title: str) -> dict[Key, Reproduced]:
    (found,) = [one for one in parts_of(paper) if one.title == title]
    return {(one.row, one.column): one for one in found.rows}


NEAR_IS_3 = """
import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path
spec = find_spec("segmetrics.metrics.edits")
edits = sys.modules[spec.name] = module_from_spec(spec)
exec(Path(spec.origin).read_text("utf-8").replace("NEAR = 2", "NEAR = 3"), vars(edits))
from segmetrics.reproduction.papers import PAPERS, reproduce
from segmetrics.coefficients.options import AgreementOptions
print(AgreementOptions().n)
print([reproduce(paper, simulated=False) for paper in PAPERS])
"""


def test_the_papers_take_their_own_near_misses_whatever_the_default() -> None:
    command = [sys.executable, "-c", NEAR_IS_3]
    found = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    default, parts = found.stdout.splitlines()
    assert default == "3"
    assert parts == str([reproduce(paper, simulated=False) for paper in PAPERS])


# How a figure compares with the published one.


@pytest.mark.parametrize(
    ("published", "ours", "decimals", "tolerance", "outcome"),
    [
        (0.8462, 11 / 13, 4, 0.0, "equal"),
        (0.8461, 11 / 13, 4, 0.0, "differs"),
        (0.62, 0.625, 2, 0.0, "equal"),  # halves are printed either way
        (0.63, 0.625, 2, 0.0, "equal"),
        (0.61, 0.625, 2, 0.0, "differs"),
        (0.61, 0.625, 2, 0.01, "close"),
        (0.61, 0.635, 2, 0.01, "differs"),
        (40, 39, 0, 0.0, "differs"),
        (39, 39, 0, 0.0, "equal"),
        (None, 1.0, 4, 0.0, "missing"),
        (1.0, None, 4, 0.0, "missing"),
        ("h1", "h1", 4, 0.0, "equal"),
        ("h1", "tie", 4, 0.0, "differs"),
    ],
)
def test_equal_means_equal_at_the_printed_decimals(
    published: Any, ours: Any, decimals: int, tolerance: float, outcome: str
) -> None:
    one = Reproduced(
        row="r", column="c", published=published, ours=ours, decimals=decimals, tolerance=tolerance
    )
    assert one.outcome == outcome
    assert one.because("differs", "why").reason == ("why" if outcome == "differs" else "")
    numbers = not {type(published), type(ours)} & {str, type(None)}
    assert one.difference == (ours - published if numbers else None)


def made(*outcomes: str, reason: str = "") -> Part:
    values = {"equal": 1.0, "close": 1.05, "differs": 3.0, "missing": None}
    return Part(
        paper="scaiano2012",
        title="made up",
        how="",
        rows=tuple(
            Reproduced(
                row=str(place),
                column="x",
                published=1.0,
                ours=values[outcome],
                tolerance=0.1,
                reason=reason,
            )
            for place, outcome in enumerate(outcomes)
        ),
    )


def test_the_summary_counts_every_figure_once() -> None:
    assert summary_of([made("missing")]) == "No figure can be compared; the reasons say why."
    assert summary_of([made("equal")]) == "Of 1 figures 1 is equal to every printed decimal."
    both = [made("equal", "close", "close", "differs", "missing"), made("differs", reason="why")]
    assert summary_of(both) == (
        "Of 5 figures 1 is equal to every printed decimal, 2 are equal within sampling error, "
        "1 is different for a documented reason and 1 is different without one. "
        "1 more cannot be compared; their reasons say why."
    )
    assert [one.row for _, one in unexplained(both)] == ["3"]


def test_table_2_is_reproduced_in_every_column_of_the_bundled_chapters() -> None:
    found = part("fournier2012", "Table 2")
    assert len(found) == 20 * 8
    for (chapter, _), one in found.items():
        is_there = chapter.removeprefix("chapter ") in {"1", "2", "3", "4", "5", "8", "10", "11"}
        assert one.outcome == ("equal" if is_there else "missing")
        assert one.reason == ("" if is_there else moonstone.WHERE)


# The complete Moonstone: as one file, and as its authors publish it.


@pytest.mark.parametrize("tables", [False, True], ids=["json", "tables"])
def test_the_complete_moonstone_gives_every_figure_of_the_paper(
    tables: bool, complete_moonstone: Corpus
) -> None:
    data = read_data(complete_tables(complete_moonstone) if tables else [source(MOONSTONE)])
    assert data.unused == (("group_to_chapter.csv",) if tables else ())
    assert [len(group.coders) for group in known(data.chapters).groups] == [4, 6, 6, 6, 5]
    found = {one.title: one for one in reproduce("fournier2012", data, simulated=False)}
    table, corpus = found["Table 2"], found["Section 4.4, corpus"]
    assert [one.outcome for one in (*table.rows, *corpus.rows)] == ["equal"] * (160 + 6)
    assert "one is added at its end" in table.how


def test_the_paragraph_of_chapter_20_is_added_where_the_paper_has_it_alone(
    complete_moonstone: Corpus,
) -> None:
    """One more paragraph gives the printed row at the end, and nowhere else."""
    published = complete_moonstone
    printed = [*SAMPLES["moonstone"].published["ch20"].values()][:5]

    def row(item: Item) -> list[float]:
        found = agreement(Corpus((item,)), AgreementOptions(convention="published")).items[0]
        values = (
            found.pi_star,
            found.kappa_star,
            found.bias,
            found.one_minus_wd_mean,
            found.one_minus_wd_sd,
        )
        return [round(value, 4) for value in values if value is not None]

    def longer(at: int) -> Item:
        """Put a paragraph before the one after so many; the boundaries behind it move."""
        return Item(
            "ch20",
            {
                coder: Segmentation(21, tuple(p + (p >= at) for p in coding.boundaries))
                for coder, coding in published["ch20"].codings.items()
            },
        )

    assert row(published["ch20"]) != printed
    assert row(moonstone.as_in_the_paper(published)["ch20"]) == printed
    assert [at for at in range(21) if row(longer(at)) == printed] == [20]


@pytest.mark.usefixtures("complete_moonstone")
def test_bundled_chapters_beside_the_complete_corpus_are_not_used() -> None:
    bundled = [source(SAMPLES[name].path) for name in ("moonstone", "stargazer")]
    data = read_data([bundled[0], source(MOONSTONE), bundled[1]])
    assert data.unused == ("moonstone.json", "stargazer.json")
    assert len(known(data.chapters).items) == 20


def test_figure_9_has_the_codings_of_chapter_1() -> None:
    found = part("fournier2012", "Figure 9")
    assert [one.ours for one in found.values()] == ["11 2", "2 1 7 2 1", "9 4", "2 8 2 1"]
    assert {one.outcome for one in found.values()} == {"equal"}


def test_false_positives_tell_the_widths_of_windowdiff_apart() -> None:
    gold = Segmentation.from_masses([50, 50])

    def similar(count: int, width: WindowWidth) -> float:
        found = window_diff(fournier2012._with_false_positives(count), gold, width=width)
        assert found.k == 25
        return 1 - known(found.value)

    # 52 of 76 windows of 25 units do not hold the one miss; 50 of 75 of 25 places.
    assert similar(1, "units") == pytest.approx(52 / 76)
    assert similar(1, "boundaries") == pytest.approx(50 / 75)
    assert [similar(6, "units"), similar(7, "units")] == [pytest.approx(1 / 76), 0]
    assert similar(6, "boundaries") == 0


def test_the_other_figures_of_fournier_and_inkpen() -> None:
    found = part("fournier2012", "Figures 3, 6, 7 and 8")
    outcomes = {key: one.outcome for key, one in found.items()}
    assert len(outcomes) == 4 * 2 + 2
    assert {key for key, outcome in outcomes.items() if outcome != "equal"} == {("Figure 7", "S")}
    assert "cuts" in found["Figure 7", "S"].reason


def test_table_1_lies_within_sampling_error_or_says_why_not() -> None:
    found = part("fournier2012", "Table 1")
    differing = {key: one.reason for key, one in found.items() if one.outcome == "differs"}
    # All but S of "FN and FP", whose rule is not printed, and S of the widest range.
    assert differing
    for (row, column), reason in differing.items():
        assert column == "S"
        assert reason
        assert row.endswith("FN and FP") or row.startswith("5 to 45")
    for one in found.values():
        assert one.tolerance < 0.02


@pytest.mark.parametrize(
    ("column", "published", "scenario", "sizes", "known"),
    [
        ("S", 0.9605, "FN and FP", (20, 30), True),
        ("S", 0.9505, "FN and FP", (20, 30), False),
        ("WD", 0.9605, "FN and FP", (20, 30), False),
        ("S", 0.9605, "FN", (20, 30), False),
        ("S", 0.9605, "FN", (5, 45), True),
    ],
)
def test_only_the_known_differences_of_table_1_are_excused(
    column: str,
    published: float,
    scenario: fournier2012.Scenario,
    sizes: tuple[int, int],
    known: bool,
) -> None:
    figure = Reproduced(row="r", column=column, published=published, ours=0.961)
    assert bool(fournier2012._known_difference(figure, scenario, sizes)) == known


@pytest.mark.parametrize("sizes", [(20, 30), (5, 45)])
def test_hypotheses_lose_half_of_the_boundaries_or_get_half_as_many_more(
    sizes: tuple[int, int],
) -> None:
    rng = np.random.default_rng(1)
    masses = rng.integers(*sizes, 2000, endpoint=True)
    placed = set(Segmentation.from_masses(masses.tolist()).boundaries)
    few = set(fournier2012._hypothesis(rng, masses, "FN").boundaries)
    more = set(fournier2012._hypothesis(rng, masses, "FP").boundaries)
    both = set(fournier2012._hypothesis(rng, masses, "FN and FP").boundaries)
    assert few < placed < more
    # Half of 2,000, give or take five standard deviations.
    for changed in (placed - few, more - placed, placed - both, both - placed):
        assert abs(len(changed) - 1000) < 5 * 500**0.5
    # No segment is split twice.
    edges = sorted(placed)
    split = np.searchsorted(edges, sorted(more - placed))
    assert len(set(split.tolist())) == len(split)


def test_winpr_is_reproduced_but_for_the_cell_that_does_not_add_up() -> None:
    found = part("scaiano2012", "Table 2")
    assert len(found) == 5 * 4
    assert [key for key, one in found.items() if one.outcome != "equal"] == [("c", "TN")]
    assert (found["c", "TN"].ours, bool(found["c", "TN"].reason)) == (39, True)
    windows = part("scaiano2012", "Table 1")
    assert [one.outcome for one in windows.values()] == ["equal"] * 5


def test_the_figures_of_diaz_and_ouyang() -> None:
    figures = part("diaz2022", "Figures 10, 11, 12 and 16")
    judged = part("diaz2022", "Judgement test")
    assert (len(figures), len(judged)) == (12 * 3, 3 * 2)
    assert {one.outcome for one in (*figures.values(), *judged.values())} == {"equal"}


def test_figure_9_counts_an_edge_from_each_side() -> None:
    """One segment against two gives 1/2 by the set of edges, whatever the sizes."""
    once, twice = part("diaz2022", "Figure 9").values()
    assert (once.ours, once.outcome) == (0.5, "differs")
    assert twice.ours == pytest.approx(float((Fraction(3, 4) * 2 + Fraction(1, 4)) / 3))
    assert twice.outcome == "equal"
    for first, second in product(range(1, 9), repeat=2):
        split = Segmentation.from_masses([first, second])
        assert alignment_similarity(Segmentation(first + second, ()), split).value == 0.5


@pytest.mark.parametrize("length", range(LENGTHS[0], 9))
def test_the_simulation_counts_are_those_of_every_segmentation(length: int) -> None:
    found = simulate()
    for name, expected in every_segmentation.simulate(length).items():
        assert {key: row for key, row in found[name].items() if key[0] == length} == expected


@pytest.mark.usefixtures("simulated")
def test_simulations_beside_their_published_counts() -> None:
    data = read_data(map(source, SIMULATED))
    assert set(data.counts) == set(SIMULATIONS)
    for found in reproduce("diaz2022", data)[-3:]:
        # Texts of n units have 2 to n - 1 segments.
        assert counts_of([found]) == {"equal": 4 * sum(length - 2 for length in LENGTHS)}


def test_carroll_is_reproduced_from_its_file(wikipedia: dict[str, Any]) -> None:
    means, _, *levels = reproduce("carroll2010", read_data([source(WIKIPEDIA)]))
    mean = {(one.row, one.column): one for one in means.rows}
    for part, row, key in zip(
        levels,
        ("reference levels", "reference levels ignored"),
        ("published_hierwd", "published_hierwd_reference_levels_ignored"),
        strict=True,
    ):
        found = {(one.row, one.column): one for one in part.rows}
        assert len(found) == 2 * len(wikipedia) == 2 * 66
        for name, article in wikipedia.items():
            for segmenter, outcomes in (("HC99", ("equal",)), ("NONE", ("equal", "close"))):
                assert found[name, segmenter].published == article[key][segmenter]
                assert found[name, segmenter].outcome in outcomes
        theirs = [article[key]["HC99"] for article in wikipedia.values()]
        assert mean[row, "HC99"].published == pytest.approx(sum(theirs) / 66)
        assert mean[row, "HC99"].outcome == "equal"
        assert (mean[row, "BIN"].outcome, mean[row, "BIN"].published) == ("missing", None)
        assert mean[row, "BIN"].ours is not None
    assert not list(unexplained([means, *levels]))


# By ttest_rel of scipy 1.17.1: t and p, of ignoring the reference's levels and the hypothesis's.
T_TESTS = {
    ("reference", "HC99"): (-3.5794, 0.00066),
    ("reference", "HCWM"): (-3.4271, 0.0011),
    ("reference", "GBEM"): (-4.3712, 0.000046),
    ("reference", "HBT"): (1.8311, 0.072),
    ("hypothesis", "HC99"): (5.9510, 1.2e-7),
    ("hypothesis", "HCWM"): (7.5199, 2.1e-10),
    ("hypothesis", "GBEM"): (4.0795, 0.00013),
    ("hypothesis", "HBT"): (4.9572, 5.4e-6),
}


@pytest.mark.usefixtures("wikipedia")
def test_carrolls_paired_tests_over_66_articles() -> None:
    data = read_data([source(WIKIPEDIA)])
    tests = {(one.row, one.column): one for one in reproduce("carroll2010", data)[1].rows}
    for (side, segmenter), (t, p) in T_TESTS.items():
        assert tests[f"{side}'s levels", f"t of {segmenter}"].ours == pytest.approx(t, abs=5e-5)
        if side == "reference":
            below = "p < .0001" if p < 0.0001 else "p ≥ .0001"
            assert tests[f"{side}'s levels", segmenter].ours == below
    assert [one.column for one in tests.values() if one.outcome == "equal"] == ["GBEM"]


# What holds of every paper.


@pytest.mark.usefixtures("complete_moonstone", "wikipedia", "simulated")
def test_the_documentation_counts_what_is_missing_with_all_data() -> None:
    data = read_data(map(source, [MOONSTONE, WIKIPEDIA, *SIMULATED]))
    parts = [part for paper in PAPERS for part in reproduce(paper, data, simulated=False)]
    missing = [one for part in parts for one in part.rows if one.outcome == "missing"]
    assert [(one.row, one.reason != "") for one in missing if one.ours is None] == [
        ("the paper's own texts", True)
    ]
    text = (PROJECT / "docs" / "reproduction.md").read_text(encoding="utf-8")
    assert (
        f"With all data given, {len(missing)} figures are not compared. One of them has no "
        "figure of ours." in text
    )


@pytest.mark.parametrize("paper", PAPERS)
def test_what_is_not_equal_has_a_reason(paper: str) -> None:
    parts = parts_of(paper)
    assert parts
    assert not list(unexplained(parts))
    for one in parts:
        assert one.paper == paper
        assert one.rows
        names = [(figure.row, figure.column) for figure in one.rows]
        assert len(set(names)) == len(names)
        for compared in one.rows:
            assert (compared.reason == "") == (compared.outcome == "equal"), compared
            assert not compared.reason.endswith(".")


@pytest.mark.parametrize("paper", PAPERS)
def test_without_simulations_the_rest_is_the_same(paper: str) -> None:
    quick = reproduce(paper, simulated=False)
    assert quick == parts_of(paper)[: len(quick)]


def test_progress_rises_to_less_than_everything() -> None:
    shares: list[float] = []
    reproduce("fournier2012", progress=shares.append)
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert 0 <= shares[0] < shares[-1] < 1


def test_wrong_options() -> None:
    with pytest.raises(ValueError, match=r"^the paper is one of fournier2012, .*, got 'x'$"):
        reproduce("x")


def test_ours_does_not_come_from_the_published(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {key: one.ours for key, one in part("scaiano2012", "Table 1").items()}
    monkeypatch.setattr(scaiano2012, "TABLE_1", dict.fromkeys("abcde", 0.7))
    after = {(one.row, one.column): one.ours for one in reproduce("scaiano2012")[0].rows}
    assert after == before


# Files.


def test_the_smallest_file_of_articles() -> None:
    data = read_data([small(), Source("notes.txt", b"nothing")])
    assert data.unused == ("notes.txt",)
    means, tests, levels, _ = reproduce("carroll2010", data)
    assert {one.outcome for one in tests.rows} == {"missing"}
    assert [(one.row, one.column, one.outcome) for one in levels.rows] == [
        ("Anvil", "HC99", "equal")
    ]
    found = {one.column: one for one in means.rows if one.row == "reference levels"}
    assert found["HC99"].outcome == "equal"
    # There are no ranks of BIN, and no published figure of NONE.
    assert (found["BIN"].ours, found["NONE"].published) == (None, None)
    assert found["NONE"].ours is not None
    assert all(one.reason for one in means.rows if one.outcome == "missing")


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: small(units=4), "small.json, item Anvil: .*5"),
        (lambda: small(units="8"), "small.json, item Anvil: units are a whole number, got '8'"),
        (lambda: small(HC99=[[2]]), "small.json, item Anvil: HC99 is a list of pairs"),
        (lambda: small(HC99=[2, 5]), "small.json, item Anvil: HC99 is a list of pairs"),
        (lambda: small(reference=None), "small.json, item Anvil: reference is a list of pairs"),
        (lambda: small(published_hierwd={"HC99": 7}), "published_hierwd gives .* from 0 to 1"),
        (lambda: small(published_hierwd={"HC99": "x"}), "published_hierwd gives .* from 0 to 1"),
        (lambda: small(published_hierwd=None), "published_hierwd gives .* from 0 to 1"),
        (lambda: Source("a.json", b'{"articles": {"Anvil": 8}}'), "an article is an object"),
        (lambda: Source("a.json", b'{"articles": {'), "a.json.*ends in the middle"),
        (
            lambda: Source("ch5.csv", b"paragraph,an1,an2\n1,1,1\n2,1,2\n"),
            "ch5: it has 2 coders and 2 paragraphs, in the paper 6 and 42",
        ),
        (
            lambda: Source("ch6.csv", b"paragraph,an1,an2\n1,1,1\n2,1,2\n"),
            "ch6: this is no chapter of the Moonstone that the paper has",
        ),
        (
            lambda: Source(
                "cross.csv", b"length,nSegments,instanceSpace,wdCount,bCount,zCount\n5,2,4,x,0,0\n"
            ),
            "cross.csv, row 2: wdCount 'x' is not a whole number",
        ),
        (
            lambda: Source(
                "cross.csv", b"length,nSegments,instanceSpace,wdCount,bCount,zCount\n5,2,4\n"
            ),
            "cross.csv, row 2: 3 cells, but 6 columns",
        ),
        (
            lambda: Source("one.csv", b"length,nSegments,instanceSpace,wdCount,bCount,zCount\n"),
            "one.csv: .*does not say of which",
        ),
    ],
)
def test_damaged_files_say_what_is_wrong_and_where(
    made: Callable[[], Source], message: str
) -> None:
    with pytest.raises(Unreadable, match=message):
        read_data([made()])


def test_a_count_that_the_table_lacks_is_named() -> None:
    header = b"length,nSegments,instanceSpace,wdCount,bCount,zCount\n"
    data = read_data([Source("crosstransp.csv", header + b"5,2,4,0,0,0\n")])
    found = reproduce("diaz2022", data)
    (cross,) = [one for one in found if one.title == "Simulation cross"]
    there = {one.row for one in cross.rows if one.reason != "the table has no such row"}
    assert there == {"5 units, 2 segments"}


# What is written.


def test_the_formats_hold_the_same_figures() -> None:
    parts = parts_of("scaiano2012")
    count = sum(len(one.rows) for one in parts)
    rows = list(csv.DictReader(StringIO(REPRODUCTION_FORMATS["csv"](parts))))
    told = json.loads(REPRODUCTION_FORMATS["json"](parts))
    figures = [one for part in told["parts"] for one in part["figures"]]
    assert len(rows) == len(figures) == count
    for row, one in zip(rows, figures, strict=True):
        for name in ("published", "ours", "difference"):
            assert row[name] == ("" if one[name] is None else str(one[name]))
        assert row["outcome"] == one["outcome"]
    assert told["summary"] == summary_of(parts)
    text = REPRODUCTION_FORMATS["table"](parts)
    assert "Scaiano & Inkpen (2012), Table 2" in text
    assert all(len(line) <= 100 for line in text.splitlines())
    assert "c: TN. The equations give 39" in text


def test_figures_are_written_as_printed() -> None:
    assert (figure(None, 4), figure("h1", 4), figure(1039, 0), figure(0.5, 2)) == (
        "–",
        "h1",
        "1,039",
        "0.50",
    )
    one = Reproduced(row="r", column="c", published=40, ours=39, decimals=0)
    assert difference(one) == "−1"
    assert difference(Reproduced(row="r", column="c", published=None, ours=1.0)) == ""


def test_a_reason_is_said_once_with_what_it_explains() -> None:
    assert reasons(made("missing", "missing", reason="why")) == ["All figures. Why."]
    assert reasons(made("missing", reason="why")) == ["0: x. Why."]
    five = made("equal", *["missing"] * 4)
    four = Part(
        paper=five.paper,
        title="",
        how="",
        rows=tuple(one.because("missing", "why") for one in five.rows),
    )
    assert reasons(four) == ["4 figures of 4 rows. Why."]
    assert reasons(made("equal")) == []
    assert set(OUTCOMES) == {"equal", "close", "differs", "missing"}


# The command.


def test_all_papers_are_the_default(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reproduce"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    for name in PAPERS.values():
        assert f"{name}: " in out
    assert out.splitlines()[-1].startswith("All papers: Of ")


def test_a_wrong_published_value_exits_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", "scaiano2012"]) == 0
    monkeypatch.setitem(scaiano2012.TABLE_1, "b", 0.3)
    capsys.readouterr()
    assert main(["reproduce", "scaiano2012"]) == 1
    out, err = capsys.readouterr()
    assert err == "Scaiano & Inkpen (2012), Table 1, b, WD: not the published value\n"
    assert "1 is different without one" in out


def test_a_wrong_value_in_a_data_file_exits_with_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right, wrong = tmp_path / "right.json", tmp_path / "wrong.json"
    right.write_bytes(small().content)
    wrong.write_bytes(small(published_hierwd={"HC99": 0.002}).content)
    assert main(["reproduce", "carroll2010", "--data", str(right)]) == 0
    assert main(["reproduce", "carroll2010", "--data", str(wrong)]) == 1
    assert "Anvil, HC99: not the published value" in capsys.readouterr().err


@pytest.mark.usefixtures("simulated")
def test_a_folder_of_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in SIMULATED:
        shutil.copy(path, tmp_path)
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    command = ["reproduce", "diaz2022", "--data", str(tmp_path)]
    assert main([*command, "--format", "csv"]) == 0
    out, err = capsys.readouterr()
    assert "notes.txt: not used" in err
    rows = list(csv.DictReader(StringIO(out)))
    counted = [row for row in rows if row["part"].startswith("Simulation")]
    assert {row["outcome"] for row in counted} == {"equal"}


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.json", "{", "a.json"),
        ("a.json", "{}", "Nothing was computed: --data holds nothing that is needed."),
        ("a.txt", "hello", "a.txt: not used"),
        ("none", None, "none"),
    ],
)
def test_data_that_cannot_be_used_exit_with_2(
    name: str, content: str | None, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_text(content, encoding="utf-8")
    assert main(["reproduce", "carroll2010", "--data", str(path)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err
    assert "Traceback" not in err


def test_data_of_another_paper_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small.json").write_bytes(small().content)
    header = "length,nSegments,instanceSpace,wdCount,bCount,zCount\n5,2,4,0,0,0\n"
    (tmp_path / "cross.csv").write_text(header, encoding="utf-8")
    assert main(["reproduce", "carroll2010", "--data", str(tmp_path)]) == 0
    assert "The counts of diaz2022 are not used" in capsys.readouterr().err


def test_no_data_at_all() -> None:
    assert PaperData() == read_data([])
    for one in reproduce("carroll2010"):
        assert [figure.outcome for figure in one.rows] == ["missing"]
        assert "give the file" in one.rows[0].reason
