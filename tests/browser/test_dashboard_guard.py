"""Who may see the dashboard: the command as it runs, asked over the network as a stranger would."""

import http.client
import socket
from urllib.parse import urlsplit

import pytest

from tests.browser.dashboard import Dashboard

ROUTES = (
    "/",
    "/history",
    "/variants",
    "/nowhere",
    "/favicon.ico",
    "/panel/panel.js",
    "/_nicegui/3/static/nicegui.js",
    "/_nicegui_ws/socket.io/?EIO=4&transport=polling",
    "/_nicegui_ws/socket.io/?EIO=4&transport=polling&token=wrong",
    "/_nicegui/client/1/upload/1",
)
CHANNELS = ("/live/000000000000", "/_nicegui_ws/socket.io/?EIO=4&transport=websocket")
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    with Dashboard(tmp_path_factory.mktemp("own")) as dashboard:
        yield dashboard


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    with Dashboard(tmp_path_factory.mktemp("shared"), "--host", "127.0.0.1") as dashboard:
        yield dashboard


def ask(dashboard, path, method="GET", **headers):
    """(status, headers, body); headers by their names with _ for -."""
    parts = urlsplit(dashboard.base)
    connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=10)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        reply = connection.getresponse()
        # A channel that was opened has no end to read to.
        body = "" if reply.status == 101 else reply.read().decode("utf-8", "replace")
        return reply.status, reply.headers, body
    finally:
        connection.close()


def knock(dashboard, path, **headers):
    """The status that answers the wish for a channel: 101 opens it."""
    return ask(dashboard, path, **{name.replace("-", "_"): value for name, value in HANDSHAKE.items()}, **headers)[0]


def test_without_host_it_listens_to_this_computer_alone(own):
    assert own.url == own.base + "/"
    assert ask(own, "/")[0] == 200
    port = urlsplit(own.base).port
    for address in {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}:
        if not address.startswith("127."):
            with pytest.raises(OSError), socket.create_connection((address, port), 2):
                pass


def test_another_sites_page_gets_nothing(own):
    for path in ROUTES:
        status, _, body = ask(own, path, Host="evil.example")
        assert (status, body) == (403, "This page is for this computer only.")
        assert ask(own, path, Origin="http://evil.example")[0] == 403
    for path in CHANNELS:
        assert knock(own, path, Host="evil.example") == 403
        assert knock(own, path, Origin="http://evil.example") == 403
    # An address that is no loopback name is another site as well, without a token.
    assert ask(own, "/", Host="192.168.1.5")[0] == 403
    port = urlsplit(own.base).port
    for name in ("localhost", f"localhost:{port}", f"127.0.0.1:{port}", "[::1]"):
        assert ask(own, "/", Host=name)[0] == 200
    assert knock(own, CHANNELS[1]) == 101


def test_with_host_nothing_is_told_without_the_token(shared):
    for path in ROUTES:
        for method in ("GET", "POST"):
            status, headers, body = ask(shared, path, method)
            assert status == 401, path
            assert "token" in body and "<html" not in body
            assert "set-cookie" not in headers
    cookie = cookie_of(shared)
    name, _, token = cookie.partition("=")
    for wrong in (f"{name}=", f"{name}={token[:-1]}", f"{name}={token}x", f"{name}_={token}", "nonsense"):
        assert ask(shared, "/", Cookie=wrong)[0] == 401
        assert [knock(shared, path, Cookie=wrong) for path in CHANNELS] == [401, 401]
    assert [knock(shared, path) for path in CHANNELS] == [401, 401]


def cookie_of(shared):
    """The cookie that the printed address brings."""
    parts = urlsplit(shared.url)
    status, headers, _ = ask(shared, f"{parts.path}?{parts.query}")
    assert status == 303
    return headers["set-cookie"].partition(";")[0]


def test_the_printed_address_opens_it_once_and_the_cookie_from_then_on(shared):
    parts = urlsplit(shared.url)
    token = parts.query.removeprefix("token=")
    assert len(token) >= 32
    status, headers, _ = ask(shared, f"/history?{parts.query}&x=1")
    assert (status, headers["location"]) == (303, "/history?x=1")
    told = headers["set-cookie"]
    assert "HttpOnly" in told and "SameSite=Strict" in told and token in told
    assert headers["referrer-policy"] == "no-referrer"
    # No way to another computer through the address.
    assert ask(shared, f"//evil.example/?{parts.query}")[1]["location"] == "/evil.example/"
    cookie = told.partition(";")[0]
    for path in ("/", "/history", "/panel/panel.js"):
        assert ask(shared, path, Cookie=cookie)[0] == 200
    assert knock(shared, CHANNELS[1], Cookie=cookie) == 101
    # The cookie does not help a page of another site, whatever name it uses for this computer.
    assert ask(shared, "/", Cookie=cookie, Origin="http://evil.example")[0] == 403
    assert ask(shared, "/", Cookie=cookie, Host="evil.example")[0] == 403
    assert ask(shared, "/", Cookie=cookie, Host="192.168.1.5:80")[0] == 200
    assert ask(shared, "/", Cookie=cookie, Host=socket.gethostname())[0] == 200


def test_two_starts_have_two_tokens(shared, tmp_path):
    with Dashboard(tmp_path, "--host", "127.0.0.1") as other:
        assert urlsplit(other.url).query != urlsplit(shared.url).query
        assert ask(other, "/", Cookie=cookie_of(shared))[0] == 401


def test_the_pages_work_with_the_token(shared, visit):
    parts = urlsplit(shared.url)
    page = visit(shared, f"/variants?{parts.query}")
    page.get_by_text("Good: it can be played.").wait_for()
    assert page.url == shared.base + "/variants"
    page.goto(shared.base + "/history")
    page.get_by_text("There are no games yet").wait_for()


def test_nothing_may_be_loaded_from_elsewhere(own):
    policy = ask(own, "/")[1]["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
    assert "http:" not in policy and "https:" not in policy and "*" not in policy
    # Pages may talk to their own origin only.
    assert "connect-src 'self'" in policy


def test_a_strange_answer_is_none(own):
    # What is not in the list of boards cannot be opened, whatever is asked for.
    assert knock(own, "/live/socket://127.0.0.1:1") == 403
    assert ask(own, "/history/" + "9" * 40)[0] == 200
    status, _, body = ask(own, "/nowhere")
    assert status == 404 and "There is no such page" in body and "/statistics" in body
    assert ask(own, "/panel/../serving.py")[0] == 404
    assert ask(own, "/panel/serving.py")[0] == 404


def test_it_ends_without_complaint_though_somebody_holds_on(tmp_path):
    with Dashboard(tmp_path) as dashboard:
        parts = urlsplit(dashboard.base)
        # Browsers that have fallen asleep: a channel whose end nobody confirms, and a request that is never finished.
        with socket.create_connection((parts.hostname, parts.port), 10) as channel:
            lines = [f"GET {CHANNELS[1]} HTTP/1.1", f"Host: {parts.netloc}"]
            lines += [f"{name}: {value}" for name, value in HANDSHAKE.items()]
            channel.sendall("\r\n".join([*lines, "", ""]).encode())
            assert channel.recv(12) == b"HTTP/1.1 101"
            with socket.create_connection((parts.hostname, parts.port), 10) as request:
                request.sendall(
                    f"POST /_nicegui_ws/socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: {parts.netloc}"
                    "\r\nContent-Length: 9\r\n\r\n".encode()
                )
                dashboard.end()
