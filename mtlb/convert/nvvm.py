"""NVPTX intrinsics on numbers, `llvm.nvvm.*`, which CUDA's device library uses.

A name is an operation and modifiers: the rounding (`rn`, `rz`, `rm`, `rp`, `approx`), `ftz`, types. Apple's GPUs round
to nearest: operations with another rounding have no form, except for conversions to integers. Source: LLVM's user guide
and IntrinsicsNVVM.td.
"""

from __future__ import annotations

from ..air.intrinsics import type_word
from ..ir import BinaryOperator, Call, CastOperator, Value
from ..passes.rewriter import Rewriter
from .integers import bit_count, product_of_24_bits
from .math import air_math

_PREFIX = "llvm.nvvm."
_MATH = {
    **{name: name for name in ("fabs", "floor", "ceil", "trunc", "sqrt", "rsqrt", "sin", "cos", "tanh", "fma")},
    "round": "rint",
    "ex2": "exp2",
    "lg2": "log2",
    "fmin": "fmin",
    "fmax": "fmax",
    "saturate": "saturate",
}
_OPERATORS = {"add": BinaryOperator.FADD, "mul": BinaryOperator.FMUL, "div": BinaryOperator.FDIV}
_TO_INTEGER = {"f2i": "fptosi", "f2ui": "fptoui", "f2ll": "fptosi", "f2ull": "fptoui"}
_FROM_INTEGER = {
    "i2f": CastOperator.SITOFP,
    "ui2f": CastOperator.UITOFP,
    "ll2f": CastOperator.SITOFP,
    "ull2f": CastOperator.UITOFP,
}
_ROUNDED = {"rn": "rint", "rm": "floor", "rp": "ceil"}
_DIRECTED = frozenset({"rz", "rm", "rp", "rna"})
_PLAIN = frozenset({"rn", "approx", "full", "ftz", "nan", "f", "f32", "f16", "bf16", "f16x2", "bf16x2", "d"})
_BITS = {"clz": "ctlz", "popc": "ctpop", "brev32": "bitreverse", "brev64": "bitreverse"}


def nvvm_function(code: Rewriter, call: Call, name: str, values: list[Value]) -> Value | None:
    """The replacement for a call; None for an intrinsic that is not listed here."""
    if not name.startswith(_PREFIX):
        return None
    operation, *words = name[len(_PREFIX) :].split(".")
    if operation in _BITS:
        return code.resized(bit_count(code, _BITS[operation], values[0]), call.type)
    if operation == "bitcast":
        return code.bitcast(values[0], call.type)
    if operation in ("mulhi", "mul24", "sad"):
        return _integers(code, operation, not words[-1:][0].startswith("u"), values)
    if operation in _TO_INTEGER:
        return _to_integer(code, call, _TO_INTEGER[operation], words, values[0])
    if not set(words) <= _PLAIN or set(words) & _DIRECTED:
        return None
    if operation in _FROM_INTEGER:
        return code.cast(_FROM_INTEGER[operation], values[0], call.type)
    if operation == "f2h":
        return code.bitcast(code.cast(CastOperator.FPTRUNC, values[0], code.f16), call.type)
    if operation == "rcp":
        return code.binary(BinaryOperator.FDIV, code.one(call.type), values[0], call.fast_flags)
    if operation in _OPERATORS and len(values) == 2:
        return code.binary(_OPERATORS[operation], values[0], values[1], call.fast_flags)
    if operation in ("fmin", "fmax") and "nan" in words:
        family = "minimum" if operation == "fmin" else "maximum"
        function = code.declare(f"llvm.{family}.{type_word(call.type)}", call.type, [call.type] * 2)
        return code.call(function, values, call.fast_flags)
    family = _MATH.get(operation, "")
    return air_math(code, family, values, call.fast_flags) if family else None


def _integers(code: Rewriter, operation: str, signed: bool, values: list[Value]) -> Value:
    type_ = values[0].type
    if operation == "mulhi":
        return code.air_call("mul_hi", [type_], values, signed=signed)
    if operation == "sad":
        difference = code.air_call("abs_diff", [type_], values[:2], signed=signed)
        return code.binary(BinaryOperator.ADD, difference, values[2])
    return product_of_24_bits(code, *values[:2], signed=signed)


def _to_integer(code: Rewriter, call: Call, family: str, words: list[str], value: Value) -> Value | None:
    """A conversion that saturates and gives 0 for NaN, as `llvm.fptosi.sat` does."""
    rounding = words[0] if words else ""
    if rounding in _ROUNDED:
        value = air_math(code, _ROUNDED[rounding], [value], 0)
    elif rounding != "rz":
        return None
    name = f"llvm.{family}.sat.{type_word(call.type)}.{type_word(value.type)}"
    return code.call(code.declare(name, call.type, [value.type]), [value])
