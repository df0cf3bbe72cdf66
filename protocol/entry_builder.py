"""Writing an entry: what a player chooses, and all that follows from it without judgement."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from engine.board import Power
from engine.claims import Shuffled, check
from engine.errors import Illegal
from engine.pieces import PieceId
from engine.requests import Reveal, Roll, Seal
from protocol.claims import Claim, Reshuffled, named_tokens, new_tokens
from protocol.depositing import make_deposits
from protocol.draft import Draft
from protocol.due import Duty
from protocol.entry import (
    MAX_ITEMS,
    Deal,
    Decide,
    DiceShare,
    Hand,
    Instruct,
    Item,
    Leave,
    OpenTokens,
    Rejoin,
    Resign,
    SealTokens,
    Waive,
    size_of,
)
from protocol.errors import LocalError, Refused
from protocol.hashing import Tag, digest
from protocol.items import carry_out
from protocol.keys import Keys
from protocol.sealing.suite import Suite
from protocol.seals import claim_of

__all__ = ["Declined", "EntryBuilder", "PlayerAction"]

PlayerAction: TypeAlias = Decide | Waive | Hand | Instruct | Resign
"""What a player chooses; all else in an entry follows from it."""

_ROOM: Final = MAX_ITEMS // 2
"""Items after which no further action is begun: what follows from one must fit into its entry."""
_FULL: Final = 21 * 1024
"""Bytes of items after which none is begun: the rest is enough for the largest order to mobilize
and its proof, which must be known to be possible before the order leaves (SS-0.9)."""
_BRIM: Final = 42 * 1024
"""Bytes of items after which not even a shuffle follows: it can always be made, so it can wait."""


class Declined(LocalError):
    """An answer of our own player that the rules or its own secrets forbid.

    Nobody else knows of it, and nothing has changed.

    Attributes:
        index: of the action, from 0.
        rule: that forbids it.
        reason: in the rulebook's words.
        code: the error code of SS-0.6 where the rule names one, else empty.
        illegal: what the rules said, where it was they who refused.

    Implements: SS-0.9
    """

    def __init__(self, index: int, cause: Illegal | Refused) -> None:
        self.index = index
        self.rule = cause.rule
        self.reason = cause.reason
        self.illegal = cause if isinstance(cause, Illegal) else None
        self.code = "" if self.illegal is None else self.illegal.code
        super().__init__(f"{self.rule}: {self.reason}" + (f" [{self.code}]" if self.code else ""))


class EntryBuilder:
    """Writes one entry of a seat into a draft, item by item.

    Attributes:
        carried: how many actions the entry carries.
        shares: dice shares that it carries: name of the incarnation, number, and the hash of the
            entry that caused the roll, None for this one.
    """

    def __init__(
        self,
        keys: Keys,
        suite: Suite,
        draft: Draft,
        entropy: bytes,
        arrangements: Sequence[Sequence[int]],
        *,
        revealed: OpenTokens | Leave | None = None,
    ) -> None:
        self._keys = keys
        self._suite = suite
        self._draft = draft
        self._entropy = entropy
        self._arrangements = list(arrangements)
        self._revealed = revealed
        self._size = 0
        self.carried = 0
        self.shares: list[tuple[bytes, int, bytes | None]] = []

    def add(self, item: Item) -> None:
        """Add an item that is known to be good."""
        carry_out(self._draft, item)
        if not isinstance(item, Rejoin):  # it is large, and an action must be possible all the same
            self._size += size_of(item)

    def write(self, actions: Sequence[PlayerAction]) -> None:
        """Add actions and all that is due by itself, until it is another seat's turn."""
        answers = False
        while len(self._draft.items) < MAX_ITEMS:
            now = self._draft.due
            if now is None or now.seat != self._keys.seat:
                break
            if self._before_the_request(now.duty):
                answers = True
                continue
            match self._draft.request:
                case Roll():
                    if not self._share():
                        break
                case Seal(_, Shuffled()) if self._size > _BRIM:
                    break
                case Reveal() as request:
                    if not self._open(request, now.power):
                        break
                case Seal() as request:
                    self._seal(request)
                case _:
                    full = len(self._draft.items) >= _ROOM or self._size > _FULL
                    if full or self.carried == len(actions):
                        break
                    action = actions[self.carried]
                    self._take_action(action)
                    if not isinstance(action, Decide | Resign):
                        continue
            answers = True
        if not answers:
            raise LocalError("this seat must decide, and no action was given")

    def _before_the_request(self, duty: Duty) -> bool:
        """Write what is due of a deal; False where it is over."""
        ledger = self._draft.ledger
        if ledger.deal is not None:
            if duty is Duty.SHARE:
                self._give_share(ledger.owing[0], ledger.deal.request)
            else:
                self.add(Deal(ledger.deal.place, ledger.deal.powers))
            return True
        if ledger.reshuffles:
            self._reshuffle(*ledger.reshuffles[0])
            return True
        return False

    def _reshuffle(self, power: str, tokens: tuple[int, ...]) -> None:
        """Shuffle tokens that were dealt for all to see."""
        known, secrets = self._draft.ledger.commitments, self._keys.secrets
        before = {token: secrets.group(known, token) for token in tokens}
        after = dict(zip(tokens, self._arranged(list(before.values())), strict=True))
        self._write_seal(power, Reshuffled(tokens), after, after, before)

    def _take_action(self, action: PlayerAction) -> None:
        try:
            self.add(action)
        except Refused as error:
            raise _declined(self.carried, error) from error
        self.carried += 1

    def _share(self) -> bool:
        """Give the share that is due; False where it must wait for the next entry."""
        pending = self._draft.ledger.roll
        if pending.request is None and len(pending.chains) == 1:
            return False
        self._give_share(pending.owing[0], pending.request)
        return True

    def _give_share(self, key: tuple[int, bytes], request: bytes | None) -> None:
        """Give the next share of an own chain, by the entry that asked for it."""
        chain = self._draft.ledger.chains[key]
        number = chain.number + 1
        _, incarnation = key
        self.add(DiceShare(self._keys.chain(chain.name.origin).share(number)))
        self.shares.append((incarnation, number, request))

    def _open(self, request: Reveal, owner: Power) -> bool:
        """Open the tokens that are asked for; False if they are another's, and it was not said how.

        What of another's is to be done is said once.
        """
        ledger, secrets = self._draft.ledger, self._keys.secrets
        _, handles = request.tokens[len(ledger.reveal.shown)]
        if self._draft.run.game.seat_of(owner) != self._keys.seat:
            revealed, self._revealed = self._revealed, None
            if revealed is not None:
                self.add(revealed)
            return revealed is not None
        self.add(
            OpenTokens(tuple(secrets.opening(ledger.commitments, handle) for handle in handles))
        )
        return True

    def _seal(self, request: Seal) -> None:
        groups = self._groups(request)
        try:
            check(request.claim, {PieceId(token): group for token, group in groups.items()})
        except Illegal as error:
            raise Declined(max(self.carried - 1, 0), error) from error
        claim = claim_of(request.claim)
        fresh = {handle: groups[handle] for handle in new_tokens(claim)}
        self._write_seal(request.owner, claim, groups, fresh, {})

    def _write_seal(
        self,
        power: str,
        claim: Claim,
        groups: Mapping[int, int],
        fresh: Mapping[int, int],
        before: Mapping[int, int],
    ) -> None:
        """Add a seal of a true claim.

        Args:
            power: whose tokens they are.
            claim: about them.
            groups: what the tokens that it names hold.
            fresh: of these, what those hold that get a commitment.
            before: what those held that are sealed anew.
        """
        key = self._keys.secrets.seal_key(power)
        context = self._draft.context(power, self._drawn(Tag.SEAL_FRESH))
        commitments = self._suite.commit(key, context, fresh)
        players = self._draft.log.players
        kept = make_deposits(
            self._suite,
            context,
            key=key,
            groups=fresh,
            commitments=commitments,
            players=players,
        )
        item = SealTokens(power, claim, context.fresh, commitments, b"", kept)
        _, assertion = self._draft.ledger.commitments.place(item, context, self._suite)
        opened = self._keys.secrets.with_keys(self._draft.ledger.commitments, assertion)
        shown = self._suite.justify(opened, key, groups, self._drawn(Tag.NONCE), before)
        self.add(replace(item, justification=shown))

    def _groups(self, request: Seal) -> dict[int, int]:
        """What each token named in a claim holds, new ones included."""
        known, secrets = self._draft.ledger.commitments, self._keys.secrets
        match request.claim:
            case Shuffled(_, old, new):
                if request.owner in known.limits:
                    held = [secrets.group(known, handle) for handle in old]
                else:
                    held = list(range(1, len(old) + 1))
                return dict(zip((*old, *new), (*held, *self._arranged(held)), strict=True))
            case claim:
                named = named_tokens(claim_of(claim))
                return {handle: secrets.group(known, handle) for handle in named}

    def _arranged(self, held: Sequence[int]) -> Sequence[int]:
        """The same groups in the order asked for, or in one drawn."""
        if self._arrangements:
            return self._arrangements.pop(0)
        seed = self._drawn(Tag.SHUFFLE)
        order = sorted(
            range(len(held)), key=lambda place: digest(Tag.SHUFFLE, seed + bytes([place]))
        )
        return [held[place] for place in order]

    def _drawn(self, tag: Tag) -> bytes:
        """32 bytes for one purpose of the next item, secret as long as entropy or phrase is."""
        return self._keys.draw(tag, self._entropy, self._draft.head, len(self._draft.items))


def _declined(index: int, refusal: Refused) -> Declined:
    cause = refusal.__cause__
    return Declined(index, cause if isinstance(cause, Illegal) else refusal)
