"""What an installation without its dependencies lacks."""

from __future__ import annotations

from importlib.util import find_spec

from ..base.errors import BuildError

__all__ = ["need_numpy"]


def need_numpy() -> None:
    """BuildError that says so where numpy is not installed."""
    if find_spec("numpy") is None:
        raise BuildError(
            "functions are run on arrays of numpy, which is not installed: mtlb was installed without its dependencies"
        )
