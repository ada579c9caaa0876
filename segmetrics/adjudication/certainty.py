"""How sure the model of the coders is about each dispute, and what one more coder would change.

An answer to a dispute is one of its places, or none. The model gives each place the posterior of a
shared boundary there, and what is left of 1 to none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from segmetrics.adjudication.disputes import Dispute
from segmetrics.adjudication.model_rule import expected_shares, guessed_items, probabilities
from segmetrics.coding_model.coder_model import CoderModel
from segmetrics.coding_model.parameters import Parameters


class Certainty(NamedTuple):
    """How sure the answer to a dispute is.

    Parameters
    ----------
    places : tuple of float
        For each place of the dispute, in order, how likely it has a shared boundary: in [0, 1].
    now : float
        How likely the likeliest answer is, in [0, 1]; of one place at least one half.
    with_another : float
        The same, as it is to be expected once one more coder has answered; never below `now`.
    shares : tuple of float
        For each place, which share of many coders like these would mark it or one near it.
    """

    places: tuple[float, ...]
    now: float
    with_another: float
    shares: tuple[float, ...] = ()


class _Usual(NamedTuple):
    """A coder of average kind: hit rate, share added, and shares of reports by displacement."""

    hits: float
    added: float
    shifts: tuple[float, ...]

    @classmethod
    def of(cls, parameters: Parameters) -> _Usual:
        shifts = parameters.shifts.mean(axis=0).tolist()
        return cls(float(parameters.hits.mean()), float(parameters.added.mean()), tuple(shifts))


def certainties(
    disputes: Iterable[Dispute], model: CoderModel
) -> Mapping[tuple[str, tuple[int, ...]], Certainty]:
    r"""Return how sure the answer to each dispute is, and would be with one more coder.

    The next coder is as the coders of the group are on average: reports a shared boundary with
    their mean hit rate h, displaced by d with their mean share w_d (what would fall outside of the
    dispute stays in place), and marks a place without one with their mean rate f. With the
    probability q_t of each answer t,

    .. math:: E[\text{sure}] = \sum_o \max_t \; q_t \, P(o \mid t)

    over what that coder may say, o: one of the places, or none. Whoever takes the likeliest answer
    is wrong with probability 1 minus that.

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
    >>> all(one.now <= one.with_another for one in found.values())
    True
    """
    guessed = guessed_items(model)
    likely = {item: each for item, each in probabilities(model).items() if item not in guessed}
    of_many = expected_shares(model)
    kinds = {one.group: _Usual.of(one.parameters) for one in model.groups if one.parameters}
    kind_of = {one.item: kinds[one.group] for one in model.items if one.item in likely}
    found = {}
    for one in disputes:
        if one.item in likely:
            key = one.item, one.places
            chances = tuple(likely[one.item][place - 1] for place in one.places)
            each = of_many.get(one.item, ())
            shares = tuple(each[place - 1] for place in one.places if each)
            found[key] = _certainty(one.places, chances, kind_of[one.item])._replace(shares=shares)
    return found


def _certainty(places: tuple[int, ...], chances: tuple[float, ...], another: _Usual) -> Certainty:
    """Return how sure an answer is, and what one more coder is expected to make of it."""
    # Two places close together may both have a boundary: answers are then as likely as they are
    # to each other.
    answers = np.array([*chances, max(0.0, 1 - sum(chances))])
    answers /= answers.sum()
    reach = len(another.shifts) // 2
    count = len(places)
    said = np.zeros((count + 1, count + 1))  # answer x what the coder says
    for true, place in enumerate(places):
        for mark, at in enumerate(places):
            if 0 < abs(at - place) <= reach:
                said[true, mark] = another.hits * another.shifts[at - place + reach]
        said[true, true] = another.hits - said[true].sum()
        said[true, count] = 1 - another.hits
    said[count, :count] = min(another.added, 1 / count)
    said[count, count] = 1 - said[count].sum()
    after = float((answers[:, np.newaxis] * said).max(axis=0).sum())
    now = float(answers.max())
    return Certainty(chances, now, max(now, after))
