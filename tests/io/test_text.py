"""Text formats of segmenters: separator lines, prominence ranks, CoNLL columns.

The expected boundaries are counted by hand in the fixtures.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from segmetrics.io import Choices, Reading, Source, read_sources
from segmetrics.io.document import Document
from segmetrics.io.known_formats import FORMATS
from segmetrics.io.problems import LISTED
from segmetrics.segmentation import Segmentation
from tests.support.known import known
from tests.support.project import HERE

DATA = HERE / "formats"
BY_KEY = {form.key: form for form in FORMATS}
RAIN = (
    "The rain began before noon .",
    "Nobody had brought a coat .",
    "We waited under the bridge .",
    "A boat came down the river .",
    "Its owner sold us bread and tea .",
    "By evening the sky was clear .",
)


def sources(*names: str) -> list[Source]:
    return [Source(name, (DATA / name).read_bytes()) for name in names]


def read(*names: str, choices: Choices | None = None) -> Reading:
    return read_sources(sources(*names), choices)


def read_text(
    content: str | bytes, name: str = "anna.txt", choices: Choices | None = None
) -> Reading:
    content = content.encode() if isinstance(content, str) else content
    return read_sources([Source(name, content)], choices)


def codings(reading: Reading) -> dict[tuple[str | None, str | None], Segmentation]:
    assert reading.problems == ()
    return {(one.item, one.coder): one.segmentation for one in reading.codings}


def only(reading: Reading) -> Segmentation:
    (segmentation,) = codings(reading).values()
    return segmentation


def taken_for(content: bytes | str, name: str = "a.txt") -> list[str]:
    """Name the formats of this module that would take a file."""
    document = Document(Source(name, content.encode() if isinstance(content, str) else content))
    own = ("choi", "ranks", "conll")
    return [key for key in own if BY_KEY[key].recognise(document)]


def remarks(reading: Reading) -> list[tuple[int | None, str]]:
    return [(notice.row, notice.what) for notice in reading.notices]


def problems(reading: Reading) -> list[tuple[int | None, str]]:
    assert reading.corpus is None
    return [(problem.row, problem.sentence) for problem in reading.problems]


# Text with separator lines


def test_choi_files_of_any_hand_give_the_same_item() -> None:
    """Written by a program, by hand in Windows, and by a coder who placed no boundary."""
    reading = read("choi/anna/rain.ref", "choi/ben/rain.ref", "choi/carl/rain.ref")
    assert codings(reading) == {
        ("rain", "anna"): Segmentation(6, (3, 5)),
        ("rain", "ben"): Segmentation(6, (3,)),
        ("rain", "carl"): Segmentation(6, ()),
    }
    assert known(reading.corpus)["rain"].texts == RAIN
    assert [(one.format.key, one.why) for one in reading.recognised] == [
        ("choi", "a line =========="),
        ("choi", "a line ===="),
        ("choi", "the lines of choi/anna/rain.ref, without separators: no boundary"),
    ]


def test_levels_and_a_coder_without_boundaries_beside_them() -> None:
    assert codings(read("choi/levels/anna/rain.txt", "choi/levels/ben/rain.txt")) == {
        ("rain", "anna"): Segmentation(6, (1, 3, 4), levels=(3, 2, 3)),
        ("rain", "ben"): Segmentation(6, (), levels=()),
    }


def test_a_text_without_separators_is_of_no_format_by_itself() -> None:
    (problem,) = read("choi/carl/rain.ref").problems
    assert problem.what.startswith("no coding was found in this file")


@pytest.mark.parametrize(
    "titles",
    [
        ("=== Morning ===", "=== On the bridge ==="),
        ("========,1,preface.", "========,2,On the bridge, later."),
    ],
)
def test_titles_may_stand_in_separators(titles: tuple[str, str]) -> None:
    text = "\n".join((titles[0], "It rained.", "We ran.", titles[1], "A boat came."))
    reading = read_sources([Source("anna/walk.txt", text.encode())])
    assert reading.problems == ()
    item = known(reading.corpus)["walk"]
    assert item.codings["anna"].boundaries == (2,)
    assert item.texts == ("It rained.", "We ran.", "A boat came.")
    assert reading.notices[0].what == "2 titles of segments are not read, the first"


def test_a_table_beside_choi_files_stays_a_table() -> None:
    table = Source("masses.csv", b"item,coder,masses\nrain,dora,2 4\n")
    reading = read_sources([*sources("choi/anna/rain.ref"), table])
    assert {one.format.key for one in reading.recognised} == {"choi", "long-table"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_encodings_and_line_endings_do_not_matter(encoding: str, end: str) -> None:
    content = end.join(["a", "b", "===", "é", "=====", "d"])
    assert only(read_text(content.encode(encoding))) == Segmentation(4, (2, 3))


def test_empty_lines_are_no_units_and_are_counted() -> None:
    reading = read_text("\nfirst\n\n==========\n \nsecond\n")
    assert only(reading) == Segmentation(2, (1,))
    assert remarks(reading) == [(1, "3 empty lines are no units")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "mixed.txt",
            [
                (4, "a separator without a level, where others have one"),
                (6, "level 0, where 1 is the most prominent"),
            ],
        ),
        ("empty_segment.txt", [(4, "no text between this separator and that of line 2")]),
        ("only.txt", [(None, "separator lines, but no text between them")]),
        (
            "nearly.txt",
            [
                (4, "a line that is nearly a separator: 'two'"),
                (6, "a line that is nearly a separator: '=='"),
                (8, "a line that is nearly a separator: '==== 3'"),
            ],
        ),
        (
            "headings.md",
            [
                (
                    2,
                    "every line of = is exactly as long as the line before it, as if it underlined "
                    "a heading",
                )
            ],
        ),
        (
            "conflict.txt",
            [
                (2, "a mark of two versions that were not merged: '<<<<<<< ours'"),
                (6, "a mark of two versions that were not merged: '>>>>>>> theirs'"),
            ],
        ),
        (
            "latin1.txt",
            [
                (
                    1,
                    "the file was not saved as UTF-8; read as Windows-1252 "
                    "(Western Europe), one of its words is 'café'",
                )
            ],
        ),
    ],
)
def test_what_is_wrong_with_a_choi_file(name: str, expected: list[tuple[int | None, str]]) -> None:
    assert problems(read(f"choi/broken/{name}")) == expected


def test_a_level_too_large_to_be_real_is_refused() -> None:
    ((row, what),) = problems(read_text(f"a\n=== {'9' * 5000} ===\nb\n"))
    assert (row, what) == (2, "a level of 5000 digits is too large to be real")


def test_of_many_problems_of_one_kind_the_first_are_listed() -> None:
    reading = read_text("a\n===\n" + "=== x\n" * 1000)
    assert len(reading.problems) == LISTED
    assert reading.problems[-1].row == LISTED + 2
    assert reading.problems[-1].what.endswith("; more lines like this follow")


def test_as_many_problems_as_are_listed_are_all_there_is() -> None:
    reading = read_text("a\n===\n" + "=== x\n" * LISTED)
    assert len(reading.problems) == LISTED
    assert "more" not in reading.problems[-1].what


units = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1).filter(
    lambda text: text[0] not in "=<>"
)


@given(st.lists(st.tuples(units, st.sampled_from([None, 1, 2, 3])), min_size=1, max_size=12))
def test_every_boundary_of_a_text_comes_back(parts: list[tuple[str, int | None]]) -> None:
    """Each unit is written with the boundary after it, if any; the last one is an edge."""
    lines = ["==== 1 ===="]
    for text, level in parts:
        lines += [text, *([f"=== {level} ==="] if level else [])]
    inside = [(at, level) for at, (_, level) in enumerate(parts[:-1], 1) if level]
    reading = read_text("\n".join(lines))
    assert only(reading) == Segmentation(
        len(parts), tuple(at for at, _ in inside), levels=tuple(level for _, level in inside)
    )
    assert reading.codings[0].texts == tuple(text for text, _ in parts)


# Boundaries by prominence


@pytest.mark.parametrize(
    ("name", "boundaries", "levels"),
    [
        ("order.txt", (2, 10, 12), (2, 1, 3)),
        ("lines.txt", (2, 10, 12), (2, 1, 3)),
        ("rank.txt", (2, 10, 12), (2, 1, 2)),
        ("score.csv", (2, 7, 10, 12), (2, 2, 1, 3)),
        ("none.txt", (), ()),
    ],
)
def test_ranks_become_levels(
    name: str, boundaries: tuple[int, ...], levels: tuple[int, ...]
) -> None:
    assert only(read(f"ranks/{name}")) == Segmentation(13, boundaries, levels=levels)


def test_positions_at_the_edges_are_no_boundaries() -> None:
    (notice,) = read("ranks/lines.txt").notices
    assert notice.row == 2
    assert notice.what.startswith("the edge of the text is no boundary")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("twice.txt", [(2, "boundary at 10 is given twice, first in line 2: '10 2 10'")]),
        ("outside.txt", [(4, "boundary at 14 lies outside the text (1 to 12): '14 2'")]),
        ("rank0.txt", [(3, "level 0, where 1 is the most prominent: '2 0'")]),
        (
            "words.txt",
            [
                (3, "score 'high' is not a number: '2 high'"),
                (4, "score 'nan' is not a number: '3 nan'"),
                (5, "score '1e999' is not a number: '4 1e999'"),
                (6, "1 column, not 2: '5'"),
                (7, "boundary position 'x' is not a whole number: 'x 1'"),
            ],
        ),
    ],
)
def test_what_is_wrong_with_ranks(name: str, expected: list[tuple[int | None, str]]) -> None:
    assert problems(read(f"ranks/broken/{name}")) == expected


def test_two_columns_without_a_header_are_not_guessed_at() -> None:
    for row, what in problems(read("ranks/broken/unnamed.txt")):
        assert row in (2, 3)
        assert "write 'position rank' or 'position score' above all lines" in what


def test_ranks_of_published_segmenters_come_back(wikipedia: dict[str, Any]) -> None:
    """HC99 gives each of its boundaries a rank of its own."""
    for title, article in list(wikipedia.items())[:10]:
        expected = Segmentation(
            article["units"],
            tuple(at for at, _ in article["HC99"]),
            levels=tuple(rank for _, rank in article["HC99"]),
        )
        head = f"units {article['units']}\n"
        rows = "".join(f"{at}\t{rank}\n" for at, rank in article["HC99"])
        assert only(read_text(f"{head}position\trank\n{rows}", f"{title}.txt")) == expected
        order = [at for at, _ in sorted(article["HC99"], key=lambda pair: pair[1])]
        listed = only(read_text(head + " ".join(map(str, order)), f"{title}.txt"))
        assert listed.boundaries == expected.boundaries
        by_prominence = sorted(zip(listed.levels or (), listed.boundaries, strict=True))
        assert [at for _, at in by_prominence] == order


# CoNLL columns


def conll(name: str, unit: str = "token") -> Reading:
    return read(f"conll/{name}", choices=Choices(unit=unit, labels="none"))


def test_tags_become_spans_over_tokens() -> None:
    """Story is tokens 1 to 5, coda 6 and 7, and token 8 is outside."""
    reading = conll("bio.conll")
    assert only(reading) == Segmentation(8, (5, 7))
    assert reading.codings[0].texts == ("Once", "upon", "a", "time", ".", "It", "ended", ".")
    assert reading.units[:2] == ("sentence", "token")
    ((row, what),) = remarks(reading)
    assert row == 1
    assert what.startswith("1 gap between segments")


def test_labels_become_types() -> None:
    (types,) = [one.segmentation.types for one in read("conll/bio.conll").codings]
    assert types == (frozenset({"coda"}), frozenset({"end"}))


def test_sentences_are_the_unit_where_all_boundaries_lie_between_them() -> None:
    reading = read_text("a B-x\nb I-x\n\nc B-x\n\nd I-x\ne I-x\n", "anna.conll")
    assert reading.unit == "sentence"
    assert only(reading) == Segmentation(3, (1,))
    assert reading.codings[0].texts == ("a b", "c", "d e")
    assert remarks(reading) == [(6, "a span goes on over an empty line")]


def test_blocks_that_do_not_end_as_sentences_do_are_items() -> None:
    """A post ends without a stop and has one inside; a sentence has one at its end."""
    post, sentence = "Rain B-x\nfell I-x\n. O\nHome O\nlate O\n", "Rain B-x\nfell I-x\n. O\n"
    posts = read_text("\n".join([post] * 10), "anna.conll", choices=AS_TOKENS)
    assert [len(one.segmentation.boundaries) for one in posts.codings] == [1] * 10
    whole = read_text("\n".join([sentence] * 10), "anna.conll", choices=AS_TOKENS)
    assert len(only(whole).boundaries) == 19
    assert "10 blocks between empty lines are sentences of one text" in str(whole.notices[0])


def test_bioes_and_bilou_tags_and_items() -> None:
    """Two items; a question of one token; a token that begins with #."""
    reading = conll("bioes.conll")
    assert codings(reading) == {
        ("one", "conll"): Segmentation(5, (3, 4)),
        ("two", "conll"): Segmentation(3, (1,)),
    }
    assert reading.codings[1].texts == ("#hashtags", "work", "well")


def test_a_span_that_begins_without_b_is_read_and_named() -> None:
    """a: tokens 1 and 2; b: 3 and 4, over an empty line; O; and another a."""
    reading = conll("iob1.conll")
    assert only(reading) == Segmentation(6, (2, 4, 5))
    assert (1, "3 spans begin without B, the first here") in remarks(reading)
    assert (5, "a span goes on over an empty line") in remarks(reading)


def test_flags_begin_segments() -> None:
    reading = conll("flags.tsv")
    assert only(reading) == Segmentation(6, (3, 5))
    assert reading.codings[0].texts == ("Once", "upon", "a", "time", ".", "#")
    assert remarks(reading) == []


def test_flags_that_may_mark_ends_are_named() -> None:
    reading = read_text("a\t0\nb\t1\nc\t0\nd\t1\n", "anna.conll")
    assert only(reading) == Segmentation(4, (1, 3))
    ((row, what),) = remarks(reading)
    assert row == 4
    assert "Each 1 is read as the first token of a segment all the same" in what


def test_b_and_o_alone_are_segments() -> None:
    reading = conll("begins.conll")
    assert only(reading) == Segmentation(5, (3,))
    assert remarks(reading) == [
        (None, "the only tags are B and O: each segment goes from one B to the next")
    ]


def test_features_as_disrpt_writes_them() -> None:
    """Multiword tokens and empty nodes are no tokens; both spellings mean the same."""
    reading = read(
        "conll/disrpt/anna.conllu", "conll/disrpt/ben.conllu", choices=Choices(unit="token")
    )
    assert codings(reading) == {
        ("news_1", "anna"): Segmentation(9, (4, 7)),
        ("news_2", "anna"): Segmentation(2, ()),
        ("news_1", "ben"): Segmentation(9, (7,)),
        ("news_2", "ben"): Segmentation(2, (1,)),
    }
    unread = "not read: 2 lines of multiword tokens or empty nodes"
    assert [what for _, what in remarks(reading)] == [unread, unread]


COLUMNS = "The O B-a\nriver B-a I-a\nrose I-a O\n\nWe O B-a\nran B-a O\n"
AS_TOKENS = Choices(unit="token", labels="none")


@pytest.mark.parametrize(
    ("head", "names"),
    [
        ("", ("column 2", "column 3")),
        ("token anna ben\n", ("anna", "ben")),
        ("# global.columns = FORM ANNA BEN\n", ("ANNA", "BEN")),
    ],
)
def test_a_column_of_tags_for_each_coder(head: str, names: tuple[str, str]) -> None:
    """Anna: river rose | ran; ben: The river | We."""
    reading = read_text(head + COLUMNS, "story.conll", choices=AS_TOKENS)
    assert reading.problems == ()
    assert codings(reading) == {
        ("story", names[0]): Segmentation(5, (1, 3, 4)),
        ("story", names[1]): Segmentation(5, (2, 3, 4)),
    }


def test_columns_of_flags_are_those_of_coders() -> None:
    reading = read_text(
        "It 1 1\nrained 0 0\nso 1 0\nwe 0 0\nran 0 1\n", "s.conll", choices=AS_TOKENS
    )
    assert codings(reading) == {
        ("s", "column 2"): Segmentation(5, (2,)),
        ("s", "column 3"): Segmentation(5, (4,)),
    }


def test_columns_of_other_labels_are_layers() -> None:
    """Only a person knows which of two kinds of tags are the segments."""
    text = "Anna B-news B-PER\nBoe I-news I-PER\nran I-news O\nthe B-talk O\nking I-talk O\n"
    reading = read_text(text, "anna.conll")
    assert reading.corpus is None
    assert reading.layers == {"column 2": 2, "column 3": 1}
    assert "several layers could hold the segments" in reading.problems[0].what
    for layer, expected in (("column 2", (3,)), ("column 3", (2,))):
        chosen = Choices(unit="token", labels="none", layer=layer)
        found = read_text(text, "anna.conll", choices=chosen)
        assert [one.segmentation.boundaries for one in found.codings] == [expected]


@pytest.mark.parametrize("sign", ["\t", " "])
def test_a_coder_named_0_makes_no_column_of_flags(sign: str) -> None:
    rows = "item 0\nch1 0\nch1 1\nch1 0\n".replace(" ", sign)
    reading = read_text(rows, "codings.tsv")
    assert not any(one.format.key == "conll" for one in reading.recognised)


def test_items_without_names_are_numbered() -> None:
    start = "-DOCSTART- -X- O\n\n"
    reading = read_text(f"{start}a X B-x\nb X I-x\n\n{start}c X B-x\n", "anna.conll")
    assert list(codings(reading)) == [("document 1", "anna"), ("document 2", "anna")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("columns.conll", [(251, "1 column, but 2 in other lines"), (252, "3 columns")]),
        ("tags.conll", [(251, "'X-topic' in column 2 is no"), (252, "'1' in column 2 is no tag")]),
        ("tokens.conll", [(251, "no token")]),
        ("shared.conllu", [(2, "'Seg=B-seg' on a line that is no token")]),
    ],
)
def test_what_is_wrong_with_columns(name: str, expected: list[tuple[int, str]]) -> None:
    found = problems(read(f"conll/broken/{name}"))
    assert [row for row, _ in found] == [row for row, _ in expected]
    for (_, what), (_, start) in zip(found, expected, strict=True):
        assert what.startswith(start)


@pytest.mark.parametrize("comment", ["# newdoc id = {}", "# newdoc_id = {}", "#newdoc_id={}"])
def test_documents_begin_at_either_comment(comment: str) -> None:
    one = "1\tIt\tBeginSeg=Yes\n2\trained\t_\n3\tand\tBeginSeg=Yes\n"
    reading = read_text(f"{comment.format('a')}\n{one}{comment.format('b')}\n{one}", "x.tok")
    assert {item.name: item.mass for item in known(reading.corpus).items} == {"a": 3, "b": 3}
    assert {one.segmentation.boundaries for one in reading.codings} == {(2,)}


@pytest.mark.parametrize("mark", ["Seg=B-Conn", "Conn=B-conn"])
def test_connectives_are_refused(mark: str) -> None:
    reading = read_text(f"1\tIt\t_\n2\tbut\t{mark}\n3\trained\t_\n", "x.tok")
    assert reading.corpus is None
    (problem,) = reading.problems
    assert (problem.row, "connectives are no segmentation" in problem.what) == (2, True)


def test_an_item_without_tokens_is_a_problem_of_that_item() -> None:
    reading = read("conll/broken/empty.conll")
    assert [(p.row, p.item, p.what) for p in reading.problems] == [(3, "two", "no tokens")]
    assert {one.item for one in reading.codings} == {"one", "three"}


flags = st.lists(st.booleans(), min_size=1, max_size=30)


@given(flags, st.sampled_from(["01", "BI", "Seg"]))
def test_every_begin_of_a_segment_comes_back(begins: list[bool], form: str) -> None:
    written = {"01": ("1", "0"), "BI": ("B", "I"), "Seg": ("Seg=B-seg", "Seg=O")}[form]
    begins = [True, *begins]
    lines = [f"w\t{written[0] if begin else written[1]}" for begin in begins]
    expected = tuple(at for at, begin in enumerate(begins) if begin and at)
    assert only(read_text("\n".join(lines), "anna.conll")) == Segmentation(len(begins), expected)


# What these formats must not take, and must survive


@pytest.mark.parametrize(
    "content",
    [
        "item,coder,masses\nch1,anna,2 3\n",
        "item\tcoder\tmasses\nch1\tanna\t1\n",
        "Coder\tMasses\nanna\t1\t0\n",
        "unit\tanna\tben\nfirst\t0\t1\nsecond\t1\t1\n",
        "par,level1,level2\n1,0,1\n2,1,1\n",
        "1\t0\n2\t1\n",
        "A plain text.\nUnits 12 and 13 are far apart.\n",
        "Name   Age\n====   ===\nAnna   12\n",
        "units\ttext\n12\tone\n",
        '{"a": "\\n==========\\n"}',
        "",
        "\n",
        b"PK\x03\x04\n==========\n",
        b"\x00\x01\n==========\n",
    ],
)
def test_other_files_are_left_to_others(content: str | bytes) -> None:
    assert taken_for(content) == []


def test_blocks_of_several_sentences_are_items_of_a_file_that_names_none() -> None:
    block = "\n".join(f"{word}\t{tag}" for word, tag in zip("ab.c.d.", "BOOBOBO", strict=True))
    block = block.replace("\tB", "\tB-claim").replace("d\tB-claim", "d\tO")
    reading = read_text(f"{block}\n\n{block}\n")
    assert {item for item, _ in codings(reading)} == {"document 1", "document 2"}
    assert any("so each is an item" in one.what for one in reading.notices)
    sentence = "a\tB-claim\nb\tO\n.\tO\n"
    assert len(codings(read_text(f"{sentence}\n{sentence}"))) == 1
