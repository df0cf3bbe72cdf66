"""Games of Wake Island that are under way, and can be ended in every way but by the rules."""

import os
from dataclasses import replace
from functools import cache

from client.bots.fuzz import Fuzz
from client.scenarios import find, shortened
from client.tables import seats_of, terms_of
from engine.options import parse
from p2p.terms import guest_of, sign_charter
from protocol.agreements import Agreement, ProposalSignature
from protocol.author import Author
from protocol.charter import NONCE_SIZE, DiceSetting
from protocol.due import Duty
from protocol.entrusting import hidden_of, keys_for, receive
from protocol.entry import Resign
from protocol.founding import Founding
from protocol.identity import Identity, Phrase
from protocol.log import Log
from protocol.logfile import write_log
from protocol.proposals import AfterFault, Ended, HandOver, Terms
from protocol.receipts import Receipt
from protocol.statement import Signed, sign_statement
from protocol.successors import Successor
from protocol.table import Table
from tests.bench.games import PHRASES, playing

_MINUTE = 29_000_000
_DORA = Phrase(bytes([9]) * 32)
_SEATS = 3
_BATTLES = 60
"""Entries after which dice have fallen."""


def _founding() -> Founding:
    """Two players and a keeper."""
    chosen = shortened(find("wake-island"), 2)
    seats = seats_of(chosen.scenario, 2)
    open_terms = terms_of(chosen, parse(""), seats, dice=DiceSetting.SIDES, keepers=1)
    terms = replace(open_terms, nonce=bytes(NONCE_SIZE))
    people = list(zip(PHRASES, ("Ann", "Bob", "Kim"), strict=False))
    charter = terms.charter(
        {
            seat: guest_of(phrase, terms.nonce, name, bytes([seat]) * 32)
            for seat, (phrase, name) in enumerate(people)
        }
    )
    signatures = tuple(sign_charter(Identity.from_phrase(one), charter) for one, _ in people)
    return Founding(charter, chosen.source, signatures)


@cache
def _begun() -> Log:
    """What is played once, and goes on in many ways."""
    for table in playing(_founding(), (Fuzz(1), Fuzz(2))):
        due = table.due
        if len(table.log) >= _BATTLES and due is not None and due.duty is Duty.DECISION:
            break
    return table.log


class Ending:
    """A game that is under way, and its two players."""

    def __init__(self) -> None:
        self.table = Table.start(_begun().founding)
        for entry in _begun():
            self.table.append_again(entry.raw)
        self.authors = [Author(self.table, phrase) for phrase in PHRASES[:_SEATS]]

    @property
    def due(self) -> int:
        """The seat that is asked."""
        due = self.table.due
        assert due is not None
        return due.seat

    def agree(self, terms: Terms, *against: int) -> None:
        """All but those against whom it is sign it, and who is due carries it, or the first."""
        named = tuple(Ended(seat, 0, None) for seat in against)
        signers = [seat for seat in range(_SEATS) if seat not in against]
        proposal = self.authors[signers[0]].propose(terms, named)
        signatures = []
        for seat in signers:
            asks = isinstance(terms, AfterFault)
            question = self.authors[seat].ask_to_rejoin(os.urandom(32), _MINUTE) if asks else None
            gives = isinstance(terms, HandOver) and terms.successor.statement.seat == seat
            signature = ProposalSignature(
                game=self.table.charter.game_id,
                seat=seat,
                begun=None,
                settlement=None,
                proposal=proposal.statement.hash,
                known=(),
                question=question,
                receipt=self._received(seat) if gives else None,
            )
            signatures.append(self.authors[seat].sign(signature))
        agreement = Agreement(proposal, tuple(signatures))
        carrier = self.due if self.due in signers else signers[0]
        prepared = self.authors[carrier].prepare_agreement(agreement, minute=_MINUTE)
        self.table.adopt(prepared.draft)

    def resign(self) -> None:
        """Who is asked resigns."""
        author = self.authors[self.due]
        prepared = author.prepare([Resign()], entropy=bytes(32), minute=_MINUTE)
        self.table.adopt(prepared.draft)

    def successor(self, seat: int) -> HandOver:
        """Dora comes to play a seat."""
        nonce = self.table.charter.nonce
        dora = guest_of(_DORA, nonce, "Dora", bytes([9]) * 32)
        return HandOver(
            sign_statement(
                Identity.from_phrase(_DORA),
                Successor(
                    game=self.table.charter.game_id,
                    seat=seat,
                    number=1,
                    name="Dora",
                    key=Identity.from_phrase(_DORA).public,
                    salt=dora.salt,
                    dice_head=dora.dice_head,
                    bot=False,
                ),
            )
        )

    def _received(self, seat: int) -> Signed[Receipt] | None:
        due = hidden_of(self.table, seat)
        if not due:
            return None
        keys = keys_for(self.authors[seat], due)
        return receive(self.table, _DORA, giver=seat, seat=seat, keys=keys, fresh=os.urandom(32))

    @property
    def log(self) -> bytes:
        """As it stands."""
        return write_log(self.table.log)
