"""What seats propose and agree on, in words, and what it changes on the map (SPEC-18)."""

__all__ = ["agreed_line", "changes", "proposal_lines", "terms_words"]

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from client.presentation.board import turn_text
from client.presentation.players import player_name
from client.presentation.words import kind_name, listed
from engine.board import SpaceId
from engine.game import Game
from engine.pieces import Figure
from engine.units import Kind
from protocol.carried import agreed_by
from protocol.consent import OpenProposal
from protocol.entry import Entry
from protocol.proposals import (
    AfterFault,
    ChangeKeepers,
    End,
    HandOver,
    Proposal,
    Replace,
    Result,
    TakeBack,
    Terms,
)
from protocol.statement import Signed
from protocol.successors import Successor


@dataclass(frozen=True, slots=True)
class Change:
    """What stands otherwise in a space, or is held otherwise by a power.

    Attributes:
        space: where; None of a power's treasury.
        words: what.
    """

    space: SpaceId | None
    words: str


def terms_words(proposal: Proposal, seats: Sequence[str]) -> str:
    """What a proposal asks, as in: Bob proposes to take back entries 12 to 15.

    Args:
        proposal: as it was made.
        seats: the names of the players, by seat.
    """
    terms = _terms(proposal.terms, proposal, seats)
    return f"{seats[proposal.seat]} proposes {terms}{_against(proposal, seats)}"


def _against(proposal: Proposal, seats: Sequence[str]) -> str:
    """Without whom it is made; a keeper that is changed is in the terms."""
    without = _names(proposal.must_be_gone, seats)
    return f", without {without}" if without else ""


def _terms(terms: Terms, proposal: Proposal, seats: Sequence[str]) -> str:
    match terms:
        case TakeBack(to):
            first, last = to.sequence + 1, proposal.after.sequence
            which = f"entry {first}" if first == last else f"entries {first} to {last}"
            return f"to take back {which}"
        case End(Result.DRAW):
            return "to end the game as a draw"
        case End(Result.ADJOURNED):
            return "to adjourn the game for good"
        case End(_, winner):
            return f"to end the game, won by {winner}"
        case HandOver(successor):
            seat = successor.statement.seat
            new = player_name(successor.statement)
            return f"that {new} plays on for {seats[seat]}, who shows its tokens to {new} alone"
        case Replace(successors):
            return f"that {_successors(successors, seats, 'plays on for')}"
        case ChangeKeepers(successors):
            return f"that {_successors(successors, seats, 'keeps the log instead of')}"
        case AfterFault(remedy):
            then = _terms(remedy, proposal, seats).removeprefix("to ")
            return f"to keep this line for all, and {then}"


def _successors(successors: Sequence[Signed[Successor]], seats: Sequence[str], does: str) -> str:
    return " and ".join(
        f"{player_name(one.statement)} {does} {seats[one.statement.seat]}" for one in successors
    )


def proposal_lines(one: OpenProposal, seats: Sequence[str]) -> Iterator[str]:
    """A proposal, and who has signed it, who has not, and who has refused."""
    yield terms_words(one.proposal.statement, seats)
    if one.withdrawn:
        yield f"withdrawn by {seats[one.proposal.statement.seat]}: it cannot be agreed on any more"
        return
    if one.refused:
        yield f"refused by {_names(one.refused, seats)}: it cannot be agreed on any more"
        return
    yield f"signed by {_names(one.signed, seats) or 'nobody'}"
    if one.missing:
        yield f"not yet signed by {_names(one.missing, seats)}"
    match one.proposal.statement.terms:
        case HandOver(successor) if one.missing[:1] == (successor.statement.seat,):
            giver, new = seats[successor.statement.seat], player_name(successor.statement)
            yield (
                f"{giver} signs last, once what its tokens hold has passed to {new}: "
                "both must be connected"
            )
        case _:
            pass


def agreed_line(entry: Entry, seats: Sequence[str]) -> str | None:
    """What an entry says to be agreed, and who has signed it; None if it carries no agreement."""
    carried = agreed_by(entry)
    if carried is None:
        return None
    agreement = carried.agreement
    proposal, signers = agreement.terms, _names(agreement.signers, seats)
    words = _terms(proposal.terms, proposal, seats).removeprefix("to ").removeprefix("that ")
    return f"Agreed by {signers}{_against(proposal, seats)}: {words}"


def changes(before: Game, after: Game) -> tuple[Change, ...]:
    """What stands otherwise after an agreement: by space, then what powers hold."""
    found = []
    for space in before.board.spaces:
        was, now = (_standing(game, space) for game in (before, after))
        words = [
            *(f"without {_piece(one, count)}" for one, count in sorted((was - now).items())),
            *(f"with {_piece(one, count)}" for one, count in sorted((now - was).items())),
        ]
        holder, held = before.control.get(space), after.control.get(space)
        if holder != held:
            words.append(f"held by {held or 'nobody'} instead of {holder or 'nobody'}")
        if words:
            found.append(Change(space, f"{space}: {', '.join(words)}"))
    for power in before.rules.scenario.powers:
        had, has = before.treasury[power], after.treasury[power]
        if had != has:
            found.append(Change(None, f"{power}: {has} IPC instead of {had}"))
    if turn_text(before) != turn_text(after):
        found.append(Change(None, f"the game stands in {turn_text(after)}"))
    return tuple(found)


def _standing(game: Game, space: SpaceId) -> Counter[tuple[str, str]]:
    """How many of what stand in a space, by owner: kinds of figures, and each token by itself."""
    return Counter(
        (str(piece.owner), str(piece.kind) if isinstance(piece, Figure) else f"token #{piece.id}")
        for piece in game.pieces.at(space)
    )


def _piece(piece: tuple[str, str], count: int) -> str:
    owner, what = piece
    return f"{owner} {what if what.startswith('token #') else kind_name(Kind(what), count)}"


def _names(seats: Sequence[int] | frozenset[int], names: Sequence[str]) -> str:
    return listed(names[seat] for seat in sorted(seats))
