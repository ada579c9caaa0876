"""All papers: what to compute again, and from which data."""

from __future__ import annotations

from collections.abc import Callable

from segmetrics.reproduction import PAPERS, carroll2010, diaz2022, fournier2012, scaiano2012
from segmetrics.reproduction.data import PaperData
from segmetrics.reproduction.reproduced import Part


def reproduce(
    paper: str,
    data: PaperData | None = None,
    *,
    simulated: bool = True,
    progress: Callable[[float], object] | None = None,
) -> tuple[Part, ...]:
    """Compute the tables and figures of a paper again.

    Parameters
    ----------
    paper : str
        A key of `segmetrics.reproduction.PAPERS`.
    data : PaperData, optional
        Published data that do not come with this program, see `read_data`.
    simulated : bool, default True
        Whether to run the papers' simulations too, which take seconds.
    progress : callable, optional
        Called with the share of the simulation of ``fournier2012`` that is done.

    Returns
    -------
    tuple of Part
        The tables and figures, simulations last.

    Raises
    ------
    ValueError
        If there is no such paper.

    Examples
    --------
    >>> figure = reproduce("scaiano2012")[1].rows[0]
    >>> figure.row, figure.column, figure.published, figure.ours
    ('a', 'TP', 4.0, 4.0)
    """
    data = data or PaperData()
    if paper == "fournier2012":
        more = fournier2012.simulations(progress=progress) if simulated else ()
        return (*fournier2012.parts(data.chapters), *more)
    if paper == "scaiano2012":
        return scaiano2012.parts()
    if paper == "carroll2010":
        return carroll2010.parts(data.articles)
    if paper == "diaz2022":
        more = diaz2022.simulations(data.counts) if simulated else ()
        return (*diaz2022.parts(), *more)
    raise ValueError(f"the paper is one of {', '.join(PAPERS)}, got {paper!r}")
