"""Recordings: times as positions, and what keeps their scale."""

from __future__ import annotations

import csv
import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.cli.command import main
from segmetrics.cli.output import NOTHING
from segmetrics.corpus import Corpus, CorpusError, Item
from segmetrics.io import Source, read_sources
from segmetrics.io.write import WRITERS, CannotWrite
from segmetrics.segmentation import Segmentation, SegmentationError
from segmetrics.store.serialization import corpus_of, document_of
from segmetrics.time_scale import TimeScale, step_of
from segmetrics.times import time_coding


def film(**times: list[float]) -> Corpus:
    return Corpus.from_times({"film": times}, durations={"film": 60})


def test_a_time_is_the_nearest_step_as_it_is_written() -> None:
    # 0.29 / 0.01 is 28.999999999999996 in floats.
    assert TimeScale(0.01).steps(0.29) == 29
    assert TimeScale().steps(4.0005) == 4000  # half goes to even, as `round` does
    assert [TimeScale().seconds(step) for step in (1, 1500, 29)] == [0.001, 1.5, 0.029]


@pytest.mark.parametrize("resolution", [0.001, 0.04, 1 / 3, 1e-9, 1e-300])
def test_many_times_are_the_steps_that_their_digits_say(resolution: float) -> None:
    scale, random = TimeScale(resolution), np.random.default_rng(1)
    near_halves = [scale.seconds(int(n)) + resolution / 2 for n in random.integers(0, 10**6, 300)]
    times = [*random.uniform(-1, 10**5, 300).round(3).tolist(), *near_halves, 1e15, 5e-324]
    exact = Fraction(repr(resolution))
    assert [scale.steps(time) for time in times] == [
        round(Fraction(repr(t)) / exact) for t in times
    ]


@pytest.mark.parametrize("resolution", [0, -1, float("nan"), float("inf"), "1", True])
def test_a_resolution_is_more_than_nothing(resolution: float) -> None:
    with pytest.raises(ValueError, match="resolution"):
        TimeScale(resolution)


def test_each_convention_takes_away_what_it_says() -> None:
    times = [0, 0.5, 2, 2.2, 2.4, 9, 9.9, 10, 11]
    found = time_coding(times, duration=10, trim=(1, 0.5), minimum_gap=0.3, beyond="crop")
    # 2.2 is too close to 2; 2.4 is not, as 2.2 does not count.
    assert found.segmentation.boundaries == (2000, 2400, 9000)
    assert (found.edges, found.trimmed, found.too_close, found.beyond) == (2, 2, 1, 1)
    plain = time_coding(times[:-1], duration=10)
    assert len(plain.segmentation.boundaries) == 6


@pytest.mark.parametrize(
    ("times", "what"),
    [
        ([1.0001, 1.0002], "fall on one step"),
        ([11], "lasts 10 s; beyond='crop'"),
        ([-1], "from 0 on"),
        ([float("nan")], "from 0 on"),
        (["1:30"], "is not a time in seconds"),
        ([True], "is not a time in seconds"),
    ],
)
def test_a_time_that_is_none_of_the_recording_is_refused(times: list[float], what: str) -> None:
    with pytest.raises(SegmentationError, match=what):
        time_coding(times, duration=10)


@pytest.mark.parametrize(
    "given", [{"trim": (-1, 0)}, {"minimum_gap": float("nan")}, {"beyond": "keep"}]
)
def test_a_convention_has_a_sense(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(given))):
        time_coding([1], duration=10, **given)


@pytest.mark.parametrize("duration", [0, -3, float("nan"), 20_000])
def test_a_recording_lasts_as_long_as_its_steps(duration: float) -> None:
    with pytest.raises(SegmentationError, match=r"lasts|another resolution"):
        time_coding([], duration=duration)


def test_a_corpus_has_one_scale() -> None:
    units, steps = Segmentation(10, (5,)), Segmentation(10, (5,), scale=TimeScale())
    items = Item("a", {"anna": units}), Item("b", {"anna": steps})
    with pytest.raises(CorpusError, match=r"'b' has steps of 0.001 s, and item 'a' units"):
        Corpus(items)
    with pytest.raises(CorpusError, match=r"scales differ .*ben: steps of 0.001 s"):
        Item("a", {"anna": units, "ben": steps})
    with pytest.raises(CorpusError, match="how long item 'film' lasts"):
        Corpus.from_times({"film": {"anna": [1]}}, durations={})


def test_a_segmentation_knows_its_scale() -> None:
    found = time_coding([1.5], duration=10, scale=TimeScale(0.01)).segmentation
    assert found == Segmentation(1000, (150,), scale=TimeScale(0.01))
    others = Segmentation(1000, (150,)), Segmentation(1000, (150,), scale=TimeScale())
    assert len({found, *others, Segmentation.from_masses([150, 850])}) == 3
    assert pickle.loads(pickle.dumps(found)) == found
    made = sm.consensus(film(**{who: [20.0] for who in "abcdef"}))
    assert made.items[0].segmentation.scale == TimeScale()


def test_the_scale_stays() -> None:
    corpus = Corpus.from_times(
        {"a": {"x": [1], "y": [2]}, "b": {"y": [3]}}, durations={"a": 9, "b": 9}
    )
    for other in (
        corpus.select(coders=["y"]),
        corpus.select(items=["b"]),
        corpus.anonymised(),
        corpus.with_group_titles({"x": "Viewers"}),
        sm.with_uncertain(corpus, "ignore"),
    ):
        assert other.scale == TimeScale()


def test_the_scale_is_in_the_digest_and_a_corpus_of_units_keeps_its_digest() -> None:
    units, seconds, frames = (
        Corpus((Item("a", {"anna": Segmentation(10, (5,), scale=scale)}),))
        for scale in (None, TimeScale(1), TimeScale(0.04))
    )
    assert len({one.digest for one in (units, seconds, frames)}) == 3
    # Of before there were recordings: an address that was shared still leads to its corpus.
    assert units.digest == "891cca89e5ed5fb23626d775a6299d25f4b530dd700107976d7f3f42d8b7cbb3"


def test_the_scale_comes_back_from_the_store_and_from_the_own_format() -> None:
    corpus = film(anna=[12.5, 30], ben=[13.1])
    assert corpus_of(document_of(corpus), corpus.codings_digest) == corpus
    written = WRITERS["segmetrics-json"].write(corpus)
    assert written.lost == ()
    assert json.loads(written.content)["resolution"] == 0.001
    assert read_sources([Source("film.json", written.content)]).corpus == corpus


def test_many_coders_of_a_long_film_are_read() -> None:
    """Places do not count there: 40 coders of two hours have 288 million."""
    coders = {f"viewer {number}": [float(number + 1)] for number in range(40)}
    corpus = Corpus.from_times({"film": coders}, durations={"film": 7200})
    written = WRITERS["segmetrics-json"].write(corpus)
    assert read_sources([Source("film.json", written.content)]).corpus == corpus


@pytest.mark.parametrize("resolution", [0, "0.001", None, True, [1]])
def test_a_resolution_that_is_none_is_a_problem(resolution: object) -> None:
    data = {
        "format": "segmetrics",
        "version": 1,
        "kind": "linear",
        "resolution": resolution,
        "items": [{"name": "film", "mass": 10, "codings": {"anna": [5]}}],
    }
    reading = read_sources([Source("film.json", json.dumps(data).encode())])
    assert reading.corpus is None
    assert '"resolution" is' in reading.problems[0].what


def test_files_of_two_scales_are_told_apart() -> None:
    one = WRITERS["segmetrics-json"].write(film(anna=[1])).content
    other = WRITERS["segmetrics-json"].write(Corpus.from_masses({"text": {"anna": [1, 2]}})).content
    reading = read_sources([Source("a.json", one), Source("b.json", other)])
    assert reading.corpus is not None
    assert [item.name for item in reading.corpus.items] == ["film"]
    what = "its positions are units, and those of a.json steps of 0.001 s"
    assert reading.problems[0].what == what


def test_other_formats_say_what_they_lose() -> None:
    corpus = film(anna=[1])
    lost = WRITERS["long-csv"].write(corpus).lost
    assert lost == ("that positions are steps of 0.001 s",)
    with pytest.raises(CannotWrite, match="no units to write"):
        WRITERS["choi"].write(corpus)


def test_a_near_miss_is_less_than_a_window_apart() -> None:
    corpus = film(anna=[10, 20, 50], ben=[10.3, 20, 30])
    (found,) = sm.pairwise(corpus, "b", n=0.3)
    assert found.value == pytest.approx(1 / 5)


def test_the_command_takes_seconds_of_recordings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "film.json"
    sm.write(film(anna=[10, 30], ben=[10.3, 40]), file)
    of_b = ["pairwise", str(file), "--metric", "b"]
    assert main([*of_b, "--option", "n=0.5"]) == 0
    (row,) = csv.DictReader(capsys.readouterr().out.splitlines())
    assert float(row["value"]) == pytest.approx(1 - (0.3 / 0.5 + 2) / 3)
    for words, what in (
        (of_b, "for recordings b needs n, in seconds"),
        ([*of_b, "--n", "2"], "--n counts places"),
        (
            ["pairwise", str(file), "--metric", "s"],
            "s is not defined for recordings. Its potential",
        ),
    ):
        with pytest.raises(SystemExit):
            main(words)
        assert what in capsys.readouterr().err


def test_a_window_of_texts_is_a_whole_number() -> None:
    texts = Corpus.from_masses({"text": {"anna": [3, 4], "ben": [2, 5]}})
    for key in ("pk", "wd", "winpr"):
        with pytest.raises(ValueError, match="a whole number"):
            sm.pairwise(texts, key, window=2.5)


def test_a_command_that_counts_places_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "film.json"
    sm.write(film(anna=[1], ben=[2]), file)
    assert main(["decisions", str(file)]) == NOTHING
    assert "The items are recordings" in capsys.readouterr().err
    copy = tmp_path / "copy.json"
    assert main(["convert", str(file), "--to", "segmetrics-json", "-o", str(copy)]) == 0
    assert copy.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("times", "step"), [((59_000, 170_000), 1), ((59_100, 170_000), 0.1), ((59_123,), 0.001)]
)
def test_times_are_told_to_what_all_of_them_are_multiples_of(
    times: tuple[int, ...], step: float
) -> None:
    assert step_of(times, TimeScale()) == step
