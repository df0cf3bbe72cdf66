"""Bots that play beside a person, in two backends.

`native` starts each in a process of its own, `page` as a task: a page starts no processes.
"""

import sys

if sys.platform == "emscripten":
    from client.beside.page import Bot, start
else:
    from client.beside.native import Bot, start

__all__ = ["Bot", "start"]
