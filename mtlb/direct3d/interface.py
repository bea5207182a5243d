"""Inputs and outputs of stages: signatures and system values as arguments and results of Metal's functions.

What a vertex shader gives and a pixel shader takes is found by its semantic: ``TEXCOORD`` 1 is ``[[user(TEXCOORD1)]]``
of four components, whatever its mask, so that masks that differ fit too. Vertex attributes have the numbers of their
registers. Sources: the Direct3D 11.3 functional specification, chapters 8, 16 and 23; Microsoft's page of semantics
(SV_VertexID and SV_InstanceID do not count the first vertex and instance of a draw, Metal's do); vkd3d-shader's SPIR-V,
which takes the reciprocal of w of the pixel's position, as it has the form of OpenGL and Metal there.
"""

from __future__ import annotations

import re

from ..air.builtins import ELSEWHERE
from ..dxbc.signatures import SignatureElement
from ..emit.entry import FragmentEntry, KernelEntry, VertexEntry
from ..emit.names import boolean, f32, i32, u32, uint4
from ..emit.types import MetalType, Scalar, Vector
from ..emit.value import Operand, TypedValue
from ..translate import ShaderOptions
from .function import ProgramLowering, ValueLowering, of_count
from .program import InputDeclaration, OperandType, ShaderProgram

_POSITION, _CLIP, _CULL, _LAYER, _VIEWPORT, _VERTEX, _PRIMITIVE, _INSTANCE, _FRONT, _SAMPLE = range(1, 11)
_COMPONENTS: dict[int, Scalar] = {1: u32, 2: i32, 3: f32}
INTERPOLATIONS = {
    0: "center_perspective",
    1: "flat",
    2: "center_perspective",
    3: "centroid_perspective",
    4: "center_no_perspective",
    5: "centroid_no_perspective",
    6: "sample_perspective",
    7: "sample_no_perspective",
}
"""Metal's words for the modes of interpolation."""
_OF_HLSL = {names.hlsl: name for name, names in ELSEWHERE.items() if names.hlsl}
PLACES = {
    OperandType.THREAD_ID: _OF_HLSL["thread.id"],
    OperandType.GROUP_ID: _OF_HLSL["group.id"],
    OperandType.THREAD_ID_IN_GROUP: _OF_HLSL["thread.id.in.group"],
    OperandType.THREAD_INDEX_IN_GROUP: "thread_index_in_threadgroup",
}
_FRAGMENT_VALUES = {OperandType.PRIMITIVE_ID: "primitive_id", OperandType.COVERAGE: "sample_mask_in"}
_DEPTHS = {OperandType.DEPTH: "any", OperandType.DEPTH_GREATER: "greater", OperandType.DEPTH_LESS: "less"}
_MASKS = {OperandType.COVERAGE_OUTPUT: "sample_mask", OperandType.STENCIL: "stencil"}
_OF_ITS_OWN = 0x100

AnyEntry = KernelEntry | VertexEntry | FragmentEntry


def semantic(element: SignatureElement) -> str:
    """The semantic of an element as a word of Metal."""
    return semantic_word(element.name, element.index)


def semantic_word(name: str, index: int) -> str:
    """A semantic as a word of Metal: its name in capitals, and its index."""
    return re.sub(r"\W", "_", name.upper(), flags=re.ASCII) + str(index)


def position_of(f: ValueLowering, value: TypedValue, options: ShaderOptions) -> TypedValue:
    """A vertex shader's position as the options want it."""
    b = f.b
    if options.flip_y:
        value = b.insert(value, b.neg(value[1]), 1)
    if options.fix_depth:
        value = b.insert(value, (value[2] + value[3]) * 0.5, 2)
    return value


def _lanes(mask: int) -> list[int]:
    return [place for place in range(4) if mask >> place & 1]


class InputLowering:
    """Declares the inputs of an entry point; the values of registers are made when all arguments are there."""

    def __init__(self, f: ProgramLowering, entry: AnyEntry) -> None:
        self.f, self.entry, self.program = f, entry, f.program
        self._builtins: dict[str, TypedValue] = {}
        self._parts: list[tuple[int, list[int], TypedValue, str]] = []
        self._names: set[str] = set()
        declared: set[tuple[int, int]] = set()
        for one in self.program.input_declarations:
            self._declare(one, declared)

    def _builtin(self, name: str, type: MetalType | None = None) -> TypedValue:
        found = self._builtins.get(name)
        if found is None:
            found = self._builtins[name] = self.entry.builtin(name, type)
        return found

    def _declare(self, one: InputDeclaration, declared: set[tuple[int, int]]) -> None:
        type, i = one.operand.type, one.instruction
        if type == OperandType.INPUT:
            indices = one.operand.indices
            if len(indices) != 1 or indices[0].relative is not None:
                raise self.program.bad(i, "an input register has one index in this stage")
            self._register(one, indices[0].number, declared)
        elif type in PLACES and isinstance(self.entry, KernelEntry):
            self._builtin(PLACES[OperandType(type)])
        elif type in _FRAGMENT_VALUES and isinstance(self.entry, FragmentEntry):
            self._builtin(_FRAGMENT_VALUES[OperandType(type)])
        elif type == OperandType.INNER_COVERAGE:
            raise self.program.refuse(i, "conservative rasterization, which Metal does not have")
        elif type == OperandType.CYCLE_COUNTER:
            raise self.program.refuse(i, "the counter of clock cycles, which Metal does not have")
        else:
            raise self.program.bad(i, f"an input of type {type} in this stage")

    def _register(self, one: InputDeclaration, number: int, declared: set[tuple[int, int]]) -> None:
        if number >= 64:
            raise self.program.bad(one.instruction, f"v{number} is out of range")
        if isinstance(self.entry, KernelEntry):
            raise self.program.bad(one.instruction, "an input register in a compute shader")
        found = [e for e in self.program.inputs if e.register == number and e.mask & one.mask]
        if not found and not one.system_value:
            raise self.program.bad(one.instruction, f"v{number} is in no signature")
        if one.system_value and isinstance(self.entry, FragmentEntry):
            self._parts.append((number, _lanes(one.mask), self._system(one), f"sv{one.system_value}"))
            return
        for element in found:
            if (element.register, element.mask) in declared:
                continue
            declared.add((element.register, element.mask))
            self._element(one, element)
        if not found:
            self._parts.append((number, _lanes(one.mask), self._system(one), f"sv{one.system_value}"))

    def _element(self, one: InputDeclaration, element: SignatureElement) -> None:
        component = _COMPONENTS.get(element.component_type)
        if component is None:
            raise self.program.refuse(one.instruction, f"an input of {element.format}")
        lanes, name = _lanes(element.mask), self._name(semantic(element))
        if isinstance(self.entry, VertexEntry):
            if element.system_value in (_VERTEX, _INSTANCE):
                value = self._counted("vertex" if element.system_value == _VERTEX else "instance")
            else:
                value = self.entry.stage_in(name, of_count(component, lanes[-1] + 1), element.register)
                value = self.f.pick(value, lanes) if isinstance(value.type, Vector) else value
        else:
            assert isinstance(self.entry, FragmentEntry)
            component = u32 if component is i32 else component
            how = INTERPOLATIONS.get(one.interpolation, "")
            if not how:
                raise self.program.bad(one.instruction, f"the interpolation {one.interpolation}")
            how = how if component.is_float else "flat"
            made = self.entry.stage_in(name, Vector(component, 4), user=semantic(element), interpolation=how)
            self._parts.append((element.register, lanes, made, "first"))
            return
        self._parts.append((element.register, lanes, value, ""))

    def _name(self, wanted: str) -> str:
        name, number = wanted, 0
        while name in self._names:
            number += 1
            name = f"{wanted}_{number}"
        self._names.add(name)
        return name

    def _counted(self, what: str) -> TypedValue:
        self._builtin(f"base_{what}", u32)
        return self._builtin(f"{what}_id", u32)

    def _system(self, one: InputDeclaration) -> TypedValue:
        value = one.system_value
        if isinstance(self.entry, VertexEntry):
            if value in (_VERTEX, _INSTANCE):
                return self._counted("vertex" if value == _VERTEX else "instance")
        else:
            if value == _POSITION:
                return self._builtin("position")
            if value == _FRONT:
                return self._builtin("front_facing")
            names = {_LAYER: "render_target_array_index", _VIEWPORT: "viewport_array_index"}
            names |= {_PRIMITIVE: "primitive_id", _SAMPLE: "sample_id"}
            if value in names:
                return self._builtin(names[value], u32)
            if value in (_CLIP, _CULL):
                return self._distances(one)
        raise self.program.refuse(one.instruction, f"the system value {value} in this stage")

    def _distances(self, one: InputDeclaration) -> TypedValue:
        number = one.operand.indices[0].number
        found = next((e for e in self.program.inputs if e.register == number and e.mask & one.mask), None)
        if found is None:
            raise self.program.bad(one.instruction, f"v{number} is in no signature")
        assert isinstance(self.entry, FragmentEntry)
        made = self.entry.stage_in(
            self._name(semantic(found)), Vector(f32, 4), user=semantic(found), interpolation="center_perspective"
        )
        first = _lanes(found.mask)[0]
        return self.f.pick(made, [lane - first for lane in _lanes(one.mask)])

    # --- values

    def make(self) -> None:
        """The values of input registers and of operands of their own, at the start of the body."""
        f, b = self.f, self.f.b
        for type, name in {**PLACES, **_FRAGMENT_VALUES}.items():
            if name in self._builtins:
                value = self._builtins[name]
                f.system[type] = b.shuffle(value, [0, 1, 2, 2]) if isinstance(value.type, Vector) else value
        found: dict[int, TypedValue] = {}
        for register, lanes, value, how in self._parts:
            if how == "first":
                value = f.pick(value, range(len(lanes)))
            bits = self._bits(value, lanes)
            old = found.get(register)
            if old is None:
                old = f.const(u32, 0, 4)
            for place, lane in enumerate(lanes):
                old = b.insert(old, f.pick(bits, [place]), lane)
            found[register] = old
        f.inputs = found
        f.keep_inputs()

    def _bits(self, value: TypedValue, lanes: list[int]) -> TypedValue:
        f, b = self.f, self.f.b
        if value is self._builtins.get("position"):
            value = b.insert(value, 1.0 / value[3], 3)
            value = f.pick(value, lanes)
        elif value.type == boolean:
            value = b.select(value, f.const(u32, 0xFFFFFFFF), f.const(u32, 0))
        for what in ("vertex", "instance"):
            if value is self._builtins.get(f"{what}_id"):
                value = value - self._builtins[f"base_{what}"]
        return f.bits(value)


# --- outputs ---------------------------------------------------------------------------------------------------------


class OutputLowering:
    """Declares the outputs of an entry point, whose registers are variables; `values` reads them at the end."""

    def __init__(self, f: ProgramLowering, entry: AnyEntry, options: ShaderOptions) -> None:
        self.f, self.entry, self.options = f, entry, options
        self.program: ShaderProgram = f.program
        self._outputs: list[tuple[str, int, list[int], MetalType]] = []
        self._clip: list[tuple[int, int]] = []
        for one in self.program.output_declarations:
            self._variable(one)
        if isinstance(entry, VertexEntry):
            self._declare_vertex(entry)
        elif isinstance(entry, FragmentEntry):
            self._declare_fragment(entry)
        elif self.program.output_declarations:
            raise self.program.bad(self.program.output_declarations[0].instruction, "an output of a compute shader")

    def _variable(self, one: InputDeclaration) -> None:
        indices = one.operand.indices
        if one.operand.type == OperandType.OUTPUT:
            if len(indices) != 1 or indices[0].relative is not None or indices[0].number >= 64:
                raise self.program.bad(one.instruction, "an output register has one index below 64")
            key = indices[0].number
        else:
            key = _OF_ITS_OWN + one.operand.type
        if key not in self.f.outputs:
            self.f.outputs[key] = self.f.b.variable(uint4)

    def clear(self) -> None:
        """Outputs are zero where the shader leaves them undefined."""
        for place in self.f.outputs.values():
            self.f.b.store(self.f.const(u32, 0, 4), place)

    def _declared(self) -> list[SignatureElement]:
        return [one for one in self.program.outputs if one.register in self.f.outputs and one.mask & 0xF]

    def _declare_vertex(self, entry: VertexEntry) -> None:
        has_position = False
        for element in self._declared():
            lanes, value = _lanes(element.mask), element.system_value
            name = semantic(element)
            if value == _POSITION:
                entry.out(name, Vector(f32, 4), "position")
                self._outputs.append(("position", element.register, [0, 1, 2, 3], Vector(f32, 4)))
                has_position = True
                continue
            if value == _CULL:
                raise self._refuse(element, "distances by which primitives are culled, which Metal does not have")
            if value in (_LAYER, _VIEWPORT):
                builtin = "render_target_array_index" if value == _LAYER else "viewport_array_index"
                entry.out(name, u32, builtin)
                self._outputs.append(("", element.register, lanes[:1], u32))
                continue
            if value == _CLIP:
                self._clip += [(element.register, lane) for lane in lanes]
            component = _COMPONENTS.get(element.component_type)
            if component is None:
                raise self._refuse(element, f"an output of {element.format}")
            component = u32 if component is i32 else component
            entry.out(name, Vector(component, 4), user=name)
            self._outputs.append(("", element.register, lanes, Vector(component, 4)))
        if self._clip:
            entry.out("clip_distance", f32, "clip_distance", count=len(self._clip))
        if self.options.point_size == "force":
            entry.out("point_size", f32, "point_size")
        if not has_position:
            self._outputs.append(("no position", 0, [], f32))
            entry.out("position", Vector(f32, 4), "position")

    def _refuse(self, element: SignatureElement, reason: str) -> Exception:
        found = [one for one in self.program.output_declarations if one.operand.indices]
        for one in found:
            if one.operand.indices[0].number == element.register:
                return self.program.refuse(one.instruction, reason)
        return self.program.refuse(self.program.tokens.instructions[0], reason)

    def _declare_fragment(self, entry: FragmentEntry) -> None:
        for element in self._declared():
            component = _COMPONENTS.get(element.component_type)
            if component is None:
                raise self._refuse(element, f"an output of {element.format}")
            entry.out(Vector(component, 4), render_target=element.register, name=semantic(element))
            self._outputs.append(("", element.register, _lanes(element.mask), Vector(component, 4)))
        for one in self.program.output_declarations:
            type = one.operand.type
            if type in _DEPTHS:
                entry.depth("depth", _DEPTHS[OperandType(type)])
                self._outputs.append(("", _OF_ITS_OWN + type, [0], f32))
            elif type in _MASKS:
                name = _MASKS[OperandType(type)]
                entry.builtin_out(name, u32, name)
                self._outputs.append(("", _OF_ITS_OWN + type, [0], u32))
            elif type != OperandType.OUTPUT:
                raise self.program.bad(one.instruction, f"an output of type {type} in this stage")

    def finish(self) -> None:
        """Return from the function with what is in the output registers."""
        f, b = self.f, self.f.b
        values: list[Operand | list[Operand]] = []
        last: list[Operand | list[Operand]] = []
        for what, register, lanes, type in self._outputs:
            if what == "no position":
                last.append(f.const(f32, 0.0, 4))
                continue
            bits = b.load(f.outputs[register])
            if isinstance(type, Vector):
                places = [lanes[place] if place < len(lanes) else lanes[-1] for place in range(4)]
                made = f.bits(f.pick(bits, places), type.element)
                for place in range(len(lanes), 4):
                    made = b.insert(made, f.const(type.element, 0), place)
                values.append(position_of(f, made, self.options) if what == "position" else made)
            else:
                assert isinstance(type, Scalar)
                values.append(f.bits(f.pick(bits, lanes), type))
        if self._clip:
            made_list: list[Operand] = [
                f.bits(b.extract(b.load(f.outputs[register]), lane), f32) for register, lane in self._clip
            ]
            values.append(made_list if len(made_list) > 1 else made_list[0])
        if isinstance(self.entry, VertexEntry) and self.options.point_size == "force":
            values.append(f.const(f32, 1.0))
        b.ret(*values, *last)
