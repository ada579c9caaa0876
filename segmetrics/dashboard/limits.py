"""What a visitor may bring: how much of it, and what is said when it is more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from segmetrics.dashboard.logs import log
from segmetrics.io import Source
from segmetrics.io.archives import unpacked
from segmetrics.io.problems import Notice, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from segmetrics.corpus import Corpus
    from segmetrics.dashboard.logs import Limit
    from segmetrics.settings import Limits

__all__ = ["MEGABYTE", "bounded", "refusal", "refused_upload"]

MEGABYTE = 1_000_000
"""Bytes of a megabyte, as `Limits` counts."""


def refused_upload(sizes: Iterable[int], limits: Limits) -> str:
    """Say why files are not read, before they are.

    What is packed in archives counts once it is unpacked, see `bounded`.

    Parameters
    ----------
    sizes : iterable of int
        Bytes of each file of one import.
    limits : Limits
        What one visitor may ask for.

    Returns
    -------
    str
        A sentence; empty if nothing speaks against it.

    Examples
    --------
    >>> from segmetrics.settings import Limits
    >>> print(refused_upload([2_500_000, 900_000], Limits(upload=3)))
    These files have 3.4 MB; this server reads 3 MB in one import. Open them in several parts.
    """
    size = sum(sizes)
    if size <= limits.upload * MEGABYTE:
        return ""
    log("refused", limit="upload", count=size, most=limits.upload * MEGABYTE)
    brought = f"{size / MEGABYTE:,.1f} MB"
    return (
        f"These files have {brought}; this server reads {limits.upload:,} MB in one import. "
        "Open them in several parts."
    )


def bounded(sources: Iterable[Source | Notice], limits: Limits) -> Iterator[Source | Notice]:
    """Unpack files as far as one visitor may bring them; for `parse_sources`.

    Parameters
    ----------
    sources : iterable of Source or Notice
        Files and archives of one import.
    limits : Limits
        What one visitor may ask for.

    Yields
    ------
    Source or Notice
        The files; in place of the first that is too much, a problem that says so.

    Examples
    --------
    >>> from segmetrics.io import Source
    >>> from segmetrics.settings import Limits
    >>> files = [Source("a.csv", bytes(900_000)), Source("b.csv", bytes(900_000))]
    >>> [type(found).__name__ for found in bounded(files, Limits(upload=1))]
    ['Source', 'Problem']
    """
    size, most = 0, limits.upload * MEGABYTE
    for found in unpacked(sources):
        if isinstance(found, Source):
            size += len(found.content)
            if size > most:
                log("refused", limit="upload", count=size, most=most)
                what = f"more than {limits.upload:,} MB; what follows from here on was not read"
                yield Problem(file=found.name, what=what, fix="open the files in several parts")
                return
        yield found


def refusal(corpus: Corpus, limits: Limits) -> str:
    """Say why a corpus is not opened, if it is larger than one visitor may bring.

    Parameters
    ----------
    corpus : Corpus
        The corpus.
    limits : Limits
        What one visitor may ask for.

    Returns
    -------
    str
        A sentence; empty if nothing speaks against it.

    Examples
    --------
    >>> from segmetrics import Corpus
    >>> from segmetrics.settings import Limits
    >>> corpus = Corpus.from_masses({"ch1": {"a": [3, 4]}, "ch2": {"a": [2, 2]}})
    >>> print(refusal(corpus, Limits(items=1)))
    This corpus has 2 items; this server takes 1 in one corpus. Open it in several parts.
    >>> refusal(corpus, Limits())
    ''
    """
    longest = max(corpus.items, key=lambda item: item.mass)
    counts: tuple[tuple[Limit, int, int, str], ...] = (
        ("items", len(corpus.items), limits.items, "Open it in several parts."),
        ("coders", len(corpus.coders), limits.coders, "Leave some of them out."),
    )
    for limit, count, most, fix in counts:
        if count > most:
            log("refused", limit=limit, count=count, most=most)
            return (
                f"This corpus has {count:,} {limit}; this server takes {most:,} in one corpus. "
                f"{fix}"
            )
    if longest.mass > limits.units:
        log("refused", limit="units", count=longest.mass, most=limits.units)
        return (
            f"Item {longest.name} has {longest.mass:,} units; this server takes {limits.units:,} "
            "in one item. Split it, or leave it out."
        )
    return ""
