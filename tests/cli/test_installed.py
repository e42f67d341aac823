"""Whoever has a certificate and the package, installed from a wheel and outside of the project, can
show it, recheck it with both checkers, and see that an altered one is refused."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CLAIM = """
from verified.language import *

n = Size("n")
P, Q = Pmf("P", n), Pmf("Q", n)
doubled = claim("doubled", forall=[P, Q], then=4 * TV(P, Q) ** 2 <= KL(P, Q))
"""


def ran(*command: str | Path, code: int = 0, **more: object) -> str:
    """What a command printed; it must end with this code."""
    done = subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, check=False,
        **more,  # type: ignore[call-overload]
    )
    assert done.returncode == code, done.stdout + done.stderr
    return str(done.stdout)


@pytest.mark.slow
def test_a_certificate_needs_no_more_than_the_installed_package(tmp_path: Path) -> None:
    wheels, place, desk = tmp_path / "wheels", tmp_path / "env", tmp_path / "desk"
    desk.mkdir()
    ran(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", wheels, ROOT)
    (wheel,) = wheels.glob("*.whl")
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    ran(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", wheel)
    # What the package depends on is taken from here; a path given so brings no editable install.
    libraries = sysconfig.get_path("purelib")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VERIFIED")}
    outside = {"cwd": desk, "env": {**kept, "PYTHONPATH": libraries}}

    where = ran(python, "-c", "import verified, recheck; print(verified.__file__)", **outside)
    assert Path(where.strip()).is_relative_to(place)

    (desk / "mine.py").write_text(CLAIM)
    command = place / "bin" / "verified"
    ran(command, "attack", "mine.py", "--budget", "5000", "--certificate", "sent.json", code=1,
        **outside)
    (desk / "mine.py").unlink()
    stored = ROOT / "verified/data/plays/cuff-yu-2016/property-1.forward@literal.json"
    (desk / "stored.json").write_bytes(stored.read_bytes())

    for file, name in (
        ("sent.json", "mine/doubled"), ("stored.json", "cuff-yu-2016/property-1.forward@literal"),
    ):
        assert f"good: refutes {name}" in ran(command, "recheck", file, **outside)
        told = ran(command, "show", file, **outside)
        assert "on this instance:" in told
        assert "but this fails:" in told
        assert "accepted" in ran(python, "-m", "recheck", file, **outside)

    record = json.loads((desk / "sent.json").read_text())
    (only,) = record if isinstance(record, list) else (record,)
    only["moves"]["Q"] = only["moves"]["P"]
    (desk / "altered.json").write_text(json.dumps(record))
    ran(command, "recheck", "altered.json", code=1, **outside)
    ran(python, "-m", "recheck", "altered.json", code=1, **outside)
