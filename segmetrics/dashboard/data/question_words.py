"""What the page Import asks: questions, why they are asked, and their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.io.clock_times import MILLISECONDS, MINUTES, SECONDS
from segmetrics.io.column_roles import Role
from segmetrics.phrases import capital, counted

MARK_ENDS: Mapping[Role, tuple[str, str]] = {
    "first": ("At the first unit of a segment", "A marked unit begins something new"),
    "last": ("At the last unit of a segment", "Something new begins after a marked unit"),
}
"""The ends of segments at which marks can stand, in words."""

ENCODING = "How is this word written?"
ENCODING_WHY = (
    "A file does not say how its letters are saved, as is usual for tables from Excel. Choose the "
    "spelling that is right."
)
MARKS = "Where do the marks stand?"
MARKS_WHY = (
    "A mark may be at the first unit of a segment or at the last. Nothing in the files shows which."
)
COLUMNS = "What do the columns hold?"
COLUMNS_WHY = "The menus say what each column was taken for. Change what is wrong."
NAMES = "Who coded what?"
SHEET, FILE = "sheet", "file"
KINDS_OF_FOLDERS: Mapping[str, str] = {SHEET: "workbook", FILE: "folder"}
SAME_NAMES_ONE = ("One person each", "As it is read if nobody says more")
SAME_NAMES_MANY = "Another person in each group"
TWICE = "Which coding of a coder counts, the first or the last?"
TWICE_ANSWERS = ("The first", "The last")
ALL_DATED = ("Changed first, by the dates in the file", "Changed last, so perhaps corrected")
SOME_DATED = ("By date where the file has dates, else in its order",) * 2
UNDATED = ("In the order of the file", "As it was perhaps corrected")
DOUBLES = "Which of these files are right?"
DOUBLES_WHY = "They hold the same coders of the same items, with other boundaries."
LAYER, TIER = "layer", "tier"
ALL_LAYERS = ("All of them together", "A boundary in any of them counts")
TIERS_ARE_CODERS = ("Each tier is another coder", "Each file is an item")
UNITS = "What are the texts divided into?"
TIMES = "What do the times count?"
TIMES_COUNT: Mapping[str, tuple[str, str]] = {
    SECONDS: ("Seconds", "83.9 is 1:23.9; 01:51:00 is an hour and 51 minutes"),
    MILLISECONDS: ("Milliseconds", "83900 is 1:23.9"),
    MINUTES: ("Minutes and seconds", "01:51:00 is 1:51, as a spreadsheet may have changed it"),
    "25 fps": ("Frames, 25 of them a second", "75 is 0:03"),
    "30 fps": ("Frames, 30 of them a second", "90 is 0:03"),
}
CONDITION_WHY = (
    "Presses under several conditions stand in one table. Rounds compare conditions of the same "
    "coders: choose one now, and add the file again as a further round with the other one."
)
EACH_CONDITION = (
    "Each is a recording of its own",
    "As it is read for now. If every coder has one condition, they become groups of coders",
)
NO_CONDITION = ("They do not matter", "All rows of a coder count together")
DURATIONS = "How long are the recordings?"
ENDS_WITH_LAST = (
    "They end with the last boundary of any coder",
    "Only if you cannot find out how long they are: what comes after it is then left out",
)
STEPS = "How long is one unit of the recordings?"
STEPS_WHY = (
    "Boundaries that lie in one unit become one. Every length that is possible here does that to "
    "some."
)
KEEPS_APART = "Keeps all boundaries of a coder apart"


def capital_sentence(text: str) -> str:
    """Return a text as a sentence."""
    return f"{capital(text)}."


def unclear_names(kind: str) -> str:
    """Return that names of files can be read in several ways."""
    return (
        f"The names of the {kind}s can be read in several ways, and their content does not show "
        "which is right. Choose one."
    )


def example(path: str, item: str | None, coder: str | None) -> str:
    """Return on a file what its name says."""
    said = (("item", item), ("coder", coder))
    return f"{path} is {' by '.join(f'{what} {name}' for what, name in said if name)}. "


def one_item_each(kind: str, coders: int, *, together: bool) -> str:
    """Return that each file is another item."""
    whose = "all by one coder" if coders == 1 else "and says itself who coded it"
    named = f"; {KINDS_OF_FOLDERS[kind]} and {kind} name it together" if together else ""
    return f"Each {kind} is another item, {whose}{named}"


def one_coder_each(kind: str, items: int) -> str:
    """Return that each file is by another coder."""
    which = "all of one text" if items == 1 else "and says itself which items it has"
    return f"Each {kind} is by another coder, {which}"


def name_says_both(kind: str, pattern: str) -> str:
    """Return that the name of a file says both its item and its coder."""
    return f"The name of each {kind} says both: {_plain(pattern)}"


def folders_and_files(kind: str, folders: Sequence[str], file: str) -> str:
    """Return what folders and files are for."""
    said = [f"a {KINDS_OF_FOLDERS[kind]} for each {_plain(folder)}" for folder in folders]
    said += [f"a {kind} for each {_plain(file)}"] * bool(file)
    return capital(", ".join(dict.fromkeys(said)))


def _plain(part: str) -> str:
    return part.replace("{item}", "item").replace("{coder}", "coder").replace("*", "…")


def same_names(coder: str) -> str:
    """Ask whether coders of one name are one person."""
    return f"Is {coder} of one group the same person as {coder} of another?"


def same_names_why(coders: str, groups: str) -> str:
    """Return why it is asked whether coders of one name are one person."""
    return f"{coders} come again in {groups}, which share no item."


def and_so_on(name: str) -> str:
    """Return the first of several names."""
    return f"{name}, and so on"


def twice_why(times: int, dates: str) -> str:
    """Return how often files hold several codings of a coder, and of when they are."""
    when = f" When each was last changed (UTC): {dates}." if dates else ""
    times_in_words = counted(times, "time")
    return f"Files hold more than one coding of an item by one coder {times_in_words}.{when}"


def dated(item: str, coder: str, dates: Sequence[str]) -> str:
    """Return whose codings there are several, and the date of each."""
    return f"{item} by {coder}: {', then '.join(dates)}"


def condition(column: str) -> str:
    """Ask what the conditions in a column are."""
    return f"What are the conditions in the column {column}?"


def only_condition(name: str) -> tuple[str, str]:
    """Return a condition as an answer."""
    return f"This round is {name}", "Only its rows are read"


def those_of(files: str) -> str:
    """Name files to use."""
    return f"Those of {files}"


def boundaries(number: int) -> str:
    """Count boundaries."""
    return counted(number, "boundary", "boundaries")


def layers(what: str) -> str:
    """Ask which layer holds the segments."""
    return f"Which {what} holds the segments?"


def layers_why(what: str, no_coders: str) -> str:
    """Return why it is asked which layer holds the segments."""
    why = f"More than one {what} can."
    return f"{why} They do not look like coders: {no_coders}." if no_coders else why


def layer(name: str, full: str, segments: int) -> str:
    """Return what a layer holds."""
    called = f" ({full})" if full != name else ""
    return f"{counted(segments, 'segment')} in all files{called}"


def into(unit: str) -> str:
    """Name a unit as an answer."""
    return f"Into {unit}s"


def times_count(chosen: str) -> tuple[str, str]:
    """Return what times count, as an answer with an example."""
    return TIMES_COUNT.get(chosen, (f"Frames, {chosen.removesuffix(' fps')} of them a second", ""))


def seconds(step: float) -> str:
    """Name a length as an answer."""
    return f"{step:g} {'second' if step == 1 else 'seconds'}"


def merged(count: int) -> str:
    """Return how many boundaries fall together under a length."""
    if not count:
        return KEEPS_APART
    return f"{boundaries(count)} would fall together with another"
