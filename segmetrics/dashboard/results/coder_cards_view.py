"""Cards of coders as the page Coders shows them: what each line says, and where its dots stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from segmetrics.coding_model.coder_model import Estimated
from segmetrics.dashboard.components.coder_cards_component import (
    CardLine,
    Dots,
    ShownCard,
    ShownPlace,
)
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.results import coder_card_words as words
from segmetrics.dashboard.results.coder_messages import message
from segmetrics.dashboard.results.modelled_coders import (
    CoderInModel,
    side_of,
    stands_out,
)
from segmetrics.io.problems import shortened
from segmetrics.number_formats import per_100, rate
from segmetrics.phrases import ending
from segmetrics.reliability.coder_cards import CoderCard, PlaceExample

SHOWN_CARDS = 60
# Letters of the text on each side of a place.
LETTERS = 140
# Additions per 100 places where the scale ends at least, so that few do not look like many.
LEAST_OF_OWN = 10.0


def worst_first(cards: Sequence[CoderCard], models: Mapping[str, CoderInModel]) -> list[CoderCard]:
    """Sort coders: those who stand out, then those who agree least with their others."""

    def rank(card: CoderCard) -> tuple[bool, float]:
        kappa = card.finding.kappa
        return not stands_out(card, models.get(card.coder)), inf if kappa is None else kappa

    return sorted(cards, key=rank)


def shown_cards(
    cards: Sequence[CoderCard],
    view: UrlState,
    models: Mapping[str, CoderInModel],
    *,
    with_group: bool = False,
) -> list[ShownCard]:
    """Return cards as they are drawn, perhaps with the group of each coder."""
    return [
        _shown(card, view, models.get(card.coder), len(cards), with_group=with_group)
        for card in cards[:SHOWN_CARDS]
    ]


def _shown(
    card: CoderCard, view: UrlState, model: CoderInModel | None, coders: int, *, with_group: bool
) -> ShownCard:
    # What the model says of own boundaries and of sides takes the place of plain counts.
    alone = beside = ""
    if model is None:
        alone = words.how_often_alone(card)
    if model is None or card.finding.side not in ("none", side_of(model)):
        beside = words.early_or_late(card)
    lines = [
        *(_lines_of_model(model) if model else []),
        CardLine(words.HOW_FINELY, words.how_finely(card), _density_dots(card)),
        CardLine(words.AGREEMENT, words.with_whom(card), _kappa_dots(card)),
        CardLine(words.ALONE, alone),
        CardLine(words.EARLY_OR_LATE, beside),
        CardLine(words.OVER_TIME, words.drift(card.granularity, coders)),
    ]
    return ShownCard(
        name=card.coder,
        about=card.finding.group if with_group else "",
        headline=words.headline(card, model),
        stands_out=stands_out(card, model),
        lines=tuple(line for line in lines if line.text),
        places=tuple(_place(one, view) for one in card.examples),
        message=message(card, model),
        chosen=card.coder == view.a and view.b is None,
    )


def _lines_of_model(model: CoderInModel) -> list[CardLine]:
    """Return what a coder does by the model, a line for each kind of thing."""
    does, others = model.does, model.others
    added = [one.added for one in others]
    most = max(LEAST_OF_OWN, *(one.high or 0.0 for one in (does.added, *added)))
    return [
        CardLine(
            words.FOUND,
            words.finds_of_shared(model),
            _estimated_dots(does.hits, [one.hits for one in others], 1.0, ("0", "10")),
        ),
        CardLine(
            words.OWN,
            words.adds_of_own(model),
            _estimated_dots(does.added, added, most, ("0", per_100(most))),
        ),
        CardLine(
            words.BESIDE,
            words.beside_shared(model),
            _estimated_dots(
                does.shifted,
                [one.shifted for one in others],
                1.0,
                (words.NONE, words.ALL),
            ),
        ),
    ]


def _estimated_dots(
    own: Estimated, others: Sequence[Estimated], most: float, ends: tuple[str, str]
) -> Dots | None:
    """Put what the model says of a coder, with its interval, among the others."""
    if own.value is None or own.low is None or own.high is None:
        return None
    values = tuple(one.value / most for one in others if one.value is not None)
    return Dots(own.value / most, values, ends, (own.low / most, own.high / most))


def _place(one: PlaceExample, view: UrlState) -> ShownPlace:
    texts = [" ".join(text.split()) for text in one.texts]
    if texts:
        texts[0] = ending(texts[0], LETTERS)
        texts[1:] = [shortened(text, LETTERS) for text in texts[1:]]
    return ShownPlace(
        where=words.WHERE_PLACE.format(one.item, one.place),
        href=view.item_href(one.item, place=one.place, start=None),
        what=words.what_place(one),
        texts=tuple(texts),
    )


def _density_dots(card: CoderCard) -> Dots | None:
    """Put boundaries in 100 units of the coder among those of the others."""
    if card.density is None or not card.densities:
        return None
    most = max(card.density, *card.densities)
    if not most:
        return None
    others = tuple(value / most for value in card.densities)
    return Dots(card.density / most, others, ("0", rate(most)))


def _kappa_dots(card: CoderCard) -> Dots | None:
    """Put kappa with all others among kappa with each of them; below 0 is at 0."""
    if card.finding.kappa is None or not card.pairs:
        return None
    others = tuple(max(0.0, pair.kappa) for pair in card.pairs)
    return Dots(max(0.0, card.finding.kappa), others, ("0", "1"))
