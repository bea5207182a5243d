"""Functions of other run-time libraries by name: those of C, of CUDA and of AMD's device library.

`sinf`, `__nv_sinf` and `__ocml_sin_f32` are LLVM's `llvm.sin.f32`, which the rules of intrinsics then take.
"""

from __future__ import annotations

import re

from ..air.intrinsics import type_word
from ..base.errors import UnsupportedError
from ..ir import Call, Function, TypeCode, Value
from .code import Rewriter

__all__ = ["library_function"]

_ONE = "sqrt floor ceil trunc rint round sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10 fabs"
_INTRINSICS = {name: name for name in _ONE.split()}
_INTRINSICS |= {"nearbyint": "rint", "roundeven": "roundeven", "pow": "pow", "powr": "pow", "atan2": "atan2"}
_INTRINSICS |= {"fmin": "minnum", "fmax": "maxnum", "fma": "fma", "copysign": "copysign"}
_AIR = {"rsqrt": "rsqrt", "fmod": "fmod", "sinpi": "sinpi", "cospi": "cospi", "asinh": "asinh", "acosh": "acosh"}
_AIR |= {"atanh": "atanh", "fdim": "fdim", "nextafter": "nextafter"}
_KNOWN = _INTRINSICS.keys() | _AIR.keys()
_OPENCL = {"mad": "fmuladd", "popcount": "ctpop", "clz": "ctlz", "ctz": "cttz", "abs": "abs"}
_OPENCL_AIR = ("mix", "clamp", "saturate", "sign", "fract", "dot")
_SUFFIXES = {"f": TypeCode.FLOAT, "_f32": TypeCode.FLOAT, "_f16": TypeCode.HALF, "": TypeCode.DOUBLE}
_WORDS = {TypeCode.FLOAT: "f32", TypeCode.HALF: "f16"}


def library_function(code: Rewriter, call: Call, callee: Function, values: list[Value]) -> Value | None:
    """What takes the place of a call of an undefined function; None for one that another module may define."""
    name = callee.name
    if (mangled := re.match(r"_Z(\d+)([a-z]\w*)$", name)) is not None:
        return _opencl(code, call, mangled[2][: int(mangled[1])], mangled[2][int(mangled[1]) :], values)
    stem = re.sub(r"^(__nv_fast_|__nv_|__ocml_native_|__ocml_)", "", name)
    suffix = next((end for end in ("_f32", "_f16", "f") if stem.endswith(end) and stem[: -len(end)] in _KNOWN), "")
    base = stem.removesuffix(suffix)
    if base not in _KNOWN:
        return None
    type_ = call.type
    if type_.code is TypeCode.DOUBLE:
        raise UnsupportedError(f"@{name} is of doubles, which GPUs of Apple do not have")
    if _SUFFIXES[suffix] is not type_.code or any(value.type is not type_ for value in values):
        return None
    if base in _AIR:
        return code.air_call(_AIR[base], [type_], values, flags=call.fast_flags)
    function = code.declare(f"llvm.{_INTRINSICS[base]}.{_WORDS[type_.code]}", type_, [type_] * len(values))
    return code.call(function, values, call.fast_flags)


def _opencl(code: Rewriter, call: Call, name: str, types: str, values: list[Value]) -> Value | None:
    """A function of OpenCL C, by its name and the letters of its types."""
    name = name.removeprefix("native_").removeprefix("half_")
    type_ = call.type
    if any(value.type is not type_ for value in values) and name != "dot":
        return None
    is_integer = type_.scalar.code is TypeCode.INTEGER
    word = type_word(type_)
    if is_integer:
        signed = re.sub(r"^Dv\d+_", "", types)[:1] in "acsil"
        if name in ("min", "max"):
            return code.air_call(name, [type_], values, signed=signed)
        if name == "clamp":
            return code.air_call(name, [type_], values, signed=signed)
        if name in ("mul_hi", "abs_diff", "add_sat", "sub_sat", "hadd", "rhadd"):
            return code.air_call(name, [type_], values, signed=signed)
        if name in _OPENCL and name != "mad":
            more = [code.integer(code.i1, 0)] if _OPENCL[name] in ("ctlz", "cttz", "abs") else []
            parameters = [*[type_] * len(values), *(value.type for value in more)]
            return code.call(code.declare(f"llvm.{_OPENCL[name]}.{word}", type_, parameters), [*values, *more])
        return None
    if name in _OPENCL_AIR or name in _AIR:
        family = _AIR.get(name, name)
        return code.air_call(family, [values[0].type], values, flags=call.fast_flags)
    intrinsic = (
        _INTRINSICS.get(name) or ("fmuladd" if name == "mad" else "") or {"min": "minnum", "max": "maxnum"}.get(name)
    )
    if not intrinsic:
        return None
    function = code.declare(f"llvm.{intrinsic}.{word}", type_, [type_] * len(values))
    return code.call(function, values, call.fast_flags)
