"""What is declared when Combat move ends: attacks, bombardments, raids (BG-7.14)."""

__all__ = ["CHAPTER"]

from collections.abc import Collection, Mapping

from client.presentation.controls import OwnForm
from client.presentation.names import Names
from client.presentation.naming import named, placed
from client.presentation.reading import NOTHING, parts, space, stack_in
from client.presentation.record import Chapter, DecisionRecord, EventRecord, Verb, Wording
from client.presentation.words import NotUnderstood, listed
from client.schema.answers import DeclareAnswer
from client.schema.forms import Bombardment, DeclareForm, RaidTarget
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.game import Game
from engine.movement.declarations import (
    Declare,
    assaults,
    attack_choices,
    bombarding_ships,
    raid_targets,
)
from engine.movement.orders import Declaration, Declared
from engine.pieces import Figure, PieceId

_NOTHING, _NOTHING_ELSE = "nothing at sea", "nothing else at sea"


def _attack(view: PlayerView, text: str) -> Declaration:
    """Enemies in zones that are not named are ignored where they may be.

    A raid that names no aircraft is flown by all that may bomb there.
    """
    attack: frozenset[SpaceId] = frozenset()
    bombard: dict[SpaceId, frozenset[PieceId]] = {}
    raid: dict[SpaceId, frozenset[PieceId]] = {}
    for part in parts(text):
        verb, _, rest = part.partition(" ")
        if verb.casefold() == "bombard":
            place, _, ships = rest.partition(" with ")
            territory = space(view, place)
            bombard[territory] = _gunners(view, territory, ships)
        elif verb.casefold() == "raid":
            place, _, aircraft = rest.partition(" with ")
            territory = space(view, place)
            raid[territory] = _raiders(view, territory, aircraft)
        elif part.casefold() not in NOTHING | {_NOTHING, _NOTHING_ELSE}:
            attack |= {space(view, name) for name in parts(part, ",")}
    return Declaration(attack, dict(sorted(bombard.items())), dict(sorted(raid.items())))


def _raiders(view: PlayerView, territory: SpaceId, aircraft: str) -> frozenset[PieceId]:
    """Own aircraft that may go on a raid, as in ``2 bombers, fighter``; all bombers if unnamed."""
    able = raid_targets(view.game).get(territory, ())
    if not able:
        could = f"there could be one on {listed(sorted(raid_targets(view.game)), 'or')}"
        raise NotUnderstood(
            f"there can be no raid on {territory}",
            could if raid_targets(view.game) else "no bomber of yours is over an enemy complex",
        )
    if not aircraft:
        return frozenset(view.game.rules.raiders(view.game, territory))
    chosen, _ = stack_in(view, f"{aircraft} in {territory}", lambda piece: piece.id in able)
    return chosen


def _gunners(view: PlayerView, territory: SpaceId, ships: str) -> frozenset[PieceId]:
    """Own ships in the zones next to a territory, as in ``battleship, cruiser``."""
    found: set[PieceId] = set()
    for zone in view.game.board.adjacent_zones(territory):
        try:
            chosen, _ = stack_in(
                view,
                ships if " in " in ships else f"{ships} in {zone}",
                lambda piece: not isinstance(piece, Figure) or piece.aboard is None,
            )
        except NotUnderstood:
            continue
        found |= chosen
    if not found:
        raise NotUnderstood(f'no ships "{ships}" next to {territory}', "name ships in one sea zone")
    return frozenset(found)


def _say_declaration(view: PlayerView, answer: Declaration) -> str:
    guns = (f"bombard {at} with {placed(view, by)}" for at, by in answer.bombard.items())
    bombs = (f"raid {at} with {named(view, by)}" for at, by in answer.raid.items())
    nothing = _NOTHING_ELSE if attack_choices(view.game).must else _NOTHING
    zones = f"attack {', '.join(sorted(answer.attack)) or nothing}"
    return "; ".join((zones, *guns, *bombs))


def _tell_declaration(view: PlayerView, answer: Declaration) -> str:
    guns = (f"bombard {at} with {placed(view, by)}" for at, by in answer.bombard.items())
    bombs = (f"raid {at} with {named(view, by)}" for at, by in answer.raid.items())
    zones = [f"attack in {listed(sorted(answer.attack))}"] if answer.attack else []
    return "; ".join((*zones, *guns, *bombs)) or "declare nothing more"


def _asked_now(view: PlayerView) -> tuple[str, tuple[str, ...]] | None:
    """The question, of what there is to choose alone; None if there is nothing."""
    zones = attack_choices(view.game)
    parts = [
        "where do you attack" if zones.may else "",
        "which ships bombard" if bombarding_ships(view.game, zones.must) else "",
        "which bombers raid" if raid_targets(view.game) else "",
    ]
    asked = listed(part for part in parts if part)
    return (f"{asked[0].upper()}{asked[1:]}?", ("BG-7.14",)) if asked else None


def _form(view: PlayerView, _: Declare) -> DeclareForm:
    game = view.game
    zones = attack_choices(game)
    came = {piece.at for piece in game.owned(game.active) if piece.moved}
    over = raid_targets(game)
    proposed = tuple(zone for zone in zones.may if zone in came)
    return DeclareForm(
        must=tuple(sorted(zones.must)),
        may=tuple(zones.may),
        proposed=proposed,
        cannot=tuple(sorted(zones.cannot)),
        guns=_guns(game, zones.must, proposed),
        raids={land: _raid_target(view, land, aircraft) for land, aircraft in over.items()},
        spaces=(*zones.may, *over),
    )


def _guns(
    game: Game, must: frozenset[SpaceId], attacked: Collection[SpaceId]
) -> Mapping[str, Bombardment]:
    """What may bombard, by territory; proposed are the dearest ships that attack nothing else."""
    found: dict[str, Bombardment] = {}
    taken: set[PieceId] = set()
    units = game.rules.scenario.units
    for land, (ships, most) in bombarding_ships(game, must).items():
        free = [ship for ship in game.pieces.named(ships) if ship.at not in attacked]
        dear = sorted(
            (ship for ship in free if isinstance(ship, Figure) and ship.id not in taken),
            key=lambda ship: -units[ship.kind].cost,
        )
        proposed = tuple(ship.id for ship in dear[:most])
        taken.update(proposed)
        found[land] = Bombardment(ships=tuple(ships), most=min(most, len(ships)), proposed=proposed)
    return found


def _raid_target(view: PlayerView, land: SpaceId, aircraft: tuple[PieceId, ...]) -> RaidTarget:
    game = view.game
    bombers = game.rules.raiders(game, land)
    own = (piece.id for piece in game.pieces.at(land) if piece.owner == game.active)
    return RaidTarget(
        bombers=tuple(piece for piece in aircraft if piece in bombers),
        escorts=tuple(piece for piece in aircraft if piece not in bombers),
        damage=game.damage.get(land, 0),
        alone=land not in assaults(game) and all(piece in bombers for piece in own),
    )


def _meant(_: PlayerView, answer: DeclareAnswer) -> Declaration:
    attack = frozenset(map(SpaceId, answer.attack))
    return Declaration(attack, _by_land(answer.bombard), _by_land(answer.raid))


def _by_land(pieces: Mapping[str, tuple[int, ...]]) -> dict[SpaceId, frozenset[PieceId]]:
    return {
        SpaceId(land): frozenset(map(PieceId, those))
        for land, those in sorted(pieces.items())
        if those
    }


def _declared(event: Declared, names: Names) -> str:
    does = [
        event.attacked and f"attacks in {listed(event.attacked)}",
        event.ignored and f"ignores the enemy in {listed(event.ignored)}",
        *(f"bombards {there} with {names.pieces(by)}" for there, by in event.bombarding.items()),
        *(f"raids {there} with {names.pieces(by)}" for there, by in event.raiding.items()),
    ]
    return f"{event.power} {listed(one for one in does if one) or 'declares nothing'}"


CHAPTER = Chapter(
    decisions=(
        DecisionRecord(
            Declare,
            asks="Where do you attack, which ships bombard, and which bombers raid?",
            rules=("BG-7.14",),
            task="declare attacks",
            control=OwnForm(_form, DeclareAnswer, _meant),
            put_now=_asked_now,
            says=(Wording(Declaration, _say_declaration, _tell_declaration),),
            verbs=(
                Verb(
                    "attack",
                    "SZ Wake; bombard Wake with cruiser; raid Japan with bomber",
                    _attack,
                ),
            ),
            examples=(
                "attack SZ Wake; bombard Wake with battleship",
                "attack nothing; raid Japan with 2 bombers",
                "attack nothing",
            ),
        ),
    ),
    events=(EventRecord(Declared, _declared),),
)
