"""How Hypothesis searches: without deadlines, since machines are noisy; repeatably in CI.

And where nodes of tests keep what they know of their stores, and how many tests run at once.
"""

import os
import sys
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


def pytest_xdist_auto_num_workers() -> int:
    """Three to two processors: half of the time the tests wait, for a network or a process."""
    processors = len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1
    return processors + processors // 2
