"""Where the client writes: results to one stream, complaints and progress to the other.

Nothing else writes there, and whatever is written is escaped (`protocol.printable`): names, reasons
and answers come from strangers, and an escape sequence in one of them could forge a verdict.

Progress is shown only to a person: where the error stream is no terminal, `progress` is silent, so
that output piped into a file or another program holds results alone. To a terminal long lines are
broken between words; elsewhere every line is left as it is.
"""

__all__ = [
    "columns",
    "complain",
    "escape_tracebacks",
    "folded",
    "progress",
    "prompt",
    "remark",
    "say",
    "say_json",
    "say_json_line",
]

import json
import logging
import re
import sys
import textwrap
import traceback
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed
from rich.text import Text

from protocol.printable import printable_lines

_OUT = Console(highlight=False, soft_wrap=True, emoji=False)
_ERR = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)

_LINK = re.compile("(?:  .*)?secret-subs:|The table is open, for you alone: ")
_HANGING = 2  # columns by which the rest of a long line is indented


def say(text: object = "") -> None:
    """Print a result."""
    _OUT.print(_fitted(_OUT, printable_lines(str(text))), markup=False)


def prompt(text: str) -> None:
    """Print what asks for a line, which is typed right after it."""
    sys.stdout.write(printable_lines(text))
    sys.stdout.flush()


def say_json(value: object) -> None:
    """Print a result for a program: one JSON value, in ASCII."""
    _OUT.print(json.dumps(value, indent=2), markup=False)


def say_json_line(value: object) -> None:
    """Print one result of many for a program: a JSON value in one line, in ASCII."""
    sys.stdout.write(f"{json.dumps(value, separators=(',', ':'))}\n")
    sys.stdout.flush()


def remark(text: str) -> None:
    """Print for people what a program finds among the results as well."""
    _ERR.print(_fitted(_ERR, printable_lines(text)), markup=False)


def complain(error: object) -> None:
    """Print an error: what is wrong and what to do.

    Its lines after the first are indented: the name of a file, too, may have several.
    """
    lines = printable_lines(str(error)).split("\n")
    said = "\n".join(
        [lines[0], *(line if line[:1] in ("", " ") else f"  {line}" for line in lines[1:])]
    )
    told = _fitted(_ERR, f"secret-subs: {said}")
    _ERR.print(Text.assemble(("secret-subs:", "bold red"), told.removeprefix("secret-subs:")))


def escape_tracebacks() -> None:
    """Escape also what Python prints by itself: records of loggers, and errors of our own making.

    Their lines after the first are marked, so that none can be taken for a result.
    """
    if logging.lastResort is not None:
        logging.lastResort.setFormatter(_Escaping())
    sys.excepthook = _print_traceback


class _Escaping(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return _marked(super().format(record))


def _print_traceback(
    kind: type[BaseException], error: BaseException, at: TracebackType | None
) -> None:
    _ERR.print(_marked("".join(traceback.format_exception(kind, error, at)).rstrip()), markup=False)


def _marked(text: str) -> str:
    return printable_lines(text).replace("\n", "\n  | ")


def columns(otherwise: int) -> int:
    """How wide the terminal is that results go to; if it is none, so many columns."""
    return _OUT.width if _OUT.is_terminal else otherwise


def folded(text: str, width: int) -> str:
    """Text with its long lines broken between words, what follows indented."""
    return "\n".join(
        part
        for line in text.split("\n")
        for part in (_parts(line, width) if len(line) > width else [line])
    )


def _parts(line: str, width: int) -> list[str]:
    """A long line in parts; a line that is a link and says whose keeps it whole, to be copied.

    Of any other long word the end, where a terminal broke it, would stand like a line of our own.
    """
    indent = len(line) - len(line.lstrip()) + _HANGING
    return textwrap.wrap(
        line,
        width,
        subsequent_indent=" " * min(indent, width // 2),
        break_long_words=not _LINK.match(line),
        break_on_hyphens=False,
    )


def _fitted(to: Console, text: str) -> str:
    return folded(text, to.width) if to.is_terminal else text


def progress() -> Progress:
    """A progress display for anything that takes longer than a second; a context manager."""
    return Progress(
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        Elapsed(),
        console=_ERR,
        transient=True,
        disable=not _ERR.is_terminal,
    )
