"""A game of one person against bots: every bot at a node of its own, with key and store.

So a game against bots takes the road that every game takes, and its log can be audited like any.
The bots' keys are kept beside yours, under a passphrase that lies in the same folder: nothing is to
be hidden from the one who owns them all.
"""

__all__ = ["SoloGame", "begin", "latest_game", "run_solo", "started_games"]

import asyncio
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field, ValidationError

from client import beside, tables
from client.errors import ClientError
from client.home import Home
from client.network import free_port
from client.playing import save_log
from client.seat.invitations import invitations_of
from client.seat.participant import Participant, Screen
from p2p.address import Address
from p2p.failures import task_group
from p2p.keystore import Cost, KeyFile
from p2p.node import Node
from p2p.system import replace_private
from p2p.terms import Terms
from p2p.ways import Lan
from protocol.identity import PHRASE_SIZE, Phrase

_SETTINGS = "solo.json"

_NAMES = ("Yamamoto", "Nimitz", "Cunningham", "Dönitz", "Kuznetsov", "Iachino")
_KEY_COST = Cost(memory_kib=128, passes=1)
"""The passphrase is 32 random digits: no guess finds it, however cheap guesses are."""


class _Settings(BaseModel):
    """What is kept of a game, to begin its processes again."""

    passphrase: Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
    port: Annotated[int, Field(ge=1, le=65535)]
    bots: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SoloGame:
    """A game against bots.

    Attributes:
        folder: with everybody's keys and stores.
        passphrase: of all their keys.
        port: where the person's node listens, on loopback.
        bots: the kind of bot at each of the other seats.
    """

    folder: Path
    passphrase: str
    port: int
    bots: tuple[str, ...]

    @property
    def home(self) -> Home:
        """The person's."""
        return Home(self.folder / "you")

    def bot_home(self, number: int) -> Path:
        """A bot's."""
        return self.folder / f"bot-{number}"

    def phrase(self) -> Phrase:
        """The person's key."""
        return KeyFile.load(self.home.key_file).open(self.passphrase)


def begin(home: Home, terms: Terms, seat: int, bot: str, name: str) -> SoloGame:
    """Lay a new game out in the folder of a home, and sit down.

    Raises:
        OSError: the folder cannot be written.
    """
    folder = home.path / "solo" / time.strftime("%Y%m%d-%H%M%S")
    others = len(terms.seats) - 1
    made = SoloGame(folder, secrets.token_hex(16), free_port(), (bot,) * others)
    phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
    made.home.keep(phrase, made.passphrase, _KEY_COST)
    for number in range(others):
        bot_phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
        Home(made.bot_home(number)).keep(bot_phrase, made.passphrase, _KEY_COST)
    table, _ = tables.host(made.home, phrase, name, terms, seat=seat, watchers=0)
    table.store.close()
    note = _Settings(passphrase=made.passphrase, port=made.port, bots=made.bots)
    replace_private(folder / _SETTINGS, note.model_dump_json().encode())
    return made


def latest_game(home: Home) -> SoloGame:
    """The game against bots that was started_games last.

    Raises:
        ClientError: there is none, or it is damaged.
    """
    notes = _settings_files(home)
    if not notes:
        raise ClientError(
            f"{home.path}: there is no game against bots to resume", "start one without --resume"
        )
    return _game_of(notes[-1])


def started_games(home: Home) -> tuple[SoloGame, ...]:
    """Every game against bots of a home, as they were started_games; a damaged one is left out."""
    games = []
    for file in _settings_files(home):
        with suppress(ClientError):
            games.append(_game_of(file))
    return tuple(games)


def _settings_files(home: Home) -> list[Path]:
    return sorted((home.path / "solo").glob(f"*/{_SETTINGS}"))


def _game_of(file: Path) -> SoloGame:
    """A game from what was noted of it.

    Raises:
        ClientError: that is damaged.
    """
    try:
        note = _Settings.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        raise ClientError(f"{file} is damaged", "start another game without --resume") from error
    return SoloGame(file.parent, note.passphrase, note.port, note.bots)


async def run_solo(solo: SoloGame, participant: Participant, log: Path | None = None) -> None:
    """Seat a person and all bots, and stay until the game is over.

    Raises:
        ClientError: a game of this folder is damaged.
        NodeError: what the node cannot go on with.
        OSError: the log cannot be written.
    """
    phrase = solo.phrase()
    table = tables.find(solo.home, phrase, "")
    lobby = tables.hosted_lobby(table)
    if lobby is None:
        raise ClientError(f"{solo.folder} is not a game against bots")

    with table.store:
        listen = Address("127.0.0.1", solo.port)
        node = Node(table.store, phrase, participant, listen=listen)
        bots: list[beside.Bot] = []
        try:
            async with task_group() as group:
                watches = []
                for number, invitation in enumerate(
                    invitations_of(phrase, lobby, (Lan(listen),))[:-1]
                ):
                    bots.append(await _start(solo, number, invitation.invite.link()))
                    watches.append(group.create_task(_watch(bots[-1], participant)))
                await participant.run(node, table.memo)
                for watch in watches:
                    watch.cancel()
        finally:
            await asyncio.gather(*(bot.dismiss() for bot in bots))
            save_log(participant, log)


async def _start(solo: SoloGame, number: int, link: str) -> beside.Bot:
    name = _NAMES[number % len(_NAMES)]
    home = Home(solo.bot_home(number))
    return await beside.start(home, solo.bots[number], solo.passphrase, name, link)


async def _watch(bot: beside.Bot, screen: Screen) -> None:
    """Say so if a bot ends before it is dismissed: the game waits for it."""
    if (said := await bot.ended()) is not None:
        screen.show(
            f"A bot has stopped. Its last words: {said}\n"
            "Leave the table and come back to restart it."
        )
