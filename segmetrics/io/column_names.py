"""Words that people write in cells and headings of tables; data/heading_words.toml lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

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

UNIT_NAMES: Mapping[str, frozenset[str]] = {
    "paragraph": words_in("paragraph, paragraphs, para, absatz, absätze, absätzen, absatznummer"),
    "sentence": words_in("sentence, sentences, sent, satz, sätze, sätzen, satznummer"),
    "turn": words_in("turn, turns, beitrag, beiträge, redebeitrag, redebeiträge"),
    "utterance": words_in("utterance, utterances, utt, äußerung, äußerungen"),
    "line": words_in("line, lines, zeile, zeilen, zeilennummer"),
    "clause": words_in("clause, clauses, teilsatz, teilsätze"),
    "token": words_in("token, tokens, tok"),
}
"""What a unit is called, by the words in headings that say so."""


def is_generic(name: str) -> bool:
    """Return whether a name, in lower case, says what is in a column and not whose it is."""
    words = set(name.split())
    return name in GENERIC or (
        not words.isdisjoint(OF_BOUNDARIES) and words <= OF_BOUNDARIES | BESIDE_BOUNDARIES
    )
