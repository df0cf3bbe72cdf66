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
    """The hidden faces of one seat's tokens.

    Attributes:
        seal_keys: sealing key of each of the seat's powers.
    """

    __slots__ = ("_found", "_suite", "seal_keys")

    def __init__(self, suite: Suite, phrase: Phrase, charter: Charter, seat: int) -> None:
        self._suite = suite
        self._found: dict[bytes, int] = {}
        self.seal_keys: Mapping[str, bytes] = {
            power: seal_key(phrase, charter.game_id, power) for power in charter.seats[seat].powers
        }

    def group(self, known: Commitments, handle: int) -> int:
        """What an own token holds, or held before it was shuffled away.

        Raises:
            LocalError: it is no own token, or was sealed with another phrase.
        """
        face = known.faces.get(handle)
        match face:
            case Public(group):
                return group
            case Sealed(commitment, context) if context.power in self.seal_keys:
                if commitment not in self._found:
                    power = context.power
                    found = self._suite.recover(
                        self.seal_keys[power], handle, face, known.limits[power]
                    )
                    if found is None:
                        raise LocalError(
                            f"token {handle} of {power} was not sealed with this recovery phrase"
                        )
                    self._found[commitment] = found
                return self._found[commitment]
            case _:
                raise LocalError(f"token {handle} is of another seat, so its group is unknown")

    def opening(self, known: Commitments, handle: int) -> Opening:
        """What shows to everybody what an own token holds.

        Raises:
            LocalError: it is no own token under a commitment.
        """
        group, face = self.group(known, handle), known.faces[handle]
        if not isinstance(face, Sealed):
            raise LocalError(f"token {handle} lies in the deck, and needs no opening")
        key = self.seal_keys[face.context.power]
        return Opening(handle, group, self._suite.open(key, handle, face, group))

    def own(self, known: Commitments) -> Mapping[PieceId, int]:
        """What every token ever sealed by this seat holds, or held until shuffled away."""
        return {
            PieceId(handle): self.group(known, handle)
            for handle, face in known.faces.items()
            if isinstance(face, Sealed) and face.context.power in self.seal_keys
        }
