"""The program for toy games: `python -m tests.p2p.toy_relay relay --hold DIR …`.

Whatever process it starts imports this module, too.
"""

import sys

from client.cli import main
from p2p.holder.doors import Doors
from tests.p2p import party

defaults = Doors.__init__.__kwdefaults__
assert defaults is not None
defaults["open_table"] = party.open_toy_table

if __name__ == "__main__":
    sys.exit(main())
