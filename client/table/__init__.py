"""The table: a player's node shows the game in that player's own browser, and takes answers there.

The browser decides no rule. It is sent what its player may know and what is legal, and returns
choices; `client.table.messages` lists all that is ever said between the two.
"""
