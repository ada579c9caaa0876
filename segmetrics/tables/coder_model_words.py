"""What the model of the coders says, in words: what each coder does, and what to keep in mind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from segmetrics.number_formats import of_ten, per_100, percent, short, three_decimals
from segmetrics.phrases import capital, counted, in_ten
from segmetrics.reliability.fitted_coders import (
    CoderModel,
    Estimated,
    HeldOut,
    ModelledCoder,
    Saved,
)

TO_THE_PANEL = (
    "Shared boundaries are an estimate: the places to which the marks of the whole group point. "
    "They need not be right, and what nobody marked is not among them."
)
# Standard errors from which on a gain is no chance.
SURELY = 2.0


def finds(row: ModelledCoder) -> str:
    share = in_ten(known(row.hits))
    said = _around(row.hits, share, of_ten)
    return said if share.endswith("10") else said.replace(")", " in 10)")


def adds(row: ModelledCoder) -> str:
    return _around(row.added, f"{per_100(known(row.added))} per 100 places", per_100)


def shifts(row: ModelledCoder) -> str:
    """Return how many of those found are beside their place, ``20% (10% to 30%)``.

    It is empty where nothing counts as beside its place.
    """
    share = row.shifted.value
    return "" if share is None else _around(row.shifted, percent(share), percent)


def mostly(row: ModelledCoder) -> str:
    """Return on which side these mostly are, ``late`` or ``early``; empty if that is open."""
    low, high = row.late.low, row.late.high
    if low is not None and low > 1 / 2:
        return "late"
    return "early" if high is not None and high < 1 / 2 else ""


def of_coders(model: CoderModel, coders: Sequence[str]) -> CoderModel:
    """Return what a model says of some coders, of their groups, and nothing of items."""
    rows = tuple(row for row in model.coders if row.coder in coders)
    names = {row.group for row in rows}
    return replace(
        model,
        coders=rows,
        items=(),
        groups=tuple(group for group in model.groups if group.group in names),
        verdicts=tuple(one for one in model.verdicts if one.coder in coders),
    )


def says_something(model: CoderModel) -> bool:
    return any(row.hits.value is not None for row in model.coders)


def model_notes(model: CoderModel) -> Iterator[str]:
    """Yield of which groups the model says nothing, and what to keep in mind of the others."""
    if not model.groups:
        yield "The model of the coders says nothing here (no person coded these items)."
    several = len(model.groups) > 1
    for group in model.groups:
        if group.refusal:
            of = f"of {group.group}" if several else "here"
            yield f"The model of the coders says nothing {of} ({group.refusal})."
        for warning in group.warnings:
            yield f"{group.group}: {warning}." if several else f"{capital(warning)}."


def earns_its_place(seen: HeldOut) -> list[str]:
    """Return whether the model tells codings that it did not see better than simpler ways."""
    said = [
        f"Of {counted(seen.codings, 'coding')}, each was left out and told from the "
        f"others. Knowing only how often its coder marks costs {short(seen.alone)} bits a place; "
        f"the model saves {_saved(seen.model)} of them."
    ]
    over = f"Against a plain count of the others' marks nearby it saves {_saved(seen.over_kernel)}"
    bits, error = seen.over_kernel
    if error is None or abs(bits) < SURELY * error:
        return [*said, f"{over}, which may be chance."]
    return [*said, f"{over}: it {'earns' if bits > 0 else 'does not earn'} its place here."]


def _saved(saved: Saved) -> str:
    around = "" if saved.error is None else f" (± {three_decimals(saved.error)})"
    return f"{three_decimals(saved.bits)}{around}"


def known(estimated: Estimated) -> float:
    if estimated.value is None:
        raise ValueError(f"there is no value: {estimated.undefined}")
    return estimated.value


def _around(estimated: Estimated, said: str, write: Callable[[float], str]) -> str:
    low, high = estimated.low, estimated.high
    if low is None or high is None or write(low) == write(high):
        return said
    return f"{said} ({write(low)} to {write(high)})"
