"""The program for toy games: `python -m tests.p2p.toy_relay relay --hold DIR …`.

Whatever process it starts imports this module, too; of these the holder alone plays.
"""

import sys
from importlib import import_module

from client.cli import main

if __name__ == "__mp_main__":
    doors, party = import_module("p2p.holder.doors"), import_module("tests.p2p.party")
    doors.Doors.__init__.__kwdefaults__["open_table"] = party.open_toy_table

if __name__ == "__main__":
    sys.exit(main())
