"""A table whose headings and numbers may lead on."""

from __future__ import annotations

from typing import Any

from segmetrics.dashboard.components.registration import component
from segmetrics.tables.browser import Cell, Heading, PageTable


def _fields(one: Heading | Cell) -> dict[str, Any]:
    """Return what is known of a heading or a cell, five times as fast as `asdict`."""
    values = ((name, getattr(one, name)) for name in type(one).__slots__)
    return {name: value for name, value in values if value is not None}


def table(shown: PageTable, caption: str, key: str) -> None:
    """Show a table; the first column names the rows, and numbers may open."""
    columns, rows = shown
    data = {
        "caption": caption,
        "columns": list(map(_fields, columns)),
        "rows": [
            {"level": row.level, "cells": list(map(_fields, row.cells)), "chosen": row.chosen}
            for row in rows
        ],
    }
    component("table")(key=key, data=data)
