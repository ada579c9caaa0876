"""Mode ``accounts``: people sign in at an OpenID provider, and only those who did see anything."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import pytest
from itsdangerous import URLSafeTimedSerializer
from playwright.sync_api import Browser, Page, expect
from streamlit.testing.v1 import AppTest

from segmetrics.dashboard.server import auth
from segmetrics.dashboard.server.auth import OIDC, Person, oidc_missing, oidc_secrets, person_of
from segmetrics.dashboard.server.page_list import PAGES
from tests.support.driving import STILL, rest, running
from tests.support.known import known
from tests.support.oidc import Provider, providing
from tests.support.probing import Answer, Probe, fetched, sign_in
from tests.support.project import PROJECT

USER = "_streamlit_user"
HOUR = 3600
PEOPLE = {
    "ann": {"name": "Ann *Lee*", "email": "ann@example.org", "email_verified": True},
    "ben": {"name": "Ben", "email": "ben@example.org", "email_verified": True},
    "eve": {"name": "Ann *Lee*", "email": "ann@example.org", "email_verified": False},
}
CLAIMS = {
    "is_logged_in": True,
    "iss": "https://id.example.org",
    "sub": "7",
    "name": "Ann",
    "email": "ann@example.org",
    "email_verified": True,
}
SETTINGS = {
    "SEGMETRICS_OIDC_REDIRECT_URI": "https://example.org/oauth2callback",
    "SEGMETRICS_OIDC_COOKIE_SECRET": "x" * 32,
    "SEGMETRICS_OIDC_CLIENT_ID": "segmetrics",
    "SEGMETRICS_OIDC_CLIENT_SECRET": "secret",
    "SEGMETRICS_OIDC_METADATA_URL": "https://id.example.org/.well-known/openid-configuration",
}


# What a provider says of somebody, and what it is worth.


def claims(**changed: object) -> dict[str, Any]:
    return {**CLAIMS, "iat": time.time() - 60, **changed}


def test_a_person_is_known_by_the_provider_and_its_name_for_them() -> None:
    ann = person_of(claims())
    assert ann == Person("https://id.example.org 7", "ann@example.org", "Ann")
    assert person_of(claims(iss="https://other.example.org")) != ann
    assert person_of(claims(sub="70")) != ann


@pytest.mark.parametrize("verified", [False, None, "false", "yes", 1.5, [True], "True"])
def test_an_address_that_is_not_proved_is_none(verified: object) -> None:
    found = known(person_of(claims(email_verified=verified)))
    assert found.email == ""


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ("is_logged_in", False),
        ("is_logged_in", "True"),
        ("iss", None),
        ("sub", ""),
        ("iat", None),
        ("iat", "now"),
        ("iat", 0),
        pytest.param("iat", time.time() - 13 * HOUR, id="iat-long ago"),
    ],
)
def test_without_who_and_when_nobody_is_signed_in(claim: str, value: object) -> None:
    assert person_of(claims(**{claim: value})) is None
    assert person_of({}) is None


def test_a_sign_in_lasts_half_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = claims()
    assert person_of(begun) is not None
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 12 * HOUR)
    assert person_of(begun) is None


def test_a_clock_that_is_set_back_brings_no_sign_in_back(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = claims(sub="ann"), claims(sub="ben")
    user = SimpleNamespace(to_dict=lambda: ann)
    monkeypatch.setattr(auth, "st", SimpleNamespace(user=user, logout=lambda: None))
    auth.sign_out()
    now = time.time()
    with monkeypatch.context() as later:
        later.setattr(time, "time", lambda: now + 13 * HOUR)
        user.to_dict = lambda: ben
        auth.sign_out()
    assert person_of(ann) is person_of(ben) is None
    assert person_of(claims(sub="cy")) is not None


def test_so_many_sign_outs_bring_no_sign_in_back_that_still_lasts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(auth, "_signed_out", {})
    monkeypatch.setattr(auth, "log", lambda _: None)
    ended = claims(sub="ann")
    user = SimpleNamespace(to_dict=lambda: ended)
    monkeypatch.setattr(auth, "st", SimpleNamespace(user=user, logout=lambda: None))
    auth.sign_out()
    for number in range(10_001):
        user.to_dict = partial(claims, sub=f"person {number}")
        auth.sign_out()
    assert person_of(ended) is None
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 13 * HOUR)
    ben = claims(sub="ben")
    user.to_dict = lambda: ben
    auth.sign_out()
    assert len(auth._signed_out) == 10_000
    assert person_of(ben) is None


# What the server needs to know.


def test_settings_of_the_login_are_read_from_the_environment() -> None:
    assert oidc_missing(SETTINGS) == ""
    auth = oidc_secrets(SETTINGS)["auth"]
    assert auth["redirect_uri"] == "https://example.org/oauth2callback"
    assert set(auth) == set(OIDC)
    assert oidc_secrets({}) == {}


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        *((variable, "", f"{variable} not set") for variable in SETTINGS),
        ("SEGMETRICS_OIDC_COOKIE_SECRET", "hush", "shorter than 32 characters"),
        ("SEGMETRICS_OIDC_REDIRECT_URI", "https://example.org/", "does not end in /oauth2callback"),
        ("SEGMETRICS_OIDC_REDIRECT_URI", "http://example.org/oauth2callback", "begin with https"),
        ("SEGMETRICS_OIDC_METADATA_URL", "http://id.example.org/", "begin with https"),
        ("SEGMETRICS_OIDC_METADATA_URL", "ftp://localhost/", "begin with https"),
    ],
)
def test_what_is_missing_is_said(variable: str, value: str, said: str) -> None:
    found = oidc_missing({**SETTINGS, variable: value})
    assert found.startswith("Nobody can sign in: ")
    assert said in found
    assert found.endswith(".")
    assert "hush" not in found


def test_on_this_machine_the_login_may_do_without_tls() -> None:
    here = {
        "SEGMETRICS_OIDC_REDIRECT_URI": "http://127.0.0.1:8501/oauth2callback",
        "SEGMETRICS_OIDC_METADATA_URL": "http://localhost:80/.well-known/openid-configuration",
    }
    assert oidc_missing({**SETTINGS, **here}) == ""


def test_a_server_that_knows_no_provider_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEGMETRICS_MODE", "accounts")
    for variable in SETTINGS:
        monkeypatch.delenv(variable, raising=False)
    app = AppTest.from_file(str(PROJECT / "app.py"), default_timeout=120).run()
    (said,) = app.error
    assert "Nobody can sign in" in said.value
    assert not app.button
    assert not app.get("bidi_component")


# A dashboard and a provider that run.


class Served(NamedTuple):
    """A dashboard, its provider, and what it is told of it."""

    address: str
    provider: Provider
    environment: dict[str, str]


@pytest.fixture(scope="module")
def under_a_path() -> Iterator[Served]:
    """Serve the dashboard in mode ``accounts``, under a path."""
    yield from served("lab/segmetrics")


@pytest.fixture(scope="module")
def here() -> Iterator[Served]:
    """Serve the dashboard in mode ``accounts``."""
    yield from served("")


def served(base: str) -> Iterator[Served]:
    with providing(PEOPLE) as provider:
        environment = provider.environment(base)
        with running(base=base, environment=environment) as dashboard:
            provider.trust(dashboard.address)
            yield Served(dashboard.address, provider, environment)


def name_of(answer: Answer) -> str | None:
    """Find who a page says is signed in; if nobody, see that it says nothing else."""
    said = [line for line in answer.said.replace("\\", "").split("\n") if "Signed in as" in line]
    if said:
        return said[0].removeprefix("Signed in as ")
    assert [button.label for button in answer.of("button")] == ["Sign in"]
    assert answer.components == [{"remember": True}]
    assert "moonstone" not in answer.bytes.decode("utf-8", "replace").lower()
    return None


def seen_with(cookies: dict[str, str], served: Served, **more: Any) -> str | None:
    """Who is signed in for a browser with some cookies."""
    with Probe(served.address, cookies=cookies, **more) as probe:
        return name_of(probe.look())


@pytest.mark.parametrize("query", [{}, {"corpus": "moonstone"}, {"corpus": "x~2", "item": "ch1"}])
def test_without_signing_in_no_page_shows_anything(here: Served, query: dict[str, str]) -> None:
    with Probe(here.address) as probe:
        for info in PAGES:
            assert name_of(probe.look(info.address, **query)) is None


def test_signing_in_says_who_it_is(here: Served) -> None:
    assert seen_with(sign_in(here.address, "ann"), here) == "Ann *Lee*"
    assert seen_with(sign_in(here.address, "ben"), here) == "Ben"


def test_signing_out_ends_it_in_every_tab_and_for_a_copy_of_the_cookie(here: Served) -> None:
    cookies, other = sign_in(here.address, "ann"), sign_in(here.address, "ann")
    with Probe(here.address, cookies=cookies) as tab, Probe(here.address, cookies=cookies) as two:
        assert name_of(two.look()) == "Ann *Lee*"
        (button,) = [one for one in tab.look().of("button") if one.label == "Sign out"]
        assert [urlsplit(url).path for url in tab.press(button).leads_to] == ["/auth/logout"]
        assert name_of(tab.look()) is None
        assert name_of(two.look()) is None
    assert seen_with(cookies, here) is None
    assert seen_with(other, here) == "Ann *Lee*"  # another browser, where she is still signed in


def test_a_sign_in_of_long_ago_is_over_and_says_so(here: Served) -> None:
    here.provider.changed = {"iat": int(time.time()) - 13 * HOUR}
    try:
        cookies = sign_in(here.address, "ann")
    finally:
        here.provider.changed = {}
    with Probe(here.address, cookies=cookies) as probe:
        answer = probe.look()
        assert name_of(answer) is None
        assert "a sign-in lasts 12 hours" in answer.said


def forged(cookies: dict[str, str], served: Served) -> dict[str, dict[str, str]]:
    """Cookies that say more than the server wrote."""
    content, stamp, signature = cookies[USER].rsplit(".", 2)
    said = {**PEOPLE["ben"], "is_logged_in": True, "iss": served.provider.issuer, "sub": "1"}
    said |= {"iat": int(time.time()), "origin": served.address, "provider": "default"}
    text = json.dumps(said)
    payload = base64.urlsafe_b64encode(json.dumps(text).encode()).decode().rstrip("=")
    secret = served.environment["SEGMETRICS_OIDC_COOKIE_SECRET"]

    def signed(key: str, name: str) -> str:
        found = URLSafeTimedSerializer(key, salt=name).dumps(text)
        assert isinstance(found, str)
        return found

    return {
        "other content": {USER: f"{payload}.{stamp}.{signature}"},
        "no signature": {USER: payload},
        "empty signature": {USER: f"{payload}.{stamp}."},
        "cut": {USER: f"{content}.{stamp}.{signature[:-1]}"},
        "other time": {USER: f"{content}.{stamp[::-1]}.{signature}"},
        "signed with another secret": {USER: signed(secret[::-1], USER)},
        "signed as another cookie": {USER: signed(secret, f"{USER}_tokens")},
        "the tokens": {USER: cookies[f"{USER}_tokens"]},
        "plain": {USER: text},
        "rubbish": {USER: "%00.;=,"},
        "parts that are not there": {USER: signed(secret, USER).replace(".", "..")},
    }


def test_a_cookie_that_was_tampered_with_is_worth_nothing(here: Served) -> None:
    cookies = sign_in(here.address, "ann")
    for kind, wrong in forged(cookies, here).items():
        assert seen_with({**cookies, **wrong}, here) is None, kind
    assert seen_with(cookies, here) == "Ann *Lee*"


def test_another_site_cannot_use_the_cookie(here: Served) -> None:
    """A page of another site could open a socket; the browser would send the cookie along."""
    cookies = sign_in(here.address, "ann")
    with pytest.raises(Exception, match=r"HTTP 403"):
        seen_with(cookies, here, headers={"Origin": "https://evil.example"})
    unknown = {**cookies, "_streamlit_xsrf": "2|00000000|00000000000000000000000000000000|1"}
    assert seen_with(unknown, here) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"aud": "another client"},
        {"iss": "https://evil.example"},
        {"nonce": "another request"},
        {"exp": 1},
        {"iat": 2**33},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_a_wrong_token_signs_nobody_in(here: Served, changed: dict[str, object]) -> None:
    here.provider.changed = changed
    try:
        cookies = sign_in(here.address, "ann")
    finally:
        here.provider.changed = {}
    assert seen_with(cookies, here) is None


def test_an_answer_that_nobody_asked_for_signs_nobody_in(here: Served) -> None:
    """Else one could be signed in as somebody else, and give them what one uploads."""
    for query in ("code=1&state=2", "state=", "error=1&error_description=%0Aann", ""):
        status, headers, _ = fetched(here.address, f"/oauth2callback?{query}")
        assert status == 302
        assert ("location", "/") in [(name.lower(), value) for name, value in headers]
        assert not [
            value for _, value in headers if value.startswith(f"{USER}=") and "eyJ" in value
        ]


def test_a_code_is_taken_once(here: Served) -> None:
    assert here.provider.token({"code": "unknown"}, "") is None
    assert not here.provider.codes


# The same in a browser.


def signs_in(page: Page, person: str, place: str) -> None:
    """Follow a link, and sign in on the way."""
    page.goto(place)
    rest(page)
    expect(page.get_by_text("Sign in to see yours")).to_be_visible()
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=person, exact=True).click()
    page.wait_for_url(place)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    rest(page)


def test_one_signs_in_where_one_was_and_out_and_is_led_to_no_other_site(
    browser: Browser, under_a_path: Served
) -> None:
    errors: list[str] = []
    place = f"{under_a_path.address}/?corpus=stargazer&n=3"
    with browser.new_context(viewport={"width": 1280, "height": 800}, **STILL) as context:
        context.on("weberror", lambda error: errors.append(str(error.error)))
        page = context.new_page()
        signs_in(page, "ann", place)
        expect(page.get_by_text("Signed in as Ann *Lee*", exact=True)).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("Overview")
        base = urlsplit(under_a_path.address).path
        for cookie in context.cookies():
            if cookie["name"].startswith(USER):
                found = cookie["path"], cookie["httpOnly"], cookie["sameSite"]
                assert found == (base, True, "Lax")
        assert page.url == place
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_text("Sign in to see yours")).to_be_visible()
        assert not [one for one in context.cookies() if one["name"].startswith(USER)]
        rest(page)
        page.evaluate("sessionStorage.setItem('segmetrics signing in at', 'https://evil.example/')")
        page.get_by_role("button", name="Sign in").click()
        page.get_by_role("button", name="ann", exact=True).click()
        expect(page.get_by_role("button", name="Sign out")).to_be_visible()
        rest(page)
        assert page.url.startswith(under_a_path.address)
    assert errors == []
