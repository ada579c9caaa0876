"""The decisions about an import: what is offered, and what each of them changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from segmetrics.dashboard.data import words
from segmetrics.dashboard.data.import_state import Named, Review, renamed
from segmetrics.dashboard.data.import_view import Whose, faults, named
from segmetrics.io import Reading
from segmetrics.io.choices import OF_CHOICE
from segmetrics.io.layers import named_layers
from segmetrics.io.problems import shortened, wrong_name
from segmetrics.io.recording_ends import length_in_words, parsed_length
from segmetrics.phrases import capital, counted
from segmetrics.reliability.coverage import Coverage

# Names that a list to choose from holds; the picture has all.
LISTED = 5000
REFERENCE_NAMES = re.compile(
    r"(reference|referenz|experte?|gold|ground[ _-]?truth)([ _-]?standard)?", re.IGNORECASE
)
"""What a coder is called who may be a reference."""
# Recordings with a box each for their length; those of more are written together.
BOXES = 12


class CodingsPart(NamedTuple):
    """Codings that can be left out, in words, and whether they are."""

    whose: Sequence[Whose]
    words: str
    out: bool = False


def parts_chosen(review: Review, coverage: Coverage, chosen: Whose) -> list[CodingsPart]:
    """Return what can be left out of the coding, coder or item that was chosen."""
    item = chosen[0] if chosen[0] in coverage.items else None
    coder = chosen[1] if chosen[1] in coverage.coders else None
    dropped = review.choices.dropped
    whose: list[tuple[Whose, str]] = []
    if item and coder and (item, coder) in coverage.states:
        alone = not dropped & {(None, coder), (item, None)}
        whose += [((item, coder), words.CODING_OF.format(item, coder))] * alone
    if coder:
        whose.append(((None, coder), named("coder", [coder])))
    if item:
        whose.append(((item, None), named("item", [item])))
    return [CodingsPart([about], said, about in dropped) for about, said in whose]


def faulty_part(reading: Reading) -> CodingsPart | None:
    """Return the codings that have a problem; without them their items can be used."""
    wrong = list({(one.item, one.coder) for one in faults(reading) if one.item and one.coder})
    return CodingsPart(wrong, words.FAULTY.format(counted(len(wrong), "coding"))) if wrong else None


def turn(review: Review, part: CodingsPart) -> None:
    """Leave codings out, or bring back those that are."""
    said, dropped = words.STEP_LEFT_OUT, review.choices.dropped.union(part.whose)
    if part.out:
        said, dropped = words.STEP_BROUGHT_BACK, review.choices.dropped.difference(part.whose)
    review.decide(said.format(part.words), replace(review.choices, dropped=dropped))


def names_left_out(review: Review, what: Named, known: Sequence[str]) -> list[str]:
    """Return which of some items or coders are left out."""
    return [name for name in known if _alone(what, name) in review.choices.dropped]


def leave_names_out(
    review: Review, chosen: Sequence[str], what: Named, known: Sequence[str]
) -> None:
    """Leave some of the known items or coders out, and bring the others back."""
    out = names_left_out(review, what, known)
    gone = [name for name in chosen if name not in out]
    back = [name for name in out if name not in chosen]
    for names, are_out in ((gone, False), (back, True)):
        if names:
            whose = [_alone(what, one) for one in names]
            turn(review, CodingsPart(whose, named(words.NOUN[what], names), are_out))


def _alone(what: Named, name: str) -> Whose:
    return (name, None) if what == "items" else (None, name)


def rename(
    review: Review, what: Named, chosen: Sequence[str], name: str, known: Sequence[str]
) -> str:
    """Rename or merge items or coders; return why not, if they cannot be."""
    wrong = wrong_name(name)
    if not chosen:
        return words.CHOOSE_TO_RENAME.format(what)
    if wrong:
        return words.WRONG_NAME.format(wrong)
    merged = len(chosen) > 1 or (name in known and name not in chosen)
    said = words.step_renamed(named(words.NOUN[what], chosen), name, merged=merged)
    review.decide(said, renamed(review.choices, what, chosen, name))
    return ""


def reference_of(review: Review, coders: Sequence[str]) -> str:
    """Return the reference coder under the choices; empty without one."""
    corpus, reference = review.reading.corpus, review.choices.reference
    if reference is None:
        reference = (corpus.reference if corpus else None) or ""
    return reference if reference in coders else ""


def maybe_reference(review: Review, coders: Sequence[str]) -> str:
    """Return who is called a reference, where nobody has decided who is one; empty without one."""
    if review.choices.reference is not None or reference_of(review, coders):
        return ""
    found = [coder for coder in coders if REFERENCE_NAMES.fullmatch(coder.strip())]
    return found[0] if len(found) == 1 and len(coders) > len(found) else ""


def automatic_of(review: Review, coders: Sequence[str]) -> list[str]:
    """Return the automatic segmenters under the choices."""
    corpus, automatic = review.reading.corpus, review.choices.automatic
    if automatic is None:
        automatic = frozenset(corpus.automatic if corpus else ())
    return [coder for coder in coders if coder in automatic]


def decide(review: Review, choice: str, value: Any) -> None:
    """Make a choice."""
    option = OF_CHOICE[choice]
    several = option.repeats and value
    said = ", ".join(map(option.write, value)) if several else option.write(value) if value else ""
    said = option.values.get(said, said) or words.AS_FOUND
    review.decide(option.step.format(said), replace(review.choices, **{choice: value}))


def decide_written(review: Review, choice: str, text: str) -> str:
    """Make a choice as a person wrote it; return why not, if it says nothing."""
    try:
        decide(review, choice, OF_CHOICE[choice].read(text))
    except ValueError as error:
        return f"{capital(str(error))}."
    return ""


def layers_chosen(review: Review) -> list[str]:
    """Return the layers that a person chose to count together."""
    chosen, layers = review.choices.layer, review.reading.layers
    return [] if chosen in layers or not chosen else named_layers(chosen, layers)


def lengths_asked(review: Review) -> dict[str, str]:
    """Return the recordings of which no file says how long they are, with what was said of each."""
    names = list(review.reading.open_ends)
    if not 1 < len(names) <= BOXES:
        return {}
    written = {name: length_in_words(one) for name, one in review.choices.durations.items()}
    return {name: written.get(name, "") for name in names}


def decide_length(review: Review, item: str, text: str) -> str:
    """Say how long one recording is; return why not, if it says nothing."""
    try:
        length = parsed_length(text)
    except ValueError as error:
        return f"{capital(str(error))}."
    decide(review, "durations", {**review.choices.durations, item: length})
    return ""


def pattern_note(review: Review) -> str:
    """Return why the pattern chosen is not used, or changes nothing; empty if it does."""
    chosen, reading = review.choices.pattern, review.reading
    if not chosen:
        return ""
    if review.unused_pattern:
        return words.PATTERN_UNUSED.format(shortened(chosen), review.unused_pattern)
    if not reading.patterns:
        return words.PATTERN_UNNEEDED.format(shortened(chosen))
    before = review.reading_without("pattern")
    asked = any(problem.asks == "pattern" for problem in before.problems)
    if not asked and _whose(before) == _whose(reading):
        return words.PATTERN_WITHOUT_EFFECT.format(shortened(chosen))
    return ""


def _whose(reading: Reading) -> list[tuple[str, str | None, str | None]]:
    """Return the item and coder of each coding."""
    return [(one.file, one.item, one.coder) for one in reading.codings]
