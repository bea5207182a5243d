"""Hull and domain shaders of DXIL, and vertex shaders before them and before geometry shaders.

The kernels, the buffers and the registers in them are those of token programs (`mtlb.direct3d.patches`): row r of an
element is register (first row + r), so that stages of both kinds fit. Source: DXIL.rst, "Hull Shader" and "Domain
Shader"; DXC's DxilMetadataHelper.h has the properties.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...emit.entry import KernelEntry, VertexEntry
from ...emit.names import f32
from ...emit.operands import TypedValue
from ...emit.types import Vector
from ..function import RegisterRows
from ..patches import (
    FACTOR_BYTES,
    DomainBuffers,
    HullKernel,
    PatchRegisters,
    StageBuffers,
    VertexKernel,
    check_input_points,
    domain_of,
)
from .function import DxilLowering, held_by
from .interface import clear_variables, output_variables
from .program import Semantic, SignatureRow
from .registry import Lowered, Operation, operation

_FACTORS = {"triangle": (3, 1), "quad": (4, 2)}  # edge factors, inside factors
assert _FACTORS.keys() == FACTOR_BYTES.keys()
_POINT, _PLACE = "control_point_id", "position_in_patch"


def row_count(elements: Iterable[SignatureRow]) -> int:
    """The minimum number of registers for a vertex, control point or patch."""
    return max((element.start_row + element.rows for element in elements), default=0) or 1


def _store_rows(
    f: DxilLowering,
    elements: dict[int, SignatureRow],
    places: dict[tuple[int, int], list[TypedValue]],
    rows: RegisterRows,
) -> None:
    """Store the variables of outputs into memory."""
    for (number, row), variables in places.items():
        element = elements[number]
        if element.start_row < 0:
            raise f.program.bad(None, f"{element.name} has no register")
        for column, place in enumerate(variables):
            lane, type = element.start_column + column, held_by(place)
            f.b.store(f.b.load(place), rows.number(f.b, 0, element.start_row + row, lane, type))


class DxilVertexKernel(VertexKernel):
    """A vertex shader whose outputs are stored in memory."""

    def __init__(self, f: DxilLowering, entry: KernelEntry, buffers: StageBuffers) -> None:
        super().__init__(f, entry, buffers)
        self._f = f
        outputs = f.program.outputs
        for element in outputs.values():
            output_variables(f, element, f.outputs)
        self._rows = self.own_rows(row_count(outputs.values()))

    def lower(self) -> None:
        """Build the body."""
        f = self._f
        clear_variables(f, f.outputs)
        if f.lower():
            _store_rows(f, f.program.outputs, f.outputs, self._rows)
            f.b.ret()


class DxilHullStage(HullKernel):
    """A hull shader: the entry point computes control points, a separate function computes the patch constants."""

    def __init__(self, f: DxilLowering, entry: KernelEntry, buffers: StageBuffers) -> None:
        self._f, program = f, f.program
        check_input_points(program, program.patches, None)
        groups = (program.inputs, program.outputs, program.patch_constants)
        registers = PatchRegisters(*(row_count(group.values()) for group in groups))
        domain = domain_of(program, program.patches, None)
        has_points = program.entry is not None
        super().__init__(f, entry, buffers, program.patches, domain, registers, has_points=has_points)
        f.rows["inputs"], f.rows["points"] = self.inputs, self.points
        f.builtins["primitive_id"], f.builtins[_POINT] = self.patch, self.point
        for element in program.patch_constants.values():
            output_variables(f, element, f.constants)

    def lower(self) -> None:
        """Build the body."""
        f, b, program = self._f, self._f.b, self._f.program
        if self.has_points:
            for element in program.outputs.values():
                output_variables(f, element, f.outputs)
            clear_variables(f, f.outputs)
            if not f.lower():
                return
            _store_rows(f, program.outputs, f.outputs, self.own)
            f.outputs.clear()
        else:
            self.copy_point()
        b.barrier("device")
        with b.if_(b.compare("eq", self.point, 0)):
            clear_variables(f, f.constants)
            if not f.run(program.constants_function):
                raise program.refuse(None, "a function of patch constants that does not end")
            _store_rows(f, program.patch_constants, f.constants, self.constants)
            self.store_factors([f.converted(b.load(place), f32) for place in self._factors()])
        b.ret()

    def _factors(self) -> list[TypedValue]:
        """The variables of Metal's factors: edges, then the inside."""
        f, kinds = self._f, (Semantic.TESS_FACTOR, Semantic.INSIDE_TESS_FACTOR)
        places: list[TypedValue] = []
        for kind, count in zip(kinds, _FACTORS[self.domain], strict=True):
            elements = [element for element in f.program.patch_constants.values() if element.kind == kind]
            rows = [f.constants[element.id, row][0] for element in elements for row in range(element.rows)]
            if len(rows) < count:
                raise f.program.bad(None, f"{len(rows)} tessellation factors of {count} that a {self.domain} has")
            places += rows[:count]
        return places


class DxilDomainStage(DomainBuffers):
    """The inputs of a domain shader."""

    def __init__(self, f: DxilLowering, entry: VertexEntry, buffers: StageBuffers) -> None:
        program = f.program
        super().__init__(f, entry, buffers, domain_of(program, program.patches, None))
        if "LoadInput" in f.uses.operations:
            check_input_points(program, program.patches, None)
            f.rows["inputs"] = self.points(program.patches.input_points, row_count(program.inputs.values()))
        if "LoadPatchConstant" in f.uses.operations:
            f.rows["constants"] = self.constants(row_count(program.patch_constants.values()))
        f.builtins["primitive_id"], f.builtins[_PLACE] = self.patch, self.place


@operation("OutputControlPointID")
def _control_point(f: DxilLowering, o: Operation) -> Lowered:
    if _POINT not in f.builtins:
        raise f.bad("outside of a hull shader")
    return f.builtins[_POINT]


@operation("DomainLocation")
def _location(f: DxilLowering, o: Operation) -> Lowered:
    """The position in the patch; w is 0 for a quad."""
    component, place = f.integer(o.arguments["component"], "the component"), f.builtins.get(_PLACE)
    if place is None or not 0 <= component <= 2:
        raise f.bad(f"the component {component}, in a {f.program.stage} shader")
    assert isinstance(place.type, Vector)
    return place[component] if component < place.type.count else f.const(f32, 0.0)
