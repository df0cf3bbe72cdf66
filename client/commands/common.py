"""What several commands take and read the same way."""

__all__ = ["Families", "home_of", "with_home", "with_rules", "with_scenario"]

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from client.home import HOME_VARIABLE, Home

if TYPE_CHECKING:
    Families = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Families = object

DEFAULT_SCENARIO = "wake-island"


def with_home(command: argparse.ArgumentParser) -> None:
    """Let a command be told whose folder it works in."""
    command.add_argument(
        "--home", type=Path, metavar="DIR", help=f"your folder (default: ${HOME_VARIABLE}, or ~)"
    )


def home_of(chosen: argparse.Namespace) -> Home:
    """The folder that the command works in."""
    return Home.of(chosen.home)


def with_scenario(command: argparse.ArgumentParser) -> None:
    """Let a command that starts a game be told which."""
    command.add_argument(
        "--scenario",
        default=DEFAULT_SCENARIO,
        metavar="NAME",
        help=f"scenario: a name of `scenario list`, or a file (default: {DEFAULT_SCENARIO})",
    )


def with_rules(command: argparse.ArgumentParser) -> None:
    """Let a command that starts a game be told by which house rules."""
    command.add_argument(
        "--rules",
        default="",
        metavar="R",
        help="house rules and options, as in `shuffle_markers=minimum,objectives=off`; "
        "Secret Subs is on unless you write `none`",
    )
