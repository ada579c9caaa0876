"""The list of disputes and decisions: a row for each, and what was decided."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from segmetrics.adjudication.adjudications import Consensus
from segmetrics.adjudication.consensus_in_time import TimeConsensus
from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.gold import HandDecision, marked, voters
from segmetrics.adjudication.model_rule import roughly
from segmetrics.axis import axis_of
from segmetrics.coefficients.levels import Level
from segmetrics.corpus import Corpus
from segmetrics.dashboard.decide import words
from segmetrics.dashboard.decide.worklist import (
    A_PAGE,
    Worklist,
    added_near,
    comment_on,
    decided_about,
    dispute_key,
)
from segmetrics.dashboard.frame.computations import people_on
from segmetrics.dashboard.frame.derivation_links import Opens
from segmetrics.dashboard.frame.paging import on_page
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.number_formats import percent
from segmetrics.phrases import listed
from segmetrics.tables.browser import PageTable, page
from segmetrics.tables.columns import Column, Table, of_field
from segmetrics.tables.consensus_tables import doubt_in_words, hand_decision_in_words


class ListedPlace(NamedTuple):
    """A row of the list: what is disputed, or was decided about, and what is said of that."""

    dispute: Dispute
    decision: str
    remark: str | None


def listed_places(
    work: Worklist, corpus: Corpus, made: Consensus | TimeConsensus, view: UrlState
) -> list[Dispute | HandDecision]:
    """List the disputes, and of recordings what else somebody decided about."""
    found: list[Dispute | HandDecision] = list(work.listed)
    if isinstance(made, Consensus):
        return found
    known = {(one.item, place) for one in work.listed for place in one.places}
    shown = view.item if view.scope == "item" else None
    for one in made.by_hand:
        item, place = one.decision.item, one.decision.place
        if (item, place) not in known and shown in (None, item):
            found.append(one)
    if work.in_reading_order:
        order = {item.name: number for number, item in enumerate(corpus.items)}

        def in_time(one: Dispute | HandDecision) -> tuple[int, int]:
            there = one if isinstance(one, Dispute) else one.decision
            return order[there.item], there.place

        found.sort(key=in_time)
    return found


def _listed(
    one: Dispute | HandDecision, work: Worklist, corpus: Corpus, made: Consensus | TimeConsensus
) -> ListedPlace:
    """Return a row with what was decided, and the comment on it or what the model says against."""
    axis = axis_of(corpus)
    if isinstance(one, Dispute):
        doubt = work.doubt(one)
        against = doubt_in_words(doubt, axis) if doubt else None
        remark = comment_on(one, work.words) or against
        return ListedPlace(one, decided_about(one, work, axis) or words.OPEN, remark)
    item, place = one.decision.item, one.decision.place
    coders = people_on(corpus, corpus[item])
    reach = made.scale.steps_within(made.options.reach) if isinstance(made, TimeConsensus) else 0
    votes = marked(voters(corpus, corpus[item]), place, reach=reach)
    silent = tuple(name for name in coders if name not in votes)
    share = min(len(votes), len(silent)) / len(coders)
    dispute = Dispute(item, votes, silent, place, share)
    return ListedPlace(dispute, hand_decision_in_words(one, axis), one.decision.comment or None)


def dispute_table(
    places: Sequence[Dispute | HandDecision],
    work: Worklist,
    corpus: Corpus,
    made: Consensus | TimeConsensus,
    view: UrlState,
    chosen: Dispute | None,
) -> PageTable:
    """Return the worklist's page that a view shows; of texts every share opens."""
    opens, axis, in_time = Opens(view, "decide"), axis_of(corpus), isinstance(made, TimeConsensus)

    def how_sure(one: ListedPlace) -> str | None:
        """Return how many would mark it, unless another answer than the rule's is likelier."""
        known = None if work.doubt(one.dispute) else work.certainty(one.dispute)
        return words.SURE_IN_LIST.format(roughly(max(known.shares))) if known else None

    def name(one: ListedPlace) -> str:
        return words.named(one.dispute, axis)

    def support(one: ListedPlace) -> str:
        votes = len(one.dispute.votes)
        return f"{votes} of {votes + len(one.dispute.silent)}"

    def href(one: ListedPlace) -> str:
        there = one.dispute
        return f"{view.href('decide', item=there.item, place=there.place, start=None)}#dispute"

    share = Column[ListedPlace](
        "share",
        lambda one: one.dispute.dispute,
        words.NEAR_IT,
        words.NEAR_IT_ABOUT,
        write=percent,
        bar=True,
    )
    answers = Column[ListedPlace](
        "share",
        lambda one: words.answers(one.dispute),
        words.ANSWERS,
        words.ANSWERS_ABOUT,
        left=True,
    )
    of_texts = Column[ListedPlace](
        "by",
        lambda one: listed(list(one.dispute.votes), words.NAMES_IN_LIST),
        words.MARKED_BY,
        left=True,
    )
    of_recordings = Column[ListedPlace]("support", support, words.SUPPORT)
    columns: tuple[Column[ListedPlace], ...] = (
        Column(
            "place",
            name,
            words.PLACE if in_time else words.DISPUTE,
            "" if in_time else words.about_dispute(sure=bool(work.sure)),
            below=how_sure,
            left=True,
        ),
        *((of_recordings, share) if in_time else (answers, of_texts)),
        Column(
            "not_by",
            lambda one: listed(one.dispute.silent, words.NAMES_IN_LIST),
            words.NOT_BY,
            left=True,
        ),
        of_field("decision", words.DECISION, below=lambda one: one.remark, left=True),
    )

    at = chosen.place if chosen else None
    if isinstance(made, TimeConsensus) and chosen is None:
        at = added_near(corpus, made, view)

    def level(one: ListedPlace) -> Level:
        there = one.dispute
        near = in_time and (there.item, there.place) == (view.item, at)
        return "corpus" if near or there == chosen else "item"

    rows = [_listed(one, work, corpus, made) for one in on_page(places, view, A_PAGE)]
    leads: dict[str, Callable[[ListedPlace], Mapping[str, str]]] = {
        "place": lambda one: {"href": href(one)}
    }
    if not in_time:
        leads["share"] = lambda one: opens.to(
            dispute_key(one.dispute), words.DISPUTED_SHARE.format(name(one))
        )
    return page(Table(columns=columns, rows=rows, level=level), leads)
