"""What is proposed and agreed, as people read it."""

from dataclasses import replace

import pytest

from client.bots.fuzz import Fuzz
from client.errors import ClientError
from client.presentation.agreements import changes, proposal_lines, terms_words
from client.scenarios import find
from client.seat.agreeing import read_proposal
from engine.board import Power, SpaceId
from protocol.consent import OpenProposal
from protocol.head import Head
from protocol.proposals import (
    AfterFault,
    ChangeKeepers,
    End,
    Ended,
    HandOver,
    Proposal,
    Replace,
    Result,
    TakeBack,
    Terms,
)
from protocol.statement import Signed, sign_statement
from protocol.successors import Successor
from protocol.table import Table
from tests.bench.games import founded, played
from tests.protocol.sample import identity

SEATS = ("Ann", "Bob", "Cid")
GAME = bytes(32)


def successor(who: int, seat: int, name: str, *, bot: bool = False) -> Signed[Successor]:
    return sign_statement(
        identity(who),
        Successor(
            game=GAME,
            seat=seat,
            number=1,
            name=name,
            key=identity(who).public,
            salt=bytes([who]) * 32,
            dice_head=bytes([who]) * 32,
            bot=bot,
        ),
    )


AL, DORA = successor(6, 0, "Al", bot=True), successor(5, 2, "Dora")


def proposal(terms: Terms, *named: int) -> Proposal:
    return Proposal(
        game=GAME,
        seat=1,
        after=Head(15, GAME),
        terms=terms,
        named=tuple(Ended(seat, 0, None) for seat in named),
    )


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        (TakeBack(Head(14, GAME)), "Bob proposes to take back entry 15"),
        (TakeBack(Head(11, GAME)), "Bob proposes to take back entries 12 to 15"),
        (End(Result.DRAW), "Bob proposes to end the game as a draw"),
        (End(Result.ADJOURNED), "Bob proposes to adjourn the game for good"),
        (End(Result.WIN, "Axis"), "Bob proposes to end the game, won by Axis"),
        (
            HandOver(DORA),
            "Bob proposes that Dora plays on for Cid, who shows its tokens to Dora alone",
        ),
        (Replace((DORA,)), "Bob proposes that Dora plays on for Cid"),
        (
            Replace((AL, DORA)),
            "Bob proposes that Al (bot) plays on for Ann and Dora plays on for Cid",
        ),
        (ChangeKeepers((DORA,)), "Bob proposes that Dora keeps the log instead of Cid"),
        (
            AfterFault(Replace((DORA,))),
            "Bob proposes to keep this line for all, and that Dora plays on for Cid",
        ),
        (
            AfterFault(End(Result.DRAW)),
            "Bob proposes to keep this line for all, and end the game as a draw",
        ),
    ],
)
def test_a_proposal_in_words(terms: Terms, words: str) -> None:
    assert terms_words(proposal(terms), SEATS) == words


def test_against_whom_it_is_made_is_told() -> None:
    told = terms_words(proposal(End(Result.DRAW), 0, 2), SEATS)
    assert told == "Bob proposes to end the game as a draw, without Ann and Cid"


def test_who_has_signed_and_who_has_not() -> None:
    signed = Signed(proposal(End(Result.DRAW)), bytes(64))
    one = OpenProposal(signed, signed=(0,), missing=(1, 2), refused=())
    assert list(proposal_lines(one, SEATS))[1:] == [
        "signed by Ann",
        "not yet signed by Bob and Cid",
    ]
    refused = replace(one, refused=(2,))
    assert list(proposal_lines(refused, SEATS))[1:] == [
        "refused by Cid: it cannot be agreed on any more"
    ]
    withdrawn = replace(one, refused=(1, 2))
    assert list(proposal_lines(withdrawn, SEATS))[1:] == [
        "withdrawn by Bob: it cannot be agreed on any more"
    ]


def test_what_changes_is_told_by_space_and_power() -> None:
    """What stands there no more, what stands there again, and IPC."""
    before = Table.start(founded(find("wake-island"))).game
    hawaii, usa = SpaceId("Hawaii"), Power("USA")
    aircraft = next(
        piece for piece in before.pieces.at(hawaii) if getattr(piece, "kind", "") == "fighter"
    )
    after = before.replace(
        pieces=before.pieces.replaced((), [aircraft.id]), treasury={**before.treasury, usa: 7}
    )
    had = before.treasury[usa]
    assert [change.words for change in changes(before, after)] == [
        "Hawaii: without USA fighter",
        f"USA: 7 IPC instead of {had}",
    ]
    assert changes(after, before)[0].words == "Hawaii: with USA fighter"
    assert changes(before, before) == ()


def test_what_can_be_proposed_is_typed() -> None:
    table = played(founded(find("wake-island")), 4, (Fuzz(1), Fuzz(2)))
    names = [seat.name for seat in table.charter.seats]
    assert read_proposal("draw", table) == (End(Result.DRAW), ())
    assert read_proposal("win Axis", table) == (End(Result.WIN, "Axis"), ())
    assert read_proposal("take back 3", table) == (TakeBack(table.log.at(2).head), ())
    terms, named = read_proposal(f"adjourn without {names[1]}", table)
    assert terms == End(Result.ADJOURNED)
    assert named == (Ended(1, 0, None),)
    for wrong in ("peace", "take back 99", "draw without Zoe", "win"):
        with pytest.raises(ClientError):
            read_proposal(wrong, table)
