"""What the page Projects says, also of who can see a project."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.phrases import counted, joined
from segmetrics.settings import Mode
from segmetrics.store import Right

BRING = "Bring your codings"
FORMATS = "File formats, with an example of each"
SAMPLES = "Samples to look around in"
GIVEN = "Files given at the start"

# The list of projects.
PROJECTS = "Projects"
PROJECT, ROUNDS, CHANGED = "Project", "Rounds", "Changed"
IMPORT, MANAGE_COLUMN = "Import", "Manage"
ITEMS, ITEMS_TITLE = "Items", "Items of the last round that was accepted"
CODERS, CODERS_TITLE = "Coders", "Coders of the last round that was accepted"
VERDICT = "Verdict"
VERDICT_TITLE = "How far coders agree in the last round that was accepted"
NOT_YET_JUDGED = "Open the project to have its agreement computed."
YOU_MAY = "You may"
RIGHTS: Mapping[Right, str] = {"own": "everything", "edit": "edit", "read": "read"}
UNFINISHED = "Unfinished imports"
UNFINISHED_ABOUT = "These files were read, and wait until you decide what becomes of them."
DISCARD, DISCARD_ASKED = "Discard it", "Discard this import?"
DISCARDED = "The import {} was discarded."
MANAGE = "Rounds, sharing, deletion"
MANAGE_TITLE = "Its rounds, what is kept beside it, who can see it, and how to delete it"
NOTHING = "Nothing of yours is here yet."
ACCEPTED, WAITS = "accepted", "waits for your decision"
ACCEPTED_THEN_CHANGED = "accepted, then changed: waits for your decision"
MINE: Mapping[Mode, str] = {
    "local": "Your projects",
    "accounts": "Your projects",
    "links": "Open in this session",
    "ephemeral": "Open in this session",
}
NOT_LISTED = (
    "No list is kept. You reach a project only by its links, and the list here is forgotten when "
    "you close the page. The address of a project is such a link, so bookmark it."
)
EVERYTHING, EVERYTHING_FILE = "Everything of mine (ZIP)", "segmetrics-everything-of-mine.zip"
DELETE_EVERYTHING = "Delete everything of mine"
DELETE_EVERYTHING_ASKED = "Delete everything of yours?"
DELETE_EVERYTHING_ABOUT = (
    "All projects that you own are deleted, for everybody who sees them. Projects of others that "
    "you may see stay. You cannot undo this; a backup of the server may still hold them."
)
DELETE_EVERYTHING_FOR_GOOD = "Delete everything of mine for good"
ALL_DELETED = "All projects that you owned were deleted."

# One project.
KEPT_BESIDE = "Kept beside it"
ROUNDS_CAPTION = "Rounds of this project"
ROUND, DECISIONS, FILES = "Round", "Decisions", "Files"
DECISIONS_TITLE = "Decisions about disputed places"
IMPORT_TITLE = "What was decided about the files"
FILES_TITLE = "Whether the files that were uploaded are kept"
FILES_KEPT, FILES_NOT_KEPT = "kept", "not kept"
LAST_STEP = "Last step"
MANAGE_ROUND, MANAGE_ROUND_TITLE = "Name, undo, delete", "What can be done with it, shown below"
FORGET_FILES = "Delete the uploaded files"
FORGET_FILES_ABOUT = (
    "Delete the files that were uploaded. What was accepted stays, but you cannot review the "
    "import again."
)
DELETE_THIS_ROUND = "Delete this round"

# What is kept beside it.
NO_WORKS = (
    "Decisions are kept with their round. No consensus segmentation and no report is kept yet; "
    "Decide and Share have a button for it."
)
WORKS = "Consensus segmentations and reports"
KEPT, WHAT, SIZE, KEPT_SINCE = "Kept", "What it is", "Size", "Kept since"
KINDS: Mapping[str, str] = {"consensus": "consensus segmentation", "report": "report"}
PACKED = "Packed"
ONE_OF_THEM = "One of them"
DOWNLOAD_WORK = "Download it"
DELETE_WORK, DELETE_WORK_ASKED = "Delete it", "Delete it?"
DELETE_FOR_GOOD = "Delete it for good"

# What leaves, and what goes.
TAKE_ALONG, TAKE_OR_DELETE = "Download it", "Download or delete it"
ZIP_HOLDS = "The ZIP holds the codings and decisions of every round, and what was kept beside them."
ZIP_HOLDS_MORE = (
    "The ZIP holds every round with its codings and decisions, what was kept beside them, the "
    "uploaded files, and the list of steps with their dates."
)
ZIP_SEEN, ZIP_ALL = "All that you may see of it (ZIP)", "Everything of it (ZIP)"
DELETE_PROJECT, DELETE_PROJECT_ASKED = "Delete this project", "Delete this project?"
NEWEST = "The newest {shown:,} of {number:,}."
NEWEST_TO_CHOOSE = "The newest {shown:,} of {number:,}. Choose any of them below."
LAST_CHANGED = "Last changed {}."
OPEN_ROUND = "Open {} →"
REVIEW_ROUND = "Review of {} →"
NAME_OF_ROUND = "Name of this round"
DELETE_ROUND = "Delete {}"
UNDO = "Undo: {}"
DONE = "Done {}."
UNDONE = "Undone: {}."
RENAMED_ROUND = "{} is called {} now."
FILES_DELETED = "The files of {} were deleted."
WORK_GOES = "**{}** is deleted. You cannot undo this, but you can compute it again."
DELETED = "{} was deleted."
PROJECT_DELETED = "{} was deleted, with everything that belonged to it."
OF_ROUND = "in {}"
MAY_BE_CHANCE, IS_LOW, ARE_LOW = "may be chance", "is low", "are low"
SOME_DELETED = (
    "{gone:,} of the {owned:,} projects that you own were deleted. The next one was not: {error}"
)


def weak_items(chance: int, low: int, total: int) -> str:
    """Return on how many items agreement may be chance or is low; nothing if on none."""
    found = ((chance, MAY_BE_CHANCE), (low, IS_LOW if low == 1 else ARE_LOW))
    said = [f"{number:,} {how}" for number, how in found if number]
    return f"of {counted(total, 'item')}, {joined(said)}" if said else ""


# ----- Who can see a project: links, and people who are invited

WHO_SEES = "Who can see it"
WHO: Mapping[Mode, str] = {
    "local": "Whoever can open the dashboard on this machine sees everything that is saved, and "
    "nobody else does. To give a project to somebody, send its ZIP.",
    "ephemeral": "Only you see it, and nothing of it is written to disk. It is gone when this page "
    "is closed, reloaded or offline for a moment. Download what you want to keep.",
    "links": "Whoever has a link to it, and nobody else; it is listed nowhere. A link to read "
    "shows everything and changes nothing. A link to edit may do all that you may, even share and "
    "delete it.",
    "accounts": "Its owner, and the people whom the owner invites to read or to edit it. Only "
    "the owner can invite people, and delete it.",
}
MAY: Mapping[Mode, Mapping[Right, str]] = {
    "links": {
        "read": "You came by a link to read: you may look at everything here, and change nothing."
    },
    "accounts": {
        "read": "You were invited to read it: you may look at everything here, and change nothing.",
        "edit": "You were invited to edit it: you may change everything here, but not delete it.",
    },
}
TO_DO: Mapping[Right, str] = {"read": "to read", "edit": "to edit"}
MAY_DO: Mapping[Right, str] = {"own": "do everything", "edit": "edit", "read": "read"}

# Links.
LINKS = "Links to this project"
LINK, MADE, ENDS = "Link", "Made", "Ends"
CAME_BY = "the one you came by"
NEVER = "never"
COPIED = "I have copied it"
ONLY_LINK = (
    "You cannot take back the only link to edit. Without it nobody could change, share or delete "
    "the project. Make another one first."
)
TO_TAKE_BACK, CHOOSE_LINK = "Link to take back", "choose a link"
TAKE_BACK = "Take it back"
TAKE_BACK_OWN_ASKED = "Take back the link you came by?"
TAKE_BACK_OWN_ABOUT = (
    "This page, your bookmarks of it and its address in your history then lead nowhere. Copy "
    "another link to the project first."
)
TAKE_BACK_OWN = "Take back my link"
TAKEN_BACK = "The link was taken back. Nobody can open the project by it any more."

# People.
PEOPLE = "People who see this project"
PERSON, MAY_COLUMN, SIGNED_IN = "Person", "May", "Signed in"
SIGNED_IN_TITLE = "Whether the person has signed in since being invited"
JOINED, NOT_YET = "yes", "not yet"
NO_MAIL = "No mail is sent. Tell the people whom you invite where the project is:"
EMAIL = "Invite the person with this e-mail address"
EMAIL_HELP = "The address with which the person signs in."
WHAT_FOR, INVITE = "What for", "Invite"
TO_CHANGE, CHOOSE_PERSON = "Person to change or remove", "choose a person"
REMOVE = "Remove"
ENDED = "ended {}"
REMOVED = "{} does not see this project any more."
UNKNOWN_ADDRESS = "person {}, without a known address"
MAKE_LINK = "Make a link {}"
NEW_LINK = "**The new link {}.** Copy it now: it is kept nowhere and cannot be shown again."
NUMBERED_LINK = "{number}. {to_do}"
LINK_MADE = "{number}. {to_do}, made {when}"
INVITED = "{email} is invited {to_do}. Send them the address of the project below."
LET_THEM = "Let them {}"
MAY_NOW = "{email} may {may_do} it now."
