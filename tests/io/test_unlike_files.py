"""Files that each say in a way of their own whose a coding is, and where its segments are."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest

from segmetrics.io.choices import OF_CHOICE
from segmetrics.io.column_roles import Role, in_menus
from segmetrics.io.formats import mapped_table
from tests.support.known import known
from tests.support.readings import boundaries_of, masses_of, read, table, the_problem, times_of


def test_files_that_name_recording_and_coder_are_not_asked_by_their_last_presses() -> None:
    late, early = (
        (f"{who}.csv", table("participant,video,boundary time (s)", *rows))
        for who, rows in (("7", ["7,a.mp4,9.5", "7,a.mp4,99.5"]), ("8", ["8,a.mp4,4.5"]))
    )
    assert the_problem(read(late, early)).asks == "durations"
    assert times_of(read(late, early, durations={"a.mp4": 100})) == {
        "a.mp4": {"7": (9.5, 99.5), "8": (4.5,)}
    }


def test_a_second_with_two_cuts_is_given_twice_in_a_list_of_times() -> None:
    found = read(
        ("eva.txt", "0:02\n0:05\n0:05\n1:04\n"),
        ("udo.txt", "0:02\n0:09\n1:03\n"),
        pattern="{coder}",
        durations={"*": 70},
    )
    (of_item,) = times_of(found).values()
    assert of_item == {"eva": (2, 5, 64), "udo": (2, 9, 63)}


def test_a_table_of_times_may_number_its_rows_and_name_a_type() -> None:
    cuts = [("ad1", 1, 2, "cut"), ("ad1", 2, 9, "fade"), ("ad2", 1, 3, "cut"), ("ad2", 2, 4, "cut")]
    rows = [f"{';'.join(map(str, row))};" for row in cuts]
    heading = "video_id;boundary_id;time_sec;transition_type;"
    found = read(("cuts.csv", table(heading, *rows)), durations={"*": 10})
    assert {item: of["cuts"] for item, of in times_of(found).items()} == {
        "ad1": (2, 9),
        "ad2": (3, 4),
    }


def test_times_at_one_step_are_units_rather_than_boundaries() -> None:
    rows = [f"{30 * at},{'NNRW'[at // 3]}" for at in range(12)]
    found = read(("night.csv", table("time_sec,stage", *rows)))
    assert not any(one.format.key == "segment-rows" for one in found.recognised)


WORDS_OF_TWO = table(
    "StimulusID,Word,sum.b,ada.b,bea.b",
    "StimulusID,Word,sum.b,t1.b,t2.b",
    *(f"s_1,{word},0.5,{a},{b}" for word, a, b in zip("abcdef", "010001", "010000", strict=True)),
    *(f"s_2,{word},0.5,{a},{b}" for word, a, b in zip("ghijkl", "001000", "000100", strict=True)),
)


def test_a_question_about_marks_names_all_columns_and_each_answer_reads_all() -> None:
    asked = the_problem(read(("b.csv", WORDS_OF_TWO)))
    assert '"ada.b=first, bea.b=first" or "ada.b=last, bea.b=last"' in asked.command
    found = read(("b.csv", WORDS_OF_TWO), columns={"ada.b": "last", "bea.b": "last"})
    assert boundaries_of(found) == {
        "s_1": {"ada.b": (2,), "bea.b": (2,)},
        "s_2": {"ada.b": (3,), "bea.b": (4,)},
    }


def test_headings_that_cross_coders_and_layers_are_asked_with_one_layer() -> None:
    heading = "item,word,ada.topic,bea.topic,ada.tone,bea.tone"
    rows = [
        f"t,{word},{of[0]},{of[1]},{of[2]},{of[3]}"
        for word, of in zip("abcdef", ("1100", "0010", "0001", "1100", "0010", "0101"), strict=True)
    ]
    asked = the_problem(read(("t.csv", table(heading, *rows))))
    assert asked.asks == "columns"
    assert "ada.topic=mark, bea.topic=mark" in asked.command
    assert "tone=mark" not in asked.command


def test_border_and_no_border_are_marks() -> None:
    told = ["BORDER", "NOBORDER", "NOBORDER", "BORDER", "BORDER", "NOBORDER"]
    texts = [f"This is the sentence with number {at} of the story" for at in range(6)]
    rows = [
        f"a.txt,{at},{text},{mark}" for at, (text, mark) in enumerate(zip(texts, told, strict=True))
    ]
    rows += [row.replace("a.txt", "b.txt").replace("This", "Here") for row in rows]
    asked = the_problem(read(("p.csv", table("source,index,sentence,prediction", *rows))))
    assert "prediction=mark" in asked.command


LAYER = """<?xml version="1.0"?>
<sv><data><model sampleRate="1000" start="0" end="9000" type="sparse"/><dataset>
<point frame="0" label="a"/><point frame="2500" label="b"/><point frame="9000" label="end"/>
</dataset></data></sv>
"""


def test_points_of_sonic_visualiser_count_samples() -> None:
    found = read(("ada.svl", LAYER), ("bea.svl", LAYER.replace("2500", "3500")), pattern="{coder}")
    ((_, of_coders),) = times_of(found).items()
    assert of_coders == {"ada": (2.5,), "bea": (3.5,)}


def test_files_of_one_name_in_every_folder_may_be_of_a_coder_each() -> None:
    times = {"film_cuts": "0:10\n0:20\n0:40\n", "film_topics": "0:10\n0:40\n"}
    names = [name.replace("film", film) for film in ("film1", "film2") for name in times]
    files = [
        (f"{who}/{name}.txt", times["film_" + name.partition("_")[2]])
        for who in ("x1", "x2")
        for name in names
    ]
    problems = read(*files).problems
    assert all("{coder}/{item}" in one.command for one in problems if "layers" in one.what)


PARTS = ["We met there, ", "because it rained", "and nobody came .", "Then we left", "for home ."]


def test_a_row_may_hold_the_words_of_a_whole_segment() -> None:
    rows = [{"id": at, "parent": -1, "text": text} for at, text in enumerate(["ROOT", *PARTS])]
    asked = the_problem(read(("t.json", {"root": rows})))
    assert asked.command == '--columns "text=part" for example'
    found = read(("t.json", {"root": rows}), columns={"text": "part"}, unit="word")
    (of_item,) = masses_of(found).values()
    assert [*of_item.values()] == [(3, 3, 4, 3, 3)]


def test_each_text_that_is_given_segment_by_segment_may_begin_with_a_root() -> None:
    rows = [
        f"{talk},{part},{who},{words}"
        for talk, part, who in (("a", 1, "x"), ("a", 2, "x"), ("a", 2, "y"))
        for words in ("ROOT", "we met there", "and left", "ROOT")
    ]
    table = "\n".join(["talk,number,who,words", *rows])
    roles = {"talk": "item", "number": "item", "who": "coder", "words": "part"}
    found = read(("t.csv", table), columns=roles, unit="word")
    assert found.problems == ()
    masses = [(3, 2, 1)]
    assert {item: [*of.values()] for item, of in masses_of(found).items()} == {
        "a / 1": masses,
        "a / 2": 2 * masses,
    }


def test_rows_of_segment_sizes_may_have_two_columns_of_items() -> None:
    roles = {"talk": "item", "number": "item", "who": "coder", "masses": "sizes"}
    table = "talk,number,who,masses\na,1,x,3 4\nb,1,x,4 4\n"
    found = read(("t.csv", table), columns=roles)
    assert found.problems == ()
    assert {*masses_of(found)} == {"a / 1", "b / 1"}


@pytest.mark.parametrize("role", mapped_table.ONCE)
def test_a_role_that_one_column_has_at_most_is_refused_twice(role: Role) -> None:
    roles: dict[str, Role] = {"one": role, "other": role, "new": "mark"}
    problem = the_problem(read(("t.csv", "one,other,new\na,b,1\nc,d,0\n"), columns=roles))
    assert problem.what == f"two columns are taken for {in_menus(role)}"
    assert problem.fix == "say what else one of the two holds"


def test_lines_that_are_parts_of_sentences_may_be_segments() -> None:
    lines = ["We met there ,", "because it rained hard", "and nobody came at all .", "Then we left"]
    text = "\n".join([*lines, "as it was late ,", "and went home"])
    asked = the_problem(read(("t.edus", text)))
    assert asked.command == '--columns "line=part"'
    found = read(("t.edus", text), columns={"line": "part"}, unit="word")
    (of_item,) = masses_of(found).values()
    assert [*of_item.values()] == [(4, 4, 6, 3, 5, 3)]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"This is the whole sentence {at}." for at in range(9)),
        "\n".join("these words were only wrapped at the end of their line" for _ in range(9)),
    ],
)
def test_whole_sentences_and_wrapped_lines_are_not_asked_about(text: str) -> None:
    assert the_problem(read(("t.txt", text))).asks != "columns"


def test_a_line_with_0_or_1_for_each_unit_is_a_list_of_marks() -> None:
    bits = "000100000100"
    asked = the_problem(read(("cuts.txt", "\n".join(bits))))
    assert asked.asks == "marks"
    found = read(("cuts.txt", "\n".join(bits)), columns={"boundary": "last"})
    ((_, of_coders),) = masses_of(found).items()
    assert [*of_coders.values()] == [(4, 6, 2)]


def test_stages_that_last_are_no_list_of_marks() -> None:
    problems = read(("night.txt", "\n".join("000111110000111000"))).problems
    assert all(one.asks != "marks" or "boundary=" not in one.command for one in problems)


def test_several_pairs_of_begin_and_end_are_asked_and_times_in_two_units_are_not() -> None:
    heading = "video,first_event_start_frame,first_event_end_frame,second_event_start_frame"
    rows = [f"v{at},{10 * at},{10 * at + 5},{90 - 7 * at},{99 - 7 * at}" for at in range(1, 7)]
    asked = the_problem(read(("v.csv", table(f"{heading},second_event_end_frame", *rows))))
    assert asked.asks == "columns"
    rows = [f"p,{at},{at + 1},{1000 * at},{1000 * (at + 1)}" for at in range(6)]
    found = read(("p.csv", table("label,onset_s,offset_s,onset_sample,offset_sample", *rows)))
    assert [one.format.key for one in found.recognised] == ["segment-rows"]


def test_rows_of_unlike_widths_are_no_events() -> None:
    rows = ["a b,c,d,e,f", "g,0:01.5,0:02.5", "h,1.5,2.5,3,x", "i"]
    assert read(("t.txt", table(*rows))).corpus is None


def test_events_without_a_heading_name_their_recording_first() -> None:
    rows = [f"a/b{at // 3}.wav\tstreet\t{at}.5\t{at + 1}.5\tcar" for at in range(6)]
    found = read(("events.txt", table(*rows)))
    assert [one.format.key for one in found.recognised] == ["segment-rows"]
    assert {item.name for item in known(found.corpus).items} == {"a/b0.wav", "a/b1.wav"}


FIRST_OF_TWO = {"Eva": "xooxo", "Udo": "xooox"}


def test_units_numbered_anew_within_a_coder_are_of_another_item() -> None:
    rows = [
        f"{coder};{text};{at};{'ja' if mark == 'x' else 'nein'}"
        for coder, marks in FIRST_OF_TWO.items()
        for text in ("T1", "T2")
        for at, mark in enumerate(marks, 1)
    ]
    found = read(("k.csv", table("Kodierer;Text;Absatz;Neues Thema (ja/nein)", *rows)))
    assert masses_of(found) == {text: {"Eva": (3, 2), "Udo": (4, 1)} for text in ("T1", "T2")}
    bare = [row.replace(";T1;", ";").replace(";T2;", ";") for row in rows]
    asked = the_problem(read(("k.csv", table("Kodierer;Absatz;Neues Thema", *bare))))
    assert asked.asks == "columns"
    assert "numbered block=item" in asked.command
    columns = {"numbered block": "item"}
    found = read(("k.csv", table("Kodierer;Absatz;Neues Thema", *bare)), columns=columns)
    assert masses_of(found) == {block: {"Eva": (3, 2), "Udo": (4, 1)} for block in ("1", "2")}


def test_several_times_in_a_row_are_of_its_coder() -> None:
    rows = ["p1,film,12.3,45.6,78.9", "p2,film,11.9,46.1,"]
    held = table("participant,movie,one,two,three", *rows)
    asked = the_problem(read(("p.csv", held)))
    assert "one=time, two=time, three=time" in asked.command
    columns = {"one": "time", "two": "time", "three": "time"}
    found = read(("p.csv", held), columns=columns, durations={"*": 90})
    assert times_of(found) == {"film": {"p1": (12.3, 45.6, 78.9), "p2": (11.9, 46.1)}}


def test_columns_of_starts_side_by_side_are_coders() -> None:
    rows = ["0:00,intro,0:00,intro", "1:20,body,1:25,body", "3:05,end,3:00,end"]
    held = table("ada_start,ada_label,bea_start,bea_label", *rows)
    assert "ada_start=time, bea_start=time" in the_problem(read(("t.csv", held))).command


def test_first_and_last_sentence_are_edges() -> None:
    rows = ["t1,anna,1,1,3", "t1,anna,2,4,8", "t1,ben,1,1,5", "t1,ben,2,6,8"]
    found = read(("s.csv", table("item,annotator,segment,first sentence,last sentence", *rows)))
    assert masses_of(found) == {"t1": {"anna": (3, 5), "ben": (5, 3)}}


def test_tiers_of_a_table_may_be_coders_as_those_of_a_recording() -> None:
    rows = ["anna\t0.5\t80.5\tintro", "anna\t80.5\t240\tbody", "ben\t0.5\t82.5\tintro"]
    held = table("tier\tbegin\tend\tname", *rows, "ben\t82.5\t240\tbody")
    assert {coder for of in times_of(read(("talk.txt", held))).values() for coder in of} == {
        "anna",
        "ben",
    }


def test_rows_of_elan_without_a_heading_have_lengths_too() -> None:
    rows = [(0, 80.5), (80.5, 180.25), (180.25, 240)]
    lines = [f"scenes\t\t{begin}\t{end}\t{end - begin}\tlabel {end}" for begin, end in rows]
    files = [("anna.txt", table(*lines)), ("ben.txt", table(*lines[::2]))]
    found = read(*files, pattern="{coder}")
    assert [one.format.key for one in found.recognised] == ["segment-rows"] * 2
    ((_, of_coders),) = times_of(found).items()
    assert of_coders == {"anna": (80.5, 180.25), "ben": (80.5, 180.25)}


def test_points_of_people_may_end_far_apart() -> None:
    files = [("anna.txt", "0:00 Intro\n1:20 Body\n3:05 Close\n"), ("ben.txt", "0:00 A\n1:25 B\n")]
    asked = [one for one in read(*files).problems if "one recording" in one.what]
    assert [one.command for one in asked] == ["--pattern {coder}"]


def test_a_table_that_begins_with_coder_and_words_holds_no_sizes() -> None:
    rows = [f"{who},word {at},{'AABB'[at]}" for who in ("eva", "udo") for at in range(4)]
    found = read(("t.csv", table("coder,sentence,topic", *rows)))
    assert {one.format.key for one in found.recognised} <= {"mapped-table"}


def test_times_of_coders_are_suggested_with_whose_they_are() -> None:
    rows = ["anna;Kes;01:20;p", "anna;Kes;03:05;q", "ben;Kes;01:22;p", "ben;Kes;03:00;p"]
    heading = "annotator;film;Szenenwechsel (min:sek);Farbe"
    asked = the_problem(read(("n.csv", table(heading, *rows))))
    assert "annotator=coder, film=item, Szenenwechsel (min:sek)=time" in asked.command
    rows = [f"m{at}\t\t00:0{at}:20:12\t00:0{at}:20:12\t00:00:00:00\tComment" for at in range(1, 5)]
    heading = "Marker Name\tDescription\tIn\tOut\tDuration\tMarker Type"
    assert '"In=time"' in the_problem(read(("m.csv", table(heading, *rows)))).command


@pytest.mark.parametrize("line", ["( Nucleus (leaf {}) (text a word)", "0:0{}-1:20; 1:20-3:05"])
def test_lines_that_begin_with_no_word_are_not_asked_about(line: str) -> None:
    found = read(("t.dis", "\n".join(line.format(at) for at in range(9))))
    assert all("=part" not in one.command for one in found.problems)


def test_recordings_of_many_lengths_are_items() -> None:
    lengths = (90, 140, 200, 260, 330)
    files = [
        (f"S02E0{at}", table("Scene\tstart\tend", "0\t0\t20.5", f"1\t20.5\t{length}.5"))
        for at, length in enumerate(lengths)
    ]
    found = read(*files)
    assert (found.problems, len(times_of(found))) == ((), 5)


@pytest.mark.parametrize(("step", "asks"), [(3_000_000, False), (3_000_125, True)])
def test_label_files_of_htk(step: int, asks: bool) -> None:
    rows = [f"{step * at} {step * (at + 1)} p{at}" for at in range(12)]
    asked = [one for one in read(("u.lab", table(*rows))).problems if one.asks == "times"]
    assert [one.command for one in asked] == ['--times "10000000 fps" for example'] * asks
    rate = OF_CHOICE["times"].read("10000000 fps")  # as the question writes it
    (of_item,) = times_of(read(("u.lab", table(*rows)), times=rate * asks)).values()
    assert [of[:2] for of in of_item.values()] == [(0.3, 0.6)]


ENDS = (0, 40.5, 95.25, 180, 240.75)
CLOCKS = ("0:00", "0:40.5", "1:35.25", "3:00", "4:00.75")
# Files of the same segments, each of which says so in its own way, and what their times are.
PAIRS = [*pairwise(ENDS)]
SPANS = [{"start": a, "end": b} for a, b in PAIRS]
SAME: dict[str, tuple[str, object]] = {
    "minutes": (
        "a.csv",
        table("start (min),end (min)", *(f"{a / 60:f},{b / 60:f}" for a, b in PAIRS)),
    ),
    "stretches": ("a.csv", table("Time,Scene", *(f"{a}-{b},x" for a, b in pairwise(CLOCKS)))),
    "German": ("a.csv", table("Startzeit;Endzeit;Szene", *(f"{a};{b};s" for a, b in PAIRS))),
    "frames": (
        "a.csv",
        table(
            "Start Frame,Start Time,End Frame,End Time",
            *(f"{4 * a},{a},{4 * b},{b}" for a, b in PAIRS),
        ),
    ),
    "nested": (
        "a.json",
        {"base": {"a": {"duration": 240.75, "all": [{"segment": of} for of in PAIRS]}}},
    ),
    "records": ("v.json", [{"video_id": name, "segments": SPANS} for name in "ab"]),
    "blocks": ("a.txt", table(*(f"{name} {a} {b}" for name in "ab" for a, b in PAIRS))),
    "no heading": ("a.csv", table(*(f"{a},{b},exp,{a},x" for a, b in [*PAIRS, (240.75, 300.5)]))),
}


@pytest.mark.parametrize("kind", SAME)
def test_times_in_many_ways(kind: str) -> None:
    for coders in times_of(read(SAME[kind])).values():
        assert [of[:3] for of in coders.values()] == [ENDS[1:4]]


def test_minutes_and_seconds_with_a_point() -> None:
    heading = "Movie title,Start time (min.sec),Fine start time (min.sec),Description"
    rows = [
        "Kiosk,0,0,a",
        ",,0.12,b",
        ",,0.3,b",
        ",0.34,0.34,c",
        "Duel,0,0,a",
        ",1.05,1.05,b",
        ",,1.4,b",
    ]
    reading = read(("anna.csv", table(heading, *rows)), durations={"*": None})
    assert times_of(reading) == {"Kiosk": {"anna": (34,)}, "Duel": {"anna": (65,)}}
    assert any("3 rows without a time" in one.what for one in reading.notices)
    decimal = read(("anna.csv", table(heading, *(row.replace("0.34", "0.85") for row in rows))))
    assert decimal.problems[0].asks == "columns"  # 0.85 are no seconds


@pytest.mark.parametrize(
    ("ends", "found"),
    [
        ((1.35, 2.47, 8.53), None),
        ((1.35, 2.75, 8.53), (81, 165)),
        ((1.5, 2.5, 8.5), (90, 150)),
        ((5, 12, 30), (300, 720)),
    ],
)
def test_minutes_are_asked_about_where_they_could_be_minutes_and_seconds(
    ends: tuple[float, ...], found: tuple[float, ...] | None
) -> None:
    rows = [f"{a},{b},x" for a, b in pairwise((0, *ends))]
    reading = read(("anna.csv", table("start (min),end (min),label", *rows)))
    if found:
        assert times_of(reading) == {"text": {"anna": found}}
    else:
        (problem,) = reading.problems
        assert "minutes and hundredths, or minutes and seconds" in problem.what


def test_times_below_the_settings_of_a_program() -> None:
    keys = ["1341, w", "90933, d", "228824, s", "430320, 1", "861743, g", "985049, EOF"]
    found = read(("m.dat", table("Name=m.dat", "# Format 1.0", "", "#BEGIN DATA", *keys)))
    assert times_of(found) == {"text": {"m": (1.341, 90.933, 228.824, 430.32, 861.743)}}
    numbered = read(("m.dat", table("x = new segment", "1, one", "2, two", "3, three", "4, four")))
    assert numbered.corpus is None


@pytest.mark.parametrize(
    "rows", [("1-3 a", "4-9 b", "10-20 c"), ("1 – 3: a", "4 – 9: b", "10 – 20: c")]
)
def test_lines_of_stretches_of_units(rows: tuple[str, ...]) -> None:
    assert masses_of(read(("d.txt", table(*rows)))) == {"text": {"d": (3, 6, 11)}}


@pytest.mark.parametrize("last", [0, 1], ids=["end after", "last included"])
@pytest.mark.parametrize("names", ["start_sentence,end_sentence", "von Absatz,bis Absatz"])
def test_edges_that_are_named_as_units_are_no_times(names: str, last: int) -> None:
    rows = [f"t1,anna,{a + last},{b}" for a, b in pairwise((0, 3, 9, 20))]
    rows += [f"t1,ben,{a + last},{b}" for a, b in pairwise((0, 4, 20))]
    found = masses_of(read(("d.csv", table(f"Text,Kodierer,{names}", *rows))))
    assert found == {"t1": {"anna": (3, 6, 11), "ben": (4, 16)}}


def test_lists_within_lists() -> None:
    times = {f"film{n}": {"anna": [1.5, 8.25, 30.5], "ben": [1.75, 8.5, 31]} for n in (1, 2)}
    found = times_of(read(("a.json", times), durations={"*": 60}))
    assert found["film2"] == {"anna": (1.5, 8.25, 30.5), "ben": (1.75, 8.5, 31)}
    several = {
        f"film{n}": {"fps": 30, "stamps": [[1.5, 8.25, 9.5], [1.75, 8.5, 9]]} for n in (1, 2)
    }
    found = times_of(read(("a.json", several), durations={"*": 60}))
    assert found["film1"] == {"coder 1": (1.5, 8.25, 9.5), "coder 2": (1.75, 8.5, 9)}
    parts = [
        {"id": n, "segments": [["Hello.", "Hi."], ["The budget.", "Is low.", "So."]]}
        for n in (1, 2)
    ]
    assert masses_of(read(("a.json", parts)))["text 1"] == {"a": (2, 3)}


def test_columns_named_alike_with_the_same_values_are_coders() -> None:
    kinds = ("question", "answer", "answer", "praise", "question", "question")
    rows = [f"{kinds[n % 6]},{kinds[(n + n // 9) % 6]},words {n} of it" for n in range(36)]
    found = boundaries_of(read(("a.csv", table("Class 1,Class 2,Transcription", *rows))))
    assert {*found["text" if "text" in found else "a"]} == {"Class 1", "Class 2"}


def test_empty_cells_within_a_segment_are_in_it() -> None:
    numbers = ["1", "1", "1", "", "1", "2", "2", "2", "3", "3", "3", "3"]
    rows = [f"{n},{cell},a sentence {n} with words" for n, cell in enumerate(numbers, 1)]
    roles: dict[str, Role] = {"Nr": "unit", "Segment": "segment", "Text": "text"}
    found = masses_of(read(("a.csv", table("Nr,Segment,Text", *rows)), columns=roles))
    assert found == {"text": {"a": (5, 3, 4)}}


@pytest.mark.parametrize("heading", ["nr,text,chapter,Anna,Ben", "nr,text,text id,Anna,Ben"])
def test_titles_within_one_text_are_no_items(heading: str) -> None:
    titles = {1: "Intro", 8: "Main", 15: "End"}
    rows = [
        f"{n},sentence {n} about a thing,{titles.get(n, '')},{int(n in (1, 4))},{int(n in (1, 5))}"
        for n in range(1, 21)
    ]
    assert boundaries_of(read(("t.csv", table(heading, *rows)))) == {
        "t": {"Anna": (3,), "Ben": (4,)}
    }


def test_names_that_stand_once_are_no_items_where_nothing_begins_anew() -> None:
    said = ["Host", "", "", "", "", "Guest", "", "", "", "", "Host", "", "", "", "", ""]
    rows = [
        f"{name},sentence {n} about a thing,{int(n in (0, 4))},{int(n in (0, 9))}"
        for n, name in enumerate(said)
    ]
    assert boundaries_of(read(("t.csv", table("name,text,Anna,Ben", *rows)))) == {
        "t": {"Anna": (4,), "Ben": (9,)}
    }


@pytest.mark.parametrize(
    "heading", ["(h:mm:ss)", "(h:min:s)", "(Std:Min:Sek)", "(hh:mm:ss)", "hh:mm:ss"]
)
def test_headings_with_hours_are_of_hours(heading: str) -> None:
    rows = ["0:00:00,0:30:00", "0:30:00,1:10:00", "1:10:00,1:45:00"]
    reading = read(("anna.csv", table(f"start {heading},end {heading}", *rows)), pattern="{coder}")
    assert list(times_of(reading).values()) == [{"anna": (1800, 4200)}]


def test_hours_of_long_recordings_stay_hours_beside_minutes() -> None:
    rows = ["0:00,30:00", "30:00,59:10", "59:10,1:02:00", "1:02:00,1:30:00"]
    heading = "start (mm:ss),end (mm:ss)"
    reading = read(("anna.csv", table(heading, *rows)), pattern="{coder}")
    assert list(times_of(reading).values()) == [{"anna": (1800, 3550, 3720)}]
    changed = ["0:00,0:30", "0:30,1:51:00", "1:51:00,02:20"]  # as a spreadsheet wrote one of them
    reading = read(("anna.csv", table(heading, *changed)), pattern="{coder}")
    assert list(times_of(reading).values()) == [{"anna": (30, 111)}]
    unclear = ["0:00,1:30:00", "1:30:00,1:20"]
    assert read(("anna.csv", table(heading, *unclear))).corpus is None


def test_an_overlap_in_lines_of_units_is_a_problem_and_no_time() -> None:
    lines = ["1-3 a", "4-9 b", "10-12 c", "13-15 d", "15-20 e", "21-30 f"]
    reading = read(("anna.txt", table(*lines)), pattern="{coder}")
    assert reading.corpus is None
    assert "ends with unit 15, and the next begins with 15" in the_problem(reading).what


def test_the_last_unit_is_inside_unless_segments_touch() -> None:
    heading = "start sentence,end sentence"
    two, one = table(heading, "1,10", "11,20"), table(heading, "1,20")
    assert list(
        masses_of(read(("anna.csv", two), ("ben.csv", one), pattern="{coder}")).values()
    ) == [{"anna": (10, 10), "ben": (20,)}]
    touching = table(heading, "1,11", "11,20")
    reading = read(("anna.csv", touching), ("ben.csv", one), pattern="{coder}")
    assert list(masses_of(reading).values()) == [{"anna": (10, 9), "ben": (19,)}]


ANNA, BEN = (
    {"segments": [{"start": 0.0, "end": end}, {"start": end, "end": 9.25}]} for end in (3.5, 4.5)
)


@pytest.mark.parametrize(
    ("data", "item"),
    [
        ({"film": "a", "annotators": [{"id": "Anna"} | ANNA, {"id": "Ben"} | BEN]}, "a"),
        ({"coders": [{"name": "Anna"} | ANNA, {"name": "Ben"} | BEN]}, "x"),
        ([{"id": "Anna"} | ANNA, {"id": "Ben"} | BEN], "x"),
        (
            [
                {"id": 1, "film": "f", "coder": "Anna"} | ANNA,
                {"id": 2, "film": "f", "coder": "Ben"} | BEN,
            ],
            "f",
        ),
    ],
)
def test_lists_of_coders_are_no_items(data: object, item: str) -> None:
    assert times_of(read(("x.json", data))) == {item: {"Anna": (3.5,), "Ben": (4.5,)}}


def test_names_that_may_be_of_items_or_of_coders_are_asked_about() -> None:
    data = {name: {"duration": 12.0} | of for name, of in {"Mary": ANNA, "Pete": BEN}.items()}
    assert "id=coder" in the_problem(read(("x.json", data))).command
    assert times_of(read(("x.json", data), columns={"id": "coder"})) == {
        "x": {"Mary": (3.5, 9.25), "Pete": (4.5, 9.25)}
    }


def test_lists_that_only_count_are_asked_about() -> None:
    assert the_problem(read(("x.json", [ANNA, BEN]))).asks == "columns"


def in_columns(
    ends: Mapping[str, float], late: Mapping[str, float], *, swap: bool
) -> list[tuple[str, str]]:
    """Write a file for each person with a column for each recording; swapped, the other way."""
    files, columns = (ends, late) if swap else (late, ends)
    heading = ",".join(columns)
    content = {}
    for file in files:
        pairs = [(file, one) if swap else (one, file) for one in columns]
        rows = (
            [f"{ends[film] * n / 5 + late[who]:.2f}" for film, who in pairs] for n in range(1, 6)
        )
        content[file] = "\n".join([heading, *map(",".join, rows)])
    return [(f"{file}.csv", text) for file, text in content.items()]


def test_columns_that_end_alike_in_all_files_may_be_recordings() -> None:
    ends, late = {"film a": 60, "film b": 300, "film c": 900}, {"greta": 0.3, "ilka": 1.1}
    files = in_columns(ends, late, swap=False)
    (asked,) = read(*files, durations={"*": None}).problems
    assert asked.asks == "pattern"
    assert "{coder} gives 3 items of 2 coders" in asked.what
    assert asked.command == "--pattern '{coder}' for example"
    for pattern, items in (("{coder}", set(ends)), ("{item}", set(late))):
        reading = read(*files, durations={"*": None}, pattern=pattern)
        assert reading.problems == ()
        assert {one.name for one in known(reading.corpus).items} == items
    people = in_columns(ends, late, swap=True)
    assert read(*people, durations={"*": None}).problems == ()


def test_begins_and_ends_in_milliseconds_with_decimals_are_proposed_and_asked_about() -> None:
    heading = "Trial,datum,FixStart,FixEnd,FixDur"
    rows = [
        f"t{trial},7-Nov,{1000 * at + 33.33:.2f},{1000 * at + 700.67:.2f},667"
        for trial in range(60)
        for at in range(8)
    ]
    files = [(f"{who}.txt", table(heading, *rows).replace(",", "\t")) for who in ("DN", "IH")]
    asked = the_problem(read(*files))
    proposed = "Trial=item, FixStart=begin, FixEnd=end"
    assert asked.command == f'--columns "{proposed}" for example'
    columns: dict[str, Role] = {"Trial": "item", "FixStart": "begin", "FixEnd": "end"}
    asked = the_problem(read(*files, columns=columns))
    assert (asked.asks, asked.command) == ("times", '--times "milliseconds" for example')
    assert asked.what.startswith("60 recordings last 128 hours in all, if times are seconds")
    found = times_of(read(*files, columns=columns, times="milliseconds"))
    assert (len(found), found["t3"]["IH"][:2]) == (60, (0.033, 0.701))


def elan(person: str, *ends: int) -> str:
    """Export the tier of a person as ELAN does without headings, each time in two forms."""
    rows = []
    for at, (begin, end) in enumerate(pairwise((0, *ends)), 1):
        both = [f"0:{s // 60:02}:{s % 60:02}.250\t{s}.250" for s in (begin, end)]
        length = f"0:00:{end - begin:02}.000\t{end - begin}.000"
        rows.append("\t".join(["Events", person, *both, length, f"event {at}"]))
    return "\n".join(rows)


def test_times_of_elan_in_two_forms_are_told_once_with_who_said_them() -> None:
    """The second boundary of P1 is counted by hand: 20.25 s; 50.25 s is the end."""
    found = read(
        ("a_1.txt", elan("P1", 9, 20, 50)),
        ("a_2.txt", elan("P2", 11, 50)),
        pattern="{item}_*",
    )
    assert times_of(found)["a"] == {"P1": (0.25, 9.25, 20.25), "P2": (0.25, 11.25)}


def presses(*seconds: float) -> str:
    return "\n".join(f"{second}\t{second}\t" for second in seconds)


def films() -> list[tuple[str, str]]:
    """Return three people's files, who call two films by number, by title, and by both."""
    logged = table(
        "VP;Film;Nr;Taste;Zeit_s",
        *("P13;Coffee;1;space;9,9", "P13;Coffee;2;space;21,5"),
        *("P13;Parcel;1;space;7,5", "P13;Parcel;2;space;19,5"),
    )
    return [
        ("P11_F1_Coffee.txt", presses(10.5, 20.5)),
        ("P11_F2_Parcel.txt", presses(8.5, 18.5)),
        ("P12_F1.txt", presses(11.5, 22.5)),
        ("P12_F2.txt", presses(9.5, 17.5)),
        ("P13.csv", logged),
        ("Lengths.csv", table("Film;Title;Duration (min:s)", "F1;Coffee;1:00,5", "F2;Parcel;0:40")),
    ]


def test_films_called_by_number_or_title_are_asked_to_be_one() -> None:
    asked = read(*films())
    assert dict(asked.one_each) == {
        "F1": "F1_Coffee",
        "F2": "F2_Parcel",
        "Coffee": "F1_Coffee",
        "Parcel": "F2_Parcel",
    }
    (problem,) = (one for one in asked.problems if one.asks == "items")
    assert "--rename-items F1=F1_Coffee" in problem.command
    found = read(*films(), items=dict(asked.one_each))
    assert times_of(found)["F1_Coffee"] == {
        "P11": (10.5, 20.5),
        "P12": (11.5, 22.5),
        "P13": (9.9, 21.5),
    }
    assert not found.problems
    lengths = {item.name: item.mass / 1000 for item in found.corpus.items} if found.corpus else {}
    assert lengths == {"F1_Coffee": 60.5, "F2_Parcel": 40}


def test_columns_of_the_same_labels_alone_are_proposed_as_segments() -> None:
    rows = ["a,a,a", "a,a,b", "b,b,b", "b,c,b", "c,c,c", "c,c,c", "a,a,a", "a,a,a"]
    asked = the_problem(read(("t.csv", table("anno_1,anno_2,anno_3", *rows))))
    assert asked.command == '--columns "anno_1=segment, anno_2=segment, anno_3=segment" for example'


def test_what_was_computed_of_marks_is_no_doubt_about_them() -> None:
    rows = [
        f"{n},w{n},{who},{int(n == 3)},{0.25 * (n in (2, 3, 4))}"
        for who in "ab"
        for n in range(1, 9)
    ]
    held = table("word_number,word,subject,responses,smoothed_responses", *rows)
    (asked,) = read(("talk.csv", held)).problems
    assert (asked.asks, asked.command) == (
        "marks",
        '--columns "responses=first" or "responses=last"',
    )


def test_places_in_characters_are_read_if_a_person_says_that_they_are_units() -> None:
    words = "the fair opened", "nobody saw it", "rain came", "at noon", "they all ran"
    rows, at = [], 4
    for said in words:
        rows.append(f"{at},{at + len(said)},{said},{at // 9},{at // 9 + 1}")
        at += len(said) + 7
    held = table("begin,end,surface,begin_line,end_line", *rows)
    asked = the_problem(read(("play_01.csv", held), ("play_02.csv", held)))
    assert (asked.asks, asked.command) == ("times", "--times units")
    other = held.replace(f"{at - len(said) - 7},", f"{at - len(said) - 6},")
    files = ("anna/play.csv", held), ("ben/play.csv", other)
    found = boundaries_of(read(*files, times="units", pattern="{coder}/{item}"))
    assert found["play"]["anna"][:5] == (4, 19, 26, 39, 46)
    assert found["play"]["ben"] == (*found["play"]["anna"][:-1], found["play"]["anna"][-1] + 1)


def test_a_row_above_numbers_that_says_from_when_is_aside() -> None:
    rows = [f"talk_{n},{int(n in (3, 7))},{int(n == 3)}" for n in range(9)]
    since = ",2022-01-03 00:07:21,2022-01-04 01:04:23"
    (asked,) = read(("r.csv", table(",ann,bea", since, *rows))).problems
    assert asked.asks == "marks"
    columns: dict[str, Role] = {"ann": "first", "bea": "first"}
    found = read(("r.csv", table(",ann,bea", since, *rows)), columns=columns)
    assert boundaries_of(found) == {"r": {"ann": (3, 7), "bea": (3,)}}


def test_a_first_row_like_the_others_is_no_heading_and_two_numbers_are_edges() -> None:
    rows = [
        f"{who}{n},{who},told,,{40 * n + late},{40 * n + 31}"
        for late, who in enumerate(("AJ", "MS"), 3)
        for n in range(6)
    ]
    asked = the_problem(read(("tale.csv", table(*rows))))
    assert asked.command == '--columns "column 5=begin, column 6=end" for example'
    columns: dict[str, Role] = {"column 5": "begin", "column 6": "end"}
    (whose,) = read(("tale.csv", table(*rows)), columns=columns, times="seconds").problems
    assert whose.command == '--columns "column 2=coder", or "column 2=item"'


def test_an_export_with_a_row_for_each_unit_of_each_person_is_read_with_names_of_units() -> None:
    whose = [
        (who, text) for who in ("ilse.b", "niamh.k", "tom.w") for text in ("T1_hall", "T2_salt")
    ]
    rows = [
        f"{30 * place + n},{who},{text},{text[:2]}-{n:03},"
        f"{'NEW' if n in (1, 4 + place, 9) else 'SAME'},{7 * n % 19},2026-03-09T09:0{place}:{n:02}"
        for place, (who, text) in enumerate(whose)
        for n in range(1, 13)
    ]
    held = table("export_row,annotator,document,unit,label,seconds,saved_at", *rows)
    words = [
        f'{text}-{n:03},"The {n}. sentence of {text}, as it was said."'
        for text in ("T1", "T2")
        for n in range(1, 13)
    ]
    found = read(("export.csv", held), ("units.csv", table("unit,text", *words)))
    made = boundaries_of(found)
    assert made["T1_hall"] == {"ilse.b": (3, 8), "niamh.k": (5, 8), "tom.w": (7, 8)}
    assert known(found.corpus)["T2_salt"].texts is not None


def test_words_of_what_begins_are_marks_where_the_column_is_called_so() -> None:
    topics = {4: "corridor, marsh", 7: "minerals", 10: "closed"}
    said = "The guide went on about the house and its people, for the"
    rows = [f'{n},"{said} {n}. time.","{topics.get(n, "")}",' for n in range(1, 13)]
    found = read(("Ada/hall.csv", table("No.,Sentence,New topic,Remarks", *rows)))
    assert found.problems == ()
    assert [one.segmentation.boundaries for one in found.codings] == [(3, 6, 9)]
    asked = the_problem(read(("Ada/hall.csv", table("No.,Sentence,Topic,Remarks", *rows))))
    assert asked.asks == "marks"


def test_empty_cells_at_the_end_of_flags_are_asked() -> None:
    flags = ["0", "1", "0", "0", "0", "1", "0", "0"]
    rows = [
        f"{n},{ada},{ben}"
        for n, (ada, ben) in enumerate(zip([*flags, *flags], [*flags, *[""] * 8], strict=True), 1)
    ]
    columns: dict[str, Role] = {"Ada": "first", "Ben": "first"}
    held = ("talk.csv", table("No.,Ada,Ben", *rows))
    asked = the_problem(read(held, columns=columns))
    assert (asked.asks, asked.coder, asked.row, asked.rows) == ("dropped_labels", "Ben", 10, 8)
    found = boundaries_of(read(held, columns=columns, dropped_labels=frozenset([asked.text])))
    assert found == {"talk": {"Ada": (1, 5, 9, 13), "Ben": (1, 5)}}
    fewer = ("talk.csv", table("No.,Ada,Ben", *rows[:12]))  # few may be a slip at the end
    assert read(fewer, columns=columns).problems == ()


def test_an_id_above_blank_cells_begins_no_segment() -> None:
    rows = [
        f"{f'v{n}' if n in (0, 3, 9) else ''},A {n}. utterance that somebody said there."
        for n in range(16)
    ]
    asked = the_problem(read(("talks.csv", table("val_id,utterance", *rows))))
    assert "val_id=first" not in asked.command
    found = the_problem(read(("talks.csv", table("val_opens,utterance", *rows))))
    assert "val_opens=first" in found.command
