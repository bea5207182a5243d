"""Creates the enums of `mtlb.spirv.enumerants` from the grammar."""

from __future__ import annotations

import keyword
from collections.abc import Iterable
from typing import Any

from ..base.enums import OpenEnum
from .grammar import EXTENDED, INSTRUCTIONS, KINDS, GrammarRow


class PublishedEnum(OpenEnum):
    """An open enum whose labels are the published names: ``StorageBuffer``, ``2D``, ``None``."""

    @property
    def label(self) -> str:
        """The published name, or the number of a value without a name."""
        if not self.is_known:
            return str(self._value_)
        name = self._name_
        prefix = type(self).__name__  # the prefix of names that begin with a digit
        return name[len(prefix) :] if name.startswith(prefix) and name[len(prefix)].isdigit() else name.rstrip("_")


_SETS = {"GLSLstd450": "GLSL.std.450", "ShaderDebugInfo": "NonSemantic.Shader.DebugInfo.100"}
"""The extended instruction sets that have an enum, by the enum's name."""

_RENAMED = {"AccessQualifier": "SpirvAccessQualifier", "Scope": "SpirvScope"}
"""Operand kinds whose enum is renamed, as another package has a class with their name."""

_KINDS = {
    _RENAMED.get(kind.name, kind.name): kind
    for kind in KINDS.values()
    if kind.is_enumeration and kind.lines and "_" not in kind.name  # "_": those of the extended sets
}
ENUMS = ("Op", *_KINDS, *_SETS)
"""The names of the enums."""


def _rows(enum: str) -> tuple[str, Iterable[GrammarRow]]:
    """The base class of the enum, and its members."""
    if enum == "Op":
        return "Opcodes.", INSTRUCTIONS.values()
    if enum in _SETS:
        return f"Instructions of the extended set {_SETS[enum]}.", EXTENDED[_SETS[enum]].values()
    kind = _KINDS[enum]
    what = "A mask of bits" if kind.is_mask else "Values"
    return f"{what} of the operand kind {kind.name}.", kind.enumerants.values()


def _member(name: str, enum: str) -> str:
    """The Python name of a member."""
    name = enum + name if name[0].isdigit() else name
    return name + "_" if keyword.iskeyword(name) else name


def make_enum(enum: str, module: str) -> type[PublishedEnum]:
    """The enum with this name. Its `__module__` is `module`."""
    what, rows = _rows(enum)
    members = [(_member(name, enum), row.number) for row in rows for name in row.names]
    make: Any = PublishedEnum  # functional API: called with members, an enum creates a class
    result: type[PublishedEnum] = make(enum, members, module=module, qualname=enum)
    result.__doc__ = what
    return result
