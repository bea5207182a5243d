"""Lowering of the header's functions for ray tracing and patches, after inlining.

The header calls `mtlb.ray.NAME` with the tag bits first, then with all operands and members that any tag has
(raytracing.h). Each call becomes the function of AIR for these tags, which `mtlb.air.raytracing` describes. Members
that the result does not have are undefined; the header does not expose them.
"""

from __future__ import annotations

import re

from ..air.intrinsics import effect_attributes, intrinsic
from ..air.names import BOUND_AT_RUN_TIME, CONTROL_POINT_SUFFIX
from ..air.raytracing import INSTANCING, MULTI_LEVEL, PARAMETERS, TAGS, result_members
from ..base.features import CURVES_SINCE, PRIMITIVE_DATA_SINCE
from ..base.versions import Version
from ..emit.entry import VertexEntry
from ..ir import CastOperator, Constant, Function, InstCode, Instruction, Module, TypeCode, Value
from ..passes.rewriter import Rewriter

_RAY = "mtlb.ray."
_LEVELS = 16
_POINT = "_ZN5__mtl8point_ofI"
_DESCRIBED = "_ZN5__mtl8describeI"


def lower_ray_tracing(module: Module, air: Version, warnings: list[str]) -> None:
    """Replace calls of the header's functions by AIR's functions, in place. UnsupportedError for what AIR does not
    have.
    """
    if any(function.name.startswith((_RAY, _POINT)) for function in module.functions):
        code = Rewriter(module, air, warnings)
        for function in module.functions:
            if function.blocks:
                code.run(function, {InstCode.CALL: _call})


def _call(code: Rewriter, i: Instruction) -> Value | bool | None:
    callee = i.operands[-1]
    if not isinstance(callee, Function):
        return None
    if callee.name.startswith(_POINT):
        return _control_point(code, i, callee)
    if not callee.name.startswith(_RAY):
        return None
    base = callee.name[len(_RAY) :]
    bits, tags = _tags(code, i)
    result = intrinsic(".".join((f"air.{base}", *tags)))
    if result is None:
        words = ", ".join(tags) or "no tags"
        raise code.refuse(i, f"{base} with {words} is not a function of AIR that is known")
    if not result.family.forms[0].since[:2] <= code.air[:2]:
        raise code.refuse(i, f"{base} needs AIR {result.family.forms[0].since}")
    operands = _operands(code, base, list(i.operands[1:-1]), bits, tags)
    call = code.call(code.air_function(result), operands)
    if i.type.code is TypeCode.VOID:
        return True
    call.params = (*call.params[:2], *i.params[2:])  # flags of fast math
    return _result(code, i, base, tags, call)


def _tags(code: Rewriter, i: Instruction) -> tuple[int, tuple[str, ...]]:
    """The tag bits of a call, and their words."""
    value = i.operands[0]
    if not isinstance(value, Constant) or value.type.code is not TypeCode.INTEGER:
        raise code.refuse(i, "the tags of an intersector are not known")
    bits = (int(value.params[0]) if value.params else 0) & 0xFFFFFFFF
    return bits, tuple(tag for place, tag in enumerate(TAGS) if bits >> place & 1)


def _operands(code: Rewriter, base: str, values: list[Value], bits: int, tags: tuple[str, ...]) -> list[Value]:
    """The header's operands that the function has for these tags at this AIR version."""
    if base == "allocate_intersection_query":
        return [code.integer(code.i8, bits >> _LEVELS)] if MULTI_LEVEL in tags else []
    if not base.startswith(("intersect", "reset_")):
        return values
    is_instanced = INSTANCING in tags or MULTI_LEVEL in tags
    count = 5 + base.startswith("reset_")  # the query is an additional first operand
    ray, (mask, time, *rest) = values[:count], values[count:]
    taken = {"intersect": 5, "intersect_direct_access": 3}.get(base, 0)  # the arrays for ids of instances are two
    table, params = rest[:taken], rest[taken:]
    numbers, (identity, accepts) = params[: len(PARAMETERS)], params[len(PARAMETERS) :]
    if code.air < CURVES_SINCE:
        numbers = numbers[:-3]
    result = [*ray]
    result += [mask] * is_instanced
    result += [time] * bool({"primitive_motion", "instance_motion"} & set(tags))
    result += table[:3]
    if table and MULTI_LEVEL in tags:
        result += [code.integer(code.i8, bits >> _LEVELS), *table[3:]]
    return [*result, *numbers, *([identity] if is_instanced else []), accepts]


def _result(code: Rewriter, i: Instruction, base: str, tags: tuple[str, ...], value: Value) -> Value:
    """The header's result, from that of the AIR function."""
    if i.type.code not in (TypeCode.STRUCT_NAMED, TypeCode.STRUCT_ANON):
        return value
    values: list[Value] = [code.undef(type_) for type_ in i.type.elements]
    names = list(result_members(tags, is_early=code.air < PRIMITIVE_DATA_SINCE)) if base == "intersect" else []
    places = [_MEMBERS.index(name) for name in names] if names else list(range(len(values)))
    for number, place in enumerate(places):
        member: Value = code.extract_value(value, number)
        if member.type is not values[place].type and member.type.code is TypeCode.INTEGER:
            member = code.cast(CastOperator.ZEXT, member, values[place].type)
        values[place] = member
    if base == "intersect" and not isinstance(values[4], Instruction):  # no primitive data before AIR 2.5
        values[4] = code.null(values[4].type)
    return code.aggregate(i.type, values)


_MEMBERS = [*result_members((INSTANCING, "triangle_data", "curve_data", "world_space_data")), "instance_count"]


def _control_point(code: Rewriter, i: Instruction, callee: Function) -> Value:
    """Read a control point: its function is named after the struct, and bound at run time.

    Source: a probe of Apple's compiler at AIR 2.8 (kagurasumusun/metal, P24B): `_Z2CP.MTL_CONTROL_POINT_FN`, with the
    attributes of a convergent read.
    """
    name = control_point_function(callee.name)
    members = i.type.elements
    result = code.context.type(TypeCode.STRUCT_ANON, (0,), members)
    number, handle = i.operands[0], i.operands[1]
    reader = code.declare(name, result, [number.type, handle.type])
    reader.section = BOUND_AT_RUN_TIME
    reader.attributes = effect_attributes("sync_read", code.air)
    point = code.call(reader, [number, handle])
    return code.aggregate(i.type, [code.extract_value(point, place) for place in range(len(members))])


def control_point_function(symbol: str) -> str:
    """AIR's name of the function that reads control points, from the symbol of the header's class for the struct."""
    at = len(_POINT if symbol.startswith(_POINT) else _DESCRIBED)
    return f"_Z{symbol[at : _type_end(symbol, at)]}{CONTROL_POINT_SUFFIX}"


def _type_end(symbol: str, at: int) -> int:
    """The end of a struct's mangled name: `2CP`, `N1n2CPE`, `1TIfE`."""
    if symbol[at] == "N":
        at += 1
        while symbol[at] != "E":
            at = _type_end(symbol, at)
        return at + 1
    number = re.match(r"\d+", symbol[at:])
    if number is None:
        return at + 1
    at += number.end() + int(number[0])
    if symbol[at] == "I":
        at += 1
        while symbol[at] != "E":
            at = _type_end(symbol, at)
        at += 1
    return at


def forget_reader(function: Function, entry: VertexEntry) -> None:
    """Remove the function that reads control points from the metadata if the entry point does not call it."""
    called = {i.operands[-1].name for i in function.instructions() if i.code is InstCode.CALL}
    for argument in entry.fact.arguments:
        if argument.control_point_function not in called:
            argument.control_point_function = None
