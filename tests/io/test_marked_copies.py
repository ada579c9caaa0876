"""Copies of a text, plain or of Word, in which each coder marked in a way of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from io import BytesIO
from itertools import chain
from typing import Any
from zipfile import ZipFile

import pytest

from segmetrics.io import Choices, Source, read_sources
from segmetrics.io.problems import Problem
from segmetrics.io.readings import Reading
from segmetrics.io.word_files import texts_of_documents
from tests.support.made_up_copies import made_up

TITLE = "T1 The harbour"
TEXT = (
    "Ada: The ferry was late again this morning.",
    "Bo: Because of the fog, I suppose.",
    "Ada: They said so on the radio at seven.",
    "Bo: And did you see the new crane?",
    "Ada: It is twice as high as the old one.",
    "Cy: Let us talk about the money then.",
    "Bo: There is none, as you all know.",
)
AFTER = (2, 3, 5)  # units before each boundary, as every coder below marks them
Way = Callable[[str], Sequence[str]]
WAYS: dict[str, Way] = {
    "Anna": lambda line: ("======", line),
    "Ben": lambda line: ("* * *", line),
    "Cleo": lambda line: (f"// {line}",),
    "Dora": lambda line: (f"[NEW] {line}",),
    "Emil": lambda line: ("NEW TOPIC", line),
    "Finn": lambda line: (f"§{line}",),
}


def marked(way: Way, text: Sequence[str] = TEXT, after: Sequence[int] = AFTER) -> list[str]:
    """Mark a text in a way, below its title."""
    lines = (way(one) if at in after else (one,) for at, one in enumerate(text))
    return [TITLE, *chain.from_iterable(lines)]


def plain(files: Mapping[str, Iterable[str]], choices: Choices | None = None) -> Reading:
    """Read plain texts."""
    sources = [Source(name, "\n\n".join(of).encode()) for name, of in files.items()]
    return read_sources(sources, choices)


Paragraph = str | tuple[str, str]


def word(paragraphs: Iterable[Paragraph], change: Callable[..., None] | None = None) -> bytes:
    """Write a Word document of paragraphs, some with a style, or ``bold``, or ``italic``."""
    import docx

    document = docx.Document()
    for one in paragraphs:
        text, style = (one, "") if isinstance(one, str) else one
        added = document.add_paragraph("" if style in ("bold", "italic") else text)
        if style in ("bold", "italic"):
            setattr(added.add_run(text), style, True)
        elif style:
            added.style = document.styles[style]
    if change:
        change(document)
    out = BytesIO()
    document.save(out)
    return out.getvalue()


def found(reading: Reading) -> dict[tuple[str | None, str | None], tuple[int, ...]]:
    """Return the boundaries of each coding."""
    return {(one.item, one.coder): tuple(one.segmentation.boundaries) for one in reading.codings}


def test_every_way_of_marking_gives_the_same_boundaries() -> None:
    files = {f"{TITLE} {coder}.txt": marked(way) for coder, way in WAYS.items()}
    reading = plain(files)
    assert not reading.problems
    assert found(reading) == {(TITLE, coder): AFTER for coder in WAYS}
    assert reading.corpus is not None and reading.corpus.items[0].texts == TEXT


def test_word_documents_with_headings_and_bold_lines_are_read_as_plain_texts_are() -> None:
    head: list[Paragraph] = [(TITLE, "Heading 1"), ("Ms Adler, class 8a.", "italic")]

    def of_names(style: str) -> bytes:
        names = iter(("weather", "news", "money"))
        lines: list[Paragraph] = []
        for at, line in enumerate(TEXT):
            lines += [(next(names), style)] if at in AFTER else []
            lines.append(line)
        return word([*head, *lines])

    files = {f"{coder}_harbour.docx": word([*head, *marked(WAYS[coder])[1:]]) for coder in WAYS}
    files |= {"gil_harbour.docx": of_names("Heading 2"), "hal_harbour.docx": of_names("bold")}
    files["harbour.docx"] = word([*head, *TEXT])
    reading = read_sources([Source(name, content) for name, content in files.items()])
    assert not reading.problems
    assert found(reading) == {("harbour", coder): AFTER for coder in (*WAYS, "gil", "hal")}
    assert any("without a mark or a coder's name" in one.what for one in reading.notices)


def test_lines_that_word_draws_and_changes_that_are_tracked_are_marks() -> None:
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    def drawn(document: Any) -> None:
        for after in AFTER:  # Word gives the line to the paragraph above it
            properties = document.paragraphs[after]._p.get_or_add_pPr()
            border = f'<w:pBdr {nsdecls("w")}><w:bottom w:val="double" w:sz="6"/></w:pBdr>'
            properties.append(parse_xml(border))

    def tracked(document: Any) -> None:
        for after in (*AFTER, 4):
            kind = "del" if after == 4 else "ins"
            text = "delText" if after == 4 else "t"
            mark = f"<w:r><w:{text}>// </w:{text}></w:r>"
            change = f'<w:{kind} {nsdecls("w")} w:id="{after}" w:author="x">{mark}</w:{kind}>'
            document.paragraphs[after + 1]._p.insert(0, parse_xml(change))

    text: list[Paragraph] = [(TITLE, "Title"), *TEXT]
    reading = read_sources(
        [
            Source("harbour Anna.docx", word(text, drawn)),
            Source("harbour Ben.docx", word(text, tracked)),
            Source("harbour.docx", word(text)),
        ]
    )
    assert found(reading) == {("harbour", "Anna"): AFTER, ("harbour", "Ben"): AFTER}


def test_remarks_and_slips_put_right_are_named_and_are_no_marks() -> None:
    mended = (TEXT[0].replace("morning", "mornnig"), *TEXT[1:])
    noted = [*marked(WAYS["Ben"]), "(I was not sure about the last page.)"]
    reading = plain({"T1 Anna.txt": marked(WAYS["Anna"], mended), "T1 Ben.txt": noted,
                     "T1 Cleo.txt": marked(WAYS["Cleo"])})  # fmt: skip
    assert not reading.problems
    assert {*found(reading).values()} == {AFTER}
    said = " ".join(one.sentence for one in reading.notices)
    assert "1 line that no other copy has, read as remarks" in said and "not sure" in said
    assert "1 line that other copies write otherwise" in said and "mornnig" in said


def test_lines_of_signs_that_the_text_has_itself_are_no_marks() -> None:
    scenes = [one for line in TEXT for one in (("* * *", line) if line == TEXT[4] else (line,))]
    files = {
        f"T1 {coder}.txt": [TITLE, *(own for one in scenes for own in _at(coder, one))]
        for coder in ("Anna", "Ben", "Cleo")
    }
    reading = plain({**files, "T1.txt": [TITLE, *scenes]})
    assert not reading.problems
    assert found(reading) == {("T1", coder): AFTER for coder in ("Anna", "Ben", "Cleo")}


def test_signs_on_which_all_agree_are_not_taken_for_the_text_s() -> None:
    """The first coder works in the file that was given out; or marks are of two kinds."""

    def after(sign: str, *places: int) -> list[str]:
        return [one for at, line in enumerate(TEXT) for one in ((sign,) * (at in places) + (line,))]

    for others in (("T1.txt", "T1_Ben.txt"), ("T1_No.txt", "T1_Kim.txt", "T1_Park.txt")):
        places = dict(zip(others, ((2, 3, 5), (2, 4), (2, 5)), strict=False))
        made = plain({name: after("***", *of) for name, of in places.items()})
        read = [sorted(one.segmentation.boundaries) for one in made.codings]
        assert sorted(read) == sorted(map(list, places.values()))
    two = plain(
        {
            f"T1 {coder}.txt": [
                one
                for at, line in enumerate(TEXT)
                for one in (("***",) * (at == 3) + ("---",) * (at in minor) + (line,))
            ]
            for coder, minor in (("Anna", (2, 5)), ("Ben", (1, 6)))
        }
    )
    assert not two.codings
    assert "is it a mark there, or does the text have it" in two.problems[0].what


@pytest.mark.parametrize("mark", ["Topic {}", "[Topic {}]", "Thema {}:", "[T{}]", "# Topic {}"])
def test_numbered_lines_at_other_places_are_marks(mark: str) -> None:
    places = {"Anna": (2, 5), "Ben": (2, 5), "Cleo": (2, 4), "Dora": (2, 4, 6)}
    files = {}
    for coder, of in places.items():
        number = iter(range(1, 9))
        files[f"T1 {coder}.txt"] = [
            one
            for at, line in enumerate(TEXT)
            for one in ((mark.format(next(number)), line) if at in of else (line,))
        ]
    reading = plain(files)
    assert not reading.problems
    assert found(reading) == {("T1", coder): of for coder, of in places.items()}


def test_a_name_and_the_number_behind_it_are_one_word_though_a_blank_is_between() -> None:
    files = {f"T1_{coder}.txt": marked(WAYS[coder]) for coder in ("Anna", "Ben")}
    made = plain({**files, "T 1_Cleo.txt": marked(WAYS["Cleo"])})
    assert {coder for _, coder in found(made)} == {"Anna", "Ben", "Cleo"}


def test_numbered_lines_of_the_text_are_none_though_somebody_marks_the_last() -> None:
    own = {2: "Question 1", 4: "Question 2", 6: "Question 3"}
    lines = [one for at, line in enumerate(TEXT) for one in (own.get(at), line) if one]
    marks = {"Anna": (1, 4), "Ben": (1, 8)}
    made = plain(
        {
            f"T1 {coder}.txt": [
                f"[NEW] {line}" if at in of else line for at, line in enumerate(lines)
            ]
            for coder, of in marks.items()
        }
    )
    assert not made.problems and lines[8] == "Question 3"
    assert found(made) == {("T1", coder): of for coder, of in marks.items()}


def _at(coder: str, line: str) -> Sequence[str]:
    return WAYS[coder](line) if line in [TEXT[at] for at in AFTER] else (line,)


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ([one for one in marked(WAYS["Ben"]) if one != TEXT[3]], "lacks 1 line of the text"),
        ([one.replace(" was ", " // was ") for one in marked(WAYS["Ben"])], "with signs within"),
        (
            [*marked(WAYS["Ben"], after=(2,)), "He says this.", "And that.", "And more."],
            "3 lines that no other copy has, beside 1 mark",
        ),
    ],
    ids=["a line is missing", "marks within lines", "more lines than marks"],
)
def test_what_may_be_a_mark_or_not_is_asked(lines: list[str], what: str) -> None:
    reading = plain({"T1 Anna.txt": marked(WAYS["Anna"]), "T1 Ben.txt": lines,
                     "T1 Cleo.txt": marked(WAYS["Cleo"])})  # fmt: skip
    (problem,) = reading.problems
    assert what in problem.what and problem.file == "T1 Ben.txt"
    assert {coder for _, coder in found(reading)} == {"Anna", "Cleo"}


def test_names_of_what_begins_are_marks_where_nothing_else_is_one() -> None:
    names = iter(("The weather", "News", "About money"))
    titled = marked(lambda line: (next(names), line))
    reading = plain({"T1 Anna.txt": marked(WAYS["Anna"]), "T1 Ben.txt": titled,
                     "T1 Cleo.txt": marked(WAYS["Cleo"])})  # fmt: skip
    assert not reading.problems and {*found(reading).values()} == {AFTER}


@pytest.mark.parametrize("name", ["T1.txt", "T1 original.txt", "Vorlage T1.txt"])
def test_who_marked_nothing_is_asked_about_and_the_text_is_nobody_s(name: str) -> None:
    files = {f"T1 {coder}.txt": marked(WAYS[coder]) for coder in ("Anna", "Ben")}
    files |= {"T1 Cleo.txt": [TITLE, *TEXT], name: [TITLE, *TEXT]}
    reading = plain(files)
    assert {coder: of for (_, coder), of in found(reading).items()} == {"Anna": AFTER, "Ben": AFTER}
    (asked,) = (one for one in reading.notices if "no mark in this item" in one.what)
    assert asked.coder == "Cleo" and asked.command
    (item,) = {item for item, _ in found(reading)}
    none = plain(files, Choices(found_none=frozenset({(item, "Cleo")})))
    assert found(none)[item, "Cleo"] == ()


def test_folders_name_coders_or_rounds() -> None:
    texts = {n: [f"{line[:-1]}, in part {n}{line[-1]}" for line in TEXT] for n in (1, 2, 3)}

    def of(coder: str, text: int) -> list[str]:
        return [f"T{text} Harbour {text}", *marked(WAYS[coder], texts[text][: 8 - text], (2,))[1:]]

    by_coder = plain({f"{coder}/T{n}.txt": of(coder, n) for coder in WAYS for n in texts})
    assert {*found(by_coder)} == {(f"T{n}", coder) for coder in WAYS for n in texts}
    in_rounds = {
        f"round {number}/T{n} Harbour {n} {coder}.txt": of(coder, n)
        for number in (1, 2)
        for coder in WAYS
        for n in texts
    }
    asked = plain(in_rounds)
    assert [one.asks for one in asked.problems] == ["condition"]
    chosen = plain(in_rounds, Choices(condition="R2"))
    assert not chosen.problems
    assert {*found(chosen)} == {(f"T{n} Harbour {n}", coder) for coder in WAYS for n in texts}


def test_copies_of_a_text_without_marks_are_no_codings() -> None:
    files = {f"{coder}/T1.txt": [TITLE, *TEXT] for coder in ("anna", "ben")}
    table = "item,coder,masses\nT1,anna,3 4\nT1,ben,2 5\n"
    sources = [Source(name, "\n".join(of).encode()) for name, of in files.items()]
    reading = read_sources([*sources, Source("codings.csv", table.encode())])
    assert found(reading) == {("T1", "anna"): (3,), ("T1", "ben"): (2,)}


def test_a_document_that_cannot_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    good = word([TITLE, *TEXT])
    damaged = BytesIO()
    with ZipFile(damaged, "w") as packed:
        packed.writestr("word/document.xml", "<w:document>")
    (problem,) = texts_of_documents([Source("a.docx", damaged.getvalue())])
    assert isinstance(problem, Problem) and problem.what == "the Word document cannot be read"
    reading = read_sources([Source("a.docx", good)])
    assert "begins with" in reading.problems[0].what
    monkeypatch.setattr("segmetrics.io.word_files.missing", lambda *_: "a Word document needs docx")
    (without,) = read_sources([Source("a.docx", good)]).problems
    assert without.what == "a Word document needs docx" and "plain text" in without.fix


def test_what_stands_behind_a_line_in_brackets_is_a_remark() -> None:
    said = [f"{TEXT[3]} (sic)" if one == TEXT[3] else one for one in marked(WAYS["Cleo"])]
    slips = [one.replace(TEXT[6], f"{TEXT[6]} (sic)") for one in said]
    files = {"T1 Anna.txt": marked(WAYS["Anna"]), "T1 Ben.txt": slips}
    reading = plain({**files, "T1 Dora.txt": marked(WAYS["Dora"])})
    assert not reading.problems
    assert {*found(reading).values()} == {AFTER}


def test_marks_that_several_coders_write_alike_are_no_lines_of_the_text() -> None:
    ways: dict[str, Way] = {
        "Anna": lambda line: ("X", line),
        "Ben": lambda line: ("X", line),
        "Cleo": lambda line: ("### Topic", line),
        "Dora": lambda line: (f"NEW: {line}",),
        "Emil": lambda line: (f"NEW: {line}",),
    }
    reading = plain({f"T1 {coder}.txt": marked(way) for coder, way in ways.items()})
    assert not reading.problems
    assert found(reading) == {(TITLE, coder): AFTER for coder in ways}


def test_two_kinds_of_signs_and_lines_of_some_copies_are_asked_about() -> None:
    mixed = [*marked(WAYS["Anna"], after=(2, 3)), "-----"]
    mixed[4:4] = ["-----"]
    (problem,) = plain({"T1 Anna.txt": mixed, "T1 Ben.txt": marked(WAYS["Ben"])}).problems
    assert problem.what.startswith("2 lines with other signs than its marks (=)")
    one_more = [*marked(WAYS["Ben"]), "Bo: We shall see about that next week."]
    three = {coder: marked(WAYS[coder]) for coder in ("Anna", "Cleo", "Dora")}
    files = {f"T1 {who}.txt": of for who, of in three.items()}
    torn = plain({**files, "T1 Ben.txt": one_more, "T1 Finn.txt": one_more})
    assert {"so that the text is not sure" in one.what for one in torn.problems} == {True}
    assert not torn.codings


ALIKE: dict[str, Way] = {
    "//": lambda line: (f"// {line}",),
    "NEW:": lambda line: (f"NEW: {line}",),
    "NEW TOPIC": lambda line: ("NEW TOPIC", line),
    "[NEW]": lambda line: ("[NEW]", line),
    "* * *": lambda line: ("* * *", line),
    "# in front": lambda line: (f"# {line}",),
    "1)": lambda line: (f"1) {line}",),
}


@pytest.mark.parametrize("bare", [False, True])
@pytest.mark.parametrize("way", ALIKE)
def test_a_boundary_on_which_all_agree_who_mark_alike_is_one(way: str, bare: bool) -> None:
    of = {"Anna": (2, 3), "Ben": (2, 3, 5), "Cleo": (2, 3, 6)}
    files = {f"T1 {coder}.txt": marked(ALIKE[way], after=after) for coder, after in of.items()}
    files["T1 Ben.txt"].append("(I was not sure about the last page.)")
    reading = plain({**files, **({"T1.txt": [TITLE, *TEXT]} if bare else {})})
    assert not reading.problems
    assert {coder: places for (_, coder), places in found(reading).items()} == of


@pytest.mark.parametrize("sign", ["!!!", "...", "(2)"])
def test_signs_that_may_be_none_are_asked_about(sign: str) -> None:
    files = {f"T1 {coder}.txt": marked(WAYS[coder]) for coder in ("Anna", "Ben")}
    said = marked(lambda line: (f"{sign} {line}",))
    behind = [f"{line} {sign}" if line in TEXT[1:4] else line for line in [TITLE, *TEXT]]
    (problem,) = plain({**files, "T1 Cleo.txt": behind if sign == "(2)" else said}).problems
    assert problem.file == "T1 Cleo.txt" and "do segments begin there?" in problem.what


OWN_AT: Mapping[str, tuple[Way, str]] = {
    # what the text has itself at three lines, and what coders write
    "address": (lambda line: (f"{line} http://harbour.org/",), "// "),
    "dashes": (lambda line: (f"- {line}",), "- "),
    "laws": (lambda line: (f"§ 7 says: {line}",), "// "),
    "chat": (lambda line: (f"@ada {line}",), "NEW: "),
}


@pytest.mark.parametrize("name", OWN_AT)
def test_signs_that_the_text_has_itself_are_no_marks_of_all(name: str) -> None:
    own, sign = OWN_AT[name]
    text = [own(line)[0] if at in (1, 4, 6) else line for at, line in enumerate(TEXT)]
    of = {"Anna": (2, 5), "Ben": (2, 3), "Cleo": (2, 5)}
    files = {
        f"T1 {coder}.txt": marked(lambda line: (sign + line,), text, after)
        for coder, after in of.items()
    }
    with_text = plain({**files, "T1.txt": [TITLE, *text]})
    assert not with_text.problems
    assert {coder: places for (_, coder), places in found(with_text).items()} == of
    alone = plain(files)
    if name == "dashes":  # they may be marks of all: it is asked, and the text tells
        assert {one.fix for one in alone.problems} == {
            "bring the text without marks too, in a file with its name alone"
        }
    else:
        assert {coder: places for (_, coder), places in found(alone).items()} == of


@pytest.mark.parametrize("extra", [("[laughs]", "[pause]"), ("1", "2")])
def test_a_few_lines_of_one_copy_take_no_marks_from_all(extra: tuple[str, str]) -> None:
    of = {"Anna": (2, 3, 5), "Ben": (2, 3), "Cleo": (2, 3)}
    files = {
        f"T1 {coder}.txt": marked(lambda line: ("-----", line), after=after)
        for coder, after in of.items()
    }
    files["T1 Ben.txt"] = [*files["T1 Ben.txt"][:2], extra[0], *files["T1 Ben.txt"][2:], extra[1]]
    reading = plain(files)
    read = {coder or "": places for (_, coder), places in found(reading).items()}
    assert read == {coder: of[coder] for coder in read} and {"Anna", "Cleo"} <= {*read}
    assert "Ben" in read or any(one.file == "T1 Ben.txt" for one in reading.problems)


@pytest.mark.parametrize("way", ["heading", "number"])
def test_a_slip_in_a_line_that_all_mark_costs_no_boundary(way: str) -> None:
    of = {"Anna": (2, 3), "Ben": (2, 3, 5), "Cleo": (2, 3, 6)}
    sign = "# " if way == "heading" else "1) "
    slip = {"heading": ("radio", "raido"), "number": ("so on", "soon")}[way]
    files = {
        f"T1 {coder}.txt": marked(lambda line: (sign + line,), after=after)
        for coder, after in of.items()
    }
    files["T1 Cleo.txt"] = [line.replace(*slip) for line in files["T1 Cleo.txt"]]
    reading = plain(files)
    assert not reading.problems
    assert {coder: places for (_, coder), places in found(reading).items()} == of


def test_a_title_is_no_unit_where_all_mark_by_lines_of_equals_signs() -> None:
    of = {"Anna": (2, 3), "Ben": (2, 5)}
    files = {f"T1 {coder}.txt": marked(WAYS["Anna"], after=after) for coder, after in of.items()}
    for more in ({}, {"T1 original.txt": [TITLE, *TEXT]}):
        reading = plain({**files, **more})
        assert not reading.problems
        assert {coder: places for (_, coder), places in found(reading).items()} == of
    levels = [line.replace("======", "==== 2 ====") for line in files["T1 Anna.txt"]]
    kept = plain({**files, "T1 Anna.txt": levels})
    assert {one.format.key for one in kept.recognised} == {"choi"}


def test_a_first_line_that_shares_a_small_word_with_names_of_files_is_a_unit() -> None:
    text = (TEXT[0].removesuffix("."), *TEXT[1:])
    files = {f"The harbour {coder}.txt": marked(WAYS[coder], text)[1:] for coder in ("Anna", "Ben")}
    reading = plain(files)
    assert {one.segmentation.mass for one in reading.codings} == {7}
    assert {*found(reading).values()} == {AFTER}


def test_lines_at_the_head_of_a_copy_are_no_marks() -> None:
    files = {f"T1 {coder}.txt": marked(WAYS[coder]) for coder in ("Ben", "Cleo")}
    files["T1 Anna.txt"] = ["Anna Schmidt", "12 March 2024", TITLE, *TEXT]
    reading = plain(files)
    assert {coder for _, coder in found(reading)} == {"Ben", "Cleo"}
    said = [*reading.problems, *reading.notices]
    assert any("T1 Anna.txt" in one.file or one.coder == "Anna" for one in said)


@pytest.mark.parametrize("sign", ["// ", "【新】", "新段 "])
def test_texts_without_blanks_between_words_are_read(sign: str) -> None:
    text = [
        f"今天早上{at}号渡船又晚点了。因为有大雾，所以大家都在码头上等着。"
        for at in "一二三四五六七"
    ]
    of = {"Anna": (2, 3), "Ben": (2, 5), "Cleo": (2, 3, 5)}
    files = {
        f"T1 {coder}.txt": marked(lambda line: (sign + line,), text, after)[1:]
        for coder, after in of.items()
    }
    reading = plain(files)
    assert not reading.problems
    assert {coder: places for (_, coder), places in found(reading).items()} == of


def test_projects_made_up_are_read_right_or_asked_about() -> None:
    right = 0
    for seed in range(300):
        made = made_up(seed)
        reading = read_sources(list(made.files))
        read = {
            one.coder: (tuple(one.segmentation.boundaries), one.segmentation.mass)
            for one in reading.codings
        }
        true = {coder: (places, made.mass) for coder, places in made.truth.items() if places}
        right += read == true and not reading.problems
        assert reading.problems or read == true or sum(map(bool, made.truth.values())) < 2, seed
    assert right >= 270


def test_a_border_that_is_switched_off_is_no_line_and_a_symbol_is_a_sign() -> None:
    from docx.oxml import parse_xml
    from docx.oxml.ns import nsdecls

    def off(document: Any) -> None:
        for one in document.paragraphs:
            border = f'<w:pBdr {nsdecls("w")}><w:bottom w:val="none"/></w:pBdr>'
            one._p.get_or_add_pPr().append(parse_xml(border))

    def symbols(document: Any) -> None:
        for after in AFTER:
            sign = f'<w:r {nsdecls("w")}><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>'
            document.paragraphs[after + 1]._p.insert(0, parse_xml(sign))

    text: list[Paragraph] = [(TITLE, "Title"), *TEXT]
    ben: list[Paragraph] = [(TITLE, "Title"), *marked(WAYS["Ben"])[1:]]
    reading = read_sources(
        [
            Source("harbour Anna.docx", word(text, symbols)),
            Source("harbour Ben.docx", word(ben, off)),
        ]
    )
    assert {coder: of for (_, coder), of in found(reading).items()} == {"Anna": AFTER, "Ben": AFTER}
