"""Creating instructions at a position, like LLVM's IRBuilder; used by all packages that change or write code. Operand
types are not checked here; `mtlb.ir.verify` does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from ..machinery.engine import mypyc_attr
from .attributes import AttributeList
from .floats import FLOAT_FORMATS
from .globals import Function
from .instructions import BasicBlock, BlockInstruction, Call, Instruction, make_instruction
from .linkage import Linkage
from .metadata import DebugLoc
from .module import Context, Module
from .opcodes import ConstantCode, InstCode, Predicate, TailKind, TypeCode, UnnamedAddr
from .operators import AtomicOperation, BinaryOperator, CastOperator, UnaryOperator
from .type_rules import comparison, exchange, gep, is_vector, member, shuffle
from .types import Type
from .values import Constant, Value

_AGGREGATE: Final = ConstantCode.AGGREGATE
_ALLOCA: Final = InstCode.ALLOCA
_ATOMICRMW: Final = InstCode.ATOMICRMW
_BFLOAT: Final = TypeCode.BFLOAT
_BINOP: Final = InstCode.BINOP
_BITCAST: Final = CastOperator.BITCAST
_BR: Final = InstCode.BR
_CAST: Final = InstCode.CAST
_CMP2: Final = InstCode.CMP2
_CMPXCHG: Final = InstCode.CMPXCHG
_CONSTANT_CODE_FLOAT: Final = ConstantCode.FLOAT
_DATA: Final = ConstantCode.DATA
_EXTERNAL: Final = Linkage.EXTERNAL
_EXTRACTELT: Final = InstCode.EXTRACTELT
_EXTRACTVAL: Final = InstCode.EXTRACTVAL
_FENCE: Final = InstCode.FENCE
_FLOAT: Final = TypeCode.FLOAT
_FREEZE: Final = InstCode.FREEZE
_FUNCTION: Final = TypeCode.FUNCTION
_GEP: Final = InstCode.GEP
_HALF: Final = TypeCode.HALF
_INSERTELT: Final = InstCode.INSERTELT
_INSERTVAL: Final = InstCode.INSERTVAL
_LOAD: Final = InstCode.LOAD
_LOADATOMIC: Final = InstCode.LOADATOMIC
_NULL: Final = ConstantCode.NULL
_PHI: Final = InstCode.PHI
_RET: Final = InstCode.RET
_SEXT: Final = CastOperator.SEXT
_SHUFFLEVEC: Final = InstCode.SHUFFLEVEC
_STORE: Final = InstCode.STORE
_STOREATOMIC: Final = InstCode.STOREATOMIC
_SWITCH: Final = InstCode.SWITCH
_TRUNC: Final = CastOperator.TRUNC
_UNDEF: Final = ConstantCode.UNDEF
_UNOP: Final = InstCode.UNOP
_VECTOR: Final = TypeCode.VECTOR
_VOID: Final = TypeCode.VOID
_VSELECT: Final = InstCode.VSELECT
_ZEXT: Final = CastOperator.ZEXT

_DATA_WIDTHS = (8, 16, 32, 64)


def function_pointer(context: Context, type_: Type, *, opaque: bool = False) -> Type:
    """The type of a function's address; `type_` is that of the function."""
    return context.opaque_pointer_type() if opaque else context.pointer_type(type_)


def set_type(module: Module, function: Function, result: Type) -> None:
    """Set the type of a function and of its address, from its result and the arguments that it has now."""
    context, before = module.context, function.value_type
    parameters = [argument.type for argument in function.arguments]
    function.value_type = context.type(before.code, before.params, (result, *parameters))
    function.type = function_pointer(context, function.value_type, opaque=module.has_opaque_pointers)


class FunctionTable:
    """The functions of a module by name. Missing ones are declared; `opaque`: with opaque pointers."""

    def __init__(self, module: Module, *, opaque: bool = False) -> None:
        self.module = module
        self.opaque = opaque
        self.by_name = {function.name: function for function in module.functions}

    def add(self, function: Function) -> Function:
        """Make a function a part of the module."""
        self.module.functions.append(function)
        self.by_name[function.name] = function
        return function

    def new(self, name: str, type_: Type) -> Function:
        """A function that is not part of the module yet."""
        return Function(function_pointer(self.module.context, type_, opaque=self.opaque), type_, name, _EXTERNAL)

    def declare(
        self, name: str, type_: Type, attributes: AttributeList = (), unnamed_addr: UnnamedAddr = UnnamedAddr.LOCAL
    ) -> Function:
        """The function of this name, declared if the module has none. One that it has may be of another type."""
        function = self.by_name.get(name)
        if function is None:
            function = self.add(self.new(name, type_))
            function.attributes = attributes
            function.unnamed_addr = unnamed_addr
        return function


@mypyc_attr(allow_interpreted_subclasses=True)
class IRBuilder:
    """Creates instructions and inserts each at its position, which then moves behind it.

    `block`: the block of the position; `instructions`: the list of insertion, which is that of `block` or one that is
    put into a block later (`collect`). `debug_loc`: the source location of new instructions. `opaque`: whether pointers
    are opaque. Alignments are log2 of the bytes, plus one, as records have them; 0 for none.
    """

    def __init__(self, context: Context, *, opaque: bool = False) -> None:
        self.context = context
        self.opaque = opaque
        self.block = BasicBlock()
        self.instructions = self.block.instructions
        self.place: int | None = None  # in `instructions`; None: at the end
        self.debug_loc: DebugLoc | None = None
        self.void = context.type(_VOID)
        self.i1, self.i8, self.i16, self.i32, self.i64 = map(context.integer_type, (1, 8, 16, 32, 64))
        codes = (_HALF, _BFLOAT, _FLOAT)
        self.f16, self.bf16, self.f32 = map(context.type, codes)

    # --- the position ------------------------------------------------------------------------------------------------

    def at_end(self, block: BasicBlock) -> None:
        """Instructions come last in a block from now on."""
        self.block, self.instructions, self.place = block, block.instructions, None

    def at_start(self, block: BasicBlock) -> None:
        """Instructions come first in a block, behind its phis."""
        self.at_end(block)
        self.place = first_after_phis(block.instructions)

    def before(self, block: BasicBlock, instruction: Instruction) -> None:
        """Instructions come before this one, which is in `block`."""
        self.at_end(block)
        self.place = block.instructions.index(instruction)

    def before_end(self, block: BasicBlock) -> None:
        """Instructions come before the last one of a block from now on."""
        self.at_end(block)
        self.place = len(block.instructions) - 1

    def returns(self, function: Function) -> Iterator[Instruction]:
        """The returns of a function, to be replaced: each is removed from its block, and the position is there, with
        its source location.
        """
        for block in function.blocks:
            last = block.instructions[-1]
            if last.code is _RET:
                block.instructions.pop()
                self.at_end(block)
                self.debug_loc = last.debug_loc
                yield last

    def collect(self, into: list[Instruction] | None = None) -> list[Instruction]:
        """Append instructions to a list from now on, by default a new one. `block` does not change."""
        self.instructions, self.place = [] if into is None else into, None
        return self.instructions

    @contextmanager
    def kept_position(self) -> Iterator[None]:
        """The position, before the same instruction or at the end, and the source location are afterwards as before."""
        block, instructions, place, debug_loc = self.block, self.instructions, self.place, self.debug_loc
        following = instructions[place] if place is not None and place < len(instructions) else None
        try:
            yield
        finally:
            self.block, self.instructions, self.debug_loc = block, instructions, debug_loc
            self.place = None if following is None else instructions.index(following)

    def insert(self, instruction: Instruction) -> Instruction:
        """Put an instruction at the position, with the source location if it has none."""
        if instruction.debug_loc is None:
            instruction.debug_loc = self.debug_loc
        if self.place is None:
            self.instructions.append(instruction)
        else:
            self.instructions.insert(self.place, instruction)
            self.place += 1
        return instruction

    # --- types and constants -----------------------------------------------------------------------------------------

    def pointer_to(self, pointee: Type, space: int = 0) -> Type:
        """The pointer to a type in an address space."""
        if self.opaque:
            return self.context.opaque_pointer_type(space)
        return self.context.pointer_type(pointee, space)

    def vector(self, element: Type, count: int) -> Type:
        """A vector with `count` equal elements."""
        return self.context.type(_VECTOR, (count,), (element,))

    def like(self, shape: Type, scalar: Type) -> Type:
        """`scalar`, or a vector of it if `shape` is a vector."""
        return self.vector(scalar, shape.params[0]) if is_vector(shape) else scalar

    def function_type(self, result: Type, parameters: Sequence[Type]) -> Type:
        """The type of a function."""
        return self.context.type(_FUNCTION, (0,), (result, *parameters))

    def integer(self, type_: Type, value: int) -> Constant:
        """An integer, or a vector of equal ones; `value` modulo the width."""
        if not is_vector(type_):
            return self.context.integer_constant(type_, value)
        bits, count = type_.scalar.params[0], type_.params[0]
        value &= (1 << bits) - 1
        if not value:
            return self.null(type_)
        if bits in _DATA_WIDTHS:
            return self.context.constant(type_, _DATA, (value,) * count)
        element = self.context.integer_constant(type_.scalar, value)
        return self.context.constant(type_, _AGGREGATE, (), (element,) * count)

    def floating(self, type_: Type, bits: int) -> Constant:
        """A floating-point constant by its bits, or a vector of equal ones."""
        if not bits:
            return self.null(type_)
        if is_vector(type_):
            return self.context.constant(type_, _DATA, (bits,) * type_.params[0])
        return self.context.constant(type_, _CONSTANT_CODE_FLOAT, (bits,))

    def one(self, type_: Type) -> Constant:
        """1.0, or a vector of it."""
        return self.floating(type_, FLOAT_FORMATS[type_.scalar.code].one)

    def null(self, type_: Type) -> Constant:
        """Zero."""
        return self.context.constant(type_, _NULL)

    def undef(self, type_: Type) -> Constant:
        """The undefined value."""
        return self.context.constant(type_, _UNDEF)

    # --- instructions ------------------------------------------------------------------------------------------------

    def make(
        self,
        code: InstCode,
        type_: Type,
        operands: Sequence[Value] = (),
        params: Sequence[int] = (),
        aux_type: Type | None = None,
        blocks: Sequence[BasicBlock] = (),
    ) -> Instruction:
        """An instruction of any code, by its fields (`InstructionFields`)."""
        return self.insert(make_instruction(code, type_, operands, params, blocks, aux_type))

    def unary(self, opcode: UnaryOperator, value: Value, flags: int = 0) -> Instruction:
        """An operator of one operand."""
        return self.insert(Instruction(_UNOP, value.type, (value,), (opcode, flags)))

    def binary(self, opcode: BinaryOperator, left: Value, right: Value, flags: int = 0) -> Instruction:
        """An operator of two operands."""
        return self.insert(Instruction(_BINOP, left.type, (left, right), (opcode, flags)))

    def compare(self, predicate: Predicate, left: Value, right: Value, *, flags: int = 0) -> Instruction:
        """A comparison; of vectors element by element."""
        return self.insert(Instruction(_CMP2, comparison(self.context, left.type), (left, right), (predicate, flags)))

    def select(self, condition: Value, if_true: Value, if_false: Value) -> Instruction:
        """One of two values."""
        return self.insert(Instruction(_VSELECT, if_true.type, (condition, if_true, if_false), (0,)))

    def cast(self, opcode: CastOperator, value: Value, type_: Type) -> Value:
        """A value as another type; itself if it is of that type already."""
        if value.type is type_:
            return value
        return self.insert(Instruction(_CAST, type_, (value,), (opcode, 0)))

    def bitcast(self, value: Value, type_: Type) -> Value:
        """The same bits as another type."""
        return self.cast(_BITCAST, value, type_)

    def resized(self, value: Value, type_: Type, *, signed: bool = False) -> Value:
        """An integer in another width."""
        if value.type.scalar.params[0] > type_.scalar.params[0]:
            return self.cast(_TRUNC, value, type_)
        return self.cast(_SEXT if signed else _ZEXT, value, type_)

    def freeze(self, value: Value) -> Instruction:
        """The value, or any one value where it is poison or undefined."""
        return self.insert(Instruction(_FREEZE, value.type, (value,)))

    # --- vectors and aggregates

    def index(self, number: int) -> Constant:
        """The number of an element of a vector."""
        return self.context.integer_constant(self.i32, number)

    def extract_element(self, vector: Value, index: Value | int) -> Value:
        """One element of a vector."""
        place = self.index(index) if isinstance(index, int) else index
        return self.insert(Instruction(_EXTRACTELT, vector.type.elements[0], (vector, place)))

    def insert_element(self, vector: Value, element: Value, index: Value | int) -> Instruction:
        """A vector with another element."""
        place = self.index(index) if isinstance(index, int) else index
        return self.insert(Instruction(_INSERTELT, vector.type, (vector, element, place)))

    def elements(self, vector: Value) -> list[Value]:
        """All elements of a vector; the value itself if it is not one."""
        if not is_vector(vector.type):
            return [vector]
        return [self.extract_element(vector, index) for index in range(vector.type.params[0])]

    def joined(self, type_: Type, elements: Sequence[Value]) -> Value:
        """The vector of these elements, the rest undefined, or the single one if `type_` is not a vector."""
        if not is_vector(type_):
            return elements[0]
        vector: Value = self.undef(type_)
        for index, element in enumerate(elements):
            vector = self.insert_element(vector, element, index)
        return vector

    def shuffle(self, left: Value, right: Value, mask: Value) -> Instruction:
        """The elements of two vectors that a vector of constants names."""
        return self.insert(Instruction(_SHUFFLEVEC, shuffle(self.context, left.type, mask.type), (left, right, mask)))

    def extract_value(self, aggregate: Value, *path: int) -> Instruction:
        """A member of a struct or array."""
        return self.insert(Instruction(_EXTRACTVAL, member(aggregate.type, path), (aggregate,), path))

    def insert_value(self, aggregate: Value, value: Value, *path: int) -> Instruction:
        """A struct or array with another member."""
        return self.insert(Instruction(_INSERTVAL, aggregate.type, (aggregate, value), path))

    def aggregate(self, type_: Type, members: Sequence[Value]) -> Value:
        """The struct or array of these members."""
        value: Value = self.undef(type_)
        for index, field in enumerate(members):
            value = self.insert_value(value, field, index)
        return value

    # --- memory

    def alloca(self, type_: Type, alignment: int = 0) -> Instruction:
        """Memory of the thread."""
        space = 0 if self.opaque else -1  # LLVM 15 and older, whose pointers have types, know no such field
        params = (alignment, 0, 0, space)
        return self.insert(Instruction(_ALLOCA, self.pointer_to(type_), (self.index(1),), params, type_))

    def load(self, type_: Type, pointer: Value, alignment: int = 0, volatile: int = 0) -> Instruction:
        """The value at an address."""
        return self.insert(Instruction(_LOAD, type_, (pointer,), (alignment, volatile)))

    def store(self, value: Value, pointer: Value, alignment: int = 0, volatile: int = 0) -> Instruction:
        """Write a value to an address."""
        return self.insert(Instruction(_STORE, self.void, (value, pointer), (alignment, volatile)))

    def gep(self, source: Type, base: Value, *indices: Value, inbounds: int = 1) -> Instruction:
        """The address of a part of `source` behind `base`. FormatError for indices that lead out of it."""
        operands = (base, *indices)
        return self.insert(Instruction(_GEP, gep(self.context, source, operands), operands, (inbounds,), source))

    def fence(self, ordering: int, scope: int = 1) -> Instruction:
        """A fence; `scope` is an index into `Module.sync_scopes`, as in the atomic instructions below."""
        return self.insert(Instruction(_FENCE, self.void, (), (ordering, scope)))

    def load_atomic(
        self, type_: Type, pointer: Value, ordering: int, scope: int = 1, alignment: int = 0, volatile: int = 0
    ) -> Instruction:
        """A load that no other thread interferes with."""
        return self.insert(Instruction(_LOADATOMIC, type_, (pointer,), (alignment, volatile, ordering, scope)))

    def store_atomic(
        self, value: Value, pointer: Value, ordering: int, scope: int = 1, alignment: int = 0, volatile: int = 0
    ) -> Instruction:
        """A store that no other thread interferes with."""
        return self.insert(
            Instruction(_STOREATOMIC, self.void, (value, pointer), (alignment, volatile, ordering, scope))
        )

    def atomic(
        self,
        operation: AtomicOperation,
        pointer: Value,
        value: Value,
        ordering: int,
        scope: int = 1,
        alignment: int = 0,
        volatile: int = 0,
    ) -> Instruction:
        """Atomically change the value at an address; returns the previous one."""
        params = (operation, volatile, ordering, scope, alignment)
        return self.insert(Instruction(_ATOMICRMW, value.type, (pointer, value), params))

    def compare_exchange(
        self,
        pointer: Value,
        expected: Value,
        new: Value,
        orderings: tuple[int, int],
        scope: int = 1,
        alignment: int = 0,
        *,
        volatile: int = 0,
        weak: int = 0,
    ) -> Instruction:
        """Write `new` where `expected` is: the old value, and whether it was written. `orderings`: if so, if not."""
        success, failure = orderings
        params = (volatile, success, scope, failure, weak, alignment)
        type_ = exchange(self.context, expected.type)
        return self.insert(Instruction(_CMPXCHG, type_, (pointer, expected, new), params))

    # --- calls and ends of blocks

    def call(
        self,
        function: Function,
        arguments: Sequence[Value],
        flags: int = 0,
        *,
        tail: TailKind = TailKind.NONE,
        attributes: AttributeList | None = None,
    ) -> Call:
        """A call of a function, with its calling convention."""
        params = (tail, function.calling_convention, flags)
        return self.call_pointer(function.value_type, function, arguments, params, attributes or ())

    def call_pointer(
        self,
        type_: Type,
        callee: Value,
        arguments: Sequence[Value],
        params: tuple[int, int, int] = (0, 0, 0),
        attributes: AttributeList = (),
    ) -> Call:
        """A call of a function of this type by its address; `params` are tail kind, convention, fast-math flags."""
        call = Call(type_.result, (*arguments, callee), params, type_, attributes)
        self.insert(call)
        return call

    def phi(self, type_: Type, values: Sequence[Value] = (), blocks: Sequence[BasicBlock] = ()) -> BlockInstruction:
        """A value that depends on which block control comes from; it is put at the position, as all others."""
        phi = BlockInstruction(_PHI, type_, tuple(values), (0,), tuple(blocks))
        self.insert(phi)
        return phi

    def branch(self, target: BasicBlock) -> Instruction:
        """Go on at a block."""
        return self.insert(BlockInstruction(_BR, self.void, (), (), (target,)))

    def branch_if(self, condition: Value, if_true: BasicBlock, if_false: BasicBlock) -> Instruction:
        """Go on at one of two blocks."""
        return self.insert(BlockInstruction(_BR, self.void, (condition,), (), (if_true, if_false)))

    def switch(self, value: Value, default: BasicBlock, cases: Sequence[tuple[Value, BasicBlock]]) -> Instruction:
        """Go on at the block of the case that a value is."""
        operands = (value, *[case for case, _ in cases])
        blocks = (default, *[block for _, block in cases])
        return self.insert(BlockInstruction(_SWITCH, self.void, operands, (), blocks))

    def ret(self, value: Value | None = None) -> Instruction:
        """Return from the function."""
        return self.insert(Instruction(_RET, self.void, () if value is None else (value,)))


def first_after_phis(instructions: Sequence[Instruction]) -> int:
    """The index of the first instruction that is not a phi."""
    for place, instruction in enumerate(instructions):
        if instruction.code is not _PHI:
            return place
    return len(instructions)
