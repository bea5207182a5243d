"""What a scan reads of a module: no body that its facts do not take."""

from __future__ import annotations

from dataclasses import fields

import pytest

from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import Module, parse
from mtlb.linker.inputs import Input
from mtlb.linker.plan.facts import InputFacts, needed_bodies, read_facts

_HEAD = 'target triple = "air64-apple-macosx14.0.0"\n'
_ENTRY = "define void @k(%S addrspace(1)* %0, %T addrspace(1)* %1) {\n  ret void\n}\n"


def bitcode(text: str) -> bytes:
    return write_module(parse((_HEAD + text).encode()))


def scanned(data: bytes) -> tuple[Module, list[str]]:
    """The module as a scan reads it, and the functions whose bodies were read."""
    module = read_module(data, bodies=lambda module: needed_bodies(module, finished=False))
    return module, [function.name for function in module.functions if function.blocks]


@pytest.mark.parametrize(
    ("types", "read"),
    [
        ("%S = type { i32, float }\n%T = type { i32, i32 }\n", []),
        ("%S = type { i32, float }\n%T = type { i32, float }\n", ["k"]),
        ("%S = type { [2 x i32] }\n%T = type { [3 x i32] }\n", []),
        ("%S = type { [2 x [4 x i32]]* }\n%T = type { [2 x [5 x i32]]* }\n", []),
        ("%S = type { %T*, i32 }\n%T = type { %S*, i32 }\n", ["k"]),
        ("%S = type { %T*, i32 }\n%T = type { %S*, float }\n", []),
        ("%S = type { %O* }\n%T = type { i32* }\n%O = type opaque\n", ["k"]),
        ("%S = type { %O*, i32 }\n%T = type { i32* }\n%O = type opaque\n", []),
        ("%S = type opaque\n%T = type opaque\n", []),
    ],
    ids=str,
)
def test_bodies_count_where_two_structs_may_be_the_same(types: str, read: list[str]) -> None:
    more = "@o = external addrspace(2) constant %O*\n" if "%O" in types else ""
    data = bitcode(types + _ENTRY)
    assert scanned(data)[1] == read, more


@pytest.mark.parametrize(("section", "read"), [("", ["k"]), (' section "air.externally_defined"', [])])
def test_bodies_count_where_another_input_has_to_define_something(section: str, read: list[str]) -> None:
    text = f"declare void @f(){section}\ndefine void @k() {{\n  call void @f()\n  ret void\n}}\n"
    assert scanned(bitcode(text))[1] == read


def test_of_constructors_what_they_lead_to_is_read() -> None:
    text = (
        "@llvm.global_ctors = appending global [1 x { i32, void ()*, i8* }] "
        "[{ i32, void ()*, i8* } { i32 1, void ()* @init, i8* null }]\n"
        "@v = internal addrspace(3) global i32 undef\n"
        "define void @k() {\n  call void @other()\n  ret void\n}\n"
        "define internal void @other() {\n  ret void\n}\n"
        "define internal void @helper() {\n  store i32 1, i32 addrspace(3)* @v, align 4\n  ret void\n}\n"
        "define internal void @init() {\n  call void @helper()\n  ret void\n}\n"
    )
    module, read = scanned(bitcode(text))
    assert sorted(read) == ["helper", "init"] and not module.has_bodies
    facts, whole = (InputFacts(Input("a", "a", b""), "", module.triple, False) for _ in range(2))
    read_facts(facts, module)
    read_facts(whole, read_module(bitcode(text)))
    whole.stripped = None  # which takes all bodies
    for field in fields(InputFacts)[1:]:  # without the input
        assert getattr(facts, field.name) == getattr(whole, field.name), field.name


def test_a_module_whose_bodies_were_all_asked_for_is_whole() -> None:
    data = bitcode("define void @a() {\n  ret void\n}\ndefine void @b() {\n  call void @a()\n  ret void\n}\n")
    seen: list[list[int]] = []

    def last_first(module: Module) -> object:
        for function in reversed(module.functions):
            seen.append([len(other.blocks) for other in module.functions])
            yield function
            yield function  # which is read once

    module = read_module(data, bodies=last_first)  # type: ignore[arg-type]
    assert module.has_bodies and seen == [[0, 0], [0, 1]]
    assert write_module(module) == data
    assert not read_module(data, bodies=lambda module: module.functions[:1]).has_bodies
