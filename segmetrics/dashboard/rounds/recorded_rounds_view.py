"""Rounds of recordings: what changed between them, and their tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from segmetrics.dashboard.frame.computations import agreement_of
from segmetrics.dashboard.rounds import rounds_words as words
from segmetrics.dashboard.rounds.compare_view import compared
from segmetrics.number_formats import seconds
from segmetrics.reliability.grain_alignment import grain_alignment
from segmetrics.reliability.recording_changes import (
    RecordingChanges,
    RecordingRound,
    RecordingRounds,
    RecordingStep,
    recording_changes,
)
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.trends import CodingRound
from segmetrics.tables.columns import Table
from segmetrics.tables.comparison_words import people_in_words
from segmetrics.tables.grain_tables import alignment_table
from segmetrics.tables.recording_round_tables import rounds_tables

GRAINS = 1.5
"""How many times as many boundaries the fine one of two rounds has, for them to be two grains."""

# ----- recordings


def followed_recordings(
    named: Sequence[CodingRound], options: RecordingOptions
) -> RecordingRounds | None:
    """Follow agreement on recordings over rounds, see `computed`."""
    rounds = [
        RecordingRound(one.name, one.corpus.codings_digest, agreed)
        for one in named
        if (agreed := agreement_of(one.corpus, options).computed())
    ]
    steps = [
        RecordingStep(one.name, other.name, changes)
        for one, other in pairwise(named)
        if (
            changes := compared(
                "recording changes", recording_changes, one.corpus, other.corpus, options
            )
        )
    ]
    complete = len(rounds) == len(named) == len(steps) + 1
    return RecordingRounds(tuple(rounds), tuple(steps)) if complete else None


def headline(found: RecordingChanges) -> list[str]:
    """Return who is compared and what changed, or why nothing can be compared."""
    if found.undefined:
        return [words.NOT_COMPARABLE.format(found.undefined)]
    who = people_in_words(found.compared, noun="recording")
    return [*filter(None, [who]), words.answer(found)]


def recording_tables(
    found: RecordingRounds, named: Sequence[CodingRound], options: RecordingOptions
) -> list[Table[Any]]:
    """Return each round, what changed, and steps from a grain to another, see `computed`."""
    shared = any(step.compared.whose == "shared" for _, _, step in found.steps)
    tables = [replace(one, caption=words.CAPTIONS[one.key]) for one in rounds_tables(found)]
    tables[0] = replace(tables[0], lead=words.EVERYBODY_COUNTS if shared else "")
    for (before, after), (_, _, changes) in zip(pairwise(named), found.steps, strict=True):
        rate = changes.coefficients.get("rate")
        if rate is None or not (rate.before and rate.after):
            continue
        coarse, fine = (before, after) if rate.before < rate.after else (after, before)
        if max(rate.before, rate.after) < GRAINS * min(rate.before, rate.after):
            continue
        aligned = compared("grains", grain_alignment, coarse.corpus, fine.corpus, options)
        if aligned:
            tables.append(
                replace(
                    alignment_table(aligned),
                    key=f"grains {before.corpus.codings_digest}",
                    title=words.GRAINS,
                    lead=words.alignment_answer(aligned, seconds(options.tolerance)),
                    caption=words.GRAINS_CAPTION,
                    notes=(words.GRAINS_HOW.format(words.GRAINS_MOVED[options.null]),),
                )
            )
    return tables
