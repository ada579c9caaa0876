"""Scenes of the Laboratory: as published, and true to what they say of themselves."""

from __future__ import annotations

import pytest

from segmetrics import Corpus, Segmentation
from segmetrics.coefficients.agreement_table import agreement
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.metrics.registry import METRICS
from segmetrics.reproduction.diaz2022 import JUDGED
from segmetrics.reproduction.scenes import MADE_UP, SCENES, SOURCES, Printed, Scene
from tests.support.known import known

PRINTED = [(scene, printed) for scene in SCENES.values() for printed in scene.printed]


def value(scene: Scene, metric: str, hypothesis: str, **options: object) -> float:
    segmentations = scene.segmentations
    against = next(iter(segmentations))
    return known(
        METRICS[metric](segmentations[hypothesis], segmentations[against], **options).value
    )


def name_of(case: tuple[Scene, Printed]) -> str:
    scene, one = case
    return f"{scene.key} {one.hypothesis} {one.reference} {one.metric} {one.options.get('part')}"


@pytest.mark.parametrize(("scene", "printed"), PRINTED, ids=map(name_of, PRINTED))
def test_what_is_printed_is_computed(scene: Scene, printed: Printed) -> None:
    pair = scene.segmentations[printed.hypothesis], scene.segmentations[printed.reference]
    found = known(printed.computed(*pair))
    # A difference that is known must be one: else nobody would notice that it is gone.
    assert printed.equals(found) == (not printed.differs)


@pytest.mark.parametrize(
    ("text", "value", "equal"),
    [
        ("0.67", 2 / 3, True),
        ("0.67", 0.66, False),
        ("0.62", 0.625, True),
        ("0.88", 0.875, True),
        ("0.8461", 11 / 13, True),
        ("0.8463", 11 / 13, False),
        ("9/13", 9 / 13, True),
        ("9/13", 0.6923, False),
        ("40", 39.0, False),
        ("39", 39.0, True),
        ("1", 1.0, True),
        ("1", 0.49, False),
    ],
)
def test_a_value_equals_what_it_is_printed_as(text: str, value: float, equal: bool) -> None:
    printed = Printed(hypothesis="h", reference="r", metric="s", text=text)
    assert printed.equals(value) == equal


@pytest.mark.parametrize("scene", SCENES.values(), ids=lambda scene: scene.key)
def test_a_scene_can_be_drawn_and_says_where_it_is_from(scene: Scene) -> None:
    assert SCENES[scene.key] is scene
    assert 2 <= len(scene.lanes) <= 6
    masses = {s.mass for s in scene.segmentations.values()}
    assert len(masses) == 1
    assert 2 <= masses.pop() <= 60
    assert scene.look.endswith(".")
    assert bool(scene.place) == (scene.source != MADE_UP)
    assert scene.cited.startswith(SOURCES[scene.source])
    for printed in scene.printed:
        assert {printed.hypothesis, printed.reference} <= scene.lanes.keys()


def test_there_is_a_scene_of_each_source() -> None:
    assert {scene.source for scene in SCENES.values()} == SOURCES.keys()


def test_scenes_without_figures_of_their_own_say_so() -> None:
    for scene in SCENES.values():
        if scene.place.startswith("after "):
            assert not scene.printed
            assert "made up in its manner" in scene.look


@pytest.mark.parametrize("scene", ["even", "uneven"])
def test_winpr_counts_errors_of_every_scene_k_times(scene: str) -> None:
    found = SCENES[f"scaiano2012_{scene}"]
    for name, part in (("3 more", "fp"), ("3 fewer", "fn")):
        # Three errors, a mean segment of ten units, hence k = 5.
        assert value(found, "winpr", name, part=part) == 3 * 5
        spoiled = 55 * value(found, "wd", name, width=found.width)
        assert round(spoiled) == {"even": 15, "uneven": 9 if name == "3 more" else 10}[scene]


def test_section_3_3_has_39_boundaries_and_20_more_or_18_fewer() -> None:
    scene = SCENES["scaiano2012_section3_3"]
    gold, more, fewer = (set(one.boundaries) for one in scene.segmentations.values())
    assert (len(gold), len(more - gold), len(gold - fewer)) == (39, 20, 18)
    assert gold < more
    assert fewer < gold
    assert [float(printed.text) for printed in scene.printed] == [0.66, 1, 1, 0.54]
    close = [value(scene, "wd", name, width=scene.width) for name in list(scene.lanes)[1:]]
    assert close[0] == pytest.approx(close[1], abs=0.05)


def test_whom_people_judged_closer_is_said() -> None:
    for text, closer in JUDGED.items():
        assert f"found {closer} closer" in SCENES[text].look


def test_full_misses_pile_up() -> None:
    scene = SCENES["fournier2012_figure5a"]
    for number, name in enumerate(list(scene.lanes)[1:], 1):
        assert value(scene, "s", name) == pytest.approx(1 - number / 39)
        assert 1 - value(scene, "wd", name) < value(scene, "s", name)


def test_a_boundary_moves_away() -> None:
    scene = SCENES["fournier2012_figure5b"]
    names = list(scene.lanes)[1:]
    assert [value(scene, "b", name) for name in names] == [0.5, 0, 0, 0, 0]
    assert len({value(scene, "s", name) for name in names[1:]}) == 1
    for metric, sign in (("wd", 1), ("a", -1)):
        values = [sign * value(scene, metric, name) for name in names]
        assert values == sorted(set(values))
    assert value(scene, "b", names[1], n=3) > 0


def test_a_longer_text() -> None:
    short, long = (SCENES[f"fournier2012_figure5c_{which}"] for which in ("short", "long"))
    for name, masses in short.lanes.items():
        assert long.lanes[name] == tuple(5 * mass for mass in masses)
    assert value(long, "s", "hypothesis") > value(short, "s", "hypothesis")
    assert value(long, "wd", "hypothesis") > value(short, "wd", "hypothesis")
    for metric in ("a", "b"):
        assert value(long, metric, "hypothesis") == value(short, metric, "hypothesis")


def test_a_lazy_coder_hardly_moves_s_and_halves_b() -> None:
    lanes = dict(SCENES["lazy"].lanes)

    def pi_star(similarity: str) -> float:
        corpus = Corpus.from_masses({"text": lanes})
        row = agreement(corpus, AgreementOptions(similarity=similarity)).items[0]
        return known(row.pi_star)

    assert Segmentation.from_masses(lanes["lazy"]).boundaries == ()
    with_lazy = {similarity: pi_star(similarity) for similarity in "sb"}
    del lanes["lazy"]
    assert pi_star("s") / with_lazy["s"] < 1.1
    assert pi_star("b") / with_lazy["b"] > 2
