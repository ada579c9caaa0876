"""Files that a visitor brought, kept as the draft of a corpus or of a round of one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial

from segmetrics.dashboard.frame import words
from segmetrics.dashboard.frame.jobs import forget
from segmetrics.dashboard.frame.kept_codings import codings_written
from segmetrics.dashboard.frame.selected_corpus import (
    SelectedCorpus,
    not_opened,
    round_of,
    title_of,
)
from segmetrics.dashboard.frame.session_store import (
    ends,
    forget_place,
    known_places,
    remember,
    say,
    store,
    visitor,
)
from segmetrics.dashboard.server.draft_room import note_draft, release_draft, room_for
from segmetrics.dashboard.server.logs import log
from segmetrics.dashboard.server.page_turns import whose_turn
from segmetrics.dashboard.server.visitor_limits import MEGABYTE
from segmetrics.io import Reading, Source
from segmetrics.number_formats import rate
from segmetrics.phrases import listed
from segmetrics.settings import settings_of
from segmetrics.store import (
    Accepted,
    ChangedMeanwhile,
    Reviewed,
    ReviewStep,
    Round,
    Saved,
    StoreError,
    at,
    place_of,
)
from segmetrics.store.access import mark_of
from segmetrics.store.restoring import Restored, is_export, restore

# Files that a sentence names.
SHOWN_FILES = 5


def draft(sources: Sequence[Source], title: str, *, of: Saved | None = None) -> str:
    """Keep files as the draft of a new corpus, or of a further round of one."""
    name = round_of([one.name for one in sources], of)
    with _room(sources) as note:
        if of is not None:
            place = store().add_round(visitor(), of.key, sources, name=name)
        else:
            place = store().create(visitor(), sources, title=title, name=name)
        note(place)
    remember(place)
    return place


def bring_back(sources: Sequence[Source]) -> list[Restored]:
    """Keep again what was exported, all of it or nothing."""
    others = [one.name for one in sources if not is_export(one)]
    if others:
        raise StoreError(words.WHOLE_ALONE.format(others=listed(others, SHOWN_FILES)))
    with _room(sources):
        back = [one for source in sources for one in restore(store(), visitor(), source)]
    for one in back:
        remember(one.place)
    return back


def add_files(place: str, sources: Sequence[Source]) -> None:
    """Keep further files of a round, whose review then begins with what was decided before."""
    with _room(sources) as note:
        store().add_files(visitor(), place, sources)
        note(place)
    forget(mark_of(place))


def drop_added(place: str, seen: Reviewed) -> None:
    """Delete the files that were added to a round since it was accepted, if no others are there."""
    store().drop_added(visitor(), place, seen=seen)
    forget(mark_of(place))
    release_draft(place)
    log("deleted", files=seen.added)


@contextmanager
def _room(sources: Sequence[Source]) -> Iterator[Callable[[str], None]]:
    """Hold room for files while they are kept, and log it; raise StoreError if there is none."""
    settings, brought = settings_of(), sum(len(one.content) for one in sources)
    if store().database.in_memory:
        _see_memory(brought)
    who, shared = whose_turn(), settings.mode in ("links", "accounts")
    with room_for(store(), who, brought, settings.limits) if shared else nullcontext():
        yield partial(note_draft, who=who, size=brought, hours=settings.unread_hours)
    log("import", files=len(sources), bytes=brought)


def _see_memory(brought: int) -> None:
    """Raise StoreError for files that are too much for a store in the memory of this server."""
    database, most = store().database, settings_of().limits.memory * MEGABYTE
    held = database.size()
    if held + brought > most:
        log("refused", limit="memory", count=held + brought, most=most)
        raise StoreError(
            words.TOO_MUCH.format(
                brought=rate(brought / MEGABYTE), held=rate(held / MEGABYTE), most=most // MEGABYTE
            )
        )


def say_bookmark() -> None:
    """Explain what becomes of a new corpus that only its address leads to."""
    if settings_of().mode == "links":
        say(f"{words.BOOKMARK} {ends()}".strip())


def accept_reading(place: str, reading: Reading, seen: Sequence[ReviewStep]) -> Accepted:
    """Accept a reading as the corpus of its round, and remember its place."""
    done = store().accept(
        visitor(), place, reading, seen=seen, among=known_places(), write=codings_written
    )
    release_draft(place)
    corpus = reading.corpus
    if corpus is not None:
        log("saved", items=len(corpus), coders=len(corpus.coders), again=done.again)
    remember(done.place)
    return done


def saved_copy(found: SelectedCorpus) -> str:
    """Save a copy of a sample, or of the files given at the start, to keep decisions in."""
    if found.reading is None:
        raise ValueError(words.NOTHING_READ)
    title = found.title if found.sample else _title_of_given(found)
    place = draft(found.sources, words.COPY_OF.format(title) if found.sample else title)
    done = accept_reading(place, found.reading, ())
    if done.again:
        forget_place(place)
        say(words.COPIED_BEFORE.format(title))
    else:
        say(words.COPIED.format(title))
        say_bookmark()
    return done.place


def _title_of_given(found: SelectedCorpus) -> str:
    return title_of([one.name for one in found.sources])


def review_given(found: SelectedCorpus) -> str:
    """Begin the review of the files given at the start, and say which cannot be opened."""
    left = not_opened()
    if left:
        say(words.NOT_IMPORTED.format("; ".join(left[:SHOWN_FILES])), "warning")
    return draft(found.sources, _title_of_given(found))


def discard(place: str, saved: Saved) -> str:
    """Delete a round that is not accepted, and its corpus if that has no other."""
    found = place_of(place)
    here = saved.round(found[1]) if found else None
    if here is None or _versions(store().corpus(visitor(), place)) != _versions(saved):
        raise ChangedMeanwhile(words.CHANGED)
    others = [one for one in saved.rounds if one != here]
    delete(saved, here if others else None)
    release_draft(place)
    if not others:
        forget_place(place)
    return at(saved.key, others[-1].number) if others else ""


def _versions(saved: Saved) -> list[tuple[int, int]]:
    return [(one.number, one.version) for one in saved.rounds]


def forget_files(place: str) -> None:
    """Delete the files of a round; what was accepted stays."""
    store().forget_files(visitor(), place)
    forget(mark_of(place))
    log("deleted", files=1)


def delete(saved: Saved, one: Round | None = None) -> None:
    """Delete a round of a project, or all of it, and forget in this process what it had."""
    if one:
        gone = store().delete_round(visitor(), at(saved.key, one.number))
    else:
        gone = store().delete(visitor(), saved.key)
    rounds = [one] if one else saved.rounds
    marks = [mark_of(at(saved.key, each.number)) for each in rounds]
    for digest in {*gone, *marks, *(each.digest for each in rounds if each.digest)}:
        forget(digest)
    log("deleted", rounds=len(rounds))
