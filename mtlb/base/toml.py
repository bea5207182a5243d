"""TOML files: plans of conversions, bindings of shaders."""

from __future__ import annotations

import sys
from typing import Any

from .errors import BuildError


def toml_document(text: str, what: str) -> dict[str, Any]:
    """The tables of a TOML file, as dictionaries. BuildError, which calls it `what`, for text that is not TOML."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib  # type: ignore[import-not-found]
    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BuildError(f"{what} not TOML: {error}") from None
