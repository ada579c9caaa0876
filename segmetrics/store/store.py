"""The store: corpora with their rounds, reviews and decisions, kept for those who may see them.

Every method takes the visitor who asks and the place that is asked for, and each opens one
transaction: what it says it did is kept, whatever happens next; what it did not do left
nothing behind. Errors are `StoreError`, whose messages are sentences for people.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Self

from sqlalchemy import delete, select, update

from segmetrics.corpus import Adjudication, Corpus
from segmetrics.io import Choices, Reading, Source
from segmetrics.store.access import new_key, now, reach, reach_round, reached, reached_by, split
from segmetrics.store.artifacts import Artifacts
from segmetrics.store.corpus_rows import (
    FIRST,
    UNREAD,
    add_draft,
    add_files,
    change,
    change_round,
    count_added,
    has_others,
    inserted,
    is_new,
    keep_codings,
    next_name,
    packed_files,
    review_of,
    review_rows,
    same_corpus,
)
from segmetrics.store.database import Database
from segmetrics.store.errors import ChangedMeanwhile, NotAllowed, NotHere
from segmetrics.store.garbage import collect
from segmetrics.store.history import (
    accepted_review,
    add_step,
    before_added,
    forget_added,
    last_step,
    step_of,
    undecided,
)
from segmetrics.store.migrating import upgrade
from segmetrics.store.overview import described, saved_of
from segmetrics.store.schema import METADATA, codings, corpora, files, rounds, steps
from segmetrics.store.serialization import (
    corpus_of,
    decision_rows,
    decisions_of,
    document_of,
    findings_of,
    fitting,
    reading_of,
    unpacked,
)
from segmetrics.store.sharing import Sharing
from segmetrics.store.validation import COMMENT, NAME, TITLE, brief, short
from segmetrics.store.values import Accepted, AcceptedStep, Reviewed, Saved, Visitor, at

NO_PERSON = "Sign in to keep a corpus."
NOT_ACCEPTED = "The import of this round was not accepted yet, so there is no corpus to show."
LAST_ROUND = "This is the only round of the corpus: delete the corpus instead."
FIRST_ROUND = "Round 1"

MEANWHILE = "Somebody else {what} meanwhile. Nothing was overwritten: look again, then decide."


class Store:
    """A store of corpora; open one with `Store.open`."""

    def __init__(self, database: Database, *, link_days: int | None = None) -> None:
        self.database = database
        self.link_days = link_days
        self.sharing = Sharing(database, link_days=link_days)
        self.artifacts = Artifacts(database)

    @classmethod
    def open(cls, url: str, *, link_days: int | None = None) -> Self:
        """Open a store, make it if there is none, and bring it to the newest schema."""
        database = Database(url)
        upgrade(database)
        if database.reserve is not None:
            database.reserve.keep()
        return cls(database, link_days=link_days)

    def close(self) -> None:
        """Close all connections to the database."""
        self.database.close()

    def ping(self) -> None:
        """Raise StoreFailed if the database lacks a table, does not answer, or takes nothing."""
        with self.database.reading() as connection:
            for table in METADATA.sorted_tables:
                connection.execute(select(*table.primary_key).limit(1)).first()
            self.database.see_writable(connection)

    # ----- corpora

    def corpora(self, visitor: Visitor) -> tuple[Saved, ...]:
        """List the corpora of a visitor, the last changed first; with links none is listed."""
        if visitor.mode == "links":
            return ()
        with self.database.reading() as connection:
            query = reached_by(visitor).order_by(corpora.c.changed.desc(), corpora.c.id.desc())
            rows = connection.execute(query).all()
            ids = reached_by(visitor).with_only_columns(corpora.c.id)
            its_rounds = described(connection, rounds.c.corpus.in_(ids))
        return tuple(
            saved_of(reached(visitor, row), row.key, its_rounds.get(row.id, ())) for row in rows
        )

    def corpus(self, visitor: Visitor, place: str) -> Saved:
        """Find a corpus, without its codings."""
        key, _ = split(place)
        with self.database.reading() as connection:
            found = reach(connection, visitor, key, "read")
            its_rounds = described(connection, rounds.c.corpus == found.id)
        return saved_of(found, key, its_rounds.get(found.id, ()))

    def create(
        self, visitor: Visitor, uploaded: Sequence[Source], *, title: str, name: str = ""
    ) -> str:
        """Keep uploaded files as the draft of a new corpus, whose first round has a name."""
        if visitor.mode == "accounts" and visitor.person is None:
            raise NotAllowed(NO_PERSON)
        key, title, kept = new_key(), short(title, TITLE), packed_files(uploaded)
        with self.database.writing() as connection:
            number = inserted(
                connection,
                corpora,
                key=key,
                owner=visitor.person,
                title=title,
                settings={},
                numbers=1,
                linked=visitor.mode == "links",
                created=now(),
                changed=now(),
            )
            if visitor.mode == "links":
                key = self.sharing.first_link(connection, number)
            add_draft(connection, number, 1, short(name or FIRST_ROUND, NAME), kept)
        return key

    def add_round(
        self, visitor: Visitor, place: str, uploaded: Sequence[Source], *, name: str
    ) -> str:
        """Keep uploaded files as the draft of a further round of a corpus."""
        key, _ = split(place)
        name, kept = name and short(name, NAME), packed_files(uploaded)
        with self.database.writing() as connection:
            corpus = reach(connection, visitor, key, "edit", lock=True)
            number = int(corpus.row.numbers) + 1
            change(connection, corpus.id, numbers=number)
            name = name or next_name(connection, corpus.id)
            add_draft(connection, corpus.id, number, name, kept)
        return at(key, number)

    def add_files(self, visitor: Visitor, place: str, uploaded: Sequence[Source]) -> None:
        """Keep further files of a round, such as its texts; it is to be accepted again."""
        kept = packed_files(uploaded)
        with self.database.writing() as connection:
            corpus, row = reach_round(connection, visitor, place, "edit", lock=True)
            of_round = select(files.c.place).where(files.c.round == row.id)
            there = [one.place for one in connection.execute(of_round)]
            start = max(there, default=-1) + 1
            add_files(connection, row.id, kept, start=start)
            back = before_added(row)
            if back is None and row.accepted is not None:
                back = {"review": row.accepted, "files": start}
            changed = {"accepted": back, "changed": now()}
            connection.execute(update(rounds).where(rounds.c.id == row.id).values(changed))
            change(connection, corpus.id)

    def drop_added(self, visitor: Visitor, place: str, *, seen: Reviewed) -> None:
        """Delete the files that were added since a round was accepted, and what was decided.

        Raises ChangedMeanwhile if there are other added files or decisions than were seen.
        """
        with self.database.writing(erasing=True) as connection:
            corpus, row = reach_round(connection, visitor, place, "edit", lock=True)
            back = before_added(row)
            if back is None or review_of(row.review) != seen.decisions:
                raise ChangedMeanwhile(MEANWHILE.format(what="decided about this import"))
            if count_added(connection, row) != seen.added:
                raise ChangedMeanwhile(MEANWHILE.format(what="added files to this round"))
            added = (files.c.round == row.id) & (files.c.place >= back["files"])
            connection.execute(delete(files).where(added))
            values = {"accepted": back["review"], "review": back["review"], "changed": now()}
            connection.execute(update(rounds).where(rounds.c.id == row.id).values(values))
            change(connection, corpus.id)

    def rename(self, visitor: Visitor, place: str, title: str, *, seen: str) -> None:
        """Rename a corpus; raises ChangedMeanwhile if somebody else did."""
        key, _ = split(place)
        title = short(title, TITLE)
        with self.database.writing() as connection:
            corpus = reach(connection, visitor, key, "edit", lock=True)
            if corpus.row.title != seen:
                raise ChangedMeanwhile(MEANWHILE.format(what="renamed the corpus"))
            change(connection, corpus.id, title=title)

    def rename_round(self, visitor: Visitor, place: str, name: str, *, seen: str) -> None:
        """Rename a round; raises ChangedMeanwhile if somebody else did."""
        name = short(name, NAME)
        with self.database.writing() as connection:
            corpus, row = reach_round(connection, visitor, place, "edit", lock=True)
            if row.name != seen:
                raise ChangedMeanwhile(MEANWHILE.format(what="renamed the round"))
            connection.execute(update(rounds).where(rounds.c.id == row.id).values(name=name))
            change(connection, corpus.id)

    def keep_settings(self, visitor: Visitor, place: str, settings: Mapping[str, str]) -> None:
        """Remember with which settings a corpus was last looked at."""
        key, _ = split(place)
        with self.database.writing() as connection:
            corpus = reach(connection, visitor, key, "edit", lock=True)
            values = {"settings": brief(settings)}
            connection.execute(update(corpora).where(corpora.c.id == corpus.id).values(values))

    def delete(self, visitor: Visitor, place: str) -> tuple[str, ...]:
        """Delete a corpus with its rounds, files, decisions, links and what was kept beside it."""
        key, _ = split(place)
        with self.database.writing(alone=True, erasing=True) as connection:
            corpus = reach(connection, visitor, key, "own", lock=True)
            connection.execute(delete(corpora).where(corpora.c.id == corpus.id))
            return collect(connection)

    def delete_round(self, visitor: Visitor, place: str) -> tuple[str, ...]:
        """Delete a round, as `delete` does a corpus; the only round of a corpus stays."""
        with self.database.writing(alone=True, erasing=True) as connection:
            corpus, row = reach_round(connection, visitor, place, "edit", lock=True)
            if not has_others(connection, row):
                raise NotAllowed(LAST_ROUND)
            connection.execute(delete(rounds).where(rounds.c.id == row.id))
            change(connection, corpus.id)
            return collect(connection)

    # ----- the codings of a round

    def reading(
        self, visitor: Visitor, place: str, *, read: Callable[[bytes, str], Corpus] = corpus_of
    ) -> Reading:
        """Read what was accepted of a round, with its decisions about disputed places."""
        with self.database.reading() as connection:
            _, row = reach_round(connection, visitor, place, "read")
            if row.digest is None:
                raise NotHere(NOT_ACCEPTED)
            document = connection.scalar(
                select(codings.c.document).where(codings.c.digest == row.digest)
            )
        corpus = read(document or b"", row.digest)
        return reading_of(row.findings, corpus.with_decisions(decisions_of(row.decisions)))

    def decisions(self, visitor: Visitor, place: str) -> tuple[Adjudication, ...]:
        """List the decisions about disputed places of a round."""
        with self.database.reading() as connection:
            return decisions_of(reach_round(connection, visitor, place, "read")[1].decisions)

    # ----- the import of a round

    def review(self, visitor: Visitor, place: str, *, with_files: bool = True) -> Reviewed:
        """Find the import of a round: its files, and what was decided about them."""
        with self.database.reading() as connection:
            _, row = reach_round(connection, visitor, place, "edit")
            query = select(files).where(files.c.round == row.id).order_by(files.c.place)
            rows = connection.execute(query) if with_files else ()
            kept = [Source(one.name, unpacked(one.content)) for one in rows]
            accepted, added = accepted_review(row), count_added(connection, row)
        return Reviewed(
            files=tuple(kept),
            decisions=review_of(row.review),
            accepted=None if accepted is None else review_of(accepted),
            added=added,
        )

    def note_read(self, visitor: Visitor, place: str) -> None:
        """Note that somebody has read the files of a round, who may need time to accept them."""
        with self.database.writing() as connection:
            _, row = reach_round(connection, visitor, place, "edit", lock=True)
            if row.version == UNREAD:
                query = update(rounds).where(rounds.c.id == row.id)
                connection.execute(query.values(version=FIRST, changed=now()))

    def keep_review(
        self,
        visitor: Visitor,
        place: str,
        decisions: Sequence[tuple[str, Choices]],
        *,
        seen: Sequence[tuple[str, Choices]],
    ) -> None:
        """Keep what was decided about an import, before it is accepted."""
        with self.database.writing() as connection:
            corpus, row = reach_round(connection, visitor, place, "edit", lock=True)
            if review_of(row.review) != tuple(seen):
                raise ChangedMeanwhile(MEANWHILE.format(what="decided about this import"))
            values = {"review": review_rows(decisions), "changed": now()}
            connection.execute(update(rounds).where(rounds.c.id == row.id).values(values))
            change(connection, corpus.id)

    def accept(
        self,
        visitor: Visitor,
        place: str,
        reading: Reading,
        *,
        seen: Sequence[tuple[str, Choices]] = (),
        among: Collection[str] = (),
        write: Callable[[Corpus], bytes] = document_of,
    ) -> Accepted:
        """Accept what a review gives as the corpus of its round."""
        corpus = reading.corpus
        if corpus is None:
            raise ValueError("nothing was read that could be accepted")
        digest, document = corpus.called_digest, write(corpus)
        _, number = split(place)
        findings = findings_of(reading)
        with self.database.writing(alone=True, erasing=True) as connection:
            corpus_row, row = reach_round(connection, visitor, place, "edit", lock=True)
            if review_of(row.review) != tuple(seen):
                raise ChangedMeanwhile(MEANWHILE.format(what="decided about this import"))
            if number == 1 and corpus_row.right == "own" and is_new(connection, row):
                same = same_corpus(connection, visitor, digest, among, corpus_row.id)
                if same is not None:
                    connection.execute(delete(corpora).where(corpora.c.id == corpus_row.id))
                    return Accepted(place=same, again=True)
            keep_codings(self.database, connection, document, corpus)
            before = decisions_of(row.decisions)
            # A corpus that was read may bring decisions of its own, the first time.
            made = before if row.digest is not None else corpus.decisions
            fit = fitting(made, corpus)
            add_step(
                connection,
                visitor,
                row,
                "accept",
                "accepted the import",
                {"accepted": row.accepted, "decisions": decision_rows(before)},
            )
            change_round(
                connection,
                corpus_row.id,
                row,
                digest=digest,
                findings=findings,
                accepted=review_rows(seen),
                decisions=decision_rows(fit),
            )
            # Steps that are too old to be undone may have been the last to need some codings.
            collect(connection)
        lost = tuple(one for one in made if one not in fit)
        return Accepted(place=place, again=False, lost=lost)

    def forget_files(self, visitor: Visitor, place: str) -> None:
        """Delete the files that were uploaded for a round; what was accepted stays."""
        with self.database.writing(erasing=True) as connection:
            corpus, row = reach_round(connection, visitor, place, "edit", lock=True)
            connection.execute(delete(files).where(files.c.round == row.id))
            back = before_added(row)
            accepted = back["review"] if back else row.accepted
            forget_added(connection, row.id)
            values = {"review": accepted or [], "accepted": accepted}
            connection.execute(update(rounds).where(rounds.c.id == row.id).values(values))
            change(connection, corpus.id)

    # ----- decisions about disputed places, and undo

    def decide(
        self,
        visitor: Visitor,
        place: str,
        *,
        digest: str,
        item: str,
        places: Collection[int],
        seen: Sequence[Adjudication],
        made: Sequence[Adjudication],
        words: str,
    ) -> None:
        """Replace what was decided about some places of an item."""
        for one in made:
            short(one.comment, COMMENT)
        with self.database.writing(alone=True) as connection:
            corpus, row = reach_round(connection, visitor, place, "edit", lock=True)
            if row.digest != digest:
                raise ChangedMeanwhile(MEANWHILE.format(what="changed the codings of this round"))
            now_there = decisions_of(row.decisions)
            about = [
                (position, one)
                for position, one in enumerate(now_there)
                if one.item == item and not set(places).isdisjoint(one.places)
            ]
            if [one for _, one in about] != list(seen):
                raise ChangedMeanwhile(MEANWHILE.format(what=f"decided about {item}"))
            replaced = {position for position, _ in about}
            kept = [one for position, one in enumerate(now_there) if position not in replaced]
            before = {
                "removed": [[position, *decision_rows([one])] for position, one in about],
                "added": len(made),
            }
            if add_step(connection, visitor, row, "decide", words, before):
                collect(connection)
            changed = decision_rows([*kept, *made])
            change_round(connection, corpus.id, row, decisions=changed)

    def undo(self, visitor: Visitor, place: str, step: int) -> AcceptedStep:
        """Undo the last step of a round."""
        with self.database.writing(alone=True, erasing=True) as connection:
            corpus, row = reach_round(connection, visitor, place, "edit", lock=True)
            last = last_step(connection, row.id)
            if last is None or last.id != step:
                raise ChangedMeanwhile(MEANWHILE.format(what="changed this round"))
            if last.kind == "accept":
                values = {
                    "digest": last.digest,
                    "findings": last.findings,
                    "accepted": last.before["accepted"],
                    "decisions": last.before["decisions"],
                }
            else:
                values = {"decisions": undecided(row.decisions, last.before)}
            change_round(connection, corpus.id, row, **values)
            connection.execute(update(steps).where(steps.c.id == last.id).values(undone=True))
            collect(connection)
            return step_of(last)

    # ----- people

    def person(self, subject: str, email: str | None) -> int:
        """Register who logged in, and bind invitations to their address."""
        return self.sharing.person(subject, email)
