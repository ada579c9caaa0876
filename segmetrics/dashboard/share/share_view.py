"""What leaves besides the report: a link for a colleague and its page, and everything as a ZIP."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urljoin

from segmetrics.coefficients.quantities import BY_SHUFFLING
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.share import words
from segmetrics.number_formats import p_value
from segmetrics.reliability.chance_verdicts import WELL_BEYOND, verdict_in_words
from segmetrics.reliability.recording_agreement import RecordingAgreement
from segmetrics.reliability.reliability_table import (
    ReliabilityRow,
    ReliabilityTable,
    needs_work_first,
)
from segmetrics.store import Saved
from segmetrics.tables.agreement_columns import verdict_explained
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Place, Table, of_field
from segmetrics.tables.recording_tables import recording_table

ADDRESS = "shared"


def address_of(here: str | None, key: str) -> str:
    """Return the whole address of the page for a colleague, as the visitor reaches this server."""
    return urljoin(here or "", UrlState(corpus=key).href(ADDRESS))


def as_kept(view: UrlState, saved: Saved | None) -> UrlState:
    """Return a view with the settings that are kept with a corpus, so that a link is short."""
    if saved is None:
        return view
    return UrlState.read({**saved.settings, **view.query()})


COLUMNS: tuple[Column[ReliabilityRow], ...] = (
    of_field("item", words.ITEM, left=True),
    Column(
        "verdict",
        lambda row: verdict_in_words(row.verdict, row.level),
        words.VERDICT,
        why=verdict_explained,
        left=True,
    ),
    of_field(
        "corrected",
        BY_SHUFFLING["corrected"].symbol,
        BY_SHUFFLING["corrected"].about,
        why=lambda row: row.undefined.get("corrected"),
        limits=(WELL_BEYOND,),
        bar=True,
    ),
    Column(
        "p",
        lambda row: row.corrected_p_adjusted,
        words.P_ADJUSTED,
        words.P_ABOUT,
        write=p_value,
        why=lambda row: row.undefined.get("corrected_p"),
    ),
)


OF_RECORDINGS = ("item", "seconds", "coders", "presses", "value", "corrected", "p_value", "verdict")
"""Columns of recordings that a colleague is shown."""


def item_table(found: ReliabilityTable, view: UrlState) -> PageTable:
    """Return the items, those first that need work."""
    return page(Table(columns=COLUMNS, rows=on_page(needs_work_first(found), view)))


def table_of_recordings(found: RecordingAgreement, view: UrlState) -> PageTable:
    """Return the recordings in the order of the corpus, with how far they are beyond chance."""
    whole = recording_table(found)
    columns = [one for one in whole.at(Place.PAGE) if one.key in OF_RECORDINGS]
    return page(replace(whole, columns=columns, rows=on_page(found.items, view)))
