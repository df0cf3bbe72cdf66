"""Secret Subs beside other house rules, through the protocol and with proofs: 1, 2, 3, 6."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from engine.loading import load
from engine.scenario import Scenario
from engine.setup import declarations
from engine.variants import MODULES
from engine.variants.compatibility import CODES, refusals
from protocol.audit import audit
from protocol.author import Author
from protocol.charter import Charter, Secrecy, scenario_digest
from protocol.due import Duty
from protocol.entry import Resign
from protocol.entry_builder import PlayerAction
from protocol.ledger import state_digest
from protocol.logfile import write_log
from protocol.report import Report, Status
from protocol.table import Table
from tests.engine.test_play import crowd_file
from tests.protocol.sample import CHARTER, MINUTE, found
from tests.protocol.test_wake_island import drawn
from tests.protocol.toy_match import NONCE, author, seats

CONVOYS = """
[convoys.zones]
"SZ 2" = 3
"SZ 3" = 2
"SZ 6" = 4
"SZ 7" = 1

[convoys.territories]
West = 4
Cove = 4
Plains = 2

[convoys.collapse]
UK = "Cove"

[[canals]]"""
SOURCE = crowd_file().replace("\n[[canals]]", CONVOYS).encode()
HIDDEN = ("DS", "SW", "CD", "WM")
"""House rules with a ruling on what tokens must show: 1, 2, 3, 6."""


@cache
def crowd() -> Scenario:
    return load(SOURCE, "world")


def combination(draw: random.Random) -> tuple[str, ...]:
    """Secret Subs, one of the four that it has a ruling with, and whatever goes with both."""
    first = draw.choice(HIDDEN)
    chosen = ["SS", first]
    for code in draw.sample(CODES, len(CODES)):
        if code not in chosen and draw.randrange(2):
            more = (*chosen, code)
            if not refusals(more, crowd().edition):
                chosen.append(code)
    return tuple(code for code in CODES if code in chosen)


def options(modules: tuple[str, ...], draw: random.Random) -> tuple[tuple[str, str], ...]:
    """Some options of these house rules, set at random."""
    own = {o.name for rules in MODULES if rules.module in modules for o in rules.declares}
    own -= {"limit", "setup_decoys"}
    declared = [option for option in declarations(crowd(), modules) if option.name in own]
    return tuple(
        sorted(
            (option.name, draw.choice(tuple(option.values)))
            for option in declared
            if draw.randrange(3) == 0
        )
    )


def charter(modules: tuple[str, ...], settings: tuple[tuple[str, str], ...]) -> Charter:
    return replace(
        CHARTER,
        scenario="world",
        scenario_digest=scenario_digest(SOURCE),
        modules=modules,
        options=settings,
        secrecy=Secrecy.PROVED,
        nonce=NONCE,
        seats=seats(("USA", "UK"), ("Japan", "Germany")),
    )


def play(terms: Charter, draw: random.Random, entries: int) -> Iterator[tuple[Author, ...]]:
    """A sampled game, given up after so many entries; the players after each entry."""
    founding = found(terms, SOURCE)
    players = tuple(author(Table.start(founding), seat) for seat in range(2))
    number = 0
    while (now := players[0].table.due) is not None:
        player = players[now.seat]
        tired = number > entries and now.duty is Duty.DECISION
        actions: list[PlayerAction] = [Resign()] if tired else drawn(player, draw)
        entropy = number.to_bytes(32, "big")
        entry = player.prepare(actions, entropy=entropy, minute=MINUTE).entry
        for one in players:
            one.table.append(entry.raw)
        number += 1
        yield players
    for player in players:
        for one in players:
            one.table.add_statement(player.close())
    yield players


def judged(seed: int, entries: int) -> Report:
    """A random combination, played and audited; replicas are compared after every entry."""
    draw = random.Random(seed)
    modules = combination(draw)
    terms = charter(modules, options(modules, draw))
    players: tuple[Author, ...] = ()
    for players in play(terms, draw, entries):
        states = {state_digest(one.table.game, one.table.ledger) for one in players}
        assert len(states) == 1, f"replicas of {modules} differ"
    return audit(write_log(players[0].table.log))


@pytest.mark.parametrize("seed", [1, 2])
def test_rulings_1_2_3_6_are_proved_and_verified_by_a_stranger(seed: int) -> None:
    report = judged(seed, 60)
    assert report.verified, report.to_text()
    assert report.status is Status.COMPLETE
    assert report.claims.proved > 0
    assert report.claims.open == report.claims.disclosed == 0
