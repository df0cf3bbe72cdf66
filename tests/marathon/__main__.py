"""`python -m tests.marathon`: play on until stopped, and tell what went wrong."""

import argparse
import sys
import time
import traceback

from tests.marathon.course import course, run


def main() -> int:
    """Play the courses of some seeds; how many of them failed."""
    parser = argparse.ArgumentParser(prog="tests.marathon", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="how many games")
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    parser.add_argument("--rounds", type=int, default=8, help="last round of each game")
    chosen = parser.parse_args()
    failed = 0
    for seed in range(chosen.first, chosen.first + chosen.games):
        played = course(seed, chosen.rounds)
        began = time.perf_counter()
        try:
            ended = run(played)
        except Exception:  # noqa: BLE001 (whatever goes wrong is told, and the next game played)
            failed += 1
            ended = f"FAILED\n{traceback.format_exc()}"
        house = ",".join((*played.modules, *(f"{k}={v}" for k, v in played.options.items())))
        seconds = time.perf_counter() - began
        print(f"{seed} {played.scenario} [{house}] {seconds:.0f} s, {ended}", flush=True)
    print(f"{failed} of {chosen.games} games failed")
    return min(failed, 99)


if __name__ == "__main__":
    sys.exit(main())
