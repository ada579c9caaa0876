"""The first rows of a table, with a menu above each column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TypeVar

from segmetrics.dashboard.components.registration import component, sent

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
        name, value = (sent(key, "chosen").get(of) for of in ("column", "value"))
        if name in names and value in options:  # The browser may send anything.
            decide(name, value)

    component("columns")(key=key, data=data, on_chosen_change=take)
