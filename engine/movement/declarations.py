"""What is declared when Combat move ends: attacks, raids, bombardment (BG-7.14, 8.2, 8.3, 8.5)."""

__all__ = [
    "AttackChoices",
    "Declare",
    "assaults",
    "attack_choices",
    "bombarding_ships",
    "check_landings",
    "check_raids",
    "could_attack",
    "declare",
    "escorting_fighters",
    "may_declare",
    "may_ignore",
    "might_hit",
    "raid_targets",
    "raiders",
    "submarines_bar",
]

import itertools
import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from engine.board import Power, SpaceId
from engine.errors import Illegal, counted
from engine.frozen import cached
from engine.game import Game
from engine.movement.landing import Outlook, plan_landings
from engine.movement.orders import Declaration, Declared
from engine.movement.steps import passengers_of
from engine.options import INTERCEPTORS
from engine.phases import Stage
from engine.pieces import Figure, Piece, PieceId
from engine.requests import Decision, Step, ask
from engine.terms import is_warship
from engine.units import Domain, Trait

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AttackChoices:
    """Sea zones that the active power shares with enemies when its Combat move ends.

    Attributes:
        must: where it attacks and is not asked: what stays in a hostile zone fights (BG-7.3,
            7.5), unless all of it are submarines (BG-7.4); and where ignored submarines would bar a
            landing (BG-7.11).
        may: where it may attack or ignore.
        cannot: where an attack could not hit anything (BG-8.23); it ignores them and is not asked.
    """

    must: frozenset[SpaceId]
    may: tuple[SpaceId, ...]
    cannot: frozenset[SpaceId]


@cached
def attack_choices(game: Game) -> AttackChoices:
    """Sort the zones that the active power shares with enemies."""
    must: set[SpaceId] = set()
    may: list[SpaceId] = []
    cannot: set[SpaceId] = set()
    landings = {unit.at for units in assaults(game).values() for unit in units}
    present = {piece.at for piece in game.owned(game.active)}
    for zone in game.board.zones:
        if zone not in present or not _own(game, zone) or not game.enemies_at(game.active, zone):
            continue
        if not game.rules.may_ignore(game, zone):
            must.add(zone)
        elif not could_attack(game, zone):
            cannot.add(zone)
        elif zone in landings and game.rules.landing_barred(game, game.active, zone):
            must.add(zone)
        else:
            may.append(zone)
    return AttackChoices(frozenset(must), tuple(may), frozenset(cannot))


@cached
def could_attack(game: Game, zone: SpaceId) -> bool:
    """Whether an attack on the enemies in a zone could be declared.

    Implements: BG-8.23
    """
    try:
        may_declare(game, zone)
    except Illegal:
        return False
    return True


def may_ignore(game: Game, zone: SpaceId) -> bool:
    """Whether enemies in a zone may be ignored: no surface warship, or only submarines meet it."""
    return not game.rules.hostile(game, game.active, zone) or all(
        game.rules.counts_as(game, piece, Trait.SUBMARINE) for piece in _own(game, zone)
    )


def may_declare(game: Game, zone: SpaceId) -> None:
    """Judge an attack on enemies that the active power is free to ignore.

    Raises:
        Illegal: nothing of the active power there could hit anything from the first die (BG-8.10,
            8.23; R2). A face-down piece counts as able (SS-3.9).
    """
    own = [piece for piece in _own(game, zone) if _armed(game, piece)]
    enemies = game.enemies_at(game.active, zone)
    destroyer = any(game.rules.counts_as(game, piece, Trait.DESTROYER) for piece in own)
    if not any(
        game.rules.might_hit(game, piece, enemy, destroyer=destroyer)
        for piece in own
        for enemy in enemies
    ):
        raise Illegal("BG-8.23", "an attack in {space} could not hit anything", space=zone)


def submarines_bar(game: Game, power: Power, zone: SpaceId) -> bool:
    """Whether enemy submarines, if ignored, bar a power's landings from a zone.

    They do where the power has no warship there (SS-2.0e).

    Implements: BG-7.11, R15
    """
    return any(
        game.rules.bars_landing(game, piece) for piece in game.enemies_at(power, zone)
    ) and not any(is_warship(game, p) for p in game.pieces.at(zone) if p.owner == power)


def assaults(game: Game) -> dict[SpaceId, tuple[Figure, ...]]:
    """The active power's units that will land, by the territory of their assault.

    Implements: BG-7.10
    """
    landing: dict[SpaceId, tuple[Figure, ...]] = {}
    for piece in game.owned(game.active):
        if isinstance(piece, Figure) and piece.ashore is not None:
            landing[piece.ashore] = (*landing.get(piece.ashore, ()), piece)
    return landing


@dataclass(frozen=True, slots=True)
class Declare(Decision[Declaration]):
    """Attack or ignore, per sea zone; raids; bombardment, per assault (BG-7.14)."""

    answers: ClassVar[type[Declaration]] = Declaration

    def check(self, game: Game, answer: Declaration) -> None:
        """See `Decision.check`."""
        zones = attack_choices(game)
        for zone in sorted(answer.attack):
            if zone not in zones.may:
                raise Illegal(
                    "BG-7.3",
                    "there is no choice between attacking and ignoring in {space}",
                    space=zone,
                )
        check_raids(game, answer.raid)
        if _costs_a_landing(game, zones, answer.attack):
            raise Illegal("BG-7.6", "an aircraft could not land after this declaration")
        _check_bombardment(game, zones.must | answer.attack, answer.bombard)

    def candidates(self, game: Game) -> Iterator[Declaration]:
        """All declarations, the least violent first: ignoring, no raids, no bombardment.

        Of raids only those by any of a territory's bombers, with none or all of their escorts.
        """
        zones = attack_choices(game)
        flights = [
            (territory, tuple(_flights(game, territory))) for territory in raid_targets(game)
        ]
        for attack in _subsets(zones.may):
            if _costs_a_landing(game, zones, attack):
                continue
            guns = bombarding_ships(game, zones.must | frozenset(attack))
            fleets = [
                (territory, tuple(ships for ships in _subsets(there) if len(ships) <= limit))
                for territory, (there, limit) in guns.items()
            ]
            for raid in _shared_out(flights):
                for bombard in _shared_out(fleets):
                    firing = [ship for ships in bombard.values() for ship in ships]
                    if len(set(firing)) == len(firing):
                        yield Declaration(frozenset(attack), bombard, raid)

    def sample(self, game: Game, draw: random.Random) -> Declaration:
        """Attack more often than not, mostly fire all guns that may, and raid now and then."""
        zones = attack_choices(game)
        attack = frozenset(zone for zone in zones.may if draw.randrange(3))
        if _costs_a_landing(game, zones, attack):
            attack = _best(game, zones)
        bombard: dict[SpaceId, frozenset[PieceId]] = {}
        used: set[PieceId] = set()
        for territory, (ships, limit) in bombarding_ships(game, zones.must | attack).items():
            ready = [ship for ship in ships if ship not in used and draw.randrange(4)]
            if ready[:limit]:
                bombard[territory] = frozenset(ready[:limit])
                used.update(ready[:limit])
        raid = {
            territory: frozenset(draw.choice(tuple(_flights(game, territory))))
            for territory in raid_targets(game)
            if draw.randrange(2)
        }
        return Declaration(attack, bombard, {t: pieces for t, pieces in raid.items() if pieces})


def declare(game: Game) -> Step:
    """End Combat move with what the active power declares.

    Implements: BG-7.14
    """
    game, answer = yield from ask(game, Declare(game.active))
    zones = attack_choices(game)
    attacked = zones.must | answer.attack
    ignored = zones.cannot | frozenset(zones.may) - answer.attack
    bombarding = {t: tuple(sorted(ships)) for t, ships in sorted(answer.bombard.items())}
    raiding = {t: tuple(sorted(pieces)) for t, pieces in sorted(answer.raid.items())}
    game = game.update_turn_record(
        attacked=attacked, ignored=ignored, bombarding=bombarding, raiding=raiding
    )
    declared = Declared(
        game.active, tuple(sorted(attacked)), tuple(sorted(ignored)), bombarding, raiding
    )
    return game.with_events(declared).replace(stage=Stage.PHASE_CLOSES)


def _flights(game: Game, territory: SpaceId) -> Iterator[tuple[PieceId, ...]]:
    """Groups of aircraft that could raid a territory together, beginning with none."""
    bombers = game.rules.raiders(game, territory)
    escorts = tuple(piece for piece in raid_targets(game)[territory] if piece not in bombers)
    for raiding in _subsets(bombers):
        yield raiding
        if raiding and escorts:
            yield (*raiding, *escorts)


def _shared_out(
    choices: list[tuple[SpaceId, tuple[tuple[PieceId, ...], ...]]],
) -> Iterator[dict[SpaceId, frozenset[PieceId]]]:
    """Every way to choose one of the sets of each territory; empty ones are left out."""
    territories = [territory for territory, _ in choices]
    for chosen in itertools.product(*(sets for _, sets in choices)):
        yield {
            t: frozenset(pieces) for t, pieces in zip(territories, chosen, strict=True) if pieces
        }


def check_landings(game: Game) -> None:
    """Judge whether every assault can land, whatever is declared later.

    Raises:
        Illegal: a landing from an ally's ship would need a sea battle in which the active power has
            nothing (BG-7.10), or submarines that cannot be attacked bar one (BG-7.11).
    """
    for territory, units in sorted(assaults(game).items()):
        for zone in sorted({unit.at for unit in units}):
            if game.rules.hostile(game, game.active, zone) and not _own(game, zone):
                raise Illegal(
                    "BG-7.10",
                    "the landing in {space} needs a sea battle in {there}, where you have no ship",
                    space=territory,
                    there=zone,
                )
            if (
                game.rules.landing_barred(game, game.active, zone)
                and not game.rules.hostile(game, game.active, zone)
                and not could_attack(game, zone)
            ):
                raise Illegal(
                    "BG-7.11",
                    "submarines in {there} bar the landing in {space}; bring a warship",
                    there=zone,
                    space=territory,
                )


def _own(game: Game, zone: SpaceId) -> tuple[Piece, ...]:
    """The active power's pieces that would take part in a battle in a zone (BG-8.1a)."""
    power = game.active
    return tuple(
        piece
        for piece in game.pieces.at(zone)
        if piece.owner == power and not (isinstance(piece, Figure) and piece.aboard is not None)
    )


def _armed(game: Game, piece: Piece) -> bool:
    units = game.rules.units_of(game, piece)
    attacks = [game.rules.unit_type(game, piece.owner, kind).attack for kind in units]
    return not attacks or max(attacks) > 0


def might_hit(game: Game, piece: Piece, enemy: Piece, *, destroyer: bool) -> bool:
    """Whether a piece may hit an enemy at sea, with or without a destroyer beside it (BG-8.10)."""
    if game.rules.counts_as(game, piece, Trait.SUBMARINE):
        return game.rules.domain(game, enemy) is Domain.SEA
    flies = game.rules.domain(game, piece) is Domain.AIR
    return destroyer or not flies or not game.rules.counts_as(game, enemy, Trait.SUBMARINE)


def bombarding_ships(
    game: Game, attacked: frozenset[SpaceId]
) -> Mapping[SpaceId, tuple[tuple[PieceId, ...], int]]:
    """Ships that may bombard, and how many of them, by the territory of their assault (BG-8.5, R8).

    A ship needs an assault from its own zone, no sea battle there, and a defender to fire at.

    Implements: BG-8.5a, R8
    """
    found: dict[SpaceId, tuple[tuple[PieceId, ...], int]] = {}
    for territory, units in sorted(assaults(game).items()):
        ships = tuple(
            piece.id
            for zone in sorted({unit.at for unit in units} - attacked)
            for piece in _own(game, zone)
            if game.rules.counts_as(game, piece, Trait.BOMBARDS)
        )
        enemies = game.enemies_at(game.active, territory)
        if ships and any(_defends(game, piece) for piece in enemies):
            found[territory] = (ships, game.rules.bombardment_limit(game, len(units)))
    return found


def _defends(game: Game, piece: Piece) -> bool:
    return any(
        game.rules.unit_type(game, piece.owner, kind).is_combat_unit
        for kind in game.rules.units_of(game, piece)
    )


def _check_bombardment(
    game: Game, attacked: frozenset[SpaceId], bombard: Mapping[SpaceId, frozenset[PieceId]]
) -> None:
    able = bombarding_ships(game, attacked)
    fired: set[PieceId] = set()
    for territory, ships in sorted(bombard.items()):
        ready, limit = able.get(territory, ((), 0))
        unable = sorted(ships.difference(ready))
        if unable:
            raise Illegal(
                "BG-8.5", "{piece} cannot bombard {space}", piece=unable[0], space=territory
            )
        if len(ships) > limit:
            raise Illegal(
                "BG-8.5b",
                "at most {ships} can bombard {space}",
                ships=counted(limit, "ship"),
                space=territory,
            )
        if not ships or fired & ships:
            raise Illegal(
                "BG-8.5b", "each ship bombards once; leave out a territory that none bombards"
            )
        fired |= ships


def _costs_a_landing(game: Game, zones: AttackChoices, attack: Iterable[SpaceId]) -> bool:
    """Whether attacking in exactly these zones leaves an aircraft without a landing (BG-7.6)."""
    best = _best(game, zones)
    if best == frozenset(attack):
        return False
    lost = _stranded(game, zones, attack)
    return lost > 0 and lost > _stranded(game, zones, best)


def _stranded(game: Game, zones: AttackChoices, attack: Iterable[SpaceId]) -> int:
    return plan_landings(game, Outlook(battles=zones.must | frozenset(attack))).stranded


def _best(game: Game, zones: AttackChoices) -> frozenset[SpaceId]:
    """The attacks that leave carriers the most freedom to sail in Noncombat move.

    Attacking clears a hostile zone; in any other zone, attacking is all that holds a carrier.
    """
    return frozenset(zone for zone in zones.may if game.rules.hostile(game, game.active, zone))


def _subsets(items: tuple[T, ...]) -> Iterator[tuple[T, ...]]:
    return itertools.chain.from_iterable(
        itertools.combinations(items, n) for n in range(len(items) + 1)
    )


def raiders(game: Game, territory: SpaceId) -> tuple[PieceId, ...]:
    """The active power's bombers in a hostile territory whose complex they may raid.

    They raid or fight, not both; one that drops infantry may not raid (BG-4.2).
    """
    if not game.rules.hostile(game, game.active, territory):
        return ()
    here = game.pieces.at(territory)
    if not any(game.rules.counts_as(game, piece, Trait.COMPLEX) for piece in here):
        return ()
    return tuple(
        piece.id
        for piece in here
        if piece.owner == game.active
        and game.rules.counts_as(game, piece, Trait.RAIDS)
        and not passengers_of(game, (piece.id,))
    )


def raid_targets(game: Game) -> dict[SpaceId, tuple[PieceId, ...]]:
    """Territories that the active power may raid, with its aircraft there that may take part."""
    found: dict[SpaceId, tuple[PieceId, ...]] = {}
    for territory in sorted({piece.at for piece in game.owned(game.active)}):
        if territory not in game.board.spaces or game.board.is_sea(territory):
            continue
        bombers = game.rules.raiders(game, territory)
        if bombers:
            found[territory] = (*bombers, *_escorts(game, territory))
    return found


def check_raids(game: Game, raids: Mapping[SpaceId, frozenset[PieceId]]) -> None:
    """Judge which raids are declared.

    Raises:
        Illegal: a piece can neither raid nor escort there, or escorts without a raider (BG-8.3).
    """
    possible = raid_targets(game)
    for territory, pieces in sorted(raids.items()):
        unable = sorted(pieces.difference(possible.get(territory, ())))
        if unable:
            raise Illegal("BG-8.2", "{piece} cannot raid {space}", piece=unable[0], space=territory)
        if territory not in possible or pieces.isdisjoint(game.rules.raiders(game, territory)):
            raise Illegal("BG-8.2", "no bomber raids {space}; leave it out", space=territory)


def escorting_fighters(game: Game, power: Power, territory: SpaceId) -> tuple[PieceId, ...]:
    """A power's aircraft in a territory that are not raiders."""
    return tuple(
        piece.id
        for piece in game.pieces.at(territory)
        if piece.owner == power
        and game.rules.domain(game, piece) is Domain.AIR
        and not game.rules.counts_as(game, piece, Trait.RAIDS)
    )


def _escorts(game: Game, territory: SpaceId) -> tuple[PieceId, ...]:
    escorting = game.rules.option(INTERCEPTORS)
    return escorting_fighters(game, game.active, territory) if escorting else ()
