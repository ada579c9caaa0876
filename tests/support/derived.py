"""What is put into a formula, evaluated."""

from __future__ import annotations

import math
import re
from fractions import Fraction

import pytest

from segmetrics.derivations.derivation import Derivation

# Numbers in formulas have six decimals; what is made of them is a little less exact.
NEARLY = 2e-5


def arguments(text: str, start: int, count: int) -> tuple[list[str], int]:
    """Read the arguments in braces that follow a command, and where they end."""
    found = []
    for _ in range(count):
        assert text[start] == "{"
        depth, end = 1, start + 1
        while depth:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        found.append(text[start + 1 : end - 1])
        start = end
    return found, start


def evaluated(latex: str) -> float:
    """Evaluate the few commands of LaTeX that inserted formulas have, numbers as fractions."""
    for command, count, form in ((r"\frac", 2, "(({})/({}))"), (r"\sqrt", 1, "root({})")):
        while command in latex:
            at = latex.rindex(command)
            parts, end = arguments(latex, at + len(command), count)
            latex = latex[:at] + form.format(*parts) + latex[end:]
    plain = latex.replace(r"\left", "").replace(r"\right", "").replace(r"\times", "*")
    exact = re.sub(r"\d+(\.\d+)?", r"Fraction('\g<0>')", plain.replace("^2", "**2"))
    exact = exact.replace("**Fraction('2')", "**2")
    assert not re.search(r"[\\{}^]", exact), exact
    return float(eval(exact, {"Fraction": Fraction, "root": math.sqrt}))


def holds(found: Derivation) -> None:
    """Check that everything that is inserted evaluates to what it is said to be."""
    for step in found.steps:
        assert evaluated(step.inserted) == pytest.approx(step.value, abs=NEARLY), step
    if found.value is None:
        assert found.undefined
        assert not found.inserted
    else:
        assert not found.undefined
        assert evaluated(found.inserted) == pytest.approx(found.value, abs=NEARLY, rel=1e-4), found
