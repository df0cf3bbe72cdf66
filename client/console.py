"""Where the client writes: results to one stream, complaints and progress to the other.

Progress is shown only to a person: where the error stream is no terminal, `progress` is silent, so
that output piped into a file or another program holds results alone.
"""

__all__ = ["complain", "progress", "say"]

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.progress import TimeElapsedColumn as Elapsed

_OUT = Console(highlight=False, soft_wrap=True)
_ERR = Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: object = "", *, markup: bool = False) -> None:
    """Print a result; `markup` says that the text holds rich's style marks."""
    _OUT.print(text, markup=markup)


def complain(error: object) -> None:
    """Print an error: what is wrong and what to do."""
    _ERR.print(f"[bold red]secret-subs:[/] {escape(str(error))}")


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
