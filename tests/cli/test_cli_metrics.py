"""The command line for every metric and every similarity: what it prints, what it refuses."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from typing import Any, get_args

import pytest

from segmetrics import Corpus, sample
from segmetrics.boundary_marks import Uncertain, with_uncertain
from segmetrics.cli import main
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.io.samples import SAMPLES
from segmetrics.metrics.metric import Metric
from segmetrics.metrics.registry import METRICS
from segmetrics.tables.agreement_columns import AGREEMENT_FORMATS
from tests.support.commands import Printed, rows_of
from tests.support.project import PROJECT

FILE = {name: str(sample.path) for name, sample in SAMPLES.items()}

every_metric = pytest.mark.parametrize("metric", METRICS.values(), ids=METRICS)
BETTER = {"lower is better": "lower", "higher is better": "higher", "neither is better": "neither"}


def printed_scores(capsys: Printed, *words: str) -> list[dict[str, Any]]:
    """Scores that the command prints as JSON, after a look that CSV says the same."""
    assert main(["pairwise", *words, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    scores: list[dict[str, Any]] = json.loads(out)
    assert main(["pairwise", *words]) == 0
    for row, score in zip(rows_of(capsys.readouterr().out), scores, strict=True):
        assert [row[name] for name in ("item", "coder_a", "coder_b")] == [
            score[name] for name in ("item", "coder_a", "coder_b")
        ]
        assert (float(row["value"]) if row["value"] else None) == score["value"]
    return scores


def check_scores(
    scores: list[dict[str, Any]], corpus: Corpus, metric: Metric, **options: Any
) -> None:
    """Compare printed scores with the function of pairs, and look that none is missing."""
    pairs = {(s["item"], s["coder_a"], s["coder_b"]) for s in scores}
    assert len(pairs) == len(scores)
    wanted = sum(len(i.coders) * (len(i.coders) - 1) for i in corpus.items)
    assert len(scores) == (wanted // 2 if metric.symmetric else wanted)
    codings = {item.name: item.codings for item in corpus.items}
    for score in scores:
        by_coder = codings[score["item"]]
        found = metric(by_coder[score["coder_a"]], by_coder[score["coder_b"]], **options)
        assert score["undefined"] == found.undefined
        if found.value is None:
            assert score["value"] is None
        else:
            assert score["value"] == pytest.approx(found.value, rel=1e-12, abs=1e-12)


# The list of metrics


def test_the_table_lists_every_metric(capsys: Printed) -> None:
    assert main(["metrics"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    heading, *lines = out.splitlines()
    assert heading.split()[:3] == ["key", "name", "better"]
    assert [line.split()[0] for line in lines] == list(METRICS)
    for line, metric in zip(lines, METRICS.values(), strict=True):
        assert metric.name in line
        assert metric.citation[0] in line
        assert f"  {BETTER[metric.direction]}  " in line
        assert ("  yes  " if metric.symmetric else "  no  ") in line
        for option in metric.options:
            assert option in line


def test_the_json_has_the_whole_record_of_every_metric(capsys: Printed) -> None:
    assert main(["metrics", "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""

    def no_constant(name: str) -> None:
        pytest.fail(f"{name} is no JSON")

    records = json.loads(out, parse_constant=no_constant)
    assert [record["key"] for record in records] == list(METRICS)
    for record, metric in zip(records, METRICS.values(), strict=True):
        for name in ("name", "family", "symmetric", "reversible", "needs", "formula"):
            assert record[name] == getattr(metric, name)
        for name in ("rewards", "misses", "perfect"):
            assert record[name] == getattr(metric, name)
        for name in ("citation", "flaws", "undefined"):
            assert tuple(record[name]) == getattr(metric, name)
        assert record["direction"] == metric.direction
        assert record["direction"] in BETTER
        low, high = record["range"]
        assert (float("-inf") if low is None else low) == metric.low
        assert (float("inf") if high is None else high) == metric.high
        assert list(record["options"]) == list(metric.options)
        for name, option in metric.options.items():
            assert record["options"][name]["default"] == option.default
            assert tuple(record["options"][name]["choices"]) == option.choices


# Scores of pairs


@every_metric
def test_every_metric_scores_the_pairs_of_a_corpus(metric: Metric, capsys: Printed) -> None:
    scores = printed_scores(capsys, FILE["stargazer"], "--metric", metric.key)
    assert len(scores) == (21 if metric.symmetric else 42)  # of seven coders
    check_scores(scores, sample("stargazer"), metric)
    assert all(type(score["value"]) is float for score in scores)


@pytest.mark.parametrize("key", ["hierpk", "hierwd"])
def test_levels_reach_the_hierarchical_metrics(key: str, capsys: Printed) -> None:
    words = [FILE["outline"], "--metric", key]
    scores = printed_scores(capsys, *words)
    ignored = ["--option", "ignore_reference_levels=true"]
    ignored += ["--option", "ignore_hypothesis_levels=TRUE"]
    flat = printed_scores(capsys, *words, *ignored)
    assert [s["value"] for s in scores] != [s["value"] for s in flat]
    check_scores(
        flat,
        sample("outline"),
        METRICS[key],
        ignore_reference_levels=True,
        ignore_hypothesis_levels=True,
    )
    kept = printed_scores(capsys, *words, "--option", "ignore_reference_levels=false")
    assert kept == scores


def test_all_types_of_a_corpus_can_be_named(capsys: Printed) -> None:
    types = "topic,task,aside,uncertain"
    words = [FILE["dialogue"], "--metric", "s", "--option", f"types={types}"]
    check_scores(printed_scores(capsys, *words), sample("dialogue"), METRICS["s"], types=types)


# Options


@pytest.mark.parametrize(
    ("key", "given", "options"),
    [
        ("wd", ["window=3"], {"window": 3}),
        ("wd", ["k=4", "width=boundaries"], {"k": 4, "width": "boundaries"}),
        ("wd", ["window=2", "edges=lamprier"], {"window": 2, "edges": "lamprier"}),
        ("winpr", ["window=3"], {"window": 3}),
        ("winpr", ["window=3", "part=tp"], {"window": 3, "part": "tp"}),
        ("pk", ["window=3"], {"window": 3}),
        ("wd_chance", ["window=3"], {"window": 3}),
        ("wd_normalised", ["window=3"], {"window": 3}),
        ("confusion", ["part=p"], {"part": "p"}),
        ("confusion", ["beta=0.5", "n=3"], {"beta": 0.5, "n": 3}),
        ("s", ["n=4", "transposition=0.5"], {"n": 4, "transposition": 0.5}),
        ("b", ["n=4"], {"n": 4}),
        ("ghd", ["ins=1", "delete=3", "shift=0.5"], {"ins": 1.0, "delete": 3.0, "shift": 0.5}),
        ("a", ["threshold=0.5"], {"threshold": 0.5}),
        (
            "a",
            ["threshold=0.5", "threshold_kind=soft"],
            {"threshold": 0.5, "threshold_kind": "soft"},
        ),
    ],
)
def test_an_option_reaches_its_metric(
    key: str, given: list[str], options: dict[str, Any], capsys: Printed
) -> None:
    words = [FILE["stargazer"], "--metric", key]
    default = printed_scores(capsys, *words)
    for text in given:
        words += ["--option", text]
    scores = printed_scores(capsys, *words)
    check_scores(scores, sample("stargazer"), METRICS[key], **options)
    assert [score["value"] for score in scores] != [score["value"] for score in default]


def test_flags_of_their_own_are_the_options_of_that_name(capsys: Printed) -> None:
    for flag, option in (
        (["--metric", "wd", "--window-diff", "boundaries"], "width=boundaries"),
        (["--metric", "wd_chance", "--window-diff", "boundaries"], "width=boundaries"),
        (["--metric", "b", "--n", "5"], "n=5"),
        (["--metric", "s", "--n", "5"], "n=5"),
    ):
        by_flag = printed_scores(capsys, FILE["stargazer"], *flag)
        by_option = printed_scores(capsys, FILE["stargazer"], *flag[:2], "--option", option)
        assert by_flag == by_option


def test_uncertain_boundaries_of_pairs_count_as_they_are_asked_to(capsys: Printed) -> None:
    for uncertain in get_args(Uncertain):
        words = ("--metric", "s", "--uncertain", uncertain)
        scores = printed_scores(capsys, FILE["dialogue"], *words)
        check_scores(scores, with_uncertain(sample("dialogue"), uncertain), METRICS["s"])


def test_an_undefined_score_is_empty_and_has_its_reason(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "a.csv"
    path.write_text("item,coder,masses\na,x,1\na,y,1\nb,x,4\nb,y,2 2\n", encoding="utf-8")
    for metric in METRICS.values():
        scores = printed_scores(capsys, str(path), "--metric", metric.key)
        for score in scores:
            assert (score["value"] is None) == bool(score["undefined"])
        if metric.undefined:
            assert scores[0]["value"] is None


# Agreement over a similarity


@pytest.mark.parametrize("key", SIMILARITIES)
@pytest.mark.parametrize("name", ["moonstone", "dialogue"])
def test_agreement_over_each_similarity(name: str, key: str, capsys: Printed) -> None:
    table = agreement(sample(name), AgreementOptions(similarity=key))
    words = ["agreement", FILE[name], "--similarity", key, "--format"]
    assert main([*words, "csv"]) == 0
    rows = rows_of(capsys.readouterr().out)
    for column in ("pi_star", "kappa_star", "bias"):
        assert f"{column}_{key}" in rows[0]
        assert f"{column}_{key}_sd" in rows[0]
        assert [float(row[f"{column}_{key}"]) for row in rows] == [
            getattr(row, column) for row in table.rows
        ]
    assert "pi_star_s" not in rows[0] or key == "s"
    assert main([*words, "json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert read["options"]["similarity"] == key
    assert f"similarity={key}" in read["signature"]
    assert [row[f"pi_star_{key}"] for row in read["rows"]] == [row.pi_star for row in table.rows]


@pytest.mark.parametrize("style", AGREEMENT_FORMATS)
def test_every_format_names_the_similarity(style: str, capsys: Printed) -> None:
    printed = {}
    for key in ("s", "b"):
        words = ["agreement", FILE["moonstone"], "--similarity", key, "--format", style]
        assert main(words) == 0
        printed[key] = capsys.readouterr().out
    for mark in ("kappa_star_b", "kappa*_B", r"\kappa^*_{B}", "similarity=b"):
        assert mark not in printed["s"]
    marks = ("kappa_star_b", "kappa*_B", r"\kappa^*_{B}")
    assert any(mark in printed["b"] for mark in marks)
    # Over B, pi* is that of the papers' table and stands once.
    assert sum(printed["b"].count(mark) for mark in ("pi*_B", r"\pi^*_{B}")) <= 1


def test_decisions_prints_hearsts_figures_by_its_options(
    capsys: Printed,
) -> None:
    """Stargazer: from 0.39 to 0.56, as Hearst's (1997) choices are read."""
    options = ["--share", "0.3333333333", "--threshold", "at_least", "--self", "excluded"]
    found = []
    for words in (options, []):
        assert main(["decisions", str(PROJECT / "data" / "stargazer.json"), *words]) == 0
        row = next(csv.DictReader(StringIO(capsys.readouterr().out)))
        found.append(round(float(row["mean_kappa"]), 2))
    assert found == [0.39, 0.56]
