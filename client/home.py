"""Where a person's key and games lie on this machine."""

__all__ = [
    "HOME_VARIABLE",
    "PASSPHRASE_VARIABLE",
    "PROGRAM",
    "Home",
    "choose_passphrase",
    "passphrase",
    "refuse_short",
]

import os
import secrets
import sys
from dataclasses import dataclass
from getpass import getpass
from pathlib import Path

from client.errors import ClientError
from p2p.errors import WrongPassphrase
from p2p.keystore import DEFAULT_COST, NONCE_SIZE, SALT_SIZE, Cost, KeyFile
from p2p.system import make_private_folder, user_folder
from protocol.identity import Phrase, PublicKey

HOME_VARIABLE = "SECRET_SUBS_HOME"
PROGRAM = "secret-subs"
"""What the folders are named after in which a system keeps what is of this program."""
PASSPHRASE_VARIABLE = "SECRET_SUBS_PASSPHRASE"  # noqa: S105 (the variable's name)
_SHORTEST = 8


@dataclass(frozen=True, slots=True)
class Home:
    """One person's folder: a sealed key and one store per table.

    Two homes are two people, also on one machine.
    """

    path: Path

    @classmethod
    def of(cls, chosen: Path | None) -> "Home":
        """The folder named on the command line, else by ``SECRET_SUBS_HOME``, else the usual."""
        named = os.environ.get(HOME_VARIABLE)
        if chosen is not None:
            return cls(chosen)
        return cls(Path(named)) if named else cls.usual()

    @classmethod
    def usual(cls) -> "Home":
        """The folder where the system keeps what programs keep for this person."""
        return cls(user_folder(PROGRAM))

    @property
    def key_file(self) -> Path:
        """The sealed recovery phrase (`p2p.keystore`)."""
        return self.path / "key"

    @property
    def device_key(self) -> Path:
        """The sealed key of this device while it waits for a seat (`client.moving`)."""
        return self.path / "device"

    @property
    def tables(self) -> Path:
        """The folder of the stores."""
        return self.path / "tables"

    @property
    def evidence(self) -> Path:
        """The folder of proofs of fraud (`protocol.evidence`)."""
        return self.path / "evidence"

    @property
    def maps(self) -> Path:
        """The folder of drawn maps of this player's own (`client.maps.form`)."""
        return self.path / "maps"

    @property
    def theme(self) -> Path:
        """Whether this player's pages are light or dark (`client.table.choices`)."""
        return self.path / "theme"

    @property
    def playback(self) -> Path:
        """How fast this player's pages play back what others did (`client.table.choices`)."""
        return self.path / "playback"

    @property
    def alerts(self) -> Path:
        """How this player's pages call back who looks elsewhere (`client.table.choices`)."""
        return self.path / "alerts"

    @property
    def lesson(self) -> Path:
        """The game of the guided turn (`client.lesson`)."""
        return self.path / "lesson.sslog"

    @property
    def reminders(self) -> Path:
        """The addresses to which this player's reminders go (`client.reminding`)."""
        return self.path / "reminders"

    @property
    def reminders_sent(self) -> Path:
        """How many reminders a keeper of this home has sent today (`p2p.reminding`)."""
        return self.path / "reminders-sent"

    def kept_reminders(self, table: bytes) -> Path:
        """What a keeper of this home was asked for at one table (`p2p.reminding`)."""
        return self.tables / f"{table.hex()}.reminders"

    def store(self, table: bytes) -> Path:
        """The store of one table (`p2p.store`), by its 32-byte id."""
        return self.tables / f"{table.hex()}.db"

    def memo(self, table: bytes) -> Path:
        """What this player keeps for itself at one table (`client.seat.memo`)."""
        return self.tables / f"{table.hex()}.memo"

    def public(self) -> PublicKey:
        """Whose home this is; needs no passphrase.

        Raises:
            ClientError: there is no key yet.
            BadKeyFile: the key file is damaged.
        """
        return self._sealed().public

    def unlock(self) -> Phrase:
        """Ask for the passphrase and open the key.

        Raises:
            ClientError: there is no key yet, or nobody to ask, or the passphrase does not open it.
            BadKeyFile: the key file is damaged.
        """
        sealed = self._sealed()
        try:
            return sealed.open(passphrase(f"Passphrase of {sealed.public.fingerprint}: "))
        except WrongPassphrase as error:
            raise ClientError(
                str(error),
                f"try again; if you have lost it, move {self.key_file} away and restore the key "
                "from its recovery phrase with `secret-subs keys restore`",
            ) from None

    def keep(self, phrase: Phrase, passphrase: str, cost: Cost = DEFAULT_COST) -> PublicKey:
        """Seal a key into this home, which has none yet.

        Args:
            phrase: the key.
            passphrase: what opens it.
            cost: of a guess; less is enough for a passphrase that nobody could guess anyway.

        Raises:
            ClientError: there is a key already, or the passphrase is short.
            OSError: the folder cannot be written.
        """
        if self.key_file.exists():
            raise ClientError(
                f"{self.key_file}: a key already exists",
                "name another folder with --home for another player",
            )
        refuse_short(passphrase)
        make_private_folder(self.path)
        salt, nonce = secrets.token_bytes(SALT_SIZE), secrets.token_bytes(NONCE_SIZE)
        sealed = KeyFile.seal(phrase, passphrase, salt, nonce, cost)
        sealed.save(self.key_file)
        return sealed.public

    def _sealed(self) -> KeyFile:
        if not self.key_file.exists():
            raise ClientError(
                f"{self.key_file}: no key exists yet",
                "create one with `secret-subs keys new`, or restore yours with "
                "`secret-subs keys restore`",
            )
        return KeyFile.load(self.key_file)


def passphrase(prompt: str) -> str:
    """A passphrase: from ``SECRET_SUBS_PASSPHRASE``, else typed unseen.

    Raises:
        ClientError: the variable is not set and there is nobody to ask.
    """
    given = os.environ.get(PASSPHRASE_VARIABLE)
    if given is not None:
        return given
    if not sys.stdin.isatty():
        raise ClientError(
            "a passphrase is needed, but there is no terminal to ask for it",
            f"set {PASSPHRASE_VARIABLE}",
        )
    return getpass(prompt)


def choose_passphrase() -> str:
    """A new passphrase, typed twice where a person types it.

    Raises:
        ClientError: it is short, or the two differ.
    """
    chosen = passphrase("New passphrase: ")
    refuse_short(chosen)
    if chosen != passphrase("Repeat it: "):
        raise ClientError("the passphrases differ", "type the same one twice")
    return chosen


def refuse_short(chosen: str) -> None:
    """Refuse a passphrase that could be guessed.

    Raises:
        ClientError: it is short.
    """
    if len(chosen) < _SHORTEST:
        raise ClientError(
            f"a passphrase needs at least {_SHORTEST} characters",
            "choose a few words that only you would combine",
        )
