"""The first cases of the fuzzer; ``python -m tests.fuzz`` runs many more."""

from __future__ import annotations

import pytest

from tests.fuzz.cases import run, sources_of

SHARE = 200


@pytest.mark.parametrize("start", range(0, 2_000, SHARE))
def test_reading_gives_a_corpus_or_problems(start: int) -> None:
    results = {run(0, number).result for number in range(start, start + SHARE)}
    assert results == {"corpus", "corpus with problems", "problems"}


def test_a_case_is_known_by_its_number() -> None:
    assert [sources_of(0, number) for number in range(50)] == [
        sources_of(0, number) for number in range(50)
    ]
