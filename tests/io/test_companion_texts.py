"""Texts in files of their own: whose they are, and by which rule they are divided."""

from __future__ import annotations

import pytest

from segmetrics.corpus import Corpus
from segmetrics.io import Reading, Source, read_sources
from segmetrics.io.companion_texts import attach_texts

# Two chapters of three and four units, of which none is divided by more than one rule.
ONE = ("We met, and we talked. It rained.", "We ran.", "The bus came. It was late.")
TWO = ("A dog barked.", "Nobody looked. Nobody cared.", "The night was cold.", "It ended.")
CODINGS = b"item,coder,masses\nch1,anna,2 1\nch1,ben,1 2\nch2,anna,2 2\nch2,ben,4\n"


def read(**texts: str | bytes) -> Reading:
    """Read the codings of both chapters, and texts beside them."""
    files = {f"texts/{name}.txt": text for name, text in texts.items()}
    sources = [
        Source(name, text.encode() if isinstance(text, str) else text)
        for name, text in files.items()
    ]
    return read_sources([Source("codings/all.csv", CODINGS), *sources])


def texts_of(reading: Reading) -> dict[str, tuple[str, ...] | None]:
    assert reading.corpus is not None
    return {item.name: item.texts for item in reading.corpus.items}


@pytest.mark.parametrize(
    ("sign", "rule"),
    [
        ("\n", "lines"),
        ("\n\n\n\n", "paragraphs between empty lines"),
        ("\n \n", "paragraphs between empty lines"),
        ("\r\n\r\n", "paragraphs between empty lines"),
    ],
)
def test_texts_are_attached_by_name(sign: str, rule: str) -> None:
    reading = read(ch1=sign.join(ONE), ch2=f"{sign.join(TWO)}\n")
    assert reading.problems == ()
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}
    (notice,) = reading.notices
    assert notice.what == (
        f"2 items have their texts from files beside the codings, a unit from each of the {rule}"
    )


def test_sentences_may_be_units_and_so_may_words() -> None:
    reading = read(ch1="One ends. Two ends.\nThree ends.", ch2="A ends. B ends. C\nends. D ends.")
    assert texts_of(reading) == {
        "ch1": ("One ends.", "Two ends.", "Three ends."),
        "ch2": ("A ends.", "B ends.", "C ends.", "D ends."),
    }
    reading = read(ch1="Stars shine brightly", ch2="Nobody looked up\nthere")
    assert texts_of(reading) == {
        "ch1": ("Stars", "shine", "brightly"),
        "ch2": ("Nobody", "looked", "up", "there"),
    }


def test_the_rule_is_the_one_that_fits_all_items() -> None:
    """Chapter 1 has three lines and three paragraphs; chapter 2 has four paragraphs alone."""
    two = "A dog\nbarked.\n\nNobody looked.\n\nThe night\nwas cold.\n\nIt ended."
    reading = read(ch1="\n\n".join(ONE), ch2=two)
    assert texts_of(reading) == {
        "ch1": ONE,
        "ch2": ("A dog barked.", "Nobody looked.", "The night was cold.", "It ended."),
    }


def test_a_title_is_no_unit() -> None:
    reading = read(ch1="\n".join(["The Bus", *ONE]), ch2="\n".join(["The Dog", *TWO]))
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}
    assert "lines after a title" in reading.notices[0].what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (
            (*TWO, "It began again."),
            "not attached: the coding has 4 units, the text 5 lines. The text begins with "
            "'A dog barked.'; its unit 4 is 'It ended.', and then comes 'It began again.'",
        ),
        (
            TWO[:3],
            "not attached: the coding has 4 units, the text 3 lines. The text begins with "
            "'A dog barked.'; its last unit, 3, is 'The night was cold.', and the coding goes on",
        ),
    ],
)
def test_a_text_of_another_length_is_shown_beside_its_coding(
    text: tuple[str, ...], what: str
) -> None:
    reading = read(ch1="\n".join(ONE), ch2="\n".join(text))
    assert texts_of(reading) == {"ch1": ONE, "ch2": None}
    found = [notice.what for notice in reading.notices if notice.item == "ch2"]
    assert found == [what]


def test_names_may_be_written_differently() -> None:
    reading = read(Chapter_01="\n".join(ONE), Chapter_02="\n".join(TWO))
    assert texts_of(reading) == {"ch1": ONE, "ch2": TWO}


def test_a_text_may_be_known_by_its_length_which_is_said() -> None:
    six = [f"Line {number} is here." for number in range(1, 7)]
    codings = b"item,coder,masses\nch1,anna,2 1\nch2,anna,3 3\n"
    files = [Source("a.csv", codings), Source("poem.txt", "\n".join(six).encode())]
    reading = read_sources(files)
    assert texts_of(reading) == {"ch1": None, "ch2": tuple(six)}
    assert [notice.what for notice in reading.notices][1:] == [
        "the text of this item by its length, not by its name"
    ]
    twice = codings + b"ch3,anna,5 1\n"
    assert texts_of(read_sources([Source("a.csv", twice), files[1]]))["ch2"] is None


@pytest.mark.parametrize(
    ("encoding", "title"), [("cp1252", "Windows-1252 (Western Europe)"), ("mac_roman", "Mac Roman")]
)
def test_texts_of_old_systems_are_read_with_a_word_to_see_by(encoding: str, title: str) -> None:
    one = ("The Ärzte came — über Köln.", *ONE[1:])
    reading = read(ch1="\n".join(one).encode(encoding), ch2="\n".join(TWO))
    assert texts_of(reading) == {"ch1": one, "ch2": TWO}
    assert reading.notices[1].what == (
        f"not UTF-8, so read as {title}; one of its words is 'Ärzte'"
    )


def test_a_text_beside_codings_in_texts_is_used_only_if_it_fits() -> None:
    """It might be a coding that is damaged: what does not fit stays a problem."""
    coded = b"A.\n==========\nB.\nC.\n"
    files = [
        Source("anna/talk.txt", coded),
        Source("ben/talk.txt", coded),
        Source("codings.csv", CODINGS),
    ]
    fits = read_sources([*files, Source("ch1.txt", "\n".join(ONE).encode())])
    assert fits.problems == ()
    assert texts_of(fits)["ch1"] == ONE
    wrong = read_sources([*files, Source("ch1.txt", "\n".join(TWO).encode())])
    assert [problem.file for problem in wrong.problems] == ["ch1.txt"]
    assert texts_of(wrong)["ch1"] is None


def test_texts_may_come_later() -> None:
    corpus = Corpus.from_masses({"ch1": {"anna": [2, 1]}, "ch2": {"anna": [4]}})
    sources = [
        Source("ch1.txt", "\n".join(ONE).encode()),
        Source("ch2.txt", "\n".join(TWO).encode()),
        Source("ch9.txt", b"Nobody knows it.\n"),
    ]
    found, notices = attach_texts(corpus, sources)
    assert {item.name: item.texts for item in found.items} == {"ch1": ONE, "ch2": TWO}
    assert [notice.file for notice in notices] == ["ch1.txt", "ch9.txt"]
    again, notices = attach_texts(found, sources)
    assert again == found
    assert [notice.what for notice in notices] == ["a text of no item without a text"] * 3
