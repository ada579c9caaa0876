"""Numbers that an address opens, on every page that has some."""

from __future__ import annotations

import pytest

from tests.support.pages import launch, texts

# A page and its corpora, and what is said of a number that it does not have.
PAGES = {
    "overview": ({"corpus": "moonstone"}, "is no number of this corpus"),
    "compare": (
        {"corpus": "interviews", "other": "interviews-2"},
        "is no number of these two rounds",
    ),
    "decide": ({"corpus": "moonstone", "item": "ch1"}, "is no number of this consensus"),
    "segmenters": ({"corpus": "moonstone"}, "is no number of these segmenters"),
}


@pytest.mark.parametrize(
    ("page", "number", "title"),
    [
        ("overview", "pi_star item ch1", "π* over S of ch1"),
        ("overview", "b.pi_star group an1-an4", "π* over B of group an1-an4"),
        ("overview", "alpha group an5-an10", "α of group an5-an10"),
        ("overview", "bias corpus ", "Bias of the corpus"),
        ("overview", "corrected item ch1", "R over S of ch1"),
        ("overview", "corrected_p corpus ", "p over S of the corpus"),
        ("overview", "wd pair an1\nan2\nch1", "WindowDiff of an1 against an2"),
        ("compare", "pi_star.before item interview 4", "π* over S of interview 4, before"),
        ("compare", "one_minus_wd_mean.change corpus ", "Change of 1−WD of the corpus"),
        ("compare", "alpha.after corpus ", "α of the corpus, after"),
        ("compare", "corrected.before item interview 4", "R over S of interview 4, before"),
        ("decide", "s here an1", "S of the consensus and an1 on ch1"),
        ("decide", "wd gold an5", "1−WD of the consensus and an5"),
        ("segmenters", "pi_b segmenter an1-an4\nNONE", "Change of π* over B of an1-an4 by NONE"),
    ],
)
def test_a_number_in_the_address_opens(page: str, number: str, title: str) -> None:
    query, refused = PAGES[page]
    app = launch(page, None, **query, number=number)
    (dialog,) = app.get("dialog")
    assert dialog.proto.dialog.title.replace("\\", "") == title
    assert len(app.latex) == 7 if page == "segmenters" else app.latex
    assert refused not in texts(app)


@pytest.mark.parametrize(
    ("page", "number"),
    [
        *(("overview", number) for number in ("pi_star", "pi_star item nobody", "mode item ch1")),
        *(("overview", number) for number in ("x.pi_star item ch1", "s pair an1\nan2")),
        *(("compare", number) for number in ("pi_star item ch1", "pi_b.after item interview 4")),
        *(("decide", number) for number in ("pi_star corpus ", "s here an5", "s gold nobody")),
        *(("segmenters", one) for one in ("pi_star corpus ", "pi_b segmenter an1-an4\nnobody")),
        *((page, "x") for page in ("compare", "decide", "segmenters")),
    ],
)
def test_a_number_that_is_none_is_said(page: str, number: str) -> None:
    query, refused = PAGES[page]
    assert refused in texts(launch(page, None, **query, number=number))
