"""What broke tables when an incarnation was a number, and what could break them now (SPEC-12)."""

import pytest

from p2p.events import FaultProven
from p2p.replica import Replica
from p2p.signing import Vouch
from protocol.answers import RejoinAnswer
from protocol.errors import Code
from protocol.evidence import judge_evidence
from protocol.head import Head
from protocol.questions import FIRST, RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from tests.p2p.keys import octets
from tests.p2p.scene import ANN, BOB, CID, Scene
from tests.p2p.simulation import World
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity, phrase
from tests.protocol.toy_match import toy_table


@pytest.fixture
def scene() -> Scene:
    return Scene(BOB)


def asks(scene: Scene, seat: int, nonce: str = "nonce", late: int = MINUTE) -> RejoinQuestion:
    return RejoinQuestion(
        game=scene.table.charter.game_id,
        seat=seat,
        round=late,
        nonce=octets(nonce),
        dice_head=octets(f"head {nonce}"),
    )


def signed(question: RejoinQuestion) -> Signed[RejoinQuestion]:
    return sign_statement(identity(question.seat), question)


def answers(seat: int, question: RejoinQuestion, last: Head | None) -> RejoinAnswer:
    return RejoinAnswer(
        game=question.game,
        seat=seat,
        begun=None,
        settlement=None,
        question=signed(question),
        last=last,
        known=(),
    )


def last_of(scene: Scene, seat: int) -> Head:
    return [entry.head for entry in scene.table.log if entry.seat == seat][-1]


def convicts(scene: Scene, code: Code, *said: Signed[GameStatement]) -> None:
    """The last of these statements convicts Bob, and a stranger sees it by the evidence alone."""
    *before, last = said
    scene.says(*before)
    assert scene.evidence() == []
    (proven,) = [event for event in scene.says(last) if isinstance(event, FaultProven)]
    assert (proven.refusal.code, proven.refusal.culprit) == (code, BOB)
    fault = judge_evidence(proven.evidence, toy_table).fault
    assert fault is not None
    assert (fault.code, fault.culprit) == (code, BOB)


def play_out(world: World) -> None:
    world.length = 0
    for node in world.nodes:
        node.thinks = True
        if node.replica is None:
            world.restart(node)
        node.settle()
        world.pump_all(node)
    world.calm()
    world.check_finished()


def comes_back(scene: Scene, seat: int) -> None:
    scene.world.lose(scene.nodes[seat])
    scene.nodes[seat].start()


def deliver(scene: Scene) -> None:
    while ready := scene.world.ready():
        scene.world.deliver(*ready[0])


# Lost machines


@pytest.mark.no_cover
def test_nine_losses_before_one_answer() -> None:
    scene = Scene(ANN)
    for _ in range(9):
        comes_back(scene, ANN)
        scene.world.connect(scene.nodes[ANN], scene.nodes[BOB])
        deliver(scene)
    asked = [
        said.statement
        for said in scene.nodes[BOB].up.table.log.statements
        if isinstance(said.statement, RejoinQuestion)
    ]
    assert len(asked) >= 9
    assert len({question.origin for question in asked}) == len(asked), "no two share a die"
    play_out(scene.world)


def test_an_answerer_that_loses_its_store_between_two_answers() -> None:
    """All are honest: Bob has answered Ann, forgets it, and comes back while she still asks."""
    scene = Scene(ANN)
    comes_back(scene, ANN)
    scene.world.connect(scene.nodes[ANN], scene.nodes[BOB])
    deliver(scene)
    comes_back(scene, BOB)
    scene.world.connect(scene.nodes[BOB], scene.nodes[CID])
    deliver(scene)
    play_out(scene.world)


def test_all_seats_lose_their_machines_at_once() -> None:
    """Only a spectator holds the line by then."""
    scene = Scene(ANN)
    line = [entry.hash for entry in scene.table.log]
    for seat in (ANN, BOB, CID):
        comes_back(scene, seat)
    play_out(scene.world)
    assert [entry.hash for entry in scene.nodes[CID].up.table.log][: len(line)] == line


@pytest.mark.no_cover
def test_ten_losses_of_the_same_machine_in_one_game() -> None:
    scene = Scene(ANN)
    for _ in range(10):
        comes_back(scene, ANN)
        scene.world.calm()
    assert scene.nodes[BOB].up.table.ledger.incarnations[BOB] == FIRST
    play_out(scene.world)


# Hostile seats


def test_two_questions_told_to_two_seats_freeze_nobody_without_a_debtor() -> None:
    """The greater one counts, and who has asked owes the settlement of it."""
    scene = Scene(BOB)
    one, other = asks(scene, BOB, "one"), asks(scene, BOB, "other", MINUTE + 1)
    for seat, question in ((ANN, one), (CID, other)):
        node = scene.nodes[seat]
        node.up.table.add_statement(signed(question))
        node.up.sync.serving.offer(signed(question))
        node.settle()
        scene.world.pump_all(node)
    while ready := [
        (wire, way) for wire, way in scene.world.ready() if scene.nodes[BOB] not in wire.ends
    ]:
        scene.world.deliver(*ready[0])
    for seat in (ANN, CID):
        table = scene.nodes[seat].up.table
        assert table.rejoining[BOB].question.statement == other
        assert table.rejoining[BOB].unanswered == ()
        assert table.waiting_for == ("seat 1 (Bob): settlement of its rejoin question",)


def test_two_answers_to_a_question(scene: Scene) -> None:
    question = asks(scene, CID)
    one, other = (answers(BOB, question, last) for last in (None, last_of(scene, CID)))
    said = (sign_statement(identity(BOB), answer) for answer in (one, other))
    convicts(scene, Code.TWO_ANSWERS, signed(question), *said)


def test_two_settlements_of_a_question(scene: Scene) -> None:
    question = asks(scene, BOB)
    given = tuple(
        sign_statement(identity(seat), answers(seat, question, None)) for seat in (ANN, CID)
    )
    made = [
        sign_statement(
            identity(BOB),
            Settlement(
                game=question.game, seat=BOB, question=signed(question), answers=given, last=last
            ),
        )
        for last in (None, last_of(scene, BOB))
    ]
    convicts(scene, Code.TWO_SETTLEMENTS, *made)


def test_an_answer_that_names_a_place_which_does_not_exist(scene: Scene) -> None:
    """Nobody waits for it without knowing whom to ask: who has named it owes it."""
    question = asks(scene, CID)
    lie = answers(BOB, question, Head(1000, octets("nowhere")))
    scene.says(signed(question), sign_statement(identity(BOB), lie))
    scene.ann.mark_written()
    scene.ann.act(octets("entropy"), MINUTE)
    assert scene.table.rejoining[CID].unshown == (BOB,)
    assert scene.evidence() == []


def test_a_settlement_that_rests_on_nothing_frees_nobody(scene: Scene) -> None:
    """Bob settles without an answer of Ann, and goes on in his older incarnation."""
    question = asks(scene, BOB)
    given = sign_statement(identity(CID), answers(CID, question, None))
    made = Settlement(
        game=question.game,
        seat=BOB,
        question=signed(question),
        answers=(given,),
        last=last_of(scene, BOB),
    )
    scene.says(signed(question), sign_statement(identity(BOB), made))
    assert scene.ann.conduct.held == {}
    scene.ann.mark_written()
    head = scene.table.head
    assert scene.sends(scene.entry(BOB, toy.Shuffle())) == []
    assert scene.table.head == head


def test_a_stale_question_after_a_rejoin_changes_nothing() -> None:
    scene = Scene(ANN)
    stale = asks(scene, ANN, "stale", 1)
    comes_back(scene, ANN)
    scene.world.calm()
    bob = scene.nodes[BOB].up
    before = bob.table.rejoining
    bob.table.add_statement(signed(stale))
    assert bob.table.rejoining.keys() == before.keys()
    assert bob.table.log.heard.greatest[ANN].statement != stale


# Copies


def test_a_store_that_is_behind_asks_before_it_signs_anything_else() -> None:
    scene = Scene(ANN)
    node = scene.nodes[ANN]
    copy = Replica.resume(toy_table(), node.disk, phrase(ANN), from_start=True, vouch=Vouch.BEHIND)
    assert not copy.standing.complete
    assert not copy.standing.must_decide


def test_a_store_that_is_whole_signs_alone() -> None:
    scene = Scene(ANN)
    node = scene.nodes[ANN]
    alone = Replica.resume(toy_table(), node.disk, phrase(ANN), from_start=True, vouch=Vouch.WHOLE)
    assert alone.standing.must_decide
    unknown = Replica.resume(toy_table(), node.disk, phrase(ANN), from_start=True)
    assert not unknown.standing.must_decide, "it must meet another seat first"
