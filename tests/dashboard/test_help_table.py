"""What would help most, as a table: what single coders do stands before what all might do."""

from __future__ import annotations

from segmetrics.claims.cause_types import Cause, GroupCauses
from segmetrics.dashboard.results.coder_words import FIRST_COMPUTED, R_ALONE
from segmetrics.dashboard.results.coders_view import change_table, how_simulated
from segmetrics.number_formats import signed_short
from segmetrics.reliability.helpful_changes import Simulated, SimulatedChange, WhatWouldHelp

RISES = Simulated(0.5, 0.1, 0.08, 0.06, 0.1, 0.3, 0.7)
HELP = WhatWouldHelp(
    group="1",
    changes=(SimulatedChange("misses", "if everybody found more", RISES, RISES, RISES),),
    simulations=10,
)
CAUSES = (Cause("ann", "late", "earlier", 0.6, 1.0), Cause("bob", "random", "left out", 0.5))


def test_remedies_of_single_coders_come_first_with_r_as_the_sentences_have_it() -> None:
    row = GroupCauses("1", 0.4, CAUSES, together=0.8)
    _, rows = change_table(HELP, row)
    assert [(one.cells[0].text, one.cells[1].text) for one in rows] == [
        ("With ann's boundaries one place earlier", signed_short(0.2)),
        ("Without bob", signed_short(0.1)),
        ("All of these", signed_short(0.4)),
        ("If everybody found more", signed_short(0.08)),
    ]
    assert [rows[0].cells[place].title for place in (2, 3)] == [R_ALONE, R_ALONE]
    assert how_simulated(HELP, row).startswith(FIRST_COMPUTED)


def test_where_nobody_keeps_agreement_low_all_is_simulated() -> None:
    _, rows = change_table(HELP, GroupCauses("1", 0.4))
    assert [one.cells[0].text for one in rows] == ["If everybody found more"]
    assert FIRST_COMPUTED not in how_simulated(HELP, GroupCauses("1", 0.4))
