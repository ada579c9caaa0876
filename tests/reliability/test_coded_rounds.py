"""Which coders and items of rounds are compared: decided by hand for small rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from segmetrics import Corpus, Item
from segmetrics.reliability.coded_rounds import Comparable, Compared, comparable
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.tables.comparison_words import people_in_words
from tests.support.known import known

Coded = dict[str, str]
"""Item to its coders, a letter each."""

COMPARED = "The three who coded both rounds are compared: a, b and c"
EVERY_ITEM = "The same three coded both rounds, but not every item in each"
COUNTS = "A change counts only if neither other coders nor other items explain it."


def corpus(coded: Coded, **more: Any) -> Corpus:
    items = (Item.from_masses(name, dict.fromkeys(who, (2, 3))) for name, who in coded.items())
    return Corpus(tuple(items), **more)


def chosen(*rounds: Coded) -> Comparable:
    return known(comparable([corpus(one) for one in rounds]))


def coded(part: Corpus) -> Coded:
    return {item.name: "".join(item.codings) for item in part.items}


@pytest.mark.parametrize(
    ("rounds", "part", "compared"),
    [
        (
            [{"i": "abc", "j": "bc", "k": "a"}, {"j": "cb", "i": "abc", "l": "x"}],
            {"i": "abc", "j": "bc"},
            Compared("same", ("a", "b", "c")),
        ),
        (
            [{"i": "abcd", "j": "abcd"}, {"i": "abc", "j": "abc"}],
            {"i": "abc", "j": "abc"},
            Compared("shared", ("a", "b", "c"), (("d",), ()), {"i": ("d",), "j": ("d",)}),
        ),
        (
            [{"i": "abcd", "j": "abcd"}, {"i": "abcx", "j": "abcd"}],
            {"i": "abc", "j": "abcd"},
            Compared("shared", ("a", "b", "c", "d"), ((), ("x",)), {"i": ("d", "x")}),
        ),
        (
            [{"i": "abc", "j": "abc", "k": "abx"}, {"i": "abc", "j": "axy", "k": "ab"}],
            {"i": "abc", "k": "ab"},
            Compared("shared", ("a", "b", "c"), ((), ("y",)), {"k": ("x",)}, ("j",)),
        ),
        (
            [{"i": "abc", "j": "abc"}, {"i": "xyz", "j": "xyz"}],
            None,
            Compared("changed", (), (("a", "b", "c"), ("x", "y", "z"))),
        ),
        (
            [{"i": "abc", "j": "abc"}, {"i": "ayz", "j": "ayz"}],
            None,
            Compared("changed", ("a",), (("b", "c"), ("y", "z"))),
        ),
        (
            [{"i": "ab", "j": "xy"}, {"i": "xy", "j": "ab"}],
            None,
            Compared("changed", ("a", "b", "x", "y")),
        ),
        (
            [{"i": "abc"}, {"i": "abd"}, {"i": "abe"}],
            {"i": "ab"},
            Compared("shared", ("a", "b"), (("c",), ("d",), ("e",)), {"i": ("c", "d", "e")}),
        ),
    ],
)
def test_of_each_item_those_count_who_coded_it_in_every_round(
    rounds: Sequence[Coded], part: Coded | None, compared: Compared
) -> None:
    parts, found = chosen(*rounds)
    assert found == compared
    for one, whole in zip(parts, rounds, strict=True):
        if part is None:
            assert coded(one) == whole
        else:
            assert list(coded(one)) == list(part)
            assert {name: set(who) for name, who in coded(one).items()} == {
                name: set(who) for name, who in part.items()
            }


@pytest.mark.parametrize(
    ("first", "second", "kept", "compared"),
    [
        ({"i": "abc"}, {"j": "cba"}, ("abc", "cba"), Compared("same", ("a", "b", "c"))),
        (
            {"i": "abcd"},
            {"j": "abc", "k": "ab", "l": "ax"},
            ("abc", "abc"),
            Compared("shared", ("a", "b", "c"), (("d",), ("x",)), left_out=("l",)),
        ),
        (
            {"i": "abc"},
            {"j": "axy"},
            ("abc", "axy"),
            Compared("changed", ("a",), (("b", "c"), ("x", "y"))),
        ),
    ],
)
def test_rounds_without_a_common_item_are_compared_over_the_coders_of_both(
    first: Coded, second: Coded, kept: tuple[str, str], compared: Compared
) -> None:
    parts, found = chosen(first, second)
    assert found == compared
    assert tuple(next(iter(coded(part).values())) for part in parts) == kept


def test_rounds_of_which_some_share_items_but_not_all_cannot_be_compared() -> None:
    assert comparable([corpus(dict.fromkeys(of, "ab")) for of in ("ij", "jk", "kl")]) is None


def test_what_is_compared_keeps_its_roles_and_titles() -> None:
    first = corpus({"i": "abr"}, reference="r", automatic=("r",), group_titles={"a": "x"})
    for second, roles in (("abc", (None, ())), ("ar", ("r", ("r",)))):
        found = known(comparable([first, corpus({"i": second})]))
        part = found.parts[0]
        assert (part.reference, part.automatic) == roles
        assert part.group_titles == {"a": "x"}


def test_where_the_people_changed_a_test_is_for_other_coders_too() -> None:
    asked = IntervalOptions(level=0.9, over="items")
    assert Compared("shared").tested(asked) == asked
    assert Compared("changed").tested(asked) == IntervalOptions(level=0.9, over="coders and items")


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([{"i": "ab"}, {"i": "ab"}], ""),
        ([{"i": "abcd"}, {"i": "abc"}], f"{COMPARED}."),
        (
            [{"i": "abcd", "j": "abc"}, {"i": "abc", "j": "ab"}],
            f"{COMPARED}. Not each of them coded every item: j is compared without c.",
        ),
        (
            [{"i": "abc", "j": "abc"}, {"i": "abc", "j": "ab"}],
            f"{EVERY_ITEM}: j is compared without c.",
        ),
        (
            [dict.fromkeys("ijklm", "abc"), {**dict.fromkeys("ijkl", "ab"), "m": "abc"}],
            f"{EVERY_ITEM}: 4 items are compared without some of them.",
        ),
        ([{"i": "ab"}, {"i": "xy"}], f"The people changed: nobody coded both rounds. {COUNTS}"),
        ([{"i": "ab"}, {"i": "ay"}], f"The people changed: only a coded both rounds. {COUNTS}"),
        (
            [{"i": "ab", "j": "xy"}, {"i": "xy", "j": "ab"}],
            f"The people changed: no two of them coded the same item in both rounds. {COUNTS}",
        ),
        (
            [{"i": "abc"}, {"i": "abd"}, {"i": "abe"}],
            "The two who coded all three rounds are compared: a and b.",
        ),
        (
            [{"i": "ab"}, {"i": "ab"}, {"i": "cd"}],
            f"The people changed: nobody coded all three rounds. {COUNTS} Compare two of them for "
            "the coders whom these share.",
        ),
    ],
)
def test_who_is_compared_is_said(rounds: Sequence[Coded], said: str) -> None:
    assert people_in_words(chosen(*rounds).of, rounds=len(rounds)) == said


def test_of_recordings_the_same_is_said() -> None:
    found = chosen({"i": "ab"}, {"i": "xy"}).of
    assert people_in_words(found, noun="recording").endswith("other recordings explain it.")


def test_many_names_are_cut_short() -> None:
    found = chosen({"i": "abcdefghijklmno"}, {"i": "abcdefghijklmn"}).of
    assert people_in_words(found) == (
        "The 14 who coded both rounds are compared: a, b, c, d, e, f, g, h, i, j, k, l and 2 more."
    )
