"""The corpora of the net, and files with faults."""

from __future__ import annotations

import json
import os
import random
import shutil
from pathlib import Path

PROJECT = Path(os.environ.get("NET_OF") or Path(__file__).resolve().parents[2])
"""The checkout whose program is looked at."""

SAMPLES = ("moonstone", "dialogue", "outline", "film")
ROUNDS = ("interviews", "interviews-2", "film-coarse")
RANDOM = range(200)
"""Random corpora, of which every fifth is one of recordings."""
CORPORA = (*SAMPLES, "gaps")
HOSTILE = {
    "one": "<b>Ann & 'Bo'</b>",
    "two": "=2+3",
    "three": "a_b%$#{x}\\~^",
    "four": 'c,"d";|e`*f*',
}
"""Names of coders that HTML, LaTeX, Markdown, CSV and spreadsheets read as more than names."""


def gaps() -> str:
    """Write a corpus with gaps, undefined values, two coder groups and hostile names."""
    one, two, three, four = HOSTILE.values()
    texts = [
        f"Unit {number} & <i>{name}</i> 100% $x_{number}$" for number, name in enumerate("abcdefgh")
    ]
    items = [
        ("all <&> of % them", 8, {one: [3], two: [3, 5], three: [4], four: []}, texts),
        ("one, is missing", 8, {one: [2, 6], two: [3, 6], four: [2]}, None),
        ("=another|is `missing`", 6, {one: [1, 2, 3, 4, 5], three: [2], four: [2, 4]}, None),
        ("single unit", 1, {one: [], two: [], three: []}, None),
        ("silent", 5, {one: [], two: [], three: [], four: []}, None),
        ("alone", 7, {two: [3]}, None),
        ("other_group^1", 9, {"x": [3, 6], "y": [3, 7]}, None),
        ("other~group{2}", 4, {"x": [], "y": [1, 2, 3]}, None),
    ]
    return json.dumps(
        {
            "format": "segmetrics",
            "version": 1,
            "kind": "linear",
            "reference": None,
            "automatic": [],
            "items": [
                {"name": name, "mass": mass, "codings": codings}
                | ({"texts": units} if units else {})
                for name, mass, codings, units in items
            ],
        }
    )


def random_corpus(number: int) -> str:
    """Write a random corpus: coders who see places at random, some of them shared, some miss items.

    Texts have 1 to 40 units, recordings last 10 to 300 seconds.
    """
    source = random.Random(number)
    film = number % 5 == 4
    coders = [f"c{one}" for one in range(source.randint(2, 6))]
    shared, own = source.choice([0.0, 0.3, 0.7, 1.0]), source.choice([0.0, 0.03, 0.15])
    items = []
    for name in range(source.randint(1, 9)):
        mass = source.randint(10, 300) * 1000 if film else source.randint(1, 40)
        places = range(1000, mass, 1000) if film else range(1, mass)
        seen = [place for place in places if source.random() < 0.12]
        codings = {
            coder: sorted(
                {place for place in seen if source.random() < shared}
                | {place for place in places if source.random() < own}
            )
            for coder in coders
            if source.random() < 0.9
        }
        items.append({"name": f"i{name}", "mass": mass, "codings": codings})
    return json.dumps(
        {"format": "segmetrics", "version": 1, "kind": "linear", "items": items}
        | ({"resolution": 0.001} if film else {})
    )


def edited(number: int) -> str:
    """Write a random corpus without its last coder, and without each first boundary."""
    found = json.loads(random_corpus(number))
    for item in found["items"]:
        for places in item["codings"].values():
            del places[:1]
        if len(item["codings"]) > 2:
            item["codings"].popitem()
    return json.dumps(found)


FILES = {
    "two.csv": "item,coder,masses\nch1,ann,3 4\nch1,bob,2 5\nch2,ann,1 1 8\nch2,bob,10\n",
    "broken.csv": "item,coder,masses\nch1,ann,3 4\nch1,bob,2 6\nch2,ann,1 x\n"
    "ch3,ann,5 5\nch3,bob,4 6\n",
    "hopeless.csv": "item,coder,masses\nch1,ann,3 4\nch1,bob,2 6\n",
    "empty.csv": "",
    "strange.bin": "\x00\x01 nothing that can be read",
    "automatic.csv": "item,coder,masses\n"
    + "".join(
        f"i{n},{coder},{sizes}\n"
        for n in range(3)
        for coder, sizes in (("ann", "3 4 5"), ("bob", f"{n + 1} 5 {6 - n}"), ("*robo*", "3 4 5"))
    ),
}


def lay_out(folder: Path) -> None:
    """Write all corpora into a folder."""
    for key in (*SAMPLES, *ROUNDS):
        shutil.copy(PROJECT / "data" / f"{key}.json", folder)
    (folder / "gaps.json").write_text(gaps(), encoding="utf-8")
    for name, content in FILES.items():
        (folder / name).write_text(content, encoding="utf-8")
