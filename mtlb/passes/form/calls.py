"""Functions of AIR whose forms (`mtlb.air.intrinsics`) differ between AIR versions: reads, samples and atomic
operations of textures, matrices of a SIMD-group in memory, barriers.

A module of any AIR version gets the forms of the target (docs/convert.md §5.2). Pointers may be opaque or typed.
"""

from __future__ import annotations

from typing import NamedTuple

from ...air.cursor import constant_integer
from ...air.facts import air_version
from ...air.intrinsics import IntrinsicForm, intrinsic
from ...air.names import PREFIX
from ...air.scopes import MemoryOrder
from ...base.errors import UnsupportedError
from ...base.metal import AddressSpace
from ...base.versions import Version
from ...ir import (
    BinaryOperator,
    Call,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
)
from ...ir.uses import named_in
from ..rewriter import Rewriter, refused

_READ_SAMPLER = f"{PREFIX}get_read_sampler"
_SAMPLER = "struct._sampler_t"


# The arguments that longer forms have and shorter forms lack, with their position: a texture read from AIR 2.8 on, a
# sample from 2.2 on. Reads of cubes and of multisampled textures have no offset. Barriers have an order from AIR 2.9
# on: Apple's compiler 32023.921 writes 5 for every barrier in a library for macOS 27 (kiwi-array-metal 0.4.1). The
# stride of a vertex buffer is -1 where the source gives none (kagurasumusun/metal, P08M40v3, AIR 2.8).
_ADDED = {
    "read_": (("sampler", 1), ("offset", -3)),
    "sample_": (("min_lod", -2),),
    "atomic_load_explicit_": (("offset", -3),),
    "atomic_store_explicit_": (("offset", -3),),
    "atomic_compare_exchange_weak_explicit_": (("offset", -6),),
    "atomic_": (("offset", -4),),
    "wg.barrier": (("order", 1),),
    "simdgroup.barrier": (("order", 1),),
    "set_vertex_buffer_render_command": (("stride", -2),),
}
_NO_STRIDE = (1 << 64) - 1
_MATRIX = ("simdgroup_matrix_8x8_load", "simdgroup_matrix_8x8_store")


def adopt_calls(module: Module, air: Version) -> None:
    """Give AIR functions that are declared in the form of another version the form of `air`, and change their calls, in
    place.

    UnsupportedError, with function, instruction and line, for what that version can't express, and for a function whose
    forms differ in an argument of undocumented meaning.
    """
    changed = _changes(module, air)
    if not changed:
        return
    rewriter = _Calls(module, air, changed)
    for function in changed:
        rewriter.redeclare(function)
    for function in [f for f in module.functions if f.blocks]:
        rewriter.run(function, {InstCode.CALL: rewriter.rule, InstCode.EXTRACTVAL: rewriter.member})
        rewriter.finish(function)
    _drop_unused(module, rewriter.idle)


def calls_differ(module: Module, air: Version) -> bool:
    """Whether `adopt_calls` changes anything. Raises UnsupportedError for functions of unknown meaning, as
    `adopt_calls` does.
    """
    return bool(_changes(module, air))


def _changes(module: Module, air: Version) -> dict[Function, _Change]:
    changed: dict[Function, _Change] = {}
    own = air_version(module)
    for function in module.functions:
        result = intrinsic(function.name) if function.is_declaration else None
        if result is None or len(result.family.forms) < 2:
            continue
        old, new = result.family.form_of(function.value_type), result.family.form(air)
        if old is None or new.is_of(function.value_type):
            continue
        family = result.family.name
        added = next(iter([row for prefix, row in _ADDED.items() if family.startswith(prefix)]), None)
        if family in _MATRIX:
            changed[function] = _Change(old, new, (), 0)
        elif added is not None:
            count = abs(len(new.parameters) - len(old.parameters))
            changed[function] = _Change(old, new, added[:count], _coordinates(family))
        elif own is None or own[:2] != air[:2]:
            versions = f"AIR {own.major}.{own.minor} and {air.major}.{air.minor}" if own else "the AIR versions"
            raise UnsupportedError(f"it calls {function.name}, whose parameters or result differ between {versions}")
    return changed


def _coordinates(family: str) -> int:
    """The index of the coordinates among the arguments; for a read it counts the sampler, which may have to be
    added.
    """
    if family.startswith("atomic_"):
        return 2 if family.startswith("atomic_store") else 1
    return 2 + ("depth" in family)


def _drop_unused(module: Module, declarations: set[Function]) -> None:
    """Remove the declarations in `declarations` that nothing names any more."""
    if not declarations:
        return
    gone = declarations - named_in(module)
    module.functions = [function for function in module.functions if function not in gone]
    module.symbols = [value for value in module.symbols if value not in gone]


class _Change(NamedTuple):
    """The current form of a function and its new form, the arguments that only the longer form has with their position,
    and the index of the coordinates.
    """

    old: IntrinsicForm
    new: IntrinsicForm
    added: tuple[tuple[str, int], ...]
    coordinates: int

    @property
    def is_longer(self) -> bool:
        return len(self.new.parameters) > len(self.old.parameters)

    @property
    def is_matrix(self) -> bool:
        return "v2i64" in self.new.parameters

    @property
    def result_becomes(self) -> str:
        """How the result changes: `struct` adds the residency flag, `value` removes it, "" leaves the result as
        it is.
        """
        if self.old.result == self.new.result:
            return ""
        return "struct" if self.new.result.startswith("{") else "value"


class _Calls(Rewriter):
    """Rewrites the calls of functions whose form changes."""

    def __init__(self, module: Module, air: Version, changed: dict[Function, _Change]) -> None:
        super().__init__(module, air, opaque=module.has_opaque_pointers)
        self.changed_functions = changed
        self.placeholders: dict[Value, Value] = {}  # struct results of calls, to their first members
        self.idle: set[Function] = set()  # declarations whose calls were removed

    def redeclare(self, function: Function) -> None:
        """Give a declaration the parameters, result and attributes of the target AIR version."""
        change, type_ = self.changed_functions[function], function.value_type
        parameters = list(type_.parameters)
        if change.is_matrix:
            parameters[-3:] = self.matrix_parameters(is_newer=change.new.parameters[-1] == "v2i64")
        elif change.is_longer:
            for name, place in change.added:
                added = {
                    "sampler": self.sampler_type(),
                    "offset": parameters[min(change.coordinates, len(parameters) - 1)],
                    "min_lod": self.f32,
                    "order": self.i32,
                    "stride": self.i64,
                }[name]
                parameters.insert(place if place > 0 else place + 1, added)
        else:
            for _, place in reversed(change.added):
                del parameters[place]
        result = type_.result
        if change.result_becomes == "struct":
            result = self.context.type(TypeCode.STRUCT_ANON, (0,), (result, self.i8))
        elif change.result_becomes == "value":
            result = result.elements[0]
        function.value_type = self.context.type(TypeCode.FUNCTION, type_.params, (result, *parameters))
        function.arguments = []
        described = intrinsic(function.name)
        assert described is not None
        function.attributes = described.attributes(self.air)
        if not self.opaque:
            function.type = self.context.pointer_type(function.value_type, function.type.address_space)

    def sampler_type(self) -> Type:
        """The type of a pointer to a sampler."""
        space = int(AddressSpace.CONSTANT)
        return self.pointer(space) if self.opaque else self.pointer_to(self.struct(_SAMPLER), space)

    def read_sampler(self) -> Value:
        """The sampler that reads pass."""
        result = intrinsic(_READ_SAMPLER)
        assert result is not None
        return self.call(self.air_function(result), ())

    def rule(self, _: Rewriter, call: Instruction) -> Value | None:
        """The replacement for a call."""
        assert isinstance(call, Call)
        function = call.operands[-1]
        change = self.changed_functions.get(function) if isinstance(function, Function) else None
        if change is None or not isinstance(function, Function):
            return None
        arguments = list(call.operands[:-1])
        if change.is_matrix:
            newer = change.new.parameters[-1] == "v2i64"
            arguments[-3:] = (self.matrix_place if newer else self.older_matrix_place)(*arguments[-3:])
        elif change.is_longer:
            for name, place in change.added:
                result = self.new_argument(name, arguments[min(change.coordinates, len(arguments) - 1)])
                arguments.insert(place if place > 0 else place + 1, result)
        else:
            for name, place in reversed(change.added):
                self.drop_argument(name, arguments, place, change.coordinates)
        done = self.call(function, arguments)
        done.metadata = call.metadata
        if done.type == call.type:
            done.params = (*done.params[:2], *call.params[2:])  # flags of fast math
        done.set_fields(tail_kind=call.tail_kind)
        if change.result_becomes == "struct":
            return self.extract_value(done, 0)
        if change.result_becomes == "value":
            struct = self.insert_value(self.undef(call.type), done, 0)
            self.placeholders[struct] = done
            return struct
        return done

    def member(self, _: Rewriter, extract: Instruction) -> Value | None:
        """The replacement for an element of a struct that a call used to return."""
        struct = extract.operands[0]
        if struct not in self.placeholders:
            return None
        if extract.path != (0,):
            raise UnsupportedError(f"it queries the residency of texels, which AIR {self.air} does not support")
        return self.placeholders[struct]

    def new_argument(self, name: str, coordinates: Value) -> Value:
        """A default value for an added argument: with it the call means the same as without it."""
        if name == "sampler":
            return self.read_sampler()
        if name == "order":
            return self.integer(self.i32, MemoryOrder.SEQ_CST)
        if name == "stride":
            return self.integer(self.i64, -1)
        return self.null(coordinates.type if name == "offset" else self.f32)

    def drop_argument(self, name: str, arguments: list[Value], place: int, coordinates: int) -> None:
        """Remove an argument. UnsupportedError if its value can't be expressed without it."""
        argument = arguments.pop(place)
        is_zero = isinstance(argument, Constant) and argument.code == ConstantCode.NULL
        if name == "sampler" and not _is_read_sampler(argument):
            reason = f"it reads with a sampler that @{_READ_SAMPLER} did not give; AIR {self.air} reads without one"
            raise UnsupportedError(reason)
        if name == "stride" and constant_integer(argument) != _NO_STRIDE:
            raise UnsupportedError(f"it sets the stride of a vertex buffer, which AIR {self.air} does not support")
        if name == "min_lod" and not is_zero:
            raise UnsupportedError(f"it has a minimum level of detail, which AIR {self.air} does not support")
        if name == "offset" and not is_zero:
            arguments[coordinates] = self.binary(BinaryOperator.ADD, arguments[coordinates], argument)

    # --- matrices of a SIMD-group in memory

    def matrix_parameters(self, *, is_newer: bool) -> list[Type]:
        """The types of the last three parameters: extents, steps and origin; before AIR 2.8 elements per row, origin,
        and whether the matrix is transposed.
        """
        pair = self.vector(self.i64, 2)
        return [pair] * 3 if is_newer else [self.i64, pair, self.i1]

    def matrix_place(self, stride: Value, origin: Value, transposed: Value) -> list[Value]:
        """Extents, steps and origin, as Metal.jl and probes of Apple's compiler write them. For rows in memory:
        (stride, 8), (1, stride), origin; for columns the two numbers of each pair are exchanged.
        """
        eight, integer = self.integer(self.i64, 8), self.integer(self.i64, 1)
        pair = origin.type
        rows = [self.numbers(pair, [stride, eight]), self.numbers(pair, [integer, stride]), origin]
        if isinstance(transposed, Constant) and transposed.code == ConstantCode.NULL:
            return rows
        parts = self.elements(origin)
        columns = [
            *(self.numbers(pair, [eight, stride]), self.numbers(pair, [stride, integer])),
            self.numbers(pair, parts[::-1]),
        ]
        if isinstance(transposed, Constant):
            return columns
        return [self.select(transposed, *both) for both in zip(columns, rows, strict=True)]

    def numbers(self, type_: Type, elements: list[Value]) -> Value:
        """The vector of these integers, a constant if they are all constants, as a compiler writes it."""
        values = [number for element in elements if (number := constant_integer(element)) is not None]
        if len(values) < len(elements):
            return self.joined(type_, elements)
        mask = (1 << type_.scalar.params[0]) - 1
        return self.context.constant(type_, ConstantCode.DATA, tuple(number & mask for number in values))

    def older_matrix_place(self, extents: Value, steps: Value, origin: Value) -> list[Value]:
        """Elements per row, origin, and whether the matrix is transposed. UnsupportedError unless one of the steps is
        the constant 1.
        """
        parts = [self.known_element(steps, number) for number in (0, 1)]
        units = [isinstance(part, Constant) and constant_integer(part) == 1 for part in parts]
        if not any(units):
            raise UnsupportedError(f"no stride of the matrix is 1, and AIR {self.air} supports no others")
        is_row = units[0]
        stride = parts[1] if is_row else parts[0]
        place = origin if is_row else self.joined(origin.type, self.elements(origin)[::-1])
        return [stride, place, self.integer(self.i1, not is_row)]

    def known_element(self, vector: Value, index: int) -> Value:
        """An element of a vector; the inserted value itself if an instruction that inserts it can be followed."""
        element = self.constant_element(vector, index)
        if element is not None:
            return element
        operand = vector
        while isinstance(operand, Instruction) and operand.code is InstCode.INSERTELT:
            place = constant_integer(operand.operands[2])
            if place is None:
                break
            if place == index:
                return operand.operands[1]
            operand = operand.operands[0]
        return self.extract_element(operand if isinstance(operand, Constant) else vector, index)

    def finish(self, function: Function) -> None:
        """Remove the placeholders for structs and the calls that returned samplers. UnsupportedError if they still have
        uses.
        """
        gone: set[Value] = set(self.placeholders)
        if any(name == "sampler" and not c.is_longer for c in self.changed_functions.values() for name, _ in c.added):
            gone.update(i for i in function.instructions() if _is_read_sampler(i))
        self.idle.update(i.operands[-1] for i in gone if isinstance(i, Call) and isinstance(i.operands[-1], Function))
        for instruction in function.instructions():
            for operand in instruction.operands:
                if operand in gone and instruction not in gone:
                    raise refused(function, instruction, f"AIR {self.air} does not support what it uses")
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in gone]
        present = {*function.arguments, *function.blocks, *function.instructions()}
        function.symbols = [symbol for symbol in function.symbols if symbol in present]


def _is_read_sampler(value: Value) -> bool:
    return isinstance(value, Call) and getattr(value.operands[-1], "name", "") == _READ_SAMPLER
