"""Making and replacing instructions: what the rules of legalisation share.

Pointers are opaque here: typed ones come last (docs/convert.md). `Code` appends instructions to a block and knows how
to say each thing once; `Rewriter` goes through a function, lets rules replace its instructions, and puts the function
together again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from ..air.intrinsics import Intrinsic, overload, type_from_word
from ..base.errors import MtlbError, UnsupportedError
from ..base.versions import Version
from ..ir import (
    AttributeKind,
    AttributeList,
    AttributePlace,
    BasicBlock,
    BinaryOperator,
    BlockInstruction,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    Context,
    DebugLoc,
    Function,
    InstCode,
    Instruction,
    Linkage,
    Module,
    Predicate,
    Type,
    TypeCode,
    UnnamedAddr,
    Value,
    make_instruction,
)
from ..ir.mapper import replace_operands
from ..ir.type_rules import comparison, exchange, find_member, is_vector
from ..ir.uses import local_values

__all__ = ["Code", "Rewriter", "Rule", "located", "refused"]

_E = TypeVar("_E", bound=MtlbError)


def located(error: _E, function: Function, instruction: Instruction | None = None) -> _E:
    """The error with the function, the instruction and its source line in front of its reason."""
    where = f"function {function.name!a}"
    if instruction is not None:
        where += f", {describe(function, instruction)}"
    error.reason = f"{where}: {error.reason}"
    return error


def refused(function: Function, instruction: Instruction | None, reason: str) -> UnsupportedError:
    """The error for what AIR has no form for."""
    return located(UnsupportedError(reason), function, instruction)


def describe(function: Function, instruction: Instruction) -> str:
    """Which instruction of a function it is: its kind and name, its place, and its line if it has debug info."""
    text = _kind(instruction)
    if instruction.name:
        text = f"%{instruction.name} = {text}"
    for number, block in enumerate(function.blocks):
        if instruction in block.instructions:
            text += f" (instruction {block.instructions.index(instruction)} of block {block.name or number}"
            line = instruction.debug_loc.line if instruction.debug_loc is not None else 0
            return text + (f", line {line})" if line else ")")
    return text


_WORDS = {
    InstCode.VSELECT: "select",
    InstCode.CMP2: "cmp",
    InstCode.GEP: "getelementptr",
    InstCode.EXTRACTELT: "extractelement",
    InstCode.INSERTELT: "insertelement",
    InstCode.SHUFFLEVEC: "shufflevector",
    InstCode.EXTRACTVAL: "extractvalue",
    InstCode.INSERTVAL: "insertvalue",
    InstCode.LOADATOMIC: "load atomic",
    InstCode.STOREATOMIC: "store atomic",
}
"""The words of LLVM's text for what its bitcode calls otherwise."""


def _kind(instruction: Instruction) -> str:
    if instruction.code is InstCode.CALL:
        callee = instruction.operands[-1]
        return f"call @{callee.name}" if callee.name else "call"
    if instruction.code is InstCode.CAST and instruction.opcode in set(CastOperator):
        return CastOperator(instruction.opcode).name.lower()
    return _WORDS.get(instruction.code, instruction.code.name.lower())


class Code:
    """Appends instructions to `block`, a list; `location` is the source location that they get."""

    def __init__(self, module: Module, air: Version) -> None:
        self.module = module
        self.context: Context = module.context
        self.air = air
        self.block: list[Instruction] = []
        self.kept_aggregates: set[Type] = set()
        self.is_foreign = False
        self.location: DebugLoc | None = None
        self.functions = {function.name: function for function in module.functions}
        self.structs = {type_.name: type_ for type_ in module.struct_types}
        context = module.context
        self.i1, self.i8, self.i16, self.i32, self.i64 = map(context.integer_type, (1, 8, 16, 32, 64))
        self.f16, self.f32 = context.type(TypeCode.HALF), context.type(TypeCode.FLOAT)
        self.bf16 = context.type(TypeCode.BFLOAT)
        self.void = context.type(TypeCode.VOID)

    # --- types and constants -----------------------------------------------------------------------------------------

    def pointer(self, space: int = 0) -> Type:
        """The opaque pointer into an address space."""
        return self.context.opaque_pointer_type(space)

    def vector(self, element: Type, count: int) -> Type:
        """The vector of so many elements."""
        return self.context.type(TypeCode.VECTOR, (count,), (element,))

    def like(self, shape: Type, scalar: Type) -> Type:
        """`scalar`, or a vector of it if `shape` is a vector."""
        return self.vector(scalar, shape.params[0]) if is_vector(shape) else scalar

    def integer(self, type_: Type, value: int) -> Constant:
        """An integer, or a vector of equal ones; `value` modulo the width."""
        bits = type_.scalar.params[0]
        value &= (1 << bits) - 1
        signed = value - (1 << bits) if value >> (bits - 1) else value
        if is_vector(type_):
            if not value:
                return self.context.constant(type_, ConstantCode.NULL)
            if bits in (8, 16, 32, 64):
                return self.context.constant(type_, ConstantCode.DATA, (value,) * type_.params[0])
            element = self.integer(type_.scalar, value)
            return self.context.constant(type_, ConstantCode.AGGREGATE, (), (element,) * type_.params[0])
        if not value:
            return self.context.constant(type_, ConstantCode.NULL)
        return self.context.constant(type_, ConstantCode.INTEGER, (signed,))

    def floating(self, type_: Type, bits: int) -> Constant:
        """A floating-point constant by its bits, or a vector of equal ones."""
        if not bits:
            return self.context.constant(type_, ConstantCode.NULL)
        if is_vector(type_):
            return self.context.constant(type_, ConstantCode.DATA, (bits,) * type_.params[0])
        return self.context.constant(type_, ConstantCode.FLOAT, (bits,))

    def null(self, type_: Type) -> Constant:
        """Zero."""
        return self.context.constant(type_, ConstantCode.NULL)

    def undef(self, type_: Type) -> Constant:
        """The undefined value."""
        return self.context.constant(type_, ConstantCode.UNDEF)

    # --- instructions ------------------------------------------------------------------------------------------------

    def add(self, instruction: Instruction) -> Instruction:
        """Append an instruction."""
        if instruction.debug_loc is None:
            instruction.debug_loc = self.location
        self.block.append(instruction)
        return instruction

    def make(
        self,
        code: InstCode,
        type_: Type,
        operands: Sequence[Value] = (),
        params: Sequence[int] = (),
        aux: Type | None = None,
        blocks: Sequence[BasicBlock] = (),
    ) -> Instruction:
        """Append a new instruction."""
        return self.add(make_instruction(code, type_, operands, params, blocks, aux))

    def binary(self, opcode: BinaryOperator, left: Value, right: Value, flags: int = 0) -> Value:
        """A binary operator."""
        return self.make(InstCode.BINOP, left.type, (left, right), (opcode, flags))

    def compare(self, predicate: Predicate, left: Value, right: Value) -> Value:
        """A comparison."""
        return self.make(InstCode.CMP2, comparison(self.context, left.type), (left, right), (predicate, 0))

    def select(self, condition: Value, if_true: Value, if_false: Value) -> Value:
        """A select."""
        return self.make(InstCode.VSELECT, if_true.type, (condition, if_true, if_false), (0,))

    def cast(self, opcode: CastOperator, value: Value, type_: Type) -> Value:
        """A cast; the value itself if it is of that type already."""
        if value.type is type_:
            return value
        return self.make(InstCode.CAST, type_, (value,), (opcode, 0))

    def resized(self, value: Value, type_: Type, *, signed: bool = False) -> Value:
        """An integer in another width."""
        have, want = value.type.scalar.params[0], type_.scalar.params[0]
        if have > want:
            return self.cast(CastOperator.TRUNC, value, type_)
        return self.cast(CastOperator.SEXT if signed else CastOperator.ZEXT, value, type_)

    def bitcast(self, value: Value, type_: Type) -> Value:
        """The same bits as another type."""
        return self.cast(CastOperator.BITCAST, value, type_)

    def load(self, type_: Type, pointer: Value, alignment: int = 0, volatile: int = 0) -> Instruction:
        """A load; `alignment` is log2 of the bytes, plus one."""
        return self.make(InstCode.LOAD, type_, (pointer,), (alignment, volatile))

    def store(self, value: Value, pointer: Value, alignment: int = 0, volatile: int = 0) -> Instruction:
        """A store; `alignment` as for `load`."""
        return self.make(InstCode.STORE, self.void, (value, pointer), (alignment, volatile))

    def gep(self, source: Type, base: Value, *indices: Value, inbounds: int = 1) -> Value:
        """The address of a part of `source` behind `base`."""
        return self.make(InstCode.GEP, base.type, (base, *indices), (inbounds,), source)

    def constant_element(self, vector: Value, index: int) -> Constant | None:
        """One element of a constant vector; None for any other vector."""
        if not isinstance(vector, Constant):
            return None
        element = vector.type.elements[0]
        if vector.code in (ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON):
            return self.context.constant(element, vector.code)
        if vector.code == ConstantCode.AGGREGATE:
            found = vector.operands[index]
            return found if isinstance(found, Constant) else None
        if vector.code == ConstantCode.DATA:
            bits = vector.params[index]
            is_integer = element.code is TypeCode.INTEGER
            return self.integer(element, bits) if is_integer else self.floating(element, bits)
        return None

    def extract_element(self, vector: Value, index: int) -> Value:
        """One element of a vector."""
        known = self.constant_element(vector, index)
        if known is not None:
            return known
        return self.make(InstCode.EXTRACTELT, vector.type.elements[0], (vector, self.integer(self.i32, index)))

    def insert_element(self, vector: Value, element: Value, index: int) -> Value:
        """A vector with another element."""
        return self.make(InstCode.INSERTELT, vector.type, (vector, element, self.integer(self.i32, index)))

    def elements(self, vector: Value) -> list[Value]:
        """All elements of a vector; the value itself if it is none."""
        if not is_vector(vector.type):
            return [vector]
        return [self.extract_element(vector, index) for index in range(vector.type.params[0])]

    def joined(self, type_: Type, elements: Sequence[Value]) -> Value:
        """The vector of these elements, or the single one if `type_` is no vector."""
        if not is_vector(type_):
            return elements[0]
        vector: Value = self.undef(type_)
        for index, element in enumerate(elements):
            vector = self.insert_element(vector, element, index)
        return vector

    def part(self, aggregate: Value, *path: int) -> Value:
        """A member of a struct or array, found in the instructions that made it if possible."""
        value, rest = aggregate, tuple(path)
        while rest:
            if isinstance(value, Constant):
                if value.code == ConstantCode.AGGREGATE:
                    value, rest = value.operands[rest[0]], rest[1:]
                    continue
                member = find_member(value.type, rest)
                if member is not None and value.code in (
                    ConstantCode.NULL,
                    ConstantCode.UNDEF,
                    ConstantCode.POISON,
                ):
                    return self.context.constant(member, value.code)
                if value.code == ConstantCode.DATA and len(rest) == 1:
                    found = self.constant_element(value, rest[0])
                    assert found is not None
                    return found
            elif isinstance(value, Instruction) and value.code is InstCode.INSERTVAL:
                inserted = value.path
                if rest[: len(inserted)] == inserted:
                    value, rest = value.operands[1], rest[len(inserted) :]
                    continue
                if inserted[: len(rest)] != rest:
                    value = value.operands[0]
                    continue
            break
        if not rest:
            return value
        member = find_member(value.type, rest)
        assert member is not None
        return self.make(InstCode.EXTRACTVAL, member, (value,), rest)

    def with_part(self, aggregate: Value, value: Value, *path: int) -> Value:
        """A struct or array with another member."""
        return self.make(InstCode.INSERTVAL, aggregate.type, (aggregate, value), path)

    def aggregate(self, type_: Type, members: Sequence[Value]) -> Value:
        """The struct or array of these members."""
        value: Value = self.undef(type_)
        for index, member in enumerate(members):
            value = self.with_part(value, member, index)
        return value

    def exchanged(self, old: Value, done: Value) -> Value:
        """What a cmpxchg returns."""
        return self.aggregate(exchange(self.context, old.type), (old, done))

    def branch(self, target: BasicBlock) -> None:
        """A jump."""
        self.make(InstCode.BR, self.void, blocks=(target,))

    def branch_if(self, condition: Value, if_true: BasicBlock, if_false: BasicBlock) -> None:
        """A branch."""
        self.make(InstCode.BR, self.void, (condition,), blocks=(if_true, if_false))

    def phi(self, type_: Type, values: Sequence[Value], blocks: Sequence[BasicBlock]) -> Instruction:
        """A phi."""
        return self.make(InstCode.PHI, type_, values, (0,), blocks=blocks)

    # --- calls -------------------------------------------------------------------------------------------------------

    def declare(self, name: str, result: Type, parameters: Sequence[Type], attributes: AttributeList = ()) -> Function:
        """The function of this name, declared if the module has none. UnsupportedError for one of another type."""
        type_ = self.context.type(TypeCode.FUNCTION, (0,), (result, *parameters))
        function = self.functions.get(name)
        if function is None:
            function = Function(self.pointer(), type_, name, Linkage.EXTERNAL)
            function.attributes = attributes
            function.unnamed_addr = UnnamedAddr.LOCAL
            self.functions[name] = function
            self.module.functions.append(function)
        elif function.value_type is not type_:
            raise UnsupportedError(f"the module declares @{name} with another type than AIR has it")
        return function

    def call(self, function: Function, arguments: Sequence[Value], flags: int = 0) -> Call:
        """A call of a function."""
        type_ = function.value_type
        attributes = call_attributes(function.attributes)
        call = Call(type_.result, (*arguments, function), (1, 0, flags), type_, attributes)
        self.add(call)
        return call

    def air_function(self, found: Intrinsic) -> Function:
        """The declaration of a function of AIR."""
        result = self.word(found.result(self.air).word)
        parameters = [self.word(parameter.word) for parameter in found.parameters(self.air)]
        return self.declare(found.name, result, parameters, found.attributes(self.air))

    def word(self, word: str) -> Type:
        """The type of a word of the table of intrinsics, pointers opaque."""
        if "*" in word and not word.startswith("{"):
            return self.pointer(int(word.rpartition("*")[2]))
        return type_from_word(self.context, word, self.struct)

    def struct(self, name: str) -> Type:
        """The named struct of this name."""
        found = self.structs.get(name)
        if found is None:
            found = self.structs[name] = Type(TypeCode.OPAQUE, (), (), name)
            self.module.struct_types.append(found)
        return found

    def air_call(
        self,
        family: str,
        types: Sequence[Type | str],
        arguments: Sequence[Value],
        *,
        signed: bool = False,
        flags: int = 0,
    ) -> Value:
        """A call of a function of AIR."""
        return self.call(self.air_function(overload(family, *types, signed=signed)), arguments, flags)


_NOT_AT_CALLS = frozenset({AttributeKind.MUST_PROGRESS, AttributeKind.NO_FREE, AttributeKind.NO_SYNC})


def call_attributes(declared: AttributeList) -> AttributeList:
    """The attributes that Apple's compilers give calls of a function with these."""
    for group in declared:
        if group.place == AttributePlace.FUNCTION:
            kept = tuple(a for a in group.attributes if a.kind not in _NOT_AT_CALLS)
            return (group._replace(attributes=kept),) if kept else ()
    return ()


Rule = Callable[["Rewriter", Instruction], Value | bool | None]
"""What a rule returns: a value that takes the instruction's place; True to drop the instruction; None to keep it."""


class Rewriter(Code):
    """Applies rules to the instructions of functions. The functions are changed in place."""

    def __init__(self, module: Module, air: Version, warnings: list[str] | None = None) -> None:
        super().__init__(module, air)
        self.warnings = [] if warnings is None else warnings
        self.function: Function = Function(self.pointer(), self.void, "", Linkage.EXTERNAL)
        self.current = BasicBlock()
        self.blocks: list[BasicBlock] = []
        self.values: dict[Value, Value] = {}
        self.ends: dict[BasicBlock, BasicBlock] = {}
        self.changed = False
        self._allocas: list[Instruction] = []
        self._bodies: list[tuple[BasicBlock, list[Instruction]]] = []
        self._new_phis: set[Instruction] = set()

    def warn(self, instruction: Instruction | None, text: str) -> None:
        """Tell the user something about the function."""
        where = f"function {self.function.name!a}"
        if instruction is not None:
            where += f", {describe(self.function, instruction)}"
        message = f"{where}: {text}"
        if message not in self.warnings:
            self.warnings.append(message)

    def refuse(self, instruction: Instruction | None, reason: str) -> UnsupportedError:
        """The error for what AIR has no form for."""
        return refused(self.function, instruction, reason)

    def resolve(self, value: Value) -> Value:
        """What is in the place of a value by now."""
        found = self.values.get(value)
        while found is not None:
            value, found = found, self.values.get(found)
        return value

    def run(self, function: Function, rules: Mapping[InstCode, Rule]) -> bool:
        """Apply the rule of each instruction's code; whether anything changed."""
        self.function = function
        self.values, self.ends, self.blocks = {}, {}, []
        self._allocas, self._new_phis = [], set()
        self.changed = False
        for block in function.blocks:
            self._block(block, rules)
        if self._allocas:
            first = self.blocks[0]
            first.instructions[:0] = self._allocas
        if self.changed:
            function.blocks = self.blocks
            self._finish(function)
        return self.changed

    def _block(self, block: BasicBlock, rules: Mapping[InstCode, Rule]) -> None:
        old = block.instructions
        self.current = block
        self.block = []
        self.blocks.append(block)
        new_blocks = len(self.blocks)
        originals = list(old)
        bodies: list[tuple[BasicBlock, list[Instruction]]] = [(block, self.block)]
        self._bodies = bodies
        for instruction in originals:
            self.location = instruction.debug_loc
            if self.values and instruction.operands:
                self._substitute(instruction)
            rule = rules.get(instruction.code)
            try:
                found = None if rule is None else rule(self, instruction)
            except UnsupportedError as error:
                if error.reason.startswith("function "):
                    raise
                raise located(error, self.function, instruction) from None
            if found is None:
                self.block.append(instruction)
                continue
            self.changed = True
            if isinstance(found, Value) and found is not instruction:
                self.values[instruction] = found
                if instruction.name and isinstance(found, Instruction) and not found.name:
                    found.name = instruction.name
                    symbols = self.function.symbols
                    self.function.symbols = [found if symbol is instruction else symbol for symbol in symbols]
        if len(self.blocks) > new_blocks or len(bodies) > 1:
            self.ends[block] = bodies[-1][0]
        for each, body in bodies:
            each.instructions = body

    def _substitute(self, instruction: Instruction) -> None:
        replace_operands(self.context, instruction, self.resolve)

    def split(self, name: str = "") -> BasicBlock:
        """Start a new block after what was appended so far, which still needs a terminator; the rest goes there."""
        block = BasicBlock(name)
        self.begin(block)
        return block

    def begin(self, block: BasicBlock) -> None:
        """Append to this new block from now on."""
        self.blocks.append(block)
        self.block = []
        self.current = block
        self._bodies.append((block, self.block))

    def phi(self, type_: Type, values: Sequence[Value], blocks: Sequence[BasicBlock]) -> Instruction:
        """A phi; its blocks are named as they are now, whatever becomes of them."""
        made = super().phi(type_, values, blocks)
        self._new_phis.add(made)
        return made

    def alloca(self, type_: Type, alignment: int) -> Instruction:
        """Memory of the thread, reserved at the start of the function; `alignment` is log2 of the bytes, plus one."""
        made = make_instruction(
            InstCode.ALLOCA, self.pointer(), (self.integer(self.i32, 1),), (alignment, 0, 0, 0), (), type_
        )
        self._allocas.append(made)
        self.changed = True
        return made

    def _finish(self, function: Function) -> None:
        for instruction in function.instructions():
            if self.values:
                self._substitute(instruction)
            is_old_phi = instruction.code is InstCode.PHI and instruction not in self._new_phis
            if self.ends and is_old_phi and isinstance(instruction, BlockInstruction):
                instruction.blocks = tuple(self.ends.get(block, block) for block in instruction.blocks)
        present: set[Value | BasicBlock] = {*function.arguments, *function.blocks, *function.instructions()}
        function.symbols = [symbol for symbol in function.symbols if symbol in present]


def uses(function: Function) -> dict[Value, list[Instruction]]:
    """The instructions that use each value of a function."""
    found: dict[Value, list[Instruction]] = {}
    for instruction in function.instructions():
        for operand in instruction.operands:
            found.setdefault(operand, []).append(instruction)
    return found


def remove_unused(
    function: Function, removable: Iterable[InstCode], also: Callable[[Instruction], bool] = lambda i: True
) -> bool:
    """Remove instructions of these codes whose result is not used, if `also` agrees; whether there were any."""
    codes = frozenset(removable)
    changed = False
    while True:
        used: set[Value] = set()
        for instruction in function.instructions():
            used.update(instruction.operands)
            for bundle in instruction.bundles:
                used.update(bundle.operands)
            for operand in instruction.operands:
                used.update(local_values(operand))
        dead = {i for i in function.instructions() if i.code in codes and i not in used and also(i)}
        if not dead:
            return changed
        changed = True
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in dead]
        function.symbols = [symbol for symbol in function.symbols if symbol not in dead]
