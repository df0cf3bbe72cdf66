"""Answers in words: what stands in menus and in the list of what is staged."""

__all__ = ["phrase"]

from collections.abc import Iterable, Mapping

from client.presentation.answers import warfare, waters
from client.presentation.answers.naming import named, placed, stacked
from client.presentation.words import breakthrough_name, handles, kind_name, tracker_sizes
from client.seat.view import PlayerView
from engine.battle.casualties import Losses
from engine.battle.combat import Fight
from engine.battle.fire import hit_points
from engine.battle.raids import Interceptors, Launch
from engine.battle.retreat import BreakOff, Press, Withdraw
from engine.battle.submarines import Dive
from engine.economy.mobilize import Mobilization
from engine.economy.purchase import Purchase
from engine.economy.research import Chart, Hire
from engine.editions.classic import Withdrawal
from engine.movement.homeless import Landings
from engine.movement.orders import Declaration, Done, Load, Move, TakeBack, Unload
from engine.pieces import Figure, PieceId
from engine.turn import First
from engine.units import Kind
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    Transfer,
)
from engine.variants.secret_subs.combat import SubmergeChoice, SubmergeOrFight
from engine.variants.secret_subs.dock import Placing
from engine.variants.secret_subs.setup import OpeningPlacement
from engine.variants.secret_subs.windows import Pass


def phrase(view: PlayerView, answer: object) -> str:
    """An answer as a person would say it."""
    match answer:
        case Move(pieces, route):
            return f"move {placed(view, pieces)} > {' > '.join(route)}"
        case Load(transport, pieces):
            return f"load {placed(view, pieces)} > {view.game.pieces[transport].at}"
        case Unload(pieces, territory):
            return f"unload {placed(view, pieces)} > {territory}"
        case TakeBack(pieces):
            return f"take back {placed(view, pieces)}"
        case Done():
            return "done"
        case Declaration(attack, bombard, raid):
            guns = (f"bombard {at} with {placed(view, by)}" for at, by in bombard.items())
            bombs = (f"raid {at} with {named(view, by)}" for at, by in raid.items())
            zones = f"attack {', '.join(sorted(attack)) or 'nothing'}"
            return "; ".join((zones, *guns, *bombs))
        case Landings(places):
            where = [f"{placed(view, [p])} in {at}" for p, at in sorted(places.items())]
            return f"land {', '.join(where)}" if where else "land nothing"
        case Purchase(units, repairs):
            mend = [f"repair {n} in {at}" for at, n in sorted(repairs.items())]
            goods = [part for part in (stacked(view, units), *mend) if part]
            return f"buy {'; '.join(goods) or 'nothing'}"
        case Mobilization(placements):
            where = [
                f"{kind_name(p.kind, p.count)} in {p.at}"
                + ("" if p.at == p.complex else f" from {p.complex}")
                for p in placements
            ]
            return f"place {'; '.join(where) or 'nothing'}"
        case _:
            return _beyond_orders(view, answer)


def _beyond_orders(view: PlayerView, answer: object) -> str:
    """Research, who comes first, rockets."""
    match answer:
        case Hire(count):
            return f"hire {count or 'nobody'}"
        case Chart(number):
            charts = view.game.rules.scenario.charts
            chosen = charts.charts[number - 1 : number] if charts is not None else ()
            found = ", ".join(breakthrough_name(one) for chart in chosen for one in chart)
            return f"chart {number}: {found}" if found else f"chart {number}"
        case First(power):
            return f"{power} fights first"
        case Launch(targets):
            flights = [f"{gun} > {target}" for gun, target in sorted(targets.items())]
            return f"launch {'; '.join(flights) or 'nothing'}"
        case _:
            return _in_battle(view, answer)


def _in_battle(view: PlayerView, answer: object) -> str:
    match answer:
        case Fight(space):
            return f"fight in {space}"
        case Losses(hits):
            return f"lose {_hits(view, hits)}"
        case Dive(pieces):
            return f"submerge {placed(view, pieces)}" if pieces else "strike with all"
        case Interceptors(pieces):
            return f"intercept with {named(view, pieces)}" if pieces else "intercept with none"
        case Withdrawal(to):
            zones = {zone: [p for p, at in to.items() if at == zone] for zone in to.values()}
            ways = [f"{named(view, by)} > {zone}" for zone, by in sorted(zones.items())]
            return f"withdraw {'; '.join(ways) or 'none'}"
        case Press():
            return "go on"
        case Withdraw(to, None):
            return f"withdraw to {to}"
        case Withdraw(to, by):
            return f"withdraw to {to}, showing where #{by} came from"
        case BreakOff():
            return "aircraft break off"
        case _:
            return _with_tokens(view, answer)


def _with_tokens(view: PlayerView, answer: object) -> str:
    match answer:
        case Pass():
            return "pass"
        case Anonymize(tokens):
            return f"shuffle {handles(tokens)}"
        case Reorganize(token, transfers, removals):
            leaving = f"; remove {handles(removals)}" if removals else ""
            return f"reorganize #{token}: {_transfers(transfers)}{leaving}"
        case ClaimFrom(token, pieces):
            return f"claim #{token} from {handles(pieces)}"
        case Remove(token, group):
            return f"remove #{token}, showing group {group}"
        case SubmergeOrFight(submerge):
            return f"submerge {handles(submerge)}" if submerge else "fight with all"
        case SubmergeChoice(tokens, joins):
            parts = (
                tokens and f"submerge {handles(tokens)}",
                joins and f"join {_transfers(joins)}",
            )
            return "; ".join(part for part in parts if part) or "fight with all"
        case OpeningPlacement():
            return f"open {_opened(view, answer)}"
        case Placing():
            return f"place {_placed(view, answer) or 'nothing'}"
        case _:
            return _of_house_rules(view, answer)


def _of_house_rules(view: PlayerView, answer: object) -> str:
    for chapter in (waters.chapter, warfare.chapter):
        words = chapter(view, answer)
        if words is not None:
            return words
    raise TypeError(f"nothing says what a {type(answer).__name__} means")


def _hits(view: PlayerView, hits: Mapping[PieceId, int]) -> str:
    figures = [p for p in hits if isinstance(view.game.pieces[p], Figure)]
    tokens = [f"{n} of #{p}" for p, n in sorted(hits.items()) if p not in figures]
    damaged = [p for p in figures if _absorbs(view, p, hits[p])]
    lost = stacked(view, _kinds(view, (p for p in figures if p not in damaged)))
    marked = stacked(view, _kinds(view, damaged))
    parts = (lost, marked and f"damage to {marked}", *tokens)
    return ", ".join(part for part in parts if part)


def _absorbs(view: PlayerView, piece: PieceId, hits: int) -> bool:
    return hits < hit_points(view.game, view.game.pieces[piece])


def _kinds(view: PlayerView, ids: Iterable[PieceId]) -> list[Kind]:
    found = (view.game.pieces[piece] for piece in ids)
    return [piece.kind for piece in found if isinstance(piece, Figure)]


def _opened(view: PlayerView, opening: OpeningPlacement) -> str:
    """``SZ Hawaii 3 1; SZ California 1`` to their owner; to others groups and tokens."""
    if not _knows(view, opening.tokens, opening.sizes):
        return f"with groups {tracker_sizes(opening.sizes)} on {handles(opening.tokens)}"
    zones: dict[str, list[str]] = {}
    for token, zone in sorted(opening.tokens.items()):
        size = opening.sizes.get(view.groups.get(token, 0), 0)
        zones.setdefault(zone, []).append(str(size))
    return "; ".join(f"{zone} {' '.join(found)}" for zone, found in zones.items())


def _knows(view: PlayerView, tokens: Iterable[PieceId], groups: Iterable[int]) -> bool:
    """Whether the player knows these groups to be among these tokens."""
    known = {view.groups.get(token) for token in tokens}
    return None not in known and known.issuperset(groups)


def _placed(view: PlayerView, placing: Placing) -> str:
    """``new 2 SZ Hawaii from Hawaii; join 1 #12`` to their owner; to others groups and tokens."""
    complexes = placing.complexes
    if not _knows(view, complexes, placing.added):
        fresh = [f"#{token} in {slot.at}" for token, slot in sorted(placing.tokens.items())]
        grown = [f"{n} to group {group}" for group, n in sorted(placing.added.items())]
        return ", ".join((*fresh, *grown))
    parts = []
    for token, complex_ in sorted(complexes.items()):
        count = placing.added.get(view.groups.get(token, 0), 0)
        if token in placing.tokens:
            at = placing.tokens[token].at
            parts.append(f"new {count or 'decoy'} {at} from {complex_}")
        elif count:
            parts.append(f"join {count} #{token} from {complex_}")
    return "; ".join(parts)


def _transfers(transfers: Iterable[Transfer]) -> str:
    return ", ".join(f"{t.source}>{t.target} {t.count}" for t in transfers)
