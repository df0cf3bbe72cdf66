"""The digest by which replicas find out whether they hold the same state (SPEC-11)."""

from engine.game import Game
from engine.records import encode
from protocol.encoding import encode_state
from protocol.hashing import Tag, digest
from protocol.ledger import Ledger, PendingRoll

__all__ = ["state_digest"]


def state_digest(game: Game, ledger: Ledger) -> bytes:
    """Hash of everything public about a game: 32 bytes.

    It covers the whole `Game`, every commitment and opening, each chain's last share and its count,
    the incarnations, and the chains that owe a share; nothing secret.
    """
    owing = ledger.pending.owing if isinstance(ledger.pending, PendingRoll) else ()
    return digest(
        Tag.STATE,
        encode_state(
            (
                encode(game),
                ledger.history,
                tuple(
                    (seat, incarnation, chain.number, chain.link)
                    for (seat, incarnation), chain in sorted(ledger.chains.items())
                ),
                ledger.incarnations,
                ledger.rolls,
                owing,
            )
        ),
    )
