"""Real nodes on loopback around a toy table, with players that draw their orders."""

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path

from p2p.address import Address
from p2p.changes import LobbyStored
from p2p.choice import Choice
from p2p.hosting import Hosting
from p2p.invite import Invite
from p2p.joining import Joining
from p2p.lobby import write_lobby
from p2p.lobby_protocol import Proposed
from p2p.node import Node
from p2p.player import Notice, Position
from p2p.store import Store
from p2p.terms import Guest, Terms
from p2p.ways import Lan
from protocol.charter import MAX_SEATS, DiceSetting, Secrecy, WindowsStart
from protocol.entry import Decide
from protocol.founding import Founding
from protocol.identity import Identity, Phrase
from protocol.table import Table
from tests.p2p.keys import octets
from tests.protocol import toy
from tests.protocol.sample import identity, phrase
from tests.protocol.toy_match import chain, salt

NAMES = ("Ann", "Bob", "Cid")
NONCE = b"n" * 32

TERMS = Terms(
    rules_version=2,
    scenario="toy",
    text=b"a toy\n" * 5000,
    modules=(),
    options=(),
    secrecy=Secrecy.HASHED,
    dice=DiceSetting.SIDES,
    windows_start=WindowsStart.ASKED,
    nonce=NONCE,
    seats=tuple(tuple(map(str, powers)) for powers in toy.SEATS),
)


def guest(seat: int) -> Guest:
    return Guest(NAMES[seat], identity(seat).public, salt(seat), chain(seat).head)


def open_toy_table(founding: Founding) -> Table:
    return Table(founding, toy.toy_game(), toy.STEPS)


class Drawing:
    """A player that draws its orders, and wins when the game has lasted long enough."""

    def __init__(self, seed: int, length: int = 40) -> None:
        self.draw = random.Random(seed)
        self.length = length
        self.notices: list[Notice] = []
        self.noticed = asyncio.Event()

    async def consents(self, proposed: Proposed) -> bool:
        return proposed.charter.scenario == "toy"

    async def decide(self, position: Position) -> Choice:
        assert isinstance(position.decision, toy.Orders)
        if len(position.table.log) >= self.length:
            return Choice((Decide(toy.data(toy.Win())),))
        orders: list[toy.Order] = [position.decision.sample(position.game, self.draw)]
        if self.draw.random() < 0.4:
            orders.append(toy.End())
        return Choice(tuple(Decide(toy.data(order)) for order in orders))

    def notice(self, notice: Notice) -> None:
        self.notices.append(notice)
        self.noticed.set()


def host_store(path: Path, watchers: int = 0) -> Store:
    lobby = Hosting.open(TERMS, 0, guest(0), watchers)
    store = Store.create(path, lobby.table, identity(0).public.raw)
    store.write([LobbyStored(write_lobby(lobby))])
    return store


def invite(number: int | None, port: int) -> Invite:
    lobby = Hosting.open(TERMS, 0, guest(0), watchers=9)
    ticket = None if number is None else lobby.ticket(phrase(0), number)
    return Invite(identity(0).public, NONCE, ticket, (Lan(Address("127.0.0.1", port)),))


def guest_store(path: Path, seat: int, port: int) -> Store:
    return joining_store(path, Joining(invite=invite(seat, port), guest=guest(seat)), phrase(seat))


def watcher_store(path: Path, port: int, number: int = MAX_SEATS) -> Store:
    return joining_store(path, Joining(invite=invite(number, port)), Phrase(octets("watcher")))


def lost_store(path: Path, seat: int, port: int) -> Store:
    return joining_store(path, Joining(invite=invite(None, port)), phrase(seat))


def joining_store(path: Path, lobby: Joining, own: Phrase) -> Store:
    store = Store.create(path, lobby.invite.table, Identity.from_phrase(own).public.raw)
    store.write([LobbyStored(write_lobby(lobby))])
    return store


def logs(nodes: Iterable[Node]) -> list[list[bytes]]:
    found = []
    for node in nodes:
        assert node.table is not None
        found.append([entry.raw for entry in node.table.log])
    return found
