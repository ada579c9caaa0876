"""Words that people write in cells and headings of tables; data/heading_words.toml lists them."""

from __future__ import annotations

import tomllib

from segmetrics.paths import ROOT


def words_in(text: str) -> frozenset[str]:
    """Return words that are listed between commas."""
    return frozenset(" ".join(word.split()) for word in text.split(","))


WORDS = {
    name: words_in(text)
    for name, text in tomllib.loads(
        (ROOT / "data" / "heading_words.toml").read_text(encoding="utf-8")
    ).items()
}
"""Words by what they mean."""

NO_MARK = WORDS["no_mark"]
MARKS = WORDS["marks"]
GENERIC = WORDS["generic"]
OF_BOUNDARIES = WORDS["of_boundaries"]
BESIDE_BOUNDARIES = WORDS["beside_boundaries"]
ITEMS = WORDS["items"]
CODERS = WORDS["coders"]
UNITS = WORDS["units"]
TEXTS = WORDS["texts"]
TIMES = WORDS["times"]
NOTES = WORDS["notes"]
OF_ROWS = WORDS["of_rows"]
SPEAKERS = WORDS["speakers"]
PEOPLE = WORDS["people"]
COUNTS = WORDS["counts"]
POSITIONS = WORDS["positions"]
DIMENSIONS = WORDS["dimensions"]
COMPUTED = WORDS["computed"]


def is_generic(name: str) -> bool:
    """Return whether a name, in lower case, says what is in a column and not whose it is."""
    words = set(name.split())
    return name in GENERIC or (
        not words.isdisjoint(OF_BOUNDARIES) and words <= OF_BOUNDARIES | BESIDE_BOUNDARIES
    )
