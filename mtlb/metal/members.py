"""Pointers to constant memory that are members of structs.

C++ has one type for pointers to all address spaces, so a pointer that is loaded from memory could be to any. The tag of
a load for alias analysis names the struct and the offset, and the rewriter the address space of the member there: the
load gets the type of a pointer to constant memory. Without a tag (elements of arrays), it is taken as device memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.metal import AddressSpace
from ..emit.types import MetalPointer, Struct
from ..ir import CastOperator, Constant, ConstantAsMetadata, InstCode, Instruction, MDNode, MDString, Module, Value
from ..passes.rewriter import Rewriter


def constant_members(struct: Struct, start: int = 0) -> Iterator[int]:
    """The offsets of the pointers to constant memory in a struct, and in structs in it."""
    for member in struct.members:
        if isinstance(member.type, Struct):
            yield from constant_members(member.type, start + member.offset)
        elif isinstance(member.type, MetalPointer) and member.type.space is AddressSpace.CONSTANT:
            yield start + member.offset


def load_constant_pointers(code: Rewriter, module: Module, members: frozenset[tuple[str, int]]) -> None:
    """Give loads of these members, by the mangled name of the struct and the offset, their address space, in place."""
    if not members or "tbaa" not in module.kind_ids:
        return
    kind, space = module.kind_ids["tbaa"], int(AddressSpace.CONSTANT)

    def load(_: Rewriter, i: Instruction) -> Value | None:
        if not i.type.is_pointer or i.type.address_space or _member(dict(i.metadata).get(kind)) not in members:
            return None
        result = code.load(module.context.opaque_pointer_type(space), i.operands[0], i.params[0], i.params[1])
        result.metadata = i.metadata
        return code.cast(CastOperator.ADDRSPACECAST, result, i.type)

    for function in module.functions:
        if function.blocks:
            code.run(function, {InstCode.LOAD: load})


def _member(tag: object) -> tuple[str, int] | None:
    """The struct and the offset of a tag: {struct, type of the access, offset}."""
    if not isinstance(tag, MDNode) or len(tag.fields) < 3:
        return None
    struct, _, offset = tag.fields[:3]
    name = struct.fields[0] if isinstance(struct, MDNode) and struct.fields else None
    if not isinstance(name, MDString) or not isinstance(offset, ConstantAsMetadata):
        return None
    number = offset.value
    value = int(number.params[0]) if isinstance(number, Constant) and number.params else 0
    return name.value, value
