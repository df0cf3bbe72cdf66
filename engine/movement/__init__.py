"""Combat and noncombat movement (BG-7, BG-9), in the order in which an order meets its rules.

`orders`        the orders a power may give, and the events they cause
`phases`        the two phases of movement: ask for an order, judge it, carry it out, end the phase
`moves`         one order, and the route of an order to move
`steps`         one step of one piece: where it may go, where it must stop
`cargo`         transports, and allied aircraft aboard carriers
`takeback`      combat purposes, and taking an order back
`landing`       every aircraft must be able to land; `decks` counts who finds a deck
`declarations`  attacks, raids and bombardment, declared when Combat move ends
`homeless`      fighters that have lost their carrier in combat
`proposals`     destinations for a map, and orders that a bot might give
`answers`       the base game's answers to the questions of movement
"""
