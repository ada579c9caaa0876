"""Links and people: who reaches a corpus, and who does not any more."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import func, select

from segmetrics.store import NotHere, Store, StoreError, Visitor, access
from segmetrics.store.schema import people
from segmetrics.store.validation import address_of
from tests.support.make_store_fixture import HOSTILE, hostile_corpus, keep, typed_corpus

if TYPE_CHECKING:
    pass


LINKS = Visitor(mode="links")


def owned(store: Store) -> tuple[Visitor, str]:
    """Keep a corpus of somebody."""
    ann = Visitor(mode="accounts", person=store.person("ann", "Ann@Example.org"))
    return ann, keep(store, ann, typed_corpus(), "Ann's")


def reader(person: int) -> Visitor:
    return Visitor(mode="accounts", person=person)


# ----- links


def test_a_link_ends(store_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store.open(store_url, link_days=30)
    place = keep(store, LINKS, typed_corpus(), "x")
    (link,) = store.sharing.links(LINKS, place)
    assert link.expires is not None
    assert link.expires - link.created == pytest.approx(timedelta(days=30), abs=timedelta(1))
    moment = access.now()
    monkeypatch.setattr(access, "now", lambda: moment + timedelta(days=29))
    assert store.corpus(LINKS, place).right == "own"
    monkeypatch.setattr(access, "now", lambda: moment + timedelta(days=31))
    with pytest.raises(NotHere):
        store.corpus(LINKS, place)
    store.close()


def test_the_key_of_a_corpus_is_no_link_and_no_link_is_kept(store: Store) -> None:
    local = keep(store, Visitor(), typed_corpus(), "x")
    with pytest.raises(NotHere):
        store.corpus(LINKS, local)
    link = keep(store, LINKS, typed_corpus(), "x")
    for visitor in (Visitor(), Visitor(mode="accounts", person=1), Visitor(mode="accounts")):
        with pytest.raises(NotHere):
            store.corpus(visitor, link)


# ----- people


def test_an_invitation_waits_for_who_proves_the_address(store: Store) -> None:
    ann, place = owned(store)
    store.sharing.invite(ann, place, " Ben@EXAMPLE.org ", "edit")
    invited = store.sharing.members(ann, place)[1]
    assert (invited.email, invited.joined) == ("ben@example.org", False)
    # An address that was not proved binds nothing.
    assert store.corpora(reader(store.person("not ben", None))) == ()
    ben = reader(store.person("ben", "BEN@example.ORG"))
    assert store.corpus(ben, place).right == "edit"
    assert store.sharing.members(ann, place)[1].joined
    # The same person again, however often, with or without an address.
    assert store.person("ben", None) == store.person("ben", "ben@example.org") == ben.person
    assert store.sharing.members(ann, place)[1].email == "ben@example.org"


def test_an_invitation_reaches_who_proves_the_address_later(store: Store) -> None:
    ann, place = owned(store)
    second = keep(store, ann, hostile_corpus(), "second")
    ben = reader(store.person("ben", "ben@example.org"))
    own = keep(store, ben, typed_corpus(), "Ben's")
    store.sharing.invite(ann, place, "ben@example.org", "edit")
    store.sharing.invite(ann, place, "ben@new.example.org", "read")
    store.sharing.invite(ann, second, "ben@new.example.org", "edit")
    store.sharing.invite(ben, own, "other@example.org", "read")
    assert store.person("ben", "ben@new.example.org") == ben.person
    # The greater right counts.
    assert store.corpus(ben, place).right == "edit"
    assert store.corpus(ben, second).right == "edit"
    assert [one.email for one in store.sharing.members(ann, place)] == [
        "ann@example.org",
        "ben@new.example.org",
    ]
    # An owner who is invited to their own corpus by another address stays its owner.
    store.person("ben", "other@example.org")
    assert [one.right for one in store.sharing.members(ben, own)] == ["own"]


def test_an_address_that_changed_hands_belongs_to_who_proved_it_last(store: Store) -> None:
    ann, place = owned(store)
    store.sharing.invite(ann, place, "chair@example.org", "read")
    ben = reader(store.person("ben", "chair@example.org"))
    eve = reader(store.person("eve", "chair@example.org"))
    assert eve.person != ben.person
    # Who was invited then stays; nothing of it is the next one's.
    assert store.corpus(ben, place).right == "read"
    assert store.corpora(eve) == ()
    assert [one.email for one in store.sharing.members(ann, place)] == ["ann@example.org", ""]
    store.sharing.invite(ann, place, "chair@example.org", "edit")
    assert store.corpus(eve, place).right == "edit"
    assert store.corpus(ben, place).right == "read"
    # An owner does not lose a corpus with an address.
    store.person("eve", "ann@example.org")
    assert store.corpus(ann, place).right == "own"


def test_the_owner_is_not_invited(store: Store) -> None:
    ann, place = owned(store)
    with pytest.raises(StoreError, match="address of the owner"):
        store.sharing.invite(ann, place, "ANN@example.org", "read")


@pytest.mark.parametrize(
    "email", ["", "ann", "@", "a@", "@b", "a b@c", "a@b c", "a@b@c", "a\0@b", "x" * 250 + "@b.cd"]
)
def test_what_is_no_address_is_refused(store: Store, email: str) -> None:
    ann, place = owned(store)
    with pytest.raises(StoreError, match=r"no e-mail address: .* Nothing was changed\."):
        store.sharing.invite(ann, place, email, "read")
    # A provider that says such a thing proved nothing.
    person = store.person("odd", email)
    with store.database.reading() as connection:
        assert connection.scalar(select(people.c.email).where(people.c.id == person)) is None


def test_signs_that_become_letters_are_other_signs() -> None:
    # U+212A, the sign for kelvin, is k when it is made small; U+0130 is i with a dot.
    assert address_of("\u212aevin@example.org") != address_of("Kevin@example.org")
    assert address_of("\u0130@example.org") == "\u0130@example.org"
    assert address_of("ANN@EXAMPLE.ORG") == "ann@example.org"


def test_hostile_addresses_and_subjects_are_texts(store: Store) -> None:
    ann, place = owned(store)
    for text in HOSTILE:
        odd = "".join(sign for sign in text if sign.isprintable() and sign not in " @")
        address = f"{odd[:100]}@example.org"
        store.sharing.invite(ann, place, address, "read")
        person = store.person(text, address)
        assert store.person(text, address) == person
        assert store.corpus(reader(person), place).right == "read"
        assert address_of(address) in {one.email for one in store.sharing.members(ann, place)}
    with pytest.raises(StoreError, match="too long to be kept"):
        store.person("x" * 401, None)
    assert store.person("\ud800" * 400, None) == store.person("\ud800" * 400, None)


def test_addresses_of_those_who_never_came_are_not_kept_for_nothing(store: Store) -> None:
    ann, place = owned(store)
    other = keep(store, ann, hostile_corpus(), "other")

    def known() -> int:
        with store.database.reading() as connection:
            return connection.scalar(select(func.count()).select_from(people)) or 0

    store.sharing.invite(ann, place, "ben@example.org", "read")
    store.sharing.invite(ann, other, "eve@example.org", "read")
    assert known() == 3
    store.sharing.dismiss(ann, place, store.sharing.members(ann, place)[1].id)
    assert known() == 2
    store.delete(ann, other)
    assert known() == 1


@pytest.mark.parametrize("right", ["own", "", "write", None])
def test_other_rights_cannot_be_given(store: Store, right: Any) -> None:
    ann, place = owned(store)
    with pytest.raises(ValueError, match="to read or to edit"):
        store.sharing.invite(ann, place, "ben@example.org", right)
    with pytest.raises(ValueError, match="to read or to edit"):
        store.sharing.make_link(ann, place, right)
