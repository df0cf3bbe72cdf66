"""Listening for callers, in two backends.

`native` is that of an installed program, `page` that of a page, whose nodes call each other alone.
"""

import sys

if sys.platform == "emscripten":
    from p2p.listening.page import check, free_port, listening
else:
    from p2p.listening.native import check, free_port, listening

__all__ = ["check", "free_port", "listening"]
