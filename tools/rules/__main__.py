"""The command ``python -m tools.rules``: write the index of the rules anew."""

import sys
from pathlib import Path

from tools.rules.implementations import MarkError
from tools.rules.repository import INDEX, Repository

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Write it; exit status 0, or 1 where a mark cannot be read."""
    try:
        page = Repository.at(ROOT).index()
    except MarkError as error:
        print(error, file=sys.stderr)
        return 1
    (ROOT / INDEX).write_text(page, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
