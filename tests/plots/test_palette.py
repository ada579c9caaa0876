"""Marks: one palette everywhere, told apart by colour-blind readers and in grey print."""

from __future__ import annotations

import re
import tomllib
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from segmetrics.plots.heat_maps import EXPORT_TEMPLATE
from segmetrics.plots.palette import (
    DARK,
    FULL,
    GROUPS,
    LIGHT,
    MARKS,
    NEAR,
    OTHER,
    REFERENCE,
    VALUE,
    Theme,
    group_look,
    mark_called,
    scale,
)
from tests.support.known import known
from tests.support.project import PROJECT

COMPONENTS = PROJECT / "segmetrics" / "dashboard" / "components"
THEMES = {"light": LIGHT, "dark": DARK}
# Contrast that WCAG 2.1 asks for: 1.4.11 of graphical objects, 1.4.3 of text.
OF_MARKS, OF_TEXT = 3.0, 4.5
# Distance in CIELAB between meanings, seen with any colour vision: twenty times what can just
# be told apart (2.3, Mahy et al. 1994).
APART = 46.0
# Machado, Oliveira & Fernandes (2009), severity 1, for linear RGB.
VISIONS = {
    "usual": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def linear(colour: str) -> NDArray[np.float64]:
    """Linear RGB of a colour of sRGB (IEC 61966-2-1)."""
    found = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(found <= 0.04045, found / 12.92, ((found + 0.055) / 1.055) ** 2.4)


def luminance(colour: str) -> float:
    return float(linear(colour) @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, other: str) -> float:
    """Contrast of WCAG 2.1."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lightness_and_hue(colour: str, vision: str) -> NDArray[np.float64]:
    """CIELAB of a colour under D65, as somebody sees it."""
    seen = np.clip(np.array(VISIONS[vision]) @ linear(colour), 0, 1)
    to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    ratio = np.array(to_xyz) @ seen / [0.9505, 1, 1.089]
    root = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.array([116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])])


def distance(one: str, other: str, vision: str) -> float:
    return float(np.linalg.norm(lightness_and_hue(one, vision) - lightness_and_hue(other, vision)))


def test_the_measures_are_those_of_the_standards() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # WCAG's example
    assert lightness_and_hue("#ffffff", "usual") == pytest.approx([100, 0, 0], abs=0.1)
    # sRGB red under D65 has L* 53.24, a* 80.09, b* 67.20.
    assert lightness_and_hue("#ff0000", "usual") == pytest.approx([53.24, 80.09, 67.20], abs=0.1)
    # Every vision sees grey as grey.
    for vision in VISIONS:
        assert lightness_and_hue("#808080", vision)[1:] == pytest.approx([0, 0], abs=0.1)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_meanings_are_told_apart_by_everybody(theme: Theme, vision: str) -> None:
    for one, other in combinations((theme.ink, NEAR, FULL), 2):
        assert distance(one, other, vision) >= APART


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_marks_and_text_stand_out_from_the_ground(theme: Theme) -> None:
    marks = [NEAR, FULL, VALUE, REFERENCE, *(look.colour for look in GROUPS), theme.shares[-1]]
    assert [mark for mark in marks if contrast(mark, theme.ground) < OF_MARKS] == []
    texts = [theme.ink, *theme.coders]
    assert [text for text in texts if contrast(text, theme.ground) < OF_TEXT] == []


def test_print_tells_apart_by_shape() -> None:
    kinds = [MARKS["match"], MARKS["transposition"], MARKS["substitution"], OTHER]
    assert len({mark.symbol for mark in kinds}) == len(kinds)
    assert len({MARKS[kind].dash for kind in ("transposition", "substitution")}) == 2
    assert len({MARKS[kind].pattern for kind in ("transposition", "substitution", "retyping")}) == 3
    for of in zip(*GROUPS, strict=True):
        assert len(set(of)) == len(GROUPS)
    taken = {mark.symbol for mark in MARKS.values() if mark.symbol != "circle"}
    assert not taken & {look.symbol for look in GROUPS}
    assert not {NEAR, FULL} & {look.colour for look in GROUPS}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_more_is_further_from_the_ground(theme: Theme) -> None:
    found = [contrast(shade, theme.ground) for shade in theme.shares]
    assert found == sorted(found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("name", THEMES)
def test_the_dashboard_has_the_same_colours(name: str) -> None:
    config = tomllib.loads((PROJECT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    colours, theme = config["theme"][name], THEMES[name]
    assert (colours["blueColor"], colours["orangeColor"]) == (NEAR, FULL)
    assert (colours["backgroundColor"], colours["textColor"]) == (theme.ground, theme.ink)
    assert colours["borderColor"] == theme.line
    assert colours["secondaryBackgroundColor"] == theme.shares[0]
    assert tuple(colours["chartSequentialColors"]) == theme.shares
    listed = colours["chartCategoricalColors"]
    assert listed == [NEAR, FULL, *theme.coders, VALUE, REFERENCE]
    assert contrast(colours["primaryColor"], theme.ground) >= OF_TEXT
    # The components take the coders' colours from there.
    found = known(re.search(r"CODER_COLOURS = \[([\d, ]+)\]", script("places.js")))
    assert [listed[int(place)] for place in found[1].split(",")] == list(theme.coders)


def script(name: str) -> str:
    return (COMPONENTS / name).read_text(encoding="utf-8")


def test_components_have_the_same_words_and_no_colours_of_their_own() -> None:
    for kind, mark in MARKS.items():
        assert f'{kind}: ["{mark.name}", "{mark.plural}",' in script("places.js")
    for file in COMPONENTS.glob("*.[jc]s*"):
        content = file.read_text(encoding="utf-8")
        assert re.findall(r"#[0-9a-fA-F]{3,8}\b(?![\w-])|\brgba?\(", content) == [], file.name


def test_the_style_sheet_draws_each_mark_in_its_colour() -> None:
    css = script("places.css")
    variables = {NEAR: "--st-blue-color", FULL: "--st-orange-color", None: "--st-text-color"}
    for kind, mark in MARKS.items():
        rules = [rule for rule in css.splitlines() if re.match(rf".*\.{kind} (path|line)", rule)]
        assert rules
        assert all(f"stroke: var({variables[mark.colour]})" in rule for rule in rules)


def test_looks_are_found() -> None:
    assert mark_called("near misses") is MARKS["transposition"]
    assert mark_called("something else") is OTHER
    assert group_look(0, 1).colour == VALUE
    assert group_look(1, 2) == GROUPS[1]
    assert group_look(99, 100) == GROUPS[-1]


def test_print_has_a_white_ground_and_the_light_scale() -> None:
    layout = EXPORT_TEMPLATE.layout
    assert (layout.paper_bgcolor, layout.plot_bgcolor) == ("white", "white")
    assert list(layout.colorscale.sequential) == scale(LIGHT)
    assert [share for share, _ in scale(LIGHT)] == pytest.approx(np.linspace(0, 1, 10))
