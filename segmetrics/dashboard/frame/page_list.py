"""The pages: what the frame has to know of each. Their content stands in pages/."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page: its name (of ``pages/<name>_page.py``), address, title, question and its ways."""

    name: str
    address: str
    title: str
    question: str
    takes: str = ""
    """How long it takes to look at it."""
    of_corpus: bool = True
    opens_own: bool = False
    """Whether the numbers that it opens are not those of the agreement of the corpus."""
    of_two: bool = False
    """Whether it shows two corpora; elsewhere an address names one, as it may be shared."""
    settings: tuple[str, ...] = ("similarity", "convention", "n", "width", "uncertain")


# No address is the name of a page's file: see segmetrics/dashboard/start.py; under
# "streamlit run app.py" the first visitor would get such a file without its frame.
PAGES = (
    PageInfo("corpus", "", "Corpus", "What do I have, and is it valid?"),
    PageInfo(
        "import", "import", "Import", "What did I bring, and what should become of it?", settings=()
    ),
    PageInfo("agreement", "agreement", "Agreement", "Which items are unreliable?"),
    PageInfo("heat_maps", "heatmaps", "Heat maps", "Where do coders agree?"),
    PageInfo("item", "item", "Item", "What exactly differs?"),
    PageInfo("coders", "coders", "Coders", "Who differs from whom?"),
    PageInfo("compare", "compare", "Compare", "Did it get better?", opens_own=True, of_two=True),
    PageInfo("rounds", "rounds", "Rounds", "Is it getting better?", opens_own=True, of_two=True),
    PageInfo(
        "segmenters",
        "segmenters",
        "Segmenters",
        "Is a segmenter as good as a person?",
        opens_own=True,
    ),
    PageInfo(
        "consensus", "consensus", "Consensus", "What is the gold segmentation?", opens_own=True
    ),
    PageInfo("report", "report", "Report", "What do I take away?"),
    PageInfo("saved", "saved", "Saved", "What is kept, and who can see it?"),
    PageInfo(
        "tour",
        "tour",
        "Tour",
        "What is low reliability, and where does it come from?",
        takes="Two minutes.",
        of_corpus=False,
        settings=(),
    ),
    PageInfo(
        "laboratory",
        "laboratory",
        "Laboratory",
        "Which metric should I trust?",
        of_corpus=False,
        settings=("convention", "n", "width"),
    ),
    PageInfo(
        "metrics",
        "metrics",
        "Metrics",
        "Which metric measures what?",
        of_corpus=False,
        settings=(),
    ),
    PageInfo(
        "reproduce",
        "reproduce",
        "Reproduce",
        "Are these numbers the published ones?",
        of_corpus=False,
        settings=(),
    ),
)


def page_at(address: str) -> PageInfo:
    """Return the page of an address."""
    return next(info for info in PAGES if info.address == address)
