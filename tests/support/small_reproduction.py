"""Data of papers: small enough for a test, and the complete Moonstone as it is published."""

from __future__ import annotations

import csv
import json
from io import StringIO
from typing import Any

from segmetrics.io.document import Source
from tests.support.project import reference

WHOLE = "moonstone_20_chapters.json"

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


def complete_moonstone() -> list[Source]:
    """Write a table a chapter, the coders numbered anew in each, with a list beside them."""
    sources = [Source("group_to_chapter.csv", b"group,ch1,ch2,ch3,ch4\n1,1,3,4,9\n")]
    for chapter, masses in reference(WHOLE)["items"].items():
        table = StringIO()
        writer = csv.writer(table)
        writer.writerow(["paragraph", *(f"an{number}" for number in range(1, len(masses) + 1))])
        columns = [
            [segment for segment, mass in enumerate(of_coder, 1) for _ in range(mass)]
            for of_coder in masses.values()
        ]
        writer.writerows([unit, *row] for unit, row in enumerate(zip(*columns, strict=True), 1))
        sources.append(Source(f"{chapter}.csv", table.getvalue().encode()))
    return sources
