"""The rules: pure values in, pure values out.

`setup` creates the first `game` of a `scenario`, `run` takes it through the steps of `turn`, and a
step pauses with one of the `requests` for what it cannot know. What an edition or a house rule may
answer differently is a named question in `questions`; each chapter has its `answers`, `rules` joins
them, and `answering` says who answers what. What a house rule must remember has a slot (`slots`).
`records` and `serialization` write values down: for all to compare, and for this program to read.

The rulebook is in docs/rules, and its index names the one place of every rule. The chapters:

BG-1    `terms`
BG-2    `board`, `scenario`
BG-3    `turn`
BG-4    `economy.research`, `charts`, `breakthroughs`
BG-5    `economy.purchase`
BG-6    `units`, `battle.ending`
BG-7    `movement`, from `movement.phases` on
BG-8    `battle`, from `battle.combat` on; `capture`
BG-9    `movement.phases`
BG-10   `economy.mobilize`, `economy.recruits`
BG-11   `economy.income`, `economy.convoys`
BG-12   `victory`
SS      `variants.secret_subs`
DS      `variants.depth`
SW      `variants.submarine_warfare`
CD      `variants.convoys`
W…      `variants.rules_of_warfare`, a module for each item

`editions` holds what other editions, [CL] and [G40], do differently.
"""
