"""Tables with a row for each segment or boundary, layers of spans, and steps of recordings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise

import pytest

from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.clock_times import parsed_times, seconds_in
from segmetrics.io.column_roles import Role
from segmetrics.io.names import BOTH
from segmetrics.time_scale import TimeScale
from tests.support.known import known
from tests.support.readings import boundaries_of, pairs_of, read, said, table, times_of
from tests.support.recordings import length, places


def asked(reading: Reading) -> str:
    assert reading.corpus is None
    return str(reading.problems[0])


# Coder anna: 0 to 4, 4 to 9 s; ben: 0 to 6, 6 to 9 s.
TALK = {"talk": {"anna": (4,), "ben": (6,)}}


@pytest.mark.parametrize(
    "content",
    [
        "item,coder,start,end\ntalk,anna,0,4\ntalk,anna,4,9\ntalk,ben,0,6\ntalk,ben,6,9\n",
        "Video;Rater;Begin Time (s);End Time (s)\n"
        "talk;anna;0,0;4,0\ntalk;anna;4,0;9,0\ntalk;ben;0,0;6,0\ntalk;ben;6,0;9,0\n",
        "onset\tduration\tParticipantID\tVideoName\n"
        "0\t4\tanna\ttalk\n4\t5\tanna\ttalk\n0\t6\tben\ttalk\n6\t3\tben\ttalk\n",
        "start_ms,stop_ms,annotator,file\n"
        "0,4000,anna,talk\n4000,9000,anna,talk\n0,6000,ben,talk\n6000,9000,ben,talk\n",
        "from,to,coder_name,item_id\n"
        "0:00:00,0:00:04,anna,talk\n0:04,0:09,anna,talk\n0:00,0:06,ben,talk\n0:06,0:09,ben,talk\n",
        "coder,movie,BoundaryTime(s),totalMovieDur\nanna,talk,4.0,9\nben,talk,6.0,9\n",
    ],
)
def test_begin_and_end_have_many_names(content: str) -> None:
    reading = read(("talks.csv", content))
    assert [one.format.key for one in reading.recognised] == ["segment-rows"]
    assert times_of(reading) == TALK
    assert length(known(reading.corpus).items[0]) == 9


def test_rows_without_a_header_name_coder_label_begin_and_end() -> None:
    content = "anna,noun,2,5\nanna,verb,7,9\nben,noun,2,4\nben,verb,4,12\n"
    reading = read(("talk.csv", content))
    # Both edges are boundaries; the recording ends with the last coder, at 12.
    assert times_of(reading) == {"talk": {"anna": (2, 5, 7, 9), "ben": (2, 4)}}


def test_files_of_audacity_hold_begin_end_and_label() -> None:
    files = (
        ("anna/talk.txt", "0.0\t2.5\train\n2.5\t4.0\tsun\n"),
        ("ben/talk.txt", "0.0\t1.5\train\n1.5\t4.0\tsun\n"),
    )
    reading = read(*files, pattern="{coder}/{item}")
    assert times_of(reading) == {"talk": {"anna": (2.5,), "ben": (1.5,)}}
    assert times_of(read(*files, pattern="{coder}/{item}", step=0.5)) == {
        "talk": {"anna": (5,), "ben": (3,)}
    }


def test_blanks_may_stand_between_begin_end_and_label() -> None:
    reading = read(("talk/anna.lab", "0.000 2.000 first part\n2.000 5.000 second part\n"))
    assert times_of(reading) == {"talk": {"anna": (2,)}}


def test_labels_may_hold_commas_and_comments_may_stand_above() -> None:
    rows = "# by anna\n0.0\tA, a, Intro\n3.5\tB, (voice\n8.25\tA, a, voice)\n12.0\tEnd\n"
    reading = read(("song/anna.txt", rows), labels="none")
    assert times_of(reading) == {"song": {"anna": (3.5, 8.25)}}


def test_begins_with_labels_end_at_a_label_that_says_so() -> None:
    songs = {
        "1/anna.txt": "0.0\tSilence\n3.0\tA\n8.0\tB\n12.0\tEnd\n",
        "1/ben.txt": "0.0\tSilence\n3.0\tA\n9.0\tB\n12.0\tEnd\n",
        "2/anna.txt": "0.0\tA\n5.0\tB\n7.0\tEnd\n",
        "2/ben.txt": "0.0\tA\n7.0\tSilence\n7.0\tEnd\n",
    }
    assert times_of(read(*songs.items(), labels="none")) == {
        "1": {"anna": (3, 8), "ben": (3, 9)},
        "2": {"anna": (5,), "ben": ()},
    }


PRESSES = ("presses.csv", "coder,item,BoundaryTime\nanna,talk,3.2\nben,talk,7.9\nben,walk,4.5\n")


@pytest.mark.parametrize(
    "content",
    [
        "film,viewer,time\nf,v,1.5\nf,v,3.25\nf,w,1.6\n",
        "film,participant,press_ms\nf,v,1500\nf,v,3250\nf,w,1600\n",
        "film,viewer,start,end,label\nf,v,0,1.5,a\nf,v,1.5,3.25,b\nf,w,0,1.6,a\nf,w,1.6,3.25,b\n",
    ],
)
def test_viewers_and_participants_are_coders(content: str) -> None:
    corpus = known(read_sources([Source("presses.csv", content.encode())]).corpus)
    assert corpus.scale == TimeScale()
    assert corpus.coders == ("v", "w")
    assert corpus["f"].codings["v"].boundaries[0] == 1500


@pytest.mark.parametrize(
    ("heading", "times"),
    [
        ("viewer,film,pressed at", ("0:00:59", "0:02:50", "0:01:02", "1:03:48")),
        ("observer,clip,new scene when", ("0:59", "2:50", "1:02", "63:48")),
        ("subject,movie,onset", ("0:59", "2:50", "1:02", "63:48")),
        ("participant,video,pressed (s)", ("59", "170", "62", "3828")),
    ],
)
def test_the_only_column_of_times_is_one_of_presses(heading: str, times: tuple[str, ...]) -> None:
    whose = ("nadia,noodles", "nadia,noodles", "kofi,noodles", "kofi,noodles")
    rows = table(heading, *(",".join(row) for row in zip(whose, times, strict=True)))
    assert times_of(read(("a.csv", rows), durations={"noodles": 4000})) == {
        "noodles": {"nadia": (59, 170), "kofi": (62, 3828)}
    }


def test_a_column_of_lengths_is_none_of_presses() -> None:
    rows = table("viewer,film,duration", "a,f,0:59", "a,f,2:50", "b,f,1:02", "b,f,3:48")
    reading = read(("a.csv", rows))
    assert reading.tables[0].roles[2] == "ignore"
    assert reading.corpus is None


def test_columns_of_people_and_times_are_suggested_beside_one_that_is_not_known() -> None:
    rows = table("viewer,film,pressed at,key", "a,f,0:59,p", "a,f,2:50,q", "b,f,1:02,p")
    reading = read(("a.csv", rows))
    assert {one.asks for one in reading.problems} == {"columns"}
    assert reading.tables[0].roles == ("coder", "item", "time", "ignore")


def test_how_long_presses_go_on_is_asked_and_none_is_lost_meanwhile() -> None:
    reading = read(PRESSES)
    (question,) = reading.problems
    assert question.asks == "durations"
    assert "of any coder: talk at 0:07.900, walk at 0:04.500" in question.what
    assert places(known(reading.corpus)["talk"]) == {"anna": (3.2,), "ben": (7.9,)}
    assert [length(item) for item in known(reading.corpus).items] == [7.901, 4.501]


@pytest.mark.parametrize(
    ("durations", "lengths"),
    [
        ({"*": None}, [7.901, 4.501]),
        ({"*": 60.0}, [60, 60]),
        ({"talk": 9.0, "*": None}, [9, 4.501]),
        ({"talk": None, "walk": 5.5}, [7.901, 5.5]),
    ],
)
def test_a_person_says_how_long_recordings_are(
    durations: dict[str, float | None], lengths: list[float]
) -> None:
    reading = read(PRESSES, durations=durations)
    assert times_of(reading) == {"talk": {"anna": (3.2,), "ben": (7.9,)}, "walk": {"ben": (4.5,)}}
    assert [length(item) for item in known(reading.corpus).items] == lengths


def test_a_recording_that_is_said_to_end_before_a_boundary_is_a_problem() -> None:
    reading = read(PRESSES, durations={"*": 6.0})
    (problem,) = reading.problems
    assert (problem.item, problem.coder, problem.what) == (
        "talk",
        "ben",
        "talk ends at 0:06, but ben has a boundary at 0:07.900",
    )
    assert [(one.item, one.coder) for one in reading.codings] == [("talk", "anna"), ("walk", "ben")]
    assert [item.name for item in known(reading.corpus).items] == ["walk"]


def test_a_length_is_asked_only_where_the_last_time_is_a_press() -> None:
    closed = "coder,item,BoundaryTime,movie duration\nanna,talk,3.2,9\nben,talk,7.9,9\n"
    reading = read(("presses.csv", closed))
    assert times_of(reading) == {"talk": {"anna": (3.2,), "ben": (7.9,)}}
    assert length(known(reading.corpus).items[0]) == 9
    segments = read(("a.csv", "coder,item,start,end\nanna,talk,0,3.2\nanna,talk,3.2,9\n"))
    assert segments.problems == ()


@pytest.mark.parametrize(
    ("heading", "cells", "times", "seconds"),
    [
        ("press time", ("1:23.9", "2:03,25", "00:02:10.500"), "", (83.9, 123.25, 130.5)),
        ("press time (ms)", ("1500", "4250", "9000.5"), "", (1.5, 4.25, 9)),
        ("press time", ("15000", "42500", "90005"), "", (15, 42.5, 90.005)),  # more than a day
        ("press time", ("12", "31", "58"), "", (12, 31, 58)),
        ("press time", ("400", "900", "1500"), "milliseconds", (0.4, 0.9, 1.5)),
        ("press time", ("400", "900", "1500"), "25 fps", (16, 36, 60)),
        ("press frame time", ("400", "900", "1500"), "50 fps", (8, 18, 30)),
        ("press time", ("01:05:00", "01:51:00"), "minutes", (65, 111)),
        ("press time", ("0:49", "1:51"), "minutes", (49, 111)),
        ("press time", ("0:49", "01:51:00"), "minutes", (49, 111)),
        ("press time", ("00:01:05", "01:51:00"), "minutes", (65, 6660)),
        ("press time (min:sec)", ("01:05:00", "01:51:00"), "", (65, 111)),
        ("Zeit (mm:ss)", ("0:49", "1:51"), "", (49, 111)),
        ("Zeit (hh:mm:ss)", ("00:01:00", "01:51:00"), "", (60, 6660)),
        ("Time (h:mm:ss)", ("0:30:00", "1:10:00"), "", (1800, 4200)),
        ("Zeit (Std:Min:Sek)", ("0:30:00", "1:10:00"), "", (1800, 4200)),
        ("Time (mm:ss)", ("59:10", "1:02:00", "1:30:00"), "", (3550, 3720, 5400)),
        ("Time (mm:ss)", ("1:02:00", "59:10"), "", (62, 3550)),
        ("Zeit (Sek., Tastenbox)", ("48.1", "134"), "", (48.1, 134)),
        ("press time", ("40000000", "90000000"), parsed_times("10000000 fps"), (4, 9)),
    ],
)
def test_times_are_written_in_many_ways(
    heading: str, cells: tuple[str, ...], times: str, seconds: tuple[float, ...]
) -> None:
    rows = "".join(f"anna;talk;{cell}\n" for cell in cells)
    reading = read(("a.csv", f"coder;item;{heading}\n{rows}"), durations={"*": 7200.0}, times=times)
    assert times_of(reading) == {"talk": {"anna": tuple(round(1000 * at) / 1000 for at in seconds)}}


@pytest.mark.parametrize(
    ("heading", "cells", "what"),
    [
        ("press time", ("400", "900", "1500"), "up to 1500 are seconds or milliseconds"),
        ("Time (mm:ss)", ("0:49", "01:51:00"), "as if a spreadsheet had taken"),
        ("press time", ("9000", "21000", "39000"), "milliseconds; for now milliseconds"),
        ("press frame time", ("400", "900"), "no file says how many of them a second has"),
        (
            "press time",
            ("00:01:00", "01:51:00", "02:05:00", "03:00:00", "04:10:00"),
            "as if a spreadsheet had taken 1:51 for 1:51:00",
        ),
    ],
)
def test_what_times_count_is_asked_where_nothing_shows_it(
    heading: str, cells: tuple[str, ...], what: str
) -> None:
    rows = "".join(f"anna,talk,{cell}\n" for cell in cells)
    reading = read(("a.csv", f"coder,item,{heading}\n{rows}"), durations={"*": 40_000.0})
    (question,) = reading.problems
    assert question.asks == "times"
    assert what in question.what


def test_segments_of_whole_units_include_their_last_one() -> None:
    content = "item,coder,start,end\nch1,anna,1,3\nch1,anna,4,4\nch1,anna,5,9\nch1,ben,1,9\n"
    reading = read(("a.csv", content))
    assert times_of(reading) == {"ch1": {"anna": (3, 4), "ben": ()}}
    assert known(reading.corpus).items[0].mass == 9
    gap = content.replace("ch1,anna,5,9", "ch1,anna,5,6\nch1,anna,8,9") + "ch1,anna,10,12\n"
    gap += "ch1,anna,13,14\n"
    assert "ends with unit 6, and the next begins with 8" in asked(read(("a.csv", gap)))


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("start,end,text\n0,2.5,How are you today?\n2.5,4,I am very well.\n", "a transcript"),
        ("coder,start,end\nanna,0,4\nanna,9,5\n", "begins at 9 and ends at 5"),
        ("coder,start,end\nanna,0,4\nanna,,5\n", "the begin is missing"),
        (
            "coder,movie,clip,press time\nanna,talk,1,2.5\nanna,talk,1,8\nanna,talk,2,1.5\n",
            "start again where the column 'clip' changes",
        ),
    ],
)
def test_what_is_no_coding_or_wrong_is_said(content: str, sentence: str) -> None:
    assert sentence in asked(read(("talk.csv", content)))


@pytest.mark.parametrize(
    "content",
    [
        "1\thello there\n2\tgood day\n3\tbye\n",  # numbered lines
        "0,It was a day.\n1,Then it rained.\n0,And rained.\n",  # flags of sentences
        "start,end\nyes,no\nno,yes\n",
    ],
)
def test_other_tables_are_no_rows_of_segments(content: str) -> None:
    reading = read(("talk.csv", content))
    assert "segment-rows" not in [one.format.key for one in reading.recognised]


def test_files_that_end_at_other_times_are_asked_about() -> None:
    files = (
        ("set/a.txt", "0.0\t2.5\tx\n2.5\t9.0\ty\n"),
        ("set/b.txt", "0.0\t3.5\tx\n3.5\t60.0\ty\n"),
    )
    asked = read(*files)
    assert [one.asks for one in asked.problems] == ["pattern"]
    assert asked.problems[0].what.partition("{")[2].startswith("item} gives 2 items of 1 coder")
    assert times_of(read(*files, pattern="{coder}/{item}")) == {
        "a": {"set": (2.5,)},
        "b": {"set": (3.5,)},
    }


# --- Steps ---------------------------------------------------------------------------------

CLOSE = "coder,item,start,end\nanna,talk,0,2.1\nanna,talk,2.1,2.3\nanna,talk,2.3,5\n"


def test_times_stay_as_they_are() -> None:
    reading = read(("a.csv", CLOSE))
    assert reading.corpus is not None
    assert (reading.unit, reading.step, reading.corpus.scale) == ("time", None, TimeScale(0.001))
    assert times_of(reading) == {"talk": {"anna": (2.1, 2.3)}}


def test_the_longest_step_that_keeps_edges_apart_is_taken_if_there_are_to_be_steps() -> None:
    reading = read(("a.csv", CLOSE), unit="step")
    assert (reading.step, times_of(reading)) == (0.1, {"talk": {"anna": (21, 23)}})
    assert any("a step of 0.1 s" in notice.what for notice in reading.notices)


def test_a_chosen_step_that_merges_edges_names_the_one_that_would_not() -> None:
    reading = read(("a.csv", CLOSE), step=1.0)
    assert times_of(reading) == {"talk": {"anna": (2,)}}
    said = [notice.what for notice in reading.notices]
    assert "steps of 1 s merge 1 of 2 boundaries; steps of 0.1 s would merge none" in said


# Eleven days take more than ten million milliseconds, and more than a million steps below 1 s.
LONG = "coder,item,start (s),end (s)\nanna,talk,0,{0}\nanna,talk,{0},{1}\nanna,talk,{1},950400\n"


def test_edges_that_no_possible_step_keeps_apart_are_a_question() -> None:
    reading = read(("a.csv", LONG.format(2.1, 2.3)), unit="step")
    assert "merge 1 of 2 boundaries, and shorter ones" in asked(reading)


def test_a_long_recording_has_coarser_positions_and_merges_nothing_unasked() -> None:
    reading = read(("a.csv", LONG.format(2.1, 2.3)))
    assert known(reading.corpus).scale == TimeScale(0.1)
    assert times_of(reading) == {"talk": {"anna": (2.1, 2.3)}}
    question = asked(read(("a.csv", LONG.format(2.31, 2.32))))
    assert "in steps of 0.1 s, the shortest for recordings as long as these, 1 boundary" in question
    merged = read(("a.csv", LONG.format(2.31, 2.32)), step=1.0)
    assert times_of(merged) == {"talk": {"anna": (2,)}}


# --- Layers --------------------------------------------------------------------------------


def test_tiers_of_a_table_are_layers_of_which_one_is_chosen() -> None:
    rows = [
        "anna,talk,word,0,1",
        "anna,talk,word,1,4",
        "anna,talk,topic,0,3",
        "anna,talk,topic,3,4",
    ]
    content = "\n".join(["coder,item,tier,start,end", *rows])
    assert "topic (2), word (2). Choose the layer" in asked(read(("a.csv", content)))
    assert times_of(read(("a.csv", content), layer="topic")) == {"talk": {"anna": (3,)}}
    assert "no layer phrase" in asked(read(("a.csv", content), layer="phrase"))


def test_layers_in_the_names_of_files_are_asked_about() -> None:
    names = [
        f"{song}/{coder}_{layer}.txt"
        for song in (1, 2)
        for coder in ("anna", "ben")
        for layer in ("fine", "broad")
    ]
    files = [(name, "0.0\t2.5\tx\n2.5\t9.0\ty\n") for name in names]
    assert "anna, ben with the layers broad, fine each" in asked(read(*files))
    assert len(times_of(read(*files, pattern="{item}/{coder}"))["1"]) == 4


KINDS = {
    "gestures": ((0, "reach"), (4, "hold"), (9, "reach"), (15, "hold")),
    "tools": ((0, "knife"), (6, "none"), (11, "knife"), (14, "none")),
}


@pytest.mark.parametrize("alike", [False, True])
def test_folders_of_layers_are_told_by_labels_that_none_shares(alike: bool) -> None:
    """Two people who name the same things share some name; what hands and tools do does not."""
    files = []
    for kind, rows in KINDS.items():
        for n in (1, 2, 3):
            lines = [
                f"{n * begin}.5\t{n * end}.5\t{'reach' if alike and label == 'knife' else label}\n"
                for (begin, label), (end, _) in pairwise([*rows, (20, "")])
            ]
            files.append((f"{kind}/trial {n}.txt", "".join(lines)))
    reading = read(*files)
    assert [one.asks for one in reading.problems] == ([] if alike else ["pattern"])
    if not alike:
        assert "gestures hold, reach and tools knife, none" in asked(reading)
        (problem,) = reading.problems
        assert problem.command == "--drop-file tools for example, or --pattern '{coder}/{item}'"
    people = times_of(read(*files, pattern="{coder}/{item}"))
    assert people["trial 1"] == {"gestures": (0.5, 4.5, 9.5, 15.5), "tools": (0.5, 6.5, 11.5, 14.5)}


def test_labels_that_overlap_only_with_others_are_layers() -> None:
    drums = [(n, n + 3, "drums") for n in range(0, 12, 3)]
    others = [(1, 6, "voice"), (6, 11, "voice"), (0, 4, "bass"), (4, 8, "bass"), (8, 12, "bass")]

    def song(rows: list[tuple[int, int, str]]) -> tuple[str, str]:
        lines = [f"{begin},{end},{label}\n" for begin, end, label in sorted(rows)]
        return "blue.csv", f"start,end,label\n{''.join(lines)}"

    first = read(song(drums + others))
    assert [one.asks for one in first.problems] == ["layer"]
    assert "bass (3), drums (4), voice (2)" in asked(first)
    (item,) = times_of(read(song(drums + others), layer="drums")).values()
    assert list(item.values()) == [(3, 6, 9)]
    # None where segments of one label overlap too, or a person says what the column holds.
    over = [(begin + 1, end + 1, label) for begin, end, label in drums]
    assert [one.asks for one in read(song(drums + over)).problems] == ["columns"]
    roles = {"start": "begin", "end": "end", "label": "label"}
    assert read(song(drums + others), columns=roles).problems == ()


def test_no_pattern_tells_files_apart_that_differ_by_their_endings_alone() -> None:
    phones = "0 24 h\n24 42 sh\n42 54 iy\n54 65 hv\n65 88 ae\n88 96 d\n96 120 y\n"
    words = "24 54 she\n54 96 had\n96 110 your\n"
    reading = read(("said/one.phn", phones), ("said/one.wrd", words))
    assert {one.asks for one in reading.problems} == {"times", ""}
    assert "--drop-file said/one.wrd" in " ".join(one.command for one in reading.problems)


def test_segments_of_one_coder_that_lie_over_each_other_are_asked_about() -> None:
    rows = [f"{n},{n + 1.5},{who}" for n in range(8) for who in ("Gump", "Jenny")]
    content = "\n".join(["start,end,who is seen", *rows, ""])
    reading = read_sources([Source("film.csv", content.encode())])
    (problem,) = [one for one in reading.problems if one.asks == "columns"]
    assert problem.what.startswith("7 of 16 segments of one coder begin before")
    assert 'who is seen=item"' in problem.command
    chosen = Choices(columns={"start": "begin", "end": "end"})
    confirmed = read_sources([Source("film.csv", content.encode())], chosen)
    assert not [one for one in confirmed.problems if one.asks == "columns"]
    apart = "\n".join(["start,end,label", *(f"{n},{n + 1.5},a" for n in range(0, 16, 2)), ""])
    assert read_sources([Source("film.csv", apart.encode())]).problems == ()


def test_offsets_of_characters_are_no_times() -> None:
    words = ["Good morning.", "How are you?", "Now.", "To the point, please.", "Gladly so."]
    begins = [sum(map(len, words[:n])) + n for n in range(len(words))]
    rows = [f'{at},{at + len(word)},"{word}",a' for at, word in zip(begins, words, strict=True)]
    content = "\n".join(["start,end,quote,kind", *rows, ""])
    (problem,) = read_sources([Source("talk.csv", content.encode())]).problems
    assert problem.what.startswith("begin and end count characters")


LINES = {
    "blanks, some whole": ("a.lab", "0.5 2 intro\n2 4.25 verse\n4.25 9 intro\n"),
    "an empty column": ("a.lab", "0.5\t2\t\tintro\n2.0\t4.25\t\tverse\n4.25\t9.0\t\tintro\n"),
    "time, level, duration, label": ("a.txt", "0.5,1,1.5,intro\n2.0,2,2.25,verse\n4.25,1,4.75,x\n"),
    "rttm": (
        "a.rttm",
        "".join(
            f"SPEAKER a 1 {at} {length} <NA> <NA> {who} <NA> <NA>\n"
            for at, length, who in ((0.5, 1.5, "A"), (2, 2.25, "B"), (4.25, 4.75, "A"))
        ),
    ),
}


@pytest.mark.parametrize(("name", "content"), LINES.values(), ids=LINES)
def test_lines_of_segments_without_a_heading_are_read(name: str, content: str) -> None:
    reading = read_sources([Source(name, content.encode())])
    assert reading.problems == ()
    (item,) = known(reading.corpus).items
    (times,) = places(item).values()
    assert times == (0.5, 2.0, 4.25)
    assert length(item) == 9.0


def test_points_with_short_labels_between_blanks_are_boundaries() -> None:
    content = "0:00 intro\n0:31 verse\n1:02.5 chorus\n1:40 end\n"
    (item,) = known(read_sources([Source("a.lab", content.encode())]).corpus).items
    (times,) = places(item).values()
    assert times == (31.0, 62.5)


def test_whole_numbers_that_touch_without_a_heading_ask_what_they_count() -> None:
    content = "4\t1026\tintro\n1026\t2315\tchorus\n2315\t3581\tverse\n"
    reading = read_sources([Source("a.txt", content.encode())])
    assert [one.asks for one in reading.problems] == ["times"]
    told = read_sources([Source("a.txt", content.encode())], Choices(times="100 fps"))
    (item,) = known(told.corpus).items
    assert list(places(item).values()) == [(0.04, 10.26, 23.15)]


def test_json_with_a_stage_for_each_unit_and_scorer_is_read() -> None:
    stages = {"scorer_1": [0] * 4 + [1] * 3 + [2] * 5, "scorer_2": [0] * 3 + [1] * 4 + [2] * 5}
    corpus = known(read(("night.json", stages)).corpus)
    (item,) = corpus.items
    assert {name: one.masses for name, one in item.codings.items()} == {
        "scorer_1": (4, 3, 5),
        "scorer_2": (3, 4, 5),
    }


def test_a_json_list_of_labels_is_of_whoever_the_folder_names() -> None:
    nights = {"kim": [0] * 4 + [-1] * 3 + [2] * 5, "ben": ["W"] * 6 + ["N1"] * 4 + ["W", "N2"]}
    files = [(f"{name}/night.json", stages) for name, stages in nights.items()]
    assert boundaries_of(read(*files)) == {"night": {"kim": (4, 7), "ben": (6, 10, 11)}}
    for other in ([3] * 7 + [5] * 3, [0, 1] * 6, [0] * 8 + [1] * 4):  # sizes, flags
        assert read(("kim/night.json", other)).corpus is None


def test_columns_without_a_heading_have_numbers_and_keep_their_first_row() -> None:
    rows = [(n, n + 3, "ab"[n % 2]) for n in range(9)]
    content = "".join(f"{begin}.5\t{end}.25\t{label}\n" for begin, end, label in rows)
    assert '"column 3=label"' in asked(read(("anna.txt", content)))
    reading = read(("anna.txt", content), columns={"column 3": "label"})
    ((coding,),) = [places(item).values() for item in known(reading.corpus).items]
    edges = {time for begin, end, _ in rows for time in (begin + 0.5, end + 0.25)}
    assert coding == tuple(sorted(edges - {max(edges)}))


def test_the_columns_offered_for_segments_over_each_other_keep_their_ends() -> None:
    rows = [f"v,{n},{n + 3},act{n}" for n in range(9)]
    problem = asked(read(("a.csv", "\n".join(["video,start,stop,what", *rows]))))
    assert '--columns "start=begin, stop=end" if all are of one coding' in problem


def test_frames_that_end_a_segment_are_its_last_if_most_begin_with_the_next() -> None:
    rows = ["0 49", "50 99", "100 149", "150 199", "200 249", "260 300"]
    reading = read(("v/anna.lab", "\n".join(rows)), times="25 fps")
    assert times_of(reading) == {"v": {"anna": (2, 4, 6, 8, 10, 10.4)}}


def test_what_was_said_is_no_item_and_makes_a_transcript_in_any_script() -> None:
    said = [
        "很高兴又见到你了你这礼拜有没有发生什么事情呢",
        "最近你有点头疼就是不是很严重的头疼就是偏头疼",
    ]
    rows = [f"{who},00:{n:02},{said[n % 2]}{n}" for n, who in enumerate("ababab", 3)]
    content = "\n".join(["Name,Time,Dialogue", *rows, ""])
    (problem,) = read_sources([Source("talk.csv", content.encode())]).problems
    assert "a transcript, and no coding" in problem.what


# --- what real files taught ---------------------------------------------------------------


def test_samples_that_touch_are_segments_whose_rate_is_asked() -> None:
    phones = ("sa1.phn", "0 8000 h#\n8000 16000 sh\n16000 20000 iy\n")
    (problem,) = read(phones).problems
    assert problem.asks == "times"
    assert times_of(read(phones, times="16000 fps", pattern="{item}"))["sa1"] == {"coder": (0.5, 1)}


def test_a_recording_that_rttm_names_otherwise_than_the_file_is_the_item() -> None:
    files = [
        (
            name,
            f"SPEAKER talk 1 0 {end} <NA> <NA> a <NA>\nSPEAKER talk 1 {end} 2 <NA> <NA> b <NA>\n",
        )
        for name, end in (("ref.rttm", 1.5), ("sys.rttm", 1.7))
    ]
    assert times_of(read(*files, pattern="{coder}")) == {"talk": {"ref": (1.5, 3.5), "sys": (1.7,)}}


def test_a_length_may_round_to_another_end_than_the_next_begin() -> None:
    text = "onset\tduration\n0.000\t1.034\n1.034\t7.274\n8.309\t4.505\n12.813\t2.000\n"
    reading = read(("cuts.tsv", text), pattern="{item}")
    assert times_of(reading) == {"cuts": {"coder": (1.034, 8.309, 12.813)}}
    assert "2 boundaries within a millisecond of another, counted once" in said(reading)


def test_names_of_recordings_are_no_texts() -> None:
    rows = "".join(f"audio/2021_09_24_{n}_recorder.wav,0.2,{1 + n / 10},1\n" for n in range(6))
    reading = read(("found.csv", f"file,start_time,end_time,zeep\n{rows}"))
    assert reading.problems == ()
    assert len(known(reading.corpus).items) == 6


def test_rows_of_words_above_numbers_and_comments_are_named_and_not_read() -> None:
    rows = "0,1.5,a\n1.5,4.2,b\n4.2,9,c\n"
    for heading, aside in (
        ("begin,end,label\n(s),(s),\n", "row 2"),
        ("# x\nbegin,end,label\n# y\n", "rows 1, 3"),
    ):
        reading = read(("t.csv", heading + rows), pattern="{item}")
        assert times_of(reading) == {"t": {"coder": (1.5, 4.2)}}
        assert any(f"not read: {aside}, outside" in one.what for one in reading.notices)


def test_times_before_a_recording_are_left_out_and_counted() -> None:
    presses = "coder,time\nanna,-0:05\nanna,0:12.5\nanna,1:20.5\nben,0:13.5\nben,1:22.5\n"
    lists = "anna,ben\n-5.0,13.5\n12.5,82.5\n80.5,\n"
    spans = "coder,begin,end\nanna,-5,-1\nanna,-1,12.5\nanna,12.5,80.5\nben,0,13.5\nben,13.5,80.5\n"
    for text, count in ((presses, 1), (lists, 1), (spans, 2)):
        reading = read(("film.csv", text), durations={"*": 100})
        found = times_of(reading)["film"]
        assert (found["anna"][0], found["ben"][0]) == (12.5, 13.5)
        (said,) = (one for one in reading.notices if "before 0" in one.what)
        assert f"{count} time" in said.what and said.coder == "anna"


def test_frames_behind_seconds_are_counted_by_a_rate() -> None:
    rows = "coder,begin,end\nanna,00:00:00:00,00:00:12:10\nanna,00:00:12:10,00:02:30:00\n"
    (problem,) = read(("film.csv", rows)).problems
    assert problem.asks == "times"
    for rate, place in (("25 fps", 12.4), ("20 fps", 12.5)):
        assert times_of(read(("film.csv", rows), times=rate)) == {"film": {"anna": (place,)}}
    assert seconds_in("-00:00:01:10", frame=1 / 20) == -1.5


def test_a_heading_yields_to_the_coder_of_a_chosen_pattern() -> None:
    files = [
        (f"{who}_ch1.csv", f"unit,Umbruch\n1,1\n2,0\n3,{at}\n4,0\n5,1\n6,0\n")
        for who, at in (("anna", 1), ("ben", 0))
    ]
    corpus = known(read(*files, pattern="{coder}_{item}").corpus)
    assert {item.name: item.coders for item in corpus.items} == {"ch1": ("anna", "ben")}


def test_one_heading_in_all_tables_is_asked_about_where_nothing_shows_who_coded() -> None:
    def files(*rows: str) -> list[tuple[str, object]]:
        return [(f"f{n}.csv", f"Nr;Umbruch\n1;1\n{of}") for n, of in enumerate(rows, 1)]

    alike = files("2;0\n3;0\n4;1\n5;0\n", "2;1\n3;0\n4;0\n5;0\n")
    assert [one.asks for one in read(*alike).problems] == ["pattern"]
    of_coders, of_items = (boundaries_of(read(*alike, pattern=f"{{{who}}}")) for who in BOTH)
    assert of_coders == {"text": {"f1": (3,), "f2": (1,)}}
    assert of_items == {"f1": {"Umbruch": (3,)}, "f2": {"Umbruch": (1,)}}
    longer = files("2;0\n3;0\n4;1\n5;0\n", "2;1\n3;0\n4;0\n5;0\n6;0\n")
    assert boundaries_of(read(*longer)) == of_items  # texts of other lengths
    texts = [(name, str(rows).replace("Nr", "text")) for name, rows in alike]
    assert boundaries_of(read(*texts)) == of_coders


def test_recordings_end_where_a_list_of_lengths_beside_them_says() -> None:
    heading = "film;viewer;time_mm_ss\n"
    presses = "Kiosk;a;00:10.5\nKiosk;b;01:20.0\nWerkstatt;a;00:12.0\nWerkstatt;b;01:20.5\n"
    files = [("film_keys.csv", heading + presses), ("project_notes.txt", "Kiosk: 9:00, maybe\n")]
    lengths = "Kiosk      6:12    (372.0 s)\nWerkstatt  544.5 s\nViewers saw both films.\n"
    reading = read(*files, ("film_lengths.txt", lengths))
    corpus = known(reading.corpus)
    assert not reading.problems
    assert {item.name: length(item) for item in corpus.items} == {"Kiosk": 372, "Werkstatt": 544.5}
    assert [one.file for one in reading.notices if one.decides == "durations"] == [
        "film_lengths.txt"
    ] * 2
    assert [one.file for one in reading.notices if "not read" in one.what] == ["project_notes.txt"]
    others = (
        "Kiosk 1:10",
        "Kiosk 7:15 a man enters",
        "Kiosk 2012 sec footage",
        "Kiosk 6:12\nKiosk 9:00",
    )
    for text in others:  # too short, no lengths, or several
        no_length = read(*files, ("film_lengths.txt", f"{text}\nWerkstatt 544.5 s\n"))
        (problem,) = (one for one in no_length.problems if one.asks == "durations")
        assert "Kiosk" in problem.what and "Werkstatt" not in problem.what


def test_a_length_beside_counts_where_one_coder_alone_goes_on_and_that_coder_is_named() -> None:
    late = "a;00:12.0\nb;00:40.0\nc;00:41.0\nd;01:09.5\n"
    rows = "".join(f"Kiosk;{row}\n" for row in late.split())
    files = ("keys.csv", f"film;viewer;time_mm_ss\n{rows}"), ("lengths.txt", "Kiosk 1:00\n")
    (problem,) = read(*files).problems
    assert (problem.coder, problem.what) == (
        "d",
        "Kiosk ends at 1:00, but d has a boundary at 1:09.500",
    )
    two = rows.replace("00:40", "01:08")
    (unknown,) = read((files[0][0], f"film;viewer;time_mm_ss\n{two}"), files[1]).problems
    assert unknown.asks == "durations"


def test_a_key_that_is_hardly_pressed_is_asked_about_and_one_that_ends_the_film_is_not() -> None:
    keys = ["space"] * 6 + ["enter"] + ["space"] * 6 + ["Esc"]
    rows = "".join(
        f"{who};film;{key};{at + 0.5}\n" for who in "ab" for at, key in enumerate(keys, 1)
    ).replace("b;film;enter", "b;film;space")
    reading = read(("log.csv", f"viewer;film;key;time_s\n{rows}"))
    (notice,) = (one for one in reading.notices if one.kind == "odd sign")
    assert (notice.coder, notice.text, notice.row, notice.rows) == ("a", "enter", 8, 1)
    assert notice.command == "--drop-label enter"
    without = read(
        ("log.csv", f"viewer;film;key;time_s\n{rows}"), dropped_labels=frozenset({"enter"})
    )
    counts = {one.coder: len(one.segmentation.boundaries) for one in without.codings}
    assert counts == {"a": 12, "b": 13}
    often = rows.replace("b;film;space", "b;film;enter")
    kinds = rows.replace("enter", "walk").replace("space", "eat")
    for heading, of in (("key", often), ("behaviour", kinds)):  # types of events are none
        other = read(("log.csv", f"viewer;film;{heading};time_s\n{of}"))
        assert other.codings and not any(one.kind for one in other.notices)


def test_a_last_time_that_all_of_many_have_in_common_is_the_end_and_no_boundary() -> None:
    """A program writes the end of the film for each person; nobody shares another time."""
    begins = {who: (1 + at / 7, 5 + at / 3) for at, who in enumerate("abcde")}
    own = {who: (round(one, 3), round(two, 3)) for who, (one, two) in begins.items()}
    rows = "".join(f"{who},{time}\n" for who, of in own.items() for time in (*of, 9.437))
    reading = read(("film.csv", f"coder,time\n{rows}"))
    assert times_of(reading)["film"] == own
    assert not reading.problems
    said = "5 coders have the same last time, 0:09.437, and no other in common: read as the end of "
    assert f"{said}the recording, where no boundary is" in [one.what for one in reading.notices]
    others = (
        rows.replace("9.437", "9.0"),
        rows.replace("c,9.437", "c,9.2"),
        rows.replace("a,5.0", "a,6.0").replace("b,5.333", "b,6.0").replace("c,5.667", "c,6.0"),
        rows.partition("e,")[0],
    )
    for other in others:
        (problem,) = read(("film.csv", f"coder,time\n{other}")).problems
        assert problem.asks == "durations"


def test_parts_of_a_recording_whose_times_run_through_are_asked_about() -> None:
    begins = {part: 100 * part for part in range(1, 7)}
    rows = [
        f"{who},{part},{begin + at + ord(who) % 3}\n"
        for who in "ab"
        for part, begin in begins.items()
        for at in (5.5, 40.25, 80.75)
    ]
    heading = "coder,clip,time\n"
    (problem,) = read(("film.csv", heading + "".join(rows))).problems
    assert problem.asks == "columns"
    assert problem.command == '--columns "clip=ignore", or "clip=item"'
    whole = read(
        ("film.csv", heading + "".join(rows)), columns={"clip": "ignore"}, durations={"*": None}
    )
    assert {item.name for item in known(whole.corpus).items} == {"film"}
    anew = [row.replace(",6,6", ",6,") for row in rows]
    assert "columns" not in {one.asks for one in read(("f.csv", heading + "".join(anew))).problems}


def test_two_files_with_the_same_names_are_perhaps_by_another_coder_each() -> None:
    """The column says which animal was seen; it is the coder for want of another."""
    files = [
        (
            f"{scorer}.csv",
            "film,subject,start,stop,percentage_start\n"
            + "".join(
                f"f{n},rex{n},{at + shift},{at + 2.5},{at / 10}\n"
                for n in range(6)
                for at in (1, 5, 9)
            ),
        )
        for scorer, shift in (("kim", 0.25), ("lou", 0.5))
    ]
    asked = [one for one in read(*files).problems if one.asks == "columns"]
    assert [one.command for one in asked] == ['--columns "subject=ignore" --pattern {coder}']
    roles: dict[str, Role] = {"subject": "ignore", "film": "item", "start": "begin", "stop": "end"}
    found = read(*files, columns=roles, pattern="{coder}", durations={"*": None})
    assert {item.coders for item in known(found.corpus).items} == {("kim", "lou")}


def test_a_key_that_was_pressed_twice_is_told() -> None:
    rows = "a,1.5\na,4\na,4.125\na,9\nb,1.5\nb,4\nb,9\n"
    reading = read(("film.csv", f"coder,time\n{rows}"), durations={"film": 10})
    (said,) = (one for one in reading.notices if "twice" in one.what)
    assert said.coder == "a"
    assert said.what == (
        "1 boundary within 0.3 s of another, as if a key was pressed twice, the first at 0:04.125: "
        "both count"
    )
    assert times_of(reading)["film"]["a"] == (1.5, 4, 4.125, 9)


def test_recordings_and_lists_of_units_are_asked_about_apart() -> None:
    lists = 'name,item,begin of a new paragraph?\na,t1,"3, 7"\nb,t1,"3, 8"\na,t2,"2, 4"\n'
    reading = read(("film.csv", "coder,time\na,1.5\nb,2.5\n"), ("form.csv", lists))
    asked_about = [one.what for one in reading.problems if one.asks == "durations"]
    assert len(asked_about) == 2 and "t1 at" not in "".join(asked_about)
    apart = {one.item: one.fix for one in reading.problems if not one.asks}
    assert apart.keys() == {"t1", "t2"} and "open them one by one" in apart["t1"]


def test_label_files_end_their_segments_below_a_header() -> None:
    header = "signal s01\ncolor 121\ncomment made on Tuesday\nseparator ;\nnfields 1\n#\n"
    lines = "   0.500000  122 {B}\n   1.250000  121 k; maybe k\n   2.000000 -1\n"
    reading = read(("s01.phones", header + lines), pattern="{item}")
    assert times_of(reading) == {"s01": {"coder": (0.5, 1.25)}}
    assert length(known(reading.corpus).items[0]) == 2
    points = "   0.500000  122 H*\n   0.500000  122 HiF0\n   0.250000 122 L\n"
    assert read(("s01.tones", header + points)).corpus is None


@pytest.mark.parametrize(
    ("key", "first", "second"),
    [
        ("responses", "[1.5, 8.25]", "[2.5]"),
        ("rt_ms", "[1500, 8250.0]", "[2500]"),
        ("keys", '[{"key": "a", "t": 1.5}, {"key": "a", "t": 8.25}]', '[{"key": "b", "t": 2.5}]'),
    ],
)
def test_trials_hold_a_list_of_times_each(key: str, first: str, second: str) -> None:
    lines = [
        f'{{"participant": "{who}", "stimulus": "film", "{key}": {times}}}'
        for who, times in (("a", first), ("b", second))
    ]
    reading = read(("trials.jsonl", "\n".join(lines)), durations={"*": 10})
    assert times_of(reading) == {"film": {"a": (1.5, 8.25), "b": (2.5,)}}
    assert any(f"under {key} are read as times" in one.what for one in reading.notices)


@pytest.mark.parametrize(
    "lists",
    [
        ('"confidence": [0.2, 0.5, 0.9]', '"confidence": [0.25]'),
        ('"confidence": [0.5, 0.2], "marks": [3, 7]', '"confidence": [0.25], "marks": [4]'),
        ('"confidence": [0.2, 0.5], "marks": [3, 7]', '"confidence": [0.25], "marks": [4]'),
        ('"key_times": [1.5, 2.5], "marks": [3, 7]', '"key_times": [1.5], "marks": [4]'),
    ],
)
def test_a_list_that_is_not_the_only_one_and_called_one_of_times_has_none(
    lists: tuple[str, str],
) -> None:
    lines = (
        f'{{"coder": "{who}", "film": "f", {of}}}' for who, of in zip("ab", lists, strict=True)
    )
    reading = read(("trials.jsonl", "\n".join(lines)), durations={"*": 10})
    assert reading.corpus is None
    assert not any("are read as times" in one.what for one in reading.notices)


def test_labels_of_whole_recordings_are_no_coding() -> None:
    rows = "".join(f"a/{n}.wav\tcafe\t0\t30\n" for n in range(6))
    (problem,) = read(("scenes.txt", rows)).problems
    assert "labels of recordings, and no coding" in problem.what
    cut = "".join(f"a/{n}.wav\tcafe\t0\t{n}\na/{n}.wav\tbus\t{n}\t30\n" for n in range(1, 4))
    found = times_of(read(("anna.txt", cut), pattern="{coder}"))
    assert found == {f"a/{n}.wav": {"anna": (float(n),)} for n in range(1, 4)}


def test_coders_of_one_recording_may_all_have_no_boundary() -> None:
    rows = "".join(f"{film},{who},0,30.5\n" for film in ("one", "two") for who in ("a", "b", "c"))
    reading = read(("t.csv", "item,coder,begin,end\n" + rows))
    assert times_of(reading) == {film: {"a": (), "b": (), "c": ()} for film in ("one", "two")}


@pytest.mark.parametrize(
    ("begins", "row", "what"),
    [
        ((5, 8, 11, 14, 17, 20), 2, "the first segment begins with unit 5, not 1"),
        ((1, 4, 7, 10, 13, 17), 7, "a segment ends with unit 15, and the next begins with 17"),
    ],
)
def test_units_of_no_segment_are_said_with_their_row(
    begins: tuple[int, ...], row: int, what: str
) -> None:
    rows = "".join(f"t,a,{begin},{begin + 2}\n" for begin in begins)
    (problem,) = read(("t.csv", "item,coder,begin,end\n" + rows)).problems
    assert (problem.row, problem.what) == (row, what)


def test_a_column_where_times_start_again_may_name_coders() -> None:
    rows = "set,onset,offset,kind\nAlice,0,5.5,x\nAlice,5.5,12,y\nBob,0,10.5,x\nBob,10.5,15,z\n"
    (problem,) = read(("t.csv", rows)).problems
    assert problem.asks == "columns"
    assert problem.command == '--columns "set=coder", or "set=item"'
    found = times_of(read(("t.csv", rows), columns={"set": "coder"}))
    assert found == {"t": {"Alice": (5.5, 12), "Bob": (10.5,)}}


def test_minutes_beside_seconds_are_one_time() -> None:
    rows = "mins,seconds\r0,0\r0,1.5\r1,2.25\r1,21\r"
    found = times_of(read(("t.csv", rows), pattern="{item}", durations={"*": 100}))
    assert found == {"t": {"coder": (1.5, 62.25, 81)}}


def test_minutes_beside_seconds_of_begin_and_end_are_one_time_each() -> None:
    rows = (
        "coder,start min,start sec,end min,end sec\na,0,0,1,5\na,1,5,2,30\nb,0,0,2,10\nb,2,10,,\n"
    )
    reading = read(("t.csv", rows), pattern="{item}", durations={"*": 150})
    assert times_of(reading) == {"t": {"a": (65,), "b": (130,)}}
    said = [one.what for one in reading.notices if "are read as one time" in one.what]
    assert len(said) == 2 and "the columns end min and end sec" in said[1]


@pytest.mark.parametrize("heading", ["paragraph,text,M,S", "paragraph,text,Min,Sec"])
def test_two_coders_are_no_minutes_and_seconds(heading: str) -> None:
    marks = ("1,1", "1,0", "0,1", "0,0", "0,0", "1,0", "0,1", "0,0")
    rows = [f"{n},words of {n},{both}" for n, both in enumerate(marks, 1)]
    reading = read(("t.csv", "\n".join([heading, *rows])), pattern="{item}")
    one, other = heading.split(",")[2:]
    assert boundaries_of(reading) == {"t": {one: (1, 5), other: (2, 6)}}
    labels = "item,M,S\n" + "".join(f"t,{both}\n" for both in marks)
    assert "time" not in str(read(("t.csv", labels)).recognised)


def test_recordings_without_a_time_are_left_out_and_counted() -> None:
    rows = "filename\tonset\toffset\tevent_label\na.wav\t0\t4\tx\na.wav\t4\t9.5\ty\nb.wav\t\t\t\n"
    reading = read(("t.tsv", rows), pattern="{coder}")
    assert times_of(reading) == {"a.wav": {"t": (4,)}} and not reading.problems
    assert any("left out: 1 recording without a time" in one.what for one in reading.notices)


@pytest.mark.parametrize(
    ("row", "place"), [("cyd,film,,,\n", (6, "cyd")), ("ann,film,,,\n", (6, "ann"))]
)
def test_a_row_without_times_is_no_coding_without_boundaries(
    row: str, place: tuple[int, str]
) -> None:
    rows = "coder,item,begin,end,label\nann,film,0,4.5,x\nann,film,4.5,9,y\n"
    rows += f"ben,film,0,5.5,x\nben,film,5.5,9,y\n{row}"
    (problem,) = read(("t.csv", rows)).problems
    assert (problem.row, problem.coder) == place and problem.what == "the begin is missing"
    none = read(("t.csv", rows.replace(row, "cyd,film,none,,\n")))
    assert times_of(none) == {"film": {"ann": (4.5,), "ben": (5.5,), "cyd": ()}}


def test_a_trial_with_an_empty_list_has_no_boundary() -> None:
    lines = [
        f'{{"participant": "{who}", "stimulus": "film", "responses": {times}}}'
        for who, times in (("a", "[1.5, 8.25]"), ("b", "[]"))
    ]
    reading = read(("trials.jsonl", "\n".join(lines)), durations={"*": 10})
    assert times_of(reading) == {"film": {"a": (1.5, 8.25), "b": ()}}


def test_what_lies_over_each_other_is_first_offered_as_one_coding() -> None:
    rows = "".join(f"{n}.5,{n + 3}.5,{'xy'[n % 2]}\n" for n in range(8))
    for heading in ("onset,offset,event_label\n", "onset,offset,label\n"):
        (problem,) = (one for one in read(("t.csv", heading + rows)).problems if one.asks)
        assert 'label=label" if all are of one coding' in problem.command


def test_other_rows_of_rttm_are_counted() -> None:
    rows = "SPKR-INFO talk 1 <NA> <NA> <NA> unknown A <NA>\n" + "".join(
        f"SPEAKER talk 1 {at} 2.5 <NA> <NA> {who} <NA>\nLEXEME talk 1 {at} 0.5 yes lex {who} <NA>\n"
        for at, who in ((0, "A"), (2.5, "B"))
    )
    reading = read(("anna.rttm", rows), pattern="{coder}")
    assert times_of(reading) == {"talk": {"anna": (2.5,)}}
    assert any("SPKR-INFO (1), LEXEME (2)" in one.what for one in reading.notices)


def test_whole_numbers_with_a_word_between_blanks_are_asked_what_they_count() -> None:
    rows = "70 90 stir\n10 40 cut_bread\n12 38 hold\n40 70 mix\n95 120 stir\n"
    (problem,) = read(("a.txt", rows), pattern="{item}").problems
    assert problem.asks == "times"
    found = times_of(read(("a.txt", rows), pattern="{item}", times="10 fps"))
    assert found == {"a": {"coder": (1, 1.2, 3.8, 4, 7, 9, 9.5)}}


def test_recordings_of_other_lengths_are_offered_as_items() -> None:
    files = [(f"Bed{n}.ref", f"1.5\tcut\n{100 * n}.5\tcut\n") for n in range(1, 5)]
    (problem,) = read(*files).problems
    assert (problem.asks, problem.command) == ("pattern", "--pattern {item}")
    assert len(times_of(read(*files, pattern="{item}", durations={"*": 999}))) == 4


def test_one_recording_of_several_programs_is_offered_with_coders_and_folders_as_items() -> None:
    files = [(f"clip.{way}.txt", f"0.5\n1.25\n{2.6 + n / 99:.2f}\n") for n, way in enumerate("abc")]
    (problem,) = read(*files).problems
    assert (problem.asks, problem.command) == ("pattern", "--pattern {coder}")
    folders = [(f"{n}/coding.csv", f"begin,end\n0,5.5\n5.5,{100 * n}.5\n") for n in (1, 2, 3)]
    asked = [one for one in read(*folders).problems if "one recording" in one.what]
    assert all(one.command == "--pattern {item}/*" for one in asked)


def test_a_label_may_stand_before_begin_and_end_and_a_pair_in_json_is_both() -> None:
    rows = [("ba", 0, 0.5), ("na", 0.5, 1.25), ("na", 1.25, 2.5)]
    lines = "\n".join(",".join(map(str, row)) for row in rows)
    pairs = [{"name": one, "time": {"unit": "s", "val": [b / 1, e / 1]}} for one, b, e in rows]
    for name, content in (("a.csv", lines), ("a.json", json.dumps(pairs))):
        reading = read((name, content))
        assert (reading.problems, times_of(reading)) == ((), {"text": {"a": (0.5, 1.25)}})
    for others in ("ann,2,3\nben,1,4\ncleo,5,5\n", "ann,.7,.8\nben,.1,.4\ncleo,.5,.6\ndan,.2,.5\n"):
        assert read(("a.csv", others.replace(",.", ",0."))).corpus is None
    shares = [{"name": one, "share": [b / 9, e / 9]} for one, b, e in rows]
    assert read(("a.json", json.dumps(shares))).corpus is None


def test_a_question_of_many_codings_is_asked_once_and_lengths_wait_for_columns() -> None:
    files = [(f"{n}.csv", f"onset_frame,offset_frame\n10,20\n20,{n}5\n") for n in (3, 4, 5)]
    asked = [one for one in read(*files, pattern="{item}").problems if one.asks == "times"]
    assert len(asked) == 1 and asked[0].what.endswith("; so in 2 more codings")


def test_lengths_are_asked_once_it_is_known_which_marks_there_are() -> None:
    presses = ("b.csv", "item,coder,boundary time (s)\nfilm,anna,3.5\nfilm,ben,4.25\n")
    marks = ("a.csv", "unit,text,anna,ben\n1,aa,x,\n2,bb,,x\n3,cc,x,\n4,dd,,x\n")
    assert {one.asks for one in read(presses).problems} == {"durations"}
    assert {one.asks for one in read(presses, marks).problems} >= {"marks"}
    assert "durations" not in {one.asks for one in read(presses, marks).problems}


def test_begins_and_ends_that_are_shortened_make_a_transcript_and_no_segments() -> None:
    rows = [f"{n},A,{n}.5,some words of a speaker {n},{n}.9" for n in range(1, 9)]
    (problem,) = read(("a.csv", "\n".join(["Line,Spkr,StTime,Content,EnTime", *rows]))).problems
    assert "a transcript" in problem.what


def test_folders_that_hold_one_name_are_offered_as_coders_first() -> None:
    files = [
        (f"{who}/song.lab", f"0 1.5 a\n1.5 {end} b\n")
        for who, end in (("hand", 9.5), ("foote", 9.25), ("sf", 9.0))
    ]
    finding = read(*files).findings["segment-rows"]
    assert (finding.evidence[0].pattern, finding.confirmed) == ("{coder}/{item}", False)


def test_elan_exports_with_a_column_for_each_tier_are_read_by_tiers() -> None:
    head = "Begin Time - ss.msec\tEnd Time - ss.msec\tPhase\tSentence\tNotes"
    rows = ["0.0\t10.5\tA\t\t", "0.0\t4.0\t\tx\t", "4.0\t20.0\t\ty\t", "10.5\t20.0\tB\t\t"]
    both = ["20.0\t30.0\tC\tz\t", "30.0\t40.25\tD\t\t", "30.0\t31.0\t\t\tloud", "31.0\t40.25\t\t\t"]
    text = "\n".join([head, *rows, *both, ""])
    files = [("film_anna.txt", text), ("film_ben.txt", text.replace("10.5", "12.5"))]
    reading = read(*files)
    assert times_of(reading) == {"film": {"anna": (10.5, 20, 30), "ben": (12.5, 20, 30)}}
    said = [one.what for one in reading.notices]
    assert "not read: 1 row without an annotation" in said
    assert [one for one in said if "read from the tier Phase, the only one that can" in one]
    again = read(*files, layer="Sentence")
    assert times_of(again) == {"film": dict.fromkeys(("anna", "ben"), (4, 20, 30))}


def test_an_elan_export_with_a_label_and_a_comment_has_one_tier() -> None:
    head = "Begin Time - ss.msec\tEnd Time - ss.msec\tlabel\tcomment"
    text = "\n".join([head, "0.0\t10.5\tA\t", "10.5\t20.0\tB\tlong", "20.0\t31.0\tC\t", ""])
    reading = read(("anna.txt", text), pattern="{coder}")
    assert [one.segmentation.mass for one in reading.codings] == [31_000]
    assert len(reading.codings[0].segmentation.boundaries) == 2


def test_an_elan_export_without_headings_has_the_coders_in_tiers_and_remarks_in_none() -> None:
    """Two ways to write 138.455 s are rounded to hundredths once up, once down."""
    stops = {
        "Marit": (0, 24545, 138455, 150005, 180000),
        "Owen": (0, 24135, 83545, 180000),
        "comments": (30000, 31500),
    }
    rows = []
    for who, times in stops.items():
        for begin, end in pairwise(times):
            both = (
                f"00:{ms // 60000:02}:{ms % 60000 / 1000:06.3f}\t{ms / 1000:.3f}"
                for ms in (begin, end, end - begin)
            )
            rows.append("\t".join([who, "", *both, "a stop"]))
    reading = read(("W1.txt", "\n".join([*rows, ""])))
    marit, owen = (24.545, 138.455, 150.005), (24.135, 83.545)
    assert times_of(reading) == {"W1": {"Marit": marit, "Owen": owen}}
    assert "not read: the tier comments, which is named as remarks are" in [
        one.what for one in reading.notices
    ]


def test_columns_that_name_each_recording_together_are_asked_about() -> None:
    rows = [
        f"{mouse}_{who[:2]}.json;{who};{at * 3 + 0.5};{at * 3 + 2};rear;{mouse}"
        for mouse in ("EPM_2", "EPM_6", "EPM_11")
        for who in ("Jin", "Oliver", "Sian")
        for at in range(4)
    ]
    content = table("file;Experimenter;from;to;type;ID", *rows)
    reading = read(("labels.csv", content), durations={"*": 20.0})
    (asked,) = (one for one in reading.problems if one.asks == "columns")
    assert asked.what.startswith("ID and Experimenter, which are not read, say together what each")
    proposed = "file=ignore, ID=item, Experimenter=coder, from=begin, to=end"
    assert asked.command == f'--columns "{proposed}" for example'
    columns: dict[str, Role] = {"file": "ignore", "ID": "item", "Experimenter": "coder"}
    reading = read(("labels.csv", content), durations={"*": 20.0}, columns=columns)
    assert not [one for one in reading.problems if one.asks == "columns"]
    assert {(one.item, one.coder) for one in reading.codings} == {
        (mouse, who) for mouse in ("EPM_2", "EPM_6", "EPM_11") for who in ("Jin", "Oliver", "Sian")
    }


def test_rows_of_one_length_that_are_far_from_each_other_are_clips_and_no_coding() -> None:
    rows = "".join(
        f"s{n // 9},{n},{900 * (n * 7 % 9)},{900 * (n * 7 % 9) + 480},{n % 3}\n" for n in range(36)
    )
    files = [Source("labels.csv", f"Episode,Clip,Start,Stop,Unsure\n{rows}".encode())]
    reading = read_sources(files)
    (refused,) = reading.problems
    assert refused.what.startswith("rows are equally long") and reading.codings == ()
    told = read_sources(
        files, Choices(columns={"Start": "begin", "Stop": "end", "Episode": "item"})
    )
    assert told.codings and not any(one.what == refused.what for one in told.problems)


def test_a_column_of_counts_is_not_offered_as_the_item() -> None:
    rows = "".join(
        f"{40 * n % 700},{40 * n % 700 + 90 + n},{int(n > 30) * (n % 2)},e{n // 12}\n"
        for n in range(48)
    )
    reading = read_sources([Source("a.csv", f"start,stop,doubts,show\n{rows}".encode())])
    (asked,) = [one for one in reading.problems if one.asks == "columns"]
    assert asked.command == '--columns "show=item" for example'


@pytest.mark.parametrize(
    ("names", "rows", "found"),
    [
        (
            "FileID,Start,End,Start.1,End.1,seconds of audio",
            ("one,1.5,4,6,9.5,30", "two,2,5,,,30", "three,,,,,30"),
            {"one": (1.5, 4, 6, 9.5), "two": (2, 5), "three": ()},
        ),
        (
            "video,onset_1,onset_2,offset_1,offset_2,audio_length",
            ("one,1.5,6,4,9.5,30", "two,2,,5,,30", "three,NA,NA,NA,NA,30"),
            {"one": (1.5, 4, 6, 9.5), "two": (2, 5), "three": ()},
        ),
        (
            "film,boundary 1,boundary 2,boundary 3,film length",
            ("one,1.5,4,6.25,30", "two,2,5,,30", "three,,,,30"),
            {"one": (1.5, 4, 6.25), "two": (2, 5), "three": ()},
        ),
    ],
)
def test_columns_that_come_again_with_a_number_hold_all_of_a_coder_in_one_row(
    names: str, rows: Sequence[str], found: dict[str, Sequence[float]]
) -> None:
    others = [row.replace("1.5", "1.25") for row in rows]
    files = [("anna.csv", table(names, *rows)), ("ben.csv", table(names, *others))]
    known = "onset" in names or "boundary" in names
    columns: dict[str, Role] = {} if known else {"FileID": "item", "seconds of audio": "ignore"}
    reading = read(*files, pattern="{coder}", columns=columns, durations={"*": 30})
    of_anna = {item: of["anna"] for item, of in times_of(reading).items()}
    assert of_anna == found


def test_columns_with_numbers_that_do_not_rise_along_a_row_are_left_as_they_are() -> None:
    names, rows = "participant,video,boundary1,boundary2", ("p1,a,9.5,4.5", "p2,a,3.5,7.5")
    assert "boundary1, boundary2" in asked(read(("a.csv", table(names, *rows))))


@pytest.mark.parametrize(("blank", "coded"), [(1, True), (3, False)])
def test_a_recording_without_a_time_is_one_without_a_boundary_unless_most_are(
    blank: int, coded: bool
) -> None:
    rows = [f"film{n},{n}.5,{n + 2}.5" for n in range(3)]
    mine = [row if n >= blank else f"film{n},," for n, row in enumerate(rows)]
    names = "video,start,end"
    reading = read(
        ("anna.csv", table(names, *rows)), ("ben.csv", table(names, *mine)), pattern="{coder}"
    )
    assert reading.problems == ()
    held = {item for item, coder in pairs_of(reading) if coder == "ben"}
    assert ("film0" in held) is coded
    assert any("read as coded" in one for one in said(reading)) is coded


def test_who_goes_on_where_most_have_room_in_a_length_that_a_file_says_is_named() -> None:
    names = "video,start,end,video length"
    whole = [f"film,{at},{at + 5},60" for at in (5, 20, 40)]
    pressed = table("video,press time", "film,12.5", "film,61.5", "film,64.5")
    files = [("ada.csv", table(names, *whole)), ("bea.csv", table(names, *whole))]
    (problem,) = read(*files, ("cy.csv", pressed), pattern="{coder}").problems
    assert problem.what == "film ends at 1:00, but cy has a boundary at 1:04.500"
    assert problem.row is None
    last = read(*files, ("cy.csv", pressed), pattern="{coder}", durations={"*": None})
    assert not any("film ends at" in one.what for one in last.problems)


def test_notes_of_stretches_below_the_names_of_people_are_their_segments() -> None:
    text = (
        "Ann\nI was unsure about the end.\n1-2\tthe river\n3\ta gap\n4-9\tthe walls\n\n"
        "Ben\n1-3 the river\n4-9: the walls, and 2 more\n"
    )
    made = boundaries_of(read(("poem.txt", text)))
    assert made == {"poem": {"Ann": (2, 3), "Ben": (3,)}}
    alone = boundaries_of(
        read(("p/ann.txt", "1-4 a\n5-9 b\n10 c\n"), ("p/bo.txt", "1-3\n4-8\n9-10\n"))
    )
    assert alone == {"p": {"ann": (4, 9), "bo": (3, 8)}}


def test_titles_and_wrapped_labels_among_stretches_are_no_names() -> None:
    text = (
        "Interview three\nAnna\n1-4 arrival\n5-9 school and the long\nway home\n10-12 night\n\n"
        "Ben\n1-5 arrival\n6-12 school\n"
    )
    assert boundaries_of(read(("three.txt", text))) == {"three": {"Anna": (4, 9), "Ben": (5,)}}
    files = [
        (f"p/{name}.txt", f"# coded in May\n1-4 a\n5-{last} b\n{last + 1}-12 c\n")
        for name, last in (("ann", 9), ("bo", 8))
    ]
    assert boundaries_of(read(*files)) == {"p": {"ann": (4, 9), "bo": (4, 8)}}
    alone = "Anna\n1-4 arrival\n5-8 school\n9-12 night\n"
    of_two = boundaries_of(read(("three.txt", text), ("four.txt", alone)))
    assert of_two == {"three": {"Anna": (4, 9), "Ben": (5,)}, "four": {"Anna": (4, 8)}}
    wrapped = text.replace("10-12 night", "10-12 night and\nrain").replace("Anna", "Anna Bell")
    (made,) = boundaries_of(read(("three.txt", wrapped.replace("Ben", "Ben Roy")))).values()
    assert set(made) == {"Anna Bell", "Ben Roy"}
    apart = "Ann\n\n1-4 a\n5-9 b\n\nBen\n\n1-3 a\n4-9 b\n"
    assert boundaries_of(read(("t.txt", apart))) == {"t": {"Ann": (4,), "Ben": (3,)}}
    of_each = "Sonnet one\n1-4 a\n5-14 b\nSonnet two\n1-8 a\n9-14 b\n"
    assert not read(("ann.txt", of_each), ("ben.txt", of_each.replace("5-", "5-6 c\n7-"))).codings
    poems = "Poem one\n1-4 a\n5-9 b\nPoem two\n1-3 a\n4-7 b\n"
    assert "no coding was found" in read(("ann.txt", poems)).problems[0].what


@pytest.mark.parametrize("between", [";", "\t"])
def test_a_table_of_stretches_with_a_heading_is_a_table(between: str) -> None:
    files = [
        (f"T1_{name}.csv", f"Lines|Topic\n1-4|river\n5-{last}|walls\n{last + 1}-12|night\n")
        for name, last in (("ann", 9), ("ben", 8))
    ]
    made = read(*((name, text.replace("|", between)) for name, text in files))
    assert boundaries_of(made) == {"T1": {"ann": (4, 9), "ben": (4, 8)}}


def test_a_line_of_numbers_among_stretches_is_no_name() -> None:
    (problem,) = read(("ann.txt", "1-2 the river\n3-5 the night\n6,7 rain\n8-9 the end\n")).problems
    assert "no coding was found" in problem.what


def test_few_overlaps_make_no_times_of_numbers_of_units() -> None:
    """Ends are last units in all other rows: these are no seconds, and the slip is named."""
    rows = [f"ann,{at},{at + 2}" for at in range(1, 40, 3)]
    rows += [f"ben,{max(at - 1, 1)},{at + 1}" for at in range(1, 40, 3)] + ["ben,39,39"]
    rows[4] = "ann,12,15"
    reading = read(("poem.csv", table("coder,from,to", *rows)))
    (problem,) = reading.problems
    assert (problem.coder, problem.row) == ("ann", 6)
    assert problem.what == "a segment ends with unit 12, and the next begins with 12"
    assert [one.coder for one in reading.codings] == ["ben"]
