"""Battles for tests: drawn up in words, fought with given dice and choices.

The United States attack; the world is that of `tests.engine.position`.
"""

__all__ = ["STEPS", "Combat", "battlefield"]

import dataclasses
import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

from engine.battle.casualties import Casualties, Losses
from engine.battle.combat import (
    Fight,
    NextBattle,
)
from engine.battle.retreat import BreakOff, Press, Retreat, Withdraw
from engine.battle.submarines import Dive, Submerge
from engine.battles import Role
from engine.board import SpaceId
from engine.game import Event, Game
from engine.phases import Phase, Stage
from engine.pieces import Figure, PieceId
from engine.records import encode
from engine.requests import Request, Roll
from engine.run import Run
from engine.scenario import Scenario
from engine.units import Domain, Kind
from tests.engine.position import ending_after, position

E = TypeVar("E", bound=Event)


STEPS = ending_after(
    Stage.CONDUCT_COMBAT,
    Stage.RAID,
    Stage.BATTLE_OPENS,
    Stage.BATTLE_ROUND,
    Stage.HOUSE_BATTLE,
    Stage.BATTLE_CLOSES,
    Stage.COMBAT_CLOSES,
)


class Combat:
    """A phase of Conduct combat being played."""

    def __init__(self, game: Game) -> None:
        self.start = game
        self.run = Run(game, STEPS)
        self.events: list[Event] = []

    @property
    def game(self) -> Game:
        return self.run.game

    @property
    def request(self) -> Request[object] | None:
        return self.run.request

    @property
    def is_over(self) -> bool:
        """Whether all combat of the phase is over."""
        return self.run.request is None

    @property
    def attackers(self) -> tuple[PieceId, ...]:
        assert self.game.battle is not None
        return self.game.battle.attackers

    @property
    def defenders(self) -> tuple[PieceId, ...]:
        assert self.game.battle is not None
        return self.game.battle.defenders

    def answer(self, value: object) -> None:
        self.events.extend(self.run.answer(encode(value)))

    def fight(self, space: str) -> None:
        assert isinstance(self.request, NextBattle), self.request
        self.answer(Fight(SpaceId(space)))

    def roll(self, *dice: int, why: str = "") -> None:
        """Give the dice that are asked for."""
        assert isinstance(self.request, Roll), self.request
        assert why in self.request.why
        assert self.request.count == len(dice), self.request
        self.answer(dice)

    def lose(self, units: str) -> None:
        """Assign hits to the units named, those with the lowest ids: ``cruiser, 2 infantry``."""
        assert isinstance(self.request, Casualties), self.request
        side = self.attackers if self.request.role is Role.ATTACKER else self.defenders
        self.answer(Losses(dict.fromkeys(self.pick(units, side), 1)))

    def dive(self, units: str) -> None:
        """Submerge the submarines named; none with an empty string."""
        assert isinstance(self.request, Submerge), self.request
        fighting = {*self.attackers, *self.defenders}
        own = (p.id for p in self.game.owned(self.request.power) if p.id in fighting)
        ids = self.pick(units, tuple(own)) if units else ()
        self.answer(Dive(frozenset(ids)))

    def press(self) -> None:
        assert isinstance(self.request, Retreat), self.request
        self.answer(Press())

    def retreat(self, to: str) -> None:
        assert isinstance(self.request, Retreat), self.request
        self.answer(Withdraw(SpaceId(to)))

    def break_off(self) -> None:
        assert isinstance(self.request, Retreat), self.request
        self.answer(BreakOff())

    def pick(self, units: str, among: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
        """Ids of the units named, the lowest of each kind."""
        return _pick(self.game, units, among)

    def kind(self, piece: PieceId) -> Kind:
        figure = self.game.pieces[piece]
        assert isinstance(figure, Figure)
        return figure.kind

    def units(self, space: str, owner: str | None = None) -> str:
        """The units in a space, as one writes them: ``2 fighter, submarine``."""
        kinds = [
            f"damaged {piece.kind}" if piece.damaged else piece.kind
            for piece in self.game.pieces.at(SpaceId(space))
            if isinstance(piece, Figure) and owner in (None, piece.owner)
        ]
        return ", ".join(
            kind if kinds.count(kind) == 1 else f"{kinds.count(kind)} {kind}"
            for kind in sorted(set(kinds))
        )

    def seen(self, kind: type[E]) -> list[E]:
        """All events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def battlefield(
    units: str,
    *,
    attacked: tuple[str, ...] = (),
    ignored: tuple[str, ...] = (),
    came_from: Mapping[str, str] | None = None,
    landing: Mapping[str, str] | None = None,
    bombarding: Mapping[str, str] | None = None,
    raiding: Mapping[str, str] | None = None,
    breakthroughs: Mapping[str, Iterable[str]] | None = None,
    damage: Mapping[str, int] | None = None,
    active: str = "USA",
    control: Mapping[str, str] | None = None,
    treasury: Mapping[str, int] | None = None,
    seats: tuple[tuple[str, ...], ...] = (("USA", "UK"), ("Japan", "Germany")),
    modules: tuple[str, ...] = (),
    options: Mapping[str, str] | None = None,
    scenario: Scenario | None = None,
) -> Combat:
    """Draw up battles as they stand when Conduct combat begins.

    Args:
        units: as for `position`; land units in a sea zone are aboard its transports, two a ship.
        attacked: sea zones that the active power attacks.
        ignored: those whose submarines and transports it ignores.
        came_from: origin of the active power's pieces, by ``SPACE`` or ``SPACE kind``.
        landing: zone → territory where everything aboard there lands.
        bombarding: zone → territory that the zone's battleships and cruisers bombard.
        raiding: territory → the aircraft there that raid, as in ``2 bomber, fighter``.
        breakthroughs: what research has brought.
        damage: damage markers.
        active: the attacker.
        control: who controls what, where it is not as printed.
        treasury: IPC.
        seats: who plays what.
        modules: house rules.
        options: settings that differ from the default.
        scenario: another world.
    """
    game = position(
        units,
        active=active,
        phase=Phase.CONDUCT_COMBAT,
        control=control,
        treasury=treasury,
        damage=damage,
        breakthroughs=breakthroughs,
        seats=seats,
        modules=modules,
        options=options,
        scenario=scenario,
    )
    game = _embarked(game, landing or {})
    origins = came_from or {}
    moved = []
    for piece in game.owned(game.active):
        assert isinstance(piece, Figure)
        origin = origins.get(f"{piece.at} {piece.kind}", origins.get(piece.at))
        if origin is not None:
            moved.append(dataclasses.replace(piece, came_from=SpaceId(origin), moved=True))
    game = game.with_pieces(*moved)
    guns: dict[SpaceId, tuple[PieceId, ...]] = {}
    for zone, territory in (bombarding or {}).items():
        ships = tuple(
            piece.id
            for piece in game.pieces.at(SpaceId(zone))
            if isinstance(piece, Figure) and piece.kind in ("battleship", "cruiser")
        )
        guns[SpaceId(territory)] = guns.get(SpaceId(territory), ()) + ships
    raids = {}
    for territory, aircraft in (raiding or {}).items():
        own = [p.id for p in game.pieces.at(SpaceId(territory)) if p.owner == game.active]
        raids[SpaceId(territory)] = _pick(game, aircraft, tuple(own))
    return Combat(
        game.update_turn_record(
            raiding=raids,
            attacked=frozenset(map(SpaceId, attacked)),
            ignored=frozenset(map(SpaceId, ignored)),
            bombarding=guns,
        )
    )


def _pick(game: Game, units: str, among: tuple[PieceId, ...]) -> tuple[PieceId, ...]:
    found: list[PieceId] = []
    for item in units.split(", "):
        match = re.fullmatch(r"(?:(\d+) )?(\w+)", item)
        assert match is not None
        figures = (piece for i in among if isinstance(piece := game.pieces[i], Figure))
        alike = [figure.id for figure in figures if figure.kind == match[2]]
        found.extend(alike[: int(match[1] or 1)])
    return tuple(sorted(found))


def _embarked(game: Game, landing: Mapping[str, str]) -> Game:
    boarded: list[Figure] = []
    for zone in game.board.zones:
        here = [p for p in game.pieces.at(zone) if isinstance(p, Figure)]
        berths = [p.id for p in here if p.kind == "transport" for _ in range(2)]
        cargo = [p for p in here if game.rules.domain(game, p) is Domain.LAND]
        to = landing.get(zone)
        boarded += [
            dataclasses.replace(unit, aboard=ship, ashore=None if to is None else SpaceId(to))
            for unit, ship in zip(cargo, berths, strict=False)
        ]
    return game.with_pieces(*boarded)
