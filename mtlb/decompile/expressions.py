"""The text of values: constants, operations, addresses, calls."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Protocol

from ..air.intrinsics import intrinsic
from ..base.errors import FormatError
from ..ir import (
    FLOAT_NAMES,
    STRUCT_TYPES,
    Argument,
    BinaryOperator,
    CastOperator,
    Constant,
    ConstantCode,
    Function,
    GlobalVariable,
    InstCode,
    Instruction,
    Predicate,
    Type,
    TypeCode,
    Value,
    constant_number,
)
from ..ir.names import INTRINSIC
from . import rays
from .calls import FUNCTION, TABLE, CallWriter, is_zero, signature, table_entry
from .stages import MeshText, PixelText
from .text import (
    CONDITION,
    POSTFIX,
    PRIMARY,
    UNARY,
    Expr,
    PointerText,
    address,
    bits_of,
    call,
    converted,
    float_text,
    infix,
    is_integer,
    is_one_bracket,
    joined,
    literal,
    numeric,
    pointed,
    target,
    unsuffixed,
    with_sign,
)
from .types import MATRIX, RATE_MAP, Inexpressible, MetalTypes
from .uses import MATRIX_ELEMENTS, BodyUses, callee_name, shuffle_places, three_behind

_FLOATING = {0: "+", 1: "-", 2: "*", 4: "/"}
_INTEGER = {
    0: "+",
    1: "-",
    2: "*",
    3: "/",
    4: "/",
    5: "%",
    6: "%",
    7: "<<",
    8: ">>",
    9: ">>",
    10: "&",
    11: "|",
    12: "^",
}
_SIGN = {3: False, 4: True, 5: False, 6: True, 8: False, 9: True}
_COMPARED: dict[int, str] = {
    Predicate.ICMP_EQ: "==",
    Predicate.ICMP_NE: "!=",
    Predicate.ICMP_UGT: ">",
    Predicate.ICMP_UGE: ">=",
    Predicate.ICMP_ULT: "<",
    Predicate.ICMP_ULE: "<=",
    Predicate.ICMP_SGT: ">",
    Predicate.ICMP_SGE: ">=",
    Predicate.ICMP_SLT: "<",
    Predicate.ICMP_SLE: "<=",
    Predicate.FCMP_OEQ: "==",
    Predicate.FCMP_OGT: ">",
    Predicate.FCMP_OGE: ">=",
    Predicate.FCMP_OLT: "<",
    Predicate.FCMP_OLE: "<=",
    Predicate.FCMP_UNE: "!=",
}
_TURNED: dict[int, int] = {
    Predicate.ICMP_UGT: Predicate.ICMP_ULT,
    Predicate.ICMP_UGE: Predicate.ICMP_ULE,
    Predicate.ICMP_SGT: Predicate.ICMP_SLT,
    Predicate.ICMP_SGE: Predicate.ICMP_SLE,
    Predicate.FCMP_OGT: Predicate.FCMP_OLT,
    Predicate.FCMP_OGE: Predicate.FCMP_OLE,
    Predicate.ICMP_EQ: Predicate.ICMP_EQ,
    Predicate.ICMP_NE: Predicate.ICMP_NE,
}
"""The equivalent predicate with operands exchanged."""
_OPPOSITE: dict[int, str] = {
    Predicate.FCMP_UGT: "<=",
    Predicate.FCMP_UGE: "<",
    Predicate.FCMP_ULT: ">=",
    Predicate.FCMP_ULE: ">",
}
_FUNCTIONS = {
    "llvm.umax": ("max", False),
    "llvm.umin": ("min", False),
    "llvm.smax": ("max", True),
    "llvm.smin": ("min", True),
    "llvm.abs": ("abs", True),
    "llvm.usub.sat": ("subsat", False),
    "llvm.ctpop": ("popcount", False),
    "llvm.bitreverse": ("reverse_bits", False),
    "llvm.fabs": ("fabs", False),
    "llvm.minnum": ("fmin", False),
    "llvm.maxnum": ("fmax", False),
    "llvm.fma": ("fma", False),
    "llvm.sqrt": ("sqrt", False),
    "llvm.floor": ("floor", False),
    "llvm.ceil": ("ceil", False),
    "llvm.trunc": ("trunc", False),
    "llvm.copysign": ("copysign", False),
}
_INDEX = Type(TypeCode.INTEGER, (32,))
_UNSET = (ConstantCode.UNDEF, ConstantCode.POISON)
_MOST_SHIFTED = 4
"""Shifts by at most this many bits are written as products, which LLVM converts to shifts."""
_OF_BITS = (BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR, BinaryOperator.LSHR, BinaryOperator.ASHR)


class SourceGlobals(Protocol):
    """The context that a function's text needs: module variables, functions and samplers."""

    is_fast: bool
    types: MetalTypes
    handles: dict[Value, str]
    signed: set[Value]
    mesh: MeshText | None
    pixel: PixelText | None
    simd_size: str
    control_points: dict[str, tuple[str, list[tuple[str, str]]]]

    @property
    def entry_function(self) -> Function | None:
        """The entry point of this source."""
        ...

    def variable(self, variable: GlobalVariable) -> Expr:
        """The address of a module variable."""
        ...

    def function(self, function: Function) -> str:
        """The name of a function of the module."""
        ...

    def sampler(self, state: int) -> Expr:
        """The sampler for state that code encodes as a number."""
        ...


class ExpressionWriter:
    """The text of the values of one function."""

    def __init__(self, around: SourceGlobals, uses: BodyUses | None, arguments: Mapping[Value, Expr]) -> None:
        self.around = around
        self.types = around.types
        self.is_fast = around.is_fast
        self.uses = uses
        self.named: dict[Value, Expr] = dict(arguments)
        self.calls = CallWriter(self)
        self.rays = rays.RayWriter(self)
        self._texts: dict[Value, Expr] = {}
        self._inside: set[Function] = set()  # those whose result is being written
        self._writers: dict[InstCode, Callable[[Instruction], Expr]] = {
            InstCode.BINOP: self.binary,
            InstCode.UNOP: self.negated,
            InstCode.CAST: self.cast,
            InstCode.CMP2: self.compared,
            InstCode.VSELECT: self.selected,
            InstCode.EXTRACTELT: self.element,
            InstCode.INSERTELT: self.built,
            InstCode.SHUFFLEVEC: self.shuffled,
            InstCode.EXTRACTVAL: self.member,
            InstCode.INSERTVAL: self.wrapped,
            InstCode.GEP: lambda item: self.offset(item.base, item.indices, item.aux_type),
            InstCode.LOAD: self.load,
            InstCode.CALL: self.called,
            InstCode.FREEZE: lambda item: self.value(item.operands[0]),
        }

    # --- values

    def type_of(self, value: Value) -> str:
        """The type of a variable for a value."""
        type_ = value.type
        if isinstance(value, Instruction) and value.code is InstCode.CALL:
            special = rays.result_type(value) or self.around.control_points.get(callee_name(value), ("", []))[0]
            if special:
                return special
            function = intrinsic(callee_name(value))
            if function is not None and type_.code is TypeCode.STRUCT_ANON:
                type_ = type_.elements[0]
                if self.is_sparse(value):
                    return f"sparse_color<{self.types.spelled(type_, signed='.s.' in function.name)}>"
        if self.types.unwrapped(type_).is_pointer:
            handle = self.handle_type(value)
            if handle or type_.is_pointer:
                return handle or self.pointer_type(value)
        signed = self.uses is not None and self.uses.signed.get(value, False)
        return self._of_three(value, self.types.spelled(type_, signed=signed))

    def _is_narrow(self, value: Value) -> bool:
        return self.uses is not None and value in self.uses.narrow

    def _of_three(self, value: Value, name: str) -> str:
        """The type of a value: one of three elements has four in AIR."""
        return f"{name[:-1]}3" if self._is_narrow(value) else name

    def is_sparse(self, call: Instruction) -> bool:
        """Whether a texture read's residency is used."""
        is_texel = call.type.code is TypeCode.STRUCT_ANON and len(call.type.elements) == 2
        return (
            is_texel
            and self.uses is not None
            and any(use.user.code is InstCode.EXTRACTVAL and use.user.path == (1,) for use in self.uses.of(call))
        )

    def imageblock(self) -> Expr:
        """The imageblock of the function."""
        block = next((value for value in self.named.values() if value.type.startswith("imageblock<")), None)
        if block is None:
            raise Inexpressible("an imageblock that is not an argument")
        return block

    def simd_size(self) -> Expr:
        """The argument with the number of threads in a SIMD-group; only in an entry point."""
        name = self.around.simd_size
        if not name or self.uses is None or self.uses.function is not self.around.entry_function:
            raise Inexpressible("the size of a SIMD-group in a function that is not an entry point")
        return Expr(name, PRIMARY, "uint", frozenset({name}))

    def pixel_members(self) -> list[tuple[str, str]]:
        """The names and types of the imageblock struct's members."""
        return self.around.pixel.members if self.around.pixel is not None else []

    def pointer_type(self, value: Value) -> str:
        """The type of a variable for an address."""
        if value.type.code is TypeCode.POINTER:
            handle = self.types.handle(value.type.pointee)
            if handle is not None:
                return handle
        return self.plain_pointer(value).spelled

    def handle_type(self, value: Value, depth: int = 0) -> str:
        """The type of a resource, from its origin; "" for a value that is not a resource."""
        named = self.named.get(value)
        if named is not None:
            return named.type if named.pointer is None else ""
        kind = self.types.unwrapped(value.type)
        handle = self.types.handle(kind.pointee) if kind.code is TypeCode.POINTER else None
        if handle is None or depth > 8 or not isinstance(value, Instruction):
            return handle or ""
        if value.code is InstCode.LOAD:
            try:
                return self._loaded_address(value).type
            except Inexpressible:
                return handle
        for operand in reversed(value.operands):
            if self.types.unwrapped(operand.type) is kind and not isinstance(operand, Constant):
                return self.handle_type(operand, depth + 1)
        return handle

    def plain_pointer(self, value: Value) -> PointerText:
        """The pointee type of a variable for an address."""
        space = self.types.space(value.type)
        pointee = self.pointee(value)
        is_const = space == "device" and self.uses is not None and self.uses.is_only_read(value)
        return PointerText(self.types.spelled(pointee) if pointee is not None else "uchar", space, is_const)

    def pointee(self, value: Value, depth: int = 0) -> Type | None:
        """The pointee type of an address: from its type or, for an opaque pointer, from its uses."""
        if value.type.code is TypeCode.POINTER:
            return value.type.pointee
        if isinstance(value, GlobalVariable):
            return value.value_type
        if isinstance(value, Instruction) and value.code is InstCode.ALLOCA:
            return value.aux_type
        if self.uses is None or depth > 4:
            return None
        for use in self.uses.of(value):
            user = use.user
            if user.code is InstCode.LOAD:
                return user.type
            if user.code is InstCode.STORE and use.operand == 1:
                return user.value.type
            if user.code is InstCode.GEP and use.operand == 0:
                return user.aux_type
        for use in self.uses.of(value):
            if use.user.code in (InstCode.PHI, InstCode.VSELECT) and use.user is not value:
                type_ = self.pointee(use.user, depth + 1)
                if type_ is not None:
                    return type_
        return None

    def value(self, value: Value, type_: str = "") -> Expr:
        """The text of a value, converted to a type if one is given."""
        expression = self._value(value, type_)
        return converted(expression, type_) if type_ and expression.type != type_ else expression

    def _value(self, value: Value, type_: str) -> Expr:
        named = self.named.get(value)
        if named is not None:
            return named
        if isinstance(value, Constant):
            return self.constant(value, type_)
        if isinstance(value, GlobalVariable):
            return self.around.variable(value)
        if isinstance(value, Function):
            raise Inexpressible("the address of a function")
        if isinstance(value, Instruction):
            kept = self._texts.get(value)
            if kept is None:
                kept = self.expression(value)
                self._texts[value] = kept
            return kept
        raise Inexpressible(f"an operand of the type {value.type.code.name}")

    def expression(self, instruction: Instruction) -> Expr:
        """The text of an instruction's computation."""
        writer = self._writers.get(instruction.code)
        if writer is None:
            raise Inexpressible(f"the instruction {instruction.code.name}")
        return writer(instruction)

    def pointer(self, value: Value, element: str) -> Expr:
        """An address as a pointer to elements of a type."""
        address_ = self.value(value)
        if address_.pointer is None:
            raise Inexpressible("an address in a value that is not a pointer")
        own = address_.pointer
        if own.element in (element, f"atomic_{element}"):
            return address_
        return pointed(address_, PointerText(element, own.space, own.is_const))

    def handle(self, value: Value) -> Expr:
        """A resource."""
        return self.value(value)

    # --- constants

    def constant(self, value: Constant, type_: str = "") -> Expr:
        """A constant; integers are written in a type if one is given."""
        kind = value.type
        code = value.code
        if kind.is_pointer:
            return self._constant_address(value)
        spelled = type_ if type_ and numeric(type_) else ""
        number = constant_number(value) if kind.code is TypeCode.INTEGER else None
        if number is not None:
            return literal(number, spelled or self.types.spelled(kind))
        if code in _UNSET or code == ConstantCode.NULL:
            return self._zero(kind, spelled)
        if code == ConstantCode.FLOAT:
            name = FLOAT_NAMES.get(kind.code)
            if name is None:
                raise Inexpressible("a number of 64 bits")
            text = float_text(value.params[0], name)
            return Expr(text, UNARY if text.startswith("-") else PRIMARY, name)
        if code in (ConstantCode.DATA, ConstantCode.AGGREGATE):
            return self._several(value, spelled)
        if code == ConstantCode.CE_CAST and value.params[0] == CastOperator.BITCAST:
            inner = self.value(value.operands[0])
            name = spelled or self.types.spelled(kind)
            return Expr(f"as_type<{name}>({inner.text})", PRIMARY, name)
        raise Inexpressible("a constant expression")

    def _zero(self, kind: Type, spelled: str) -> Expr:
        name = spelled or self.types.spelled(kind)
        shape = numeric(name)
        if shape is None:
            return Expr(f"{name}{{}}", PRIMARY, name)
        if shape[0] in ("float", "half", "bfloat"):
            text = float_text(0, shape[0])
            zero = Expr(text, PRIMARY, shape[0])
            return zero if shape[1] == 1 else Expr(f"{name}({text})", PRIMARY, name, splat=zero)
        return literal(0, name)

    def parts(self, value: Constant) -> list[Value]:
        """The elements of an aggregate constant."""
        if value.code == ConstantCode.AGGREGATE:
            return list(value.operands)
        element = value.type.elements[0]
        code = ConstantCode.INTEGER if element.code is TypeCode.INTEGER else ConstantCode.FLOAT
        return [Constant(element, code, (number,)) for number in value.params]

    def _several(self, value: Constant, spelled: str) -> Expr:
        name = spelled or self.types.spelled(value.type)
        parts = self.parts(value)
        if value.type.code is not TypeCode.VECTOR:
            elements = [self.value(part) for part in parts]
            return Expr(f"{name}{{{', '.join(element.text for element in elements)}}}", PRIMARY, name)
        shape = numeric(name)
        if shape is None:
            raise Inexpressible("a constant matrix")
        parts = parts[: shape[1]]
        elements = [self.value(part, shape[0]) for part in parts]
        texts = list(
            dict.fromkeys(element.text for element, part in zip(elements, parts, strict=True) if not _is_unset(part))
        )
        if len(texts) <= 1:
            splat = next((element for element, part in zip(elements, parts, strict=True) if not _is_unset(part)), None)
            return Expr(f"{name}({texts[0] if texts else 0})", PRIMARY, name, splat=splat)
        return call(name, elements, name)

    def initializer(self, value: Value) -> str:
        """The text of a constant in braces, as an initializer."""
        if isinstance(value, Constant) and value.type.code in (TypeCode.ARRAY, *STRUCT_TYPES):
            if value.code in (ConstantCode.NULL, *_UNSET):
                return "{}"
            return "{" + ", ".join(self.initializer(part) for part in self.parts(value)) + "}"
        return self.value(value).text

    def _constant_address(self, value: Constant) -> Expr:
        if value.code == ConstantCode.CE_GEP:
            return self.offset(value.operands[0], value.operands[1:], value.source_type)
        if value.code == ConstantCode.CE_CAST and value.operands[0].type.is_pointer:
            return self._cast_address(value.operands[0], value)
        if value.code in (ConstantCode.NULL, *_UNSET):
            pointer = self.plain_pointer(value)
            return Expr(f"({pointer.spelled})nullptr", UNARY, pointer.spelled, pointer=pointer)
        if value.code == ConstantCode.CE_CAST and value.type.code is TypeCode.POINTER:
            state = constant_number(value.operands[0])
            if state is not None and self.types.handle(value.type.pointee) == "sampler":
                return self.around.sampler(state)
        raise Inexpressible("a constant address")

    # --- operations

    def _name(self, value: Value, *, signed: bool | None = None) -> str:
        if signed is None:
            signed = self.uses is not None and self.uses.signed.get(value, False)
        return self._of_three(value, self.types.spelled(value.type, signed=signed))

    def binary(self, instruction: Instruction) -> Expr:
        """An operator of two operands."""
        operator = instruction.opcode
        if instruction.type.is_floating:
            name = self._name(instruction)
            left, right = self.value(instruction.operands[0], name), self.value(instruction.operands[1], name)
            if operator == BinaryOperator.FREM:
                return call("fmod", [left, right], name)
            if operator == BinaryOperator.FSUB and left.text.strip("()").endswith(("-0.0f", "-0.0h")):
                return Expr(f"-{right.at(UNARY)}", UNARY, name, right.names)
            if operator == BinaryOperator.FADD and (positive := _without_minus(right)) is not None:
                return infix("-", left, positive, name)
            if operator == BinaryOperator.FMUL:
                for vector, factor in ((left, right), (right, left)):
                    splat = factor.splat
                    if splat is not None and splat.text == f"rsqrt(dot({vector.text}, {vector.text}))":
                        return call("normalize", [vector], name)
            return infix(_FLOATING[operator], left, right, name)
        if instruction.type.scalar.params[0] == 1:
            return self._of_bools(instruction)
        truth = self.truth(instruction)
        if truth is not None:
            return Expr(f"uchar({truth.text})", PRIMARY, "uchar", truth.names)
        name = self._name(instruction, signed=_SIGN.get(operator))
        shape = numeric(name)
        assert shape is not None
        right_name = name
        if operator == BinaryOperator.XOR and _is_ones(instruction.operands[1]):
            inner = self.value(instruction.operands[0], name)
            inverse = Expr(f"~{inner.at(UNARY)}", UNARY, _promoted(name), inner.names)
            return converted(inverse, name)
        left, right = self.value(instruction.operands[0], name), self.value(instruction.operands[1], right_name)
        number = _splatted(instruction.operands[1])
        sign = _INTEGER[operator]
        if number is not None and self._is_product(instruction, number):
            sign, right = "*", literal(1 << number, name)
        elif shape[1] == 1 and number is not None and self._is_sum(instruction, number):
            sign = "+"
        is_less = operator == BinaryOperator.ADD and number is not None and number < 0 and shape[1] == 1
        if is_less and number is not None and number > -(1 << 62):
            sign, right = "-", literal(-number, right_name)
        return converted(infix(sign, left, right, _promoted(name)), name)

    def truth(self, value: Value, depth: int = 0) -> Expr | None:
        """A byte that is 0 or 1 as a bool, which is Clang's form of bools in memory; None for another number."""
        if depth > 8 or value.type.code is not TypeCode.INTEGER or value.type.params[0] != 8:
            return None
        if not isinstance(value, Instruction) or value in self.named:
            return None
        if value.code is InstCode.CAST and value.opcode == CastOperator.ZEXT and value.operands[0].type.params == (1,):
            return self.value(value.operands[0])
        if value.code is InstCode.LOAD:
            whole = self.value(value)
            return whole if whole.type == "bool" else None
        if value.code is not InstCode.BINOP or value.opcode not in (
            BinaryOperator.AND,
            BinaryOperator.OR,
            BinaryOperator.XOR,
        ):
            return None
        left = self.truth(value.operands[0], depth + 1)
        if left is None:
            return None
        if constant_number(value.operands[1]) == 1:
            return {BinaryOperator.AND: left, BinaryOperator.XOR: _not(left)}.get(BinaryOperator(value.opcode))
        right = self.truth(value.operands[1], depth + 1)
        signs: dict[int, str] = {BinaryOperator.AND: "&&", BinaryOperator.OR: "||", BinaryOperator.XOR: "!="}
        return infix(signs[value.opcode], left, right, "bool") if right is not None else None

    def _is_product(self, instruction: Instruction, number: int) -> bool:
        """Whether a left shift is written as a product: by few bits, and with arithmetic rather than bitwise uses."""
        is_small = instruction.opcode == BinaryOperator.SHL and 0 < number <= _MOST_SHIFTED and self.uses is not None
        if not is_small or instruction.type.scalar.params[0] < 32:
            return False
        assert self.uses is not None
        return not any(
            use.user.code is InstCode.BINOP
            and (use.user.opcode in _OF_BITS and not self._is_sum(use.user, constant_number(use.user.operands[1])))
            for use in self.uses.of(instruction)
        )

    @staticmethod
    def _is_sum(instruction: Instruction, number: int | None) -> bool:
        """Whether an OR is an addition: its right side fits in the bits that the left side was shifted by."""
        left = instruction.operands[0]
        is_shift = isinstance(left, Instruction) and left.code is InstCode.BINOP and left.opcode == BinaryOperator.SHL
        if instruction.opcode != BinaryOperator.OR or number is None or not is_shift:
            return False
        assert isinstance(left, Instruction)
        bits = constant_number(left.operands[1])
        return bits is not None and 0 < bits <= _MOST_SHIFTED and 0 <= number < 1 << bits

    def _of_bools(self, instruction: Instruction) -> Expr:
        name = self._name(instruction)
        left, right = self.value(instruction.operands[0], name), self.value(instruction.operands[1], name)
        if instruction.opcode == BinaryOperator.XOR:
            if _is_ones(instruction.operands[1]):
                return _not(left)
            return infix("!=", left, right, name)
        signs: dict[int, str] = {BinaryOperator.AND: "&&", BinaryOperator.OR: "||", BinaryOperator.MUL: "&&"}
        if instruction.opcode in signs:
            return infix(signs[instruction.opcode], left, right, name)
        return infix("!=", left, right, name)

    def negated(self, instruction: Instruction) -> Expr:
        """The negation of floats."""
        inner = self.value(instruction.operands[0])
        return Expr(f"-{inner.at(PRIMARY if inner.text.startswith('-') else UNARY)}", UNARY, inner.type, inner.names)

    def compared(self, instruction: Instruction) -> Expr:
        """A comparison."""
        predicate = instruction.predicate
        first, second = instruction.operands
        result = "bool" + (str(instruction.type.params[0]) if instruction.type.code is TypeCode.VECTOR else "")
        if first.type.is_pointer:
            left, right = self.value(first), self.value(second)
            if FUNCTION in (left.type, right.type):
                left, right = (x if x.type == FUNCTION else Expr("nullptr", PRIMARY, "") for x in (left, right))
                asked = infix(_COMPARED[predicate], left, right, result)
                assert asked.parts is not None
                return replace(asked, parts=asked.parts._replace(is_exact=True))
            if left.type != right.type:
                left, right = (Expr(f"(ulong){x.at(UNARY)}", UNARY, "ulong", x.names) for x in (left, right))
            return infix(_COMPARED[predicate], left, right, result)
        signed: bool | None = None
        if Predicate.ICMP_SGT <= predicate <= Predicate.ICMP_SLE:
            signed = True
        elif Predicate.ICMP_UGT <= predicate <= Predicate.ICMP_ULE:
            signed = False
        number = constant_number(second)
        if number in (0, 1) and predicate in (Predicate.ICMP_EQ, Predicate.ICMP_NE) and self._is_truth(first):
            truth = self.value(first)
            return truth if (predicate == Predicate.ICMP_EQ) == bool(number) else _not(truth)
        if number is not None and predicate in (Predicate.ICMP_EQ, Predicate.ICMP_NE) and rays.hit_kind(first):
            text = self.value(first)
            if first not in self.named and 0 <= number < 4 and text.text.startswith("uint("):
                inner = replace(text, text=text.text[5:-1], type="intersection_type")
                return infix(_COMPARED[predicate], inner, rays.kind_name(number), result)
        name = self._name(first if not isinstance(first, Constant) else second, signed=signed)
        if self.uses is None and predicate in (Predicate.ICMP_EQ, Predicate.ICMP_NE):
            own = self.value(first).type  # the result is the same for both signednesses
            name = own if is_integer(own) and self.types.fits(own, first.type) else name
        if predicate in _TURNED and self._rank(second) > self._rank(first):
            first, second, predicate = second, first, _TURNED[predicate]
        left, right = self.value(first, name), self.value(second, name)
        if name == "bool" and constant_number(second) is not None and predicate in (32, 33):
            return left if (predicate == Predicate.ICMP_EQ) == bool(constant_number(second)) else _not(left)
        if predicate in _COMPARED:
            comparison = infix(_COMPARED[predicate], left, right, result)
            is_exact = result == "bool" and (
                not instruction.operands[0].type.is_floating or predicate in (Predicate.FCMP_OEQ, Predicate.FCMP_UNE)
            )
            assert comparison.parts is not None
            return replace(comparison, parts=comparison.parts._replace(is_exact=is_exact))
        if predicate in _OPPOSITE:
            is_free = bool(instruction.params[1] & 3) if len(instruction.params) > 1 else False
            turned = infix(_OPPOSITE[predicate], left, right, result)
            if is_free:
                straight = {"<=": ">", "<": ">=", ">=": "<", ">": "<="}[_OPPOSITE[predicate]]
                return infix(straight, left, right, result)
            return _not(turned)
        if predicate == Predicate.FCMP_ORD or predicate == Predicate.FCMP_UNO:
            word = "isordered" if predicate == Predicate.FCMP_ORD else "isunordered"
            return call(word, [left, right], result)
        if predicate == Predicate.FCMP_ONE:
            if len(instruction.params) > 1 and instruction.params[1] & 3:
                return infix("!=", left, right, result)
            return infix("||", infix("<", left, right, result), infix(">", left, right, result), result)
        if predicate == Predicate.FCMP_UEQ:
            if len(instruction.params) > 1 and instruction.params[1] & 3:
                return infix("==", left, right, result)
            return _not(infix("||", infix("<", left, right, result), infix(">", left, right, result), result))
        return literal(int(predicate == Predicate.FCMP_TRUE), "bool")

    @staticmethod
    def _rank(value: Value) -> int:
        """The preference of a value for the left side of a comparison: function arguments first, then counters."""
        if isinstance(value, Instruction) and value.code is InstCode.CAST:
            value = value.operands[0]
        if isinstance(value, Argument):
            return 2
        return int(isinstance(value, Instruction) and value.code is InstCode.PHI)

    def _is_truth(self, value: Value) -> bool:
        """Whether a number is a bool in Metal source."""
        is_byte = value.type.code is TypeCode.INTEGER and value.type.params[0] == 8
        return is_byte and not isinstance(value, Constant) and self.value(value).type == "bool"

    def selected(self, instruction: Instruction) -> Expr:
        """A selection between two values."""
        condition = self.value(instruction.condition)
        name = self.pointer_type(instruction) if instruction.type.is_pointer else self._name(instruction)
        yes, no = (
            self._of_type(instruction.if_true, instruction, name),
            self._of_type(instruction.if_false, instruction, name),
        )
        if instruction.condition.type.code is TypeCode.VECTOR:
            return call("select", [no, yes, condition], name)
        if name == "bool" and _is_constant_bool(instruction.if_false, 0):
            return infix("&&", condition, yes, name)
        if name == "bool" and _is_constant_bool(instruction.if_true, 1):
            return infix("||", condition, no, name)
        text = f"{condition.at(CONDITION + 1)} ? {yes.at(CONDITION + 1)} : {no.at(CONDITION + 1)}"
        pointer = self.plain_pointer(instruction) if instruction.type.is_pointer and "*" in name else None
        return Expr(text, CONDITION, name, joined(condition, yes, no), pointer=pointer)

    def _of_type(self, value: Value, like: Value, name: str) -> Expr:
        """A value, or an address, in the type of a variable."""
        if like.type.is_pointer and "*" in name:
            return pointed_to(self.value(value), self.plain_pointer(like))
        return self.value(value, name)

    # --- casts

    def cast(self, instruction: Instruction) -> Expr:
        """A change of type."""
        operator, value = instruction.opcode, instruction.operands[0]
        if instruction.type.is_pointer and value.type.is_pointer:
            return self._cast_address(value, instruction)
        if operator == CastOperator.PTRTOINT:
            inner = self.value(value)
            return converted(Expr(f"(ulong){inner.at(UNARY)}", UNARY, "ulong", inner.names), self._name(instruction))
        if operator == CastOperator.INTTOPTR:
            kept = self._kept_address(value, instruction)
            if kept is not None:
                return kept
            inner, pointer = self.value(value, "ulong"), self.plain_pointer(instruction)
            return Expr(f"({pointer.spelled}){inner.at(UNARY)}", UNARY, pointer.spelled, inner.names, pointer=pointer)
        if operator == CastOperator.BITCAST:
            return self._same_bits(instruction, value)
        return self._number_cast(instruction, value)

    def _kept_address(self, value: Value, pointer_value: Value) -> Expr | None:
        """An address that is stored as a number in memory, with its address space determined from the uses."""
        is_load = isinstance(value, Instruction) and value.code is InstCode.LOAD and value not in self.named
        if not is_load or value.type.params[0] != 64:
            return None
        assert isinstance(value, Instruction)
        place, pointer = self.value(value.pointer), self.plain_pointer(pointer_value)
        if place.pointer is None:
            return None
        const = "const " if place.pointer.is_const and place.pointer.space != "constant" else ""
        text = f"*({pointer.spelled} {const}{place.pointer.space}*){place.at(UNARY)}"
        return Expr(text, UNARY, pointer.spelled, place.names, pointer=pointer)

    def _same_bits(self, instruction: Instruction, value: Value) -> Expr:
        name = self._name(instruction)
        inner = self.value(value)
        if inner.number is not None:
            inner = literal(inner.number, self._name(value))
        if numeric(name) is None or numeric(inner.type) is None:
            raise Inexpressible("a change of type without a change of bits")
        if "bool" in name or "bool" in inner.type:
            raise Inexpressible("bits of bool")
        if with_sign(name, signed=True) == with_sign(inner.type, signed=True):
            return converted(inner, name)
        return Expr(f"as_type<{name}>({inner.text})", PRIMARY, name, inner.names)

    def _number_cast(self, instruction: Instruction, value: Value) -> Expr:
        operator = instruction.opcode
        name = self._name(instruction)
        if value.type.scalar.code is TypeCode.INTEGER and value.type.scalar.params[0] == 1:
            inner = self.value(value)
            if operator in (CastOperator.SEXT, CastOperator.SITOFP):
                signed_name = with_sign(name, signed=True)
                number = Expr(f"{signed_name}({inner.text})", PRIMARY, signed_name, inner.names)
                minus = Expr(f"-{number.text}", UNARY, _promoted(signed_name), number.names)
                return converted(minus, name)
            return Expr(f"{name}({inner.text})", PRIMARY, name, inner.names)
        if instruction.type.scalar.code is TypeCode.INTEGER and instruction.type.scalar.params[0] == 1:
            inner = self.value(value)
            if inner.type == name:
                return inner
            element = numeric(inner.type)
            assert element is not None
            low = infix("&", inner, literal(1, inner.type), inner.type)
            return infix("!=", low, literal(0, inner.type), name)
        signed: bool | None = None
        if operator in (CastOperator.SEXT, CastOperator.SITOFP):
            signed = True
        elif operator in (CastOperator.ZEXT, CastOperator.UITOFP):
            signed = False
        inner = self.value(value) if signed is None else self.value(value, self._name(value, signed=signed))
        parts = inner.bare.parts if inner.bare is not None else None
        if signed is False and parts is not None and parts.operator in ("&", "|", "^", ">>", "/", "%"):
            inner = inner.bare or inner  # the cast would remove no set bit
        if operator == CastOperator.FPTOSI:
            name = with_sign(name, signed=True)
        elif operator == CastOperator.FPTOUI:
            name = with_sign(name, signed=False)
        shape = numeric(name)
        bare = inner if is_integer(inner.type) and is_integer(name) and shape is not None and shape[1] == 1 else None
        return Expr(f"{name}({inner.text})", PRIMARY, name, inner.names, bare=bare)

    def _cast_address(self, value: Value, cast: Value) -> Expr:
        inner = self.value(value)
        if inner.pointer is None:
            return inner
        if cast.type.code is TypeCode.OPAQUE_POINTER:
            return inner
        handle = self.types.handle(cast.type.pointee)
        if handle is not None:
            raise Inexpressible(f"an address as a {handle}")
        element = cast.type.pointee
        if inner.pointer.element == RATE_MAP:
            return inner
        if inner.pointer.element.startswith("array<") and self.types.is_handle(inner.pointer.element[6:], element):
            return inner
        if self.types.is_compatible(inner.pointer.element, element):
            return inner
        is_place = (
            all(use.user.code in (InstCode.LOAD, InstCode.STORE) for use in self.uses.of(cast)) if self.uses else False
        )
        member = self._part_at(value, element) if is_place or element.code in STRUCT_TYPES else None
        if member is not None:
            return member
        try:
            name = self.types.spelled(element)
        except (Inexpressible, FormatError):
            name = "uchar"
        return pointed(inner, PointerText(name, self.types.space(cast.type), inner.pointer.is_const))

    def _part_at(self, value: Value, target_type: Type) -> Expr | None:
        """The address of a member or element, from an address with an offset in bytes; None if there is none there.
        LLVM's passes write constant offsets in bytes, so the indices are recovered from the base's type."""
        number = 0
        if isinstance(value, Instruction) and value.code is InstCode.GEP and value not in self.named:
            source = value.aux_type
            is_bytes = source is not None and source.code is TypeCode.INTEGER and source.params[0] == 8
            offset = constant_number(value.indices[0]) if is_bytes and len(value.indices) == 1 else None
            if offset is None or offset < 0:
                return None
            number, value = offset, value.base
        while isinstance(value, Instruction) and value.code is InstCode.CAST and value not in self.named:
            if not value.operands[0].type.is_pointer:
                return None
            value = value.operands[0]
        start, whole = self.value(value).pointer, self.pointee(value)
        if start is None or whole is None or whole.code in (TypeCode.OPAQUE, TypeCode.FUNCTION):
            return None
        if not self.types.is_compatible(start.element, whole):
            return None
        indices = self.types.indices_at(whole, number, target_type)
        if indices is None:  # no such part
            return None
        return self.offset(value, tuple(Constant(_INDEX, ConstantCode.INTEGER, (n,)) for n in indices), whole)

    # --- vectors

    def element(self, instruction: Instruction) -> Expr:
        """An element of a vector."""
        vector = self.value(instruction.vector)
        shape = numeric(vector.type)
        number = constant_number(instruction.index)
        if shape is None:
            kind = vector.type.removeprefix("simdgroup_").removesuffix("8x8")
            place = self.value(instruction.index)
            return Expr(f"{vector.at(POSTFIX)}.thread_elements()[{place.text}]", POSTFIX, kind, joined(vector, place))
        if number is not None and 0 <= number < 4:
            whole = (vector.at(POSTFIX), shape[1])
            return Expr(f"{whole[0]}.{'xyzw'[number]}", POSTFIX, shape[0], vector.names, place=whole)
        place = self.value(instruction.index)
        return Expr(f"{vector.at(POSTFIX)}[{place.text}]", POSTFIX, shape[0], joined(vector, place))

    def built(self, instruction: Instruction) -> Expr:
        """A vector that is built by consecutive insertions."""
        name = self._name(instruction)
        shape = numeric(name)
        if shape is None:
            raise Inexpressible("a matrix with another element")
        element, count, _ = shape
        nested = self._by_elements(instruction, name)
        if nested is not None:
            return nested
        lanes: list[Expr | None] = [None] * count
        value: Value = instruction
        while True:
            assert isinstance(value, Instruction)
            number = constant_number(value.index)
            if number is None or not 0 <= number < count:
                raise Inexpressible("an element at a place that is not known")
            if lanes[number] is None:
                lanes[number] = self.value(value.scalar, element)
            value = value.vector
            is_more = isinstance(value, Instruction) and value.code is InstCode.INSERTELT and value not in self.named
            if is_more and constant_number(value.operands[2]) is None:  # type: ignore[attr-defined]
                is_more = False
            if not is_more:
                break
        if any(lane is None for lane in lanes):
            base = None
            if not (isinstance(value, Constant) and value.code in _UNSET):
                base = self.value(value, self._of_three(value, name))
            for number in range(count):
                if lanes[number] is None:
                    lanes[number] = self._constant_lane(value, number, element) or self._lane(base, number, element)
        return self._vector(name, [lane for lane in lanes if lane is not None])

    def _by_elements(self, instruction: Instruction, name: str) -> Expr | None:
        """A vector composed of parts of inline vectors: each element is taken from its origin.
        None if there is no intermediate vector, or if an inline computation would be duplicated."""
        element = numeric(name)[0]  # type: ignore[index]
        sources = [self._source_of(instruction, number) for number in range(numeric(name)[1])]  # type: ignore[index]
        direct = instruction.vector if instruction.code is InstCode.INSERTELT else None
        while isinstance(direct, Instruction) and direct.code is InstCode.INSERTELT and direct not in self.named:
            direct = direct.vector
        parts = [direct] if instruction.code is InstCode.INSERTELT else list(instruction.operands[:2])
        if not any(self._is_made_here(part) for part in parts):
            return None
        known_sources = [source for source in sources if source is not None]
        computed = [
            value for value, number in known_sources if isinstance(value, Instruction) and value not in self.named
        ]
        if not known_sources or (len(set(computed)) < len(computed) and len(set(known_sources)) > 1):
            return None
        lanes: list[Expr | None] = []
        for source in sources:
            if source is None:
                lanes.append(None)
            elif source[1] < 0:
                lanes.append(self.value(source[0], element))
            else:
                whole = self.value(source[0], self._of_three(source[0], f"{element}{source[0].type.params[0]}"))
                constant = self._constant_lane(source[0], source[1], element)
                lanes.append(constant or self._lane(whole, source[1], element))
        first = next(lane for lane in lanes if lane is not None)
        return self._vector(name, [lane if lane is not None else first for lane in lanes])

    def _is_made_here(self, value: Value | None) -> bool:
        """Whether a vector is composed inline."""
        is_part = isinstance(value, Instruction) and value not in self.named
        return is_part and value.code in (InstCode.INSERTELT, InstCode.SHUFFLEVEC)  # type: ignore[union-attr]

    def _source_of(self, value: Value, number: int) -> tuple[Value, int] | None:
        """The origin of a vector element: a number and -1, or a vector and an index; None if it is undefined."""
        whole = value  # the variable that is being assigned may be its origin
        while isinstance(value, Instruction) and value.type.params[0] <= 4:
            if value in self.named and value is not whole:
                break
            if value.code is InstCode.INSERTELT and constant_number(value.index) is not None:
                if constant_number(value.index) == number:
                    return value.scalar, -1
                value = value.vector
            elif value.code is InstCode.SHUFFLEVEC and value.operands[0].type.params[0] <= 4:
                size = value.operands[0].type.params[0]
                place = _mask(value)[number]
                if place is None:
                    return None
                value, number = value.operands[place // size], place % size
            else:
                break
        return None if isinstance(value, Constant) and value.code in _UNSET else (value, number)

    def _lane(self, base: Expr | None, number: int, element: str) -> Expr:
        if base is None:
            return (
                literal(0, element)
                if element not in FLOAT_NAMES.values()
                else Expr(float_text(0, element), 16, element)
            )
        swizzle = re.fullmatch(r"(.*)\.([xyzw]{2,4})", base.text)
        if swizzle is not None and base.level == POSTFIX and number < len(swizzle[2]):
            return Expr(f"{swizzle[1]}.{swizzle[2][number]}", POSTFIX, element, base.names)
        kind = numeric(base.type)
        whole = (base.at(POSTFIX), kind[1] if kind is not None else 0)
        return Expr(f"{whole[0]}.{'xyzw'[number]}", POSTFIX, element, base.names, place=whole)

    def _constant_lane(self, value: Value, number: int, element: str) -> Expr | None:
        """An element of a constant vector; None for another vector."""
        if not isinstance(value, Constant) or value.type.code is not TypeCode.VECTOR:
            return None
        if value.code in (ConstantCode.DATA, ConstantCode.AGGREGATE):
            return self.value(self.parts(value)[number], element)
        if value.code in (ConstantCode.NULL, *_UNSET):
            return self._zero(value.type.elements[0], element)
        return None

    def _vector(self, name: str, lanes: list[Expr]) -> Expr:
        """A constructor; with swizzles for adjacent elements of a vector, or a scalar if all elements are equal."""
        shape = numeric(name)
        assert shape is not None
        if len({lane.text for lane in lanes}) == 1:
            return Expr(f"{name}({lanes[0].text})", PRIMARY, name, lanes[0].names, splat=lanes[0])
        parts: list[Expr] = []
        letters = ""
        before = ""
        for lane in lanes:
            base, dot, letter = lane.text.rpartition(".")
            is_part = dot and letter in ("x", "y", "z", "w") and lane.level == POSTFIX
            if is_part and base == before:
                letters += letter
                text = (
                    base if lane.place == (base, len(letters)) and "xyzw".startswith(letters) else f"{base}.{letters}"
                )
                if text == base and base.startswith("(") and is_one_bracket(base):
                    text = base[1:-1]
                parts[-1] = Expr(text, POSTFIX, f"{shape[0]}{len(letters)}", lane.names)
            else:
                before, letters = (base, letter) if is_part else ("", "")
                parts.append(lane)
        if len(parts) == 1:
            return parts[0]
        return call(name, parts, name)

    def shuffled(self, instruction: Instruction) -> Expr:
        """Elements of two vectors, permuted."""
        name = self._name(instruction)
        left, right = instruction.operands[:2]
        size = left.type.params[0]
        places = _mask(instruction)[: 3 if self._is_narrow(instruction) else None]
        shape = numeric(name)
        if shape is not None and size == MATRIX_ELEMENTS and set(places) <= {0, 1, None}:
            return self._of_thread(left, places, name)
        if shape is None or size > 4:
            raise Inexpressible("a vector of more than four elements")
        nested = self._by_elements(instruction, name)
        if nested is not None:
            return nested
        used = [place for place in places if place is not None]
        sources = {place < size for place in used}
        if not used:
            return self._zero(instruction.type, name)
        if len(sources) == 1:
            value = left if True in sources else right
            inner = self.value(value)
            kind = numeric(inner.type)
            if kind is None or kind[1] != (3 if self._is_narrow(value) else size):
                inner = self.value(value, self._name(value))
            if len(set(used)) == 1 and isinstance(value, Instruction) and value.code is InstCode.INSERTELT:
                lane = self._inserted(value, used[0] % size, shape[0])
                if lane is not None:
                    return Expr(f"{name}({lane.text})", PRIMARY, name, lane.names, splat=lane)
            letters = "".join("xyzw"[(place if place is not None else used[0]) % size] for place in places)
            if letters == "xyzw"[: 3 if self._is_narrow(value) else size]:
                return converted(inner, name)
            kind_name = f"{numeric(inner.type)[0]}{len(letters)}"  # type: ignore[index]
            swizzle = re.fullmatch(r"(.*)\.([xyzw]{2,4})", inner.text)
            if swizzle is not None and inner.level == POSTFIX:
                letters = "".join(swizzle[2]["xyzw".index(letter)] for letter in letters)
                inner = Expr(swizzle[1], POSTFIX, inner.type, inner.names)
            splat = None
            if len(set(letters)) == 1 and kind_name == name:
                splat = Expr(f"{inner.at(POSTFIX)}.{letters[0]}", POSTFIX, shape[0], inner.names)
            text = f"{inner.at(POSTFIX)}.{letters}"
            return converted(Expr(text, POSTFIX, kind_name, inner.names, splat=splat), name)
        both = [self.value(part, self._of_three(part, self._with_count(shape[0], size))) for part in (left, right)]
        lanes: list[Expr | None] = []
        for place in places:
            if place is None:
                lanes.append(None)
                continue
            constant = self._constant_lane((left, right)[place // size], place % size, shape[0])
            lanes.append(constant or self._lane(both[place // size], place % size, shape[0]))
        first = next(lane for lane in lanes if lane is not None)
        return self._vector(name, [lane if lane is not None else first for lane in lanes])

    def _of_thread(self, matrix: Value, places: list[int | None], name: str) -> Expr:
        """The elements of a matrix that a thread holds."""
        inner = self.value(matrix)
        element = inner.type.removeprefix("simdgroup_").removesuffix("8x8")
        text = f"{inner.at(POSTFIX)}.thread_elements()"
        letters = "".join("xy"[place or 0] for place in places)
        if letters != "xy":
            text = f"{text}.{letters}"
        return converted(Expr(text, POSTFIX, f"{element}{len(letters)}", inner.names), name)

    def of_elements(self, instruction: Instruction) -> Expr:
        """The result of a matrix operator on the two elements that a thread holds."""
        element = self.types.spelled(instruction.type.elements[0])
        pairs = []
        for value in instruction.operands:
            if isinstance(value, Constant):
                parts = self.parts(value)[:2] if value.operands or len(value.params) > 1 else []
                lanes = [self.value(part, element) for part in parts] or [
                    self._zero(value.type.elements[0], element)
                ] * 2
                pairs.append(self._vector(f"{element}2", lanes))
            else:
                pairs.append(self._of_thread(value, [0, 1], f"{element}2"))
        return infix(_FLOATING[instruction.opcode], pairs[0], pairs[1], f"{element}2")

    @staticmethod
    def _with_count(element: str, count: int) -> str:
        return f"{element}{count}"

    def _inserted(self, value: Instruction, number: int, element: str) -> Expr | None:
        """The element at the position of an insertion, if it is not a variable."""
        if value in self.named or constant_number(value.index) != number:
            return None
        return self.value(value.scalar, element)

    # --- aggregates

    def member(self, instruction: Instruction) -> Expr:
        """A member of an aggregate value."""
        aggregate = instruction.operands[0]
        name = callee_name(aggregate) if isinstance(aggregate, Instruction) else ""
        inner = self.value(aggregate)
        if isinstance(aggregate, Instruction):
            special = self.rays.member(aggregate, inner, instruction.path)
            if special is not None:
                return special
        if name in self.around.control_points and len(instruction.path) == 1:
            member, kind = self.around.control_points[name][1][instruction.path[0]]
            return Expr(f"{inner.at(POSTFIX)}.{member}", POSTFIX, kind, inner.names)
        if intrinsic(name) is not None:
            if inner.type.startswith("sparse_color<"):
                if instruction.path == (1,):  # AIR's flag says that it is not
                    return Expr(f"!{inner.at(POSTFIX)}.resident()", UNARY, "bool", inner.names)
                return Expr(f"{inner.at(POSTFIX)}.value()", POSTFIX, inner.type[13:-1], inner.names)
            return inner
        type_, text, kind = aggregate.type, inner.at(POSTFIX), inner.type
        for index in instruction.path:
            text, type_, kind = self.inside(text, type_, kind, literal(index, "int"))
        return Expr(text, POSTFIX, kind, inner.names)

    def wrapped(self, instruction: Instruction) -> Expr:
        """A resource that is wrapped in a library class."""
        if self.types.unwrapped(instruction.type) is instruction.type:
            raise Inexpressible("a struct that is made in place")
        return self.value(instruction.operands[1])

    # --- memory

    def offset(self, base: Value, indices: tuple[Value, ...], source: Type | None, first: Expr | None = None) -> Expr:
        """An address that is computed from another by indices (`getelementptr`); `first`: the text of the first."""
        assert source is not None
        start = self.value(base)
        if start.pointer is None:
            raise Inexpressible("an address in a resource")
        own = start.pointer
        if not indices:
            return start
        moved = self._moved(base, indices, source) or self._behind_vector(start, indices, source)
        if moved is not None:
            return moved
        if own.element.startswith("array<") and self.types.is_handle(own.element[6:], source):
            index = self._index(indices[0])
            text = f"{target(start)[0]}[{index.text}]"
            element = own.element[6:-1].rpartition(", ")[0]
            return address(text, POSTFIX, PointerText(element, own.space, own.is_const), start.names | index.names)
        if not self.types.is_compatible(own.element, source):
            own = PointerText(self.types.spelled(source), own.space, own.is_const)
            start = pointed(start, own)
        names = start.names
        arrow = ""
        if is_zero(indices[0]):
            text, level = target(start)
            if start.place is None:
                arrow = start.at(POSTFIX)
        else:
            index = first or self._index(indices[0])
            names |= index.names
            whole = self._vector_of(base, source) or start.at(POSTFIX)
            if start.place is not None and start.place[0].endswith("[0]"):
                whole = start.place[0].removesuffix("[0]")
            text, level = f"{whole}[{index.text}]", POSTFIX
        type_, kind = source, own.element
        for value in indices[1:]:
            index = self._index(value)
            names |= index.names
            before = text
            if level < POSTFIX:
                text = f"({text})"
            text, type_, kind = self.inside(text, type_, kind, index)
            if text in (before, f"({before})"):
                text = before
                continue
            if arrow and text.startswith(f"({before})."):
                text = f"{arrow}->{text[len(before) + 3 :]}"
            level, arrow = POSTFIX, ""
        return address(text, level, PointerText(kind, own.space, own.is_const), names)

    def _behind_vector(self, start: Expr, indices: tuple[Value, ...], source: Type) -> Expr | None:
        """An element at any place behind the start of a vector in memory: LLVM's passes write it for a pointer to the
        elements, `((device half*)v)[i]`, and the place may be in the next vector. None for other addresses.
        """
        own = start.pointer
        is_any = len(indices) == 2 and is_zero(indices[0]) and constant_number(indices[1]) is None
        if not is_any or own is None or own.space == "thread" or source.code is not TypeCode.VECTOR:
            return None
        shape = numeric(own.element)
        if shape is None or not self.types.is_compatible(own.element, source):
            return None
        index, pointer = self._index(indices[1]), PointerText(shape[0], own.space, own.is_const)
        whole = pointed(start, pointer)
        return address(f"{whole.at(POSTFIX)}[{index.text}]", POSTFIX, pointer, whole.names | index.names)

    def _moved(self, base: Value, indices: tuple[Value, ...], source: Type) -> Expr | None:
        """An element of an array that begins at an element: `a[i + j]` for `(&a[i])[j]`; None for other addresses.
        The sum has 64 bits, as those of addresses have."""
        is_element = isinstance(base, Instruction) and base.code is InstCode.GEP and base not in self.named
        if not is_element or len(base.indices) != 1 or is_zero(indices[0]):  # type: ignore[attr-defined]
            return None
        assert isinstance(base, Instruction)
        if base.aux_type is not source:
            return None
        left, right = self._index(base.indices[0]), self._index(indices[0])
        wide = [index.type for index in (left, right) if index.number is None and index.type in ("long", "ulong")]
        if left.number is not None and right.number is None:
            left, right = right, left
        if not wide:
            name = "long" if left.type == "int" else "ulong"
            if left.number is not None or left.type not in ("int", "uint"):
                return None
            wide, left = [name], converted(left, name)
        name = "ulong" if "ulong" in wide else "long"
        if right.number is not None and right.number < 0:
            total = infix("-", left, literal(-right.number, name), name)
        else:
            total = infix("+", left, right, name)
        return self.offset(base.base, indices, source, total)

    def _vector_of(self, base: Value, source: Type) -> str:
        """The vector variable whose first element's address is `base`; "" for another address."""
        memory = base
        while isinstance(memory, Instruction) and memory.code is InstCode.CAST and memory not in self.named:
            memory = memory.operands[0]
        if not isinstance(memory, Instruction) or memory.code is not InstCode.ALLOCA or memory.aux_type is None:
            return ""
        is_vector = memory.aux_type.code is TypeCode.VECTOR and memory.aux_type.elements[0] is source
        return target(self.value(memory))[0] if is_vector else ""

    def _index(self, value: Value) -> Expr:
        """An index; a value that was extended to 64 bits is written without the extension."""
        if isinstance(value, Constant):
            number = constant_number(value)
            if number is not None:
                return literal(number, "int") if -(1 << 31) <= number < 1 << 31 else literal(number, "long")
        is_cast = isinstance(value, Instruction) and value.code is InstCode.CAST and value not in self.named
        if is_cast:
            assert isinstance(value, Instruction)
            inner = value.operands[0]
            if value.opcode in (CastOperator.ZEXT, CastOperator.SEXT) and inner.type.params[0] > 1:
                return self.value(inner, self._name(inner, signed=value.opcode == CastOperator.SEXT))
        index = self.value(value)
        if value.type.code is TypeCode.INTEGER and value.type.params[0] < 64:
            return self.value(value, self._name(value, signed=True))
        return index

    def inside(self, text: str, type_: Type, kind: str, index: Expr) -> tuple[str, Type, str]:
        """A part of a place: its text, the LLVM type of the part, and the Metal type."""
        if type_.code in STRUCT_TYPES:
            number = index.number
            assert number is not None
            element = type_.elements[number]
            if kind.startswith("array<"):
                return text, element, kind
            if self.types.unwrapped(type_) is not type_ or numeric(kind) is not None or MATRIX.fullmatch(kind):
                return text, element, kind  # a form of something else
            name, own = self.types.members(type_)[number]
            if name.startswith("pad"):
                self.types.padded.add(type_)
            return f"{text}.{name}", element, own
        shape = numeric(kind)
        if shape is not None and shape[1] > 1:
            if index.number is not None and 0 <= index.number < shape[1]:
                return f"{text}.{'xyzw'[index.number]}", type_.elements[0], shape[0]
            return f"{text}[{index.text}]", type_.elements[0], shape[0]
        if kind.startswith("array<"):
            return f"{text}[{index.text}]", type_.elements[0], kind[6:].rpartition(", ")[0]
        return f"{text}[{index.text}]", type_.elements[0], self.types.spelled(type_.elements[0])

    def place(self, pointer: Value, type_: Type, alignment: int) -> Expr:
        """The place in memory of a value of a type, as an expression with the place's type."""
        start = self.value(pointer)
        if type_ is three_behind(pointer):
            assert isinstance(pointer, Instruction)
            whole = pointer.operands[0]
            start = self.value(whole) if whole.type.pointee is type_ else self._part_at(whole, type_) or start
        if start.pointer is None:
            raise Inexpressible("memory of a resource")
        own = start.pointer
        spelled = self.types.spelled(type_)
        element = own.element
        if not self.types.is_compatible(element, type_) or element.startswith("array<"):
            element = spelled
        if type_.code is TypeCode.VECTOR and alignment and numeric(element) is not None:
            least = self.types.layout.alignment(type_)
            if 1 << (alignment - 1) < least and not element.startswith("packed_") and "bool" not in element:
                element = f"packed_{spelled}"
        if element != own.element:
            start = pointed(start, PointerText(element, own.space, own.is_const))
        text, level = target(start)
        if text == f"*{start.text}" and self.uses is not None and self._is_array(pointer):
            text, level = f"{start.text}[0]", POSTFIX
        return Expr(text, level, element, start.names)

    def _is_array(self, pointer: Value) -> bool:
        """Whether other elements than the first are read or written beside the one at an address."""
        assert self.uses is not None
        return isinstance(pointer, Argument) and any(
            use.user.code is InstCode.GEP and use.operand == 0 and not is_zero(use.user.indices[0])
            for use in self.uses.of(pointer)
        )

    def load(self, instruction: Instruction) -> Expr:
        """A load from memory."""
        if instruction.type.is_pointer:
            return self._loaded_address(instruction)
        three = three_behind(instruction.pointer) if self._is_narrow(instruction) else None
        if three is not None:
            return self.place(instruction.pointer, three, instruction.alignment)
        place = self.place(instruction.pointer, instruction.type, instruction.alignment)
        if place.type.startswith("packed_"):
            name = place.type.removeprefix("packed_")
            return Expr(f"{name}({place.text})", PRIMARY, name, place.names)
        return place

    def _loaded_address(self, instruction: Instruction) -> Expr:
        start = self.value(instruction.pointer)
        text, level = target(start)
        if start.pointer is None:
            raise Inexpressible("memory of a resource")
        kind = start.pointer.element
        if "*" in kind:
            words = kind.removeprefix("const ")
            space, _, element = words.rpartition("*")[0].partition(" ")
            pointer = PointerText(element, space, kind.startswith("const "))
            return Expr(text, level, kind, start.names, pointer=pointer)
        if instruction.type.code is TypeCode.POINTER and self.types.handle(instruction.type.pointee) is not None:
            if kind == TABLE:  # an address that was stored as a number
                below = (
                    instruction.pointer.operands[0]
                    if isinstance(instruction.pointer, Instruction)
                    else instruction.pointer
                )
                kind, bytes_ = self._table_type(instruction), self.value(below)
                text, level = f"*({start.pointer.space} {kind}*){bytes_.at(UNARY)}", UNARY
            return Expr(text, level, kind, start.names)
        own = self.plain_pointer(instruction)
        start = pointed(start, PointerText(own.spelled, start.pointer.space, start.pointer.is_const))
        text, level = target(start)
        return Expr(text, level, own.spelled, start.names, pointer=own)

    def _table_type(self, table: Value) -> str:
        """The type of a function table that is known only from calls."""
        for read in self.uses.of(table) if self.uses is not None else ():
            for use in self.uses.of(read.user) if self.uses is not None else ():
                callees = self.uses.of(use.user) if self.uses is not None and use.user.code is InstCode.CAST else [use]
                for call_ in (user.user for user in callees):
                    if call_.code is InstCode.CALL and table_entry(call_.callee) is read.user:
                        parameters = ", ".join(self.types.spelled(value.type) for value in call_.arguments)
                        return f"{TABLE}<{self.types.spelled(call_.type)}({parameters})>"
        raise Inexpressible("a table of functions that nothing calls")

    # --- calls

    def called(self, instruction: Instruction) -> Expr:
        """A call."""
        name = callee_name(instruction)
        function = intrinsic(name)
        if function is not None:
            return self.calls.text(instruction, function)
        if name.startswith(INTRINSIC):
            return self._of_llvm(instruction, name)
        callee = instruction.callee
        if not isinstance(callee, Function):
            return self._of_table(instruction)
        if name in self.around.control_points:
            number, points = self.value(instruction.arguments[0], "uint"), self.value(instruction.arguments[1])
            text = f"{points.at(POSTFIX)}[{unsuffixed(number).text}]"
            return Expr(text, POSTFIX, self.around.control_points[name][0], number.names | points.names)
        if callee.is_declaration:
            raise Inexpressible(f"a call of {name}")
        if self.uses is None and not callee.arguments:
            return self._result_of(callee)
        parameters = [self.parameter(argument) for argument in callee.arguments]
        operands = [
            pointed_to(self.value(a), pointer) if pointer is not None else self.value(a, spelled)
            for a, (spelled, pointer) in zip(instruction.arguments, parameters, strict=True)
        ]
        result = self.types.spelled(instruction.type)
        return call(self.around.function(callee), operands, result)

    def _result_of(self, callee: Function) -> Expr:
        """What a function without parameters returns, in place of a call before the function runs."""
        last = callee.blocks[0].instructions[-1]
        if len(callee.blocks) > 1 or last.code is not InstCode.RET or not last.operands or callee in self._inside:
            raise Inexpressible(f"a call of {callee.name} before the function runs")
        self._inside.add(callee)
        result = self.value(last.operands[0])
        self._inside.discard(callee)
        return result

    def _of_table(self, instruction: Instruction) -> Expr:
        """A call of a function from a table."""
        entry = table_entry(instruction.callee)
        if entry is None:
            raise Inexpressible("a call through an address")
        function = self.value(entry)
        result, parameters = signature(self.handle_type(entry.arguments[0])) or ("", [])
        operands = []
        for number, value in enumerate(instruction.arguments):
            kind = parameters[number] if number < len(parameters) else ""
            if value.type.is_pointer and not self.types.handle_of(value.type):
                element = (
                    kind.removeprefix("const ").rstrip("*& ")
                    if numeric(kind.removeprefix("const ").rstrip("*& "))
                    else ""
                )
                operands.append(self.pointer(value, element) if element else self.value(value))
            else:
                operands.append(self.value(value, kind if numeric(kind) is not None else ""))
        type_ = result if numeric(result) is not None else self.types.spelled(instruction.type)
        expression = call(function.text, operands, type_)
        return Expr(expression.text, POSTFIX, type_, expression.names | function.names)

    def parameter(self, argument: Value) -> tuple[str, PointerText | None]:
        """The type of a parameter, for a function that is not an entry point."""
        if argument.type.is_pointer:
            if argument.type.code is TypeCode.POINTER:
                handle = self.types.handle(argument.type.pointee)
                if handle is not None:
                    return self.around.handles.get(argument, handle), None
                pointer = PointerText(self.types.spelled(argument.type.pointee), self.types.space(argument.type))
            else:
                pointer = PointerText("uchar", self.types.space(argument.type))
            return pointer.spelled, pointer
        if argument in self.around.handles:
            return self.around.handles[argument], None
        return self.types.spelled(argument.type, signed=argument in self.around.signed), None

    def _of_llvm(self, instruction: Instruction, name: str) -> Expr:
        parts = name.split(".")
        stem = ".".join(parts[:-1])
        if parts[1] in ("fmuladd", "fma"):
            type_ = self._name(instruction)
            a, b, c = (self.value(x, type_) for x in instruction.arguments[:3])
            if parts[1] == "fma":
                return call("fma", [a, b, c], type_)
            return infix("+", infix("*", a, b, type_), c, type_)
        if stem in _FUNCTIONS:
            word, signed = _FUNCTIONS[stem]
            type_ = self._name(instruction, signed=signed)
            count = 1 if word in ("abs", "popcount", "reverse_bits", "fabs", "sqrt", "floor", "ceil", "trunc") else 2
            return call(word, [self.value(a, type_) for a in instruction.arguments[:count]], type_)
        if parts[1] == "fshl" and instruction.arguments[0] is instruction.arguments[1]:
            type_ = self._name(instruction, signed=False)
            return call(
                "rotate", [self.value(a, type_) for a in (instruction.arguments[0], instruction.arguments[2])], type_
            )
        raise Inexpressible(f"a call of {name}")


def pointed_to(value: Expr, pointer: PointerText) -> Expr:
    """An address as a pointer to a type, without regard to constness."""
    own = value.pointer
    if own is not None and value.place is not None and MATRIX.fullmatch(pointer.element):
        # An array of columns is declared as an array variable.
        text = f"({pointer.spelled}){value.at(UNARY)}"
        return Expr(text, UNARY, pointer.spelled, value.names, pointer=pointer)
    if own is None or (
        own.element == pointer.element and own.space == pointer.space and own.is_const <= pointer.is_const
    ):
        return value
    return pointed(value, pointer)


def _promoted(name: str) -> str:
    """The type that C++ promotes operands to."""
    shape = numeric(name)
    if shape is not None and shape[1] == 1 and is_integer(name) and bits_of(shape[0]) < 32:
        return "int"
    return name


_NEGATIVE = re.compile(r"(\w+\()?-([\d.e]+[fh]?\)?)")


def _without_minus(value: Expr) -> Expr | None:
    """The absolute value of a negative number, or of a vector with equal negative numbers; None for another value."""
    match = _NEGATIVE.fullmatch(value.text)
    if match is None or bool(match[1]) != match[2].endswith(")"):
        return None
    splat = _without_minus(value.splat) if value.splat is not None else None
    return Expr(f"{match[1] or ''}{match[2]}", PRIMARY, value.type, value.names, splat=splat)


def _not(value: Expr) -> Expr:
    return Expr(f"!{value.at(UNARY)}", UNARY, value.type, value.names)


def _is_unset(value: Value) -> bool:
    return isinstance(value, Constant) and value.code in _UNSET


def _is_ones(value: Value) -> bool:
    """Whether all bits of a constant are set."""
    if not isinstance(value, Constant):
        return False
    if value.code == ConstantCode.INTEGER:
        return value.params[0] == -1 or (value.type.code is TypeCode.INTEGER and value.type.params[0] == 1)
    if value.code == ConstantCode.DATA:
        ones = {(1 << value.type.scalar.params[0]) - 1, -1}
        return all(number in ones for number in value.params)
    return value.code == ConstantCode.AGGREGATE and all(_is_ones(part) for part in value.operands)


def _is_constant_bool(value: Value, expected: int) -> bool:
    number = constant_number(value)
    return number is not None and bool(number) == bool(expected)


def _splatted(value: Value) -> int | None:
    """The integer value of a constant, or of all its elements."""
    if isinstance(value, Constant) and value.code == ConstantCode.DATA and len(set(value.params)) == 1:
        return int(value.params[0])
    return constant_number(value)


def _mask(shuffle: Instruction) -> list[int | None]:
    """The indices of a shuffle; None for an undefined index."""
    places = shuffle_places(shuffle)
    if not places:
        raise Inexpressible("a shuffle by places that are not known")
    return places
