"""Fixed keys for tests."""

from hashlib import sha256

from protocol.identity import Identity, Phrase


def phrase(name: str) -> Phrase:
    return Phrase(sha256(name.encode()).digest())


def identity(name: str) -> Identity:
    return Identity.from_phrase(phrase(name))


def fresh(name: str) -> bytes:
    """What a connection takes for random: its static and its ephemeral key."""
    return octets(f"{name} static") + octets(f"{name} ephemeral")


def octets(name: str, size: int = 32) -> bytes:
    """Bytes that stand for random ones."""
    return sha256(name.encode()).digest()[:size]
