"""Recordings in cells: how many people press together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from segmetrics import Corpus
from segmetrics.plots.binning import moments

PEOPLE = st.lists(st.sets(st.integers(1, 999), max_size=8), min_size=1, max_size=3)


@given(PEOPLE, st.integers(0, 200))
def test_a_cell_has_the_press_around_which_most_press(people: list[set[int]], steps: int) -> None:
    times = {f"p{at}": [press / 1000 for press in one] for at, one in enumerate(people)}
    film = Corpus.from_times({"film": times}, durations={"film": 1})["film"]
    found = moments(film, 10, steps)
    assert (found.size, len(found.largest)) == (100, 10)

    def together(press: int) -> int:
        ends = press - steps // 2, press + steps - steps // 2
        return sum(any(ends[0] <= other <= ends[1] for other in one) for one in people)

    for cell in range(10):
        inside = [press for one in people for press in one if (press - 1) // 100 == cell]
        assert found.marked[cell] == len(inside)
        assert found.largest[cell] == max(map(together, inside), default=0)
        if inside:
            assert together(int(found.at[cell])) == found.largest[cell]
