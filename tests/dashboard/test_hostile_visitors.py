"""While some bring files made to do harm, others click through pages and do not feel it."""

from __future__ import annotations

import json
import re
import statistics
import sys
import threading
import time
from itertools import cycle
from pathlib import Path

import pytest

from tests.support.driving import running
from tests.support.hostile import CASES
from tests.support.probing import Answer, Probe

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="other systems limit no memory")

# What takes the most memory, and what the server says of it.
WORST, SAID = "nine dense coders", "would take more than the 1,000 MB of memory"
PAGES = ("", "coders", "item", "metrics", "projects")
PAUSE = 0.5
# Far more than a click may take: the machine that runs the tests may be slow.
GENEROUS = 10.0


def brought(address: str, answers: list[str]) -> None:
    """Upload it, and wait for what the server says to it."""
    with Probe(address) as visitor:
        (uploader,) = visitor.look("projects").of("file_uploader")[:1]
        (file,) = CASES[WORST]()
        answer = visitor.act(visitor.upload(uploader, file.name, file.content))
        place = re.findall(rb"corpus=([A-Za-z0-9_-]{20,})", answer.bytes)[0].decode("ascii")
        answers.append(said(answer) + said(visitor.look("import", corpus=place)))


def said(answer: Answer) -> str:
    """All that a page says, in whatever part of it."""
    return answer.bytes.decode("utf-8", "replace")


def test_nobody_else_feels_it() -> None:
    answers: list[str] = []
    took: list[float] = []
    with (
        running(environment={"SEGMETRICS_MODE": "ephemeral"}) as server,
        Probe(server.address) as me,
    ):
        me.look("", corpus="moonstone")
        visitor = threading.Thread(target=brought, args=(server.address, answers))
        visitor.start()
        for page in cycle(PAGES):
            begin = time.monotonic()
            assert me.look(page, corpus="moonstone").elements
            took.append(time.monotonic() - begin)
            if not visitor.is_alive():
                break
            time.sleep(PAUSE)
    sys.stdout.write(
        f"{len(took)} clicks, median {statistics.median(took):.2f} s, at most {max(took):.2f} s\n"
    )
    assert max(took) < GENEROUS
    assert SAID in answers[0]


def test_an_item_of_44_coders_is_sent_in_two_megabytes(tmp_path: Path) -> None:
    coded = {
        f"a coder with a name {coder}": [1 + (place * coder) % 7 for place in range(200)]
        for coder in range(1, 45)
    }
    most = max(map(sum, coded.values())) + 1
    masses = {coder: [*sizes, most - sum(sizes)] for coder, sizes in coded.items()}
    file = tmp_path / "many.json"
    file.write_text(json.dumps({"segmentation_type": "linear", "items": {"x": masses}}), "utf-8")
    with (
        running(file, environment={"SEGMETRICS_MODE": "ephemeral"}) as server,
        Probe(server.address) as probe,
    ):
        answer = probe.look("item")
        assert "a coder with a name 44" in said(answer)
        assert len(answer.bytes) < 2_000_000
