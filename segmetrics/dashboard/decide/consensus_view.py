"""The consensus on the page Decide: its rules, its boundaries, how near it is, its files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from operator import itemgetter
from typing import NamedTuple

from segmetrics.adjudication.adjudications import Consensus
from segmetrics.adjudication.consensus_in_time import TimeConsensus, consensus_in_time
from segmetrics.adjudication.gold import UNUSED, GoldBoundary, GoldItem, GoldOptions, Method
from segmetrics.adjudication.gold_agreement import DEFAULT, SIMILARITIES, CoderAgreement
from segmetrics.adjudication.model_rule import silent_because
from segmetrics.adjudication.remedied_gold import Change, RemediedGold, remedied_gold
from segmetrics.adjudication.rules import RuleComparison
from segmetrics.axis import Axis, axis_of
from segmetrics.claims.cause_sentences import (
    remedy_in_words,
    sentences_on_gold,
    slip_in_words,
    traits_in_words,
)
from segmetrics.claims.cause_types import Cause, Causes, GroupCauses
from segmetrics.claims.item_causes import clearing
from segmetrics.claims.remedies import Suspect
from segmetrics.claims.suspects import REMEDIES
from segmetrics.coefficients.quantities import similarity_name
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.components.heat_map_component import GoldMarks
from segmetrics.dashboard.components.link_components import Link
from segmetrics.dashboard.components.recording_component import MarkedPlace
from segmetrics.dashboard.decide import words
from segmetrics.dashboard.decide.consensus_computations import (
    causes_of,
    gold_agreement_of,
    model_at_hand,
    of_people,
    rule_alone,
    rule_options,
    rules_of,
)
from segmetrics.dashboard.decide.worklist import Worklist, dispute_key
from segmetrics.dashboard.frame.computations import odd_items_of, peaks_of_corpus, time_options
from segmetrics.dashboard.frame.derivation_links import Opens, number_key
from segmetrics.dashboard.frame.jobs import Job, kept
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import see_it, see_slips, with_remedies
from segmetrics.dashboard.server import tasks
from segmetrics.derivations.consensus_derivation import dispute_derivation, gold_derivation
from segmetrics.derivations.derivation import Derivation
from segmetrics.io import Reading
from segmetrics.io.write import CannotWrite, Written
from segmetrics.number_formats import DASH, count, rate
from segmetrics.phrases import joined, listed
from segmetrics.reliability.copied_items import told_once
from segmetrics.reliability.copies import copies_in
from segmetrics.reliability.fitted_coders import WIDEST
from segmetrics.reliability.odd_counts import SOON
from segmetrics.reliability.odd_places import OutOfStep
from segmetrics.reliability.recording_agreement import RecordingCoder
from segmetrics.segmentation import Segmentation
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table, of_field
from segmetrics.tables.consensus_formats import CONSENSUS_FORMATS
from segmetrics.tables.consensus_tables import (
    VALUE,
    counts_twice,
    decide_by_hand,
    effect_in_words,
    guessed,
    hand_decision_in_words,
    knows_probabilities,
    of_one_coder,
    supported,
)
from segmetrics.tables.time_consensus_tables import TIME_CONSENSUS_FORMATS, left_out_in_words

# Boundaries of all codings up to which going through the disputes takes no waiting.
MOST_BOUNDARIES = 500_000


# Changes of codings of which it is told what a rule would give then.
MOST_CHANGES = 4
# Cells of a workbook up to which it is made when somebody takes it.
MOST_CELLS = 200_000


class RuleRow(NamedTuple):
    """What a rule gives, and about it or why nothing; or a coder on average, who has no method."""

    method: Method | None
    boundaries: float | None
    lost: str | None
    about: str = ""


def too_many(corpus: Corpus) -> str:
    """Return why the disputes of a corpus are not worked through here, if they may be too many."""
    codings = (coding for item in corpus.items for coding in item.codings.values())
    boundaries = sum(len(coding.boundaries) for coding in codings)
    if boundaries <= MOST_BOUNDARIES:
        return ""
    return words.TOO_MANY.format(boundaries=boundaries, most=MOST_BOUNDARIES)


def time_consensus_of(corpus: Corpus, view: UrlState) -> TimeConsensus:
    """Return the consensus of recordings, decisions applied; see `needed`."""
    peaks = peaks_of_corpus(corpus, view).needed().peaks
    return consensus_in_time(corpus, time_options(view), peaks)


def of_rule(corpus: Corpus, view: UrlState, item: str) -> GoldItem:
    """Return what the rule, without decisions, gives of an item."""
    return next(one for one in rule_alone(corpus, view) if one.item == item)


def no_model(corpus: Corpus, view: UrlState) -> str:
    """Return why the model of the coders gives no consensus, if that is known."""
    if view.n > WIDEST:
        return words.TOO_WIDE.format(words.apart(WIDEST), words.apart(view.n))
    model = model_at_hand(corpus, view)
    return silent_because(model) if model else ""


def rules_compared(corpus: Corpus, view: UrlState) -> RuleComparison | None:
    """Compare what the rules give with the settings of a view, see `computed`."""
    try:
        options = replace(view, method="pooled").gold_options
    except ValueError:  # a share that the chosen rule does not look at
        options = GoldOptions(n=view.n)
    compared, model = rules_of(corpus, options).computed(), model_at_hand(corpus, view)
    if compared is None or model is None:
        return compared
    fitted = rules_of(corpus, options, model).computed()
    return replace(compared, rules=(*compared.rules, *fitted.rules)) if fitted else compared


def rules_table(compared: RuleComparison, why: str, view: UrlState) -> PageTable:
    """Return what each rule gives, or why the model gives nothing; its name leads to it."""
    rows = [
        RuleRow(
            one.method,
            one.boundaries,
            words.LOST_OF.format(one.lost, compared.seen) if one.lost else words.NONE_LOST,
            words.ABOUT_RULE[one.method].format(apart=words.apart(view.n)),
        )
        for one in compared.rules
    ]
    if "model" not in [one.method for one in rows]:
        nothing = words.NONE_BECAUSE.format(why) if why else words.NOT_COMPUTED
        rows.append(RuleRow("model", None, None, nothing))
    rows.append(RuleRow(None, compared.of_coders, None))
    about_lost = words.LOST_ABOUT.format(words.apart(view.n))
    columns: list[Column[RuleRow]] = [
        Column(
            "rule",
            lambda one: words.RULE_NAMES[one.method] if one.method else words.ON_AVERAGE,
            words.RULE,
            below=lambda one: one.about,
            left=True,
        ),
        of_field(
            "boundaries",
            words.BOUNDARIES,
            words.OF_ALL_ITEMS,
            write=lambda value: count(value) if isinstance(value, int) else rate(value),
        ),
        Column(
            "per item",
            lambda one: None if one.boundaries is None else one.boundaries / compared.items,
            words.AN_ITEM,
            write=rate,
        ),
        Column("lost", lambda one: one.lost or DASH, words.LOST, about_lost),
    ]
    return page(
        Table(columns=columns, rows=rows),
        {
            "rule": lambda one: (
                {"href": view.href("decide", method=one.method)}
                if one.method and not (one.method == "model" and why)
                else {}
            )
        },
        chosen=lambda one: one.method == view.method,
    )


def consensus_summary(
    made: Consensus, corpus: Corpus, compared: RuleComparison | None, work: Worklist, view: UrlState
) -> list[str]:
    """Return what the consensus is, which decisions change, and below it which rule to take."""
    boundaries = sum(len(item.boundaries) for item in made.items)
    has = words.how_many(boundaries, len(made.items), len(made.by_hand))
    if made.items and len(of_one_coder(corpus)) == len(made.items):
        return [f"{has} {words.ONE_CODER}"]
    said = []
    if compared and compared.items:
        lost = compared.of(view.method).lost
        by_majority = compared.of("majority").lost
        if lost:
            said.append(words.loses(view.method, lost, view.n))
        elif view.method == "pooled" and by_majority:
            said.append(words.keeps(by_majority, view.n))
        elif "share" not in UNUSED[view.method] and work.total:
            said.append(words.either_rule(compared.seen))
    if not work.total:
        said.append(words.NOTHING_DISPUTED)
    return [has, " ".join(said)] if said else [has]


def time_consensus_summary(made: TimeConsensus) -> list[str]:
    """Return how many boundaries the consensus has, what it is made of, and what it leaves out."""
    options = made.options
    left = sum(not options.takes(one) and len(one.votes) > 1 for one in made.peaks)
    boundaries = sum(len(item.boundaries) for item in made.items)
    decided = len(made.by_hand)
    said = words.rule_in_time(
        boundaries, len(made.items), decided, left, options.reach, options.enough
    )
    return [*said, *filter(None, [left_out_in_words(made)])]


def notes(made: Consensus, corpus: Corpus) -> list[str]:
    """Return who does not vote, which items have no gold segmentation, what is left out."""
    said = []
    if corpus.automatic:
        said.append(words.NOT_VOTING.format(listed(corpus.automatic, words.SHOWN_NAMES)))
    if corpus.reference is not None:
        said.append(words.REFERENCE_SILENT.format(corpus.reference))
    if made.without:
        said.append(words.WITHOUT_PEOPLE.format(listed(made.without, words.SHOWN_NAMES)))
    alone = of_one_coder(corpus)
    if 0 < len(alone) < len(made.items):
        said.append(words.ALONE.format(listed(alone, words.SHOWN_NAMES)))
    if unclear := guessed(made):
        said.append(decide_by_hand(unclear))
    copies = kept(("copies", corpus.named_digest), partial(copies_in, corpus))
    if twice := counts_twice(made, corpus, copies):
        said.append(twice)
    if corpus.kind != "linear":
        said.append(words.PLACES_ALONE.format("types" if corpus.kind == "multiple" else "levels"))
    return said


def who_moves_it(
    corpus: Corpus, whole: Corpus | None, view: UrlState
) -> tuple[list[str], list[Link]]:
    """Return who stands out and what that does to the gold segmentation, and the ways to see it."""
    found, people = causes_of(corpus, view), of_people(corpus, view)
    rows = [row for row in found.rows if row.causes]
    late = _late_besides(people, found)
    pairs = [row.in_pairs for row in people if row.in_pairs]
    odd = odd_items_of(corpus, whole)
    found_so = (*rows, *late)
    said = [f"{traits_in_words(row)}." for row in found_so]
    said += [*(one.words for one in pairs), *(one.words for one in told_once(odd))]
    if not said:
        return [], []
    changes: dict[str, Change] = {}
    causes = [(row, one) for row in (*rows, *late) for one in row.causes]
    moves = {one.coder: clearing(one) for _, one in causes if one.by}
    if moves:
        named = joined([remedy_in_words(row, one) for row, one in causes if one.by])
        changes[named] = Change(moves)
    for row, one in causes:
        if not one.by:
            change = Change({one.coder: Suspect(one.trait, one.remedy)})
            changes[remedy_in_words(row, one)] = change
    if pairs:
        names = [one.coder for one in pairs]
        changes[words.ONE_OF_TWO.format(joined(names))] = Change(twice=tuple(names))
    for few in odd:
        if isinstance(few, OutOfStep):
            if not few.in_step:  # who is in step is right there
                changes[slip_in_words(few)] = Change(slip=few)
            continue
        where = words.WITHOUT_IN.format(few.coder, few.item)
        changes[where] = Change(without=(few.coder, few.item))
    options, items = rule_options(corpus, view), rule_alone(corpus, view)
    seen = dict(list(changes.items())[:MOST_CHANGES])
    job: Job[tuple[RemediedGold | None, ...]] = Job(
        ("gold without causes", corpus.named_digest, options, view.options, *seen),
        partial(remedied_gold, corpus, tuple(seen.values()), items, options),
        of=corpus,
    )
    golds = job.glanced() or (None,) * len(seen)
    effects = [(change, gold) for change, gold in zip(seen, golds, strict=True) if gold]
    then = sentences_on_gold(effects)
    if any(seen[one].leaves_out for one, gold in effects if gold.after < gold.boundaries):
        then.append(words.ONE_FEWER)
    axis, ways = axis_of(corpus), []
    if causes:
        every = Causes((*rows, *late))
        ways.append(see_it(with_remedies(view, every), "decide", axis.unit, corpus.unit))
    ways += see_slips(view, odd, "decide", axis.unit, corpus.unit)
    if pairs and not view.minimum_gap:
        ways.append(Link(words.SEE_ONCE, view.href("decide", minimum_gap=SOON)))
    return [*filter(None, map(" ".join, (said, then)))], ways


def _late_besides(people: Sequence[RecordingCoder], found: Causes) -> list[GroupCauses]:
    """Return who is late or early in recordings, though agreement within the tolerance is not."""
    causes = tuple(
        Cause(row.coder, row.timing, REMEDIES[row.timing], row.value or 0.0, by)
        for row in people
        if row.timing and row.coder not in found.coders and (by := round(abs(row.later or 0), 3))
    )
    return [GroupCauses("", None, causes, unit="seconds")] if causes else []


def with_consensus(item: Item, golden: GoldItem | None, name: str) -> Item:
    """Put the gold segmentation of an item below its coders; each boundary says its support."""
    if golden is None:
        return item
    said = tuple(frozenset({_support(one, axis_of(item))}) for one in golden.boundaries)
    places = golden.segmentation.boundaries
    lane = Segmentation(item.mass, places, types=said, scale=item.scale)
    return replace(item, codings={**item.codings, name: lane})


def gold_marks(item: Item, golden: GoldItem | None) -> GoldMarks | None:
    """Mark the gold boundaries of an item on its heat map, each with its support."""
    if golden is None:
        return None
    places: dict[str, list[int]] = {}
    for one in golden.boundaries:
        places.setdefault(_support(one, axis_of(item)), []).append(one.place)
    return GoldMarks({item.name: places}, lane=len(item.coders))


def _support(one: GoldBoundary, axis: Axis) -> str:
    said = supported(one)
    return f"{said}, by hand, {effect_in_words(one.by_hand, axis)}" if one.by_hand else said


def agreement_table(made: Consensus, corpus: Corpus, item: Item, view: UrlState) -> PageTable:
    """Return the consensus's agreement with each coder; every value opens."""
    rows: dict[str, list[CoderAgreement]] = {}
    for row in gold_agreement_of(made, corpus, view.options):
        rows.setdefault(row.coder, []).append(row)
    on_item = gold_agreement_of(made, corpus, view.options, item)
    here = {(row.coder, row.similarity): row for row in on_item}
    opens = Opens(view, "decide")

    def value(similarity: str, found: list[CoderAgreement]) -> float | str | None:
        one = here.get((found[0].coder, similarity))
        return one.value if one else DASH

    def why(similarity: str, found: list[CoderAgreement]) -> str | None:
        one = here.get((found[0].coder, similarity))
        return VALUE.why(one) if one else words.DID_NOT_CODE.format(found[0].coder)

    def link(similarity: str, where: str, found: list[CoderAgreement]) -> dict[str, str]:
        coder = found[0].coder
        if where == "here" and (coder, similarity) not in here:
            return {}
        named = (words.VALUE_EVERYWHERE if where == "gold" else words.VALUE_HERE).format(
            similarity_name(similarity), coder
        )
        return opens.to(number_key(similarity, where, coder), named)

    columns: list[Column[list[CoderAgreement]]] = [
        Column(
            "coder",
            lambda found: found[0].coder,
            words.CODER,
            below=lambda found: _role(corpus, found[0].coder),
            left=True,
        )
    ]
    columns += [
        Column(
            f"here {one}",
            partial(value, one),
            words.ON_THIS_ITEM.format(similarity_name(one)),
            words.HIGHER,
            why=partial(why, one),
        )
        for one in SIMILARITIES
    ]
    columns += [
        VALUE.through(
            itemgetter(place),
            key=f"gold {one}",
            heading=words.ON_ALL_ITEMS.format(similarity_name(one)),
            about=words.POOLED,
        )
        for place, one in enumerate(SIMILARITIES)
    ]
    columns.append(Column("items", lambda found: found[0].items, words.ITEMS, words.ITEMS_ABOUT))
    return page(
        Table(columns=columns, rows=list(rows.values())),
        {
            f"{where} {one}": partial(link, one, where)
            for where in ("here", "gold")
            for one in SIMILARITIES
        },
    )


def _role(corpus: Corpus, coder: str) -> str | None:
    if coder == corpus.reference:
        return words.REFERENCE
    return words.AUTOMATIC if coder in corpus.automatic else None


def opened_consensus(
    made: Consensus, corpus: Corpus, item: Item, work: Worklist, view: UrlState
) -> Derivation | None:
    """Find the number that a view opens; None if there is no such number."""
    for dispute in work.listed:
        if dispute_key(dispute) == view.number:
            return dispute_derivation(dispute, item.unit)
    for where, of in (("gold", None), ("here", item)):
        for row in gold_agreement_of(made, corpus, view.options, of):
            if number_key(row.similarity, where, row.coder) == view.number:
                found = gold_derivation(row, view.options, DEFAULT.level)
                return (
                    replace(found, name=words.VALUE_ON.format(name=found.name, item=of.name))
                    if of
                    else found
                )
    return None


def written_gold(
    corpus: Corpus, made: Consensus | TimeConsensus, key: str
) -> Written | CannotWrite:
    """Write a corpus with its gold segmentation, see `needed`."""
    return Job(
        ("written gold", corpus.called_digest, corpus.decisions, made.options, key),
        partial(tasks.gold_file, corpus, made, key),
        of=corpus,
    ).needed()


def boundaries_as(made: Consensus | TimeConsensus, form: str) -> Callable[[], str]:
    """Return what writes the boundaries of a consensus; those of recordings in seconds."""
    if isinstance(made, Consensus):
        return partial(CONSENSUS_FORMATS[form], made)
    return partial(TIME_CONSENSUS_FORMATS[form], made, None)


def gold_excel(
    corpus: Corpus, made: Consensus | TimeConsensus, date: str, reading: Reading | None = None
) -> Callable[[], bytes] | None:
    """Return what gives the gold segmentation as a workbook; a large one is made on request."""
    ends = bool(reading and reading.marks_end)
    cells, known = 0, False
    if isinstance(made, Consensus):
        cells = sum(item.mass * (len(item.codings) + 4) for item in corpus.items)
        known = knows_probabilities(made)
    job: Job[bytes] = Job(
        ("gold workbook", corpus.called_digest, corpus.decisions, made.options, known, date, ends),
        partial(tasks.gold_workbook, corpus, made, date, ends=ends),
        of=corpus,
        unasked=0.0,
        alone=True,
    )
    if cells <= MOST_CELLS:
        return partial(job.task, progress=float)
    content = job.computed()
    return None if content is None else lambda: content


def marked_places(item: Item, golden: GoldItem | None, made: TimeConsensus) -> list[MarkedPlace]:
    """Return the boundaries of the consensus, and the peaks of chance, as they are marked."""
    within = {(one.item, one.place): one for one in made.peaks}
    found = []
    for one in golden.boundaries if golden else ():
        peak, when = within.get((item.name, one.place)), Axis(made.scale).place(one.place)
        ends = (None, None) if peak is None else (peak.low, peak.high)
        low, high = (None if end is None else made.scale.steps(end) for end in ends)
        by_hand = hand_decision_in_words(one.by_hand, Axis(made.scale)) if one.by_hand else ""
        shown = words.marked_place(when, len(one.votes), one.of, by_hand)
        found.append(MarkedPlace(one.place, low, high, True, shown))
    there = {one.place for one in found}
    for peak in made.peaks:
        if peak.item == item.name and len(peak.votes) > 1 and peak.place not in there:
            when = Axis(made.scale).place(peak.place)
            shown = words.marked_place(when, len(peak.votes), peak.of, "")
            found.append(MarkedPlace(peak.place, None, None, False, shown))
    return sorted(found, key=lambda one: one.place)
