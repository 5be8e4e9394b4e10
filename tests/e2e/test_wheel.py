"""What is packed: the wheel alone, in a fresh environment far from the sources, plays a match."""

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

pytestmark = [pytest.mark.e2e, pytest.mark.slow]

ROOT = Path(__file__).parents[2]


def run(*command: str | Path, cwd: Path) -> str:
    """A command's output; it must succeed, and know nothing of the sources."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=280, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.mark.timeout(600)
def test_the_wheel_plays_a_match(tmp_path: Path):
    """Source archive, wheel made from it, installed with its dependencies from the index: the demo plays there."""
    dist = tmp_path / "dist"
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", dist, ROOT, cwd=tmp_path)
    (source,) = dist.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "LICENSE", "README.md", "mhearts.ini", "Makefile", "deploy/crontab"} <= names
    assert not {name for name in names if name.startswith((".venv", "var/"))}

    (wheel,) = dist.glob("*.whl")
    venv = tmp_path / "venv"
    run(sys.executable, "-m", "venv", venv, cwd=tmp_path)
    run(venv / "bin" / "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=tmp_path)
    where = run(venv / "bin" / "python", "-c", "import pbmhearts; print(pbmhearts.__file__)", cwd=tmp_path)
    assert Path(where.strip()).is_relative_to(venv)

    offer = ("--kind", "domain", "--address", "hearts@mail.example", "--operator", "")
    shown = run(
        venv / "bin" / "pbmhearts", "--config", tmp_path / "mhearts.ini", "init", *offer, cwd=tmp_path
    )
    assert f"ExecStart={venv / 'bin' / 'pbmhearts'} serve" in shown

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    played = run(venv / "bin" / "pbmhearts", "demo", "--options", "-deals=1", cwd=elsewhere)
    assert "Every match ended under the rules, every letter arrived, every deal checks." in played
    assert list(elsewhere.iterdir()) == []
