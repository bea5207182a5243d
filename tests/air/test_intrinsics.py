"""The table of `air.*` functions: names, signatures at each AIR version, attributes."""

from __future__ import annotations

from pathlib import Path

import pytest

import mtlb
from mtlb.air.facts import air_version
from mtlb.air.intrinsics import families, intrinsic, overload, type_from_word, type_word
from mtlb.air.names import PREFIX
from mtlb.base.errors import UnsupportedError
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.ir import Context, Type, TypeCode


def _structs() -> tuple[dict[str, Type], object]:
    types: dict[str, Type] = {}
    return types, lambda name: types.setdefault(name, Type(TypeCode.OPAQUE, (), (), name))


@pytest.mark.parametrize(
    ("name", "air", "result", "parameters"),
    [
        ("air.fma.v4f32", "2.6", "v4f32", "v4f32 v4f32 v4f32"),
        ("air.clamp.s.i32", "2.6", "i32", "i32 i32 i32"),
        ("air.convert.f.f32.u.i1", "2.3", "f32", "i1"),
        ("air.dot.v3f16", "2.6", "f16", "v3f16 v3f16"),
        ("air.ldexp.f32", "2.6", "f32", "f32 i32"),
        ("air.atomic.global.add.u.i32", "2.6", "i32", "i32*1 i32 i32 i32 i1"),
        ("air.atomic.local.cmpxchg.weak.i32", "2.6", "i32", "i32*3 i32*0 i32 i32 i32 i32 i1"),
        ("air.sample_texture_2d.v4f32", "2.1", "v4f32", "%texture_2d*1 %sampler*2 v2f32 i1 v2i32 i1 f32 i32"),
        (
            "air.sample_texture_2d.v4f32",
            "2.8",
            "{v4f32, i8}",
            "%texture_2d*1 %sampler*2 v2f32 i1 v2i32 i1 f32 f32 i32",
        ),
        ("air.read_texture_2d.v4f32", "2.7", "{v4f32, i8}", "%texture_2d*1 v2i32 i32 i32"),
        ("air.read_texture_2d.v4f32", "2.8", "{v4f32, i8}", "%texture_2d*1 %sampler*2 v2i32 v2i32 i32 i32"),
        ("air.simdgroup_matrix_8x8_load.v64f16.p3f16", "2.6", "v64f16", "f16*3 i64 v2i64 i1"),
    ],
)
def test_a_name_has_a_signature_at_each_version(name: str, air: str, result: str, parameters: str) -> None:
    actual = intrinsic(name)
    assert actual is not None
    assert actual.is_plausible
    assert actual.result(Version.parse(air)).word == result
    assert [p.word for p in actual.parameters(Version.parse(air))] == parameters.split()


@pytest.mark.parametrize(
    "name", ["air.clamp.i32", "air.fma.s.f32", "air.fma", "air.fma.f32.f32", "air.no_such_thing", "llvm.fma.f32", "air"]
)
def test_other_names_are_unknown(name: str) -> None:
    assert intrinsic(name) is None


def test_names_are_made_of_types() -> None:
    context = Context()
    four = context.type(TypeCode.VECTOR, (4,), (context.type(TypeCode.FLOAT),))
    assert overload("fma", four).name == "air.fma.v4f32"
    assert overload("max", "i32", signed=True).name == "air.max.s.i32"
    assert overload("max", "i32").name == "air.max.u.i32"
    assert overload("clamp", "f32", signed=True).name == "air.clamp.f32"
    assert overload("convert", "f32", "u.i16").name == "air.convert.f.f32.u.i16"
    assert overload("simdgroup_matrix_8x8_load", "v64f32", "f32*1").name == "air.simdgroup_matrix_8x8_load.v64f32.p1f32"
    with pytest.raises(UnsupportedError, match=r"air\.fma of 2 types"):
        overload("fma", "f32", "f32")


def test_every_overload_that_was_seen_is_one_of_the_family() -> None:
    assert sum(len(family.seen) for family in families()) > 500
    for family in families():
        for words, (first, last) in family.seen.items():
            actual = intrinsic(f"{PREFIX}{family.name}{'.' * bool(words)}{words}")
            assert actual is not None, (family.name, words)
            assert actual.is_plausible, actual.name
            assert actual.seen == (first, last) and first <= last


def test_every_form_makes_a_type() -> None:
    structs, struct = _structs()
    context = Context()
    for family in families():
        name = PREFIX + family.name
        for (_, words), kind in zip(family.variables, family.kinds, strict=True):
            types = [type_from_word(context, word, struct) for word in words]
            assert [type_word(type_) for type_ in types] == list(words)
            letter = {"": "", "k": "s." if "i" in words[0] else "", "f": "s." if "i" in words[0] else "f."}[kind]
            space = words[0].partition("*")
            name += f".{letter}{words[0]}" if not space[1] else f".p{space[2]}{space[0]}"
        actual = intrinsic(name)
        assert actual is not None, name
        for form in family.forms:
            type_ = actual.function_type(context, form.since, struct)
            assert len(type_.parameters) == len(form.parameters)
    assert all(name.startswith("struct._") and name.endswith("_t") for name in structs)


def test_convergent_functions_are_known() -> None:
    convergent = {family.name for family in families() if family.is_convergent}
    assert {"wg.barrier", "simdgroup.barrier", "simd_sum", "quad_shuffle_xor", "sample_texture_2d"} <= convergent
    assert not {"fma", "convert", "atomic.global.add", "read_texture_2d", "discard_fragment"} & convergent


@pytest.mark.long
def test_declarations_of_apples_modules_are_those_of_the_table(corpus_libraries: list[Path]) -> None:
    """Types, and attributes that say what a call does, of every fourth library's declarations."""
    seen: set[tuple[str, Version]] = set()
    others: list[str] = []
    for path in corpus_libraries[::4]:
        try:
            functions = mtlb.open(path).functions
        except mtlb.MtlbError:
            continue
        for function in functions:
            module = read_module(function.module)
            air = air_version(module)
            if air is None or air < (2, 0):
                continue
            structs = {t.name: t for t in module.struct_types}
            for declared in module.functions:
                if not declared.name.startswith(PREFIX) or (declared.name, air) in seen:
                    continue
                seen.add((declared.name, air))
                actual = intrinsic(declared.name)
                assert actual is not None, declared.name
                assert declared.value_type is actual.function_type(
                    module.context, air, lambda name, structs=structs: structs[name]
                )
                if air >= (2, 3):
                    expected = {g.place: {a.kind for a in g.attributes} for g in actual.attributes(air)}
                    real = {
                        g.place: {a.kind for a in g.attributes if isinstance(a.kind, int)} for g in declared.attributes
                    }
                    if {p: k for p, k in expected.items() if k} != {p: k for p, k in real.items() if k}:
                        others.append(f"{declared.name} {air} {expected} {real}")
    assert len(seen) > 100
    # Ray tracing functions took `readonly` in one version of the SDK.
    assert [text for text in others if not text.startswith("air.intersect.")] == []
