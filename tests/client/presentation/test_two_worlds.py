"""SS-4.1 in two worlds: what a player names with its secrets in mind is not what the log tells."""

import itertools
import random

import pytest

from client.presentation.decisions.secret_subs.actions import CHAPTER
from client.schema.answers import ReorganizeAnswer, SubTransfer
from client.seat.view import PlayerView
from engine.movement.phases import Ordering
from engine.pieces import PieceId
from engine.records import encode
from engine.variants.secret_subs.actions import Reorganize
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import class_of, tokens_of
from protocol.charter import Secrecy
from protocol.entry import Decide
from protocol.table import Table
from tests.client.positions import read_answer
from tests.protocol.sample import found
from tests.protocol.test_two_worlds import DECKS, World, both, outline
from tests.protocol.test_wake_island import POWERS, SOURCE, charter
from tests.protocol.toy_match import author

ENTRIES = 60


def pair_in(world: World) -> tuple[PieceId, ...]:
    """Tokens of the power to move that are alike; empty where there are none, or nobody moves."""
    request = world.table.request
    if isinstance(request, Ordering):
        for own in tokens_of(world.table.game, request.power):
            alike = class_of(world.table.game, own)
            if len(alike) > 1:
                return tuple(token.id for token in alike)
    return ()


def clicked(view: PlayerView, named: PieceId, source: int, target: int) -> Reorganize:
    """What comes of a page that sends the token that its player chose."""
    answer = ReorganizeAnswer(
        token=named, transfers=(SubTransfer(source=source, target=target, count=1),)
    )
    controls = (record.control for record in CHAPTER.actions)
    read = (control.read(view, answer) for control in controls)
    (action,) = (action for action in read if action is not None)
    assert isinstance(action, Reorganize)
    return action


@pytest.mark.parametrize("secrecy", list(Secrecy))
def test_a_reorganization_does_not_tell_which_token_was_named(secrecy: Secrecy) -> None:
    """In each world the player names the token that holds the group which it has in mind."""
    founding = found(charter(secrecy), SOURCE)
    worlds = [
        World([author(Table.start(founding), seat) for seat in range(len(POWERS))], deck)
        for deck in DECKS
    ]
    draw = random.Random(5)
    for number in itertools.count():
        assert number < ENTRIES, "no tokens were alike"
        if pair_in(worlds[0]):
            break
        for world, prepared in zip(worlds, both(worlds, draw, number), strict=True):
            for player in world.players:
                player.table.append(prepared.entry.raw)
    alike = pair_in(worlds[0])
    due = worlds[0].table.due
    assert due is not None
    named, entries = [], []
    for world in worlds:
        player = world.players[due.seat]
        game, request = world.table.game, world.table.request
        assert isinstance(request, Ordering)
        track = tracker(game, request.power)
        groups = {player.secrets[token]: token for token in alike}
        source = min(group for group in groups if track.size(group))
        target = min(group for group in groups if group != source)
        view = PlayerView(game, request, player.secrets)
        named.append(groups[source])
        line = f"#{groups[source]}: {source}>{target} 1"
        typed = read_answer("reorganize", view, line)
        assert typed == clicked(view, groups[source], source, target)
        assert typed.token == min(alike)
        entries.append(world.prepare(due.seat, [Decide(encode(typed))], ENTRIES).entry)
    assert named[0] != named[1], "else the worlds are one"
    here, there = ([outline(item) for item in entry.items] for entry in entries)
    assert here == there
    assert len(entries[0].raw) == len(entries[1].raw)
