"""Worlds of which the truth is known: who is late or careless, and which texts are guessing.

Nothing here comes from the models of the project. A text is a row of topics whose breaks differ
in strength; a coder marks breaks that are stronger than a threshold of their own, misses some, sets
some a unit away, and adds some. Or each place of a text has a salience, with peaks at breaks, and
coders mark whatever exceeds their threshold, so that they share false alarms. In a film there are
events, and coders press a moment after those that they notice. All is drawn from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import numpy as np

Role = Literal[
    "good", "late", "early", "fine", "coarse", "careless", "lazy", "random", "fatigued", "copier"
]
"""What a coder is; all but `good` and `copier` deserve to be named."""

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
    random: np.random.Generator, text: Text, who: Habit, role: Role, number: int, of: int
) -> set[int]:
    """Draw what a coder of a role marks; text `number` of `of` is the how manieth they code."""
    if role in ("late", "early"):
        step = 1 if role == "late" else -1
        return {place + step for place in marks(random, text, who)}
    if role == "random":
        count = min(len(marks(random, text, who)), text.units - 1)
        places = random.choice(text.units - 1, count, replace=False) + 1
        return set(places.tolist())
    if role == "fatigued" and number > of / 2:
        return marks(random, text, LAZY)
    return marks(random, text, OF_ROLE.get(role, who))


class Traits(NamedTuple):
    """What is true of a coder: the share of breaks that they mark, and of other places."""

    hits: float
    added: float


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
    return Traits(hits, who.added)


@dataclass(frozen=True)
class Project:
    """What coders made, and what is true of it.

    Parameters
    ----------
    codings : dict
        Sizes of segments, or seconds.
    roles : dict of str to str
        Coder to role.
    guessed : set of str
        Items on which everybody guesses.
    related : bool
        Whether coders see the same at all.
    seconds : float
        How long each film lasts; 0 for texts.
    traits : dict of str to Traits
        What is true of each coder.
    lags : dict of str to float
        How many seconds after an event each coder presses.
    panel : callable or None
        Draws how large a share of many such coders would mark near each place of an item.
    """

    codings: Sizes | Times
    roles: Mapping[str, Role]
    guessed: frozenset[str] = frozenset()
    related: bool = True
    seconds: float = 0.0
    traits: Mapping[str, Traits] = field(default_factory=dict)
    lags: Mapping[str, float] = field(default_factory=dict)
    panel: Callable[[str], np.ndarray] | None = field(default=None, compare=False)


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
) -> Project:
    """Draw a project of texts: the first coders have roles, the first items are guessing."""
    of, who = texts(random, items), habits(random, coders, spread)
    cast = cast_of(roles, coders)
    names = [f"coder {number}" for number in random.permutation(coders) + 1]
    drawn: Sizes = {}
    for number, text in enumerate(of, 1):
        guess = number <= guessed
        drawn[f"text {number}"] = {
            name: as_sizes(
                as_role(random, text, habit, "random" if guess else role, number, items), text.units
            )
            for name, habit, role in zip(names, who, cast, strict=True)
        }
    if "copier" in cast:
        copied(random, drawn, names[cast.index("copier")], names[-1], of)
    return Project(
        in_order(drawn),
        dict(zip(names, cast, strict=True)),
        frozenset(f"text {number + 1}" for number in range(guessed)),
        traits={
            name: traits_of(habit, role) for name, habit, role in zip(names, who, cast, strict=True)
        },
        panel=panel_of(random, of, spread),
    )


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
    random: np.random.Generator, of: Sequence[Text], spread: float
) -> Callable[[str], np.ndarray]:
    """Return what draws the share of a panel of 200 who mark within a unit of each place."""
    seed = int(random.integers(2**31))

    def panel(item: str) -> np.ndarray:
        text, own = of[int(item.split()[1]) - 1], np.random.default_rng(seed)
        return shares_near([marks(own, text, who) for who in habits(own, 200, spread)], text.units)

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
    drawn = {
        f"text {number}": {
            name: as_sizes(by_salience(random, seen, low), text.units)
            for name, low in zip(names, least, strict=True)
        }
        for number, (text, seen) in enumerate(zip(of, salience, strict=True), 1)
    }
    seed = int(random.integers(2**31))

    def panel(item: str) -> np.ndarray:
        place, own = int(item.split()[1]) - 1, np.random.default_rng(seed)
        many = np.clip(own.normal(0.6, 0.12, 200), 0.3, 0.9).tolist()
        return shares_near(
            [by_salience(own, salience[place], low) for low in many], of[place].units
        )

    traits = {}
    every = np.concatenate(salience)
    shared = every > 0.6  # half of many coders would mark there
    for name, low in zip(names, least, strict=True):
        marked = every + random.normal(0, 0.08, every.size) > low
        traits[name] = Traits(float(marked[shared].mean()), float(marked[~shared].mean()))
    return Project(drawn, dict.fromkeys(names, "good"), traits=traits, panel=panel)


def schools(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of coders of whom half mark every break, half the strong ones."""
    of = texts(random, items)
    names = [f"coder {number + 1}" for number in range(coders)]
    who = {
        name: Habit(0.15 if place % 2 else 0.75, 0.1, 0.15, 0.02)
        for place, name in enumerate(names)
    }
    traits = {name: traits_of(habit, "good") for name, habit in who.items()}
    return Project(coded(random, of, who), dict.fromkeys(names, "good"), traits=traits)


def unrelated(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of coders who mark as often as others, but each where they like."""
    found = project(random, items, coders, roles=["random"] * coders)
    return Project(found.codings, dict.fromkeys(found.roles, "good"), related=False)


def habit_alone(random: np.random.Generator, items: int, coders: int) -> Project:
    """Draw a project of coders who all mark the opening, and otherwise what they like."""
    found = project(random, items, coders, roles=["random"] * coders)
    drawn: Sizes = {}
    for item, codings in found.codings.items():
        opening = int(random.integers(1, 4))
        drawn[item] = {
            name: as_sizes({*np.cumsum(masses)[:-1].tolist(), opening}, int(sum(masses)))
            for name, masses in codings.items()
        }
    return Project(drawn, dict.fromkeys(found.roles, "good"))


SECONDS = 240.0


def films(
    random: np.random.Generator,
    items: int,
    coders: int,
    *,
    roles: Sequence[Role] = (),
    related: bool = True,
) -> Project:
    """Draw films of four minutes with about an event in 12 seconds."""
    cast = cast_of(roles, coders)
    names = [f"coder {number}" for number in random.permutation(coders) + 1]
    noticed = np.clip(random.normal(0.7, 0.12, coders), 0.3, 0.95).tolist()
    delays = random.normal(0.8, 0.15, coders).tolist()
    drawn: Times = {}
    for item in range(1, items + 1):
        events = np.sort(random.uniform(5, SECONDS - 8, int(random.integers(14, 27))))
        plain = random.beta(4, 2, events.size)
        drawn[f"film {item}"] = {
            name: pressed(random, events, plain, share, delay, role if related else "random")
            for name, share, delay, role in zip(names, noticed, delays, cast, strict=True)
        }
    ordered = {film: dict(sorted(codings.items())) for film, codings in drawn.items()}
    roles_of = dict(zip(names, cast, strict=True))
    lags = dict(zip(names, map(lag_of, delays, cast), strict=True))
    kept = {"lazy": 0.25, "fatigued": 0.5, "random": 0.0}
    traits = {
        name: Traits(share * kept.get(role, 1.0), 0.0)
        for (name, role), share in zip(roles_of.items(), noticed, strict=True)
    }
    return Project(ordered, roles_of, related=related, seconds=SECONDS, traits=traits, lags=lags)


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
    extra = random.poisson({"fine": 20, "careless": 12}.get(role, 2))
    if role == "random":
        extra, times = times.size + extra, times[:0]
    every = np.concatenate([times, random.uniform(1, SECONDS - 1, extra)])
    return sorted({round(float(time), 2) for time in every if 0 < time < SECONDS})


World = Callable[[np.random.Generator, int, int], Project]


def with_roles(*roles: Role, spread: float = 1.0, guessed: int = 0) -> World:
    """Return the world of texts in which the first coders have roles."""

    def world(random: np.random.Generator, items: int, coders: int) -> Project:
        return project(random, items, coders, roles=roles, spread=spread, guessed=guessed)

    return world


def films_with(*roles: Role, related: bool = True) -> World:
    """Return the world of films in which the first coders have roles."""

    def world(random: np.random.Generator, items: int, coders: int) -> Project:
        return films(random, items, coders, roles=roles, related=related)

    return world


TEXTS: Mapping[str, World] = {
    "good coders": with_roles(),
    "coders who differ more": with_roles(spread=1.6),
    "shared false alarms": by_threshold,
    "shared false alarms, bimodal": lambda *given: by_threshold(*given, bimodal=True),
    "two schools": schools,
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
}
FILMS: Mapping[str, World] = {
    "good coders": films_with(),
    "each for themselves": films_with(related=False),
    "one late": films_with("late"),
    "one early": films_with("early"),
    "one random": films_with("random"),
    "one adds much": films_with("fine"),
    "one tires": films_with("fatigued"),
}
