"""What the page Rounds says of single coders."""

from __future__ import annotations

import pytest

from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.dashboard.rounds.followed_coders import FollowedCoder, InRound


def coder(
    name: str,
    before: float | None,
    after: float | None,
    *,
    boundaries: tuple[int, int] = (20, 20),
    rounds: tuple[bool, bool] = (True, True),
) -> FollowedCoder:
    kappas = (before, after)
    found = [
        InRound(2, placed, 200, kappa) if there else None
        for placed, kappa, there in zip(boundaries, kappas, rounds, strict=True)
    ]
    return FollowedCoder(name, tuple(found))


def said(*coders: FollowedCoder) -> list[str]:
    return words.for_whom("pilot", "final", coders)


def test_of_many_coders_the_extremes_alone_are_named() -> None:
    found = said(
        coder("anna", 0.43, 0.64),
        coder("carla", 0.21, 0.60, boundaries=(40, 25)),
        *(coder(f"c{n}", 0.30, 0.56) for n in range(24)),
        coder("eva", 0.37, 0.55, boundaries=(12, 20)),
    )
    assert found == [
        "In pilot, anna agreed most with the others (κ 0.43) and carla least (κ 0.21); in final, "
        "anna agreed most (κ 0.64) and eva least (κ 0.55).",
        "carla gained most: agreement with the others (κ) rose from 0.21 to 0.60; eva least, from "
        "0.37 to 0.55.",
        "carla now marks far fewer boundaries (12.5 in 100 units, before 20.0); eva far more (10.0 "
        "in 100 units, before 6.0).",
        words.NOT_TESTED,
    ]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            [(0.2, 0.6), (0.5, 0.4), (0.3, 0.3)],
            "c0 gained most: agreement with the others (κ) rose from 0.20 to 0.60; that of c1 fell "
            "from 0.50 to 0.40.",
        ),
        (
            [(0.2, 0.6), (0.2, 0.6), (0.3, 0.4)],
            "c0 and c1 gained most: agreement with the others (κ) rose from 0.20 to 0.60; c2 "
            "least, from 0.30 to 0.40.",
        ),
        (
            [(0.2, 0.6), (0.3, 0.3)],
            "c0 gained most: agreement with the others (κ) rose from 0.20 to 0.60; that of c1 "
            "stayed at 0.30.",
        ),
        (
            [(0.6, 0.2), (0.5, 0.4)],
            "Nobody gained: agreement with the others (κ) of c0 fell from 0.60 to 0.20, that of c1 "
            "fell from 0.50 to 0.40.",
        ),
        (
            [(0.2, 0.6), (0.3, 0.4), (0.1, None)],
            "Of the 2 coders in both, c0 gained most: agreement with the others (κ) rose from 0.20 "
            "to 0.60; c1 least, from 0.30 to 0.40.",
        ),
        (
            [(0.2, 0.201), (0.3, 0.5)],
            "c1 gained most: agreement with the others (κ) rose from 0.30 to 0.50; c0 least, from "
            "0.2000 to 0.2010.",
        ),
    ],
)
def test_who_gained_most_and_least(
    changes: list[tuple[float | None, float | None]], sentence: str
) -> None:
    found = said(*(coder(f"c{n}", *change) for n, change in enumerate(changes)))
    assert found[1:] == [sentence, words.NOT_TESTED]


def test_who_agrees_equally_is_not_ranked() -> None:
    alike = [coder(name, 0.2, 0.6) for name in ("ann", "bob")]
    assert said(*alike) == [
        "The agreement of ann and bob with each other (κ) rose from 0.20 to 0.60.",
        words.NOT_TESTED,
    ]
    equal = said(*(coder(f"c{n}", 1.0, 0.9) for n in range(4)), coder("odd", 1.0, 0.2))
    assert equal[0] == (
        "In pilot, all agreed equally with the others (κ 1.00); in final, c0, c1, c2 and 1 more "
        "agreed most (κ 0.90) and odd least (κ 0.20)."
    )
    assert said(*(coder(f"c{n}", 0.5, 0.5) for n in range(5)))[0] == (
        "The agreement of all with the others (κ) stayed at 0.50."
    )


def test_without_kappa_in_both_rounds_it_is_said_why() -> None:
    apart = coder("ann", 0.2, 0.3, rounds=(True, False)), coder("bob", None, 0.3)
    assert said(*apart) == [words.NO_KAPPA]


def test_several_who_mark_far_more_boundaries_are_counted() -> None:
    found = said(
        coder("ann", 0.2, 0.3, boundaries=(10, 16)),
        coder("bob", 0.3, 0.6, boundaries=(0, 5)),
        coder("cy", 0.3, 0.5, boundaries=(10, 14)),
    )
    assert found[2] == (
        "2 coders now mark far more boundaries, above all bob (2.5 in 100 units, before 0.0)."
    )


@pytest.mark.parametrize(
    ("between", "when"), [((), "both rounds"), ((60,), "the first and the last round")]
)
def test_who_always_marks_fewer_does_so_in_the_rounds_that_are_looked_at(
    between: tuple[int, ...], when: str
) -> None:
    """In the round between, the one who marks few in the first and the last marks many."""

    def in_rounds(name: str, *placed: int) -> FollowedCoder:
        return FollowedCoder(name, tuple(InRound(2, one, 200, 0.5) for one in placed))

    found = said(
        in_rounds("few", 10, *between, 10),
        *(in_rounds(f"c{n}", 40, *(40 for _ in between), 40) for n in range(3)),
    )
    assert found[1:] == [
        f"few marks far fewer boundaries than the others in {when} (now 5.0 in 100 units, they "
        "20.0).",
        words.NOT_TESTED,
    ]
