"""`secret-subs odds battle`: what may come of a battle, and how likely it is."""

__all__ = ["NAME", "add"]

import argparse
import random
import secrets

from client.commands.common import Families
from client.console import say, say_json
from client.errors import ClientError
from client.presentation.battles import (
    BattleQuestion,
    BySide,
    ParsedBattle,
    odds_json,
    odds_text,
    parse_battle,
)
from client.scenarios import find
from engine.loading import edition_names
from engine.odds import Odds, RetreatPolicy, SideOrders, forecast
from engine.variants.submarine_warfare.odds import hunt_odds

NAME = "battle"

_DESCRIPTION = """
The odds of a battle by all rules of combat (BG-8): anti-aircraft fire, bombardment, support,
submarines, two-hit ships, defenceless transports, the order of losses, retreat. If any ship takes
part, it is a sea battle. Both sides lose units in the order that keeps their best chance to win,
unless you name another. The odds are exact where that takes about a second at most; otherwise they
are simulated, and the error is stated: so many points up or down, 19 times out of 20.

House rules are named with --rules. With DS a submarine is written with its depth; all that can
search do, and what is not found fires if it may, or stays out with --submerge. With SW submarines
alone are hunted: destroyers attack first, hunters fight on, and submarines leave as soon as they
may; with --rounds a hunter breaks off its duel, and with --retreat-below the attacker the hunt.
With WE one unit of a side is elite, and rolls its first miss again.
"""
_EXAMPLES = """
  secret-subs odds "2 infantry, tank, fighter vs 3 infantry, artillery"
  secret-subs odds "2 subs, destroyer vs cruiser, 2 transports" --submerge defender
  secret-subs odds "tank, 2 inf vs 3 inf, aa gun" --landing "2 inf" --bombard "cruiser"
  secret-subs odds "10 inf, 5 tanks vs 12 inf" --retreat-below 4 --losses "inf, tank"
  secret-subs odds "2 destroyers, cruiser vs cruiser" --defender-hidden "2 of 0, 1, 3"
  secret-subs odds "destroyer, fighter vs tokens" --defender-hidden "1 of 0, 2"
  secret-subs odds "destroyer, fighter vs 2 periscope subs, cruiser" --rules DS,die=12
  secret-subs odds "destroyer, bomber vs 2 subs" --rules SW
  secret-subs odds "2 militia, mech vs 3 inf" --scenario mymap.toml
  secret-subs odds "elite tank, 2 inf vs 3 inf" --rules WA,WE --batteries 1
"""


def add(commands: Families) -> None:
    """Add the command to the family."""
    command = commands.add_parser(
        NAME,
        help="the odds of a battle (the default)",
        description=_DESCRIPTION,
        epilog=f"examples:{_EXAMPLES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_argument(
        "battle",
        nargs="+",
        metavar="BATTLE",
        help="who attacks whom, as in `2 infantry, damaged battleship vs 3 tanks`",
    )
    units = command.add_mutually_exclusive_group()
    units.add_argument(
        "--edition",
        default="anniversary",
        choices=edition_names(),
        help="edition whose unit table and rules apply (default: anniversary)",
    )
    units.add_argument(
        "--scenario",
        metavar="NAME",
        help="a scenario of `scenario list`, or a file, whose unit table and rules apply instead",
    )
    _add_landing(command)
    _add_conduct(command)
    _add_house_rules(command)
    _add_dice(command)
    command.set_defaults(run=_run)


def _add_landing(command: argparse.ArgumentParser) -> None:
    """Where the battle is fought, and who comes from the sea."""
    command.add_argument(
        "--sea", action="store_true", help="the battle is at sea, although only aircraft fight"
    )
    command.add_argument(
        "--amphibious", action="store_true", help="all attacking land units come from the sea"
    )
    command.add_argument(
        "--landing", default="", metavar="UNITS", help="of them, only these come from the sea"
    )
    command.add_argument(
        "--bombard",
        default="",
        metavar="SHIPS",
        help="ships that bombard; without --landing all land units come from the sea",
    )


def _add_conduct(command: argparse.ArgumentParser) -> None:
    """What each side has, and what it does."""
    command.add_argument(
        "--losses",
        default="",
        metavar="KINDS",
        help="order of losses by kind, as in `infantry, tank`; all others "
        "follow in the order that keeps the best chance",
    )
    for side in ("attacker", "defender"):
        command.add_argument(
            f"--{side}-losses", default="", metavar="KINDS", help=f"the same for the {side} alone"
        )
    for side in ("attacker", "defender"):
        command.add_argument(
            f"--{side}-research",
            default="",
            metavar="NAMES",
            help=f"breakthroughs of the {side}, as in `jet_fighters, radar`",
        )
    command.add_argument(
        "--keep-land", action="store_true", help="the attacker loses its last land unit last"
    )
    command.add_argument(
        "--submerge",
        choices=("attacker", "defender", "both"),
        help="whose submarines submerge as soon as they may (default: they strike)",
    )
    command.add_argument(
        "--rounds",
        type=int,
        metavar="N",
        help="the attacker retreats after N rounds, or a hunter breaks off (SW)",
    )
    command.add_argument(
        "--retreat-below",
        type=int,
        default=0,
        metavar="N",
        help="the attacker retreats, or ends a hunt, once it has fewer than N units in the battle",
    )


def _add_house_rules(command: argparse.ArgumentParser) -> None:
    """What house rules add: hidden submarines, batteries, mines."""
    for side in ("attacker", "defender"):
        command.add_argument(
            f"--{side}-hidden",
            default="",
            metavar="TOKENS",
            help=f"tokens of the {side} and the groups that they may hold, as in `2 of 0, 1, 3`: "
            "two tokens with two of three groups, all equally likely; where it has nothing "
            "else, write `tokens` for its units",
        )
    command.add_argument(
        "--batteries",
        type=int,
        default=0,
        metavar="N",
        help="artillery batteries next door that fire into the battle (WA)",
    )
    command.add_argument(
        "--mined",
        action="store_true",
        help="the attacker's ships have passed a mine on their way: each ship or token was hit "
        "on 1, a transport with all that it lands (WM)",
    )


def _add_dice(command: argparse.ArgumentParser) -> None:
    """By which dice the odds are found, and how they are printed."""
    command.add_argument(
        "--rules",
        default="",
        metavar="R",
        help="house rules and options, as in `DS,WE,low_luck=on`",
    )
    command.add_argument(
        "--simulate", action="store_true", help="simulate even where exact odds could be computed"
    )
    command.add_argument(
        "--trials",
        type=int,
        default=10_000,
        metavar="N",
        help="battles to simulate (default: 10000)",
    )
    command.add_argument("--seed", type=int, metavar="N", help="seed of the simulated dice")
    command.add_argument("--json", action="store_true", help="print one JSON object")


def _run(args: argparse.Namespace) -> int:
    asked = parse_battle(
        BattleQuestion(
            battle=" ".join(args.battle),
            edition=args.edition,
            scenario=None if args.scenario is None else find(args.scenario).scenario,
            rules=args.rules,
            sea=args.sea,
            amphibious=args.amphibious,
            landing=args.landing,
            bombarding=args.bombard,
            losses=BySide(args.attacker_losses or args.losses, args.defender_losses or args.losses),
            research=BySide(args.attacker_research, args.defender_research),
            hidden=BySide(args.attacker_hidden, args.defender_hidden),
            batteries=args.batteries,
            mined=args.mined,
            trials=args.trials,
            rounds=args.rounds,
            retreat_below=args.retreat_below,
        )
    )
    odds = _hunt(args, asked) if asked.hunt else _forecast(args, asked)
    if args.json:
        say_json(odds_json(odds))
    else:
        say(odds_text(odds, asked.encounter))
    return 0


def _hunt(args: argparse.Namespace, asked: ParsedBattle) -> Odds:
    """The odds of a hunt.

    Raises:
        ClientError: an option means nothing there.
    """
    orders = asked.losses.attacker or asked.losses.defender or args.keep_land
    meaningless = {
        "an order of losses": orders and "a hunter and a submarine fight alone (SW-4)",
        "--simulate": args.simulate and "the odds of hunts are always exact",
        f"--submerge {args.submerge}": args.submerge in ("attacker", "both")
        and "attacking submarines take no part in a hunt (SW-3)",
    }
    for option, why in meaningless.items():
        if why:
            raise ClientError(f"{option} means nothing here: {why}", "leave it out")
    return hunt_odds(asked.encounter, RetreatPolicy(after=args.rounds, below=args.retreat_below))


def _forecast(args: argparse.Namespace, asked: ParsedBattle) -> Odds:
    seed = secrets.randbits(32) if args.seed is None else args.seed
    return forecast(
        asked.encounter,
        draw=random.Random(seed),  # noqa: S311 (dice of a simulation, not of a game)
        attacking=SideOrders(
            losses=asked.losses.attacker,
            keeps_land=args.keep_land,
            submerges=args.submerge in ("attacker", "both"),
        ),
        defending=SideOrders(
            losses=asked.losses.defender, submerges=args.submerge in ("defender", "both")
        ),
        retreat=RetreatPolicy(after=args.rounds, below=args.retreat_below),
        trials=args.trials,
        **({"budget": 0} if args.simulate else {}),
    )
