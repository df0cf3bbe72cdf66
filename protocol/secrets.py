"""What only the owner knows: which group each of its tokens holds.

It is found again from the phrase and the public log alone, by trying the groups, and kept nowhere
else: whoever has the phrase and any copy of the log has lost nothing. That is so of keys, too, that
another player has passed on: the receipt on the line has them (`protocol.receipts`).

Implements: SS-0.4
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from engine.pieces import PieceId
from protocol.charter import Charter
from protocol.commitments import Commitments
from protocol.encoding import encode
from protocol.entry import Opening
from protocol.errors import LocalError
from protocol.hashing import Tag
from protocol.holding import Passed, spans
from protocol.identity import Phrase
from protocol.receipts import Receipt, SealingKeys, keys_of
from protocol.sealing.suite import Assertion, Public, Sealed, Suite

__all__ = ["Secrets", "seal_key"]


def seal_key(phrase: Phrase, game: bytes, power: str) -> bytes:
    """The sealing key of a power in one game: 32 bytes (SPEC-8.2)."""
    return phrase.derive(Tag.SEAL_KEY, encode((game, power)))


class Secrets:
    """The hidden faces of one seat's tokens."""

    __slots__ = ("_found", "_game", "_keys", "_phrase", "_received", "_seat", "_since", "_suite")

    def __init__(
        self, suite: Suite, phrase: Phrase, charter: Charter, seat: int, since: int = 0
    ) -> None:
        """What a player knows who plays a seat after an entry.

        Args:
            suite: of the game.
            phrase: of the player.
            charter: of the game.
            seat: that it plays.
            since: place of the entry after which it does; 0 from the start.
        """
        self._suite = suite
        self._since = since
        self._phrase = phrase
        self._game = charter.game_id
        self._seat = seat
        self._found: dict[bytes, tuple[int, Sealed]] = {}
        self._keys: dict[str, bytes] = {}
        self._received: dict[Receipt, SealingKeys] = {}

    def seal_key(self, power: str) -> bytes:
        """What this seat seals a power's tokens with."""
        if power not in self._keys:
            self._keys[power] = seal_key(self._phrase, self._game, power)
        return self._keys[power]

    def keys(self, known: Commitments, powers: Collection[str]) -> SealingKeys:
        """What opens all that this player answers for of some powers, its own keys among it."""
        own = {(power, self.seal_key(power)) for power in powers}
        received = {
            (power, key)
            for one in self._passed(known)
            for power, key in self._keys_in(one.receipt)
            if power in powers
        }
        return tuple(sorted(own | received))

    def group(self, known: Commitments, handle: int) -> int:
        """What an own token holds, or held before it was shuffled away.

        Raises:
            LocalError: it is no own token, or was sealed with another phrase.
        """
        face = known.faces.get(handle)
        match face:
            case Public(group):
                return group
            case Sealed() if self._knows(known, face):
                return self._open(known, handle, face)[0]
            case _:
                raise LocalError(f"token {handle} is of another seat, so its group is unknown")

    def opening(self, known: Commitments, handle: int) -> Opening:
        """What shows to everybody what an own token holds.

        Raises:
            LocalError: it is no own token under a commitment.
        """
        self.group(known, handle)
        face = known.faces[handle]
        if not isinstance(face, Sealed):
            raise LocalError(f"token {handle} lies in the deck, and needs no opening")
        group, opened = self._open(known, handle, face)
        key = self.seal_key(face.context.power)
        return Opening(handle, group, self._suite.open(key, handle, opened, group))

    def own(self, known: Commitments) -> Mapping[PieceId, int]:
        """What every token holds that this player can open, or held until shuffled away."""
        return {
            PieceId(handle): self._open(known, handle, face)[0]
            for handle, face in known.faces.items()
            if isinstance(face, Sealed) and self._knows(known, face)
        }

    def with_keys(self, known: Commitments, assertion: Assertion) -> Assertion:
        """The assertion with the keys of what others have sealed: to be shown, and never sent."""
        faces, before = (
            {
                handle: self._open(known, handle, face)[1]
                if isinstance(face, Sealed) and not face.made_by(self._seat, self._since)
                else face
                for handle, face in some.items()
            }
            for some in (assertion.faces, assertion.before)
        )
        return replace(assertion, faces=faces, before=before)

    def _open(self, known: Commitments, handle: int, face: Sealed) -> tuple[int, Sealed]:
        """The group under a commitment, and the commitment with the key that opens it."""
        commitment, power = face.commitment, face.context.power
        if commitment not in self._found:
            if face.key is not None:
                keys: Collection[bytes] = (face.key,)
            elif face.made_by(self._seat, self._since):
                keys = (self.seal_key(power),)
            else:
                keys = [key for _, key in self.keys(known, (power,))]
            for key in keys:
                group = self._suite.recover(key, handle, face, known.limits[power])
                if group is not None:
                    self._found[commitment] = group, replace(face, key=key)
                    break
            else:
                raise LocalError(
                    f"token {handle} of {power} was not sealed with this recovery phrase"
                )
        return self._found[commitment]

    def _knows(self, known: Commitments, face: Sealed) -> bool:
        made = spans(known.passed, self._seat, self._since, face.context.power)
        return face.key is not None or any(span.covers(face) for span in made)

    def _passed(self, known: Commitments) -> tuple[Passed, ...]:
        """What has passed to this player."""
        holder = (self._seat, self._since)
        return tuple(one for one in known.passed if (one.receipt.seat, one.since) == holder)

    def _keys_in(self, receipt: Receipt) -> SealingKeys:
        if receipt not in self._received:
            self._received[receipt] = keys_of(self._phrase, receipt)
        return self._received[receipt]
