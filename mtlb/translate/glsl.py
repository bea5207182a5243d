"""The extended instructions of GLSL.std.450, except those on matrices.
Each calls a function of Metal's library if the two are equivalent. Where Metal's function differs for some operands,
or does not exist, the definition in the extended instruction set is emitted."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Final

from ..emit.names import f16, f32, u32
from ..emit.operands import TypedValue
from ..emit.parts import frexp, modf
from ..emit.types import Handle, Scalar, Vector
from ..spirv import SpirvInstruction
from ..spirv.enumerants import GLSLstd450
from ..spirv.opcodes import OP_ACCESS_CHAIN, OP_COPY_OBJECT, OP_IN_BOUNDS_ACCESS_CHAIN
from . import access
from .functions import FunctionLowering
from .matrices import dot
from .memory import part as part_of
from .numbers import ids, like, numbers, scalar_of, signed, unsigned
from .registry import Handler, lowers_extended
from .values import ColumnPlace, Composite, MemoryPlace, Value, ValuePlace, interpolant_of

__all__: list[str] = []

_SET: Final = "GLSL.std.450"
_G = GLSLstd450

# --- functions that Metal has ----------------------------------------------------------------------------------------

_SAME: Final = {
    _G.Round: "rint",  # the rounding of ties is unspecified; Vulkan drivers and Naga round to even
    _G.RoundEven: "rint",
    _G.Trunc: "trunc",
    _G.FAbs: "fabs",
    _G.FSign: "sign",
    _G.Floor: "floor",
    _G.Ceil: "ceil",
    _G.Sin: "sin",
    _G.Cos: "cos",
    _G.Tan: "tan",
    _G.Asin: "asin",
    _G.Acos: "acos",
    _G.Atan: "atan",
    _G.Sinh: "sinh",
    _G.Cosh: "cosh",
    _G.Tanh: "tanh",
    _G.Asinh: "asinh",
    _G.Acosh: "acosh",
    _G.Atanh: "atanh",
    _G.Atan2: "atan2",
    _G.Pow: "pow",
    _G.Exp: "exp",
    _G.Log: "log",
    _G.Exp2: "exp2",
    _G.Log2: "log2",
    _G.Sqrt: "sqrt",
    _G.InverseSqrt: "rsqrt",
    _G.FMin: "fmin",
    _G.FMax: "fmax",
    _G.NMin: "fmin",  # Metal's function returns the operand that is not NaN
    _G.NMax: "fmax",
    _G.FClamp: "clamp",
    _G.NClamp: "clamp",
    _G.Fma: "fma",
}
_OF_INTEGERS: Final = {
    _G.SAbs: "abs",
    _G.SMin: "min",
    _G.UMin: "min",
    _G.SMax: "max",
    _G.UMax: "max",
    _G.SClamp: "clamp",
    _G.UClamp: "clamp",
}


@lowers_extended(_SET, *_SAME)
def _same(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The function with the corresponding name: `air.sin`, `air.fmin`…; `Round` and `RoundEven` are `air.rint`.
    The precise form, not `air.fast_…`, unless `fast_math` is set. Minima, maxima and clamps return the operand that
    is not NaN; SPIRV-Cross writes `fast::min` for F and `precise::min` for N."""
    return f.b.math(_SAME[GLSLstd450(int(i.operands[1]))], *numbers(f, i))


@lowers_extended(_SET, *_OF_INTEGERS)
def _of_integers(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.abs`, `air.min`, `air.max`, `air.clamp` with the signedness of the instruction."""
    number = GLSLstd450(int(i.operands[1]))
    take = signed if number.name.startswith("S") else unsigned
    return f.b.air(_OF_INTEGERS[number], *[take(f, id) for id in ids(i)])


def _defines(count: int, *extended: GLSLstd450) -> Callable[[Handler], Handler]:
    """Register a handler of extended instructions that take `count` operands."""

    def register(handler: Handler) -> Handler:
        @wraps(handler)
        def checked(f: FunctionLowering, i: SpirvInstruction) -> Value | None:
            if len(ids(i)) != count:
                raise f.refuse(i, f"{GLSLstd450(int(i.operands[1])).name} takes {count} operands, not {len(ids(i))}")
            return handler(f, i)

        lowers_extended(_SET, *extended)(checked)
        return handler

    return register


# --- functions of one number -----------------------------------------------------------------------------------------


@_defines(1, _G.SSign)
def _sign(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The operand limited to -1…1 by `air.min` and `air.max`."""
    value = signed(f, ids(i)[0])
    unit = f.b.const(value.type, 1)
    return f.b.air("max", f.b.air("min", value, unit), f.b.neg(unit))


@_defines(1, _G.Fract)
def _fraction(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`x - floor(x)`, which may be 1 for small negative numbers; Metal's `fract` is never 1."""
    (value,) = numbers(f, i)
    return value - f.b.math("floor", value)


@_defines(1, _G.Radians, _G.Degrees)
def _turned(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A product with a constant."""
    (value,) = numbers(f, i)
    return value * (0.017453292519943295 if int(i.operands[1]) == _G.Radians else 57.29577951308232)


# --- parts of a float ------------------------------------------------------------------------------------------------


def _split(f: FunctionLowering, value: TypedValue) -> tuple[TypedValue, TypedValue]:
    whole = f.b.math("trunc", value)
    return modf(f.b, value, whole), whole


@_defines(1, _G.ModfStruct)
def _modf_struct(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.trunc`, and the rest with the operand's sign (0 for infinities)."""
    return f.composite(i.type, _split(f, numbers(f, i)[0]))


@_defines(2, _G.Modf)
def _modf(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.trunc`, and the rest with the operand's sign (0 for infinities)."""
    rest, part = _split(f, f.number(ids(i)[0]))
    _write(f, i, part)
    return rest


@_defines(1, _G.FrexpStruct)
def _frexp_struct(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Computed from the bits, with subnormal numbers scaled first."""
    fraction, exponent = frexp(f.b, numbers(f, i)[0], f.b.convert)
    return f.composite(i.type, [fraction, exponent])


@_defines(2, _G.Frexp)
def _frexp(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Computed from the bits, with subnormal numbers scaled first."""
    fraction, exponent = frexp(f.b, f.number(ids(i)[0]), f.b.convert)
    _write(f, i, exponent)
    return fraction


def _write(f: FunctionLowering, i: SpirvInstruction, value: TypedValue) -> None:
    """Store to the pointer in the second operand."""
    place = f.place(ids(i)[1])
    if not isinstance(place, (MemoryPlace, ColumnPlace)):
        raise f.refuse(i, "it writes to something that is not memory")
    type = f.metal(place.type)
    f.store(place, like(f, value, type) if scalar_of(type).is_integer else value)


@_defines(2, _G.Ldexp)
def _ldexp(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.ldexp`; its exponents have 32 bits, so wider ones are clamped."""
    value, exponent = numbers(f, i)
    exponent = f.signed(exponent)
    if scalar_of(exponent.type).bits > 32:
        exponent = f.b.math("clamp", exponent, -0x80000000, 0x7FFFFFFF)
    return f.b.air("ldexp", value, f.unsigned(f.b.resize(exponent, 32)))


# --- mixing ----------------------------------------------------------------------------------------------------------


@_defines(3, _G.FMix)
def _mix(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`x * (1 - a) + y * a`, which is y for a = 1; Metal's `x + (y - x) * a` may not be."""
    x, y, weight = numbers(f, i)
    return x * (1.0 - weight) + y * weight


@_defines(2, _G.Step)
def _step(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A comparison and a selection."""
    edge, value = numbers(f, i)
    return f.b.select(value < edge, f.b.const(value.type, 0.0), f.b.const(value.type, 1.0))


@_defines(3, _G.SmoothStep)
def _smooth_step(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The formula of the set: `t * t * (3 - 2 * t)` of the clamped quotient."""
    low, high, value = numbers(f, i)
    zero, unit = [f.b.const(value.type, number) for number in (0.0, 1.0)]
    at = f.b.math("clamp", (value - low) / (high - low), zero, unit)
    return at * at * (3.0 - 2.0 * at)


# --- packing ---------------------------------------------------------------------------------------------------------

_PACKED: Final = {
    _G.PackSnorm4x8: "snorm4x8",
    _G.PackUnorm4x8: "unorm4x8",
    _G.PackSnorm2x16: "snorm2x16",
    _G.PackUnorm2x16: "unorm2x16",
}
_UNPACKED: Final = {
    _G.UnpackSnorm4x8: "snorm4x8",
    _G.UnpackUnorm4x8: "unorm4x8",
    _G.UnpackSnorm2x16: "snorm2x16",
    _G.UnpackUnorm2x16: "unorm2x16",
}


@_defines(1, *_PACKED)
def _pack(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.pack.…`."""
    return f.b.pack(_PACKED[GLSLstd450(int(i.operands[1]))], numbers(f, i)[0])


@_defines(1, *_UNPACKED)
def _unpack(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.unpack.…`."""
    return f.b.unpack(_UNPACKED[GLSLstd450(int(i.operands[1]))], unsigned(f, ids(i)[0]), f.metal(i.type))


@_defines(1, _G.PackHalf2x16)
def _pack_half(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A conversion to half and a `bitcast`."""
    return f.b.bitcast(f.b.convert(numbers(f, i)[0], Vector(f16, 2)), u32)


@_defines(1, _G.UnpackHalf2x16)
def _unpack_half(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """A `bitcast` and a conversion from half."""
    return f.b.convert(f.b.bitcast(unsigned(f, ids(i)[0]), Vector(f16, 2)), Vector(f32, 2))


@lowers_extended(_SET, _G.PackDouble2x32, _G.UnpackDouble2x32)
def _double(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Refused: Metal has no double."""
    raise f.refuse(i, "Metal has no double")


# --- geometry --------------------------------------------------------------------------------------------------------


def _length(f: FunctionLowering, value: TypedValue) -> TypedValue:
    return f.b.math("sqrt", dot(f, value, value)) if isinstance(value.type, Vector) else f.b.math("fabs", value)


@_defines(1, _G.Length)
def _vector_length(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.dot` and `air.sqrt`; for a scalar `air.fabs`."""
    return _length(f, numbers(f, i)[0])


@_defines(2, _G.Distance)
def _distance(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The length of the difference."""
    left, right = numbers(f, i)
    return _length(f, left - right)


@_defines(2, _G.Cross)
def _cross(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Products of shuffled vectors, as defined."""
    left, right = numbers(f, i)
    after, before = [1, 2, 0], [2, 0, 1]
    b = f.b
    return b.shuffle(left, after) * b.shuffle(right, before) - b.shuffle(left, before) * b.shuffle(right, after)


@_defines(1, _G.Normalize)
def _normalized(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The product with `air.rsqrt` of `air.dot`; for a scalar `air.sign`."""
    (value,) = numbers(f, i)
    if isinstance(value.type, Scalar):
        return f.b.math("sign", value)
    return value * f.b.math("rsqrt", dot(f, value, value))


@_defines(3, _G.FaceForward)
def _face_forward(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """As defined, by `air.dot` and a selection; also of one number."""
    normal, incident, reference = numbers(f, i)
    return f.b.select(dot(f, reference, incident) < 0.0, normal, f.b.neg(normal))


@_defines(2, _G.Reflect)
def _reflected(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`i - n * (dot(n, i) * 2)`; also of one number."""
    incident, normal = numbers(f, i)
    return incident - normal * (dot(f, normal, incident) * 2.0)


@_defines(3, _G.Refract)
def _refracted(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """As defined; 0 for total internal reflection; also for scalars."""
    incident, normal, ratio = numbers(f, i)
    along = dot(f, normal, incident)
    k = 1.0 - ratio * ratio * (1.0 - along * along)
    root = f.b.math("sqrt", f.b.math("fmax", k, f.b.const(k.type, 0.0)))
    bent = incident * ratio - normal * (ratio * along + root)
    return f.b.select(k < 0.0, f.b.const(bent.type, 0.0), bent)


# --- bits ------------------------------------------------------------------------------------------------------------


@_defines(1, _G.FindILsb)
def _lowest_bit(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.ctz`; -1 for 0."""
    value = unsigned(f, ids(i)[0])
    count = f.b.air("ctz", value, False)
    count = f.b.select(value.eq(0), f.b.const(value.type, -1), count)
    return _as_result(f, i, count)


@_defines(1, _G.FindUMsb, _G.FindSMsb)
def _highest_bit(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The width - 1 - `air.clz`, of `x ^ (x >> 31)` for signed numbers; -1 for 0 and for -1."""
    bits = scalar_of(f.number(ids(i)[0]).type).bits
    if int(i.operands[1]) == _G.FindSMsb:
        number = signed(f, ids(i)[0])
        value = f.unsigned(number ^ (number >> bits - 1))
    else:
        value = unsigned(f, ids(i)[0])
    return _as_result(f, i, f.b.sub(bits - 1, f.b.air("clz", value, False)))


def _as_result(f: FunctionLowering, i: SpirvInstruction, value: TypedValue) -> TypedValue:
    return f.b.resize(f.signed(value), scalar_of(f.metal(i.type)).bits)


# --- interpolation ---------------------------------------------------------------------------------------------------


@lowers_extended(_SET, _G.InterpolateAtCentroid, _G.InterpolateAtSample, _G.InterpolateAtOffset)
def _interpolated(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.interpolate_centroid_…`, `…_sample_…`, `…_offset_…` on an interpolant, or on a part of one.
    Half a pixel is added to offsets: Metal measures them from the corner of the pixel, not from its center."""
    pointer, *rest = ids(i)
    variable, path = pointer, list[int]()
    while variable not in f.spirv.variables:
        chain = f.spirv.definition(variable)
        if chain.op not in (OP_ACCESS_CHAIN, OP_IN_BOUNDS_ACCESS_CHAIN, OP_COPY_OBJECT):
            raise f.refuse(i, f"%{pointer} is not a part of an input that is known here")
        path = [int(operand) for operand in chain.operands[1:]] + path
        variable = int(chain.operands[0])
    handles = f.globals.get(interpolant_of(variable))
    if handles is None:
        raise f.refuse(i, f"%{variable} is not an input with a location")
    where, extra = "centroid", list[TypedValue]()
    if i.operands[1] == _G.InterpolateAtSample:
        where, extra = "sample", [f.unsigned(f.number(rest[0]))]
    elif i.operands[1] == _G.InterpolateAtOffset:
        where, extra = "offset", [f.number(rest[0]) + 0.5]

    def pull(value: Value, type: int, path: list[int]) -> Value:
        if isinstance(value, Composite):
            parts = f.types.parts(type)
            constant = f.spirv.constants.get(path[0]) if path else None
            if constant is not None and isinstance(constant.value, int) and not constant.is_spec:
                if not 0 <= constant.value < len(parts):
                    raise f.refuse(i, access.no_part(constant.value, len(parts)))
                return pull(value.parts[constant.value], parts[constant.value], path[1:])
            value = Composite(
                type, tuple(pull(part_value, part, []) for part_value, part in zip(value.parts, parts, strict=True))
            )
        assert isinstance(value, (TypedValue, Composite))
        if isinstance(value, TypedValue) and isinstance(value.type, Handle):
            how = "no_perspective" if "no_perspective" in value.type.name else "perspective"
            value = f.b.air(f"interpolate_{where}_{how}", value, *extra, result=f.metal(type))
        place: MemoryPlace | ColumnPlace | ValuePlace = ValuePlace(type, value)
        for index in path:
            place = part_of(f, i, place, index)
        return f.load(place)

    return pull(handles, f.spirv.variables[variable].pointee, path)
