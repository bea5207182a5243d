"""Classes and interfaces of dynamic linkage (IFCE).

Number of instances, types, slot records, slots; offset of type ids, types, slot records; 8 bytes of leftover memory.
Slot record: slots, number of types, offset of u16 type ids, of table ids. Type: name, u16 0, u16 strides of buffer,
textures, samplers; its id is its number. Instance, behind the types: name, u16 type, u16 1, u16 buffer, offset,
texture, sampler (0xFFFF: none).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from ..base.binary import Buffer
from .view import PartView

_HEADER = struct.Struct("<7I8s")
_SLOT = struct.Struct("<4I")
_TYPE = struct.Struct("<I4H")
_INSTANCE = struct.Struct("<I6H")
_NONE = 0xFFFF


@dataclass(frozen=True)
class ClassType:
    """A class, with the strides of its data. Its id is its index in the table."""

    name: str
    unknown: int
    """0 in every file seen."""
    buffer_stride: int
    texture_stride: int
    sampler_stride: int


@dataclass(frozen=True)
class ClassInstance:
    """A variable of a class, with the positions of its data; 0xFFFF for none."""

    name: str
    type: int
    unknown: int
    buffer: int
    buffer_offset: int
    texture: int
    sampler: int


@dataclass(frozen=True)
class InterfaceSlot:
    """`span` slots of a variable: its possible classes, and the function table of each."""

    span: int
    types: tuple[int, ...]
    tables: tuple[int, ...]


@dataclass(frozen=True)
class Interfaces:
    """The contents of IFCE."""

    instances: tuple[ClassInstance, ...]
    types: tuple[ClassType, ...]
    slots: tuple[InterfaceSlot, ...]
    total_slots: int
    filler: bytes
    """8 bytes of uninitialized memory."""
    view: PartView


def read_interfaces(data: Buffer, *, base: int = 0) -> Interfaces:
    """The contents of an IFCE part. Raises FormatError, with the offset, for tables outside of it."""
    view = PartView(data, base, "IFCE")
    header = view.unpack(_HEADER, 0, "header")
    instance_count, type_count, slot_count, total, _, types_at, slots_at, filler = header
    types = []
    for at in view.table(types_at, type_count, _TYPE.size, "class types"):
        name, *fields = view.unpack(_TYPE, at, "class type")
        types.append(ClassType(view.string(name, "name of a class"), *fields))
    instances = []
    instances_at = types_at + type_count * _TYPE.size
    for at in view.table(instances_at, instance_count, _INSTANCE.size, "class instances"):
        name, *fields = view.unpack(_INSTANCE, at, "class instance")
        instances.append(ClassInstance(view.string(name, "name of an instance"), *fields))
    slots = []
    for at in view.table(slots_at, slot_count, _SLOT.size, "interface slots"):
        span, count, ids_at, tables_at = view.unpack(_SLOT, at, "interface slot")
        view.table(ids_at, count, 2, "type ids")
        ids = struct.unpack(f"<{count}H", view.bytes_at(ids_at, 2 * count, "type ids"))
        view.table(tables_at, count, 4, "table ids")
        slots.append(InterfaceSlot(span, ids, view.words(tables_at, count, "table ids")))
    return Interfaces(tuple(instances), tuple(types), tuple(slots), total, filler, view)


def interface_lines(interfaces: Interfaces) -> Iterator[str]:
    """The tables in the listing, without the leading slashes."""
    if interfaces.types:
        yield "Available Class Types:"
        yield ""
        yield "Name                             ID CB Stride Texture Sampler"
        yield "------------------------------ ---- --------- ------- -------"
        for id, type in enumerate(interfaces.types):
            yield f"{type.name:30} {id:4} {type.buffer_stride:9} {type.texture_stride:7} {type.sampler_stride:7}"
        yield ""
    if interfaces.instances:
        yield "Available Class Instances:"
        yield ""
        yield "Name                        Type CB CB Offset Texture Sampler"
        yield "--------------------------- ---- -- --------- ------- -------"
        for instance in interfaces.instances:
            texture, sampler = (_or_dash(value) for value in (instance.texture, instance.sampler))
            buffer, offset = _or_dash(instance.buffer), _or_dash(instance.buffer_offset)
            yield f"{instance.name:27} {instance.type:4} {buffer:>2} {offset:>9} {texture:>7} {sampler:>7}"
        yield ""
    yield f"Interface slots, {interfaces.total_slots} total:"
    yield ""
    yield "            Slots"
    line = "+----------+---------+---------------------------------------"
    yield line
    first = 0
    for slot in interfaces.slots:
        last = first + slot.span - 1
        place = f"{first:4}-{last:<4}" if slot.span > 1 else f"{first:4}     "
        yield f"| Type ID  |{place}|{''.join(f'{id:<5}' for id in slot.types)}"
        yield f"| Table ID |         |{''.join(f'{table:<5}' for table in slot.tables)}"
        yield line
        first = last + 1


def _or_dash(value: int) -> str:
    return "-" if value == _NONE else str(value)
