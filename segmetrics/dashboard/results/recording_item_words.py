"""What the pages Item and Heat maps say of recordings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from segmetrics.number_formats import clock, p_in_sentence, seconds, seconds_read, short
from segmetrics.phrases import capital, counted, listed
from segmetrics.reliability.chance_verdicts import told_from_chance

ITEM = "Recording"
CODERS = {"a": "First coder", "b": "Second coder"}
PLACES = "Places where people press together"
PLACES_CAPTION = "Places where people press together beyond chance, in order of time"
NO_PEAKS = "Places where most people press together; chance can explain them"
TIME, INTERVAL = "time", "95% interval"
INTERVAL_ABOUT = (
    "Where the median press of other such people would lie; from the order of the presses, and "
    "only with five or more."
)
SUPPORT, SUPPORT_ABOUT = "coders", "Who pressed near this place, each counted once."
MISSING = "not pressed by"
P = "p"
P_ABOUT = (
    "How often independent people would have so many presses together, for this recording, "
    "anywhere in any recording of the corpus."
)
PAIR = "Two coders"
PAIR_CAPTION = "Presses of the two coders, those within the tolerance beside each other"
LATER, ALONE = "difference", "no partner"
LATER_ABOUT = "How much later the second coder pressed than the first."
NOBODY = "Nobody whose presses count coded this recording."
ONE_CODER = "One coder alone coded this recording, so there is nothing to compare."
HOW_TO_READ = (
    "Click a place to choose it. Zoom with + and −, or Ctrl and the wheel; drag to move along. How "
    "far around it a press counts is a setting at the top of the page."
)
SHADES = (
    "The stronger the shade, the more people press at about the same time. Click a place to see "
    "who. How far around it a press counts is a setting at the top of the page."
)
RECORDINGS = "All recordings"
ORDER = "Order of the recordings"
ORDERS: Mapping[str, str] = {"corpus": "as in the corpus", "length": "longest first"}


def coders_of(item: str) -> str:
    """Head the lines of the coders of a recording."""
    return f"The coders of {item}"


def summary(item: str, coders: int, presses: int, above: int, unanimous: int, chance: int) -> str:
    """Return how many people pressed how often, and where they did so together."""
    said = [f"{counted(coders, 'coder')} pressed {counted(presses, 'time')} in {item}."]
    if coders < 2:
        return " ".join([*said, ONE_CODER])
    if not above:
        said.append("Nowhere do more of them press at once than independent people would.")
    else:
        everybody = f", {unanimous:,} of them by everybody" if unanimous else ""
        said.append(
            f"At {counted(above, 'place')} they press together more than independent people "
            f"would{everybody}."
        )
    if chance:
        more = "more place" if above else "place"
        said.append(f"{counted(chance, more)} where several press may be chance.")
    return " ".join(said)


def peak_text(time: float, votes: int, of: int, *, above: bool) -> str:
    """Return what a marked place is, for its tip."""
    chance = "" if above else ", which may be chance"
    return f"{clock(time, 1)}: {votes} of {counted(of, 'coder')}{chance}"


def interval(low: float | None, high: float | None) -> str:
    """Return an interval of times; empty without one."""
    return "" if low is None or high is None else f"{clock(low, 1)} to {clock(high, 1)}"


def at_place(
    time: float, within: float, when: Mapping[str, float], silent: Sequence[str], p: float | None
) -> str:
    """Return who pressed near a place, when each did, and who did not."""
    of = len(when) + len(silent)
    pressed = [f"{name} at {clock(at, 1)}" for name, at in sorted(when.items(), key=_when)]
    first = f"At {clock(time, 1)}, {len(when)} of {counted(of, 'coder')} pressed"
    said = [f"{first} within {seconds(within)}{': ' + listed(pressed, 12) if pressed else ''}."]
    if silent and when:
        said.append(f"Not {listed(list(silent), 12)}.")
    if p is not None:
        explained = "chance does not explain it" if told_from_chance(p) else "chance can explain it"
        said.append(f"For so many at once, {explained} (p {p_in_sentence(p)}).")
    return " ".join(said)


def _when(one: tuple[str, float]) -> float:
    return one[1]


def of_pair(
    a: str,
    b: str,
    hits: int,
    presses: tuple[int, int],
    f: float | None,
    later: float | None,
    tolerance: float,
) -> str:
    """Return how often two coders press together, and who is later."""
    if f is None:
        return f"Neither {a} nor {b} pressed."
    said = [
        f"{counted(hits, 'press', 'presses')} of {a} ({presses[0]:,}) and {b} ({presses[1]:,}) "
        f"lie within {seconds(tolerance)} of each other (F {short(f)})."
    ]
    if later:
        who, whom = (b, a) if later > 0 else (a, b)
        said.append(
            f"Of these, {who} is later than {whom} by {seconds_read(abs(later))} in the median."
        )
    return " ".join(said)


def heat_maps(rows: int, longest: str) -> str:
    """Return what the lines of shades are, for who does not see them."""
    return f"Density of presses of {counted(rows, 'line')}, the longest {longest}"


def refused(why: str) -> str:
    """Return why the density is not drawn, as a sentence."""
    return f"{capital(why)}. Let a press count farther around it, in the settings at the top."
