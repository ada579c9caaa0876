"""What is sure of coders though it is no finding, the same on page, in report and command."""

from __future__ import annotations

import segmetrics as sm
from segmetrics.claims.coder_habits import habits_seen
from segmetrics.reporting.blocks import Bullets, Paragraph
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.report import ReportOptions
from segmetrics.reporting.sections import NOBODY_BY_MODEL, held, who_differs
from segmetrics.tables.coder_tables import NOBODY, signed_findings


def coded(step: int, **more: int) -> sm.Corpus:
    """Three mark each third place; one each third, or only each `step`-th, as `more` do."""
    items = {}
    for number in range(6):
        units = 40 + number
        places = {name: [*range(3, units, 3)] for name in ("ann", "ben", "cleo")}
        for name, each in {"dan": step, **more}.items():
            places[name] = [*range(3, units, each)]
        items[f"text {number}"] = {
            name: [b - a for a, b in zip([0, *of], [*of, units], strict=True)]
            for name, of in places.items()
        }
    return sm.Corpus.from_masses(items)


def test_who_marks_far_less_is_told_by_the_command_as_by_the_page() -> None:
    corpus = coded(6)
    found = sm.coder_findings(corpus)
    assert not [row for row in found.rows if row.stands_out]
    (said,) = habits_seen(corpus, found)
    assert said.startswith("dan marks 52% as often as the others")
    assert said.endswith("Whether that is wrong depends on your guideline.")
    notes = signed_findings(found, corpus, "type").notes
    assert notes[:2] == (NOBODY, said)
    assert habits_seen(corpus, found, ["dan"]) == []
    report = make_report(corpus, ReportOptions(contents=("coder_model",)), title="", date="")
    assert who_differs(report) == [Bullets([said])]
    (by_model, _) = held(report)["coder_model"].blocks(report)
    assert by_model == Paragraph(NOBODY_BY_MODEL)


def test_of_two_who_mark_far_less_only_the_one_who_marks_least_is_told() -> None:
    """Dan has half as many boundaries as most, and eve a third."""
    corpus = coded(6, eve=9)
    (said,) = habits_seen(corpus, sm.coder_findings(corpus))
    assert said.startswith("eve marks 42% as often as the others")


def test_of_alike_coders_the_command_says_that_nobody_stands_out() -> None:
    corpus = coded(3)
    found = sm.coder_findings(corpus)
    assert habits_seen(corpus, found) == []
    assert NOBODY in signed_findings(found, corpus, "type").notes
