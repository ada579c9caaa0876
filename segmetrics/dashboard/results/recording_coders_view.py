"""The cards of people who segmented recordings."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.coder_cards_component import CardLine, Dots, ShownCard
from segmetrics.dashboard.results import recording_coders_words as words
from segmetrics.dashboard.results.overview_view import who_stands_out
from segmetrics.number_formats import rate
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.recording_agreement import RecordingAgreement, RecordingCoder

SHOWN_CARDS = 60


def headline(found: RecordingAgreement) -> list[str]:
    """Return how often people press, and who stands out."""
    if len(found.coders) < 2:
        return [words.ONE_CODER]
    said = [words.summary(found.coders, len(found.items))]
    return [*said, *(who_stands_out(found) or [words.nobody_stands_out(len(found.coders))])]


def worst_first(found: RecordingAgreement) -> list[RecordingCoder]:
    """Sort people: those who stand out, then those who agree least with the others."""

    def rank(row: RecordingCoder) -> tuple[bool, float]:
        named = row.standing is not None or row.timing is not None
        return not named, inf if row.value is None else row.value

    return sorted(found.coders, key=rank)


def shown_cards(found: RecordingAgreement, corpus: Corpus) -> list[ShownCard]:
    """Return the cards of people as they are drawn, with their group if there are several."""
    groups = {coder: group.name for group in corpus.groups for coder in group.coders}
    several = len(corpus.groups) > 1
    return [
        _card(row, found, groups[row.coder] if several else "")
        for row in worst_first(found)[:SHOWN_CARDS]
    ]


def _card(row: RecordingCoder, found: RecordingAgreement, group: str) -> ShownCard:
    others = [one for one in found.coders if one.coder != row.coder]
    rates = [one.rate for one in others]
    tolerance = found.options.tolerance
    lines = (
        CardLine(words.HOW_OFTEN, words.how_often(row, rates), _rates(row, rates)),
        CardLine(
            words.AGREEMENT,
            words.with_others(row),
            _dots(row.value, [one.value for one in others], row.value_interval),
        ),
        CardLine(
            words.GROUP,
            words.with_group(row),
            _dots(row.agreement, [one.agreement for one in others], row.agreement_interval),
        ),
        CardLine(words.EARLY_OR_LATE, words.when(row), _times(row, others, tolerance)),
    )
    return ShownCard(
        name=row.coder,
        about=group,
        headline=words.headline(row),
        stands_out=row.standing == "less" or row.timing is not None,
        lines=tuple(line for line in lines if line.text),
        places=(),
        message=words.message(row, tolerance, found.corpus.value),
    )


def _rates(row: RecordingCoder, others: Sequence[float]) -> Dots | None:
    """Put the presses a minute of a person among those of the others."""
    most = max(row.rate, *others, 0.0)
    if not most:
        return None
    return _dots(
        row.rate / most,
        [one / most for one in others],
        _scaled(row.rate_interval, 1 / most, 0.0),
        ends=("0", rate(most)),
    )


def _times(row: RecordingCoder, others: Sequence[RecordingCoder], tolerance: float) -> Dots | None:
    """Put how late a person presses among the others: in the middle is in time."""
    if row.later is None or not tolerance:
        return None
    widest = max(abs(one.later) for one in (row, *others) if one.later is not None)
    reach = max(widest, tolerance / 3)

    def share(later: float | None) -> float | None:
        return None if later is None else later / reach / 2 + 0.5

    return _dots(
        share(row.later),
        [share(one.later) for one in others],
        _scaled(row.later_interval, 0.5 / reach, 0.5),
        ends=(words.EARLY, words.LATE),
    )


def _scaled(interval: Interval, by: float, to: float) -> Interval:
    if interval.low is None or interval.high is None:
        return interval
    return Interval(interval.low * by + to, interval.high * by + to)


def _dots(
    own: float | None,
    others: Sequence[float | None],
    interval: Interval,
    *,
    ends: tuple[str, str] = ("0", "1"),
) -> Dots | None:
    if own is None:
        return None
    around = None
    if interval.low is not None and interval.high is not None:
        around = (interval.low, interval.high)
    return Dots(own, tuple(one for one in others if one is not None), ends, around)
