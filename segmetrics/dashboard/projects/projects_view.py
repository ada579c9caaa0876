"""What is kept: the corpora of a visitor, the rounds of one, what is beside them, who sees it."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from segmetrics.claims.agreement_claims import claims_on_agreement
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.frame.computations import verdicts_of
from segmetrics.dashboard.frame.deletion import leave
from segmetrics.dashboard.frame.drafts import delete
from segmetrics.dashboard.frame.jobs import at_hand, kept
from segmetrics.dashboard.frame.selected_corpus import (
    FILES,
    SelectedCorpus,
    chosen,
    opened_with,
    unasked,
)
from segmetrics.dashboard.frame.session_store import kind_of, say, store, visitor, when
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.projects import words
from segmetrics.io import SAMPLES
from segmetrics.io.problems import shortened
from segmetrics.number_formats import DASH
from segmetrics.reliability.chance_verdicts import VERDICT_WORDS, ChanceVerdict
from segmetrics.store import Artifact, Member, Round, Saved, ShareLink, StoreError, at, place_of
from segmetrics.store.validation import LONGEST_ADDRESS, NAME
from segmetrics.tables.browser import Cell, Heading, PageTable, TableRow, text_table

ADDRESS = "projects"
LONGEST_NAME = NAME.most
# Seconds in which the verdicts of a list of projects are found that nobody has asked for yet.
JUDGING = 2.0
WEAK: tuple[ChanceVerdict, ...] = ("not_distinguishable", "beyond_chance")

ROUND_COLUMNS = (
    Heading(words.ROUND, numeric=False),
    Heading(words.ITEMS),
    Heading(words.CODERS),
    Heading(words.DECISIONS, title=words.DECISIONS_TITLE),
    Heading(words.IMPORT, numeric=False, title=words.IMPORT_TITLE),
    Heading(words.FILES, numeric=False, title=words.FILES_TITLE),
    Heading(words.MANAGE_COLUMN, numeric=False),
)
LAST_STEP = Heading(words.LAST_STEP, numeric=False)
WORK_COLUMNS = (
    Heading(words.KEPT, numeric=False),
    Heading(words.ROUND, numeric=False),
    Heading(words.WHAT, numeric=False),
    Heading(words.SIZE),
    Heading(words.KEPT_SINCE, numeric=False),
)
PROJECT_COLUMNS = (
    Heading(words.PROJECT, numeric=False),
    Heading(words.ITEMS, title=words.ITEMS_TITLE),
    Heading(words.CODERS, title=words.CODERS_TITLE),
    Heading(words.VERDICT, numeric=False, title=words.VERDICT_TITLE),
    Heading(words.ROUNDS),
    Heading(words.CHANGED, numeric=False),
    Heading(words.IMPORT, numeric=False),
    Heading(words.MANAGE_COLUMN, numeric=False),
)
UNFINISHED_COLUMNS = (Heading(words.IMPORT, numeric=False), Heading(words.CHANGED, numeric=False))
ENDINGS = {"consensus": ".json", "report": ".html"}


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
        Cell(one.name, href=here.href("") if one.digest else None),
        Cell(f"{one.items:,}" if one.digest else DASH),
        Cell(f"{one.coders:,}" if one.digest else DASH),
        Cell(f"{one.decided:,}"),
        Cell(_state(one), href=here.href("import") if one.files and may_edit else None),
        Cell(words.FILES_KEPT if one.files else words.FILES_NOT_KEPT),
        Cell(words.MANAGE_ROUND, href=here.href(ADDRESS), title=words.MANAGE_ROUND_TITLE),
    ]
    if may_edit:
        step = one.step
        cells.append(Cell(step.words, sub=made(step.made, step.by)) if step else Cell(DASH))
    return TableRow("item", cells, chosen=chosen)


def _state(one: Round) -> str:
    """Return what was decided about the import of a round."""
    if one.digest is None:
        return words.WAITS
    return words.ACCEPTED_THEN_CHANGED if one.pending else words.ACCEPTED


def made(moment: datetime, by: str) -> str:
    """Return when something was done, and by whom."""
    return f"{when(moment)}, {by}" if by else when(moment)


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
    rows = []
    for one in kept:
        cells = (
            Cell(one.title, title=one.work.title),
            Cell(one.round.name),
            Cell(words.KINDS[one.work.kind]),
            Cell(f"{max(1, round(one.work.size / 1000)):,} kB", title=words.PACKED),
            Cell(when(one.work.created)),
        )
        rows.append(TableRow("item", cells))
    return WORK_COLUMNS, rows


def is_finished(saved: Saved) -> bool:
    """Return whether a round of a project was accepted, so that there is something to look at."""
    return any(one.digest for one in saved.rounds)


def project_table(known: Iterable[Saved], view: UrlState, *, by_account: bool) -> PageTable:
    """Return a row for each project; each opens with the settings of the last visit."""
    more = (Heading(words.YOU_MAY, numeric=False),) * by_account
    until = time.monotonic() + JUDGING
    rows = [_project_row(saved, view, until, by_account=by_account) for saved in known]
    return (*PROJECT_COLUMNS, *more), rows


def _project_row(saved: Saved, view: UrlState, until: float, *, by_account: bool) -> TableRow:
    accepted = [one for one in saved.rounds if one.digest]
    waiting = [one for one in saved.rounds if one.digest is None or one.pending]
    opened, last = opened_with(saved), accepted[-1]
    of_round = words.OF_ROUND.format(shortened(last.name)) if len(accepted) > 1 else None
    review = replace(opened, corpus=at(saved.key, waiting[0].number)) if waiting else opened
    cells = [
        Cell(shortened(saved.title), href=opened.href("")),
        Cell(f"{last.items:,}", sub=of_round),
        Cell(f"{last.coders:,}", sub=of_round),
        _verdict(_judged(last, opened, until - time.monotonic()), of_round),
        Cell(f"{len(saved.rounds):,}"),
        Cell(when(saved.changed)),
        Cell(
            words.WAITS if waiting else words.ACCEPTED,
            href=review.href("import") if waiting and saved.may("edit") else None,
        ),
        Cell(words.MANAGE, href=opened.href(ADDRESS), title=words.MANAGE_TITLE),
    ]
    if by_account:
        cells.append(Cell(words.RIGHTS[saved.right]))
    found = place_of(view.corpus)
    return TableRow("item", cells, chosen=found is not None and found[0] == saved.key)


def _judged(last: Round, opened: UrlState, patience: float) -> tuple[str, str] | None:
    """Return how far coders agree in a round, if that is known or found in so many seconds.

    With the verdict comes on how many items agreement may be chance, or is low.
    """
    key = ("verdict", last.digest, opened.options, opened.recording_options)
    found: tuple[str, str] | None = at_hand(key)
    corpus = chosen(opened).counted_by(opened) if found is None and patience > 0 else None
    table = verdicts_of(corpus, opened, patience=patience) if corpus else None
    if table:
        claims = claims_on_agreement(table)
        chance, low = (
            len(one.rows) if (one := claims.with_verdict("item", verdict)) else 0
            for verdict in WEAK
        )
        said = VERDICT_WORDS[table.corpus.verdict] if table.corpus.verdict else ""
        below = words.weak_items(chance, low, len(table.items))
        found = kept(key, lambda: (said, below))
    return found


def _verdict(found: tuple[str, str] | None, of_round: str | None) -> Cell:
    """Return how far coders agree in a round, as far as it is known."""
    said, below = found or ("", "")
    if not said:
        return Cell(DASH, title=words.NOT_YET_JUDGED if found is None else None)
    return Cell(said, sub=", ".join(filter(None, (below, of_round))) or None)


def unfinished_table(known: Iterable[Saved]) -> PageTable:
    """Return a row for each import of which nothing was accepted yet."""
    rows = []
    for saved in known:
        address = "import" if saved.may("edit") else ADDRESS
        title = Cell(shortened(saved.title), href=opened_with(saved).href(address))
        rows.append(TableRow("item", [title, Cell(when(saved.changed))]))
    return UNFINISHED_COLUMNS, rows


def sample_links(view: UrlState) -> list[Link]:
    """Link the samples, and the files given at the start; the settings stay."""
    titles = {FILES: words.GIVEN} if unasked() == FILES else {}
    titles |= {key: sample.title for key, sample in SAMPLES.items()}
    return [
        Link(title, view.of_corpus(key).href(""), key == view.corpus)
        for key, title in titles.items()
    ]


def delete_owned(view: UrlState) -> None:
    """Delete all corpora that the visitor owns; say how far it came."""
    owned = [saved for saved in store().corpora(visitor()) if saved.may("own")]
    for gone, saved in enumerate(owned):
        try:
            delete(saved)
        except StoreError as error:
            if not gone:
                raise
            # What the store says is true of this corpus alone.
            say(words.SOME_DELETED.format(gone=gone, owned=len(owned), error=error), kind_of(error))
            return
        leave(saved, view)
    say(words.ALL_DELETED, "success")


def saved_at(found: SelectedCorpus) -> Saved | None:
    """Return a saved corpus, even if what a view shows of it is not there."""
    if found.why:
        with suppress(StoreError):
            return store().corpus(visitor(), found.key)
    return found.saved


# ----- who can see a project: its links, and the people who were invited

LONGEST_EMAIL = LONGEST_ADDRESS
LINK_COLUMNS = (
    Heading(words.LINK, numeric=False),
    Heading(words.MADE, numeric=False),
    Heading(words.ENDS, numeric=False),
)


def link_table(links: Sequence[ShareLink]) -> PageTable:
    """Return a row for each link to a corpus; the links themselves are kept nowhere."""
    return LINK_COLUMNS, [
        TableRow(
            "item",
            [
                Cell(
                    words.NUMBERED_LINK.format(number=number, to_do=words.TO_DO[link.right]),
                    sub=words.CAME_BY if link.current else None,
                ),
                Cell(when(link.created)),
                Cell(_end(link)),
            ],
            chosen=link.current,
        )
        for number, link in enumerate(links, 1)
    ]


def _end(link: ShareLink) -> str:
    """Return when a link ends."""
    if link.expires is None:
        return words.NEVER
    end = when(link.expires)
    return words.ENDED.format(end) if has_ended(link) else end


def has_ended(link: ShareLink) -> bool:
    """Whether nobody reaches the corpus by a link any more."""
    return link.expires is not None and link.expires <= datetime.now(UTC)


def member_table(members: Sequence[Member]) -> PageTable:
    """Return a row for each person who sees a corpus."""
    joined = {True: words.JOINED, False: words.NOT_YET}
    shown = ((called(one), words.MAY_DO[one.right], joined[one.joined]) for one in members)
    signed_in = (words.SIGNED_IN, words.SIGNED_IN_TITLE)
    return text_table((words.PERSON, words.MAY_COLUMN, signed_in), shown)


def called(member: Member) -> str:
    """Return what a person is called."""
    return member.email or words.UNKNOWN_ADDRESS.format(member.id)
