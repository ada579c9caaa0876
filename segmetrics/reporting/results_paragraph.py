"""The results of a corpus in a paragraph or a sentence: the numbers of the table, and no others.

Numbers stand as journals print them: two decimals, three of a p-value, and no zero before the
point where a value is at most 1; four decimals stand in the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

from segmetrics.adjudication.adjudications import Consensus
from segmetrics.claims.agreement_claims import Claims, claims_on_agreement
from segmetrics.claims.verdict_rows import verdicts_on_texts
from segmetrics.coefficients.agreement_table import AgreementTable
from segmetrics.coefficients.levels import Level
from segmetrics.coefficients.quantities import (
    AGREEMENT,
    BESIDE,
    coefficient,
    sees_labels,
    similarity_name,
    with_intervals,
)
from segmetrics.coefficients.similarities import SIMILARITIES
from segmetrics.corpus import Corpus
from segmetrics.number_formats import in_paper, interval_in_paper, of_level, p_in_paper
from segmetrics.phrases import capital, counted, from_to, joined, plural, spelled
from segmetrics.reliability.chance_verdicts import (
    UNCLEAR,
    WELL,
    WELL_BEYOND,
    ChanceVerdict,
    beside_verdict,
    by_convention,
)
from segmetrics.reliability.intervals import IntervalTable
from segmetrics.reliability.jackknife import Interval, Over
from segmetrics.reliability.reliability_table import WITH_N, ReliabilityRow, ReliabilityTable
from segmetrics.reliability.shuffling import ChanceOptions, Null
from segmetrics.reporting.consensus_paragraph import consensus_in_words

NAMED = 8
"""Items that a sentence names; of more it gives the number."""

Question = Literal["these", "others"]
"""What a reader asks: whether these codings agree, or what other coders and items would give."""

QUESTIONS: tuple[Question, ...] = get_args(Question)

LIMIT = in_paper(WELL_BEYOND)
BY_CHANCE: Mapping[Null, str] = {
    "ring": "the same segments in random order",
    "sizes": "the same segments in random order",
    "places": "as many boundaries at random places",
    "anchored": "the same inner segments in random order",
}
"""What reaches 0 of R."""
OTHERS: Mapping[Over, str] = {
    "coders and items": "other coders and other items",
    "items": "the same coders on other items",
}
"""Of whom intervals speak."""
# What is said of a corpus, by what verdicts go by, and of some of its items or groups.
OF_CORPUS: Mapping[ChanceVerdict, str] = {
    "well_beyond_chance": f"coders agreed {WELL} ({{size}})",
    "beyond_chance": "agreement was low, but beyond chance ({size})",
    "not_distinguishable": "agreement could not be distinguished from chance",
    "too_short": "there was too little to tell agreement from chance",
}
OF_ROWS: Mapping[ChanceVerdict, tuple[str, str]] = {
    "well_beyond_chance": (f"shows agreement {WELL}", f"show agreement {WELL}"),
    "beyond_chance": (
        "shows low agreement beyond chance",
        "show low agreement beyond chance",
    ),
    "not_distinguishable": (
        "could not be distinguished from chance",
        "could not be distinguished from chance",
    ),
    "too_short": (
        "has too few places or boundaries to tell",
        "have too few places or boundaries to tell",
    ),
}


@dataclass(frozen=True, kw_only=True)
class Results:
    """What a results paragraph is written from."""

    corpus: Corpus  # the corpus as it was compared
    table: AgreementTable  # its agreement
    reliability: ReliabilityTable  # how far that is beyond chance
    intervals: IntervalTable | None = None  # their intervals; None to write without them
    made: Consensus | None = None  # the consensus segmentation, if one was made
    # What comes first: whether these codings agree, or what other coders and items would give.
    question: Question = QUESTIONS[0]

    @cached_property
    def claims(self) -> Claims:
        """What may be said of agreement."""
        return claims_on_agreement(verdicts_on_texts(self.table, self.reliability, self.intervals))


def results_paragraph(results: Results) -> str:
    """Describe in a paragraph what was found, for a paper.

    Examples
    --------
    >>> from segmetrics.coefficients.agreement_table import agreement
    >>> from segmetrics.reliability.reliability_table import reliability_of
    >>> corpus = Corpus.from_masses({"ch1": {"ann": [2, 3], "ben": [5]}})
    >>> found = Results(
    ...     corpus=corpus, table=agreement(corpus), reliability=reliability_of(corpus)
    ... )
    >>> results_paragraph(found)[:73]
    'The corpus has 1 item with 5 units, segmented by 2 coders, who placed 1 b'
    """
    decided = results.made is not None and results.made.decisions
    sentences = [
        *_size(results.corpus),
        *_beyond_chance(results),
        _further(results),
        *_labels(results),
        *on_items(results.claims),
        *_misses(results),
        *([consensus_in_words(results.made, results.corpus)] if results.made and decided else []),
    ]
    return " ".join(sentences)


def results_sentence(results: Results, of_round: str = "") -> str:
    """Describe in one sentence what was found in a round of coding, for a paper.

    Examples
    --------
    >>> from segmetrics.coefficients.agreement_table import agreement
    >>> from segmetrics.reliability.reliability_table import reliability_of
    >>> corpus = Corpus.from_masses({"ch1": {"ann": [2, 3], "ben": [5]}})
    >>> found = Results(
    ...     corpus=corpus, table=agreement(corpus), reliability=reliability_of(corpus)
    ... )
    >>> results_sentence(found, "Round 1")[:51]
    'Two coders segmented 1 item with 5 units (Round 1);'
    """
    corpus, beyond = results.corpus, results.reliability
    # Nothing else explains the letter. The directions of WindowDiff are for the methods to tell.
    over = SIMILARITIES[beyond.options.similarity].partition(",")[0]
    others = _others(results, over, sentence=True) if results.question == "others" else ""
    clauses = [
        segmented_in_words(corpus, _how_much(corpus), of_round),
        _not_compared(corpus),
        f"{_on_average(beyond)}{others or f'their {_these(results, over)}'}",
        _without_value(beyond),
        _doubt(results),
    ]
    return f"{capital('; '.join(filter(None, clauses)))}."


def _size(corpus: Corpus) -> list[str]:
    """Return how much was segmented, and by whom."""
    sizes = [len(item.codings) for item in corpus.items]
    alone = sizes.count(1)
    # Where some items were compared, the boundaries are those of these, as on the cards of coders.
    compared = [item for item in corpus.items if alone == len(sizes) or len(item.codings) > 1]
    boundaries = sum(len(one.boundaries) for item in compared for one in item.codings.values())
    where = f"on the {counted(len(compared), 'item')} with at least two coders"
    groups, coders = len(corpus.groups), len(corpus.coders)
    said = (
        f"The corpus has {_how_much(corpus)}, segmented by {counted(coders, 'coder')}"
        f"{roles_in_words(corpus)}{f' in {groups:,} groups' if groups > 1 else ''}, who placed "
        f"{counted(boundaries, 'boundary', 'boundaries')} "
        f"{where if len(compared) < len(sizes) else 'in all'}."
    )
    if min(sizes) == coders:
        return [said]
    least, most = min(sizes), max(sizes)
    by = from_to(least, most, "or" if most == least + 1 else "to")
    found = [said, f"Each item was segmented by {by} of them."]
    return [*found, *(f"{one}." for one in [_not_compared(corpus)] if one)]


def _how_much(corpus: Corpus) -> str:
    units = sum(item.mass for item in corpus.items)
    return f"{counted(len(corpus), 'item')} with {counted(units, corpus.unit)}"


def segmented_in_words(corpus: Corpus, how_much: str, of_round: str) -> str:
    """Return who segmented how much, perhaps in a round of coding."""
    coders = len(corpus.coders)
    who = f"{spelled(coders)} {'coder' if coders == 1 else 'coders'}{roles_in_words(corpus)}"
    return f"{who} segmented {how_much}{f' ({of_round})' if of_round else ''}"


def roles_in_words(corpus: Corpus) -> str:
    """Return in brackets which coders are no people that are compared, if any are."""
    roles = [
        *([f"{len(corpus.automatic):,} of them automatic"] if corpus.automatic else []),
        *(["1 of them the reference"] if corpus.reference is not None else []),
    ]
    return f" ({joined(roles)})" if roles else ""


def _not_compared(corpus: Corpus) -> str:
    """Return how many items one coder of several had alone; empty if there is none."""
    alone = sum(len(item.codings) == 1 for item in corpus.items)
    if not alone or len(corpus.coders) == 1:
        return ""
    were, had = ("was", "one coder") if alone == 1 else ("were", "one coder each")
    return f"{counted(alone, 'item')} had {had} and {were} not compared"


def _beyond_chance(results: Results) -> list[str]:
    """Return how far agreement is beyond chance, on average and in each group."""
    found, valued = results.reliability, _valued(results.reliability)
    said = f"{capital(f'{_on_average(found)}{_these(results)}')}."
    if found.corpus.corrected is None:
        return [said]
    both = [said, *_about_others(results)]
    if results.question == "others" and _interval(results, "corrected"):
        both.reverse()
    if len(found.groups) == 1:
        return both
    if without := _without_value(found):
        both.append(f"{without}.")
    if len(valued) == 1:
        return both
    values = [one.corrected for one in valued if one.corrected is not None]
    ends = (beside_verdict(value, in_paper) for value in (min(values), max(values)))
    verdicts = by_verdict(results.claims, "group")
    return [
        *both,
        f"R was {' to '.join(dict.fromkeys(ends))} in the groups: {verdicts}, with p adjusted for "
        f"{len(valued):,} groups.",
    ]


def _valued(found: ReliabilityTable) -> list[ReliabilityRow]:
    return [one for one in found.groups if one.corrected is not None]


def _on_average(found: ReliabilityTable) -> str:
    """Return over which groups R is averaged, before what it is; empty if there is one."""
    valued = _valued(found)
    if found.corpus.corrected is None or len(found.groups) == 1:
        return ""
    if len(valued) == 1:
        return f"in the one group with a value{_names([valued[0].item])}, "
    return f"on average over {len(valued):,} groups, "


def _without_value(found: ReliabilityTable) -> str:
    """Return for which groups R is undefined beside that of others; empty if for none."""
    names = [one.item for one in found.groups if one.corrected is None]
    if not names or found.corpus.corrected is None:
        return ""
    return f"R is undefined for {counted(len(names), 'group')}{_names(names)}"


def _these(results: Results, short: str = "") -> str:
    """Return R of these codings with its p-value and verdict, or why it is undefined.

    A sentence calls the similarity in its own way, and says what belongs to the name of R.
    """
    found = results.reliability
    row, over = found.corpus, f"{short or similarity_name(found.options.similarity)} ({found.name})"
    if row.corrected is None:
        # Of one group the reason is its own; that of the corpus says that there is no group.
        why = (found.groups[0] if len(found.groups) == 1 else row).undefined["corrected"]
        return f"chance-corrected agreement R over {over} is undefined: {why}"
    p = "" if row.corrected_p is None else f", p {p_in_paper(row.corrected_p)}"
    verdict = on_these_codings(row.verdict, row.corrected)
    said = f"R = {beside_verdict(row.corrected, in_paper)}{p}"
    if short:
        return f"chance-corrected agreement over {short} was {said} ({_meant(results)}){verdict}"
    return f"chance-corrected agreement over {over} was {said}{verdict}"


def _meant(results: Results) -> str:
    """Return what belongs to the name of R with what it means, where no methods tell."""
    found, unit = results.reliability, results.corpus.unit
    n, near, null = found.options.model.n, "", found.shuffling.null
    name = found.name if null != ChanceOptions().null else ""
    if found.options.similarity in WITH_N:
        name = name or f"n = {n}"
        apart = f"one {unit}" if n == 2 else f"fewer than {n} {plural(unit)}"
        near = f"boundaries {apart} apart count as agreement in part; "
        if n == 1:
            near = "only boundaries at the same place count as agreement; "
    name = f"{name}; " if name else ""
    return f"{name}{near}R would be 0 for {BY_CHANCE[found.shuffling.null]}"


def on_these_codings(verdict: ChanceVerdict | None, value: float | None) -> str:
    """Return the verdict on these codings, behind its value; empty without one."""
    return f"; on these codings, {verdict_in_paper(verdict, value)}" if verdict else ""


def verdict_in_paper(verdict: ChanceVerdict, value: float | None) -> str:
    """Return a verdict on codings, and what so much agreement is called by whom."""
    return OF_CORPUS[verdict].format(size="" if value is None else by_convention(value))


def _others(results: Results, over: str = "", *, sentence: bool = False) -> str:
    """Return what R would be of others than these; empty where that is not known.

    Without saying over what where that was said before.
    """
    level, _, ends = _interval(results, "corrected").removeprefix(", ").partition(" CI ")
    if not ends:
        return ""
    found, who = results.reliability, OTHERS[results.claims.table.over]
    said = f"for {who}, the {level} CI of"
    if sentence:
        return f"{said} chance-corrected agreement R over {over} is {ends} ({_meant(results)})"
    name = f"chance-corrected agreement R over {over} ({found.name})" if over else "R"
    return f"{said} {name} is {ends}"


def _about_others(results: Results) -> list[str]:
    """Return what others would give, or why that is not known."""
    if results.intervals and results.claims.of("no_interval", "corpus"):
        return [f"R has no interval: {results.intervals.corpus.corrected.undefined}."]
    first = results.question == "others"
    over = similarity_name(results.reliability.options.similarity) if first else ""
    others = _others(results, over)
    doubt = _doubt(results)
    return [f"{capital(others)}{doubt and f': {doubt}'}."] if others else []


def _doubt(results: Results) -> str:
    """Return that others might not agree beyond chance; empty if that is not in doubt."""
    claims = results.claims
    if not claims.of("only_these", "corpus"):
        return ""
    others = OTHERS[claims.table.over]
    return f"whether agreement of {others} would be beyond chance is not certain"


def _interval(results: Results, column: str) -> str:
    """Return the interval of a value of the corpus; empty if it has none."""
    if results.intervals is None:
        return ""
    return ci_in_paper(getattr(results.intervals.corpus, column), results.intervals.options.level)


def ci_in_paper(
    ends: Interval, level: float, write: Callable[[float, float], str] = interval_in_paper
) -> str:
    """Return an interval behind its value; empty without one."""
    if ends.low is None or ends.high is None:
        return ""
    return f", {of_level(level)} CI {write(ends.low, ends.high)}"


FEW = ", which is high wherever boundaries are few,"


def _further(results: Results) -> str:
    """Return the other coefficients of the corpus."""
    table, beyond = results.table.corpus, results.reliability.corpus
    similarity = results.table.options.similarity
    own = "pi_star", coefficient("pi_star", similarity), table.pi_star
    beside = [
        (column, of, getattr(beyond, column))
        for column, of in with_intervals(similarity).items()
        if column in BESIDE
    ]
    windows = "one_minus_wd_mean", AGREEMENT["one_minus_wd_mean"], table.one_minus_wd_mean
    found = [*sorted((own, *beside), key=lambda one: bool(one[1].similarity)), windows]
    if {value for *_, value in found} == {None}:
        return "The other coefficients are undefined too."
    parts = (
        _part(results, f"{of.in_paper}{FEW if of.similarity == 's' else ''}", column, value)
        for column, of, value in found
    )
    return f"{'; '.join(parts)}."


def _part(results: Results, name: str, column: str, value: float | None) -> str:
    if value is None:
        return f"{name} is undefined"
    return f"{name} was {in_paper(value)}{_interval(results, column)}"


def _labels(results: Results) -> list[str]:
    """Return which coefficients look at types, if boundaries have any."""
    return [sees_labels(results.table.options.similarity)] if results.corpus.types else []


def on_items(claims: Claims) -> list[str]:
    """Return how many items agree beyond chance, and which do not; nothing of a single one."""
    items, noun = claims.table.items, claims.table.noun
    judged = sum(row.verdict is not None for row in items)
    if len(items) < 2 or not judged:
        return []
    adjusted = f", with p adjusted for {judged:,} {noun}s" if judged > 1 else ""
    return [f"{capital(by_verdict(claims, 'item'))}{adjusted}.", *_of_these_coders(claims)]


def _of_these_coders(claims: Claims) -> Iterator[str]:
    """Yield on which items beyond chance other coders might not agree, by the interval."""
    for one in claims.of("only_these", "item"):
        noun = claims.table.noun
        which = f"{len(one.rows):,} of the {one.of:,} {noun}s" if one.of > 1 else f"the one {noun}"
        if len(one.rows) == one.of > 1:
            which = f"{'both' if one.of == 2 else 'all'} {noun}s"
        yield (
            f"For {which} with agreement beyond chance, this may not hold for other coders"
            f"{_names(one.names)}."
        )


def by_verdict(claims: Claims, level: Level) -> str:
    """Return how many rows of a level have which verdict, and which are not beyond chance."""
    table, parts = claims.table, []
    for one in claims.of("verdict", level):
        number, verdict = len(one.rows), one.rows[0].verdict
        if verdict is None:
            continue
        said = f"{number:,} {OF_ROWS[verdict][number > 1]}"
        if verdict == "well_beyond_chance":
            said += f" ({table.symbol} of {LIMIT} or more)"
        if verdict in UNCLEAR:
            said += _names(one.names)
        parts.append(said)
    for one in claims.of("no_verdict", level):
        has = "has" if len(one.rows) == 1 else "have"
        parts.append(f"{len(one.rows):,} {has} no value{_names(one.names)}")
    rows = table.items if level == "item" else table.groups
    every = counted(len(rows), table.noun if level == "item" else "group")
    if len(parts) == 1 and len(rows) > 1:
        return f"all {every} {parts[0].partition(' ')[2]}"
    return f"of {every}, {joined(parts)}"


def _names(names: Sequence[str]) -> str:
    """Return names in brackets, if there are not too many."""
    return f" ({', '.join(names)})" if len(names) <= NAMED else ""


def _misses(results: Results) -> list[str]:
    """Return how many disagreements between pairs are near and full misses."""
    row, n = results.table.corpus, results.table.options.model.n
    if all(len(item.codings) < 2 or item.mass < 2 for item in results.corpus.items):
        return []
    both = row.near_misses + row.full_misses
    if not both:
        return ["No two coders disagreed on a boundary."]
    near = counted(row.near_misses, "near miss", "near misses")
    full = counted(row.full_misses, "full miss", "full misses")
    unit = results.corpus.unit
    apart = f"one {unit}" if n == 2 else f"fewer than {n} {plural(unit)}"
    misses = full if n == 1 else f"{near} ({apart} apart) and {full}"
    return [
        f"Pairs of coders disagreed on boundaries {both:,} {'time' if both == 1 else 'times'}: "
        f"{misses}{_of_type(row.type_misses)}."
    ]


def _of_type(number: int) -> str:
    """Return how many of the full misses are of labels alone; nothing if none is."""
    return f", {number:,} of them in the label alone (the place is the same)" if number else ""
