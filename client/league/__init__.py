"""A league: many logs audited, and what they tell of its games.

`sources` finds logs in files, folders, `archives` and at `urls`; `judging` gives one verdict, in a
process of its own; `workers` and a `cluster` share the logs out; `auditing` keeps the verdicts in
the order of the logs; `results` remembers them; `summary` counts them. A *verdict* is one line of
JSON (docs/league.md), with a record of the game (`recording`) where one is asked for. From the
verdicts alone follow `games`, `standings`, `tables` and the `site`.
"""
