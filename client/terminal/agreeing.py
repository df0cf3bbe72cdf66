"""Agreements at the keyboard: propose, look at what is proposed, accept, refuse (SPEC-18)."""

__all__ = ["AGREEING", "agree"]

from collections.abc import Iterator
from typing import Final

from client.errors import ClientError
from client.presentation.agreements import changes, proposal_lines
from client.presentation.events import event_lines
from client.presentation.names import Names
from client.presentation.players import seat_names
from client.presentation.words import listed
from client.seat.agreeing import PROPOSE, check_gone, propose, propose_player
from client.seat.observer import Observer
from p2p.node import Node
from p2p.proposed import Reply
from p2p.ways import read_way
from protocol.consent import OpenProposal
from protocol.table import Table

AGREEING: Final = {
    "propose": PROPOSE,
    "successor": "invite somebody to play on for a player who is not here any more, or to keep the "
    "log instead of a keeper: successor Bob at ann.example.org:7777, where your node or another "
    "one of the game can be called; once they are here: propose player Dora",
    "proposals": "what is proposed, what it changes, and who has signed it",
    "accept": "sign a proposal: accept 1",
    "refuse": "refuse a proposal, withdraw your own, or dispute one that is made without you: "
    "refuse 1",
}
"""Commands that can be typed at any time, and what each does."""

_REPLIES: Final = {
    Reply.ACCEPT: "`accept {}`",
    Reply.REFUSE: "`refuse {}`",
    Reply.WITHDRAW: "withdraw it (`refuse {}`)",
    Reply.DISPUTE: "show that you are here (`refuse {}`)",
}

_REFUSED: Final = {
    Reply.REFUSE: "It is refused: it cannot be agreed on any more.",
    Reply.WITHDRAW: "It is withdrawn: it cannot be agreed on any more.",
    Reply.DISPUTE: "It is disputed: all see that you are here. They can still agree on it.",
}


def agree(command: str, rest: str, node: Node, observer: Observer) -> Iterator[str]:
    """Do what one of `AGREEING` says; yields what to show.

    Raises:
        ClientError: it names nothing that is there.
        LocalError: our seat cannot do this.
    """
    table = observer.table
    if table is None:
        raise ClientError("the game has not begun")
    match command:
        case "propose" if rest.strip().startswith("player "):
            _propose_player(rest.strip().removeprefix("player "), node, table)
            yield "It is proposed; you sign it once all others have. `proposals` shows it."
        case "successor":
            seat, link = _successor_link(rest.strip(), node, table)
            if seat in table.charter.keepers:
                yield f"Who is to keep the log starts `secret-subs keep LINK` with this: {link}"
            else:
                yield f"Send this link to who is to play on: {link}"
        case "propose":
            propose(node, table, rest.strip())
            yield "It is proposed; you sign it once all others have. `proposals` shows it."
        case "accept":
            proposal = _chosen(node, rest).proposal.statement
            check_gone(node, table, proposal.must_be_gone)
            node.consent(proposal.hash)
            yield "You have signed it."
        case "refuse":
            one = _chosen(node, rest)
            said = [_REFUSED[reply] for reply in node.replies(one) if reply in _REFUSED]
            node.refuse(one.proposal.statement.hash)
            yield from said
        case _:
            yield from _shown(node, table, observer)


def _shown(node: Node, table: Table, observer: Observer) -> Iterator[str]:
    """Each proposal in words, with what it undoes and what stands otherwise then."""
    proposals = node.proposals
    if not proposals:
        yield "Nothing is proposed for the next entry."
    seats = seat_names(table.log.players)
    for number, one in enumerate(proposals, start=1):
        first, *others = proposal_lines(one, seats)
        yield f"{number}  {first}"
        yield from (f"   {line}" for line in others)
        replies = [_REPLIES[reply].format(number) for reply in node.replies(one)]
        if node.remindable(one):
            replies.append("`remind` who has yet to sign")
        if replies:
            yield f"   you can {listed(replies, 'or')}"
        stays = node.stays(one.proposal.statement)
        if stays < len(table.log) and observer.opening is not None:
            names = Names(observer.opening)
            names.learn(table.game)
            undone = event_lines(observer.since(stays), names)
            yield from (f"   undoes: {line.strip()}" for line in undone)
        after = node.preview(one.proposal.statement)
        if after is not None:
            yield from (f"   then {change.words}" for change in changes(table.game, after))


def _propose_player(name: str, node: Node, table: Table) -> None:
    """Propose that somebody who has come plays on for a player, or keeps for a keeper."""
    found = [one for one in node.candidates if one.name == name]
    if len(found) != 1:
        names = ", ".join(one.name for one in node.candidates) or "nobody"
        raise ClientError(f"{name} has not come to take a seat", f"who has: {names}")
    (successor,) = found
    propose_player(node, table, successor)


def _successor_link(words: str, node: Node, table: Table) -> tuple[int, str]:
    """The seat and the link for who is to play or keep there: ``Bob at ann.example.org:7777``."""
    name, _, address = words.partition(" at ")
    seats = [seat for seat, one in enumerate(table.log.players.now) if one.name == name.strip()]
    at = (read_way(address),) if address.strip() else node.ways
    if len(seats) != 1 or not at:
        raise ClientError(
            "say instead of which player or keeper, and where your node or another one of the game "
            "can be called",
            "as in: successor Bob at ann.example.org:7777",
        )
    return seats[0], node.invite_successor(seats[0], at).link()


def _chosen(node: Node, rest: str) -> OpenProposal:
    """The proposal of a number, as `proposals` numbers them; the only one needs none."""
    proposals = node.proposals
    number = rest.strip() or ("1" if len(proposals) == 1 else "")
    if not number.isdigit() or not 1 <= int(number) <= len(proposals):
        raise ClientError("which proposal?", "`proposals` lists them, as in: accept 1")
    return proposals[int(number) - 1]
