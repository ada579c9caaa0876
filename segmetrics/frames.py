"""Codings in the columns of a data frame: a row for each boundary, unit or segment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SAYS = {
    "position": "a row for each boundary, the units before it",
    "time": "a row for each boundary, its seconds",
    "boundary": "a row for each unit, 1 if a boundary follows it",
    "segment": "a row for each unit, the name of its segment",
    "size": "a row for each segment, its units",
}
"""What a column can say of codings, by the name that it has unless it is given another."""

BOUNDARIES = ("position", "time")
"""What has a row for each boundary; in a row without a value is a coder who placed none."""


class FrameError(ValueError):
    """A frame has no codings; the message says why."""


def codings_in(
    frame: Any, item: str, coder: str, named: Mapping[str, str | None]
) -> tuple[str, dict[str, dict[str, list[Any]]]]:
    """Return what a column says of codings, and its values: item to coder to values in order.

    `named` has the name that was given to each column of `SAYS`. A frame is anything with columns
    by name. It raises FrameError, with the row, for what is no coding.
    """
    known = list(map(str, frame.keys()))
    given = {says: name for says, name in named.items() if name is not None}
    given = given or {says: says for says in SAYS if says in known}
    if len(given) != 1:
        several = f"{' and '.join(given)} are several" if given else "there is none"
        options = "; ".join(f"{says}= {what}" for says, what in SAYS.items())
        raise FrameError(f"one column says where boundaries are, and {several}: {options}")
    ((says, name),) = given.items()
    for option, column in (("item", item), ("coder", coder), (says, name)):
        if column not in known:
            raise FrameError(
                f"there is no column {column!r} among {', '.join(known)}; {option}= names it"
            )
    found: dict[str, dict[str, list[Any]]] = {}
    rows = zip(frame[item], frame[coder], frame[name], strict=True)
    for number, (of_item, of_coder, value) in enumerate(rows):
        if _missing(of_item) or _missing(of_coder):
            raise FrameError(f"row {number} of the frame names no item or no coder")
        values = found.setdefault(str(of_item), {}).setdefault(str(of_coder), [])
        if not _missing(value):
            values.append(value if says == "segment" else _number(value))
        elif says not in BOUNDARIES:
            raise FrameError(f"row {number} of the frame has no value in column {name!r}")
    return says, found


def _missing(value: Any) -> bool:
    """Return whether a cell is empty: None, not a number, or what pandas has for it."""
    if value is None:
        return True
    try:
        return bool(value != value)
    except TypeError:  # pandas.NA is neither equal nor unequal
        return True


def _number(value: Any) -> Any:
    """Return a whole number as such: a column with an empty cell has floats."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
