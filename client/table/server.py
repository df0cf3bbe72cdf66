"""The pages of a table, served on loopback to this machine's own browser.

Nothing that is served over HTTP is secret: page, script, style. All else goes through a websocket
that begins with the random token of the link. The token stands behind the link's ``#``, so that no
request, no referrer and no other port's server ever sees it. Host and Origin are checked, so that a
page from elsewhere can neither read nor act, by whatever name it reaches this port.
"""

__all__ = ["Server", "serving"]

import asyncio
import hmac
import secrets
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from client.errors import InvalidMessage
from client.serving import running
from client.table.choices import Settings
from client.table.messages import Hello, read
from client.table.page_model import PageModel
from client.table.pages import PageGone, Pages
from p2p.sealed_copy import MAX_COPY

_HOST: Final = "127.0.0.1"
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_LONGEST: Final = MAX_COPY * 4 // 3 + (1 << 20)  # bytes of a message: copies are the longest
_GREETING: Final = 10.0  # seconds until a page must have said its token
_NOT_OURS: Final = 4403


class Server:
    """Serves one page model to whoever has its link.

    Attributes:
        link: where the table is opened, with the token.
    """

    def __init__(self, model: PageModel, port: int, settings: Settings) -> None:
        self._pages = Pages(model, settings)
        self._token = secrets.token_urlsafe(32)
        self._authorities = (f"{_HOST}:{port}", f"localhost:{port}")
        self._files = dict(_files())
        self.link = f"http://{_HOST}:{port}/#{self._token}"
        self.app = Starlette(
            routes=[WebSocketRoute("/table", self._converse), Route("/{path:path}", self._file)]
        )

    @property
    def looked_at(self) -> bool:
        """See `Served`."""
        return self._pages.looked_at

    async def left(self) -> None:
        """See `Served`."""
        await self._pages.left()

    # Files

    async def _file(self, request: Request) -> Response:
        if request.headers.get("host") not in self._authorities:
            return Response("This is not the address of the table.", 421, media_type="text/plain")
        name = request.path_params["path"] or "index.html"
        content = self._files.get(name)
        if content is None:
            return Response("There is no such page.", 404, self._headers, "text/plain")
        kind = _TYPES[name.rpartition(".")[2]]
        return Response(content, 200, {**self._headers, "content-type": kind})

    @property
    def _headers(self) -> Mapping[str, str]:
        sockets = " ".join(f"ws://{authority}" for authority in self._authorities)
        return {
            "content-security-policy": (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                f"connect-src {sockets}; base-uri 'none'; form-action 'none'; "
                "frame-ancestors 'none'"
            ),
            "cache-control": "no-store",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
            "referrer-policy": "no-referrer",
            "x-content-type-options": "nosniff",
        }

    # Conversations

    async def _converse(self, socket: WebSocket) -> None:
        origins = [f"http://{authority}" for authority in self._authorities]
        if (
            socket.headers.get("host") not in self._authorities
            or socket.headers.get("origin") not in origins
        ):
            await socket.close(_NOT_OURS)
            return
        await socket.accept()
        line = _Line(socket)
        with suppress(PageGone, TimeoutError, InvalidMessage):
            async with asyncio.timeout(_GREETING):
                hello = read(await line.receive())
            if isinstance(hello, Hello) and hmac.compare_digest(
                hello.token.encode(), self._token.encode()
            ):
                await self._pages.talk(line)
                return
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(_NOT_OURS)


class _Line:
    """A websocket, as pages are talked with."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket

    async def receive(self) -> str:
        """See `Line.receive`."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise PageGone
        text = message.get("text")
        if not isinstance(text, str):
            raise InvalidMessage("a message that is no text", "reload the page")
        return text

    async def send(self, text: str) -> None:
        """See `Line.send`."""
        try:
            await self._socket.send_text(text)
        except (WebSocketDisconnect, RuntimeError) as error:
            raise PageGone from error


@asynccontextmanager
async def serving(
    model: PageModel, settings: Settings | None = None, port: int = 0
) -> AsyncIterator[Server]:
    """Serve a page model on loopback for as long as the context lasts.

    Args:
        model: what is served.
        settings: of its pages; without them what pages choose ends with the context.
        port: where, if it is free; 0 for anywhere.
    """
    with _listening(port) as listener:
        at = listener.getsockname()[1]
        server = Server(model, at, settings or Settings())
        async with running(server.app, listener, longest_message=_LONGEST):
            yield server


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((_HOST, port))
    except OSError:
        return socket.create_server((_HOST, 0))


def _files() -> Iterator[tuple[str, bytes]]:
    """What the page is made of, by path."""

    def below(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
        for item in folder.iterdir():
            if item.is_dir():
                yield from below(item, f"{prefix}{item.name}/")
            elif item.name.rpartition(".")[2] in _TYPES:
                yield prefix + item.name, item.read_bytes()

    yield from below(resources.files("client").joinpath("web"), "")
