#!/usr/bin/env python3
"""The second checker as a script: `python recheck/checker.py …` is `python -m recheck …`."""

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])
    from recheck.__main__ import main

    sys.exit(main())
