"""A page that breaks off says so in words, and leads back."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from segmetrics.dashboard.frame import words
from tests.support.project import PROJECT


def test_a_page_that_breaks_off_says_so_and_leads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    at = AppTest.from_file(str(PROJECT / "app.py"), default_timeout=60).run()
    at.query_params["corpus"] = "moonstone"
    monkeypatch.setattr("segmetrics.dashboard.results.overview_view.what_to_do", _broken)

    at.switch_page("pages/overview_page.py").run()
    assert [one.value for one in at.error] == [words.FAILED]
    assert len(at.exception) == 1


def _broken(*_: object) -> None:
    raise RuntimeError("secret text of a corpus")
