"""`python -m verified`: the command line, where its script isn't on the path."""

from __future__ import annotations

from verified.cli import main

if __name__ == "__main__":
    main()
