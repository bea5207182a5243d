"""The enums of SPIR-V, by published names, each made from the grammar when it is first asked for.

``Dim2D``: the enum's name is in front of one that begins with a digit. Type checkers read `enumerants.pyi`.
"""

from __future__ import annotations

from .published import ENUMS, PublishedEnum, make_enum

__all__: list[str] = sorted(ENUMS)


def __getattr__(name: str) -> type[PublishedEnum]:
    if name not in ENUMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    enum = globals()[name] = make_enum(name, __name__)
    return enum
