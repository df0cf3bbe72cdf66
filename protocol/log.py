"""One line of entries, each linked to the one before it (SPEC-5.5), and what stands beside it.

The log knows links and signatures, no game: whether an entry may follow is judged by `table` before
it is appended.
"""

from collections.abc import Iterable, Iterator, Mapping

from protocol.agreements import Agreement
from protocol.carried import agreed_by, carried_by, settlements_of
from protocol.charter import Charter
from protocol.entry import Entry
from protocol.errors import Code, LocalError, Refused
from protocol.founding import Founding
from protocol.grounds import grounds_under
from protocol.head import Head
from protocol.heard import Heard
from protocol.players import Player, Players
from protocol.proposals import AfterFault, Proposal
from protocol.questions import FIRST, Rank, first_rank
from protocol.settlements import Settlement
from protocol.settling import Grounds, behind
from protocol.statement import Signed, check_origin, check_statement
from protocol.statements import AboutHead, GameStatement
from protocol.successors import Successor

__all__ = ["Log", "check_entry_origin", "check_link", "check_signature"]


def check_entry_origin(charter: Charter, entry: Entry) -> None:
    """Judge whether an entry is of a game, and names one of its seats as its author.

    Raises:
        Refused: `wrong_game` or `no_seat` (SPEC-5.5).
    """
    if entry.game != charter.game_id:
        raise _refused(Code.WRONG_GAME, entry, f"it is of game {entry.game.hex()}")
    if entry.seat >= len(charter.seats):
        raise _refused(Code.NO_SEAT, entry, f"the game has {len(charter.seats)} seats")


def check_link(charter: Charter, head: Head, entry: Entry) -> None:
    """Judge whether an entry is the next one after a head; its signature is not looked at.

    Raises:
        Refused: `wrong_game`, `no_seat`, `gap` or `stale_head` (SPEC-5.5).
    """
    check_entry_origin(charter, entry)
    if entry.sequence > head.sequence + 1:
        raise _refused(Code.GAP, entry, f"entry {head.sequence + 1} must come first")
    if entry.sequence <= head.sequence:
        raise _refused(
            Code.STALE_HEAD, entry, f"the line has reached entry {head.sequence} already"
        )
    if entry.previous != head.hash:
        raise _refused(
            Code.STALE_HEAD,
            entry,
            f"it follows {entry.previous.hex()}, the line ends in {head.hash.hex()}",
        )


def check_signature(author: Player, entry: Entry) -> None:
    """Judge whether an entry is signed by its author.

    Raises:
        Refused: `bad_signature` (SPEC-5.3).
    """
    if not entry.signed_by(author.key):
        raise Refused(
            Code.BAD_SIGNATURE,
            "SPEC-5.3",
            None,
            f"entry {entry.sequence} names seat {entry.seat} as its author, who did not sign it",
        )


class Log:
    """The line of one game from its charter to its head. A refusal changes nothing.

    Attributes:
        founding: what the game began with.
        players: who plays and has played.
        heard: of seats that rejoin, beside the line and on it.
    """

    __slots__ = (
        "_agreements",
        "_begun",
        "_beside",
        "_carried",
        "_entries",
        "_grounds",
        "founding",
        "heard",
        "players",
    )

    def __init__(self, founding: Founding) -> None:
        self.founding = founding
        self.players = Players.of(founding.charter)
        self.heard = Heard()
        self._entries: list[Entry] = []
        self._beside: dict[bytes, Signed[GameStatement]] = {}
        self._begun: dict[bytes, Rank] = {FIRST: Rank()}
        self._carried: dict[bytes, Settlement] = {}
        self._grounds: dict[bytes, Grounds | None] = {}
        self._agreements: dict[bytes, Agreement] = {}

    @property
    def charter(self) -> Charter:
        """What all seats signed."""
        return self.founding.charter

    @property
    def head(self) -> Head:
        """The last place: 0 with the game id while there is no entry."""
        return self._entries[-1].head if self._entries else Head(0, self.charter.game_id)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def at(self, sequence: int) -> Entry:
        """The entry at a place, from 1.

        Raises:
            LocalError: the line does not reach there.
        """
        if not 1 <= sequence <= len(self._entries):
            raise LocalError(f"the log has {len(self._entries)} entries and none at {sequence}")
        return self._entries[sequence - 1]

    def since(self, sequence: int) -> Iterator[Entry]:
        """The entries after a place, in order; 0 gives all."""
        return iter(self._entries[sequence:])

    def holds(self, head: Head) -> bool:
        """Whether this line passes through a head."""
        if head.sequence == 0:
            return head.hash == self.charter.game_id
        return (
            head.sequence <= len(self._entries)
            and self._entries[head.sequence - 1].hash == head.hash
        )

    def admit(self, raw: bytes, *, trusting: bool = False) -> Entry:
        """Read an entry as sent and judge whether it is the next one of this line.

        Nothing is appended: that is for `append`, once the game allows it too.

        Args:
            raw: the entry.
            trusting: the signature of the next one is not looked at.

        Raises:
            Refused: what `Entry.from_bytes`, `check_link` and `check_signature` refuse; and at a
                place that is taken `known` for the very entry that is there, `fork` with its author
                as culprit for another one of the same seat and incarnation (SPEC-5.6).
        """
        entry = Entry.from_bytes(raw)
        taken = self._taken(entry)
        if taken is None:
            check_link(self.charter, self.head, entry)
            if not trusting:
                check_signature(self.author(entry), entry)
            return entry
        if taken.hash == entry.hash:
            raise Refused(Code.KNOWN, "SPEC-5.6", None, f"entry {entry.sequence} is held already")
        check_signature(self.author(entry), entry)
        if (taken.seat, taken.incarnation) == (entry.seat, entry.incarnation):
            raise Refused(
                Code.FORK,
                "SPEC-5.6",
                entry.seat,
                f"seat {entry.seat} signed two entries for place {entry.sequence}",
            )
        raise _refused(Code.STALE_HEAD, entry, f"seat {taken.seat} made the entry held here")

    def author(self, entry: Entry) -> Player:
        """Who must have signed an entry of this game: the key whose incarnation it names.

        One whose incarnation has not begun on this line is of who plays before its place.
        """
        rank = self.rank(entry.incarnation)
        named = None if rank is None else self.players.numbered(entry.seat, rank.key)
        return self.players.after(entry.sequence - 1, entry.seat) if named is None else named

    def rank(self, name: bytes) -> Rank | None:
        """The rank of an incarnation that has begun on this line, or is a first one."""
        return self._begun.get(name)

    @property
    def carried(self) -> Mapping[bytes, Settlement]:
        """The settlements that the entries carry, by hash."""
        return self._carried

    def grounds(self, settlement: bytes) -> Grounds | None:
        """Those of a settlement that an entry carries; see `protocol.settling.Line`."""
        return self._grounds.get(settlement)

    @property
    def agreements(self) -> Mapping[bytes, Agreement]:
        """The agreements that the entries carry, by hash."""
        return self._agreements

    def append(self, entry: Entry) -> None:
        """Add an entry that `admit` has returned.

        Raises:
            LocalError: it is not the next one of this line.
        """
        if entry.game != self.charter.game_id or entry.previous != self.head.hash:
            raise LocalError(f"entry {entry.sequence} does not follow the head of this log")
        self._entries.append(entry)
        begins = carried_by(entry)
        if begins is not None:
            self._begun[entry.incarnation] = begins.question.rank
        for settlement in settlements_of(entry):
            self._carried[settlement.statement.hash] = settlement.statement
            self.heard.hear(settlement)
        agreed = agreed_by(entry)
        if agreed is not None:
            self._agreements[agreed.agreement.hash] = agreed.agreement
            self._succeed(agreed.agreement.terms.successors, entry.sequence)
            for signed in (agreed.agreement.proposal, *agreed.agreement.signatures):
                self.heard.hear(signed)
            for question in agreed.agreement.added:
                self._begun[question.statement.hash] = question.statement.rank
                self.heard.hear(question)
        self._settle(entry)

    def _settle(self, entry: Entry) -> None:
        """Know the settlements from now on that had to be valid for an entry to be valid."""
        begins, agreed = carried_by(entry), agreed_by(entry)
        valid = [] if begins is None else [begins.settlement.statement]
        if agreed is not None and not isinstance(agreed.agreement.terms.terms, AfterFault):
            valid += [
                self._carried[one] for one in behind(agreed.agreement) if one in self._carried
            ]
        self._grounds |= grounds_under(
            valid, entry.sequence, self._carried, self._agreements, self._grounds
        )

    def _succeed(self, successors: Iterable[Signed[Successor]], place: int) -> None:
        for signed in successors:
            seat, player = signed.statement.seat, signed.statement.player(place)
            self.players = self.players.with_player(seat, player)
            rank = first_rank(player.number)
            self._begun[rank.name] = rank
            self.heard.succeed(seat, player.number)

    @property
    def statements(self) -> tuple[Signed[GameStatement], ...]:
        """The statements beside the line, in the order in which they came."""
        return tuple(self._beside.values())

    @property
    def reached(self) -> tuple[Signed[GameStatement], ...]:
        """Those that a reader of this line can judge: no proposal for a place beyond it."""
        return tuple(
            signed
            for signed in self.statements
            if not isinstance(signed.statement, Proposal)
            or signed.statement.after.sequence <= len(self)
        )

    def check(self, signed: Signed[GameStatement]) -> None:
        """Judge where a statement comes from, and whether this line has the place it is about.

        Raises:
            Refused: what `check_statement` refuses (SPEC-6.1); of one about a head `gap` or
                `stale_head` (SPEC-13.2), before its signature.
        """
        check_origin(self.players, signed.statement)
        match signed.statement:
            case AboutHead(head=head):
                self._must_hold(head)
            case Proposal(terms=AfterFault(), after=head) if head.sequence > len(self):
                self._check_kept(signed)
            case Proposal(after=head):
                self._must_reach(head)
                if not self.holds(head):
                    self._check_elsewhere(signed, head)
            case _:
                pass
        check_statement(self.players, signed)

    def _check_kept(self, signed: Signed[GameStatement]) -> None:
        """A proposal to keep another line may be of one who plays only where that goes on."""
        try:
            check_statement(self.players, signed)
        except Refused as refusal:
            reason = f"the statement is about a line that goes on beyond entry {len(self)}"
            raise Refused(Code.GAP, "SPEC-6.1", None, reason) from refusal

    def add_statement(self, signed: Signed[GameStatement]) -> None:
        """Keep a statement of one of the seats.

        Raises:
            Refused: what `check` refuses, or `known`.
        """
        self.check(signed)
        body = signed.statement.tag.prefix + signed.statement.body
        if body in self._beside:
            raise Refused(
                Code.KNOWN, "SPEC-6.1", None, f"this {signed.statement.reader.name} is held already"
            )
        self._beside[body] = signed
        self.heard.hear(signed)

    def keep(self, proposal: Signed[Proposal]) -> None:
        """Keep a proposal that was judged on a longer line: its signers are bound by it still."""
        self._beside.setdefault(proposal.statement.tag.prefix + proposal.statement.body, proposal)
        self.heard.hear(proposal)

    def _must_reach(self, head: Head) -> None:
        if head.sequence > len(self):
            raise Refused(
                Code.GAP, "SPEC-13.2", None, f"the statement is about entry {head.sequence}"
            )

    def _check_elsewhere(self, signed: Signed[GameStatement], head: Head) -> None:
        """Judge a proposal for a place of another line, where another key may play its seat."""
        try:
            check_statement(self.players, signed)
        except Refused as refusal:
            if refusal.code is Code.BAD_SIGNATURE:
                self._must_hold(head)
            raise

    def _must_hold(self, head: Head) -> None:
        self._must_reach(head)
        if not self.holds(head):
            raise Refused(
                Code.STALE_HEAD,
                "SPEC-13.2",
                None,
                f"the statement is about another entry {head.sequence} than the one held here",
            )

    def _taken(self, entry: Entry) -> Entry | None:
        """The entry at this one's place, if both are of this game."""
        if entry.game != self.charter.game_id or entry.seat >= len(self.charter.seats):
            return None
        return self._entries[entry.sequence - 1] if entry.sequence <= len(self._entries) else None


def _refused(code: Code, entry: Entry, reason: str) -> Refused:
    return Refused(code, "SPEC-5.5", None, f"entry {entry.sequence} of seat {entry.seat}: {reason}")
