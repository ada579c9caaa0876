"""What a store says of corpora and rounds without reading their codings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, func, select

from segmetrics.corpus import by_hand
from segmetrics.store.access import Reached
from segmetrics.store.history import step_of
from segmetrics.store.schema import codings, files, people, rounds, steps
from segmetrics.store.serialization import decisions_of
from segmetrics.store.values import Round, Saved


def saved_of(corpus: Reached, key: str, its_rounds: Sequence[Round]) -> Saved:
    """Describe a corpus whose rounds are described."""
    row = corpus.row
    return Saved(
        key=key,
        title=row.title,
        right=corpus.right,
        rounds=tuple(its_rounds),
        settings=row.settings,
        changed=row.changed,
    )


def described(connection: Connection, which: ColumnElement[bool]) -> dict[int, list[Round]]:
    """Describe some rounds, by corpus."""
    found: dict[int, list[Round]] = defaultdict(list)
    for row in connection.execute(_all_rounds().where(which)):
        found[row.corpus].append(
            Round(
                number=row.number,
                name=row.name,
                digest=row.digest,
                items=row.coded_items,
                coders=row.coders,
                # Whether somebody has read it changes nothing of it.
                version=max(1, row.version),
                decided=len(by_hand(decisions_of(row.decisions))),
                pending=row.pending,
                files=row.kept,
                step=None if row.id is None else step_of(row),
            )
        )
    return found


@cache
def _all_rounds() -> Select[Any]:
    """Select what there is to say of rounds."""
    has_files = select(files.c.id).where(files.c.round == rounds.c.id).exists()
    all_steps = steps.alias()
    of_round = all_steps.c.round == rounds.c.id
    last = select(func.max(all_steps.c.id)).where(of_round, ~all_steps.c.undone)
    return (
        select(
            *rounds.c["corpus", "number", "name", "digest", "version", "decisions"],
            rounds.c.review.is_distinct_from(rounds.c.accepted).label("pending"),
            has_files.label("kept"),
            func.coalesce(codings.c["items"], 0).label("coded_items"),
            func.coalesce(codings.c.coders, 0).label("coders"),
            *steps.c["id", "kind", "words", "made"],
            people.c.email,
        )
        .select_from(rounds)
        .outerjoin(codings, codings.c.digest == rounds.c.digest)
        .outerjoin(steps, steps.c.id == last.scalar_subquery())
        .outerjoin(people, people.c.id == steps.c.person)
        .order_by(rounds.c.corpus, rounds.c.number)
    )
