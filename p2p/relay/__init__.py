"""Relays: nodes that nobody can call register there, and are called through it (SPEC-16.15).

A relay is trusted with nothing. What it passes on is the channel of SPEC-16.1, encrypted from node
to node: it learns who talks when and how much, can delay and drop, and cannot read, forge or answer
in another's name.

`names` says under which key a node registers, and how it proves that the key is its own. `messages`
are the forms of what is said to a relay and by it. `forwarding` decides all that a relay does, and
how much anybody may have of it, without sockets or time: `effects` are what it asks for. `holding`
is what it knows of its own holder (`p2p.holder`). `server` gives it websockets, `counters` tells
its numbers to whoever watches over it. `client` is the node's side: it registers and answers calls,
and it calls. `listings` are the tables that a relay tells strangers of, and `tables` asks for them
(SPEC-16.21).
"""
