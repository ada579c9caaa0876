"""What low agreement comes from: what R becomes without what a coder does, computed anew.

Conventions
-----------
Only a coder who stands out is a cause: in texts by `segmetrics.coder_findings` or by the verdicts
of `segmetrics.coder_model`, in recordings by `segmetrics.reliability.recording_agreement`. Each has
one *remedy*, and R (F beyond chance) is computed of the codings as they are after it:

``earlier``, ``later``
    boundaries of one who is late (early) lie a place earlier (later), in recordings as many seconds
    as the coder is late, but not in items in which they fit those of the others at least as well
    as they are (`segmetrics.claims.remedies.fit_as_coded`), so that no item fits worse for a move;
``without own``
    one who marks much in texts loses the boundaries that nobody else has nearby, or is left out,
    whichever raises R more;
``left out``
    one who marks little, everywhere or at random is left out, and one who agrees less or has many
    of their own in recordings.

The best remedy is applied first, and the others are measured beside it. One that raises R by less
than `LEAST_RISE` is none; in recordings, where a tolerance hides it, one who is late or early is a
cause if F is higher as people read it. One culprit hides another: beside one who is late, everybody
has boundaries of their own. So once the remedies are applied it is asked again who stands out, as
long as `ENOUGH_LEFT` coders are left. Who is late or early as half of the coders are is none: the
other half is as far from them. What remains low after all remedies comes from nobody in particular.

An item is *cleared* if its agreement may be chance or is low, and is well beyond chance once those
of its coders who are late or early are moved, and the other causes left out: nothing is wrong with
the text. Three of its coders have to remain, and neither R nor alpha may be lower then. It is
*mended* if it is well beyond chance once the
boundaries of one who is out of step there are moved, *eased* if its agreement may be chance, and is
at least more than that with the changes. Of the others, those are *fine* that are well beyond
chance as they are; the rest is *open*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import inf

from segmetrics.axis import on_axis
from segmetrics.boundary_marks import plain, with_uncertain
from segmetrics.claims.cause_types import Cause, Causes, GroupCauses, Slip
from segmetrics.claims.item_causes import ITEM_KINDS, items_after
from segmetrics.claims.remedies import Suspect, Suspects, moved_in, remedied
from segmetrics.claims.suspects import suspects_in_recordings, suspects_in_texts, without_halves
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import CoderGroup, Corpus
from segmetrics.metrics.time.trimming import with_presses_counted
from segmetrics.number_formats import short
from segmetrics.reliability.chance import chance
from segmetrics.reliability.coder_findings import CoderFinding, FindingTable, coder_findings
from segmetrics.reliability.fitted_coders import WIDEST, CoderModel, CoderModelOptions
from segmetrics.reliability.odd_places import OutOfStep
from segmetrics.reliability.progress import Progress, reported
from segmetrics.reliability.recording_agreement import (
    RecordingAgreement,
    recording_agreement,
)
from segmetrics.reliability.recording_options import RecordingOptions
from segmetrics.reliability.reliability_table import (
    ReliabilityTable,
    reliability_of,
)
from segmetrics.reliability.schools import schools_of

LEAST_RISE = 0.02
"""R by which a remedy raises agreement at least; less does not show beside its interval."""

ENOUGH_LEFT = 4
"""Coders who are left after remedies, among whom another can still be found to stand out."""


@on_axis("causes", only="units")
def causes(
    corpus: Corpus,
    options: AgreementOptions | None = None,
    *,
    reliability: ReliabilityTable | None = None,
    model: CoderModel | None = None,
    findings: FindingTable | None = None,
    progress: Progress | None = None,
) -> Causes:
    """Tell what low agreement comes from, by what R is without it.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    options : AgreementOptions, optional
        How R is computed.
    reliability : ReliabilityTable, optional
        What `segmetrics.agreement` rests on, of the same corpus and options; computed if left out.
    model : CoderModel, optional
        What `segmetrics.coder_model` says of the same corpus; fitted with the same n if left out.
    findings : FindingTable, optional
        What `segmetrics.coder_findings` says of it, likewise.
    progress : callable, optional
        Is called with the share that is done; may raise to stop the computation.

    Returns
    -------
    Causes
        Coders, and items that need no work without them; none where nobody stands out.

    Examples
    --------
    >>> same = {n: [9, n + 4, 17] for n in range(6)}
    >>> masses = {
    ...     f"i{n}": {"x": sizes, "y": sizes, "z": sizes, "odd": [n + 30]}
    ...     for n, sizes in same.items()
    ... }
    >>> (row,) = causes(Corpus.from_masses(masses)).rows
    >>> round(row.corrected, 2), [(one.coder, one.remedy, one.corrected) for one in row.causes]
    (0.64, [('odd', 'left out', 1.0)])
    """
    options = options or AgreementOptions()
    corpus = plain(with_uncertain(corpus, options.uncertain))
    reliability = reliability or reliability_of(corpus, options)
    model = model or coder_model(corpus, CoderModelOptions(n=min(options.n, WIDEST)))
    rows = (findings or coder_findings(corpus)).rows
    groups = [
        _of_group(corpus, group, options, reliability, rows, model)
        for group in reported(corpus.groups, progress, len(corpus.groups))
    ]
    return Causes(tuple(groups))


def _of_group(
    corpus: Corpus,
    group: CoderGroup,
    options: AgreementOptions,
    reliability: ReliabilityTable,
    findings: Sequence[CoderFinding],
    model: CoderModel,
) -> GroupCauses:
    """Apply the remedy of each coder of a group who stands out, alone and together."""
    now = next(row.corrected for row in reliability.groups if row.item == group.name)
    within = corpus.select(items=group.items, coders=group.coders)
    schools = schools_of(within.items, within.people)
    suspects = without_halves(
        within, suspects_in_texts(within, findings, model, group.coders, schools)
    )
    if now is None:
        return GroupCauses(group.name, now)
    # R has no error of shuffling: the least number will do.
    shuffling = replace(reliability.shuffling, shuffles=10)

    def r_of(changed: Corpus) -> float | None:
        return chance(changed, options, shuffling).corpus.corrected

    slips = [
        Slip(one, then)
        for row in findings
        for one in row.odd_items
        if isinstance(one, OutOfStep) and not one.in_step and one.item in within
        if (then := r_of(moved_in(within, one))) is not None
    ]

    def after(remedies: Suspects) -> float | None:
        changed = remedied(within, remedies, options.model.n)
        return None if changed is None else r_of(changed)

    def again(remedies: Suspects) -> Suspects:
        changed = remedied(within, remedies, options.model.n)
        if changed is None:
            return {}
        fitted = coder_model(changed, model.options)
        rows = coder_findings(changed).rows
        found = suspects_in_texts(within, rows, fitted, group.coders, schools)
        return without_halves(within, found)

    found, together = _one_after_another(group.coders, suspects, after, again)
    found = _with_uncoded(within, found)
    of, mended, falls = items_after(within, found, slips, options, reliability)
    cleared, eased, fine, still = (of.get(kind, ()) for kind in ITEM_KINDS)
    return GroupCauses(
        group.name,
        now,
        found,
        together,
        cleared,
        eased,
        fine,
        still,
        slips=tuple(one for one in slips if one.corrected - now >= LEAST_RISE),
        mended=mended,
        falls=falls,
    )


@on_axis("causes", only="seconds")
def causes_in_recordings(
    corpus: Corpus,
    options: RecordingOptions | None = None,
    *,
    agreed: RecordingAgreement | None = None,
) -> Causes:
    """Tell what low agreement on recordings comes from, by what F beyond chance is without it.

    Parameters
    ----------
    corpus : Corpus
        Recordings, see `Corpus.from_times`.
    options : RecordingOptions, optional
        How agreement is measured.
    agreed : RecordingAgreement, optional
        What `segmetrics.agreement` says of the same recordings; computed if left out.

    Returns
    -------
    Causes
        People, in one row for all; none where nobody stands out.

    Examples
    --------
    >>> from segmetrics import causes, sample
    >>> (row,) = causes(sample("film")).rows
    >>> [(one.coder, one.trait, one.remedy) for one in row.causes]
    [('jun', 'own', 'left out'), ('gus', 'late', 'earlier')]
    """
    options = options or RecordingOptions()
    agreed = agreed or recording_agreement(corpus, options)
    # What does not count is not moved to where it would.
    corpus = with_presses_counted(corpus, trim=options.trim, minimum_gap=options.minimum_gap)
    now, seen_first = agreed.corpus.corrected, suspects_in_recordings(corpus, agreed)
    suspects = without_halves(corpus, seen_first)
    if now is None or not suspects:
        return Causes((GroupCauses("", now, unit="seconds"),))

    @cache
    def measured(remedies: frozenset[tuple[str, Suspect]]) -> RecordingAgreement | None:
        changed = remedied(corpus, dict(remedies))
        return None if changed is None else recording_agreement(changed, options)

    def after(remedies: Suspects) -> float | None:
        found = measured(frozenset(remedies.items()))
        return None if found is None else found.corpus.corrected

    def again(remedies: Suspects) -> Suspects:
        found = measured(frozenset(remedies.items()))
        seen = without_halves(corpus, suspects_in_recordings(corpus, found)) if found else {}
        # Beside a chosen few, somebody always agrees less.
        return {coder: one for coder, one in seen.items() if one.trait != "less"}

    found, together = _one_after_another(corpus.coders, suspects, after, again, hide=True)
    found = _with_uncoded(corpus, found)
    return Causes((GroupCauses("", now, found, together, unit="seconds"),))


def _with_uncoded(corpus: Corpus, found: Sequence[Cause]) -> tuple[Cause, ...]:
    """Return causes with the items that their coders did not code."""

    def uncoded(coder: str) -> tuple[str, ...]:
        return tuple(item.name for item in corpus.items if coder not in item.codings)

    return tuple(one._replace(uncoded=uncoded(one.coder)) for one in found)


def _one_after_another(
    coders: Sequence[str],
    suspects: Suspects,
    measure: Callable[[Suspects], float | None],
    again: Callable[[Suspects], Suspects],
    *,
    hide: bool = False,
) -> tuple[tuple[Cause, ...], float | None]:
    """Return who of those who stand out is a cause, then who is once these are remedied.

    Where a tolerance may `hide` who is late, even a move that raises nothing is tried with others.
    """
    known: dict[frozenset[tuple[str, Suspect]], float] = {}

    def after(remedies: Suspects) -> float:
        key = frozenset(remedies.items())
        if key not in known:
            value = measure(remedies)
            known[key] = -inf if value is None else value
        return known[key]

    found: dict[str, Suspect] = {}
    while suspects:
        before = len(found)
        while better := _better(found, suspects, after, hide=hide):
            found = better
        left = sum(coder not in found or bool(found[coder].by) for coder in coders)
        enough = len(found) > before and left >= ENOUGH_LEFT
        suspects = again(found) if enough else {}
    found = _needed(found, after, hide=hide)
    causes = [
        Cause(coder, one.trait, one.remedy, after({coder: one}), one.by, but_in=one.but_in)
        for coder, one in found.items()
    ]
    causes.sort(key=lambda one: -one.corrected)
    return tuple(causes), after(found) if len(found) > 1 else None


def _better(
    found: Mapping[str, Suspect],
    suspects: Suspects,
    after: Callable[[Suspects], float],
    *,
    hide: bool,
) -> dict[str, Suspect] | None:
    """Return the remedies with the best further one; None if none raises agreement enough."""
    now = after(found)
    more = [
        (then, {**found, coder: way})
        for coder, one in suspects.items()
        if coder not in found
        for way in one.ways
        if (then := after({**found, coder: way})) - now >= (0.0 if hide and way.by else LEAST_RISE)
    ]
    return max(more, key=lambda each: each[0])[1] if more else None


def _needed(
    found: Mapping[str, Suspect], after: Callable[[Suspects], float], *, hide: bool
) -> dict[str, Suspect]:
    """Return the remedies without each of which agreement would be lower, whatever the others."""
    left = dict(found)
    while left:
        without = {coder: {k: v for k, v in left.items() if k != coder} for coder in left}
        needless = [
            rest
            for coder, rest in without.items()
            if not (
                _reads_higher(after({coder: left[coder]}), after({}))
                or _reads_higher(after(left), after(rest))
                if hide and left[coder].by
                else after(left) - after(rest) >= LEAST_RISE
            )
        ]
        if not needless:
            break
        left = max(needless, key=after)
    return left


def _reads_higher(one: float, other: float) -> bool:
    return one > other and short(one) != short(other)
