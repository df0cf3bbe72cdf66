"""A whole game as one page to send round: it needs no network, and no program but a browser."""

__all__ = ["game_report", "game_retrospect", "report_page"]

import base64
import hashlib
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path

from client.presentation.agreements import agreed_line
from client.presentation.board import letters
from client.presentation.catalog import CATALOG
from client.presentation.colours import colours
from client.presentation.names import Names
from client.presentation.players import player_name, seat_names
from client.presentation.retrospect import retrospect
from client.presentation.safety import safety_words
from client.presentation.words import end_words, kind_name
from client.schema.replies import Verdict
from client.schema.report import (
    DrawnReport,
    FormerPlayer,
    GameReport,
    ReportFrame,
    ReportPower,
    ReportSeat,
    ReportSpace,
    ReportToken,
    ReportUnits,
)
from client.schema.retrospect import Retrospect
from client.seat.knowledge import Knowledge
from client.table.drawing import drawing
from client.table.ending import ending
from engine.board import Power, SpaceId
from engine.game import Game
from engine.pieces import Figure, PieceId
from engine.units import Kind
from engine.variants.secret_subs.state import tracker
from engine.variants.secret_subs.token import Token
from protocol.audit import audit
from protocol.errors import Refused
from protocol.logfile import RecordKind, read_disclosures, read_log
from protocol.players import Players
from protocol.table import Appended, Table
from protocol.truth import Truth


def report_page(report: GameReport) -> str:
    """The page: its style, its script and the game are all inside, and it may ask for nothing."""
    style, script = _part("report.css"), _part("report.js")
    data = report.model_dump_json().replace("<", "\\u003c")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {"policy": policy, "style": style, "script": script, "data": data}
    page = _part("page.html")
    for name, part in parts.items():
        page = page.replace(f"<!--{name}-->", part, 1)
    return page


def game_report(log: bytes, maps: Sequence[Path] = ()) -> GameReport:
    """Go through a game again, and audit it.

    Args:
        log: of the game, whole or cut short.
        maps: files of drawn maps besides those that come with the program.

    Raises:
        Unreadable: it is no log.
        Refused: the log is not what was signed; an audit says what is wrong.
    """
    table, opening, appended = _gone_through(log)
    players, truth = table.log.players, table.truth
    outcome = table.game.outcome
    opened = frozenset(table.disclosures())
    verdict = json.dumps(audit(log).to_json())
    drawn, game = drawing(opening, maps), table.game
    painted = colours(game.rules.scenario.powers)
    return GameReport(
        title=game.rules.scenario.title,
        outcome=None if outcome is None else end_words(outcome),
        agreed=tuple(_agreed(appended, players)),
        seats=tuple(
            ReportSeat(
                name=player_name(players.now[seat]),
                powers=tuple(place.powers),
                key=players.now[seat].key.fingerprint,
                open=seat in opened,
                former=tuple(
                    FormerPlayer(name=player_name(one), until=after.since)
                    for one, after in itertools.pairwise(players.seats[seat])
                ),
            )
            for seat, place in enumerate(table.charter.seats)
        ),
        powers={
            power: ReportPower(
                letter=letter,
                side=game.rules.scenario.sides[power],
                colour=painted[power],
            )
            for power, letter in letters(game.rules.scenario.powers).items()
        },
        map=DrawnReport(
            width=drawn.width, height=drawn.height, spaces=drawn.spaces, scenery=drawn.scenery
        ),
        frames=tuple(_frames(opening, appended, truth, players)),
        retrospect=_retrospect(table, opening, appended),
        verdict=Verdict.model_validate_json(verdict),
        safety=safety_words(table.charter.game_id),
        head=(len(appended), table.head.hash.hex()),
        sha=hashlib.sha256(log).hexdigest(),
    )


def game_retrospect(log: bytes) -> Retrospect:
    """How a game went, as far as tokens are open.

    Raises:
        Unreadable, Refused: as `game_report`.
    """
    return _retrospect(*_gone_through(log))


def _retrospect(table: Table, opening: Game, appended: Sequence[Appended]) -> Retrospect:
    end = ending(table, None)
    whole = end is not None and not end.closed
    return retrospect(opening, appended, table.truth, table.log.players, whole=whole)


def _gone_through(log: bytes) -> tuple[Table, Game, list[Appended]]:
    """The table as a log leaves it, its first position, and all that its entries brought about."""
    file = read_log(log)
    table = Table.start(file.founding)
    opening = table.game
    appended = [
        table.append(record.content) for record in file.records if record.kind is RecordKind.ENTRY
    ]
    for signed in read_disclosures(file):
        try:
            table.add_statement(signed)
        except Refused:
            break  # the verdict says so, and what such keys open is nothing
    return table, opening, appended


def _agreed(entries: Sequence[Appended], players: Players) -> Iterator[str]:
    for place, appended in enumerate(entries, start=1):
        line = agreed_line(appended.entry, seat_names(players, place - 1))
        if line is not None:
            yield f"Entry {place}. {line}"


def _frames(
    opening: Game, entries: Sequence[Appended], truth: Truth, players: Players
) -> Iterator[ReportFrame]:
    """The first position, and every entry that has brought something about."""
    names, known = Names(opening), Knowledge.of(opening)
    before: dict[str, ReportSpace] = {}
    beliefs = _Beliefs()
    moments = [(opening, (), None), *((one.game, one.events, one.entry) for one in entries)]
    for place, (game, events, entry) in enumerate(moments):
        names.learn(game)
        known = known.learning(events, game)
        held = truth.after(place)
        spaces: dict[str, ReportSpace] = {
            name: _space(game, name, held, known, beliefs) for name in game.board.spaces
        }
        changed = {name: one for name, one in spaces.items() if before.get(name) != one}
        agreed = None if entry is None else agreed_line(entry, seat_names(players, place - 1))
        told = (CATALOG.tell(event, names).strip() for event in events)
        lines = (*told,) if agreed is None else (agreed, *told)
        if lines or changed:
            yield ReportFrame(
                entry=place,
                round=game.round,
                power=game.active,
                phase=game.current_phase.value,
                lines=lines,
                spaces=changed,
            )
        before = spaces


class _Beliefs:
    """How likely each token was a decoy; reckoned again only when something was learnt of it."""

    def __init__(self) -> None:
        self._found: dict[Power, tuple[object, dict[PieceId, int | None]]] = {}

    def decoy(self, game: Game, token: Token, known: Knowledge) -> int | None:
        """The chance in percent; None where nothing is foreseen."""
        facts = (known.supports.get(token.owner), tracker(game, token.owner).sizes)
        found = self._found.get(token.owner)
        if found is None or found[0] != facts:
            found = self._found[token.owner] = facts, {}
        if token.id not in found[1]:
            found[1][token.id] = _decoy(game, token, known)
        return found[1][token.id]


def _decoy(game: Game, token: Token, known: Knowledge) -> int | None:
    odds = known.odds(token)
    track = tracker(game, token.owner)
    nothing = sum((chance for group, chance in odds.items() if not track.size(group)), Fraction())
    if not odds:
        return None
    certain = nothing == 1 and not known.error(token.owner)
    return 100 if certain else min(99, round(100 * nothing))


def _space(
    game: Game, name: SpaceId, held: Mapping[PieceId, int], known: Knowledge, beliefs: _Beliefs
) -> ReportSpace:
    here = game.pieces.at(name)
    counts: dict[tuple[Power, Kind], int] = {}
    for piece in here:
        if isinstance(piece, Figure):
            key = piece.owner, piece.kind
            counts[key] = counts.get(key, 0) + 1
    return ReportSpace(
        control=game.control.get(name),
        units=tuple(
            ReportUnits(power=power, count=count, words=kind_name(kind, count))
            for (power, kind), count in counts.items()
        ),
        tokens=tuple(
            _token(game, piece, held, known, beliefs) for piece in here if isinstance(piece, Token)
        ),
    )


def _token(
    game: Game, token: Token, held: Mapping[PieceId, int], known: Knowledge, beliefs: _Beliefs
) -> ReportToken:
    track = tracker(game, token.owner)
    public = known.group(game, token)
    truth = held.get(token.id, public)
    return ReportToken(
        id=token.id,
        power=token.owner,
        known=None if public is None else track.size(public),
        held=None if truth is None else track.size(truth),
        decoy=beliefs.decoy(game, token, known) if public is None else None,
    )


def _hash(part: str) -> str:
    digest = hashlib.sha256(part.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@cache
def _part(name: str) -> str:
    return files("client").joinpath("web", "report", name).read_text(encoding="utf-8")
