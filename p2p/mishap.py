"""What nobody foresaw in what a peer sent: our own mistake, which must not stop the node.

A replica takes an entry whole or not at all, and everything that is known to be wrong is refused
with an error of its own. Whatever else is raised while a peer's bytes are judged is a fault of this
program: the message is treated as refused, its connection ends, and the game goes on with the
others. The traceback goes to the logger `secret-subs`, once for each kind of fault, so that a peer
who repeats itself fills no disk.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from p2p.errors import InternalError, NodeError

__all__ = ["confined"]

_LOGGER: Final = logging.getLogger("secret-subs")


@contextmanager
def confined(doing: str, told: set[str]) -> Iterator[None]:
    """Judge what others sent, so that nothing but the errors of this package comes of it.

    Args:
        doing: what is being done, for the log.
        told: the faults that the log has already; a new one is added.

    Raises:
        NodeError: what was foreseen, as it was raised.
        InternalError: anything else.
    """
    try:
        yield
    except NodeError:
        raise
    except Exception as error:
        fault = f"{doing}: {_place(error)}"
        if fault not in told:
            told.add(fault)
            _LOGGER.exception("A fault of this program while %s; please report it", doing)
        raise InternalError(f"this program failed while {doing}: {type(error).__name__}") from error


def _place(error: Exception) -> str:
    """The kind of an error and the line that raised it: of these there are finitely many."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return type(error).__name__
    code = traceback.tb_frame.f_code
    return f"{type(error).__name__} at {code.co_filename}:{traceback.tb_lineno}"
