"""A bot that plays to win: it buys, escorts, hunts, bluffs with decoys and dives by odds.

It uses what any player at its seat may use: the requests, the public game, its own secrets.
"""

__all__ = ["Captain"]

from client.bots.captain.captain import Captain
