"""An executable model of rejoining and agreements as protocol version 2 has them.

`protocol` follows it, and is searched with the same histories (`code`), in which agreements are
signed, refused, forgotten and carried, after a fault, too. It says nothing of dice, secrets or
copied stores. What it is for is docs/decisions/0038, and of agreements after a fault 0061.

A seat that has lost its machine asks a question and is pending until it settles: it gathers an
answer of each other seat and goes on in a new name, which the question begins. Whoever has answered
takes no more entries of its lower names. An agreement is signed for one place and carried by the
entry there.

- `records`: what seats sign.
- `rules`: when that is valid, and what convicts a seat.
- `seat`: what an honest seat does with what it hears.
- `world`: random histories, with hostile seats that sign what they like.
- `tables`: the tables that are searched.
- `code`: the program in the place of honest seats.
- `calm`: what becomes of a history in which everything arrives in the end.

Each rule can be left out. Where that lets a search or a written history break what must always
hold, the tests say so.

What agreements are, beyond what they say of themselves: a majority of all seats that are not
pending signs them. A pending seat's signature shows the answers of all that are not named. An
answer brings the asker the refusals that it has signed and forgotten. A new key begins with a
question, and takes only lines on which it plays. Of two proposals for a place the second names more
seats, or carries a refusal of the first. After a fault the others may hold two lines: the
agreement names the one that is kept, and all that sign it go on in the names of the questions that
they add.
"""
