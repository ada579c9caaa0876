"""An import that a person is deciding about: its files, and each decision in turn.

Files are kept as they come, as the draft of a corpus or of a further round of one, and so is
every decision about them; what is accepted is a corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from segmetrics.corpus import Corpus
from segmetrics.dashboard.data import words
from segmetrics.dashboard.data.import_view import Whose, coverage_of, lost_in_words
from segmetrics.dashboard.frame.drafts import accept_reading, drop_added, say_bookmark
from segmetrics.dashboard.frame.jobs import (
    Job,
    Refused,
    at_hand,
    forget,
    kept,
    let_go,
    obtained,
    read_apart,
    too_large,
)
from segmetrics.dashboard.frame.session_store import attempted, forget_place, say, store, visitor
from segmetrics.dashboard.server import tasks
from segmetrics.dashboard.server.object_size import size_of
from segmetrics.dashboard.server.result_cache import Key
from segmetrics.dashboard.server.visitor_limits import MEGABYTE, refusal
from segmetrics.io import Choices, Parsed, Reading, assemble
from segmetrics.io.names import wrong_pattern
from segmetrics.reliability.coverage import Coverage
from segmetrics.settings import settings_of
from segmetrics.store import Accepted, Reviewed, ReviewStep
from segmetrics.store.access import mark_of

Named = Literal["items", "coders"]
"""What has names that a person can change."""

Keep = Callable[[Sequence[ReviewStep], Sequence[ReviewStep]], bool]
"""Keeps decisions: takes those before and after, and says whether it was done."""

Make = Callable[[Choices], tuple[Reading, Coverage]]
"""Makes a corpus under choices, and finds out who coded what."""

# Bytes of what was read, from which on its files are read again where it was accepted.
LARGE = 20 * MEGABYTE


@dataclass(frozen=True, slots=True)
class AddedFiles:
    """How many files were added to a round since it was accepted, and how to take them back."""

    count: int
    drop: Callable[[], bool]


@dataclass
class Review:
    """Files that were read, and what a person decided about them so far."""

    make: Make
    decisions: tuple[ReviewStep, ...] = ()
    accepted: tuple[ReviewStep, ...] | None = None
    keep: Keep | None = None
    added: AddedFiles | None = None

    @property
    def choices(self) -> Choices:
        """What was chosen, all decisions together."""
        return self.decisions[-1].choices if self.decisions else Choices()

    @property
    def unused_pattern(self) -> str | None:
        """Why the pattern chosen is not used: it was kept by a version that allowed it."""
        return wrong_pattern(self.choices.pattern) if self.choices.pattern else None

    @property
    def reading(self) -> Reading:
        """The corpus and its problems under these choices."""
        return self.make(_usable(self.choices))[0]

    def reading_without(self, choice: str) -> Reading:
        """Return the reading with one of the choices not made."""
        return self.reading_with(**{choice: getattr(Choices(), choice)})

    def reading_with(self, **made: Any) -> Reading:
        """Return the reading with choices made otherwise."""
        return self.make(replace(_usable(self.choices), **made))[0]

    @property
    def coverage(self) -> Coverage:
        """Who coded what under these choices."""
        return self.make(_usable(self.choices))[1]

    @property
    def done(self) -> bool:
        """Whether what was accepted is what it gives now."""
        return self.accepted == self.decisions

    def decide(self, words: str, choices: Choices) -> None:
        """Add a decision, if it changes anything."""
        if choices != self.choices:
            self._change((*self.decisions, ReviewStep(words, choices)))

    def undo(self) -> None:
        """Undo the last decision."""
        self._change(self.decisions[:-1])

    def start_again(self) -> None:
        """Undo all decisions."""
        self._change(())

    @property
    def changed(self) -> bool:
        """Whether there are other decisions to go back to that were accepted."""
        return not (self.accepted is None or self.done)

    def back_to_accepted(self) -> None:
        """Undo what was decided since it was accepted."""
        self._change(self.accepted or ())

    def _change(self, decisions: tuple[ReviewStep, ...]) -> None:
        if len(decisions) > len(self.decisions):
            try:  # If this corpus were too much, the page would have nothing to show.
                self.make(_usable(decisions[-1].choices))
            except Refused as refusal:
                say(str(refusal), "error")
                return
        if self.keep is None or self.keep(self.decisions, decisions):
            self.decisions = decisions


def _usable(choices: Choices) -> Choices:
    """Drop a pattern that is not used, see `Review.unused_pattern`."""
    wrong = choices.pattern and wrong_pattern(choices.pattern)
    return replace(choices, pattern="") if wrong else choices


def renamed(choices: Choices, what: Named, names: Collection[str], new: str) -> Choices:
    """Rename items or coders; several under one name, or under a name in use, are merged."""
    before: Mapping[str, str] = getattr(choices, what)
    after = {old: new if name in names else name for old, name in before.items()}
    after |= {name: new for name in names if name not in before}
    after = {old: name for old, name in after.items() if old != name or before.get(old) == name}

    def now(name: str | None) -> str | None:
        return new if name in names else name

    def of(whose: Collection[Whose]) -> frozenset[Whose]:
        pairs = ((now(i), c) if what == "items" else (i, now(c)) for i, c in whose)
        return frozenset(pairs)

    choices = replace(choices, dropped=of(choices.dropped), found_none=of(choices.found_none))
    if what == "items":
        return replace(choices, items=after)
    automatic = choices.automatic
    if automatic is not None:
        automatic = frozenset(new if name in names else name for name in automatic)
    return replace(choices, coders=after, reference=now(choices.reference), automatic=automatic)


# ----- in the store


def review_of(
    place: str, *, unasked: bool, on_stop: Callable[[], None], before: Corpus | None = None
) -> Review | None:
    """Return the review of a round; its files are read if nobody has, or None if not `unasked`.

    `before` is the round before it of which it may have the same items.
    """
    now = store().review(visitor(), place, with_files=False)
    mark = mark_of(place)
    key = "import", mark
    found: tuple[Parsed, Reading] | None = at_hand(key)
    if found is None:
        if not unasked:
            return None
        found = _read(key, place, on_stop)
    return Review(
        partial(_made, place, mark, *found, before),
        decisions=now.decisions,
        accepted=now.accepted,
        keep=lambda seen, made: attempted(_keep, place, seen, made),
        added=_added(place, now),
    )


def added_files(place: str) -> AddedFiles | None:
    """Return what was added to a round since it was accepted; nothing of it is read."""
    return _added(place, store().review(visitor(), place, with_files=False))


def _added(place: str, now: Reviewed) -> AddedFiles | None:
    return AddedFiles(now.added, partial(attempted, drop_added, place, now)) if now.added else None


def _read(key: Key, place: str, on_stop: Callable[[], None]) -> tuple[Parsed, Reading]:
    """Read the files of a round, and make a corpus of them without any choice."""
    files = store().review(visitor(), place).files
    most = settings_of().limits.upload * MEGABYTE
    reading: Job[tuple[Parsed, Reading]] = Job(
        key, partial(tasks.read, files, most), work="reading"
    )
    found = read_apart(reading, on_stop=on_stop)
    store().note_read(visitor(), place)
    return found


def _made(
    place: str, mark: str, parsed: Parsed, first: Reading, before: Corpus | None, choices: Choices
) -> tuple[Reading, Coverage]:
    """Return the corpus of what was read, under choices."""
    if choices.of_files != Choices():
        parsed, first = _read_again(place, mark, choices.of_files)
    key = mark, choices, before.digest if before is not None else ""
    reading = first
    if before is not None or choices != choices.of_files:
        reading = _assembled(key, parsed, choices, before)
    return reading, kept(("coverage", *key), lambda: coverage_of(reading))


def _read_again(place: str, mark: str, choices: Choices) -> tuple[Parsed, Reading]:
    """Read the files of a round under what a person said of them before they are read."""
    key = "import", mark, choices
    found: tuple[Parsed, Reading] | None = at_hand(key)
    if found is not None:
        return found
    files = store().review(visitor(), place).files
    most = settings_of().limits.upload * MEGABYTE
    return obtained(
        Job(
            key,
            partial(tasks.read, files, most, choices),
            label=words.THE_READING,
            of=sum(len(file.content) for file in files),
        )
    )


def _assembled(of: Key, parsed: Parsed, choices: Choices, before: Corpus | None) -> Reading:
    key = "assembled", *of
    found: Reading | None = at_hand(key)
    task = partial(assemble, parsed, choices, before)
    return found or obtained(Job(key, task, of=size_of(parsed)))


def _keep(place: str, seen: Sequence[ReviewStep], made: Sequence[ReviewStep]) -> None:
    store().keep_review(visitor(), place, made, seen=seen)


def too_much(corpus: Corpus | None) -> str:
    """Return why a corpus cannot be accepted, if it is more than one visitor may bring."""
    if corpus is None:
        return ""
    return refusal(corpus, settings_of().limits) or too_large(corpus, words.CORPUS)


def accept(place: str, review: Review) -> Accepted | None:
    """Accept what a review gives as the corpus of its round, and show what there is to know."""
    refused = too_much(review.reading.corpus)
    if refused:
        say(refused, "error")
        return None
    done = accept_reading(place, review.reading, review.decisions)
    if size_of(review.reading) > LARGE:
        let_go(mark_of(place))  # from now on its corpus is at hand, which takes as much memory
    if done.again:
        forget(mark_of(place))
        forget_place(place)
        say(words.ALREADY)
    elif review.accepted is None:
        say_bookmark()
    if done.lost:
        say(lost_in_words(done.lost), "warning")
    return done
