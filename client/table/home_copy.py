"""All that a home keeps, as one file: to be kept elsewhere, or to be brought to another machine.

A copy grows old: who goes on with a seat from it has signed less than the others have seen. So a
seat among people comes as one that was put back (SPEC-16.9): it rejoins before it signs. What goes
on with one game on another device is a move (`client.moving`).
"""

__all__ = ["Brought", "Copied", "bring", "copy_home"]

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from client import solo
from client.errors import ClientError
from client.home import Home, refuse_short
from client.moving import put_seat
from client.table.saved_games import SavedTable, saved_games
from p2p.errors import BadCopy, BadKeyFile, WrongPassphrase
from p2p.keystore import KeyFile
from p2p.moved_seat import MovingSeat
from p2p.sealed_copy import ENTROPY_SIZE, MAX_COPY, open_copy, seal_copy
from p2p.store import Store
from p2p.system import make_private_folder, replace_private
from protocol.encoding import Data, decode, encode
from protocol.errors import Refused
from protocol.identity import PHRASE_SIZE, Identity, Phrase
from protocol.record_reader import RecordReader

_FOLDERS: Final = ("maps", "evidence")
_MEANING: Final = {
    "theme": "whether pages are light or dark",
    "playback": "how fast others are played back",
    "alerts": "how you are called back",
    "reminders": "where you are reminded",
    "lesson.sslog": "your guided turn",
}
"""Of a home: what is neither its key nor a table; by file, what it is."""

_NOTE: Final = "solo.json"
_LONGEST: Final = 200

_NOBODY: Final = Phrase(bytes(PHRASE_SIZE))
_FORM: Final = RecordReader("copy", "copy")


@dataclass(frozen=True, slots=True)
class Copied:
    """A copy of a home.

    Attributes:
        file: its bytes, sealed.
        games: how many are in it.
        left_out: what is not in it, and why, one line each.
    """

    file: bytes
    games: int
    left_out: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Brought:
    """What came of a copy, one line each.

    Attributes:
        came: what is here now, and was not.
        stayed: what was not brought, and why.
    """

    came: tuple[str, ...]
    stayed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Solo:
    """A game against bots: its folder's name, its note, and each home in it."""

    name: str
    note: bytes
    homes: tuple[tuple[str, bytes, tuple[MovingSeat, ...]], ...]


@dataclass(frozen=True, slots=True)
class _Content:
    """What a copy holds: the key file, files by their path, tables, and games against bots."""

    key: bytes
    files: tuple[tuple[str, bytes], ...]
    tables: tuple[MovingSeat, ...]
    games: tuple[_Solo, ...]


def copy_home(home: Home, passphrase: str) -> Copied:
    """Copy all that a home keeps into one file.

    Args:
        home: which; nobody may play there meanwhile.
        passphrase: of the player's key; if there is none yet, what is to seal the copy.

    Raises:
        ClientError: the passphrase does not open the key, or is short.
        StoreInUse: somebody plays there.
        NodeError, OSError: something is damaged, or cannot be read; or it is too much.
    """
    phrase = _NOBODY
    if home.key_file.exists():
        try:
            phrase = KeyFile.load(home.key_file).open(passphrase)
        except WrongPassphrase as error:
            raise ClientError(str(error), "give the passphrase of your key") from None
    refuse_short(passphrase)
    left_out = []
    tables = []
    for game in saved_games(home):
        if game.bots:
            continue
        why = _why_not(game)
        if why:
            left_out.append(f"{_named(game)}: {why}")
        else:
            tables.append(_seat(home, bytes.fromhex(game.id), phrase))
    games = tuple(map(_solo, solo.started_games(home)))
    key = home.key_file.read_bytes() if home.key_file.exists() else b""
    content = _Content(key, tuple(_files(home)), tuple(tables), games)
    sealed = seal_copy(_written(content), passphrase, secrets.token_bytes(ENTROPY_SIZE))
    if len(sealed) > MAX_COPY:
        raise ClientError(
            f"the copy would be larger than {MAX_COPY >> 20} MiB", "delete games that are over"
        )
    return Copied(sealed, len(tables) + len(games), tuple(left_out))


def bring(home: Home, copy: bytes, passphrase: str) -> Brought:
    """Bring what a copy holds to a home; nothing that is there is replaced.

    It can be interrupted and repeated.

    Args:
        home: where it is to be.
        copy: as `copy_home` gave it.
        passphrase: with which it was sealed.

    Raises:
        ClientError: the copy is another player's, or sealed with another passphrase.
        BadCopy: it is damaged, or none.
        NodeError, OSError: the disk refuses.
    """
    try:
        content = _read(open_copy(copy, passphrase))
        key = _owner(content.key, content.tables)
        for game in content.games:
            for _, raw, seats in game.homes:
                _owner(raw, seats)
    except WrongPassphrase:
        raise ClientError(
            "this passphrase does not open the copy", "give the one with which it was made"
        ) from None
    except (Refused, BadKeyFile) as error:
        raise BadCopy(f"this copy is not one of this program's: {error}") from error
    make_private_folder(home.path)
    came = [] if key is None else [*_bring_key(home, key)]
    came += _keep_absent(home, content.files)
    found = [_bring_seat(home, seat) for seat in content.tables]
    found += [_bring_solo(home, game) for game in content.games]
    came += [line for here, line in found if here]
    return Brought(tuple(came), tuple(line for here, line in found if not here))


# Out


def _why_not(game: SavedTable) -> str:
    """Why a game is not copied; empty if it is."""
    if game.open:
        return "it is open in another window or terminal"
    if game.moved is not None:
        return "its seat has moved to another device, which plays it"
    if game.entries is None:
        return "it has not begun: two copies could begin it twice"
    return ""


def _named(game: SavedTable) -> str:
    return f"{game.title or 'a table'} ({game.id[:8]})"


def _seat(home: Home, table: bytes, phrase: Phrase) -> MovingSeat:
    key = Identity.from_phrase(phrase).public.raw
    with Store.open(home.store(table), table, key) as store:
        memo = home.memo(table)
        kept = memo.read_bytes() if memo.exists() else b""
        return MovingSeat.of(table, phrase, store.read(), whole=False, memo=kept)


def _solo(game: solo.SoloGame) -> _Solo:
    folders = sorted(path for path in game.folder.iterdir() if path.is_dir())
    homes = []
    for folder in folders:
        home = Home(folder)
        key = KeyFile.load(home.key_file)
        phrase = key.open(game.passphrase)
        stores = sorted(home.tables.glob("*.db"))
        seats = tuple(_seat(home, bytes.fromhex(file.stem), phrase) for file in stores)
        homes.append((folder.name, key.to_bytes(), seats))
    return _Solo(game.folder.name, (game.folder / _NOTE).read_bytes(), tuple(homes))


def _files(home: Home) -> Iterator[tuple[str, bytes]]:
    kept = [home.path / name for name in _MEANING]
    for folder in _FOLDERS:
        kept += sorted((home.path / folder).glob("*"))
    for file in kept:
        if file.is_file():
            yield file.relative_to(home.path).as_posix(), file.read_bytes()


def _written(content: _Content) -> bytes:
    games: Data = tuple(
        (
            game.name,
            game.note,
            tuple(
                (name, key, tuple(map(MovingSeat.to_bytes, seats)))
                for name, key, seats in game.homes
            ),
        )
        for game in content.games
    )
    return encode(
        (content.key, content.files, tuple(map(MovingSeat.to_bytes, content.tables)), games)
    )


# In


def _keep_absent(home: Home, files: tuple[tuple[str, bytes], ...]) -> Iterator[str]:
    """Write the files that are not there yet; what they are."""
    for name, held in files:
        file = home.path / name
        if not file.exists():
            make_private_folder(file.parent)
            replace_private(file, held)
            yield _MEANING.get(name, name)


def _bring_key(home: Home, key: KeyFile) -> Iterator[str]:
    if not home.key_file.exists():
        key.save(home.key_file)
        yield f"your key, {key.public.fingerprint}"
    elif home.public() != key.public:
        raise ClientError(
            f"this copy belongs to another player, {key.public.fingerprint}",
            "name another folder with --home, or open it in another browser",
        )


def _bring_seat(home: Home, seat: MovingSeat) -> tuple[bool, str]:
    """Whether a seat has come, and what there is to say of it."""
    name = f"table {seat.table.hex()[:8]}"
    place = home.store(seat.table)
    if place.exists() or place.with_suffix(".moved").exists():
        return False, f"{name}: it is here already, and a copy may be older"
    try:
        put_seat(home, seat, copied=True)
    except ClientError as error:
        return False, f"{name}: {error}"
    return True, f"{name}: before its seat plays, another player must have come"


def _bring_solo(home: Home, game: _Solo) -> tuple[bool, str]:
    """As `_bring_seat`, of all seats of a game that nobody else has seen: it goes on at once."""
    name, folder = f"the game against bots of {game.name}", home.path / "solo" / game.name
    if (folder / _NOTE).exists():
        return False, f"{name}: it is here already, and a copy may be older"
    try:
        for own, key, seats in game.homes:
            at = Home(folder / own)
            make_private_folder(at.path)
            replace_private(at.key_file, key)
            for seat in seats:
                put_seat(at, replace(seat, whole=True))
        replace_private(folder / _NOTE, game.note)
    except ClientError as error:
        return False, f"{name}: {error}"
    return True, name


def _read(content: bytes) -> _Content:
    """What a copy holds.

    Raises:
        Refused: it was not written by `_written`.
    """
    whole = _FORM.array(decode(content, MAX_COPY), "the whole", 4, 4)
    files = []
    for one in _items(whole[1]):
        name, held = _FORM.array(one, "a file", 2, 2)
        files.append((_path(name), _octets(held)))
    return _Content(
        key=_octets(whole[0]),
        files=tuple(files),
        tables=_seats(whole[2]),
        games=tuple(map(_game, _items(whole[3]))),
    )


def _owner(raw: bytes, seats: tuple[MovingSeat, ...]) -> KeyFile | None:
    """The key of a home, whose seats they must be; None if there is none.

    Raises:
        Refused: they are another's.
        BadKeyFile: it is damaged.
    """
    key = KeyFile.from_bytes(raw) if raw else None
    for seat in seats:
        if key is None or Identity.from_phrase(seat.phrase).public != key.public:
            raise _FORM.refusal("a seat in it is another player's")
    return key


def _game(value: Data) -> _Solo:
    name, note, homes = _FORM.array(value, "a game", 3, 3)
    found = []
    for one in _items(homes):
        folder, key, seats = _FORM.array(one, "a home", 3, 3)
        found.append((_name(folder), _octets(key), _seats(seats)))
    return _Solo(_name(name), _octets(note), tuple(found))


def _seats(value: Data) -> tuple[MovingSeat, ...]:
    return tuple(MovingSeat.from_bytes(_octets(one)) for one in _items(value))


def _items(value: Data) -> tuple[Data, ...]:
    return tuple(_FORM.array(value, "a list", 0, MAX_COPY))


def _octets(value: Data) -> bytes:
    return _FORM.octets(value, "a field", 0, MAX_COPY)


def _text(value: Data) -> str:
    if type(value) is not str or not 0 < len(value) <= _LONGEST:
        raise _FORM.refusal("a name in it is none")
    return value


def _path(value: Data) -> str:
    """The path of a file that such a home has, and of no other."""
    name = _text(value)
    folder, _, file = name.rpartition("/")
    if name not in _MEANING and (folder not in _FOLDERS or _name(file) != file):
        raise _FORM.refusal("a file of it has no place in a home")
    return name


def _name(value: Data) -> str:
    """The name of a file or folder, which leads nowhere else."""
    name = _text(value)
    if name in (".", "..") or Path(name).name != name or "\\" in name or "\0" in name:
        raise _FORM.refusal("a name in it leads elsewhere")
    return name
