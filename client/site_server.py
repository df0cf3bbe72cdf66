"""A built site, served beside a relay; a reverse proxy puts TLS before both."""

__all__ = ["serving_site"]

import socket
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from mimetypes import guess_type
from pathlib import Path
from typing import Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from client.errors import ClientError
from client.serving import running
from p2p.address import Address

_HEADERS: Final[Mapping[bytes, bytes]] = {
    b"cache-control": b"no-cache",  # browsers ask whether a file has changed, and keep it
    b"cross-origin-opener-policy": b"same-origin",
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"content-security-policy": b"frame-ancestors 'none'",  # the rest stands in the page itself
    b"vary": b"accept-encoding",
}
_TYPES: Final[Mapping[str, bytes]] = {
    ".js": b"text/javascript; charset=utf-8",
    ".mjs": b"text/javascript; charset=utf-8",
    ".wasm": b"application/wasm",
}
"""Whatever the system thinks of these endings: a browser runs nothing of another type."""


_ENCODINGS: Final[Mapping[str, str]] = {"br": ".br", "gzip": ".gz"}
"""Of what is compressed already, the smallest first."""


class _WithHeaders:
    """Adds headers to what is served, and serves it compressed to who takes that."""

    def __init__(self, app: ASGIApp, folder: Path) -> None:
        self._app = app
        names = {file.relative_to(folder).as_posix() for file in folder.rglob("*")}
        self._packed = {
            f"/{name}": {one for one, ending in _ENCODINGS.items() if name + ending in names}
            for name in names
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        path = scope.get("path", "")
        kind = _TYPES.get(Path(path).suffix)
        encoding = self._encoding(scope, path)
        if encoding is not None:
            kind = kind or (guess_type(path)[0] or "application/octet-stream").encode("ascii")
            scope = {**scope, "path": path + _ENCODINGS[encoding]}

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = {**dict(message["headers"]), **_HEADERS}
                if kind is not None and message["status"] == 200:  # noqa: PLR2004 (as a file)
                    headers[b"content-type"] = kind
                if encoding is not None:
                    headers[b"content-encoding"] = encoding.encode("ascii")
                message = {**message, "headers": list(headers.items())}
            await send(message)

        await self._app(scope, receive, answer)

    def _encoding(self, scope: Scope, path: str) -> str | None:
        """In which of its encodings a file is there, of those that the browser takes."""
        given = dict(scope.get("headers", ())).get(b"accept-encoding", b"").decode("latin-1")
        taken = {one.partition(";")[0].strip() for one in given.split(",")}
        if path not in self._packed:
            return None
        there = self._packed[path]
        return next((name for name in _ENCODINGS if name in taken & there), None)


@asynccontextmanager
async def serving_site(folder: Path, listen: Address, relay: str = "") -> AsyncIterator[int]:
    """Serve a folder for as long as the context lasts; gives the port.

    Args:
        folder: a built site.
        listen: where.
        relay: URL of the relay beside it, which pages are told in ``relay.txt``; empty: of none.

    Raises:
        ClientError: no site is there, or nobody can listen at the address.
    """
    if not (folder / "files.txt").is_file():
        raise ClientError(f"{folder}: no build of the site is there", "run `make site`")

    async def beside(_: Request) -> PlainTextResponse:
        return PlainTextResponse(relay)

    told = [Route("/relay.txt", beside)] if relay else []
    files = Mount("/", StaticFiles(directory=folder, html=True))
    app = Starlette(routes=[*told, files], middleware=[Middleware(_WithHeaders, folder=folder)])
    try:
        listener = socket.create_server((listen.host, listen.port))
    except OSError as error:
        raise ClientError(
            f"cannot listen at {listen}: {error.strerror}", "name another with --site-listen"
        ) from error
    with listener:
        async with running(app, listener):
            yield listener.getsockname()[1]
