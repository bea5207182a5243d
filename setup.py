"""Everything is said in pyproject.toml, but for three things: a checkout whose symbolic links are missing is refused,
the compiled engine is built if it is asked for (docs/engine.md), and the README has addresses on PyPI."""

import sys
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]
try:
    import build_engine
    import pypi_readme

    import mtlb
except ImportError as error:
    raise SystemExit(f"mtlb: error: {error}") from None
setup(
    long_description=pypi_readme.text(mtlb.__version__),
    long_description_content_type="text/markdown",
    **build_engine.settings(),
)
