"""What is kept: the corpora of a visitor, the rounds of one, what was kept beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from segmetrics.dashboard.frame.deletion import leave
from segmetrics.dashboard.frame.jobs import forget
from segmetrics.dashboard.frame.selected_corpus import SelectedCorpus
from segmetrics.dashboard.frame.session_store import kind_of, say, store, visitor, when
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.server.logs import log
from segmetrics.io.names import file_name
from segmetrics.io.problems import shortened
from segmetrics.settings import Mode
from segmetrics.store import Artifact, Right, Round, Saved, StoreError, at, place_of
from segmetrics.store.access import mark_of
from segmetrics.store.exporting import export_corpus, export_person
from segmetrics.store.validation import NAME, TITLE
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow

ADDRESS = "saved"
LONGEST_TITLE, LONGEST_NAME = TITLE.most, NAME.most
NO_VALUE = "–"

RIGHT_WORDS: dict[Right, str] = {"own": "everything", "edit": "edit", "read": "read"}
ROUND_COLUMNS = (
    Heading("Round", numeric=False),
    Heading("Items"),
    Heading("Coders"),
    Heading("Decisions", title="Decisions about disputed places"),
    Heading("Import", numeric=False, title="What was decided about the files"),
    Heading("Files", numeric=False, title="Whether the files that were uploaded are kept"),
)
LAST_STEP = Heading("Last step", numeric=False)
WORK_COLUMNS = (
    Heading("Kept", numeric=False),
    Heading("Round", numeric=False),
    Heading("What it is", numeric=False),
    Heading("Size"),
    Heading("Kept since", numeric=False),
)
CORPUS_COLUMNS = (
    Heading("Corpus", numeric=False),
    Heading("Rounds"),
    Heading("Items", title="Items of the last round that was accepted"),
    Heading("Coders", title="Coders of the last round that was accepted"),
    Heading("Import", numeric=False),
    Heading("Changed", numeric=False),
)
KINDS = {"consensus": "consensus segmentation", "report": "report"}
ENDINGS = {"consensus": ".json", "report": ".html"}

ALL: dict[Mode, str] = {
    "local": "All that is saved",
    "accounts": "All that you can see",
    "links": "Open in this session",
    "ephemeral": "Open in this session",
}
NOT_LISTED = (
    "No list is kept: a corpus is reached by its links alone, and this list is forgotten when "
    "you close the page. The address of a corpus is such a link, so bookmark it."
)
NOTHING = "Nothing of yours is here yet. Open your own codings on the Corpus page."


class Kept(NamedTuple):
    """Something kept beside a round: its number on the page, and the round."""

    number: int
    work: Artifact
    round: Round

    @property
    def title(self) -> str:
        """What tells it from all others."""
        return f"{self.number}. {shortened(self.work.title)}"


def chosen_round(saved: Saved, view: UrlState) -> Round:
    """Find the round that a view shows; the first if there is no such round."""
    found = place_of(view.corpus)
    return (saved.round(found[1]) if found else None) or saved.rounds[0]


def round_table(saved: Saved, view: UrlState) -> PageTable:
    """Show the rounds of a corpus; the chosen one is shown below."""
    chosen, more = chosen_round(saved, view), (LAST_STEP,) * saved.may("edit")
    rows = [_round_row(saved, one, view, chosen=one == chosen) for one in saved.rounds]
    return (*ROUND_COLUMNS, *more), rows


def _round_row(saved: Saved, one: Round, view: UrlState, *, chosen: bool) -> TableRow:
    here = view.of_corpus(at(saved.key, one.number))
    may_edit = saved.may("edit")
    cells = [
        Cell(f"{one.number}. {one.name}", href=here.href(ADDRESS)),
        Cell(f"{one.items:,}" if one.digest else NO_VALUE),
        Cell(f"{one.coders:,}" if one.digest else NO_VALUE),
        Cell(f"{one.decided:,}"),
        Cell(_state(one), href=here.href("import") if one.files and may_edit else None),
        Cell("kept" if one.files else "not kept"),
    ]
    if may_edit:
        cells.append(_last_step(one))
    return TableRow("item", cells, chosen=chosen)


def _last_step(one: Round) -> Cell:
    step = one.step
    return Cell(step.words, sub=made(step.made, step.by)) if step else Cell(NO_VALUE)


def _state(one: Round) -> str:
    """Return what was decided about the import of a round."""
    if one.digest is None:
        return "waits for a decision"
    return "accepted, then changed: waits for a decision" if one.pending else "accepted"


def made(moment: datetime, by: str) -> str:
    """Return when something was done, and by whom."""
    return f"{when(moment)}, {by}" if by else when(moment)


def forget_all(saved: Saved, rounds: Sequence[Round], gone: Iterable[str]) -> None:
    """Forget everything about deleted rounds in this process."""
    digests = {one.digest for one in rounds if one.digest}
    marks = {mark_of(at(saved.key, one.number)) for one in rounds}
    for digest in {*gone, *digests, *marks}:
        forget(digest)
    log("deleted", rounds=len(rounds))


def all_kept(saved: Saved) -> list[Kept]:
    """List what was kept beside the rounds of a corpus, the newest first."""
    found = [
        (work, one)
        for one in saved.rounds
        for work in store().artifacts.listed(visitor(), at(saved.key, one.number))
    ]
    found.sort(key=lambda pair: pair[0].created, reverse=True)
    return [Kept(number, work, one) for number, (work, one) in enumerate(found, 1)]


def work_table(kept: Iterable[Kept]) -> PageTable:
    """Show what is kept beside rounds."""
    return WORK_COLUMNS, list(map(_work_row, kept))


def _work_row(one: Kept) -> TableRow:
    work = one.work
    cells = (
        Cell(one.title, title=work.title),
        Cell(f"{one.round.number}. {one.round.name}"),
        Cell(KINDS[work.kind]),
        Cell(f"{max(1, round(work.size / 1000)):,} kB", title="Packed"),
        Cell(when(work.created)),
    )
    return TableRow("item", cells)


def export_name(title: str, ending: str) -> str:
    """Name a file after what people call it, such that any file system takes it."""
    name = file_name(shortened(title).encode("utf-8", "replace").decode())
    return name if name.endswith(ending) else f"{name}{ending}"


def corpus_table(known: Iterable[Saved], view: UrlState, *, by_account: bool) -> PageTable:
    """Show saved corpora; each opens with the settings of the last visit."""
    more = (Heading("You may", numeric=False),) * by_account
    rows = [_corpus_row(saved, view, by_account=by_account) for saved in known]
    return (*CORPUS_COLUMNS, *more), rows


def _corpus_row(saved: Saved, view: UrlState, *, by_account: bool) -> TableRow:
    accepted = [one for one in saved.rounds if one.digest]
    waiting = [one for one in saved.rounds if one.digest is None or one.pending]
    last = (accepted or saved.rounds)[-1]
    opened = UrlState.read({**saved.settings, "corpus": at(saved.key, last.number)})
    review = replace(opened, corpus=at(saved.key, waiting[0].number)) if waiting else opened
    found = place_of(view.corpus)
    cells = [
        Cell(shortened(saved.title), href=opened.href("" if accepted else ADDRESS)),
        Cell(f"{len(saved.rounds):,}", href=opened.href(ADDRESS), title="Its rounds"),
        Cell(f"{last.items:,}" if accepted else NO_VALUE),
        Cell(f"{last.coders:,}" if accepted else NO_VALUE),
        Cell(
            "waits for a decision" if waiting else "accepted",
            href=review.href("import") if waiting and saved.may("edit") else None,
        ),
        Cell(when(saved.changed)),
    ]
    if by_account:
        cells.append(Cell(RIGHT_WORDS[saved.right]))
    return TableRow("item", cells, chosen=found is not None and found[0] == saved.key)


def delete_owned(view: UrlState) -> None:
    """Delete all corpora that the visitor owns; say how far it came."""
    owned = [saved for saved in store().corpora(visitor()) if saved.may("own")]
    for gone, saved in enumerate(owned):
        try:
            digests = store().delete(visitor(), saved.key)
        except StoreError as error:
            if not gone:
                raise
            # What the store says is true of this corpus alone.
            words = f"{gone:,} of the {len(owned):,} corpora that you own were deleted."
            say(f"{words} At the next one: {error}", kind_of(error))
            return
        forget_all(saved, saved.rounds, digests)
        leave(saved, view)
    say("All corpora that you owned were deleted.", "success")


def saved_at(found: SelectedCorpus) -> Saved | None:
    """Return a saved corpus, even if what a view shows of it is not there."""
    if found.why:
        with suppress(StoreError):
            return store().corpus(visitor(), found.key)
    return found.saved


def corpus_zip(saved: Saved) -> Callable[[], bytes]:
    """Return what makes a ZIP of all that the visitor who looks at a page may have of a corpus."""
    return partial(export_corpus, store(), visitor(), saved.key)


def everything_zip() -> Callable[[], bytes]:
    """Return what makes a ZIP of everything of the visitor who looks at a page."""
    return partial(export_person, store(), visitor())
