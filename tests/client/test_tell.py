"""What happened, in the rulebook's words."""

import dataclasses

from client.bots.arena import Referee
from client.bots.captain import Captain
from client.terminal.tell import Names, tell, told
from engine.board import SpaceId
from engine.game import Event
from engine.loading import builtin
from engine.movement.orders import Loaded, Moved
from engine.pieces import PieceId
from engine.run import Run
from engine.setup import new_game
from engine.variants.secret_subs.events import TokensRevealed
from tests.client.table import JAPAN, USA
from tests.engine.position import position

A, B, C = (SpaceId(f"SZ {number}") for number in (1, 2, 3))
SHIP, OTHER = PieceId(1), PieceId(2)


def names() -> Names:
    return Names(position("SZ 1: USA transport, destroyer"))


def test_the_steps_of_a_move_are_one_line() -> None:
    events = [Moved((SHIP,), A, B), Moved((SHIP,), B, C), Moved((OTHER,), A, B)]
    assert list(told(events, names())) == [
        "transport: SZ 1 > SZ 2 > SZ 3",
        "destroyer: SZ 1 > SZ 2",
    ]


def test_what_comes_between_two_steps_parts_them() -> None:
    events = [Moved((SHIP,), A, B), Loaded(SHIP, (PieceId(9),)), Moved((SHIP,), B, C)]
    assert list(told(events, names())) == [
        "transport: SZ 1 > SZ 2",
        "#9 board transport 1",
        "transport: SZ 2 > SZ 3",
    ]


def test_pieces_are_named_after_they_are_gone() -> None:
    known = names()
    known.learn(position(""))
    assert known.pieces([SHIP, OTHER]) == "transport, destroyer"


def test_tokens_turned_up_are_named_with_their_groups() -> None:
    """SS-3.3a: all at once, for everybody to see."""
    revealed = TokensRevealed(B, {PieceId(12): 3, PieceId(14): 7})
    assert "#12 is group 3, #14 is group 7" in tell(revealed, names())


@dataclasses.dataclass(frozen=True, slots=True)
class Unheard(Event):
    what: str


def test_an_event_without_words_is_told_plainly() -> None:
    assert tell(Unheard("a mine"), names()) == "Unheard: {'what': 'a mine'}"


def test_every_event_of_a_game_has_words() -> None:
    scenario = builtin("wake-island")
    game = new_game(scenario, ("SS",), {}, scenario.seatings[2])
    referee, captains = Referee(game, 3), {USA: Captain(1), JAPAN: Captain(2)}
    while (sight := referee.advance()) is not None:
        referee.decide(sight, captains[sight.decision.power])
    run, known = Run(game), Names(game)
    seen: set[type[Event]] = set()
    for answer in referee.tape:
        events = run.answer(answer)
        known.learn(run.game)
        seen |= {type(event) for event in events}
        for event in events:
            line = tell(event, known)
            assert line
            assert not line.startswith(type(event).__name__)
    assert len(seen) > 20
