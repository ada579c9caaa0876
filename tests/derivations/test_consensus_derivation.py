"""Opened numbers of Consensus: what is put in gives agreement with gold and shares of disputes."""

from __future__ import annotations

from fractions import Fraction
from urllib.parse import parse_qsl, urlsplit

import pytest

from segmetrics import Corpus, Segmentation, s, sample
from segmetrics.adjudication.disputes import disputes
from segmetrics.adjudication.gold import gold
from segmetrics.adjudication.gold_agreement import DEFAULT, agreement_with
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.derivations.consensus_derivation import dispute_derivation, gold_derivation
from segmetrics.metrics.similarity import boundary_similarity
from segmetrics.metrics.windows import window_diff
from tests.support.derived import evaluated, holds
from tests.support.pages import launch, table

MOONSTONE = sample("moonstone")
GOLD = {one.item: one.segmentation for one in gold(MOONSTONE)}
EMPTY = Corpus.from_masses(
    {"one": {"x": [1], "y": [1]}, "none": {"v": [4], "w": [4]}, "two": {"v": [1, 3], "w": [4]}}
)


@pytest.mark.parametrize(
    "options",
    [AgreementOptions(), AgreementOptions(n=4, width="boundaries")],
    ids=["usual", "wide"],
)
def test_what_is_inserted_gives_the_agreement(options: AgreementOptions) -> None:
    nothing = {item.name: Segmentation(item.mass, ()) for item in EMPTY.items}
    rows = [*agreement_with(GOLD, MOONSTONE, options), *agreement_with(nothing, EMPTY, options)]
    assert {row.value is None for row in rows} == {True, False}
    for row in rows:
        found = gold_derivation(row, options, DEFAULT.level)
        assert found.value == row.value
        holds(found)


def test_the_counts_are_those_of_the_edits() -> None:
    """Added up here over the items from the metrics of single pairs."""
    options = AgreementOptions()
    for row in agreement_with(GOLD, MOONSTONE, options):
        found = gold_derivation(row, options, DEFAULT.level)
        counts = dict(found.counts)
        pairs = [
            (GOLD[item.name], item.codings[row.coder])
            for item in MOONSTONE.items
            if row.coder in item.codings
        ]
        assert counts["Items that both have"] == len(pairs)
        if row.similarity == "s":
            assert counts["Potential boundaries"] == sum(a.mass - 1 for a, _ in pairs)
            cost = sum(s(a, b).edits.cost for a, b in pairs)
            assert counts["Cost of edits"] == pytest.approx(cost)
        elif row.similarity == "b":
            edits = [boundary_similarity(a, b).edits for a, b in pairs]
            whole = sum(len(one.edits) + len(one.matches) for one in edits)
            assert counts["Edits and matches"] == whole
        else:
            exact = sum(
                (a.mass - 1)
                * (
                    1
                    - sum(
                        Fraction(int(w.errors), int(w.windows))
                        for w in (window_diff(a, b), window_diff(b, a))
                    )
                    / 2
                )
                for a, b in pairs
            )
            assert evaluated(found.inserted) == pytest.approx(
                float(exact / sum(a.mass - 1 for a, _ in pairs)), abs=1e-6
            )


def test_a_share_is_that_of_the_coders_who_differ() -> None:
    found = disputes(MOONSTONE)
    assert found
    for one in found:
        opened = dispute_derivation(one)
        holds(opened)
        assert opened.value == one.dispute
        counts = dict(opened.counts)
        assert counts.pop("Coders of the item who vote") == len(MOONSTONE[one.item].codings)
        assert sum(counts.values()) == len(MOONSTONE[one.item].codings)


# ----- the page


def test_every_number_of_the_tables_opens() -> None:
    app = launch("decide", corpus="moonstone", item="ch1")
    app.session_state["nearness"] = True
    app.run()
    for row in table(app, "Disputed places")["rows"]:
        assert len([cell for cell in row["cells"] if cell.get("opens")]) == 1
    for row in table(app, "Agreement of the consensus")["rows"]:
        values = [cell for cell in row["cells"][1:7] if cell["text"] != "–"]
        known = [cell for cell in values if not (cell.get("title") or "").endswith("this item")]
        assert known
        assert all(cell.get("opens") for cell in known)


def test_a_share_in_the_address_opens() -> None:
    one = disputes(MOONSTONE)[0]
    rows = table(launch("decide", corpus="moonstone"), "Disputed places")["rows"]
    (href,) = [cell["href"] for cell in rows[0]["cells"] if cell.get("opens")]
    app = launch("decide", **dict(parse_qsl(urlsplit(href).query)))
    (dialog,) = app.get("dialog")
    assert dialog.proto.dialog.title.startswith(f"Disputed share of {one.item}, before paragraph")
