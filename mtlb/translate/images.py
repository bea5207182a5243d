"""Images: sampling, gathering, fetching, reading, writing, and queries.
An array layer is the last coordinate in SPIR-V and a separate operand in Metal. A texel of a depth texture is a
single number in Metal; here it is extended to the vector (depth, 0, 0, 1). One-dimensional textures have one level
of detail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypedDict

from ..base.classes import dataclass, replace
from ..base.metal import AccessQualifier
from ..emit.names import f16, f32, i32, int2, u32
from ..emit.operands import Sampled, TypedValue
from ..emit.types import MetalType, Texture, Vector
from ..spirv import SpirvInstruction, TypeImage, TypePointer, TypeStruct
from ..spirv.enumerants import Dim, ImageOperands
from ..spirv.opcodes import OP_CONSTANT_NULL
from . import access
from .bounds import READ_ZERO, UNCHECKED, bounded
from .functions import FunctionLowering
from .numbers import elements, first, length, like, scalar_of, whole
from .planes import converted, offset_of
from .quads import gradient, has_quads
from .registry import PIXEL, lowers
from .swizzles import gathered, swizzled
from .values import Composite, SampledImage, TexelPlace, Value, ValuePlace

_DIMENSIONS: Final = {
    Dim.Dim1D: 1,
    Dim.Dim2D: 2,
    Dim.Dim3D: 3,
    Dim.Cube: 3,
    Dim.Rect: 2,
    Dim.Buffer: 1,
    Dim.SubpassData: 2,
}
_SIZES: Final = ("width", "height", "depth")

# --- image operands --------------------------------------------------------------------------------------------------

_COUNTS: Final = {ImageOperands.Grad: 2}
_IN_ORDER: Final = sorted(ImageOperands)
# Operands for the visibility of accesses and for sign extension: Metal textures offer no choice, and no ids follow.
_SILENT: Final = frozenset(
    {
        ImageOperands.NonPrivateTexel,
        ImageOperands.VolatileTexel,
        ImageOperands.SignExtend,
        ImageOperands.ZeroExtend,
        ImageOperands.Nontemporal,
    }
)
_IGNORED: Final = _SILENT | {ImageOperands.MakeTexelAvailable, ImageOperands.MakeTexelVisible}
_OFFSETS: Final = frozenset({ImageOperands.ConstOffset, ImageOperands.Offset})
_DETAILS: Final = frozenset({ImageOperands.Bias, ImageOperands.Lod, ImageOperands.Grad, ImageOperands.MinLod})
_FOUR_OFFSETS: Final = frozenset({ImageOperands.ConstOffsets, ImageOperands.Offsets})


class _Given:
    """The image operands of an instruction: a mask, and the ids that follow it in the order of the mask's bits."""

    def __init__(self, f: FunctionLowering, i: SpirvInstruction, start: int, allowed: frozenset[ImageOperands]) -> None:
        self.f = f
        rest = [int(operand) for operand in i.operands[start:]]
        mask = rest.pop(0) if rest else 0
        self.ids: dict[ImageOperands, list[int]] = {}
        for operand in _IN_ORDER:
            if not mask & operand:
                continue
            if operand not in allowed | _IGNORED:
                raise f.refuse(i, f"the image operand {operand.name}")
            count = 0 if operand in _SILENT else _COUNTS.get(operand, 1)
            self.ids[operand], rest = rest[:count], rest[count:]
            mask &= ~operand
        if mask:
            raise f.refuse(i, f"the image operands {mask:#x}")

    def number(self, *operands: ImageOperands) -> TypedValue | None:
        """The value of the first of these operands that is present."""
        for operand in operands:
            if operand in self.ids:
                return _single(self.f, self.f.number(self.ids[operand][0]))
        return None

    def gradient(self) -> tuple[TypedValue, TypedValue] | None:
        """The derivatives along x and y."""
        if ImageOperands.Grad not in self.ids:
            return None
        along, down = self.ids[ImageOperands.Grad]
        return _single(self.f, self.f.number(along)), _single(self.f, self.f.number(down))

    def offset(self) -> TypedValue | None:
        """A signed offset in texels."""
        result = self.number(ImageOperands.ConstOffset, ImageOperands.Offset)
        return None if result is None else like(self.f, result, i32)


def _single(f: FunctionLowering, value: TypedValue) -> TypedValue:
    """Half-precision coordinates, levels and references converted to float, which Metal's textures require."""
    if scalar_of(value.type) != f16:
        return value
    return f.b.convert(value, Vector(f32, length(value)) if isinstance(value.type, Vector) else f32)


# --- the place in an image -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Place:
    """A texture and a position in it: coordinates in Metal's form, and the `layer` of an array."""

    texture: TypedValue
    image: TypeImage
    coordinates: TypedValue
    layer: TypedValue | None

    @property
    def is_flat(self) -> bool:
        """Whether there is only one level of detail, because the image is one-dimensional."""
        return self.image.dim in (Dim.Dim1D, Dim.Buffer) and not _is_widened(self.texture, self.image)


def _is_widened(texture: TypedValue, image: TypeImage) -> bool:
    """Whether a one-dimensional image becomes a two-dimensional texture: Metal has no one-dimensional depth
    textures."""
    return image.dim is Dim.Dim1D and isinstance(texture.type, Texture) and texture.type.shape.startswith("depth2d")


def _widened(f: FunctionLowering, texture: TypedValue, image: TypeImage, value: TypedValue, y: float) -> TypedValue:
    """A coordinate, offset or derivative, extended by the y component that such a texture needs."""
    return f.b.vector(value, f.b.const(value.type, y)) if _is_widened(texture, image) else value


def _image_type(f: FunctionLowering, i: SpirvInstruction, type: int) -> TypeImage:
    kind = f.spirv.type(type)
    assert isinstance(kind, TypeImage)
    if kind.dim not in _DIMENSIONS:
        raise f.refuse(i, f"an image of dimension {kind.dim.name}")
    return kind


def _sampled_place(
    f: FunctionLowering, i: SpirvInstruction, texture: TypedValue, image: TypeImage, *, projected: bool
) -> tuple[_Place, TypedValue | None]:
    """The position given by float coordinates, with projection. Layers are rounded to nearest, and at least 0."""
    values = _single(f, f.number(int(i.operands[1])))
    count, components = _DIMENSIONS[image.dim], length(values)
    if components < count + image.arrayed + projected:
        raise f.refuse(i, f"{components} coordinates, but the image needs {count + image.arrayed + projected}")
    coordinates, divisor, layer = first(f, values, count), None, None
    if projected:
        divisor = values[count + image.arrayed]
        coordinates = coordinates / divisor
    if image.arrayed:
        least = f.b.math("fmax", values[count], f.b.const(f32, 0.0))
        layer = f.b.convert(f.b.math("rint", least), u32)
    return _Place(texture, image, _widened(f, texture, image, coordinates, 0.5), layer), divisor


def _texel_place(
    f: FunctionLowering, i: SpirvInstruction, texture: TypedValue, image: TypeImage, coordinate: TypedValue
) -> _Place:
    """The position given by integer coordinates. The third coordinate of a cube is the face, or layer * 6 + face in
    an array."""
    values = like(f, coordinate, u32)
    count, components = _DIMENSIONS[image.dim], length(values)
    needed = count + (image.arrayed and image.dim != Dim.Cube)
    if components < needed:
        raise f.refuse(i, f"{components} coordinates, but the image needs {needed}")
    layer = values[count] if needed > count else None
    coordinates = first(f, values, count)
    if image.dim == Dim.Cube and image.arrayed:
        layer = f.b.div(values[2], 6)
        coordinates = f.b.insert(coordinates, f.b.rem(values[2], 6), 2)
    return _Place(texture, image, _widened(f, texture, image, coordinates, 0), layer)


def texel_access(f: FunctionLowering, i: SpirvInstruction, place: TexelPlace) -> tuple[TypedValue, TypedValue | None]:
    """The coordinates and layer of the texel for an atomic operation."""
    image = _image_type(f, i, place.image_type)
    if image.multisampled:
        raise f.refuse(i, "an atomic access to a multisampled image")
    texel_place = _texel_place(f, i, place.texture, image, place.coordinate)
    return texel_place.coordinates, texel_place.layer


def _texture(f: FunctionLowering, i: SpirvInstruction, id: int) -> tuple[TypedValue, TypeImage]:
    texture = f.number(id)
    if not isinstance(texture.type, Texture):
        raise f.refuse(i, f"a {texture.type} is not an image")
    return texture, _image_type(f, i, f.type_of(id).id)


# --- results ---------------------------------------------------------------------------------------------------------


def _result(f: FunctionLowering, i: SpirvInstruction, sampled: Sampled, texel: TypedValue | None = None) -> Value:
    """A texel as the result; for `OpImageSparse…` preceded by a residency word, which is 0 if the texel was
    resident.
    `texel`: the texel after conversion, if it differs from the sampled one."""
    if texel is None:
        texel = swizzled(f, i, sampled)
    if not i.name.startswith("OpImageSparse"):
        return _fitting(f, texel, f.metal(i.type))
    struct = f.spirv.type(i.type)
    assert isinstance(struct, TypeStruct)
    code = f.b.select(sampled.resident, f.b.const(u32, 0), f.b.const(u32, 1))
    return f.composite(i.type, [code, _fitting(f, texel, f.metal(struct.members[1]))])


def _fitting(f: FunctionLowering, texel: TypedValue, type: MetalType) -> TypedValue:
    """Fit a texel to the result type: a depth number becomes a vector, and half precision is applied if needed."""
    count = type.count if isinstance(type, Vector) else 1
    if scalar_of(type) == f16 and scalar_of(texel.type) == f32:
        texel = f.b.convert(texel, Vector(f16, length(texel)) if isinstance(texel.type, Vector) else f16)
    if not isinstance(texel.type, Vector):
        filled = [texel, *[f.b.const(texel.type, number) for number in (0.0, 0.0, 1.0)]]
        return whole(f, filled[:count])
    return first(f, texel, count)


# --- sampling --------------------------------------------------------------------------------------------------------


class _Details(TypedDict, total=False):
    """Keyword arguments of the builder's methods."""

    level: TypedValue | None
    bias: TypedValue | None
    min_lod: TypedValue | None
    gradient: tuple[TypedValue, TypedValue] | None


def _sampling_names(*words: str) -> list[str]:
    return [f"OpImage{sparse}Sample{word}{lod}Lod" for sparse in ("", "Sparse") for word in words for lod in _LODS]


_LODS: Final = ("Implicit", "Explicit")


@lowers(*_sampling_names("", "Proj", "Dref", "ProjDref"))
def _sample(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.sample_T`, `air.sample_T_grad`, `air.sample_compare_T`; projected coordinates are divided first.

    `Lod`, `Bias`, `MinLod` and offsets are operands, and are left out for 1D textures, which have one level. A layer is
    the nearest integer from 0 on. A texture that is compared anywhere in the module is a depth texture; sampled without
    comparison it gives its number, 0, 0 and 1. 1D depth textures are 2D ones of one texel's height, with a warning.
    """
    source = f.sampled(int(i.operands[0]))
    image = _image_type(f, i, source.type)
    is_compared = "Dref" in i.name
    arguments = _Given(f, i, 3 if is_compared else 2, _DETAILS | _OFFSETS)
    place, divisor = _sampled_place(f, i, source.texture, image, projected="Proj" in i.name)
    details = _Details()
    if not place.is_flat:
        details = _Details(
            level=arguments.number(ImageOperands.Lod),
            bias=arguments.number(ImageOperands.Bias),
            min_lod=arguments.number(ImageOperands.MinLod),
            gradient=arguments.gradient(),
        )
    index, offset = place.layer, arguments.offset()
    if _is_widened(source.texture, image):
        along = details["gradient"]
        if along is not None:
            details["gradient"] = tuple(_widened(f, source.texture, image, derivative, 0.0) for derivative in along)  # type: ignore[typeddict-item]
        offset = None if offset is None else _widened(f, source.texture, image, offset, 0)
    if i.name.endswith("ImplicitLod") and not place.is_flat and has_quads(f):
        details["gradient"] = gradient(f, place.coordinates, details.pop("bias", None))
    if source.conversion is not None and not is_compared and offset is None:
        return _fitting(f, _of_planes(f, source, place, details), f.metal(i.type))
    if not is_compared:
        texel = f.b.texture.sample(
            source.texture, source.sampler, place.coordinates, index=index, offset=offset, **details
        )
        return _result(f, i, texel)
    reference = _single(f, f.number(int(i.operands[2])))
    reference = reference / divisor if divisor is not None else reference
    texel = f.b.texture.sample_compare(
        source.texture, source.sampler, place.coordinates, reference, index=index, offset=offset, **details
    )
    return _result(f, i, texel)


def _of_planes(f: FunctionLowering, source: SampledImage, place: _Place, details: _Details) -> TypedValue:
    """A color from an image with several planes; with an offset, which Vulkan forbids, only the first plane is
    sampled."""
    assert source.conversion is not None

    def sample(texture: TypedValue, texels: tuple[int, int] | None) -> TypedValue:
        offset = offset_of(f, texels)
        return f.b.texture.sample(texture, source.sampler, place.coordinates, offset=offset, **details)

    textures = (source.texture, *source.planes)
    return converted(f, source.conversion, textures, place.coordinates, sample)


@lowers("OpImageGather", "OpImageDrefGather", "OpImageSparseGather", "OpImageSparseDrefGather")
def _gather(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.gather_T`, `air.gather_compare_T`; four offsets are four gathers, which Naga does not support."""
    source = f.sampled(int(i.operands[0]))
    image = _image_type(f, i, source.type)
    arguments = _Given(f, i, 3, _OFFSETS | _FOUR_OFFSETS)
    place, _ = _sampled_place(f, i, source.texture, image, projected=False)
    where = (source.texture, source.sampler, place.coordinates)
    gather: Callable[[TypedValue | None, int], Sampled]
    component = 0
    if "Dref" in i.name:
        reference = _single(f, f.number(int(i.operands[2])))

        def gather(offset: TypedValue | None, _: int) -> Sampled:
            return f.b.texture.gather_compare(*where, reference, index=place.layer, offset=offset)
    else:
        component = f.constant_int(int(i.operands[2]))

        def gather(offset: TypedValue | None, component: int) -> Sampled:
            return f.b.texture.gather(*where, component, index=place.layer, offset=offset)

    def texels(offset: TypedValue | None) -> tuple[Sampled, TypedValue]:
        sampled = gather(offset, component)
        is_depth = isinstance(source.texture.type, Texture) and source.texture.type.shape.startswith("depth")
        rest = None if is_depth else partial(gather, offset)
        return sampled, gathered(f, i, component, sampled, rest)

    four = next(iter([arguments.ids[operand][0] for operand in _FOUR_OFFSETS if operand in arguments.ids]), None)
    if four is None:
        return _result(f, i, *texels(arguments.offset()))
    # Each offset yields one of the four texels: the last one of a gather.
    if i.name.startswith("OpImageSparse"):
        raise f.refuse(i, "four offsets in a sparse image")
    offsets = f.spread(f.value(four))
    assert isinstance(offsets, Composite)
    parts = [texels(like(f, offset, i32))[1][3] for offset in offsets.parts if isinstance(offset, TypedValue)]
    return whole(f, parts)


# --- texels ----------------------------------------------------------------------------------------------------------


@lowers("OpImageFetch", "OpImageSparseFetch", "OpImageRead", "OpImageSparseRead")
def _read(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.read_T`, with the offset added before; cubes by face and layer; input attachments at the pixel.
    Bounds are not checked: Metal's reads out of bounds return 0, and such writes have no effect."""
    texture_or_color = f.number(int(i.operands[0]))
    if isinstance(texture_or_color.type, Vector):  # the color of an input attachment
        if not _is_zero(f, int(i.operands[1])):
            reason = "another pixel of an input attachment: only as a texture (input_attachments) it has others"
            raise f.refuse(i, reason)
        return _fitting(f, texture_or_color, f.metal(i.type))
    texture, image = _texture(f, i, int(i.operands[0]))
    arguments = _Given(f, i, 2, _OFFSETS | {ImageOperands.Lod, ImageOperands.Sample})
    coordinate, offset = f.number(int(i.operands[1])), arguments.offset()
    if image.dim == Dim.SubpassData:
        pixel = f.b.convert(first(f, f.builtin(PIXEL), 2), int2)
        coordinate = like(f, coordinate, i32) + pixel
    if offset is not None:
        coordinate = _moved(f, coordinate, offset)
    place = _texel_place(f, i, texture, image, coordinate)
    level = arguments.number(ImageOperands.Sample, ImageOperands.Lod)
    level = None if level is None or place.is_flat else like(f, level, u32)
    place, level, inside = _bounded(f, place, level)
    if level is None:
        texel = f.b.texture.read(texture, place.coordinates, index=place.layer)
    else:
        texel = f.b.texture.read(texture, place.coordinates, index=place.layer, level=level)
    value = _result(f, i, texel)
    return value if inside is None else access.or_zero(f.b, f.types, inside, value)


@lowers("OpColorAttachmentReadEXT")
def _attachment(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """The argument `[[color(n)]]` of the location; not that of another sample."""
    if len(i.operands) > 1:
        raise f.refuse(
            i, "the color of a sample by its number: a fragment function of Metal has that of its own sample"
        )
    return _fitting(f, f.number(int(i.operands[0])), f.metal(i.type))


@lowers("OpDepthAttachmentReadEXT", "OpStencilAttachmentReadEXT")
def _depth_attachment(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Refused: a fragment function reads the colors of the render pass, not its depths or stencils."""
    raise f.refuse(i, "Metal's fragment functions read the colors of the render pass, not its depths or stencils")


def _bounded(
    f: FunctionLowering, place: _Place, level: TypedValue | None
) -> tuple[_Place, TypedValue | None, TypedValue | None]:
    """The coordinates and level or sample, clamped to the image, and whether they were in bounds; None if the policy
    needs neither: Naga's policy for image loads (put_image_load in back/msl/writer.rs)."""
    policy = f.program.options.image_bounds_check_policy
    if policy == UNCHECKED:
        return place, level, None
    b, texture, image = f.b, place.texture, place.image
    inside: list[TypedValue] = []

    def taken(index: TypedValue, count: TypedValue) -> TypedValue:
        clamped, is_inside = bounded(f, index, count)
        inside.append(is_inside)
        return clamped

    if level is not None:
        level = taken(level, b.texture.size(texture, "num_samples" if image.multisampled else "num_mip_levels"))
    mip: TypedValue | int = 0 if level is None or image.multisampled else level
    count = 2 if image.dim == Dim.Cube else _DIMENSIONS[image.dim]
    parts = elements(f, place.coordinates)
    sizes = [b.texture.size(texture, what, mip) for what in _SIZES[:count]]
    parts[:count] = [taken(part, size) for part, size in zip(parts, sizes, strict=False)]
    if image.dim == Dim.Cube:
        parts[2] = taken(parts[2], b.const(u32, 6))
    layer = None if place.layer is None else taken(place.layer, b.texture.size(texture, "array_size"))
    every = inside[0]
    for condition in inside[1:]:
        every = b.and_(every, condition)
    return replace(place, coordinates=whole(f, parts), layer=layer), level, every if policy == READ_ZERO else None


def _is_zero(f: FunctionLowering, id: int) -> bool:
    """Whether a constant is zero in all its parts."""
    constant = f.spirv.constants.get(id)
    if constant is None or constant.op is OP_CONSTANT_NULL:
        return constant is not None
    parts = constant.value
    return all(_is_zero(f, int(part)) for part in parts) if isinstance(parts, tuple) else parts == 0


def _moved(f: FunctionLowering, coordinate: TypedValue, offset: TypedValue) -> TypedValue:
    """The coordinates plus an offset in texels; the layer is unchanged."""
    parts, moves = [[like(f, element, i32) for element in elements(f, value)] for value in (coordinate, offset)]
    return whole(f, [part + moves[n] if n < len(moves) else part for n, part in enumerate(parts)])


@lowers("OpImageWrite")
def _write(f: FunctionLowering, i: SpirvInstruction) -> None:
    """`air.write_T`, then `air.fence_T` where the texture is read as well."""
    texture, image = _texture(f, i, int(i.operands[0]))
    if image.multisampled:
        raise f.refuse(i, "Metal does not write textures of several samples")
    arguments = _Given(f, i, 3, frozenset({ImageOperands.Lod}))
    assert isinstance(texture.type, Texture) and texture.type.component is not None
    place = _texel_place(f, i, texture, image, f.number(int(i.operands[1])))
    texel = f.number(int(i.operands[2]))
    component = texture.type.component
    parts = [like(f, element, component) if component.is_integer else element for element in elements(f, texel)]
    parts += [f.b.const(component, 0)] * (4 - len(parts))
    level = arguments.number(ImageOperands.Lod)
    if level is None or place.is_flat:
        f.b.texture.write(texture, f.b.vector(*parts), place.coordinates, index=place.layer)
    else:
        f.b.texture.write(texture, f.b.vector(*parts), place.coordinates, index=place.layer, level=like(f, level, u32))
    if texture.type.access is AccessQualifier.READ_WRITE:
        f.b.texture.fence(texture)


@lowers("OpImageTexelPointer")
def _texel_pointer(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Used by an atomic operation: `air.atomic_…_explicit_T` (AIR 2.6), repeated while a compare-exchange fails
    although the texel equals the expected value. SPIRV-Cross uses a buffer beside the texture before Metal 3.1."""
    pointer, coordinate, sample = [int(operand) for operand in i.operands]
    image, type = f.value(pointer), f.type_of(pointer)
    if not isinstance(image, ValuePlace) or not isinstance(image.value, TypedValue):
        raise f.refuse(i, "it points at no image")
    texel = f.spirv.type(i.type)
    assert isinstance(type, TypePointer) and isinstance(texel, TypePointer)
    return TexelPlace(texel.pointee, image.value, type.pointee, f.number(coordinate), f.number(sample))


@lowers("OpImageSparseTexelsResident")
def _resident(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """Whether the code of a sparse result is 0: the texel is in memory."""
    return f.number(int(i.operands[0])).eq(0)


# --- questions -------------------------------------------------------------------------------------------------------


@lowers("OpImageQuerySize", "OpImageQuerySizeLod")
def _size(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.get_width_T`, `air.get_height_T`, `air.get_depth_T`, `air.get_array_size_T`."""
    texture, image = _texture(f, i, int(i.operands[0]))
    level: TypedValue | int = 0
    if len(i.operands) > 1 and (image.dim != Dim.Dim1D or _is_widened(texture, image)):
        level = like(f, f.number(int(i.operands[1])), u32)
    count = 2 if image.dim == Dim.Cube else _DIMENSIONS[image.dim]
    parts = [f.b.texture.size(texture, what, level) for what in _SIZES[:count]]
    parts += [f.b.texture.size(texture, "array_size")] if image.arrayed else []
    bits = scalar_of(f.metal(i.type)).bits
    return f.b.resize(whole(f, parts), bits)


@lowers("OpImageQueryLevels", "OpImageQuerySamples")
def _count(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.get_num_mip_levels_T`, `air.get_num_samples_T`."""
    texture, _ = _texture(f, i, int(i.operands[0]))
    what = "num_mip_levels" if i.name == "OpImageQueryLevels" else "num_samples"
    return f.b.resize(f.b.texture.size(texture, what), scalar_of(f.metal(i.type)).bits)


@lowers("OpImageQueryLod")
def _level(f: FunctionLowering, i: SpirvInstruction) -> Value:
    """`air.calculate_clamped_lod_T` and `air.calculate_unclamped_lod_T`."""
    if has_quads(f):
        raise f.refuse(i, "Metal has the level of detail in fragment functions alone")
    source = f.sampled(int(i.operands[0]))
    image = _image_type(f, i, source.type)
    coordinates = first(f, f.number(int(i.operands[1])), _DIMENSIONS[image.dim])
    coordinates = _widened(f, source.texture, image, coordinates, 0.5)
    taken, resident = [
        f.b.texture.level_of_detail(source.texture, source.sampler, coordinates, clamped=clamped)
        for clamped in (True, False)
    ]
    return f.b.vector(taken, resident)
