"""`secret-subs site`: find out whether a site serves the program that it should."""

__all__ = ["configure"]

import argparse
from pathlib import Path

from client.commands.parser import Parser
from client.console import say
from client.errors import ClientError
from client.site import differences, read_site


def configure(command: Parser) -> None:
    """Give the command its options."""
    command.description = (
        "Compare what a site serves with a build of it. Whoever serves the page of a site serves "
        "the program that plays for who opens it: docs/site.md says whom you trust there."
    )
    command.add_argument(
        "--check", required=True, type=read_site, metavar="URL", help="address of the site"
    )
    command.add_argument(
        "--build",
        type=Path,
        default=Path("build/site"),
        metavar="DIR",
        help="what `make site` has built of the same version (default: build/site)",
    )
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    found = list(differences(args.check, args.build))
    if not found:
        say(f"{args.check} serves this build, file by file, as far as it shows you.")
        return 0
    raise ClientError(
        f"{args.check} serves something else:\n" + "\n".join(found),
        "it is another version, or not this program: do not play there before you know",
    )
