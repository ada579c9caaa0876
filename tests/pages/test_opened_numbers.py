"""Numbers that an address opens, on every page that has some."""

from __future__ import annotations

import pytest

from tests.support.pages import launch, texts

# A page and its corpora, what is said of a number that it does not have, some of these, and some
# that it has, with their titles.
PAGES = {
    "overview": (
        {"corpus": "moonstone"},
        "is no number of this corpus",
        [
            "pi_star",
            "pi_star item nobody",
            "mode item ch1",
            "x.pi_star item ch1",
            "s pair an1\nan2",
        ],
        {
            "pi_star item ch1": "π* over S of ch1",
            "b.pi_star group an1-an4": "π* over B of group an1-an4",
            "alpha group an5-an10": "α of group an5-an10",
            "bias corpus ": "Bias of the corpus",
            "corrected item ch1": "R over S of ch1",
            "corrected_p corpus ": "p over S of the corpus",
            "wd pair an1\nan2\nch1": "WindowDiff of an1 against an2",
        },
    ),
    "compare": (
        {"corpus": "interviews", "other": "interviews-2"},
        "is no number of these two rounds",
        ["x", "pi_star item ch1", "pi_b.after item interview 4"],
        {
            "pi_star.before item interview 4": "π* over S of interview 4, before",
            "one_minus_wd_mean.change corpus ": "Change of 1−WD of the corpus",
            "alpha.after corpus ": "α of the corpus, after",
            "corrected.before item interview 4": "R over S of interview 4, before",
        },
    ),
    "decide": (
        {"corpus": "moonstone", "item": "ch1"},
        "is no number of this consensus",
        ["x", "pi_star corpus ", "s here an5", "s gold nobody"],
        {
            "s here an1": "S of the consensus and an1 on ch1",
            "wd gold an5": "1−WD of the consensus and an5",
        },
    ),
    "segmenters": (
        {"corpus": "moonstone"},
        "is no number of these segmenters",
        ["x", "pi_star corpus ", "pi_b segmenter an1-an4\nnobody"],
        {"pi_b segmenter an1-an4\nNONE": "Change of π* over B of an1-an4 by NONE"},
    ),
}


@pytest.mark.parametrize("page", PAGES)
def test_a_number_in_the_address_opens_and_one_that_is_none_is_said(page: str) -> None:
    query, refused, none, some = PAGES[page]
    app = launch(page, None, **query)
    for number, title in [*some.items(), *((one, "") for one in none)]:
        app.query_params["number"] = number
        app.run()
        assert not app.exception
        shown = [one.proto.dialog.title.replace("\\", "") for one in app.get("dialog")]
        assert shown == [title] * bool(title), number
        assert (refused in texts(app)) == (not title), number
        assert len(app.latex) == 7 if title and page == "segmenters" else app.latex or not title
