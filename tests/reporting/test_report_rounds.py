"""What a report says of a consensus, of each coder, and of rounds of coding."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from segmetrics import Corpus, sample
from segmetrics.adjudication.adjudications import consensus
from segmetrics.adjudication.gold import GoldOptions
from segmetrics.cli import main
from segmetrics.corpus import Adjudication
from segmetrics.io import SAMPLES
from segmetrics.reliability.coder_findings import coder_findings
from segmetrics.reliability.trends import CodingRound, trends
from segmetrics.reporting.json_report import report_data
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.methods import methods
from segmetrics.reporting.report import Report, ReportOptions
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.reporting.rounds_paragraph import rounds_paragraph
from segmetrics.tables.trend_words import rounds_in_words

if TYPE_CHECKING:
    from pathlib import Path

KEYS = ("interviews", "interviews-2")
NO_TEXT = ("bibtex", "docx", "appendix", "figures", "xlsx", "csv")
FORMATS = [key for key in REPORT_FORMATS if key not in NO_TEXT]
ODD = {
    f"i{number}": {
        "anna": [3, number + 4, 5],
        "ben": [3, number + 4, 5],
        "cara": [3, number + 4, 5],
        "dora": [number + 12],
    }
    for number in range(6)
}


def rounds() -> tuple[CodingRound, ...]:
    return tuple(CodingRound(key, sample(key)) for key in KEYS)


def made(corpus: Corpus, *contents: str, **options: Any) -> Report:
    followed = options.pop("rounds", ())
    chosen = ReportOptions(contents=contents, **options)
    return make_report(corpus, chosen, title="T", date="2026-01-31", rounds=followed)


@pytest.mark.parametrize("form", FORMATS)
def test_rounds_stand_in_every_format_for_people(form: str) -> None:
    report = made(sample(KEYS[1]), "rounds", rounds=rounds())
    said = REPORT_FORMATS[form].write(report).decode()
    expected = rounds_in_words(trends(rounds(), shuffling=report.options.shuffling))
    assert expected[0].split(" (")[0] in said
    assert report.rounds is not None
    assert report.rounds.rounds[0].digest in said
    if form != "json":
        assert rounds_paragraph(report.rounds)[:40] in said


def test_without_a_second_round_there_are_none() -> None:
    for followed in ((), rounds()[:1]):
        report = made(sample(KEYS[1]), "pairs", "rounds", rounds=followed)
        assert report.rounds is None
        assert report.options.contents == ("pairs",)


def test_a_coder_has_one_number_in_all_rounds() -> None:
    pilot = Corpus.from_masses(ODD)
    final = Corpus.from_masses(
        {
            name: {coder: codings[coder] for coder in ("cara", "ben")}
            for name, codings in ODD.items()
        }
    )
    followed = (CodingRound("pilot", pilot), CodingRound("final", final))
    report = made(final, "rounds", rounds=followed, anonymous=True)
    assert report.rounds is not None
    boundaries = {one.coder: one.rounds[0].boundaries for one in report.rounds.coders}
    # Those of the report are the first two; the others were in the pilot alone.
    assert boundaries == {"coder 1": 12, "coder 2": 12}
    assert report.rounds.compared.alone == (("coder 3", "coder 4"), ())
    said = REPORT_FORMATS["markdown"].write(report).decode()
    assert "The two who coded both rounds are compared: coder 1 and coder 2." in said
    text = json.dumps(report_data(report))
    assert not any(name in text for name in ("anna", "ben", "cara", "dora"))


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("anna", "ben", "cara"), "on each over the coders who coded it in all of them. Interval"),
        (("anna", "x", "y"), "As fewer than two coders coded the same in all rounds, all codings"),
    ],
)
def test_the_methods_say_whose_codings_are_compared(names: tuple[str, ...], said: str) -> None:
    pilot = Corpus.from_masses(ODD)
    final = Corpus.from_masses(
        {item: dict(zip(names, of.values(), strict=False)) for item, of in ODD.items()}
    )
    followed = (CodingRound("pilot", pilot), CodingRound("final", final))
    assert said in methods(made(final, "rounds", rounds=followed))


def test_the_consensus_is_that_of_the_rule_with_the_decisions() -> None:
    corpus = sample("stargazer").with_decisions(
        [Adjudication("stargazer", 1, "accept", comment="c")]
    )
    for options in (GoldOptions(), GoldOptions(method="pooled", n=3)):
        report = made(corpus, "consensus", gold=options)
        expected = consensus(corpus, options)
        data = report_data(report)["consensus"]
        places = [one["place"] for one in data["items"][0]["boundaries"]]
        assert places == [one.place for one in expected.boundaries]
        assert data["decisions"][0]["comment"] == "c"
        assert f"{options.signature}, decisions=1" in report.signature
    assert "decided by hand" in REPORT_FORMATS["markdown"].write(report).decode()
    assert "decisions=" not in made(corpus, "pairs").signature
    hidden = report_data(made(corpus, "consensus", anonymous=True))["consensus"]
    assert hidden["decisions"][0]["comment"] == ""


def test_who_stands_out_stands_in_the_report() -> None:
    corpus = Corpus.from_masses(ODD)
    (expected,) = [row.words for row in coder_findings(corpus).rows if row.stands_out]
    assert expected.startswith("dora placed no boundary")
    report = made(corpus, "coders")
    assert expected in REPORT_FORMATS["markdown"].write(report).decode()
    alike = made(Corpus.from_masses({"a": {"x": [3, 7], "y": [3, 7]}}), "coders")
    assert "No coder stands out" in REPORT_FORMATS["markdown"].write(alike).decode()
    hidden = REPORT_FORMATS["html"].write(made(corpus, "coders", anonymous=True)).decode()
    assert "dora" not in hidden


def test_the_command_follows_rounds_and_verifies_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, now = (str(SAMPLES[key].path) for key in KEYS)
    report = str(tmp_path / "r.json")
    assert main(["report", now, "--before", before, "--consensus", "pooled", "-o", report]) == 0
    data = json.loads((tmp_path / "r.json").read_text())
    assert [one["name"] for one in data["rounds"]["rounds"]] == ["interviews", "interviews-2"]
    assert data["options"]["gold"]["method"] == "pooled"
    capsys.readouterr()
    assert main(["verify", report, now, "--before", before]) == 0
    assert "numbers and texts hold." in capsys.readouterr().out
    assert main(["verify", report, now]) == 2
    assert "Give the earlier rounds with --before" in capsys.readouterr().err
    assert main(["verify", report, now, "--before", now]) == 1


def test_options_that_change_nothing_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, now = (str(SAMPLES[key].path) for key in KEYS)
    out = ["-o", str(tmp_path / "r.json"), "--contents", "pairs"]
    assert main(["report", now, "--before", before, "--consensus", "medoid", *out]) == 0
    said = capsys.readouterr().err
    assert "--consensus changes nothing: the report holds no consensus segmentation." in said
    assert "--before changes nothing: the report holds no rounds." in said
