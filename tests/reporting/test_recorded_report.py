"""A report on recordings: its numbers, what is undefined, every format, and that it still holds."""

from __future__ import annotations

import json
import re
from io import BytesIO
from itertools import combinations
from statistics import mean
from typing import Any
from zipfile import ZipFile

import pytest
from openpyxl import load_workbook

from segmetrics import Corpus, RecordingOptions, hit_rate, sample
from segmetrics.corpus import Adjudication
from segmetrics.io import Reading
from segmetrics.reliability.trends import CodingRound
from segmetrics.reporting.bibliography import WORKS, cited
from segmetrics.reporting.make_report import make_report, titled
from segmetrics.reporting.methods import methods, methods_of_results
from segmetrics.reporting.recorded import RecordedOptions
from segmetrics.reporting.report import OF_RECORDINGS, Report, ReportOptions
from segmetrics.reporting.report_formats import REPORT_FORMATS
from segmetrics.reporting.sections import paragraph_of_rounds, results
from segmetrics.reporting.verification import Verification, read_report, verify

EVIL = "<img src=x onerror=alert(1)>$x$*b*"
PRESSES = {
    "anna": [12.0, 31.0, 77.0],
    "ben": [12.4, 48.0, 77.4],
    "cleo": [11.8, 95.0],
    "dan": [12.1, 60.5, 76.8],
    "eve": [12.9, 110.0],
    "fred": [12.2, 31.4, 90.5],
}
FILMS = Corpus.from_times(
    {
        "film": PRESSES,
        "short": {"anna": [2.0], "ben": [7.5]},
        "silent": {"cleo": [], "dan": []},
        "alone": {"eve": [3.0]},
        EVIL: {"fred": [3.0, 9.0], EVIL: [3.2]},
    },
    durations={"film": 120, "short": 10, "silent": 10, "alone": 10, EVIL: 10},
)
FAST = RecordingOptions(shuffles=19)
FORMS = [key for key in REPORT_FORMATS if key != "figures"]


def made(corpus: Corpus, *, rounds: tuple[CodingRound, ...] = (), **options: Any) -> Report:
    chosen = ReportOptions(**{"recorded": RecordedOptions(measured=FAST), **options})
    title, source = "A title", "Source: a file."
    return make_report(corpus, chosen, title=title, source=source, date="2026-01-31", rounds=rounds)


def text_of(content: bytes) -> str:
    if not content.startswith(b"PK"):
        return content.decode()
    with ZipFile(BytesIO(content)) as archive:
        names = [name for name in archive.namelist() if not name.endswith((".png", ".jpeg"))]
        return "\n".join(archive.read(name).decode() for name in names)


def data_of(report: Report) -> Any:
    return json.loads(REPORT_FORMATS["json"].write(report))


def test_numbers_are_those_of_pairs_of_coders() -> None:
    """F of the film, found pair by pair, and the consensus at the presses that are shared."""
    film = FILMS.select(items=["film"])
    codings = film["film"].codings
    rates = [
        hit_rate(codings[a], codings[b], tolerance=3).value for a, b in combinations(PRESSES, 2)
    ]
    expected = mean(rate for rate in rates if rate is not None)
    data = data_of(made(film))
    (row,) = data["agreement"]["rows"]
    assert row["value"] == pytest.approx(expected, abs=1e-12)
    assert f"was .{round(100 * expected):02} (coders who segment" in data["results"]
    assert (
        "One recording (2:00 min) was segmented by 6 coders, who placed 16 bound"
        in (data["results"])
    )
    (item,) = data["consensus"]["items"]
    first = item["boundaries"][0]
    assert (first["time"], first["low"] < 12.1 < first["high"]) == (12.1, True)
    assert first["votes"] == {name: times[0] for name, times in PRESSES.items()}
    assert data["heat_map"][0]["presses"] == PRESSES


def test_the_question_that_is_asked_is_answered_first() -> None:
    these, others = (results(made(sample("film"), question=one)) for one in ("these", "others"))
    assert sorted(these.split(". ")) == sorted(others.split(". "))
    assert these.index("mean F over pairs") < these.index("For other coders, intervals")
    assert others.index("For other coders, intervals") < others.index("mean F over pairs")
    few = Corpus.from_times({"film": dict([*PRESSES.items()][:3])}, durations={"film": 120})
    said = results(made(few, question="others"))
    assert said.index("F beyond chance (0 is chance") < said.index(
        "F beyond chance has no interval"
    )


def test_a_small_p_is_told_from_a_limit_in_the_summary() -> None:
    book = load_workbook(BytesIO(REPORT_FORMATS["xlsx"].write(made(FILMS))))
    heads, first = list(book["Summary"].iter_rows(max_row=2))
    shown = {head.value: cell.number_format for head, cell in zip(heads, first, strict=True)}
    assert (shown["p, not adjusted"], shown["F"]) == ("0.000", "0.00")


def test_what_is_trimmed_or_too_close_is_counted_as_left_out() -> None:
    measured = RecordingOptions(trim=(12.05, 20), minimum_gap=20, shuffles=19)
    report = made(FILMS, recorded=RecordedOptions(measured=measured))
    # Before 12.05 s: anna, cleo, ben and the others in the films of 10 s; the trims of those leave
    # nothing. After 100 s: eve. Too close: ben at 31.4 is none, fred's 31.4 is 19.2 after 12.2.
    film = report.corpus["film"]
    assert film.codings["anna"].boundaries == (31000, 77000)
    assert film.codings["cleo"].boundaries == (95000,)
    assert film.codings["eve"].boundaries == (12900,)
    assert film.codings["fred"].boundaries == (12200, 90500)
    assert "nothing is left after the trim" in text_of(REPORT_FORMATS["html"].write(report))
    kept = sum(len(one.boundaries) for item in report.corpus.items for one in item.codings.values())
    total = sum(len(one.boundaries) for item in FILMS.items for one in item.codings.values())
    assert f"{total - kept} boundaries are not among them" in results(report)
    said = methods(report)
    assert "12.05 s at the start and 20 s at the end did not count" in said
    assert "less than 20 s apart only the first counts" in said


def test_what_is_undefined_says_why() -> None:
    alone = made(FILMS.select(items=["alone"]))
    assert "one person only: nobody to agree with" in results(alone)
    assert "one person only" in text_of(REPORT_FORMATS["markdown"].write(alone))
    nobody = results(made(FILMS.select(items=["silent"])))
    assert "How far coders agree is undefined" in nobody
    assert "the consensus has no boundary" in nobody
    narrow = made(
        Corpus.from_times({"long": {"a": [5.0], "b": [5.2]}}, durations={"long": 9000}),
        recorded=RecordedOptions(measured=FAST, width=0.05),
    )
    assert "is too small for a recording of 9000 s" in results(narrow)
    for form in ("html", "markdown", "json"):
        assert "is too small for a recording of 9000 s" in text_of(
            REPORT_FORMATS[form].write(narrow)
        )


@pytest.mark.parametrize("contents", [None, *((key,) for key in OF_RECORDINGS if key != "rounds")])
def test_every_format_says_all_of_every_content(contents: tuple[str, ...] | None) -> None:
    report = made(FILMS, contents=contents or tuple(OF_RECORDINGS))
    for form in FORMS:
        content = REPORT_FORMATS[form].write(report)
        if contents is None:
            assert content == REPORT_FORMATS[form].write(report), form
        if form != "xlsx":
            said = text_of(content).replace("\\", "")
            assert "F within 3 s" in said, form
            if form == "html":
                assert EVIL not in said


def test_without_names_none_stands_anywhere() -> None:
    report = made(FILMS.select(items=["film"]), anonymous=True)
    for form in FORMS:
        if form != "xlsx":
            said = text_of(REPORT_FORMATS[form].write(report))
            assert not [name for name in PRESSES if re.search(rf"\b{name}\b", said)], form


def test_decisions_stand_in_the_consensus() -> None:
    decided = FILMS.with_decisions([Adjudication("film", 12100, "move", 13000)])
    report = made(decided)
    assert "1 place was decided by hand (1 moved)." in results(report)
    (one,) = [row for row in data_of(report)["consensus"]["items"] if row["item"] == "film"]
    assert one["boundaries"][0]["time"] == 13
    assert "1 decision" in report.provenance["Consensus"]
    assert report.digest == FILMS.codings_digest


def test_support_on_average_is_of_all_coders_of_the_boundaries_together() -> None:
    films = {
        "film": {name: [12.0] for name in PRESSES},
        "walk": {"anna": [30.0], "ben": [30.0], "cleo": []},
    }
    corpus = Corpus.from_times(films, durations=dict.fromkeys(films, 120.0))
    options = RecordedOptions(measured=FAST, least=2)
    report = made(corpus, contents=("consensus",), recorded=options)
    # 6 of 6 and 2 of 3 are 8 of 9.
    assert data_of(report)["consensus"]["words"].endswith(
        "On average, 89% of the coders marked each; 1 was marked by all."
    )


def test_coder_groups_are_called_by_their_names() -> None:
    presses = {
        f"{group} {place}": {f"{group}{one}": [10.0, 40.0 + one] for one in range(3)}
        for group in "ab"
        for place in range(2)
    }
    films = Corpus.from_times(presses, durations=dict.fromkeys(presses, 60.0))
    said = REPORT_FORMATS["markdown"].write(made(films, contents=("agreement",))).decode()
    assert said.count("| group a0-a2 |") == said.count("| group b0-b2 |") == 2
    assert said.count("| all recordings |") == 2


def test_rounds_are_told_with_their_changes() -> None:
    fine, coarse = sample("film"), sample("film-coarse")
    rounds = (CodingRound("fine", fine), CodingRound("coarse", coarse))
    report = made(coarse, rounds=rounds, recorded=RecordedOptions())
    said = paragraph_of_rounds(report)
    # As in the example of `compare` on recordings.
    assert "boundaries a minute went from 3.3 to 0.9 (\N{MINUS SIGN}2.43, 95% CI" in said
    data = data_of(report)
    assert [row["round"] for row in data["rounds"]["rounds"]] == ["fine", "coarse"]
    assert data["rounds"]["changes"][2]["before"] == pytest.approx(395 / 120)
    for form in FORMS:
        assert REPORT_FORMATS[form].write(report)
    other = Corpus.from_times({"x": {"p": [1.0], "q": [2.0]}}, durations={"x": 9})
    strangers = made(other, rounds=(CodingRound("a", fine), CodingRound("b", other)))
    assert "nothing can be compared" in paragraph_of_rounds(strangers)
    assert "a and b cannot be compared" in text_of(REPORT_FORMATS["html"].write(strangers))


def test_who_is_compared_over_rounds_is_said_first() -> None:
    film = FILMS.select(items=["film"])
    fewer = film.select(coders=["anna", "ben", "cleo", "dan"])
    others = film.with_coder_names({coder: coder.upper() for coder in film.coders})
    rounds = [
        CodingRound(name, one) for name, one in zip("abc", (film, fewer, others), strict=True)
    ]
    report = made(others, rounds=tuple(rounds))
    first, second = paragraph_of_rounds(report).split("From b to c: ")
    assert first.startswith(
        "From a to b: the four who coded both rounds are compared: anna, ben, cleo and dan. Over "
        "the 4 coders and 1 recording that both have, boundaries a minute went from"
    )
    assert second.startswith("the people changed: nobody coded both rounds.")
    assert "Over the 1 recording that both have" in second
    assert "Where the people changed, all coders count" in methods(report)
    assert data_of(report)["rounds"]["people"][0].startswith("a to b: The four who coded")


def test_contents_of_texts_alone_are_refused() -> None:
    with pytest.raises(ValueError, match="a report on recordings holds at least one of results"):
        made(FILMS, contents=("pairs", "ranked"))
    assert made(FILMS, contents=("pairs", "results")).options.contents == ("results",)


@pytest.mark.parametrize(("least", "by"), [(None, "at which more than half"), (0, "above that")])
def test_methods_tell_the_rule_of_the_consensus(least: int | None, by: str) -> None:
    options = RecordedOptions(least=least)
    report = made(FILMS, contents=("consensus",), recorded=options)
    assert f"The boundaries of the consensus are the peaks {by}" in methods_of_results(report)


def test_methods_cite_what_was_used_and_nothing_else() -> None:
    def keys(*contents: str) -> set[str]:
        return {work.key for work in cited(made(FILMS, contents=contents))}

    chance = {"turnbull2007", "rijsbergen1979", "efron1993", "satterthwaite1946"}
    assert keys("methods") == set()
    assert keys("coders") == chance | {"zacks2006", "kurby2011", "fukunaga1975"}
    of_density = {"silverman1986", "huff2014", "nichols2002", "westfall1993"}
    assert keys("heat_map") == of_density
    assert keys("consensus") == of_density | {"hettmansperger1986"}
    assert {"phipson2010", "benjamini1995", "fleiss1981"} < keys("results")
    assert keys("agreement") - keys("results") == {"arbelaez2011", "burg2020", "holm1979"}
    often = RecordedOptions(measured=RecordingOptions(shuffles=99, null="shared pace"))
    by_counting = made(FILMS, contents=("agreement",), recorded=often)
    assert {"westfall1993", "louis2010"} == {w.key for w in cited(by_counting)} - keys("agreement")
    said = methods(made(FILMS))
    mentioned = re.findall(r"\(([^()]+?, \d{4}(?:; [^()]+?, \d{4})*)\)", said)
    known = {work.mention for work in WORKS.values()}
    assert {one for found in mentioned for one in found.split("; ")} <= known
    whole = made(FILMS)
    assert "Arbelaez" not in methods_of_results(whole)
    assert "Hettmansperger" in methods_of_results(whole)


def checked(report: Report, corpus: Corpus, content: bytes | None = None) -> Verification:
    found = content or REPORT_FORMATS["json"].write(report)
    return verify(read_report(found, "report.json"), Reading(corpus))


def test_a_report_on_recordings_holds_until_a_number_is_changed() -> None:
    measured = RecordingOptions(trim=(1, 0), shuffles=19, null="shuffled gaps", bin_width=2)
    report = made(FILMS, recorded=RecordedOptions(measured=measured, width=2), anonymous=True)
    found = checked(report, FILMS)
    assert not found.differences
    assert found.held > 200
    data = data_of(report)
    data["agreement"]["rows"][0]["value"] += 0.001
    changed = checked(report, FILMS, json.dumps(data).encode())
    assert [one.path for one in changed.differences] == ["agreement.rows[0].value"]


def test_a_report_is_named_after_its_recordings() -> None:
    assert titled(Reading(FILMS))[0] == "Agreement on 5 recordings"
