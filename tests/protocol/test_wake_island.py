"""The real game through the protocol: sampled play, replicas that agree, an audit of it all."""

import itertools
import random
from dataclasses import replace
from importlib import resources

import pytest

from engine.board import Power
from engine.loading import builtin
from engine.records import encode
from engine.requests import Decision
from protocol.audit import audit
from protocol.author import Author
from protocol.charter import Charter, Secrecy, WindowsStart, scenario_digest
from protocol.due import Duty
from protocol.entry import Decide, Resign
from protocol.entry_builder import Declined, PlayerAction
from protocol.errors import Code, Refused
from protocol.ledger import state_digest
from protocol.logfile import write_log
from protocol.opening import first_position
from protocol.report import Level, Status
from protocol.table import Table
from tests.protocol.sample import CHARTER, MINUTE, found
from tests.protocol.toy_match import NONCE, author, seats

SOURCE = (resources.files("engine") / "scenarios" / "wake-island.toml").read_bytes()
POWERS = builtin("wake-island").powers


def charter(secrecy: Secrecy = Secrecy.HASHED) -> Charter:
    return replace(
        CHARTER,
        scenario="wake-island",
        scenario_digest=scenario_digest(SOURCE),
        modules=("SS",),
        options=(),
        secrecy=secrecy,
        nonce=NONCE,
        seats=seats(*((str(power),) for power in POWERS)),
    )


def drawn(player: Author, draw: random.Random) -> list[PlayerAction]:
    """A legal answer to the decision that is due, one that the player's secrets justify."""
    request = player.table.request
    if player.owes is not Duty.DECISION or not isinstance(request, Decision):
        return []
    answer = request.draft(player.table.game, draw, player.secrets)
    return [Decide(encode(answer))]


def play(secrecy: Secrecy, seed: int) -> list[Author]:
    """A sampled game, given up once it is long enough and has had a few rolls."""
    founding = found(charter(secrecy), SOURCE)
    players = [author(Table.start(founding), seat) for seat in range(len(POWERS))]
    draw = random.Random(seed)
    for number in itertools.count():
        now, ledger = players[0].table.due, players[0].table.ledger
        if now is None:
            break
        tired = number > 150 and ledger.rolls > 3 and now.duty is Duty.DECISION
        player = players[now.seat]
        actions: list[PlayerAction] = [Resign()] if tired else drawn(player, draw)
        entropy = number.to_bytes(32, "big")
        entry = player.prepare(actions, entropy=entropy, minute=MINUTE).entry
        for one in players:
            one.table.append(entry.raw)
        states = {state_digest(one.table.game, one.table.ledger) for one in players}
        assert len(states) == 1, f"replicas differ after entry {entry.sequence}"
    for player in players:
        for one in players:
            one.table.add_statement(player.close())
            disclosed = player.disclose()
            if disclosed is not None:
                one.table.add_statement(disclosed)
    return players


@pytest.mark.no_cover
@pytest.mark.parametrize(("secrecy", "seed"), [(Secrecy.HASHED, 1), (Secrecy.PROVED, 2)])
def test_a_sampled_game_is_verified_by_a_stranger(secrecy: Secrecy, seed: int) -> None:
    players = play(secrecy, seed)
    data = write_log(players[0].table.log)
    assert data == write_log(players[1].table.log)
    report = audit(data)
    assert report.verified, report.to_text()
    assert report.status is Status.COMPLETE
    assert report.claims.open == 0
    assert report.entries == len(players[0].table.log)
    assert report.statistics.rolls > 3
    assert audit(data, Level.LINE).verified


def test_ss_0_9_what_secrets_forbid_is_never_sent() -> None:
    """Random answers that do not look at the secrets are declined, and change nothing."""
    founding = found(charter(), SOURCE)
    players = [author(Table.start(founding), seat) for seat in range(len(POWERS))]
    draw = random.Random(3)
    declined = 0
    for number in range(150):
        now = players[0].table.due
        assert now is not None
        player = players[now.seat]
        request, head = player.table.request, player.table.head
        entropy = number.to_bytes(32, "big")
        actions: list[PlayerAction] = []
        if now.duty is Duty.DECISION and isinstance(request, Decision):
            blind = request.sample(player.table.game, draw)
            actions = [Decide(encode(blind))]
        try:
            prepared = player.prepare(actions, entropy=entropy, minute=MINUTE)
        except Declined:
            declined += 1
            assert player.table.head == head
            prepared = player.prepare(drawn(player, draw), entropy=entropy, minute=MINUTE)
        for one in players:
            one.table.append(prepared.entry.raw)
    assert declined > 0, "this seed has an answer that its author's secrets forbid"


@pytest.mark.parametrize("secrecy", Secrecy)
def test_ex_i_what_others_receive_does_not_depend_on_the_secrets(secrecy: Secrecy) -> None:
    """EX-I: entries differ in random bytes, commitments, proofs, and what hashes or signs them."""
    founding = found(charter(secrecy), SOURCE)
    sizes = []
    for arrangement in (range(1, 11), range(10, 0, -1)):
        players = [author(Table.start(founding), seat) for seat in range(len(POWERS))]
        told = []
        while (now := players[0].table.due) is not None and now.duty is Duty.SEAL:
            entry = (
                players[now.seat]
                .prepare(entropy=bytes(32), minute=MINUTE, arrangements=[list(arrangement)])
                .entry
            )
            told.append(
                [len(entry.raw), entry.sequence, entry.seat, [type(i) for i in entry.items]]
            )
            for one in players:
                one.table.append(entry.raw)
        told.append([encode(players[0].table.game), repr(players[0].table.request)])
        sizes.append(told)
    assert sizes[0] == sizes[1]


UNPLAYABLE: list[tuple[str, Charter, bytes]] = [
    ("another rules version", replace(charter(), rules_version=3), SOURCE),
    ("an unknown house rule", replace(charter(), modules=("XX",)), SOURCE),
    ("an unknown option", replace(charter(), options=(("colour", "red"),)), SOURCE),
    ("an option that is no text", replace(charter(), options=(("limit", 3),)), SOURCE),
    (
        "a power too few",
        replace(charter(), seats=seats((str(POWERS[0]),))),
        SOURCE,
    ),
    (
        "a power that does not exist",
        replace(charter(), seats=seats((str(POWERS[0]),), ("Atlantis",))),
        SOURCE,
    ),
    (
        "a scenario that is none",
        replace(charter(), scenario_digest=scenario_digest(b"[")),
        b"[",
    ),
]


@pytest.mark.parametrize(
    ("bad", "source"), [row[1:] for row in UNPLAYABLE], ids=[row[0] for row in UNPLAYABLE]
)
def test_spec_10_1_a_charter_that_cannot_be_played_founds_no_game(
    bad: Charter, source: bytes
) -> None:
    with pytest.raises(Refused) as refused:
        first_position(bad, source)
    assert (refused.value.code, refused.value.culprit) == (Code.BAD_CHARTER, None)


def test_spec_10_1_seats_may_start_with_their_windows_waived() -> None:
    asked = first_position(charter(), SOURCE)
    waived = first_position(replace(charter(), windows_start=WindowsStart.WAIVED), SOURCE)
    assert asked.waived == frozenset()
    assert waived.waived == frozenset(range(len(POWERS)))
    assert asked.seat_of(Power(POWERS[0])) == 0
