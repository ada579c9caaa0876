"""What strangers upload fills neither the disk nor the room of others, and goes after hours."""

from __future__ import annotations

import os
import re
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest

from segmetrics.dashboard.server import draft_room
from segmetrics.dashboard.server.draft_room import note_draft, release_draft, room_for
from segmetrics.io import Source, read_sources
from segmetrics.settings import Limits
from segmetrics.store import NotHere, Store, StoreError, Visitor
from segmetrics.store import access as store_access
from segmetrics.store.checking import check
from segmetrics.store.maintenance import drafts_size, drop_drafts
from tests.support.driving import running
from tests.support.known import known
from tests.support.probing import Probe
from tests.support.small_disk import small_disk

LINKS = Visitor(mode="links")
TABLE = Source("a.csv", b"item,coder,masses\none,anna,3 4\none,ben,4 3\n")
LIMITS = Limits(drafts=8, free=1)
MEGABYTE = 1_000_000


@pytest.fixture(autouse=True)
def nobody_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft_room, "_LEDGER", draft_room._Ledger())


def noise(megabytes: float) -> Source:
    """A file that nothing makes smaller."""
    return Source("noise.bin", os.urandom(int(megabytes * MEGABYTE)))


def bring(store: Store, who: str, megabytes: float) -> str:
    """Upload as a page does."""
    file = noise(megabytes)
    with room_for(store, who, len(file.content), LIMITS):
        place = store.create(LINKS, [file], title="x")
        note_draft(place, who, len(file.content), 24)
    return place


def test_drafts_are_what_was_never_accepted(store: Store) -> None:
    place = store.create(LINKS, [noise(1)], title="x")
    store.add_round(LINKS, place, [noise(2)], name="")
    assert 3 * MEGABYTE <= drafts_size(store) < 3.01 * MEGABYTE
    kept = store.create(LINKS, [TABLE], title="kept")
    before = drafts_size(store)
    store.accept(LINKS, kept, read_sources([TABLE]))
    assert 0 < before - drafts_size(store) < 1000
    step = known(store.corpus(LINKS, kept).rounds[0].step)
    store.undo(LINKS, kept, step.id)  # it can be accepted again
    assert drafts_size(store) < before - 10


def test_one_visitor_has_a_quarter_and_all_have_the_whole(store: Store) -> None:
    first = bring(store, "a", 1.5)
    with pytest.raises(StoreError, match=r"would be 2\.5 MB; this server keeps 2\.0 MB of one"):
        bring(store, "a", 1.0)
    for who in "bcde":
        bring(store, who, 1.5)
    with pytest.raises(StoreError, match=r"Visitors have uploaded 8\.0 MB that nobody has accept"):
        bring(store, "f", 1.0)
    store.delete(LINKS, first)
    release_draft(first)
    bring(store, "a", 1.0)


def test_what_is_just_being_kept_counts(store: Store) -> None:
    with room_for(store, "a", 2 * MEGABYTE, LIMITS):
        with pytest.raises(StoreError, match="of one visitor"):
            bring(store, "a", 0.1)
        with room_for(store, "b", 2 * MEGABYTE, LIMITS), room_for(store, "c", 1, LIMITS):
            bring(store, "d", 2)
            with pytest.raises(StoreError, match="nobody has accepted"):
                bring(store, "e", 2)
    bring(store, "a", 2)


def test_a_share_is_free_again_after_hours(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bring(store, "a", 1.5)
    real = time.monotonic
    monkeypatch.setattr(time, "monotonic", lambda: real() + 24 * 3_600 + 1)
    bring(store, "a", 1.5)


def test_unread_drafts_go_after_hours_however_many_and_read_ones_stay(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    accepted = store.create(LINKS, [TABLE], title="accepted unread")
    store.accept(LINKS, accepted, read_sources([TABLE]))
    read = store.create(LINKS, [TABLE], title="read")
    before = store.corpus(LINKS, read).rounds[0].version
    store.note_read(LINKS, read)
    assert store.corpus(LINKS, read).rounds[0].version == before
    unread = [store.create(LINKS, [TABLE], title=f"{number}") for number in range(20)]
    hours = timedelta(hours=24)
    assert drop_drafts(store, hours, unread=True).corpora == 0
    later = store_access.now() + hours + timedelta(minutes=1)
    monkeypatch.setattr("segmetrics.store.maintenance.now", lambda: later)
    assert drop_drafts(store, hours, unread=True).corpora == 20
    for place in unread:
        with pytest.raises(NotHere):
            store.corpus(LINKS, place)
    assert store.corpus(LINKS, read).title == "read"
    assert store.reading(LINKS, accepted).corpus is not None


def test_strangers_who_fill_the_disk_leave_the_store_of_others_working(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", "64m") as mounted:
        if not mounted:
            return
        url = f"sqlite:///{tmp_path / 'disk' / 'store.db'}"
        limits = {"SEGMETRICS_MIN_FREE": "24", "SEGMETRICS_MAX_DRAFTS": "400"}
        environment = {"SEGMETRICS_MODE": "links", "SEGMETRICS_STORE": url, **limits}
        mine = Store.open(url)
        kept = mine.create(LINKS, [TABLE], title="mine")
        mine.accept(LINKS, kept, read_sources([TABLE]))
        refused = []
        with running(environment=environment, log=tmp_path / "log") as server:

            def fill(number: int) -> None:
                headers = {"X-Forwarded-For": f"192.0.2.{number}"}
                for _ in range(4):
                    with Probe(server.address, headers=headers) as probe:
                        (uploader,) = probe.look("projects").of("file_uploader")[:1]
                        answer = probe.act(probe.upload(uploader, "noise.csv", noise(4).content))
                        refused.append(b"takes no new files" in answer.bytes)

            strangers = [threading.Thread(target=fill, args=(number,)) for number in range(3)]
            for stranger in strangers:
                stranger.start()
            with Probe(server.address) as probe:
                for number in range(10):
                    mine.rename(LINKS, kept, f"mine {number}", seen=mine.corpus(LINKS, kept).title)
                    assert f"mine {number}" in probe.look("data", corpus=kept).said
            for stranger in strangers:
                stranger.join()
            assert len(refused) == 12
            assert 3 <= sum(refused) <= 10
            mine.rename(LINKS, kept, "still mine", seen="mine 9")
            with Probe(server.address) as probe:
                assert "still mine" in probe.look("data", corpus=kept).said
        free = known(mine.database.free())
        assert free > 20 * MEGABYTE
        assert check(mine.database).problems == ()
        said = re.findall(r"limit[=\": ]+free", (tmp_path / "log").read_text(encoding="utf-8"))
        assert len(said) == sum(refused)
        mine.close()
