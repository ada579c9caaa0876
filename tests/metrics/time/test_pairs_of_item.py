"""All pairs of a recording at once, against one pair after the other."""

from __future__ import annotations

from statistics import median

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus, Segmentation, covering
from segmetrics.corpus import Item
from segmetrics.metrics.time.pairs_of_item import pairs_of_item

MASS = 40
ITEMS = st.lists(st.sets(st.integers(1, MASS - 1), max_size=12), min_size=1, max_size=5).map(
    lambda people: Item(
        "film", {f"p{at}": Segmentation(MASS, tuple(sorted(one))) for at, one in enumerate(people)}
    )
)


@given(ITEMS)
def test_covering_is_that_of_each_pair(item: Item) -> None:
    found = pairs_of_item(item, 3).covering
    for row, hypothesis in enumerate(item.codings.values()):
        for column, reference in enumerate(item.codings.values()):
            expected = covering(hypothesis, reference).value
            assert found[row, column] == pytest.approx(expected, abs=1e-12)


@given(ITEMS, st.integers(0, 9))
def test_distances_are_those_of_each_press(item: Item, steps: int) -> None:
    found = pairs_of_item(item, steps)
    everything = []
    for row, one in enumerate(item.codings.values()):
        for column, other in enumerate(item.codings.values()):
            if row == column:
                continue
            later = near = 0
            for press in one.boundaries:
                apart = [press - theirs for theirs in other.boundaries]
                least = min(map(abs, apart), default=None)
                if least is not None:
                    everything.append(least)
                if least is not None and least <= steps:
                    near += 1
                    # With one as far on each side it is neither late nor early.
                    nearest = {gap for gap in apart if abs(gap) == least}
                    later += sum(nearest)
            assert (found.later[row, column], found.near[row, column]) == (later, near)
    assert found.distance == (median(everything) if everything else None)


@given(ITEMS, st.integers(0, 9))
def test_who_is_alone_is_counted_press_by_press(item: Item, steps: int) -> None:
    found = pairs_of_item(item, steps)
    people = list(item.codings.values())
    for row, one in enumerate(people):
        others = [
            at for which, other in enumerate(people) if which != row for at in other.boundaries
        ]
        alone = [at for at in one.boundaries if all(abs(at - other) > steps for other in others)]
        assert found.alone[row].tolist() == alone


def test_people_who_are_handled_in_parts_come_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(3)
    codings = {f"p{at}": sorted(set(rng.integers(1, 600, 40).tolist())) for at in range(7)}
    item = Item("film", {who: Segmentation(600, tuple(at)) for who, at in codings.items()})
    at_once = pairs_of_item(item, 9)
    monkeypatch.setattr("segmetrics.metrics.time.pairs_of_item.CELLS", 700)  # two people
    found = pairs_of_item(item, 9)
    assert found.distance == at_once.distance
    for name in ("covering", "later", "near"):
        assert getattr(found, name).tolist() == getattr(at_once, name).tolist()
    for one, other in zip(found.alone, at_once.alone, strict=True):
        assert one.tolist() == other.tolist()


def test_a_film_by_hand() -> None:
    film = Corpus.from_times(
        {"film": {"ann": [10, 30], "ben": [11, 29, 50], "cy": []}}, durations={"film": 60}
    )
    found = pairs_of_item(film["film"], 2000)
    # Ann to Ben 1 and 1 s, Ben to Ann 1, 1 and 20 s; nobody is near Cy, who never pressed.
    assert found.distance == 1000
    assert found.later.tolist() == [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
    assert found.near.tolist() == [[0, 2, 0], [2, 0, 0], [0, 0, 0]]
