"""The builder of one function's body."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, overload

from ..air.functions import FAST_MATH_STRINGS, STANDARD_STRINGS, string_attribute
from ..base.features import FENCES_SINCE, ORDERED_BARRIERS_SINCE
from ..ir import (
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    Function,
    InstCode,
    TailKind,
    TypeCode,
)
from ..ir import Type as IRType
from ..ir import Value as IRValue
from ..ir.floats import FLOAT_FORMATS
from .atomics import ORDERS, SCOPES, Atomics, memory_flags, number_of
from .code import FunctionCode
from .flow import Flow
from .lanes import Lanes
from .matrices import Matrices
from .names import void
from .operands import Operand, TypedValue
from .textures import Textures
from .types import Array, Matrix, MetalType, Struct, Void, fits

_CALL: Final = InstCode.CALL
_CONVERGENT: Final = AttributeKind.CONVERGENT
_ENUM: Final = AttributeForm.ENUM
_FUNCTION: Final = AttributePlace.FUNCTION
_INTEGER: Final = TypeCode.INTEGER
_MUST_PROGRESS: Final = AttributeKind.MUST_PROGRESS
_NO_UNWIND: Final = AttributeKind.NO_UNWIND
_VECTOR: Final = TypeCode.VECTOR


class Builder(Flow):
    """Builds the instructions of a function. `m.function(...)` returns a builder; `k.entry()` returns that of an entry
    point.

    `arguments` are the values of its parameters. Groups of operations: `texture` (`Textures`), `atomic` (`Atomics`),
    `simd` and `quad` (`Lanes`), `matrix` (`Matrices`).
    """

    __deletable__ = ("texture", "atomic", "simd", "quad", "matrix")  # `take_apart`; mypyc has to know

    def __init__(self, code: FunctionCode, result: MetalType, parameters: Sequence[MetalType]) -> None:
        super().__init__(code)
        self.result_type = result
        self.parameter_types = tuple(parameters)
        self.arguments = [
            self._argument(ir, type) for ir, type in zip(code.function.arguments, parameters, strict=True)
        ]
        self.texture = Textures(self)
        self.atomic = Atomics(self)
        self.simd, self.quad = Lanes(self, "simd"), Lanes(self, "quad")
        self.matrix = Matrices(self)
        self._finished: tuple[int, int] = (-1, -1)
        self._attributes: AttributeGroup | None = None
        self.makes_progress = True
        """Whether loops may be assumed to end or to have visible effects, as Metal's language guarantees for
        all loops.
        """

    is_entry = False
    """Whether the function is an entry point, which can't be called."""

    def _argument(self, ir: IRValue, type: MetalType) -> TypedValue:
        if isinstance(type, (Struct, Array, Matrix)):
            return self.from_stored("argument", ir, type)
        return TypedValue(self, ir, type)

    # --- calls

    @overload
    def call(self, callee: Builder, *arguments: Operand) -> TypedValue: ...

    @overload
    def call(self, callee: Function, *arguments: Operand, result: MetalType | None = None) -> TypedValue: ...

    def call(self, callee: object, *arguments: Operand, result: MetalType | None = None) -> TypedValue:
        """Call a function: its builder, or a function of the module (then `result` is its type; the default is
        void).
        """
        if isinstance(callee, Builder) and callee.is_entry:
            raise self.error("call", f"@{callee.function.name} is an entry point, which can't be called")
        if isinstance(callee, Builder):
            function, types, result = callee.function, callee.parameter_types, callee.result_type
        elif isinstance(callee, Function):
            function, types = callee, None
        else:
            raise self.error("call", f"{callee!r:.60} is not a function")
        name = f"call @{function.name}"
        if self.low.functions.by_name.get(function.name) is not function:
            raise self.error(name, "the function belongs to another module")
        parameters = function.value_type.parameters
        if len(arguments) != len(parameters):
            raise self.error(name, f"{len(arguments)} arguments for {len(parameters)} parameters")
        values = []
        for number, argument in enumerate(arguments):
            if types is not None:
                argument = self.number(name, argument, types[number])
                if not fits(argument.type, types[number]):
                    raise self.error(name, f"argument {number} is {argument.type}, not {types[number]}")
            self.value_type(name, argument)
            assert isinstance(argument, TypedValue)
            ir = self.operand(name, argument)
            if ir.type is not parameters[number]:
                raise self.error(name, f"argument {number} does not have the parameter's type")
            values.append(ir)
        result_type = result or void
        if result is not None and self.low.passed(result_type) is not function.value_type.result:
            raise self.error(name, f"its result is not {result_type}")
        ir = self.code.call_function(name, function, values)
        return (
            self.from_stored(name, ir, result_type)
            if isinstance(result_type, (Struct, Array, Matrix))
            else TypedValue(self, ir, result_type)
        )

    def call_table(self, table: TypedValue, index: Operand, result: MetalType, *arguments: TypedValue) -> TypedValue:
        """Call function `index` of a table of visible functions, with these arguments and the result type `result`."""
        name = "call_table"
        pointer = self.air("get_function_pointer_visible_function_table", table, index)
        type = self.low.function(result, [argument.type for argument in arguments])
        callee = self.code.at(name).bitcast(pointer.ir, self.low.context.pointer_type(type))
        operands = [self.operand(name, argument) for argument in arguments]
        params = (int(TailKind.NONE), 0, self.code.call_flags(type.result))
        return TypedValue(self, self.code.at(name).call_pointer(type, callee, operands, params), result)

    # --- barriers

    def barrier(self, memory: str = "threadgroup") -> None:
        """Wait for all threads of the threadgroup. `memory`: the memory that the barrier orders: "threadgroup",
        "device", "texture", "none", or several separated by ``|``.
        """
        self._wait("wg.barrier", memory_flags(self, "barrier", memory), SCOPES["threadgroup"])

    def simdgroup_barrier(self, memory: str = "threadgroup") -> None:
        """Wait for all threads of the SIMD-group."""
        self._wait("simdgroup.barrier", memory_flags(self, "simdgroup_barrier", memory), SCOPES["simdgroup"])

    def _wait(self, family: str, flags: int, scope: int) -> None:
        order = () if self.target.air < ORDERED_BARRIERS_SINCE else (ORDERS["seq_cst"],)
        self.air(family, flags, *order, scope)

    def fence(self, memory: str, order: str = "seq_cst", scope: str = "device") -> None:
        """Order the accesses to `memory` before and after the fence, for the threads in `scope` (AIR 2.7)."""
        if self.target.air < FENCES_SINCE:
            raise self.error("fence", f"AIR {self.target.air} does not have it")
        flags = memory_flags(self, "fence", memory)
        how = number_of(self, "fence", "order", order, ORDERS), number_of(self, "fence", "scope", scope, SCOPES)
        self.air("atomic.fence", flags, *how)

    # --- end of the function

    def ret(self, value: Operand | None = None) -> None:
        """Return from the function, with a value of its result type."""
        if value is None:
            if not isinstance(self.result_type, Void):
                raise self.error("ret", f"the function returns {self.result_type}")
            self.code.at("ret").ret()
            return
        if isinstance(self.result_type, Void):
            raise self.error("ret", "the function returns nothing")
        value = self.number("ret", value, self.result_type)
        if not fits(value.type, self.result_type):
            raise self.error("ret", f"a {value.type}, not {self.result_type}")
        ir = self.operand("ret", value)
        self.code.at("ret").ret(ir)

    @property
    def is_used(self) -> bool:
        """Whether it contains an instruction."""
        return any(block.instructions for block in self.function.blocks)

    def take_apart(self) -> None:
        """Break the reference cycles with arguments and groups of operations; it must not be used afterwards."""
        self.arguments.clear()
        del self.texture, self.atomic, self.simd, self.quad, self.matrix

    def finish(self) -> None:
        """Check the whole function: every block has a terminator, phis are complete, values are defined before their
        use.

        BuildError that names an instruction and the line of Python that created it. A function without a result may
        omit the final `ret`. `Module` calls this for every function.
        """
        if not self.is_terminated and isinstance(self.result_type, Void):
            self.ret()
        blocks = self.function.blocks
        size = len(blocks), sum(len(block.instructions) for block in blocks)
        if size == self._finished:
            return
        self.code.check()
        others = tuple(group for group in self.function.attributes if group is not self._attributes)
        self._attributes = self._function_attributes()
        self.function.attributes = (*others, self._attributes)
        self._finished = size

    def _function_attributes(self) -> AttributeGroup:
        """The attributes that Apple's compiler gives to a function, without those that it infers from memory
        accesses.
        """
        widest = max([_vector_bits(parameter) for parameter in self.function.value_type.elements])
        is_convergent = False
        for block in self.function.blocks:
            for instruction in block.instructions:
                if instruction.type.code is _VECTOR:
                    widest = max(widest, _vector_bits(instruction.type))
                if instruction.code is _CALL:
                    callee = instruction.operands[-1]
                    is_convergent = is_convergent or (isinstance(callee, Function) and _is_convergent(callee))
        return _attribute_group(self.makes_progress, is_convergent, widest, bool(self.code.fast_flags))


@lru_cache(maxsize=256)
def _attribute_group(makes_progress: bool, is_convergent: bool, widest: int, is_fast: bool) -> AttributeGroup:
    """The attributes of a function whose widest vector has this many bits."""
    kinds = [_NO_UNWIND]
    if makes_progress:
        kinds.append(_MUST_PROGRESS)
    if is_convergent:
        kinds.append(_CONVERGENT)
    texts = STANDARD_STRINGS | {"min-legal-vector-width": str(widest)}
    if is_fast:
        texts |= FAST_MATH_STRINGS
    attributes = [Attribute(_ENUM, kind) for kind in sorted(kinds, key=lambda kind: kind.text)]
    attributes += [string_attribute(key, value) for key, value in sorted(texts.items())]
    return AttributeGroup(_FUNCTION, tuple(attributes))


def _vector_bits(type: IRType) -> int:
    if type.code is not _VECTOR:
        return 0
    element = type.elements[0]
    if element.code is _INTEGER:
        return type.params[0] * element.params[0]
    return type.params[0] * FLOAT_FORMATS[element.code].bits if element.code in FLOAT_FORMATS else 0


def _is_convergent(function: Function) -> bool:
    return any(
        attribute.kind == _CONVERGENT
        for group in function.attributes
        if group.place == _FUNCTION
        for attribute in group.attributes
    )
