"""SPEC-18.6: what a player is offered to say to a proposal is what its seat may say."""

from p2p.proposed import Reply
from protocol.author import Author
from protocol.proposals import End, Ended, Result
from protocol.questions import RejoinQuestion
from protocol.statement import sign_statement
from tests.p2p.keys import octets
from tests.p2p.scene import Scene
from tests.protocol.sample import MINUTE, identity, phrase

ANN, BOB, CID = range(3)


def proposed(scene: Scene, seat: int, *without: int) -> None:
    """A seat proposes a draw, and Ann hears of it."""
    author = Author(scene.table, phrase(seat))
    scene.says(author.propose(End(Result.DRAW), tuple(Ended(one, 0, None) for one in without)))


def offered(scene: Scene) -> tuple[Reply, ...]:
    (one,) = scene.ann.proposed.open
    return scene.ann.proposed.replies(one)


def test_a_proposal_can_be_signed_or_refused_once() -> None:
    scene = Scene(BOB)
    proposed(scene, BOB)
    assert offered(scene) == (Reply.ACCEPT, Reply.REFUSE)
    (one,) = scene.ann.proposed.open
    assert scene.ann.proposed.remindable(one) == {CID}
    scene.ann.consent(one.proposal.statement.hash, bytes(32), MINUTE)
    assert offered(scene) == ()


def test_who_proposes_can_withdraw_it() -> None:
    scene = Scene(BOB)
    scene.ann.propose(End(Result.DRAW), (), MINUTE)
    assert offered(scene) == (Reply.WITHDRAW,)


def test_who_is_named_can_show_that_it_is_there() -> None:
    scene = Scene(ANN)
    proposed(scene, BOB, ANN)
    assert offered(scene) == (Reply.DISPUTE,)
    (one,) = scene.ann.proposed.open
    scene.ann.refuse(one.proposal.statement.hash)
    (disputed,) = scene.ann.proposed.open
    assert disputed.alive, "it stops nothing by itself"
    assert offered(scene) == ()


def test_nothing_is_offered_on_a_device_that_has_lost_its_seat_to_another() -> None:
    scene = Scene(BOB)
    question = RejoinQuestion(
        game=scene.table.charter.game_id,
        seat=ANN,
        round=MINUTE,
        nonce=octets("new device"),
        dice_head=octets("head"),
    )
    scene.says(sign_statement(identity(ANN), question))
    proposed(scene, BOB)
    assert offered(scene) == ()


def test_who_has_signed_against_a_seat_is_not_offered_another_proposal() -> None:
    """Of two for one place only one can be signed, unless the second names more seats."""
    scene = Scene(CID)
    proposed(scene, BOB, CID)
    (one,) = scene.ann.proposed.open
    scene.ann.consent(one.proposal.statement.hash, bytes(32), MINUTE)
    proposed(scene, BOB)
    _, other = scene.ann.proposed.open
    assert scene.ann.proposed.replies(other) == (Reply.REFUSE,)
