"""A corpus that somebody accepted, decided on and reported, in a store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from segmetrics.corpus import Adjudication
from segmetrics.io import Choices, Source, read_sources
from tests.support.known import known

if TYPE_CHECKING:
    from segmetrics.store import Store, Visitor

TABLE = b"item,coder,masses\nch1,anna,3 4\nch1,ben,2 5\nch2,anna,1 6\nch2,ben,7\n"


def keep_decided(
    store: Store, visitor: Visitor, file: Source, *, title: str, comment: str = "because"
) -> str:
    """Keep a corpus with a renamed coder, a decision and a report; gives its place."""
    place = store.create(visitor, [file], title=title)
    decided = [("renamed anna to Anna B.", Choices(coders={"anna": "Anna B."}))]
    store.keep_review(visitor, place, decided, seen=())
    store.accept(visitor, place, read_sources([file], decided[0][1]), seen=decided)
    corpus = known(store.reading(visitor, place).corpus)
    store.decide(
        visitor,
        place,
        digest=corpus.codings_digest,
        item="ch1",
        places=[3],
        seen=(),
        made=[Adjudication("ch1", 3, "accept", comment=comment)],
        words="accepted 3 of ch1",
    )
    store.artifacts.keep(visitor, place, "report", b"<html>", title="a/b", about={"n": "2"})
    return place
