"""What is said of projects that are kept: what becomes of them, deletion, copies, signing in."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.phrases import counted
from segmetrics.settings import Mode

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
NOTHING_READ = "nothing was read that could be kept"

# Deletion.
DISCARD_ABOUT = "Delete what was read; nothing of it stays on this server."
DELETE_PROJECT, DELETE_FOR_GOOD = "Delete this project?", "Delete it for good"
DELETE_ROUND = "Delete this round"

# Signing in.
SIGN_IN, SIGN_OUT, SIGNED_IN = "Sign in", "Sign out", "Signed in"
ASKS = (
    "The projects on this server are open to those who were given them. Sign in to see yours, or "
    "to open your own files."
)
SOURCE = "Source: {}."
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
REALLY_DELETE_ROUND = "Delete round {}?"
SIGNED_OUT = "You were signed out: a sign-in lasts {} hours. Sign in again to go on."


def ends_after(days: int) -> str:
    """Return when a project goes because its links end."""
    kept = counted(days, "day")
    return f"It is kept for {kept}; then its links end, and a week later it is deleted."


def round_of(title: str, name: str, number: int, rounds: int) -> str:
    """Return the title of one of several rounds; `title` is empty without a project's name."""
    which = f"{name} ({number} of {rounds})"
    return f"Project {title} › {which}" if title else which


def title_of_files(first: str, more: int) -> str:
    return f"{first} and {more:,} more" if more else first


def came_back(projects: int, rounds: int, titles: str) -> str:
    return f"{counted(projects, 'project')} came back, with {counted(rounds, 'round')}: {titles}."


def project_goes(title: str, rounds: int, decisions: int) -> str:
    return (
        f"**{title}** is deleted for everybody who sees it: {counted(rounds, 'round')} with "
        f"{counted(decisions, 'decision')}, the files, the list of people who may see it, "
        "consensus segmentations and reports. You cannot undo this. A backup of the server may "
        "still hold it."
    )


def signed_in_as(name: str) -> str:
    return f"{SIGNED_IN} as {name}"
