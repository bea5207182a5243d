"""Textures: samples, gathers, loads and stores of texels, queries, residency feedback.
Source: the Direct3D 11.3 functional specification, chapters 7.18 and 22.4 (instructions), 7.18.16 (an array index is
rounded to nearest), 19.5 (sample positions). Texels outside of a texture behave as in Metal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from ..air.textures import SHAPES
from ..base.metal import AccessQualifier
from ..dxbc.tokens import TokenInstruction
from ..emit.atomics import strong_exchange
from ..emit.names import f32, float4, i32, u32
from ..emit.operands import Sampled, TypedValue
from ..emit.types import Array, Scalar, Texture, Vector
from .function import ProgramLowering, ValueLowering, count_of, first_texel, lanes_of, of_count, places_of
from .program import Dimension, OperandType, Resource
from .registry import lowers

_KINDS = {
    Dimension.BUFFER: ("_buffer", False, False),
    Dimension.TEXTURE_1D: ("1d", False, False),
    Dimension.TEXTURE_2D: ("2d", False, False),
    Dimension.TEXTURE_2D_MS: ("2d", False, True),
    Dimension.TEXTURE_3D: ("3d", False, False),
    Dimension.TEXTURE_CUBE: ("cube", False, False),
    Dimension.TEXTURE_1D_ARRAY: ("1d", True, False),
    Dimension.TEXTURE_2D_ARRAY: ("2d", True, False),
    Dimension.TEXTURE_2D_MS_ARRAY: ("2d", True, True),
    Dimension.TEXTURE_CUBE_ARRAY: ("cube", True, False),
}
_BY_KIND = {
    (shape.dimension, shape.is_array, shape.is_multisampled): shape
    for shape in SHAPES.values()
    if shape.family == "texture"
}
SHAPE_OF = {dimension: _BY_KIND[kind] for dimension, kind in _KINDS.items()}
"""Metal's texture shapes for Direct3D's dimensions."""
COORDINATES = {dimension: shape.coordinates for dimension, shape in SHAPE_OF.items()}
"""The number of coordinates without the array index."""
ARRAYS = frozenset(dimension for dimension, shape in SHAPE_OF.items() if shape.is_array)
CUBES = frozenset(dimension for dimension, shape in SHAPE_OF.items() if shape.is_cube)
FLAT = frozenset(dimension for dimension, shape in SHAPE_OF.items() if shape.dimension in ("_buffer", "1d"))
MULTISAMPLED = frozenset(dimension for dimension, shape in SHAPE_OF.items() if shape.is_multisampled)
"""Dimensions that are arrays, cubes, one-dimensional (with a single level in Metal), multisampled."""


def coordinates_of(resource: Resource) -> int:
    """The program's texture coordinates, without the array index."""
    return COORDINATES[Dimension(resource.dimension)] - resource.is_widened


class SampleDetails(TypedDict, total=False):
    """The selection of a sample's level, as `b.texture.sample` takes it."""

    level: TypedValue | float | None
    bias: TypedValue | None
    min_lod: TypedValue | None
    gradient: tuple[TypedValue, TypedValue] | None


class _Form:
    """The positions of the operands of an access: shifted by a second destination if there is feedback."""

    def __init__(self, f: ProgramLowering, i: TokenInstruction) -> None:
        self.f, self.i = f, i
        self.has_status = i.name.endswith("_s")
        self.first = 2 if self.has_status else 1

    def finish(self, resource_place: int, texel: TypedValue, *, scalar: bool = False) -> None:
        """Write the texel, with the resource's swizzle applied, and the residency status."""
        f, i = self.f, self.i
        if self.has_status and f.written(i, 1):
            resident = texel.resident if isinstance(texel, Sampled) else None
            unit, zero = f.const(u32, 1), f.const(u32, 0)
            f.write(i, unit if resident is None else f.b.select(resident, unit, zero), 1)
        lanes = f.written(i)
        if not lanes:
            return
        places = places_of(f.source(i, resource_place))
        count = count_of(texel)
        if scalar or (count == 1 and i.name.startswith(("sample_c", "gather4_c"))):
            f.write(i, f.pick(texel, [0] * len(lanes)))
            return
        if count == 1:  # of a depth texture
            filled = [texel, f.const(f32, 0.0), f.const(f32, 0.0), f.const(f32, 1.0)]
            texel = f.b.vector(*filled)
        f.write(i, f.pick(texel, [places[lane] for lane in lanes]))


def _sampled_place(
    f: ProgramLowering, i: TokenInstruction, place: int, resource: Resource
) -> tuple[TypedValue, TypedValue | None]:
    """Float coordinates, and the array index: rounded to nearest, at least 0."""
    count = coordinates_of(resource)
    coordinates = f.read(i, place, list(range(count)), f32)
    if resource.is_widened:
        coordinates = f.b.vector(coordinates, f.const(f32, 0.5))
    if resource.dimension not in ARRAYS:
        return coordinates, None
    return coordinates, nearest_layer(f, f.read(i, place, [count], f32))


def nearest_layer(f: ValueLowering, layer: TypedValue) -> TypedValue:
    """The array index: rounded to nearest, at least 0."""
    return f.b.convert(f.b.math("rint", f.b.math("fmax", layer, 0.0)), u32)


def _offset(f: ProgramLowering, i: TokenInstruction, resource: Resource) -> list[int] | None:
    if i.offsets is None or resource.dimension in CUBES:
        return None
    count = coordinates_of(resource)
    offsets = [*i.offsets[:count], *([0] if resource.is_widened else [])]
    return offsets if any(offsets) else None


def _texture(f: ProgramLowering, i: TokenInstruction, place: int) -> tuple[Resource, TypedValue]:
    resource, texture = f.handle(i, place, "t", "u")
    if resource.form != "typed":
        raise f.program.bad(i, f"{resource.register} is memory, not a texture")
    return resource, texture


def _sampler(f: ProgramLowering, i: TokenInstruction, place: int) -> TypedValue:
    return f.handle(i, place, "s")[1]


_SAMPLES = """
sample sample_l sample_b sample_d sample_c sample_c_lz sample_l_s sample_cl_s sample_b_cl_s sample_d_cl_s sample_c_lz_s
sample_c_cl_s
"""


@lowers(*_SAMPLES.split())
def _sample(f: ProgramLowering, i: TokenInstruction) -> None:
    form = _Form(f, i)
    at = form.first
    resource, texture = _texture(f, i, at + 1)
    if resource.kind == "u" or resource.dimension == Dimension.BUFFER or resource.dimension in MULTISAMPLED:
        raise f.program.bad(i, f"{resource.register} can't be sampled")
    sampler = _sampler(f, i, at + 2)
    coordinates, layer = _sampled_place(f, i, at, resource)
    words = i.name.split("_")[1:]
    rest = at + 3
    details = SampleDetails()
    is_compared = "c" in words
    if is_compared:
        reference = f.number(i, rest, f32)
        rest += 1
    if "l" in words:
        details["level"] = f.number(i, rest, f32)
        rest += 1
    elif "lz" in words:
        details["level"] = 0.0
    elif "b" in words:
        details["bias"] = f.number(i, rest, f32)
        rest += 1
    elif "d" in words:
        lanes = list(range(coordinates_of(resource)))
        along, down = (f.read(i, rest + n, lanes, f32) for n in (0, 1))
        if resource.is_widened:
            along, down = (f.b.vector(axis, f.const(f32, 0.0)) for axis in (along, down))
        details["gradient"] = along, down
        rest += 2
    if "cl" in words and f.source(i, rest).components:
        details["min_lod"] = f.number(i, rest, f32)
    if resource.dimension in FLAT:
        details = SampleDetails()  # one-dimensional textures have a single level in Metal
    if f.program.stage != "fragment" and not details and resource.dimension not in FLAT:
        details["level"] = 0.0  # other stages have no derivatives
    of_texture, of_sampler = f.metadata(i, at + 1), f.metadata(i, at + 2)
    add_states(f, of_texture, of_sampler, details, has_derivatives=f.program.stage == "fragment")
    offset = _offset(f, i, resource)
    if is_compared:
        compared = f.b.texture.sample_compare(
            texture, sampler, coordinates, reference, index=layer, offset=offset, **details
        )
    else:
        compared = f.b.texture.sample(texture, sampler, coordinates, index=layer, offset=offset, **details)
    form.finish(at + 1, compared, scalar=is_compared)


def add_states(
    f: ValueLowering,
    metadata: TypedValue | None,
    of_sampler: TypedValue | None,
    details: SampleDetails,
    *,
    has_derivatives: bool,
) -> None:
    """Apply the minimum level of a texture and the bias of a sampler from their descriptors in an argument buffer:
    the bias only where the level comes from derivatives."""
    if metadata is not None:
        least = f.bits(f.b.convert(metadata, u32), f32)
        level = details.get("level")
        if level is not None:
            details["level"] = f.b.math("fmax", least, level)
        else:
            own = details.get("min_lod")
            details["min_lod"] = least if own is None else f.b.math("fmax", least, own)
    if of_sampler is not None and has_derivatives and not {"level", "gradient"} & set(details):
        bias, own = f.bits(f.b.convert(of_sampler, u32), f32), details.get("bias")
        details["bias"] = bias if own is None else bias + own


@lowers(*(f"gather4{c}{s}" for c in ("", "_c", "_po", "_po_c") for s in ("", "_s")))
def _gather(f: ProgramLowering, i: TokenInstruction) -> None:
    form = _Form(f, i)
    at = form.first
    has_offset, is_compared = "_po" in i.name, "_c" in i.name
    place = at + 1 + has_offset
    resource, texture = _texture(f, i, place)
    sampler = _sampler(f, i, place + 1)
    coordinates, layer = _sampled_place(f, i, at, resource)
    offset: Sequence[int] | TypedValue | None = _offset(f, i, resource)
    if has_offset:
        offset = f.read(i, at + 1, [0, 1], i32)
        # Only six bits of each number are used (functional specification 22.4.4).
        offset = (offset << 26) >> 26
    if is_compared:
        reference = f.number(i, place + 2, f32)
        gathered = f.b.texture.gather_compare(texture, sampler, coordinates, reference, index=layer, offset=offset)
    else:
        chosen = f.source(i, place + 1)
        component = chosen.chosen & 3 if chosen.components == 4 else 0
        assert isinstance(texture.type, Texture) or resource.count > 1
        if resource.is_compared and component:
            raise f.program.refuse(i, "another component than x of a texture that is compared too")
        gathered = f.b.texture.gather(texture, sampler, coordinates, component, index=layer, offset=offset)
    form.finish(place, gathered)


@lowers("lod")
def _lod(f: ProgramLowering, i: TokenInstruction) -> None:
    """The level that sampling would use, and the level before clamping."""
    resource, texture = _texture(f, i, 2)
    sampler = _sampler(f, i, 3)
    if resource.dimension in FLAT:
        texel = f.const(f32, 0.0, 4)
    else:
        coordinates, _ = _sampled_place(f, i, 1, resource)
        taken, value = (
            f.b.texture.level_of_detail(texture, sampler, coordinates, clamped=clamped) for clamped in (True, False)
        )
        texel = f.b.vector(taken, value, f.const(f32, 0.0), f.const(f32, 0.0))
    _Form(f, i).finish(2, texel)


# --- texels ----------------------------------------------------------------------------------------------------------


def _texel_place(
    f: ProgramLowering, i: TokenInstruction, place: int, resource: Resource, resource_place: int
) -> tuple[TypedValue, TypedValue | None]:
    """Integer coordinates plus the instruction's offset, and the array index."""
    if resource.dimension in CUBES:
        raise f.program.bad(i, f"a texel of the cube {resource.register}")
    count = coordinates_of(resource)
    coordinates = f.read(i, place, list(range(count)), u32)
    offset = _offset(f, i, resource)
    if offset is not None:
        moved = [number & 0xFFFFFFFF for number in offset]
        coordinates = coordinates + f.b.const(of_count(u32, count), moved if count > 1 else moved[0])
    layer = f.read(i, place, [count], u32) if resource.dimension in ARRAYS else None
    if resource.dimension == Dimension.BUFFER:
        metadata = f.metadata(i, resource_place)
        coordinates = coordinates if metadata is None else coordinates + first_texel(f, metadata)
    if resource.is_widened:
        coordinates = f.b.vector(coordinates, f.const(u32, 0))
    return coordinates, layer


@lowers("ld", "ld_s", "ldms", "ldms_s", "ld_uav_typed", "ld_uav_typed_s")
def _read(f: ProgramLowering, i: TokenInstruction) -> None:
    form = _Form(f, i)
    at = form.first
    resource, texture = _texture(f, i, at + 1)
    coordinates, layer = _texel_place(f, i, at, resource, at + 1)
    level: TypedValue | int = 0
    if i.name.startswith("ldms"):
        if resource.dimension not in MULTISAMPLED:
            raise f.program.bad(i, f"{resource.register} is not multisampled")
        level = f.number(i, at + 2)
    elif i.name.startswith("ld_uav") or resource.dimension in FLAT:
        level = 0
    else:
        level = f.read(i, at, [3], u32)
    form.finish(at + 1, f.b.texture.read(texture, coordinates, index=layer, level=level))


@lowers("store_uav_typed")
def _write(f: ProgramLowering, i: TokenInstruction) -> None:
    resource, texture = _texture(f, i, 0)
    if resource.kind != "u":
        raise f.program.bad(i, f"{resource.register} can't be written")
    coordinates, layer = _texel_place(f, i, 1, resource, 0)
    lanes = lanes_of(f.source(i, 0))
    if lanes != [0, 1, 2, 3]:
        raise f.program.bad(i, "a texel must be written as a whole")
    component = texture_type(texture).component
    assert component is not None
    write_texel(f, texture, f.read(i, 2, [0, 1, 2, 3], component), coordinates, layer)


def write_texel(
    f: ValueLowering, texture: TypedValue, value: TypedValue, coordinates: TypedValue, layer: TypedValue | None
) -> None:
    """Write a texel; later reads by the thread see the new value."""
    type = texture_type(texture)
    f.b.texture.write(texture, value, coordinates, index=layer)
    if type.access is AccessQualifier.READ_WRITE and type.shape != "texture_buffer":
        f.b.texture.fence(texture)


def texture_type(texture: TypedValue) -> Texture:
    """The type of a texture, or of an element in a texture array."""
    type = texture.type
    if not isinstance(type, Texture):
        type = type.pointee  # type: ignore[attr-defined]
    if isinstance(type, Array):
        type = type.element
    assert isinstance(type, Texture)
    return type


def texel_atomic(
    f: ProgramLowering,
    i: TokenInstruction,
    place: int,
    operation: str,
    value: TypedValue,
    expected: TypedValue | None = None,
) -> TypedValue:
    """An atomic operation on a texel of operand `place`'s texture. Returns the previous value."""
    resource, texture = _texture(f, i, place)
    coordinates, layer = _texel_place(f, i, place + 1, resource, place)
    component = texture_type(texture).component
    assert component is not None
    if component not in (i32, u32):
        raise f.program.bad(i, f"an atomic operation on texels of {component}")
    if operation in ("min", "max") and value.type != component:
        return _exchanged_texel(f, texture, coordinates, layer, operation, value)
    return atomic_texel(f, texture, coordinates, layer, operation, value, expected)


def _exchanged_texel(
    f: ValueLowering,
    texture: TypedValue,
    coordinates: TypedValue,
    layer: TypedValue | None,
    operation: str,
    value: TypedValue,
) -> TypedValue:
    """A minimum or maximum with the other signedness than the texels, which Metal's functions do not support: a
    compare-exchange loop."""
    b, element = f.b, value.type
    assert isinstance(element, Scalar)
    held = b.variable(u32, f.const(u32, 0))
    with b.loop() as loop:
        count = b.load(held)
        new = f.bits(b.math(operation, f.bits(count, element), value))
        before = f.bits(atomic_texel(f, texture, coordinates, layer, "compare_exchange", new, count))
        b.store(before, held)
        loop.break_if(b.compare("eq", before, count))
    return f.bits(b.load(held), element)


def atomic_texel(
    f: ValueLowering,
    texture: TypedValue,
    coordinates: TypedValue,
    layer: TypedValue | None,
    operation: str,
    value: TypedValue,
    expected: TypedValue | None = None,
) -> TypedValue:
    """An atomic operation on an integer texel; with `expected`, a compare-exchange. Returns the previous value."""
    component = texture_type(texture).component
    assert component is not None
    wide = Vector(component, 4)

    def four(number: TypedValue) -> TypedValue:
        return f.b.insert(f.b.const(wide, 0), f.bits(number, component), 0)

    if expected is None:
        return f.b.texture.atomic(operation, texture, coordinates, four(value), index=layer)[0]

    def exchange(held: TypedValue) -> TypedValue:
        return f.b.texture.compare_exchange(texture, coordinates, held, four(value), index=layer)

    return f.bits(strong_exchange(f.b, four(expected), exchange)[0])


# --- questions -------------------------------------------------------------------------------------------------------

_SIZES = ("width", "height", "depth")
_FLOATS, _RECIPROCALS, _UINTS = 0, 1, 2


def sizes_of(resource: Resource) -> int:
    """The number of a texture's dimensions among width, height and depth."""
    return 2 if resource.dimension in CUBES else coordinates_of(resource)


def texture_sizes(f: ValueLowering, resource: Resource, texture: TypedValue, level: TypedValue) -> list[TypedValue]:
    """Width, height, depth or layers as they exist, padded with zeros, and last the number of levels; sizes are 0
    for a level that does not exist."""
    dimension = resource.dimension
    has_levels = resource.kind == "t" and dimension not in FLAT and dimension not in MULTISAMPLED
    levels = f.b.texture.size(texture, "num_mip_levels") if has_levels else f.const(u32, 1)
    parts: list[TypedValue] = []
    if has_levels:
        is_there = f.b.compare("lt", level, levels)
        level = f.b.select(is_there, level, f.const(u32, 0))
    for what in _SIZES[: sizes_of(resource)]:
        size = f.b.texture.size(texture, what, level if has_levels else 0)
        parts.append(f.b.select(is_there, size, f.const(u32, 0)) if has_levels else size)
    if dimension in ARRAYS:
        parts.append(f.b.texture.size(texture, "array_size"))
    parts += [f.const(u32, 0)] * (3 - len(parts))
    return [*parts, levels]


@lowers("resinfo")
def _resinfo(f: ProgramLowering, i: TokenInstruction) -> None:
    """Width, height, depth or layers, and the number of levels; sizes are 0 for a level that does not exist."""
    if not f.written(i):
        return
    resource, texture = _texture(f, i, 2)
    parts = texture_sizes(f, resource, texture, f.number(i, 1))
    count = sizes_of(resource)
    how = i.control(11, 2)
    if how == _UINTS:
        four = f.b.vector(*parts)
    else:
        floats = [f.b.convert(part, f32) for part in parts]
        if how == _RECIPROCALS:
            floats = [1.0 / part if n < count else part for n, part in enumerate(floats)]
        four = f.b.vector(*floats)
    lanes = f.written(i)
    places = places_of(f.source(i, 2))
    f.write(i, f.pick(four, [places[lane] for lane in lanes]))


def _samples(f: ProgramLowering, i: TokenInstruction) -> TypedValue:
    """The sample count of a texture or of the render target: `get_num_samples`, as DXMT uses it in modules of AIR
    2.6."""
    if f.source(i, 1).type == OperandType.RASTERIZER:
        if f.program.stage != "fragment":
            raise f.program.bad(i, "the samples of the render target outside of a pixel shader")
        return f.b.air("get_num_samples", f.const(u32, 0), result=u32)
    resource, texture = _texture(f, i, 1)
    if resource.dimension not in MULTISAMPLED:
        raise f.program.bad(i, f"{resource.register} is not multisampled")
    return f.b.texture.size(texture, "num_samples")


@lowers("sampleinfo")
def _sampleinfo(f: ProgramLowering, i: TokenInstruction) -> None:
    lanes = f.written(i)
    if not lanes:
        return
    count = _samples(f, i)
    zero = f.const(u32, 0)
    sizes = f.b.vector(count, zero, zero, zero)
    if not i.control(11, 1):
        sizes = f.b.convert(sizes, float4)
    places = places_of(f.source(i, 1))
    f.write(i, f.pick(sizes, [places[lane] for lane in lanes]))


# Sample positions in sixteenths of a pixel from its center, for 1, 2, 4, 8 and 16 samples: the standard patterns in the
# functional specification, 19.2.4.1.
_PATTERNS = (
    ((0, 0),),
    ((4, 4), (-4, -4)),
    ((-2, -6), (6, -2), (-6, 2), (2, 6)),
    ((1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7)),
    (
        *((1, 1), (-1, -3), (-3, 2), (4, -1), (-5, -2), (2, 5), (5, 3), (3, -5)),
        *((-2, 6), (0, -7), (-4, -6), (-6, 4), (-8, 0), (7, -4), (6, 7), (-7, -8)),
    ),
)


def sample_position(f: ValueLowering, count: TypedValue, number: TypedValue) -> tuple[TypedValue, TypedValue]:
    """The position of sample `number` of `count`, in pixels from the center; 0 for a sample that does not exist."""
    x, y = f.const(f32, 0.0), f.const(f32, 0.0)
    for pattern in _PATTERNS:
        is_pattern = f.b.compare("eq", count, len(pattern))
        for place, (right, down) in enumerate(pattern):
            is_it = is_pattern & f.b.compare("eq", number, place)
            x = f.b.select(is_it, f.const(f32, right / 16), x)
            y = f.b.select(is_it, f.const(f32, down / 16), y)
    return x, y


@lowers("samplepos")
def _samplepos(f: ProgramLowering, i: TokenInstruction) -> None:
    """A sample's position in the standard pattern for the texture's sample count; 0 for a sample that does not
    exist."""
    lanes = f.written(i)
    if not lanes:
        return
    count = _samples(f, i)
    number = f.number(i, 2)
    x, y = sample_position(f, count, number)
    zero = f.const(f32, 0.0)
    size = f.b.vector(x, y, zero, zero)
    places = places_of(f.source(i, 1))
    f.write(i, f.pick(size, [places[lane] for lane in lanes]))


@lowers("check_access_fully_mapped")
def _is_mapped(f: ProgramLowering, i: TokenInstruction) -> None:
    """All bits set if the status of an access says that all its texels were resident."""
    lanes = f.written(i)
    if lanes:
        mapped = f.b.compare("ne", f.number(i, 1), 0)
        bits = f.b.select(mapped, f.const(u32, 0xFFFFFFFF), f.const(u32, 0))
        f.write(i, f.pick(bits, [0] * len(lanes)))


@lowers("eval_snapped", "eval_sample_index", "eval_centroid")
def _evaluate(f: ProgramLowering, i: TokenInstruction) -> None:
    """An input at another position in the pixel: at a sample, at an offset in sixteenths from the center (four bits
    each, signed; functional specification 22.4.24), or at the centroid.
    Metal counts offsets from the upper left corner."""
    lanes = f.written(i)
    if not lanes:
        return
    operand = f.source(i, 1)
    interpolants = f.interpolants.get(operand.indices[0].number if operand.indices else -1, [])
    if operand.type != OperandType.INPUT or not interpolants:
        raise f.program.bad(i, "its operand is not an input that is interpolated")
    arguments: list[TypedValue] = []
    where = {"eval_snapped": "offset", "eval_sample_index": "sample", "eval_centroid": "centroid"}[i.name]
    if where == "sample":
        arguments = [f.number(i, 2)]
    elif where == "offset":
        moved = (f.read(i, 2, [0, 1], i32) + 8) & 15
        arguments = [f.b.convert(moved, Vector(f32, 2)) * (1 / 16)]
    value = f.const(f32, 0.0, 4)
    for interpolant in interpolants:
        how = "perspective" if interpolant.is_perspective else "no_perspective"
        interpolated = f.b.air(f"interpolate_{where}_{how}", interpolant.value, *arguments, result=float4)
        for place, lane in enumerate(interpolant.lanes):
            value = f.b.insert(value, interpolated[place], lane)
    places = places_of(operand)
    f.write(i, f.modified(i, operand, f.pick(value, [places[lane] for lane in lanes])))
