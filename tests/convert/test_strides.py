"""Arrays of bytes that newer LLVMs count elements in become the elements (mtlb/convert/strides.py)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mtlb.convert import ConvertOptions, ConvertTarget, convert_bytes
from mtlb.convert.strides import type_strides
from mtlb.ir import parse
from tests.conftest import ROOT

PRODUCERS = ROOT / "golden/convert/producers"


def strided(body: str) -> str:
    module = parse(f"define void @f(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %i, i32 %n) {{\n{body}\nret void\n}}")
    type_strides(module)
    return module.text()


@pytest.mark.parametrize(
    ("access", "element"),
    [
        ("%v = load float, ptr addrspace(1) %a", "float"),
        ("store i32 1, ptr addrspace(1) %a", "i32"),
        ("%v = atomicrmw add ptr addrspace(1) %a, i32 1 monotonic", "i32"),
        ("%v = load <1 x float>, ptr addrspace(1) %a", "float"),
        ("%b = getelementptr i8, ptr addrspace(1) %a, i64 8\nstore float 1.0, ptr addrspace(1) %b", "float"),
        (
            "%b = select i1 true, ptr addrspace(1) %a, ptr addrspace(1) %q\nstore float 1.0, ptr addrspace(1) %b",
            "float",
        ),
    ],
)
def test_the_element_is_what_is_accessed(access: str, element: str) -> None:
    text = strided(f"%a = getelementptr inbounds [4 x i8], ptr addrspace(1) %p, i64 %i\n{access}")
    assert f"getelementptr inbounds {element}, ptr addrspace(1) %p, i64 %i" in text
    assert "x i8]" not in text


def test_constant_bytes_between_elements_are_elements() -> None:
    text = strided(
        """%a = getelementptr [4 x i8], ptr addrspace(1) %p, i64 %i
        %b = getelementptr i8, ptr addrspace(1) %a, i64 -12
        %c = getelementptr i8, ptr addrspace(1) %a, i64 6
        store float 1.0, ptr addrspace(1) %b"""
    )
    assert "%b = getelementptr float, ptr addrspace(1) %a, i64 -3" in text
    assert "%c = getelementptr i8, ptr addrspace(1) %a, i64 6" in text


def test_without_an_access_of_that_size_bytes_are_counted() -> None:
    text = strided(
        """%a = getelementptr [2 x i8], ptr addrspace(1) %p, i32 %n
        %v = load <4 x i32>, ptr addrspace(1) %a"""
    )
    assert re.search(
        r"(%\S+) = sext i32 %n to i64\s+(%\S+) = mul i64 \1, 2\s+%a = getelementptr i8, ptr .* %p, i64 \2", text
    )


@pytest.mark.parametrize(
    "access",
    [
        "%v = load i8, ptr addrspace(1) %a",
        "%b = getelementptr [4 x i8], ptr addrspace(1) %a, i64 0, i64 %i\nstore i8 1, ptr addrspace(1) %b",
    ],
)
def test_arrays_of_bytes_stay(access: str) -> None:
    assert "%a = getelementptr [4 x i8]" in strided(
        f"%a = getelementptr [4 x i8], ptr addrspace(1) %p, i64 %i\n{access}"
    )


@pytest.mark.parametrize("path", sorted(PRODUCERS.glob("triton-*.ll")), ids=lambda path: path.stem)
def test_buffers_point_at_what_their_metadata_names(path: Path) -> None:
    """And element addresses have indices of 64 bits, as all of Apple's."""
    options = ConvertOptions(ConvertTarget.parse("macos14"))
    text = convert_bytes(path.name, path.read_bytes(), options).module.text()
    [head] = re.findall(r"define void @\w+\((.*)\) ", text)
    pointees = re.findall(r"([\w<> ]+?)( addrspace\(\d\))\*", head)
    names = re.findall(r'!"air.buffer".*!"air.arg_type_name", !"(\w+)"', text)
    words = {"uint": "i32", "int": "i32", "half": "half", "float": "float", "uchar": "i8", "ushort": "i16"}
    assert [pointee.strip() for pointee, _ in pointees] == [words[name] for name in names]
    assert not re.search(r"getelementptr[^\n]*\*[^\n]*, i32 ", text)
    assert not re.search(r"(load|store) <1 x ", text)
