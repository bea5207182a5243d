"""The options of a conversion: the target, the policy for pointers, and the origin of the input."""

from __future__ import annotations

from functools import cache, lru_cache

from ..air.facts import air_version
from ..air.target import AirTarget as ConvertTarget
from ..base.classes import dataclass, field
from ..base.errors import BuildError
from ..base.features import CONVERTED_SINCE
from ..base.releases import release_for
from ..base.versions import Triple, Version
from ..ir import Module
from ..translate import ShaderOptions
from .plan import Plan

__all__ = ["POINTER_POLICIES", "SOURCES", "ConvertOptions", "ConvertTarget", "convertible", "target_of"]

_DEFAULT = "macos14"

POINTER_POLICIES = ("infer", "i8")
"""`infer`: the pointee of a pointer follows from its uses. `i8`: all pointers are `i8*`, and every use casts."""

SOURCES = ("nvptx", "amdgpu", "spirv")
"""The source targets whose kernels, built-in functions and address spaces are supported."""


def convertible(target: ConvertTarget) -> ConvertTarget:
    """The target itself; BuildError if its OS requires an AIR version that conversions do not write."""
    if target.air < CONVERTED_SINCE and target.air <= release_for(target.platform, target.min_os).air:
        raise BuildError(
            f"AIR {target.air}: modules are converted for AIR {CONVERTED_SINCE} (macOS 11, iOS 14) and newer"
        )
    return target


def target_of(module: Module | None) -> ConvertTarget:
    """The target that an AIR module names; macOS 14 for other modules."""
    if module is not None and module.triple.startswith("air"):
        return _target_of(module.triple, air_version(module))
    return _default_target()


@cache
def _default_target() -> ConvertTarget:
    return ConvertTarget.parse(_DEFAULT)


@lru_cache(maxsize=64)
def _target_of(triple: str, air: Version | None) -> ConvertTarget:
    return convertible(ConvertTarget.of_triple(Triple.parse(triple), air))


@dataclass(frozen=True)
class ConvertOptions:
    """`target`: None is the module's own, else that of macOS 14. `source`: one of `SOURCES`. `entries`: names of the
    functions that become entry points; by default what the plan names, else what the input marks as such. `shader`: how
    SPIR-V is translated.
    """

    target: ConvertTarget | None = None
    pointers: str = "infer"
    source: str | None = None
    entries: tuple[str, ...] = ()
    plan: Plan | None = None
    shader: ShaderOptions = field(default_factory=ShaderOptions)

    def __post_init__(self) -> None:
        if self.target is not None:
            convertible(self.target)
        if self.pointers not in POINTER_POLICIES:
            raise BuildError(f"unknown policy for pointers: {self.pointers!r} (one of {', '.join(POINTER_POLICIES)})")
        if self.source is not None and self.source not in SOURCES:
            raise BuildError(f"unknown source {self.source!r} (one of {', '.join(SOURCES)})")

    @property
    def makes_entries(self) -> bool:
        """Whether the options treat the input as a module of another target, whatever its triple says."""
        return self.source is not None or self.plan is not None or bool(self.entries)
