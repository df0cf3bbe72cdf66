"""Wires: sockets, encryption, synchronisation, storage. Nothing here decides anything about a game.

Chapter 16 of SPEC.md has its modules, which cite it:

SPEC-16.1    `channel`, `xx`
SPEC-16.2    `channel`
SPEC-16.3    `channel`
SPEC-16.4    `invite`, `address`
SPEC-16.5    `lobby`, `reception`
SPEC-16.6    `messages`
SPEC-16.7    `sync`
SPEC-16.8    `sync`
SPEC-16.9    `store`
SPEC-16.10   `peers`, `node`
SPEC-16.11   `chat`

A `node` is the edges of asyncio, disk and clock around two values that decide: `reception` before
there is a game, `member` from its charter on. `player` is what a node asks and tells, `asking` how;
`wire` moves the bytes, at the `pace` that each peer is allowed. `store`, `keystore` and `disk` keep
what must not be lost; `errors` are what can go wrong, `mishap` is what nobody foresaw.
"""
