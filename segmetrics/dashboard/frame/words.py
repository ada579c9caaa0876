"""What the frame around the pages says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.boundary_marks import Uncertain
from segmetrics.phrases import counted

WELCOME = (
    "Several people divided the same texts into segments. segmetrics shows how far they agree, "
    "where they do not, and why. This is a sample: chapters of a novel."
)
BRING_YOUR_OWN = "Bring your own codings →"
TAKE_THE_TOUR = "See in two minutes what low reliability is →"

NO_CODINGS = "Only files that a system puts into folders arrived. Choose the files with codings."

FOR_PAPER = "For your paper"
FOR_PAPER_ABOUT = "Copy a paragraph by its button; the numbers are those of the report."

MEASURED = "How it is measured"
MEASURED_ABOUT = "These settings belong to the corpus: what you choose here holds on every page."
RECOMMENDED = "Back to the recommended settings"
RECOMMENDED_HELP = (
    "Similarity S, n = 2, chance as defined, windows of units, intervals for other coders and "
    "items."
)

SETTING_TITLES: Mapping[str, str] = {
    "similarity": "Similarity",
    "n": "Near-miss window n",
    "convention": "Chance is counted",
    "width": "WindowDiff counts",
    "uncertain": "Uncertain boundaries count",
    "intervals": "Intervals",
    "over": "Intervals of groups and the corpus for",
}
SETTING_WORDS: Mapping[str, str] = {
    "similarity": "What counts as agreement. S counts every place that two coders treat alike. B "
    "counts only the places where one of them put a boundary, so it is lower.",
    "n": "Two boundaries fewer than n positions apart are a near miss, which costs less than two "
    "full misses. With n = 2, boundaries one position apart are near misses.",
    "convention": "How π* and κ* count boundaries that agree by chance. “defined” follows the "
    "equations of Fournier & Inkpen (2012); “published” gives the numbers of their Table 2.",
    "width": "How long a window of WindowDiff is: k units, or k places where a boundary can stand.",
    "uncertain": "What becomes of boundaries of which a coder was not sure.",
    "intervals": "Where a value may lie with other coders and items.",
    "over": "Choose “the same coders, other items” only if no other coder will ever "
    "segment these texts.",
}
RECORDING_SETTING_TITLES: Mapping[str, str] = {
    "tolerance": "Tolerance, in seconds",
    "null": "Independent people are made by a",
    "bin_width": "Bins of segmentation agreement, in seconds",
    "kernel_width": "How far around it a press counts, in seconds",
    "trim_start": "Left out at the start, in seconds",
    "trim_end": "Left out at the end, in seconds",
    "minimum_gap": "Least gap between two presses of a person, in seconds",
}
RECORDING_SETTING_WORDS: Mapping[str, str] = {
    "tolerance": "Two presses so close together are one boundary. Music is compared at 0.5 and 3 "
    "seconds, films at 1 to 3, sounds of speech at 0.02. The curve on the Overview shows others.",
    "null": "What people would agree on by accident. A circular shift moves all presses of a "
    "person by one random time and keeps their rhythm; shuffled gaps keep how long the gaps are. "
    "Choose the shared pace where all press less and less: by the other two that is agreement.",
    "bin_width": "Segmentation agreement asks who pressed in the same bin. 1 second is usual.",
    "kernel_width": "For the curve of presses and the consensus. Presses of several people pile "
    "up where they are closer than about twice this; more makes the curve smoother and the places "
    "fewer. It is the standard deviation of a normal kernel.",
    "trim_start": "Presses before do not count, as while people settle in.",
    "trim_end": "Presses so shortly before the end do not count.",
    "minimum_gap": "Of two presses closer together only the first counts, as for a key that "
    "bounced.",
}
RECORDINGS_RECOMMENDED_HELP = (
    "Within 3 seconds, chance by a circular shift, bins of 1 second, each press counting 1 second "
    "around it, nothing left out."
)
UNCERTAIN_WORDS: Mapping[Uncertain, str] = {
    "type": "as a type of their own",
    "ignore": "not at all",
    "boundary": "like sure ones",
}
NO_INTERVALS, ITEM_INTERVALS = "no intervals", "intervals for other items"
UNCERTAIN_SUMMARY: Mapping[Uncertain, str] = {
    "type": "uncertain boundaries as a type",
    "ignore": "without uncertain boundaries",
    "boundary": "uncertain boundaries as sure ones",
}

# The frame of a page.
FAILED = (
    "This page broke off: a mistake in segmetrics, not in your files. What you opened is still "
    "there. The log of the program says what happened; please report it."
)
BACK_TO_DATA, START_AGAIN = "Back to the data", "Start again with a sample"
CORPUS, CODER_GROUP = "The corpus", "The coder group"
ITEM = "The item, and what differs in it"
PAIR = "The two coders, on all items"

# Where there is nothing to compute with.
WAITS = (
    "The import of this round is not accepted. Open it: answer what it asks, or add files with "
    "codings if it found none; then accept it."
)
NOTHING_USABLE = (
    "Nothing can be computed, because every item of this corpus has a problem. The page Data says "
    "what to do about each."
)
DECIDE_IMPORT, OPEN_ANOTHER = "Decide about the import →", "Open another corpus"
SEE_PROBLEMS, LOOK_AT_SAMPLE = "See the corpus and its problems", "Look at a sample"

# Coder groups.
GROUP, NAME_OF_GROUP = "Coder group", "Name of the group"
NAME_OF_GROUP_ABOUT = "Tables, figures and reports call the group by this name."

# A number that is opened.
VALUE, WHAT_WAS_COUNTED, NUMBER = "Value", "What was counted", "Number"
THIS_CORPUS = "this corpus"

# Files.
WHAT_TO_OPEN = "What to open"
FILES, FOLDER = "Files or ZIPs", "A folder"
WHAT_THEY_ARE = "What they are"
NEW, ROUND = "A new project", "Another round"
MORE = "Add to these files (texts, more coders)"
CODING_FILES = "Coding files, or texts"
CODING_FILES_ABOUT = (
    "They are read on this server, and go nowhere else. You see what was read before it becomes "
    "your project."
)
FORMATS = "What can be read: an example of each format. Tables may be CSV or Excel."
CHOOSE_FORMAT = "choose a format"

# Columns of tables.
TABLE = "Table"
SEVERAL_COLUMNS, COLUMNS, HOLD, SET = "Several columns at once", "columns", "hold", "Set"

# Names.
PROJECT_NAME, PROJECT_RENAMED = "Name of the project", "The project has another name now."
NEW_NAME, RENAME = "New name", "Rename"

# Problems.
WAITING = "This is waiting for your answer above."
NO_FORMAT = (
    "None of the files is of a format that can be read. The list of formats on the page Projects "
    "has an example of each."
)
PROBLEMS, NOTICES = "Problems", "Notices"
PROBLEMS_AS_CSV = "All problems as CSV"


def pair(a: str | None, b: str | None) -> str:
    """Name a pair of coders."""
    return f"{a} and {b}"


def after_unit(place: int) -> str:
    """Name a place."""
    return f"after unit {place:,}"


def place_of(item: str) -> str:
    """Name a place of an item."""
    return f"This place of {item}"


def at_time(clock: str) -> str:
    """Name a place of a recording."""
    return f"at {clock}"


def all_coders(number: int) -> str:
    """Name all coder groups as one choice."""
    return f"All {counted(number, 'coder')}"


def group(name: str, coders: int) -> str:
    """Name a coder group that has a name of its own."""
    return f"{name} ({counted(coders, 'coder')})"


def numbered_group(number: int, in_order: Sequence[str]) -> str:
    """Name a coder group by its number and its first and last coder."""
    who = in_order[0] if len(in_order) == 1 else f"{in_order[0]} to {in_order[-1]}"
    return f"Group {number} ({who}, {counted(len(in_order), 'coder')})"


def group_taken(title: str) -> str:
    """Return that another group has a name, and what to do."""
    return f"There is another group {title}. Choose a name that no group has."


def interval(span: str, signature: str) -> str:
    """Return the interval around a number."""
    return f"Interval: {span} ({signature})."


def no_value(why: str) -> str:
    """Return why a number is undefined."""
    return f"It has no value here: {why}."


def source(text: str) -> str:
    """Return where a formula is from."""
    return f"Source: {text}."


def folder_of(most: int) -> str:
    """Return how many files a folder may have, and what to do with more."""
    return f"A folder of up to {most:,} files. Put more files into a ZIP."


def not_arrived(why: str) -> str:
    """Return that files are missing."""
    return f"Not all files arrived, so none was read. {why}"


def first_rows(title: str) -> str:
    """Caption the first rows of a table."""
    return f"The first rows of {title}"


def rename(noun: str) -> str:
    """Name the list of names to change."""
    return f"Rename or merge {noun}s"


def choose_names(noun: str) -> str:
    """Ask for names to change."""
    return f"choose one {noun} or more"


def rename_about(noun: str) -> str:
    """Return when names become one."""
    return f"With several, or with a name that another {noun} has, they become one."


def this_here(noun: str) -> str:
    """Name the list of names of this round."""
    return f"This {noun} here"


def is_this(noun: str, of: str) -> str:
    """Name the list of names of another round."""
    return f"is this {noun} of {of}"


def choose_one(noun: str) -> str:
    """Ask for a name."""
    return f"choose the {noun}"


def choose_meant(noun: str) -> str:
    """Return that a name has to be chosen first."""
    return f"Choose the {noun} that it is."


def cannot_hold(of: str, why: object) -> str:
    """Return why a format cannot hold something, and what to do."""
    return f"This format cannot hold {of}: {why}. Choose another format."


def not_in_file(what: str) -> str:
    """Return what a format leaves out."""
    return f"Not in the file: {what}."


def download(name: str) -> str:
    """Name the button that downloads a file."""
    return f"Download {name}"


def first_files(shown: int, number: int) -> str:
    """Return that a list has the first files alone."""
    return f"The first {shown} of {number:,} files."


def first_problems(shown: int, number: int, fixes: str) -> str:
    """Return that a table has the first problems alone, and what to do in all."""
    return f"The first {shown} of {number:,} problems. In all: {fixes}."


def notices(number: int) -> str:
    """Name the list of notices."""
    return f"{counted(number, 'notice')}: nothing wrong, but good to know"


def first_notices(shown: int, number: int) -> str:
    """Return that a table has the first notices alone."""
    return f"The first {shown} of {counted(number, 'line')}."


def more_alike(what: str, more: int) -> str:
    """Return a notice, and how many there are like it."""
    return f"{what}; {more:,} more like it"


def on_command_line(command: str) -> str:
    """Return the option of a command that says the same."""
    return f"Only for the command line: {command}"


def not_of_recordings(title: str) -> str:
    """Return that a page shows texts alone, and where recordings are shown."""
    return (
        f"{title} does not show recordings yet: it counts every place where a boundary could be, "
        "of which a time line has millions. These pages show them:"
    )


def near_misses_up_to(n: int) -> str:
    """Return how far apart boundaries are a near miss."""
    return "near misses 1 unit apart" if n == 2 else f"near misses up to {n - 1:,} units apart"


def within(tolerance: str) -> str:
    """Return how far apart two presses may be."""
    return f"within {tolerance}"


def chance_by(null: str) -> str:
    """Return how independent people are made."""
    return f"chance by {null}"


def bins_of(width: str) -> str:
    """Return how wide bins are."""
    return f"bins of {width}"


def kernel_of(width: str) -> str:
    """Return how far around a press it counts in the density."""
    return f"presses count {width} around"


def without_first(length: str) -> str:
    """Return what is left out at the start."""
    return f"without the first {length}"


def without_last(length: str) -> str:
    """Return what is left out at the end."""
    return f"without the last {length}"


def least_gap(gap: str) -> str:
    """Return what is left out of presses close together."""
    return f"presses at least {gap} apart"


def chance_as(convention: str) -> str:
    """Return how chance is counted."""
    return f"chance as {convention}"


def windows_of(width: str) -> str:
    """Return how windows are counted."""
    return f"windows of {width}"


def too_detailed(item: str, pairs: int, boundaries: int) -> str:
    """Return that an item is too large for a list of its disagreements, and what to do."""
    return (
        f"{item} is too large to list what each pair of coders does differently: {pairs:,} pairs "
        f"with {boundaries:,} boundaries in all. To see the pairs, the places where they differ "
        "and the reasons, leave some coders out, or split the item."
    )


def units_before(first: int, last: int) -> str:
    """Name the link to the part before."""
    return f"← units {first:,}–{last:,}"


def units_after(first: int, last: int) -> str:
    """Name the link to the part after."""
    return f"units {first:,}–{last:,} →"
