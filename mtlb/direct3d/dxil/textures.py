"""Operations on textures: samples, gathers, loads, stores, queries.
Source: DXIL.rst, the sections of the operations. Arguments that a texture's dimension does not have are undefined."""

from __future__ import annotations

from ...emit.names import f32, i32, u32, u64
from ...emit.operands import TypedValue
from ...emit.types import Texture
from ...ir import Value, constant_number
from ..function import count_of
from ..program import Dimension, Resource
from ..textures import (
    ARRAYS,
    CUBES,
    FLAT,
    MULTISAMPLED,
    SampleDetails,
    add_states,
    coordinates_of,
    nearest_layer,
    sample_position,
    texture_sizes,
)
from .function import DxilLowering
from .instructions import as_signed
from .interface import samples_with_derivatives
from .registry import HandleValue, Lowered, Operation, operation, refused
from .resources import values_of
from .texels import coordinates, store_texel, texel, texel_result
from .waves import derivative

refused("sampler feedback, which Metal does not have", "WriteSamplerFeedback")
refused("a write of one sample, which Metal does not have", "TextureStoreSample")


def _texture(f: DxilLowering, value: Value) -> HandleValue:
    handle = f.handle(value)
    if handle.resource.kind not in "tu" or handle.resource.is_buffer:
        raise f.bad(f"{handle.resource.register} is not a texture")
    return handle


def _sampled(f: DxilLowering, value: Value) -> HandleValue:
    handle = _texture(f, value)
    resource = handle.resource
    if resource.kind != "t" or resource.dimension == Dimension.BUFFER or resource.dimension in MULTISAMPLED:
        raise f.bad(f"{resource.register} can't be sampled")
    return handle


def _sampler(f: DxilLowering, value: Value) -> HandleValue:
    handle = f.handle(value)
    if handle.resource.kind != "s":
        raise f.bad(f"{handle.resource.register} is not a sampler")
    return handle


def _place(f: DxilLowering, o: Operation, resource: Resource) -> tuple[TypedValue, TypedValue | None]:
    """Float coordinates, and the array index."""
    count = coordinates_of(resource)
    numbers = [f.float(o.arguments[f"coord{n}"]) for n in range(count + (resource.dimension in ARRAYS))]
    layer = nearest_layer(f, numbers[count]) if resource.dimension in ARRAYS else None
    height = [f.const(f32, 0.5)] if resource.is_widened else []
    return f.joined([*numbers[:count], *height]), layer


def _offset(f: DxilLowering, o: Operation, resource: Resource) -> list[int] | TypedValue | None:
    """The offset in texels: constant, or dynamic from shader model 6.7 on."""
    if resource.dimension in CUBES:
        return None
    values: list[Value | None] = [o.arguments.get(f"offset{n}") for n in range(coordinates_of(resource))]
    values += [None] if resource.is_widened else []
    constants = [0 if value is None or f.is_undefined(value) else constant_number(value) for value in values]
    if None not in constants:
        numbers = [constant for constant in constants if constant is not None]
        return numbers if any(numbers) else None
    zero = f.const(i32, 0)
    parts = [zero if value is None or f.is_undefined(value) else as_signed(f, f.uint(value)) for value in values]
    return f.joined(parts)


def _gradient(f: DxilLowering, o: Operation, resource: Resource) -> tuple[TypedValue, TypedValue]:
    height = [f.const(f32, 0.0)] if resource.is_widened else []
    count = coordinates_of(resource)
    along = [f.joined([*(f.float(o.arguments[f"dd{axis}{n}"]) for n in range(count)), *height]) for axis in "xy"]
    return along[0], along[1]


def _quad_gradient(f: DxilLowering, place: TypedValue) -> tuple[TypedValue, TypedValue]:
    """The derivatives of coordinates in the quads of a thread group."""
    numbers = [place[n] for n in range(count_of(place))]
    along = [f.joined([derivative(f, number, axis) for number in numbers]) for axis in "xy"]
    return along[0], along[1]


def _details(
    f: DxilLowering, o: Operation, handle: HandleValue, sampler: HandleValue, place: TypedValue
) -> SampleDetails:
    """The selection of the level of detail. One-dimensional textures have a single level in Metal. Derivatives exist
    in pixel shaders, and in the quads of thread groups from shader model 6.6 on; elsewhere the level is 0."""
    details, resource = SampleDetails(), handle.resource
    if resource.dimension in FLAT:
        return details
    name, arguments = o.name, o.arguments
    if name in ("SampleLevel", "SampleCmpLevel"):
        details["level"] = f.float(arguments["LOD" if name == "SampleLevel" else "lod"])
    elif name == "SampleCmpLevelZero":
        details["level"] = 0.0
    elif name.endswith("Bias"):
        details["bias"] = f.float(arguments["bias"])
    elif name.endswith("Grad"):
        details["gradient"] = _gradient(f, o, resource)
    clamp = arguments.get("clamp")
    if clamp is not None and not f.is_undefined(clamp):
        details["min_lod"] = f.float(clamp)
    if not {"level", "gradient"} & set(details) and samples_with_derivatives(f):
        along_x, along_y = _quad_gradient(f, place)
        bias = details.pop("bias", None)
        scale = f.const(f32, 1.0) if bias is None else f.b.math("exp2", bias)
        details["gradient"] = (along_x, along_y) if bias is None else (along_x * scale, along_y * scale)
    elif f.program.stage != "fragment" and not {"level", "gradient"} & set(details):
        details.pop("bias", None)
        details["level"] = 0.0
    has_derivatives = f.program.stage == "fragment"
    add_states(f, f.metadata(handle), f.metadata(sampler), details, has_derivatives=has_derivatives)
    return details


@operation("Sample", "SampleBias", "SampleLevel", "SampleGrad")
def _sample(f: DxilLowering, o: Operation) -> Lowered:
    handle = _sampled(f, o.arguments["srv"])
    resource, sampler = handle.resource, _sampler(f, o.arguments["sampler"])
    place, layer = _place(f, o, resource)
    offset, details = _offset(f, o, resource), _details(f, o, handle, sampler, place)
    sampled = f.b.texture.sample(f.argument(handle), f.argument(sampler), place, index=layer, offset=offset, **details)
    return texel_result(f, o.call, sampled)


@operation("SampleCmp", "SampleCmpLevelZero", "SampleCmpLevel", "SampleCmpGrad", "SampleCmpBias")
def _sample_compare(f: DxilLowering, o: Operation) -> Lowered:
    handle = _sampled(f, o.arguments["srv"])
    resource, sampler = handle.resource, _sampler(f, o.arguments["sampler"])
    place, layer = _place(f, o, resource)
    offset, details = _offset(f, o, resource), _details(f, o, handle, sampler, place)
    compared = f.b.texture.sample_compare(
        f.argument(handle),
        f.argument(sampler),
        place,
        f.float(o.arguments["compareValue"]),
        index=layer,
        offset=offset,
        **details,
    )
    return texel_result(f, o.call, compared, is_scalar=True)


@operation("TextureGather", "TextureGatherCmp")
def _gather(f: DxilLowering, o: Operation) -> Lowered:
    handle = _sampled(f, o.arguments["srv"])
    resource, sampler = handle.resource, f.argument(_sampler(f, o.arguments["sampler"]))
    place, layer = _place(f, o, resource)
    offset, texture = _offset(f, o, resource), f.argument(handle)
    if o.name == "TextureGatherCmp":
        reference = f.float(o.arguments["compareValue"])
        gathered = f.b.texture.gather_compare(texture, sampler, place, reference, index=layer, offset=offset)
    else:
        component = f.integer(o.arguments["channel"], "the component")
        if not 0 <= component <= 3:
            raise f.bad(f"the component {component}")
        if resource.is_compared and component:
            raise f.refuse("another component than x of a texture that is compared too")
        gathered = f.b.texture.gather(texture, sampler, place, component, index=layer, offset=offset)
    return texel_result(f, o.call, gathered)


@operation("TextureGatherRaw")
def _gather_raw(f: DxilLowering, o: Operation) -> Lowered:
    """The bits of four texels; 64-bit texels are two 32-bit components (HLSL's shader model 6.7, "GatherRaw": the
    format of the view has one component of 16 or 32 bits, or R32G32_UINT)."""
    handle = _sampled(f, o.arguments["srv"])
    resource, sampler = handle.resource, f.argument(_sampler(f, o.arguments["sampler"]))
    texture = f.argument(handle)
    if not isinstance(texture.type, Texture) or texture.type.component != u32:
        raise f.refuse("the bits of texels that are not unsigned integers")
    place, layer = _place(f, o, resource)
    offset = _offset(f, o, resource)
    low, high = (
        texel_result(f, o.call, f.b.texture.gather(texture, sampler, place, component, index=layer, offset=offset))
        for component in (0, 1)
    )
    if low[0].type != u64:
        return low
    return [*(a | b << 32 for a, b in zip(low[:4], high, strict=False)), low[4]]


@operation("CalculateLOD")
def _lod(f: DxilLowering, o: Operation) -> Lowered:
    handle = _sampled(f, o.arguments["handle"])
    resource, sampler = handle.resource, f.argument(_sampler(f, o.arguments["sampler"]))
    if resource.dimension in FLAT:
        return f.const(f32, 0.0)
    height = [f.const(f32, 0.5)] if resource.is_widened else []
    place = f.joined([*(f.float(o.arguments[f"coord{n}"]) for n in range(coordinates_of(resource))), *height])
    clamped = bool(f.integer(o.arguments["clamped"], "whether it is clamped"))
    if samples_with_derivatives(f):
        return _quad_level(f, resource, f.argument(handle), place, is_clamped=clamped)
    return f.b.texture.level_of_detail(f.argument(handle), sampler, place, clamped=clamped)


def _quad_level(
    f: DxilLowering, resource: Resource, texture: TypedValue, place: TypedValue, *, is_clamped: bool
) -> TypedValue:
    """The level of detail from the derivatives of a quad: the logarithm of the longer side in texels (functional
    specification 7.18.11, without anisotropy)."""
    b = f.b
    if resource.dimension in CUBES:
        raise f.refuse("the level of detail of a cube outside of a pixel shader")
    sizes = texture_sizes(f, resource, texture, f.const(u32, 0))
    squares = []
    for gradient in _quad_gradient(f, place):
        parts = [gradient[n] * b.convert(sizes[n], f32) for n in range(count_of(place))]
        squares.append(sum((part * part for part in parts[1:]), parts[0] * parts[0]))
    level = b.math("log2", b.math("fmax", *squares)) * 0.5
    return (
        b.math("fmin", b.math("fmax", level, f.const(f32, 0.0)), b.convert(sizes[-1] - 1, f32)) if is_clamped else level
    )


@operation("TextureLoad")
def _load(f: DxilLowering, o: Operation) -> Lowered:
    """`mipLevelOrSampleCount` is the level or the sample; it is undefined for a UAV."""
    handle = _texture(f, o.arguments["srv"])
    resource = handle.resource
    place, layer = coordinates(f, resource, [o.arguments[f"coord{n}"] for n in range(3)])
    offset = _offset(f, o, resource)
    if isinstance(offset, list):
        moved = [number & 0xFFFFFFFF for number in offset]
        place = place + f.b.const(place.type, moved if len(moved) > 1 else moved[0])
    elif offset is not None:
        place = place + f.bits(offset)
    level = o.arguments["mipLevelOrSampleCount"]
    has_levels = resource.kind == "t" and resource.dimension not in FLAT
    if resource.dimension in MULTISAMPLED or (has_levels and not f.is_undefined(level)):
        return texel(f, o.call, handle, place, layer, f.uint(level))
    return texel(f, o.call, handle, place, layer, 0)


@operation("TextureStore")
def _store(f: DxilLowering, o: Operation) -> Lowered:
    handle = _texture(f, o.arguments["srv"])
    if handle.resource.kind != "u":
        raise f.bad(f"{handle.resource.register} can't be written")
    place, layer = coordinates(f, handle.resource, [o.arguments[f"coord{n}"] for n in range(3)])
    mask = f.integer(o.arguments["mask"], "the mask") & 0xFF
    store_texel(f, handle, place, layer, values_of(f, o), mask)
    return None


@operation("Texture2DMSGetSamplePosition")
def _position(f: DxilLowering, o: Operation) -> Lowered:
    handle = _texture(f, o.arguments["srv"])
    if handle.resource.dimension not in MULTISAMPLED:
        raise f.bad(f"{handle.resource.register} is not multisampled")
    count = f.b.texture.size(f.argument(handle), "num_samples")
    return list(sample_position(f, count, f.uint(o.arguments["index"])))


@operation("RenderTargetGetSampleCount")
def _target_samples(f: DxilLowering, o: Operation) -> Lowered:
    return _samples_of_target(f)


@operation("RenderTargetGetSamplePosition")
def _target_position(f: DxilLowering, o: Operation) -> Lowered:
    return list(sample_position(f, _samples_of_target(f), f.uint(o.arguments["index"])))


def _samples_of_target(f: DxilLowering) -> TypedValue:
    if f.program.stage != "fragment":
        raise f.bad("the samples of the render target outside of a pixel shader")
    return f.b.air("get_num_samples", f.const(u32, 0), result=u32)
