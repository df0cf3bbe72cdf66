"""Histories that random ones hardly ever find: what hostile seats carry, and a store put back."""

from contextlib import suppress
from dataclasses import replace

from p2p.errors import PeerFault
from p2p.messages import Entries, Heads, Message, Statements
from protocol.answers import RejoinAnswer
from protocol.charter import DiceSetting
from protocol.entry import Decide, Entry, Item, Rejoin, sign_entry
from protocol.head import Head
from protocol.logfile import statement_record
from protocol.proposals import End, Ended, Proposal, Replace, Result, Terms
from protocol.questions import FIRST, RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from protocol.successors import Successor
from tests.p2p.hostile import HostileWorld
from tests.p2p.line_checks import check_line
from tests.p2p.simulation import World
from tests.protocol import toy
from tests.protocol.agreeing import agreement_of, item_of
from tests.protocol.sample import MINUTE, identity
from tests.protocol.toy_match import toy_founding

__all__ = [
    "an_old_name_after_an_answer",
    "an_old_name_after_the_settlement",
    "half_agree",
    "put_back_with_its_count",
    "some_have_not_signed",
    "the_old_key_plays_on",
    "the_same_dice_come_again",
    "the_same_key_comes_again",
    "two_orders",
    "two_settlements",
    "two_sign_twice",
]

_ANN, _BOB, _CID, _DOT = range(4)
_NEWCOMER = 10
_ENTRIES = 12
_POWERS = ((toy.USA,), (toy.UK,), (toy.JAPAN,), (toy.GERMANY,))
_DRAW = End(Result.DRAW)


class _Watched:
    """A spectator at a table of four hostile seats, of which Ann is to give the first order."""

    def __init__(self, seed: int) -> None:
        founding = toy_founding(dice=DiceSetting.ALL, powers=_POWERS)
        self.world = HostileWorld(seed, frozenset(range(4)), founding, steps=toy.OPEN_STEPS)
        (self.node,) = self.world.honest

    def shows(self, seat: int, *items: Item) -> None:
        """A seat signs an entry for the next place and shows it; then the line must be sound."""
        table = self.node.up.table
        game = table.charter.game_id
        entry = sign_entry(
            identity(seat),
            game=game,
            head=table.head,
            seat=seat,
            incarnation=FIRST,
            minute=MINUTE,
            state=table.due_digest,
            items=items,
        )
        link = self.node.up.connect(identity(seat).public)
        heads = Heads(game=game, places=((0, game),), held=())
        with suppress(PeerFault):
            list(self.node.up.receive(link, heads))
            list(self.node.up.receive(link, Entries(entries=(entry.raw,))))
        self.node.settle()
        check_line(self.world.founding, self.node.disk.entries)

    def agree(self, terms: Terms, named: tuple[int, ...], *signers: int) -> None:
        """Seats show that they have agreed on something against others."""
        table = self.node.up.table
        proposal = sign_statement(
            identity(signers[-1]),
            Proposal(
                game=table.charter.game_id,
                seat=signers[-1],
                after=table.head,
                terms=terms,
                named=tuple(Ended(seat, 0, None) for seat in named),
            ),
        )
        carrier = next(seat for seat in range(4) if seat not in named)
        self.shows(carrier, item_of(agreement_of(proposal, *signers)))

    def comes(self, who: int, dice_head: bytes) -> None:
        """Somebody comes to play Ann's seat, as all others have agreed."""
        successor = Successor(
            game=self.world.founding.charter.game_id,
            seat=_ANN,
            number=1,
            name="somebody else",
            key=identity(who).public,
            salt=self.world.entropy(),
            dice_head=dice_head,
            bot=False,
        )
        terms = Replace((sign_statement(identity(who), successor),))
        self.agree(terms, (_ANN,), _BOB, _CID, _DOT)


def half_agree(seed: int) -> None:
    """Two of four end the game without the others."""
    _Watched(seed).agree(_DRAW, (_ANN, _BOB), _CID, _DOT)


def two_sign_twice(seed: int) -> None:
    """As if they were four."""
    _Watched(seed).agree(_DRAW, (_ANN, _BOB), _CID, _CID, _DOT, _DOT)


def some_have_not_signed(seed: int) -> None:
    """Three of four end the game, and do not say that they do it without the fourth."""
    _Watched(seed).agree(_DRAW, (), _ANN, _BOB, _CID)


def the_same_key_comes_again(seed: int) -> None:
    """Bob comes to play Ann's seat, too, with another salt and other dice."""
    watched = _Watched(seed)
    watched.comes(_BOB, watched.world.entropy())


def the_same_dice_come_again(seed: int) -> None:
    """Who comes to play Ann's seat brings Bob's dice chain."""
    watched = _Watched(seed)
    watched.comes(_NEWCOMER, watched.world.founding.charter.seats[_BOB].dice_head)


def the_old_key_plays_on(seed: int) -> None:
    """Ann has been replaced, and gives an order all the same."""
    watched = _Watched(seed)
    watched.comes(_NEWCOMER, watched.world.entropy())
    assert watched.node.up.table.log.players.now[_ANN].number == 1
    watched.shows(_ANN, Decide(toy.data(toy.End())))


class _Bob:
    """Bob alone is honest, and Ann is to give the first order."""

    def __init__(self, seed: int) -> None:
        founding = toy_founding(dice=DiceSetting.SIDES)
        world = HostileWorld(seed, frozenset((_ANN, _CID)), founding, steps=toy.OPEN_STEPS)
        self.world = world
        self.bob = next(node for node in world.honest if node.seat == _BOB)
        self.game = founding.charter.game_id
        self.links = {seat: self.bob.up.connect(identity(seat).public) for seat in (_ANN, _CID)}
        for seat in self.links:
            self._hears(seat, Heads(game=self.game, places=((0, self.game),), held=()))
        self.question = self._asks(_ANN)

    def _hears(self, seat: int, message: Message) -> None:
        assert isinstance(message, Heads | Entries | Statements)
        with suppress(PeerFault):
            list(self.bob.up.receive(self.links[seat], message))
        self.bob.settle()

    def says(self, seat: int, signed: Signed[GameStatement]) -> None:
        record = statement_record(signed)
        self._hears(seat, Statements(records=((int(record.kind), record.content),)))

    @classmethod
    def asked(cls, seed: int) -> "_Bob":
        """Ann says that she has lost her machine; Bob has answered."""
        made = cls(seed)
        made.says(_ANN, made.question)
        return made

    def settlement(self, *, pending: bool = False) -> Signed[Settlement]:
        """Of Bob's answer and one of Cid's, in his first name or in one that he asks for."""
        heard = self.bob.up.table.log.heard.answers(self.question.statement)
        (bobs,) = (one for one in heard if one.statement.seat == _BOB)
        cids = RejoinAnswer(
            game=self.game,
            seat=_CID,
            begun=self._asks(_CID) if pending else None,
            settlement=None,
            question=self.question,
            last=None,
            known=(),
        )
        settlement = Settlement(
            game=self.game,
            seat=_ANN,
            question=self.question,
            answers=(bobs, sign_statement(identity(_CID), cids)),
            last=None,
        )
        return sign_statement(identity(_ANN), settlement)

    def _asks(self, seat: int) -> Signed[RejoinQuestion]:
        question = RejoinQuestion(
            game=self.game,
            seat=seat,
            round=MINUTE,
            nonce=self.world.entropy(),
            dice_head=self.world.entropy(),
        )
        return sign_statement(identity(seat), question)

    def order(self, incarnation: bytes, *first: Item, minute: int = MINUTE) -> Entry:
        """Ann's first order in a name, which is not shown yet."""
        return sign_entry(
            identity(_ANN),
            game=self.game,
            head=Head(0, self.game),
            seat=_ANN,
            incarnation=incarnation,
            minute=minute,
            state=None,
            items=(*first, Decide(toy.data(toy.End()))),
        )

    def takes(self, entry: Entry) -> bool:
        """Ann shows an entry; whether Bob takes it, or plays on after it."""
        held = len(self.bob.disk.entries)
        self._hears(_ANN, Entries(entries=(entry.raw,)))
        return len(self.bob.disk.entries) > held

    def rejoins(self, settlement: Signed[Settlement]) -> bool:
        """Ann shows her order in the name that a settlement begins; whether Bob takes it."""
        return self.takes(self.order(self.question.statement.hash, Rejoin(settlement.raw, ())))


def an_old_name_after_an_answer(seed: int) -> None:
    """Bob has said that he holds no entry of Ann's, and then she shows one."""
    made = _Bob.asked(seed)
    assert not made.takes(made.order(FIRST)), "an entry of a name below one that has asked"


def an_old_name_after_the_settlement(seed: int) -> None:
    """Ann has settled with no entry, and then shows one all the same."""
    made = _Bob.asked(seed)
    made.says(_ANN, made.settlement())
    assert not made.takes(made.order(FIRST)), "an entry beyond what its seat has settled with"


def two_settlements(seed: int) -> None:
    """Ann settles twice, with two answers of Cid's; Bob keeps to the one that he heard first."""
    made = _Bob.asked(seed)
    first = made.settlement()
    made.says(_ANN, first)
    assert not made.rejoins(made.settlement(pending=True)), "two settlements are gone by"
    assert made.rejoins(first)


def two_orders(seed: int) -> None:
    """Ann has forked, and Cid may hold her other order: Bob, who is next, plays on only then."""
    made = _Bob(seed)
    made.bob.thinks = False
    assert made.takes(made.order(FIRST))
    made.bob.thinks = True
    assert not made.takes(made.order(FIRST, minute=MINUTE + 1)), "on a line that others may leave"


def put_back_with_its_count(seed: int) -> None:
    """A machine is put back as it was before its last entry, with what is kept beside its store.

    Nothing tells it; but others hold that entry, and it signs nothing before it has met one.
    """
    world = World(seed, founding=toy_founding(dice=DiceSetting.SIDES), spectators=0)
    world.length = 30
    for pair in world.apart():
        world.connect(*pair)
    while len(world.nodes[0].disk.entries) < _ENTRIES:
        world.deliver(*world.draw.choice(world.ready()))
    for node in world.nodes:
        node.thinks = False
    while ready := world.ready():
        world.deliver(*world.draw.choice(ready))
    for node in world.nodes:
        node.thinks = True
    line = [Entry.from_bytes(raw) for raw in world.nodes[0].disk.entries]
    last = next(entry for entry in reversed(line) if isinstance(entry.items[0], Decide))
    node = world.nodes[last.seat]
    world.crash(node)
    keep = last.sequence - 1
    signed = {key: value for key, value in node.disk.signed.items() if key[1] <= keep}
    node.disk = replace(node.disk, entries=node.disk.entries[:keep], signed=signed, shares={})
    node.counted = 0
    node.start()
    world.calm()
    world.check_finished()
