"""What the pages Share and Shared say."""

from __future__ import annotations

from collections.abc import Mapping

from segmetrics.phrases import joined
from segmetrics.settings import Mode

P_ADJUSTED, P_ABOUT = (
    "p, adjusted",
    "How often shuffled codings agree at least as much as the coders do, adjusted for the number "
    "of items. The smaller, the less likely is chance.",
)
SENTENCE, CHANGE = "In one sentence", "The rounds in one sentence"
RESULTS = "Results"
ROUNDS, METHODS = "Rounds of coding", "Methods"
BEFORE_REPORTING = (
    "{} The numbers below are of the codings as they are. Decide what to do about it before you "
    "report them."
)
REPORT = "The report"
QUESTION = "Start with"
QUESTION_ABOUT = (
    "The text answers both questions; choose which comes first. p and the verdict are about these "
    "codings, the interval is about other coders and items."
)
HOLDS = "What the report holds"
ROUND = "Round"
ROUND_HELP = "All on this page is of this round, but for the changes from round to round."
NOTHING_HELD = "Choose at least one thing that the report is to hold."
BY_NUMBER = (
    "With numbers, no name of a coder stands anywhere in the report. Names of items and texts stay "
    "as they are."
)
TABLES = "Tables and figures"
WITH_PASSAGES, WITHOUT_PASSAGES = "Put passages of the texts in", "Leave the texts out"
TABLES_ABOUT = "The LaTeX document cites the BibTeX file: keep both in one folder."
KEEP = "Keep this report"
KEEP_ABOUT = "As HTML, as it is now, beside the project; the page Projects lists it."
KEPT = "This report was kept; the page Projects lists it."
GOLD = "The consensus segmentation"
GOLD_ABOUT = "On the page Decide you settle disputed places and download the result for Excel."
TO_GOLD = "Decide disputed places →"
COLLEAGUE = "A link for a colleague"
EVERYTHING = "Everything"
EVERYTHING_ABOUT = (
    "One ZIP with all rounds: codings, texts, decisions, settings, files and reports. To have the "
    "project again, here or elsewhere, drop the ZIP on the upload of the page Projects."
)
EVERYTHING_SEEN = "The codings, texts, decisions and reports of all rounds in one ZIP."
DOWNLOAD_ALL = "Everything of this project (ZIP)"
MAKE_LINK, COPIED = "Make a link to read", "I have copied it"
COPY_NOW = (
    "**Copy it now**: it is kept nowhere and cannot be shown again. Projects lists the links that "
    "you made, and takes them back."
)
IN_PREVIEW = "The report, as the HTML file shows it"
SHOW = "Show it ({})"
HTML_INSTEAD = "Send the report as HTML instead: it opens anywhere, without a network."

LINKS: Mapping[Mode, str] = {
    "local": f"segmetrics runs on this machine alone, so a link works only here. {HTML_INSTEAD}",
    "ephemeral": "This server keeps nothing, so a link leads nowhere once you close the page. "
    f"{HTML_INSTEAD}",
    "links": "Whoever has the link sees the answer, the items and the report, and changes nothing.",
    "accounts": "For the people whom you invite on the page Projects: it shows the answer, the "
    "items and the report.",
}
NOT_SAVED = f"This is no project of yours, so there is no link to it. {HTML_INSTEAD}"
NOT_YOURS = "Only the owner of this project gives out links to it."

CONTENTS, CODERS = "Contents", "Coders"

# The page that a link leads to.
ITEM, VERDICT = "Item", "Verdict"
ITEMS = "Items, those first that need work"
RECORDINGS = "Recordings"
DOWNLOAD_REPORT = "The report (HTML)"
ALL_PAGES = "All pages of this project →"
UNKNOWN = "No report holds {!r}, which the address asks for; it was left out."
NO_CONSENSUS = "The report has no consensus segmentation: {}. The page Decide has the rule."
MADE_BY = "**What went into it** {}. Every file holds the whole of it at its end."
REPORT_OF = "Report of {}"
LEFT_OUT = "Left out because of problems: {}."


def before_sending(*, passages: bool, names: bool) -> str:
    held = [
        *(["passages of the texts"] if passages else []),
        *(["the names of the coders"] if names else []),
    ]
    if not held:
        return "The report holds no passage of the texts and no name of a coder."
    return f"**Before you send it:** the report holds {joined(held)}."
