"""What the page Decide says of recordings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from segmetrics.number_formats import clock, seconds
from segmetrics.phrases import counted, listed

EXCEL_HELP = (
    "The segments with their start and end, the boundaries with their support and interval, your "
    "decisions, and how it was made. Times in seconds."
)
ITEM = "Recording"
HOW_TO_READ = (
    "Filled triangles are the boundaries of the consensus. Click a place to decide about it. Zoom "
    "with + and −, or Ctrl and the wheel; drag to move along."
)
ORDERS: Mapping[str, str] = {"disputed": "most disputed first", "reading": "in order of time"}
AT = "Time, such as 12:04.5 or 724.5"
ADD, ADD_HERE = "Add a boundary", "Add it there"
LIST: Mapping[str, str] = {
    "disputed": "Places, the most disputed first",
    "reading": "Places in order of time",
}
LIST_CAPTION = "Places about which people differ"
PLACE = "Place"
DISPUTED = "disputed"
DISPUTED_ABOUT = (
    "The share of the coders who pressed near it, or of those who did not, whichever is smaller: "
    "50% is the most."
)
SUPPORT = "coders"
NO_SUCH_TIME = (
    "That is no time of this recording. Write minutes and seconds such as 12:04.5, or seconds."
)
TYPED = re.compile(r"(?:(?:([0-9]{1,2}):)?([0-9]{1,4}):)?([0-9]{1,6}(?:\.[0-9]{1,3})?)")


def typed_seconds(text: str) -> float | None:
    """Read a time that a person typed, ``1:02:05.5`` or ``3725.5``; None if it is none."""
    found = TYPED.fullmatch(text.strip())
    if found is None:
        return None
    hours, minutes, second = (float(part or 0) for part in found.groups())
    return 3600 * hours + 60 * minutes + second


def summary(
    boundaries: int, recordings: int, decided: int, chance: int, width: float
) -> tuple[str, str]:
    """Return how many boundaries the consensus has, and below it what it is made of."""
    counted_in = f", {counted(decided, 'decision')} counted in" if decided else ""
    has = (
        f"The consensus has {counted(boundaries, 'boundary', 'boundaries')} in "
        f"{counted(recordings, 'recording')}{counted_in}."
    )
    of = (
        "It takes the places where more people press within about "
        f"{seconds(2 * width)} than independent people would. “How it is measured”, at the top, "
        "changes how close together that is."
    )
    if chance:
        of += (
            f" At {counted(chance, 'other place')} several people press, which may be chance: it "
            "has no boundary there unless you decide so."
        )
    return has, of


def who(time: float, votes: Mapping[str, float], silent: Sequence[str], within: float) -> str:
    """Return who pressed near a place and when, and who did not."""
    of = len(votes) + len(silent)
    pressed = [
        f"{name} at {clock(at, 1)}" for name, at in sorted(votes.items(), key=lambda one: one[1])
    ]
    said = [
        f"{len(votes)} of {counted(of, 'coder')} pressed within {seconds(within)} of "
        f"{clock(time, 1)}: {listed(pressed, 12)}."
    ]
    if silent:
        said.append(f"Not {listed(list(silent), 12)}.")
    return " ".join(said)


def by_the_presses(*, above: bool, interval: str) -> str:
    """Return whether the consensus has a boundary at a place without a decision."""
    if not above:
        return "Chance can explain that, so the consensus has no boundary here."
    lies = f", which lies between {interval} (95%)" if interval else ""
    return f"Chance does not explain that, so the consensus has a boundary here{lies}."


def agree(when: str) -> str:
    """Name the button that keeps the boundary of the presses."""
    return f"Agree: boundary at {when}"


def take_away(when: str) -> str:
    """Name the button that takes an added boundary back."""
    return f"Take back the boundary added at {when}"


def boundary(when: str) -> str:
    """Name the button that puts a boundary where chance explains the presses."""
    return f"Boundary at {when}"


def support(votes: int, of: int) -> str:
    """Return how many coders pressed near a place."""
    return f"{votes} of {of}"


def nothing_there(when: str) -> str:
    """Return that nobody, or one coder alone, pressed near a chosen time."""
    return f"Not more than one coder pressed near {when}. You can add a boundary there."


def nothing_in(item: str) -> str:
    """Return that nothing is disputed in a recording."""
    return f"Nobody differs about any place of {item}."


def added(when: str) -> str:
    """Return what was decided about a place without a peak."""
    return f"boundary at {when}, added by hand"


def marked(when: str, votes: int, of: int, decided: str) -> str:
    """Return what a place of the consensus is, for its tip."""
    more = f"; {decided}" if decided else ""
    return f"{when}: {votes} of {counted(of, 'coder')}{more}"
