"""Operations of stages: inputs and outputs, system values, discard, barriers.

Source: DXIL.rst, "Signature", "Pixel", "Compute"; the mode of a barrier in "Barrier".
"""

from __future__ import annotations

from collections.abc import Sequence

from ...emit.names import boolean, f32, i32, u32
from ...emit.operands import TypedValue
from ...emit.types import Vector
from ...ir import Value, constant_number
from ..interface import PLACES
from ..memory import synchronize
from ..program import OperandType
from .function import DxilLowering, held_by
from .interface import EVALUATING, component_of_row
from .program import COMPUTE_STAGES, PATCH_STAGES, SignatureRow
from .registry import Lowered, Operation, operation, refused

refused("conservative rasterization, which Metal does not have", "InnerCoverage")
refused("the counter of clock cycles, which Metal does not have", "CycleCounterLegacy")
refused(
    "an input of one vertex: only the form for one float is known (AIR 2.8), and inputs have four components",
    "AttributeAtVertex",
)
refused("indexable temporaries of minimum precision, which shaders of DXIL do not have", "MinPrecXReg")


def _element(
    f: DxilLowering, elements: dict[int, SignatureRow], id: Value, row: Value, column: Value
) -> tuple[SignatureRow, int | None, int]:
    number = f.integer(id, "the element")
    element = elements.get(number)
    if element is None:
        raise f.bad(f"there is no element {number} in the signature")
    place = f.integer(column, "the column")
    constant_row = constant_number(row)
    if not 0 <= place < element.columns or (constant_row is not None and not 0 <= constant_row < element.rows):
        raise f.bad(f"{element.name} has {element.rows} rows of {element.columns}, not one at {constant_row}, {place}")
    return element, constant_row, place


@operation("LoadInput")
def _input(f: DxilLowering, o: Operation) -> Lowered:
    names = ("inputSigId", "rowIndex", "colIndex")
    element, row, column = _element(f, f.program.inputs, *(o.arguments[name] for name in names))
    type = f.scalar(o.call.type)
    if f.program.stage in PATCH_STAGES:
        return _from_memory(f, o, "inputs", element, (row, column), f.uint(o.arguments["gsVertexAxis"]))
    values = [f.inputs[element.id, number][column] for number in range(element.rows)]
    return f.converted(_row_of(f, values, row, o.arguments["rowIndex"]), type)


def _from_memory(
    f: DxilLowering,
    o: Operation,
    rows: str,
    element: SignatureRow,
    place: tuple[int | None, int],
    vertex: TypedValue | int = 0,
) -> TypedValue:
    """A component of a register in memory (docs/direct3d.md §4), for a vertex or control point."""
    memory, (row, column) = f.rows.get(rows), place
    if memory is None or element.start_row < 0:
        raise f.bad(f"{element.name} is not in memory in this stage")
    register: TypedValue | int = element.start_row
    if row is None:
        name = "rowIndex" if "rowIndex" in o.arguments else "row"
        register = f.b.add(f.clamped(f.uint(o.arguments[name]), element.rows), element.start_row)
    else:
        register += row
    component = component_of_row(f, element)
    component = u32 if component == i32 else component
    if isinstance(vertex, TypedValue):
        vertex = f.clamped(vertex, memory.count)
    value = f.b.load(memory.number(f.b, vertex, register, element.start_column + column, component))
    return f.converted(value, f.scalar(o.call.type))


@operation("TempRegLoad")
def _load_register(f: DxilLowering, o: Operation) -> Lowered:
    return f.converted(f.b.load(_register(f, o)), f.scalar(o.call.type))


@operation("TempRegStore")
def _store_register(f: DxilLowering, o: Operation) -> Lowered:
    f.b.store(f.converted(f.number(o.arguments["value"]), u32), _register(f, o))
    return None


def _register(f: DxilLowering, o: Operation) -> TypedValue:
    """A register in DXIL that dxilconv generated from a token program: 32 bits without a type."""
    number = f.integer(o.arguments["index"], "the register")
    if number not in f.registers:
        f.registers[number] = f.b.variable(u32)
    return f.registers[number]


@operation("LoadOutputControlPoint")
def _control_point(f: DxilLowering, o: Operation) -> Lowered:
    """A control point of the hull shader's output, read in its patch constant function."""
    element, *place = _element(f, f.program.outputs, *(o.arguments[name] for name in ("inputSigId", "row", "col")))
    return _from_memory(f, o, "points", element, (place[0], place[1] or 0), f.uint(o.arguments["index"]))


@operation("LoadPatchConstant")
def _constant(f: DxilLowering, o: Operation) -> Lowered:
    names = ("inputSigId", "row", "col")
    element, row, column = _element(f, f.program.patch_constants, *(o.arguments[name] for name in names))
    if (element.id, 0) not in f.constants:
        return _from_memory(f, o, "constants", element, (row, column))
    places = [f.constants[element.id, number][column] for number in range(element.rows)]  # in the hull shader itself
    return f.converted(
        _row_of(f, [f.b.load(place) for place in places], row, o.arguments["row"]), f.scalar(o.call.type)
    )


def _row_of(f: DxilLowering, values: Sequence[TypedValue], row: int | None, index: Value) -> TypedValue:
    """The number of a row, which may be dynamic."""
    if row is not None:
        return values[row]
    number, chosen = f.uint(index), values[0]
    for place, value in enumerate(values[1:], 1):
        chosen = f.b.select(f.b.compare("eq", number, place), value, chosen)
    return chosen


@operation(*EVALUATING)
def _evaluate(f: DxilLowering, o: Operation) -> Lowered:
    """An input at another position in the pixel: at a sample, at an offset in sixteenths from the center (Metal
    counts from the upper left corner), or at the centroid."""
    names = ("inputSigId", "inputRowIndex", "inputColIndex")
    element, row, column = _element(f, f.program.inputs, *(o.arguments[name] for name in names))
    rows = range(element.rows) if row is None else (row,)
    values = [_evaluated(f, o, (element.id, number), column) for number in rows]
    value = _row_of(f, values, None if row is None else 0, o.arguments["inputRowIndex"])
    return f.converted(value, f.scalar(o.call.type))


def _evaluated(f: DxilLowering, o: Operation, key: tuple[int, int], column: int) -> TypedValue:
    interpolant = f.interpolants.get(key)
    if interpolant is None:  # constant over the whole primitive
        return f.inputs[key][column]
    value, way = interpolant
    arguments: list[TypedValue] = []
    where = {"EvalSnapped": "offset", "EvalSampleIndex": "sample", "EvalCentroid": "centroid"}[o.name]
    if where == "sample":
        arguments = [f.uint(o.arguments["sampleIndex"])]
    elif where == "offset":
        moved = f.b.vector(*(f.uint(o.arguments[f"offset{axis}"]) for axis in "XY"))
        arguments = [f.b.convert((moved + 8) & 15, Vector(f32, 2)) * (1 / 16)]
    interpolated = f.b.air(f"interpolate_{where}_{way}", value, *arguments, result=Vector(f32, 4))
    return interpolated[column]


@operation("StoreOutput")
def _output(f: DxilLowering, o: Operation) -> Lowered:
    _store(f, o, f.program.outputs, f.outputs, ("outputSigId", "rowIndex", "colIndex"))
    return None


@operation("StorePatchConstant")
def _store_constant(f: DxilLowering, o: Operation) -> Lowered:
    _store(f, o, f.program.patch_constants, f.constants, ("outputSigID", "row", "col"))
    return None


def _store(
    f: DxilLowering,
    o: Operation,
    elements: dict[int, SignatureRow],
    places: dict[tuple[int, int], list[TypedValue]],
    names: tuple[str, str, str],
) -> None:
    element, row, column = _element(f, elements, *(o.arguments[name] for name in names))
    if (element.id, 0) not in places:
        raise f.bad(f"{element.name} is not an output here")
    value = f.number(o.arguments["value"])
    if row is not None:
        place = places[element.id, row][column]
        f.b.store(f.converted(value, held_by(place)), place)
        return
    index = f.uint(o.arguments[names[1]])
    for number in range(element.rows):
        place = places[element.id, number][column]
        stored = f.converted(value, held_by(place))
        f.b.store(f.b.select(f.b.compare("eq", index, number), stored, f.b.load(place)), place)


# --- system values ---------------------------------------------------------------------------------------------------

_THREADS = {
    "ThreadId": PLACES[OperandType.THREAD_ID],
    "GroupId": PLACES[OperandType.GROUP_ID],
    "ThreadIdInGroup": PLACES[OperandType.THREAD_ID_IN_GROUP],
}


def _thread(name: str, builtin: str) -> None:
    @operation(name, needs=(builtin,))
    def handler(f: DxilLowering, o: Operation) -> Lowered:
        component = f.integer(o.arguments["component"], "the component")
        value = f.builtins[builtin]
        assert isinstance(value.type, Vector)
        if not 0 <= component < value.type.count:
            raise f.bad(f"the component {component}")
        return value[component]


def _builtin(name: str, builtin: str) -> None:
    @operation(name, needs=(builtin,))
    def handler(f: DxilLowering, o: Operation) -> Lowered:
        return f.builtins[builtin]


for _name, _place in _THREADS.items():
    _thread(_name, _place)
_builtin("FlattenedThreadIdInGroup", PLACES[OperandType.THREAD_INDEX_IN_GROUP])
_builtin("SampleIndex", "sample_id")
_builtin("Coverage", "sample_mask_in")
_builtin("PrimitiveID", "primitive_id")
_builtin("StartVertexLocation", "base_vertex")
_builtin("StartInstanceLocation", "base_instance")


@operation("ViewID", needs=("amplification_id",))
def _view(f: DxilLowering, o: Operation) -> Lowered:
    """With vertex amplification, each view is an amplification of the draw."""
    return f.b.convert(f.builtins["amplification_id"], u32)


@operation("IsHelperLane")
def _is_helper(f: DxilLowering, o: Operation) -> Lowered:
    return f.b.simd("is_helper_thread") if f.program.stage == "fragment" else f.b.const(boolean, False)


@operation("Discard")
def _discard(f: DxilLowering, o: Operation) -> Lowered:
    if f.program.stage != "fragment":
        raise f.bad("outside of a pixel shader")
    condition = o.arguments["condition"]
    if constant_number(condition):
        f.b.air("discard_fragment")
    elif constant_number(condition) is None:
        with f.b.if_(f.as_type(condition, boolean)):
            f.b.air("discard_fragment")
    return None


# --- barriers --------------------------------------------------------------------------------------------------------

_THREAD_BARRIER, _DEVICE, _DEVICE_OF_GROUP, _GROUP = 1, 2, 4, 8
_MEMORY_UAV, _MEMORY_GROUP = 1, 2  # of BarrierByMemoryType
_SYNC, _GROUP_SCOPE = 1, 2


@operation("Barrier")
def _barrier(f: DxilLowering, o: Operation) -> Lowered:
    mode = f.integer(o.arguments["barrierMode"], "the mode")
    _synchronize(f, mode & _THREAD_BARRIER, mode & _GROUP, mode & (_DEVICE | _DEVICE_OF_GROUP))
    return None


@operation("BarrierByMemoryType")
def _barrier_by_type(f: DxilLowering, o: Operation) -> Lowered:
    """For UAV and group memory; node memory belongs to work graphs."""
    memory = f.integer(o.arguments["MemoryTypeFlags"], "the memory")
    semantics = f.integer(o.arguments["SemanticFlags"], "the semantics")
    if memory & ~(_MEMORY_UAV | _MEMORY_GROUP) & 0xF:
        raise f.refuse("work graphs, which are not translated")
    _synchronize(f, semantics & _SYNC, memory & _MEMORY_GROUP, memory & _MEMORY_UAV)
    return None


@operation("BarrierByMemoryHandle")
def _barrier_by_handle(f: DxilLowering, o: Operation) -> Lowered:
    f.handle(o.arguments["object"])
    _synchronize(f, f.integer(o.arguments["SemanticFlags"], "the semantics") & _SYNC, 0, 1)
    return None


def _synchronize(f: DxilLowering, threads: int, group: int, device: int) -> None:
    if threads and f.program.stage not in COMPUTE_STAGES:
        raise f.bad("a barrier of threads outside of a compute shader")
    synchronize(f, threads=bool(threads), group=bool(group), device=bool(device))
