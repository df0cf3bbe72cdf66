"""A whole game between nodes that trust nobody, verified by a stranger.

Bots host and join a table with the very commands that people use, each in a process of its own
with its own key and store. This process watches over an invite like any spectator: it shows what
goes on, and writes the log that it has received. One more process, which has nothing but that file,
audits it.
"""

__all__ = ["Demo", "run"]

import asyncio
import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AsyncExitStack,
    asynccontextmanager,
    suppress,
)
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import Progress

from client import tables
from client.console import progress, say
from client.errors import ClientError
from client.home import PASSPHRASE_VARIABLE, Home
from client.network import LOOPBACK, free_port
from client.presentation.waiting import due_tasks
from client.seat.observer import Observer
from engine.errors import counted
from engine.game import Game
from engine.scenario import LastRound
from p2p.address import Address
from p2p.choice import Choice
from p2p.events import EntryAccepted
from p2p.invite import Invite
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import Notice, Position
from protocol.errors import LocalError
from protocol.identity import PHRASE_SIZE, Phrase
from protocol.logfile import write_log

_NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
_KEEPERS = ("Kim", "Kit", "Kay")
_MAX_IDLE_SECONDS = 60.0  # seconds without a new entry after which the demo gives up
_LINGER_SECONDS = 1.0  # seconds that the spectator waits for others who may need it: nobody does
_STOP_SECONDS = 20.0  # seconds that a node gets to end by itself once the game is over
_LAST_LINES = 12  # last lines of a node that failed


@dataclass(frozen=True, slots=True)
class Demo:
    """What is to be shown.

    Attributes:
        bots: who plays, one for each seat.
        seeds: of the bots' choices; dice and secrets are drawn anew each time.
        game: options of `host` that lay down the game.
        log: where the log is written; None for among all else.
        folder: where keys, stores and outputs are kept; None for a place that goes at the end.
        keepers: how many nodes only keep the game.
        relay: whether nobody listens, so that all must meet at a relay.
    """

    bots: tuple[str, ...]
    seeds: tuple[int, ...]
    game: tuple[str, ...] = ()
    log: Path | None = None
    folder: Path | None = None
    keepers: int = 0
    relay: bool = False


def run(demo: Demo) -> int:
    """Show it; 0 if the stranger's audit verified the log, else 1.

    Raises:
        ClientError: it could not be played to its end; outputs and stores are kept and named.
    """
    folder = demo.folder or Path(tempfile.mkdtemp(prefix="secret-subs-demo-"))
    folder.mkdir(parents=True, exist_ok=True)
    log = demo.log or folder / "game.sslog"
    seats = [
        _Seat(name, folder / name.lower(), bot, seed)
        for name, bot, seed in zip(_NAMES, demo.bots, demo.seeds, strict=False)
    ]
    keepers = [_Seat(name, folder / name.lower()) for name in _KEEPERS[: demo.keepers]]
    try:
        relay = _Seat("Relay", folder / "relay") if demo.relay else None
        log.write_bytes(asyncio.run(_play(seats, keepers, relay, demo.game, folder / "spectator")))
    except ClientError as error:
        raise ClientError(error.what, f"outputs and stores are kept in {folder}") from error
    except KeyboardInterrupt:
        if demo.folder is None:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    for seat in seats:
        say(f"\n{seat.known_at_the_end}")
    status = _audit(log)
    if status == 0 and demo.folder is None:
        shutil.rmtree(folder, ignore_errors=True)
        if demo.log is None:
            say("(Use --log FILE to keep the log.)")
    return status


async def _play(
    seats: Sequence["_Seat"],
    keepers: Sequence["_Seat"],
    relay: "_Seat | None",
    game: Sequence[str],
    watching: Path,
) -> bytes:
    """Have the game played, and watch it; the log as a spectator has received it."""
    await asyncio.gather(*(seat.make_key() for seat in (*seats, *keepers)))
    host, *guests = seats
    others = ", ".join(guest.name for guest in guests[:-1])
    names = f"{host.name}{', ' if others else ''}{others} and {guests[-1].name}"
    say(f"{len(seats)} nodes on loopback, each with its own key and store: {names}.")
    if keepers:
        kept = " and ".join(keeper.name for keeper in keepers)
        say(f"Kept by {kept}, who add to the dice and play nothing.")
    async with AsyncExitStack() as playing:
        way = ("--listen", "127.0.0.1:0")
        if relay is not None:
            at = Address(LOOPBACK, free_port())
            await playing.enter_async_context(relay.relaying(at))
            way = ("--relay", f"ws://{at}/")
            say(f"Nobody listens but the relay at {at}: all of them call, and meet there.")
        options = [*way, "--watchers", "1", "--players", str(len(seats))]
        options += ["--keepers", str(len(keepers))]
        hosting = host.playing("host", *options, "--invites", str(host.invites), *game)
        await playing.enter_async_context(hosting)
        *invites, ticket, _ = await host.links()
        for guest, invite in zip(guests, invites[: len(guests)], strict=True):
            through = () if relay is None else way
            await playing.enter_async_context(guest.playing("join", invite, *through))
        for keeper, invite in zip(keepers, invites[len(guests) :], strict=True):
            await playing.enter_async_context(keeper.keeping(invite))
        running = (*seats, *keepers, *(() if relay is None else (relay,)))
        log = await _watch(Invite.parse(ticket), watching, running)
        await asyncio.gather(*(seat.ended() for seat in seats))
    return log


# The two players


@dataclass(eq=False)
class _Seat:
    """A player, keeper or relay: its own folder, and its process with all that it says."""

    name: str
    folder: Path
    bot: str = ""
    seed: int = 0
    lines: list[str] = field(default_factory=list)
    passphrase: str = field(default_factory=lambda: secrets.token_hex(16), repr=False)
    _process: Process | None = None
    _recording: asyncio.Task[None] | None = None

    @property
    def output(self) -> Path:
        """Where all that the process says is kept."""
        return self.folder / "output.txt"

    @property
    def invites(self) -> Path:
        """Where the host writes the links."""
        return self.folder / "invites.json"

    @property
    def knowledge(self) -> Path:
        """Where it writes what it knew at the end."""
        return self.folder / "knowledge.txt"

    async def make_key(self) -> None:
        """Have a key made where the node will look for it."""
        self.folder.mkdir(parents=True, exist_ok=True)
        process = await self._start("keys", "new", *self._home)
        said, _ = await process.communicate()
        if process.returncode:
            raise ClientError(
                f"no key could be made for {self.name}: {said.decode(errors='replace').strip()}"
            )

    def playing(self, command: str, *options: str) -> AbstractAsyncContextManager[None]:
        """A bot at its node, for as long as the context lasts."""
        who = ("--name", self.name, "--bot", self.bot, "--seed", str(self.seed))
        known = ("--knowledge", str(self.knowledge))
        return self._running(command, *options, *who, *known, *self._home)

    def keeping(self, invite: str) -> AbstractAsyncContextManager[None]:
        """A keeper at its node, for as long as the context lasts."""
        return self._running("keep", invite, "--name", self.name, *self._home)

    def relaying(self, at: Address) -> AbstractAsyncContextManager[None]:
        """A relay, for as long as the context lasts."""
        return self._running("relay", "--listen", str(at))

    @property
    def _home(self) -> tuple[str, ...]:
        return "--home", str(self.folder)

    @asynccontextmanager
    async def _running(self, *arguments: str) -> AsyncIterator[None]:
        self.folder.mkdir(parents=True, exist_ok=True)
        self._process = await self._start(*arguments)
        self._recording = asyncio.create_task(self._record(self._process))
        try:
            yield
        finally:
            if self._process.returncode is None:
                with suppress(ProcessLookupError):
                    self._process.terminate()
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._process.wait(), _STOP_SECONDS)
            if self._process.returncode is None:
                self._process.kill()
            await self._recording

    async def links(self) -> Sequence[str]:
        """The invites that it hands out: for guests, for a spectator, and the way back."""
        async with asyncio.timeout(_MAX_IDLE_SECONDS):
            while not self.invites.exists():
                self.check()
                await asyncio.sleep(0.05)
        found: list[str] = json.loads(self.invites.read_bytes())
        return found

    def check(self) -> None:
        """See that the node is not broken.

        Raises:
            ClientError: it has ended with an error.
        """
        if self._process is not None and self._process.returncode:
            last = "\n    ".join(self.lines[-_LAST_LINES:])
            raise ClientError(
                f"{self.name}'s node failed (exit status {self._process.returncode}), "
                f"saying in {self.output}:\n    {last}"
            )

    async def ended(self) -> None:
        """Wait for the node to end by itself.

        Raises:
            ClientError: it does not, or it fails.
        """
        if self._process is None or self._recording is None:
            return
        try:
            await asyncio.wait_for(self._process.wait(), _STOP_SECONDS)
        except TimeoutError:
            raise ClientError(f"{self.name}'s node does not stop; see {self.output}") from None
        await self._recording
        self.check()

    @property
    def known_at_the_end(self) -> str:
        """What it knew of every token at the end, under its own name."""
        known = self.knowledge.read_text(encoding="utf-8")
        return f"What {self.name} knew at the end:\n{known}".rstrip()

    async def _start(self, *arguments: str) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "client",
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
            env={**os.environ, PASSPHRASE_VARIABLE: self.passphrase},
        )

    async def _record(self, process: Process) -> None:
        if process.stdout is None:
            raise RuntimeError(f"{self.name} was started without an output")
        with self.output.open("w", encoding="utf-8") as file:
            async for raw in process.stdout:
                line = raw.decode(errors="replace").rstrip("\n")
                self.lines.append(line)
                file.write(f"{line}\n")
                file.flush()


# The spectator


class _Spectator:
    """Watches the game, and shows how far it is."""

    def __init__(self, display: Progress) -> None:
        self.observer = Observer()
        self.entries = 0
        self._display = display
        self._task = display.add_task("waiting for the charter", total=None)
        self._last = time.monotonic()

    @property
    def idle(self) -> float:
        """Seconds since the last entry."""
        return time.monotonic() - self._last

    async def consents(self, proposed: Proposed) -> bool:
        """See `Player.consents`."""
        raise LocalError(f"a spectator is asked to sign {proposed.charter.game_id.hex()}")

    async def decide(self, position: Position) -> Choice:
        """See `Player.decide`."""
        raise LocalError(f"a spectator is asked for {position.decision}")

    def notice(self, notice: Notice) -> None:
        """See `Player.notice`."""
        self.observer.observe(notice)
        game = self.observer.game
        if not isinstance(notice, EntryAccepted) or game is None:
            return
        self.entries += 1
        self._last = time.monotonic()
        what = f"round {game.round}, {game.active}: {game.current_phase.replace('_', ' ')}"
        self._display.update(
            self._task,
            description=f"{what} ({counted(self.entries, 'entry')})",
            completed=game.phases_closed,
            total=_phases(game),
        )


def _phases(game: Game) -> int | None:
    """How many phases the game has at most; None where nothing limits it."""
    scenario = game.rules.scenario
    rounds = [rule.round for rule in scenario.victory if isinstance(rule, LastRound)]
    phases = sum(len(turn.phases) for turn in scenario.turns)
    return min(rounds) * phases if rounds else None


async def _watch(invite: Invite, folder: Path, seats: Sequence[_Seat]) -> bytes:
    """Watch the game to its end; the log as a spectator has it.

    Raises:
        ClientError: a node fails, or the game stands still.
    """
    place = tables.join(Home(folder), Phrase(secrets.token_bytes(PHRASE_SIZE)), "", invite)
    with place.store, progress() as display:
        spectator = _Spectator(display)
        node = Node(place.store, place.phrase, spectator, linger=_LINGER_SECONDS)
        spectator.observer.attach(node)
        running = asyncio.create_task(node.run())
        try:
            while not running.done():
                await asyncio.wait({running}, timeout=1)
                for seat in seats:
                    seat.check()
                if spectator.idle > _MAX_IDLE_SECONDS:
                    raise ClientError(
                        f"no entry for {_MAX_IDLE_SECONDS:.0f} seconds; "
                        + "; ".join(_standing(spectator.observer))
                    )
            await running
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
    table = spectator.observer.table
    if table is None or table.outcome is None:
        raise ClientError("the game did not finish")
    won = table.outcome
    say(f"{counted(spectator.entries, 'entry')}. Won by {won.winner or 'nobody'}: {won.why}.")
    return write_log(table.log)


def _standing(observer: Observer) -> Iterator[str]:
    if observer.table is None:
        yield "the charter is not signed yet"
    else:
        yield from (f"waiting for {task}" for task in due_tasks(observer.table))


# The stranger


def _audit(log: Path) -> int:
    """Have the log judged by a process that has nothing else; 0 if it is verified.

    Raises:
        ClientError: the audit says nothing.
    """
    stranger = subprocess.run(  # noqa: S603 (our own program, on a file that we have just written)
        [sys.executable, "-m", "client", "audit", str(log), "--json"],
        stdout=PIPE,
        check=False,
    )
    try:
        report = json.loads(stranger.stdout)
    except ValueError:
        raise ClientError(f"the audit failed with exit status {stranger.returncode}") from None
    verified = report["verified"] and stranger.returncode == 0
    claims = ", ".join(f"{count} {how}" for how, count in report["claims"].items())
    say(
        f"\nA stranger who has only {log} says: {'VERIFIED' if verified else 'REFUSED'}\n"
        f"  {report['status']}, {counted(report['entries'], 'entry')}, claims: {claims}"
    )
    if report["fault"] is not None:
        say(f"  fault: {report['fault']}")
    return 0 if verified else 1
