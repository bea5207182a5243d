"""Inserts calls of the run-time's checks before every memory access (native/check.c), and marks at loop headers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from ..air.facts import file_of_scope, path_of
from ..air.intrinsics import intrinsic
from ..air.names import PREFIX
from ..air.scopes import MemoryKind
from ..ir import (
    AttributeKind,
    BasicBlock,
    BinaryOperator,
    Call,
    CastOperator,
    Constant,
    DataLayout,
    DebugLoc,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    Module,
    Type,
    TypeCode,
    UnnamedAddr,
    Value,
)
from ..ir.build import FunctionTable, IRBuilder
from ..ir.names import LIFETIME, MEMCPY, MEMMOVE, MEMSET
from ..ir.type_rules import is_vector
from .edits import OF_FILE, without_attributes
from .matrices import matrix_steps

READ, WRITE, ATOMIC, UPDATE = 0, 1, 2, 4

_ATOMIC_FAMILIES = ("atomic.global.", "atomic.local.")
_TEXTURE_FUNCTIONS = (
    *(f"{what}_{kind}_" for what in ("read", "write", "fence") for kind in ("texture", "depth")),
    *(
        f"{what}{how}_{kind}_"
        for what in ("sample", "gather")
        for how in ("", "_compare")
        for kind in ("texture", "depth")
    ),
    "atomic_",
)
_MATRIX_FUNCTIONS = ("simdgroup_matrix_8x8_load", "simdgroup_matrix_8x8_store")


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a module: the function, its source line ("" if the module has none), and the operation.
    `path`, `row` and `column` give that line as the debug information has it; rows count from 1, and 0 means no row."""

    function: str
    line: str
    what: str
    path: str = ""
    row: int = 0
    column: int = 0

    def __str__(self) -> str:
        where = f" at {self.line}" if self.line else ""
        return f"{self.what} in {self.function}{where}"


@dataclass(frozen=True, slots=True)
class Access:
    """A memory access by an instruction: address, size in bytes (a number or a value), kind, alignment in bytes (0:
    any)."""

    pointer: Value
    size: int | Value
    kind: int
    alignment: int


def place_of(function: Function, instruction: Instruction, what: str) -> Place:
    """The place of an instruction; its line comes from the debug location."""
    location = instruction.debug_loc
    name = function.name.removeprefix(OF_FILE)
    if location is None:
        return Place(name, "", what)
    location = _of_the_caller(location)
    path = path_of(*file_of_scope(location.scope))
    file = path.rpartition("/")[2]
    line = f"{file}:{location.line}" if file else f"line {location.line}"
    line = f"{line}:{location.column}" if location.column else line
    return Place(name, line, what, path, location.line, location.column)


def _of_the_caller(location: DebugLoc) -> DebugLoc:
    """The location, or that of the call site if the code was inlined from a Metal header such as `metal_math`."""
    place = location
    for _ in range(64):
        name = file_of_scope(place.scope)[0].rpartition("/")[2]
        caller = place.caller
        if not name.startswith("metal_") or "." in name or caller is None:
            break
        place = caller
    return place


class _Checker:
    def __init__(self, module: Module, places: list[Place]) -> None:
        self.module = module
        context = self.context = module.context
        self.layout = DataLayout()
        self.b = b = IRBuilder(context)
        self.places = places
        self.bytes = context.pointer_type(b.i8)
        functions = FunctionTable(module)

        def declare(name: str, *parameters: Type) -> Function:
            return functions.declare(name, b.function_type(b.void, parameters), unnamed_addr=UnnamedAddr.NONE)

        self.functions, self.declare = functions, declare
        self.fill = declare("llvm.memset.p0i8.i64", self.bytes, b.i8, b.i64, b.i1)
        self.check = declare("mtlb_check", b.i64, b.i64, b.i32, b.i32, b.i32)
        self.check_private = declare("mtlb_check_private", *[b.i64] * 4, self.bytes, b.i32, b.i32)

        self.check_matrix = declare("mtlb_check_matrix", *[b.i64] * 6, *[b.i32] * 2)
        self.check_fence = declare("mtlb_check_fence", b.i32)
        self.check_texture = declare("mtlb_check_texture", b.i32)
        self.check_texture_fence = declare("mtlb_check_texture_fence", self.bytes)
        self.check_passed = declare("mtlb_check_passed", b.i64, b.i64, b.i32, b.i32)
        self.passed = _passed(module)

    def function(self, function: Function) -> None:
        """Insert calls before every access in one function."""
        passed = _bases(function, dict.fromkeys(argument for argument in function.arguments if argument in self.passed))
        private = _private_variables(function, self.layout)
        shadows: dict[Value, Value] = {}
        roots = _roots(function, private)
        bases = _only(roots)
        announced: set[Value] = {
            instruction for instruction in function.blocks[0].instructions if instruction in self.passed
        }
        for pointer, several in roots.items():  # each of the variables is on the list
            if len(several) > 1 and all(_is_one_variable(item) for item in several):
                passed[pointer] = pointer
                announced.update(item for item in several if item is not None)
        for block in function.blocks:
            result = self.b.collect()
            for instruction in block.instructions:
                self.before_call(function, instruction)
                for access in self.accesses(instruction):
                    self.before(function, instruction, access, private, shadows, bases, passed)
                result.append(instruction)
                if instruction in private and private[instruction].shadowed:
                    shadows[instruction] = self.shadow(instruction, private[instruction].size)
            block.instructions = result
        self.announce(function, announced)

    def announce(self, function: Function, listed: Collection[Value]) -> None:
        """Insert code that lists variables whose addresses may be used elsewhere, and removes them from the list
        before returns."""
        variables = [instruction for instruction in function.blocks[0].instructions if instruction in listed]
        if not variables:
            return
        b = self.b
        b.debug_loc = None
        context, word = b.context, b.function_type(b.i64, ())
        begin = self.functions.declare("mtlb_variables_begin", word, unnamed_addr=UnnamedAddr.NONE)
        end = self.declare("mtlb_variables_end", b.i64)
        announced = self.declare("mtlb_variable", self.bytes, b.i64, b.i64)
        result = b.collect()
        outer = b.call(begin, ())
        for instruction in function.blocks[0].instructions:
            result.append(instruction)
            if instruction in variables and instruction.aux_type is not None:
                node = b.alloca(context.type(TypeCode.ARRAY, (3,), (b.i64,)), 4)  # aligned to 8 bytes
                size = self.layout.alloc_size(instruction.aux_type)
                b.call(announced, (b.bitcast(node, self.bytes), self.address(instruction), b.integer(b.i64, size)))
        function.blocks[0].instructions = result
        for block in function.blocks:
            if block.instructions[-1].code is InstCode.RET:
                last = block.instructions.pop()
                b.collect(block.instructions)
                b.call(end, (outer,))
                block.instructions.append(last)

    def shadow(self, variable: Instruction, size: int) -> Value:
        """Shadow memory for a variable: one byte for each of its bytes, initially 0."""
        b = self.b
        memory = b.alloca(b.context.type(TypeCode.ARRAY, (size,), (b.i8,)), variable.alignment)
        start = b.bitcast(memory, self.bytes)
        b.call(self.fill, (start, b.null(b.i8), b.integer(b.i64, size), b.null(b.i1)))
        return start

    def before(
        self,
        function: Function,
        instruction: Instruction,
        access: Access,
        private: dict[Value, _Variable],
        shadows: dict[Value, Value],
        bases: dict[Value, Value],
        passed: dict[Value, Value],
    ) -> None:
        b = self.b
        b.debug_loc = instruction.debug_loc
        base = bases.get(access.pointer)
        is_passed = access.pointer in passed
        if base is None and access.pointer.type.address_space == 0 and not is_passed:
            return  # an address that was stored, or that selects among several variables
        if isinstance(access.size, int):
            size: Value = b.integer(b.i64, access.size)
        else:
            size = b.cast(CastOperator.ZEXT, access.size, b.i64)
        what = ("write", "read")[access.kind == READ]
        site, kind = self.site(function, instruction, what), b.integer(b.i32, access.kind)
        at = self.address(access.pointer)
        if is_passed:
            b.call(self.check_passed, (at, size, kind, site))
        elif base is None:
            b.call(self.check, (at, size, kind, b.integer(b.i32, access.alignment), site))
        else:
            variable = private[base]
            shadow = shadows.get(base) or b.null(self.bytes)
            bytes_ = b.integer(b.i64, variable.size)
            b.call(self.check_private, (at, size, self.address(base), bytes_, shadow, kind, site))

    def before_call(self, function: Function, instruction: Instruction) -> None:
        """Insert reports to the run-time before `air.*` functions that access textures and matrices, and before
        fences.
        A function that is declared with an unexpected type gets no report."""
        callee = instruction.operands[-1] if instruction.code is InstCode.CALL else None
        if not isinstance(callee, Function) or not callee.name.startswith(PREFIX):
            return
        name, operands, b = callee.name.removeprefix(PREFIX), instruction.operands, self.b
        b.debug_loc = instruction.debug_loc
        is_fence = name.startswith("fence_")
        if is_fence and len(operands) == 2 and operands[0].type.is_pointer:
            b.call(self.check_texture_fence, (b.bitcast(operands[0], self.bytes),))
        elif name.startswith(_TEXTURE_FUNCTIONS) and not is_fence:
            b.call(self.check_texture, (self.site(function, instruction, "texture access"),))
        elif name == "atomic.fence" and len(operands) == 4 and operands[0].type.code is TypeCode.INTEGER:
            flags = b.binary(BinaryOperator.AND, operands[0], b.integer(operands[0].type, MemoryKind.DEVICE))
            b.call(self.check_fence, (b.resized(flags, b.i32),))
        elif name.startswith(_MATRIX_FUNCTIONS):
            self.before_matrix(function, instruction, is_store=name.startswith(_MATRIX_FUNCTIONS[1]))

    def before_matrix(self, function: Function, instruction: Instruction, *, is_store: bool) -> None:
        """Operands: the matrix of a store, then those of a load."""
        b = self.b
        operands = instruction.operands[is_store:-1]
        matrix = instruction.operands[0].type if is_store else instruction.type
        if len(operands) != 4 or not operands[0].type.is_pointer or not is_vector(operands[2].type):
            return
        pointer, *rest = operands
        size = b.integer(b.i64, self.size(matrix.scalar))
        kind = b.integer(b.i32, WRITE if is_store else READ)
        site = self.site(function, instruction, "write" if is_store else "read")
        b.call(self.check_matrix, (self.address(pointer), size, *matrix_steps(b, rest), kind, site))

    def site(self, function: Function, instruction: Instruction, what: str) -> Value:
        """Add a place and return its number."""
        self.places.append(place_of(function, instruction, what))
        return self.b.integer(self.b.i32, len(self.places))

    def address(self, pointer: Value) -> Value:
        """A pointer as a number."""
        return self.b.cast(CastOperator.PTRTOINT, pointer, self.b.i64)

    def accesses(self, instruction: Instruction) -> Iterator[Access]:
        """The memory accesses of an instruction."""
        code, operands = instruction.code, instruction.operands
        if code in (InstCode.LOAD, InstCode.LOADATOMIC):
            kind = READ if code is InstCode.LOAD else ATOMIC
            yield Access(operands[0], self.size(instruction.type), kind, self.alignment(instruction, instruction.type))
        elif code in (InstCode.STORE, InstCode.STOREATOMIC):
            kind = WRITE if code is InstCode.STORE else ATOMIC | WRITE
            yield Access(operands[1], self.size(operands[0].type), kind, self.alignment(instruction, operands[0].type))
        elif code in (InstCode.ATOMICRMW, InstCode.CMPXCHG):
            size = self.size(operands[1].type)
            yield Access(operands[0], size, ATOMIC | WRITE | UPDATE, size)
        elif code is InstCode.CALL and isinstance(operands[-1], Function):
            yield from self.of_call(operands[-1], operands)

    def of_call(self, function: Function, operands: tuple[Value, ...]) -> Iterator[Access]:
        """The memory accesses of an LLVM or Metal function; empty if it is declared with an unexpected type."""
        name = function.name
        count = 3 if name.startswith((MEMCPY, MEMMOVE, MEMSET)) else 1
        pointers = 2 if name.startswith((MEMCPY, MEMMOVE)) else 1
        if len(operands) <= count or not all(operand.type.is_pointer for operand in operands[:pointers]):
            return
        if name.startswith((MEMCPY, MEMMOVE)):
            yield Access(operands[1], operands[2], READ, 0)
            yield Access(operands[0], operands[2], WRITE, 0)
        elif name.startswith(MEMSET):
            yield Access(operands[0], operands[2], WRITE, 0)
        elif name.startswith("air.atomic."):
            result = intrinsic(name)
            if result is not None and result.family.name.startswith(_ATOMIC_FAMILIES):
                type_ = function.value_type.result
                if type_.code is TypeCode.VOID:
                    type_ = operands[1].type  # the callee's type; a pointer if there is none
                size = self.size(type_)
                what = result.family.name.rpartition(".")[2]
                kind = {"load": ATOMIC, "store": ATOMIC | WRITE}.get(what, ATOMIC | WRITE | UPDATE)
                yield Access(operands[0], size, kind, size)

    def size(self, type_: Type) -> int:
        return max(1, self.layout.size(type_))

    def alignment(self, instruction: Instruction, type_: Type) -> int:
        """The alignment in bytes; if the record does not state it, the alignment of the type."""
        stated = instruction.alignment
        return 1 << stated - 1 if stated else self.layout.alignment(type_)


@dataclass(frozen=True, slots=True)
class _Variable:
    """A variable of one thread: its bytes, and whether all its accesses are visible, so that reads can be checked."""

    size: int
    shadowed: bool


_AGGREGATES = frozenset({TypeCode.ARRAY, TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED})
_DERIVE = frozenset({InstCode.GEP, InstCode.CAST, InstCode.PHI, InstCode.VSELECT})


def _private_variables(function: Function, layout: DataLayout) -> dict[Value, _Variable]:
    """The arrays and structs that a function allocates for each thread."""
    variables: dict[Value, _Variable] = {}
    for instruction in function.instructions():
        allocated = instruction.aux_type if instruction.code is InstCode.ALLOCA else None
        if allocated is not None and allocated.code in _AGGREGATES:
            variables[instruction] = _Variable(layout.alloc_size(allocated), True)
    bases = _bases(function, variables)
    for instruction in function.instructions():
        for number, operand in enumerate(instruction.operands):
            base = bases.get(operand)
            if base is None or instruction in bases:
                continue
            pointer = {InstCode.LOAD: 0, InstCode.STORE: 1}.get(instruction.code)
            if pointer != number and not _is_memory_call(instruction):
                variables[base] = _Variable(variables[base].size, False)  # its address goes elsewhere
    return variables


def _is_memory_call(instruction: Instruction) -> bool:
    if instruction.code is not InstCode.CALL or not isinstance(instruction.operands[-1], Function):
        return instruction.code is InstCode.CMP2
    return instruction.operands[-1].name.startswith((MEMCPY, MEMSET, MEMMOVE, LIFETIME))


def _bases(function: Function, variables: Mapping[Value, object]) -> dict[Value, Value]:
    """For each pointer, the variable that it points into, if there is exactly one."""
    return _only(_roots(function, variables))


def _only(roots: Mapping[Value, frozenset[Value | None]]) -> dict[Value, Value]:
    """For each pointer, its root, if there is exactly one."""
    return {pointer: base for pointer, root in roots.items() if len(root) == 1 for base in root if base is not None}


def _roots(function: Function, variables: Mapping[Value, object]) -> dict[Value, frozenset[Value | None]]:
    """The variables that each pointer may point into; None stands for any other memory."""
    roots: dict[Value, frozenset[Value | None]] = {variable: frozenset({variable}) for variable in variables}
    elsewhere: frozenset[Value | None] = frozenset({None})
    derived = [
        (instruction, [operand for operand in instruction.operands if operand.type.is_pointer])
        for instruction in function.instructions()
        if instruction.code in _DERIVE and instruction.type.is_pointer
    ]
    inner = {instruction for instruction, _ in derived}
    changed = True
    while changed:
        changed = False
        for instruction, pointers in derived:
            union = frozenset().union(
                *(roots.get(p, frozenset() if p in inner else elsewhere) for p in pointers),
                () if pointers else elsewhere,
            )
            if union != roots.get(instruction, frozenset()):
                roots[instruction] = union
                changed = True
    return roots


def _is_one_variable(value: Value | None) -> bool:
    if not isinstance(value, Instruction) or value.code is not InstCode.ALLOCA or value.aux_type is None:
        return False
    return all(isinstance(count, Constant) and count.params == (1,) for count in value.operands)


def _passed(module: Module) -> set[Value]:
    """The parameters that receive the address of a variable in every call, and those variables."""
    roots: dict[Value, list[Value | None]] = {}  # for each parameter: a variable or parameter of the caller, or None
    closed: set[Function] = set()
    for function in module.functions:
        if not function.blocks:
            continue
        if without_attributes(function.attributes, {AttributeKind.BY_VAL}) != function.attributes:
            closed.add(function)  # it gets a copy
        values: dict[Value, object] = dict.fromkeys(
            argument for argument in function.arguments if argument.type.is_pointer
        )
        entry = function.blocks[0].instructions
        values.update(dict.fromkeys(item for item in entry if _is_one_variable(item)))
        bases = _bases(function, values)
        for instruction in function.instructions():
            callee = instruction.operands[-1] if instruction.code is InstCode.CALL else None
            others = instruction.operands if callee is None else instruction.operands[:-1]
            closed.update(item for item in others if isinstance(item, Function))
            if isinstance(callee, Function) and callee.blocks:
                for parameter, operand in zip(callee.arguments, others, strict=False):
                    if parameter.type.is_pointer and parameter.type.address_space == 0:
                        roots.setdefault(parameter, []).append(bases.get(operand))
    for function in closed:
        for parameter in function.arguments:
            roots.pop(parameter, None)
    size = -1
    while size != len(roots):
        size = len(roots)
        roots = {
            parameter: froms
            for parameter, froms in roots.items()
            if all(item in roots or isinstance(item, Instruction) for item in froms)
        }
    return {*roots, *(item for froms in roots.values() for item in froms if isinstance(item, Instruction))}


def instrument(module: Module, places: list[Place], left_alone: Collection[Function] = ()) -> None:
    """Insert calls of the checks into the functions of a module, which is changed. Each place is added to `places`."""
    checker = _Checker(module, places)
    for function in list(module.functions):
        if function.blocks and function not in left_alone:
            checker.function(function)
    _drop_promises(module)


PROMISES = frozenset(
    {
        AttributeKind.ARG_MEM_ONLY,
        AttributeKind.DEREFERENCEABLE,
        AttributeKind.DEREFERENCEABLE_OR_NULL,
        AttributeKind.INACCESSIBLE_MEM_ONLY,
        AttributeKind.INACCESSIBLE_MEM_OR_ARG_MEM_ONLY,
        AttributeKind.MEMORY,
        AttributeKind.MUST_PROGRESS,
        AttributeKind.NO_FREE,
        AttributeKind.NO_SYNC,
        AttributeKind.READ_NONE,
        AttributeKind.READ_ONLY,
        AttributeKind.SPECULATABLE,
        AttributeKind.WILL_RETURN,
        AttributeKind.WRITE_ONLY,
    }
)


def _drop_promises(module: Module) -> None:
    """Remove attributes that no longer hold: functions with checks write memory and may not return, and their
    pointers may be invalid.
    With these attributes LLVM could remove calls of them, or move loads before the checks."""
    defined = {function for function in module.functions if function.blocks}
    for function in defined:
        function.attributes = without_attributes(function.attributes, PROMISES)
        for instruction in function.instructions():
            if isinstance(instruction, Call) and instruction.operands[-1] in defined:
                instruction.attributes = without_attributes(instruction.attributes, PROMISES)


def mark_loops(module: Module, places: list[Place]) -> None:
    """Insert a store of the loop's number at each loop header, so that the loop in which a function hangs can be
    named.
    Each place is added to `places`."""
    b = IRBuilder(module.context)
    mark = GlobalVariable(b.pointer_to(b.i32), b.i32, "mtlb_mark", Linkage.EXTERNAL)
    module.globals.append(mark)
    for function in module.functions:
        order = {block: number for number, block in enumerate(function.blocks)}
        heads = {
            target
            for block, number in order.items()
            for target in block.instructions[-1].blocks
            if order[target] <= number
        }
        for block in function.blocks:
            if block not in heads:
                continue
            b.at_start(block)
            first = next(instruction for instruction in block.instructions if instruction.code is not InstCode.PHI)
            places.append(place_of(function, _located(block) or first, "a loop"))
            b.store(b.integer(b.i32, len(places)), mark, 3, 1)


def _located(block: BasicBlock) -> Instruction | None:
    return next((instruction for instruction in block.instructions if instruction.debug_loc is not None), None)
