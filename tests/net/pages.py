"""Pages of the dashboard: their addresses, and what somebody does on them."""

from __future__ import annotations

import os
import re
import time
from collections import defaultdict
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from tests.net.commands import commands
from tests.net.dashboard import (
    HASHES,
    addresses,
    data_of,
    follow,
    key_of,
    open_app,
    opened,
    page,
    page_text,
    press,
    run,
    shown,
    uploaded,
    use_store,
)
from tests.net.outputs import normalised

# Numbers of one kind that are opened on a page.
OF_A_KIND = 2
QUERIES: dict[str, list[tuple[str, dict[str, str]]]] = {
    "overview": [
        ("published", {"convention": "published", "width": "boundaries", "n": "4"}),
        ("b sorted", {"similarity": "b", "sort": "-mass"}),
        ("hidden", {"intervals": "hidden", "similarity": "wd", "uncertain": "ignore"}),
        ("f1", {"similarity": "f1", "group": "2"}),
        ("a", {"similarity": "a", "uncertain": "boundary"}),
        ("nonsense", {"n": "one", "convention": "odd", "group": "99", "sort": "odd"}),
    ],
    "heat-maps": [
        ("places", {"look": "places", "order": "reliability"}),
        ("overview", {"look": "overview", "order": "length"}),
        ("multiples", {"look": "multiples", "scale": "same"}),
    ],
    "item": [
        ("windows", {"sees": "windows", "n": "3"}),
        ("alignment", {"sees": "alignment", "place": "3"}),
        ("levels", {"sees": "levels", "width": "boundaries"}),
    ],
    "coders": [
        ("b group 2", {"metric": "b", "group": "2"}),
        ("wd", {"metric": "wd", "wish": "5"}),
        ("a", {"metric": "a", "similarity": "b"}),
    ],
    "segmenters": [("some", {"added": "NONE\nBIN\nMAGIC"}), ("none", {"added": ""})],
    "decide": [
        ("pooled", {"method": "pooled", "n": "3"}),
        ("medoid", {"method": "medoid", "scope": "item"}),
        ("model", {"method": "model", "worklist": "uncertain"}),
        ("share", {"threshold": "at_least", "share": "33", "sort": "-support"}),
    ],
    "share": [
        ("numbered", {"coders": "numbered", "intervals": "hidden"}),
        ("some", {"contents": "agreement\npairs\nodd", "similarity": "b"}),
        ("nothing", {"contents": ""}),
    ],
}
# Pages on which numbers can be opened.
HAVE_NUMBERS = {"overview", "item", "coders", "segmenters", "decide", "laboratory"}
COMPARE, ROUNDS = "compare-two", "over-time"
OF_ROUNDS = {"corpus": "interviews", "other": "interviews-2"}
OF_FILMS = {"corpus": "film", "other": "film-coarse"}
# Pages under other addresses: title, name, query parameters.
OTHER_QUERIES: list[tuple[str, str, dict[str, str]]] = [
    ("data", "none", {}),
    *((title, "no-such-corpus", {"corpus": "nothing"}) for title in ("data", "overview", "item")),
    *((title, "interviews", OF_ROUNDS) for title in (COMPARE, ROUNDS)),
    *((title, "films", OF_FILMS) for title in (COMPARE, ROUNDS)),
    (
        COMPARE,
        "interviews.b",
        OF_ROUNDS | {"similarity": "b", "sort": "-change", "convention": "published"},
    ),
    (COMPARE, "interviews.item", OF_ROUNDS | {"item": "interview 3", "n": "3"}),
    (ROUNDS, "interviews.b", OF_ROUNDS | {"similarity": "b", "n": "4"}),
    (COMPARE, "one-of-another", {"corpus": "moonstone", "other": "dialogue"}),
    (ROUNDS, "one-of-another", {"corpus": "moonstone", "other": "dialogue"}),
    *(
        ("reproduce", paper, {"paper": paper})
        for paper in ("scaiano2012", "carroll2010", "diaz2022")
    ),
    *(("metrics", key, {"number": key, "opened": key}) for key in ("s", "wd", "hierwd")),
]
IN_GROUPS = {"corpus": "moonstone", "group": "2"}


def dialogs(title: str, query: dict[str, str]) -> str:
    """Open the numbers of a page, some of each kind, and write their dialogs."""
    parts, kinds = [], defaultdict[tuple[str, ...], int](int)
    found = (address for data in data_of(opened(title, query)) for address in addresses(data))
    for number in dict.fromkeys(
        dict(parse_qsl(urlsplit(one).query)).get("number", "") for one in found
    ):
        kind = tuple(number.split(" ")[:2])
        kinds[kind] += 1
        if number and kinds[kind] <= OF_A_KIND:
            app = opened(title, query | {"number": number}, expand=False)
            parts.append("\n".join([f"=== {number}", *shown(app._tree.children[2])]))
    return "\n".join(parts) + "\n"


def save_gaps(path: Path) -> dict[str, str]:
    """Save the corpus with gaps in a store of its own; returns its key."""
    use_store(path)
    app = press(uploaded("gaps.json"), "Accept")
    return {"key": key_of(follow(app))}


def scenes() -> str:
    """Write the Laboratory with each of its scenes, and with a drawing of one's own."""
    app = opened("laboratory", {})
    found = {
        dict(parse_qsl(urlsplit(one).query)).get("scene", ""): one
        for data in data_of(app)
        for one in addresses(data)
    }
    parts = []
    for key, address in found.items():
        if key:
            parts.append(f"=== scene {key}")
            parts.append(page("laboratory", dict(parse_qsl(urlsplit(address).query))))
    for drawn in ("a: 2 3 5\nb: 3 2 5\nc: 10", "reference=4 4 2\nh1=5 5", "nonsense"):
        parts += [f"=== drawn {drawn!r}", page("laboratory", {"drawn": drawn})]
    return "\n".join(parts)


def importing(name: str) -> str:
    """Write the pages from an upload to what is kept."""
    use_store(Path("importing.db"))
    app = uploaded(name)
    key = key_of(app)
    parts = ["=== uploaded", page_text(app)]
    if any(one.label.startswith("Leave out the") for one in app.button):
        parts += ["=== left out", page_text(press(app, "Leave out the"))]
    accept = [one for one in app.button if one.label.startswith("Accept") and not one.disabled]
    if accept:
        press(app, "Accept")
        parts += ["=== accepted", page_text(follow(app))]
        key = key_of(app)
    for title in ("data", "import", "projects"):
        parts += [f"=== {title}", page(title, {"corpus": key})]
    return normalised("\n".join(parts), key)


def deciding() -> str:
    """Write the pages on which somebody decides disputes, keeps a consensus and a report."""
    use_store(Path("deciding.db"))
    app = press(uploaded("gaps.json"), "Accept")
    key = key_of(follow(app))
    app = opened("decide", {"corpus": key})
    parts = []
    for label in ("Agree", "No boundary here", "Undo", "Keep this consensus"):
        press(app, label)
        parts += [f"=== {label}", page_text(app)]
    app = press(opened("share", {"corpus": key}), "Keep this report")
    parts += ["=== kept", page("projects", {"corpus": key}), page("decide", {"corpus": key})]
    return normalised("\n".join(parts), key)


PROVIDER = {
    "SEGMETRICS_OIDC_REDIRECT_URI": "https://seg.example.org/oauth2callback",
    "SEGMETRICS_OIDC_COOKIE_SECRET": "no secret at all, " * 3,
    "SEGMETRICS_OIDC_CLIENT_ID": "segmetrics",
    "SEGMETRICS_OIDC_CLIENT_SECRET": "none",
    "SEGMETRICS_OIDC_METADATA_URL": "https://id.example.org/.well-known/openid-configuration",
}
"""What a server of mode accounts is told about those who vouch for people."""


def sharing(mode: str) -> str:
    """Write what pages say of a corpus and of who sees it, in a mode for many people."""
    os.environ["SEGMETRICS_MODE"] = mode
    if mode == "accounts":
        os.environ |= PROVIDER
    if mode == "ephemeral":
        del os.environ["SEGMETRICS_STORE"]
    app = open_app()
    app.user = {
        "is_logged_in": True,
        "iat": int(time.time()),
        "email_verified": True,
        "email": "ann@example.org",
        "name": "Ann",
        "sub": "1",
        "iss": "https://x.org",
    }
    app._page_hash = HASHES["import"]
    run(app)
    parts = ["=== first", page_text(app)]
    if app.file_uploader:
        app.file_uploader[0].set_value([("gaps.json", Path("gaps.json").read_bytes(), "")])
        press(follow(run(app)), "Accept")
        parts += ["=== accepted", page_text(follow(app))]
        app._page_hash = HASHES["projects"]
        parts += ["=== saved", page_text(run(app))]
        for label in ("Make a link", "I have copied it"):
            if any(one.label.startswith(label) for one in app.button):
                parts += [f"=== {label}", page_text(press(app, label))]
    text = "\n".join(parts)
    return normalised(text, *set(re.findall(r"corpus=([\w-]{16,})", text)))


def storing() -> str:
    """Write what the commands about the store say of a corpus that was saved on a page."""
    use_store(Path("storing.db"))
    key = key_of(follow(press(uploaded("gaps.json"), "Accept")))
    lines = [
        "store check",
        "store backup backup.zip",
        "store backup backup.zip",
        "store restore backup.zip",
        "store restore backup.zip --store sqlite:///restored.db",
        "store check --store sqlite:///restored.db",
        "store vacuum",
        f"store export --corpus {key} -o export.zip",
        f"store delete --corpus {key} --yes",
        f"store delete --corpus {key} --yes",
        "store check",
    ]
    hidden = re.sub(r'"sha256": "\w+"', '"sha256": "..."', commands(lines))
    return normalised(hidden, key)
