"""What cards say of coders, and what they and the page say of coders as the model has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from segmetrics.claims.cause_sentences import coarse_in_words, own_in_words
from segmetrics.claims.coder_habits import (
    ENOUGH,
    how_often,
    marks_unlike,
    of_near_misses,
    the_others,
    too_few,
    usually,
)
from segmetrics.dashboard.results.modelled_coders import CoderInModel, stands_out
from segmetrics.number_formats import (
    between,
    of_ten,
    p_in_sentence,
    per_100,
    percent,
    plain_seconds,
    rate,
    seconds_in_words,
    short,
    span_of,
)
from segmetrics.phrases import capital, counted, listed, plural, spelled
from segmetrics.reliability.coder_cards import CoderCard, PlaceExample, Unshared
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.reliability.fitted_coders import WIDEST, CoderModel, Estimated, VerdictKind
from segmetrics.reliability.granularity import CoderGranularity
from segmetrics.reliability.jackknife import Interval
from segmetrics.reliability.odd_counts import SOON
from segmetrics.reliability.recording_agreement import (
    RecordingAgreement,
    RecordingCoder,
    Standing,
)
from segmetrics.tables.coder_model_words import (
    TO_THE_PANEL,
    model_notes,
    mostly,
    of_coders,
    says_something,
    shifts,
)

# Kappa with the others, as a share of theirs, below which a card mentions it.
LESS = 0.5
# Near misses from which on it is told on which side more of them lie.
FEW_NEAR_MISSES = 4
HABITS = "such as marking early or late, much or little, or where nobody else does"
NONE_FOUND = f"No habit shows, {HABITS}."
# What the lines of a card are about.
HOW_FINELY, AGREEMENT, ALONE = "How finely", "Agreement", "Alone"
EARLY_OR_LATE, OVER_TIME = "Early or late", "Over time"
# A drift with a p-value above this, corrected for looking at all coders, is not named.
DRIFTS = 0.05


def headline(card: CoderCard, model: CoderInModel | None = None) -> str:
    """Return the first lines of a card: what was found, or what is to be seen."""
    found = card.finding
    if stands_out(card, model):
        return judged(found, model)
    if found.evidence:
        return f"{capital(found.evidence)}."
    said = [f"Segments {found.school}."] if found.school else []
    if found.side != "none":
        said.append(f"Usually {usually(found)}.")
    elif seen := side_seen(model):
        said.append(f"{seen} {too_few(found.items)}")
    if marks_unlike(card):
        said.append(f"{how_often(card)}. {_what_to_do(card)}")
    if not said and agrees_less(card):
        said.append(
            f"Agrees less with the others (κ {short(found.kappa)}) than they do among themselves "
            f"({short(found.others)}). {too_few(found.items)}"
        )
    said += [in_unshared(card, one) for one in card.unshared]
    if said:
        return " ".join(said)
    return f"{NONE_FOUND}{only_strong(found.items)}"


def in_unshared(card: CoderCard, one: Unshared, *, to_coder: bool = False) -> str:
    """Return that nobody else marks any place of a coder in an item: a count, with a question."""
    whose, ask = f"{card.coder}'s", ""
    if to_coder:
        whose, ask = "your", " Was anything different there?"
    return (
        f"In {one.item}, nobody else marks any of {whose} {one.boundaries:,} places. Elsewhere, "
        f"others share {one.shared:,} of {one.elsewhere:,}.{ask}"
    )


def only_strong(items: int, noun: str = "item") -> str:
    """Return what few items can show; empty of many."""
    few = counted(items, noun)
    return "" if items >= ENOUGH else f" In {few}, only a strong habit would show."


def _what_to_do(card: CoderCard) -> str:
    low, high, *_ = card.finding.rate_interval
    if low is None or high is None or low <= 1 <= high:
        return too_few(card.finding.items)
    wanted = "fewer" if (card.finding.rate_ratio or 0.0) > 1 else "more"
    return f"If your guideline wants {wanted} segments, talk to {card.coder}."


def agrees_less(card: CoderCard) -> bool:
    kappa, others = card.finding.kappa, card.finding.others
    return kappa is not None and others is not None and others > 0 and kappa < LESS * others


def how_finely(card: CoderCard) -> str:
    if card.density is None:
        return "Nobody else coded these items."
    boundaries = counted(card.finding.boundaries, "boundary")
    if card.finding.items < card.granularity.items:
        boundaries += f" on the {counted(card.finding.items, 'text')} that others coded too"
    own = f"{boundaries}, {rate(card.density)} in 100 {plural(card.unit)}"
    if not card.densities:
        return f"{own}."
    others = span_of(card.densities, rate)
    return f"{own}; on the same texts {the_others(card)} {others}."


def early_or_late(card: CoderCard, aside: Sequence[str]) -> str:
    """Return on which side of the others' boundaries near misses lie; `aside` are early or late."""
    found = card.finding
    early, late, others = found.early, found.late, len(card.densities)
    if not early + late:
        return "No boundary lies one place beside another's."
    if found.side != "none":
        return f"Usually {found.side}: {of_near_misses(found)}. {_if_moved(card)}"
    if early + late < FEW_NEAR_MISSES or early == late:
        near = counted(early, "near miss")
        return f"{near} one place early, {late:,} late."
    side, chance = "early" if early > late else "late", ""
    if found.leaning != "none":
        chance = " That is more than chance would put there."
    elif aside:
        chance = f" Many may lie beside {listed(aside, len(aside))}."
    elif others > 1:
        chance = " That may be chance."
    return f"More often {side}: {of_near_misses(found)}.{chance}"


def _if_moved(card: CoderCard) -> str:
    kappa, moved = card.finding.kappa, card.finding.kappa_moved
    if kappa is None or moved is None or moved <= kappa:
        return "Do not move all: κ would not be higher, as the other boundaries are in place."
    gain = f"With all boundaries moved by one place, κ would be {short(moved)}, not {short(kappa)}."
    return gain if card.finding.finding == "shifted" else f"{gain} {too_few(card.finding.items)}"


def how_often_alone(card: CoderCard) -> str:
    if card.finding.alone is None:
        return "The coder placed no boundary."
    return (
        f"{card.alone:,} of {counted(card.finding.boundaries, 'boundary')} "
        f"({percent(card.finding.alone)}) stand where nobody else has one."
    )


def with_whom(card: CoderCard) -> str:
    finding = card.finding
    if finding.kappa is None:
        return "There is nothing to compare with."
    said = f"κ with {the_others(card)} is {short(finding.kappa)}"
    if finding.others is not None:
        said += f"; among the others it is {short(finding.others)}"
    if len(card.pairs) > 1:
        least, most = card.pairs[0], card.pairs[-1]
        said += (
            f". Most with {most.coder} ({short(most.kappa)}), least with {least.coder} "
            f"({short(least.kappa)})"
        )
    return f"{said}."


def drift(row: CoderGranularity, coders: int) -> str:
    """Return whether a coder changes over the items, if the numbers bear it; else nothing."""
    p = row.drift.p
    if p is None or p * coders >= DRIFTS:
        return ""
    more = "more" if (row.drift.slope or 0) > 0 else "less"
    return (
        f"Marks {more} and {more} from the first item to the last, compared with the others "
        f"(p {p_in_sentence(p)}). That means something only if the items were coded in this order."
    )


NOBODY_ELSE = "Nobody else marked it."


def what_place(one: PlaceExample) -> str:
    if one.kind == "alone":
        return NOBODY_ELSE
    where = {"late": "the place before", "early": "the place after"}.get(one.kind, "it")
    if one.support is not None:
        where = "it or a place beside it"
    missed = "; this coder did not" if one.kind == "missed" else ""
    if one.others == 1:
        return f"The other coder marked {where}{missed}."
    many = "All" if one.marked == one.others else f"{one.marked:,} of the"
    return f"{many} {one.others:,} others marked {where}{missed}."


# ----- Coders as the model has them

FOUND = "Shared boundaries found"
OWN = "Boundaries of their own"
BESIDE = "Found, but beside the place"
NONE, ALL = "none", "all"
NOT_BY_THE_MODEL = "The model of the coders sees nothing unusual in them."


def about_model(model: CoderModel | None, coders: Sequence[str], n: int) -> list[str]:
    """Return what to know of what the model says of some coders, or why it says nothing of them."""
    if model is None:
        return []
    shown = of_coders(model, coders)
    said = list(model_notes(shown))
    if says_something(shown):
        said.insert(0, TO_THE_PANEL)
        if n > WIDEST:
            said.append(f"Near misses of the model are fewer than {WIDEST} places apart.")
    return said


def judged(found: CoderFinding, model: CoderInModel | None) -> str:
    """Return by what a coder stands out: once where finding and model agree, else both."""
    if model is None:
        return found.words
    verdict = model.verdict
    if found.finding == "none":
        return " ".join(filter(None, (verdict and verdict.words, found.words)))
    if verdict is None:
        return f"{found.words} {NOT_BY_THE_MODEL}"
    if verdict.verdict in _alike(found):
        return found.words
    return f"{found.words} The model of the coders explains that in another way: {verdict.words}"


def _alike(found: CoderFinding) -> Sequence[VerdictKind]:
    """Return the verdicts of the model that say what a finding says."""
    if found.finding == "shifted":
        return ("early", "late") if found.side == "none" else (found.side,)
    if found.finding == "disagrees":
        return ("random",)
    if found.finding == "full":
        return ("own", "random")
    finer = found.finding == "rate" and (found.rate_ratio or 0.0) > 1
    return ("own",) if finer else ("fewer",)


def beside_shared(model: CoderInModel) -> str:
    """Return how often a coder is beside a shared boundary, and where; empty if n is 1."""
    said = shifts(model.does)
    if not said:
        return ""
    side = mostly(model.does)
    others = _ends([other.shifted for other in model.others], percent)
    return f"{said}{side and f', mostly {side}'}; {who_else(model)} {others}."


def side_seen(model: CoderInModel | None) -> str:
    """Return on which side of shared boundaries those beside them lie; empty if that is open."""
    side = mostly(model.does) if model else ""
    return f"Boundaries one place off a shared one are mostly {side}." if side else ""


def others_find(model: CoderInModel) -> str:
    return _ends([other.hits for other in model.others], of_ten)


def others_add(model: CoderInModel) -> str:
    return _ends([other.added for other in model.others], per_100)


def who_else(model: CoderInModel) -> str:
    return "the others" if len(model.others) > 1 else "the other coder"


def _ends(others: Sequence[Estimated], write: Callable[[float], str]) -> str:
    values = [one.value for one in others if one.value is not None]
    low, high = write(min(values)), write(max(values))
    return low if low == high else f"{low} to {high}"


# ----- Coders of recordings

RECORDING_TERMS = ("segmentation agreement", "F", "tolerance", "interval")
HOW_OFTEN, GROUP = "How often", "With the group"
EARLY, LATE = "early", "late"
NUMBERS_CAPTION = "What each coder does beside the others"
NOBODY_STANDS_OUT = "Of the {}, nobody stands out."
STANDINGS: Mapping[Standing, str] = {
    "less": "Agrees less with the others than they do with each other.",
    "more": "Agrees more with the others than they do with each other.",
}
NONE_FOUND_IN_TIME = (
    "No habit shows, such as marking early or late, twice, much or little in one recording, or "
    "where nobody else does."
)
NONE_SURE = "Nothing stands out beyond what chance explains among so many people."
ONE_OF_TWO = (
    "If the key was pressed twice for each, let only the first count: set the least gap between "
    f"two boundaries of a person to {plain_seconds(SOON)} seconds, under “How it is measured”."
)
READING = (
    "A coder is named only if chance does not explain it. Marking more or less often in all "
    "recordings does not count: good coders differ in that. Segmentation agreement depends on the "
    "width of the bins."
)


def rates_of_all(coders: Sequence[RecordingCoder], recordings: int) -> str:
    rates = [row.rate for row in coders]
    where = "one recording" if recordings == 1 else f"{spelled(recordings)} recordings"
    span = span_of(rates, rate)
    return f"{capital(spelled(len(coders)))} coders of {where} set {span} boundaries a minute."


def by_what_stands_out(row: RecordingCoder, tolerance: float) -> str:
    said = [STANDINGS[row.standing]] if row.standing else []
    if row.timing and row.later is not None:
        said.append(f"Marks {row.timing}, by {short(abs(row.later))} s on average.")
    if row.own:
        said.append(own_in_words(row, tolerance))
    said += [one.words for one in row.counts]
    if row.in_pairs:
        said.append(ONE_OF_TWO)
    if said:
        return " ".join(said)
    low, high = row.later_interval.low, row.later_interval.high
    if low is not None and high is not None and low * high > 0:
        return NONE_SURE
    return f"{NONE_FOUND_IN_TIME}{only_strong(row.items, 'recording')}"


def boundaries_a_minute(row: RecordingCoder, others: Sequence[float]) -> str:
    ends = _in_brackets(row.rate_interval, rate)
    said = f"{rate(row.rate)} boundaries a minute{ends}"
    if not others:
        return f"{said}."
    return f"{said}; the others {span_of(others, rate)}."


def f_with_others(row: RecordingCoder) -> str:
    if row.value is None:
        return ""
    ends = _in_brackets(row.value_interval, short)
    return f"F {short(row.value)} with the others{ends}."


def with_group(row: RecordingCoder) -> str:
    if row.agreement is None:
        why = row.undefined.get("agreement", "")
        return f"No segmentation agreement: {why}." if why else ""
    ends = _in_brackets(row.agreement_interval, short)
    return (
        f"Segmentation agreement {short(row.agreement)}{ends}. 0 is the least possible, 1 the most."
    )


def when(row: RecordingCoder) -> str:
    if row.later is None:
        return ""
    side, other, ends = "later", "earlier", row.later_interval
    if row.later < 0:
        side, other = other, side
        ends = Interval(ends.high and -ends.high, ends.low and -ends.low)
    span = _in_brackets(ends, short)
    said = f"{short(abs(row.later))} s {side} than near boundaries of the others"
    if ends.low is not None and ends.high is not None and ends.low < 0 < ends.high:
        span = (
            f"; for other recordings, {short(-ends.low)} s {other} to {short(ends.high)} s {side}"
        )
        return f"Neither clearly early nor late ({said}{span})."
    return f"{said}{span}."


def message_on_times(row: RecordingCoder, found: RecordingAgreement) -> str:
    tolerance, others = found.options.tolerance, found.corpus.value
    said = []
    if row.timing and row.later is not None:
        side = "after" if row.timing == "late" else "before"
        said.append(
            f"Your boundaries usually come about {short(abs(row.later))} seconds {side} those of "
            "the others at the same moment. Mark as soon as you notice that something new begins."
        )
    rates = [one.rate for one in found.coders if one.coder != row.coder]
    if coarse_in_words(row, found):
        said.append(
            f"You set {rate(row.rate)} boundaries a minute, the others {span_of(rates, rate)}, and "
            "nearly all of yours lie near one of theirs. Did you look for longer events?"
        )
    elif row.standing == "less" and row.value is not None and others is not None:
        said.append(
            f"You and the others agree less on when something new begins than they do with each "
            f"other, within {seconds_in_words(tolerance)} (F {short(row.value)}, the others "
            f"{short(others)}). Shall we look at some moments together?"
        )
    if row.own:
        said.append(
            f"{percent(row.alone)} of your boundaries stand alone: nobody "
            f"else has one within {seconds_in_words(tolerance)}. Of the others' boundaries, "
            f"{percent(row.others_alone)} do. What made you see something new begin there?"
        )
    said += [one.asked for one in row.counts]
    return " ".join(said)


def _in_brackets(ends: Interval, write: Callable[[float], str]) -> str:
    span = between(ends.low, ends.high, write)
    return f" ({span})" if span else ""
