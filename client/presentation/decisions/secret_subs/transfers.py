"""Groups, and submarines that change between them, as people write and read them."""

__all__ = ["group_of", "said", "sent", "told", "typed"]

import re
from collections.abc import Iterable, Iterator

from client.presentation.reading import parts
from client.presentation.words import NotUnderstood, counted_kind, listed
from client.schema.answers import SubTransfer
from client.seat.view import PlayerView
from engine.errors import Illegal
from engine.pieces import PieceId
from engine.units import SUBMARINE
from engine.variants.secret_subs.actions import Transfer

_TRANSFER = re.compile(r"(?P<source>\d+)\s*>\s*(?P<target>\d+)(?:\s+(?P<count>\d+))?")


def typed(text: str) -> Iterator[Transfer]:
    """Read ``3>4 1, 5>4 2``.

    Raises:
        NotUnderstood: something in it is no transfer.
    """
    for part in parts(text, ","):
        found = _TRANSFER.fullmatch(part)
        if found is None:
            raise NotUnderstood(
                f'"{part}" is no transfer', "write group > group and how many: 3>4 1"
            )
        yield Transfer(int(found["source"]), int(found["target"]), int(found["count"] or 1))


def sent(transfers: Iterable[SubTransfer]) -> tuple[Transfer, ...]:
    """Transfers as a page sends them, without those of no submarine."""
    return tuple(Transfer(t.source, t.target, t.count) for t in transfers if t.count)


def said(transfers: Iterable[Transfer]) -> str:
    """``3>4 1, 5>4 2``."""
    return ", ".join(f"{t.source}>{t.target} {t.count}" for t in transfers)


def told(transfers: Iterable[Transfer]) -> str:
    """``a submarine from group 3 to group 4``, as a page tells it."""
    return listed(
        f"{counted_kind(SUBMARINE, t.count)} from group {t.source} to group {t.target}"
        for t in transfers
    )


def group_of(view: PlayerView, handle: PieceId) -> int:
    """The group under an own token.

    Raises:
        Illegal: it is no own token, or its group is not known.
    """
    group = view.groups.get(handle)
    if group is None:
        raise Illegal("SS-0.3", f"#{handle} is no token of yours that you know the group of")
    return group
