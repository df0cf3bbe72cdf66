"""The command `secret-subs`: reads the command line and hands over to one command's module."""

__all__ = ["main"]

import argparse
import sys
from collections.abc import Callable, Sequence

from client.commands import adders
from client.commands.parser import Parser
from client.console import complain
from client.errors import ClientError
from engine.errors import EngineError, ScenarioError
from p2p.errors import NodeError
from protocol.errors import ProtocolError

FAILED = 1
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status.

    Errors of a kind that bad input can cause are told in one line and what to do; anything else
    is a mistake of ours and keeps its traceback.
    """
    try:
        words = sys.argv[1:] if arguments is None else arguments
        chosen = _parser(words[0] if words else None).parse_args(words)
        run: Callable[[argparse.Namespace], int] = chosen.run
        return run(chosen)
    except ScenarioError as error:
        faults = "".join(f"\n  {fault}" for fault in error.faults)
        complain(f"{error.name}: this scenario cannot be played{faults}")
        return FAILED
    except (ClientError, EngineError, NodeError, ProtocolError, OSError) as error:
        complain(error)
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser(named: str | None) -> Parser:
    parser = Parser(
        prog="secret-subs",
        description="Axis & Allies with hidden submarines, between people who trust no server.",
    )
    families = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in adders(named):
        add(families)
    return parser
