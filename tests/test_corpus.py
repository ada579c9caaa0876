"""Items, corpora, their coder groups, and what is no corpus."""

from __future__ import annotations

import dataclasses
import pickle
import random
from itertools import combinations
from typing import Any

import pytest

from segmetrics import CoderGroup, Corpus, CorpusError, Item, Segmentation, SegmentationError
from segmetrics.corpus import Adjudication


def coded_by(*coders: str, mass: int = 3) -> dict[str, list[int]]:
    return {coder: [mass] for coder in coders}


def groups_of(codings: dict[str, dict[str, list[int]]]) -> list[tuple[tuple[str, ...], ...]]:
    return [(group.coders, group.items) for group in Corpus.from_masses(codings).groups]


def test_an_item_knows_its_mass_and_coders() -> None:
    item = Item.from_masses("ch1", {"an3": [9, 4], "an1": [11, 2]})
    assert item.name == "ch1"
    assert item.mass == 13
    assert item.coders == ("an3", "an1")
    assert item.codings["an1"] == Segmentation(13, (11,))
    assert item.texts is None


@pytest.mark.parametrize(
    ("texts", "between"),
    [
        (["No", "segment", "of", "a", "text", "is", "as", "long", "as", "it", "looks", "."], " "),
        (list("天地玄黄宇宙洪荒"), ""),
        (["Donaudampfschifffahrt", "ist", "ein", "langes", "Wort"], " "),
        (["Yes .", "No .", "Oh well ."], None),
        (["This is a sentence of many words.", "Yes"], None),
        (["天地玄黄宇宙洪荒日月盈昃辰宿列张", "寒来暑往秋收冬藏闰余成岁律吕调阳"], None),
        (["one line\nand another", "a"], None),
        (["", ""], None),
        ((), None),
    ],
)
def test_units_that_are_words_run_on(texts: list[str], between: str | None) -> None:
    coding = Segmentation(max(1, len(texts)), ())
    assert Item("a", {"x": coding}, tuple(texts) or None).between_words == between


def test_a_corpus_is_written_while_something_of_it_is_computed_for_the_first_time() -> None:
    """A server hands it to another process, and answers visitors meanwhile."""
    given = [f"word {n}" for n in range(40_000)]
    coding = Segmentation(len(given), (5,))
    item = Item("a", {"x": coding}, tuple(given), unit="word")
    corpus = Corpus((item,))
    pieces: list[bytes] = []

    class Pipe:
        def write(self, piece: bytes) -> None:
            pieces.append(bytes(piece))
            assert corpus.unit == "word"
            assert item.between_words is None

    before = len(vars(corpus)), len(vars(item))
    pickle.dump(corpus, Pipe(), protocol=5)
    assert len(pieces) > 2
    assert (len(vars(corpus)), len(vars(item))) == (before[0] + 1, before[1] + 1)
    assert pickle.loads(b"".join(pieces)) == corpus


def test_an_item_has_a_coding() -> None:
    with pytest.raises(CorpusError, match=r"^item 'ch1' has no coding$"):
        Item("ch1", {})


def test_the_coders_of_an_item_agree_about_its_units() -> None:
    message = r"^item 'ch1': units differ between coders \(x: 5, y: 5, z: 6\)$"
    with pytest.raises(CorpusError, match=message):
        Item.from_masses("ch1", {"x": [5], "y": [2, 3], "z": [3, 3]})


@pytest.mark.parametrize("texts", [(), ("Once.",), ("a", "b", "c")])
def test_texts_are_one_a_unit(texts: tuple[str, ...]) -> None:
    message = rf"^item 'ch1' has 2 units, but texts for {len(texts)}$"
    with pytest.raises(CorpusError, match=message):
        Item("ch1", {"x": Segmentation(2, ())}, texts)


def test_wrong_sizes_are_reported_as_what_they_are() -> None:
    with pytest.raises(SegmentationError, match=r"^segment size 0: a segment has at least"):
        Item.from_masses("ch1", {"x": [0]})
    with pytest.raises(SegmentationError, match=r"^segment size 0: a segment has at least"):
        Corpus.from_masses({"ch1": {"x": [0]}})


def test_a_corpus_has_an_item() -> None:
    with pytest.raises(CorpusError, match=r"^a corpus has at least one item$"):
        Corpus(())
    with pytest.raises(CorpusError, match=r"^a corpus has at least one item$"):
        Corpus.from_masses({})


def test_an_item_name_comes_once() -> None:
    a, b = (Item.from_masses(name, coded_by("x")) for name in "ab")
    with pytest.raises(CorpusError, match=r"^item 'a' is given 3 times$"):
        Corpus((a, b, a, a))


def test_the_error_is_a_value_error() -> None:
    assert issubclass(CorpusError, ValueError)


def test_items_are_found_by_name() -> None:
    corpus = Corpus.from_masses({"b": coded_by("x"), "a": coded_by("y", mass=4)})
    assert len(corpus) == 2
    assert [item.name for item in corpus.items] == ["b", "a"]
    assert corpus["a"].mass == 4
    assert "a" in corpus
    assert "c" not in corpus
    assert 1 not in corpus
    with pytest.raises(KeyError):
        corpus["c"]


def test_coders_come_in_the_order_of_their_first_item() -> None:
    corpus = Corpus.from_masses({"1": coded_by("z", "b"), "2": coded_by("a", "b", "z")})
    assert corpus.coders == ("z", "b", "a")


def test_coders_of_the_same_items_are_one_group() -> None:
    corpus = Corpus.from_masses({"1": coded_by("x", "y", "z"), "2": coded_by("z", "y", "x")})
    assert corpus.groups == (CoderGroup(("x", "y", "z"), ("1", "2")),)
    assert corpus.groups[0].name == "x to z"


def test_a_coder_on_their_own_is_a_group() -> None:
    corpus = Corpus.from_masses({"1": coded_by("a"), "2": coded_by("b", "c"), "3": coded_by("a")})
    assert corpus.groups == (CoderGroup(("a",), ("1", "3")), CoderGroup(("b", "c"), ("2",)))
    assert [group.name for group in corpus.groups] == ["a", "b-c"]


def test_groups_are_those_of_a_slow_search_on_random_corpora() -> None:
    rng = random.Random(1)
    seen = set()
    for _ in range(300):
        coders = [f"c{i}" for i in range(rng.randint(1, 9))]
        codings = {
            f"i{i}": coded_by(*rng.sample(coders, min(len(coders), rng.choice((1, 1, 2, 2, 3)))))
            for i in range(rng.randint(1, 7))
        }
        slow = [(set(by), {name}) for name, by in codings.items()]
        while True:
            touching = [(s, t) for s, t in combinations(slow, 2) if s[0] & t[0]]
            if not touching:
                break
            (one, other), *_ = touching
            slow.remove(other)
            one[0].update(other[0])
            one[1].update(other[1])
        found = groups_of(codings)
        assert sorted((sorted(c), sorted(i)) for c, i in found) == sorted(
            (sorted(c), sorted(i)) for c, i in slow
        )
        firsts = [list(codings).index(items[0]) for _, items in found]
        assert firsts == sorted(firsts)
        order = Corpus.from_masses(codings).coders
        assert all(list(c) == [x for x in order if x in c] for c, _ in found)
        seen.add(len(found))
    assert len(seen) >= 4


def of_three() -> Corpus:
    return Corpus(
        (
            Item("a", {"x": Segmentation(4, (2,)), "y": Segmentation(4, (3,))}, tuple("abcd")),
            Item("b", {"y": Segmentation(3, (1,)), "tiler": Segmentation(3, ())}),
            Item("c", {"x": Segmentation(5, ())}),
        ),
        reference="y",
        automatic=("tiler",),
        decisions=(Adjudication("a", 2, "accept"), Adjudication("c", 4, "reject")),
    )


def test_items_are_selected_in_the_order_asked_for() -> None:
    whole = of_three()
    part = whole.select(items=["c", "a"])
    assert part.items == (whole["c"], whole["a"])
    assert (part.reference, part.automatic) == ("y", ())
    assert part.decisions == whole.decisions
    assert whole.select(items=["b"]).decisions == ()
    assert whole.select(items=["c"]).reference is None


def test_coders_are_selected_and_items_that_none_of_them_coded_left_out() -> None:
    whole = of_three()
    part = whole.select(coders=["tiler", "y"])
    assert [(item.name, item.coders) for item in part.items] == [
        ("a", ("y",)),
        ("b", ("y", "tiler")),
    ]
    assert part["a"].texts == whole["a"].texts
    assert (part.reference, part.automatic) == ("y", ("tiler",))
    assert part.decisions == whole.decisions[:1]
    assert whole.select(items=["a", "c"], coders=["x"]).coders == ("x",)


def test_everything_is_selected_without_a_wish() -> None:
    assert of_three().select() == of_three()


def test_what_is_not_there_is_not_selected() -> None:
    with pytest.raises(CorpusError, match=r"^there is no item 'd'$"):
        of_three().select(items=["a", "d"])
    with pytest.raises(CorpusError, match=r"^there is no coder 'z'$"):
        of_three().select(coders=["x", "z"])
    with pytest.raises(CorpusError, match=r"^a corpus has at least one item$"):
        of_three().select(items=["c"], coders=["y"])


def test_equal_corpora_have_equal_digests() -> None:
    masses = {"a": {"x": [1, 2], "y": [3]}}
    assert Corpus.from_masses(masses).digest == Corpus.from_masses(masses).digest
    assert len(Corpus.from_masses(masses).digest) == 64


def test_the_order_of_types_leaves_the_digest() -> None:
    names = [f"type{i}" for i in range(40)]
    digests = {
        Corpus((Item("a", {"x": Segmentation(2, (1,), types=(frozenset(order),))}),)).digest
        for order in (names, names[::-1])
    }
    assert len(digests) == 1


def test_whatever_differs_changes_the_digest() -> None:
    plain = Segmentation(3, (1,))
    different: list[Item] = [
        Item("a", {"x": plain}),
        Item("b", {"x": plain}),
        Item("a", {"y": plain}),
        Item("a", {"x": plain, "y": plain}),
        Item("a", {"x": Segmentation(4, (1,))}),
        Item("a", {"x": Segmentation(3, (2,))}),
        Item("a", {"x": Segmentation(3, (1,), levels=(1,))}),
        Item("a", {"x": Segmentation(3, (1,), levels=(2,))}),
        Item("a", {"x": Segmentation(3, (1,), types=(frozenset("s"),))}),
        Item("a", {"x": plain}, ("p", "q", "r")),
        Item("a", {"x": plain}, ("p", "q", "s")),
    ]
    assert len({Corpus((item,)).digest for item in different}) == len(different)


def test_half_a_surrogate_in_a_name_has_a_digest() -> None:
    corpus = Corpus.from_masses({"\ud800": {"\udfff": [1]}})
    assert len(corpus.digest) == 64


def test_names_may_be_any_text() -> None:
    corpus = Corpus.from_masses({"": {"": [2], "Žofie 😀": [1, 1]}})
    assert corpus.coders == ("", "Žofie 😀")
    assert corpus[""].mass == 2


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (Item.from_masses("a", coded_by("x")), "name"),
        (Item.from_masses("a", coded_by("x")), "codings"),
        (Corpus.from_masses({"a": coded_by("x")}), "items"),
        (CoderGroup(("x",), ("a",)), "coders"),
    ],
    ids=["Item.name", "Item.codings", "Corpus.items", "CoderGroup.coders"],
)
def test_parts_are_not_replaced(value: Any, field: str) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(value, field, None)


def test_an_item_keeps_its_own_codings() -> None:
    codings = {"x": Segmentation(3, ())}
    item = Item("a", codings)
    codings["y"] = Segmentation(7, ())
    assert item.coders == ("x",)


def test_a_group_is_called_by_its_first_and_last_coder_as_people_count() -> None:
    masses = {"a": {"an15": [2], "an9": [2], "an16": [2], "an11": [2]}, "b": {"alone": [3]}}
    assert [group.name for group in Corpus.from_masses(masses).groups] == ["an9-an16", "alone"]


def test_titles_of_groups_stay_with_their_coders_and_are_those_of_one_group() -> None:
    masses = {"a": {"x": [2, 2], "y": [4]}, "b": {"v": [2, 2], "w": [4]}, "c": {"y": [3], "z": [3]}}
    plain = Corpus.from_masses(masses)

    def names(corpus: Corpus) -> list[str]:
        return [group.name for group in corpus.groups]

    titled = plain.with_group_titles({"y": "Students", "gone": "Nobody"})
    assert names(titled) == ["Students", "v-w"]
    assert names(titled.select(items=["b", "c"])) == ["v-w", "Students"]
    assert names(titled.with_decisions(())) == ["Students", "v-w"]
    assert names(plain.with_group_titles({"x": "Same", "v": "Same"})) == ["x to z", "v-w"]
    assert names(plain.with_group_titles({"x": "v-w"})) == ["x to z", "v-w"]
    assert "Students" not in names(titled.anonymised())
    # Results that hold names of groups are told apart; the codings are the same.
    assert titled.codings_digest == plain.codings_digest == plain.named_digest
    assert titled.digest == plain.digest
    assert titled.named_digest != plain.named_digest


def test_a_name_that_nobody_can_read_is_cut_in_messages() -> None:
    name = "L" * 1_000_000
    one, other = Segmentation.from_masses([3, 4]), Segmentation.from_masses([2, 6])
    for codings in ({"a": one, name: other}, {name: one, f"{name}2": other}):
        with pytest.raises(CorpusError) as found:
            Item(name, codings)
        assert 500 < len(str(found.value)) < 1_100
        assert "LLL…" in str(found.value)
