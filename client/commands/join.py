"""`secret-subs join`, `play`, `watch`, `recover`: take a seat in a game that exists."""

__all__ = ["configure_join", "configure_play", "configure_recover", "configure_watch"]

import argparse
import re
import sys
from typing import Final

from client import tables
from client.commands.called import called_from
from client.commands.common import (
    add_home_options,
    add_node_options,
    add_player_options,
    add_table_options,
    home_from,
    participant_from,
    person_from,
    run_at,
)
from client.commands.parser import Parser
from client.commands.tables import knock_at, list_tables
from client.errors import ClientError
from client.home import Home
from client.presentation.words import listed
from client.seat.participant import Participant
from client.table.saved_games import SavedTable, saved_games
from engine.errors import counted
from p2p.invite import SCHEME, Invite
from p2p.knocking import Knock

_ID: Final = re.compile("[0-9A-Fa-f]{1,64}")


def configure_join(command: Parser) -> None:
    """Give `join` its options."""
    add_node_options(command)
    add_home_options(command)
    command.add_argument(
        "invite",
        metavar="LINK",
        nargs="?",
        default="",
        help="the invite from the host; - reads it from standard input, so that other users of "
        "this machine cannot see it in the list of processes; or the first letters of the id of an "
        "open table in your network or at your --relay, whose host is asked (default: list them)",
    )
    command.add_argument("--name", help="your name at the table; needed")
    add_player_options(command)
    command.set_defaults(run=_join)


def configure_play(command: Parser) -> None:
    """Give `play` its options."""
    add_node_options(command)
    add_home_options(command)
    command.add_argument(
        "table",
        metavar="TABLE",
        nargs="?",
        default="",
        help="the first letters of the table's id, or a newer link to it (default: your only "
        "table)",
    )
    add_player_options(command)
    command.set_defaults(run=_play)


def configure_watch(command: Parser) -> None:
    """Give `watch` its options."""
    add_node_options(command)
    add_home_options(command)
    command.add_argument(
        "invite",
        metavar="LINK",
        help="the invite for a spectator, or the first letters of the id of an open table, whose "
        "host is asked",
    )
    command.add_argument(
        "--name",
        default="Spectator",
        help="your name, where a host is asked (default: Spectator)",
    )
    add_table_options(command)
    command.set_defaults(run=_watch)


def configure_recover(command: Parser) -> None:
    """Give `recover` its options."""
    add_node_options(command)
    add_home_options(command)
    command.add_argument("invite", metavar="LINK", help="any link to the table, of any player")
    add_player_options(command)
    command.set_defaults(run=_recover)


def _join(args: argparse.Namespace) -> int:
    if not args.invite:
        return list_tables(args)
    if args.name is None:
        raise ClientError("a player needs a name", "give one with --name")
    home = home_from(args)
    invite = _invited(args, home, Knock(args.name))
    table = tables.join(home, home.unlock(), args.name, invite)
    tables.note_keeper(table, keeper=False)
    _sit_down(args, table, participant_from(args, table.phrase))
    return 0


def _invited(args: argparse.Namespace, home: Home, said: Knock) -> Invite:
    """The invite that is given, or that the host of an open table gives whoever knocks.

    Raises:
        BadInvite: it is none.
        ClientError: no such table is found.
        NodeError: its host cannot be called, or does not let us in.
    """
    link = sys.stdin.readline().strip() if args.invite == "-" else args.invite.strip()
    if not _ID.fullmatch(link):
        return Invite.parse(link)
    return knock_at(args, home, said)


def _play(args: argparse.Namespace) -> int:
    home = home_from(args)
    if args.table.startswith(SCHEME):
        table = tables.come_back(home, home.unlock(), Invite.parse(args.table))
    else:
        _refuse_several(home, args.table)
        table = tables.find(home, home.unlock(), args.table)
    tables.refuse_keeper(table)
    _sit_down(args, table, participant_from(args, table.phrase))
    return 0


def _sit_down(args: argparse.Namespace, table: tables.OpenTable, participant: Participant) -> None:
    """Play at a table, called where this player said, now or when it was played last."""
    lobby = tables.hosted_lobby(table)
    called = called_from(args, table)
    run_at(
        args,
        table,
        participant,
        listen=called.listen,
        relays=called.relays,
        invite=lobby is not None and lobby.charter is None,
        ways=called.ways,
    )


def _refuse_several(home: Home, beginning: str) -> None:
    """Have one table named where a home has several.

    Raises:
        ClientError: it is open which is meant; all are listed with what tells them apart.
    """
    games = [
        game
        for game in saved_games(home)
        if not game.bots and game.moved is None and game.id.startswith(beginning.lower())
    ]
    if len(games) > 1:
        all_of_them = "\n".join(f"  {_description(game)}" for game in games)
        raise ClientError(
            f"{home.path} has several tables",
            f"name one by the first letters of its id:\n{all_of_them}",
        )


def _description(game: SavedTable) -> str:
    """``81ab6d06 Wake Island: Ann (Japan), Bob (USA); 85 entries``."""
    if game.open:
        return f"{game.id[:8]} is open in another process"
    people = ", ".join(f"{name} ({listed(powers) or 'keeper'})" for name, powers in game.seats)
    far = "waiting for players" if game.entries is None else counted(game.entries, "entry")
    return f"{game.id[:8]} {game.title or 'not started yet'}: {people or 'nobody'}; {far}"


def _watch(args: argparse.Namespace) -> int:
    home = home_from(args)
    invite = _invited(args, home, Knock(args.name, watches=True))
    _sit_down(args, tables.join(home, home.unlock(), "", invite), person_from(args))
    return 0


def _recover(args: argparse.Namespace) -> int:
    invite = Invite.parse(args.invite)
    home = home_from(args)
    table = tables.recover(home, home.unlock(), invite)
    _sit_down(args, table, participant_from(args, table.phrase))
    return 0
