"""Deciding about disputes: what becomes of a decision in the store, and what is shown then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from segmetrics.adjudication.adjudications import (
    Consensus,
    decided,
    decided_together,
    hand_decisions,
    reopened,
    settle,
)
from segmetrics.adjudication.consensus_in_time import TimeConsensus
from segmetrics.adjudication.disputes import Dispute
from segmetrics.axis import axis_of
from segmetrics.corpus import Adjudication, Corpus
from segmetrics.dashboard.components import Link
from segmetrics.dashboard.decide import words
from segmetrics.dashboard.decide.consensus_computations import rule_alone
from segmetrics.dashboard.decide.consensus_view import written_gold
from segmetrics.dashboard.decide.worklist import at as show
from segmetrics.dashboard.decide.worklist import worklist
from segmetrics.dashboard.frame.drafts import saved_copy
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.session_store import say, store, visitor
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server.logs import log
from segmetrics.io.write import WRITERS, CannotWrite
from segmetrics.store import ChangedMeanwhile
from segmetrics.store import at as place_in_store
from segmetrics.tables.consensus_tables import consensus_signature, hand_decision_in_words

MAX_COMMENT = 500
FORMAT = "segmetrics-json"
ENDING = WRITERS[FORMAT].ending


def _replace(
    found: SelectedCorpus,
    place: str,
    item: str,
    places: Collection[int],
    made: Sequence[Adjudication],
    step: str,
) -> None:
    """Replace what was decided about some places, if it is still what the visitor saw."""
    if found.corpus is None:
        return
    seen = [
        one
        for one in found.corpus.decisions
        if one.item == item and not set(places).isdisjoint(one.places)
    ]
    store().decide(
        visitor(),
        place,
        digest=found.corpus.called_digest,
        item=item,
        places=places,
        seen=seen,
        made=[*reopened(seen, item, places), *made],
        words=step,
    )
    log("saved", decisions=len(made))


def decide(
    found: SelectedCorpus,
    corpus: Corpus,
    view: UrlState,
    dispute: Dispute,
    *,
    at: int,
    passed: Collection[tuple[str, tuple[int, ...]]],
    where: int | None,
    comment: str,
) -> tuple[UrlState, str]:
    """Settle a dispute; return the view of the next open one in the worklist, and what was done."""
    made = settle(dispute, where, comment)
    place = found.place or saved_copy(found)
    (hand,) = hand_decisions(made, rule_alone(corpus, view))
    axis = axis_of(corpus)
    said = hand_decision_in_words(hand, axis)
    step = words.STEP_DECIDED.format(item=dispute.item, where=words.where(dispute, axis), said=said)
    try:
        _replace(found, place, dispute.item, dispute.places, made, step)
    except ChangedMeanwhile:
        if found.saved:
            raise
        # The copy that the visitor has already.
        say(words.ELSE, "warning")
        return replace(view, corpus=place), ""
    after = (*reopened(corpus.decisions, dispute.item, dispute.places), *made)
    before, work = worklist(corpus, view), worklist(corpus.with_decisions(after), view)
    along = [one for one in before.settled_along(work) if one != dispute]
    listed = words.named(dispute, axis)
    others = [words.at(one, axis) for one in along]
    stored = words.stored(listed, said, others)
    following = work.next(dispute, at, passed) or dispute
    return (
        show(replace(view, corpus=place), work, following),
        " ".join([stored, *_onto_another(corpus, view, dispute, made[-1].to)]),
    )


def _onto_another(corpus: Corpus, view: UrlState, dispute: Dispute, to: int | None) -> list[str]:
    """Say that a boundary was moved to where the consensus has one already."""
    made = decided(corpus, rule_alone(corpus, view))
    golden = [one.place for of in made if of.item == dispute.item for one in of.boundaries]
    if corpus.scale is not None or to is None or to not in golden or to in dispute.places:
        return []
    removed = [place for place in dispute.places if place in golden]
    return [words.already_there(to, removed, axis_of(corpus))]


def add(found: SelectedCorpus, view: UrlState, item: str, at: int, comment: str) -> UrlState:
    """Put a boundary where a recording has no dispute; return the view of it."""
    place, when = found.place or saved_copy(found), axis_of(found.corpus).place(at)
    step = words.STEP_DECIDED.format(item=item, where=when, said=words.ADDED.format(when))
    _replace(found, place, item, (at,), [Adjudication(item, at, "accept", comment=comment)], step)
    return replace(view, corpus=place, item=item, place=at, start=None)


def withdraw(found: SelectedCorpus, view: UrlState, item: str, at: int) -> UrlState:
    """Take back a boundary that a person added to a recording; return the view of its time."""
    place, when = found.place or saved_copy(found), axis_of(found.corpus).place(at)
    _replace(found, place, item, (at,), (), words.STEP_OPENED.format(item=item, where=when))
    return replace(view, corpus=place)


def take_back(found: SelectedCorpus, view: UrlState, dispute: Dispute) -> UrlState:
    """Open a dispute again; return the view of it."""
    decisions = found.corpus.decisions if found.corpus else ()
    where = words.where(dispute, axis_of(found.corpus))
    step = words.STEP_OPENED.format(item=dispute.item, where=where)
    place = found.place or saved_copy(found)
    _replace(found, place, dispute.item, decided_together(decisions, dispute), (), step)
    return replace(view, corpus=place)


def undo(found: SelectedCorpus, view: UrlState, step: int) -> UrlState:
    """Undo a step, and return the view of where it was made."""
    before = found.corpus.decisions if found.corpus else ()
    store().undo(visitor(), found.place, step)
    now = store().decisions(visitor(), found.place)
    changed = [one for one in (*before, *now) if (one in before) != (one in now)]
    if not changed:
        return view
    return replace(view, start=None, page=1, item=changed[0].item, place=changed[0].place)


def of_other_rounds(found: SelectedCorpus, view: UrlState) -> list[Link]:
    """Return the ways to other rounds of a project, if nothing is decided about this one.

    They lead to the decisions about others, and from an earlier round to the latest.
    """
    if found.saved is None or found.round is None or found.round.decided:
        return []
    said = {
        one.number: words.of_other_round(one.name, one.decided)
        for one in found.saved.rounds
        if one.decided
    }
    latest = [one for one in found.saved.rounds if one.digest][-1:]
    if latest and latest[0].number > found.round.number:
        told = words.earlier_round(found.round.name, latest[0].name)
        said.setdefault(latest[0].number, told)
    return [
        Link(text, view.of_corpus(place_in_store(found.saved.key, number)).href("decide"))
        for number, text in said.items()
    ]


def keep_consensus(found: SelectedCorpus, corpus: Corpus, made: Consensus | TimeConsensus) -> None:
    """Save the gold segmentation beside its corpus."""
    file = written_gold(corpus, made, FORMAT)
    if isinstance(file, CannotWrite):
        say(words.NOT_KEPT.format(file), "error")
        return
    store().artifacts.keep(
        visitor(),
        found.place,
        "consensus",
        file.content,
        title=words.KEPT_AS.format(made.options.signature.removeprefix("consensus=")),
        about={"made by": consensus_signature(made)},
    )
    log("saved", works=1)
    say(words.KEPT, "success")


def with_decisions(corpus: Corpus) -> bytes | str:
    """Return a file of a corpus with all decisions about it."""
    return WRITERS[FORMAT].write(corpus).content
