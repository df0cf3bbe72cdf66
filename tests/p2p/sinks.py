"""Where reminders arrive in tests: a mail server and a web hook on loopback."""

import asyncio
import datetime as dt
import ssl
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from p2p.reminding.courier import Courier
from p2p.reminding.desk import Desk, Office
from p2p.reminding.destinations import Kind, ReminderSettings
from p2p.reminding.public import PublicPoster, is_public
from p2p.reminding.sealed import BookFile, Counter
from tests.protocol.sample import phrase

__all__ = ["HOST", "Hook", "Mailbox", "at_hook", "code_in", "leading"]

HOST = "hook.example.org"


class Mailbox:
    """A mail server on loopback, and what it was given."""

    def __init__(self) -> None:
        self.to: list[list[str]] = []
        self.texts: list[str] = []

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:  # noqa: N802 (the library's name)
        self.to.append(envelope.rcpt_tos)
        self.texts.append((envelope.original_content or b"").decode())
        return "250 Taken"

    @asynccontextmanager
    async def open(self) -> AsyncIterator[str]:
        """Its address as its operator writes it, while it takes mail."""
        loop = asyncio.get_running_loop()
        server = await loop.create_server(lambda: SMTP(self), "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            yield f"mailto://127.0.0.1:{port}/?from=game@example.org&mode=insecure"


class Hook:
    """A web hook with TLS on loopback, what it was asked, and what it answers."""

    def __init__(self, folder: Path, answer: bytes = b"HTTP/1.1 204 No Content\r\n\r\n") -> None:
        self.asked: list[bytes] = []
        self.answer = answer
        key, now = ec.generate_private_key(ec.SECP256R1()), dt.datetime.now(dt.UTC)
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
        certificate = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(1)
            .not_valid_before(now - dt.timedelta(days=1))
            .not_valid_after(now + dt.timedelta(days=1))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
            .sign(key, hashes.SHA256())
        )
        encoding = serialization.Encoding.PEM
        self.certificate, secret = folder / "hook.pem", folder / "hook.key"
        self.certificate.write_bytes(certificate.public_bytes(encoding))
        secret.write_bytes(
            key.private_bytes(
                encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(self.certificate, secret)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r")[0])
        self.asked.append(head + await reader.readexactly(length))
        writer.write(self.answer)
        await writer.drain()
        writer.close()

    @asynccontextmanager
    async def open(self, *numbers: str) -> AsyncIterator[PublicPoster]:
        """Who posts to it, as its name leads to these numbers; loopback counts as public here."""
        server = await asyncio.start_server(self._serve, "127.0.0.1", 0, ssl=self._context)
        async with server:
            yield PublicPoster(
                resolve=leading(*numbers or ("127.0.0.1",)),
                judge=lambda number: number.startswith("127.") or is_public(number),
                context=ssl.create_default_context(cafile=str(self.certificate)),
                port=server.sockets[0].getsockname()[1],
            )


def at_hook(folder: Path, poster: PublicPoster) -> Callable[[bytes], Desk]:
    """The reminders of a table, whose keeper posts to web hooks."""
    settings = ReminderSettings(frozenset({Kind.WEB_HOOK}))

    def desk(table: bytes) -> Desk:
        office = Office(Courier(settings, poster), Counter(folder / "sent", phrase(2)))
        return Desk(table, BookFile(folder / "book", phrase(2)), office)

    return desk


class leading:  # noqa: N801 (used as a function)
    """A name that leads to these numbers, each time it is asked for."""

    def __init__(self, *numbers: str) -> None:
        self.numbers, self.asked = numbers, 0

    async def __call__(self, host: str) -> Sequence[str]:
        assert host == HOST
        self.asked += 1
        return self.numbers


def code_in(mail: str) -> str:
    """The eight digits that a message asks to be given back."""
    words = mail.replace("=\r\n", "").replace(".", " ").split()
    (code,) = {word for word in words if word.isdigit() and len(word) == 8}
    return code
