"""Bots against bots in one process: no keys, no log, no network.

One referee holds every power's secrets and throws the dice. It plays hundreds of games in the time
that a real table needs for one, for measuring bots and scenarios; a real game takes the road of
`client.demo`.
"""

__all__ = ["Match", "Owners", "Referee", "play"]

import random
from collections.abc import Mapping
from dataclasses import dataclass

from client.bots.bot import Bot
from client.bots.fuzz import Fuzz
from client.seat.knowledge import Knowledge
from client.seat.view import PlayerView
from engine.board import Power
from engine.claims import Claim, Shuffled, check
from engine.errors import Illegal
from engine.game import Game
from engine.phases import Outcome
from engine.pieces import PieceId
from engine.records import Plain, encode
from engine.requests import Decision, Reveal, Roll, Seal
from engine.run import Run

_TRIES = 64  # answers drawn that an owner's own secrets forbid, before the referee gives up


class Owners:
    """What each power's tokens hold: what the owners know, kept apart."""

    def __init__(self, draw: random.Random) -> None:
        self._draw = draw
        self._groups: dict[Power, dict[PieceId, int]] = {}

    def of(self, power: Power) -> Mapping[PieceId, int]:
        """One power's secrets: handle → group."""
        return self._groups.get(power, {})

    def seal(self, owner: Power, claim: Claim) -> None:
        """Make a claim good: shuffle, or show that it holds.

        Raises:
            Illegal: the claim is false.
        """
        groups = self.of(owner)
        if not isinstance(claim, Shuffled):
            check(claim, groups)
            return
        # The first shuffle is that of the deck, whose i-th token holds group i (SS-0.8).
        held = [groups.get(old, i) for i, old in enumerate(claim.old, start=1)]
        self._draw.shuffle(held)
        self._groups[owner] = {**groups, **dict(zip(claim.new, held, strict=True))}

    def bookmark(self) -> dict[Power, dict[PieceId, int]]:
        """This moment, to come back to with `rewind`."""
        return dict(self._groups)

    def rewind(self, to: dict[Power, dict[PieceId, int]]) -> None:
        """Go back to an earlier moment."""
        self._groups = dict(to)


class Referee:
    """Plays a game in one process: asks for decisions, does all else by itself.

    Attributes:
        run: the game in motion; once `advance` has been called it stands at a decision, or is over.
        owners: what the players know of their own tokens.
        knowledge: what everybody can know of all tokens.
        tape: every answer that was given and stood, in order; a replay needs nothing else.
    """

    def __init__(self, game: Game, seed: int) -> None:
        """Open a game; `seed` makes the dice and the shuffles."""
        self._draw = random.Random(seed)  # noqa: S311 (a rehearsal without secrets to keep)
        self._fallback = Fuzz(seed)
        self.run = Run(game)
        self.owners = Owners(self._draw)
        self.knowledge = Knowledge.of(game)
        self.tape: list[Plain] = []

    def advance(self) -> PlayerView | None:
        """Go on to the next decision; what its player sees, None once the game is over."""
        while self.run.request is not None:
            match self.run.request:
                case Decision() as decision:
                    own = self.owners.of(decision.power)
                    return PlayerView(self.run.game, decision, own, self.knowledge)
                case Roll(_, count, sides):
                    self._answer([self._draw.randint(1, sides) for _ in range(count)])
                case Seal(owner, claim):
                    self.owners.seal(owner, claim)
                    self._answer(None)
                case Reveal(tokens):
                    groups = {t: self.owners.of(who)[t] for who, handles in tokens for t in handles}
                    self._answer(encode(groups))
                case other:
                    raise TypeError(f"{type(other).__name__} is no request")
        return None

    def decide(self, view: PlayerView, bot: Bot) -> None:
        """Let a bot answer; where its own secrets forbid what it chose, draw another (SS-0.9)."""
        here, known, length = self.run.bookmark(), self.owners.bookmark(), len(self.tape)
        public = self.knowledge
        for chooser in (bot, *(self._fallback for _ in range(_TRIES))):
            self._answer(chooser.choose(view))
            try:
                while isinstance(self.run.request, Seal) and (
                    self.run.request.owner == view.decision.power
                ):
                    self.owners.seal(view.decision.power, self.run.request.claim)
                    self._answer(None)
            except Illegal:
                self.run.rewind(here)
                self.owners.rewind(known)
                self.knowledge = public
                del self.tape[length:]
            else:
                return
        raise RuntimeError(f"no answer found that {view.decision.power} can show to be legal")

    def _answer(self, data: Plain) -> None:
        events = self.run.answer(data)
        self.knowledge = self.knowledge.learning(events, self.run.game)
        self.tape.append(data)


@dataclass(frozen=True, slots=True)
class Match:
    """A finished game between bots: its last position, and how many decisions it took."""

    game: Game
    decisions: int

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        if self.game.outcome is None:
            raise RuntimeError("the game ended without an outcome")
        return self.game.outcome


def play(game: Game, bots: Mapping[Power, Bot], seed: int) -> Match:
    """Play a game to its end; `seed` makes the dice and the shuffles."""
    referee = Referee(game, seed)
    decisions = 0
    while (view := referee.advance()) is not None:
        referee.decide(view, bots[view.decision.power])
        decisions += 1
    return Match(referee.run.game, decisions)
