"""Vectors of deposited openings (SPEC-19)."""

import functools
from collections.abc import Callable, Sequence
from dataclasses import replace

from protocol.charter import Secrecy
from protocol.entry import Entry, Leave, Opening, OpenTokens, SealTokens
from protocol.errors import Code
from protocol.sealing.deposit import Recipients, make_deposit
from tests.protocol import toy
from tests.protocol.depositing import (
    ANN,
    BOB,
    KIM,
    asked,
    change_keeper,
    depositing,
    entry_of,
    hand_bob_over,
    opened,
    revealing,
)
from tests.protocol.full_log import Added
from tests.protocol.sample import identity
from tests.protocol.toy_match import ToyMatch, toy_table
from tests.protocol.vectors import Json, check_vectors
from tests.protocol.verdicts import Case, described


def played(does: Callable[[ToyMatch], Sequence[Added] | None]) -> Case:
    """What comes on the line and beside it while something is done, and what is added to that."""

    def added(made: ToyMatch) -> Sequence[Added]:
        entries = len(made.spectator.log)
        tail = does(made) or ()
        return [*made.spectator.log.since(entries), *made.spectator.log.statements, *tail]

    return added


def to_the_end(made: ToyMatch) -> None:
    made.act(ANN, toy.Win())
    made.close()
    made.disclose()


def is_opened(made: ToyMatch) -> None:
    found = opened(revealing(made, toy.JAPAN, toy.USA))
    assert found is not None
    made.send(entry_of(made, found))
    to_the_end(made)


def is_left(made: ToyMatch) -> None:
    made.send(entry_of(revealing(made), Leave()))
    made.settle()
    to_the_end(made)


def is_wrongly_opened(made: ToyMatch) -> Sequence[Added]:
    handles = asked(revealing(made))
    return [made.forged(ANN, OpenTokens(tuple(Opening(one, 1, b"o" * 32) for one in handles)))]


def is_opened_by_its_owner(made: ToyMatch) -> Sequence[Added]:
    return [revealing(made).prepare_unchecked(BOB)]


def is_left_twice(made: ToyMatch) -> Sequence[Added]:
    made.send(entry_of(revealing(made), Leave()))
    return [made.forged(BOB, Leave())]


def shuffled(made: ToyMatch, change: Callable[[SealTokens], SealTokens]) -> Entry:
    """Ann's entry that shuffles her tokens, with other deposits."""
    items = made.prepare(ANN, toy.Shuffle()).entry.items
    return made.forged(ANN, *(change(i) if isinstance(i, SealTokens) else i for i in items))


def seals(change: Callable[[SealTokens], SealTokens]) -> Case:
    return lambda made: [shuffled(made, change)]


def opens_a_bad_deposit(made: ToyMatch, at: int) -> Sequence[Added]:
    """A byte of the deposits is another; Ann opens the token herself, since it is her turn."""

    def change(seal: SealTokens) -> SealTokens:
        others = (raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :] for raw in seal.deposits)
        return replace(seal, deposits=tuple(others))

    entry = shuffled(made, change)
    made.send(entry)
    made.send(made.forged(ANN, toy.Show((toy.USA,), 1)))
    known = made.spectator.ledger.commitments
    opening = made.authors[ANN].keys.secrets.opening(known, asked(made)[0])
    return [made.forged(ANN, OpenTokens((opening,)))]


def keeper_is_changed(made: ToyMatch) -> None:
    """Bob opens what was deposited with Kim."""
    change_keeper(made)
    revealing(made)
    made.settle()
    to_the_end(made)


def is_handed_over(made: ToyMatch) -> None:
    """Dora opens what Bob has deposited badly, and is not to blame."""
    hand_bob_over(made, lambda raw: bytes(len(raw)))
    made.send(entry_of(revealing(made), Leave()))
    made.settle()
    to_the_end(made)


CASES: dict[str, tuple[Code | None, Case]] = {
    "another seat opens tokens, and the game is played to its end": (None, played(is_opened)),
    "they are left to their owner, who opens them": (None, played(is_left)),
    "the keeper is changed, so the owner opens them": (None, played(keeper_is_changed)),
    "the seat is handed over, and its new player opens a bad deposit": (
        None,
        played(is_handed_over),
    ),
    "another seat enters what opens nothing": (Code.BAD_OPENING, played(is_wrongly_opened)),
    "the owner opens what is due from another seat": (
        Code.WRONG_AUTHOR,
        played(is_opened_by_its_owner),
    ),
    "the owner leaves its own tokens": (Code.NOT_DUE, played(is_left_twice)),
    "nothing is deposited": (Code.BAD_DEPOSIT, seals(lambda seal: replace(seal, deposits=()))),
    "a deposit is missing": (
        Code.BAD_DEPOSIT,
        seals(lambda seal: replace(seal, deposits=seal.deposits[1:])),
    ),
    "a deposit is for fewer players": (
        Code.BAD_DEPOSIT,
        seals(lambda seal: replace(seal, deposits=tuple(one[:64] for one in seal.deposits))),
    ),
    "who has made it opens a deposit with another key": (
        Code.BAD_DEPOSIT,
        played(functools.partial(opens_a_bad_deposit, at=0)),
    ),
    "who has made it opens a deposit that is wrong for the last player": (
        Code.BAD_DEPOSIT,
        played(functools.partial(opens_a_bad_deposit, at=95)),
    ),
}


def one_deposit() -> Json:
    opening, place = bytes(range(32)), b"place"
    players, keepers = (ANN, BOB), (KIM,)
    keys = [identity(one).public for one in (*players, *keepers)]
    made = make_deposit(
        opening,
        place,
        Recipients(tuple(one.raw for one in keys[:2]), tuple(one.raw for one in keys[2:])),
    )
    parts = made.parts(opening)
    assert parts is not None
    return {
        "opening": opening.hex(),
        "place": place.hex(),
        "players": [one.raw.hex() for one in keys[:2]],
        "keepers": [one.raw.hex() for one in keys[2:]],
        "exchange keys": [one.exchange_key.hex() for one in keys],
        "deposit": made.raw.hex(),
        "parts": [parts[one.raw].hex() for one in keys],
    }


def test_vectors_of_deposits() -> None:
    games = {
        secrecy.value: described(functools.partial(depositing, secrecy), CASES, toy_table)
        for secrecy in Secrecy
    }
    check_vectors("deposits", {"deposit": one_deposit(), **games})
