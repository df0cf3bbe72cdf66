"""The game as one browser is shown it: objects, lists, text and numbers alone.

A picture has *sections*; a section is an object. `changes` and `gone` find what differs between two
pictures, so that a page is sent no more than that. Nothing secret of another seat can be in it: it
is made from the public game and this player's own groups, which are checked against whose tokens
they are.
"""

__all__ = ["Section", "Viewer", "board_of", "changes", "gone", "scene"]

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from client.presentation.board import initial
from client.presentation.words import kind_name, several
from client.seat.knowledge import Knowledge
from client.seat.shuffled import true_markers
from client.table.markers import (
    WAREHOUSES,
    aid_under_way,
    convoy_limit,
    piece_marks,
    space_marks,
)
from client.table.plans import plans
from client.table.viewing import Section, Viewer
from engine.battle.fire import hit_points
from engine.battles import Battle, Role
from engine.board import Power, SpaceId
from engine.economy.mobilize import capacity
from engine.game import Game, Phase
from engine.pieces import Figure, Piece
from engine.units import COMPLEX, SUBMARINE
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.token import Token
from engine.variants.secret_subs.tokens import possible


def board_of(game: Game) -> Section:
    """What never changes in a game: spaces, powers, unit table."""
    scenario = game.rules.scenario
    return {
        "scenario": scenario.name,
        "title": scenario.title,
        "powers": {
            power: {
                "letter": initial(game, power),
                "side": scenario.sides[power],
                "capital": scenario.capitals.get(power),
                "seat": game.seat_of(power),
            }
            for power in scenario.powers
        },
        "units": {
            kind: {
                "name": kind_name(kind),
                "several": several(kind),
                "cost": unit.cost,
                "attack": unit.attack,
                "defence": unit.defence,
                "move": unit.move,
                "hits": unit.hits,
                "domain": unit.domain.value,
            }
            for kind, unit in scenario.units.items()
        },
        "spaces": {
            name: {
                "sea": space.sea,
                "value": space.value,
                "original": space.original,
                "city": space.victory_city,
                "neutral": space.neutral,
                "price": game.rules.entry_price(game, name) if space.neutral else None,
                "neighbours": list(game.board.neighbours[name]),
                "convoy": convoy_limit(game, name),
            }
            for name, space in game.board.spaces.items()
        },
        "canals": [
            {"name": canal.name, "zones": list(canal.zones), "lands": list(canal.territories)}
            for canal in game.board.canals
        ],
        "phases": [phase.value for phase in Phase],
        "hidden": MODULE in game.rules.modules,
        "rules": list(game.rules.modules),
    }


def scene(game: Game, viewer: Viewer) -> dict[str, Section]:
    """The sections that the game itself fills: spaces, powers, turn, battle, plans."""
    return {
        "spaces": {space: _space(game, space, viewer) for space in game.board.spaces},
        "powers": {power: _power(game, power, viewer) for power in game.rules.scenario.powers},
        "turn": _turn(game),
        "battle": {} if game.battle is None else _battle(game, game.battle, viewer),
        "plans": plans(game, viewer) if game.active in viewer.powers else {},
    }


def changes(before: Mapping[str, Section], after: Mapping[str, Section]) -> dict[str, Section]:
    """What must be set in `before` to make it `after`, by section."""
    found: dict[str, Section] = {}
    for name, section in after.items():
        old = before.get(name, {})
        changed = {
            key: value for key, value in section.items() if key not in old or old[key] != value
        }
        if changed:
            found[name] = changed
    return found


def gone(before: Mapping[str, Section], after: Mapping[str, Section]) -> dict[str, list[str]]:
    """What must be removed from `before` to make it `after`, by section."""
    found = {
        name: [key for key in section if key not in after.get(name, {})]
        for name, section in before.items()
    }
    return {name: keys for name, keys in found.items() if keys}


# Spaces and pieces


def _space(game: Game, space: SpaceId, viewer: Viewer) -> Section:
    here = game.pieces.at(space)
    stacks: dict[tuple[object, ...], list[Figure]] = defaultdict(list)
    for piece in here:
        if isinstance(piece, Figure):
            stacks[*_likeness(piece), *piece_marks(game, piece)].append(piece)
    order = list(game.rules.scenario.units)
    powers = list(game.rules.scenario.powers)
    shown = sorted(
        stacks.values(), key=lambda s: (powers.index(s[0].owner), order.index(s[0].kind), s[0].id)
    )
    found: Section = {
        "control": game.control.get(space),
        "stacks": [_stack(game, stack) for stack in shown],
        "tokens": [_token(game, piece, viewer) for piece in here if isinstance(piece, Token)],
    }
    if any(isinstance(p, Figure) and p.kind == COMPLEX for p in here):
        found["capacity"] = capacity(game, space)
        found["damage"] = game.damage.get(space, 0)
    if signs := space_marks(game, space):
        found["markers"] = signs
    return found


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


def _stack(game: Game, stack: list[Figure]) -> Section:
    first = stack[0]
    found: Section = {
        "power": first.owner,
        "kind": first.kind,
        "ids": [piece.id for piece in stack],
        "left": first.left,
        "moved": first.moved,
    }
    if first.damaged:
        found["damaged"] = True
    if first.aboard is not None:
        found["aboard"] = first.aboard
    if first.ashore is not None:
        found["ashore"] = first.ashore
    if marks := piece_marks(game, first):
        found["marks"] = marks
    return found


def _token(game: Game, token: Token, viewer: Viewer) -> Section:
    track = tracker(game, token.owner)
    known = track.opened.get(token.id)
    mine = token.owner in viewer.powers
    if known is None and mine and viewer.groups is not None:
        known = viewer.groups.get(token.id)
    markers = true_markers(game, token, (viewer.groups or {}) if mine else {})
    found: Section = {
        "id": token.id,
        "power": token.owner,
        "mine": mine,
        "up": token.face_up,
        "under": token.submerged,
        "left": markers.left,
        "moved": markers.moved,
        "open": token.id in track.opened,
        "group": known,
        "size": None if known is None else track.size(known),
    }
    if marks := piece_marks(game, token):
        found["marks"] = marks
    was = sorted(int(handle) for handle in possible(game, token) if handle != token.id)
    if was:
        found["was"] = was
    if known is None and viewer.knowledge is not None:
        found["odds"] = _odds(game, token, viewer.knowledge)
    return found


def _odds(game: Game, token: Token, knowledge: Knowledge) -> list[Section]:
    """Groups that the token may hold, likeliest first, and decoys as one: percent, group, size."""
    track = tracker(game, token.owner)
    decoy = Fraction()
    rows: list[tuple[Fraction, int, int]] = []
    for group, chance in knowledge.odds(token).items():
        size = track.size(group)
        if size:
            rows.append((chance, group, size))
        else:
            decoy += chance
    found: list[Section] = [
        {"percent": max(1, round(100 * chance)), "group": group, "size": size}
        for chance, group, size in sorted(rows, key=lambda row: (-row[0], row[1]))
    ]
    if decoy:
        found.append({"percent": max(1, round(100 * decoy)), "group": None, "size": 0})
    return found


# Powers and turn


def _power(game: Game, power: Power, viewer: Viewer) -> Section:
    held = [land for land in game.board.territories if game.control.get(land) == power]
    found: Section = {
        "treasury": game.treasury[power],
        "income": sum(game.board[land].value for land in held),
        "cities": sum(game.board[land].victory_city for land in held),
        "waiting": dict(game.waiting.get(power, {}).items()),
        "researchers": game.researchers.get(power, 0),
        "breakthroughs": [b.value for b in sorted(game.breakthroughs.get(power, frozenset()))],
        "mine": power in viewer.powers,
        "stores": WAREHOUSES in game.rules.modules,
        "coming": aid_under_way(game, power),
    }
    if MODULE in game.modules:
        track = tracker(game, power)
        places: Section = {}
        for piece in game.owned(power):
            if isinstance(piece, Token):
                group = track.opened.get(piece.id)
                if group is None and power in viewer.powers and viewer.groups is not None:
                    group = viewer.groups.get(piece.id)
                if group is not None:
                    places[str(group)] = {
                        "token": piece.id,
                        "at": piece.at,
                        "open": piece.id in track.opened,
                    }
        found["tracker"] = {
            "sizes": list(track.sizes),
            "supply": len(track.supply),
            "places": places,
        }
    return found


def _turn(game: Game) -> Section:
    outcome = game.outcome
    return {
        "round": game.round,
        "active": game.active,
        "powers": list(game.rules.scenario.turns[game.turn].powers),
        "phase": game.current_phase.value,
        "phases": list(
            dict.fromkeys(part.phase.value for part in game.rules.scenario.turns[game.turn].phases)
        ),
        "waived": sorted(game.waived),
        "outcome": None if outcome is None else {"winner": outcome.winner, "why": outcome.why},
        "attacked": sorted(game.record.attacked),
        "bought": dict(game.record.bought.items()),
    }


# Battles


def _battle(game: Game, battle: Battle, viewer: Viewer) -> Section:
    return {
        "space": battle.space,
        "kind": battle.kind.value,
        "round": battle.round,
        "attacker": battle.attacker,
        "sides": {
            role.value: [_fighter(game, game.pieces[p], role, viewer) for p in battle.side(role)]
            for role in Role
        },
        "submerged": [_fighter(game, game.pieces[p], None, viewer) for p in battle.submerged],
        "marked": {str(piece): hits for piece, hits in battle.marked.items()},
        "destroyers": {role.value: battle.destroyer(role) for role in Role},
        "sides_of_die": game.rules.die_sides(game),
    }


def _fighter(game: Game, piece: Piece, role: Role | None, viewer: Viewer) -> Section:
    """A piece in a battle, with what it hits on and how many hits it takes."""
    if isinstance(piece, Token):
        shown, kind = _token(game, piece, viewer), SUBMARINE
    elif isinstance(piece, Figure):
        kind = piece.kind
        shown = {"id": piece.id, "power": piece.owner, "kind": kind, "damaged": piece.damaged}
        if marks := piece_marks(game, piece):
            shown["marks"] = marks
    else:
        raise TypeError(f"{type(piece).__name__} has no place in a battle")
    return {
        **shown,
        "strength": 0 if role is None else game.rules.strength(game, piece, kind, role),
        "takes": hit_points(game, piece) if isinstance(piece, Figure) else None,
    }
