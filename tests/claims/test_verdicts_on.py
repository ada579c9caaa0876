"""What a table says of a coder is what the sentences beside it say."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from segmetrics.claims.cause_sentences import verdicts_on
from segmetrics.claims.cause_types import Cause, Causes, GroupCauses
from segmetrics.corpus import Corpus
from segmetrics.dashboard.results.coders_view import finding_table as on_page
from segmetrics.reliability.coder_findings import FindingTable, coder_findings
from segmetrics.reliability.fitted_coders import CoderModel, CoderVerdict
from segmetrics.tables.coder_tables import finding_table

LATE = CoderVerdict("b", "1", "late", "marks one place late")


def findings() -> FindingTable:
    alike = {n: [9, n + 4, 17] for n in range(6)}
    masses = {
        f"i{n}": {"a": sizes, "b": sizes, "c": sizes, "odd": [n + 30]} for n, sizes in alike.items()
    }
    return coder_findings(Corpus.from_masses(masses))


def test_one_without_a_finding_has_the_verdict_and_one_with_a_finding_keeps_it() -> None:
    found = findings()
    assert [row.finding for row in found.rows] == ["none", "none", "none", "empty"]
    own = CoderVerdict("odd", "1", "fewer", "finds few")
    model = cast("CoderModel", SimpleNamespace(verdicts=(LATE, own)))
    hidden = Cause("c", "much", "without own", 0.9)
    causes = Causes((GroupCauses("1", 0.5, (hidden, Cause("b", "late", "earlier", 0.8, 1.0))),))
    verdicts = verdicts_on(found.rows, model, causes)
    assert {name: one.verdict for name, one in verdicts.items()} == {
        "b": "late",
        "c": "own",
        "odd": "fewer",
    }
    rows: list[dict[str, Any]] = finding_table(found, verdicts).records()
    assert [row["finding"] for row in rows] == ["none", "late", "own", "empty"]
    assert rows[1]["evidence"] == LATE.evidence
    assert rows[2]["evidence"].startswith("marks far more places than the others")
    assert rows[3]["evidence"] == found.rows[3].evidence
    assert [row["finding"] for row in finding_table(found).records()][1] == "none"


def test_the_page_has_the_verdict_in_its_table_too() -> None:
    found = findings().rows
    models: Any = {"b": SimpleNamespace(verdict=LATE)}
    _, rows = on_page(found, models)
    assert [row.cells[-1].text for row in rows] == ["", "one place late", "", "nothing placed"]


def test_where_nobody_is_known_to_stand_out_there_is_no_verdict() -> None:
    assert verdicts_on(findings().rows, None, None) == {}
