"""Inputs and outputs of stages: signatures and system values as arguments and results of Metal functions.
Vertex shader outputs and pixel shader inputs are matched by semantic: ``TEXCOORD`` 1 is ``[[user(TEXCOORD1)]]`` with
four components, so that different masks match too. Vertex attributes have the numbers of their registers. Sources:
the Direct3D 11.3 functional specification, chapters 8, 16 and 23; Microsoft's page of semantics (SV_VertexID and
SV_InstanceID do not include the first vertex and instance of a draw, Metal's do); vkd3d-shader's SPIR-V, which uses
the reciprocal of w of the pixel's position, as w has the OpenGL form there and in Metal."""

from __future__ import annotations

import re
from enum import IntEnum

from ..air.builtins import ELSEWHERE
from ..dxbc.signatures import SignatureElement
from ..emit.entry import FragmentEntry, KernelEntry, VertexEntry
from ..emit.names import boolean, f32, i32, u32
from ..emit.operands import Operand, TypedValue
from ..emit.types import MetalType, Scalar, Vector
from ..translate import ShaderOptions
from ..translate.interface import adjusted
from .arguments import FIRST_ATTRIBUTE
from .function import OF_ITS_OWN, Interpolant, ProgramLowering, of_count
from .program import InputDeclaration, OperandType, ShaderProgram


class SystemValue(IntEnum):
    """System values of declarations and signatures (mtlb.dxbc.signatures) that are not tessellation factors."""

    POSITION = 1
    CLIP = 2
    CULL = 3
    LAYER = 4
    VIEWPORT = 5
    VERTEX = 6
    PRIMITIVE = 7
    INSTANCE = 8
    FRONT = 9
    SAMPLE = 10


COMPONENTS: dict[int, Scalar] = {1: u32, 2: i32, 3: f32}
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
"""Metal's words for the interpolation modes."""
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

AnyEntry = KernelEntry | VertexEntry | FragmentEntry


def semantic(element: SignatureElement) -> str:
    """The semantic of an element as a Metal name."""
    return semantic_word(element.name, element.index)


def semantic_word(name: str, index: int) -> str:
    """A semantic as a Metal name: in capitals, followed by its index."""
    return re.sub(r"\W", "_", name.upper(), flags=re.ASCII) + str(index)


class UsedNames:
    """The names of an entry point's arguments, made unique."""

    def __init__(self) -> None:
        self._used: set[str] = set()

    def take(self, name: str) -> str:
        """This name, with a number appended if it is already used."""
        free, number = name, 0
        while free in self._used:
            number += 1
            free = f"{name}_{number}"
        self._used.add(free)
        return free


def lanes_in(mask: int) -> list[int]:
    """The components in a mask."""
    return [place for place in range(4) if mask >> place & 1]


class InputLowering:
    """Declares the inputs of an entry point; register values are created after all arguments are declared."""

    def __init__(
        self, f: ProgramLowering, entry: AnyEntry, options: ShaderOptions, grid: TypedValue | None = None
    ) -> None:
        """`grid`: the thread position, for a vertex shader that is a kernel."""
        self._is_root = options.binding_model == "root"
        self.f, self.entry, self.program = f, entry, f.program
        self._grid = grid
        self._builtins: dict[str, TypedValue] = {}
        self._parts: list[tuple[int, list[int], TypedValue, str]] = []
        self._names = UsedNames()
        self._pulls: list[tuple[int, list[int], Interpolant, str, list[TypedValue]]] = []
        self._pulled = {
            i.operands[1].indices[0].number
            for i in self.program.body
            if i.name.startswith("eval_") and len(i.operands) > 1 and i.operands[1].indices
        }
        declared: set[tuple[int, int]] = set()
        for declaration in self.program.input_declarations:
            self._declare(declaration, declared)

    def _builtin(self, name: str, type: MetalType | None = None) -> TypedValue:
        value = self._builtins.get(name)
        if value is None:
            value = self._builtins[name] = self.entry.builtin(name, type)
        return value

    def _declare(self, declaration: InputDeclaration, declared: set[tuple[int, int]]) -> None:
        type, i = declaration.operand.type, declaration.instruction
        if type == OperandType.INPUT:
            indices = declaration.operand.indices
            if len(indices) != 1 or indices[0].relative is not None:
                raise self.program.bad(i, "an input register has one index in this stage")
            self._register(declaration, indices[0].number, declared)
        elif type in PLACES and self.program.stage == "kernel":
            self._builtin(PLACES[OperandType(type)])
        elif type in _FRAGMENT_VALUES and isinstance(self.entry, FragmentEntry):
            self._builtin(_FRAGMENT_VALUES[OperandType(type)])
        elif type == OperandType.INNER_COVERAGE:
            raise self.program.refuse(i, "conservative rasterization, which Metal does not have")
        elif type == OperandType.CYCLE_COUNTER:
            raise self.program.refuse(i, "the counter of clock cycles, which Metal does not have")
        else:
            raise self.program.bad(i, f"an input of type {type} in this stage")

    def _register(self, declaration: InputDeclaration, number: int, declared: set[tuple[int, int]]) -> None:
        if number >= 64:
            raise self.program.bad(declaration.instruction, f"v{number} is out of range")
        if self.program.stage == "kernel":
            raise self.program.bad(declaration.instruction, "an input register in a compute shader")
        elements = [e for e in self.program.inputs if e.register == number and e.mask & declaration.mask]
        if not elements and not declaration.system_value:
            raise self.program.bad(declaration.instruction, f"v{number} is not in the signature")
        if declaration.system_value and isinstance(self.entry, FragmentEntry):
            self._parts.append(
                (number, lanes_in(declaration.mask), self._system(declaration), f"sv{declaration.system_value}")
            )
            return
        for element in elements:
            if (element.register, element.mask) in declared:
                continue
            declared.add((element.register, element.mask))
            self._element(declaration, element)
        if not elements:
            self._parts.append(
                (number, lanes_in(declaration.mask), self._system(declaration), f"sv{declaration.system_value}")
            )

    def _element(self, declaration: InputDeclaration, element: SignatureElement) -> None:
        component = COMPONENTS.get(element.component_type)
        if component is None:
            raise self.program.refuse(declaration.instruction, f"an input of {element.format}")
        lanes, name = lanes_in(element.mask), self._names.take(semantic(element))
        if not isinstance(self.entry, FragmentEntry):
            if element.system_value in (SystemValue.VERTEX, SystemValue.INSTANCE):
                value = self._counted("vertex" if element.system_value == SystemValue.VERTEX else "instance")
            else:
                number = element.register + (FIRST_ATTRIBUTE if self._is_root else 0)
                value = self.entry.stage_in(name, of_count(component, lanes[-1] + 1), number)
                value = self.f.pick(value, lanes) if isinstance(value.type, Vector) else value
        else:
            component = u32 if component is i32 else component
            how = INTERPOLATIONS.get(declaration.interpolation, "")
            if not how:
                raise self.program.bad(declaration.instruction, f"the interpolation {declaration.interpolation}")
            how = how if component.is_float else "flat"
            if element.register in self._pulled and how != "flat":
                self._pull(name, element, lanes, how)
                return
            argument = self.entry.stage_in(name, Vector(component, 4), user=semantic(element), interpolation=how)
            self._parts.append((element.register, lanes, argument, "first"))
            return
        self._parts.append((element.register, lanes, value, ""))

    def _pull(self, name: str, element: SignatureElement, lanes: list[int], how: str) -> None:
        """An input that the program also interpolates at other positions in the pixel."""
        assert isinstance(self.entry, FragmentEntry)
        where, _, way = how.partition("_")
        is_perspective = way == "perspective"
        value = self.entry.interpolant(name, Vector(f32, 4), user=semantic(element), perspective=is_perspective)
        interpolant = Interpolant(value, tuple(lanes), is_perspective)
        self.f.interpolants.setdefault(element.register, []).append(interpolant)
        sample = [self._builtin("sample_id", u32)] if where == "sample" else []
        self._pulls.append((element.register, lanes, interpolant, where, sample))

    def _counted(self, what: str) -> TypedValue:
        if self._grid is not None:
            return self._grid[0 if what == "vertex" else 1]
        self._builtin(f"base_{what}", u32)
        return self._builtin(f"{what}_id", u32)

    def _system(self, declaration: InputDeclaration) -> TypedValue:
        value = declaration.system_value
        if not isinstance(self.entry, FragmentEntry):
            if value in (SystemValue.VERTEX, SystemValue.INSTANCE):
                return self._counted("vertex" if value == SystemValue.VERTEX else "instance")
        else:
            if value == SystemValue.POSITION:
                return self._builtin("position")
            if value == SystemValue.FRONT:
                return self._builtin("front_facing")
            names: dict[int, str] = {
                SystemValue.LAYER: "render_target_array_index",
                SystemValue.VIEWPORT: "viewport_array_index",
            }
            names |= {SystemValue.PRIMITIVE: "primitive_id", SystemValue.SAMPLE: "sample_id"}
            if value in names:
                return self._builtin(names[value], u32)
            if value in (SystemValue.CLIP, SystemValue.CULL):
                return self._distances(declaration)
        raise self.program.refuse(declaration.instruction, f"the system value {value} in this stage")

    def _distances(self, declaration: InputDeclaration) -> TypedValue:
        number = declaration.operand.indices[0].number
        element = next((e for e in self.program.inputs if e.register == number and e.mask & declaration.mask), None)
        if element is None:
            raise self.program.bad(declaration.instruction, f"v{number} is not in the signature")
        assert isinstance(self.entry, FragmentEntry)
        argument = self.entry.stage_in(
            self._names.take(semantic(element)),
            Vector(f32, 4),
            user=semantic(element),
            interpolation="center_perspective",
        )
        first = lanes_in(element.mask)[0]
        return self.f.pick(argument, [lane - first for lane in lanes_in(declaration.mask)])

    # --- values

    def make(self) -> None:
        """Create the values of input registers and of special operands, at the start of the body."""
        f, b = self.f, self.f.b
        for type, name in {**PLACES, **_FRAGMENT_VALUES}.items():
            if name in self._builtins:
                value = self._builtins[name]
                f.system[type] = b.shuffle(value, [0, 1, 2, 2]) if isinstance(value.type, Vector) else value
        for register, lanes, interpolant, where, sample in self._pulls:
            how = "perspective" if interpolant.is_perspective else "no_perspective"
            pulled = b.air(f"interpolate_{where}_{how}", interpolant.value, *sample, result=Vector(f32, 4))
            self._parts.append((register, lanes, pulled, "first"))
        rows: dict[int, TypedValue] = {}
        for register, lanes, value, how in self._parts:
            if how == "first":
                value = f.pick(value, range(len(lanes)))
            bits = self._bits(value, lanes)
            old = rows.get(register)
            if old is None:
                old = f.const(u32, 0, 4)
            for place, lane in enumerate(lanes):
                old = b.insert(old, f.pick(bits, [place]), lane)
            rows[register] = old
        f.inputs = rows
        f.keep_inputs()

    def _bits(self, value: TypedValue, lanes: list[int]) -> TypedValue:
        f, b = self.f, self.f.b
        if value is self._builtins.get("position"):
            value = b.insert(value, 1.0 / value[3], 3)
            value = f.pick(value, lanes)
        elif value.type == boolean:
            value = b.select(value, f.const(u32, 0xFFFFFFFF), f.const(u32, 0))
        for what in () if self._grid is not None else ("vertex", "instance"):
            if value is self._builtins.get(f"{what}_id"):
                value = value - self._builtins[f"base_{what}"]
        return f.bits(value)


# --- outputs ---------------------------------------------------------------------------------------------------------


class OutputLowering:
    """Declares the outputs of an entry point, whose registers are variables; `values` reads them at the end."""

    def __init__(self, f: ProgramLowering, entry: AnyEntry, options: ShaderOptions, warnings: list[str]) -> None:
        self.f, self.entry, self.options, self.warnings = f, entry, options, warnings
        self.program: ShaderProgram = f.program
        self._outputs: list[tuple[str, int, list[int], MetalType]] = []
        self._clip: list[tuple[int, int]] = []
        f.declare_outputs(self.program.output_declarations, self.program.output_ranges)
        if isinstance(entry, VertexEntry):
            self._declare_vertex(entry)
        elif isinstance(entry, FragmentEntry):
            self._declare_fragment(entry)
        elif self.program.output_declarations:
            raise self.program.bad(self.program.output_declarations[0].instruction, "an output of a compute shader")

    def _declared(self) -> list[SignatureElement]:
        return [
            element for element in self.program.outputs if element.register in self.f.outputs and element.mask & 0xF
        ]

    def _declare_vertex(self, entry: VertexEntry) -> None:
        has_position = False
        for element in self._declared():
            lanes, value = lanes_in(element.mask), element.system_value
            name = semantic(element)
            if value == SystemValue.POSITION:
                entry.out(name, Vector(f32, 4), "position")
                self._outputs.append(("position", element.register, [0, 1, 2, 3], Vector(f32, 4)))
                has_position = True
                continue
            if value == SystemValue.CULL:
                self.warnings.append(f"{entry.name}: Metal does not cull by {element.name}{element.index}")
            if value in (SystemValue.LAYER, SystemValue.VIEWPORT):
                builtin = "render_target_array_index" if value == SystemValue.LAYER else "viewport_array_index"
                entry.out(name, u32, builtin)
                self._outputs.append(("", element.register, lanes[:1], u32))
                continue
            if value == SystemValue.CLIP:
                self._clip += [(element.register, lane) for lane in lanes]
            component = COMPONENTS.get(element.component_type)
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
        declarations = [declaration for declaration in self.program.output_declarations if declaration.operand.indices]
        for declaration in declarations:
            if declaration.operand.indices[0].number == element.register:
                return self.program.refuse(declaration.instruction, reason)
        return self.program.refuse(self.program.tokens.instructions[0], reason)

    def _declare_fragment(self, entry: FragmentEntry) -> None:
        for element in self._declared():
            component = COMPONENTS.get(element.component_type)
            if component is None:
                raise self._refuse(element, f"an output of {element.format}")
            entry.out(Vector(component, 4), render_target=element.register, name=semantic(element))
            self._outputs.append(("", element.register, lanes_in(element.mask), Vector(component, 4)))
        for declaration in self.program.output_declarations:
            type = declaration.operand.type
            if type in _DEPTHS:
                entry.depth("depth", _DEPTHS[OperandType(type)])
                self._outputs.append(("", OF_ITS_OWN + type, [0], f32))
            elif type in _MASKS:
                name = _MASKS[OperandType(type)]
                entry.builtin_out(name, u32, name)
                self._outputs.append(("", OF_ITS_OWN + type, [0], u32))
            elif type != OperandType.OUTPUT:
                raise self.program.bad(declaration.instruction, f"an output of type {type} in this stage")

    def finish(self) -> None:
        """Return the contents of the output registers from the function."""
        f, b = self.f, self.f.b
        values: list[Operand | list[Operand]] = []
        last: list[Operand | list[Operand]] = []
        for what, register, lanes, type in self._outputs:
            if what == "no position":
                last.append(f.const(f32, 0.0, 4))
                continue
            bits = b.load(f.outputs[register])
            if isinstance(type, Vector):
                four = f.four(bits, lanes, type.element)
                values.append(adjusted(f.b, self.options, four) if what == "position" else four)
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
