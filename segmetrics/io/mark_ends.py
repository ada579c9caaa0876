"""At which end of segments marks stand, over several tables; which signs are marks at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from segmetrics.io.choices import OF_CHOICE
from segmetrics.io.column_roles import Role, TableView, joined_views
from segmetrics.io.formats.unit_rows import ASKED, MARKED, asked
from segmetrics.io.parts import Coding, Found, grouped
from segmetrics.io.problems import Notice, Problem


def at_one_end(
    found: Sequence[Found], views: Sequence[TableView]
) -> tuple[list[Found], list[TableView]]:
    """Ask about tables that were taken differently, where each holds the marks of one coder."""
    kinds = ("marks begin", "marks end")
    ends = {one.file: one.kind for one in found if isinstance(one, Notice) and one.kind in kinds}
    questions: list[Found] = []
    of_doubt: set[str] = set()
    for view in joined_views(replace(one, sure=True) for one in views):
        files = {ends[file]: file for file in reversed(view.files) if file in ends}
        if len(files) > 1 and view.roles.count("mark") == 1 and "coder" not in view.roles:
            first, last = files["marks begin"], files["marks end"]
            question = asked(first, view.heading[view.roles.index("mark")])
            what = f"{ASKED}: {first} looks like the first, {last} like the last"
            questions.append(replace(question, what=what))
            of_doubt |= set(view.files)
    if not of_doubt:
        return _with_one_answer(found, views), list(views)
    kept = [part for part in found if not _is_of_marks(part, of_doubt)]
    seen = [replace(one, sure=one.sure and one.files[0] not in of_doubt) for one in views]
    return [*kept, *questions], seen


def _with_one_answer(found: Iterable[Found], views: Iterable[TableView]) -> list[Found]:
    """Ask about the marks of several tables so that one answer settles all."""
    files = {one.file: one for one in found if isinstance(one, Problem) and one.what == ASKED}
    headings = (
        zip(view.heading, view.roles, strict=True)
        for view in views
        if not files.keys().isdisjoint(view.files)
    )
    names = dict.fromkeys(name for pairs in headings for name, role in pairs if role == "mark")
    both = asked("", *names)
    return [
        replace(one, fix=both.fix, command=both.command)
        if isinstance(one, Problem) and files.get(one.file) is one and names
        else one
        for one in found
    ]


def odd_marks(notices: Iterable[Notice]) -> Counter[str]:
    """Count the signs that are marks unlike the others, and those that a person called no marks."""
    odd = (one for one in notices if one.kind in ("odd sign", "no mark"))
    return Counter(one.text for one in odd if one.text)


OTHER: Mapping[Role, Role] = {"first": "last", "last": "first"}
"""The other end of a segment at which marks can stand."""

FEWEST_ITEMS = 3  # of a coder, each with a mark at the edge at which no other coder has one


def other_ends(parts: Iterable[Found], views: Iterable[TableView]) -> dict[str, Role]:
    """Return columns whose marks may stand at the other end of segments than those beside them.

    Their coder marks the first unit of every item, and nobody else does, where marks are read as at
    the last unit; or the other way round.
    """
    parts, views = list(parts), list(views)
    at_end = marks_end([part for part in parts if isinstance(part, Notice)], views)
    roles = {
        name: role for view in views for name, role in zip(view.heading, view.roles, strict=True)
    }
    made = [one for one in parts if isinstance(one, Coding) and one.coder in roles]
    marked = [one for one in made if one.segmentation.boundaries]
    found: dict[str, Role] = {}
    for coder, of in grouped((one.coder or "", one) for one in marked).items():
        role = roles[coder]
        first = role == "first" or (role == "mark" and not at_end)
        if role not in MARKED or len(of) < FEWEST_ITEMS:
            continue
        items = {one.item for one in of}
        others = [one for one in marked if one.item in items and one.coder != coder]
        edge = all(_marks_other_edge(one, first=first) for one in of)
        edge = edge and not all(one.edge for one in of)  # or both edges have marks everywhere
        if edge and others and not any(_marks_other_edge(one, first=first) for one in others):
            found[coder] = "last" if first else "first"
    return found


def said_of_ends(ends: Mapping[str, Role], views: Sequence[TableView]) -> Iterator[Notice]:
    """Say whose marks may stand at another end than those beside them."""
    columns = [pair for view in views for pair in zip(view.heading, view.roles, strict=True)]
    marked = [name for name, role in columns if role in MARKED]
    for name, end in ends.items():
        beside = OTHER[end]
        roles: dict[str, Role] = {**dict.fromkeys(marked, beside), name: end}
        what = f"marks the {end} unit of every item, where no other coder has a mark, and is read "
        what += f"like the others as marking the {beside} unit of segments. Perhaps these marks "
        what += f"stand at the {end} unit of a segment"
        file = next(view.files[0] for view in views if name in view.heading)
        command = OF_CHOICE["columns"].command(roles)
        yield Notice(file=file, coder=name, what=what, command=command)


def _marks_other_edge(coding: Coding, *, first: bool) -> bool:
    """Return whether a boundary lies beside the edge where none is for marks at the other end."""
    bounds = coding.segmentation.boundaries
    return coding.segmentation.mass - 1 in bounds if first else 1 in bounds


def marks_end(notices: Iterable[Notice], views: Iterable[TableView]) -> bool:
    """Return whether marks of files stand where a segment ends, as was said or is chosen."""
    roles = Counter(role for view in views for role in view.roles)
    if roles["first"] or roles["last"]:
        return roles["last"] > roles["first"]
    return any(one.kind == "marks end" for one in notices)


def _is_of_marks(part: Found, files: Set[str]) -> bool:
    """Return whether a part of these files is a coding, or says at which end its marks stand."""
    if isinstance(part, Problem):
        return part.file in files and part.asks == "marks"
    if isinstance(part, Notice):
        return part.file in files and part.decides == "marks"
    return isinstance(part, Coding) and part.file in files
