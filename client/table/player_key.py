"""The key of the player at the entrance: made, restored or unlocked there."""

__all__ = ["PlayerKey"]

import asyncio
import secrets
from typing import Literal

from client.errors import ClientError
from client.home import Home
from p2p.keystore import KeyFile
from protocol.identity import PHRASE_SIZE, Phrase


class PlayerKey:
    """The key in a home, and whether it is unlocked.

    Attributes:
        words: the recovery phrase of a new key, until its player has written it down.
    """

    def __init__(self, home: Home) -> None:
        """The key of a home, which is still locked."""
        self.words = ""
        self._home = home
        self._phrase: Phrase | None = None

    @property
    def state(self) -> Literal["open", "sealed", "none"]:
        """Whether there is a key, and whether it is unlocked."""
        if self._phrase is not None:
            return "open"
        return "sealed" if self._home.key_file.exists() else "none"

    @property
    def fingerprint(self) -> str | None:
        """By which others know the player; None while there is no key."""
        return self._home.public().fingerprint if self._home.key_file.exists() else None

    @property
    def phrase(self) -> Phrase:
        """The key itself.

        Raises:
            ClientError: it is locked.
        """
        if self._phrase is None:
            raise ClientError("your key is locked", "unlock it with your passphrase first")
        return self._phrase

    async def create(self, passphrase: str) -> None:
        """Make a new key, and show its recovery phrase until it is written down. As `Home.keep`."""
        phrase = Phrase(secrets.token_bytes(PHRASE_SIZE))
        await self._keep(phrase, passphrase)
        self.words = phrase.text

    async def restore(self, words: str, passphrase: str) -> None:
        """Make the key from its recovery phrase. Raises as `Phrase.from_text` and `Home.keep`."""
        await self._keep(Phrase.from_text(words), passphrase)

    async def unlock(self, passphrase: str) -> None:
        """Unlock the key.

        Raises:
            WrongPassphrase: the passphrase does not open it.
            BadKeyFile: the key file is damaged.
        """
        sealed = KeyFile.load(self._home.key_file)
        self._phrase = await asyncio.to_thread(sealed.open, passphrase)

    async def _keep(self, phrase: Phrase, passphrase: str) -> None:
        await asyncio.to_thread(self._home.keep, phrase, passphrase)
        self._phrase = phrase
