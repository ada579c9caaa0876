"""Deciding about disputes: what becomes of a decision in the store, and what is shown then."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from segmetrics.adjudication.adjudications import Consensus, last_words, reopened, settle
from segmetrics.adjudication.disputes import Dispute
from segmetrics.corpus import Adjudication, Corpus
from segmetrics.dashboard.decide.consensus_view import place_in_words, worklist, written_gold
from segmetrics.dashboard.frame.drafts import saved_copy
from segmetrics.dashboard.frame.paging import PAGE_SIZE
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.session_store import say, store, visitor
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server.logs import log
from segmetrics.io.write import WRITERS, CannotWrite
from segmetrics.store import ChangedMeanwhile
from segmetrics.tables.consensus_tables import consensus_signature, outcome

MAX_COMMENT = 500
FORMAT = "segmetrics-json"
ENDING = WRITERS[FORMAT].ending
THRESHOLD_WORDS = {"more_than": "more than", "at_least": "at least"}
READ_ONLY = "You may look at this corpus, and not decide about its disputes."
ELSE = "You have a copy of this corpus already, in which something else was decided about this."


def _replace(
    found: SelectedCorpus, place: str, dispute: Dispute, made: Sequence[Adjudication], words: str
) -> None:
    """Replace what was decided about a dispute, if it is still what the visitor saw."""
    if found.corpus is None:
        return
    seen = [
        one
        for one in found.corpus.decisions
        if one.item == dispute.item and not set(dispute.places).isdisjoint(one.places)
    ]
    store().decide(
        visitor(),
        place,
        digest=found.corpus.codings_digest,
        item=dispute.item,
        places=dispute.places,
        seen=seen,
        made=[*reopened(seen, dispute), *made],
        words=words,
    )
    log("saved", decisions=len(made))


def decide(
    found: SelectedCorpus,
    corpus: Corpus,
    view: UrlState,
    dispute: Dispute,
    *,
    at: int,
    where: int | None,
    comment: str,
) -> UrlState:
    """Settle a dispute; return the view of the open one that takes its place in the worklist."""
    made = settle(dispute, where, comment)
    place = found.place or saved_copy(found)
    said = outcome(dispute, last_words(made))
    words = f"decided about {dispute.item}, {place_in_words(dispute)}: {said}"
    try:
        _replace(found, place, dispute, made, words)
    except ChangedMeanwhile:
        if found.saved:
            raise
        # The copy that the visitor has already.
        say(ELSE, "warning")
        return replace(view, corpus=place)
    item = view.item if view.scope == "item" else None
    decided = (*reopened(corpus.decisions, dispute), *made)
    work = worklist(corpus.with_decisions(decided), view.n, item)
    if work.open:
        at = at if at < work.open else 0
        dispute = work.listed[at]
    page = at // PAGE_SIZE + 1
    view = replace(view, corpus=place, page=page)
    return replace(view, item=dispute.item, place=dispute.place, start=None)


def take_back(found: SelectedCorpus, view: UrlState, dispute: Dispute) -> UrlState:
    """Open a dispute again; return the view of it."""
    words = f"opened {dispute.item}, {place_in_words(dispute)}, again"
    place = found.place or saved_copy(found)
    _replace(found, place, dispute, (), words)
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


def keep_consensus(found: SelectedCorpus, corpus: Corpus, made: Consensus) -> None:
    """Save the gold segmentation beside its corpus."""
    file = written_gold(corpus, made, FORMAT)
    if isinstance(file, CannotWrite):
        say(f"The consensus cannot be kept: {file}.", "error")
        return
    store().artifacts.keep(
        visitor(),
        found.place,
        "consensus",
        file.content,
        title=f"Consensus: {made.options.signature.removeprefix('consensus=')}",
        about={"made by": consensus_signature(made)},
    )
    log("saved", works=1)
    say("This consensus was kept; the page Saved lists it.", "success")


def with_decisions(corpus: Corpus) -> bytes | str:
    """Return a file of a corpus with all decisions about it."""
    return WRITERS[FORMAT].write(corpus).content
