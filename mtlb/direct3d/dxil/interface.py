"""DXIL signatures as arguments and outputs of Metal functions, compatible with those of token programs.
The conventions are those of `mtlb.direct3d.interface`: attributes by register, ``[[user(SEMANTICn)]]`` with four
components between stages, render targets by index. Each row of an element is a separate argument or output."""

from __future__ import annotations

from collections.abc import Callable

from ...base.features import MOST_COLORS
from ...emit.entry import ComputeEntry, Entry, FragmentEntry, KernelEntry, VertexEntry
from ...emit.lanes import place_in_squares
from ...emit.names import f32, i32, u32
from ...emit.operands import Operand, TypedValue
from ...emit.types import MetalType, Scalar, Vector
from ...ir import constant_number
from ...translate import ShaderOptions
from ...translate.interface import adjusted
from ..arguments import FIRST_ATTRIBUTE
from ..function import of_count
from ..interface import INTERPOLATIONS, PLACES, UsedNames, semantic_word
from ..program import OperandType
from .function import DxilLowering
from .program import COMPUTE_STAGES, PATCH_STAGES, ComponentType, Semantic, SignatureRow
from .registry import NEEDS

_SIGNED = (ComponentType.I16, ComponentType.I32)
_UNSIGNED = (ComponentType.I1, ComponentType.U16, ComponentType.U32)
_FLOATS = (ComponentType.F16, ComponentType.F32)
OF_PRIMITIVES = {Semantic.LAYER: "render_target_array_index", Semantic.VIEWPORT: "viewport_array_index"}
_BUILTINS = {**OF_PRIMITIVES, Semantic.PRIMITIVE_ID: "primitive_id", Semantic.SAMPLE_INDEX: "sample_id"}
_COUNTED = {Semantic.VERTEX_ID: "vertex", Semantic.INSTANCE_ID: "instance"}
REFUSED = {
    Semantic.INNER_COVERAGE: "conservative rasterization, which Metal does not have",
    Semantic.VIEW_ID: "views of a render target, which are not translated",
    Semantic.SHADING_RATE: "the rate of shading, which Metal does not have",
}
_DEPTHS = {
    Semantic.DEPTH: "any",
    Semantic.DEPTH_GREATER_EQUAL: "greater",
    Semantic.DEPTH_LESS_EQUAL: "less",
}
_MASKS = {Semantic.COVERAGE: "sample_mask", Semantic.STENCIL_REF: "stencil"}
RAW_INDEX = "raw thread index"
"""The linear thread index in Metal's order, which determines the quads."""
_INDEX, _GROUP = PLACES[OperandType.THREAD_INDEX_IN_GROUP], PLACES[OperandType.GROUP_ID]
_OF_QUADS = ("Deriv", "Quad")
_WITH_DERIVATIVES = {"Sample", "SampleBias", "SampleCmp", "SampleCmpBias", "CalculateLOD"}
EVALUATING = ("EvalSnapped", "EvalSampleIndex", "EvalCentroid")
"""Operations that interpolate an input at a position they specify."""
_BARYCENTRICS = {0: True, 2: True, 4: False}
"""The supported interpolation modes of barycentric coordinates: whether they are perspective-correct."""


def component_of_row(f: DxilLowering, element: SignatureRow) -> Scalar:
    """The number type of an element. Raises UnsupportedError for a type that Metal does not have."""
    if element.component in _SIGNED:
        return i32
    if element.component in _UNSIGNED:
        return u32
    if element.component in _FLOATS:
        return f32
    raise f.program.refuse(None, f"the element {element.name} of type {element.component}")


def samples_with_derivatives(f: DxilLowering) -> bool:
    """Whether samples with implicit level of detail have derivatives, from the quads of a thread group."""
    x, y, z = f.program.thread_group or (1, 1, 1)
    is_compute = f.program.stage in COMPUTE_STAGES and f.program.has_compute_derivatives
    return is_compute and x * y * z % 4 == 0


class DxilInputs:
    """Declares the inputs of an entry point; their values are created after all arguments are declared."""

    def __init__(self, f: DxilLowering, entry: Entry, options: ShaderOptions, grid: TypedValue | None = None) -> None:
        """`grid`: the thread position, for a vertex shader that is a kernel."""
        self.f, self.entry, self.program = f, entry, f.program
        self._grid = grid
        self._first = FIRST_ATTRIBUTE if options.binding_model == "root" else 0
        self._makes: list[tuple[tuple[int, int], Callable[[], list[TypedValue]]]] = []
        self._names = UsedNames()
        calls = [call for name in EVALUATING for call in f.uses.calls.get(name, ())]
        self._evaluated = {constant_number(call.arguments[1]) for call in calls if len(call.arguments) > 1}
        for element in self.program.inputs.values() if self.program.stage not in PATCH_STAGES else ():
            for row in range(element.rows):
                self._declare(element, row)
        self._has_quads = self.program.stage in COMPUTE_STAGES and any(
            name.startswith(_OF_QUADS) or (name in _WITH_DERIVATIVES and samples_with_derivatives(f))
            for name in f.uses.operations
        )
        if self.program.stage in ("mesh", "object") or self._has_quads:
            f.builtins[RAW_INDEX] = self._builtin(_INDEX)
        if self._has_quads:
            self._builtin(_GROUP)
        for name in sorted(f.uses.operations & NEEDS.keys()):
            for builtin in NEEDS[name]:
                self._builtin(builtin)

    def _builtin(self, name: str, type: MetalType | None = None) -> TypedValue:
        value = self.f.builtins.get(name)
        if value is None:
            value = self.f.builtins[name] = self.entry.builtin(name, type)
        return value

    def _declare(self, element: SignatureRow, row: int) -> None:
        if self.program.stage in COMPUTE_STAGES:
            raise self.program.bad(None, "a signature of inputs of a compute shader")
        make = self._system(element) or self._own(element, row)
        self._makes.append(((element.id, row), make))

    def _system(self, element: SignatureRow) -> Callable[[], list[TypedValue]] | None:
        f, kind = self.f, element.kind
        if kind in _COUNTED and self._grid is not None:
            count = self._grid[0 if kind == Semantic.VERTEX_ID else 1]
            return lambda: [count]
        if kind in _COUNTED and isinstance(self.entry, VertexEntry):
            base = self._builtin(f"base_{_COUNTED[Semantic(kind)]}", u32)
            number = self._builtin(f"{_COUNTED[Semantic(kind)]}_id", u32)
            return lambda: [number - base]
        if kind in REFUSED:
            raise self.program.refuse(None, REFUSED[Semantic(kind)])
        if not isinstance(self.entry, FragmentEntry):
            return None
        if kind == Semantic.POSITION:
            position = self._builtin("position")
            return lambda: [*(position[n] for n in range(3)), 1.0 / position[3]]
        if kind == Semantic.IS_FRONT_FACE:
            front = self._builtin("front_facing")
            return lambda: [f.b.select(front, f.const(u32, 0xFFFFFFFF), f.const(u32, 0))]
        if kind == Semantic.BARYCENTRICS:
            is_perspective = _BARYCENTRICS.get(element.interpolation)
            if is_perspective is None:
                raise self.program.refuse(None, "barycentric coordinates of a sample or a centroid")
            name = "barycentric_coord" if is_perspective else "barycentric_coord_no_perspective"
            if name not in f.builtins:
                f.builtins[name] = self.entry.builtin("barycentric_coord", None, name, perspective=is_perspective)
            place = f.builtins[name]
            return lambda: [place[n] for n in range(3)]
        if kind in _BUILTINS:
            value = self._builtin(_BUILTINS[Semantic(kind)], u32)
            return lambda: [value]
        return None

    def _own(self, element: SignatureRow, row: int) -> Callable[[], list[TypedValue]]:
        f, component = self.f, component_of_row(self.f, element)
        word = semantic_word(element.name, element.semantic_index(row))
        name = self._names.take(word)
        if isinstance(self.entry, VertexEntry | KernelEntry):
            if element.start_row < 0:
                raise self.program.bad(None, f"{word} has no register")
            count, first = element.start_column + element.columns, element.start_column
            value = self.entry.stage_in(name, of_count(component, count), self._first + element.start_row + row)
        else:
            assert isinstance(self.entry, FragmentEntry)
            component = u32 if component == i32 else component
            how = INTERPOLATIONS.get(element.interpolation, "")
            if not how:
                raise self.program.bad(None, f"{word} has the interpolation {element.interpolation}")
            how = how if component.is_float else "flat"
            if how != "flat" and element.id in self._evaluated:
                return self._pull(element, row, name, word, how)
            value = self.entry.stage_in(name, Vector(component, 4), user=word, interpolation=how)
            first = 0
        return lambda: [
            _as_bits(f, f.pick(value, [first + n]) if isinstance(value.type, Vector) else value)
            for n in range(element.columns)
        ]

    def _pull(self, element: SignatureRow, row: int, name: str, word: str, how: str) -> Callable[[], list[TypedValue]]:
        """An input that the shader also interpolates at other positions in the pixel."""
        f, (where, _, way) = self.f, how.partition("_")
        assert isinstance(self.entry, FragmentEntry)
        value = self.entry.interpolant(name, Vector(f32, 4), user=word, perspective=way == "perspective")
        f.interpolants[element.id, row] = value, way
        sample = [self._builtin("sample_id", u32)] if where == "sample" else []

        def make() -> list[TypedValue]:
            pulled = f.b.air(f"interpolate_{where}_{way}", value, *sample, result=Vector(f32, 4))
            return [pulled[n] for n in range(element.columns)]

        return make

    def _place_quads(self) -> None:
        """From shader model 6.6 on the quads of a group with even width and height are squares of 2 x 2 threads;
        otherwise, and before, they are four consecutive threads (Microsoft's page of shader model 6.6,
        "Derivatives"; dxil-spirv does the same). Metal's quads are consecutive threads, so the threads get permuted
        positions in their group."""
        b, (x, y, z) = self.f.b, self.program.thread_group or (1, 1, 1)
        if x % 2 or y % 2 or not self.program.has_compute_derivatives:
            return
        raw = self.f.builtins[RAW_INDEX]
        column, row, layer = place_in_squares(raw, (x, y, z))
        in_group = b.vector(column, row, layer)
        size = b.vector(*(b.const(u32, count) for count in (x, y, z)))
        self.f.builtins[PLACES[OperandType.THREAD_ID_IN_GROUP]] = in_group
        self.f.builtins[PLACES[OperandType.THREAD_ID]] = self.f.builtins[_GROUP] * size + in_group
        self.f.builtins[_INDEX] = (layer * y + row) * x + column

    def make(self) -> None:
        """Create the values of the elements, and the threads of quads, at the start of the body."""
        if self._has_quads:
            self._place_quads()
        for key, make in self._makes:
            self.f.inputs[key] = make()


def _as_bits(f: DxilLowering, value: TypedValue) -> TypedValue:
    return f.bits(value) if value.type == i32 else value


def output_variables(f: DxilLowering, element: SignatureRow, places: dict[tuple[int, int], list[TypedValue]]) -> Scalar:
    """Create the variables of an output, by element and row. Returns their type."""
    component = component_of_row(f, element)
    component = u32 if component == i32 else component
    for row in range(element.rows):
        places[element.id, row] = [f.b.variable(component) for _ in range(element.columns)]
    return component


def vector_of_row(f: DxilLowering, key: tuple[int, int], component: Scalar) -> TypedValue:
    """The numbers of an output row, padded with zeros."""
    numbers = [f.converted(f.b.load(place), component) for place in f.outputs[key]]
    return f.b.vector(*numbers, *[f.const(component, 0)] * (4 - len(numbers)))


def clear_variables(f: DxilLowering, places: dict[tuple[int, int], list[TypedValue]]) -> None:
    """Outputs that the shader does not write are zero."""
    for row in places.values():
        for place in row:
            f.b.store(0, place)


class DxilOutputs:
    """Declares the outputs of an entry point, whose components are variables; `finish` reads them at the end."""

    def __init__(self, f: DxilLowering, entry: Entry, options: ShaderOptions, warnings: list[str]) -> None:
        self.f, self.entry, self.options, self.program = f, entry, options, f.program
        self._warnings = warnings
        self._reads: list[Callable[[], Operand | list[Operand]]] = []
        self._clip: list[TypedValue] = []
        elements = list(self.program.outputs.values())
        if isinstance(entry, ComputeEntry):
            if elements:
                raise self.program.bad(None, "a signature of outputs of a compute shader")
            return
        for element in elements:
            component = output_variables(f, element, f.outputs)
            for row in range(element.rows):
                if isinstance(entry, VertexEntry):
                    self._declare_vertex(entry, element, row, component)
                elif isinstance(entry, FragmentEntry):
                    self._declare_fragment(entry, element, row)
        if isinstance(entry, VertexEntry):
            self._finish_vertex(entry, has_position=any(element.kind == Semantic.POSITION for element in elements))

    def _declare_vertex(self, entry: VertexEntry, element: SignatureRow, row: int, component: Scalar) -> None:
        f, key = self.f, (element.id, row)
        word, kind = semantic_word(element.name, element.semantic_index(row)), element.kind
        if kind in REFUSED:
            raise self.program.refuse(None, REFUSED[Semantic(kind)])
        if kind == Semantic.POSITION:
            entry.out(word, Vector(f32, 4), "position")
            self._reads.append(lambda: adjusted(f.b, self.options, self._vector(key, f32)))
            return
        if kind in OF_PRIMITIVES:
            entry.out(word, u32, OF_PRIMITIVES[Semantic(kind)])
            self._reads.append(lambda: f.b.load(f.outputs[key][0]))
            return
        if kind == Semantic.CULL_DISTANCE:
            self._warnings.append(f"{entry.name}: Metal does not cull by {element.name}{element.semantic_index(row)}")
        if kind == Semantic.CLIP_DISTANCE:
            self._clip += f.outputs[key]
        entry.out(word, Vector(component, 4), user=word)
        self._reads.append(lambda: self._vector(key, component))

    def _finish_vertex(self, entry: VertexEntry, *, has_position: bool) -> None:
        f = self.f
        if self._clip:
            entry.out("clip_distance", f32, "clip_distance", count=len(self._clip))
            if len(self._clip) > 1:
                self._reads.append(lambda: [f.b.load(distance) for distance in self._clip])
            else:
                self._reads.append(lambda: f.b.load(self._clip[0]))
        if self.options.point_size == "force":
            entry.out("point_size", f32, "point_size")
            self._reads.append(lambda: f.const(f32, 1.0))
        if not has_position:
            entry.out("position", Vector(f32, 4), "position")
            self._reads.append(lambda: f.const(f32, 0.0, 4))

    def _declare_fragment(self, entry: FragmentEntry, element: SignatureRow, row: int) -> None:
        f, key, kind = self.f, (element.id, row), element.kind
        if kind == Semantic.TARGET:
            index, component = element.semantic_index(row), component_of_row(f, element)
            if index >= MOST_COLORS:
                raise self.program.bad(None, f"there is no render target {index}")
            name = semantic_word(element.name, index)
            entry.out(Vector(component, 4), render_target=index, name=name)
            self._reads.append(lambda: self._vector(key, component))
        elif kind in _DEPTHS:
            entry.depth("depth", _DEPTHS[Semantic(kind)])
            self._reads.append(lambda: f.b.load(f.outputs[key][0]))
        elif kind in _MASKS:
            name = _MASKS[Semantic(kind)]
            entry.builtin_out(name, u32, name)
            self._reads.append(lambda: f.b.load(f.outputs[key][0]))
        else:
            raise self.program.bad(None, f"an output {element.name} of a pixel shader")

    def _vector(self, key: tuple[int, int], component: Scalar) -> TypedValue:
        return vector_of_row(self.f, key, component)

    def clear(self) -> None:
        """Outputs that the shader does not write are zero."""
        clear_variables(self.f, self.f.outputs)

    def finish(self) -> None:
        """Return the contents of the outputs from the function."""
        self.f.b.ret(*(read() for read in self._reads))
