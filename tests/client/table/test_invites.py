"""Invites at the table: the links of a host, each as a QR code too."""

from client.table.invites import invites
from p2p.invite import SCHEME


def test_the_invites_among_what_a_host_is_told() -> None:
    """One for each line with a link; a code is a square of modules with a quiet zone around it."""
    link = f"{SCHEME}{'A' * 150}"
    found = invites(["Send each of these to one person.", f"  Japan: {link}", "connected: Bob"])
    assert [(each["who"], each["link"]) for each in found] == [("Japan", link)]
    assert found[0]["size"] > 29
    assert found[0]["qr"].startswith("M4 4h1v1h-1z")  # the corner of the first finder pattern
