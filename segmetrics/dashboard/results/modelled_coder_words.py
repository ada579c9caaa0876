"""What a card and the page say of coders as the model has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from segmetrics.coding_model.coder_model import WIDEST, CoderModel, Estimated
from segmetrics.coding_model.coder_verdicts import VerdictKind
from segmetrics.dashboard.results.modelled_coders import CoderInModel
from segmetrics.number_formats import of_ten, per_100, percent
from segmetrics.reliability.coder_findings import CoderFinding
from segmetrics.tables.coder_model_words import (
    TO_THE_PANEL,
    adds,
    finds,
    model_notes,
    mostly,
    of_coders,
    says_something,
    shifts,
)

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
    if verdict is None:
        return f"{found.words} {NOT_BY_THE_MODEL}"
    if not found.stands_out:
        return verdict.words
    if verdict.verdict in _alike(found):
        return found.words
    return f"{found.words} The model of the coders has it otherwise: {verdict.words}"


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


def finds_of_shared(model: CoderInModel) -> str:
    return f"{finds(model.does)}; {_who(model)} {others_find(model)}."


def adds_of_own(model: CoderInModel) -> str:
    return f"{adds(model.does)}; {_who(model)} {others_add(model)}."


def beside_shared(model: CoderInModel) -> str:
    """Return how often a coder is beside a shared boundary, and where; empty if n is 1."""
    said = shifts(model.does)
    if not said:
        return ""
    side = mostly(model.does)
    others = _ends([other.shifted for other in model.others], percent)
    return f"{said}{side and f', mostly {side}'}; {_who(model)} {others}."


def side_seen(model: CoderInModel | None) -> str:
    """Return on which side of shared boundaries those beside them lie; empty if that is open."""
    side = mostly(model.does) if model else ""
    return f"Mostly {side} where it is beside a shared boundary." if side else ""


def others_find(model: CoderInModel) -> str:
    return _ends([other.hits for other in model.others], of_ten)


def others_add(model: CoderInModel) -> str:
    return _ends([other.added for other in model.others], per_100)


def _who(model: CoderInModel) -> str:
    return "the others" if len(model.others) > 1 else "the other coder"


def _ends(others: Sequence[Estimated], write: Callable[[float], str]) -> str:
    """Return the least and the greatest of some values."""
    values = [one.value for one in others if one.value is not None]
    low, high = write(min(values)), write(max(values))
    return low if low == high else f"{low} to {high}"
