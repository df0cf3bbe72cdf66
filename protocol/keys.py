"""Everything secret of one seat in one game, all of it from the phrase (SPEC-3.1)."""

from protocol.charter import Charter
from protocol.dice import ChainName, DiceChain
from protocol.encoding import encode
from protocol.errors import LocalError
from protocol.hashing import Tag
from protocol.head import Head
from protocol.identity import Identity, Phrase
from protocol.sealing.suite import Suite
from protocol.secrets import Secrets

__all__ = ["Keys"]


class Keys:
    """What a seat signs, seals and rolls with.

    Attributes:
        seat: its index in the charter.
        identity: what it signs with.
        secrets: what its tokens hold.
    """

    __slots__ = ("_chains", "_charter", "_phrase", "identity", "seat", "secrets")

    def __init__(self, suite: Suite, charter: Charter, phrase: Phrase) -> None:
        """The keys of the seat whose public key comes from this phrase.

        Raises:
            LocalError: no seat of the charter has that key.
        """
        self._charter = charter
        self._phrase = phrase
        self._chains: dict[bytes, DiceChain] = {}
        self.identity = Identity.from_phrase(phrase)
        seats = [seat.key for seat in charter.seats]
        if self.identity.public not in seats:
            raise LocalError("this recovery phrase belongs to no seat of this game")
        self.seat = seats.index(self.identity.public)
        self.secrets = Secrets(suite, phrase, charter, self.seat)

    def chain(self, origin: bytes) -> DiceChain:
        """The seat's dice chain of an origin; made once, which takes a moment."""
        if origin not in self._chains:
            seat = self._charter.seats[self.seat]
            name = ChainName(self._charter.nonce, seat.key, seat.salt, origin)
            self._chains[origin] = DiceChain(self._phrase, name)
        return self._chains[origin]

    def draw(self, tag: Tag, entropy: bytes, head: Head, item: int) -> bytes:
        """32 bytes for one purpose of one item, secret as long as entropy or phrase is."""
        return self._phrase.derive(tag, encode((entropy, head.hash, item)))
