"""The disputes of a corpus in the order in which a person decides about them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from segmetrics.adjudication.adjudications import Consensus, last_words, settled
from segmetrics.adjudication.certainty import Certainty
from segmetrics.adjudication.consensus_in_time import TimeConsensus
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import GoldItem, counted_elsewhere, marked, voters
from segmetrics.adjudication.model_doubts import Doubt, Where
from segmetrics.adjudication.press_peaks import belated
from segmetrics.axis import Axis, axis_of
from segmetrics.boundary_marks import with_uncertain
from segmetrics.corpus import Adjudication, Corpus, Item, by_hand
from segmetrics.dashboard.decide import words
from segmetrics.dashboard.decide.consensus_computations import (
    certainties_of,
    disputes_of,
    doubts_told,
    likeliest_wrong_first,
)
from segmetrics.dashboard.frame import words as frame_words
from segmetrics.dashboard.frame.computations import peak_near, people_on
from segmetrics.dashboard.frame.derivation_links import BETWEEN, number_key
from segmetrics.dashboard.frame.selected_corpus import RoundOpened
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import clock
from segmetrics.phrases import listed
from segmetrics.reliability.recording_agreement import RecordingCoder
from segmetrics.reporting.excerpts import AROUND
from segmetrics.tables.consensus_tables import hand_decision_in_words, outcome_in_words, supported

A_PAGE = 10
"""Disputes that the list shows at once."""

# Characters on each side of a dispute that tell what is said there, and the units they may be.
ENOUGH_TEXT, MOST_UNITS = 150, 30


@dataclass(frozen=True)
class Worklist:
    """The disputes of a corpus, open ones first, and what was decided about them."""

    listed: tuple[Dispute, ...]
    open: int
    words: Mapping[tuple[str, int], Adjudication]
    total: int
    in_reading_order: bool
    closed: tuple[Dispute, ...]
    decided: int
    sure: Mapping[tuple[str, tuple[int, ...]], Certainty]
    doubts: Mapping[Where, Doubt]

    @property
    def settled(self) -> int:
        """How many disputes are decided, or were settled along with others."""
        return len(self.closed)

    def certainty(self, dispute: Dispute) -> Certainty | None:
        """Return how sure the answer to a dispute is, where that may be said."""
        return self.sure.get((dispute.item, dispute.places))

    def doubt(self, dispute: Dispute) -> Doubt | None:
        """Return what the model of the coders has against the rule's answer to an open dispute."""
        return self.doubts.get((dispute.item, dispute.places))

    def settled_along(self, later: Worklist) -> list[Dispute]:
        """Return the open disputes that are settled in a later state of the list."""
        still = set(map(_marked_by, later.listed[: later.open]))
        return [one for one in self.listed[: self.open] if _marked_by(one) not in still]

    def next(
        self, dispute: Dispute, at: int, passed: Collection[tuple[str, tuple[int, ...]]]
    ) -> Dispute | None:
        """Return the open dispute to show after one whose place in the list is, or was, `at`.

        In reading order, the one that follows; else the first of all that nobody passed over, so
        that the most disputed comes next, wherever in the texts it is. Then they begin again.
        """
        at = at if self.in_reading_order else 0
        onward = chain(self.listed[at : self.open], self.listed[: min(at, self.open)])
        others = (one for one in onward if one is not dispute and one != dispute)
        first = next(others, None)
        if self.in_reading_order or first is None:
            return first
        unseen = (one for one in chain((first,), others) if (one.item, one.places) not in passed)
        return next(unseen, first)


def worklist(corpus: Corpus, view: UrlState) -> Worklist:
    """List the disputes of a corpus as a view orders them; of its item alone if it says so."""
    sure = certainties_of(corpus, view) if corpus.scale is None else {}
    weighed = view.worklist == "uncertain" and corpus.scale is None
    found = likeliest_wrong_first(corpus, view) if weighed else disputes_of(corpus, view)
    if view.worklist == "reading":
        order = {item.name: number for number, item in enumerate(corpus.items)}
        found = tuple(sorted(found, key=lambda one: (order[one.item], one.places[0])))
    said = last_words(corpus.decisions)
    touched = {name for name, _ in said}
    is_open: list[Dispute] = []
    closed: list[Dispute] = []
    for one in found:
        decided = one.item in touched and settled(one, said)
        (closed if decided else is_open).append(one)
    only = view.item if view.scope == "item" else None
    still = [one for one in is_open if only in (None, one.item)]
    closed_shown = [one for one in closed if only in (None, one.item)]
    return Worklist(
        listed=(*still, *closed_shown),
        open=len(still),
        words=said,
        total=len(found),
        in_reading_order=view.worklist == "reading",
        closed=tuple(closed),
        decided=len(by_hand(corpus.decisions)),
        sure=sure,
        doubts=doubts_told(corpus, view) if corpus.scale is None else {},
    )


def _marked_by(dispute: Dispute) -> tuple[object, ...]:
    """Return what no other dispute has, and a set can hold: who marked which place of an item."""
    return dispute.item, *dispute.votes.items()


def resolve(
    view: UrlState, corpus: Corpus, work: Worklist, made: Consensus | TimeConsensus
) -> tuple[UrlState, Dispute | None]:
    """Find the dispute that a view shows: the one at its place; without a place, the first."""
    if view.item is not None and view.item not in corpus:
        note = words.NO_SUCH_ITEM.format(view.item)
        view = replace(view, item=None, place=None, notes=(*view.notes, note))
    item = view.item or (work.listed[0].item if work.listed else corpus.items[0].name)
    view = replace(view, item=item)
    if isinstance(made, TimeConsensus) and view.place is not None:
        return view, _near(view, corpus, work, made)
    there = [d for d in work.listed if d.item == item and view.place in (None, *d.places)]
    # A coder with two boundaries close together may have a part in two disputes of one place.
    found = min(there, key=lambda one: one.place != view.place, default=None)
    return (replace(view, place=found.place) if found else view), found


def _near(view: UrlState, corpus: Corpus, work: Worklist, made: TimeConsensus) -> Dispute | None:
    """Find the place nearest to the time of a view; one that nobody disputes can be decided too."""
    item = corpus[view.item or ""]
    peak = peak_near(item, [one for one in made.peaks if one.item == item.name], view)
    if peak is None:
        return None
    for one in work.listed:
        if (one.item, one.place) == (peak.item, peak.place):
            return one
    silent = [name for name in people_on(corpus, item) if name not in peak.votes]
    return Dispute(peak.item, peak.places, tuple(silent), peak.place, 0.0)


def at(view: UrlState, work: Worklist, dispute: Dispute) -> UrlState:
    """Return the view of a dispute, on its page of the list."""
    number = work.listed.index(dispute) // A_PAGE + 1
    return replace(view, item=dispute.item, place=dispute.place, start=None, page=number)


def dispute_text(
    dispute: Dispute,
    corpus: Corpus,
    certainty: Certainty | None,
    sides: Mapping[str, str] = MappingProxyType({}),
    instead: str = "",
) -> str:
    """Return what is disputed: all who marked each place, who marked none, and how sure it is.

    `sides` names those who usually mark one place early or late: the dispute may come of that.
    Where that cannot be told, `instead` says why.
    """
    codings = voters(corpus, corpus[dispute.item])
    of = len(codings)
    axis = axis_of(corpus)
    said = [
        words.votes(axis.place(place), list(marked(codings, place)), of) for place in dispute.places
    ]
    times = Counter(coder for place in dispute.places for coder in marked(codings, place))
    if several := [coder for coder, marks in times.items() if marks > 1]:
        marked_them = words.MARKED_BOTH if len(dispute.places) == 2 else words.MARKED_SEVERAL
        said.append(marked_them.format(listed(several, words.SHOWN_NAMES)))
    if dispute.silent:
        said.append(words.votes(words.NO_BOUNDARY, dispute.silent, of))
    for side in ("early", "late"):
        usually = [coder for coder in dispute.votes if sides.get(coder) == side]
        if usually:
            said.append(words.usually(usually, side))
    if instead:
        said.append(instead)
    elif certainty:
        said.append(words.how_sure(dispute.places, certainty.shares, axis))
    return " ".join(said)


def in_other_rounds(
    dispute: Dispute, corpus: Corpus, rounds: Sequence[RoundOpened], key: str, view: UrlState
) -> list[str]:
    """Return how many marked the places of a dispute in each round of the same text but one."""
    item, said = corpus[dispute.item], []
    for one in rounds:
        if one.key == key or one.corpus is None or item.name not in one.corpus:
            continue
        counted = with_uncertain(one.corpus, view.uncertain)
        there = counted[item.name]
        if there.mass == item.mass and there.texts == item.texts:
            codings = voters(counted, there)
            near = (marked(codings, place, reach=view.n - 1) for place in dispute.places)
            who = {coder for of_place in near for coder in of_place}
            said.append(words.in_round(one.name, len(who), len(codings), view.n))
    return said


def presses_near(
    dispute: Dispute,
    made: TimeConsensus,
    work: Worklist,
    item: Item,
    people: Sequence[RecordingCoder],
) -> str:
    """Return who marked near a place, what the rule says of it, and what was decided."""
    there = (dispute.item, dispute.place)
    peak = next(one for one in made.peaks if (one.item, one.place) == there)
    reach = made.options.reach
    inside = [one for one in made.peaks if one.item == item.name]
    late = belated(item, peak, inside, people, reach)
    first = frame_words.who_marked(peak.time, peak.votes, dispute.silent, reach, late)
    decision = decided_about(dispute, work, Axis(made.scale))
    if decision:
        return f"{first} {words.DECIDED.format(decision)}"
    lies = ""
    if peak.low is not None and peak.high is not None:
        lies = words.LIES_BETWEEN.format(clock(peak.low, 1), clock(peak.high, 1))
    taken = made.options.takes(peak)
    number = made.options.enough if taken else made.options.too_few
    return f"{first} {words.by_least(number, lies, taken=taken)}"


def decided_about(dispute: Dispute, work: Worklist, axis: Axis) -> str:
    """Return what was decided about a dispute; empty if it is open."""
    found = settled(dispute, work.words)
    kept = [one.to or one.place for one in found if one.verdict != "reject"]
    return outcome_in_words(kept, axis) if found else ""


def gold_near(
    dispute: Dispute, golden: GoldItem | None, made: Consensus, work: Worklist, axis: Axis
) -> str:
    """Return what the consensus has at the places of a dispute, and what was decided."""
    said = decided_about(dispute, work, axis)
    if said:
        by_hand = [one for one in made.by_hand if one.decision.item == dispute.item]
        own = [one for one in by_hand if one.decision.place in dispute.places]
        return words.DECIDED.format(hand_decision_in_words(own[-1], axis) if own else said)
    boundaries = golden.boundaries if golden else ()
    exactly = Counter(dispute.votes.values())
    there = [
        (one.place, words.support(supported(one), near=len(one.votes) > exactly[one.place]))
        for one in boundaries
        if one.place in dispute.places
    ]
    return words.has_boundary(there, axis) if there else words.NONE_HERE


def counting_elsewhere(dispute: Dispute, golden: GoldItem | None, axis: Axis) -> list[str]:
    """Return which marks of a dispute count for a boundary of the consensus beside it."""
    found = counted_elsewhere(dispute.places, golden.boundaries if golden else ())
    return [
        words.counts_elsewhere(coders, place, boundary, axis)
        for (place, boundary), coders in sorted(found.items())
    ]


class Choice(NamedTuple):
    """An answer to a dispute that a button gives: a place, or None for no boundary."""

    place: int | None
    label: str
    key: str
    help: str
    main: bool


def choices(
    dispute: Dispute, of_rule: GoldItem, axis: Axis, *, guessed: bool = False
) -> list[Choice]:
    """List the answers to a dispute: what the rule gives there, none, then the other places.

    On an item that is `guessed`, nobody is asked to agree with the rule.

    The key A always agrees with the rule, so that who presses it through the list gets the rule.
    The first two answers stand at the same spots for most disputes. Of a recording, all who marked
    near its place marked that one.
    """
    by_rule = [one.place for one in of_rule.boundaries if one.place in dispute.places]
    of = len(dispute.votes) + len(dispute.silent)
    if axis.scale is None:
        votes = Counter(dispute.votes.values())
    else:
        by_rule = [dispute.place] * bool(by_rule)
        votes = Counter({dispute.place: len(dispute.votes)})
    places = sorted(votes, key=lambda one: (one not in by_rule, one != dispute.place, one))
    moves = iter("M")
    found = []
    for place in places:
        first = place == places[0] and bool(by_rule)
        main, key = first and not guessed, "A" if first else next(moves, "")
        label = words.choose(place, [] if guessed else by_rule, axis, main=main)
        found.append(Choice(place, label, key, words.marked_by(votes[place], of, key), main))
    key = "X" if by_rule else "A"
    about = words.NONE_HELP.format(len(dispute.silent), of, key)
    if by_rule:
        return [found[0], Choice(None, words.NONE, key, about, False), *found[1:]]
    label = words.NONE if guessed else words.AGREE_NONE
    return [Choice(None, label, key, about, not guessed), *found]


def comment_on(dispute: Dispute, said: Mapping[tuple[str, int], Adjudication]) -> str:
    """Find the comment on the decision about a dispute."""
    return next((one.comment for one in settled(dispute, said) if one.comment), "")


def text_around(dispute: Dispute, item: Item) -> tuple[int, int]:
    """Choose the units whose text is shown with a dispute: some sentences on each side."""
    texts = item.texts or ()

    def reach(place: int, step: int) -> int:
        """Go from a unit on until there is enough to read."""
        units = characters = 0
        while 1 <= place + step * units <= item.mass and units < MOST_UNITS:
            if units >= AROUND and characters >= ENOUGH_TEXT:
                break
            characters += len(texts[place + step * units - 1])
            units += 1
        return place + step * (units - 1)

    return reach(dispute.places[0], -1), reach(dispute.places[-1] + 1, 1)


def added_near(corpus: Corpus, made: TimeConsensus, view: UrlState) -> int | None:
    """Return where a person added a boundary near the time of a view, away from all peaks."""
    if view.place is None:
        return None
    reach = made.scale.steps_within(made.options.reach)
    of_peaks = {
        place for one in made.peaks if one.item == view.item for place in one.places.values()
    }
    added = [
        one.place
        for one in by_hand(corpus.decisions)
        if one.item == view.item and one.verdict == "accept" and one.place not in of_peaks
    ]
    place = min(added, key=lambda one: abs(one - (view.place or 0)), default=None)
    return place if place is not None and abs(place - view.place) <= reach else None


def place_typed(text: str, item: Item) -> int | None:
    """Return the place of a time that a person typed; None if it is none of the recording."""
    seconds = words.typed_seconds(text)
    if seconds is None or item.scale is None:
        return None
    place = item.scale.steps(seconds)
    return place if 0 < place < item.mass else None


def dispute_key(one: Dispute) -> str:
    """Name a dispute by its item and a hash of its votes, which may be thousands."""
    votes = BETWEEN.join(f"{coder} {place}" for coder, place in one.votes.items())
    mark = blake2b(votes.encode(), digest_size=8).hexdigest()
    return number_key("dispute", "item", BETWEEN.join((one.item, mark)))
