"""House rules, one module each, in the fixed order in which they are composed."""

__all__ = ["MODULES"]

from engine.rules import Rules
from engine.variants.convoys.module import ConvoyDisruption
from engine.variants.depth.module import DepthStatus
from engine.variants.rules_of_warfare.modules import ARTICLE
from engine.variants.secret_subs.module import SecretSubs
from engine.variants.submarine_warfare.module import SubmarineWarfare

MODULES: tuple[type[Rules], ...] = (
    SecretSubs,
    DepthStatus,
    SubmarineWarfare,
    ConvoyDisruption,
    *ARTICLE,
)
"""Every house rule; a game's are a selection of these, in this order."""
