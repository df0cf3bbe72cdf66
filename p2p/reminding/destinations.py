"""Where a keeper may be asked to send reminders: public services and hosts, and nothing else.

An address is of one of few forms, all of whose parts are checked. What is sent is made from the
parts, so no option of a service can be given along.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Final, Self

__all__ = ["EXAMPLES", "MAX_ADDRESS", "BadDestination", "Destination", "Kind", "ReminderSettings"]

MAX_ADDRESS: Final = 300
"""Characters of the longest address."""

_NAME: Final = r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}"


@unique
class Kind(StrEnum):
    """How a reminder goes out, by the scheme of the address."""

    DISCORD = "discord"
    WEB_HOOK = "https"
    MAIL = "mailto"
    NTFY = "ntfy"
    TELEGRAM = "tgram"


_FORMS: Final[Mapping[Kind, re.Pattern[str]]] = {
    Kind.DISCORD: re.compile(r"discord://(?P<to>\d{15,25})/(?P<secret>[\w-]{40,100})", re.ASCII),
    Kind.WEB_HOOK: re.compile(rf"https://(?P<to>{_NAME})(?P<secret>/[!-~]*)?", re.ASCII),
    Kind.MAIL: re.compile(
        rf"mailto:(?P<secret>)(?P<to>[A-Za-z0-9](?:[A-Za-z0-9._+-]{{0,62}}[A-Za-z0-9])?@{_NAME})"
    ),
    Kind.NTFY: re.compile(r"ntfy://(?P<secret>)(?P<to>[\w-]{1,64})", re.ASCII),
    Kind.TELEGRAM: re.compile(
        r"tgram://(?P<secret>\d{6,12}:[\w-]{30,50})/(?P<to>-?\d{1,20})", re.ASCII
    ),
}
EXAMPLES: Final[Mapping[Kind, str]] = {
    Kind.DISCORD: "discord://WEBHOOK/TOKEN",
    Kind.WEB_HOOK: "https://hook.example.org/path",
    Kind.MAIL: "mailto:ann@example.org",
    Kind.NTFY: "ntfy://topic",
    Kind.TELEGRAM: "tgram://BOT:TOKEN/CHAT",
}


class BadDestination(Exception):
    """Nothing can be sent to this address."""


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a reminder goes.

    Attributes:
        kind: how.
        to: the mail address, the topic, the chat or web hook, or the host.
        secret: what else is needed to send there; empty if nothing is.
    """

    kind: Kind
    to: str
    secret: str = ""

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read an address.

        Raises:
            BadDestination: it is of no form that a keeper knows.
        """
        if len(text) > MAX_ADDRESS:
            raise BadDestination(f"an address has at most {MAX_ADDRESS} characters")
        for kind, form in _FORMS.items():
            found = form.fullmatch(text)
            if found is not None:
                return cls(kind, found["to"], found["secret"] or "")
        raise BadDestination("a keeper sends to " + ", ".join(EXAMPLES.values()))

    @property
    def text(self) -> str:
        """The address, as `parse` reads it."""
        match self.kind:
            case Kind.DISCORD:
                return f"discord://{self.to}/{self.secret}"
            case Kind.WEB_HOOK:
                return f"https://{self.to}{self.secret}"
            case Kind.MAIL:
                return f"mailto:{self.to}"
            case Kind.NTFY:
                return f"ntfy://{self.to}"
            case Kind.TELEGRAM:
                return f"tgram://{self.secret}/{self.to}"

    @property
    def shown(self) -> str:
        """The address without what is secret in it; who knows a topic of ntfy reads it."""
        match self.kind:
            case Kind.DISCORD:
                return f"discord://{self.to}/****"
            case Kind.WEB_HOOK:
                return f"https://{self.to}/****"
            case Kind.MAIL:
                return self.text
            case Kind.NTFY:
                return f"ntfy://{self.to[:2]}****"
            case Kind.TELEGRAM:
                return f"tgram://****/{self.to}"

    @property
    def counted_as(self) -> str:
        """The same for all addresses that reach one person or host, by which messages are counted.

        What follows a plus sign in a mail address is the recipient's own affair (RFC 5233), and
        large services pass over dots before the @.
        """
        to = self.to
        if self.kind is Kind.MAIL:
            local, _, domain = to.lower().partition("@")
            to = f"{local.partition('+')[0].replace('.', '')}@{domain}"
        elif self.kind is Kind.WEB_HOOK:
            to = to.lower()
        return f"{self.kind}:{to}"


@dataclass(frozen=True, slots=True)
class ReminderSettings:
    """How a keeper sends reminders, as its operator has chosen.

    Attributes:
        kinds: that it sends; none, unless the operator says so.
        mail: its own mail server, as an address of `apprise` without recipients; empty for none.
    """

    kinds: frozenset[Kind] = frozenset()
    mail: str = field(default="", repr=False)
