"""The odds of a battle that a player supposes, as the page shows them."""

__all__ = ["supposed_odds"]

import math
from collections.abc import Iterable
from typing import Final

from client.errors import ClientError
from client.presentation.battles import SAID, left_words, trust
from client.presentation.markers import mark_words
from client.presentation.odds import assumptions, house_assumptions, mine_words, percent
from client.schema.supposed import (
    SupposedBattle,
    SupposedEnd,
    SupposedFate,
    SupposedOdds,
    SupposedRow,
    SupposedSide,
    SupposedView,
)
from client.seat.odds import Conduct, supporting_pieces
from client.seat.supposing import (
    MOST,
    Drawn,
    Force,
    Supposition,
    as_things_stand,
    fighting_kinds,
    hits_assigned,
    reckoned,
    seats_of,
)
from client.seat.viewer import Viewer
from engine.battles import Role
from engine.board import Power, SpaceId
from engine.game import Game
from engine.odds import BattleEnd, Odds, RetreatPolicy, SideOrders
from engine.pieces import Figure, PieceId
from engine.units import Kind
from engine.variants.depth.state import MODULE as DEPTHS
from engine.variants.rules_of_warfare.odds import rolls_due
from engine.variants.secret_subs.token import Token

_ROUNDS: Final = 99
_LIKELY: Final = 4


def supposed_odds(
    game: Game,
    viewer: Viewer,
    space: SpaceId,
    *,
    attacker: Power | None = None,
    battle: SupposedBattle | None = None,
) -> SupposedView:
    """What may come of a supposed battle, and of what else it could be made.

    Args:
        game: with what is staged.
        viewer: whose knowledge of tokens counts.
        space: where.
        attacker: who attacks if nothing else is supposed; None: whose turn comes first.
        battle: what is supposed; None: a battle as things stand.

    Raises:
        ClientError: there can be no such battle.
    """
    game = hits_assigned(game)
    standing = as_things_stand(game, space, viewer, attacker)
    if battle is None:
        battle = _as_model(standing)
    elif battle.attack.power != standing.attack.power:
        standing = as_things_stand(game, space, viewer, Power(battle.attack.power))
    if battle.rounds > _ROUNDS:
        raise ClientError(f"{battle.rounds} rounds are too many", f"at most {_ROUNDS}")
    if battle.space != space:
        raise ClientError(f"the battle is in {battle.space}, not in {space}")
    supposed = Supposition(
        space, _force(game, battle.attack), _force(game, battle.defence), battle.seaborne
    )
    drawn, odds = reckoned(game, supposed, viewer, _conduct(battle))
    powers, enemies = seats_of(game, supposed.attack.power)
    fighting = battle.attack.model_copy(update={"pieces": supposed.attack.pieces})
    holding = battle.defence.model_copy(update={"pieces": supposed.defence.pieces})
    return SupposedView(
        battle=battle.model_copy(update={"attack": fighting, "defence": holding}),
        attackers=_rows(game, standing, supposed, Role.ATTACKER),
        defenders=_rows(game, standing, supposed, Role.DEFENDER),
        attacking_tokens=_tokens(game, standing.attack, supposed.attack),
        defending_tokens=_tokens(game, standing.defence, supposed.defence),
        powers=powers,
        enemies=enemies,
        odds=None if odds is None else _shown(drawn, odds, supposed, viewer),
    )


def _as_model(standing: Supposition) -> SupposedBattle:
    return SupposedBattle(
        space=standing.space,
        attack=SupposedSide(power=standing.attack.power, pieces=standing.attack.pieces, added={}),
        defence=SupposedSide(
            power=standing.defence.power, pieces=standing.defence.pieces, added={}
        ),
        seaborne=standing.seaborne,
        submerge="nobody",
        rounds=0,
    )


def _force(game: Game, side: SupposedSide) -> Force:
    """A side, without pieces that are gone."""
    pieces = tuple(number for one in side.pieces if (number := PieceId(one)) in game.pieces)
    return Force(Power(side.power), pieces, {Kind(kind): n for kind, n in side.added.items() if n})


def _conduct(battle: SupposedBattle) -> Conduct:
    return Conduct(
        attacking=SideOrders(submerges=battle.submerge in ("attacker", "both")),
        defending=SideOrders(submerges=battle.submerge in ("defender", "both")),
        retreat=RetreatPolicy(after=battle.rounds or None),
    )


def _rows(
    game: Game, standing: Supposition, supposed: Supposition, role: Role
) -> tuple[SupposedRow, ...]:
    """Every kind that can fight there: as it is bought, and those on the board unlike that."""
    force = supposed.force(role)
    ids = sorted({*standing.force(role).pieces, *force.pieces})
    found: dict[tuple[str, str], list[PieceId]] = {}
    buyable = set()
    for row in fighting_kinds(game, supposed.space, role):
        found[row.kind, ""] = []
        if row.buyers is None or force.power in row.buyers:
            buyable.add(row.kind)
    order = list(dict.fromkeys(kind for kind, _ in found))
    for piece in game.pieces.named(ids):
        if isinstance(piece, Figure):
            found.setdefault((piece.kind, _note(game, piece)), []).append(piece.id)
    return tuple(
        SupposedRow(
            kind=kind, note=note, ids=tuple(own), most=0 if note or kind not in buyable else MOST
        )
        for (kind, note), own in sorted(
            found.items(), key=lambda it: (order.index(it[0][0]), it[0])
        )
        if own or kind in buyable
    )


def _note(game: Game, figure: Figure) -> str:
    words = [mark_words(mark) for mark in game.rules.marks(game, figure)]
    hurt = game.battle is not None and figure.id in game.battle.marked
    if figure.damaged or hurt:
        words.insert(0, "damaged")
    if figure.ashore is not None:
        words.append("landing")
    return ", ".join(words)


def _tokens(game: Game, *forces: Force) -> tuple[int, ...]:
    ids = sorted({number for force in forces for number in force.pieces})
    return tuple(piece.id for piece in game.pieces.named(ids) if isinstance(piece, Token))


def _shown(drawn: Drawn, odds: Odds, supposed: Supposition, viewer: Viewer) -> SupposedOdds:
    game = drawn.game
    units = game.rules.scenario.units
    sea = game.is_sea(supposed.space)
    return SupposedOdds(
        ends=tuple(
            SupposedEnd(words=SAID[end], percent=percent(odds, end))
            for end in BattleEnd
            if percent(odds, end) or end in (BattleEnd.WON, BattleEnd.LOST)
        ),
        attack=_fate(odds, Role.ATTACKER),
        defence=_fate(odds, Role.DEFENDER),
        taken=None if sea else round(100 * odds.taken),
        rounds=round(odds.rounds, 1),
        likely=tuple(
            f"{round(100 * chance)} % {words}"
            for words, chance in left_words(odds, units)[:_LIKELY]
        ),
        trust=_trust(odds),
        notes=tuple(_notes(drawn, odds, supposed, viewer)),
    )


def _trust(odds: Odds) -> str:
    """How the odds were reckoned, in a line or two."""
    if odds.exact and not odds.weakest_first:
        return "Exact."
    if odds.exact or odds.trials:
        return " ".join(trust(odds).split())
    return (
        f"Exact for what is reckoned of hidden tokens, which may be off by "
        f"{math.ceil(100 * odds.error)} points."
    )


def _fate(odds: Odds, role: Role) -> SupposedFate:
    units = math.fsum(muster.chance * sum(muster.numbers(role)) for muster in odds.musters)
    return SupposedFate(
        units=round(units, 1),
        left=round(odds.survivors(role), 1),
        worth=round(odds.worth(role), 1),
        lost=round(odds.cost(role), 1),
    )


def _notes(drawn: Drawn, odds: Odds, supposed: Supposition, viewer: Viewer) -> Iterable[str]:
    game, space = drawn.game, supposed.space
    yield from assumptions(game, odds)
    guns = len(supporting_pieces(game, space))
    yield from house_assumptions(game, drawn.attackers, drawn.defenders, guns)
    if mined := rolls_due(game, space, drawn.attackers):
        yield mine_words(game, len(mined))
    added = {kind for role in Role for kind in supposed.force(role).added}
    if DEPTHS in game.modules and "submarine" in added:
        yield "submarines that are added are surfaced"
    tokens = [p for p in (*drawn.attackers, *drawn.defenders) if isinstance(p, Token)]
    own = [token for token in tokens if token.id in viewer.groups]
    if any(viewer.knowledge.group(game, token) is None for token in own):
        yield "what your own tokens hold is counted, which others cannot know"
