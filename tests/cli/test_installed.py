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


def source_package(folder: Path) -> Path:
    """The project packed as source."""
    builder = folder / "builder"
    venv.create(builder, with_pip=True)
    ran(builder / "bin" / "python", "-m", "pip", "install", "--quiet", "hatchling>=1.27")
    ran(builder / "bin" / "python", "-m", "hatchling", "build", "-t", "sdist", "-d", folder,
        cwd=ROOT)
    (packed,) = folder.glob("*.tar.gz")
    return packed


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_what_is_installed_checks_claims(tmp_path: Path, kind: str) -> None:
    place, desk = tmp_path / "env", tmp_path / "desk"
    desk.mkdir()
    if kind == "wheel":
        ran(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, ROOT)
        (packed,) = tmp_path.glob("*.whl")
    else:
        packed = source_package(tmp_path)
    venv.create(place, symlinks=True)
    python = place / "bin" / "python"
    ran(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", packed)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("VERIFIED")}
    libraries = sysconfig.get_path("purelib")
    outside = {"cwd": desk, "env": {**kept, "PYTHONPATH": libraries, "HOME": str(desk)}}
    where = ran(python, "-c", "import derivations; print(derivations.__file__)", **outside)
    assert Path(where.strip()).is_relative_to(place)
    # A proof, and an instance that refutes: both stored, both rechecked there.
    command = place / "bin" / "verified"
    told = ran(command, "check", "cuff-yu-2016/eq-8", "property-9@literal", **outside)
    assert "4 claims and readings, 3 statements: 2 proved, 1 refuted" in told


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
