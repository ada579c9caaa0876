"""The figures of open corpora, against independent figures and computed again."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import open_corpora as command
from benchmarks.open_corpora import PUBLISHED, figures_csv, rows_of
from segmetrics.reproduction.open_corpora import FIGURES, GroupFigures, open_corpora
from tests.support.project import MOONSTONE, PROJECT, reference

PRINTED = 5.1e-5
# As exactly as they are shown: a fit stops near its end.
FITTED = {"hits": 0.005, "added": 0.05, "shifted": 0.005}


def of(corpus: str) -> list[GroupFigures]:
    """Return the rows of a corpus."""
    found = [row for row in open_corpora() if row.corpus.startswith(corpus)]
    assert found
    return found


def test_every_row_has_a_source_and_its_figures_are_in_range() -> None:
    for row in open_corpora():
        assert len(row.source) > 20
        assert row.unit
        assert row.coders > 1 and row.items > 0 and row.units > row.items
        assert 0 < row.density < 100
        for value in (row.corrected, row.alpha, row.pi_star_b, row.pi_star, row.kappa_star):
            assert value is not None and -1 < value <= 1
        assert (row.hits is None) == bool(row.refusal)


def test_the_file_is_what_is_written_of_its_rows() -> None:
    assert figures_csv(open_corpora()) == FIGURES.read_text(encoding="utf-8")


def test_pi_and_kappa_of_the_moonstone_are_those_of_exact_fractions() -> None:
    groups = reference("moonstone_reference.json")["groups"].values()
    for shipped, exact in zip(of("The Moonstone"), groups, strict=False):
        by_formula = exact["defined"]
        assert shipped.pi_star == pytest.approx(by_formula["pi_star_s"], abs=PRINTED)
        assert shipped.kappa_star == pytest.approx(by_formula["kappa_star_s"], abs=PRINTED)


@pytest.mark.usefixtures("complete_moonstone")
def test_the_complete_moonstone_computed_again_is_what_is_shipped() -> None:
    computed_again("moonstone", MOONSTONE)


def test_stargazer_computed_again_is_what_is_shipped() -> None:
    computed_again("stargazer", PROJECT / "data" / "stargazer.json")


def test_the_rows_are_those_of_the_corpora_that_the_command_knows() -> None:
    known = {(one.title, one.source, one.unit) for one in PUBLISHED.values()}
    assert {(row.corpus, row.source, row.unit) for row in open_corpora()} == known


def test_a_corpus_that_is_not_given_keeps_its_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = tmp_path / "open_corpora.csv"
    written.write_bytes(FIGURES.read_bytes())
    monkeypatch.setattr(command, "FIGURES", written)
    command.main([f"stargazer={PROJECT / 'data' / 'stargazer.json'}"])
    assert written.read_text(encoding="utf-8").count("\n") == 1 + len(open_corpora())
    with pytest.raises(SystemExit):
        command.main(["moon=x"])


def computed_again(key: str, path: Path) -> None:
    for shipped, ours in zip(of(PUBLISHED[key].title), rows_of(key, str(path)), strict=True):
        same(shipped, ours)


def same(shipped: GroupFigures, found: GroupFigures) -> None:
    """Check that two rows have the same figures, to the decimals of the file."""
    for name, ours, theirs in zip(GroupFigures._fields, shipped, found, strict=True):
        if name in FITTED:
            assert ours == pytest.approx(theirs, abs=FITTED[name]), name
        elif isinstance(ours, float):
            assert ours == pytest.approx(theirs, abs=PRINTED), name
        else:
            assert ours == theirs, name
