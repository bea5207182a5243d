"""Functions of other run-time libraries by name: those of C, of CUDA and of AMD's device library.

`sinf`, `__nv_sinf` and `__ocml_sin_f32` are LLVM's `llvm.sin.f32`, which the rules of intrinsics then take.
"""

from __future__ import annotations

import re

from ..base.errors import UnsupportedError
from ..ir import Call, Function, TypeCode, Value
from .code import Rewriter
from .opencl import opencl_function

__all__ = ["library_function"]

_ONE = "sqrt floor ceil trunc rint round sin cos tan asin acos atan sinh cosh tanh exp exp2 exp10 log log2 log10 fabs"
_INTRINSICS = {name: name for name in _ONE.split()}
_INTRINSICS |= {"nearbyint": "rint", "roundeven": "roundeven", "pow": "pow", "powr": "pow", "atan2": "atan2"}
_INTRINSICS |= {"fmin": "minnum", "fmax": "maxnum", "fma": "fma", "copysign": "copysign"}
_AIR = {"rsqrt": "rsqrt", "fmod": "fmod", "sinpi": "sinpi", "cospi": "cospi", "asinh": "asinh", "acosh": "acosh"}
_AIR |= {"atanh": "atanh", "fdim": "fdim", "nextafter": "nextafter"}
_KNOWN = _INTRINSICS.keys() | _AIR.keys()
_SUFFIXES = {"f": TypeCode.FLOAT, "_f32": TypeCode.FLOAT, "_f16": TypeCode.HALF, "": TypeCode.DOUBLE}
_WORDS = {TypeCode.FLOAT: "f32", TypeCode.HALF: "f16"}


def library_function(code: Rewriter, call: Call, callee: Function, values: list[Value]) -> Value | bool | None:
    """What takes the place of a call of an undefined function; None for one that another module may define."""
    name = callee.name
    if (mangled := re.match(r"_Z(\d+)([a-z]\w*)$", name)) is not None:
        own, types = mangled[2][: int(mangled[1])], mangled[2][int(mangled[1]) :]
        return opencl_function(code, call, own.removeprefix("native_").removeprefix("half_"), types, values)
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
