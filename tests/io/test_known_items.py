"""Items that some files name, in the headings and in the names of others."""

from __future__ import annotations

from tests.support.readings import read, table, times_of

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


def test_names_that_only_some_files_share_with_items_stay_what_they_look_like() -> None:
    other = ("Kunst.txt", _labels("Kunst 7", 3))
    found = read(("hannes.csv", _rows(0)), ("katrin.csv", _rows(1)), other)
    assert {coding.item for coding in found.codings if coding.file == "Kunst.txt"} != {"Kunst 7"}


def test_a_recording_may_be_named_by_its_file_in_one_of_them() -> None:
    ended = [f"{item}.mp4,{of[0]},{LENGTHS[item]},a" for item, of in _moved(1).items()]
    found = read(
        ("ada.csv", _rows(0).replace(";Notiz", ";Kommentar").replace(".0;", ".0;what is seen")),
        ("bea.csv", _rows(2)),
        ("udo.csv", table("Media file,onset,offset,label", *ended)),
    )
    assert {item: [*of] for item, of in times_of(found).items()} == {
        item: ["ada", "bea", "udo"] for item in TIMES
    }
