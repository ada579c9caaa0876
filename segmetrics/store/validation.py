"""Texts that people give the store: how long they may be, and how addresses are compared."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from segmetrics.io.problems import HALF, UNPRINTABLE
from segmetrics.store.errors import StoreError


class Text(NamedTuple):
    """A kind of text."""

    what: str
    least: int
    most: int


TITLE = Text("A title", 1, 300)
NAME = Text("The name of a round", 1, 300)
COMMENT = Text("A comment", 0, 10_000)
# Characters of settings, which come from addresses of pages.
MOST_SETTINGS = 20_000
# RFC 5321, section 4.5.3.1.3, less the two brackets that a path has.
LONGEST_ADDRESS = 254
ADDRESS = re.compile(r"[^\s@\x00-\x1f\x7f]+@[^\s@\x00-\x1f\x7f]+")
SMALL = str.maketrans({chr(sign): chr(sign + 32) for sign in range(ord("A"), ord("Z") + 1)})


def short(text: str, kind: Text) -> str:
    """Return a text if its kind may have this length; raises StoreError if not."""
    seen = UNPRINTABLE.sub(lambda sign: " " if sign[0].isspace() else "", HALF.sub("\ufffd", text))
    length = len(text) if seen.strip() else 0
    if not kind.least <= length <= kind.most:
        raise StoreError(
            f"{kind.what} has {kind.least} to {kind.most:,} characters, and this one has "
            f"{length:,}. Nothing was changed."
        )
    return seen


def brief(settings: Mapping[str, str]) -> dict[str, str]:
    """Return settings if they are short enough to be kept; raises StoreError if not."""
    if len(json.dumps(dict(settings))) > MOST_SETTINGS:
        raise StoreError("These settings are too long to be kept. Nothing was changed.")
    return dict(settings)


def address_of(email: str) -> str:
    """Spell an e-mail address as it is compared: A to Z small, without spaces around."""
    return email.strip().translate(SMALL)


def is_address(address: str) -> bool:
    """Return whether a text can be an e-mail address."""
    return len(address) <= LONGEST_ADDRESS and ADDRESS.fullmatch(address) is not None


def given_address(email: str) -> str:
    """Spell an address that somebody typed; raises StoreError if it cannot be one."""
    address = address_of(email)
    if not is_address(address):
        raise StoreError(
            "This is no e-mail address: it has a name, an @ and a domain, no spaces, and at most "
            f"{LONGEST_ADDRESS} characters. Nothing was changed."
        )
    return address
