"""Page, paragraph, JSON, CSV and command say one verdict, one R and one interval of a corpus."""

from __future__ import annotations

import pytest

from tests.support.media import contradictions, random_recordings, random_texts


@pytest.mark.parametrize("number", range(40))
def test_media_do_not_contradict_each_other_on_texts(number: int) -> None:
    """``python -m tests.support.media 1000`` looks at a thousand."""
    assert contradictions(random_texts(number)) == []


@pytest.mark.parametrize("number", range(8))
def test_media_do_not_contradict_each_other_on_recordings(number: int) -> None:
    assert contradictions(random_recordings(number)) == []
