"""Worlds of which the truth is known: who is late or careless, and which texts are guessing.

Nothing here comes from the models of the project. A text is a row of topics whose breaks differ
in strength; a coder marks breaks that are stronger than a threshold of their own, misses some, sets
some a unit away, and adds some. Or each place of a text has a salience, with peaks at breaks, and
coders mark whatever exceeds their threshold, so that they share false alarms. In a film there are
events, and coders press a moment after those that they notice. All is drawn from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import cycle, islice
from typing import Any, Literal, NamedTuple, cast

import numpy as np

Role = Literal[
    "good",
    "late",
    "early",
    "fine",
    "coarse",
    "careless",
    "lazy",
    "random",
    "fatigued",
    "copier",
    "sees more",
    "twice",
]
"""What a coder is; all but `good`, `copier` and `sees more` deserve to be named."""

PANEL = 200
"""Further coders, by whom it is known how many would mark a place."""

Sizes = dict[str, dict[str, list[int]]]
"""Item to coder to segment sizes."""

Times = dict[str, dict[str, list[float]]]
"""Film to coder to seconds."""


class Habit(NamedTuple):
    """What a coder does: how strong a break must be, and shares missed, a unit away, and added."""

    least: float
    missed: float
    away: float
    added: float


class Text(NamedTuple):
    """A text: its units, its breaks, how strong each is, and how hard it is to read."""

    units: int
    breaks: Sequence[int]
    strength: Sequence[float]
    hard: float


def texts(random: np.random.Generator, count: int) -> list[Text]:
    """Draw texts of 25 to 70 units, whose topics are 2 to about 20 units long."""
    found = []
    for units in random.integers(25, 71, count).tolist():
        ends = np.cumsum(2 + random.geometric(1 / random.uniform(3, 7), units))
        breaks = ends[ends < units].tolist()
        strength = random.beta(1.5, 1.2, len(breaks)).tolist()
        found.append(Text(units, breaks, strength, float(random.uniform(0.6, 1.4))))
    return found


def habits(random: np.random.Generator, count: int, spread: float = 1.0) -> list[Habit]:
    """Draw coders, who differ twofold and more in how much they mark, miss and add."""
    least = random.normal(0.35, 0.15 * spread, count)
    shares = np.exp(random.normal(0, 0.5 * spread, (count, 3))) * (0.25, 0.25, 0.05)
    return [Habit(low, *of) for low, of in zip(least.tolist(), shares.tolist(), strict=True)]


def sizes(random: np.random.Generator, text: Text, who: Habit, noise: float = 1.0) -> list[int]:
    """Draw what a coder makes of a text, as sizes of segments."""
    return as_sizes(marks(random, text, who, noise), text.units)


def marks(random: np.random.Generator, text: Text, who: Habit, noise: float = 1.0) -> set[int]:
    """Draw the places where a coder begins a segment."""
    hard = noise * text.hard
    marked = set()
    for place, strength in zip(text.breaks, text.strength, strict=True):
        seen = random.logistic(strength, 0.08) > who.least
        if seen and random.random() >= min(who.missed * hard, 0.9):
            astray = random.random() < who.away * hard
            marked.add(place + (int(random.choice((-1, 1))) if astray else 0))
    marked |= {place for place in range(1, text.units) if random.random() < who.added * hard}
    return marked


def as_sizes(marked: set[int], units: int) -> list[int]:
    """Return marked places as sizes of segments."""
    inside = sorted(place for place in marked if 0 < place < units)
    found: list[int] = np.diff([0, *inside, units]).tolist()
    return found


def coded(
    random: np.random.Generator, of: Sequence[Text], who: Mapping[str, Habit], noise: float = 1.0
) -> Sizes:
    """Let all coders code all texts."""
    return {
        f"text {number}": {name: sizes(random, text, habit, noise) for name, habit in who.items()}
        for number, text in enumerate(of, 1)
    }


def salient(random: np.random.Generator, text: Text, *, bimodal: bool) -> np.ndarray:
    """Draw how salient each place of a text is to everybody, 0 to about 1."""
    found = random.beta(1.2, 4, text.units - 1)
    if bimodal:
        found = np.where(random.random(text.units - 1) < 0.15, random.beta(6, 4, found.size), found)
    for place, strength in zip(text.breaks, text.strength, strict=True):
        found[place - 1] = max(found[place - 1], 0.35 + 0.6 * strength)
    return found


def by_salience(random: np.random.Generator, salience: np.ndarray, least: float) -> set[int]:
    """Draw the places that exceed a coder's threshold, which is blurred."""
    noticed = salience + random.normal(0, 0.08, salience.size) > least
    return {int(place) + 1 for place in np.flatnonzero(noticed)}


FINE = Habit(0.15, 0.15, 0.2, 0.2)
COARSE = Habit(0.8, 0.25, 0.2, 0.01)
CARELESS = Habit(0.35, 0.55, 0.5, 0.15)
LAZY = Habit(0.35, 0.85, 0.2, 0.01)
OF_ROLE: Mapping[Role, Habit] = {
    "fine": FINE,
    "coarse": COARSE,
    "careless": CARELESS,
    "lazy": LAZY,
}


def as_role(
    random: np.random.Generator, text: Text, who: Habit, role: Role, place: float, *, guess: bool
) -> set[int]:
    """Draw what a coder of a role marks in a text, after such a share of all, or guesses there."""
    if guess or role == "random":
        usual = OF_ROLE.get(role, who)
        count = min(len(marks(random, text, usual)), text.units - 1)
        places = random.choice(text.units - 1, count, replace=False) + 1
        return set(places.tolist())
    if role in ("late", "early"):
        step = 1 if role == "late" else -1
        return {at + step for at in marks(random, text, who)}
    if role == "fatigued" and place > 1 / 2:
        return marks(random, text, LAZY)
    return marks(random, text, OF_ROLE.get(role, who))


class Traits(NamedTuple):
    """What is true of a coder: the share of breaks that they mark, of other places, and beside."""

    hits: float
    added: float
    away: float = 0.0


def traits_of(who: Habit, role: Role) -> Traits:
    """Return what a coder of a role does, over many texts."""
    if role == "fatigued":
        fresh, tired = traits_of(who, "good"), traits_of(who, "lazy")
        return Traits((fresh.hits + tired.hits) / 2, (fresh.added + tired.added) / 2)
    who = OF_ROLE.get(role, who)
    strength = np.random.default_rng(0).beta(1.5, 1.2, 4000)
    seen = 1 / (1 + np.exp((who.least - strength) / 0.08))
    hits = float(seen.mean()) * (1 - min(who.missed, 0.9))
    if role == "random":
        return Traits(0.2 * hits, 0.2 * hits + who.added)
    return Traits(hits, who.added, min(who.away, 1.0))


@dataclass(frozen=True, eq=False)
class Project:
    """What coders made, and what is true of it."""

    codings: Sizes | Times
    roles: Mapping[str, Role]  # of each coder
    guessed: frozenset[str] = frozenset()  # items on which everybody guesses
    related: bool = True  # whether coders see the same at all
    seconds: float = 0.0  # how long each film lasts; 0 for texts
    traits: Mapping[str, Traits] = field(default_factory=dict)  # what is true of each coder
    # How many seconds after an event each coder presses, or units after a break if half do.
    lags: Mapping[str, float] = field(default_factory=dict)
    # Draws what 200 further coders of the same kind mark in an item.
    panel: Callable[[str], list[set[int]]] | None = field(default=None, compare=False)
    differ: bool = False  # whether coder groups are of different kinds
    more: Times = field(default_factory=dict)  # what the same coders make of further films
    # Draws what the same coders make of further texts, the one who is named as the middle one.
    again: Callable[[str], Sizes] | None = field(default=None, compare=False)
    # Draws when 200 further coders of the same kind press in a film.
    presses: Callable[[str], list[list[float]]] | None = field(default=None, compare=False)
    half_done: frozenset[tuple[str, str]] = frozenset()  # coders and items that they left half done
    # Who is out of step with the breaks of which item, or guesses there.
    astray: frozenset[tuple[str, str]] = frozenset()
    fine: frozenset[str] = frozenset()  # who marks every break, where others mark the strong ones
    later: Project | None = None  # what the same coders make of the same items in a second round
    became: Literal["better", "worse", ""] = ""  # what agreement is then, if it is not the same
    # Whose coding of which item is that of the round before.
    sent_again: frozenset[tuple[str, str]] = frozenset()
    fades: str = ""  # who marks less and less in each text


def cast_of(roles: Sequence[Role], coders: int) -> list[Role]:
    """Return the role of each coder: the first have those given, and the others are good."""
    good: Role = "good"
    return [*roles[:coders], *[good] * (coders - len(roles))]


def project(
    random: np.random.Generator,
    items: int,
    coders: int,
    *,
    roles: Sequence[Role] = (),
    spread: float = 1.0,
    guessed: int = 0,
    later: Sequence[Role] | None = None,
    less: float = 1.0,
) -> Project:
    """Draw a project of texts: the first coders have roles, the first items are guessing.

    If they have roles `later`, they code the texts twice, and err so much `less` then.
    """
    of, who = texts(random, items), habits(random, coders, spread)
    parts = cast_of(roles, coders)
    names = [f"coder {number}" for number in random.permutation(coders) + 1]

    def code(of: Sequence[Text], who: Sequence[Habit], parts: Sequence[Role]) -> Sizes:
        drawn: Sizes = {}
        for number, text in enumerate(of, 1):
            place, guess = number / items, number <= guessed
            drawn[f"text {number}"] = {
                name: as_sizes(
                    as_role(random, text, habit, role, place, guess=guess),
                    text.units,
                )
                for name, habit, role in zip(names, who, parts, strict=True)
            }
        if "copier" in parts:
            copied(random, drawn, names[parts.index("copier")], names[-1], of)
        return in_order(drawn)

    def coded_by(who: Sequence[Habit], parts: Sequence[Role]) -> Project:
        def again(middle: str = "") -> Sizes:
            own = [OF_ROLE.get(role, habit) for habit, role in zip(who, parts, strict=True)]
            acts = list(parts)
            if middle:
                at = names.index(middle)
                own[at], acts[at] = Habit(*np.median(own, axis=0).tolist()), "good"
            return code(texts(random, items), own, acts)

        traits = map(traits_of, who, parts)
        return Project(
            code(of, who, parts),
            dict(zip(names, parts, strict=True)),
            frozenset(f"text {number + 1}" for number in range(guessed)),
            traits=dict(zip(names, traits, strict=True)),
            panel=panel_of(random, of, spread, parts, guessed),
            again=again,
        )

    first = coded_by(who, parts)
    if later is None:
        return first
    err = [Habit(least, less * missed, less * away, less * add) for least, missed, away, add in who]
    return replace(first, later=coded_by(err, cast_of(later, coders)))


def copied(
    random: np.random.Generator, drawn: Sizes, who: str, whom: str, of: Sequence[Text]
) -> None:
    """Let a coder take over four of five marks of another, and make the rest."""
    for text, codings in zip(of, drawn.values(), strict=True):
        there = set(np.cumsum(codings[whom])[:-1].tolist())
        own = set(np.cumsum(codings[who])[:-1].tolist())
        kept = {place for place in there if random.random() < 0.8}
        rest = {place for place in own if random.random() < 0.2}
        codings[who] = as_sizes(kept | rest, text.units)


def panel_of(
    random: np.random.Generator,
    of: Sequence[Text],
    spread: float,
    parts: Sequence[Role],
    guessed: int = 0,
) -> Callable[[str], list[set[int]]]:
    """Return what draws the marks of a panel of 200, with roles in the same proportions."""
    seed = int(random.integers(2**31))

    def panel(item: str) -> list[set[int]]:
        number, own = int(item.split()[1]), np.random.default_rng(seed)
        text = of[number - 1]
        return [
            as_role(own, text, who, role, number / len(of), guess=number <= guessed)
            for who, role in zip(habits(own, PANEL, spread), cycle(parts), strict=False)
        ]

    return panel


def shares_near(marked: Sequence[set[int]], units: int) -> np.ndarray:
    """Return which share of coders marked within a unit of each place."""
    found = np.zeros((len(marked), units + 1), dtype=bool)
    for row, places in enumerate(marked):
        found[row, [place for place in places if 0 < place < units]] = True
    near = found.copy()
    near[:, 1:] |= found[:, :-1]
    near[:, :-1] |= found[:, 1:]
    shares: np.ndarray = near[:, 1:units].mean(axis=0)
    return shares


def in_order(drawn: Sizes) -> Sizes:
    """Return the codings with coders in the order of their names."""
    return {item: dict(sorted(codings.items())) for item, codings in drawn.items()}


def by_threshold(
    random: np.random.Generator, items: int, coders: int, *, bimodal: bool = False
) -> Project:
    """Draw a project of coders who share false alarms."""
    of = texts(random, items)
    salience = [salient(random, text, bimodal=bimodal) for text in of]
    least = np.clip(random.normal(0.6, 0.12, coders), 0.3, 0.9).tolist()
    names = [f"coder {number + 1}" for number in range(coders)]

    def code(of: Sequence[Text], salience: Sequence[np.ndarray], least: Sequence[float]) -> Sizes:
        return {
            f"text {number}": {
                name: as_sizes(by_salience(random, seen, low), text.units)
                for name, low in zip(names, least, strict=True)
            }
            for number, (text, seen) in enumerate(zip(of, salience, strict=True), 1)
        }

    def again(middle: str = "") -> Sizes:
        more = texts(random, items)
        seen = [salient(random, text, bimodal=bimodal) for text in more]
        moved = zip(names, least, strict=True)
        return code(
            more, seen, [float(np.median(least)) if name == middle else low for name, low in moved]
        )

    drawn = code(of, salience, least)
    seed = int(random.integers(2**31))

    def panel(item: str) -> list[set[int]]:
        place, own = int(item.split()[1]) - 1, np.random.default_rng(seed)
        many = np.clip(own.normal(0.6, 0.12, PANEL), 0.3, 0.9).tolist()
        return [by_salience(own, salience[place], low) for low in many]

    traits = {}
    every = np.concatenate(salience)
    shared = every > 0.6  # half of many coders would mark there
    for name, low in zip(names, least, strict=True):
        marked = every + random.normal(0, 0.08, every.size) > low
        traits[name] = Traits(float(marked[shared].mean()), float(marked[~shared].mean()))
    return Project(drawn, dict.fromkeys(names, "good"), traits=traits, panel=panel, again=again)


def schools(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of coders of whom half mark every break, half the strong ones."""
    of = texts(random, items)
    names = [f"coder {number + 1}" for number in range(coders)]
    who = {
        name: Habit(0.15 if place % 2 else 0.75, 0.1, 0.15, 0.02)
        for place, name in enumerate(names)
    }
    traits = {name: traits_of(habit, "good") for name, habit in who.items()}
    drawn, seed = coded(random, of, who), int(random.integers(2**31))

    def panel(item: str) -> list[set[int]]:
        text, own = of[int(item.split()[1]) - 1], np.random.default_rng(seed)
        habits = islice(cycle(who.values()), PANEL - PANEL % coders)
        return [marks(own, text, habit) for habit in habits]

    good: dict[str, Role] = dict.fromkeys(names, "good")
    return Project(drawn, good, traits=traits, panel=panel, fine=frozenset(names[1::2]))


def half_late(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of coders of whom half mark a unit late: either half is so beside the other.

    Of an odd number fewer than half do, and it is they who are late.
    """
    found = project(random, items, coders, roles=["late"] * (coders // 2))
    if coders % 2:
        return found
    lags = {name: float(role == "late") for name, role in found.roles.items()}
    return replace(found, roles=dict.fromkeys(found.roles, "good"), lags=lags)


def half_done(
    random: np.random.Generator, items: int, coders: int, *, of: World | None = None
) -> Project:
    """Draw a project of good coders of whom one marks nothing after a quarter of the first item."""
    found = (of or with_roles())(random, items, coders)
    who, item = random.choice(sorted(found.roles)), next(iter(found.codings))
    if found.seconds:
        times = cast("Times", found.codings)[item]
        left = {**times, who: [time for time in times[who] if time < found.seconds / 4]}
        codings: Sizes | Times = {**cast("Times", found.codings), item: left}
    else:
        masses = cast("Sizes", found.codings)[item]
        units = sum(masses[who])
        early = {place for place in np.cumsum(masses[who]).tolist() if place < units / 4}
        codings = {**cast("Sizes", found.codings), item: {**masses, who: as_sizes(early, units)}}
    return replace(found, codings=codings, half_done=frozenset({(who, item)}))


def fading(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of good coders of whom one marks less and less as a text goes on."""
    found = project(random, items, coders)
    who = random.choice(sorted(found.roles))
    codings: Sizes = {}
    for item, of in cast("Sizes", found.codings).items():
        kept = {
            place
            for place in np.cumsum(of[who])[:-1].tolist()
            if random.random() < np.interp(place, FADES, (1.0, 0.1))
        }
        codings[item] = {**of, who: as_sizes(kept, sum(of[who]))}
    own = found.traits[who]
    return replace(
        found,
        codings=codings,
        roles={**found.roles, who: "fatigued"},
        traits={**found.traits, who: own._replace(hits=own.hits / 2)},
        fades=who,
        again=None,
        panel=None,
    )


FADES = (15, 45)
"""Units of a text between which a coder who fades does so."""


def astray(
    random: np.random.Generator, items: int, coders: int, *, of: World | None = None, by: float = 0
) -> Project:
    """Draw a project of good coders of whom one marks the first item so much later, or guesses."""
    found = (of or with_roles())(random, items, coders)
    who, item = random.choice(sorted(found.roles)), next(iter(found.codings))
    own = found.codings[item][who]
    marked: list[float] | list[int]
    if found.seconds:
        times = [time + by for time in own] if by else random.uniform(0, found.seconds, len(own))
        marked = sorted({round(float(time), 2) for time in times if 0 < time < found.seconds})
    else:
        units = int(sum(own))
        places = [int(place + by) for place in np.cumsum(own)[:-1]]
        guessed = random.choice(units - 1, len(places), replace=False) + 1
        marked = as_sizes({*(places if by else guessed.tolist())}, units)
    codings = {**found.codings, item: {**found.codings[item], who: marked}}
    return replace(found, codings=cast("Times", codings), astray=frozenset({(who, item)}))


def careful(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of coders who miss little, as those who agree well do."""
    of, names = texts(random, items), [f"coder {number + 1}" for number in range(coders)]
    who = {}
    for name in names:
        shares = np.exp(random.normal(0, 0.3, 3)) * (0.1, 0.08, 0.02)
        who[name] = Habit(float(random.normal(0.2, 0.1)), *shares.tolist())
    return Project(
        coded(random, of, who),
        dict.fromkeys(names, "good"),
        traits={name: traits_of(habit, "good") for name, habit in who.items()},
    )


def unrelated(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of coders who mark as often as others, but each where they like."""
    found = project(random, items, coders, roles=["random"] * coders)
    return Project(
        found.codings, dict.fromkeys(found.roles, "good"), related=False, panel=found.panel
    )


def habit_alone(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of coders who all mark the opening, and otherwise what they like."""
    found = project(random, items, coders, roles=["random"] * coders)
    drawn: Sizes = {}
    openings: dict[str, int] = {}
    for item, codings in found.codings.items():
        opening = openings[item] = int(random.integers(1, 4))
        drawn[item] = {
            name: as_sizes({*np.cumsum(masses)[:-1].tolist(), opening}, int(sum(masses)))
            for name, masses in codings.items()
        }
    at_random = cast("Callable[[str], list[set[int]]]", found.panel)

    def panel(item: str) -> list[set[int]]:
        return [one | {openings[item]} for one in at_random(item)]

    return Project(drawn, dict.fromkeys(found.roles, "good"), panel=panel)


GROUPS = 3
"""Coder groups of a project of several."""


def groups(
    random: np.random.Generator, items: int, coders: int, *, worse: Sequence[Role] = ()
) -> Project:
    """Draw groups of coders with texts of their own; those of the first may have another role."""
    drawn: Sizes = {}
    panels = {}
    for group in "abc"[:GROUPS]:
        one = project(random, items, coders, roles=[*worse] * coders if group == "a" else ())
        drawn |= {
            f"{group} {item}": {f"{group} {name}": sizes for name, sizes in codings.items()}
            for item, codings in cast("Sizes", one.codings).items()
        }
        panels[group] = cast("Callable[[str], list[set[int]]]", one.panel)

    def panel(item: str) -> list[set[int]]:
        return panels[item[0]](item[2:])

    return Project(drawn, {}, differ=bool(worse), panel=panel)


SECONDS, DELAY = 600.0, 0.8
MORE_FILMS = 30
"""Films by which it is known what coders do."""


def films(
    random: np.random.Generator,
    items: int,
    coders: int,
    *,
    roles: Sequence[Role] = (),
    related: bool = True,
    faint: int = 0,
) -> Project:
    """Draw films of ten minutes with about an event in 12 seconds, and `faint` ones between them.

    Faint events are for whoever has a low threshold: several coders have them in common.
    """
    parts = cast_of(roles, coders)
    names = [f"coder {number}" for number in random.permutation(coders) + 1]
    noticed, least, delays = viewers(random, coders)
    drawn: Times = {}
    happened: dict[str, tuple[np.ndarray, ...]] = {}

    def watch(
        random: np.random.Generator, film: str, share: float, low: float, delay: float, role: Role
    ) -> list[float]:
        events, plain, between, salience = happened[film]
        times = pressed(random, events, plain, share, delay, role if related else "random")
        low -= 0.3 * (role == "sees more")
        seen = between[salience + random.normal(0, 0.08, faint) > low] + delay
        return sorted({*times, *np.round(seen, 2).tolist()})

    for item in range(1, items + MORE_FILMS + 1):
        events = np.sort(random.uniform(5, SECONDS - 8, int(random.integers(35, 68))))
        plain = random.beta(4, 2, events.size)
        between = random.uniform(5, SECONDS - 8, faint)
        salience = random.beta(2, 2, faint)
        film = f"film {item}"
        happened[film] = events, plain, between, salience
        codings = {
            name: watch(random, film, share, low, delay, role)
            for name, share, low, delay, role in zip(
                names, noticed, least, delays, parts, strict=True
            )
        }
        drawn[film] = dict(sorted(codings.items()))
    roles_of = dict(zip(names, parts, strict=True))
    lags = dict(zip(names, map(lag_of, delays, parts), strict=True))
    kept = {"lazy": 0.25, "fatigued": 0.5, "random": 0.0}
    traits = {
        name: Traits(share * kept.get(role, 1.0), 0.0)
        for (name, role), share in zip(roles_of.items(), noticed, strict=True)
    }
    every = list(drawn.items())
    seed = int(random.integers(2**31))

    def presses(film: str) -> list[list[float]]:
        own = np.random.default_rng(seed)
        many = zip(*viewers(own, PANEL), islice(cycle(parts), PANEL), strict=True)
        return [watch(own, film, share, low, delay, role) for share, low, delay, role in many]

    return Project(
        dict(every[:items]),
        roles_of,
        related=related,
        seconds=SECONDS,
        traits=traits,
        lags=lags,
        more=dict(every[items:]),
        presses=presses,
    )


def viewers(random: np.random.Generator, count: int) -> tuple[list[float], ...]:
    """Draw how much of events viewers notice, from where on faint ones, and how late they press."""
    noticed = np.clip(random.normal(0.7, 0.12, count), 0.3, 0.95)
    least = np.clip(random.normal(0.75, 0.12, count), 0.4, 0.95)
    return noticed.tolist(), least.tolist(), random.normal(DELAY, 0.15, count).tolist()


def lag_of(delay: float, role: Role) -> float:
    """Return how long after an event a coder presses."""
    return {"late": 1.6, "early": -1.6}.get(role, 0.0) + delay


def pressed(
    random: np.random.Generator,
    events: np.ndarray,
    plain: np.ndarray,
    share: float,
    delay: float,
    role: Role,
) -> list[float]:
    """Draw when a coder presses in a film."""
    lag = lag_of(delay, role)
    hears = random.random(events.size) < np.clip(share * (0.5 + 0.7 * plain), 0, 1)
    if role == "fatigued":
        hears &= random.random(events.size) > events / SECONDS
    if role == "lazy":
        hears &= random.random(events.size) < 0.25
    times = events[hears] + lag + random.normal(0, 0.35, int(hears.sum()))
    extra = random.poisson(SECONDS / 240 * {"fine": 20, "careless": 12}.get(role, 2))
    if role == "random":
        extra, times = times.size + extra, times[:0]
    if role == "twice":
        again = times[random.random(times.size) < 0.6]
        times = np.concatenate([times, again + random.uniform(0.3, 1.3, again.size)])
    every = np.concatenate([times, random.uniform(0, SECONDS, extra)])
    return sorted({round(float(time), 2) for time in every if 0 < time < SECONDS})


World = Callable[[np.random.Generator, int, int], Project]


def with_roles(*roles: Role, **more: Any) -> World:
    """Return the world of texts in which the first coders have roles."""
    return partial(project, roles=roles, **more)


def twice(
    *roles: Role,
    later: Sequence[Role] = (),
    less: float = 1.0,
    guessed: int = 0,
    became: Literal["better", "worse", ""] = "",
) -> World:
    """Return the world of two rounds of the same texts, in which the first coders have roles."""
    more = dict[str, Any](roles=roles, later=later, less=less, guessed=guessed)

    def world(random: np.random.Generator, items: int, coders: int) -> Project:
        found = project(random, items, coders, **more)
        return replace(found, became=became)

    return world


def films_with(*roles: Role, **more: Any) -> World:
    """Return the world of films in which the first coders have roles."""
    return partial(films, roles=roles, **more)


TEXTS: Mapping[str, World] = {
    "good coders": with_roles(),
    "coders who differ more": with_roles(spread=1.6),
    "shared false alarms": by_threshold,
    "shared false alarms, bimodal": lambda *given: by_threshold(*given, bimodal=True),
    "two schools": schools,
    "half late": half_late,
    "one copies another": with_roles("copier"),
    "a text of guessing": with_roles(guessed=1),
    "a habit and nothing else": habit_alone,
    "each for themselves": unrelated,
    "one late": with_roles("late"),
    "one early": with_roles("early"),
    "one fine": with_roles("fine"),
    "one coarse": with_roles("coarse"),
    "one careless": with_roles("careless"),
    "one lazy": with_roles("lazy"),
    "one random": with_roles("random"),
    "one tires": with_roles("fatigued"),
    "one late, one fine": with_roles("late", "fine"),
    "one late, one fine, a text of guessing": with_roles("late", "fine", guessed=1),
    "one leaves a text half done": half_done,
    "careful coders": careful,
    "one slips in a text": lambda *given: astray(*given, of=careful, by=2),
    "one guesses in a text": lambda *given: astray(*given, of=careful),
    "one fades in each text": fading,
    "three groups alike": groups,
    "three groups, one careless": lambda *given: groups(*given, worse=["careless"]),
}
FILMS: Mapping[str, World] = {
    "good coders": films_with(),
    "shared false alarms": films_with(faint=60),
    "each for themselves": films_with(related=False),
    "one late": films_with("late"),
    "one early": films_with("early"),
    "one random": films_with("random"),
    "one adds much": films_with("fine"),
    "one tires": films_with("fatigued"),
    "one sees more": films_with("sees more", faint=60),
    "one late, one adds much": films_with("late", "fine"),
    "one presses twice": films_with("twice"),
    "one slips in a film": lambda *given: astray(*given, of=films_with(), by=3),
    "one guesses in a film": lambda *given: astray(*given, of=films_with()),
    "one leaves a film half done": lambda *given: half_done(*given, of=films_with()),
}


def old_file(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw two rounds in which nothing changes but that one sends the old file of an item."""
    found = twice()(random, items, coders)
    later = cast("Project", found.later)
    item, coder = next(iter(found.codings)), next(iter(found.roles))
    codings: Any = {**later.codings}
    codings[item] = {**codings[item], coder: found.codings[item][coder]}
    again = replace(later, codings=codings, sent_again=frozenset({(coder, item)}))
    return replace(found, later=again)


ROUNDS: Mapping[str, World] = {
    "nothing changes": twice(),
    "one late twice": twice("late", later=["late"]),
    "one lazy twice": twice("lazy", later=["lazy"]),
    "one fine twice": twice("fine", later=["fine"]),
    "one random twice": twice("random", later=["random"]),
    "the late one mends": twice("late", became="better"),
    "the lazy one mends": twice("lazy", became="better"),
    "the fine one mends": twice("fine", became="better"),
    "the random one mends": twice("random", became="better"),
    "one becomes late": twice(later=["late"], became="worse"),
    "all err half as often": twice(less=0.5, became="better"),
    "a text of guessing twice": twice(guessed=1),
    "one sends an old file": old_file,
}
