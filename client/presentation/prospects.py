"""How a battle goes on after each answer to what is asked of submarines, said to who answers."""

__all__ = ["dive_lines", "dive_prospects", "named_prospects", "outcome_words"]

from collections.abc import Iterator
from typing import Final

from client.presentation.odds import assumptions, doubts, ends, house_assumptions
from client.presentation.words import handles
from client.schema.submarine_forms import Prospect, Prospects
from client.seat.odds import dive_choices, hunt_choices
from client.seat.view import PlayerView
from engine.battle.sides import current_battle, role_of
from engine.battles import Role
from engine.odds import Odds
from engine.pieces import PieceId
from engine.variants.secret_subs.token import Token
from engine.variants.submarine_warfare.hunting import Direct, HuntTarget

_NOBODY_STAYS: Final = "the battle ends here; nothing is lost"


def outcome_words(odds: Odds, role: Role) -> str:
    """``win 63 %, loss 37 %; you lose 8 IPC on average, they 12``, to who has this role."""
    own, others = (round(odds.cost(one)) for one in (role, role.other))
    return f"{ends(odds, role)}; you lose {own} IPC on average, they {others}"


def dive_prospects(view: PlayerView) -> Prospects:
    """How the battle goes on, by what submerges."""
    game, role = view.game, role_of(view.game, view.decision.power)
    found: list[Prospect] = []
    notes: dict[str, None] = {}
    for under, odds in dive_choices(view).items():
        words = _NOBODY_STAYS if odds is None else outcome_words(odds, role)
        title = _dive_title(view, under)
        found.append(Prospect(pieces=tuple(sorted(under)), title=title, words=words))
        if odds is not None:
            notes |= dict.fromkeys((*assumptions(game, odds), *doubts(odds)))
    attackers, defenders = (game.pieces.named(current_battle(game).side(one)) for one in Role)
    notes |= dict.fromkeys(house_assumptions(game, attackers, defenders, searched=True))
    return Prospects(
        choices=tuple(found),
        notes=" ".join(f"{note[0].upper()}{note[1:]}." for note in notes),
    )


def _dive_title(view: PlayerView, under: frozenset[PieceId]) -> str:
    if not under:
        return "All fight"
    if all(isinstance(view.game.pieces[piece], Token) for piece in under):
        return f"Submerge {handles(under)}"
    return f"Submerge {len(under)}"


def dive_lines(view: PlayerView, _: object = None) -> Iterator[str]:
    """The same as lines under a question."""
    prospects = dive_prospects(view)
    yield from (f"{one.title}: {one.words}." for one in prospects.choices)
    if prospects.notes:
        yield prospects.notes


def named_prospects(view: PlayerView) -> Prospects:
    """How a hunt goes on, by the piece that is named as spotted, or sent to fight."""
    role = Role.ATTACKER if view.decision.power == view.game.active else Role.DEFENDER
    found: list[Prospect] = []
    for answer, odds in hunt_choices(view).items():
        match answer:
            case HuntTarget(piece) | Direct(piece):
                pieces = () if piece is None else (piece,)
                found.append(Prospect(pieces=pieces, title="", words=outcome_words(odds, role)))
            case _:
                pass
    return Prospects(choices=tuple(found), notes="")
