"""`secret-subs scenario`: scenarios listed, shown, checked, imported, changed by a bid."""

__all__ = ["configure"]

import argparse

from client.commands import scenario_bid, scenario_import
from client.commands.parser import Parser
from client.console import columns, say
from client.presentation.charter import WIDTH, scenario_text
from client.scenarios import find
from engine.errors import counted
from engine.loading import builtin_names


def configure(family: Parser) -> None:
    """Give the family its commands."""
    commands = family.add_subparsers(title="commands", metavar="COMMAND", required=True)

    text = "list the built-in scenarios, and files of your own"
    listing = commands.add_parser("list", help=text, description=text)
    listing.add_argument("files", nargs="*", metavar="FILE", help="a scenario file to list as well")
    listing.set_defaults(run=_list)

    text = "show map, powers, set-up and victory conditions"
    showing = commands.add_parser("show", help=text, description=text)
    showing.add_argument("name", metavar="NAME", help="a scenario's name, or a file")
    showing.set_defaults(run=_show)

    text = "list every error in a scenario file, with its place"
    checking = commands.add_parser("check", help=text, description=text)
    checking.add_argument("name", metavar="FILE", help="the file, or a scenario's name")
    checking.set_defaults(run=_check)

    scenario_import.add(commands)
    scenario_bid.add(commands)


def _list(args: argparse.Namespace) -> int:
    for name in (*builtin_names(), *args.files):
        scenario = find(name).scenario
        own = "; own unit table" if scenario.own_units else ""
        say(f"{name:16} {scenario.title} ({', '.join(scenario.powers)}{own})")
    return 0


def _show(args: argparse.Namespace) -> int:
    say(scenario_text(find(args.name).scenario, columns(WIDTH)))
    return 0


def _check(args: argparse.Namespace) -> int:
    scenario = find(args.name).scenario
    spaces, units = len(scenario.board.spaces), sum(stack.count for stack in scenario.opening)
    powers = counted(len(scenario.powers), "power")
    say(f"{args.name} is valid: {counted(spaces, 'space')}, {counted(units, 'unit')}, {powers}")
    return 0
