"""Who is looked at: without some coders, with some alone, or with theirs moved; never stored."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from segmetrics.axis import Unit, axis_of
from segmetrics.claims.cause_sentences import SYMBOLS
from segmetrics.claims.cause_types import Cause, Causes
from segmetrics.claims.remedies import fit_as_coded, shifted, shifted_but, without_own
from segmetrics.corpus import Corpus, CorpusError
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.jobs import kept
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import plain_seconds
from segmetrics.phrases import capital, counted, joined, listed, plural
from segmetrics.reliability.odd_places import OddItem, OutOfStep, Unrelated
from segmetrics.reliability.recording_agreement import RecordingAgreement

IN_ITEM = re.compile(r"([+-][0-9]{1,3}) in (.+)")
"""A change that moves the boundaries of a coder in one item alone: ``-2 in Interview 03``."""
MOVES = ("earlier", "later")
"""Changes that move the boundaries of a coder."""

FEWEST_WITH_REFERENCE = 3
"""Coders of whom two are left without the reference."""

NAMED, MOST_SLIPS = 6, 3
"""Coders whom a sentence names, and links that move one in one item alone."""


class Shown(NamedTuple):
    """A corpus as a view shows it, and what else to know: why it is as it is, who is gone."""

    corpus: Corpus
    notes: tuple[str, ...] = ()
    changed: bool = False
    nobody: bool = False  # is left of those who are asked for, so all are as they are


def changes_of(view: UrlState) -> dict[str, str]:
    """Return what a view changes of which coders."""
    return dict(zip(view.who[::2], view.who[1::2], strict=False))


def moved_in(view: UrlState) -> frozenset[str]:
    """Return whose boundaries a view moves."""
    changes = changes_of(view).items()
    return frozenset(coder for coder, of in changes if of in MOVES or _in_item(of))


def with_changes(view: UrlState, changes: Mapping[str, str]) -> UrlState:
    """Return the view with other changes of coders."""
    said = tuple(part for coder, change in changes.items() for part in (coder, change))
    return replace(view, who=said, by=view.by if said else UrlState().by, page=1, number="")


def shown(view: UrlState, corpus: Corpus) -> Shown:
    """Return a corpus as a view shows it."""
    found = _shown(view, corpus)
    not_there = [
        words.NOT_IN_ITEM.format(slip[1], coder)
        for coder, change in changes_of(view).items()
        if (slip := _in_item(change)) and coder in corpus.coders
        if not _known(coder, change, corpus)
    ]
    return found._replace(notes=(*_impossible(view, corpus.coders), *not_there, *found.notes))


def shown_in_rounds(
    view: UrlState, rounds: Sequence[tuple[str, Corpus]]
) -> tuple[list[Corpus | None], tuple[str, ...], bool]:
    """Return named rounds as a view shows them, what there is to know, and whether any is changed.

    A coder may be in one of them alone; a round in which nobody is left is None. Who is late in one
    of them alone is moved in that one alone.
    """
    every = [corpus for _, corpus in rounds]
    of_one_kind = len({axis_of(corpus) for corpus in every}) == 1
    found = [_shown(view, corpus, every if of_one_kind else ()) for corpus in every]
    notes = _impossible(view, {name for _, corpus in rounds for name in corpus.coders})
    if all(one.nobody for one in found):
        return [one.corpus for one in found], (*notes, words.NOBODY_LEFT), False
    for (name, _), one in zip(rounds, found, strict=True):
        said = [words.ROUND_LEFT_OUT] if one.nobody else one.notes
        notes += [f"{name}: {note}" for note in said]
    seen = [None if one.nobody else one.corpus for one in found]
    return seen, tuple(notes), any(one.changed for one in found)


def _impossible(view: UrlState, coders: Collection[str]) -> list[str]:
    """Say what a view asks for that cannot be done with any coders."""
    asked = changes_of(view)
    return [words.NOT_THERE.format(name) for name in asked if name not in coders] + [
        words.NO_CHANGE.format(one, ", ".join(words.CHANGES))
        for one in asked.values()
        if one not in words.CHANGES and not IN_ITEM.fullmatch(one)
    ]


def _in_item(change: str) -> tuple[int, str] | None:
    """Return by how many units or seconds a change moves boundaries in which item, if it does."""
    found = IN_ITEM.fullmatch(change)
    return (int(found[1]), found[2]) if found else None


def _known(coder: str, change: str, corpus: Corpus) -> bool:
    """Return whether a change can be made of a corpus."""
    slip = _in_item(change)
    if slip is None:
        return coder in corpus.coders and change in words.CHANGES
    return slip[1] in corpus and coder in corpus[slip[1]].codings


def _shown(view: UrlState, corpus: Corpus, rounds: Sequence[Corpus] = ()) -> Shown:
    """Return a corpus as a view shows it, as far as that can be done, and of which rounds it is."""
    asked = changes_of(view)
    changes = {coder: change for coder, change in asked.items() if _known(coder, change, corpus)}
    nobody = "only" in asked.values() and "only" not in changes.values()
    if nobody or not changes:
        return Shown(corpus, nobody=nobody)
    others = [one for one in rounds if one is not corpus]
    beside = [one.named_digest for one in others]
    key = ("who", corpus.named_digest, *changes.items(), view.by, view.n, *beside)
    try:
        steps = _steps(corpus, changes, view.by)
        stays = ("stays", corpus.named_digest, *steps.items(), *beside)
        stay = kept(stays, lambda: _stay(corpus, steps, others))
        plain = corpus.with_decisions(())
        found = kept(key, lambda: _changed(plain, changes, steps, stay, view.n))
    except CorpusError:
        return Shown(corpus, (words.NOBODY_LEFT,), nobody=True)
    except ValueError as error:
        return Shown(corpus, (words.NOT_MOVED.format(error),))
    notes = [
        words.STAYS.format(coder=coder, items=joined(items, NAMED)) for coder, items in stay.items()
    ]
    if found.codings_digest == corpus.codings_digest:
        return Shown(corpus, tuple(notes))
    if len(found) < len(corpus):
        gone = [item.name for item in corpus.items if item.name not in found]
        notes.append(words.ITEMS_GONE.format(listed(gone, NAMED)))
    decisions = [one for one in corpus.decisions if one.item in found]
    return Shown(found.with_decisions(decisions), tuple(notes), changed=True)


def _steps(corpus: Corpus, changes: Mapping[str, str], by: float) -> dict[str, int]:
    """Return whose boundaries are moved in more than one item, and by how many positions."""
    who = [coder for coder, change in changes.items() if change in MOVES]
    if not who:
        return {}
    step = axis_of(corpus).positions("by", int(by) if by.is_integer() else by)
    return {coder: -step if changes[coder] == "earlier" else step for coder in who}


def _stay(
    corpus: Corpus, steps: Mapping[str, int], rounds: Sequence[Corpus]
) -> dict[str, tuple[str, ...]]:
    """Return whose boundaries stay in which items, as they fit the others no worse there."""
    found = {coder: fit_as_coded(corpus, coder, step, rounds) for coder, step in steps.items()}
    return {coder: items for coder, items in found.items() if items}


def _changed(
    corpus: Corpus,
    changes: Mapping[str, str],
    steps: Mapping[str, int],
    stay: Mapping[str, Sequence[str]],
    n: int,
) -> Corpus:
    """Return a corpus without some coders, with some alone, or with other boundaries of theirs."""
    # A group keeps its name without the coder who stands for it.
    titles = {name: one.title for one in corpus.groups for name in one.coders if one.title}
    left = {coder for coder, change in changes.items() if change == "without"}
    if "only" in changes.values():
        left |= set(corpus.coders).difference(changes)
    names = [name for name in corpus.coders if name not in left]
    corpus = corpus.with_group_titles(titles).select(coders=names)
    if steps:
        corpus = replace(corpus, items=tuple(shifted_but(corpus.items, steps, stay)))
    for coder, change in changes.items():
        if slip := _in_item(change):
            far, name = slip
            step = axis_of(corpus).positions("by", abs(far)) * (1 if far > 0 else -1)
            items = [
                shifted(item, {coder: step}) if item.name == name else item for item in corpus.items
            ]
            corpus = replace(corpus, items=tuple(items))
    own = [coder for coder, change in changes.items() if change == "own"]
    return replace(corpus, items=tuple(without_own(item, own, n) for item in corpus.items))


def who_in_words(view: UrlState, unit: Unit, noun: str = "unit") -> str:
    """Return who is looked at: ``without an3 and with an4 1 unit earlier``."""
    length, said, changes = _length(view.by, unit, noun), [], changes_of(view)
    for change in words.CHANGES:
        who = joined([coder for coder, one in changes.items() if one == change] or [""], NAMED)
        if who and change == "own":
            said.append(f"without {who}'s boundaries that nobody else has nearby")
        elif who and change not in MOVES:
            said.append(f"{change} {who}")
        elif who:
            said.append(f"with {who} {length} {change}")
    for coder, change in changes.items():
        if slip := _in_item(change):
            far, item = slip
            way = MOVES[far > 0]
            said.append(f"with {coder} {_length(abs(far), unit, noun)} {way} in {item}")
    return joined(said)


def _length(by: float, unit: Unit, noun: str) -> str:
    """Return by how much boundaries are moved."""
    if unit == "seconds":
        return f"{plain_seconds(by)} s"
    return counted(int(by), noun) if by == int(by) else f"{by:g} {plural(noun)}"


def seen_of(view: UrlState, corpus: Corpus) -> str:
    """Return whom a view of a corpus looks at, as figures say it: empty for all as they are."""
    if not shown(view, corpus).changed:
        return ""
    return capital(who_in_words(view, axis_of(corpus).unit, corpus.unit))


def moved_coders(view: UrlState) -> frozenset[str]:
    """Return whose boundaries a view moves, in all items or in one.

    Where they lie beside those of the others is told of codings as they are alone.
    """
    changes = changes_of(view).items()
    return frozenset(coder for coder, one in changes if one in MOVES or _in_item(one))


def places_as_coded(odd: Sequence[OddItem], view: UrlState) -> tuple[OddItem, ...]:
    """Return what is odd in items, but for where boundaries lie that a view has moved."""
    gone = moved_coders(view)
    return tuple(
        one for one in odd if not (one.coder in gone and isinstance(one, OutOfStep | Unrelated))
    )


def recordings_as_coded(found: RecordingAgreement, view: UrlState) -> RecordingAgreement:
    """Return agreement on recordings, but for where boundaries lie that a view has moved."""
    rows = (replace(one, odd_items=places_as_coded(one.odd_items, view)) for one in found.coders)
    return replace(found, coders=tuple(rows)) if moved_coders(view) else found


def without(view: UrlState, *coders: str) -> UrlState:
    """Return the view without some coders, and else as it is."""
    return with_changes(view, {**changes_of(view), **dict.fromkeys(coders, "without")})


def moved(view: UrlState, coder: str, by: float, *, earlier: bool) -> UrlState:
    """Return the view with the boundaries of a coder moved, and else as it is."""
    # All are moved by as much.
    stay = {
        name: change
        for name, change in changes_of(view).items()
        if by == view.by or change not in MOVES
    }
    changes = {**stay, coder: "earlier" if earlier else "later"}
    return replace(with_changes(view, changes), by=by)


def with_remedies(view: UrlState, found: Causes) -> UrlState:
    """Return the view without what keeps agreement low."""
    for row in found.rows:
        for one in row.causes:
            view = with_remedy(view, one)
    return view


def with_remedy(view: UrlState, cause: Cause) -> UrlState:
    """Return the view with what a coder does remedied, so that R is as it is said."""
    if cause.by:
        return moved(view, cause.coder, cause.by, earlier=cause.remedy == "earlier")
    if cause.remedy == "without own":
        return with_changes(view, {**changes_of(view), cause.coder: "own"})
    return without(view, cause.coder)


def see_it(view: UrlState, address: str, unit: Unit, noun: str = "unit") -> Link:
    """Return the link to a view on a page, called by whom it looks at."""
    return Link(words.SEE_IT.format(who_in_words(view, unit, noun)), view.href(address))


def reference_counts(view: UrlState, corpus: Corpus) -> tuple[list[str], list[Link]]:
    """Return that a reference is among those compared, and the link without it; of two neither."""
    reference, axis = corpus.reference, axis_of(corpus)
    if reference is None or len(corpus.coders) < FEWEST_WITH_REFERENCE:
        return [], []
    said = words.REFERENCE_COUNTS.format(coder=reference, symbol=SYMBOLS[axis.unit])
    return [said], [see_it(without(view, reference), "", axis.unit, corpus.unit)]


def see_slips(
    view: UrlState, odd: Sequence[OddItem], address: str, unit: Unit, noun: str = "unit"
) -> list[Link]:
    """Return the links to a page with the boundaries moved of who is out of step in one item."""
    slips = [one for one in odd if isinstance(one, OutOfStep) and not one.in_step]
    changes = [{one.coder: f"{one.by:+d} in {one.item}"} for one in slips[:MOST_SLIPS]]
    views = [with_changes(view, {**changes_of(view), **change}) for change in changes]
    return [see_it(one, address, unit, noun) for one in views]


def everybody(view: UrlState) -> UrlState:
    """Return the view with all coders as they are."""
    return with_changes(view, {})
