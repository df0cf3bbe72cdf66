"""What a seat waits for, and for how long (SPEC-12.2, 12.9, 16.9)."""

from p2p.patience import PATIENCE
from p2p.replica import Replica
from protocol.head import Head
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from tests.p2p.keys import octets
from tests.p2p.scene import ANN, BOB, CID, Scene
from tests.p2p.test_rejoining import answers, asks, comes_back, deliver, play_out, signed
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity, phrase
from tests.protocol.toy_match import toy_table


def question_of(ann: Replica) -> RejoinQuestion:
    assert ann.conduct.begun is not None
    return ann.conduct.begun.statement


def start_again(scene: Scene) -> None:
    """Ann's node starts again, and nothing vouches for its store; Bob says to hold much more."""
    node = scene.nodes[ANN]
    scene.world.crash(node)
    node.replica = Replica.resume(toy_table(), node.disk, phrase(ANN), from_start=True)
    scene.link = scene.ann.connect(identity(BOB).public)
    scene.say_heads(Head(10**6, octets("nowhere")), Head(0, scene.table.charter.game_id))


def test_spec_16_9_what_a_peer_says_to_hold_binds_nobody_for_longer_than_half_a_minute() -> None:
    scene = Scene(ANN)
    start_again(scene)
    scene.ann.tick(PATIENCE - 1)
    assert not scene.ann.standing.must_decide
    assert scene.ann.must_tick
    scene.ann.tick(PATIENCE)
    assert scene.ann.standing.must_decide


def test_spec_16_9_who_says_it_again_is_not_waited_for_anew() -> None:
    scene = Scene(ANN)
    start_again(scene)
    scene.ann.tick(PATIENCE - 1)
    scene.say_heads(Head(10**7, octets("nowhere")), Head(0, scene.table.charter.game_id))
    scene.ann.tick(PATIENCE)
    assert scene.ann.standing.must_decide


def test_spec_16_9_who_brings_some_of_it_is_waited_for_anew() -> None:
    scene = Scene(BOB)
    start_again(scene)
    scene.says(signed(asks(scene, CID)))
    scene.ann.tick(PATIENCE - 1)
    scene.sends(scene.entry(BOB, toy.Shuffle()))
    scene.ann.tick(2 * PATIENCE - 2)
    assert scene.ann.act(octets("too early"), MINUTE) is None
    scene.ann.tick(2 * PATIENCE - 1)
    assert scene.ann.act(octets("Ann answers Cid"), MINUTE) is not None


def rejoins_with_bob_lying(scene: Scene, last: Head | None) -> None:
    """Ann has lost her machine; Cid answers, and Bob, whatever he holds, names this entry."""
    scene.world.crash(scene.nodes[BOB])
    comes_back(scene, ANN)
    scene.world.connect(scene.nodes[ANN], scene.nodes[CID])
    deliver(scene)
    scene.link = scene.ann.connect(identity(BOB).public)
    scene.say_heads()
    scene.says(sign_statement(identity(BOB), answers(BOB, question_of(scene.ann), last)))
    scene.nodes[ANN].settle()


def test_spec_12_2_an_asker_whose_answers_cannot_stand_together_asks_again() -> None:
    """Bob names an entry that does not exist: he owes it, and may think better of it."""
    scene = Scene(ANN)
    rejoins_with_bob_lying(scene, Head(1000, octets("nowhere")))
    first = question_of(scene.ann)
    scene.world.wait(PATIENCE - 1)
    assert question_of(scene.ann) == first
    assert scene.table.waiting_for == (
        "seat 1 (Bob): the entries that its answer to seat 0 (Ann) names",
    )
    scene.world.wait(1)
    second = question_of(scene.ann)
    assert second.rank > first.rank
    scene.world.wait(2 * PATIENCE - 1)
    assert question_of(scene.ann) == second, "twice as long each time"
    deliver(scene)
    last = [entry.head for entry in scene.table.log if entry.seat == ANN][-1]
    scene.says(sign_statement(identity(BOB), answers(BOB, second, last)))
    scene.nodes[ANN].settle()
    assert scene.ann.standing.complete


def test_a_question_of_a_lost_machine_that_is_shown_later_stops_nobody_for_ever() -> None:
    """SPEC-12.2: Ann's first machine asked, and only Bob heard; her second one plays on by then."""
    scene = Scene(ANN)
    hidden = asks(scene, ANN, "asked before", MINUTE + 100)
    comes_back(scene, ANN)
    scene.world.calm()
    node = scene.nodes[ANN]
    node.thinks = True
    node.settle()
    scene.world.pump_all(node)
    node.thinks = False
    deliver(scene)
    assert scene.ann.standing.complete
    scene.link = scene.ann.connect(identity(BOB).public)
    scene.say_heads()
    scene.says(signed(hidden))
    assert scene.ann.standing.superseded, "it may be another device of hers, which is there"
    play_out(scene.world)
    assert scene.table.rejoining == {}


def test_spec_12_7_the_author_of_a_crossed_settlement_asks_again() -> None:
    """Ann answers Bob's question and forgets it; he hides it until she has settled with him."""
    scene = Scene(BOB)
    asked = asks(scene, BOB)
    scene.says(signed(asked))
    scene.ann.mark_written()
    scene.ann.act(octets("Ann answers Bob"), MINUTE)
    (old,) = scene.ann.table.log.heard.answers(asked)
    last = [entry.head for entry in scene.table.log if entry.seat == ANN][-1]
    rejoins_with_bob_lying(scene, last)
    before = question_of(scene.ann)
    assert scene.ann.conduct.own is not None
    theirs = sign_statement(identity(CID), answers(CID, asked, None))
    crossed = Settlement(
        game=asked.game,
        seat=BOB,
        question=signed(asked),
        answers=(Signed(old.statement, old.signature), theirs),
        last=None,
    )
    scene.says(sign_statement(identity(BOB), crossed))
    assert scene.ann.conduct.pending
    scene.nodes[ANN].settle()
    assert question_of(scene.ann).rank > before.rank
    assert scene.evidence() == []


def test_spec_12_9_who_waits_itself_owes_nothing_yet() -> None:
    """Ann and Bob have lost their machines; Bob needs Ann's answer, and Ann needs Cid's."""
    scene = Scene(BOB)
    for seat in (ANN, BOB):
        comes_back(scene, seat)
        scene.world.connect(scene.nodes[seat], scene.nodes[3])
    scene.world.connect(scene.nodes[ANN], scene.nodes[BOB])
    while ready := [
        (wire, way) for wire, way in scene.world.ready() if scene.nodes[CID] not in wire.ends
    ]:
        scene.world.deliver(*ready[0])
    assert set(scene.table.waiting_for) == {
        "seat 2 (Cid): answer to the rejoin question of seat 0 (Ann)",
        "seat 2 (Cid): answer to the rejoin question of seat 1 (Bob)",
    }
    play_out(scene.world)
