"""What a seat may see of a game, as JSON: for tables, bots in other languages and saved pictures.

`Game` is public, so a view hides little; but handles in a supply are their owner's to see
(SS-0.3b), and a player's own secrets are joined here, at the very end, for that player alone.
"""

__all__ = ["as_json", "record_as_json", "view"]

import dataclasses
from collections.abc import Mapping
from enum import Enum

from engine.game import Game
from engine.pieces import PieceId
from engine.records import Json
from engine.requests import Decision, Request, Reveal, Roll, Seal


def as_json(value: object) -> Json:
    """A record as an object with its fields by name, and whatever it is made of; a tag goes along.

    Raises:
        TypeError: the value is no record and nothing a record may hold (our own mistake).
    """
    match value:
        case None | bool():
            return value
        case Enum():
            return as_json(value.value)
        case int():
            return int(value)
        case str():
            return str(value)
        case tuple() | list():
            return [as_json(item) for item in value]
        case frozenset():
            return [as_json(item) for item in sorted(value)]
        case Mapping():
            return {str(key): as_json(value[key]) for key in sorted(value)}
        case _ if dataclasses.is_dataclass(value):
            tag = getattr(value, "tag", None)
            found: dict[str, Json] = {} if tag is None else {"tag": tag}
            for field in dataclasses.fields(value):
                if field.init:  # others hold what follows from these
                    found[field.name] = as_json(getattr(value, field.name))
            return found
        case _:
            raise TypeError(f"{type(value).__name__} has no place in a view")


def record_as_json(record: object) -> dict[str, Json]:
    """All fields of a record, by name.

    Raises:
        TypeError: it is no record (our own mistake).
    """
    found = as_json(record)
    if not isinstance(found, dict):
        raise TypeError(f"{type(record).__name__} is no record")
    return found


def view(
    game: Game,
    seat: int | None,
    request: Request[object] | None = None,
    secrets: Mapping[PieceId, int] | None = None,
) -> dict[str, Json]:
    """The game as one seat sees it.

    Args:
        game: the position.
        seat: whose view it is; None for a spectator.
        request: what is asked now.
        secrets: groups of tokens; those of other seats' tokens are left out.

    Returns:
        Objects, arrays, strings, integers, true, false and null only, the same for equal arguments.
    """
    powers = frozenset(() if seat is None else game.powers_of(seat))
    known = secrets or {}
    return {
        "round": game.round,
        "turn": as_json(game.rules.scenario.turns[game.turn].powers),
        "active": game.active,
        "phase": game.current_phase.value,
        "stage": game.stage.value,
        "spaces": {
            space: {
                "control": game.control.get(space),
                "damage": game.damage.get(space, 0),
                "pieces": [
                    game.rules.piece_view(game, piece, powers, known)
                    for piece in game.pieces.at(space)
                ],
            }
            for space in game.board.spaces
        },
        "treasury": as_json(game.treasury),
        "waiting": as_json(game.waiting),
        "bought": as_json(game.record.bought),
        "researchers": as_json(game.researchers),
        "breakthroughs": as_json(game.breakthroughs),
        "attacked": as_json(game.record.attacked),
        "ignored": as_json(game.record.ignored),
        "bombarding": as_json(game.record.bombarding),
        "raiding": as_json(game.record.raiding),
        "battle": as_json(game.battle),
        "modules": game.rules.modules_view(game, powers, known),
        "waived": as_json(game.waived),
        "passed": as_json(game.passed),
        "instructions": as_json(game.instructions),
        "asked": None if request is None else _asked(game, request),
        "outcome": as_json(game.outcome),
    }


def _asked(game: Game, request: Request[object]) -> dict[str, Json]:
    """Who is asked what; of a seal only the sort of claim, which may name tokens in a supply."""
    who: dict[str, Json] = {
        "powers": as_json(request.powers),
        "seats": [game.seat_of(power) for power in request.powers],
    }
    match request:
        case Seal(_, claim):
            return {"kind": "seal", "claim": claim.tag, **who}
        case Roll(_, count, sides, why):
            return {"kind": "roll", "count": count, "sides": sides, "why": why, **who}
        case Reveal(tokens):
            return {"kind": "reveal", "tokens": as_json(dict(tokens)), **who}
        case Decision():
            return {"kind": "decision", "decision": type(request).__name__, **who}
        case _:
            raise TypeError(f"{type(request).__name__} is none of the four requests")
