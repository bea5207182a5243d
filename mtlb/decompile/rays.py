"""Ray tracing: intersectors, queries and their results, from AIR functions with tags in their names.
The inverse of `mtlb/metal/include/mtlb/raytracing.h` and `mtlb/metal/raytracing.py`: names of methods and
enumerators, defaults of an intersector's assumptions, and the order of operands come from these files and from
`mtlb.air.raytracing`."""

from __future__ import annotations

import re
from typing import Protocol

from ..air.names import PREFIX
from ..air.raytracing import INSTANCING, MULTI_LEVEL, PARAMETERS, result_members, split_name
from ..ir import Constant, ConstantCode, InstCode, Instruction, Type, Value, constant_number
from .names import LocalNames
from .text import POSTFIX, PRIMARY, Expr, PointerText, Statement, TextLine, call, target
from .types import Inexpressible, MetalTypes
from .uses import callee_name

_WORDS = """
ray intersector intersection_query intersection_result intersection_params intersection_type instancing max_levels
triangle_data curve_data world_space_data primitive_motion instance_motion extended_limits geometry_type winding
triangle_cull_mode geometry_cull_mode opacity_cull_mode forced_opacity curve_basis curve_type
"""
WORDS = frozenset(_WORDS.split())
"""Names that variables must not have in a source with ray tracing."""
TYPE_NAMES = re.compile(
    r"\b((primitive_|instance_)?acceleration_structure|intersector|intersection_(query|result|function_table|params))\b"
)
"""The types that need the ray tracing namespace."""
NAMESPACE = "using namespace metal::raytracing;"
_KINDS = ("none", "triangle", "bounding_box", "curve")
"""`metal::raytracing::intersection_type`, by number."""
_SETTERS = {
    "winding": ("set_triangle_front_facing_winding", "winding", ("clockwise", "counterclockwise")),
    "triangle_cull_mode": ("set_triangle_cull_mode", "triangle_cull_mode", ("none", "front", "back")),
    "geometry_cull_mode": ("set_geometry_cull_mode", "geometry_cull_mode", ("none", "triangle", "bounding_box")),
    "opacity_cull_mode": ("set_opacity_cull_mode", "opacity_cull_mode", ("none", "opaque", "non_opaque")),
    "forced_opacity": ("force_opacity", "forced_opacity", ("none", "opaque", "non_opaque")),
    "geometry_type": ("assume_geometry_type", "geometry_type", ("none", "triangle", "bounding_box", "all")),
    "curve_basis": ("assume_curve_basis", "curve_basis", ("bspline", "catmull_rom", "linear", "bezier")),
    "curve_type": ("assume_curve_type", "curve_type", ("round", "flat")),
    "curve_control_points": ("assume_curve_control_point_count", "", ()),
}
"""For each of `PARAMETERS`: the method that sets it, its enumeration, and the enumerators by number."""
_ALL = 0xFFFFFFFF
_DEFAULTS = {"geometry_type": 3, "curve_basis": _ALL, "curve_type": _ALL}
_TRANSFORM = "_transform"
_SPACES = ("world_to_object_transform", "object_to_world_transform")
"""The matrices whose columns are the last eight members of a result."""


def ray_function(name: str) -> tuple[str, tuple[str, ...]] | None:
    """The name of an AIR ray tracing function, without prefix and tags, and its tags; None for another function."""
    return split_name(name[len(PREFIX) :].split(".")) if name.startswith(PREFIX) else None


def has_rays(names: list[str]) -> bool:
    """Whether a module that declares these functions traces rays."""
    return any("acceleration_structure" in name or ray_function(name) is not None for name in names)


def tagged(template: str, tags: tuple[str, ...], levels: int | None = None) -> str:
    """A class of the library with tags: `intersector<instancing, triangle_data>`."""
    words = [word for tag in tags for word in _tag_words(tag, levels)]
    return f"{template}<{', '.join(words)}>"


def _tag_words(tag: str, levels: int | None) -> list[str]:
    if tag != MULTI_LEVEL:
        return [tag]
    if levels is None:
        raise Inexpressible("how many levels of instances there are")
    return [INSTANCING, f"max_levels<{levels}>"]


def result_type(instruction: Instruction) -> str:
    """The type of a variable for the result of a ray tracing function; "" for other functions, and for plain
    numbers."""
    function = ray_function(callee_name(instruction))
    if function is None:
        return ""
    base, tags = function
    if base == "allocate_intersection_query":
        return tagged(
            "intersection_query", tags, constant_number(instruction.arguments[0]) if instruction.arguments else None
        )
    if base == "intersect":
        return tagged("intersection_result", tags)
    if base.partition(_TRANSFORM)[1]:
        return "float4x3"
    return ""


def name_of_result(instruction: Instruction) -> str:
    """The name of the variable for a result; "" for any name."""
    base, _ = ray_function(callee_name(instruction)) or ("", ())
    return {"allocate_intersection_query": "query", "intersect": "hit"}.get(base, "")


def hit_kind(value: Value) -> bool:
    """Whether a number is an intersection type: it is compared with enumerators."""
    if not isinstance(value, Instruction):
        return False
    if value.code is InstCode.EXTRACTVAL:
        aggregate = value.operands[0]
        base, _ = ray_function(callee_name(aggregate) if isinstance(aggregate, Instruction) else "") or ("", ())
        return base == "intersect" and value.path == (0,)
    base, _ = ray_function(callee_name(value)) or ("", ())
    return base.endswith(("_intersection_type_intersection_query", "get_type_intersection_result"))


def kind_name(number: int) -> Expr:
    """An enumerator of `intersection_type`."""
    return Expr(f"intersection_type::{_KINDS[number]}", PRIMARY, "intersection_type")


class RayValues(Protocol):
    """The interface that supplies the text of operands."""

    types: MetalTypes

    def value(self, value: Value, type_: str = "") -> Expr:
        """The text of a value, of a type if one is given."""
        ...

    def handle(self, value: Value) -> Expr:
        """A resource."""
        ...

    def pointee(self, value: Value) -> Type | None:
        """The pointee type of an address."""
        ...


class RayWriter:
    """Calls of AIR's functions for rays in one function."""

    def __init__(self, values: RayValues) -> None:
        self.values = values

    def text(self, instruction: Instruction) -> Expr:
        """A query method. Raises Inexpressible for other functions."""
        base, _ = ray_function(callee_name(instruction)) or ("", ())
        name = base.removesuffix("_intersection_query")
        if name == base or name in ("allocate", "deallocate", "reset"):
            raise Inexpressible(f"a call of {callee_name(instruction)}")
        handle = self.values.handle(instruction.arguments[0])
        operands = [self.values.value(value, "float") for value in instruction.arguments[1:]]
        inner = call(f"{handle.at(POSTFIX)}.{name}", operands, "")
        if result_type(instruction):
            return Expr(inner.text, POSTFIX, result_type(instruction), inner.names)
        if instruction.type.is_pointer:
            return _data(inner.text, inner.names)
        type_ = "void" if instruction.type.code.name == "VOID" else self.values.types.spelled(instruction.type)
        if hit_kind(instruction):
            return Expr(f"{type_}({inner.text})", PRIMARY, type_, inner.names)
        return Expr(inner.text, POSTFIX, "uint" if type_ == "uchar" else type_, inner.names)

    def member(self, aggregate: Instruction, inner: Expr, path: tuple[int, ...]) -> Expr | None:
        """A member of a ray tracing function's result; None if `aggregate` is not the result of such a call."""
        function = ray_function(callee_name(aggregate))
        if function is None or len(path) != 1:
            return None
        base, tags = function
        if base.partition(_TRANSFORM)[1]:
            return Expr(f"{inner.at(POSTFIX)}[{path[0]}]", POSTFIX, "float3", inner.names)
        if base != "intersect":
            return None
        count = len(aggregate.type.elements)
        names = list(result_members(tags))
        names = names if len(names) == count else list(result_members(tags, is_early=True))
        name, text = names[path[0]], inner.at(POSTFIX)
        if name.startswith("transform_"):
            number = int(name.removeprefix("transform_"))
            return Expr(f"{text}.{_SPACES[number // 4]}[{number % 4}]", POSTFIX, "float3", inner.names)
        text = f"{text}.{name}"
        element = aggregate.type.elements[path[0]]
        if element.is_pointer:
            return _data(text, inner.names)
        if name == "type":
            return Expr(f"uint({text})", PRIMARY, "uint", inner.names)
        return Expr(text, POSTFIX, self.values.types.spelled(element), inner.names)

    # --- statements

    def statements(self, instruction: Instruction, variable: Expr | None, names: LocalNames) -> list[Statement] | None:
        """The statements for a call that is more than an expression; None for another call."""
        function = ray_function(callee_name(instruction))
        if function is None:
            return None
        base, tags = function
        if base == "allocate_intersection_query":
            return [TextLine("", variable.names)] if variable is not None else []  # where its variable is declared
        if base == "deallocate_intersection_query":
            return [TextLine("", self.values.handle(instruction.arguments[0]).names)]  # the end of the variable
        if base == "reset_intersection_query":
            return self._reset(instruction, tags, names)
        return self._intersect(instruction, tags, variable, names) if base == "intersect" else None

    def _intersect(
        self, instruction: Instruction, tags: tuple[str, ...], variable: Expr | None, names: LocalNames
    ) -> list[Statement]:
        arguments = list(instruction.arguments)
        operands, rest = self._ray(arguments, tags)
        table, payload, size = rest[:3]
        lines, holder = self._assumed(rest[3:], tags, tagged("intersector", tags), "tracer", names)
        has_payload = not _is_null(payload) and constant_number(size) != 0
        if not _is_call(table, "get_null_intersection_function_table"):
            operands.append(self.values.handle(table))
        elif has_payload:
            operands.append(Expr(f"{tagged('intersection_function_table', tags)}()", PRIMARY, ""))
        if has_payload:
            operands.append(self._payload(payload, size))
        expression = call(f"{holder}.intersect", operands, tagged("intersection_result", tags))
        if variable is None:
            return [*lines, TextLine(f"{expression.text};", expression.names)]
        line = TextLine(
            f"{variable.text} = {expression.text};",
            expression.names | variable.names,
            sets=variable.text,
            value=expression.text,
        )
        return [*lines, line]

    def _reset(self, instruction: Instruction, tags: tuple[str, ...], names: LocalNames) -> list[Statement]:
        query, *arguments = instruction.arguments
        handle = self.values.handle(query)
        operands, rest = self._ray(arguments, tags)
        lines, holder = self._assumed(rest, tags, "intersection_params", "params", names)
        if lines:
            operands.append(Expr(holder, PRIMARY, ""))
        expression = call(f"{handle.at(POSTFIX)}.reset", operands, "void")
        return [*lines, TextLine(f"{expression.text};", expression.names | handle.names)]

    def _ray(self, arguments: list[Value], tags: tuple[str, ...]) -> tuple[list[Expr], list[Value]]:
        """The ray, the acceleration structure, mask and time as method arguments; and the operands after these."""
        parts = [self.values.value(value, kind) for value, kind in zip(arguments, ("float3",) * 2 + ("float",) * 2)]  # noqa: B905
        if parts[3].text == "INFINITY":
            parts = parts[: 2 if parts[2].text == "0.0f" else 3]
        operands = [call("ray", parts, "ray"), self.values.handle(arguments[4])]
        rest = arguments[5:]
        if INSTANCING in tags or MULTI_LEVEL in tags:
            mask = rest.pop(0)
            if (constant_number(mask) or 0) & _ALL != _ALL:
                operands.append(self.values.value(mask, "uint"))
        if {"primitive_motion", "instance_motion"} & set(tags):
            operands.append(self.values.value(rest.pop(0), "float"))
        return operands, rest

    def _assumed(
        self, rest: list[Value], tags: tuple[str, ...], type_: str, word: str, names: LocalNames
    ) -> tuple[list[Statement], str]:
        """The assumptions of an intersector or a query: statements that declare and set it, and an expression for
        it."""
        is_instanced = INSTANCING in tags or MULTI_LEVEL in tags
        if MULTI_LEVEL in tags and type_ != "intersection_params":
            raise Inexpressible("an intersector of several levels of instances")
        count = len(rest) - 1 - is_instanced
        settings: list[Expr] = []
        for name, value in zip(PARAMETERS[:count], rest, strict=False):
            method, enumeration, words = _SETTERS[name]
            number = constant_number(value)
            if number is not None and number & _ALL == _DEFAULTS.get(name, 0):
                continue
            if number is not None and 0 <= number < len(words):
                settings.append(Expr(f"{method}({enumeration}::{words[number]})", PRIMARY, ""))
            else:
                inner = self.values.value(value, "uint")
                settings.append(call(method, [call(enumeration, [inner], "") if enumeration else inner], ""))
        flags = ("assume_identity_transforms",) * is_instanced + ("accept_any_intersection",)
        for name, value in zip(flags, rest[count:], strict=True):
            if constant_number(value) != 0:
                settings.append(call(name, [self.values.value(value, "bool")], ""))
        if not settings:
            return [], f"{type_}()"
        holder = names.new(word)
        lines: list[Statement] = [TextLine(f"{type_} {holder};")]
        lines += [TextLine(f"{holder}.{setting.text};", setting.names) for setting in settings]
        return lines, holder

    def _payload(self, payload: Value, size: Value) -> Expr:
        """The payload variable of intersection functions, whose size the call states."""
        while isinstance(payload, Instruction) and payload.code is InstCode.CAST:
            payload = payload.operands[0]
        kind = self.values.pointee(payload)
        if kind is None or self.values.types.layout.alloc_size(kind) != constant_number(size):
            raise Inexpressible("a payload of another size than its variable")
        whole = self.values.value(payload)
        text, level = target(whole)
        return Expr(text, level, "", whole.names)


def _data(text: str, names: frozenset[str]) -> Expr:
    """The address of a primitive's data."""
    pointer = PointerText("void", "device", is_const=True)
    return Expr(text, POSTFIX, pointer.spelled, names, pointer=pointer)


def _is_null(value: Value) -> bool:
    return isinstance(value, Constant) and value.code in (ConstantCode.NULL, ConstantCode.UNDEF, ConstantCode.POISON)


def _is_call(value: Value, name: str) -> bool:
    return isinstance(value, Instruction) and callee_name(value) == PREFIX + name
