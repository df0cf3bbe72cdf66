"""Who sits where, also after another has come to play on (SPEC-4.8)."""

from client.presentation.players import seat_names
from client.table.seating import seated
from protocol.players import Player, Players
from tests.protocol.sample import CHARTER, identity

DORA = Player(
    name="Dora",
    key=identity(5).public,
    salt=bytes(32),
    dice_head=bytes(32),
    number=1,
    since=12,
    bot=True,
)
PLAYERS = Players.of(CHARTER).with_player(1, DORA)


def test_the_seats_show_who_plays_now() -> None:
    present = {DORA.key.fingerprint}
    seats = seated(PLAYERS, 0, present)
    first = CHARTER.seats[1]
    assert (seats["1"].name, seats["1"].bot, seats["1"].here) == ("Dora", True, True)
    assert seats["1"].powers == first.powers
    before = seated(PLAYERS, 0, present, place=11)
    assert (before["1"].name, before["1"].bot, before["1"].here) == (first.name, False, False)


def test_a_bot_is_called_one_and_an_earlier_player_by_its_own_name() -> None:
    assert seat_names(PLAYERS)[1] == "Dora (bot)"
    assert seat_names(PLAYERS, 12)[1] == "Dora (bot)"
    assert seat_names(PLAYERS, 11)[1] == CHARTER.seats[1].name
