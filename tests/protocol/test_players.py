"""Who plays each seat, and whose key a record is judged with (SPEC-4.8, 6.1)."""

from dataclasses import replace

import pytest

from protocol.errors import Code, Refused
from protocol.head import Head
from protocol.players import Player, Players
from protocol.questions import FIRST, RejoinQuestion, first_name, first_rank
from protocol.statement import Signed, Statement, check_statement, sign_statement
from protocol.statements import Closing
from protocol.successors import Successor
from tests.protocol.sample import CHARTER, identity
from tests.protocol.toy_match import ToyMatch, toy_match

GAME = CHARTER.game_id
DORA, EVE = identity(5), identity(6)
QUESTION = RejoinQuestion(game=GAME, seat=1, key=1, round=29, nonce=b"q" * 32, dice_head=b"h" * 32)


@pytest.fixture
def made() -> ToyMatch:
    return toy_match()


def successor(number: int = 1) -> Successor:
    return Successor(
        game=GAME,
        seat=1,
        number=number,
        name="Dora",
        key=DORA.public,
        salt=b"s" * 32,
        dice_head=b"h" * 32,
        bot=False,
    )


def with_dora(since: int = 4) -> Players:
    """Dora plays the seat of Bob from the entry at a place on."""
    return Players.of(CHARTER).with_player(1, successor().player(since))


def refused(players: Players, signed: Signed[Statement]) -> Code:
    with pytest.raises(Refused) as error:
        check_statement(players, signed)
    assert error.value.culprit is None
    return error.value.code


def test_spec_4_8_a_seat_has_the_player_of_the_last_entry_that_changed_it() -> None:
    players = with_dora(4)
    bob = Players.of(CHARTER).now[1]
    assert [players.after(place, 1).key for place in (0, 3, 4, 9)] == [
        bob.key,
        bob.key,
        DORA.public,
        DORA.public,
    ]
    assert players.after(9, 0) == Players.of(CHARTER).now[0]
    assert [players.seat_of(key) for key in (bob.key, DORA.public)] == [None, 1]
    assert players.upto(3) == Players.of(CHARTER)
    assert players.upto(4) == players


def test_spec_12_1_a_later_key_stands_above_all_names_of_those_before() -> None:
    late = replace(QUESTION, key=0, round=2**53 - 1)
    assert first_name(0) == FIRST
    assert first_rank(0) < late.rank < first_rank(1) < QUESTION.rank < first_rank(2)


def test_spec_6_1_a_question_is_judged_with_the_key_that_it_names() -> None:
    bob, dora = identity(1), DORA
    of_bob, of_dora = replace(QUESTION, key=0), QUESTION
    check_statement(with_dora(), sign_statement(bob, of_bob))
    check_statement(with_dora(), sign_statement(dora, of_dora))
    assert refused(with_dora(), sign_statement(dora, of_bob)) is Code.BAD_SIGNATURE
    assert refused(with_dora(), sign_statement(bob, of_dora)) is Code.BAD_SIGNATURE


def test_spec_6_1_a_key_that_is_not_known_yet_is_no_bad_signature() -> None:
    assert refused(Players.of(CHARTER), sign_statement(DORA, QUESTION)) is Code.GAP


def test_spec_6_1_a_head_is_spoken_about_by_who_plays_after_it() -> None:
    for place, speaker, other in ((3, identity(1), DORA), (4, DORA, identity(1))):
        closing = Closing(game=GAME, seat=1, head=Head(place, b"h" * 32))
        check_statement(with_dora(4), sign_statement(speaker, closing))
        assert refused(with_dora(4), sign_statement(other, closing)) is Code.BAD_SIGNATURE


def test_spec_6_11_a_successor_is_signed_by_its_own_key() -> None:
    check_statement(Players.of(CHARTER), sign_statement(DORA, successor()))
    assert refused(Players.of(CHARTER), sign_statement(EVE, successor())) is Code.BAD_SIGNATURE


def test_spec_13_2_whose_head_is_not_here_is_told_so_whoever_signed(made: ToyMatch) -> None:
    """The entry that made its key play may be among those that are missing."""
    log = made.spectator.log
    beyond = Closing(game=log.charter.game_id, seat=1, head=Head(len(log) + 1, b"h" * 32))
    with pytest.raises(Refused) as error:
        log.check(sign_statement(DORA, beyond))
    assert error.value.code is Code.GAP


def test_spec_12_2_questions_of_a_key_that_plays_no_more_die(made: ToyMatch) -> None:
    asked = made.ask(1)
    heard = made.spectator.log.heard
    assert heard.greatest[1] == asked
    heard.succeed(1, 1)
    assert 1 not in heard.greatest
    heard.hear(asked)
    assert 1 not in heard.greatest


def test_spec_4_8_a_player_of_the_charter_is_what_its_seat_says() -> None:
    for seat, player in zip(CHARTER.seats, Players.of(CHARTER).now, strict=True):
        assert player == Player(
            name=seat.name, key=seat.key, salt=seat.salt, dice_head=seat.dice_head
        )
