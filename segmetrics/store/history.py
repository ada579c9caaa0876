"""The steps of a round: how it was before each change, so that the change can be undone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from segmetrics.store.access import now
from segmetrics.store.schema import people, steps
from segmetrics.store.values import AcceptedStep, Visitor

MOST_STEPS = 200
"""Steps of a round that can be undone."""


def add_step(
    connection: Connection,
    visitor: Visitor,
    row: Row[Any],
    kind: str,
    words: str,
    before: dict[str, Any],
) -> bool:
    """Remember how a round was before a change; the oldest steps are forgotten."""
    accepting = kind == "accept"
    step = {
        "round": row.id,
        "person": visitor.person,
        "kind": kind,
        "words": words,
        "before": before,
        "digest": row.digest if accepting else None,
        "findings": row.findings if accepting else None,
        "undone": False,
        "made": now(),
    }
    added = connection.execute(insert(steps).values(step).returning(steps.c.id)).scalar_one()
    # What was undone before cannot be undone again, and is nothing to go back to.
    old = select(steps.c.id).where(steps.c.round == row.id).order_by(steps.c.id.desc())
    keep = old.where(steps.c.undone.is_(False)).limit(MOST_STEPS)
    forgotten = delete(steps).where(
        steps.c.round == row.id, steps.c.id != added, steps.c.id.not_in(keep)
    )
    return any(connection.scalars(forgotten.returning(steps.c.digest)))


def last_step(connection: Connection, row: int) -> Row[Any] | None:
    """Find the step that undo takes back."""
    query = (
        select(steps, people.c.email)
        .outerjoin(people)
        .where(steps.c.round == row, steps.c.undone.is_(False))
        .order_by(steps.c.id.desc())
        .limit(1)
    )
    return connection.execute(query).first()


def step_of(row: Any) -> AcceptedStep:
    """Describe a step."""
    return AcceptedStep(
        id=row.id, kind=row.kind, words=row.words, made=row.made, by=row.email or ""
    )


def accepted_review(row: Row[Any]) -> list[Any] | None:
    """Return the decisions about the import with which a round was accepted; None if it waits."""
    return row.accepted if isinstance(row.accepted, list) else None


def before_added(row: Row[Any]) -> dict[str, Any] | None:
    """Return how a round was accepted before files were added: its review, how many files."""
    return row.accepted if isinstance(row.accepted, dict) else None


def forget_added(connection: Connection, row: int) -> None:
    """Let no step of a round lead back to files that were added, as they are deleted."""
    accepts = select(steps).where(steps.c.round == row, steps.c.kind == "accept")
    for step in connection.execute(accepts).all():
        if isinstance(back := step.before["accepted"], dict):
            before = {**step.before, "accepted": back["review"]}
            query = update(steps).where(steps.c.id == step.id)
            connection.execute(query.values(before=before))


def undecided(rows: list[Any], before: Mapping[str, Any]) -> list[Any]:
    """Return decisions as they were: without those that were added, with those that went."""
    restored = rows[: len(rows) - before["added"]]
    for position, one in before["removed"]:
        restored.insert(position, one)
    return restored
