"""Texts in which coders put segments in square brackets."""

from __future__ import annotations

from tests.support.readings import boundaries_of, read

TEXT = "Er geht zu Lisa. Niemand hat damit gerechnet, dass Laura kommt. Sie ging, als Peter rief."


def bracketed(text: str, *parts: str) -> str:
    for part in parts:
        text = text.replace(part, f"[{part}]", 1)
    return text


def test_brackets_that_files_have_otherwise_are_segments_in_one_text() -> None:
    made = boundaries_of(
        read(
            ("text/anna.txt", bracketed(TEXT, "Er", "Lisa", "Niemand")),
            ("text/ben.txt", bracketed(TEXT, "Lisa", "Laura", "Peter")),
            pattern="{item}/{coder}",
            unit="word",
        )
    )
    assert made == {"text": {"anna": (1, 3, 4, 5), "ben": (3, 4, 9, 10, 14, 15)}}


def test_codes_behind_brackets_name_segments_and_remarks_are_none() -> None:
    coded = "[Er geht zu Lisa.]A\n[Niemand hat damit gerechnet.]B\n[Sie ging.]B2\n[Peter rief.]A\n"
    joined = coded.replace("]B\n[", "\n")
    files = ("t/anna.txt", coded), ("t/ben.txt", joined)
    made = boundaries_of(read(*files, pattern="{item}/{coder}", unit="word"))
    assert made == {"t": {"anna": (4, 8, 10), "ben": (4, 10)}}
    talk = TEXT.replace(". ", ". [laughs] ").replace(", als", " [pause], als [coughs]")
    laid_out = ("t/anna.txt", talk), ("t/ben.txt", talk.replace(". ", ".\n\n"))
    reading = read(*laid_out, pattern="{item}/{coder}")
    assert ["no coding was found" in one.what for one in reading.problems] == [True, True]


def test_numbers_and_times_in_brackets_are_no_segments_of_a_text() -> None:
    lists = "ann: [3, 7, 12, 15, 18]\nben: [3, 8, 12, 15, 18]\ncleo: [4, 7, 12, 14, 17]\n"
    for text in (lists, "[0:12]\n[0:45]\n[1:30]\n[2:10]\n", "[school]\n[money]\n[the end]\n"):
        reading = read(("T1.txt", text))
        assert reading.problems
        assert not reading.codings


def test_brackets_that_are_not_closed_or_within_others_are_not_read_so() -> None:
    for text in (bracketed(TEXT, "Er", "Lisa", "Laura") + "[", "[Er [geht] zu] [Lisa] [dort]."):
        assert "no coding was found" in read(("anna.txt", text)).problems[0].what


def test_a_text_without_blanks_between_words_is_read_too() -> None:
    files = (
        ("t/anna.txt", "[他早上离开了。][下午没有人来。][晚上下雨了。]"),
        ("t/ben.txt", "[他早上离开了。下午没有人来。][晚上下][雨了。]"),
    )
    made = boundaries_of(read(*files, pattern="{item}/{coder}", unit="character"))
    assert made == {"t": {"anna": (7, 14), "ben": (14, 17)}}
