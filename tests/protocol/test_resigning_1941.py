"""A seat of four goes in the world of 1941: its fleets pass on, and nobody is shown them."""

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
from protocol.conduct import Conduct
from protocol.due import Duty
from protocol.due import carrier as carrying_seat
from protocol.entry import Decide, Resign
from protocol.entry_builder import PlayerAction
from protocol.logfile import write_log
from protocol.outline_audit import outline_audit
from protocol.report import Level, finish_audit
from protocol.sealing.suite import Sealed
from protocol.table import Table
from tests.protocol.agreeing import agreement_of, carrying
from tests.protocol.sample import CHARTER, found, identity, phrase
from tests.protocol.succession import DORA, replacing
from tests.protocol.toy_match import NONCE, ToyMatch, author, chain, salt

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


class Match(ToyMatch):
    """Four authors at one table, who draw what they decide."""

    def __init__(self, secrecy: Secrecy, seed: int) -> None:
        self.spectator = Table.start(found(charter(secrecy), SOURCE))
        self.authors = [author(self.spectator, seat) for seat in range(len(SEATS))]
        self.conducts = [Conduct(seat) for seat in range(len(SEATS))]
        self.drawn = 0
        self.draw = random.Random(seed)

    @property
    def tables(self) -> list[Table]:
        return [self.spectator]

    @property
    def game(self) -> Game:
        return self.spectator.game

    def play(self, until: Callable[[], bool]) -> None:
        while not until():
            self.step()

    def step(self, *actions: PlayerAction) -> None:
        """The seat that is due acts, as it draws it unless it is told."""
        now = self.spectator.due
        assert now is not None
        request = self.spectator.request
        if not actions and now.duty is Duty.DECISION and isinstance(request, Decision):
            groups = self.authors[now.seat].secrets
            actions = (Decide(encode(request.draft(self.game, self.draw, groups))),)
        self.send(self.prepare(now.seat, *actions).entry)

    def decides(self, power: Power) -> bool:
        now = self.spectator.due
        return now is not None and (now.power, now.duty) == (power, Duty.DECISION)

    def replace(self, seat: int) -> None:
        """All others agree that Dora plays a seat, and she begins."""
        now = self.spectator.due
        assert now is not None
        others = [other for other in range(len(SEATS)) if other != seat]
        carrier = carrying_seat(now.seat, frozenset({seat}), frozenset(range(len(SEATS))))
        proposal = replacing(self, others[0], seat)
        self.send(carrying(self, carrier, agreement_of(proposal, *others)))
        self.authors[seat] = Author(self.spectator, phrase(DORA))
        self.conducts[seat] = Conduct(seat, self.authors[seat].keys.player.number)
        self.ask(seat)
        for other in others:
            self.answer(other)
        self.settle_question(seat)

    def hidden(self, power: Power) -> list[int]:
        """The groups of a power's tokens, as its player knows them."""
        groups = self.authors[self.game.seat_of(power)].secrets
        track = tracker(self.game, power)
        stored = [groups[token] for token in track.supply]
        assert all(track.size(group) == 0 for group in stored), "SS-0.6"
        return sorted([*stored, *(groups[token.id] for token in tokens_of(self.game, power))])

    def verified(self) -> None:
        data = write_log(self.spectator.log)
        report = audit(data)
        assert report.verified, report.to_text()
        assert finish_audit(outline_audit(data, Level.SECRETS)).verified


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("secrecy", "seed", "entries"), [(Secrecy.HASHED, 1, 20), (Secrecy.PROVED, 2, 60)]
)
def test_spec_13_1_a_resignation_passes_fleets_on_without_showing_them(
    secrecy: Secrecy, seed: int, entries: int
) -> None:
    match = Match(secrecy, seed)
    line = match.spectator.log
    match.play(lambda: len(line) > entries and match.decides(GERMANY))
    before = match.spectator.ledger.commitments
    fleets = {power: tokens_of(match.game, power) for power in (GERMANY, ITALY)}
    assert len(fleets[GERMANY]) > 1
    match.step(Resign())
    match.play(lambda: match.decides(GERMANY))

    after = match.spectator.ledger.commitments
    assert after.opened == before.opened
    assert [match.game.seat_of(power) for power in (GERMANY, ITALY, JAPAN)] == [2, 2, 2]
    for power, tokens in fleets.items():
        lying = {(token.id, token.at) for token in tokens_of(match.game, power)}
        assert lying == {(token.id, token.at) for token in tokens}
        assert match.hidden(power) == list(range(1, tracker(match.game, power).limit + 1))
        for alike in match.game.rules.interchangeable(match.game, power):
            faces = [after.faces[token] for token in alike]
            assert all(isinstance(face, Sealed) and face.key is None for face in faces)
    end = len(line) + 60
    match.play(lambda: len(line) > end and match.decides(JAPAN))
    match.verified()


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("secrecy", "seed", "entries"),
    [(Secrecy.HASHED, 3, 45), (Secrecy.PROVED, 4, 30), (Secrecy.HASHED, 5, 80)],
)
def test_spec_18_4_a_replacement_plays_on_with_what_it_is_dealt(
    secrecy: Secrecy, seed: int, entries: int
) -> None:
    """Whatever is asked of whom just then, but for a share that another owes."""
    match = Match(secrecy, seed)
    line = match.spectator.log

    def replaceable() -> bool:
        now = match.spectator.due
        return now is not None and (now.duty is not Duty.SHARE or now.seat == 0)

    match.play(lambda: len(line) > entries and replaceable())
    fleet = [token.id for token in tokens_of(match.game, GERMANY)]
    match.replace(0)
    match.play(lambda: match.spectator.ledger.deal is None)
    match.play(lambda: not match.spectator.ledger.reshuffles)
    assert [token.id for token in tokens_of(match.game, GERMANY)] == fleet
    assert match.hidden(GERMANY) == list(range(1, tracker(match.game, GERMANY).limit + 1))
    end = len(line) + 60
    match.play(lambda: len(line) > end and match.decides(GERMANY))
    match.verified()
