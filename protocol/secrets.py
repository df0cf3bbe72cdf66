"""What only the owner knows: which group each of its tokens holds.

It is found again from the phrase and the public log alone, by trying the groups, and kept nowhere
else: whoever has the phrase and any copy of the log has lost nothing.

Implements: SS-0.4
"""

from collections.abc import Mapping

from engine.pieces import PieceId
from protocol.charter import Charter
from protocol.commitments import Commitments
from protocol.encoding import encode
from protocol.entry import Opening
from protocol.errors import LocalError
from protocol.hashing import Tag
from protocol.identity import Phrase
from protocol.sealing.suite import Public, Sealed, Suite

__all__ = ["Secrets", "seal_key"]


def seal_key(phrase: Phrase, game: bytes, power: str) -> bytes:
    """The sealing key of a power in one game: 32 bytes (SPEC-8.2)."""
    return phrase.derive(Tag.SEAL_KEY, encode((game, power)))


class Secrets:
    """The hidden faces of one seat's tokens."""

    __slots__ = ("_found", "_game", "_keys", "_phrase", "_seat", "_since", "_suite")

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
        self._found: dict[bytes, int] = {}
        self._keys: dict[str, bytes] = {}

    def seal_key(self, power: str) -> bytes:
        """What this seat seals a power's tokens with."""
        if power not in self._keys:
            self._keys[power] = seal_key(self._phrase, self._game, power)
        return self._keys[power]

    def group(self, known: Commitments, handle: int) -> int:
        """What an own token holds, or held before it was shuffled away.

        Raises:
            LocalError: it is no own token, or was sealed with another phrase.
        """
        face = known.faces.get(handle)
        match face:
            case Public(group):
                return group
            case Sealed() if self._knows(face):
                return self.held(known, handle, face)
            case _:
                raise LocalError(f"token {handle} is of another seat, so its group is unknown")

    def held(self, known: Commitments, handle: int, face: Sealed) -> int:
        """What an own token holds, or held, under a commitment of this seat or of a deal.

        Raises:
            LocalError: it was sealed with another phrase.
        """
        commitment, power = face.commitment, face.context.power
        if commitment not in self._found:
            key = self.seal_key(power)
            found = self._suite.recover(key, handle, face, known.limits[power])
            if found is None:
                raise LocalError(
                    f"token {handle} of {power} was not sealed with this recovery phrase"
                )
            self._found[commitment] = found
        return self._found[commitment]

    def opening(self, known: Commitments, handle: int) -> Opening:
        """What shows to everybody what an own token holds.

        Raises:
            LocalError: it is no own token under a commitment.
        """
        group, face = self.group(known, handle), known.faces[handle]
        if not isinstance(face, Sealed):
            raise LocalError(f"token {handle} lies in the deck, and needs no opening")
        key = self.seal_key(face.context.power)
        return Opening(handle, group, self._suite.open(key, handle, face, group))

    def own(self, known: Commitments) -> Mapping[PieceId, int]:
        """What every token sealed by this seat or dealt holds, or held until shuffled away."""
        return {
            PieceId(handle): self.held(known, handle, face)
            for handle, face in known.faces.items()
            if isinstance(face, Sealed) and self._knows(face)
        }

    def _knows(self, face: Sealed) -> bool:
        return face.key is not None or face.made_by(self._seat, self._since)
