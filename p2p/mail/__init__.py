"""Mail: what the nodes of a table leave for each other at relays of Nostr (SPEC-16.20).

Nobody at the table runs these relays, nobody at the table need be online together, and the relays
are trusted with nothing: what they keep is sealed, and everything that comes out of it goes through
the same checks as what a peer sends.

`keys` says who can write mail and who can read it, by `points` of Nostr's curve; `introduction` is
what a player signs about that. `chunks` are what is written as a mailbox keeps it. `entries` are
those of a line that are in it. `box` is what one mailbox holds and what is to be left there,
without sockets or time. `nostr` knows relays, and alone imports the library for it; `connection`
joins the two to one more peer of a node.
"""
