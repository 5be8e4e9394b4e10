"""What the doctor says of the certificate that STARTTLS is offered with."""

import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from certificate import make_certificate

from pbmhearts import config
from pbmhearts.operator.doctor import Finding, Grade, certificate


def found(folder: Path, now: datetime) -> Finding:
    """The one finding, with a certificate in that folder."""
    ini = folder / "mhearts.ini"
    ini.write_text("[listen]\ntls_certificate = certificate.pem\ntls_key = key.pem\n", encoding="utf-8")
    (finding,) = certificate.examine(config.load(ini), now)
    return finding


def signed(folder: Path, *, first: int, last: int) -> None:
    """Make the certificate anew, good from and until so many days from now."""
    make_certificate(folder)
    day = "%Y%m%d%H%M%SZ"
    now = datetime.now(UTC)
    (folder / "index.txt").touch()
    (folder / "serial").write_text("01", encoding="ascii")
    request = folder / "request.pem"
    subprocess.run(
        ["openssl", "req", "-new", "-key", folder / "key.pem", "-subj", "/CN=localhost", "-out", request],
        check=True,
        capture_output=True,
    )
    (folder / "ca.cnf").write_text(
        f"[ca]\ndefault_ca = d\n[d]\ndatabase = {folder}/index.txt\nserial = {folder}/serial\n"
        f"new_certs_dir = {folder}\ndefault_md = sha256\npolicy = p\n[p]\ncommonName = supplied\n",
        encoding="ascii",
    )
    subprocess.run(
        ["openssl", "ca", "-batch", "-selfsign", "-config", folder / "ca.cnf", "-keyfile", folder / "key.pem",
         "-in", request, "-out", folder / "certificate.pem", "-notext",
         "-startdate", (now + timedelta(days=first)).strftime(day),
         "-enddate", (now + timedelta(days=last)).strftime(day)],
        check=True,
        capture_output=True,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("first", "last", "grade", "says"),
    [
        (-1, 60, Grade.OK, "is good until"),
        (-1, 13, Grade.WRONG, "is good until"),
        (-9, -1, Grade.WRONG, "certificate has expired"),
        (2, 9, Grade.WRONG, "not yet valid"),
    ],
)
def test_how_long_it_is_good(tmp_path: Path, first: int, last: int, grade: Grade, says: str) -> None:
    """Two weeks before its end it is wrong, so that there is time to renew it."""
    signed(tmp_path, first=first, last=last)
    told = found(tmp_path, datetime.now(UTC))
    assert (told.grade, says in told.says) == (grade, True)


def test_one_that_cannot_be_used(tmp_path: Path) -> None:
    """It is not there, is none, or has another key."""
    now = datetime.now(UTC)
    assert "cannot be used" in found(tmp_path, now).says
    make_certificate(tmp_path)
    (tmp_path / "key.pem").write_text("no key", encoding="ascii")
    assert "cannot be used" in found(tmp_path, now).says


def test_without_one(tmp_path: Path) -> None:
    """There is nothing to look at."""
    (tmp_path / "mhearts.ini").touch()
    assert list(certificate.examine(config.load(tmp_path / "mhearts.ini"), datetime.now(UTC))) == []
