"""AMD buffer resources: a pointer, a size in bytes, and flags. The hardware checks accesses through a resource.

`llvm.amdgcn.make.buffer.rsrc` creates a resource. `llvm.amdgcn.raw.ptr.buffer.load` and `.store` access it with an
offset in bytes, a second offset, and cache flags. An access past the size reads zero and writes nothing; Triton uses
such an offset for threads that a mask disables. Each access becomes a branch around a plain access. An access that
crosses the end counts as past the end; AMD's GPUs differ in this case.

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
    """The replacement for an access through a buffer resource.

    UnsupportedError for a resource that is created in another function, has a stride, or is chosen among several.
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
    pointer, size = _created_from(resource)
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


def _created_from(resource: Value) -> tuple[Value, Value]:
    """The pointer and the size from which a resource is created."""
    callee = resource.operands[-1] if isinstance(resource, Call) else None
    if not isinstance(resource, Call) or not isinstance(callee, Function) or not _MAKE.fullmatch(callee.name):
        raise UnsupportedError("the buffer resource is not the direct result of the call that creates it")
    pointer, stride, size, _ = resource.operands[:-1]
    number = getattr(stride, "params", ())
    if any(number):
        raise UnsupportedError("a buffer resource with a stride")
    return pointer, size


def is_descriptor(instruction: Instruction) -> bool:
    """Whether an instruction creates a buffer resource."""
    callee = instruction.operands[-1] if isinstance(instruction, Call) else None
    return isinstance(callee, Function) and _MAKE.fullmatch(callee.name) is not None
