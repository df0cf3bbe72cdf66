"""A game told as a record, by its log, which an audit has verified."""

__all__ = ["recorded"]

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from client.league.records import Bluffs, GameRecord, PlayerRecord, Shot, Turn
from engine.battle.events import BattleOpened, Fired
from engine.battles import Role, Shots
from engine.board import Power
from engine.economy.purchase import Bought
from engine.game import Event, Game
from engine.pieces import PieceId
from engine.turn import TurnBegan
from engine.variants.secret_subs.events import TokensRevealed
from engine.variants.secret_subs.state import MODULE, tracker
from engine.variants.secret_subs.tokens import tokens_of
from protocol.identity import PublicKey
from protocol.logfile import RecordKind, read_log, read_statement_record
from protocol.players import Player
from protocol.table import Table


def recorded(content: bytes) -> GameRecord:
    """The record of a game.

    Args:
        content: a log that an audit of the rules has verified: signatures, openings and proofs are
            not looked at again.
    """
    file = read_log(content)
    watcher = _Watcher(Table.start(file.founding))
    for record in file.records:
        if record.kind is RecordKind.ENTRY:
            watcher.follow(record.content)
        else:
            watcher.table.add_statement(read_statement_record(record))
    return watcher.record()


class _Watcher:
    """Follows a game, and notes what a record tells."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._shots: dict[PublicKey, Counter[tuple[int, int]]] = {}
        self._hits: dict[PublicKey, Counter[tuple[int, int]]] = {}
        self._minutes: Counter[PublicKey] = Counter()
        self._claimed: list[int] = []
        self._turns: list[tuple[int, tuple[str, ...], int]] = []
        self._openings: dict[str, dict[str, int]] = {}
        self._shown: Counter[Power] = Counter()
        self._decoys: Counter[Power] = Counter()
        self._hidden: list[tuple[int, Game]] = []
        self._fighting: Mapping[Role, Collection[Power]] = {}

    def follow(self, raw: bytes) -> None:
        """Append an entry."""
        before = self.table.game
        appended = self.table.append_on_trust(raw)
        entry = appended.entry
        if self._claimed:
            passed = max(0, entry.minute - self._claimed[-1])
            self._minutes[self._key(entry.seat)] += passed
        self._claimed.append(entry.minute)
        for event in appended.events:
            self._note(event, before, entry.sequence)

    def record(self) -> GameRecord:
        """What has been noted."""
        table, charter = self.table, self.table.charter
        timed = len(set(self._claimed)) > 1
        return GameRecord(
            scenario=charter.scenario,
            modules=charter.modules,
            options=charter.options,
            secrecy=charter.secrecy.value,
            players=tuple(
                self._player(seat, player, timed=timed)
                for seat, players in enumerate(table.log.players.seats)
                for player in players
            ),
            began=self._claimed[0] if timed else None,
            ended=self._claimed[-1] if timed else None,
            round=table.game.round,
            turns=tuple(self._told_turns(timed=timed)),
            openings=self._openings,
            bluffs=tuple(self._bluffs()) if MODULE in table.game.modules else (),
        )

    def _note(self, event: Event, before: Game, place: int) -> None:
        match event:
            case TurnBegan(number, powers):
                self._turns.append((number, powers, self._claimed[-1]))
                if MODULE in before.modules:
                    self._hidden.append((place, self.table.game))
            case Bought(power, units) if power not in self._openings:
                self._openings[power] = dict(sorted(units.items()))
            case BattleOpened(_, _, attackers, defenders):
                self._fighting = {
                    Role.ATTACKER: _owners(before, attackers),
                    Role.DEFENDER: _owners(before, defenders),
                }
            case Fired(_, _, volley):
                for shots in volley:
                    self._fired(shots)
            case TokensRevealed(_, groups):
                for handle, group in groups.items():
                    owner = before.pieces[handle].owner
                    self._shown[owner] += 1
                    self._decoys[owner] += not tracker(before, owner).size(group)
            case _:
                pass

    def _fired(self, shots: Shots) -> None:
        """Count shots; where several keys fire together nobody can tell whose they are."""
        powers = self._fighting.get(shots.role, ())
        seats = {seat for power in powers if (seat := self._seat(power)) is not None}
        if len(seats) != 1 or not shots.dice:
            return
        key = self._key(seats.pop())
        chance = shots.strength, shots.best_of
        self._shots.setdefault(key, Counter())[chance] += len(shots.dice) // shots.best_of
        self._hits.setdefault(key, Counter())[chance] += shots.hits - shots.sure

    def _seat(self, power: Power) -> int | None:
        seats = range(len(self.table.charter.players))
        return next((seat for seat in seats if power in self.table.game.powers_of(seat)), None)

    def _key(self, seat: int) -> PublicKey:
        return self.table.log.players.now[seat].key

    def _player(self, seat: int, player: Player, *, timed: bool) -> PlayerRecord:
        powers = self.table.charter.seats[seat].powers
        sides = {self.table.game.rules.scenario.sides[Power(power)] for power in powers}
        hits = self._hits.get(player.key, Counter())
        return PlayerRecord(
            seat=seat,
            key=player.key.raw.hex(),
            name=player.name,
            bot=player.bot,
            since=player.since,
            last=player == self.table.log.players.now[seat],
            powers=powers,
            side=sides.pop() if len(sides) == 1 else None,
            minutes=self._minutes[player.key] if timed else None,
            shots=tuple(
                Shot(strength=strength, best_of=best_of, count=count, hits=hits[strength, best_of])
                for (strength, best_of), count in sorted(
                    self._shots.get(player.key, Counter()).items()
                )
            ),
        )

    def _told_turns(self, *, timed: bool) -> Iterable[Turn]:
        ends = [*(began for _, _, began in self._turns[1:]), *self._claimed[-1:]]
        for (number, powers, began), end in zip(self._turns, ends, strict=False):
            minutes = max(0, end - began) if timed else None
            yield Turn(round=number, powers=powers, minutes=minutes)

    def _bluffs(self) -> Iterable[Bluffs]:
        truth = self.table.truth
        disclosed = bool(self.table.disclosures())
        hidden: Counter[Power] = Counter()
        hollow: Counter[Power] = Counter()
        for place, game in self._hidden if disclosed else ():
            held = truth.after(place)
            for power in game.rules.scenario.powers:
                for token in tokens_of(game, power):
                    group = held.get(token.id)
                    if group is not None and token.id not in tracker(game, power).opened:
                        hidden[power] += 1
                        hollow[power] += not tracker(game, power).size(group)
        for power in self.table.game.rules.scenario.powers:
            yield Bluffs(
                power=power,
                shown=self._shown[power],
                decoys=self._decoys[power],
                hidden=hidden[power] if disclosed else None,
                hollow=hollow[power] if disclosed else None,
            )


def _owners(game: Game, pieces: Iterable[PieceId]) -> Collection[Power]:
    return {piece.owner for one in pieces if (piece := game.pieces.get(one)) is not None}
