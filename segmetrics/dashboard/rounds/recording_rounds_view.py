"""Rounds of recordings: how far people agree in each, and what changed between two."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame import job_words
from segmetrics.dashboard.frame.computations import agreement_of
from segmetrics.dashboard.frame.jobs import PATIENT, Job
from segmetrics.dashboard.frame.selected_corpus import RoundOpened
from segmetrics.dashboard.rounds import recording_rounds_words as words
from segmetrics.dashboard.server import tasks
from segmetrics.reliability.grain_alignment import GrainAlignments, grain_alignment
from segmetrics.reliability.recording_changes import (
    RecordingChanges,
    recording_changes,
)
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.comparison_words import people_in_words
from segmetrics.tables.recording_round_tables import recording_round_table

GRAINS = 1.5
"""How many times as many presses the fine one of two rounds has, for them to be two grains."""


def of_one_kind(opened: Sequence[RoundOpened]) -> tuple[list[RoundOpened], list[str]]:
    """Return the rounds that are of the kind of the first, and the names of the others."""
    known = [one.corpus for one in opened if one.corpus is not None]
    texts = bool(known) and known[0].scale is None
    left_out = [
        one.name for one in opened if one.corpus is not None and (one.corpus.scale is None) != texts
    ]
    return [one for one in opened if one.name not in left_out], left_out


def changes_of(before: Corpus, after: Corpus, options: RecordingOptions) -> RecordingChanges | None:
    """Compare two rounds of recordings, see `computed`."""
    return Job(
        ("recording changes", before.codings_digest, after.codings_digest, options),
        partial(tasks.at_once, recording_changes, before, after, options),
        label=job_words.COMPARISON,
        of=(before, after),
        unasked=PATIENT,
    ).computed()


def each_round(
    names: Sequence[str], corpora: Sequence[Corpus], options: RecordingOptions
) -> PageTable:
    """Show agreement in each round by all its codings, see `computed`."""
    found = [agreement_of(corpus, options).computed() for corpus in corpora]
    known = [one for one in found if one is not None]
    return page(recording_round_table(names, known))


def grains_of(
    before: Corpus, after: Corpus, changes: RecordingChanges, options: RecordingOptions
) -> GrainAlignments | None:
    """Compare two rounds as grains if one has far fewer presses, see `computed`."""
    rates = next(((row.before, row.after) for row in changes.rows if row.key == "rate"), None)
    if rates is None or not all(rates):
        return None
    one, other = (rate_ or 0 for rate_ in rates)
    if max(one, other) < GRAINS * min(one, other):
        return None
    coarse, fine = (before, after) if one < other else (after, before)
    return Job(
        ("grains", coarse.codings_digest, fine.codings_digest, options),
        partial(tasks.at_once, grain_alignment, coarse, fine, options),
        label=job_words.COMPARISON,
        of=(coarse, fine),
        unasked=PATIENT,
    ).computed()


def headline(found: RecordingChanges) -> list[str]:
    """Return who is compared and what changed, or why nothing can be compared."""
    if found.undefined:
        return [words.not_comparable(found.undefined)]
    by_key = {row.key: row for row in found.rows}
    who = people_in_words(found.compared, noun="recording")
    answer = words.answer(by_key["rate"], by_key["corrected"], found.compared)
    return [who, answer] if who else [answer]
