"""A table whose headings and numbers may lead on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from segmetrics.dashboard.components.registration import component
from segmetrics.tables.browser import Heading, TableRow


def _without_none(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    return {name: value for name, value in pairs if value is not None}


def table(columns: Sequence[Heading], rows: Sequence[TableRow], *, caption: str, key: str) -> None:
    """Show a table; the first column names the rows, and numbers may open."""
    data = {
        "caption": caption,
        "columns": [asdict(column, dict_factory=_without_none) for column in columns],
        "rows": [asdict(row, dict_factory=_without_none) for row in rows],
    }
    component("table")(key=key, data=data)
