"""Who is on which side of a fork (SPEC-16.12), where some seats have no connection."""

from contextlib import suppress

from protocol.entry import Entry
from protocol.errors import LocalError
from protocol.proposals import AfterFault, End, HandOver, Result
from protocol.questions import RejoinQuestion
from protocol.statement import Signed, sign_statement
from protocol.statements import RaisedHand
from tests.p2p.stage import ANN, BOB, CID, DOT, NEWCOMER, Stage
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity

__all__ = [
    "a_hand_shows_the_line",
    "a_signature_shows_the_line",
    "both_sides_have_the_newcomer",
    "the_other_side_goes_on",
    "the_smaller_hash_is_kept",
    "the_smaller_hash_is_taken_once",
    "the_smaller_hash_stays",
    "what_another_has_signed_on_stays",
    "what_is_to_be_kept_shows_no_line",
    "who_answers_the_successor_is_on_its_line",
    "who_has_come_is_on_its_line",
    "who_left_is_left_behind",
]

_DRAW = End(Result.DRAW)
_TWO_TURNS = ((toy.USA, toy.JAPAN), (toy.UK,), (toy.GERMANY,))


def _forked(seed: int) -> Stage:
    """Ann has ended her turn twice, and Bob, who is next, holds one of her entries."""
    stage = Stage(seed, BOB)
    other = stage.entry(ANN, minute=MINUTE + 1)
    assert stage.takes(stage.entry(ANN))
    stage.takes(other)
    assert _astray(stage) == (CID, DOT)
    return stage


def _handed_over(stage: Stage) -> Entry:
    """The entry by which Ann hands her seat over; the honest seat has signed with its own node."""
    proposal = stage.proposal(ANN, HandOver(stage.successor(ANN, NEWCOMER)))
    stage.says(proposal)
    stage.node.up.consent(proposal.statement.hash, stage.world.entropy(), stage.world.minute)
    (own,) = stage.node.up.table.log.heard.consents(proposal.statement).values()
    mine = stage.node.seat
    signatures = (own if seat == mine else seat for seat in stage.world.seats)
    return stage.entry(ANN, stage.item(stage.agreed(proposal, *signatures)))


def _astray(stage: Stage) -> tuple[int, ...]:
    return stage.node.up.sync.astray


def _plays(stage: Stage) -> bool:
    """Whether Bob may end his turn."""
    held = stage.held
    with suppress(LocalError):
        stage.plays()
    return stage.held > held


def _left(seed: int) -> tuple[Stage, Signed[RejoinQuestion]]:
    """Ann has handed over, and signs another entry with her old key; the newcomer has asked."""
    stage = Stage(seed, BOB)
    other = stage.entry(ANN)
    assert stage.takes(_handed_over(stage))
    stage.takes(other)
    question = stage.question(ANN, key=1, who=NEWCOMER)
    stage.says(question)
    return stage, question


# Who is on the line


def a_hand_shows_the_line(seed: int) -> None:
    """Cid and Dot are not connected to Bob; they raise their hands, after his entry of Ann's."""
    stage = _forked(seed)
    for seat in (CID, DOT):
        assert not _plays(stage)
        hand = RaisedHand(game=stage.game, seat=seat, head=stage.line[-1].head, counter=1)
        stage.says(sign_statement(identity(seat), hand), by=ANN)
    assert _plays(stage), "whoever names an entry holds it"


def a_signature_shows_the_line(seed: int) -> None:
    """Cid proposes a draw after the entry that Bob holds, and Dot signs that."""
    stage = _forked(seed)
    proposal = stage.proposal(CID, _DRAW)
    stage.says(proposal, stage.signature(proposal, DOT), by=ANN)
    assert _plays(stage)


def what_is_to_be_kept_shows_no_line(seed: int) -> None:
    """Cid would keep the line that Bob holds, and is on the other one."""
    stage = _forked(seed)
    stage.says(stage.proposal(CID, AfterFault(_DRAW), ANN), by=ANN)
    assert CID in _astray(stage)


def who_has_come_is_on_its_line(seed: int) -> None:
    """Nobody plays with the newcomer's key on the line without the entry that has brought it."""
    stage, _ = _left(seed)
    assert ANN not in _astray(stage)


def who_answers_the_successor_is_on_its_line(seed: int) -> None:
    """There is no such question on the other line; so all are on this one, and Bob plays on."""
    stage, question = _left(seed)
    assert _astray(stage) == (CID, DOT)
    stage.says(*(stage.answer(seat, question) for seat in (CID, DOT)), by=ANN)
    assert not _astray(stage)
    settled = stage.settlement(question, *stage.answers(question), who=NEWCOMER)
    assert stage.takes(stage.rejoin(settled, who=NEWCOMER), by=CID)
    assert _plays(stage)


def both_sides_have_the_newcomer(seed: int) -> None:
    """Ann has handed over in two entries: whoever answers the newcomer may be on either line."""
    stage = Stage(seed, BOB)
    entry = _handed_over(stage)
    other = stage.entry(ANN, *entry.items, minute=MINUTE + 1)
    assert stage.takes(entry)
    stage.takes(other)
    question = stage.question(ANN, key=1, who=NEWCOMER)
    stage.says(question, *(stage.answer(seat, question) for seat in (CID, DOT)), by=CID)
    assert _astray(stage) == (ANN, CID, DOT)


# Which side is left


def _two_ends(stage: Stage) -> tuple[Entry, Entry]:
    """Ann ends her turn in two entries; the one with the smaller hash is first."""
    made = (stage.entry(ANN, minute=MINUTE + late) for late in range(2))
    one, other = sorted(made, key=lambda entry: entry.hash)
    return one, other


def the_smaller_hash_is_kept(seed: int) -> None:
    """Nobody has signed on either side, and all choose alike: it does not matter what comes first.

    It is a seat that brings the other side: the culprit brings what it likes.
    """
    stage = Stage(seed, BOB)
    small, large = _two_ends(stage)
    assert stage.takes(large)
    assert not stage.takes(small, by=ANN)
    assert stage.takes(small, by=CID)


def the_smaller_hash_stays(seed: int) -> None:
    """As before, and the one that is kept has come first."""
    stage = Stage(seed, BOB)
    small, large = _two_ends(stage)
    assert stage.takes(small)
    assert not stage.takes(large, by=CID)


def what_another_has_signed_on_stays(seed: int) -> None:
    """Bob has signed on it, and cannot leave it."""
    stage = Stage(seed, CID)
    small, large = _two_ends(stage)
    assert stage.takes(large)
    assert stage.takes(stage.entry(BOB))
    assert not stage.takes(small, by=DOT)


def the_smaller_hash_is_taken_once(seed: int) -> None:
    """Ann signs a third entry for her place, and a fourth: nobody is moved about for ever."""
    stage = Stage(seed, BOB)
    made = (stage.entry(ANN, minute=MINUTE + late) for late in range(3))
    smallest, small, large = sorted(made, key=lambda entry: entry.hash)
    assert stage.takes(large)
    assert stage.takes(small, by=CID)
    assert not stage.takes(smallest, by=DOT)


def the_other_side_goes_on(seed: int) -> None:
    """Bob has signed on the other side, and cannot leave it: so Cid does, by whatever hash."""
    stage, elsewhere = Stage(seed, CID), Stage(seed)
    small, large = _two_ends(stage)
    assert elsewhere.takes(large)
    assert elsewhere.takes(elsewhere.entry(BOB))
    assert stage.takes(small)
    assert stage.takes(*elsewhere.line, by=BOB)


def who_left_is_left_behind(seed: int) -> None:
    """Nobody but Ann has signed on Cid's line, by which she has handed over; Bob is on the other.

    It does not matter that somebody else plays her seat by now.
    """
    stage, elsewhere = Stage(seed, CID, _TWO_TURNS), Stage(seed, powers=_TWO_TURNS)
    assert elsewhere.takes(elsewhere.entry(ANN, minute=MINUTE + 1))
    assert elsewhere.takes(elsewhere.entry(ANN))
    assert elsewhere.takes(elsewhere.entry(BOB))
    assert stage.takes(stage.entry(ANN))
    assert stage.takes(_handed_over(stage))
    assert stage.takes(*elsewhere.line, by=BOB), "it stays on a line that nobody else is on"
