"""`secret-subs keys`: the one secret that a player keeps."""

__all__ = ["configure"]

import argparse
import secrets

from client.commands.common import add_home_options, home_from
from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.home import choose_passphrase
from protocol.identity import PHRASE_SIZE, Phrase

_KEEP = """
This is your recovery phrase. It is shown this once. Write it down and keep
it where no machine reads it: with it you get your games back from the other
players when this machine is lost, and anybody else who has it plays as you.
"""


def configure(family: Parser) -> None:
    """Give the family its commands."""
    commands = family.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, run, text in (
        ("new", _new, "create a key and show its recovery phrase once"),
        ("show", _show, "show the fingerprint by which other players know you"),
        ("restore", _restore, "restore the key file from the recovery phrase"),
    ):
        command = commands.add_parser(name, help=text, description=text)
        add_home_options(command)
        command.set_defaults(run=run)


def _new(args: argparse.Namespace) -> int:
    _refuse_second(args)
    phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
    fingerprint = _keep(args, phrase)
    say(f"\n  {phrase.text}\n{_KEEP}\nOther players know you by {fingerprint}.")
    return 0


def _show(args: argparse.Namespace) -> int:
    home = home_from(args)
    say(f"{home.public().fingerprint}  ({home.key_file})")
    return 0


def _restore(args: argparse.Namespace) -> int:
    _refuse_second(args)
    fingerprint = _keep(args, Phrase.from_text(input("Recovery phrase: ")))
    say(
        f"The key {fingerprint} is restored. Before you continue a game that you last played on "
        "another machine, run `secret-subs recover`."
    )
    return 0


def _refuse_second(args: argparse.Namespace) -> None:
    path = home_from(args).key_file
    if path.exists():
        raise ClientError(
            f"{path}: a key already exists", "name another folder with --home for another player"
        )


def _keep(args: argparse.Namespace, phrase: Phrase) -> str:
    return home_from(args).keep(phrase, choose_passphrase()).fingerprint
