"""Everything is said in pyproject.toml, but for three things: where the files of the packages are (docs/development.md §1),
the compiled engine, which is built if it is asked for (docs/engine.md), and the README, which has addresses on PyPI."""

import sys
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]
try:
    import build_engine
    import checkout
    import pypi_readme

    import mtlb
except ImportError as error:
    raise SystemExit(f"mtlb: error: {error}") from None
setup(
    long_description=pypi_readme.text(mtlb.__version__),
    long_description_content_type="text/markdown",
    **checkout.packages(editable="editable_wheel" in sys.argv),
    **build_engine.settings(),
)
