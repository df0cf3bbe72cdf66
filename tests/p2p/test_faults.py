"""A fault stops its culprit, not the game: real nodes of three seats, of which Bob's cheats."""

from p2p.store import Store
from protocol.answers import RejoinAnswer
from protocol.audit import audit
from protocol.entry import Decide, DiceShare, sign_entry
from protocol.errors import Code
from protocol.head import Head
from protocol.logfile import write_log
from protocol.proposals import End, Ended, Result
from protocol.questions import FIRST, RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from tests.p2p import party
from tests.p2p.cheating import (
    ANN,
    BOB,
    CID,
    HONEST,
    Passing,
    entry,
    key,
    reaches,
    sends,
    stops_nobody_else,
    table,
    table_of_three,
    waits_for_bob,
)
from tests.p2p.keys import octets
from tests.p2p.running import Table3
from tests.p2p.test_succession import DORA, come
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity, phrase


async def goes_on_to_bob(made: Table3, after: int) -> None:
    """The others play on, until the game waits for Bob."""
    nodes = [made.nodes[name] for name in HONEST]
    await made.until(lambda: all(waits_for_bob(node) for node in nodes))
    for node in nodes:
        assert {ANN, CID} <= {one.seat for one in table(node).log.since(after)}


async def test_a_fork_shown_to_two_seats(made: Table3) -> None:
    """SPEC-16.12: nobody has signed on either line, so both take the one with the smaller hash."""
    await table_of_three(made)
    place = table(made.nodes["host"]).head.sequence
    one, other = entry(made, toy.End()), entry(made, toy.End(), late=1)
    reaches(made, "host", one)
    reaches(made, "Cid", other)
    await stops_nobody_else(made, Code.FORK)
    await goes_on_to_bob(made, place)


async def test_a_fork_is_known_after_a_restart(made: Table3) -> None:
    await table_of_three(made)
    sends(made, "host", entry(made, toy.End()), entry(made, toy.End(), late=1))
    await stops_nobody_else(made, Code.FORK)
    await made.stop("Cid")
    store = Store.open(made.home / "Cid.db", party.invite(CID, made.port).table, key("Cid").raw)
    again = made.run("Cid", store, phrase(CID), player=Passing(2), linger=None)
    await made.until(lambda: key("host") in again._runner.peers.keys)
    assert again._runner.replica is not None
    assert again._runner.replica.sync.culprits.seats == {BOB}


async def test_a_wrong_share(made: Table3) -> None:
    """It is sent to Ann alone, and everybody learns of it."""
    await table_of_three(made)
    sends(made, "host", entry(made, toy.Throw(2), DiceShare(octets("no share"))))
    await stops_nobody_else(made, Code.SHARE_WRONG)
    assert all(waits_for_bob(made.nodes[name]) for name in HONEST)


async def test_an_illegal_entry(made: Table3) -> None:
    await table_of_three(made)
    sends(made, "Cid", entry(made, toy.Throw(99)))
    await stops_nobody_else(made, Code.ILLEGAL_ANSWER)
    assert all(waits_for_bob(made.nodes[name]) for name in HONEST)


async def test_the_others_end_a_game_that_waits_for_a_culprit(made: Table3) -> None:
    """SPEC-18: two of three agree on a draw at once; Bob is not asked, and the log verifies."""
    await table_of_three(made)
    sends(made, "Cid", entry(made, toy.Throw(99)))
    await stops_nobody_else(made, Code.ILLEGAL_ANSWER)
    host, cid = made.nodes["host"], made.nodes["Cid"]
    assert host.gone == cid.gone == {BOB}
    host.propose(End(Result.DRAW), (Ended(BOB, 0, None),))
    await made.until(lambda: bool(cid.proposals))
    cid.consent(cid.proposals[0].proposal.statement.hash)
    await made.until(lambda: all(table(node).outcome is not None for node in (host, cid)))
    await made.until(lambda: table(host).closings() == (ANN, CID))
    report = audit(write_log(table(cid).log), open_table=party.open_toy_table)
    assert report.verified, report.fault


async def test_another_plays_on_for_who_forked(made: Table3) -> None:
    """SPEC-18.4: both entries came to Ann, nobody has signed after either, and Dora goes on."""
    await table_of_three(made)
    place = table(made.nodes["host"]).head.sequence
    sends(made, "host", entry(made, toy.Show((toy.JAPAN,), 1)), entry(made, toy.Throw(1), late=1))
    await stops_nobody_else(made, Code.FORK)
    host, cid = made.nodes["host"], made.nodes["Cid"]
    new = come(made, DORA, host.invite_successor(BOB), length=40)
    await made.until(lambda: bool(host.candidates))
    host.replace(identity(DORA).public)
    await made.until(lambda: bool(cid.proposals))
    cid.consent(cid.proposals[0].proposal.statement.hash)
    await made.until(lambda: new.seat == BOB)
    await made.until(lambda: any(e.seat == BOB for e in table(host).log.since(place + 2)))


async def test_a_legal_entry_after_an_illegal_one(made: Table3) -> None:
    """Cid has built on it before he hears of the fault: then Ann takes it, too."""
    await table_of_three(made)
    place = table(made.nodes["host"]).head.sequence
    sends(made, "Cid", entry(made, toy.End()))
    sends(made, "host", entry(made, toy.Throw(99)))
    await stops_nobody_else(made, Code.ILLEGAL_ANSWER, Code.FORK)
    await goes_on_to_bob(made, place)


async def test_a_turn_taken_from_another(made: Table3) -> None:
    """Bob signs in Ann's turn, and owes nothing just then: the game goes on by itself."""
    await table_of_three(made)
    own = entry(made, toy.End())
    stolen = sign_entry(
        identity(BOB),
        game=own.game,
        head=own.head,
        seat=BOB,
        incarnation=FIRST,
        minute=MINUTE,
        state=None,
        items=[Decide(toy.data(toy.End()))],
    )
    sends(made, "host", own)
    sends(made, "Cid", own, stolen)  # before Ann can have played
    await stops_nobody_else(made, Code.WRONG_AUTHOR)
    await goes_on_to_bob(made, own.sequence - 1)


def question(made: Table3, seat: int) -> Signed[RejoinQuestion]:
    asked = RejoinQuestion(
        game=table(made.nodes["host"]).charter.game_id,
        seat=seat,
        round=MINUTE,
        nonce=octets("nonce"),
        dice_head=octets("head"),
    )
    return sign_statement(identity(seat), asked)


def said(made: Table3, seat: int) -> list[Signed[RejoinAnswer]]:
    found = []
    for one in table(made.nodes["host"]).log.statements:
        match one:
            case Signed(RejoinAnswer() as answer, signature) if answer.seat == seat:
                found.append(Signed(answer, signature))
    return found


async def test_two_answers_to_a_question(made: Table3) -> None:
    """Cid has lost his machine; Bob tells Ann another last entry of his than before."""
    await table_of_three(made)
    await made.stop("Cid")
    (made.home / "Cid.db").unlink()
    lost = party.lost_store(made.home / "Cid.db", CID, made.port)
    made.run("Cid", lost, phrase(CID), player=Passing(2), linger=None)
    await made.until(lambda: bool(said(made, BOB)))
    (answer,) = said(made, BOB)
    other = RejoinAnswer(
        game=answer.statement.game,
        seat=BOB,
        begun=None,
        settlement=None,
        question=answer.statement.question,
        last=None,
        known=(),
    )
    assert other != answer.statement
    sends(made, "host", sign_statement(identity(BOB), other))
    await stops_nobody_else(made, Code.TWO_ANSWERS)
    await made.until(lambda: not table(made.nodes["host"]).rejoining[CID].unanswered)


async def test_two_settlements_of_a_question(made: Table3) -> None:
    await table_of_three(made)
    asked = question(made, BOB)
    sends(made, "host", asked)
    await made.until(lambda: bool(said(made, ANN)) and bool(said(made, CID)))
    answers = (*said(made, ANN), *said(made, CID))
    lasts: list[Head | None] = [one.statement.last for one in answers]
    for last in (lasts[0], None):
        made_of = Settlement(
            game=asked.statement.game, seat=BOB, question=asked, answers=answers, last=last
        )
        sends(made, "host", sign_statement(identity(BOB), made_of))
    await stops_nobody_else(made, Code.TWO_SETTLEMENTS)
