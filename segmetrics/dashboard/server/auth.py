"""Who is signed in, in mode ``accounts``.

Streamlit signs people in at an OpenID provider and keeps what it said of them in a signed
cookie. What that is worth is decided here: who somebody is, whether an e-mail address is
theirs, and when they have to sign in again.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from segmetrics.dashboard.server.logs import log

HOURS = 12
"""Hours after which people sign in again."""

OIDC: Mapping[str, str] = {
    "redirect_uri": "SEGMETRICS_OIDC_REDIRECT_URI",
    "cookie_secret": "SEGMETRICS_OIDC_COOKIE_SECRET",
    "client_id": "SEGMETRICS_OIDC_CLIENT_ID",
    "client_secret": "SEGMETRICS_OIDC_CLIENT_SECRET",
    "server_metadata_url": "SEGMETRICS_OIDC_METADATA_URL",
}
"""Variable of each setting in ``[auth]`` of Streamlit's secrets."""

CALLBACK = "/oauth2callback"
SHORTEST_SECRET = 32
LOOPBACK = ("localhost", "127.0.0.1", "::1")

# Sign-ins that were ended by hand, the oldest first, and when by a clock that nobody sets: a cookie
# alone does not know of it. All are kept while they would last, and the last of them longer, as a
# cookie may be worth something again when the clock is set back.
_signed_out: dict[tuple[object, ...], float] = {}
KEPT_LONGER = 10_000
_guard = threading.Lock()


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody whom the OpenID provider knows."""

    subject: str
    email: str = ""
    name: str = ""


def signed_in() -> Person | None:
    """Find who is signed in, in this session."""
    return person_of(st.user.to_dict())


def person_of(claims: Mapping[str, Any]) -> Person | None:
    """Read what the provider said of a person."""
    issuer, subject = claims.get("iss"), claims.get("sub")
    if claims.get("is_logged_in") is not True or not issuer or not subject:
        return None
    if is_old(claims) or _sign_in(claims) in _signed_out:
        return None
    proved = claims.get("email_verified") in (True, "true")
    return Person(
        f"{issuer} {subject}",
        str(claims.get("email") or "").strip() if proved else "",
        str(claims.get("name") or ""),
    )


def is_old(claims: Mapping[str, Any]) -> bool:
    """Return whether a sign-in was too long ago, or at no known time."""
    begun = claims.get("iat")
    return not isinstance(begun, int | float) or time.time() - begun > HOURS * 3600


def _sign_in(claims: Mapping[str, Any]) -> tuple[object, ...]:
    """Return what tells one sign-in from all others."""
    return tuple(claims.get(name) for name in ("iss", "sub", "iat", "nonce"))


def sign_out() -> None:
    """End this sign-in, in all tabs, and wherever else its cookie may be."""
    now, ended = time.monotonic(), _sign_in(st.user.to_dict())
    with _guard:
        _signed_out.setdefault(ended, now)
        while len(_signed_out) > KEPT_LONGER:
            oldest, when = next(iter(_signed_out.items()))
            if now - when <= HOURS * 3600:
                break
            del _signed_out[oldest]
    log("signed out")
    st.logout()


def oidc_secrets(environment: Mapping[str, str] = os.environ) -> dict[str, dict[str, str]]:
    """Read from the environment what Streamlit's login needs, as secrets for its `App`."""
    auth = {name: environment[of] for name, of in OIDC.items() if environment.get(of)}
    return {"auth": auth} if auth else {}


def oidc_missing(environment: Mapping[str, str] = os.environ) -> str:
    """Return what is missing before people can sign in."""
    auth = oidc_secrets(environment).get("auth") or _auth_of_files()
    wrong = _wrong(auth)
    return f"Nobody can sign in: {wrong}." if wrong else ""


def _auth_of_files() -> Mapping[str, Any]:
    """Find ``[auth]`` in the files of secrets."""
    auth = st.secrets.get("auth") if st.secrets.load_if_toml_exists() else None
    return auth or {}


def _wrong(auth: Mapping[str, Any]) -> str:
    """Return what is wrong with the settings of the login, first what is missing."""
    missing = [name for name in OIDC if not auth.get(name)]
    if missing:
        variables = ", ".join(OIDC[name] for name in missing)
        return f"{variables} not set, nor {', '.join(missing)} in [auth] of secrets.toml"
    if not all(find_spec(module) for module in ("authlib", "httpx")):
        return "Authlib and httpx are not installed; install segmetrics[server]"
    if len(str(auth["cookie_secret"])) < SHORTEST_SECRET:
        return f"{OIDC['cookie_secret']} is shorter than {SHORTEST_SECRET} characters"
    if not str(auth["redirect_uri"]).endswith(CALLBACK):
        return f"{OIDC['redirect_uri']} does not end in {CALLBACK}"
    for name in ("redirect_uri", "server_metadata_url"):
        if not _is_safe(str(auth[name])):
            return f"{OIDC[name]} does not begin with https://"
    return ""


def _is_safe(url: str) -> bool:
    """Return whether nobody on the way can read what goes to an address."""
    found = urlsplit(url)
    return found.scheme == "https" or (found.scheme == "http" and found.hostname in LOOPBACK)
