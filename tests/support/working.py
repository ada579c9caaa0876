"""What people do on the pages with codings that they bring, one click after the other."""

from __future__ import annotations

import re
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState

from segmetrics.dashboard.decide import words
from segmetrics.dashboard.projects import words as project_words
from tests.support.probing import Answer, Probe

GONE = "There is no such corpus here"
BROKE = "This page broke off"
CUTS = (("ann", 30), ("bob", 50), ("cy", 70))


def codings(name: str, items: int = 3) -> bytes:
    """Codings of which each item is disputed."""
    rows = [f"{name} {n},{coder},{cut} {99 - cut}" for n in range(items) for coder, cut in CUTS]
    return "\n".join(["item,coder,masses", *rows]).encode()


def brought(probe: Probe, name: str, *, items: int = 3, accepted: bool = True) -> str:
    """Upload codings, and accept them; gives their place."""
    return probe.bring(f"{name}.csv", codings(name, items), accepted=accepted)


def decide(probe: Probe, place: str) -> Answer:
    """Decide about the next dispute, so that there is no boundary."""
    page = probe.look("decide", corpus=place)
    (comment,) = page.of("text_input")
    return probe.act(
        WidgetState(id=_button(page, words.NONE, words.AGREE_NONE).id, trigger_value=True),
        WidgetState(id=comment.id, string_value=""),
    )


def undo(probe: Probe, place: str) -> Answer:
    """Take the last decision back."""
    return probe.press(_button(probe.look("decide", corpus=place), words.UNDO))


def delete(probe: Probe, place: str) -> Answer:
    """Delete a project, as is asked twice."""
    asked = probe.press(_button(probe.look("projects", corpus=place), project_words.DELETE_PROJECT))
    return probe.press(_button(asked, project_words.DELETE_FOR_GOOD))


def decided(probe: Probe, place: str) -> int:
    """Count the disputes that were decided."""
    shown = said(probe.look("decide", corpus=place))
    # One digit, as what stands before it in the message is the length of the text.
    (found,) = {int(one) for one in re.findall(r"(\d) of 9 disputes decided", shown)}
    return found


def said(answer: Answer) -> str:
    """Return all that a page says, in whatever part of it."""
    return answer.bytes.decode("utf-8", "replace").replace("\\", "")


def _button(page: Answer, *labels: str) -> Any:
    (found,) = [one for one in page.of("button") if one.label in labels]
    return found
