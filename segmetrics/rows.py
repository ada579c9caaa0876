"""Results with rows, as data frames of pandas and as tables of a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from segmetrics.extras import missing, require
from segmetrics.number_formats import DASH, shown

if TYPE_CHECKING:
    import pandas as pd

Row = TypeVar("Row")

MOST_ROWS, MOST_COLUMNS = 60, 24
"""What a notebook shows; of more the first and the last."""


class WithRows:
    """A result that has rows: a data frame when asked, a table when a notebook shows it."""

    __slots__ = ()
    parts: ClassVar[tuple[str, ...]] = ("rows",)
    """The attributes that hold rows, the main ones first."""

    def to_frame(self, part: str | None = None) -> pd.DataFrame:
        """Return rows as a data frame.

        Parameters
        ----------
        part : str, optional
            Which rows, where a result has several kinds; the main ones if left out.

        Returns
        -------
        pandas.DataFrame
            A column for each field and property of a row, at full precision and named like
            it; what a field holds has columns such as ``pi_star_low``. Undefined is missing.

        Raises
        ------
        ValueError
            If there are no such rows.
        MissingExtraError
            If pandas is not installed.
        """
        require("frames", "A data frame")
        import pandas as pd

        if part is not None and part not in self.parts:
            raise ValueError(f"part is one of {', '.join(self.parts)}, got {part!r}")
        rows = []
        names: dict[str, dict[str, None]] = {}
        found = getattr(self, part or self.parts[0])
        if isinstance(found, Mapping):
            found = [{"key": key} | {**(_inside(one) or {})} for key, one in found.items()]
        for row in found:
            filled: dict[str, Any] = {}
            for key, value in (_inside(row) or {}).items():
                cells = dict(_cells(value, key))
                names.setdefault(key, {}).update(dict.fromkeys(cells))
                filled |= cells
            rows.append(filled)
        return pd.DataFrame(rows, columns=[name for cells in names.values() for name in cells])

    def _repr_html_(self) -> str | None:
        """Return all rows as HTML, rounded and without empty columns; None without pandas."""
        if missing("frames", "A table"):
            return None
        tables = []
        for part in self.parts:
            frame = self.to_frame(part).replace("", None).dropna(axis="columns", how="all")
            title = f"<p>{escape(part.replace('_', ' '))}</p>" if len(self.parts) > 1 else ""
            table = frame.to_html(
                index=False,
                border=0,
                float_format=shown,
                na_rep=DASH,
                max_rows=MOST_ROWS,
                max_cols=MOST_COLUMNS,
            )
            tables.append(title + table)
        return "\n".join(tables)


class Rows(tuple[Row, ...], WithRows):
    """A tuple of rows."""

    __slots__ = ()

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows themselves."""
        return self


def _cells(value: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Return the columns that a value fills, and their cells."""
    inside = _inside(value)
    if inside is None:
        yield name, value
    else:
        for key, one in inside.items():
            yield from _cells(one, f"{name}_{key}")


def _inside(value: Any) -> Mapping[str, Any] | None:
    """Return what a value holds by name; None for a value that fills one cell."""
    if isinstance(value, Mapping):
        return {str(key): one for key, one in value.items()}
    if hasattr(value, "_fields"):
        names = value._fields
    elif is_dataclass(value):
        names = tuple(field.name for field in fields(value))
    elif isinstance(value, tuple) and value and all(_inside(one) is not None for one in value):
        return {str(number): one for number, one in enumerate(value, 1)}
    else:
        return None
    known = vars(type(value)).items()
    properties = (key for key, one in known if isinstance(one, property))
    return {key: getattr(value, key) for key in (*names, *properties)}
