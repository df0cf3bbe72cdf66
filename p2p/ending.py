"""When a node may stop: the game is over, and nobody at the table needs it any more."""

import asyncio
from typing import Final

from p2p.peers import Peers
from p2p.replica import Replica
from protocol.identity import PublicKey

__all__ = ["LINGER_SECONDS", "Ending"]

LINGER_SECONDS: Final = 10.0
"""Seconds that a node waits at the end for seats that have not said to hold everything."""


class Ending:
    """The end of one node.

    Attributes:
        settled: set once the game is over, and nobody at the table needs the node any more.
    """

    def __init__(self, linger: float | None) -> None:
        """As yet it does not run.

        Args:
            linger: see `LINGER_SECONDS`; None to go on serving the log for ever.
        """
        self._linger = linger
        self._timer: asyncio.TimerHandle | None = None
        self._served: set[PublicKey] = set()
        self._over: asyncio.Future[None] | None = None
        self._stays = False
        self.settled = asyncio.Event()

    def begin(self) -> asyncio.Future[None]:
        """The node runs: it is over when this is done."""
        self._over = asyncio.get_running_loop().create_future()
        return self._over

    def watch(self, replica: Replica | None, peers: Peers) -> None:
        """Stop if the game is over and the seats that we met hold all of it."""
        if replica is None or not replica.finished or self._linger is None or self._over is None:
            return
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_later(self._linger, self._stop)
            replica.sync.serving.send_heads_to_all()
            peers.wake()
            return
        for peer in peers:
            if peer.link is not None and replica.sync.serving.has_caught_up(peer.link):
                self._served.add(peer.key)
        seats = {player.key for player in replica.table.log.players.now}
        if seats & peers.met <= self._served and all(peer.idle for peer in peers):
            self._stop()

    def fail(self, error: Exception) -> None:
        """Stop because of something that nobody here can repair."""
        if self._over is not None and not self._over.done():
            self._over.set_exception(error)

    def cancel(self) -> None:
        """Wait for nobody any more."""
        if self._timer is not None:
            self._timer.cancel()

    def stay(self) -> None:
        """Go on until `leave`, also when the game is over: the player looks at it, and talks."""
        self._stays = True

    def leave(self) -> None:
        """Stop as soon as the game is over."""
        self._stays = False
        if self.settled.is_set():
            self._stop()

    def _stop(self) -> None:
        self.settled.set()
        if self._over is not None and not self._over.done() and not self._stays:
            self._over.set_result(None)
