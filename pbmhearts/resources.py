"""Where templates, migrations, `deploy` and the sample ini lie: in the wheel, or beside a checkout's package."""

from pathlib import Path

_PACKAGE = Path(__file__).parent


def data_path(name: str) -> Path:
    """The path of `templates`, `migrations`, `deploy` or `mhearts.ini`.

    Raises:
        FileNotFoundError: neither the wheel's copy nor the checkout's is there.
    """
    for folder in (_PACKAGE / "_data", _PACKAGE.parent):
        if (folder / name).exists():
            return folder / name
    raise FileNotFoundError(f"{name}: not in the installed package and not in a checkout")
