"""The coders of cards as the model has them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from segmetrics.reliability.coder_cards import CoderCard, PlaceExample
from segmetrics.reliability.coder_findings import Side
from segmetrics.reliability.fitted_coders import SIDES, CoderModel, CoderVerdict, ModelledCoder


class CoderInModel(NamedTuple):
    """What a coder does by the model, beside the others of the group, with places to look at."""

    does: ModelledCoder
    others: tuple[ModelledCoder, ...]
    verdict: CoderVerdict | None
    places: tuple[PlaceExample, ...]


def coders_in_model(
    model: CoderModel,
    coders: Sequence[str],
    places: Mapping[str, tuple[PlaceExample, ...]],
    verdicts: Mapping[str, CoderVerdict],
) -> dict[str, CoderInModel]:
    """Return those of some coders of whom the model says something, by name."""
    groups: dict[str, list[ModelledCoder]] = {}
    for row in model.coders:
        if row.coder in coders and row.hits.value is not None:
            groups.setdefault(row.group, []).append(row)
    return {
        row.coder: CoderInModel(
            row,
            tuple(other for other in rows if other is not row),
            verdicts.get(row.coder),
            places.get(row.coder, ()),
        )
        for rows in groups.values()
        for row in rows
    }


def with_places(
    cards: Sequence[CoderCard], models: Mapping[str, CoderInModel]
) -> tuple[CoderCard, ...]:
    """Return cards with the places of the model, but for coders who are clearly early or late."""
    return tuple(
        replace(card, examples=models[card.coder].places or card.examples)
        if card.coder in models and card.finding.side == "none"
        else card
        for card in cards
    )


def stands_out(card: CoderCard, model: CoderInModel | None) -> bool:
    """Return whether a coder stands out, by a finding or by the model."""
    return card.finding.stands_out or (model is not None and model.verdict is not None)


def side_of(model: CoderInModel | None) -> Side:
    """Return on which side a coder stands out by the model, if on one."""
    if model is None or model.verdict is None:
        return "none"
    return SIDES.get(model.verdict.verdict, "none")
