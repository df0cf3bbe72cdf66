"""The suites by the names that charters give them."""

from protocol.charter import Secrecy
from protocol.sealing.hashed import Hashed
from protocol.sealing.proved import Proved
from protocol.sealing.suite import Suite

__all__ = ["suite_of"]


def suite_of(secrecy: Secrecy) -> Suite:
    """The suite that a charter names."""
    match secrecy:
        case Secrecy.HASHED:
            return Hashed()
        case Secrecy.PROVED:
            return Proved()
