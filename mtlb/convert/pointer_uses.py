"""Collects the uses of each pointer in a module: the first half of `type_pointers`.

Every value that is or contains a pointer gets a shape (mtlb/convert/pointees.py). Instructions then determine the
pointees, and which values flow into each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..air.entry_points import EntryPoint, read_entry_points
from ..air.facts import air_version
from ..air.intrinsics import intrinsic
from ..air.symbols import cxx_names
from ..air.tensors import DESCRIPTOR, PROVIDED, RUN
from ..air.textures import SHAPES
from ..base.errors import UnsupportedError
from ..ir import (
    STRUCT_TYPES,
    Argument,
    Call,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    GlobalValue,
    GlobalVariable,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
)
from ..ir.names import COMPILER_USED, GLOBAL_CTORS, GLOBAL_DTORS, LIFETIME, MEMCPY, MEMMOVE, MEMSET, USED
from ..passes.rewriter import MAX_NESTING
from .checks import IMPORTED
from .declared import Declarations
from .pointees import AggregateShape, Pointees, Pointer, Shape

# A look into an enumeration takes Python 3.11 ten times as long as one into the module.
_AGGREGATE: Final = ConstantCode.AGGREGATE
_ALLOCA: Final = InstCode.ALLOCA
_ARRAY: Final = TypeCode.ARRAY
_ATOMICRMW: Final = InstCode.ATOMICRMW
_BITCAST: Final = CastOperator.BITCAST
_CE_CAST: Final = ConstantCode.CE_CAST
_CE_GEP: Final = ConstantCode.CE_GEP
_FUNCTION: Final = TypeCode.FUNCTION
_GEP: Final = InstCode.GEP
_OPAQUE: Final = TypeCode.OPAQUE
_POINTER: Final = TypeCode.POINTER
_VECTOR: Final = TypeCode.VECTOR
_VOID: Final = TypeCode.VOID

_NUMBERS: Final = frozenset({TypeCode.VOID, TypeCode.INTEGER, TypeCode.HALF, TypeCode.BFLOAT, TypeCode.FLOAT})
"""Types of results that never hold pointers: those of most instructions."""
_HANDLE_CLASSES = {f"struct.metal::{name}": shape.word for name, shape in SHAPES.items()}
_HANDLE_CLASSES["struct.metal::sampler"] = "sampler"
"""The structs of the classes of textures and samplers, with AIR's words for their handles."""
_BYTE_FUNCTIONS = (
    MEMCPY,
    MEMMOVE,
    MEMSET,
    LIFETIME,
    "llvm.invariant.",
    "llvm.prefetch.",
)
_LISTS_OF_ADDRESSES = (USED, COMPILER_USED)
_CONSTRUCTORS = (GLOBAL_CTORS, GLOBAL_DTORS)
_SAME_POINTER = frozenset({CastOperator.ADDRSPACECAST})


def is_byte_function(name: str) -> bool:
    """Whether it is an LLVM intrinsic whose pointers are `i8*`, and appear in its name."""
    return name.startswith(_BYTE_FUNCTIONS)


class PointerUses:
    """The shapes of one module: `values` has those of globals, arguments and instructions that are or contain pointers.

    `functions`: the shape of each function's type. `accessed`: the shape of the source type of a GEP, the allocated
    type, or the type of an indirect callee. `calls`: all calls. `casts`: the casts of each function from a pointer to
    a pointer in the same address space. `contracts`: the fixed types of AIR functions. `handles`: opaque structs that
    the module does not have yet, by name.
    """

    def __init__(self, module: Module, pointees: Pointees) -> None:
        self.module = module
        self.context = module.context
        self.pointees = pointees
        self.values: dict[Value, Shape] = {}
        self.functions: dict[Function, Shape] = {}
        self.accessed: dict[Instruction, Shape] = {}
        self.calls: list[Call] = []
        self.casts: dict[Function | None, list[Instruction]] = {}
        self.contracts: dict[Function, Type] = {}
        self.structs = {type_.name or "": type_ for type_ in reversed(module.struct_types)}
        self.handles: dict[str, Type] = {}
        self.air = air_version(module)
        self.entries: list[EntryPoint] = []  # of the module, when all uses are collected
        self._function: Function | None = None
        self._depth = 0

    def collect(self) -> None:
        """Collect all uses in the module. UnsupportedError for vectors of pointers, with the function."""
        pointees, values = self.pointees, self.values
        self._handles()
        for value in self.module.global_values():
            if isinstance(value, Function):
                self._declare(value)
            content = self.functions[value] if isinstance(value, Function) else pointees.new_shape(value.value_type)
            self.values[value] = pointees.fixed(value.value_type, content)
        self._declared_arguments()
        for variable in self.module.globals:
            self._variable(variable)
        for alias in self.module.aliases:
            if alias.aliasee is not None:
                self.flow(alias.aliasee, self.values[alias])
        for function in self.module.functions:
            self._function = function
            for instruction in function.instructions():
                if instruction.type.code not in _NUMBERS:
                    self._define(instruction)
            for instruction in function.instructions():
                code = instruction.code
                if code in _OF_RESULTS:
                    if instruction in values:
                        _OF_RESULTS[code](self, instruction)
                elif code in _OF_OPERANDS:
                    _OF_OPERANDS[code](self, instruction)
        self._function = None
        pointees.settle(self.values.values())

    # --- globals -----------------------------------------------------------------------------------------------------

    def named(self, name: str) -> Type:
        """The named struct of this name; an opaque struct if there is none."""
        type_ = self.structs.get(name) or self.handles.get(name)
        if type_ is None:
            type_ = self.handles[name] = Type(_OPAQUE, (), (), name)
        return type_

    def _handles(self) -> None:
        """Fix the pointees of the classes of textures and samplers, which have their handle as the only member."""
        for name, type_ in self.structs.items():
            word = _HANDLE_CLASSES.get(name)
            shape = self.pointees.new_shape(type_) if word else None
            if isinstance(shape, AggregateShape) and isinstance(shape.elements[0], Pointer):
                shape.elements[0].slot.fixed = (self.named(f"struct._{word}_t"), None)

    def _declare(self, function: Function) -> None:
        """The shape of a function's type; for a function of AIR it follows from its name."""
        type_ = function.value_type
        shape = self.pointees.new_shape(type_)
        if function.name.startswith(IMPORTED) and isinstance(shape, AggregateShape):
            self_type = self.structs.get(_class_of(function.name))
            for number, parameter in enumerate(shape.elements[1:]):  # its definition may use them in other ways
                if isinstance(parameter, Pointer) and number == 0 and self_type is not None:
                    parameter.slot.fixed = (self_type, self.pointees.new_shape(self_type))
                elif isinstance(parameter, Pointer):
                    parameter.slot.fixed = (self.pointees.byte, None)
        elif shape is not None and function.is_declaration:
            contract = self._contract(function)
            if contract is not None:
                self.contracts[function] = contract
                shape = self._shape_of_contract(type_, contract)
            elif is_byte_function(function.name) and isinstance(shape, AggregateShape):
                for parameter in shape.elements[1:]:
                    if isinstance(parameter, Pointer):
                        parameter.slot.fixed = (self.pointees.byte, None)
        self.functions[function] = shape
        if isinstance(shape, AggregateShape):
            for argument, element in zip(function.arguments, shape.elements[1:], strict=False):
                if element is not None:
                    self.values[argument] = element

    def _contract(self, function: Function) -> Type | None:
        """The typed type of an AIR function; None if the table lacks it, or has it with other parameters."""
        if function.name.startswith(PROVIDED):
            return self._provided(function)
        result = intrinsic(function.name)
        if result is None:
            return None
        type_ = result.function_type(self.context, self.air, self.named)
        return type_ if _is_same_but_for_pointees(type_, function.value_type) else None

    def _provided(self, function: Function) -> Type:
        """The typed type of a function that the loader defines for tensors: pointers are to bytes, but for that to the
        descriptor, which is the first parameter of a product.
        """
        type_ = function.value_type
        first = self.named(DESCRIPTOR) if function.name.startswith(RUN) else self.pointees.byte

        def typed(declared: Type, pointee: Type) -> Type:
            return self.context.pointer_type(pointee, declared.address_space) if declared.is_pointer else declared

        result = typed(type_.result, self.pointees.byte)
        types = [typed(item, self.pointees.byte if n else first) for n, item in enumerate(type_.parameters)]
        return self.context.type(type_.code, type_.params, (result, *types))

    def _shape_of_contract(self, type_: Type, contract: Type) -> Shape:
        """The shape of an opaque type whose pointees are those of the corresponding typed type."""
        if type_.is_opaque_pointer:
            return self.pointees.fixed(contract.pointee)
        if not self.pointees.has_pointers(type_):
            return None
        pairs = zip(type_.elements, contract.elements, strict=True)
        return AggregateShape(tuple([self._shape_of_contract(item, other) for item, other in pairs]))

    def _declared_arguments(self) -> None:
        """Record the types that the metadata of entry points gives for their arguments."""
        declarations = Declarations(self.context, self.structs, self.named)
        self.entries = read_entry_points(self.module)
        for entry in self.entries:
            arguments = entry.function.arguments
            for described in entry.arguments:
                if described.index is None or described.index >= len(arguments):
                    continue
                shape = self.values.get(arguments[described.index])
                if isinstance(shape, Pointer):
                    type_ = declarations.pointee(described)
                    if type_ is not None:
                        self.pointees.find(shape.slot).declared = (type_, self.pointees.new_shape(type_))

    def _variable(self, variable: GlobalVariable) -> None:
        pointer = self.values[variable]
        assert isinstance(pointer, Pointer) and pointer.slot.fixed is not None
        content = pointer.slot.fixed[1]
        if content is None:
            return
        if variable.name in _LISTS_OF_ADDRESSES:
            _fix(content, (self.pointees.byte, None))
        elif variable.name in _CONSTRUCTORS:
            self._constructors(content)
        if variable.initializer is not None:
            self.flow(variable.initializer, content)

    def _constructors(self, content: Shape) -> None:
        """The elements of llvm.global_ctors, {priority, function, data}: a function without parameters, and `i8*`."""
        nothing = self.context.type(_FUNCTION, (0,), (self.context.type(_VOID),))
        members = content.elements[0] if isinstance(content, AggregateShape) and content.elements else None
        if isinstance(members, AggregateShape):
            for place, member in enumerate(members.elements):
                _fix(member, (nothing if place == 1 else self.pointees.byte, None))

    # --- values ------------------------------------------------------------------------------------------------------

    def shape(self, value: Value) -> Shape:
        """The shape of a value. A constant that may have any pointee gets a new shape each time."""
        if isinstance(value, (Instruction, Argument, GlobalValue)):
            return self.values.get(value)
        if not isinstance(value, Constant):
            return None
        if not self.pointees.has_pointers(value.type):
            return None
        if self._depth > MAX_NESTING:
            raise self.unsupported(f"constants nested more than {MAX_NESTING} deep")
        self._depth += 1
        try:
            if value.code == _CE_GEP:
                return self._constant_address(value)
            shape = self.pointees.new_shape(value.type)
            self.flow(value, shape)
            return shape
        finally:
            self._depth -= 1

    def flow(self, value: Value, into: Shape) -> None:
        """Record that a value flows into a place of this shape; a constant aggregate flows member by member."""
        work: list[tuple[Value, Shape]] = [(value, into)]
        while work:
            value, into = work.pop()
            if into is None:
                continue
            if isinstance(value, GlobalVariable) and value.value_type.code is _ARRAY:
                self.pointees.connect(into, self._decayed(value))
            elif not isinstance(value, Constant) or value.code == _CE_GEP:
                self.pointees.connect(into, self.shape(value))
            elif value.code == _CE_CAST and value.params[0] in _SAME_POINTER:
                work.append((value.operands[0], into))
            elif value.code == _AGGREGATE and isinstance(into, AggregateShape):
                is_struct = value.type.code in STRUCT_TYPES
                for place, operand in enumerate(value.operands):
                    work.append((operand, into.elements[place if is_struct else 0]))

    def _decayed(self, variable: GlobalVariable) -> Shape:
        """The shape of an array's address as that of its first element: LLVM 17 and later don't distinguish them."""
        pointer = self.values[variable]
        assert isinstance(pointer, Pointer) and pointer.slot.fixed is not None
        return self.pointees.fixed(*self.pointees.element(*pointer.slot.fixed, 0))

    def _constant_address(self, constant: Constant) -> Shape:
        """The shape of a constant GEP."""
        source = constant.source_type
        if source is None or constant.type.code is _VECTOR:
            raise self.unsupported("a constant vector of pointers")
        content = self.pointees.new_shape(source)
        self.pointees.want(self.shape(constant.operands[0]), source, content)
        return self._address(source, content, constant.operands[2:])

    def _address(self, type_: Type, shape: Shape, indices: Sequence[Value], user: Instruction | None = None) -> Shape:
        """The shape of the address of the element that the indices after the first select."""
        for index in indices:
            place = _constant_index(index) if type_.code in STRUCT_TYPES else 0
            if not 0 <= place < len(type_.elements):
                raise self.unsupported("an element address that leads out of its type", user)
            type_, shape = self.pointees.element(type_, shape, place)
        return self.pointees.fixed(type_, shape)

    # --- instructions ------------------------------------------------------------------------------------------------

    def unsupported(self, what: str, instruction: Instruction | None = None) -> UnsupportedError:
        """The error for a value that can't be typed, with the function and the source line."""
        line = instruction.debug_loc.line if instruction is not None and instruction.debug_loc is not None else 0
        where = f" (source line {line})" if line else ""
        name = self._function.name if self._function is not None else ""
        return UnsupportedError(f"function {name!r}: {what}{where}" if name else what)

    def _define(self, i: Instruction) -> None:
        """Give the result of an instruction a shape; shapes that depend on operands are set by `_USES`."""
        type_, pointees = i.type, self.pointees
        if i.code is _ALLOCA and i.aux_type is not None:
            content = self.accessed[i] = pointees.new_shape(i.aux_type)
            self.values[i] = pointees.fixed(i.aux_type, content)
        elif pointees.has_pointers(type_):
            if type_.code is _VECTOR:
                raise self.unsupported(f"{i.code.name} of a vector of pointers", i)
            if i.code is _GEP and i.aux_type is not None:
                content = self.accessed[i] = pointees.new_shape(i.aux_type)
                self.values[i] = self._address(i.aux_type, content, i.operands[2:], i)
            else:
                self.values[i] = pointees.new_shape(type_)

    def _load(self, i: Instruction) -> None:
        self.pointees.want(self.shape(i.operands[0]), i.type, self.values.get(i))

    def _store(self, i: Instruction) -> None:
        value, pointer = i.operands
        content = self.pointees.new_shape(value.type)
        self.flow(value, content)
        self.pointees.want(self.shape(pointer), value.type, content)

    def _update(self, i: Instruction) -> None:
        """ATOMICRMW and CMPXCHG: connect the pointer's pointee with the value operands."""
        pointer, *values = i.operands
        content = self.pointees.new_shape(values[0].type)
        for value in values:
            self.flow(value, content)
        self.pointees.want(self.shape(pointer), values[0].type, content)
        result = self.values.get(i)
        if i.code is _ATOMICRMW:
            self.pointees.connect(result, content)
        elif isinstance(result, AggregateShape):
            self.pointees.connect(result.elements[0], content)

    def _gep(self, i: Instruction) -> None:
        self.pointees.want(self.shape(i.operands[0]), i.aux_type or i.type, self.accessed.get(i))
        for index in i.operands[1:]:
            if index.type.code is _VECTOR:
                raise self.unsupported("GEP of a vector of pointers", i)

    def _merge(self, i: Instruction) -> None:
        """PHI, FREEZE: the result has the shape of the operands."""
        shape = self.values[i]
        for operand in i.operands:
            self.flow(operand, shape)

    def _select(self, i: Instruction) -> None:
        shape = self.values[i]
        self.flow(i.operands[1], shape)
        self.flow(i.operands[2], shape)

    def _compare(self, i: Instruction) -> None:
        left, right = i.operands
        if left.type.code not in _NUMBERS and self.pointees.has_pointers(left.type):
            shape = self.shape(left)
            self.flow(right, shape)

    def _cast(self, i: Instruction) -> None:
        result = self.values[i]
        if i.params[0] in _SAME_POINTER:
            self.flow(i.operands[0], result)
        elif isinstance(result, Pointer) and i.params[0] == _BITCAST:
            if i.operands[0].type.is_pointer:
                self.casts.setdefault(self._function, []).append(i)
            source = self.values.get(i.operands[0])
            fixed = self.pointees.find(source.slot).fixed if isinstance(source, Pointer) else None
            if fixed is not None and fixed[0].code is _ARRAY and fixed[1] is None:
                self.pointees.find(result.slot).arrays[fixed[0].elements[0]] = None

    def _return(self, i: Instruction) -> None:
        assert self._function is not None
        shape = self.functions[self._function]
        if i.operands and isinstance(shape, AggregateShape):
            self.flow(i.operands[0], shape.elements[0])

    def _extract(self, i: Instruction) -> None:
        member = self._member(self.shape(i.operands[0]), i.operands[0].type, i.params)
        self.pointees.connect(self.values[i], member)

    def _insert(self, i: Instruction) -> None:
        shape = self.values[i]
        aggregate, value = i.operands
        self.flow(aggregate, shape)
        self.flow(value, self._member(shape, i.type, i.params))

    def _member(self, shape: Shape, type_: Type, path: Iterable[int]) -> Shape:
        for index in path:
            type_, shape = self.pointees.element(type_, shape, index)
        return shape

    def _call(self, i: Instruction) -> None:
        assert isinstance(i, Call)
        self.calls.append(i)
        *arguments, callee = i.operands
        if isinstance(callee, Function) and i.aux_type is callee.value_type and callee in self.functions:
            shape = self.functions[callee]
        elif i.aux_type is not None:
            shape = self.accessed[i] = self.pointees.new_shape(i.aux_type)
            self.pointees.want(self.shape(callee), i.aux_type, shape)
        else:
            return
        if not isinstance(shape, AggregateShape):
            return
        result, *parameters = shape.elements
        is_byte = isinstance(callee, Function) and is_byte_function(callee.name)
        is_given = isinstance(callee, Function) and callee in self.contracts
        self.pointees.connect(self.values.get(i), result)
        for argument, parameter in zip(arguments, parameters, strict=False):
            if parameter is None:
                continue
            if is_byte:
                pointer = self.shape(argument)
                if isinstance(pointer, Pointer):
                    self.pointees.find(pointer.slot).is_bytes = True
            elif is_given and isinstance(parameter, Pointer) and parameter.slot.fixed is not None:
                self.pointees.want(self.shape(argument), *parameter.slot.fixed)
            else:
                self.flow(argument, parameter)


def _fix(shape: Shape, pointee: tuple[Type, Shape]) -> None:
    """Set the pointee of all pointers in a shape."""
    if isinstance(shape, Pointer):
        shape.slot.fixed = pointee
    elif shape is not None:
        for element in shape.elements:
            _fix(element, pointee)


def _constant_index(index: Value) -> int:
    """The member index in a constant; -1 for anything else."""
    if not isinstance(index, Constant):
        return -1
    return index.params[0] if index.params else 0


def _is_same_but_for_pointees(typed: Type, opaque: Type) -> bool:
    """Whether a typed type equals this opaque type except for its pointees."""
    if opaque.is_opaque_pointer:
        return typed.code is _POINTER and typed.address_space == opaque.address_space
    if typed is opaque:
        return True
    if typed.code is not opaque.code or typed.params != opaque.params or len(typed.elements) != len(opaque.elements):
        return False
    if typed.is_identified:
        return False
    return all(map(_is_same_but_for_pointees, typed.elements, opaque.elements))


_Use = Callable[[PointerUses, Instruction], None]
_OF_RESULTS: Final[dict[InstCode, _Use]] = {
    InstCode.PHI: PointerUses._merge,
    InstCode.FREEZE: PointerUses._merge,
    InstCode.VSELECT: PointerUses._select,
    InstCode.CAST: PointerUses._cast,
    InstCode.EXTRACTVAL: PointerUses._extract,
    InstCode.INSERTVAL: PointerUses._insert,
}
"""Instructions that use pointers only if their result is or contains one."""
_OF_OPERANDS: Final[dict[InstCode, _Use]] = {
    InstCode.LOAD: PointerUses._load,
    InstCode.LOADATOMIC: PointerUses._load,
    InstCode.STORE: PointerUses._store,
    InstCode.STOREATOMIC: PointerUses._store,
    InstCode.ATOMICRMW: PointerUses._update,
    InstCode.CMPXCHG: PointerUses._update,
    InstCode.GEP: PointerUses._gep,
    InstCode.CMP2: PointerUses._compare,
    InstCode.RET: PointerUses._return,
    InstCode.CALL: PointerUses._call,
}


def _class_of(symbol: str) -> str:
    """The struct of the class whose member function a C++ symbol names: `struct.coreimage::sampler`; "" for others."""
    symbol = symbol.removeprefix(IMPORTED)
    names, rest = cxx_names(symbol)
    return f"struct.{'::'.join(names[:-1])}" if symbol.startswith("_ZN") and rest.startswith("E") else ""
