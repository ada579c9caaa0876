"""The first rows of a table, with a menu above each column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

import streamlit as st

from segmetrics.dashboard.components.registration import component

Value = TypeVar("Value", bound=str)


@dataclass(frozen=True, slots=True)
class MenuColumn:
    """A column: its name, the value of its menu, and small print below it."""

    name: str
    value: str
    why: str
    quiet: bool = False


def column_menus(
    columns: Sequence[MenuColumn],
    rows: Sequence[Sequence[str]],
    options: Mapping[Value, str],
    decide: Callable[[str, Value], None],
    *,
    caption: str,
    key: str,
) -> None:
    """Show the first rows of a table; `decide` takes a column and the value chosen for it."""
    data = {
        "caption": caption,
        "columns": [asdict(column) for column in columns],
        "rows": rows,
        "options": list(options.items()),
    }
    names = {column.name for column in columns}

    def take() -> None:
        sent: Any = st.session_state.get(key, {}).get("chosen")
        sent = sent if isinstance(sent, dict) else {}
        name, value = sent.get("column"), sent.get("value")
        if name in names and value in options:  # The browser may send anything.
            decide(name, value)

    component("columns")(key=key, data=data, on_chosen_change=take)
