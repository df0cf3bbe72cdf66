"""Trust: bytes in, trusted values or typed errors out.

Each chapter of SPEC.md has its modules, which cite it:

SPEC-0    `errors`
SPEC-1    `encoding`, `record_reader`
SPEC-2    `hashing`
SPEC-3    `identity`, `keys`
SPEC-4    `charter`, `founding`
SPEC-5    `entry`, `log`
SPEC-6    `statements`, `logfile`
SPEC-7    `dice`
SPEC-8    `seals`, `sealing.suite`
SPEC-9    `sealing.hashed`
SPEC-10   `newgame`, `due`, `draft`, `table`
SPEC-11   `state`
SPEC-12   `rejoin`
SPEC-13   `disclosure`
SPEC-14   `audit`, `full_audit`, `evidence`, `report`
SPEC-15   `sealing.proved`

Chapter 16 is the package `p2p`, chapter 17 the house rules in `engine.variants`. What a seat writes
is made by `author` and `entry_builder`; what all remember of a game beside `Game` is the `ledger`.
"""
