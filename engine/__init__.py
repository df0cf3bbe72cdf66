"""The rules: pure values in, pure values out.

`setup` makes the first `game` of a `scenario`, `run` takes it through the steps of `turn`, and each
step asks the `requests` that it cannot answer itself. What an edition or a house rule may answer
otherwise is a named question in `questions`, which `rules` puts together.

The rulebook is `docs/rules`. Its index names the one place of every rule, which says so itself in
its docstring. The chapters:

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

What other editions say otherwise, [CL] and [G40], is in `editions`.
"""
