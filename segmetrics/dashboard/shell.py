"""The frame around every page: navigation, what the address says, empty states."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamlit as st
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

import segmetrics
from segmetrics.agreement.coefficients import CONVENTIONS
from segmetrics.agreement.similarities import SIMILARITIES
from segmetrics.corpus import with_uncertain
from segmetrics.dashboard import components
from segmetrics.dashboard.components import Link
from segmetrics.dashboard.components.coverage import go_to
from segmetrics.dashboard.corpora import Chosen, chosen, open_review, review
from segmetrics.dashboard.item_view import item_shown
from segmetrics.dashboard.opened_view import open_number
from segmetrics.dashboard.text import literal
from segmetrics.dashboard.trail_view import chosen_parts, setting_parts
from segmetrics.dashboard.view import View
from segmetrics.io import SAMPLES, TEMPLATES, Source, parse_sources
from segmetrics.io.problems import shortened
from segmetrics.metrics.windows import WIDTHS
from segmetrics.paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from streamlit.delta_generator import DeltaGenerator
    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from segmetrics.corpus import Corpus

__all__ = [
    "NOT_HERE",
    "PAGES",
    "current_view",
    "forget_files",
    "leave_for",
    "near_miss_window",
    "offer_tables",
    "open_corpus",
    "pick",
    "pick_group",
    "run",
    "settings",
    "templates",
    "title",
    "upload",
]

NOT_HERE = (
    "This link leads to files that are not open here. Uploaded files stay in the session that "
    "opened them; reloading the page or opening its link elsewhere starts a new one. Open them "
    "again."
)


FAILED = (
    "This page broke off: a mistake in segmetrics, not in your files. What you opened is still "
    "open. The log of the program says what happened; please report it."
)
STYLE = Path(__file__).parent / "style.css"
# Key of the session: the page that is to be opened next.
NEXT = "next"
# Seconds between two signs of life of a progress bar.
BEAT = 0.1
FILES, FOLDER = "Files or ZIPs", "A folder"


@dataclass(frozen=True, slots=True)
class PageInfo:
    """A page: its name (of ``pages/<name>_page.py``), address, title and question.

    Whether it shows the corpus, or is about metrics whatever the corpus, puts it in a set.
    """

    name: str
    address: str
    title: str
    question: str
    of_corpus: bool = True


# Pages whose numbers are not those of the agreement of the corpus.
OPEN_THEIR_OWN = {"compare", "consensus", "segmenters"}

# No address is the name of a page's file: see segmetrics/dashboard/start.py; under
# "streamlit run app.py" the first visitor would get such a file without its frame.
PAGES = (
    PageInfo("corpus", "", "Corpus", "What do I have, and is it valid?"),
    PageInfo("import", "import", "Import", "What did I bring, and what should become of it?"),
    PageInfo("agreement", "agreement", "Agreement", "Which items are unreliable?"),
    PageInfo("heat_maps", "heatmaps", "Heat maps", "Where do coders agree?"),
    PageInfo("item", "item", "Item", "What exactly differs?"),
    PageInfo("coders", "coders", "Coders", "Who differs from whom?"),
    PageInfo("compare", "compare", "Compare", "Did it get better?"),
    PageInfo("segmenters", "segmenters", "Segmenters", "Is a segmenter as good as a person?"),
    PageInfo("consensus", "consensus", "Consensus", "What is the gold segmentation?"),
    PageInfo("report", "report", "Report", "What do I take away?"),
    PageInfo(
        "tour",
        "tour",
        "Tour",
        "What is low reliability, and where does it come from?",
        of_corpus=False,
    ),
    PageInfo(
        "laboratory", "laboratory", "Laboratory", "Which metric should I trust?", of_corpus=False
    ),
    PageInfo("metrics", "metrics", "Metrics", "Which metric measures what?", of_corpus=False),
    PageInfo(
        "reproduce",
        "reproduce",
        "Reproduce",
        "Are these numbers the published ones?",
        of_corpus=False,
    ),
)


def run() -> None:
    """Show the page that the address names, inside the frame."""
    st.set_page_config(page_icon=str(ROOT / "data" / "icon.svg"), layout="wide")
    st.html(STYLE)
    pages = [
        st.Page(
            ROOT / "pages" / f"{info.name}_page.py",
            title=f"{info.title} · segmetrics",
            url_path=info.address,
            default=not info.address,
        )
        for info in PAGES
    ]
    page = st.navigation(pages, position="hidden")
    asked = current_view()
    found = chosen(asked)
    corpus = with_uncertain(found.corpus, asked.uncertain) if found.corpus else None
    view = item_shown(asked, corpus) if page.url_path == "item" and corpus else asked
    components.navigation(
        Link("segmetrics", view.href(""), title=f"segmetrics {segmetrics.__version__}"),
        _links(view, page.url_path),
        chosen_parts(view, asked, page.url_path, found, corpus),
        setting_parts(view, page.url_path, corpus),
    )
    address, target = st.session_state.pop(NEXT, (page.url_path, view))
    if address != page.url_path:
        go_to(target.href(address))
        st.stop()
    for note in view.notes:
        st.warning(literal(note))
    if page.url_path in {info.address for info in PAGES if info.of_corpus} - OPEN_THEIR_OWN:
        open_number(view, page.url_path, corpus)
    try:
        page.run()
    except Exception:
        _failed(view)
        raise


def _failed(view: View) -> None:
    """Say that a page broke off; what Streamlit says of it then is for the log."""
    st.error(FAILED)
    to_corpus = Link("Back to the corpus", view.href(""))
    to_sample = Link("Start again with a sample", View(corpus=next(iter(SAMPLES))).href(""))
    components.links([to_corpus, to_sample], key="failed")


def _links(view: View, address: str) -> dict[str, list[Link]]:
    """Link the pages in two sets; the import's only while there is one."""
    sets: dict[str, list[Link]] = {"The corpus": [], "About metrics": []}
    for info in PAGES:
        current = info.address == address
        if info.name == "import" and not current and review() is None:
            continue
        link = Link(info.title, view.href(info.address), current, info.question)
        sets["The corpus" if info.of_corpus else "About metrics"].append(link)
    return sets


def current_view() -> View:
    """Read the view that the address names."""
    return View.read(st.query_params)


def title(name: str, question: str) -> None:
    """Show the title of a page and the question that it answers."""
    st.title(name, anchor=False)
    st.caption(question)


def open_corpus(view: View) -> tuple[Chosen, Corpus]:
    """Find the corpus of a view, or say what to do and end the page.

    Parameters
    ----------
    view : View
        The view.

    Returns
    -------
    (Chosen, Corpus)
        The corpus and where it is from.
    """
    found = chosen(view)
    if found.corpus is None:
        if found.reading is None:
            st.info(NOT_HERE)
        else:
            st.error("Nothing can be computed: no item of this corpus is without a problem.")
        to_corpus = Link("See the corpus and its problems", view.href(""))
        to_sample = Link("Look at a sample", view.of_corpus(next(iter(SAMPLES))).href("agreement"))
        components.links([to_corpus, to_sample], key="empty")
        st.stop()
    return found, with_uncertain(found.corpus, view.uncertain)


def pick(
    widget: Any, label: str, options: Sequence[Any], view: View, parameter: str, **more: Any
) -> None:
    """Show a widget whose value is a query parameter.

    The address decides: the widget is set from it, and writes to it.

    Parameters
    ----------
    widget : callable
        A streamlit widget that takes a label and options.
    label : str
        Its label.
    options : sequence
        Its options.
    view : View
        The view.
    parameter : str
        The parameter of the view that it shows.
    **more
        Further arguments of the widget.
    """
    widget(label, options, **_bound(view, parameter), **more)


def _bound(view: View, parameter: str) -> dict[str, Any]:
    """Bind a widget to a parameter: set it from the view, and let it write to the address."""
    key = f"pick {parameter}"
    value = getattr(view, parameter)
    # A widget of several choices gives a list; anything else would count as a change.
    st.session_state[key] = list(value) if isinstance(value, tuple) else value
    return {"key": key, "on_change": _write, "args": (view, parameter)}


def pick_group(view: View, corpus: Corpus) -> int:
    """Show the choice of a coder group, if there are several.

    Parameters
    ----------
    view : View
        The view; if it has no such group, the last one is chosen.
    corpus : Corpus
        The corpus.

    Returns
    -------
    int
        The chosen group, from 0.
    """
    groups = corpus.groups
    number = min(view.group, len(groups))
    if len(groups) > 1:
        pick(
            st.selectbox,
            "Coder group",
            range(1, len(groups) + 1),
            replace(view, group=number),
            "group",
            format_func=lambda number: groups[number - 1].name,
            width=280,
        )
    return number - 1


def settings(view: View) -> None:
    """Show the settings behind the agreement table."""
    with st.container(horizontal=True, gap="medium"):
        pick(
            st.selectbox,
            "Similarity",
            tuple(SIMILARITIES),
            view,
            "similarity",
            format_func=lambda key: SIMILARITIES[key].name,
            width=240,
            help="What coefficients take for agreement. S counts all places that both leave "
            "alike, B only those at which somebody placed a boundary.",
        )
        pick(
            st.segmented_control,
            "Convention",
            CONVENTIONS,
            view,
            "convention",
            required=True,
            help="What expected agreement counts. **defined**: boundaries over potential "
            "boundaries, as equations 8 and 11 say. **published**: segments, as Table 2 of "
            "Fournier & Inkpen (2012) was computed.",
        )
        pick(
            st.segmented_control,
            "WindowDiff counts",
            WIDTHS,
            view,
            "width",
            required=True,
            help="What a window of size k holds. **units**: k units, as in Fournier & Inkpen "
            "(2012). **boundaries**: k potential boundaries, as in Pevzner & Hearst (2002), "
            "NLTK and segeval.",
        )
        near_miss_window(view)


def near_miss_window(view: View) -> None:
    """Show the slider of the near-miss window n."""
    st.slider(
        "Near-miss window n",
        2,
        max(10, view.n),
        width=280,
        help="Two boundaries fewer than n positions apart are a near miss (a transposition), "
        "not two full misses.",
        **_bound(view, "n"),
    )


def leave_for(address: str, view: View) -> None:
    """Open another page as soon as the script runs again.

    Parameters
    ----------
    address : str
        Its address.
    view : View
        What it shows.
    """
    st.session_state[NEXT] = (address, view)


def upload(*, then: str = "agreement") -> None:
    """Show the upload; what is uploaded is read, and the review of it opened.

    Parameters
    ----------
    then : str, default "agreement"
        Address of the page that is opened when the review is accepted.
    """
    what = st.segmented_control(
        "What to open", (FILES, FOLDER), default=FILES, required=True, label_visibility="collapsed"
    )
    number = st.session_state.setdefault("uploads", 0)
    files = st.file_uploader(
        "Codings, all of one corpus",
        accept_multiple_files="directory" if what == FOLDER else True,
        key=f"uploaded {number}",
        help="They are read on this server, kept in this session only, and go nowhere else. "
        "You see what was read before it becomes your corpus.",
    )
    if not files:
        return
    shown = _Progress(st.progress(0.0, "Reading"))
    open_review(
        parse_sources((Source(file.name, file.getvalue()) for file in files), progress=shown),
        then=then,
    )
    forget_files(files)
    # A widget with another key: it holds no files any more.
    st.session_state["uploads"] = number + 1
    leave_for("import", current_view())
    st.rerun()


def offer_tables(
    name: str, as_csv: Callable[[], str | bytes], as_json: Callable[[], str | bytes]
) -> None:
    """Offer the tables of a page as files.

    Parameters
    ----------
    name : str
        Name of the files, without its ending.
    as_csv, as_json : callable
        Write them, when somebody asks for them.
    """
    with st.container(horizontal=True, gap="small"):
        st.download_button("CSV", as_csv, f"{name}.csv", on_click="ignore")
        st.download_button("JSON", as_json, f"{name}.json", on_click="ignore")


def templates() -> None:
    """Show the formats that can be read, with a small file of each."""
    shown = st.selectbox(
        "What can be read: an example of each format",
        TEMPLATES,
        format_func=lambda template: template.title,
    )
    st.markdown(literal(shown.about))
    st.download_button(
        literal(shown.name), shown.content, shown.name, on_click="ignore", key="template"
    )
    if isinstance(shown.content, str):
        st.code(shown.content, language=None, wrap_lines=True)


class _Progress:
    """Show how much was read, not more often than a person can see."""

    def __init__(self, bar: DeltaGenerator) -> None:
        self.bar = bar
        self.last = 0.0

    def __call__(self, share: float, name: str) -> None:
        now = time.monotonic()
        if now - self.last >= BEAT:
            self.last = now
            self.bar.progress(min(1.0, max(0.0, share)), literal(f"Reading {shortened(name)}"))


def forget_files(files: Sequence[UploadedFile]) -> None:
    """Give back the memory of uploaded files, which would be kept until the session ends."""
    context = get_script_run_ctx()
    if context and isinstance(context.uploaded_file_mgr, MemoryUploadedFileManager):
        for file in files:
            context.uploaded_file_mgr.remove_file(context.session_id, file.file_id)


def _write(view: View, parameter: str) -> None:
    """Write a widget's value to the address; what belonged to the old value goes.

    The view is the one that was shown, so what it had chosen by itself stays chosen.
    """
    gone: dict[str, Any] = {}
    if parameter == "item":
        gone = {"place": None, "start": None}
    value: Any = st.session_state[f"pick {parameter}"]
    value = tuple(value) if isinstance(value, list) else value
    _go_to(replace(view, page=1, number="", **{parameter: value}, **gone))


def _go_to(view: View) -> None:
    st.query_params.from_dict(view.query())
