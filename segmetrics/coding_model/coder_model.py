"""What each coder of a group does, and how sure each boundary is: the fitted model as a result.

A place holds a shared boundary at the rate of the group. A coder reports it with the coder's hit
rate, more likely if it is prominent, and sometimes a place or more early or late; elsewhere the
coder adds boundaries at a rate of their own. All sets of shared boundaries are summed over
exactly, and parameters are those of highest posterior density.

Hit rates are relative to the panel: what nobody reports is no shared boundary. Types and levels of
boundaries are not looked at. The coders are people: automatic segmenters and a reference are left
out.

Sources: Dawid & Skene (1979), who have neither shifts nor neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from segmetrics.axis import on_axis, only_texts
from segmetrics.coding_model.coder_fit import LEAST_SIGNAL, Fit, fit_coders, independent
from segmetrics.coding_model.coder_verdicts import TWO_GRANULARITIES, coder_verdicts
from segmetrics.coding_model.dependence import alike_pairs, nearly_the_same, too_alike
from segmetrics.coding_model.expected_marks import expect, shares_near
from segmetrics.coding_model.held_out import held_out
from segmetrics.coding_model.packed_marks import PackedMarks, pack_marks
from segmetrics.coding_model.standard_errors import (
    StandardErrors,
    spread_of_counts,
    standard_errors,
)
from segmetrics.corpus import CoderGroup, Corpus, Item, Kind
from segmetrics.metrics.blocks.packing import Floats
from segmetrics.number_formats import count
from segmetrics.reliability.coder_parameters import logistic, logit
from segmetrics.reliability.copies import ALIKE, far_beside_others, most_alike_first, near_copies
from segmetrics.reliability.fitted_coders import (
    ONE_ITEM,
    THREE_CODERS,
    AlikePair,
    CoderModel,
    CoderModelOptions,
    CoderVerdict,
    Estimated,
    ModelledCoder,
    ModelledGroup,
    ModelledItem,
)
from segmetrics.reliability.pair_kappa import MarkedPlaces, kappa_between, kappa_of_terms
from segmetrics.reliability.progress import Progress, part_of
from segmetrics.reliability.schools import schools_of

FEWEST_TO_LEAVE_ONE = 6
"""Items from which on a verdict can be said to rest on one. It is said of 1 or 2 of 25 coders who
find a third of what others do in each of 8 texts, and of one in four of those named in 4 texts."""

EVEN = 0.5
"""Share of places that one more coder marks, of whom nothing is known."""

ONE_CODER = "one coder: there is nobody to compare with"
TWO_CODERS = "two coders: who of them is right cannot be told; it takes three"
NO_PLACES = "no item has two units, so that there is no place for a boundary"
NO_SIGNAL = "the coders are hardly more together than by chance"
ALL_ALIKE = (
    "the coders mark nearly the same places throughout, so that nothing tells whether they agree "
    "or have seen each other's codings"
)
TAKEN_FOR_TRUE = "the model takes their marks for the truth, and blames the others"
DEPENDENT = (
    "some coders' marks are more alike than if each had worked alone, and it cannot be told whose, "
    "so that a place that several marked may be right or only copied"
)
NOT_CONVERGED = "the fit did not come to rest, so that the numbers are rough"
NO_ERROR = "how sure it is cannot be told"
NO_SHIFTS = "with n = 1 nothing counts as shifted"
NOT_LOOKED_AT: Mapping[Kind, str] = {
    "multiple": "boundaries have types, which the model does not look at",
    "hierarchical": "boundaries have levels, which the model does not look at",
}


@on_axis("coder_model", not_of=only_texts("agreement(corpus).coders"))
def coder_model(
    corpus: Corpus,
    options: CoderModelOptions | None = None,
    *,
    progress: Progress | None = None,
) -> CoderModel:
    """Fit what each coder does and how sure each boundary is, group by group.

    Parameters
    ----------
    corpus : Corpus
        Codings of people; types and levels are not looked at, which a warning of each group says.
    options : CoderModelOptions, optional
        How.
    progress : callable, optional
        Is told the share that is done.

    Returns
    -------
    CoderModel
        Coders, items, groups and verdicts; a group that the model cannot speak of says why.

    Examples
    --------
    >>> import segmetrics as sm
    >>> model = sm.coder_model(sm.sample("moonstone"))
    >>> first = model.coders[0]
    >>> first.coder, round(first.hits.value, 1)
    ('an1', 0.3)
    """
    options = options or CoderModelOptions()
    coders: list[ModelledCoder] = []
    items: list[ModelledItem] = []
    groups: list[ModelledGroup] = []
    verdicts: list[CoderVerdict] = []
    people = people_of(corpus)
    if people is None:
        return CoderModel((), (), (), options)
    for place, group in enumerate(people.groups):
        of_group = part_of(progress, place, len(people.groups))
        fitted = _Fitted.of(people, group, options, of_group)
        groups.append(fitted.row)
        coders += fitted.coder_rows(options.level)
        items += fitted.item_rows(people, options.level)
        verdicts += fitted.verdicts
    return CoderModel(tuple(coders), tuple(items), tuple(groups), options, tuple(verdicts))


def people_of(corpus: Corpus) -> Corpus | None:
    """Return what people coded, without automatic segmenters and a reference; None if nothing."""
    if not corpus.people:
        return None
    # Who coded nothing but single units says nothing, and is left out where others say something.
    could = {coder for item in corpus.items if item.mass > 1 for coder in item.codings}
    return corpus.select(coders=[one for one in corpus.people if one in could] or corpus.people)


@dataclass(frozen=True, slots=True)
class _Fitted:
    """A group with its fit, if there is one that may be shown."""

    group: CoderGroup
    row: ModelledGroup
    marks: PackedMarks | None = None
    fit: Fit | None = None
    errors: StandardErrors | None = None
    verdicts: tuple[CoderVerdict, ...] = ()

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        group: CoderGroup,
        options: CoderModelOptions,
        progress: Progress | None,
    ) -> _Fitted:
        items = [corpus[name] for name in group.items if corpus[name].mass > 1]
        base = ModelledGroup(group.name, len(group.items), len(group.coders))
        why = _why_not(group, items)
        if why:
            return cls(group, replace(base, refusal=why))
        marks = pack_marks(items, group.coders, options.n - 1)
        # Beside fits to the rest, that to all takes no time worth showing.
        fit = fit_coders(marks, None if options.held_out else progress, least_signal=LEAST_SIGNAL)
        gain = float((fit.log_likelihood - independent(marks)).sum())
        if gain < LEAST_SIGNAL:
            return cls(group, replace(base, refusal=NO_SIGNAL, gain=gain))
        pairs = alike_pairs(corpus, group, marks, fit, options.seed)
        alike, all_alike = pairs[0], nearly_the_same(pairs)
        if alike.z > too_alike(len(group.coders)) and not all_alike:
            why = _dependent(alike, most_alike_first(items, group.coders))
            named = alike if why != DEPENDENT else None
            return cls(group, replace(base, refusal=why, gain=gain, alike=named))
        errors = standard_errors(marks, fit)
        verdicts, granularities = _verdicts(items, group, marks, fit, errors)
        schools = schools_of(items, group.coders)
        if schools:
            verdicts = tuple(
                one for one in verdicts if not schools.explains(one.coder, one.verdict)
            )
        alike_two = far_beside_others(items, group.coders)
        if any(one.verdict in ("early", "late") for one in verdicts):
            alike_two = None  # who is moved agrees with nobody, and the two look special
        elif alike_two:
            verdicts = tuple(one for one in verdicts if one.coder in alike_two.coders)
        verdicts = tuple(_with_item(one, items, group, fit, options.n) for one in verdicts)
        said = {
            THREE_CODERS: len(group.coders) == 3,
            ALL_ALIKE: all_alike,
            NOT_CONVERGED: not fit.converged,
            TWO_GRANULARITIES: granularities and not schools,
            alike_two.words if alike_two else "": alike_two is not None,
            NOT_LOOKED_AT.get(corpus.kind, ""): corpus.kind in NOT_LOOKED_AT,
        }
        seen = None
        if options.held_out:
            seen = held_out(items, group.coders, options.n - 1, progress)
        row = replace(
            base,
            warnings=tuple(words for words, holds in said.items() if holds),
            rate=fit.parameters.rate,
            gain=gain,
            alike=alike,
            parameters=fit.parameters,
            held_out=seen,
        )
        return cls(group, row, marks, fit, errors, verdicts)

    def coder_rows(self, level: float) -> Iterator[ModelledCoder]:
        """Yield what each coder does."""
        name = self.group.name
        if self.fit is None or self.errors is None:
            none = Estimated(None, None, None, self.row.refusal)
            yield from (
                ModelledCoder(one, name, none, none, none, none) for one in self.group.coders
            )
            return
        parameters = self.fit.parameters
        errors = self.errors
        for place, coder in enumerate(self.group.coders):
            hits = _around(float(logit(parameters.hits[place])), errors.hits[place], level)
            added = _around(float(logit(parameters.added[place])), errors.added[place], level, 100)
            moved = _around(errors.moved_at[place], errors.moved[place], level)
            late = _around(errors.late_at[place], errors.late[place], level)
            if parameters.shifts.shape[1] == 1:
                moved = late = Estimated(None, None, None, NO_SHIFTS)
            yield ModelledCoder(coder, name, hits, added, moved, late)

    def item_rows(self, corpus: Corpus, level: float) -> Iterator[ModelledItem]:
        """Yield what each item holds."""
        if self.fit is None or self.marks is None or self.errors is None:
            none = Estimated(None, None, None, self.row.refusal)
            for name in self.group.items:
                yield ModelledItem(name, self.group.name, none, None, ())
            return
        expected = expect(self.marks, self.errors.means)
        coders = len(self.group.coders)
        # Few say little of many: as if one more coder marked each place with even odds.
        of_many = [
            (coders * one + EVEN) / (coders + 1)
            for one in shares_near(self.marks, self.errors.means)
        ]
        support, shares = self._by_item(expected.posterior), self._by_item(of_many)
        spread = spread_of_counts(self.marks, self.errors.means)
        gain = self.fit.log_likelihood - independent(self.marks)
        quantile = NormalDist().inv_cdf((1 + level) / 2)
        row = 0
        for name in self.group.items:
            if corpus[name].mass < 2:
                none = Estimated(0.0, 0.0, 0.0)
                yield ModelledItem(name, self.group.name, none, 0.0, ())
                continue
            mean, sd = float(expected.boundaries[row]), float(spread[row])
            low, high = round(max(0.0, mean - quantile * sd)), round(mean + quantile * sd)
            estimate = Estimated(mean, float(low), float(min(high, corpus[name].mass - 1)))
            yield ModelledItem(
                name, self.group.name, estimate, float(gain[row]), support[row], shares[row]
            )
            row += 1

    def _by_item(self, batches: Sequence[Floats]) -> dict[int, tuple[float, ...]]:
        """Return values of places item by item."""
        found: dict[int, tuple[float, ...]] = {}
        for batch, values in zip(self.marks.batches if self.marks else (), batches, strict=True):
            for column, (item, places) in enumerate(
                zip(batch.items.tolist(), batch.places.tolist(), strict=True)
            ):
                found[item] = tuple(values[:places, column].tolist())
        return found


def _verdicts(
    items: Sequence[Item], group: CoderGroup, marks: PackedMarks, fit: Fit, errors: StandardErrors
) -> tuple[tuple[CoderVerdict, ...], bool]:
    """Return who stands out in a fitted group, and whether it has two granularities."""
    kappa, _ = kappa_between(items, group.coders)
    places = MarkedPlaces.of(items, group.coders)
    return coder_verdicts(marks, fit, errors, kappa, places, group.name)


def _with_item(
    one: CoderVerdict, items: Sequence[Item], group: CoderGroup, fit: Fit, n: int
) -> CoderVerdict:
    """Return a verdict with the one item that it rests on, if there is one.

    Without the coder's boundaries there the coder is not named, and without those in the item next
    to it still is: else it is not the item, there is merely too little left to tell by. Items are
    put in order by how much the coder's kappa with the others rises without them.
    """
    if len(items) < FEWEST_TO_LEAVE_ONE:
        return one
    marked = MarkedPlaces.of(items, group.coders)
    at = group.coders.index(one.coder)
    others = [other for other in range(len(group.coders)) if other != at]
    terms = np.sum([marked.pair(at, other).terms for other in others], axis=0)
    without = np.nan_to_num(kappa_of_terms(terms)[1:], nan=-1.0)
    first, second = np.argsort(-without, kind="stable")[:2].tolist()

    def stands_without(left_out: int) -> bool:
        codings = {who: of for who, of in items[left_out].codings.items() if who != one.coder}
        rest = [*items]
        rest[left_out] = replace(items[left_out], codings=codings)
        if not codings or not any(one.coder in item.codings for item in rest):
            return True
        marks = pack_marks(rest, group.coders, n - 1)
        refit = fit_coders(marks, begin=fit.parameters)
        found, _ = _verdicts(rest, group, marks, refit, standard_errors(marks, refit))
        return one.coder in {each.coder for each in found}

    if stands_without(first) or not stands_without(second):
        return one
    name = items[first].name
    return one._replace(item=name, evidence=ONE_ITEM.format(one.evidence, name))


def _why_not(group: CoderGroup, items: Sequence[Item]) -> str:
    """Return why a group is not modelled, or nothing; a reason that always holds turns it all off.

    Pages, reports, rules and commands say it in place of what the model would tell.
    """
    if len(group.coders) < 3:
        return (ONE_CODER, TWO_CODERS)[len(group.coders) - 1]
    if not items:
        return NO_PLACES
    copies = near_copies(items, group.coders)
    return f"{copies.words}; if so, {TAKEN_FOR_TRUE}" if copies else ""


def _dependent(alike: AlikePair, pairs: Sequence[tuple[float, str, str]]) -> str:
    """Return why the model says nothing where two coders seem to depend on one another.

    Two who copy draw what is taken for shared towards their own marks, and then others seem to. So
    nobody is named but those two who are most alike.
    """
    kappa, *most_alike = pairs[0]
    if kappa < ALIKE or {*most_alike} != {*alike.coders}:
        return DEPENDENT
    first, second = alike.coders
    return (
        f"{first} and {second} mark the same {alike.alike} places, where coders like them would "
        f"share about {count(alike.explained)}: did each work alone? If not, {TAKEN_FOR_TRUE}"
    )


def _around(at: float, error: float, level: float, times: float = 1.0) -> Estimated:
    """Return a share and its interval, from its log odds and their standard error."""
    value = times * float(logistic(np.array(at)))
    if np.isnan(error):
        return Estimated(value, None, None, NO_ERROR)
    reach = NormalDist().inv_cdf((1 + level) / 2) * error
    low, high = (times * float(logistic(np.array(at + by))) for by in (-reach, reach))
    return Estimated(value, low, high)
