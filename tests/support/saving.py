"""What people do with a saved corpus, step by step, as the dashboard does it: made to be killed.

A script is a list of steps for one corpus, always the same for the same number. Whoever does
the first n steps of a script without being disturbed knows what has to be there when somebody
else was killed after n steps.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
import time
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count
from random import Random
from typing import TYPE_CHECKING, Any

from segmetrics.corpus import Adjudication
from segmetrics.io import Choices, Source, read_sources
from segmetrics.store import ReviewStep, Store, StoreError, StoreFailed, Visitor, at
from segmetrics.store.serialization import decision_rows, words_of
from tests.support.known import known

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection as Pipe


# Script, step, and whether it is done: False before, True after, or why it is not.
Said = tuple[int, int, bool | str]

THREADS = 3
ME = Visitor()
STEPS = (
    *("review", "accept", "decide", "decide", "undo", "keep", "rename", "settings", "add_round"),
    *("delete_round", "forget_files"),
)
MOST = 12
CODERS = ("anna", "ben", "çağla")


def script(number: int) -> list[str]:
    """Return the steps of a script; what a step cannot do at its time it leaves."""
    random = Random(number)
    steps = ["create", "review", "accept", *random.choices(STEPS, k=random.randint(2, MOST))]
    return [*steps, "delete"] if random.random() < 0.4 else steps


def title_of(number: int | str = "") -> str:
    """Return the corpus title by which its script is found."""
    return f"corpus {number}"


def keys(store: Store) -> dict[int, str]:
    """Find the corpora of all scripts, whatever happened to whoever made them."""
    saved = [(corpus.title.split(",")[0], corpus.key) for corpus in store.corpora(ME)]
    assert len(dict(saved)) == len(saved), "two corpora of one script"
    return {int(title.removeprefix(title_of())): key for title, key in saved}


@dataclass
class Doing:
    """Somebody who does a script.

    Parameters
    ----------
    store : Store
        Where.
    number : int
        The script.
    """

    store: Store
    number: int
    key: str = ""
    round: int = 1
    done: int = 0
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(f"content of {self.number}")

    @property
    def place(self) -> str:
        """The round at hand."""
        return at(self.key, self.round)

    def step(self, name: str) -> None:
        """Do a step; it is saved when this returns."""
        getattr(self, f"_{name}")()
        self.done += 1

    def _files(self) -> list[Source]:
        """Make what one coder a file might have uploaded."""
        items = [f"ch{number}" for number in range(1, self.random.randint(2, 8))]
        return [
            Source(f"codings/{coder}.csv", self._table(coder, items).encode()) for coder in CODERS
        ]

    def _table(self, coder: str, items: Sequence[str]) -> str:
        lines = ["item,coder,masses"]
        for item in items:
            cuts = sorted(self.random.sample(range(1, 40), 5))
            masses = [b - a for a, b in zip([0, *cuts], [*cuts, 40], strict=True)]
            lines.append(f"{item},{coder},{' '.join(map(str, masses))}")
        return "\n".join(lines)

    def _create(self) -> None:
        self.key = self.store.create(ME, self._files(), title=title_of(self.number))

    def _review(self) -> None:
        before = self.store.review(ME, self.place).decisions
        item = f"ch{len(before) + 1}"
        chosen = Choices(items={item: f"chapter {len(before) + 1}"})
        made = [*before, ReviewStep(f"renamed {item}", chosen)]
        self.store.keep_review(ME, self.place, made, seen=before)

    def _accept(self) -> None:
        review = self.store.review(ME, self.place)
        if review.files:
            choices = review.decisions[-1].choices if review.decisions else Choices()
            reading = read_sources(review.files, choices)
            assert reading.corpus is not None, reading.problems
            self.store.accept(ME, self.place, reading, seen=review.decisions)

    def _decide(self) -> None:
        reading = self._reading()
        if reading is None or reading.corpus is None:
            return
        corpus = reading.corpus
        item = self.random.choice(corpus.items).name
        place = self.random.randint(1, 39)
        seen = [one for one in corpus.decisions if one.item == item and place in one.places]
        verdict = self.random.choice(("accept", "reject"))
        self.store.decide(
            ME,
            self.place,
            digest=corpus.codings_digest,
            item=item,
            places=[place],
            seen=seen,
            made=[Adjudication(item, place, verdict, comment="“why” " * 3)],  # type: ignore[arg-type]
            words=f"decided about {item}",
        )

    def _undo(self) -> None:
        one = self.store.corpus(ME, self.key).round(self.round)
        if one and one.step:
            self.store.undo(ME, self.place, one.step.id)

    def _keep(self) -> None:
        content = self.random.randbytes(self.random.randint(10, 50_000))
        self.store.artifacts.keep(
            ME, self.place, "report", content, title="report", about={"n": "2"}
        )

    def _rename(self) -> None:
        title = self.store.corpus(ME, self.key).title
        self.store.rename(ME, self.key, f"{title_of(self.number)}, {self.done}", seen=title)

    def _settings(self) -> None:
        self.store.keep_settings(ME, self.key, {"n": str(self.random.randint(1, 9))})

    def _add_round(self) -> None:
        place = self.store.add_round(ME, self.key, self._files(), name="after training")
        self.round = int(place.rpartition("~")[2])

    def _delete_round(self) -> None:
        saved = self.store.corpus(ME, self.key)
        if len(saved.rounds) > 1:
            self.store.delete_round(ME, self.place)
            self.round = next(one.number for one in saved.rounds if one.number != self.round)

    def _forget_files(self) -> None:
        self.store.forget_files(ME, self.place)

    def _delete(self) -> None:
        self.store.delete(ME, self.key)

    def _reading(self) -> Any:
        one = self.store.corpus(ME, self.key).round(self.round)
        return self.store.reading(ME, self.place) if one and one.digest else None


def summary(store: Store, key: str | None) -> str:
    """Hash all that people can see of a corpus; it is the same wherever the same was done."""
    if key is None:
        return "nothing"
    try:
        seen = list(_seen(store, key))
    except StoreError as error:
        return str(error)
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()


def _seen(store: Store, key: str) -> Iterator[Any]:
    saved = store.corpus(ME, key)
    yield saved.title, saved.settings
    for one in saved.rounds:
        place = at(key, one.number)
        review = store.review(ME, place)
        yield one.number, one.name, one.digest, one.version, one.pending
        yield [(words, words_of(choices)) for words, choices in review.decisions]
        yield len(review.accepted) if review.accepted is not None else None
        yield [(file.name, hashlib.sha256(file.content).hexdigest()) for file in review.files]
        for work in store.artifacts.listed(ME, place):
            yield (
                work.title,
                hashlib.sha256(store.artifacts.content(ME, place, work.id)).hexdigest(),
            )
        yield one.step.words if one.step else None
        yield decision_rows(store.decisions(ME, place))
        if one.digest:
            corpus = known(store.reading(ME, place).corpus)
            yield corpus.codings_digest


@cache
def _undisturbed() -> Store:
    return Store.open("sqlite://")


@lru_cache(maxsize=64)
def states(number: int) -> list[str]:
    """Do a script undisturbed, in memory; gives what is there before and after each step."""
    store = _undisturbed()
    doing, found = Doing(store, number), ["nothing"]
    for step in script(number):
        doing.step(step)
        found.append(summary(store, keys(store).get(number)))
    if number in keys(store):
        store.delete(ME, doing.key)
    return found


def save(url: str, first: int, said: Pipe) -> None:
    """Do one script after the other in several threads, as a server does for its visitors."""
    # The database may be stopped meanwhile, and each connection says so at length.
    logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
    store = Store.open(url)
    numbers, lock = count(first), threading.Lock()

    def say(*what: int | str) -> None:
        with lock:
            said.send(what)

    def work() -> None:
        while True:
            with lock:
                number = next(numbers)
            _follow(Doing(store, number), say)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _follow(doing: Doing, say: Callable[..., None]) -> None:
    """Do a script until it ends or the database fails, and say each step before and after."""
    for place, step in enumerate(script(doing.number), 1):
        say(doing.number, place, False)
        try:
            doing.step(step)
        except StoreFailed as error:
            say(doing.number, place, str(error))
            time.sleep(0.2)
            return
        say(doing.number, place, True)
