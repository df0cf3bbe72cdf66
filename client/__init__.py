"""People and bots: everything that a person starts, sees and types.

`cli` reads the command line and runs one of the `commands`.

seat            what a seat sees and does, whoever sits there
bots            programs that play
terminal        play in a terminal: keyboard and screen only
table, web      play in the browser: the server of the page, and the page
schema          what crosses between the two
presentation    the game in words: names, questions, answers, events, help; no input or output
rulebook        the rules by number
importing       maps made for TripleA, read as scenarios
maps            how boards are drawn

`home` is where a person keeps key and games; `tables` creates, joins and resumes games there, and
`playing` plays them.
`solo` and `demo` play games that need no set-up, and `lesson` that of the guided turn. `scenarios`
finds scenarios by name or file, `bids` adds units to them. `parallel_audit` audits a log in several
processes, `network` says where others can reach this machine, `lifetime` when the program ends.
`console` prints results and errors.
"""
