"""EX-I in play: two worlds whose secrets differ, and in which everybody does the same in public.

Fleets of submarines sail, hide, exchange and grow for some turns without a battle (dice and reveals
would tell the worlds apart, as they must). Whatever one world accepts and the other's secrets do
not bear out is declined there to its author alone, and another answer is tried in both.
"""

import itertools
import random
from dataclasses import dataclass
from typing import Any

import pytest

from engine.board import SpaceId
from engine.economy.purchase import Purchase, PurchaseUnits
from engine.movement.declarations import Declare
from engine.movement.orders import Declaration, Move
from engine.movement.phases import Ordering
from engine.pieces import PieceId
from engine.records import encode
from engine.requests import Decision, Reveal, Roll
from engine.units import SUBMARINE
from engine.variants.secret_subs import proposals
from engine.variants.secret_subs.setup import OpeningGroups, OpeningPlacement
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import tokens_of
from engine.view import view
from protocol.author import Author, Prepared
from protocol.charter import Secrecy
from protocol.due import Duty
from protocol.entry import Decide, Item, SealTokens
from protocol.entry_builder import Declined, PlayerAction
from protocol.table import Table
from tests.protocol.sample import MINUTE, found
from tests.protocol.test_wake_island import POWERS, SOURCE, charter
from tests.protocol.toy_match import author

DECKS = ((1, 2, 3, 4, 5, 6, 7, 8, 9, 10), (2, 1, 3, 4, 5, 6, 7, 8, 10, 9))
"""The first shuffle of every power, in either world."""
ENTRIES = 60


@dataclass
class World:
    """All players at their replicas, who hide things as they like."""

    players: list[Author]
    deck: tuple[int, ...]

    @property
    def table(self) -> Table:
        return self.players[0].table

    def prepare(self, seat: int, actions: list[PlayerAction], number: int) -> Prepared:
        entropy = bytes([self.deck[0]]) + number.to_bytes(31, "big")
        decks = () if actions or self.table.log.head.sequence >= len(POWERS) * 2 else (self.deck,)
        return self.players[seat].prepare(
            actions, entropy=entropy, minute=MINUTE, arrangements=decks
        )


def split(request: OpeningGroups, player: Author) -> OpeningPlacement:
    """Two tokens in the zone with most submarines, of which the worlds differ; one in others."""
    supply = iter(tracker(player.table.game, request.power).supply)
    sizes: dict[int, int] = {}
    tokens: dict[PieceId, SpaceId] = {}
    for zone, count in sorted(request.printed, key=lambda printed: -printed[1]):
        for part in (count,) if tokens else (count - count // 2, count // 2):
            token = next(supply)
            sizes[player.secrets[token]], tokens[token] = part, zone
    return OpeningPlacement(dict(sorted(sizes.items())), tokens)


def sail(request: Ordering, player: Author, draw: random.Random) -> Any:
    """Something with tokens, where nobody else is; or what ends the phase."""
    game, chance = player.table.game, draw.random()
    if chance < 0.35:
        action = proposals.drawn(game, request, draw, player.secrets)
        if action is not None:
            return action
    if chance < 0.85:
        token = draw.choice(tokens_of(game, request.power))
        near = [
            space
            for space in sorted(game.board.spaces)
            if game.board.is_sea(space)
            and game.board.adjacent(token.at, space)
            and all(piece.owner == request.power for piece in game.pieces.at(space))
        ]
        move = Move(frozenset({token.id}), tuple(draw.sample(near, min(1, len(near)))))
        if request.legal(game, move):
            return move
    return request.remedy(game)


def peaceful(player: Author, draw: random.Random) -> Any:
    """An answer that the player's secrets bear out, and that leads to no battle if that can be."""
    match player.table.request:
        case OpeningGroups() as request:
            return split(request, player)
        case Ordering() as request:
            return sail(request, player, draw)
        case PurchaseUnits() as request:
            action = Purchase({SUBMARINE: 3})
            return action if request.legal(player.table.game, action) else Purchase()
        case Declare():
            return Declaration()
        case Decision() as request:
            return request.draft(player.table.game, draw, player.secrets)
        case other:
            raise AssertionError(f"{other} is no decision")


def both(worlds: list[World], draw: random.Random, number: int) -> list[Prepared]:
    """The next entry in either world, of the same answer."""
    now = worlds[0].table.due
    assert now is not None
    for _ in range(60):
        actions: list[PlayerAction] = []
        if now.duty is Duty.DECISION:
            wisher = draw.choice(worlds).players[now.seat]
            actions = [Decide(encode(peaceful(wisher, draw)))]
        try:
            return [world.prepare(now.seat, actions, number) for world in worlds]
        except Declined:
            continue
    raise AssertionError("no answer suits both worlds")


def outline(item: Item) -> tuple[type[Item], int, int, object]:
    """What may be compared of an item: all but random bytes, commitments and proofs."""
    match item:
        case SealTokens(power, claim, fresh, commitments, justification):
            sizes = len(fresh) + len(commitments), len(justification)
            return SealTokens, *sizes, (power, claim)
        case _:
            return type(item), 0, 0, item


@pytest.mark.parametrize("secrecy", list(Secrecy))
def test_ex_i_in_play(secrecy: Secrecy) -> None:
    founding = found(charter(secrecy), SOURCE)
    worlds = [
        World([author(Table.start(founding), seat) for seat in range(len(POWERS))], deck)
        for deck in DECKS
    ]
    draw, kinds = random.Random(5), set()
    for number in itertools.count():
        prepared = both(worlds, draw, number)
        entries = [one.entry for one in prepared]
        assert len({len(entry.raw) for entry in entries}) == 1, "sizes tell nothing"
        assert len({one.carried for one in prepared}) == 1
        here, there = ([outline(item) for item in entry.items] for entry in entries)
        assert here == there
        for world, entry in zip(worlds, entries, strict=True):
            for player in world.players:
                player.table.append(entry.raw)
        one, other = (world.table for world in worlds)
        assert one.game == other.game
        assert one.due == other.due
        assert view(one.game, None, one.request) == view(other.game, None, other.request)
        kinds |= {claim.claim.tag for claim in one.ledger.commitments.claims}
        if number >= ENTRIES or isinstance(one.request, Roll | Reveal):
            break
    secrets = [[dict(player.secrets) for player in world.players] for world in worlds]
    assert all(mine != yours for mine, yours in zip(*secrets, strict=True))
    assert kinds >= {"shuffled", "counted", "present"}
    assert number >= ENTRIES
