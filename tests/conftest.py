"""How Hypothesis searches: without deadlines, since machines are noisy; repeatably in CI."""

import os

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
