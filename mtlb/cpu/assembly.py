"""What LLVM makes of the functions of a module for a CPU, as assembly: nothing of it is run.

The functions keep their names and parameters. `air.*` functions that one thread can do alone become its instructions;
those that need other threads or textures stay calls. Variables that the driver sets (function constants) are loaded.
"""

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
    """A processor that assembly is made for."""

    X86_64 = "x86_64"
    AARCH64 = "aarch64"


@dataclass(frozen=True, slots=True)
class _Target:
    """A target of LLVM. The processor is one of the last ten years, so that half-precision numbers are instructions."""

    triple: str
    cpu: str
    features: str


_TARGETS = {
    CpuTarget.X86_64: _Target("x86_64-unknown-linux-gnu", "x86-64-v3", ""),
    CpuTarget.AARCH64: _Target("aarch64-unknown-linux-gnu", "generic", "+v8.2a,+fullfp16"),
}
_SECONDS = 120.0
_ASSEMBLY_BYTES = 1 << 30
# What an object file needs and a reader does not.
_BOILERPLATE = re.compile(
    r"\s*\.(?:ident|file|addrsig|addrsig_sym|type|size|p2align|prefalign|cfi_\w+|hidden|weak)\b"
    r'|\s*\.section\s+"\.note\.GNU-stack"|\.Lfunc_end\d+:'
)


def assemble(module: Module, processor: CpuTarget | str, *, session: Session | None = None) -> str:
    """The assembly of all functions that a module defines, as the LLVM of llvmlite optimizes and prints it.

    The module is left as it is. UnsupportedError for another processor, or an llvmlite before 0.45; RunError if LLVM
    gives up on the module.
    """
    try:
        target = _TARGETS[CpuTarget(processor)]
    except ValueError:
        known = ", ".join(item.value for item in CpuTarget)
        raise UnsupportedError(f"processor {processor!r} is not one of {known}") from None
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
    """Bitcode of the module without what is of an object file of its own, and of `air.*` functions."""
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
