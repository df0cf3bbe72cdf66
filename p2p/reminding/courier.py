"""Sends codes and reminders: mail by the keeper's own server, the rest by public services."""

import asyncio
import logging
from collections.abc import Collection
from typing import Final
from urllib.parse import parse_qsl, quote, urlsplit

from p2p.errors import NoReminders
from p2p.reminding.destinations import Destination, Kind, ReminderSettings
from p2p.reminding.public import PublicPoster

__all__ = ["Courier", "check_settings"]

_LOGGER: Final = logging.getLogger("secret-subs")
_INSTALL: Final = "install it with: pip install 'secret-subs[remind]'"
_RECIPIENTS: Final = frozenset({"to", "cc", "bcc", "reply"})


class Courier:
    """Sends what one keeper has to send."""

    def __init__(self, settings: ReminderSettings, poster: PublicPoster | None = None) -> None:
        """Send by these settings; `poster` reaches web hooks."""
        self._settings = settings
        self._poster = poster

    @property
    def kinds(self) -> Collection[Kind]:
        """That it sends."""
        return self._settings.kinds

    async def send(self, to: Destination, title: str, text: str) -> bool:
        """Send a message; whether it was taken.

        It is the same whether there is no such recipient or the service is down.
        """
        if to.kind not in self._settings.kinds:
            return False
        if to.kind is Kind.WEB_HOOK:
            self._poster = self._poster or PublicPoster()
            return await self._poster.post(to.to, to.secret, title, text)
        return await asyncio.to_thread(self._send, to, title, text)

    def _send(self, to: Destination, title: str, text: str) -> bool:
        from apprise import Apprise, AppriseAsset  # noqa: PLC0415 (an extra)

        logging.getLogger("apprise").setLevel(logging.CRITICAL)  # its lines hold addresses
        try:
            postman = Apprise(asset=AppriseAsset(http_redirects=False))
            return postman.add(self._service(to)) and bool(postman.notify(body=text, title=title))
        except Exception:  # noqa: BLE001 (a service's failure is none of the keeper's)
            _LOGGER.warning("a reminder by %s failed", to.kind.value)
            return False

    def _service(self, to: Destination) -> str:
        match to.kind:
            case Kind.MAIL:
                mail = self._settings.mail
                return f"{mail}{'&' if '?' in mail else '?'}to={quote(to.to)}"
            case Kind.NTFY:
                return f"ntfy://ntfy.sh/{to.to}?mode=cloud"
            case _:
                return to.text


def check_settings(settings: ReminderSettings) -> None:
    """See that everything that the operator has chosen can be sent.

    Raises:
        NoReminders: it cannot.
    """
    if Kind.MAIL in settings.kinds:
        _check_mail(settings.mail)
    elif settings.mail:
        raise NoReminders("a mail server, and reminders by mail are not chosen: add mailto")
    if settings.kinds - {Kind.WEB_HOOK}:
        try:
            from apprise import Apprise  # noqa: PLC0415 (an extra)
        except ImportError as error:
            raise NoReminders(f"reminders need apprise: {_INSTALL}") from error
        if settings.mail and Apprise.instantiate(settings.mail) is None:
            raise NoReminders(
                "no mail can be sent by this address of the mail server; it looks like "
                "mailtos://user:password@mail.example.org?from=game@example.org"
            )


def _check_mail(mail: str) -> None:
    """See that an operator's mail server is one, and writes to nobody else.

    Raises:
        NoReminders: it is not.
    """
    if not mail:
        raise NoReminders("reminders by mail need your mail server")
    parts = urlsplit(mail)
    if parts.scheme not in ("mailto", "mailtos"):
        raise NoReminders("the mail server is given as mailto://… or, with TLS, mailtos://…")
    if _RECIPIENTS & {name.lower() for name, _ in parse_qsl(parts.query, keep_blank_values=True)}:
        raise NoReminders("the mail server names a recipient: players do that")
    if parts.path.strip("/"):
        raise NoReminders("the mail server names a recipient behind its host: players do that")
