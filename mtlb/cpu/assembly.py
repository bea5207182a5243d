"""The assembly that LLVM generates for the functions of a module on a CPU; nothing is run.
Functions keep their names and parameters. `air.*` functions that a single thread can execute become instructions;
functions that need other threads or textures remain calls. Variables that the driver sets (function constants) are
loaded."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from ..base.errors import UnsupportedError
from ..bitcode import write_module
from ..ir import Module, copy_module
from ..ir.names import IDENT, INTRINSIC
from ..passes import strip_debug_info
from .answers import text as text_of
from .edits import HINDRANCES, without_attributes
from .library import define, meets
from .process import Session
from .support import SupportModule


class CpuTarget(Enum):
    """A processor that assembly can be generated for."""

    X86_64 = "x86_64"
    AARCH64 = "aarch64"


@dataclass(frozen=True, slots=True)
class _Target:
    """An LLVM target. The processor is at most ten years old, so that it has half-precision instructions."""

    triple: str
    cpu: str
    features: str


_TARGETS = {
    CpuTarget.X86_64: _Target("x86_64-unknown-linux-gnu", "x86-64-v3", ""),
    CpuTarget.AARCH64: _Target("aarch64-unknown-linux-gnu", "generic", "+v8.2a,+fullfp16"),
}
_SECONDS = 120.0
_ASSEMBLY_BYTES = 1 << 30
# content for object files only
_BOILERPLATE = re.compile(
    r"\s*\.(?:ident|file|addrsig|addrsig_sym|type|size|p2align|prefalign|cfi_\w+|hidden|weak)\b"
    r'|\s*\.section\s+"\.note\.GNU-stack"|\.Lfunc_end\d+:'
)


def assemble(module: Module, processor: CpuTarget | str, *, session: Session | None = None) -> str:
    """The assembly of all functions that a module defines, as llvmlite's LLVM optimizes and prints it.
    The module is not changed. Raises UnsupportedError for another processor or an llvmlite before 0.45, and RunError
    if LLVM rejects the module."""
    try:
        target = _TARGETS[CpuTarget(processor)]
    except ValueError:
        processors = ", ".join(item.value for item in CpuTarget)
        raise UnsupportedError(f"processor {processor!r} is not one of {processors}") from None
    bitcode = _prepared(module)
    own = session if session is not None else Session()
    try:
        answer = own.worker.ask(
            {
                "what": "assemble",
                "bitcode": [len(item) for item in bitcode],
                "triple": target.triple,
                "cpu": target.cpu,
                "features": target.features,
            },
            *bitcode,
            seconds=_SECONDS,
            most=_ASSEMBLY_BYTES,
        )
    finally:
        if session is None:
            own.close()
    lines = text_of(answer, "assembly").splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines if line.strip() and not _BOILERPLATE.match(line))


def _prepared(module: Module) -> list[bytes]:
    """Bitcode of the module, without `air.*` functions and without content that only its own object file needs."""
    module = copy_module(strip_debug_info(module).module)
    module.asm = ""
    support = SupportModule()
    for function in module.functions:
        function.section, function.comdat = "", None
        function.attributes = without_attributes(function.attributes, HINDRANCES)
        if function.blocks or function.name.startswith(INTRINSIC) or meets(function.name, is_fragment=True):
            continue
        define(support, function, is_fragment=False, alone=True)
    for variable in module.globals:
        variable.section, variable.comdat = "", None
    module.named_metadata = {name: nodes for name, nodes in module.named_metadata.items() if name != IDENT}
    return [write_module(module), support.bitcode()]
