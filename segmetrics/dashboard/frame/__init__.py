"""The frame of the dashboard: what every page needs."""

from segmetrics.dashboard.frame import computations
from segmetrics.dashboard.frame.coder_groups import group_number
from segmetrics.dashboard.frame.controls import (
    current_view,
    mirror,
    name_group,
    near_miss_window,
    open_corpus,
    pick,
    pick_group,
    pick_group_or_all,
    show_address,
    show_view,
)
from segmetrics.dashboard.frame.deletion import (
    ask_first,
    corpus_goes,
    leave,
    offer_discard,
    round_goes,
)
from segmetrics.dashboard.frame.derivation_dialog import open_found
from segmetrics.dashboard.frame.downloads import offer_file, packed
from segmetrics.dashboard.frame.drafts import delete, discard, forget_files, review_given
from segmetrics.dashboard.frame.import_forms import ask, map_columns
from segmetrics.dashboard.frame.jobs import Refused, kept
from segmetrics.dashboard.frame.metric_options import options_of, title_of
from segmetrics.dashboard.frame.name_forms import (
    match_form,
    project_name,
    rename_form,
    rerun_unless,
)
from segmetrics.dashboard.frame.page_parts import (
    chart,
    drawers,
    explained,
    for_paper,
    notes,
    offer_in_formats,
    offer_tables,
    sentences,
    titled,
)
from segmetrics.dashboard.frame.paging import PAGE_SIZE, on_page, page_links
from segmetrics.dashboard.frame.problem_list import (
    offer_problems,
    show_notices,
    show_problems,
    show_recognised,
)
from segmetrics.dashboard.frame.selected_corpus import (
    FILES,
    SelectedCorpus,
    chosen,
    looks_only,
    rounds_of,
    two_rounds,
)
from segmetrics.dashboard.frame.session_store import saved_corpora, say, store, told, visitor, when
from segmetrics.dashboard.frame.shown_item import (
    intervals_shown,
    item_shown,
    pairs_on,
    part_links,
    resolve,
    too_detailed,
    visible_part,
)
from segmetrics.dashboard.frame.text import download_name, escape_markdown
from segmetrics.dashboard.frame.upload_form import begun, leave_for, templates, upload
from segmetrics.dashboard.frame.url_state import LENGTHS_OF, UrlState
from segmetrics.dashboard.frame.who import recordings_as_coded, reference_counts, see_slips
from segmetrics.dashboard.frame.who_switch import who_in_rounds
from segmetrics.dashboard.frame.words import FACE, LOOKS, MORE, NEW, ROUND, SEES, WAITING
from segmetrics.dashboard.server.streamlit_internals import give_back
from segmetrics.io.problems import shortened
from segmetrics.io.recognition import recognised
