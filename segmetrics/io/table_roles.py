"""The roles of columns of the tables among files: as chosen, as other files have them, or asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import le

from segmetrics.io import column_roles
from segmetrics.io.clock_times import DATED, seconds_in
from segmetrics.io.column_guess import BLOCK, BUT_FOR
from segmetrics.io.column_names import WORDS, plain
from segmetrics.io.companion_texts import TextTable, text_table
from segmetrics.io.crossed_rows import contradicts, crossed
from segmetrics.io.document import Document
from segmetrics.io.formats import mapped_table
from segmetrics.io.json_tables import WITHIN, units_within
from segmetrics.io.known_formats import Format
from segmetrics.io.parts import grouped
from segmetrics.io.problems import Problem, Unreadable, shortened
from segmetrics.io.records import span_lists
from segmetrics.io.refusals import CROWD_BATCH, PROSE, TRANSCRIPT, looks_like, unknown
from segmetrics.io.segment_columns import words_of
from segmetrics.io.table_files import FileTable
from segmetrics.phrases import counted, listed

UNKNOWN_COLUMNS = "the columns of this table are not known"
SAY_COLUMNS = "say what each holds. If none says where segments are, the file holds no coding"
SAY_PART = "If each row holds the words of one segment, that column is a part"
NO_EXAMPLE = '"NAME=ROLE", with the roles in --help'
# Lines from which on a text is asked about: of fewer, a single one decides what most of them are.
FEWEST_LINES = 6
# Share of the longest line beyond which lines may be wrapped: a usual word fits in no more.
MOST = 0.8
WHOSE = ("item", "coder")
IGNORED = column_roles.Guess("ignore", "not needed beside the others")
TRIAL = "trial"  # what may be proposed as the item where nothing else is called so
SENTENCE_ENDS = (".", "!", "?", "。", "”", '"')
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
        guessed = {name: role for name, (role, _) in zip(heading, guesses, strict=True)}
        # Where nothing numbers rows, names that come again may be anything.
        vague = () if {"unit", "text"} & {*guessed.values()} else ("segment", "first")
        if len(guessed) > 1 and {*guessed.values()} == {"segment"}:
            vague = ()  # but in columns alike of several people
        of_each = [filter(None, document.table.column(at)) for at in range(len(heading))]
        columns = zip(heading, map(list, of_each), strict=True)
        dates = [name for name, cells in columns if cells and all(map(DATED.match, cells))][:2]
        guessed |= zip(dates, ("begin", "end"), strict=True) if len(dates) > 1 else ()
        if document.table.kind == WITHIN or mapped_table.in_folders(document):  # layers, not coders
            coded = [name for name, role in guessed.items() if role in column_roles.SEGMENTS]
            guessed |= dict.fromkeys(coded[1:], "ignore")
        said = SAY_COLUMNS
        kinds = {*guessed.values()} - {*vague}
        if kinds & {"text", "speaker"} == {"text"} and not kinds & column_roles.SEGMENTS:
            at = next(at for at, (role, _) in enumerate(guesses) if role == "text")
            if _are_parts(document.table.column(at)):
                guessed[heading[at]] = "part"
                said = f"{said}. {SAY_PART}"
        if not kinds & {"text", *column_roles.SEGMENTS}:
            guessed |= _of_times(guessed, document.table)
        likely = [f"{n}={role}" for n, role in guessed.items() if role not in ("ignore", *vague)]
        kept = {*guessed.values()}
        begins = sum(not WORDS.begins.isdisjoint(plain(name).split()) for name in heading)
        told = (begins < 2 or "time" in kept) and not column_roles.SEGMENTS.isdisjoint(
            one.rpartition("=")[2] for one in likely
        )
        example = told and f'"{", ".join(likely)}" for example'
        fix, command = said, f"--columns {example or NO_EXAMPLE}"
        seen = f"{kind}: " if kind.startswith(CROWD_BATCH) else ""
        what = f"{seen}{UNKNOWN_COLUMNS}: {listed(heading)}"
        for name, (_, why) in zip(heading, guesses, strict=True):
            what += f"; {name} holds {why}" if why.startswith(BUT_FOR) else ""
        if len(dates) > 1:
            what += "; dates with times are read by themselves where rows touch, all in one day"
        if heading[-1] == BLOCK and not whose:
            blocks = counted(len({cells[-1] for _, cells in document.table.rows}), "block")
            what = f"rows are numbered anew in {blocks}, and nothing names what each block is"
            fix = f"say so in the column {BLOCK}, which the file does not have: item or coder"
        return document.problem(what, fix, asks="columns", command=command), roles

    def _asked_of_lines(
        self, document: Document
    ) -> tuple[Problem | None, list[column_roles.Role] | None]:
        """Ask whether each line of a text is a segment, where lines are parts of sentences."""
        rows = [(row, [line]) for row, line in enumerate(map(str.strip, document.lines), 1) if line]
        lines = [line for _, (line,) in rows]
        longest = max(map(len, lines), default=0)
        wrapped = 2 * sum(len(line) > MOST * longest for line in lines) > len(lines)
        if len(lines) < FEWEST_LINES or wrapped or not _are_parts(lines):
            return None, None
        document.table = FileTable("text", ("line",), 0, rows)
        roles = self._kept(document, [column_roles.Guess("text", "a line")], sure=False)
        asked = unknown(document)
        fix = f"{asked.fix}. Or say that each line holds the words of one segment"
        return replace(asked, fix=fix, asks="columns", command='--columns "line=part"'), roles

    def of_others(self, document: Document) -> list[column_roles.Role] | None:
        """Return the roles that the columns of another table with the same heading have."""
        table = document.known("table")
        if table is None:
            return None
        heading = column_roles.heading_of(table.names)
        known = next((one for one in self.views if one.sure and one.heading == heading), None)
        roles = known.roles if known else ()
        coded = [at for at, role in enumerate(roles) if role in column_roles.SEGMENTS]
        filled = [cell for at in coded for cell in table.column(at) if cell]
        times = sum(seconds_in(cell) is not None for cell in filled)
        in_time = not column_roles.TIMED.isdisjoint(roles) and 2 * times > len(filled)
        if known is None or not coded or (not in_time and any(map(any, map(table.column, coded)))):
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


def _of_times(
    named: Mapping[str, column_roles.Role], table: FileTable
) -> dict[str, column_roles.Role]:
    """Return the columns of times: those that rise, down the table or along its rows; and whose."""
    if "coder" not in named.values():
        named = {n: "coder" if plain(n) in WORDS.coders else role for n, role in named.items()}
    if "item" not in named.values():
        items = [name for name in named if plain(name) in WORDS.items]
        items = items or [name for name in named if plain(name) == TRIAL]
        named = {**named, **dict.fromkeys(items[:1], "item")}
    names, whose = list(named), [at for at, role in enumerate(named.values()) if role in WHOSE]
    rows = [cells for _, cells in table.rows if len(cells) == len(named)]
    of_each = grouped((tuple(cells[at] for at in whose), cells) for cells in rows).values()
    columns: dict[int, list[list[float]]] = {}
    for at in (at for at in range(len(names)) if named[names[at]] == "ignore"):
        found = [[seconds_in(row[at]) for row in of if row[at]] for of in of_each]
        times = [[time for time in of if time is not None] for of in found]
        anew = len(times) > 1 and all(
            len(of) > 1 and of[-1] > 2 * len(of) and _rise(of) for of in times
        )
        if times == found and any(times) and (anew or any({*".:"} & {*row[at]} for row in rows)):
            columns[at] = times
    along = [[time for at in columns if (time := seconds_in(row[at])) is not None] for row in rows]
    if len(columns) < 2 or not all(map(_rise, along)):
        columns = {at: of for at, of in columns.items() if len(rows) > 1 and all(map(_rise, of))}
        first = {str(of): at for at, of in reversed(columns.items())}  # In and Out of marks
        columns = {at: columns[at] for at in sorted(first.values())}
    told: dict[str, column_roles.Role] = {names[at]: "time" for at in columns} or _edges(
        names, rows
    )
    begins, ends = (
        [names[at] for at in columns if not known.isdisjoint(words_of(names[at]))]
        for known in (WORDS.begins, WORDS.ends)
    )
    if len(begins) == len(ends) == 1 and len(told) == 2:
        told = {begins[0]: "begin", ends[0]: "end"}
    return told and {**{name: role for name, role in named.items() if role in WHOSE}, **told}


def _edges(names: Sequence[str], rows: Sequence[Sequence[str]]) -> dict[str, column_roles.Role]:
    """Return the two columns beside each other with a number each, the second mostly larger."""
    found = []
    for at in range(len(names) - 1) if len(rows) > FEWEST_LINES else ():
        pairs = [(seconds_in(row[at]), seconds_in(row[at + 1])) for row in rows]
        known = [(one, other) for one, other in pairs if one is not None and other is not None]
        rise = all(one <= other for one, other in known) and len({*known}) > len(known) / 2
        if len(known) == len(rows) and rise and sum(one < other for one, other in known):
            found.append(at)
    return {names[found[0]]: "begin", names[found[0] + 1]: "end"} if len(found) == 1 else {}


def _rise(times: Sequence[float]) -> bool:
    return all(map(le, times, times[1:])) and (len(times) < 2 or times[0] < times[-1])


def _are_parts(texts: Sequence[str]) -> bool:
    """Return whether texts are rather parts of sentences than whole ones."""
    whole = sum(text[-1:] in SENTENCE_ENDS for text in texts if text)
    words = sum(" " in text and text[0].isalpha() for text in texts)
    return 2 * whole < len(texts) < 2 * words
