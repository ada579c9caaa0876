"""Files of programs that mark times: JAMS, BORIS, lists of presses, and changepoints of series."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import permutations
from typing import Any

import pytest

from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.time_scale import TimeScale
from tests.support.known import known
from tests.support.readings import said, times_of
from tests.support.recordings import length


def read(files: dict[str, object], **choices: Any) -> Reading:
    sources = [
        Source(name, (held if isinstance(held, str) else json.dumps(held)).encode())
        for name, held in files.items()
    ]
    return read_sources(sources, Choices(**choices))


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
    assert length(known(reading.corpus)["song"]) == 20
    assert known(reading.corpus)["song"].codings["anna"].types == (frozenset("B"), frozenset("A"))


def test_points_of_jams_are_boundaries_if_there_are_no_segments() -> None:
    points = annotation("cue_point", "cleo", (0, 0, {"label": "in"}), (0.5, 9, {"label": "out"}))
    reading = read({"song.jams": jams(points)})
    assert times_of(reading) == {"song": {"cleo": (0.5,)}}
    assert any("a boundary lies at each begin of cue_point" in what for what in said(reading))
    assert list(times_of(read({"song.jams": jams(points, ANNA)}))["song"]) == ["anna"]


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
        visit_ben=observation([4.0, "", "look", "", ""], media_info={}),
        other=observation([7.0, "", "look", "", ""], media="C:\\film\\walk.avi"),
    )
    reading = read({"anna/project.boris": visit}, pattern="{coder}/*")
    assert times_of(reading) == {
        "visit": {"anna": (3.25, 10, 12.5), "ben": (4,)},
        "walk": {"anna": (7,)},
    }
    assert length(known(reading.corpus)["visit"]) == 60.5
    assert "2 observations of it are those of coders: anna, ben" in said(reading)


def test_a_label_that_stands_once_in_each_coding_is_named_and_can_be_left_out() -> None:
    looks = [[time, "", "look", "", ""] for time in (4.0, 9.0, 20.0)]
    start: list[object] = [0.5, "", "start", "", ""]
    visit = project(
        visit_anna=observation(start, *looks), visit_ben=observation(start, *looks[1:], looks[0])
    )
    behaviours = visit["behaviors_conf"]
    assert isinstance(behaviours, dict)
    behaviours["9"] = {"code": "start", "type": "Point event"}
    reading = read({"anna/project.boris": visit}, pattern="{coder}/*")
    assert times_of(reading) == {"visit": dict.fromkeys(("anna", "ben"), (0.5, 4, 9, 20))}
    (notice,) = (one for one in reading.notices if "start" in one.what)
    assert notice.what == "start stands once in each of 2 codings, as a boundary"
    assert notice.command == "--drop-label start"
    left = frozenset({"start"})
    reading = read({"anna/project.boris": visit}, pattern="{coder}/*", dropped_labels=left)
    assert times_of(reading) == {"visit": dict.fromkeys(("anna", "ben"), (4, 9, 20))}
    assert reading.labels == {"start": 2, "look": 6}
    assert "start stands once" not in said(reading)


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


def test_subjects_who_pressed_are_coders_if_somebody_says_so() -> None:
    table = "Observation id,Media file name,Media duration (s),Subject,Behavior,Behavior type,Time"
    presses: dict[str, tuple[float, ...]] = {"F01": (10.5, 30), "F02": (11, 31.5)}
    rows = [
        f"{film},{film}.mp4,60,{who},event,POINT,{at}"
        for film in ("laundry", "bicycle")
        for who, times in presses.items()
        for at in times
    ]
    files: dict[str, object] = {"export.csv": "\n".join([table, *rows, ""])}
    (question,) = read(files).problems
    assert question.asks == "layer" and "{item} if each tier is a coder" in question.command
    found = times_of(read(files, pattern="{item}"))
    assert found == {"laundry": presses, "bicycle": presses}


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


def test_rows_of_a_table_of_events_may_stand_in_any_order() -> None:
    *above, start, look, stop = EVENTS.splitlines()
    for rows in permutations((start, look, stop)):
        reading = read({"anna/visit.csv": "\n".join([*above, *rows, ""])}, pattern="{coder}/*")
        assert times_of(reading) == {"visit": {"anna": (3.25, 10, 12.5)}}


def test_tables_of_aggregated_events_hold_many_observations() -> None:
    reading = read({"events.tsv": AGGREGATED})
    assert times_of(reading) == {"visit": {"anna": (3.25, 10, 12.5), "ben": (4,)}}
    wrong = AGGREGATED.replace("STATE", "STATUS")
    (problem,) = read({"events.tsv": wrong}).problems
    assert (problem.row, problem.what) == (
        2,
        "observation visit_anna: an event of the kind 'STATUS', and not START or STOP",
    )


@pytest.mark.parametrize(
    ("stop", "end"),
    # The nearest binary number to 1.001 is below it, so that 1000 times as much is too.
    [("12.5006", 12.501), ("12.5004", 12.5), ("1.001", 1.001)],
)
def test_a_state_ends_at_the_nearest_millisecond(stop: str, end: float) -> None:
    table = AGGREGATED.replace("3.25\t12.5\n", f"0.5\t{stop}\n")
    assert times_of(read({"events.tsv": table}))["visit"]["anna"] == tuple(sorted((0.5, 10, end)))


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
        "12\n13\n14\n",  # may number rows
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
    assert known(reading.corpus).scale is None
    assert reading.unit == "index"
    assert [item.mass for item in known(reading.corpus).items] == [622, 100]


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
    assert times_of(reading)["apple"]["7"] == (53, 319)
    assert known(reading.corpus).scale == TimeScale(1)
    assert [item.mass for item in known(reading.corpus).items] == [622, 581]
    assert read({"annotations.json": CHANGES}).units == ("index", "time")


def test_segment_sizes_are_no_positions() -> None:
    for sizes in ({"anna": [2, 11], "ben": [13]}, {"anna": [2, 3, 5], "ben": [5, 6]}):
        reading = read({"a.json": {"ch1": sizes}})
        assert "series-json" not in [one.format.key for one in reading.recognised]


# --- the documentation ---------------------------------------------------------------------


def test_a_list_of_objects_with_begin_and_end_is_one_of_segments_under_any_key() -> None:
    segments = [{"start": 0.0, "end": 14.08, "label": "a"}, {"start": 14.08, "end": 30.02}]
    reading = read({"song.json": {"path": "x.mp3", "segments": segments, "duration": 31.5}})
    (item,) = known(reading.corpus).items
    assert length(item) == 31.5
    assert times_of(reading) == {"text": {"song": (14.08, 30.02)}}
    characters = [{"start": 0, "end": 14}, {"start": 14, "end": 30}]
    assert read({"text.json": {"path": "x", "segments": characters}}).corpus is None


def test_a_remark_may_stand_above_times() -> None:
    reading = read({"a.txt": "# cuts found by Cutter 2\n0.5\n2.25\n7.125\n"}, durations={"*": 9.0})
    assert times_of(reading) == {"text": {"a": (0.5, 2.25, 7.125)}}


def test_dates_with_times_are_counted_from_the_first() -> None:
    rows = [
        *("Heure de début,Heure de fin,Événement", "[],[],[]"),
        *(
            "15/01/2016 23:59:30,16/01/2016 00:00:00,N1",
            "16/01/2016 00:00:00,16/01/2016 00:01:30,N2",
        ),
    ]
    reading = read({"night.csv": "\n".join(rows)})
    assert times_of(reading) == {"text": {"night": (30,)}}
    assert any("2016-01-15 23:59:30" in notice.what for notice in reading.notices)
    assert read({"night.csv": "\n".join(rows).replace("16/01", "19/01")}).corpus is None


def test_ends_of_a_long_recording_differ_by_more_than_rounding_does() -> None:
    files: dict[str, object] = {
        f"{name}/song.jams": jams(annotation("segment_open", name, (0, end, "A")), duration=end)
        for name, end in (("a", 10_000), ("b", 9_995))
    }
    assert read(files, pattern="{coder}/{item}").problems


NIGHT = (
    "begin,end\n2016-01-15 22:30:00,2016-01-15 22:31:00\n2016-01-15 22:31:00,2016-01-15 22:33:00"
)


def dated_codings(other: str) -> Reading:
    return read({"ann/night.csv": NIGHT, "bob/night.csv": other}, pattern="{coder}/{item}")


def test_dates_are_counted_from_the_first_of_all_coders_of_an_item() -> None:
    later = NIGHT.replace(":33:", ":35:").replace(":31:", ":32:").replace(":30:", ":31:")
    reading = dated_codings(later)
    assert times_of(reading) == {"night": {"ann": (60, 180), "bob": (60, 120)}}


@pytest.mark.parametrize(
    "other",
    [
        "begin,end\n0.5,60\n60,180",
        NIGHT.replace("01-15", "01-17"),
        NIGHT.replace(":00,", ":00Z,").replace(":00\n", ":00Z\n") + "Z",
    ],
)
def test_times_without_a_common_begin_are_a_problem(other: str) -> None:
    reading = dated_codings(other)
    assert reading.corpus is None
    (problem,) = reading.problems
    assert problem.item == "night"
    assert "no common begin" in problem.what


ROWS = [
    *("ann", "2016-01-15 22:30:00", "2016-01-15 22:31:00"),
    *("ann", "2016-01-15 22:31:00", "2016-01-15 22:33:00"),
    *("bob", "2016-01-15 22:30:00", "2016-01-15 22:32:00"),
    *("bob", "2016-01-15 22:32:00", "2016-01-15 22:33:00"),
]


def of_one_table(rows: Sequence[str], heading: str = "coder") -> str:
    lines = [",".join(rows[at : at + 3]) for at in range(0, len(rows), 3)]
    return "\n".join([f"{heading},begin,end", *lines])


def test_two_coders_with_dates_may_stand_in_one_table() -> None:
    reading = read({"night.csv": of_one_table(ROWS)})
    assert times_of(reading) == {"night": {"ann": (60,), "bob": (120,)}}


@pytest.mark.parametrize("heading", ["coder", "who"])
def test_dates_whose_rows_do_not_touch_are_asked_about_and_read_as_chosen(heading: str) -> None:
    rows = [
        row.replace("22:31:00", "22:30:30") if at % 3 == 2 else row for at, row in enumerate(ROWS)
    ]
    files: dict[str, object] = {"night.csv": of_one_table(rows, heading)}
    (problem,) = read(files).problems
    assert (problem.asks, "dates" in problem.what) == ("columns", True)
    assert "begin=begin, end=end" in problem.command
    reading = read(files, columns={"begin": "begin", "end": "end", heading: "coder"})
    assert times_of(reading) == {"night": {"ann": (30, 60), "bob": (120,)}}
    assert any("2016-01-15 22:30:00" in notice.what for notice in reading.notices)


def test_items_of_a_table_begin_with_their_own_dates() -> None:
    rows = [row.replace("01-15", "01-17") if at > 5 else row for at, row in enumerate(ROWS)]
    chosen = {"begin": "begin", "end": "end", "item": "item"}
    reading = read({"x.csv": of_one_table(rows, "item")}, columns=chosen)
    assert times_of(reading) == {"ann": {"x": (60,)}, "bob": {"x": (120,)}}


def test_lengths_of_a_recording_may_differ_by_what_rounding_does() -> None:
    other = jams(annotation("segment_open", "ben", (0, 5, "A"), (5, 19.99, "B")), duration=19.99)
    reading = read({"a/song.jams": jams(ANNA), "b/song.jams": other}, pattern="{coder}/{item}")
    (said,) = [one for one in reading.notices if "19.990" in one.what]
    assert said.coder == "ben"
    assert times_of(reading) == {"song": {"anna": (4.25, 12.007), "ben": (5,)}}


# --- lists of people, one file each --------------------------------------------------------

ANN, BEN_S = "0:17\n0:34\n0:53\n1:13\n1:28\n", "0:19\n0:35\n0:51\n1:14\n1:28\n"


def lists(**files: str) -> dict[str, object]:
    """Return lists of two people of each of two films, of which some are others."""
    usual = {
        f"{film} {who}": of for film in ("A", "B") for who, of in (("Ann", ANN), ("Ben", BEN_S))
    }
    return {f"{name}.txt": text for name, text in {**usual, **files}.items()}


def of_lists(files: dict[str, object], **choices: Any) -> Reading:
    return read(files, pattern="{item} {coder}", **choices)


def test_a_line_of_remarks_above_times_names_no_coders() -> None:
    """The same times without the line are the same codings, whatever separates its words."""
    plain = of_lists(lists(), durations={"A": 100.0, "B": 100.0})
    for remark in ("# Making bread, Ben\n", "# Making bread\tBen\n", "# a\n# b; c\n\n"):
        files = lists(**{"A Ben": remark + BEN_S, "B Ben": remark + BEN_S})
        reading = of_lists(files, durations={"A": 100.0, "B": 100.0})
        assert reading.problems == ()
        assert known(reading.corpus) == known(plain.corpus)
        assert known(reading.corpus).coders == ("Ann", "Ben")
        assert {one.what[:11] for one in reading.notices if "remark" in one.what} == {"not read: #"}
    # A heading of coders is none, though it begins so.
    columns = read({"film.txt": "# Ann,Ben\n1.5,1.7\n2.5,2.9\n3.5,3.9\n"})
    assert len(known(columns.corpus).coders) == 2


def test_minutes_and_seconds_with_a_dot_are_asked_beside_those_with_a_colon() -> None:
    dots = {"A Ben": BEN_S.replace(":", "."), "B Ben": BEN_S.replace(":", ".")}
    ends = {"A": 100.0, "B": 100.0}
    (asked,) = of_lists(lists(**dots), durations=ends).problems
    assert (asked.file, asked.asks) == ("A Ben.txt", "times")
    assert asked.what.startswith(
        "times such as 0.19 may be minutes and seconds, as A Ann.txt has them with a colon; for "
        "now seconds"
    )
    minutes = of_lists(lists(**dots), durations=ends, times="minutes")
    assert minutes.problems == ()
    assert known(minutes.corpus) == known(of_lists(lists(), durations=ends).corpus)
    seconds = of_lists(lists(**dots), durations=ends, times="seconds")
    assert seconds.problems == ()
    assert known(seconds.corpus)["A"].codings["Ben"].boundaries == (190, 350, 510, 1140, 1280)
    # Nothing is asked of hundredths that are no seconds, nor where nobody writes a colon.
    for own in (BEN_S.replace(":", ".").replace("0.51", "0.71"), "0.194\n0.352\n0.514\n"):
        found = of_lists(lists(**{"A Ben": own}), durations=ends).problems
        assert not [one for one in found if one.asks == "times"]
    alone: dict[str, object] = {f"{name}.txt": of for name, of in dots.items()}
    assert not [one for one in of_lists(alone, durations=ends).problems if one.asks == "times"]


@pytest.mark.parametrize("between", ["  ", " ", ", ", " - ", "\t"])
def test_lengths_stand_behind_names_of_films_and_their_titles(between: str) -> None:
    """A title is told by what sets it apart; words without it are a sentence."""
    titled = between != " "
    line = "{0}{1}Making {2}{1}{3}\n"
    lines = line.format("A", between, "bread", "1:40") + line.format("B", between, "jam", "2:00")
    reading = of_lists({**lists(), "lengths.txt": lines})
    ends = [one.what for one in reading.notices if one.what.startswith("ends at ")]
    assert len(ends) == 2 * titled
    assert [length(one) for one in known(reading.corpus).items] == (
        [100.0, 120.0]
        if titled
        else [
            88.001,
            88.001,
        ]
    )


def test_names_of_files_with_remarks_behind_times_are_read_with_those_of_lists() -> None:
    """A question about names counts all people, as the import does that follows the answer."""
    remarks = ANN.replace("\n", "  step\n")
    files = lists(**{f"{film} Cy": remarks for film in ("A", "B")})
    asked = next(one for one in read(files).problems if one.asks == "pattern")
    assert "{item} {coder} gives 2 items of 3 coders" in asked.what
    reading = of_lists(files, durations={"A": 100.0, "B": 100.0})
    assert reading.problems == ()
    assert known(reading.corpus).coders == ("Ann", "Ben", "Cy")
