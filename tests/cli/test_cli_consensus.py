"""The command consensus: gold boundaries, their agreement with each coder, the disputes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from segmetrics import Corpus
from segmetrics.adjudication.gold import GoldOptions, gold
from segmetrics.cli import consensus_command, main
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.io import check
from segmetrics.io.write import write
from tests.support.commands import Printed, rows_of, written
from tests.support.known import known
from tests.support.modelled import planted

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
    return written(tmp_path, MASSES)


def output(capsys: Printed, *words: str) -> str:
    assert main(["consensus", *words]) == 0
    return capsys.readouterr().out


def test_agreement_with_each_coder_is_that_of_the_gold_beside_the_coder_alone(
    file: str, capsys: Printed
) -> None:
    rows = rows_of(output(capsys, file, "--show", "agreement", "--format", "csv"))
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


def test_disputes_stand_in_order_of_dispute(file: str, capsys: Printed) -> None:
    rows = rows_of(output(capsys, file, "--show", "disputes", "--format", "csv"))
    found = [(row["item"], row["begins_at_unit"], row["marked_by"], row["not_by"]) for row in rows]
    assert found == [("a", "5; 6", "x; y; z", ""), ("a", "9", "z", "x; y")]
    assert [float(row["dispute"]) for row in rows] == pytest.approx([1 / 3, 1 / 3])


def test_json_holds_all_three(file: str, capsys: Printed) -> None:
    found = json.loads(output(capsys, file, "--format", "json"))
    assert {"items", "agreement", "disputes", "decisions"} <= found.keys()
    assert len(found["agreement"]) == 9
    assert len(found["disputes"]) == 2


def test_an_item_of_one_coder_is_named(file: str, capsys: Printed) -> None:
    assert main(["consensus", file]) == 0
    said = capsys.readouterr().err
    assert "Only one person coded these, so nobody confirms their boundaries: c." in said


def test_an_output_that_ends_with_xlsx_is_the_workbook_of_the_gold(
    file: str, tmp_path: Path, capsys: Printed
) -> None:
    for name, words in (("gold.xlsx", []), ("GOLD.XLSX", []), ("gold", ["--to", "xlsx"])):
        path = tmp_path / name
        output(capsys, file, "-o", str(path), *words)
        found = known(check(str(path)).corpus)
        assert {one.name: one.codings["consensus"].masses for one in found.items} == {
            "a": (4, 6),
            "b": (2, 3),
            "c": (1, 2),
        }
        assert main(["consensus", file, "-o", str(path), *words]) == 2
        assert "exists already" in capsys.readouterr().err


def test_what_the_rule_loses_is_said(tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "codings.csv"
    path.write_text("item,coder,masses\na,x,4 6\na,y,4 6\na,z,5 5\na,w,5 5\n", encoding="utf-8")
    assert main(["consensus", str(path), "--method", "majority"]) == 0
    assert capsys.readouterr().err == (
        "majority loses 1 of 1 boundary that nearly all coders of an item saw, not all at the "
        "same place. pooled loses none.\n"
    )
    assert main(["consensus", str(path)]) == 0
    assert capsys.readouterr().err == ""


@pytest.fixture
def five(tmp_path: Path) -> str:
    """Five coders of whom the model may speak."""
    path = tmp_path / "five.json"
    write(planted(items=4, seed=1), path)
    return str(path)


def in_words(share: float) -> str:
    """What is said of a share of many coders: no more than holds in all worlds."""
    if share < 0.5:
        return "fewer than half" if share >= 0.3 else "fewer than a third"
    return "more than half"


def test_the_model_gives_each_place_its_share_of_many_coders(
    five: str, tmp_path: Path, capsys: Printed
) -> None:
    given = five, "--method", "model"
    found = json.loads(output(capsys, *given, "--format", "json"))
    assert found["options"] == {"method": "model", "n": 2}
    corpus = planted(items=4, seed=1)
    likely = {one.item: one.shares for one in gold(corpus, GoldOptions(method="model"))}
    assert all(
        boundary["expected_share"] == in_words(likely[item["item"]][boundary["place"] - 1])
        for item in found["items"]
        for boundary in item["boundaries"]
    )
    for row in rows_of(output(capsys, *given, "--format", "csv")):
        share = likely[row["item"]][int(row["begins_at_unit"]) - 2]
        assert row["expected_share"] == in_words(share)
    for row in rows_of(output(capsys, *given, "--show", "disputes", "--format", "csv")):
        units = [int(unit) for unit in row["begins_at_unit"].split("; ")]
        assert row["expected_shares"].split("; ") == [
            in_words(likely[row["item"]][unit - 2]) for unit in units
        ]
    path = tmp_path / "gold.csv"
    path.write_text(output(capsys, *given, "--format", "csv"), encoding="utf-8")
    again = known(check(str(path)).corpus)
    assert [len(item.codings["consensus"].boundaries) for item in again.items] == [
        len(item["boundaries"]) for item in found["items"]
    ]


def test_other_rules_name_no_share(five: str, capsys: Printed) -> None:
    assert "expected_share" not in output(capsys, five, "--format", "json")
    assert "how sure" not in output(capsys, five)


def test_the_model_says_why_it_gives_nothing(file: str, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "gold.json"
    assert main(["consensus", file, "--method", "model", "-o", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and not path.exists()
    assert "the model of the coders gives no consensus: the coders are hardly" in said.err
    assert said.err.endswith("use the rule pooled.\n")


def test_help_has_the_defaults_of_the_rules(
    capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(consensus_command, "DEFAULT", GoldOptions(n=3, share=0.25))
    with pytest.raises(SystemExit):
        main(["consensus", "--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "(default: 3; for the model at most 4)" in said and "(default: 0.25)" in said
