"""Draw the sample of a film that nobody saw: ten invented viewers press at two grains.

Run ``python -m benchmarks.made_up_film`` from the root of the project; it writes
``data/film.json`` and ``data/film-coarse.json`` anew, the same bytes each time.

The film has coarse events, and finer ones within them. A viewer presses at an event with a chance
that grows with how clear it is and with the viewer's own eagerness, about a second after it, and
now and then where there is none. One viewer is late, one presses more often than the others, and
one presses hardly in time with the film at all.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from segmetrics import Corpus
from segmetrics.io.samples import DATA
from segmetrics.io.write import WRITERS

TITLE, SECONDS = "the lost key", 720.0
VIEWERS = ("ada", "ben", "cem", "dora", "eli", "fay", "gus", "hana", "ivo", "jun")
LATE, EAGER, LOST = "gus", "cem", "jun"
Floats = NDArray[np.float64]


def events(rng: np.random.Generator, between: tuple[float, float]) -> Floats:
    """Return moments at which something new begins, as far apart as `between` says."""
    found = np.cumsum(rng.uniform(*between, 200))
    return found[found < SECONDS - 10]


def presses(
    rng: np.random.Generator, moments: Floats, clear: Floats, viewer: str, every: float
) -> list[float]:
    """Return when a viewer presses: at some of the moments, and at some where nothing begins."""
    eagerness = rng.normal(0.3, 0.4) + 1.2 * (viewer == EAGER)
    seen = np.flatnonzero(rng.random(len(moments)) < 1 / (1 + np.exp(-(clear + eagerness))))
    delay = rng.normal(0.9, 0.6, len(seen)) + 1.3 * (viewer == LATE)
    stray = rng.uniform(5, SECONDS - 5, rng.poisson(SECONDS / every))
    if viewer == LOST:
        stray = rng.uniform(5, SECONDS - 5, len(seen))
        delay, seen = delay[::3], seen[::3]
    times = np.sort(np.concatenate([moments[seen] + delay, stray]).round(2))
    times = times[(times > 1) & (times < SECONDS - 1)]
    # Nobody presses twice within a second.
    return [float(time) for at, time in enumerate(times) if at == 0 or time - times[at - 1] > 1]


def film() -> tuple[Corpus, Corpus]:
    """Return the film segmented finely, and coarsely."""
    rng = np.random.default_rng(19)
    coarse = events(rng, (28, 75))
    between = events(rng, (9, 24))
    fine = np.sort(np.concatenate([coarse, between[np.abs(between[:, None] - coarse).min(1) > 5]]))
    clear = rng.normal(0.4, 1.0, len(fine)) + 1.2 * np.isin(fine, coarse)
    clear_coarse = rng.normal(0.9, 1.0, len(coarse))
    found = []
    for moments, salience, every in ((fine, clear, 140.0), (coarse, clear_coarse, 400.0)):
        times = {viewer: presses(rng, moments, salience, viewer, every) for viewer in VIEWERS}
        found.append(Corpus.from_times({TITLE: times}, durations={TITLE: SECONDS}))
    return found[0], found[1]


def main() -> None:
    """Write both."""
    for name, corpus in zip(("film", "film-coarse"), film(), strict=True):
        (DATA / f"{name}.json").write_bytes(WRITERS["segmetrics-json"].write(corpus).content)


if __name__ == "__main__":
    main()
