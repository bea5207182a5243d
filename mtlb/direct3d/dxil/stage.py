"""Operations of stages: inputs and outputs, system values, discard, barriers.

Source: DXIL.rst, "Signature", "Pixel", "Compute"; the mode of a barrier in "Barrier".
"""

from __future__ import annotations

from ...emit.names import boolean, f32
from ...emit.types import Vector
from ...emit.value import TypedValue
from ...ir import Value, constant_number
from ..interface import PLACES
from ..memory import synchronize
from ..program import OperandType
from .function import DxilLowering, held_by
from .interface import EVALUATING
from .program import COMPUTE_STAGES, SignatureRow
from .registry import Lowered, Operation, operation, refused

refused("conservative rasterization, which Metal does not have", "InnerCoverage")
refused("the counter of clock cycles, which Metal does not have", "CycleCounterLegacy")
refused("views of a render target, which are not translated", "ViewID")
refused("an input of one vertex: the form in AIR is not known here", "AttributeAtVertex")
refused("a register of temporaries, which shaders of DXIL do not have", "TempReg", "MinPrecXReg")


def _element(
    f: DxilLowering, elements: dict[int, SignatureRow], id: Value, row: Value, column: Value
) -> tuple[SignatureRow, int | None, int]:
    number = f.integer(id, "the element")
    found = elements.get(number)
    if found is None:
        raise f.bad(f"there is no element {number} in the signature")
    place = f.integer(column, "the column")
    known = constant_number(row)
    if not 0 <= place < found.columns or (known is not None and not 0 <= known < found.rows):
        raise f.bad(f"{found.name} has {found.rows} rows of {found.columns}, not one at {known}, {place}")
    return found, known, place


@operation("LoadInput")
def _input(f: DxilLowering, o: Operation) -> Lowered:
    names = ("inputSigId", "rowIndex", "colIndex")
    element, row, column = _element(f, f.program.inputs, *(o.arguments[name] for name in names))
    type = f.scalar(o.call.type)
    if row is not None:
        return f.converted(f.inputs[element.id, row][column], type)
    index = f.uint(o.arguments["rowIndex"])
    made = f.inputs[element.id, 0][column]
    for number in range(1, element.rows):
        made = f.b.select(f.b.compare("eq", index, number), f.inputs[element.id, number][column], made)
    return f.converted(made, type)


@operation(*EVALUATING)
def _evaluate(f: DxilLowering, o: Operation) -> Lowered:
    """An input at another place of the pixel: at a sample, in sixteenths from its center, which Metal counts from the
    upper left corner, or where centroid sampling has it."""
    names = ("inputSigId", "inputRowIndex", "inputColIndex")
    element, row, column = _element(f, f.program.inputs, *(o.arguments[name] for name in names))
    if row is None:
        raise f.refuse("a row of an input that is computed")
    found = f.interpolants.get((element.id, row))
    if found is None:  # it is the same all over the primitive
        return f.converted(f.inputs[element.id, row][column], f.scalar(o.call.type))
    value, way = found
    arguments: list[TypedValue] = []
    where = {"EvalSnapped": "offset", "EvalSampleIndex": "sample", "EvalCentroid": "centroid"}[o.name]
    if where == "sample":
        arguments = [f.uint(o.arguments["sampleIndex"])]
    elif where == "offset":
        moved = f.b.vector(*(f.uint(o.arguments[f"offset{axis}"]) for axis in "XY"))
        arguments = [f.b.convert((moved + 8) & 15, Vector(f32, 2)) * (1 / 16)]
    made = f.b.air(f"interpolate_{where}_{way}", value, *arguments, result=Vector(f32, 4))
    return f.converted(made[column], f.scalar(o.call.type))


@operation("StoreOutput")
def _output(f: DxilLowering, o: Operation) -> Lowered:
    names = ("outputSigId", "rowIndex", "colIndex")
    element, row, column = _element(f, f.program.outputs, *(o.arguments[name] for name in names))
    value = f.number(o.arguments["value"])
    if row is not None:
        place = f.outputs[element.id, row][column]
        f.b.store(f.converted(value, held_by(place)), place)
        return None
    index = f.uint(o.arguments["rowIndex"])
    for number in range(element.rows):
        place = f.outputs[element.id, number][column]
        made = f.converted(value, held_by(place))
        f.b.store(f.b.select(f.b.compare("eq", index, number), made, f.b.load(place)), place)
    return None


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


for _name, _known in _THREADS.items():
    _thread(_name, _known)
_builtin("FlattenedThreadIdInGroup", PLACES[OperandType.THREAD_INDEX_IN_GROUP])
_builtin("SampleIndex", "sample_id")
_builtin("Coverage", "sample_mask_in")
_builtin("PrimitiveID", "primitive_id")
_builtin("StartVertexLocation", "base_vertex")
_builtin("StartInstanceLocation", "base_instance")


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
    """Of memory of UAVs and of the group; that of nodes is of work graphs."""
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
