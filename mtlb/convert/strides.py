"""Element types for addresses that newer LLVMs express as arrays of bytes: `getelementptr [4 x i8], ptr %p, i64 %i`.

LLVM 22 writes an element address this way for any element type, because only its size matters (LLVM's InstCombine,
"canonicalize GEP source element type"; the files of Triton and Zig in golden/convert/producers show it). Apple's
modules use the element's type, and a buffer's pointee agrees with the type in its metadata. The array is therefore
replaced by the accessed type of the same size; without such an access the address is counted in bytes. Pointers are
opaque in this step.
"""

from __future__ import annotations

from typing import Final

from ..ir import (
    BinaryOperator,
    Constant,
    Context,
    DataLayout,
    Function,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.build import IRBuilder
from ..ir.type_rules import is_vector

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_ARRAY: Final = TypeCode.ARRAY
_ATOMICRMW: Final = InstCode.ATOMICRMW
_CMPXCHG: Final = InstCode.CMPXCHG
_GEP: Final = InstCode.GEP
_INTEGER: Final = TypeCode.INTEGER
_LOAD: Final = InstCode.LOAD
_LOADATOMIC: Final = InstCode.LOADATOMIC
_MUL: Final = BinaryOperator.MUL
_STORE: Final = InstCode.STORE
_STOREATOMIC: Final = InstCode.STOREATOMIC

_LAYOUT = DataLayout()
_BYTE = 8
_SAME_POINTER = (InstCode.CAST, InstCode.FREEZE, InstCode.PHI, InstCode.VSELECT)
"""Instructions whose result is one of their pointer operands."""


def type_strides(module: Module) -> None:
    """Give such addresses the type of the accessed elements, in place; real arrays of bytes are kept."""
    for function in module.functions:
        if any(_stride(i) for i in function.instructions()):
            _Strides(module.context, function).run()


def _stride(i: Instruction) -> int:
    """The size of the byte array in a strided address; 0 for any other instruction."""
    if i.code is not _GEP or i.aux_type is None or len(i.operands) != 2 or not i.type.is_pointer:
        return 0
    array = i.aux_type
    return array.params[0] if array.code is _ARRAY and _is_byte(array.elements[0]) else 0


def _is_byte(type_: Type) -> bool:
    return type_.code is _INTEGER and type_.params[0] == _BYTE


class _Strides:
    """The addresses of one function, grouped by the elements that they point into."""

    def __init__(self, context: Context, function: Function) -> None:
        self.context = context
        self.function = function
        self.parents: dict[Value, Value] = {}
        self.accessed: dict[Value, dict[int, Type]] = {}
        """By the representative of a class: the first accessed type of each size."""
        self.arrays: set[tuple[Value, Type]] = set()
        """Classes whose byte arrays are real arrays: single bytes in them are addressed."""

    def run(self) -> None:
        instructions = list(self.function.instructions())
        for i in instructions:
            self.join(i)
        for i in instructions:
            self.access(i)
        strides: dict[Value, dict[int, Type]] = {}
        counted_in_bytes: dict[Instruction, int] = {}
        for i in instructions:
            size = _stride(i)
            first = self.first(i.operands[0]) if size else None
            if first is None or i.aux_type is None or (first, i.aux_type) in self.arrays:
                continue
            element = self.accessed.get(first, {}).get(size)
            if element is not None:
                i.aux_type = strides.setdefault(first, {})[size] = element
            elif 1 not in self.accessed.get(first, {}):
                counted_in_bytes[i] = size
        for i in instructions:
            self.constant_offset(i, strides)
        if counted_in_bytes:
            self.count_bytes(counted_in_bytes)

    def count_bytes(self, strides: dict[Instruction, int]) -> None:
        """Rewrite addresses to count bytes instead of byte arrays."""
        code = IRBuilder(self.context, opaque=True)
        for block in self.function.blocks:
            code.at_end(block)
            placed = code.collect()
            for i in block.instructions:
                if i in strides:
                    code.debug_loc = i.debug_loc
                    index = i.operands[1]
                    if index.type is not code.i64:
                        index = code.resized(index, code.i64, signed=True)
                    offset = code.binary(_MUL, index, code.integer(code.i64, strides[i]))
                    i.aux_type, i.operands = code.i8, (i.operands[0], offset)
                placed.append(i)
            block.instructions = placed

    def first(self, pointer: Value) -> Value:
        """The representative of a pointer's class."""
        while (parent := self.parents.get(pointer, pointer)) is not pointer:
            pointer = parent
        return pointer

    def join(self, i: Instruction) -> None:
        """Put pointers into the same elements in one class; constants that are not addresses are ignored."""
        if not i.type.is_pointer:
            return
        if _stride(i) or (i.code is _GEP and _offset(i)):
            pointers = i.operands[:1]
        elif i.code in _SAME_POINTER:
            pointers = i.operands
        else:
            return
        for pointer in pointers:
            if pointer.type.is_pointer and not (isinstance(pointer, Constant) and not pointer.operands):
                self.parents[self.first(pointer)] = self.first(i)

    def access(self, i: Instruction) -> None:
        """Record the type that an instruction accesses through a pointer."""
        if i.code in (_LOAD, _LOADATOMIC):
            pointer, type_ = i.operands[0], i.type
        elif i.code in (_STORE, _STOREATOMIC):
            pointer, type_ = i.operands[1], i.operands[0].type
        elif i.code in (_ATOMICRMW, _CMPXCHG):
            pointer, type_ = i.operands[0], i.operands[1].type
        elif i.code is _GEP and i.aux_type is not None and not _stride(i):
            pointer, type_ = i.operands[0], i.aux_type
            self.arrays.add((self.first(pointer), type_))
            if type_.code is _ARRAY or _is_byte(type_):
                return
        else:
            return
        if is_vector(type_) and type_.params == (1,):
            type_ = type_.scalar
        self.accessed.setdefault(self.first(pointer), {}).setdefault(_LAYOUT.alloc_size(type_), type_)

    def constant_offset(self, i: Instruction, strides: dict[Value, dict[int, Type]]) -> None:
        """Rewrite a constant byte distance between elements of one type as a number of elements."""
        offset = _offset(i)
        sizes = strides.get(self.first(i), {}) if offset else {}
        if len(sizes) == 1:
            ((size, element),) = sizes.items()
            if offset % size == 0:
                i.aux_type = element
                i.operands = (i.operands[0], self.context.integer_constant(i.operands[1].type, offset // size))


def _offset(i: Instruction) -> int:
    """The constant number of bytes that an address adds; 0 for any other computation."""
    if i.code is not _GEP or len(i.operands) != 2 or i.aux_type is None or not _is_byte(i.aux_type):
        return 0
    return constant_number(i.operands[1]) or 0
