"""What a hostile seat makes up: messages no program sends, and records that nobody should sign.

All that it signs is properly signed; of others it can only repeat what they have said.
"""

from collections.abc import Iterator
from enum import Enum, unique
from typing import Final

from p2p.messages import Entries, Heads, Statements, write_message
from protocol.agreements import ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.entry import Decide, DiceShare, Entry, Item, sign_entry
from protocol.errors import LocalError, Refused
from protocol.faults import Said, convictions
from protocol.hashing import Tag, tagged
from protocol.head import Head
from protocol.logfile import statement_record
from protocol.own_settlement import rejoin_of
from protocol.proposals import ProposalRefusal
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, Statement, sign_statement
from protocol.statements import GameStatement, RaisedHand
from protocol.table import Table
from tests.p2p.forging_agreements import AgreementForger
from tests.p2p.simulation import World
from tests.protocol import toy
from tests.protocol.ed25519 import B, encoded, scalar_of, sign_with, times
from tests.protocol.sample import MINUTE, identity, phrase

_POOL: Final = 60
"""Messages that are kept to be repeated."""
_NONCE: Final = 2**200 + 1
_R: Final = encoded(times(_NONCE, B))


@unique
class _Forgery(Enum):
    HEADS = "it holds what does not exist"
    QUESTION = "a question that it does not mean to settle"
    ANSWER = "an answer in any of its names, that names any entry"
    ANOTHER_ANSWER = "that, as likely again"
    SETTLEMENT = "a settlement of any answers"
    ENTRY = "an entry with any content, at any place"
    SIGNED_AGAIN = "a statement with another signature"
    HAND = "a raised hand"
    PROPOSAL = "a proposal of anything, against anybody"
    SIGNATURE = "a signature under any proposal, shown or kept"
    POCKET = "a signature that was kept"
    REFUSAL = "a refusal of any proposal"
    AGREEMENT = "an entry that carries an agreement"
    REPEATED = "what was sent before"
    GARBLED = "that, with a byte changed"


class Forger:
    """What all hostile seats of a world know together, and what they make of it.

    Attributes:
        made: statements that were made up.
    """

    def __init__(self, world: World, *, careful: bool) -> None:
        """Forges for a world; if careful, nothing that convicts its author."""
        self._world = world
        self._careful = careful
        self._sent: list[bytes] = []
        self.made: list[Signed[GameStatement]] = []
        self._agreements = AgreementForger(world, self)

    def forge(self, seat: int, table: Table) -> bytes | None:
        """A message of a seat to a node with this table, if it can make one up now."""
        bold = () if self._careful else (_Forgery.QUESTION, _Forgery.ENTRY, _Forgery.ENTRY)
        try:
            return self._forged(self._world.draw.choice((*_Forgery, *bold)), seat, table)
        except LocalError:
            return None  # no such record can be made: every reader would find it malformed

    def overhear(self, raw: bytes) -> None:
        """Keep some of what hostile seats send, to repeat it."""
        if len(self._sent) < _POOL or self._world.draw.random() < 0.1:
            self._sent[_POOL - 1 :] = []
            self._sent.append(raw)

    def _forged(self, what: _Forgery, seat: int, table: Table) -> bytes | None:
        match what:
            case _Forgery.HEADS:
                return self._heads(table)
            case _Forgery.QUESTION:
                return self._question(seat, table)
            case _Forgery.ANSWER | _Forgery.ANOTHER_ANSWER:
                return self._answer(seat, table)
            case _Forgery.SETTLEMENT:
                return self._settlement(seat, table)
            case _Forgery.ENTRY:
                return None if self._careful else self._entry(seat, table)
            case _Forgery.SIGNED_AGAIN:
                return self._signed_again(seat)
            case _Forgery.HAND:
                return self._hand(seat, table)
            case _Forgery.PROPOSAL:
                return self._say(self._agreements.proposal(seat, table))
            case _Forgery.SIGNATURE:
                return self._may_say(self._agreements.signature(seat, table))
            case _Forgery.POCKET:
                return self._may_say(self._agreements.from_pocket())
            case _Forgery.REFUSAL:
                return self._may_say(self._agreements.refusal(seat, table))
            case _Forgery.AGREEMENT:
                return self._agreement(seat, table)
            case _Forgery.REPEATED:
                return self._world.draw.choice(self._sent) if self._sent else None
            case _Forgery.GARBLED:
                return self._garbled()

    def _say(self, *signed: Signed[GameStatement]) -> bytes:
        self.made.extend(signed)
        records = [statement_record(one) for one in signed]
        return write_message(Statements(records=tuple((int(r.kind), r.content) for r in records)))

    def _may_say(
        self, signed: Signed[ProposalSignature] | Signed[ProposalRefusal] | None
    ) -> bytes | None:
        """Say something that may convict its seat, unless all is to be careful."""
        if signed is None or (self._careful and self._contradicts(signed)):
            return None
        return self._say(Signed(signed.statement, signed.signature))

    def _agreement(self, seat: int, table: Table) -> bytes | None:
        """With what a careful seat may carry: only what is complete."""
        entry = self._agreements.carried(seat, table)
        if entry is None:
            return None
        if self._careful:
            try:
                table.check(entry.raw)
            except Refused:
                return None
        return write_message(Entries(entries=(entry.raw,)))

    def name_of(self, seat: int) -> tuple[Signed[RejoinQuestion] | None, bytes | None]:
        """Any of the names of a seat: its question, and one of the settlements of that."""
        mine = [one for one in self._questions() if one.statement.seat == seat]
        begun = self._world.draw.choice([None, None, *mine])
        if begun is None:
            return None, None
        made = [s.hash for s in self._settlements() if s.asked == begun.statement]
        return begun, self._world.draw.choice([None, *made])

    def _heads(self, table: Table) -> bytes:
        """It says to hold what does not exist, or less than it does."""
        end = self._world.draw.choice((0, len(table.log), len(table.log) + 1, 10**6))
        head = Head(end, self._world.entropy()) if end else Head(0, table.charter.game_id)
        places = ((head.sequence, head.hash), (0, table.charter.game_id))
        return write_message(Heads(game=table.charter.game_id, places=places, held=()))

    def _question(self, seat: int, table: Table) -> bytes:
        late = MINUTE + self._world.draw.choice((-1, 0, 0, 1, 2))
        question = RejoinQuestion(
            game=table.charter.game_id,
            seat=seat,
            round=late,
            nonce=self._world.entropy(),
            dice_head=self._world.entropy(),
        )
        return self._say(sign_statement(identity(seat), question))

    def known(self) -> Iterator[Signed[GameStatement]]:
        """All that was ever said and is still held somewhere."""
        for node in self._world.nodes:
            if node.replica is not None:
                yield from node.replica.table.log.statements
        yield from self.made

    def _questions(self) -> list[Signed[RejoinQuestion]]:
        return [
            Signed(one.statement, one.signature)
            for one in self.known()
            if isinstance(one.statement, RejoinQuestion)
        ]

    def _lines(self) -> list[Entry]:
        return [entry for node in self._world.nodes if node.replica for entry in node.up.table.log]

    def _answer(self, seat: int, table: Table) -> bytes | None:
        questions = self._questions()
        asked = [one for one in questions if one.statement.seat != seat]
        if not asked:
            return None
        question = self._world.draw.choice(asked)
        asker = question.statement.seat
        begun = self._world.draw.choice(
            [None, None, *(one for one in questions if one.statement.seat == seat)]
        )
        settlement = None
        if begun is not None:
            made = [s for s in self._settlements() if s.asked == begun.statement]
            settlement = self._world.draw.choice([None, *made])
        pending = begun is not None and settlement is None
        theirs = [entry.head for entry in self._lines() if entry.seat == asker]
        last = self._world.draw.choice(
            [None, Head(self._world.draw.randint(1, 40), self._world.entropy()), *theirs]
        )
        others = {one.statement.seat: one for one in questions}
        known = [others[s] for s in sorted(others) if s not in (seat, asker)]
        answer = RejoinAnswer(
            game=table.charter.game_id,
            seat=seat,
            begun=begun,
            settlement=None if settlement is None else settlement.hash,
            question=question,
            last=None if pending else last,
            known=tuple(one for one in known if self._world.draw.random() < 0.5),
            signed=self._agreements.listed(),
        )
        signed = sign_statement(identity(seat), answer)
        if self._careful and self._contradicts(signed):
            return None
        return self._say(signed)

    def _contradicts(self, signed: Signed[Statement]) -> bool:
        """Whether a statement would convict its seat, together with another one."""
        said = Said()
        for one in self.known():
            said.add(one)
        said.add(signed)
        return any(one.refusal.culprit == signed.statement.seat for one in convictions(said))

    def _settlements(self) -> list[Settlement]:
        return [one.statement for one in self.known() if isinstance(one.statement, Settlement)]

    def _settlement(self, seat: int, table: Table) -> bytes | None:
        mine = [one for one in self._questions() if one.statement.seat == seat]
        if not mine:
            return None
        question = self._world.draw.choice(mine)
        given: dict[int, list[Signed[RejoinAnswer]]] = {}
        for one in self.known():
            if not isinstance(one.statement, RejoinAnswer) or one.statement.asked.seat != seat:
                continue
            if one.statement.asked == question.statement or self._world.draw.random() < 0.05:
                answer = Signed(one.statement, one.signature)
                given.setdefault(one.statement.seat, []).append(answer)
        lasts = [None, *(entry.head for entry in self._lines() if entry.seat == seat)]
        settlement = Settlement(
            game=table.charter.game_id,
            seat=seat,
            question=question,
            answers=tuple(self._world.draw.choice(given[other]) for other in sorted(given)),
            last=self._world.draw.choice(lasts),
        )
        signed = sign_statement(identity(seat), settlement)
        if self._careful and self._contradicts(signed):
            return None
        return self._say(signed)

    def _entry(self, seat: int, table: Table) -> bytes | None:
        """An entry where one is due, or has been: in any of its names, with any content."""
        head, name = table.head, table.ledger.incarnations[seat]
        mine = [entry for entry in table.log if entry.seat == seat]
        if mine and self._world.draw.random() < 0.4:
            place = self._world.draw.choice(mine)
            head = Head(place.sequence - 1, place.previous)
            name = place.incarnation
        items: list[Item] = []
        settled = [one for one in self.known() if isinstance(one.statement, Settlement)]
        own = [one for one in settled if one.statement.seat == seat]
        if own and self._world.draw.random() < 0.5:
            chosen = self._world.draw.choice(own)
            assert isinstance(chosen.statement, Settlement)
            settlement = Signed(chosen.statement, chosen.signature)
            for one in settled:
                table.log.heard.hear(one)
            name = settlement.statement.asked.hash
            items.append(rejoin_of(settlement, table.log))
        given = [i for entry in self._lines() for i in entry.items if isinstance(i, DiceShare)]
        what = self._world.draw.random()
        if what < 0.2 and given:
            items.append(self._world.draw.choice(given))
        elif what < 0.3:
            items.append(DiceShare(self._world.entropy()))
        else:
            order = self._world.draw.choice((toy.Throw(2), toy.End(), toy.Throw(99), toy.Shuffle()))
            items.append(Decide(toy.data(order)))
        state = table.due_digest if self._world.draw.random() < 0.95 else self._world.entropy()
        entry = sign_entry(
            identity(seat),
            game=table.charter.game_id,
            head=head,
            seat=seat,
            incarnation=name,
            minute=self._world.draw.choice((0, MINUTE, 2**31 - 1)),
            state=state,
            items=items,
        )
        return write_message(Entries(entries=(entry.raw,)))

    def _signed_again(self, seat: int) -> bytes | None:
        """A statement of its own with another signature, as good as the first."""
        own = [one for one in self.known() if one.statement.seat == seat]
        if not own:
            return None
        statement = self._world.draw.choice(own).statement
        return self._say(Signed(statement, other_signature(seat, statement)))

    def _garbled(self) -> bytes | None:
        if not self._sent:
            return None
        raw = bytearray(self._world.draw.choice(self._sent))
        raw[self._world.draw.randrange(len(raw))] ^= self._world.draw.randrange(1, 256)
        return bytes(raw)

    def _hand(self, seat: int, table: Table) -> bytes:
        counter = self._world.draw.randint(1, 3)
        head = self._world.draw.choice([table.head, Head(3, self._world.entropy())])
        hand = RaisedHand(game=table.charter.game_id, seat=seat, head=head, counter=counter)
        return self._say(sign_statement(identity(seat), hand))


def other_signature(seat: int, statement: GameStatement) -> bytes:
    """Another signature of a statement, which is valid, too: with a nonce that is not derived."""
    seed = phrase(seat).derive(Tag.IDENTITY)
    content = tagged(statement.tag, statement.body)
    key = identity(seat).public.raw
    return sign_with(scalar_of(seed), _NONCE, key, _R, content)
