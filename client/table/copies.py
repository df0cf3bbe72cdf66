"""Copies of all that is kept, as the first page makes and opens them (`client.table.home_copy`)."""

__all__ = ["bring_home", "home_copied"]

import asyncio
import base64
import binascii
import time

from client.errors import ClientError
from client.home import Home
from client.schema.replies import CopyBrought, HomeCopied
from client.table.home_copy import bring, copy_home
from protocol.printable import printable


async def home_copied(home: Home, passphrase: str) -> HomeCopied:
    """All of a home, to be saved by the browser. Raises as `copy_home`."""
    copied = await asyncio.to_thread(copy_home, home, passphrase)
    return HomeCopied(
        name=f"secret-subs-{time.strftime('%Y-%m-%d')}.copy",
        file=base64.b64encode(copied.file).decode("ascii"),
        games=copied.games,
        left_out=tuple(map(printable, copied.left_out)),
    )


async def bring_home(home: Home, encoded: str, passphrase: str) -> CopyBrought:
    """Bring what a copy holds, given in base64.

    Raises:
        ClientError: it did not come whole; else as `bring`.
        NodeError, OSError: as `bring`.
    """
    try:
        copy = base64.b64decode(encoded, validate=True)
    except binascii.Error as error:
        raise ClientError(f"the file did not come whole: {error}", "open it again") from None
    brought = await asyncio.to_thread(bring, home, copy, passphrase)
    return CopyBrought(
        came=tuple(map(printable, brought.came)), stayed=tuple(map(printable, brought.stayed))
    )
