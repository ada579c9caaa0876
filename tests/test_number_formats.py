"""Numbers as people read them, and that nothing else in the package formats them."""

from __future__ import annotations

import ast
from decimal import ROUND_HALF_UP, Decimal
from typing import TypeGuard

import pytest

from segmetrics.number_formats import (
    DASH,
    MINUS,
    between,
    clock,
    count,
    exact_time,
    in_paper,
    interval_in_paper,
    of_ten,
    p_in_paper,
    p_in_sentence,
    p_value,
    per_100,
    percent,
    printed,
    rate,
    read,
    seconds,
    short,
    shown,
    signed,
    signed_short,
    six_decimals,
    told_apart,
)
from tests.support.project import PROJECT

# Formulas have formats of their own: what is inserted in them can be computed again.
ELSEWHERE = {"latex_formulas.py"}


@pytest.mark.parametrize(
    ("time", "decimals", "text"),
    [
        (0, 0, "0:00"),
        (59.9, 0, "0:59"),
        (65.2, 0, "1:05"),
        (3725, 0, "1:02:05"),
        (65.24, 1, "1:05.2"),
        (59.96, 1, "1:00.0"),
        (3725.05, 3, "1:02:05.050"),
        (2.3, 0, "0:02"),
        (0.29, 2, "0:00.29"),
    ],
)
def test_a_time_is_written_as_players_show_it(time: float, decimals: int, text: str) -> None:
    assert clock(time, decimals) == text


@pytest.mark.parametrize("sign", [1, -1])
def test_what_is_in_the_middle_goes_away_from_0_as_in_a_spreadsheet(sign: int) -> None:
    """Whatever the binary fraction, and whatever the order in which it was summed up."""
    for thousandths in range(5, 1000, 10):
        exact = sign * Decimal(thousandths) / 1000
        expected = str(exact.quantize(Decimal("0.01"), ROUND_HALF_UP)).replace("-", MINUS)
        for value in (float(exact), float(exact) - 1e-16, float(exact) + 1e-16):
            assert short(value) == expected
    ten_thousandths = (Decimal(one) / 100000 for one in range(5, 1000, 10))
    for exact in ten_thousandths:
        assert shown(float(exact)) == str(exact.quantize(Decimal("0.0001"), ROUND_HALF_UP))


def in_decimals(exact: Decimal, decimals: int) -> str:
    """Return a number as a spreadsheet rounds it, its thousands apart."""
    return f"{exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):,}"


@pytest.mark.parametrize("whole", [0, 1, 7, 100, 4096, 16384, 20000, 131072])
def test_every_format_goes_away_from_0_in_the_middle(whole: int) -> None:
    """Large ones, too, whose binary fractions are coarse."""
    for digit in range(10):
        tenths = whole + Decimal(digit) / 10
        hundredths = tenths + Decimal("0.05")
        middle = Decimal(whole) + Decimal(digit) / 100 + Decimal("0.005")
        assert short(float(middle)).replace(",", "") == in_decimals(middle, 2).replace(",", "")
        assert printed(float(middle), 2) == in_decimals(middle, 2)
        assert printed(-float(middle), 2) == MINUS + in_decimals(middle, 2)
        assert rate(float(hundredths)) == in_decimals(hundredths, 1)
        assert count(float(whole + Decimal("0.5"))) == f"{whole + 1:,}"
        assert percent(float(middle)) == f"{int(100 * middle + Decimal('0.5'))}%"
        assert seconds(float(tenths) + 0.0005) == f"{(tenths + Decimal('0.001')).normalize():f} s"


def test_a_half_of_ten_of_a_hundred_and_of_a_thousand_goes_away_from_0() -> None:
    assert [of_ten(share) for share in (0.05, 0.25, 0.45, 0.85)] == ["1", "3", "5", "9"]
    assert [per_100(of) for of in (0.25, 2.25, 4.5, 6.5)] == ["0.3", "2.3", "5", "7"]
    assert six_decimals(0.0000125) == "0.000013"


@pytest.mark.parametrize(
    ("time", "text"),
    [(83.9, "1:23.900"), (7200, "2:00:00"), (0.0014, "0:00.001"), (0.07, "0:00.070")],
)
def test_an_exact_time_has_milliseconds_if_there_are_some(time: float, text: str) -> None:
    assert exact_time(time) == text


@pytest.mark.parametrize(
    ("length", "text"), [(3.0, "3 s"), (0.5, "0.5 s"), (0.02, "0.02 s"), (100, "100 s")]
)
def test_a_length_of_time_is_written_without_idle_zeros(length: float, text: str) -> None:
    assert seconds(length) == text


@pytest.mark.parametrize(
    ("value", "text", "on_page"),
    [
        (None, DASH, DASH),
        (0.123456, "0.1235", "0.1235"),
        (1.0, "1.0000", "1.0000"),
        (-0.25, "−0.2500", "−0.2500"),
        (-0.00001, "0.0000", "0.0000"),
        (-0.0, "0.0000", "0.0000"),
        (0, "0", "0"),
        (7, "7", "7"),
        (1234, "1234", "1,234"),
    ],
)
def test_a_value_has_four_decimals_and_a_count_none(
    value: float | None, text: str, on_page: str
) -> None:
    assert shown(value) == text
    assert read(value) == on_page


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (signed(0.25), "+0.2500"),
        (signed(-0.00001), "+0.0000"),
        (signed(None), DASH),
        (p_value(1 / 1001), "≤ 0.001"),
        (p_value(0.00009), "≤ 0.001"),
        (p_value(2 / 1001), "0.0020"),
        (p_in_sentence(1 / 1001), "≤ 0.001"),
        (p_in_sentence(0.0131), "= 0.013"),
        (p_in_sentence(0.9960), "> 0.99"),
        (p_in_sentence(1.0), "= 1.00"),
        (p_value(None), DASH),
        (between(0.5, 1.0), "0.5000 to 1.0000"),
        (between(-0.5, 1.0, signed), f"{MINUS}0.5000 to +1.0000"),
        (between(None, 1.0), ""),
        (between(0.004, 0.81, short), "0.004 to 0.81"),
        (between(-0.0031, 0.0004, short), f"{MINUS}0.003 to 0.0004"),
        (between(0.004, 0.0, signed_short), "+0.004 to +0.00"),
        (interval_in_paper(0.0041, 1.0), "[.004, 1.00]"),
        (interval_in_paper(-0.05, 0.81), f"[{MINUS}.05, .81]"),
        (interval_in_paper(-0.0004, 0.397), f"[{MINUS}.0004, .40]"),
        (p_value(0.05004), "0.05004"),
        (p_in_sentence(0.0497), "= 0.0497"),
        (p_in_paper(0.0504), "= .0504"),
        (p_in_paper(0.05), "= .050"),
        (short(0.126), "0.13"),
        (rate(1234.56), "1,234.6"),
        (count(1234.6), "1,235"),
        (six_decimals(1234.5), "1,234.5"),
        (six_decimals(3.0), "3"),
        (percent(0.126), "13%"),
        (printed(1234.5, 2), "1,234.50"),
        (printed(0.00001, 3, sign=True), "+0.000"),
    ],
)
def test_each_kind_of_number_has_its_format(text: str, expected: str) -> None:
    assert text == expected


def test_two_values_of_a_sentence_are_told_apart() -> None:
    assert told_apart(0.764, 0.731) == ("0.76", "0.73")
    assert told_apart(0.7641, 0.7639) == ("0.7641", "0.7639")
    assert told_apart(None, 0.5) == (DASH, "0.50")


@pytest.mark.parametrize(
    ("value", "in_two", "in_four"),
    [
        (0.39733, "0.397", "0.3973"),
        (0.3949, "0.39", "0.3949"),
        (0.4, "0.40", "0.4000"),
        (0.4 - 1e-12, "0.40", "0.4000"),  # sums in another order may give either
        (0.4049, "0.405", "0.4049"),
        (0.39997, "0.39997", "0.39997"),
        (-0.2, f"{MINUS}0.20", f"{MINUS}0.2000"),
    ],
)
def test_a_number_is_not_rounded_onto_a_limit(value: float, in_two: str, in_four: str) -> None:
    assert short(value, 0.4) == in_two
    assert shown(value, 0.4) == in_four
    assert in_paper(value, 0.4) == in_two.replace("0.", ".", 1)
    # Where nothing is decided it is rounded as everybody would.
    assert short(value) == f"{value:.2f}".replace("-", MINUS)


def rounding(node: ast.AST) -> TypeGuard[ast.FormattedValue]:
    """Whether a node of an f-string gives a number its decimals."""
    if not isinstance(node, ast.FormattedValue) or node.format_spec is None:
        return False
    return ast.unparse(node.format_spec).rstrip("'\"").endswith(("f", "%"))


def test_no_other_file_rounds_a_number_for_reading() -> None:
    assert any(map(rounding, ast.walk(ast.parse('f"{x:.4f}"'))))
    for file in sorted((PROJECT / "segmetrics").rglob("*.py")):
        if file.name == "number_formats.py" or ELSEWHERE & set(file.parts):
            continue
        wrong = [
            node.lineno for node in ast.walk(ast.parse(file.read_text("utf-8"))) if rounding(node)
        ]
        assert not wrong, f"{file}: {wrong}"
