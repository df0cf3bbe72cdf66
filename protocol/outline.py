"""A log without the rules of its game: line, dice chains, statements and tokens (SPEC-14.2).

Entries say themselves what they seal, so whoever knows nothing of the game can judge signatures,
shares, commitments, openings and proofs. Whether what was done is legal, and whose turn it was, is
left to who knows the rules.
"""

from collections.abc import Sequence
from contextlib import suppress

from protocol.agreeing import begun_by, check_agreement
from protocol.agreements import Agreement
from protocol.carried import agreed_by, read_agree, settlements_of
from protocol.commitments import Commitments
from protocol.dealing import deal_seed
from protocol.depositing import deposits_of
from protocol.dice import Chain
from protocol.disclosure import disclose
from protocol.entry import (
    Agree,
    Deal,
    DiceShare,
    Entry,
    OpenTokens,
    Rejoin,
    Resign,
    SealTokens,
)
from protocol.errors import Code, Refused
from protocol.founding import Founding
from protocol.head import Head
from protocol.holding import Passed, read_passed
from protocol.log import Log
from protocol.obligations import Opened, check_opened
from protocol.proposals import Proposal, TakeBack
from protocol.questions import FIRST, first_name, must_ask
from protocol.rejoin import begin_incarnation
from protocol.sealing.suite import SealContext
from protocol.sealing.suites import suite_of
from protocol.statement import Signed, check_statement
from protocol.statements import Closing, Disclosure, GameStatement

__all__ = ["Outline"]


class Outline:
    """What a log shows by itself, entry by entry. After a refusal it is of no use.

    Attributes:
        log: the line, and what stands beside it.
        commitments: of all tokens; none of them where secrets are not looked at.
        suite: how tokens are sealed.
        places: the last entry of each seat, 0 where it has none.
        signed: the last entry of each key, by seat and number of the key.
    """

    def __init__(self, founding: Founding, *, secrets: bool) -> None:
        """Nothing has been played.

        Args:
            founding: of the game.
            secrets: whether tokens and all signatures are judged, or the line alone.
        """
        charter = founding.charter
        self.log = Log(founding)
        self.commitments = Commitments(history=charter.game_id)
        self.suite = suite_of(charter.secrecy)
        self.places = [0 for _ in charter.seats]
        self.signed: dict[tuple[int, int], int] = {}
        self._secrets = secrets
        self._given: list[tuple[int, bytes]] = []
        self._facts = [self.commitments.facts]
        self._incarnations = [FIRST for _ in charter.seats]
        self._first: dict[int, Chain] = {}
        self._chains = [
            [Chain.begun(self.log.players, index, FIRST, player.dice_head)]
            for index, player in enumerate(self.log.players.now)
        ]

    def append(self, raw: bytes) -> None:
        """Judge an entry, and append it.

        Raises:
            Refused: as `Log.admit`; `wrong_incarnation`, `bad_rejoin`, `share_wrong`; where secrets
                are looked at also what they are refused by (SPEC-14.2).
        """
        entry = self.log.admit(raw, trusting=not self._secrets)
        begins = isinstance(entry.items[0], Rejoin)
        began = tuple(self._incarnations)
        current = began[entry.seat]
        agreed = agreed_by(entry)
        if not begins and agreed is not None and (name := agreed.begins(entry.seat)) is not None:
            current = name
        if not begins and (entry.incarnation != current or must_ask(current)):
            raise Refused(
                Code.WRONG_INCARNATION,
                "SPEC-10.4",
                entry.seat,
                f"entry {entry.sequence}: seat {entry.seat} is in another incarnation",
            )
        for index, item in enumerate(entry.items):
            match item:
                case Rejoin():
                    self._rejoin(entry, item)
                case DiceShare(share):
                    self._share(entry, share, older=begins and index == 1)
                case OpenTokens() if self._secrets:
                    self._open(entry, item)
                case SealTokens() if self._secrets:
                    self._seal(entry, index, item)
                case Deal() if self._secrets:
                    self._deal(entry, index, item)
                case Agree():
                    self._agree(entry, item, began)
                case Resign() if self._secrets:
                    self._resign(entry, index, item)
                case _:
                    pass  # only the rules can judge it
        self.places[entry.seat] = entry.sequence
        self.signed[entry.seat, self.log.author(entry).number] = entry.sequence
        self.log.append(entry)
        self._facts.append(self.commitments.facts)

    def add_statement(self, signed: Signed[GameStatement]) -> None:
        """Judge a statement beside the line, and keep it.

        Raises:
            Refused: as `Log.add_statement`; `gap`, `stale_head` or `not_due`: it cannot stand here
                (SPEC-13.2); of a disclosure also as `disclose`.
        """
        self.log.check(signed)
        match signed.statement:
            case Closing(head=head) | Disclosure(head=head):
                self._must_end(head)
            case _:
                pass
        self.log.add_statement(signed)
        match signed.statement:
            case Disclosure() as disclosure if self._secrets:
                self.commitments = disclose(
                    self.log.players, self.suite, self.commitments, disclosure
                )
            case _:
                pass

    def _rejoin(self, entry: Entry, item: Rejoin) -> None:
        chains = self._chains[entry.seat]
        begun = begin_incarnation(
            item,
            players=self.log.players,
            line=self.log,
            carried=self.log.carried,
            needed=frozenset(),
            chains=[chain for seat in self._chains for chain in seat],
            seat=entry.seat,
            incarnation=entry.incarnation,
            agreed=agreed_by(entry),
        )
        self._incarnations[entry.seat] = entry.incarnation
        self._chains[entry.seat] = [chains[-1], begun]

    def _agree(self, entry: Entry, item: Agree, began: Sequence[bytes]) -> None:
        """An agreement of those who signed it; who must sign it is a matter of the rules.

        `began` are the incarnations of the seats before the entry.
        """
        try:
            found = read_agree(item)
            for signed in found.shown:
                check_statement(self.log.players, signed)
        except Refused as error:
            reason = f"entry {entry.sequence}: {error}"
            raise Refused(Code.BAD_AGREEMENT, "SPEC-18.3", entry.seat, reason) from error
        shown = {one.statement.hash: one.statement for one in settlements_of(entry)}
        check_agreement(
            found.agreement,
            players=self.log.players,
            line=self.log,
            held={**self.log.carried, **shown},
            names=began,
            needed=frozenset(),
            author=entry.seat,
        )
        self._begin(entry, found.agreement)
        match found.agreement.terms.terms:
            case TakeBack(to) if self._secrets:
                self.commitments = self.commitments.taken_back(self._facts[to.sequence])
            case _:
                self._pass_on(entry, found.agreement)
                self._succeed(entry, found.agreement.terms)

    def _pass_on(self, entry: Entry, agreement: Agreement) -> None:
        """Sealing keys pass by a hand over."""
        if agreement.receipt is not None:
            since = self.log.players.now[agreement.receipt.seat].since
            passed = Passed(agreement.receipt, since, entry.sequence, entry.sequence)
            self.commitments = self.commitments.with_passed(passed)

    def _resign(self, entry: Entry, index: int, item: Resign) -> None:
        """Sealing keys pass by a resignation; to whom they must is a matter of the rules."""
        passed = read_passed(
            item,
            players=self.log.players,
            head=self.log.head,
            giver=entry.seat,
            powers=self.commitments.limits,
            sealed=any(isinstance(before, SealTokens) for before in entry.items[:index]),
        )
        self.commitments = self.commitments.with_passed(*passed)

    def _begin(self, entry: Entry, agreement: Agreement) -> None:
        """After a fault all that have signed go on in new incarnations (SPEC-18.4)."""
        chains = [chain for seat in self._chains for chain in seat]
        rejoins = isinstance(entry.items[0], Rejoin)
        for name, chain in begun_by(agreement, self.log.players, chains, entry.seat).items():
            if not (rejoins and chain.seat == entry.seat):
                self._incarnations[chain.seat] = name
                self._chains[chain.seat] = [chain]
                self._first.pop(chain.seat, None)

    def _succeed(self, entry: Entry, agreed: Proposal) -> None:
        """Others play some seats after an entry (SPEC-18.4)."""
        players = self.log.players
        for signed in agreed.successors:
            successor = signed.statement
            seat = successor.seat
            players = players.with_player(seat, successor.player(entry.sequence))
            name = first_name(successor.number)
            self._incarnations[seat] = name
            self._first[seat] = Chain.begun(players, seat, name, successor.dice_head)
            self._chains[seat] = [self._first[seat]]

    def _share(self, entry: Entry, share: bytes, *, older: bool) -> None:
        """A share; one that follows a rejoin at once is of the chain before (SPEC-12.10).

        Those of a later key are of its first chain, as long as one was due when it came to play.
        """
        self._given.append((entry.sequence, share))
        first = self._first.pop(entry.seat, None)
        if first is not None:
            with suppress(Refused):
                self._first[entry.seat] = first.given(share)
                return
        chains = self._chains[entry.seat]
        which = len(chains) - 2 if older else len(chains) - 1
        chains[which] = chains[which].given(share)

    def _open(self, entry: Entry, item: OpenTokens) -> None:
        seat, since = entry.seat, self.log.players.now[entry.seat].since
        for one in item.openings:
            face = self.commitments.sealed_face(seat, entry.sequence, one)
            made = face.made_by(seat, since)
            opened = Opened(one.handle, face, one.group, one.proof, seat, made)
            check_opened(self.suite, opened)
        shown = {one.handle: one.group for one in item.openings}
        self.commitments = self.commitments.with_openings(shown)

    def _seal(self, entry: Entry, index: int, item: SealTokens) -> None:
        context = _context(entry, index, item.power, item.fresh)
        deposits = deposits_of(item, context, self.log.players)
        known, assertion = self.commitments.place(item, context, self.suite, deposits)
        self.suite.verify(assertion, item.justification)
        self.commitments = known

    def _deal(self, entry: Entry, index: int, item: Deal) -> None:
        if item.place >= entry.sequence:
            raise Refused(
                Code.WRONG_CLAIM,
                "SPEC-8.9",
                entry.seat,
                f"entry {entry.sequence}: tokens are dealt since entry {item.place}",
            )
        request = self.log.at(item.place).hash
        shares = [share for sequence, share in self._given if sequence > item.place]
        for power in item.powers:
            context = _context(entry, index, power, deal_seed(request, power, shares))
            self.commitments = self.commitments.deal(context, self.suite)

    def _must_end(self, head: Head) -> None:
        if head != self.log.head:
            reason = f"entry {head.sequence} did not close the game"
            raise Refused(Code.NOT_DUE, "SPEC-13.2", None, reason)


def _context(entry: Entry, index: int, power: str, fresh: bytes) -> SealContext:
    """Where an item stands, as a seal of a power's tokens."""
    return SealContext(
        game=entry.game,
        power=power,
        seat=entry.seat,
        incarnation=entry.incarnation,
        sequence=entry.sequence,
        item=index,
        previous=entry.previous,
        fresh=fresh,
    )
