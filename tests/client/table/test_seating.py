"""Who sits where, also after another has come to play on (SPEC-4.8)."""

from client.bots.captain import Captain
from client.presentation.players import seat_names
from client.scenarios import find
from client.seat.view import PlayerView
from client.table.seating import raised, seated
from engine.options import parse
from engine.phases import Phase
from engine.requests import Decision
from protocol.author import Author
from protocol.due import Duty
from protocol.entry import Decide, Hand
from protocol.players import Player, Players
from tests.bench.games import PHRASES, founded, playing, prepared
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


def test_a_hand_is_shown_from_when_it_is_raised_until_the_next_boundary() -> None:
    """SS-4.0, SPEC-10.9: said beside the log, then granted in it, then answered or lapsed."""
    bots = Captain(1), Captain(2)
    elite = parse("SS,WE")  # set-up asks for elite units before there is a tracker
    table = next(playing(founded(find("wake-island"), selection=elite), bots))
    assert raised(table) == frozenset()
    authors = [Author(table, phrase) for phrase in PHRASES[:2]]
    while table.due is None or table.due.duty is not Duty.DECISION or table.due.seat != 0:
        table.append(prepared(table, authors, bots).entry.raw)
    assert raised(table) == frozenset()
    table.add_statement(authors[1].raise_hand())
    assert raised(table) == {1}
    seats = seated(table.log.players, 0, (), hands=raised(table))
    assert [seat.hand for seat in seats.values()] == [False, True]
    assert isinstance(table.request, Decision)
    view = PlayerView(table.game, table.request, authors[0].secrets)
    chosen = Decide(bots[0].choose(view))
    granted = authors[0].prepare([Hand(1, 1), chosen], entropy=bytes(32), minute=29_000_000)
    table.append(granted.entry.raw)
    assert table.game.hands == {1: 1}
    assert raised(table) == {1}
    while table.game.current_phase is Phase.PURCHASE:
        assert raised(table) == {1}
        table.append(prepared(table, authors, bots).entry.raw)
    assert raised(table) == frozenset()
