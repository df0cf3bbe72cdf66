"""How the others find this node and it finds them, in the terminal."""

__all__ = ["REACHING", "connection_lines", "reach"]

from collections.abc import Iterator, Mapping
from typing import Final

from client.presentation.holders import held_lines, mailbox_lines
from p2p.node import Node

REACHING: Final[Mapping[str, str]] = {
    "link": "a link for players of this game who cannot find the others any more, or, with `link "
    "watch`, for a spectator",
    "retry": "call the others now instead of later, and test again whether they can call you",
}


def reach(command: str, rest: str, node: Node) -> Iterator[str]:
    """Carry out one of these commands: what it answers.

    Raises:
        BadInvite: nobody can be called, so that a link would lead nowhere.
        LobbyError: nobody can be invited to watch yet, or not by this node.
    """
    match command, rest.strip():
        case "link", "watch":
            yield "  For one spectator, who may use it at any player's node:"
            yield f"  {node.invite_watcher().link()}"
        case "link", _:
            yield "  For players of this game; it lets nobody else in:"
            yield f"  {node.link().link()}"
        case _:
            node.retry()
            yield "  Calling the others."


def connection_lines(node: Node) -> Iterator[str]:
    """That nobody is connected, and when the others are called again; which relays hold the log."""
    seconds = node.next_call
    if not node.connected and seconds is not None:
        when = f"in {seconds:.0f} s" if seconds >= 1 else "now"
        yield f"No other player is connected; the next call is {when}. `retry` calls at once."
    yield from held_lines(node.held_at)
    yield from mailbox_lines(node.mailboxes)
