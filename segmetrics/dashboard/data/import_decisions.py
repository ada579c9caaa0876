"""The decisions about an import: what is offered, and what each of them changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from segmetrics.dashboard.data.import_state import Named, Review, brought_back, left_out, renamed
from segmetrics.dashboard.data.import_view import Whose, faulty, named, shortened_names
from segmetrics.io import Reading
from segmetrics.io.layers import named_layers
from segmetrics.io.names import wrong_pattern
from segmetrics.io.problems import shortened, wrong_name
from segmetrics.phrases import counted
from segmetrics.reliability.coverage import Coverage

# Names that a list to choose from holds; the picture has all.
LISTED = 5000
NOUN: dict[Named, str] = {"items": "item", "coders": "coder"}
LABELS = {
    "auto": "types, if there are 2 to 20 different ones",
    "types": "types of boundaries",
    "none": "nothing that counts",
}
PATTERN_HELP = (
    "Where coder and item stand in the paths of files, without the ending: {coder}/{item} is a "
    "folder a coder and a file an item, {item}_{coder} names such as chapter1_anna; * stands for "
    "anything."
)


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
        whose += [((item, coder), f"the coding of {item} by {coder}")] * alone
    if coder:
        whose.append(((None, coder), named("coder", [coder])))
    if item:
        whose.append(((item, None), named("item", [item])))
    return [CodingsPart([about], words, about in dropped) for about, words in whose]


def faulty_part(reading: Reading) -> CodingsPart | None:
    """Return the codings that have a problem; without them their items can be used."""
    wrong = tuple(faulty(reading))
    codings = f"{counted(len(wrong), 'coding')} with a problem"
    return CodingsPart(wrong, codings) if wrong else None


def leave_out(review: Review, part: CodingsPart) -> None:
    """Leave codings out."""
    review.decide(f"left out {part.words}", left_out(review.choices, part.whose))


def bring_back(review: Review, part: CodingsPart) -> None:
    """Restore codings that were left out."""
    review.decide(f"brought back {part.words}", brought_back(review.choices, part.whose))


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
    for names, change in ((gone, leave_out), (back, bring_back)):
        if names:
            change(
                review, CodingsPart([_alone(what, one) for one in names], named(NOUN[what], names))
            )


def _alone(what: Named, name: str) -> Whose:
    return (name, None) if what == "items" else (None, name)


def rename(
    review: Review, what: Named, chosen: Sequence[str], name: str, known: Sequence[str]
) -> str:
    """Rename or merge items or coders; return why not, if they cannot be."""
    wrong = wrong_name(name)
    if not chosen:
        return f"Choose the {what} to rename."
    if wrong:
        return f"The new name {wrong}."
    merged = len(chosen) > 1 or (name in known and name not in chosen)
    words = f"{'merged' if merged else 'renamed'} {named(NOUN[what], chosen)} as {name}"
    review.decide(words, renamed(review.choices, what, chosen, name))
    return ""


def reference_of(review: Review, coders: Sequence[str]) -> str:
    """Return the reference coder under the choices; empty without one."""
    corpus, reference = review.reading.corpus, review.choices.reference
    if reference is None:
        reference = (corpus.reference if corpus else None) or ""
    return reference if reference in coders else ""


def automatic_of(review: Review, coders: Sequence[str]) -> list[str]:
    """Return the automatic segmenters under the choices."""
    corpus, automatic = review.reading.corpus, review.choices.automatic
    if automatic is None:
        automatic = frozenset(corpus.automatic if corpus else ())
    return [coder for coder in coders if coder in automatic]


def decide_reference(review: Review, name: str) -> None:
    """Make a coder the reference, or none if the name is empty."""
    words = f"made {named('coder', [name])} the reference" if name else "no reference coder"
    review.decide(words, replace(review.choices, reference=name))


def decide_automatic(review: Review, chosen: list[str]) -> None:
    """Declare some coders automatic, and all others people."""
    words = f"automatic segmenters: {', '.join(chosen) or 'none'}"
    review.decide(words, replace(review.choices, automatic=frozenset(chosen)))


def decide_unit(review: Review, unit: str) -> None:
    """Divide texts or recordings into other units."""
    review.decide(f"units: {unit or 'as found'}", replace(review.choices, unit=unit))


def layers_chosen(review: Review) -> list[str]:
    """Return the layers that a person chose to count together."""
    chosen, layers = review.choices.layer, review.reading.layers
    return [] if chosen in layers or not chosen else named_layers(chosen, layers)


def decide_layers(review: Review, layers: Sequence[str]) -> None:
    """Read the segments from several layers together."""
    names = ",".join(layers)
    words = f"layers: {shortened_names(layers)}" if layers else "layer: as found"
    review.decide(words, replace(review.choices, layer=names))


def decide_step(review: Review, step: float) -> None:
    """Divide recordings into steps of so many seconds."""
    review.decide(f"steps of {step:g} s", replace(review.choices, step=step))


def decide_labels(review: Review, labels: Any) -> None:
    """Take labels of segments for types, or for nothing."""
    words = f"labels of segments: {LABELS[labels]}"
    review.decide(words, replace(review.choices, labels=labels))


def guessed_pattern(review: Review) -> str:
    """Return where names of files seem to say coder and item."""
    return " or ".join(dict.fromkeys(review.reading.patterns.values()))


def idle_pattern(review: Review) -> str:
    """Return that the pattern chosen changes nothing, and why; empty if it does."""
    chosen, reading = review.choices.pattern, review.reading
    if not chosen or review.unused_pattern:
        return ""
    start = f"The pattern {shortened(chosen)} changes nothing"
    if not reading.patterns:
        return f"{start}: the files say themselves which items and coders they hold."
    before = review.reading_without("pattern")
    asked = any(problem.asks == "pattern" for problem in before.problems)
    if not asked and _whose(before) == _whose(reading):
        return f"{start}: without it items and coders have the same names."
    return ""


def _whose(reading: Reading) -> list[tuple[str, str | None, str | None]]:
    """Return the item and coder of each coding."""
    return [(one.file, one.item, one.coder) for one in reading.codings]


def decide_pattern(review: Review, pattern: str) -> str:
    """Choose where names of files say coder and item; return why not, if it is no pattern."""
    wrong = wrong_pattern(pattern) if pattern else None
    if wrong:
        return f"{wrong}."
    words = f"names of files: {pattern or 'as guessed'}"
    review.decide(words, replace(review.choices, pattern=pattern))
    return ""
