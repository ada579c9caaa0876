"""Coder and item from the names of files."""

from __future__ import annotations

import re
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from segmetrics.io.limits import MAX_PATH, MAX_PATTERN, MAX_STARS
from segmetrics.io.names import Named, PatternError, file_name, names_in, proposals, wrong_pattern


@pytest.mark.parametrize(
    ("name", "pattern", "coder", "item"),
    [
        ("anna/ch1.txt", "{coder}/{item}", "anna", "ch1"),
        ("project/codings/anna/ch1.txt", "{coder}/{item}", "anna", "ch1"),
        ("annotation/ch1.txt/anna.xmi", "{item}/{coder}", "anna", "ch1.txt"),
        ("anna/round 1/ch1.txt", "{coder}/*/{item}", "anna", "ch1"),
        ("ch1_part2_anna.txt", "{item}_{coder}", "anna", "ch1_part2"),
        ("anna_ch1_part2.txt", "{coder}_{item}", "anna", "ch1_part2"),
        ("ch1.anna.choi", "{item}.{coder}", "anna", "ch1"),
        (r"codings\anna\ch1.txt", "{coder}/{item}", "anna", "ch1"),
        ("seg-anna-of-ch1.txt", "seg-{coder}-of-{item}", "anna", "ch1"),
        ("ch(1)+.anna.txt", "{item}.{coder}", "anna", "ch(1)+"),
        ("anna", "{coder}", "anna", None),
        ("ch1.csv", "{item}", None, "ch1"),
        ("choi/3-5/0.ref", "{coder}/{item}/{item}", "choi", "3-5/0"),
        ("ref00.lab", "{coder}{item}", "ref", "00"),
        ("ch12b_ref.lab", "{item}{coder}", "12b_ref", "ch"),
    ],
)
def test_a_pattern_says_where_the_names_stand(
    name: str, pattern: str, coder: str | None, item: str | None
) -> None:
    assert names_in(name, pattern) == Named(coder=coder, item=item)


def test_names_without_a_sign_between_them_meet_where_a_number_begins() -> None:
    assert names_in("anna.lab", "{coder}{item}") is None
    grid = [f"{who}{number:02}.lab" for who in ("ref", "est") for number in range(3)]
    assert proposals(grid)[:2] == ("{coder}{item}", "{item}{coder}")
    assert "{coder}{item}" not in proposals(grid[1:])


@pytest.mark.parametrize(
    ("name", "pattern"),
    [("ch1.txt", "{coder}/{item}"), ("ch1.txt", "{item}_{coder}"), ("x/y.txt", "z/{item}")],
)
def test_a_name_that_does_not_fit_gives_nothing(name: str, pattern: str) -> None:
    assert names_in(name, pattern) is None


@pytest.mark.parametrize(
    ("pattern", "what"),
    [
        ("{item}/{who}", "{who} in a pattern"),
        ("{item}{item}", "each once"),
        ("codings/*", "holds {coder}, {item} or both"),
        ("", "holds {coder}, {item} or both"),
        ("{item}" + "x" * MAX_PATTERN, "at most 300 characters, and this one 306"),
        ("{item}" + "*" * (MAX_STARS + 1), "at most 20 stars, and this one 21"),
    ],
)
def test_a_pattern_that_is_not_well_formed_says_why(pattern: str, what: str) -> None:
    with pytest.raises(PatternError, match=what.replace("{", r"\{").replace("}", r"\}")):
        names_in("a/b.txt", pattern)
    said = wrong_pattern(pattern)
    assert said
    assert what in said


# What each part of a pattern stands for, for a matcher that goes back as far as it likes. Of two
# names without a sign between them a test of their own says where they meet.
MEANT = {"{coder}": "(?P<coder>[^/]+?)", "{item}": "(?P<item>[^/]+)", "*": "[^/]*?"}
parts_of_patterns = st.lists(
    st.sampled_from(["{coder}", "{item}", "*", "a", "_", "/", "ab"]), min_size=1, max_size=8
).filter(lambda parts: "}{" not in "".join(parts) and wrong_pattern("".join(parts)) is None)
paths = st.builds(
    "{}{}".format,
    st.sampled_from(["", "/"]),
    st.lists(st.text("ab_", min_size=1, max_size=7), min_size=1, max_size=3).map("/".join),
)


@given(parts_of_patterns, paths)
@example(["*", "_", "{coder}", "_", "{item}"], "a_b_a_b")
@example(["/", "{item}"], "/a")
def test_a_name_is_matched_as_by_going_back_to_every_place(parts: list[str], path: str) -> None:
    """Each coder and star takes as little as it can, an item as much as it can."""
    meant = "".join(
        MEANT.get(part, re.escape(part)).replace("item", f"item{place}")
        for place, part in enumerate(parts)
    )
    expected = re.search(rf"(?:^|/){meant}\Z", path)
    found = names_in(f"{path}.txt", "".join(parts))
    if expected is None:
        assert found is None
    else:
        groups = expected.groupdict()
        items = [groups[name] for name in sorted(groups) if name.startswith("item")]
        assert found == Named(coder=groups.get("coder"), item="/".join(items) or None)


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("a" * 240, "********{item}!"),
        ("a" * MAX_PATH, "*a" * (MAX_STARS - 1) + "*{item}!"),
        ("a_" * (MAX_PATH // 2), "*_" * MAX_STARS + "{coder}_{item}!"),
        ("a/" * (MAX_PATH // 2) + "a", "*/" * MAX_STARS + "{item}!"),
        ("a" * 100_000, "*a" * MAX_STARS + "{coder}aa{item}!"),
    ],
)
def test_a_long_name_that_does_not_fit_takes_no_time(name: str, pattern: str) -> None:
    """With an expression that goes back, the first two would take longer than anyone lives."""
    start = time.process_time()
    assert names_in(name, pattern) is None
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    ("names", "fields", "pattern"),
    [
        (["anna/ch1.txt", "ben/ch1.txt", "anna/ch2.txt"], ("coder", "item"), "{coder}/{item}"),
        (["c/anna/ch1.txt", "c/ben/ch1.txt"], ("coder", "item"), "{coder}/{item}"),
        (["doc1/anna.xmi", "doc1/ben.xmi", "doc2/ben.xmi"], ("item", "coder"), "{item}/{coder}"),
        (["anna/1/ch1.txt", "ben/1/ch1.txt"], ("coder", "item"), "{coder}/*/{item}"),
        (["ch1.anna.txt", "ch1.ben.txt", "ch2.ben.txt"], ("coder", "item"), "{item}.{coder}"),
        (["x/ch1_anna.txt", "x/ch1_ben.txt"], ("coder", "item"), "{item}_{coder}"),
        (["anna.txt", "ben.txt"], ("coder", "item"), "{coder}"),
        (["a.TextGrid", "b/c.TextGrid"], ("item",), "{item}"),
        (["anna/export.jsonl", "ben/export.jsonl"], ("coder",), "{coder}/*"),
        (["anna/ch1.txt"], ("coder", "item"), "{coder}/{item}"),
        (["anna.txt"], ("coder", "item"), "{coder}"),
    ],
)
def test_the_pattern_is_guessed_from_folders_before_names(
    names: list[str], fields: tuple[str, ...], pattern: str
) -> None:
    assert proposals(names, fields=fields)[0] == pattern


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12))
@example("\u202egpj.exe")
@example("a\u2066\u2028\x85\xad\ufeff\U000e0041b")
def test_the_name_of_a_file_holds_no_sign_that_acts_upon_others(name: str) -> None:
    """Kept ones of earlier versions, and names of files, may; they are read back from it."""
    file = file_name(name)
    assert not {unicodedata.category(sign) for sign in file} & {"Cc", "Zl", "Zp"}
    assert not {sign for sign in file if unicodedata.category(sign) == "Cf"} - set("\u200c\u200d")
    assert names_in(f"{file}.txt", "{item}") == Named(item=name)


plain = st.text("abcxyz0123456789äß ", min_size=1, max_size=8).filter(lambda name: name.strip())


@given(st.lists(st.tuples(plain, plain), min_size=2, max_size=6, unique=True))
def test_folders_of_coders_are_read_back(pairs: list[tuple[str, str]]) -> None:
    """A folder a coder, a file an item, in a folder of their own: every name comes back."""
    names = [f"codings/{coder}/{item}.txt" for coder, item in pairs]
    if len({coder for coder, _ in pairs}) < 2:
        names = [*names, "codings/another/one.txt"]
    pattern = proposals(names)[0]
    found = [names_in(name, pattern) for name in names]
    assert found[: len(pairs)] == [Named(coder=coder, item=item) for coder, item in pairs]
