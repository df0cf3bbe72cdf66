"""Reminders by the game's keepers, in the terminal."""

__all__ = ["REMINDERS", "ask_keepers"]

from collections.abc import Iterator
from typing import Final

from client.presentation.players import seat_names
from client.presentation.reminding import reminder_lines
from client.presentation.words import NotUnderstood
from p2p.node import Node

REMINDERS: Final = (
    "have a keeper remind you while your own node is off: reminders at mailto:ann@example.org, "
    "reminders code 12345678, reminders off"
)


def ask_keepers(words: str, node: Node) -> Iterator[str]:
    """Carry out a command: what it answers.

    Raises:
        NotUnderstood: the game has not begun, or there is no such command.
        LocalError: no keeper does it.
    """
    table = node.table
    if table is None:
        raise NotUnderstood("the game has not begun", "ask once it has")
    match words.split():
        case []:
            names = seat_names(table.log.players)
            terms = node.keepers.terms
            yield from (f"  {line}" for line in reminder_lines({names[s]: terms[s] for s in terms}))
        case ["at", address]:
            node.keepers.remind_at(address)
            yield "  The keeper is asked. Give its code back with: reminders code 12345678"
        case ["code", code]:
            node.keepers.confirm(code)
            yield "  The keeper is told."
        case ["off"]:
            node.keepers.forget()
            yield "  The keeper is told."
        case _:
            raise NotUnderstood(f"there is no `reminders {words}`", REMINDERS)
