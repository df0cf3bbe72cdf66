"""Trust: bytes in, trusted values or typed errors out.

Each chapter of SPEC.md has its modules, which cite it:

SPEC-0    `errors`
SPEC-1    `encoding`, `record_reader`
SPEC-2    `hashing`
SPEC-3    `identity`, `keys`
SPEC-4    `charter`, `confusables`, `founding`
SPEC-5    `entry`, `head`, `log`
SPEC-6    `statement`, `statements`, `questions`, `answers`, `settlements`, `successors`,
          `proposals`, `agreements`, `logfile`
SPEC-7    `dice`
SPEC-8    `claims`, `commitments`, `dealing`, `passing`, `seals`, `secrets`, `sealing.suite`
SPEC-9    `sealing.hashed`
SPEC-10   `opening`, `due`, `draft`, `items`, `duties`, `instructing`, `table`, `obligations`
SPEC-11   `ledger`, `snapshot`
SPEC-12   `questions`, `answers`, `settling`, `grounds`, `rejoin`, `carried`, `carrying`, `heard`,
          `conduct`, `own_settlement`, `faults`, `voiding`, `waiting`
SPEC-13   `disclosure`, `truth`
SPEC-14   `audit`, `outline`, `outline_audit`, `full_audit`, `shared_audit`, `evidence`, `report`
SPEC-15   `sealing.proved`, `sealing.claim_statements`, `sealing.sigma`, `sealing.group`
SPEC-18   `proposals`, `agreements`, `agreeing`, `enacting`, `agreed`, `consent`, `carried`,
          `carrying`, `voiding`, `absence`
SPEC-19   `depositing`, `sealing.deposit`, `due`

Chapter 16 is the package `p2p`, chapter 17 the house rules in `engine.variants`.

An entry that arrives is read by `entry`, linked by `log`, carried out in a `draft`, one of its
`items` after another, and appended by the `table`, which holds the log, the game and the `ledger`
(what the protocol remembers about seats, dice and secrets). Entries of our own are written through
the same `draft`, by `author` and `entry_builder`.
"""
