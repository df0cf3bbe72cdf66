"""SS-0.4 and SPEC-8.3: what only the owner knows, found again from phrase and log."""

import pytest

from engine.pieces import PieceId
from protocol.author import Author
from protocol.charter import Secrecy
from protocol.errors import LocalError
from protocol.logfile import read_log, write_log
from protocol.secrets import Secrets
from protocol.table import Table
from tests.protocol import toy
from tests.protocol.sample import phrase
from tests.protocol.toy_match import ToyMatch, toy_founding, toy_match


def groups_of(made: ToyMatch, seat: int) -> set[int]:
    """What the tokens of a seat's first power hold now."""
    secrets = made.authors[seat].secrets
    tokens = toy.toy(made.spectator.game).tokens[toy.SEATS[seat][0]]
    return {secrets[token] for token in tokens}


@pytest.mark.parametrize("secrecy", list(Secrecy))
def test_ss_0_6_after_any_shuffle_the_same_groups_are_there(secrecy: Secrecy) -> None:
    made = toy_match(toy_founding(secrecy))
    made.act(0, toy.Shuffle())
    made.act(0, toy.Shuffle())
    assert groups_of(made, 0) == groups_of(made, 1) == {1, 2, 3, 4}


def test_spec_8_3_phrase_and_log_are_the_whole_player() -> None:
    made = toy_match()
    made.act(0, toy.Shuffle())
    file = read_log(write_log(made.spectator.log))
    table = Table(file.founding, toy.toy_game(), toy.STEPS)
    for record in file.records:
        table.append(record.content)
    found = Secrets(table.suite, phrase(0), table.charter, 0)
    assert found.own(table.ledger.commitments) == made.authors[0].secrets


def test_ss_0_4_nobody_else_can_tell() -> None:
    made = toy_match()
    known = made.spectator.ledger.commitments
    mine, theirs = made.authors[0], made.authors[1]
    token = next(iter(theirs.secrets))
    with pytest.raises(LocalError, match="is of another seat"):
        mine.keys.secrets.group(known, token)
    with pytest.raises(LocalError, match="is of another seat"):
        mine.keys.secrets.group(known, PieceId(10**6))
    thief = Secrets(made.spectator.suite, phrase(9), made.spectator.charter, 1)
    with pytest.raises(LocalError, match="not sealed with this recovery phrase"):
        thief.group(known, token)


def test_ss_4_3a_a_shuffle_can_be_arranged_and_is_drawn_otherwise() -> None:
    made = toy_match()
    old = toy.toy(made.spectator.game).tokens[toy.USA]
    before = made.authors[0].secrets
    held = [before[token] for token in old]
    wanted = [held[3], held[1], held[0], held[2]]
    made.send(made.prepare(0, toy.Shuffle(), arrangements=[wanted]).entry)
    new = toy.toy(made.spectator.game).tokens[toy.USA]
    assert [made.authors[0].secrets[token] for token in new] == wanted

    orders = set()
    for _ in range(40):
        made.act(0, toy.Shuffle())
        after = made.authors[0].secrets
        orders.add(tuple(after[t] for t in toy.toy(made.spectator.game).tokens[toy.USA]))
    assert len(orders) > 10, "24 orders are possible, all equally likely"


def test_ss_3_3_only_what_is_sealed_is_opened() -> None:
    made = ToyMatch()
    made.send(made.prepare(0).entry)
    secrets, known = made.authors[0].keys.secrets, made.spectator.ledger.commitments
    deck, token = PieceId(1), toy.toy(made.spectator.game).tokens[toy.USA][0]
    assert secrets.group(known, deck) == 1
    with pytest.raises(LocalError, match="lies in the deck"):
        secrets.opening(known, deck)
    shown = secrets.opening(known, token)
    assert shown.group == made.authors[0].secrets[token]


def test_a_phrase_that_plays_no_seat_writes_nothing() -> None:
    with pytest.raises(LocalError, match="plays no seat"):
        Author(ToyMatch().spectator, phrase(9))
