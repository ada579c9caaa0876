"""Whether a report holds: what is unchanged does, and no change goes unseen."""

from __future__ import annotations

import gzip
import json
import random
from functools import cache
from itertools import chain, cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import segmetrics
from segmetrics import Corpus, Segmentation, sample
from segmetrics.boundary_marks import UNCERTAIN
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Item
from segmetrics.io import SAMPLES, Reading, check
from segmetrics.reliability.jackknife import IntervalOptions
from segmetrics.reliability.trends import CodingRound
from segmetrics.reporting import verification as module
from segmetrics.reporting.json_report import report_json
from segmetrics.reporting.make_report import make_report
from segmetrics.reporting.report import CONTENTS, Report, ReportOptions
from segmetrics.reporting.verification import (
    ABSENT,
    NotAReportError,
    Verification,
    read_report,
    verify,
)
from tests.support.known import known
from tests.support.samples import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ITEMS = IntervalOptions(over="items")
OF_0_2_0 = Path(__file__).parents[1] / "data" / "reports_of_0.2.0"
# Coders and items with gaps, an item without a place, and one where all agree.
SMALL = Corpus.from_masses(
    {
        "a": {"x": [3, 7], "y": [4, 6], "z": [3, 4, 3]},
        "b": {"x": [5, 5], "y": [5, 5]},
        "c": {"x": [1], "y": [1]},
        "d": {"v": [2, 3, 4], "w": [9]},
    }
)


def written(corpus: Corpus, options: ReportOptions, **words: Any) -> bytes:
    given = {"title": "A title", "source": "Source: a file.", "date": "2026-01-31", **words}
    return report_json(make_report(corpus, options, **given))


def checked(content: bytes, corpus: Corpus, left_out: tuple[str, ...] = ()) -> Verification:
    return verify(read_report(content, "report.json"), Reading(corpus, left_out=left_out))


SETTINGS = [
    *(AgreementOptions(similarity=similarity) for similarity in SIMILARITIES),
    AgreementOptions(convention="published", width="boundaries", uncertain="ignore"),
    AgreementOptions(n=4, substitution=0.5, scaling="unscaled"),
]


@pytest.mark.parametrize(("key", "agreement"), [*zip(cycle(TEXTS), SETTINGS, strict=False)])
def test_an_unchanged_report_holds(key: str, agreement: AgreementOptions) -> None:
    corpus = sample(key)
    options = ReportOptions(agreement=agreement, intervals=ITEMS)
    found = checked(written(corpus, options), corpus)
    assert found.differences == ()
    assert found.held > 100
    assert not found.other_version


@pytest.mark.parametrize("key", TEXTS)
def test_an_unchanged_report_without_names_holds(key: str) -> None:
    corpus = sample(key)
    options = ReportOptions(intervals=ITEMS, anonymous=True)
    assert checked(written(corpus, options), corpus).differences == ()


@pytest.mark.parametrize(
    "contents", [(key,) for key in CONTENTS if key != "rounds"], ids=lambda keys: keys[0]
)
@pytest.mark.parametrize("intervals", [None, ITEMS], ids=["plain", "intervals"])
def test_a_report_of_any_contents_holds(
    contents: tuple[str, ...], intervals: IntervalOptions | None
) -> None:
    options = ReportOptions(contents=contents, intervals=intervals, worst=2)
    assert checked(written(SMALL, options), SMALL).differences == ()


def drawn(seed: int) -> Corpus:
    """Draw a small corpus with gaps, of any kind, with uncertain boundaries and odd names."""
    draw = random.Random(seed)
    kind = ("linear", "multiple", "hierarchical")[seed % 3]
    coders = draw.sample(["ann", "S", "<b>", "$x$", "=1", "corpus", "coder 2"], draw.randint(1, 4))
    items = []
    for name in draw.sample(["1", "corpus", "a | b", "*", "-", "שלום"], draw.randint(1, 4)):
        mass = draw.choice([1, 2, 9, 20])
        codings = {}
        for coder in draw.sample(coders, draw.randint(1, len(coders))):
            placed = tuple(place for place in range(1, mass) if draw.random() < 0.2)
            types = [frozenset(draw.sample(["a", "b", UNCERTAIN], 1)) for _ in placed]
            levels = [draw.randint(1, 3) for _ in placed]
            codings[coder] = Segmentation(
                mass,
                placed,
                types=tuple(types) if kind == "multiple" else None,
                levels=tuple(levels) if kind == "hierarchical" else None,
            )
        items.append(Item(name, codings))
    return Corpus(tuple(items))


@pytest.mark.parametrize("seed", range(30))
def test_a_report_on_any_small_corpus_holds(seed: int) -> None:
    draw, corpus = random.Random(seed), drawn(seed)
    options = ReportOptions(
        agreement=AgreementOptions(
            similarity=draw.choice(list(SIMILARITIES)),
            uncertain=draw.choice(["type", "ignore", "boundary"]),
        ),
        intervals=ITEMS,
        anonymous=draw.random() < 0.5,
    )
    assert checked(written(corpus, options), corpus).differences == ()


def held(data: Any) -> Sequence[tuple[str | int, Any]]:
    """What is in an object, or stands first and last in a list, whose entries are alike."""
    if isinstance(data, dict):
        return [*data.items()]
    return [*enumerate(data)][:: max(len(data) - 1, 1)]


def leaves(data: Any, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """Paths of numbers, texts and nulls."""
    if isinstance(data, dict | list):
        yield from chain.from_iterable(leaves(part, *path, key) for key, part in held(data))
    else:
        yield path


def parts(data: Any, *path: str | int) -> Iterator[tuple[str | int, ...]]:
    """Paths of what can be taken away."""
    if isinstance(data, dict | list):
        for key, part in held(data):
            yield (*path, key)
            yield from parts(part, *path, key)


def inside(data: Any, path: tuple[str | int, ...]) -> Any:
    for key in path[:-1]:
        data = data[key]
    return data


def changed(value: object) -> object:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return value * (1 + 1e-6) + 1e-6
    return f"{value}x" if isinstance(value, str) else 0


def detected(data: object, corpus: Corpus) -> bool:
    """Whether a report is refused, is said to be about another corpus, or does not hold."""
    try:
        told = read_report(json.dumps(data).encode(), "report.json")
    except NotAReportError:
        return True
    if told.digest is not None and told.digest != corpus.codings_digest:
        return True
    return bool(verify(told, Reading(corpus)).differences)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute reports of equal options once; whoever asks for others gets others."""

    @cache
    def report_of(options: ReportOptions, words: tuple[tuple[str, Any], ...]) -> Report:
        return make_report(SMALL, options, **dict(words))

    monkeypatch.setattr(
        module, "make_report", lambda _, options, **words: report_of(options, tuple(words.items()))
    )


# What nothing can compute, and the version, which is said.
WORDS = {("title",), ("source",), ("program",)}


@pytest.mark.usefixtures("quick")
def test_any_number_or_text_that_was_changed_is_found() -> None:
    content = written(SMALL, ReportOptions(intervals=ITEMS, worst=2))
    paths = list(leaves(json.loads(content)))
    assert len(paths) > 500
    for path in paths:
        data = json.loads(content)
        where = inside(data, path)
        where[path[-1]] = changed(where[path[-1]])
        assert detected(data, SMALL) is (path not in WORDS), path


@pytest.mark.usefixtures("quick")
def test_any_part_that_is_missing_or_added_is_found() -> None:
    content = written(SMALL, ReportOptions(intervals=ITEMS, worst=1))
    paths = list(parts(json.loads(content)))
    for path in paths:
        data = json.loads(content)
        del inside(data, path)[path[-1]]
        assert detected(data, SMALL), path
    for path in {path[:-1]: path for path in paths}.values():
        data = json.loads(content)
        where = inside(data, path)
        if isinstance(where, list):
            where.append(where[0])
        else:
            where["more"] = 1
        assert detected(data, SMALL), path


def test_a_difference_names_its_place_and_both_values() -> None:
    data = json.loads(written(SMALL, ReportOptions(intervals=None)))
    row = data["agreement"]["rows"][0]
    was, row["mass"] = row["mass"], 11
    del data["pairs"][0]["items"]
    data["corpus"]["more"] = "x"
    found = checked(json.dumps(data).encode(), SMALL)
    assert [tuple(one) for one in found.differences] == [
        ("corpus.more", "x", ABSENT),
        ("agreement.rows[0].mass", 11, was),
        ("pairs[0].items", ABSENT, 3),
    ]
    untouched = checked(written(SMALL, ReportOptions(intervals=None)), SMALL)
    assert found.held == untouched.held - 2


@pytest.mark.parametrize(("factor", "holds"), [(1 + 1e-12, True), (1 + 1e-7, False)])
def test_the_last_digits_may_differ(factor: float, holds: bool) -> None:
    data = json.loads(written(SMALL, ReportOptions(intervals=None)))
    data["agreement"]["rows"][0]["pi_star_s"] *= factor
    assert (checked(json.dumps(data).encode(), SMALL).differences == ()) is holds


def test_left_out_items_are_compared() -> None:
    content = written(SMALL, ReportOptions(contents=("pairs",)), left_out=("e",))
    assert checked(content, SMALL, ("e",)).differences == ()
    paths = [one.path for one in checked(content, SMALL).differences]
    assert paths == ["corpus.left_out[0]"]


def test_what_a_report_calls_coder_groups_holds_for_the_files() -> None:
    titled = SMALL.with_group_titles({"x": "Students"})
    content = written(titled, ReportOptions(intervals=None))
    assert content.count(b'"Students"') > 1
    assert checked(content, SMALL).differences == ()
    anonymous = written(titled, ReportOptions(intervals=None, anonymous=True))
    assert b"Students" not in anonymous
    assert checked(anonymous, SMALL).differences == ()


def test_a_report_of_another_version_is_computed_all_the_same() -> None:
    content = written(SMALL, ReportOptions(intervals=None))
    older = content.replace(f"segmetrics {segmetrics.__version__}".encode(), b"segmetrics 0.0.9")
    assert older != content
    found = checked(older, SMALL)
    assert found.other_version
    assert found.differences == ()


@pytest.mark.parametrize("key", ["moonstone", "dialogue", "outline", "film", "interviews-2"])
def test_the_numbers_of_reports_of_an_earlier_version_hold(key: str) -> None:
    """What version 0.2.0 wrote, its shuffles among it; the last one follows two rounds."""
    content = gzip.decompress((OF_0_2_0 / f"{key}.json.gz").read_bytes())
    told = read_report(content, key)
    rounds = []
    if told.options.holds("rounds"):
        # The codings that these samples had then.
        names = ("interviews", "interviews-2")
        readings = [check(OF_0_2_0 / f"{name}.json") for name in names]
        reading = readings[1]
        rounds = [
            CodingRound(name, known(one.corpus)) for name, one in zip(names, readings, strict=True)
        ]
    else:
        reading = SAMPLES[key].read()
    found = verify(told, reading, rounds)
    assert found.other_version
    assert found.differences == ()
    assert found.held > 900
    # A number that was changed does not hold.
    told.data["agreement"]["rows"][0][next(_number(told.data["agreement"]["rows"][0]))] += 0.01
    assert verify(told, reading, rounds).differences


def _number(row: dict[str, object]) -> Iterator[str]:
    return (key for key, value in row.items() if type(value) is float)


def test_another_corpus_with_the_same_digest_does_not_hold() -> None:
    other = Corpus.from_masses({"a": {"x": [2, 8], "y": [4, 6], "z": [3, 4, 3]}})
    assert checked(written(SMALL, ReportOptions(intervals=None)), other).differences


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "report.json is no report as JSON"),
        (b"<!DOCTYPE html>", "is no report as JSON. Give a .json file"),
        (b"{", "not valid JSON"),
        (b"\xff\x00", "not saved as UTF-8"),
        (b"[1, 2]", "is no report as JSON"),
        (b'{"format": "segmetrics"}', "is no report as JSON"),
        (b'{"format": "segmetrics-report"}', "is damaged: it has no text 'program'"),
        (b'{"format":' + b"[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_report_is_said_in_a_sentence(content: bytes, said: str) -> None:
    with pytest.raises(NotAReportError, match=said):
        read_report(content, "report.json")


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("title",), 5, "it has no text 'title'"),
        (("options",), [], "it has no object 'options'"),
        (("options", "agreement", "model"), None, "no object 'options.agreement.model'"),
        (("options", "agreement", "model", "n"), "2", "model.n cannot be '2'"),
        (("options", "agreement", "model", "n"), 0, "n is a whole number of at least 1"),
        (("options", "agreement", "model", "n"), 10_000_001, "n is at most 10,000,000"),
        (("options", "agreement", "similarity"), "z", "similarity is one of s, b"),
        (("options", "agreement", "colour"), "z", "options.agreement has an unknown 'colour'"),
        (("options", "shuffling"), None, "it has no object 'options.shuffling'"),
        (("options", "shuffling", "null"), "all", "null is one of ring, sizes, places, anchored"),
        (("options", "shuffling", "shuffles"), 5, "shuffles are 10 to 100,000, got 5"),
        (("options", "rank_by"), "alpha", "ranked by corrected or pi_star, got 'alpha'"),
        (("options", "intervals", "over"), 3, "over cannot be 3"),
        (("options", "intervals", "over"), "coders", "over is one of coders and items, items"),
        (("options", "intervals", "level"), 0.3, "the level is 0.5 to 0.999"),
        (("options", "contents"), "why", "options.contents is no list of names"),
        (("options", "contents"), ["plots"], "there is no content 'plots'"),
        (("options", "worst"), True, "options.worst cannot be True"),
        (("options", "anonymous"), 1, "options.anonymous cannot be 1"),
    ],
)
def test_damaged_options_are_named(path: tuple[str, ...], value: object, said: str) -> None:
    data = json.loads(written(SMALL, ReportOptions(intervals=ITEMS)))
    inside(data, path)[path[-1]] = value
    with pytest.raises(NotAReportError, match=r"is damaged: .*" + said):
        read_report(json.dumps(data).encode(), "report.json")


def test_keys_that_stand_there_twice_are_no_way_round() -> None:
    content = written(SMALL, ReportOptions(contents=("pairs",)))
    doubled = content.replace(b'"near_misses": 1', b'"near_misses": 5,"near_misses": 1', 1)
    assert doubled != content
    with pytest.raises(NotAReportError, match="'near_misses' stands there twice"):
        read_report(doubled, "report.json")


@pytest.mark.usefixtures("quick")
def test_no_damage_ends_in_an_error_of_another_kind() -> None:
    content = written(SMALL, ReportOptions(intervals=ITEMS))
    paths = list(parts(json.loads(content)))
    draw = random.Random(6)
    values: list[Any] = [None, True, -1, 0, 2.5, 1e308, "", "x", [], {}, [[]], {"a": 1}, 10**40]
    for _ in range(300):
        data = json.loads(content)
        for path in draw.sample(paths, 2):
            try:
                inside(data, path)[path[-1]] = draw.choice(values)
            except (KeyError, IndexError, TypeError):
                continue  # the first change took the place of the second away
        detected(data, SMALL)
    for _ in range(300):
        damaged = bytearray(content)
        for _ in range(draw.randint(1, 4)):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        cut = bytes(damaged[: draw.choice([len(damaged), draw.randrange(len(damaged))])])
        try:
            verify(read_report(cut, "report.json"), Reading(SMALL))
        except NotAReportError as error:
            assert "report.json" in str(error)


def test_without_a_corpus_nothing_is_computed() -> None:
    told = read_report(written(SMALL, ReportOptions(contents=("pairs",))), "report.json")
    with pytest.raises(ValueError, match="no corpus"):
        verify(told, Reading(None))
