"""What is proposed to the seats of a table, as pages show it (SPEC-18)."""

__all__ = ["candidates", "previewed", "proposals"]

from collections.abc import Iterator

from client.presentation.agreements import changes, terms_words
from client.presentation.events import event_lines
from client.presentation.names import Names
from client.presentation.players import player_name, seat_names
from client.schema import table as shown
from client.seat.agreeing import being_proposed
from client.table.session_state import SessionState
from engine.game import Game
from protocol.consent import OpenProposal


def candidates(state: SessionState) -> tuple[shown.Candidate, ...]:
    """Who has come to play on for somebody."""
    node = state.observer.node
    if node is None:
        return ()
    return tuple(
        shown.Candidate(
            key=one.key.raw.hex(),
            fingerprint=one.key.fingerprint,
            name=player_name(one),
            seat=one.seat,
            proposed=being_proposed(node, one.seat) is not None,
        )
        for one in node.candidates
    )


def proposals(state: SessionState) -> tuple[shown.Proposal, ...]:
    """What is proposed for the next entry."""
    node, table = state.observer.node, state.observer.table
    if node is None or table is None:
        return ()
    return tuple(_proposal(state, one) for one in node.proposals)


def previewed(state: SessionState) -> Game | None:
    """The position that a proposal leads to, if the player looks at one that may yet come."""
    node, table = state.observer.node, state.observer.table
    if node is None or table is None or state.preview is None:
        return None
    for one in node.proposals:
        proposal = one.proposal.statement
        if proposal.hash == state.preview and one.alive:
            return node.preview(proposal)
    return None


def _proposal(state: SessionState, one: OpenProposal) -> shown.Proposal:
    node, table = state.observer.node, state.observer.table
    if node is None or table is None:
        raise ValueError("there is no proposal before the game begins")
    proposal = one.proposal.statement
    names = seat_names(table.log.players)
    after = node.preview(proposal) if one.alive else None
    found = () if after is None else changes(table.game, after)
    refused = sorted(one.refused, key=lambda seat: seat != proposal.seat)
    return shown.Proposal(
        id=proposal.hash.hex(),
        seat=proposal.seat,
        words=terms_words(proposal, names),
        undone=tuple(_undone(state, one)) if one.alive else (),
        changes=tuple(change.words for change in found),
        spaces=tuple(change.space for change in found if change.space is not None),
        signed=tuple(names[seat] for seat in one.signed),
        missing=tuple(names[seat] for seat in one.missing),
        refused=tuple(names[seat] for seat in refused),
        withdrawn=one.withdrawn,
        can=tuple(reply.value for reply in node.replies(one)),
        remindable=bool(node.remindable(one)),
        shown=one.alive and proposal.hash == state.preview,
    )


def _undone(state: SessionState, one: OpenProposal) -> Iterator[str]:
    """What has happened here that will not have, if it is agreed on."""
    opening, game, node = state.observer.opening, state.observer.game, state.observer.node
    if node is not None and opening is not None and game is not None:
        names = Names(opening)
        names.learn(game)
        yield from event_lines(state.observer.since(node.stays(one.proposal.statement)), names)
