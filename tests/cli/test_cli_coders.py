"""The command coders: who stands out, and what each coder does by the model."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.claims.coder_habits import habits_seen
from segmetrics.cli import main
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.fitted_coders import CoderModelOptions
from tests.support.commands import Printed, rows_of, written

if TYPE_CHECKING:
    from pathlib import Path

MOONSTONE = "data/moonstone.json"


@pytest.fixture
def planted(tmp_path: Path) -> str:
    """Four coders who find nine of ten boundaries, and one who marks many of their own besides."""
    random = np.random.default_rng(4)
    items = {}
    for number in range(12):
        shared = np.flatnonzero(random.random(60) < 0.12)
        codings = {}
        for coder in ("ann", "bob", "cy", "dov", "many"):
            marks = random.random(60) < (0.3 if coder == "many" else 0.01)
            marks[shared[random.random(len(shared)) < 0.9]] = True
            places = [0, *(np.flatnonzero(marks) + 1).tolist(), 61]
            codings[coder] = np.diff(places).tolist()
        items[f"i{number}"] = codings
    return written(tmp_path, items)


def output(capsys: Printed, *words: str) -> str:
    assert main(["coders", *words]) == 0
    return capsys.readouterr().out


def test_without_the_model_the_findings_are_those_of_the_library(
    capsys: Printed,
) -> None:
    rows = rows_of(output(capsys, MOONSTONE, "--format", "csv"))
    expected = coder_findings(sm.sample("moonstone")).rows
    assert [row["coder"] for row in rows] == [one.coder for one in expected]
    for row, one in zip(rows, expected, strict=True):
        assert float(row["kappa"]) == one.kappa
        assert float(row["rate_ratio_low"]) == one.rate_interval.low
        assert (int(row["early"]), int(row["late"])) == (one.early, one.late)
        assert row["finding"] == one.finding
    # Who segments finely is told as on the page Coders, though it is no finding.
    said = habits_seen(sm.sample("moonstone"), coder_findings(sm.sample("moonstone")))
    assert [one.split(" segment ")[0] for one in said] == ["an2 and an4"]
    assert all(one in output(capsys, MOONSTONE) for one in said)


def test_the_model_is_that_of_the_library_in_all_formats(
    capsys: Printed,
) -> None:
    model = coder_model(sm.sample("moonstone"))
    rows = rows_of(output(capsys, MOONSTONE, "--model", "--format", "csv"))
    found = json.loads(output(capsys, MOONSTONE, "--model", "--format", "json"))
    assert len(rows) == len(found["rows"]) == len(model.coders)
    for row, same, one in zip(rows, found["rows"], model.coders, strict=True):
        for key in ("hits", "added", "shifted", "late"):
            estimated = getattr(one, key)
            names = (key, f"{key}_low", f"{key}_high")
            assert tuple(float(row[name]) for name in names) == estimated[:3]
            assert tuple(same[name] for name in names) == estimated[:3]
    assert [group["gain"] for group in found["groups"]] == [one.gain for one in model.groups]
    assert [tuple(item["support"]) for item in found["items"]] == [
        one.support for one in model.items
    ]
    text = output(capsys, MOONSTONE, "--model")
    first = model.coders[0].hits
    assert f"{first.value:.2f} [{first.low:.2f}, {first.high:.2f}]" in text
    assert "coder model n=2, 95% intervals, seed=0" in text


def test_who_was_planted_is_named_with_the_evidence(planted: str, capsys: Printed) -> None:
    text = output(capsys, planted, "--model")
    line = next(line for line in text.splitlines() if line.startswith("many  "))
    assert line.endswith("many of their own")
    rows = rows_of(output(capsys, planted, "--model", "--format", "csv"))
    assert [row["coder"] for row in rows if row["verdict"]] == ["many"]
    assert 20 < float(rows[-1]["added"]) < 40
    assert rows[-1]["evidence"] in text


def test_a_refusal_is_a_reason_in_all_formats(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "two.csv"
    path.write_text("item,coder,masses\na,x,4 6\na,y,5 5\n", encoding="utf-8")
    text = output(capsys, str(path), "--model")
    assert "The model of the coders says nothing here (two coders: " in text
    assert text.splitlines()[1].split() == ["x", *["–"] * 4]
    (first, _) = rows_of(output(capsys, str(path), "--model", "--format", "csv"))
    assert first["hits"] == ""
    assert first["undefined"].startswith("two coders")
    found = json.loads(output(capsys, str(path), "--model", "--format", "json"))
    assert found["groups"][0]["refusal"].startswith("two coders")
    assert found["rows"][0]["hits"] is None


def test_what_nobody_saw_is_told_on_request(planted: str, capsys: Printed) -> None:
    words = [planted, "--model", "--held-out", "--drop-item", "i0", "--drop-item", "i1"]
    words += [word for number in range(2, 9) for word in ("--drop-item", f"i{number}")]
    text = output(capsys, *words)
    assert "Of 15 codings, each was left out and told" in text
    found = json.loads(output(capsys, *words, "--format", "json"))
    assert found["groups"][0]["held_out"]["model"]["bits"] > 0
    assert found["options"]["held_out"] is True


def test_options_reach_the_model(capsys: Printed) -> None:
    found = json.loads(output(capsys, MOONSTONE, "--model", "--n", "1", "--format", "json"))
    expected = coder_model(sm.sample("moonstone"), CoderModelOptions(n=1))
    assert found["rows"][0]["hits"] == expected.coders[0].hits.value
    assert found["rows"][0]["shifted"] is None
