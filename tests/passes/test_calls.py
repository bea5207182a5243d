"""What AIR versions have in different forms: static samplers and reads of textures, of opaque and of typed modules."""

from __future__ import annotations

import itertools
import re

import pytest

import mtlb
from mtlb.air.cursor import constant_integer
from mtlb.air.facts import static_samplers
from mtlb.air.intrinsics import Intrinsic, IntrinsicFamily, families, overload
from mtlb.air.lint import lint_module
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.ir import Call, Context, Type, TypeCode, parse
from mtlb.ir.text.types import TypeTexts
from mtlb.ir.verify import verify_module
from mtlb.passes.form.calls import adopt_calls
from mtlb.passes.form.version import adopt_versions
from tests.conftest import ROOT

SOURCE = (ROOT / "golden" / "convert" / "textures.ll").read_bytes()
VERSIONS = ("2.3", "2.5", "2.6", "2.7", "2.8")
LINEAR, NEAREST = 34901797601020489, 34901797600897097


def converted(data: bytes, air: str) -> bytes:
    return convert_bytes("textures", data, ConvertOptions(ConvertTarget.parse(f"air{air}"))).bitcode


def check_form(data: bytes, air: str) -> None:
    assert [str(finding) for finding in lint_module(data)] == []
    module = read_module(data)
    text = module.text()
    words = [sampler.words for sampler in static_samplers(module)]
    if air in ("2.7", "2.8"):
        assert words == [(LINEAR, 0), (NEAREST, 0)]
    else:
        assert words == [(LINEAR | 1 << 63,), (NEAREST | 1 << 63,)]
    type_ = r"\[2 x i64\]" if air in ("2.7", "2.8") else "i64"
    handle = r"%struct\._sampler_t addrspace\(2\)\*"
    for name in ("linear", "nearest"):
        assert len(re.findall(rf"bitcast \({type_} addrspace\(2\)\* @{name} to {handle}\)", text)) == 1
        assert re.search(rf'!"air.sampler_state", {type_} addrspace\(2\)\* @{name}\}}', text)
    calls = re.findall(r"call .* @air\.read_texture_2d\.v4f32\((.*)\)", text)
    assert len(calls) == 2
    count = {len(re.findall(r"addrspace\(2\)\*", call)) for call in calls}
    assert count == ({1} if air == "2.8" else {0})
    assert ("air.get_read_sampler" in text) == (air == "2.8")


@pytest.mark.parametrize("air", VERSIONS)
def test_opaque_modules(air: str) -> None:
    check_form(converted(SOURCE, air), air)


@pytest.mark.parametrize("second", VERSIONS)
@pytest.mark.parametrize("first", ["2.3", "2.6", "2.8"])
def test_typed_modules(first: str, second: str) -> None:
    check_form(converted(converted(SOURCE, first), second), second)


def test_an_offset_is_added_to_the_coordinates() -> None:
    text = read_module(converted(SOURCE, "2.6")).text()
    (added,) = re.findall(r"(%\d+) = add <2 x i32> %\d+, <i32 1, i32 -1>", text)
    places = re.findall(r"@air\.read_texture_2d\.v4f32\([^,]*, <2 x i32> (<[^>]*>|%\d+), i32 0, i32 0\)", text)
    assert places == ["<i32 3, i32 4>", added]
    text = read_module(converted(converted(SOURCE, "2.6"), "2.8")).text()
    assert len(re.findall(r"call .*@air\.get_read_sampler\(\)", text)) == 2
    assert len(re.findall(r", <2 x i32> zeroinitializer, i32 0, i32 0\)", text)) == 2


def test_what_an_older_version_lacks_is_refused() -> None:
    own = SOURCE.replace(b"@air.read_texture_2d.v4f32(ptr addrspace(1) %t, ptr addrspace(2) %r0",
                         b"@air.read_texture_2d.v4f32(ptr addrspace(1) %t, ptr addrspace(2) %s")  # fmt: skip
    with pytest.raises(
        mtlb.UnsupportedError, match=r"function 'mixed', %d = call @air\.read_texture_2d.*a sampler that"
    ):
        converted(own, "2.7")
    assert lint_module(converted(own, "2.8")) == []
    full = SOURCE.replace(b"[i64 34901797601020489, i64 0]", b"[i64 34901797601020489, i64 5]")
    with pytest.raises(
        mtlb.UnsupportedError, match=r"@linear: its second word is not 0, and a sampler of AIR 2\.6 has one word"
    ):
        converted(full, "2.6")
    kept = static_samplers(read_module(converted(full, "2.7")))
    assert kept[0].words == (LINEAR, 5)


def older(data: bytes) -> str:
    """The text of a typed module after its functions got the form of AIR 2.1."""
    module = read_module(data)
    adopt_versions(module, Version(2, 1))
    assert verify_module(module) == []
    return module.text()


def test_samples_before_air_2_2_return_the_texels_alone() -> None:
    text = older(converted(SOURCE, "2.6"))
    call = r"tail call <4 x float> @air\.sample_texture_2d\.v4f32\(.*, <2 x i32> zeroinitializer, "
    assert len(re.findall(call + r"i1 false, float 0\.000000e\+00, i32 0\)", text)) == 3
    assert len(re.findall(r"call <4 x float> @air\.read_texture_2d\.v4f32\(", text)) == 2
    assert "extractvalue" not in text
    assert "insertvalue" not in text
    again = parse(text.encode())
    adopt_versions(again, Version(2, 6))
    assert verify_module(again) == []
    newer = r"call \{ <4 x float>, i8 \} @air\.(?:sample|read)_texture_2d\.v4f32\("
    assert len(re.findall(newer, again.text())) == 5
    assert re.search(r"i1 false, float 0\.000000e\+00, float 0\.000000e\+00, i32 0\)", again.text())


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (b"float 0.0, float 0.0, i32 0)\n  %b", b"float 0.0, float 2.0, i32 0)\n  %b", "%a = .*level of detail"),
        (b"%a0 = extractvalue { <4 x float>, i8 } %a, 0", b"%resident = extractvalue { <4 x float>, i8 } %a, 1\n"
         b"  %a0 = extractvalue { <4 x float>, i8 } %a, 0", "%resident = .*residency of tex"),
        (b"%ab = ", b"%f = freeze { <4 x float>, i8 } %a\n  %ab = ", "%f = freeze.* not support what it uses"),
    ],
)  # fmt: skip
def test_what_air_2_1_lacks_is_refused(old: bytes, new: bytes, reason: str) -> None:
    changed = SOURCE.replace(old, new)
    assert changed != SOURCE
    with pytest.raises(mtlb.UnsupportedError, match=rf"function 'mixed', {reason}"):
        adopt_versions(parse(changed), Version(2, 1))


def test_forms_whose_meaning_is_not_known_are_refused() -> None:
    name = "air.intersect.instancing.triangle_data"
    numbers = ", ".join(["i32"] * 6)
    text = (
        SOURCE
        + (
            f"declare {{ i32, float, i32, i32, ptr addrspace(1), i32, i32, <2 x float>, i1 }} @{name}(<3 x float>, "
            f"<3 x float>, float, float, ptr addrspace(1), i32, ptr addrspace(1), ptr, i64, {numbers}, i1, i1)\n"
        ).encode()
    )
    adopt_versions(parse(text), Version(2, 8))  # a mistake of the module itself, for lint to tell
    with pytest.raises(
        mtlb.UnsupportedError, match=f"{name}, whose parameters or result differ between AIR 2.5 and 2.7"
    ):
        adopt_versions(parse(text.replace(b"!9 = !{i32 2, i32 8", b"!9 = !{i32 2, i32 5")), Version(2, 7))


def test_a_vertex_buffer_without_a_stride_has_one_of_minus_1_from_air_2_7_on() -> None:
    name = "air.set_vertex_buffer_render_command.p1i8"
    declared = f"declare void @{name}(ptr addrspace(1), i32, ptr addrspace(1), i32)\n"
    called = f"call void @{name}(ptr addrspace(1) null, i32 0, ptr addrspace(1) null, i32 3)"
    text = declared + f"define void @k() {{\n  {called}\n  ret void\n}}\n"
    text += "!air.version = !{!0}\n!air.language_version = !{!1}\n!0 = !{i32 2, i32 6, i32 0}\n"
    text += '!1 = !{!"Metal", i32 3, i32 1, i32 0}\ntarget triple = "air64-apple-macosx14.0.0"\n'
    module = parse(text.encode())
    adopt_calls(module, Version(2, 7))
    call = next(i for f in module.functions for i in f.instructions() if isinstance(i, Call))
    assert [constant_integer(operand) for operand in call.operands[3:5]] == [(1 << 64) - 1, 3]
    adopt_calls(module, Version(2, 6))
    call = next(i for f in module.functions for i in f.instructions() if isinstance(i, Call))
    assert [constant_integer(operand) for operand in call.operands[3:-1]] == [3]


BUFFERS = b"""
target triple = "air64-apple-macosx11.0.0"
define void @k(ptr addrspace(1) %a) { ret void }
!air.kernel = !{!0}
!air.version = !{!4}
!air.language_version = !{!5}
!0 = !{ptr @k, !1, !2}
!1 = !{}
!2 = !{!3}
!3 = !{i32 0, !"air.buffer", !"air.location_index", i32 0, i32 1, !"air.read_write", !"air.arg_type_size", i32 4, !"air.arg_type_align_size", i32 4, !"air.arg_type_name", !"float", !"air.arg_name", !"a"}
!4 = !{i32 2, i32 3, i32 0}
!5 = !{!"Metal", i32 2, i32 3, i32 0}
"""  # noqa: E501


@pytest.mark.parametrize("air", VERSIONS)
def test_metadata_is_that_of_the_version(air: str) -> None:
    data = converted(BUFFERS, air)
    assert not any("AIR027" in str(finding) for finding in lint_module(data))
    assert ('!"air.address_space", i32 1' in read_module(data).text()) == (air >= "2.5")
    back = read_module(converted(data, "2.3")).text()
    assert "air.address_space" not in back


_TWO_FORMS = [
    family
    for family in families()
    if family.name.startswith(("read_", "sample_")) and len(family.forms) > 1 and family.variables
]


@pytest.mark.parametrize("family", _TWO_FORMS, ids=lambda family: family.name)
def test_every_function_on_textures_gets_every_form(family: IntrinsicFamily) -> None:
    """A call in the form of each version, in that of each other: the declaration is that of the table."""
    actual = overload(family.name, family.variables[0][1][0])
    versions = (Version(2, 1), Version(2, 3), Version(2, 8))
    for old, new in itertools.permutations(versions, 2):
        module = parse(_call(actual, old).encode())
        adopt_versions(module, new)
        assert verify_module(module) == []
        (function,) = (f for f in module.functions if f.name == actual.name)
        expected = actual.function_type(module.context, new, lambda name: Type(TypeCode.OPAQUE, name=name))
        assert TypeTexts(()).of(function.value_type) == TypeTexts(()).of(expected), (old, new)


def _value(type_: str, pointer: str) -> str:
    if "*" in type_:
        return pointer
    return {"i": "0", "f": "0.0", "h": "0.0"}.get(type_[0], "zeroinitializer") if type_ != "i1" else "false"


def _call(intrinsic: Intrinsic, air: Version) -> str:
    """A typed module that calls a function of AIR with the sampler of reads, where it wants one, and nulls."""
    context = Context()
    type_ = intrinsic.function_type(context, air, lambda name: Type(TypeCode.OPAQUE, name=name))
    texts = TypeTexts(())
    types = [texts.of(parameter) for parameter in type_.parameters]
    is_read = intrinsic.family.name.startswith("read_")
    values = [_value(t, "%s" if "_sampler_t" in t and is_read else "null") for t in types]
    result = texts.of(type_.result)
    structs = sorted(set(re.findall(r"%struct\.\w+", " ".join(types))) | {"%struct._sampler_t"})
    sampler = "%struct._sampler_t addrspace(2)*"
    texel = result[2:].partition(", i8")[0] if result.startswith("{") else result
    arguments = ", ".join(f"{t} {v}" for t, v in zip(types, values, strict=True))
    head = "".join(f"{name} = type opaque\n" for name in structs)
    taken = f"  %v = extractvalue {result} %c, 0\n  ret {texel} %v" if result.startswith("{") else f"  ret {texel} %c"
    got = f"  %s = call {sampler} @air.get_read_sampler()\n" if "%s" in values else ""
    declared = f"declare {sampler} @air.get_read_sampler()\n" if got else ""
    return (
        f'{head}target triple = "air64-apple-macosx13.0.0"\ndefine {texel} @f() {{\n{got}'
        f"  %c = call {result} @{intrinsic.name}({arguments})\n{taken}\n}}\n"
        f"declare {result} @{intrinsic.name}({', '.join(types)})\n{declared}"
    )
