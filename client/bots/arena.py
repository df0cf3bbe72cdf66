"""Bots against bots in one process: no keys, no log, no network.

One referee holds every power's secrets and throws the dice. It plays hundreds of games in the time
that a real table needs for one, for measuring bots and scenarios; a real game takes the road of
`client.demo`.
"""

__all__ = ["Match", "Owners", "play"]

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from client.bots.bot import Bot, Sight
from client.bots.fuzz import Fuzz
from engine.board import Power
from engine.claims import Claim, Shuffled, check
from engine.errors import Illegal
from engine.game import Game, Outcome
from engine.pieces import PieceId
from engine.records import encode
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


@dataclass(frozen=True, slots=True)
class Match:
    """A finished game between bots: how it ended, after how many rounds and answers."""

    outcome: Outcome | None
    game: Game
    decisions: int


def play(game: Game, bots: Mapping[Power, Bot], seed: int) -> Match:
    """Play a game to its end; `seed` makes the dice and the shuffles."""
    draw = random.Random(seed)  # noqa: S311 (a rehearsal without secrets to keep)
    owners = Owners(draw)
    fallback = Fuzz(seed)
    run = Run(game)
    decisions = 0
    while run.request is not None:
        match run.request:
            case Decision() as decision:
                decisions += 1
                _decide(run, owners, decision, bots[decision.power], fallback)
            case Roll(_, count, sides):
                run.answer([draw.randint(1, sides) for _ in range(count)])
            case Seal(owner, claim):
                owners.seal(owner, claim)
                run.answer(None)
            case Reveal(tokens):
                groups = {t: owners.of(owner)[t] for owner, handles in tokens for t in handles}
                run.answer(encode(groups))
            case other:
                raise TypeError(f"{type(other).__name__} is no request")
    return Match(run.outcome, run.game, decisions)


def _decide(run: Run, owners: Owners, decision: Decision[Any], bot: Bot, fallback: Bot) -> None:
    """Let a bot answer; where its own secrets forbid what it chose, draw another (SS-0.9)."""
    here, known = run.bookmark(), owners.bookmark()
    for chooser in (bot, *(fallback for _ in range(_TRIES))):
        sight = Sight(run.game, decision, owners.of(decision.power))
        run.answer(chooser.choose(sight))
        try:
            while isinstance(run.request, Seal) and run.request.owner == decision.power:
                owners.seal(decision.power, run.request.claim)
                run.answer(None)
        except Illegal:
            run.rewind(here)
            owners.rewind(known)
        else:
            return
    raise RuntimeError(f"no answer found that {decision.power} can show to be legal")
