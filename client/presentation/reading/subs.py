"""Secret Subs: ``shuffle #12 #13``, ``reorganize #12: 3>4 1``, ``new 2 SZ Hawaii``, ``fight``."""

__all__ = [
    "anonymize",
    "claim_from",
    "fight",
    "go_under",
    "no_more",
    "opening",
    "placing",
    "remove",
    "reorganize",
    "stand",
]

import re
from collections.abc import Iterator

from client.presentation.reading.stacks import NOTHING, bare, parts, space, token, tokens
from client.presentation.reading.supply import drawn_supply
from client.presentation.words import NotUnderstood, amount
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.pieces import PieceId
from engine.variants.secret_subs.actions import (
    Anonymize,
    ClaimFrom,
    Remove,
    Reorganize,
    Transfer,
)
from engine.variants.secret_subs.combat import ChooseSides, SubmergeChoice, SubmergeOrFight
from engine.variants.secret_subs.dock import PlacementSlot, PlacementSlots, Placing
from engine.variants.secret_subs.setup import OpeningPlacement
from engine.variants.secret_subs.windows import Pass

_TRANSFER = re.compile(r"(?P<source>\d+)\s*>\s*(?P<target>\d+)(?:\s+(?P<count>\d+))?")


def anonymize(_: PlayerView, text: str) -> Anonymize:
    """``#12 #13``: shuffle tokens in one sea zone."""
    return Anonymize(tokens(text))


def reorganize(view: PlayerView, text: str) -> Reorganize:
    """``#12: 3>4 1, 5>4 2; remove #13``: move submarines between groups of one sea zone."""
    named, colon, rest = text.partition(":")
    if not colon:
        raise NotUnderstood(
            "which tokens?", "name one of the zone, then the transfers: reorganize #12: 3>4 1"
        )
    transfers: list[Transfer] = []
    removals: dict[PieceId, int] = {}
    for part in parts(rest):
        if part.casefold().startswith("remove"):
            leaving = tokens(part[len("remove") :])
            removals |= {handle: _held(view, handle) for handle in sorted(leaving)}
        else:
            transfers += _transfers(part)
    return Reorganize(token(named), tuple(transfers), removals)


def _transfers(text: str) -> Iterator[Transfer]:
    for part in parts(text, ","):
        found = _TRANSFER.fullmatch(part)
        if found is None:
            raise NotUnderstood(
                f'"{part}" is no transfer', "write group > group and how many: 3>4 1"
            )
        yield Transfer(int(found["source"]), int(found["target"]), int(found["count"] or 1))


def claim_from(_: PlayerView, text: str) -> ClaimFrom:
    """``#15 from #12 #13``: show that a token is one of some pieces of its last shuffle."""
    what, sign, pieces = text.partition(" from ")
    if not sign:
        raise NotUnderstood("from which pieces?", "write: claim #15 from #12")
    return ClaimFrom(token(what), tokens(pieces))


def remove(view: PlayerView, text: str) -> Remove:
    """``#12``: take a decoy off the board, showing it."""
    handle = token(text)
    return Remove(handle, _held(view, handle))


def _held(view: PlayerView, handle: PieceId) -> int:
    """The group under an own token."""
    group = view.groups.get(handle)
    if group is None:
        raise NotUnderstood(f"#{handle} is no token of yours", "`look` shows your tokens")
    return group


def no_more(_: PlayerView, text: str) -> Pass:
    """Nothing more is done here."""
    if text:
        raise NotUnderstood(f'"{text}" after pass', "write pass alone")
    return Pass()


def stand(_: PlayerView, text: str) -> SubmergeOrFight:
    """``#12 #13``: these tokens submerge, all others fight; ``none``: all fight."""
    return SubmergeOrFight(frozenset() if text.casefold() in NOTHING else tokens(text))


def fight(view: PlayerView, text: str) -> SubmergeOrFight | SubmergeChoice:
    """All tokens fight."""
    if bare(text, "with all"):
        raise NotUnderstood(f'"{text}" after fight', "name those that submerge: submerge #12")
    return SubmergeOrFight() if isinstance(view.decision, ChooseSides) else SubmergeChoice()


def go_under(_: PlayerView, text: str) -> SubmergeChoice:
    """``#12; join 3>5 1``: tokens go back face down; submarines join a submerged group."""
    under: frozenset[PieceId] = frozenset()
    joins: list[Transfer] = []
    for part in parts(text):
        if part.casefold().startswith("join"):
            joins += _transfers(part[len("join") :].strip())
        elif part.casefold() not in NOTHING:
            under |= tokens(part)
    return SubmergeChoice(under, tuple(joins))


def opening(view: PlayerView, text: str) -> OpeningPlacement:
    """``SZ Hawaii 3 1; SZ California 1``: how the printed submarines are divided into groups.

    A size of 0 is a decoy.
    """
    supply = drawn_supply(view)
    sizes: dict[int, int] = {}
    placed: dict[PieceId, SpaceId] = {}
    for part in parts(text):
        zone, numbers = _zone_and_sizes(view, part.split())
        for size in numbers:
            handle = _next(supply)
            placed[handle] = zone
            if size:
                sizes[view.groups[handle]] = size
    return OpeningPlacement(dict(sorted(sizes.items())), dict(sorted(placed.items())))


def _zone_and_sizes(view: PlayerView, words: list[str]) -> tuple[SpaceId, list[int]]:
    """``SZ 8 3 1``: the shortest beginning that names a space, then nothing but numbers."""
    fault = NotUnderstood("which sea zone?", "write its name, then sizes: SZ Hawaii 3 1")
    for end in range(1, len(words) + 1):
        try:
            return space(view, " ".join(words[:end])), [amount(word) for word in words[end:]]
        except NotUnderstood as error:
            fault = error
    raise fault


def placing(view: PlayerView, text: str) -> Placing:
    """``new 2 SZ Hawaii; new decoy SZ Hawaii from Hawaii; join 1 #12``, or ``nothing``."""
    slots = PlacementSlots.of(view.game, view.decision.power)
    supply = drawn_supply(view)
    added: dict[int, int] = {}
    fresh: dict[PieceId, PlacementSlot] = {}
    charged = {handle: sources[0] for handle, sources in sorted(slots.joinable.items())}
    for part in parts(text):
        verb, _, rest = part.partition(" ")
        number, _, place = rest.partition(" ")
        match verb.casefold():
            case "new":
                handle = _next(supply)
                fresh[handle] = _slot(view, slots, place)
                count = 0 if number.casefold() == "decoy" else amount(number)
                group = view.groups[handle]
            case "join":
                where, _, source = place.partition(" from ")
                handle = token(where)
                count, group = amount(number), _held(view, handle)
                if source:
                    charged[handle] = space(view, source)
            case word if word in NOTHING:
                continue
            case _:
                raise NotUnderstood(
                    f'"{part}" cannot be read', "write: new 2 SZ Hawaii, or: join 1 #12"
                )
        if count:
            added[group] = added.get(group, 0) + count
    answer = Placing(dict(sorted(added.items())), dict(sorted(fresh.items())), charged)
    return Placing() if answer.empty else answer


def _next(supply: Iterator[PieceId]) -> PieceId:
    handle = next(supply, None)
    if handle is None:
        raise NotUnderstood("there are not so many tokens in your supply", "place fewer")
    return handle


def _slot(view: PlayerView, slots: PlacementSlots, text: str) -> PlacementSlot:
    """A sea zone for a new token, and the complex to which it is charged."""
    where, _, source = text.partition(" from ")
    zone = space(view, where)
    sources = [complex_ for complex_, zones in slots.where.items() if zone in zones]
    if source:
        return PlacementSlot(zone, space(view, source))
    if not sources:
        raise NotUnderstood(f"no token can be placed in {zone}", "it must touch a complex of yours")
    if len(sources) > 1:
        raise NotUnderstood(
            f"{zone} can be reached from {' and '.join(sources)}", f"add: from {sources[0]}"
        )
    return PlacementSlot(zone, sources[0])
