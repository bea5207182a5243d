"""Instructions of vendor extensions with equivalents in Metal.
Sources: the specifications SPV_INTEL_shader_integer_functions2 and SPV_AMD_shader_trinary_minmax."""

from __future__ import annotations

from typing import Final

from ..emit.operands import TypedValue
from ..spirv import SpirvInstruction
from .functions import FunctionLowering
from .numbers import ids, signed, unsigned
from .registry import lowers, lowers_extended
from .values import Value

__all__: list[str] = []

_INTEL: Final = {
    "UCountLeadingZeros": "clz",
    "UCountTrailingZeros": "ctz",
    "AbsISub": "abs_diff",
    "AbsUSub": "abs_diff",
    "IAddSat": "add_sat",
    "UAddSat": "add_sat",
    "ISubSat": "sub_sat",
    "USubSat": "sub_sat",
    "IAverage": "hadd",
    "UAverage": "hadd",
    "IAverageRounded": "rhadd",
    "UAverageRounded": "rhadd",
}


@lowers(*[f"Op{name}INTEL" for name in _INTEL])
def _integers(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The equivalent AIR function."""
    name = i.name.removeprefix("Op").removesuffix("INTEL")
    take = unsigned if name.removeprefix("Abs").startswith("U") else signed
    defined = [False] if _INTEL[name] in ("clz", "ctz") else []  # for 0 it is the width
    return f.b.air(_INTEL[name], *[take(f, id) for id in ids(i)], *defined)


@lowers("OpIMul32x16INTEL", "OpUMul32x16INTEL")
def _short_product(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The product of a number and the low 16 bits of another."""
    take = signed if i.name == "OpIMul32x16INTEL" else unsigned
    left, right = [take(f, id) for id in ids(i)]
    return left * ((right << 16) >> 16)


@lowers_extended("SPV_AMD_shader_trinary_minmax", *range(1, 10))
def _of_three(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The minimum, maximum or median of three."""
    number = int(i.operands[1]) - 1
    what, kind = ("min", "max", "mid")[number // 3], ("float", "unsigned", "signed")[number % 3]
    if len(ids(i)) != 3:
        raise f.refuse(i, f"it takes 3 operands, not {len(ids(i))}")

    def least(left: TypedValue, right: TypedValue) -> TypedValue:
        return f.b.math("fmin", left, right) if kind == "float" else f.b.air("min", left, right)

    def greatest(left: TypedValue, right: TypedValue) -> TypedValue:
        return f.b.math("fmax", left, right) if kind == "float" else f.b.air("max", left, right)

    take = {"float": lambda f, id: f.number(id), "unsigned": unsigned, "signed": signed}[kind]
    x, y, z = [take(f, id) for id in ids(i)]
    if what == "mid":
        return greatest(least(x, y), least(greatest(x, y), z))
    choose = least if what == "min" else greatest
    return choose(choose(x, y), z)
