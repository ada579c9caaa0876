"""The roles of columns of the tables among files: as chosen, as other files have them, or asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from segmetrics.io import column_roles
from segmetrics.io.clock_times import seconds_in
from segmetrics.io.column_guess import BLOCK, BUT_FOR
from segmetrics.io.companion_texts import TextTable, text_table
from segmetrics.io.crossed_rows import contradicts, crossed
from segmetrics.io.document import Document
from segmetrics.io.formats import mapped_table
from segmetrics.io.json_tables import units_within
from segmetrics.io.known_formats import Format
from segmetrics.io.problems import Problem, Unreadable, shortened
from segmetrics.io.proposed_roles import FEWEST_LINES, are_parts, proposed
from segmetrics.io.records import span_lists
from segmetrics.io.refusals import CROWD_BATCH, PROSE, TRANSCRIPT, looks_like, unknown
from segmetrics.io.table_files import FileTable
from segmetrics.phrases import counted, listed

UNKNOWN_COLUMNS = "the columns of this table are not known"
SAY_COLUMNS = "say what each holds. If none says where segments are, the file holds no coding"
SAY_PART = "If each row holds the words of one segment, that column is a part"
NO_EXAMPLE = '"NAME=ROLE", with the roles in --help'
# Share of the longest line beyond which lines may be wrapped: a usual word fits in no more.
MOST = 0.8
MANY_ALIKE = 3  # tables of one heading that are read alike, as a further one is then
IGNORED = column_roles.Guess("ignore", "not needed beside the others")
SPOKEN = 2  # columns of a transcript: who speaks, and what


class TableRoles:
    """The tables among files, and the roles that a person chose for their columns."""

    def __init__(self, columns: Mapping[str, column_roles.Role]) -> None:
        self.columns = columns
        self.views: list[column_roles.TableView] = []
        self.texts: list[TextTable] = []

    def roles_of(self, document: Document, form: Format) -> list[column_roles.Role] | None:
        """Keep what columns were taken for; return their roles if a person chose one."""
        guesses = form.roles(document) if form.roles else None
        return None if guesses is None else self._kept(document, guesses, sure=True)

    def asked_whose(self, document: Document, form: Format) -> Problem | None:
        """Ask whose the rows are that a reader would take for those of fewer people or items."""
        guesses = form.roles(document) if form.roles else None
        heading = column_roles.heading_of(document.table.names) if guesses else ()
        said = not self.columns.keys().isdisjoint(heading)
        open_ = guesses is not None and not said and contradicts(document.table, guesses)
        return self.asked(document)[0] if open_ else None

    def _kept(
        self, document: Document, guesses: Sequence[column_roles.Guess], *, sure: bool
    ) -> list[column_roles.Role] | None:
        heading = column_roles.heading_of(document.table.names)
        chosen = not self.columns.keys().isdisjoint(heading)
        roles = column_roles.chosen_roles(heading, guesses, self.columns)
        view = column_roles.view_of(document.name, document.table, roles, sure=sure or chosen)
        self.views.append(view)
        return [role for role, _ in roles] if chosen else None

    def asked(self, document: Document) -> tuple[Problem | None, list[column_roles.Role] | None]:
        """Ask what the columns of a table hold that no reader knows, unless a person said it."""
        try:
            if any(span_lists(record) for _, record in document.records):
                return None, None  # their text is missing, and no column
            document.table = units_within(document.records) or document.table
            guesses = mapped_table.guessed_roles(document)
            kind = "" if document.table.kind == "JSON" else (looks_like(document) or [""])[0]
        except Unreadable:
            return None, None
        if guesses is None:
            return self._asked_of_lines(document) if kind == PROSE else (None, None)
        whose = crossed(document.table)
        guesses = tuple(whose.get(at, IGNORED) for at in range(len(guesses))) if whose else guesses
        roles = self._kept(document, guesses, sure=False)
        heading = self.views[-1].heading
        if roles is None and kind == TRANSCRIPT and len(heading) <= SPOKEN:
            return None, None
        if self.are_texts(document, roles or [role for role, _ in guesses]):
            roles = None
        proposal = proposed(document, heading, guesses)
        fix = f"{SAY_COLUMNS}. {SAY_PART}" if proposal.parts else SAY_COLUMNS
        example = f'"{", ".join(proposal.said)}" for example' if proposal.said else NO_EXAMPLE
        seen = f"{kind}: " if kind.startswith(CROWD_BATCH) else ""
        what = f"{seen}{UNKNOWN_COLUMNS}: {listed(heading)}"
        for name, (_, why) in zip(heading, guesses, strict=True):
            what += f"; {name} holds {why}" if why.startswith(BUT_FOR) else ""
        if proposal.dates:
            what += "; dates with times are read by themselves where rows touch, all in one day"
        if heading[-1] == BLOCK and not whose:
            blocks = counted(len({cells[-1] for _, cells in document.table.rows}), "block")
            what = f"rows are numbered anew in {blocks}, and nothing names what each block is"
            fix = f"say so in the column {BLOCK}, which the file does not have: item or coder"
        command = f"--columns {example}"
        return document.problem(what, fix, asks="columns", command=command), roles

    def _asked_of_lines(
        self, document: Document
    ) -> tuple[Problem | None, list[column_roles.Role] | None]:
        """Ask whether each line of a text is a segment, where lines are parts of sentences."""
        rows = [(row, [line]) for row, line in enumerate(map(str.strip, document.lines), 1) if line]
        lines = [line for _, (line,) in rows]
        longest = max(map(len, lines), default=0)
        wrapped = 2 * sum(len(line) > MOST * longest for line in lines) > len(lines)
        if len(lines) < FEWEST_LINES or wrapped or not are_parts(lines):
            return None, None
        document.table = FileTable("text", ("line",), 0, rows)
        roles = self._kept(document, [column_roles.Guess("text", "a line")], sure=False)
        asked = unknown(document)
        fix = f"{asked.fix}. Or say that each line holds the words of one segment"
        return replace(asked, fix=fix, asks="columns", command='--columns "line=part"'), roles

    def of_others(self, document: Document) -> list[column_roles.Role] | None:
        """Return the roles that the columns of other tables with the same heading have.

        One other is enough for a table without marks.
        """
        table = document.known("table")
        if table is None:
            return None
        heading = column_roles.heading_of(table.names)
        alike = [one for one in self.views if one.sure and one.heading == heading]
        known = alike[0] if len({one.roles for one in alike}) == 1 else None
        roles = known.roles if known else ()
        coded = [at for at, role in enumerate(roles) if role in column_roles.SEGMENTS]
        filled = [cell for at in coded for cell in table.column(at) if cell]
        times = sum(seconds_in(cell) is not None for cell in filled)
        in_time = not column_roles.TIMED.isdisjoint(roles) and 2 * times > len(filled)
        filled_in = not in_time and any(map(any, map(table.column, coded)))
        if known is None or not coded or (filled_in and len(alike) < MANY_ALIKE):
            return None
        for at, view in enumerate(self.views):
            if document.name in view.files:
                self.views[at] = replace(view, roles=known.roles, why=known.why, sure=True)
        return list(known.roles)

    def are_texts(self, document: Document, roles: Sequence[column_roles.Role]) -> bool:
        """Keep a table of texts, and return whether it is one by the roles of its columns."""
        found = text_table(document, roles)
        self.texts += [] if found is None else [found]
        return found is not None

    def wrong_headings(self) -> Iterator[Problem]:
        """Name the chosen columns that no table has."""
        headings = dict.fromkeys(name for view in self.views for name in view.heading)
        for name in self.columns:
            if name not in headings:
                known = f"the columns are {listed(list(headings))}" * bool(headings)
                what = f"no column is named {shortened(name)!r}: {known or 'there is no table'}"
                file = self.views[0].files[0] if self.views else ""
                yield Problem(file=file, what=what, fix="choose one of these columns")
