"""A seat of this player moves to another device of theirs, and back, without rejoining."""

__all__ = ["move", "put_seat", "receive", "seal_away", "take_up", "waiting_device"]

import secrets
import time
from dataclasses import replace
from pathlib import Path

from client import tables
from client.errors import ClientError
from client.home import PROGRAM, Home, choose_passphrase, passphrase, refuse_short
from client.seat.memo import Memo
from p2p.errors import WrongPassphrase
from p2p.keystore import NONCE_SIZE, SALT_SIZE, KeyFile
from p2p.moved_seat import MAX_MOVE, Device, DeviceCode, MovingSeat, is_move
from p2p.signing import Vouch
from p2p.store import Store
from p2p.system import replace_private, state_folder, sync_folder
from p2p.vouching import Vouching
from protocol.identity import PHRASE_SIZE, Identity, Phrase


def move(home: Home, phrase: Phrase, beginning: str, code: DeviceCode, file: Path) -> bytes:
    """Retire a table's store, and seal it into a file for the device of a code.

    Whatever interrupts this, it can be done again with the same code, to any file.

    Args:
        home: where the store lies.
        phrase: of the player.
        beginning: first letters of the table's id.
        code: of the device to which the seat moves.
        file: to be written; one that such a seat was sealed into before is replaced.

    Returns:
        The table id.

    Raises:
        ClientError: as `seal_away`, or the file is something else.
        SeatMoved, StoreInUse, StoreFailed, OSError: as `seal_away`.
    """
    if file.exists() and not is_move(file.read_bytes()[:64]):
        raise ClientError(f"{file} is there already", "name a file that does not exist yet")
    table, sealed = seal_away(home, phrase, beginning, code)
    replace_private(file, sealed)
    return table


def seal_away(
    home: Home, phrase: Phrase, beginning: str, code: DeviceCode | None
) -> tuple[bytes, bytes]:
    """Retire a table's store, and seal it for the device of a code.

    Args:
        home: where the store lies.
        phrase: of the player.
        beginning: first letters of the table's id.
        code: of the device to which the seat moves; None for that to which it has moved.

    Returns:
        The table id, and what only that device can open: the same seat whenever it is done again.

    Raises:
        ClientError: there is no such table, or the store was put back from a copy, or the memo is
            damaged; or the seat has not moved, and no code is given.
        SeatMoved: the seat has moved to another device.
        StoreInUse: another process plays there.
        StoreFailed, OSError: the disk refuses.
    """
    table = tables.find(home, phrase, beginning, retired=True)
    with table.store as store:
        Memo.load(table.memo)  # a damaged one is found while the seat is still here
        vouching = Vouching(state_folder(PROGRAM), store)
        vouch = vouching.vouch()
        if store.moved_to is None and vouch is Vouch.BEHIND:
            raise ClientError(
                "this copy of the game was put back or copied, and may not be the newest",
                "play here once with `secret-subs play`, so that your seat rejoins, then move it",
            )
        if code is None and store.moved_to is None:
            raise ClientError("the seat has not moved", "paste the code of the other device")
        device = DeviceCode(store.moved_to or b"") if code is None else code
        store.retire(device.raw, int(time.time()) // 60)
        if vouch is Vouch.WHOLE:
            vouching.keep_for_good()
        memo = table.memo.read_bytes() if table.memo.exists() else b""
        whole = vouch is Vouch.WHOLE
        seat = MovingSeat.of(table.id, phrase, store.read(), whole=whole, memo=memo)
        return table.id, device.seal(seat, secrets.token_bytes(32))


def waiting_device(home: Home, given: str | None = None) -> Device:
    """This device, as one that waits for a seat; the same each time until one has come.

    Args:
        home: of the device.
        given: passphrase of the player; None to ask for it.

    Raises:
        ClientError: the passphrase is short, or does not open what is there.
        BadKeyFile, StoreFailed: the disk is damaged, or refuses.
    """
    if home.device_key.exists():
        return Device(_opened(home.device_key, given or passphrase("Passphrase: ")))
    if home.key_file.exists():
        given = given or passphrase(f"Passphrase of {home.public().fingerprint}: ")
        _opened(home.key_file, given)
    elif given is None:
        given = choose_passphrase()
    refuse_short(given)
    secret = Phrase(secrets.token_bytes(PHRASE_SIZE))
    salt, nonce = secrets.token_bytes(SALT_SIZE), secrets.token_bytes(NONCE_SIZE)
    KeyFile.seal(secret, given, salt, nonce).save(home.device_key)
    return Device(secret)


def receive(home: Home, file: Path) -> bytes:
    """Play the seat in a file from this device from now on. It can be interrupted and repeated.

    Returns:
        The table id.

    Raises:
        ClientError, BadMove, StoreInUse, StoreFailed, OSError: as `take_up`.
    """
    _must_wait(home)
    with file.open("rb") as opened:
        sealed = opened.read(MAX_MOVE)
    return take_up(home, sealed, passphrase("Passphrase: "))


def take_up(home: Home, sealed: bytes, given: str) -> bytes:
    """Play a sealed seat from this device from now on. It can be interrupted and repeated.

    Args:
        home: of this device.
        sealed: as `seal_away` gave it.
        given: passphrase with which this device began to wait.

    Returns:
        The table id.

    Raises:
        ClientError: this device waits for no seat, or plays this one already, or has played it
            later than the file was written; or this home is another player's.
        BadMove: the file is not for this device.
        StoreInUse: another process uses the store that was here before.
        StoreFailed, OSError: the disk refuses.
    """
    _must_wait(home)
    seat = Device(_opened(home.device_key, given)).open(sealed)
    if not home.key_file.exists():
        home.keep(seat.phrase, given)
    elif home.public() != Identity.from_phrase(seat.phrase).public:
        raise ClientError(
            "the seat in this file belongs to another player than this home",
            "name another folder with --home",
        )
    if not _is_here(home, seat):
        put_seat(home, seat)
    home.device_key.unlink()
    return seat.table


def _must_wait(home: Home) -> None:
    if not home.device_key.exists():
        raise ClientError(
            "this device waits for no seat",
            "run `secret-subs receive` here first, and move the seat to the code that it prints; a "
            "file is good once",
        )


def _is_here(home: Home, seat: MovingSeat) -> bool:
    """Whether this very seat was put here before, and only the rest was interrupted.

    Raises:
        ClientError: what is here is not older than the file.
    """
    path = home.store(seat.table)
    if not path.exists():
        return False
    key = Identity.from_phrase(seat.phrase).public.raw
    with Store.open(path, seat.table, key, retired=True) as store:
        contents = store.read()
        played = store.moved_to is None
    if played and (contents.moves, contents.count) == (seat.moves, seat.count):
        return True
    if played or contents.moves >= seat.moves:
        raise ClientError(
            "this device plays that seat already, or has played it since the file was written",
            "go on with `secret-subs play`",
        )
    return False


def put_seat(home: Home, seat: MovingSeat, *, copied: bool = False) -> None:
    """Make the store beside its place, count what it has signed, then put it there in one step.

    The store that was retired here was closed, so that nothing of it is left but its file.

    Args:
        home: where it is to lie.
        seat: whose it is.
        copied: whether the seat may have gone on elsewhere: then it rejoins before it signs.

    Raises:
        ClientError: this machine has signed more for the seat since the file was written, or what
            its player keeps for itself is damaged.
        BadStore, StoreFailed, OSError: the disk refuses.
    """
    place = home.store(seat.table)
    fresh = place.with_suffix(".new")
    for left in home.tables.glob(f"{fresh.name}*"):
        left.unlink()
    key = Identity.from_phrase(seat.phrase).public.raw
    with Store.create(fresh, seat.table, key) as store:
        vouching = Vouching(state_folder(PROGRAM), store, place)
        if vouching.known > seat.count:
            raise ClientError(
                "this machine has signed more for this seat since the file was written",
                "use the newest file; if there is none, `secret-subs recover LINK` rejoins",
            )
        store.write(seat.changes)
        if copied:
            vouching.doubt()
        elif seat.whole:
            vouching.keep_for_good()
    if seat.memo:
        replace_private(home.memo(seat.table), seat.memo)
        memo = Memo.load(home.memo(seat.table))
        replace(memo, address="").save(home.memo(seat.table))  # where the other device was called
    fresh.replace(place)
    sync_folder(place.parent)


def _opened(key: Path, given: str) -> Phrase:
    """What a key file seals.

    Raises:
        ClientError: the passphrase does not open it.
    """
    try:
        return KeyFile.load(key).open(given)
    except WrongPassphrase as error:
        raise ClientError(str(error), "try again") from None
