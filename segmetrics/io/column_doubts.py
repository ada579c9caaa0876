"""Tables whose columns are perhaps no coders, or whose rows are no segments."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from dataclasses import replace
from itertools import permutations
from pathlib import PurePosixPath
from shlex import quote

from segmetrics.io import names
from segmetrics.io.choices import Choices
from segmetrics.io.column_roles import TableView, roles_in_words
from segmetrics.io.files import in_natural_order
from segmetrics.io.parts import AnyCoding, Coding, grouped
from segmetrics.io.problems import Problem
from segmetrics.io.readings import Parsed
from segmetrics.phrases import joined, listed

SEVERAL = 5  # codings of a file that another has too
MANY = 20  # boundaries that coders have all in common by no chance


def in_doubt(parsed: Parsed, files: Set[str]) -> Parsed:
    """Take the columns of files for no more than guessed."""
    views = (
        replace(view, sure=view.sure and files.isdisjoint(view.files)) for view in parsed.tables
    )
    return replace(parsed, tables=tuple(views))


def rows_of_all(codings: Sequence[Coding], views: Sequence[TableView]) -> Problem | None:
    """Ask which column tells coders apart, where all have the rows of their tables in common."""
    of_files = {file: view for view in views for file in view.files}
    timed = [one for one in codings if one.segmentation.scale and one.file in of_files]
    whose = grouped((one.item, one.segmentation.boundaries) for one in timed)
    several = {item: of for item, of in whose.items() if len(of) > 1}
    same = all(len(set(of)) == 1 for of in several.values())
    if not same or len(timed) < len(codings) or sum(len(of[0]) for of in several.values()) < MANY:
        return None
    view = of_files[timed[0].file]
    unread = [at for at, role in enumerate(view.roles) if role == "ignore"]
    shown = {at: [row[at] for row in view.rows] for at in unread}
    stays = [at for at, cells in shown.items() if all(cells) and len({*cells}) < len(cells)]
    if not stays:
        return None
    unread_names = [view.heading[at] for at in stays]
    what = "all coders have the same rows in every item, as if a row were a unit that each of them "
    what += f"judged; not read: {joined(unread_names)}"
    fix = "say which column names the segment that a row is in; or confirm the columns, if rows "
    fix += "are the segments"
    named = zip(view.heading, view.roles, strict=True)
    read = quote(roles_in_words({name: role for name, role in named if role != "ignore"}))
    command = f'--columns "{unread_names[-1]}=segment" for example, or --columns {read} to confirm'
    return Problem(file=view.files[0], what=what, fix=fix, asks="columns", command=command)


def files_of_coders(parsed: Parsed, choices: Choices) -> frozenset[str]:
    """Return files that are named as coders are, where columns that are no people have codings."""
    codings = [part for part in parsed.found if isinstance(part, AnyCoding)]
    views = {file: view for view in parsed.tables for file in view.files}
    whose = grouped((one.file, one.coder) for one in codings)
    files = {
        file: frozenset(coders)
        for file, coders in whose.items()
        if file in views and len(coders) > 1 and {*coders} <= {*views[file].heading}
    }
    headings = set(files.values())
    called = [PurePosixPath(names.path_of(file)).stem for file in files]
    if choices.columns or choices.pattern or len(files) < 2 or len(headings) != 1:
        return frozenset()
    of_coders = names.as_coders(called) == 1 > names.as_coders(headings.pop())
    return frozenset(files) if of_coders else frozenset()


def files_of_scorers(
    codings: Sequence[Coding], views: Sequence[TableView], choices: Choices
) -> Problem | None:
    """Ask whose files are, where one names the coders of another on the same items, marked anew.

    A column such as subject may say who was seen, and not who coded.
    """
    named = {
        file: name
        for view in views
        for name, role in zip(view.heading, view.roles, strict=True)
        if role == "coder" and name not in choices.columns
        for file in view.files
    }
    of_files = {
        file: {(one.item, one.coder): one.segmentation for one in of}
        for file, of in grouped((one.file, one) for one in codings).items()
        if file in named
    }
    for one, other in permutations(of_files, 2):
        mine, theirs = of_files[one], of_files[other]
        crossed = len({item for item, _ in mine}) < len(mine)  # an item has several: they coded it
        if len(mine) < SEVERAL or crossed or not mine.keys() <= theirs.keys():
            continue
        if 2 * sum(mine[whose] == theirs[whose] for whose in mine) > len(mine):
            continue
        what = f"it names {len(mine):,} items by coders that {other} has too, with other "
        what += f"boundaries: as if the column {named[one]!r} said who was seen, and each file "
        what += "were by another coder"
        fix = "say so, or leave one of the two files out"
        command = f'--columns "{named[one]}=ignore" --pattern {{coder}}'
        return Problem(file=one, what=what, fix=fix, asks="columns", command=command)
    return None


def columns_asked(files: Collection[str], parsed: Parsed) -> Problem:
    """Ask which column holds the boundaries of the coders whom files are named after."""
    first = min(files, key=in_natural_order)
    marks = grouped((part.coder or "", part) for part in parsed.found if isinstance(part, Coding))
    coded = [name for name, of in marks.items() if any(one.file == first for one in of)]
    what = f"names of files look like those of coders, and the columns {listed(coded, len(coded))} "
    what += "like layers of what each of them coded. For now each column is a coder"
    fix = "say which column holds the boundaries; or confirm the columns, if each is a coder"
    marked = [name for name in coded if all(one.segmentation.boundaries for one in marks[name])]
    folders = {PurePosixPath(file).parent for file in files}
    pattern = quote("{coder}" if len(folders) == 1 else "{item}/{coder}")
    one = quote(roles_in_words({(marked or coded)[0]: "first"}))
    each = quote(roles_in_words(dict.fromkeys(coded, "first")))
    command = f"--columns {one} --pattern {pattern} for example, or --columns {each} to confirm"
    return Problem(file=first, what=what, fix=fix, asks="columns", command=command)
