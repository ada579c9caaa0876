"""The batch path gives the same numbers as the pair path, to the last bit."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from segmetrics import Corpus, EditModel, Item, Segmentation, boundary_edits
from segmetrics.coefficients.agreement_table import AgreementRow, agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.metrics.blocks import block_edits, blocks
from segmetrics.metrics.blocks.edit_blocks import LONG_CHAIN
from segmetrics.metrics.blocks.window_blocks import LANES, WIDTHS, block_windows, window_span
from segmetrics.metrics.windows import window_diff, window_size
from tests.support.random_codings import WORD_EDGES, random_corpus, random_segmentation

MODELS = [
    EditModel(),
    EditModel(n=3),
    EditModel(n=4),
    EditModel(n=5),
    EditModel(n=6),
    EditModel(n=2, transposition=0),
    EditModel(n=2, substitution=0.25, transposition=1),
    EditModel(n=2, substitution=0.3, transposition=0.7, scaling="unscaled"),
    EditModel(n=3, transposition=0.5),
    EditModel(n=4, transposition=0.9, scaling="unscaled"),
    EditModel(n=5, substitution=0.7, transposition=0.9),
    EditModel(n=6, substitution=0.1, transposition=0.1),
    # A transposition costs as much as two substitutions, and is chosen all the same.
    EditModel(n=2, substitution=0.5, transposition=1),
    EditModel(n=3, substitution=0.5, transposition=1, scaling="unscaled"),
]


def assert_edits_as_pairs(corpus: Corpus, model: EditModel) -> Counter[str]:
    seen: Counter[str] = Counter()
    for block in blocks(corpus):
        found = block_edits(block, model)
        # What comes out in whole arrays is read as plain numbers, one pair and item at a time.
        counts = (found.unmatched.tolist(), found.near_misses.tolist(), found.full_misses.tolist())
        cost = found.cost.tolist()
        first, second = found.first.tolist(), found.second.tolist()
        expected_pairs = len(block.coders) * (len(block.coders) - 1) // 2
        assert len(set(zip(first, second, strict=True))) == expected_pairs
        for row, (one, other) in enumerate(zip(first, second, strict=True)):
            assert one < other
            for column, place in enumerate(block.items.tolist()):
                item = corpus.items[place]
                a, b = item.codings[block.coders[one]], item.codings[block.coders[other]]
                pair = boundary_edits(a, b, model=model)
                expected = (len(pair.unmatched), pair.near_misses, pair.full_misses)
                assert tuple(count[row][column] for count in counts) == expected
                assert cost[row][column] == pair.cost
                seen["pairs"] += 1
                seen["near misses"] += pair.near_misses
    return seen


def assert_windows_as_pairs(corpus: Corpus) -> Counter[str]:
    seen: Counter[str] = Counter()
    for width in WIDTHS:
        for block in blocks(corpus):
            found = block_windows(block, width)
            penalty = found.penalty.tolist()
            counts = (found.errors.tolist(), found.windows.tolist(), found.k.tolist())
            order = list(zip(found.hypothesis.tolist(), found.reference.tolist(), strict=True))
            assert len(set(order)) == len(block.coders) * (len(block.coders) - 1)
            for row, (hypothesis, reference) in enumerate(order):
                assert hypothesis != reference
                for column, place in enumerate(block.items.tolist()):
                    codings = corpus.items[place].codings
                    pair = window_diff(
                        codings[block.coders[hypothesis]],
                        codings[block.coders[reference]],
                        width=width,
                    )
                    expected = (pair.errors, pair.windows, pair.k)
                    assert tuple(count[row][column] for count in counts) == expected
                    value = penalty[row][column]
                    if pair.value is None:
                        assert value != value
                        seen["undefined"] += 1
                    else:
                        assert value == pair.value
                        seen["pairs"] += 1
    return seen


@pytest.mark.parametrize("model", MODELS, ids=lambda m: f"{m.n}-{m.substitution}-{m.transposition}")
def test_edits_of_random_pairs(model: EditModel) -> None:
    corpus = random_corpus(MODELS.index(model), items=120, coders=5)
    seen = assert_edits_as_pairs(corpus, model)
    assert seen["pairs"] == 1200  # 16,800 over the models
    assert seen["near misses"] > 0 or not model.join_key(1)


def test_windows_of_random_pairs() -> None:
    seen = assert_windows_as_pairs(random_corpus(100, items=300, coders=5))
    assert seen["pairs"] >= 10_000
    assert seen["undefined"] > 0


@pytest.mark.parametrize("mass", WORD_EDGES)
def test_items_around_a_word_edge_do_not_reach_into_each_other(mass: int) -> None:
    ends = (1, mass - 1) if mass > 2 else (1,) if mass == 2 else ()
    everywhere = tuple(range(1, mass))
    items = tuple(
        Item(
            f"i{place}",
            {
                "ends": Segmentation(mass, ends),
                "last": Segmentation(mass, everywhere[-1:]),
                "first": Segmentation(mass, everywhere[:1]),
                "all": Segmentation(mass, everywhere),
                "none": Segmentation(mass, ()),
            },
        )
        for place in range(4)
    )
    corpus = Corpus(items)
    for model in (EditModel(), EditModel(n=3), EditModel(n=70)):
        assert assert_edits_as_pairs(corpus, model)["pairs"] == 40
    seen = assert_windows_as_pairs(corpus)
    assert seen["pairs"] + seen["undefined"] == 160


@pytest.mark.parametrize("coders", [2, 4, 5, 8, 9, 16, 17, 20])
def test_any_number_of_coders(coders: int) -> None:
    corpus = random_corpus(200 + coders, items=6, coders=coders)
    pairs = 6 * coders * (coders - 1) // 2
    for model in (EditModel(), EditModel(n=4)):
        assert assert_edits_as_pairs(corpus, model)["pairs"] == pairs
    seen = assert_windows_as_pairs(corpus)
    assert seen["pairs"] + seen["undefined"] == 4 * pairs


def test_one_coder_has_no_pair() -> None:
    corpus = random_corpus(300, items=3, coders=1)
    assert not assert_edits_as_pairs(corpus, EditModel())
    assert not assert_edits_as_pairs(corpus, EditModel(n=3))
    assert not assert_windows_as_pairs(corpus)


@pytest.mark.parametrize(
    ("mass", "size"), [(1900, 2), (2000, 2), (4095, 2), (150_000, 4)], ids=lambda value: str(value)
)
def test_counts_that_need_a_wider_lane(mass: int, size: int) -> None:
    rng = random.Random(mass)
    codings = {
        "none": Segmentation(mass, ()),
        "all": Segmentation(mass, tuple(range(1, mass))),
        "few": Segmentation(mass, tuple(sorted(rng.sample(range(1, mass), 3)))),
        "dense": random_segmentation(rng, mass, 0.7),
    }
    if size == 2:
        codings |= {f"c{i}": random_segmentation(rng, mass, i * 2 / mass) for i in range(7)}
    small = {coder: random_segmentation(rng, 70, 0.1) for coder in codings}
    corpus = Corpus((Item("small", small), Item("large", codings), Item("small 2", small)))
    widest = window_span(window_size(codings["none"]), "boundaries")
    narrower = LANES[[lane.itemsize for lane in LANES].index(size) - 1]
    assert widest >= 1 << (8 * narrower.itemsize)
    seen = assert_windows_as_pairs(corpus)
    assert seen["pairs"] == 2 * 3 * len(codings) * (len(codings) - 1)


@pytest.mark.parametrize("mass", [1021, 1022, 1023, 1024, 1025, 1026])
def test_windows_of_255_256_and_257(mass: int) -> None:
    spans = {window_span(window_size(Segmentation(mass, (5,))), width) for width in WIDTHS}
    assert spans <= set(range(254, 258))
    codings = {
        "one": Segmentation(mass, (5,)),
        "all": Segmentation(mass, tuple(range(1, mass))),
        "half": Segmentation(mass, tuple(range(1, mass, 2))),
    }
    assert assert_windows_as_pairs(Corpus((Item("i", codings),)))["pairs"] == 12


def zigzag(distances: Sequence[int], mass: int) -> dict[str, Segmentation]:
    """Two coders who place boundaries in turn, at the given distances from each other."""
    positions = [1]
    for distance in distances:
        positions.append(positions[-1] + distance)
    return {
        "x": Segmentation(mass, tuple(positions[::2])),
        "y": Segmentation(mass, tuple(positions[1::2])),
    }


@pytest.mark.parametrize("n", [2, 4])
def test_long_fully_alternating_chains(n: int) -> None:
    lengths = [1, 2, LONG_CHAIN - 1, LONG_CHAIN, LONG_CHAIN + 1, LONG_CHAIN + 2, 127, 128, 129, 500]
    items = tuple(Item(f"{length} links", zigzag([1] * length, length + 5)) for length in lengths)
    seen = assert_edits_as_pairs(Corpus(items), EditModel(n=n))
    assert seen["near misses"] == sum((length + 1) // 2 for length in lengths)


@pytest.mark.parametrize(
    "model",
    [
        EditModel(n=4),
        EditModel(n=5, transposition=0.5),
        EditModel(n=4, substitution=0.75),
        EditModel(n=5, substitution=0.3, transposition=0.3),
    ],
    ids=lambda m: f"{m.n}-{m.substitution}-{m.transposition}",
)
def test_long_chains_of_mixed_distances(model: EditModel) -> None:
    rng = random.Random(6)
    items = []
    for place in range(60):
        length = rng.choice((30, LONG_CHAIN - 1, LONG_CHAIN, LONG_CHAIN + 1, 80, 200))
        distances = [rng.randint(1, 3) for _ in range(length)]
        if place % 3 == 0:  # two chains in one item, the second perhaps the long one
            distances[rng.randrange(length)] = 9
        items.append(Item(f"i{place}", zigzag(distances, sum(distances) + rng.randint(2, 9))))
    longest = max(len(item.codings["x"].boundaries) for item in items)
    assert 2 * longest > LONG_CHAIN
    assert assert_edits_as_pairs(Corpus(tuple(items)), model)["pairs"] == 60


@pytest.mark.parametrize("units", [1, 64, 300, 1000, 5000])
def test_smaller_blocks_give_the_same(units: int, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = random_corpus(400, items=60, coders=6, gaps=True)
    options = AgreementOptions(n=3)
    usual_blocks = len(list(blocks(corpus)))
    usual = agreement(corpus, options)
    monkeypatch.setattr("segmetrics.metrics.blocks.packing.BLOCK_UNITS", units)
    small_blocks = list(blocks(corpus))
    assert len(small_blocks) > usual_blocks or units >= 1000
    assert all(len(b.items) == 1 or b.masses.sum() <= units for b in small_blocks)
    assert sorted(place for b in small_blocks for place in b.items.tolist()) == list(range(60))
    assert assert_edits_as_pairs(corpus, options.model)["pairs"] > 100
    assert assert_windows_as_pairs(corpus)["pairs"] > 400
    split = agreement(corpus, options)
    for one, other in zip(split.rows, usual.rows, strict=True):
        assert_same_but_for_the_order_of_sums(one, other)


def assert_same_but_for_the_order_of_sums(one: AgreementRow, other: AgreementRow) -> None:
    for name, value in one._asdict().items():
        expected = getattr(other, name)
        if isinstance(value, float) and isinstance(expected, float):
            assert value == pytest.approx(expected, rel=0, abs=1e-12)
        else:
            assert value == expected


def test_items_with_the_same_coders_share_a_block_whatever_their_order() -> None:
    corpus = Corpus.from_masses(
        {
            "1": {"x": [2, 1], "y": [3], "z": [1, 2]},
            "2": {"z": [4], "x": [1, 3]},
            "3": {"z": [1, 1], "y": [2], "x": [1, 1]},
            "4": {"x": [5], "z": [5]},
        }
    )
    made = {block.coders: block.items.tolist() for block in blocks(corpus)}
    assert made == {("x", "y", "z"): [0, 2], ("x", "z"): [1, 3]}


@pytest.mark.parametrize("seed", range(4))
def test_corpora_with_gaps(seed: int) -> None:
    corpus = random_corpus(500 + seed, items=50, coders=6, gaps=True)
    places = []
    for block in blocks(corpus):
        for column, place in enumerate(block.items.tolist()):
            item = corpus.items[place]
            places.append(place)
            assert set(item.coders) == set(block.coders)
            assert block.masses[column] == item.mass
            counts = [len(item.codings[coder].boundaries) for coder in block.coders]
            assert block.boundaries[:, column].tolist() == counts
            assert block.count(block.words)[:, column].tolist() == counts
    assert sorted(places) == list(range(50))
    for model in (EditModel(), EditModel(n=4)):
        assert assert_edits_as_pairs(corpus, model)["pairs"] > 100
    assert assert_windows_as_pairs(corpus)["pairs"] > 400
