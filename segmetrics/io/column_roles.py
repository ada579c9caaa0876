"""What the columns of a table hold: the role of each, guessed by a reader or chosen by a person."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, get_args

from segmetrics.io.parts import grouped
from segmetrics.io.problems import shortened
from segmetrics.io.table_files import FileTable
from segmetrics.paths import ROOT

Role = Literal[
    "item",
    "coder",
    "unit",
    "text",
    "speaker",
    "mark",
    "first",
    "last",
    "segment",
    "part",
    "begin",
    "end",
    "duration",
    "time",
    "label",
    "condition",
    "sizes",
    "positions",
    "count",
    "ignore",
]

with (ROOT / "data" / "import_options.toml").open("rb") as _texts:
    TEXTS: dict[str, dict[str, Any]] = tomllib.load(_texts)
"""What is said of each choice about an import, and of the roles of columns."""

ROLE_WORDS: dict[Role, str] = {role: TEXTS["roles"][role] for role in get_args(Role)}
POSITIONS: dict[str, str] = TEXTS["positions"]["values"]  # what numbers in lists can be
# Roles that say where segments are.
SEGMENTS: frozenset[Role] = frozenset(
    (
        *("mark", "first", "last", "segment", "part", "begin", "end", "duration", "time"),
        *("sizes", "positions"),
    )
)
# Those of tables with a row for each segment or boundary, in time.
TIMED: frozenset[Role] = frozenset(("begin", "end", "duration", "time"))
# Roles of one column, so that no guess stands beside what a person named.
OF_ONE_COLUMN: frozenset[Role] = frozenset(("coder", "unit", "text", "speaker"))
CHOSEN = "chosen"  # why a column has a role that a person chose
PREVIEW = 8  # rows of a table that are shown beside the roles of its columns


class Guess(NamedTuple):
    """The role of a column, and by what it was guessed."""

    role: Role
    why: str


@dataclass(frozen=True, slots=True)
class TableView:
    """The first rows of a table, and what its columns were taken for, in files of one heading."""

    files: tuple[str, ...]
    header_row: int  # 0 if there is no heading
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    roles: tuple[Role, ...]
    why: tuple[str, ...]
    sure: bool  # whether the contents confirm the roles
    file_rows: tuple[int, ...]  # how many rows each of the files has

    @property
    def total_rows(self) -> int:
        """How many rows all of the files have."""
        return sum(self.file_rows)

    def of(self, stays: Callable[[str], bool]) -> TableView | None:
        """Return the view of those files that stay; None where none does."""
        left = {f: n for f, n in zip(self.files, self.file_rows, strict=True) if stays(f)}
        return replace(self, files=(*left,), file_rows=(*left.values(),)) if left else None


def in_menus(*roles: Role, last: str = "or") -> str:
    """Return what menus call some roles, as a sentence lists them."""
    names = [f"“{ROLE_WORDS[role].partition(',')[0]}”" for role in roles]
    return f" {last} ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def joined_names(cells: Sequence[str], places: Sequence[int]) -> str:
    """Return the name of an item that several columns name."""
    return " / ".join(cells[at] for at in places if at < len(cells) and cells[at])


def heading_of(names: Sequence[str]) -> tuple[str, ...]:
    """Return names for all columns, each another: ``column 3`` without one, ``anna (2)`` again."""
    times: Counter[str] = Counter()
    heading = []
    for place, name in enumerate(names, 1):
        named = name or f"column {place}"
        times[named] += 1
        heading.append(named if times[named] == 1 else f"{named} ({times[named]})")
    return tuple(heading)


def view_of(file: str, table: FileTable, guesses: Sequence[Guess], *, sure: bool) -> TableView:
    """Return the view of a table whose columns were guessed."""
    width = len(table.names)
    rows = tuple(tuple([*cells, *[""] * width][:width]) for _, cells in table.rows[:PREVIEW])
    return TableView(
        files=(file,),
        header_row=table.header_row,
        heading=heading_of(table.names),
        rows=rows,
        roles=tuple(guess.role for guess in guesses),
        why=tuple(guess.why for guess in guesses),
        sure=sure,
        file_rows=(len(table.rows),),
    )


def joined_views(views: Iterable[TableView]) -> tuple[TableView, ...]:
    """Join the views of tables that have one heading and the same roles."""
    found = grouped(((view.heading, view.roles, view.sure), view) for view in views)
    return tuple(
        replace(
            alike[0],
            files=tuple(file for view in alike for file in view.files),
            file_rows=tuple(rows for view in alike for rows in view.file_rows),
        )
        for alike in found.values()
    )


def chosen_roles(
    heading: Sequence[str], guesses: Sequence[Guess], columns: Mapping[str, Role]
) -> list[Guess]:
    """Return the roles of columns; if a person said where segments are, or whose, no other does."""
    said = {columns[name] for name in heading if name in columns}
    named = (SEGMENTS if said & SEGMENTS else frozenset()) | said & OF_ONE_COLUMN
    left = Guess("ignore", "other columns are named")
    others = [left if guess.role in named else guess for guess in guesses]
    return [
        Guess(columns[name], CHOSEN) if name in columns else guess
        for name, guess in zip(heading, others, strict=True)
    ]


def parsed_roles(text: str) -> dict[str, Role]:
    """Read ``Interview=item, Nr=unit``: the role of each column that is named."""
    found: dict[str, Role] = {}
    name = ""
    for part in text.split(","):
        name = f"{name},{part}" if name else part
        heading, sign, word = name.rpartition("=")
        if not sign:
            continue  # a heading with a comma in it
        role = next((role for role in get_args(Role) if role == word.strip().lower()), None)
        if role is None:
            known = ", ".join(get_args(Role))
            raise ValueError(f"no role {shortened(word.strip(), 24)!r}; there are {known}")
        found[heading.strip()] = role
        name = ""
    if name.strip() or not found:
        raise ValueError("write it as in Interview=item, Nr=unit, Anna=mark")
    return found


def roles_in_words(columns: Mapping[str, Role]) -> str:
    """Write roles of columns so that `parsed_roles` reads them."""
    return ", ".join(f"{name}={role}" for name, role in columns.items())
