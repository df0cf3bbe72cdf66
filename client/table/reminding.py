"""Reminders by the game's keepers, on the page (SPEC-16.24)."""

__all__ = ["ask_keepers", "keeper_reminders"]

from client.presentation.players import seat_names
from client.schema import table as shown
from client.table.messages import AskKeepers
from client.table.session_state import SessionState
from p2p.node import Node


def keeper_reminders(state: SessionState) -> tuple[shown.KeeperReminders, ...]:
    """How each keeper that is connected reminds, and where it reminds this player."""
    node, table = state.observer.node, state.observer.table
    if node is None or table is None:
        return ()
    names = seat_names(table.log.players)
    return tuple(
        shown.KeeperReminders(
            keeper=names[seat],
            kinds=said.kinds,
            addresses=tuple(
                shown.ReminderAddress(shown=address, confirmed=bool(confirmed))
                for address, confirmed in said.addresses
            ),
        )
        for seat, said in node.keepers.terms.items()
    )


def ask_keepers(node: Node, asked: AskKeepers) -> None:
    """Ask the keepers for reminders, or for none any more.

    Raises:
        LocalError: no keeper that is connected does that.
    """
    match asked.what:
        case "at":
            node.keepers.remind_at(asked.text.strip())
        case "code":
            node.keepers.confirm(asked.text.strip())
        case "off":
            node.keepers.forget()
