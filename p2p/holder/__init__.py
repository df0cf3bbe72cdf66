"""A relay's holder: it holds the logs of tables for those who come while others sleep (SPEC-16.19).

At each table it has a node of its own, which watches the game as a spectator does, or keeps it. The
relay forwards calls to these nodes as to any other; the holder is a process beside it, so that no
replay of a game keeps a frame waiting.

`policy` says what it takes, in values and words. `shelf` is its folder. `loaded` is a table in
memory: a node with a thread of its own. `desk` answers who asks, `doors` loads a table when
somebody calls there and puts it away when nobody is left, and `reminders` are those of players who
are away (SPEC-16.24). `process` is all of this together, as `settings` say, and `beside` starts it
from the relay's process, where none of the others is loaded but `shelf`.
"""
