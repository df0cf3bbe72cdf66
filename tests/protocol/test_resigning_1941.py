"""A seat of four resigns in the world of 1941: its fleets pass on, and nobody is shown them."""

import random
from collections.abc import Callable
from dataclasses import replace
from importlib import resources

import pytest

from engine.board import Power
from engine.game import Game
from engine.records import encode
from engine.requests import Decision
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.tokens import tokens_of
from protocol.audit import audit
from protocol.author import Author
from protocol.charter import Charter, DiceSetting, Seat, Secrecy, scenario_digest
from protocol.due import Duty
from protocol.entry import Decide, Resign
from protocol.entry_builder import PlayerAction
from protocol.logfile import write_log
from protocol.outline_audit import outline_audit
from protocol.report import Level, finish_audit
from protocol.sealing.suite import Sealed
from protocol.table import Table
from tests.protocol.sample import CHARTER, MINUTE, found, identity
from tests.protocol.toy_match import NONCE, author, chain, salt

SOURCE = (resources.files("engine") / "scenarios" / "anniversary-1941.toml").read_bytes()
SEATS = (("Germany", "Italy"), ("USSR",), ("Japan",), ("UK", "USA", "China"))
GERMANY, ITALY, JAPAN = Power("Germany"), Power("Italy"), Power("Japan")


def charter(secrecy: Secrecy) -> Charter:
    return replace(
        CHARTER,
        scenario="anniversary-1941",
        scenario_digest=scenario_digest(SOURCE),
        modules=("SS",),
        options=(),
        secrecy=secrecy,
        dice=DiceSetting.ALL,
        nonce=NONCE,
        seats=tuple(
            Seat(
                name=name,
                key=identity(index).public,
                powers=powers,
                salt=salt(index),
                dice_head=chain(index).head,
            )
            for index, (name, powers) in enumerate(zip(("A", "B", "C", "D"), SEATS, strict=True))
        ),
    )


class Match:
    """Four authors at one table."""

    def __init__(self, secrecy: Secrecy, seed: int) -> None:
        founding = found(charter(secrecy), SOURCE)
        self.table = Table.start(founding)
        self.players: list[Author] = [author(self.table, seat) for seat in range(len(SEATS))]
        self.draw = random.Random(seed)

    def play(self, until: Callable[[], bool]) -> None:
        while not until():
            self.step()

    def step(self, *actions: PlayerAction) -> None:
        now = self.table.due
        assert now is not None
        player = self.players[now.seat]
        request = self.table.request
        if not actions and now.duty is Duty.DECISION and isinstance(request, Decision):
            answer = request.draft(self.table.game, self.draw, player.secrets)
            actions = (Decide(encode(answer)),)
        number = len(self.table.log).to_bytes(32, "big")
        self.table.append(player.prepare(actions, entropy=number, minute=MINUTE).entry.raw)

    def decides(self, power: Power) -> bool:
        now = self.table.due
        return now is not None and (now.power, now.duty) == (power, Duty.DECISION)

    @property
    def game(self) -> Game:
        return self.table.game


@pytest.mark.parametrize(
    ("secrecy", "seed", "entries"), [(Secrecy.HASHED, 1, 20), (Secrecy.PROVED, 2, 60)]
)
def test_spec_13_1_a_resignation_passes_fleets_on_without_showing_them(
    secrecy: Secrecy, seed: int, entries: int
) -> None:
    match = Match(secrecy, seed)
    match.play(lambda: len(match.table.log) > entries and match.decides(GERMANY))
    before = match.table.ledger.commitments
    fleets = {power: tokens_of(match.game, power) for power in (GERMANY, ITALY)}
    assert len(fleets[GERMANY]) > 1
    match.step(Resign())
    match.play(lambda: match.decides(GERMANY))

    after = match.table.ledger.commitments
    assert after.opened == before.opened
    assert [match.game.seat_of(power) for power in (GERMANY, ITALY, JAPAN)] == [2, 2, 2]
    for power, tokens in fleets.items():
        lying = {(token.id, token.at) for token in tokens_of(match.game, power)}
        assert lying == {(token.id, token.at) for token in tokens}
    successor = match.players[2].secrets
    for power in fleets:
        track = tracker(match.game, power)
        mine = {token.id: successor[token.id] for token in tokens_of(match.game, power)}
        stored = {successor[token] for token in track.supply}
        assert sorted([*mine.values(), *stored]) == list(range(1, track.limit + 1))
        assert all(track.size(group) == 0 for group in stored), "SS-0.6"
        for alike in match.game.rules.interchangeable(match.game, power):
            faces = [after.faces[token] for token in alike]
            assert all(isinstance(face, Sealed) and face.key is None for face in faces)

    end = len(match.table.log) + 60
    match.play(lambda: len(match.table.log) > end and match.decides(JAPAN))
    data = write_log(match.table.log)
    report = audit(data)
    assert report.verified, report.to_text()
    assert finish_audit(outline_audit(data, Level.SECRETS)).verified
