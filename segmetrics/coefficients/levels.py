"""The levels that agreement is told on: items, coder groups, the corpus."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter
from typing import Generic, Literal, TypeVar

from segmetrics.phrases import capital
from segmetrics.rows import WithRows

Level = Literal["item", "group", "corpus"]

NO_GROUP = "no coder group has a value"
ONE_GROUP = "no spread, as there is one coder group"

Row = TypeVar("Row")


def row_title(level: Level, name: str) -> str:
    """Return what a row is called: the name of an item, ``group an1-an4``, or ``corpus``."""
    return {"item": name, "group": f"group {name}", "corpus": "corpus"}[level]


def row_heading(level: Level, name: str) -> str:
    """Return the title of a row with a capital; names of items stay as they are."""
    title = row_title(level, name)
    return title if level == "item" else capital(title)


def row_in_words(level: Level, name: str) -> str:
    """Return what a row is called within a sentence, where the corpus has its article."""
    return "the corpus" if level == "corpus" else row_title(level, name)


@dataclass(frozen=True)
class LevelTable(WithRows, Generic[Row]):
    """A row for each item and each coder group, in the order of the corpus, and one for it."""

    items: tuple[Row, ...]
    groups: tuple[Row, ...]
    corpus: Row

    @property
    def rows(self) -> tuple[Row, ...]:
        """Items, then groups, then the corpus."""
        return (*self.items, *self.groups, self.corpus)

    def ranked(self, column: str) -> tuple[Row, ...]:
        """Return the items that have a value in a column, the lowest first."""
        value = attrgetter(column)
        return tuple(sorted((row for row in self.items if value(row) is not None), key=value))
