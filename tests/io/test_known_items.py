"""Items that some files name, in the headings and in the names of others."""

from __future__ import annotations

import pytest

from segmetrics.io import Reading
from tests.support.readings import (
    masses_of,
    read,
    said,
    sized_of,
    table,
    the_problem,
    times_of,
)

LENGTHS = {"Mathe 5a": 120.5, "Bio 6b": 300, "Kunst 7": 720}
TIMES = {"Mathe 5a": (31.5, 71), "Bio 6b": (40,), "Kunst 7": (100, 500)}


def _clock(seconds: float) -> str:
    return f"{int(seconds // 60):02d}:{seconds % 60:04.1f}"


def _moved(by: float) -> dict[str, tuple[float, ...]]:
    return {item: tuple(time + by for time in of) for item, of in TIMES.items()}


def _rows(by: float, *, ended: bool = False) -> str:
    rows = [f"{item};{_clock(time)};" for item, of in _moved(by).items() for time in of]
    rows += [f"{item};{_clock(end)};Ende" for item, end in LENGTHS.items()] * ended
    return table("Aufnahme;Zeit;Notiz", *rows)


def _columns(by: float) -> str:
    columns = [[*map(_clock, of), ""][:2] for of in _moved(by).values()]
    return table(",".join(TIMES), *map(",".join, zip(*columns, strict=True)))


def _labels(item: str, by: float) -> str:
    return "".join(f"{time}\t{time}\tnew\n" for time in _moved(by)[item])


def test_columns_and_files_named_as_the_items_of_others_are_these_items() -> None:
    found = read(
        ("hannes.csv", _rows(0)),
        ("katrin.csv", _rows(1, ended=True)),
        ("ilka.csv", _columns(-1.5)),
        *((f"Jonas {item}.txt", _labels(item, 2.5)) for item in TIMES),
    )
    of_coders = {
        "hannes": _moved(0),
        "katrin": _moved(1),
        "ilka": _moved(-1.5),
        "Jonas": _moved(2.5),
    }
    assert times_of(found) == {
        item: {coder: of[item] for coder, of in of_coders.items()} for item in TIMES
    }
    assert found.corpus is not None
    assert {item.name: item.mass / 1000 for item in found.corpus.items} == LENGTHS
    assert not any("millisecond of another" in notice.what for notice in found.notices)


def test_no_file_is_named_by_an_item_where_another_is_not() -> None:
    labels = [(f"{name}.txt", _labels("Kunst 7", 3)) for name in ("Jonas Kunst 7", "Notes")]
    found = read(("hannes.csv", _rows(0)), ("katrin.csv", _rows(1)), *labels)
    assert ("Kunst 7", "Jonas") not in {(one.item, one.coder) for one in found.codings}


def test_a_recording_may_be_named_by_its_file_in_one_of_them() -> None:
    ended = [f"{item}.mp4,{of[0]},{LENGTHS[item]},a" for item, of in _moved(1).items()]
    found = read(
        ("ada.csv", _rows(0).replace(";Notiz", ";Kommentar").replace(".0;", ".0;what is seen")),
        ("bea.csv", _rows(2)),
        ("udo.csv", table("Media file,onset,offset,label", *ended)),
        pattern="{coder}",
    )
    assert {item: [*of] for item, of in times_of(found).items()} == {
        item: ["ada", "bea", "udo"] for item in TIMES
    }


def _account(*cuts: int) -> str:
    rows = [f"{item},user 1,{cut} {9 - cut}" for item, cut in zip("abc", cuts, strict=True)]
    return table("item,coder,masses", *rows)


def test_one_account_with_the_same_items_in_several_files_may_be_several_people() -> None:
    asked = the_problem(read(("kim.csv", _account(2, 3, 4)), ("lee.csv", _account(2, 5, 4))))
    assert (asked.asks, asked.command) == ("pattern", "--pattern '{coder}' for example")
    assert "{coder} gives 3 items of 2 coders" in asked.what
    assert "{item} gives 3 items of 1 coder" in asked.what
    files = [("kim.csv", _account(2, 3, 4)), ("lee.csv", _account(2, 5, 4))]
    assert masses_of(read(*files, pattern="{coder}"))["b"] == {"kim": (3, 6), "lee": (5, 4)}
    assert {one.coder for one in read(*files, pattern="{item}").codings} == {"user 1"}


@pytest.mark.parametrize("names", [("pre.csv", "post.csv"), ("t_r1.csv", "t_r2.csv")])
def test_one_account_in_files_of_rounds_is_one_person(names: tuple[str, str]) -> None:
    files = zip(names, (_account(2, 3, 4), _account(2, 5, 4)), strict=True)
    found = read(*files)
    assert {one.coder for one in found.codings} == {"user 1"}
    assert {one.asks for one in found.problems} == {""}


NOTES = [("A:1", "A:1"), ("A:1", "B:1"), ("A:1", "B:1"), ("B:1", "B:1"), ("B:1", "B:1")] * 4


def test_rows_that_all_coders_have_in_common_are_units_rather_than_segments() -> None:
    files = [
        (
            f"hymn {item}/{coder}.csv",
            table(
                "onset,duration,pitch,phrase",
                *(f"{at}.0,1.0,F{at % 3},{of[at + item][place]}" for at in range(18)),
            ),
        )
        for item in (1, 2)
        for place, coder in enumerate(("ada", "bea"))
        for of in [NOTES]
    ]
    asked = the_problem(read(*files))
    segments = "--columns 'onset=begin, duration=duration' to confirm"
    assert asked.command == f'--columns "phrase=segment" for example, or {segments}'
    confirmed = read(*files, columns={"onset": "begin", "duration": "duration"})
    assert asked.asks == "columns" and confirmed.problems == ()
    assert not any(view.sure for view in read(*files).tables)
    found = read(*files, columns={"phrase": "segment"}, pattern="{item}/{coder}")
    assert found.problems == ()
    changes = [n for n in range(1, 18) if NOTES[n + 1][0] != NOTES[n][0]]
    (ada,) = (one for one in found.codings if (one.item, one.coder) == ("hymn 1", "ada"))
    assert list(ada.segmentation.boundaries) == changes


def test_settings_above_a_heading_and_tracks_of_a_film_are_no_items() -> None:
    rows = [f"{1000 * at + 7},{200 * (at % 5 == 0)},{track},(null)" for at, track in LOOKS]
    above = ["Offset: 0, Movie: a.mp4, File: (null)", "Tracks: left, right, end"]
    text = table(*above, "Time,Duration,TrackName,comment", *rows)
    found = read(("kim/baby7.txt", text), ("lee/baby7.txt", text.replace("007,", "009,")))
    assert {(one.item, one.coder) for one in found.codings} == {("baby7", "kim"), ("baby7", "lee")}
    assert any("milliseconds" in notice.what for notice in found.notices)


LOOKS = [(at, "left" if at % 2 else "right") for at in range(1, 199)]


def test_a_number_that_is_that_of_the_folder_is_no_part_of_a_name() -> None:
    files = [
        (f"{item}/{who}_{item}.csv", f"0.{item}5,0.40\n0.{item + 4},0.9{who[-1]}\n")
        for item in (1, 2, 3)
        for who in ("gt0", "msa1", "msa2")
    ]
    found = read(*files, pattern="{item}/{coder}")
    assert {one.coder for one in found.codings} == {"gt0", "msa1", "msa2"}


def _pairs(found: Reading) -> set[tuple[str | None, str | None]]:
    return {(coding.item, coding.coder) for coding in found.codings}


SEGMENTS = table("item,start,end", "{0},0,4.5", "{0},4.5,9.5", "{1},0,3.5", "{1},3.5,8.5")
PRESSES = table("item,time,note", "s1,3.5,", "s1,7.5,", "s2,4.5,", "s2,9.5,")


def test_what_other_files_name_leaves_names_of_files_that_say_coder_and_part() -> None:
    files = [
        (f"{who}_batch{at}.csv", SEGMENTS.format(f"s{at}1", f"s{at}2"))
        for who in ("Kim", "Lee")
        for at in (1, 2)
    ]
    assert {coder for _, coder in _pairs(read(*files))} == {"Kim", "Lee"}


@pytest.mark.parametrize(
    "names",
    [
        ("coder_1", "coder_2"),  # numbers
        ("s1 2024-05-01", "s2 2024-05-01"),  # a date
        ("lee/s1_checked", "max/s1_checked"),  # each in the folder of its coder
    ],
)
def test_a_name_of_a_file_holds_an_item_only_beside_the_name_of_a_person(
    names: tuple[str, str],
) -> None:
    labels = [(f"{name}.txt", _labels("Kunst 7", at)) for at, name in enumerate(names)]
    numbered = PRESSES.replace("s1", "1").replace("s2", "2") if "coder" in names[0] else PRESSES
    found = read(("kim.csv", numbered), *labels)
    of_labels = {(one.item, one.coder) for one in found.codings if one.file != "kim.csv"}
    assert not any(item in ("1", "2", "s1", "s2") and coder for item, coder in of_labels)


def test_songs_are_songs_in_whatever_order_their_rows_are() -> None:
    rows = [f"song{at},{who},{10 + at}.5" for who in ("kim", "lee") for at in range(8)]
    found = read(("t.csv", table("track,annotator,time", *rows)))
    assert len({item for item, _ in _pairs(found)}) == 8


def test_names_with_a_colon_head_columns() -> None:
    rows = ["0:03.5,0:04.5", "0:09.5,0:08.5", "0:12.5,0:11.5"]
    found = read(("t.csv", table("Coder: Kim,Coder: Lee", *rows)))
    assert len({coder for _, coder in _pairs(found)}) == 2


def test_a_log_with_words_in_each_row_is_no_list_of_boundaries() -> None:
    rows = [f"0:{at:02d},what they said {at}" for at in range(9)]
    assert read(("anna.csv", table("Time,Comment", *rows))).codings == ()


def test_two_forms_of_an_ending_at_one_coder_are_two_recordings() -> None:
    rows = [f"{name},kim,{at}" for name in ("a.wav", "a.mp4", "a") for at in ("3.5", "7.5")]
    assert (
        len({item for item, _ in _pairs(read(("kim.csv", table("item,coder,press time", *rows))))})
        == 3
    )


def test_presses_labels_in_folders_and_a_table_of_lengths_are_one_project() -> None:
    """A script of presses for some, label tracks in a folder of another, lengths in a sheet."""
    times = {item: [10.5, 41.5, 77.5, 90.5, 105.5, 111.5] for item in LENGTHS}

    def presses(who: str, by: float) -> str:
        rows = [
            f"{who},2026-03-01,{at},{item}.mp4,{key},{round(1000 * (time + by))}"
            for at, (item, of) in enumerate(times.items())
            for time, key in [*((time, "space") for time in of), (LENGTHS[item] - 3, "escape")]
        ]
        return table("participant,date,trial,video,key,time_ms", *rows)

    files = [(f"all/{who}.csv", presses(who, by)) for who, by in (("P01", 0), ("P02", 1))]
    for item, of in times.items():
        lines = [f"{time + 2}\t{time + 2}\tb" for time in of]
        files.append((f"all/labels P03/{item}.txt", table(*lines, "115\t116.5\tphone rang")))
    rows = [f"{item}.mp4,{_clock(end)},Amira" for item, end in LENGTHS.items()]
    found = read(*files, ("all/Videos.csv", table("Video,Length (m:ss),Filmed by", *rows)))
    assert found.problems == ()
    for codings in times_of(found).values():
        whole = {who: tuple(round(time, 1) for time in made) for who, made in codings.items()}
        assert whole["P01"] == tuple(times["Bio 6b"])
        assert whole["P02"] == tuple(time + 1 for time in times["Bio 6b"])
        assert whole["P03"] == (*(time + 2 for time in times["Bio 6b"]), 115)
    assert {one.text for one in found.notices if one.kind == "odd sign"} == {"phone rang"}


def test_videos_that_people_noted_down_in_their_own_ways_come_in_together() -> None:
    """Columns of times, a list with persons, a log with the begin and the end of each video."""
    columns = table("V1 Bicycle,V2 Tent", "0:16,0:41", "0:31 (chain!),0:54", "0:42,1:27", "1:05,")
    listed = ["A6;V1;00:00:17", "A6;V1;00:00:33", "A6;V2;00:00:40", "A6;V2;00:01:25"]
    log = ["0,instructions,,end,enter,41230"]
    for video, presses in (("V2_tent.mp4", (42100, 55300)), ("V1_bicycle.mp4", (15900, 64800))):
        log.append(f"1,video-keypress,{video},video_start,,0")
        log += [f"1,video-keypress,{video},keypress,space,{at}" for at in presses]
        log.append(f"1,video-keypress,{video},video_end,,{95000 if 'tent' in video else 70000}")
    files = (
        ("videos/A3.csv", columns),
        ("videos/A6.csv", table("person;video;time", *listed)),
        ("videos/A9.csv", table("trial_index,trial_type,stimulus,event,key,rt", *log)),
        ("videos/videos.csv", table("video,title,length", "V1,Bicycle,1:10", "V2,Tent,1:35")),
    )
    (asked,) = read(*files).problems
    assert asked.asks == "items"
    items = {"V1": "V1_bicycle.mp4", "V2": "V2_tent.mp4"}
    found = read(*files, items=items)
    assert sized_of(found) == {
        "V1_bicycle.mp4": (
            70,
            {"A3": (16, 31, 42, 65), "A6": (17, 33), "A9": (15.9, 64.8)},
        ),
        "V2_tent.mp4": (95, {"A3": (41, 54, 87), "A6": (40, 85), "A9": (42.1, 55.3)}),
    }
    assert any("a remark behind a time" in one for one in said(found))
    late = files[0][1].replace("1:27", "1:39")
    (beyond,) = read(("videos/A3.csv", late), *files[1:], items=items).problems
    assert beyond.what == "V2_tent.mp4 ends at 1:35, but A3 has a boundary at 1:39"


def test_folders_of_coders_may_each_write_the_items_in_their_way() -> None:
    ways = {"Anselm": "{}.txt", "Bea": "labels {}.txt", "Goran": "{}_goran.txt"}
    files = [
        (f"{who}/{way.format(item.lower() if who == 'Goran' else item)}", "\n".join(labels))
        for at, (who, way) in enumerate(ways.items())
        for item, times in {"X1": (5, 20, 60), "X2": (9, 30), "X3": (12, 40, 71)}.items()
        for labels in [[f"{time + at}.500000\t{time + at}.500000\tnew" for time in times]]
    ]
    lengths = "X1 morning, calm: 1:41.6\nX2 noon, full boat: 1:42.0\nX3 evening, wind: 1:26.5\n"
    found = read(*files, ("lengths.txt", lengths))
    assert {item: {*of} for item, of in times_of(found).items()} == {
        item: {*ways} for item in ("X1", "X2", "X3")
    }
    assert times_of(found)["X3"]["Goran"] == (14.5, 42.5, 73.5)
    assert "ends at 1:26.500, as 'X3 evening, wind: 1:26.5' in this file says" in said(found)
    ends = {item.name: item.mass for item in found.corpus.items} if found.corpus else {}
    assert ends == {"X1": 101_600, "X2": 102_000, "X3": 86_500}


def test_a_folder_of_a_text_that_its_files_name_too_is_no_coder() -> None:
    """*T1/T1 ann.txt* is ann's coding of T1, and not T1's of a text called ann."""
    marks = {"ann": (31.5, 71), "ben": (40, 80)}
    files = [
        (f"{text}/{text} {coder}.txt", "".join(f"{at}\t{at}\tnew\n" for at in of))
        for text in ("T1", "T2")
        for coder, of in marks.items()
    ]
    found = read(*files)
    assert {part.item for part in found.codings} <= {"T1", "T2", None}
    assert {part.coder for part in found.codings} <= {"ann", "ben", None}
    assert not any("hold items that others have too" in one.what for one in found.notices)
