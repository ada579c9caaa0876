"""What is no coding is refused, by what it looks like and with what to bring instead."""

from __future__ import annotations

import json

import pytest

from segmetrics.io import Choices, read_sources
from segmetrics.io.document import Source
from segmetrics.io.problems import Problem
from tests.support.known import known

WORDS = "The river rose for two days, and nobody in the village slept."


def refused(name: str, content: str | bytes) -> Problem:
    """Return the only problem of a file that gives no corpus."""
    content = content if isinstance(content, bytes) else content.encode()
    reading = read_sources([Source(name, content)])
    assert reading.corpus is None
    (problem,) = reading.problems
    assert problem.fix
    return problem


SPOKEN = "".join(f"{n}.5,{n + 1}.0,{w}\n" for n, w in enumerate(("Oh hello", "so there", "I see")))
DIFFERING = "text,mood\n" + "".join(f"line {n},{n / 7:.3f}\n" for n in range(9))
TEXTS = {
    "transcript of a table": (
        "a.csv",
        f"start,end,text\n{SPOKEN}",
        "a transcript with the columns",
    ),
    "transcript by speakers": ("a.txt", "Ann: Hello.\nBen: Hi.\nAnn: So?\n", "a transcript"),
    "transcript by times": ("a.txt", f"00:00:00\n{WORDS}\n{WORDS}\n", "a transcript"),
    "srt": (
        "a.srt",
        f"1\n00:00:01,000 --> 00:00:02,000\n{WORDS}\n\n2\n00:00:03,000 --> 00:00:04,000\n{WORDS}\n",
        "subtitles",
    ),
    "vtt": ("a.vtt", f"WEBVTT\n\n00:01.000 --> 00:02.000\n{WORDS}\n", "subtitles"),
    "one line": ("a.txt", WORDS, "a text of one line"),
    "prose": ("a.txt", f"{WORDS}\n{WORDS}\n\n{WORDS}\n", "a text without a coding"),
    "program": ("a.py", "import os\n\nprint(os.name)\n", "source code"),
    "settings": ("a.txt", "[main]\nwidth = 3\nname = here\n", "settings"),
    "description": ("README.md", f"# Data\n\n{WORDS}\n", "a description"),
    "web page": ("a.txt", "<html><body>x</body></html>", "a web page"),
    "TEI": ("a.xml", '<TEI xmlns="http://www.tei-c.org/ns/1.0"><text/></TEI>', "a TEI text"),
    "EXMARaLDA": ("a.exb", "<basic-transcription><head/></basic-transcription>", "EXMARaLDA"),
    "unknown columns": ("a.csv", "age,degree\n31,MA\n31,BA\n", "are not known: age, degree"),
    "all rows differ": ("a.csv", DIFFERING, "every row differs from the one before"),
    "stretches in notes": ("a.txt", "w7\n1-2\tthe river\n3-5\tthe night\n", "stretches of units"),
    "columns": ("a.x", "#A\n1-1\t0-3\tThe\n1-2\t4-9\triver\t_\n", "columns between tabs"),
    "connectives": (
        "a.tok",
        "# newdoc id = x\n1\tand\t_\tSeg=B-Conn\n2\tso\t_\t_\n",
        "connectives",
    ),
    "treebank": (
        "a.conllu",
        "# newdoc id = x\n1\tIt\tit\tPRON\t_\t_\t2\tnsubj\t_\tDiscourse=joint\n",
        "a treebank (CoNLL-U), in which nothing marks segments",
    ),
    "turns between tabs": (
        "a.txt",
        "talk 2\nANN-1:\tWhen did you come ?\nBEN-2:\tOn Sunday .\nANN-3:\tAh .\nBEN-4:\tYes .\n",
        "a transcript",
    ),
    "crowd batch": (
        "a.csv",
        "HITId,AssignmentId,WorkerId,Answer.story\nh1,a1,w1,It rained.\nh1,a2,w2,We ran.\n",
        "a batch of Amazon Mechanical Turk with the answers Answer.story",
    ),
    "units of discourse": (
        "a.rsd",
        "1\tIt rained ,\t8\t_\t_\tx\t0\tROOT\t_\t_\n2\tso we ran .\t8\t_\t_\tx\t1\tcause\t_\t_\n",
        "units of discourse with their relations",
    ),
    "relations with quotes": (
        "a.rels",
        'doc\tunit1_toks\tunit2_toks\tunit1_txt\nx\t1-2\t3\t"It" was\nx\t1-2\t3\tso\n',
        "relations",
    ),
    "relations": ("a.rels", 'doc\tunit1_toks\tunit2_toks\nx\t1-2\t"3\n', "relations"),
    "unknown JSON": ("a.json", '{"edus": [{"x": 1}], "links": 3}', '"edus", "links"'),
    "spans without text": ("a.jsonl", '{"marks": [{"start": 0, "end": 4}]}', "without their text"),
    "spans of many texts": (
        "a.jsonl",
        '{"marks": [{"start": 0, "end": 4}], "md5": "ab"}\n{"marks": [], "md5": "cd"}\n',
        "without their text",
    ),
    "positions": (
        "a.txt",
        "0 4 9\n0 5 12\n1 4 9\n",
        "positions of boundaries, without the number of units",
    ),
    "times by person": ("a.json", '{"ann": [0, 1200], "ben": [0, 900]}', '"ann", "ben"'),
}


@pytest.mark.parametrize(("name", "content", "kind"), TEXTS.values(), ids=TEXTS)
def test_a_text_without_a_coding_is_refused_by_what_it_looks_like(
    name: str, content: str, kind: str
) -> None:
    assert kind in refused(name, content).what


def test_blocks_of_rows_with_a_short_row_in_them_are_asked_about_and_no_crash() -> None:
    rows = [f"{n},a word,0" for n in range(1, 6)]
    for short in ("6", "6,b", "6,b,0,0"):
        content = "\n".join(["unit,text,mark", *rows, short, *rows, *rows])
        assert "numbered anew" in refused("a.csv", content).what


def test_units_in_an_object_with_more_are_asked_for_by_their_columns() -> None:
    units = [
        {"no": n, "text": f"sentence {n}", "kind": "ab"[n // 5], "id": "B1egt37"} for n in range(9)
    ]
    content = json.dumps({"about": {"year": 1}, "sentences": units, "answers": []})
    problem = refused("a.json", content)
    assert (problem.asks, problem.command) == (
        "columns",
        '--columns "text=text, kind=segment" for example',
    )
    reading = read_sources(
        [Source("a.json", content.encode())],
        Choices(columns={"text": "text", "kind": "segment"}),
    )
    assert [one.boundaries for one in known(reading.corpus).items[0].codings.values()] == [(5,)]
    assert any("only sentences is read" in one.what for one in reading.notices)


def test_a_table_below_a_document_type_is_a_problem_and_no_crash() -> None:
    content = '<!DOCTYPE x [<!ENTITY a "b">]>,b\n1,x\n2,y\n3,z\n'
    assert "document type" in refused("a.csv", content).what


BINARY = {
    "PNG": (b"\x89PNG\r\n\x1a\n\0\0", "an image"),
    "JPEG": (b"\xff\xd8\xff\xe0\0\x10JFIF", "an image"),
    "WAV": (b"RIFF\x24\0\0\0WAVEfmt ", "a sound recording"),
    "MP4": (b"\0\0\0\x18ftypisom\0\0", "a video"),
    "PDF": (b"%PDF-1.7\n%\xe2\xe3\n", "a PDF"),
    "MATLAB": (b"MATLAB 5.0 MAT-file, Platform: PCWIN\0\1IM", "data of MATLAB"),
    "MATLAB 7.3": (b"\x89HDF\r\n\x1a\n\0", "data of MATLAB"),
    "SPSS": (b"$FL2@(#) SPSS DATA FILE\2\0", "data of SPSS"),
}


@pytest.mark.parametrize(("content", "kind"), BINARY.values(), ids=BINARY)
def test_a_file_that_is_no_text_is_named_by_what_it_is(content: bytes, kind: str) -> None:
    assert f"the file is {kind}" in refused("a.bin", content).what


def test_a_backup_is_refused_once_for_all_its_files_and_says_what_to_export() -> None:
    reading = read_sources(
        [
            Source("p/exportedproject12.json", b'{"name": "p"}'),
            Source("p/annotation_ser/x.txt/ann.ser", b"\xac\xed\0\x05sr"),
            Source("p/curation/x.txt/CURATION_USER.tsv", b"#FORMAT=x\n"),
            Source("p/source/x.txt", WORDS.encode()),
        ]
    )
    (problem,) = reading.problems
    assert "INCEpTION" in problem.what
    assert "UIMA CAS XMI" in problem.fix
    assert reading.corpus is None


def test_a_table_with_a_coder_or_few_rows_is_no_transcript() -> None:
    table = b"unit,text,anna\n1,a,x\n2,b,y\n3,c,z\n"
    assert not read_sources([Source("a.csv", table)]).problems


def test_numbers_before_texts_are_not_called_prose() -> None:
    problem = refused(
        "a.txt", "call 1\n0 check the weather now\n0 it will rain\n1 call my sister\n"
    )
    assert problem.what == "no coding was found in this file; it begins with 'call 1'"


def test_a_header_without_rows_asks_for_the_rows() -> None:
    (problem,) = read_sources([Source("a.csv", b"Nr;Wer;Wo\n")]).problems
    assert "looks like the header of a table without the rows" in problem.what
    assert problem.fix.startswith("export it again, with its rows")


def test_many_useless_files_are_named_once() -> None:
    reading = read_sources(
        [Source(f"x{n}.log", f"nothing is here of {n} things".encode()) for n in range(60)]
    )
    (problem,) = reading.problems
    assert problem.what.endswith("; so in 59 more files, the last x59.log")


def test_json_on_one_line_is_no_row_of_tokens() -> None:
    content = b'{"a": "B I O and so on B I", "b": "O B"}'
    (problem,) = read_sources([Source("a.json", content)]).problems
    assert problem.what.startswith("JSON with the keys")
