"""The pages in their sections: what the frame has to know of each. Their content is in pages/."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Section = Literal["Projects", "Data", "Results", "Decide", "Rounds", "Share", "Learn"]
"""The parts of the way through, in their order; the last one is a menu."""

SIGN_IN = "sign_in"
"""The name in the log of what stands in the place of a page until somebody is signed in."""

SECTIONS: tuple[Section, ...] = get_args(Section)
MENU: Section = "Learn"
MEASURED: tuple[Section, ...] = ("Results", "Decide", "Rounds", "Share")


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page: its name (of ``pages/<name>_page.py``), section, question and ways."""

    name: str
    section: Section
    question: str
    called: str = ""  # its title, where that is not its name
    takes: str = ""  # how long it takes to look at it
    opens_own: bool = False  # numbers that are not those of the agreement of the corpus
    of_two: bool = False  # two corpora; elsewhere an address names one, as it may be shared
    recordings: bool = False  # it shows recordings too, whose boundaries are times
    who: bool = False  # it can be seen without a coder, or with one moved
    alone: bool = False  # what a colleague opens: no navigation, and no entry in it
    sample: str = ""  # the one that it shows, whatever is open

    @property
    def address(self) -> str:
        """Its address, that of the overview being empty."""
        return "" if self.name == "overview" else self.name.replace("_", "")

    @property
    def title(self) -> str:
        """Its title."""
        return self.called or self.name.replace("_", " ").capitalize()

    @property
    def of_corpus(self) -> bool:
        """Whether it shows a corpus."""
        return self.section != MENU

    @property
    def is_measured(self) -> bool:
        """Whether its numbers depend on how a corpus is measured."""
        return self.section in MEASURED and not self.alone


# No address is the name of a page's file: see segmetrics/dashboard/start.py; under
# "streamlit run app.py" the first visitor would get such a file without its frame.
PAGES = (
    PageInfo("projects", "Projects", "What is kept, and who can see it?", recordings=True),
    PageInfo("data", "Data", "What do I have, and is it valid?", recordings=True),
    PageInfo("import", "Data", "What did I bring, and what should become of it?", recordings=True),
    PageInfo("overview", "Results", "Which items are unreliable?", recordings=True, who=True),
    PageInfo("heat_maps", "Results", "Where do coders agree?", recordings=True, who=True),
    PageInfo("item", "Results", "What exactly differs?", recordings=True, who=True),
    PageInfo("coders", "Results", "Who differs from whom?", recordings=True, who=True),
    PageInfo(
        "segmenters", "Results", "Is a segmenter as good as a person?", opens_own=True, who=True
    ),
    PageInfo(
        "decide",
        "Decide",
        "What is the gold segmentation?",
        opens_own=True,
        recordings=True,
        who=True,
    ),
    PageInfo(
        "rounds",
        "Rounds",
        "Is it getting better?",
        called="Over time",
        opens_own=True,
        of_two=True,
        recordings=True,
        who=True,
    ),
    PageInfo(
        "compare",
        "Rounds",
        "Did it get better?",
        called="Compare two",
        opens_own=True,
        of_two=True,
        recordings=True,
        who=True,
    ),
    PageInfo("share", "Share", "What do I take away?", recordings=True),
    PageInfo("shared", "Share", "How far do the coders agree?", recordings=True, alone=True),
    PageInfo(
        "tour",
        "Learn",
        "What is low reliability, and where does it come from?",
        takes="Two minutes.",
        sample="interviews",
    ),
    PageInfo("laboratory", "Learn", "Which metric should I trust?"),
    PageInfo("metrics", "Learn", "Which metric measures what?"),
    PageInfo("reproduce", "Learn", "Are these numbers the published ones?"),
)


def page_at(address: str) -> PageInfo:
    """Return the page of an address."""
    return next(info for info in PAGES if info.address == address)


def pages_of(section: Section, here: PageInfo, *, automatic: bool) -> list[PageInfo]:
    """List the pages of a section that have an entry, as seen from a page.

    The import is reached from the data; segmenters matter where a coder is `automatic`.
    """
    return [
        info
        for info in PAGES
        if info.section == section
        and info.name != "import"
        and not info.alone
        and (info.name != "segmenters" or automatic or info == here)
    ]
