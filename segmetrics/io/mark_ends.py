"""At which end of segments marks stand, in several tables with one heading."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace

from segmetrics.io.column_roles import POSITIONS, TableView, joined_views
from segmetrics.io.formats.level_table import AFTER
from segmetrics.io.formats.unit_rows import ASKED, BEGINS, ENDS, NO_MARKS, asked
from segmetrics.io.parts import Coding, Found
from segmetrics.io.problems import Notice, Problem


def at_one_end(
    found: Sequence[Found], views: Sequence[TableView]
) -> tuple[list[Found], list[TableView]]:
    """Ask about tables that were taken differently, where each holds the marks of one coder."""
    said = [one for one in found if isinstance(one, Notice) and NO_MARKS not in one.what]
    ends = {one.file: end for one in said for end in (BEGINS, ENDS) if one.what.startswith(end)}
    questions: list[Found] = []
    of_doubt: set[str] = set()
    for view in joined_views(replace(one, sure=True) for one in views):
        files = {ends[file]: file for file in reversed(view.files) if file in ends}
        if len(files) > 1 and view.roles.count("mark") == 1 and "coder" not in view.roles:
            question = asked(files[BEGINS], view.heading[view.roles.index("mark")])
            what = f"{ASKED}: {files[BEGINS]} looks like the first, {files[ENDS]} like the last"
            questions.append(replace(question, what=what))
            of_doubt |= set(view.files)
    if not of_doubt:
        return list(found), list(views)
    kept = [part for part in found if not _is_of_marks(part, of_doubt)]
    seen = [replace(one, sure=one.sure and one.files[0] not in of_doubt) for one in views]
    return [*kept, *questions], seen


SAY_END = (ENDS, AFTER, POSITIONS["end"], POSITIONS["end from 0"])


def marks_end(notices: Iterable[Notice]) -> bool:
    """Return whether marks of files stand where a segment ends, by what was said of them."""
    said = [one.what for one in notices if one.decides in ("marks", "positions")]
    return any(end in one and NO_MARKS not in one for one in said for end in SAY_END)


def _is_of_marks(part: Found, files: Set[str]) -> bool:
    """Return whether a part of these files is a coding, or says at which end its marks stand."""
    if isinstance(part, Problem):
        return part.file in files and part.asks == "marks"
    if isinstance(part, Notice):
        return part.file in files and part.decides == "marks"
    return isinstance(part, Coding) and part.file in files
