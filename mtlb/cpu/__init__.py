"""Run Metal functions on a CPU: llvmlite's LLVM compiles them, a separate process runs them, with optional checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..machinery.lazy import lazy_names

if TYPE_CHECKING:
    from .assembly import CpuTarget, assemble
    from .cache import CodeCache
    from .execution import Result
    from .images import FORMATS, Image, RateMap, Sampler
    from .kernel import Kernel, run
    from .resources import Address
    from .stages import IndirectCommand, MemoryReference
    from .trace import TraceStep

__all__ = [
    "FORMATS",
    "Address",
    "CodeCache",
    "CpuTarget",
    "Image",
    "IndirectCommand",
    "Kernel",
    "MemoryReference",
    "RateMap",
    "Result",
    "Sampler",
    "TraceStep",
    "assemble",
    "run",
]

_HOMES = {
    "FORMATS": ".images",
    "Address": ".resources",
    "CodeCache": ".cache",
    "CpuTarget": ".assembly",
    "Image": ".images",
    "IndirectCommand": ".stages",
    "Kernel": ".kernel",
    "MemoryReference": ".stages",
    "RateMap": ".images",
    "Result": ".execution",
    "Sampler": ".images",
    "TraceStep": ".trace",
    "assemble": ".assembly",
    "run": ".kernel",
}
__getattr__ = lazy_names(globals(), _HOMES)
