"""Messages to a person who is away, by what `apprise` can reach: mail, chat, push and more.

Nothing else of the client imports `apprise`, which is installed with the extra
``secret-subs[remind]``; a keeper sends to others by `p2p.reminding`.
"""

__all__ = ["Recipient", "recipient"]

import asyncio
import logging
from typing import TYPE_CHECKING, Protocol

from client.errors import ClientError

if TYPE_CHECKING:
    from apprise import NotifyBase

_INSTALL = "install it with: pip install 'secret-subs[remind]'"


class Recipient(Protocol):
    """Somebody who can be sent messages."""

    @property
    def shown(self) -> str:
        """The address without what is secret in it."""

    async def send(self, title: str, text: str) -> bool:
        """Send a message; whether it was taken."""


def recipient(address: str) -> Recipient:
    """Who is reached by an address, as in ``mailto://user:password@mail.example.org``.

    Raises:
        ClientError: nobody, or `apprise` is not installed. The address is not told, which may hold
            a password.
    """
    try:
        from apprise import Apprise  # noqa: PLC0415 (an extra, which who needs none goes without)
    except ImportError as error:
        raise ClientError("reminders need apprise", _INSTALL) from error
    logging.getLogger("apprise").setLevel(logging.CRITICAL)  # its lines may hold addresses
    service = Apprise.instantiate(address.strip())
    if service is None:
        scheme = address.partition("://")[0] if "://" in address else ""
        raise ClientError(
            f"nobody can be reached by this address{scheme and f' ({scheme}://…)'}",
            "see https://github.com/caronc/apprise for addresses, as in "
            "mailto://user:password@mail.example.org",
        )
    return _Service(service)


class _Service:
    def __init__(self, service: "NotifyBase") -> None:
        self._service = service

    @property
    def shown(self) -> str:
        """See `Recipient.shown`."""
        return str(self._service.url(privacy=True)).partition("?")[0]

    async def send(self, title: str, text: str) -> bool:
        """See `Recipient.send`; in a thread, since services answer when they like."""
        return await asyncio.to_thread(self._send, title, text)

    def _send(self, title: str, text: str) -> bool:
        from apprise import Apprise  # noqa: PLC0415 (as above)

        postman = Apprise()
        postman.add(self._service)
        return bool(postman.notify(body=text, title=title))
