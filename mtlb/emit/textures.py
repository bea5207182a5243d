"""Reading, writing and sampling textures."""

from __future__ import annotations

from collections.abc import Sequence

from ..air.intrinsics import intrinsic
from ..base.features import LEAST_LEVEL_SINCE
from ..base.metal import AccessQualifier
from ..ir import Value as IRValue
from .calls import Calls, ResultRecord
from .names import f32, float4, i32, sampler, u16, u32
from .types import MetalType, Scalar, Texture, Vector
from .value import Operand, TypedValue

__all__ = ["Offset", "Sampled", "Textures"]

Offset = Sequence[int] | TypedValue
"""Texels along each dimension: constants, or an int2 for two dimensions."""


class Sampled(TypedValue):
    """A texel. `resident`: of a sparse texture, whether it is in memory; AIR before 2.2 can't tell."""

    __slots__ = ("_record",)

    def __init__(self, builder: Textures, ir: IRValue, type: MetalType, record: ResultRecord | None) -> None:
        super().__init__(builder, ir, type)
        self._record = record

    @property
    def resident(self) -> TypedValue:
        """A bool."""
        if self._record is None:
            raise self.builder.error("resident", "it is known from AIR 2.2 on")
        return self.builder.compare("ne", self._record[1], 0)


class _Shape:
    """What the coordinates of a kind of texture are."""

    def __init__(self, type: Texture) -> None:
        word = type.word
        self.is_array = word.endswith("_array")
        self.is_cube = "_cube" in word
        self.is_multisampled = "_ms" in word
        self.is_depth = word.startswith("depth")
        self.dimensions = 1 if "1d" in word else 3 if "3d" in word or self.is_cube else 2


class Textures(Calls):
    """What programs do with textures. The methods that a shape or an access does not have are a BuildError."""

    def sample(
        self,
        texture: TypedValue,
        sampler: TypedValue,
        coordinates: TypedValue,
        *,
        index: TypedValue | int | None = None,
        level: TypedValue | float | None = None,
        bias: TypedValue | float | None = None,
        min_lod: TypedValue | float | None = None,
        gradient: tuple[TypedValue, TypedValue] | None = None,
        offset: Offset | None = None,
    ) -> Sampled:
        """A filtered texel: 4 numbers, of a depth texture 1.

        `coordinates`: float, float2 or float3, as the shape has dimensions. `index`: of an array. `level` of detail, or
        `bias` to the one that follows from the derivatives, or `gradient`, the derivatives themselves; `min_lod`: the
        least level. `offset`: in texels.
        """
        type, shape = self._texture("sample", texture, (AccessQualifier.SAMPLE,))
        if shape.is_multisampled or type.shape == "texture_buffer":
            raise self.error("sample", f"a {type.shape} can't be sampled")
        if gradient is not None:
            arguments = self._sampling("sample", texture, sampler, coordinates, index, shape, None, has_offset=False)
            arguments += self._gradient("sample", gradient, coordinates, level, bias, min_lod, shape, offset)
            return self._texel("sample", f"sample_{type.word}_grad", [*arguments, self._access_number(type)], type)
        arguments = self._sampling("sample", texture, sampler, coordinates, index, shape, offset)
        arguments += self._detail("sample", level, bias, min_lod, type)
        return self._texel("sample", f"sample_{type.word}", arguments, type)

    def sample_compare(
        self,
        texture: TypedValue,
        sampler: TypedValue,
        coordinates: TypedValue,
        reference: TypedValue | float,
        *,
        index: TypedValue | int | None = None,
        level: TypedValue | float | None = None,
        bias: TypedValue | float | None = None,
        min_lod: TypedValue | float | None = None,
        gradient: tuple[TypedValue, TypedValue] | None = None,
        offset: Offset | None = None,
    ) -> Sampled:
        """How much of the depth passes the comparison with `reference`; for the rest see `sample`."""
        type, shape, arguments = self._comparing("sample_compare", texture, sampler, coordinates, reference, index)
        if gradient is not None:
            arguments += self._gradient("sample_compare", gradient, coordinates, level, bias, min_lod, shape, offset)
            family = f"sample_compare_{type.word}_grad"
            return self._texel("sample_compare", family, [*arguments, self._access_number(type)], type)
        arguments += self._offset_operands("sample_compare", shape, offset)
        arguments += self._detail("sample_compare", level, bias, min_lod, type)
        return self._texel("sample_compare", f"sample_compare_{type.word}", arguments, type)

    def gather(
        self,
        texture: TypedValue,
        sampler: TypedValue,
        coordinates: TypedValue,
        component: int = 0,
        *,
        index: TypedValue | int | None = None,
        offset: Offset | None = None,
    ) -> Sampled:
        """One component of the four texels that a filter would take; of a depth texture the only one. Not of 1D and 3D
        textures."""
        type, shape = self._texture("gather", texture, (AccessQualifier.SAMPLE,))
        family = f"gather_{type.word}"
        if not self._has(family):
            raise self.error("gather", f"a {type.shape} has no gather")
        if not 0 <= component < (1 if shape.is_depth else 4):
            raise self.error("gather", f"there is no component {component}")
        arguments = self._sampling("gather", texture, sampler, coordinates, index, shape, offset)
        arguments += [] if shape.is_depth else [component]
        assert type.component is not None
        return self._pair_of("gather", family, [*arguments, 0], Vector(type.component, 4))

    def gather_compare(
        self,
        texture: TypedValue,
        sampler: TypedValue,
        coordinates: TypedValue,
        reference: TypedValue | float,
        *,
        index: TypedValue | int | None = None,
        offset: Offset | None = None,
    ) -> Sampled:
        """Whether the four depths that a filter would take pass the comparison with `reference`: four times 0 or 1."""
        type, shape, arguments = self._comparing("gather_compare", texture, sampler, coordinates, reference, index)
        arguments += self._offset_operands("gather_compare", shape, offset)
        return self._pair_of("gather_compare", f"air.gather_compare_{type.word}.f32", [*arguments, 0], float4)

    def level_of_detail(
        self, texture: TypedValue, sampler: TypedValue, coordinates: TypedValue, *, clamped: bool = True
    ) -> TypedValue:
        """The level of detail that `sample` would take: a float; `clamped` to the levels that there are."""
        type, shape = self._texture("level_of_detail", texture, (AccessQualifier.SAMPLE,))
        family = f"calculate_{'clamped' if clamped else 'unclamped'}_lod_{type.word}"
        if not self._has(family):
            raise self.error("level_of_detail", f"a {type.shape} has none")
        self._check_coordinates("level_of_detail", sampler, coordinates, shape)
        return self.air(family, texture, sampler, coordinates, 0)

    def texture_atomic(
        self,
        operation: str,
        texture: TypedValue,
        place: TypedValue,
        value: TypedValue | None = None,
        *,
        index: TypedValue | int | None = None,
    ) -> TypedValue:
        """An access to a texel that no other thread interferes with (AIR 2.6); what was there before, in 4 components,
        the first of which counts.

        `operation`: "add", "sub", "min", "max", "and", "or", "xor", "exchange" with a value; "load"; "store" with a
        value (no result). The texture is of int or uint, for reading and writing; `place` is of uint.
        """
        name = f"texture_atomic {operation}"
        type, shape = self._texture(name, texture, (AccessQualifier.READ_WRITE,))
        word = operation if operation in ("load", "store", "exchange") else f"fetch_{operation}"
        family = f"atomic_{word}_explicit_{type.word}"
        assert type.component is not None
        if intrinsic(f"air.{family}.u.v4i32") is None or not type.component.is_integer:
            raise self.error(name, f"a {type} has no such operation")
        prefix, arguments = self._place(name, texture, place, index, shape)
        if prefix:
            raise self.error(name, "the coordinates are of ushort, not of uint")
        if (value is None) != (operation == "load"):
            raise self.error(name, "a value is needed" if value is None else "there is no value")
        wanted = Vector(type.component, 4)
        if value is not None and value.type != wanted:
            raise self.error(name, f"a {value.type} for {wanted}")
        arguments += [value] if value is not None else []
        return self.air(family, *arguments, 0, self._access_number(type), result=wanted)

    def read(
        self,
        texture: TypedValue,
        place: TypedValue,
        *,
        index: TypedValue | int | None = None,
        level: TypedValue | int = 0,
    ) -> Sampled:
        """The texel at integer coordinates (uint or ushort, as the shape has dimensions; of a cube face and place).

        `index`: of an array; of a cube its face; `level`: the mipmap, of a multisampled texture the sample.
        """
        wanted = (AccessQualifier.SAMPLE, AccessQualifier.READ, AccessQualifier.READ_WRITE)
        type, shape = self._texture("read", texture, wanted)
        prefix, arguments = self._place("read", texture, place, index, shape)
        family = f"read_{type.word}{prefix}"
        narrow = u16 if prefix else u32
        parameters = self._parameters("read", family, type)
        if len(parameters) > 1 and parameters[1].startswith("%sampler"):
            arguments.insert(1, self.air("get_read_sampler"))
            if not shape.is_cube and not shape.is_multisampled:
                zero: MetalType = Vector(narrow, shape.dimensions) if shape.dimensions > 1 else narrow
                arguments.append(TypedValue(self, self.low.null(self.low.value(zero)), zero))
        level = self.convert(level, narrow) if isinstance(level, TypedValue) else level
        return self._texel("read", family, [*arguments, level, self._access_number(type)], type)

    def write(
        self,
        texture: TypedValue,
        value: TypedValue,
        place: TypedValue,
        *,
        index: TypedValue | int | None = None,
        level: TypedValue | int = 0,
    ) -> None:
        """Write a texel; coordinates as those of `read`."""
        type, shape = self._texture("write", texture, (AccessQualifier.WRITE, AccessQualifier.READ_WRITE))
        if shape.is_depth or shape.is_multisampled:
            raise self.error("write", f"a {type.shape} can't be written")
        assert type.component is not None
        if value.type != Vector(type.component, 4):
            raise self.error("write", f"a {value.type} into a {type}")
        prefix, arguments = self._place("write", texture, place, index, shape)
        level = self.convert(level, u16 if prefix else u32) if isinstance(level, TypedValue) else level
        self.air(f"write_{type.word}{prefix}", *arguments, value, level, self._access_number(type), result=value.type)

    def size(self, texture: TypedValue, what: str = "width", level: TypedValue | int = 0) -> TypedValue:
        """`what`: "width", "height", "depth", "array_size", "num_mip_levels", "num_samples", as the shape has them."""
        name = f"size {what}"
        type, shape = self._texture(name, texture, tuple(AccessQualifier))
        family = f"get_{what}_{type.word}"
        if not self._has(family):
            raise self.error(name, f"a {type.shape} has no {what}")
        has_level = what in ("width", "height", "depth") and not shape.is_multisampled
        return self.air(family, texture, *([level] if has_level else []))

    def fence_texture(self, texture: TypedValue) -> None:
        """What the thread wrote to the texture is what it reads from now on."""
        type, _ = self._texture("fence_texture", texture, (AccessQualifier.READ_WRITE,))
        self.air(f"fence_{type.word}", texture)

    # --- parts of the arguments

    def _texture(self, name: str, texture: TypedValue, access: Sequence[AccessQualifier]) -> tuple[Texture, _Shape]:
        type = texture.type if isinstance(texture, TypedValue) else None
        if not isinstance(type, Texture):
            raise self.error(name, f"{type} is no texture")
        if type.access not in access:
            raise self.error(name, f"{type} does not allow it")
        return type, _Shape(type)

    def _has(self, family: str) -> bool:
        return intrinsic(f"air.{family}") is not None or intrinsic(f"air.{family}.v4f32") is not None

    def _parameters(self, name: str, family: str, type: Texture) -> list[str]:
        word = "f32" if type.word.startswith("depth") else "v4f32"
        made = intrinsic(f"air.{family}.{word}")
        if made is None:
            raise self.error(name, f"a {type.shape} has no such operation")
        return [parameter.word for parameter in made.parameters(self.target.air)]

    def _texel_type(self, type: Texture) -> MetalType:
        assert type.component is not None
        return type.component if type.word.startswith("depth") else Vector(type.component, 4)

    def _texel(self, name: str, family: str, arguments: Sequence[Operand], type: Texture) -> Sampled:
        return self._pair_of(name, family, arguments, self._texel_type(type))

    def _pair_of(self, name: str, family: str, arguments: Sequence[Operand], result: MetalType) -> Sampled:
        made = self.air(family, *arguments, result=result)
        if isinstance(made, ResultRecord):
            return Sampled(self, made[0].ir, result, made)
        return Sampled(self, made.ir, result, None)

    def _access_number(self, type: Texture) -> int:
        """The last operand of reads and writes: how the texture is accessed, 0 sampled, 1 read, 2 written, 3 both."""
        return _ACCESS_NUMBERS[type.access]

    def _sampling(
        self,
        name: str,
        texture: TypedValue,
        sampler_: TypedValue,
        coordinates: TypedValue,
        index: TypedValue | int | None,
        shape: _Shape,
        offset: Offset | None,
        has_offset: bool = True,
    ) -> list[Operand]:
        self._check_coordinates(name, sampler_, coordinates, shape)
        arguments: list[Operand] = [texture, sampler_]
        arguments += [1] if shape.is_depth else []
        arguments += [coordinates, *self._array_index(name, index, shape, u32)]
        return arguments + (self._offset_operands(name, shape, offset) if has_offset else [])

    def _comparing(
        self,
        name: str,
        texture: TypedValue,
        sampler_: TypedValue,
        coordinates: TypedValue,
        reference: TypedValue | float,
        index: TypedValue | int | None,
    ) -> tuple[Texture, _Shape, list[Operand]]:
        """What a comparison has up to the reference."""
        type, shape = self._texture(name, texture, (AccessQualifier.SAMPLE,))
        if not shape.is_depth or shape.is_multisampled:
            raise self.error(name, f"a {type.shape} can't be compared")
        arguments = self._sampling(name, texture, sampler_, coordinates, index, shape, None, has_offset=False)
        return type, shape, [*arguments, self._number(name, reference, f32)]

    def _check_coordinates(self, name: str, sampler_: TypedValue, coordinates: TypedValue, shape: _Shape) -> None:
        if not isinstance(sampler_, TypedValue) or sampler_.type != sampler:
            raise self.error(name, f"{getattr(sampler_, 'type', sampler_)} is no sampler")
        wanted: MetalType = Vector(f32, shape.dimensions) if shape.dimensions > 1 else f32
        if coordinates.type != wanted:
            raise self.error(name, f"the coordinates are {coordinates.type}, not {wanted}")

    def _offset_operands(self, name: str, shape: _Shape, offset: Offset | None) -> list[Operand]:
        """That there is an offset, and the offset; of a cube nothing."""
        if shape.is_cube:
            if offset is not None:
                raise self.error(name, "a cube has no offset")
            return []
        wanted: MetalType = Vector(i32, shape.dimensions) if shape.dimensions > 1 else i32
        if isinstance(offset, TypedValue):
            if offset.type != wanted:
                raise self.error(name, f"the offset is {offset.type}, not {wanted}")
            return [True, offset]
        return [True, self.const(wanted, (offset or [0])[0] if shape.dimensions == 1 else offset or 0)]

    def _gradient(
        self,
        name: str,
        gradient: tuple[TypedValue, TypedValue],
        coordinates: TypedValue,
        level: TypedValue | float | None,
        bias: TypedValue | float | None,
        min_lod: TypedValue | float | None,
        shape: _Shape,
        offset: Offset | None,
    ) -> list[Operand]:
        """Derivatives, the least level, the offset."""
        if level is not None or bias is not None:
            raise self.error(name, "a gradient goes neither with a level nor with a bias")
        if any(one.type != coordinates.type for one in gradient):
            raise self.error(name, f"the gradient is {gradient[0].type} and {gradient[1].type}")
        return [*gradient, 0.0 if min_lod is None else min_lod, *self._offset_operands(name, shape, offset)]

    def _detail(
        self,
        name: str,
        level: TypedValue | float | None,
        bias: TypedValue | float | None,
        min_lod: TypedValue | float | None,
        type: Texture,
    ) -> list[Operand]:
        """Whether the level is given, the level or bias, the least level, how the texture is accessed."""
        if level is not None and (bias is not None or min_lod is not None):
            raise self.error(name, "a level goes neither with a bias nor with a least level")
        first = level if level is not None else bias
        arguments: list[Operand] = [level is not None, 0.0 if first is None else first]
        if self.target.air >= LEAST_LEVEL_SINCE:
            arguments.append(0.0 if min_lod is None else min_lod)
        elif min_lod is not None:
            raise self.error(name, f"AIR {self.target.air} has no least level")
        return [*arguments, self._access_number(type)]

    def _array_index(self, name: str, index: TypedValue | int | None, shape: _Shape, type: Scalar) -> list[Operand]:
        if (index is not None) != shape.is_array:
            raise self.error(name, "an index is needed" if shape.is_array else "there is no index: it is no array")
        if index is None:
            return []
        return [self.convert(index, type) if isinstance(index, TypedValue) else index]

    def _place(
        self, name: str, texture: TypedValue, place: TypedValue, index: TypedValue | int | None, shape: _Shape
    ) -> tuple[str, list[Operand]]:
        """The prefix of the function's name (ushort coordinates have their own), and the operands."""
        flat = 2 if shape.is_cube else shape.dimensions
        element = place.type.element if isinstance(place.type, Vector) else place.type
        count = place.type.count if isinstance(place.type, Vector) else 1
        if element not in (u32, u16) or count != flat + shape.is_cube:
            wanted = f"uint{flat + shape.is_cube if flat + shape.is_cube > 1 else ''}"
            raise self.error(name, f"the coordinates are {place.type}, not {wanted} or the same of ushort")
        assert isinstance(element, Scalar)
        arguments: list[Operand] = [texture, *([1] if shape.is_depth else [])]
        if shape.is_cube:
            arguments += [self.shuffle(place, [0, 1]), place[2]]
        else:
            arguments.append(place)
        arguments += self._array_index(name, index, shape, element)
        return (".i16" if element == u16 else ""), arguments


_ACCESS_NUMBERS = {
    AccessQualifier.SAMPLE: 0,
    AccessQualifier.READ: 1,
    AccessQualifier.WRITE: 2,
    AccessQualifier.READ_WRITE: 3,
    None: 0,
}
