"""One corpus, with its texts, in each format that can hold it."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO, StringIO
from itertools import accumulate, pairwise
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
from openpyxl import Workbook

from segmetrics import Corpus, Item, Segmentation
from segmetrics.io.write import WRITERS

ITEMS = 1000
CODERS = 4
WORDS = 12
BOUNDARY_PROBABILITY = 0.1
SECOND = 1.5


def corpus_with_texts(units: int, items: int = ITEMS) -> Corpus:
    """Draw a corpus whose units are sentences of twelve words, the same at every call."""
    random = np.random.default_rng(2013)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyzäé"))
    words = ["".join(random.choice(letters, random.integers(2, 9))) for _ in range(5000)]
    found = []
    for item in range(items):
        chosen = random.choice(words, (units, WORDS))
        bits = random.random((CODERS, units - 1)) < BOUNDARY_PROBABILITY
        codings = {
            f"coder{coder}": Segmentation.from_bits(row.tolist()) for coder, row in enumerate(bits)
        }
        texts = tuple(" ".join(row).capitalize() + "." for row in chosen.tolist())
        found.append(Item(f"item{item:04}", codings, texts))
    return Corpus(tuple(found))


def file_of(kind: str, megabytes: float) -> tuple[str, bytes, int]:
    """Write the corpus as a file of about so many megabytes, an archive's unpacked.

    Returns its name, its content, and the units of each item.
    """
    name, write = FILES[kind]
    sample = 100
    per_unit = _size(write(corpus_with_texts(sample, 20))) / (20 * sample)
    units = max(2, round(megabytes * 1e6 / ITEMS / per_unit))
    return name, write(corpus_with_texts(units)), units


def _size(content: bytes) -> int:
    if not content.startswith(b"PK") or b"[Content_Types].xml" in content:
        return len(content)
    with ZipFile(BytesIO(content)) as archive:
        return sum(entry.file_size for entry in archive.infolist())


def _written(key: str) -> Callable[[Corpus], bytes]:
    return lambda corpus: WRITERS[key].write(corpus).content


def _archive(files: Iterator[tuple[str, str]]) -> bytes:
    target = BytesIO()
    with ZipFile(target, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for name, text in files:
            archive.writestr(name, text)
    return target.getvalue()


def _texts(item: Item) -> tuple[str, ...]:
    assert item.texts is not None
    return item.texts


def _segments(item: Item, coding: Segmentation) -> Iterator[tuple[int, int, str]]:
    """Give begin, end and label of each segment in the text of the item, a unit a line."""
    starts = [0, *accumulate(len(text) + 1 for text in _texts(item))]
    edges = (0, *coding.boundaries, coding.mass)
    for number, (first, last) in enumerate(pairwise(edges)):
        yield starts[first], starts[last] - 1, ("story", "aside")[number % 2]


def _flags(coding: Segmentation) -> list[int]:
    return [1, *coding.bits]


def _wide_rows(corpus: Corpus) -> Iterator[list[object]]:
    yield ["item", "unit", "text", *corpus.coders]
    for item in corpus.items:
        columns = [_flags(item.codings[coder]) for coder in corpus.coders]
        for unit, (text, *cells) in enumerate(zip(_texts(item), *columns, strict=True), 1):
            yield [item.name, unit, text, *cells]


def _wide(corpus: Corpus) -> bytes:
    target = StringIO()
    csv.writer(target).writerows(_wide_rows(corpus))
    return target.getvalue().encode()


def _excel(corpus: Corpus) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Codings")
    for row in _wide_rows(corpus):
        sheet.append(row)
    target = BytesIO()
    book.save(target)
    return target.getvalue()


def _label_studio(corpus: Corpus) -> bytes:
    tasks = []
    for number, item in enumerate(corpus.items, 1):
        text = "\n".join(_texts(item))
        annotations = [
            {
                "id": place,
                "completed_by": {"email": f"{coder}@example.org"},
                "result": [
                    {
                        "value": {
                            "start": start,
                            "end": end,
                            "text": text[start:end],
                            "labels": [label],
                        },
                        "id": f"r{start}",
                        "from_name": "label",
                        "to_name": "text",
                        "type": "labels",
                    }
                    for start, end, label in _segments(item, coding)
                ],
            }
            for place, (coder, coding) in enumerate(item.codings.items(), 1)
        ]
        tasks.append(
            {"id": number, "data": {"text": text, "name": item.name}, "annotations": annotations}
        )
    return json.dumps(tasks).encode()


def _doccano(corpus: Corpus) -> bytes:
    def lines(coder: str) -> Iterator[str]:
        for number, item in enumerate(corpus.items, 1):
            label = [list(segment) for segment in _segments(item, item.codings[coder])]
            record = {"id": number, "text": "\n".join(_texts(item)), "label": label}
            yield json.dumps(record, ensure_ascii=False)

    return _archive((f"{coder}.jsonl", "\n".join(lines(coder))) for coder in corpus.coders)


def _files(corpus: Corpus) -> Iterator[tuple[Item, str, Segmentation]]:
    for item in corpus.items:
        for coder, coding in item.codings.items():
            yield item, coder, coding


def _brat(corpus: Corpus) -> bytes:
    def files() -> Iterator[tuple[str, str]]:
        for item, coder, coding in _files(corpus):
            text = "\n".join(_texts(item))
            yield f"{coder}/{item.name}.txt", text
            spans = enumerate(_segments(item, coding), 1)
            yield (
                f"{coder}/{item.name}.ann",
                "".join(
                    f"T{number}\t{label} {start} {end}\t{text[start:end].replace(chr(10), ' ')}\n"
                    for number, (start, end, label) in spans
                ),
            )

    return _archive(files())


def _conll(corpus: Corpus) -> bytes:
    def files() -> Iterator[tuple[str, str]]:
        for item, coder, coding in _files(corpus):
            sentences = []
            for text, before in zip(_texts(item), [1, *coding.bits], strict=True):
                words = text.split()
                tags = ["B-seg" if before else "I-seg", *["I-seg"] * (len(words) - 1)]
                sentences.append(
                    "".join(f"{word}\t{tag}\n" for word, tag in zip(words, tags, strict=True))
                )
            yield f"{coder}/{item.name}.conll", "\n".join(sentences)

    return _archive(files())


SPACES = " ".join(
    f'xmlns:{name}="http:///{place}.ecore"'
    for name, place in (
        ("cas", "uima/cas"),
        ("custom", "webanno/custom"),
        ("unit", "de/tudarmstadt/ukp/dkpro/core/api/segmentation/type"),
    )
)


def _xmi(corpus: Corpus) -> bytes:
    def files() -> Iterator[tuple[str, str]]:
        for item, coder, coding in _files(corpus):
            text = "\n".join(_texts(item))
            whole = Segmentation(coding.mass, tuple(range(1, coding.mass)))
            marks = [
                *(("unit:Sentence", *found, "") for found in _segments(item, whole)),
                *(("custom:Segment", *found, "value") for found in _segments(item, coding)),
            ]
            lines = [
                f'<{kind} xmi:id="{number}" sofa="1" begin="{start}" end="{end}"'
                + (f' {field}="{label}"/>' if field else "/>")
                for number, (kind, start, end, label, field) in enumerate(marks, 10)
            ]
            members = " ".join(str(number) for number in range(10, 10 + len(marks)))
            yield (
                f"annotation/{item.name}.txt/{coder}.xmi",
                '<?xml version="1.0" encoding="UTF-8"?>\n'
                f'<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" {SPACES} xmi:version="2.0">\n'
                '<cas:NULL xmi:id="0"/>\n'
                + "\n".join(lines)
                + '\n<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" '
                f"sofaString={quoteattr(text, {chr(10): '&#10;'})}/>\n"
                f'<cas:View sofa="1" members="{members}"/>\n</xmi:XMI>\n',
            )

    return _archive(files())


def _intervals(item: Item, coding: Segmentation) -> Iterator[tuple[float, float, str]]:
    """Give each segment as a stretch of time with its text."""
    for first, last in pairwise((0, *coding.boundaries, coding.mass)):
        yield first * SECOND, last * SECOND, " ".join(_texts(item)[first:last])


def _praat(corpus: Corpus) -> bytes:
    def text_grid(item: Item) -> str:
        end = item.mass * SECOND
        lines = ['File type = "ooTextFile"', 'Object class = "TextGrid"', ""]
        lines += ["xmin = 0", f"xmax = {end}", "tiers? <exists>", f"size = {len(item.codings)}"]
        lines.append("item []:")
        for tier, (coder, coding) in enumerate(item.codings.items(), 1):
            lines += [f"    item [{tier}]:", '        class = "IntervalTier"']
            lines += [f'        name = "{coder}"', "        xmin = 0", f"        xmax = {end}"]
            lines.append(f"        intervals: size = {coding.segments}")
            for number, (first, last, label) in enumerate(_intervals(item, coding), 1):
                lines += [f"        intervals [{number}]:", f"            xmin = {first}"]
                lines += [f"            xmax = {last}", f'            text = "{label}"']
        return "\n".join(lines) + "\n"

    return _archive((f"{item.name}.TextGrid", text_grid(item)) for item in corpus.items)


def _elan(corpus: Corpus) -> bytes:
    def document(item: Item) -> str:
        slots: list[str] = []
        tiers = []
        for coder, coding in item.codings.items():
            marks = []
            for first, last, label in _intervals(item, coding):
                one, two = f"ts{len(slots) + 1}", f"ts{len(slots) + 2}"
                for slot, at in ((one, first), (two, last)):
                    slots.append(
                        f'<TIME_SLOT TIME_SLOT_ID="{slot}" TIME_VALUE="{round(1000 * at)}"/>'
                    )
                marks.append(
                    f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a{len(slots)}" '
                    f'TIME_SLOT_REF1="{one}" TIME_SLOT_REF2="{two}"><ANNOTATION_VALUE>{label}'
                    "</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>"
                )
            tiers.append(
                f'<TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID="{coder}">'
                + "\n".join(marks)
                + "</TIER>"
            )
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT AUTHOR="" '
            'DATE="2024-05-01T10:00:00+01:00" FORMAT="3.0" VERSION="3.0">\n'
            '<HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>\n<TIME_ORDER>\n'
            + "\n".join(slots)
            + "\n</TIME_ORDER>\n"
            + "\n".join(tiers)
            + '\n<LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="default-lt" '
            'TIME_ALIGNABLE="true"/>\n</ANNOTATION_DOCUMENT>\n'
        )

    return _archive((f"{item.name}.eaf", document(item)) for item in corpus.items)


FILES: Mapping[str, tuple[str, Callable[[Corpus], bytes]]] = {
    "segmetrics-json": ("codings.json", _written("segmetrics-json")),
    "long-table": ("codings.csv", _written("long-csv")),
    "segeval-json": ("codings.json", _written("segeval-json")),
    "wide-table": ("codings.csv", _wide),
    "excel": ("codings.xlsx", _excel),
    "choi": ("codings.zip", _written("choi")),
    "label-studio": ("codings.json", _label_studio),
    "doccano": ("codings.zip", _doccano),
    "brat": ("codings.zip", _brat),
    "conll": ("codings.zip", _conll),
    "uima-xmi": ("codings.zip", _xmi),
    "praat": ("codings.zip", _praat),
    "elan": ("codings.zip", _elan),
}
"""Name of the file, and what writes it, by format."""
