"""The commands about the store: backup, restore, check, vacuum, export, delete."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from segmetrics.cli.output import NOTHING, OK, SOME_LEFT_OUT, add_force, say
from segmetrics.cli.reading import Commands, whole_number
from segmetrics.extras import require
from segmetrics.phrases import capital, counted
from segmetrics.settings import DRAFT_DAYS, STORE_VARIABLE, SettingsError, settings_of

if TYPE_CHECKING:
    from segmetrics.store import Store, Visitor


# Tables of a store, in the words of those who use it.
COUNTED = {
    "corpora": "corpora",
    "rounds": "rounds",
    "codings": "different codings",
    "files": "uploaded files",
    "works": "consensus segmentations and reports",
    "steps": "steps that can be undone",
    "links": "links",
    "people": "people",
    "members": "invitations",
}
NO_STORE = "There is no store at {path}. Name another with --store, or with {variable}."
HELD = (
    "{held:,} imports and corpora were not dropped although their time is over: they are more "
    "than a quarter of all, or the store was changed later than the clock of this machine says. "
    "If the clock is right, run this again with --all-ended."
)
NOTHING_KEPT = "mode ephemeral keeps nothing, so there is no store; name one with --store"


def add_to(commands: Commands) -> None:
    """Add the command ``store``."""
    parser = commands.add_parser(
        "store",
        help=(
            "back up, restore, check or tidy what the dashboard keeps; export or delete parts of it"
        ),
        epilog="exit status: 0 without problems, 1 if the store has some, 2 if nothing was done",
    )
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    backup = _action(actions, "backup", _backup, "write everything to one file, while others work")
    backup.add_argument("file", type=Path, metavar="FILE", help="a ZIP archive")
    add_force(backup)
    restore = _action(actions, "restore", _restore, "fill an empty store from a backup")
    restore.add_argument("file", type=Path, metavar="FILE", help="what backup wrote")
    _action(actions, "check", _check, "read everything, and see that it is whole")
    vacuum = _action(actions, "vacuum", _vacuum, "drop what nobody can reach, and free its space")
    vacuum.add_argument(
        "--draft-days",
        type=whole_number(0, 999_999, "a number of days, from 0"),
        default=DRAFT_DAYS,
        metavar="N",
        help=f"days after which an import that nobody accepted is dropped; default: {DRAFT_DAYS}",
    )
    vacuum.add_argument(
        "--all-ended",
        action="store_true",
        help=(
            "drop what has ended even if that is more than a quarter of everything, or if the "
            "clock of this machine is behind the latest change of the store. Without this "
            "option such a clock is taken to be wrong"
        ),
    )
    export = _action(actions, "export", _export, "write everything of a corpus or a person")
    _add_whose(export)
    export.add_argument(
        "-o", "--output", type=Path, required=True, metavar="OUT", help="a ZIP archive"
    )
    add_force(export)
    delete = _action(actions, "delete", _delete, "delete a corpus, or a person and all of theirs")
    _add_whose(delete)
    delete.add_argument("--yes", action="store_true", help="do not ask")


def add_store(parser: argparse.ArgumentParser, what: str) -> None:
    """Add the option that names a store."""
    parser.add_argument(
        "--store",
        type=_store_url,
        metavar="URL",
        help=f"{what}, as sqlite:///PATH; default: {STORE_VARIABLE} of the environment, else a "
        "file in the folder of your data",
    )


def _store_url(text: str) -> str:
    found = urlsplit(text)
    if found.password is not None or "password" in parse_qs(found.query):
        # Whatever stands in a command can be read by everybody on the machine.
        raise argparse.ArgumentTypeError(
            f"a password does not belong into a command; set {STORE_VARIABLE} in the environment"
        )
    return text


def _action(
    actions: Commands, name: str, run: Callable[[argparse.Namespace], int], words: str
) -> argparse.ArgumentParser:
    parser = actions.add_parser(name, help=words, description=f"{capital(words)}.")
    parser.set_defaults(run=lambda given: _report_errors(run, given))
    add_store(parser, "where it is")
    return parser


def _add_whose(parser: argparse.ArgumentParser) -> None:
    whose = parser.add_mutually_exclusive_group(required=True)
    whose.add_argument(
        "--corpus", metavar="KEY", help="a corpus, by the part of its address behind corpus="
    )
    whose.add_argument(
        "--person", metavar="EMAIL", help="everything of who signs in with this address"
    )


def _report_errors(run: Callable[[argparse.Namespace], int], given: argparse.Namespace) -> int:
    """Run an action on the store, and report an error of it in a sentence."""
    require("dashboard", "The store")
    from segmetrics.store import StoreError

    try:
        return run(given)
    except SettingsError as error:
        say(f"Nothing was done: {error}.")
    except StoreError as error:
        say(str(error))
    return NOTHING


def _backup(given: argparse.Namespace) -> int:
    from segmetrics.store.backup import backup
    from segmetrics.store.database import Database

    with closing(Database(_url(given))) as database:
        copied = backup(database, given.file, force=given.force)
    print(f"Written to {given.file}, schema {copied.schema}:")
    _print_counts(copied.rows)
    return OK


def _restore(given: argparse.Namespace) -> int:
    from segmetrics.store.backup import restore
    from segmetrics.store.database import Database

    with closing(Database(_url(given, new=True))) as database:
        copied = restore(database, given.file)
    print(f"Restored from {given.file}, made {copied.made}, schema {copied.schema}:")
    _print_counts(copied.rows)
    if not copied.problems:
        print("Everything in the store is as in the backup, and all codings have their digests.")
    return _status(copied.problems)


def _check(given: argparse.Namespace) -> int:
    from segmetrics.store.checking import check
    from segmetrics.store.database import Database

    with closing(Database(_url(given))) as database:
        checked = check(database)
    _print_counts(checked.counts)
    if not checked.problems:
        print("Everything can be read and fits together.")
    return _status(checked.problems)


def _vacuum(given: argparse.Namespace) -> int:
    from segmetrics.store import Store
    from segmetrics.store.maintenance import vacuum

    with closing(Store.open(_url(given))) as store:
        done = vacuum(store, draft_days=given.draft_days, sure=given.all_ended)
    print(f"{done.drafts:,} imports that nobody accepted were dropped.")
    print(f"{done.links:,} links had ended, and {done.corpora:,} corpora that none leads to now.")
    print(f"{done.codings:,} codings were dropped that belonged to no corpus.")
    if done.held:
        say(HELD.format(held=done.held))
        return SOME_LEFT_OUT
    return OK


def _export(given: argparse.Namespace) -> int:
    from segmetrics.store import Store
    from segmetrics.store.atomic_write import whole_file
    from segmetrics.store.exporting import write_corpus, write_person

    with closing(Store.open(_url(given))) as store:
        visitor = _visitor(store, given)
        with whole_file(given.output, force=given.force) as file:
            if given.corpus is not None:
                write_corpus(store, visitor, given.corpus, file)
            else:
                write_person(store, visitor, file)
    print(f"Written to {given.output}.")
    return OK


def _delete(given: argparse.Namespace) -> int:
    from segmetrics.store import Store
    from segmetrics.store.maintenance import delete_person

    with closing(Store.open(_url(given))) as store:
        visitor = _visitor(store, given)
        if not given.yes and not _agreed(_question(store, visitor, given)):
            say("Nothing was deleted.")
            return NOTHING
        if visitor.person is not None:
            delete_person(store, visitor.person)
        else:
            store.delete(visitor, given.corpus)
    print("Deleted. Backups that were made before still have it.")
    return OK


def _question(store: Store, visitor: Visitor, given: argparse.Namespace) -> str:
    """Return what would be deleted."""
    if visitor.person is None:
        count = len(store.corpus(visitor, given.corpus).rounds)
        return f"Delete the corpus {given.corpus} with its {counted(count, 'round')}?"
    owned = sum(saved.right == "own" for saved in store.corpora(visitor))
    return f"Delete {given.person}, with {owned:,} corpora of theirs and everything in them?"


def _url(given: argparse.Namespace, *, new: bool = False) -> str:
    """Find the address of the store; a file of SQLite has to be there unless it is to be made."""
    from segmetrics.store import StoreError

    if given.store:
        url: str = given.store
    else:
        settings = settings_of()
        if settings.mode == "ephemeral":
            raise SettingsError(NOTHING_KEPT)
        url = settings.url
    path = url.removeprefix("sqlite:///")
    if not new and path != url and not Path(path).is_file():
        raise StoreError(NO_STORE.format(path=path, variable=STORE_VARIABLE))
    return url


def _visitor(store: Store, given: argparse.Namespace) -> Visitor:
    """Return the person, or a visitor who reaches the corpus by key or by link."""
    from segmetrics.store import NotHere, Visitor
    from segmetrics.store.maintenance import person_of

    if given.person is not None:
        return Visitor(mode="accounts", person=person_of(store, given.person))
    try:
        store.corpus(Visitor(), given.corpus)
    except NotHere:
        return Visitor(mode="links")
    return Visitor()


def _agreed(question: str) -> bool:
    """Ask for confirmation; without a terminal the answer is no."""
    if not sys.stdin or not sys.stdin.isatty():
        say("Nobody can be asked here; say --yes.")
        return False
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def _print_counts(counts: Mapping[str, int]) -> None:
    for table, words in COUNTED.items():
        if table in counts:
            print(f"  {words}: {counts[table]:,}")


def _status(problems: tuple[str, ...]) -> int:
    """Print what is wrong with a store; gives the exit status that says whether anything is."""
    for problem in problems:
        print(problem)
    return SOME_LEFT_OUT if problems else OK
