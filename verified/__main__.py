"""`python -m verified`, and where the command `verified` starts."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C has a message from the start, while its modules are loaded."""
    try:
        from verified.cli import main as run
    except KeyboardInterrupt:
        print("verified: interrupted", file=sys.stderr)
        sys.exit(INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
