"""Run by the Python of a library's environment: calls the functions of an adapter, one a line.

Standard library only, besides what the adapter imports. A line on standard input is {"call": name,
"arguments": {…}}, numbers as hex floats; the answer is {"value": hex float} or {"error": [type,
message]}. The first line of output is {"ready": version}.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import sys
import traceback
import warnings
from typing import Any


def _read(value: Any) -> Any:
    if isinstance(value, list):
        return [_read(part) for part in value]
    return float.fromhex(value) if isinstance(value, str) else value


def _own(error: BaseException) -> bool:
    """Whether an exception comes of the adapter's own lines: the library isn't to blame."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and frames[-1].filename == sys.argv[1]


def main() -> None:
    """Answer the calls on standard input."""
    warnings.simplefilter("ignore")
    # What libraries print must not stand between the answers.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    spec = importlib.util.spec_from_file_location("adapter", sys.argv[1])
    assert spec is not None
    assert spec.loader is not None
    adapter = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(adapter)
    except Exception as error:
        told = {"error": [type(error).__name__, str(error)[:300]]}
        print(json.dumps(told), file=answers, flush=True)
        return
    print(json.dumps({"ready": adapter.VERSION}), file=answers, flush=True)
    for line in sys.stdin:
        asked = json.loads(line)
        arguments = {name: _read(value) for name, value in asked["arguments"].items()}
        try:
            with contextlib.redirect_stdout(sys.stderr):
                found = float(adapter.FUNCTIONS[asked["call"]](**arguments))
            answer: dict[str, Any] = {"value": found.hex()}
        except Exception as error:
            answer = {"error": [type(error).__name__, str(error)[:300]]}
            if isinstance(error, AttributeError | NameError | ImportError) and _own(error):
                answer = {"adapter": str(error)[:300]}
        print(json.dumps(answer), file=answers, flush=True)


main()
