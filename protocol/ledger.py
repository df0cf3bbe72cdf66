"""What the protocol remembers of a game beside `Game` itself, all of it public (SPEC-11).

`Game` is what the rules know. The ledger is what makes it trustworthy: the commitments, what has
been opened, the dice chains, who is in which incarnation, and which answers the pause has so far.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.game import Game
from engine.records import encode as encode_game
from protocol.charter import Charter
from protocol.commitments import Commitments
from protocol.dice import Chain
from protocol.encoding import encode_state
from protocol.entry import Entry
from protocol.errors import Code, LocalError, Refused
from protocol.hashing import Tag, digest
from protocol.players import Player, Players
from protocol.questions import FIRST, first_name

__all__ = ["Ledger", "PendingDeal", "PendingReveal", "PendingRoll", "check_digest", "state_digest"]


@dataclass(frozen=True, slots=True)
class PendingRoll:
    """A roll that waits for shares.

    Attributes:
        request: hash of the entry that caused it; None until that entry is whole.
        number: of the roll within the game, from 1.
        chains: seat and incarnation of each chain that contributes, in order. They are fixed when
            the roll is asked for: who could still change the chain could choose the dice.
        shares: given so far, in the same order.
    """

    request: bytes | None
    number: int
    chains: tuple[tuple[int, bytes], ...]
    shares: tuple[bytes, ...] = ()

    @property
    def owing(self) -> tuple[tuple[int, bytes], ...]:
        """The chains that still owe their share."""
        return self.chains[len(self.shares) :]


@dataclass(frozen=True, slots=True)
class PendingReveal:
    """A reveal that waits for owners.

    Attributes:
        shown: what those before have shown, one mapping each.
        left: whether the next owner must open its tokens itself, deposited or not (SPEC-19.3).
    """

    shown: tuple[Mapping[int, int], ...] = ()
    left: bool = False


@dataclass(frozen=True, slots=True)
class PendingDeal:
    """Tokens that wait to be dealt, before the game goes on (SPEC-8.9).

    Attributes:
        powers: whose tokens, in turn order.
        place: of the entry that caused it.
        request: its hash; None until that entry is whole.
        chains: seat and incarnation of each chain that contributes, in order.
        shares: given so far, in the same order.
    """

    powers: tuple[str, ...]
    place: int
    request: bytes | None
    chains: tuple[tuple[int, bytes], ...]
    shares: tuple[bytes, ...] = ()

    @property
    def owing(self) -> tuple[tuple[int, bytes], ...]:
        """The chains that still owe their share."""
        return self.chains[len(self.shares) :]

    @property
    def dealer(self) -> int:
        """The seat of the last chain: it deals once all have given their share."""
        return self.chains[-1][0]


Pending: TypeAlias = PendingRoll | PendingReveal | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The protocol's memory at one moment.

    Attributes:
        players: who plays each seat.
        commitments: every token ever sealed, and what is known of it.
        chains: dice chains by seat and incarnation; older ones only while they owe a share.
        incarnations: name of the current one of each seat.
        places: the last entry of each seat, 0 where it has none.
        instructed: number of the last instructions of each seat, 0 where it has given none.
        rolls: how many rolls have been asked for.
        pending: answers gathered so far, where the pause needs several.
        deal: tokens that wait to be dealt; only then, the pause is answered.
        reshuffles: tokens that were dealt for all to see, by power, and must be shuffled before
            the pause is answered.
        digested: phases closed at the last entry that carried a state digest.
    """

    players: tuple[Player, ...]
    commitments: Commitments
    chains: Mapping[tuple[int, bytes], Chain]
    incarnations: tuple[bytes, ...]
    places: tuple[int, ...]
    instructed: tuple[int, ...]
    rolls: int = 0
    pending: Pending = None
    deal: PendingDeal | None = None
    reshuffles: tuple[tuple[str, tuple[int, ...]], ...] = ()
    digested: int = 0

    @classmethod
    def of(cls, charter: Charter) -> "Ledger":
        """The ledger of a game that begins."""
        players = Players.of(charter)
        return cls(
            players=players.now,
            commitments=Commitments(history=charter.game_id),
            chains={
                (index, FIRST): Chain.begun(players, index, FIRST, player.dice_head)
                for index, player in enumerate(players.now)
            },
            incarnations=(FIRST,) * len(charter.seats),
            places=(0,) * len(charter.seats),
            instructed=(0,) * len(charter.seats),
        )

    def with_commitments(self, commitments: Commitments) -> "Ledger":
        """Tokens have been sealed or shown, or keys have passed."""
        return replace(self, commitments=commitments)

    def with_instructions(self, seat: int, counter: int) -> "Ledger":
        """Instructions of a seat hold now; none up to this number can any more."""
        others = self.instructed
        return replace(self, instructed=(*others[:seat], counter, *others[seat + 1 :]))

    # Answers that several seats give together

    @property
    def roll(self) -> PendingRoll:
        """The roll that waits for shares.

        Raises:
            LocalError: none does (our own mistake).
        """
        if not isinstance(self.pending, PendingRoll):
            raise LocalError("no roll waits for shares")
        return self.pending

    @property
    def reveal(self) -> PendingReveal:
        """The reveal that waits for owners.

        Raises:
            LocalError: none does (our own mistake).
        """
        if not isinstance(self.pending, PendingReveal):
            raise LocalError("no reveal waits for owners")
        return self.pending

    def with_roll(self, seats: tuple[int, ...]) -> "Ledger":
        """A roll is asked for; each contributing seat owes a share of its current chain."""
        number = self.rolls + 1
        chains = tuple((seat, self.incarnations[seat]) for seat in seats)
        return replace(
            self, rolls=number, pending=PendingRoll(None, number, chains), chains=self._kept(())
        )

    def with_share(self, share: bytes) -> "Ledger":
        """The next chain gives its share to the pending roll.

        Raises:
            Refused: `share_wrong`: it is not the chain's next one (SPEC-7.2).
        """
        pending = self.roll
        chain = self.chains[pending.owing[0]].given(share)
        return replace(
            self,
            chains={**self.chains, pending.owing[0]: chain},
            pending=replace(pending, shares=(*pending.shares, share)),
        )

    def with_pending(self, pending: Pending) -> "Ledger":
        """The answers gathered so far."""
        after = replace(self, pending=pending)
        return replace(after, chains=after._kept(after.owing))

    @property
    def owing(self) -> tuple[tuple[int, bytes], ...]:
        """The chains that owe a share, in turn: first those of a deal."""
        roll = self.pending.owing if isinstance(self.pending, PendingRoll) else ()
        return roll if self.deal is None else (*self.deal.owing, *roll)

    # Deals

    def with_deal(self, powers: tuple[str, ...], place: int, seats: tuple[int, ...]) -> "Ledger":
        """Tokens of these powers are to be dealt; each of these seats owes a share, in turn.

        Args:
            powers: in turn order.
            place: of the entry that causes it.
            seats: that contribute; the last one deals.
        """
        chains = tuple((seat, self.incarnations[seat]) for seat in seats)
        return replace(self, deal=PendingDeal(powers, place, None, chains))

    def with_share_of_deal(self, share: bytes) -> "Ledger":
        """The next chain gives its share to the deal.

        Raises:
            LocalError: nothing waits to be dealt (our own mistake).
            Refused: `share_wrong`: it is not the chain's next one (SPEC-7.2).
        """
        if self.deal is None:
            raise LocalError("no tokens wait to be dealt")
        chain = self.chains[self.deal.owing[0]].given(share)
        after = replace(
            self,
            chains={**self.chains, self.deal.owing[0]: chain},
            deal=replace(self.deal, shares=(*self.deal.shares, share)),
        )
        return replace(after, chains=after._kept(after.owing))

    def dealt(
        self, commitments: Commitments, reshuffles: tuple[tuple[str, tuple[int, ...]], ...]
    ) -> "Ledger":
        """The tokens that waited have been dealt; some of them must be shuffled now."""
        return replace(self, deal=None, commitments=commitments, reshuffles=reshuffles)

    def reshuffled(self, commitments: Commitments) -> "Ledger":
        """The next tokens have been shuffled."""
        return replace(self, commitments=commitments, reshuffles=self.reshuffles[1:])

    def _kept(self, owing: tuple[tuple[int, bytes], ...]) -> Mapping[tuple[int, bytes], Chain]:
        """The chains without older ones that owe nothing any more."""
        if len(self.chains) == len(self.incarnations):
            return self.chains
        return {
            key: chain
            for key, chain in self.chains.items()
            if key[1] == self.incarnations[key[0]] or key in owing
        }

    # Entries

    def with_player(self, players: Players, seat: int) -> "Ledger":
        """Another plays a seat: `players` has it already."""
        player, name = players.now[seat], first_name(players.now[seat].number)
        chain = Chain.begun(players, seat, name, player.dice_head)
        playing = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=playing).with_incarnation(name, chain)

    def with_incarnation(self, incarnation: bytes, chain: Chain) -> "Ledger":
        """A seat begins a new incarnation with a fresh dice chain."""
        incarnations = list(self.incarnations)
        incarnations[chain.seat] = incarnation
        return replace(
            self,
            incarnations=tuple(incarnations),
            chains={**self.chains, (chain.seat, incarnation): chain},
        ).with_pending(self.pending)

    def requested(self, entry_hash: bytes) -> "Ledger":
        """The roll that the charter caused, if any, is requested by the game id."""
        return replace(self, pending=_requested(self.pending, entry_hash))

    def with_entry(self, seat: int, sequence: int, entry_hash: bytes, digested: int) -> "Ledger":
        """An entry of a seat is whole; the roll it caused, if any, is requested by its hash."""
        places = (*self.places[:seat], sequence, *self.places[seat + 1 :])
        return replace(
            self,
            pending=_requested(self.pending, entry_hash),
            deal=_caused(self.deal, entry_hash),
            places=places,
            digested=digested,
        )


def _requested(pending: Pending, entry_hash: bytes) -> Pending:
    if isinstance(pending, PendingRoll) and pending.request is None:
        return replace(pending, request=entry_hash)
    return pending


def _caused(deal: PendingDeal | None, entry_hash: bytes) -> PendingDeal | None:
    if deal is not None and deal.request is None:
        return replace(deal, request=entry_hash)
    return deal


def state_digest(game: Game, ledger: Ledger) -> bytes:
    """Hash of everything public about a game: 32 bytes.

    It covers the whole `Game`, every commitment and opening, each chain's last share and its count,
    the incarnations, the chains that owe a share, and who plays; nothing secret.
    """
    return digest(
        Tag.STATE,
        encode_state(
            (
                encode_game(game),
                ledger.commitments.history,
                tuple(
                    (seat, incarnation, chain.number, chain.link)
                    for (seat, incarnation), chain in sorted(ledger.chains.items())
                ),
                ledger.incarnations,
                ledger.rolls,
                ledger.owing,
                tuple((one.name, one.key.raw, one.number, one.bot) for one in ledger.players),
            )
        ),
    )


def check_digest(entry: Entry, due: bytes | None) -> None:
    """Refuse an entry that carries another state digest than it must (SPEC-11.1).

    Raises:
        Refused: `wrong_digest`.
    """
    if entry.digest == due:
        return
    if entry.digest is None:
        reason = "it must carry a state digest, for a phase has ended"
    elif due is None:
        reason = "it carries a state digest, and no phase has ended"
    else:
        reason = (
            f"its state digest is {entry.digest.hex()}, that of the state before it is {due.hex()}"
        )
    raise Refused(Code.WRONG_DIGEST, "SPEC-11.1", entry.seat, f"entry {entry.sequence}: {reason}")
