"""The glossary: each term once, found in sentences as they write it."""

from __future__ import annotations

import pytest

from segmetrics.coefficients.quantities import BY_SHUFFLING
from segmetrics.glossary import SETS, TERMS, marked
from segmetrics.reliability.chance_verdicts import VERDICT_WORDS


def terms_in(text: str, *names: str) -> list[str]:
    return [part.text for part in marked(text, names) if part.definition]


def test_each_term_is_defined_once_in_sentences() -> None:
    names = [term.name for terms in SETS.values() for term in terms]
    assert len(names) == len(set(names))
    assert [one.name for one in TERMS.values() if not one.definition.endswith(".")] == []


def test_numbers_and_verdicts_have_the_definitions_of_their_tables() -> None:
    assert TERMS["R"].definition == BY_SHUFFLING["corrected"].about
    assert set(VERDICT_WORDS.values()) <= TERMS.keys()


@pytest.mark.parametrize(
    ("text", "names", "found"),
    [
        ("Near misses and a near miss", ["near miss"], ["Near misses"]),
        ("Boundaries of an item", ["item", "boundary"], ["Boundaries", "item"]),
        ("In Rome R is 0.2", ["R"], ["R"]),
        ("r and p of apples", ["R", "p"], ["p"]),
        ("π* over S, and S", ["S", "π* over S"], ["π* over S", "S"]),
        ("Itemised <b>item</b>", ["item"], ["item"]),
        ("Nothing of it", ["R"], []),
    ],
)
def test_the_first_mention_of_a_term_is_found(
    text: str, names: list[str], found: list[str]
) -> None:
    assert terms_in(text, *names) == found
    assert "".join(part.text for part in marked(text, names)) == text
