"""What is installed with `mtlb[run]` alone."""

from __future__ import annotations

from importlib.util import find_spec

from ..base.errors import BuildError

__all__ = ["need_numpy"]


def need_numpy() -> None:
    """BuildError that says how to install numpy, where it is not."""
    if find_spec("numpy") is None:
        raise BuildError(
            "functions are run on arrays of numpy, which is not installed: it is part of the extra 'run' "
            "(pip install '.[run]' in a clone of mtlb)"
        )
