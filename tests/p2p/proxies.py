"""Reverse proxies before a relay, set up as docs/relay.md tells: its own examples, really run.

Only what must differ where they are tried differs: the address, the certificate, the folders.
"""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.patience import PATIENCE

__all__ = ["Certificate", "Site", "free_port", "may_run", "proxied", "relay_command"]

PAGE = Path(__file__).parents[2] / "docs" / "relay.md"
NEEDED = {"nginx": ("nginx", "openssl"), "Caddy": ("caddy", "openssl")}


def may_run(proxy: str) -> bool:
    """Whether a proxy is installed, and what makes its certificate."""
    return all(map(shutil.which, NEEDED[proxy]))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@dataclass(frozen=True)
class Certificate:
    """A certificate that vouches for itself, and its key."""

    file: Path
    key: Path

    @classmethod
    def made(cls, folder: Path, host: str) -> "Certificate":
        made = cls(folder / "fullchain.pem", folder / "privkey.pem")
        kind = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=relay"
        names = ("-addext", f"subjectAltName=IP:{host}")
        files = ("-keyout", str(made.key), "-out", str(made.file))
        command = ("openssl", "req", "-x509", *kind.split(), *names, *files)
        subprocess.run(command, check=True, capture_output=True)
        return made


@dataclass(frozen=True)
class Site:
    """Where a proxy is called, and where it finds the relay."""

    host: str
    port: int
    relay: str
    certificate: Certificate

    @property
    def url(self) -> str:
        return f"wss://{self.host}:{self.port}/"

    @property
    def page(self) -> str:
        return f"https://{self.host}:{self.port}"


def example(proxy: str) -> str:
    """What docs/relay.md has people write."""
    found = re.search(
        rf"^### {proxy}\n.*?^```\w*\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL
    )
    assert found is not None
    return found[1]


def _replaced(text: str, changes: Sequence[tuple[str, str]]) -> str:
    """Replace each of these; that it is there is seen, lest something else be tried."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


def _nginx(site: Site, folder: Path) -> tuple[str, ...]:
    letsencrypt = "/etc/letsencrypt/live/relay.example"
    server = _replaced(
        example("nginx"),
        [
            ("listen 443", f"listen {site.host}:{site.port}"),
            ("    listen [::]:443 ssl;\n", ""),
            ("relay.example;", "_;"),
            (f"{letsencrypt}/fullchain.pem", str(site.certificate.file)),
            (f"{letsencrypt}/privkey.pem", str(site.certificate.key)),
            ("127.0.0.1:7780", site.relay),
        ],
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folders = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off;\npid {folder / 'nginx.pid'};\nevents {{}}\n"
        f"http {{\naccess_log {folder / 'access.log'};\n{folders}{server}}}\n"
    )
    return ("nginx", "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(file))


def _caddy(site: Site, folder: Path) -> tuple[str, ...]:
    tls = f"\ttls {site.certificate.file} {site.certificate.key}\n"
    block = _replaced(
        example("Caddy"),
        [("relay.example {\n", f"{site.page} {{\n{tls}"), ("127.0.0.1:7780", site.relay)],
    )
    file = folder / "Caddyfile"
    apart = f"{{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system {folder}\n}}\n"
    file.write_text(apart + block)
    return ("caddy", "run", "--adapter", "caddyfile", "--config", str(file))


def relay_command(site: Site) -> tuple[str, ...]:
    """How docs/relay.md starts the relay behind such a proxy; anybody may register."""
    behind = ("--url", site.url, "--trust-proxy", "127.0.0.1", "--open")
    return ("relay", "--listen", site.relay, *behind)


@contextmanager
def proxied(
    proxy: str, site: Site, folder: Path, inside: Sequence[str] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """A proxy that runs, behind a command that starts others elsewhere, if one is given."""
    command = _nginx(site, folder) if proxy == "nginx" else _caddy(site, folder)
    with (folder / "proxy.txt").open("ab") as said:
        process = subprocess.Popen([*inside, *command], stdout=said, stderr=said)
    try:
        until_called([*inside], site.host, site.port, process, folder / "proxy.txt")
        yield process
    finally:
        process.terminate()
        process.wait()


def until_called(
    inside: Sequence[str], host: str, port: int, process: subprocess.Popen[bytes], said: Path
) -> None:
    """Wait until somebody listens there."""
    call = f"exec 3<>/dev/tcp/{host}/{port}"
    deadline = time.monotonic() + PATIENCE
    while subprocess.run(
        [*inside, "bash", "-c", call], check=False, capture_output=True
    ).returncode:
        assert process.poll() is None, said.read_text()
        assert time.monotonic() < deadline, said.read_text()
        time.sleep(0.1)
