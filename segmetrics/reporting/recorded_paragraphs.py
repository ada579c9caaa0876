"""What was found on recordings in paragraphs, for a paper on event segmentation.

Numbers stand as in the results paragraph of texts; rates, seconds and counts as they are read.
"""

from __future__ import annotations

from collections import Counter
from statistics import stdev

from segmetrics.claims.agreement_claims import Claims, claims_on_agreement
from segmetrics.claims.verdict_rows import verdicts_on_recordings
from segmetrics.number_formats import (
    clock,
    in_paper,
    p_in_paper,
    percent,
    rate,
    seconds,
    seconds_read,
    short,
    span_of,
)
from segmetrics.phrases import capital, counted, from_to, joined, spelled
from segmetrics.reliability.chance_verdicts import beside_verdict
from segmetrics.reliability.recording_agreement import RecordingAgreement
from segmetrics.reporting.consensus_paragraph import by_hand_in_words
from segmetrics.reporting.recorded import RecordedResults
from segmetrics.reporting.report import Report
from segmetrics.reporting.results_paragraph import (
    Question,
    ci_in_paper,
    on_items,
    on_these_codings,
    roles_in_words,
    segmented_in_words,
    verdict_in_paper,
)

HOUR = 3600
BEYOND = "F beyond chance"
NO_AGREEMENT = "How far coders agree is undefined: {}."
NO_ONE_NAMED = "No coder clearly stands out from the others."


def recorded_paragraph(report: Report, found: RecordedResults) -> str:
    """Describe in a paragraph what was found on recordings, for a paper."""
    agreement = found.agreement
    claims = claims_on_agreement(verdicts_on_recordings(agreement))
    sentences = [*_size(found), *_agreement(agreement, claims, report.options.question)]
    if agreement.corpus.value is not None:
        sentences += [*_beside(agreement), *on_items(claims), *_coders(agreement)]
    if report.holds("consensus"):
        sentences.append(consensus_paragraph(found))
    return " ".join(sentences)


def recorded_sentence(
    found: RecordedResults, of_round: str = "", question: Question = "these"
) -> str:
    """Describe in one sentence what was found on recordings, for a paper."""
    agreement, corpus = found.agreement, found.corpus
    claims = claims_on_agreement(verdicts_on_recordings(agreement))
    row, level = agreement.corpus, agreement.options.level
    how_much = f"{counted(len(corpus), 'recording')} {_how_long(found)}"
    clauses = [segmented_in_words(corpus, how_much, of_round)]
    if row.corrected is None:
        why = row.undefined.get("corrected") or row.undefined.get("value", "")
        clauses.append(f"{BEYOND} is undefined: {why}")
    else:
        within = seconds(agreement.options.tolerance)
        measured = f"{BEYOND}, with boundaries up to {within} apart counted as the same,"
        around = ci_in_paper(row.corrected_interval, level).removeprefix(", ")
        if question == "others" and around:
            clauses.append(f"for {claims.table.others}, the interval of {measured} is {around}")
        else:
            p = "" if row.p_value is None else f", p {p_in_paper(row.p_value)}"
            verdict = f": {verdict_in_paper(row.verdict, row.corrected)}" if row.verdict else ""
            value = beside_verdict(row.corrected, in_paper)
            clauses.append(f"their {measured} was {value}{p}{verdict}")
            if around:
                clauses.append(f"for {claims.table.others}, it may lie elsewhere ({around})")
    if claims.of("only_these", "corpus"):
        clauses.append(
            f"whether agreement of {claims.table.others} would be beyond chance is not certain"
        )
    return f"{capital('; '.join(clauses))}."


def _how_long(found: RecordedResults) -> str:
    """Return in brackets how long recordings are together."""
    length = found.agreement.corpus.seconds
    in_all = "" if len(found.corpus) == 1 else " in all"
    return f"({clock(length)}{' min' * (length < HOUR)}{in_all})"


def _size(found: RecordedResults) -> list[str]:
    """Return how much was segmented, by whom, and how often."""
    agreement, corpus = found.agreement, found.corpus
    row, coders = agreement.corpus, agreement.coders
    one = len(corpus) == 1
    items = f"{capital(spelled(len(corpus)))} {'recording' if one else 'recordings'}"
    rates = [one.rate for one in coders]
    across = f" (coders: {span_of(rates, rate)})" if len(rates) > 1 else ""
    said = [
        f"{items} {_how_long(found)} {'was' if one else 'were'} segmented by "
        f"{counted(len(coders), 'coder')}{roles_in_words(corpus)}, who placed "
        f"{counted(row.presses, 'boundary', 'boundaries')}, {rate(row.rate)} a minute on "
        f"average{across}."
    ]
    sizes = [one.coders for one in agreement.items]
    if min(sizes) < len(coders):
        by = from_to(min(sizes), max(sizes))
        said.append(f"Each recording was segmented by {by} of them.")
    if found.not_counted:
        left_out = counted(found.not_counted, "boundary")
        said.append(
            f"{left_out} {'is' if found.not_counted == 1 else 'are'} not among them, being trimmed "
            "or too soon after another."
        )
    return said


def _agreement(found: RecordingAgreement, claims: Claims, question: Question) -> list[str]:
    """Return F, what chance reaches, and how far beyond that coders agree."""
    row, options = found.corpus, found.options
    if row.value is None:
        return [NO_AGREEMENT.format(row.undefined["value"])]
    within = seconds(options.tolerance)
    said = (
        f"With boundaries up to {within} apart counted as the same, mean F over pairs of coders "
        f"was {in_paper(row.value)}"
    )
    beside = []
    if row.chance is not None:
        beside.append(f"coders who segment independently: {in_paper(row.chance)}")
    if row.p_value is not None:
        beside.append(f"p {p_in_paper(row.p_value)}")
    sentences = [f"{said} ({'; '.join(beside)})." if beside else f"{said}."]
    if row.corrected is None:
        return [*sentences, f"F beyond chance is undefined: {row.undefined['corrected']}."]
    sentences.append(
        f"{BEYOND} (0 is chance, 1 is perfect) was {beside_verdict(row.corrected, in_paper)}"
        f"{on_these_codings(row.verdict, row.corrected)}."
    )
    others = _of_others(found, claims)
    # Without an interval there is nothing to tell first.
    first = question == "others" and not claims.of("no_interval", "corpus")
    return [*others, *sentences] if first else [*sentences, *others]


def _of_others(found: RecordingAgreement, claims: Claims) -> list[str]:
    """Return what others than these coders would give, or why that is not known."""
    ends, level = found.corpus.corrected_interval, found.options.level
    if claims.of("no_interval", "corpus"):
        return [f"{BEYOND} has no interval: {ends.undefined}."]
    known = {
        "F": ci_in_paper(found.corpus.value_interval, level).removeprefix(", "),
        BEYOND: ci_in_paper(ends, level).removeprefix(", "),
    }
    told = joined([f"of {name} {ci}" for name, ci in known.items() if ci])
    doubt = ""
    if claims.of("only_these", "corpus"):
        doubt = ": agreement may be no better than chance"
    return [f"For {claims.table.others}, intervals are {told}{doubt}."] if told else []


def _beside(found: RecordingAgreement) -> list[str]:
    """Return how far apart boundaries are, and segmentation agreement of coders."""
    row, said = found.corpus, []
    if row.deviation is not None:
        several = ", averaged over recordings," if len(found.items) > 1 else ""
        said.append(
            f"The median distance of a boundary to the nearest one of another coder{several} was "
            f"{seconds_read(row.deviation)}"
            f"{ci_in_paper(row.deviation_interval, found.options.level, _seconds_around)}."
        )
    values = [one.agreement for one in found.coders if one.agreement is not None]
    width = seconds(found.options.bin_width)
    if not values:
        return [*said, f"Segmentation agreement is undefined: {row.undefined['agreement']}."]
    mean = sum(values) / len(values)
    spread = f", SD = {in_paper(stdev(values))}" if len(values) > 1 else ""
    of = "" if len(values) == len(found.coders) else f", {counted(len(values), 'coder')}"
    said.append(
        f"Segmentation agreement of a coder with the others, in bins of {width}, was "
        f"{in_paper(mean)} on average{spread}, range {in_paper(min(values))} to "
        f"{in_paper(max(values))}{of}."
    )
    return said


def _seconds_around(low: float, high: float) -> str:
    return f"[{short(low)}, {short(high)}]"


def _coders(found: RecordingAgreement) -> list[str]:
    """Return how many coders stand out, and by what."""
    standing = Counter(one.standing for one in found.coders)
    timing = Counter(one.timing for one in found.coders)
    said = []
    for number, words in ((standing["less"], "less"), (standing["more"], "more")):
        if number:
            agree = "agrees" if number == 1 else "agree"
            who = _coders_counted(number)
            said.append(f"{who} {agree} clearly {words} with the others than those with each other")
    for number, words in ((timing["late"], "later"), (timing["early"], "earlier")):
        if number:
            place = "places" if number == 1 else "place"
            said.append(
                f"{_coders_counted(number)} {place} boundaries clearly {words} than the others"
            )
    if own := sum(one.own for one in found.coders):
        places = "places" if own == 1 else "place"
        said.append(
            f"{_coders_counted(own)} clearly more often {places} boundaries that nobody else has"
        )
    if pairs := sum(one.in_pairs is not None for one in found.coders):
        said.append(f"of {_coders_counted(pairs)}, boundaries come in pairs")
    if tiring := sum(one.fades is not None for one in found.coders):
        marks = "marks" if tiring == 1 else "mark"
        said.append(f"{_coders_counted(tiring)} {marks} less and less as recordings go on")
    # Who is late is in step in a recording at times: that is no further finding.
    if odd := sum(bool(one.odd_items) and one.timing is None for one in found.coders):
        stands = "stands" if odd == 1 else "stand"
        said.append(f"{_coders_counted(odd)} {stands} out in single recordings")
    return [f"{capital('; '.join(said))}."] if said else [NO_ONE_NAMED]


def _coders_counted(number: int) -> str:
    return f"{spelled(number)} {'coder' if number == 1 else 'coders'}"


def consensus_paragraph(found: RecordedResults) -> str:
    """Describe the consensus in time: how many boundaries, and what stands behind them."""
    made = found.made
    if made is None:
        return f"There is no consensus: {found.too_fine}."
    boundaries = made.boundaries
    where = counted(len(made.items), "recording")
    enough = made.options.enough
    by = "more coders placed a boundary together than chance explains"
    if enough:
        by = f"{enough} placed a boundary"
    if not boundaries:
        said = f"There is no place in {where} at which {by}, so that the consensus has no boundary."
    else:
        support = sum(len(one.votes) for one in boundaries) / sum(one.of for one in boundaries)
        everybody = sum(len(one.votes) == one.of for one in boundaries)
        said = (
            f"The consensus has {counted(len(boundaries), 'boundary', 'boundaries')} in {where}: "
            f"places at which {by}. "
            f"On average, {percent(support)} of the coders marked each; {everybody:,} "
            f"{'was' if everybody == 1 else 'were'} marked by all."
        )
    return f"{said} {by_hand_in_words(made.by_hand)}." if made.by_hand else said
