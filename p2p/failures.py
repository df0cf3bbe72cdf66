"""Where a failure ends: what nobody foresaw with its connection, everything else with the node.

A replica takes an entry whole or not at all, and everything that is known to be wrong is refused
with an error of its own. Whatever else is raised while a peer's bytes are judged is a fault of this
program: the message is treated as refused, its connection ends, and the game goes on with the
others. The traceback goes to the logger `secret-subs`, once for each kind of fault, so that a peer
who repeats itself fills no disk.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

from p2p.errors import InternalError, NodeError

__all__ = ["contained", "task_group"]

_LOGGER: Final = logging.getLogger("secret-subs")


@contextmanager
def contained(doing: str, logged: set[str]) -> Iterator[None]:
    """Judge what others sent, so that nothing but the errors of this package comes of it.

    Args:
        doing: what is being done, for the log.
        logged: the faults that are in the log already; a new one is added.

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
        if fault not in logged:
            logged.add(fault)
            _LOGGER.exception("Internal error while %s; please report it", doing)
        raise InternalError(f"internal error while {doing}: {type(error).__name__}") from error


@asynccontextmanager
async def task_group() -> AsyncIterator[asyncio.TaskGroup]:
    """An `asyncio.TaskGroup` of which the first failure is raised as it is, not as a group.

    On the way out every task of the group has ended, and been awaited.
    """
    failure = None
    try:
        async with asyncio.TaskGroup() as group:
            yield group
    except BaseExceptionGroup as failures:
        failure = failures.exceptions[0]
    if failure is not None:
        raise failure


def _place(error: Exception) -> str:
    """The kind of an error and the line that raised it: of these there are finitely many."""
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_next is not None:
        traceback = traceback.tb_next
    if traceback is None:
        return type(error).__name__
    code = traceback.tb_frame.f_code
    return f"{type(error).__name__} at {code.co_filename}:{traceback.tb_lineno}"
