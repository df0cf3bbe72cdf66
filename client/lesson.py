"""The game of the guided turn: a real one, whose keys, clock and chance are fixed.

Two seats of one process sign it as they would any other: the learner's, and a bot's. What is drawn
elsewhere is made from the place in the log here, so that the same choices make the same game, with
the same dice and the same bluffs. Nothing in it is secret: whoever has the program has both keys.
"""

__all__ = ["BOT", "LEARNER", "Lesson", "begun", "bot"]

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from client.bots.captain import Captain
from client.bots.fuzz import Fuzz
from client.scenarios import ScenarioSource, find
from client.seat.view import PlayerView
from client.tables import seats_of, terms_of
from engine.board import Power, SpaceId
from engine.loading import load
from engine.options import parse
from engine.pieces import PieceId
from engine.records import Plain, encode
from engine.requests import Decision
from engine.scenario_form import ScenarioForm
from engine.scenario_text import text
from engine.variants.secret_subs.setup import OpeningGroups, OpeningPlacement
from engine.variants.secret_subs.state import tracker
from p2p.choice import Choice
from p2p.player import Position
from p2p.system import make_private_folder, replace_private
from p2p.terms import guest_of, sign_charter
from protocol.author import Author
from protocol.due import Duty
from protocol.entry import Decide
from protocol.entry_builder import Declined
from protocol.errors import ProtocolError
from protocol.founding import Founding
from protocol.identity import Identity, Phrase
from protocol.logfile import RecordKind, read_log, write_log
from protocol.table import Appended, Table

LEARNER: Final = 0
BOT: Final = 1

_SCENARIO: Final = "wake-island"
_NAME: Final = "lesson"
_TITLE: Final = "The guided turn"
_UNITS: Final[Mapping[str, Mapping[str, Mapping[str, int]]]] = {
    "SZ Hawaii": {"USA": {"battleship": 1, "cruiser": 1, "destroyer": 1, "submarine": 3}},
    "Hawaii": {"USA": {"infantry": 2, "complex": 1}},
    "SZ Midway": {"USA": {"submarine": 1}},
    "Midway": {"USA": {"infantry": 1}},
    "California": {"USA": {"infantry": 2, "complex": 1}},
    "SZ Wake": {"Japan": {"cruiser": 1, "submarine": 1}},
    "Wake Island": {"Japan": {"infantry": 1}},
    "SZ Carolines": {"Japan": {"submarine": 1}},
    "Caroline Islands": {"Japan": {"infantry": 1, "complex": 1}},
    "SZ Japan": {"Japan": {"carrier": 1, "fighter": 1}},
    "Honshu": {"Japan": {"infantry": 2, "complex": 1}},
}
"""What stands on the board of Wake Island here: little enough to be overlooked at once."""
_RULES: Final = "setup_decoys=2"
_BLUFF: Final = (("SZ Wake", 1), ("SZ Wake", 0), ("SZ Carolines", 1))
"""The bot's opening: sizes of its groups, by sea zone."""
_NAMES: Final = ("You", "Yamamoto")
_SEED: Final = 1
_MINUTE: Final = 29_000_000
"""The clock of the log, which stands still: it is part of what dice are made from."""


class Lesson:
    """The game as it stands.

    Attributes:
        founding: with the charter that both have signed.
        table: to be looked at only.
        begun: what the entries brought about that were played before.
    """

    def __init__(self, file: Path) -> None:
        """Go on with the game that a file keeps; if it keeps none, with a new one."""
        self.founding = _founding()
        self.table = Table.start(self.founding)
        self.begun = _played(self.table, file)
        self._file = file
        self._authors = tuple(Author(self.table, _phrase(seat)) for seat in (LEARNER, BOT))

    @property
    def position(self) -> Position | None:
        """What is asked of the learner now; None if nothing is."""
        decision = self._decision_of(LEARNER)
        if decision is None:
            return None
        return Position(self.table, LEARNER, decision, self.groups)

    @property
    def groups(self) -> Mapping[PieceId, int]:
        """What every token holds that the learner ever sealed: handle and group."""
        return self._authors[LEARNER].secrets

    @property
    def bot_view(self) -> PlayerView | None:
        """What is asked of the bot now; None if nothing is."""
        decision = self._decision_of(BOT)
        if decision is None:
            return None
        return PlayerView(self.table.game, decision, self._authors[BOT].secrets)

    def follow(self) -> Appended | None:
        """The next entry that needs no judgement: dice, openings, seals; None if none is due."""
        due = self.table.due
        if due is None or not due.duty.automatic:
            return None
        return self._write(due.seat, Choice(()))[0]

    def decide(self, choice: Choice) -> tuple[Appended, Choice | None]:
        """Make what the learner chooses an entry; with what is left of it for the next one.

        Raises:
            Declined: the rules forbid it; nothing has changed.
        """
        decision = self._decision_of(LEARNER)
        if isinstance(decision, OpeningGroups):
            choice = self._with_fixed_tokens(choice, decision)
        appended, rest = self._write(LEARNER, choice)
        foreseen = not appended.rolls and self._decision_of(LEARNER) is not None
        return appended, rest if foreseen else None

    def answer(self, view: PlayerView, chosen: Plain) -> Appended:
        """Make what the bot chooses an entry; what its own secrets forbid, it chooses otherwise.

        It opens with a decoy, so that there is one to be found.
        """
        if isinstance(view.decision, OpeningGroups):
            chosen = encode(self._opening(BOT, view.decision.power, _BLUFF))
        with suppress(Declined):
            return self._write(BOT, Choice((Decide(chosen),)))[0]
        return self._write(BOT, Choice((Decide(Fuzz(_SEED).choose(view)),)))[0]

    def keep(self) -> None:
        """Write the game into its file.

        Raises:
            OSError: it cannot be written.
        """
        make_private_folder(self._file.parent)
        replace_private(self._file, write_log(self.table.log))

    def _with_fixed_tokens(self, choice: Choice, asked: OpeningGroups) -> Choice:
        """An opening on the tokens that come first here; the page has drawn some."""
        first, *more = choice.actions
        if not isinstance(first, Decide):
            return choice
        chosen = asked.parse(self.table.game, first.data)
        sizes = (
            (zone, chosen.sizes.get(self.groups[token], 0)) for token, zone in chosen.tokens.items()
        )
        placed = self._opening(LEARNER, asked.power, sorted(sizes, reverse=True))
        return replace(choice, actions=(Decide(encode(placed)), *more))

    def _opening(
        self, seat: int, power: Power, sizes: Sequence[tuple[str, int]]
    ) -> OpeningPlacement:
        """Groups of these sizes in these zones, on the first tokens of the supply."""
        secrets, supply = self._authors[seat].secrets, tracker(self.table.game, power).supply
        placed = list(zip(sorted(supply), sizes, strict=False))
        return OpeningPlacement(
            dict(sorted((secrets[token], size) for token, (_, size) in placed if size)),
            {token: SpaceId(zone) for token, (zone, _) in placed},
        )

    def _decision_of(self, seat: int) -> Decision[object] | None:
        due, request = self.table.due, self.table.request
        if due is None or due.seat != seat or due.duty is not Duty.DECISION:
            return None
        return request if isinstance(request, Decision) else None

    def _write(self, seat: int, choice: Choice) -> tuple[Appended, Choice | None]:
        prepared = self._authors[seat].prepare(
            choice.actions,
            entropy=_fixed("entropy", len(self.table.log)),
            minute=_MINUTE,
            arrangements=choice.arrangements,
        )
        appended = self.table.adopt(prepared.draft)
        return appended, choice.after(prepared.entry, prepared.carried)


def begun(file: Path, *, anew: bool = False) -> Lesson:
    """The game that a file keeps, to go on with it, or to play it from its beginning.

    Raises:
        OSError: the file cannot be removed.
    """
    if anew:
        file.unlink(missing_ok=True)
    return Lesson(file)


def bot() -> Captain:
    """Who plays against the learner."""
    return Captain(_SEED)


@cache
def _founding() -> Founding:
    """The charter, signed by both."""
    chosen = _scenario()
    terms = terms_of(chosen, parse(_RULES), seats_of(chosen.scenario, None))
    terms = replace(terms, nonce=_fixed("table", 0))
    guests = {
        seat: guest_of(_phrase(seat), terms.nonce, name, _fixed("salt", seat))
        for seat, name in enumerate(_NAMES)
    }
    charter = terms.charter(guests)
    identities = (Identity.from_phrase(_phrase(seat)) for seat in guests)
    return Founding(charter, terms.text, tuple(sign_charter(one, charter) for one in identities))


def _scenario() -> ScenarioSource:
    form = ScenarioForm.model_validate(tomllib.loads(find(_SCENARIO).source.decode()))
    powers = {
        name: power.model_copy(update={"units": _count(name)})
        for name, power in form.powers.items()
    }
    changed = {"name": _NAME, "title": _TITLE, "units": _UNITS, "powers": powers}
    source = text(form.model_copy(update=changed)).encode()
    return ScenarioSource(load(source, _NAME), source)


def _count(power: str) -> int:
    return sum(sum(of.get(power, {}).values()) for of in _UNITS.values())


def _phrase(seat: int) -> Phrase:
    return Phrase(_fixed("key", seat))


def _fixed(what: str, number: int) -> bytes:
    """32 bytes in place of random ones."""
    return hashlib.sha256(f"secret-subs lesson {_SEED} {what} {number}".encode()).digest()


def _played(table: Table, file: Path) -> tuple[Appended, ...]:
    """Play what a file keeps; nothing if there is none, or it keeps another game than this."""
    try:
        kept = read_log(file.read_bytes())
    except (OSError, ProtocolError):
        return ()
    if kept.founding.charter.game_id != table.charter.game_id:
        return ()
    entries = (record.content for record in kept.records if record.kind is RecordKind.ENTRY)
    return tuple(map(table.append, entries))
