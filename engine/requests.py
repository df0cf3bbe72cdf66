"""The four requests: how the rules ask for what they cannot know.

The engine never waits, rolls, hides or sends. A step pauses with a request and goes on with a
checked answer. A step is a generator; `ask` is its only `yield`.
"""

__all__ = [
    "Decision",
    "Instructed",
    "Pause",
    "Request",
    "Resume",
    "Reveal",
    "Roll",
    "Seal",
    "Step",
    "ask",
    "decide",
    "show",
]

import random
from abc import abstractmethod
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, TypeAlias, TypeVar, cast

from engine import pause
from engine.board import Power
from engine.claims import Claim
from engine.errors import Illegal, Malformed
from engine.game import Event, Game
from engine.instructions import Instruction
from engine.pause import Action
from engine.pieces import PieceId
from engine.records import decode

A = TypeVar("A")

_ACTIONS = 8  # `draft` tries an action once in so many answers


Request: TypeAlias = pause.Request[Game, A]
"""Something the rules ask for, to be answered with an `A`."""

Pause: TypeAlias = pause.Pause[Game]
Resume: TypeAlias = pause.Resume[Game]
Step: TypeAlias = pause.Step[Game]


@dataclass(frozen=True, slots=True)
class Instructed(Event):
    """The next answer is one that a power's instructions give (BG-3.4)."""

    tag: ClassVar[str] = "instructed"

    power: Power
    instruction: Instruction


@dataclass(frozen=True, slots=True)
class Decision(Request[A]):
    """A choice of one power.

    Subclasses name their answer records and judge them. All that a decision says (what is legal,
    what is forced) is a function of public state only.
    """

    power: Power

    answers: ClassVar[object]
    """The record type, or union of tagged record types, of an answer."""
    open: ClassVar[bool] = False
    """Whether the power may also take actions of house rules here ("at any point in its turn")."""
    instruction: ClassVar[Instruction | None] = None
    """The instruction that can cover it (BG-3.4)."""

    @property
    def powers(self) -> tuple[Power, ...]:
        """The power that chooses."""
        return (self.power,)

    def parse(self, game: Game, data: object) -> A:
        """See `Request.parse`."""
        actions = game.rules.actions if self.open else {}
        if isinstance(data, (list, tuple)) and data and type(data[0]) is str and data[0] in actions:
            action = decode(actions[data[0]], data)
            game.rules.check_action(game, self, action)
            return cast("A", action)
        answer: A = decode(self.answers, data)
        self.check(game, answer)
        return answer

    @abstractmethod
    def check(self, game: Game, answer: A) -> None:
        """Judge a well-formed answer.

        Raises:
            Illegal: the rules refuse it.
        """

    @abstractmethod
    def candidates(self, game: Game) -> Iterator[A]:
        """Legal answers, lazily, each once, in a fixed order.

        At least two where at least two exist; all of them unless the subclass says otherwise.
        """

    def sample(self, game: Game, draw: random.Random) -> A:
        """A legal answer drawn with the caller's randomness; every kind of answer can come up."""
        return draw.choice(list(islice(self.candidates(game), 64)))

    def draft(self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int]) -> A | Action:
        """A legal answer, or now and then an action, that the owner of these secrets can justify.

        Unlike `sample` it may depend on `secrets` (group of every own token), and is for the
        owner's own node alone.
        """
        if self.open and draw.randrange(_ACTIONS) == 0:
            action = game.rules.draft_action(game, self, draw, secrets)
            if action is not None:
                return action
        return self.sample_owned(game, draw, secrets)

    def sample_owned(self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int]) -> A:
        """As `sample`; overridden where which answers can be justified depends on secrets."""
        return self.sample(game, draw)

    def legal(self, game: Game, answer: A) -> bool:
        """Whether an answer is legal."""
        try:
            self.check(game, answer)
        except Illegal:
            return False
        return True

    def instructed(self, game: Game) -> A | None:
        """The legal answer that the power's instructions give; None where they do not cover it.

        Only where `instruction` says which; never one for which its owner must show a claim.
        """
        return None

    def has_choice(self, game: Game) -> bool:
        """Whether it is plain, without listing answers, that two are legal; if not, list them."""
        return False

    def forced(self, game: Game) -> A | None:
        """The only legal answer, if there is exactly one: then the decision is not asked."""
        if self.has_choice(game):
            return None
        two = list(islice(self.candidates(game), 2))
        if len(two) > 1:
            return None
        if self.open and any(True for _ in game.rules.candidate_actions(game, self)):
            return None
        return next(iter(two), None)


@dataclass(frozen=True, slots=True)
class Roll(Request[tuple[int, ...]]):
    """Dice: `count` results of 1 … `sides`.

    Attributes:
        roller: the power whose dice they are (SPEC-7.5).
        count: how many, at least 1.
        sides: of each die.
        why: what for, in the rulebook's words; for display.
        versus: the enemy powers with a piece in the battle, in turn order after the roller.
    """

    roller: Power
    count: int
    sides: int
    why: str
    versus: tuple[Power, ...] = ()

    @property
    def powers(self) -> tuple[Power, ...]:
        """The roller; which seats contribute is the dice setting's matter."""
        return (self.roller,)

    def parse(self, game: Game, data: object) -> tuple[int, ...]:
        """See `Request.parse`."""
        dice: tuple[int, ...] = decode(tuple[int, ...], data, "dice")
        if len(dice) != self.count or not all(1 <= d <= self.sides for d in dice):
            raise Malformed("dice", f"{self.count} results from 1 to {self.sides}", data)
        return dice


@dataclass(frozen=True, slots=True)
class Reveal(Request[Mapping[PieceId, int]]):
    """Tokens are turned up: each owner in turn opens its own; all are turned in one event.

    `tokens`: owner and its tokens in ascending handle order, owners in the order of their slots.
    """

    tokens: tuple[tuple[Power, tuple[PieceId, ...]], ...]

    @property
    def powers(self) -> tuple[Power, ...]:
        """The owners."""
        return tuple(power for power, _ in self.tokens)

    def parse(self, game: Game, data: object) -> Mapping[PieceId, int]:
        """Read handle → group. See `Request.parse`."""
        groups: Mapping[PieceId, int] = decode(Mapping[PieceId, int], data, "groups")
        expected = sorted(handle for _, handles in self.tokens for handle in handles)
        if sorted(groups) != expected:
            raise Malformed("groups", f"the groups of tokens {expected}", data)
        game.rules.check_reveal(game, groups)
        return groups


@dataclass(frozen=True, slots=True)
class Seal(Request[None]):
    """The owner shows that a claim holds, with new commitments where the claim makes any."""

    owner: Power
    claim: Claim

    @property
    def powers(self) -> tuple[Power, ...]:
        """The owner."""
        return (self.owner,)

    def parse(self, game: Game, data: object) -> None:
        """See `Request.parse`; a seal has no content for the rules."""
        if data is not None:
            raise Malformed("seal", "nothing", data)


def ask(game: Game, request: Request[A]) -> Generator[Pause, Resume, tuple[Game, A]]:
    """Pause with a request; go on with the game and the checked answer.

    A decision with one legal answer is not asked, nor one that instructions cover.

    Implements: BG-3.4
    """
    only = request.forced(game)
    if only is not None:
        return game, only
    if isinstance(request, Decision) and request.instruction is not None:
        answer: A | None = request.instructed(game)
        if answer is not None:
            return game.with_events(Instructed(request.power, request.instruction)), answer
    game, answer = yield pause.Pause(game, request)
    return game, answer


def show(game: Game, owner: Power, claim: Claim) -> Step:
    """Have a power show that a claim holds; the rules go on knowing it."""
    game, _ = yield from ask(game, Seal(owner, claim))
    return game.rules.claim_shown(game, claim)


def decide(game: Game, decision: Decision[A]) -> Generator[Pause, Resume, tuple[Game, A]]:
    """Ask an open decision, carrying out actions of house rules until the choice itself is made."""
    while True:
        game, answer = yield from ask(game, decision)
        if not isinstance(answer, Action):
            return game, answer
        game = yield from game.rules.perform_action(game, decision.power, answer)
