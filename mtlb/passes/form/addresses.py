"""Addresses of struct members by member index, as LLVM 15 and Apple's compiler write them.

Since LLVM 19 the passes compute the address of a member in bytes, which takes two casts with typed pointers:

    %1 = bitcast %struct.U* %0 to i8*                       %3 = getelementptr inbounds %struct.U, %struct.U* %0,
    %2 = getelementptr inbounds i8, i8* %1, i64 80              i64 0, i32 2
    %3 = bitcast i8* %2 to float*

and that of an element of an array from the address of the first:

    %1 = getelementptr inbounds [8 x i32], [8 x i32]* %0,   %2 = getelementptr inbounds [8 x i32], [8 x i32]* %0,
        i64 0, i64 0                                            i64 0, i64 %n
    %2 = getelementptr inbounds i32, i32* %1, i64 %n
"""

from __future__ import annotations

from ...air.cursor import constant_integer
from ...base.errors import FormatError
from ...ir import (
    STRUCT_TYPES,
    CastOperator,
    Constant,
    ConstantCode,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
)
from ..rewriter import remove_unused, uses

_LAYOUT = DataLayout()


def address_members(module: Module) -> None:
    """Rewrite byte addresses, and casts to the type of a first member, as member addresses, in place. Needs typed
    pointers.
    """
    byte = module.context.integer_type(8)
    for function in module.functions:
        if function.blocks:
            _Addresses(module, function, byte).run()


class _Addresses:
    """Rewrites the addresses in one function."""

    def __init__(self, module: Module, function: Function, byte: Type) -> None:
        self.context = module.context
        self.function = function
        self.byte = byte
        self.users = uses(function)

    def run(self) -> None:
        """Rewrite all addresses for which a path of members exists."""
        rewrites = []
        for i in self.function.instructions():
            pointee = self.pointee(i)
            if pointee is not None and (place := self.place(i, pointee)) is not None:
                rewrites.append((i, *place))
        for i, base, first, path in rewrites:
            self.write(i, base, first, path)
        changed = [i for i in self.function.instructions() if self.index_array(i)]
        if rewrites or changed:
            remove_unused(self.function, (InstCode.CAST, InstCode.GEP))

    def index_array(self, i: Instruction) -> bool:
        """Rewrite an address relative to the first element of an array as one of the array. Apple's modules of AIR 2.6
        to 2.8 whose sources are there have no address relative to a first element, and 563 of arrays.
        """
        if i.code is not InstCode.GEP or len(i.operands) != 2:
            return False
        base, index = i.operands
        if isinstance(base, Instruction) and base.code is InstCode.GEP:
            source_type = base.aux_type
        elif isinstance(base, Constant) and base.code == ConstantCode.CE_GEP:
            source_type = base.source_type
        else:
            return False
        *path, last = base.operands[1:]
        is_first = path and constant_integer(last) == 0 and last.type is index.type
        if not is_first or base.params[0] != 1 or source_type is None:
            return False
        array = source_type
        for member in path[1:]:
            array = array.elements[(constant_integer(member) or 0) if array.code in STRUCT_TYPES else 0]
        if array.code is not TypeCode.ARRAY or array.elements[0] is not i.aux_type:
            return False
        i.operands, i.aux_type = (*base.operands[:-1], index), source_type
        return True

    def pointee(self, i: Instruction) -> Type | None:
        """The type that is accessed through the result of an instruction; None if there is no such access."""
        is_address = _is_cast(i) or self.is_offset(i)
        is_used = any(not (_is_cast(user) or self.is_offset(user)) for user in self.users.get(i, ()))
        return i.type.pointee if is_address and is_used else None

    def is_offset(self, i: Value) -> bool:
        """Whether a value is an i8 address at a constant number of bytes from another."""
        return (
            isinstance(i, Instruction)
            and i.code is InstCode.GEP
            and i.aux_type is self.byte
            and len(i.operands) == 2
            and i.params[0] == 1
            and (constant_integer(i.operands[1]) or 0) > 0
        )

    def place(self, i: Value, pointee_type: Type) -> tuple[Value, int, list[Value]] | None:
        """The base of an address, the index of the object at the base, and the member path to the type in that
        object.
        """
        offset = 0
        base = i
        while isinstance(base, Instruction) and (_is_cast(base) or self.is_offset(base)):
            if not _is_cast(base):
                offset += constant_integer(base.operands[1]) or 0
            base = base.operands[0]
            if base.type.is_pointer and base.type.pointee is not self.byte:
                try:
                    path = self.path(base.type.pointee, offset, pointee_type)
                except FormatError:  # a type without a size
                    return None
                if path is not None:
                    return (base, *path)
        return None

    def path(self, type_: Type, offset: int, pointee_type: Type) -> tuple[int, list[Value]] | None:
        """The member indices that lead to a type at a byte offset; None if there is no such type at the offset."""
        first, offset = divmod(offset, _LAYOUT.alloc_size(type_) or 1)
        path: list[Value] = []
        while type_ is not pointee_type or offset:
            if type_.code in STRUCT_TYPES:
                member, start = _member(type_, offset)
                if member < 0:
                    return None
                path.append(self.context.integer_constant(self.context.integer_type(32), member))
                type_, offset = type_.elements[member], offset - start
            elif type_.code is TypeCode.ARRAY:
                type_ = type_.elements[0]
                index, offset = divmod(offset, _LAYOUT.alloc_size(type_) or 1)
                path.append(self.context.integer_constant(self.context.integer_type(64), index))
            else:
                return None
        return (first, path) if path or first else None

    def write(self, i: Instruction, base: Value, first: int, path: list[Value]) -> None:
        """Rewrite an instruction as a member address, merged with the address of the object: so are 1,065 of 1,085 such
        addresses in Apple's modules of AIR 2.6 to 2.8 whose sources are there, even of an address with other uses.
        """
        if isinstance(base, Instruction) and base.code is InstCode.GEP and base.params == (1,) and not first:
            i.operands, i.aux_type = (*base.operands, *path), base.aux_type
        else:
            index = self.context.integer_constant(self.context.integer_type(64), first)
            i.operands, i.aux_type = (base, index, *path), base.type.pointee
        i.code, i.params = InstCode.GEP, (1,)


def _is_cast(i: Value) -> bool:
    return (
        isinstance(i, Instruction)
        and i.code is InstCode.CAST
        and i.params[0] == CastOperator.BITCAST
        and i.type.is_pointer
        and i.operands[0].type.is_pointer
    )


def _member(type_: Type, offset: int) -> tuple[int, int]:
    """The index of the member at a byte offset, and the offset of its start; -1 if there is no such member."""
    for number, (start, element) in enumerate(_LAYOUT.members(type_)):
        if start <= offset < start + _LAYOUT.alloc_size(element):
            return number, start
    return -1, 0
