"""The pages: what the frame has to know of each. Their content stands in pages/."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page: its name (of ``pages/<name>_page.py``), question and ways."""

    name: str
    question: str
    takes: str = ""  # how long it takes to look at it
    of_corpus: bool = True
    opens_own: bool = False  # numbers that are not those of the agreement of the corpus
    of_two: bool = False  # two corpora; elsewhere an address names one, as it may be shared
    settings: tuple[str, ...] = ("similarity", "convention", "n", "width", "uncertain")

    @property
    def address(self) -> str:
        """Its address, that of the corpus being empty."""
        return "" if self.name == "corpus" else self.name.replace("_", "")

    @property
    def title(self) -> str:
        """Its title."""
        return self.name.replace("_", " ").capitalize()


# No address is the name of a page's file: see segmetrics/dashboard/start.py; under
# "streamlit run app.py" the first visitor would get such a file without its frame.
PAGES = (
    PageInfo("corpus", "What do I have, and is it valid?"),
    PageInfo("import", "What did I bring, and what should become of it?", settings=()),
    PageInfo("agreement", "Which items are unreliable?"),
    PageInfo("heat_maps", "Where do coders agree?"),
    PageInfo("item", "What exactly differs?"),
    PageInfo("coders", "Who differs from whom?"),
    PageInfo("compare", "Did it get better?", opens_own=True, of_two=True),
    PageInfo("rounds", "Is it getting better?", opens_own=True, of_two=True),
    PageInfo("segmenters", "Is a segmenter as good as a person?", opens_own=True),
    PageInfo("consensus", "What is the gold segmentation?", opens_own=True),
    PageInfo("report", "What do I take away?"),
    PageInfo("saved", "What is kept, and who can see it?"),
    PageInfo(
        "tour",
        "What is low reliability, and where does it come from?",
        takes="Two minutes.",
        of_corpus=False,
        settings=(),
    ),
    PageInfo(
        "laboratory",
        "Which metric should I trust?",
        of_corpus=False,
        settings=("convention", "n", "width"),
    ),
    PageInfo("metrics", "Which metric measures what?", of_corpus=False, settings=()),
    PageInfo("reproduce", "Are these numbers the published ones?", of_corpus=False, settings=()),
)


def page_at(address: str) -> PageInfo:
    """Return the page of an address."""
    return next(info for info in PAGES if info.address == address)
