"""Websockets as nodes use them (SPEC-16.1): how they open, what goes through them, how they end.

Two backends: `native` is that of an installed program, `page` that of a node in a page, which has
the browser's. A page calls and cannot be called; among its own nodes it is a loopback.
"""

import sys

if sys.platform == "emscripten":
    from p2p.sockets.page import (
        RESOLVES_NAMES,
        WebSocket,
        abort,
        call,
        close,
        receive_frame,
        send_frame,
    )
else:
    from p2p.sockets.native import (
        RESOLVES_NAMES,
        WebSocket,
        abort,
        call,
        close,
        receive_frame,
        send_frame,
    )

__all__ = [
    "RESOLVES_NAMES",
    "WebSocket",
    "abort",
    "call",
    "close",
    "receive_frame",
    "send_frame",
]
