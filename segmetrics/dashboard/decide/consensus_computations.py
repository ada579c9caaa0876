"""What the page Decide computes: each thing once, by what it depends on.

See `segmetrics.dashboard.frame.computations`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from segmetrics.adjudication.adjudications import Consensus, decided, open_doubts
from segmetrics.adjudication.certainty import Certainty, certainties
from segmetrics.adjudication.consensus_in_time import gold_of_peaks
from segmetrics.adjudication.disputes import Dispute, disputes
from segmetrics.adjudication.gold import GoldItem, GoldOptions, Method, gold, marked, voters
from segmetrics.adjudication.gold_agreement import CoderAgreement, agreement_with
from segmetrics.adjudication.model_doubts import Doubt, Where, doubted_first
from segmetrics.adjudication.press_peaks import TimeConsensusOptions, disputes_in_time
from segmetrics.adjudication.rules import UNFITTED, RuleComparison, compare_rules
from segmetrics.claims.cause_types import NO_CAUSES, Causes
from segmetrics.coefficients.options import AgreementOptions
from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.decide import words
from segmetrics.dashboard.frame.computations import (
    agreement_of,
    causes_at_a_glance,
    causes_in_recordings_of,
    coder_model_of,
    findings_of,
    model_at_a_glance,
    peaks_of_corpus,
    reliability_of,
    schools_of,
    time_options,
)
from segmetrics.dashboard.frame.jobs import PATIENT, SHORT, Job, job, kept
from segmetrics.dashboard.frame.url_state import UrlState
from segmetrics.reliability.fitted_coders import WIDEST, CoderModel
from segmetrics.reliability.recording_agreement import RecordingCoder


def model_of(corpus: Corpus, view: UrlState) -> Job[CoderModel] | None:
    """Return the job that fits the model of the coders; None for a window that it does not know."""
    if view.n > WIDEST:
        return None
    asked = view.method == "model" or view.worklist == "uncertain"
    fit = coder_model_of(corpus, "type", view.n)
    unasked = PATIENT if asked else SHORT
    return replace(fit, label=words.HOW_SURE_BOUNDARIES, unasked=unasked)


def model_at_hand(corpus: Corpus, view: UrlState) -> CoderModel | None:
    """Return the model of the coders, if it is at hand or starts unasked."""
    fit = model_of(corpus, view)
    return fit.glanced() if fit else None


def certainties_of(
    corpus: Corpus, view: UrlState
) -> Mapping[tuple[str, tuple[int, ...]], Certainty]:
    """Return how sure the answer to each dispute is, where that may be said; see `needed`.

    Not where the guideline has to decide, nor where a place beside has more marks: these are other
    questions.
    """
    model = model_at_hand(corpus, view)
    if model is None:
        return {}
    asked = by_guideline(corpus, view)

    def found() -> list[Dispute]:
        return [
            one
            for one in disputes_of(corpus, view)
            if (one.item, one.places) not in asked and not _of_a_place_beside(one, corpus)
        ]

    key = corpus.named_digest, view.n, view.uncertain
    return Job(
        ("certainty", *key),
        partial(certainties, kept(("answerable", *key), found), model),
        of=corpus,
    ).needed()


def by_guideline(corpus: Corpus, view: UrlState) -> frozenset[Where]:
    """Return the disputes in which all who segment finely differ from all who do so coarsely."""
    key = ("by guideline", corpus.named_digest, view.n, view.uncertain)

    def found() -> frozenset[Where]:
        schools = schools_of(corpus, view.uncertain)
        return frozenset(
            (one.item, one.places)
            for one in (disputes_of(corpus, view) if schools else ())
            if any(each.part(one.votes, one.silent) for each in schools)
        )

    return kept(key, found)


def _of_a_place_beside(dispute: Dispute, corpus: Corpus) -> bool:
    """Return whether a place beside those of a dispute has more marks."""
    codings = voters(corpus, corpus[dispute.item])

    def most(places: Iterable[int]) -> int:
        return max((len(marked(codings, one)) for one in places), default=0)

    beside = {place + by for place in dispute.places for by in (-1, 1)} - {*dispute.places}
    return most(beside) > most(dispute.places)


def doubts_of(corpus: Corpus, view: UrlState) -> Mapping[Where, Doubt]:
    """Return what the model has against the rule's answers to open disputes, where it is known."""
    if model_at_hand(corpus, view) is None:
        return {}
    found, items = disputes_of(corpus, view), rule_alone(corpus, view)
    said = corpus.decisions
    key = ("doubts", corpus.named_digest, said, view.gold_options, view.n)
    return kept(key, lambda: open_doubts(found, said, decided(corpus, items)))


def doubts_told(corpus: Corpus, view: UrlState) -> Mapping[Where, Doubt]:
    """Return the same but where the guideline has to decide."""
    asked = by_guideline(corpus, view)
    return {where: one for where, one in doubts_of(corpus, view).items() if where not in asked}


def likeliest_wrong_first(corpus: Corpus, view: UrlState) -> tuple[Dispute, ...]:
    """Return the disputes by how likely the rule's answer is wrong; as they are if nobody knows."""
    found = disputes_of(corpus, view)
    if model_at_hand(corpus, view) is None:
        return found
    items, against = rule_alone(corpus, view), doubts_told(corpus, view)
    key = ("likeliest wrong", corpus.named_digest, corpus.decisions, view.gold_options, view.n)
    return kept(key, lambda: doubted_first(found, items, against))


def causes_of(corpus: Corpus, view: UrlState) -> Causes:
    """Tell who keeps agreement low, as far as that is known."""
    if corpus.scale is not None:
        agreed = agreement_of(corpus, view.recording_options).glanced()
        return causes_in_recordings_of(corpus, view, agreed) if agreed else NO_CAUSES
    judged = reliability_of(corpus, view.options).glanced()
    return causes_at_a_glance(corpus, view, judged, model_at_a_glance(corpus, view))


def of_people(corpus: Corpus, view: UrlState) -> Sequence[RecordingCoder]:
    """Return what is known of each coder of recordings."""
    if corpus.scale is None:
        return ()
    agreed = agreement_of(corpus, view.recording_options).glanced()
    return agreed.coders if agreed else ()


def usual_sides(corpus: Corpus, view: UrlState) -> Mapping[str, str]:
    """Return who usually marks one place early or late, if that is known at once."""
    found = findings_of(corpus, view.options.uncertain).glanced()
    return {one.coder: one.side for one in found.rows if one.side != "none"} if found else {}


def gold_of(corpus: Corpus, options: GoldOptions, model: CoderModel | None) -> tuple[GoldItem, ...]:
    """Return the gold segmentation of a corpus without its decisions, see `needed`."""
    return Job(
        ("gold", corpus.named_digest, options, model is not None),
        partial(gold, corpus, options, model=model),
        of=corpus,
    ).needed()


def rule_options(corpus: Corpus, view: UrlState) -> GoldOptions | TimeConsensusOptions:
    """Return the options of the rule of a view."""
    return view.gold_options if corpus.scale is None else time_options(view)


def rule_alone(corpus: Corpus, view: UrlState) -> tuple[GoldItem, ...]:
    """Return what the rule of a view gives, without decisions; see `needed`."""
    if corpus.scale is not None:
        peaks = peaks_of_corpus(corpus, view).needed().peaks
        return gold_of_peaks(corpus, peaks, time_options(view))
    return gold_of(corpus, view.gold_options, model_at_hand(corpus, view))


def rules_of(
    corpus: Corpus, options: GoldOptions, model: CoderModel | None = None
) -> Job[RuleComparison]:
    """Return the job that tells what each rule gives, or, with a model at hand, what that gives."""
    methods: tuple[Method, ...] = ("model",) if model else UNFITTED
    return Job(
        ("rules", corpus.named_digest, options, model is not None),
        partial(compare_rules, corpus, options, methods=methods, model=model),
        of=corpus,
        unasked=PATIENT,
    )


def disputes_of(corpus: Corpus, view: UrlState) -> tuple[Dispute, ...]:
    """Find the disputed places of a corpus, see `needed`."""
    if corpus.scale is not None:
        peaks = peaks_of_corpus(corpus, view).needed().peaks
        key = ("disputed peaks", corpus.codings_digest, replace(time_options(view), least=None))
        return kept(key, lambda: disputes_in_time(corpus, peaks))
    return job("disputes", disputes, corpus, n=view.n).needed()


def gold_agreement_of(
    made: Consensus, corpus: Corpus, options: AgreementOptions, item: Item | None = None
) -> tuple[CoderAgreement, ...]:
    """Compare a consensus with each coder, on all items or on one, see `needed`."""
    part = corpus if item is None else corpus.select(items=[item.name])
    golden = {one.item: one.segmentation for one in made.items if one.item in part}
    name = "" if item is None else item.name
    given = corpus.codings_digest, corpus.decisions, made.options, options, name
    return Job(
        ("gold agreement", *given),
        partial(agreement_with, golden, part, options),
        of=part,
    ).needed()
