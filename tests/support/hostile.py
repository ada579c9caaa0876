"""Files made to do harm: small ones that ask for much, and large ones of every format.

`CASES` holds them by name. What a format can hold without end has a size at which a reader whose
time grows with its square would take minutes; what has a limit is larger than that.
``python -m tests.support.hostile`` reads each as the dashboard does, and says what it took and
what came of it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

from segmetrics.dashboard.server import tasks
from segmetrics.dashboard.server.worker import Bounds, WorkEnded, run
from segmetrics.io import Choices, Reading, Source
from segmetrics.settings import Limits
from tests.support import hostile_recordings

READ_MOST = Limits().upload * 1_000_000
"""Bytes that an import may have on a server as it comes."""

BOUNDS = Bounds(memory=1_000_000_000, seconds=30, result=512_000_000)
"""What reading anything may take: a gigabyte, and half a minute of a processor."""

MILLION = 1_000_000


def packed(files: Mapping[str, bytes | str], method: int = ZIP_DEFLATED) -> bytes:
    """Pack files into an archive."""
    out = BytesIO()
    with ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()


# ----- archives


def bomb() -> bytes:
    """200 MB of nothing in 200 kB."""
    return packed({"a.csv": bytes(200 * MILLION)})


def bomb_of_elan() -> bytes:
    """An ELAN file of 200 MB in 200 kB: one attribute."""
    start, end = '<?xml version="1.0"?><ANNOTATION_DOCUMENT AUTHOR="', '"/>'
    return packed({"a.eaf": start + "a" * 200 * MILLION + end})


def archives_in_archives() -> bytes:
    """Sixteen files in each of four depths: 65,536 archives in 3 kB."""
    content = packed({"a.csv": "item,coder,masses\na,x,1\n"})
    for _ in range(4):
        content = packed({f"{number}.zip": content for number in range(16)})
    return content


def shared_content(entries: int = 50_000) -> bytes:
    """Entries that are all the same 90 kB."""
    content = packed({"a.csv": bytes(90_000)})
    start, end = content.index(b"PK\x01\x02"), content.index(b"PK\x05\x06")
    listed, tail = content[start:end], bytearray(content[end:])
    tail[8:12] = 2 * entries.to_bytes(2, "little")
    tail[12:16] = (entries * len(listed)).to_bytes(4, "little")
    return content[:start] + entries * listed + bytes(tail)


def lying_sizes() -> bytes:
    """An entry of 100 MB that says it has ten bytes."""
    size = 100 * MILLION
    return packed({"a.csv": bytes(size)}).replace(
        size.to_bytes(4, "little"), (10).to_bytes(4, "little")
    )


def many_entries() -> bytes:
    """100,000 entries: 95,000 folders, and 5,000 files each with a coding."""
    files = {f"{n}/x.txt": f"units 9\n{n % 8 + 1}\n" for n in range(5_000)}
    return packed({**files, **{f"{n}/": "" for n in range(95_000)}}, ZIP_STORED)


def dense_coders() -> bytes:
    """Nine coders who each split 9.9 million units into as many segments: 1.2 MB."""
    ones = b"1 " * 9_900_000
    codings = {f"{n}.csv": b"item,coder,masses\na,%d," % n + ones for n in range(9)}
    return packed({"noise.bin": Random(1).randbytes(MILLION), **codings})


# ----- texts


def document(paragraphs: str) -> bytes:
    """A Word document with these paragraphs, as XML."""
    import docx

    empty = BytesIO()
    docx.Document().save(empty)
    with ZipFile(empty) as opened:
        files = {name: opened.read(name) for name in opened.namelist()}
    body = b"<w:body>"
    files["word/document.xml"] = files["word/document.xml"].replace(
        body, body + paragraphs.encode()
    )
    return packed(files)


def empty_paragraphs() -> bytes:
    """A million and a half paragraphs that hold nothing, in 30 kB."""
    return document("<w:p/>" * 1_500_000)


def letters() -> bytes:
    """A paragraph of 150,000 letters, each written by itself."""
    return document("<w:p>" + "<w:r><w:t>a</w:t></w:r>" * 150_000 + "</w:p>")


def marked_copies(number: int = 1_000) -> bytes:
    """Very many copies of a text, marked at places of their own."""
    lines = [f"This is line {n} of a text that everybody has." for n in range(40)]

    def marked(places: Iterable[int]) -> str:
        return "\n".join(f"// {line}" if n in places else line for n, line in enumerate(lines))

    drawn = Random(1)
    return packed({f"{n}/text.txt": marked(drawn.sample(range(40), 6)) for n in range(number)})


# ----- tables


def table(rows: Iterable[str], header: str = "item,coder,masses") -> str:
    """Write a table."""
    return "\n".join([header, *rows, ""])


def columns(number: int = 60_000) -> str:
    """A table of very many columns: the first row numbers them."""
    return ",".join(f"c{n}" for n in range(number)) + ("\n" + "0," * (number - 1) + "1") * 3


def commas() -> str:
    """Fifty million cells that hold nothing."""
    return "item,coder,masses\n" + ("," * 999_999 + "\n") * 50


def remarks(number: int = 40_000) -> str:
    """A table with a remark after each of very many rows."""
    return table(f"i{n},anna,2 3\n# {n}" for n in range(number))


def quotes() -> str:
    """Cells that are quotes."""
    return "item,coder,masses\n" + '"""""",' * (2 * MILLION)


def items(number: int) -> str:
    """Many items of two coders."""
    return table(f"{n},{c},2 3" for n in range(number) for c in "xy")


def many_items() -> str:
    """300,000 items of one coder."""
    return table(f"i{n},x,2 3" for n in range(300_000))


def dense_rows() -> str:
    """A row for each of two million units."""
    return table((f"a,x,{n},{n}" for n in range(1, 2 * MILLION)), "item,coder,unit,segment")


def coders(number: int) -> str:
    """Many coders of one item, as JSON."""
    codings = {f"c{n}": [1] * 9 for n in range(number)}
    return json.dumps({"segmentation_type": "linear", "items": {"a": codings}})


def huge_numbers() -> str:
    """Numbers too large to be real, in every column."""
    return table(
        (f"a,x{n},{10**18},{10**18}" for n in range(100_000)), "item,coder,boundaries,mass"
    )


# ----- workbooks


def workbook(sheet: str) -> bytes:
    """Make a workbook of the rows of a sheet."""
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    of_sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    return packed(
        {
            "[Content_Types].xml": f'<Types xmlns="{types}">'
            f'<Override PartName="/xl/workbook.xml" ContentType="{of_sheet}.sheet.main+xml"/>'
            f'<Override PartName="/xl/s.xml" ContentType="{of_sheet}.worksheet+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{relations}"><Relationship Id="r" '
            f'Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
            "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{office}"><sheets>'
            '<sheet name="S" sheetId="1" r:id="r"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}">'
            f'<Relationship Id="r" Type="{office}/worksheet" Target="s.xml"/></Relationships>',
            "xl/s.xml": f'<worksheet xmlns="{main}"><sheetData>{sheet}</sheetData></worksheet>',
        }
    )


def row(number: int, column: str) -> str:
    """Write a row of one cell."""
    return f'<row r="{number}"><c r="{column}{number}"><v>1</v></c></row>'


def padded(rows: int = 12_000) -> bytes:
    """Rows that fill the last column alone."""
    return workbook("".join(row(n, "XFD") for n in range(1, rows + 1)))


def padded_by_the_header(rows: int = 100_000) -> bytes:
    """A header as wide as can be, above rows of one cell."""
    return workbook(row(1, "XFD") + "".join(row(n, "A") for n in range(2, rows + 1)))


# ----- deep, long


def depth(sign: str, end: str = "", start: str = "") -> str:
    """Something in itself, 100,000 times."""
    return start + sign * 100_000 + end * 100_000


def long_line() -> str:
    """One line of 10 MB."""
    return "x" * 10 * MILLION


def attributes(name: str, start: str, end: str) -> str:
    """Attributes of 2 MB, in one element."""
    value, other = "v" * MILLION, "&lt;" * 260_000
    return f'<?xml version="1.0"?><{start} a="{value}" b="{other}">{end}'


# ----- formats of tools


def text_grid(intervals: int = 40_000) -> str:
    """A TextGrid of many intervals, in its short form."""
    tier = "".join(f'{n}\n{n + 1}\n"a"\n' for n in range(intervals))
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n'
    return (
        f"{head}0\n{intervals}\n<exists>\n1\n"
        f'"IntervalTier"\n"x"\n0\n{intervals}\n{intervals}\n{tier}'
    )


def text_grid_that_lies() -> str:
    """A TextGrid that says it has 1e18 tiers, and lasts as long."""
    head = 'File type = "ooTextFile"\nObject class = "TextGrid"\n\n'
    return f'{head}0\n{10**18}\n<exists>\n{10**18}\n"IntervalTier"\n"x"\n0\n{10**18}\n{10**18}\n'


def elan(annotations: int = 20_000, tiers: int = 1) -> str:
    """An ELAN file of many annotations, in many tiers."""
    slots = "".join(
        f'<TIME_SLOT TIME_SLOT_ID="t{n}" TIME_VALUE="{n}"/>' for n in range(annotations + 1)
    )
    each = annotations // tiers
    made = "".join(
        f'<TIER TIER_ID="x{tier}">'
        + "".join(
            f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{n}" TIME_SLOT_REF1="t{n}" '
            f'TIME_SLOT_REF2="t{n + 1}"><ANNOTATION_VALUE>v</ANNOTATION_VALUE>'
            "</ALIGNABLE_ANNOTATION></ANNOTATION>"
            for n in range(tier * each, (tier + 1) * each)
        )
        + "</TIER>"
        for tier in range(tiers)
    )
    return (
        '<?xml version="1.0"?><ANNOTATION_DOCUMENT FORMAT="3.0" VERSION="3.0">'
        f'<HEADER TIME_UNITS="milliseconds"/><TIME_ORDER>{slots}</TIME_ORDER>{made}'
        "</ANNOTATION_DOCUMENT>"
    )


def elan_chain(annotations: int = 20_000) -> str:
    """An ELAN file each of whose annotations refers to the one before."""
    made = "".join(
        f'<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="a{n}" ANNOTATION_REF="a{n + 1}">'
        "<ANNOTATION_VALUE>v</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>"
        for n in range(annotations)
    )
    return (
        '<?xml version="1.0"?><ANNOTATION_DOCUMENT FORMAT="3.0" VERSION="3.0">'
        '<HEADER TIME_UNITS="milliseconds"/><TIME_ORDER></TIME_ORDER>'
        f'<TIER TIER_ID="x">{made}</TIER></ANNOTATION_DOCUMENT>'
    )


def conll(tokens: int = 50_000) -> str:
    """A token a line."""
    return "# newdoc id = a\n" + "".join(f"w{n}\tB-x\n" for n in range(tokens))


def conll_documents() -> str:
    """A document for each token."""
    return "".join(f"# newdoc id = {n}\nw\tB-x\nw\tO\n\n" for n in range(105_000))


def spans(number: int) -> list[tuple[int, int]]:
    """Stretches of a text of two letters and a space each."""
    return [(3 * n, 3 * n + 2) for n in range(number)]


def label_studio(number: int = 20_000, tasks: int = 1) -> str:
    """Spans of one text, or of many."""
    text = "ab " * number
    result = [
        {"type": "labels", "value": {"start": start, "end": end, "labels": ["x"]}}
        for start, end in spans(number)
    ]
    one = {"data": {"text": text}, "annotations": [{"completed_by": 1, "result": result}]}
    return json.dumps([{"id": n, **one} for n in range(tasks)])


def label_studio_overlapping() -> str:
    """Spans that each lie within the one before."""
    text, number = "a" * 60_000, 30_000
    result = [
        {"type": "labels", "value": {"start": n, "end": 60_000 - n, "labels": [f"l{n}"]}}
        for n in range(number)
    ]
    return json.dumps(
        [{"id": 1, "data": {"text": text}, "annotations": [{"completed_by": 1, "result": result}]}]
    )


def doccano(number: int = 20_000) -> str:
    """Spans of one text."""
    label = [[start, end, "x"] for start, end in spans(number)]
    return json.dumps({"id": 1, "text": "ab " * number, "label": label}) + "\n"


def doccano_lines() -> str:
    """More texts than a corpus may have items."""
    return "".join(
        f'{{"id": {n}, "text": "a b", "label": [[0, 1, "x"]]}}\n' for n in range(105_000)
    )


def uima_xmi(number: int = 20_000) -> str:
    """Spans of one text, as XMI."""
    made = "".join(
        f'<custom:Segment xmi:id="{n + 2}" sofa="1" begin="{start}" end="{end}" label="x"/>'
        for n, (start, end) in enumerate(spans(number))
    )
    members = " ".join(str(n + 2) for n in range(number))
    return (
        '<?xml version="1.0"?><xmi:XMI xmlns:xmi="http://www.omg.org/XMI" '
        'xmlns:cas="http:///uima/cas.ecore" xmlns:custom="http:///webanno/custom.ecore" '
        f'xmi:version="2.0">{made}<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" '
        f'mimeType="text" sofaString="{"ab " * number}"/><cas:View sofa="1" members="{members}"/>'
        "</xmi:XMI>"
    )


def uima_json(number: int = 20_000) -> str:
    """Spans of one text, as JSON."""
    sofa = {
        "%ID": 1,
        "%TYPE": "uima.cas.Sofa",
        "sofaNum": 1,
        "sofaID": "_InitialView",
        "sofaString": "ab " * number,
    }
    made: list[dict[str, Any]] = [
        {"%ID": n + 2, "%TYPE": "webanno.custom.Segment", "@sofa": 1, "begin": a, "end": b}
        | {"label": "x"}
        for n, (a, b) in enumerate(spans(number))
    ]
    view = {"%SOFA": 1, "%MEMBERS": list(range(2, number + 2))}
    return json.dumps(
        {"%TYPES": {}, "%FEATURE_STRUCTURES": [sofa, *made], "%VIEWS": {"_InitialView": view}}
    )


def brat(number: int = 20_000) -> dict[str, str]:
    """Spans of one text, in a file of their own."""
    lines = "".join(f"T{n}\tX {a} {b}\tab\n" for n, (a, b) in enumerate(spans(number), 1))
    return {"x/a.txt": "ab " * number, "x/a.ann": lines}


def project(number: int = MILLION) -> str:
    """The project's own JSON, with a boundary after each unit and a text for each."""
    item = {
        "name": "a",
        "mass": number,
        "codings": {"x": list(range(1, number))},
        "texts": ["t"] * number,
    }
    return json.dumps({"format": "segmetrics", "version": 1, "kind": "linear", "items": [item]})


def types(number: int = 50_000) -> str:
    """Boundaries of a type each."""
    boundaries = [[n, [f"t{n}"]] for n in range(1, number)]
    coding = {"x": {"mass": number, "boundaries": boundaries}}
    return json.dumps({"segmentation_type": "multiple", "items": {"a": coding}})


def choi(number: int = 100_000) -> str:
    """A separator after each line."""
    return "a\n=====\n" * number


def ranks() -> str:
    """A text of prominence ranks that says it has ten million units."""
    return f"units {10 * MILLION}\n" + "".join(f"{n} " for n in range(1, MILLION))


def names() -> dict[str, str]:
    """Names of files that are long, and hold stars and what a pattern is made of."""
    return {
        f"{'*' * 20}{'{item}' * 30}{'a' * 200}{n}/{'{coder}*' * 20}.txt": "a\n====\nb\n"
        for n in range(1_500)
    }


def sources(name: str, content: Any) -> list[Source]:
    """Make files of what was made."""
    if isinstance(content, dict):
        return [Source(one, text.encode()) for one, text in content.items()]
    return [Source(name, content.encode() if isinstance(content, str) else content)]


MADE: Mapping[str, tuple[str, Callable[[], Any]]] = {
    "a bomb": ("a.zip", bomb),
    "a bomb of ELAN": ("a.zip", bomb_of_elan),
    "archives in archives": ("a.zip", archives_in_archives),
    "entries of one content": ("a.zip", shared_content),
    "lying sizes": ("a.zip", lying_sizes),
    "100,000 entries": ("a.zip", many_entries),
    "nine dense coders": ("a.zip", dense_coders),
    "a document of empty paragraphs": ("a.docx", empty_paragraphs),
    "a document of letters": ("a.docx", letters),
    "1,000 marked copies": ("a.zip", marked_copies),
    "60,000 columns": ("a.csv", columns),
    "50 million empty cells": ("a.csv", commas),
    "remarks between rows": ("a.csv", remarks),
    "cells of quotes": ("a.csv", quotes),
    "300,000 items": ("a.csv", many_items),
    "two million rows of units": ("a.csv", dense_rows),
    "ten million units": ("a.csv", lambda: "item,coder,masses\na,x," + "1 " * 10 * MILLION),
    "ten million units, no boundary": ("a.csv", lambda: table(f"a,x{n},10000000" for n in "ab")),
    "ten million units as levels": (
        "a.json",
        lambda: json.dumps(
            {
                "segmentation_type": "hierarchical",
                "items": {"a": {"x": {"mass": 10**7, "levels": [[10**7 - 1, 10**18]]}}},
            }
        ),
    ),
    "5,000 coders": ("a.json", partial(coders, 5_000)),
    "20,000 coders": ("a.json", partial(coders, 20_000)),
    "30,000 coders": ("a.json", partial(coders, 30_000)),
    "1e18": ("a.csv", huge_numbers),
    "1e18 as digits": ("a.json", lambda: '{"items": {"a": {"x": [' + "9" * 10 * MILLION + "]}}}"),
    "a workbook of padding": ("a.xlsx", padded),
    "a workbook padded by its header": ("a.xlsx", padded_by_the_header),
    "three workbooks of padding": (
        "a.zip",
        lambda: packed(dict.fromkeys((f"{n}.xlsx" for n in range(3)), padded())),
    ),
    "one line of 10 MB": ("a.txt", long_line),
    "one cell of 10 MB": ("a.csv", lambda: table([f"a,x,{long_line()}"])),
    "a name of 10 MB": ("a.csv", lambda: table([f"{long_line()},x,1 2"])),
    "JSON nested": ("a.json", partial(depth, "[", "]")),
    "JSON objects nested": ("a.json", partial(depth, '{"a":', "}")),
    "JSON nested in items": ("a.json", partial(depth, "[", "]}}}", '{"items": {"a": {"x": ')),
    "XML nested": ("a.eaf", partial(depth, "<a>", "</a>", '<?xml version="1.0"?>')),
    "attributes of 2 MB in ELAN": (
        "a.eaf",
        partial(attributes, "a.eaf", "ANNOTATION_DOCUMENT", "</ANNOTATION_DOCUMENT>"),
    ),
    "attributes of 2 MB in XMI": (
        "a.xmi",
        partial(attributes, "a.xmi", 'xmi:XMI xmlns:xmi="http://www.omg.org/XMI"', "</xmi:XMI>"),
    ),
    "entities": (
        "a.eaf",
        lambda: (
            '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">'
            + "".join(f'<!ENTITY a{n} "{f"&a{n - 1 or str()};" * 10}">' for n in range(1, 12))
            + "]><x>&a11;</x>"
        ),
    ),
    "UTF-16": ("a.csv", lambda: items(25_000).encode("utf-16")),
    "UTF-16 cut off": ("a.csv", lambda: b"\xff\xfe" + b"\xd8" * (10 * MILLION + 1)),
    "UTF-16 of a TextGrid": ("a.TextGrid", lambda: text_grid(20_000).encode("utf-16")),
    "a TextGrid of 40,000 intervals": ("a.TextGrid", text_grid),
    "a TextGrid that lies": ("a.TextGrid", text_grid_that_lies),
    "ELAN of 20,000 annotations": ("a.eaf", elan),
    "ELAN of 5,000 tiers": ("a.eaf", partial(elan, 20_000, 5_000)),
    "ELAN of a chain": ("a.eaf", elan_chain),
    "CoNLL of 50,000 tokens": ("a.conll", conll),
    "CoNLL of 105,000 documents": ("a.conll", conll_documents),
    "Label Studio of 20,000 spans": ("a.json", label_studio),
    "Label Studio of 10,000 tasks": ("a.json", partial(label_studio, 5, 10_000)),
    "Label Studio of nested spans": ("a.json", label_studio_overlapping),
    "doccano of 20,000 spans": ("a.jsonl", doccano),
    "doccano of 105,000 texts": ("a.jsonl", doccano_lines),
    "UIMA XMI of 20,000 spans": ("a.xmi", uima_xmi),
    "UIMA JSON of 20,000 spans": ("a.json", uima_json),
    "brat of 20,000 spans": ("a", brat),
    "the project's JSON, dense": ("a.json", project),
    "50,000 types": ("a.json", types),
    "Choi's text, dense": ("a.txt", choi),
    "ranks of ten million units": ("a.txt", ranks),
    "names of stars": ("a", names),
    **hostile_recordings.MADE,
}


def _made(name: str, make: Callable[[], Any]) -> list[Source]:
    return sources(name, make())


CASES: Mapping[str, Callable[[], list[Source]]] = {
    case: partial(_made, name, make) for case, (name, make) in MADE.items()
}
"""Makes the files of each case."""


# ----- figures


def measured(files: list[Source], *, progress: Callable[..., None]) -> tuple[Reading, int]:
    """Read files; gives the bytes of memory that it took, too."""
    _, reading = tasks.read(files, READ_MOST, Choices(), progress=progress)
    # The system's own figure of the process takes that of its parent over.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return reading, 1000 * int(status.split("VmHWM:")[1].split()[0])


def main(asked: list[str]) -> None:
    """Print what each case takes."""
    import resource
    import time

    from tests.support import hostile  # by its name a worker finds it

    for case, make in CASES.items():
        if asked and not any(word in case for word in asked):
            continue
        files = make()
        size = sum(len(one.content) for one in files)
        before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
        memory = "    "
        try:
            reading, most = run(partial(hostile.measured, files), BOUNDS)
            memory = f"{most / 1e6:4.0f}"
            said = [one.what for one in reading.problems]
            found = f"{len(reading.corpus or ()):,} items" if reading.corpus else "no corpus"
            what = f"{found}, {len(said)} problems: {said[0][:90] if said else ''}"
        except WorkEnded as ended:
            what = f"ended: {ended.why}"
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        wall = time.monotonic() - begin
        figures = f"{size / 1e6:7.2f} MB {seconds:5.1f} s {wall:5.1f} s {memory} MB"
        sys.stdout.write(f"{case:34} {figures}  {what}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
