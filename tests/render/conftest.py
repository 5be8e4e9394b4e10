from pathlib import Path

import pytest

from pbmhearts.render import Renderer

TEMPLATES = Path(__file__).parents[2] / "templates"


@pytest.fixture(scope="session")
def renderer() -> Renderer:
    return Renderer(TEMPLATES)
