"""How modules of SPIR-V are translated."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from ..base.arguments import flag, text
from ..base.errors import BuildError

__all__ = ["ENTRY_FIELDS", "POINT_SIZES", "ShaderOptions"]

POINT_SIZES = ("keep", "force", "drop")
"""What becomes of the size of points: as the shader writes it, 1 where it writes none, left out."""
ENTRY_FIELDS = ("entry", "file", "stage")
"""What the pattern of the entry points' names can name."""


@dataclass(frozen=True)
class ShaderOptions:
    """How modules of SPIR-V are translated (docs/spirv.md §7). BuildError for a value that a field can't have.

    - `flip_y`: the y coordinate of positions gets the other sign (SPIR-V of Vulkan has y down, Metal up).
    - `fix_depth`: z from -w…w, as OpenGL has it, becomes 0…w.
    - `point_size`: one of `POINT_SIZES`.
    - `fast_math`: floating-point operations may assume that there is no NaN and no infinity.
    - `entry_names`: the pattern of the names of entry points, with ``{entry}`` (its own name), ``{file}`` (that of the
      file, without suffix) and ``{stage}`` (vertex, fragment, kernel).
    - `bindings`: which slots resources get, as TOML text; "" for Naga's conventions.
    """

    flip_y: bool = False
    fix_depth: bool = False
    point_size: str = "keep"
    fast_math: bool = False
    entry_names: str = "{entry}"
    bindings: str = ""

    def __post_init__(self) -> None:
        text("bindings", self.bindings)
        for name in ("flip_y", "fix_depth", "fast_math"):
            flag(name, getattr(self, name))
        if text("point_size", self.point_size) not in POINT_SIZES:
            raise BuildError(f"point_size is one of {', '.join(POINT_SIZES)}, not {self.point_size!r}")
        try:
            named = text("entry_names", self.entry_names).format(**dict.fromkeys(ENTRY_FIELDS, "x"))
        except (KeyError, ValueError, IndexError, AttributeError) as error:  # what format raises
            raise BuildError(f"entry_names {self.entry_names!r}: {_words(error)}") from None
        if not named:
            raise BuildError("entry_names gives entry points no name")

    def as_json(self) -> dict[str, Any]:
        """All options as JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> ShaderOptions:
        """The options that `as_json` gave. BuildError for an unknown one."""
        unknown = sorted(values.keys() - {field.name for field in fields(cls)})
        if unknown:
            raise BuildError(f"unknown option of a translation: {unknown[0]!r}")
        return cls(**values)


def _words(error: Exception) -> str:
    return f"it names {error}, not one of {', '.join(ENTRY_FIELDS)}" if isinstance(error, KeyError) else str(error)
