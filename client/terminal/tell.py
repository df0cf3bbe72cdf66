"""What happened, in the rulebook's words: one line for each event."""

__all__ = ["Names", "tell", "told"]

import dataclasses
from collections.abc import Iterable, Iterator, Mapping, Sequence

from client.terminal.words import kind_name, listed, stack
from engine.battle.events import (
    BattleOpened,
    BattleOver,
    Damaged,
    Fired,
    Landed,
    Lost,
    Marked,
    Plundered,
    Repaired,
    Retreated,
    RoundBegan,
    Submerged,
    TerritoryTaken,
)
from engine.board import SpaceId
from engine.economy.income import Collected
from engine.economy.mobilize import Mobilized
from engine.economy.purchase import Bought
from engine.game import Event, Game
from engine.movement.homeless import LandedHomeless
from engine.movement.orders import Declared, Loaded, LostInFlight, Moved, TakenBack, Unloaded
from engine.pieces import Figure, PieceId
from engine.turn import PhaseBegan, RoundEnded, TurnBegan
from engine.units import Kind
from engine.variants.secret_subs.events import (
    GroupsOpened,
    OriginShown,
    Reorganized,
    SubsJoined,
    SubsPlaced,
    SupplyShuffled,
    TokensDiscarded,
    TokensRemoved,
    TokensRevealed,
    TokensShuffled,
    TokensTurnedDown,
)
from engine.victory import GameEnded


class Names:
    """What each piece was called when it was last seen: events outlive the pieces they name."""

    def __init__(self, game: Game) -> None:
        self._kinds: dict[PieceId, Kind] = {}
        self._order = tuple(game.rules.scenario.units)
        self.learn(game)

    def learn(self, game: Game) -> None:
        """Remember the pieces of a game."""
        for piece in game.pieces.values():
            if isinstance(piece, Figure):
                self._kinds[piece.id] = piece.kind

    def pieces(self, ids: Iterable[PieceId]) -> str:
        """``2 infantry, tank, #12``."""
        known = sorted(ids)
        units = stack((self._kinds[i] for i in known if i in self._kinds), self._order)
        tokens = _tokens(i for i in known if i not in self._kinds)
        return ", ".join(part for part in (units, tokens) if part)

    def units(self, counts: Mapping[Kind, int]) -> str:
        """``2 infantry, tank``."""
        return stack(counts, self._order)


def told(events: Iterable[Event], names: Names) -> Iterator[str]:
    """A line for each event; the steps of one move are one line."""
    way: list[Moved] = []
    for event in events:
        if way and not (isinstance(event, Moved) and _goes_on(way[-1], event)):
            yield _road(way, names)
            way = []
        if isinstance(event, Moved):
            way.append(event)
        else:
            yield tell(event, names)
    if way:
        yield _road(way, names)


def _goes_on(before: Moved, after: Moved) -> bool:
    return before.pieces == after.pieces and before.to == after.origin


def _road(way: Sequence[Moved], names: Names) -> str:
    spaces = (way[0].origin, *(step.to for step in way))
    return f"{names.pieces(way[0].pieces)}: {' > '.join(spaces)}"


def tell(event: Event, names: Names) -> str:
    """One line about an event."""
    return _turn(event, names)


def _turn(event: Event, names: Names) -> str:
    match event:
        case TurnBegan(number, powers):
            return f"── Round {number}: {listed(powers)} ──"
        case PhaseBegan(power, phase):
            return f"{power}: {phase.replace('_', ' ')}"
        case RoundEnded(number):
            return f"── Round {number} is over ──"
        case GameEnded(outcome):
            won = f"{outcome.winner} wins" if outcome.winner else "nobody wins"
            return f"The game is over: {won}, {outcome.why}"
        case Bought(power, units, repairs, spent):
            mended = ", ".join(f"{n} damage in {space}" for space, n in sorted(repairs.items()))
            goods = "; repairs ".join(part for part in (names.units(units), mended) if part)
            return f"{power} buys {goods} for {spent} IPC"
        case Mobilized(power, placement):
            unit = kind_name(placement.kind, placement.count)
            charged = "" if placement.complex == placement.at else f" from {placement.complex}"
            return f"{power} mobilizes {unit} in {placement.at}{charged}"
        case Collected(power, terms, total):
            parts = ", ".join(f"{term.amount} {term.reason}" for term in terms)
            return f"{power} collects {total} IPC ({parts})"
        case _:
            return _movement(event, names)


def _movement(event: Event, names: Names) -> str:
    match event:
        case Moved():
            return _road([event], names)
        case Loaded(transport, pieces):
            return f"{names.pieces(pieces)} board transport {transport}"
        case Unloaded(pieces, territory, True):
            return f"{names.pieces(pieces)} will land in {territory}"
        case Unloaded(pieces, territory):
            return f"{names.pieces(pieces)} land in {territory}"
        case TakenBack(pieces):
            return f"{names.pieces(pieces)} taken back"
        case Declared(power, attacked, ignored, bombarding):
            parts = [
                attacked and f"attacks in {listed(attacked)}",
                ignored and f"ignores the enemy in {listed(ignored)}",
                *(f"bombards {there} with {names.pieces(by)}" for there, by in bombarding.items()),
            ]
            return f"{power} {', '.join(p for p in parts if p) or 'attacks nowhere at sea'}"
        case LostInFlight(power, pieces, at):
            return f"{power} loses {names.pieces(pieces)} over {at}: nowhere to land"
        case LandedHomeless(power, places):
            where = ", ".join(f"{names.pieces([p])} in {at}" for p, at in sorted(places.items()))
            return f"{power} lands {where}"
        case _:
            return _battle(event, names)


def _battle(event: Event, names: Names) -> str:
    match event:
        case BattleOpened(space, kind, attackers, defenders):
            sides = f"{names.pieces(attackers)} against {names.pieces(defenders) or 'nobody'}"
            return f"Battle in {space} ({kind}): {sides}"
        case Landed(space, pieces):
            return f"  {names.pieces(pieces)} go ashore in {space}"
        case RoundBegan(_, number):
            return f"  combat round {number}"
        case Fired(_, why, volley):
            shots = "; ".join(
                f"{shot.role} {kind_name(shot.kind, shot.count)} at {shot.strength}: "
                f"{' '.join(map(str, shot.dice))}, {shot.hits} hit"
                for shot in volley
            )
            return f"  {why}: {shots}"
        case Marked(role, hits):
            return f"  {role} marks {names.pieces(hits)}"
        case Damaged(piece):
            return f"  {names.pieces([piece])} is damaged"
        case Lost(_, owner, kind, _, count):
            return f"  {owner} loses {kind_name(kind, count)}"
        case Submerged(_, owner, pieces):
            return f"  {owner} submerges {names.pieces(pieces)}"
        case Retreated(_, to, pieces, aircraft):
            ships = f"{names.pieces(pieces)} withdraw to {to}" if pieces else ""
            planes = f"{names.pieces(aircraft)} break off" if aircraft else ""
            return "  " + "; ".join(part for part in (ships, planes) if part)
        case Repaired(pieces):
            return f"  {names.pieces(pieces)}: damage repaired"
        case BattleOver(space, None):
            return f"  battle in {space} over: both sides stay"
        case BattleOver(space, won):
            return f"  battle in {space} over: the {'attacker' if won else 'defender'} has won"
        case TerritoryTaken(space, by, before, now):
            freed = f", for {now}" if now != by else ""
            return f"{by} takes {space}{f' from {before}' if before else ''}{freed}"
        case Plundered(by, victim, amount):
            return f"{by} takes {amount} IPC from {victim}"
        case _:
            return _subs(event)


def _subs(event: Event) -> str:
    match event:
        case SupplyShuffled(power, tokens):
            return f"{power} shuffles its supply of {tokens} tokens"
        case GroupsOpened(power, sizes, tokens):
            return f"{power} opens with {_at(tokens)}; tracker {_sizes(sizes)}"
        case SubsPlaced(power, added, tokens, _, lost):
            parts = [
                added
                and "adds " + ", ".join(f"{n} to group {g}" for g, n in sorted(added.items())),
                tokens and f"places {_at(tokens)}",
                lost and f"loses {lost} submarines for want of room",
            ]
            return f"{power} {', '.join(p for p in parts if p) or 'places no submarine'}"
        case TokensShuffled(power, at, old, new):
            return f"{power} shuffles {_tokens(old)} in {at}: now {_tokens(new)}"
        case Reorganized(power, at, _, sizes):
            return f"{power} reorganizes in {at}: tracker {_sizes(sizes)}"
        case OriginShown(power, token, pieces):
            return f"{power} shows that #{token} was one of {_tokens(pieces)}"
        case TokensRemoved(power, at, groups) | TokensDiscarded(power, at, groups):
            return f"{power} takes back decoys in {at}: {_faces(groups)}"
        case TokensRevealed(at, groups):
            return f"  tokens turned up in {at}: {_faces(groups)}"
        case SubsJoined(power, at, sizes, joined, _):
            into = listed(map(str, joined))
            return f"  {power} submerges into group {into} in {at}: tracker {_sizes(sizes)}"
        case TokensTurnedDown(at, turned):
            return f"  {_tokens(turned)} face down again in {at}"
        case _:
            return f"{type(event).__name__}: {dataclasses.asdict(event)}"


def _tokens(ids: Iterable[PieceId]) -> str:
    return " ".join(f"#{token}" for token in sorted(ids))


def _faces(groups: Mapping[PieceId, int]) -> str:
    return ", ".join(f"#{token} is group {group}" for token, group in sorted(groups.items()))


def _sizes(sizes: Mapping[int, int]) -> str:
    return " ".join(f"{group}:{size}" for group, size in sorted(sizes.items()))


def _at(tokens: Mapping[PieceId, SpaceId]) -> str:
    zones = dict.fromkeys(tokens.values())
    return ", ".join(
        f"{_tokens(t for t, at in tokens.items() if at == zone)} in {zone}" for zone in zones
    )
