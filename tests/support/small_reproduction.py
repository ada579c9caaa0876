"""Data of papers: small enough for a test, and the complete Moonstone as it is published."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

from segmetrics import Corpus
from segmetrics.io.document import Source

# Two made-up articles in the form of Carroll's data: the reference itself, and nothing at all.
SMALL = {
    "articles": {
        "Anvil": {
            "units": 8,
            "reference": [[2, 1], [5, 2]],
            "HC99": [[2, 1], [5, 2]],
            "published_hierwd": {"HC99": 0},
            "published_hierwd_reference_levels_ignored": {"HC99": 0.0},
        }
    }
}


def small(**changes: Any) -> Source:
    content = json.loads(json.dumps(SMALL))
    content["articles"]["Anvil"].update(changes)
    return Source("small.json", json.dumps(content).encode())


def as_tables(corpus: Corpus, *, numbered_anew: bool = True) -> list[Source]:
    """Write a table a chapter, the number of each paragraph's segment for each coder."""
    sources = []
    for item in corpus.items:
        anew = [f"an{number}" for number in range(1, len(item.coders) + 1)]
        columns = [
            [segment for segment, mass in enumerate(coding.masses, 1) for _ in range(mass)]
            for coding in item.codings.values()
        ]
        table = StringIO()
        writer = csv.writer(table)
        writer.writerow(["paragraph", *(anew if numbered_anew else item.coders)])
        writer.writerows([unit, *row] for unit, row in enumerate(zip(*columns, strict=True), 1))
        sources.append(Source(f"{item.name}.csv", table.getvalue().encode()))
    return sources


def complete_tables(corpus: Corpus) -> list[Source]:
    """Write the complete Moonstone as its authors publish it, with a list of groups beside it."""
    groups = Source("group_to_chapter.csv", b"group,ch1,ch2,ch3,ch4\n1,1,3,4,9\n")
    return [groups, *as_tables(corpus)]
