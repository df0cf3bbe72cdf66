"""Everything secret of one seat in one game, all of it from the phrase (SPEC-3.1)."""

from protocol.dice import ChainName, DiceChain
from protocol.encoding import encode
from protocol.errors import LocalError
from protocol.hashing import Tag
from protocol.head import Head
from protocol.identity import Identity, Phrase
from protocol.players import Players
from protocol.sealing.suite import Suite
from protocol.secrets import Secrets

__all__ = ["Keys"]


class Keys:
    """What a seat signs, seals and rolls with.

    Attributes:
        seat: its index in the charter.
        player: who plays it with these keys.
        identity: what it signs with.
        secrets: what its tokens hold.
    """

    __slots__ = ("_chains", "_nonce", "_phrase", "identity", "player", "seat", "secrets")

    def __init__(self, suite: Suite, players: Players, phrase: Phrase) -> None:
        """The keys of the seat that is played with the public key of this phrase.

        Raises:
            LocalError: no seat is.
        """
        self._nonce = players.charter.nonce
        self._phrase = phrase
        self._chains: dict[bytes, DiceChain] = {}
        self.identity = Identity.from_phrase(phrase)
        seat = players.seat_of(self.identity.public)
        if seat is None:
            raise LocalError("this recovery phrase plays no seat of this game")
        self.seat = seat
        self.player = players.now[seat]
        self.secrets = Secrets(suite, phrase, players.charter, seat, self.player.since)

    def chain(self, origin: bytes) -> DiceChain:
        """The seat's dice chain of an origin; made once, which takes a moment."""
        if origin not in self._chains:
            name = ChainName(self._nonce, self.player.key, self.player.salt, origin)
            self._chains[origin] = DiceChain(self._phrase, name)
        return self._chains[origin]

    def draw(self, tag: Tag, entropy: bytes, head: Head, item: int) -> bytes:
        """32 bytes for one purpose of one item, secret as long as entropy or phrase is."""
        return self._phrase.derive(tag, encode((entropy, head.hash, item)))
