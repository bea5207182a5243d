"""Textures: every function becomes a call of one of five functions in C (native/textures.c); what varies is which
operand is what, and that the declared type says: AIR 2.8 reads through a sampler under the name of before.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from .body import FunctionBody, count_of, element_of, with_element
from .lanes import coordinate_derivatives
from .registry import defines, defines_pattern

__all__: list[str] = []

_CUBE, _COMPARE = 1, 2
_NAME = re.compile(
    r"air\.(?:(read|write|sample|sample_compare|gather|gather_compare)_"
    r"|get_(width|height|depth|array_size|num_mip_levels|num_samples)_|is_null_|fence_"
    r"|calculate_(?:un)?clamped_lod_|atomic_[a-z_]+_explicit_)"
    r"(texture|depth)_(1d|2d|3d|cube|buffer_1d)(_ms)?(_array)?"
)
_QUERIES = ("width", "height", "depth", "array_size", "num_mip_levels", "num_samples")


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the name of a function says of its texture."""

    operation: str
    query: str
    is_depth: bool
    dimension: str
    is_multisampled: bool
    is_array: bool

    @property
    def is_cube(self) -> bool:
        return self.dimension == "cube"

    @property
    def coordinates(self) -> int:
        return {"1d": 1, "buffer_1d": 1, "2d": 2, "3d": 3, "cube": 3}[self.dimension]


def _shape(name: str) -> _Shape:
    found = _NAME.match(name)
    assert found is not None
    return _Shape(found[1] or "", found[2] or "", found[3] == "depth", found[4], bool(found[5]), bool(found[6]))


class _Operands:
    """The operands of a call, taken from the left."""

    def __init__(self, b: FunctionBody) -> None:
        self.b = b
        self.rest = list(zip(b.parameters, b.arguments, strict=True))

    def take(self) -> tuple[str, str]:
        return self.rest.pop(0)

    @property
    def next_type(self) -> str:
        return self.rest[0][0] if self.rest else ""

    def pointer(self) -> str:
        type_, value = self.take()
        return self.b.generic(value, type_)

    def integer(self) -> str:
        type_, value = self.take()
        return self.b.cast(value, type_, "i32")

    def parts(self, element: str) -> list[str]:
        """The elements of the next operand as three values, the missing ones 0."""
        type_, value = self.take()
        b = self.b
        count = count_of(type_)
        values = [value] if count == 1 else [b.op(f"extractelement {type_} {value}, i32 {n}") for n in range(count)]
        if element == "i32":
            values = [b.cast(one, element_of(type_), "i32") for one in values]
        return (values + ["0" if element == "i32" else "0.0"] * 3)[:3]

    def offset(self, shape: _Shape) -> list[str]:
        """Whether there is one, and the offset in texels, which cubes don't have."""
        if shape.is_cube:
            return ["0"] * 3
        has = self.take()[1]
        return [self.b.op(f"select i1 {has}, i32 {one}, i32 0") for one in self.parts("i32")]


class _Lookup:
    """The first operands of what looks texels up through a sampler; `operands` then has the rest."""

    def __init__(self, b: FunctionBody, operands: _Operands) -> None:
        self.shape = _shape(b.air_name)
        self.texture, self.sampler = operands.pointer(), operands.pointer()
        if self.shape.is_depth:
            operands.take()
        self.coordinates = operands.parts("float")
        self.layer = operands.integer() if self.shape.is_array else "0"
        compares = self.shape.operation.endswith("_compare")
        self.reference = operands.take()[1] if compares else "0.0"
        self.flags = str(_CUBE * self.shape.is_cube | _COMPARE * compares)


def _returned(b: FunctionBody, memory: str) -> str:
    """A texel as the result: the value, or the value and whether it was resident (AIR 2.2)."""
    pair = re.fullmatch(r"\{ (.*), i8 \}", b.result)
    type_ = pair[1] if pair else b.result
    element = element_of(type_)
    wide = with_element(type_, {"half": "float", "bfloat": "float", "i16": "i32", "i8": "i32"}.get(element, element))
    value = b.cast(b.op(f"load {wide}, ptr {memory}"), wide, type_)
    if pair is None:
        return value
    return b.op(f"insertvalue {b.result} {b.op(f'insertvalue {b.result} poison, {type_} {value}, 0')}, i8 1, 1")


def _texel(b: FunctionBody) -> str:
    return b.op("alloca [16 x i8], align 16")


def _of(*operations: str) -> re.Pattern[str]:
    """The names of some operations on textures of every kind."""
    shapes = r"(?:texture|depth)_(?:1d|2d|3d|cube|buffer_1d)(?:_ms)?(?:_array)?"
    return re.compile(rf"air\.(?:{'|'.join(operations)})_{shapes}(?:_grad)?(?:\..*)?")


@defines_pattern(_of(*(f"get_{query}" for query in _QUERIES)))
def _query(b: FunctionBody) -> str:
    shape = _shape(b.air_name)
    operands = _Operands(b)
    texture = operands.pointer()
    level = operands.integer() if operands.rest else "0"
    number = _QUERIES.index(shape.query)
    found = b.call("i32", "mtlb_texture_query", ("ptr", texture), ("i32", str(number)), ("i32", level))
    if shape.query == "array_size" and shape.is_cube:
        found = b.op(f"udiv i32 {found}, 6")
    return b.cast(found, "i32", b.result)


@defines_pattern(_of("is_null"))
def _is_null(b: FunctionBody) -> str:
    return b.op(f"icmp eq ptr {_Operands(b).pointer()}, null")


@defines_pattern(_of("fence"))
def _fence(b: FunctionBody) -> str:
    return ""


@defines_pattern(_of("read", "write"))
def _access(b: FunctionBody) -> str:
    shape = _shape(b.air_name)
    operands = _Operands(b)
    texture = operands.pointer()
    has_sampler = operands.next_type.startswith("ptr")
    if has_sampler:
        operands.take()
    if shape.is_depth:
        operands.take()
    place_type = operands.next_type
    x, y, z = operands.parts("i32")
    layer = "0"
    if shape.is_cube:
        layer = operands.integer()
    if shape.is_array:
        index = operands.integer()
        layer = b.op(f"add i32 {layer}, {b.op(f'mul i32 {index}, 6')}") if shape.is_cube else index
    if has_sampler and operands.next_type == place_type:
        x, y, z = (b.op(f"add i32 {at}, {by}") for at, by in zip((x, y, z), operands.parts("i32"), strict=True))
    memory = _texel(b)
    if shape.operation == "write":
        type_, value = operands.take()
        element = element_of(type_)
        wide = with_element(type_, {"half": "float", "i16": "i32"}.get(element, element))
        b.do(f"store {wide} {b.cast(value, type_, wide, signed=b.signed)}, ptr {memory}")
    level = operands.integer() if operands.rest else "0"
    sample, level = (level, "0") if shape.is_multisampled else ("0", level)
    places = [("i32", value) for value in (x, y, z, layer, sample, level)]
    b.call("void", f"mtlb_texture_{shape.operation}", ("ptr", texture), *places, ("ptr", memory))
    return "" if shape.operation == "write" else _returned(b, memory)


@defines_pattern(_of("sample", "sample_compare"))
def _sample(b: FunctionBody) -> str:
    operands = _Operands(b)
    at = _Lookup(b, operands)
    if "_grad." in b.air_name:
        slopes = [_stored(b, operands.parts("float")) for _ in range(2)]
        least = operands.take()[1] if operands.next_type == "float" else "0.0"
        offset = operands.offset(at.shape)
        level = _level_of(b, at.texture, at.sampler, at.coordinates, slopes, at.flags)
    else:
        offset = operands.offset(at.shape)
        is_explicit, level = operands.take()[1], operands.take()[1]
        least = operands.take()[1] if operands.next_type == "float" else "0.0"
        if b.is_fragment:
            level = _level(b, at, is_explicit, level)
        else:  # no neighbours: the level is that given, or the first one
            level = b.op(f"select i1 {is_explicit}, float {level}, float 0.0")
    memory = _texel(b)
    b.call(
        "void",
        "mtlb_texture_sample",
        ("ptr", at.texture),
        ("ptr", at.sampler),
        *(("float", value) for value in _in_the_row(at.shape, at.coordinates)),
        ("i32", at.layer),
        *(("i32", value) for value in offset),
        ("i32", at.flags),
        ("float", level),
        ("float", least),
        ("float", at.reference),
        ("ptr", memory),
    )
    return _returned(b, memory)


def _in_the_row(shape: _Shape, coordinates: Sequence[str]) -> Sequence[str]:
    """Of a 1D texture, the middle of its only row: no filter then looks beyond it."""
    return [coordinates[0], "0.5", "0.5"] if shape.coordinates == 1 else coordinates


def _level(b: FunctionBody, at: _Lookup, is_explicit: str, level: str) -> str:
    """Level of detail in a fragment function: from the neighbours' coordinates and the bias unless it is given."""
    slopes = coordinate_derivatives(b, at.coordinates)
    found = _level_of(b, at.texture, at.sampler, at.coordinates, slopes, at.flags)
    return b.op(f"select i1 {is_explicit}, float {level}, float {b.op(f'fadd float {found}, {level}')}")


def _level_of(
    b: FunctionBody, texture: str, sampler: str, coordinates: Sequence[str], slopes: Sequence[str], flags: str
) -> str:
    """The level of detail that derivatives give: addresses of three floats along x, and along y."""
    if int(flags) & _CUBE:
        slopes = [_on_face(b, coordinates, slope) for slope in slopes]
    places = [("ptr", one) for one in slopes]
    return b.call("float", "mtlb_texture_level", ("ptr", texture), ("ptr", sampler), *places, ("i32", flags))


def _on_face(b: FunctionBody, coordinates: Sequence[str], slope: str) -> str:
    """The derivatives of a cube's coordinates as those of the place on its face: each divided by the largest one."""
    places = [b.op(f"getelementptr float, ptr {slope}, i32 {number}") for number in range(3)]
    changes = [b.op(f"load float, ptr {place}") for place in places]
    sizes = [b.llvm("fabs", "float", one) for one in coordinates]
    is_z = b.op(f"fcmp oge float {sizes[2]}, {b.llvm('maxnum', 'float', sizes[0], sizes[1])}")
    is_y = b.op(f"fcmp oge float {sizes[1]}, {sizes[0]}")

    def chosen(parts: Sequence[str], order: tuple[int, int, int]) -> str:
        x, y, z = (parts[number] for number in order)
        return b.op(f"select i1 {is_z}, float {z}, float {b.op(f'select i1 {is_y}, float {y}, float {x}')}")

    major, by = (chosen(parts, (0, 1, 2)) for parts in (coordinates, changes))
    square = b.op(f"fmul float {major}, {major}")
    found = []
    for order in ((1, 0, 0), (2, 2, 1)):
        at, change = chosen(coordinates, order), chosen(changes, order)
        difference = b.op(f"fsub float {b.op(f'fmul float {change}, {major}')}, {b.op(f'fmul float {at}, {by}')}")
        found.append(b.op(f"fdiv float {difference}, {square}"))
    return _stored(b, [*found, "0.0"])


def _stored(b: FunctionBody, values: Sequence[str]) -> str:
    memory = b.op("alloca [4 x float], align 16")
    for number, value in enumerate(values):
        b.do(f"store float {value}, ptr {b.op(f'getelementptr float, ptr {memory}, i32 {number}')}")
    return memory


@defines_pattern(_of("calculate_clamped_lod", "calculate_unclamped_lod"))
def _level_query(b: FunctionBody) -> str:
    """0 in a kernel, whose threads have no neighbours. The limits of the sampler are not taken into account."""
    shape = _shape(b.air_name)
    operands = _Operands(b)
    texture, sampler = operands.pointer(), operands.pointer()
    coordinates = operands.parts("float")
    if not b.is_fragment:
        return "0.0"
    slopes, flags = coordinate_derivatives(b, coordinates), str(_CUBE * shape.is_cube)
    level = _level_of(b, texture, sampler, coordinates, slopes, flags)
    if "_unclamped_" in b.air_name:
        return level
    number = _QUERIES.index("num_mip_levels")
    levels = b.call("i32", "mtlb_texture_query", ("ptr", texture), ("i32", str(number)), ("i32", "0"))
    last = b.cast(b.op(f"sub i32 {levels}, 1"), "i32", "float")
    return b.llvm("minnum", "float", b.llvm("maxnum", "float", level, "0.0"), last)


_TEXEL_OPERATIONS = {"add": "add", "sub": "sub", "and": "and", "or": "or", "xor": "xor"}


@defines_pattern(_of("atomic_[a-z_]+_explicit"))
def _texel_atomic(b: FunctionBody) -> str:
    """Threads take turns only where they meet, so reading and writing is one step."""
    shape = _shape(b.air_name)
    operation = b.air_name.split("_explicit_")[0].removeprefix("air.atomic_").removeprefix("fetch_")
    operands = _Operands(b)
    texture = operands.pointer()
    x, y, z = operands.parts("i32")
    places = [("i32", value) for value in (x, y, z, operands.integer() if shape.is_array else "0", "0", "0")]
    memory = _texel(b)
    type_ = "<4 x i32>"
    b.call("void", "mtlb_texture_read", ("ptr", texture), *places, ("ptr", memory))
    before = b.op(f"load {type_}, ptr {memory}")
    if operation == "load":
        return before
    if operation == "compare_exchange_weak":
        wanted_type, wanted = operands.take()
        value = operands.take()[1]
        place = b.generic(wanted, wanted_type)
        expected = b.op(f"extractelement {type_} {b.op(f'load {type_}, ptr {place}')}, i32 0")
        same = b.op(f"icmp eq i32 {b.op(f'extractelement {type_} {before}, i32 0')}, {expected}")
        after = b.op(f"select i1 {same}, {type_} {value}, {type_} {before}")
        b.do(f"store {type_} {before}, ptr {place}")
    else:
        value = operands.take()[1]
        if operation in _TEXEL_OPERATIONS:
            after = b.op(f"{_TEXEL_OPERATIONS[operation]} {type_} {before}, {value}")
        elif operation in ("min", "max"):
            after = b.llvm(("s" if b.signed else "u") + operation, type_, before, value)
        else:
            after = value
    b.do(f"store {type_} {after}, ptr {memory}")
    b.call("void", "mtlb_texture_write", ("ptr", texture), *places, ("ptr", memory))
    if operation == "compare_exchange_weak":
        return same
    return "" if operation == "store" else before


@defines_pattern(_of("gather", "gather_compare"))
def _gather(b: FunctionBody) -> str:
    operands = _Operands(b)
    at = _Lookup(b, operands)
    offset = operands.offset(at.shape)
    component = operands.integer() if len(operands.rest) > 1 else "0"
    memory = _texel(b)
    b.call(
        "void",
        "mtlb_texture_gather",
        ("ptr", at.texture),
        ("ptr", at.sampler),
        *(("float", value) for value in at.coordinates),
        ("i32", at.layer),
        ("i32", offset[0]),
        ("i32", offset[1]),
        ("i32", at.flags),
        ("i32", component),
        ("float", at.reference),
        ("ptr", memory),
    )
    return _returned(b, memory)


@defines("get_read_sampler")
def _read_sampler(b: FunctionBody) -> str:
    return "null"
