"""Copies of made-up texts that made-up people marked, each in a way of their own or all alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count

from segmetrics.io import Source

Way = Callable[[str], Sequence[str]]

WORDS = (
    *("the", "old", "harbour", "was", "closed", "again", "because", "nobody", "paid", "for", "it"),
    *("when", "ships", "came", "late", "and", "people", "waited", "near", "stone", "walls"),
    *("while", "rain", "fell", "over", "every", "roof", "so", "we", "talked", "about", "money"),
    *("boats", "fish", "weather", "school", "roads", "music", "bread", "winter", "letters"),
)
SPEAKERS = ("Ada", "Bo", "Cy", "Dee")
NAMES = ("Anna", "Ben", "Cleo", "Dora", "Emil")
SIGNS = ("======", "-----", "* * *", "###", "§§", "+++", "~~~", "///", "___", "◆")
IN_FRONT = ("// ", "§ ", "[NEW] ", "NEW: ", "| ", ">> ", "@@ ", "1) ", "¶ ", "# ", "BREAK ")
BEHIND = (" //", " §", " [END]", " END", " |")
LINES = ("NEW TOPIC", "[NEW]", "Segment", "Break here", "new segment", "<new>", "## Topic")
NUMBERED = ("Topic {}", "[Topic {}]", "Segment {}:", "== {} ==")
REMARKS = (
    "(I was not sure about the last page.)",
    "To be discussed with the others on Monday.",
    "(pause here?)",
    "I found this part hard to follow, please look at it again.",
)


@dataclass(frozen=True)
class Project:
    """Files, and the boundaries of each person in a text of so many units."""

    files: tuple[Source, ...]
    truth: dict[str, tuple[int, ...]]
    mass: int


def made_up(seed: int) -> Project:
    """Make a project; every seed gives another one."""
    draw = random.Random(seed)
    text = _text(draw)
    title = "T1 " + " ".join(draw.sample(WORDS, 3)) if draw.random() < 0.7 else ""
    shared = sorted(draw.sample(range(1, len(text)), max(2, len(text) // 6)))
    names = NAMES[: draw.randint(2, 5)]
    one_way = _way(draw)
    all_alike = draw.random() < 0.4
    truth, files = {}, []
    for name in names:
        places = {at for at in shared if draw.random() < 0.8}
        places |= {at for at in range(1, len(text)) if draw.random() < 0.04}
        truth[name] = tuple(sorted(places))
        lines = _marked(text, places, one_way if all_alike else _way(draw))
        if draw.random() < 0.2:
            lines.insert(draw.randrange(2, len(lines)), draw.choice(REMARKS))
        if draw.random() < 0.2:
            _slip(draw, lines)
        files.append((f"T1 {name}.txt", lines))
    if draw.random() < 0.3:
        files.append((draw.choice(("T1.txt", "T1 original.txt")), text))
    between = draw.choice(("\n", "\n\n"))
    head = [title] if title else []
    made = [Source(name, between.join([*head, *of]).encode()) for name, of in files]
    return Project(tuple(made), truth, len(text))


def _text(draw: random.Random) -> list[str]:
    """Make the lines of a text; some have speakers, short answers, or signs of their own."""
    spoken, answers = draw.random() < 0.5, draw.random() < 0.3
    text: list[str] = []
    for _ in range(draw.randint(10, 40)):
        said = " ".join(draw.choices(WORDS, k=draw.randint(5, 30))).capitalize() + draw.choice(
            ".?!"
        )
        if answers and draw.random() < 0.15:
            said = draw.choice(("Yes.", "I see.", "No."))
        text.append(f"{draw.choice(SPEAKERS)}: {said}" if spoken else said)
    if draw.random() < 0.15:
        for at in draw.sample(range(len(text)), 3):
            text[at] = f"- {text[at]}"
    return text


def _way(draw: random.Random) -> Way:
    kind = draw.randrange(5)
    if kind == 0:
        sign = draw.choice(SIGNS)
        return lambda line: (sign, line)
    if kind == 1:
        front = draw.choice(IN_FRONT)
        return lambda line: (front + line,)
    if kind == 2:
        name = draw.choice(LINES)
        return lambda line: (name, line)
    if kind == 3:
        behind = draw.choice(BEHIND)
        return lambda line: ("", behind, line)
    numbered = draw.choice(NUMBERED)
    # Marks are numbered in their order, from 1 in each copy.
    return lambda line: (numbered, line)


def _marked(text: Sequence[str], places: set[int], way: Way) -> list[str]:
    """Write a mark where a segment begins, or behind the line before."""
    lines: list[str] = []
    for at, line in enumerate(text):
        made = way(line) if at in places else (line,)
        if len(made) == 3:
            lines[-1] += made[1]
            made = (line,)
        lines += made
    number = count(1)
    return [line.format(next(number)) if line in NUMBERED else line for line in lines]


def _slip(draw: random.Random, lines: list[str]) -> None:
    """Change a letter or two of a line."""
    at = draw.choice([at for at, line in enumerate(lines) if len(line) > 30])
    letter = draw.randrange(8, len(lines[at]) - 8)
    lines[at] = lines[at][:letter] + "q" + lines[at][letter + 1 :]
