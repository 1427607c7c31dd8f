"""Who may see the dashboard: this computer's own browser, or, where it listens for others, whoever has the token.

Everything goes through the guard: pages, files, the pages' own channel and the panels' one.
"""

from __future__ import annotations

import hmac
import ipaddress
import socket
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from lightpeg_host.page.server import OWN_NAMES, Application, Scope

# Seconds for which a browser keeps the token: a month.
KEPT = 30 * 24 * 3600
# Nothing is loaded from anywhere else. NiceGUI's pages have scripts and styles in them and compile their templates.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "connect-src 'self' ws: wss:; img-src 'self' data: blob:; font-src 'self' data:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'; object-src 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
STRANGER = "This page is for this computer only."
NO_TOKEN = (
    "A token is needed. Open the address that `lightpeg dashboard` printed when it started; it has the token in it."
)


class Guard:
    """Lets through what `app` may answer.

    Without a token only requests that name this computer by a loopback name pass. With one, a request must have it, in
    the cookie or once in the address, and may name the computer by an IP address, by `host` or by the computer's own
    name: no web site can make a browser use a name of its own for this computer. Requests that a page of another
    origin sends are refused either way.
    """

    def __init__(self, app: Application, port: int, token: str | None = None, host: str | None = None) -> None:
        self._app = app
        self._token = token
        # Cookies are kept by host, not by port: two dashboards of one computer must not take each other's.
        self._cookie = f"lightpeg_{port}"
        self._names = set(OWN_NAMES)
        if token is not None:
            name = socket.gethostname().lower()
            self._names |= {name, name + ".local"} | ({host.lower()} if host else set())

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if not self._is_own(headers.get("host", ""), headers.get("origin")):
            await _refuse(scope, send, 403, STRANGER)
        elif self._token is None or self._fits(self._from_cookie(headers.get("cookie", ""))):
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "http" and self._fits(_query(scope).get("token", "")):
            await self._greet(scope, send)
        else:
            await _refuse(scope, send, 401, NO_TOKEN)

    def _is_own(self, host: str, origin: str | None) -> bool:
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if origin is not None and urlsplit(origin).netloc != host:
            return False
        return name in self._names or (self._token is not None and _is_address(name))

    def _from_cookie(self, text: str) -> str:
        try:
            morsel = SimpleCookie(text).get(self._cookie)
        except CookieError:
            return ""
        return morsel.value if morsel else ""

    def _fits(self, given: str) -> bool:
        return self._token is not None and hmac.compare_digest(given.encode(), self._token.encode())

    async def _greet(self, scope: Scope, send: Any) -> None:
        """The token into the cookie and out of the address, where others could read it over the shoulder."""
        rest = urlencode([(name, value) for name, value in parse_qsl(_raw_query(scope)) if name != "token"])
        # One slash: two would begin the name of another computer.
        target = "/" + scope["path"].lstrip("/") + (f"?{rest}" if rest else "")
        cookie = f"{self._cookie}={self._token}; Path=/; Max-Age={KEPT}; HttpOnly; SameSite=Strict"
        more = [(b"location", target.encode("ascii", "ignore")), (b"set-cookie", cookie.encode())]
        await _answer(send, "http.response", 303, "", more)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.strip("[]").partition("%")[0])
    except ValueError:
        return False
    return True


def _raw_query(scope: Scope) -> str:
    return bytes(scope.get("query_string", b"")).decode("latin-1")


def _query(scope: Scope) -> dict[str, str]:
    return dict(parse_qsl(_raw_query(scope)))


async def _refuse(scope: Scope, send: Any, status: int, sentence: str) -> None:
    if scope["type"] == "http":
        await _answer(send, "http.response", status, sentence)
    elif "websocket.http.response" in scope.get("extensions", {}):
        await _answer(send, "websocket.http.response", status, sentence)
    else:
        await send({"type": "websocket.close", "code": 1008})


async def _answer(
    send: Any, kind: str, status: int, sentence: str, more: list[tuple[bytes, bytes]] | None = None
) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"cache-control", b"no-store"),
        *HEADERS,
        *(more or []),
    ]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": sentence.encode()})


def _with_headers(send: Any) -> Any:
    async def sender(message: Any) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *HEADERS]
        await send(message)

    return sender
