"""How agreement on recordings is measured."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from segmetrics.metrics.time.trimming import Trim
from segmetrics.number_formats import of_level, seconds
from segmetrics.reliability.jackknife import check_interval_level
from segmetrics.reliability.pair_hit_rates import TimeNull, check_null, check_shuffles


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordingOptions:
    """How agreement on recordings is measured; goes with every number as its signature.

    Parameters
    ----------
    tolerance : float, default 3
        How many seconds apart two boundaries may be to be one boundary; 0.5 is common too.
    null : {"circular shift", "shuffled gaps", "shared pace"}, default "circular shift"
        How independent people are made, see `hit_rate_curve`.
    bin_width : float, default 1
        Seconds of a bin, for `segmentation_agreement`.
    trim : pair of float, default (0, 0)
        Seconds at the start and at the end of each recording that do not count.
    minimum_gap : float, default 0
        Of two boundaries of a person less than so many seconds apart only the first counts.
    shuffles : int, default 199
        How many times independent people are made; 0 for none. Of a corpus with more than
        some million boundaries in all pairs fewer are made, see `recording_agreement`.
    level : float, default 0.95
        Share of intervals that are to hold the true value, 0.5 to 0.999.
    seed : int, default 1
        Equal seeds give equal chance levels.

    Raises
    ------
    ValueError
        If an option is out of its range.
    """

    tolerance: float = 3.0
    null: TimeNull = "circular shift"
    bin_width: float = 1.0
    trim: Trim = (0.0, 0.0)
    minimum_gap: float = 0.0
    shuffles: int = 199
    level: float = 0.95
    seed: int = 1

    def __post_init__(self) -> None:
        lengths = (self.tolerance, *self.trim, self.minimum_gap)
        if not all(isfinite(length) and length >= 0 for length in lengths):
            raise ValueError(
                f"tolerance, trim and minimum_gap are numbers of seconds from 0 on, got {lengths}"
            )
        if not (isfinite(self.bin_width) and self.bin_width > 0):
            raise ValueError(f"a bin is a number of seconds above 0 wide, got {self.bin_width!r}")
        check_null(self.null)
        check_shuffles(self.shuffles)
        check_interval_level(self.level)

    @property
    def signature(self) -> str:
        """The options in one line, for a caption or a footnote."""
        return self._signed("F", [f"bins of {seconds(self.bin_width)}"])

    @property
    def grains_signature(self) -> str:
        """The options of the alignment of grains in one line."""
        return self._signed("aligned", [])

    def _signed(self, what: str, more: list[str]) -> str:
        said = [f"{what} within {seconds(self.tolerance)}"]
        if self.shuffles:
            said.append(f"chance by {self.null}, {self.shuffles:,} times, seed {self.seed}")
        said += more
        if any(self.trim):
            start, end = map(seconds, self.trim)
            said.append(f"without {start} at the start and {end} at the end")
        if self.minimum_gap:
            said.append(f"boundaries at least {seconds(self.minimum_gap)} apart")
        return ", ".join([*said, f"{of_level(self.level)} intervals"])
