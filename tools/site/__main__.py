"""Build the site: `python -m tools.site FOLDER`."""

import argparse
from pathlib import Path

from tools.site import BEST, build


def main() -> None:
    """Build it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition(":")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wheels", type=Path, default=Path("build/wheels"))
    parser.add_argument(
        "--brotli", type=int, default=BEST, choices=range(BEST + 1), metavar="QUALITY"
    )
    args = parser.parse_args()
    size = build(args.folder, args.wheels, args.brotli)
    print(f"{args.folder}: {size / 1e6:.1f} MB; any static file server can serve it")


if __name__ == "__main__":
    main()
