"""A bot that plays to win: it buys, escorts, hunts, bluffs with decoys and dives by odds.

It uses what any player at its seat may use: the requests, the public game, its own secrets.

What it knows is in `situation`, what it wants in `aims`, what it fears in `threats`; where that
draws its pieces in `deployment`. What it does is in `combat_move` and `noncombat_move`, `combat`,
`bombing` and `hidden` (battles, raids, tokens), `purchase` and `economy` (IPC), and `hunts`,
`warfare` and `special_actions` (house rules).
"""

__all__ = ["Captain"]

from client.bots.captain.captain import Captain
