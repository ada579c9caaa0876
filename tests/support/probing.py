"""A visitor without a browser: speaks with the dashboard as a browser does, and can misbehave.

What a browser may send, anybody may send: any page and address, any value of any widget,
a request for any file. Everything that the server answers is kept as it came.
"""

from __future__ import annotations

import http.client
import json
import re
import secrets
import socket
from collections.abc import Iterable, Mapping
from http.cookies import SimpleCookie
from typing import Any, Self
from urllib.parse import urlencode, urljoin, urlsplit

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

XSRF = "_streamlit_xsrf"
SECONDS = 30
# Kinds of elements that a visitor can act on.
WIDGETS = (
    *("button", "button_group", "checkbox", "download_button", "file_uploader", "multiselect"),
    *("number_input", "radio", "selectbox", "slider", "text_area", "text_input"),
)


class Answer:
    """What the server sent until a script had ended.

    Parameters
    ----------
    messages : iterable of ForwardMsg
        The messages.
    """

    def __init__(self, messages: Iterable[ForwardMsg]) -> None:
        self.messages = list(messages)

    @property
    def bytes(self) -> bytes:
        """All of it, as it came."""
        return b"\n".join(message.SerializeToString() for message in self.messages)

    @property
    def elements(self) -> list[Any]:
        """The elements that were shown."""
        return [
            message.delta.new_element
            for message in self.messages
            if message.WhichOneof("type") == "delta"
            and message.delta.WhichOneof("type") == "new_element"
        ]

    def of(self, kind: str) -> list[Any]:
        """Find the elements of a kind."""
        return [getattr(one, kind) for one in self.elements if one.WhichOneof("type") == kind]

    @property
    def widgets(self) -> list[tuple[str, Any]]:
        """The widgets, each with its kind."""
        return [
            (one.WhichOneof("type"), getattr(one, one.WhichOneof("type")))
            for one in self.elements
            if one.WhichOneof("type") in WIDGETS
        ]

    @property
    def components(self) -> list[dict[str, Any]]:
        """The data of the browser components."""
        return [json.loads(one.json) for one in self.of("bidi_component") if one.json]

    @property
    def said(self) -> str:
        """What the page says in words."""
        texts = [one.body for kind in ("markdown", "heading", "alert") for one in self.of(kind)]
        return "\n".join(texts)

    @property
    def fragments(self) -> list[tuple[str, str]]:
        """The parts of the page that run by themselves: each with a component in it."""
        return [
            (message.delta.fragment_id, message.delta.new_element.bidi_component.id)
            for message in self.messages
            if message.delta.fragment_id and message.delta.new_element.HasField("bidi_component")
        ]

    @property
    def media(self) -> list[str]:
        """Addresses of files that the page shows or offers, under that of the dashboard."""
        found = re.findall(rb"/media/[0-9a-f]{16,}\.?[a-z0-9]*", self.bytes)
        return [path.decode("ascii") for path in dict.fromkeys(found)]

    @property
    def leads_to(self) -> list[str]:
        """Where the browser was sent."""
        return [
            m.auth_redirect.url for m in self.messages if m.WhichOneof("type") == "auth_redirect"
        ]


class Probe:
    """One session with the dashboard.

    Parameters
    ----------
    address : str
        Address of the dashboard.
    cookies : mapping of str to str
        Cookies that the visitor has.
    session : str
        A session to go on with.
    headers : mapping of str to str
        What is sent besides, or instead.
    called : str
        What the visitor takes for the name of the host, with its port.
    """

    def __init__(
        self,
        address: str,
        *,
        cookies: Mapping[str, str] | None = None,
        session: str = "",
        headers: Mapping[str, str] | None = None,
        called: str = "",
    ) -> None:
        self.address = address
        place = urlsplit(address)
        host = called or place.netloc
        token = xsrf(address)
        self.cookies = {XSRF: token, **(cookies or {})}
        sent = {"Cookie": cookie_header(self.cookies), **(headers or {})}
        origin = Origin(sent.pop("Origin", f"http://{host}"))
        opened = connect(
            f"ws://{host}{place.path}/_stcore/stream",
            sock=socket.create_connection((place.hostname or "", place.port or 80), SECONDS),
            origin=origin,
            subprotocols=[Subprotocol(one) for one in ("streamlit", token, session) if one],
            additional_headers=sent,
            max_size=None,
            open_timeout=SECONDS,
            proxy=None,
        )
        self.socket: ClientConnection = opened.__enter__()
        self.session = ""
        self.page, self.query = "", ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def look(self, page: str = "", **query: str) -> Answer:
        """Open a page, by its address."""
        self.page, self.query = page, urlencode(query)
        return self.act()

    def act(self, *states: WidgetState, fragment: str = "") -> Answer:
        """Do something on the page that is open."""
        message = BackMsg()
        message.rerun_script.query_string = self.query
        message.rerun_script.page_name = self.page
        message.rerun_script.fragment_id = fragment
        message.rerun_script.widget_states.widgets.extend(states)
        self.send(message)
        return Answer(self._until_it_ends())

    def send(self, message: BackMsg) -> None:
        """Send anything."""
        self.socket.send(message.SerializeToString())

    def receive(self) -> ForwardMsg:
        """Take one message."""
        found = ForwardMsg()
        found.ParseFromString(self.socket.recv(timeout=SECONDS, decode=False))
        if found.WhichOneof("type") == "new_session":
            self.session = found.new_session.initialize.session_id
        return found

    def _until_it_ends(self) -> Iterable[ForwardMsg]:
        while True:
            message = self.receive()
            yield message
            early = ForwardMsg.FINISHED_EARLY_FOR_RERUN
            if message.WhichOneof("type") == "script_finished" and message.script_finished != early:
                return

    def press(self, button: Any) -> Answer:
        """Press a button, whether it is shown or not."""
        return self.act(WidgetState(id=button.id, trigger_value=True))

    def upload(self, uploader: Any, name: str, content: bytes) -> WidgetState:
        """Upload a file; gives what says to the page that it is there."""
        message = BackMsg()
        asked = message.file_urls_request
        asked.request_id, asked.session_id = "1", self.session
        asked.file_names.append(name)
        self.send(message)
        while (found := self.receive()).WhichOneof("type") != "file_urls_response":
            pass
        (urls,) = found.file_urls_response.file_urls
        mark = secrets.token_hex(8)
        head = f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="file"\r\n\r\n'
        status, *_ = self.request(
            urls.upload_url,
            method="PUT",
            body=head.encode() + content + f"\r\n--{mark}--\r\n".encode(),
            headers={"Content-Type": f"multipart/form-data; boundary={mark}"},
        )
        if status >= 400:
            raise ConnectionRefusedError(f"the upload was answered by {status}")
        state = WidgetState(id=uploader.id)
        info = state.file_uploader_state_value.uploaded_file_info.add()
        info.file_id, info.name, info.size = urls.file_id, name, len(content)
        info.file_urls.CopyFrom(urls)
        return state

    def bring(self, name: str, content: bytes, *, accepted: bool = True) -> str:
        """Upload a file, and accept what is in it; gives its place."""
        (uploader,) = self.look("projects").of("file_uploader")[:1]
        answer = self.act(self.upload(uploader, name, content))
        place: str = re.findall(rb"corpus=([A-Za-z0-9_-]{20,})", answer.bytes)[-1].decode("ascii")
        if accepted:
            self.accept(place)
        return place

    def accept(self, place: str) -> Answer:
        """Accept what was uploaded."""
        shown = self.look("import", corpus=place).of("button")
        (button,) = [one for one in shown if one.label.startswith("Accept")]
        return self.press(button)

    def request(
        self,
        path: str,
        *,
        method: str = "GET",
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        """Ask for something by HTTP, with the visitor's cookies."""
        sent = {
            "Cookie": cookie_header(self.cookies),
            "X-Xsrftoken": self.cookies[XSRF],
            **(headers or {}),
        }
        return fetched(self.address, path, method=method, body=body, headers=sent)

    def download(self, file: str) -> str:
        """Ask for a file that is made when asked for; gives its address, empty if refused."""
        message = BackMsg()
        request = message.backend_operation_request
        request.request_id, request.session_id = "1", self.session
        request.deferred_file.file_id = file
        self.send(message)
        while True:
            found = self.receive()
            if found.WhichOneof("type") == "backend_operation_response":
                return found.backend_operation_response.deferred_file.url


def xsrf(address: str) -> str:
    """Get a token that says that requests come from the dashboard's own pages."""
    _, headers, _ = fetched(address, "/_stcore/health")
    (cookie,) = [value for name, value in headers if name.lower() == "set-cookie"]
    return cookie.partition("=")[2].partition(";")[0]


def cookie_header(cookies: Mapping[str, str]) -> str:
    """Write cookies as a browser sends them."""
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def fetched(
    address: str,
    path: str,
    *,
    method: str = "GET",
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Ask for something by HTTP, as it stands: gives status, headers and content."""
    place = urlsplit(address)
    connection = http.client.HTTPConnection(place.netloc, timeout=SECONDS)
    try:
        connection.request(method, f"{place.path}{path}", body=body, headers=dict(headers or {}))
        answer = connection.getresponse()
        return answer.status, answer.getheaders(), answer.read()
    finally:
        connection.close()


def sign_in(address: str, person: str) -> dict[str, str]:
    """Sign somebody in by the way that browsers go; gives the cookies that they have then."""
    with Probe(address) as probe:
        (button,) = probe.look().of("button")
        (there,) = probe.press(button).leads_to
    cookies: dict[str, str] = {}
    here = urljoin(address, there)
    for _ in range(3):
        if not here.startswith(address):
            here += f"&person={person}"
        here = followed(here, cookies)
    return cookies


def followed(here: str, cookies: dict[str, str]) -> str:
    """Go where an address sends a browser, with its cookies: gives the next address."""
    place = urlsplit(here)
    host, path = f"http://{place.netloc}", f"{place.path}?{place.query}"
    _, headers, _ = fetched(host, path, headers={"Cookie": cookie_header(cookies)})
    (location,) = [value for name, value in headers if name.lower() == "location"]
    for name, value in headers:
        if name.lower() == "set-cookie":
            cookies |= {one.key: one.value for one in SimpleCookie(value).values()}
    return urljoin(here, location)
