"""People and bots: everything that a person starts, sees and types.

`cli` reads the command line; each command has its module in `commands`. Who sits at a node is in
`seats`: a person, a bot of `bots`, somebody who only watches. A person plays in the browser
(`table`, which serves its pages and says in plain values what they show) or in a `terminal`, whose
words for spaces, units, events and answers the browser's page shares.

`home` is where a person's key and games lie, `tables` what is made, joined and resumed there,
`solo` and `demo` games with nothing to set up. `scenarios` are found by name or file, changed by
`bids` and read from other programs' maps by `importing`; `maps` are how boards are drawn. `battles`
are odds as people ask for them, `auditing` an audit in several processes. `console` is where
everything is written, `errors` what is said when something cannot be done.
"""
