"""Files of programs that mark times: JAMS, BORIS, lists of presses, and changepoints of series."""

from __future__ import annotations

import json
from typing import Any

import pytest

from segmetrics.io import TEMPLATES, Choices, Reading, Source, read_sources
from segmetrics.time_scale import TimeScale
from tests.support.known import known
from tests.support.project import PROJECT
from tests.support.readings import said, times_of
from tests.support.recordings import length


def read(files: dict[str, object], **choices: object) -> Reading:
    sources = [
        Source(name, (held if isinstance(held, str) else json.dumps(held)).encode())
        for name, held in files.items()
    ]
    return read_sources(sources, Choices(**choices))  # type: ignore[arg-type]


# --- JAMS ----------------------------------------------------------------------------------


def annotation(namespace: str, name: str | None, *segments: tuple[float, float, Any]) -> object:
    return {
        "namespace": namespace,
        "annotation_metadata": {"annotator": {} if name is None else {"name": name}},
        "data": [
            {"time": begin, "duration": end - begin, "value": value, "confidence": None}
            for begin, end, value in segments
        ],
    }


def jams(*annotations: object, duration: float | None = 20) -> dict[str, object]:
    about = {} if duration is None else {"duration": duration}
    return {"annotations": list(annotations), "file_metadata": about, "sandbox": {}}


ANNA = annotation("segment_open", "anna", (0, 4.25, "A"), (4.25, 12.007, "B"), (12.007, 20, "A"))
BEN = annotation("segment_open", "ben", (0, 5, "A"), (5, 20, "B"))


def test_jams_has_the_annotators_of_a_piece() -> None:
    reading = read({"song.jams": jams(ANNA, BEN)})
    assert [one.format.key for one in reading.recognised] == ["jams"]
    assert times_of(reading) == {"song": {"anna": (4.25, 12.007), "ben": (5,)}}
    assert reading.corpus is not None
    assert length(reading.corpus["song"]) == 20
    assert reading.corpus["song"].codings["anna"].types == (frozenset("B"), frozenset("A"))


def test_jams_may_hold_its_rows_in_columns() -> None:
    columns = {"time": [0, 5], "duration": [5, 15], "value": ["A", "B"], "confidence": [1, 1]}
    one = {"namespace": "segment_open", "annotation_metadata": {}, "data": columns}
    assert times_of(read({"anna/song.jams": jams(one)}, pattern="{coder}/{item}")) == {
        "song": {"anna": (5,)}
    }


def test_begin_and_end_of_jams_are_those_of_the_piece_though_they_differ_a_little() -> None:
    late = annotation("segment_open", "anna", (0.3, 4, "A"), (4, 19.98, "B"))
    early = annotation("segment_open", "ben", (2, 5, "A"), (5, 18, "B"))
    reading = read({"song.jams": jams(late, early)})
    assert times_of(reading) == {"song": {"anna": (4,), "ben": (2, 5, 18)}}
    assert any("the first begins at 0:00.300; as segments divide" in what for what in said(reading))
    beyond = read({"song.jams": jams(ANNA, duration=15)})
    assert times_of(beyond) == {"song": {"anna": (4.25, 12.007)}}
    assert any("go on to 0:20, after the end at 0:15" in what for what in said(beyond))


def test_namespaces_and_levels_of_jams_are_layers() -> None:
    levels = annotation(
        "multi_segment",
        "anna",
        (0, 9, {"label": "A", "level": 0}),
        (9, 20, {"label": "B", "level": 0}),
        (0, 3, {"label": "a", "level": 1}),
        (3, 20, {"label": "b", "level": 1}),
    )
    beats = {"namespace": "beat", "annotation_metadata": {}, "data": []}
    files: dict[str, object] = {"song.jams": jams(ANNA, levels, beats)}
    (question,) = read(files).problems
    assert question.asks == "layer"
    reading = read(files, layer="multi_segment 1")
    assert times_of(reading) == {"song": {"anna": (3,)}}
    assert "not read: annotations of beat, which are no segments" in said(reading)


def test_annotators_of_jams_without_a_name_are_numbered() -> None:
    named = annotation("segment_open", "TODO", (0, 4, "A"), (4, 20, "B"))
    nameless = annotation("segment_open", None, (0, 7, "A"), (7, 20, "B"))
    assert times_of(read({"song.jams": jams(named, nameless)})) == {
        "song": {"annotation 1": (4,), "annotation 2": (7,)}
    }


@pytest.mark.parametrize(
    ("file", "what"),
    [
        (jams({"namespace": "beat", "data": []}), "annotations of beat, and none of segments"),
        (jams(annotation("multi_segment", "a", (0, 3, "x"))), "where a level belongs"),
        (jams({"namespace": "segment_open", "data": "x"}), "and no list of segments"),
        (jams({"namespace": "segment_open", "data": [{"time": -1}]}), "the time of a segment is"),
        (
            jams({"namespace": "segment_open", "data": [{"time": 1, "duration": True}]}),
            "the duration of a segment is true",
        ),
    ],
)
def test_what_is_wrong_with_jams_is_said(file: object, what: str) -> None:
    reading = read({"song.jams": file})
    assert reading.corpus is None
    assert what in reading.problems[0].what


# --- BORIS ---------------------------------------------------------------------------------


def observation(*events: list[object], media: str = "visit.mp4", **about: object) -> object:
    return {
        "type": "MEDIA",
        "file": {"1": [media], "2": []},
        "media_info": {"length": {media: 60.5}},
        "independent_variables": {},
        "events": [list(event) for event in events],
        **about,
    }


def project(**observations: object) -> dict[str, object]:
    kinds = {"play": "State event", "look": "Point event"}
    return {
        "project_format_version": "7.0",
        "subjects_conf": {},
        "behaviors_conf": {
            str(at): {"code": code, "type": kind} for at, (code, kind) in enumerate(kinds.items())
        },
        "observations": observations,
    }


PLAY = ([3.25, "", "play", "", ""], [10.0, "", "look", "", ""], [12.5, "", "play", "", ""])


def test_observations_of_one_medium_are_coders() -> None:
    visit = project(
        visit_anna=observation(*PLAY),
        visit_ben=observation([4.0, "", "look", "", ""]),
        other=observation([7.0, "", "look", "", ""], media="C:\\film\\walk.avi"),
    )
    reading = read({"anna/project.boris": visit}, pattern="{coder}/*")
    assert times_of(reading) == {
        "visit": {"anna": (3.25, 10, 12.5), "ben": (4,)},
        "walk": {"anna": (7,)},
    }
    assert length(known(reading.corpus)["visit"]) == 60.5
    assert "2 observations of it are those of coders: anna, ben" in said(reading)


def test_an_independent_variable_names_the_coder() -> None:
    visit = project(
        one=observation(*PLAY, independent_variables={"Coder": "anna"}),
        two=observation([4.0, "", "look", "", ""], independent_variables={"Coder": "ben"}),
    )
    assert times_of(read({"p.boris": visit})) == {"visit": {"anna": (3.25, 10, 12.5), "ben": (4,)}}


def test_a_live_observation_goes_on_after_its_last_event() -> None:
    live = observation(*PLAY, file={}, media_info={}, type="LIVE")
    (question,) = read({"p.boris": project(noon=live)}).problems
    assert question.asks == "durations"
    reading = read({"p.boris": project(noon=live)}, durations={"*": 20.0})
    assert times_of(reading) == {"noon": {"p": (3.25, 10, 12.5)}}


def test_subjects_are_layers() -> None:
    visit = project(
        one=observation([1.0, "child", "look", "", ""], [2.0, "mother", "look", "", ""])
    )
    (question,) = read({"p.boris": visit}).problems
    assert question.asks == "layer"
    assert times_of(read({"p.boris": visit}, layer="*")) == {"visit": {"p": (1, 2)}}


@pytest.mark.parametrize(
    ("events", "what"),
    [
        ([PLAY[0]], "play starts at 3.25 s and does not stop"),
        ([[1.0, "", "sleep", "", ""]], "of the behaviour 'sleep', which is not there"),
        ([["soon", "", "play"]], "event 1 is"),
    ],
)
def test_what_is_wrong_with_an_observation_is_said(events: list[list[object]], what: str) -> None:
    reading = read({"p.boris": project(one=observation(*events))})
    assert reading.corpus is None
    assert what in reading.problems[0].what


EVENTS = """Observation id,visit_anna,,,,,,
Media file(s),,,,,,,
Player #1,visit.mp4,,,,,,
independent variables,,,,,,,
,,,,,,,
Time,Media file path,Total length,FPS,Subject,Behavior,Comment,Status
3.250,visit.mp4,60.500,25.0,,play,,START
10.000,visit.mp4,60.500,25.0,,look,,POINT
12.500,visit.mp4,60.500,25.0,,play,"so, it ends",STOP
"""
AGGREGATED = """\
Observation id\tMedia file\tTotal length\tSubject\tBehavior\tBehavior type\tStart (s)\tStop (s)
visit_anna\tvisit.mp4\t60.5\tNo focal subject\tplay\tSTATE\t3.25\t12.5
visit_anna\tvisit.mp4\t60.5\tNo focal subject\tlook\tPOINT\t10.0\tNA
visit_ben\tvisit.mp4\t60.5\tNo focal subject\tlook\tPOINT\t4.0\t4.0
"""


def test_tables_of_events_are_read_below_what_stands_above_them() -> None:
    reading = read({"anna/visit.csv": EVENTS}, pattern="{coder}/*")
    assert [one.format.key for one in reading.recognised] == ["boris-events"]
    assert times_of(reading) == {"visit": {"anna": (3.25, 10, 12.5)}}
    assert length(known(reading.corpus)["visit"]) == 60.5


def test_tables_of_aggregated_events_hold_many_observations() -> None:
    reading = read({"events.tsv": AGGREGATED})
    assert times_of(reading) == {"visit": {"anna": (3.25, 10, 12.5), "ben": (4,)}}
    wrong = AGGREGATED.replace("STATE", "STATUS")
    (problem,) = read({"events.tsv": wrong}).problems
    assert (problem.row, problem.what) == (
        2,
        "observation visit_anna: an event of the kind 'STATUS', and not START or STOP",
    )


@pytest.mark.parametrize("files", [True, 7, "visit.mp4", None, {"a": 1}])
def test_an_observation_whose_files_are_no_list_is_named_itself(files: object) -> None:
    odd = observation([4.0, "", "look", "", ""], file={"1": files})
    reading = read({"p.boris": project(noon=odd)}, durations={"*": 20.0})
    assert times_of(reading) == {"noon": {"p": (4,)}}


def test_a_state_without_its_stop_is_a_problem() -> None:
    table = AGGREGATED.replace("\tStop (s)", "")
    problem, *_ = read({"events.tsv": table}).problems
    assert (problem.row, problem.what) == (2, "observation visit_anna: '' is no time in seconds")


# --- lists of times ------------------------------------------------------------------------

LENGTH: dict[str, Any] = {"durations": {"*": 200.0}}


def test_times_one_a_line_are_of_the_coder_and_the_film_of_the_path() -> None:
    files: dict[str, object] = {
        "anna/film.txt": "12.4\n31.0\n1:58.2\n",
        "ben/film.txt": "12,9\n30,2\n",
        "anna/walk.txt": "press time (ms)\n4000\n9050\n",
        "ben/walk.txt": "press time (ms)\n4100\n",
    }
    with pytest.raises(AssertionError):
        times_of(read(files))  # of one number nobody knows whether it is a time
    files["ben/walk.txt"] = "press time (ms)\n4100\n8800\n"
    assert times_of(read(files, **LENGTH)) == {
        "film": {"anna": (12.4, 31, 118.2), "ben": (12.9, 30.2)},
        "walk": {"anna": (4, 9.05), "ben": (4.1, 8.8)},
    }


@pytest.mark.parametrize(
    "table",
    [
        "anna;ben\n12,4;12,9\n31,0;30,2\n58,2;\n",
        "press\tanna\tben\n1\t0:12.4\t0:12.9\n2\t0:31\t0:30.2\n3\t00:00:58.200\t\n",
    ],
)
def test_a_column_of_times_is_a_coder(table: str) -> None:
    reading = read({"film.csv": table}, **LENGTH)
    assert [one.format.key for one in reading.recognised] == ["time-lists"]
    assert times_of(reading) == {"film": {"anna": (12.4, 31, 58.2), "ben": (12.9, 30.2)}}


@pytest.mark.parametrize(
    "table",
    [
        "anna,ben\n12,14\n31,30\n58,\n",  # perhaps units
        "anna,ben\n12.4,12.9\n31.0,3.2\n",  # falls
        "anna,ben\n12.4,12.9\n,30.2\n58.1,60.5\n",  # a gap
        "time,value\n12.4,12.9\n31.0,33.2\n",
        "12.4,12.9\n31.0,33.2\n58.1,60.5\n",  # begins and ends
        "12\n31\n58\n",
    ],
)
def test_other_numbers_are_no_lists_of_times(table: str) -> None:
    reading = read({"film.csv": table}, **LENGTH)
    assert "time-lists" not in [one.format.key for one in reading.recognised]


def test_a_person_says_which_columns_hold_the_times_of_coders() -> None:
    columns = {"anna": "time", "ben": "time"}
    table = "anna,ben\n12,14\n31,30\n58,\n"
    reading = read({"film.csv": table}, columns=columns, **LENGTH)
    assert times_of(reading) == {"film": {"anna": (12, 31, 58), "ben": (14, 30)}}


@pytest.mark.parametrize(
    "table",
    [
        "coder,film,time\nanna,a,12.4\nanna,a,83.9\nben,a,1:23.9\n",
        "time;participant;video;label\n12,4;anna;a;go\n0:01:23.900;anna;a;stop\n83,9;ben;a;go\n",
    ],
)
def test_a_row_a_press_needs_no_more_than_coder_film_and_time(table: str) -> None:
    assert times_of(read({"presses.csv": table}, **LENGTH)) == {
        "a": {"anna": (12.4, 83.9), "ben": (83.9,)}
    }


# --- series --------------------------------------------------------------------------------

CHANGES = {"apple": {"6": [319], "7": [53, 319]}, "bank": {"6": [], "7": []}}


def test_positions_of_changepoints_are_indexes_of_a_series_and_no_times() -> None:
    (question,) = read({"annotations.json": CHANGES}).problems
    assert question.asks == "durations"
    assert "where 2 series end" in question.what
    reading = read({"annotations.json": CHANGES}, durations={"apple": 622.0, "*": 100.0})
    assert times_of(reading) == {"apple": {"6": (319,), "7": (53, 319)}, "bank": {"6": (), "7": ()}}
    assert reading.corpus is not None
    assert reading.corpus.scale is None
    assert reading.unit == "index"
    assert [item.mass for item in reading.corpus.items] == [622, 100]


def test_the_file_of_a_series_beside_it_says_how_long_it_is() -> None:
    files: dict[str, object] = {"annotations.json": CHANGES}
    files |= {
        f"datasets/{name}.json": {"name": name, "n_obs": points, "n_dim": 1, "series": []}
        for name, points in (("apple", 622), ("bank", 581))
    }
    reading = read(files)
    assert times_of(reading)["apple"]["7"] == (53, 319)
    assert [item.mass for item in known(reading.corpus).items] == [622, 581]
    files["datasets/apple.json"] = {"name": "apple", "n_obs": 300}
    (problem,) = read(files).problems
    assert problem.what == "a position 319, but the series has 300 points"


def test_points_of_a_series_can_be_seconds_for_what_is_measured_within_a_margin() -> None:
    lengths = {"apple": 622, "bank": 581}
    reading = read({"annotations.json": CHANGES}, unit="time", durations=lengths)
    assert reading.problems == ()
    assert times_of(reading)["apple"]["7"] == (53, 319)
    assert reading.corpus is not None
    assert reading.corpus.scale == TimeScale(1)
    assert [item.mass for item in reading.corpus.items] == [622, 581]
    assert read({"annotations.json": CHANGES}).units == ("index", "time")


def test_segment_sizes_are_no_positions() -> None:
    for sizes in ({"anna": [2, 11], "ben": [13]}, {"anna": [2, 3, 5], "ben": [5, 6]}):
        reading = read({"a.json": {"ch1": sizes}})
        assert "series-json" not in [one.format.key for one in reading.recognised]


# --- the documentation ---------------------------------------------------------------------

EXAMPLES: dict[str, tuple[str, dict[str, dict[str, tuple[float, ...]]]]] = {
    "jams": ("song.jams", {"song": {"anna": (4.25,), "ben": (5.5,)}}),
    "boris": ("p.boris", {"visit": {"anna": (3.25, 10, 12.5), "ben": (4,)}}),
    "boris-events": ("events.tsv", {"visit": {"anna": (3.25, 10, 12.5), "ben": (4,)}}),
    "series-json": (
        "annotations.json",
        {"apple": {"6": (319,), "7": (53, 90, 319)}, "bank": {"6": (), "7": (120,)}},
    ),
    "time-lists": ("film.csv", {"film": {"anna": (12.4, 31, 118.2), "ben": (12.9, 30.2)}}),
}


@pytest.mark.parametrize("key", EXAMPLES)
def test_the_page_of_a_format_shows_a_file_that_reads_as_it_says(key: str) -> None:
    text = (PROJECT / "docs" / "formats" / f"{key}.md").read_text(encoding="utf-8")
    name, expected = EXAMPLES[key]
    example = text.split("```")[1].partition("\n")[2]
    reading = read({name: example}, durations={"*": None})
    assert [one.format.key for one in reading.recognised] == [key]
    assert times_of(reading) == expected
    templates = {one.name: one.content for one in TEMPLATES}
    assert templates.get({"boris": "project.boris"}.get(key, name), example) == example
