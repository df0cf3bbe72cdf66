"""Decisions as a page is asked them: the question, what is legal, and what is proposed.

Each form has a `kind` that names the control which answers it, the `asks` of the terminal, and
`actions` that a house rule adds. What is offered is a function of the public game and, for its
owner's page alone, of the player's own groups.
"""

__all__ = ["MOST_OPTIONS", "form", "options"]

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, Final

from client.presentation.forms import form_of
from client.presentation.odds import ends, no_odds_words, percent
from client.presentation.phrasing import phrase
from client.presentation.words import kind_name, reason
from client.seat.odds import NoOdds, battle_odds
from client.seat.proposing import deployed
from client.seat.shuffled import in_truth, true_markers
from client.seat.view import PlayerView
from client.table import choosing
from client.table.chronicle import shot_seen
from client.table.picture import Section
from engine.battle.casualties import Casualties, salvo
from engine.battle.combat import NextBattle
from engine.battle.retreat import Retreat
from engine.battles import Role
from engine.board import SpaceId
from engine.charts import Breakthrough
from engine.economy.convoys import ShowRaiders
from engine.economy.mobilize import MobilizeUnits, complexes, room
from engine.economy.purchase import PurchaseUnits
from engine.errors import Illegal
from engine.game import Game
from engine.movement.declarations import Declare, attack_choices, gunners, targets
from engine.movement.landing import STILL, prospect
from engine.movement.orders import Done
from engine.movement.phases import CombatMove, NoncombatMove, Ordering
from engine.movement.steps import mobile
from engine.movement.takeback import can_go_back, pieces_without_purpose
from engine.odds import BattleEnd
from engine.pause import Action
from engine.pieces import Figure, PieceId
from engine.requests import Decision
from engine.units import SUBMARINE
from engine.variants.convoys.raids import DivideLoss
from engine.variants.rules_of_warfare.elite import RerollDie, elite_of
from engine.variants.rules_of_warfare.kamikaze import BecomeKamikaze
from engine.variants.rules_of_warfare.mines import LayMine, StowMine
from engine.variants.rules_of_warfare.paratroops import Paratroops
from engine.variants.rules_of_warfare.resistance import DiscardUnit
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    Transfer,
)
from engine.variants.secret_subs.combat import (
    AnonymizeSurvivors,
    ChooseSides,
    ReorganizeSurvivors,
    SubmergeGroups,
    SubmergeOrFight,
)
from engine.variants.secret_subs.dock import PlacementSlots
from engine.variants.secret_subs.ledger import MODULE, tracker
from engine.variants.secret_subs.place import PlaceSubs, new_limit
from engine.variants.secret_subs.settings import SETUP_DECOYS
from engine.variants.secret_subs.setup import OpeningGroups
from engine.variants.secret_subs.showing import AnonymizeShown
from engine.variants.secret_subs.tokens import class_of, possible, tokens_of
from engine.variants.secret_subs.windows import Window
from engine.variants.submarine_warfare.hunting import Escape
from engine.variants.submarine_warfare.patrol import Patrol

MOST_OPTIONS = 60
"""Legal answers that are listed at most."""

_ACTS: Final[Mapping[str, type[BecomeKamikaze] | type[LayMine]]] = {
    "vow": BecomeKamikaze,
    "lay": LayMine,
}


def form(view: PlayerView) -> Section:
    """How a decision is put to a page."""
    decision = view.decision
    asked: Section = {
        "name": type(decision).__name__,
        "power": decision.power,
        "asks": form_of(decision).asks,
        "space": _about(view),
        **_body(view),
    }
    if decision.open:
        asked["actions"] = {
            **(_with_groups(view) if MODULE in view.game.modules else {}),
            **_with_pieces(view),
        }
    return asked


def _about(view: PlayerView) -> SpaceId | None:
    """The space that a decision is about, if it is about one."""
    game = view.game
    match view.decision:
        case ShowRaiders(zone=space) | DivideLoss(zone=space) | Patrol(zone=space):
            return space
        case DiscardUnit(at=space) | StowMine(at=space):
            return space
        case Escape(piece=piece):
            return game.pieces[piece].at
        case Ordering() | NextBattle():
            return None
        case _:
            return None if game.battle is None else game.battle.space


def options(view: PlayerView) -> list[object]:
    """The first legal answers, in a fixed order: those that a page chooses among by number."""
    return list(itertools.islice(view.decision.candidates(view.game), MOST_OPTIONS))


def _body(view: PlayerView) -> Section:
    if (found := choosing.asked(view)) is not None:
        return found
    match view.decision:
        case OpeningGroups() as decision:
            return _opening(view, decision)
        case PurchaseUnits() as decision:
            return _purchase(view, decision)
        case Ordering() as decision:
            return _orders(view, decision)
        case Declare():
            return _declaration(view)
        case Casualties() as decision:
            return _casualties(view, decision)
        case MobilizeUnits() as decision:
            return _mobilization(view, decision)
        case PlaceSubs():
            return _placing(view)
        case ChooseSides():
            return _sides(view)
        case SubmergeGroups():
            return _groups(view)
        case Retreat():
            return {**_menu(view), **_hope(view)}
        case RerollDie() as decision:
            return {**_menu(view), **_missed(view.game, decision)}
        case Window() | ReorganizeSurvivors() | AnonymizeSurvivors() | AnonymizeShown():
            return {"kind": "window"}
        case _:
            return _menu(view)


def _menu(view: PlayerView) -> Section:
    found = options(view)
    return {
        "kind": "menu",
        "options": [phrase(view, answer) for answer in found],
        "more": len(found) == MOST_OPTIONS,
        "spaces": [_space_of(answer) for answer in found],
    }


def _hope(view: PlayerView) -> Section:
    """The odds that standing orders go by, and what going on is likely to cost."""
    odds = battle_odds(view)
    if isinstance(odds, NoOdds):
        return {"hint": f"If you go on: {no_odds_words(odds)}.", "win": None}
    lost, sunk = (round(odds.cost(role)) for role in (Role.ATTACKER, Role.DEFENDER))
    told = f"If you go on: {ends(odds)}. You lose {lost} IPC on average, they {sunk}."
    return {"hint": told, "win": percent(odds, BattleEnd.WON)}


def _missed(game: Game, decision: RerollDie) -> Section:
    """The dice that have fallen, and whose one may be rolled again (WE-1)."""
    unit = game.pieces[elite] if (elite := elite_of(game, decision.power)) is not None else None
    name = kind_name(unit.kind) if isinstance(unit, Figure) else "unit"
    volley = () if game.battle is None else game.battle.volley
    return {"hint": f"Your elite {name} missed.", "shots": [shot_seen(shot) for shot in volley]}


def _space_of(answer: object) -> str | None:
    """The space that an answer is about, so that the map can show it."""
    for name in ("space", "to"):
        found = getattr(answer, name, None)
        if isinstance(found, str):
            return found
    return None


# Economy


def _purchase(view: PlayerView, decision: PurchaseUnits) -> Section:
    game, power = view.game, decision.power
    own = complexes(game, power)
    rooms = [room(game, space) for space in own]
    return {
        "kind": "purchase",
        "treasury": game.treasury[power],
        "capacity": None if None in rooms else sum(n for n in rooms if n is not None),
        "waiting": sum(game.waiting.get(power, {}).values()),
        "wares": {
            kind: game.rules.unit_type(game, power, kind).cost for kind in game.rules.scenario.units
        },
        "repairs": {
            space: [game.rules.repair_price(game, power, n) for n in range(1, damage + 1)]
            for space, damage in sorted(game.damage.items())
            if damage and game.control.get(space) == power
        },
    }


def _mobilization(view: PlayerView, decision: MobilizeUnits) -> Section:
    game, power = view.game, decision.power
    waiting = {kind: n for kind, n in sorted(game.waiting.get(power, {}).items()) if n}
    slots = {
        kind: {
            complex_: list(spaces)
            for complex_, spaces in sorted(game.rules.placements(game, power, kind).items())
        }
        for kind in waiting
    }
    charged = sorted({complex_ for places in slots.values() for complex_ in places})
    return {
        "kind": "mobilize",
        "waiting": waiting,
        "slots": slots,
        "uses": {kind: game.rules.capacity_use(game, power, kind) for kind in waiting},
        "rooms": {complex_: room(game, complex_) for complex_ in charged},
        "proposed": [
            {"kind": spot.kind, "complex": spot.complex, "at": spot.at, "count": spot.count}
            for spot in deployed(game, decision).placements
        ],
    }


# Movement


def _orders(view: PlayerView, decision: Ordering) -> Section:
    game = view.game
    own = game.owned(decision.power)
    truth = in_truth(game, decision.power, view.groups)
    stray = pieces_without_purpose(game) if isinstance(decision, CombatMove) else ()
    return {
        "kind": "orders",
        "movable": [p.id for p in truth.owned(decision.power) if mobile(truth, p)],
        "back": [piece.id for piece in own if can_go_back(game, piece)],
        "aimless": [{"id": piece.id, "at": piece.at} for piece in stray],
        "done": _refusal(decision, view, Done()),
        "airborne": _airborne(game) if isinstance(decision, NoncombatMove) else [],
        "drops": _may_drop(game),
    }


def _airborne(game: Game) -> list[SpaceId]:
    """Spaces over which aircraft of the active power have no place to land as they are (BG-9.3)."""
    final = prospect(game, STILL)
    places = zip(final.flying, final.plan.zones, strict=True)
    return sorted({aircraft.at for aircraft, zone in places if zone is None})


def _may_drop(game: Game) -> bool:
    """Whether bombers of the active power may drop infantry (BG-4.2, WP-1)."""
    found = game.breakthroughs.get(game.active, frozenset())
    return Paratroops.module in game.rules.modules or Breakthrough.PARATROOPERS in found


def _refusal(decision: Decision[Any], view: PlayerView, answer: object) -> Section | None:
    """Why an answer is not legal; None if it is."""
    try:
        decision.check(view.game, answer)
    except Illegal as error:
        return {"rule": error.rule, "reason": reason(view.game, error)}
    return None


def _declaration(view: PlayerView) -> Section:
    game = view.game
    zones = attack_choices(game)
    came = {piece.at for piece in game.owned(game.active) if piece.moved}
    return {
        "kind": "declare",
        "must": sorted(zones.must),
        "may": list(zones.may),
        "proposed": [zone for zone in zones.may if zone in came],
        "cannot": sorted(zones.cannot),
        "guns": {
            land: {"ships": list(ships), "most": min(most, len(ships))}
            for land, (ships, most) in gunners(game, zones.must).items()
        },
        "raids": {
            land: {
                "bombers": [piece for piece in aircraft if piece in game.rules.raiders(game, land)],
                "escorts": [
                    piece for piece in aircraft if piece not in game.rules.raiders(game, land)
                ],
                "damage": game.damage.get(land, 0),
            }
            for land, aircraft in targets(game).items()
        },
        "spaces": [*zones.may, *targets(game)],
    }


# Battles


def _casualties(view: PlayerView, decision: Casualties) -> Section:
    game = view.game
    hits = salvo(game, decision.role)

    def worth(hit: tuple[PieceId, int]) -> tuple[bool, int, PieceId]:
        piece, number = hit
        unit = game.pieces[piece]
        kind = unit.kind if isinstance(unit, Figure) else SUBMARINE
        fatal = not isinstance(unit, Figure) or number == hits.room[piece]
        return (fatal, game.rules.unit_type(game, unit.owner, kind).cost, piece)

    each = ((piece, number) for piece in hits.targets for number in range(1, hits.room[piece] + 1))
    order = [piece for piece, _ in sorted(each, key=worth)]
    first, rest = hits.quota
    return {
        "kind": "casualties",
        "role": decision.role.value,
        "targets": {str(piece): hits.room[piece] for piece in hits.targets},
        "hits": first + rest,
        "proposed": {
            str(piece): n for piece, n in decision.by_preference(game, order).hits.items()
        },
    }


def _sides(view: PlayerView) -> Section:
    game, decision = view.game, view.decision
    battle = game.battle
    here = () if battle is None else (*battle.attackers, *battle.defenders)
    tokens = [token for token in tokens_of(game, decision.power) if token.id in here]
    refusals = [
        _refusal(decision, view, SubmergeOrFight(frozenset((token.id,)))) for token in tokens
    ]
    barred = refusals[0] if refusals and None not in refusals else None
    return {"kind": "sides", "tokens": [token.id for token in tokens], "barred": barred}


def _groups(view: PlayerView) -> Section:
    game, power = view.game, view.decision.power
    battle = game.battle
    if battle is None:
        return _menu(view)
    track = tracker(game, power)
    here = (*battle.attackers, *battle.defenders)
    return {
        "kind": "groups",
        "tokens": [
            {"id": t.id, "group": track.opened[t.id], "size": track.size(track.opened[t.id])}
            for t in tokens_of(game, power)
            if t.id in here
        ],
        "under": [
            {"id": t.id, "group": view.groups.get(t.id)}
            for t in tokens_of(game, power)
            if t.id in battle.submerged
        ],
    }


# Submarines


def _opening(view: PlayerView, decision: OpeningGroups) -> Section:
    return {
        "kind": "opening",
        "printed": dict(decision.printed),
        "groups": tracker(view.game, decision.power).limit,
        "decoys": view.game.rules.option(SETUP_DECOYS),
    }


def _placing(view: PlayerView) -> Section:
    game, power = view.game, view.decision.power
    dock, track = PlacementSlots.of(game, power), tracker(game, power)
    waiting = {kind_name(kind): n for kind, n in game.waiting.get(power, {}).items() if n}
    return {
        "kind": "place_subs",
        "waiting": waiting.get("submarine", 0),
        "supply": len(track.supply),
        "most": new_limit(game),
        "berths": [{"at": berth.at, "complex": berth.complex} for berth in dock.free_slots],
        "rooms": dict(dock.left.items()),
        "joinable": {
            str(token): {
                "at": game.pieces[token].at,
                "group": view.groups.get(token),
                "complexes": list(ways),
            }
            for token, ways in sorted(dock.joinable.items())
        },
    }


def _with_groups(view: PlayerView) -> Section:
    """What Secret Subs adds here: zones where tokens can be shuffled, or groups changed."""
    game, decision = view.game, view.decision
    face_down: dict[SpaceId, list[PieceId]] = {}
    for token in tokens_of(game, decision.power):
        if not token.face_up:
            face_down.setdefault(token.at, []).append(token.id)
    shuffles = {
        zone: tokens
        for zone, tokens in sorted(face_down.items())
        if len(tokens) > 1 and _may(view, Anonymize(frozenset(tokens)))
    }
    classes: list[list[PieceId]] = []
    for token in tokens_of(game, decision.power):
        alike = [other.id for other in class_of(game, token)]
        if len(alike) > 1 and alike not in classes and _may_reorganize(view, alike):
            classes.append(alike)
    decoys = [
        token.id
        for token in tokens_of(game, decision.power)
        if _may_remove(view, token.id, view.groups)
    ]
    return {
        "shuffle": shuffles,
        "reorganize": classes,
        "remove": decoys,
        "claims": [*_claims(view)],
    }


def _claims(view: PlayerView) -> Iterator[Section]:
    """What could be shown of tokens that a shuffle has made uncertain (SS-4.3b, point 4)."""
    game = view.game
    for token in tokens_of(game, view.decision.power):
        pieces = possible(game, token)
        true = true_markers(game, token, view.groups)
        named = frozenset(piece for piece, markers in pieces.items() if markers == true)
        if 0 < len(named) < len(pieces) and _may(view, ClaimFrom(token.id, named)):
            yield {
                "token": token.id,
                "pieces": sorted(named),
                "left": true.left,
                "moved": true.moved,
            }


def _with_pieces(view: PlayerView) -> Section:
    """Fighters that may take the vow (WK-1), and transports that may lay a mine (WM-2)."""
    game = view.game
    own = [piece.id for piece in game.owned(view.decision.power)]
    return {
        verb: [piece for piece in own if _may(view, action(piece))]
        for verb, action in _ACTS.items()
        if action.tag in game.rules.actions
    }


def _may(view: PlayerView, action: Action) -> bool:
    try:
        view.game.rules.check_action(view.game, view.decision, action)
    except Illegal:
        return False
    return True


def _may_reorganize(view: PlayerView, tokens: list[PieceId]) -> bool:
    """Whether a submarine of one of these tokens may change its group, or an empty one leave."""
    track = tracker(view.game, view.decision.power)
    held = [(token, view.groups[token]) for token in tokens if token in view.groups]
    some = next((group for _, group in held if track.size(group)), None)
    if some is None:
        return bool(held) and _may(view, Reorganize(held[0][0], (), dict(held[:1])))
    return any(
        _may(view, Reorganize(token, (Transfer(some, group, 1),)))
        for token, group in held
        if group != some
    )


def _may_remove(view: PlayerView, token: PieceId, groups: Mapping[PieceId, int]) -> bool:
    group = groups.get(token)
    track = tracker(view.game, view.decision.power)
    return group is not None and track.size(group) == 0 and _may(view, Remove(token, group))
