"""Chromium without a window, and axe-core, which knows what screen readers need."""

import os
import shutil
import subprocess
from pathlib import Path

CHROMIUM = shutil.which("chromium")

AXE_FOLDER = Path(os.environ.get("PBMHEARTS_AXE", Path.home() / ".cache" / "pbmhearts" / "axe"))
"""Where npm puts axe-core, once."""

_QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def axe_script() -> Path | None:
    """The file of axe-core, None where it is not there and npm cannot fetch it."""
    script = AXE_FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    npm = shutil.which("npm")
    if not script.exists() and npm is not None:
        AXE_FOLDER.mkdir(parents=True, exist_ok=True)
        fetch = [npm, "install", "--silent", "--no-fund", "--no-audit", "--prefix", AXE_FOLDER, "axe-core@4"]
        subprocess.run(fetch, capture_output=True, timeout=120, check=False)
    return script if script.exists() else None


def chromium(profile: Path, *arguments: str, dark: bool = False) -> str:
    """Run it once; returns what it prints."""
    assert CHROMIUM is not None
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    command = [CHROMIUM, *_QUIET, scheme, f"--user-data-dir={profile}", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
