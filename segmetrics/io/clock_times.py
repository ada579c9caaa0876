"""Times in cells of tables and lists: how they are written, and what their numbers count."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from segmetrics.io.problems import Notice, Problem
from segmetrics.phrases import counted

NUMBER = re.compile(r"[+-]?\d{1,12}(?:[.,]\d*)?(?:[eE][+-]?\d{1,2})?")
# Hours, minutes and seconds; behind them perhaps frames, as in 00:01:12:10.
CLOCK = re.compile(r"([+-]?)(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2}(?:[.,]\d+)?)(?:[:;](\d\d))?")
MINUTES_SECONDS, DOTTED = re.compile(r"\d{1,3}:\d\d"), re.compile(r"\d{1,3}[.,][0-5]\d")
# How a date with a time begins.
DATED = re.compile(r"(?:\d{4}-\d\d-\d\d|\d\d[./]\d\d[./]\d{4})[ T]\d\d:")
TIMECODE = re.compile(r"[+-]?\d+:\d+:\d+[:;]\d\d")
RATE_FOR_NOW = 25  # frames of a second until somebody says how many
RATE = re.compile(r"(\d{1,8}(?:\.\d{1,6})?) ?fps")

# Seconds of a number in label files of HTK, and how many of them are a millisecond.
HTK, PER_MILLISECOND = 1e-7, 10_000
# What times count; `MINUTES` takes 01:51:00 for 1:51, as Excel changed it, if all are such times,
# and 1.51 of lists.
SECONDS, MILLISECONDS, MINUTES, FRAMES = "seconds", "milliseconds", "minutes", "frames"
UNITS = "units"  # what a person says of numbers that are no times
ONE = {SECONDS: 1.0, MILLISECONDS: 0.001, MINUTES: 1.0}  # seconds of a number
DAY = 86_400  # seconds of no recording that people segment
DAYS, MANY_RECORDINGS = 2 * DAY, 50  # seconds of many recordings that are rather milliseconds
FAR, VERY_FAR = 60, 1000  # seconds between boundaries that may be milliseconds, and rather are
COUNTDOWN = 3600  # seconds before a recording that times may show
MANY_TIMES = 5  # times from which on it is no chance that all are at a full minute


@dataclass(frozen=True, slots=True)
class Counting:
    """What times count: seconds of a number, and by how much times with hours are divided."""

    one: float = 1.0
    clock: float = 1.0
    colons: bool = False  # most times are as 2:45, so that 2.45 is none, or this in another way

    def seconds(self, cell: str) -> float | None:
        """Read a time; None if it is none."""
        found = seconds_in(cell, frame=self.one)
        if found is None or (self.colons and DOTTED.fullmatch(cell)):
            return None
        if ":" not in cell:
            return found * self.one
        return found / self.clock if cell.count(":") == 2 else found


def seconds_in(cell: str, *, frame: float = 1 / RATE_FOR_NOW) -> float | None:
    """Read a number, or a time with colons in seconds; None if it is neither."""
    if NUMBER.fullmatch(cell):
        return float(cell.replace(",", "."))
    found = CLOCK.fullmatch(cell)
    if not found:
        return None
    sign, hours, minutes, seconds, frames = found.groups()
    time = 3600 * int(hours or 0) + 60 * int(minutes) + float(seconds.replace(",", "."))
    return (time + int(frames or 0) * frame) * (-1 if sign == "-" else 1)


def dated(cell: str) -> datetime | None:
    """Read a date with a time, ``2016-01-15 22:30:00`` or ``15/01/2016 22:30:00``."""
    day, time = cell[:10], cell[11:]
    if day[4:5] != "-":
        day = "-".join(reversed(re.split(r"\D", day)))
    try:
        return datetime.fromisoformat(f"{day} {time}")
    except ValueError:
        return None


def merged_in(edges: Iterable[float], kept: Iterable[int]) -> str:
    """Say how many edges, in seconds, became one with another, of which milliseconds are kept."""
    # Edges that only rounding keeps apart are one.
    times = len({round(edge, 6) for edge in edges}) - len(set(kept))
    merged = counted(times, "boundary", "boundaries")
    return f"{merged} within a millisecond of another, counted once" if times > 0 else ""


def parsed_times(text: str) -> str:
    """Read what numbers count: ``seconds``, ``minutes``, ``25 fps``, ``units`` and so on."""
    text = " ".join(text.lower().split())
    rate = RATE.fullmatch(text)
    if rate and float(rate[1]) > 0:
        return f"{float(rate[1]):.15g} fps"
    if text in (*ONE, UNITS):
        return text
    raise ValueError(f"write {', '.join(ONE)}, or frames a second such as 25 fps")


def counting_of(
    file: str, codings: Iterable[Sequence[str]], *, chosen: str = "", named: str = ""
) -> tuple[Counting, list[Notice]]:
    """Return what the times of codings count, and what there is to say or to ask about it."""
    codings = list(codings)
    cells = [cell for cell in chain(*codings) if cell]
    rate = RATE.fullmatch(chosen)
    if rate:
        return Counting(1 / float(rate[1])), []
    clocks = [cell for cell in cells if ":" in cell]
    # A spreadsheet writes 1:51 so if it took it for hours and minutes, and no other time.
    with_hours = {cell for cell in clocks if cell.count(":") == 2}
    full = all(one is not None and one % 60 == 0 for one in map(seconds_in, with_hours))
    # Hours and minutes of a spreadsheet are minutes and seconds here.
    written = len(with_hours) * full + sum(map(bool, map(MINUTES_SECONDS.fullmatch, clocks)))
    by_minutes = Counting(ONE[MINUTES], 60 if full else 1, colons=2 * written > len(cells))
    if chosen == MINUTES and not with_hours:
        chosen = ""  # it was asked of another file
    if chosen and chosen != UNITS:
        return by_minutes if chosen == MINUTES else Counting(ONE[chosen]), []
    if named == FRAMES or any(map(TIMECODE.fullmatch, clocks)):
        what = "times are frames or samples, and no file says how many of them a second has"
        if max((seconds_in(cell) or 0 for cell in cells), default=0) > DAY * RATE_FOR_NOW:
            htk = file.endswith(".lab")
            whole = all(cell.isdecimal() and int(cell) % PER_MILLISECOND == 0 for cell in cells)
            if htk and whole:
                what = "times are read as steps of 100 ns, as in the label files of HTK"
                return Counting(HTK), [Notice(file=file, what=what)]
            what = "times count something shorter than frames, and no file says what"
            example = f"{round(1 / HTK)} fps" if htk else MILLISECONDS
            return Counting(ONE[MILLISECONDS]), asked(file, what, MILLISECONDS, example)
        return Counting(1 / RATE_FOR_NOW), asked(file, what, RATE_FOR_NOW, f"{RATE_FOR_NOW} fps")
    if clocks:
        changed = f"{counted(len(with_hours), 'time')} of this table are at full minutes, as if a "
        changed += "spreadsheet had taken 1:51 for 1:51:00"
        mixed = any(cell.count(":") == 1 and seconds_in(cell) for cell in clocks)
        kept, divided = (_rises(codings, one) for one in (Counting(), by_minutes))
        if full and with_hours and named == MINUTES and (not mixed or divided > kept):
            what = f"{changed}: read as minutes and seconds, as the heading says"
            return by_minutes, [Notice(file=file, what=what)]
        unsure = len(with_hours) >= MANY_TIMES or (with_hours and named == MINUTES)
        if full and unsure and not (mixed and kept > divided):
            return Counting(), asked(file, changed, "hours and minutes", MINUTES)
        return Counting(colons=2 * written > len(cells)), []
    if named:
        return Counting(ONE[named]), []
    return _by_their_size(file, codings)


def _rises(codings: Iterable[Sequence[str]], counting: Counting) -> bool:
    """Return whether the times of each coding come one after the other, in rows with hours too."""
    times = ([counting.seconds(cell) or 0 for cell in cells if cell] for cells in codings)
    return all(of == sorted(of) for of in times)


def _by_their_size(file: str, codings: Sequence[Sequence[str]]) -> tuple[Counting, list[Notice]]:
    """Tell seconds from milliseconds by how long a recording would last."""
    times = [{one for one in map(seconds_in, cells) if one} for cells in codings]
    last = max(chain(*times), default=0)
    if last > DAY:
        what = f"times are read as milliseconds: as seconds a recording would last {last:,.9g} s"
        return Counting(ONE[MILLISECONDS]), [Notice(file=file, what=what)]
    number, whole = sum(map(len, times)), all(one.is_integer() for one in chain(*times))
    gap = sum(max(of, default=0) for of in times) / number if number else 0
    if gap < FAR or not whole:
        return Counting(), []
    guess = MILLISECONDS if gap >= VERY_FAR else SECONDS
    what = f"nothing shows whether times up to {last:g} are seconds or milliseconds"
    return Counting(ONE[guess]), asked(file, what, guess, guess)


def too_long(file: str, ends: Collection[float]) -> list[Notice]:
    """Ask what times count that make many recordings last for days in all."""
    together = sum(ends)
    if len(ends) < MANY_RECORDINGS or together < DAYS:
        return []
    hours = round(together / 3600)
    what = f"{len(ends):,} recordings last {hours:,} hours in all, if times are seconds"
    return asked(file, what, SECONDS, MILLISECONDS)


def asked(file: str, what: str, so_far: object, example: str) -> list[Notice]:
    """Ask what times count, and say what they are taken for until somebody says it."""
    what, command = f"{what}; for now {so_far}", f'--times "{example}" for example'
    fix = "say what times count"
    return [Problem(file=file, what=what, fix=fix, asks="times", command=command)]
