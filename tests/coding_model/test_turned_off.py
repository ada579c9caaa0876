"""The model of coders says nothing of any group: all that asks it says so, and works without."""

from __future__ import annotations

from pathlib import Path

import pytest

import segmetrics as sm
from segmetrics.adjudication.gold import GoldOptions, gold
from segmetrics.adjudication.model_rule import ModelRefused
from segmetrics.cli import main
from segmetrics.coding_model import coder_model
from tests.support.modelled import planted

OFF = "the model is turned off"


@pytest.fixture
def turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coder_model, "_why_not", lambda *_: OFF)


@pytest.mark.usefixtures("turned_off")
def test_one_reason_turns_the_model_off_everywhere(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    corpus = planted(items=6, seed=1)
    found = sm.coder_model(corpus)
    assert {one.hits.undefined for one in found.coders} == {OFF} and not found.verdicts
    with pytest.raises(ModelRefused, match=f"{OFF}; use the rule pooled"):
        gold(corpus, GoldOptions(method="model"))
    assert gold(corpus)[0].boundaries
    written = tmp_path / "report.md"
    sm.report(corpus, written)
    assert OFF in written.read_text("utf-8")
    file = tmp_path / "codings.json"
    sm.write(corpus, file)
    assert main(["coders", str(file), "--model", "--format", "json"]) == 0
    assert OFF in capsys.readouterr().out
