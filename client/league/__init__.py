"""Audits of many logs: where they come from, who judges them, what is said of each.

`sources` finds logs in files, folders and archives; `judging` gives one verdict, in a process of
its own; `workers` share the logs out; `auditing` keeps the verdicts in the order of the logs;
`results` remembers them; `summary` counts them. A *verdict* is one line of JSON (docs/league.md).
"""
