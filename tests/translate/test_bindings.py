"""Slots: the convention of Naga and wgpu, files that say otherwise, argument buffers, arrays of resources."""

from __future__ import annotations

import numpy as np
import pytest

import mtlb
from mtlb.base.errors import BuildError, MtlbError, UnsupportedError
from mtlb.translate import Bindings, BoundResource, ShaderOptions, Translation, translate
from tests.translate.assembler import kernel

TYPES = """
%block = OpTypeStruct %uint
%pu = OpTypePointer Uniform %block
%ps = OpTypePointer StorageBuffer %block
%pp = OpTypePointer PushConstant %block
%array = OpTypeRuntimeArray %uint
%long = OpTypeStruct %uint %array
%pl = OpTypePointer StorageBuffer %long
%image = OpTypeImage %float 2D 0 0 0 1 Unknown
%pimage = OpTypePointer UniformConstant %image
%sampler = OpTypeSampler
%psampler = OpTypePointer UniformConstant %sampler
%both = OpTypeSampledImage %image
%pboth = OpTypePointer UniformConstant %both
%shared = OpTypePointer Workgroup %uint
%a = OpVariable %ps StorageBuffer
%b = OpVariable %pu Uniform
%push = OpVariable %pp PushConstant
%c = OpVariable %pl StorageBuffer
%d = OpVariable %pimage UniformConstant
%e = OpVariable %psampler UniformConstant
%f = OpVariable %pboth UniformConstant
%w = OpVariable %shared Workgroup
"""
DECORATIONS = """
OpName %a "a"
OpName %b "b"
OpName %push "push"
OpName %c "c"
OpName %d "d"
OpName %e "float"
OpName %f "f7"
OpName %w "w"
OpDecorate %block Block
OpMemberDecorate %block 0 Offset 0
OpDecorate %long Block
OpMemberDecorate %long 0 Offset 0
OpMemberDecorate %long 1 Offset 4
OpDecorate %array ArrayStride 4
OpDecorate %a DescriptorSet 1
OpDecorate %a Binding 5
OpDecorate %b DescriptorSet 0
OpDecorate %b Binding 9
OpDecorate %c DescriptorSet 0
OpDecorate %c Binding 2
OpDecorate %c NonWritable
OpDecorate %d DescriptorSet 1
OpDecorate %d Binding 1
OpDecorate %e DescriptorSet 2
OpDecorate %e Binding 0
OpDecorate %f DescriptorSet 0
OpDecorate %f Binding 0
"""
BODY = """
%x1 = OpCopyObject %ps %a
%x2 = OpCopyObject %pu %b
%x3 = OpCopyObject %pp %push
%x4 = OpArrayLength %uint %c 1
%x5 = OpLoad %image %d
%x6 = OpLoad %sampler %e
%x7 = OpLoad %both %f
OpStore %w %x4
"""
SHADER = kernel(BODY, TYPES, DECORATIONS)


def slots(resources: tuple[BoundResource, ...]) -> dict[str, dict[str, int]]:
    return {item.name: item.slots for item in resources}


def bound(document: dict[str, object]) -> dict[str, dict[str, int]]:
    translation = translate(SHADER, "macos14", bindings=Bindings.from_toml({"threadgroup": "arguments", **document}))
    assert translation.module.check() == []
    return slots(translation.bindings)


def test_resources_are_counted_by_set_and_binding_and_declared_in_the_order_of_the_module() -> None:
    translation = translate(SHADER, "macos14", options=ShaderOptions(slots="wgpu"))
    assert [binding.name for binding in translation.bindings] == [
        "a",
        "b",
        "push",
        "c",
        "d",
        "float_",
        "f7_",
        "w",
        "_buffer_sizes",
    ]
    assert slots(translation.bindings) == {
        "push": {"buffer": 0},
        "c": {"buffer": 1},
        "b": {"buffer": 2},
        "a": {"buffer": 3},
        "f7_": {"texture": 0, "sampler": 0},
        "d": {"texture": 1},
        "float_": {"sampler": 1},
        "w": {"threadgroup": 0},
        "_buffer_sizes": {"buffer": 4},
    }
    assert [(binding.access, binding.space) for binding in translation.bindings[:4]] == [
        ("read_write", "device"),
        ("read", "constant"),
        ("read", "constant"),
        ("read", "device"),
    ]


def test_resources_without_a_set_or_a_binding_are_at_0() -> None:
    """As in SPIRV-Cross, which also gives those without a binding the next slots."""
    lost = [f"OpDecorate %{name} {kind}" for name in "ad" for kind in ("DescriptorSet", "Binding")]
    lost.append("OpDecorate %f DescriptorSet")
    places = "".join(line + "\n" for line in DECORATIONS.splitlines() if not line.startswith(tuple(lost)))
    shader = kernel(BODY, TYPES, places)
    translation = translate(shader, "macos14")
    warned = [
        warning for warning in translation.warnings if "does not have both a set and a binding: taken as 0.0" in warning
    ]
    assert [item.split("'")[1] for item in warned] == ["a", "d", "f7"] and translation.module.check() == []
    actual = slots(translation.bindings)
    assert actual["a"] == {"buffer": 1} and actual["c"] == {"buffer": 2} and actual["b"] == {"buffer": 3}
    assert actual["d"] == {"texture": 0} and actual["f7_"] == {"texture": 1, "sampler": 0}
    by_binding = slots(translate(shader, "macos14", options=ShaderOptions(slots="decoration")).bindings)
    assert by_binding["b"] == {"buffer": 9} and by_binding["a"] == {"buffer": 1} and by_binding["push"] == {"buffer": 0}
    in_order = slots(translate(shader, "macos14", options=ShaderOptions(slots="spirv-cross")).bindings)
    assert [in_order[name] for name in ("a", "b", "push", "c")] == [{"buffer": number} for number in range(4)]


def test_memory_of_the_threadgroup_is_an_argument_for_hosts_that_set_its_size() -> None:
    """It is the program's own without a host: a host that sets no length would give the function no bytes."""
    translation = translate(SHADER, "macos14")
    assert "w" not in slots(translation.bindings)
    assert slots(translate(SHADER, "macos14", options=ShaderOptions(slots="dawn")).bindings)["w"] == {"threadgroup": 0}


def test_a_report_has_every_field() -> None:
    translation = translate(SHADER, "macos14", options=ShaderOptions(slots="wgpu"))
    assert translation.bindings[3].as_json() == {
        "entry": "main_",
        "stage": "kernel",
        "name": "c",
        "set": 0,
        "binding": 2,
        "buffer": 1,
        "access": "read",
        "type": "type_1",
        "space": "device",
    }
    assert translation.bindings[7].as_json()["size"] == 4


def test_a_file_says_where_resources_go_and_the_others_take_what_is_left() -> None:
    actual = bound(
        {
            "push_constants": 7,
            "sizes": 0,
            "resources": {"1.5": 2, "0.0": {"texture": 3, "sampler": 5}},
            "entries": {"main": {"resources": {"0.9": 1}}},
            "threadgroup": "static",
        }
    )
    assert actual == {
        "push": {"buffer": 7},
        "_buffer_sizes": {"buffer": 0},
        "a": {"buffer": 2},
        "b": {"buffer": 1},
        "c": {"buffer": 3},
        "f7_": {"texture": 3, "sampler": 5},
        "d": {"texture": 0},
        "float_": {"sampler": 0},
    }


def test_sets_become_argument_buffers() -> None:
    actual = bound({"argument_buffers": {"0": 6}})
    assert actual["f7_"] == {"buffer": 6, "id": 0} and actual["c"] == {"buffer": 6, "id": 2}
    assert actual["b"] == {"buffer": 6, "id": 3} and actual["a"] == {"buffer": 1}
    both = bound({"argument_buffers": [1, 0]})
    assert both["b"]["buffer"] == 1 and both["a"] == {"buffer": 2, "id": 1} and both["float_"] == {"sampler": 0}


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        (
            {"slots": {}},
            "unknown key 'slots' (one of argument_buffers, argument_buffers_tier, arrays, constants, dynamic_of",
        ),
        ({"push_constants": -1}, "push_constants: -1 is not an index"),
        ({"resources": {"0": 1}}, "resources.'0': the key must be set.binding, such as '0.2'"),
        ({"resources": {"0.1": {"image": 1}}}, "unknown kind 'image' (one of buffer, texture, sampler)"),
        ({"resources": {"0.1": True}}, "resources.0.1: True is not an index"),
        ({"resources": 3}, "resources must be a table"),
        ({"entries": {"main": {"argument_buffers": []}}}, "unknown key 'entries.main.argument_buffers'"),
        ({"argument_buffers": {"x": 1}}, "argument_buffers.'x' is not a set"),
        ({"constants": {"x": 1}}, "constants.'x' is not the number of a specialization constant"),
        ({"constants": {"1": "y"}}, "constants.1: 'y' is not a number, true or false"),
        ({"threadgroup": "no"}, "threadgroup must be 'arguments' or 'static', not 'no'"),
    ],
)
def test_what_a_file_can_not_say(document: dict[str, object], reason: str) -> None:
    with pytest.raises(BuildError) as raised:
        Bindings.from_toml(document)
    assert reason in str(raised.value)


CONSTANTS = """
OpDecorate %s0 SpecId 3
OpDecorate %s1 SpecId 4
OpDecorate %s2 SpecId 5
"""
SPECIALIZED = """
%number_of_a = OpTypePointer StorageBuffer %uint
%s0 = OpSpecConstantTrue %bool
%s1 = OpSpecConstant %float 2.0
%s2 = OpSpecConstant %int 7
%s3 = OpSpecConstantOp %int IMul %s2 %i2
"""
SELECTED = """
%chosen = OpSelect %float %s0 %s1 %f1
%number = OpConvertSToF %float %s3
%sum = OpFAdd %float %chosen %number
%bits = OpBitcast %uint %sum
%place = OpAccessChain %number_of_a %a %i0
OpStore %place %bits
"""


def specialized(constants: dict[str, object]) -> Translation:
    data = kernel(SELECTED, TYPES + SPECIALIZED, DECORATIONS + CONSTANTS)
    return translate(data, "macos14", bindings=Bindings.from_toml({"constants": constants}))


def test_specialization_constants_have_values() -> None:
    result = np.zeros(1, np.float32)
    library = mtlb.link([specialized({"3": False, "4": 3, "5": -1}).module]).library
    mtlb.run(library, "main_", 1, 1, buffers={0: result})
    assert result[0] == 1 + 2 * -1


@pytest.mark.parametrize(
    ("constants", "reason"),
    [
        ({"3": 1}, "constants.3 is a bool, not 1"),
        ({"4": 1e39}, r"constants.4 is a float of 32 bits, not 1e\+39"),
        ({"4": True}, "constants.4 is a float of 32 bits, not True"),
        ({"5": 1 << 31}, "constants.5 is a signed integer of 32 bits, not 2147483648"),
        ({"5": 1.0}, "constants.5 is a signed integer of 32 bits, not 1.0"),
        ({"6": 1}, "bindings: constants.6 matches nothing in shader"),
    ],
)
def test_values_that_specialization_constants_can_not_have(constants: dict[str, object], reason: str) -> None:
    with pytest.raises(BuildError, match=reason):
        specialized(constants)


def test_two_resources_can_not_share_a_slot() -> None:
    with pytest.raises(UnsupportedError, match="buffer 2 is taken already"):
        bound({"resources": {"1.5": 2, "0.9": 2}})


def test_aliased_buffers_promise_nothing_and_loops_need_not_end() -> None:
    """SPIR-V has no promise that loops end: Naga bounds its own for the one that Metal's language makes."""

    def promises(decorations: str) -> tuple[int, bool]:
        text = translate(kernel(BODY, TYPES, decorations), "macos14").module.text()
        return text.count('"air-buffer-no-alias"'), "mustprogress" in text

    plain, must_progress = promises(DECORATIONS)
    assert not must_progress
    assert promises(DECORATIONS + "OpDecorate %a Aliased\n") == (plain - 1, False)


def test_a_kind_that_a_resource_does_not_take() -> None:
    """An array of textures is a buffer: slots of a texture for it are an error."""
    image = "%i = OpTypeImage %float 2D 0 0 0 1 Unknown\n%many = OpTypeArray %i %u4\n"
    image += "%p = OpTypePointer UniformConstant %many\n"
    types = f"{image}%pi = OpTypePointer UniformConstant %i\n%t = OpVariable %p UniformConstant\n"
    places = "OpDecorate %t DescriptorSet 0\nOpDecorate %t Binding 0\n"
    data = kernel("%a = OpAccessChain %pi %t %i0\n%x = OpLoad %i %a", types, places)
    for slots in ({"texture": 0}, {"buffer": 0, "sampler": 0}):
        inputs = Bindings.from_toml({"resources": {"0.0": slots}})
        with pytest.raises(MtlbError, match=r"bindings: resources.'0.0' takes no (texture|sampler), but buffer"):
            translate(data, "macos14", bindings=inputs)


@pytest.mark.parametrize(
    "decoration", ["OpDecorate %a Volatile", "OpDecorate %a Coherent", "OpMemberDecorate %block 0 Volatile"]
)
def test_accesses_of_coherent_and_volatile_buffers_stay(decoration: str) -> None:
    """As in SPIRV-Cross's Metal before 3.2, whose `coherent` buffers are volatile too."""
    body = "%p = OpAccessChain %pe %a %i0\n%x = OpLoad %uint %p\nOpStore %p %x\n"
    types = TYPES + "%pe = OpTypePointer StorageBuffer %uint\n"

    def text(decorations: str) -> str:
        return translate(kernel(body, types, decorations), "macos14").module.text()

    plain, kept = text(DECORATIONS), text(f"{DECORATIONS}{decoration}\n")
    assert "volatile" not in plain and kept.count("load volatile") == kept.count("store volatile") == 1


def test_what_is_written_alone_and_read_alone() -> None:
    """NonWritable buffers are read only; NonReadable storage images write only; Restrict says what holds anyway."""
    image = "%i = OpTypeImage %float 2D 0 0 0 2 Rgba32f\n%p = OpTypePointer UniformConstant %i\n"
    types = TYPES + image + "%s = OpVariable %p UniformConstant\n"
    places = 'OpName %s "s"\n' + DECORATIONS
    places += "OpDecorate %s DescriptorSet 3\nOpDecorate %s Binding 0\nOpDecorate %s NonReadable\n"
    body = BODY + "%x9 = OpLoad %i %s\n"
    plain, said = (
        translate(kernel(body, types, places + more), "macos14") for more in ("", "OpDecorate %a Restrict\n")
    )
    accesses = {binding.name: binding.access for binding in plain.bindings}
    assert accesses["c"] == "read" and accesses["a"] == "read_write" and accesses["s"] == "write"
    assert plain.module.air_bytes() == said.module.air_bytes()
