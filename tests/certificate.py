"""A certificate of our own making, for the tests that speak TLS."""

import subprocess
from pathlib import Path


def make_certificate(folder: Path, name: str = "localhost") -> tuple[Path, Path]:
    """A self-signed certificate for `name` and 127.0.0.1, and its key."""
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name},IP:127.0.0.1",
         "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )  # fmt: skip
    return certificate, key
