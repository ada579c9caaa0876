"""Tiers of recordings: coders, levels of one coding, or speakers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pytest

from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.choices import OF_CHOICE
from tests.support.known import known
from tests.support.readings import times_of
from tests.support.recordings import places

Intervals = Sequence[tuple[float, float, str]]


def grid(end: float, **tiers: Intervals) -> str:
    """Write a TextGrid in the short form."""
    parts = [f'"ooTextFile"\n"TextGrid"\n0 {end} <exists> {len(tiers)}\n']
    for name, intervals in tiers.items():
        parts.append(f'"IntervalTier" "{name}" 0 {end} {len(intervals)}\n')
        parts += [f'{first} {last} "{label}"\n' for first, last, label in intervals]
    return "".join(parts)


def eaf(*tiers: tuple[str, str, list[tuple[int, int]]]) -> str:
    """Write an annotation file of ELAN: of each tier its name, other attributes and times."""
    slots, body, number = [], [], 0
    for name, attributes, times in tiers:
        body.append(f'<TIER TIER_ID="{name}" LINGUISTIC_TYPE_REF="t" {attributes}>')
        for start, end in times:
            number += 2
            slots += [
                f'<TIME_SLOT TIME_SLOT_ID="ts{at}" TIME_VALUE="{time}"/>'
                for at, time in ((number, start), (number + 1, end))
            ]
            body.append(
                f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{number}" '
                f'TIME_SLOT_REF1="ts{number}" TIME_SLOT_REF2="ts{number + 1}">'
                f"<ANNOTATION_VALUE>{name} {start}</ANNOTATION_VALUE>"
                "</ALIGNABLE_ANNOTATION></ANNOTATION>"
            )
        body.append("</TIER>")
    return (
        '<ANNOTATION_DOCUMENT><HEADER TIME_UNITS="milliseconds"/><TIME_ORDER>'
        f"{''.join(slots)}</TIME_ORDER>{''.join(body)}</ANNOTATION_DOCUMENT>"
    )


def read(files: dict[str, str], choices: Choices | None = None) -> Reading:
    return read_sources([Source(name, text.encode()) for name, text in files.items()], choices)


WORDS = [(0, 1, "the"), (1, 2, "river"), (2, 4, "rose"), (4, 5, "again"), (5, 6, "")]
GLOSS = [(0, 1, "DET"), (1, 2, "N"), (2, 4, "V"), (4, 5, "ADV"), (5, 6, "")]
CLAUSE = [(0, 4, "main"), (4, 6, "tail")]
LEVELS = {
    "said/one.TextGrid": grid(6, words=WORDS, gloss=GLOSS, clause=CLAUSE),
    "said/two.TextGrid": grid(7, words=[*WORDS, (6, 7, "so")], gloss=[*GLOSS, (6, 7, "PRT")]),
}


def test_levels_are_no_coders_and_are_asked_about() -> None:
    reading = read(LEVELS)
    assert reading.corpus is None
    (problem,) = reading.problems
    assert problem.what == (
        "several tiers could hold the segments, as all boundaries of the tier words are "
        "also in the tier gloss, as if these were levels of one coding: clause (2), gloss (11), "
        "words (11)"
    )
    assert problem.command == (
        "--layer gloss for example, several with commas; --pattern {item} if each tier is a coder"
    )
    assert reading.layers == {"clause": 2, "gloss": 11, "words": 11}


def test_of_tiers_the_one_that_most_codings_have_is_the_example() -> None:
    steps = [(n, n + 1, "step") for n in range(30)]
    files = {**LEVELS, "said/three.TextGrid": grid(30, words=WORDS, gloss=GLOSS, step=steps)}
    (problem,) = read(files).problems
    assert problem.command.startswith("--layer gloss for example")


def test_a_level_that_was_chosen_is_the_coding_of_the_files_coder() -> None:
    reading = read(LEVELS, Choices(layer="Words"))
    assert times_of(reading) == {"one": {"said": (1, 2, 4, 5)}, "two": {"said": (1, 2, 4, 5, 6)}}


def test_a_file_without_the_chosen_tier_is_a_problem() -> None:
    reading = read(LEVELS, Choices(layer="clause"))
    (problem,) = reading.problems
    assert problem.file == "said/two.TextGrid"
    assert problem.what == "no tier clause in this file: there are words, gloss"
    assert [places(item) for item in known(reading.corpus).items] == [{"said": (4,)}]
    assert times_of(read(LEVELS, Choices(layer="clause, words"))) == {
        "one": {"said": (1, 2, 4, 5)},
        "two": {"said": (1, 2, 4, 5, 6)},
    }


def test_a_tier_that_no_file_has_is_a_problem() -> None:
    (problem,) = read(LEVELS, Choices(layer="wrods")).problems
    assert problem.what == "no tier wrods: there are clause (2), gloss (11), words (11)"


def test_levels_are_coders_if_a_person_says_so() -> None:
    assert times_of(read(LEVELS, Choices(pattern="{item}")))["one"] == {
        "words": (1, 2, 4, 5),
        "gloss": (1, 2, 4, 5),
        "clause": (4,),
    }


def test_coders_who_agree_are_no_levels() -> None:
    parts = [(0, 2, "plan"), (2, 3, "walk"), (3, 7, "rest"), (7, 9, "talk")]
    fewer = [(0, 3, "walk"), (3, 7, "rest"), (7, 9, "talk")]
    reading = read({"walk.TextGrid": grid(9, anna=parts, ben=parts, carl=fewer)})
    assert times_of(reading) == {"walk": {"anna": (2, 3, 7), "ben": (2, 3, 7), "carl": (3, 7)}}


def test_the_same_tiers_in_folders_of_an_item_are_those_of_a_coder_each() -> None:
    child = [(0, 1, ""), (1, 2, "x"), (2, 10, "")]
    mother = [(0, 5, ""), (5, 7, "x"), (7, 10, "")]
    later = [(0, 6, ""), (6, 7, "x"), (7, 10, "")]
    older = [(0, 1, ""), (1, 3, "x"), (3, 10, "")]
    files = {
        "anna/walk.TextGrid": grid(10, CHI=child, MOT=mother),
        "ben/walk.TextGrid": grid(10, CHI=older, MOT=later),
    }
    (problem,) = read(files).problems
    assert "the tier CHI comes again in another file of the same recording" in problem.what
    reading = read(files, Choices(layer="*"))
    assert times_of(reading) == {"walk": {"anna": (1, 2, 5, 7), "ben": (1, 3, 6, 7)}}
    one = read(files, Choices(layer="MOT"))
    assert times_of(one) == {"walk": {"anna": (5, 7), "ben": (6, 7)}}


def test_a_tier_that_is_equal_in_the_files_of_all_coders_was_given_to_them() -> None:
    given = [(0, 4, "one"), (4, 10, "two")]
    files = {
        "anna/walk.TextGrid": grid(10, turns=given, topics=[(0, 2, "a"), (2, 10, "b")]),
        "ben/walk.TextGrid": grid(10, turns=given, topics=[(0, 7, "a"), (7, 10, "b")]),
    }
    reading = read(files)
    assert times_of(reading) == {"walk": {"anna": (2,), "ben": (7,)}}
    assert any("from the tier topics, the only one that can" in n.what for n in reading.notices)


def test_the_only_tier_of_the_files_of_coders_needs_no_answer() -> None:
    files = {
        f"{coder}/{item}.TextGrid": grid(end, topics=[(0, edge, "a"), (edge, end, "b")])
        for coder, item, edge, end in (
            ("anna", "walk", 3, 9),
            ("ben", "walk", 4, 9),
            ("anna", "talk", 5, 8),
            ("ben", "talk", 5, 8),
        )
    }
    assert times_of(read(files)) == {
        "walk": {"anna": (3,), "ben": (4,)},
        "talk": {"anna": (5,), "ben": (5,)},
    }


CHILD = [(1000, 2000), (4000, 5000), (8000, 9000)]
MOTHER = [(2000, 4000), (6000, 7000)]


@pytest.mark.parametrize(
    ("tiers", "why"),
    [
        (
            (("CHI", 'PARTICIPANT="CHI"', CHILD), ("MOT", 'PARTICIPANT="MOT"', MOTHER)),
            "the file has a tier for each speaker or subject, CHI and MOT",
        ),
        (
            (("talk", "", CHILD), ("words", 'PARENT_REF="talk"', [(1000, 1500), (1500, 2000)])),
            "the tier words belongs to the tier talk",
        ),
    ],
)
def test_speakers_and_levels_of_elan_are_known_by_their_attributes(
    tiers: tuple[tuple[str, str, list[tuple[int, int]]], ...], why: str
) -> None:
    (problem,) = read({"home/visit.eaf": eaf(*tiers)}).problems
    assert why in problem.what


def test_all_speakers_together_are_one_coding_if_a_person_says_so() -> None:
    files = {
        "visit.eaf": eaf(("CHI", 'PARTICIPANT="CHI"', CHILD), ("MOT", 'PARTICIPANT="MOT"', MOTHER))
    }
    reading = read(files, Choices(layer="CHI,MOT"))
    assert times_of(reading) == {"visit": {"coder": (1, 2, 4, 5, 6, 7, 8)}}


def test_tiers_with_annotators_are_coders_whoever_speaks() -> None:
    whose = 'PARTICIPANT="{}" ANNOTATOR="AB"'
    files = {
        "visit.eaf": eaf(("anna", whose.format("P1"), CHILD), ("ben", whose.format("P2"), MOTHER))
    }
    reading = read(files)
    assert times_of(reading) == {"visit": {"anna": (1, 2, 4, 5, 8), "ben": (2, 4, 6, 7)}}


def test_turns_that_avoid_each_other_are_of_speakers() -> None:
    turns = [(at, at + 1, "x" if at % 2 else "") for at in range(40)]
    others = [(at, at + 1, "" if at % 2 else "x") for at in range(40)]
    (problem,) = read({"talk.TextGrid": grid(40, left=turns, right=others)}).problems
    assert "avoid each other, as the turns of speakers do" in problem.what
    reading = read({"talk.TextGrid": grid(40, left=turns, right=turns)})
    assert set(times_of(reading)["talk"]) == {"left", "right"}


def test_a_few_segments_of_which_none_lies_over_another_tier_are_of_speakers_too() -> None:
    first = [(0, 1, ""), (1, 8, "a"), (8, 9, ""), (9, 18, "b"), (18, 19, ""), (19, 25, "c")]
    second = [(26, 38, "a"), (39, 43, "b"), (44, 45, "c"), (46, 51, "d")]
    (problem,) = read({"talk.TextGrid": grid(52, left=first, right=second)}).problems
    assert problem.asks == "layer"
    beside = [(5, 9, "a"), (39, 43, "b"), (44, 45, "c"), (46, 51, "d")]
    together = read({"talk.TextGrid": grid(52, left=first, right=beside)})
    assert set(times_of(together)["talk"]) == {"left", "right"}


def test_files_of_elan_of_one_recording_end_with_the_last_of_them() -> None:
    files = {
        "anna/visit.eaf": eaf(("topics", "", [(0, 4000), (4000, 9000)])),
        "ben/visit.eaf": eaf(("topics", "", [(0, 3000), (3000, 12000)])),
        "anna/call.eaf": eaf(("topics", "", [(0, 1000), (1000, 5000)])),
        "ben/call.eaf": eaf(("topics", "", [(0, 2000), (2000, 5000)])),
    }
    assert times_of(read(files, Choices(pattern="{coder}/{item}"))) == {
        "visit": {"anna": (4, 9), "ben": (3,)},
        "call": {"anna": (1,), "ben": (2,)},
    }


def test_of_many_tiers_the_first_are_compared() -> None:
    """Comparing each of 2,000 tiers with each would take minutes."""
    tiers = {f"coder{n}": [(0, 1 + n % 7, ""), (1 + n % 7, 9, "")] for n in range(2_000)}
    assert len(times_of(read({"walk.TextGrid": grid(9, **tiers)}))["walk"]) == 2_000


FILMS = {
    f"Film_{film}_{who}.TextGrid": grid(90, **{who: [(0, edge, "a"), (edge, 90, "b")]})
    for film, edges in {"A": (20.5, 21, 60), "B": (30, 31.25, 33)}.items()
    for who, edge in zip(("V1", "V2", "V3"), edges, strict=True)
}


def test_names_of_files_that_make_a_grid_are_asked_where_every_item_has_one_coder() -> None:
    (problem,) = [one for one in read(FILMS).problems if one.asks == "pattern"]
    assert "{item}_{coder} gives 2 items of 3 coders" in problem.what
    assert times_of(read(FILMS, Choices(pattern="{item}_{coder}"))) == {
        "Film_A": {"V1": (20.5,), "V2": (21.0,), "V3": (60.0,)},
        "Film_B": {"V1": (30.0,), "V2": (31.25,), "V3": (33.0,)},
    }


def test_names_that_make_no_grid_are_not_asked() -> None:
    some = {name: text for name, text in FILMS.items() if name != "Film_B_V3.TextGrid"}
    assert not [one for one in read(some).problems if one.asks == "pattern"]


def test_tiers_that_hardly_come_again_are_speakers_and_asked_about() -> None:
    halves = [(0, 3, "a"), (3, 6, "b")]
    pairs = [("Maria", "Salva"), ("Beto", "Nina"), ("Alejo", "Eva")]
    files = {
        f"talk{n}.TextGrid": grid(6.25 + n, **dict.fromkeys(of, halves))
        for n, of in enumerate(pairs)
    }
    (asked,) = read(files).problems
    assert asked.asks == "layer"
    assert "hardly a tier comes again" in asked.what
    coders = {name: grid(6.25 + n, anna=halves, ben=halves) for n, name in enumerate(files)}
    assert read(coders).problems == ()


def test_a_tier_named_as_a_unit_is_no_coder() -> None:
    sentences = [(0, 2, "one"), (2, 6, "two")]
    files = {"a.TextGrid": grid(6, sentence=sentences, marks=[(0, 3, "a"), (3, 6, "b")])}
    (asked,) = read(files).problems
    assert "the tier sentence is named as a unit" in asked.what


def test_tiers_named_after_their_speakers_are_no_coders_whoever_annotated() -> None:
    whose = 'PARTICIPANT="{0}" ANNOTATOR="AB"'
    tiers = [
        (f"text@{one}", whose.format(f"@{one}"), of) for one, of in (("P1", CHILD), ("P2", MOTHER))
    ]
    (asked,) = read({"visit.eaf": "d" + '<?xml version="1.0"?>' + eaf(*tiers)}).problems
    assert asked.asks == "layer"


@pytest.mark.parametrize(
    ("names", "asked"),
    [
        (("phrase", "gloss"), ["layer"]),
        (("transcription@1", "gloss@1"), ["layer"]),
        (("Max@1", "Line@2"), []),
        (("AB", "ab"), []),
    ],
)
def test_of_tiers_is_asked_once_and_only_where_their_names_say_what_is_in_them(
    names: tuple[str, str], asked: list[str]
) -> None:
    ends = ((3.5, 6, 9.25), (3.25, 6.5, 9.5))
    tiers = {
        name: [(a, b, f"s{at}") for at, (a, b) in enumerate(pairwise((0, *of, 20)))]
        for name, of in zip(names, ends, strict=True)
    }
    reading = read({f"film{n}.TextGrid": grid(20, **tiers) for n in (1, 2, 3)})
    assert [one.asks for one in reading.problems] == asked
    assert {coding.coder for coding in reading.codings} == (set() if asked else set(names))


def test_a_length_that_a_person_says_is_that_of_all_files() -> None:
    """Two recordings end at 50.5 s, a third at 58.5 s: one clock was wrong."""
    ends = {"a": 50.5, "b": 50.5, "c": 58.5}
    files = {
        f"film_{who}.TextGrid": grid(end, cuts=[(0, 9.5, "x"), (9.5, 20.5, "y"), (20.5, end, "z")])
        for who, end in ends.items()
    }
    choices = Choices(pattern="{item}_{coder}", layer="cuts")
    asked = read(files, choices)
    (problem,) = asked.problems
    assert problem.what == "it ends at 0:58.500, for 2 other coders at 0:50.500"
    assert problem.command == "--duration film=0:58.500 for example"
    found = read(files, replace(choices, durations={"film": 58.5}))
    assert times_of(found)["film"] == dict.fromkeys("abc", (9.5, 20.5))


def test_two_recordings_that_end_apart_are_told_as_times() -> None:
    """No length is the usual one of two: a person says it, and neither is called wrong."""
    files = {
        f"film_{who}.TextGrid": grid(end, cuts=[(0, 9.5, "x"), (9.5, 20.5, "y"), (20.5, end, "z")])
        for who, end in {"a": 50.5, "b": 58.5}.items()
    }
    (problem,) = read(files, Choices(pattern="{item}_{coder}", layer="cuts")).problems
    assert problem.what == "lengths differ: a has 0:50.500, b has 0:58.500"
    assert problem.command == "--duration film=0:58.500 for example"
    for length, said in ((58.5, ""), (40.0, "the files say how long all recordings are")):
        durations = {"film": length}
        found = read(files, Choices(pattern="{item}_{coder}", layer="cuts", durations=durations))
        assert OF_CHOICE["durations"].idle(found, durations) == said


def test_tiers_with_the_same_segments_under_other_names_are_no_codings() -> None:
    def phones() -> list[tuple[float, float, str]]:
        return [(at / 2, at / 2 + 0.5, "a") for at in range(48)]

    def words() -> list[tuple[float, float, str]]:
        return [(at, at + 1.0, "w") for at in range(24)]

    files = {
        "talk_anna.TextGrid": grid(24, mine=[(0, 4, "x"), (4, 24, "y")], ph=phones(), wd=words()),
        "talk_ben.TextGrid": grid(24, p=phones(), his=[(0, 5, "x"), (5, 24, "y")], w=words()),
    }
    asked = [one for one in read(files, Choices(pattern="{item}_{coder}")).problems if one.command]
    assert asked[0].command.startswith(("--layer mine ", "--layer his "))
    both = read(files, Choices(pattern="{item}_{coder}", layer="mine,his"))
    assert times_of(both) == {"talk": {"anna": (4.0,), "ben": (5.0,)}}
