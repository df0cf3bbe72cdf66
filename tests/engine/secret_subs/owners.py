"""Positions with tokens, and a referee who holds every owner's secrets and answers for all nodes.

    sea = waters('''
        SZ 2: USA cruiser / Japan destroyer
    ''', '''
        SZ 2: USA h1=1:4, h2=2:0 / Japan k1=1:3
    ''')
    sea.do(Reorganize(sea["h1"], (Transfer(1, 2, 2),)))

Tokens are written ``name=group:size``. The other tokens of each power are in its supply, named by
power and group, as in ``USA8``.
"""

import json
import random
import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine import claims
from engine.board import Power, SpaceId
from engine.claims import Shuffled
from engine.errors import Illegal
from engine.game import Event, Game
from engine.movement.orders import Move
from engine.movement.phases import Ordering
from engine.phases import Phase
from engine.pieces import PieceId, Pieces
from engine.records import encode
from engine.requests import Decision, Reveal, Roll, Seal
from engine.run import Run
from engine.units import SUBMARINE
from engine.variants.secret_subs.settings import LIMIT
from engine.variants.secret_subs.state import (
    MODULE,
    SecretSubsState,
    Tracker,
    subs_state,
    tracker,
    with_tracker,
)
from engine.variants.secret_subs.token import Token
from engine.view import view
from tests.engine.position import position
from tests.engine.variants.depths import at_depth


class Referee:
    """A run whose seals, reveals and dice are answered at once; the secrets of all owners.

    Attributes:
        run: the game in motion.
        secrets: the group of every token there ever was, by handle.
        names: handles by the names that a test gave them.
        events: all that happened.
    """

    def __init__(
        self,
        game: Game,
        secrets: Mapping[PieceId, int] | None = None,
        names: Mapping[str, PieceId] | None = None,
        seed: int = 0,
    ) -> None:
        self.secrets = dict(secrets or {})
        self.names = dict(names or {})
        self.events: list[Event] = []
        self.claims: list[claims.Claim] = []
        self.draw = random.Random(seed)
        self._deals: list[tuple[int, ...]] = []
        self._dice: list[int] = []
        self.run = Run(game)
        self._automatic()

    def __getitem__(self, name: str) -> PieceId:
        return self.names[name]

    @property
    def game(self) -> Game:
        """The game now."""
        return self.run.game

    @property
    def asked(self) -> Any:
        """The request now."""
        return self.run.request

    def asks(self, kind: type[Decision[Any]], power: str | None = None) -> bool:
        """Whether a decision of this kind is asked now, of this power."""
        return isinstance(self.asked, kind) and power in (None, self.asked.power)

    def claimed(self, kind: type[claims.Claim]) -> list[claims.Claim]:
        """All claims of a kind that were made."""
        return [claim for claim in self.claims if isinstance(claim, kind)]

    def holding(self, power: Power, track: Tracker) -> "Referee":
        """The same position with another tracker for a power."""
        return Referee(with_tracker(self.game, power, track), self.secrets, self.names)

    def seen_by(self, power: str) -> list[str]:
        """What a power's seat and a spectator see now, as JSON."""
        seat = self.game.seat_of(Power(power))
        own = {t: g for t, g in self.secrets.items() if self._owner(t) == power}
        return [
            json.dumps(view(self.game, viewer, self.asked, secrets))
            for viewer, secrets in ((seat, own), (None, {}))
        ]

    def _owner(self, token: PieceId) -> Power | None:
        if token in self.game.pieces:
            return self.game.pieces[token].owner
        trackers = subs_state(self.game).trackers
        return next((p for p, track in trackers.items() if token in track.supply), None)

    def deal(self, *groups: int) -> None:
        """The next shuffle deals these groups, in ascending order of the fresh handles."""
        self._deals.append(groups)

    def roll(self, *dice: int) -> None:
        """The next dice."""
        self._dice.extend(dice)

    def do(self, *answers: Any) -> tuple[Event, ...]:
        """Answer as the asked power would; its node makes what seals and openings follow.

        Raises:
            Illegal: the rules refuse it, or the owner's secrets do (SS-0.9); nothing has changed.
        """
        before = len(self.events)
        for answer in answers:
            here, secrets, deals = self.run.bookmark(), dict(self.secrets), list(self._deals)
            count, claimed = len(self.events), len(self.claims)
            try:
                self.events.extend(self.run.answer(encode(answer)))
                self._automatic()
            except Illegal:
                self.run.rewind(here)
                self.secrets, self._deals = secrets, deals
                del self.events[count:], self.claims[claimed:]
                raise
        return tuple(self.events[before:])

    def until(self, kind: type[Decision[Any]]) -> None:
        """Give the first legal answer to everything until a decision of this kind is asked."""
        while not self.asks(kind):
            self.do(self.plain())

    def while_in(self, phase: Phase) -> None:
        """Give the first legal answer to everything until the phase is over."""
        while self.asked is not None and self.game.current_phase is phase:
            self.do(self.plain())

    def plain(self) -> Any:
        """`Done` where movement is asked for, else the first legal answer."""
        decision = self.asked
        if isinstance(decision, Ordering):
            return decision.remedy(self.game)
        return next(decision.candidates(self.game))

    def refused(self, *answers: Any) -> Illegal:
        """The refusal of the last of these answers, which has changed nothing."""
        *first, last = answers
        self.do(*first)
        before, request = self.game, self.asked
        try:
            self.do(last)
        except Illegal as refusal:
            assert self.game == before
            assert self.asked == request
            return refusal
        raise AssertionError(f"not refused: {last}")

    def _automatic(self) -> None:
        while True:
            match self.run.request:
                case Seal(_, claim):
                    self._seal(claim)
                    answer: Any = None
                case Reveal(tokens):
                    answer = {t: self.secrets[t] for _, handles in tokens for t in handles}
                case Roll(_, count, sides):
                    answer = tuple(
                        self._dice.pop(0) if self._dice else self.draw.randint(1, sides)
                        for _ in range(count)
                    )
                case _:
                    return
            self.events.extend(self.run.answer(encode(answer)))

    def _seal(self, claim: claims.Claim) -> None:
        if isinstance(claim, Shuffled):
            deck = {token: group for group, token in enumerate(claim.old, start=1)}
            groups = [self.secrets.setdefault(token, deck[token]) for token in claim.old]
            self.draw.shuffle(groups)
            dealt = self._deals.pop(0) if self._deals else tuple(groups)
            self.secrets.update(zip(claim.new, dealt, strict=True))
        claims.check(claim, self.secrets)
        self.claims.append(claim)

    def fuzz(self, answers: int) -> None:
        """Answer decisions with drafts of their owners, again where a draft cannot be justified."""
        for _ in range(answers):
            if self.run.request is None:
                return
            assert isinstance(self.run.request, Decision)
            self._draft(self.run.request)

    def _draft(self, decision: Decision[Any]) -> None:
        for _ in range(64):
            answer = decision.draft(self.game, self.draw, self.secrets)
            try:
                self.do(answer)
            except Illegal as refusal:
                if refusal.code not in ("NO_MOVEMENT", "NOT_PRESENT", "CAPACITY"):
                    raise
            else:
                return
        raise AssertionError(f"no draft of {decision} can be justified")


def waters(
    units: str = "",
    tokens: str = "",
    *,
    bought: int = 0,
    attacked: Iterable[str] = (),
    beside: tuple[str, ...] = (),
    depths: Mapping[str, str] | None = None,
    **place: Any,
) -> Referee:
    """A position with tokens, as `position` has it; see above.

    `bought`: submarines that the active power has bought this turn and that wait.
    `attacked`: sea zones whose enemies it has declared to attack.
    `beside`: further house rules.
    `depths`: of tokens that are not surfaced, by name (DS).
    """
    game = position(units, modules=(MODULE, *beside), **place)
    if bought:
        subs = {SUBMARINE: bought}
        game = game.update_turn_record(bought=subs).replace(
            waiting={**game.waiting, game.active: subs}
        )
    game = game.update_turn_record(attacked=frozenset(SpaceId(zone) for zone in attacked))
    limit = game.rules.option(LIMIT)
    powers = game.rules.scenario.powers
    secrets: dict[PieceId, int] = {}
    names: dict[str, PieceId] = {}
    sizes = {power: [0] * limit for power in powers}
    found: list[Token] = []
    for zone, power, name, group, size in _parsed(tokens):
        handle = PieceId(game.next_id + len(found))
        found.append(Token(id=handle, owner=power, at=zone))
        secrets[handle], names[name] = group, handle
        sizes[power][group - 1] = size
    game = game.replace(next_id=game.next_id + len(found))
    trackers = {}
    for power in powers:
        held = {secrets[token.id] for token in found if token.owner == power}
        stored = [group for group in range(1, limit + 1) if group not in held]
        supply = tuple(PieceId(game.next_id + i) for i in range(len(stored)))
        names.update({f"{power}{group}": t for t, group in zip(supply, stored, strict=True)})
        secrets.update(zip(supply, stored, strict=True))
        game = game.replace(next_id=game.next_id + len(supply))
        trackers[power] = Tracker(sizes=tuple(sizes[power]), supply=supply)
    game = game.replace(modules={MODULE: SecretSubsState(trackers=trackers)})
    if depths:
        game = at_depth(game, {names[name]: depth for name, depth in depths.items()})
    ready = [
        game.rules.piece_at_turn_start(game, t) if t.owner == game.active else t for t in found
    ]
    game = game.with_pieces(*ready)
    began = Pieces(game.owned(game.active))
    return Referee(game.update_turn_record(phase_began=began), secrets, names)


def _parsed(text: str) -> list[tuple[SpaceId, Power, str, int, int]]:
    found = []
    for line in filter(None, (line.strip() for line in text.splitlines())):
        zone, _, stacks = line.partition(":")
        for stack in stacks.split("/"):
            power, _, listed = stack.strip().partition(" ")
            for name, group, size in re.findall(r"(\w+)=(\d+):(\d+)", listed):
                found.append((SpaceId(zone), Power(power), name, int(group), int(size)))
    return found


def sizes(game: Game, power: str) -> tuple[int, ...]:
    """A power's tracker boxes."""
    return tracker(game, Power(power)).sizes


def zone_of(game: Game, handle: PieceId) -> str:
    """Where a token stands."""
    return game.pieces[handle].at


def route(*zones: int) -> tuple[SpaceId, ...]:
    """The sea zones with these numbers."""
    return tuple(SpaceId(f"SZ {zone}") for zone in zones)


def move(sea: Referee, names: str, *zones: int) -> Move:
    """An order to tokens, by name, to go through these zones."""
    return Move(frozenset(sea[name] for name in names.split()), route(*zones))


def token(game: Game, handle: PieceId) -> Token:
    """The token on the board with this handle."""
    piece = game.pieces[handle]
    assert isinstance(piece, Token)
    return piece
