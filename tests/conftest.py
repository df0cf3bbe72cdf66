"""How Hypothesis searches: without deadlines, since machines are noisy; repeatably in CI.

And where nodes of tests keep what they know of their stores.
"""

import os
import tempfile

from hypothesis import HealthCheck, settings

from tests.examples import examples

settings.register_profile(
    "house",
    examples(100),
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")

os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="secret-subs-state-")
