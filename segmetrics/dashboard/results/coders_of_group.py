"""The coders of a group as Coders shows them, and what that page and the Overview say of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from segmetrics.claims.cause_sentences import verdicts_on
from segmetrics.claims.cause_types import Causes, GroupCauses
from segmetrics.corpus import Corpus
from segmetrics.dashboard.frame import computations
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import places_as_coded
from segmetrics.dashboard.results.coder_words import NOT_FOUND, who_stands_out
from segmetrics.dashboard.results.modelled_coders import CoderInModel, coders_in_model, with_places
from segmetrics.reliability.coder_cards import CoderCard
from segmetrics.reliability.fitted_coders import CoderModel
from segmetrics.reliability.schools import Schools


class CodersOfGroup(NamedTuple):
    """The cards of a group, its coders in the model, its items, and who keeps agreement low.

    `schools` say who segments finely and who coarsely, if so.
    """

    cards: Sequence[CoderCard]
    models: Mapping[str, CoderInModel]
    items: int
    causes: GroupCauses = NOT_FOUND
    schools: Sequence[Schools] = ()

    @property
    def who_stands_out(self) -> list[str]:
        """Who stands out, in sentences; none without cards."""
        if not self.cards:
            return []
        return who_stands_out(self.cards, self.items, self.models, self.causes, self.schools)


def _as_coded(card: CoderCard, view: UrlState) -> CoderCard:
    """Return a card without places of boundaries that the view itself has moved."""
    odd = places_as_coded(card.finding.odd_items, view)
    return replace(card, finding=card.finding._replace(odd_items=odd))


def coders_of_group(
    corpus: Corpus, model: CoderModel | None, view: UrlState, place: int
) -> CodersOfGroup:
    """Return the coders of a group; without the model what is known by the findings alone."""
    group = corpus.groups[place]
    cards = [
        _as_coded(card, view)
        for card in computations.cards_of(corpus, view.uncertain, view.n, place) or ()
    ]
    schools = computations.schools_of(computations.group_of(corpus, place), view.uncertain)
    if model is None:
        return CodersOfGroup(cards, {}, len(group.items), schools=schools)
    places = computations.modelled_places_of(corpus, model, view.uncertain, place)
    judged = computations.reliability_of(corpus, view.options).glanced()
    causes = computations.causes_at_a_glance(corpus, view, judged, model).of_group(group.name)
    verdicts = verdicts_on([card.finding for card in cards], model, Causes((causes,)))
    fitted = coders_in_model(model, group.coders, places, verdicts)
    shown = with_places(cards, fitted)
    return CodersOfGroup(shown, fitted, len(group.items), causes, schools)
