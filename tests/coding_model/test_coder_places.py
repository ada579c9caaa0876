"""Places that show what the model says of a coder: sure ones that they missed, and own ones."""

from __future__ import annotations

from dataclasses import replace

import segmetrics as sm
from segmetrics import Corpus
from segmetrics.coding_model.coder_model import coder_model
from segmetrics.coding_model.coder_places import LIKELY, UNLIKELY, modelled_places
from segmetrics.reliability.coder_cards import EXAMPLES
from segmetrics.reliability.fitted_coders import CoderVerdict


def test_places_of_the_moonstone_hold_what_they_say() -> None:
    found = sm.sample("moonstone")
    model = coder_model(found)
    support = {row.item: row.support for row in model.items}
    kinds = set()
    for group in found.groups:
        part = found.select(items=group.items)
        places = modelled_places(part, model)
        assert list(places) == list(group.coders)
        for coder, chosen in places.items():
            assert len(chosen) <= EXAMPLES
            for one in chosen:
                kinds.add(one.kind)
                codings = part[one.item].codings
                near = {one.place - 1, one.place, one.place + 1}
                marked = {name for name, own in codings.items() if near & {*own.boundaries}}
                assert one.support is not None
                if one.kind == "missed":
                    assert one.support == support[one.item][one.place - 1] >= LIKELY
                    assert coder not in marked
                    assert one.marked == len(marked)
                else:
                    assert one.support < UNLIKELY
                    exactly = [n for n, own in codings.items() if one.place in own.boundaries]
                    assert exactly == [coder]
                assert one.others == len(codings) - 1
    assert kinds == {"missed", "alone"}


def test_one_whose_verdict_is_late_is_shown_late_places() -> None:
    found = sm.sample("moonstone").select(items=["ch1", "ch3", "ch4", "ch11"])
    model = coder_model(found)
    late = CoderVerdict("an4", found.groups[0].name, "late", "is late")
    places = modelled_places(found, replace(model, verdicts=(late,)))
    assert {one.kind for one in places["an4"]} == {"late"}
    for one in places["an4"]:
        assert one.place in found[one.item].codings["an4"].boundaries
    assert "late" not in {one.kind for one in places["an1"]}


def test_nobody_has_places_where_the_model_says_nothing() -> None:
    two = Corpus.from_masses({"i": {"a": [3, 4], "b": [2, 5]}})
    assert modelled_places(two, coder_model(two)) == {}


def test_segmenters_and_the_reference_have_none() -> None:
    whole = sm.sample("moonstone")
    found = Corpus(whole.items, reference="an5", automatic=("an6",))
    model = coder_model(found)
    second = found.select(items=found.groups[1].items)
    assert list(modelled_places(second, model)) == ["an7", "an8", "an9", "an10"]
