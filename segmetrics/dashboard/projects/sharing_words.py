"""What the page Projects says of who can see a project: links, and people who are invited."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.settings import Mode
from segmetrics.store import Right

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
        "read": "You came by a link to read: you may look at everything here, and change nothing.",
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


def make_link(right: Right) -> str:
    return f"Make a link {TO_DO[right]}"


def new_link(right: Right) -> str:
    return (
        f"**The new link {TO_DO[right]}.** Copy it now: it is kept nowhere and cannot be shown "
        "again."
    )


def link(number: int, right: Right) -> str:
    return f"{number}. {TO_DO[right]}"


def link_made(number: int, right: Right, when: str) -> str:
    return f"{link(number, right)}, made {when}"


def invited(email: str, right: Right) -> str:
    return f"{email} is invited {TO_DO[right]}. Send them the address of the project below."


def let_them(right: Right) -> str:
    return f"Let them {MAY_DO[right]}"


def may_now(email: str, right: Right) -> str:
    return f"{email} may {MAY_DO[right]} it now."
