"""Conduct combat (BG-8), in the order in which a battle meets its rules.

`combat`        which raid or battle comes next, and the end of the phase
`raids`         strategic bombing raids, and rockets
`opening`       both sides are assembled, up to the first round
`opening_fire`  anti-aircraft fire, landings and bombardment before it
`rounds`        one round, S0 to S7
`submarines`    S0 to S2: destroyers, submerging, surprise strikes
`fire`          who rolls, on what, at whom
`casualties`    who takes the hits; `matching` counts how many can be assigned, `losing` picks them
                by instruction
`retreat`       S7: the attacker withdraws, or presses on
`ending`        when a battle is over, and what follows: repairs, capture
`sides`         who stands on which side of the battle being fought
`events`        what combat tells the players
`answers`       the base game's answers to the questions of combat
"""
