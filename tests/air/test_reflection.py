"""AIRR: what is read is built back, and bad bytes end in an error."""

from __future__ import annotations

import contextlib
import random
import struct
import time

import pytest

from mtlb.air import describe
from mtlb.air.reflection.buffer import Node, Reflection, Table, build, read
from mtlb.air.reflection.schema import NodeType, slots_of
from mtlb.base.errors import BuildError, FormatError, MtlbError
from mtlb.base.metal import AddressSpace
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from tests.golden.make import MODULES


def buffers() -> list[bytes]:
    paths = sorted(MODULES.glob("air_*.air"))
    return [describe(read_module(path.read_bytes(), bodies=False)).reflection_buffer() for path in paths]


def test_built_is_read_is_built() -> None:
    for data in buffers():
        assert build(read(data)) == data


def test_layout_of_the_smallest_buffer() -> None:
    """A dynamic library's buffer holds nothing but its version."""
    data = build(Reflection(Version(0, 3, 0)))
    root, identifier = struct.unpack_from("<I4s", data)
    assert identifier == b"AIRR"
    vtable = root - struct.unpack_from("<i", data, root)[0]
    assert struct.unpack_from("<3H", data, vtable) == (6, 16, 4)
    assert struct.unpack_from("<3I", data, root + 4) == (0, 3, 0)
    assert read(data) == Reflection(Version(0, 3, 0))


def test_every_node_type_comes_back() -> None:
    """Each slot of each type, with a value that is not its default."""
    samples = {
        "BOOL": True, "ENUM": 2, "U32": 7, "SOME_U32": 0, "SOME_BOOL": True, "U32X3": (1, 2, 3), "NODE": 0,
        "STRING": "näme\udc80", "NODES": [0, 0], "U64V": [1 << 40], "STRINGS": ["a", "b", "a"],
    }  # fmt: skip
    reflection = Reflection(Version(0, 4))
    for type in NodeType:
        assert type.slots is not None
        _, node = reflection.add(type)
        for slot in type.slots:
            if slot.kind.name == "TABLE":
                node.values[slot.name] = Table(slot.table, {"return_type": 0, "arguments": [0]})
            elif slot.kind.name == "TABLES":
                node.values[slot.name] = [Table(slot.table, {"offset": 4, "type_name": "int"})]
            else:
                node.values[slot.name] = samples[slot.kind.name]
    reflection.mesh_functions = [0]
    data = build(reflection)
    assert read(data) == reflection
    assert build(read(data)) == data


def test_defaults_and_empty_strings_are_left_out() -> None:
    reflection = Reflection()
    reflection.add(NodeType.BUFFER_ARG)[1].values.update(name="", address_space=1, location_index=0, unused=False)
    (node,) = read(build(reflection)).nodes
    assert node.values == {"location_index": 0}
    assert node.get("address_space") is AddressSpace.DEVICE
    assert (node.get("unused"), node.get("name"), node.get("no such slot")) == (False, None, None)


def test_unknown_types_and_slots_survive() -> None:
    reflection = Reflection(Version(0, 5))
    reflection.add(NodeType.KERNEL_FUNCTION)[1].values["name"] = "k"
    reflection.add(NodeType.SAMPLER_ARG)[1].values["name"] = "s"
    data = build(reflection).replace(struct.pack("<I", NodeType.SAMPLER_ARG), struct.pack("<I", 0x4FFFF))
    actual = read(data)
    assert str(actual.nodes[1].type) == "unknown (0x4ffff)"
    assert build(actual) == data
    actual.nodes[0].values["name"] = "renamed"
    with pytest.raises(BuildError, match="can't be edited"):
        build(actual)


def test_what_does_not_fit_is_refused() -> None:
    for values in ({"size": 1 << 33}, {"name": 5}, {"name": "\ud800"}, {"qualifiers": ["x"]}):
        with pytest.raises(BuildError):
            build(Reflection(nodes=[Node(NodeType.OPAQUE_TYPE, values)]))  # type: ignore[arg-type]
    with pytest.raises(BuildError, match="version"):
        build(Reflection(Version(1 << 32)))
    with pytest.raises(BuildError, match="unknown type"):
        build(Reflection(nodes=[Node(NodeType(0x7777))]))


def test_truncated_anywhere() -> None:
    data = max(buffers(), key=len)
    ending = 4  # NUL and padding of the last string, which nothing reads
    for size in range(len(data) - ending):
        with pytest.raises(FormatError) as caught:
            read(data[:size], offset=1000)
        assert caught.value.offset is not None and caught.value.offset >= 1000


@pytest.mark.long
def test_damaged_bytes_end_in_an_error_or_a_model() -> None:
    generator = random.Random(5)
    data = max(buffers(), key=len)
    started = time.monotonic()
    for _ in range(1500):
        damaged = bytearray(data)
        for _ in range(generator.randrange(1, 6)):
            at = generator.randrange(8, len(data) - 4)
            damaged[at : at + 4] = generator.choice([b"\xff\xff\xff\xff", b"\0\0\0\x80", generator.randbytes(4)])
        with contextlib.suppress(MtlbError):
            build(read(bytes(damaged)))
    assert time.monotonic() - started < 60


def test_slot_descriptions_are_well_formed() -> None:
    for type in NodeType:
        assert type.description is not None
        names = [slot.name for slot in slots_of(type.description)]
        assert len(set(names)) == len(names), type
