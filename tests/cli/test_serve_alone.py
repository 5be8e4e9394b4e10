"""Two servers on one folder would send each letter twice."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbmhearts.cli.main import cli
from pbmhearts.errors import PbmheartsError
from pbmhearts.files import locked


def test_a_second_server_does_not_start(tmp_path: Path) -> None:
    """It says whose folder it is, and touches nothing."""
    ini = tmp_path / "mhearts.ini"
    ini.touch()
    (tmp_path / "var").mkdir()
    with (
        locked(tmp_path / "var" / "serve.lock"),
        pytest.raises(PbmheartsError, match="another server, process"),
    ):
        CliRunner().invoke(
            cli, ["--config", str(ini), "serve"], standalone_mode=False, catch_exceptions=False
        )
    assert [file.name for file in (tmp_path / "var").iterdir()] == ["serve.lock"]


def test_a_lock_ends_with_its_holder(tmp_path: Path) -> None:
    """The file stays, and can be had again."""
    for _ in range(2):
        with locked(tmp_path / "lock"):
            assert (tmp_path / "lock").read_text(encoding="ascii").strip().isdecimal()
