"""The network: sockets, encryption, synchronization, storage. Nothing here decides about a game.

Each paragraph of SPEC-16 has its modules, which cite it:

SPEC-16.1    `channel`, `noise_xx`
SPEC-16.2    `channel`, `tickets`
SPEC-16.3    `channel`
SPEC-16.4    `invite`, `tickets`, `address`, `ways`, `upnp`
SPEC-16.5    `terms`, `hosting`, `joining`, `lobby`, `lobby_protocol`
SPEC-16.6    `messages`
SPEC-16.7    `sync`, `serving`, `ahead`
SPEC-16.8    `sync`, `serving`, `offers`
SPEC-16.9    `store`, `changes`, `signing`, `vouching`, `patience`, `standing`, `marks`,
             `replaying`, `moved_seat`, `sealed_copy`, `hpke`, `device_channel`, `meeting`
SPEC-16.10   `peers`, `runner`, `hearing`
SPEC-16.11   `chat`, `talk`
SPEC-16.12   `culprits`, `astray`, `lines`
SPEC-16.13   `chat`, `talk`
SPEC-16.14   `succeeding`, `inviting`
SPEC-16.15   `relay`, `written_keys`, `probing`
SPEC-16.16   `ways_list`, `directory`, `locality`, `calling`, `reach`
SPEC-16.17   `entrusting`, `key_passing`
SPEC-16.18   `revealing`
SPEC-16.19   `holder`, `reach`
SPEC-16.20   `mail`, `mailboxes`
SPEC-16.21   `listing`, `advertising`, `nearby`, `relay`
SPEC-16.22   `knocking`, `knocks`, `strangers`, `channel`, `hosting`
SPEC-16.23   `chat`, `talk`
SPEC-16.24   `reminding`, `holder`

A `node` is what one player sees of a table and can do there. A `runner` runs it: asyncio, disk and
clock around two parts that decide and do no IO, `lobby_protocol` until the game is founded and
`replica` from then on. `hearing` takes to both what peers say. `ongoing` is a game that has begun,
with all that belongs to it. Its `connections` serve the peers, `wire` moves their bytes within
`limits` through `sockets`, `dialing` opens one by what a way in is, by `relay` where a peer cannot
be called otherwise, `failures` says where a failure ends, `ending` when a node may stop. `link` is
what is remembered of a connection, `events` are what a node learns from its peers, `player` is what
it asks and tells its player, `prompt` asks for decisions, `choice` is what it answers, `own_seat`
is the seat that it plays, `saying` what that says beside the line, `consents` is what it does about
proposals, `proposed` what a player sees of them, `silence` notes who lets the game wait, `waiting`
is what a player sees of that, `attendance` joins the two, `standing` says whether the seat may
sign. `store` and `keystore` keep what must not be lost. `system` is what depends on the operating
system, `errors` what can go wrong.
"""
