"""Metal functions on a CPU: compiled by the LLVM of llvmlite, run in a process of their own, checked if wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.lazy import lazy_names

if TYPE_CHECKING:
    from .images import FORMATS, Image, Sampler
    from .kernel import Kernel, Result, run

__all__ = ["FORMATS", "Image", "Kernel", "Result", "Sampler", "run"]

_HOMES = {
    "FORMATS": ".images",
    "Kernel": ".kernel",
    "Result": ".kernel",
    "Sampler": ".images",
    "Image": ".images",
    "run": ".kernel",
}
__getattr__ = lazy_names(globals(), _HOMES)
