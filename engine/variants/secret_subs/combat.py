"""Secret submarines in battle (SS-3): which join, fight, submerge."""

__all__ = [
    "ChooseSides",
    "SubmergeChoice",
    "SubmergeGroups",
    "SubmergeOrFight",
    "battle_opens",
    "submerge",
    "submerge_tokens",
]

import dataclasses
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from typing import ClassVar

from engine.battle.sides import current_battle, engaged, owners, role_of
from engine.battle.submarines import standing
from engine.battles import BattleKind, Role
from engine.board import Power
from engine.claims import Present
from engine.errors import Illegal, counted
from engine.game import Game
from engine.instructions import Instruction
from engine.pieces import PieceId
from engine.requests import Step, decide, show
from engine.variants.secret_subs.actions import (
    Reorganize,
    Slot,
    SubsAction,
    Transfer,
)
from engine.variants.secret_subs.events import SubsJoined
from engine.variants.secret_subs.origins import with_sure_origins
from engine.variants.secret_subs.public import misplaced, random_groups
from engine.variants.secret_subs.settings import VERSION, Version
from engine.variants.secret_subs.showing import reveal_tokens
from engine.variants.secret_subs.shuffling import touched
from engine.variants.secret_subs.state import tracker, with_tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import discard_empty_tokens, size_of


def _fighting(game: Game, power: Power) -> tuple[Token, ...]:
    """A power's tokens that are still in the battle, ascending."""
    side = engaged(game, role_of(game, power))
    return tuple(piece for piece in side if isinstance(piece, Token) and piece.owner == power)


def _able(game: Game, power: Power) -> tuple[Token, ...]:
    """Those of them that their owner may submerge before dice are rolled (BG-8F, SS-A11)."""
    if not game.rules.side_may_submerge(game, role_of(game, power)):
        return ()
    return tuple(
        token for token in _fighting(game, power) if game.rules.piece_may_submerge(game, token)
    )


def _submerged(game: Game, power: Power) -> tuple[PieceId, ...]:
    """A power's tokens that have submerged in this battle, ascending."""
    return tuple(t for t in current_battle(game).submerged if game.pieces[t].owner == power)


def _may_submerge(game: Game, power: Power) -> bool:
    """Whether no destroyer of the other side forbids it (BG-8F, SS-3.1c, A11).

    Implements: SS-3.1c, SS-A11
    """
    return game.rules.side_may_submerge(game, role_of(game, power))


@dataclass(frozen=True, slots=True)
class SubmergeOrFight:
    """The tokens that submerge; all others in the battle fight (SS-3.1b)."""

    submerge: frozenset[PieceId] = frozenset()


@dataclass(frozen=True, slots=True)
class ChooseSides(Slot[SubmergeOrFight]):
    """The slot of SS-3.1: reorganize and anonymize, then choose submerge or fight for each token.

    Asked also of a power that must fight, as it may want to reorganize; never waived.

    Implements: SS-3.1
    """

    answers: ClassVar[type] = SubmergeOrFight
    instruction: ClassVar[Instruction] = Instruction.SUBMERGE

    def instructed(self, game: Game) -> SubmergeOrFight | None:
        """See `Decision.instructed`: all that can submerge do so, or all fight.

        Implements: SS-3.11
        """
        under = standing(game, self.power).among(t.id for t in _able(game, self.power))
        return None if under is None else SubmergeOrFight(under)

    def check(self, game: Game, answer: SubmergeOrFight) -> None:
        """See `Decision.check`."""
        strangers = answer.submerge - {token.id for token in _fighting(game, self.power)}
        if strangers:
            raise Illegal(
                "SS-3.1", "token #{token} is not one of yours in this battle", token=min(strangers)
            )
        if answer.submerge and not _may_submerge(game, self.power):
            raise Illegal("SS-3.1c", "an enemy destroyer forces all tokens to fight", "MUST_FIGHT")
        unable = answer.submerge - {token.id for token in _able(game, self.power)}
        if unable:
            raise Illegal(
                "DS-12",
                "token #{token} can dive away only when its dice come up",
                token=min(unable),
            )

    def candidates(self, game: Game) -> Iterator[SubmergeOrFight]:
        """See `Decision.candidates`; all legal answers."""
        tokens = [token.id for token in _able(game, self.power)]
        for under in _subsets(tokens, len(tokens)):
            yield SubmergeOrFight(frozenset(under))

    def sample(self, game: Game, draw: random.Random) -> SubmergeOrFight:
        """See `Decision.sample`."""
        tokens = [token.id for token in _able(game, self.power)]
        return SubmergeOrFight(frozenset(draw.sample(tokens, draw.randint(0, len(tokens)))))

    def reaches(self, game: Game) -> tuple[Token, ...]:
        """See `Slot.reaches`."""
        return _fighting(game, self.power)

    def permits(self, game: Game, action: SubsAction, tokens: tuple[Token, ...]) -> None:
        """See `Slot.permits`."""
        _check_in_battle(game, self.power, tokens)


@dataclass(frozen=True, slots=True)
class SubmergeChoice:
    """What submerges in S1 (SS-3.4); nothing, if both are empty.

    Attributes:
        tokens: those that go back face down, with their groups.
        joins: submarines of face-up groups that join groups of tokens submerged earlier.
    """

    tokens: frozenset[PieceId] = frozenset()
    joins: tuple[Transfer, ...] = ()


@dataclass(frozen=True, slots=True)
class SubmergeGroups(Slot[SubmergeChoice]):
    """S1 from round 2, where no enemy destroyer forbids it: which submarines submerge.

    Implements: SS-3.4, SS-A17
    """

    answers: ClassVar[type] = SubmergeChoice
    takes: ClassVar[tuple[type[SubsAction], ...]] = (Reorganize,)
    instruction: ClassVar[Instruction] = Instruction.SUBMERGE

    def instructed(self, game: Game) -> SubmergeChoice | None:
        """See `Decision.instructed`: all of them submerge, or none; none joins another group."""
        under = standing(game, self.power).among(t.id for t in _able(game, self.power))
        return None if under is None else SubmergeChoice(under)

    def check(self, game: Game, answer: SubmergeChoice) -> None:
        """See `Decision.check`."""
        able = _able(game, self.power)
        strangers = answer.tokens - {token.id for token in able}
        if strangers:
            raise Illegal(
                "SS-3.4",
                "token #{token} is not one of yours that can submerge now",
                token=min(strangers),
            )
        if answer.joins:
            self._check_joins(game, answer, able)

    def _check_joins(self, game: Game, answer: SubmergeChoice, able: tuple[Token, ...]) -> None:
        track, under = tracker(game, self.power), _submerged(game, self.power)
        if not under or game.rules.option(VERSION) is Version.V0_8:
            if len(_fighting(game, self.power)) == 1:
                raise Illegal(
                    "SS-3.5",
                    "the submarines of your last token fight or submerge together",
                    "ALL_OR_NONE",
                )
            raise Illegal("SS-3.4b", "there is no submerged token to join", "NOT_PRESENT")
        fault = misplaced(track, (join.target for join in answer.joins), under)
        if fault is not None:
            raise Illegal(
                "SS-3.4c", "not among your submerged tokens: {fault}", "NOT_PRESENT", fault=fault
            )
        holder = {track.opened[token.id]: token.id for token in able}
        for join in answer.joins:
            if join.source not in holder:
                raise Illegal("SS-3.4", "group {group} is not fighting here", group=join.source)
            if not 1 <= join.count <= track.size(join.source):
                raise Illegal(
                    "SS-3.4",
                    "group {group} has {submarines}; {number} cannot submerge",
                    group=join.source,
                    submarines=counted(track.size(join.source), "submarine"),
                    number=join.count,
                )
            track = track.grown({join.source: -join.count, join.target: join.count})
            if not track.size(join.source) and holder[join.source] in answer.tokens:
                raise Illegal(
                    "SS-3.6",
                    "token #{token} would be empty: it leaves the board and cannot submerge",
                    token=holder[join.source],
                )

    def candidates(self, game: Game) -> Iterator[SubmergeChoice]:
        """Answers without joins; then those in which one submarine joins a submerged group."""
        able = _able(game, self.power)
        for under in _subsets([token.id for token in able], len(able)):
            yield SubmergeChoice(frozenset(under))
        track = tracker(game, self.power)
        for token in able:
            for group in range(1, track.limit + 1):
                answer = SubmergeChoice(frozenset(), (Transfer(track.opened[token.id], group, 1),))
                if self.legal(game, answer):
                    yield answer

    def sample(self, game: Game, draw: random.Random) -> SubmergeChoice:
        """See `Decision.sample`."""
        return self.sample_owned(game, draw, random_groups(game, self.power, draw))

    def sample_owned(
        self, game: Game, draw: random.Random, secrets: Mapping[PieceId, int]
    ) -> SubmergeChoice:
        """Some tokens, all or none; at times some submarines of one that stays join another."""
        able = _able(game, self.power)
        tokens = draw.sample(able, draw.randint(0, len(able)))
        answer = SubmergeChoice(frozenset(token.id for token in tokens))
        staying = [token for token in able if token not in tokens]
        under = _submerged(game, self.power)
        if staying and under and draw.randrange(2):
            source = draw.choice(staying)
            join = Transfer(
                tracker(game, self.power).opened[source.id],
                secrets[draw.choice(under)],
                draw.randint(1, size_of(game, source)),
            )
            joining = dataclasses.replace(answer, joins=(join,))
            return joining if self.legal(game, joining) else answer
        return answer

    def reaches(self, game: Game) -> tuple[Token, ...]:
        """See `Slot.reaches`."""
        return _fighting(game, self.power)

    def permits(self, game: Game, action: SubsAction, tokens: tuple[Token, ...]) -> None:
        """See `Slot.permits`: face-up groups may be re-split (SS-3.4b)."""
        _check_in_battle(game, self.power, tokens)
        if not isinstance(action, self.takes):
            raise Illegal("SS-4.0", "face-up tokens can only be reorganized")


def _subsets(tokens: list[PieceId], most: int) -> Iterator[tuple[PieceId, ...]]:
    return chain.from_iterable(combinations(tokens, n) for n in range(most + 1))


def _check_in_battle(game: Game, power: Power, tokens: tuple[Token, ...]) -> None:
    fighting = _fighting(game, power)
    for token in tokens:
        if token not in fighting:
            raise Illegal("SS-3.1b", "token #{token} is not in this battle", token=token.id)


def battle_opens(game: Game) -> Step:
    """Join, choose, reveal, discard decoys (SS-3.1 to 3.3, 3.6).

    Implements: SS-3.9, SS-A10, SS-A13, SS-A14
    """
    if current_battle(game).kind is not BattleKind.SEA:
        return game
    game = _joined(with_sure_origins(game))
    powers = (*owners(game, Role.ATTACKER), *owners(game, Role.DEFENDER))
    for power in powers:
        if _fighting(game, power):
            game, stand = yield from decide(game, ChooseSides(power))
            game = _under(game, power, stand.submerge)
    return (yield from _reveal(game, powers))


def _joined(game: Game) -> Game:
    """Tokens join face down; each now counts as moved and fought.

    Implements: SS-3.1a, SS-A21
    """
    pieces = (piece for role in Role for piece in engaged(game, role))
    joining = [piece for piece in pieces if isinstance(piece, Token)]
    game = touched(game, (token.id for token in joining))
    return game.with_pieces(*(token.replace(moved=True, fought=True, left=0) for token in joining))


def _under(game: Game, power: Power, handles: frozenset[PieceId]) -> Game:
    """Tokens go back face down and out of the battle (SS-3.2, 3.4d)."""
    return game.rules.submerge_pieces(game, power, tuple(sorted(handles)))


def submerge_tokens(game: Game, handles: tuple[PieceId, ...]) -> Game:
    """The game with tokens face down and marked as submerged.

    Implements: SS-3.2, SS-3.4d
    """
    pieces = (game.pieces[handle] for handle in handles)
    return game.with_pieces(
        *(
            piece.replace(face_up=False, submerged=True)
            for piece in pieces
            if isinstance(piece, Token)
        )
    )


def _reveal(game: Game, powers: tuple[Power, ...]) -> Step:
    """All fighting tokens of all powers are turned up in one event, decoys go.

    Implements: SS-3.3
    """
    fighting = {power: tuple(t.id for t in _fighting(game, power)) for power in powers}
    tokens = {power: handles for power, handles in fighting.items() if handles}
    return (yield from reveal_tokens(game, current_battle(game).space, tokens)) if tokens else game


def submerge(game: Game, power: Power) -> Step:
    """S1 for one power (SS-3.4, 3.5).

    Not in round 1, whose choice was made before the reveal (SS-3.3b), nor when all enemies have
    submerged before. ⚖ Where an enemy destroyer
    forbids submerging there is no slot, so nothing to reorganize for.

    Implements: SS-3.3b, SS-3.5, SS-A9
    """
    if (
        current_battle(game).round == 1
        or not _able(game, power)
        or not engaged(game, role_of(game, power).other)
    ):
        return game
    game, answer = yield from decide(game, SubmergeGroups(power))
    if answer.joins:
        game = yield from _join(game, power, answer.joins)
    return _under(game, power, answer.tokens)


def _join(game: Game, power: Power, joins: tuple[Transfer, ...]) -> Step:
    """Submarines join groups of tokens submerged earlier; what they empty leaves (SS-3.4c, 3.6).

    Implements: SS-3.4c
    """
    under = _submerged(game, power)
    targets = tuple(sorted({join.target for join in joins}))
    game = yield from show(game, power, Present(targets, under))
    track = tracker(game, power)
    for join in joins:
        track = track.grown({join.source: -join.count, join.target: join.count})
    named = sorted({*targets, *(join.source for join in joins)})
    sizes = {group: track.size(group) for group in named}
    game = with_tracker(game, power, track).with_events(
        SubsJoined(power, current_battle(game).space, sizes, targets, under)
    )
    return discard_empty_tokens(game, power)
