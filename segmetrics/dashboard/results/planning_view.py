"""What changes of coders and items would do to agreement, as the page Coders shows it."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from segmetrics.coding_model.what_would_help import Simulated, SimulatedChange, WhatWouldHelp
from segmetrics.coefficients.quantities import QUANTITIES
from segmetrics.dashboard.results import coder_words as words
from segmetrics.number_formats import between, percent, signed_short
from segmetrics.phrases import capital
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table


def _change(key: str) -> Column[SimulatedChange]:
    """Declare the column of how much a coefficient would change."""
    of = QUANTITIES[key]
    simulated = attrgetter(key)
    return Column(
        key,
        lambda row: simulated(row).change,
        of.plain,
        of.about,
        label=of.symbol,
        sub=of.sub or None,
        write=signed_short,
        below=lambda row: _within(simulated(row)),
    )


def _within(one: Simulated) -> str:
    """Return the interval of a change, for the simulation error."""
    return between(one.low, one.high, signed_short)


COLUMNS: Sequence[Column[SimulatedChange]] = (
    Column("what", lambda row: capital(row.words), words.CHANGE, left=True),
    *(_change(key) for key in ("corrected", "alpha", "pi_s")),
)


def change_table(found: WhatWouldHelp) -> PageTable:
    """List what each change would do to the coefficients."""
    return page(Table(columns=COLUMNS, rows=found.changes))


def how_simulated(found: WhatWouldHelp) -> str:
    """Return what the numbers of the table are."""
    return words.HOW_SIMULATED.format(simulations=found.simulations, level=percent(found.level))
