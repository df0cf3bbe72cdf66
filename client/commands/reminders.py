"""How a keeper reminds players, as its operator says on the command line."""

__all__ = ["add_reminder_options", "reminder_settings"]

import argparse
from pathlib import Path

from client.commands.parser import Parser
from client.errors import ClientError
from p2p.reminding.courier import check_settings
from p2p.reminding.destinations import Kind, ReminderSettings


def add_reminder_options(command: Parser, before: str = "") -> None:
    """Options of a command that keeps games; `before` says which others they need."""
    command.add_argument(
        "--remind",
        action="append",
        default=[],
        type=Kind,
        choices=tuple(Kind),
        metavar="SCHEME",
        help=f"{before}remind players who are away at addresses that begin so, once they have "
        f"given back a code that is sent there: {', '.join(Kind)}; can be repeated (default: none)",
    )
    command.add_argument(
        "--remind-mail",
        type=Path,
        metavar="FILE",
        help="with --remind mailto: a file whose first line is your mail server, as in "
        "mailtos://user:password@mail.example.org?from=game@example.org",
    )


def reminder_settings(args: argparse.Namespace) -> ReminderSettings:
    """How to remind.

    Raises:
        ClientError: the file of the mail server cannot be read.
        NoReminders: what was chosen cannot be sent.
    """
    mail = ""
    if args.remind_mail is not None:
        try:
            mail, _, _ = args.remind_mail.read_text().strip().partition("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise ClientError(
                f"{args.remind_mail} cannot be read", "write your mail server into its first line"
            ) from error
    settings = ReminderSettings(frozenset(args.remind), mail)
    check_settings(settings)
    return settings
