"""Proof on hardware: libraries are loaded by Apple's Metal, compiled for its GPU, run, and compared with the CPU's
values.

The framework is used through PyObjC, an extra (``mtlb[prove]``) that only the child process of `proof.prove` imports.
docs/proof.md describes the steps for each function.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..machinery.lazy import lazy_names

if TYPE_CHECKING:
    from .kit import kit_libraries, newest_targets
    from .proof import GivenLibrary, prove
    from .report import FunctionProof, LibraryProof, ProofReport

__all__ = ["FunctionProof", "GivenLibrary", "LibraryProof", "ProofReport", "kit_libraries", "newest_targets", "prove"]

_HOMES = {
    "FunctionProof": ".report",
    "GivenLibrary": ".proof",
    "LibraryProof": ".report",
    "ProofReport": ".report",
    "kit_libraries": ".kit",
    "newest_targets": ".kit",
    "prove": ".proof",
}
__getattr__ = lazy_names(globals(), _HOMES)
