"""Reminders by a keeper, in words (SPEC-16.24)."""

__all__ = ["reminder_lines", "reply_words"]

from collections.abc import Iterator, Mapping
from typing import Final

from client.presentation.words import listed
from p2p.messages import ReminderReply, RemindTerms

_REPLIES: Final[Mapping[ReminderReply, str]] = {
    ReminderReply.NOTHING: "",
    ReminderReply.CODE_SENT: "has sent a code to the address: give it back within an hour",
    ReminderReply.NOT_SENT: "could not send the code: look at the address, or try again later",
    ReminderReply.CONFIRMED: "reminds you at the address from now on",
    ReminderReply.WRONG_CODE: "knows no such code; after five wrong ones, or an hour, ask for "
    "another",
    ReminderReply.FORGOTTEN: "has forgotten your addresses",
    ReminderReply.REFUSED: "does not send to that address",
    ReminderReply.TOO_MANY: "reminds at two addresses at most: take them back first",
    ReminderReply.TOO_OFTEN: "sends no more codes today: try again tomorrow",
}


def reply_words(keeper: str, reply: ReminderReply) -> str:
    """What a keeper says of what it was asked; empty if nothing was."""
    said = _REPLIES[reply]
    return f"{keeper} {said}" if said else ""


def reminder_lines(keepers: Mapping[str, RemindTerms]) -> Iterator[str]:
    """How each keeper reminds, by their names, and where it reminds our player."""
    if not keepers:
        yield "No keeper that reminds is connected; `secret-subs remind` has your own node do it."
    for keeper, said in keepers.items():
        yield f"{keeper} reminds at addresses that begin with {listed(said.kinds, 'or')}"
        for shown, confirmed in said.addresses:
            yield f"  you at {shown}" + ("" if confirmed else ", once you have given its code back")
