"""How Hypothesis searches: without deadlines, since machines are noisy; repeatably in CI.

And where nodes of tests keep what they know of their stores, how many tests run at once, and which
are tried again.
"""

import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path

import pytest
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

# A shell's background ignores the keyboard's interrupt, and so would all programs that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="secret-subs-state-")
atexit.register(shutil.rmtree, os.environ["XDG_STATE_HOME"], ignore_errors=True)


def pytest_xdist_auto_num_workers() -> int:
    """Two to a processor: half of the time the tests wait, for a network or a process."""
    return 2 * (len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1)


def pytest_collection_finish() -> None:
    """What is there when the first test begins stays to the end: nobody looks through it again."""
    gc.collect()
    gc.freeze()


_TRIED_AGAIN = tuple(Path(__file__).parent / name for name in ("browser", "client", "p2p"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What plays with sockets, processes and browsers is tried once more where it fails, and named.

    The rules, the protocol and the searches answer the same each time, and are not (decision 117).
    A page has no sockets for the plugin that does it.
    """
    if not config.pluginmanager.hasplugin("rerunfailures"):
        return
    for item in items:
        if any(item.path.is_relative_to(folder) for folder in _TRIED_AGAIN):
            item.add_marker(pytest.mark.flaky(reruns=1))
