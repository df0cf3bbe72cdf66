"""The command ``python -m tools.rules``: write the generated pages of the rules anew."""

import sys
from pathlib import Path

from tools.rules.implementations import MarkError
from tools.rules.repository import GLOSSARY_PAGE, INDEX, QUESTIONS, Repository

ROOT = Path(__file__).parents[2]


def main() -> int:
    """Write the three pages; exit status 0, or 1 where a mark cannot be read."""
    try:
        repository = Repository.at(ROOT)
    except MarkError as error:
        print(error, file=sys.stderr)
        return 1
    (ROOT / INDEX).write_text(repository.index(), encoding="utf-8")
    (ROOT / GLOSSARY_PAGE).write_text(repository.glossary(), encoding="utf-8")
    (ROOT / QUESTIONS).write_text(repository.questions(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
