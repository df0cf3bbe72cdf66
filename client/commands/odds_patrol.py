"""`secret-subs odds patrol`: the chance that destroyers halt submarines that sail past them."""

__all__ = ["add"]

import argparse
import dataclasses
from collections.abc import Iterator

from client.commands.common import Families
from client.console import say, say_json
from client.errors import ClientError
from client.scenarios import find
from engine.errors import counted
from engine.game import Game
from engine.setup import new_game
from engine.variants.submarine_warfare.odds import patrol_odds

_DESCRIPTION = """
The exact chance that submarines, or tokens, are halted as they leave a sea zone with enemy
destroyers (submarine warfare, SW-2): each destroyer may roll at one of them once a turn. Whoever
has the destroyers chooses at which, so all ways to divide the rolls are listed.
"""
_EXAMPLES = """
  secret-subs odds patrol 2        two destroyers roll at a submarine
  secret-subs odds patrol 3 2      three destroyers, two submarines
"""

_MOST = 12


def add(commands: Families) -> None:
    """Add the command to the family."""
    command = commands.add_parser(
        "patrol",
        help="the odds that destroyers halt submarines that sail past them (rule SW-2)",
        description=_DESCRIPTION,
        epilog=f"examples:{_EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument("destroyers", type=int, metavar="DESTROYERS", help="how many roll")
    command.add_argument(
        "submarines",
        type=int,
        nargs="?",
        default=1,
        metavar="SUBMARINES",
        help="how many submarines or tokens leave the zone (default: 1)",
    )
    command.add_argument("--json", action="store_true", help="print a JSON array")
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    destroyers: int = args.destroyers
    submarines: int = args.submarines
    if not (1 <= destroyers <= _MOST and 1 <= submarines <= _MOST):
        raise ClientError(
            f"{destroyers} against {submarines}", f"write two numbers from 1 to {_MOST}"
        )
    game = _game()
    judged = {rolls: patrol_odds(game, rolls) for rolls in _divided(destroyers, submarines)}
    if args.json:
        say_json([{"rolls": [*rolls], "halted": [*odds]} for rolls, odds in judged.items()])
        return 0
    ships, subs = counted(destroyers, "destroyer"), counted(submarines, "submarine")
    say(f"{ships} against {subs}: rolls at each, and how likely so many are halted (SW-2):")
    for rolls, odds in judged.items():
        shown = (f"{number}: {100 * chance:.2f} %" for number, chance in enumerate(odds) if chance)
        say(f"  {'/'.join(map(str, rolls)):{2 * submarines}}  {', '.join(shown)}")
    return 0


def _game() -> Game:
    """A game with the house rule."""
    scenario = dataclasses.replace(find("anniversary-1941").scenario, opening=())
    return new_game(scenario, ("SW",), {}, scenario.seatings[min(scenario.seatings)])


def _divided(rolls: int, submarines: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Every way to divide rolls among submarines, those with most rolls first."""
    if submarines == 1:
        if most is None or rolls <= most:
            yield (rolls,)
        return
    for first in range(min(rolls, rolls if most is None else most), -1, -1):
        for others in _divided(rolls - first, submarines - 1, first):
            yield (first, *others)
