"""What boundaries carry besides their places: uncertain ones treated, types and levels dropped.

A coder may mark a boundary as *uncertain*; this mark is carried as the type `UNCERTAIN`, alone
or beside other types.

Source: Fournier & Inkpen (2012), footnote 8, for boundaries of which a coder is unsure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, get_args

from segmetrics.axis import on_axis
from segmetrics.corpus import Corpus
from segmetrics.segmentation import Segmentation

Uncertain = Literal["type", "ignore", "boundary"]
"""What to make of an uncertain boundary; see `with_uncertain`."""


UNCERTAIN = "uncertain"
"""The type of a boundary of which its coder is unsure."""


# The type of an uncertain boundary that is to count, where no other is to be had.
PLAIN = "boundary"


@on_axis("with_uncertain")
def with_uncertain(corpus: Corpus, treat: Uncertain) -> Corpus:
    """Treat the boundaries of which coders are unsure.

    A boundary is uncertain if `UNCERTAIN` is among its types, alone or beside others.

    Source: Fournier & Inkpen (2012), footnote 8.

    Parameters
    ----------
    corpus : Corpus
        A corpus of any kind; without an uncertain boundary it stays as it is.
    treat : {"type", "ignore", "boundary"}
        ``"type"``: the mark stays, as a type of its own. ``"ignore"``: uncertain
        boundaries are dropped, with all their types. ``"boundary"``: they count as if
        their coder had been sure, so that the mark alone is dropped; one without
        another type gets the only other type of the corpus, or, where there is none
        or several to choose from, the type ``"boundary"``.

    Returns
    -------
    Corpus
        Of the same kind, with the same units, coders, texts and reference.

    Raises
    ------
    ValueError
        If `treat` is none of the three.

    Examples
    --------
    >>> from segmetrics import Item
    >>> sure, unsure = frozenset({"topic"}), frozenset({"uncertain"})
    >>> coding = Segmentation(9, (2, 5), types=(sure, unsure))
    >>> corpus = Corpus((Item("talk", {"anna": coding}),))
    >>> with_uncertain(corpus, "ignore")["talk"].codings["anna"].boundaries
    (2,)
    >>> with_uncertain(corpus, "boundary").types
    ('topic',)
    """
    if treat not in get_args(Uncertain):
        raise ValueError(f"treat is one of {', '.join(get_args(Uncertain))}, not {treat!r}")
    if treat == "type" or UNCERTAIN not in corpus.types:
        return corpus
    others = [name for name in corpus.types if name != UNCERTAIN]
    plain = frozenset({others[0] if len(others) == 1 else PLAIN})

    def treated(coding: Segmentation) -> Segmentation:
        marked = zip(coding.boundaries, coding.types or (), strict=True)
        if treat == "ignore":
            kept = [(place, names) for place, names in marked if UNCERTAIN not in names]
        else:
            kept = [(place, names - {UNCERTAIN} or plain) for place, names in marked]
        boundaries = tuple(place for place, _ in kept)
        return replace(coding, boundaries=boundaries, types=tuple(names for _, names in kept))

    return _recoded(corpus, treated)


@on_axis("of_type")
def of_type(corpus: Corpus, name: str) -> Corpus:
    """Keep the boundaries of one type alone.

    Agreement on a type by itself is the agreement of this corpus: whether a place is a boundary
    of this type or none, whatever else stands there.

    Parameters
    ----------
    corpus : Corpus
        A corpus whose boundaries have types.
    name : str
        One of ``corpus.types``.

    Returns
    -------
    Corpus
        With the same units, coders, texts and reference; its boundaries have no types.

    Raises
    ------
    ValueError
        If no boundary of the corpus has this type.

    Examples
    --------
    >>> from segmetrics import Item
    >>> topic, speaker = frozenset({"topic"}), frozenset({"speaker", "topic"})
    >>> coding = Segmentation(9, (2, 5), types=(topic, speaker))
    >>> corpus = Corpus((Item("talk", {"anna": coding}),))
    >>> of_type(corpus, "speaker")["talk"].codings["anna"].boundaries
    (5,)
    """
    if name not in corpus.types:
        raise ValueError(f"no boundary has the type {name!r}; the types are {corpus.types}")

    def kept(coding: Segmentation) -> Segmentation:
        marked = zip(coding.boundaries, coding.types or (), strict=True)
        places = tuple(place for place, names in marked if name in names)
        return replace(coding, boundaries=places, types=None)

    return _recoded(corpus, kept)


def plain(corpus: Corpus) -> Corpus:
    """Return a corpus whose boundaries have no types and levels."""
    if corpus.kind == "linear":
        return corpus
    return _recoded(corpus, lambda coding: replace(coding, types=None, levels=None))


def _recoded(corpus: Corpus, changed: Callable[[Segmentation], Segmentation]) -> Corpus:
    """Change every coding of a corpus."""
    items = (
        replace(item, codings={coder: changed(coding) for coder, coding in item.codings.items()})
        for item in corpus.items
    )
    return replace(corpus, items=tuple(items))
