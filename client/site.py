"""Sites that run the program in a browser: which one links name, and what one serves."""

__all__ = ["SITE_VARIABLE", "differences", "read_site", "usual_site"]

import hashlib
import os
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final
from urllib.error import URLError
from urllib.parse import quote, urlsplit

from client.errors import ClientError

SITE_VARIABLE: Final = "SECRET_SUBS_SITE"

_SECONDS: Final = 30.0
_LONGEST: Final = 1 << 26
"""Bytes of a file that is read."""


def usual_site() -> str:
    """The site that ``SECRET_SUBS_SITE`` names, in a page its own; empty for none."""
    return os.environ.get(SITE_VARIABLE, "")


def read_site(text: str) -> str:
    """The address of a site, as links to it begin: with a slash at the end of its path.

    Raises:
        ClientError: it is none.
    """
    parts = urlsplit(text.strip())
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.query or parts.fragment:
        raise ClientError(f"{text!a} is no site", "name one as in https://site.example/")
    address = parts.geturl()
    return address if parts.path.endswith((".html", "/")) else f"{address}/"


def differences(
    site: str, folder: Path, fetch: Callable[[str], bytes] | None = None
) -> Iterator[str]:
    """What a site serves otherwise than a build of it, in words; nothing if all is alike.

    Args:
        site: its address.
        folder: what `make site` has built.
        fetch: reads an address; that of the network if there is none.

    Raises:
        ClientError: there is no build in the folder, or the site cannot be read.
    """
    read = fetch or _fetched
    for name, digest in _listed(folder).items():
        try:
            served = read(site + quote(name))
        except FileNotFoundError:
            yield f"{name} is missing"
            continue
        if hashlib.sha256(served).hexdigest() != digest:
            yield f"{name} is another one"


def _listed(folder: Path) -> Mapping[str, str]:
    """The hash of each file of a build, as its own list says and its files have it."""
    try:
        lines = (folder / "files.txt").read_text("ascii").splitlines()
        listed = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
        found = {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in listed}
    except (OSError, ValueError) as error:
        raise ClientError(f"{folder}: no build of the site is there", "run `make site`") from error
    if changed := [name for name in listed if found[name] != listed[name]]:
        raise ClientError(f"{folder}: {changed[0]} has been changed", "run `make site` again")
    whole = (folder / "files.txt").read_bytes()
    return {**found, "files.txt": hashlib.sha256(whole).hexdigest()}


def _fetched(address: str) -> bytes:
    """What is served at an address.

    Raises:
        FileNotFoundError: nothing.
        ClientError: it cannot be read.
    """
    try:
        with urllib.request.urlopen(address, timeout=_SECONDS) as answer:  # noqa: S310 (http, https)
            return bytes(answer.read(_LONGEST))
    except URLError as error:
        if getattr(error, "code", None) == 404:  # noqa: PLR2004 (the one that says so)
            raise FileNotFoundError(address) from error
        raise ClientError(f"{address}: {error.reason}", "is the address right?") from error
    except (OSError, ValueError) as error:
        raise ClientError(f"{address}: {error}", "is the address right?") from error
