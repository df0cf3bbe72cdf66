"""One line of the program changed at a time, to see that simulated tables notice it.

Each mutant leaves out or bends one rule of SPEC-12, 16, 18 or 19. What no table can notice, and
why, is docs/decisions/0087.
"""

from typing import Final

from tests.p2p.mutants.agreements import AGREEMENTS
from tests.p2p.mutants.conduct import CONDUCT
from tests.p2p.mutants.deposits import DEPOSITS
from tests.p2p.mutants.forks import FORKS
from tests.p2p.mutants.mutant import Mutant, changed, noticed
from tests.p2p.mutants.nodes import NODES
from tests.p2p.mutants.settlements import SETTLEMENTS
from tests.p2p.mutants.ways import WAYS

__all__ = ["MUTANTS", "Mutant", "changed", "noticed"]

MUTANTS: Final = (*NODES, *FORKS, *CONDUCT, *SETTLEMENTS, *AGREEMENTS, *WAYS, *DEPOSITS)
