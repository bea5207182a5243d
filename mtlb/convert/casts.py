"""Casts that Apple's compilers never write: between integers and floats, of floating-point vectors, of vectors of bits.

They are replaced by `air.convert` (used in 572 of 1,549 modules, none of which has a native cast); docs/convert.md has
the table.
"""

from __future__ import annotations

from collections.abc import Callable

from ..air.intrinsics import overload, type_word
from ..base.errors import UnsupportedError
from ..ir import BinaryOperator, CastOperator, InstCode, Instruction, Predicate, Type, TypeCode, Value, WrapFlag
from ..ir.floats import FLOAT_FORMATS, float_bits
from ..ir.type_rules import is_vector
from ..passes.rewriter import Code, Rewriter

_TO_FLOAT = {CastOperator.UITOFP: "u", CastOperator.SITOFP: "s"}
_TO_INTEGER = {CastOperator.FPTOUI: "u", CastOperator.FPTOSI: "s"}
_WIDTHS = (8, 16, 32, 64)


def rule_cast(code: Rewriter, cast: Instruction) -> Value | None:
    """The replacement for a CAST."""
    opcode, value, type_ = cast.opcode, cast.operands[0], cast.type
    if opcode in _TO_FLOAT:
        return _to_float(code, value, type_, _TO_FLOAT[CastOperator(opcode)])
    if opcode in _TO_INTEGER:
        return _to_integer(code, value, type_, _TO_INTEGER[CastOperator(opcode)])
    if opcode in (CastOperator.FPTRUNC, CastOperator.FPEXT) and is_vector(type_):
        return convert_value(code, value, type_, "f", "f")
    if opcode == CastOperator.BITCAST:
        return _bits(code, value, type_)
    if opcode == CastOperator.PTRTOADDR:
        return code.cast(CastOperator.PTRTOINT, value, type_)
    if opcode == CastOperator.INTTOPTR:
        return rule_round_trip(code, cast)
    if opcode == CastOperator.TRUNC and code.is_source and type_.params == (1,) and type_.code is TypeCode.INTEGER:
        return _bit_test(code, cast)
    return None


def _bit_test(code: Rewriter, cast: Instruction) -> Value:
    """Whether the lowest bit of an integer is set; of one that is 0 or 1, as a bool in memory, whether it is not 0.

    LLVM up to 18 writes a truncation to i1 so (`visitTrunc` in InstCombineCasts.cpp), and so do Apple's compilers: of
    250 kernels with bools in PyTorch 2.14.1 (compiler 32023.883) none has such a truncation. In memory a byte other
    than 0 and 1 counts as true there.
    """
    value = cast.operands[0]
    range_ = code.module.kind_ids.get("range")
    has_range = isinstance(value, Instruction) and any(kind == range_ for kind, _ in value.metadata)
    if not has_range and not cast.fast_flags & WrapFlag.NO_UNSIGNED:
        value = code.binary(BinaryOperator.AND, value, code.integer(value.type, 1))
    test = code.compare(Predicate.ICMP_NE, value, code.null(value.type))
    test.type = cast.type  # one of another context in a result of an entry point
    return test


def elementwise(code: Code, type_: Type, function: Callable[..., Value], *values: Value) -> Value:
    """Apply `function` to each element of the values and join the results to a vector of `type_`; for scalars, its
    result.
    """
    if not is_vector(type_):
        return function(*values)
    columns = zip(*[code.elements(value) for value in values], strict=True)
    return code.joined(type_, [function(*column) for column in columns])


def convert_value(code: Code, value: Value, type_: Type, to: str, from_: str) -> Value:
    """`air.convert` of a value. `to` and `from_` are `f`, `s` or `u`. Long vectors are converted element by element."""
    if is_vector(type_) and type_.params[0] not in (2, 3, 4):
        return elementwise(code, type_, lambda item: convert_value(code, item, type_.scalar, to, from_), value)
    if to == from_ == "f" and not is_vector(type_):
        wider = FLOAT_FORMATS[type_.scalar.code].bits > FLOAT_FORMATS[value.type.scalar.code].bits
        return code.cast(CastOperator.FPEXT if wider else CastOperator.FPTRUNC, value, type_)
    name = (f"{to}.{type_word(type_)}", f"{from_}.{type_word(value.type)}")
    has_bfloat = TypeCode.BFLOAT in (type_.scalar.code, value.type.scalar.code)
    if is_vector(type_) and has_bfloat and (to, from_) != ("f", "f"):
        # Integers and vectors of bfloat are converted through float.
        float_ = code.like(type_, code.f32)
        middle = convert_value(code, value, float_, "f", from_)
        return convert_value(code, middle, type_, to, "f")
    return code.call(code.air_function(overload("convert", *name)), [value])


def _to_float(code: Rewriter, value: Value, type_: Type, sign: str) -> Value:
    width = value.type.scalar.params[0]
    if width == 1 and sign == "s":
        # -1.0 or 0.0; in the table booleans are always unsigned.
        value, width = code.resized(value, code.like(value.type, code.i32), signed=True), 32
    elif width != 1 and width not in _WIDTHS:
        requested = min([w for w in _WIDTHS if w > width], default=0)
        if not requested:
            raise UnsupportedError(f"a conversion from i{width}, which is wider than 64 bits")
        value = code.resized(value, code.like(value.type, code.context.integer_type(requested)), signed=sign == "s")
    return convert_value(code, value, type_, "f", sign)


def _to_integer(code: Rewriter, value: Value, type_: Type, sign: str) -> Value:
    width = type_.scalar.params[0]
    if width in _WIDTHS:
        return convert_value(code, value, type_, sign, "f")
    # `air.convert.u.i1` tests for a number other than 0; LLVM's instruction truncates.
    requested = min([w for w in (32, 64) if w >= width], default=0)
    if not requested:
        raise UnsupportedError(f"a conversion to i{width}, which is wider than 64 bits")
    wide = code.like(type_, code.context.integer_type(requested))
    return code.resized(convert_value(code, value, wide, sign, "f"), type_)


def fptoint_saturated(code: Rewriter, value: Value, type_: Type, *, signed: bool) -> Value:
    """`llvm.fptosi.sat` and `llvm.fptoui.sat`: the nearest number in the range of the type, 0 for NaN."""
    width = type_.scalar.params[0]
    if value.type.scalar.code is not TypeCode.FLOAT:
        value = convert_value(code, value, code.like(value.type, code.f32), "f", "f")
    low = -(1 << (width - 1)) if signed else 0
    high = (1 << (width - 1)) - 1 if signed else (1 << width) - 1
    shape = value.type
    lowest, beyond = [code.floating(shape, float_bits(TypeCode.FLOAT, float(n)) or 0) for n in (low, high + 1)]
    number = _to_integer(code, value, type_, "s" if signed else "u")
    is_low = code.compare(Predicate.FCMP_OLE, value, lowest)
    is_high = code.compare(Predicate.FCMP_OGE, value, beyond)
    number = code.select(is_low, code.integer(type_, low), number)
    number = code.select(is_high, code.integer(type_, high), number)
    is_nan = code.compare(Predicate.FCMP_UNO, value, value)
    return code.select(is_nan, code.integer(type_, 0), number)


def _bits(code: Rewriter, value: Value, type_: Type) -> Value | None:
    """A bitcast between a vector of i1 and an integer: element by element."""
    source_bits, target_bits = _is_bits(value.type), _is_bits(type_)
    if not source_bits and not target_bits:
        return None
    if source_bits and target_bits:
        return None
    if source_bits:
        count = value.type.params[0]
        width = min([w for w in _WIDTHS if w >= count], default=0)
        if not width:
            raise UnsupportedError(f"a vector of {count} bits as one number")
        wide = code.context.integer_type(width)
        number: Value = code.integer(wide, 0)
        for index, bit in enumerate(code.elements(value)):
            shifted = code.binary(BinaryOperator.SHL, code.resized(bit, wide), code.integer(wide, index))
            number = code.binary(BinaryOperator.OR, number, shifted)
        whole = number if width == count else code.resized(number, code.context.integer_type(count))
        return code.bitcast(whole, type_)
    count = type_.params[0]
    integer = code.context.integer_type(count)
    number = code.bitcast(value, integer)
    if (width := min([w for w in _WIDTHS if w >= count], default=0)) == 0:
        raise UnsupportedError(f"a number as a vector of {count} bits")
    number = code.resized(number, code.context.integer_type(width))
    bits = []
    for index in range(count):
        shifted = code.binary(BinaryOperator.LSHR, number, code.integer(number.type, index))
        bits.append(code.resized(shifted, code.i1))
    return code.joined(type_, bits)


def _is_bits(type_: Type) -> bool:
    return is_vector(type_) and type_.scalar.code is TypeCode.INTEGER and type_.scalar.params == (1,)


_MOST_STEPS = 64


def rule_round_trip(code: Rewriter, cast: Instruction) -> Value | None:
    """A pointer made from a number that was computed from one pointer: that pointer, or an address at a byte distance
    from it.

    The distance is the added number, or otherwise the number minus that of the pointer. This preserves the meaning of
    any computation (`+ 4`, `& -16`).
    """
    if cast.opcode != CastOperator.INTTOPTR:
        return None
    number = cast.operands[0]
    origins = _origins(number)
    if len(origins) != 1:
        return None
    origin = next(iter(origins))
    pointer, distance = origin.operands[0], None
    if pointer.type is cast.type:
        if number is origin:
            return pointer
        if isinstance(number, Instruction) and number.code is InstCode.BINOP and number.opcode == BinaryOperator.ADD:
            left, right = number.operands
            distance = right if left is origin else left if right is origin else None
    if distance is None:
        if number.type is not origin.type:
            return None
        distance = code.binary(BinaryOperator.SUB, number, origin)
    moved = code.gep(code.i8, pointer, distance, inbounds=0)
    return moved if moved.type is cast.type else code.cast(CastOperator.ADDRSPACECAST, moved, cast.type)


def _origins(number: Value) -> set[Instruction]:
    """The pointer-to-integer casts that a number is computed from. Loads, calls and phis end the search."""
    instructions: set[Instruction] = set()
    seen: set[Value] = set()
    work = [number]
    while work and len(seen) < _MOST_STEPS:
        value = work.pop()
        if value in seen or not isinstance(value, Instruction):
            continue
        seen.add(value)
        if value.code is InstCode.CAST and value.opcode == CastOperator.PTRTOINT:
            instructions.add(value)
        elif value.code is InstCode.BINOP or (value.code is InstCode.CAST and not value.operands[0].type.is_pointer):
            work += value.operands
        elif value.code is InstCode.VSELECT:
            work += value.operands[1:]
    return instructions
