"""Page, paragraph, JSON, CSV and command say one verdict, one R and one interval of a corpus."""

from __future__ import annotations

import pytest

from segmetrics import sample
from segmetrics.reliability.reliability_table import reliability_of
from tests.support.media import contradictions, on_causes, on_items, random_recordings, random_texts


@pytest.mark.parametrize("number", range(16))
def test_media_do_not_contradict_each_other_on_texts(number: int) -> None:
    """``python -m tests.support.media 1000`` looks at a thousand."""
    assert contradictions(random_texts(number)) == []


@pytest.mark.parametrize("number", range(4))
def test_media_do_not_contradict_each_other_on_recordings(number: int) -> None:
    assert contradictions(random_recordings(number)) == []


@pytest.mark.parametrize(
    "name", ["interviews", "interviews-2", "moonstone", "stargazer", "dialogue", "film"]
)
def test_media_do_not_contradict_each_other_on_samples(name: str) -> None:
    """In the first interviews five of the low items need no work without two coders."""
    corpus = sample(name)
    assert contradictions(corpus) == []
    assert list(on_causes(corpus) if corpus.scale is None else ()) == []


def test_other_counts_and_other_items_are_found() -> None:
    judged = reliability_of(sample("interviews"))
    first = (
        "Agreement is low. On {}, agreement may be chance; on {}, it is better than chance but low "
        "(R below 0.40)."
    )
    assert list(on_items("page", first.format("interview 10", "6 more"), judged)) == []
    assert len(list(on_items("page", first.format("interview 10", "1 more"), judged))) == 1
    assert len(list(on_items("page", first.format("interview 9", "6 more"), judged))) == 1
    paragraph = "3 show agreement well beyond chance and 5 show low agreement beyond chance"
    assert len(list(on_items("paragraph", paragraph, judged))) == 1
