"""A toy game that asks for everything a game can ask for, when it is told to.

Three seats play the four powers of the small world. Each power has a deck of four tokens, which
set-up shuffles. Then the powers take turns; the active one gives orders until it ends its turn.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, TypeAlias

from engine.board import Power, SpaceId
from engine.claims import Bound, Claim, Counted, From, Holds, Present, Shuffled
from engine.errors import Illegal
from engine.game import Event, Game
from engine.phases import Outcome, Stage
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Decision, Reveal, Roll, Seal, Step, ask
from engine.rules import Rules
from engine.setup import new_game
from engine.slots import ModuleState, StateSlot
from protocol.encoding import Data
from tests.engine.position import world

USA, JAPAN, UK, GERMANY = (Power(name) for name in ("USA", "Japan", "UK", "Germany"))
SEATS = ((USA, UK), (JAPAN,), (GERMANY,))
GROUPS = 4


@dataclass(frozen=True, slots=True)
class Throw:
    """Roll dice."""

    tag: ClassVar[str] = "throw"

    count: int
    sides: int = 6


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Shuffle all own tokens."""

    tag: ClassVar[str] = "shuffle"


@dataclass(frozen=True, slots=True)
class Show:
    """These powers turn up the first so many of their tokens, together."""

    tag: ClassVar[str] = "show"

    powers: tuple[Power, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Show that a token holds a group."""

    tag: ClassVar[str] = "remove"

    token: PieceId
    group: int


@dataclass(frozen=True, slots=True)
class Say:
    """Show that these groups are among these tokens."""

    tag: ClassVar[str] = "say"

    groups: tuple[int, ...]
    tokens: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """Show that a token is one of these pieces of the last shuffle."""

    tag: ClassVar[str] = "trace"

    token: PieceId
    pieces: tuple[PieceId, ...]


@dataclass(frozen=True, slots=True)
class Load:
    """Show that with `amount` added to a group, the tokens together use at most `most`."""

    tag: ClassVar[str] = "load"

    tokens: tuple[PieceId, ...]
    group: int
    amount: int
    most: int


@dataclass(frozen=True, slots=True)
class End:
    """End the turn."""

    tag: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Win:
    """Win the game."""

    tag: ClassVar[str] = "win"


Order = Throw | Shuffle | Show | Remove | Say | Trace | Load | End | Win


@dataclass(frozen=True, slots=True)
class Orders(Decision[Order]):
    """What the active power does next."""

    answers: ClassVar[object] = Order

    def check(self, game: Game, answer: Order) -> None:
        match answer:
            case Throw(count) if not 1 <= count <= 12:
                raise Illegal("BG-1.6", "1 to 12 dice can be thrown")
            case Remove(token) | Trace(token):
                self._own(game, (token,))
            case Say(_, tokens) | Load(tokens):
                self._own(game, tokens)
            case _:
                pass

    def _own(self, game: Game, tokens: tuple[PieceId, ...]) -> None:
        if not set(tokens) <= set(toy(game).tokens[self.power]):
            raise Illegal("SS-0.1", "these are not all tokens of this power")

    def candidates(self, game: Game) -> Iterator[Order]:  # noqa: ARG002 (they are always legal)
        yield from (End(), Win(), Throw(2), Shuffle(), Show((self.power,), 1))

    def sample(self, game: Game, draw: random.Random) -> Order:
        return draw.choice(list(self.candidates(game))[2:])


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """Dice fell."""

    tag: ClassVar[str] = "fell"

    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown(Event):
    """Tokens were shown."""

    tag: ClassVar[str] = "shown"

    groups: Mapping[PieceId, int]


@dataclass(frozen=True, slots=True)
class Toy(ModuleState):
    """What the toy remembers: each power's tokens, and what fell and was shown."""

    tokens: Mapping[Power, tuple[PieceId, ...]]
    dice: tuple[int, ...] = ()
    shown: Mapping[PieceId, int] | None = None


TOY = StateSlot("toy", Toy)


class ToyRules(Rules):
    """The base game's rules, and no group on two tokens of a power at once."""

    def check_reveal(self, game: Game, groups: Mapping[PieceId, int]) -> None:
        for tokens in toy(game).tokens.values():
            mine = [groups[token] for token in tokens if token in groups]
            if len(mine) > len(set(mine)):
                raise Illegal("SS-0.6", "a group is on one token only")

    def interchangeable(self, game: Game, power: Power) -> tuple[tuple[PieceId, ...], ...]:
        """All of a power's tokens lie together."""
        return (toy(game).tokens[power],)


def toy(game: Game) -> Toy:
    return game.state(TOY)


def _with(game: Game, **changes: Any) -> Game:
    return game.with_state(TOY, replace(toy(game), **changes))


def _shuffled(game: Game, power: Power, place: str) -> Step:
    old = toy(game).tokens[power]
    new = tuple(PieceId(game.next_id + i) for i in range(len(old)))
    game, _ = yield from ask(game, Seal(power, Shuffled(SpaceId(place), old, new)))
    game = game.replace(next_id=game.next_id + len(new))
    return _with(game, tokens={**toy(game).tokens, power: new})


def set_up(game: Game) -> Step:
    for power in game.rules.scenario.powers:
        game = yield from _shuffled(game, power, "supply")
    return game.replace(stage=Stage.TURN_OPENS)


def turn(game: Game) -> Step:
    """One order of the active power; turns are counted as phases."""
    powers = game.rules.scenario.powers
    power = powers[game.phases_closed % len(powers)]
    game, order = yield from ask(game, Orders(power))
    match order:
        case Throw(count, sides):
            game, dice = yield from ask(game, Roll(power, count, sides, "to see"))
            return _with(game, dice=dice).with_events(Fell(dice))
        case Shuffle():
            return (yield from _shuffled(game, power, "sea"))
        case Show(owners, count):
            tokens = tuple((owner, toy(game).tokens[owner][:count]) for owner in owners)
            game, groups = yield from ask(game, Reveal(tokens))
            return _with(game, shown=groups).with_events(Shown(groups))
        case End():
            return game.replace(phases_closed=game.phases_closed + 1)
        case Win():
            side = game.rules.scenario.side(power)
            return game.replace(stage=Stage.OVER, outcome=Outcome(side, "it said so"))
        case _:
            game, _ = yield from ask(game, Seal(power, _claim(order)))
            return game


def _claim(order: Remove | Say | Trace | Load) -> Claim:
    match order:
        case Remove(token, group):
            return Holds(token, group)
        case Say(groups, tokens):
            return Present(groups, tokens)
        case Trace(token, pieces):
            return From(token, pieces)
        case Load(tokens, group, amount, most):
            bound = Bound(SpaceId("West"), tokens, 0, most)
            return Counted((), tokens, {group: amount}, (bound,))


Steps: TypeAlias = Mapping[Stage, Callable[[Game], Step]]
STEPS: Steps = {
    Stage.SET_UP: set_up,
    Stage.TURN_OPENS: turn,
}


def no_tokens(game: Game) -> Step:
    """Set-up of a game in which nobody hides anything."""
    yield from ()
    return game.replace(stage=Stage.TURN_OPENS)


OPEN_STEPS: Steps = {**STEPS, Stage.SET_UP: no_tokens}


def toy_game(seats: tuple[tuple[Power, ...], ...] = SEATS) -> Game:
    game = new_game(world(), (), {}, seats)
    decks = {
        power: tuple(PieceId(GROUPS * index + i) for i in range(1, GROUPS + 1))
        for index, power in enumerate(game.rules.scenario.powers)
    }
    rules = ToyRules(game.rules.scenario, game.rules.options, seats)
    return game.replace(
        rules=rules, next_id=len(decks) * GROUPS + 1, modules={"toy": Toy(tokens=decks)}
    )


def data(order: Order) -> Data:
    """An order as an answer in plain data."""
    return encode(order)
