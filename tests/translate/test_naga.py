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


def resources(translation: Translation, name: str) -> list[tuple[str, str]]:
    results = []
    for binding in translation.bindings:
        if binding.entry == name:
            kinds = tuple(binding.slots)
            if kinds == ("buffer",):
                results.append((f"{binding.space} buffer", binding.access))
            elif kinds == ("threadgroup",):
                results.append(("threadgroup memory", binding.access))
            elif kinds == ("texture",):
                results.append((re.sub(r", \w+>", ">", binding.type), binding.access))
            else:
                results.append((binding.type, binding.access))
    return results


RESOURCES = {"buffer", "texture", "sampler", "indirect_buffer"}


def attribute(argument: EntryArgument) -> str:
    """What Metal's source says of an argument or an output."""
    if argument.kind == "vertex_input":
        return f"attribute({argument.location_index})"
    if argument.kind == "render_target":
        return f"color({argument.render_target_index})" + f" index({argument.blend_source_index})" * bool(
            argument.blend_source_index
        )
    if argument.kind in ("fragment_input", "vertex_output"):
        return str(argument.attribute_name)
    if argument.depth_qualifier is not None:
        return f"depth({argument.depth_qualifier.label})"
    if argument.kind == "sample_mask_in":
        return "sample_mask"
    return f"{argument.kind}, invariant" if argument.invariant else argument.kind


def interpolated(argument: EntryArgument) -> str:
    """The same with how it is interpolated, which Naga says of vertex outputs too."""
    if argument.kind != "fragment_input":
        return attribute(argument)
    if argument.sampling_qualifier is None:
        return f"{argument.attribute_name}, flat"
    assert argument.interpolation_qualifier is not None
    how = argument.interpolation_qualifier.name.lower()
    return f"{argument.attribute_name}, {argument.sampling_qualifier.name.lower()}_{how}"


def inputs(point: EntryPoint) -> list[str]:
    return sorted(interpolated(argument) for argument in point.arguments if argument.kind not in RESOURCES)


def outputs(point: EntryPoint) -> list[str]:
    return sorted(attribute(output) for output in point.outputs)


def plain(output: str) -> str:
    """What Naga says of an output, without what follows from the rest."""
    return re.sub(r"(user\(\w+\)).*", r"\1", output).removesuffix(" index(0)")


@pytest.mark.parametrize("path", [*OWN, *SOURCES], ids=lambda path: path.stem)
def test_the_interface_is_that_of_nagas_metal(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    options = ShaderOptions(slots="wgpu")
    translation = translate(path.with_suffix(".spv").read_bytes(), "macos14", name=path.stem, options=options)
    expected = entries(source)
    assert list(translation.entries) == [entry.name for entry in expected]
    points = {point.name: point for point in read_entry_points(read_module(translation.module.air_bytes()))}
    members = [binding for binding in translation.bindings if binding.name == "_buffer_sizes"]
    if members:
        struct = points[members[0].entry].arguments[-1].struct_type_info
        assert struct is not None and [field.field_name for field in struct.fields] == sizes(source)
    for entry in expected:
        point = points[entry.name]
        assert resources(translation, entry.name) == entry.resources, entry.name
        if path in OWN:
            assert [binding.name for binding in translation.bindings if binding.entry == entry.name] == entry.names
        expected_inputs = sorted([*entry.inputs, *entry.builtins])
        # The position of a function that runs for each sample is that of the sample, which Naga leaves out.
        more = [
            name
            for name in inputs(point)
            if name == "sample_id" and name not in expected_inputs and "position" in expected_inputs
        ]
        assert inputs(point) == sorted([*expected_inputs, *more]), entry.name
        distances = [
            output for output in outputs(point) if output.startswith("user(clip")
        ]  # Naga's fragments have none of them
        assert [output for output in outputs(point) if output not in distances] == sorted(map(plain, entry.outputs)), (
            entry.name
        )
        assert point.max_work_group_size == entry.threads
