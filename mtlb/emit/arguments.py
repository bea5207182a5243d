"""Metadata of arguments: from Metal's types to the objects of `mtlb.air`."""

from __future__ import annotations

from ..air import EntryArgument, StructField, StructType
from ..air.target import AirTarget
from ..base.classes import replace
from ..base.errors import BuildError
from ..base.metal import AccessQualifier, AddressSpace, Index
from .types import Array, Handle, MetalPointer, MetalType, SimdgroupMatrix, Struct, Void, ids_of


class Arguments:
    """Creates the arguments and struct layouts of one module; each struct is described once."""

    def __init__(self, target: AirTarget) -> None:
        self._target = target
        self._structs: dict[Struct, StructType] = {}
        self._pixels: dict[tuple[Struct, int | None], StructType] = {}

    def struct(self, type: Struct) -> StructType:
        """The members of a struct; in an argument buffer also the argument for each member."""
        type_ = self._structs.get(type)
        if type_ is None:
            type_ = self._structs[type] = StructType()
            is_arguments = type.is_argument_buffer
            type_.fields = [
                self._field(member.name, member.type, member.offset, member.id if is_arguments else None)
                for member in type.members
            ]
        return type_

    def pixel(self, type: Struct, raster_order_group: Index | None) -> StructType:
        """The members of an imageblock struct, which holds the data of a pixel; all numbers are in the same raster
        order group. A guess: those of structs within it, too.
        """
        key = type, raster_order_group
        type_ = self._pixels.get(key)
        if type_ is None:
            fields = []
            for field, member in zip(self.struct(type).fields, type.members, strict=True):
                if isinstance(member.type, Struct):
                    fields.append(replace(field, struct_type_info=self.pixel(member.type, raster_order_group)))
                else:
                    fields.append(replace(field, raster_order_group=raster_order_group))
            type_ = self._pixels[key] = StructType(fields)
        return type_

    def _field(self, name: str, type: MetalType, offset: int, id: int | None) -> StructField:
        count, element = 0, type
        while isinstance(element, Array):
            count = (count or 1) * element.count
            element = element.element
        shown = element.pointee if isinstance(element, MetalPointer) else element
        field = StructField(offset, element.size, count, shown.name, name)
        if isinstance(element, Struct):
            field.struct_type_info = self.struct(element)
            field.indirect_location = id
        elif id is not None:
            field.indirect_argument = self.argument(name, type, id, id)
            if isinstance(element, MetalPointer):
                # The count of an array is with the member, and bfloat counts as a struct: the optimizers of PyTorch 2.6
                # and 2.14 (AIR 2.6, 2.8).
                field.indirect_argument.location_count = 1
                if shown.name == "bfloat":
                    field.indirect_argument.kind = "indirect_buffer"
        return field

    def argument(self, name: str, type: MetalType, index: int | None, location: Index) -> EntryArgument:
        """A resource or constant: an argument of a function, or a member of an argument buffer, where `index` and
        `location` are its id.
        """
        element, count = type, ids_of(type)
        while isinstance(element, Array):
            element = element.element
        if isinstance(element, MetalPointer):
            result = self.buffer(name, element, index, location)
            result.location_count = count
            return result
        kind = element.kind if isinstance(element, Handle) else "indirect_constant"
        access = element.access if isinstance(element, Handle) else None
        return EntryArgument(
            kind,
            index,
            type_name=type.name,
            name=name,
            location_index=location,
            location_count=count,
            access_qualifier=access,
            address_space=self._target.names_address_space(AddressSpace.DEVICE) if kind == "tensor" else None,
        )

    def buffer(self, name: str, type: MetalPointer, index: int | None, location: Index) -> EntryArgument:
        """A pointer, or a reference, to a bound buffer."""
        pointee = type.pointee
        if isinstance(pointee, SimdgroupMatrix):  # each thread holds a part of it
            raise BuildError(f"{pointee.name} has no layout in memory")
        is_indirect = isinstance(pointee, Struct) and pointee.is_argument_buffer
        has_size = not isinstance(pointee, Void)
        result = EntryArgument(
            "indirect_buffer" if is_indirect else "buffer",
            index,
            type_name=pointee.name,
            name=name,
            location_index=location,
            location_count=1,
            access_qualifier=_access(type),
            address_space=self._target.names_address_space(type.space),
            type_size=pointee.size if has_size else None,
            type_align=pointee.align if has_size else None,
        )
        if type.is_reference:
            result.buffer_size = pointee.size
        if isinstance(pointee, Struct):
            result.struct_type_info = self.struct(pointee)
        return result


def mangled(type: MetalType) -> str:
    """The mangled name of a type: `Dv4_f`."""
    code = getattr(type, "code", None)
    if code is not None:
        return str(code)
    count, element = getattr(type, "count", 0), getattr(type, "element", None)
    return f"Dv{count}_{mangled(element)}" if element is not None else f"{len(type.name)}{type.name}"


def generated_name(name: str, type: MetalType) -> str:
    """The name that links an output of a vertex function with an input of a fragment function without ``[[user]]``."""
    return f"generated({len(name)}{name}{mangled(type)})"


def _access(type: MetalPointer) -> AccessQualifier:
    """The access in metadata: no buffer of Apple's is write-only, except in argument buffers from other compilers
    (DXMT).
    """
    if type.space is AddressSpace.CONSTANT:
        return AccessQualifier.READ
    return AccessQualifier.READ_WRITE if type.access is AccessQualifier.WRITE else type.access
