"""How much a visitor may bring, compute and hold, and what is said when it is more."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from segmetrics.corpus import Corpus, Item
from segmetrics.dashboard.server.logs import Limit, log
from segmetrics.dashboard.server.worker import Why
from segmetrics.number_formats import count, rate
from segmetrics.phrases import capital
from segmetrics.settings import LIMITS, Limits, Work

MEGABYTE = 1_000_000

PARTS = "Open it in several parts."
FEWER_CODERS = "Leave some of the coders out."
# What to do about work that is too much.
LESS: Mapping[Work, str] = {
    "computing": "Take fewer items or coders",
    "reading": "Open fewer files at once",
}


def refused_upload(sizes: Iterable[int], limits: Limits) -> str:
    """Return why files are not read, before they are; empty if they are."""
    size = sum(sizes)
    if size <= limits.upload * MEGABYTE:
        return ""
    log("refused", limit="upload", count=size, most=limits.upload * MEGABYTE)
    brought = f"{rate(size / MEGABYTE)} MB"
    return (
        f"These files are {brought}; this server reads {limits.upload:,} MB in one import. "
        "Open them in several parts."
    )


def refusal(corpus: Corpus, limits: Limits) -> str:
    """Return why a corpus is larger than one visitor may bring; empty if it is not."""
    longest = max(corpus.items, key=_size)
    codings = [(_size(item), len(item.codings)) for item in corpus.items]
    pairs = [(mass, count * (count - 1) // 2) for mass, count in codings]
    counts: tuple[tuple[Limit, int, int, str, str], ...] = (
        ("items", len(corpus.items), limits.items, "items", PARTS),
        ("coders", len(corpus.coders), limits.coders, "coders", FEWER_CODERS),
        (
            "cells",
            sum(mass * count for mass, count in codings),
            limits.cells,
            "units, counted once for each coder of an item",
            PARTS,
        ),
        (
            "pairs",
            sum(count for _, count in pairs),
            limits.pairs,
            "pairs of coders who coded the same item",
            FEWER_CODERS,
        ),
        (
            "compared",
            sum(mass * count for mass, count in pairs),
            limits.compared,
            "units, counted once for each pair of coders of an item",
            FEWER_CODERS,
        ),
    )
    if _size(longest) > limits.units:
        log("refused", limit="units", count=_size(longest), most=limits.units)
        return (
            f"Item {longest.name} has {_size(longest):,} units; this server takes {limits.units:,} "
            "in one item. Split it, or leave it out."
        )
    for limit, found, most, what, fix in counts:
        if found > most:
            log("refused", limit=limit, count=found, most=most)
            return f"This corpus has {found:,} {what}; this server takes {most:,}. {fix}"
    return ""


def _size(item: Item) -> int:
    """Return what an item costs a coder: its units, or the boundaries of a recording."""
    if item.scale is None:
        return item.mass
    return max(len(coding.boundaries) for coding in item.codings.values())


def too_large(what: str, size: int, share: int) -> str:
    """Return why a result of a size is not kept."""
    log("refused", limit="memory", count=size, most=share)
    return (
        f"{capital(what)} would take {count(size / 1e6)} MB of memory, more than the "
        f"{count(share / 1e6)} MB that one visitor may hold here. {LESS['computing']}, or "
        f"{_ask('memory')}"
    )


def too_long(label: str, seconds: float, limits: Limits) -> str:
    """Return why a computation is not begun; empty if it does not take too long."""
    most = limits.computing
    if seconds <= most:
        return ""
    log("refused", limit="computing", count=round(seconds), most=most)
    return (
        f"{capital(label)} would take about {duration(seconds)}; this server computes "
        f"for {duration(most)} at most. {LESS['computing']}, or use the command line."
    )


def why_ended(label: str, work: Work, why: Why, limits: Limits) -> str:
    """Return why something was begun, and has no result."""
    about, less = capital(label), LESS[work]
    if why == "memory":
        log("refused", limit="worker", most=limits.worker)
        return (
            f"{about} would take more than the {limits.worker:,} MB of memory that this server "
            f"allows. {less}, or {_ask('worker')}"
        )
    if why == "time":
        most = limits.seconds(work)
        log("refused", limit=work, most=most)
        return (
            f"{about} would take longer than the {duration(most)} that this server allows. "
            f"{less}, or {_ask(work)}"
        )
    if why == "result":
        log("refused", limit="memory", most=limits.memory)
        return (
            f"{about} would fill more than the {limits.memory:,} MB of memory that one visitor "
            f"may hold here. {less}, or {_ask('memory')}"
        )
    log("failed", result="failed")
    return f"{about} ended without a result. Try again. If that does not help, {less.lower()}."


def _ask(limit: str) -> str:
    """Return who can raise a limit, and how."""
    return f"ask whoever runs this server to raise {LIMITS[limit]}."


def duration(seconds: float) -> str:
    """Return how long something takes, roughly, in words."""
    if seconds < 60:
        return f"{max(2, round(seconds))} seconds"
    minutes = round(seconds / 60)
    return f"{minutes} minute{'s' * (minutes != 1)}"
