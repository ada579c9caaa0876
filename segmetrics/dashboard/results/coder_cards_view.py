"""Cards of coders as the page Coders shows them: what each line says, and where its dots stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from segmetrics.claims.cause_sentences import (
    coarse_in_words,
    sentences_on_people,
    trait_in_words,
)
from segmetrics.claims.cause_types import Causes
from segmetrics.corpus import Corpus
from segmetrics.dashboard.components.coder_cards_component import (
    CardLine,
    Dots,
    ShownCard,
    ShownPlace,
)
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.dashboard.frame.who import see_it, see_slips, without
from segmetrics.dashboard.results import coder_card_words as words
from segmetrics.dashboard.results.coder_messages import message
from segmetrics.dashboard.results.coder_words import ONE_CODER
from segmetrics.dashboard.results.modelled_coders import CoderInModel, side_of, stands_out
from segmetrics.io.problems import shortened
from segmetrics.number_formats import per_100, rate, short
from segmetrics.phrases import before, capital, ending, spelled
from segmetrics.reliability.coder_cards import CoderCard, PlaceExample
from segmetrics.reliability.fitted_coders import Estimated
from segmetrics.reliability.recording_agreement import RecordingAgreement, RecordingCoder
from segmetrics.tables.coder_model_words import adds, finds

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
    aside = [card.coder for card in cards if card.finding.side != "none"]
    return [
        _shown(card, view, models.get(card.coder), len(cards), aside, with_group=with_group)
        for card in cards[:SHOWN_CARDS]
    ]


def _shown(
    card: CoderCard,
    view: UrlState,
    model: CoderInModel | None,
    coders: int,
    aside: Sequence[str],
    *,
    with_group: bool,
) -> ShownCard:
    # What the model says of own boundaries and of sides takes the place of plain counts.
    alone = beside = ""
    if model is None:
        alone = words.how_often_alone(card)
    if model is None or card.finding.side not in ("none", side_of(model)):
        beside = words.early_or_late(card, aside)
    lines = [
        *(_lines_of_model(model) if model else []),
        CardLine(
            words.HOW_FINELY, words.how_finely(card), _rate_dots(card.density, card.densities)
        ),
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
        ways=(
            see_it(without(view, card.coder), "", "units", card.unit),
            *see_slips(view, card.finding.odd_items, "", "units", card.unit),
        ),
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
            f"{finds(does)}; {words.who_else(model)} {words.others_find(model)}.",
            _estimated_dots(does.hits, [one.hits for one in others], 1.0, ("0", "10")),
        ),
        CardLine(
            words.OWN,
            f"{adds(does)}; {words.who_else(model)} {words.others_add(model)}.",
            _estimated_dots(does.added, added, most, ("0", per_100(most))),
        ),
        CardLine(
            words.BESIDE,
            words.beside_shared(model),
            _estimated_dots(
                does.shifted, [one.shifted for one in others], 1.0, (words.NONE, words.ALL)
            ),
        ),
    ]


def _estimated_dots(
    own: Estimated, others: Sequence[Estimated], most: float, ends: tuple[str, str]
) -> Dots | None:
    """Put what the model says of a coder, with its interval, among the others."""
    if own.low is None or own.high is None:
        return None
    return _dots(own.value, [one.value for one in others], ends, (own.low, own.high), most)


def _dots(
    own: float | None,
    others: Sequence[float | None],
    ends: tuple[str, str] = ("0", "1"),
    around: tuple[float | None, float | None] = (None, None),
    most: float = 1.0,
    least: float = 0.0,
) -> Dots | None:
    """Put a value, perhaps with its interval, among the others on a line between two numbers."""
    if own is None:
        return None

    def at(value: float) -> float:
        return (value - least) / (most - least)

    low, high = around
    interval = None if low is None or high is None else (at(low), at(high))
    return Dots(at(own), tuple(at(one) for one in others if one is not None), ends, interval)


def _place(one: PlaceExample, view: UrlState) -> ShownPlace:
    texts = [" ".join(text.split()) for text in one.texts]
    if texts:
        texts[0] = ending(texts[0], LETTERS)
        texts[1:] = [shortened(text, LETTERS) for text in texts[1:]]
    return ShownPlace(
        where=f"{one.item}, {before([one.place], one.unit)}",
        href=view.item_href(one.item, place=one.place, start=None),
        what=words.what_place(one),
        texts=tuple(texts),
    )


def _rate_dots(
    own: float | None,
    others: Sequence[float],
    around: tuple[float | None, float | None] = (None, None),
) -> Dots | None:
    """Put how often a coder marks among the others, from never to the most often."""
    most = max(own or 0.0, *others, 0.0) if others else 0.0
    return _dots(own, others, ("0", rate(most)), around, most) if most else None


def _kappa_dots(card: CoderCard) -> Dots | None:
    """Put kappa with all others among kappa with each of them, from 0 or the lowest to 1."""
    own, others = card.finding.kappa, [pair.kappa for pair in card.pairs]
    if own is None or not others:
        return None
    low = min(0.0, own, *others)
    return _dots(own, others, (short(low) if low else "0", "1"), least=low)


def who_stands_out_in(found: RecordingAgreement, causes: Causes) -> list[str]:
    """Return how often people mark, and who stands out."""
    if len(found.coders) < 2:
        return [ONE_CODER]
    nobody = words.NOBODY_STANDS_OUT.format(spelled(len(found.coders)))
    said = words.rates_of_all(found.coders, len(found.items))
    return [said, *(sentences_on_people(found, causes) or [nobody])]


def cards_of_recordings(
    found: RecordingAgreement, corpus: Corpus, view: UrlState, causes: Causes
) -> list[ShownCard]:
    """Return the cards of people, those first who stand out, with their group if there are several.

    Then come those who agree least with the others.
    """
    groups = {coder: group.name for group in corpus.groups for coder in group.coders}
    several = len(corpus.groups) > 1

    def rank(row: RecordingCoder) -> tuple[bool, float]:
        named = row.stands_out or row.standing is not None or row.coder in causes.coders
        return not named, inf if row.value is None else row.value

    return [
        _card(row, found, groups[row.coder] if several else "", view, causes)
        for row in sorted(found.coders, key=rank)[:SHOWN_CARDS]
    ]


def _card(
    row: RecordingCoder, found: RecordingAgreement, group: str, view: UrlState, causes: Causes
) -> ShownCard:
    others = [one for one in found.coders if one.coder != row.coder]
    rates = [one.rate for one in others]
    with_others = _dots(row.value, [one.value for one in others], around=row.value_interval[:2])
    agreement = [one.agreement for one in others]
    with_group = _dots(row.agreement, agreement, around=row.agreement_interval[:2])
    tolerance = found.options.tolerance
    named = row.stands_out
    what = words.by_what_stands_out(row, tolerance)
    headline = " ".join(filter(None, [what, coarse_in_words(row, found)]))
    seen = [(one, of) for of in causes.rows for one in of.causes if one.coder == row.coder]
    if seen and not named:
        (cause, of), named = seen[0], True
        headline = f"{capital(trait_in_words(of, cause))}."
    lines = (
        CardLine(
            words.HOW_OFTEN,
            words.boundaries_a_minute(row, rates),
            _rate_dots(row.rate, rates, row.rate_interval[:2]),
        ),
        CardLine(words.AGREEMENT, words.f_with_others(row), with_others),
        CardLine(words.GROUP, words.with_group(row), with_group),
        CardLine(words.EARLY_OR_LATE, words.when(row), _times(row, others, tolerance)),
    )
    return ShownCard(
        name=row.coder,
        about=group,
        headline=headline,
        stands_out=named,
        lines=tuple(line for line in lines if line.text),
        places=(),
        message=words.message_on_times(row, found),
        ways=(
            see_it(without(view, row.coder), "", "seconds"),
            *see_slips(view, row.odd_items, "", "seconds"),
        ),
    )


def _times(row: RecordingCoder, others: Sequence[RecordingCoder], tolerance: float) -> Dots | None:
    """Put how late a person marks among the others: in the middle is in time."""
    if row.later is None or not tolerance:
        return None
    later = [one.later for one in others]
    reach = max(abs(row.later), tolerance / 3, *(abs(one) for one in later if one is not None))
    ends = (words.EARLY, words.LATE)
    return _dots(row.later, later, ends, row.later_interval[:2], reach, -reach)
