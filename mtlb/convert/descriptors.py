"""Buffer resources of AMD: a pointer, a size in bytes, flags; accesses through one are checked by the hardware.

`llvm.amdgcn.make.buffer.rsrc` makes one, `llvm.amdgcn.raw.ptr.buffer.load` and `.store` go through it: offset in bytes,
another offset, flags of caches. An access behind the size reads zero and writes nothing: Triton gives threads that a
mask turns off such an offset. Each becomes a branch around a plain access. An access whose last bytes alone are behind
the size counts as behind it; of those AMD's GPUs differ from each other.

Sources: LLVM's user guide of AMDGPU, "Buffer resources"; IntrinsicsAMDGPU.td; AMD's RDNA 3 ISA, "Buffer addressing".
"""

from __future__ import annotations

import re

from ..base.errors import UnsupportedError
from ..ir import BasicBlock, BinaryOperator, Call, DataLayout, Function, Instruction, Predicate, Value
from ..passes.rewriter import Rewriter

_LAYOUT = DataLayout()
_MAKE = re.compile(r"llvm\.amdgcn\.make\.buffer\.rsrc(\.p8\.p[01])?")
_ACCESS = re.compile(r"llvm\.amdgcn\.raw\.ptr\.buffer\.(load|store)\.\w+")


def rule_descriptors(code: Rewriter, call: Instruction) -> Value | bool | None:
    """What takes the place of an access through a buffer resource.

    UnsupportedError for a resource that is not made in the same function, with a stride, or chosen among several.
    """
    callee = call.operands[-1]
    if not isinstance(call, Call) or not isinstance(callee, Function):
        return None
    match = _ACCESS.fullmatch(callee.name)
    if match is None:
        if callee.name.startswith(("llvm.amdgcn.raw.", "llvm.amdgcn.struct.")) and "buffer" in callee.name:
            raise UnsupportedError(f"@{callee.name}: only plain loads and stores of buffer resources are supported")
        return None
    *stored, resource, offset, more, _ = call.operands[:-1]
    type_ = stored[0].type if stored else call.type
    pointer, size = _made(resource)
    wide = code.i64
    start = code.binary(BinaryOperator.ADD, code.resized(offset, wide), code.resized(more, wide))
    limit = code.resized(size, wide)
    length = code.integer(wide, _LAYOUT.size(type_))
    last = code.binary(BinaryOperator.ADD, start, length)
    inside = code.compare(Predicate.ICMP_ULE, last, limit)
    address = code.gep(code.i8, pointer, start, inbounds=0)
    alignment = min(_LAYOUT.size(type_), 4).bit_length()
    before, body, after = code.block, BasicBlock(), BasicBlock()
    code.branch_if(inside, body, after)
    code.begin(body)
    if stored:
        code.store(stored[0], address, alignment)
        code.branch(after)
        code.begin(after)
        return True
    loaded, end = code.load(type_, address, alignment), code.block
    code.branch(after)
    code.begin(after)
    return code.phi(type_, (code.null(type_), loaded), (before, end))


def _made(resource: Value) -> tuple[Value, Value]:
    """The pointer that a resource is made of, and its size."""
    callee = resource.operands[-1] if isinstance(resource, Call) else None
    if not isinstance(resource, Call) or not isinstance(callee, Function) or not _MAKE.fullmatch(callee.name):
        raise UnsupportedError("a buffer resource that is created in a different place than its use")
    pointer, stride, size, _ = resource.operands[:-1]
    number = getattr(stride, "params", ())
    if any(number):
        raise UnsupportedError("a buffer resource with a stride")
    return pointer, size


def is_descriptor(instruction: Instruction) -> bool:
    """Whether an instruction makes a buffer resource."""
    callee = instruction.operands[-1] if isinstance(instruction, Call) else None
    return isinstance(callee, Function) and _MAKE.fullmatch(callee.name) is not None
