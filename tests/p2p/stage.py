"""One honest node at a table of hostile seats, which sign what a history says."""

from contextlib import suppress
from typing import Any

from p2p.choice import Choice
from p2p.errors import PeerFault
from p2p.messages import Entries, Heads, Message, Statements
from protocol.agreements import Agreement, ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.charter import DiceSetting
from protocol.entry import Agree, Decide, Entry, Item, Rejoin, sign_entry
from protocol.head import Head
from protocol.logfile import statement_record
from protocol.proposals import Ended, Proposal, ProposalRefusal, Terms
from protocol.questions import FIRST, RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from protocol.successors import Successor
from tests.p2p.hostile import HostileWorld
from tests.p2p.simulated_node import Node
from tests.protocol import toy
from tests.protocol.sample import MINUTE, identity
from tests.protocol.toy_match import toy_founding

__all__ = ["ANN", "BOB", "CID", "DOT", "END", "NEWCOMER", "Stage"]

ANN, BOB, CID, DOT = range(4)
NEWCOMER = 10
"""Who comes to play in the stead of another."""
END = Decide(toy.data(toy.End()))
"""The order that ends a turn."""
_POWERS = ((toy.USA,), (toy.JAPAN,), (toy.UK,), (toy.GERMANY,))
"""Ann gives the first order, and the others follow in the order of their seats."""


class Stage:
    """A table of which all seats but one are hostile, and the node of that one.

    Attributes:
        world: of the nodes.
        node: the honest one.
        game: its id.
    """

    def __init__(
        self,
        seed: int,
        honest: int | None = None,
        powers: tuple[tuple[str, ...], ...] = _POWERS,
        dice: DiceSetting = DiceSetting.ALL,
        *,
        newcomer: bool = False,
    ) -> None:
        """Sit down.

        Args:
            seed: of what is drawn.
            honest: the seat that is honest; None if all are hostile, and a spectator is honest.
            powers: of each seat.
            dice: who gives shares of rolls.
            newcomer: whether the honest one is `NEWCOMER`, who plays no seat yet.
        """
        founding = toy_founding(dice=dice, powers=powers)
        hostile = frozenset(range(len(powers))) - {honest}
        self.world = HostileWorld(seed, hostile, founding, steps=toy.OPEN_STEPS)
        self.node: Node = next(node for node in self.world.honest if node.seat == honest)
        if newcomer:
            self.node = self.world.newcomer()
        self.node.thinks = False
        self.game = founding.charter.game_id
        self._links = {seat: self.node.up.connect(identity(seat).public) for seat in hostile}
        self._called: set[int] = set()

    # What the node holds

    @property
    def held(self) -> int:
        """How many entries the node holds."""
        return len(self.node.disk.entries)

    @property
    def line(self) -> list[Entry]:
        """The entries that it holds."""
        return [Entry.from_bytes(raw) for raw in self.node.disk.entries]

    def said(self, kind: type[GameStatement]) -> list[Any]:
        """The statements of a kind that the node's seat has signed, or has heard of."""
        statements = self.node.up.table.log.statements
        return [one.statement for one in statements if isinstance(one.statement, kind)]

    # What it is shown

    def _hears(self, seat: int, message: Message) -> None:
        assert isinstance(message, Heads | Entries | Statements)
        link = self._links[seat]
        with suppress(PeerFault):
            if seat not in self._called:
                self._called.add(seat)
                heads = Heads(game=self.game, places=((0, self.game),), held=())
                list(self.node.up.receive(link, heads))
            list(self.node.up.receive(link, message))
        self.node.settle()

    def takes(self, *entries: Entry, by: int | None = None) -> bool:
        """A seat shows entries, the author of the first unless told: whether all are taken."""
        seat = entries[0].seat if by is None else by
        self._hears(seat, Entries(entries=tuple(entry.raw for entry in entries)))
        held = {entry.hash for entry in self.line}
        return all(entry.hash in held for entry in entries)

    def says(self, *statements: Signed[GameStatement], by: int | None = None) -> None:
        """Seats say something."""
        for signed in statements:
            record = statement_record(signed)
            seat = signed.statement.seat if by is None else by
            seat = seat if seat in self._links else min(self._links)
            self._hears(seat, Statements(records=((int(record.kind), record.content),)))

    # What the honest seat does

    def answers(self, question: Signed[RejoinQuestion]) -> list[Signed[RejoinAnswer]]:
        """What it has answered to a question."""
        heard = self.node.up.table.log.heard.answers(question.statement)
        return [one for one in heard if one.statement.seat == self.node.seat]

    def plays(self) -> None:
        """It ends its turn."""
        self.node.up.decide(Choice((END,)), self.world.entropy(), self.world.minute)
        self.node.settle()

    def loses(self) -> None:
        """It loses its machine, and comes back with its phrase."""
        self.world.lose(self.node)
        self.node.start()
        self._links = {seat: self.node.up.connect(identity(seat).public) for seat in self._links}
        self._called.clear()

    # What hostile seats sign

    def entry(
        self,
        seat: int,
        *items: Item,
        head: Head | None = None,
        incarnation: bytes = FIRST,
        minute: int = MINUTE,
        who: int | None = None,
    ) -> Entry:
        """An entry of a seat, for the place after the node's line unless told; not shown yet."""
        table = self.node.up.table
        return sign_entry(
            identity(seat if who is None else who),
            game=self.game,
            head=table.head if head is None else head,
            seat=seat,
            incarnation=incarnation,
            minute=minute,
            state=table.due_digest if head is None else None,
            items=items or (END,),
        )

    def question(
        self, seat: int, *, late: int = 0, key: int = 0, who: int | None = None
    ) -> Signed[RejoinQuestion]:
        """A seat asks, so many rounds later than now."""
        question = RejoinQuestion(
            game=self.game,
            seat=seat,
            key=key,
            round=MINUTE + late,
            nonce=self.world.entropy(),
            dice_head=self.world.entropy(),
        )
        return sign_statement(identity(seat if who is None else who), question)

    def answer(
        self, seat: int, question: Signed[RejoinQuestion], *, who: int | None = None, **said: Any
    ) -> Signed[RejoinAnswer]:
        """A seat answers in its first incarnation, holds nothing and has heard nothing."""
        fields = {"begun": None, "settlement": None, "last": None, "known": (), **said}
        answer = RejoinAnswer(game=self.game, seat=seat, question=question, **fields)
        return sign_statement(identity(seat if who is None else who), answer)

    def settlement(
        self,
        question: Signed[RejoinQuestion],
        *answers: Signed[RejoinAnswer],
        seat: int | None = None,
        last: Head | None = None,
        without: tuple[int, ...] = (),
        agreements: tuple[bytes, ...] = (),
        who: int | None = None,
    ) -> Signed[Settlement]:
        """The seat that has asked settles, by these answers and plain ones of all other seats.

        Args:
            question: of which.
            answers: that are given.
            seat: that settles, if it is another one than has asked.
            last: the entry that it names.
            without: seats that have not answered.
            agreements: hashes of those that stand for answers.
            who: signs, if it is not the first player.
        """
        author = question.statement.seat if seat is None else seat
        given = {author, *without, *(one.statement.seat for one in answers)}
        plain = (self.answer(one, question) for one in self.world.seats if one not in given)
        settlement = Settlement(
            game=self.game,
            seat=author,
            question=question,
            answers=tuple(sorted((*answers, *plain), key=lambda one: one.statement.seat)),
            last=last,
            agreements=agreements,
        )
        return sign_statement(identity(author if who is None else who), settlement)

    def rejoin(
        self,
        settlement: Signed[Settlement],
        *items: Item,
        head: Head | None = None,
        shown: tuple[Signed[Settlement], ...] = (),
        who: int | None = None,
    ) -> Entry:
        """The first entry of the incarnation that a settlement begins."""
        made = settlement.statement
        raws = tuple(one.raw for one in sorted(shown, key=lambda one: one.statement.hash))
        rejoin = Rejoin(settlement.raw, raws)
        return self.entry(
            made.seat, rejoin, *(items or (END,)), head=head, incarnation=made.asked.hash, who=who
        )

    def proposal(
        self,
        seat: int,
        terms: Terms,
        *named: int | Ended,
        after: Head | None = None,
        refused: tuple[Signed[ProposalRefusal], ...] = (),
    ) -> Signed[Proposal]:
        """A seat proposes something, for the next place unless told, against seats."""
        proposal = Proposal(
            game=self.game,
            seat=seat,
            after=self.node.up.table.head if after is None else after,
            terms=terms,
            named=tuple(one if isinstance(one, Ended) else Ended(one, 0, None) for one in named),
            refused=refused,
        )
        return sign_statement(identity(seat), proposal)

    def signature(
        self, proposal: Signed[Proposal], seat: int, *, who: int | None = None, **said: Any
    ) -> Signed[ProposalSignature]:
        """A seat signs a proposal in its first incarnation, and has heard nothing."""
        fields = {"begun": None, "settlement": None, "known": (), **said}
        signature = ProposalSignature(
            game=self.game, seat=seat, proposal=proposal.statement.hash, **fields
        )
        return sign_statement(identity(seat if who is None else who), signature)

    def refusal(self, proposal: Signed[Proposal], seat: int) -> Signed[ProposalRefusal]:
        """A seat refuses a proposal in its first incarnation."""
        refusal = ProposalRefusal(
            game=self.game, seat=seat, begun=None, proposal=proposal.statement.hash
        )
        return sign_statement(identity(seat), refusal)

    def agreed(
        self, proposal: Signed[Proposal], *signatures: int | Signed[ProposalSignature]
    ) -> Agreement:
        """A proposal with signatures, those of seats in their first incarnations."""
        given = (
            self.signature(proposal, one) if isinstance(one, int) else one for one in signatures
        )
        return Agreement(proposal, tuple(given))

    def item(self, agreement: Agreement, *shown: Signed[Settlement]) -> Agree:
        """What carries an agreement, with settlements that it rests on."""
        return Agree(
            agreement.proposal.raw,
            tuple(one.raw for one in agreement.signatures),
            tuple(one.raw for one in sorted(shown, key=lambda one: one.statement.hash)),
        )

    def successor(self, seat: int, who: int, **brought: Any) -> Signed[Successor]:
        """Somebody comes to play a seat after its first player."""
        fields = {
            "number": 1,
            "name": f"newcomer {who}",
            "key": identity(who).public,
            "salt": self.world.entropy(),
            "dice_head": self.world.entropy(),
            "bot": False,
            **brought,
        }
        successor = Successor(game=self.game, seat=seat, **fields)
        return sign_statement(identity(who), successor)
