"""The command consensus: gold boundaries, their agreement with each coder, the disputes."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import TYPE_CHECKING, Any

import pytest

from segmetrics import Corpus
from segmetrics.cli import main
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions

if TYPE_CHECKING:
    from pathlib import Path

# Of chapter a, x and z mark 4, y marks 5, z alone 8; of b all mark 2; c has one coder.
MASSES = {
    "a": {"x": [4, 6], "y": [5, 5], "z": [4, 4, 2]},
    "b": {"x": [2, 3], "y": [2, 3], "z": [2, 3]},
    "c": {"x": [1, 2]},
}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "codings.json"
    content = {"segmentation_type": "linear", "items": MASSES}
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["consensus", *words]) == 0
    return capsys.readouterr().out


def table(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def test_agreement_with_each_coder_is_that_of_the_gold_beside_the_coder_alone(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = table(output(capsys, file, "--show", "agreement", "--format", "csv"))
    assert [(row["coder"], row["similarity"]) for row in rows] == [
        (coder, similarity) for coder in "xyz" for similarity in ("s", "b", "wd")
    ]
    gold: dict[str, list[int]] = {"a": [4, 6], "b": [2, 3], "c": [1, 2]}  # counted by hand
    for row in rows:
        items: dict[str, Any] = {
            name: {"gold": gold[name], row["coder"]: codings[row["coder"]]}
            for name, codings in MASSES.items()
            if row["coder"] in codings
        }
        options = AgreementOptions(similarity=row["similarity"])
        (group,) = agreement(Corpus.from_masses(items), options).groups
        assert float(row["value"]) == pytest.approx(group.observed)
        assert int(row["items"]) == len(items)


def test_disputes_stand_in_order_of_dispute(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    rows = table(output(capsys, file, "--show", "disputes", "--format", "csv"))
    found = [(row["item"], row["places"], row["marked_by"], row["not_by"]) for row in rows]
    assert found == [("a", "4; 5", "x; y; z", ""), ("a", "8", "z", "x; y")]
    assert [float(row["dispute"]) for row in rows] == pytest.approx([1 / 3, 1 / 3])


def test_json_holds_all_three(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(output(capsys, file, "--format", "json"))
    assert {"items", "agreement", "disputes", "decisions"} <= found.keys()
    assert len(found["agreement"]) == 9
    assert len(found["disputes"]) == 2


def test_an_item_of_one_coder_is_named(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["consensus", file]) == 0
    assert "Coded by one person alone, whom nobody confirms: c." in capsys.readouterr().err
