"""The enums of SPIR-V, by published names; each is created from the grammar on first use.
``Dim2D``: a name that begins with a digit has the enum's name as a prefix. Type checkers read `enumerants.pyi`."""

from __future__ import annotations

from .published import ENUMS, PublishedEnum, make_enum

__all__: list[str] = sorted(ENUMS)


def __getattr__(name: str) -> type[PublishedEnum]:
    if name not in ENUMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    enum = globals()[name] = make_enum(name, __name__)
    return enum
