"""Geometry shaders of DXIL: mesh functions, as those of token programs (`mtlb.direct3d.geometry`).

Source: DXIL.rst, "Geometry Shader"; DXC's DxilMetadataHelper.h has the properties and the stream of an element.
"""

from __future__ import annotations

from functools import partial

from ...emit.operands import TypedValue
from ...emit.stages import MeshEntry
from ...emit.types import Scalar
from ...translate import ShaderOptions
from ..geometry import DISTANCE, POSITION, GeometryMesh, check_primitives
from ..interface import semantic_word
from ..patches import StageBuffers
from .function import DxilLowering
from .interface import OF_PRIMITIVES, REFUSED, clear_variables, output_variables, vector_of_row
from .program import Semantic
from .registry import Lowered, Operation, operation
from .tessellation import row_count

_KINDS = {
    **OF_PRIMITIVES,
    Semantic.PRIMITIVE_ID: "primitive_id",
    Semantic.POSITION: POSITION,
    Semantic.CLIP_DISTANCE: DISTANCE,
    Semantic.CULL_DISTANCE: DISTANCE,
}
_INSTANCE = "geometry_instance"


class DxilGeometryStage(GeometryMesh):
    """A geometry shader."""

    def __init__(
        self,
        f: DxilLowering,
        entry: MeshEntry,
        buffers: StageBuffers,
        options: ShaderOptions,
        warnings: list[str],
    ) -> None:
        program, self._f = f.program, f
        check_primitives(program, program.primitives, None, None)
        super().__init__(f, entry, buffers, program.primitives, options, warnings)
        f.builtins["primitive_id"], f.builtins[_INSTANCE] = self.place[0], self.place[2]
        if "LoadInput" in f.uses.operations:
            f.rows["inputs"] = self.input_rows(row_count(program.inputs.values()))
        self._declare()
        f.mesh = self

    def _declare(self) -> None:
        f = self._f
        for element in f.program.outputs.values():
            component = output_variables(f, element, f.outputs)
            if element.stream != self.stream:
                continue
            if element.kind in REFUSED:
                raise f.program.refuse(None, REFUSED[Semantic(element.kind)])
            for row in range(element.rows):
                key, name = (element.id, row), semantic_word(element.name, element.semantic_index(row))
                numbers = [partial(self._number, key, column) for column in range(element.columns)]
                kind = _KINDS.get(Semantic(element.kind), "")
                self.add(name, kind, component, partial(vector_of_row, f, key), numbers)
        self.finish_declarations()

    def _number(self, key: tuple[int, int], column: int, _: Scalar) -> TypedValue:
        return self._f.b.load(self._f.outputs[key][column])

    def lower(self) -> None:
        """Build the body."""
        clear_variables(self._f, self._f.outputs)
        self.start()
        if self._f.lower():
            self.finish()


@operation("EmitStream", "CutStream", "EmitThenCutStream")
def _emit(f: DxilLowering, o: Operation) -> Lowered:
    stage = f.mesh
    if not isinstance(stage, GeometryMesh):
        raise f.bad("outside of a geometry shader")
    stream = f.integer(o.arguments["streamId"], "the stream")
    if stream not in f.program.primitives.streams:
        raise f.bad(f"the stream {stream}, which the shader does not have")
    if o.name.startswith("Emit"):
        stage.emit(stream)
    if "Cut" in o.name:
        stage.cut(stream)
    return None


@operation("GSInstanceID")
def _instance(f: DxilLowering, o: Operation) -> Lowered:
    if _INSTANCE not in f.builtins:
        raise f.bad("outside of a geometry shader")
    return f.builtins[_INSTANCE]
