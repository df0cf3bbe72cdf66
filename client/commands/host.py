"""`secret-subs host`: make a table, hand out its invites, and play."""

__all__ = ["add"]

import argparse

from client import tables
from client.commands import table
from client.commands.common import (
    Families,
    home_of,
    onlooker_of,
    terms_chosen,
    with_home,
    with_node,
    with_player,
    with_rules,
    with_scenario,
)
from client.errors import ClientError
from client.terminal.words import one_of
from p2p.address import Address
from p2p.lobby import Terms

_DEFAULT = Address("127.0.0.1", 0)


def add(families: Families) -> None:
    """Add the command to the command line."""
    text = "make a table, hand out its invites, and play"
    command = families.add_parser("host", help=text, description=text)
    command.add_argument("--name", help="your name at the table; without it, a page asks for all")
    command.add_argument("--as", dest="power", metavar="POWER", help="a power that you play")
    command.add_argument("--players", type=int, metavar="N", help="how many seats share the powers")
    command.add_argument(
        "--watchers", type=int, default=0, metavar="N", help="how many may be invited to watch"
    )
    command.add_argument(
        "--address",
        type=Address.parse,
        action="append",
        default=[],
        metavar="HOST:PORT",
        help="where invites say that you are, if not where you listen; may be repeated",
    )
    for options in (with_scenario, with_rules, with_player, with_node, with_home):
        options(command)
    command.set_defaults(run=_run)


def _run(chosen: argparse.Namespace) -> int:
    home = home_of(chosen)
    if chosen.name is None:
        if chosen.terminal or chosen.bot is not None:
            raise ClientError("a player has a name", "give one with --name")
        return table.enter(chosen)
    terms = terms_chosen(chosen, chosen.players)
    seat = _seat(terms, chosen.power)
    phrase = home.unlock()
    chair, lobby = tables.host(
        home, phrase, chosen.name, terms, seat=seat, watchers=chosen.watchers
    )
    tables.play(
        chair,
        onlooker_of(chosen),
        listen=chosen.listen or _DEFAULT,
        door=tables.Doorplate(phrase, lobby, tuple(chosen.address)),
        stay=chosen.stay,
        log=chosen.log,
    )
    return 0


def _seat(terms: Terms, power: str | None) -> int:
    """The seat with a power; the first if none is named."""
    if power is None:
        return 0
    powers = [each for powers in terms.seats for each in powers]
    named = one_of(power, powers, "power")
    return next(seat for seat, powers in enumerate(terms.seats) if named in powers)
