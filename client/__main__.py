"""Lets `python -m client` start the program where no script is installed."""

import sys

from client.cli import main

if __name__ == "__main__":
    sys.exit(main())
