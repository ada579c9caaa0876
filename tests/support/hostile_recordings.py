"""Files made to do harm, as programs write them that mark times: see `tests.support.hostile`.

What a format can hold without end has a size at which a reader whose time grows with its square
would take minutes. Files of an import ask for each other; there are many of those, too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

MILLION = 1_000_000
ENDLESS = ("1e308", "-1e308", "1e999", "NaN", "-Infinity", "9" * 5_000, "-0.0", "-5", "true", '""')
"""What JSON can have where a time belongs."""


# ----- JAMS


def annotation(coder: object, data: object, namespace: str = "segment_open") -> dict[str, Any]:
    """One person's segments of a piece."""
    about = {"annotator": {"name": coder}}
    return {"namespace": namespace, "annotation_metadata": about, "data": data}


def segments(number: int) -> list[dict[str, Any]]:
    """Segments of a second each, one after the other."""
    return [{"time": n, "duration": 1, "value": "a"} for n in range(number)]


def jams(annotations: list[dict[str, Any]], duration: float = 2 * MILLION) -> str:
    """Write annotations of a piece."""
    return json.dumps({"annotations": annotations, "file_metadata": {"duration": duration}})


def jams_of_many_annotators(number: int = 20_000) -> str:
    """A segment of each of very many people."""
    return jams([annotation(f"c{n}", segments(1)) for n in range(number)])


def jams_of_many_levels(number: int = 50_000) -> str:
    """A segment on each of very many levels."""
    rows = [{"time": 0, "duration": 1, "value": {"label": "a", "level": n}} for n in range(number)]
    return jams([annotation("a", rows, "multi_segment")])


def jams_of_columns(rows: int = 100_000, columns: int = 20) -> str:
    """Rows that are held in columns, most of which nobody knows."""
    data = {f"x{n}": list(range(rows)) for n in range(columns)}
    return jams([annotation("a", {"time": list(range(rows)), "duration": [1] * rows, **data})])


def jams_without_end() -> str:
    """Begins, lengths and a duration of the piece that are no times."""
    rows = ",".join(
        json.dumps(annotation(f"{at} {key}", [{"time": 1, "duration": 1, key: "?"}])).replace(
            '"?"', written
        )
        for at, written in enumerate(ENDLESS)
        for key in ("time", "duration")
    )
    return f'{{"annotations": [{rows}], "file_metadata": {{"duration": 1e308}}}}'


# ----- BORIS


def boris(observations: Mapping[str, Any]) -> str:
    """Write a project whose only behaviour is a point."""
    kinds = {"0": {"code": "look", "type": "Point event"}}
    return json.dumps({"behaviors_conf": kinds, "observations": observations})


def events(number: int) -> list[list[Any]]:
    """Points a second apart."""
    return [[n, "", "look", "", ""] for n in range(number)]


def boris_of_many_observations(number: int = 20_000) -> str:
    """An event in each of very many observations of one film."""
    film = {"file": {"1": ["film.mp4"]}}
    return boris({f"film {n}": {**film, "events": events(1)} for n in range(number)})


def boris_without_end() -> str:
    """Events and lengths that are no times."""
    film = {
        "file": {"1": ["f"]},
        "media_info": {"length": {"f": "?"}},
        "events": [["?", "", "look"]],
    }
    observations = ",".join(
        f'"{at}": {json.dumps(film)}'.replace('"?"', written) for at, written in enumerate(ENDLESS)
    )
    return boris({}).replace('"observations": {}', f'"observations": {{{observations}}}')


def boris_table_of_many_media(number: int = 100_000) -> str:
    """Each event in another file of one observation."""
    rows = (f"{n},f{n}.mp4,look,POINT" for n in range(number))
    return "\n".join(["Time,Media file,Behavior,Status", *rows, ""])


# ----- tables and lists


def times_of_many_recordings(number: int = 16_000) -> str:
    """One time of each of very many recordings."""
    rows = (f"i{n},{c},{n % 50}.5" for n in range(number // 2) for c in "xy")
    return "\n".join(["item,coder,boundary time (s)", *rows, ""])


def times_without_end() -> str:
    """Times and lengths that are none."""
    signs = (*ENDLESS, "1e99", "99999999999.9", "999:99:99.9", "-1:00")
    rows = (f"i{at},x,{one},{one}" for at, one in enumerate(signs))
    return "\n".join(["item,coder,boundary time (s),recording duration (s)", *rows, ""])


def presses(number: int) -> str:
    """Presses a millisecond apart, one a line."""
    return "".join(f"{n / 1000:.3f}\n" for n in range(1, number + 1))


def begins(number: int = 80_000) -> str:
    """Begins of segments with their labels, as in SALAMI."""
    return "".join(f"{n / 100:.2f}\ta\n" for n in range(number)) + f"{number / 100}\tEnd\n"


def labels(number: int = 80_000) -> str:
    """Begins and ends with blanks between, as .lab files have them."""
    return "".join(f"{n}.0 {n + 1}.0 a{n % 9}\n" for n in range(number))


def restarts(number: int = 1_000, columns: int = 500) -> str:
    """Times that start again in each row, beside columns that change as often."""
    names = ",".join(f"c{n}" for n in range(columns))
    rows = (f"{9 - n % 9}.5,x,{','.join([str(n)] * columns)}" for n in range(number))
    return "\n".join([f"time,coder,{names}", *rows, ""])


# ----- series


def series(number: int = 20_000) -> str:
    """Very many series."""
    return json.dumps({f"s{n}": {"1": [], "2": [n % 99]} for n in range(number)})


def files_of_series(number: int = 3_000) -> dict[str, str]:
    """A file for each of very many series, and one with the annotations of all."""
    each = {f"{n}.json": json.dumps({"name": f"s{n}", "n_obs": 100}) for n in range(number)}
    return {**each, "annotations.json": series(number)}


def files_of_changepoints(number: int = 3_000) -> dict[str, str]:
    """A file for each of very many annotators of one series."""
    return {f"{n}.json": json.dumps({"s": {f"{n}": [], "x": [5]}}) for n in range(number)}


# ----- many files that ask for each other


def catma(number: int = 3_000) -> dict[str, str]:
    """A collection of each of very many people, of one text."""
    text = f"D_{0:032d}"
    span = {"source": text, "selector": {"start": 0, "end": 2}}
    marks = json.dumps([{"body": {}, "target": {"items": [span]}}])
    files = {f"documents/{text}/{text}.txt": "ab cd"}
    for n in range(number):
        header = {"name": str(n), "responsibleUser": "x", "sourceDocumentId": text}
        files[f"collections/C_{n:032d}/header.json"] = json.dumps(header)
        files[f"collections/C_{n:032d}/annotations/x_0.json"] = marks
    return files


def tables_in_folders(number: int = 3_000) -> dict[str, str]:
    """Tables of one kind with a name each, whose columns nobody knows."""
    return {f"{n}.csv": "words,new\na b,x\nc d,\ne f,x\ng h,\n" for n in range(number)}


MADE: Mapping[str, tuple[str, Callable[[], Any]]] = {
    "JAMS of 20,000 annotators": ("a.jams", jams_of_many_annotators),
    "JAMS of 50,000 levels": ("a.jams", jams_of_many_levels),
    "JAMS of columns": ("a.jams", jams_of_columns),
    "JAMS of 200,000 segments": ("a.jams", lambda: jams([annotation("a", segments(200_000))])),
    "JAMS of no times": ("a.jams", jams_without_end),
    "JAMS nested": (
        "a.jams",
        lambda: jams([annotation("a", "?")]).replace('"?"', "[" * 100_000 + "]" * 100_000),
    ),
    "BORIS of 20,000 observations": ("a.boris", boris_of_many_observations),
    "BORIS of 80,000 events": (
        "a.boris",
        lambda: boris({"x": {"file": {"1": ["f"]}, "events": events(80_000)}}),
    ),
    "BORIS of no times": ("a.boris", boris_without_end),
    "BORIS table of 100,000 media": ("a.csv", boris_table_of_many_media),
    "times of 8,000 recordings": ("a.csv", times_of_many_recordings),
    "times that are none": ("a.csv", times_without_end),
    "100,000 presses": ("a.txt", partial(presses, 100_000)),
    "ten million presses": ("a.txt", partial(presses, 10 * MILLION)),
    "SALAMI of 80,000 segments": ("a.txt", begins),
    "lab of 80,000 segments": ("a.lab", labels),
    "times that start again": ("a.csv", restarts),
    "20,000 series": ("a.json", series),
    "3,000 files of series": ("a", files_of_series),
    "3,000 files of changepoints": ("a", files_of_changepoints),
    "3,000 collections of CATMA": ("a", catma),
    "3,000 tables": ("a", tables_in_folders),
}
"""Name of the file and its maker, by the name of the case; ``a`` stands for several files."""
