"""Functions of other run-time libraries by name: those of C, of CUDA's libdevice and of AMD's OCML.

`log1pf`, `__nv_log1pf` and `__ocml_log1p_f32` are the same function, for which `opencl` has a row. This file has rows
for the remaining functions of libdevice. Sources: ISO C 7.12; NVIDIA's libdevice user's guide; the headers of
ROCm-Device-Libs. `tests/convert/test_libraries.py` runs every row.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ..base.errors import UnsupportedError
from ..ir import BinaryOperator, Call, Function, Predicate, TypeCode, Value
from ..passes.rewriter import Rewriter
from .casts import convert_value, fptoint_saturated
from .expressions import E, pick
from .integers import bit_count, product_of_24_bits
from .opencl import OPENCL, Invocation, MangledParameter, opencl_function
from .words import permute_nvidia

_SAME = """
acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh cospi erf erfc exp exp10 exp2 expm1 fabs fdim floor
fma fmax fmin fmod frexp hypot ilogb ldexp lgamma log log10 log1p log2 logb modf nextafter pow powr remainder remquo
rint round rsqrt sin sinh sinpi sqrt tan tanh tanpi tgamma trunc
"""
FLOATS = {
    **{name: name for name in _SAME.split()},
    "nearbyint": "rint",
    "roundeven": "rint",
    "scalbn": "ldexp",
    "powi": "pown",
    "pown": "pown",
}
"""Functions of floats, by their names without prefix and suffix, mapped to the equivalent rows of OpenCL functions."""
_PREFIX = re.compile(r"__nv_fast_|__nv_|__ocml_native_|__ocml_")
_SUFFIXES = {"_f32": TypeCode.FLOAT, "_f16": TypeCode.HALF, "f": TypeCode.FLOAT, "": TypeCode.DOUBLE}
_LETTERS = {TypeCode.FLOAT: "f", TypeCode.HALF: "Dh", TypeCode.INTEGER: "i"}


_REFUSED = {
    "v?printf": "a kernel that prints, for which no form in AIR is known",
    r"_Z\d+(read_image|write_image|get_image_)\w*": "images and samplers of OpenCL C are supported only as SPIR-V",
    r"__\w*pipe\w*|_Z\d+\w*_pipe\w*": "pipes of OpenCL, which Metal does not have",
    r"__enqueue_kernel\w*|__get_kernel_\w+|_Z17get_default_queuev": "kernels that start kernels",
}
"""Name patterns of functions that have no form in AIR, with the reason."""


def library_function(code: Rewriter, call: Call, callee: Function, values: list[Value]) -> Value | bool | None:
    """The replacement for a call of an undefined function; None for a function that another module may define."""
    name = callee.name
    for pattern, reason in _REFUSED.items():
        if re.fullmatch(pattern, name):
            raise UnsupportedError(f"@{name}: {reason}")
    if (mangled := re.match(r"_Z(\d+)([a-z]\w*)$", name)) is not None:
        own, types = mangled[2][: int(mangled[1])], mangled[2][int(mangled[1]) :]
        return opencl_function(code, call, own.removeprefix("native_").removeprefix("half_"), types, values)
    if name.startswith("__nv_") and (row := LIBDEVICE.get(name.removeprefix("__nv_"))) is not None:
        return row(code, call, [E(code, value, call.fast_flags) for value in values]).value
    name_and_type = _row_of(_PREFIX.sub("", name, count=1) if name.startswith("__") else name)
    if name_and_type is None:
        return None
    row_name, scalar = name_and_type
    codes = [value.type.code for value in values]
    if TypeCode.DOUBLE in (call.type.code, *codes):
        raise UnsupportedError(f"@{name} uses doubles, which Apple GPUs do not support")
    fits = all(value.type.is_pointer or value.type is code.i32 or value.type.code is scalar for value in values)
    if not fits or not codes or codes[0] is not scalar or call.type.code not in (scalar, TypeCode.INTEGER):
        return None
    parameters = [
        MangledParameter(_LETTERS.get(c, "f"), 1, c in (TypeCode.POINTER, TypeCode.OPAQUE_POINTER)) for c in codes
    ]
    result = OPENCL[row_name](Invocation(code, call, row_name, values, parameters))
    return result.value if isinstance(result, E) else result


def _row_of(stem: str) -> tuple[str, TypeCode] | None:
    """The row for a name without prefix, and the type in its suffix."""
    for suffix, scalar in _SUFFIXES.items():
        if stem.endswith(suffix) and (float_ := FLOATS.get(stem.removesuffix(suffix))) is not None:
            return float_, scalar
    return None


# --- libdevice -------------------------------------------------------------------------------------------------------

_Row = Callable[[Rewriter, Call, list[E]], E]


def _plain(make: Callable[..., E]) -> _Row:
    return lambda code, call, operands: make(*operands)


def _integers(family: str, *, signed: bool = False) -> _Row:
    """A row that calls an AIR function on integers."""

    def row(code: Rewriter, call: Call, operands: list[E]) -> E:
        type_ = operands[0].type
        return operands[0].of(code.air_call(family, [type_], [o.value for o in operands], signed=signed))

    return row


def _bits(name: str) -> _Row:
    """A row that calls an LLVM intrinsic on the bits of an integer. The result has 32 bits unless the intrinsic keeps
    the type.
    """

    def row(code: Rewriter, call: Call, operands: list[E]) -> E:
        return operands[0].of(bit_count(code, name, operands[0].value)).extended(call.type, signed=False)

    return row


def _first_bit(code: Rewriter, call: Call, operands: list[E]) -> E:
    """`ffs`: the index of the lowest set bit, counted from 1; 0 if there is none."""
    (x,) = operands
    return pick(x.eq(0), 0, x.of(bit_count(code, "cttz", x.value)) + 1).extended(call.type, signed=False)


def _mul24(*, signed: bool) -> _Row:
    return _plain(lambda x, y: x.of(product_of_24_bits(x.code, x.value, y.value, signed=signed)))


def _to_integer(rounding: str, *, signed: bool) -> _Row:
    """A row for a conversion, which saturates and gives 0 for NaN."""

    def row(code: Rewriter, call: Call, operands: list[E]) -> E:
        x = operands[0] if rounding == "trunc" else operands[0].math(rounding)
        return x.of(fptoint_saturated(code, x.value, call.type, signed=signed))

    return row


def _from_integer(*, signed: bool) -> _Row:
    def row(code: Rewriter, call: Call, operands: list[E]) -> E:
        return operands[0].of(convert_value(code, operands[0].value, call.type, "f", "s" if signed else "u"))

    return row


def _truth(make: Callable[[E], E]) -> _Row:
    return lambda code, call, operands: make(operands[0]).extended(call.type, signed=False)


def _float(operator: BinaryOperator) -> _Row:
    return _plain(lambda x, y: x.of(x.code.binary(operator, x.value, y.value, x.flags)))


_ROUNDINGS = {"rn": "rint", "rz": "trunc", "rd": "floor", "ru": "ceil"}
_INFINITE = float("inf")
LIBDEVICE: dict[str, _Row] = {
    **{
        f"{name}{ll}": _bits(llvm)
        for name, llvm in (("popc", "ctpop"), ("clz", "ctlz"), ("brev", "bitreverse"))
        for ll in ("", "ll")
    },
    **dict.fromkeys(("ffs", "ffsll"), _first_bit),
    **{name: _integers("mul_hi", signed=True) for name in ("mulhi", "mul64hi")},
    **{name: _integers("mul_hi") for name in ("umulhi", "umul64hi")},
    "mul24": _mul24(signed=True),
    "umul24": _mul24(signed=False),
    "sad": _plain(lambda x, y, z: x.of(x.code.air_call("abs_diff", [x.type], [x.value, y.value], signed=True)) + z),
    "usad": _plain(lambda x, y, z: x.of(x.code.air_call("abs_diff", [x.type], [x.value, y.value])) + z),
    "byte_perm": lambda code, call, operands: permute_nvidia(code, call, [o.value for o in operands]),
    **dict.fromkeys(("abs", "llabs"), _bits("abs")),
    **{f"{ll}{name}": _integers(name, signed=True) for name in ("min", "max") for ll in ("", "ll")},
    **{f"{ull}{name}": _integers(name) for name in ("min", "max") for ull in ("u", "ull")},
    "hadd": _integers("hadd", signed=True),
    "uhadd": _integers("hadd"),
    "rhadd": _integers("rhadd", signed=True),
    "urhadd": _integers("rhadd"),
    "fadd_rn": _float(BinaryOperator.FADD),
    "fsub_rn": _float(BinaryOperator.FSUB),
    "fmul_rn": _float(BinaryOperator.FMUL),
    **dict.fromkeys(("fdiv_rn", "fast_fdividef"), _float(BinaryOperator.FDIV)),
    "fmaf_rn": _plain(lambda x, y, z: x.math("fma", y, z)),
    "frcp_rn": _plain(lambda x: 1.0 / x),
    "fsqrt_rn": _plain(lambda x: x.math("sqrt")),
    "frsqrt_rn": _plain(lambda x: x.math("rsqrt")),
    "saturatef": _plain(lambda x: x.math("saturate")),
    "isnanf": _truth(lambda x: x.is_nan()),
    "isinff": _truth(lambda x: x.math("fabs").eq(_INFINITE)),
    "finitef": _truth(lambda x: x.math("fabs") < _INFINITE),
    "signbitf": _truth(lambda x: x.bits().compared(Predicate.ICMP_SLT, Predicate.ICMP_SLT, 0)),
    **{
        f"float2{word}_{rounding}": _to_integer(family, signed=not word.startswith("u"))
        for word in ("int", "uint", "ll", "ull")
        for rounding, family in _ROUNDINGS.items()
    },
    **{f"{word}2float_rn": _from_integer(signed=not word.startswith("u")) for word in ("int", "uint", "ll", "ull")},
    **dict.fromkeys(
        ("float_as_int", "float_as_uint", "int_as_float", "uint_as_float"),
        lambda code, call, operands: operands[0].as_type(call.type),
    ),
}
"""Functions of libdevice that C does not have, by their names without `__nv_`."""
