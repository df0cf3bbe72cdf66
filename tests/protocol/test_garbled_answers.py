"""SPEC-10.5: whatever others send as an answer is carried out or refused, and nothing else."""

import random
from contextlib import suppress

import pytest

from protocol.encoding import Data
from protocol.entry import Decide
from protocol.errors import Refused
from protocol.items import carry_out
from protocol.questions import FIRST
from protocol.table import Table
from tests.protocol.sample import MINUTE, found
from tests.protocol.test_wake_island import POWERS, SOURCE, charter, drawn
from tests.protocol.toy_match import author

WORDS = ("", "dreadnought", "infantry", "submarine", "SZ Wake", "Wake Island", "Japan", "USA")
NUMBERS = (-1, FIRST, 1, 2, 7, 13, 2**31, 2**53 - 1)


def garbled(data: Data, draw: random.Random) -> Data:
    """The same shape with one thing in it exchanged, left out, or written twice."""
    if isinstance(data, list | tuple) and data:
        members = list(data)
        place = draw.randrange(len(members))
        match draw.randrange(6):
            case 0:
                del members[place]
            case 1:
                members.insert(place, members[place])
            case _:
                members[place] = garbled(members[place], draw)
        return tuple(members)
    match data:
        case bool() | None:
            return draw.choice((None, True, False, 1))
        case int():
            return draw.choice(NUMBERS)
        case str():
            return draw.choice(WORDS)
        case _:
            return draw.choice((None, (), ("end",), ((1, 2),)))


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", [5, 6])
def test_spec_10_5_a_garbled_answer_is_refused_or_carried_out(seed: int) -> None:
    founding = found(charter(), SOURCE)
    players = [author(Table.start(founding), seat) for seat in range(len(POWERS))]
    draw = random.Random(seed)
    for number in range(400):
        now = players[0].table.due
        if now is None:
            break
        actions = drawn(players[now.seat], draw)
        for action in actions * 12:
            assert isinstance(action, Decide)
            draft = players[0].table.draft(now.seat, FIRST)
            with suppress(Refused):
                carry_out(draft, Decide(garbled(action.data, draw)))
        entropy = number.to_bytes(32, "big")
        entry = players[now.seat].prepare(actions, entropy=entropy, minute=MINUTE).entry
        for one in players:
            one.table.append(entry.raw)
