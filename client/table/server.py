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
from contextlib import asynccontextmanager, contextmanager, suppress
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from client.errors import ClientError, InvalidMessage, RefusedAnswer
from client.maps.form import LIMIT
from client.rulebook.citations import CHAPTERS
from client.schema.board import Board
from client.schema.forms import Refusal
from client.schema.picture import Changes, Picture
from client.schema.replies import Done, Nothing, Patch, Refused, Result, Snapshot
from client.schema.table import PageSettings
from client.table.choices import Settings
from client.table.messages import Asked, Hello, Light, OpenRule, SetAlerts, SetSpeed, read
from client.table.page_model import PageModel
from client.table.rulebook import TERMS, opened
from engine.errors import EngineError
from p2p.errors import NodeError
from protocol.errors import ProtocolError

_HOST: Final = "127.0.0.1"
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
_LONGEST: Final = LIMIT + (1 << 20)  # bytes of a message: a drawn map is the longest that is sent
_GREETING: Final = 10.0  # seconds until a page must have said its token
_FAREWELL: Final = 6.0  # seconds without a page after which nobody is taken to look on
_NOT_OURS: Final = 4403


class Server:
    """Serves one page model to whoever has its link.

    Attributes:
        link: where the table is opened, with the token.
    """

    def __init__(self, model: PageModel, port: int, settings: Settings) -> None:
        self._model = model
        self._settings = settings
        self._token = secrets.token_urlsafe(32)
        self._authorities = (f"{_HOST}:{port}", f"localhost:{port}")
        self._files = dict(_files())
        self._pages = 0
        self._quiet = asyncio.Event()
        self.link = f"http://{_HOST}:{port}/#{self._token}"
        self.app = Starlette(
            routes=[WebSocketRoute("/table", self._converse), Route("/{path:path}", self._file)]
        )

    @property
    def looked_at(self) -> bool:
        """Whether any page is open."""
        return self._pages > 0

    async def left(self) -> None:
        """Wait until no page has looked on for a while."""
        while True:
            while self._pages:
                self._quiet.clear()
                await self._quiet.wait()
            await asyncio.sleep(_FAREWELL)
            if not self._pages:
                return

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
        with suppress(WebSocketDisconnect, TimeoutError, InvalidMessage):
            async with asyncio.timeout(_GREETING):
                hello = read(await _text(socket))
            if isinstance(hello, Hello) and hmac.compare_digest(
                hello.token.encode(), self._token.encode()
            ):
                with self._looking_on():
                    await _Page(socket, self._model, self._settings).talk()
                return
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(_NOT_OURS)

    @contextmanager
    def _looking_on(self) -> Iterator[None]:
        self._pages += 1
        try:
            yield
        finally:
            self._pages -= 1
            self._quiet.set()


async def _text(socket: WebSocket) -> str:
    """What is said next.

    Raises:
        WebSocketDisconnect: nothing any more.
        InvalidMessage: no text.
    """
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    text = message.get("text")
    if not isinstance(text, str):
        raise InvalidMessage("a message that is no text", "reload the page")
    return text


class _Page:
    """One page: what it has been sent so far, and what it says."""

    def __init__(self, socket: WebSocket, model: PageModel, settings: Settings) -> None:
        self._socket = socket
        self._model = model
        self._settings = settings
        self._number = 0
        self._board: Board | None = None
        self._seen: Picture | None = None
        self._busy = asyncio.Lock()

    async def talk(self) -> None:
        """Show what is to be seen, and do what is asked for, until the page is gone."""
        showing = asyncio.create_task(self._keep_showing())
        try:
            while True:
                await self._take(await _text(self._socket))
        finally:
            showing.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await showing

    async def _keep_showing(self) -> None:
        while True:
            changes = self._model.changes
            version = changes.version
            await self._refresh()
            await changes.wait(version)

    async def _refresh(self) -> None:
        async with self._busy:
            board = self._model.board
            page = PageSettings(
                dark=self._settings.theme.dark,
                speed=self._settings.speed.chosen,
                alerts=self._settings.alerts.chosen,
                chapters=CHAPTERS,
                terms=TERMS,
            )
            picture = self._model.picture().model_copy(update={"page": page})
            if self._seen is None or board is not self._board:
                await self._say(Snapshot(n=self._next, board=board, picture=picture))
            elif (changes := Changes.between(self._seen, picture)) is not None:
                await self._say(Patch(n=self._next, changes=changes))
            self._board, self._seen = board, picture

    async def _take(self, text: str) -> None:
        asked = read(text)
        if isinstance(asked, Hello):
            raise InvalidMessage("a second greeting", "reload the page")
        found = await self._reply(asked)
        await self._refresh()
        async with self._busy:
            match found:
                case Refusal(rule=rule, reason=why):
                    await self._say(Refused(n=self._next, id=asked.id, rule=rule, why=why))
                case result:
                    await self._say(Done(n=self._next, id=asked.id, result=result))

    async def _reply(self, asked: Asked) -> Result | Refusal:
        """What comes of a request, or why it is refused."""
        try:
            return await self._carry_out(asked)
        except RefusedAnswer as error:
            return Refusal(rule=error.rule, reason=error.reason)
        except (ClientError, EngineError, NodeError, ProtocolError) as error:
            return Refusal(rule="", reason=str(error))

    async def _carry_out(self, asked: Asked) -> Result:
        if isinstance(asked, OpenRule):
            return opened(asked.number)
        if not isinstance(asked, Light | SetSpeed | SetAlerts):
            return await self._model.carry_out(asked)
        try:
            match asked:
                case Light(dark=dark):
                    self._settings.theme.choose(dark=dark)
                case SetSpeed(speed=speed):
                    self._settings.speed.choose(speed)
                case SetAlerts(alerts=alerts):
                    self._settings.alerts.choose(alerts)
        finally:
            self._model.changes.notify()
        return Nothing()

    @property
    def _next(self) -> int:
        """The number of the next message."""
        return self._number + 1

    async def _say(self, message: Snapshot | Patch | Done | Refused) -> None:
        self._number = message.n
        await self._socket.send_text(message.model_dump_json())


class _Uvicorn(uvicorn.Server):
    """A server that leaves signals to the program around it."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


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
        config = uvicorn.Config(
            server.app,
            ws="websockets-sansio",
            ws_max_size=_LONGEST,
            ws_per_message_deflate=False,
            lifespan="off",
            log_level="error",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        runner = _Uvicorn(config)
        running = asyncio.create_task(runner.serve([listener]))
        try:
            yield server
        finally:
            runner.should_exit = True
            await running


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
