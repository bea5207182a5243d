"""Integer and float arithmetic, comparisons, logic, bit operations.
Where a result is undefined in SPIR-V but undefined behavior in LLVM (division by zero, shifts by the width or more),
the result is that of Metal or of Naga's Metal: the divisor becomes 1, a shift amount is taken modulo the width."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from ..emit.names import f32, u8, u32
from ..emit.operands import TypedValue
from ..emit.types import Scalar, Vector
from ..ir.expand import safe_divisor
from ..spirv import SpirvInstruction
from .functions import FunctionLowering
from .numbers import elements, ids, like, numbers, scalar_of, signed, unsigned
from .registry import lowers
from .values import Value

__all__: list[str] = []


# --- sums and products -----------------------------------------------------------------------------------------------


@lowers("OpIAdd", "OpISub", "OpIMul")
def _integer(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The same operation; the signedness of the operand types is irrelevant. Naga goes through `as_type<uint>`."""
    left, right = [like(f, number, f.metal(i.type)) for number in numbers(f, i)]
    make = {"OpIAdd": f.b.add, "OpISub": f.b.sub, "OpIMul": f.b.mul}[i.name]
    return make(left, right)


@lowers("OpFAdd", "OpFSub", "OpFMul", "OpFDiv")
def _float(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The same operation."""
    left, right = numbers(f, i)
    make = {"OpFAdd": f.b.add, "OpFSub": f.b.sub, "OpFMul": f.b.mul, "OpFDiv": f.b.div}[i.name]
    return make(left, right)


@lowers("OpFmaKHR")
def _fused(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.fma`."""
    return f.b.math("fma", *numbers(f, i))


@lowers("OpSNegate")
def _negated(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """0 minus the operand."""
    return f.b.neg(like(f, f.number(ids(i)[0]), f.metal(i.type)))


@lowers("OpFNegate")
def _float_negated(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`fneg`."""
    return f.b.neg(f.number(ids(i)[0]))


@lowers("OpFRem")
def _float_remainder(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.fmod`, which has the sign of the dividend."""
    left, right = numbers(f, i)
    return f.b.math("fmod", left, right)


@lowers("OpFMod")
def _float_modulus(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`x - y * floor(x / y)`, as GLSL's `mod` is defined: it has the sign of the divisor."""
    left, right = numbers(f, i)
    return left - right * f.b.math("floor", left / right)


@lowers("OpIAddCarry", "OpISubBorrow")
def _with_carry(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The sum or difference, and a comparison that gives the carry."""
    left, right = [unsigned(f, id) for id in ids(i)]
    if i.name == "OpIAddCarry":
        result = left + right
        carried = result < left
    else:
        result = left - right
        carried = left < right
    return _pair(f, i, result, f.b.convert(carried, left.type))


@lowers("OpUMulExtended", "OpSMulExtended")
def _long_product(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The product and `air.mul_hi`."""
    take = signed if i.name == "OpSMulExtended" else unsigned
    left, right = [take(f, id) for id in ids(i)]
    return _pair(f, i, left * right, f.b.air("mul_hi", left, right))


def _pair(f: FunctionLowering, i: SpirvInstruction, first: TypedValue, second: TypedValue) -> Value:
    return f.composite(i.type, [first, second])


# --- division of integers --------------------------------------------------------------------------------------------


def _divisor(f: FunctionLowering, left: TypedValue, right: TypedValue, id: int) -> TypedValue:
    """The divisor, replaced by 1 if it is 0, or if it is -1 and the quotient does not fit. `id`: the operand."""
    constant_numbers = _constant_numbers(f, id)
    if constant_numbers and not {0, -1} & set(constant_numbers):
        return right
    make = partial(safe_divisor, signed=scalar_of(right.type).is_signed)
    return f.b.expanded("division", make, left, right, result=right.type)


def _constant_numbers(f: FunctionLowering, id: int) -> list[int]:
    """The numbers of a constant that is not specialized; empty for any other value."""
    constant = f.spirv.constants.get(id)
    if constant is None or constant.is_spec:
        return []
    if isinstance(constant.value, tuple):
        parts = [_constant_numbers(f, part) for part in constant.value]
        return [number for part in parts for number in part] if all(parts) else []
    return [constant.value] if type(constant.value) is int else []


@lowers("OpUDiv", "OpUMod")
def _unsigned_division(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The same operation, with divisor 1 in place of 0, as Naga's `naga_div`, `naga_mod`; SPIRV-Cross emits the
    operator alone."""
    left, right = [unsigned(f, id) for id in ids(i)]
    safe = _divisor(f, left, right, ids(i)[1])
    return f.b.div(left, safe) if i.name == "OpUDiv" else f.b.rem(left, safe)


@lowers("OpSDiv", "OpSRem")
def _signed_division(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The same operation, with divisor 1 in place of 0, and of -1 for the lowest dividend. A constant divisor other
    than 0 and -1 is not checked."""
    left, right = [signed(f, id) for id in ids(i)]
    safe = _divisor(f, left, right, ids(i)[1])
    return f.b.div(left, safe) if i.name == "OpSDiv" else f.b.rem(left, safe)


@lowers("OpSMod")
def _signed_modulus(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`srem`, plus the divisor where the signs differ: it has the sign of the divisor."""
    left, right = [signed(f, id) for id in ids(i)]
    rest = f.b.rem(left, _divisor(f, left, right, ids(i)[1]))
    differs = rest.ne(0) & ((rest ^ right) < 0)
    return f.b.select(differs, rest + right, rest)


# --- dot products of integers ----------------------------------------------------------------------------------------


@lowers("OpSDot", "OpUDot", "OpSUDot", "OpSDotAccSat", "OpUDotAccSat", "OpSUDotAccSat")
def _integer_dot(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The sum of products of extended elements, also of 4 x 8 bits packed in a number; `AccSat` adds with
    `air.add_sat`."""
    signs = {"OpSDot": (True, True), "OpUDot": (False, False), "OpSUDot": (True, False)}[i.name.removesuffix("AccSat")]
    type = f.metal(i.type)
    total: TypedValue | None = None
    pairs = zip(
        *[_lanes(f, id, sign, scalar_of(type)) for id, sign in zip(ids(i)[:2], signs, strict=True)], strict=True
    )
    for left, right in pairs:
        product = left * right
        total = product if total is None else total + product
    assert total is not None
    if not i.name.endswith("AccSat"):
        return total
    summand = like(f, f.number(ids(i)[2]), type)
    take = f.signed if signs[0] else f.unsigned
    return f.b.air("add_sat", take(total), take(summand))


def _lanes(f: FunctionLowering, id: int, sign: bool, to: Scalar) -> list[TypedValue]:
    """The numbers of a vector or packed operand, sign- or zero-extended to the width of `to`."""
    value = f.number(id)
    if isinstance(value.type, Vector):
        parts = elements(f, value)
    else:
        word = f.unsigned(value)
        parts = [f.b.convert(word >> 8 * n, u8) for n in range(4)]
    wide = [f.b.resize(f.signed(part) if sign else f.unsigned(part), to.bits) for part in parts]
    return [f.signed(part) if to.is_signed else f.unsigned(part) for part in wide]


@lowers("OpFDot2MixAcc32VALVE", "OpFDot2MixAcc16VALVE")
def _mixed_dot(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The accumulator plus the products of two pairs, in single precision, rounded once to the result."""
    left, right = [elements(f, f.number(id)) for id in ids(i)[:2]]
    total = f.b.convert(f.number(ids(i)[2]), f32)
    for first, second in zip(left, right, strict=True):
        total = f.b.convert(first, f32) * f.b.convert(second, f32) + total
    return f.b.convert(total, f.metal(i.type))


# --- bits ------------------------------------------------------------------------------------------------------------


@lowers("OpBitwiseAnd", "OpBitwiseOr", "OpBitwiseXor")
def _bitwise(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The same operation."""
    left, right = [like(f, number, f.metal(i.type)) for number in numbers(f, i)]
    return {"OpBitwiseAnd": f.b.and_, "OpBitwiseOr": f.b.or_, "OpBitwiseXor": f.b.xor}[i.name](left, right)


@lowers("OpNot")
def _inverted(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`xor` with -1."""
    return f.b.not_(like(f, f.number(ids(i)[0]), f.metal(i.type)))


@lowers("OpShiftLeftLogical", "OpShiftRightLogical", "OpShiftRightArithmetic")
def _shift(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The same operation, with the amount modulo the width, as in Metal."""
    take = signed if i.name == "OpShiftRightArithmetic" else unsigned
    value = take(f, ids(i)[0])
    by = like(f, unsigned(f, ids(i)[1]), value.type) & (scalar_of(value.type).bits - 1)
    return f.b.shl(value, by) if i.name == "OpShiftLeftLogical" else f.b.shr(value, by)


@lowers("OpBitFieldInsert")
def _field_inserted(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.insert_bits`, with a defined result for a width of 0. Naga limits offset and width to the type."""
    value, field = [like(f, number, f.metal(i.type)) for number in numbers(f, i)[:2]]
    return f.b.air("insert_bits", value, field, *_range(f, ids(i)[2:]))


@lowers("OpBitFieldSExtract", "OpBitFieldUExtract")
def _field(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.extract_bits`, with a defined result for a width of 0. Naga limits offset and width to the type."""
    take = signed if i.name == "OpBitFieldSExtract" else unsigned
    return f.b.air("extract_bits", take(f, ids(i)[0]), *_range(f, ids(i)[1:]))


def _range(f: FunctionLowering, operands: list[int]) -> list[TypedValue]:
    """Offset and width of a field."""
    return [like(f, unsigned(f, id), u32) for id in operands]


@lowers("OpBitReverse")
def _reversed(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.reverse_bits`."""
    return f.b.air("reverse_bits", f.number(ids(i)[0]))


@lowers("OpBitCount")
def _counted(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.popcount`."""
    return like(f, f.b.air("popcount", unsigned(f, ids(i)[0])), f.metal(i.type))


# --- comparisons and logic -------------------------------------------------------------------------------------------

_RELATIONS = {"Equal": "eq", "NotEqual": "ne", "LessThan": "lt", "LessThanEqual": "le", "GreaterThan": "gt"}
_RELATIONS |= {"GreaterThanEqual": "ge"}


@lowers("OpIEqual", "OpINotEqual")
@lowers(*[f"Op{sign}{name}" for sign in "SU" for name in _RELATIONS if "Than" in name])
def _compared(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`icmp` with the predicate's signedness, independent of the operand types."""
    take = signed if i.name[2] == "S" else unsigned
    left, right = [take(f, id) for id in ids(i)]
    return f.b.compare(_RELATIONS[i.name[3:]], left, right)


@lowers(*[f"OpF{order}{name}" for order in ("Ord", "Unord") for name in _RELATIONS])
def _float_compared(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`fcmp`; ordered predicates are false if an operand is NaN, unordered ones true."""
    left, right = numbers(f, i)
    is_ordered = i.name.startswith("OpFOrd")
    relation = _RELATIONS[i.name.removeprefix("OpFOrd" if is_ordered else "OpFUnord")]
    if relation == "ne":
        return f.b.compare("one" if is_ordered else "ne", left, right)
    return f.b.compare(relation if is_ordered else f"u{relation}", left, right)


@lowers("OpOrdered", "OpUnordered", "OpLessOrGreater")
def _ordered(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`fcmp ord`, `uno` or `one`."""
    left, right = numbers(f, i)
    return f.b.compare({"OpOrdered": "ord", "OpUnordered": "uno", "OpLessOrGreater": "one"}[i.name], left, right)


@lowers("OpIsNan")
def _is_nan(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`fcmp uno x, x`."""
    value = f.number(ids(i)[0])
    return f.b.compare("uno", value, value)


@lowers("OpIsInf", "OpIsFinite")
def _is_infinite(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A comparison of `air.fabs` with infinity."""
    value = f.number(ids(i)[0])
    infinity = f.b.const(value.type, float("inf"))
    return f.b.compare("eq" if i.name == "OpIsInf" else "lt", f.b.math("fabs", value), infinity)


@lowers("OpLogicalEqual", "OpLogicalNotEqual", "OpLogicalAnd", "OpLogicalOr")
def _logical(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`icmp`, `and`, `or` of bits."""
    left, right = numbers(f, i)
    if i.name == "OpLogicalEqual":
        return f.b.not_(f.b.xor(left, right))
    makers: dict[str, Callable[[TypedValue, TypedValue], TypedValue]] = {
        "OpLogicalNotEqual": f.b.xor,
        "OpLogicalAnd": f.b.and_,
        "OpLogicalOr": f.b.or_,
    }
    return makers[i.name](left, right)


@lowers("OpLogicalNot")
def _logical_not(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`xor` with true."""
    return f.b.not_(f.number(ids(i)[0]))


@lowers("OpAny", "OpAll")
def _any(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`or` or `and` of the elements."""
    value = f.number(ids(i)[0])
    return f.b.air("any" if i.name == "OpAny" else "all", value) if isinstance(value.type, Vector) else value


# --- hints -----------------------------------------------------------------------------------------------------------


@lowers("OpExpectKHR")
def _expected(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The first operand: a hint."""
    return f.value(ids(i)[0])


@lowers("OpAssumeTrueKHR")
def _assumed(f: FunctionLowering, i: SpirvInstruction) -> None:
    """Nothing: a hint."""
