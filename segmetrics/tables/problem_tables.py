"""Problems and notices of files: as the Import page lists them, in its CSV, and for ``check``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segmetrics.io import Notice
from segmetrics.io.problems import Problem, row_called, shortened
from segmetrics.tables.columns import Column, Place, Table, fields

CSV, JSON, PAGE = Place.CSV, Place.JSON, Place.PAGE
SHOWN = 200
"""Characters of a text that a page shows."""


def _whose(one: Notice) -> list[str]:
    """Return the item, the coder, or both."""
    named = {"item": one.item, "coder": one.coder}
    return [f"{what} {shortened(name)}" for what, name in named.items() if name] or ["the file"]


def _row(one: Notice) -> str | None:
    return None if one.row is None else row_called(one.file, one.row)


def _text(one: Notice) -> str | None:
    return shortened(one.text, SHOWN) if one.text else None


def _fix(one: Notice) -> str:
    return one.fix if isinstance(one, Problem) else ""


WHAT: Column[Notice] = Column("what", lambda one: one.what, "What is wrong", below=_text, left=True)
NOTICES: Sequence[Column[Notice]] = (
    Column("file", lambda one: one.file, "Where", below=_row, left=True),
    *fields("row", "item", "coder"),
    Column(
        "whose",
        lambda one: _whose(one)[0],
        "Whose",
        below=lambda one: "".join(_whose(one)[1:]),
        places=PAGE,
        left=True,
    ),
    replace(WHAT, heading="What there is to know"),
    *fields("text"),
    Column("command", lambda one: one.command or None, places=JSON),
)
PROBLEMS: Sequence[Column[Notice]] = (
    Column("kind", lambda one: type(one).__name__.lower(), places=CSV),
    *(WHAT if one.key == "what" else one for one in NOTICES),
    Column("what to do", _fix, "What to do", places=CSV | PAGE, left=True),
    Column("fix", _fix, places=JSON),
)


def problem_table(found: Sequence[Notice]) -> Table[Notice]:
    """Return problems with what to do about them; among them may be notices."""
    return Table(columns=PROBLEMS, rows=found, level=lambda _: "")


def notice_table(found: Sequence[Notice]) -> Table[Notice]:
    """Return what there is to know."""
    return Table(columns=NOTICES, rows=found, level=lambda _: "")
