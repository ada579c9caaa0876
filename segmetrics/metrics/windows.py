"""Window metrics: how often a sliding window sees different boundaries.

Conventions
-----------
These metrics compare a hypothesis with a reference. They are penalties and not
symmetric, since the window comes from the reference.

WindowDiff errs where the two numbers of boundaries inside a window differ; Pk
where only one of the two has any. WindowDiff exists in two *widths*:

``units``
    A window holds k units, hence k - 1 potential boundaries, and there are
    ``mass - k + 1`` windows (Fournier & Inkpen 2012, equation 1, whose N is the
    number of units + 1).
``boundaries``
    A window holds k potential boundaries, and there are ``mass - k`` windows
    (Pevzner & Hearst 2002; NLTK and segeval 2 compute this one).

Pk compares units k apart, hence windows of k potential boundaries, in ``mass - k``
windows.

*Window rule*: k is half the mean segment of the reference, rounded half to
even, at least 2. Fournier & Inkpen (2012) round *halves* up: 2.5 is 3. An option
``window`` gives the potential boundaries of a window right away, whatever a width
counts.

*Edges*: a boundary near the edge of the text lies in fewer windows than others.
With ``lamprier``, span - 1 phantom positions without a boundary at both ends make
all count alike, where the span is the potential boundaries of a window.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import ne

import numpy as np

from segmetrics.axis import IN_UNITS, Length, on_axis
from segmetrics.corpus import Item
from segmetrics.metrics.blocks.packing import Block, Floats
from segmetrics.metrics.blocks.window_blocks import (
    EDGES,
    HALVES,
    Halves,
    WindowEdges,
    WindowWidth,
    block_spans,
    block_windows,
    check_size,
    check_window,
    count_windows,
    in_order,
    window_span,
)
from segmetrics.metrics.metric import Metric
from segmetrics.segmentation import Segmentation, common_mass
from segmetrics.time_scale import TimeScale


@dataclass(frozen=True, slots=True)
class WindowErrors:
    """WindowDiff or Pk of a hypothesis, with the counts it came from."""

    value: float | None  #: penalty in [0, 1], lower is better, 0 is perfect; None if undefined
    #: Windows in which the numbers of boundaries differ; for Pk, in which only one of the two has a
    #: boundary. Of recordings, the seconds in which they begin.
    errors: Length
    windows: Length  #: windows looked at; of recordings, the seconds in which they begin
    k: Length  #: window size, in what the width counts; of recordings in seconds
    width: WindowWidth  #: what k counts
    undefined: str | None = None  #: why there is no value
    edges: WindowEdges = "none"  #: whether windows reach over the edges of the text


def window_size(reference: Segmentation, *, minimum: int = 2, halves: Halves = "even") -> int:
    """Window size k of the window rule: half the mean segment, rounded, at least `minimum`.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> window_size(Segmentation.from_masses([5, 5]))  # half of 5 is 2.5
    2
    >>> window_size(Segmentation.from_masses([5, 5]), halves="up")
    3
    """
    mass, segments = reference.mass, reference.segments
    if halves == "up":
        return max(minimum, (mass + segments) // (2 * segments))
    return max(minimum, round(mass / (2 * segments)))


def no_window(mass: int, k: int, scale: TimeScale | None = None) -> str:
    """Return why an item has no WindowDiff."""
    if scale:
        ends = scale.seconds(k), scale.seconds(mass)
        return "no window of {:g} s fits a recording of {:g} s".format(*ends)
    return f"no window of size {k} fits an item of {mass} unit{'s' * (mass != 1)}"


@on_axis(
    "wd",
    lengths={"window": IN_UNITS},
    gives=("errors", "windows", "k"),
    of_units={"width": "boundaries", "k": None, "minimum": 2, "halves": "even"},
)
def window_diff(
    hypothesis: Segmentation,
    reference: Segmentation,
    *,
    width: WindowWidth = "units",
    k: int | None = None,
    window: Length | None = None,
    edges: WindowEdges = "none",
    minimum: int = 2,
    halves: Halves = "even",
) -> WindowErrors:
    """Compute WindowDiff of a hypothesis against a reference.

    Sources: Pevzner & Hearst (2002); Fournier & Inkpen (2012), equation 1; Lamprier et al. (2007)
    for the edges.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    width : {"units", "boundaries"}, default "units"
        What the window size counts, see the conventions of this module.
    k : int, optional
        Window size, at least 2; by the window rule of the reference if left out.
    window : int or float, optional
        Potential boundaries in a window, at least 1, whatever the width; not
        together with `k`. For recordings it must be given, as the seconds that a window lasts, and
        there is no width, k, minimum and halves.
    edges : {"none", "lamprier"}, default "none"
        Whether phantom positions at both ends let boundaries near the edges
        count as often as others.
    minimum : int, default 2
        Least k of the window rule; 1 only where the width is ``boundaries``.
    halves : {"even", "up"}, default "even"
        How the window rule rounds a half: to even, or up as Fournier & Inkpen (2012) do.

    Returns
    -------
    WindowErrors
        A penalty in [0, 1], lower is better, 0 is perfect. Undefined where no
        window fits.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> reference = Segmentation.from_masses([1, 2, 2, 3, 3, 1, 2])
    >>> hypothesis = Segmentation.from_masses([1, 2, 1, 2, 6, 2])
    >>> found = window_diff(hypothesis, reference)
    >>> found.errors, found.windows, round(1 - found.value, 4)
    (5, 13, 0.6154)
    """
    mass = common_mass(hypothesis, reference)
    k = chosen_size(width, k, window, edges, minimum, halves)
    if k is None:
        k = window_size(reference, minimum=minimum, halves=halves)
    span = window_span(k, width)
    if edges == "lamprier" and mass > 1:
        starts = starts_over_edges(mass, span)
        errors = sum_of_windows(hypothesis, reference, span, starts, ne)
        return WindowErrors(errors / len(starts), errors, len(starts), k, width, edges=edges)
    windows = mass - span
    if windows < 1:
        return WindowErrors(None, 0, 0, k, width, no_window(mass, k, reference.scale), edges)
    errors = sum_of_windows(hypothesis, reference, span, range(windows), ne)
    return WindowErrors(errors / windows, errors, windows, k, width)


def starts_over_edges(mass: int, span: int) -> range:
    """Return where windows begin that reach over the edges by up to span - 1 positions."""
    return range(1 - span, mass - 1)


def sum_of_windows(
    hypothesis: Segmentation,
    reference: Segmentation,
    span: int,
    starts: range,
    count: Callable[[int, int], int],
) -> int:
    """Sum what `count` gives for the numbers of boundaries of both in each window.

    The window of a start holds the positions from start + 1 to start + span. Going from one
    boundary that comes in or leaves to the next, it costs what there are boundaries.
    """
    changes = sorted(
        (position - early, side, by)
        for side, coding in enumerate((hypothesis, reference))
        for early, by in ((span, 1), (0, -1))
        for position in coding.boundaries
    )
    held, total, since = [0, 0], 0, starts.start
    for at, side, by in changes:
        until = min(at, starts.stop)
        if until > since:
            total += (until - since) * count(*held)
            since = until
        held[side] += by
    return total + (starts.stop - since) * count(*held)


def chosen_size(
    width: WindowWidth,
    k: int | None = None,
    window: Length | None = None,
    edges: WindowEdges = "none",
    minimum: int = 2,
    halves: Halves = "even",
) -> int | None:
    """Check the options of WindowDiff and give the window size, if they fix it."""
    smallest = 1 + (1 - window_span(1, width))  # k of a window of one potential boundary
    held = check_window(window)
    if k is not None and window is not None:
        raise ValueError("a window is given by k or by its potential boundaries, not by both")
    if k is not None and k < 2:
        raise ValueError(f"a window size is at least 2, got {k}")
    check_size(k)
    if edges not in EDGES:
        raise ValueError(f"edges are 'none' or 'lamprier', got {edges!r}")
    if halves not in HALVES:
        raise ValueError(f"halves are rounded to 'even' or 'up', got {halves!r}")
    if minimum < smallest:
        raise ValueError(f"a window of {width} has a minimum of at least {smallest}, got {minimum}")
    check_size(minimum)
    return k if held is None else held + smallest - 1


def block_window_diffs(
    block: Block,
    _items: Sequence[Item],
    *,
    width: WindowWidth = "units",
    k: int | None = None,
    window: int | None = None,
    edges: WindowEdges = "none",
    minimum: int = 2,
    halves: Halves = "even",
) -> Floats:
    """Compute WindowDiff of all ordered pairs of a block."""
    k = chosen_size(width, k, window, edges, minimum, halves)
    found = block_windows(block, width, k=k, edges=edges, minimum=minimum, halves=halves)
    penalty: Floats = found.penalty[np.lexsort((found.reference, found.hypothesis))]
    return penalty


@on_axis("pk", lengths={"window": IN_UNITS}, gives=("errors", "windows", "k"))
def pk(
    hypothesis: Segmentation, reference: Segmentation, *, window: Length | None = None
) -> WindowErrors:
    """Compute Pk: how often two units k apart are in one segment on one side only.

    Source: Beeferman, Berger & Lafferty (1999), section 4.

    Parameters
    ----------
    hypothesis, reference : Segmentation
        Two segmentations of one item.
    window : int or float, optional
        k, how far apart the two units are, hence the potential boundaries between
        them, at least 1; by the window rule of the reference if left out. For recordings it must
        be given, in seconds.

    Returns
    -------
    WindowErrors
        A penalty in [0, 1], lower is better, 0 is perfect. Undefined where no two
        units are k apart.

    Raises
    ------
    ValueError
        If the two differ in mass, or an option is out of its range.

    Examples
    --------
    >>> from segmetrics import Segmentation
    >>> found = pk(Segmentation.from_masses([7, 5]), Segmentation.from_masses([6, 6]))
    >>> found.errors, found.windows, found.k
    (2, 9, 3)
    """
    mass = common_mass(hypothesis, reference)
    k = check_window(window) or window_size(reference)
    windows = mass - k
    if windows < 1:
        return WindowErrors(None, 0, 0, k, "boundaries", no_window(mass, k, reference.scale))
    errors = sum_of_windows(hypothesis, reference, k, range(windows), _one_has_none)
    return WindowErrors(errors / windows, errors, windows, k, "boundaries")


def _one_has_none(ours: int, theirs: int) -> bool:
    return (ours > 0) != (theirs > 0)


def _pks(block: Block, _items: Sequence[Item], *, window: int | None = None) -> Floats:
    span = block_spans(block, window)
    windows = np.maximum(0, block.masses - span)[:, np.newaxis]
    with np.errstate(invalid="ignore"):
        penalty: Floats = count_windows(block, span, "one_empty", padded=False) / windows
    return in_order(penalty)


NO_FIT = "no window fits the item"
METRICS: tuple[Metric, ...] = (
    Metric(
        key="pk",
        name="Pk",
        family="windows",
        function=pk,
        penalty=True,
        symmetric=False,
        formula=(
            r"P_k = \frac{1}{N - k} \sum_{i=1}^{N-k}"
            r" \left[ (b_R(i, i+k) > 0) \ne (b_H(i, i+k) > 0) \right]"
        ),
        citation=(
            "Beeferman, Berger & Lafferty (1999), section 4",
            "Pevzner & Hearst (2002), section 2",
        ),
        rewards=(
            "Pairs of units k apart that both codings keep in one segment, or both divide. A "
            "boundary that is slightly off costs a few windows only."
        ),
        misses="How many boundaries lie between the two units: one is as good as three.",
        flaws=(
            "A missed boundary costs more than an extra one (Pevzner & Hearst 2002).",
            "An extra boundary close to a true one may cost nothing (Pevzner & Hearst 2002).",
            "It depends on how segment sizes vary (Pevzner & Hearst 2002).",
            "Boundaries near the edges of the text count less (Lamprier et al. 2007).",
        ),
        undefined=(NO_FIT,),
        batch=_pks,
    ),
    Metric(
        key="wd",
        name="WindowDiff",
        family="windows",
        function=window_diff,
        penalty=True,
        symmetric=False,
        formula=(
            r"\mathrm{WD} = \frac{1}{W} \sum_{i=1}^{W} \left[ b_R(i) \ne b_H(i) \right],"
            r"\quad W = N - \mathrm{span}"
        ),
        citation=(
            "Pevzner & Hearst (2002), section 4",
            "Fournier & Inkpen (2012), equation 1",
            "Lamprier et al. (2007), for the edges",
        ),
        rewards=(
            "Windows with equally many boundaries on both sides. A boundary that is slightly "
            "off costs a few windows only."
        ),
        misses=(
            "Where in the window the boundaries are, and by how many the numbers differ: one "
            "too many is as wrong as five."
        ),
        flaws=(
            "Errors near the edges of the text count less (Lamprier et al. 2007).",
            "It does not tell missed boundaries from extra ones (Scaiano & Inkpen 2012).",
            "It changes with the window size, which comes from the reference"
            " (Fournier & Inkpen 2012).",
            "Changes that people see as different may cost the same or nothing"
            " (Diaz & Ouyang 2022).",
        ),
        undefined=(NO_FIT,),
        batch=block_window_diffs,
    ),
)
