"""How sure the model of the coders is about each dispute.

An answer to a dispute is one of its places, or none. The model gives each place the posterior of a
shared boundary there, and what is left of 1 to none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.model_rule import expected_shares, guessed_items, probabilities
from segmetrics.reliability.fitted_coders import CoderModel


class Certainty(NamedTuple):
    """How sure the answer to a dispute is."""

    #: For each place of the dispute, in order, how likely it has a shared boundary: in [0, 1].
    places: tuple[float, ...]
    #: For each place, which share of many coders like these would mark it or one near it.
    shares: tuple[float, ...] = ()


def certainties(
    disputes: Iterable[Dispute], model: CoderModel
) -> Mapping[tuple[str, tuple[int, ...]], Certainty]:
    """Return how sure the answer to each dispute is.

    Parameters
    ----------
    disputes : iterable of Dispute
        The disputes.
    model : CoderModel
        Fitted to their corpus.

    Returns
    -------
    mapping of (str, tuple of int) to Certainty
        By the item and the places of a dispute; nothing of groups that the model is silent about,
        nor of items on which coders are hardly more together than by chance.

    Examples
    --------
    >>> import segmetrics as sm
    >>> corpus = sm.sample("moonstone")
    >>> found = certainties(sm.disputes(corpus), sm.coder_model(corpus))
    >>> all(0 < share < 1 for one in found.values() for share in one.shares)
    True
    """
    guessed, of_many = guessed_items(model), expected_shares(model)
    likely = {item: each for item, each in probabilities(model).items() if item not in guessed}
    return {
        (one.item, one.places): Certainty(
            *(
                tuple(each[place - 1] for place in one.places if each)
                for each in (likely[one.item], of_many.get(one.item, ()))
            )
        )
        for one in disputes
        if one.item in likely
    }
