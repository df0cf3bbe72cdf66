"""Secret Subs (SS): submarines in hidden groups, moved as tokens that may be decoys.

`module`        the questions of the rules that it answers
`settings`      its options, and version 0.8
`state`         trackers, supplies and shuffles: what it remembers
`token`         tokens, and the markers that a shuffle leaves open
`tokens`        tokens on the board
`setup`         the opening groups (SS-0.8)
`place`         new submarines and tokens in Mobilize (SS-1)
`combat`        battles: submerge or fight, reveal (SS-3)
`survivors`     what is left when a battle ends (SS-3.7)
`origins`       spaces to retreat to after a shuffle
`showing`       turning tokens up and down
`actions`       reorganizing, removing, claims (SS-4)
`shuffling`     anonymizing (SS-4.3)
`exchanges`     submarines exchanged by groups that have moved differently, in version 0.8 (SS-6)
`windows`       when other powers may act (SS-4.0)
`public`        what everybody can tell, and what a seat sees
`players`       tokens of a power that another player takes over
`invariants`    what must hold of every position (SS-0.6)
`events`        what it tells the players
`proposals`     actions worth listing or drawing
`support`       what an observer can work out; `watching` follows the events
`arrangements`  what tokens may hold by all facts; `worlds` counts the ways
"""
