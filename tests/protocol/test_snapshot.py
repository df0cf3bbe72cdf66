"""A game from a snapshot is the game that was played: in every byte, and whatever comes after."""

import random
from dataclasses import replace
from functools import cache
from typing import Any

import msgpack
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.board import Power
from engine.game import Game
from engine.instructions import Instructions, Standing
from engine.pieces import Figure
from protocol.charter import Secrecy
from protocol.errors import LocalError
from protocol.head import Head
from protocol.proposals import Proposal, TakeBack
from protocol.snapshot import BadSnapshot, Snapshot
from protocol.table import Table
from tests.examples import examples
from tests.protocol import test_house_rules, test_wake_island
from tests.protocol.toy_match import toy_table


def line(table: Table) -> tuple[bytes, ...]:
    return tuple(entry.raw for entry in table.log)


def taken(table: Table) -> Snapshot:
    """The last snapshot of a table."""
    assert table.snapshot is not None
    return table.snapshot


def written(table: Table) -> bytes:
    """All of a game as it stands, in the order of its mappings."""
    bookmark = table.fork().bookmark()
    return Snapshot.of(table.head, bookmark, table.ledger).write()


def resumed(table: Table, snapshot: Snapshot) -> Table:
    """The same game, played from a snapshot on that was written and read."""
    again = Table.start(table.log.founding)
    again.go_to(Snapshot.read(snapshot.write(), again.game), line(table))
    for raw in line(table)[snapshot.head.sequence :]:
        again.append_again(raw)
    return again


@cache
def island() -> Table:
    """Wake Island, until somebody was tired of it."""
    return test_wake_island.play(Secrecy.HASHED, seed=5)[0].table


def same(one: Table, other: Table) -> bool:
    return (
        written(one) == written(other)
        and one.game == other.game
        and one.request == other.request
        and one.ledger == other.ledger
        and one.due_digest == other.due_digest
        and one.log.players == other.log.players
        and one.log.head == other.log.head
    )


@pytest.mark.no_cover  # whole games
@settings(examples(3), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_what_follows_a_snapshot_is_what_follows_the_game(seed: int) -> None:
    """With any house rules: a table that goes on from each snapshot, beside the one that played."""
    draw = random.Random(seed)
    modules = test_house_rules.combination(draw)
    terms = test_house_rules.charter(modules, test_house_rules.options(modules, draw))
    follower: Table | None = None
    for players in test_house_rules.play(terms, draw, 60):
        table = players[0].table
        snapshot = table.snapshot
        if snapshot is None or table.request is None:
            continue
        if snapshot.head.sequence == len(table.log) - 1:
            follower = resumed(table, snapshot)
        elif follower is not None:
            follower.append(line(table)[-1])
        assert follower is not None
        assert same(follower, table), modules
    assert follower is not None


def test_it_is_what_was_written_though_a_step_had_begun() -> None:
    """Answers, waived windows, instructions and what was taken back are part of it."""
    table = island()
    run = table.fork()
    run.waive(0, waived=True)
    run.grant(1)
    run.instruct(Power("Japan"), Instructions(submerge=Standing.ALWAYS))
    run.lapse(1)
    before = Snapshot.of(Head(7, bytes(32)), run.bookmark(), table.ledger)
    again = Snapshot.read(before.write(), table.game)
    assert len(again.inputs) >= 4
    assert again.run().game == run.game
    assert again.run().request == run.request
    assert again.write() == before.write()


def test_the_order_of_mappings_is_kept() -> None:
    """Rules may go through a mapping as it stands."""
    snapshot = taken(island())
    backwards = dict(reversed(list(snapshot.base.control.items())))
    turned = replace(snapshot, base=snapshot.base.replace(control=backwards))
    read = Snapshot.read(turned.write(), island().game)
    assert list(read.base.control) == list(backwards) != list(snapshot.base.control)


def test_agreements_can_take_back_to_it() -> None:
    """As in the game that was played: the same position at each place since."""
    table = island().replayed_to(len(island().log) - 4)
    early = taken(table.replayed_to(len(table.log) - 40))
    again = resumed(table, early)
    positions = []
    for place in range(early.head.sequence, len(table.log)):
        head = table.log.at(place).head
        back = Proposal(game=table.charter.game_id, seat=0, after=table.head, terms=TakeBack(head))
        assert table.allows(back) == again.allows(back)
        if table.allows(back):
            positions.append(table.preview(back).game)
            assert positions[-1] == again.preview(back).game
    assert len(positions) > 10


class TestDoubts:
    """Whatever is wrong with a snapshot is said, and leaves the table as it was."""

    def refused(self, snapshot: Snapshot, entries: tuple[bytes, ...], match: str) -> None:
        fresh = Table.start(island().log.founding)
        with pytest.raises(BadSnapshot, match=match):
            fresh.go_to(snapshot, entries)
        assert len(fresh.log) == 0
        assert fresh.ledger == Table.start(island().log.founding).ledger
        fresh.append(line(island())[0])

    def test_it_is_of_another_line(self) -> None:
        snapshot = taken(island())
        elsewhere = replace(snapshot, head=replace(snapshot.head, hash=bytes(32)))
        self.refused(elsewhere, line(island()), "not on this line")

    def test_the_line_ends_before_it_or_at_it(self) -> None:
        """Nobody has signed the state that no entry follows."""
        snapshot = taken(island())
        place = snapshot.head.sequence
        self.refused(snapshot, line(island())[: place - 1], "not on this line")
        self.refused(snapshot, line(island())[:place], "not on this line")

    def test_it_is_not_what_was_signed(self) -> None:
        """One unit fewer, one roll more, another who plays: the digest tells."""
        snapshot = taken(island())
        figure = next(p for p in snapshot.base.pieces.values() if isinstance(p, Figure))
        base, ledger = snapshot.base, snapshot.ledger
        for altered in (
            replace(snapshot, base=base.without_pieces([figure.id])),
            replace(snapshot, ledger=replace(ledger, rolls=ledger.rolls + 1)),
            replace(snapshot, ledger=replace(ledger, players=ledger.players[::-1])),
        ):
            self.refused(altered, line(island()), "not the state|does not take its inputs")

    def test_only_a_table_with_nothing_played_takes_one_up(self) -> None:
        table = resumed(island(), taken(island()))
        with pytest.raises(LocalError, match="nothing has been played"):
            table.go_to(taken(island()), line(island()))

    def test_a_value_of_another_type_is_not_written(self) -> None:
        """Better none than one that comes back as something else."""
        snapshot = taken(island())
        wrong: Any = ["West"]
        with pytest.raises(BadSnapshot, match="cannot be written"):
            replace(snapshot, base=snapshot.base.replace(control=wrong)).write()
        with pytest.raises(BadSnapshot, match="cannot be written"):
            replace(snapshot, ledger=replace(snapshot.ledger, places=(True, False))).write()

    @given(data=st.data())
    def test_what_was_not_written_is_not_read(self, data: st.DataObject) -> None:
        """Any member of it exchanged for another kind of data."""
        whole = msgpack.unpackb(taken(island()).write(), raw=False)
        here, at = whole, data.draw(st.integers(0, len(whole) - 1))
        while isinstance(here[at], list) and here[at] and data.draw(st.integers(0, 5)):
            here = here[at]
            at = data.draw(st.integers(0, len(here) - 1))
        other = data.draw(st.sampled_from([1.5, [[]], {"a": 1}, "no such class", 7, b"7"]))
        assume(here[at] is not None and type(other) is not type(here[at]))
        here[at] = other
        with pytest.raises(BadSnapshot, match="cannot be read"):
            Snapshot.read(msgpack.packb(whole, use_bin_type=True), island().game)

    def test_bytes_cut_short_are_not_read(self) -> None:
        raw = taken(island()).write()
        for length in (0, 1, len(raw) // 2, len(raw) - 1):
            with pytest.raises(BadSnapshot):
                Snapshot.read(raw[:length], island().game)


def test_a_game_of_other_steps_goes_on_by_them() -> None:
    """The toy of the other tests."""
    assert toy_table().snapshot is None
    game: Game = toy_table().game
    start = Snapshot.of(Head(1, bytes(32)), toy_table().fork().bookmark(), toy_table().ledger)
    assert Snapshot.read(start.write(), game).base == start.base
