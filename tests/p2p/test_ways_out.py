"""What opens a table at which somebody is gone for good, and where nothing does (SPEC-18)."""

from collections.abc import Iterator

import pytest

from p2p.messages import Statements
from protocol.agreed import agreements_of
from protocol.charter import DiceSetting
from protocol.consent import OpenProposal
from protocol.errors import LocalError
from protocol.logfile import statement_record
from protocol.proposals import End, ProposalRefusal, Result
from protocol.report import Worth
from protocol.statement import sign_statement
from tests.p2p import simulated_players as players
from tests.p2p.hostile import HostileWorld, Style
from tests.p2p.simulated_node import Node, cheap_work
from tests.p2p.ways_out import Way, goes_on
from tests.protocol import toy
from tests.protocol.sample import identity
from tests.protocol.toy_match import toy_founding

pytestmark = pytest.mark.no_cover  # whole games

ANN, BOB, CID, DOT, DAN = range(5)
TWO = ((toy.USA, toy.UK), (toy.JAPAN, toy.GERMANY))
FOUR = ((toy.USA,), (toy.UK,), (toy.JAPAN,), (toy.GERMANY,))
FOUR_AND_A_KEEPER = (*FOUR, ())
_ENTRIES = 8
"""On the line when seats vanish."""
_MORE = 15
"""Until somebody wins, once the game goes on."""
_DAY = 24 * 60 * 60.0
_DRAW = End(Result.DRAW)


@pytest.fixture(autouse=True)
def _cheap_work() -> Iterator[None]:
    with cheap_work():
        yield


def vanishing(
    powers: tuple[tuple[str, ...], ...], *gone: int, kind: type[HostileWorld] = HostileWorld
) -> HostileWorld:
    """A game under way, from the middle of which on some seats are gone."""
    dice = DiceSetting.SIDES if all(powers) else DiceSetting.KEEPERS
    founding = toy_founding(dice=dice, powers=powers)
    world = kind(1, frozenset(gone), founding, Style.CAREFUL)
    world.hurries, world.length = True, 1000
    for face in world.faces:
        face.withholds = 0.0
    for pair in world.apart():
        world.connect(*pair)
    while len(world.honest[0].up.table.log) < _ENTRIES:
        world.deliver(*world.draw.choice(world.ready()))
    world.silence()
    world.length = len(world.honest[0].up.table.log) + _MORE
    return world


@pytest.mark.parametrize("replaces", [False, True], ids=["end", "replace"])
@pytest.mark.parametrize("gone", [(0, 1), (1, 2), (2, 3), (0, 3)])
def test_spec_18_8_two_players_are_gone_and_one_of_them_is_not_due(
    gone: tuple[int, int], replaces: bool
) -> None:
    """Who does not sign against who is gone becomes absent in turn, and the keeper signs."""
    world = vanishing(FOUR_AND_A_KEEPER, *gone)
    assert goes_on(world, replaces=replaces) is Way.AGREED
    world.check_lines()


def test_spec_18_3_of_two_seats_without_a_keeper_one_ends_the_game_and_no_more() -> None:
    """Ann can say that Bob is silent and end the game; that is what she says, and not verified."""
    world = vanishing(TWO, BOB)
    (ann,) = (node for node in world.honest if node.plays == ANN)
    with pytest.raises(LocalError, match="more than half of all seats"):
        players.propose_against(ann, players.replacement(world, ann, [BOB]), [BOB])
    ann.up.claim_silence()
    players.propose_against(ann, _DRAW, [BOB])
    world.said(ann)
    assert ann.up.table.outcome is not None
    (one,) = agreements_of(ann.up.table.log)
    assert (one.signed, one.named, one.worth) == ((ANN,), (BOB,), Worth.CLAIMED)


def test_of_four_seats_two_hostile_ones_can_keep_the_others_apart() -> None:
    """Decision 61: who has forked is named, nobody else, and half of the seats agree on nothing."""
    apart = 0
    for seed in range(20):
        founding = toy_founding(dice=DiceSetting.ALL, powers=FOUR)
        world = HostileWorld(seed, frozenset({CID, DOT}), founding, Style.BOLD)
        world.turmoil(200)
        world.rest(answering=True)
        world.check_honest()
        world.silence()
        lines = {node.up.table.head for node in world.honest if node.plays is not None}
        apart += len(lines) > 1
        assert over(world) or goes_on(world, replaces=True) in (
            Way.NO_MAJORITY,
            Way.TWO_LINES,
        )
    assert apart


def refuses(world: HostileWorld, seat: int) -> None:
    """A seat that owes the game everything says one thing: that it refuses what is proposed."""
    for node in world.honest:
        for one in node.up.proposed.open:
            said = ProposalRefusal(
                game=world.founding.charter.game_id,
                seat=seat,
                begun=None,
                proposal=one.proposal.statement.hash,
            )
            record = statement_record(sign_statement(identity(seat), said))
            link = node.up.connect(identity(seat).public)
            message = Statements(records=((int(record.kind), record.content),))
            list(node.up.receive(link, message))
            world.said(node)


def over(world: HostileWorld) -> bool:
    return world.honest[0].up.table.outcome is not None


def propose(world: HostileWorld, *named: int) -> None:
    (ann,) = (node for node in world.honest if node.plays == ANN)
    players.propose_against(ann, _DRAW, named)
    world.said(ann)
    world.calm()


def days(world: HostileWorld, count: int) -> None:
    for _ in range(count):
        for node in world.honest:
            node.up.watch(world.minute)
            node.keep()
        world.now += _DAY
        world.wait(0)
    world.calm()


class Agreeing(HostileWorld):
    """All that are there sign whatever is proposed."""

    def would_sign(self, node: Node, one: OpenProposal) -> bool:  # noqa: ARG002
        return True


def test_a_keeper_never_signs_against_who_speaks_and_players_go_on_without_both() -> None:
    """SPEC-18.5, 18.8: Bob is due, plays nothing, and refuses whatever is proposed.

    He is there, so the keeper refuses, too. Three of five agree without both: that is their word.
    """
    world = vanishing(FOUR_AND_A_KEEPER, BOB, kind=Agreeing)
    world.agrees = True
    ann = world.honest[0].up
    propose(world, BOB)
    days(world, 10)
    refuses(world, BOB)
    days(world, 10)
    (one,) = ann.proposed.open
    assert (one.signed, one.refused) == ((ANN, CID, DOT), (DAN,))
    assert not over(world)
    propose(world, BOB, DAN)
    assert over(world)
    (agreed,) = agreements_of(ann.table.log)
    assert (agreed.signed, agreed.named, agreed.worth) == (
        (ANN, CID, DOT),
        (BOB, DAN),
        Worth.CLAIMED,
    )


def test_a_keeper_signs_against_who_has_refused_once_that_seat_is_absent_after_all() -> None:
    world = vanishing(FOUR_AND_A_KEEPER, BOB, kind=Agreeing)
    world.agrees = True
    ann = world.honest[0].up
    propose(world, BOB)
    refuses(world, BOB)
    days(world, 20)
    propose(world, BOB)
    assert over(world)
    (agreed,) = agreements_of(ann.table.log)
    assert agreed.worth is Worth.VERIFIED
