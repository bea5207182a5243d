"""What AIR versions have in different forms: static samplers and reads of textures, of opaque and of typed modules."""

from __future__ import annotations

import re

import pytest

import mtlb
from mtlb.air.facts import static_samplers
from mtlb.air.lint import lint_module
from mtlb.bitcode import read_module
from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
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
    with pytest.raises(mtlb.UnsupportedError, match=r"@linear: its second word is not 0, and AIR 2\.6 has one"):
        converted(full, "2.6")
    kept = static_samplers(read_module(converted(full, "2.7")))
    assert kept[0].words == (LINEAR, 5)
