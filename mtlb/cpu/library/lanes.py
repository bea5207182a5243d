"""What the threads of a threadgroup, simdgroup or quadgroup do together.

Where lanes meet, each posts up to `SLOT_BYTES`, and each then computes its own result of what all of them posted: the
mask of those that came, and their slots (native/runtime.h, struct Simd).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .body import SLOT_BYTES, FunctionBody, element_of, is_float, splat, with_element
from .registry import defines

__all__ = ["meet", "slot"]

_SLOTS_AT = 64  # bytes of a Simd before its slots
_WIDTH = 32


def meet(b: FunctionBody, *values: tuple[str, str]) -> str:
    """Post values, 16 bytes apart, and wait for the other lanes; the address of what all of them posted."""
    memory = b.op(f"alloca [{SLOT_BYTES} x i8], align 16")
    for number, (type_, value) in enumerate(values):
        if element_of(type_) == "i1":
            value, type_ = b.cast(value, type_, with_element(type_, "i8")), with_element(type_, "i8")
        b.do(f"store {type_} {value}, ptr {b.op(f'getelementptr i8, ptr {memory}, i64 {16 * number}')}, align 1")
    return b.call("ptr", "mtlb_meet", ("ptr", memory), ("i64", "%site"))


def slot(b: FunctionBody, simd: str, lane: str, number: int = 0) -> str:
    """The address of what a lane posted as its `number`-th value."""
    offset = b.op(f"add i32 {b.op(f'mul i32 {lane}, {SLOT_BYTES}')}, {_SLOTS_AT + 16 * number}")
    return b.op(f"getelementptr i8, ptr {simd}, i32 {offset}")


def _lane(b: FunctionBody) -> str:
    return b.call("i32", "mtlb_lane")


def _mask(b: FunctionBody, simd: str) -> str:
    return b.op(f"load i32, ptr {simd}")


def _loop(b: FunctionBody, first: str, last: str, initial: str, type_: str, step: Callable[[str, str], str]) -> str:
    """Go through lanes `first` to `last` (not included): `step(lane, value so far)`; the last value."""
    before = b.block
    b.do("br label %loop")
    b.label("loop")
    b.lines.append(f"  %i = phi i32 [ {first}, %{before} ], [ %next, %more ]")
    b.lines.append(f"  %sum = phi {type_} [ {initial}, %{before} ], [ %changed, %more ]")
    b.lines.append(f"  %inside = icmp ult i32 %i, {last}")
    b.do("br i1 %inside, label %more, label %out")
    b.label("more")
    value = step("%i", "%sum")
    b.lines.append(f"  %changed = select i1 true, {type_} {value}, {type_} {value}")
    b.lines.append("  %next = add i32 %i, 1")
    b.do("br label %loop")
    b.label("out")
    return "%sum"


def _has(b: FunctionBody, mask: str, lane: str) -> str:
    return b.op(f"trunc i32 {b.op(f'lshr i32 {mask}, {lane}')} to i1")


# --- barriers --------------------------------------------------------------------------------------------------------


@defines("wg.barrier", meets=True)
def _barrier(b: FunctionBody) -> str:
    return b.call("void", "mtlb_barrier", ("i64", "%site"))


@defines("simdgroup.barrier", meets=True)
def _simdgroup_barrier(b: FunctionBody) -> str:
    meet(b)
    return ""


# --- votes -----------------------------------------------------------------------------------------------------------


def _ballot(b: FunctionBody, bit: str) -> str:
    """The mask of the lanes whose bit is set."""
    simd = meet(b, ("i1", bit))
    mask = _mask(b, simd)

    def step(lane: str, so_far: str) -> str:
        given = b.op(f"load i8, ptr {slot(b, simd, lane)}")
        wide = b.op(f"zext i8 {given} to i32")
        return b.op(f"or i32 {so_far}, {b.op(f'shl i32 {wide}, {lane}')}")

    return b.op(f"and i32 {_loop(b, '0', str(_WIDTH), '0', 'i32', step)}, {mask}")


@defines("simd_ballot", meets=True)
def _simd_ballot(b: FunctionBody) -> str:
    return b.cast(_ballot(b, "%0"), "i32", b.result)


@defines("simd_active_threads_mask", meets=True)
def _active(b: FunctionBody) -> str:
    return b.cast(_mask(b, meet(b)), "i32", b.result)


@defines("simd_any", "quad_any", meets=True)
def _any(b: FunctionBody) -> str:
    return b.op(f"icmp ne i32 {_of_quad(b, _ballot(b, '%0'))}, 0")


@defines("simd_all", "quad_all", meets=True)
def _all(b: FunctionBody) -> str:
    return b.op(f"icmp eq i32 {_of_quad(b, _ballot(b, b.op('xor i1 %0, true')))}, 0")


def _of_quad(b: FunctionBody, mask: str) -> str:
    """The part of a mask that is of this lane's quadgroup, for functions of quadgroups."""
    if not b.air_name.startswith("air.quad"):
        return mask
    first = b.op(f"and i32 {_lane(b)}, 28")
    return b.op(f"and i32 {mask}, {b.op(f'shl i32 15, {first}')}")


def _first(b: FunctionBody, mask: str) -> str:
    return b.call("i32", "llvm.cttz.i32", ("i32", mask), ("i1", "false"))


@defines("simd_is_first", "quad_is_first", meets=True)
def _is_first(b: FunctionBody) -> str:
    mask = _of_quad(b, _mask(b, meet(b)))
    return b.op(f"icmp eq i32 {_first(b, mask)}, {_lane(b)}")


@defines("simd_is_helper_thread", "is_helper_thread")
def _is_helper(b: FunctionBody) -> str:
    """Of a fragment function: whether the thread gave its fragment up."""
    return b.op(f"icmp ne i32 {b.call('i32', 'mtlb_is_discarded')}, 0")


# --- exchange --------------------------------------------------------------------------------------------------------


def _of_lane(b: FunctionBody, simd: str, lane: str, number: int = 0) -> str:
    """What a lane posted; of a lane that did not come what it posted last, which no program may depend on."""
    return b.op(f"load {b.result}, ptr {slot(b, simd, b.op(f'and i32 {lane}, {_WIDTH - 1}'), number)}, align 1")


def _group(b: FunctionBody) -> int:
    return 4 if b.air_name.startswith("air.quad") else _WIDTH


def _operation(b: FunctionBody) -> str:
    return b.air_name.split(".")[1].partition("_")[2]


@defines("simd_broadcast_first", "quad_broadcast_first", meets=True)
def _broadcast_first(b: FunctionBody) -> str:
    simd = meet(b, (b.result, "%0"))
    return _of_lane(b, simd, _first(b, _of_quad(b, _mask(b, simd))))


@defines("simd_broadcast", "simd_shuffle", "quad_broadcast", "quad_shuffle", meets=True)
def _shuffle(b: FunctionBody) -> str:
    simd = meet(b, (b.result, "%0"))
    lane = b.cast("%1", b.parameters[1], "i32")
    if _group(b) == 4:
        lane = b.op(f"or i32 {b.op(f'and i32 {_lane(b)}, 28')}, {b.op(f'and i32 {lane}, 3')}")
    return _of_lane(b, simd, lane)


@defines("simd_shuffle_xor", "quad_shuffle_xor", meets=True)
def _shuffle_xor(b: FunctionBody) -> str:
    simd = meet(b, (b.result, "%0"))
    return _of_lane(b, simd, b.op(f"xor i32 {_lane(b)}, {b.cast('%1', b.parameters[1], 'i32')}"))


_UP_AND_DOWN = [
    f"{group}_shuffle{kind}_{way}" for group in ("simd", "quad") for kind in ("", "_rotate") for way in ("up", "down")
]


@defines(*_UP_AND_DOWN, meets=True)
def _shuffle_by(b: FunctionBody) -> str:
    """From the lane so many below or above; past the end of the group from the lane itself, or from the other end."""
    simd = meet(b, (b.result, "%0"))
    me, width = _lane(b), _group(b)
    way = "sub" if b.air_name.split(".")[1].endswith("up") else "add"
    lane = b.op(f"{way} i32 {me}, {b.cast('%1', b.parameters[1], 'i32')}")
    start = b.op(f"and i32 {me}, {-width}")
    if "rotate" in b.air_name:
        return _of_lane(b, simd, b.op(f"or i32 {start}, {b.op(f'and i32 {lane}, {width - 1}')}"))
    inside = b.op(f"icmp eq i32 {b.op(f'and i32 {lane}, {-width}')}, {start}")
    return _of_lane(b, simd, b.op(f"select i1 {inside}, i32 {lane}, i32 {me}"))


@defines(*(f"{group}_shuffle_and_fill_{way}" for group in ("simd", "quad") for way in ("up", "down")), meets=True)
def _shuffle_and_fill(b: FunctionBody) -> str:
    """Operands: value, filling value, distance, width of the groups in which lanes are shifted.

    What is shifted in from past the end of a group comes from the filling values, at the other end of the group.
    """
    simd = meet(b, (b.result, "%0"), (b.parameters[1], "%1"))
    me = _lane(b)
    distance, width = (b.cast(f"%{number}", b.parameters[number], "i32") for number in (2, 3))
    start = b.op(f"sub i32 {me}, {b.op(f'urem i32 {me}, {width}')}")
    end = b.op(f"add i32 {start}, {width}")
    if b.air_name.split(".")[1].endswith("up"):
        lane = b.op(f"sub i32 {me}, {distance}")
        outside, moved = b.op(f"icmp slt i32 {lane}, {start}"), b.op(f"add i32 {lane}, {width}")
    else:
        lane = b.op(f"add i32 {me}, {distance}")
        outside, moved = b.op(f"icmp sge i32 {lane}, {end}"), b.op(f"sub i32 {lane}, {width}")
    filled, plain = _of_lane(b, simd, moved, 1), _of_lane(b, simd, lane)
    return b.op(f"select i1 {outside}, {b.result} {filled}, {b.result} {plain}")


# --- reductions ------------------------------------------------------------------------------------------------------

_REDUCTIONS = ("sum", "product", "min", "max", "and", "or", "xor")
_PREFIXES = [f"prefix_{kind}_{name}" for kind in ("inclusive", "exclusive") for name in ("sum", "product")]


@defines(*(f"{group}_{name}" for group in ("simd", "quad") for name in (*_REDUCTIONS, *_PREFIXES)), meets=True)
def _reduce(b: FunctionBody) -> str:
    """Over the lanes that came, from the lowest on; in half and bfloat precision in single precision, rounded once."""
    name = _operation(b).rpartition("_")[2]
    simd = meet(b, (b.result, "%0"))
    me, mask = _lane(b), _mask(b, simd)
    element = element_of(b.result)
    wide = with_element(b.result, "float") if element in ("half", "bfloat") else b.result
    first, last = "0", str(_WIDTH)
    if _group(b) == 4:
        first = b.op(f"and i32 {me}, 28")
        last = b.op(f"add i32 {first}, 4")
    if "prefix_inclusive" in b.air_name:
        last = b.op(f"add i32 {me}, 1")
    elif "prefix_exclusive" in b.air_name:
        last = me
    own = b.cast("%0", b.result, wide)
    initial = {
        "sum": splat(wide, 0),
        "product": splat(wide, 1),
        "and": splat(wide, -1) if not is_float(wide) else own,
        "or": splat(wide, 0),
        "xor": splat(wide, 0),
    }.get(name, own)

    def combined(so_far: str, value: str) -> str:
        letter = "f" if is_float(wide) else ""
        if name in ("sum", "product"):
            return b.op(f"{letter}{'add' if name == 'sum' else 'mul'} {wide} {so_far}, {value}")
        if name in ("min", "max"):
            if letter:
                return b.llvm(f"{name}num", wide, so_far, value)
            return b.llvm(f"{'s' if b.signed else 'u'}{name}", wide, so_far, value)
        return b.op(f"{name} {wide} {so_far}, {value}")

    def step(lane: str, so_far: str) -> str:
        given = b.op(f"load {b.result}, ptr {slot(b, simd, lane)}, align 1")
        value = combined(so_far, b.cast(given, b.result, wide))
        return b.op(f"select i1 {_has(b, mask, lane)}, {wide} {value}, {wide} {so_far}")

    return b.cast(_loop(b, first, last, initial, wide, step), wide, b.result)


@defines("get_simdgroup_size")
def _size(b: FunctionBody) -> str:
    return str(_WIDTH)


@defines("get_thread_index_in_simdgroup")
def _index(b: FunctionBody) -> str:
    return b.cast(_lane(b), "i32", b.result)


# --- derivatives of fragment functions -------------------------------------------------------------------------------


@defines("dfdx", "dfdy", "fwidth", meets=True)
def _derivative(b: FunctionBody) -> str:
    """Differences in the square of 2 x 2 fragments, per row and column; 0 to a fragment that is not there."""
    simd = meet(b, (b.result, "%0"))

    def difference(bit: int) -> str:
        return _difference(b, simd, b.result, bit)

    name = b.air_name.split(".")[1]
    if name != "fwidth":
        return difference(1 if name == "dfdx" else 2)
    along, down = (b.llvm("fabs", b.result, difference(bit)) for bit in (1, 2))
    return b.op(f"fadd {b.result} {along}, {down}")


def _difference(b: FunctionBody, simd: str, type_: str, bit: int, number: int = 0) -> str:
    me, mask = _lane(b), _mask(b, simd)
    low, high = b.op(f"and i32 {me}, {~bit}"), b.op(f"or i32 {me}, {bit}")
    near, far = (b.op(f"load {type_}, ptr {slot(b, simd, lane, number)}, align 1") for lane in (low, high))
    both = b.op(f"and i1 {_has(b, mask, low)}, {_has(b, mask, high)}")
    return b.op(f"select i1 {both}, {type_} {b.op(f'fsub {type_} {far}, {near}')}, {type_} {splat(type_, 0)}")


def coordinate_derivatives(b: FunctionBody, coordinates: Sequence[str]) -> tuple[str, str]:
    """How three coordinates change along x and y: addresses of three floats each. The lanes meet."""
    type_ = "<4 x float>"
    value = "zeroinitializer"
    for number, coordinate in enumerate(coordinates):
        value = b.op(f"insertelement {type_} {value}, float {coordinate}, i32 {number}")
    simd = meet(b, (type_, value))
    found = []
    for bit in (1, 2):
        memory = b.op("alloca [4 x float], align 16")
        b.do(f"store {type_} {_difference(b, simd, type_, bit)}, ptr {memory}")
        found.append(memory)
    return found[0], found[1]


# --- matrices of 8 x 8 elements --------------------------------------------------------------------------------------
#
# Lane l holds two neighbours of a row, in elements 0 and 1 of its vector of 64: row (l/4 & 4) + (l/2 & 3), columns
# 2 (l/4 & 2) + 2 (l & 1) and the next. Source: the kernels of MLX, which index such vectors.


def _cell(b: FunctionBody) -> tuple[str, str]:
    """Row and first column of the two elements that this lane holds."""
    lane = _lane(b)
    quarter = b.op(f"lshr i32 {lane}, 2")
    half = b.op(f"lshr i32 {lane}, 1")
    row = b.op(f"add i32 {b.op(f'and i32 {quarter}, 4')}, {b.op(f'and i32 {half}, 3')}")
    high, low = b.op(f"shl i32 {b.op(f'and i32 {quarter}, 2')}, 1"), b.op(f"and i32 {lane}, 1")
    return row, b.op(f"add i32 {high}, {b.op(f'shl i32 {low}, 1')}")


def _lane_of(b: FunctionBody, row: str, column: str) -> str:
    """The lane that holds an element: the inverse of `_cell`."""
    parts = (
        (row, 4, "shl", 2),
        (row, 3, "shl", 1),
        (column, 4, "shl", 1),
        (column, 2, "lshr", 1),
    )
    found = "0"
    for value, mask, shift, by in parts:
        part = b.op(f"{shift} i32 {b.op(f'and i32 {value}, {mask}')}, {by}")
        found = b.op(f"or i32 {found}, {part}")
    return found


@defines("simdgroup_matrix_8x8_init_filled")
def _filled(b: FunctionBody) -> str:
    first = b.op(f"insertelement {b.result} poison, {b.parameters[0]} %0, i32 0")
    return b.op(f"insertelement {b.result} {first}, {b.parameters[0]} %0, i32 1")


@defines("simdgroup_matrix_8x8_init_diag")
def _diagonal(b: FunctionBody) -> str:
    row, column = _cell(b)
    element, found = b.parameters[0], "poison"
    for number in (0, 1):
        on = b.op(f"icmp eq i32 {row}, {b.op(f'add i32 {column}, {number}')}")
        value = b.op(f"select i1 {on}, {element} %0, {element} {splat(element, 0)}")
        found = b.op(f"insertelement {b.result} {found}, {element} {value}, i32 {number}")
    return found


def _element_address(b: FunctionBody, element: str, pointer: int, column_of_lane: int, cell: tuple[str, str]) -> str:
    """Operands from `pointer` on: address, elements in a row of memory, origin (column, row), transposed."""
    stride, origin, transposed = (f"%{pointer + number}" for number in (1, 2, 3))
    row = b.op(f"zext i32 {cell[0]} to i64")
    column = b.op(f"zext i32 {b.op(f'add i32 {cell[1]}, {column_of_lane}')} to i64")
    y = b.op(f"select i1 {transposed}, i64 {column}, i64 {row}")
    x = b.op(f"select i1 {transposed}, i64 {row}, i64 {column}")
    x0, y0 = (b.op(f"extractelement <2 x i64> {origin}, i32 {number}") for number in (0, 1))
    line = b.op(f"mul i64 {b.op(f'add i64 {y}, {y0}')}, {stride}")
    at = b.op(f"add i64 {line}, {b.op(f'add i64 {x}, {x0}')}")
    return b.op(f"getelementptr {element}, {b.parameters[pointer]} %{pointer}, i64 {at}")


@defines("simdgroup_matrix_8x8_load")
def _matrix_load(b: FunctionBody) -> str:
    element, cell, found = element_of(b.result), _cell(b), "poison"
    for number in (0, 1):
        address = _element_address(b, element, 0, number, cell)
        value = b.op(f"load {element}, {b.parameters[0]} {address}")
        found = b.op(f"insertelement {b.result} {found}, {element} {value}, i32 {number}")
    return found


@defines("simdgroup_matrix_8x8_store")
def _matrix_store(b: FunctionBody) -> str:
    element, cell = element_of(b.parameters[0]), _cell(b)
    for number in (0, 1):
        address = _element_address(b, element, 1, number, cell)
        value = b.op(f"extractelement {b.parameters[0]} %0, i32 {number}")
        b.do(f"store {element} {value}, {b.parameters[1]} {address}")
    return ""


@defines("simdgroup_matrix_8x8_multiply_accumulate", meets=True)
def _multiply_accumulate(b: FunctionBody) -> str:
    """a b + c in single precision; each lane posts its two elements of a and of b."""
    posted = []
    for matrix in (0, 1):
        type_ = b.parameters[matrix]
        pair = "poison"
        for number in (0, 1):
            value = b.cast(b.op(f"extractelement {type_} %{matrix}, i32 {number}"), element_of(type_), "float")
            pair = b.op(f"insertelement <2 x float> {pair}, float {value}, i32 {number}")
        posted.append(("<2 x float>", pair))
    simd = meet(b, *posted)
    row, column = _cell(b)
    element = element_of(b.parameters[2])
    sums = [b.cast(b.op(f"extractelement {b.parameters[2]} %2, i32 {n}"), element, "float") for n in (0, 1)]
    for k in range(8):
        left = b.op(f"load <2 x float>, ptr {slot(b, simd, _lane_of(b, row, str(k)))}, align 1")
        factor = b.op(f"extractelement <2 x float> {left}, i32 {k & 1}")
        right = b.op(f"load <2 x float>, ptr {slot(b, simd, _lane_of(b, str(k), column), 1)}, align 1")
        for number in (0, 1):
            other = b.op(f"extractelement <2 x float> {right}, i32 {number}")
            sums[number] = b.llvm("fma", "float", factor, other, sums[number])
    found = "poison"
    for number in (0, 1):
        value = b.cast(sums[number], "float", element_of(b.result))
        found = b.op(f"insertelement {b.result} {found}, {element_of(b.result)} {value}, i32 {number}")
    return found
