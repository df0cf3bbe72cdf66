"""Logs that take far longer to judge than games do, by somebody who holds the keys of all seats.

But for the huge one all are valid, so nobody is to blame: only limits stop their audit. Each is
made longer by rounds, which cost its maker about as much time as its auditor, or less.
"""

__all__ = ["SLOW", "Slow", "huge_log", "settle"]

import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Final, TypeAlias

from client.bots.captain import Captain
from client.scenarios import ScenarioSource, find
from client.seat.view import PlayerView
from engine.board import SpaceId
from engine.loading import load
from engine.movement import phases
from engine.movement.orders import Move, TakeBack
from engine.movement.phases import CombatMove
from engine.pieces import Figure
from engine.records import encode
from engine.requests import Decision
from engine.scenario_form import ScenarioForm, Units
from engine.scenario_text import text
from engine.variants.secret_subs.setup import OpeningGroups
from protocol import proposals
from protocol.agreements import Agreement, ProposalSignature
from protocol.answers import RejoinAnswer
from protocol.author import Author
from protocol.charter import Secrecy
from protocol.entry import Decide
from protocol.founding import Founding
from protocol.identity import Identity
from protocol.logfile import (
    Record,
    RecordKind,
    statement_record,
    write_log,
    write_record,
)
from protocol.proposals import Terms
from protocol.questions import RejoinQuestion
from protocol.settlements import Settlement
from protocol.statement import Signed, sign_statement
from protocol.statements import RaisedHand
from protocol.table import Table
from tests.bench.games import PHRASES, founded, playing

Slow: TypeAlias = Callable[[int], bytes]
"""A log of so many rounds."""

_MINUTE: Final = 29_000_000
_HUNDREDFOLD: Final = 100
_PER_ENTRY: Final = 16
_HUGE: Final = 240 << 20
_TIMES: Final = 10


def orders(rounds: int) -> bytes:
    """Two hundred ships go and come back, sixteen times in an entry (BG-3.4).

    Before a phase has as many orders as it may have (R6) all agree to take them back.
    """
    table, authors = _until(CombatMove, founded(_armadas()))
    fleet = frozenset(
        piece.id
        for piece in table.game.pieces.values()
        if isinstance(piece, Figure)
        and piece.at == "SZ Hawaii"
        and piece.kind in {"battleship", "cruiser"}
    )
    to_and_fro = Move(fleet, ("SZ Midway",)), TakeBack(fleet)  # type: ignore[arg-type]
    before = table.head
    for number in range(1, rounds + 1):
        _act(table, authors, [Decide(encode(one)) for one in to_and_fro * _PER_ENTRY])
        if number % (phases.MOST_ORDERS // _PER_ENTRY) == 0:
            _agree(table, authors, proposals.TakeBack(before))
            before = table.head
    return write_log(table.log)


def proofs(rounds: int) -> bytes:
    """A power proves what its tokens hold, and all agree that it takes that back (SPEC-18)."""
    founding = founded(_armadas(), Secrecy.PROVED)
    table, authors = _until(OpeningGroups, founding)
    opening = Captain(1).choose(_view(table, authors))
    for _ in range(rounds):
        before = table.head
        _act(table, authors, [Decide(opening)])
        _agree(table, authors, proposals.TakeBack(before))
    return write_log(table.log)


def hands(rounds: int) -> bytes:
    """A seat raises its hand, a thousand times in a round (SPEC-6.5)."""
    table = next(playing(founded(find("wake-island")), (Captain(1), Captain(2))))
    _act(table, _authors(table), ())
    owner = Identity.from_phrase(PHRASES[0])
    raised = (
        sign_statement(
            owner,
            RaisedHand(game=table.charter.game_id, seat=0, head=table.head, counter=number),
        )
        for number in range(1, 1000 * rounds + 1)
    )
    return write_log(table.log) + b"".join(write_record(statement_record(one)) for one in raised)


def rejoins(rounds: int) -> bytes:
    """Before every entry both seats rejoin ten times, each on the answer of the other (SPEC-12).

    Each settlement rests on the one before it, so the last rests on all.
    """
    table, authors = _until(CombatMove, founded(_armadas()))
    ship = next(
        piece.id
        for piece in table.game.pieces.values()
        if isinstance(piece, Figure) and piece.at == "SZ Hawaii" and piece.kind == "cruiser"
    )
    there = SpaceId("SZ Midway")
    to_and_fro = Move(frozenset({ship}), (there,)), TakeBack(frozenset({ship}))
    acting = 0 if table.due is None else table.due.seat
    settled: dict[int, Signed[Settlement]] = {}
    for number in range(_TIMES * rounds):
        for seat in (1 - acting, acting):
            asker, other = authors[seat], authors[1 - seat]
            question = _question(asker, _MINUTE + number)
            settled[seat] = settle(asker, other, settled.get(1 - seat), question)
            table.add_statement(settled[seat])
        if number % _TIMES == _TIMES - 1:
            _act(table, authors, [Decide(encode(one)) for one in to_and_fro], settled[acting])
    return write_log(table.log)


@cache
def huge_log() -> bytes:
    """A game, and 240 MB after it: entries that are none, almost as long as entries may be."""
    table = next(playing(founded(find("wake-island")), (Captain(1), Captain(2))))
    noise = write_record(Record(RecordKind.ENTRY, bytes(range(256)) * 1024))
    return write_log(table.log) + noise * (_HUGE // len(noise))


SLOW: Final[Mapping[str, Slow]] = {
    "orders": orders,
    "proofs": proofs,
    "hands": hands,
    "rejoins": rejoins,
}
"""Ways to make a log that takes ever longer."""


def _until(decision: type, founding: Founding) -> tuple[Table, list[Author]]:
    """A game as it stands where this is decided for the first time."""
    for table in playing(founding, (Captain(1), Captain(2))):
        if isinstance(table.request, decision):
            return table, _authors(table)
    raise ValueError(f"nobody decides {decision.__name__}")


def _view(table: Table, authors: Sequence[Author]) -> PlayerView:
    """What is asked, as who is asked sees it."""
    if table.due is None or not isinstance(table.request, Decision):
        raise ValueError("nothing is decided now")
    return PlayerView(table.game, table.request, authors[table.due.seat].secrets)


def _authors(table: Table) -> list[Author]:
    return [Author(table, phrase) for phrase in PHRASES[:2]]


def settle(
    asker: Author,
    other: Author,
    settled: Signed[Settlement] | None,
    question: Signed[RejoinQuestion],
) -> Signed[Settlement]:
    """How a seat settles its question, which the other answers in the name that it has settled."""
    table = asker.table
    mine = [entry.head for entry in table.log if entry.seat == asker.seat]
    last = mine[-1] if mine else None
    answer = other.sign(
        RejoinAnswer(
            game=table.charter.game_id,
            seat=other.seat,
            begun=None if settled is None else settled.statement.question,
            settlement=None if settled is None else settled.statement.hash,
            question=question,
            last=last,
            known=(),
        )
    )
    return asker.sign(
        Settlement(
            game=table.charter.game_id,
            seat=asker.seat,
            question=question,
            answers=(answer,),
            last=last,
        )
    )


def _question(asker: Author, round_: int) -> Signed[RejoinQuestion]:
    """A seat's question, with the head of a chain that nobody has: no dice may be thrown."""
    return asker.sign(
        RejoinQuestion(
            game=asker.table.charter.game_id,
            seat=asker.seat,
            round=round_,
            nonce=os.urandom(32),
            dice_head=os.urandom(32),
        )
    )


def _act(
    table: Table,
    authors: Sequence[Author],
    actions: Sequence[Decide],
    settlement: Signed[Settlement] | None = None,
) -> None:
    """Append an entry of who is due."""
    if table.due is None:
        raise ValueError("the game is over")
    author = authors[table.due.seat]
    prepared = author.prepare(
        actions, entropy=os.urandom(32), minute=_MINUTE, settlement=settlement
    )
    table.adopt(prepared.draft)


def _agree(table: Table, authors: Sequence[Author], terms: Terms) -> None:
    """Append the entry that carries what all have agreed on."""
    if table.due is None:
        raise ValueError("the game is over")
    author = authors[table.due.seat]
    proposal = author.propose(terms)
    signatures = [
        one.sign(
            ProposalSignature(
                game=table.charter.game_id,
                seat=one.seat,
                begun=None,
                settlement=None,
                proposal=proposal.statement.hash,
                known=(),
            )
        )
        for one in authors
    ]
    agreement = Agreement(proposal, tuple(signatures))
    table.adopt(author.prepare_agreement(agreement, minute=_MINUTE).draft)


def _armadas() -> ScenarioSource:
    """Wake Island with a hundred times the forces."""
    form = ScenarioForm.model_validate(tomllib.loads(find("wake-island").source.decode()))
    units: Units = {
        space: {
            power: {
                kind: number if kind == "complex" else min(_HUNDREDFOLD, number * _HUNDREDFOLD)
                for kind, number in each.items()
            }
            for power, each in there.items()
        }
        for space, there in form.units.items()
    }
    powers = {
        name: power.model_copy(update={"units": _count(units, name)})
        for name, power in form.powers.items()
    }
    source = text(form.model_copy(update={"units": units, "powers": powers})).encode()
    return ScenarioSource(load(source, "armadas"), source)


def _count(units: Units, power: str) -> int:
    return sum(sum(there.get(power, {}).values()) for there in units.values())
