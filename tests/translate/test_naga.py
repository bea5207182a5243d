"""Names, resources, inputs and outputs of every entry point of the corpus are those of Naga's own Metal source."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mtlb.air import EntryArgument, EntryPoint, read_entry_points
from mtlb.bitcode import read_module
from mtlb.translate import ShaderOptions, Translation, translate
from tests.conftest import shared_directory
from tests.translate.naga_metal import entries, sizes

OWN = sorted(Path(__file__).with_name("naga").glob("*.metal"))
"""WGSL of our own, as Naga 30 translates it, with names."""
REFUSED = {"naga__atomicOps-int64"}
"""Naga writes atomic operations on 64-bit integers that Metal does not have."""
SOURCES = [path for path in sorted(shared_directory().joinpath("spirv").glob("*.metal")) if path.stem not in REFUSED]
"""The Metal that Naga writes of the shaders."""


def resources(made: Translation, name: str) -> list[tuple[str, str]]:
    found = []
    for one in made.bindings:
        if one.entry == name:
            kinds = tuple(one.slots)
            if kinds == ("buffer",):
                found.append((f"{one.space} buffer", one.access))
            elif kinds == ("threadgroup",):
                found.append(("threadgroup memory", one.access))
            elif kinds == ("texture",):
                found.append((re.sub(r", \w+>", ">", one.type), one.access))
            else:
                found.append((one.type, one.access))
    return found


RESOURCES = {"buffer", "texture", "sampler", "indirect_buffer"}


def attribute(one: EntryArgument) -> str:
    """What Metal's source says of an argument or an output."""
    if one.kind == "vertex_input":
        return f"attribute({one.location_index})"
    if one.kind == "render_target":
        return f"color({one.render_target_index})" + f" index({one.blend_source_index})" * bool(one.blend_source_index)
    if one.kind in ("fragment_input", "vertex_output"):
        return str(one.attribute_name)
    if one.depth_qualifier is not None:
        return f"depth({one.depth_qualifier.label})"
    if one.kind == "sample_mask_in":
        return "sample_mask"
    return f"{one.kind}, invariant" if one.invariant else one.kind


def interpolated(one: EntryArgument) -> str:
    """The same with how it is interpolated, which Naga says of vertex outputs too."""
    if one.kind != "fragment_input":
        return attribute(one)
    if one.sampling_qualifier is None:
        return f"{one.attribute_name}, flat"
    assert one.interpolation_qualifier is not None
    how = one.interpolation_qualifier.name.lower()
    return f"{one.attribute_name}, {one.sampling_qualifier.name.lower()}_{how}"


def inputs(point: EntryPoint) -> list[str]:
    return sorted(interpolated(one) for one in point.arguments if one.kind not in RESOURCES)


def outputs(point: EntryPoint) -> list[str]:
    return sorted(attribute(one) for one in point.outputs)


def plain(output: str) -> str:
    """What Naga says of an output, without what follows from the rest."""
    return re.sub(r"(user\(\w+\)).*", r"\1", output).removesuffix(" index(0)")


@pytest.mark.parametrize("path", [*OWN, *SOURCES], ids=lambda path: path.stem)
def test_the_interface_is_that_of_nagas_metal(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    options = ShaderOptions(slots="wgpu")
    made = translate(path.with_suffix(".spv").read_bytes(), "macos14", name=path.stem, options=options)
    wanted = entries(source)
    assert list(made.entries) == [entry.name for entry in wanted]
    points = {point.name: point for point in read_entry_points(read_module(made.module.air_bytes()))}
    members = [one for one in made.bindings if one.name == "_buffer_sizes"]
    if members:
        struct = points[members[0].entry].arguments[-1].struct_type_info
        assert struct is not None and [field.field_name for field in struct.fields] == sizes(source)
    for entry in wanted:
        point = points[entry.name]
        assert resources(made, entry.name) == entry.resources, entry.name
        if path in OWN:
            assert [one.name for one in made.bindings if one.entry == entry.name] == entry.names
        assert inputs(point) == sorted([*entry.inputs, *entry.builtins]), entry.name
        distances = [one for one in outputs(point) if one.startswith("user(clip")]  # Naga's fragments have none of them
        assert [one for one in outputs(point) if one not in distances] == sorted(map(plain, entry.outputs)), entry.name
        assert point.max_work_group_size == entry.threads
