"""One segmentation: how it is built, what it refuses and what it says then."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from segmetrics import Segmentation, SegmentationError
from segmetrics.dashboard.server.object_size import size_of
from segmetrics.segmentation import MAX_MASS
from segmetrics.time_scale import TimeScale
from tests.support.random_codings import every


def refused(build: Callable[..., Segmentation], *args: Any) -> str:
    with pytest.raises(SegmentationError) as caught:
        build(*args)
    return str(caught.value)


def test_its_parts_are_counted() -> None:
    segmentation = Segmentation(13, (2, 10, 12))
    assert segmentation.masses == (2, 8, 2, 1)
    assert segmentation.bits == (0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1)
    assert segmentation.segments == 4
    assert segmentation.potential_boundaries == 12


@pytest.mark.parametrize("segmentation", every(6), ids=lambda s: str(s.boundaries))
def test_every_shape_leads_back(segmentation: Segmentation) -> None:
    labels = np.repeat(np.arange(segmentation.segments), segmentation.masses).tolist()
    assert Segmentation.from_masses(segmentation.masses) == segmentation
    assert Segmentation.from_bits(segmentation.bits) == segmentation
    assert Segmentation.from_positions(6, reversed(segmentation.boundaries)) == segmentation
    assert Segmentation.from_labels(labels) == segmentation
    assert sum(segmentation.masses) == 6
    assert sum(segmentation.bits) == len(segmentation.boundaries)


def test_an_item_of_one_unit_has_one_segment() -> None:
    one = Segmentation(1, ())
    assert Segmentation.from_masses([1]) == one
    assert Segmentation.from_bits([]) == one
    assert Segmentation.from_labels(["x"]) == one
    assert Segmentation.from_positions(1, []) == one
    assert (one.masses, one.bits, one.segments, one.potential_boundaries) == ((1,), (), 1, 0)


def test_iterators_are_read_once() -> None:
    assert Segmentation.from_masses(iter([2, 3])).boundaries == (2,)
    assert Segmentation.from_positions(5, iter([3, 1])).boundaries == (1, 3)
    assert Segmentation.from_bits(iter([1, 0])).boundaries == (1,)
    assert Segmentation.from_labels(iter("abb")).boundaries == (1,)


def test_labels_may_return_and_are_compared_by_equality() -> None:
    assert Segmentation.from_labels("aabbba").masses == (2, 3, 1)
    large, equal = int("1000000"), int("1000000")
    assert Segmentation.from_labels([large, equal, large + 1]).masses == (2, 1)
    assert Segmentation.from_labels([("a", 1), ("a", 1.0), None, None]).masses == (2, 2)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint16])
def test_numpy_integers_are_taken_and_become_plain(kind: Any) -> None:
    built = [
        Segmentation.from_masses(np.array([2, 8, 3], dtype=kind)),
        Segmentation.from_masses([2, kind(8), 3]),
        Segmentation.from_positions(13, np.array([10, 2], dtype=kind)),
        Segmentation.from_positions(kind(13), [10, 2]),
    ]
    for segmentation in built:
        assert segmentation == Segmentation(13, (2, 10))
        assert type(segmentation.mass) is int
        assert {type(position) for position in segmentation.boundaries} == {int}


def test_numpy_bits_are_taken() -> None:
    for bits in (np.array([0, 1, 0]), np.array([False, True, False]), [False, True, False]):
        segmentation = Segmentation.from_bits(bits)
        assert segmentation == Segmentation(4, (2,))
        assert {type(position) for position in segmentation.boundaries} == {int}


def test_small_numpy_integers_do_not_overflow() -> None:
    masses = np.full(10, 100, dtype=np.int8)
    assert Segmentation.from_masses(masses).mass == 1000


@pytest.mark.parametrize("wrong", [True, False, np.True_, 2.0, 2.5, "2", None, float("nan")])
def test_what_is_not_a_whole_number_is_named(wrong: Any) -> None:
    shown = repr(wrong)
    assert refused(Segmentation.from_masses, [wrong, 2]) == (
        f"segment size {shown} is not a whole number"
    )
    assert refused(Segmentation.from_positions, 5, [2, wrong]) == (
        f"boundary position {shown} is not a whole number"
    )
    assert refused(Segmentation.from_positions, wrong, []) == f"mass {shown} is not a whole number"
    assert refused(Segmentation, wrong, ()) == f"mass {shown} is not a whole number"
    assert refused(Segmentation, 5, (wrong,)) == f"boundary position {shown} is not a whole number"


def test_there_is_at_least_one_unit() -> None:
    assert refused(Segmentation.from_masses, []) == "no segment: an item has at least one unit"
    assert refused(Segmentation.from_labels, []) == "mass 0: an item has at least one unit"
    assert refused(Segmentation, 0, ()) == "mass 0: an item has at least one unit"
    assert refused(Segmentation, -3, ()) == "mass -3: an item has at least one unit"


@pytest.mark.parametrize("wrong", [0, -1, np.int64(-1)])
def test_a_segment_is_not_empty(wrong: int) -> None:
    assert refused(Segmentation.from_masses, [2, wrong, 5]) == (
        f"segment size {int(wrong)}: a segment has at least one unit"
    )


def test_the_first_wrong_segment_is_the_one_named() -> None:
    assert refused(Segmentation.from_masses, [1, -1, -7]) == (
        "segment size -1: a segment has at least one unit"
    )


def test_there_is_a_limit_to_mass() -> None:
    message = "mass 10000001 is too large to be real (the limit is 10,000,000 units)"
    assert MAX_MASS == 10_000_000
    assert Segmentation(MAX_MASS, (MAX_MASS - 1,)).masses == (MAX_MASS - 1, 1)
    assert Segmentation.from_masses([MAX_MASS - 1, 1]).mass == MAX_MASS
    assert refused(Segmentation, MAX_MASS + 1, ()) == message
    assert refused(Segmentation.from_masses, [MAX_MASS, 1]) == message
    assert refused(Segmentation.from_positions, MAX_MASS + 1, []) == message


def test_huge_numbers_do_not_flood_the_message() -> None:
    huge = 10**5000
    assert refused(Segmentation.from_masses, [huge]) == (
        "mass of more than 24 digits is too large to be real (the limit is 10,000,000 units)"
    )
    assert refused(Segmentation.from_positions, 5, [huge]) == (
        "boundary at of more than 24 digits lies outside the text (1 to 4)"
    )
    assert refused(Segmentation.from_masses, [-huge]) == (
        "segment size of more than 24 digits: a segment has at least one unit"
    )
    assert len(refused(Segmentation.from_masses, ["x" * 5000])) < 80
    assert len(refused(Segmentation.from_bits, ["x" * 5000])) < 80


@pytest.mark.parametrize("position", [0, -1, 5, 6])
def test_a_boundary_lies_inside_the_text(position: int) -> None:
    message = f"boundary at {position} lies outside the text (1 to 4)"
    assert refused(Segmentation, 5, (position,)) == message
    assert refused(Segmentation.from_positions, 5, [2, position]) == message


def test_an_item_of_one_unit_has_no_place_for_a_boundary() -> None:
    message = "boundary at 1, but an item of one unit has no place for one"
    assert refused(Segmentation, 1, (1,)) == message
    assert refused(Segmentation.from_positions, 1, [1]) == message


def test_a_boundary_is_given_once() -> None:
    assert refused(Segmentation, 5, (1, 3, 3)) == "boundary at 3 is given twice"
    assert refused(Segmentation.from_positions, 5, [3, 1, 3]) == "boundary at 3 is given twice"


def test_boundaries_ascend_unless_positions_are_sorted() -> None:
    assert refused(Segmentation, 5, (3, 1)) == "boundary positions are not in ascending order"
    assert refused(Segmentation, 9, (1, 5, 3, 8)) == "boundary positions are not in ascending order"
    assert Segmentation.from_positions(5, [3, 1]).boundaries == (1, 3)


@pytest.mark.parametrize("wrong", [2, -1, 0.5, "1", None])
def test_a_bit_is_0_or_1(wrong: Any) -> None:
    assert refused(Segmentation.from_bits, [0, wrong, 1]) == (
        f"{wrong!r}: a potential boundary is 0 or 1"
    )


def test_boundaries_carry_types_or_levels() -> None:
    a, b = frozenset({"act"}), frozenset({"act", "scene"})
    assert Segmentation(5, (1, 3), types=(a, b)).types == (a, b)
    assert Segmentation(5, (1, 3), levels=(2, 1)).levels == (2, 1)
    assert Segmentation(5, (), types=()).types == ()
    assert Segmentation(5, (), levels=()).levels == ()
    assert Segmentation(5, (1, 3), types=(a, b)) != Segmentation(5, (1, 3))


def test_types_and_levels_do_not_mix() -> None:
    types = (frozenset({"act"}),)
    message = "boundaries carry either types or levels, not both"
    assert refused(Segmentation, 5, (1,), types, (1,)) == message


def test_types_and_levels_are_one_a_boundary() -> None:
    types = (frozenset({"act"}),)
    assert refused(Segmentation, 5, (1, 2), types) == "2 boundaries, but types or levels for 1"
    assert refused(Segmentation, 5, (), types) == "0 boundaries, but types or levels for 1"
    assert refused(Segmentation, 5, (1,), None, (1, 2)) == "1 boundaries, but types or levels for 2"
    assert refused(Segmentation, 5, (1,), None, ()) == "1 boundaries, but types or levels for 0"


def test_a_set_of_types_is_not_empty() -> None:
    types = (frozenset({"act"}), frozenset[str]())
    assert (
        refused(Segmentation, 5, (1, 2), types)
        == "the types of a boundary are a frozenset of at least one"
    )


@pytest.mark.parametrize("wrong", [0, -1, 1.0, True, "1"])
def test_a_level_is_a_whole_number_from_1(wrong: Any) -> None:
    assert refused(Segmentation, 5, (1, 2), None, (1, wrong)) == (
        "a level is a whole number of at least 1"
    )


def test_it_never_changes() -> None:
    segmentation = Segmentation(5, (2,))
    for field in dataclasses.fields(segmentation):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(segmentation, field.name, None)
    with pytest.raises((AttributeError, TypeError)):
        segmentation.note = "x"  # type: ignore[attr-defined]
    assert segmentation == Segmentation(5, (2,))


def test_changing_what_it_was_built_from_changes_nothing() -> None:
    masses, positions = [2, 3], np.array([2])
    from_masses = Segmentation.from_masses(masses)
    from_positions = Segmentation.from_positions(5, positions)
    masses[0], positions[0] = 4, 4
    assert from_masses == from_positions == Segmentation(5, (2,))


def test_equal_segmentations_are_one_key() -> None:
    assert len({Segmentation(5, (2,)), Segmentation.from_masses([2, 3])}) == 1
    assert len({Segmentation(5, (2,)), Segmentation(6, (2,)), Segmentation(5, (3,))}) == 3


def test_boundaries_are_a_sequence_that_equals_their_tuple() -> None:
    as_tuple = (2, 10, 12)
    placed = Segmentation(130, as_tuple).boundaries
    assert placed == as_tuple
    assert as_tuple == placed
    others: list[object] = [(2, 10), [2, 10, 12], Segmentation(130, (2, 10)).boundaries]
    assert placed not in others
    assert placed == Segmentation(140, as_tuple).boundaries
    assert Segmentation(13, as_tuple).boundaries is as_tuple
    assert {placed, as_tuple} == {as_tuple}
    assert repr(placed) == repr(as_tuple)
    assert (placed[0], placed[-1], placed[1:], placed[::-1]) == (2, 12, (10, 12), (12, 10, 2))
    assert (len(placed), 10 in placed, 11 in placed, placed.index(12)) == (3, True, False, 2)
    assert not Segmentation(130, ()).boundaries
    as_array = np.array(placed)
    assert as_array.tolist() == [2, 10, 12]
    assert as_array.dtype == np.int64
    as_array[0] = 5
    assert placed == as_tuple
    assert np.array(placed, dtype=np.int16).dtype == np.int16


def test_boundaries_take_four_bytes_each() -> None:
    """However many there are, and in a pickle too."""
    placed = Segmentation(MAX_MASS, tuple(range(1, 100_001))).boundaries
    assert 400_000 <= size_of(placed) < 401_000
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert len(pickle.dumps(placed, protocol=protocol)) > 400_000
    assert len(pickle.dumps(placed, protocol=pickle.HIGHEST_PROTOCOL)) < 401_000


def test_equal_types_are_one_object() -> None:
    some = [frozenset({"a", "b"}), frozenset({"c"}), frozenset({"b", "a"})]
    coding = Segmentation(9, (1, 2, 3), types=tuple(some))
    assert coding.types is not None
    assert coding.types == tuple(some)
    assert coding.types[0] is coding.types[2]
    read = pickle.loads(pickle.dumps(coding))
    assert read.types[0] is read.types[2]


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_what_was_pickled_comes_back_equal(protocol: int) -> None:
    high = MAX_MASS - 1
    codings = [
        Segmentation(MAX_MASS, (high,)),
        Segmentation(MAX_MASS, (1, high), types=(frozenset("a"), frozenset("b"))),
        Segmentation(MAX_MASS, (high,), levels=(2,)),
        Segmentation(MAX_MASS, (high,), scale=TimeScale(0.01)),
    ]
    read = pickle.loads(pickle.dumps(codings, protocol=protocol))
    assert read == codings
    assert {*read} == {*codings}
    assert copy.copy(read[0]) is read[0]
    assert copy.deepcopy(read) == read
