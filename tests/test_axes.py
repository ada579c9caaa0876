"""Each name of the face that computes something, asked of texts and of recordings.

A text and a recording have values in their own unit: those of a recording are the same whether its
steps last 1 ms or 10 ms. What is not defined on an axis says so, and what there is instead. The
table below has a line for each name; a new name without one fails.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import segmetrics as sm
from segmetrics.adjudication.consensus_in_time import consensus_in_time
from segmetrics.axis import AxisError, axis_of
from segmetrics.coefficients.agreement_table import agreement as agreement_of_texts
from segmetrics.metrics.edits import BoundaryEdits
from tests.support.recoded import each

RESOLUTIONS = (0.001, 0.01)
CODERS = ("anna", "ben", "cleo", "dan", "eve")
# Positions differ with the resolution, and names say nothing.
NO_VALUES = (sm.Segmentation, BoundaryEdits, sm.Corpus, sm.TimeScale, str)

QUICK = sm.RecordingOptions(shuffles=9)
PEAKS = sm.TimeConsensusOptions(shuffles=19)
SHUFFLES = sm.ChanceOptions(shuffles=99)
AGREED = sm.ReportOptions(contents=("agreement",), intervals=None, shuffling=SHUFFLES)


def pair_of_texts() -> tuple[sm.Segmentation, sm.Segmentation]:
    """Two codings of 60 units: a match, a near miss by a unit, and a full miss each."""
    return sm.Segmentation(60, (10, 20, 50)), sm.Segmentation(60, (11, 20, 30))


def pair_of_films(resolution: float) -> tuple[sm.Segmentation, sm.Segmentation]:
    """Two codings of a minute: a match, a near miss by 0.3 s, and a full miss each."""
    scale = sm.TimeScale(resolution)
    one, other = ([10.0, 20.0, 50.0], [10.3, 20.0, 30.0])
    return (
        sm.time_coding(one, duration=60, scale=scale).segmentation,
        sm.time_coding(other, duration=60, scale=scale).segmentation,
    )


def marks(*, late: int = 0) -> dict[str, dict[str, list[int]]]:
    """Let five people mark places near common ones, in three items of 1,200 places."""
    rng = np.random.default_rng(7)
    found: dict[str, dict[str, list[int]]] = {}
    for item in ("one", "two", "three"):
        common = rng.integers(50, 1150, size=8)
        found[item] = {}
        for coder in CODERS:
            places = common[rng.random(8) < 0.7] + rng.integers(-5, 6) + late
            found[item][coder] = sorted(set(places.tolist()))
    return found


def films(resolution: float, *, late: int = 0) -> sm.Corpus:
    """Return recordings of two minutes, in which a place is a tenth of a second."""
    times = {
        item: {coder: [place / 10 for place in places] for coder, places in by_coder.items()}
        for item, by_coder in marks(late=late).items()
    }
    return sm.Corpus.from_times(
        times, durations=dict.fromkeys(times, 120.0), scale=sm.TimeScale(resolution)
    )


def texts(*, late: int = 0) -> sm.Corpus:
    """Return texts of 40 units, in which a place is one of thirty."""
    return sm.Corpus(
        tuple(
            sm.Item(
                item,
                {
                    coder: sm.Segmentation(40, tuple(sorted({1 + place // 31 for place in places})))
                    for coder, places in by_coder.items()
                },
            )
            for item, by_coder in marks(late=late).items()
        )
    )


def rounds(before: sm.Corpus, after: sm.Corpus) -> list[sm.CodingRound]:
    """Call two corpora rounds."""
    return [sm.CodingRound("first", before), sm.CodingRound("second", after)]


# How near values at two resolutions are, where places are rounded to steps or drawn of them.
CLOSE = {"with_baselines": 0.01, "grain_alignment": 0.005, "report": 0.005}


@dataclass(frozen=True)
class Line:
    """What a name is asked, and what is to come of it.

    A call takes two codings of a text or recording, or a corpus and its second round. Where it is
    not defined there is the sentence instead of a value. Values are worked out by hand.
    """

    texts: Callable[..., Any]
    films: Callable[..., Any] | None = None  # where lengths are given, which are seconds
    on_texts: float | str | None = None
    on_films: float | str | None = None
    read: Callable[[Any], Any] = lambda found: found
    corpora: bool = False

    def asked(self, *, of_films: bool) -> Callable[..., Any]:
        return (self.films or self.texts) if of_films else self.texts


def with_n(key: str, of_texts: float, of_films: float) -> Line:
    function = getattr(sm, key)
    return Line(
        lambda a, b: function(a, b, n=2), lambda a, b: function(a, b, n=0.5), of_texts, of_films
    )


def with_window(key: str, width: int, of_texts: float, of_films: float) -> Line:
    function = getattr(sm, key)
    return Line(lambda a, b: function(a, b, window=width), None, of_texts, of_films)


def only_texts(ask: Callable[..., Any], instead: str, value: float | None = None) -> Line:
    return Line(ask, None, value, f"not defined for recordings.*{instead}")


def of_texts(ask: Callable[..., Any], instead: str) -> Line:
    return Line(ask, None, None, f"not defined for recordings.*{instead}", corpora=True)


def of_films(
    ask: Callable[..., Any], instead: str, read: Callable[[Any], Any] | None = None
) -> Line:
    return Line(
        ask,
        None,
        f"not defined for texts.*{instead}",
        None,
        read or (lambda found: found),
        corpora=True,
    )


def of_both(ask: Callable[..., Any], films: Callable[..., Any] | None = None) -> Line:
    return Line(ask, films, corpora=True)


PAIRS: Mapping[str, Line] = {
    # 10 and 11: half a miss, 0.3 of 0.5 s; 20 is a match; 50 and 30 are a miss each.
    "b": with_n("b", 1 - 2.5 / 4, 1 - (0.3 / 0.5 + 2) / 4),
    "confusion": with_n("confusion", 3 / (3 + 2), 2.8 / (2.8 + 2)),
    # A window that begins at t holds what lies in (t, t + 3].
    "pk": with_window("pk", 3, (2 * 1 + 2 * 3) / 57, (2 * 0.3 + 2 * 3) / 57),
    "wd": with_window("wd", 3, (2 * 1 + 2 * 3) / 57, (2 * 0.3 + 2 * 3) / 57),
    "winpr": with_window("winpr", 2, (1 + 2) / 6, (1.7 + 2) / 6),
    "hit_rate": Line(
        lambda a, b: sm.hit_rate(a, b, tolerance=1), lambda a, b: sm.hit_rate(a, b), 2 / 3, 2 / 3
    ),
    "boundary_deviation": Line(
        sm.boundary_deviation, None, 1, 0.3, lambda found: found.reference_to_hypothesis
    ),
    "covering": Line(
        sm.covering,
        None,
        (11 * 10 / 11 + 9 * 9 / 10 + 10 / 3 + 30 / 2) / 60,
        (10.3 * 10 / 10.3 + 9.7 * 9.7 / 10 + 10 / 3 + 30 / 2) / 60,
    ),
    "a": Line(
        sm.a,
        None,
        (10 / 11 + 9 / 10 + 1 / 2 + 2 / 3) / 5,
        (10 / 10.3 + 9.7 / 10 + 1 / 2 + 2 / 3) / 5,
    ),
    "against_references": Line(  # the start is a hit
        lambda a, b: sm.against_references(a, {"b": b}, tolerance=1),
        lambda a, b: sm.against_references(a, {"b": b}),
        3 / 4,
        3 / 4,
    ),
    "label_agreement": Line(
        lambda a, b: sm.label_agreement(a, "abac", b, "xyxx", frame=1),
        lambda a, b: sm.label_agreement(a, "abac", b, "xyxx"),
    ),
    "s": only_texts(sm.s, r"b, with n in seconds, and hit_rate", 1 - 3 / 59),
    "f1": only_texts(sm.f1, "hit_rate", 1 / 3),
    "precision": only_texts(sm.precision, "hit_rate", 1 / 3),
    "recall": only_texts(sm.recall, "hit_rate", 1 / 3),
    "ghd": only_texts(sm.ghd, "boundary_deviation, and b", 1 + 2 + 2),
    "wd_chance": only_texts(sm.wd_chance, "hit_rate_curve"),
    "wd_normalised": only_texts(sm.wd_normalised, "hit_rate_curve"),
    "hierpk": only_texts(sm.hierpk, "pk and wd"),
    "hierwd": only_texts(sm.hierwd, "pk and wd"),
    "boundary_edits": Line(
        sm.boundary_edits, None, 3, r"b\(\.\.\., n=SECONDS\)", lambda found: found.cost
    ),
    "typed_edits": Line(
        sm.typed_edits, None, 3, r"b\(\.\.\., n=SECONDS\)", lambda found: found.cost
    ),
    "pair_agreement": Line(
        sm.pair_agreement, None, 1 - 3 / 59, "hit_rate", lambda found: found.observed
    ),
}

AGREEMENT = r"agreement\(corpus\)"
CORPORA: Mapping[str, Line] = {
    "pairwise": of_both(
        lambda c, _: sm.pairwise(c, "b", n=2), lambda c, _: sm.pairwise(c, "b", n=0.7)
    ),
    "coder_matrix": of_both(
        lambda c, _: sm.coder_matrix(c, "wd", window=3).pairs,
        lambda c, _: sm.coder_matrix(c, "wd", window=2.5).pairs,
    ),
    "segmentation_agreement": of_both(lambda c, _: sm.segmentation_agreement(c, bin_width=2)),
    "coder_granularity": of_both(lambda c, _: sm.coder_granularity(c)),
    "coverage": of_both(lambda c, _: sm.coverage(c).counts),
    "agreement": of_both(lambda c, _: sm.agreement(c), lambda c, _: sm.agreement(c, QUICK)),
    "agreement_with": of_texts(
        lambda c, _: sm.agreement_with({"one": c["one"].codings["anna"]}, c), "against_references"
    ),
    "chance": of_texts(lambda c, _: sm.chance(c, shuffling=SHUFFLES), AGREEMENT),
    "coder_findings": of_texts(lambda c, _: sm.coder_findings(c), rf"{AGREEMENT}\.coders"),
    "coder_model": of_texts(lambda c, _: sm.coder_model(c), rf"{AGREEMENT}\.coders"),
    "compare": of_both(
        lambda c, d: sm.compare(c, d, shuffling=SHUFFLES), lambda c, d: sm.compare(c, d, QUICK)
    ),
    "compare_rules": of_texts(lambda c, _: sm.compare_rules(c), r"consensus\(corpus\)"),
    "compare_segmenters": of_texts(
        lambda c, _: sm.compare_segmenters(c, baselines=("NONE",)), "against_references"
    ),
    "consensus": Line(
        lambda c, _: sm.consensus(c),
        lambda c, _: sm.consensus(c, PEAKS),
        read=lambda found: found.boundaries,
        corpora=True,
    ),
    "decision_intervals": of_texts(lambda c, _: sm.decision_intervals(c), AGREEMENT),
    "decisions": of_texts(lambda c, _: sm.decisions(c), AGREEMENT),
    "disputes": of_texts(lambda c, _: sm.disputes(c), "press_peaks"),
    "explain": of_texts(lambda c, _: sm.explain(c, "one"), "press_peaks"),
    "causes": of_both(lambda c, _: sm.causes(c), lambda c, _: sm.causes(c, QUICK)),
    "influence": of_texts(lambda c, _: sm.influence(c), rf"{AGREEMENT}\.coders"),
    "intervals": of_texts(lambda c, _: sm.intervals(c), AGREEMENT),
    "plan": of_texts(lambda c, _: sm.plan(c), AGREEMENT),
    "reliability_of": of_texts(lambda c, _: sm.reliability_of(c, shuffling=SHUFFLES), AGREEMENT),
    "trends": of_both(
        lambda c, d: sm.trends(rounds(c, d), shuffling=SHUFFLES),
        lambda c, d: sm.trends(rounds(c, d), QUICK),
    ),
    "what_would_help": of_texts(lambda c, _: sm.what_would_help(c, simulations=2), AGREEMENT),
    "with_texttiling": of_texts(
        lambda c, _: len(sm.with_texttiling(c).left_out), "words of the units of a text"
    ),
    "hit_rate_curve": of_films(
        lambda c, _: sm.hit_rate_curve(c, tolerances=[0.5, 3], shuffles=9), r"chance\(corpus\)"
    ),
    "press_density": of_films(
        lambda c, _: sm.press_density(c["one"], shuffles=19), r"consensus\(corpus\)"
    ),
    "press_peaks": of_films(
        lambda c, _: sm.press_peaks(c, PEAKS),
        r"disputes\(corpus\)",
        lambda found: [(one.time, one.votes, one.density, one.p_value) for one in found],
    ),
    "grain_alignment": of_films(
        lambda c, d: sm.grain_alignment(c, d, QUICK), r"compare\(coarse, fine\)"
    ),
    "with_baselines": Line(
        lambda c, _: sm.with_baselines(c, ("NONE", "EVEN", "BIN", "ALL", "MAJORITY")),
        lambda c, _: sm.with_baselines(c, ("NONE", "EVEN", "BIN")),
        read=lambda found: in_lengths(found, ("NONE", "EVEN", "BIN")),
        corpora=True,
    ),
    "with_gold": Line(
        lambda c, _: sm.with_gold(c, sm.consensus(c).items),
        lambda c, _: sm.with_gold(c, sm.consensus(c, PEAKS).items),
        read=lambda found: in_lengths(found, ("gold",)),
        corpora=True,
    ),
    "of_type": Line(
        lambda c, _: sm.of_type(typed(c), "cut"), read=lambda f: in_lengths(f, CODERS), corpora=True
    ),
    "with_uncertain": Line(
        lambda c, _: sm.with_uncertain(typed(c), "ignore"),
        read=lambda found: in_lengths(found, CODERS),
        corpora=True,
    ),
    "report": Line(
        lambda c, _: sm.report(c, options=AGREED),
        read=lambda found: (found.agreed, found.recorded and found.recorded.agreement.rows),
        corpora=True,
    ),
}
# Names that compute nothing of codings, with what they do.
OTHERS: Mapping[str, str] = {
    "check": "reads files",
    "methods": "writes sentences about a report",
    "open_corpora": "has printed figures",
    "read": "reads files",
    "reproduce": "computes the figures of papers",
    "sample": "returns a corpus",
    "settle": "writes down what a person decided",
    "time_coding": "makes a coding of times",
    "write": "writes a corpus",
}

TABLE = {**PAIRS, **CORPORA}


def typed(corpus: sm.Corpus) -> sm.Corpus:
    """Let the boundaries of a corpus be cuts, and every second one an uncertain one."""
    kinds = frozenset({"cut"}), frozenset({"cut", "uncertain"})
    return each(
        corpus,
        lambda coding: dataclasses.replace(
            coding, types=tuple(kinds[at % 2] for at in range(len(coding.boundaries)))
        ),
    )


def in_lengths(corpus: sm.Corpus, coders: Sequence[str]) -> list[float]:
    """Return where some coders have boundaries, in units or seconds."""
    found: list[float] = []
    for item in corpus.items:
        long = float if item.scale is None else item.scale.seconds
        named = [who for who in item.coders if who in coders or who.startswith("consensus")]
        found += [long(place) for who in named for place in item.codings[who].boundaries]
    return found


def numbers(found: object) -> Iterator[float | None]:
    """Go through all numbers of a result."""
    if isinstance(found, NO_VALUES):
        return
    if found is None or isinstance(found, (int, float, np.number)):
        yield None if found is None else float(found)
    elif isinstance(found, Mapping):
        yield from numbers(list(found.values()))
    elif dataclasses.is_dataclass(found):
        yield from numbers([getattr(found, one.name) for one in dataclasses.fields(found)])
    elif isinstance(found, (Sequence, np.ndarray)):
        for one in found:
            yield from numbers(one)


def asked(name: str, resolution: float | None) -> Any:
    """Ask a name of a text, or of a recording."""
    line = TABLE[name]
    ask = line.asked(of_films=resolution is not None)
    if resolution is None:
        return ask(texts(), texts(late=2)) if line.corpora else ask(*pair_of_texts())
    if line.corpora:
        return ask(films(resolution), films(resolution, late=2))
    return ask(*pair_of_films(resolution))


def test_each_name_of_the_face_has_a_line() -> None:
    """Write a line for a new name: what it says of a text, and of a recording."""
    classes = {name for name in sm.__all__ if isinstance(getattr(sm, name), (type, Mapping))}
    assert TABLE.keys() | OTHERS.keys() | classes == set(sm.__all__)
    assert not TABLE.keys() & OTHERS.keys()


@pytest.mark.parametrize("name", TABLE)
def test_a_text_has_a_value_in_units_or_says_what_there_is(name: str) -> None:
    line = TABLE[name]
    if isinstance(line.on_texts, str):
        with pytest.raises(AxisError, match=line.on_texts):
            asked(name, None)
        return
    found = line.read(asked(name, None))
    assert any(value is not None for value in numbers(found)), found
    if line.on_texts is not None:
        assert getattr(found, "value", found) == pytest.approx(line.on_texts)


@pytest.mark.parametrize("name", TABLE)
def test_a_recording_has_a_value_in_seconds_or_says_what_there_is(name: str) -> None:
    line = TABLE[name]
    if isinstance(line.on_films, str):
        for resolution in RESOLUTIONS:
            with pytest.raises(AxisError, match=line.on_films):
                asked(name, resolution)
        return
    fine, coarse = (line.read(asked(name, resolution)) for resolution in RESOLUTIONS)
    of_fine, of_coarse = list(numbers(fine)), list(numbers(coarse))
    assert any(value is not None for value in of_fine)
    assert [one is None for one in of_fine] == [one is None for one in of_coarse]
    assert [one for one in of_coarse if one is not None] == pytest.approx(
        [one for one in of_fine if one is not None], abs=CLOSE.get(name, 1e-9)
    )
    if line.on_films is not None:
        for found in (fine, coarse):
            assert getattr(found, "value", found) == pytest.approx(line.on_films)


@pytest.mark.parametrize("name", PAIRS)
def test_codings_of_two_axes_are_not_compared(name: str) -> None:
    of_text, fine, coarse = pair_of_texts()[0], pair_of_films(0.001)[0], pair_of_films(0.01)[0]
    for one, other in ((of_text, fine), (fine, of_text), (fine, coarse)):
        with pytest.raises(AxisError, match="lie on different axes"):
            TABLE[name].texts(one, other)


@pytest.mark.parametrize(
    ("name", "option"),
    [("b", "n"), ("confusion", "n"), ("pk", "window"), ("wd", "window"), ("winpr", "window")],
)
def test_a_length_that_has_no_sense_without_its_unit_is_asked_for(name: str, option: str) -> None:
    function = getattr(sm, name)
    assert function(*pair_of_texts()).value is not None
    with pytest.raises(AxisError, match=f"for recordings {name} needs {option}, in seconds"):
        function(*pair_of_films(0.001))
    with pytest.raises(ValueError, match=f"{option} lasts at least a step"):
        function(*pair_of_films(0.01), **{option: 0.001})
    for wrong in (-1, float("nan")):
        with pytest.raises(ValueError, match=f"{option} is a number of seconds from 0 on"):
            function(*pair_of_films(0.001), **{option: wrong})


def test_texts_are_asked_for_a_tolerance_and_a_frame() -> None:
    a, b = pair_of_texts()
    with pytest.raises(AxisError, match="for texts hit_rate needs tolerance, in units"):
        sm.hit_rate(a, b)
    with pytest.raises(AxisError, match="for texts against_references needs tolerance, in units"):
        sm.against_references(a, {"b": b})
    with pytest.raises(AxisError, match="for texts label_agreement needs frame, in units"):
        sm.label_agreement(a, "abac", b, "xyxx")
    assert sm.label_agreement(a, "abac", b, "xyxx", frame=None).value is not None


def test_what_counts_units_is_no_option_for_recordings() -> None:
    a, b = pair_of_films(0.001)
    others: dict[str, Any] = {"k": 3, "width": "units", "minimum": 2, "halves": "up"}
    for option, value in others.items():
        with pytest.raises(AxisError, match=f"wd has no option {option} for recordings"):
            sm.wd(a, b, window=3, **{option: value})
    with pytest.raises(AxisError, match="for recordings part is one of f, p, r, got 'tn'"):
        sm.winpr(a, b, window=3, part="tn")
    with pytest.raises(AxisError, match="the baseline ALL goes by places"):
        sm.with_baselines(films(0.001), ["ALL"])


def test_what_counts_windows_counts_seconds_of_recordings() -> None:
    found = sm.wd(*pair_of_films(0.01), window=3)
    assert (found.errors, found.windows, found.k) == (6.6, 57, 3)
    by_windows = sm.winpr(*pair_of_films(0.01), window=2)
    assert (by_windows.tp, by_windows.fp, by_windows.fn) == (3.7, 2.3, 2.3)
    assert (by_windows.window, by_windows.tn) == (2, None)


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize(
    ("given", "hint"),
    [("0100100", "from_bits"), ("aabbb", "from_labels"), ([2, 3], "from_masses"), (None, "from_")],
)
def test_something_else_than_codings_is_answered_with_what_to_give(
    name: str, given: object, hint: str
) -> None:
    with pytest.raises(TypeError, match=rf"^{name}: \w+ is a Segmentation, got .*{hint}"):
        TABLE[name].texts(given, given)


# Those of which the line takes a part of the corpus, or something made of it.
OF_PARTS = {"of_type", "with_uncertain", "press_density", "agreement_with", "trends", "with_gold"}


@pytest.mark.parametrize("name", sorted(CORPORA.keys() - OF_PARTS))
def test_something_else_than_a_corpus_is_answered_with_what_to_give(name: str) -> None:
    for given in (pair_of_texts()[0], {"one": {"anna": [2, 3]}}, "codings.csv"):
        with pytest.raises(TypeError, match=rf"^{name}: \w+ is a Corpus, got .*read makes one"):
            TABLE[name].texts(given, given)


def test_options_are_asked_for_by_name() -> None:
    corpus = texts()
    for name in ("agreement", "chance", "intervals", "reliability_of", "influence", "plan"):
        with pytest.raises(
            TypeError,
            match=rf"^{name}: options is an AgreementOptions( for texts)?, got 'b'; write "
            r"AgreementOptions\(similarity=\.\.\.\)",
        ):
            getattr(sm, name)(corpus, "b")
    with pytest.raises(TypeError, match="chance is a ChanceTable, got True"):
        sm.intervals(corpus, chance=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "of_texts", "of_films"),
    [
        ("agreement", sm.AgreementOptions(), QUICK),
        ("compare", sm.AgreementOptions(), QUICK),
        ("consensus", sm.GoldOptions(), PEAKS),
    ],
)
def test_options_of_the_other_axis_are_answered_with_the_class_of_this_one(
    name: str, of_texts: Any, of_films: Any
) -> None:
    two = 2 if name == "compare" else 1
    function = getattr(sm, name)
    for corpus, wrong, right, items in (
        (texts(), of_films, of_texts, "texts"),
        (films(0.01), of_texts, of_films, "recordings"),
    ):
        called = type(right).__name__
        with pytest.raises(
            TypeError,
            match=rf"^{name}: options is an? {called} for {items}, got {type(wrong).__name__}",
        ):
            function(*[corpus] * two, wrong)
        with pytest.raises(
            TypeError, match=rf"^{name} for {items} takes .*options.*: .*argument 'window'"
        ):
            function(*[corpus] * two, right, window=3)
    with pytest.raises(AxisError, match="lie on different axes"):
        sm.compare(texts(), films(0.01))


def test_options_that_texts_alone_have_are_not_dropped_for_recordings() -> None:
    one = films(0.01)
    with pytest.raises(TypeError, match=r"^compare for recordings takes .*'shuffling'"):
        sm.compare(one, one, shuffling=SHUFFLES)
    with pytest.raises(TypeError, match=r"^compare for recordings takes .*too many"):
        sm.compare(one, one, QUICK, sm.IntervalOptions())  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"^consensus for recordings takes .*'items'"):
        sm.consensus(one, items=())
    with pytest.raises(TypeError, match=r"^agreement for texts takes corpus, options: missing"):
        sm.agreement()  # type: ignore[call-overload]


def test_a_function_of_one_axis_names_the_face_that_has_both() -> None:
    with pytest.raises(AxisError, match=r"this is for texts; take segmetrics\.agreement"):
        agreement_of_texts(films(0.01))
    with pytest.raises(AxisError, match=r"this is for recordings; take segmetrics\.consensus"):
        consensus_in_time(texts())


def test_a_place_is_written_by_the_axis_alone() -> None:
    codings = {"a": sm.Segmentation(20, (11,))}
    of_turns = sm.Corpus((sm.Item("i", codings, unit="turn"),))
    assert axis_of(of_turns).place(11, 12) == "before turn 12 or 13"
    assert axis_of(of_turns.select(coders=["a"])).at(11) == "before turn 12"
    assert axis_of(of_turns["i"]).at(11) == "before turn 12"
    assert axis_of(sm.Corpus((sm.Item("i", codings),))).place(11) == "before unit 12"
    film = sm.Corpus.from_times({"f": {"a": [724.5]}}, durations={"f": 900})
    (place,) = film["f"].codings["a"].boundaries
    assert (axis_of(film).place(place), axis_of(film).at(place)) == ("12:04.5", "at 12:04.5")
    # Items that differ have no word in common.
    mixed = sm.Corpus((sm.Item("i", codings, unit="turn"), sm.Item("j", codings, unit="line")))
    assert mixed.unit == "unit"
