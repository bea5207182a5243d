"""Everything is said in pyproject.toml; this only refuses a checkout whose symbolic links are missing."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))
try:
    import mtlb  # noqa: F401
except ImportError as error:
    raise SystemExit(f"mtlb: error: {error}") from None
setup()
