"""What the pages Import and Data say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.phrases import counted

# Nothing to review.
INTRODUCTION = (
    "Drop what your annotation tool exported: files, a ZIP, or a folder. You see what was read, "
    "decide what becomes of it, and accept it. Nothing becomes a project before you accept it."
)
LOOK_ONLY = "You may look at this project, but you may not change it or review its import."
SEE_CORPUS = "See the corpus →"
FILES_GONE = (
    "The files of this round were deleted, so there is nothing to review. What was accepted of "
    "them stays."
)
STOPPED = "You stopped the reading of the files. The files are kept."
READ_THEM = "Read them"
READING = "Looking at what was read"
ALREADY = "You have this corpus already; here it is."
CORPUS = "This corpus"
THE_READING = "the reading of these files"

# The buttons.
DISCARD = "Delete this import"
UNDO, START_AGAIN, START_AGAIN_ABOUT = "Undo: {}", "Start again", "Take all decisions back"
ACCEPT = "Accept"
ACCEPTED = "Accepted. Which items are unreliable? →"
DISCARD_CHANGES, DISCARD_CHANGES_ABOUT = "Discard the changes", "Go back to what was accepted."
DISCARD_ADDED, DELETE_ADDED = f"{DISCARD_CHANGES} and {{}}", "Delete {}?"
ADDED_GO = "{} and what was decided since are deleted for good. What was accepted before stays."
DROP_ADDED_ABOUT = (
    "Go back to what was accepted: delete the files that were added since. It is asked first."
)
DROP_ADDED = "Delete them for good"
FORGET = "Delete the uploaded files"
FORGET_ABOUT = "Delete the files. What was accepted stays, but you cannot review the import again."
UNTIL_ACCEPTED = "Until you accept, the project stays as you accepted it before."

# What was read.
NO_CODING = (
    "No coding was found in these files, so there is nothing to accept. Add the files with the "
    "codings at the end of this page, correct what is named below, or delete this import."
)
ALONE = (
    "Every item has only one coder, so there is nothing to compare yet. Are other codings missing, "
    "or do the names of items hold those of coders? Then say below which is which."
)
COLUMNS_FIRST = "Confirm or change the columns above first."
ANSWER_ONE_FIRST, ANSWER_FIRST = (
    "Answer the question above first.",
    "Answer these questions above first: {}",
)
SO_FAR = " Until then, this is not final: {}"
READ, ALL_READ = "Read: {}", "Everything could be read: {}"
IN_TABLES = "{} (in {:,} tables)."
CORRECT_COLUMNS = "If that is wrong, say so under “How the columns were read”."
WHO_CODED_WHAT = "Who coded what"
CLICK_A_CODING = "Click a coding, or the name of a coder, to leave it out or to bring it back."
LEAVE_OUT, BRING_BACK = "Leave out {}", "Bring back {}"
RECOGNISED = "What was recognised"
ITEMS, CODERS, UNITS, LENGTH = "Items", "Coders", "Units", "Length"
BOUNDARIES, TEXTS, REFERENCE, AUTOMATIC = "Boundaries", "Texts", "Reference", "Automatic"
YES, NO = "yes", "no"
PLAIN, AND, ENDS = "without labels", " and ", ", and where a span only ends"
PROBLEMS = "Problems"
LOOK_INSIDE = "A look inside"
FIRST_UNITS, UNITS_FROM = "The first units of the item", "Units {:,} and after of the item"
FIRST_TIMES = "The first times of {of:,} at which somebody has a boundary"
TIMES_FROM = "Times from number {first:,} on of {of:,} at which somebody has a boundary"
ITEM, FROM_UNIT, FROM_TIME = "Item", "From unit", "Start the list at number"
UNIT, TEXT, TIME = "Unit", "Text", "Time"
BEGINS_HERE = (
    "Begins here",
    "Whose segments begin with the unit; in brackets the boundary's labels",
)
WHO = ("Boundary of", "Who has a boundary there; in brackets the boundary's labels")
FILE, CODER = "File", "Coder"
MORE_FILES = "Add texts, or open other files"
ON_COMMAND_LINE = "The same on the command line"

# Columns.
NO_CODING_YET = "No codings yet"
NO_SEGMENTS = (
    f"{NO_CODING_YET}: say which columns hold boundaries, segments or times. If none does, bring "
    "the file in which the coders marked them."
)
CONFIRM_COLUMNS = f"{NO_CODING_YET}: confirm what the columns hold, or change it."
WAITS_FOR_ANSWER = f"{NO_CODING_YET}: answer the question above first."
GIVES, GIVES_SO = "This gives", "These columns give"

SHEET, SHEETS = "sheet {} of {}", "{:,} sheets of {}"
MORE_NOTICES = "The notices below name {:,} more."
LISTED_NAMES = "{:,}: {}"
STEPS = "steps of {:g} s"
SECONDS = "{:g} to {:g} s"
TABLES_ALIKE = "{} with the same columns, from {} on ({})"
TABLE = "{} ({})"
TOGETHER = "{} in all"
NONE_USABLE = "No item can be used yet: {}, named below with what to do. Found so far: {}"
LEFT_OUT = "{} {}; left out: {}."
PROBLEMS_ELSEWHERE = "{} {} below. No item is left out because of {}."
LOST_DECISIONS = (
    "Left out, as their places are gone: {} about {}. Undo on the page Data brings back what "
    "was accepted before, and these decisions."
)
WITH_LEVELS = "with {}"
SUMS = "{} {}, {} and {} ({})."

# Decisions that a sentence lists.
SHOWN_DECISIONS = 8

# The decisions.
DECIDE = "Change how it was read"
NAMES_OF_FILES, HOW_COLUMNS = "Names of files", "How the columns were read"
NOBODY = "none"
NOUN: Mapping[str, str] = {"items": "item", "coders": "coder"}
UNITS_ABOUT = "The text or recording is divided into these. A boundary lies between two of them."
FOUND_NONE = "Coded it, and found no boundary"
SEVERAL_LAYERS, CHOOSE_LAYERS = "Several together", "choose two or more"
ANOTHER_LENGTH = "Another length, in seconds"
UNITS_EXAMPLE = "24"
EACH_LENGTH, LENGTH_EXAMPLE = "Or each by itself:", "2:00:00 or 312"
ENDED_EARLY = "Of {} in {}, {}."
LEAVE_OUT_TABLE = "Leave {} out, if it has no codings"
TABLE_LEFT_OUT = "Left out: {}."
YES_READ = "Yes, these columns are right"
EACH_FILE = "What each file is, and another pattern"
NAMES_SAY = "What the names of files say"

# The title of a question about files of the same codings, why it is asked, and its answers: what
# differs in most of them is another round.
GOES_ON = " {} begins again after what was marked before, as if it was sent in parts."
CONTINUED = (
    "The last, with the parts before it",
    "Joined where one begins after the one before ends; else the last, as it was perhaps corrected",
)
DOUBLES = (
    "Which of these files are right?",
    "They hold the same coders of the same items, with other boundaries.",
    "Those of {}",
)
ROUNDS = (
    "Which of these rounds do you bring first?",
    "These look like two rounds: {} and {} hold the same coders of the same items, with other "
    "boundaries. Read one of them now, and accept it. Then add the other under Rounds, Over time.",
    "Read only {}",
)

NOTE = "What {} says"
REMARK = (
    "These words fill several rows: {}. If they say that the coding is not finished, leave it out."
)
DENIAL = "These words stand in {}. All other marks are written otherwise."
LAST_ROWS = "Were the last rows coded?"
LAST_ROWS_ABOUT = (
    "Cells are empty to the end, where those above say that no boundary is there: {}. If the "
    "coding is not finished, leave it out."
)
SIGN = "It stands in {}: {}. All other marks are written otherwise."

OTHER_END = (
    "{coder} marks the {end} unit of every item, and nobody else has a mark there. So these marks "
    "may stand at that unit of a segment, and those of the others at the {beside}."
)

# What a history of decisions says.
AS_FOUND = "as found"
OR = " or "
COLUMNS_AS_SHOWN = "columns as shown"

LEAVE_FAULTY = "Leave out the {}, keep the others"
CODING_OF = "the coding of {} by {}"
LISTS_HOLD = "The lists hold the first {:,} {}; the picture above has all."
PATTERN_UNUSED = (
    "The pattern {} is not used: {}. Names of files are read as guessed. Choose another pattern "
    "below."
)
PATTERN_UNNEEDED = (
    "The pattern {} changes nothing: the files say themselves which items and coders they hold. "
    "Empty the field “Another pattern”."
)
PATTERN_WITHOUT_EFFECT = (
    "With the pattern {}, items and coders are called as they are without it. If a name is wrong, "
    "choose another pattern, or say which column holds the names."
)
STEP_LEFT_OUT = "left out {}"
STEP_BROUGHT_BACK = "brought back {}"
CHOOSE_TO_RENAME = "Choose the {} to rename."
WRONG_NAME = "The new name {}."
FAULTY = "{} with a problem"
TO_LEAVE_OUT = "{} to leave out"
AS_IN = "Use the settings of {}"
AS_IN_ABOUT = "Columns, names, times and what else was said of that round; each can be changed."
STEP_AS_IN = "read as {}"
STEP_RENAMED_AS_IN = "renamed {} as in {}"

# What a further round shares with another.
OTHER_ITEMS = (
    "Rounds with different items are compared as a whole. If these are the same items under other "
    "names, say below which is which."
)
SUGGESTED = "Names that may mean the same"
RENAME_ALL = "Rename all as suggested"
HERE, WHAT = "Here", "What"

SHARES_WITH = "What it shares with {}"
FIRST_SUGGESTIONS = "The first {} of {:,} suggestions."
OTHER_UNITS = "{} has {:,} units, {} {:,}: they are other texts."
OTHER_LENGTHS = "Another number of units than in {}: {}."
HAS_UNITS = "{} has {:,} here and {:,} there"
OTHER_TEXTS = "The texts of {} and {} differ: they are other items."
KNOWN_NAMES = "{:,} of {:,} {}"
IN_ROUND = "In {}"
TOO_MANY_NAMES = (
    "There are too many {}, or their names are too long, to suggest every similar name."
)
SHARED = "{} are in {} too."
ONLY_HERE = "{} only here ({:,}): {}."
ONLY_THERE = "{} only in {} ({:,}): {}."
UNIT_FOUND = "as found: {}"


def accept(usable: int, left: int) -> str:
    if not left:
        return f"Accept {counted(usable, 'item')}"
    return f"Accept {usable:,} of {counted(usable + left, 'item')}"


def units(total: int, unit: str, low: int, high: int) -> str:
    kind = f" ({unit})" if unit else ""
    return f"{total:,}{kind}{f', {low:,} to {high:,} per item' if low < high else ''}"


def with_types(number: int, names: str) -> str:
    return f"with {counted(number, 'type')}{f': {names}' if names else ''}"


def share(some: int, every: int, noun: str) -> str:
    if some in (0, every):
        return YES if some else NO
    return f"of {some:,} of {counted(every, noun)}"


def lengths(shortest: str, longest: str, resolution: float) -> str:
    range_ = shortest if shortest == longest else f"{shortest} to {longest}"
    return f"{range_}, times to {resolution:g} s"


def decided(steps: Sequence[str]) -> str:
    """Say what was decided; what a later step says too, as lengths that are added, is said once."""
    again = [
        any(later.startswith(one) for later in steps[at + 1 :]) for at, one in enumerate(steps)
    ]
    steps = [one.rstrip(".") for one, said in zip(steps, again, strict=True) if not said]
    earlier = len(steps) - SHOWN_DECISIONS
    start = f"{earlier} earlier; " if earlier > 0 else ""
    return f"Decided so far: {start}{'; '.join(steps[-SHOWN_DECISIONS:])}."


def step_renamed(names: str, new: str, *, merged: bool = False) -> str:
    return f"{'merged' if merged else 'renamed'} {names} as {new}"


def step_columns(names: str, role: str, *, several: bool) -> str:
    return f"column{'s' * several} {names}: {role}"


# ----- The page Data

RELIABILITY = "Which items are unreliable? →"
BRING_YOUR_OWN = "Bring your own codings →"
MANAGE = "Rounds, sharing, deletion →"
REVIEW_WAITS = "The import has changes that wait →"
REVIEW_AGAIN = "Review the import again"
REVIEW = "Review and decide"
REVIEW_HELP = "Units, names, what to leave out"

WAITS = (
    "This import is not accepted. Open it: answer what it asks, or add files with codings if it "
    "found none; then accept it."
)
DECIDE_ABOUT = "Decide about it →"
DISCARD_IT = "Discard it"
NOT_ACCEPTED = "Its import was not accepted yet, so there is no corpus to show."
ASKS = (
    "These files leave a question open, so they cannot be used yet. Open the review of the import, "
    "and answer what it asks."
)
ALL_USABLE = "All items can be used."
ONE_CODER = (
    "All items could be read, but each has only one coder, so there is nothing to compare. Bring "
    "the files of another coder: below, under “Add coders, texts, or another round”."
)

COVERAGE = "Who coded what"
IN_NUMBERS, TYPES_AND_LEVELS = "The corpus in numbers", "Types and levels"
MARKS, RECORDINGS = "Marks", "Recordings"
WHO_USE_IT = "Coders who use it"
GROUP, GROUP_TITLE = "Coder group", "Coders linked by items that they coded together"
UNITS_TITLE, BOUNDARIES_TITLE = "Units of all items", "Boundaries of all coders"
ALL = "All"
ADD = "Add coders, texts, or another round"
DOWNLOAD = "Download this corpus"
DOWNLOAD_AS, CORPUS_TO_DOWNLOAD = "Download it as", "the corpus"

UNDO_BY = "Undo: {}, {}"
UNDO_HELP, UNDO_HELP_BY = "Take back what was done.", "Take back what was done by {}."
SOURCE = "Source: {}."
SOUNDS_LIKE_REFERENCE = (
    "By its name, {} may be a reference to which the coders are compared. For now it is a coder."
)
MAKE_REFERENCE = "Make {} the reference"
IS_REFERENCE = "The coder {} is the reference."
FIRST_GROUPS = "The first {} of {:,} coder groups."
LEVEL = "level {}"


def texts(having: int, items: int) -> str:
    if not having:
        return "No item has a text. With texts you can read what coders disagree about."
    if having == items:
        return "Its text is there." if items == 1 else "All items have their texts."
    return f"{having:,} of {counted(items, 'item')} {'has' if having == 1 else 'have'} a text."


def usable(problems: int, left_out: int, usable: int) -> str:
    start = f"{counted(problems, 'problem')}, listed below with what to do."
    if not usable:
        return f"{start} No item can be used."
    return f"{start} {counted(left_out, 'item')} left out; {usable:,} can be used."
