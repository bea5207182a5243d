"""Calls: of functions of the module, and of the functions `air.*` that a GPU's compiler defines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from ..air.functions import call_attributes, declare
from ..air.intrinsics import (
    Intrinsic,
    IntrinsicFamily,
    IntrinsicParameter,
    families,
    intrinsic,
    overload,
    type_from_word,
    type_word,
)
from ..air.names import PREFIX
from ..air.scopes import MemoryKind, MemoryOrder, ThreadScope
from ..air.types import LETTERS
from ..base.errors import UnsupportedError
from ..base.features import BFLOAT_SINCE, FENCES_SINCE
from ..base.metal import AddressSpace
from ..ir import (
    AttributeList,
    CastOperator,
    Function,
    TailKind,
)
from ..ir import Type as IRType
from ..ir import Value as IRValue
from ..ir.type_rules import takes_fast_flags
from .flow import Flow
from .names import WORDS, f32, float2, float4, u16, u64
from .types import Handle, MetalPointer, MetalType, Scalar, SimdgroupMatrix, Vector, Void, element_of
from .value import Operand, PipelineConstant, TypedValue

__all__ = ["Calls", "ResultRecord"]

_CONSTANT = AddressSpace.CONSTANT
_BY_WORD = {word: scalar for scalar, word in WORDS.items() if not scalar.is_signed}
_MEMORY = {one.name.lower(): int(one) for one in MemoryKind}
_ORDERS = {one.name.lower(): int(one) for one in MemoryOrder}
_SCOPES = {one.name.lower(): int(one) for one in ThreadScope}
_ATOMICS = frozenset({"add", "sub", "min", "max", "and", "or", "xor"})


class ResultRecord(TypedValue):
    """Several values in one, as a function returns them; `r[n]` is one of them, or `r["name"]` where it has a name."""

    __slots__ = ("names", "parts")

    def __init__(self, builder: Calls, ir: IRValue, parts: Sequence[MetalType], names: Sequence[str] = ()) -> None:
        super().__init__(builder, ir, Void())
        self.parts = tuple(parts)
        self.names = tuple(names)

    def __getitem__(self, index: TypedValue | int | str) -> TypedValue:
        builder = self.builder
        if isinstance(index, str) and self.names:
            if index not in self.names:
                raise builder.error("extract", f"there is no member {index!a} (one of {', '.join(self.names)})")
            index = self.names.index(index)
        if not isinstance(index, int) or not 0 <= index < len(self.parts):
            raise builder.error("extract", f"the result has {len(self.parts)} parts")
        operand = builder._use("extract", self)
        return TypedValue(builder, builder._at("extract").extract_value(operand, index), self.parts[index])


class Calls(Flow):
    """Calls, conversions, synchronisation, functions of SIMD-groups."""

    # --- functions of the module

    def call(self, callee: Flow | Function, *arguments: Operand, result: MetalType | None = None) -> TypedValue:
        """Call a function: its builder, or a function of the module (then `result` is its type, void without it)."""
        if isinstance(callee, Flow):
            function, types = callee.function, getattr(callee, "parameter_types", None)
            result = getattr(callee, "result_type", result)
        else:
            function, types = callee, None
        name = f"call @{function.name}"
        parameters = function.value_type.parameters
        if len(arguments) != len(parameters):
            raise self.error(name, f"{len(arguments)} arguments for {len(parameters)} parameters")
        values = []
        for number, argument in enumerate(arguments):
            if types is not None:
                argument = self._number(name, argument, types[number])
                if argument.type != types[number] and self.low.value(argument.type) is not parameters[number]:
                    raise self.error(name, f"argument {number} is {argument.type}, not {types[number]}")
            if not isinstance(argument, TypedValue) or argument.ir.type is not parameters[number]:
                raise self.error(name, f"argument {number} does not have the parameter's type")
            values.append(self._use(name, argument))
        return self._call(name, function, values, result or Void(), ())

    def call_table(self, table: TypedValue, index: Operand, result: MetalType, *arguments: TypedValue) -> TypedValue:
        """Call function `index` of a table of visible functions, which returns `result` and takes these arguments."""
        name = "call_table"
        pointer = self.air("get_function_pointer_visible_function_table", table, index)
        type = self.low.function(result, [argument.type for argument in arguments])
        callee = self._at(name).bitcast(pointer.ir, self.low.context.pointer_type(type))
        operands = [self._use(name, argument) for argument in arguments]
        params = (int(TailKind.NONE), 0, self._call_flags(type.result))
        return TypedValue(self, self._at(name).call_pointer(type, callee, operands, params), result)

    def _call_flags(self, result: IRType) -> int:
        """Fast-math flags of a call, where LLVM allows them."""
        return self.fast_flags if takes_fast_flags(result) else 0

    def _call(
        self, name: str, function: Function, values: Sequence[IRValue], result: MetalType, attributes: AttributeList
    ) -> TypedValue:
        on_stack = any(value.type.is_pointer and value.type.address_space == 0 for value in values)
        tail, flags = TailKind.NONE if on_stack else TailKind.TAIL, self._call_flags(function.value_type.result)
        call = self._at(name).call(function, values, flags, tail=tail, attributes=attributes)
        return TypedValue(self, call, result)

    # --- functions of AIR

    def air(self, operation: str, *arguments: Operand, result: MetalType | None = None) -> TypedValue:
        """Call a function of AIR by its operation and the types of the arguments: ``b.air("fast_sin", x)``.

        `operation` is a family of the table in `mtlb.air.intrinsics`, or a whole name such as ``air.fma.v4f32``.
        `result` is needed where the type does not follow from the arguments (conversions, reads of textures). Python
        numbers become constants of the parameter's type. A function that returns several values gives a record: `r[0]`.
        BuildError for an operation that the table lacks, for types that it does not have, and if the AIR version of the
        target is not one that has it.
        """
        name = f"air {operation}"
        made, bound = self._overload(name, operation, arguments, result)
        air = self.target.air
        if not made.is_plausible:
            raise self.error(name, f"there is no {made.name}: it is not for these types")
        self._require_version(name, made)
        parameters = made.parameters(air)
        if len(arguments) != len(parameters):
            raise self.error(name, f"{len(arguments)} arguments, but {_signature(made, self)}")
        values = [
            self._intrinsic_argument(name, number, argument, parameter)
            for number, (argument, parameter) in enumerate(zip(arguments, parameters, strict=True))
        ]
        functions = self.low.functions
        function = functions.by_name.get(made.name) or declare(functions, made, air, self.low.opaque)
        attributes = call_attributes(function.attributes)
        pattern = made.family.form(air).result
        returned = made.result(air).word
        if returned.startswith("{"):
            words = zip(pattern[1:-1].split(", "), returned[1:-1].split(", "), strict=True)
            parts = [bound.get(variable) or self._type_of_word(word) for variable, word in words]
            call = self._call(name, function, values, Void(), attributes)
            return ResultRecord(self, call.ir, parts)
        type = bound.get(pattern) or self._type_of_word(returned)
        return self._call(name, function, values, type, attributes)

    def _overload(
        self, name: str, operation: str, arguments: Sequence[Operand], result: MetalType | None
    ) -> tuple[Intrinsic, dict[str, MetalType]]:
        """The function, and the Metal types of its type variables."""
        known = intrinsic(operation) if operation.startswith(PREFIX) else None
        bound: dict[str, MetalType] = {}
        try:
            found = known.family if known is not None else _families().get(operation)
            if found is None:
                raise UnsupportedError(operation if operation.startswith(PREFIX) else f"air.{operation}")
            form = found.form(self.target.air)
            for pattern, argument in zip(form.parameters, arguments, strict=False):
                variable = pattern.split()[0].partition("*")[0]
                if re.fullmatch("[TSUVP]", variable) and isinstance(argument, TypedValue):
                    type = argument.type
                    if "*" in pattern.split()[0] and isinstance(type, MetalPointer):
                        type = type.pointee
                    bound.setdefault(variable, type)
            variable = form.result.lstrip("{").partition(",")[0]
            if result is not None and re.fullmatch("[TSUVP]", variable):
                bound.setdefault(variable, result)
            if known is not None:
                return known, bound
            words = []
            for (variable, _), kind in zip(found.variables, found.kinds, strict=True):
                if variable not in bound:
                    raise self.error(name, "the type of its result is needed (result=)")
                words.append(self._word(bound[variable], kind))
            return overload(operation, *words), bound
        except UnsupportedError as error:
            raise self.error(name, f"there is no function {error.reason}") from None

    def _word(self, type: MetalType, kind: str) -> str:
        word = type_word(self.low.value(type))
        element = element_of(type)
        letter = LETTERS[element.kind] if element is not None and kind else ""
        return word if not letter or (letter == "f" and kind != "f") else f"{letter}.{word}"

    def _type_of_word(self, word: str) -> MetalType:
        """The Metal type of a word of the table; its integers are unsigned."""
        if word == "void":
            return Void()
        vector = re.fullmatch(r"v(\d+)(\w+)", word)
        if vector is not None:
            element = _BY_WORD[vector[2]]
            return SimdgroupMatrix(element) if vector[1] == "64" else Vector(element, int(vector[1]))
        if "*" in word:
            pointee, _, space = word.rpartition("*")
            if pointee.startswith("%"):
                return Handle(pointee[1:], pointee[1:], AddressSpace(int(space)), pointee[1:])
            return MetalPointer(self._type_of_word(pointee), AddressSpace(int(space)))
        return _BY_WORD[word]

    def _require_version(self, name: str, made: Intrinsic) -> None:
        air, forms = self.target.air, made.family.forms
        if not any(form.since[:2] <= air[:2] <= form.until[:2] for form in forms):
            raise self.error(name, f"AIR {air} does not have it")
        if "bf16" in made.name and self.target.air < BFLOAT_SINCE:
            raise self.error(name, f"AIR {air} does not have bfloat")

    def _intrinsic_argument(self, name: str, number: int, argument: Operand, parameter: IntrinsicParameter) -> IRValue:
        if not isinstance(argument, TypedValue):
            argument = self._number(name, argument, self._type_of_word(parameter.word))
        ir = self._use(name, argument)
        wanted = type_from_word(self.low.context, parameter.word, self.low.opaque)
        if ir.type is wanted:
            return ir
        is_memory = isinstance(argument.type, MetalPointer) and wanted.is_pointer
        if is_memory and ir.type.address_space == wanted.address_space:
            return self._at(name).bitcast(ir, wanted)
        raise self.error(name, f"argument {number} is {argument.type}, not {_spelled(parameter.word)}")

    def math(self, operation: str, *arguments: Operand) -> TypedValue:
        """A function of Metal's math library: ``b.math("sin", x)``, "min", "max", "clamp", "fma", "pow", "abs"…

        Of floats it is the fast one (``air.fast_sin``) where the module has fast math and there is one. Numbers become
        constants of the type of the first value.
        """
        first = next((one for one in arguments if isinstance(one, TypedValue)), None)
        if first is None:
            raise self.error(f"math {operation}", "one of the arguments must be a value of the program")
        values = [self._number(f"math {operation}", one, first.type) for one in arguments]
        element = element_of(first.type)
        if element is not None and element.is_float:
            operation = {"min": "fmin", "max": "fmax", "abs": "fabs"}.get(operation, operation)
            fast = f"fast_{operation}"
            if element == f32 and self.fast_flags and fast in _families():
                operation = fast
        return self.air(operation, *values)

    def is_defined(self, constant: PipelineConstant) -> TypedValue:
        """Whether a function constant was given a value: a bool."""
        return self.air(
            "is_function_constant_defined", TypedValue(self, constant.symbol, MetalPointer(constant.type, _CONSTANT))
        )

    # --- conversions

    def convert(self, value: TypedValue, type: MetalType) -> TypedValue:
        """The number as another type, as Metal converts: floats to integers towards zero, to bool whether not 0."""
        if isinstance(type, Scalar) and isinstance(value.type, Vector):
            type = Vector(type, value.type.count)
        source, to = element_of(value.type), element_of(type)
        counts = [one.count if isinstance(one, Vector) else 1 for one in (value.type, type)]
        if source is None or to is None or counts[0] != counts[1]:
            raise self.error("convert", f"{value.type} to {type}")
        if value.type == type:
            return value
        if to.is_bool:
            return self.compare("ne", value, 0)
        if not source.is_float and not to.is_float:
            resized = self._resized(value, source, to, type)
            return TypedValue(self, resized.ir, type)
        if source.is_float and to.is_float and isinstance(type, Scalar) and "bfloat" not in (source.name, to.name):
            operator = CastOperator.FPTRUNC if to.bits < source.bits else CastOperator.FPEXT
            ir = self._use("convert", value)
            return TypedValue(self, self._at("convert").cast(operator, ir, self.low.value(type)), type)
        return self.air("convert", value, result=type)

    def _resized(self, value: TypedValue, source: Scalar, to: Scalar, type: MetalType) -> TypedValue:
        ir = self._use("convert", value)
        if to.bits == source.bits:
            return value
        operator = CastOperator.SEXT if source.is_signed else CastOperator.ZEXT
        if to.bits < source.bits:
            operator = CastOperator.TRUNC
        return TypedValue(self, self._at("convert").cast(operator, ir, self.low.value(type)), type)

    def pack(self, format: str, value: TypedValue) -> TypedValue:
        """A vector as normalised integers of 32 bits. `format`: "unorm4x8", "snorm4x8", "unorm2x16", "snorm2x16",
        "unorm4x8.srgb"."""
        return self.air(f"pack.{format}", value)

    def unpack(self, format: str, value: TypedValue, type: MetalType | None = None) -> TypedValue:
        """The vector in a packed uint: of float, or of another `type`."""
        return self.air(f"unpack.{format}", value, result=type or (float2 if "2x16" in format else float4))

    # --- synchronisation

    def barrier(self, memory: str = "threadgroup") -> None:
        """All threads of the threadgroup wait for each other. `memory`: what they then see, "threadgroup", "device",
        "texture", "none", or several with ``|`` between them."""
        self.air("wg.barrier", self._memory_flags("barrier", memory), _SCOPES["threadgroup"])

    def simdgroup_barrier(self, memory: str = "threadgroup") -> None:
        """All threads of the SIMD-group wait for each other."""
        self.air("simdgroup.barrier", self._memory_flags("simdgroup_barrier", memory), _SCOPES["simdgroup"])

    def fence(self, memory: str, order: str = "seq_cst", scope: str = "device") -> None:
        """Order the accesses to `memory` before it and after it, for the threads in `scope` (AIR 2.7)."""
        if self.target.air < FENCES_SINCE:
            raise self.error("fence", f"AIR {self.target.air} does not have it")
        flags = self._memory_flags("fence", memory)
        self.air("atomic.fence", flags, self._word_of("order", order, _ORDERS), self._word_of("scope", scope, _SCOPES))

    def _memory_flags(self, name: str, memory: str) -> int:
        flags = 0
        for word in memory.split("|"):
            if word.strip() not in _MEMORY:
                raise self.error(name, f"unknown memory {word.strip()!a} (one of {', '.join(_MEMORY)})")
            flags |= _MEMORY[word.strip()]
        return flags

    def _word_of(self, what: str, word: str, words: dict[str, int]) -> int:
        if word not in words:
            raise self.error(what, f"unknown {what} {word!a} (one of {', '.join(words)})")
        return words[word]

    def atomic(
        self,
        operation: str,
        pointer: TypedValue,
        *values: Operand,
        order: str = "relaxed",
        scope: str | None = None,
    ) -> TypedValue:
        """An access that no other thread interferes with; what was there before.

        `operation`: "add", "sub", "min", "max", "and", "or", "xor", "exchange" with a value; "load"; "store" with a
        value (no result). `pointer` points at int, uint, float (long for "add", "min", "max") in device or threadgroup
        memory. `order` as Metal has it, "relaxed" before Metal 3.2; `scope`: "device", for threadgroup memory
        "threadgroup".
        """
        name = f"atomic {operation}"
        type = self._address(name, pointer)
        places = {AddressSpace.DEVICE: "global", AddressSpace.THREADGROUP: "local"}
        if type.space not in places:
            raise self.error(name, f"{type} is neither in device nor in threadgroup memory")
        element = type.pointee
        if not isinstance(element, Scalar):
            raise self.error(name, f"{type} does not point at a number")
        flags = self._word_of("order", order, _ORDERS)
        where = self._word_of(
            "scope", scope or ("device" if type.space is AddressSpace.DEVICE else "threadgroup"), _SCOPES
        )
        wanted = {"load": 0, "compare_exchange": 2}.get(operation, 1)
        if len(values) != wanted:
            raise self.error(name, f"{len(values)} values, not {wanted}")
        operands = [self._number(name, value, element) for value in values]
        if any(operand.type != element for operand in operands):
            raise self.error(name, f"a {operands[0].type} for {type}")
        if flags and self.target.air < FENCES_SINCE:
            raise self.error(name, f"AIR {self.target.air} has only relaxed order (others since {FENCES_SINCE})")
        word = {"exchange": "xchg"}.get(operation, operation)
        if operation not in (*_ATOMICS, "exchange", "load", "store"):
            raise self.error(name, "there is no such operation")
        family = f"atomic.{places[type.space]}.{word}"
        return self.air(family, pointer, *operands, flags, where, True, result=element)

    def compare_exchange(
        self, pointer: TypedValue, expected: TypedValue, desired: Operand, *, order: str = "relaxed"
    ) -> TypedValue:
        """Write `desired` if `*pointer` is what the thread's memory `expected` holds, else copy it there; may fail
        without reason (`atomic_compare_exchange_weak`). Whether it was written: a bool."""
        name = "compare_exchange"
        type = self._address(name, pointer)
        element = type.pointee
        places = {
            AddressSpace.DEVICE: ("global", int(ThreadScope.DEVICE)),
            AddressSpace.THREADGROUP: ("local", int(ThreadScope.THREADGROUP)),
        }
        if type.space not in places or not isinstance(element, Scalar):
            raise self.error(name, f"{type} is no number in device or threadgroup memory")
        before = self.load(expected)
        place, scope = places[type.space]
        flags = self._word_of("order", order, _ORDERS)
        new = self._number(name, desired, element)
        found = self.air(
            f"atomic.{place}.cmpxchg.weak", pointer, expected, new, flags, flags, scope, True, result=element
        )
        return self.compare("eq", found, before)

    # --- SIMD-groups and quads

    def simd(self, operation: str, *arguments: TypedValue | int) -> TypedValue:
        """A function of the SIMD-group: ``b.simd("sum", x)``, "shuffle_down", "broadcast", "ballot", "is_first"…"""
        return self._group("simd", operation, arguments)

    def quad(self, operation: str, *arguments: TypedValue | int) -> TypedValue:
        """A function of the quad: ``b.quad("sum", x)``, "shuffle_xor", "broadcast"…"""
        return self._group("quad", operation, arguments)

    def _group(self, group: str, operation: str, arguments: Sequence[TypedValue | int]) -> TypedValue:
        types: dict[str, MetalType] = {"ballot": u64, "active_threads_mask": u64}
        converted: list[Operand] = []
        for number, one in enumerate(arguments):
            lane = number > 0 and isinstance(one, TypedValue) and isinstance(one.type, Scalar) and one.type.is_integer
            last = number == len(arguments) - 1 or "fill" not in operation or number > 1
            converted.append(self.convert(one, u16) if lane and last and isinstance(one, TypedValue) else one)
        return self.air(f"{group}_{operation}", *converted, result=types.get(operation))

    def matrix_fill(self, type: SimdgroupMatrix, value: TypedValue | float) -> TypedValue:
        """A matrix of the SIMD-group whose numbers are all `value`."""
        value = self._number("matrix_fill", value, type.element)
        return self.air("simdgroup_matrix_8x8_init_filled", value, result=type)

    def matrix_load(
        self,
        pointer: TypedValue,
        stride: TypedValue | int = 8,
        origin: TypedValue | None = None,
        *,
        transpose: bool = False,
    ) -> TypedValue:
        """A matrix of the SIMD-group from memory; `stride`: numbers from row to row; `origin`: a ulong2."""
        type = self._address("matrix_load", pointer)
        element = type.pointee
        if not isinstance(element, Scalar):
            raise self.error("matrix_load", f"{type} does not point at a number")
        where = origin if origin is not None else self.const(Vector(u64, 2), [0, 0])
        made = SimdgroupMatrix(element)
        return self._matrix("load", (pointer, self._wide(stride), where, transpose), made, pointer)

    def matrix_store(
        self,
        matrix: TypedValue,
        pointer: TypedValue,
        stride: TypedValue | int = 8,
        origin: TypedValue | None = None,
        *,
        transpose: bool = False,
    ) -> None:
        """Write a matrix of the SIMD-group to memory; as `matrix_load`."""
        where = origin if origin is not None else self.const(Vector(u64, 2), [0, 0])
        if not isinstance(matrix.type, SimdgroupMatrix):
            raise self.error("matrix_store", f"{matrix.type} is no matrix of a SIMD-group")
        self._matrix("store", (matrix, pointer, self._wide(stride), where, transpose), matrix.type, pointer)

    def matrix_multiply_accumulate(self, left: TypedValue, right: TypedValue, sum: TypedValue) -> TypedValue:
        """`left * right + sum`, of matrices of the SIMD-group."""
        return self.air("simdgroup_matrix_8x8_multiply_accumulate", left, right, sum, result=sum.type)

    def _wide(self, stride: TypedValue | int) -> TypedValue | int:
        return self.convert(stride, u64) if isinstance(stride, TypedValue) else stride

    def _matrix(
        self, operation: str, arguments: Sequence[TypedValue | int | bool], type: SimdgroupMatrix, pointer: TypedValue
    ) -> TypedValue:
        word = f"p{int(pointer.ir.type.address_space)}{type_word(self.low.value(type.element))}"
        full = f"air.simdgroup_matrix_8x8_{operation}.v64{type_word(self.low.value(type.element))}.{word}"
        return self.air(full, *arguments, result=type)


@cache
def _families() -> dict[str, IntrinsicFamily]:
    return {family.name: family for family in families()}


def _spelled(word: str) -> str:
    return f"{word[1:].partition('*')[0]}" if word.startswith("%") else word


def _signature(made: Intrinsic, builder: Calls) -> str:
    air = builder.target.air
    return f"{made.name} takes {', '.join(_spelled(p.word) for p in made.parameters(air)) or 'nothing'}"
