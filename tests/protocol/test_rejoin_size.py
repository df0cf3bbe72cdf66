"""SPEC-5.1: an entry has room for the rejoin of a table of nine that has lost all its machines."""

from dataclasses import replace

import pytest

from protocol.conduct import Conduct
from protocol.entry import MAX_ENTRY, Decide, Entry, Rejoin, sign_entry
from protocol.log import Log
from protocol.own_settlement import rejoin_of
from protocol.questions import FIRST, RejoinQuestion
from protocol.statement import Signed, sign_statement
from protocol.statements import GameStatement
from tests.protocol.sample import CHARTER, MINUTE, found, identity, seat, start

pytestmark = pytest.mark.no_cover  # the largest entries

PLAYERS, SEATS = 6, 9


class Rejoiners:
    """Six players and three keepers, all of whom have lost their machines before any entry."""

    def __init__(self) -> None:
        powers = [(f"Power {index}",) if index < PLAYERS else () for index in range(SEATS)]
        seats = tuple(seat(index, f"Seat {index}", *powers[index]) for index in range(SEATS))
        charter = replace(CHARTER, seats=seats)
        self.logs = [Log(found(charter)) for _ in range(SEATS)]
        self.conducts = [Conduct(index) for index in range(SEATS)]
        for index, conduct in enumerate(self.conducts):
            question = RejoinQuestion(
                game=charter.game_id,
                seat=index,
                round=MINUTE,
                nonce=bytes([index]) * 32,
                dice_head=bytes([index]) * 32,
            )
            asked = sign_statement(identity(index), question)
            conduct.ask(asked)
            self.say(asked)

    def say(self, signed: Signed[GameStatement]) -> None:
        for conduct, log in zip(self.conducts, self.logs, strict=True):
            log.add_statement(signed)
            conduct.hear(log, log.carried, log.heard, frozenset(range(SEATS)))

    def come_back(self) -> None:
        """All answer and settle, the lower seats first."""
        while any(conduct.pending for conduct in self.conducts):
            for index, (conduct, log) in enumerate(zip(self.conducts, self.logs, strict=True)):
                for answer in list(conduct.due_answers(log)):
                    self.say(sign_statement(identity(index), answer))
                made = conduct.settlement(log, frozenset(range(SEATS)))
                if made is not None:
                    settled = sign_statement(identity(index), made)
                    conduct.settle(settled, log, frozenset(range(SEATS)))
                    self.say(settled)

    def rejoin(self, index: int) -> Rejoin:
        own = self.conducts[index].own
        assert own is not None
        return rejoin_of(own, self.logs[index])


def test_spec_5_1_the_last_of_nine_seats_shows_eight_settlements_in_its_entry() -> None:
    table = Rejoiners()
    table.come_back()
    rejoin = table.rejoin(SEATS - 1)
    assert len(rejoin.shown) == SEATS - 1
    assert len(rejoin.settlement) + sum(map(len, rejoin.shown)) == 129_294
    entry = sign_entry(
        identity(SEATS - 1),
        game=CHARTER.game_id,
        head=start(),
        seat=SEATS - 1,
        incarnation=FIRST,
        minute=MINUTE,
        state=None,
        items=[rejoin, Decide(("pass",))],
    )
    assert Entry.from_bytes(entry.raw) == entry


def test_spec_5_1_as_many_settlements_as_a_rejoin_shows_fit() -> None:
    """Of nine seats all of which tell of questions of all others."""
    table = Rejoiners()
    table.come_back()
    largest = len(table.rejoin(SEATS - 1).settlement)
    assert 33 * largest < MAX_ENTRY - 32 * 1024
