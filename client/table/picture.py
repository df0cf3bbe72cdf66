"""The game as one browser is shown it, in the models of `client.schema`.

Nothing secret of another seat can be in it: it is made from the public game and this player's own
groups, which are checked against whose tokens they are.
"""

__all__ = [
    "Scene",
    "battle_scene",
    "board_of",
    "plans_of",
    "scene",
    "space_scene",
    "turn_scene",
    "unit_facts",
]

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from client.presentation.board import letters
from client.presentation.charter import standing_words
from client.presentation.colours import colours
from client.presentation.plans import dangers, plans
from client.presentation.words import kind_name, several
from client.schema import board as drawn
from client.schema import game as shown
from client.seat.shuffled import true_markers
from client.seat.viewer import Viewer
from client.table.markers import (
    WAREHOUSES,
    aid_under_way,
    convoy_limit,
    piece_marks,
    space_marks,
)
from engine.battle.fire import hit_points, supported
from engine.battle.sides import current_battle
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.options import INTERCEPTORS
from engine.phases import Phase, Stage
from engine.pieces import Figure, Piece, PieceId
from engine.scenario import Scenario
from engine.unit_tables import nearest_kind
from engine.units import SUBMARINE, Trait
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import possible, tokens_of
from engine.victory import standings


@dataclass(frozen=True, slots=True)
class Scene:
    """The sections of a picture that the game itself fills."""

    spaces: Mapping[str, shown.Space]
    powers: Mapping[str, shown.Power]
    turn: shown.Turn
    battle: shown.Battle | None
    plans: Mapping[str, shown.Plan]


def unit_facts(scenario: Scenario) -> Mapping[str, drawn.UnitFacts]:
    """The unit table of a scenario."""
    return {
        kind: drawn.UnitFacts(
            name=kind_name(kind),
            several=several(kind),
            cost=unit.cost,
            attack=unit.attack,
            defence=unit.defence,
            move=unit.move,
            hits=unit.hits,
            domain=unit.domain.value,
            symbol=nearest_kind(unit) or "other",
        )
        for kind, unit in scenario.units.items()
    }


def board_of(game: Game, drawing: drawn.DrawnMap) -> drawn.Board:
    """What never changes in a game: spaces, powers, unit table, and the map that is drawn of it."""
    scenario = game.rules.scenario
    painted = colours(scenario.powers)
    return drawn.Board(
        scenario=scenario.name,
        title=scenario.title,
        powers={
            power: drawn.BoardPower(
                letter=letter,
                colour=painted[power],
                side=scenario.sides[power],
                capital=scenario.capitals.get(power),
                seat=game.seat_of(power),
            )
            for power, letter in letters(scenario.powers).items()
        },
        units=unit_facts(scenario),
        spaces={
            name: drawn.BoardSpace(
                sea=space.sea,
                value=space.value,
                original=space.original,
                city=space.victory_city,
                neutral=space.neutral,
                price=game.rules.entry_price(game, name) if space.neutral else None,
                neighbours=tuple(game.board.neighbours[name]),
                convoy=convoy_limit(game, name),
            )
            for name, space in game.board.spaces.items()
        },
        canals=tuple(
            drawn.Canal(name=canal.name, zones=canal.zones, lands=tuple(canal.territories))
            for canal in game.board.canals
        ),
        phases=tuple(phase.value for phase in Phase),
        hidden=MODULE in game.rules.modules,
        rules=tuple(game.rules.modules),
        interceptors=game.rules.option(INTERCEPTORS),
        map=drawing,
    )


def plans_of(game: Game, viewer: Viewer) -> Mapping[str, shown.Plan]:
    """How battles of the active power would go, for one who plays it; nobody else plans any."""
    return plans(game, viewer) if game.active in viewer.powers else {}


def scene(game: Game, viewer: Viewer, planned: Mapping[str, shown.Plan] | None = None) -> Scene:
    """The game as it stands, for one who looks.

    Args:
        game: the position.
        viewer: who looks.
        planned: how battles would go (`plans_of`), if it is known or to be told later.
    """
    moves = game.active in viewer.powers
    if planned is None:
        planned = plans_of(game, viewer)
    met = dangers(game, planned) if moves else {}
    return Scene(
        spaces={
            space: space_scene(game, space, viewer, tuple(met.get(space, ())))
            for space in game.board.spaces
        },
        powers={power: _power(game, power, viewer) for power in game.rules.scenario.powers},
        turn=turn_scene(game),
        battle=battle_scene(game, viewer),
        plans=planned,
    )


# Spaces and pieces


def space_scene(
    game: Game, space: SpaceId, viewer: Viewer, met: tuple[str, ...] = ()
) -> shown.Space:
    """What stands in a space, for one who looks; `met` is what ships may meet there, in words."""
    here = game.pieces.at(space)
    stacks: dict[tuple[object, ...], list[Figure]] = defaultdict(list)
    for piece in here:
        if isinstance(piece, Figure):
            stacks[*_likeness(piece), *piece_marks(game, piece)].append(piece)
    order = list(game.rules.scenario.units)
    powers = list(game.rules.scenario.powers)
    alike = sorted(
        stacks.values(), key=lambda s: (powers.index(s[0].owner), order.index(s[0].kind), s[0].id)
    )
    has_complex = any(game.rules.counts_as(game, piece, Trait.COMPLEX) for piece in here)
    return shown.Space(
        control=game.control.get(space),
        stacks=tuple(_stack(game, stack) for stack in alike),
        tokens=tuple(_token(game, piece, viewer) for piece in here if isinstance(piece, Token)),
        complex=shown.Complex(
            capacity=game.rules.capacity(game, space), damage=game.damage.get(space, 0)
        )
        if has_complex
        else None,
        markers=space_marks(game, space),
        dangers=met,
    )


def _likeness(piece: Figure) -> tuple[object, ...]:
    """What makes two figures look alike on the table."""
    return (
        piece.owner,
        piece.kind,
        piece.damaged,
        piece.aboard,
        piece.ashore,
        piece.left,
        piece.moved,
    )


def _stack(game: Game, stack: list[Figure]) -> shown.Stack:
    first = stack[0]
    return shown.Stack(
        power=first.owner,
        kind=first.kind,
        ids=tuple(piece.id for piece in stack),
        left=first.left,
        moved=first.moved,
        damaged=first.damaged,
        aboard=first.aboard,
        ashore=first.ashore,
        marks=piece_marks(game, first),
    )


def _token(game: Game, token: Token, viewer: Viewer) -> shown.Token:
    track = tracker(game, token.owner)
    known = viewer.group(game, token)
    mine = token.owner in viewer.powers
    markers = true_markers(game, token, viewer.groups if mine else {})
    return shown.Token(
        id=token.id,
        power=token.owner,
        mine=mine,
        up=token.face_up,
        under=token.submerged,
        left=markers.left,
        moved=markers.moved,
        open=viewer.knowledge.group(game, token) is not None,
        group=known,
        size=None if known is None else track.size(known),
        marks=piece_marks(game, token),
        was=tuple(sorted(handle for handle in possible(game, token) if handle != token.id)),
        odds=_odds(game, token, viewer) if known is None else None,
        believed=_believed(game, token, viewer),
    )


def _believed(game: Game, token: Token, viewer: Viewer) -> tuple[shown.TokenOdds, ...] | None:
    """What everybody could believe of a token that a disclosure shows; None of any other."""
    if token.id not in viewer.knowledge.disclosed:
        return None
    before = Viewer(knowledge=viewer.knowledge.undisclosed)
    return None if before.group(game, token) is not None else _odds(game, token, before)


def _odds(game: Game, token: Token, viewer: Viewer) -> tuple[shown.TokenOdds, ...] | None:
    """Groups that the token may hold, likeliest first, and decoys as one."""
    odds = viewer.odds(game, token)
    if not odds:
        return None
    track = tracker(game, token.owner)
    decoy = Fraction()
    rows: list[tuple[Fraction, int, int]] = []
    for group, chance in odds.items():
        size = track.size(group)
        if size:
            rows.append((chance, group, size))
        else:
            decoy += chance
    found = [
        shown.TokenOdds(percent=_percent(chance), group=group, size=size)
        for chance, group, size in sorted(rows, key=lambda row: (-row[0], row[1]))
    ]
    if decoy:
        found.append(shown.TokenOdds(percent=_percent(decoy), group=None, size=0))
    return tuple(found)


def _percent(chance: Fraction) -> int:
    """A chance that is not nothing, in percent."""
    return max(1, round(100 * chance))


# Powers and turn


def _power(game: Game, power: Power, viewer: Viewer) -> shown.Power:
    held = [land for land in game.board.territories if game.control.get(land) == power]
    return shown.Power(
        treasury=game.treasury[power],
        income=sum(game.board[land].value for land in held),
        cities=sum(game.board[land].victory_city for land in held),
        waiting=dict(game.waiting.get(power, {}).items()),
        researchers=game.researchers.get(power, 0),
        breakthroughs=tuple(
            one.value for one in sorted(game.breakthroughs.get(power, frozenset()))
        ),
        mine=power in viewer.powers,
        stores=WAREHOUSES in game.rules.modules,
        coming=aid_under_way(game, power),
        tracker=_tracker(game, power, viewer) if MODULE in game.modules else None,
    )


def _tracker(game: Game, power: Power, viewer: Viewer) -> shown.Tracker:
    track = tracker(game, power)
    places: dict[int, shown.GroupPlace] = {}
    for token in tokens_of(game, power):
        if (group := viewer.group(game, token)) is not None:
            public = viewer.knowledge.group(game, token) is not None
            places[group] = shown.GroupPlace(token=token.id, at=token.at, open=public)
    return shown.Tracker(
        sizes=tuple(track.sizes),
        supply=len(track.supply),
        places=places,
        last={
            group: shown.GroupSeen(at=seen.at, round=seen.round)
            for group, seen in viewer.knowledge.sightings.of(power).items()
        },
        error=math.ceil(100 * viewer.knowledge.error(power)),
    )


def turn_scene(game: Game) -> shown.Turn:
    """Whose turn it is, and how far it has come."""
    outcome = game.outcome
    turn = game.rules.scenario.turns[game.turn]
    return shown.Turn(
        round=game.round,
        active=game.active,
        powers=tuple(turn.powers),
        phase=(game.stage if game.stage is Stage.SET_UP else game.current_phase).value,
        phases=tuple(dict.fromkeys(part.phase.value for part in turn.phases)),
        waived=tuple(sorted(game.waived)),
        standing=tuple(map(standing_words, standings(game))),
        outcome=None if outcome is None else shown.Outcome(winner=outcome.winner, why=outcome.why),
    )


# Battles


def battle_scene(game: Game, viewer: Viewer) -> shown.Battle | None:
    """The battle that is fought, for one who looks; None if there is none."""
    if game.battle is None:
        return None
    game = game.update_battle(supported=supported(game))  # as those would fire that are left
    battle = current_battle(game)

    def fighters(pieces: Iterable[PieceId], role: Role | None) -> tuple[shown.Fighter, ...]:
        return tuple(_fighter(game, game.pieces[piece], role, viewer) for piece in pieces)

    return shown.Battle(
        space=battle.space,
        kind=battle.kind,
        round=battle.round,
        attacker=battle.attacker,
        sides=shown.Sides(
            attacker=fighters(battle.side(Role.ATTACKER), Role.ATTACKER),
            defender=fighters(battle.side(Role.DEFENDER), Role.DEFENDER),
        ),
        submerged=fighters(battle.submerged, None),
        marked=dict(battle.marked.items()),
        die_sides=game.rules.die_sides(game),
    )


def _fighter(game: Game, piece: Piece, role: Role | None, viewer: Viewer) -> shown.Fighter:
    """A piece in a battle, with what it hits on and how many hits it takes."""
    if not isinstance(piece, Token | Figure):
        raise TypeError(f"{type(piece).__name__} has no place in a battle")
    figure = piece if isinstance(piece, Figure) else None
    kind = SUBMARINE if figure is None else figure.kind
    return shown.Fighter(
        id=piece.id,
        power=piece.owner,
        kind=None if figure is None else figure.kind,
        damaged=figure is not None and figure.damaged,
        marks=piece_marks(game, piece),
        strength=0 if role is None else game.rules.strength(game, piece, kind, role),
        takes=None if figure is None else hit_points(game, figure),
        token=_token(game, piece, viewer) if isinstance(piece, Token) else None,
    )
