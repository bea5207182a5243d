"""Create and replace instructions: the code that the legalisation rules share.

Pointers are opaque here; they become typed at the end of a conversion (docs/convert.md). `Code` appends instructions to
a block and reuses existing values. `Rewriter` walks a function, lets rules replace its instructions, and reassembles
the function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from ..air.functions import call_attributes, declare, declare_as
from ..air.intrinsics import Intrinsic, overload
from ..base.errors import MtlbError, UnsupportedError
from ..base.versions import Version
from ..ir import (
    AttributeList,
    BasicBlock,
    BinaryOperator,
    BlockInstruction,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    Module,
    TailKind,
    Type,
    TypeCode,
    Value,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.mapper import replace_operands
from ..ir.type_rules import exchange, find_member
from ..ir.uses import globals_in, local_values

_AGGREGATE: Final = ConstantCode.AGGREGATE
_CALL: Final = InstCode.CALL
_CAST: Final = InstCode.CAST
_CE_BINOP: Final = ConstantCode.CE_BINOP
_CE_CAST: Final = ConstantCode.CE_CAST
_CE_GEP: Final = ConstantCode.CE_GEP
_DATA: Final = ConstantCode.DATA
_INSERTVAL: Final = InstCode.INSERTVAL
_INTEGER: Final = TypeCode.INTEGER
_NULL: Final = ConstantCode.NULL
_OPAQUE: Final = TypeCode.OPAQUE
_PHI: Final = InstCode.PHI
_POISON: Final = ConstantCode.POISON
_UNDEF: Final = ConstantCode.UNDEF

_E = TypeVar("_E", bound=MtlbError)

MAX_NESTING: Final = 100
"""How deeply the constants of a module that is converted may be nested."""


def located(error: _E, function: Function, instruction: Instruction | None = None) -> _E:
    """The error with the function, the instruction and its source line in front of its reason."""
    where = f"function {function.name!a}"
    if instruction is not None:
        where += f", {describe(function, instruction)}"
        error.refused = instruction, error.reason
    error.reason = f"{where}: {error.reason}"
    return error


def refused(function: Function, instruction: Instruction | None, reason: str) -> UnsupportedError:
    """The error for a construct that AIR has no form for."""
    return located(UnsupportedError(reason), function, instruction)


def describe(function: Function, instruction: Instruction) -> str:
    """Text that identifies an instruction in a function: its kind and name, its place, and its line if it has debug
    info.
    """
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
"""Opcode names in LLVM's text that differ from those of its bitcode."""


def _kind(instruction: Instruction) -> str:
    if instruction.code is _CALL:
        callee = instruction.operands[-1]
        return f"call @{callee.name}" if callee.name else "call"
    if instruction.code is _CAST and instruction.opcode in set(CastOperator):
        return CastOperator(instruction.opcode).name.lower()
    return _WORDS.get(instruction.code, instruction.code.name.lower())


class Code(IRBuilder):
    """A builder for a module, with opaque pointers by default, that returns an existing value instead of computing it
    again.
    """

    def __init__(self, module: Module, air: Version, *, opaque: bool = True) -> None:
        super().__init__(module.context, opaque=opaque)
        self.module = module
        self.air = air
        self.kept_aggregates: set[Type] = set()
        self.is_foreign = False
        self.is_source = False  # from Metal source, of which Apple's compilers make the same calls
        self.functions = FunctionTable(module, opaque=opaque)
        self.structs = {type_.name: type_ for type_ in module.struct_types}

    def pointer(self, space: int = 0) -> Type:
        """The opaque pointer into an address space."""
        return self.context.opaque_pointer_type(space)

    # --- vectors and aggregates --------------------------------------------------------------------------------------

    def constant_element(self, vector: Value, index: int) -> Constant | None:
        """One element of a constant vector; None for any other vector."""
        if not isinstance(vector, Constant):
            return None
        element = vector.type.elements[0]
        if vector.code in (_NULL, _UNDEF, _POISON):
            return self.context.constant(element, vector.code)
        if vector.code == _AGGREGATE:
            operand = vector.operands[index]
            return operand if isinstance(operand, Constant) else None
        if vector.code == _DATA:
            bits = vector.params[index]
            is_integer = element.code is _INTEGER
            return self.integer(element, bits) if is_integer else self.floating(element, bits)
        return None

    def extract_element(self, vector: Value, index: Value | int) -> Value:
        """One element of a vector."""
        element = self.constant_element(vector, index) if isinstance(index, int) else None
        return super().extract_element(vector, index) if element is None else element

    def part(self, aggregate: Value, *path: int) -> Value:
        """A member of a struct or array; the inserted value itself if an instruction that inserts it can be
        followed.
        """
        value, rest = aggregate, tuple(path)
        while rest:
            if isinstance(value, Constant):
                if value.code == _AGGREGATE:
                    value, rest = value.operands[rest[0]], rest[1:]
                    continue
                member = find_member(value.type, rest)
                if member is not None and value.code in (
                    _NULL,
                    _UNDEF,
                    _POISON,
                ):
                    return self.context.constant(member, value.code)
                if value.code == _DATA and len(rest) == 1:
                    result = self.constant_element(value, rest[0])
                    assert result is not None
                    return result
            elif isinstance(value, Instruction) and value.code is _INSERTVAL:
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
        return self.extract_value(value, *rest)

    def exchanged(self, old: Value, done: Value) -> Value:
        """The result of a cmpxchg as a struct: the old value and whether the exchange took place."""
        return self.aggregate(exchange(self.context, old.type), (old, done))

    # --- calls -------------------------------------------------------------------------------------------------------

    def declare(self, name: str, result: Type, parameters: Sequence[Type]) -> Function:
        """The function of this name, declared if the module does not have it. UnsupportedError if its type is
        different.
        """
        return declare_as(self.functions, name, self.function_type(result, parameters))

    def air_function(self, described: Intrinsic) -> Function:
        """The declaration of a function of AIR."""
        return declare(self.functions, described, self.air, self.struct)

    def call(
        self,
        function: Function,
        arguments: Sequence[Value],
        flags: int = 0,
        *,
        tail: TailKind = TailKind.TAIL,
        attributes: AttributeList | None = None,
    ) -> Call:
        """A call of a function, by default with the call attributes that follow from its declaration."""
        if attributes is None:
            attributes = call_attributes(function.attributes, of_parameters=False)
        return super().call(function, arguments, flags, tail=tail, attributes=attributes)

    def struct(self, name: str) -> Type:
        """The named struct of this name."""
        type_ = self.structs.get(name)
        if type_ is None:
            type_ = self.structs[name] = Type(_OPAQUE, (), (), name)
            self.module.struct_types.append(type_)
        return type_

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


Rule = Callable[["Rewriter", Instruction], Value | bool | None]
"""What a rule returns: a value that takes the instruction's place; True to drop the instruction; None to keep it."""


def _no_builtin(name: str) -> Value:
    raise UnsupportedError(f"{name}, which only kernels of another target receive")


class Rewriter(Code):
    """Applies rules to the instructions of functions. The functions are changed in place.

    `builtin`: the built-in value of a name, as the function that is being rewritten gets it.
    """

    def __init__(self, module: Module, air: Version, warnings: list[str] | None = None, *, opaque: bool = True) -> None:
        super().__init__(module, air, opaque=opaque)
        self.warnings = [] if warnings is None else warnings
        self.function = self.functions.new("", self.void)
        self.blocks: list[BasicBlock] = []
        self.values: dict[Value, Value] = {}
        self.ends: dict[BasicBlock, BasicBlock] = {}
        self.changed = False
        self._allocas: list[Instruction] = []
        self._bodies: list[tuple[BasicBlock, list[Instruction]]] = []
        self._new_phis: set[Instruction] = set()
        self._renamed: dict[Value | BasicBlock, Instruction] = {}  # the instruction that took the name of another
        self.builtin: Callable[[str], Value] = _no_builtin

    def warn(self, instruction: Instruction | None, text: str) -> None:
        """Add a warning about the function."""
        where = f"function {self.function.name!a}"
        if instruction is not None:
            where += f", {describe(self.function, instruction)}"
        message = f"{where}: {text}"
        if message not in self.warnings:
            self.warnings.append(message)

    def refuse(self, instruction: Instruction | None, reason: str) -> UnsupportedError:
        """The error for a construct that AIR has no form for."""
        return refused(self.function, instruction, reason)

    def resolve(self, value: Value) -> Value:
        """The current replacement of a value."""
        result = self.values.get(value)
        while result is not None:
            value, result = result, self.values.get(result)
        return value

    def run(self, function: Function, rules: Mapping[InstCode, Rule]) -> bool:
        """Apply to each instruction the rule for its code; returns whether anything changed."""
        self.function = function
        self.values, self.ends, self.blocks = {}, {}, []
        self._allocas, self._new_phis, self._renamed = [], set(), {}
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
        self.block = block
        self.blocks.append(block)
        new_blocks = len(self.blocks)
        originals = list(old)
        bodies: list[tuple[BasicBlock, list[Instruction]]] = [(block, self.collect())]
        self._bodies = bodies
        for instruction in originals:
            if self.values and instruction.operands:
                self._substitute(instruction)
            rule = rules.get(instruction.code)
            if rule is None:
                self.instructions.append(instruction)
                continue
            self.debug_loc = instruction.debug_loc
            try:
                result = rule(self, instruction)
            except UnsupportedError as error:
                if error.reason.startswith("function "):
                    raise
                raise located(error, self.function, instruction) from None
            if result is None:
                self.instructions.append(instruction)
                continue
            self.changed = True
            if isinstance(result, Value) and result is not instruction:
                self.values[instruction] = result
                if instruction.name and isinstance(result, Instruction) and not result.name:
                    result.name = instruction.name
                    self._renamed[instruction] = result
        if len(self.blocks) > new_blocks or len(bodies) > 1:
            self.ends[block] = bodies[-1][0]
        for each, body in bodies:
            each.instructions = body

    def _substitute(self, instruction: Instruction) -> None:
        replace_operands(self.context, instruction, self.resolve)

    def begin(self, block: BasicBlock) -> None:
        """Append new instructions to this block."""
        self.blocks.append(block)
        self.block = block
        self._bodies.append((block, self.collect()))

    def phi(self, type_: Type, values: Sequence[Value] = (), blocks: Sequence[BasicBlock] = ()) -> BlockInstruction:
        """A phi. It refers to blocks by their current name, also if they are replaced later."""
        result = super().phi(type_, values, blocks)
        self._new_phis.add(result)
        return result

    def variable(self, type_: Type, alignment: int) -> Instruction:
        """An alloca at the start of the function."""
        self.changed = True
        with self.kept_position():
            self.collect(self._allocas)
            self.debug_loc = None
            return self.alloca(type_, alignment)

    def _finish(self, function: Function) -> None:
        for instruction in function.instructions():
            if self.values:
                self._substitute(instruction)
            is_old_phi = instruction.code is _PHI and instruction not in self._new_phis
            if self.ends and is_old_phi and isinstance(instruction, BlockInstruction):
                instruction.blocks = tuple(self.ends.get(block, block) for block in instruction.blocks)
        present: set[Value | BasicBlock] = {*function.arguments, *function.blocks, *function.instructions()}
        symbols = [self._renamed.get(symbol, symbol) for symbol in function.symbols]
        function.symbols = [symbol for symbol in symbols if symbol in present]


def expand_constants(code: Rewriter, function: Function, variable: Value) -> None:
    """Replace constant expressions that contain `variable` in a function by instructions, in place."""

    def expanded(value: Value, depth: int = 0) -> Value:
        if not isinstance(value, Constant) or variable not in globals_in(value):
            return value
        if depth > MAX_NESTING:
            raise code.refuse(None, f"constants nested more than {MAX_NESTING} deep")
        operands = [expanded(operand, depth + 1) for operand in value.operands]
        if value.code == _CE_GEP and value.source_type is not None:
            return code.gep(value.source_type, operands[0], *operands[1:], inbounds=0)
        if value.code == _CE_CAST:
            return code.cast(CastOperator(value.params[0]), operands[0], value.type)
        if value.code == _CE_BINOP:
            return code.binary(BinaryOperator(value.params[0]), operands[0], operands[1])
        raise code.refuse(None, f"a constant expression with @{variable.name} that AIR has no instruction for")

    code.function = function
    for block in function.blocks:
        for phi in block.instructions:
            if isinstance(phi, BlockInstruction) and phi.code is _PHI:
                _expand_phi(code, phi, variable, expanded)
    for block in function.blocks:
        old = block.instructions
        code.block = block
        result = code.collect()
        for instruction in old:
            code.debug_loc = instruction.debug_loc
            if instruction.code is not _PHI:
                instruction.operands = tuple(expanded(operand) for operand in instruction.operands)
            result.append(instruction)
        block.instructions = result


def _expand_phi(code: Rewriter, phi: BlockInstruction, variable: Value, expanded: Callable[[Value], Value]) -> None:
    """The same for the operands of a phi: the instructions are placed at the end of the incoming blocks."""
    values: dict[tuple[Value, BasicBlock], Value] = {}
    operands: list[Value] = []
    for operand, block in zip(phi.operands, phi.blocks, strict=True):
        if operand is not variable and isinstance(operand, Constant) and variable in globals_in(operand):
            if (operand, block) not in values:
                with code.kept_position():
                    code.before_end(block)
                    code.debug_loc = phi.debug_loc
                    values[operand, block] = expanded(operand)
            operand = values[operand, block]
        operands.append(operand)
    phi.operands = tuple(operands)


def callees_first(roots: Iterable[Function]) -> list[Function]:
    """The functions with a body that are reachable from `roots`, each after the functions that it calls."""
    result: dict[Function, None] = {}
    entered: set[Function] = set()
    for root in roots:
        stack: list[tuple[Function, bool]] = [(root, False)]
        while stack:
            function, is_left = stack.pop()
            if is_left:
                result[function] = None
            elif function not in entered and not function.is_declaration:
                entered.add(function)
                stack.append((function, True))
                callees = dict.fromkeys([i.operands[-1] for i in function.instructions() if i.code is _CALL])
                stack += [(callee, False) for callee in callees if isinstance(callee, Function)]
    return list(result)


def uses(function: Function) -> dict[Value, list[Instruction]]:
    """The instructions that use each value of a function."""
    instructions: dict[Value, list[Instruction]] = {}
    for instruction in function.instructions():
        for operand in instruction.operands:
            instructions.setdefault(operand, []).append(instruction)
    return instructions


def remove_unused(
    function: Function, removable: Iterable[InstCode], also: Callable[[Instruction], bool] = lambda i: True
) -> bool:
    """Remove instructions of these codes whose result is unused, if `also` agrees; returns whether any were removed."""
    codes = frozenset(removable)
    counts: Counter[Value] = Counter()
    for instruction in function.instructions():
        counts.update(_operands_of(instruction))
    unused = [i for i in function.instructions() if i.code in codes and not counts[i] and also(i)]
    dead: set[Value | BasicBlock] = set()
    while unused:
        instruction = unused.pop()
        dead.add(instruction)
        for operand in _operands_of(instruction):
            counts[operand] -= 1
            if not counts[operand] and isinstance(operand, Instruction) and operand.code in codes and also(operand):
                unused.append(operand)
    if dead:
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in dead]
        function.symbols = [symbol for symbol in function.symbols if symbol not in dead]
    return bool(dead)


def _operands_of(instruction: Instruction) -> list[Value]:
    """The operands of an instruction and of its bundles, and the values that metadata among them names."""
    operands = list(instruction.operands)
    for bundle in instruction.bundles:
        operands += bundle.operands
    for operand in instruction.operands:
        operands += local_values(operand)
    return operands
