"""`secret-subs join`, `play`, `watch`, `recover`: sit down at a table that there is."""

__all__ = ["add_join", "add_play", "add_recover", "add_watch"]

import argparse

from client import tables
from client.commands.common import (
    Families,
    home_of,
    onlooker_of,
    person_of,
    with_home,
    with_node,
    with_player,
    with_table,
)
from client.reach import listening_for
from client.seats.memo import Memo
from client.seats.onlooker import Onlooker
from p2p.address import Address
from p2p.invite import Invite


def add_join(families: Families) -> None:
    """Add `join` to the command line."""
    command = _command(families, "join", "take the seat that an invite is for, and play")
    command.add_argument("invite", metavar="LINK", help="the invite, as the host sent it")
    command.add_argument("--name", required=True, help="your name at the table")
    with_player(command)
    command.set_defaults(run=_join)


def add_play(families: Families) -> None:
    """Add `play` to the command line."""
    command = _command(families, "play", "go on at a table that you have sat at before")
    command.add_argument(
        "table", metavar="TABLE", nargs="?", default="", help="its first letters, if there are more"
    )
    with_player(command)
    command.set_defaults(run=_play)


def add_watch(families: Families) -> None:
    """Add `watch` to the command line."""
    command = _command(families, "watch", "watch a game: see what every bystander sees")
    command.add_argument("invite", metavar="LINK", help="the invite for a watcher")
    with_table(command)
    command.set_defaults(run=_watch)


def add_recover(families: Families) -> None:
    """Add `recover` to the command line."""
    command = _command(
        families, "recover", "bring the game of a lost machine back, from your phrase and the peers"
    )
    command.add_argument("invite", metavar="LINK", help="any link to the table")
    with_player(command)
    command.set_defaults(run=_recover)


def _command(families: Families, name: str, text: str) -> argparse.ArgumentParser:
    command = families.add_parser(name, help=text, description=text)
    with_node(command)
    with_home(command)
    return command


def _join(chosen: argparse.Namespace) -> int:
    invite = Invite.parse(chosen.invite)
    home = home_of(chosen)
    return _sit(chosen, tables.join(home, home.unlock(), chosen.name, invite), onlooker_of(chosen))


def _play(chosen: argparse.Namespace) -> int:
    home = home_of(chosen)
    chair = tables.find(home, home.unlock(), chosen.table)
    lobby = tables.hosted(chair)
    if lobby is None:
        return _sit(chosen, chair, onlooker_of(chosen))
    address = Memo.load(chair.memo).address
    addresses = (Address.parse(address),) if address else ()
    listen = chosen.listen or next(map(listening_for, addresses), None)
    waits = listen is not None and lobby.charter is None
    door = tables.Doorplate(chair.phrase, lobby, addresses) if waits else None
    return _sit(chosen, chair, onlooker_of(chosen), listen, door)


def _watch(chosen: argparse.Namespace) -> int:
    invite = Invite.parse(chosen.invite)
    home = home_of(chosen)
    return _sit(chosen, tables.join(home, home.unlock(), "", invite), person_of(chosen))


def _recover(chosen: argparse.Namespace) -> int:
    invite = Invite.parse(chosen.invite)
    home = home_of(chosen)
    return _sit(chosen, tables.come_back(home, home.unlock(), invite), onlooker_of(chosen))


def _sit(
    chosen: argparse.Namespace,
    chair: tables.Chair,
    onlooker: Onlooker,
    listen: Address | None = None,
    door: tables.Doorplate | None = None,
) -> int:
    tables.play(
        chair,
        onlooker,
        listen=listen or chosen.listen,
        door=door,
        stay=chosen.stay,
        log=chosen.log,
    )
    return 0
