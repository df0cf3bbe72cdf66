"""A keeper reminds players whose own nodes are off that the game waits for them (SPEC-16.24).

`destinations` says what an address may be, `book` who has given which, what is allowed, and who is
to be reminded when; both are values without IO, as is `allowance`, which counts for the whole
keeper. `sealed` keeps a table's book on the disk, `public` finds hosts that are no private ones,
and `courier` sends. `desk` is all of these at one table, `keeping` puts it beside the keeper's node
and `asking` is the other side: the node of a player.
"""
