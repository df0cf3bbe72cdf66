"""The command `secret-subs`: reads the command line and runs one command."""

__all__ = ["main"]

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version

from client.commands import COMMANDS
from client.commands.parser import Parser
from client.console import complain, escape_tracebacks
from client.errors import ClientError
from engine.errors import EngineError, ScenarioError
from p2p.errors import NodeError
from protocol.errors import ProtocolError
from protocol.printable import printable

_PACKAGE = "secret-subs"

FAILED = 1
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return its exit status. Without arguments it prints help.

    An error that bad input can cause is printed in one line, with what to do; anything else is a
    mistake of ours and keeps its traceback.
    """
    escape_tracebacks()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a frame of a map is worth no failure
    try:
        words = (sys.argv[1:] if arguments is None else arguments) or ["--help"]
        chosen = _parser_for(words[0]).parse_args(words)
        run: Callable[[argparse.Namespace], int] = chosen.run
        return run(chosen)
    except ScenarioError as error:
        faults = "".join(f"\n  {printable(str(fault))}" for fault in error.faults)
        complain(f"{error.name}: this scenario cannot be played{faults}")
        return FAILED
    except (ClientError, EngineError, NodeError, ProtocolError) as error:
        complain(error)
        return FAILED
    except BrokenPipeError:
        # Whoever read what we print has enough of it; nothing more can be said, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except OSError as error:
        named = "" if error.filename is None else f"{error.filename}: "
        complain(f"{named}{error.strerror or error}")
        return FAILED
    except EOFError:
        complain("the input ended before this question was answered")
        return FAILED
    except KeyboardInterrupt:
        return INTERRUPTED


def _parser_for(named: str) -> Parser:
    """A parser that lists every command, and knows the options of the one that is named."""
    parser = Parser(
        prog="secret-subs",
        description="Axis & Allies with hidden submarines, between people who trust no server.",
        epilog="`secret-subs COMMAND --help` tells more of each.",
    )
    parser.add_argument("--version", action="version", version=f"secret-subs {version(_PACKAGE)}")
    families = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        added = families.add_parser(name, help=command.summary, description=command.description)
        if name == named:
            command.configure(added)
    return parser
