"""What takes another number beside R: one line in `quantities.BESIDE` brings it everywhere."""

from __future__ import annotations

import subprocess
import sys

from tests.support.project import PROJECT

WITH_MORE = """
import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path
spec = find_spec("segmetrics.coefficients.quantities")
quantities = sys.modules[spec.name] = module_from_spec(spec)
now = '"alpha": DECISIONS["alpha"],'
more = ' "fleiss": DECISIONS["fleiss"], "kappa_star_b": AGREEMENT["kappa_star"].over("b"),'
source = Path(spec.origin).read_text("utf-8")
assert source.count(now) == 1
exec(source.replace(now, now + more), vars(quantities))

import numpy as np
import segmetrics as sm
from benchmarks.simulated_coders import simulated_corpus
from segmetrics.reliability.intervals import intervals_beside
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.reliability_table import reliability_of
from segmetrics.reporting.results_paragraph import Results, results_paragraph
from segmetrics.reporting.rounds_paragraph import rounds_paragraph
from segmetrics.tables.agreement_columns import agreement_table
from segmetrics.tables.plain import write_csv
from segmetrics.tables.trend_tables import rounds_csv

first, second = (
    simulated_corpus(np.random.default_rng(seed), [(6, 12)]) for seed in (1, 2)
)
options = sm.AgreementOptions()
over_b = sm.agreement(first, sm.AgreementOptions(similarity="b")).corpus.kappa_star
table, found = sm.agreement(first, options), reliability_of(first, options)
assert found.corpus.fleiss == sm.decisions(first).corpus.fleiss, found.corpus
assert found.corpus.kappa_star_b == over_b, found.corpus
around = intervals_beside(first, options, IntervalOptions(), found.chance)
of_fleiss = sm.decision_intervals(first).corpus.fleiss
assert around.corpus.fleiss == of_fleiss and of_fleiss.low is not None, around.corpus
low, high, _ = around.corpus.kappa_star_b
assert low < over_b < high, around.corpus
header, *_ = write_csv(agreement_table(table, around, found)).splitlines()
assert {"fleiss", "fleiss_low", "kappa_star_b", "kappa_star_b_high"} <= {*header.split(",")}, header
written = results_paragraph(Results(corpus=first, table=table, reliability=found, intervals=around))
assert "Fleiss' κ was " in written and "multi-coder κ* over B was " in written, written
rounds = sm.trends([sm.CodingRound("r1", first), sm.CodingRound("r2", second)])
change = rounds.steps[0].table.corpus.fleiss
assert change.after == sm.decisions(second).corpus.fleiss and change.interval.low is not None
lines = rounds_csv(rounds)
assert f"item,{first.items[0].name},fleiss,r1" in lines, lines
assert "corpus,,kappa_star_b,r2,r1" in lines, lines
assert "Fleiss' κ changed by " in rounds_paragraph(rounds), rounds_paragraph(rounds)
"""


def test_a_quantity_declared_in_one_line_has_values_intervals_rounds_and_sentences() -> None:
    command = [sys.executable, "-c", WITH_MORE]
    found = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert not found.returncode, found.stderr
