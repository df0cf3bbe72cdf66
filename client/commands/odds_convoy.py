"""`secret-subs odds convoy`: the chance that raiders of convoys bring a power to collapse."""

__all__ = ["add"]

import argparse
from fractions import Fraction

from client.commands.common import Families
from client.console import say, say_json
from client.errors import ClientError
from client.scenarios import find
from engine.board import Power, SpaceId
from engine.scenario import Scenario
from engine.variants.convoys.odds import RaiderPlacement, best_placement, chance_of_collapse, front

_DESCRIPTION = """
The exact chance that a power collapses in its next income phase (convoy disruption, CD) if these
raiders are in these sea zones and their hits are placed where they cost most. Without a placement,
the placement with the best chance for so many raiders.
"""
_EXAMPLES = """
  secret-subs odds convoy                              the best placements of 4 to 10 submarines
  secret-subs odds convoy --raiders 6                  that of six
  secret-subs odds convoy "SZ 8=2" "SZ 2=1" "SZ 3=1"   these submarines
  secret-subs odds convoy --raiders 6 --dice 1         destroyers or cruisers instead
"""

_USUAL = (4, 5, 6, 7, 8, 9, 10)
_MOST = 16
_MOST_DICE = 2


def add(commands: Families) -> None:
    """Add the command to the family."""
    command = commands.add_parser(
        "convoy",
        help="the odds that raiders of convoys bring a power to collapse (rule CD)",
        description=_DESCRIPTION,
        epilog=f"examples:{_EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "placement", nargs="*", metavar="ZONE=N", help="number of raiders in a sea zone"
    )
    command.add_argument(
        "--raiders", type=int, metavar="N", help="find the best placement of N raiders"
    )
    command.add_argument(
        "--dice",
        type=int,
        default=_MOST_DICE,
        metavar="N",
        help="dice per raider: 2 for submarines and aircraft, 1 for other ships (default: 2)",
    )
    command.add_argument(
        "--scenario",
        default="anniversary-1941",
        metavar="NAME",
        help="a scenario with convoy limits (default: anniversary-1941)",
    )
    command.add_argument("--power", default="UK", help="the power raided (default: UK)")
    command.add_argument("--json", action="store_true", help="print a JSON array")
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    scenario, power = find(args.scenario).scenario, Power(args.power)
    if not 1 <= args.dice <= _MOST_DICE:
        raise ClientError(f"--dice {args.dice}", f"a raider rolls 1 to {_MOST_DICE} dice (CD-1)")
    zones = front(scenario, power)
    if args.placement:
        if args.raiders is not None:
            raise ClientError("a placement and --raiders were both given", "leave one of them out")
        judged = [_placed(scenario, power, _read(args.placement, scenario), args.dice)]
    else:
        numbers = _USUAL if args.raiders is None else (args.raiders,)
        if not all(0 <= number <= _MOST for number in numbers):
            raise ClientError(f"--raiders {args.raiders}", f"write a number from 0 to {_MOST}")
        judged = [best_placement(scenario, power, number, args.dice) for number in numbers]
    if args.json:
        say_json([_described(placement) for placement in judged])
        return 0
    say(f"The chance that {power} collapses in one income phase, by raiders in {', '.join(zones)}:")
    for placement in judged:
        say(_in_words(placement, zones))
    return 0


def _read(items: list[str], scenario: Scenario) -> dict[SpaceId, int]:
    """Raiders by sea zone, as written; zones that nobody can collapse from count for nothing."""
    placed: dict[SpaceId, int] = {}
    for item in items:
        name, _, number = item.partition("=")
        zone = SpaceId(name.strip())
        if zone not in scenario.board.zones:
            raise ClientError(f"{item}: there is no sea zone {name.strip()}", "write SZ 8=2")
        if not number.strip().isdecimal() or int(number) > _MOST:
            raise ClientError(f"{item}: how many raiders?", f"write {zone}=N with N up to {_MOST}")
        placed[zone] = int(number)
    return placed


def _placed(
    scenario: Scenario, power: Power, raiders: dict[SpaceId, int], dice: int
) -> RaiderPlacement:
    rolled = {zone: number * dice for zone, number in raiders.items()}
    return RaiderPlacement(raiders, chance_of_collapse(scenario, power, rolled))


def _in_words(placement: RaiderPlacement, zones: tuple[SpaceId, ...]) -> str:
    split = "/".join(str(placement.raiders.get(zone, 0)) for zone in zones)
    number = sum(placement.raiders.values())
    return f"  {number:2}  {split:10}  {_percent(placement.chance):>8}  {placement.chance}"


def _percent(chance: Fraction) -> str:
    return f"{float(100 * chance):.2f} %"


def _described(placement: RaiderPlacement) -> dict[str, object]:
    return {
        "raiders": dict(placement.raiders),
        "chance": [placement.chance.numerator, placement.chance.denominator],
        "decimal": float(placement.chance),
    }
