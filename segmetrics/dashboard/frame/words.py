"""What the frame around the pages says, also of the address and of projects that are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter

from segmetrics.boundary_marks import Uncertain
from segmetrics.metrics.edits import NEAR
from segmetrics.number_formats import clock, plain_seconds, seconds
from segmetrics.phrases import counted, listed
from segmetrics.reliability.jackknife import Over
from segmetrics.reporting.results_paragraph import Question
from segmetrics.settings import Mode

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
    f"Similarity S, n = {NEAR}, chance as defined, windows of units, intervals for other coders "
    "and items."
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
    "kernel_width": "Width of the curve, in seconds",
    "trim_start": "Left out at the start, in seconds",
    "trim_end": "Left out at the end, in seconds",
    "minimum_gap": "Least gap between two boundaries of a person, in seconds",
}
RECORDING_SETTING_WORDS: Mapping[str, str] = {
    "tolerance": "Boundaries of two people this close count as the same. Music is compared at 0.5 "
    "and 3 seconds, films at 1 to 3, sounds of speech at 0.02. The curve on the Overview shows "
    "others.",
    "null": "What people would agree on by accident. A circular shift moves all boundaries of a "
    "person by one random time and keeps their rhythm; shuffled gaps keep how long the gaps are. "
    "Choose the shared pace if all mark less and less: the other two count that as agreement.",
    "bin_width": "Segmentation agreement asks who marked in the same bin. 1 second is usual.",
    "kernel_width": "For the curve of boundaries and the consensus. A larger width makes the curve "
    "smoother and gives fewer places: boundaries closer than about twice the width add up. In "
    "terms of statistics: the standard deviation of a normal kernel.",
    "trim_start": "Boundaries before do not count, as while people settle in.",
    "trim_end": "Boundaries so shortly before the end do not count.",
    "minimum_gap": "Of two boundaries closer together only the first counts, as for a key that "
    "bounced.",
}
RECORDINGS_RECOMMENDED_HELP = (
    "Within 3 seconds, chance by a circular shift, bins of 1 second, each boundary counting 1 "
    "second around it, nothing left out."
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
    "This page failed, by an error in segmetrics, not in your files. What you opened is still "
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

# Who is looked at.
CHANGES: Mapping[str, str] = {
    "without": "Leave out",
    "own": "Leave out lone marks",
    "only": "Only",
    "earlier": "Shift earlier",
    "later": "Shift later",
}
WHO, ALL_CODERS, WHAT_CHANGES, WHOSE = "Who", "All coders", "What changes", "Coders"
WHO_ABOUT = (
    "See the same numbers without a coder, without the boundaries that nobody else has nearby, "
    "with some coders alone, or with their boundaries moved. Nothing is saved; the address of the "
    "page has your choice."
)
BESIDE_THESE = (
    "Each coder is compared with the others as shown here. So somebody else may stand out, or "
    "nobody."
)
ALL_AS_THEY_ARE = "All coders as they are"
BY = "By how many {}"
DOWNLOAD_SEEN, THESE_CODINGS = "Download these codings as", "these codings"
SEE_IT = "See it {} →"
REFERENCE_COUNTS = "{coder} is the reference, and counts in {symbol} as any other coder does."
BEFORE_AND_AFTER = "**{who}:** {symbol}{of} {before} → {after}{verdicts}."
IN_EVERY_ROUND = "**{}**, in every round."
NO_NUMBER_THERE = "{who} there is no {symbol}{of}: {why}."
OF_ITEM = " of {}"
ITEM_GONE = "nobody else coded the item"
NOT_THERE = "There is no coder {} here."
NOT_IN_ITEM = "There is no {} with boundaries of {}."
NO_CHANGE = "{!r} is no change of a coder; there are {}."
NOBODY_LEFT = "Nobody would be left, so all coders are shown as they are."
ROUND_LEFT_OUT = "Nobody would be left, so this round is left out."
STAYS = "In {items}, {coder}'s boundaries are not moved: it would not help there."
NOT_MOVED = "{}; boundaries are shown as they are."
ITEMS_GONE = "Nobody is left on {}."
NOT_WHO = (
    "This page has all coders as they are, not {}. To use that here, download the codings under "
    "“Who” on the Overview and open them as a new project."
)

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
WAITING = "Answer what is asked above first."
NO_FORMAT = (
    "None of the files is of a format that can be read. The list of formats on the page Projects "
    "has an example of each."
)
PROBLEMS, NOTICES = "Problems", "Notices"
PROBLEMS_AS_CSV = "All problems as CSV"
BOTH_CODERS = "{a} and {b}"
PLACE_OF = "This place of {}"
GROUP_TAKEN = "There is another group {}. Choose a name that no group has."
INTERVAL = "Interval: {span} ({signature})."
NO_VALUE = "It has no value here: {}."
MARKS_END = (
    "Your files mark the last {unit} of a segment, and places are named by the next one: “before "
    "14” is a mark at 13."
)
SOURCE = "Source: {}."
FOLDER_OF = "A folder of up to {:,} files. Put more files into a ZIP."
NOT_ARRIVED = "Not all files arrived, so none was read. {}"
FIRST_ROWS = "The first rows of {}"
RENAME_OR_MERGE = "Rename or merge {}s"
CHOOSE_NAMES = "choose one {} or more"
RENAME_ABOUT = (
    "If you choose several, or give a name that another {} has, they are merged into one."
)
THIS_HERE = "The {} called"
WAS_CALLED, USE_NAME = "was called in {}", "Use that name"
CHOOSE_ONE = "choose the {}"
CHOOSE_MEANT = "Choose what the {} was called."
CANNOT_HOLD = "This format cannot hold {of}: {why}. Choose another format."
NOT_IN_FILE = "Not in the file: {}."
DOWNLOAD = "Download {}"
FIRST_FILES = "The first {shown} of {number:,} files."
FIRST_PROBLEMS = "The first {shown} of {number:,} problems. In all: {fixes}."
MORE_ALIKE = "{what}; {more:,} more like it"
NOT_OF_RECORDINGS = (
    "{} does not show recordings yet: it counts every place where a boundary could be, of which a "
    "time line has millions. These pages show them:"
)
WITHIN = "within {}"
CHANCE_BY = "chance by {}"
BINS_OF = "bins of {}"
KERNEL_OF = "boundaries count {} around"
WITHOUT_FIRST = "without the first {}"
WITHOUT_LAST = "without the last {}"
LEAST_GAP = "boundaries at least {} apart"
CHANCE_AS = "chance as {}"
WINDOWS_OF = "windows of {}"
TOO_DETAILED = (
    "{item} is too large to list what each pair of coders does differently: {pairs:,} pairs with "
    "{boundaries:,} boundaries in all. To see the pairs, the places where they differ and the "
    "reasons, leave some coders out, or split the item."
)
UNITS_BEFORE = "← {units} {first:,}–{last:,}"
UNITS_AFTER = "{units} {first:,}–{last:,} →"
ALL_OF, NAMED_GROUP = "All {}", "{} ({})"
SHOW_NOTICES, FIRST_NOTICES = "{}: nothing wrong, but good to know", "The first {} of {}."


def numbered_group(number: int, in_order: Sequence[str]) -> str:
    who = in_order[0] if len(in_order) == 1 else f"{in_order[0]} to {in_order[-1]}"
    return f"Group {number} ({who}, {counted(len(in_order), 'coder')})"


def near_misses_up_to(n: int, unit: str) -> str:
    return f"near misses {'' if n == 2 else 'up to '}{counted(n - 1, unit)} apart (n = {n})"


# ----- Choices of the address, and addresses that go wrong

FACE = "Numbers for whom"
FACES: Mapping[str, str] = {"do": "Advice", "reviewer": "For a reviewer"}
SEES: Mapping[str, str] = {
    "edits": "edits",
    "windows": "windows of WindowDiff",
    "alignment": "alignment of segments",
    "levels": "levels of the hierarchy",
}
QUESTIONS: Mapping[Question, str] = {
    "these": "Do these codings agree?",
    "others": "What would others give?",
}
POPULATIONS: Mapping[Over, str] = {
    "coders and items": "other coders and items",
    "items": "the same coders, other items",
}
LOOKS: Mapping[str, str] = {
    "places": "every place",
    "overview": "a line for each item",
    "multiples": "small multiples",
}
SCALES: Mapping[str, str] = {"fitted": "each as wide as its panel", "same": "equally wide units"}
NAMES: Mapping[str, str] = {"named": "by name", "numbered": "by number"}
MEASURES: Mapping[str, str] = {"corrected": "R", "pi_star": "π*"}
SCOPES: Mapping[str, str] = {"all": "all items", "item": "this item"}
WORKLISTS: Mapping[str, str] = {
    "disputed": "most disputed first",
    "uncertain": "likeliest wrong first",
    "reading": "in reading order",
}
ORDERS: Mapping[str, str] = {
    "corpus": "as in the corpus",
    "reliability": "least reliable first",
    "length": "longest first",
}
NO_NUMBER = "is no number from {low} to {high}"
TOO_MANY_CHARACTERS = "has {length:,} characters, where {most:,} are read"
TOO_MANY_IN_ALL = "has {length:,} characters, where all together may have {most:,}"
DOES_NOT_FIT = "This does not fit into the address of the page: {name} {why}. Nothing was changed."
NO_PLACE = "Item {item} has no place {place}; the last is {last}."
NO_PAIR = "{a} and {b} are no pair of coders of item {item}; another is shown."
NONE_OF = "is none of {}"
NOT_USED = "The address says {} = {!r}, which {}; it was not used."


def no_seconds(low: float, high: float) -> str:
    span = f"from {plain_seconds(low)} to {plain_seconds(high)}"
    return f"is no number of seconds {span}, with three decimals at most"


def no_item(item: str, *, needs_work: bool) -> str:
    which = "the one that needs work first" if needs_work else "the first one"
    return f"There is no item {item!r} in this corpus; this is {which}."


# ----- Projects that are kept: what becomes of them, deletion, copies, signing in

# What becomes of files.
KEEPS: Mapping[Mode, str] = {
    "local": "Kept on the computer on which this dashboard was started, until you delete it; "
    "nothing goes anywhere else.",
    "links": "Kept on this server. Nothing is listed: whoever has its address, and nobody else, "
    "reaches it.",
    "accounts": "Kept on this server until you delete it. You reach it, and those whom you invite.",
    "ephemeral": "Nothing is kept on this server. What you open is gone when its page is closed, "
    "reloaded or offline for a moment. Download what you want to keep.",
}
ELSEWHERE = "Kept until you delete it, in the store that this dashboard was started with."
"""The same in mode ``local``, if the store is no file of SQLite."""
BOOKMARK = (
    "Only this address leads to this project: bookmark it. Whoever has the address can change the "
    "project. On the page Projects you can make links that only show it."
)

# Projects that are not there.
NOT_OPEN = "Not open here"
"""Title of a corpus that a visitor does not reach."""
NO_ROUND = (
    "There is no such round of this project; it may have been deleted. Choose another on the page "
    "Projects."
)
NOT_KEPT = (
    "What this address leads to is not open any more. This server keeps nothing: what you open is "
    "gone when its page is closed, reloaded or offline for a moment. Open the files again."
)
GIVEN = "Files given at the start"
NAMELESS = "Upload"
"""What files without a name of their own are called."""

# Files that come.
WHOLE_ALONE = (
    "Whole projects came with other files ({others}), and nothing was read. Open the ZIP of the "
    "projects by itself, then the other files."
)
CHANGED = (
    "Somebody else accepted, decided or deleted something here meanwhile. Nothing was deleted: "
    "look again."
)
CAME_BACK = "{} came back, with {}: {}."
NOTHING_READ = "nothing was read that could be kept"

# Deletion.
DISCARD_ABOUT = "Delete what was read; nothing of it stays on this server."
DELETE_PROJECT, DELETE_FOR_GOOD = "Delete this project?", "Delete it for good"
KEEP_IT = "Keep it"
DELETE_ROUND = "Delete this round"

# Signing in.
SIGN_IN, SIGN_OUT, SIGNED_IN = "Sign in", "Sign out", "Signed in"
ASKS = (
    "The projects on this server are open to those who were given them. Sign in to see yours, or "
    "to open your own files."
)
TOO_MUCH = (
    "These files are {brought} MB, and what you opened before takes {held} MB. This server holds "
    "{most:,} MB for one session. Delete what you do not need, or open fewer files."
)
COPY_OF = "{} (copy)"
COPIED_BEFORE = "You have a copy of {} already. Your decisions are kept in it."
COPIED = "A copy of {} was made. Your decisions are kept in it."
NOT_IMPORTED = "Not in this import: {}."
ROUND_GOES = (
    "**{}** is deleted with all that belongs to it: codings, files, decisions, consensus "
    "segmentations, reports. You cannot undo this."
)
UPLOAD_GOES = (
    "**{}** was not accepted yet. Its files and your answers about them are deleted; accepted "
    "rounds stay as they are."
)
PROJECT_GOES = (
    "The project **{}** will be deleted for everybody who sees it: {} with {}, the files, the list "
    "of people who may see it, consensus segmentations and reports. You cannot undo this. A backup "
    "of the server may still hold it."
)
REALLY_DELETE_ROUND = "Delete {}?"
SIGNED_OUT = "You were signed out: a sign-in lasts {} hours. Sign in again to go on."
SIGNED_IN_AS = "Signed in as {}"


def ends_after(days: int) -> str:
    kept = counted(days, "day")
    return f"It is kept for {kept}; then its links end, and a week later it is deleted."


def round_of(title: str, name: str, number: int, rounds: int) -> str:
    """Return the title of one of several rounds; `title` is empty without a project's name."""
    which = f"{name} ({number} of {rounds})"
    return f"Project {title} › {which}" if title else which


def title_of_files(first: str, more: int) -> str:
    return f"{first} and {more:,} more" if more else first


def who_marked(
    time: float,
    votes: Mapping[str, float],
    silent: Sequence[str],
    within: float,
    belated: Mapping[str, float],
) -> str:
    """Return who marked near a place of a recording, when each did, and who did not.

    Of those who did not, `belated` marked it as late, or as early, as they usually do.
    """
    marked = [f"{name} at {clock(at, 1)}" for name, at in sorted(votes.items(), key=itemgetter(1))]
    of = counted(len(votes) + len(silent), "coder")
    first = f"At {clock(time, 1)}, {len(votes)} of {of} set a boundary within {seconds(within)}"
    if not marked:
        return f"{first}."
    absent = [name for name in silent if name not in belated]
    others = f" Not {listed(absent, 12)}." if absent else ""
    late = [f"{name} at {clock(at, 1)}" for name, at in belated.items()]
    others += f" As late or early as usual: {listed(late, 12)}." if late else ""
    return f"{first}: {listed(marked, 12)}.{others}"


# ----- Work that takes a while

GROUP_MODEL = "the model of this group alone"
MODEL_SAVES = "what the model saves"
WHAT_IS_SHOWN = "what this page shows"
STOP = "Stop"
DOING = "Computing {}"
COMPUTE, TAKES = "Compute {}", "Takes about {}."
NEEDS = "This needs {}. Compute that first, with the button above."


def waits(what: str, before: int) -> str:
    others = f" ({before:,} before this)" if before > 1 else ""
    return f"{what}: waiting for other work on this server{others}"
