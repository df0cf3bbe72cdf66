"""Secret Subs: the questions that it answers."""

__all__ = ["SecretSubs"]

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from engine.battle.events import Lost
from engine.board import Power, SpaceId
from engine.claims import Claim, Counted, Elsewhere, From, Holds, Present, Shuffled
from engine.errors import IncompatibleModules, counted
from engine.game import Game
from engine.movement import declarations
from engine.options import Option
from engine.pause import Action, Prompt
from engine.phases import Phase
from engine.pieces import Piece, PieceId
from engine.questions import replaces
from engine.questions.battle import RetreatSpace
from engine.records import Json
from engine.requests import Step
from engine.rules import Rules
from engine.scenario import Scenario
from engine.units import SUBMARINE, TRANSPORT, Domain, Kind, Trait
from engine.variants.secret_subs import actions, combat, invariants, proposals, public, showing
from engine.variants.secret_subs.exchanges import groups_shown_elsewhere
from engine.variants.secret_subs.origins import claimed_retreat_spaces
from engine.variants.secret_subs.place import place
from engine.variants.secret_subs.players import interchangeable, settled
from engine.variants.secret_subs.public import check_opened
from engine.variants.secret_subs.settings import LIMIT, SETTINGS, WINDOWS, Windows
from engine.variants.secret_subs.setup import set_up, zones_needed
from engine.variants.secret_subs.shuffling import (
    origin_shown,
    permission,
    touched,
    without_shuffle_records,
)
from engine.variants.secret_subs.state import (
    MODULE,
    subs_state,
    tracker,
    update_subs_state,
    with_tracker,
)
from engine.variants.secret_subs.survivors import battle_closes
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import (
    discard_empty_tokens,
    possible,
    size_of,
    swap_tokens,
    tokens_of,
)
from engine.variants.secret_subs.windows import windows


class SecretSubs(Rules):
    """All submarines of every power are in hidden groups.

    Implements: SS-0.2, SS-A22
    """

    module: ClassVar[str] = MODULE
    title: ClassVar[str] = "Secret Subs"
    about: ClassVar[str] = "submarines move as face-down tokens in hidden groups; some are decoys"
    declares: ClassVar[tuple[Option[object], ...]] = SETTINGS
    needs: ClassVar[tuple[Kind, ...]] = (SUBMARINE, TRANSPORT)
    actions: ClassVar[Mapping[str, type[Action]]] = actions.ACTIONS

    def __init__(
        self,
        scenario: Scenario,
        options: Mapping[str, str],
        seats: tuple[tuple[Power, ...], ...],
    ) -> None:
        super().__init__(scenario, options, seats)
        needed = zones_needed(scenario)
        if needed > self.option(LIMIT):
            raise IncompatibleModules(
                f"limit={self.option(LIMIT)}: a power has submarines in "
                f"{counted(needed, 'sea zone')} and needs as many groups"
            )

    # The units and pieces

    def counts_as(self, game: Game, piece: Piece, trait: Trait) -> bool:
        """Every token counts as a submarine, even if it proves a decoy (SS-2.0e).

        Implements: SS-2.0, SS-A12, SS-A15
        """
        if isinstance(piece, Token):
            return trait is Trait.SUBMARINE
        return super().counts_as(game, piece, trait)

    def units_of(self, game: Game, piece: Piece) -> tuple[Kind, ...]:
        """The submarines in the group of a face-up token (SS-0.2)."""
        if not isinstance(piece, Token):
            return super().units_of(game, piece)
        return (SUBMARINE,) * size_of(game, piece) if piece.face_up else ()

    def domain(self, game: Game, piece: Piece) -> Domain:
        """Tokens live at sea."""
        return Domain.SEA if isinstance(piece, Token) else super().domain(game, piece)

    def broken_invariants(self, game: Game) -> frozenset[str]:
        """The invariants of SS-0.6."""
        return super().broken_invariants(game) | invariants.broken(game)

    def lose(self, game: Game, piece: PieceId, hits: int) -> Game:
        """Submarines of a group are lost; an emptied token leaves at once (SS-3.6, 3.8).

        Implements: SS-3.8
        """
        token = game.pieces[piece]
        if not isinstance(token, Token):
            return super().lose(game, piece, hits)
        track = tracker(game, token.owner)
        game = with_tracker(game, token.owner, track.grown({track.opened[piece]: -hits}))
        game = game.with_events(Lost(piece, token.owner, SUBMARINE, token.at, hits))
        return discard_empty_tokens(game, token.owner)

    # What a seat may see

    def piece_view(
        self, game: Game, piece: Piece, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """A token with its group, where it is known or the viewer's own."""
        found = super().piece_view(game, piece, powers, secrets)
        return public.token_seen(game, piece, found, powers, secrets)

    def modules_view(
        self, game: Game, powers: frozenset[Power], secrets: Mapping[PieceId, int]
    ) -> dict[str, Json]:
        """Trackers, and of the supplies only how many tokens they have (SS-0.3, 0.3b)."""
        found = super().modules_view(game, powers, secrets)
        return {**found, MODULE: public.trackers_seen(game, powers, secrets)}

    # Movement

    def move_limit(self, game: Game, piece: Piece) -> int:
        """A token moves as one submarine.

        Implements: SS-2.0a
        """
        if isinstance(piece, Token):
            most = self.unit_type(game, piece.owner, SUBMARINE).move
            return game.rules.capped_move(game, piece, most)
        return super().move_limit(game, piece)

    def piece_at_turn_start(self, game: Game, piece: Piece) -> Piece:
        """A token with its range as movement (SS-0.3a)."""
        if isinstance(piece, Token):
            return piece.replace(left=game.rules.move_limit(game, piece))
        return super().piece_at_turn_start(game, piece)

    def movement_claim(self, game: Game, piece: Piece, steps: int) -> Claim | None:
        """What all possible markers of a token allow, or some with a claim (SS-4.3b)."""
        if not isinstance(piece, Token):
            return super().movement_claim(game, piece, steps)
        base = super().movement_claim

        def allows(token: Token) -> None:
            base(game, token, steps)

        return permission(game, piece, allows)

    @replaces
    def uncertain(self, game: Game, piece: Piece) -> bool:
        """A token shuffled in this phase that may be one of several pieces (R6)."""
        return (
            isinstance(piece, Token)
            and piece.id not in game.record.phase_began
            and len(possible(game, piece)) > 1
        )

    def claim_shown(self, game: Game, claim: Claim) -> Game:
        """What a claim says is known; its tokens may be shuffled again (SS-4.3b, 4.0)."""
        game = super().claim_shown(game, claim)
        match claim:
            case From():
                return origin_shown(game, claim)
            case Elsewhere(token):
                return touched(groups_shown_elsewhere(game, claim), (token,))
            case Present((group,), (token,)):
                owner = game.pieces[token].owner
                known = tracker(game, owner).knowing({token: group})
                return touched(with_tracker(game, owner, known), (token,))
            case Present(_, tokens):
                return touched(game, tokens)
            case Holds() | Shuffled() | Counted():
                return game

    def entered(self, game: Game, pieces: tuple[PieceId, ...], here: SpaceId) -> Step:
        """Tokens that have moved may be shuffled again (SS-4.0)."""
        return super().entered(touched(game, pieces), pieces, here)

    @replaces
    def landing_barred(self, game: Game, power: Power, zone: SpaceId) -> bool:
        """Tokens bar unescorted landings in every edition (SS-2.0e; ruling 10).

        Implements: ruling 10
        """
        return declarations.submarines_bar(game, power, zone)

    # Actions

    def check_action(self, game: Game, decision: Prompt, action: Action) -> None:
        """Reorganizing, anonymizing, claims, removals (SS-4)."""
        if isinstance(action, actions.SubsAction):
            actions.check(game, decision, action)
        else:
            super().check_action(game, decision, action)

    def candidate_actions(self, game: Game, decision: Prompt) -> Iterator[Action]:
        """See `proposals.candidates`."""
        yield from super().candidate_actions(game, decision)
        yield from proposals.candidates(game, decision)

    def draft_action(
        self,
        game: Game,
        decision: Prompt,
        draw: random.Random,
        secrets: Mapping[PieceId, int],
    ) -> Action | None:
        """See `proposals.drawn`."""
        others = super().draft_action(game, decision, draw, secrets)
        if others is not None and draw.randrange(2):
            return others
        return proposals.drawn(game, decision, draw, secrets) or others

    def perform_action(self, game: Game, power: Power, action: Action) -> Step:
        """See `actions.perform`."""
        if isinstance(action, actions.SubsAction):
            return actions.perform(game, power, action)
        return super().perform_action(game, power, action)

    def player_changed(self, game: Game, power: Power) -> Game:
        """Nobody can show which piece a shuffled token was: it has the least of their markers."""
        return settled(super().player_changed(game, power), power)

    def interchangeable(self, game: Game, power: Power) -> tuple[tuple[PieceId, ...], ...]:
        """Tokens in one sea zone with the same markers, and those in the supply."""
        return (*super().interchangeable(game, power), *interchangeable(game, power))

    def check_reveal(self, game: Game, groups: Mapping[PieceId, int]) -> None:
        """No group twice, none that is known to be elsewhere (SS-0.6)."""
        super().check_reveal(game, groups)
        check_opened(game, groups)

    # The turn

    def set_up(self, game: Game) -> Step:
        """Decks and opening groups (SS-0.8)."""
        game = yield from super().set_up(game)
        return (yield from set_up(game))

    def phase_opens(self, game: Game, phase: Phase) -> Step:
        """Actions are counted per phase; Mobilize begins with cleared markers (SS-0.3a, 4.0)."""
        trackers = subs_state(game).trackers
        if any(track.actions for track in trackers.values()):
            fresh = {power: replace(track, actions=0) for power, track in trackers.items()}
            game = update_subs_state(game, trackers=fresh)
        if phase is Phase.MOBILIZE:
            game = without_shuffle_records(game, (game.active,))
        return (yield from super().phase_opens(game, phase))

    def phase_closes(self, game: Game, phase: Phase) -> Step:
        """The windows of other powers (SS-4.0); the last phase's come when the turn closes."""
        game = yield from super().phase_closes(game, phase)
        if game.phase + 1 == len(self.scenario.turns[game.turn].phases):
            return game
        offered = phase is Phase.COMBAT_MOVE or self.option(WINDOWS) is Windows.ALL
        return (yield from windows(game, offered=offered))

    def turn_closes(self, game: Game) -> Step:
        """Markers are cleared; then the windows, but for the power whose turn is next (SS-4.0)."""
        game = without_shuffle_records(game, self.scenario.powers)
        game = yield from super().turn_closes(game)
        turns = self.scenario.turns
        following = turns[(game.turn + 1) % len(turns)].powers
        return (yield from windows(game, offered=True, turn=True, without=following))

    # Mobilize

    def placements(
        self, game: Game, power: Power, kind: Kind
    ) -> Mapping[SpaceId, tuple[SpaceId, ...]]:
        """Submarines are placed in groups, after all other units (SS-1.4c)."""
        return {} if kind == SUBMARINE else super().placements(game, power, kind)

    def units_placed(self, game: Game) -> Step:
        """New tokens and submarines (SS-1)."""
        game = yield from super().units_placed(game)
        return (yield from place(game, game.active))

    # Combat

    def battle_opens(self, game: Game) -> Step:
        """Choices and reveal (SS-3.1 to 3.3)."""
        game = yield from super().battle_opens(game)
        return (yield from combat.battle_opens(game))

    def submerge_pieces(self, game: Game, power: Power, pieces: tuple[PieceId, ...]) -> Game:
        """Tokens go back face down (SS-3.2, 3.4d)."""
        return super().submerge_pieces(combat.submerge_tokens(game, pieces), power, pieces)

    def turn_face_up(self, game: Game, pieces: tuple[PieceId, ...]) -> Step:
        """Tokens are turned up in one event; decoys are discarded (SS-3.3, 3.6)."""
        game = yield from super().turn_face_up(game, pieces)
        return (yield from showing.turned_up(game, pieces))

    def turn_face_down(self, game: Game, pieces: tuple[PieceId, ...]) -> Step:
        """They lie face down again, and may be shuffled (SS-A23)."""
        game = yield from super().turn_face_down(game, pieces)
        return (yield from showing.turned_down(game, pieces))

    @replaces
    def submerge(self, game: Game, power: Power) -> Step:
        """S1 by groups (SS-3.4, 3.5)."""
        return combat.submerge(game, power)

    def retreat_spaces(self, game: Game) -> tuple[RetreatSpace, ...]:
        """Also where a token may be shown to have come from (SS-A6)."""
        return (*super().retreat_spaces(game), *claimed_retreat_spaces(game))

    def battle_closes(self, game: Game) -> Step:
        """Survivors turn face down (SS-3.7)."""
        game = yield from battle_closes(game)
        return (yield from super().battle_closes(game))

    def remove_power(self, game: Game, power: Power) -> Game:
        """The tokens of a power that leaves the game go face down, its boxes to 0.

        Implements: SS-3.10
        """
        game = super().remove_power(game, power)
        handles = [token.id for token in tokens_of(game, power)]
        track = tracker(game, power).receiving(handles)
        track = replace(track, sizes=(0,) * track.limit)
        return with_tracker(swap_tokens(game, handles), power, track)
